//! Sparse LU on a kept pattern: data, solution, and the split into what depends on structure, pivots and numbers.
//!
//! ```text
//!     B = diag(s) A diag(s),     L U = P B Q,     column k of L and U:  L x = B(:, q_k)
//! ```
//!
//! | kept as long as | what | file |
//! |---|---|---|
//! | the structure | column order Q | `ordering` |
//! | pivots stay acceptable | row order P, patterns of L and U | [`full`] |
//! | one matrix | the numbers | [`refactor`] |
//!
//! References: J. R. Gilbert, T. Peierls, Sparse partial pivoting in time proportional to arithmetic operations, SIAM J. Sci.
//! Stat. Comput. 9 (1988); T. A. Davis, E. Palamadai Natarajan, Algorithm 907: KLU, ACM Trans. Math. Softw. 37 (2010).

mod full;
mod refactor;

use full::Search;

/// Columns of a triangular factor without its diagonal; indices are pivot positions once the factorisation is complete.
#[derive(Default)]
struct Triangle {
    ptr: Vec<usize>,
    idx: Vec<u32>,
    val: Vec<f64>,
}

impl Triangle {
    fn clear(&mut self) {
        self.ptr.clear();
        self.ptr.push(0);
        self.idx.clear();
        self.val.clear();
    }

    fn bytes(&self) -> usize {
        self.idx.capacity() * size_of::<u32>() + self.val.capacity() * size_of::<f64>()
    }

    fn push(&mut self, i: u32, x: f64) {
        self.idx.push(i);
        self.val.push(x);
    }

    fn end_column(&mut self) {
        self.ptr.push(self.idx.len());
    }

    /// x −= column(k) · factor.
    #[inline]
    fn subtract(&self, k: usize, factor: f64, x: &mut [f64]) {
        let range = self.ptr[k]..self.ptr[k + 1];
        for (&i, l) in self.idx[range.clone()].iter().zip(&self.val[range]) {
            x[i as usize] -= l * factor;
        }
    }
}

#[derive(Default)]
pub(crate) struct SparseLu {
    /// Column of A that is eliminated at position k.
    columns: Vec<u32>,
    /// Row of A that is the pivot at position k.
    rows: Vec<u32>,
    /// Pivot position of the row of each slot of A.
    slot_position: Vec<u32>,
    lower: Triangle,
    upper: Triangle,
    /// 1 / u_kk.
    inverse: Vec<f64>,
    /// Zero between uses.
    work: Vec<f64>,
    row_scale: Vec<f64>,
    search: Search,
    pivots_known: bool,
}

impl SparseLu {
    /// Starts a new structure with its columns in the order of elimination.
    pub fn set_structure(&mut self, columns: Vec<u32>) {
        self.forget_pivots();
        self.columns = columns;
    }

    pub fn forget_pivots(&mut self) {
        self.pivots_known = false;
    }

    /// b := diag(scale) (LU)⁻¹ diag(scale) b.
    pub fn solve(&mut self, scale: &[f64], b: &mut [f64]) {
        let x = &mut self.work[..];
        for (x, &row) in x.iter_mut().zip(&self.rows) {
            *x = b[row as usize] * scale[row as usize];
        }
        for k in 0..x.len() {
            self.lower.subtract(k, x[k], x);
        }
        for k in (0..x.len()).rev() {
            x[k] *= self.inverse[k];
            self.upper.subtract(k, x[k], x);
        }
        for (x, &column) in x.iter_mut().zip(&self.columns) {
            b[column as usize] = *x * scale[column as usize];
            *x = 0.0;
        }
    }

    pub fn smallest_pivot(&self) -> f64 {
        1.0 / self.inverse.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
    }

    pub fn fill(&self) -> usize {
        self.lower.idx.len() + self.upper.idx.len() + self.inverse.len()
    }

    /// Memory of the factors.
    pub fn bytes(&self) -> usize {
        self.lower.bytes() + self.upper.bytes() + self.slot_position.capacity() * size_of::<u32>()
    }
}
