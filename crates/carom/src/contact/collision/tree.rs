//! A tree of boxes with axes along those of space: all pairs that overlap, in time proportional to n log n and to their number.

use crate::Vec3;

/// A box from its low to its high corner.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    pub low: Vec3,
    pub high: Vec3,
}

impl Bounds {
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..3).all(|i| self.low[i] <= other.high[i] && other.low[i] <= self.high[i])
    }

    fn join(&self, other: &Self) -> Self {
        Self { low: self.low.inf(&other.low), high: self.high.sup(&other.high) }
    }
}

/// Items a leaf holds at most.
const LEAF: usize = 4;

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Bounds,
    /// Items of a leaf in the order of the tree; of other nodes, of everything below.
    first: usize,
    count: usize,
    /// The second child; the first follows its parent. 0 marks a leaf.
    second: usize,
}

/// The tree over some boxes; its memory is used again when it is built anew.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    order: Vec<usize>,
    stack: Vec<usize>,
}

impl Tree {
    /// Builds the tree: each node is split in the middle of its items along its longest side.
    pub fn build(&mut self, boxes: &[Bounds]) {
        self.nodes.clear();
        self.order.clear();
        self.order.extend(0..boxes.len());
        if !boxes.is_empty() {
            self.split(boxes, 0, boxes.len());
        }
    }

    fn split(&mut self, boxes: &[Bounds], first: usize, count: usize) -> usize {
        let items = &mut self.order[first..first + count];
        let bounds = items[1..].iter().fold(boxes[items[0]], |sum, &i| sum.join(&boxes[i]));
        let here = self.nodes.len();
        self.nodes.push(Node { bounds, first, count, second: 0 });
        if count > LEAF {
            let axis = (bounds.high - bounds.low).imax();
            let middle = |i: &usize| boxes[*i].low[axis] + boxes[*i].high[axis];
            // Equal middles are ordered by item, so that the tree does not depend on anything but the boxes.
            items.select_nth_unstable_by(count / 2, |i, j| middle(i).total_cmp(&middle(j)).then(i.cmp(j)));
            self.split(boxes, first, count / 2);
            self.nodes[here].second = self.split(boxes, first + count / 2, count - count / 2);
        }
        here
    }

    /// Calls `found` for every item after `item` whose box overlaps that of `item`.
    pub fn overlapping(&mut self, boxes: &[Bounds], item: usize, mut found: impl FnMut(usize)) {
        self.stack.clear();
        self.stack.push(0);
        while let Some(at) = self.stack.pop() {
            let node = self.nodes[at];
            if !node.bounds.overlaps(&boxes[item]) {
                continue;
            }
            if node.second != 0 {
                self.stack.extend([node.second, at + 1]);
                continue;
            }
            for &other in &self.order[node.first..node.first + node.count] {
                if other > item && boxes[other].overlaps(&boxes[item]) {
                    found(other);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_finds_what_a_search_of_all_pairs_finds() {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1_u64 << 53) as f64
        };
        for count in [0, 1, 2, 5, 300] {
            let boxes: Vec<Bounds> = (0..count)
                .map(|_| {
                    let low = Vec3::new(random(), random(), random());
                    Bounds { low, high: low + Vec3::new(random(), random(), random()) * 0.2 }
                })
                .collect();
            let mut tree = Tree::default();
            tree.build(&boxes);
            let mut pairs = Vec::new();
            for i in 0..count {
                tree.overlapping(&boxes, i, |j| pairs.push((i, j)));
            }
            pairs.sort_unstable();
            let all = (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j)));
            let expected: Vec<_> = all.filter(|&(i, j)| boxes[i].overlaps(&boxes[j])).collect();
            assert_eq!(pairs, expected);
        }
    }
}
