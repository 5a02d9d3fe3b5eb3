//! Whether a state is held: the softest motion z that the constraints allow, by inverse iteration, and its stiffness
//!
//! ```text
//! ρ = |zᵀK̂z| / zᵀDz
//! ```
//!
//! against a diagonal D of stiffnesses. Rounding leaves about 1e-16 where nothing holds; a beam of n elements has about
//! 1/36 n³ and is not mistaken for a mechanism up to 10,000 elements. The shift of the iteration is lowered until it
//! lies below the motion that was found.

use super::shift::{Random, ShiftInvert};
use super::{Linear, units};
use crate::NodeKind;
use crate::integrate::State;
use crate::system::System;
use linalg::NONE;

/// Relative stiffness that is rounding.
const ZERO: f64 = 4e-15;
/// Where the shift starts and ends, relative to the largest stiffness over mass.
const SHIFTS: [f64; 2] = [1e-6, 1e-16];

/// A motion that nothing resists.
#[derive(Clone, Debug, PartialEq)]
pub struct FreeMotion {
    /// The node that moves most, and the component in which it does.
    pub node: String,
    pub component: &'static str,
}

/// A motion that neither stiffness nor constraints resist, if there is one; `metric` is a diagonal of stiffnesses.
pub(super) fn free_motion(system: &System, state: &State, metric: &[f64]) -> Option<FreeMotion> {
    let linear = Linear::new(system, state);
    if linear.n == linear.rows.len() {
        return None;
    }
    let mut operator = ShiftInvert::new(&linear, &system.mass);
    let ratios = metric.iter().zip(system.mass.diagonal()).map(|(d, m)| d / m);
    let largest = ratios.fold(0.0, f64::max);
    let (mut z, mut next) = (vec![0.0; linear.n], vec![0.0; linear.n]);
    Random(1).fill(&mut z);
    let mut shift = -SHIFTS[0] * largest;
    loop {
        // A shift on an eigenvalue: move off it.
        while operator.set_shift(shift).is_err() {
            shift *= 1.5;
        }
        for _ in 0..3 {
            operator.apply(&z, &mut next);
            let norm = next.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
            z.iter_mut().zip(&next).for_each(|(z, x)| *z = x / norm);
        }
        let (energy, _) = Linear::quadratic(&linear.stiffness, &z);
        let size: f64 = z.iter().zip(metric).map(|(z, d)| z * z * d).sum();
        if energy.abs() <= ZERO * size {
            return Some(largest_motion(system, &z));
        }
        let inertia: f64 = z.iter().zip(system.mass.diagonal()).map(|(z, m)| z * z * m).sum();
        if energy.abs() > 0.1 * shift.abs() * inertia || shift.abs() <= SHIFTS[1] * largest {
            return None;
        }
        shift *= 1e-2;
    }
}

/// The component that moves most, rotations measured with the model's length.
pub(super) fn largest_motion(system: &System, z: &[f64]) -> FreeMotion {
    let size = z.iter().zip(units(system)).map(|(z, u)| (z * u).abs());
    let dof = size.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(i, _)| i);
    component(system, dof)
}

/// Node and component of a degree of freedom.
fn component(system: &System, dof: usize) -> FreeMotion {
    const NAMES: [&str; 6] = ["x", "y", "z", "rotation about its x", "rotation about its y", "rotation about its z"];
    for (node, dofs) in system.model.nodes.iter().zip(&system.layout.dofs) {
        if let Some(c) = dofs.iter().position(|d| *d != NONE && *d as usize == dof) {
            let component = if node.kind == NodeKind::Scalar { "its coordinate" } else { NAMES[c] };
            return FreeMotion { node: node.name.clone(), component };
        }
    }
    FreeMotion { node: String::new(), component: "" }
}
