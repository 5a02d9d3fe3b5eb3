//! What a step of every integrator is made of: its start, the search for near contacts, the references of contact rows, the
//! solution of a problem and the commit of the accepted step. An integrator adds its stages and the order of its problems.

mod blow;
mod commit;
mod impacts;
mod islands;
mod momentum;
mod near;
mod passage;
mod references;
mod solve;
mod turning;

pub(super) use impacts::ImpactReport;
pub(super) use near::was_closed;
pub(super) use solve::merge;

use super::settings::{ContactSolver, Settings};
use super::state::State;
use crate::system::{Many, Subproblem, System, Work, measure_rate};
use blow::Blows;
use impacts::Sequence;
use nonsmooth::{Newton, NewtonSettings, StopFlag};
use turning::Turning;

/// A kept tangent is renewed when an iteration reduces the residual by less than this factor; the first is for dense systems,
/// whose factorisation costs about as much as two iterations, the second for sparse ones, where it costs about seven.
const CONTRACTION: [f64; 2] = [0.07, 0.15];

/// Velocity-level rows are held more tightly than equilibrium: their tolerance is this times the equilibrium one.
pub(super) const VELOCITY_ROWS: f64 = 0.01;

/// The workspace of a step.
pub(super) struct Step {
    pub newton: Newton,
    solver: ContactSolver,
    many: Many,
    pub work: Work,
    /// Contacts that are looked at, ascending.
    pub near: Vec<usize>,
    /// The contacts near at the last step, which had the same size, are near again: its solution is the first guess.
    pub warm: bool,
    /// Relative velocity of each contact row at the start of the step.
    before: Vec<f64>,
    sequence: Sequence,
    turning: Turning,
    blows: Blows,
    /// Blocks of rows that cannot all hold, see [`super::StepReport`].
    conflict: [Option<usize>; 3],
    /// Work of the impulses of each contact row.
    impact_work: Vec<f64>,
    /// Velocity of the surface of each contact row, and g_t of each joint row, at the start of the step.
    surface_before: Vec<f64>,
}

impl Step {
    pub fn new(system: &System, settings: &Settings, sparse: bool) -> Self {
        let limits =
            NewtonSettings { max_iterations: settings.max_iterations, contraction: CONTRACTION[usize::from(sparse)] };
        let mut step = Self {
            newton: Newton::new(limits),
            // Sweeps need a mass matrix that couples no two nodes.
            solver: if system.mass.is_nodal() { settings.contact_solver } else { ContactSolver::Newton },
            many: Many::default(),
            work: Work::new(system),
            near: Vec::with_capacity(system.contacts.len()),
            warm: false,
            before: vec![0.0; system.row_count],
            sequence: Sequence::default(),
            turning: Turning::default(),
            blows: Blows::default(),
            conflict: [None; 3],
            impact_work: vec![0.0; system.row_count],
            surface_before: vec![0.0; system.row_count],
        };
        step.sequence.fit(system);
        step.turning.fit(system);
        step.blows.fit(system);
        step
    }

    /// Has the solvers look at a flag; once it is raised, steps that are not solved yet end as interrupted.
    pub fn stop_on(&mut self, stop: &StopFlag) {
        self.newton.stop = stop.clone();
        self.many = Many::new(stop.clone());
    }

    /// Lists the contacts anew where the last search does not cover the configuration in `work`; true if they changed.
    pub fn detect(&mut self, system: &mut System, state: &mut State, h: f64) -> bool {
        if system.covers(&self.work.kin) {
            return false;
        }
        let Some(relisting) = system.detect(&self.work.kin, &state.kin, h) else { return false };
        state.relist(system, &relisting);
        self.fit(system);
        true
    }

    /// Whether so many contacts are near that problems are swept.
    pub fn sweeps(&self) -> bool {
        self.solver.sweeps(self.near.len())
    }

    /// Follows contacts that were listed anew, and forgets the last step.
    pub fn restart(&mut self, system: &System) {
        self.fit(system);
        self.sequence.struck = false;
    }

    /// Follows contacts that were listed anew.
    pub fn fit(&mut self, system: &System) {
        self.work.fit(system);
        self.sequence.fit(system);
        self.turning.fit(system);
        self.blows.fit(system);
        for array in [&mut self.before, &mut self.surface_before, &mut self.impact_work] {
            array.resize(system.row_count, 0.0);
        }
    }

    /// Sets the time, the angles that turns are counted from (what they become if their rates stay) and g_t at the start.
    pub fn begin(&mut self, system: &System, state: &State, h: f64, t_end: f64) {
        self.work.kin.t = t_end;
        self.blows.clear();
        self.conflict = [None; 3];
        for (slot, measure) in system.angles.iter().enumerate() {
            let rate = measure.as_ref().map_or(0.0, |m| measure_rate(system, m, &state.kin));
            self.work.kin.angles[slot] = state.kin.angles[slot] + h * rate;
        }
        for block in &system.blocks[..system.joint_blocks] {
            for i in 0..block.len() {
                self.surface_before[block.first + i] = block.time_rate(i, &state.kin);
            }
        }
    }

    /// First iterate of a correction: the last one while the contacts persist, else none.
    pub fn guess(&mut self, system: &System, sub: &mut Subproblem, last: &[f64]) {
        if self.warm {
            self.work.y.copy_from_slice(last);
        } else {
            self.work.y.fill(0.0);
            sub.lam[..system.joint_rows].fill(0.0);
        }
    }
}

/// A problem with the settings' tolerances; `redundant` says that the joints' rows are dependent.
pub(super) fn subproblem(system: &System, settings: &Settings, redundant: bool) -> Subproblem {
    let mut sub = Subproblem::new(system);
    sub.tolerances.equilibrium = settings.tolerance;
    sub.tolerances.length = system.length;
    sub.augmentation = settings.augmentation;
    sub.set_redundant(redundant);
    sub
}

/// Give of dependent rows in a problem whose multipliers are impulses: a tenth of the tolerance on the largest to expect,
/// which is that of an impact where contacts are closed and that of the forces elsewhere.
pub(super) fn set_impulse_give(sub: &mut Subproblem) {
    let scale = &sub.tolerances;
    let expected = if sub.allowed.contains(&true) { scale.velocity_scale } else { scale.force_scale };
    let give = 0.1 * scale.constraint * scale.velocity_scale / expected;
    sub.set_give(give);
}

/// Rounding of positions at the size that coordinates have now.
pub(super) struct Rounding {
    /// As a length.
    pub length: f64,
    /// In the metric of the mass matrix, of one node and of all together.
    pub one: f64,
    pub all: f64,
}

impl Rounding {
    pub fn of(system: &System, state: &State) -> Self {
        let frames = state.kin.frames.iter().map(|f| f.x.amax());
        let reach = frames.chain(state.kin.ports.iter().map(|p| p.x.amax())).fold(system.length, f64::max);
        let length = f64::EPSILON * reach;
        let all = system.mass.diagonal().iter().sum::<f64>();
        Self { length, one: length * system.mass.largest().sqrt(), all: length * all.sqrt() }
    }
}
