//! Recording a row allocates nothing (alone in its file: the allocations of the whole process are counted).

use carom::run::Session;
use carom::spec::load_str;
use carom::testkit::CountingAllocator;
use std::ops::ControlFlow;
use std::path::Path;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

const MODEL: &str = r#"
name = "ball on a table"
gravity = [0, 0, -9.81]
[simulation]
step = 1e-3
until = 4
[bodies.ball]
type = "point_mass"
mass = 1
position = [0, 0, 0.1]
velocity = [1, 0, 0]
shapes = [{ type = "sphere", radius = 0.02 }]
[contacts.table]
type = "node_face"
point = "ball"
plane = "ground"
friction = 0.1
restitution = 0.5
[sensors]
x = { type = "position", of = "ball" }
v = { type = "velocity", of = "ball", component = "norm" }
force = { type = "contact", contact = "table", quantity = "normal_force" }
energy = { type = "energy" }
power = { type = "expression", value = "v*force", unit = "W" }
"#;

#[test]
fn steps_without_a_frame_or_a_checkpoint_do_not_allocate() {
    let loaded = load_str("ball.toml", MODEL, &[]).unwrap_or_else(|e| panic!("{e}"));
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recording");
    let mut session = Session::create(loaded, &[], &directory).unwrap();
    let mut counts = Vec::with_capacity(5000);
    session
        .run(&mut |_| {
            counts.push(ALLOCATOR.count());
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(counts.len(), 4001);
    // Frames come every 20 steps, checkpoints every 200, instants of the strobe picture every 334: of the second half,
    // 100 frames (with the step itself), 10 checkpoints and 6 instants may allocate.
    let allocating = counts[2000..].windows(2).filter(|pair| pair[1] > pair[0]).count();
    assert!(allocating <= 120, "{allocating} of 2000 steps allocated");
}
