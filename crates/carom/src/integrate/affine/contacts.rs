//! Which contacts act in the problems of a step, and how well these are solved.

use super::super::ROUNDING;
use super::super::alpha::heaviest;
use super::super::error::StepError;
use super::super::scheme::At;
use super::super::step::{Rounding, restitution, set_impulse_compliance};
use super::Formula;
use super::scheme::{AffineScheme, REST};
use crate::system::{Level, contact_velocity};

/// Whether a contact approaches at the start of a step, though impacts were solved there: other impulses pressed it shut (30), or it
/// closed without being near. It is hit at the end of this step. Forces would have it at rest in the first of two coupled stages, and
/// fly apart with twice its approach in the second.
fn is_unnoticed(At { island, h, .. }: At, rate: f64) -> bool {
    h * rate < -ROUNDING * island.length
}

impl<F: Formula> AffineScheme<F> {
    /// Near contacts of an island that the forecast closes. Their impulses act along the normals at the end of the step:
    /// where these are others than at its start, the step is too long.
    pub(super) fn find_contacts(&mut self, at: At) -> Result<(), StepError> {
        let (At { system, island, state, h }, slot) = (at, at.slot());
        let problems = &mut [(&mut self.problem.rows, &self.problem.parts[slot])];
        self.workspace.place_frames(at, None, problems);
        let rows = &mut self.problem.rows;
        let level = self.formula.level();
        for &c in &island.contacts {
            let contact = system.contact(c);
            let frame = self.workspace.work.kin.contacts[c];
            let rate = contact_velocity(&system, contact, &frame, 0, &state.kin);
            // A contact at rest has a gap of zero up to rounding, which must not decide.
            let forecast = contact.pair.gap(&state.kin) + self.formula.forecast() * h * rate;
            rows.active[c] = level == Level::Position || forecast <= REST * island.length;
            if F::COUPLED && is_unnoticed(at, rate) {
                rows.active[c] = false;
            }
            rows.renew_augmentation(system, c);
            if rows.active[c] && rate < 0.0 {
                self.workspace.refuse_turned(at, c, &frame)?;
            }
        }
        if level == Level::Position {
            self.refer_to_gaps(at);
        }
        set_impulse_compliance(system, &mut self.problem.rows, &mut self.problem.parts[slot]);
        Ok(())
    }

    /// References of gaps at position level, from the configuration a step before the start.
    pub(super) fn refer_to_gaps(&mut self, at: At) {
        let At { system, island, .. } = at;
        if island.contacts.is_empty() {
            return;
        }
        let t_end = self.workspace.work.kin.t;
        let back = self.formula.way_back(at, &mut self.workspace.work.psi);
        system.set_time(at.state.kin.t - back, &mut self.workspace.work.kin);
        let work = &mut self.workspace.work;
        system.displace(island, &at.state.kin.frames, &work.psi, &mut work.kin.frames);
        system.update_ports(island, &mut work.kin);
        for &c in &island.contacts {
            let contact = system.contact(c);
            let before = contact.pair.gap(&self.workspace.work.kin);
            let row = system.contact_block(c).first;
            self.problem.rows.reference[row] = self.formula.least_gap(before, restitution(contact, 0));
        }
        system.set_time(t_end, &mut self.workspace.work.kin);
    }

    pub(super) fn set_tolerances(&mut self, at: At) {
        let (At { system, island, state, h }, slot) = (at, at.slot());
        let Rounding { length, one, all } = Rounding::of(at);
        let mass = system.mass.diagonal();
        // Where nothing is explicit the base is empty: the size of the forces is then that of their impulse.
        let loads: f64 = island.each_dof().map(|i| (self.smooth[i] - state.kin.v[i]).powi(2) * mass[i]).sum();
        let sub = &mut self.problem.parts[slot];
        let way = if self.known.c > 0.0 { self.known.c } else { h };
        let is_position = self.formula.level() == Level::Position;
        let constraint =
            if is_position { self.workspace.position_tolerance() } else { self.workspace.velocity_tolerance() };
        self.workspace.set_tolerances(island, sub, constraint);
        let tolerances = &mut sub.tolerances;
        tolerances.force_scale = loads.sqrt();
        tolerances.velocity_scale = island.norm(mass, &state.kin.v) + tolerances.force_scale;
        tolerances.velocity_rounding = one / h;
        tolerances.coordinate_rounding = 4.0 * length;
        tolerances.negligible = all / way;
        if is_position {
            // Dependent rows share a violation of positions.
            tolerances.velocity_scale = heaviest(island) / way;
            let stiffer = if island.contacts.is_empty() { 1.0 } else { self.settings.augmentation.max(1.0) };
            tolerances.rounding = 4.0 * one * stiffer / way;
            tolerances.length_rounding = 4.0 * length;
        }
    }
}
