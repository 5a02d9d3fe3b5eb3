use super::*;
use crate::Vec3;
use crate::element::{Element, MassKind, Shape};
use crate::expr::Expression;
use crate::mesh::{Cell, CellKind, Mesh};
use crate::model::Model;
use crate::testkit::{Stage, contract};
use crate::{Frame, NodeKind};

/// A box of 2×1×0.5 m with its nodes moved, and a constant pressure on all of its surface.
fn pressed(kind: CellKind) -> (Mesh, Stage, Vec<Pressure>) {
    let mesh = Mesh::box_([2.0, 1.0, 0.5], [2, 2, 1], kind).unwrap();
    let mut model = Model::new("box");
    for x in &mesh.points {
        model.add_node("", NodeKind::Point, Frame::new(*x, lie::Quaternion::identity()), [0.0; 6]);
    }
    let pressure = Arc::new(Expression::constant(3.0));
    let faces = mesh.surface();
    let loads = faces.iter().map(|f| Pressure::new(LoadedFace::new(f.nodes()), pressure.clone())).collect();
    (mesh, Stage::shaken(&model, 0.03, 5), loads)
}

/// The volume of all cells.
fn volume(mesh: &Mesh, frames: &[Frame]) -> f64 {
    let of = |cell: &Cell| {
        let at = |a: usize| frames[cell.nodes()[a]].x;
        match cell.kind {
            CellKind::Hexahedron8 => Shape::hexahedron(&std::array::from_fn(at), MassKind::Lumped).weights.iter().sum(),
            _ => Shape::tetrahedron(&std::array::from_fn(at), MassKind::Lumped).weights[0],
        }
    };
    mesh.cells.iter().map(of).sum()
}

/// On a closed surface a constant pressure has no resultant and takes the work p dV.
#[test]
fn a_closed_surface_is_in_balance() {
    for kind in [CellKind::Hexahedron8, CellKind::Tetrahedron4] {
        let (mesh, stage, loads) = pressed(kind);
        let mut f = vec![0.0; stage.layout.n];
        loads.iter().for_each(|load| load.force(&stage.scene(), &mut f));
        let (mut sum, mut moment) = (Vec3::zeros(), Vec3::zeros());
        for (node, frame) in stage.kin.frames.iter().enumerate() {
            let force = stage.layout.get(node, &f).0;
            sum += force;
            moment += frame.x.cross(&force);
        }
        // Forces of some newtons: rounding only.
        assert!(sum.norm() < 1e-13 && moment.norm() < 1e-13, "{kind:?}: {sum} {moment}");
        let power: f64 = loads.iter().map(|load| load.power(&stage.scene()).loads).sum();
        let rate = stage.difference(|epsilon| vec![volume(&mesh, &stage.advanced(epsilon).frames)])[0];
        assert!((power + 3.0 * rate).abs() < 1e-9 * power.abs(), "{kind:?}: {power} {rate}");
    }
}

#[test]
fn surface_loads_keep_their_contract() {
    let (_, stage, loads) = pressed(CellKind::Hexahedron8);
    let (_, other, triangles) = pressed(CellKind::Tetrahedron4);
    for (stage, load) in [(&stage, &loads[0]), (&stage, &loads[5]), (&other, &triangles[0])] {
        contract::element(stage, load).unwrap();
        contract::isotropy(stage, load).unwrap();
    }
    let components = ["2", "sin(t)", "t^2"].map(|e| Expression::parse(e, &["t"], &|_| None, &[]).unwrap());
    contract::element(&stage, &Traction::new(vec![(0, 0.3), (4, 0.2)], components)).unwrap();
}
