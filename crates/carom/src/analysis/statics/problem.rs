//! One static problem: equilibrium at a given load, or on a sphere about the last point of the path.
//!
//! With the arc length the load factor μ is a further unknown. With Δ the increment y in lengths relative to the model's,
//!
//! ```text
//! r(y, λ, μ) = 0 ,   c = ½ (Δ·Δ − s²) = 0                                                           (1)
//! A d_r = −r ,   A d_p = (p, 0) ,   d = d_r + dμ d_p ,   dμ = −(c + Δ·Δ(d_r)) / (Δ·Δ(d_p))           (2)
//! ```
//!
//! where p = ∂f/∂μ is the load vector. (2) is Newton's method on (1), consistently linearised (Schweizerhof and Wriggers,
//! Comput. Methods Appl. Mech. Eng. 59, 1986), so that no root has to be chosen as in Crisfield's form.

use crate::Frame;
use crate::system::{Level, Solve, Stage, System, Weights, Work};
use nonsmooth::{Assessment, Problem};

/// Smaller scaled pivots mean that the matrix is singular.
const SINGULAR: f64 = 1e-15;
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

    fn place(&self, system: &System, work: &mut Work) -> bool {
        work.x.iter_mut().zip(&work.y).for_each(|(x, y)| *x = self.m * y);
        system.displace(self.from, &work.y, &mut work.kin.frames);
        true
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.y
    }
}

/// The sphere, and the load factor on it.
#[derive(Debug, Default)]
pub(super) struct Arc {
    /// s of (1).
    pub radius: f64,
    pub load: f64,
    /// Square of what turns each increment into a relative length.
    weights: Vec<f64>,
    /// d_p of (2) and dμ.
    column: Vec<f64>,
    change: f64,
    load_0: f64,
}

impl Arc {
    /// A sphere in the space of increments that `units` turns into relative lengths.
    pub fn new(units: impl Iterator<Item = f64>) -> Self {
        Self { weights: units.map(|u| u * u).collect(), ..Self::default() }
    }

    pub fn dot(&self, a: &[f64], b: &[f64]) -> f64 {
        a.iter().zip(b).zip(&self.weights).map(|((a, b), w)| w * a * b).sum()
    }
}

/// The problem as the Newton iteration sees it.
pub(super) struct Balance<'a, 's> {
    pub inner: Solve<'a, AtRest<'s>>,
    pub arc: Option<&'a mut Arc>,
}

impl Balance<'_, '_> {
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

    /// First iterate on the sphere: along the tangent of the path, to the side of the increment `last`. False if the
    /// tangent is singular.
    pub fn predict(&mut self, last: &[f64]) -> bool {
        self.evaluate();
        if !self.refresh() {
            return false;
        }
        self.inner.direction();
        self.solve_column();
        let n = self.inner.system.layout.n;
        let Some(arc) = &mut self.arc else { return false };
        let length = arc.dot(&arc.column[..n], &arc.column[..n]).sqrt();
        let change = (arc.radius / length).copysign(arc.dot(&arc.column[..n], last));
        if !change.is_finite() {
            return false;
        }
        arc.load += change;
        for (d, p) in self.inner.direction_mut().iter_mut().zip(&arc.column) {
            *d = change * p;
        }
        self.inner.step(1.0);
        true
    }
}

impl Problem for Balance<'_, '_> {
    fn evaluate(&mut self) -> Assessment {
        let Some(arc) = &self.arc else { return self.inner.evaluate() };
        self.inner.work.kin.load = arc.load;
        let now = self.inner.evaluate();
        let square = arc.radius * arc.radius;
        let off = 0.5 * (arc.dot(&self.inner.work.y, &self.inner.work.y) - square).abs() / (ARC * square);
        let ratio = if now.ratio.is_nan() { now.ratio } else { now.ratio.max(off) };
        Assessment { ratio, ..now }
    }

    fn has_tangent(&self) -> bool {
        self.inner.has_tangent()
    }

    fn refresh(&mut self) -> bool {
        // On the sphere the matrix may be singular to rounding at a limit point; the bordered one is not.
        let least = if self.arc.is_some() { 0.0 } else { SINGULAR };
        self.inner.refresh() && self.inner.smallest_pivot() > least
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
        let c = 0.5 * (arc.dot(y, y) - arc.radius * arc.radius);
        let residual = arc.dot(y, &self.inner.last_direction()[..n]);
        let change = -(c + residual) / arc.dot(y, &arc.column[..n]);
        (arc.change, arc.load_0) = (change, arc.load);
        for (d, p) in self.inner.direction_mut().iter_mut().zip(&arc.column) {
            *d += change * p;
        }
    }

    fn step(&mut self, fraction: f64) {
        self.inner.step(fraction);
        if let Some(arc) = &mut self.arc {
            arc.load = arc.load_0 + fraction * arc.change;
        }
    }

    fn direction_is_negligible(&self) -> bool {
        self.inner.direction_is_negligible()
    }

    fn is_compromise(&self) -> bool {
        self.inner.is_compromise()
    }
}
