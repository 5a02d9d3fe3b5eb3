//! Angular momentum of free groups of bodies: what a step with a blow leaves of it becomes a rotation of the group (THEORY §4).

use super::Step;
use super::blow::Blows;
use crate::integrate::State;
use crate::model::{Kinematics, NodeId};
use crate::system::{Subproblem, System};
use crate::{Mat3, Vec3};
use linalg::NONE;
use nalgebra::{Matrix6, Vector6};

impl Step {
    /// Turns every free group of bodies so that contacts leave its angular momentum as it was after the smooth motion.
    pub fn keep_angular_momentum(
        &mut self,
        system: &System,
        state: &State,
        smooth: &Kinematics,
        velocity: &Subproblem,
    ) {
        if !system.mass.is_nodal() {
            return;
        }
        self.blows.find_turned(system, &self.work, velocity);
        let Blows { islands, pushed, given, turned, work, .. } = &mut self.blows;
        let mean = state.kin.v.iter().zip(&self.work.kin.v).map(|(before, now)| 0.5 * (before + now));
        *work += given.iter().zip(mean).map(|(p, v)| p * v).sum::<f64>();
        for island in islands.free() {
            let kin = &self.work.kin;
            let mut sums = Sums::default();
            island.clone().for_each(|node| sums.add_mass(system, kin, node));
            let centre = sums.first / sums.mass;
            for node in island.clone() {
                sums.add_inertia(system, kin, (node, &centre));
                // U × m v of the correction, and the moments of impulses along rows that are not those of the end of the step.
                let (p, _) = momentum(system, smooth, node);
                let (impulse, moment) = system.layout.get(node, turned);
                let frame = &kin.frames[node];
                sums.moment += system.layout.get(node, pushed).0.cross(&p);
                sums.moment += (frame.x - centre).cross(&impulse) + frame.r() * moment;
            }
            let rate = sums.rate();
            for node in island {
                let frame = &self.work.kin.frames[node];
                let (v, w) = (rate.cross(&(frame.x - centre)), frame.r().tr_mul(&rate));
                let (v_s, w_s) = system.layout.get(node, &self.work.kin.v);
                let impulse = system.mass.node(node) * joined(&v, &w);
                *work += impulse.dot(&(joined(&v_s, &w_s) + 0.5 * joined(&v, &w)));
                for array in [&mut self.work.y, &mut self.work.x, &mut self.work.kin.v] {
                    system.layout.add(node, &v, &w, array);
                }
            }
        }
    }
}

fn joined(v: &Vec3, w: &Vec3) -> Vector6<f64> {
    Vector6::new(v.x, v.y, v.z, w.x, w.y, w.z)
}

/// Momentum of a node, and its angular momentum in its own axes.
pub(super) fn momentum(system: &System, kin: &Kinematics, node: NodeId) -> (Vec3, Vec3) {
    let (v, w) = system.layout.get(node, &kin.v);
    let momentum = system.mass.node(node) * joined(&v, &w);
    (momentum.fixed_rows::<3>(0).into(), momentum.fixed_rows::<3>(3).into())
}

/// Sums over the bodies of a group.
#[derive(Default)]
struct Sums {
    mass: f64,
    first: Vec3,
    inertia: Mat3,
    /// Angular momentum that the corrections added.
    moment: Vec3,
    /// The direction across the plane of a planar model.
    across: Option<Vec3>,
}

impl Sums {
    fn add_mass(&mut self, system: &System, kin: &Kinematics, node: NodeId) {
        let mass = mass_of(&system.mass.node(node));
        self.mass += mass;
        self.first += mass * kin.frames[node].x;
        let locked = system.layout.dofs[node].iter().take(3).position(|&dof| dof == NONE);
        self.across = self.across.or(locked.map(|axis| Vec3::ith(axis, 1.0)));
    }

    fn add_inertia(&mut self, system: &System, kin: &Kinematics, (node, centre): (NodeId, &Vec3)) {
        let mass = system.mass.node(node);
        let frame = &kin.frames[node];
        let arm = frame.x - centre;
        self.inertia += frame.r() * mass.fixed_view::<3, 3>(3, 3) * frame.r().transpose();
        self.inertia += mass_of(&mass) * (Mat3::identity() * arm.norm_squared() - arm * arm.transpose());
    }

    /// The rotation that takes the moment away; a line of points cannot turn about itself, and a planar model only in its plane.
    fn rate(&self) -> Vec3 {
        if let Some(axis) = self.across {
            let inertia = axis.dot(&(self.inertia * axis));
            return if inertia > 0.0 { axis * (-axis.dot(&self.moment) / inertia) } else { Vec3::zeros() };
        }
        let eigen = self.inertia.symmetric_eigen();
        let smallest = 1e-12 * eigen.eigenvalues.max();
        let mut rate = Vec3::zeros();
        for (axis, &inertia) in eigen.eigenvectors.column_iter().zip(&eigen.eigenvalues) {
            if inertia > smallest {
                rate -= axis * (axis.dot(&self.moment) / inertia);
            }
        }
        rate
    }
}

/// Mass of a body whose motion along an axis may be locked.
fn mass_of(block: &Matrix6<f64>) -> f64 {
    block.diagonal().fixed_rows::<3>(0).max()
}
