//! The nonlinear problem that every part of a time step is an instance of.
//!
//! Unknowns: an increment y over the degrees of freedom and one multiplier a row. With x(y) the quantity that the mass
//! matrix multiplies, and configuration and velocity given by the integrator's [`Stage`],
//!
//! ```text
//! r₁ = M x − s (f(q, v, t) − base) − Gᵀ (P + s carried)
//! joint rows:    c = −g                   contact rows:  c = (P(λ − p g) − λ)/p
//! ```
//!
//! g is the row at position, velocity or acceleration level. Tangent, with D = ∂P/∂ξ (I for joints):
//!
//! ```text
//! | m M + s v C + s q K T − q Σ (P + s carried) H T     −Gᵀ        |  | dy |     | −r₁  |
//! | −D (v G + q H_v T)   or   −q D G T                  −(I − D)/p |  | dζ |  =  | −D c |
//! ```
//!
//! with p diagonal (D stands for p⁻¹ D p in the rows of G and c), and λ ← P + dζ. Statics is m = 0 with a metric made of stiffnesses. The weights (m, v, q, s) say how x, the velocity, the configuration and the forces depend on y. This is
//! (G 3.39, 3.46, 4.39) with the multipliers in physical units, in which k drops out and p drops out of joints.

mod border;
mod many;
mod rescue;
mod solve;
mod tangent;
#[cfg(test)]
mod tests;
mod work;

pub use many::Many;
pub use solve::Solve;
pub use work::Work;

use super::System;
use linalg::{Factor, Matrix, choose_storage};
use nonsmooth::{Law, MAX_ROWS, Projection};

/// dx/dy, dv/dy, dq/dy and the factor of the forces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    pub m: f64,
    pub v: f64,
    pub q: f64,
    pub s: f64,
}

impl Weights {
    /// Derivative of a row along y, per unit of its Jacobian; rows are divided by it, so that they read G dy = ….
    pub(super) fn row(&self, level: Level) -> f64 {
        match level {
            Level::Position => self.q,
            Level::Velocity => self.v,
            Level::Acceleration => self.m,
        }
    }
}

/// Which derivative of a row has to vanish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Position,
    Velocity,
    Acceleration,
}

/// How contacts resist sliding, drilling and rolling in a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resists {
    /// By forces that the problem finds.
    Everything,
    /// By given forces, as far as the normal force carries them: the point of each disc nearest to `Subproblem::given`.
    Given,
    Nothing,
}

impl Resists {
    fn of(self, law: Law) -> Law {
        if self == Self::Nothing { law.with_discs(0) } else { law }
    }
}

/// What an integrator says about one of its problems.
pub trait Stage {
    fn weights(&self) -> Weights;
    fn level(&self) -> Level;
    /// Sets frames and velocities of `work.kin` and `work.x` from `work.y`; true if the configuration changed.
    fn place(&self, system: &System, work: &mut Work) -> bool;
    /// The increment over the freedoms whose exponential gives the configuration; its rotations enter T(Ψ).
    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64];
}

/// Tolerances of a problem, and the scales that residuals are measured against.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tolerances {
    /// Relative, on the equilibrium rows.
    pub equilibrium: f64,
    /// On the constraint rows, relative to length (position level) or to `velocity_scale` (velocity level).
    pub constraint: f64,
    pub length: f64,
    /// Norms in the metric of the mass matrix: of s f, and of the velocities in the problem.
    pub force_scale: f64,
    pub velocity_scale: f64,
    /// What the rounding of positions explains: an equilibrium residual, a velocity and a position in the mass metric or in m.
    pub rounding: f64,
    pub velocity_rounding: f64,
    pub length_rounding: f64,
    /// Rounding of coordinates, in m: times the stiffness of the elements it is a force that no iterate can balance.
    pub coordinate_rounding: f64,
    /// Directions below this, in the mass metric, move nothing by more than rounding.
    pub negligible: f64,
}

/// Multipliers, contact states and the linear system of one problem.
pub struct Subproblem {
    /// Active blocks: all joints, then the contacts that are near.
    pub blocks: Vec<usize>,
    /// Contact of each active contact block, in order.
    pub contacts: Vec<usize>,
    /// Row of the linear system where each active block starts.
    unknowns: Vec<usize>,
    size: usize,
    /// Multipliers of all rows, in physical units.
    pub lam: Vec<f64>,
    /// Projected forces of all rows.
    pub force: Vec<f64>,
    /// Value that each row has to reach: g is measured from it.
    pub reference: Vec<f64>,
    /// Forces of another problem that act along (λ~), and their counterpart on the right.
    pub carried: Vec<f64>,
    pub base: Vec<f64>,
    /// Forces of the discs' rows for [`Resists::Given`].
    pub given: Vec<f64>,
    /// Impulses of earlier impacts of a sequence, which act along.
    pub prior: Vec<f64>,
    /// Augmentation parameter of each contact row, 0 where it has to be computed; equal within a disc.
    pub p: Vec<f64>,
    /// Law of each contact in this problem, and how it resists.
    pub laws: Vec<Law>,
    pub resists: Resists,
    /// Rows of contacts that are evaluated where the configuration changes; the others stay as they are.
    moving_rows: usize,
    /// Contacts that may carry force in this problem.
    pub allowed: Vec<bool>,
    pub projections: Vec<Projection>,
    pub tolerances: Tolerances,
    /// Diagonal of the metric of norms, scaling and augmentation: the mass matrix's, unless an analysis sets another.
    pub metric: Vec<f64>,
    /// Multiplies the augmentation parameters.
    pub augmentation: f64,
    /// The joints' rows are known to be redundant: always regularise the dual block.
    pub redundant: bool,
    /// The dual block is regularised until the structure changes.
    regularised: bool,
    /// Scaled give of regularised rows: the one in use and the one that the answer must have.
    dual: f64,
    pub target_give: f64,
    /// Norms of the stiffness of the elements, at the last tangent: forces for displacements of 1 m and rotations of 1 rad of
    /// every node, in the metric of the inverse mass matrix.
    stiffness: [f64; 2],
    matrix: Matrix,
    factor: Factor,
    scale: Vec<f64>,
    /// Give of each row: a regularised row reads g + give λ = 0.
    give: Vec<f64>,
    rhs: Vec<f64>,
    y_0: Vec<f64>,
    lam_0: Vec<f64>,
    force_0: Vec<f64>,
    pattern: u64,
    factor_pattern: u64,
    residual_rows: Vec<f64>,
}

/// Least scaled give of dependent rows: they read g + give λ = 0. It is so small that g stays far below its tolerance, and it
/// makes the multipliers unique: among all that balance the forces, the ones of least norm. Where multipliers are small against
/// the rounding of g, a larger one is needed (`target_give`).
pub const LEAST_GIVE: f64 = 1e-11;
/// Largest scaled give.
const GREATEST_GIVE: f64 = 1e-4;
/// Scaled pivots below this mean that rows are dependent.
const TINY_PIVOT: f64 = 1e-12;

impl Subproblem {
    pub fn new(system: &System) -> Self {
        let (rows, contacts) = (system.row_count, system.contacts.len());
        let blank = Law::frictionless().project(&[-1.0]);
        let mut out = Self {
            blocks: Vec::with_capacity(system.blocks.len()),
            contacts: Vec::with_capacity(contacts),
            unknowns: Vec::with_capacity(system.blocks.len()),
            size: 0,
            lam: vec![0.0; rows],
            force: vec![0.0; rows],
            reference: vec![0.0; rows],
            carried: vec![0.0; rows],
            base: vec![0.0; system.layout.extended],
            given: vec![0.0; rows],
            prior: vec![0.0; rows],
            p: vec![0.0; rows],
            laws: system.contacts.iter().map(|c| c.law).collect(),
            resists: Resists::Everything,
            moving_rows: MAX_ROWS,
            allowed: vec![true; contacts],
            projections: vec![blank; contacts],
            tolerances: Tolerances::default(),
            metric: system.mass.diagonal().to_vec(),
            augmentation: 1.0,
            redundant: false,
            regularised: false,
            dual: LEAST_GIVE,
            target_give: LEAST_GIVE,
            stiffness: [0.0; 2],
            matrix: Matrix::new(0, linalg::Storage::Dense),
            factor: Factor::new(),
            scale: Vec::new(),
            give: vec![0.0; rows],
            rhs: Vec::new(),
            y_0: vec![0.0; system.layout.n],
            lam_0: vec![0.0; rows],
            force_0: vec![0.0; rows],
            pattern: 0,
            factor_pattern: 0,
            residual_rows: vec![0.0; rows],
        };
        out.activate(system, &[]);
        out
    }

    /// Follows contacts that were listed anew: arrays get their new lengths, and detected contacts start without forces.
    pub fn fit(&mut self, system: &System) {
        let fixed_rows = system.fixed_rows();
        let rows = [&mut self.lam, &mut self.force, &mut self.reference, &mut self.carried, &mut self.given];
        let more = [&mut self.prior, &mut self.p, &mut self.give, &mut self.lam_0, &mut self.force_0];
        let rows = rows.into_iter().chain(more).chain([&mut self.residual_rows]);
        for array in rows {
            array.truncate(fixed_rows);
            array.resize(system.row_count, 0.0);
        }
        let fixed = system.model.contacts.len();
        self.laws.truncate(fixed);
        for rows in &system.contacts[fixed..] {
            self.laws.push(self.resists.of(rows.law));
        }
        self.allowed.truncate(fixed);
        self.allowed.resize(system.contacts.len(), true);
        self.projections.resize(system.contacts.len(), Law::frictionless().project(&[-1.0]));
        if !self.contacts.is_empty() {
            // The same numbers may mean other contacts.
            self.contacts.clear();
            self.size = 0;
        }
    }

    /// Sets the law of a contact that slides at this speed.
    pub fn set_law(&mut self, system: &System, c: usize, speed: f64) {
        self.laws[c] = self.resists.of(system.contact(c).law.on(&system.contacts[c].axes, speed));
    }

    /// Sets how all contacts resist in this problem.
    pub fn set_resistance(&mut self, system: &System, resists: Resists) {
        self.resists = resists;
        for (law, rows) in self.laws.iter_mut().zip(&system.contacts) {
            *law = resists.of(rows.law);
        }
    }

    /// Sets the near contacts; a new set is a new structure of the linear system.
    pub fn activate(&mut self, system: &System, contacts: &[usize]) {
        if self.contacts == contacts && self.size != 0 {
            return;
        }
        self.contacts.clear();
        self.contacts.extend_from_slice(contacts);
        self.blocks.clear();
        self.blocks.extend(0..system.joint_blocks);
        self.blocks.extend(contacts.iter().map(|&c| system.contacts[c].block));
        self.unknowns.clear();
        let mut next = system.layout.n;
        let mut nonzeros = 9 * system.layout.n;
        for &b in &self.blocks {
            self.unknowns.push(next);
            next += system.blocks[b].len();
            nonzeros += 3 * system.blocks[b].len() * system.blocks[b].dofs.len();
        }
        self.size = next;
        self.matrix.reset(next, choose_storage(next, nonzeros));
        self.factor.invalidate();
        self.regularised = self.redundant;
        self.scale.resize(next, 1.0);
        self.rhs.resize(next, 0.0);
    }

    /// Has the augmentation parameters of a contact computed anew.
    pub fn renew_augmentation(&mut self, system: &System, contact: usize) {
        self.p[system.blocks[system.contacts[contact].block].rows()].fill(0.0);
    }

    /// Says that the joints' rows are dependent, so that every linear system needs the dual regularisation.
    pub fn set_redundant(&mut self, redundant: bool) {
        self.redundant = redundant;
        self.regularised = redundant;
    }

    /// Sets the give that dependent rows must have in the answer; a tangent with a very different one is forgotten.
    pub fn set_give(&mut self, give: f64) {
        // Without forces and velocities there is nothing to relate the give to.
        let give = if give.is_finite() { give.clamp(LEAST_GIVE, GREATEST_GIVE) } else { LEAST_GIVE };
        self.target_give = give;
        if self.regularised && (self.dual > 2.0 * give || self.dual < 0.1 * give) {
            let ratio = give / self.dual;
            self.give.iter_mut().for_each(|g| *g *= ratio);
            self.dual = give;
            self.factor.invalidate();
        } else if !self.regularised {
            self.dual = give;
        }
    }

    /// How far a regularised row is from holding at a solution: its give times its multiplier.
    pub fn violation(&self, row: usize) -> f64 {
        self.give[row] * self.lam[row]
    }

    /// Residual of a row.
    pub fn row_residual(&self, row: usize) -> f64 {
        self.residual_rows[row]
    }

    /// Forgets everything that earlier steps left behind, except multipliers.
    pub fn restart(&mut self, system: &System) {
        self.size = 0;
        self.contacts.clear();
        self.give.fill(0.0);
        self.stiffness = [0.0; 2];
        (self.dual, self.target_give) = (LEAST_GIVE, LEAST_GIVE);
        self.activate(system, &[]);
    }

    /// Forgets the factorisation.
    pub fn invalidate(&mut self) {
        self.factor.invalidate();
    }

    /// Norm of the forces that the rounding of coordinates and rotations makes, in the metric of the inverse mass matrix.
    fn force_rounding(&self) -> f64 {
        let [linear, angular] = self.stiffness;
        (linear * self.tolerances.coordinate_rounding).hypot(angular * f64::EPSILON)
    }

    pub fn is_sparse(&self) -> bool {
        self.matrix.storage() == linalg::Storage::Sparse
    }

    /// Norm of a generalised force in the metric of the inverse mass matrix (its diagonal): the root of twice an energy
    /// for momenta, the same unit for forces and torques.
    pub fn dual_norm(system: &System, f: &[f64]) -> f64 {
        dual_norm(system.mass.diagonal(), f)
    }

    /// Norm of a velocity in the metric of the mass matrix (its diagonal).
    pub fn norm(system: &System, v: &[f64]) -> f64 {
        norm(system.mass.diagonal(), v)
    }
}

/// Norm of a generalised force in the inverse of a diagonal metric.
pub(crate) fn dual_norm(metric: &[f64], f: &[f64]) -> f64 {
    f.iter().zip(metric).map(|(f, m)| f * f / m).sum::<f64>().sqrt()
}

/// Norm of an increment in a diagonal metric.
pub(crate) fn norm(metric: &[f64], v: &[f64]) -> f64 {
    v.iter().zip(metric).map(|(v, m)| v * v * m).sum::<f64>().sqrt()
}
