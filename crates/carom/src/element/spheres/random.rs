//! Random numbers that are the same on every machine: SplitMix64 (Steele, Lea, Flood 2014).

#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform between two numbers; multiples of 2⁻⁵³ of their distance.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.next() >> 11) as f64 / (1u64 << 53) as f64;
        low + (high - low) * unit
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    /// The first numbers of the reference implementation for the seed 1234567.
    #[test]
    fn numbers_are_those_of_the_reference() {
        let mut random = Random::new(1_234_567);
        let first = [random.next(), random.next(), random.next()];
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
