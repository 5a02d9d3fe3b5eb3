//! Event-driven integration of small models: the motion between impacts, lift-offs and changes of sticking and sliding by a method of
//! fifth order, to close tolerances, as a truth for studies.
//!
//! The closed contacts C carry forces that the law gives at acceleration level,
//!
//! ```text
//! M v̇ = f + Gᵀλ ,  joints G v̇ + … = 0 ,  contacts of C:  0 ≤ ü_N ⊥ λ_N ≥ 0, Coulomb's law with the direction of sliding, or sticking
//! ```
//!
//! solved together by the solver that also finds initial accelerations, so that q = q_k ∘ exp(ψ), ψ̇ = T⁻¹(ψ) v, v̇ = a(q, v, t) is an
//! ordinary differential equation as long as every contact of C keeps its mode. Events are located on the size of the step:
//!
//! - an open contact closes: the size at which its gap vanishes, by regula falsi on steps of the method itself. Newton's law with friction then
//!   gives the velocities after it, for all contacts that touch; those that rebound slower than [`REST`] of the fastest impact so far close,
//!   which ends accumulations of impacts;
//! - a contact of C changes its mode (opens, sticks, slides or turns round) within a step: it is halved until it is `SHORTEST`, which
//!   is taken, and the modes are found anew.
//!
//! After every step joints and closed contacts are projected at position and velocity level.

mod method;

use crate::integrate::{Closed, InitialError, Settings, State, initialise, solve_level};
use crate::model::Kinematics;
use crate::system::{Assembly, Candidates, Level, Multipliers, System, Work, contact_velocity};
use method::{A, B, C, E};
use nonsmooth::Status;

/// Rebounds slower than this share of the fastest impact close the contact.
pub const REST: f64 = 1e-7;
/// Error of a step, relative to lengths and speeds of the model.
const TOLERANCE: f64 = 1e-11;
/// Smallest step, relative to the end.
const SHORTEST: f64 = 1e-13;
/// Contacts that slide slower than this, relative to the model's length a second, stick.
const STILL: f64 = 1e-10;
/// Gaps below this share of the length touch.
const TOUCH: f64 = 1e-12;
/// Most events, steps and contacts.
const MOST: usize = 1_000_000;
pub const MOST_CONTACTS: usize = 12;
pub const MOST_DOFS: usize = 120;

/// Why a model cannot be integrated so.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EventError {
    #[error("event-driven integration does not support {0}")]
    Unsupported(String),
    #[error("event-driven integration failed at t = {time:.9} s: {reason}")]
    Failed { time: f64, reason: String },
}

/// What of a model event-driven integration does not support, if anything.
pub fn unsupported(system: &System) -> Option<String> {
    let model = &system.model;
    let contact = || model.contacts.iter();
    if let Some(collision) = model.collisions.first() {
        return Some(format!("contacts that are found by detection (`{}`)", collision.name));
    }
    if model.contacts.len() > MOST_CONTACTS {
        return Some(format!("{} contacts, only {MOST_CONTACTS} or fewer", model.contacts.len()));
    }
    if system.layout.n > MOST_DOFS {
        return Some(format!("{} degrees of freedom, only {MOST_DOFS} or fewer", system.layout.n));
    }
    if let Some(signal) = model.signals.first() {
        return Some(format!("forces that read sensors (`{}`)", signal.channel));
    }
    if let Some(input) = model.inputs.first() {
        return Some(format!("inputs, which are held over steps (`{}`)", input.name));
    }
    if let Some(contact) = contact().find(|contact| contact.pair.pressure().is_some()) {
        return Some(format!("friction in joints (`{}`)", contact.name));
    }
    if let Some(contact) = contact().find(|contact| contact.law.compliance.is_some()) {
        return Some(format!("contacts with a stiffness, which have no events but are smooth (`{}`)", contact.name));
    }
    if let Some(contact) = contact().find(|contact| contact.law.resists_turning()) {
        return Some(format!("rolling or drilling resistance (`{}`)", contact.name));
    }
    None
}

/// How a closed contact moves: what its law found, and where it slides to.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Mode {
    status: Status,
    sliding: [f64; 2],
}

impl Mode {
    fn is_same(&self, other: &Self) -> bool {
        let along = self.sliding[0] * other.sliding[0] + self.sliding[1] * other.sliding[1];
        self.status == other.status && (self.status != Status::Slip || along > 0.0)
    }
}

/// Accelerations, joint forces and modes at a state.
struct Rates {
    acceleration: Vec<f64>,
    rows: Multipliers,
    modes: Vec<Mode>,
}

struct Events<'a> {
    system: Assembly<'a>,
    settings: &'a Settings,
    work: Work,
    state: State,
    /// C.
    closed: Vec<usize>,
    /// The fastest impact so far.
    fastest: f64,
    shortest: f64,
}

/// Integrates from the initial state of a model to its end and shows the state at the given times, ascending, and before and after
/// every impact.
pub fn integrate(
    system: &System,
    settings: &Settings,
    times: &[f64],
    show: &mut dyn FnMut(Assembly, &State),
) -> Result<(), EventError> {
    if let Some(what) = unsupported(system) {
        return Err(EventError::Unsupported(what));
    }
    let candidates = Candidates::new(system);
    let assembly = candidates.assembly(system);
    let mut state = State::new(assembly);
    // Solved as far as rounding allows.
    let settings = Settings { tolerance: settings.tolerance.min(1e-11), ..settings.clone() };
    initialise(assembly, &settings, &mut state).map_err(|e| failed(0.0, &e))?;
    let mut events = Events {
        system: assembly,
        settings: &settings,
        work: Work::new(assembly),
        state,
        closed: Vec::new(),
        fastest: 0.0,
        shortest: SHORTEST * settings.until,
    };
    events.run(times, show)
}

fn failed(time: f64, reason: &dyn std::fmt::Display) -> EventError {
    EventError::Failed { time, reason: reason.to_string() }
}

impl Events<'_> {
    fn run(&mut self, times: &[f64], show: &mut dyn FnMut(Assembly, &State)) -> Result<(), EventError> {
        self.strike(show)?;
        let mut h = (self.settings.until * 1e-3).min(self.settings.step);
        let mut taken = 0;
        for &target in times {
            while target - self.state.kin.t > self.shortest {
                h = self.advance(h, target, show)?;
                taken += 1;
                if taken > MOST {
                    return Err(failed(self.state.kin.t, &"too many steps"));
                }
            }
            self.report()?;
            show(self.system, &self.state);
        }
        Ok(())
    }

    /// Takes one step, at most to a time, and handles the event that ends it; the size to try next.
    fn advance(&mut self, h: f64, target: f64, show: &mut dyn FnMut(Assembly, &State)) -> Result<f64, EventError> {
        let rates = self.settle()?;
        let left = target - self.state.kin.t;
        let mut size = h.min(left);
        loop {
            let (end, error, same) = self.step(&rates, size)?;
            let shortest = size <= self.shortest;
            if !same && !shortest {
                size = (0.5 * size).max(self.shortest);
                continue;
            }
            if same && error > 1.0 && !shortest {
                size = (size * (0.9 * error.powf(-0.2)).clamp(0.1, 0.9)).max(self.shortest);
                continue;
            }
            // Gaps that have closed at the end.
            let closing = self.open().filter(|&c| self.system.contact(c).pair.gap(&end) < -TOUCH * self.system.length);
            let closing: Vec<usize> = closing.collect();
            let (end, size) = match closing.is_empty() {
                true => (end, size),
                false => self.locate(&rates, &closing, size)?,
            };
            self.state.kin = end;
            if size == left {
                self.state.kin.t = target;
            }
            self.project()?;
            self.strike(show)?;
            let grow = if same { (0.9 * error.max(1e-10).powf(-0.2)).clamp(0.2, 4.0) } else { 1.0 };
            // After an event at the smallest size the next step starts small and grows.
            return Ok((grow * size.max(h.min(1e3 * size))).clamp(1e3 * self.shortest, self.settings.step));
        }
    }

    fn open(&self) -> impl Iterator<Item = usize> + '_ {
        let faces = |c: &usize| self.system.contact(*c).pair.faces(&self.state.kin);
        (0..self.system.contact_count()).filter(|c| !self.closed.contains(c)).filter(faces)
    }

    fn least_gap(&self, contacts: &[usize], kin: &Kinematics) -> f64 {
        contacts.iter().map(|&c| self.system.contact(c).pair.gap(kin)).fold(f64::INFINITY, f64::min)
    }

    /// The end of the step that the first of some contacts closes at, and its size.
    fn locate(&mut self, rates: &Rates, contacts: &[usize], whole: f64) -> Result<(Kinematics, f64), EventError> {
        let close = 0.1 * TOUCH * self.system.length;
        // A size at which none has closed: contacts that have just opened touch at zero.
        let mut low = (0.0, self.least_gap(contacts, &self.state.kin));
        let mut size = whole;
        while low.1 <= close && size > self.shortest {
            size *= 0.5;
            let (end, ..) = self.step(rates, size)?;
            let gap = self.least_gap(contacts, &end);
            if gap > close {
                low = (size, gap);
            }
        }
        let (end, ..) = self.step(rates, whole)?;
        let mut high = (whole, self.least_gap(contacts, &end));
        if low.1 <= close {
            // It never opens.
            return Ok((self.step(rates, size)?.0, size));
        }
        // Illinois: the end that stays counts half the next time.
        let mut last = 0.0_f64;
        for _ in 0..200 {
            let middle = (low.0 * high.1 - high.0 * low.1) / (high.1 - low.1);
            let (end, ..) = self.step(rates, middle)?;
            let gap = self.least_gap(contacts, &end);
            if gap.abs() <= close || high.0 - low.0 <= self.shortest {
                return Ok((end, middle));
            }
            if gap > 0.0 {
                low = (middle, gap);
                high.1 *= if last > 0.0 { 0.5 } else { 1.0 };
            } else {
                high = (middle, gap);
                low.1 *= if last < 0.0 { 0.5 } else { 1.0 };
            }
            last = gap;
        }
        Err(failed(self.state.kin.t, &"the time at which a contact closes was not found"))
    }

    /// Modes of the closed contacts at the present state; those that open are no longer closed.
    fn settle(&mut self) -> Result<Rates, EventError> {
        loop {
            let kin = self.state.kin.clone();
            let rates = self.rates(&kin)?;
            let opens = |mode: &Mode| mode.status == Status::Gap;
            if !rates.modes.iter().any(opens) {
                return Ok(rates);
            }
            let mut modes = rates.modes.iter();
            self.closed.retain(|_| modes.next().is_some_and(|mode| !opens(mode)));
        }
    }

    /// Accelerations and modes at a configuration and velocity.
    fn rates(&mut self, kin: &Kinematics) -> Result<Rates, EventError> {
        let mut kin = kin.clone();
        for &c in &self.closed {
            kin.contacts[c] = self.system.contact(c).pair.frame(&kin, &kin.contacts[c]);
        }
        let rows = self.solve(Level::Acceleration, &mut kin, &|_, _| 0.0)?;
        let mode = |&c: &usize| {
            let contact = self.system.contact(c);
            let velocity = |axis| contact_velocity(&self.system, contact, &kin.contacts[c], axis, &kin);
            Mode { status: rows.projections[c].status, sliding: [velocity(1), velocity(2)] }
        };
        let modes = self.closed.iter().map(mode).collect();
        Ok(Rates { acceleration: self.work.x[..self.system.layout.n].to_vec(), modes, rows })
    }

    fn solve(
        &mut self,
        level: Level,
        kin: &mut Kinematics,
        restored: &dyn Fn(usize, usize) -> f64,
    ) -> Result<Multipliers, EventError> {
        self.work.kin = kin.clone();
        let closed = Closed { contacts: &self.closed, restored, still: STILL };
        let solved = solve_level(self.system, self.settings, level, kin, &mut self.work, closed);
        solved.map_err(|e: InitialError| failed(kin.t, &e))
    }

    /// ψ̇ = T⁻¹(ψ) v.
    fn turn(&self, psi: &[f64], v: &[f64], out: &mut [f64]) {
        let layout = &self.system.layout;
        out.copy_from_slice(&v[..out.len()]);
        for dofs in &layout.dofs {
            let at = |x: &[f64]| crate::Vec3::from_fn(|i, _| x.get(dofs[3 + i] as usize).copied().unwrap_or(0.0));
            let rate = lie::tangent_inverse(&at(&psi[..layout.n])) * at(&v[..layout.n]);
            for (i, &dof) in dofs[3..].iter().enumerate() {
                if let Some(out) = out.get_mut(dof as usize) {
                    *out = rate[i];
                }
            }
        }
    }

    /// A step of the method from the present state: its end, its error (1 is allowed), and whether all contacts kept their modes.
    fn step(&mut self, start: &Rates, h: f64) -> Result<(Kinematics, f64, bool), EventError> {
        let n = self.system.layout.n;
        let from = self.state.kin.clone();
        let mut slopes: Vec<[Vec<f64>; 2]> = Vec::with_capacity(C.len());
        let mut rate = vec![0.0; n];
        self.turn(&vec![0.0; n], &from.v, &mut rate);
        slopes.push([rate.clone(), start.acceleration.clone()]);
        let mut same = true;
        for stage in 1..C.len() {
            let (kin, psi) = self.place(&from, &slopes, &A[stage - 1], (h, C[stage]));
            let rates = self.rates(&kin)?;
            same &= rates.modes.iter().zip(&start.modes).all(|(now, first)| now.is_same(first));
            self.turn(&psi, &kin.v, &mut rate);
            slopes.push([rate.clone(), rates.acceleration]);
        }
        let (end, _) = self.place(&from, &slopes, &B, (h, 1.0));
        let mut error = 0.0_f64;
        let speed = from.v[..n].iter().fold(self.system.length / self.settings.until, |a: f64, v| a.max(v.abs()));
        for i in 0..n {
            let estimate = |k: usize| h * slopes.iter().zip(E).map(|(slope, e)| e * slope[k][i]).sum::<f64>();
            error = error.max(estimate(0).abs() / self.system.length).max(estimate(1).abs() / speed);
        }
        Ok((end, error / TOLERANCE, same))
    }

    /// The state that some weights of the slopes lead to, and its ψ.
    fn place(
        &self,
        from: &Kinematics,
        slopes: &[[Vec<f64>; 2]],
        weights: &[f64],
        (h, share): (f64, f64),
    ) -> (Kinematics, Vec<f64>) {
        let sum = |k: usize, i: usize| h * slopes.iter().zip(weights).map(|(slope, w)| w * slope[k][i]).sum::<f64>();
        let mut kin = from.clone();
        let psi: Vec<f64> = (0..self.system.layout.n).map(|i| sum(0, i)).collect();
        (0..psi.len()).for_each(|i| kin.v[i] += sum(1, i));
        self.system.displace(&self.system.system.components.whole, &from.frames, &psi, &mut kin.frames);
        kin.t += share * h;
        self.update(&mut kin);
        (kin, psi)
    }

    fn update(&self, kin: &mut Kinematics) {
        kin.update_ports(&self.system.model.ports);
        kin.update_velocities();
        for (slot, measure) in self.system.angles.iter().enumerate() {
            if let Some(measure) = measure {
                kin.angles[slot] = measure.value(kin);
            }
        }
    }

    /// Joints and closed contacts at position and velocity level.
    fn project(&mut self) -> Result<(), EventError> {
        let mut kin = self.state.kin.clone();
        for &c in &self.closed {
            kin.contacts[c] = self.system.contact(c).pair.frame(&kin, &kin.contacts[c]);
        }
        if self.system.joint_rows > 0 || !self.closed.is_empty() {
            let (system, t) = (self.system, kin.t);
            self.solve(Level::Position, &mut kin, &|_, _| 0.0)?;
            self.update(&mut kin);
            self.solve(Level::Velocity, &mut kin, &|c, axis| system.contact(c).pair.surface_velocity(axis, t, &[]))?;
        }
        self.update(&mut kin);
        self.state.kin = kin;
        Ok(())
    }

    /// The impact law, where contacts touch and approach; those that do not rebound are closed.
    fn strike(&mut self, show: &mut dyn FnMut(Assembly, &State)) -> Result<(), EventError> {
        let system = self.system;
        let mut kin = self.state.kin.clone();
        let reach = TOUCH * system.length;
        let touching: Vec<usize> = self.open().filter(|&c| system.contact(c).pair.gap(&kin) <= reach).collect();
        let mut before = vec![[0.0; 3]; system.contact_count()];
        for &c in touching.iter().chain(&self.closed) {
            let contact = system.contact(c);
            kin.contacts[c] = contact.pair.frame(&kin, &kin.contacts[c]);
            before[c] = [0, 1, 2].map(|axis| contact_velocity(&system, contact, &kin.contacts[c], axis, &kin));
        }
        let rest = |fastest: f64| REST * fastest;
        let speed = touching.iter().map(|&c| -before[c][0]).fold(0.0, f64::max);
        if touching.iter().all(|&c| before[c][0] > rest(self.fastest.max(speed))) {
            return Ok(());
        }
        self.fastest = self.fastest.max(speed);
        if speed > 0.0 {
            self.report()?;
            show(system, &self.state);
        }
        let slow = rest(self.fastest);
        self.closed.extend(touching);
        self.closed.sort_unstable();
        self.closed.dedup();
        let t = kin.t;
        let restored = |c: usize, axis: usize| {
            let law = &system.contact(c).law;
            let factor = if axis == 0 { law.restitution_n } else { law.restitution_t };
            let bounces = before[c][0] < 0.0 && -law.restitution_n * before[c][0] > slow;
            let u = if axis == 0 { before[c][0].min(0.0) } else { before[c][axis.min(2)] };
            system.contact(c).pair.surface_velocity(axis, t, &[]) - if bounces { factor * u } else { 0.0 }
        };
        self.solve(Level::Velocity, &mut kin, &restored)?;
        self.update(&mut kin);
        let leaves = |c: usize| contact_velocity(&system, system.contact(c), &kin.contacts[c], 0, &kin) > slow;
        self.closed.retain(|&c| !leaves(c));
        self.state.kin = kin;
        if speed > 0.0 {
            self.report()?;
            show(system, &self.state);
        }
        Ok(())
    }

    /// Completes the state with accelerations, joint forces and what is known of contacts.
    fn report(&mut self) -> Result<(), EventError> {
        let kin = self.state.kin.clone();
        let rates = self.rates(&kin)?;
        let state = &mut self.state;
        state.acceleration.copy_from_slice(&rates.acceleration);
        for (row, &original) in self.system.original_row.iter().enumerate() {
            state.joint_force[original] = rates.rows.lam[row];
        }
        for c in 0..self.system.contact_count() {
            state.contacts[c].gap = self.system.contact(c).pair.gap(&kin);
        }
        state.complete(self.system);
        Ok(())
    }
}
