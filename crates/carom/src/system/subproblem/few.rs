//! Few contacts that Newton's method does not solve, jammed ones among them: the condensed problem with bounded work
//! (`nonsmooth::Proximal`).
//!
//! An outer iteration (Josephy 1979) linearises everything but the laws at the iterate, with the contact forces λ₀ held:
//!
//! ```text
//! y = y₀ + δ + Σ m_j (r_j − λ₀_j),     u = g/w + G (y − y₀),     W_ij = G_i m_j
//! ```
//!
//! δ is the direction without a change of contact forces and m_j what a unit of force j does, joints and elastic forces answering. The
//! tangent has every contact open, so that it is regular however contacts hold each other; their rows are rigid. The answer is held
//! to the tolerances of the Newton iteration: equilibrium with λ, and every row; where friction is given (`Resists::Given`), the normal ones. From zero forces: of those that hold each other, small ones.

use super::many::{PREDICTIONS, SETTLING, SLOW};
use super::{Rescue, Resists, Solve, Stage};
use nonsmooth::{Condensed, Law, LocalBlock, MAX_ROWS, Problem, Proximal, Report, StopFlag, Unsolved};

/// Outer iterations.
const MAX_OUTER: usize = 20;
/// The condensed problem is solved to this share of the tolerances: the rest is for what the linearisation left out.
const SHARE: f64 = 0.5;

/// Linear systems of the condensed problem in all of them, and where the solution may be done without.
const MAX_SYSTEMS: usize = 400;
const FEW_SYSTEMS: usize = 30;

/// The condensed problem and its memory.
#[derive(Debug, Default)]
pub struct Few {
    proximal: Proximal,
    max_systems: usize,
    /// Contact and index among the active blocks of each local block, and its rows.
    contacts: Vec<usize>,
    indices: Vec<usize>,
    blocks: Vec<LocalBlock>,
    w: Vec<f64>,
    q: Vec<f64>,
    p: Vec<f64>,
    tol: Vec<f64>,
    start: Vec<f64>,
    r: Vec<f64>,
    /// δ, and m_j of every row, over all unknowns.
    delta: Vec<f64>,
    moves: Vec<f64>,
    /// The last jam, and its −d·q.
    jam: Vec<Jammed>,
    driven: f64,
    is_jam: bool,
    /// The iterate before.
    y: Vec<f64>,
    lam: Vec<f64>,
}

impl Few {
    /// Most contacts: with three rows each a linear system takes about a millisecond.
    pub const MOST: usize = 64;

    /// Iterations that end when the flag is raised.
    pub fn new(stop: StopFlag) -> Self {
        let mut few = Self { max_systems: MAX_SYSTEMS, ..Self::default() };
        few.proximal.stop = stop;
        few
    }

    /// Bounds the work of the solutions to come where something else will do in their place.
    pub fn hurry(&mut self, hurries: bool) {
        self.max_systems = if hurries { FEW_SYSTEMS } else { MAX_SYSTEMS };
    }

    /// Whether the last solution ended in a jam.
    pub fn is_jam(&self) -> bool {
        self.is_jam
    }

    /// What the last jam leaves to the restitution, given the velocities that rows of a contact have with a share of it for which there is an
    /// answer: Σ d_N μ‖u_T‖ over −d·q. Larger shares want more sliding than that.
    pub fn relief(&self, mut velocities: impl FnMut(usize, &mut [f64])) -> f64 {
        let mut taken = 0.0;
        for jammed in &self.jam {
            let mut u = [0.0; MAX_ROWS];
            velocities(jammed.contact, &mut u[..jammed.rows]);
            taken += jammed.normal * jammed.law.taken(&u[..jammed.rows]);
        }
        taken / self.driven
    }

    /// Remembers the self-stress of a jam.
    fn note_jam(&mut self) {
        let d = self.proximal.self_stress();
        self.driven = -d.iter().zip(&self.q).map(|(d, q)| d * q).sum::<f64>();
        self.jam.clear();
        let blocks = self.contacts.iter().zip(&self.blocks);
        self.jam.extend(blocks.filter(|(_, block)| d[block.first] > 0.0).map(|(&contact, block)| Jammed {
            contact,
            rows: block.rows,
            law: block.law,
            normal: d[block.first],
        }));
    }
}

/// A contact with a normal force in a self-stress.
#[derive(Clone, Copy, Debug)]
struct Jammed {
    contact: usize,
    rows: usize,
    law: Law,
    normal: f64,
}

impl<S: Stage> Solve<'_, S> {
    /// Whether the problem can be condensed: it has contacts, few of them, and looks for their forces.
    pub fn can_condense(&self) -> bool {
        let acting = self.sub.contacts.iter().filter(|&&c| self.rows.active[c]).count();
        // Friction that is given follows normal forces that are looked for.
        let knows = |&c: &usize| self.rows.laws[c].is_known();
        let is_posed = self.sub.resists == Resists::Everything || !self.sub.contacts.iter().any(knows);
        is_posed && self.stage.beside().is_none() && (1..=Few::MOST).contains(&acting)
    }

    /// Solves the problem from zero forces. Without an answer the iterate is what it was.
    pub fn condense(&mut self, few: &mut Few) -> Result<Report, Unsolved> {
        few.y.resize(self.work.y.len(), 0.0);
        few.lam.resize(self.rows.lam.len(), 0.0);
        self.island.copy(&self.work.y, &mut few.y);
        for rows in self.sub.blocks.iter().map(|&b| self.system.block(b).rows()) {
            few.lam[rows.clone()].copy_from_slice(&self.rows.lam[rows]);
        }
        self.clear();
        self.sub.rigid_contacts = true;
        self.sub.invalidate();
        let solved = self.iterate_condensed(few);
        self.sub.rigid_contacts = false;
        self.sub.invalidate();
        if solved.is_err() {
            self.island.copy(&few.y, &mut self.work.y);
            for rows in self.sub.blocks.iter().map(|&b| self.system.block(b).rows()) {
                self.rows.lam[rows.clone()].copy_from_slice(&few.lam[rows]);
            }
            self.evaluate();
        }
        solved
    }

    /// The contacts that carry most in the condensed problem solved last, the first ones first.
    pub fn loaded<'f>(&'f self, few: &'f Few) -> impl Iterator<Item = usize> + 'f {
        let normal = |block: &LocalBlock| few.r[block.first];
        let most = few.blocks.iter().map(normal).fold(0.0, f64::max);
        let carries = move |block: &LocalBlock| few.r[block.first] > 0.1 * most;
        let blocks = few.indices.iter().zip(&few.blocks).filter(move |(_, block)| carries(block));
        blocks.map(|(&index, _)| self.sub.blocks[index])
    }

    fn iterate_condensed(&mut self, few: &mut Few) -> Result<Report, Unsolved> {
        let mut report = Report { cycled: true, ..Report::default() };
        let (mut last, mut systems) = (f64::INFINITY, 0);
        for outer in 0..MAX_OUTER {
            self.evaluate_forces();
            report.ratio = self.balance(outer < PREDICTIONS);
            if report.ratio <= 1.0 {
                report.incompatible = self.is_compromise();
                return Ok(report);
            }
            let stands = outer > SETTLING && report.ratio > SLOW * last;
            if stands || !report.ratio.is_finite() {
                break;
            }
            last = report.ratio;
            // Contacts are open in the tangent, whatever their forces.
            self.sub.contacts.iter().for_each(|&c| self.rows.projections[c].derivative = [[0.0; MAX_ROWS]; MAX_ROWS]);
            report.factorisations += 1;
            if !self.refresh() {
                break;
            }
            self.linearise_condensed(few);
            few.r.clone_from(&few.start);
            let problem = Condensed { w: &few.w, q: &few.q, blocks: &few.blocks, p: &few.p, tol: &few.tol };
            few.proximal.max_systems = few.max_systems.saturating_sub(systems);
            let solved = few.proximal.solve(&problem, &mut few.r);
            few.is_jam = matches!(solved, Err(Unsolved::Jammed(_)));
            if few.is_jam {
                few.note_jam();
            }
            systems += solved?.systems;
            report.iterations = systems + outer + 1;
            self.take_condensed(few);
        }
        Err(Unsolved::NotConverged(Default::default()))
    }

    /// δ, m_j, W and q at the iterate.
    fn linearise_condensed(&mut self, few: &mut Few) {
        self.direction();
        few.delta.clone_from(&self.sub.rhs);
        let weight = self.stage.weights().row(self.stage.level());
        for array in [&mut few.q, &mut few.p, &mut few.tol, &mut few.start, &mut few.moves] {
            array.clear();
        }
        few.contacts.clear();
        few.indices.clear();
        few.blocks.clear();
        for index in self.sub.joints..self.sub.blocks.len() {
            let (b, contact) = (self.sub.blocks[index], self.sub.contacts[index - self.sub.joints]);
            let block = self.system.block(b);
            if !self.rows.active[contact] || block.is_empty() {
                continue;
            }
            let rows = block.len().min(self.swept_rows());
            let law = if rows < block.len() { Law::frictionless() } else { self.rows.laws[contact] };
            few.contacts.push(contact);
            few.indices.push(index);
            few.blocks.push(LocalBlock { first: few.q.len(), rows, law });
            self.row_values(b);
            for (i, row) in block.rows().enumerate().take(rows) {
                let at = self.sub.unknowns[index] + i;
                few.q.push(self.rows.residual_rows[row] / weight + self.row_along(b, i, &few.delta));
                few.p.push(self.rows.p[row]);
                few.tol.push(SHARE * self.row_limit(block, i) / weight);
                few.start.push(self.rows.lam[row]);
                self.sub.rhs.fill(0.0);
                self.sub.rhs[at] = -1.0 / self.rows.p[row];
                self.sub.factor.solve(&mut self.sub.rhs);
                let unit = 1.0 / self.sub.rhs[at];
                few.moves.extend(self.sub.rhs.iter().map(|x| unit * x));
            }
        }
        let (n, size) = (few.q.len(), self.sub.size);
        few.w.clear();
        for (&index, block) in few.indices.iter().zip(&few.blocks) {
            for i in 0..block.rows {
                let b = self.sub.blocks[index];
                few.w.extend(few.moves.chunks_exact(size).map(|moves| self.row_along(b, i, moves)));
            }
        }
        // q is what rows do without forces.
        for (q, w) in few.q.iter_mut().zip(few.w.chunks_exact(n)) {
            *q -= w.iter().zip(&few.start).map(|(w, r)| w * r).sum::<f64>();
        }
    }

    /// Row `i` of block `b` times a vector over the unknowns of the linear system.
    fn row_along(&self, b: usize, i: usize, x: &[f64]) -> f64 {
        let block = self.system.block(b);
        let jac = &self.work.jacobians[block.jacobian_row(i)];
        block.dofs.iter().zip(jac).map(|(&dof, j)| j * x[self.work.place(dof) as usize]).sum()
    }

    /// Moves the iterate to the forces found.
    fn take_condensed(&mut self, few: &Few) {
        let size = self.sub.size;
        self.sub.rhs.copy_from_slice(&few.delta);
        for (moves, (r, start)) in few.moves.chunks_exact(size).zip(few.r.iter().zip(&few.start)) {
            self.sub.rhs.iter_mut().zip(moves).for_each(|(x, m)| *x += (r - start) * m);
        }
        self.step(1.0);
        for (&index, block) in few.indices.iter().zip(&few.blocks) {
            let first = self.system.block(self.sub.blocks[index]).first;
            let found = &few.r[block.first..block.first + block.rows];
            self.rows.lam[first..first + block.rows].copy_from_slice(found);
        }
    }
}
