//! The force with which a joint presses its surfaces together, for the friction in it.
//!
//! With the multipliers λ of the joint's rows over a step (an impulse, or half a step of one at position level) in groups g (across the
//! axis, along it, moments), factors c_g, a constant force N₀ and its time s,
//!
//! ```text
//! N = s N₀ + Σ_g c_g ‖λ_g‖ ,      ∂N/∂λ_i = c_g λ_i / ‖λ_g‖                                             (1)
//! ```
//!
//! Part of λ may be known from another problem of the step, s times the mean of λ~ over the step (`Multipliers::pressed`).

use super::{Multipliers, RowBlock};
use crate::contact::JointPressure;
use crate::measure::Measure;

/// Groups of rows of a joint: across its axis, along it, and moments.
const GROUPS: usize = 3;

/// How a joint presses.
#[derive(Clone, Debug)]
pub struct Pressing {
    /// Its block of rows.
    pub joint: usize,
    /// N₀.
    constant: f64,
    /// c_g, and the group of each row.
    factors: [f64; GROUPS],
    groups: Vec<Option<usize>>,
}

impl Pressing {
    pub fn new(pressure: &JointPressure, joints: &[RowBlock]) -> Self {
        let block = &joints[pressure.joint];
        let group = |i: usize| match block.row(i).terms.as_slice() {
            [(_, Measure::Projection { axis, .. })] => Some(usize::from(*axis == 2)),
            [(_, Measure::Dot { .. })] => Some(2),
            _ => None,
        };
        let groups = (0..block.len()).map(group).collect();
        Self { joint: pressure.joint, constant: pressure.constant, factors: pressure.factors, groups }
    }

    /// The norms of the groups.
    fn norms(&self, first: usize, rows: &Multipliers, s: f64) -> [f64; GROUPS] {
        let mut squares = [0.0; GROUPS];
        for (i, group) in self.groups.iter().enumerate() {
            if let Some(group) = group {
                squares[*group] += self.force(first + i, rows, s).powi(2);
            }
        }
        squares.map(f64::sqrt)
    }

    fn force(&self, row: usize, rows: &Multipliers, s: f64) -> f64 {
        rows.lam[row] + rows.prior[row] + s * rows.pressed[row]
    }

    /// N over the time `s`, of the joint whose rows start at `first`.
    pub fn normal(&self, first: usize, rows: &Multipliers, s: f64) -> f64 {
        let norms = self.norms(first, rows, s);
        s * self.constant + norms.iter().zip(self.factors).map(|(norm, factor)| factor * norm).sum::<f64>()
    }

    /// ∂N/∂λ of every row of the joint, in their order; 0 where a group has no force and so no direction.
    pub fn slopes<'a>(&'a self, first: usize, rows: &'a Multipliers, s: f64) -> impl Iterator<Item = f64> + 'a {
        let norms = self.norms(first, rows, s);
        self.groups.iter().enumerate().map(move |(i, group)| match group {
            Some(group) if norms[*group] > 0.0 => self.factors[*group] * self.force(first + i, rows, s) / norms[*group],
            _ => 0.0,
        })
    }
}
