//! What a step of every scheme is made of: near contacts, when they touch, the impact law, directions of impulses, the solution of
//! a problem of an island, the ledger. A scheme adds predictor, problems and corrector.

mod bonds;
mod compliant;
mod direction;
mod family;
mod friction;
mod impacts;
mod law;
mod ledger;
mod limiter;
mod near;
mod poisson;
mod solve;
mod touch;
mod tunnelling;

pub(super) use direction::Directions;
pub(super) use family::Family;
pub(super) use impacts::{ImpactReport, VelocityProblem};
pub(super) use law::restitution;
pub(super) use ledger::{ContactForces, Solved, angles_of};
pub(super) use limiter::largest_share;
pub(super) use solve::{Companion, Posed};
pub(super) use touch::SmoothMotion;

use super::Interval;
use super::error::StepError;
use super::scheme::At;
use super::settings::{ContactSolver, Settings};
use super::state::State;
use crate::Vec3;
use crate::contact::ROWS;
use crate::model::ContactFrame;
use crate::system::{Assembly, ContactState, Few, Island, Many, Multipliers, Subproblem, Work, measure_rate};
use impacts::Sequence;
use nonsmooth::{Newton, NewtonSettings, Report, StopFlag};
use touch::TouchWork;

/// A kept tangent is renewed when an iteration reduces the residual by less than this factor; the first is for dense systems,
/// whose factorisation costs about as much as two iterations, the second for sparse ones, where it costs about seven.
const CONTRACTION: [f64; 2] = [0.07, 0.15];

/// Velocity-level rows are held more tightly than equilibrium: their tolerance is this times the equilibrium one.
pub(super) const VELOCITY_ROWS: f64 = 0.01;

/// A drive whose velocity changes by more than this many times what its acceleration explains jumps.
pub(super) const JUMP: f64 = 2.0;

/// How a near contact takes part in a step.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(super) enum Phase {
    /// The smooth motion leaves it open; other contacts may push it together.
    #[default]
    Open,
    /// It was closed at the start of the step.
    Persistent,
    /// It touches within the step, and its bodies fly apart for the time `tau` that is left.
    Flight { tau: f64 },
    /// It touches within the step, and is closed at the end of it: its bodies would meet again, or (`pressed`) others keep them from
    /// flying apart.
    Closing { tau: f64, pressed: bool },
}

impl Phase {
    /// The time from the touch to the end of the step.
    pub fn tau(self) -> Option<f64> {
        match self {
            Self::Flight { tau } | Self::Closing { tau, .. } => Some(tau),
            Self::Open | Self::Persistent => None,
        }
    }
}

/// The first component of an island, and its blocks of rows that cannot all hold.
type Conflict = (usize, [Option<usize>; 3]);

/// The workspace of a step.
pub(super) struct Workspace {
    pub newton: Newton,
    solver: ContactSolver,
    /// Whether what Newton's method does not solve is swept.
    pub insists: bool,
    /// Whether softened problems of few contacts may end in a compromise, where the step cannot be halved.
    pub compromises: bool,
    many: Many,
    few: Few,
    /// Whether a problem of few contacts was left without an answer.
    unanswered: bool,
    /// Work of attempts that failed since a problem was solved.
    spent: Report,
    /// Whether another problem takes the place of one of few contacts that is left without an answer.
    forgoes: bool,
    /// Whether few contacts are condensed at once: Newton's method has failed on the same ones before.
    condenses: bool,
    pub work: Work,
    /// Contacts that are looked at, ascending.
    pub near: Vec<usize>,
    /// Those of them that joined last, ascending.
    pub missed: Vec<usize>,
    /// Contacts that were near at the last step and are no more.
    vanished: Vec<usize>,
    /// Where each candidate stood at the start of the step; empty where all stood in their places.
    past: Vec<Option<usize>>,
    pub phases: Vec<Phase>,
    /// Frame of each near contact at the start of the step.
    start_frames: Vec<ContactFrame>,
    /// Relative velocity of each contact row before impulses act: at the touch, or at the start of the step.
    before: Vec<f64>,
    /// Velocity at the start of the step along each contact row of its end.
    along: Vec<f64>,
    /// What the smooth motion adds to it until the end of the step, where it touches within it.
    since: Vec<f64>,
    /// Velocity with which each row of a contact that touches within the step flies apart, where it is not that of Newton's law.
    departure: Vec<f64>,
    sequence: Sequence,
    touch: TouchWork,
    /// Of each component, whether a contact of its island is hit in this step.
    pub hit: Vec<bool>,
    /// Blocks of rows that cannot all hold, see [`super::StepReport`], of the first island that has some.
    pub conflict: Option<Conflict>,
    /// Work of the impulses of each contact row.
    impact_work: Vec<f64>,
    /// Velocity of the surface of each contact row, and g_t of each joint row, at the start of the step.
    surface_before: Vec<f64>,
    /// Joint rows at the smooth motion of islands that are hit.
    smooth_rows: Vec<f64>,
    /// Mean normal force over the step of each compliant contact.
    pressed: Vec<f64>,
    /// Steps of the size of this one in a collision of each compliant contact.
    steps: Vec<f64>,
    /// Values of rows that nobody needs.
    scratch: Vec<f64>,
    settings: Common,
}

/// The unknown of the last step, and the multipliers of its joints.
#[derive(Clone, Copy)]
pub(super) struct Last<'a> {
    pub y: &'a [f64],
    pub joints: &'a [f64],
}

/// What the settings say to all problems.
#[derive(Clone, Copy, Debug)]
struct Common {
    tolerance: f64,
    constraint_tolerance: f64,
    /// Steps are not halved further for compliant contacts.
    shortest_step: f64,
}

/// A contact that was far.
static FAR: ContactState = ContactState::FAR;

impl Workspace {
    pub fn new(system: Assembly, settings: &Settings) -> Self {
        let mut workspace = Self {
            newton: Newton::new(NewtonSettings {
                max_iterations: settings.max_iterations,
                contraction: CONTRACTION[0],
            }),
            solver: settings.contact_solver,
            insists: true,
            compromises: true,
            many: Many::default(),
            few: Few::default(),
            unanswered: false,
            spent: Report::default(),
            forgoes: false,
            condenses: false,
            work: Work::new(system),
            near: Vec::with_capacity(system.contact_count()),
            missed: Vec::new(),
            vanished: Vec::new(),
            past: Vec::new(),
            phases: Vec::new(),
            start_frames: Vec::new(),
            before: Vec::new(),
            along: Vec::new(),
            since: Vec::new(),
            departure: Vec::new(),
            sequence: Sequence::default(),
            touch: TouchWork::new(system.system),
            hit: vec![false; system.components.list.len()],
            conflict: None,
            impact_work: Vec::new(),
            surface_before: Vec::new(),
            smooth_rows: Vec::new(),
            pressed: vec![0.0; system.model.compliant.len()],
            steps: vec![f64::INFINITY; system.model.compliant.len()],
            scratch: Vec::new(),
            settings: Common {
                tolerance: settings.tolerance,
                constraint_tolerance: settings.constraint_tolerance,
                shortest_step: settings.step * 0.5_f64.powi(settings.max_halvings as i32),
            },
        };
        workspace.fit(system);
        workspace
    }

    /// Has the solvers look at a flag; once it is raised, steps that are not solved yet end as interrupted.
    pub fn stop_on(&mut self, stop: &StopFlag) {
        self.newton.stop = stop.clone();
        self.many = Many::new(stop.clone());
        self.few = Few::new(stop.clone());
    }

    /// Whether so many contacts of an island are near that its problems are swept.
    pub fn sweeps(&self, island: &Island) -> bool {
        island.is_nodal
            && island.compliant.is_empty()
            && island.pressed.is_empty()
            && self.solver.sweeps(island.contacts.len())
    }

    /// Follows contacts that were listed anew.
    pub fn fit(&mut self, system: Assembly) {
        self.work.fit(system);
        self.sequence.fit(system);
        self.touch.fit(system);
        self.phases.resize(system.contact_count(), Phase::Open);
        self.start_frames.resize(system.contact_count(), ContactFrame::default());
        self.scratch.resize(system.row_count(), 0.0);
        self.departure.resize(system.row_count(), f64::NAN);
        for array in
            [&mut self.before, &mut self.along, &mut self.since, &mut self.surface_before, &mut self.impact_work]
        {
            array.resize(system.row_count(), 0.0);
        }
    }

    /// Where the candidates stood in a state.
    pub fn look_back(&mut self, system: Assembly, state: &State) {
        self.past.clear();
        if state.contact_ids != system.contact_ids() {
            self.past.extend(state.places(system.contact_ids()));
        }
    }

    /// Where a contact stood at the start of the step, if it was not far.
    #[inline]
    fn place_before(&self, c: usize) -> Option<usize> {
        if self.past.is_empty() { Some(c) } else { self.past[c] }
    }

    /// A contact at the start of the step.
    #[inline]
    pub fn past<'s>(&self, state: &'s State, c: usize) -> &'s ContactState {
        self.place_before(c).map_or(&FAR, |at| &state.contacts[at])
    }

    /// Its relative velocity along the normal before impulses act.
    pub fn velocity_before(&self, system: Assembly, c: usize) -> f64 {
        self.before[system.contact_block(c).first]
    }

    /// Its frame there.
    #[inline]
    fn past_frame(&self, state: &State, c: usize) -> ContactFrame {
        self.place_before(c).map_or_else(ContactFrame::default, |at| state.kin.contacts[at])
    }

    /// Sets the time, the angles that turns are counted from (what they become if their rates stay) and g_t at the start.
    pub fn begin(&mut self, system: Assembly, state: &State, Interval { h, t_end }: Interval) {
        self.look_back(system, state);
        // The memory of an earlier state, which may have had other contacts.
        self.work.kin.contacts.resize(system.contact_count(), ContactFrame::default());
        system.hold(&state.kin.signals, &mut self.work.kin);
        system.set_time(t_end, &mut self.work.kin);
        self.work.kin.bonds.clone_from(&state.kin.bonds);
        self.begin_compliant(system, state);
        self.conflict = None;
        self.hit.fill(false);
        for (slot, measure) in system.angles.iter().enumerate() {
            let rate = measure.as_ref().map_or(0.0, |m| measure_rate(&system, m, &state.kin));
            self.work.kin.angles[slot] = state.kin.angles[slot] + h * rate;
        }
        for block in system.system.joints.iter().filter(|block| block.is_rheonomic()) {
            for i in 0..block.len() {
                self.surface_before[block.first + i] = block.time_rate(i, &state.kin);
            }
        }
    }

    /// First iterate of a correction of an island: the last one while its contacts persist, else none; multipliers of contacts are
    /// those of the last step in any case.
    #[inline]
    pub fn guess(&mut self, at: At, rows: &mut Multipliers, last: Option<Last>) {
        let At { system, island, .. } = at;
        match last {
            Some(last) => {
                island.copy(last.y, &mut self.work.y);
                for &b in &island.joints {
                    let of = system.block(b).rows();
                    rows.lam[of.clone()].copy_from_slice(&last.joints[of]);
                }
            }
            None => {
                island.fill(0.0, &mut self.work.y);
                island.joints.iter().for_each(|&b| rows.lam[system.block(b).rows()].fill(0.0));
            }
        }
    }

    /// Takes the multipliers of the contacts of an island from the last step.
    #[inline]
    pub fn guess_contacts(&self, at: At, rows: &mut Multipliers, of: impl Fn(&ContactState) -> &[f64; ROWS]) {
        for &c in &at.island.contacts {
            let last = of(self.past(at.state, c));
            let first = at.system.contact_block(c).first;
            let acts_elsewhere = at.system.contact(c).is_pressed_elsewhere();
            for (i, &axis) in at.system.contact_rows(c).axes.iter().enumerate() {
                rows.lam[first + i] = if i == 0 && acts_elsewhere { 0.0 } else { last[axis] };
            }
        }
    }

    /// Says of the components of an island whether a contact is hit.
    #[inline]
    pub fn set_hit(&mut self, island: &Island, hit: bool) {
        island.components.iter().for_each(|&k| self.hit[k as usize] = hit);
    }

    /// Tolerances that the settings give the problem of an island; `constraint` is that of its rows.
    #[inline]
    pub fn set_tolerances(&self, island: &Island, sub: &mut Subproblem, constraint: f64) {
        sub.tolerances.equilibrium = self.settings.tolerance;
        sub.tolerances.constraint = constraint;
        sub.tolerances.length = island.length;
    }

    pub fn position_tolerance(&self) -> f64 {
        self.settings.constraint_tolerance
    }

    pub fn velocity_tolerance(&self) -> f64 {
        VELOCITY_ROWS * self.settings.tolerance
    }
}

/// Compliance of dependent rows in a problem whose multipliers are impulses: a tenth of the tolerance on the largest to expect,
/// which is that of an impact where contacts are closed and that of the forces elsewhere.
pub(super) fn set_impulse_compliance(system: Assembly, rows: &mut Multipliers, sub: &mut Subproblem) {
    let scale = &sub.tolerances;
    let acts = sub.contacts.iter().any(|&c| rows.active[c]);
    let expected = if acts { scale.velocity_scale } else { scale.force_scale };
    let compliance = 0.1 * scale.constraint * scale.velocity_scale / expected;
    sub.set_compliance(system, rows, compliance);
}

/// Rounding of positions at the size that coordinates of an island have now.
pub(super) struct Rounding {
    /// As a length.
    pub length: f64,
    /// In the metric of the mass matrix, of one node and of all together.
    pub one: f64,
    pub all: f64,
}

impl Rounding {
    #[inline]
    pub fn of(at: At) -> Self {
        Self::at(at.island, Self::extent(at))
    }

    /// Size of the coordinates of an island at the start of the step, its length at least.
    #[inline]
    pub fn extent(At { island, state, .. }: At) -> f64 {
        let larger = |size, x: &Vec3| x.iter().fold(size, |size, x| if x.abs() > size { x.abs() } else { size });
        let nodes = island.nodes.iter().fold(island.length, |size, &node| larger(size, &state.kin.frames[node].x));
        island.ports.iter().fold(nodes, |size, &port| larger(size, &state.kin.ports[port].x))
    }

    /// Of an island whose coordinates have a size.
    #[inline]
    pub fn at(island: &Island, extent: f64) -> Self {
        let length = f64::EPSILON * extent;
        let [all, largest] = island.masses();
        Self { length, one: length * largest.sqrt(), all: length * all.sqrt() }
    }
}
