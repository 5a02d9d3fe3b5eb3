//! From what a file says to a mesh: tags become indices, volume elements cells, the others members of groups.

use super::element::Shape;
use super::error::{GmshError, Problem};
use super::{Raw, RawElement};
use crate::Vec3;
use crate::mesh::face::FaceTable;
use crate::mesh::{Cell, Face, Group, Mesh};
use std::cell::LazyCell;
use std::collections::{BTreeMap, HashMap, HashSet};

pub(super) fn mesh(raw: &Raw) -> Result<Mesh, GmshError> {
    let index = node_index(raw)?;
    check_elements(raw, &index)?;
    let solids = solids(raw, &index)?;
    let groups = groups(raw, &solids)?;
    Ok(Mesh { groups, ..solids.mesh })
}

/// From the tag of a node to its place in the file's list.
fn node_index(raw: &Raw) -> Result<HashMap<usize, usize>, GmshError> {
    let mut index = HashMap::with_capacity(raw.nodes.len());
    for (i, node) in raw.nodes.iter().enumerate() {
        if index.insert(node.tag, i).is_some() {
            return Err(raw.scan.error(node.at, Problem::NodeTwice { tag: node.tag }));
        }
        if node.x.iter().any(|x| !x.is_finite()) {
            return Err(raw.scan.error(node.at, Problem::NotFinite { tag: node.tag }));
        }
    }
    Ok(index)
}

/// Elements differ in their tags, their nodes exist, and all nodes are used.
fn check_elements(raw: &Raw, index: &HashMap<usize, usize>) -> Result<(), GmshError> {
    let mut used = vec![false; raw.nodes.len()];
    let mut tags = HashSet::with_capacity(raw.elements.len());
    for element in &raw.elements {
        if !tags.insert(element.tag) {
            return Err(raw.scan.error(element.at, Problem::ElementTwice { tag: element.tag }));
        }
        for node in element.nodes() {
            let missing = Problem::NoNode { element: element.tag, node: *node };
            used[*index.get(node).ok_or_else(|| raw.scan.error(element.at, missing))?] = true;
        }
    }
    match raw.nodes.iter().zip(used).find(|(_, used)| !used) {
        Some((node, _)) => Err(raw.scan.error(node.at, Problem::UnusedNode { tag: node.tag })),
        None => Ok(()),
    }
}

/// Cells and nodes of the volume elements.
struct Solids {
    mesh: Mesh,
    /// The cell that each volume element of the file became.
    cell_of: Vec<usize>,
    /// From the tag of a node to its index in the mesh.
    number: HashMap<usize, usize>,
}

fn solids(raw: &Raw, index: &HashMap<usize, usize>) -> Result<Solids, GmshError> {
    let mut mesh = Mesh::default();
    let mut cell_of = Vec::new();
    let mut known: HashMap<&[usize], usize> = HashMap::new();
    let mut copies = HashSet::new();
    for element in &raw.elements {
        let Shape::Solid(kind) = element.shape else { continue };
        let next = mesh.cells.len();
        let cell = *known.entry(element.nodes()).or_insert(next);
        if cell == next {
            mesh.cells.push(Cell::new(kind, element.nodes()));
            mesh.cell_tags.push(element.tag);
        }
        if !copies.insert((cell, element.membership)) || cell != next && !raw.repeats {
            let problem = Problem::SameNodes { elements: [mesh.cell_tags[cell], element.tag] };
            return Err(raw.scan.error(element.at, problem));
        }
        cell_of.push(cell);
    }
    if mesh.cells.is_empty() {
        return Err(GmshError { place: None, problem: Problem::NoVolume });
    }
    let mut kept = vec![false; raw.nodes.len()];
    mesh.cells.iter().flat_map(Cell::nodes).for_each(|tag| kept[index[tag]] = true);
    let mut number = HashMap::with_capacity(raw.nodes.len());
    for (node, _) in raw.nodes.iter().zip(kept).filter(|(_, kept)| *kept) {
        number.insert(node.tag, mesh.points.len());
        mesh.points.push(Vec3::from(node.x));
        mesh.node_tags.push(node.tag);
    }
    mesh.cells.iter_mut().for_each(|cell| *cell = cell.renumbered(|tag| number[&tag]));
    Ok(Solids { mesh, cell_of, number })
}

/// The physical groups, in the order of dimension and tag.
fn groups(raw: &Raw, solids: &Solids) -> Result<Vec<Group>, GmshError> {
    let faces = LazyCell::new(|| FaceTable::new(&solids.mesh.cells));
    let mut groups: BTreeMap<(u8, usize), Group> = BTreeMap::new();
    let mut cells = solids.cell_of.iter();
    for element in &raw.elements {
        let dimension = element.shape.dimension();
        let cell = if dimension == 3 { cells.next() } else { None };
        for tag in &raw.memberships[element.membership] {
            let name = || raw.names.get(&(dimension, *tag)).cloned().unwrap_or_else(|| tag.to_string());
            let new = || Group { name: name(), dimension, ..Group::default() };
            let group = groups.entry((dimension, *tag)).or_insert_with(new);
            add(element, cell, group, solids, |face| faces.matching(face).next().copied())
                .map_err(|problem| raw.scan.error(element.at, problem))?;
        }
    }
    for ((dimension, tag), name) in &raw.names {
        let empty = || Group { name: name.clone(), dimension: *dimension, ..Group::default() };
        groups.entry((*dimension, *tag)).or_insert_with(empty);
    }
    for group in groups.values_mut() {
        group.nodes.sort_unstable();
        group.nodes.dedup();
        group.cells.sort_unstable();
        group.faces.sort_unstable();
        group.faces.dedup();
    }
    let mut names = HashSet::new();
    if let Some(twice) = groups.values().find(|g| !names.insert((g.dimension, &g.name))) {
        let problem = Problem::GroupTwice { name: twice.name.clone(), dimension: twice.dimension };
        return Err(GmshError { place: None, problem });
    }
    Ok(groups.into_values().collect())
}

/// Adds an element to a group.
fn add(
    element: &RawElement,
    cell: Option<&usize>,
    group: &mut Group,
    solids: &Solids,
    find_face: impl Fn(&Face) -> Option<Face>,
) -> Result<(), Problem> {
    let mut nodes = [0; 8];
    for (node, tag) in nodes.iter_mut().zip(element.nodes()) {
        let loose = || Problem::LooseNode { node: *tag, element: element.tag, group: group.name.clone() };
        *node = *solids.number.get(tag).ok_or_else(loose)?;
    }
    let nodes = &nodes[..element.nodes().len()];
    if group.dimension == 2 {
        let loose = || Problem::LooseFace { element: element.tag, group: group.name.clone() };
        group.faces.push(find_face(&Face::new(0, nodes)).ok_or_else(loose)?);
    }
    group.cells.extend(cell);
    group.nodes.extend(nodes);
    Ok(())
}
