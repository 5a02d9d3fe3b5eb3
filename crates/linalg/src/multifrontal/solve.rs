//! Solution with the factors of the fronts: forward along the tree, backward against it.
//!
//! ```text
//!     forward:     y = L11⁻¹ b(pivot rows),      b(rows left) −= L21 y
//!     backward:    x(pivot columns) = U11⁻¹ (y − U12 x(columns left))
//! ```
//!
//! The factors are read from memory once for W right-hand sides, whose entries lie side by side.

use super::analysis::Analysis;
use super::numeric::{Numbers, Part};

/// Right-hand sides that are solved together.
const BLOCK: usize = 8;

impl Numbers {
    /// b := diag(scale) (LU)⁻¹ diag(scale) b for each column b.
    pub fn solve(&mut self, analysis: &Analysis, scale: &[f64], columns: &mut [f64]) {
        let n = scale.len().max(1);
        let mut blocks = columns.chunks_exact_mut(BLOCK * n);
        for block in &mut blocks {
            self.solve_block::<BLOCK>(analysis, scale, block);
        }
        for column in blocks.into_remainder().chunks_exact_mut(n) {
            self.solve_block::<1>(analysis, scale, column);
        }
    }

    fn solve_block<const W: usize>(&mut self, analysis: &Analysis, scale: &[f64], b: &mut [f64]) {
        let n = scale.len();
        let [rhs, x, gathered] = self.work.each_mut().map(|work| {
            work.resize(work.len().max(W * n), 0.0);
            work.as_chunks_mut::<W>().0
        });
        for (y, &j) in rhs.iter_mut().zip(&analysis.columns) {
            *y = std::array::from_fn(|l| b[l * n + j as usize] * scale[j as usize]);
        }
        for part in &self.parts {
            forward(part, &self.factors[part.factors..], &self.names[part.names..], rhs, &mut gathered[..part.m]);
        }
        for part in self.parts.iter().rev() {
            let t = &mut gathered[..part.pivots];
            backward(part, &self.factors[part.factors..], &self.names[part.names..], rhs, x, t);
        }
        for (x, &j) in x.iter().zip(&analysis.columns) {
            x.iter().enumerate().for_each(|(l, x)| b[l * n + j as usize] = x * scale[j as usize]);
        }
    }
}

/// y −= c x.
#[inline]
fn subtract<const W: usize>(y: &mut [[f64; W]], c: &[f64], x: [f64; W]) {
    for (y, c) in y.iter_mut().zip(c) {
        for l in 0..W {
            y[l] -= c * x[l];
        }
    }
}

fn forward<const W: usize>(part: &Part, factors: &[f64], names: &[u32], rhs: &mut [[f64; W]], y: &mut [[f64; W]]) {
    let rows = &names[..part.m];
    y.iter_mut().zip(rows).for_each(|(y, &i)| *y = rhs[i as usize]);
    for (p, column) in factors.chunks_exact(part.m).take(part.pivots).enumerate() {
        let (known, below) = y.split_at_mut(p + 1);
        subtract(below, &column[p + 1..], known[p]);
    }
    y.iter().zip(rows).for_each(|(y, &i)| rhs[i as usize] = *y);
}

fn backward<const W: usize>(
    part: &Part,
    factors: &[f64],
    names: &[u32],
    rhs: &[[f64; W]],
    x: &mut [[f64; W]],
    t: &mut [[f64; W]],
) {
    let Part { m, pivots: k, .. } = *part;
    let (rows, columns) = (&names[..k], &names[m..2 * m]);
    t.iter_mut().zip(rows).for_each(|(t, &i)| *t = rhs[i as usize]);
    let (square, right) = factors.split_at(m * k);
    // A front that delays all its unknowns has no factors.
    for (&j, column) in columns[k..].iter().zip(right.chunks_exact(k.max(1))) {
        subtract(t, column, x[j as usize]);
    }
    for p in (0..k).rev() {
        let column = &square[p * m..][..=p];
        t[p] = t[p].map(|t| t / column[p]);
        let (above, known) = t.split_at_mut(p);
        subtract(above, column, known[0]);
    }
    t.iter().zip(columns).for_each(|(t, &j)| x[j as usize] = *t);
}
