//! Consistent initial values and initial accelerations (THEORY §3).
//!
//! At t = 0, g = 0 and g_q v + g_t = 0 are checked, or enforced by the shortest correction in the metric of the mass
//! matrix; then [M −G^T; G 0] [v̇; λ] = [f; −(d/dt (g_q v + g_t) at fixed v̇)] gives v̇₀, and a₀ = v̇₀.

use super::history::Over;
use super::{History, InitialState, Settings, State, start_rates};
use crate::contact::{Contact, Sliding};
use crate::element::Power;
use crate::model::Kinematics;
use crate::system::{
    Assembly, Island, Level, Multipliers, Solve, Stage, Subproblem, Tolerances, Weights, Work, contact_velocity,
};
use nonsmooth::{Failure, Newton, NewtonSettings};

/// Initial values that the model cannot start from.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum InitialError {
    #[error("joint `{item}` is not closed at the start: {value:.3e} {unit} off")]
    Position { item: String, value: f64, unit: &'static str },
    #[error("joint `{item}` does not allow the initial velocities: {value:.3e} {unit} off")]
    Velocity { item: String, value: f64, unit: &'static str },
    #[error("contact `{item}` penetrates by {depth:.3e} m at the start{}", deepest_of(*.count))]
    Penetration { item: String, depth: f64, count: usize },
    #[error("`{item}`: its joint is {beyond:.3e} {unit} beyond the limit at the start")]
    BeyondLimit { item: String, beyond: f64, unit: &'static str },
    #[error("joint `{item}` contradicts the others: {value:.3e} {unit} cannot be removed by any motion")]
    Contradictory { item: String, value: f64, unit: &'static str },
    #[error(
        "joint `{item}` cannot start at the rate {value} {unit}: other joints or rates want another one, {off:.3e} {unit} off"
    )]
    Rate { item: String, value: f64, off: f64, unit: &'static str },
    /// `what` is the force or the energy of an element, or a constraint.
    #[error("{what} of `{item}` is not a finite number at t = 0")]
    NotFinite { item: String, what: &'static str },
    #[error("the initial {what} could not be computed: {reason}")]
    NotSolved { what: &'static str, reason: String },
}

/// What of a body is not finite if its velocity has no square.
pub(crate) const ENERGY: &str = "the kinetic energy";

impl InitialError {
    /// The item at fault.
    pub fn item(&self) -> Option<&str> {
        match self {
            Self::Position { item, .. }
            | Self::Velocity { item, .. }
            | Self::Penetration { item, .. }
            | Self::BeyondLimit { item, .. }
            | Self::Rate { item, .. }
            | Self::NotFinite { item, .. }
            | Self::Contradictory { item, .. } => Some(item),
            Self::NotSolved { .. } => None,
        }
    }
}

/// What is added to the deepest of several penetrations.
pub fn deepest_of(count: usize) -> String {
    if count > 1 { format!(", the deepest of {count} contacts that do") } else { String::new() }
}

/// Violations up to this, relative to the model's length, are taken as rounding of the input and removed.
pub const ROUNDING: f64 = 1e-7;

struct Corrected<'a> {
    level: Level,
    from: &'a Kinematics,
}

impl Stage for Corrected<'_> {
    fn weights(&self) -> Weights {
        match self.level {
            Level::Position => Weights { m: 1.0, v: 0.0, q: 1.0, s: 0.0 },
            Level::Velocity => Weights { m: 1.0, v: 1.0, q: 0.0, s: 0.0 },
            Level::Acceleration => Weights { m: 1.0, v: 0.0, q: 0.0, s: 1.0 },
        }
    }

    fn level(&self) -> Level {
        self.level
    }

    fn place(&self, system: Assembly, island: &Island, work: &mut Work) -> bool {
        work.x.copy_from_slice(&work.y);
        match self.level {
            Level::Position => system.displace(island, &self.from.frames, &work.y, &mut work.kin.frames),
            Level::Velocity => {
                work.kin.v.iter_mut().zip(&self.from.v).zip(&work.y).for_each(|((v, v_0), y)| *v = v_0 + y);
            }
            Level::Acceleration => {}
        }
        self.level == Level::Position
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.y
    }
}

/// Checks or projects the initial values of `state`, then computes accelerations, joint forces and the energy account. The smooth
/// acceleration, without contacts, is left as the first array of the history.
pub fn initialise(system: Assembly, settings: &Settings, state: &mut State) -> Result<(), InitialError> {
    check_contacts(system, state)?;
    let has_no_energy = |&k: &usize| !system.energy_of(&[k], &state.kin).kinetic.is_finite();
    if let Some(k) = (0..system.model.elements.len()).find(has_no_energy) {
        return Err(InitialError::NotFinite { item: system.model.elements[k].name.clone(), what: ENERGY });
    }
    let mut work = Work::new(system);
    work.kin = state.kin.clone();
    work.evaluate_rows(system, &system.components.whole.joints);
    let projects = settings.initial == InitialState::Project;
    if !projects {
        start_rates(system.system, &mut state.kin)?;
        check_rows(system, &work, state)?;
    }
    for level in [Level::Position, Level::Velocity] {
        if projects && level == Level::Velocity {
            start_rates(system.system, &mut state.kin)?;
        }
        if system.joint_rows == 0 {
            continue;
        }
        solve_level(system, settings, level, &mut state.kin, &mut work, Closed::at_rest(&[]))?;
        if level == Level::Position {
            check_contacts(system, state)?;
        }
    }
    let rows = solve_level(system, settings, Level::Acceleration, &mut state.kin, &mut work, Closed::at_rest(&[]))?;
    state.history = History::new(system, [("smooth acceleration", Over::Dofs)]);
    state.history[0].copy_from_slice(&work.x);
    state.lam.copy_from_slice(&rows.lam[..system.joint_rows]);
    for c in 0..system.contact_count() {
        let contact = system.contact(c);
        let frame = contact.pair.frame(&state.kin, &state.kin.contacts[c]);
        state.contacts[c].gap = contact.pair.gap(&state.kin);
        for &axis in &system.contact_rows(c).axes {
            state.contacts[c].velocity[axis] = contact_velocity(&system, contact, &frame, axis, &state.kin);
        }
    }
    state.observe_compliant(system.system);
    find_accelerations(system, settings, state, &mut work)?;
    state.open_accounts(system.system);
    state.balance(system.system, Power::default(), 0.0);
    state.initial_energy = state.energy.kinetic + state.energy.potential;
    state.energy.remainder = 0.0;
    Ok(())
}

/// Accelerations and forces at the start with the contacts that are closed: those of the first moment of motion.
fn find_accelerations(
    system: Assembly,
    settings: &Settings,
    state: &mut State,
    work: &mut Work,
) -> Result<(), InitialError> {
    let rests = |c: &usize| {
        let contact = &state.contacts[*c];
        let speed = contact.velocity[0].abs() * settings.step;
        let is_rigid = !system.contact(*c).is_pressed_elsewhere();
        let rounding = ROUNDING * if system.contact(*c).is_angular() { 1.0 } else { system.length };
        is_rigid && contact.gap.abs() <= rounding && speed <= rounding
    };
    let closed: Vec<usize> = (0..system.contact_count()).filter(rests).collect();
    state.acceleration.copy_from_slice(&state.history[0]);
    for (row, &original) in system.original_row.iter().enumerate() {
        (state.joint_force[original], state.joint_impulse[original]) = (state.lam[row], state.lam[row]);
    }
    if closed.is_empty() {
        return Ok(());
    }
    for &c in &closed {
        let frame = system.contact(c).pair.frame(&state.kin, &state.kin.contacts[c]);
        (state.kin.contacts[c], work.kin.contacts[c]) = (frame, frame);
    }
    // Where contacts and joints contradict each other at the start, the steps will say so.
    let Ok(rows) = solve_level(system, settings, Level::Acceleration, &mut state.kin, work, Closed::at_rest(&closed))
    else {
        return Ok(());
    };
    state.acceleration.copy_from_slice(&work.x);
    for (row, &original) in system.original_row.iter().enumerate() {
        (state.joint_force[original], state.joint_impulse[original]) = (rows.lam[row], rows.lam[row]);
    }
    for &c in &closed {
        for (i, &axis) in system.contact_rows(c).axes.iter().enumerate() {
            state.contacts[c].force[axis] = rows.force[system.contact_block(c).first + i];
        }
    }
    Ok(())
}

/// The acceleration a time `h` after a state, if it moves with its velocity and acceleration until then, with joints and the contacts
/// that are closed.
pub(super) fn acceleration_after(
    system: Assembly,
    settings: &Settings,
    state: &State,
    acceleration: &[f64],
    (h, closed): (f64, &[usize]),
) -> Option<Vec<f64>> {
    let mut kin = state.kin.clone();
    let mut work = Work::new(system);
    for (i, psi) in work.psi.iter_mut().enumerate() {
        *psi = h * (state.kin.v[i] + 0.5 * h * acceleration[i]);
        kin.v[i] += h * acceleration[i];
    }
    system.displace(&system.components.whole, &state.kin.frames, &work.psi, &mut kin.frames);
    kin.t += h;
    kin.update_ports(&system.model.ports);
    for &c in closed {
        kin.contacts[c] = system.contact(c).pair.frame(&kin, &kin.contacts[c]);
    }
    work.kin = kin.clone();
    solve_level(system, settings, Level::Acceleration, &mut kin, &mut work, Closed::at_rest(closed)).ok()?;
    work.x.iter().all(|x| x.is_finite()).then_some(work.x)
}

/// Contacts that take part in a solution.
pub(crate) struct Closed<'a> {
    pub contacts: &'a [usize],
    /// Velocities that they have to reach at least, by contact and row of the pair.
    pub restored: &'a dyn Fn(usize, usize) -> f64,
    /// Slower than this share of the model's length a second they do not slide.
    pub still: f64,
}

impl<'a> Closed<'a> {
    fn at_rest(contacts: &'a [usize]) -> Self {
        Self { contacts, restored: &|_, _| 0.0, still: ROUNDING }
    }
}

/// Solves for positions, velocities or accelerations of all joints and of the contacts that are closed.
pub(crate) fn solve_level(
    system: Assembly,
    settings: &Settings,
    level: Level,
    kin: &mut Kinematics,
    work: &mut Work,
    Closed { contacts: closed, restored, still }: Closed,
) -> Result<Multipliers, InitialError> {
    let island = &system.system.components.whole;
    let (mut rows, mut sub) = (Multipliers::new(system), Subproblem::default());
    sub.activate_contacts(system, island, closed);
    let (layout, ports) = (&system.layout, &system.system.model.ports);
    for &b in &sub.blocks {
        let block = system.block(b);
        for i in 0..block.len() {
            rows.reference[block.first + i] = match level {
                Level::Acceleration => -block.convective(i, &work.kin, layout, ports),
                _ => 0.0,
            };
        }
    }
    for &c in closed.iter().filter(|_| level == Level::Velocity) {
        let first = system.contact_block(c).first;
        let axes = system.contact_rows(c).axes.iter().enumerate();
        axes.for_each(|(i, &axis)| rows.reference[first + i] = restored(c, axis));
    }
    if level == Level::Acceleration {
        slide(system, (closed, still), &work.kin, &mut rows);
    }
    work.y.fill(0.0);
    let mass = system.mass.diagonal();
    let largest = island.masses()[1].sqrt();
    sub.tolerances = Tolerances {
        equilibrium: settings.tolerance,
        constraint: if level == Level::Position { settings.constraint_tolerance } else { 1e-10 },
        length: system.length,
        force_scale: if level == Level::Acceleration { 0.0 } else { f64::MIN_POSITIVE },
        velocity_scale: island.norm(mass, &kin.v) + system.length * largest,
        ..Tolerances::default()
    };
    if level == Level::Acceleration {
        work.f.fill(0.0);
        system.add_forces(kin, &mut work.f);
        let convective = rows.reference.iter().fold(0.0_f64, |a, r| a.max(r.abs()));
        sub.tolerances.velocity_scale += island.dual_norm(mass, &work.f) + convective * largest;
    }
    let from = kin.clone();
    let stage = Corrected { level, from: &from };
    let mut newton = Newton::new(NewtonSettings { max_iterations: 100, contraction: 0.1 });
    let mut problem =
        Solve { system, island, work, rows: &mut rows, sub: &mut sub, stage: &stage, rows_are_current: false };
    let what = match level {
        Level::Position => "positions",
        Level::Velocity => "velocities",
        Level::Acceleration => "accelerations",
    };
    let report = newton.solve(&mut problem).map_err(|failure| {
        let lost = (failure == Failure::NotFinite).then(|| super::error::not_finite(&problem)).flatten();
        match lost {
            Some((what, item)) => InitialError::NotFinite { item, what },
            None => InitialError::NotSolved { what, reason: super::error::describe(&failure) },
        }
    })?;
    if report.incompatible {
        return Err(contradiction(system, &rows, level));
    }
    match level {
        Level::Position => kin.frames.copy_from_slice(&work.kin.frames),
        Level::Velocity => kin.v.copy_from_slice(&work.kin.v),
        Level::Acceleration => {}
    }
    kin.update_ports(&system.model.ports);
    Ok(rows)
}

/// At acceleration level a contact that slides has the friction of its sliding, and one that sticks holds.
fn slide(system: Assembly, (closed, still): (&[usize], f64), kin: &Kinematics, rows: &mut Multipliers) {
    for &c in closed {
        let (contact, block) = (system.contact(c), system.contact_block(c));
        let axes = &system.contact_rows(c).axes;
        let velocity = |axis: usize| contact_velocity(&system, contact, &kin.contacts[c], axis, kin);
        let (x, y) = (velocity(1), velocity(2));
        let speed = x.hypot(y);
        if speed <= still * system.length {
            continue;
        }
        rows.laws[c] = contact.law.on(axes, &Sliding::at(speed)).at(speed);
        for (i, &axis) in axes.iter().enumerate().filter(|(_, axis)| (1..3).contains(*axis)) {
            // An acceleration so large that friction cannot stop it, along the velocity: the force is on the edge of its disc.
            let along = if axis == 1 { x } else { y } / speed;
            rows.reference[block.first + i] -= 1e12 * system.length * along;
        }
    }
}

/// The row that yields most to the others.
fn contradiction(system: Assembly, rows: &Multipliers, level: Level) -> InitialError {
    let mut worst = (0, 0, 0.0_f64);
    for (b, block) in system.system.joints.iter().enumerate() {
        for i in 0..block.len() {
            let g = rows.violation(block.first + i).abs();
            if g > worst.2 {
                worst = (b, i, g);
            }
        }
    }
    let unit = level.unit(system.block(worst.0).row(worst.1).is_angular());
    InitialError::Contradictory { item: system.block_name(worst.0).to_owned(), value: worst.2, unit }
}

/// Contacts that penetrate by more than rounding, with their depths.
pub fn penetrations<'a>(system: Assembly<'a>, kin: &'a Kinematics) -> impl Iterator<Item = (&'a Contact, f64)> {
    let contacts = (0..system.contact_count()).map(move |c| system.contact(c));
    contacts
        .map(move |contact| (contact, -contact.pair.gap(kin)))
        .filter(move |(contact, depth)| {
            let unit = if contact.is_angular() { 1.0 } else { system.length };
            *depth > ROUNDING * unit && contact.pair.faces(kin)
        })
        .filter(|(contact, _)| !contact.is_pressed_elsewhere())
}

/// Refuses contacts that penetrate, by the deepest.
pub fn check_contacts(system: Assembly, state: &State) -> Result<(), InitialError> {
    let worst = penetrations(system, &state.kin).max_by(|a, b| a.1.total_cmp(&b.1));
    worst.map_or(Ok(()), |(contact, depth)| {
        let count = penetrations(system, &state.kin).count();
        let item = contact.name.clone();
        Err(match contact.pair.coordinates() {
            Some(_) => {
                InitialError::BeyondLimit { item, beyond: depth, unit: if contact.is_angular() { "rad" } else { "m" } }
            }
            None => InitialError::Penetration { item, depth, count },
        })
    })
}

/// The joint row that is farthest from holding, at position and then at velocity level.
fn check_rows(system: Assembly, work: &Work, state: &State) -> Result<(), InitialError> {
    let speed = state.kin.v.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
    for (b, block) in system.system.joints.iter().enumerate() {
        for i in 0..block.len() {
            let row = block.first + i;
            let angular = block.row(i).is_angular();
            let unit = if angular { 1.0 } else { system.length };
            let g = work.g[row];
            let item = || system.block_name(b).to_owned();
            if g.abs() > ROUNDING * unit {
                return Err(InitialError::Position { item: item(), value: g, unit: Level::Position.unit(angular) });
            }
            let rate = work.row_times(system, b, i, &state.kin.v) + work.g_t[row];
            if rate.abs() > ROUNDING * (unit + speed) {
                return Err(InitialError::Velocity { item: item(), value: rate, unit: Level::Velocity.unit(angular) });
            }
        }
    }
    Ok(())
}
