//! Product of blocks of one front, compiled for AVX2 and FMA where the processor has them.
//!
//! A front is a square matrix F in column-major order. With pivots p, rows r and columns c that lie right of p,
//!
//! ```text
//!     F(r, c) −= F(r, p) F(p, c)
//! ```
//!
//! F(r, p) is packed into strips of [`MR`] rows and F(p, c) into strips of [`NR`] columns, whose product the registers hold
//! (K. Goto, R. van de Geijn, Anatomy of high-performance matrix multiplication, ACM Trans. Math. Softw. 34 (2008)). The crate
//! `matrixmultiply` is slower, `gemm` within 15 % either way (table in `src/choose.rs`); both allocate in every call.
//!
//! FMA rounds once where other processors round twice: the bits of a solution depend on the processor, never on the history.

use std::ops::Range;

/// Rows and columns of the tile that is held in registers: 12 of the 16 vectors of AVX2.
const MR: usize = 8;
const NR: usize = 6;
/// Depth of a packed block; MC × KC numbers stay in the second-level cache, KC × NC in the third.
const KC: usize = 256;
const MC: usize = 12 * MR;
const NC: usize = 85 * NR;

/// Room for one packed block of each operand.
#[derive(Default)]
pub(super) struct Packing {
    a: Vec<[f64; MR]>,
    b: Vec<[f64; NR]>,
}

impl Packing {
    pub fn prepare(&mut self) {
        self.a.resize(KC * MC / MR, [0.0; MR]);
        self.b.resize(KC * NC / NR, [0.0; NR]);
    }

    pub fn bytes(&self) -> usize {
        size_of_val(&self.a[..]) + size_of_val(&self.b[..])
    }
}

/// a b + c, rounded once if the processor does that in one instruction.
#[inline(always)]
pub(super) fn multiply_add<const FMA: bool>(a: f64, b: f64, c: f64) -> f64 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

/// Compiles the body twice, for AVX2 with FMA and for any processor, and chooses when it is called. What the body calls in
/// its loops must be `inline(always)`: a named closure is compiled apart, without the features.
macro_rules! dispatched {
    ($(#[$doc:meta])* pub fn $name:ident<const $fma:ident: bool>($($arg:ident: $type:ty),* $(,)?) $(-> $result:ty)? $body:block) => {
        $(#[$doc])*
        #[inline]
        pub(super) fn $name($($arg: $type),*) $(-> $result)? {
            #[inline(always)]
            fn compiled<const $fma: bool>($($arg: $type),*) $(-> $result)? $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            fn avx2($($arg: $type),*) $(-> $result)? {
                compiled::<true>($($arg),*)
            }

            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                // SAFETY: the processor has both features.
                return unsafe { avx2($($arg),*) };
            }
            compiled::<{ cfg!(target_arch = "aarch64") }>($($arg),*)
        }
    };
}
pub(super) use dispatched;

/// F(rows, cols) −= F(rows, pivots) F(pivots, cols) of a front of m rows, with all pivots left of the columns.
pub(super) fn subtract_product(
    front: &mut [f64],
    m: usize,
    rows: Range<usize>,
    pivots: Range<usize>,
    cols: Range<usize>,
    packing: &mut Packing,
) {
    let (left, right) = front.split_at_mut(cols.start * m);
    for (jc, right) in right.chunks_mut(NC * m).take(cols.len().div_ceil(NC)).enumerate() {
        let width = (cols.len() - jc * NC).min(NC);
        for pc in pivots.clone().step_by(KC) {
            let pivots = pc..pivots.end.min(pc + KC);
            let b = pack_columns(&right[..width * m], m, pivots.clone(), &mut packing.b);
            for ic in rows.clone().step_by(MC) {
                let rows = ic..rows.end.min(ic + MC);
                let a = pack_rows(left, m, rows.clone(), pivots.clone(), &mut packing.a);
                subtract_packed(a, b, pivots.len(), &mut right[..width * m], m, rows);
            }
        }
    }
}

/// Strips of MR rows of F(rows, pivots), padded with zeros.
fn pack_rows<'a>(
    left: &[f64],
    m: usize,
    rows: Range<usize>,
    pivots: Range<usize>,
    out: &'a mut [[f64; MR]],
) -> &'a [[f64; MR]] {
    let depth = pivots.len();
    let used = rows.len().div_ceil(MR) * depth;
    for (p, k) in pivots.zip(0..) {
        let column = &left[p * m..][rows.clone()];
        let (strips, rest) = column.as_chunks::<MR>();
        for (s, strip) in strips.iter().enumerate() {
            out[s * depth + k] = *strip;
        }
        if !rest.is_empty() {
            let last = &mut out[strips.len() * depth + k];
            *last = [0.0; MR];
            last[..rest.len()].copy_from_slice(rest);
        }
    }
    &out[..used]
}

/// Strips of NR columns of F(pivots, ·), padded with zeros.
fn pack_columns<'a>(right: &[f64], m: usize, pivots: Range<usize>, out: &'a mut [[f64; NR]]) -> &'a [[f64; NR]] {
    let depth = pivots.len();
    let width = right.len() / m;
    for (s, strip) in right.chunks(NR * m).enumerate() {
        let out = &mut out[s * depth..][..depth];
        if strip.len() < NR * m {
            out.fill([0.0; NR]);
        }
        for (j, column) in strip.chunks_exact(m).enumerate() {
            for (out, x) in out.iter_mut().zip(&column[pivots.clone()]) {
                out[j] = *x;
            }
        }
    }
    &out[..width.div_ceil(NR) * depth]
}

dispatched! {
/// Subtracts the product of packed strips from C(rows, ·).
pub fn subtract_packed<const FMA: bool>(
    a: &[[f64; MR]],
    b: &[[f64; NR]],
    depth: usize,
    c: &mut [f64],
    m: usize,
    rows: Range<usize>,
) {
    for (b, c) in b.chunks_exact(depth).zip(c.chunks_mut(NR * m)) {
        for (s, a) in a.chunks_exact(depth).enumerate() {
            let mut sum = [[0.0; MR]; NR];
            for (a, b) in a.iter().zip(b) {
                for j in 0..NR {
                    for i in 0..MR {
                        sum[j][i] = multiply_add::<FMA>(a[i], b[j], sum[j][i]);
                    }
                }
            }
            let first = rows.start + s * MR;
            let count = (rows.end - first).min(MR);
            for (sum, c) in sum.iter().zip(c.chunks_exact_mut(m)) {
                c[first..][..count].iter_mut().zip(sum).for_each(|(c, x)| *c -= x);
            }
        }
    }
}
}
