//! The step that all schemes share: every component is predicted, contacts that could close bind components to islands, every island
//! is solved, and what a solution closes joins. Islands are independent: several threads share them, with the same result.

use super::error::StepError;
use super::estimate::Estimate;
use super::scheme::{At, Scheme};
use super::settings::Settings;
use super::state::State;
use super::step::Workspace;
use super::{Halving, Integrator, Interval, StepReport};
use crate::system::{Assembly, Candidates, Components, Island, Islands, System};
use nonsmooth::StopFlag;
use rayon::prelude::*;

/// Fewer parts with joints or elastic bodies than this are not worth a second thread: each takes some 10 µs, waking a thread as much.
const WORTH_THREADS: usize = 24;
/// Most threads, each of which has arrays of the size of the model.
const MOST_LANES: usize = 8;

/// Searches for contacts in a step, each of which changed what was found before.
const MOST_SEARCHES: usize = 20;

/// A scheme as an integrator.
pub(super) struct Stepper<S> {
    crew: Crew<S>,
    islands: Islands,
}

/// Those who solve islands.
struct Crew<S> {
    /// An island is solved by the lane of its first component, always the same.
    lanes: Vec<Lane<S>>,
    settings: Settings,
    /// Components that move in the step, and those of islands that could not be solved, with the first of them and why.
    moves: Vec<bool>,
    failed: Vec<bool>,
    failure: Option<(usize, StepError)>,
    /// Whether energy came out of nothing.
    blown: Option<StepError>,
    /// Components that were the first of an island in the last step.
    heads: Vec<bool>,
    /// How often the step is halved already.
    depth: u32,
}

/// A scheme, what it reports of its islands in the step, and those of them that it could not solve.
struct Lane<S> {
    scheme: S,
    report: StepReport,
    failures: Vec<(usize, StepError)>,
}

impl<S: Scheme> Stepper<S> {
    pub fn new(system: Assembly, settings: &Settings, make: impl Fn() -> S) -> Self {
        let (count, components) = (lane_count(&system.components), system.components.list.len());
        let lane = || Lane { scheme: make(), report: StepReport::default(), failures: Vec::new() };
        let crew = Crew {
            lanes: (0..count).map(|_| lane()).collect(),
            settings: settings.clone(),
            moves: vec![true; components],
            failed: vec![false; components],
            failure: None,
            blown: None,
            heads: vec![false; components],
            depth: 0,
        };
        Self { crew, islands: Islands::default() }
    }
}

/// How many lanes share the components of a model.
fn lane_count(components: &Components) -> usize {
    let heavy = components.list.iter().filter(|c| !c.joints.is_empty() || c.is_elastic).count();
    if heavy < WORTH_THREADS { 1 } else { rayon::current_num_threads().clamp(1, MOST_LANES) }
}

impl<S: Scheme> Integrator for Stepper<S> {
    fn start(&mut self, system: Assembly, state: &mut State) {
        self.crew.main().start(system, state, &self.crew.settings);
    }

    fn restart(&mut self, system: Assembly) {
        self.islands.forget();
        self.crew.fit(system);
        self.crew.lanes.iter_mut().for_each(|lane| lane.scheme.restart());
    }

    fn stop_on(&mut self, stop: &StopFlag) {
        self.crew.lanes.iter_mut().for_each(|lane| lane.scheme.workspace_mut().stop_on(stop));
    }

    fn insist(&mut self, insists: bool) {
        self.crew.lanes.iter_mut().for_each(|lane| lane.scheme.workspace_mut().insists = insists);
    }

    fn step(
        &mut self,
        system: &System,
        candidates: &mut Candidates,
        state: &State,
        trial: &mut State,
        step: Interval,
    ) -> Result<&StepReport, StepError> {
        let Self { crew, islands } = self;
        crew.moves.fill(true);
        crew.depth = 0;
        crew.blown = None;
        crew.settle_for_compromises();
        crew.lanes.iter_mut().for_each(|lane| lane.report.clear());
        crew.solve(system, candidates, islands, state, step)?;
        crew.finish(candidates.assembly(system), islands, state, trial, step)?;
        Ok(&crew.lanes[0].report)
    }
}

impl<S: Scheme> Crew<S> {
    /// The scheme of the first lane, which has the configuration of all islands.
    fn main(&self) -> &S {
        &self.lanes[0].scheme
    }

    fn workspace(&mut self) -> &mut Workspace {
        self.lanes[0].scheme.workspace_mut()
    }

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
        for _ in 0..MOST_SEARCHES {
            let assembly = candidates.assembly(system);
            self.find_near(assembly, state);
            self.solve_islands(assembly, islands, state, h);
            if !self.detect(system, candidates, islands, state, h) {
                self.refuse_far(candidates.assembly(system), islands, state);
                return Ok(());
            }
            // Corrections left the reach of the search: from the prediction again, with more candidates.
            self.forgive();
            let assembly = candidates.assembly(system);
            self.each(assembly, &system.components.list, (state, h), |scheme, at, _| {
                scheme.return_to_prediction(at);
                Ok(())
            });
            self.gather(assembly, &system.components.list);
        }
        Err(StepError::NoEndOfSearches)
    }

    fn find_near(&mut self, system: Assembly, state: &State) {
        let main = &mut self.lanes[0].scheme;
        let pushed = main.pushed(state);
        main.workspace_mut().find_near(system, state, pushed);
    }

    /// Islands of a contact that was not near and whose sides passed through each other were not solved.
    fn refuse_far(&mut self, system: Assembly, islands: &Islands, state: &State) {
        let main = self.main().workspace();
        let inside = |c: usize| is_inside(system, &self.moves, c);
        if let Some((c, error)) = main.passes_far(system, state, inside) {
            for &node in system.contact_block(c).nodes() {
                let island = islands.of_component(system.components.of_node(node));
                fail(&mut self.failed, &mut self.failure, island, error.clone());
            }
        }
    }

    /// No island has failed yet.
    fn forgive(&mut self) {
        if self.failure.take().is_some() {
            self.failed.fill(false);
        }
    }

    fn begin(&mut self, system: Assembly, state: &State, step: Interval) {
        self.forgive();
        for lane in &mut self.lanes {
            lane.scheme.workspace_mut().begin(system, state, step);
            lane.scheme.begin(system, state, step);
        }
    }

    fn predict(&mut self, system: Assembly, state: &State, h: f64) -> Result<(), StepError> {
        let components = &system.system.components.list;
        self.each(system, components, (state, h), |scheme, at, report| scheme.predict(at, report));
        self.gather(system, components);
        match &self.failure {
            Some((_, error)) => Err(error.clone()),
            None => Ok(()),
        }
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
        let kin = &self.main().workspace().work.kin;
        if candidates.covers(system, kin) || !candidates.detect(system, kin, &state.kin, h) {
            return false;
        }
        islands.forget();
        let system = candidates.assembly(system);
        self.fit(system);
        self.lanes.iter_mut().for_each(|lane| lane.scheme.workspace_mut().look_back(system, state));
        self.lanes.iter_mut().for_each(|lane| lane.scheme.workspace_mut().hit.fill(false));
        true
    }

    fn fit(&mut self, system: Assembly) {
        for lane in &mut self.lanes {
            lane.scheme.workspace_mut().fit(system);
            lane.scheme.fit(system);
        }
    }

    /// Solves the islands that the near contacts bind; what they close joins, until there is no more.
    fn solve_islands(&mut self, system: Assembly, islands: &mut Islands, state: &State, h: f64) {
        let mut again = false;
        loop {
            let near = &self.main().workspace().near;
            islands.find(&system.system.components, near.iter().map(|&c| (c, system.contact_block(c))));
            self.share_near(again);
            self.share_components(system, islands, (state, h), again);
            self.solve_some(system, islands, state, h, again);
            self.gather(system, islands.list());
            // Islands without rows are where they were predicted, and no contact was near.
            let moved = islands.list().iter().any(|island| S::MOVES_ALL || island.has_rows());
            let main = self.lanes[0].scheme.workspace_mut();
            let (moves, failed) = (&self.moves, &self.failed);
            let joins = |c: usize| {
                let mut components = components_of(system, c);
                is_inside(system, moves, c) && !components.any(|k| failed[k])
            };
            if !moved || !main.add_missed(system, state, joins) || !S::JOINS_MISSED {
                return;
            }
            again = true;
        }
    }

    /// All lanes have the near contacts that the first found; with `again` those that joined.
    fn share_near(&mut self, again: bool) {
        if let [main, others @ ..] = self.lanes.as_mut_slice() {
            let main = main.scheme.workspace();
            others.iter_mut().for_each(|lane| lane.scheme.workspace_mut().take_near(main, again));
        }
    }

    /// Islands of components of several lanes belong to the lane of the first; with `again` those that contacts joined.
    fn share_components(&mut self, system: Assembly, islands: &Islands, (state, h): (&State, f64), again: bool) {
        let count = self.lanes.len();
        if count == 1 {
            return;
        }
        for island in islands.list().iter().filter(|island| island.components.len() > 1) {
            if again && !self.main().workspace().joined(island) {
                continue;
            }
            let to = lane_of(island.slot(), count);
            for &k in &island.components {
                let at = At { system, island: &system.system.components.list[k as usize], state, h };
                if let Ok([to, from]) = self.lanes.get_disjoint_mut([to, lane_of(k as usize, count)]) {
                    to.scheme.adopt(&mut from.scheme, at);
                }
            }
        }
    }

    /// Solves all islands, or again those that contacts joined.
    fn solve_some(&mut self, system: Assembly, islands: &Islands, state: &State, h: f64, again: bool) {
        let count = self.lanes.len();
        for island in islands.list().iter().filter(|island| self.moves[island.slot()]) {
            for (i, &k) in island.components.iter().enumerate() {
                let was_head = std::mem::replace(&mut self.heads[k as usize], i == 0);
                if i == 0 && !was_head {
                    self.lanes[lane_of(k as usize, count)].scheme.forget(k as usize);
                }
            }
        }
        self.each(system, islands.list(), (state, h), |scheme, at, report| {
            let is_free = !S::MOVES_ALL && !at.has_rows();
            if is_free && (again || at.island.compliant.is_empty()) {
                return Ok(());
            }
            if is_free {
                scheme.workspace_mut().press(at);
                let solved = scheme.workspace_mut().refuse_unresolved(at);
                return solved.inspect_err(|_| scheme.return_to_prediction(at));
            }
            if again {
                if !scheme.workspace().joined(at.island) {
                    return Ok(());
                }
                scheme.return_to_prediction(at);
            }
            scheme.workspace_mut().press(at);
            let solved = scheme.workspace().refuse_hits(at).and_then(|()| scheme.solve(at, report));
            scheme.workspace_mut().move_flights(at);
            let solved = solved.and_then(|()| scheme.workspace().refuse_tunnelling(at));
            let solved = solved.and_then(|()| scheme.workspace_mut().refuse_unresolved(at));
            solved.inspect_err(|_| scheme.return_to_prediction(at))
        });
    }

    /// Lets every lane do its islands that move, at once where there are several. All are tried, so that what lanes remember does not
    /// depend on their number; those that fail are marked.
    fn each(
        &mut self,
        system: Assembly,
        islands: &[Island],
        (state, h): (&State, f64),
        act: impl Fn(&mut S, At, &mut StepReport) -> Result<(), StepError> + Sync,
    ) {
        let count = self.lanes.len();
        let (moves, failed) = (&self.moves, &self.failed);
        let run = |(k, lane): (usize, &mut Lane<S>)| {
            let is_own = |island: &Island| {
                let slot = island.slot();
                lane_of(slot, count) == k && moves[slot] && !failed[slot] && !island.dofs.is_empty()
            };
            for (index, island) in islands.iter().enumerate().filter(|(_, island)| is_own(island)) {
                if let Err(error) = act(&mut lane.scheme, At { system, island, state, h }, &mut lane.report) {
                    lane.failures.push((index, error));
                }
            }
        };
        if count > 1 {
            self.lanes.par_iter_mut().enumerate().for_each(run);
        } else {
            self.lanes.iter_mut().enumerate().for_each(run);
        }
        for lane in self.lanes.iter_mut().filter(|lane| !lane.failures.is_empty()) {
            for (index, error) in lane.failures.drain(..) {
                fail(&mut self.failed, &mut self.failure, &islands[index], error);
            }
        }
    }

    /// The first lane gets the configuration and velocities of the islands of all.
    fn gather(&mut self, system: Assembly, islands: &[Island]) {
        let count = self.lanes.len();
        if let [main, others @ ..] = self.lanes.as_mut_slice() {
            for (k, lane) in others.iter().enumerate() {
                let work = &mut main.scheme.workspace_mut().work;
                for island in islands.iter().filter(|island| lane_of(island.slot(), count) == k + 1) {
                    system.copy_kinematics(island, &lane.scheme.workspace().work.kin, &mut work.kin);
                }
            }
        }
    }

    /// Writes the step into the trial state; islands that were not solved are taken there in two halves.
    fn finish(
        &mut self,
        system: Assembly,
        islands: &Islands,
        state: &State,
        trial: &mut State,
        step: Interval,
    ) -> Result<(), StepError> {
        self.check_progress(system)?;
        if trial.history.is_empty() {
            trial.history = state.history.clone();
        }
        self.workspace().open_trial(system, state, trial);
        self.commit(system, islands, state, trial, step.h);
        let conflicts = self.lanes.iter().filter_map(|lane| lane.scheme.workspace().conflict.as_ref());
        let conflict = conflicts.min_by_key(|(slot, _)| *slot).map_or([None; 3], |(_, blocks)| *blocks);
        self.lanes[0].report.conflict = conflict;
        if self.failure.is_some() {
            self.halve(system, state, trial, step)?;
        }
        self.workspace().close_trial(system, state, trial, step.h);
        if !(trial.energy.kinetic + trial.energy.potential).is_finite() {
            return Err(without_energy(system.system, trial));
        }
        self.blown.take().map_or(Ok(()), Err)
    }

    /// A step in which nothing could be solved is not taken.
    fn check_progress(&mut self, system: Assembly) -> Result<(), StepError> {
        let Some((_, error)) = &self.failure else { return Ok(()) };
        let components = system.components.list.iter().enumerate();
        let mut moving = components.filter(|(k, component)| self.moves[*k] && !component.dofs.is_empty());
        if moving.all(|(k, _)| self.failed[k]) { Err(error.clone()) } else { Ok(()) }
    }

    /// Writes the islands that were solved; the first lane reports of all.
    fn commit(&mut self, system: Assembly, islands: &Islands, state: &State, trial: &mut State, h: f64) {
        let count = self.lanes.len();
        for island in islands.list() {
            let slot = island.slot();
            if self.moves[slot] && !self.failed[slot] && !island.dofs.is_empty() {
                let lane = &mut self.lanes[lane_of(slot, count)];
                let (at, before) = (At { system, island, state, h }, trial.energy);
                lane.scheme.commit(at, trial, &mut lane.report);
                let blown = trial.enter(at, &before).err().filter(|_| !lane.scheme.may_fail());
                self.blown = self.blown.take().or(blown);
                island.components.iter().for_each(|&k| trial.last_part[k as usize] = h);
                if self.settings.adaptive.is_some() {
                    lane.report.estimate.take(&Estimate::of(&lane.scheme, at, trial));
                }
            }
        }
        if let [main, others @ ..] = self.lanes.as_mut_slice() {
            others.iter_mut().for_each(|lane| main.report.take(&mut lane.report));
            // In an order that does not depend on the number of threads.
            main.report.unresolved.sort_unstable_by_key(|(slot, _)| *slot);
        }
    }

    /// Softened problems of few contacts may end in a compromise only where steps cannot be halved any more.
    fn settle_for_compromises(&mut self) {
        let last = self.depth == self.settings.max_halvings;
        self.lanes.iter_mut().for_each(|lane| lane.scheme.workspace_mut().compromises = last);
    }

    /// Takes the islands that were not solved to the end of the step in two halves, while the others are there already.
    fn halve(&mut self, system: Assembly, state: &State, trial: &mut State, step: Interval) -> Result<(), StepError> {
        let Some((_, cause)) = self.failure.take() else { return Ok(()) };
        let (part, h, time) = (self.failed.clone(), 0.5 * step.h, state.kin.t);
        self.failed.fill(false);
        if self.depth == self.settings.max_halvings || cause == StepError::Interrupted {
            return Err(cause);
        }
        self.lanes[0].report.halvings.push(Halving { time, h, reason: cause.to_string() });
        self.depth += 1;
        self.settle_for_compromises();
        let mut middle = state.clone();
        middle.follow(system.candidates);
        self.move_part(system, &part, state, &mut middle, Interval { h, t_end: time + h })?;
        let mut end = middle.clone();
        self.move_part(system, &part, &middle, &mut end, Interval { h, t_end: step.t_end })?;
        self.depth -= 1;
        self.settle_for_compromises();
        // Halves that left the reach of the search for contacts, or that met what was there already, ask for a shorter step of all.
        if ![&middle, &end].iter().all(|state| system.candidates.covers(system.system, &state.kin)) {
            return Err(cause);
        }
        end.add_impulses(&middle, step.h);
        trial.take_part(system, &part, &end, state);
        let collides = |c: usize| {
            let (some, all) = (components_of(system, c).any(|k| part[k]), is_inside(system, &part, c));
            let pair = &system.contact(c).pair;
            let closes = || pair.gap(&trial.kin) < 0.0 && pair.gap(&state.kin) >= 0.0 && pair.faces(&trial.kin);
            some && !all && (closes() || pair.passes(&state.kin, &trial.kin))
        };
        if (0..system.contact_count()).any(collides) { Err(cause) } else { Ok(()) }
    }

    /// A step of some components, which their own contacts bind; all others stay as they are.
    fn move_part(
        &mut self,
        system: Assembly,
        part: &[bool],
        state: &State,
        trial: &mut State,
        step: Interval,
    ) -> Result<(), StepError> {
        self.moves.copy_from_slice(part);
        self.begin(system, state, step);
        let work = &mut self.workspace().work;
        system.copy_kinematics(&system.components.whole, &state.kin, &mut work.kin);
        self.predict(system, state, step.h)?;
        self.find_near(system, state);
        self.workspace().near.retain(|&c| is_inside(system, part, c));
        let mut islands = Islands::default();
        self.solve_islands(system, &mut islands, state, step.h);
        self.refuse_far(system, &islands, state);
        self.main().workspace().open_part(system, trial, part);
        self.commit(system, &islands, state, trial, step.h);
        trial.h = step.h;
        if self.failure.is_some() { self.halve(system, state, trial, step) } else { Ok(()) }
    }
}

/// Names the element whose energy is not finite at the end of a step.
fn without_energy(system: &System, trial: &State) -> StepError {
    let is_lost = |&k: &usize| !system.energy_of(&[k], &trial.kin).is_finite();
    let lost = (0..system.model.elements.len()).find(is_lost).map(|k| &system.model.elements[k].name);
    let what = lost.map_or_else(|| "the energy".to_owned(), |name| format!("the energy of `{name}`"));
    StepError::NotFinite { what, time: trial.kin.t }
}

/// The lane of an island, of several.
fn lane_of(slot: usize, count: usize) -> usize {
    if count == 1 { 0 } else { slot % count }
}

/// Components that a contact acts on.
fn components_of(system: Assembly, c: usize) -> impl Iterator<Item = usize> {
    system.contact_block(c).nodes().iter().map(move |&node| system.components.of_node(node))
}

/// Whether a contact acts on components of a part only.
pub(super) fn is_inside(system: Assembly, part: &[bool], c: usize) -> bool {
    components_of(system, c).all(|k| part[k])
}

/// Marks the components of an island that could not be solved; the reason is that of the first.
fn fail(failed: &mut [bool], failure: &mut Option<(usize, StepError)>, island: &Island, error: StepError) {
    island.components.iter().for_each(|&k| failed[k as usize] = true);
    if failure.as_ref().is_none_or(|(slot, _)| island.slot() < *slot) {
        *failure = Some((island.slot(), error));
    }
}
