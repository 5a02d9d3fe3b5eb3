//! Dense LU with partial pivoting for small matrices (n = 3 … 40), on storage that is kept.
//!
//! Right-looking, blocked by panels of [`W`] = 4 columns (Golub & Van Loan, Matrix Computations, 4th ed., §3.4 and §3.2.11):
//!
//! ```text
//!     panel p:       A(4p.., 4p..4p+4) = P L U            partial pivoting by columns
//!     each column c right of it:   c := Pᵀ c,   c(block) := L(block)⁻¹ c(block),   c(below) −= L(below) c(block)
//! ```
//!
//! A column is a sequence of lanes `[f64; 4]`, padded with rows of zeros and the matrix with columns of the identity, so that
//! no loop has a remainder, padding never becomes a pivot of an unknown, and the rank-4 updates run over whole lanes.
//! L is kept as it was when its panel ended (LINPACK convention): the solution interleaves interchanges and panels.
//! A NaN or infinite entry spreads to a whole column or survives to the last pivot, so that the pivot test alone finds it.

use crate::Singular;

/// Width of a lane and of a panel.
const W: usize = 4;
type Lane = [f64; W];

/// Factors P A = L U of the scaled matrix, L below the diagonal without its ones.
#[derive(Default)]
pub(crate) struct DenseLu {
    n: usize,
    /// Column-major, `n.div_ceil(W)` lanes in each of as many panels of W columns.
    lu: Vec<Lane>,
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
        let lanes = self.n.div_ceil(W);
        for p in 0..lanes {
            let (done, right) = self.lu.split_at_mut((p + 1) * W * lanes);
            let panel = &mut done[p * W * lanes..];
            self.swaps[p] = factor_panel(panel, p, &mut self.inverse[p])?;
            let swaps = &self.swaps[p];
            let panel = Panel::new(panel, p);
            for column in right.chunks_exact_mut(lanes) {
                panel.eliminate(column, p, swaps);
            }
        }
        Ok(())
    }

    /// b := diag(scale) (LU)⁻¹ diag(scale) b.
    pub fn solve(&mut self, scale: &[f64], b: &mut [f64]) {
        let lanes = self.n.div_ceil(W);
        let x = self.work.as_flattened_mut();
        for ((x, b), s) in x.iter_mut().zip(&*b).zip(scale) {
            *x = b * s;
        }
        x[self.n..].fill(0.0);
        for (p, panel) in self.lu.chunks_exact(W * lanes).enumerate() {
            Panel::new(panel, p).eliminate(&mut self.work, p, &self.swaps[p]);
        }
        for (p, panel) in self.lu.chunks_exact(W * lanes).enumerate().rev() {
            back_substitute(panel, p, &self.inverse[p], &mut self.work);
        }
        for ((b, x), s) in b.iter_mut().zip(self.work.as_flattened()).zip(scale) {
            *b = x * s;
        }
    }

    pub fn smallest_pivot(&self) -> f64 {
        let inverse = &self.inverse.as_flattened()[..self.n];
        1.0 / inverse.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
    }

    /// Copies the scaled matrix into padded lanes.
    fn load(&mut self, a: &[f64], scale: &[f64]) {
        self.n = scale.len();
        let (n, lanes) = (self.n, self.n.div_ceil(W));
        self.lu.resize(lanes * W * lanes, [0.0; W]);
        self.swaps.resize(lanes, [0; W]);
        self.inverse.resize(lanes, [0.0; W]);
        self.work.resize(lanes, [0.0; W]);
        if n == 0 {
            return;
        }
        let mut columns = self.lu.chunks_exact_mut(lanes);
        for ((from, sj), to) in a.chunks_exact(n).zip(scale).zip(&mut columns) {
            to[lanes - 1] = [0.0; W];
            for ((to, a), si) in to.as_flattened_mut().iter_mut().zip(from).zip(scale) {
                *to = a * (si * sj);
            }
        }
        for k in n..lanes * W {
            let column = &mut self.lu[k * lanes..][..lanes];
            column.fill([0.0; W]);
            column[lanes - 1][k % W] = 1.0;
        }
    }
}

/// A factorised panel: its block on the diagonal and the lanes below, by columns.
struct Panel<'a> {
    block: [&'a Lane; W],
    below: [&'a [Lane]; W],
}

impl<'a> Panel<'a> {
    fn new(panel: &'a [Lane], p: usize) -> Self {
        let lanes = panel.len() / W;
        let column = |k: usize| &panel[k * lanes..][..lanes];
        Panel {
            block: [0, 1, 2, 3].map(|k| &column(k)[p]),
            below: [0, 1, 2, 3].map(|k| &column(k)[p + 1..]),
        }
    }

    /// Applies the interchanges and L⁻¹ of panel p to a column.
    #[inline]
    fn eliminate(&self, column: &mut [Lane], p: usize, swaps: &[usize; W]) {
        let flat = column.as_flattened_mut();
        for (k, &row) in swaps.iter().enumerate() {
            flat.swap(p * W + k, row);
        }
        let (head, tail) = column.split_at_mut(p + 1);
        let [l0, l1, l2, _] = self.block;
        let [x0, mut x1, mut x2, mut x3] = head[p];
        x1 -= l0[1] * x0;
        x2 = x2 - l0[2] * x0 - l1[2] * x1;
        x3 = x3 - l0[3] * x0 - l1[3] * x1 - l2[3] * x2;
        head[p] = [x0, x1, x2, x3];
        subtract(tail, self.below, head[p]);
    }
}

/// y −= columns · x, a rank-4 update over whole lanes.
#[inline]
fn subtract(y: &mut [Lane], columns: [&[Lane]; W], x: Lane) {
    let [c0, c1, c2, c3] = columns;
    for ((((y, c0), c1), c2), c3) in y.iter_mut().zip(c0).zip(c1).zip(c2).zip(c3) {
        for i in 0..W {
            y[i] = y[i] - c0[i] * x[0] - c1[i] * x[1] - c2[i] * x[2] - c3[i] * x[3];
        }
    }
}

/// x(block) := U(block)⁻¹ x(block), x(above) −= U(above) x(block).
fn back_substitute(panel: &[Lane], p: usize, inverse: &Lane, x: &mut [Lane]) {
    let lanes = panel.len() / W;
    let column = |k: usize| &panel[k * lanes..][..=p];
    let [u1, u2, u3] = [1, 2, 3].map(|k| &column(k)[p]);
    let (above, block) = x.split_at_mut(p);
    let [x0, x1, x2, x3] = &mut block[0];
    *x3 *= inverse[3];
    *x2 = (*x2 - u3[2] * *x3) * inverse[2];
    *x1 = (*x1 - u3[1] * *x3 - u2[1] * *x2) * inverse[1];
    *x0 = (*x0 - u3[0] * *x3 - u2[0] * *x2 - u1[0] * *x1) * inverse[0];
    subtract(above, [0, 1, 2, 3].map(|k| &column(k)[..p]), block[0]);
}

/// Factorises the four columns of panel p in place; returns the row interchanges.
fn factor_panel(panel: &mut [Lane], p: usize, inverse: &mut Lane) -> Result<[usize; W], Singular> {
    let lanes = panel.len() / W;
    let mut swaps = [0; W];
    for k in 0..W {
        let (pivot, row) = largest(&panel[k * lanes + p..(k + 1) * lanes], k);
        if !(pivot > 0.0 && pivot < f64::INFINITY) {
            return Err(Singular { column: p * W + k });
        }
        swaps[k] = p * W + row;
        for column in panel.chunks_exact_mut(lanes) {
            column.as_flattened_mut().swap(p * W + k, swaps[k]);
        }
        let (done, right) = panel.split_at_mut((k + 1) * lanes);
        let l = &mut done[k * lanes + p..];
        inverse[k] = 1.0 / l[0][k];
        scale_below(l, k, inverse[k]);
        for column in right.chunks_exact_mut(lanes) {
            subtract_column(&mut column[p..], l, k);
        }
    }
    Ok(swaps)
}

/// Largest magnitude of a column from entry k on, and its first place.
#[inline]
fn largest(column: &[Lane], k: usize) -> (f64, usize) {
    let larger = |m: f64, x: f64| if x.abs() > m { x.abs() } else { m };
    let mut most = [0.0; W];
    most[0] = column[0][k..].iter().fold(0.0, |m, x| larger(m, *x));
    for lane in &column[1..] {
        for i in 0..W {
            most[i] = larger(most[i], lane[i]);
        }
    }
    let most = most.into_iter().fold(0.0, larger);
    let place = column.as_flattened()[k..].iter().position(|x| x.abs() == most);
    (most, place.map_or(k, |i| i + k))
}

/// Multiplies a column after entry k with `s`.
#[inline]
fn scale_below(column: &mut [Lane], k: usize, s: f64) {
    let (first, rest) = column.split_at_mut(1);
    first[0][k + 1..].iter_mut().for_each(|x| *x *= s);
    rest.as_flattened_mut().iter_mut().for_each(|x| *x *= s);
}

/// column −= l · column[k] after entry k.
#[inline]
fn subtract_column(column: &mut [Lane], l: &[Lane], k: usize) {
    let u = column[0][k];
    let (first, rest) = column.split_at_mut(1);
    for i in k + 1..W {
        first[0][i] -= l[0][i] * u;
    }
    for (x, l) in rest.as_flattened_mut().iter_mut().zip(l[1..].as_flattened()) {
        *x -= l * u;
    }
}
