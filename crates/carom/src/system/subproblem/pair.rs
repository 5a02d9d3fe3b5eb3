//! Two problems of an island that are solved together, since each depends on the unknown of the other: the stages of a Runge–Kutta
//! method whose matrix has no real eigenvalues.
//!
//! With x_k = Σ m_kl y_l, Ψ_k = Σ q_kl y_l and v_k = v₀ + y_k the tangent has four parts, each made as that of one problem,
//!
//! ```text
//! | J(m₀₀, 1, q₀₀)   J(m₀₁, 0, q₀₁) |  | dy₀, dζ₀ |
//! | J(m₁₀, 0, q₁₀)   J(m₁₁, 1, q₁₁) |  | dy₁, dζ₁ |
//! ```
//!
//! where those off the diagonal have no columns for multipliers. Unknowns are those of the first problem, then those of the second.

use super::rescue::Rescue;
use super::{Solve, Stage, Subproblem, TINY_PIVOT};
use crate::system::profile::{Part, timed};
use linalg::{Factor, Matrix, Storage, choose_storage};
use nonsmooth::{Assessment, Problem};

/// The linear system of a pair.
pub struct Joined {
    matrix: Matrix,
    factor: Factor,
    scale: Vec<f64>,
    rhs: Vec<f64>,
    /// Structure and compliance of the two problems that it was made for.
    made_for: [(u64, f64); 2],
}

impl Default for Joined {
    fn default() -> Self {
        Self {
            matrix: Matrix::new(0, Storage::Dense),
            factor: Factor::new(),
            scale: Vec::new(),
            rhs: Vec::new(),
            made_for: [(0, 0.0); 2],
        }
    }
}

impl Joined {
    /// Forgets the factorisation.
    pub fn invalidate(&mut self) {
        self.factor.invalidate();
    }

    /// Follows the two problems, whose structure or compliance may be others than at the last solution.
    fn follow(&mut self, [a, b]: [&mut Subproblem; 2]) {
        let now = [&*a, &*b].map(|sub| (sub.matrix.structure_id(), if sub.regularised { sub.dual } else { 0.0 }));
        if now == self.made_for {
            return;
        }
        let size = a.size + b.size;
        if now.map(|(id, _)| id) != self.made_for.map(|(id, _)| id) {
            (a.shifts, b.shifts) = ([0, a.size as u32], [a.size as u32, 0]);
            self.matrix.reset(size, choose_storage(size, 2 * (a.nonzeros + b.nonzeros)));
            self.scale.resize(size, 1.0);
            self.rhs.resize(size, 0.0);
        }
        self.factor.invalidate();
        self.made_for = now;
    }
}

/// A pair of problems, as the Newton iteration sees it.
pub struct Pair<'a, S: Stage> {
    halves: [Solve<'a, S>; 2],
    joined: &'a mut Joined,
    /// Which of the two is farther from its solution.
    worse: usize,
}

impl<'a, S: Stage> Pair<'a, S> {
    pub fn new(halves: [Solve<'a, S>; 2], joined: &'a mut Joined) -> Self {
        let mut pair = Self { halves, joined, worse: 0 };
        pair.follow();
        pair
    }

    /// The problem that is farther from its solution.
    pub fn worse(&self) -> &Solve<'a, S> {
        &self.halves[self.worse]
    }

    pub fn is_sparse(&self) -> bool {
        self.joined.matrix.storage() == Storage::Sparse
    }

    pub fn invalidate(&mut self) {
        self.joined.invalidate();
    }

    fn follow(&mut self) {
        let [a, b] = &mut self.halves;
        self.joined.follow([&mut *a.sub, &mut *b.sub]);
    }

    /// Tells each problem the unknown of the other.
    fn exchange(&mut self) {
        let [a, b] = &mut self.halves;
        a.island.copy(&b.work.y, &mut a.work.beside);
        a.island.copy(&a.work.y, &mut b.work.beside);
    }

    fn factorise(&mut self) -> bool {
        let watch = self.is_sparse();
        timed(Part::Assembly, watch, || {
            self.joined.matrix.clear();
            for half in &mut self.halves {
                std::mem::swap(&mut half.sub.matrix, &mut self.joined.matrix);
                half.add_tangent();
                std::mem::swap(&mut half.sub.matrix, &mut self.joined.matrix);
            }
            self.joined.matrix.finish();
        });
        let Joined { matrix, factor, scale, .. } = &mut *self.joined;
        let (first, second) = scale.split_at_mut(self.halves[0].sub.size);
        first.copy_from_slice(&self.halves[0].sub.scale);
        second.copy_from_slice(&self.halves[1].sub.scale);
        timed(Part::Factorisation, watch, || factor.factor(matrix, scale).is_ok())
    }
}

impl<S: Stage> Problem for Pair<'_, S> {
    fn evaluate(&mut self) -> Assessment {
        self.exchange();
        if !self.joined.factor.is_valid() {
            self.halves.iter_mut().filter(|half| half.sub.regularised).for_each(Solve::update_scale);
        }
        let [a, b] = self.halves.each_mut().map(Solve::evaluate);
        self.worse = usize::from(!a.ratio.is_nan() && (b.ratio.is_nan() || b.ratio > a.ratio));
        let ratio = [a.ratio, b.ratio][self.worse];
        Assessment { ratio, pattern: a.pattern.wrapping_mul(1_000_003).wrapping_add(b.pattern) }
    }

    fn has_tangent(&self) -> bool {
        self.joined.factor.is_valid() && self.halves.iter().all(|half| half.sub.factor_pattern == half.sub.pattern)
    }

    fn refresh(&mut self) -> bool {
        self.halves.iter_mut().for_each(Solve::update_scale);
        if !self.halves[0].sub.regularised {
            if self.factorise() && self.joined.factor.smallest_pivot() > TINY_PIVOT {
                return true;
            }
            self.halves.iter_mut().for_each(|half| half.sub.regularise());
            self.follow();
        }
        self.factorise()
    }

    fn direction(&mut self) {
        self.halves.iter_mut().for_each(Solve::set_right_hand_side);
        let watch = self.is_sparse();
        let Joined { factor, rhs, .. } = &mut *self.joined;
        let (first, second) = rhs.split_at_mut(self.halves[0].sub.size);
        first.copy_from_slice(&self.halves[0].sub.rhs);
        second.copy_from_slice(&self.halves[1].sub.rhs);
        timed(Part::Solution, watch, || factor.solve(rhs));
        let (first, second) = rhs.split_at(self.halves[0].sub.size);
        self.halves[0].sub.rhs.copy_from_slice(first);
        self.halves[1].sub.rhs.copy_from_slice(second);
    }

    fn step(&mut self, fraction: f64) {
        self.halves.iter_mut().for_each(|half| half.step(fraction));
    }

    fn direction_is_negligible(&self) -> bool {
        self.halves.iter().all(Solve::direction_is_negligible)
    }

    fn is_compromise(&self) -> bool {
        self.halves.iter().any(Solve::is_compromise)
    }
}

impl<S: Stage> Rescue for Pair<'_, S> {
    fn has_contacts(&self) -> bool {
        self.halves[0].has_contacts()
    }

    fn target_compliance(&self) -> f64 {
        self.halves.each_ref().map(Solve::target_compliance).into_iter().fold(0.0, f64::max)
    }

    fn clear(&mut self) {
        self.halves.iter_mut().for_each(Solve::clear);
    }

    fn soften(&mut self, size: f64) {
        self.halves.iter_mut().for_each(|half| half.soften(size));
        self.follow();
    }
}
