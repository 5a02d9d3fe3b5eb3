//! The scatter stream: equal entries share a slot, and a pass that differs from the recorded one is refused.

use linalg::testkit::{Random, assemble_chain, vector};
use linalg::{Matrix, Storage};

#[test]
fn replay_equals_the_first_pass_and_the_dense_matrix() {
    let mut sparse = Matrix::new(30, Storage::Sparse);
    let mut dense = Matrix::new(30, Storage::Dense);
    for seed in 1..4 {
        assemble_chain(&mut sparse, 5, true, seed);
        assemble_chain(&mut dense, 5, true, seed);
        for i in 0..30 {
            for j in 0..30 {
                assert_eq!(sparse.get(i, j), dense.get(i, j));
            }
        }
        let x = vector(30, &mut Random(seed));
        let [mut y, mut z] = [[0.0; 30], [0.0; 30]];
        sparse.mul(&x, &mut y);
        dense.mul(&x, &mut z);
        // The sums run over the columns in the same order; the dense one only adds exact zeros.
        assert_eq!(y, z);
    }
}

#[test]
fn repeated_entries_are_summed() {
    let mut a = Matrix::new(2, Storage::Sparse);
    for _ in 0..2 {
        a.clear();
        for (i, j) in [(1, 0), (0, 0), (1, 0), (1, 1), (1, 0)] {
            a.add(i, j, 1.0);
        }
        a.finish();
        assert_eq!(a.nnz(), 3);
        assert_eq!(a.get(1, 0), 3.0);
        assert_eq!(a.get(0, 1), 0.0);
    }
}

#[test]
fn every_structure_has_its_own_id() {
    let mut a = Matrix::new(2, Storage::Sparse);
    let b = Matrix::new(2, Storage::Sparse);
    let first = a.structure_id();
    assert_ne!(first, b.structure_id());
    a.finish();
    a.clear();
    assert_eq!(first, a.structure_id());
    a.reset(2, Storage::Sparse);
    assert_ne!(first, a.structure_id());
}

fn recorded() -> Matrix {
    let mut a = Matrix::new(2, Storage::Sparse);
    a.add(0, 0, 1.0);
    a.add(1, 1, 1.0);
    a.finish();
    a.clear();
    a.add(0, 0, 1.0);
    a
}

#[test]
#[should_panic(expected = "assembly replay ended after 1 adds, but the structure was recorded with 2")]
fn a_shorter_replay_panics() {
    recorded().finish();
}

#[test]
#[should_panic(expected = "assembly replay makes more adds than the 2 that were recorded")]
fn a_longer_replay_panics() {
    let mut a = recorded();
    a.add(1, 1, 1.0);
    a.add(1, 1, 1.0);
}
