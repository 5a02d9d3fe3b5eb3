//! Blows between bodies whose normal turns: when they fell, and what the position correction does to momentum (THEORY §4).
//!
//! U moves bodies that have velocities, and with them their angular momentum: by Σ m U × v, of first order at every oblique blow.
//! U = ν M⁻¹Gᵀ is what a blow Λ does that fell τ = ν/Λ before the end of the step. Its impulse acts along the rows as they were
//! then, G − τĠ, and Newton's law restores the approach along them. Two balls without friction then part as they should whatever
//! the step is, and keep their angular momentum.
//!
//! τ is found for each contact as if it were the only one, and from the impulses of all until it stays. Rows are turned by what
//! friction moved the bodies since the blow, too. Angular momentum in the axes of a body stays in space while the correction
//! turns the body. What is left becomes a rotation of all bodies of a free group, which changes no relative velocity between them.

use super::Step;
use super::islands::Islands;
use super::momentum::momentum;
use super::near::was_closed;
use crate::Vec3;
use crate::integrate::State;
use crate::integrate::settings::ContactSolver;
use crate::model::{ContactFrame, Kinematics};
use crate::system::{HessianScope, RowBlock, Subproblem, System, Work};
use lie::exp;

/// Solutions of a velocity problem with new times of its blows.
const MAX_PASSES: usize = 8;
/// Times of blows stay if they change by less than this share.
const STAYS: f64 = 1e-12;
/// Iterations for the time of a blow on two bodies alone; each brings it closer by the angle that the normal turns by.
const MAX_TIMES: usize = 20;

#[derive(Debug, Default)]
pub(super) struct Blows {
    list: Vec<Blow>,
    /// Place of each contact's blow in the list.
    place: Vec<Option<usize>>,
    /// G and Ġ of the gaps, over the freedoms of their contacts.
    rows: Vec<f64>,
    scaled: Vec<f64>,
    pub islands: Islands,
    /// What contacts do in the position correction; impulses that are given to the velocity problem; impulses along turned rows.
    pub pushed: Vec<f64>,
    pub given: Vec<f64>,
    pub turned: Vec<f64>,
    /// Work of what keeps angular momentum.
    pub work: f64,
}

/// A contact that is hit in this step.
#[derive(Debug)]
struct Blow {
    contact: usize,
    /// Its correction ν, and the time from the blow to the end of the step.
    correction: f64,
    tau: f64,
    /// Length of the row G − τĠ as that of a normal.
    length: f64,
    /// Of the contact's law.
    restitution: f64,
    /// G v and Ġ v at the start of the step; G M⁻¹Gᵀ, G M⁻¹Ġᵀ and Ġ M⁻¹Ġᵀ.
    rates: [f64; 2],
    products: [f64; 3],
    /// Rate of the normal, how far friction turned it, and where G and Ġ stand.
    turn: Vec3,
    moved: Vec3,
    at: usize,
}

impl Blows {
    pub fn fit(&mut self, system: &System) {
        self.list.clear();
        self.place.clear();
        self.place.resize(system.contacts.len(), None);
        for array in [&mut self.pushed, &mut self.given, &mut self.turned] {
            array.resize(system.layout.n, 0.0);
        }
    }

    /// Forgets the blows of the last step.
    pub fn clear(&mut self) {
        self.list.drain(..).for_each(|blow| self.place[blow.contact] = None);
        self.work = 0.0;
    }

    /// The coefficient of restitution along the rows of a blow, if a contact has one.
    pub fn restitution(&self, contact: usize) -> Option<f64> {
        self.place[contact].map(|place| self.list[place].restored())
    }

    /// Adds a contact with its correction; `v` is the velocity at the start of the step.
    fn add(&mut self, system: &System, work: &Work, (contact, correction): (usize, f64), v: &[f64], h: f64) {
        let block = &system.blocks[system.contacts[contact].block];
        let (at, n) = (self.rows.len(), block.dofs.len());
        self.rows.extend_from_slice(&work.jacobians[block.jacobian_row(0)]);
        self.rows.resize(at + 2 * n, 0.0);
        let scope = HessianScope { kin: &work.kin, layout: &system.layout };
        let Some(turn) = block.gap_turn(&scope, &mut self.rows[at + n..]) else {
            self.rows.truncate(at);
            return;
        };
        system.mass.rows_times_root(block.nodes(), &block.full, &self.rows[at..], &mut self.scaled);
        let (g, rate) = self.scaled.split_at(n);
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let along = |row: &[f64]| block.dofs.iter().zip(row).map(|(&dof, x)| x * v[dof as usize]).sum::<f64>();
        let mut blow = Blow {
            contact,
            correction,
            tau: 0.0,
            length: 1.0,
            restitution: system.contact(contact).law.restitution_n,
            rates: [along(&self.rows[at..at + n]), along(&self.rows[at + n..])],
            products: [dot(g, g), dot(g, rate), dot(rate, rate)],
            turn,
            moved: Vec3::zeros(),
            at,
        };
        blow.time_alone(h);
        self.place[contact] = Some(self.list.len());
        self.list.push(blow);
    }

    /// Turns the rows of the blows by what their own friction moved the bodies since.
    fn add_moves(&mut self, system: &System, work: &mut Work, position: &Subproblem) {
        for blow in &mut self.list {
            let block = &system.blocks[system.contacts[blow.contact].block];
            if block.len() == 1 {
                continue;
            }
            let n = block.dofs.len();
            block.dofs.iter().for_each(|&dof| self.turned[dof as usize] = 0.0);
            add_forces(block, 1, work, position, &mut self.turned);
            system.mass.solve_nodes(block.nodes(), &self.turned, &mut work.kin.v);
            self.scaled.clear();
            self.scaled.resize(n, 0.0);
            let scope = HessianScope { kin: &work.kin, layout: &system.layout };
            if let Some(turn) = block.gap_turn(&scope, &mut self.scaled) {
                blow.moved = turn;
                let row = &mut self.rows[blow.at..blow.at + n];
                row.iter_mut().zip(&self.scaled).for_each(|(x, moved)| *x -= moved);
            }
        }
    }

    /// Gives the bodies of free groups the angular momentum back that turns in space when the correction turns them.
    fn give_spins(&mut self, system: &System, smooth: &Kinematics) {
        let Self { islands, pushed, given, .. } = self;
        given.fill(0.0);
        for node in islands.free().flatten() {
            let (_, turn) = system.layout.get(node, pushed);
            let (_, l) = momentum(system, smooth, node);
            system.layout.add(node, &Vec3::zeros(), &(exp(&-turn) * l - l), given);
        }
    }

    /// Impulses along turned rows, which are those in `work`, with what the tolerance of the velocity problem left.
    pub fn find_turned(&mut self, system: &System, work: &Work, velocity: &Subproblem) {
        self.turned.copy_from_slice(&work.r1[..system.layout.n]);
        for blow in &self.list {
            add_forces(&system.blocks[system.contacts[blow.contact].block], 0, work, velocity, &mut self.turned);
        }
    }

    /// Turns rows and frames in `work` to the times of the blows.
    fn turn_rows(&mut self, system: &System, work: &mut Work) {
        for blow in &mut self.list {
            let c = blow.contact;
            let block = &system.blocks[system.contacts[c].block];
            let frame = system.contact(c).pair.frame(&work.kin, &work.kin.contacts[c]);
            let normal = frame.axes[0] - blow.moved - blow.tau * blow.turn;
            blow.length = normal.norm();
            work.kin.contacts[c] = turned(&frame, normal / blow.length);
            work.evaluate_rows(system, &[system.contacts[c].block]);
            let (g, rate) = self.rows[blow.at..blow.at + 2 * block.dofs.len()].split_at(block.dofs.len());
            let row = work.jacobians[block.jacobian_row(0)].iter_mut();
            row.zip(g).zip(rate).for_each(|((x, g), rate)| *x = (g - blow.tau * rate) / blow.length);
        }
    }

    /// Takes the times from the impulses that were found; true if they changed.
    fn time(&mut self, system: &System, velocity: &Subproblem, h: f64) -> bool {
        let mut changed = false;
        for blow in &mut self.list {
            let impulse = velocity.lam[system.blocks[system.contacts[blow.contact].block].first] / blow.length;
            if impulse > 0.0 {
                let tau = (blow.correction / impulse).min(h);
                changed |= (tau - blow.tau).abs() > STAYS * blow.tau;
                blow.tau = tau;
            }
        }
        changed
    }
}

impl Blow {
    /// The share of the approach along G − τĠ that is restored, so that a blow on two bodies alone takes as much energy as
    /// Newton's law does when they touch: the square of their approach was then (Gv)² + ν G M⁻¹Gᵀ(2Ġv − ν Ġ M⁻¹Ġᵀ).
    fn restored(&self) -> f64 {
        let ([u, rate], [gg, gr, rr]) = (self.rates, self.products);
        let nu = self.correction;
        let touching = (u - nu * gr).powi(2) + gg * nu * (2.0 * rate - nu * rr);
        let seen = (u - self.tau * rate).powi(2) * gg / (gg - self.tau * (2.0 * gr - self.tau * rr));
        let lost = (1.0 - self.restitution.powi(2)) * touching / seen;
        if lost.is_finite() { (1.0 - lost).clamp(0.0, 1.0).sqrt() } else { self.restitution }
    }

    /// Finds the time as if nothing else touched the two bodies: τ Λ = ν with Λ = −(1 + e) G′v/(G′M⁻¹G′ᵀ), G′ = G − τĠ, which is
    /// quadratic in τ for a given e.
    fn time_alone(&mut self, h: f64) {
        let ([u, rate], [gg, gr, rr]) = (self.rates, self.products);
        let nu = self.correction;
        for _ in 0..MAX_TIMES {
            let both = 1.0 + if self.tau > 0.0 { self.restored() } else { self.restitution };
            let (a, b, c) = (both * rate - nu * rr, 2.0 * nu * gr - both * u, nu * gg);
            let root = (b * b + 4.0 * a * c).max(0.0).sqrt();
            let tau = if b > 0.0 { 2.0 * c / (b + root) } else { (root - b) / (2.0 * a) };
            let tau = if tau >= 0.0 { tau.min(h) } else { h };
            let stays = (tau - self.tau).abs() <= STAYS * tau;
            self.tau = tau;
            if stays {
                break;
            }
        }
    }
}

/// Adds Gᵀ times the forces that a problem found for the rows of a block from `first` on.
fn add_forces(block: &RowBlock, first: usize, work: &Work, sub: &Subproblem, out: &mut [f64]) {
    for (i, row) in block.rows().enumerate().skip(first) {
        let jac = &work.jacobians[block.jacobian_row(i)];
        block.dofs.iter().zip(jac).for_each(|(&dof, x)| out[dof as usize] += sub.force[row] * x);
    }
}

/// A frame whose normal is turned, with its tangents and the arms of spheres.
fn turned(frame: &ContactFrame, normal: Vec3) -> ContactFrame {
    let last = &frame.axes[0];
    let follows = |arm: &Vec3| arm.cross(last).norm() < 1e-9 * arm.norm();
    let arms = frame.arms.map(|arm| if follows(&arm) { normal * arm.dot(last) } else { arm });
    ContactFrame { axes: frame.axes_about(normal), arms, ..*frame }
}

impl Step {
    /// Finds when the contacts that this step hits were hit, and gives free groups what the correction takes from the angular
    /// momentum of their bodies. Rows in `work` are those of the position correction.
    pub fn find_blows(
        &mut self,
        system: &System,
        (state, h): (&State, f64),
        smooth: &Kinematics,
        position: &Subproblem,
        velocity: &mut Subproblem,
    ) {
        if !system.mass.is_nodal() {
            return;
        }
        self.find_pushed(system, position);
        self.blows.rows.clear();
        self.work.kin.v.copy_from_slice(&smooth.v);
        for &c in self.near.iter().filter(|&&c| velocity.allowed[c]) {
            let correction = position.lam[system.blocks[system.contacts[c].block].first];
            let turns = system.contact(c).pair.normal_turns();
            if turns && correction > 0.0 && !was_closed(system, state, h, c) {
                self.blows.add(system, &self.work, (c, correction), &state.kin.v, h);
            }
        }
        self.blows.add_moves(system, &mut self.work, position);
        let contacts = self.near.iter().filter(|&&c| velocity.allowed[c]).map(|&c| system.contacts[c].block);
        self.blows.islands.find(system, contacts);
        self.blows.give_spins(system, smooth);
        for (base, given) in velocity.base.iter_mut().zip(&self.blows.given) {
            *base -= given / h;
        }
    }

    /// M⁻¹Gᵀν of the contacts, with what the tolerance of the correction left.
    fn find_pushed(&mut self, system: &System, position: &Subproblem) {
        let Blows { pushed, turned, .. } = &mut self.blows;
        turned.copy_from_slice(&self.work.r1[..system.layout.n]);
        for &c in &self.near {
            add_forces(&system.blocks[system.contacts[c].block], 0, &self.work, position, turned);
        }
        system.mass.solve_nodal(turned, pushed);
    }

    /// Turns the rows of the contacts that are hit to the times of their blows.
    pub fn turn_blows(&mut self, system: &System) {
        self.blows.turn_rows(system, &mut self.work);
    }

    /// Solutions with new times of the blows. Many contacts have none: the times there are those of pairs alone.
    pub fn passes(&self) -> usize {
        if ContactSolver::Auto.sweeps(self.near.len()) { 0 } else { MAX_PASSES }
    }

    /// Takes the times of the blows from the impulses just found, and turns the rows again; false if they stay.
    pub fn time_blows(&mut self, system: &System, velocity: &Subproblem, h: f64) -> bool {
        let changed = self.blows.time(system, velocity, h);
        if changed {
            self.blows.turn_rows(system, &mut self.work);
        }
        changed
    }

    /// Turns the rows of blows back to the end of the step.
    pub fn forget_blows(&mut self, system: &System) {
        for blow in &self.blows.list {
            let pair = &system.contact(blow.contact).pair;
            self.work.kin.contacts[blow.contact] = pair.frame(&self.work.kin, &self.work.kin.contacts[blow.contact]);
            self.work.evaluate_rows(system, &[system.contacts[blow.contact].block]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rotation by an angle whose cosine rounds to a little more than 1 was not a number, and stopped a pile.
    #[test]
    fn frames_that_hardly_turn_stay_frames() {
        let normal = Vec3::new(0.36, 0.48, 0.8);
        let axes = ContactFrame::default().axes_about(normal);
        let frame = ContactFrame { axes, arms: [normal * 0.05, normal * -0.03], ..ContactFrame::default() };
        for k in 0..2000 {
            let angle = 1e-17 * 1.02_f64.powi(k);
            let turned = turned(&frame, (normal + angle * axes[1]).normalize());
            let [n, t, s] = turned.axes;
            // Products of unit vectors: a few units of rounding.
            let products = [n.dot(&t), n.dot(&s), t.dot(&s), n.norm() - 1.0, t.norm() - 1.0, s.norm() - 1.0];
            assert!(products.iter().all(|x| x.abs() < 1e-15), "{angle}: {products:?}");
            assert!((turned.arms[1] + 0.03 * n).norm() < 1e-16, "{angle}");
        }
    }
}
