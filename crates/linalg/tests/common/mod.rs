//! Matrices for the tests and the benchmark: random ones and saddle chains, and the residual to judge a solution with.
#![allow(dead_code)]

use linalg::{Matrix, Storage};

/// Uniform numbers in [-1, 1) (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

pub fn vector(n: usize, random: &mut Random) -> Vec<f64> {
    (0..n).map(|_| random.next()).collect()
}

/// Adds of a chain of `links` links: 4 coordinates with an unsymmetric block S, 2 multipliers that tie the link to the one before,
/// and with `springs` a coupling of S with the link before. n = 6 · links; the multipliers have no diagonal entry.
pub fn chain(links: usize, springs: bool, random: &mut Random, mut add: impl FnMut(u32, u32, f64)) {
    for link in 0..links as u32 {
        let (here, before) = (6 * link, (6 * link).wrapping_sub(6));
        for i in 0..4 {
            for j in 0..4 {
                add(here + i, here + j, if i == j { 4.0 } else { 0.5 } + 0.1 * random.next());
                if springs && link > 0 {
                    add(here + i, before + j, 0.3 * random.next());
                    add(before + i, here + j, 0.3 * random.next());
                }
            }
        }
        for c in here + 4..here + 6 {
            for body in [here, before].into_iter().take(1 + usize::from(link > 0)) {
                for j in body..body + 4 {
                    let g = random.next();
                    add(c, j, g);
                    add(j, c, g * (1.0 + 0.1 * random.next()));
                }
            }
        }
    }
}

pub fn assemble_chain(a: &mut Matrix, links: usize, springs: bool, seed: u64) {
    a.clear();
    chain(links, springs, &mut Random(seed), |i, j, x| a.add(i, j, x));
    a.finish();
}

pub fn chain_matrix(links: usize, springs: bool, storage: Storage) -> Matrix {
    let mut a = Matrix::new(6 * links, storage);
    assemble_chain(&mut a, links, springs, 1);
    a
}

/// ‖A x − b‖ / (a ‖x‖ + ‖b‖) in the maximum norm, with the largest entry a of (up to 200 columns of) A, at most ‖A‖.
pub fn backward_error(a: &Matrix, x: &[f64], b: &[f64]) -> f64 {
    let mut r = vec![0.0; a.n()];
    a.mul(x, &mut r);
    r.iter_mut().zip(b).for_each(|(r, b)| *r -= b);
    let mut entry = 0.0_f64;
    let mut e = vec![0.0; a.n()];
    let mut column = vec![0.0; a.n()];
    for j in 0..a.n().min(200) {
        e[j] = 1.0;
        a.mul(&e, &mut column);
        e[j] = 0.0;
        entry = entry.max(largest(&column));
    }
    largest(&r) / (entry * largest(x) + largest(b))
}

pub fn largest(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |m, x| if x.abs() <= m { m } else { x.abs() })
}
