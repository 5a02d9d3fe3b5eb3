//! `carom forces` from outside: files, exit codes, messages.

mod common;

use common::{call, directory, root};
use serde_json::Value;

/// The two spheres of the text: one impact, its force from the given stiffness and from that of the material, and what is refused.
#[test]
fn forces_of_a_run() {
    let here = directory("forces");
    let model = root().join("benchmarks/force-two-spheres/model.toml");
    let (code, out, err) = call(&here, &format!("run {} --out two", model.display()));
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("damping hu; 1 impacts"), "{out}");
    let (code, out, err) = call(&here, "forces two --model zhang --life 3e8,1e6,9 --json --quiet");
    assert_eq!(code, 0, "{err}");
    let json: Value = serde_json::from_str(&out).unwrap();
    let pair = &json["contacts"]["pair"];
    let duration = pair["points"][0]["impacts"][0]["duration"].as_f64().unwrap();
    // The duration of the text, 0.160 ms, to its three digits; K of the material differs by 0.1 %.
    assert!((duration / 0.160e-3 - 1.0).abs() < 0.005, "{duration}");
    assert!(pair["life"]["damage"].as_f64().unwrap() > 0.0);
    for file in ["pair.history.csv", "pair.impacts.csv", "pair.pulses.npz", "pair.svg", "pulse.svg", "pair.cycles.csv"]
    {
        assert!(here.join("two/forces").join(file).is_file(), "{file}");
    }
    for (arguments, message) in [
        ("forces two --contact par", "did you mean `pair`?"),
        ("forces two --model flor", "expected one of hunt-crossley"),
        ("forces two --restitution 2", "coefficient of restitution = 2"),
        ("forces two --radii 0.1,0.2", "four principal radii"),
        ("forces two --life 1e8,1e6", "three numbers, or four"),
        ("forces two --radii 0.02,0.02,-0.02,-0.02", "does not fit into the other"),
        ("forces nowhere", "holds no result"),
    ] {
        let (code, _, err) = call(&here, arguments);
        assert!(code == 2 && err.contains(message), "{arguments}: {code} {err}");
    }
    // A new run leaves nothing of the old one.
    let (code, _, err) =
        call(&here, &format!("run {} --out two --quiet --set post.pulse.contact=pair --until 0.1", model.display()));
    assert_eq!(code, 0, "{err}");
    assert!(!here.join("two/forces/pair.svg").exists());
}
