//! Energy that a run lost or made is told where users look: in the summary and in run.json.

use carom::record::{file, run_json};
use carom::run::{Session, summary};
use carom::spec::load_str;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::path::Path;

/// Five steps a period with full numerical damping: the spring rings out in a few of them.
const RINGING: &str = r#"
[simulation]
integrator = "decoupled"
rho_inf = 0
step = 2e-2
until = 1
[bodies.block]
type = "point_mass"
mass = 1
position = [1.1, 0, 0]
[forces.spring]
type = "spring_damper"
a = "ground"
b = "block"
stiffness = 4000
length = 1
"#;

/// A ball that bounces to rest.
const BALL: &str = r#"
gravity = [0, 0, -9.81]
[simulation]
step = 1e-3
until = 1
[bodies.ball]
type = "point_mass"
mass = 1
position = [0, 0, 0.1]
[contacts.floor]
type = "node_face"
point = "ball"
plane = "ground"
restitution = 0.5
"#;

/// `run.json` and the summary of a run.
fn run(text: &str, name: &str) -> (Value, String) {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("energy").join(name);
    let loaded = load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"));
    let mut session = Session::create(loaded, &[], &directory).unwrap();
    let ending = session.run(&mut |_| ControlFlow::Continue(())).unwrap();
    (run_json::read(&directory.join(file::RUN)).unwrap(), summary(&session, &ending))
}

#[test]
fn energy_that_is_lost_is_told() {
    let (run, summary) = run(RINGING, "lost");
    let [warning] = run["warnings"].as_array().unwrap().as_slice() else { panic!("{}", run["warnings"]) };
    let warning = warning.as_str().unwrap();
    assert!(warning.contains("lost to numerical dissipation") && summary.contains(warning), "{summary}");
    // The spring held 20 J; nearly all of them are gone. As many became kinetic energy before, if not all at once.
    let energy = &run["statistics"]["energy"];
    assert!(energy["turned_over"].as_f64() < Some(40.1));
    assert!(energy["remainder"]["joules"].as_f64() < Some(-19.0) && energy["remainder"]["share"].as_f64() > Some(0.4));
}

#[test]
fn a_ball_that_bounces_to_rest_raises_no_doubt() {
    let (run, summary) = run(BALL, "kept");
    assert_eq!(run["warnings"], json!([]));
    assert!(!summary.contains("WARNING"), "{summary}");
    // The height was turned over once as potential, once as kinetic energy and once, at rest, as work of the impacts.
    let turned = run["statistics"]["energy"]["turned_over"].as_f64().unwrap();
    assert!((turned / (3.0 * 9.81 * 0.1) - 1.0).abs() < 0.01, "{turned}");
}
