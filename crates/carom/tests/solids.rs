//! Solids of the model file at rest under load: stresses, clamps, patches and meshes of Gmsh against closed forms and against
//! each other.

use carom::Vec3;
use carom::analysis::{StaticSettings, equilibrium};
use carom::integrate::State;
use carom::run::{Ending, Session, SessionError};
use carom::spec::{Loaded, load_str};
use carom::system::{Candidates, System};
use std::ops::ControlFlow;

fn load(text: &str) -> Loaded {
    load_str("tests/solids.toml", text, &[]).unwrap_or_else(|e| panic!("{}", e.render(false)))
}

fn rest(text: &str) -> (System, State) {
    let system = System::new(load(text).model).unwrap();
    let candidates = Candidates::new(&system);
    let assembly = candidates.assembly(&system);
    let mut state = State::new(assembly);
    equilibrium(assembly, &StaticSettings::default(), &mut state, &mut |_, _| {}).unwrap_or_else(|e| panic!("{e}"));
    (system, state)
}

/// A block with keys of its own and further items.
fn block(keys: &str, items: &str) -> String {
    format!(
        r#"
[bodies.block]
type = "solid"
mesh = {{ type = "box", size = [1, 0.5, 0.5], elements = [4, 2, 2] }}
young = 1e6
density = 1000
{keys}
{items}"#
    )
}

const PULL: &str = r#"
[forces.pull]
type = "traction"
on = "block"
group = "x+"
traction = [2e5, 0, 0]
"#;

/// Without lateral contraction the section stays, and the Cauchy stress is the traction; F S = t gives the stretch.
#[test]
fn a_traction_is_the_stress() {
    for (law, keys) in
        [("st_venant_kirchhoff", "formulation = \"standard\""), ("st_venant_kirchhoff", ""), ("neo_hookean", "")]
    {
        let keys = format!("poisson = 0\nfixed = [\"x-\"]\nmaterial = \"{law}\"\n{keys}");
        let (system, state) = rest(&block(&keys, PULL));
        let scene = system.scene(&state.kin);
        for item in system.model.elements.iter().filter(|e| e.kind == "solid") {
            let [x, rest @ ..] = item.element.stress(&scene).unwrap();
            // The tolerance of the equilibrium is 1e-8 of the forces.
            assert!((x - 2e5).abs() < 1e-2 && rest.iter().all(|s| s.abs() < 1e-2), "{law}: {x} {rest:?}");
        }
        let length = state.kin.frames[4].x.x + 0.5;
        // λ (λ² − 1)/2 = t/E, or μ (λ − 1/λ) = t with μ = E/2.
        let balance = match law {
            "neo_hookean" => 0.5 * (length - 1.0 / length),
            _ => 0.5 * length * (length * length - 1.0),
        };
        assert!((balance - 0.2).abs() < 1e-8, "{law}: {length}");
    }
}

const BEND: &str = r#"
[forces.bend]
type = "traction"
on = "block"
group = "x+"
traction = [0, 0, 2e4]
"#;

/// A rigid patch that is welded to the ground is a clamp.
#[test]
fn a_welded_rigid_patch_is_a_clamp() {
    let (_, clamped) = rest(&block("poisson = 0.3\nfixed = [\"x-\"]", BEND));
    let weld = "[joints.weld]\ntype = \"fixed\"\na = \"ground\"\nb = \"block.root\"\n";
    let keys = "poisson = 0.3\npatches = { root = { group = \"x-\", type = \"rigid\" } }";
    let (_, welded) = rest(&block(keys, &format!("{BEND}{weld}")));
    let height = |state: &State| (0..45).map(|i| state.kin.frames[i].x.z).fold(f64::MIN, f64::max);
    let (a, b) = (height(&clamped), height(&welded));
    assert!(a > 0.5 && (a - b).abs() < 1e-8, "{a} {b}");
}

/// A force on a distributed patch does what a traction with the same resultant does, far from the face.
#[test]
fn a_distributed_patch_spreads_the_force() {
    let (_, pressed) = rest(&block("poisson = 0.3\nfixed = [\"x-\"]", BEND));
    let keys = "poisson = 0.3\nfixed = [\"x-\"]\npatches = { grip = { group = \"x+\", type = \"distributed\" } }";
    let force = "[forces.bend]\ntype = \"force\"\non = \"block.grip\"\nforce = [0, 0, 5e3]\n";
    let (_, gripped) = rest(&block(keys, force));
    // Middle of the block.
    let middle = 2 + 5 * (1 + 3);
    let (a, b) = (pressed.kin.frames[middle].x, gripped.kin.frames[middle].x);
    let start = Vec3::zeros();
    // A face of 2×2 elements: the shares of the area are those of the shape functions.
    assert!((a - start).norm() > 0.01 && (a - b).norm() < 1e-8, "{a} {b}");
}

/// The brick of a Gmsh file in millimetres, turned and moved, with its groups.
#[test]
fn a_mesh_of_gmsh_is_placed() {
    let text = r#"
[bodies.brick]
type = "solid"
mesh = { type = "gmsh", file = "meshes/brick22.msh", group = "brick", scale = 1e-3 }
young = 1e9
poisson = 0.3
density = 2000
position = [1, 2, 3]
rotation = [0, 0, "pi/2"]
angular_velocity = [0, 0, 10]
points = { top = [1e-3, 0, 2.5e-3] }
[sensors.clamp]
type = "stress"
of = "brick"
at = [5e-4, 5e-4, 1e-3]
component = "von_mises"
[sensors.top]
type = "position"
of = "brick.top"
"#;
    let model = load(text).model;
    let of = |name: &str| model.nodes.iter().find(|n| n.name == name).unwrap();
    // The file's second node stands at [1, 0, 0] mm.
    let node = of("brick[1]");
    assert!((node.frame.x - Vec3::new(1.0, 2.001, 3.0)).norm() < 1e-15);
    // Arms of 1 mm are differences of positions of 2 m: rounding only.
    assert!((node.velocity[0] + 0.01).abs() < 1e-14 && node.velocity[1].abs() < 1e-14);
    let system = System::new(model).unwrap();
    let state = State::new(Candidates::new(&system).assembly(&system));
    let energy: f64 = system.model.elements.iter().map(|e| e.element.energy(&system.scene(&state.kin)).kinetic).sum();
    // ½ ω² ∫ r² dm of a square of 1 mm that turns about its corner, 2.5 mm high: ⅔ a² m.
    let mass = 2000.0 * 2.5e-9;
    assert!((energy - 50.0 * mass * 2.0 / 3.0 * 1e-6).abs() < 1e-11 * energy, "{energy}");
}

/// An interrupted run whose mesh was changed is not resumed as if nothing had happened.
#[test]
fn a_run_with_another_mesh_is_not_resumed() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("solids");
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    std::fs::create_dir_all(&folder).unwrap();
    let mesh = include_str!("meshes/brick22.msh");
    std::fs::write(folder.join("brick.msh"), mesh).unwrap();
    let text = r#"
gravity = [0, 0, -9.81]
[simulation]
step = 1e-3
until = 0.01
[bodies.brick]
type = "solid"
mesh = { type = "gmsh", file = "brick.msh", group = "brick" }
young = 1e6
poisson = 0.3
density = 1000
"#;
    let model = folder.join("model.toml").display().to_string();
    let loaded = load_str(&model, text, &[]).unwrap_or_else(|e| panic!("{e}"));
    let results = folder.join("results");
    let mut session = Session::create(loaded, &[], &results).unwrap();
    let ending = session.run(&mut |_| ControlFlow::Break(())).unwrap();
    assert!(matches!(ending, Ending::Interrupted));
    assert!(Session::resume(&results).is_ok());
    // The run has kept the mesh that it was started with: another one in its place does not matter, a damaged copy does.
    std::fs::write(folder.join("brick.msh"), mesh.replace("2.5", "2.25")).unwrap();
    assert!(Session::resume(&results).is_ok());
    std::fs::write(results.join("data/000_brick.msh"), mesh.replace("2.5", "2.25")).unwrap();
    assert!(matches!(Session::resume(&results), Err(SessionError::OtherData { .. })));
}

/// The rows of a rigid patch are independent by construction, and a weld to the ground adds six: all degrees of freedom of its nodes.
/// A second weld repeats these six, and no row of the patch is blamed for it.
#[test]
fn rows_of_a_rigid_patch_are_independent() {
    let weld = |name: &str| format!("[joints.{name}]\ntype = \"fixed\"\na = \"ground\"\nb = \"block.face\"\n");
    let model = "[bodies.block]\ntype = \"solid\"\nmesh = { type = \"box\", size = [1, 1, 0.2], elements = [7, 7, 1] }\nyoung = 1e7\npoisson = 0.3\ndensity = 1000\npatches = { face = { group = \"z-\", type = \"rigid\" } }\n";
    let rank_of = |text: &str| {
        let system = System::new(load(text).model).unwrap();
        let state = State::new(Candidates::new(&system).assembly(&system));
        carom::system::rank(&system, &state.kin)
    };
    let free = rank_of(model);
    assert_eq!((free.rows, free.rank), (3 * 64 - 6, 3 * 64 - 6));
    let once = rank_of(&format!("{model}{}", weld("a")));
    assert_eq!((once.mobility(), once.redundant.len()), (3 * 64, 0));
    let twice = rank_of(&format!("{model}{}{}", weld("a"), weld("b")));
    assert_eq!((twice.mobility(), twice.redundant.len()), (3 * 64, 6));
    let last = twice.redundant.iter().map(|(block, _)| *block).min().unwrap();
    assert!(twice.redundant.iter().all(|(block, _)| *block == last), "{:?}", twice.redundant);
}

/// A distributed patch couples all of its nodes; a large one is warned about, with what it costs.
#[test]
fn a_large_distributed_patch_is_warned_about() {
    let model = |n: usize| {
        format!(
            "[bodies.block]\ntype = \"solid\"\nmesh = {{ type = \"box\", size = [1, 1, 0.2], elements = [{n}, {n}, 1] }}\nyoung = 1e7\npoisson = 0.3\ndensity = 1000\npatches = {{ face = {{ group = \"z-\", type = \"distributed\" }} }}\n"
        )
    };
    assert!(load(&model(10)).warnings.is_empty());
    let warnings = load(&model(30)).warnings;
    assert!(warnings.len() == 1 && warnings[0].message.contains("961 nodes"), "{warnings:?}");
}
