//! Consistent initial values and initial accelerations (THEORY §3).
//!
//! At t = 0, g = 0 and g_q v + g_t = 0 are checked, or enforced by the shortest correction in the metric of the mass
//! matrix; then [M −G^T; G 0] [v̇; λ] = [f; −(d/dt (g_q v + g_t) at fixed v̇)] gives v̇₀, and a₀ = v̇₀.

use super::{InitialState, Settings, State};
use crate::contact::Contact;
use crate::model::Kinematics;
use crate::system::{Level, Solve, Stage, Subproblem, System, Weights, Work};
use crate::system::{Tolerances, contact_velocity};
use nonsmooth::{Newton, NewtonSettings};

/// Initial values that the model cannot start from.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum InitialError {
    #[error("joint `{item}` is not closed at the start: {value:.3e} {unit} off")]
    Position { item: String, value: f64, unit: &'static str },
    #[error("joint `{item}` does not allow the initial velocities: {value:.3e} {unit} off")]
    Velocity { item: String, value: f64, unit: &'static str },
    #[error("contact `{item}` penetrates by {depth:.3e} m at the start{}", deepest_of(*.count))]
    Penetration { item: String, depth: f64, count: usize },
    #[error("joint `{item}` contradicts the others: {value:.3e} {unit} cannot be removed by any motion")]
    Contradictory { item: String, value: f64, unit: &'static str },
    #[error("the initial {what} could not be computed: {reason}")]
    NotSolved { what: &'static str, reason: String },
}

impl InitialError {
    /// The item at fault.
    pub fn item(&self) -> Option<&str> {
        match self {
            Self::Position { item, .. }
            | Self::Velocity { item, .. }
            | Self::Penetration { item, .. }
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

struct Corrected {
    level: Level,
    from: State,
}

impl Stage for Corrected {
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

    fn place(&self, system: &System, work: &mut Work) -> bool {
        work.x.copy_from_slice(&work.y);
        match self.level {
            Level::Position => system.displace(&self.from.kin.frames, &work.y, &mut work.kin.frames),
            Level::Velocity => {
                work.kin.v.iter_mut().zip(&self.from.kin.v).zip(&work.y).for_each(|((v, v_0), y)| *v = v_0 + y);
            }
            Level::Acceleration => {}
        }
        self.level == Level::Position
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.y
    }
}

/// Checks or projects the initial values of `state`, then computes accelerations, joint forces and the energy account.
pub fn initialise(
    system: &System,
    settings: &Settings,
    redundant: bool,
    state: &mut State,
) -> Result<(), InitialError> {
    check_contacts(system, state)?;
    let mut work = Work::new(system);
    let mut sub = Subproblem::new(system);
    sub.set_redundant(redundant);
    work.kin = state.kin.clone();
    work.evaluate_rows(system, &sub.blocks);
    if settings.initial != InitialState::Project {
        check_rows(system, &work, state)?;
    }
    for level in [Level::Position, Level::Velocity, Level::Acceleration] {
        if level != Level::Acceleration && system.joint_rows == 0 {
            continue;
        }
        // What is assembled differs from level to level, and with it the structure of the matrix.
        sub = Subproblem::new(system);
        sub.set_redundant(redundant);
        solve_level(system, settings, level, state, &mut work, &mut sub)?;
        if level == Level::Position {
            check_contacts(system, state)?;
        }
    }
    state.acceleration.copy_from_slice(&work.x);
    state.a.copy_from_slice(&work.x);
    state.lam.copy_from_slice(&sub.lam);
    state.force_scale = Subproblem::dual_norm(system, &work.f) + Subproblem::dual_norm(system, &work.gt_p);
    for (row, &original) in system.original_row.iter().enumerate() {
        state.joint_impulse[original] = state.lam[row];
    }
    for (c, rows) in system.contacts.iter().enumerate() {
        let contact = system.contact(c);
        let frame = contact.pair.frame(&state.kin, &state.kin.contacts[c]);
        state.contacts[c].gap = contact.pair.gap(&state.kin);
        for &axis in &rows.axes {
            state.contacts[c].velocity[axis] = contact_velocity(system, contact, &frame, axis, &state.kin);
        }
    }
    state.balance(system, 0.0);
    state.initial_energy = state.energy.kinetic + state.energy.potential;
    state.energy.remainder = 0.0;
    Ok(())
}

fn solve_level(
    system: &System,
    settings: &Settings,
    level: Level,
    state: &mut State,
    work: &mut Work,
    sub: &mut Subproblem,
) -> Result<(), InitialError> {
    for block in &system.blocks[..system.joint_blocks] {
        for i in 0..block.len() {
            sub.reference[block.first + i] = match level {
                Level::Acceleration => -block.convective(i, &work.kin, &system.layout, &system.model.ports),
                _ => 0.0,
            };
        }
    }
    work.y.fill(0.0);
    let scale = Subproblem::norm(system, &state.kin.v);
    sub.tolerances = Tolerances {
        equilibrium: settings.tolerance,
        constraint: if level == Level::Position { settings.constraint_tolerance } else { 1e-10 },
        length: system.length,
        force_scale: if level == Level::Acceleration { 0.0 } else { f64::MIN_POSITIVE },
        velocity_scale: scale + system.length * system.mass.largest().sqrt(),
        ..Tolerances::default()
    };
    if level == Level::Acceleration {
        work.f.fill(0.0);
        system.add_forces(&state.kin, &mut work.f);
        let convective = sub.reference[..system.joint_rows].iter().fold(0.0_f64, |a, r| a.max(r.abs()));
        sub.tolerances.velocity_scale +=
            Subproblem::dual_norm(system, &work.f) + convective * system.mass.largest().sqrt();
    }
    sub.invalidate();
    let stage = Corrected { level, from: state.clone() };
    let mut newton = Newton::new(NewtonSettings { max_iterations: 100, contraction: 0.1 });
    let mut problem = Solve { system, work, sub, stage: &stage, rows_are_current: false };
    let what = match level {
        Level::Position => "positions",
        Level::Velocity => "velocities",
        Level::Acceleration => "accelerations",
    };
    let report =
        newton.solve(&mut problem).map_err(|e| InitialError::NotSolved { what, reason: super::error::describe(&e) })?;
    if report.incompatible {
        return Err(contradiction(system, sub, level));
    }
    match level {
        Level::Position => state.kin.frames.copy_from_slice(&work.kin.frames),
        Level::Velocity => state.kin.v.copy_from_slice(&work.kin.v),
        Level::Acceleration => {}
    }
    state.kin.update_ports(&system.model.ports);
    Ok(())
}

/// The row that yields most to the others.
fn contradiction(system: &System, sub: &Subproblem, level: Level) -> InitialError {
    let mut worst = (0, 0, 0.0_f64);
    for (b, block) in system.blocks[..system.joint_blocks].iter().enumerate() {
        for i in 0..block.len() {
            let g = sub.violation(block.first + i).abs();
            if g > worst.2 {
                worst = (b, i, g);
            }
        }
    }
    let unit = match (system.blocks[worst.0].row(worst.1).is_angular(), level) {
        (true, Level::Position) => "rad",
        (true, Level::Velocity) => "rad/s",
        (true, Level::Acceleration) => "rad/s²",
        (false, Level::Position) => "m",
        (false, Level::Velocity) => "m/s",
        (false, Level::Acceleration) => "m/s²",
    };
    InitialError::Contradictory { item: system.block_name(worst.0).to_owned(), value: worst.2, unit }
}

/// Contacts that penetrate by more than rounding, with their depths.
pub fn penetrations<'a>(system: &'a System, kin: &'a Kinematics) -> impl Iterator<Item = (&'a Contact, f64)> {
    let contacts = (0..system.contacts.len()).map(|c| system.contact(c));
    contacts
        .map(|contact| (contact, -contact.pair.gap(kin)))
        .filter(|(contact, depth)| *depth > ROUNDING * system.length && contact.pair.faces(kin))
}

/// Refuses contacts that penetrate, by the deepest.
pub fn check_contacts(system: &System, state: &State) -> Result<(), InitialError> {
    let worst = penetrations(system, &state.kin).max_by(|a, b| a.1.total_cmp(&b.1));
    worst.map_or(Ok(()), |(contact, depth)| {
        let count = penetrations(system, &state.kin).count();
        Err(InitialError::Penetration { item: contact.name.clone(), depth, count })
    })
}

/// The joint row that is farthest from holding, at position and then at velocity level.
fn check_rows(system: &System, work: &Work, state: &State) -> Result<(), InitialError> {
    let speed = state.kin.v.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
    for (b, block) in system.blocks[..system.joint_blocks].iter().enumerate() {
        for i in 0..block.len() {
            let row = block.first + i;
            let angular = block.row(i).is_angular();
            let unit = if angular { 1.0 } else { system.length };
            let g = work.g[row];
            let item = || system.block_name(b).to_owned();
            if g.abs() > ROUNDING * unit {
                return Err(InitialError::Position { item: item(), value: g, unit: if angular { "rad" } else { "m" } });
            }
            let rate = work.row_times(system, b, i, &state.kin.v) + work.g_t[row];
            if rate.abs() > ROUNDING * (unit + speed) {
                let unit = if angular { "rad/s" } else { "m/s" };
                return Err(InitialError::Velocity { item: item(), value: rate, unit });
            }
        }
    }
    Ok(())
}
