//! Contacts with any discs, and those the closed forms leave: semi-smooth Newton on Φ(λ) = λ − P(λ − ρ (b + W λ)), whose
//! derivative is I − D (I − ρ W); projections with a small ρ where it fails. The variables are √W_ii λ_i, so forces and
//! torques have the same unit.

use super::local::{DEPENDENT, Local, Rows};
use crate::{Law, MAX_ROWS};

/// Φ is solved to this fraction of the force that closes the gap,
const PRECISION: f64 = 1e-11;

/// or to this fraction of what it was before; the next sweeps do the rest.
const REDUCTION: f64 = 1e-3;

impl Local<'_> {
    pub fn discs(&self, regular: bool, g: &Rows, lam: &Rows) -> Rows {
        let b = self.unloaded(g, lam);
        let opens = matches!(self.law, Law::Unilateral { least, .. } if *least <= 0.0);
        if b[0] >= 0.0 && opens {
            return [0.0; MAX_ROWS];
        }
        if regular {
            let stick = self.stick(g, lam);
            let mut admitted = stick;
            self.law.admit(&mut admitted[..self.rows], &self.rho(1.0));
            if admitted == stick {
                return stick;
            }
        }
        self.newton(&b, lam)
    }

    /// Semi-smooth Newton from the present forces, then from a frictionless contact; projections where both fail.
    pub fn newton(&self, b: &Rows, lam: &Rows) -> Rows {
        let n = self.rows;
        let mut frictionless = [0.0; MAX_ROWS];
        frictionless[0] = -b[0] / self.w[0];
        let loaded = if lam[0] > 0.0 { self.newton_from(b, *lam) } else { None };
        let solved = loaded.or_else(|| self.newton_from(b, frictionless));
        let mut x = solved.unwrap_or_else(|| self.projections(b, frictionless));
        if self.law.rises() {
            // Admissible together with its velocity only.
            let rho = self.rho(1.0);
            x = self.augmented(b, &x, &rho);
            self.law.admit(&mut x[..n], &rho);
        } else {
            self.law.admit(&mut x[..n], &[1.0; MAX_ROWS]);
        }
        x
    }

    fn newton_from(&self, b: &Rows, mut x: Rows) -> Option<Rows> {
        let (n, rho, unit) = (self.rows, self.rho(1.0), self.unit());
        let (mut error, mut phi, mut tangent) = self.linearise(b, &x, &rho, &unit);
        let enough = (PRECISION.powi(2) * b[0] * b[0] / self.w[0]).max(REDUCTION.powi(2) * error);
        for _ in 0..12 {
            if error <= enough {
                return Some(x);
            }
            if !eliminate(&mut tangent, &mut phi, n) {
                return None;
            }
            let (mut fraction, mut better) = (1.0, None);
            while better.is_none() && fraction > 0.1 {
                let mut trial = x;
                (0..n).for_each(|i| trial[i] -= fraction * phi[i] / unit[i]);
                let at = self.linearise(b, &trial, &rho, &unit);
                better = (at.0 < error).then_some((trial, at));
                fraction *= 0.5;
            }
            let (trial, at) = better?;
            x = trial;
            (error, phi, tangent) = at;
        }
        None
    }

    /// Some fixed-point iterations with a ρ for which they do not diverge.
    fn projections(&self, b: &Rows, mut x: Rows) -> Rows {
        let n = self.rows;
        let bound = |i: usize| {
            let scaled = |j: usize| self.w[i * n + j].abs() / (self.w[i * n + i] * self.w[j * n + j]).sqrt();
            (0..n).map(scaled).filter(|x| x.is_finite()).sum::<f64>()
        };
        let rho = self.rho(1.0 / (0..n).map(bound).fold(1.0, f64::max));
        for _ in 0..50 {
            x = self.augmented(b, &x, &rho);
            self.law.admit(&mut x[..n], &rho);
        }
        x
    }

    /// ξ = λ − ρ (b + W λ).
    fn augmented(&self, b: &Rows, x: &Rows, rho: &Rows) -> Rows {
        let (n, mut xi) = (self.rows, *x);
        for i in 0..n {
            xi[i] -= rho[i] * (b[i] + (0..n).map(|j| self.w[i * n + j] * x[j]).sum::<f64>());
        }
        xi
    }

    /// `factor` over the diagonal entry of a row, the same for the rows of a disc.
    fn rho(&self, factor: f64) -> Rows {
        let n = self.rows;
        let diagonal = |i: usize| self.w[i * n + i];
        let over = |x: f64| if x > 0.0 { factor / x } else { 0.0 };
        let mut rho = [0.0; MAX_ROWS];
        rho[0] = over(diagonal(0));
        let Law::Unilateral { discs, .. } = self.law else { return rho };
        let mut first = 1;
        for disc in discs.iter().flatten() {
            let rows = first..first + disc.rows;
            rho[rows.clone()].fill(over(rows.map(diagonal).fold(0.0, f64::max)));
            first += disc.rows;
        }
        rho
    }

    /// √W_ii, which gives λ of all rows the same unit.
    fn unit(&self) -> Rows {
        let mut unit = [1.0; MAX_ROWS];
        for (i, unit) in unit.iter_mut().enumerate().take(self.rows) {
            let diagonal = self.w[i * self.rows + i];
            *unit = if diagonal > 0.0 { diagonal.sqrt() } else { 1.0 };
        }
        unit
    }

    /// Squared norm of Φ = λ − P(λ − ρ g), Φ and its derivative I − D (I − ρ W), with √W_ii λ as variables.
    fn linearise(&self, b: &Rows, x: &Rows, rho: &Rows, unit: &Rows) -> (f64, Rows, [Rows; MAX_ROWS]) {
        let n = self.rows;
        let xi = self.augmented(b, x, rho);
        let at = self.law.project(&xi[..n], rho);
        let (mut error, mut phi, mut tangent) = (0.0, [0.0; MAX_ROWS], [[0.0; MAX_ROWS]; MAX_ROWS]);
        for i in 0..n {
            phi[i] = unit[i] * (x[i] - at.force[i]);
            error += phi[i] * phi[i];
            let row = &mut tangent[i];
            row[i] = 1.0;
            for k in (0..n).filter(|&k| at.derivative[i][k] != 0.0) {
                let d = at.derivative[i][k];
                row[k] -= d;
                (0..n).for_each(|j| row[j] += d * rho[k] * self.w[k * n + j]);
            }
            (0..n).for_each(|j| row[j] *= unit[i] / unit[j]);
        }
        (error, phi, tangent)
    }
}

/// Solves a x = b in place by elimination with row pivoting; false if `a` is singular.
fn eliminate(a: &mut [Rows; MAX_ROWS], b: &mut Rows, n: usize) -> bool {
    for k in 0..n {
        let Some(pivot) = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs())) else { return false };
        let size = a[pivot][k].abs();
        if size.is_nan() || size <= DEPENDENT {
            return false;
        }
        a.swap(k, pivot);
        b.swap(k, pivot);
        for i in k + 1..n {
            let factor = a[i][k] / a[k][k];
            (k..n).for_each(|j| a[i][j] -= factor * a[k][j]);
            b[i] -= factor * b[k];
        }
    }
    for i in (0..n).rev() {
        let known = (i + 1..n).map(|j| a[i][j] * b[j]).sum::<f64>();
        b[i] = (b[i] - known) / a[i][i];
    }
    b[..n].iter().all(|x| x.is_finite())
}
