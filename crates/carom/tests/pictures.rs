//! What must be seen in the pictures of a run: planes under every place that bodies reach, cages around their balls, containers
//! and boxes, and the view in which most moves.

use base64::Engine;
use carom::record::file;
use carom::run::Session;
use carom::spec::load_str;
use std::fs;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Runs a model; gives its directory of results.
fn run(name: &str, text: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures").join(name);
    if directory.exists() {
        fs::remove_dir_all(&directory).unwrap();
    }
    let loaded = load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"));
    let mut session = Session::create(loaded, &[], &directory).unwrap();
    session.run(&mut |_| ControlFlow::Continue(())).unwrap();
    directory
}

/// Figures of a strobe picture with a name and a tag: left, right, upper and lower end, in pixels; y points down.
fn figures(directory: &Path, tag: &str, name: &str) -> Vec<[f64; 4]> {
    let svg = fs::read_to_string(directory.join(file::STROBE_SVG)).unwrap();
    let title = format!("<title>{name}</title>");
    let lines = svg.lines().filter(|line| line.starts_with(&format!("<{tag} ")) && line.contains(&title));
    let box_of = |line: &str| {
        let points = line.split_once("points=\"").unwrap().1.split_once('"').unwrap().0;
        points.split_whitespace().fold(
            [f64::INFINITY, f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY],
            |b, point| {
                let (x, y) = point.split_once(',').unwrap();
                let [x, y]: [f64; 2] = [x, y].map(|c| c.parse().unwrap());
                [b[0].min(x), b[1].max(x), b[2].min(y), b[3].max(y)]
            },
        )
    };
    lines.map(box_of).collect()
}

/// Coordinates are written with two digits: edges that should meet differ by a unit of the last one at most.
const DIGIT: f64 = 0.011;

fn spans(outer: &[f64; 4], inner: &[f64; 4], sides: std::ops::Range<usize>) -> bool {
    sides.into_iter().all(|i| if i % 2 == 0 { outer[i] <= inner[i] + DIGIT } else { outer[i] >= inner[i] - DIGIT })
}

/// Length and height of what all figures cover together.
fn extent(figures: &[[f64; 4]]) -> [f64; 2] {
    let end = |i: usize, pick: fn(f64, f64) -> f64| figures.iter().map(|f| f[i]).reduce(pick).unwrap();
    [end(1, f64::max) - end(0, f64::min), end(3, f64::max) - end(2, f64::min)]
}

/// A ball that rolls two metres, some twenty times the model's size at the start.
fn rolling(velocity: &str, plane: &str) -> String {
    format!(
        r#"
gravity = [0, 0, -9.81]
simulation = {{ step = 1e-3, until = 1 }}
[bodies.ball]
type = "sphere"
mass = 1
radius = 0.1
position = [0, 0, 0.1]
velocity = {velocity}
{plane}
friction = 0.3
"#
    )
}

const CONTACT: &str = "[contacts.table]\ntype = \"sphere_plane\"\nsphere = \"ball\"\nplane = \"ground\"";
const SHAPE: &str = "[ground]\nshapes = [{ type = \"plane\" }]\n[contacts.all]\ntype = \"collision\"";

#[test]
fn the_plane_reaches_under_every_position_of_the_ball() {
    for (name, plane) in [("contact", CONTACT), ("shape", SHAPE)] {
        let directory = run(name, &rolling("[2, 0, 0]", plane));
        let (planes, balls) = (figures(&directory, "polygon", "ground"), figures(&directory, "polygon", "ball"));
        assert_eq!((planes.len(), balls.len()), (1, 13), "{name}");
        assert!(balls.iter().all(|ball| spans(&planes[0], ball, 0..2)), "{name}: {planes:?} {balls:?}");
        // Seen from the side, it is a line under the ball.
        assert!(extent(&planes)[1] < DIGIT, "{name}: {planes:?}");
        assert!(balls.iter().all(|ball| (ball[3] - planes[0][3]).abs() < 1.0), "{name}: {planes:?} {balls:?}");
    }
}

/// The first twelve numbers of the last frame are the plane's corners, the largest x of all is the ball's.
#[test]
fn the_plane_reaches_under_the_ball_in_every_frame_for_paraview() {
    let directory = run("frames", &rolling("[2, -1, 0]", SHAPE));
    for frame in [0, 100, 200] {
        let xml = fs::read_to_string(directory.join(format!("bodies/bodies_{frame:06}.vtu"))).unwrap();
        let text = xml.split_once("Name=\"Points\"").unwrap().1.split_once('>').unwrap().1.split_once('<').unwrap().0;
        // Behind a head of four numbers.
        let deflated = base64::engine::general_purpose::STANDARD.decode(&text[44..]).unwrap();
        let mut bytes = Vec::new();
        flate2::read::ZlibDecoder::new(&deflated[..]).read_to_end(&mut bytes).unwrap();
        let numbers: Vec<f64> =
            bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap()).into()).collect();
        let (plane, ball) = numbers.split_at(12);
        for axis in 0..2 {
            let along = |values: &[f64], pick: fn(f64, f64) -> f64| {
                values.iter().skip(axis).step_by(3).copied().reduce(pick).unwrap()
            };
            // Roundings of lengths of 2 m in single precision.
            assert!(along(plane, f64::max) >= along(ball, f64::max) - 1e-6, "frame {frame}, axis {axis}");
            assert!(along(plane, f64::min) <= along(ball, f64::min) + 1e-6, "frame {frame}, axis {axis}");
        }
    }
}

#[test]
fn a_ball_that_rolls_across_the_side_view_is_seen_from_above_on_its_plane() {
    let directory = run("above", &rolling("[1, 2, 0]", CONTACT));
    let (planes, balls) = (figures(&directory, "polygon", "ground"), figures(&directory, "polygon", "ball"));
    assert!(balls.iter().all(|ball| spans(&planes[0], ball, 0..4)), "{planes:?} {balls:?}");
    // It goes twice as far along y, which points up, as along x: more than 0.7 and 1.4 m, 5/7 of v t, and its diameter.
    let [x, y] = extent(&balls);
    assert!(y > 1.5 * x, "{x} {y}");
    // The plane comes first, so that it hides nothing.
    let svg = fs::read_to_string(directory.join(file::STROBE_SVG)).unwrap();
    assert!(svg.find("<title>ground").unwrap() < svg.find("<title>ball").unwrap());
}

#[test]
fn gravity_points_down_also_along_a_positive_axis() {
    for (gravity, velocity) in
        [("[0, 9.81, 0]", "[0, 0, 1]"), ("[-9.81, 0, 0]", "[0, 0, 1]"), ("[0, 0, -9.81]", "[0, 1, 0]")]
    {
        let text = format!(
            "gravity = {gravity}\nsimulation = {{ step = 1e-3, until = 1 }}\n[bodies.ball]\ntype = \"sphere\"\nmass = 1\n\
             radius = 0.1\nvelocity = {velocity}\n"
        );
        let balls = figures(&run("down", &text), "polygon", "ball");
        let (first, last) = (balls[0], balls[balls.len() - 1]);
        // It falls 4.9 m and moves 1 m to the side meanwhile.
        assert!(last[2] > first[3] && last[0] > first[0], "{gravity}: {first:?} {last:?}");
    }
}

#[test]
fn a_cage_is_drawn_around_its_ball() {
    let text = r#"
gravity = [0, 0, -9.81]
simulation = { step = 1e-3, until = 1 }
[bodies.ball]
type = "sphere"
mass = 1
radius = 0.05
position = [0.1, 0, 0]
velocity = [0, 0.8, 0]
[contacts.cage]
type = "sphere_in_sphere"
outer = "ground"
inner = "ball"
outer_radius = 0.2
"#;
    let directory = run("cage", text);
    let (cages, balls) = (figures(&directory, "polyline", "ground"), figures(&directory, "polygon", "ball"));
    assert_eq!((cages.len(), balls.len()), (1, 13));
    // Impacts leave it in the wall by less than the way of one step, some 2 mm of 0.4 m or 760 pixels: 4.
    let wall = cages[0];
    let wide = [wall[0] - 4.0, wall[1] + 4.0, wall[2] - 4.0, wall[3] + 4.0];
    assert!(balls.iter().all(|ball| spans(&wide, ball, 0..4)), "{wall:?} {balls:?}");
    let [width, height] = extent(&cages);
    // Four times as wide as the ball, which has a radius of 0.05 m.
    assert!((width - height).abs() < 2.0 * DIGIT && (width - 4.0 * extent(&balls[..1])[0]).abs() < 10.0 * DIGIT);
}

#[test]
fn a_bearing_is_drawn_around_its_journal() {
    let text = r#"
plane = "xy"
gravity = [0, -9.81, 0]
simulation = { step = 1e-3, until = 0.5 }
[bodies.arm]
type = "rigid_body"
mass = 1
inertia = 0.1
position = [0.25, 0, 0]
points = { eye = [-0.25, 0, 0] }
shapes = [{ type = "sphere", radius = 0.03, position = [-0.25, 0, 0] }]
[contacts.bearing]
type = "circle_in_circle"
outer = "ground"
inner = "arm.eye"
outer_radius = 0.06
inner_radius = 0.03
"#;
    let directory = run("bearing", text);
    let (bearing, journals) = (figures(&directory, "polyline", "ground"), figures(&directory, "polygon", "arm"));
    assert_eq!((bearing.len(), journals.len()), (1, 13));
    // The bearing is the widest thing: 760 pixels for 0.12 m. Impacts leave the journal in the wall by less than the way of
    // one step, 1 mm at 1 m/s: 7 pixels.
    let wide = [bearing[0][0] - 7.0, bearing[0][1] + 7.0, bearing[0][2] - 7.0, bearing[0][3] + 7.0];
    assert!(journals.iter().all(|journal| spans(&wide, journal, 0..4)), "{bearing:?} {journals:?}");
}

#[test]
fn containers_and_boxes_of_collisions_are_drawn() {
    let text = r#"
gravity = [0, 0, -9.81]
simulation = { step = 1e-3, until = 0.5 }
[ground]
shapes = [
  { type = "container", size = [1, 1, 0.5] },
  { type = "box", size = [0.2, 0.2, 0.1], position = [0, 0, 0.05] },
]
[bodies.ball]
type = "sphere"
mass = 1
radius = 0.05
position = [0, 0, 0.3]
velocity = [0.4, 0, 0]
[contacts.all]
type = "collision"
"#;
    let directory = run("container", text);
    let (container, block) = (figures(&directory, "polyline", "ground"), figures(&directory, "polygon", "ground"));
    assert_eq!((container.len(), block.len()), (1, 1));
    let sizes = [extent(&container), extent(&block)];
    // The container is 1 m or 760 pixels wide.
    let expected = [[760.0, 380.0], [152.0, 76.0]];
    assert!(
        sizes.iter().flatten().zip(expected.iter().flatten()).all(|(a, b)| (a - b).abs() < 2.0 * DIGIT),
        "{sizes:?}"
    );
    assert!(spans(&container[0], &block[0], 0..4));
}

/// Of two balls that cross, the upper one is drawn over the lower one, whatever their order in the file.
#[test]
fn what_is_nearer_to_the_eye_hides_what_is_behind() {
    let ball = |name: &str, z: f64| {
        format!(
            "[bodies.{name}]\ntype = \"sphere\"\nmass = 1\nradius = 0.1\nposition = [0, 0, {z}]\nvelocity = [1, 1, 0]\n"
        )
    };
    let text = format!("simulation = {{ step = 0.1, until = 1 }}\n{}{}", ball("upper", 1.0), ball("lower", 0.0));
    let svg = fs::read_to_string(run("depth", &text).join(file::STROBE_SVG)).unwrap();
    assert!(svg.rfind("<title>upper").unwrap() > svg.rfind("<title>lower").unwrap());
}
