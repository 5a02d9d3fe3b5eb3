//! The model linearised about a state at rest, with the joints and closed contacts as constraints:
//!
//! ```text
//! M δq̈ + C δq̇ + K̂ δq − Gᵀ δλ = 0 ,   G δq = 0 ,   K̂ = K − Σ λ_i H_i                                  (1)
//! ```
//!
//! K = −∂f/∂q and C = −∂f/∂v of all elements at v = 0, λ the multipliers of the state, H_i the second derivative of row i.
//! In body-fixed increments K̂ is symmetric where f + Gᵀλ = 0 and all forces have a potential; elsewhere its antisymmetric
//! part contains [δ, w] contracted with the force out of balance. Both parts are kept apart, and the size of the
//! antisymmetric one is told. Rows that other rows imply are left out of G, so that saddle matrices made of (1) are regular.

use crate::element::LocalMatrix;
use crate::integrate::State;
use crate::model::{Kinematics, NodeId};
use crate::system::{Assembly, HessianScope, RowWork, Status, TangentWork, dependent};
use linalg::NONE;

/// Non-zeros (row, column, value), sorted, each place once.
pub type Entries = Vec<(u32, u32, f64)>;

/// K̂, C and the independent rows of G at one state.
#[derive(Clone, Debug)]
pub struct Linear {
    /// Degrees of freedom.
    pub n: usize,
    pub stiffness: Entries,
    pub damping: Entries,
    /// The antisymmetric parts of K̂ and C, of which `stiffness` and `damping` are the symmetric ones.
    pub skew: [Entries; 2],
    pub rows: Vec<Vec<(u32, f64)>>,
    /// The block that each row is of.
    pub blocks: Vec<usize>,
    /// Largest entry of the antisymmetric part of K̂ relative to the diagonal of K̂.
    pub asymmetry: f64,
}

/// What rounding and the tolerance of an equilibrium leave of the asymmetry of K̂. A follower force P at the end of a beam of n elements
/// has P L²/(6 n² EI).
pub(crate) const SYMMETRIC: f64 = 1e-10;

impl Linear {
    /// The model about a state; contacts that stick hold in all their directions, those that slip along the normal alone.
    pub fn new(system: Assembly, state: &State) -> Self {
        let (mut k, mut c) = (Vec::new(), Vec::new());
        let mut kin = state.kin.clone();
        kin.v.fill(0.0);
        kin.update_velocities();
        let mut f = vec![0.0; system.layout.extended];
        system.add_forces(&kin, &mut f);
        system.element_tangents(
            &system.components.whole,
            &kin,
            &f,
            &mut TangentWork::default(),
            |nodes, local_k, local_c| {
                let of = |node: &NodeId| system.layout.dofs[*node].into_iter().take(local_k.width());
                let dofs: Vec<u32> = nodes.iter().flat_map(of).collect();
                scatter(local_k, &dofs, &mut k);
                scatter(local_c, &dofs, &mut c);
            },
        );
        let held = held_rows(system, state);
        let (mut local_k, mut row_work) = (LocalMatrix::default(), RowWork::default());
        for (b, _) in &held {
            let block = system.block(*b);
            local_k.reset(block.nodes().len(), 6);
            let scope = HessianScope { kin: &kin, layout: &system.layout };
            let weight = |i: usize| -force(system, state, *b, i);
            block.add_second_derivatives(&scope, weight, &mut local_k, None, &mut row_work);
            scatter(&local_k, &block.full, &mut k);
        }
        let ([stiffness, skew], asymmetry) = parts(&k, system.layout.n);
        let ([damping, skew_damping], _) = parts(&c, system.layout.n);
        let skew = [skew, skew_damping];
        let (rows, blocks) = independent_rows(system, &kin, &held);
        Self { n: system.layout.n, stiffness, damping, skew, rows, blocks, asymmetry }
    }

    /// Whether all forces have a potential, as far as rounding lets one see.
    pub fn is_symmetric(&self) -> bool {
        self.asymmetry <= SYMMETRIC
    }

    /// y = A x of a symmetric matrix.
    pub fn mul(entries: &Entries, x: &[f64], y: &mut [f64]) {
        y.fill(0.0);
        for &(i, j, a) in entries {
            y[i as usize] += a * x[j as usize];
        }
    }

    /// xᵀ A x, and the sum of the sizes of its terms, which bounds its rounding.
    pub fn quadratic(entries: &Entries, x: &[f64]) -> (f64, f64) {
        entries.iter().fold((0.0, 0.0), |(sum, size), &(i, j, a)| {
            let term = x[i as usize] * a * x[j as usize];
            (sum + term, size + term.abs())
        })
    }

    /// The diagonal of K̂.
    pub fn diagonal(&self) -> Vec<f64> {
        let mut out = vec![0.0; self.n];
        self.stiffness.iter().filter(|(i, j, _)| i == j).for_each(|(i, _, x)| out[*i as usize] += x);
        out
    }
}

/// The force of row `i` of a block.
fn force(system: Assembly, state: &State, b: usize, i: usize) -> f64 {
    match b.checked_sub(system.joints.len()) {
        None => state.lam[system.block(b).first + i],
        Some(c) => state.contacts[c].force[system.contact_rows(c).axes[i]],
    }
}

/// Blocks that hold, each with the number of its rows that do.
fn held_rows(system: Assembly, state: &State) -> Vec<(usize, usize)> {
    let joints = (0..system.joints.len()).map(|b| (b, system.block(b).len()));
    let rigid = state.contacts.iter().enumerate().filter(|(c, _)| !system.contact(*c).is_pressed_elsewhere());
    let contacts = rigid.filter_map(|(c, now)| match now.status {
        Status::Far | Status::Open => None,
        Status::Stick => Some((system.block_of(c), system.contact_block(c).len())),
        Status::Slip => Some((system.block_of(c), 1)),
    });
    joints.chain(contacts).collect()
}

/// The rows that other rows do not imply, and the blocks they are of.
fn independent_rows(system: Assembly, kin: &Kinematics, held: &[(usize, usize)]) -> (Vec<Vec<(u32, f64)>>, Vec<usize>) {
    let mut g = vec![0.0; system.row_count()];
    let mut jacobians = vec![0.0; system.jacobian_size()];
    let (mut rows, mut blocks): (Vec<Vec<(u32, f64)>>, Vec<usize>) = (Vec::new(), Vec::new());
    for &(b, count) in held {
        let block = system.block(b);
        block.evaluate(kin, &mut g, &mut jacobians);
        for i in 0..count {
            let jac = &jacobians[block.jacobian_row(i)];
            rows.push(block.dofs.iter().zip(jac).map(|(&d, x)| (d, *x)).collect());
            blocks.push(b);
        }
    }
    let redundant = dependent(rows.clone(), system.mass.diagonal());
    let keep = |i: usize| redundant.binary_search(&i).is_err();
    let (mut at, mut of) = (0..rows.len(), 0..rows.len());
    rows.retain(|_| at.next().is_some_and(keep));
    blocks.retain(|_| of.next().is_some_and(keep));
    (rows, blocks)
}

fn scatter(local: &LocalMatrix, dofs: &[u32], out: &mut Entries) {
    for (r, &i) in dofs.iter().enumerate().filter(|(_, i)| **i != NONE) {
        for (s, &j) in dofs.iter().enumerate().filter(|(_, j)| **j != NONE) {
            let x = local.get(r, s);
            if x != 0.0 {
                out.push((i, j, x));
            }
        }
    }
}

/// The symmetric and the antisymmetric part, and the size of the latter relative to the diagonal of the former: |B_ij| / √(A_ii A_jj).
fn parts(entries: &Entries, n: usize) -> ([Entries; 2], f64) {
    let half = |sign: f64| {
        let transposed = entries.iter().map(|&(i, j, x)| (j, i, sign * 0.5 * x));
        merge(entries.iter().map(|&(i, j, x)| (i, j, 0.5 * x)).chain(transposed).collect())
    };
    let (even, odd) = (half(1.0), half(-1.0));
    let mut diagonal = vec![0.0; n];
    even.iter().filter(|(i, j, _)| i == j).for_each(|(i, _, x)| diagonal[*i as usize] = x.abs());
    let share = |&(i, j, x): &(u32, u32, f64)| {
        let scale = (diagonal[i as usize] * diagonal[j as usize]).sqrt();
        // Without stiffness of its own any coupling counts.
        if x == 0.0 { 0.0 } else { (x.abs() / scale).min(1.0) }
    };
    let asymmetry = odd.iter().map(share).fold(0.0, f64::max);
    ([even, odd], asymmetry)
}

/// Sums what has the same place.
fn merge(mut entries: Entries) -> Entries {
    entries.sort_by_key(|(i, j, _)| (*i, *j));
    entries.dedup_by(|next, first| {
        let same = (next.0, next.1) == (first.0, first.1);
        if same {
            first.2 += next.2;
        }
        same
    });
    entries
}
