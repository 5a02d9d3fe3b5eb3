//! Placing an iterate of a problem.

use super::super::state::State;
use super::Known;
use crate::model::Kinematics;
use crate::system::{Assembly, Island, Level, Stage, Weights, Work};

/// x = y − x₀, v = v₀ + y, q = q_n ∘ exp(Ψ₀ + c y); Ψ₀ has the share of W.
pub(super) struct AffineStage<'a> {
    pub known: &'a Known,
    pub start: &'a State,
    pub level: Level,
}

impl Stage for AffineStage<'_> {
    fn weights(&self) -> Weights {
        Weights { m: 1.0, v: 1.0, q: self.known.c, s: self.known.s }
    }

    fn level(&self) -> Level {
        self.level
    }

    fn place(&self, system: Assembly, island: &Island, work: &mut Work) -> bool {
        let Known { x, v, psi, c, .. } = self.known;
        for range in &island.dofs {
            for i in range.clone() {
                let y = work.y[i];
                work.x[i] = y - x[i];
                work.kin.v[i] = v[i] + y;
                work.psi[i] = psi[i] + c * y;
            }
        }
        // Where the configuration does not depend on y it is placed already.
        if *c != 0.0 {
            system.displace(island, &self.start.kin.frames, &work.psi, &mut work.kin.frames);
        }
        *c != 0.0
    }

    fn mass_mean(&self) -> (f64, Option<&Kinematics>) {
        (self.known.mass, (self.known.mass != 1.0).then_some(&self.start.kin))
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.psi
    }
}
