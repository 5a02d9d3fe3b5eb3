//! What the rows of contacts are measured from: sliding and turning from the start of the step or from the touch, velocities by
//! Newton's impact law.
//!
//! With u⁻ and ũ the velocities along the normal of the end of the step, those at its start and those of the smooth motion,
//!
//! ```text
//! 0 ≤ u⁺ − r ⊥ Λ ≥ 0 ,     r = −e max(min(u⁻, 0), ũ)  if ũ < 0 ,     r = −ũ  if ũ ≥ 0                         (30)
//! ```
//!
//! v⁺ = ṽ + M⁻¹GᵀΛ does the work ½Λᵀ(ũ + u⁺): with (30) never a positive one, for any number of contacts. A contact that is opening
//! and is pressed shut by other impulses keeps its speed and does no work. Where nothing is hit in an island, its contacts carry
//! loads only, and u⁺ ≥ 0. A contact that touches within the step and flies apart has (29) instead.

use super::{Phase, Workspace};
use crate::contact::{Contact, Friction, LENGTH_ROWS};
use crate::integrate::scheme::At;
use crate::integrate::{ROUNDING, State};
use crate::model::{ContactFrame, Kinematics};
use crate::system::{Assembly, Few, Island, Multipliers, Resists, Subproblem};
use crate::system::{port_velocities, prescribed_velocity, relative_velocity};

impl Workspace {
    /// Frames of the near contacts of an island, from which position-level rows are counted, and laws that depend on the speed of
    /// sliding. Persistent contacts have the axes and arms half way between the start of the step and the smooth motion in `end`,
    /// if it is given: with those of the start, spin about a normal that turns would count as sliding.
    pub fn place_frames(&mut self, at: At, end: Option<&Kinematics>, problems: &mut [(&mut Multipliers, &Subproblem)]) {
        let At { system, island, state, .. } = at;
        for &c in &island.contacts {
            let contact = system.contact(c);
            let start = contact.pair.frame(&state.kin, &self.past_frame(state, c));
            self.start_frames[c] = start;
            self.work.kin.contacts[c] = match (self.phases[c], end) {
                (Phase::Flight { .. } | Phase::Closing { .. }, _) => self.touch.kin.contacts[c],
                (Phase::Persistent, Some(end)) => half_way(system, c, &start, state, end),
                _ => start,
            };
            let (law, speed) = match contact.law.friction {
                Friction::Constant(_) => (system.contact_rows(c).law, 0.0),
                _ => {
                    let now = self.sliding(at, c, &start);
                    (contact.law.on(&system.contact_rows(c).axes, &now), now.speed)
                }
            };
            let law = self.known_pressure(at, c).map_or(law, |force| law.with_known(at.h * force));
            for (rows, sub) in problems.iter_mut() {
                // Forces that are given have no velocity of their own.
                rows.laws[c] = if sub.resists == Resists::Given { law.at(speed) } else { sub.resists.of(law) };
            }
        }
    }

    /// Position level: the gap itself, and sliding and turning since the start of the step or the touch, on a surface that travels;
    /// of contacts that fly apart the way that follows from the impact law.
    pub fn refer_positions(&self, at: At, restored: f64, rows: &mut Multipliers, sub: &Subproblem) {
        let At { system, island, state, h } = at;
        for &c in &island.contacts {
            rows.renew_augmentation(system, c);
            rows.laws[c] = rows.laws[c].over(h);
            let contact = system.contact(c);
            let block = system.contact_block(c);
            for (i, &axis) in system.contact_rows(c).axes.iter().enumerate() {
                let row = block.first + i;
                let surface = |t| contact.pair.surface_velocity(axis, t, &state.kin.signals);
                let (from, to) = (surface(state.kin.t), surface(self.work.kin.t));
                rows.reference[row] = match self.phases[c] {
                    Phase::Flight { tau } => tau * (self.departure_of(system, c, i, restored) - self.before[row]),
                    _ if axis == 0 => 0.0,
                    Phase::Closing { tau, .. } => self.touch_value(row) + tau * to,
                    Phase::Open | Phase::Persistent => {
                        let start = if block.row(i).is_incremental() { 0.0 } else { block.value(i, &state.kin) };
                        start + 0.5 * h * (from + to)
                    }
                };
            }
        }
        if sub.resists == Resists::Given {
            self.give_friction(at, rows);
        }
    }

    /// Friction that is given at position level: what the force of the last step does in this one, ½h²λ_T, for contacts that
    /// were closed. Where normal forces are not unique, those that it was found with are the ones to start from: it is bounded by
    /// them.
    fn give_friction(&self, At { system, island, state, h }: At, rows: &mut Multipliers) {
        for &c in &island.contacts {
            let block = system.contact_block(c);
            let persists = self.phases[c] == Phase::Persistent && state.h > 0.0;
            let share = if persists { 0.5 * h * h } else { 0.0 };
            let force = &self.past(state, c).force;
            for (i, &axis) in system.contact_rows(c).axes.iter().enumerate() {
                if i > 0 {
                    rows.given[block.first + i] = share * force[axis];
                } else if persists {
                    rows.lam[block.first] = share * force[0];
                }
            }
        }
    }

    /// Whether what the position correction asks of contacts that touch within the step may be given up where not all of it can hold:
    /// flights that end at another contact, and what a closing contact slides since its touch. That is known up to the
    /// interpolation; joints may not agree to the tolerance, and contacts that hold each other count their sliding from other times. Then it slides freely until the
    /// step ends, and there is an answer: without motion contacts are as open as at the start and those that resist sliding have not slid.
    pub fn can_yield(&self, island: &Island) -> bool {
        let mut phases = island.contacts.iter().map(|&c| self.phases[c]);
        phases.any(|phase| match phase {
            Phase::Flight { .. } => island.contacts.len() > 1,
            Phase::Closing { .. } => !island.joints.is_empty() || (2..=Few::MOST).contains(&island.contacts.len()),
            Phase::Open | Phase::Persistent => false,
        })
    }

    /// Contacts that close in this step slide freely at position level.
    pub fn let_slide(&self, island: &Island, rows: &mut Multipliers) {
        for &c in &island.contacts {
            if matches!(self.phases[c], Phase::Closing { .. }) {
                rows.laws[c] = Resists::Nothing.of(rows.laws[c]);
            }
        }
    }

    /// Moves the frames of near contacts that do not fly to the configuration in `work`: rows that are counted from them become the
    /// relative velocities of the two surfaces there, whose impulses conserve momentum and angular momentum exactly.
    pub fn move_frames(&mut self, At { system, island, .. }: At, rows: &Multipliers) {
        for &c in &island.contacts {
            let block = system.block_of(c);
            if system.block(block).is_incremental() && !rows.frozen[block] {
                let work = &mut self.work;
                work.kin.contacts[c] = system.contact(c).pair.frame(&work.kin, &work.kin.contacts[c]);
                work.evaluate_rows(system, &[block]);
            }
        }
    }

    /// The velocities before impulses act of the near contacts of an island: at the touch; at the start of the step along the rows
    /// there for those that persist, or all if `printed`; and along the rows of the end, in which impulses act, for the others. Rows
    /// in `work` are those of the end, frames at the start those that were placed.
    pub fn look_before(&mut self, At { system, island, state, h }: At, printed: bool) {
        for &c in &island.contacts {
            let contact = system.contact(c);
            let block = system.contact_block(c);
            let start = &self.start_frames[c];
            let flies = matches!(self.phases[c], Phase::Flight { .. });
            let at_start = printed || self.phases[c] == Phase::Persistent;
            let rounding = ROUNDING * island.length;
            let touches = self.past(state, c).gap <= rounding;
            let velocities = port_velocities(&system, contact, &state.kin);
            for (i, &axis) in system.contact_rows(c).axes.iter().enumerate() {
                let row = block.first + i;
                if !flies {
                    let surface = contact.pair.surface_velocity(axis, state.kin.t, &state.kin.signals);
                    let then = relative_velocity(contact, start, axis, &state.kin, &velocities) - surface;
                    let surface = contact.pair.surface_velocity(axis, self.work.kin.t, &self.work.kin.signals);
                    let rate = self.work.row_times(system, system.block_of(c), i, &state.kin.v) + self.work.g_t[row];
                    self.along[row] = rate - surface;
                    self.before[row] = match rate - surface {
                        _ if at_start => then,
                        // Along a curved surface that is touched already the normal turns into the motion, which is no approach.
                        along if touches && axis == 0 && h * then.abs() <= rounding => along.max(then),
                        along => along,
                    };
                    self.since[row] = 0.0;
                }
                self.surface_before[row] = prescribed_velocity(contact, start, axis, &state.kin);
            }
        }
    }

    /// The velocities before impulses act at the end of the step are those in `work` there.
    pub fn look_at_end(&mut self, At { system, island, .. }: At) {
        for &c in &island.contacts {
            self.phases[c] = Phase::Open;
            for (i, row) in system.contact_block(c).rows().enumerate() {
                self.since[row] = 0.0;
                self.before[row] = self.velocity_now(system, c, i);
                self.along[row] = self.before[row];
            }
        }
    }

    /// Velocity level: the impact law (30) for the contacts that are allowed to act, no impulse for the others. `smooth` has the
    /// velocities ṽ, `hit` says that a contact of the island is hit, and `restored` how much of the restitution counts; without it the law
    /// is the printed one (G 3.45), e times the velocity at the start of the step whatever its sign.
    pub fn refer_velocities(
        &mut self,
        At { system, island, .. }: At,
        smooth: &[f64],
        (hit, restored): (bool, Option<f64>),
        rows: &mut Multipliers,
    ) {
        for &c in &island.contacts {
            let block = system.contact_block(c);
            if !rows.active[c] {
                rows.lam[block.rows()].fill(0.0);
                continue;
            }
            let contact = system.contact(c);
            for (i, &axis) in system.contact_rows(c).axes.iter().enumerate() {
                let row = block.first + i;
                let surface = contact.pair.surface_velocity(axis, self.work.kin.t, &self.work.kin.signals);
                let e = restored.unwrap_or(1.0) * restitution(contact, axis);
                let before = self.before[row];
                let restored = match self.phases[c] {
                    _ if restored.is_none() => -e * before,
                    Phase::Flight { .. } => -e * before,
                    Phase::Closing { pressed: false, .. } if axis == 0 => 0.0,
                    _ if axis == 0 => {
                        let value = self.work.row_times(system, system.block_of(c), 0, smooth) + self.work.g_t[row];
                        normal_law(e, before, value - surface, hit, self.phases[c])
                    }
                    _ => -e * before,
                };
                rows.reference[row] = surface + self.since[row] + restored;
            }
        }
    }
}

/// r of (30).
fn normal_law(e: f64, before: f64, smooth: f64, hit: bool, phase: Phase) -> f64 {
    match phase {
        Phase::Persistent if hit => -smooth.max(0.0),
        Phase::Persistent => 0.0,
        _ if smooth >= 0.0 => -smooth,
        _ => -e * before.min(0.0).max(smooth),
    }
}

/// Newton's coefficient for a row of a contact: nothing is restored of turning.
pub(in crate::integrate) fn restitution(contact: &Contact, axis: usize) -> f64 {
    match axis {
        0 => contact.law.restitution_n,
        1..LENGTH_ROWS => contact.law.restitution_t,
        _ => 0.0,
    }
}

/// The frame of a contact half way between the start of the step and a later configuration, as the observer of its rows sees it;
/// orientations are those of the start, from which turns are counted.
fn half_way(system: Assembly, c: usize, start: &ContactFrame, state: &State, end: &Kinematics) -> ContactFrame {
    let Some(counted) = system.contact_block(c).counted() else { return *start };
    let mut later = system.contact(c).pair.frame(end, start);
    if counted.carried {
        let back = state.kin.ports[counted.a].r * end.ports[counted.a].r.transpose();
        later.axes = later.axes.map(|e| back * e);
        later.arms = later.arms.map(|arm| back * arm);
    }
    let normal = start.axes[0] + later.axes[0];
    let length = normal.norm();
    if length < 1.0 {
        return *start;
    }
    let arms = [0, 1].map(|side| (start.arms[side] + later.arms[side]) * 0.5);
    ContactFrame { axes: start.axes_about(normal / length), arms, ..*start }
}
