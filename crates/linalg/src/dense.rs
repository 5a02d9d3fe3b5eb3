//! Dense LU with partial pivoting for small matrices (n = 3 … 40), on storage that is kept.
//!
//! Right-looking, blocked by panels of [`W`] = 4 columns (Golub & Van Loan, Matrix Computations, 4th ed., §3.2.11 and §3.4):
//!
//! ```text
//!     panel p:                    A(4p.., 4p..4p+4) = P L U          partial pivoting by columns
//!     each panel C right of it:   C := Pᵀ C,   C(block) := L(block)⁻¹ C(block),   C(below) −= L(below) C(block)
//! ```
//!
//! A panel is a sequence of 4 × 4 tiles. The matrix is padded to whole tiles by an identity block, so that no loop has a
//! remainder and padding never becomes a pivot of an unknown. L stays as it was when its panel ended (LINPACK convention):
//! the solution interleaves interchanges and panels. A NaN or infinite entry spreads to a whole column or survives to the last
//! pivot, so that the pivot test alone finds it.

use crate::Singular;

/// Width of a panel and size of a tile.
const W: usize = 4;
type Lane = [f64; W];
/// W columns of W rows.
type Tile = [Lane; W];

/// Factors P A = L U of the scaled matrix, L below the diagonal without its ones.
#[derive(Default)]
pub(crate) struct DenseLu {
    n: usize,
    /// Panel after panel, each with one tile per W rows.
    lu: Vec<Tile>,
    /// Row that was interchanged with row k.
    swaps: Vec<[usize; W]>,
    /// 1 / u_kk.
    inverse: Vec<Lane>,
    work: Vec<Lane>,
}

impl DenseLu {
    /// Factorises diag(scale) A diag(scale) of the column-major `a`.
    pub fn factor(&mut self, a: &[f64], scale: &[f64]) -> Result<(), Singular> {
        self.load(a, scale);
        let tiles = self.n.div_ceil(W);
        let mut rest = &mut self.lu[..];
        for p in 0..tiles {
            let (panel, right) = rest.split_at_mut(tiles);
            self.swaps[p] = factor_panel(panel, p, &mut self.inverse[p])?;
            for target in right.chunks_exact_mut(tiles) {
                interchange(target, &self.swaps[p], p);
                eliminate(&panel[p..], &mut target[p..]);
            }
            rest = right;
        }
        Ok(())
    }

    /// b := diag(scale) (LU)⁻¹ diag(scale) b.
    pub fn solve(&mut self, scale: &[f64], b: &mut [f64]) {
        if self.n == 0 {
            return;
        }
        let tiles = self.n.div_ceil(W);
        let x = self.work.as_flattened_mut();
        for ((x, b), s) in x.iter_mut().zip(&*b).zip(scale) {
            *x = b * s;
        }
        x[self.n..].fill(0.0);
        for (p, panel) in self.lu.chunks_exact(tiles).enumerate() {
            for (k, &row) in self.swaps[p].iter().enumerate() {
                self.work.as_flattened_mut().swap(p * W + k, row);
            }
            forward(&panel[p..], &mut self.work[p..]);
        }
        for (p, panel) in self.lu.chunks_exact(tiles).enumerate().rev() {
            backward(&panel[..=p], &self.inverse[p], &mut self.work[..=p]);
        }
        for ((b, x), s) in b.iter_mut().zip(self.work.as_flattened()).zip(scale) {
            *b = x * s;
        }
    }

    pub fn smallest_pivot(&self) -> f64 {
        let inverse = &self.inverse.as_flattened()[..self.n];
        1.0 / inverse.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
    }

    /// Memory of the factors.
    pub fn bytes(&self) -> usize {
        self.lu.capacity() * size_of::<Tile>()
    }

    /// Copies the scaled matrix into padded tiles.
    fn load(&mut self, a: &[f64], scale: &[f64]) {
        self.n = scale.len();
        let (n, tiles) = (self.n, self.n.div_ceil(W));
        self.lu.resize(tiles * tiles, [[0.0; W]; W]);
        self.swaps.resize(tiles, [0; W]);
        self.inverse.resize(tiles, [0.0; W]);
        self.work.resize(tiles, [0.0; W]);
        for j in 0..tiles * W {
            let panel = &mut self.lu[j / W * tiles..][..tiles];
            if j < n {
                load_column(panel, j % W, &a[j * n..][..n], scale, scale[j]);
            } else {
                panel.iter_mut().for_each(|tile| tile[j % W] = [0.0; W]);
                panel[tiles - 1][j % W][j % W] = 1.0;
            }
        }
    }
}

/// Column k of a panel := the column `a`, scaled and padded with zeros.
#[inline]
fn load_column(panel: &mut [Tile], k: usize, a: &[f64], scale: &[f64], column_scale: f64) {
    let (a_lanes, a_rest) = a.as_chunks::<W>();
    let (s_lanes, s_rest) = scale.as_chunks::<W>();
    for ((tile, a), s) in panel.iter_mut().zip(a_lanes).zip(s_lanes) {
        for i in 0..W {
            tile[k][i] = a[i] * (s[i] * column_scale);
        }
    }
    if let Some(tile) = panel.get_mut(a_lanes.len()) {
        tile[k] = [0.0; W];
        for ((x, a), s) in tile[k].iter_mut().zip(a_rest).zip(s_rest) {
            *x = a * (s * column_scale);
        }
    }
}

/// Applies the row interchanges of panel p to another.
#[inline]
fn interchange(target: &mut [Tile], swaps: &[usize; W], p: usize) {
    for (k, &row) in swaps.iter().enumerate() {
        if row != p * W + k {
            swap_rows(target, p * W + k, row);
        }
    }
}

#[inline(always)]
fn swap_rows(panel: &mut [Tile], i: usize, j: usize) {
    let values = panel[i / W].map(|column| column[i % W]);
    for k in 0..W {
        let x = std::mem::replace(&mut panel[j / W][k][j % W], values[k]);
        panel[i / W][k][i % W] = x;
    }
}

/// Applies L⁻¹ of a panel to the W columns of `target`; both start at the block on the diagonal.
#[inline(always)]
fn eliminate(panel: &[Tile], target: &mut [Tile]) {
    let (Some((l, l_below)), Some((x, x_below))) = (panel.split_first(), target.split_first_mut()) else {
        return;
    };
    for column in x.iter_mut() {
        *column = lower_solve(l, *column);
    }
    for (y, l) in x_below.iter_mut().zip(l_below) {
        for k in 0..W {
            y[k] = minus_product(y[k], l, x[k]);
        }
    }
}

/// Applies L⁻¹ of a panel to a vector; both start at the block on the diagonal.
#[inline]
fn forward(panel: &[Tile], target: &mut [Lane]) {
    if let (Some((l, l_below)), Some((x, x_below))) = (panel.split_first(), target.split_first_mut()) {
        *x = lower_solve(l, *x);
        for (y, l) in x_below.iter_mut().zip(l_below) {
            *y = minus_product(*y, l, *x);
        }
    }
}

/// Applies U⁻¹ of a panel to a vector; both end with the block on the diagonal.
#[inline]
fn backward(panel: &[Tile], inverse: &Lane, target: &mut [Lane]) {
    if let (Some((u, u_above)), Some((x, x_above))) = (panel.split_last(), target.split_last_mut()) {
        let x3 = x[3] * inverse[3];
        let x2 = (x[2] - u[3][2] * x3) * inverse[2];
        let x1 = (x[1] - u[3][1] * x3 - u[2][1] * x2) * inverse[1];
        let x0 = (x[0] - u[3][0] * x3 - u[2][0] * x2 - u[1][0] * x1) * inverse[0];
        *x = [x0, x1, x2, x3];
        for (y, u) in x_above.iter_mut().zip(u_above) {
            *y = minus_product(*y, u, *x);
        }
    }
}

/// L⁻¹ x with the unit lower triangle of a tile.
#[inline(always)]
fn lower_solve(l: &Tile, x: Lane) -> Lane {
    let x1 = x[1] - l[0][1] * x[0];
    let x2 = x[2] - l[0][2] * x[0] - l[1][2] * x1;
    let x3 = x[3] - l[0][3] * x[0] - l[1][3] * x1 - l[2][3] * x2;
    [x[0], x1, x2, x3]
}

/// y − T x.
#[inline(always)]
fn minus_product(y: Lane, t: &Tile, x: Lane) -> Lane {
    minus(minus(minus(minus(y, &t[0], x[0]), &t[1], x[1]), &t[2], x[2]), &t[3], x[3])
}

/// y − c x.
#[inline(always)]
fn minus(y: Lane, c: &Lane, x: f64) -> Lane {
    [y[0] - c[0] * x, y[1] - c[1] * x, y[2] - c[2] * x, y[3] - c[3] * x]
}

/// Factorises panel p in place; returns the row interchanges.
#[inline]
fn factor_panel(panel: &mut [Tile], p: usize, inverse: &mut Lane) -> Result<[usize; W], Singular> {
    let error = |k: usize| Singular { column: p * W + k };
    let panel = &mut panel[p..];
    let rows = [
        eliminate_own::<0>(panel, inverse).ok_or(error(0))?,
        eliminate_own::<1>(panel, inverse).ok_or(error(1))?,
        eliminate_own::<2>(panel, inverse).ok_or(error(2))?,
        eliminate_own::<3>(panel, inverse).ok_or(error(3))?,
    ];
    Ok(rows.map(|row| p * W + row))
}

/// Pivots column K of a panel and eliminates it from those right of it; the row of the pivot, counted from the block.
#[inline(always)]
fn eliminate_own<const K: usize>(panel: &mut [Tile], inverse: &mut Lane) -> Option<usize> {
    let row = largest::<K>(panel)?;
    if row != K {
        swap_rows(panel, K, row);
    }
    let (block, below) = panel.split_first_mut()?;
    let s = 1.0 / block[K][K];
    inverse[K] = s;
    for i in K + 1..W {
        block[K][i] *= s;
        for k in K + 1..W {
            block[k][i] -= block[K][i] * block[k][K];
        }
    }
    for tile in below {
        tile[K] = [tile[K][0] * s, tile[K][1] * s, tile[K][2] * s, tile[K][3] * s];
        for k in K + 1..W {
            tile[k] = minus(tile[k], &tile[K], block[k][K]);
        }
    }
    Some(row)
}

/// Row of the largest magnitude of column K from entry K on; none if that is zero or not finite.
#[inline(always)]
fn largest<const K: usize>(panel: &[Tile]) -> Option<usize> {
    let larger = |m: f64, x: f64| if x.abs() > m { x.abs() } else { m };
    let (block, below) = panel.split_first()?;
    let mut most = [0.0; W];
    for i in K..W {
        most[i] = larger(0.0, block[K][i]);
    }
    for tile in below {
        for i in 0..W {
            most[i] = larger(most[i], tile[K][i]);
        }
    }
    let most = larger(larger(most[0], most[1]), larger(most[2], most[3]));
    if !most.is_normal() {
        return None;
    }
    let is_most = |lane: &Lane, from: usize| (from..W).find(|&i| lane[i].abs() == most);
    is_most(&block[K], K)
        .or_else(|| below.iter().enumerate().find_map(|(t, tile)| Some((t + 1) * W + is_most(&tile[K], 0)?)))
}
