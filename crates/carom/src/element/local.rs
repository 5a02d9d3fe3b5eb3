//! A small dense matrix over the components of an element's nodes.

use crate::{Mat3, Vec3};

/// Row-major square matrix, six rows and columns a node, (linear, angular), or three, (linear).
#[derive(Clone, Debug, Default)]
pub struct LocalMatrix {
    n: usize,
    width: usize,
    a: Vec<f64>,
}

impl LocalMatrix {
    /// Sets the size to `nodes` nodes of `width` (6 or 3) components and all entries to zero; allocates only when it grows.
    pub fn reset(&mut self, nodes: usize, width: usize) {
        self.n = width * nodes;
        self.width = width;
        self.a.clear();
        self.a.resize(self.n * self.n, 0.0);
    }

    pub fn n(&self) -> usize {
        self.n
    }

    /// Components of a node: 6, or 3 where rotations take no part.
    pub fn width(&self) -> usize {
        self.width
    }

    pub fn as_slice(&self) -> &[f64] {
        &self.a
    }

    pub fn as_mut_slice(&mut self) -> &mut [f64] {
        &mut self.a
    }

    pub fn add(&mut self, i: usize, j: usize, x: f64) {
        self.a[i * self.n + j] += x;
    }

    pub fn get(&self, i: usize, j: usize) -> f64 {
        self.a[i * self.n + j]
    }

    /// Row `i`.
    pub fn row(&self, i: usize) -> &[f64] {
        &self.a[i * self.n..(i + 1) * self.n]
    }

    pub fn set(&mut self, i: usize, j: usize, x: f64) {
        self.a[i * self.n + j] = x;
    }

    /// Adds a 3×3 block at block row `i`, block column `j` (two blocks a node of six components, one of three).
    pub fn add_block(&mut self, i: usize, j: usize, m: &Mat3) {
        for r in 0..3 {
            for c in 0..3 {
                self.a[(3 * i + r) * self.n + 3 * j + c] += m[(r, c)];
            }
        }
    }

    /// Adds `s` times the outer product of two vectors of 3-blocks.
    pub fn add_outer(&mut self, s: f64, rows: &[Vec3], columns: &[Vec3]) {
        for (i, r) in rows.iter().enumerate() {
            for (j, c) in columns.iter().enumerate() {
                self.add_block(i, j, &(r * c.transpose() * s));
            }
        }
    }

    /// Multiplies the angular columns of node `k`, if there are any, by a 3×3 matrix from the right.
    pub fn times_angular(&mut self, k: usize, map: &Mat3) {
        if self.width < 6 {
            return;
        }
        for row in self.a.chunks_exact_mut(self.n.max(1)) {
            let at = &mut row[6 * k + 3..6 * k + 6];
            let v = map.transpose() * Vec3::new(at[0], at[1], at[2]);
            at.copy_from_slice(v.as_slice());
        }
    }
}
