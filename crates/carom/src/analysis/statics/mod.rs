//! Static equilibrium: f(q, 0, t) + G(q)ᵀλ = 0, g(q) = 0, contacts unilateral and with friction.
//!
//! Gravity and loads are multiplied by a load factor that is raised from 0 to 1 in steps; a step that does not converge is
//! halved, and later ones grow again. Where the matrix is singular or the steps become too small at the very start, the
//! bodies are let move into an equilibrium (`relax`). With the arc length the load factor becomes an unknown and the path is followed
//! through limit points, load falling and rising (`follow`, `problem`). In the end nothing may be able to move freely (`held`).

mod error;
mod follow;
mod problem;
mod relax;
mod scales;
mod solver;

pub use error::StaticError;

use super::FreeMotion;
use super::held::Support;
use crate::Frame;
use crate::integrate::{State, check_contacts, describe};
use crate::system::{Assembly, System};
use nonsmooth::{Failure, Report};
use problem::Leg;
use solver::Solver;

/// Settings of a static analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct StaticSettings {
    /// Steps from load factor 0 to 1, if none has to be cut.
    pub steps: usize,
    /// One linear solution instead of a path.
    pub linear: bool,
    /// Follow the path by its arc length.
    pub arc_length: bool,
    /// Steps after which a path that has not reached the full load is given up.
    pub max_steps: usize,
    /// Relative tolerance of the equilibrium rows.
    pub tolerance: f64,
    /// Tolerance of the constraint rows, relative to the model's length.
    pub constraint_tolerance: f64,
    /// Newton iterations before a step counts as not converged.
    pub max_iterations: usize,
    /// Time at which expressions are evaluated, s.
    pub time: f64,
}

impl Default for StaticSettings {
    fn default() -> Self {
        Self {
            steps: 10,
            linear: false,
            arc_length: false,
            max_steps: 1000,
            tolerance: 1e-9,
            constraint_tolerance: 1e-10,
            max_iterations: 25,
            time: 0.0,
        }
    }
}

/// A point of the path.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadStep {
    /// 0 is the start, if it is an equilibrium.
    pub number: usize,
    pub load: f64,
    pub iterations: usize,
    /// Residual over the forces.
    pub residual: f64,
    /// Length of the last correction, m.
    pub correction: f64,
    /// The residual is above its tolerance because rounding alone makes so much of it, as with stiff springs and fine meshes:
    /// that the last correction moved nothing was what counted.
    pub at_rounding: bool,
    /// Largest displacement of a node since the start, m, and the node.
    pub displacement: f64,
    pub node: String,
    /// The bodies moved much farther than in the step before: this may be another branch of the path.
    pub jump: bool,
}

/// What a static analysis did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StaticReport {
    pub path: Vec<LoadStep>,
    pub iterations: usize,
    pub factorisations: usize,
    /// Steps that did not converge and were cut.
    pub cuts: usize,
    /// Whether the bodies were let move into their first equilibrium.
    pub relaxed: bool,
    /// Where a disturbance of the last equilibrium would grow; `None` if no such motion was found.
    pub unstable: Option<FreeMotion>,
}

/// Looks at every point of the path.
pub type Watch<'a> = dyn FnMut(&LoadStep, &State) + 'a;

/// A step may be cut to this fraction of the first.
const LEAST: f64 = 1e-3;
/// A motion this many times as fast in the load as the one before, and longer than this share of the model, is a jump.
const JUMP: (f64, f64) = (5.0, 0.02);
/// Steps with at most so many iterations let the next one grow.
const EASY: usize = 6;

/// Moves a state into equilibrium under the full load. Its velocities and time are kept; its accelerations are not those of
/// the new state.
pub fn equilibrium(
    system: Assembly,
    settings: &StaticSettings,
    state: &mut State,
    watch: &mut Watch,
) -> Result<StaticReport, StaticError> {
    equilibrium_unless(system, settings, state, watch, &|| false)
}

/// The same, given up as soon as `stop` says so; it is asked before every factorisation. The state is then the last point of
/// the path.
pub fn equilibrium_unless(
    system: Assembly,
    settings: &StaticSettings,
    state: &mut State,
    watch: &mut Watch,
    stop: &dyn Fn() -> bool,
) -> Result<StaticReport, StaticError> {
    check_contacts(system, state)?;
    if let Some(item) = unbearable(system.system, state) {
        return Err(StaticError::NotFinite { item });
    }
    let (velocities, time) = (state.kin.v.clone(), state.kin.t);
    let solver = Solver::new(system, settings, stop);
    let origin = state.kin.frames.clone();
    state.kin.v.fill(0.0);
    state.lam.fill(0.0);
    let mut path = Path {
        solver,
        origin,
        state,
        watch,
        report: StaticReport::default(),
        leg: Leg::default(),
        rate: f64::NAN,
        left: false,
    };
    let outcome = path.complete();
    let report = path.report;
    state.kin.v = velocities;
    state.kin.t = time;
    state.kin.update_ports(&system.model.ports);
    outcome.map(|()| report)
}

/// Squares of forces beyond this are no finite numbers, and no norm of them can be small.
const LARGEST_FORCE: f64 = 1e150;

/// An element whose force at the full load, or its square, is not a finite number, by its name.
fn unbearable(system: &System, state: &State) -> Option<String> {
    let mut kin = state.kin.clone();
    kin.v.fill(0.0);
    kin.load = 1.0;
    let mut f = vec![0.0; system.layout.extended];
    system.add_forces(&kin, &mut f);
    if f.iter().all(|f| f.abs() <= LARGEST_FORCE) {
        return None;
    }
    let scene = system.scene(&kin);
    let item = system.model.elements.iter().find(|item| {
        f.fill(0.0);
        item.element.force(&scene, &mut f);
        !f.iter().all(|f| f.abs() <= LARGEST_FORCE)
    });
    Some(item.map_or_else(String::new, |item| item.name.clone()))
}

/// The path that has been followed so far.
struct Path<'a, 'w> {
    solver: Solver<'a>,
    origin: Vec<Frame>,
    state: &'w mut State,
    watch: &'w mut Watch<'w>,
    report: StaticReport,
    /// The way to the last point.
    leg: Leg,
    /// Length of the last increment over its change of the load.
    rate: f64,
    /// A point of the path had bodies out of the reach of the contacts that are listed.
    left: bool,
}

impl Path<'_, '_> {
    /// The whole path, in the way that the settings ask for, to a state that is held.
    fn complete(&mut self) -> Result<(), StaticError> {
        if self.solver.settings.linear {
            self.linear()?;
        } else {
            self.start();
            if self.solver.settings.arc_length { self.follow()? } else { self.raise()? }
        }
        if self.left {
            return Err(StaticError::OutOfReach);
        }
        match self.solver.support(self.state) {
            Support::Free(free) => return Err(StaticError::Free(free)),
            Support::Unstable(motion) => self.report.unstable = Some(motion),
            Support::Held => {}
        }
        Ok(())
    }

    /// The point at load factor 0, if the start is an equilibrium there.
    fn start(&mut self) {
        self.state.kin.load = 0.0;
        if let Some(report) = self.solver.rests(self.state, 0.0) {
            self.accept(report);
        }
    }

    /// Raises the load to 1.
    fn raise(&mut self) -> Result<(), StaticError> {
        let first = 1.0 / self.solver.settings.steps as f64;
        let mut step = first;
        let mut load = 0.0;
        while load < 1.0 {
            // What rounding leaves of the last step is not a step.
            let target = if load + 1.001 * step >= 1.0 { 1.0 } else { load + step };
            let at_start = load == 0.0;
            let report = match self.solver.balance(self.state, target) {
                Ok(report) if !at_start || self.solver.moved() < self.solver.system.length => report,
                Err(failure) if step > LEAST * first && failure != Failure::Singular => {
                    self.report.cuts += 1;
                    step *= 0.5;
                    continue;
                }
                Err(failure) if !at_start => return Err(self.failed(load, step, &failure)),
                _ => {
                    self.relax(target)?;
                    (load, step) = (target, first);
                    continue;
                }
            };
            let easy = report.iterations <= EASY;
            self.accept(report);
            load = target;
            if easy {
                step = (1.5 * step).min(first);
            }
        }
        Ok(())
    }

    fn relax(&mut self, load: f64) -> Result<(), StaticError> {
        let (state, report) = self.solver.relax(self.state, load, &self.origin)?;
        *self.state = state;
        self.report.relaxed = true;
        self.leg = Leg { y: self.solver.work.y.clone(), load, closed: Vec::new() };
        self.note(report, false);
        Ok(())
    }

    /// One linear solution at the full load about the start.
    fn linear(&mut self) -> Result<(), StaticError> {
        if !self.solver.system.contacts.is_empty() {
            return Err(StaticError::LinearContacts);
        }
        if let Some(free) = self.solver.free_motion(self.state) {
            return Err(StaticError::Free(free));
        }
        // The first Newton direction is the linear solution, whatever residual it leaves.
        self.solver.newton.settings.max_iterations = 1;
        self.solver.newton.growth = f64::INFINITY;
        match self.solver.balance(self.state, 1.0) {
            Ok(report) | Err(Failure::NotConverged { report }) => {
                // What it leaves of the nonlinear equations is not what it is judged by.
                self.solver.judged = (0.0, 0.0);
                self.accept(report);
                Ok(())
            }
            Err(failure) => Err(self.failed(0.0, 1.0, &failure)),
        }
    }

    /// Takes the solution in the workspace for the next point of the path.
    fn accept(&mut self, report: Report) {
        let (before, moved) = (self.state.kin.load, self.solver.moved());
        self.leg.closed = self.solver.newly_closed(self.state);
        self.solver.commit(self.state, &self.solver.sub, 1.0);
        self.leg.y.clone_from(&self.solver.work.y);
        self.leg.load = self.state.kin.load - before;
        let rate = moved / self.leg.load.abs();
        let far = !self.solver.settings.arc_length && moved > JUMP.1 * self.solver.system.length;
        let jump = far && rate > JUMP.0 * self.rate;
        self.rate = rate;
        self.note(report, jump);
    }

    fn note(&mut self, report: Report, jump: bool) {
        let (displacement, node) = largest_displacement(self.solver.system.system, self.state, &self.origin);
        let (residual, correction) = self.solver.judged;
        let step = LoadStep {
            number: self.report.path.last().map_or(usize::from(self.state.kin.load != 0.0), |last| last.number + 1),
            load: self.state.kin.load,
            iterations: report.iterations,
            residual,
            correction,
            at_rounding: residual > self.solver.settings.tolerance,
            displacement,
            node: node.to_owned(),
            jump,
        };
        self.left |= !self.solver.system.candidates.covers(&self.solver.system, &self.state.kin);
        self.report.iterations += report.iterations;
        self.report.factorisations += report.factorisations;
        (self.watch)(&step, self.state);
        self.report.path.push(step);
    }

    /// Why the path ends: someone stopped it, nothing holds the last state, or the steps do not converge.
    fn failed(&self, load: f64, increment: f64, failure: &Failure) -> StaticError {
        if (self.solver.stop)() {
            return StaticError::Interrupted { load: self.state.kin.load };
        }
        if let Some(free) = self.solver.free_motion(self.state) {
            return StaticError::Free(free);
        }
        StaticError::NotConverged { load, increment, reason: describe(failure) }
    }
}

/// Of a node since the start.
fn largest_displacement<'a>(system: &'a System, state: &State, origin: &[Frame]) -> (f64, &'a str) {
    let moved = state.kin.frames.iter().zip(origin).map(|(now, start)| (now.x - start.x).norm());
    let most = moved.enumerate().max_by(|a, b| a.1.total_cmp(&b.1));
    most.map_or((0.0, ""), |(node, distance)| (distance, &system.model.nodes[node].name))
}
