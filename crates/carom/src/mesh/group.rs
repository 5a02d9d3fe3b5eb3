//! Groups: parts of a mesh with a name, and what of a mesh belongs to one body.

use super::face::{FaceTable, nodes_of};
use super::{Mesh, MeshError};
use std::ops::RangeInclusive;

/// Points, curves, faces or cells with a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    pub name: String,
    /// 0 points, 1 curves, 2 faces, 3 cells. Names are unique among groups of one dimension.
    pub dimension: u8,
    /// All nodes of the group, sorted; none if nothing of the group is on the mesh.
    pub nodes: Vec<usize>,
    /// Cells, sorted; of groups of dimension 3.
    pub cells: Vec<usize>,
    /// Faces of cells; of groups of dimension 2. A face between two cells is the one of the first cell.
    pub faces: Vec<super::Face>,
}

impl Mesh {
    /// The group of a name that is not empty and whose dimension is one of `dimensions`.
    pub fn group(&self, name: &str, dimensions: RangeInclusive<u8>) -> Result<&Group, MeshError> {
        let fits = |g: &&Group| dimensions.contains(&g.dimension);
        let mut found = self.groups.iter().filter(|g| g.name == name && fits(g));
        match (found.next(), found.next()) {
            (Some(group), None) if group.nodes.is_empty() => Err(MeshError::EmptyGroup { name: name.to_owned() }),
            (Some(group), None) => Ok(group),
            (Some(a), Some(b)) => {
                Err(MeshError::AmbiguousGroup { name: name.to_owned(), dimensions: [a.dimension, b.dimension] })
            }
            (None, _) => Err(MeshError::MissingGroup {
                name: name.to_owned(),
                known: self.groups.iter().filter(fits).map(|g| g.name.clone()).collect(),
            }),
        }
    }

    /// The given cells with their nodes, and what of the groups is on them. Faces turn outwards from these cells.
    #[must_use]
    pub fn part(&self, cells: &[usize]) -> Self {
        let mut number = vec![usize::MAX; self.points.len()];
        let mut cell_number = vec![usize::MAX; self.cells.len()];
        cells.iter().enumerate().for_each(|(new, old)| cell_number[*old] = new);
        cells.iter().flat_map(|c| self.cells[*c].nodes()).for_each(|node| number[*node] = 0);
        let kept: Vec<usize> = (0..number.len()).filter(|i| number[*i] == 0).collect();
        kept.iter().enumerate().for_each(|(new, old)| number[*old] = new);
        let mut part = Self {
            points: kept.iter().map(|i| self.points[*i]).collect(),
            cells: cells.iter().map(|c| self.cells[*c].renumbered(|i| number[i])).collect(),
            groups: Vec::new(),
            node_tags: kept.iter().map(|i| self.node_tags[*i]).collect(),
            cell_tags: cells.iter().map(|c| self.cell_tags[*c]).collect(),
        };
        let table = FaceTable::new(&part.cells);
        let groups = self.groups.iter().map(|g| g.restricted(&part, &table, &number, &cell_number)).collect();
        part.groups = groups;
        part
    }
}

impl Group {
    /// What of the group is on a part; `number` and `cell_number` lead into it, or are `usize::MAX`.
    fn restricted(&self, part: &Mesh, table: &FaceTable, number: &[usize], cell_number: &[usize]) -> Self {
        let inside = |i: &usize| *i != usize::MAX;
        let faces = self.faces.iter().filter(|f| f.nodes().iter().all(|i| inside(&number[*i])));
        let faces: Vec<_> =
            faces.filter_map(|f| table.matching(&f.renumbered(0, |i| number[i])).next().copied()).collect();
        let mut cells: Vec<usize> = self.cells.iter().map(|c| cell_number[*c]).filter(inside).collect();
        cells.sort_unstable();
        let nodes = match self.dimension {
            3 => {
                let mut nodes: Vec<usize> = cells.iter().flat_map(|c| part.cells[*c].nodes().iter().copied()).collect();
                nodes.sort_unstable();
                nodes.dedup();
                nodes
            }
            2 => nodes_of(&faces),
            _ => self.nodes.iter().map(|i| number[*i]).filter(inside).collect(),
        };
        Self { name: self.name.clone(), dimension: self.dimension, nodes, cells, faces }
    }
}
