//! Block Gauss–Seidel with momentum, for many contacts of few degrees of freedom each: piles of bodies. Find λ and y with
//!
//! ```text
//! y = y₀ + Gᵀ(λ − λ₀),     g = g₀ + G (y − y₀),     λ_b = P_b(λ_b − p_b g_b)  for every block b of rows
//! ```
//!
//! y are degrees of freedom for which the mass matrix is the unit matrix: with S Sᵀ = M⁻¹ and rows G' over other ones, G = G'S and the
//! others move by S (y − y₀). g₀ and y₀ belong to the forces λ₀, which are also the first guess. A sweep visits the blocks in their order. It takes the
//! rows' values from the degrees of freedom, solves the problem of the block with all other forces held (`local.rs`, `rolling.rs`, `discs.rs`) and
//! moves the degrees of freedom at once: the nonsmooth contact dynamics method of Jean & Moreau (1992) without an assembled Delassus
//! matrix. The work of a sweep is proportional to the number of blocks. Between the sweeps forces and degrees of freedom, which depend
//! on each other linearly, are extrapolated (`momentum.rs`). Sliding contacts can send Gauss–Seidel in circles. Then the
//! blocks are solved with W + α diag W for the change of their forces, a proximal term that leaves the solutions as they are.
//!
//! An answer is judged by all rows at the same forces, with y made anew from them: |c| ≤ tol with c = (P(λ − p g) − λ)/p.
//! One thread, fixed order: the same problem gives the same bits.

mod discs;
mod local;
mod momentum;
mod rolling;

use crate::{Law, MAX_ROWS, StopFlag};
use local::{Any, Frictionless, Isotropic, Kind, Local, Rolling, Rows, Solver};
use momentum::{Momentum, Move};
use std::mem::discriminant;

/// All rows are judged when the largest move that a force gave its own row in a sweep, over tol, is at most this,
const WORTH_A_CHECK: f64 = 2.0;

/// and again when it is this fraction of what it was.
const CLOSER: f64 = 0.7;

/// Shares by which the diagonals of the blocks' W are increased, the next one each time the sweeps go in circles.
const DAMPINGS: [f64; 4] = [0.0, 0.5, 2.0, 8.0];

/// The rows of one block. A degree of freedom may appear only once in `dofs`.
#[derive(Clone, Copy, Debug)]
pub struct BlockRows<'a> {
    pub law: Law,
    pub dofs: &'a [u32],
    /// G, rows × dofs.
    pub jac: &'a [f64],
    /// g₀: row values at the forces `lam`.
    pub g: &'a [f64],
    /// λ₀.
    pub lam: &'a [f64],
    /// Augmentation of each row, the same for the rows of a disc.
    pub p: &'a [f64],
    /// Tolerance of each row on c.
    pub tol: &'a [f64],
}

/// What a solve did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SweepReport {
    pub sweeps: usize,
    /// Passes over all rows that only judged the answer.
    pub checks: usize,
    /// How often momentum was dropped.
    pub restarts: usize,
    /// Not zero if the sweeps went in circles and their moves were damped.
    pub damping: f64,
    /// Largest |c|/tol over all rows at the end.
    pub ratio: f64,
}

/// The sweeps were stopped, or ended above the tolerance or with numbers that are not finite; `ratio` says how far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotSwept {
    pub report: SweepReport,
}

/// Where a block's numbers are.
#[derive(Clone, Copy, Debug)]
struct Block {
    law: Law,
    kind: Kind,
    rows: usize,
    dofs: usize,
    first_row: usize,
    first_dof: usize,
    /// Start in `data`: Gᵀ (dofs × rows), W, W⁻¹ (rows × rows), g₀, p, 1/tol.
    first: usize,
}

/// The problem, the iterate and the memory of the sweeps; cleared and filled again it does not allocate.
#[derive(Clone, Debug, Default)]
pub struct Sweeps {
    /// Looked at before every sweep.
    pub stop: StopFlag,
    blocks: Vec<Block>,
    dofs: Vec<u32>,
    data: Vec<f64>,
    /// λ₀, and the iterate with the one after the sweep before.
    lam_start: Vec<f64>,
    lam: Vec<f64>,
    lam_before: Vec<f64>,
    /// y − y₀ likewise.
    y: Vec<f64>,
    y_before: Vec<f64>,
    /// Index of the damping that the local matrices contain.
    damping: usize,
}

impl Block {
    /// Makes W and W⁻¹ from the rows, the diagonal of W increased by the fraction `damping`.
    fn prepare(&mut self, data: &mut [f64], damping: f64) {
        let rows = self.rows;
        let (jt, rest) = data.split_at_mut(rows * self.dofs);
        let (w, rest) = rest.split_at_mut(rows * rows);
        for (ij, w) in w.iter_mut().enumerate() {
            let (i, j) = (ij / rows, ij % rows);
            *w = (0..self.dofs).map(|k| jt[k * rows + i] * jt[k * rows + j]).sum();
        }
        (0..rows).for_each(|i| w[i * rows + i] *= 1.0 + damping);
        let rank = local::invert(w, rows, &mut rest[..rows * rows]);
        self.kind = Kind::of(&self.law, rows, w, rank);
    }
}

impl Sweeps {
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets the blocks and keeps the memory.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.dofs.clear();
        self.data.clear();
        self.lam_start.clear();
        self.lam.clear();
        self.y.clear();
    }

    /// Number of blocks.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Forces of a block, in the order of the pushes.
    pub fn lam(&self, block: usize) -> &[f64] {
        let block = &self.blocks[block];
        &self.lam[block.first_row..block.first_row + block.rows]
    }

    /// y − y₀ of the degrees of freedom up to the last one that a block touches.
    pub fn y(&self) -> &[f64] {
        &self.y
    }

    /// Adds a block.
    ///
    /// # Panics
    /// If the lengths of the slices do not fit each other, or there are more than [`MAX_ROWS`] rows.
    pub fn push_block(&mut self, given: &BlockRows) {
        let (rows, width) = (given.g.len(), given.dofs.len());
        assert!(rows > 0 && rows <= MAX_ROWS && given.law.fits(rows), "{rows} rows do not fit the law");
        assert!([given.lam.len(), given.p.len(), given.tol.len()] == [rows; 3], "values of some rows are missing");
        assert!(given.jac.len() == rows * width, "entries of some dofs are missing");
        let (first, first_row, first_dof) = (self.data.len(), self.lam.len(), self.dofs.len());
        for (k, &dof) in given.dofs.iter().enumerate() {
            let column = (0..rows).map(|i| given.jac[i * width + k]);
            if column.clone().any(|x| x != 0.0) {
                self.data.extend(column);
                self.dofs.push(dof);
            }
        }
        self.data.resize(self.data.len() + 2 * rows * rows, 0.0);
        self.data.extend_from_slice(given.g);
        self.data.extend_from_slice(given.p);
        self.data.extend(given.tol.iter().map(|tol| 1.0 / tol));
        let dofs = self.dofs.len() - first_dof;
        let mut block = Block { law: given.law, kind: Kind::Inert, rows, dofs, first_row, first_dof, first };
        block.prepare(&mut self.data[first..], DAMPINGS[self.damping]);
        self.blocks.push(block);
        self.lam_start.extend_from_slice(given.lam);
        self.lam.extend_from_slice(given.lam);
        let dofs = given.dofs.iter().max().map_or(0, |&last| last as usize + 1);
        self.y.resize(dofs.max(self.y.len()), 0.0);
    }

    /// Makes the local matrices for another damping.
    fn damp(&mut self, damping: usize) {
        if self.damping != damping {
            self.damping = damping;
            let share = DAMPINGS[damping];
            self.blocks.iter_mut().for_each(|block| block.prepare(&mut self.data[block.first..], share));
        }
    }

    /// Sweeps from the forces of the pushes until all rows are within their tolerance. On failure the iterate reached stays.
    pub fn solve(&mut self, max_sweeps: usize) -> Result<SweepReport, NotSwept> {
        let mut report = SweepReport::default();
        let (mut momentum, mut worth) = (Momentum::new(), WORTH_A_CHECK);
        self.damp(0);
        self.lam.copy_from_slice(&self.lam_start);
        self.judge(&mut report);
        if report.ratio <= 1.0 {
            return Ok(report);
        }
        self.lam_before.clone_from(&self.lam);
        self.y_before.clone_from(&self.y);
        while report.sweeps < max_sweeps && !self.stop.is_raised() {
            let done = self.sweep();
            report.sweeps += 1;
            if !done.length2.is_finite() {
                report.ratio = f64::INFINITY;
                break;
            }
            let last = report.sweeps == max_sweeps;
            if last || done.ratio <= worth {
                self.judge(&mut report);
                if report.ratio <= 1.0 || last {
                    break;
                }
                worth = CLOSER * done.ratio;
            }
            let beta = momentum.after(&done);
            report.restarts = momentum.restarts;
            if momentum.circles() && self.damping + 1 < DAMPINGS.len() {
                self.damp(self.damping + 1);
                momentum.forget();
            }
            report.damping = DAMPINGS[self.damping];
            extrapolate(beta, &mut self.lam, &mut self.lam_before);
            extrapolate(beta, &mut self.y, &mut self.y_before);
        }
        if report.ratio <= 1.0 { Ok(report) } else { Err(NotSwept { report }) }
    }

    fn sweep(&mut self) -> Move {
        let (mut done, mut at) = (Move::default(), 0);
        while let Some(block) = self.blocks.get(at) {
            let run = match (block.kind, block.rows) {
                (Kind::Frictionless, 1) => Self::run::<Frictionless, 1>,
                (Kind::Isotropic(_), 3) => Self::run::<Isotropic, 3>,
                (Kind::Rolling { .. }, 6) => Self::run::<Rolling, 6>,
                (_, 3) => Self::run::<Any, 3>,
                _ => Self::run::<Any, 0>,
            };
            at = run(self, at, &mut done);
        }
        done
    }

    /// Visits blocks from `first` on as long as they are of its kind and have as many rows, and returns the next one. Each kind has a
    /// loop of its own, with a number of rows that the compiler knows or zero for any. A constant number of degrees of freedom too made the
    /// loops slower, twice for single rows.
    #[inline(never)]
    fn run<S: Solver, const ROWS: usize>(&mut self, first: usize, done: &mut Move) -> usize {
        let (blocks, data, dofs) = (&self.blocks[first..], &self.data[..], &self.dofs[..]);
        let (lam, before, y) = (&mut self.lam[..], &self.lam_before[..], &mut self.y[..]);
        let kind = discriminant(&blocks[0].kind);
        let rows = if ROWS == 0 { blocks[0].rows } else { ROWS };
        let (mut sum, mut visited) = (*done, 0);
        for block in blocks {
            if block.rows != rows || discriminant(&block.kind) != kind {
                break;
            }
            visited += 1;
            let at = block.first_row..block.first_row + rows;
            let visit = Visit::of(block, rows, data, dofs);
            visit.relax::<S>(rows, &mut lam[at.clone()], &before[at], y, &mut sum);
        }
        *done = sum;
        first + visited
    }

    /// Makes y from the forces and finds the largest |c|/tol.
    fn judge(&mut self, report: &mut SweepReport) {
        self.y.fill(0.0);
        for block in &self.blocks {
            let mut change = [0.0; MAX_ROWS];
            for (i, change) in change.iter_mut().enumerate().take(block.rows) {
                *change = self.lam[block.first_row + i] - self.lam_start[block.first_row + i];
            }
            let visit = Visit::of(block, block.rows, &self.data, &self.dofs);
            visit.push(block.rows, &change, &mut self.y);
        }
        report.ratio = 0.0;
        for block in &self.blocks {
            let mut lam = [0.0; MAX_ROWS];
            lam[..block.rows].copy_from_slice(&self.lam[block.first_row..block.first_row + block.rows]);
            let visit = Visit::of(block, block.rows, &self.data, &self.dofs);
            let g = visit.values(block.rows, &self.y);
            report.ratio = worse(report.ratio, visit.ratio(block.rows, &g, &lam));
        }
        report.checks += 1;
    }
}

/// x ← x + β (x − before), before ← x.
fn extrapolate(beta: f64, x: &mut [f64], before: &mut [f64]) {
    for (x, before) in x.iter_mut().zip(before) {
        let now = *x;
        *x += beta * (now - *before);
        *before = now;
    }
}

/// The larger one; what is not a number stays.
#[inline]
fn worse(a: f64, b: f64) -> f64 {
    if b > a || b.is_nan() { b } else { a }
}

/// The numbers of one block.
struct Visit<'a> {
    local: Local<'a>,
    dofs: &'a [u32],
    jt: &'a [f64],
    g: &'a [f64],
    p: &'a [f64],
    inverse_tol: &'a [f64],
}

impl<'a> Visit<'a> {
    /// The numbers of a block with this many rows.
    #[inline(always)]
    fn of(block: &'a Block, rows: usize, data: &'a [f64], dofs: &'a [u32]) -> Self {
        let (jt, rest) = data[block.first..].split_at(rows * block.dofs);
        let (w, rest) = rest.split_at(rows * rows);
        let (inverse, rest) = rest.split_at(rows * rows);
        let (g, rest) = rest.split_at(rows);
        let (p, rest) = rest.split_at(rows);
        let local = Local { law: &block.law, kind: block.kind, rows, w, inverse };
        let dofs = &dofs[block.first_dof..block.first_dof + block.dofs];
        Self { local, dofs, jt, g, p, inverse_tol: &rest[..rows] }
    }

    /// g₀ + G (y − y₀).
    #[inline(always)]
    fn values(&self, rows: usize, y: &[f64]) -> Rows {
        let mut g = [0.0; MAX_ROWS];
        g[..rows].copy_from_slice(&self.g[..rows]);
        for (column, &dof) in self.jt.chunks_exact(rows).zip(self.dofs) {
            let y = y[dof as usize];
            (0..rows).for_each(|i| g[i] += column[i] * y);
        }
        g
    }

    /// Largest |c|/tol.
    #[inline(always)]
    fn ratio(&self, rows: usize, g: &Rows, lam: &Rows) -> f64 {
        let mut xi = *lam;
        (0..rows).for_each(|i| xi[i] -= self.p[i] * g[i]);
        self.local.law.admit(&mut xi[..rows], self.p);
        let mut ratio = 0.0;
        (0..rows).for_each(|i| ratio = worse(ratio, ((xi[i] - lam[i]) / self.p[i] * self.inverse_tol[i]).abs()));
        ratio
    }

    /// y ← y + Gᵀ change.
    #[inline(always)]
    fn push(&self, rows: usize, change: &Rows, y: &mut [f64]) {
        for (column, &dof) in self.jt.chunks_exact(rows).zip(self.dofs) {
            let mut moved = 0.0;
            (0..rows).for_each(|i| moved += column[i] * change[i]);
            y[dof as usize] += moved;
        }
    }

    /// Solves the block and moves its degrees of freedom.
    #[inline(always)]
    fn relax<S: Solver>(self, rows: usize, lam: &mut [f64], before: &[f64], y: &mut [f64], done: &mut Move) {
        let mut old = [0.0; MAX_ROWS];
        old[..rows].copy_from_slice(&lam[..rows]);
        let g = self.values(rows, y);
        let new = S::solve(&self.local, &g, &old);
        if new == old {
            return;
        }
        let mut change = [0.0; MAX_ROWS];
        for i in 0..rows {
            change[i] = new[i] - old[i];
            lam[i] = new[i];
            let weighted = self.local.w[i * rows + i] * change[i];
            done.length2 += weighted * change[i];
            done.along += weighted * (new[i] - before[i]);
            done.ratio = worse(done.ratio, (weighted * self.inverse_tol[i]).abs());
        }
        self.push(rows, &change, y);
    }
}
