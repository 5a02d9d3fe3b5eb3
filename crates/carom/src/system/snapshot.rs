//! What observers (sensors, recorders) may read after an accepted step.

use crate::contact::{Contact, ContactId, ROWS};
use crate::element::Scene;
use crate::model::Model;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// State of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Status {
    /// Too far away (or off a finite face) to be looked at.
    #[default]
    Far,
    Open,
    Stick,
    Slip,
}

/// One contact at the end of a step; vectors are (normal, two tangential | about the normal, about the two tangents) in the axes
/// of the contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactState {
    pub gap: f64,
    pub status: Status,
    /// It touched within the step and was hit; its bodies flew apart again before the step ended.
    pub hit: bool,
    pub flew: bool,
    /// It was closed, and an impact elsewhere among the bodies that it is bound to passed through it: its impulse has a part of that impact.
    pub struck: bool,
    /// Speed of approach before impulses act, m/s: at the touch, or at the start of the step. 0 where the bodies did not approach.
    pub approach: f64,
    /// From the touch to the end of the step, s; 0 if it did not touch within the step.
    pub touched: f64,
    /// Relative velocity of the slave against the master's surface, m/s and rad/s.
    pub velocity: [f64; ROWS],
    /// Impulse Λ on the slave over the step, N s and N m s.
    pub impulse: [f64; ROWS],
    /// Work of the impulse, J, as the energy account has it.
    pub work: f64,
    /// Position-level multiplier ν, kg m and kg m².
    pub correction: [f64; ROWS],
    /// Force on the slave at this time, N and N m: where a contact persists of second order, in a step with an impact the mean.
    pub force: [f64; ROWS],
    /// What its model of friction remembers of the steps since it closed: the state θ (s) of the law `rate_state`, 0 of others.
    pub memory: f64,
}

impl ContactState {
    /// Whether it is closed at the end of the step.
    pub fn is_closed(&self) -> bool {
        matches!(self.status, Status::Stick | Status::Slip) && !self.flew
    }

    /// A contact that is not looked at.
    pub const FAR: Self = Self {
        gap: 0.0,
        status: Status::Far,
        hit: false,
        flew: false,
        struck: false,
        approach: 0.0,
        touched: 0.0,
        velocity: [0.0; ROWS],
        impulse: [0.0; ROWS],
        work: 0.0,
        correction: [0.0; ROWS],
        force: [0.0; ROWS],
        memory: 0.0,
    };

    /// Several contacts with one plane as one: least gap with its velocity, the firmest status, sums of forces.
    pub fn combined(contacts: &[Self]) -> Self {
        let mut out = match contacts.iter().min_by(|a, b| a.gap.total_cmp(&b.gap)) {
            Some(nearest) => Self { impulse: [0.0; ROWS], correction: [0.0; ROWS], force: [0.0; ROWS], ..*nearest },
            None => Self { gap: f64::INFINITY, ..Self::default() },
        };
        for contact in contacts {
            out.status = match (out.status, contact.status) {
                (Status::Stick, _) | (_, Status::Stick) => Status::Stick,
                (Status::Slip, _) | (_, Status::Slip) => Status::Slip,
                (Status::Open, _) | (_, Status::Open) => Status::Open,
                (Status::Far, Status::Far) => Status::Far,
            };
            for i in 0..ROWS {
                out.impulse[i] += contact.impulse[i];
                out.correction[i] += contact.correction[i];
                out.force[i] += contact.force[i];
            }
            out.hit |= contact.hit;
            out.approach = out.approach.max(contact.approach);
        }
        out
    }
}

/// Energy balance since the start, in joules: kinetic + potential = initial + works + remainder.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EnergyAccount {
    pub kinetic: f64,
    pub potential: f64,
    /// Work of loads, drives and moving surfaces.
    pub loads: f64,
    /// Work of dampers (≤ 0).
    pub dampers: f64,
    /// Work of normal contact impulses, and what tearing bonds took (≤ 0).
    pub impacts: f64,
    /// Work of tangential contact impulses relative to the surface (≤ 0).
    pub friction: f64,
    /// What the balance leaves: the numerical dissipation.
    pub remainder: f64,
    /// Defect of the energy identity of the scheme in the last step; 0 where it is not evaluated.
    pub identity_defect: f64,
}

impl EnergyAccount {
    /// Term by term, by name.
    pub fn terms(&self) -> [(&'static str, f64); 7] {
        [
            ("kinetic", self.kinetic),
            ("potential", self.potential),
            ("loads", self.loads),
            ("dampers", self.dampers),
            ("impacts", self.impacts),
            ("friction", self.friction),
            ("remainder", self.remainder),
        ]
    }
}

/// A finished step.
pub struct Snapshot<'a> {
    pub model: &'a Model,
    pub scene: Scene<'a>,
    /// Size of the step that led here (0 at the start).
    pub h: f64,
    /// Acceleration of every degree of freedom, contacts included; in a step with an impact the mean over it.
    pub acceleration: &'a [f64],
    /// Impulse of every joint row over the step, h λ~ + Λ; rows of joint j start at `joint_start[j]`. Rows that a planar
    /// model drops are zero. At the start and in equilibrium: forces with `h` = 0, those of contacts too.
    pub joint_impulse: &'a [f64],
    /// Force of every joint row at this time.
    pub joint_force: &'a [f64],
    pub joint_start: &'a [usize],
    /// All candidates, and what they are called.
    pub contacts: &'a [ContactState],
    pub contact_ids: &'a [ContactId],
    /// Those that were found by detection, behind those of the model.
    pub detected: &'a [Contact],
    /// Where the contacts of each name stand: those of the model, then those of its collisions.
    pub contact_sets: &'a [Range<usize>],
    pub energy: EnergyAccount,
}
