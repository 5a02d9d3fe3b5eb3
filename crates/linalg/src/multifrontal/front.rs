//! LU of the fully summed part of one dense front, with threshold pivoting.
//!
//! ```text
//!     F = [ F11  F12 ]   rows and columns 0..s fully summed (every contribution has arrived),
//!         [ F21  F22 ]   the rest s..m still waits for contributions of other fronts
//!
//!     P F Q = [ L11      ] [ U11  U12 ]       k ≤ s pivots,     S = F22' − L21 U12
//!             [ L21   I  ] [       S  ]
//! ```
//!
//! A pivot comes from a fully summed row and column and must reach [`THRESHOLD`] of the largest entry of its whole column. A
//! column without such a pivot steps back and is tried again after the others; those left at the end, s − k of them, are
//! delayed: they go to the parent front as part of S, where more rows are fully summed.
//!
//! The columns are factorised by recursive halves (S. Toledo, Locality of reference in LU decomposition with partial pivoting,
//! SIAM J. Matrix Anal. Appl. 18 (1997)), so that nearly all work is in products. References: I. S. Duff, J. K. Reid, The
//! multifrontal solution of unsymmetric sets of linear equations, SIAM J. Sci. Stat. Comput. 5 (1984).

use super::kernel::{Packing, dispatched, multiply_add, subtract_product};
use std::ops::Range;

/// A pivot may be smaller than the largest of its column by this factor, as in the left-looking factorisation.
const THRESHOLD: f64 = 1e-2;
/// Columns that are factorised without a further split.
const LEAF: usize = 8;

/// A front under elimination: what depends on it, and the names of its rows and columns.
pub(super) struct Front<'a> {
    /// Column-major, m × m.
    pub values: &'a mut [f64],
    pub m: usize,
    /// Rows and columns before it are fully summed.
    pub summed: usize,
    /// Unknowns of the rows and of the columns; permuted along with them.
    pub rows: &'a mut [u32],
    pub columns: &'a mut [u32],
    /// Row that was interchanged with row p, for each pivot p.
    pub swaps: &'a mut [u32],
    pub packing: &'a mut Packing,
}

impl Front<'_> {
    /// Eliminates as many fully summed columns as have acceptable pivots; their number.
    pub fn eliminate(&mut self) -> usize {
        let mut done = 0;
        loop {
            let pivots = self.factor(done..self.summed);
            self.swap_rows(done..done + pivots, 0..done);
            self.apply(done..done + pivots, self.summed..self.m);
            done += pivots;
            if pivots == 0 || done == self.summed {
                break;
            }
        }
        for p in 0..done {
            self.rows.swap(p, self.swaps[p] as usize);
        }
        done
    }

    /// Factorises columns that all earlier pivots are applied to. The pivots move to the front of the range; those that found
    /// none follow, with the new pivots applied to them. Rows are interchanged in these columns only.
    fn factor(&mut self, columns: Range<usize>) -> usize {
        if columns.len() <= LEAF {
            return self.factor_leaf(columns);
        }
        let Range { start, end } = columns;
        let middle = start + (columns.len() / 2).next_multiple_of(LEAF).min(columns.len() - 1);
        let first = start..start + self.factor(start..middle);
        self.apply(first.clone(), middle..end);
        let failed = middle - first.end;
        for i in 0..failed.min(end - middle) {
            self.swap_columns(first.end + i, end - 1 - i);
        }
        let second = first.end..first.end + self.factor(first.end..end - failed);
        self.swap_rows(second.clone(), first);
        self.apply(second.clone(), end - failed..end);
        second.end - start
    }

    /// Interchanges rows as the pivots say and eliminates them in the columns, which lie right of them.
    fn apply(&mut self, pivots: Range<usize>, columns: Range<usize>) {
        if pivots.is_empty() || columns.is_empty() {
            return;
        }
        self.swap_rows(pivots.clone(), columns.clone());
        self.solve_triangle(pivots.clone(), columns.clone());
        subtract_product(self.values, self.m, pivots.end..self.m, pivots, columns, self.packing);
    }

    /// F(pivots, columns) := L(pivots, pivots)⁻¹ F(pivots, columns).
    fn solve_triangle(&mut self, pivots: Range<usize>, columns: Range<usize>) {
        if pivots.len() <= LEAF {
            let (left, right) = self.values.split_at_mut(columns.start * self.m);
            return solve_leaf(left, &mut right[..columns.len() * self.m], self.m, pivots);
        }
        let middle = pivots.start + (pivots.len() / 2).next_multiple_of(LEAF).min(pivots.len() - 1);
        let (upper, lower) = (pivots.start..middle, middle..pivots.end);
        self.solve_triangle(upper.clone(), columns.clone());
        subtract_product(self.values, self.m, lower.clone(), upper, columns.clone(), self.packing);
        self.solve_triangle(lower, columns);
    }

    fn factor_leaf(&mut self, columns: Range<usize>) -> usize {
        let (start, mut end) = (columns.start, columns.end);
        let mut p = start;
        while p < end {
            match pivot_row(&self.values[p * self.m..][p..self.m], self.summed - p) {
                Some(row) => {
                    self.swaps[p] = (p + row) as u32;
                    self.swap_rows(p..p + 1, columns.clone());
                    let from = &mut self.values[p * self.m..columns.end * self.m];
                    eliminate_column(from, self.m, p);
                    p += 1;
                }
                None => {
                    end -= 1;
                    self.swap_columns(p, end);
                }
            }
        }
        p - start
    }

    fn swap_rows(&mut self, pivots: Range<usize>, columns: Range<usize>) {
        if pivots.clone().all(|p| self.swaps[p] as usize == p) {
            return;
        }
        for column in self.values[columns.start * self.m..columns.end * self.m].chunks_exact_mut(self.m) {
            for p in pivots.clone() {
                column.swap(p, self.swaps[p] as usize);
            }
        }
    }

    fn swap_columns(&mut self, i: usize, j: usize) {
        if i < j {
            self.columns.swap(i, j);
            let (left, right) = self.values.split_at_mut(j * self.m);
            left[i * self.m..][..self.m].swap_with_slice(&mut right[..self.m]);
        }
    }
}

dispatched! {
/// Position of the largest of the first `summed` entries of a column if it is a pivot for the whole of it.
pub fn pivot_row<const FMA: bool>(column: &[f64], summed: usize) -> Option<usize> {
    let (candidates, waiting) = column.split_at(summed);
    let most = largest(candidates);
    let acceptable = most.is_normal() && most >= THRESHOLD * largest(waiting);
    acceptable.then(|| candidates.iter().position(|x| x.abs() == most))?
}
}

/// Largest magnitude; NaN is passed over.
#[inline(always)]
fn largest(x: &[f64]) -> f64 {
    let larger = |m: f64, x: f64| if x.abs() > m { x.abs() } else { m };
    let (lanes, rest) = x.as_chunks::<8>();
    let mut most = [0.0; 8];
    for lane in lanes {
        for i in 0..8 {
            most[i] = larger(most[i], lane[i]);
        }
    }
    most.iter().chain(rest).fold(0.0, |m, &x| larger(m, x))
}

dispatched! {
/// Divides column p (the first given) below its pivot and eliminates it from the others given.
pub fn eliminate_column<const FMA: bool>(columns: &mut [f64], m: usize, p: usize) {
    let (pivot, others) = columns.split_at_mut(m);
    let inverse = 1.0 / pivot[p];
    pivot[p + 1..].iter_mut().for_each(|x| *x *= inverse);
    for other in others.chunks_exact_mut(m) {
        let u = -other[p];
        for (x, l) in other[p + 1..].iter_mut().zip(&pivot[p + 1..]) {
            *x = multiply_add::<FMA>(*l, u, *x);
        }
    }
}
}

dispatched! {
/// Solves with the unit lower triangle of at most LEAF pivots.
pub fn solve_leaf<const FMA: bool>(left: &[f64], columns: &mut [f64], m: usize, pivots: Range<usize>) {
    let count = pivots.len();
    let mut l = [[0.0; LEAF]; LEAF];
    for (k, l) in l.iter_mut().enumerate().take(count) {
        l[k + 1..count].copy_from_slice(&left[(pivots.start + k) * m + pivots.start..][k + 1..count]);
    }
    for column in columns.chunks_exact_mut(m) {
        let column = &mut column[pivots.start..];
        // Rows after the pivots meet zeros only.
        if let Some(x) = column.first_chunk_mut() {
            lower_solve::<FMA>(&l, x);
        } else {
            let mut x = [0.0; LEAF];
            x[..count].copy_from_slice(&column[..count]);
            lower_solve::<FMA>(&l, &mut x);
            column[..count].copy_from_slice(&x[..count]);
        }
    }
}
}

/// x := L⁻¹ x, with the strict lower triangle of L by columns.
#[inline(always)]
fn lower_solve<const FMA: bool>(l: &[[f64; LEAF]; LEAF], x: &mut [f64; LEAF]) {
    for k in 0..LEAF {
        let u = -x[k];
        for i in 0..LEAF {
            x[i] = multiply_add::<FMA>(l[k][i], u, x[i]);
        }
    }
}
