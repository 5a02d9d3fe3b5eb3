//! CPU time of factor and solve: dense against sparse on saddle chains, left-looking against multifrontal on beams, plates and
//! cubes of hexahedra, and the growth of the last: `cargo bench -p carom-linalg -- [chains] [methods] [cubes]`, all if none.
//!
//! Times are thread CPU time, the best of 30 batches (of 2 calls for large cubes); the tables in `src/choose.rs` are made of them.

#[path = "../../carom/src/study/clock.rs"]
mod clock;

use linalg::testkit::{self, Cube};
use linalg::{Factor, Matrix, Method, Storage, choose_storage};

/// CPU time of this thread in microseconds.
fn cpu_time() -> f64 {
    1e6 * clock::cpu_time().as_secs_f64()
}

/// Microseconds of one call, the best batch of 30, or the better of two if it takes long.
fn best(mut call: impl FnMut()) -> f64 {
    let mut batch = |calls: usize| {
        let start = cpu_time();
        (0..calls).for_each(|_| call());
        (cpu_time() - start) / calls as f64
    };
    let once = batch(1).min(batch(1));
    if once > 1e5 {
        return once;
    }
    let calls = (200.0 / once.max(0.05)).ceil() as usize;
    (0..30).map(|_| batch(calls)).fold(f64::INFINITY, f64::min)
}

/// Assembly pass, factor and solve.
fn measure(a: &mut Matrix, springs: bool) -> [f64; 3] {
    let mut lu = Factor::new();
    let scale = vec![1.0; a.n()];
    let mut random = testkit::Random(1);
    let mut adds = Vec::new();
    testkit::chain(a.n() / 6, springs, &mut random, |i, j, x| adds.push((i, j, x)));
    let assembly = best(|| {
        a.clear();
        adds.iter().for_each(|&(i, j, x)| a.add(i, j, x));
        a.finish();
    });
    let factor = best(|| lu.factor(a, &scale).unwrap());
    let b = testkit::vector(a.n(), &mut random);
    let mut x = b.clone();
    let solve = best(|| {
        x.copy_from_slice(&b);
        lu.solve(&mut x);
    });
    assert!(testkit::backward_error(a, &x, &b) < 1e-13);
    [assembly, factor, solve]
}

/// Dense against sparse.
fn chains() {
    println!(
        "|    n |   nnz | dense add, factor, solve µs | sparse add, factor, solve µs | full µs | nnz(L+U) | chosen |"
    );
    println!("|---|---|---|---|---|---|---|");
    for springs in [false, true] {
        for links in [1, 2, 3, 4, 5, 6, 8, 16, 32] {
            let mut a = testkit::chain_matrix(links, springs, Storage::Sparse);
            let [a1, f1, s1] = measure(&mut a, springs);
            let mut dense = testkit::chain_matrix(links, springs, Storage::Dense);
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

/// First factorisation (with analysis), factorisation and solution, and fill.
fn factor_and_solve(a: &Matrix, lu: &mut Factor) -> [f64; 3] {
    let scale = vec![1.0; a.n()];
    let start = cpu_time();
    lu.factor(a, &scale).unwrap();
    let first = cpu_time() - start;
    let factor = best(|| lu.factor(a, &scale).unwrap());
    let b = testkit::vector(a.n(), &mut testkit::Random(1));
    let mut x = b.clone();
    let solve = best(|| {
        x.copy_from_slice(&b);
        lu.solve(&mut x);
    });
    assert!(testkit::backward_error(a, &x, &b) < 1e-13);
    [first, factor, solve]
}

/// Left-looking against multifrontal.
fn methods() {
    println!(
        "\n| matrix | n | left-looking first, factor, solve µs | multifrontal first, factor, solve µs | fills | chosen |"
    );
    println!("|---|---|---|---|---|---|");
    let mut matrices = vec![("chain".to_owned(), testkit::chain_matrix(200, true, Storage::Sparse))];
    for (nx, ny, dofs) in [(200, 1, 6), (200, 1, 12), (200, 1, 24), (20, 20, 1), (5, 5, 3), (10, 10, 3), (10, 10, 6)] {
        matrices.push((format!("{nx} × {ny}, {dofs} dofs"), testkit::grid(nx, ny, dofs)));
    }
    for elements in [1, 2, 3, 4, 5] {
        matrices.push((format!("{elements}³ hexahedra"), Cube::elastic(elements).matrix(1)));
        matrices.push((format!("{elements}³ saddle"), Cube::saddle(elements).matrix(1)));
    }
    for (name, a) in matrices {
        let mut automatic = Factor::new();
        automatic.factor(&a, &vec![1.0; a.n()]).unwrap();
        let [l, m] = [Method::LeftLooking, Method::Multifrontal].map(|method| {
            let mut lu = Factor::with_sparse_method(method);
            (factor_and_solve(&a, &mut lu), lu.fill())
        });
        println!(
            "| {name} | {} | {:.0}, {:.1}, {:.1} | {:.0}, {:.1}, {:.1} | {}, {} | {:?} |",
            a.n(),
            l.0[0],
            l.0[1],
            l.0[2],
            m.0[0],
            m.0[1],
            m.0[2],
            l.1,
            m.1,
            automatic.method().unwrap()
        );
    }
}

/// Growth with the mesh.
fn cubes() {
    println!("\n| matrix | n | nnz | first, factor, solve ms | nnz(L+U) | memory MB |");
    println!("|---|---|---|---|---|---|");
    let shifted = |elements| Cube { shift: 0.5, ..Cube::elastic(elements) };
    for elements in [5, 10, 20, 30] {
        let kinds =
            [("elastic", Cube::elastic(elements)), ("shifted", shifted(elements)), ("saddle", Cube::saddle(elements))];
        for (name, cube) in kinds.into_iter().take(if elements < 30 { 3 } else { 1 }) {
            let a = cube.matrix(1);
            let mut lu = Factor::new();
            let [first, factor, solve] = factor_and_solve(&a, &mut lu).map(|t| t * 1e-3);
            println!(
                "| {elements}³ {name} | {} | {} | {first:.2}, {factor:.2}, {solve:.3} | {:.3e} | {:.1} |",
                a.n(),
                a.nnz(),
                lu.fill() as f64,
                lu.bytes() as f64 * 1e-6
            );
        }
    }
}

fn main() {
    let tables: [(&str, fn()); 3] = [("chains", chains), ("methods", methods), ("cubes", cubes)];
    let wanted: Vec<String> = std::env::args().filter(|arg| tables.iter().any(|(name, _)| name == arg)).collect();
    for (name, table) in tables {
        if wanted.is_empty() || wanted.iter().any(|w| w == name) {
            table();
        }
    }
}
