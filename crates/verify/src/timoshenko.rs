//! Frequencies of beams against Timoshenko's theory (Timoshenko 1921; frequency equations of Huang 1961).
//!
//! With lengths in l, forces in EI/l² and p = ρA l⁴ ω²/EI, r = I/(A l²), s = EI/(GA_s l²), a vibration obeys
//!
//! ```text
//! w' = φ + s Q ,    φ' = M ,    M' = −Q − r p φ ,    Q' = −p w
//! ```
//!
//! that is y' = A(p) y, y = (w, φ, M, Q). What holds at x = 0 leaves two constants, what holds at x = 1 asks for two: ω is where
//! that minor of exp(A) vanishes. Huang's closed forms are these minors, written out.

use crate::VerifyError;
use crate::case::Case;
use carom::analysis::{Mode, Modes};
use carom::testkit::order_of_fit;
use nalgebra::Matrix4;
use std::f64::consts::TAU;

/// Elements of the meshes.
const MESHES: [usize; 4] = [8, 16, 32, 64];
/// Bending frequencies that are compared.
const COUNT: usize = 3;

/// What the theory knows of a beam.
struct Beam {
    rotary: f64,
    shear: f64,
    /// Frequency in Hz of p = 1.
    unit: f64,
}

impl Beam {
    /// A rectangular section, h in the plane of the vibration, with the shear area 5/6 A.
    fn of(parameter: &dyn Fn(&str) -> Result<f64, VerifyError>) -> Result<Self, VerifyError> {
        let [young, poisson, density] = [parameter("E")?, parameter("nu")?, parameter("rho")?];
        let (slope, h) = (parameter("h")? / parameter("l")?, parameter("h")?);
        let rotary = slope * slope / 12.0;
        let shear = rotary * 2.0 * (1.0 + poisson) * 6.0 / 5.0;
        let unit = (young * h * h / 12.0 / density).sqrt() / (TAU * parameter("l")?.powi(2));
        Ok(Self { rotary, shear, unit })
    }

    /// The rows M, Q of exp(A) and two of its columns, `from` and the next one.
    fn minor(&self, from: usize, p: f64) -> f64 {
        let (r, s) = (self.rotary, self.shear);
        #[rustfmt::skip]
        let a = Matrix4::new(
            0.0, 1.0, 0.0, s,
            0.0, 0.0, 1.0, 0.0,
            0.0, -r * p, 0.0, -1.0,
            -p, 0.0, 0.0, 0.0,
        );
        a.exp().fixed_view::<2, 2>(2, from).determinant()
    }

    /// The lowest frequencies above zero, Hz.
    fn frequencies(&self, from: usize) -> Vec<f64> {
        // Frequencies of bending are farther apart than this.
        const STEP: f64 = 0.5;
        let f = |root: f64| self.minor(from, root * root);
        let mut low = 1.0;
        let mut found = Vec::with_capacity(COUNT);
        while found.len() < COUNT {
            if f(low) * f(low + STEP) <= 0.0 {
                found.push(bisect(&f, low, low + STEP) * self.unit);
            }
            low += STEP;
        }
        found
    }
}

/// The zero of a function between two points of different sign.
fn bisect(f: &dyn Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let sign = f(low).signum();
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if f(middle).signum() == sign { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// The vibrations, without free motions. The beams are slender enough for the first to be bending.
fn vibrations(modes: &Modes) -> Vec<f64> {
    modes.modes.iter().filter(|m| m.square > 0.0).map(Mode::frequency).collect()
}

/// Compares meshes with the theory; the end at x = 0 leaves the unknowns `from` and the next one.
fn compare(case: &mut Case, from: usize) -> Result<(), VerifyError> {
    let exact = Beam::of(&|name| case.parameter(name))?.frequencies(from);
    let mut errors = vec![Vec::new(); COUNT];
    for n in MESHES {
        let found = vibrations(&case.modes(&[("n", &n.to_string())])?);
        if found.len() < COUNT {
            return Err(case.event("a third vibration"));
        }
        for i in 0..COUNT {
            errors[i].push(found[i] / exact[i] - 1.0);
        }
    }
    let sizes = MESHES.map(|n| 1.0 / n as f64);
    for (i, errors) in errors.iter().enumerate() {
        let list: Vec<String> = errors.iter().map(|e| format!("{e:.2e}")).collect();
        let remark = format!("exact {:.4} Hz; errors {} with {MESHES:?} elements", exact[i], list.join(", "));
        case.report_with(&format!("frequency {} against the theory", i + 1), errors[MESHES.len() - 1], remark);
        case.report(&format!("order of frequency {}", i + 1), order_of_fit(&sizes, errors));
    }
    Ok(())
}

/// Clamped at x = 0: M and Q are unknown there.
pub fn clamped(case: &mut Case) -> Result<(), VerifyError> {
    compare(case, 2)
}

/// Free at both ends: w and φ are unknown.
pub fn free(case: &mut Case) -> Result<(), VerifyError> {
    let modes = case.modes(&[])?;
    case.report("free motions", modes.free_motions as f64);
    compare(case, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without shear and rotary inertia these are Euler's beams: √p = 3.516015, 22.034492, 61.697214 clamped, and
    /// 22.373285, 61.672823, 120.903392 free.
    #[test]
    fn slender_beams_are_eulers() {
        let beam = Beam { rotary: 0.0, shear: 0.0, unit: 1.0 };
        for (from, expected) in [(2, [3.516015, 22.034492, 61.697214]), (0, [22.373285, 61.672823, 120.903392])] {
            for (found, expected) in beam.frequencies(from).iter().zip(expected) {
                assert!((found - expected).abs() < 1e-6 * expected, "{found} {expected}");
            }
        }
    }
}
