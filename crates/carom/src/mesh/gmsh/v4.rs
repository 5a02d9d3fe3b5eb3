//! Entities, nodes and elements of version 4.1. Elements stand in blocks, one an entity of the geometry, and the entity
//! carries the physical groups.

use super::element::Shape;
use super::error::{GmshError, Problem};
use super::scan::Scanner;
use super::{Raw, RawElement, RawNode};
use std::collections::BTreeMap;

/// Physical groups of the entities, by dimension and tag.
pub(super) type Entities = BTreeMap<(i64, i64), Vec<usize>>;

/// The numbers of points, curves, surfaces and volumes; then for each of them its tag, the box around it (a point: its
/// place), the physical groups, and, but for points, the entities it is bounded by.
pub(super) fn entities(scan: &mut Scanner) -> Result<Entities, GmshError> {
    let mut entities = Entities::new();
    let mut counts = [0; 4];
    for count in &mut counts {
        *count = scan.size("the number of entities")?;
    }
    scan.end_record()?;
    for (dimension, count) in (0_i64..).zip(counts) {
        for _ in 0..scan.fits(count, "the number of entities")? {
            let tag = scan.int("the tag of an entity")?;
            for _ in 0..if dimension == 0 { 3 } else { 6 } {
                scan.real("a coordinate")?;
            }
            let physical = tags(scan, "the number of physical groups")?;
            if dimension > 0 {
                tags(scan, "the number of bounding entities")?;
            }
            scan.end_record()?;
            entities.insert((dimension, tag), physical);
        }
    }
    Ok(entities)
}

/// A count and as many tags; the sign of a tag is an orientation.
fn tags(scan: &mut Scanner, wanted: &'static str) -> Result<Vec<usize>, GmshError> {
    let count = scan.size(wanted)?;
    let count = scan.fits(count, wanted)?;
    (0..count).map(|_| Ok(scan.int("a tag")?.unsigned_abs() as usize)).collect()
}

/// The numbers of blocks and nodes and the range of tags; then blocks `dimension entity parametric count`, the tags of the
/// nodes, and `x y z`, followed by as many parameters as the entity has dimensions if the block is parametric.
pub(super) fn nodes(raw: &mut Raw) -> Result<(), GmshError> {
    let scan = &mut raw.scan;
    let (blocks, total) = counts(scan, ["the number of blocks of nodes", "the number of nodes"])?;
    raw.nodes.reserve(total);
    for _ in 0..blocks {
        let at = scan.at;
        let dimension = scan.int("the dimension of an entity")?;
        scan.int("the tag of an entity")?;
        let parameters = if scan.int("0 or 1")? == 0 { 0 } else { dimension.clamp(0, 3) };
        let count = block_size(scan, (raw.nodes.len(), total), "the number of nodes", at)?;
        let first = raw.nodes.len();
        for _ in 0..count {
            let at = scan.at;
            raw.nodes.push(RawNode { tag: scan.size("the tag of a node")?, x: [0.0; 3], at });
            scan.end_record()?;
        }
        for node in &mut raw.nodes[first..] {
            for x in &mut node.x {
                *x = scan.real("a coordinate")?;
            }
            for _ in 0..parameters {
                scan.real("a parametric coordinate")?;
            }
            scan.end_record()?;
        }
    }
    complete(scan, (raw.nodes.len(), total), "the number of nodes")
}

/// The numbers of blocks and elements and the range of tags; then blocks `dimension entity type count` and elements
/// `tag nodes…`.
pub(super) fn elements(raw: &mut Raw, entities: Option<&Entities>) -> Result<(), GmshError> {
    let scan = &mut raw.scan;
    let (blocks, total) = counts(scan, ["the number of blocks of elements", "the number of elements"])?;
    raw.elements.reserve(total);
    for membership in 0..blocks {
        let at = scan.at;
        let dimension = scan.int("the dimension of an entity")?;
        let tag = scan.int("the tag of an entity")?;
        let number = scan.int("the type of the elements")?;
        let count = block_size(scan, (raw.elements.len(), total), "the number of elements", at)?;
        let physical = match entities {
            None => Vec::new(),
            Some(all) => {
                all.get(&(dimension, tag)).ok_or_else(|| scan.error(at, Problem::NoEntity { dimension, tag }))?.clone()
            }
        };
        raw.memberships.push(physical);
        for _ in 0..count {
            let at = scan.at;
            let element = scan.size("the tag of an element")?;
            let unsupported = Problem::ElementType { tag: element, number };
            let shape = Shape::of(number).ok_or_else(|| scan.error(at, unsupported))?;
            if i64::from(shape.dimension()) != dimension {
                let problem = Problem::Dimension { dimension: shape.dimension(), of: dimension, tag };
                return Err(scan.error(at, problem));
            }
            let mut nodes = [0; 8];
            for node in &mut nodes[..shape.nodes()] {
                *node = scan.size("the tag of a node")?;
            }
            scan.end_record()?;
            raw.elements.push(RawElement { tag: element, shape, membership, nodes, at });
        }
    }
    complete(scan, (raw.elements.len(), total), "the number of elements")
}

/// The head of a section: numbers of blocks and of items, lowest and highest tag.
fn counts(scan: &mut Scanner, wanted: [&'static str; 2]) -> Result<(usize, usize), GmshError> {
    let [blocks, items] = [scan.size(wanted[0])?, scan.size(wanted[1])?];
    scan.size("the lowest tag")?;
    scan.size("the highest tag")?;
    scan.end_record()?;
    Ok((scan.fits(blocks, wanted[0])?, scan.fits(items, wanted[1])?))
}

/// The end of the head of a block: its number of items, after `read` of `total`.
fn block_size(
    scan: &mut Scanner,
    (read, total): (usize, usize),
    wanted: &'static str,
    at: usize,
) -> Result<usize, GmshError> {
    let count = scan.size(wanted)?;
    scan.end_record()?;
    if count > total - read {
        let found = read.saturating_add(count);
        return Err(scan.error(at, Problem::Miscounted { wanted, said: total, found }));
    }
    Ok(count)
}

fn complete(scan: &Scanner, (read, total): (usize, usize), wanted: &'static str) -> Result<(), GmshError> {
    if read == total {
        return Ok(());
    }
    Err(scan.error(scan.at, Problem::Miscounted { wanted, said: total, found: read }))
}
