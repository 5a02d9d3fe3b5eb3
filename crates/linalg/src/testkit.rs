//! Matrices for the tests and the benchmark: random ones and saddle chains, and the residual to judge a solution with.

use crate::{Matrix, Storage};

/// Uniform numbers in [-1, 1) (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// A vector of random numbers.
pub fn vector(n: usize, random: &mut Random) -> Vec<f64> {
    (0..n).map(|_| random.number()).collect()
}

/// Adds of a chain of `links` links: 4 coordinates with an unsymmetric block S, 2 multipliers that tie the link to the one before,
/// and with `springs` a coupling of S with the link before. n = 6 · links; the multipliers have no diagonal entry.
pub fn chain(links: usize, springs: bool, random: &mut Random, mut add: impl FnMut(u32, u32, f64)) {
    for link in 0..links as u32 {
        let (here, before) = (6 * link, (6 * link).wrapping_sub(6));
        for i in 0..4 {
            for j in 0..4 {
                add(here + i, here + j, if i == j { 4.0 } else { 0.5 } + 0.1 * random.number());
                if springs && link > 0 {
                    add(here + i, before + j, 0.3 * random.number());
                    add(before + i, here + j, 0.3 * random.number());
                }
            }
        }
        for c in here + 4..here + 6 {
            for body in [here, before].into_iter().take(1 + usize::from(link > 0)) {
                for j in body..body + 4 {
                    let g = random.number();
                    add(c, j, g);
                    add(j, c, g * (1.0 + 0.1 * random.number()));
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

/// A cube of e³ hexahedra: K − σ M of an elastic network on the stencil of trilinear elements, with rows that tie it.
#[derive(Clone, Copy, Debug)]
pub struct Cube {
    pub elements: usize,
    /// Shift σ in K − σ M; K has eigenvalues of order 1 and M = I.
    pub shift: f64,
    /// Relative size of random unsymmetric changes of K.
    pub noise: f64,
    /// Ties the nodes of the face x = 0 to a foot of 6 unknowns by 3 multipliers each, as a rigid patch does.
    pub tied: bool,
    /// Gives every second node of the face z = 0 that is not tied a contact that slips: the multiplier acts along n + μ t, the row is n.
    pub slipping: bool,
}

impl Cube {
    pub fn elastic(elements: usize) -> Self {
        Cube { elements, shift: -0.01, noise: 0.0, tied: false, slipping: false }
    }

    pub fn saddle(elements: usize) -> Self {
        Cube { tied: true, slipping: true, noise: 0.1, ..Cube::elastic(elements) }
    }

    pub fn size(&self) -> usize {
        let side = self.elements + 1;
        3 * side.pow(3)
            + if self.tied { 6 + 3 * side.pow(2) } else { 0 }
            + if self.slipping { (side.pow(2) - side).div_ceil(2) } else { 0 }
    }

    pub fn matrix(&self, seed: u64) -> Matrix {
        let mut a = Matrix::new(self.size(), Storage::Sparse);
        self.assemble(&mut a, seed);
        a
    }

    pub fn assemble(&self, a: &mut Matrix, seed: u64) {
        a.clear();
        self.adds(&mut Random(seed), |i, j, x| a.add(i, j, x));
        a.finish();
    }

    fn adds(&self, random: &mut Random, mut add: impl FnMut(u32, u32, f64)) {
        let side = self.elements + 1;
        let number = |[x, y, z]: [usize; 3]| ((x * side + y) * side + z) as u32;
        let near = |x: usize| x.saturating_sub(1)..(x + 2).min(side);
        for node in 0..side.pow(3) {
            let [x, y, z] = [node / side / side, node / side % side, node % side];
            (0..3).for_each(|i| add(3 * node as u32 + i, 3 * node as u32 + i, -self.shift));
            for other in near(x).flat_map(|x| near(y).flat_map(move |y| near(z).map(move |z| [x, y, z]))) {
                if number(other) < node as u32 {
                    let d = [x as f64 - other[0] as f64, y as f64 - other[1] as f64, z as f64 - other[2] as f64];
                    self.spring(node as u32, number(other), d, random, &mut add);
                }
            }
        }
        let mut row = 3 * side.pow(3) as u32;
        if self.tied {
            row = tie(side, row, random, &mut add);
        }
        if self.slipping {
            slip(side, row, &mut add);
        }
    }

    /// Spring along d with some shear stiffness between two nodes.
    fn spring(&self, a: u32, b: u32, d: [f64; 3], random: &mut Random, add: &mut impl FnMut(u32, u32, f64)) {
        let square: f64 = d.iter().map(|d| d * d).sum();
        for i in 0..3 {
            for j in 0..3 {
                let k = (d[i as usize] * d[j as usize] + if i == j { 0.3 } else { 0.0 }) / square / 8.0;
                for (p, q, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
                    add(3 * p + i, 3 * q + j, sign * k * (1.0 + self.noise * random.number()));
                }
            }
        }
    }
}

/// u − φ(foot) = 0 for the nodes x = 0, which are numbered first; returns the next free row.
fn tie(side: usize, foot: u32, random: &mut Random, add: &mut impl FnMut(u32, u32, f64)) -> u32 {
    (foot..foot + 6).for_each(|i| add(i, i, 2.0));
    let mut row = foot + 6;
    for node in 0..side.pow(2) as u32 {
        for i in 0..3 {
            for (dof, g) in [(3 * node + i, 1.0)].into_iter().chain((foot..foot + 6).map(|f| (f, random.number()))) {
                add(row, dof, -g);
                add(dof, row, -g);
            }
            row += 1;
        }
    }
    row
}

fn slip(side: usize, mut row: u32, add: &mut impl FnMut(u32, u32, f64)) {
    for node in (side..side.pow(2)).step_by(2) {
        let dof = 3 * (node * side) as u32;
        add(row, dof + 2, -1.0);
        for (direction, force) in [(0, -0.3), (1, 0.1), (2, -1.0)] {
            add(dof + direction, row, force);
        }
        row += 1;
    }
}

/// Nodes of `dofs` unknowns on a grid, each coupled with its up to eight neighbours: a beam if `ny` = 1, a plate otherwise.
pub fn grid(nx: usize, ny: usize, dofs: usize) -> Matrix {
    let mut a = Matrix::new(nx * ny * dofs, Storage::Sparse);
    let mut random = Random(1);
    let near = |x: usize, n: usize| x.saturating_sub(1)..(x + 2).min(n);
    for (x, y) in (0..nx).flat_map(|x| (0..ny).map(move |y| (x, y))) {
        for (u, v) in near(x, nx).flat_map(|u| near(y, ny).map(move |v| (u, v))) {
            for (i, j) in (0..dofs).flat_map(|i| (0..dofs).map(move |j| (i, j))) {
                let dominant = if (x, y, i) == (u, v, j) { 9.0 * dofs as f64 } else { 0.0 };
                let number = |x: usize, y: usize, i: usize| ((x * ny + y) * dofs + i) as u32;
                a.add(number(x, y, i), number(u, v, j), dominant + random.number());
            }
        }
    }
    a.finish();
    a
}
