//! Numbers that look random and are the same everywhere.

/// A linear congruence (Knuth's MMIX constants).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Seeds that follow each other give sequences that have nothing in common after the first number.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(2).wrapping_add(1))
    }

    /// Between −1 and 1.
    pub fn signed(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * 0.5 * (1.0 + self.signed())
    }

    /// One of 0, 1, … `count` − 1.
    pub fn below(&mut self, count: usize) -> usize {
        (self.between(0.0, count as f64) as usize).min(count.saturating_sub(1))
    }
}
