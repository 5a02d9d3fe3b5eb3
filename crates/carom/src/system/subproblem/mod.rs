//! The nonlinear problem that every part of a time step is an instance of.
//!
//! Unknowns: an increment y over the degrees of freedom and one multiplier a row. With x(y) the quantity that the mass
//! matrix multiplies, and configuration and velocity given by the integrator's [`Stage`],
//!
//! ```text
//! r₁ = M(q) x − s (f(q, v, t) − base) − Gᵀ (P + s carried)
//! joint rows:    c = −g                   contact rows:  c = w (P(λ − p g/w) − λ)/p
//! ```
//!
//! g is the row at position, velocity or acceleration level, w = q, v or m how it depends on y. Rows are divided by w. Tangent, with D = ∂P/∂ξ (I for joints):
//!
//! ```text
//! | m M + q (∂Mx/∂q + s K − Σ (P + s carried) H) T + s v C     −Gᵀ |  | dy |     | −r₁  |
//! | −D (v G + q H_v T)   or   −q D G T                  −(I − D)/p |  | dζ |  =  | −D c/w |
//! ```
//!
//! with p diagonal (D stands for p⁻¹ D p in the rows of G and c), and λ ← P + dζ. Statics is m = 0 with a metric made of stiffnesses. The weights (m, v, q, s) say how x, the velocity, the configuration and the forces depend on y. This is
//! (G 3.39, 3.46, 4.39) with the multipliers in physical units, in which k drops out and p drops out of joints.

mod border;
mod few;
mod many;
mod pair;
mod rescue;
mod solve;
mod tangent;
#[cfg(test)]
mod tests;
mod work;

pub use few::Few;
pub use many::Many;
pub use pair::{Joined, Pair};
pub use rescue::Rescue;
pub use solve::Solve;
pub use work::Work;

use super::{Assembly, Island, RowBlock};
use crate::model::Kinematics;
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

impl Level {
    /// Unit of a row that is a length or an angle.
    pub fn unit(self, is_angular: bool) -> &'static str {
        match (is_angular, self) {
            (true, Self::Position) => "rad",
            (true, Self::Velocity) => "rad/s",
            (true, Self::Acceleration) => "rad/s²",
            (false, Self::Position) => "m",
            (false, Self::Velocity) => "m/s",
            (false, Self::Acceleration) => "m/s²",
        }
    }
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
    pub fn of(self, law: Law) -> Law {
        if self == Self::Nothing { law.with_discs(0) } else { law }
    }
}

/// What an integrator says about one of its problems.
pub trait Stage {
    fn weights(&self) -> Weights;
    fn level(&self) -> Level;
    /// Sets frames and velocities of an island in `work.kin` and `work.x` from `work.y`; true if the configuration changed.
    fn place(&self, system: Assembly, island: &Island, work: &mut Work) -> bool;
    /// Weight of the configuration in M, and the configuration that has the rest.
    fn mass_mean(&self) -> (f64, Option<&Kinematics>) {
        (1.0, None)
    }
    /// How it depends on the unknown of the other problem of a pair, `work.beside`: rows are at velocity level then.
    fn beside(&self) -> Option<Weights> {
        None
    }
    /// The increment over the degrees of freedom whose exponential gives the configuration; its rotations enter T(Ψ).
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

impl Tolerances {
    /// How far a row that is a length may be from holding at position level.
    #[inline]
    pub fn gap(&self) -> f64 {
        self.constraint * self.length + self.length_rounding
    }

    /// Velocities in the mass metric that are zero.
    fn velocity(&self) -> f64 {
        self.constraint * self.velocity_scale + self.velocity_rounding
    }
}

/// What is known of the rows of all islands in one kind of problem: multipliers, contact states, right-hand sides. Islands share no
/// rows, so that each problem reads and writes its own.
pub struct Multipliers {
    /// Multipliers, in physical units.
    pub lam: Vec<f64>,
    /// Projected forces.
    pub force: Vec<f64>,
    /// Value that each row has to reach: g is measured from it.
    pub reference: Vec<f64>,
    /// Forces of another problem that act along (λ~), and their counterpart on the right.
    pub carried: Vec<f64>,
    /// Of joints with friction: their mean over the step.
    pub pressed: Vec<f64>,
    pub base: Vec<f64>,
    /// Forces of the discs' rows for [`Resists::Given`].
    pub given: Vec<f64>,
    /// Impulses of earlier impacts of a sequence, which act along.
    pub prior: Vec<f64>,
    /// Augmentation parameter of each contact row, 0 where it has to be computed; equal within a disc.
    pub p: Vec<f64>,
    /// Law of each contact.
    pub laws: Vec<Law>,
    /// Contacts that may carry force.
    pub active: Vec<bool>,
    pub projections: Vec<Projection>,
    /// Blocks whose impulses act along rows of their own (`Work::directions`), and blocks whose rows stay as they are when the
    /// configuration changes: at position level their value is then G y.
    pub directed: Vec<bool>,
    pub frozen: Vec<bool>,
    /// Diagonal of the metric of norms, scaling and augmentation, and its inverse: the mass matrix's, unless an analysis sets another.
    metric: Vec<f64>,
    inverse_metric: Vec<f64>,
    /// Multiplies the augmentation parameters.
    pub augmentation: f64,
    /// Compliance of each row: a regularised row reads g + compliance λ = 0.
    compliance: Vec<f64>,
    y_0: Vec<f64>,
    lam_0: Vec<f64>,
    force_0: Vec<f64>,
    residual_rows: Vec<f64>,
}

/// The problem of one island: its rows, its linear system and its tolerances.
pub struct Subproblem {
    /// Active blocks: the island's joints, then its near contacts.
    pub blocks: Vec<usize>,
    /// Number of joints among them, and the contact of each of the others.
    joints: usize,
    pub contacts: Vec<usize>,
    /// Components that the linear system was made for.
    components: Vec<u32>,
    /// Row of the linear system where each active block starts.
    unknowns: Vec<usize>,
    size: usize,
    /// Entries of the matrix to expect.
    nonzeros: usize,
    /// Where the unknowns of this problem and of the other begin in the linear system of a pair.
    shifts: [u32; 2],
    pub resists: Resists,
    /// Rows of contacts that are evaluated where the configuration changes; the others stay as they are.
    moving_rows: usize,
    pub tolerances: Tolerances,
    /// The dual block is regularised until the structure changes.
    regularised: bool,
    /// Rows of contacts do not comply, regularised or not.
    rigid_contacts: bool,
    /// Whether the matrix has no places for the tangents of elements, once it has a structure.
    skips_elements: Option<bool>,
    /// Scaled compliance of regularised rows: the one in use and the one that the answer must have.
    dual: f64,
    pub target_compliance: f64,
    /// Norms of the stiffness of the elements, at the last tangent: forces for displacements of 1 m and rotations of 1 rad of
    /// every node, in the metric of the inverse mass matrix.
    stiffness: [f64; 2],
    matrix: Matrix,
    factor: Factor,
    scale: Vec<f64>,
    rhs: Vec<f64>,
    pattern: u64,
    factor_pattern: u64,
}

/// Least scaled compliance of dependent rows: they read g + compliance λ = 0. It is so small that g stays far below its tolerance, and it
/// makes the multipliers unique: among all that balance the forces, the ones of least norm. Where multipliers are small against
/// the rounding of g, a larger one is needed (`target_compliance`).
pub const LEAST_COMPLIANCE: f64 = 1e-11;
/// Largest scaled compliance.
const GREATEST_COMPLIANCE: f64 = 1e-4;
/// Scaled pivots below this mean that rows are dependent.
const TINY_PIVOT: f64 = 1e-12;

impl Multipliers {
    pub fn new(system: Assembly) -> Self {
        let (rows, contacts) = (system.row_count(), system.contact_count());
        Self {
            lam: vec![0.0; rows],
            force: vec![0.0; rows],
            reference: vec![0.0; rows],
            carried: vec![0.0; rows],
            pressed: vec![0.0; rows],
            base: vec![0.0; system.layout.extended],
            given: vec![0.0; rows],
            prior: vec![0.0; rows],
            p: vec![0.0; rows],
            laws: (0..contacts).map(|c| system.contact_rows(c).law).collect(),
            active: vec![true; contacts],
            projections: vec![Law::frictionless().project(&[-1.0], &[1.0]); contacts],
            directed: vec![false; system.block_count()],
            frozen: vec![false; system.block_count()],
            metric: system.mass.diagonal().to_vec(),
            inverse_metric: system.mass.diagonal().iter().map(|m| 1.0 / m).collect(),
            augmentation: 1.0,
            compliance: vec![0.0; rows],
            y_0: vec![0.0; system.layout.n],
            lam_0: vec![0.0; rows],
            force_0: vec![0.0; rows],
            residual_rows: vec![0.0; rows],
        }
    }

    /// Follows contacts that were listed anew: arrays get their new lengths, and detected contacts start without forces.
    pub fn fit(&mut self, system: Assembly) {
        let fixed_rows = system.fixed_rows();
        let rows = [
            &mut self.lam,
            &mut self.force,
            &mut self.reference,
            &mut self.carried,
            &mut self.pressed,
            &mut self.given,
        ];
        let more = [&mut self.prior, &mut self.p, &mut self.compliance, &mut self.lam_0, &mut self.force_0];
        let rows = rows.into_iter().chain(more).chain([&mut self.residual_rows]);
        for array in rows {
            array.truncate(fixed_rows);
            array.resize(system.row_count(), 0.0);
        }
        let fixed = system.model.contacts.len();
        self.laws.truncate(fixed);
        self.laws.extend((fixed..system.contact_count()).map(|c| system.contact_rows(c).law));
        self.active.truncate(fixed);
        self.active.resize(system.contact_count(), true);
        self.projections.resize(system.contact_count(), Law::frictionless().project(&[-1.0], &[1.0]));
        for flags in [&mut self.directed, &mut self.frozen] {
            flags.truncate(system.joints.len() + fixed);
            flags.resize(system.block_count(), false);
        }
    }

    /// Sets another metric than the mass matrix.
    pub fn set_metric(&mut self, metric: Vec<f64>) {
        self.inverse_metric = metric.iter().map(|m| 1.0 / m).collect();
        self.metric = metric;
    }

    /// Forgets what earlier solutions left behind but the multipliers.
    pub fn restart(&mut self) {
        self.compliance.fill(0.0);
    }

    /// Has the augmentation parameters of a contact computed anew.
    #[inline]
    pub fn renew_augmentation(&mut self, system: Assembly, contact: usize) {
        self.p[system.contact_block(contact).rows()].fill(0.0);
    }

    /// How far a regularised row is from holding at a solution: its compliance times its multiplier.
    pub fn violation(&self, row: usize) -> f64 {
        self.compliance[row] * self.lam[row]
    }

    /// Residual of a row.
    pub fn row_residual(&self, row: usize) -> f64 {
        self.residual_rows[row]
    }

    /// G_j M⁻¹ G_jᵀ of a row, M the metric: the inverse of the mass that it moves.
    fn mobility(&self, block: &RowBlock, work: &Work, i: usize) -> f64 {
        let jac = &work.jacobians[block.jacobian_row(i)];
        block.dofs.iter().zip(jac).map(|(&d, j)| j * j / self.metric[d as usize]).sum()
    }

    /// Velocity of a row that a solution within the tolerances leaves: smaller ones are zero. ‖G_j M^{-1/2}‖ turns velocities in the
    /// metric into row velocities.
    #[inline]
    pub fn velocity_limit(&self, tolerances: &Tolerances, block: &RowBlock, work: &Work, i: usize) -> f64 {
        let jac = &work.jacobians[block.jacobian_row(i)];
        let squares = block.dofs.iter().zip(jac).map(|(&d, j)| j * j * self.inverse_metric[d as usize]);
        tolerances.velocity() * squares.sum::<f64>().sqrt()
    }
}

impl Default for Subproblem {
    fn default() -> Self {
        Self {
            blocks: Vec::new(),
            joints: 0,
            contacts: Vec::new(),
            components: Vec::new(),
            unknowns: Vec::new(),
            size: 0,
            nonzeros: 0,
            shifts: [0; 2],
            resists: Resists::Everything,
            moving_rows: MAX_ROWS,
            tolerances: Tolerances::default(),
            regularised: false,
            rigid_contacts: false,
            skips_elements: None,
            dual: LEAST_COMPLIANCE,
            target_compliance: LEAST_COMPLIANCE,
            stiffness: [0.0; 2],
            matrix: Matrix::new(0, linalg::Storage::Dense),
            factor: Factor::new(),
            scale: Vec::new(),
            rhs: Vec::new(),
            pattern: 0,
            factor_pattern: 0,
        }
    }
}

impl Subproblem {
    /// Takes the joints and near contacts of an island; a new set is a new structure of the linear system.
    #[inline]
    pub fn activate(&mut self, system: Assembly, island: &Island) {
        self.activate_contacts(system, island, &island.contacts);
    }

    /// The same with some contacts.
    #[inline]
    pub fn activate_contacts(&mut self, system: Assembly, island: &Island, contacts: &[usize]) {
        self.activate_rows(system, island, &island.joints, contacts);
    }

    /// The same with some joints and contacts, always the same joints.
    #[inline]
    pub fn activate_rows(&mut self, system: Assembly, island: &Island, joints: &[usize], contacts: &[usize]) {
        // Mostly one component without contacts: comparing element by element is faster than a call.
        let same = self.size != 0 && self.components.iter().eq(&island.components) && self.contacts.iter().eq(contacts);
        if same {
            return;
        }
        self.contacts.clear();
        self.contacts.extend_from_slice(contacts);
        self.components.clear();
        self.components.extend_from_slice(&island.components);
        self.blocks.clear();
        self.blocks.extend_from_slice(joints);
        self.joints = joints.len();
        self.blocks.extend(contacts.iter().map(|&c| system.block_of(c)));
        self.unknowns.clear();
        let mut next = island.dof_count();
        let mut nonzeros = 9 * next;
        for &b in &self.blocks {
            self.unknowns.push(next);
            next += system.block(b).len();
            nonzeros += 3 * system.block(b).len() * system.block(b).dofs.len();
        }
        (self.size, self.nonzeros) = (next, nonzeros);
        self.matrix.reset(next, choose_storage(next, nonzeros));
        self.factor.invalidate();
        self.regularised = island.is_redundant && !joints.is_empty();
        self.skips_elements = None;
        self.scale.resize(next, 1.0);
        self.rhs.resize(next, 0.0);
    }

    /// Where the rows of an active block are in the linear system.
    fn row(&self, index: usize) -> usize {
        self.shifts[0] as usize + self.unknowns[index]
    }

    /// Gives the dual block diagonal entries: a new structure.
    fn regularise(&mut self) {
        self.regularised = true;
        self.matrix.reset(self.size, self.matrix.storage());
    }

    /// Contacts by the same numbers are others now.
    pub fn forget_contacts(&mut self) {
        if !self.contacts.is_empty() {
            self.size = 0;
        }
    }

    /// Sets the compliance that dependent rows must have in the answer; a tangent with a very different one is forgotten.
    #[inline]
    pub fn set_compliance(&mut self, system: Assembly, rows: &mut Multipliers, compliance: f64) {
        // Without forces and velocities there is nothing to relate the compliance to.
        let compliance = if compliance.is_finite() {
            compliance.clamp(LEAST_COMPLIANCE, GREATEST_COMPLIANCE)
        } else {
            LEAST_COMPLIANCE
        };
        self.target_compliance = compliance;
        if self.regularised && (self.dual > 2.0 * compliance || self.dual < 0.1 * compliance) {
            let ratio = compliance / self.dual;
            for &b in &self.blocks {
                rows.compliance[system.block(b).rows()].iter_mut().for_each(|g| *g *= ratio);
            }
            self.dual = compliance;
            self.factor.invalidate();
        } else if !self.regularised {
            self.dual = compliance;
        }
    }

    /// Forgets everything that earlier steps left behind.
    pub fn restart(&mut self) {
        self.size = 0;
        self.contacts.clear();
        self.stiffness = [0.0; 2];
        (self.dual, self.target_compliance) = (LEAST_COMPLIANCE, LEAST_COMPLIANCE);
    }

    /// Forgets the factorisation.
    pub fn invalidate(&mut self) {
        self.factor.invalidate();
    }

    /// Norm of the forces that the rounding of coordinates and rotations makes, in the metric of the inverse mass matrix.
    #[inline]
    fn force_rounding(&self) -> f64 {
        let [linear, angular] = self.stiffness;
        (linear * self.tolerances.coordinate_rounding).hypot(angular * f64::EPSILON)
    }

    #[inline]
    pub fn is_sparse(&self) -> bool {
        self.matrix.storage() == linalg::Storage::Sparse
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
