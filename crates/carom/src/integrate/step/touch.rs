//! When a contact touches within the step, and what follows from it.
//!
//! The smooth motion of the bodies is interpolated, q(t) = q_n ∘ exp(t v_n + (t/h)² (Ψ − h v_n)), v(t) = v_n + (t/h)(ṽ − v_n), and
//! t* is where the gap vanishes on it. With τ = t_{n+1} − t*, G* the rows at t* and u* = G* v(t*) the velocities there, Newton's law
//! at the touch and free flight after it are
//!
//! ```text
//! G* W = −(1 + e) u* ,      G* U = τ G* W                                                                       (29)
//! ```
//!
//! An isolated impact has U = τ W: positions and velocities are those of the motion with an impact at t*, up to the interpolation,
//! and momentum and angular momentum are kept. If the bodies would meet again before the step ends, the contact closes.

use super::law::restitution;
use super::{Phase, Workspace};

use crate::integrate::State;
use crate::integrate::scheme::At;
use crate::model::{ContactFrame, Kinematics};
use crate::system::{Assembly, Island, Multipliers, Status, System, Tolerances, contact_velocity};

/// Iterations for the time of a touch; each has at least half of the last bracket, and most square its error.
const MAX_ITERATIONS: usize = 60;

/// The bodies of one contact at a time within the step.
pub(super) struct TouchWork {
    pub kin: Kinematics,
    /// Followers that the ports of a contact sit on.
    followers: Vec<usize>,
    /// Values of the rows of closing contacts at the touch.
    values: Vec<f64>,
}

impl TouchWork {
    pub fn new(system: &System) -> Self {
        Self { kin: system.initial_kinematics(), followers: Vec::new(), values: Vec::new() }
    }

    pub fn fit(&mut self, system: Assembly) {
        self.kin.contacts.resize(system.contact_count(), ContactFrame::default());
        self.values.resize(system.row_count(), 0.0);
    }
}

/// The smooth motion over a step.
pub(in crate::integrate) struct SmoothMotion<'a> {
    pub start: &'a State,
    pub v: &'a [f64],
    pub psi: &'a [f64],
    pub h: f64,
}

impl Workspace {
    /// Says how the near contacts of an island take part in the step, whose smooth motion is in `work`. True if one of them is hit.
    /// Tolerances are those of positions and of velocities.
    pub fn classify(
        &mut self,
        At { system, island, .. }: At,
        smooth: &SmoothMotion,
        rows: &Multipliers,
        tolerances: [&Tolerances; 2],
    ) -> bool {
        let mut hit = false;
        for &c in &island.contacts {
            if system.contact(c).is_pressed_elsewhere() {
                self.phases[c] = Phase::Persistent;
                continue;
            }
            let gap = system.contact(c).pair.gap(&self.work.kin);
            let closed = self.was_closed(system, smooth.start, smooth.h, c);
            let speed = self.past(smooth.start, c).velocity[0];
            let limit = self.approach_limit(system, rows, tolerances[1], c);
            self.phases[c] = match closed {
                // An impact left its bodies to part.
                true if gap > 0.0 && speed > limit => Phase::Open,
                true if gap >= 0.0 || speed >= -limit => Phase::Persistent,
                _ if gap < 0.0 => self.touch(system, c, smooth, gap, rows, tolerances),
                _ => Phase::Open,
            };
            hit |= self.phases[c].tau().is_some();
        }
        hit
    }

    /// Approach velocities below this are what tolerances left of none.
    fn approach_limit(&self, system: Assembly, rows: &Multipliers, velocity: &Tolerances, c: usize) -> f64 {
        10.0 * rows.velocity_limit(velocity, system.contact_block(c), &self.work, 0)
    }

    /// Finds the touch of a contact that the smooth motion closes, and what it is about.
    fn touch(
        &mut self,
        system: Assembly,
        c: usize,
        smooth: &SmoothMotion,
        end: f64,
        rows: &Multipliers,
        tolerances: [&Tolerances; 2],
    ) -> Phase {
        let contact = system.contact(c);
        let block = system.contact_block(c);
        let t = self.time_of_touch(system, c, smooth, end);
        let tau = smooth.h - t;
        self.interpolate(system, c, smooth, t);
        let frame = contact.pair.frame(&self.touch.kin, &self.past_frame(smooth.start, c));
        self.touch.kin.contacts[c] = frame;
        self.work.kin.contacts[c] = frame;
        let axes = &system.contact_rows(c).axes;
        for (i, &axis) in axes.iter().enumerate() {
            let row = block.first + i;
            self.before[row] = contact_velocity(&system, contact, &frame, axis, &self.touch.kin);
            self.touch.values[row] = if block.row(i).is_incremental() { 0.0 } else { block.value(i, &self.touch.kin) };
        }
        let approach = self.before[block.first];
        let e = contact.law.restitution_n;
        let ahead = end - (1.0 + e) * approach * tau;
        let tolerance = tolerances[0].gap();
        let limit = self.approach_limit(system, rows, tolerances[1], c);
        let rebounds = -e * approach > limit;
        if approach >= -limit || ahead < -tolerance || (!rebounds && ahead <= tolerance) {
            // What the loads of the step explain is no impact: the contact persists from its start on.
            let start = contact.pair.gap(&smooth.start.kin);
            let gained = 2.0 * (end - start - self.speed_at_start(system, c, smooth.start) * smooth.h).abs() / smooth.h;
            return if approach >= -gained { Phase::Persistent } else { Phase::Closing { tau, pressed: false } };
        }
        self.freeze(system, c, smooth);
        Phase::Flight { tau }
    }

    /// Rows of a contact at its touch, into `work`, and what the smooth motion adds to the velocities along them since.
    fn freeze(&mut self, system: Assembly, c: usize, smooth: &SmoothMotion) {
        let (block, work) = (system.contact_block(c), &mut self.work);
        block.evaluate(&self.touch.kin, &mut work.g, &mut work.jacobians);
        for (i, &axis) in system.contact_rows(c).axes.iter().enumerate() {
            let row = block.first + i;
            work.g_t[row] = block.time_rate(i, &self.touch.kin);
            let surface = system.contact(c).pair.surface_velocity(axis, work.kin.t, &work.kin.signals);
            let end = work.row_times(system, system.block_of(c), i, smooth.v) + work.g_t[row] - surface;
            self.since[row] = end - self.before[row];
            self.departure[row] = f64::NAN;
        }
    }

    /// Velocity with which row `i` of a contact flies apart after its touch: Newton's law with a share of the restitution, unless
    /// another law said so.
    pub(super) fn departure_of(&self, system: Assembly, c: usize, i: usize, restored: f64) -> f64 {
        let row = system.contact_block(c).first + i;
        let e = restored * restitution(system.contact(c), system.contact_rows(c).axes[i]);
        if self.departure[row].is_nan() { -e * self.before[row] } else { self.departure[row] }
    }

    /// Contacts of an island that were to fly apart and do not, if `which` says so at the configuration in `work`, close; true if there
    /// were any.
    pub fn close_flights(&mut self, island: &Island, which: impl Fn(usize, &Kinematics) -> bool) -> bool {
        let mut any = false;
        for &c in &island.contacts {
            if let Phase::Flight { tau } = self.phases[c]
                && which(c, &self.work.kin)
            {
                self.phases[c] = Phase::Closing { tau, pressed: true };
                any = true;
            }
        }
        any
    }

    /// Values of the rows of a closing contact at its touch.
    pub(super) fn touch_value(&self, row: usize) -> f64 {
        self.touch.values[row]
    }

    /// Time from the start of the step to the touch of a contact whose gap is `end` at its end.
    fn time_of_touch(&mut self, system: Assembly, c: usize, smooth: &SmoothMotion, end: f64) -> f64 {
        let h = smooth.h;
        let pair = &system.contact(c).pair;
        let start = pair.gap(&smooth.start.kin);
        let speed = self.speed_at_start(system, c, smooth.start);
        // The parabola through both gaps with the velocity at the start.
        let curvature = (end - start - speed * h) / (h * h);
        let (mut low, mut high) = ((0.0, start), (h, end));
        if start <= 0.0 {
            let peak = if curvature < 0.0 { (-0.5 * speed / curvature).clamp(0.0, h) } else { 0.0 };
            let top = if peak > 0.0 { self.gap_at(system, c, smooth, peak) } else { 0.0 };
            if top <= 0.0 {
                return 0.0;
            }
            low = (peak, top);
        }
        let root = (speed * speed - 4.0 * curvature * start).max(0.0).sqrt();
        let mut t = if speed < 0.0 { 2.0 * start / (root - speed) } else { -(speed + root) / (2.0 * curvature) };
        let mut side = 0;
        for _ in 0..MAX_ITERATIONS {
            if !(t > low.0 && t < high.0) {
                t = 0.5 * (low.0 + high.0);
            }
            let gap = self.gap_at(system, c, smooth, t);
            let width = high.0 - low.0;
            if gap == 0.0 || width <= 4.0 * f64::EPSILON * h {
                return t;
            }
            // False position, with the weight of an end that stays halved.
            if gap > 0.0 {
                low = (t, gap);
                high.1 *= if side == 1 { 0.5 } else { 1.0 };
                side = 1;
            } else {
                high = (t, gap);
                low.1 *= if side == -1 { 0.5 } else { 1.0 };
                side = -1;
            }
            let next = low.0 + (high.0 - low.0) * low.1 / (low.1 - high.1);
            if (next - t).abs() <= f64::EPSILON * h {
                return next;
            }
            t = next;
        }
        t
    }

    /// How fast the gap of a contact changes at the start of the step; the state does not know it of those that were far.
    fn speed_at_start(&self, system: Assembly, c: usize, state: &State) -> f64 {
        let past = self.past(state, c);
        if past.status != Status::Far {
            return past.velocity[0];
        }
        let contact = system.contact(c);
        let frame = contact.pair.frame(&state.kin, &self.past_frame(state, c));
        contact_velocity(&system, contact, &frame, 0, &state.kin)
    }

    /// Places the bodies of a contact where they were at the start of the step, and counts its rows from there.
    pub(super) fn place_at_start(&mut self, system: Assembly, c: usize, state: &State) {
        let v = &state.kin.v[..system.layout.n];
        self.interpolate(system, c, &SmoothMotion { start: state, v, psi: v, h: 1.0 }, 0.0);
        let frame = system.contact(c).pair.frame(&state.kin, &self.past_frame(state, c));
        self.touch.kin.contacts[c] = frame;
    }

    fn gap_at(&mut self, system: Assembly, c: usize, smooth: &SmoothMotion, t: f64) -> f64 {
        self.interpolate(system, c, smooth, t);
        system.contact(c).pair.gap(&self.touch.kin)
    }

    /// Places the bodies of a contact where the smooth motion has them after a time.
    fn interpolate(&mut self, system: Assembly, c: usize, smooth: &SmoothMotion, t: f64) {
        let SmoothMotion { start, v, psi, h } = *smooth;
        let s = t / h;
        let TouchWork { kin, followers, .. } = &mut self.touch;
        kin.t = start.kin.t + t;
        if system.contact(c).pair.coordinates().is_some() {
            kin.angles.clone_from(&start.kin.angles);
        }
        for &node in system.contact_block(c).nodes() {
            let at = |x: &[f64]| system.layout.get(node, x);
            let ((v_x, v_w), (psi_x, psi_w)) = (at(&start.kin.v), at(psi));
            let dx = v_x * t + (psi_x - v_x * h) * (s * s);
            let dw = v_w * t + (psi_w - v_w * h) * (s * s);
            kin.frames[node] = start.kin.frames[node].plus(&dx, &dw);
            for dof in system.layout.dofs[node].into_iter().map(|dof| dof as usize).filter(|dof| *dof < v.len()) {
                kin.v[dof] = start.kin.v[dof] + s * (v[dof] - start.kin.v[dof]);
            }
        }
        let (a, b) = system.contact(c).pair.ports();
        followers.clear();
        if !system.followers.is_empty() {
            let nodes = [a, b].map(|port| system.model.ports[port].node);
            let rides = |k: &usize| nodes.contains(&Some(system.followers[*k].node));
            followers.extend((0..system.followers.len()).filter(rides));
        }
        kin.update_some(followers, &[a, b], &system.model.ports);
    }
}
