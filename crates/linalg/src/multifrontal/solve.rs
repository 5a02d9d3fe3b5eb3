//! Solution with the factors of the fronts: forward along the tree, backward against it.
//!
//! ```text
//!     forward:     y = L11⁻¹ b(pivot rows),      b(rows left) −= L21 y
//!     backward:    x(pivot columns) = U11⁻¹ (y − U12 x(columns left))
//! ```

use super::analysis::Analysis;
use super::numeric::{Numbers, Part};

impl Numbers {
    /// b := diag(scale) (LU)⁻¹ diag(scale) b.
    pub fn solve(&mut self, analysis: &Analysis, scale: &[f64], b: &mut [f64]) {
        let [rhs, x, part_of] = &mut self.work;
        for (y, &j) in rhs.iter_mut().zip(&analysis.columns) {
            *y = b[j as usize] * scale[j as usize];
        }
        for part in &self.parts {
            forward(part, &self.factors[part.factors..], &self.names[part.names..], rhs, part_of);
        }
        for part in self.parts.iter().rev() {
            let t = &mut part_of[..part.pivots];
            backward(part, &self.factors[part.factors..], &self.names[part.names..], rhs, x, t);
        }
        for (x, &j) in x.iter().zip(&analysis.columns) {
            b[j as usize] = x * scale[j as usize];
        }
    }
}

/// y −= c x.
#[inline]
fn subtract(y: &mut [f64], c: &[f64], x: f64) {
    y.iter_mut().zip(c).for_each(|(y, c)| *y -= c * x);
}

fn forward(part: &Part, factors: &[f64], names: &[u32], rhs: &mut [f64], y: &mut [f64]) {
    let y = &mut y[..part.m];
    let rows = &names[..part.m];
    y.iter_mut().zip(rows).for_each(|(y, &i)| *y = rhs[i as usize]);
    for (p, column) in factors.chunks_exact(part.m).take(part.pivots).enumerate() {
        let (known, below) = y.split_at_mut(p + 1);
        subtract(below, &column[p + 1..], known[p]);
    }
    y.iter().zip(rows).for_each(|(y, &i)| rhs[i as usize] = *y);
}

fn backward(part: &Part, factors: &[f64], names: &[u32], rhs: &[f64], x: &mut [f64], t: &mut [f64]) {
    let Part { m, pivots: k, .. } = *part;
    let (rows, columns) = (&names[..k], &names[m..2 * m]);
    t.iter_mut().zip(rows).for_each(|(t, &i)| *t = rhs[i as usize]);
    let (square, right) = factors.split_at(m * k);
    if k > 0 {
        for (&j, column) in columns[k..].iter().zip(right.chunks_exact(k)) {
            subtract(t, column, x[j as usize]);
        }
    }
    for p in (0..k).rev() {
        let column = &square[p * m..][..=p];
        t[p] /= column[p];
        let (above, known) = t.split_at_mut(p);
        subtract(above, column, known[0]);
    }
    t.iter().zip(columns).for_each(|(t, &j)| x[j as usize] = *t);
}
