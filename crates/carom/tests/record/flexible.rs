//! Flexible bodies in frames and pictures.

use super::{array, assert_well_formed, directory};
use carom::mesh::{Cell, CellKind, Mesh};
use carom::model::{FlexibleBody, Kinematics, Layout, Model};
use carom::record::*;
use carom::{Frame, NodeKind, Vec3};
use std::fs;
use std::path::Path;

fn add(model: &mut Model, name: &str, kind: NodeKind, mesh: &Mesh) {
    let node = |x: &Vec3| model.add_node(name, kind, Frame::from_rotation_vector(*x, &Vec3::zeros()), [0.0; 6]);
    let nodes = mesh.points.iter().map(node).collect();
    model.flexible.push(FlexibleBody {
        name: name.to_owned(),
        nodes,
        cells: mesh.cells.clone(),
        elements: 0..0,
        modal: None,
        section: None,
    });
}

/// A block of hexahedra, one of tetrahedra above it, and a beam of four elements along x.
fn model() -> Model {
    let mut model = Model::new("flexible");
    let block = |kind| Mesh::box_([2.0, 0.5, 0.5], [8, 2, 2], kind).unwrap();
    add(&mut model, "block <8>", NodeKind::Point, &block(CellKind::Hexahedron8));
    let mut upper = block(CellKind::Tetrahedron4);
    upper.points.iter_mut().for_each(|x| x.z += 1.0);
    add(&mut model, "upper", NodeKind::Point, &upper);
    let points = (0..5).map(|i| Vec3::new(0.5 * f64::from(i) - 1.0, 0.0, 2.0)).collect();
    let cells = (0..4).map(|i| Cell::new(CellKind::Line2, &[i, i + 1])).collect();
    add(&mut model, "beam", NodeKind::Frame, &Mesh::new(points, cells));
    model
}

/// Every node of the model moved by a map, with the velocity (x, 0, 0).
fn moved(model: &Model, map: impl Fn(&Vec3) -> Vec3) -> (Kinematics, Layout) {
    let layout = Layout::new(&model.nodes, &model.followers);
    let frames = model.nodes.iter().map(|n| Frame::from_rotation_vector(map(&n.frame.x), &Vec3::zeros())).collect();
    let mut v = vec![0.0; layout.n];
    for (i, node) in model.nodes.iter().enumerate() {
        layout.add(i, &Vec3::new(node.frame.x.x, 0.0, 0.0), &Vec3::zeros(), &mut v);
    }
    (Kinematics::new(frames, v, &model.ports, 0), layout)
}

/// Bends the x axis into an arc of the curvature κ in the x-z plane.
fn bent(curvature: f64) -> impl Fn(&Vec3) -> Vec3 {
    move |x| {
        let (sin, cos) = (curvature * x.x).sin_cos();
        let radius = 1.0 / curvature + x.z;
        Vec3::new(radius * sin, x.y, radius * cos - 1.0 / curvature)
    }
}

fn reals(xml: &str, name: &str) -> Vec<f64> {
    array(xml, name).chunks_exact(8).map(|b| f64::from_le_bytes(b.try_into().unwrap())).collect()
}

fn integers(xml: &str, name: &str) -> Vec<i32> {
    array(xml, name).chunks_exact(4).map(|b| i32::from_le_bytes(b.try_into().unwrap())).collect()
}

fn read(directory: &Path, frame: &str) -> String {
    let xml = fs::read_to_string(directory.join("bodies").join(frame)).unwrap();
    assert_well_formed(&xml);
    xml
}

#[test]
fn flexible_bodies_are_cells_with_displacement_and_velocity() {
    let directory = directory("flexible");
    let model = model();
    let mut writer = VtuWriter::create(&directory.join("bodies.pvd"), &[], &model).unwrap();
    let (kin, layout) = moved(&model, bent(0.5));
    let energies: Vec<f64> = (0..32 + 192 + 4).map(f64::from).collect();
    let stresses: Vec<f64> = energies.iter().flat_map(|e| [*e, 0.0, 0.0, 0.0, 0.0, -1.0]).collect();
    let arrays = [
        CellArray { name: "strain_energy", components: 1, values: &energies },
        CellArray { name: "stress", components: 6, values: &stresses },
    ];
    writer.append(0.5, &kin, &layout, &arrays).unwrap();
    let xml = read(&directory, "bodies_flexible_000000.vtu");
    let points = 2 * 9 * 3 * 3 + 5;
    assert!(xml.contains(&format!("NumberOfPoints=\"{points}\" NumberOfCells=\"228\"")));
    let (place, displacement, velocity) = (reals(&xml, "Points"), reals(&xml, "displacement"), reals(&xml, "velocity"));
    for (i, node) in model.nodes.iter().enumerate() {
        for k in 0..3 {
            assert_eq!(place[3 * i + k], kin.frames[i].x[k]);
            assert_eq!(displacement[3 * i + k], kin.frames[i].x[k] - node.frame.x[k]);
        }
        assert_eq!(velocity[3 * i..3 * i + 3], [node.frame.x.x, 0.0, 0.0]);
    }
    let types = array(&xml, "types");
    assert_eq!(types, [vec![12; 32], vec![10; 192], vec![3; 4]].concat());
    let (connectivity, offsets) = (integers(&xml, "connectivity"), integers(&xml, "offsets"));
    assert_eq!((offsets[0], offsets[227], connectivity.len()), (8, 32 * 8 + 192 * 4 + 8, 32 * 8 + 192 * 4 + 8));
    assert_eq!(connectivity[connectivity.len() - 8..], [162, 163, 163, 164, 164, 165, 165, 166]);
    let bodies = integers(&xml, "body");
    assert_eq!([bodies[0], bodies[32], bodies[227]], [0, 81, 162]);
    assert_eq!((reals(&xml, "strain_energy"), reals(&xml, "stress")), (energies.clone(), stresses));

    let short = [CellArray { name: "strain_energy", components: 1, values: &energies[1..] }];
    let error = writer.append(1.0, &kin, &layout, &short).unwrap_err();
    assert!(error.to_string().contains("`strain_energy` has 227 numbers, expected 228"), "{error}");
}

#[test]
fn shapes_and_flexible_bodies_are_parts_of_one_collection() {
    let directory = directory("parts");
    let pvd = directory.join("bodies.pvd");
    let (model, shapes) = (model(), [super::shape("ball", 0, Geometry::Sphere { radius: 0.1 })]);
    let (kin, layout) = moved(&model, |x| *x);
    let mut writer = VtuWriter::create(&pvd, &shapes, &model).unwrap();
    let mut texts = Vec::new();
    for i in 0..3 {
        writer.append(0.1 * f64::from(i), &kin, &layout, &[]).unwrap();
        texts.push(fs::read_to_string(&pvd).unwrap());
    }
    assert_well_formed(&texts[2]);
    assert!(texts[2].contains("part=\"0\" file=\"bodies/bodies_000002.vtu\""));
    assert!(texts[2].contains("part=\"1\" file=\"bodies/bodies_flexible_000002.vtu\""));
    VtuWriter::reopen(&pvd, &shapes, &model, 2).unwrap();
    assert_eq!(fs::read_to_string(&pvd).unwrap(), texts[1]);
    assert!(matches!(VtuWriter::reopen(&pvd, &shapes, &model, 3), Err(RecordError::Continue { .. })));
}

#[test]
fn pictures_show_beams_as_lines_and_the_visible_faces_of_solids() {
    let directory = directory("film");
    let model = model();
    let outlines: Vec<Outline> = model.flexible.iter().flat_map(Outline::of).collect();
    assert_eq!(outlines.iter().map(|o| o.points.len()).collect::<Vec<_>>(), [81 - 7, 81 - 7, 5]);
    let instant = |map: &dyn Fn(&Vec3) -> Vec3| {
        let (kin, _) = moved(&model, map);
        let places = |o: &Outline| o.points.iter().map(|p| p.position(&kin)).collect();
        Instant { ports: kin.ports.clone(), outlines: outlines.iter().map(places).collect() }
    };
    // Undeformed, seen along y: 8 × 2 faces of the block, twice as many of the tetrahedra, one line.
    let path = directory.join("still.svg");
    strobe(&path, &[], &outlines, &[instant(&|x| *x)], View::XZ).unwrap();
    let svg = fs::read_to_string(&path).unwrap();
    assert_well_formed(&svg);
    assert_eq!((svg.matches("z\"/>").count(), svg.matches("<polyline").count()), (16 + 32, 1));
    // The rims: 2 × (8 + 2) edges of each.
    assert_eq!(svg.matches("<path d=\"M").count(), 2 * 20 + 1);
    assert!(svg.contains("<title>block &lt;8&gt;</title>"));

    // Bent and turned towards the eye, so that three sides of a solid are seen; four instants of each.
    let turn = Frame::from_rotation_vector(Vec3::zeros(), &Vec3::new(0.5, 0.0, 0.6));
    let instants: Vec<_> = (0..4)
        .map(|i| {
            let (bend, shift) = (bent(0.01 + 0.3 * f64::from(i)), Vec3::new(3.0 * f64::from(i), 0.0, 0.0));
            instant(&move |x: &Vec3| turn.point(&bend(x)) + shift)
        })
        .collect();
    let path = directory.join("bent.svg");
    strobe(&path, &[], &outlines, &instants, View::XZ).unwrap();
    let svg = fs::read_to_string(&path).unwrap();
    assert_well_formed(&svg);
    assert_eq!((svg.matches("<g fill").count(), svg.matches("<polyline").count()), (2 * 4, 4));
    assert!(svg.matches("z\"/>").count() > 4 * (16 + 16 + 4) * 2);
}
