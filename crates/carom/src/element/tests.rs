//! Every element and every measure against the contracts of the test kit, on two tumbling bodies, a point and a scalar,
//! tied to each other, to the ground and to a ground that moves.

use super::*;
use crate::expr::Expression;
use crate::measure::Measure;
use crate::model::{Model, Motion, Port, PortId};
use crate::testkit::{Stage, contract};
use crate::{Frame, Mat3, NodeKind};

const STATES: std::ops::Range<u64> = 0..5;

/// Ports of the test model.
struct Ports {
    a: PortId,
    b: PortId,
    /// A second port on the body of `a`.
    also_a: PortId,
    ground: PortId,
    moving: PortId,
    point: PortId,
    scalar: PortId,
}

impl Ports {
    fn pairs(&self) -> [(PortId, PortId); 7] {
        let Self { a, b, also_a, ground, moving, point, scalar } = *self;
        [(a, b), (a, also_a), (ground, b), (a, ground), (moving, b), (a, moving), (point, scalar)]
    }
}

fn expression(text: &str, variables: &[&str]) -> Expression {
    Expression::parse(text, variables, &|_| None, &[]).unwrap()
}

fn functions(texts: [&str; 3], variables: &[&str]) -> [Expression; 3] {
    texts.map(|text| expression(text, variables))
}

fn model() -> (Model, Ports) {
    let mut model = Model::new("contract");
    model.gravity = Vec3::new(1.0, -9.81, 0.5);
    let frame = |x: [f64; 3], psi: [f64; 3]| Frame::from_rotation_vector(Vec3::from(x), &Vec3::from(psi));
    let a = model.add_node("A", NodeKind::Frame, frame([0.1, 0.2, -0.3], [0.3, -0.2, 0.9]), [0.0; 6]);
    let b = model.add_node("B", NodeKind::Frame, frame([1.2, 0.4, 0.5], [-0.5, 0.4, 0.2]), [0.0; 6]);
    let p = model.add_node("P", NodeKind::Point, frame([-0.6, 0.9, 0.1], [0.0; 3]), [0.0; 6]);
    let s = model.add_node("S", NodeKind::Scalar, frame([0.4, 0.0, 0.0], [0.0; 3]), [0.0; 6]);
    let motion = Motion {
        name: "ground".to_owned(),
        translation: functions(["0.2*sin(3*t)", "t^2", "-0.1"], &["t"]),
        axis: Vec3::new(0.6, 0.0, 0.8),
        angle: expression("1 + 2*t", &["t"]),
    };
    let moving = Port { node: None, at: frame([0.3, -0.8, 0.6], [0.2, 0.1, 0.4]), motion: Some(motion) };
    let ports = Ports {
        a: model.add_port(Port::on(a, frame([0.2, -0.1, 0.3], [0.1, 0.5, -0.3]))),
        b: model.add_port(Port::on(b, frame([-0.4, 0.2, 0.1], [0.7, -0.1, 0.2]))),
        also_a: model.add_port(Port::on(a, frame([-0.5, 0.3, 0.2], [-0.4, 0.8, 0.1]))),
        ground: model.add_port(Port::ground(frame([0.5, 0.6, -0.7], [0.3, 0.3, -0.6]))),
        moving: model.add_port(moving),
        point: model.add_port(Port::on(p, Frame::identity())),
        scalar: model.add_port(Port::on(s, Frame::identity())),
    };
    model.angles = vec![0.0];
    (model, ports)
}

fn measures(a: PortId, b: PortId) -> Vec<Measure> {
    let mut all = vec![Measure::Distance { a, b }, Measure::Angle { a, b, slot: 0 }];
    for i in 0..3 {
        all.push(Measure::Projection { a, b, axis: i });
        all.extend((0..3).map(|j| Measure::Dot { a, i, b, j }));
    }
    all
}

/// Checks an element at several states.
fn check(model: &Model, element: &dyn Element, isotropic: bool) {
    for seed in STATES {
        let stage = Stage::shaken(model, 0.2, seed);
        contract::element(&stage, element).unwrap_or_else(|e| panic!("{element:?}, state {seed}: {e}"));
        if isotropic {
            contract::isotropy(&stage, element).unwrap_or_else(|e| panic!("{element:?}, state {seed}: {e}"));
        }
    }
}

#[test]
fn measures_keep_their_contract() {
    let (model, ports) = model();
    for seed in STATES {
        let stage = Stage::shaken(&model, 0.2, seed);
        for (a, b) in ports.pairs() {
            for measure in measures(a, b) {
                contract::measure(&stage, &measure).unwrap_or_else(|e| panic!("{measure:?}, state {seed}: {e}"));
            }
        }
    }
}

#[test]
fn masses_keep_their_contract() {
    let (model, _) = model();
    let j = Mat3::new(0.5, 0.1, -0.05, 0.1, 0.7, 0.02, -0.05, 0.02, 0.4);
    check(&model, &RigidBody::new(0, 2.0, j), true);
    check(&model, &PointMass::new(2, 0.7), true);
    check(&model, &ScalarMass::new(3, 0.3), true);
    check(&model, &Rayleigh::new(1, 0.8, 2.0, &j), true);
    check(&model, &Rayleigh::new(2, 0.8, 2.0, &Mat3::zeros()), true);
}

#[test]
fn forces_on_measures_keep_their_contract() {
    let (model, ports) = model();
    let linear = MeasureLaw::Linear { stiffness: 30.0, damping: 2.0, rest: 0.4, preload: 1.5 };
    let function = MeasureLaw::Function(expression("3*sin(t)*q^2 - 0.7*qd*abs(qd) + q*qd", &MeasureLaw::VARIABLES));
    for (a, b) in ports.pairs() {
        // Prescribed motions are given in space: only what stands on them is not isotropic.
        let isotropic = a != ports.moving && b != ports.moving && b != ports.scalar;
        let some = [
            Measure::Distance { a, b },
            Measure::Angle { a, b, slot: 0 },
            Measure::Projection { a, b, axis: 1 },
            Measure::Dot { a, i: 0, b, j: 2 },
        ];
        for measure in some {
            for law in [&linear, &function] {
                check(&model, &MeasureForce::new(measure.clone(), law.clone(), &model.ports), isotropic);
            }
        }
    }
}

#[test]
fn loads_keep_their_contract() {
    let (model, ports) = model();
    let force = ["2 - 3*x*vy", "sin(t)*z - 0.4*vx*abs(vx)", "x*y + vz*vy - z^2"];
    let torque = ["2 - 3*x*wy", "sin(t)*z - 0.4*wx*abs(wx)", "x*y + wz*wy - z^2"];
    for axes in [LoadAxes::Space, LoadAxes::Body] {
        for (node, port) in [(0, ports.a), (1, ports.b), (2, ports.point)] {
            let f = functions(force, &Load::FORCE_VARIABLES);
            check(&model, &Load::new(node, port, LoadKind::Force, axes, f), false);
        }
        let m = functions(torque, &Load::TORQUE_VARIABLES);
        check(&model, &Load::new(0, ports.a, LoadKind::Torque, axes, m), false);
    }
    let thrust = [1.0, -2.0, 3.0].map(Expression::constant);
    check(&model, &Load::new(0, ports.a, LoadKind::Force, LoadAxes::Body, thrust), true);
}

#[test]
fn dampers_keep_their_contract() {
    let (model, ports) = model();
    for (a, b) in ports.pairs() {
        let isotropic = a != ports.moving && b != ports.moving && b != ports.scalar;
        check(&model, &Damper::new(a, b, 1.3, 0.0, &model.ports), isotropic);
        check(&model, &Damper::new(a, b, 0.0, 0.6, &model.ports), isotropic);
        check(&model, &Damper::new(a, b, 1.3, 0.6, &model.ports), isotropic);
    }
}

/// Forces between two bodies change neither the momentum nor the angular momentum of both together.
#[test]
fn inner_forces_are_balanced() {
    let (model, ports) = model();
    let stage = Stage::shaken(&model, 0.2, 7);
    let (a, b) = (ports.a, ports.b);
    let law = MeasureLaw::Linear { stiffness: 30.0, damping: 2.0, rest: 0.4, preload: 1.5 };
    let mut inner: Vec<Box<dyn Element>> = vec![Box::new(Damper::new(a, b, 1.3, 0.6, &model.ports))];
    for measure in measures(a, b) {
        inner.push(Box::new(MeasureForce::new(measure, law.clone(), &model.ports)));
    }
    for element in inner {
        let f = contract::force(&stage, &stage.kin, element.as_ref());
        let (mut sum, mut moment) = (Vec3::zeros(), Vec3::zeros());
        for (node, frame) in stage.kin.frames.iter().enumerate() {
            let (linear, angular) = stage.layout.get(node, &f);
            sum += linear;
            moment += frame.x.cross(&linear) + frame.r() * angular;
        }
        // Forces up to 100 N at arms of 1 m: rounding only.
        assert!(sum.norm() < 1e-12 && moment.norm() < 1e-12, "{element:?}: {sum} {moment}");
    }
}

/// A rigid body that turns without forces keeps its kinetic energy and its angular momentum in space: Ω·(Ω × JΩ) = 0 and
/// d(R J Ω)/dt = R (J Ω̇ + Ω × JΩ) = 0.
#[test]
fn gyroscopic_force_keeps_the_angular_momentum() {
    let (mut model, _) = model();
    model.gravity = Vec3::zeros();
    let stage = Stage::shaken(&model, 0.2, 3);
    let j = Mat3::new(0.5, 0.1, -0.05, 0.1, 0.7, 0.02, -0.05, 0.02, 0.4);
    let f = contract::force(&stage, &stage.kin, &RigidBody::new(0, 2.0, j));
    let (_, omega) = stage.layout.get(0, &stage.kin.v);
    let (_, moment) = stage.layout.get(0, &f);
    assert!(omega.dot(&moment).abs() < 1e-15);
    let rate = moment + omega.cross(&(j * omega));
    assert!(rate.norm() < 1e-15);
}
