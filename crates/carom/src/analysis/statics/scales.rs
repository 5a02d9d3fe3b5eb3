//! What residuals and increments of a static problem are measured against.
//!
//! The metric is a diagonal of stiffnesses: |K_ii|, but at least what the forces make of the model's size, F/L for
//! displacements and F L for rotations, which is the stiffness that tensioned or loaded joints give. Forces are measured by the sum of
//! the sizes of what the elements contribute, since their sum vanishes in equilibrium.

use crate::model::{Kinematics, NodeId};
use crate::system::{System, TangentWork, Tolerances, dual_norm};
use linalg::NONE;

pub(super) struct Scales {
    pub metric: Vec<f64>,
    /// Σ |f| over the elements, by degree of freedom.
    pub forces: Vec<f64>,
}

impl Scales {
    pub fn new(system: &System, kin: &Kinematics, units: &[f64]) -> Self {
        let n = system.layout.n;
        let (mut stiffness, mut forces) = (vec![0.0; n], vec![0.0; n]);
        let mut f = vec![0.0; system.layout.extended];
        system.add_forces(kin, &mut f);
        system.element_tangents(&system.components.whole, kin, &f, &mut TangentWork::default(), |nodes, k, _| {
            let dofs = nodes.iter().flat_map(|node| system.layout.dofs[*node].into_iter().take(k.width())).enumerate();
            for (i, dof) in dofs.filter(|(_, dof)| *dof != NONE) {
                stiffness[dof as usize] += k.get(i, i);
            }
        });
        let scene = system.scene(kin);
        f.fill(0.0);
        for item in &system.model.elements {
            item.element.force(&scene, &mut f);
            let of = |node: &NodeId| system.layout.dofs[*node].into_iter().take(item.element.width());
            for dof in item.element.nodes().iter().flat_map(of).filter(|dof| *dof != NONE) {
                let size = std::mem::take(&mut f[dof as usize]).abs();
                if let Some(force) = forces.get_mut(dof as usize) {
                    *force += size;
                }
            }
        }
        let force = forces.iter().zip(units).map(|(f, u)| f / u).fold(0.0, f64::max);
        let stiff = stiffness.iter().zip(units).map(|(k, u)| k.abs() / (u * u)).fold(0.0, f64::max);
        // Without forces the springs give the scale, and without springs any does.
        let least = [force / system.length, stiff, 1.0].into_iter().find(|x| *x > 0.0).unwrap_or(1.0);
        let metric = stiffness.iter().zip(units).map(|(k, u)| k.abs().max(least * u * u)).collect();
        Self { metric, forces }
    }

    /// Tolerances in the metric; `reach` is the largest coordinate, whose rounding no gap can undercut. Residuals have no
    /// such bound: in fine meshes the stiffness times the rounding of a coordinate exceeds the loads.
    pub fn tolerances(&self, system: &System, reach: f64, limits: (f64, f64)) -> Tolerances {
        Tolerances {
            equilibrium: limits.0,
            constraint: limits.1,
            length: system.length,
            force_scale: dual_norm(&self.metric, &self.forces),
            length_rounding: 4.0 * f64::EPSILON * reach,
            ..Tolerances::default()
        }
    }
}
