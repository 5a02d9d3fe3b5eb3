//! One static problem: equilibrium at a given load, or on an ellipsoid about the last point of the path.
//!
//! With the arc length the load factor μ is a further unknown. With Δ the increment y in lengths relative to the model's and
//! Δμ the one of the load factor,
//!
//! ```text
//! r(y, λ, μ) = 0 ,   c = ½ (Δ·Δ + ψ² Δμ² − s²) = 0 ,   ψ = s/m                                         (1)
//! A d_r = −r ,   A d_p = (p, 0) ,   d = d_r + dμ d_p ,
//! dμ = −(c + Δ·Δ(d_r)) / (Δ·Δ(d_p) + ψ² Δμ)                                                           (2)
//! ```
//!
//! where p = ∂f/∂μ is the load vector. No step is longer than s or changes the load by more than m: where a contact has
//! closed and nothing moves any more, the load still does. (2) is Newton's method on (1), consistently linearised (Schweizerhof and Wriggers,
//! Comput. Methods Appl. Mech. Eng. 59, 1986), so that no root has to be chosen as in Crisfield's form.
//!
//! Small residuals do not mean small errors: the softest motion of a beam of n elements is some 36 n³ times as soft as an
//! element. Therefore the last correction has to be small too, and there has to be one.

use crate::Frame;
use crate::system::{Assembly, Island, Level, Solve, Stage, Subproblem, Weights, Work};
use nonsmooth::{Assessment, Problem};

/// Smaller scaled pivots mean that the matrix is singular.
const SINGULAR: f64 = 1e-15;
/// Where the residual is rounding, a direction that moves nothing by more than this part of the model is the last.
const NEGLIGIBLE: f64 = 1e-10;
/// The last correction relative to the whole increment, and to the model's length.
const CORRECTION: (f64, f64) = (1e-6, 1e-9);
/// Relative tolerance of the arc length.
const ARC: f64 = 1e-8;

/// q = q_0 ∘ exp(y) at rest; with m = 0 in equilibrium, with m = 1 on the way to it (see `relax`).
pub(super) struct AtRest<'a> {
    pub m: f64,
    pub s: f64,
    pub from: &'a [Frame],
}

impl Stage for AtRest<'_> {
    fn weights(&self) -> Weights {
        Weights { m: self.m, v: 0.0, q: 1.0, s: self.s }
    }

    fn level(&self) -> Level {
        Level::Position
    }

    fn place(&self, system: Assembly, island: &Island, work: &mut Work) -> bool {
        work.x.iter_mut().zip(&work.y).for_each(|(x, y)| *x = self.m * y);
        system.displace(island, self.from, &work.y, &mut work.kin.frames);
        true
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.y
    }
}

/// The ellipsoid, and the load factor on it.
#[derive(Debug, Default)]
pub(super) struct Arc {
    /// s and m of (1).
    pub radius: f64,
    pub range: f64,
    pub load: f64,
    /// Load factor at the centre.
    pub start: f64,
    /// Increments of motion and load to the first iterate.
    ahead: (Vec<f64>, f64),
    /// Square of what turns each increment into a relative length.
    weights: Vec<f64>,
    /// d_p of (2) and dμ.
    column: Vec<f64>,
    change: f64,
    load_0: f64,
}

/// The way from one point of the path to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Leg {
    pub y: Vec<f64>,
    pub load: f64,
    /// Contacts that closed on the way.
    pub closed: Vec<usize>,
}

impl Arc {
    /// An ellipsoid in the space of increments that `units` turns into relative lengths.
    pub fn new(units: impl Iterator<Item = f64>) -> Self {
        Self { weights: units.map(|u| u * u).collect(), ..Self::default() }
    }

    pub fn dot(&self, a: &[f64], b: &[f64]) -> f64 {
        a.iter().zip(b).zip(&self.weights).map(|((a, b), w)| w * a * b).sum()
    }

    /// Square of ψ.
    fn load_weight(&self) -> f64 {
        (self.radius / self.range).powi(2)
    }

    /// Whether an increment to the present load leads away from the first iterate, back over the way that the path came. A
    /// contact that closes or opens may turn the motion or the load round, but not both.
    pub fn turns_back(&self, y: &[f64], contacts_changed: bool) -> bool {
        let (motion, load) = (self.dot(y, &self.ahead.0), (self.load - self.start) * self.ahead.1);
        if contacts_changed { motion < 0.0 && load < 0.0 } else { motion + self.load_weight() * load < 0.0 }
    }

    /// c of (1).
    fn gap(&self, y: &[f64]) -> f64 {
        let load = self.load - self.start;
        0.5 * (self.dot(y, y) + self.load_weight() * load * load - self.radius * self.radius)
    }
}

/// The problem as the Newton iteration sees it.
pub(super) struct Balance<'a, 's> {
    pub inner: Solve<'a, AtRest<'s>>,
    /// Length of a unit increment of each degree of freedom.
    pub units: &'a [f64],
    /// Length of the last correction; infinite before the first, and 0 if none is asked for.
    pub correction: f64,
    /// Residual of the last iterate over its tolerance.
    pub residual: f64,
    pub arc: Option<&'a mut Arc>,
    /// Whether to give up: no further matrix is factorised then.
    pub stop: &'a dyn Fn() -> bool,
}

/// Where the normal force of a contact stands among the unknowns, if it takes part.
fn normal_unknown(system: Assembly, sub: &Subproblem, contact: usize) -> Option<usize> {
    let block = system.block_of(contact);
    let at = sub.blocks.iter().position(|b| *b == block)?;
    Some(system.layout.n + sub.blocks[..at].iter().map(|b| system.block(*b).len()).sum::<usize>())
}

/// Length of the largest entry of an increment.
pub(super) fn length(increment: &[f64], units: &[f64]) -> f64 {
    increment.iter().zip(units).map(|(d, u)| (d * u).abs()).fold(0.0, f64::max)
}

impl Balance<'_, '_> {
    /// The residual over its tolerance, and the last correction over its own.
    fn with_correction(&self, ratio: f64) -> f64 {
        if self.correction == f64::INFINITY {
            return if ratio <= 1.0 { 2.0 } else { ratio };
        }
        let whole = length(&self.inner.work.y, self.units);
        let limit = CORRECTION.0 * whole + CORRECTION.1 * self.inner.system.length;
        if ratio.is_nan() { ratio } else { ratio.max(self.correction / limit) }
    }

    /// Puts d_p = A⁻¹ (p, 0) into the arc's column.
    fn solve_column(&mut self) {
        let Some(arc) = &mut self.arc else { return };
        let (system, load) = (self.inner.system, self.inner.work.kin.load);
        arc.column.clear();
        arc.column.resize(self.inner.size(), 0.0);
        for (factor, sign) in [(1.0, 1.0), (0.0, -1.0)] {
            let work = &mut *self.inner.work;
            work.f.fill(0.0);
            work.kin.load = factor;
            system.add_forces(&work.kin, &mut work.f);
            arc.column.iter_mut().zip(&work.f).for_each(|(p, f)| *p += sign * f);
        }
        self.inner.work.kin.load = load;
        self.inner.solve_linear(&mut arc.column);
    }

    /// First iterate on the ellipsoid: along the tangent of the path, in the direction of the way `last`. False if the
    /// tangent is singular.
    ///
    /// A contact that closed on this way has a force that grows from zero: this decides, since the motion before says
    /// nothing about the one after.
    pub fn predict(&mut self, last: &Leg) -> bool {
        self.evaluate();
        if !self.refresh() {
            return false;
        }
        self.inner.direction();
        self.solve_column();
        let n = self.inner.system.layout.n;
        let normal = |c: &usize| normal_unknown(self.inner.system, self.inner.sub, *c);
        let Some(arc) = &mut self.arc else { return false };
        let pressed: f64 = last.closed.iter().filter_map(normal).map(|i| arc.column[i]).sum();
        let along = arc.dot(&arc.column[..n], &last.y) + arc.load_weight() * last.load;
        let length = (arc.dot(&arc.column[..n], &arc.column[..n]) + arc.load_weight()).sqrt();
        let change = (arc.radius / length).copysign(if pressed == 0.0 { along } else { pressed });
        if !change.is_finite() {
            return false;
        }
        arc.load += change;
        arc.ahead = (arc.column[..n].iter().map(|p| change * p).collect(), change);
        for (d, p) in self.inner.direction_mut().iter_mut().zip(&arc.column) {
            *d = change * p;
        }
        self.inner.step(1.0);
        true
    }
}

impl Problem for Balance<'_, '_> {
    fn evaluate(&mut self) -> Assessment {
        let Some(arc) = &self.arc else {
            let now = self.inner.evaluate();
            self.residual = now.ratio;
            return Assessment { ratio: self.with_correction(now.ratio), ..now };
        };
        self.inner.work.kin.load = arc.load;
        let now = self.inner.evaluate();
        self.residual = now.ratio;
        let off = arc.gap(&self.inner.work.y).abs() / (ARC * arc.radius * arc.radius);
        let ratio = if now.ratio.is_nan() { now.ratio } else { self.with_correction(now.ratio.max(off)) };
        Assessment { ratio, ..now }
    }

    fn has_tangent(&self) -> bool {
        self.inner.has_tangent()
    }

    fn refresh(&mut self) -> bool {
        // On the ellipsoid the matrix may be singular to rounding at a limit point; the bordered one is not.
        let least = if self.arc.is_some() { 0.0 } else { SINGULAR };
        !(self.stop)() && self.inner.refresh() && self.inner.smallest_pivot() > least
    }

    fn direction(&mut self) {
        self.inner.direction();
        if self.arc.is_none() {
            return;
        }
        self.solve_column();
        let n = self.inner.system.layout.n;
        let Some(arc) = &mut self.arc else { return };
        let y = &self.inner.work.y;
        let residual = arc.dot(y, &self.inner.last_direction()[..n]);
        let slope = arc.dot(y, &arc.column[..n]) + arc.load_weight() * (arc.load - arc.start);
        let change = -(arc.gap(y) + residual) / slope;
        (arc.change, arc.load_0) = (change, arc.load);
        for (d, p) in self.inner.direction_mut().iter_mut().zip(&arc.column) {
            *d += change * p;
        }
    }

    fn step(&mut self, fraction: f64) {
        self.inner.step(fraction);
        self.correction = fraction * length(self.inner.last_direction(), self.units);
        if let Some(arc) = &mut self.arc {
            arc.load = arc.load_0 + fraction * arc.change;
        }
    }

    fn direction_is_negligible(&self) -> bool {
        length(self.inner.last_direction(), self.units) <= NEGLIGIBLE * self.inner.system.length
    }

    fn is_compromise(&self) -> bool {
        self.inner.is_compromise()
    }
}
