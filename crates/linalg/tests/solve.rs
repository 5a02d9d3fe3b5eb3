//! All factorisations solve what they are given, and say so when they cannot.

use linalg::testkit::{self, Random, assemble_chain, backward_error, chain_matrix, largest, vector};
use linalg::{Factor, Matrix, Method, NONE, Singular, Storage};

const BOTH: [Storage; 2] = [Storage::Dense, Storage::Sparse];
const METHODS: [Method; 3] = [Method::Dense, Method::LeftLooking, Method::Multifrontal];

fn storage(method: Method) -> Storage {
    if method == Method::Dense { Storage::Dense } else { Storage::Sparse }
}

fn factor(method: Method) -> Factor {
    if method == Method::Dense { Factor::new() } else { Factor::with_sparse_method(method) }
}

fn from_rows(rows: &[&[f64]], storage: Storage) -> Matrix {
    let mut a = Matrix::new(rows.len(), storage);
    fill(&mut a, rows);
    a
}

fn fill(a: &mut Matrix, rows: &[&[f64]]) {
    a.clear();
    for (i, row) in rows.iter().enumerate() {
        for (j, &x) in row.iter().enumerate() {
            a.add(i as u32, j as u32, x);
        }
    }
    a.finish();
}

fn solve(a: &Matrix, method: Method, scale: &[f64], b: &[f64]) -> Vec<f64> {
    let mut x = b.to_vec();
    let mut lu = factor(method);
    lu.factor(a, scale).unwrap();
    lu.solve(&mut x);
    x
}

/// Random entries with a density of about 1/3 and a diagonal of √n: condition numbers stay below ~100, so that two
/// backward stable solutions agree to 100 n ε < 1e-12.
fn random_matrix(n: usize, storage: Storage, seed: u64) -> Matrix {
    let mut random = Random(seed);
    let mut a = Matrix::new(n, storage);
    for i in 0..n as u32 {
        a.add(i, i, (n as f64).sqrt() + 1.0);
        for j in 0..n as u32 {
            let x = random.number();
            if random.number() < -0.33 {
                a.add(i, j, x);
            }
        }
    }
    a.finish();
    a
}

#[test]
fn all_methods_agree_on_random_matrices() {
    for n in (1..=25).chain([40, 73, 150]) {
        let mut random = Random(7);
        let b = vector(n, &mut random);
        let scale: Vec<f64> = (0..n).map(|_| 1.0 + 0.5 * random.number()).collect();
        let [x, y, z] = METHODS.map(|method| {
            let a = random_matrix(n, storage(method), n as u64);
            let x = solve(&a, method, &scale, &b);
            // Backward stable up to pivot growth: a few n ε with partial pivoting, two digits more with a threshold.
            let bound = if method == Method::Dense { 1e-14 } else { 1e-13 };
            assert!(backward_error(&a, &x, &b) < bound, "{method:?}, n = {n}");
            x
        });
        for other in [y, z] {
            let difference: Vec<f64> = x.iter().zip(&other).map(|(x, y)| x - y).collect();
            assert!(largest(&difference) < 1e-12 * largest(&x), "n = {n}");
        }
    }
}

#[test]
fn a_saddle_without_diagonal_is_solved() {
    for method in METHODS {
        for links in [1, 2, 5, 30] {
            let a = chain_matrix(links, links % 2 == 0, storage(method));
            let b = vector(a.n(), &mut Random(3));
            let x = solve(&a, method, &vec![1.0; a.n()], &b);
            // Threshold pivoting may lose two digits against partial pivoting.
            assert!(backward_error(&a, &x, &b) < 1e-13);
        }
        // Nothing but zeros on the diagonal.
        let a = from_rows(&[&[0.0, 2.0, 0.0], &[0.0, 0.0, 4.0], &[8.0, 0.0, 0.0]], storage(method));
        assert_eq!(solve(&a, method, &[1.0; 3], &[2.0, 4.0, 8.0]), [1.0; 3]);
    }
}

#[test]
fn many_right_hand_sides_are_solved_as_one_by_one() {
    for method in METHODS {
        let a = random_matrix(30, storage(method), 3);
        let mut lu = factor(method);
        lu.factor(&a, &[0.5; 30]).unwrap();
        // More than two blocks of eight, and a rest.
        let mut many = vector(19 * 30, &mut Random(4));
        let mut each = many.clone();
        lu.solve_many(&mut many);
        each.chunks_exact_mut(30).for_each(|b| lu.solve(b));
        assert_eq!(many, each);
    }
}

#[test]
fn scaling_does_not_change_the_solution() {
    // Powers of two scale without rounding, and rows of 1e±6 show that the scale reaches rows and columns.
    for method in METHODS {
        let a = from_rows(&[&[2e12, 1e6, 3.0], &[1e6, 0.0, 1.0], &[5.0, 1.0, 0.0]], storage(method));
        let mut b = vec![0.0; 3];
        a.mul(&[1.0, -1.0, 2.0], &mut b);
        let x = solve(&a, method, &[2f64.powi(-20), 1.0, 1.0], &b);
        assert!(backward_error(&a, &x, &b) < 1e-15);
        assert!((x[0] - 1.0).abs() < 1e-9 && (x[1] + 1.0).abs() < 1e-9 && (x[2] - 2.0).abs() < 1e-9, "{x:?}");
    }
}

#[test]
fn refactorisation_equals_a_full_one_bit_by_bit() {
    let mut a = chain_matrix(20, true, Storage::Sparse);
    let n = a.n();
    let scale = vec![1.0; n];
    let (mut kept, mut fresh) = (Factor::new(), Factor::new());
    kept.factor(&a, &scale).unwrap();
    let mut random = Random(5);
    a.clear();
    testkit::chain(20, true, &mut Random(1), |i, j, x| a.add(i, j, x * (1.0 + 1e-3 * random.number())));
    a.finish();
    kept.factor(&a, &scale).unwrap();
    fresh.factor(&a, &scale).unwrap();
    assert_eq!((kept.full_factorisations(), kept.refactorisations()), (1, 1));
    assert_eq!((fresh.full_factorisations(), fresh.refactorisations()), (1, 0));
    let b = vector(n, &mut random);
    let [mut x, mut y] = [b.clone(), b.clone()];
    kept.solve(&mut x);
    fresh.solve(&mut y);
    // The perturbation is too small to change a pivot, and both do the same operations in the same order.
    assert_eq!(x, y);
    assert_eq!(kept.smallest_pivot(), fresh.smallest_pivot());
}

#[test]
fn a_pivot_that_became_small_is_chosen_anew() {
    let mut a = Matrix::new(3, Storage::Sparse);
    let mut lu = Factor::new();
    fill(&mut a, &[&[1.0, 1.0, 0.5], &[1.0, 3.0, 0.0], &[0.5, 0.0, 2.0]]);
    lu.factor(&a, &[1.0; 3]).unwrap();
    // The diagonal vanishes to rounding: with the kept order, growth of 1e17 would leave no digit.
    fill(&mut a, &[&[1e-17, 1.0, 0.5], &[1.0, 1e-17, 2.0], &[0.5, 0.0, 1e-17]]);
    let b = [1.5, 1.0, 0.5];
    let mut x = b;
    lu.factor(&a, &[1.0; 3]).unwrap();
    lu.solve(&mut x);
    assert_eq!((lu.full_factorisations(), lu.refactorisations()), (2, 0));
    assert!(backward_error(&a, &x, &b) < 1e-15, "{x:?}");
}

#[test]
fn singular_and_non_finite_matrices_are_reported() {
    for method in METHODS {
        let (mut lu, storage) = (factor(method), storage(method));
        let mut a = from_rows(&[&[1.0, 2.0, 0.0], &[2.0, 4.0, 0.0], &[0.0, 0.0, 1.0]], storage);
        assert!(lu.factor(&a, &[1.0; 3]).is_err() && !lu.is_valid());
        fill(&mut a, &[&[1.0, 2.0, 0.0], &[2.0, 3.0, 0.0], &[0.0, 0.0, 1.0]]);
        assert!(lu.factor(&a, &[1.0; 3]).is_ok() && lu.is_valid());
        for bad in [f64::NAN, f64::INFINITY] {
            for place in 0..9 {
                let mut entries = [1.0, 2.0, 0.0, 2.0, 3.0, 0.0, 0.0, 0.0, 1.0];
                entries[place] = bad;
                fill(&mut a, &[&entries[..3], &entries[3..6], &entries[6..]]);
                assert!(lu.factor(&a, &[1.0; 3]).is_err(), "{method:?} {bad} at {place}");
            }
        }
        fill(&mut a, &[&[1.0, 2.0, 0.0], &[2.0, 3.0, 0.0], &[0.0, 0.0, 1.0]]);
        assert!(lu.factor(&a, &[1.0; 3]).is_ok() && lu.smallest_pivot() > 0.1);
        // An unknown without any entry, as a body without mass or constraint would leave it.
        let mut a = Matrix::new(2, storage);
        a.add(0, 0, 1.0);
        a.finish();
        assert_eq!(lu.factor(&a, &[1.0; 2]), Err(Singular { column: 1 }));
    }
}

#[test]
fn one_factor_serves_changing_structures() {
    let mut lu = Factor::new();
    let mut a = Matrix::new(0, Storage::Dense);
    a.finish();
    lu.factor(&a, &[]).unwrap();
    lu.solve(&mut []);
    for (links, storage) in [(3, BOTH[0]), (2, BOTH[1]), (9, BOTH[1]), (7, BOTH[0]), (1, BOTH[0]), (4, BOTH[1])] {
        a.reset(6 * links, storage);
        assemble_chain(&mut a, links, true, 2);
        lu.factor(&a, &vec![1.0; a.n()]).unwrap();
        let b = vector(a.n(), &mut Random(8));
        let mut x = b.clone();
        lu.solve(&mut x);
        assert!(backward_error(&a, &x, &b) < 1e-13);
    }
    assert_eq!(lu.refactorisations(), 0);
}

#[test]
fn invalidate_makes_the_next_factorisation_a_full_one() {
    for method in METHODS {
        let a = chain_matrix(2, false, storage(method));
        let mut lu = factor(method);
        lu.factor(&a, &[1.0; 12]).unwrap();
        lu.invalidate();
        assert!(!lu.is_valid() && lu.smallest_pivot().is_nan());
        lu.factor(&a, &[1.0; 12]).unwrap();
        assert_eq!((lu.full_factorisations(), lu.refactorisations()), (2, 0));
    }
}

#[test]
fn locked_unknowns_are_skipped() {
    for storage in BOTH {
        let mut a = Matrix::new(2, storage);
        for _ in 0..2 {
            a.clear();
            a.add_block(&[1, NONE, 0], &[NONE, 0, 1], &[1., 2., 3., 0., 4., 5., 6., 0., 7., 8., 9., 0.], 4);
            a.add(NONE, 0, 1.0);
            a.finish();
            let entries = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(i, j)| a.get(i, j));
            assert_eq!(entries, [8.0, 9.0, 2.0, 3.0]);
        }
    }
}
