//! Elimination tree, column counts, and supernodes merged until their fronts are worth the name.
//!
//! With a symmetric pattern the structure of column j of L, without j, is contained in that of its parent p(j) = its first
//! row, plus p(j) itself. Columns of a chain with equal structures form a supernode, eliminated in one dense front of
//! w own and r waiting unknowns. A child is merged into its parent when the estimated time of both falls
//! ([`seconds`]): zeros are stored, but fewer and larger fronts are assembled.
//!
//! References: J. W. H. Liu, The role of elimination trees in sparse factorization, SIAM J. Matrix Anal. Appl. 11 (1990);
//! J. R. Gilbert, E. G. Ng, B. W. Peyton, An efficient algorithm to compute row and column counts for sparse Cholesky
//! factorization, SIAM J. Matrix Anal. Appl. 15 (1994); C. Ashcraft, R. Grimes, The influence of relaxed supernode partitions
//! on the multifrontal method, ACM Trans. Math. Softw. 15 (1989).

use super::graph::Graph;
use crate::NONE;
use crate::ordering::inverse;

/// A front before its indices are known.
#[derive(Clone, Default)]
pub(super) struct Node {
    /// Own unknowns in elimination order.
    pub columns: Vec<u32>,
    /// Unknowns that wait for the ancestors.
    pub waiting: usize,
    pub children: Vec<u32>,
}

/// Operations of the elimination of w unknowns in a front with r waiting ones: Σ 2 (m − i)² + (m − i), i = 1 … w, m = w + r.
pub(super) fn operations(w: usize, r: usize) -> f64 {
    let cubes = |n: f64| n * (n - 1.0) * (2.0 * n - 1.0) / 3.0 + n * (n - 1.0) / 2.0;
    cubes((w + r) as f64) - cubes(r as f64)
}

/// Estimated time of a front: visit, clearing and assembly of its entries, elimination. Fitted to the cubes of `src/choose.rs`.
pub(super) fn seconds(w: usize, r: usize) -> f64 {
    let m = (w + r) as f64;
    5e-7 + 1e-9 * m * m + 6e-11 * operations(w, r)
}

/// The merged supernodes of an elimination order, children before their parents, and the roots among them. A node without
/// columns was merged into another.
pub(super) fn supernodes(graph: &Graph, order: &[u32]) -> (Vec<Node>, Vec<u32>) {
    let parent = elimination_tree(graph, order);
    let post = postorder(&parent);
    let order: Vec<u32> = post.iter().map(|&k| order[k as usize]).collect();
    let rank = inverse(&post);
    let parent: Vec<u32> = post
        .iter()
        .map(|&k| match parent[k as usize] {
            NONE => NONE,
            p => rank[p as usize],
        })
        .collect();
    let counts = column_counts(graph, &order, &parent);
    merge(fundamental(&order, &parent, &counts))
}

/// Parent of each position of the order.
fn elimination_tree(graph: &Graph, order: &[u32]) -> Vec<u32> {
    let position = inverse(order);
    let mut parent = vec![NONE; order.len()];
    let mut ancestor = vec![NONE; order.len()];
    for (k, &j) in order.iter().enumerate() {
        for &i in graph.neighbours(j as usize) {
            let mut i = position[i as usize] as usize;
            while i < k {
                let next = std::mem::replace(&mut ancestor[i], k as u32);
                if next == NONE {
                    parent[i] = k as u32;
                    break;
                }
                i = next as usize;
            }
        }
    }
    parent
}

/// Positions of a forest, every child before its parent and every subtree without a gap.
fn postorder(parent: &[u32]) -> Vec<u32> {
    let n = parent.len();
    let mut first_child = vec![NONE; n];
    let mut sibling = vec![NONE; n];
    let mut stack = Vec::new();
    for k in (0..n).rev() {
        match parent[k] {
            NONE => stack.push(k as u32),
            p => sibling[k] = std::mem::replace(&mut first_child[p as usize], k as u32),
        }
    }
    let mut post = Vec::with_capacity(n);
    while let Some(&k) = stack.last() {
        match std::mem::replace(&mut first_child[k as usize], NONE) {
            NONE => {
                post.push(k);
                stack.pop();
            }
            child => {
                first_child[k as usize] = sibling[child as usize];
                stack.push(child);
            }
        }
    }
    post
}

/// Entries of each column of L including the diagonal, for a postordered elimination order.
///
/// Row i of L is a subtree of the tree, rooted in i; its leaves j are those neighbours of i whose descendants hold none. A
/// column counts the leaves below it less the joins of their paths.
fn column_counts(graph: &Graph, order: &[u32], parent: &[u32]) -> Vec<u32> {
    let n = order.len();
    let position = inverse(order);
    let mut first: Vec<u32> = (0..n as u32).collect();
    for k in 0..n {
        if parent[k] != NONE {
            let p = parent[k] as usize;
            first[p] = first[p].min(first[k]);
        }
    }
    let mut count: Vec<i64> = (0..n).map(|k| i64::from(first[k] as usize == k)).collect();
    let mut ancestor: Vec<u32> = (0..n as u32).collect();
    let mut newest_first = vec![NONE; n];
    let mut newest_leaf = vec![NONE; n];
    for k in 0..n {
        if parent[k] != NONE {
            count[parent[k] as usize] -= 1;
        }
        for &i in graph.neighbours(order[k] as usize) {
            let i = position[i as usize] as usize;
            if i <= k || (newest_first[i] != NONE && first[k] <= newest_first[i]) {
                continue;
            }
            newest_first[i] = first[k];
            count[k] += 1;
            match std::mem::replace(&mut newest_leaf[i], k as u32) {
                NONE => {}
                leaf => count[root(&mut ancestor, leaf) as usize] -= 1,
            }
        }
        if parent[k] != NONE {
            ancestor[k] = parent[k];
        }
    }
    for k in 0..n {
        if parent[k] != NONE {
            count[parent[k] as usize] += count[k];
        }
    }
    count.into_iter().map(|c| c as u32).collect()
}

/// Root of the set of k; shortens the path to it.
fn root(ancestor: &mut [u32], k: u32) -> u32 {
    let mut root = k;
    while ancestor[root as usize] != root {
        root = ancestor[root as usize];
    }
    let mut k = k;
    while k != root {
        k = std::mem::replace(&mut ancestor[k as usize], root);
    }
    root
}

/// Supernodes of columns with one structure; the second list holds their parents.
fn fundamental(order: &[u32], parent: &[u32], counts: &[u32]) -> (Vec<Node>, Vec<u32>) {
    let n = order.len();
    let mut node_of = vec![0; n];
    let mut nodes: Vec<Node> = Vec::new();
    let mut last = Vec::new();
    for k in 0..n {
        let continues = k > 0 && parent[k - 1] == k as u32 && counts[k - 1] == counts[k] + 1;
        if !continues {
            nodes.push(Node::default());
            last.push(k);
        }
        let s = nodes.len() - 1;
        node_of[k] = s as u32;
        nodes[s].columns.push(order[k]);
        nodes[s].waiting = counts[k] as usize - 1;
        last[s] = k;
    }
    let parents = last.iter().map(|&k| if parent[k] == NONE { NONE } else { node_of[parent[k] as usize] }).collect();
    (nodes, parents)
}

/// Merges children into parents while the estimated time falls.
fn merge((mut nodes, parents): (Vec<Node>, Vec<u32>)) -> (Vec<Node>, Vec<u32>) {
    for s in 0..nodes.len() {
        // Largest structures first: those add the fewest zeros.
        let mut children = std::mem::take(&mut nodes[s].children);
        children.sort_by_key(|&c| std::cmp::Reverse(nodes[c as usize].waiting));
        let (mut own, waiting) = (nodes[s].columns.len(), nodes[s].waiting);
        let mut columns = Vec::new();
        let mut kept = Vec::new();
        for c in children {
            let child = &mut nodes[c as usize];
            let width = child.columns.len();
            let apart = seconds(width, child.waiting) + seconds(own, waiting);
            if seconds(width + own, waiting) <= apart {
                own += width;
                columns.append(&mut child.columns);
                kept.append(&mut child.children);
            } else {
                kept.push(c);
            }
        }
        columns.append(&mut nodes[s].columns);
        nodes[s].columns = columns;
        nodes[s].children = kept;
        if parents[s] != NONE {
            nodes[parents[s] as usize].children.push(s as u32);
        }
    }
    let roots = (0..nodes.len()).filter(|&s| parents[s] == NONE).map(|s| s as u32).collect();
    (nodes, roots)
}
