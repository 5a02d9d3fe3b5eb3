//! Column order from the pattern alone: approximate minimum degree on A + Aᵀ, with the multipliers of a saddle deferred.
//!
//! A multiplier has no diagonal entry. Eliminated before its neighbours it must take its pivot off the diagonal, which spoils
//! the fill that the ordering promised. Each is therefore given a neighbour of its own that has a diagonal entry, the first
//! in the order that is still free, and comes directly after it unless it came later anyway: then
//! −g s⁻¹ g fills its diagonal. Two multipliers never share a neighbour, whose one column could not serve both.
//! References: P. R. Amestoy, T. A. Davis, I. S. Duff, Algorithm 837: AMD, ACM Trans. Math. Softw. 30 (2004); I. S. Duff,
//! S. Pralet, Strategies for scaling and pivoting for sparse symmetric indefinite problems, SIAM J. Matrix Anal. 27 (2005).

use crate::NONE;
use crate::pattern::Pattern;

/// An elimination order and the work that it promises.
pub(crate) struct MinimumDegree {
    /// The column of A at each position.
    pub order: Vec<u32>,
    /// Entries of L and U, and multiplications with subtraction of the factorisation, as long as pivots stay on the diagonal.
    pub fill: f64,
    pub operations: f64,
}

/// Minimum degree order of the pattern with a full diagonal.
pub(crate) fn minimum_degree(n: usize, pattern: &Pattern) -> MinimumDegree {
    let mut ptr = vec![0];
    let mut rows = Vec::with_capacity(pattern.rows.len() + n);
    for j in 0..n {
        rows.extend(pattern.find(j, j).is_none().then_some(j as i64));
        rows.extend(pattern.column(j).iter().map(|&i| i64::from(i)));
        ptr.push(rows.len() as i64);
    }
    let (order, _, info) = amd::order(n as i64, &ptr, &rows, &amd::Control::default()).expect("a pattern is valid");
    MinimumDegree {
        order: order.into_iter().map(|i| i as u32).collect(),
        fill: (2 * info.lnz + n) as f64,
        operations: info.n_mult_subs_lu as f64,
    }
}

/// The order with every multiplier after a neighbour of its own.
pub(crate) fn defer_multipliers(order: Vec<u32>, pattern: &Pattern) -> Vec<u32> {
    let n = order.len();
    let follower = followers(&order, &inverse(&order), pattern);
    let mut is_deferred = vec![false; n];
    for &f in follower.iter().filter(|&&f| f != NONE) {
        is_deferred[f as usize] = true;
    }
    let mut columns = Vec::with_capacity(n);
    for j in order.into_iter().filter(|&j| !is_deferred[j as usize]) {
        columns.push(j);
        columns.extend(Some(follower[j as usize]).filter(|&f| f != NONE));
    }
    columns
}

/// Position of each item of a permutation.
pub(crate) fn inverse(order: &[u32]) -> Vec<u32> {
    let mut position = vec![0; order.len()];
    for (k, &j) in order.iter().enumerate() {
        position[j as usize] = k as u32;
    }
    position
}

/// The multiplier that has to follow each unknown, or NONE.
fn followers(order: &[u32], position: &[u32], pattern: &Pattern) -> Vec<u32> {
    let has_diagonal: Vec<bool> = (0..order.len()).map(|j| pattern.find(j, j).is_some()).collect();
    let mut follower = vec![NONE; order.len()];
    let mut taken = vec![false; order.len()];
    for &j in order.iter().filter(|&&j| !has_diagonal[j as usize]) {
        let free = |&&i: &&u32| {
            has_diagonal[i as usize] && !taken[i as usize] && pattern.find(j as usize, i as usize).is_some()
        };
        let first = pattern.column(j as usize).iter().filter(free).min_by_key(|&&i| position[i as usize]);
        if let Some(&i) = first {
            taken[i as usize] = true;
            if position[i as usize] > position[j as usize] {
                follower[i as usize] = j;
            }
        }
    }
    follower
}
