//! How fast a model moves at its start, and which step that asks for.

use crate::model::Kinematics;
use crate::system::System;

/// Steps in the shortest period, at least, for a faithful vibration.
pub(super) const STEPS_A_PERIOD: f64 = 20.0;
/// Angle that a body with unequal moments of inertia should turn by in a step, at most: of a free body that turns by ten times as much
/// a fifth of the energy is lost within some hundred turns.
pub(super) const TURN: f64 = 0.1;
/// Share of the model's length that a body should move by in a step, and of the time in which it falls by this length, at most.
const SHARE: f64 = 0.01;
/// Moments of inertia that differ by less turn as a sphere does, whose motion is exact at any step.
const UNEQUAL: f64 = 1e-3;

/// The fastest rotation at the start of a body with unequal moments of inertia: rad/s, and its name.
pub(super) fn fastest_turn<'a>(system: &'a System, kin: &Kinematics) -> Option<(f64, &'a str)> {
    let mass = system.mass.diagonal();
    let turns = system.model.nodes.iter().enumerate().filter_map(|(i, node)| {
        let free: Vec<f64> = system.layout.dofs[i][3..].iter().filter_map(|&d| mass.get(d as usize).copied()).collect();
        let [low, high] =
            [free.iter().copied().fold(f64::INFINITY, f64::min), free.iter().copied().fold(0.0, f64::max)];
        let speed = system.layout.get(i, &kin.v).1.norm();
        (free.len() == 3 && high > (1.0 + UNEQUAL) * low && speed > 0.0).then_some((speed, node.name.as_str()))
    });
    turns.max_by(|a, b| a.0.total_cmp(&b.0))
}

/// A step that the start of a model asks for, rounded down to 1, 2 or 5 times a power of ten, and why.
pub(super) fn suggested_step(system: &System, kin: &Kinematics, period: Option<f64>) -> Option<(f64, String)> {
    let length = system.length;
    let mut wishes: Vec<(f64, String)> = Vec::new();
    // A mesh always vibrates faster than what matters.
    if let Some(period) = period.filter(|_| system.model.flexible.is_empty()) {
        let why = format!("{STEPS_A_PERIOD} steps in the period of the fastest vibration, {period:.3e} s");
        wishes.push((period / STEPS_A_PERIOD, why));
    }
    if let Some((speed, name)) = fastest_turn(system, kin) {
        wishes.push((TURN / speed, format!("`{name}` turns by {TURN} rad in it")));
    }
    let speeds =
        system.model.nodes.iter().enumerate().map(|(i, node)| (system.layout.get(i, &kin.v).0.norm(), &node.name));
    if let Some((speed, name)) = speeds.filter(|(speed, _)| *speed > 0.0).max_by(|a, b| a.0.total_cmp(&b.0)) {
        wishes.push((SHARE * length / speed, format!("`{name}` moves by {SHARE} of the model's length in it")));
    }
    let gravity = system.model.gravity.norm();
    if gravity > 0.0 {
        let why = format!("{SHARE} of the time in which a body falls by the model's length");
        wishes.push((SHARE * (2.0 * length / gravity).sqrt(), why));
    }
    let least = wishes.into_iter().filter(|(h, _)| h.is_normal()).min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some((rounded_down(least.0), least.1))
}

/// 1, 2 or 5 times a power of ten.
fn rounded_down(h: f64) -> f64 {
    let exponent = h.log10().floor() as i32;
    let digits = h / 10f64.powi(exponent);
    let digit = [5, 2, 1].into_iter().find(|d| digits * (1.0 + 1e-12) >= f64::from(*d)).unwrap_or(1);
    // As a reader of the number would round it.
    format!("{digit}e{exponent}").parse().unwrap_or(h)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_numbers() {
        for (h, round) in [(1e-3, 1e-3), (0.9e-3, 5e-4), (4.99e-7, 2e-7), (7.0, 5.0), (1.2e-12, 1e-12)] {
            assert_eq!(rounded_down(h), round);
        }
    }
}
