//! What position correction and velocity jump of an island have in common in the schemes of the family: near contacts, tolerances,
//! compliance, first iterates.

use super::{ACCELERATION, Alpha, Forces, HIT, POSITION_CORRECTION, Transport, U, W};
use crate::integrate::scheme::At;
use crate::integrate::settings::PositionFriction;
use crate::integrate::step::{Last, Phase, Rounding, SmoothMotion};
use crate::integrate::{StepError, StepReport};
use crate::model::Kinematics;
use crate::system::{Island, Resists};

impl Alpha {
    /// Tolerances of the corrections of an island from the forces and velocities of its smooth motion.
    pub fn scale_corrections(&mut self, at: At) {
        let (At { island, h, .. }, slot) = (at, at.slot());
        let sum = |i: usize| island.components.iter().map(|&k| self.scales[k as usize][i].powi(2)).sum::<f64>().sqrt();
        let (scale, speed) = (sum(0) + sum(1), sum(2));
        let Rounding { length, one, all } = self.rounding(at, false);
        for (family, weight) in [(&mut self.position, h * h), (&mut self.velocity, h)] {
            family.parts[slot].tolerances.force_scale = weight * scale;
            family.parts[slot].tolerances.velocity_scale = speed + h * scale;
        }
        let sub = &mut self.position.parts[slot];
        self.workspace.set_tolerances(island, sub, self.workspace.position_tolerance());
        // Contact forces contain p g, and g is rounded; p is the effective mass times the augmentation.
        let stiffer = if island.contacts.is_empty() { 1.0 } else { self.settings.augmentation.max(1.0) };
        sub.tolerances.rounding = 4.0 * one * stiffer;
        sub.tolerances.length_rounding = 4.0 * length;
        sub.tolerances.coordinate_rounding = 4.0 * length;
        sub.tolerances.negligible = all;
        let sub = &mut self.velocity.parts[slot];
        self.workspace.set_tolerances(island, sub, self.workspace.velocity_tolerance());
        sub.tolerances.velocity_rounding = one / h;
        sub.tolerances.negligible = all / h;
    }

    /// Both corrections of an island look at its near contacts.
    ///
    /// Sliding, drilling and rolling are resisted at position level too, so that what they hold does not creep. In piles the motions
    /// of all bodies would have to fit each other exactly: there the forces of the last step do it (`give_friction`).
    pub fn activate(&mut self, at: At) {
        let (At { system, island, .. }, slot) = (at, at.slot());
        let position = &mut self.position.parts[slot];
        position.resists = match self.friction {
            PositionFriction::None => Resists::Nothing,
            PositionFriction::Predicted => Resists::Given,
            PositionFriction::Auto if self.workspace.sweeps(island) => Resists::Given,
            PositionFriction::Auto | PositionFriction::Solved => Resists::Everything,
        };
        position.activate(system, island);
        self.velocity.parts[slot].activate(system, island);
    }

    /// How near contacts of an island take part; rows of joints at the smooth motion are kept where one is hit.
    pub fn classify(&mut self, at: At) {
        let (At { system, island, state, h }, slot) = (at, at.slot());
        if island.contacts.is_empty() {
            return;
        }
        // Of gaps alone it matters now how fast they close.
        for &c in &island.contacts {
            self.workspace.work.evaluate_first_rows(system, system.block_of(c), 1);
        }
        let psi = std::mem::take(&mut self.workspace.work.psi);
        let smooth = SmoothMotion { start: state, v: &self.smooth_kin.v, psi: &psi, h };
        let tolerances = [&self.position.parts[slot].tolerances, &self.velocity.parts[slot].tolerances];
        let hit = self.workspace.classify(at, &smooth, &self.position.rows, tolerances);
        self.workspace.work.psi = psi;
        self.workspace.set_hit(island, hit);
        if hit {
            self.workspace.work.evaluate_rows(system, &island.joints);
            self.workspace.keep_smooth_rows(at);
        }
    }

    /// Contacts that were to fly apart and are closed after all; true if there are any.
    pub fn close_flights(&mut self, at: At) -> bool {
        let tolerance = self.position.parts[at.slot()].tolerances.gap();
        let is_closed = |c: usize, kin: &Kinematics| at.system.contact(c).pair.gap(kin) < -tolerance;
        self.workspace.close_flights(at.island, is_closed)
    }

    /// First iterate, frames, compliance and references of the position correction. Rows of contacts that fly apart are those of the
    /// touch; frames of persistent contacts are `half_way`.
    fn refer_positions(&mut self, at: At, half_way: bool, restored: f64) {
        let (At { system, island, .. }, slot) = (at, at.slot());
        for &c in &island.contacts {
            let flies = matches!(self.workspace.phases[c], Phase::Flight { .. });
            let b = system.block_of(c);
            (self.position.rows.frozen[b], self.velocity.rows.frozen[b]) = (flies, flies);
        }
        self.guess_position(at);
        self.workspace.release_opening(at, &mut self.position.rows);
        self.place_frames(at, half_way);
        self.set_position_compliance(at);
        self.workspace.refer_positions(at, restored, &mut self.position.rows, &self.position.parts[slot]);
    }

    /// Solves the position correction with a share of the restitution; with `touched`, impulses of contacts that fly apart are found without
    /// forces and then given to them. False, with its flights ended, where contacts that were to fly
    /// apart leave no solution.
    pub fn solve_position(
        &mut self,
        at: At,
        forces: Forces,
        (half_way, restored): (bool, f64),
        touched: Option<&mut Transport>,
        report: &mut StepReport,
    ) -> Result<bool, StepError> {
        let slot = at.slot();
        if std::mem::replace(&mut self.weights[slot], forces) != forces {
            self.position.parts[slot].invalidate();
            self.velocity.parts[slot].invalidate();
        }
        self.refer_positions(at, half_way, restored);
        let with_forces = forces.of_positions(&self.smooth_kin);
        let without = Forces::default().of_positions(&self.smooth_kin);
        let stage = if touched.is_some() { &without } else { &with_forces };
        let yields = self.workspace.can_yield(at.island);
        let posed = self.position.pose(POSITION_CORRECTION, at, stage);
        match self.workspace.solve_or_give_up(posed, yields) {
            Ok(solved) if !(yields && solved.incompatible) => report.add(POSITION_CORRECTION, solved),
            Err(error) if !yields => return Err(error),
            _ if self.workspace.close_flights(at.island, |_, _| true) => return Ok(false),
            _ => {
                self.workspace.let_slide(at.island, &mut self.position.rows);
                self.workspace.guess(at, &mut self.position.rows, None);
                let posed = self.position.pose(POSITION_CORRECTION, at, stage);
                report.add(POSITION_CORRECTION, self.workspace.solve(posed)?);
            }
        }
        if let Some(transport) = touched {
            transport.give(at, &self.workspace.phases, &mut self.position.rows);
            self.position.parts[slot].invalidate();
            let posed = self.position.pose(POSITION_CORRECTION, at, &with_forces);
            let solved = self.workspace.solve(posed);
            self.position.parts[slot].invalidate();
            transport.take(at, &mut self.position.rows);
            report.add(POSITION_CORRECTION, solved?);
        }
        at.island.copy(&self.workspace.work.y, &mut self.u);
        Ok(true)
    }

    /// Frames of near contacts and laws in both corrections.
    pub fn place_frames(&mut self, at: At, half_way: bool) {
        let problems = &mut [
            (&mut self.position.rows, &self.position.parts[at.slot()]),
            (&mut self.velocity.rows, &self.velocity.parts[at.slot()]),
        ];
        self.workspace.place_frames(at, half_way.then_some(&self.smooth_kin), problems);
    }

    /// Compliance of dependent rows at position level: a tenth of the tolerance on the largest correction to expect. Lengths are
    /// measured against the island's, angles against 1, as in their tolerances.
    pub fn set_position_compliance(&mut self, at: At) {
        let (At { system, island, state, h }, slot) = (at, at.slot());
        let work = &self.workspace.work;
        let unit = |is_angular: bool| if is_angular { 1.0 } else { island.length };
        let mut expected = h * self.velocity.parts[slot].tolerances.force_scale / heaviest(island);
        for &b in &island.joints {
            let block = system.block(b);
            for (i, row) in block.rows().enumerate() {
                expected = expected.max(work.g[row].abs() / unit(block.row(i).is_angular()));
            }
        }
        for &c in &island.contacts {
            expected = expected.max(-system.contact(c).pair.gap(&work.kin) / island.length);
            let block = system.contact_block(c);
            let solved = if self.position.parts[slot].resists == Resists::Everything { block.len() } else { 1 };
            for i in 1..solved {
                let start = if block.row(i).is_incremental() { 0.0 } else { block.value(i, &state.kin) };
                let moved = (block.value(i, &work.kin) - start).abs();
                expected = expected.max(moved / unit(block.row(i).is_angular()));
            }
        }
        let sub = &mut self.position.parts[slot];
        sub.set_compliance(system, &mut self.position.rows, 0.1 * sub.tolerances.constraint / expected);
    }

    /// Contacts of an island that the position correction closed may act at velocity level; with `touching` also those that are
    /// closed up to the tolerance of their gap without a force, which an impact may reach.
    pub fn allow_closed(&mut self, at: At, touching: bool) {
        let At { system, island, .. } = at;
        let tolerance = self.position.parts[at.slot()].tolerances.gap();
        let (position, velocity) = (&self.position.rows, &mut self.velocity.rows);
        for &c in &island.contacts {
            let touches = || touching && system.contact(c).pair.gap(&self.workspace.work.kin) <= tolerance;
            // A joint whose force is zero at one level may have one at the other.
            let in_joint = system.contact_rows(c).pressing.is_some();
            velocity.active[c] = position.projections[c].pattern != 0 || in_joint || touches();
            let rows = system.contact_block(c).rows();
            velocity.p[rows.clone()].copy_from_slice(&position.p[rows]);
        }
    }

    /// Friction of an island acts along the mean direction of sliding, if velocities change as they did in the last step, v̇~_n + W_n/h_n.
    pub fn turn_sliding(&mut self, at: At) {
        let At { island, state, .. } = at;
        let goes_on = |&k: &u32| state.history[HIT][k as usize] == 0.0 && state.last_part[k as usize] > 0.0;
        if island.contacts.is_empty() || !island.components.iter().all(goes_on) {
            return;
        }
        let [smooth, jump] = [ACCELERATION, W].map(|place| &state.history[place]);
        let last = state.last_part[at.slot()];
        let rate = &mut self.shift;
        for i in island.each_dof() {
            rate[i] = smooth[i] + jump[i] / last;
        }
        self.workspace.turn_sliding(at, rate, &self.velocity.rows);
    }

    /// First iterates of both corrections of an island: its unknown, and multipliers in `rows`.
    pub fn guess_position(&mut self, at: At) {
        let last = self.is_warm(at).then_some(Last { y: &at.state.history[U], joints: &at.state.nu });
        self.workspace.guess_contacts(at, &mut self.position.rows, |contact| &contact.correction);
        self.workspace.guess(at, &mut self.position.rows, last);
    }

    pub fn guess_velocity(&mut self, at: At) {
        let last = self.is_warm(at).then_some(Last { y: &at.state.history[W], joints: &at.state.impulse });
        self.workspace.guess_contacts(at, &mut self.velocity.rows, |contact| &contact.impulse);
        self.workspace.guess(at, &mut self.velocity.rows, last);
    }

    /// Whether the corrections of an island can start from those of the last step.
    fn is_warm(&self, at: At) -> bool {
        self.workspace.is_warm(at, &at.state.history[HIT])
    }
}

/// Root of the largest mass or inertia of an island, as it resists a length of its size.
pub(in crate::integrate) fn heaviest(island: &Island) -> f64 {
    island.length * island.masses()[1].sqrt()
}
