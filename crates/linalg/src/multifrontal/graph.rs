//! Graph of A + Aᵀ, its compression, and the nested dissection of meshes.
//!
//! Unknowns with the same closed neighbourhood, such as the three displacements of a node, become one vertex: the quotient is
//! smaller by nine in edges and has the same best orderings. References: C. Ashcraft, Compressed graphs and the minimum degree
//! algorithm, SIAM J. Sci. Comput. 16 (1995); G. Karypis, V. Kumar, A fast and high quality multilevel scheme for partitioning
//! irregular graphs, SIAM J. Sci. Comput. 20 (1998), as implemented by `feral-metis`.

use crate::NONE;
use crate::pattern::Pattern;

/// Undirected graph without loops; neighbours ascend.
pub(super) struct Graph {
    ptr: Vec<usize>,
    adjacent: Vec<u32>,
}

impl Graph {
    /// The graph of A + Aᵀ.
    pub fn new(n: usize, pattern: &Pattern) -> Self {
        let transposed = transpose(n, pattern);
        let mut graph = Graph { ptr: vec![0], adjacent: Vec::with_capacity(pattern.rows.len()) };
        for j in 0..n {
            let mut by_column = pattern.column(j).iter().copied().peekable();
            let mut by_row = transposed.neighbours(j).iter().copied().peekable();
            while let Some(&i) = by_column.peek().into_iter().chain(by_row.peek()).min() {
                by_column.next_if_eq(&i);
                by_row.next_if_eq(&i);
                graph.adjacent.extend((i as usize != j).then_some(i));
            }
            graph.ptr.push(graph.adjacent.len());
        }
        graph
    }

    pub fn len(&self) -> usize {
        self.ptr.len() - 1
    }

    pub fn neighbours(&self, j: usize) -> &[u32] {
        &self.adjacent[self.ptr[j]..self.ptr[j + 1]]
    }

    /// Elimination order by nested dissection of the compressed graph; none if its edges are too many for the crate.
    pub fn nested_dissection(&self) -> Option<Vec<u32>> {
        let groups = self.indistinguishable();
        let quotient = self.quotient(&groups);
        let ptr: Vec<i32> = quotient.ptr.iter().map(|&p| p.try_into().ok()).collect::<Option<_>>()?;
        let rows: Vec<i32> = quotient.adjacent.iter().map(|&i| i as i32).collect();
        let pattern = feral_metis::CscPattern { n: quotient.len(), col_ptr: &ptr, row_idx: &rows };
        // Dissection down to small pieces saves a tenth of the work on hexahedral cubes.
        let options = feral_metis::MetisOptions { nd_to_amd_switch: 50, ..Default::default() };
        let (order, _, _) = feral_metis::metis_order_full(&pattern, &options).ok()?;
        let mut columns = Vec::with_capacity(self.len());
        for group in order {
            columns.extend_from_slice(&groups.members[groups.ptr[group as usize]..groups.ptr[group as usize + 1]]);
        }
        Some(columns)
    }

    /// Groups of vertices with equal closed neighbourhoods.
    fn indistinguishable(&self) -> Groups {
        let n = self.len();
        let hash: Vec<u64> =
            (0..n).map(|j| self.neighbours(j).iter().fold(mix(j as u32), |sum, &i| sum.wrapping_add(mix(i)))).collect();
        let mut groups = Groups { of: vec![NONE; n], ptr: Vec::new(), members: Vec::new() };
        let mut count = 0;
        for j in 0..n {
            let earlier = self.neighbours(j).iter().take_while(|&&i| (i as usize) < j);
            let equal = |&&i: &&u32| hash[i as usize] == hash[j] && self.same_closed(i as usize, j);
            groups.of[j] = match earlier.into_iter().find(equal) {
                Some(&i) => groups.of[i as usize],
                None => {
                    count += 1;
                    count - 1
                }
            };
        }
        groups.list_members(count as usize);
        groups
    }

    /// Whether neighbours i and j have the same other neighbours.
    fn same_closed(&self, i: usize, j: usize) -> bool {
        let other = |v: &&u32| **v as usize != i && **v as usize != j;
        self.neighbours(i).len() == self.neighbours(j).len()
            && self.neighbours(i).iter().filter(other).eq(self.neighbours(j).iter().filter(other))
    }

    fn quotient(&self, groups: &Groups) -> Graph {
        let mut graph = Graph { ptr: vec![0], adjacent: Vec::new() };
        let mut seen = vec![NONE; groups.ptr.len() - 1];
        for (g, &start) in groups.ptr[..groups.ptr.len() - 1].iter().enumerate() {
            let from = graph.adjacent.len();
            seen[g] = g as u32;
            for &i in self.neighbours(groups.members[start] as usize) {
                let other = groups.of[i as usize];
                if std::mem::replace(&mut seen[other as usize], g as u32) != g as u32 {
                    graph.adjacent.push(other);
                }
            }
            graph.adjacent[from..].sort_unstable();
            graph.ptr.push(graph.adjacent.len());
        }
        graph
    }
}

/// A partition of the vertices: the group of each, and the members of each group.
struct Groups {
    of: Vec<u32>,
    ptr: Vec<usize>,
    members: Vec<u32>,
}

impl Groups {
    fn list_members(&mut self, count: usize) {
        self.ptr.resize(count + 1, 0);
        self.of.iter().for_each(|&g| self.ptr[g as usize + 1] += 1);
        (0..count).for_each(|g| self.ptr[g + 1] += self.ptr[g]);
        let mut next = self.ptr.clone();
        self.members.resize(self.of.len(), 0);
        for (j, &g) in self.of.iter().enumerate() {
            self.members[next[g as usize]] = j as u32;
            next[g as usize] += 1;
        }
    }
}

/// Rows of the pattern as lists of columns.
fn transpose(n: usize, pattern: &Pattern) -> Graph {
    let mut ptr = vec![0; n + 1];
    pattern.rows.iter().for_each(|&i| ptr[i as usize + 1] += 1);
    (0..n).for_each(|i| ptr[i + 1] += ptr[i]);
    let mut next = ptr.clone();
    let mut adjacent = vec![0; pattern.rows.len()];
    for j in 0..n {
        for &i in pattern.column(j) {
            adjacent[next[i as usize]] = j as u32;
            next[i as usize] += 1;
        }
    }
    Graph { ptr, adjacent }
}

/// Scrambles the bits of an index, so that sums of a few tell sets apart (splitmix64).
fn mix(i: u32) -> u64 {
    let mut z = u64::from(i).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z ^ (z >> 27)
}
