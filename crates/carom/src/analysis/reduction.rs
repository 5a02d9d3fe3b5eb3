//! A basis of few motions for a linear body, by Craig and Bampton (AIAA Journal 6 (1968), 1313–1319), orthonormalised.
//!
//! With interfaces held, G u = 0, the body has fixed-interface modes φ; with one row of G moved by one, constraint modes ψ_r:
//!
//! ```text
//! K φ = ω² M φ + Gᵀμ , G φ = 0 ;       K ψ_r = Gᵀμ , G ψ_r = e_r
//! ```
//!
//! Both span what the interfaces and the lowest vibrations ask for. Rigid motions Ψ are taken out, u ← u − Ψ (ΨᵀMΨ)⁻¹ ΨᵀM u, and the
//! eigenvectors of the projected K and M are the modes: uᵀMv and uᵀKv are then diagonal, and none has momentum or angular momentum.
//! If interfaces leave rigid motions free, the constraint modes are those at a small negative shift.

use super::modes::{ModeSettings, ModesError, modes};
use super::shift::ShiftInvert;
use super::{Linear, units};
use crate::integrate::State;
use crate::system::{Assembly, MassMatrix};
use nalgebra::{DMatrix, SymmetricEigen};

/// Why a body was not reduced.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ReductionError {
    #[error("its interfaces take {needed} modes")]
    TooFew { needed: usize },
    #[error("it has only {most} motions beside rigid ones")]
    TooMany { most: usize },
    #[error(transparent)]
    Modes(#[from] ModesError),
}

/// Motions of a body, from the lowest frequency.
#[derive(Clone, Debug)]
pub struct Reduction {
    /// Over the degrees of freedom, with uᵀMu = 1.
    pub modes: Vec<Vec<f64>>,
    /// uᵀKu of each.
    pub squares: Vec<f64>,
    /// uᵀCv.
    pub damping: DMatrix<f64>,
}

/// Vectors that lose all but this by taking rigid motions or each other out are rounding, as are eigenvalues below it.
const DEPENDENT: f64 = 1e-9;
/// Shift of constraint modes where rigid motions are free, relative to the largest stiffness over mass.
const SHIFT: f64 = 1e-10;

/// `count` motions of the body in a state at rest, `interfaces` being the first of the joints that hold its interfaces, and `rigid` its
/// rigid motions.
pub fn craig_bampton(
    system: Assembly,
    state: &State,
    interfaces: usize,
    rigid: &[Vec<f64>],
    count: usize,
) -> Result<Reduction, ReductionError> {
    let linear = Linear::new(system, state);
    let mass = system.mass_at(&state.kin);
    let most = linear.n - linear.blocks.iter().filter(|b| **b < interfaces).count() - rigid.len();
    if count > most {
        return Err(ReductionError::TooMany { most });
    }
    let mut space = Space { mass: &mass, rigid: Vec::new(), basis: Vec::new(), products: Vec::new() };
    rigid.iter().for_each(|motion| space.add_rigid(motion.clone()));
    let (held, rank) = constraint_modes(system, &linear, &mass, interfaces, rigid);
    space.add_elastic(held, rank);
    let needed = space.basis.len();
    if needed > count {
        return Err(ReductionError::TooFew { needed });
    }
    // Some fixed-interface modes may lie in the span of the others.
    let mut wanted = count - needed;
    while space.basis.len() < count {
        let found = modes(system, state, &ModeSettings { count: wanted, ..ModeSettings::default() })?;
        space.basis.truncate(needed);
        space.products.truncate(needed);
        found.modes.into_iter().for_each(|mode| space.add(mode.shape));
        if found.dofs <= wanted {
            break;
        }
        wanted += (count - space.basis.len()).max(1);
    }
    Ok(space.reduce(&linear, count))
}

/// ψ_r of the rows of the interfaces, and how many of their combinations are rigid motions.
fn constraint_modes(
    system: Assembly,
    linear: &Linear,
    mass: &MassMatrix,
    interfaces: usize,
    rigid: &[Vec<f64>],
) -> (Vec<Vec<f64>>, usize) {
    let rows: Vec<usize> = (0..linear.rows.len()).filter(|r| linear.blocks[*r] >= interfaces).collect();
    if rows.is_empty() {
        return (Vec::new(), 0);
    }
    let mut operator = ShiftInvert::new(linear, mass);
    let rank = held_motions(&rows.iter().map(|r| &linear.rows[*r]).collect::<Vec<_>>(), rigid, &units(&system));
    let shift = if rank == rigid.len() { 0.0 } else { -SHIFT * operator.largest() };
    if operator.set_shift(shift).is_err() && operator.set_shift(-SHIFT * operator.largest()).is_err() {
        return (Vec::new(), 0);
    }
    let solve = |r: usize| {
        let mut u = vec![0.0; linear.n];
        operator.move_row(r, &mut u);
        u
    };
    (rows.into_iter().map(solve).collect(), rank)
}

/// How many rigid motions rows hold.
fn held_motions(rows: &[&Vec<(u32, f64)>], rigid: &[Vec<f64>], units: &[f64]) -> usize {
    if rigid.is_empty() {
        return 0;
    }
    let size = |motion: &Vec<f64>| motion.iter().zip(units).fold(0.0_f64, |m, (x, u)| m.max((x * u).abs()));
    let part = |row: &Vec<(u32, f64)>, motion: &Vec<f64>| row.iter().map(|&(d, x)| x * motion[d as usize]).sum::<f64>();
    let g = DMatrix::from_fn(rows.len(), rigid.len(), |r, c| part(rows[r], &rigid[c]) / size(&rigid[c]));
    let product = SymmetricEigen::new(g.transpose() * g).eigenvalues;
    product.iter().filter(|x| **x > DEPENDENT * product.max()).count()
}

/// A growing basis, orthonormal in the metric of M.
struct Space<'a> {
    mass: &'a MassMatrix,
    /// Rigid motions, each with M times it.
    rigid: Vec<[Vec<f64>; 2]>,
    basis: Vec<Vec<f64>>,
    /// M times each.
    products: Vec<Vec<f64>>,
}

impl Space<'_> {
    fn add_rigid(&mut self, u: Vec<f64>) {
        if let Some([u, product]) = self.orthonormal(u) {
            self.rigid.push([u, product]);
        }
    }

    fn add(&mut self, u: Vec<f64>) {
        if let Some([u, product]) = self.orthonormal(u) {
            self.basis.push(u);
            self.products.push(product);
        }
    }

    /// Adds what is left of motions without the rigid ones, of which so many are combinations of them.
    fn add_elastic(&mut self, mut motions: Vec<Vec<f64>>, rank: usize) {
        let mut products = vec![vec![0.0; self.mass.diagonal().len()]; motions.len()];
        for (u, product) in motions.iter_mut().zip(&mut products) {
            self.mass.mul(u, product);
            let size = dot(u, product).sqrt();
            u.iter_mut().for_each(|x| *x /= size);
            for [v, mass_v] in self.rigid.iter().chain(&self.rigid) {
                let part = dot(u, mass_v);
                u.iter_mut().zip(v).for_each(|(u, v)| *u -= part * v);
            }
            self.mass.mul(u, product);
        }
        if motions.len() <= rank {
            return;
        }
        let m = motions.len();
        let eigen = SymmetricEigen::new(DMatrix::from_fn(m, m, |i, j| dot(&motions[i], &products[j])));
        let mut order: Vec<usize> = (0..m).collect();
        order.sort_by(|a, b| eigen.eigenvalues[*b].total_cmp(&eigen.eigenvalues[*a]));
        for k in order.into_iter().take(m - rank) {
            self.add(combination(&motions, eigen.eigenvectors.column(k).iter()));
        }
    }

    /// What is new in a motion, with M times it.
    fn orthonormal(&self, mut u: Vec<f64>) -> Option<[Vec<f64>; 2]> {
        let mut product = vec![0.0; u.len()];
        self.mass.mul(&u, &mut product);
        let before = dot(&u, &product).sqrt();
        let known = self.rigid.iter().map(|[u, product]| (u, product)).chain(self.basis.iter().zip(&self.products));
        // Twice is enough.
        for (v, mass_v) in known.clone().chain(known) {
            let part = dot(&u, mass_v);
            u.iter_mut().zip(v).for_each(|(u, v)| *u -= part * v);
        }
        self.mass.mul(&u, &mut product);
        let after = dot(&u, &product).max(0.0).sqrt();
        if after.is_nan() || after <= DEPENDENT * before {
            return None;
        }
        u.iter_mut().chain(&mut product).for_each(|x| *x /= after);
        Some([u, product])
    }

    /// The eigenvectors of K in the basis.
    fn reduce(self, linear: &Linear, count: usize) -> Reduction {
        let m = self.basis.len();
        if m == 0 {
            return Reduction { modes: Vec::new(), squares: Vec::new(), damping: DMatrix::zeros(0, 0) };
        }
        let project = |entries: &Vec<(u32, u32, f64)>, basis: &[Vec<f64>]| {
            let mut moved = vec![0.0; linear.n];
            let mut out = DMatrix::zeros(basis.len(), basis.len());
            for (j, u) in basis.iter().enumerate() {
                Linear::mul(entries, u, &mut moved);
                basis.iter().enumerate().for_each(|(i, v)| out[(i, j)] = dot(v, &moved));
            }
            0.5 * (&out + out.transpose())
        };
        let eigen = SymmetricEigen::new(project(&linear.stiffness, &self.basis));
        let mut order: Vec<usize> = (0..m).collect();
        order.sort_by(|a, b| eigen.eigenvalues[*a].total_cmp(&eigen.eigenvalues[*b]));
        order.truncate(count);
        let combine = |k: &usize| combination(&self.basis, eigen.eigenvectors.column(*k).iter());
        let modes: Vec<Vec<f64>> = order.iter().map(combine).collect();
        let damping = project(&linear.damping, &modes);
        Reduction { squares: order.iter().map(|k| eigen.eigenvalues[*k]).collect(), modes, damping }
    }
}

/// Σ s_i u_i.
fn combination<'a>(motions: &[Vec<f64>], factors: impl Iterator<Item = &'a f64>) -> Vec<f64> {
    let mut out = vec![0.0; motions[0].len()];
    for (u, s) in motions.iter().zip(factors) {
        out.iter_mut().zip(u).for_each(|(out, u)| *out += s * u);
    }
    out
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
