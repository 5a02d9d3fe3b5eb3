//! What can be asked of a model beside its motion: where it rests (`statics`), how it vibrates (`modes`), which few motions of a body are
//! enough (`reduction`), and how exactly it would move from event to event (`events`).
//!
//! The first two look at the same equations as the integrators, at rest: f(q, 0, t) + Gᵀλ = 0, g(q) = 0, and their linearisation
//! (`linear`). Whether a state is held at all is one question to that linearisation (`held`).

pub mod events;
mod held;
mod linear;
mod modes;
mod reduction;
mod shift;
mod statics;

pub use held::FreeMotion;
pub use linear::Linear;
pub use modes::{Mode, ModeSettings, Modes, ModesError, modes};
pub use reduction::{Reduction, ReductionError, craig_bampton};
pub use statics::{LoadStep, StaticError, StaticReport, StaticSettings, equilibrium, equilibrium_unless};

use crate::NodeKind;
use crate::system::System;

/// What turns an increment of each degree of freedom into a length: 1, and for rotations the model's length.
pub(crate) fn units(system: &System) -> Vec<f64> {
    let mut units = vec![1.0; system.layout.n];
    for (node, dofs) in system.model.nodes.iter().zip(&system.layout.dofs) {
        // Followers have no degrees of freedom.
        let free = |dof: &&u32| (**dof as usize) < system.layout.n;
        for &dof in dofs[3..].iter().filter(|dof| free(dof) && node.kind == NodeKind::Frame) {
            units[dof as usize] = system.length;
        }
    }
    units
}

/// Unit translations of all bodies along x, y and z.
pub(crate) fn translations(system: &System) -> [Vec<f64>; 3] {
    [0, 1, 2].map(|axis| {
        let mut e = vec![0.0; system.layout.n];
        for (node, dofs) in system.model.nodes.iter().zip(&system.layout.dofs) {
            if let Some(entry) = e.get_mut(dofs[axis] as usize).filter(|_| node.kind.is_spatial()) {
                *entry = 1.0;
            }
        }
        e
    })
}

/// Mass that moves along x, y and z, kg.
pub(crate) fn moving_mass(system: &System) -> [f64; 3] {
    let mut moved = vec![0.0; system.layout.n];
    let mass = system.mass_at(&system.initial_kinematics());
    translations(system).map(|e| {
        mass.mul(&e, &mut moved);
        e.iter().zip(&moved).map(|(e, m)| e * m).sum()
    })
}
