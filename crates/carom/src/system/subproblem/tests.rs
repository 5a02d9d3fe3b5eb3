//! The assembled tangent of every sample, and of models with followers, against differences of the residual.

use super::*;
use crate::catalog::CATALOG;
use crate::element::{Damper, Load, LoadAxes, LoadKind, PointMass, RigidBody};
use crate::expr::Expression;
use crate::joint::{Joint, Row};
use crate::measure::Measure;
use crate::model::{Follower, Kinematics, Model, Port};
use crate::system::{Candidates, System};
use crate::{Frame, Mat3, NodeKind, Vec3};
use nonsmooth::Problem;

/// q = q₀ ∘ exp(0.3 (ψ + y)), v = v₀ + 0.7 y, x = y; in a pair, with z the other unknown, q has 0.2 z and x has 0.4 z in addition.
struct Test {
    level: Level,
    paired: bool,
    start: Kinematics,
    psi: Vec<f64>,
}

impl Stage for Test {
    fn weights(&self) -> Weights {
        Weights { m: 1.0, v: 0.7, q: 0.3, s: 0.9 }
    }

    fn level(&self) -> Level {
        self.level
    }

    fn place(&self, system: Assembly, island: &Island, work: &mut Work) -> bool {
        for i in 0..work.y.len() {
            work.x[i] = work.y[i];
            work.kin.v[i] = self.start.v[i] + 0.7 * work.y[i];
            work.psi[i] = 0.3 * (self.psi[i] + work.y[i]);
            if self.paired {
                work.x[i] += 0.4 * work.beside[i];
                work.psi[i] += 0.2 * work.beside[i];
            }
        }
        system.displace(island, &self.start.frames, &work.psi, &mut work.kin.frames);
        true
    }

    fn beside(&self) -> Option<Weights> {
        self.paired.then_some(Weights { m: 0.4, v: 0.0, q: 0.2, s: 0.9 })
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.psi
    }
}

/// Whose columns are compared.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Columns {
    Alone,
    OfPair,
    OfOther,
}

fn number(i: usize, seed: usize) -> f64 {
    ((i * 37 + seed * 101 + 11) % 97) as f64 / 48.0 - 1.0
}

/// Compares the matrix with differences at a state without symmetries; the worst difference relative to the largest entry.
fn tangent_error(system: Assembly, level: Level, columns_of: Columns) -> f64 {
    let n = system.layout.n;
    let mut start = system.initial_kinematics();
    let length = |i: usize| {
        let linear = system.layout.dofs.iter().any(|d| d[..3].contains(&(i as u32)));
        if linear { system.length } else { 1.0 }
    };
    let unit: Vec<f64> = (0..n).map(length).collect();
    start.t = 0.37;
    (0..n).for_each(|i| start.v[i] += unit[i] * number(i, 1));
    let psi = (0..n).map(|i| 0.4 * unit[i] * number(i, 2)).collect();
    let stage = Test { level, paired: columns_of != Columns::Alone, start, psi };
    let island = &system.system.components.whole;
    let (mut work, mut multipliers, mut sub) = (Work::new(system), Multipliers::new(system), Subproblem::default());
    sub.activate(system, island);
    if stage.paired {
        sub.shifts = [0, sub.size as u32];
        sub.matrix.reset(2 * sub.size, linalg::Storage::Dense);
    }
    work.kin.t = stage.start.t;
    for i in 0..system.joint_rows {
        (multipliers.lam[i], multipliers.carried[i], multipliers.pressed[i]) =
            (number(i, 3), number(i, 4), number(i, 5));
    }
    (0..n).for_each(|i| work.y[i] = 0.5 * unit[i] * number(i, 5));
    (0..n).for_each(|i| work.beside[i] = 0.5 * unit[i] * number(i, 6));
    let (y, z, shift) =
        (work.y.clone(), work.beside.clone(), if columns_of == Columns::OfOther { sub.size } else { 0 });
    let mut solve = Solve {
        system,
        island,
        work: &mut work,
        rows: &mut multipliers,
        sub: &mut sub,
        stage: &stage,
        rows_are_current: false,
    };
    solve.evaluate();
    solve.update_scale();
    solve.assemble();
    let rows = system.joint_rows;
    let row_weight = stage.weights().row(level);
    let mut residual = |delta: &[f64], epsilon: f64| -> Vec<f64> {
        for i in 0..n {
            match columns_of {
                Columns::OfOther => solve.work.beside[i] = z[i] + epsilon * delta[i],
                Columns::Alone | Columns::OfPair => solve.work.y[i] = y[i] + epsilon * delta[i],
            }
        }
        solve.evaluate();
        let constraint = solve.rows.residual_rows[..rows].iter().map(|c| c / row_weight);
        solve.work.r1.iter().copied().chain(constraint).collect()
    };
    let (mut worst, mut largest) = (0.0_f64, 0.0_f64);
    let mut columns = Vec::new();
    for j in 0..n {
        let mut delta = vec![0.0; n];
        delta[j] = unit[j];
        // Fourth order with ε = 1e-3: errors near 1e-11.
        let [p1, m1, p2, m2] = [1.0, -1.0, 2.0, -2.0].map(|k| residual(&delta, k * 1e-3));
        columns.push((0..n + rows).map(|i| (8.0 * (p1[i] - m1[i]) - (p2[i] - m2[i])) / 12e-3).collect::<Vec<_>>());
    }
    for (j, column) in columns.iter().enumerate() {
        for (i, difference) in column.iter().enumerate() {
            let scale = if i < n { unit[i] } else { 1.0 };
            let exact = sub.matrix.get(i, shift + j) * unit[j] * scale;
            largest = largest.max(exact.abs());
            worst = worst.max((exact - difference * scale).abs());
        }
    }
    worst / largest.max(f64::MIN_POSITIVE)
}

fn port(model: &mut Model, node: usize, x: [f64; 3]) -> usize {
    model.add_port(Port::on(node, Frame::from_rotation_vector(Vec3::from(x), &Vec3::new(0.1, -0.2, 0.3))))
}

/// Spherical joint and a locked axis pair, a damper and a follower torque between two ports.
fn attach(model: &mut Model, a: usize, b: usize) {
    let mut rows: Vec<Row> = (0..3).map(|axis| Row::new(Measure::Projection { a, b, axis })).collect();
    rows.push(Row::new(Measure::Dot { a, i: 0, b, j: 1 }));
    rows.push(Row::new(Measure::Distance { a, b }));
    model.joints.push(Joint { name: "joint".to_owned(), kind: "test", rows, coordinates: Vec::new() });
    let item = |name: &str, element| crate::element::Item { name: name.to_owned(), kind: "test", element };
    let damper = Damper::new(a, b, 2.0, 0.7, &model.ports);
    let force = [0.3, -0.5, 0.8].map(Expression::constant);
    let load = Load::new(model.ports[a].node.unwrap(), a, LoadKind::Force, LoadAxes::Body, force.clone());
    let torque = Load::new(model.ports[a].node.unwrap(), a, LoadKind::Torque, LoadAxes::Space, force);
    model.elements.push(item("damper", Box::new(damper)));
    model.elements.push(item("load", Box::new(load)));
    model.elements.push(item("torque", Box::new(torque)));
}

fn body(model: &mut Model, x: [f64; 3], psi: [f64; 3]) -> usize {
    let frame = Frame::from_rotation_vector(Vec3::from(x), &Vec3::from(psi));
    let node = model.add_node("body", NodeKind::Frame, frame, [0.0; 6]);
    let element = Box::new(RigidBody::new(node, 2.0, Mat3::from_diagonal(&Vec3::new(1.0, 2.0, 1.5))));
    model.elements.push(crate::element::Item { name: "body".to_owned(), kind: "test", element });
    node
}

fn between() -> Model {
    let mut model = Model::new("between");
    let nodes = [body(&mut model, [0.0; 3], [0.1, 0.2, 0.3]), body(&mut model, [1.0, 0.2, 0.0], [0.5, -0.3, 0.1])];
    let other = body(&mut model, [0.5, 1.0, 0.3], [0.0; 3]);
    let follower = model.add_follower("between", Follower::between(nodes[0], nodes[1], 0.3));
    let (a, b) = (port(&mut model, follower, [0.1, 0.2, -0.1]), port(&mut model, other, [0.3, -0.2, 0.2]));
    attach(&mut model, a, b);
    model
}

fn patch() -> Model {
    let mut model = Model::new("patch");
    let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.1], [0.0, 1.0, 0.0], [1.2, 1.0, 0.0]].map(Vec3::from);
    let nodes: Vec<usize> = points
        .iter()
        .map(|x| {
            let frame = Frame::new(*x, lie::Quaternion::identity());
            let node = model.add_node("point", NodeKind::Point, frame, [0.0; 6]);
            let element = Box::new(PointMass::new(node, 1.3));
            model.elements.push(crate::element::Item { name: "point".to_owned(), kind: "test", element });
            node
        })
        .collect();
    let other = body(&mut model, [0.5, 1.0, 0.6], [0.3, 0.0, 0.1]);
    let follower = Follower::patch(nodes, &points, &[1.0, 2.0, 1.0, 0.5]).unwrap();
    let follower = model.add_follower("patch", follower);
    let (a, b) = (port(&mut model, follower, [0.1, 0.2, -0.1]), port(&mut model, other, [0.3, -0.2, 0.2]));
    attach(&mut model, a, b);
    model
}

/// Two places on bodies with floating frames, hinged and damped: one rod in its own modes, one beam reduced to two.
const MODAL: &str = r#"
gravity = [0, 0, -9.81]
[bodies.rod]
type = "floating_rod"
start = [0, 0, 0]
end = [0.5, 0.2, 0.1]
section = { type = "rectangle", width = 0.02, height = 0.03 }
young = 2e6
poisson = 0.3
density = 1000
elements = 3
modes = 4
[bodies.beam]
type = "beam"
start = [0.5, 0.2, 0.1]
end = [0.9, 0.4, -0.1]
section = { type = "rectangle", width = 0.02, height = 0.03 }
young = 2e6
poisson = 0.3
density = 1000
elements = 3
reduce = { modes = 8, interfaces = ["start"] }
[joints]
hinge = { type = "hinge", a = "rod.end", b = "beam.start", axis = [1, 2, 3] }
[forces.damper]
type = "damper"
a = "rod.start"
b = "beam.end"
damping = 2
angular_damping = 0.7
"#;

#[test]
fn assembled_tangents_agree_with_differences_of_the_residual() {
    let load = |text: &str| crate::spec::load_str("sample.toml", text, &[]).ok().map(|loaded| loaded.model);
    let samples = CATALOG.iter().filter_map(|e| Some((e.key, load(e.sample)?)));
    for (name, model) in samples.chain([("between", between()), ("patch", patch()), ("modal", load(MODAL).unwrap())]) {
        let Ok(system) = System::new(model) else { continue };
        let alone = [Level::Position, Level::Velocity].map(|level| (level, Columns::Alone));
        let paired = [Columns::OfPair, Columns::OfOther].map(|columns| (Level::Velocity, columns));
        for (level, columns) in alone.into_iter().chain(paired) {
            let error = tangent_error(Candidates::new(&system).assembly(&system), level, columns);
            assert!(error < 1e-8, "{name}, {level:?}, {columns:?}: {error:e}");
        }
    }
}
