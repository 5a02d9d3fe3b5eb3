use super::*;
use crate::element::{Damping, Element};
use crate::model::Model;
use crate::testkit::{Stage, contract};
use crate::{Frame, NodeKind, Vec3};
use std::sync::Arc;

/// A distorted brick.
const BRICK: [[f64; 3]; 8] = [
    [0.0, 0.1, -0.05],
    [1.1, 0.0, 0.1],
    [1.0, 0.9, 0.0],
    [-0.1, 1.0, 0.1],
    [0.05, -0.1, 1.0],
    [0.9, 0.1, 1.1],
    [1.1, 1.0, 0.9],
    [0.0, 0.9, 1.05],
];

fn model<const N: usize>(points: &[Vec3; N]) -> Model {
    let mut model = Model::new("solid");
    model.gravity = Vec3::new(1.0, -9.81, 0.5);
    for x in points {
        model.add_node("n", NodeKind::Point, Frame::new(*x, lie::Quaternion::identity()), [0.0; 6]);
    }
    model
}

fn substance(law: Law) -> Substance {
    let damping = Damping { mass: 0.3, stiffness: 0.02 };
    Substance { material: Material::new(law, 70.0, 0.3), density: 2.0, damping }
}

fn hexahedron(law: Law, enhanced: bool, kind: MassKind) -> (Model, Hexahedron) {
    let points = BRICK.map(Vec3::from);
    let substance = substance(law);
    let mut shape = Shape::hexahedron(&points, kind);
    if enhanced {
        shape.enhancement = Some(Enhancement::new(&points, shape.weights, &substance.material.initial()));
    }
    (model(&points), Hexahedron::new(std::array::from_fn(|i| i), Arc::new(shape), substance))
}

fn check(model: &Model, element: &dyn Element, what: &str) {
    for seed in 0..4 {
        let stage = Stage::shaken(model, 0.05, seed);
        contract::element(&stage, element).unwrap_or_else(|e| panic!("{what}, state {seed}: {e}"));
        contract::isotropy(&stage, element).unwrap_or_else(|e| panic!("{what}, state {seed}: {e}"));
    }
}

#[test]
fn hexahedra_keep_their_contract() {
    for law in [Law::StVenantKirchhoff, Law::NeoHooke] {
        for enhanced in [false, true] {
            for kind in [MassKind::Consistent, MassKind::Lumped] {
                let (model, element) = hexahedron(law, enhanced, kind);
                check(&model, &element, &format!("{law:?}, enhanced {enhanced}, {kind:?}"));
            }
        }
    }
}

#[test]
fn tetrahedra_keep_their_contract() {
    let points = [[0.0, 0.1, -0.05], [1.1, 0.0, 0.1], [0.1, 0.9, 0.0], [0.05, -0.1, 1.0]].map(Vec3::from);
    for law in [Law::StVenantKirchhoff, Law::NeoHooke] {
        for kind in [MassKind::Consistent, MassKind::Lumped] {
            let shape = Arc::new(Shape::tetrahedron(&points, kind));
            let element = Tetrahedron::new([0, 1, 2, 3], shape, substance(law));
            check(&model(&points), &element, &format!("{law:?}, {kind:?}"));
        }
    }
}
