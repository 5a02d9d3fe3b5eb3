//! Fill of saddle chains grows linearly, whatever the numbering and with dense rows in the matrix.

use linalg::testkit::{self, Random, backward_error, vector};
use linalg::{Factor, Matrix, Storage};

/// Fill per unknown of a chain with renumbered unknowns, `explicit` zeros on the diagonal of the multipliers, and a dense
/// border (last row and column) if asked for.
fn fill_per_unknown(links: usize, springs: bool, explicit: bool, border: bool) -> f64 {
    let chain = 6 * links as u32;
    let n = chain + u32::from(border);
    // 7919 is prime and divides no n used here, so this renumbers.
    let number = |i: u32| (u64::from(i) * 7919 % u64::from(n)) as u32;
    let mut a = Matrix::new(n as usize, Storage::Sparse);
    testkit::chain(links, springs, &mut Random(1), |i, j, x| a.add(number(i), number(j), x));
    for i in (0..chain).filter(|i| explicit && i % 6 >= 4) {
        a.add(number(i), number(i), 0.0);
    }
    for i in (0..n).filter(|_| border) {
        a.add(number(i), number(n - 1), 0.01);
        a.add(number(n - 1), number(i), 0.01);
    }
    a.finish();
    let mut lu = Factor::new();
    lu.factor(&a, &vec![1.0; n as usize]).unwrap();
    let b = vector(n as usize, &mut Random(2));
    let mut x = b.clone();
    lu.solve(&mut x);
    // A threshold of 0.01 costs two digits at worst; 4e-15 was seen.
    assert!(backward_error(&a, &x, &b) < 1e-13, "{links} links");
    lu.fill() as f64 / f64::from(n)
}

#[test]
fn fill_of_chains_is_linear() {
    for springs in [false, true] {
        for explicit in [false, true] {
            for border in [false, true] {
                let [short, long] = [100, 1_900].map(|links| fill_per_unknown(links, springs, explicit, border));
                // Equal up to the two ends of the chain and ties in the ordering.
                assert!(long < 1.15 * short, "fill per unknown {short} → {long}");
                // A link and its two neighbours are 18 unknowns; more than they and the border would be lost pivots.
                assert!(long < 20.0, "fill per unknown {long}");
            }
        }
    }
}
