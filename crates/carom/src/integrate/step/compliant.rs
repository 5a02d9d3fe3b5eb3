//! Compliant contacts in a step: what they remember of their approach, their forces in the record, the energy they take, and whether a
//! step resolves them.

use super::{StepError, Workspace};
use crate::contact::{BESIDE, Compliance, Contact};
use crate::element::CompliantState;
use crate::integrate::scheme::At;
use crate::integrate::{State, StepReport};
use crate::model::Kinematics;
use crate::system::{Assembly, ContactState, Status, contact_velocity};

/// Halvings leave a step longer than this times the shortest that they may make; the factor is for rounding.
const SHORTEST: f64 = 1.5;

impl Workspace {
    /// Places the frames that sliding is counted from, and lets contacts that are open approach as they do at the start of the step.
    pub(super) fn begin_compliant(&mut self, system: Assembly, state: &State) {
        self.work.kin.approaches.clone_from(&state.kin.approaches);
        for (slot, compliant) in system.model.compliant.iter().enumerate() {
            let c = compliant.contact;
            self.work.kin.contacts[c] = system.contact(c).pair.frame(&state.kin, &self.past_frame(state, c));
            self.work.kin.approaches[slot] = self.approach(system, state, slot);
        }
    }

    /// The speed of approach that the force of a step counts with.
    fn approach(&self, system: Assembly, state: &State, slot: usize) -> f64 {
        let c = system.model.compliant[slot].contact;
        match (state.kin.approaches[slot], &system.contact(c).law.compliance) {
            (0.0, Some(compliance)) => (-self.rate_at_start(system, state, c)).max(compliance.least_approach),
            (known, _) => known,
        }
    }

    /// ġ of a contact at the start of the step.
    fn rate_at_start(&self, system: Assembly, state: &State, c: usize) -> f64 {
        let contact = system.contact(c);
        let frame = contact.pair.frame(&state.kin, &self.past_frame(state, c));
        contact_velocity(&system, contact, &frame, 0, &state.kin)
    }

    /// Finds the mean normal force of the compliant contacts of an island with set-valued friction, whose prediction is in `work`.
    #[inline]
    pub fn press(&mut self, At { system, island, state, .. }: At) {
        for &slot in &island.compliant {
            let compliant = &system.model.compliant[slot];
            if !system.contact(compliant.contact).law.is_smooth() {
                let end = compliant.force.observe(&system.scene(&self.work.kin)).response.force;
                self.pressed[slot] = 0.5 * (self.past(state, compliant.contact).force[0] + end);
            }
        }
    }

    /// The mean normal force of a compliant contact of an island.
    pub(super) fn known_pressure(&self, At { system, island, .. }: At, c: usize) -> Option<f64> {
        if system.contact_rows(c).pressing.is_some() {
            // The joint's own force is found with the step: what is known is how long it presses.
            return Some(1.0);
        }
        system.contact(c).law.compliance.as_ref()?;
        let slot = island.compliant.iter().find(|&&slot| system.model.compliant[slot].contact == c)?;
        Some(self.pressed[*slot])
    }

    /// Counts how many steps of this size a collision takes of every compliant contact of an island, whose solution is in `work`. Refuses
    /// a step that does not resolve one, as long as halves may be taken.
    #[inline]
    pub fn refuse_unresolved(&mut self, at: At) -> Result<(), StepError> {
        let At { system, island, h, .. } = at;
        for &slot in &island.compliant {
            self.steps[slot] = self.steps_used(at, slot);
        }
        if h < SHORTEST * self.settings.shortest_step {
            return Ok(());
        }
        let refused = |&slot: &usize| {
            let contact = system.contact(system.model.compliant[slot].contact);
            let (steps, least) = (self.steps[slot], contact.law.compliance.as_ref()?.steps);
            (steps < least).then(|| StepError::Unresolved { contact: contact.name.clone(), steps, least })
        };
        island.compliant.iter().find_map(refused).map_or(Ok(()), Err)
    }

    /// How many steps of this size a collision of a contact takes; a contact that stays open has as many as it likes.
    fn steps_used(&mut self, at: At, slot: usize) -> f64 {
        let At { system, state, h, .. } = at;
        let c = system.model.compliant[slot].contact;
        let contact = system.contact(c);
        let kin = &self.work.kin;
        let gaps = [contact.pair.gap(&state.kin), contact.pair.gap(kin)];
        let depth = -gaps[0].min(gaps[1]);
        let Some(compliance) = contact.law.compliance.as_ref().filter(|_| depth > 0.0) else { return f64::INFINITY };
        if kin.approaches[slot] < 0.0 || !contact.pair.faces(kin) {
            return f64::INFINITY;
        }
        let end = contact.pair.frame(kin, &kin.contacts[c]);
        let rates = [self.rate_at_start(system, state, c), contact_velocity(&system, contact, &end, 0, kin)];
        // Where a collision turns round its rate vanishes, and its acceleration tells how fast it is; where bodies rest both do.
        let turning = (depth * (rates[1] - rates[0]).abs() / h).sqrt();
        let rate = rates[0].abs().max(rates[1].abs()).max(turning);
        compliance.steps_used(h, rate, depth, self.moved_mass(system, c))
    }

    /// The mass that the gap of a contact moves, 1/(G M⁻¹ Gᵀ) with the diagonal of M, at the configuration in `work`.
    fn moved_mass(&mut self, system: Assembly, c: usize) -> f64 {
        let (b, block) = (system.block_of(c), system.contact_block(c));
        self.work.evaluate_first_rows(system, b, 1);
        let row = &self.work.jacobians[block.jacobian_row(0)];
        let mass = system.mass.diagonal();
        1.0 / block.dofs.iter().zip(row).map(|(&dof, j)| j * j / mass[dof as usize]).sum::<f64>()
    }

    /// Writes the compliant contacts of an island into the trial state, which has its configuration.
    #[inline]
    pub(super) fn commit_compliant(&self, at: At, trial: &mut State, report: &mut StepReport) {
        let At { system, island, state, h } = at;
        for &slot in &island.compliant {
            let compliant = &system.model.compliant[slot];
            let c = compliant.contact;
            let contact = system.contact(c);
            let Some(compliance) = &contact.law.compliance else { continue };
            trial.kin.approaches[slot] = self.approach(system, state, slot);
            let now = compliant.force.observe(&system.scene(&trial.kin));
            self.book(compliance, self.past(state, c), &now, h, trial);
            let last = self.past(state, c);
            trial.contacts[c] = record(contact, &now, last, &trial.contacts[c], h);
            trial.kin.approaches[slot] = self.remember(at, slot, &now, &trial.kin);
            trial.kin.contacts[c] = contact.pair.frame(&trial.kin, &trial.kin.contacts[c]);
            if self.steps[slot] < compliance.steps {
                report.unresolved.push((slot, self.steps[slot]));
            }
        }
    }

    /// What damping and smooth friction took, by the trapezoidal rule.
    fn book(&self, compliance: &Compliance, last: &ContactState, now: &CompliantState, h: f64, trial: &mut State) {
        let elastic = if last.force[0] > 0.0 { compliance.law.response(-last.gap, 0.0, 1.0).elastic } else { 0.0 };
        let start = (last.force[0] - elastic) * last.velocity[0];
        let end = (now.response.force - now.response.elastic) * now.rate;
        trial.energy.impacts += 0.5 * h * (start + end);
        if compliance.smooth_friction.is_some() {
            let start = last.force[1] * last.velocity[1] + last.force[2] * last.velocity[2];
            let end = now.slide[0] * now.slip[0] + now.slide[1] * now.slip[1];
            trial.energy.friction += 0.5 * h * (start + end);
        }
    }

    /// What a contact remembers of its approach at the end of the step, where it is `now`.
    fn remember(&self, at: At, slot: usize, now: &CompliantState, kin: &Kinematics) -> f64 {
        let At { system, state, h, .. } = at;
        let c = system.model.compliant[slot].contact;
        let (contact, known) = (system.contact(c), state.kin.approaches[slot]);
        if now.gap >= 0.0 {
            return 0.0;
        }
        if known < 0.0 || !contact.pair.faces(kin) {
            return BESIDE;
        }
        let Some(compliance) = contact.law.compliance.as_ref().filter(|_| known == 0.0) else { return known };
        let start = [contact.pair.gap(&state.kin), self.rate_at_start(system, state, c)];
        speed_of_touch(start, [now.gap, now.rate], h).max(compliance.least_approach)
    }
}

/// A compliant contact at the end of a step; rows that set-valued friction acts on are in `solved` already.
fn record(contact: &Contact, now: &CompliantState, last: &ContactState, solved: &ContactState, h: f64) -> ContactState {
    let is_smooth = contact.law.is_smooth();
    let mut out = if is_smooth { ContactState::FAR } else { *solved };
    out.gap = now.gap;
    out.velocity[0] = now.rate;
    out.force[0] = now.response.force;
    out.impulse[0] = 0.5 * h * (last.force[0] + now.response.force);
    out.hit = false;
    if !is_smooth && out.status == Status::Far && now.response.force > 0.0 {
        // It touched, and nothing was near at the prediction: it slid freely until the step ended.
        out.status = Status::Slip;
    }
    if is_smooth {
        for i in 0..2 {
            (out.velocity[i + 1], out.force[i + 1]) = (now.slip[i], now.slide[i]);
            out.impulse[i + 1] = 0.5 * h * (last.force[i + 1] + now.slide[i]);
        }
        out.status = match now.response.force == 0.0 {
            true if out.impulse[0] == 0.0 => Status::Far,
            true => Status::Open,
            // Smooth friction, or none, does not hold.
            false => Status::Slip,
        };
    }
    out
}

/// −ġ where the cubic through gaps and rates at both ends of a step of size `h` vanishes first.
fn speed_of_touch([start, start_rate]: [f64; 2], [end, end_rate]: [f64; 2], h: f64) -> f64 {
    if start <= 0.0 {
        return -start_rate;
    }
    let (a, b) = (h * start_rate, h * end_rate);
    let (square, cube) = (3.0 * (end - start) - 2.0 * a - b, 2.0 * (start - end) + a + b);
    let gap = |s: f64| start + s * (a + s * (square + s * cube));
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if gap(middle) > 0.0 { low = middle } else { high = middle }
    }
    -(a + low * (2.0 * square + 3.0 * low * cube)) / h
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fall from 5 mm at 0.1 m/s: v² = v₀² + 2 g s, to rounding, since the cubic holds the parabola.
    #[test]
    fn speed_at_the_touch() {
        let (g, s, v, h) = (9.81, 5e-3, 0.1, 0.03);
        let end = [s - v * h - 0.5 * g * h * h, -v - g * h];
        let touch = speed_of_touch([s, -v], end, h);
        assert!((touch - (v * v + 2.0 * g * s).sqrt()).abs() < 1e-12, "{touch}");
    }
}
