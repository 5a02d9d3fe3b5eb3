//! CPU time of factor and solve, dense against sparse, on saddle chains: `cargo bench -p carom-linalg`.
//!
//! Times are thread CPU time, the best of 30 batches; the table in `src/choose.rs` is the least of five such runs.

#[path = "../tests/common/mod.rs"]
mod common;

use linalg::{Factor, Matrix, Storage, choose_storage};

#[repr(C)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

unsafe extern "C" {
    fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
}

/// CPU time of this thread in microseconds (64-bit Linux).
fn cpu_time() -> f64 {
    const CLOCK_THREAD_CPUTIME_ID: i32 = 3;
    let mut t = Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: `Timespec` has the layout of the C struct on 64-bit Linux and outlives the call.
    let status = unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &mut t) };
    assert_eq!(status, 0, "no thread clock");
    t.seconds as f64 * 1e6 + t.nanoseconds as f64 * 1e-3
}

/// Microseconds of one call, the best batch of 30.
fn best(mut call: impl FnMut()) -> f64 {
    let start = cpu_time();
    call();
    call();
    let calls = (400.0 / (cpu_time() - start).max(0.1)).ceil() as usize;
    let batch = |_| {
        let start = cpu_time();
        (0..calls).for_each(|_| call());
        (cpu_time() - start) / calls as f64
    };
    (0..30).map(batch).fold(f64::INFINITY, f64::min)
}

/// Assembly pass, factor and solve.
fn measure(a: &mut Matrix, springs: bool) -> [f64; 3] {
    let mut lu = Factor::new();
    let scale = vec![1.0; a.n()];
    let mut random = common::Random(1);
    let mut adds = Vec::new();
    common::chain(a.n() / 6, springs, &mut random, |i, j, x| adds.push((i, j, x)));
    let assembly = best(|| {
        a.clear();
        adds.iter().for_each(|&(i, j, x)| a.add(i, j, x));
        a.finish();
    });
    let factor = best(|| lu.factor(a, &scale).unwrap());
    let b = common::vector(a.n(), &mut random);
    let mut x = b.clone();
    let solve = best(|| {
        x.copy_from_slice(&b);
        lu.solve(&mut x);
    });
    assert!(common::backward_error(a, &x, &b) < 1e-13);
    [assembly, factor, solve]
}

fn main() {
    println!(
        "|    n |   nnz | dense add, factor, solve µs | sparse add, factor, solve µs | full µs | nnz(L+U) | chosen |"
    );
    println!("|---|---|---|---|---|---|---|");
    for springs in [false, true] {
        for links in [1, 2, 3, 4, 5, 6, 8, 16, 32] {
            let mut a = common::chain_matrix(links, springs, Storage::Sparse);
            let [a1, f1, s1] = measure(&mut a, springs);
            let mut dense = common::chain_matrix(links, springs, Storage::Dense);
            let [a0, f0, s0] = measure(&mut dense, springs);
            let mut lu = Factor::new();
            let scale = vec![1.0; a.n()];
            let full = best(|| {
                lu.invalidate();
                lu.factor(&a, &scale).unwrap();
            });
            println!(
                "| {:4} | {:5} | {a0:6.2} {f0:8.2} {s0:6.2} | {a1:6.2} {f1:8.2} {s1:6.2} | {full:7.2} | {:6} | {:?} |",
                a.n(),
                a.nnz(),
                lu.fill(),
                choose_storage(a.n(), a.nnz())
            );
        }
    }
}
