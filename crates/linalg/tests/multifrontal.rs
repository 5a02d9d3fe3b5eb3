//! The multifrontal factorisation on what it is for: meshes with ties, slip and shifts, and pivots that must be delayed.

use linalg::testkit::{Cube, Random, backward_error, chain_matrix, largest, vector};
use linalg::{Factor, Matrix, Method, Singular, Storage};

fn multifrontal() -> Factor {
    Factor::with_sparse_method(Method::Multifrontal)
}

fn ones(a: &Matrix) -> Vec<f64> {
    vec![1.0; a.n()]
}

/// Solution of A x = b for a random b, and its backward error.
fn solve(lu: &mut Factor, a: &Matrix) -> (Vec<f64>, f64) {
    let b = vector(a.n(), &mut Random(3));
    let mut x = b.clone();
    lu.solve(&mut x);
    let error = backward_error(a, &x, &b);
    (x, error)
}

#[test]
fn meshes_are_solved_whatever_their_values() {
    let shifted = |shift, cube| Cube { shift, ..cube };
    for elements in [1, 2, 4, 6] {
        let unsymmetric = Cube { noise: 1.0, ..Cube::elastic(elements) };
        // K has eigenvalues from 0 to about 3: the shifts are inside, so that both signs occur.
        for cube in [
            Cube::elastic(elements),
            unsymmetric,
            Cube::saddle(elements),
            shifted(0.5, Cube::elastic(elements)),
            shifted(1.5, Cube { tied: true, ..Cube::elastic(elements) }),
            shifted(0.7, Cube::saddle(elements)),
        ] {
            let a = cube.matrix(1);
            let mut lu = multifrontal();
            lu.factor(&a, &ones(&a)).unwrap();
            let (_, error) = solve(&mut lu, &a);
            // A threshold of 0.01 costs two digits at worst; 1e-14 was seen.
            assert!(error < 1e-13, "{cube:?}: {error:e}");
        }
    }
}

#[test]
fn left_looking_and_multifrontal_agree() {
    let a = Cube::saddle(4).matrix(1);
    let [x, y] = [Method::LeftLooking, Method::Multifrontal].map(|method| {
        let mut lu = Factor::with_sparse_method(method);
        lu.factor(&a, &ones(&a)).unwrap();
        solve(&mut lu, &a).0
    });
    let difference: Vec<f64> = x.iter().zip(&y).map(|(x, y)| x - y).collect();
    // Backward errors of 1e-14 and a condition number of about 1e4.
    assert!(largest(&difference) < 1e-9 * largest(&x));
}

/// Random entries on a random symmetric pattern, a share of them tiny, and half of the diagonal zero (stored or not).
fn difficult(n: u32, seed: u64) -> Matrix {
    let mut random = Random(seed);
    let mut a = Matrix::new(n as usize, Storage::Sparse);
    for i in 0..n {
        for _ in 0..2 {
            let j = ((random.number() + 1.0) * 0.5 * f64::from(n)) as u32;
            for (i, j) in [(i, j), (j, i)] {
                a.add(i, j, random.number() * if random.number() < 0.0 { 1e-6 } else { 1.0 });
            }
        }
        match i % 4 {
            0 => a.add(i, i, 0.0),
            1 => {}
            _ => a.add(i, i, random.number()),
        }
        // A cycle, so that there is a non-zero transversal.
        a.add(i, (i + 1) % n, 1.0 + 0.5 * random.number());
    }
    a.finish();
    a
}

#[test]
fn pivots_that_no_front_accepts_are_delayed() {
    for seed in 0..60 {
        let a = difficult(20 + 5 * seed as u32, seed);
        let mut lu = multifrontal();
        lu.factor(&a, &ones(&a)).unwrap();
        let (_, error) = solve(&mut lu, &a);
        assert!(error < 1e-12, "seed {seed}: {error:e}");
    }
}

#[test]
fn a_factorisation_depends_on_nothing_but_its_matrix() {
    let cube = Cube::saddle(4);
    let mut a = cube.matrix(1);
    let scale = ones(&a);
    let mut used = multifrontal();
    used.factor(&a, &scale).unwrap();
    // Other values, other pivots and delays, then an error.
    Cube { shift: 0.9, noise: 0.9, ..cube }.assemble(&mut a, 5);
    used.factor(&a, &scale).unwrap();
    Cube { shift: f64::NAN, ..cube }.assemble(&mut a, 5);
    assert!(used.factor(&a, &scale).is_err() && !used.is_valid());
    cube.assemble(&mut a, 7);
    used.factor(&a, &scale).unwrap();
    let mut fresh = multifrontal();
    fresh.factor(&a, &scale).unwrap();
    assert_eq!(solve(&mut used, &a), solve(&mut fresh, &a));
    assert_eq!(used.smallest_pivot(), fresh.smallest_pivot());
    assert_eq!((used.full_factorisations(), used.refactorisations()), (4, 0));
}

#[test]
fn singular_meshes_are_reported() {
    // A free body keeps six rigid motions; rounding leaves pivots of some ε, or none.
    let a = Cube { shift: 0.0, ..Cube::elastic(3) }.matrix(1);
    let mut lu = multifrontal();
    assert!(lu.factor(&a, &ones(&a)).is_err() || lu.smallest_pivot() < 1e-13);
    // The same row twice, as two joints at one place.
    let mut a = Matrix::new(83, Storage::Sparse);
    let mesh = Cube::elastic(2).matrix(1);
    for (i, j) in (0..81).flat_map(|i| (0..81).map(move |j| (i, j))) {
        if mesh.get(i, j) != 0.0 {
            a.add(i as u32, j as u32, mesh.get(i, j));
        }
    }
    for row in [81, 82] {
        a.add(row, 40, 1.0);
        a.add(40, row, 1.0);
    }
    a.finish();
    assert!(lu.factor(&a, &ones(&a)).is_err() || lu.smallest_pivot() < 1e-13);
    // A row of zeros.
    let mut a = Matrix::new(3, Storage::Sparse);
    for (i, j, x) in [(0, 0, 2.0), (0, 2, 1.0), (2, 0, 1.0), (2, 2, 2.0)] {
        a.add(i, j, x);
    }
    a.finish();
    assert_eq!(lu.factor(&a, &[1.0; 3]), Err(Singular { column: 1 }));
}

#[test]
fn dissection_limits_the_fill_of_a_cube() {
    let a = Cube::elastic(10).matrix(1);
    let mut lu = Factor::new();
    lu.factor(&a, &ones(&a)).unwrap();
    assert_eq!(lu.method(), Some(Method::Multifrontal));
    // Minimum degree gives 2.2 million, nested dissection 1.8, and supernodes a few per cent of zeros.
    assert!(lu.fill() < 2_000_000, "{}", lu.fill());
    assert!(lu.bytes() > 8 * lu.fill() && lu.bytes() < 20 * lu.fill());
    let (_, error) = solve(&mut lu, &a);
    assert!(error < 1e-13);
}

#[test]
fn the_method_follows_the_work_that_fill_promises() {
    let method = |a: &Matrix| {
        let mut lu = Factor::new();
        lu.factor(a, &ones(a)).unwrap();
        lu.method()
    };
    assert_eq!(method(&chain_matrix(200, true, Storage::Sparse)), Some(Method::LeftLooking));
    assert_eq!(method(&chain_matrix(4, true, Storage::Dense)), Some(Method::Dense));
    assert_eq!(method(&Cube::saddle(3).matrix(1)), Some(Method::Multifrontal));
}
