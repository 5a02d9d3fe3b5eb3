//! The way to an equilibrium that Newton's method cannot find alone: a chain that has no stiffness before it hangs, a
//! block that has to fall on its support.
//!
//! The bodies follow the overdamped motion M q̇ = f + Gᵀλ in implicit steps,
//!
//! ```text
//! M y − s f(q ∘ exp(y)) − Gᵀ P = 0 ,   λ = P/s ,
//! ```
//!
//! along which the potential energy falls: the equilibrium that is found is a stable one (pseudo-transient continuation,
//! Kelley and Keyes, SIAM J. Numer. Anal. 35, 1998). The pseudo-time step s grows as the motion slows down, and Newton's
//! method takes over near the end.

use super::problem::AtRest;
use super::scales::Scales;
use super::solver::{Solver, load_forces, posed, set_references};
use super::{FreeMotion, StaticError, largest_displacement};
use crate::Frame;
use crate::analysis::held;
use crate::integrate::State;
use crate::system::{Tolerances, dual_norm, norm};
use nonsmooth::Report;

/// Lengths relative to the model's: of a step to aim at, of one that is refused, at which Newton's method is tried, that it
/// may move then, and that a body may travel.
const AIM: f64 = 0.1;
const MOST: f64 = 0.3;
const CLOSE: f64 = 1e-2;
const TRAVEL: f64 = 50.0;
/// Bodies rest where the forces out of balance are this part of all forces. How little they move says nothing: a steel cable that begins
/// to carry its weight moves by less than 1e-7 of its length.
const AT_REST: f64 = 1e-5;
const STEPS: usize = 600;

impl Solver<'_> {
    /// Lets a state move into an equilibrium at a load; `origin` is where the bodies started.
    pub(super) fn relax(&mut self, state: &State, load: f64, origin: &[Frame]) -> Result<(State, Report), StaticError> {
        let length = self.system.length;
        let mut now = state.clone();
        let mut s = self.first_step(&now, load);
        let mut total = Report::default();
        let mut tried = f64::INFINITY;
        for _ in 0..STEPS {
            if (self.stop)() {
                return Err(StaticError::Interrupted { load: 0.0 });
            }
            let Some(report) = self.flow(&now, load, s) else {
                s *= 0.1;
                continue;
            };
            let moved = self.moved();
            total.iterations += report.iterations;
            total.factorisations += report.factorisations;
            if moved > MOST * length {
                s *= 0.3;
                continue;
            }
            let rests = self.is_at_rest(s);
            self.commit(&mut now, &self.flow, 1.0 / s);
            let (distance, node) = largest_displacement(self.system.system, &now, origin);
            if distance > TRAVEL * length {
                return Err(StaticError::Runaway { node: node.to_owned(), distance, load });
            }
            if moved < CLOSE * length && moved < 0.1 * tried {
                tried = moved;
                if let Ok(report) = self.balance(&now, load)
                    && self.moved() < AIM * length
                {
                    self.commit(&mut now, &self.sub, 1.0);
                    total.iterations += report.iterations;
                    total.factorisations += report.factorisations;
                    return Ok((now, Report { ratio: report.ratio, ..total }));
                }
                if rests && let Some(free) = self.free_motion(&now) {
                    return Err(StaticError::Free(free));
                }
            }
            s *= (AIM * length / moved).clamp(0.5, 10.0);
        }
        let FreeMotion { node, component } = held::largest_motion(&self.system, &self.work.y);
        let reason = format!("after {STEPS} steps `{node}` still moves ({component})");
        Err(StaticError::NotConverged { load: 0.0, increment: load, reason })
    }

    /// Whether the last implicit step, M y = s (f + Gᵀλ), leaves next to no force.
    fn is_at_rest(&self, s: f64) -> bool {
        let mass = self.system.mass.diagonal();
        let forces = Scales::new(&self.system, &self.work.kin, &self.units).forces;
        norm(mass, &self.work.y) <= AT_REST * s * dual_norm(mass, &forces)
    }

    /// A pseudo-time step that moves nothing by more than a tenth of the aim.
    fn first_step(&mut self, state: &State, load: f64) -> f64 {
        self.place(state, load);
        let forces = Scales::new(&self.system, &self.work.kin, &self.units).forces;
        let masses = self.system.mass.diagonal();
        let speed = forces.iter().zip(masses).zip(&self.units).map(|((f, m), u)| f / m * u).fold(0.0, f64::max);
        if speed > 0.0 { 0.1 * AIM * self.system.length / speed } else { 1.0 }
    }

    /// One implicit step; the solution is left in the workspace.
    fn flow(&mut self, state: &State, load: f64, s: f64) -> Option<Report> {
        self.place(state, load);
        self.find_near(state);
        // Rounding of coordinates adds up along a chain of stiff elements.
        let places = self.system.model.nodes.len() as f64;
        let still = f64::EPSILON * self.reach() * self.system.mass.largest().sqrt() * places;
        let forces = Scales::new(&self.system, &self.work.kin, &self.units).forces;
        self.flow.1.tolerances = Tolerances {
            equilibrium: 1e-6,
            constraint: self.settings.constraint_tolerance,
            length: self.system.length,
            force_scale: s * dual_norm(self.system.mass.diagonal(), &forces),
            rounding: 4.0 * still,
            length_rounding: 4.0 * f64::EPSILON * self.reach(),
            negligible: still,
            ..Tolerances::default()
        };
        load_forces(self.system, &mut self.flow.0, state, s);
        let mut near = self.near().to_vec();
        loop {
            self.flow.1.activate_contacts(self.system, &self.system.system.components.whole, &near);
            set_references(self.system, &mut self.flow.0, &self.flow.1, state);
            self.flow.1.invalidate();
            let stage = AtRest { m: 1.0, s, from: &state.kin.frames };
            let report = self.newton.solve(&mut posed(self.system, &mut self.work, &mut self.flow, &stage));
            let report = report.ok()?;
            let missed: Vec<usize> = self.missed(state).into_iter().filter(|c| !near.contains(c)).collect();
            if missed.is_empty() {
                return Some(report);
            }
            near.extend(missed);
            near.sort_unstable();
        }
    }
}
