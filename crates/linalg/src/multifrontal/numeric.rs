//! Numeric factorisation: fronts one after the other along the tree, contributions on a stack.
//!
//! A front has the unknowns that its children delayed, then its own (all fully summed), then the waiting ones:
//!
//! ```text
//!     places in the front    0 … d   d … d + w   d + w … m
//! ```
//!
//! A delayed row and a delayed column need not belong to the same unknown, so rows and columns have their own names.

use super::analysis::{Analysis, Shape};
use super::front::Front;
use super::kernel::Packing;
use crate::{Matrix, Singular};

/// Sizes of one front, and where its factors are.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// Order of the front.
    pub m: usize,
    /// Pivots k that were taken in it.
    pub pivots: usize,
    /// The last of its unknowns, which wait for contributions of other fronts.
    waiting: usize,
    /// In [`Numbers::factors`]: the m × k columns of L and U11, then the k × (m − k) of U12.
    pub factors: usize,
    /// In [`Numbers::names`]: m rows, then m columns, each with the pivots first.
    pub names: usize,
}

impl Part {
    /// Rows and columns that are left to the parent, and how many of them are fully summed.
    fn left(&self) -> (usize, usize) {
        (self.m - self.pivots, self.m - self.pivots - self.waiting)
    }
}

/// The factors and the buffers they are made in; their capacity is kept.
#[derive(Default)]
pub(super) struct Numbers {
    pub parts: Vec<Part>,
    pub factors: Vec<f64>,
    pub names: Vec<u32>,
    /// Contributions S of the fronts whose parents are still to come, each (m − k)², and those fronts.
    stack: Vec<f64>,
    open: Vec<Part>,
    front: Vec<f64>,
    swaps: Vec<u32>,
    /// Place in the current front of each position of the order.
    local: Vec<u32>,
    /// Places in the current front of the rows and columns of a child.
    places: Vec<u32>,
    runs: Vec<Run>,
    /// Scale of each position.
    scale: Vec<f64>,
    /// Scale of the own and the waiting unknowns of the current front.
    front_scale: Vec<f64>,
    /// Right-hand side by rows, solution by columns, and a part of either in the order of a front.
    pub work: [Vec<f64>; 3],
    packing: Packing,
    smallest_pivot: f64,
}

impl Numbers {
    /// Makes room for a factorisation without delayed pivots.
    pub fn prepare(&mut self, analysis: &Analysis) {
        self.clear();
        let n = analysis.columns.len();
        let names: usize = analysis.shapes.iter().map(|s| 2 * (s.own.len() + s.waiting.len())).sum();
        let widest = analysis.front_len.isqrt();
        self.parts.reserve_exact(analysis.shapes.len());
        self.factors.reserve_exact(analysis.factor_len);
        self.names.reserve_exact(names);
        self.stack.reserve_exact(analysis.stack_len);
        self.open.reserve_exact(analysis.shapes.len());
        self.front.clear();
        self.front.reserve_exact(analysis.front_len);
        self.places.clear();
        self.places.reserve_exact(widest);
        self.swaps.resize(widest, 0);
        self.local.resize(n, 0);
        self.scale.resize(n, 0.0);
        self.work.iter_mut().for_each(|w| w.resize(n, 0.0));
        self.packing.prepare();
    }

    /// Forgets the factors; keeps the room.
    fn clear(&mut self) {
        self.parts.clear();
        self.factors.clear();
        self.names.clear();
        self.stack.clear();
        self.open.clear();
        self.smallest_pivot = f64::INFINITY;
    }

    /// Factorises diag(scale) A diag(scale).
    pub fn factor(&mut self, analysis: &Analysis, a: &Matrix, scale: &[f64]) -> Result<(), Singular> {
        for (s, &j) in self.scale.iter_mut().zip(&analysis.columns) {
            *s = scale[j as usize];
        }
        self.clear();
        for shape in &analysis.shapes {
            let mut part = self.name(analysis, shape);
            self.load(analysis, shape, &part, a)?;
            self.add_children(shape, &part);
            self.eliminate(&mut part);
            let (_, delayed) = part.left();
            if shape.is_root && delayed > 0 {
                let position = self.names[part.names + part.m + part.pivots];
                return Err(Singular { column: analysis.columns[position as usize] as usize });
            }
            self.keep(part);
        }
        Ok(())
    }

    /// Opens a front: the names of its rows and columns.
    fn name(&mut self, analysis: &Analysis, shape: &Shape) -> Part {
        let start = self.names.len();
        let children = &self.open[self.open.len() - shape.children..];
        for side in 0..2 {
            for child in children {
                let from = child.names + side * child.m + child.pivots;
                self.names.extend_from_within(from..from + child.left().1);
            }
            self.names.extend(shape.own.clone().map(|p| p as u32));
            self.names.extend_from_slice(&analysis.waiting[shape.waiting.clone()]);
        }
        let m = (self.names.len() - start) / 2;
        Part { m, pivots: 0, waiting: shape.waiting.len(), factors: self.factors.len(), names: start }
    }

    /// Clears the front and puts the scaled entries of A into it.
    fn load(&mut self, analysis: &Analysis, shape: &Shape, part: &Part, a: &Matrix) -> Result<(), Singular> {
        let m = part.m;
        let delayed = m - shape.own.len() - shape.waiting.len();
        let names = &self.names[part.names + delayed..part.names + m];
        self.front_scale.clear();
        for (&name, place) in names.iter().zip(delayed..) {
            self.local[name as usize] = place as u32;
            self.front_scale.push(self.scale[name as usize]);
        }
        self.front.clear();
        reserve(&mut self.front, m * m);
        self.front.resize(m * m, 0.0);
        let values = a.values();
        for entry in &analysis.entries[shape.entries.clone()] {
            let (i, j) = (entry.row as usize, entry.column as usize);
            let x = values[entry.slot as usize] * (self.front_scale[i] * self.front_scale[j]);
            if !x.is_finite() {
                return Err(Singular { column: analysis.columns[names[j] as usize] as usize });
            }
            self.front[(delayed + j) * m + delayed + i] = x;
        }
        Ok(())
    }

    /// Adds the contributions of the children, in their order, and takes them off the stack.
    fn add_children(&mut self, shape: &Shape, part: &Part) {
        let first = self.open.len() - shape.children;
        let total: usize = self.open[first..].iter().map(|child| child.left().0.pow(2)).sum();
        let bottom = self.stack.len() - total;
        let mut contributions = &self.stack[bottom..];
        let mut placed = 0;
        for child in &self.open[first..] {
            let (order, delayed) = child.left();
            let waiting = &self.names[child.names + child.m - child.waiting..][..child.waiting];
            self.places.clear();
            self.places.extend(placed as u32..(placed + delayed) as u32);
            self.places.extend(waiting.iter().map(|&p| self.local[p as usize]));
            placed += delayed;
            find_runs(&self.places, &mut self.runs);
            let (contribution, rest) = contributions.split_at(order * order);
            contributions = rest;
            for (&j, column) in self.places.iter().zip(contribution.chunks_exact(order)) {
                let target = &mut self.front[j as usize * part.m..][..part.m];
                for run in &self.runs {
                    let target = &mut target[run.to..][..run.len];
                    target.iter_mut().zip(&column[run.from..][..run.len]).for_each(|(y, x)| *y += x);
                }
            }
        }
        self.stack.truncate(bottom);
        self.open.truncate(first);
    }

    fn eliminate(&mut self, part: &mut Part) {
        let m = part.m;
        if self.swaps.len() < m {
            self.swaps.resize(m, 0);
        }
        let (rows, columns) = self.names[part.names..].split_at_mut(m);
        let mut front = Front {
            values: &mut self.front,
            m,
            summed: m - part.waiting,
            rows,
            columns,
            swaps: &mut self.swaps,
            packing: &mut self.packing,
        };
        part.pivots = front.eliminate();
        let pivots = self.front.iter().step_by(m + 1).take(part.pivots);
        self.smallest_pivot = pivots.fold(self.smallest_pivot, |least, x| least.min(x.abs()));
    }

    /// Moves L and U to the factors and the rest of the front to the stack.
    fn keep(&mut self, part: Part) {
        let (m, k) = (part.m, part.pivots);
        reserve(&mut self.factors, k * (2 * m - k));
        let (left, right) = self.front.split_at(k * m);
        self.factors.extend_from_slice(left);
        reserve(&mut self.stack, (m - k).pow(2));
        for column in right.chunks_exact(m) {
            self.factors.extend_from_slice(&column[..k]);
            self.stack.extend_from_slice(&column[k..]);
        }
        self.parts.push(part);
        if m > k {
            self.open.push(part);
        }
    }

    pub fn smallest_pivot(&self) -> f64 {
        self.smallest_pivot
    }

    pub fn fill(&self) -> usize {
        self.factors.len()
    }

    /// Memory that is held.
    pub fn bytes(&self) -> usize {
        let numbers = [&self.factors, &self.stack, &self.front, &self.scale].into_iter().chain(&self.work);
        let names = [&self.names, &self.swaps, &self.local, &self.places].into_iter();
        numbers.map(Vec::capacity).sum::<usize>() * size_of::<f64>()
            + names.map(Vec::capacity).sum::<usize>() * size_of::<u32>()
            + (self.parts.capacity() + self.open.capacity()) * size_of::<Part>()
            + self.packing.bytes()
    }
}

/// Consecutive places of consecutive rows.
struct Run {
    from: usize,
    to: usize,
    len: usize,
}

fn find_runs(places: &[u32], runs: &mut Vec<Run>) {
    runs.clear();
    for (from, &place) in places.iter().enumerate() {
        match runs.last_mut() {
            Some(run) if run.to + run.len == place as usize => run.len += 1,
            _ => runs.push(Run { from, to: place as usize, len: 1 }),
        }
    }
}

/// Room for `more` numbers; what delayed pivots need beyond the plan comes in steps of an eighth.
fn reserve(numbers: &mut Vec<f64>, more: usize) {
    if numbers.capacity() - numbers.len() < more {
        numbers.reserve_exact(more.max(numbers.len() / 8));
    }
}
