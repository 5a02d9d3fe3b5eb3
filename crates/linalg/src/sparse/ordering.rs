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

/// The column of A to eliminate at each position.
pub(super) fn order(n: usize, pattern: &Pattern) -> Vec<u32> {
    let has_diagonal: Vec<bool> = (0..n).map(|j| pattern.find(j, j).is_some()).collect();
    let (order, position) = minimum_degree(n, pattern, &has_diagonal);
    let follower = deferred(&order, &position, &has_diagonal, pattern);
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

/// Order and its inverse of the pattern with a full diagonal.
fn minimum_degree(n: usize, pattern: &Pattern, has_diagonal: &[bool]) -> (Vec<u32>, Vec<u32>) {
    let mut ptr = vec![0];
    let mut rows = Vec::with_capacity(pattern.rows.len() + n);
    for (j, has_diagonal) in has_diagonal.iter().enumerate() {
        rows.extend((!has_diagonal).then_some(j as i64));
        rows.extend(pattern.column(j).iter().map(|&i| i64::from(i)));
        ptr.push(rows.len() as i64);
    }
    let (order, position, _) = amd::order(n as i64, &ptr, &rows, &amd::Control::default()).expect("a pattern is valid");
    let narrow = |list: Vec<i64>| list.into_iter().map(|i| i as u32).collect();
    (narrow(order), narrow(position))
}

/// The multiplier that has to follow each unknown, or NONE.
fn deferred(order: &[u32], position: &[u32], has_diagonal: &[bool], pattern: &Pattern) -> Vec<u32> {
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
