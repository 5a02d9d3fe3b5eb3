//! `carom converge`, `compare` and `spectrum` from outside: tables, files, exit codes, messages.

mod common;

use common::{call, directory, root};
use serde_json::Value;
use std::fs;

const FALL: &str = r#"
name = "fall"
gravity = [0, 0, -10]
simulation = { until = 0.2, rho_inf = 0.9 }
[bodies.b]
type = "point_mass"
mass = 1
position = [0, 0, 1]
[forces.drag]
type = "force"
on = "b"
force = [0, 0, "-vz"]
[sensors]
z = { type = "position", of = "b", component = "z" }
[reference]
z = "1 + 10*(1 - exp(-t)) - 10*t"
"#;

#[test]
fn converge_prints_orders_and_leaves_table_and_picture() {
    let here = directory("converge");
    fs::write(here.join("fall.toml"), FALL).unwrap();
    let arguments = "converge fall.toml --steps 4e-2,2e-2,1e-2 --schemes decoupled,moreau_jean";
    let (code, out, err) = call(&here, arguments);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("z [m], moreau_jean") && out.contains("Hausdorff") && out.contains("fit"), "{out}");
    let folder = here.join("out/fall-converge");
    let table = fs::read_to_string(folder.join("convergence.csv")).unwrap();
    assert!(table.starts_with("quantity,scheme,step [s],L1,") && table.lines().count() == 7, "{table}");
    assert!(fs::read_to_string(folder.join("convergence.svg")).unwrap().contains("moreau_jean"));
    let (code, out, err) = call(&here, &format!("{arguments} --json"));
    assert_eq!(code, 0, "{err}");
    let object: Value = serde_json::from_str(&out).unwrap();
    // Both are of second order where nothing hits.
    for curve in object["curves"].as_array().unwrap() {
        let order = curve["fits"]["L2"]["order"].as_f64().unwrap();
        assert!((order - 2.0).abs() < 0.1, "{curve}");
    }
}

#[test]
fn compare_and_spectrum_leave_their_files() {
    let here = directory("compare");
    fs::write(here.join("fall.toml"), FALL).unwrap();
    let (code, out, err) = call(&here, "compare fall.toml --steps 4e-2,2e-2 --schemes all --norm Linf");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("CPU [s]") && out.contains("errors in Linf"), "{out}");
    let table = fs::read_to_string(here.join("out/fall-compare/comparison.csv")).unwrap();
    assert!(table.lines().next().unwrap().contains("cpu [s]") && table.lines().count() > 6, "{table}");
    assert!(here.join("out/fall-compare/comparison.svg").is_file());
    let (code, out, err) = call(&here, "spectrum --schemes decoupled:rho_inf=0.5,moreau_jean --ratios 0.1,1e3");
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("0.50"), "{out}");
    let table = fs::read_to_string(here.join("out/spectrum/spectrum.csv")).unwrap();
    assert_eq!(table.lines().count(), 5, "{table}");
    assert!(here.join("out/spectrum/spectrum.svg").is_file());
    // The same picture as PNG, which a new study without it removes.
    let png = here.join("out/spectrum/spectrum.png");
    assert!(!png.exists());
    let again = "spectrum --schemes decoupled --ratios 0.1,1";
    let (code, _, err) = call(&here, &format!("{again} --png"));
    assert!(code == 0 && err.contains("spectrum.png"), "{err}");
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(call(&here, again).0, 0);
    assert!(!png.exists());
}

/// An example, against located events.
#[test]
fn an_example_is_compared_with_events() {
    let here = directory("study-example");
    let model = root().join("examples/bouncing_ball.toml");
    let arguments = format!("converge {} --until 0.2 --steps 1e-2,5e-3 --reference events", model.display());
    let (code, out, err) = call(&here, &arguments);
    assert!(code == 0 && out.contains("event-driven integration"), "{code} {out} {err}");
}

#[test]
fn bad_arguments_are_refused_with_what_was_expected() {
    let here = directory("study-arguments");
    fs::write(here.join("fall.toml"), FALL).unwrap();
    for (arguments, part) in [
        ("converge fall.toml", "--steps"),
        ("converge fall.toml --steps 1e-2,x", "`x` is not a size"),
        ("converge fall.toml --steps 1e-2..1e-3", "FROM..TO:COUNT"),
        ("converge fall.toml --steps 1", "longer than the run"),
        ("converge fall.toml --steps 1e-2,5e-3 --schemes decuopled", "did you mean `decoupled`"),
        ("converge fall.toml --steps 1e-2,5e-3 --schemes moreau_jean:rho_inf=1", "rho_inf"),
        ("converge fall.toml --steps 1e-2,5e-3 --reference exact", "expected analytic"),
        ("converge fall.toml --steps 1e-2,5e-3 --quantity zeta", "no quantity `zeta`"),
        ("converge nowhere.toml --steps 1e-2,5e-3", "nowhere.toml"),
        ("compare fall.toml --steps 1e-2 --schemes all --norm L3", "L3"),
        ("spectrum --schemes none", "unknown scheme `none`"),
        ("spectrum --ratios 0", "`0` is not a size"),
    ] {
        let (code, _, err) = call(&here, arguments);
        assert!(code == 2 && err.contains(part), "{arguments}: {code} {err}");
    }
    assert!(!here.join("out").exists());
    // Nothing to fit.
    let (code, _, err) = call(&here, "converge fall.toml --steps 1e-2");
    assert!(code == 1 && err.contains("no order"), "{code} {err}");
}
