//! Meshes: volumes and areas of the generated box, surfaces, and everything that validation must find.

use carom::Vec3;
use carom::mesh::{Cell, CellKind, Mesh, MeshError};
use std::collections::BTreeSet;

const SOLIDS: [CellKind; 2] = [CellKind::Hexahedron8, CellKind::Tetrahedron4];

/// The volume inside the surface, ∮ x·n dA/3, exact for plane faces.
fn volume(mesh: &Mesh) -> f64 {
    let surface = mesh.surface();
    surface.iter().map(|f| f.area(&mesh.points).dot(&mesh.points[f.nodes()[0]]) / 3.0).sum()
}

fn cube(kind: CellKind) -> Mesh {
    Mesh::box_([1.0, 1.0, 1.0], [2, 2, 2], kind).unwrap()
}

#[test]
fn a_box_has_its_volume_its_sides_and_a_sound_mesh() {
    let (size, elements) = ([0.3, 2.0, 0.7], [3, 5, 2]);
    for (kind, per_brick, per_face) in [(CellKind::Hexahedron8, 1, 1), (CellKind::Tetrahedron4, 6, 2)] {
        let mesh = Mesh::box_(size, elements, kind).unwrap();
        mesh.validate().unwrap();
        assert_eq!((mesh.points.len(), mesh.cells.len()), (4 * 6 * 3, 30 * per_brick));
        assert!((volume(&mesh) - 0.42).abs() < 1e-14);
        assert_eq!(mesh.surface().len(), per_face * 2 * (15 + 10 + 6));
        assert_eq!(mesh.surface_nodes().len(), 4 * 6 * 3 - 2 * 4);
        let names: Vec<&str> = mesh.groups.iter().map(|g| g.name.as_str()).collect();
        assert_eq!(names, ["x-", "x+", "y-", "y+", "z-", "z+"]);
        for (i, group) in mesh.groups.iter().enumerate() {
            let (axis, sign) = (i / 2, if i % 2 == 0 { -1.0 } else { 1.0 });
            assert!(group.nodes.iter().all(|n| mesh.points[*n][axis] == sign * 0.5 * size[axis]));
            // The vector areas of a side add up to its area, outwards.
            let area: Vec3 = group.faces.iter().map(|f| f.area(&mesh.points)).sum();
            let expected = Vec3::from_fn(|k, _| if k == axis { sign * 0.42 / size[axis] } else { 0.0 });
            assert!((area - expected).norm() < 1e-14, "{} {area} {expected}", group.name);
        }
    }
}

#[test]
fn boxes_that_make_no_sense_are_refused() {
    let make = |size, elements, kind| Mesh::box_(size, elements, kind).unwrap_err();
    let hexahedron = CellKind::Hexahedron8;
    assert!(matches!(make([1.0, 0.0, 1.0], [1; 3], hexahedron), MeshError::BoxSize { axis: 'y', .. }));
    assert!(matches!(make([1.0, 1.0, f64::NAN], [1; 3], hexahedron), MeshError::BoxSize { axis: 'z', .. }));
    assert!(matches!(make([1.0; 3], [0, 1, 1], hexahedron), MeshError::BoxElements { axis: 'x' }));
    assert!(matches!(make([1.0; 3], [usize::MAX, 2, 2], hexahedron), MeshError::BoxTooLarge { .. }));
    assert!(matches!(make([1.0; 3], [1; 3], CellKind::Line2), MeshError::BoxKind { .. }));
}

#[test]
fn faces_of_a_cell_close_it_and_its_edges_are_those_of_its_faces() {
    for kind in SOLIDS {
        let mesh = cube(kind);
        for (i, cell) in mesh.cells.iter().enumerate() {
            let sum: Vec3 = cell.faces(i).map(|f| f.area(&mesh.points)).sum();
            assert!(sum.norm() < 1e-15);
            let round = |f: carom::mesh::Face| {
                let n = f.nodes().to_vec();
                (0..n.len()).map(|k| (n[k], n[(k + 1) % n.len()])).collect::<Vec<_>>()
            };
            let directed: BTreeSet<_> = cell.faces(i).flat_map(round).collect();
            let both = |&[a, b]: &[usize; 2]| [[a, b], [b, a]].map(|e| (cell.nodes()[e[0]], cell.nodes()[e[1]]));
            let edges: BTreeSet<_> = kind.edges().iter().flat_map(both).collect();
            // Each edge is passed once in each direction.
            assert_eq!(directed, edges);
        }
    }
}

#[test]
fn inverted_and_flat_cells_are_found() {
    for kind in SOLIDS {
        let mut mesh = cube(kind);
        let nodes: Vec<usize> = mesh.cells[3].nodes().to_vec();
        let mut swapped = nodes.clone();
        swapped.swap(0, 1);
        mesh.cells[3] = Cell::new(kind, &swapped);
        let error = mesh.validate().unwrap_err();
        assert!(matches!(error, MeshError::Inverted { cell: 4, count: 1, .. }), "{error}");
    }
    // A corner pulled into the plane of its three neighbours: x + y + z of them is 1/3 of the way along the diagonal.
    let mut mesh = Mesh::box_([2.0; 3], [1; 3], CellKind::Hexahedron8).unwrap();
    mesh.points[0] = Vec3::repeat(-1.0 / 3.0);
    assert_eq!(
        mesh.validate().unwrap_err(),
        MeshError::Flat { cell: 1, kind: CellKind::Hexahedron8, node: 1, count: 1 }
    );
    mesh.points[0] = Vec3::repeat(0.0);
    let error = mesh.validate().unwrap_err();
    assert!(matches!(error, MeshError::Inverted { cell: 1, node: 1, .. }), "{error}");
    assert!(error.to_string().contains("element 1 (hexahedron) is inverted"), "{error}");

    let mut mesh = cube(CellKind::Tetrahedron4);
    mesh.points.iter_mut().for_each(|x| x.z = 0.0);
    assert!(matches!(mesh.validate().unwrap_err(), MeshError::Flat { count: 48, .. }));
    // Thin is not flat.
    let mut mesh = cube(CellKind::Hexahedron8);
    mesh.points.iter_mut().for_each(|x| x.z *= 1e-7);
    mesh.validate().unwrap();
}

#[test]
fn a_line_of_no_length_is_flat() {
    let points = vec![Vec3::zeros(), Vec3::x(), Vec3::x()];
    let line = |a, b| Cell::new(CellKind::Line2, &[a, b]);
    let mesh = Mesh::new(points, vec![line(0, 1), line(1, 2)]);
    assert!(matches!(mesh.validate().unwrap_err(), MeshError::Flat { cell: 2, .. }));
}

#[test]
fn nodes_that_are_missing_unused_or_nowhere_are_found() {
    let mut mesh = cube(CellKind::Hexahedron8);
    mesh.points.extend([Vec3::repeat(5.0), Vec3::repeat(6.0)]);
    mesh.node_tags.extend([40, 50]);
    let error = mesh.validate().unwrap_err();
    assert_eq!(error.to_string(), "node 40 belongs to no element (and 1 more node)");

    let mut mesh = cube(CellKind::Hexahedron8);
    mesh.cells[1] = Cell::new(CellKind::Tetrahedron4, &[0, 1, 2, 99]);
    assert_eq!(mesh.validate().unwrap_err(), MeshError::NoSuchNode { cell: 2, index: 99, points: 27 });

    let mut mesh = cube(CellKind::Hexahedron8);
    mesh.points[7].y = f64::INFINITY;
    assert_eq!(mesh.validate().unwrap_err(), MeshError::NotFinite { node: 8 });
}

#[test]
fn cells_that_are_there_twice_overlap() {
    for kind in SOLIDS {
        let mut mesh = cube(kind);
        mesh.cells.push(mesh.cells[2]);
        mesh.cell_tags.push(77);
        assert_eq!(mesh.validate().unwrap_err(), MeshError::Overlap { cells: [3, 77] });
    }
}

/// Two boxes side by side along x, each with nodes of its own.
fn two_boxes(left: [usize; 3], right: [usize; 3], kind: CellKind) -> Mesh {
    let a = Mesh::box_([1.0; 3], left, kind).unwrap();
    let b = Mesh::box_([1.0; 3], right, kind).unwrap();
    let first = a.points.len();
    let points = a.points.iter().copied().chain(b.points.iter().map(|x| x + Vec3::x())).collect();
    let cells = a.cells.iter().copied().chain(b.cells.iter().map(|c| c.renumbered(|i| i + first))).collect();
    Mesh::new(points, cells)
}

#[test]
fn coincident_nodes_mean_that_the_mesh_is_not_connected() {
    for kind in SOLIDS {
        let error = two_boxes([2; 3], [2; 3], kind).validate().unwrap_err();
        // The node at x = ½, y = z = −½ of the left box is its third, of the right box the first.
        assert_eq!(error, MeshError::Coincident { nodes: [3, 28], count: 9 });
        assert!(error.to_string().contains("not connected"), "{error}");
        assert!(error.help().unwrap().contains("merge"));
    }
}

/// Joins nodes at the same place.
fn merged(mesh: &Mesh) -> Mesh {
    let first = |i: usize| (0..=i).find(|j| (mesh.points[*j] - mesh.points[i]).norm() < 1e-9).unwrap();
    let cells: Vec<Cell> = mesh.cells.iter().map(|c| c.renumbered(first)).collect();
    let all: Vec<usize> = (0..cells.len()).collect();
    Mesh::new(mesh.points.clone(), cells).part(&all)
}

#[test]
fn hanging_nodes_are_found_on_edges_and_faces() {
    for kind in SOLIDS {
        merged(&two_boxes([2; 3], [2; 3], kind)).validate().unwrap();
        // The right side is halved along y and z: four nodes on edges and one on the face hang.
        let mesh = merged(&two_boxes([1; 3], [2, 2, 2], kind));
        let error = mesh.validate().unwrap_err();
        assert!(matches!(error, MeshError::Hanging { count: 5, .. }), "{error}");
        // Halved along y only: two nodes on edges.
        let mesh = merged(&two_boxes([1; 3], [1, 2, 1], kind));
        let error = mesh.validate().unwrap_err();
        assert!(matches!(error, MeshError::Hanging { count: 2, .. }), "{error}");
        // A warped interface hides nothing: the nodes follow the bilinear face of the coarse side.
        let mut mesh = merged(&two_boxes([1; 3], [2; 3], CellKind::Hexahedron8));
        mesh.points.iter_mut().for_each(|x| x.x += 0.3 * x.y * x.z * (1.5 - x.x));
        let error = mesh.validate().unwrap_err();
        assert!(matches!(error, MeshError::Hanging { count: 5, .. }), "{error}");
    }
}

#[test]
fn a_part_keeps_its_tags_groups_and_outward_faces() {
    let mut mesh = merged(&two_boxes([1; 3], [1; 3], CellKind::Hexahedron8));
    let interface = mesh.cells[0].faces(0).find(|f| mesh.cells[1].nodes().contains(&f.nodes()[0])).unwrap();
    let nodes = {
        let mut n = interface.nodes().to_vec();
        n.sort_unstable();
        n
    };
    let group = |name: &str, dimension| carom::mesh::Group { name: name.to_owned(), dimension, ..Default::default() };
    mesh.groups = vec![
        carom::mesh::Group { nodes: nodes.clone(), faces: vec![interface], ..group("interface", 2) },
        carom::mesh::Group { nodes: mesh.cells[0].nodes().to_vec(), cells: vec![0], ..group("left", 3) },
        carom::mesh::Group { nodes: vec![nodes[0]], ..group("point", 0) },
    ];
    let right = mesh.part(&[1]);
    assert_eq!((right.points.len(), right.cell_tags.as_slice()), (8, &[2][..]));
    assert!(matches!(right.group("left", 3..=3).unwrap_err(), MeshError::EmptyGroup { .. }));
    right.group("point", 0..=0).unwrap();
    let [face] = right.groups[0].faces[..] else { panic!() };
    assert!((face.area(&right.points) + Vec3::x()).norm() < 1e-15);
    let tags = |nodes: &[usize], mesh: &Mesh| nodes.iter().map(|n| mesh.node_tags[*n]).collect::<Vec<_>>();
    assert_eq!(tags(&right.groups[0].nodes, &right), tags(&nodes, &mesh));
    right.validate().unwrap();
}

#[test]
fn groups_are_found_by_name_and_dimension() {
    let mut mesh = cube(CellKind::Hexahedron8);
    assert_eq!(mesh.group("y+", 0..=2).unwrap().nodes.len(), 9);
    let error = mesh.group("Y+", 0..=2).unwrap_err();
    assert_eq!(error.to_string(), "the mesh has no physical group `Y+`");
    assert!(error.help().unwrap().contains("`y+`"));
    assert!(mesh.group("y+", 3..=3).unwrap_err().help().unwrap().contains("Physical"));
    mesh.groups[0].name = "y+".to_owned();
    mesh.groups[0].dimension = 1;
    assert!(matches!(mesh.group("y+", 0..=2).unwrap_err(), MeshError::AmbiguousGroup { .. }));
    mesh.group("y+", 2..=2).unwrap();
}

/// A graded mesh of many cells: the searches must not look at all pairs.
#[test]
fn validation_of_a_large_graded_mesh_is_quick() {
    let mut mesh = Mesh::box_([1.0; 3], [24; 3], CellKind::Tetrahedron4).unwrap();
    mesh.points.iter_mut().for_each(|x| x.iter_mut().for_each(|c| *c = (8.0 * *c).exp()));
    let start = carom::testkit::cpu_time();
    mesh.validate().unwrap();
    let seconds = (carom::testkit::cpu_time() - start).as_secs_f64();
    assert!(seconds < 2.0, "{seconds} s for {} cells", mesh.cells.len());
}
