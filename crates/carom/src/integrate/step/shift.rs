//! What the position correction of a hit does to momentum (THEORY §4, (27)).
//!
//! U moves bodies that have velocities, and with them their angular momentum: by Σ m U × v, of first order at every oblique blow.
//! A blow acts along the rows as they were when it fell, ν/Λ before the end of the step: along G − (ν/Λ) Ġ. The part Ġᵀν is
//! known before the impulses are, and is given to the velocity problem. What friction at position level leaves is given as a
//! rotation of all bodies that touch or are joined, which changes no relative velocity between them.
//!
//! The approach that Newton's law restores is the one when the blow fell. Its square differs from that at the end of the step by
//! what the given impulse takes: an elastic blow keeps the energy.

use super::Step;
use super::islands::Islands;
use super::near::was_closed;
use crate::integrate::State;
use crate::model::{Kinematics, NodeId};
use crate::system::{HessianScope, Subproblem, System, Work};
use crate::{Mat3, Vec3};
use nalgebra::{Matrix6, Vector6};

#[derive(Debug, Default)]
pub(super) struct Shift {
    gives: bool,
    /// Impulses that are given in this step, over the freedoms.
    given: Vec<f64>,
    /// u² − u_n² of each contact that is hit: u when the blow fell, u_n at the end of the step with the given impulse.
    gains: Vec<Option<f64>>,
    /// Gap row and its change Ġν over the freedoms of one contact; both in freedoms of unit mass.
    rows: Vec<f64>,
    scaled: Vec<f64>,
    islands: Islands,
}

impl Shift {
    pub fn fit(&mut self, system: &System) {
        self.given.clear();
        self.given.resize(system.layout.n, 0.0);
        self.gains.clear();
        self.gains.resize(system.contacts.len(), None);
    }

    /// Gives nothing.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.gives) {
            self.given.fill(0.0);
            self.gains.fill(None);
        }
    }

    /// The approach of contact `c` that is to be restored, negative, if it is `now` at the end of the step.
    pub fn approach(&self, c: usize, now: f64) -> f64 {
        match self.gains[c] {
            None => now.min(0.0),
            Some(gain) => -(now * now + gain).max(0.0).sqrt(),
        }
    }

    /// Gives −Ġᵀν of the gap of a contact, and finds the approach when it was hit.
    fn give_turn(&mut self, system: &System, work: &Work, c: usize, normal: f64, is_hit: bool) {
        let block = &system.blocks[system.contacts[c].block];
        let Self { given, gains, rows, scaled, .. } = self;
        rows.clear();
        rows.extend_from_slice(&work.jacobians[block.jacobian_row(0)]);
        let n = rows.len();
        rows.resize(2 * n, 0.0);
        let scope = HessianScope { kin: &work.kin, layout: &system.layout };
        if !block.gap_rate_gradient(&scope, &mut rows[n..]) {
            return;
        }
        rows[n..].iter_mut().for_each(|x| *x *= normal);
        let mut power = 0.0;
        for (&dof, x) in block.dofs.iter().zip(&rows[n..]) {
            given[dof as usize] -= x;
            power += x * work.kin.v[dof as usize];
        }
        if is_hit {
            system.mass.rows_times_root(block.nodes(), &block.full, rows, scaled);
            let (g, turn) = scaled.split_at(n);
            let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
            gains[c] = Some(dot(g, g) * (2.0 * power - dot(turn, turn)));
        }
    }

    /// Work of the given impulses on a velocity.
    pub fn work(&self, v: impl Iterator<Item = f64>) -> f64 {
        if self.gives { self.given.iter().zip(v).map(|(p, v)| p * v).sum() } else { 0.0 }
    }
}

impl Step {
    /// Gives the velocity problem what the position correction `u` from `smooth` takes from momentum. Rows in `work` are those of
    /// the corrected configuration.
    pub fn give_momentum(
        &mut self,
        system: &System,
        (state, h): (&State, f64),
        smooth: &Kinematics,
        u: &[f64],
        position: &Subproblem,
        velocity: &mut Subproblem,
    ) {
        if !system.mass.is_nodal() {
            return;
        }
        self.shift.gives = true;
        self.work.kin.v.copy_from_slice(&smooth.v);
        for &c in self.near.iter().filter(|&&c| velocity.allowed[c]) {
            let normal = position.lam[system.blocks[system.contacts[c].block].first];
            if normal > 0.0 {
                self.shift.give_turn(system, &self.work, c, normal, !was_closed(system, state, h, c));
            }
        }
        self.close_islands(system, smooth, u, velocity);
        for (base, given) in velocity.base.iter_mut().zip(&self.shift.given) {
            *base -= given / h;
        }
    }

    /// Gives each free island the rotation that keeps its angular momentum.
    fn close_islands(&mut self, system: &System, smooth: &Kinematics, u: &[f64], velocity: &Subproblem) {
        let Shift { given, islands, .. } = &mut self.shift;
        let contacts = self.near.iter().filter(|&&c| velocity.allowed[c]).map(|&c| system.contacts[c].block);
        islands.find(system, contacts);
        for island in islands.free() {
            let mut sums = Sums::default();
            for node in island.clone() {
                sums.add_mass(system, &self.work.kin, node);
            }
            let centre = sums.first / sums.mass;
            for node in island.clone() {
                sums.add_moments(system, (smooth, &self.work.kin), u, given, (node, &centre));
            }
            let rate = sums.rate();
            for node in island.clone() {
                let frame = &self.work.kin.frames[node];
                let v = rate.cross(&(frame.x - centre));
                let w = frame.r().tr_mul(&rate);
                let p = system.mass.node(node) * Vector6::new(v.x, v.y, v.z, w.x, w.y, w.z);
                let (p, l) = (p.fixed_rows::<3>(0).into(), p.fixed_rows::<3>(3).into());
                system.layout.add(node, &p, &l, given);
            }
        }
    }
}

/// Sums over the bodies of an island.
#[derive(Default)]
struct Sums {
    mass: f64,
    first: Vec3,
    inertia: Mat3,
    /// Angular momentum that the correction and the given impulses add.
    moment: Vec3,
}

impl Sums {
    fn add_mass(&mut self, system: &System, kin: &Kinematics, node: NodeId) {
        let m = mass_of(&system.mass.node(node));
        self.mass += m;
        self.first += m * kin.frames[node].x;
    }

    fn add_moments(
        &mut self,
        system: &System,
        (smooth, end): (&Kinematics, &Kinematics),
        u: &[f64],
        given: &[f64],
        (node, centre): (NodeId, &Vec3),
    ) {
        let mass = system.mass.node(node);
        let (v, w) = system.layout.get(node, &smooth.v);
        let momentum = mass * Vector6::new(v.x, v.y, v.z, w.x, w.y, w.z);
        let (p, l): (Vec3, Vec3) = (momentum.fixed_rows::<3>(0).into(), momentum.fixed_rows::<3>(3).into());
        let frame = &end.frames[node];
        let (shift, _) = system.layout.get(node, u);
        let (given_p, given_l) = system.layout.get(node, given);
        let arm = frame.x - centre;
        self.moment += shift.cross(&p) + (frame.r() - smooth.frames[node].r()) * l;
        self.moment += arm.cross(&given_p) + frame.r() * given_l;
        let turn = mass.fixed_view::<3, 3>(3, 3);
        self.inertia += frame.r() * turn * frame.r().transpose();
        self.inertia += mass_of(&mass) * (Mat3::identity() * arm.norm_squared() - arm * arm.transpose());
    }

    /// The rotation that takes the moment away; a line of points cannot turn about itself, and a planar model only in its plane.
    fn rate(&self) -> Vec3 {
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

/// Of a body whose motion along an axis may be locked.
fn mass_of(block: &Matrix6<f64>) -> f64 {
    block.diagonal().fixed_rows::<3>(0).max()
}
