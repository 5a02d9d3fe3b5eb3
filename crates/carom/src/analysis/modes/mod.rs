//! Vibrations about a state: K̂ φ = ω² M φ with G φ = 0 (see `linear`), by shift-invert Lanczos.
//!
//! The wanted modes are the ones whose ω² lies nearest to a shift σ. Without a given one, σ is slightly negative, below the
//! zeros of free motions and near the wanted modes: it starts small against the largest stiffness over mass and follows
//! the modes that are found. Damping ratios are those of the modal diagonal, φᵀCφ / (2 ω φᵀMφ). ω² < 0 is a motion that
//! leaves an unstable state as exp(√(−ω²) t). Gyroscopic forces are left out.
//!
//! Where K̂ is not symmetric, as with follower forces, the unsymmetric problem is solved, dampers included (`arnoldi`). Free motions,
//! ω = 0, are counted, and listed only if asked for.

mod arnoldi;
mod lanczos;
mod unsymmetric;

use super::shift::{Random, ShiftInvert};
use super::{Linear, moving_mass, translations, units};
use crate::integrate::State;
use crate::system::{Assembly, MassMatrix, System};
use lanczos::{Eigenpair, Limits, eigenpairs};
use std::f64::consts::TAU;

/// Settings of a modal analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct ModeSettings {
    /// Number of modes.
    pub count: usize,
    /// About the static equilibrium instead of the initial state.
    pub about_static: bool,
    /// Relative residual of a mode.
    pub tolerance: f64,
    /// Frequency near which modes are looked for, Hz; `None`: the lowest.
    pub near: Option<f64>,
    /// Free motions, of frequency 0, are listed too.
    pub free: bool,
}

impl Default for ModeSettings {
    fn default() -> Self {
        Self { count: 10, about_static: false, tolerance: 1e-9, near: None, free: false }
    }
}

/// One mode.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// ω², (rad/s)²; 0 where it is rounding.
    pub square: f64,
    /// Rate with which it grows, 1/s: of a motion away from an unstable state (ω² < 0), or of flutter (ω² > 0).
    pub growth: f64,
    /// Increments of all degrees of freedom, scaled to φᵀMφ = 1 kg m².
    pub shape: Vec<f64>,
    /// What moves a quarter of a period earlier; empty where all moves in phase.
    pub quadrature: Vec<f64>,
    /// Share of critical damping; 0 where ω is 0 or the motion unstable.
    pub damping: f64,
    /// φᵀMφ of the shape whose largest displacement (rotations with the model's length) is 1 m.
    pub modal_mass: f64,
    /// Effective masses (φᵀM e)² / φᵀMφ of a translation along x, y and z, kg.
    pub effective_mass: [f64; 3],
}

impl Mode {
    /// Frequency in Hz; 0 of a free motion and of an unstable one.
    pub fn frequency(&self) -> f64 {
        self.square.max(0.0).sqrt() / TAU
    }
}

/// The modes that were found, from the lowest.
#[derive(Clone, Debug)]
pub struct Modes {
    pub modes: Vec<Mode>,
    /// Motions that the constraints allow.
    pub dofs: usize,
    /// Free motions that were found.
    pub free_motions: usize,
    /// Size of the antisymmetric part of K̂ relative to its diagonal, and whether it is rounding; if not, the unsymmetric problem was
    /// solved.
    pub asymmetry: f64,
    pub is_symmetric: bool,
    /// σ, (rad/s)².
    pub shift: f64,
    /// Mass that moves along x, y and z, kg.
    pub mass: [f64; 3],
}

/// Why modes were not found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ModesError {
    #[error("the joints leave no motion, so that nothing can vibrate")]
    NoMotion,
    #[error("the matrix K̂ − σM is singular at every shift near σ = {shift:.3e} (rad/s)²")]
    Singular { shift: f64 },
    #[error("modes near a frequency are not looked for where the stiffness is not symmetric, as with follower forces")]
    NearUnsymmetric,
    #[error("the model has more than {MOST_FREE} free motions, of frequency 0, before the first vibration")]
    ManyFree,
    #[error("only {found} of {wanted} modes converged to {tolerance:.0e}")]
    NotConverged { found: usize, wanted: usize, tolerance: f64 },
}

/// Where the shift starts, relative to the largest stiffness over mass.
const FIRST_SHIFT: f64 = 1e-8;
/// Where it should lie, relative to the highest wanted mode.
const BELOW: f64 = 0.01;
/// Free motions before the first vibration, at most.
const MOST_FREE: usize = 500;
/// Quadratic forms that are so small against their terms are rounding.
const ZERO: f64 = 64.0 * f64::EPSILON;
/// Squares of frequencies that are so small against the largest of the model are rounding.
const ROUNDING: f64 = 1e-24;

/// Modes about a state whose multipliers are forces.
pub fn modes(assembly: Assembly, state: &State, settings: &ModeSettings) -> Result<Modes, ModesError> {
    let (system, linear) = (assembly.system, Linear::new(assembly, state));
    let dofs = linear.n - linear.rows.len();
    if dofs == 0 {
        return Err(ModesError::NoMotion);
    }
    let mass = system.mass_at(&state.kin);
    let mut operator = ShiftInvert::new(&linear, &mass);
    let mut random = Random(1);
    match settings.near {
        Some(frequency) => set_shift(&mut operator, (TAU * frequency).powi(2))?,
        None => find_shift(&mut operator, settings.count.min(dofs), dofs, &mut random)?,
    }
    if !linear.is_symmetric() {
        return unsymmetric::modes(system, (&linear, &mass), operator.shift(), settings, &mut random);
    }
    let directions = translations(system);
    let mut wanted = settings.count.min(dofs);
    loop {
        let limits = Limits { tolerance: settings.tolerance, dofs, vectors: (8 * wanted + 100).max(300) };
        let pairs = eigenpairs(&mut operator, wanted, &limits, &mut random);
        if pairs.len() < wanted {
            return Err(ModesError::NotConverged { found: pairs.len(), wanted, tolerance: settings.tolerance });
        }
        let (shift, largest) = (operator.shift(), operator.largest());
        let found = pairs.into_iter().map(|pair| mode(system, (&linear, &mass), (shift, largest), pair, &directions));
        let mut modes: Vec<Mode> = found.collect();
        let free_motions = modes.iter().filter(|mode| mode.square == 0.0).count();
        let listed = modes.len() - if settings.free { 0 } else { free_motions };
        if listed < settings.count && wanted < dofs {
            if free_motions > MOST_FREE {
                return Err(ModesError::ManyFree);
            }
            wanted = (settings.count + free_motions).min(dofs);
            continue;
        }
        modes.retain(|mode| settings.free || mode.square != 0.0);
        modes.sort_by(|a, b| a.square.total_cmp(&b.square));
        let (asymmetry, mass) = (linear.asymmetry, moving_mass(system));
        return Ok(Modes { modes, dofs, free_motions, asymmetry, is_symmetric: true, shift, mass });
    }
}

/// Factorises at a shift, or next to it if it is an eigenvalue.
fn set_shift(operator: &mut ShiftInvert, shift: f64) -> Result<(), ModesError> {
    let trials = [1.0, 1.0 + 1e-6, 1.0 - 1e-5, 1.0 + 1e-3].map(|factor| factor * shift);
    let found = trials.into_iter().any(|trial| operator.set_shift(trial).is_ok());
    if found { Ok(()) } else { Err(ModesError::Singular { shift }) }
}

/// Moves the shift below the wanted modes.
fn find_shift(operator: &mut ShiftInvert, wanted: usize, dofs: usize, random: &mut Random) -> Result<(), ModesError> {
    let largest = operator.largest();
    let mut shift = if largest > 0.0 { -FIRST_SHIFT * largest } else { -1.0 };
    for _ in 0..8 {
        set_shift(operator, shift)?;
        let limits = Limits { tolerance: 1e-3, dofs, vectors: 2 * wanted + 20 };
        let rough = eigenpairs(operator, wanted, &limits, random);
        let highest = rough.iter().map(|pair| (shift + 1.0 / pair.theta).abs()).fold(0.0, f64::max);
        // Free motions have no place for the shift to follow.
        let free = highest <= 1e-6 * shift.abs() && shift.abs() <= 1e-14 * largest;
        if rough.is_empty() || free || (1e-4..10.0).contains(&(shift.abs() / highest)) {
            break;
        }
        shift = -(BELOW * highest).max(1e-4 * shift.abs()).max(1e-15 * largest).max(f64::MIN_POSITIVE);
    }
    Ok(())
}

fn mode(
    system: &System,
    (linear, mass): (&Linear, &MassMatrix),
    (shift, largest_square): (f64, f64),
    pair: Eigenpair,
    directions: &[Vec<f64>; 3],
) -> Mode {
    let (energy, size) = Linear::quadratic(&linear.stiffness, &pair.x);
    let square = shift + 1.0 / pair.theta;
    let is_free = energy.abs() <= ZERO * size || square.abs() <= ROUNDING * largest_square;
    let square = if is_free { 0.0 } else { square };
    let largest = pair.x.iter().zip(units(system)).map(|(x, u)| (x * u).abs()).fold(0.0, f64::max);
    let mut moved = vec![0.0; linear.n];
    mass.mul(&pair.x, &mut moved);
    let effective = |e: &Vec<f64>| e.iter().zip(&moved).map(|(e, m)| e * m).sum::<f64>().powi(2);
    let damping =
        if square > 0.0 { Linear::quadratic(&linear.damping, &pair.x).0 / (2.0 * square.sqrt()) } else { 0.0 };
    Mode {
        square,
        growth: (-square).max(0.0).sqrt(),
        damping,
        modal_mass: 1.0 / (largest * largest),
        effective_mass: [0, 1, 2].map(|d| effective(&directions[d])),
        shape: pair.x,
        quadrature: Vec::new(),
    }
}
