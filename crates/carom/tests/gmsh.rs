//! Files of Gmsh: both versions, text and binary, say the same mesh; what is wrong is named with its line, tag and cure; no
//! file, however damaged, makes the reader panic.

use carom::Vec3;
use carom::mesh::gmsh::{self, GmshError, Place, Problem};
use carom::mesh::{CellKind, Mesh};

const V2: &str = include_str!("meshes/brick22.msh");
const V4: &str = include_str!("meshes/brick41.msh");
const TETRAHEDRA: &str = include_str!("meshes/tetrahedra22.msh");

/// What a number of a text file is in the binary one.
#[derive(Clone, Copy)]
enum Width {
    Int,
    Size,
    Real,
}

use Width::{Int, Real, Size};

/// Translates text files into binary ones, record by record.
struct Binary<'a> {
    lines: std::str::Lines<'a>,
    out: Vec<u8>,
    /// Highest byte first.
    swapped: bool,
}

impl Binary<'_> {
    fn put(&mut self, word: &str, width: Width) -> usize {
        let mut bytes = match width {
            Int => word.parse::<i32>().unwrap().to_le_bytes().to_vec(),
            Size => word.parse::<u64>().unwrap().to_le_bytes().to_vec(),
            Real => word.parse::<f64>().unwrap().to_le_bytes().to_vec(),
        };
        if self.swapped {
            bytes.reverse();
        }
        self.out.extend(bytes);
        word.parse::<f64>().unwrap() as usize
    }

    /// Translates a line; the last width holds for the rest of it.
    fn record(&mut self, widths: &[Width]) -> Vec<usize> {
        let line = self.lines.next().unwrap();
        let width = |i: usize| widths[i.min(widths.len() - 1)];
        line.split_whitespace().enumerate().map(|(i, word)| self.put(word, width(i))).collect()
    }

    fn text(&mut self) -> &str {
        let line = self.lines.next().unwrap();
        self.out.extend(line.bytes().chain([b'\n']));
        line
    }
}

fn binary(text: &str, swapped: bool) -> Vec<u8> {
    let mut b = Binary { lines: text.lines(), out: Vec::new(), swapped };
    b.text();
    let is_v4 = b.lines.next().unwrap().starts_with('4');
    b.out.extend(if is_v4 { b"4.1 1 8\n" } else { b"2.2 1 8\n" });
    b.put("1", Int);
    b.out.push(b'\n');
    while let Some(line) = b.lines.next() {
        b.out.extend(line.bytes().chain([b'\n']));
        match (line, is_v4) {
            ("$Nodes", false) => {
                for _ in 0..b.text().parse().unwrap() {
                    b.record(&[Int, Real]);
                }
            }
            ("$Elements", false) => {
                for _ in 0..b.text().parse().unwrap() {
                    let words: Vec<&str> = b.lines.next().unwrap().split(' ').collect();
                    for word in [words[1], "1", words[2], words[0]].iter().chain(&words[3..]) {
                        b.put(word, Int);
                    }
                }
            }
            ("$Entities", true) => entities(&mut b),
            ("$Nodes", true) => {
                for _ in 0..b.record(&[Size])[0] {
                    let count = b.record(&[Int, Int, Int, Size])[3];
                    (0..count).for_each(|_| drop(b.record(&[Size])));
                    (0..count).for_each(|_| drop(b.record(&[Real])));
                }
            }
            ("$Elements", true) => {
                for _ in 0..b.record(&[Size])[0] {
                    let count = b.record(&[Int, Int, Int, Size])[3];
                    (0..count).for_each(|_| drop(b.record(&[Size])));
                }
            }
            _ => continue,
        }
        b.out.push(b'\n');
    }
    b.out
}

fn entities(b: &mut Binary) {
    let counts = b.record(&[Size]);
    for (dimension, count) in counts.into_iter().enumerate() {
        for _ in 0..count {
            let reals = if dimension == 0 { 3 } else { 6 };
            let line: Vec<&str> = b.lines.next().unwrap().split_whitespace().collect();
            let groups: usize = line[1 + reals].parse().unwrap();
            for (i, word) in line.iter().enumerate() {
                let is_count = i == 1 + reals || i == 2 + reals + groups;
                b.put(
                    word,
                    if i == 0 {
                        Int
                    } else if i <= reals {
                        Real
                    } else if is_count {
                        Size
                    } else {
                        Int
                    },
                );
            }
        }
    }
}

fn tags(mesh: &Mesh, nodes: &[usize]) -> Vec<usize> {
    nodes.iter().map(|n| mesh.node_tags[*n]).collect()
}

#[test]
fn all_forms_of_a_file_say_the_same_mesh() {
    let mesh = gmsh::read(V2.as_bytes()).unwrap();
    mesh.validate().unwrap();
    assert_eq!(gmsh::read(V4.as_bytes()).unwrap(), mesh);
    for text in [V2, V4] {
        for swapped in [false, true] {
            assert_eq!(gmsh::read(&binary(text, swapped)).unwrap(), mesh);
        }
        let windows = text.replace('\n', "\r\n");
        assert_eq!(gmsh::read(windows.as_bytes()).unwrap(), mesh);
    }
    // Node 99 is the centre of nothing that is in a group: it is left out.
    assert_eq!(mesh.node_tags, [1, 2, 3, 4, 10, 20, 30, 40, 50, 60, 70, 80]);
    assert_eq!(mesh.points[10], Vec3::new(1.0, 1.0, 2.5));
    // Version 2.2 repeats cells that are in two groups; the first tag stays.
    assert_eq!(mesh.cell_tags, [11, 13]);
    assert!(mesh.cells.iter().all(|c| c.kind == CellKind::Hexahedron8));
    assert_eq!(tags(&mesh, mesh.cells[1].nodes()), [10, 20, 30, 40, 50, 60, 70, 80]);
    let names: Vec<_> = mesh.groups.iter().map(|g| (g.dimension, g.name.as_str())).collect();
    assert_eq!(names, [(0, "corner"), (1, "7"), (2, "clamp"), (2, "12"), (3, "brick"), (3, "all of it")]);
    assert_eq!(tags(&mesh, &mesh.group("corner", 0..=0).unwrap().nodes), [1]);
    assert_eq!(tags(&mesh, &mesh.group("7", 1..=1).unwrap().nodes), [1, 2, 3]);
    assert_eq!(mesh.group("all of it", 3..=3).unwrap().cells, [0, 1]);
    // The bottom is given turned inwards; its face is turned outwards.
    let clamp = mesh.group("clamp", 2..=2).unwrap();
    assert_eq!(clamp.faces[0].area(&mesh.points), -Vec3::z());
    assert_eq!(tags(&mesh, &clamp.nodes), [1, 2, 3, 4]);
}

#[test]
fn tetrahedra_of_two_bodies_share_a_face() {
    let mesh = gmsh::read(TETRAHEDRA.as_bytes()).unwrap();
    mesh.validate().unwrap();
    assert_eq!(mesh.surface().len(), 6);
    // Unnamed groups have their number as a name. The triangle is a face of the first body only.
    let first = mesh.part(&mesh.group("1", 3..=3).unwrap().cells);
    assert_eq!((first.points.len(), first.group("3", 2..=2).unwrap().faces.len()), (4, 1));
    let second = mesh.part(&mesh.group("2", 3..=3).unwrap().cells);
    assert_eq!(second.node_tags, [2, 3, 4, 5]);
    second.group("3", 2..=2).unwrap_err();
}

/// The error of a text file with a part replaced.
fn refused(text: &str, from: &str, to: &str) -> GmshError {
    assert!(text.contains(from), "{from}");
    gmsh::read(text.replacen(from, to, 1).as_bytes()).unwrap_err()
}

/// Part, its replacement, and what the message and the help must contain.
const WRONG_V2: &[(&str, &str, &str, &str)] = &[
    ("$MeshFormat", "solid", "no mesh of Gmsh", ""),
    ("2.2 0 8", "4 0 8", "line 2: the file has MSH format 4.0", "-format msh41"),
    ("2.2 0 8", "1.0 0 8", "line 2: the file has MSH format 1.0", "-format msh41"),
    ("2.2 0 8", "2.2 2 8", "file type is 2", ""),
    ("2.2 0 8", "2.2 0 4", "numbers of 4 bytes", ""),
    ("2.2 0 8", "2.2 0", "line 2: the line ends where the data size", ""),
    ("\"clamp\"", "clamp", "line 7: found `clamp` where a name in quotes", ""),
    ("13\n1 0 0 0", "-13\n1 0 0 0", "line 12: the number of nodes is -13", ""),
    (
        "13\n1 0 0 0",
        "99999999999\n1 0 0 0",
        "line 13: the number of nodes is 99999999999, but the file ends",
        "cut off",
    ),
    ("13\n1 0 0 0", "12\n1 0 0 0", "line 25: found `99 0.5 0.5 0` where the end of the section", ""),
    ("3 1 1 0", "3 1 1", "line 15: the line ends where a coordinate", ""),
    ("3 1 1 0", "3 1 1 0 5", "line 15: found `5` where the end of the line", ""),
    ("3 1 1 0", "3 1 l 0", "line 15: found `l` where a coordinate", ""),
    ("3 1 1 0", "3 1 nan 0", "line 15: node 3 has coordinates that are not finite", ""),
    ("3 1 1 0", "3 1 1e999 0", "line 15: node 3 has coordinates that are not finite", ""),
    ("3 1 1 0", "2 1 1 0", "line 15: node 2 is there twice", ""),
    ("2 15 2 0 5 99", "2 15 2 0 5 1", "line 25: node 99 is not used by any element", "delete the node"),
    ("2 15 2 0 5 99", "2 15 2 5 5 99", "node 99 of element 2 in the physical group `5`", "Physical Volume"),
    ("5 3 2 1 1 1 2 3 4", "5 3 2 1 1 1 2 3 40", "line 33: element 5 in the physical group `clamp` is no face", ""),
    (
        "5 3 2 1 1 1 2 3 4",
        "5 16 2 1 1 1 2 3 4 5 6 7 8",
        "element 5 has the Gmsh type 16 (8-node second order quadrangle)",
        "ElementOrder = 1",
    ),
    ("13 5 2 1 1 10", "13 6 2 1 1 10", "line 37: element 13 has the Gmsh type 6 (6-node prism)", "Recombine"),
    (
        "13 5 2 1 1 10",
        "13 11 2 1 1 10",
        "element 13 has the Gmsh type 11 (10-node second order tetrahedron)",
        "ElementOrder = 1",
    ),
    ("13 5 2 1 1 10", "13 5 4 1 1 1 2 10", "line 37: the mesh is partitioned", "unpartitioned"),
    ("13 5 2 1 1 10", "12 5 2 1 1 10", "element 12 is there twice", ""),
    ("13 5 2 1 1 10", "13 5 2 1 1 11", "line 37: element 13 names node 11, which does not exist", ""),
    ("12 5 2 9 1 1", "12 5 2 1 1 1", "line 36: elements 11 and 12 have the same nodes", ""),
    ("2 1 \"clamp\"", "2 1 \"clamp\" more", "line 7: found `\"clamp\" more` where a name in quotes", ""),
    ("3 9 \"all of it\"", "3 9 \"brick\"", "two physical groups are named `brick`; both are volumes", ""),
    ("$Nodes", "$ParametricNodes", "section $ParametricNodes is not supported", "SaveParametric = 0"),
    ("$Elements", "$PartitionedEntities", "line 27: the mesh is partitioned", "unpartitioned"),
    ("$EndElements", "$EndElement", "found `$EndElement` where the end of the section", ""),
    ("\n$EndElements\n", "", "the file ends where the end of a section was expected", "cut off"),
    ("$EndNodes", "$EndNodes\n$Nodes\n0\n$EndNodes", "the section $Nodes is there twice", ""),
    ("$EndNodes", "$EndNodes\nnodes", "line 27: found `nodes` where a section", ""),
];

const WRONG_V4: &[(&str, &str, &str, &str)] = &[
    ("2 1 2 1\n", "2 1 2 -1\n", "line 12: the number of entities is -1", ""),
    ("3 13 1 99", "3 14 1 99", "the number of nodes is 14, but 13 follow", ""),
    ("3 13 1 99", "3 5 1 99", "line 34: the number of nodes is 5, but 12 follow", ""),
    ("3 1 5 2\n", "3 7 5 2\n", "the elements belong to volume 7, which is not among the $Entities", ""),
    ("3 1 5 2\n", "3 1 4 2\n", "found `10 20 30 40` where the end of the line", ""),
    ("3 1 5 2\n", "3 1 7 2\n", "element 11 has the Gmsh type 7 (5-node pyramid)", "Recombine"),
    ("3 1 5 2\n", "2 1 5 2\n", "the elements of this block are volumes, but it belongs to surface 1", ""),
    ("13 10 20 30 40 50 60 70 80", "13 1 2 3 4 10 20 30 40", "elements 11 and 13 have the same nodes", ""),
    ("13 10 20 30 40 50", "13 -10 20 30 40 50", "the tag of a node is -10", ""),
    ("$Comment", "$PartitionedEntities", "the mesh is partitioned", ""),
    ("$EndComment", "", "the file ends where the end of a section", "cut off"),
];

#[test]
fn what_is_wrong_is_named_with_its_place_and_cure() {
    for (text, cases) in [(V2, WRONG_V2), (V4, WRONG_V4)] {
        for (from, to, message, help) in cases {
            let error = refused(text, from, to);
            let (said, cure) = (error.to_string(), error.help().unwrap_or_default());
            assert!(said.contains(message) && cure.contains(help), "{from} -> {to}: {said}; {cure}");
        }
    }
}

#[test]
fn a_surface_mesh_is_refused() {
    let text = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 3 1 3\n2 1 0 3\n1\n2\n3\n0 0 0\n1 0 0\n0 1 0\n$EndNodes\n\
                $Elements\n1 1 1 1\n2 1 2 1\n1 1 2 3\n$EndElements\n";
    let error = gmsh::read(text.as_bytes()).unwrap_err();
    assert_eq!(error, GmshError { place: None, problem: Problem::NoVolume });
    assert!(error.help().unwrap().contains("Physical Volume"));
    assert!(matches!(gmsh::read(b"").unwrap_err().problem, Problem::NotGmsh));
}

/// Numbers that look random (Vigna's splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

#[test]
fn files_that_are_cut_off_are_refused_everywhere() {
    for file in [V2.into(), V4.into(), binary(V2, false), binary(V4, false)] {
        let end = file.windows(12).rposition(|w| w == b"$EndElements").unwrap();
        for length in 0..end + 12 {
            gmsh::read(&file[..length]).unwrap_err();
        }
    }
}

#[test]
fn no_damage_makes_the_reader_panic() {
    let mut random = Random(1);
    let files = [V2.into(), V4.into(), TETRAHEDRA.into(), binary(V2, false), binary(V4, false)];
    let words: [&[u8]; 8] = [b"-1", b"0", b"\n", b" ", b"99999999999999999999", b"1e400", b"$", &[0xff; 8]];
    let mut read = 0;
    for file in files {
        for _ in 0..4000 {
            let mut damaged = file.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(damaged.len());
                match random.below(5) {
                    0 => damaged[at] = random.below(256) as u8,
                    1 => drop(damaged.drain(at..(at + 1 + random.below(20)).min(damaged.len()))),
                    2 => damaged.splice(at..at, words[random.below(words.len())].iter().copied()).for_each(drop),
                    3 => damaged[at] = b'0' + random.below(10) as u8,
                    _ => {
                        let to = random.below(damaged.len());
                        damaged.swap(at, to);
                    }
                }
            }
            match gmsh::read(&damaged) {
                // Whatever is still a mesh can be looked at and cut into parts.
                Ok(mesh) => {
                    read += 1;
                    let _ = mesh.validate();
                    mesh.groups.iter().for_each(|g| drop(mesh.part(&g.cells)));
                }
                Err(error) => assert!(!matches!(error.place, Some(Place::Line(0))), "{error}"),
            }
        }
    }
    assert!(read > 100, "{read}");
}
