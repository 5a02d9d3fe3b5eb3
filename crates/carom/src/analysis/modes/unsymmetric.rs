//! Modes of a model whose stiffness is not symmetric, from the eigenpairs of `arnoldi`.

use super::arnoldi::{ComplexPair, Pencil, is_zero};
use super::{Mode, ModeSettings, Modes, ModesError};
use crate::analysis::shift::Random;
use crate::analysis::{Linear, moving_mass, translations, units};
use crate::system::{MassMatrix, System};
use nalgebra::Complex;

/// Eigenvalues that are so small against the shift are those of free motions; each is a double one, which rounding splits by its root.
const FREE: f64 = 1e-4;
/// Real and imaginary parts below this share of an eigenvalue are rounding; at the onset of flutter two eigenvalues meet, and its root
/// counts.
const ROUNDING: f64 = 1e-7;

/// Modes about a state; `shift` is that of the symmetric part, −σ².
pub(super) fn modes(
    system: &System,
    (linear, mass): (&Linear, &MassMatrix),
    shift: f64,
    settings: &ModeSettings,
    random: &mut Random,
) -> Result<Modes, ModesError> {
    if settings.near.is_some() {
        return Err(ModesError::NearUnsymmetric);
    }
    let dofs = linear.n - linear.rows.len();
    let sigma = shift.abs().sqrt();
    let singular = |_| ModesError::Singular { shift };
    let mut pencil =
        Pencil::new(linear, mass, sigma).or_else(|_| Pencil::new(linear, mass, 1.1 * sigma)).map_err(singular)?;
    let is_damped = !is_zero(&linear.damping) || !is_zero(&linear.skew[1]);
    let mut wanted = settings.count.min(dofs);
    loop {
        let pairs = pencil.eigenpairs(2 * wanted, settings.tolerance, random);
        let few = ModesError::NotConverged { found: 0, wanted, tolerance: settings.tolerance };
        let pairs = pairs.ok_or(few)?;
        let all = pairs.len() < 2 * wanted || wanted == dofs;
        let (kept, free) = select(pairs, sigma, is_damped);
        let enough = kept.len() + if settings.free { free.len() } else { 0 } >= settings.count;
        if enough || all {
            let directions = translations(system);
            let free_motions = free.len();
            let listed = kept.iter().chain(free.iter().filter(|_| settings.free)).take(settings.count);
            let mut modes: Vec<Mode> = listed.map(|pair| mode(system, mass, pair, &directions, sigma)).collect();
            modes.sort_by(|a, b| a.square.total_cmp(&b.square));
            let (asymmetry, mass) = (linear.asymmetry, moving_mass(system));
            return Ok(Modes { modes, dofs, free_motions, asymmetry, is_symmetric: false, shift, mass });
        }
        wanted = (settings.count + free.len()).max(wanted + wanted / 2 + 1).min(dofs);
    }
}

/// One of each pair of conjugates, and of λ and −λ where nothing is damped; free motions apart.
fn select(pairs: Vec<ComplexPair>, sigma: f64, is_damped: bool) -> (Vec<ComplexPair>, Vec<ComplexPair>) {
    let (mut kept, mut free): (Vec<ComplexPair>, Vec<ComplexPair>) = (Vec::new(), Vec::new());
    for mut pair in pairs {
        let size = pair.lambda.norm();
        let lambda = &mut pair.lambda;
        if size <= FREE * sigma {
            free.push(pair);
            continue;
        }
        if lambda.im.abs() <= ROUNDING * size {
            lambda.im = 0.0;
        }
        if lambda.re.abs() <= ROUNDING * size {
            lambda.re = 0.0;
        }
        let fades = !is_damped && lambda.re < 0.0;
        if lambda.im >= 0.0 && !fades {
            kept.push(pair);
        }
    }
    // Both solutions of a double zero are one motion.
    free.truncate(free.len().div_ceil(2));
    (kept, free)
}

/// The mode of an eigenpair, its shape turned in phase so that its real part is largest.
fn mode(system: &System, mass: &MassMatrix, pair: &ComplexPair, directions: &[Vec<f64>; 3], sigma: f64) -> Mode {
    let lambda = pair.lambda;
    let sum: Complex<f64> = pair.x.iter().zip(mass.diagonal()).map(|(x, m)| x * x * *m).sum();
    let turn = Complex::from_polar(1.0, -0.5 * sum.arg());
    let mut parts = [Vec::new(), Vec::new()];
    for x in pair.x.iter().map(|x| x * turn) {
        parts[0].push(x.re);
        parts[1].push(x.im);
    }
    let mut moved = [vec![0.0; pair.x.len()], vec![0.0; pair.x.len()]];
    let mut norm = 0.0;
    for (part, moved) in parts.iter().zip(&mut moved) {
        mass.mul(part, moved);
        norm += part.iter().zip(moved.iter()).map(|(x, m)| x * m).sum::<f64>();
    }
    let root = norm.sqrt();
    for part in parts.iter_mut().chain(&mut moved) {
        part.iter_mut().for_each(|x| *x /= root);
    }
    let [shape, quadrature] = parts;
    let sizes = shape.iter().zip(&quadrature).zip(units(system)).map(|((a, b), u)| u * a.hypot(*b));
    let largest = sizes.fold(0.0, f64::max);
    let effective = |e: &Vec<f64>| {
        let part = |moved: &Vec<f64>| e.iter().zip(moved).map(|(e, m)| e * m).sum::<f64>().powi(2);
        moved.iter().map(part).sum::<f64>()
    };
    let is_free = lambda.norm() <= FREE * sigma;
    let grows = lambda.re > 0.0 && !is_free;
    let speed = if grows { lambda.im } else { lambda.norm() };
    let is_turned = quadrature.iter().any(|x| x.abs() > 1e-6 * largest);
    Mode {
        square: match (is_free, grows && lambda.im == 0.0) {
            (true, _) => 0.0,
            (_, true) => -lambda.re * lambda.re,
            _ => speed * speed,
        },
        growth: if grows { lambda.re } else { 0.0 },
        damping: if lambda.re < 0.0 && !is_free { -lambda.re / lambda.norm() } else { 0.0 },
        modal_mass: 1.0 / (largest * largest),
        effective_mass: [0, 1, 2].map(|d| effective(&directions[d])),
        shape,
        quadrature: if is_turned { quadrature } else { Vec::new() },
    }
}
