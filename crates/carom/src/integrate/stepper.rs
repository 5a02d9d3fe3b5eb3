//! The step that all schemes share: every component is predicted, contacts that could close bind components to islands, every island
//! is solved, and what a solution closes joins. Islands are independent: several threads share them, with the same result.

use super::error::StepError;
use super::scheme::{At, Scheme};
use super::settings::Settings;
use super::state::State;
use super::{Integrator, Interval, StepReport};
use crate::system::{Assembly, Candidates, Components, Island, Islands, System};
use nonsmooth::StopFlag;
use rayon::prelude::*;

/// Fewer parts with joints or elastic bodies than this are not worth a second thread: each takes some 10 µs, waking a thread as much.
const WORTH_THREADS: usize = 24;
/// Most threads, each of which has arrays of the size of the model.
const MOST_LANES: usize = 8;

/// A scheme as an integrator.
pub(super) struct Stepper<S> {
    /// An island is solved by the lane of its first component, always the same.
    lanes: Vec<Lane<S>>,
    islands: Islands,
    settings: Settings,
    /// Steps that were tried, and at which of them each slot was solved last.
    tried: u64,
    solved: Vec<u64>,
}

/// A scheme, what it reports of its islands, and the first of them that it could not solve.
struct Lane<S> {
    scheme: S,
    report: StepReport,
    failure: Option<(usize, StepError)>,
}

impl<S: Scheme> Stepper<S> {
    pub fn new(system: Assembly, settings: &Settings, make: impl Fn() -> S) -> Self {
        let count = lane_count(&system.components);
        let lane = || Lane { scheme: make(), report: StepReport::default(), failure: None };
        Self {
            lanes: (0..count).map(|_| lane()).collect(),
            islands: Islands::default(),
            settings: settings.clone(),
            tried: 0,
            solved: vec![0; system.components.list.len()],
        }
    }
}

/// How many lanes share the components of a model.
fn lane_count(components: &Components) -> usize {
    let heavy = components.list.iter().filter(|c| !c.joints.is_empty() || c.is_elastic).count();
    if heavy < WORTH_THREADS { 1 } else { rayon::current_num_threads().clamp(1, MOST_LANES) }
}

impl<S: Scheme> Integrator for Stepper<S> {
    fn start(&mut self, system: Assembly, state: &mut State) {
        self.lanes[0].scheme.start(system, state, &self.settings);
    }

    fn restart(&mut self, system: Assembly) {
        self.fit(system);
        self.lanes.iter_mut().for_each(|lane| lane.scheme.restart());
    }

    fn stop_on(&mut self, stop: &StopFlag) {
        self.lanes.iter_mut().for_each(|lane| lane.scheme.workspace_mut().stop_on(stop));
    }

    fn step(
        &mut self,
        system: &System,
        candidates: &mut Candidates,
        state: &State,
        trial: &mut State,
        step: Interval,
    ) -> Result<StepReport, StepError> {
        self.tried += 1;
        let mut islands = std::mem::take(&mut self.islands);
        let solved = self.solve(system, candidates, &mut islands, state, step);
        let system = candidates.assembly(system);
        let report = solved.map(|()| self.commit(system, &islands, state, trial, step.h));
        self.islands = islands;
        report
    }
}

impl<S: Scheme> Stepper<S> {
    fn solve(
        &mut self,
        system: &System,
        candidates: &mut Candidates,
        islands: &mut Islands,
        state: &State,
        step: Interval,
    ) -> Result<(), StepError> {
        let h = step.h;
        self.begin(candidates.assembly(system), state, step);
        self.predict(candidates.assembly(system), state, h)?;
        self.detect(system, candidates, islands, state, h);
        loop {
            let assembly = candidates.assembly(system);
            let main = &mut self.lanes[0].scheme;
            let pushed = main.pushed(state);
            main.workspace_mut().find_near(assembly, state, pushed);
            self.solve_islands(assembly, islands, state, h)?;
            if !self.detect(system, candidates, islands, state, h) {
                break;
            }
            // Corrections left the reach of the search: from the prediction again, with more candidates.
            let assembly = candidates.assembly(system);
            self.each(assembly, &system.components.list, (state, h), |scheme, at, _| {
                scheme.return_to_prediction(at);
                Ok(())
            })?;
            self.gather(assembly, &system.components.list);
        }
        self.lanes[0].scheme.workspace().refuse_far(candidates.assembly(system), state)
    }

    fn begin(&mut self, system: Assembly, state: &State, step: Interval) {
        for lane in &mut self.lanes {
            lane.report = StepReport::default();
            lane.scheme.workspace_mut().begin(system, state, step);
            lane.scheme.begin(system, state, step);
        }
    }

    fn predict(&mut self, system: Assembly, state: &State, h: f64) -> Result<(), StepError> {
        let components = &system.system.components.list;
        self.each(system, components, (state, h), |scheme, at, report| scheme.predict(at, report))?;
        self.gather(system, components);
        Ok(())
    }

    /// Lists contacts anew where the last search does not cover the configuration in `work`; true if they changed.
    fn detect(
        &mut self,
        system: &System,
        candidates: &mut Candidates,
        islands: &mut Islands,
        state: &State,
        h: f64,
    ) -> bool {
        let kin = &self.lanes[0].scheme.workspace().work.kin;
        if candidates.covers(system, kin) || candidates.detect(system, kin, &state.kin, h).is_none() {
            return false;
        }
        islands.forget();
        let system = candidates.assembly(system);
        self.fit(system);
        self.lanes.iter_mut().for_each(|lane| lane.scheme.workspace_mut().look_back(system, state));
        true
    }

    fn fit(&mut self, system: Assembly) {
        self.islands.forget();
        for lane in &mut self.lanes {
            lane.scheme.workspace_mut().fit(system);
            lane.scheme.fit(system);
        }
    }

    /// Solves the islands that the near contacts bind; what they close joins, until there is no more.
    fn solve_islands(
        &mut self,
        system: Assembly,
        islands: &mut Islands,
        state: &State,
        h: f64,
    ) -> Result<(), StepError> {
        let mut again = false;
        loop {
            let main = self.lanes[0].scheme.workspace();
            main.refuse_hits(system, state, if again { &main.missed } else { &main.near })?;
            islands.find(&system.system.components, main.near.iter().map(|&c| (c, system.contact_block(c))));
            self.share_near();
            self.share_components(system, islands, state, h);
            self.solve_some(system, islands, state, h, again)?;
            self.gather(system, islands.list());
            // Islands without rows are where they were predicted, and no contact was near.
            let moved = islands.list().iter().any(|island| S::MOVES_ALL || island.has_rows());
            let main = self.lanes[0].scheme.workspace_mut();
            if !moved || !main.add_missed(system, state) || !S::JOINS_MISSED {
                return Ok(());
            }
            again = true;
        }
    }

    /// All islands have the near contacts that the first lane found.
    fn share_near(&mut self) {
        if let [main, others @ ..] = self.lanes.as_mut_slice() {
            let main = main.scheme.workspace();
            others.iter_mut().for_each(|lane| lane.scheme.workspace_mut().take_near(main));
        }
    }

    /// Islands of components of several lanes belong to the lane of the first.
    fn share_components(&mut self, system: Assembly, islands: &Islands, state: &State, h: f64) {
        let count = self.lanes.len();
        for island in islands.list().iter().filter(|island| count > 1 && island.components.len() > 1) {
            let to = island.slot() % count;
            for &k in &island.components {
                let at = At { system, island: &system.system.components.list[k as usize], state, h };
                if let Ok([to, from]) = self.lanes.get_disjoint_mut([to, k as usize % count]) {
                    to.scheme.adopt(&from.scheme, at);
                }
            }
        }
    }

    /// Solves all islands, or again those that contacts joined.
    fn solve_some(
        &mut self,
        system: Assembly,
        islands: &Islands,
        state: &State,
        h: f64,
        again: bool,
    ) -> Result<(), StepError> {
        for island in islands.list() {
            let last = std::mem::replace(&mut self.solved[island.slot()], self.tried);
            if last + 1 < self.tried {
                let count = self.lanes.len();
                self.lanes[island.slot() % count].scheme.forget(island.slot());
            }
        }
        let missed = std::mem::take(&mut self.lanes[0].scheme.workspace_mut().missed);
        let solved = self.each(system, islands.list(), (state, h), |scheme, at, report| {
            if again {
                if !at.island.contacts.iter().any(|c| missed.binary_search(c).is_ok()) {
                    return Ok(());
                }
                scheme.return_to_prediction(at);
            }
            scheme.solve(at, report)?;
            let workspace = scheme.workspace_mut();
            workspace.move_flights(at);
            workspace.refuse_tunnelling(at)
        });
        self.lanes[0].scheme.workspace_mut().missed = missed;
        solved
    }

    /// Lets every lane do its islands, at once where there are several. All islands are tried, so that what lanes remember does not
    /// depend on their number; the failure is that of the first.
    fn each(
        &mut self,
        system: Assembly,
        islands: &[Island],
        (state, h): (&State, f64),
        act: impl Fn(&mut S, At, &mut StepReport) -> Result<(), StepError> + Sync,
    ) -> Result<(), StepError> {
        let count = self.lanes.len();
        let run = |(k, lane): (usize, &mut Lane<S>)| {
            let own = islands.iter().filter(|island| !island.dofs.is_empty() && island.slot() % count == k);
            for island in own {
                let done = act(&mut lane.scheme, At { system, island, state, h }, &mut lane.report);
                if let (Err(error), None) = (done, &lane.failure) {
                    lane.failure = Some((island.slot(), error));
                }
            }
        };
        if count > 1 {
            self.lanes.par_iter_mut().enumerate().for_each(run);
        } else {
            self.lanes.iter_mut().enumerate().for_each(run);
        }
        let failures = self.lanes.iter_mut().filter_map(|lane| lane.failure.take());
        failures.min_by_key(|(slot, _)| *slot).map_or(Ok(()), |(_, error)| Err(error))
    }

    /// The first lane gets the configuration and velocities of the islands of all.
    fn gather(&mut self, system: Assembly, islands: &[Island]) {
        let count = self.lanes.len();
        if let [main, others @ ..] = self.lanes.as_mut_slice() {
            for (k, lane) in others.iter().enumerate() {
                let work = &mut main.scheme.workspace_mut().work;
                for island in islands.iter().filter(|island| island.slot() % count == k + 1) {
                    system.copy_kinematics(island, &lane.scheme.workspace().work.kin, &mut work.kin);
                }
            }
        }
    }

    /// Writes the step into the trial state.
    fn commit(&mut self, system: Assembly, islands: &Islands, state: &State, trial: &mut State, h: f64) -> StepReport {
        let count = self.lanes.len();
        let mut report = self.lanes[0].report;
        self.lanes[1..].iter().for_each(|lane| report.merge(&lane.report));
        let conflicts = self.lanes.iter().filter_map(|lane| lane.scheme.workspace().conflict);
        report.conflict = conflicts.min_by_key(|(slot, _)| *slot).map_or([None; 3], |(_, blocks)| blocks);
        if trial.history.is_empty() {
            trial.history = state.history.clone();
        }
        self.lanes[0].scheme.workspace_mut().open_trial(system, state, trial);
        for island in islands.list().iter().filter(|island| !island.dofs.is_empty()) {
            let at = At { system, island, state, h };
            self.lanes[island.slot() % count].scheme.commit(at, trial, &mut report);
        }
        self.lanes[0].scheme.workspace_mut().close_trial(system, state, trial, h, &mut report);
        report
    }
}
