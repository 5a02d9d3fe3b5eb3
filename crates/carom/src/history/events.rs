//! Events of contacts: what begins and ends, read off their states at the ends of two steps that follow each other.
//!
//! ```text
//! impact    it was hit: the impact law acted on it
//! limit     the same, of the limit of a joint
//! stick     it is closed and sticks, and was open or slipped before
//! slip      it is closed and slips, and was open or stuck before
//! release   it is open, and was closed
//! ```
//!
//! A contact that is hit and flies apart again within the step has an impact and no release. Velocities are those of the slave against
//! the master's surface along the axes of the contact, u⁻ before (of an impact: normal at the touch, tangential at the start of the step) and
//! u⁺ at the end of the step. The energy is the work of its impulse of the step as the energy account has it, ½ Λ·(u⁻ + u⁺) with the
//! velocities right before and after it: what it took from the motion (negative) or gave. A hit after which the bodies part leaves the contact open;
//! what else a contact does in a step with a hit has no impulse and no energy of its own. What creeps slower than 1e-9 m/s goes on sticking.

use crate::contact::{ContactId, LENGTH_ROWS, Pair};
use crate::system::{ContactState, Snapshot, Status};
use serde::{Deserialize, Serialize};

/// What happened to a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EventKind {
    Impact,
    Stick,
    Slip,
    Release,
    Limit,
}

impl EventKind {
    pub const ALL: [Self; 5] = [Self::Impact, Self::Stick, Self::Slip, Self::Release, Self::Limit];

    /// The word in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Impact => "impact",
            Self::Stick => "stick",
            Self::Slip => "slip",
            Self::Release => "release",
            Self::Limit => "limit",
        }
    }
}

/// Something that happened to a contact; vectors are along its normal and its two tangents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Of an impact the time of the touch, otherwise the end of the step, s.
    pub time: f64,
    pub kind: EventKind,
    pub id: ContactId,
    /// m/s; before it not numbers where the contact was not looked at before the step.
    pub velocity_before: [f64; LENGTH_ROWS],
    pub velocity_after: [f64; LENGTH_ROWS],
    /// On the slave over the step, N s.
    pub impulse: [f64; LENGTH_ROWS],
    /// Work of the impulse, J.
    pub energy: f64,
}

/// Most events that are kept of a run: about 40 MB. Contacts of a pile change between stick and slip in every step.
pub const MOST_EVENTS: u64 = 200_000;

/// How a contact was at the end of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Memory {
    id: ContactId,
    phase: Phase,
    velocity: [f64; LENGTH_ROWS],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Open,
    Stick,
    Slip,
}

/// Share of the approach from which on bodies part after a hit.
const PARTS: f64 = 1e-6;
/// Sliding slower than this is none of its own (m/s).
const CREEP: f64 = 1e-9;

impl Phase {
    fn of(state: &ContactState) -> Self {
        match state.status {
            _ if state.flew || state.hit && state.velocity[0] > PARTS * state.approach => Self::Open,
            Status::Far | Status::Open => Self::Open,
            Status::Stick => Self::Stick,
            Status::Slip => Self::Slip,
        }
    }
}

/// Finds events in the snapshots of a run. Nothing is allocated in a step with no more contacts than before.
#[derive(Clone, Debug, Default)]
pub struct EventFinder {
    /// Ascending; none before the first snapshot.
    before: Option<Vec<Memory>>,
    spare: Vec<Memory>,
}

/// Numbers of a contact in [`EventFinder::saved`].
const SAVED: usize = 5 + LENGTH_ROWS;

impl EventFinder {
    /// Takes the snapshot of a step and hands out what happened in it, contact by contact.
    pub fn look<E>(&mut self, snapshot: &Snapshot, mut take: impl FnMut(Event) -> Result<(), E>) -> Result<(), E> {
        let mut now = std::mem::take(&mut self.spare);
        now.clear();
        let mut known = self.before.as_deref().unwrap_or_default();
        let is_first = self.before.is_none();
        let mut result = Ok(());
        for (c, (&id, state)) in snapshot.contact_ids.iter().zip(snapshot.contacts).enumerate() {
            let mut velocity = [0.0; LENGTH_ROWS];
            velocity.copy_from_slice(&state.velocity[..LENGTH_ROWS]);
            let mut memory = Memory { id, phase: Phase::of(state), velocity };
            // Both lists ascend.
            while known.first().is_some_and(|other| other.id < id) {
                known = &known[1..];
            }
            let before = known.first().filter(|other| other.id == id);
            let creeps = velocity[1].hypot(velocity[2]) < CREEP && memory.phase == Phase::Slip;
            if creeps && before.is_some_and(|other| other.phase == Phase::Stick) {
                memory.phase = Phase::Stick;
            }
            now.push(memory);
            if !is_first && result.is_ok() {
                let blow = if state.hit { blow(&*snapshot.contact(c).pair) } else { EventKind::Impact };
                result = compare((snapshot.scene.kin.t, blow), before, &memory, state, &mut take);
            }
        }
        self.spare = self.before.replace(now).unwrap_or_default();
        result
    }

    /// What it remembers, for checkpoints.
    pub fn saved(&self) -> Vec<f64> {
        let Some(before) = &self.before else { return Vec::new() };
        let mut out = vec![1.0];
        for Memory { id, phase, velocity } in before {
            out.extend(id.to_array().map(f64::from));
            out.push(f64::from(*phase as u8));
            out.extend(velocity);
        }
        out
    }

    /// Goes on from an earlier [`EventFinder::saved`].
    pub fn restore(&mut self, saved: &[f64]) {
        self.before = saved.split_first().map(|(_, contacts)| {
            let memory = |n: &[f64]| Memory {
                id: ContactId { set: n[0] as u32, i: n[1] as u32, j: n[2] as u32, point: n[3] as u32 },
                phase: [Phase::Open, Phase::Stick, Phase::Slip][(n[4] as usize).min(2)],
                velocity: [n[5], n[6], n[7]],
            };
            contacts.chunks_exact(SAVED).map(memory).collect()
        });
    }
}

/// What a hit is called.
fn blow(pair: &dyn Pair) -> EventKind {
    let is_limit = pair.coordinates().is_some() && pair.pressure().is_none();
    if is_limit { EventKind::Limit } else { EventKind::Impact }
}

/// What happened to one contact in a step that ended at `t`, where a hit is a `blow`.
fn compare<E>(
    (t, blow): (f64, EventKind),
    before: Option<&Memory>,
    now: &Memory,
    state: &ContactState,
    take: &mut impl FnMut(Event) -> Result<(), E>,
) -> Result<(), E> {
    let phase = before.map_or(Phase::Open, |memory| memory.phase);
    if !state.hit && phase == now.phase {
        return Ok(());
    }
    let mut impulse = [0.0; LENGTH_ROWS];
    impulse.copy_from_slice(&state.impulse[..LENGTH_ROWS]);
    let velocity_before = before.map_or([f64::NAN; LENGTH_ROWS], |memory| memory.velocity);
    let event = |kind, time| Event {
        time,
        kind,
        id: now.id,
        velocity_before,
        velocity_after: now.velocity,
        impulse,
        energy: state.work,
    };
    if state.hit {
        let [_, x, y] = velocity_before;
        take(Event { velocity_before: [-state.approach, x, y], ..event(blow, t - state.touched) })?;
    }
    if phase == now.phase {
        return Ok(());
    }
    let kind = match now.phase {
        Phase::Open => EventKind::Release,
        Phase::Stick => EventKind::Stick,
        Phase::Slip => EventKind::Slip,
    };
    // The impulse of a step is told once.
    let rest =
        if state.hit { Event { impulse: [0.0; LENGTH_ROWS], energy: 0.0, ..event(kind, t) } } else { event(kind, t) };
    take(rest)
}
