//! Refactorisation: new numbers along the kept patterns and pivots, no search (what KLU calls *refactor*).
//!
//! A pivot below [`GROWTH`] of the largest entry under it ends the attempt. A full factorisation leaves pivots of at least
//! 0.01, so the numbers must change by two orders of magnitude before pivots are searched anew; until then the entries of L
//! stay below 10⁴.

use super::SparseLu;
use crate::Matrix;

/// A kept pivot may be smaller than the largest entry below it by this factor.
const GROWTH: f64 = 1e-4;

impl SparseLu {
    /// Recomputes the numbers of L and U; false if the pivots are not known or no longer acceptable.
    pub fn refactor(&mut self, a: &Matrix, scale: &[f64]) -> bool {
        if !self.pivots_known {
            return false;
        }
        for (s, &row) in self.row_scale.iter_mut().zip(&self.rows) {
            *s = scale[row as usize];
        }
        for k in 0..a.n() {
            let finite = self.scatter(k, a, scale);
            self.eliminate_kept(k);
            if !(self.divide(k) && finite) {
                self.pivots_known = false;
                return false;
            }
        }
        true
    }

    /// work := B(:, q_k) in pivot positions; false if an entry is not finite.
    #[inline]
    fn scatter(&mut self, k: usize, a: &Matrix, scale: &[f64]) -> bool {
        let mut zero = 0.0;
        let column = self.columns[k] as usize;
        let column_scale = scale[column];
        let range = a.pattern().ptr[column]..a.pattern().ptr[column + 1];
        for (&i, v) in self.slot_position[range.clone()].iter().zip(&a.values()[range]) {
            let x = v * (self.row_scale[i as usize] * column_scale);
            zero += x * 0.0;
            self.work[i as usize] = x;
        }
        zero == 0.0
    }

    #[inline]
    fn eliminate_kept(&mut self, k: usize) {
        let range = self.upper.ptr[k]..self.upper.ptr[k + 1];
        for (&j, u) in self.upper.idx[range.clone()].iter().zip(&mut self.upper.val[range]) {
            *u = std::mem::take(&mut self.work[j as usize]);
            self.lower.subtract(j as usize, *u, &mut self.work);
        }
    }

    /// Column k of L from work; false if its pivot is too small.
    #[inline]
    fn divide(&mut self, k: usize) -> bool {
        let pivot = std::mem::take(&mut self.work[k]);
        let inverse = 1.0 / pivot;
        let range = self.lower.ptr[k]..self.lower.ptr[k + 1];
        let mut most = 0.0;
        for (&i, l) in self.lower.idx[range.clone()].iter().zip(&mut self.lower.val[range]) {
            let x = std::mem::take(&mut self.work[i as usize]);
            most = if x.abs() > most { x.abs() } else { most };
            *l = x * inverse;
        }
        self.inverse[k] = inverse;
        pivot.is_normal() && pivot.abs() >= GROWTH * most
    }
}
