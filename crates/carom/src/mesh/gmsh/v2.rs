//! Nodes and elements of version 2.2. An element carries its physical group.

use super::element::Shape;
use super::error::{GmshError, Problem};
use super::{Raw, RawElement, RawNode};
use std::collections::BTreeMap;

/// `tag x y z`
pub(super) fn nodes(raw: &mut Raw) -> Result<(), GmshError> {
    let scan = &mut raw.scan;
    let count = count(scan, "the number of nodes")?;
    raw.nodes.reserve(count);
    for _ in 0..count {
        let at = scan.at;
        let tag = scan.natural("the tag of a node")?;
        let x = [scan.real("a coordinate")?, scan.real("a coordinate")?, scan.real("a coordinate")?];
        scan.end_record()?;
        raw.nodes.push(RawNode { tag, x, at });
    }
    Ok(())
}

/// In text `tag type number-of-tags tags… nodes…`; in binary blocks `type number-of-elements number-of-tags`, each followed
/// by its elements `tag tags… nodes…`.
pub(super) fn elements(raw: &mut Raw) -> Result<(), GmshError> {
    let count = count(&mut raw.scan, "the number of elements")?;
    raw.elements.reserve(count);
    let mut memberships = BTreeMap::new();
    let mut read = 0;
    while read < count {
        let at = raw.scan.at;
        let text_tag = if raw.scan.binary { None } else { Some(raw.scan.natural("the tag of an element")?) };
        let number = raw.scan.int("the type of an element")?;
        let follow = if raw.scan.binary { raw.scan.natural("the number of elements")? } else { 1 };
        let tags = raw.scan.natural("the number of tags")?;
        if follow == 0 || follow > count - read {
            let problem = Problem::Miscounted { wanted: "the number of elements", said: count, found: read + follow };
            return Err(raw.scan.error(at, problem));
        }
        for _ in 0..follow {
            let at = raw.scan.at;
            let tag = text_tag.map_or_else(|| raw.scan.natural("the tag of an element"), Ok)?;
            let shape = Shape::of(number).ok_or_else(|| raw.scan.error(at, Problem::ElementType { tag, number }))?;
            let physical = physical(raw, tags)?;
            let mut nodes = [0; 8];
            for node in &mut nodes[..shape.nodes()] {
                *node = raw.scan.natural("the tag of a node")?;
            }
            raw.scan.end_record()?;
            let next = memberships.len();
            let membership = *memberships.entry(physical).or_insert(next);
            if membership == raw.memberships.len() {
                raw.memberships.push(physical.into_iter().collect());
            }
            raw.elements.push(RawElement { tag, shape, membership, nodes, at });
        }
        read += follow;
    }
    Ok(())
}

/// The tags of an element: its physical group (0: none), its entity, then the number of partitions and their list.
fn physical(raw: &mut Raw, tags: usize) -> Result<Option<usize>, GmshError> {
    let mut group = None;
    for i in 0..tags {
        let at = raw.scan.at;
        match (i, raw.scan.int("a tag of an element")?) {
            // The sign tells that the entity is turned round in the group.
            (0, tag) if tag != 0 => group = usize::try_from(tag.unsigned_abs()).ok(),
            (2, partitions) if partitions > 0 => return Err(raw.scan.error(at, Problem::Partitioned)),
            _ => {}
        }
    }
    Ok(group)
}

/// A count on a line of its own, which is text in binary files too.
fn count(scan: &mut super::scan::Scanner, wanted: &'static str) -> Result<usize, GmshError> {
    let at = scan.at;
    let value: i64 = scan.parse(wanted)?;
    scan.end_line()?;
    let count = usize::try_from(value).map_err(|_| scan.error(at, Problem::Negative { wanted, value }))?;
    scan.fits(count, wanted)
}
