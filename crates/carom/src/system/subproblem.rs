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
//! and λ ← P + dζ. The weights (m, v, q, s) say how x, the velocity, the configuration and the forces depend on y. This is
//! (G 3.39, 3.46, 4.39) with the multipliers in physical units, in which k drops out and p drops out of joints.

use super::{HessianScope, System};
use crate::element::LocalMatrix;
use crate::model::Kinematics;
use lie::{Mat3, Vec3, tangent};
use linalg::{Factor, Matrix, NONE, choose_storage};
use nonsmooth::{Assessment, GaussSeidel, Law, LocalBlock, Problem, Projection};

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
    fn row(&self, level: Level) -> f64 {
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

/// What an integrator says about one of its problems.
pub trait Stage {
    fn weights(&self) -> Weights;
    fn level(&self) -> Level;
    /// Sets frames and velocities of `work.kin` and `work.x` from `work.y`; true if the configuration changed.
    fn place(&self, system: &System, work: &mut Work) -> bool;
    /// The increment over the freedoms whose exponential gives the configuration; its rotations enter T(Ψ).
    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64];
}

/// Evaluated quantities, shared by the problems of a step.
#[derive(Clone, Debug)]
pub struct Work {
    pub kin: Kinematics,
    pub y: Vec<f64>,
    pub x: Vec<f64>,
    pub f: Vec<f64>,
    /// Row values (before references are subtracted) and Jacobians at `kin`.
    pub g: Vec<f64>,
    pub jacobians: Vec<f64>,
    /// Explicit time derivative of the rows.
    pub g_t: Vec<f64>,
    k: LocalMatrix,
    c: LocalMatrix,
    lower: Vec<f64>,
    r1: Vec<f64>,
    /// Gᵀ(P + s carried).
    pub gt_p: Vec<f64>,
    /// Scratch for the stages: the increment of the configuration and the pseudo-acceleration.
    pub psi: Vec<f64>,
    pub a: Vec<f64>,
    maps: Vec<Mat3>,
}

impl Work {
    pub fn new(system: &System) -> Self {
        let (n, rows) = (system.layout.n, system.row_count);
        let zeros = || vec![0.0; n];
        Self {
            kin: system.initial_kinematics(),
            y: zeros(),
            x: zeros(),
            f: zeros(),
            g: vec![0.0; rows],
            jacobians: vec![0.0; system.jacobian_size],
            g_t: vec![0.0; rows],
            k: LocalMatrix::default(),
            c: LocalMatrix::default(),
            lower: Vec::new(),
            r1: zeros(),
            gt_p: zeros(),
            psi: zeros(),
            a: zeros(),
            maps: vec![Mat3::identity(); system.model.nodes.len()],
        }
    }

    /// Row `i` of block `b` times a vector over the freedoms.
    pub fn row_times(&self, system: &System, b: usize, i: usize, x: &[f64]) -> f64 {
        let block = &system.blocks[b];
        let jac = &self.jacobians[block.jacobian_row(i)];
        block.dofs.iter().zip(jac).map(|(&d, j)| j * x[d as usize]).sum()
    }

    /// Multiplies the angular parts of row `i` of `lower` by T of their nodes.
    fn maps_apply(&mut self, nodes: &[usize], i: usize, width: usize) {
        for (k, &node) in nodes.iter().enumerate() {
            let at = i * width + 6 * k + 3;
            let part = &mut self.lower[at..at + 3];
            let v = self.maps[node].transpose() * Vec3::new(part[0], part[1], part[2]);
            part.copy_from_slice(v.as_slice());
        }
    }

    /// Evaluates the rows of the given blocks at the current configuration.
    pub fn evaluate_rows(&mut self, system: &System, blocks: &[usize]) {
        for &b in blocks {
            let block = &system.blocks[b];
            block.evaluate(&self.kin, &mut self.g, &mut self.jacobians);
            for i in 0..block.len() {
                self.g_t[block.first + i] = block.time_rate(i, &self.kin);
            }
        }
    }
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
    /// Equilibrium residual that the rounding of positions explains.
    pub rounding: f64,
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
    /// Augmentation parameter of each contact.
    pub p: Vec<f64>,
    /// Law of each contact in this problem.
    pub laws: Vec<Law>,
    /// Contacts that may carry force in this problem.
    pub allowed: Vec<bool>,
    pub projections: Vec<Projection>,
    pub tolerances: Tolerances,
    /// Multiplies the augmentation parameters.
    pub augmentation: f64,
    /// The joints' rows are known to be redundant: always regularise the dual block.
    pub redundant: bool,
    /// The dual block is regularised until the structure changes.
    regularised: bool,
    /// Scaled give of regularised rows: the one in use and the one that the answer must have.
    dual: f64,
    pub target_give: f64,
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
            base: vec![0.0; system.layout.n],
            p: vec![0.0; contacts],
            laws: system.contacts.iter().map(|c| c.law).collect(),
            allowed: vec![true; contacts],
            projections: vec![blank; contacts],
            tolerances: Tolerances::default(),
            augmentation: 1.0,
            redundant: false,
            regularised: false,
            dual: LEAST_GIVE,
            target_give: LEAST_GIVE,
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

    /// Says that the joints' rows are dependent, so that every linear system needs the dual regularisation.
    pub fn set_redundant(&mut self, redundant: bool) {
        self.redundant = redundant;
        self.regularised = redundant;
    }

    /// Sets the give that dependent rows must have in the answer; a tangent with a very different one is forgotten.
    pub fn set_give(&mut self, give: f64) {
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

    /// Residual of a row.
    pub fn row_residual(&self, row: usize) -> f64 {
        self.residual_rows[row]
    }

    /// Forgets the factorisation, so that what follows depends on the state alone.
    pub fn invalidate(&mut self) {
        self.factor.invalidate();
    }

    pub fn is_sparse(&self) -> bool {
        self.matrix.storage() == linalg::Storage::Sparse
    }

    /// Norm of a generalised force in the metric of the inverse mass matrix (its diagonal): the root of twice an energy
    /// for momenta, the same unit for forces and torques.
    pub fn dual_norm(system: &System, f: &[f64]) -> f64 {
        f.iter().zip(system.mass.diagonal()).map(|(f, m)| f * f / m).sum::<f64>().sqrt()
    }

    /// Norm of a velocity in the metric of the mass matrix (its diagonal).
    pub fn norm(system: &System, v: &[f64]) -> f64 {
        v.iter().zip(system.mass.diagonal()).map(|(v, m)| v * v * m).sum::<f64>().sqrt()
    }
}

/// A problem, its stage and its workspace, as the Newton iteration sees them.
pub struct Solve<'a, S: Stage> {
    pub system: &'a System,
    pub work: &'a mut Work,
    pub sub: &'a mut Subproblem,
    pub stage: &'a S,
    /// Whether rows have been evaluated for the present configuration already.
    pub rows_are_current: bool,
}

impl<S: Stage> Solve<'_, S> {
    /// Values of the rows of block `b` at the stage's level, references subtracted, into `residual_rows`.
    fn row_values(&mut self, b: usize) {
        let block = &self.system.blocks[b];
        let weight = self.stage.weights().row(self.stage.level());
        for i in 0..block.len() {
            let row = block.first + i;
            let value = match self.stage.level() {
                Level::Position => self.work.g[row],
                Level::Velocity => self.work.row_times(self.system, b, i, &self.work.kin.v) + self.work.g_t[row],
                Level::Acceleration => self.work.row_times(self.system, b, i, &self.work.x),
            };
            let give = if self.sub.regularised { weight * self.sub.give[row] * self.sub.lam[row] } else { 0.0 };
            self.sub.residual_rows[row] = value - self.sub.reference[row] + give;
        }
    }

    /// Effective mass seen by the softest row of a contact: the natural augmentation parameter.
    fn effective_mass(&self, b: usize) -> f64 {
        let block = &self.system.blocks[b];
        let diagonal = self.system.mass.diagonal();
        let inverse = |i: usize| {
            let jac = &self.work.jacobians[block.jacobian_row(i)];
            block.dofs.iter().zip(jac).map(|(&d, j)| j * j / diagonal[d as usize]).sum::<f64>()
        };
        let largest = (0..block.len()).map(inverse).fold(0.0, f64::max);
        if largest > 0.0 { 1.0 / largest } else { 1.0 }
    }

    /// Projects the augmented multipliers of a contact; leaves c = (P − λ)/p in `residual_rows`.
    fn project(&mut self, contact: usize) {
        let b = self.system.contacts[contact].block;
        let rows = self.system.blocks[b].rows();
        if self.sub.p[contact] == 0.0 {
            self.sub.p[contact] = self.sub.augmentation * self.effective_mass(b);
        }
        let p = self.sub.p[contact];
        let mut xi = [-1.0; nonsmooth::MAX_ROWS];
        if self.sub.allowed[contact] {
            for (k, row) in rows.clone().enumerate() {
                xi[k] = self.sub.lam[row] - p * self.sub.residual_rows[row];
            }
        }
        let projection = self.sub.laws[contact].project(&xi[..rows.len()]);
        for (k, row) in rows.enumerate() {
            self.sub.force[row] = projection.force[k];
            self.sub.residual_rows[row] = (projection.force[k] - self.sub.lam[row]) / p;
        }
        self.sub.pattern = self.sub.pattern.wrapping_mul(31).wrapping_add(u64::from(projection.pattern) + 1);
        self.sub.projections[contact] = projection;
    }

    /// Evaluates rows and forces of all active blocks; adds Gᵀ(P + s carried) to `gt_p`.
    fn evaluate_blocks(&mut self, s: f64) {
        self.sub.pattern = 0;
        self.work.gt_p.fill(0.0);
        for index in 0..self.sub.blocks.len() {
            let b = self.sub.blocks[index];
            self.row_values(b);
            let block = &self.system.blocks[b];
            if b < self.system.joint_blocks {
                for row in block.rows() {
                    self.sub.force[row] = self.sub.lam[row];
                    self.sub.residual_rows[row] = -self.sub.residual_rows[row];
                }
            } else {
                self.project(self.sub.contacts[index - self.system.joint_blocks]);
            }
            for i in 0..block.len() {
                let w = self.sub.force[block.first + i] + s * self.sub.carried[block.first + i];
                if w == 0.0 {
                    continue;
                }
                let jac = &self.work.jacobians[block.jacobian_row(i)];
                for (&d, j) in block.dofs.iter().zip(jac) {
                    self.work.gt_p[d as usize] += w * j;
                }
            }
        }
    }

    /// Largest value over its tolerance among the constraint rows.
    fn constraint_ratio(&self, value: impl Fn(&Subproblem, usize) -> f64) -> f64 {
        let tol = &self.sub.tolerances;
        let mut ratio = 0.0_f64;
        for &b in &self.sub.blocks {
            let block = &self.system.blocks[b];
            for i in 0..block.len() {
                let c = value(self.sub, block.first + i).abs();
                let limit = match self.stage.level() {
                    Level::Position if block.row(i).is_angular() => tol.constraint,
                    Level::Position => tol.constraint * tol.length,
                    _ => tol.constraint * tol.velocity_scale * self.row_norm(b, i),
                };
                // A residual of exactly zero meets any tolerance, also one of zero.
                if c > 0.0 {
                    ratio = ratio.max(c / limit);
                }
            }
        }
        ratio
    }

    /// ‖G_j M^{-1/2}‖, which turns velocities in the mass metric into row velocities.
    fn row_norm(&self, b: usize, i: usize) -> f64 {
        let block = &self.system.blocks[b];
        let diagonal = self.system.mass.diagonal();
        let jac = &self.work.jacobians[block.jacobian_row(i)];
        block.dofs.iter().zip(jac).map(|(&d, j)| j * j / diagonal[d as usize]).sum::<f64>().sqrt()
    }

    /// T(Ψ) of every node of the increment that makes the configuration.
    fn update_maps(&mut self) {
        for node in 0..self.work.maps.len() {
            let psi = self.system.layout.get(node, self.stage.increment(self.work)).1;
            self.work.maps[node] = tangent(&psi);
        }
    }

    fn assemble(&mut self) {
        let weights = self.stage.weights();
        if weights.q != 0.0 {
            self.update_maps();
        }
        self.sub.matrix.clear();
        for &(i, j, m) in self.system.mass.entries() {
            self.sub.matrix.add(i, j, weights.m * m);
        }
        if weights.s != 0.0 {
            self.assemble_elements(&weights);
        }
        for index in 0..self.sub.blocks.len() {
            self.assemble_block(index, &weights);
        }
        self.sub.matrix.finish();
        self.sub.factor_pattern = self.sub.pattern;
    }

    /// s v C + s q K T of every element.
    fn assemble_elements(&mut self, weights: &Weights) {
        let scene = self.system.scene(&self.work.kin);
        let (k, c) = (&mut self.work.k, &mut self.work.c);
        for item in &self.system.model.elements {
            let nodes = item.element.nodes();
            k.reset(nodes.len());
            c.reset(nodes.len());
            item.element.tangent(&scene, k, c);
            for (at, &node) in nodes.iter().enumerate() {
                k.times_angular(at, &self.work.maps[node]);
            }
            for (at, &rows) in nodes.iter().enumerate() {
                for (to, &columns) in nodes.iter().enumerate() {
                    let rows = &self.system.layout.dofs[rows];
                    let columns = &self.system.layout.dofs[columns];
                    for (r, &i) in rows.iter().enumerate() {
                        for (s, &j) in columns.iter().enumerate() {
                            let (r, s) = (6 * at + r, 6 * to + s);
                            let x = weights.v * c.get(r, s) + weights.q * k.get(r, s);
                            self.sub.matrix.add(i, j, weights.s * x);
                        }
                    }
                }
            }
        }
    }

    /// Rows, columns, second derivatives and dual block of one joint or contact.
    fn assemble_block(&mut self, index: usize, weights: &Weights) {
        let b = self.sub.blocks[index];
        let block = &self.system.blocks[b];
        let (rows, width) = (block.len(), block.full.len());
        let at = self.sub.unknowns[index];
        let contact = (b >= self.system.joint_blocks).then(|| self.sub.contacts[index - self.system.joint_blocks]);
        let velocity_level = self.stage.level() == Level::Velocity;
        self.work.lower.clear();
        self.work.lower.resize(rows * width, 0.0);
        if weights.q != 0.0 {
            self.work.k.reset(block.nodes().len());
            let scope = HessianScope { kin: &self.work.kin, layout: &self.system.layout };
            for i in 0..rows {
                let row = block.first + i;
                let weight = -weights.q * (self.sub.force[row] + weights.s * self.sub.carried[row]);
                let v_h = &mut self.work.lower[i * width..(i + 1) * width];
                block.add_hessian(i, &scope, weight, &mut self.work.k, v_h);
                v_h.iter_mut().for_each(|x| *x *= if velocity_level { weights.q } else { 0.0 });
            }
            for (k, &node) in block.nodes().iter().enumerate() {
                self.work.k.times_angular(k, &self.work.maps[node]);
            }
            self.sub.matrix.add_block(&block.full, &block.full, self.work.k.as_slice(), width);
        }
        let position_level = self.stage.level() == Level::Position;
        let row_weight = weights.row(self.stage.level());
        for i in 0..rows {
            let lower = &mut self.work.lower[i * width..(i + 1) * width];
            if velocity_level && weights.q != 0.0 {
                lower.iter_mut().for_each(|x| *x /= row_weight);
                self.work.maps_apply(block.nodes(), i, width);
            }
            let jac = &self.work.jacobians[block.jacobian_row(i)];
            let lower = &mut self.work.lower[i * width..(i + 1) * width];
            let mut next = jac.iter();
            for (x, &dof) in lower.iter_mut().zip(&block.full) {
                if dof != NONE {
                    let j = next.next().copied().unwrap_or(0.0);
                    *x += j;
                    self.sub.matrix.add(dof, (at + i) as u32, -j);
                }
            }
            if position_level {
                self.work.maps_apply(block.nodes(), i, width);
            }
        }
        self.assemble_dual(index, contact);
    }

    /// −D (rows) and −(I − D)/p, with the regularisation of the dual block.
    fn assemble_dual(&mut self, index: usize, contact: Option<usize>) {
        let b = self.sub.blocks[index];
        let block = &self.system.blocks[b];
        let (rows, width) = (block.len(), block.full.len());
        let at = self.sub.unknowns[index];
        for i in 0..rows {
            let regularisation = if self.sub.regularised { self.sub.give[block.first + i] } else { 0.0 };
            let Some(contact) = contact else {
                let lower = &self.work.lower[i * width..(i + 1) * width];
                for (&dof, x) in block.full.iter().zip(lower) {
                    self.sub.matrix.add((at + i) as u32, dof, -x);
                }
                if self.sub.regularised {
                    self.sub.matrix.add((at + i) as u32, (at + i) as u32, -regularisation);
                }
                continue;
            };
            let d = &self.sub.projections[contact].derivative[i];
            let p = self.sub.p[contact];
            for (k, &dof) in block.full.iter().enumerate() {
                let x: f64 = (0..rows).map(|l| d[l] * self.work.lower[l * width + k]).sum();
                self.sub.matrix.add((at + i) as u32, dof, -x);
            }
            for (l, d) in d.iter().enumerate().take(rows) {
                let identity = f64::from(i == l);
                let x = -(identity - d) / p - identity * regularisation;
                self.sub.matrix.add((at + i) as u32, (at + l) as u32, x);
            }
        }
    }

    /// Jacobi scaling: unit mass diagonal, unit rows in the mass metric.
    fn update_scale(&mut self) {
        let m = self.stage.weights().m;
        for (s, d) in self.sub.scale.iter_mut().zip(self.system.mass.diagonal()) {
            *s = 1.0 / (m * d).sqrt();
        }
        for index in 0..self.sub.blocks.len() {
            let b = self.sub.blocks[index];
            for i in 0..self.system.blocks[b].len() {
                let norm = self.row_norm(b, i);
                let s = if norm > 0.0 { m.sqrt() / norm } else { 1.0 };
                self.sub.scale[self.sub.unknowns[index] + i] = s;
                self.sub.give[self.system.blocks[b].first + i] = self.sub.dual / (s * s);
            }
        }
    }

    /// Lets the rows give by `size`: 1 is as soft as the bodies' own inertia.
    pub fn soften(&mut self, size: f64) {
        if !self.sub.regularised {
            self.sub.regularised = true;
            self.sub.matrix.reset(self.sub.size, self.sub.matrix.storage());
        }
        self.sub.dual = size;
        self.update_scale();
        self.sub.invalidate();
    }

    /// Sets the iterate to zero increment and zero contact forces.
    pub fn clear(&mut self) {
        self.work.y.fill(0.0);
        self.sub.lam.fill(0.0);
    }

    /// Contact states from projected Gauss–Seidel on the Delassus operator: the iterate becomes its solution of the problem
    /// linearised with all contacts open. False if there is nothing to relax or the sweeps did not settle.
    pub fn relax(&mut self) -> bool {
        if self.sub.contacts.is_empty() {
            return false;
        }
        let n = self.system.layout.n;
        let allowed = self.sub.allowed.clone();
        self.work.y.fill(0.0);
        self.sub.lam.fill(0.0);
        self.sub.allowed.fill(false);
        self.evaluate();
        if !self.refresh() {
            self.sub.allowed = allowed;
            return false;
        }
        self.direction();
        self.step(1.0);
        self.evaluate();
        let first = self.sub.unknowns[self.system.joint_blocks];
        let m = self.sub.size - first;
        let (mut q, mut w, mut moves) = (vec![0.0; m], vec![0.0; m * m], vec![0.0; m * n]);
        let mut blocks = Vec::new();
        for k in self.system.joint_blocks..self.sub.blocks.len() {
            let contact = self.sub.contacts[k - self.system.joint_blocks];
            let block = &self.system.blocks[self.sub.blocks[k]];
            let at = self.sub.unknowns[k] - first;
            self.row_values(self.sub.blocks[k]);
            q[at..at + block.len()].copy_from_slice(&self.sub.residual_rows[block.rows()]);
            if !allowed[contact] {
                continue;
            }
            blocks.push(LocalBlock { first: at, rows: block.len(), law: self.sub.laws[contact] });
            for i in 0..block.len() {
                self.sub.rhs.fill(0.0);
                self.sub.rhs[first + at + i] = -1.0 / self.sub.p[contact];
                self.sub.factor.solve(&mut self.sub.rhs);
                moves[(at + i) * n..(at + i + 1) * n].copy_from_slice(&self.sub.rhs[..n]);
            }
        }
        for k in self.system.joint_blocks..self.sub.blocks.len() {
            let b = self.sub.blocks[k];
            for i in 0..self.system.blocks[b].len() {
                let row = self.sub.unknowns[k] - first + i;
                for column in 0..m {
                    w[row * m + column] =
                        self.work.row_times(self.system, b, i, &moves[column * n..(column + 1) * n]);
                }
            }
        }
        let mut r = vec![0.0; m];
        let settled = GaussSeidel { max_sweeps: 1000, tolerance: 1e-8 }.solve(&w, &q, &blocks, &mut r).is_ok();
        for (column, force) in r.iter().enumerate() {
            let moves = &moves[column * n..(column + 1) * n];
            self.work.y.iter_mut().zip(moves).for_each(|(y, d)| *y += force * d);
        }
        for k in self.system.joint_blocks..self.sub.blocks.len() {
            let at = self.sub.unknowns[k] - first;
            let rows = self.system.blocks[self.sub.blocks[k]].rows();
            let count = rows.len();
            self.sub.lam[rows].copy_from_slice(&r[at..at + count]);
        }
        self.sub.allowed = allowed;
        self.sub.invalidate();
        settled
    }

    fn factorise(&mut self) -> bool {
        self.assemble();
        self.sub.factor.factor(&self.sub.matrix, &self.sub.scale).is_ok()
    }
}

impl<S: Stage> Problem for Solve<'_, S> {
    fn evaluate(&mut self) -> Assessment {
        let weights = self.stage.weights();
        let moved = self.stage.place(self.system, self.work);
        if moved {
            self.work.kin.update_ports(&self.system.model.ports);
        }
        if moved || !self.rows_are_current {
            self.work.evaluate_rows(self.system, &self.sub.blocks);
            self.rows_are_current = true;
        }
        self.evaluate_blocks(weights.s);
        self.system.mass.mul(&self.work.x, &mut self.work.r1);
        let mut scale = Subproblem::dual_norm(self.system, &self.work.r1)
            + Subproblem::dual_norm(self.system, &self.work.gt_p)
            + self.sub.tolerances.force_scale;
        if weights.s != 0.0 {
            self.work.f.fill(0.0);
            self.system.add_forces(&self.work.kin, &mut self.work.f);
            let s = weights.s;
            if self.sub.tolerances.force_scale == 0.0 {
                scale += s * Subproblem::dual_norm(self.system, &self.work.f);
            }
            for ((r, f), base) in self.work.r1.iter_mut().zip(&self.work.f).zip(&self.sub.base) {
                *r -= s * (f - base);
            }
        }
        for (r, g) in self.work.r1.iter_mut().zip(&self.work.gt_p) {
            *r -= g;
        }
        let residual = Subproblem::dual_norm(self.system, &self.work.r1);
        let limit = self.sub.tolerances.equilibrium * scale + self.sub.tolerances.rounding;
        let equilibrium = if residual == 0.0 { 0.0 } else { residual / limit };
        let ratio = equilibrium.max(self.constraint_ratio(|sub, row| sub.residual_rows[row]));
        let ratio = if residual.is_nan() { f64::NAN } else { ratio };
        Assessment { ratio, pattern: self.sub.pattern }
    }

    fn has_tangent(&self) -> bool {
        self.sub.factor.is_valid() && self.sub.factor_pattern == self.sub.pattern
    }

    fn refresh(&mut self) -> bool {
        self.update_scale();
        if !self.sub.regularised {
            if self.factorise() && self.sub.factor.smallest_pivot() > TINY_PIVOT {
                return true;
            }
            // Joint rows get diagonal entries: a new structure.
            self.sub.regularised = true;
            self.sub.matrix.reset(self.sub.size, self.sub.matrix.storage());
        }
        self.factorise()
    }

    fn direction(&mut self) {
        let n = self.system.layout.n;
        let row_weight = self.stage.weights().row(self.stage.level());
        self.sub.y_0.copy_from_slice(&self.work.y);
        self.sub.lam_0.copy_from_slice(&self.sub.lam);
        self.sub.force_0.copy_from_slice(&self.sub.force);
        for (b, r) in self.sub.rhs[..n].iter_mut().zip(&self.work.r1) {
            *b = -r;
        }
        for (index, &b) in self.sub.blocks.iter().enumerate() {
            let block = &self.system.blocks[b];
            let at = self.sub.unknowns[index];
            for i in 0..block.len() {
                let c = &self.sub.residual_rows[block.rows()];
                self.sub.rhs[at + i] = if b < self.system.joint_blocks {
                    -c[i] / row_weight
                } else {
                    let contact = self.sub.contacts[index - self.system.joint_blocks];
                    let d = &self.sub.projections[contact].derivative[i];
                    -c.iter().zip(d).map(|(c, d)| c * d).sum::<f64>()
                };
            }
        }
        self.sub.factor.solve(&mut self.sub.rhs);
    }

    fn step(&mut self, fraction: f64) {
        for ((y, y_0), dy) in self.work.y.iter_mut().zip(&self.sub.y_0).zip(&self.sub.rhs) {
            *y = y_0 + fraction * dy;
        }
        for (index, &b) in self.sub.blocks.iter().enumerate() {
            let at = self.sub.unknowns[index];
            for (i, row) in self.system.blocks[b].rows().enumerate() {
                let (old, target) = (self.sub.lam_0[row], self.sub.force_0[row] + self.sub.rhs[at + i]);
                self.sub.lam[row] = old + fraction * (target - old);
            }
        }
    }

    fn is_compromise(&self) -> bool {
        // Where a row converged to g + give λ = 0, give λ is its violation; rounding of the multipliers explains a few tolerances.
        let weight = self.stage.weights().row(self.stage.level());
        self.sub.regularised && self.constraint_ratio(|sub, row| weight * sub.give[row] * sub.lam[row]) > 10.0
    }
}
