//! Momentum for the sweeps. With F one sweep and z the point it starts from,
//!
//! ```text
//! x_{k+1} = F(z_k),     z_{k+1} = x_{k+1} + β_k (x_{k+1} − x_k),     β_k = a/(a + 3),  a sweeps since the last restart
//! ```
//!
//! (Nesterov 1983). Momentum that does harm is dropped (a = 0): when the sweep moves against it, (x_{k+1} − z_k)·(x_{k+1} − x_k) < 0
//! (O'Donoghue & Candès 2015), when the length of the sweep's move grows, and when it has not shrunk for long. Without
//! momentum the iteration is Gauss–Seidel, so the safeguards cost speed, never convergence.

/// A move may be this many times as long (squared) as the shortest since the last restart.
const GROWTH: f64 = 3.0;

/// Sweeps in which the move need not get shorter.
const PATIENCE: usize = 40;

/// Sweeps without progress after which they may be held to go in circles.
const STALL: usize = 100;

/// What a sweep did, in the inner product Σ W_ii a_i b_i over all rows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Move {
    /// Largest W_ii |change of a force|/tol.
    pub ratio: f64,
    /// (x_{k+1} − z_k)·(x_{k+1} − z_k)
    pub length2: f64,
    /// (x_{k+1} − z_k)·(x_{k+1} − x_k)
    pub along: f64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Momentum {
    age: usize,
    /// Shortest move since the last restart, and how long ago.
    shortest: f64,
    since: usize,
    /// Length that a move has to be shorter than to count as progress, for how long none was, and the restarts before that.
    record: f64,
    idle: usize,
    restarts_before: usize,
    pub restarts: usize,
}

impl Momentum {
    pub fn new() -> Self {
        Self {
            age: 0,
            shortest: f64::INFINITY,
            since: 0,
            record: f64::INFINITY,
            idle: 0,
            restarts_before: 0,
            restarts: 0,
        }
    }

    /// β after a sweep.
    pub fn after(&mut self, sweep: &Move) -> f64 {
        self.since += 1;
        self.idle += 1;
        if sweep.length2 < self.record {
            (self.record, self.idle, self.restarts_before) = (0.5 * sweep.length2, 0, self.restarts);
        }
        if sweep.length2 < self.shortest {
            (self.shortest, self.since) = (sweep.length2, 0);
        }
        let harms = sweep.along < 0.0 || sweep.length2 > GROWTH * self.shortest || self.since > PATIENCE;
        if self.age > 0 && harms {
            (self.age, self.shortest, self.since) = (0, sweep.length2, 0);
            self.restarts += 1;
        }
        let age = self.age as f64;
        self.age += 1;
        age / (age + 3.0)
    }

    /// Starts anew for another kind of sweep.
    pub fn forget(&mut self) {
        *self = Self { restarts: self.restarts, restarts_before: self.restarts, ..Self::new() };
    }

    /// Whether the sweeps go in circles: they get nowhere though momentum was dropped again and again. Slow sweeps on a
    /// badly conditioned problem keep theirs.
    pub fn circles(&self) -> bool {
        self.idle > STALL && self.restarts - self.restarts_before > STALL / 20
    }
}
