//! Placing an iterate of a problem.

use super::super::state::State;
use super::Known;
use crate::model::Kinematics;
use crate::system::{Assembly, Island, Level, Stage, Weights, Work};

/// x = y − x₀, v = v₀ + y, q = q_n ∘ exp(Ψ₀ + c y); Ψ₀ has the share of W. Where two problems are one, x and Ψ also depend on the unknown
/// of the other.
pub(super) struct AffineStage<'a> {
    pub known: &'a Known,
    pub start: &'a State,
    pub level: Level,
}

impl Stage for AffineStage<'_> {
    fn weights(&self) -> Weights {
        Weights { m: self.known.m, v: 1.0, q: self.known.c, s: self.known.s }
    }

    fn level(&self) -> Level {
        self.level
    }

    fn place(&self, system: Assembly, island: &Island, work: &mut Work) -> bool {
        let Known { x, v, psi, c, m, .. } = self.known;
        for range in &island.dofs {
            for i in range.clone() {
                let y = work.y[i];
                work.x[i] = m * y - x[i];
                work.kin.v[i] = v[i] + y;
                work.psi[i] = psi[i] + c * y;
            }
        }
        if let Some([m, c]) = self.known.beside {
            for i in island.each_dof() {
                work.x[i] += m * work.beside[i];
                work.psi[i] += c * work.beside[i];
            }
        }
        // Where the configuration does not depend on y it is placed already.
        if self.known.moves() {
            system.displace(island, &self.start.kin.frames, &work.psi, &mut work.kin.frames);
        }
        self.known.moves()
    }

    fn beside(&self) -> Option<Weights> {
        self.known.beside.map(|[m, q]| Weights { m, v: 0.0, q, s: self.known.s })
    }

    fn mass_mean(&self) -> (f64, Option<&Kinematics>) {
        (self.known.mass, (self.known.mass != 1.0).then_some(&self.start.kin))
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.psi
    }
}
