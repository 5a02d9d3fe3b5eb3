//! What is evaluated at an iterate, shared by the problems of a step.

use crate::element::LocalMatrix;
use crate::model::{ContactFrame, Kinematics};
use crate::system::rows::{RowBlock, RowWork};
use crate::system::tangents::TangentWork;
use crate::system::{Assembly, Island};
use lie::{Mat3, Vec3};
use linalg::NONE;

/// Evaluated quantities, shared by the problems of a step.
#[derive(Clone, Debug)]
pub struct Work {
    pub kin: Kinematics,
    pub y: Vec<f64>,
    /// The unknown of the other problem of a pair.
    pub beside: Vec<f64>,
    pub x: Vec<f64>,
    pub f: Vec<f64>,
    /// Row values (before references are subtracted) and Jacobians at `kin`.
    pub g: Vec<f64>,
    pub jacobians: Vec<f64>,
    /// Rows along which impulses act where these are not the Jacobians, see [`super::Multipliers::directed`].
    pub directions: Vec<f64>,
    /// Explicit time derivative of the rows.
    pub g_t: Vec<f64>,
    pub(super) k: LocalMatrix,
    pub(super) lower: Vec<f64>,
    pub(super) lower_beside: Vec<f64>,
    pub(super) on_followers: RowWork,
    pub(super) tangents: TangentWork,
    pub r1: Vec<f64>,
    /// Gᵀ(P + s carried).
    pub gt_p: Vec<f64>,
    /// Scratch for the stages: the increment of the configuration and the pseudo-acceleration.
    pub psi: Vec<f64>,
    pub a: Vec<f64>,
    pub(super) maps: Vec<Mat3>,
    /// Places of the components of a block's nodes in the linear system.
    pub(super) block_places: Vec<u32>,
    /// Where the linear system of the island that is solved has the degrees of freedom.
    pub(super) places: Vec<u32>,
}

impl Work {
    pub fn new(system: Assembly) -> Self {
        let (n, rows) = (system.layout.n, system.row_count());
        let zeros = || vec![0.0; n];
        Self {
            kin: system.initial_kinematics(),
            y: zeros(),
            beside: zeros(),
            x: zeros(),
            f: vec![0.0; system.layout.extended],
            g: vec![0.0; rows],
            jacobians: vec![0.0; system.jacobian_size()],
            directions: vec![0.0; system.jacobian_size()],
            g_t: vec![0.0; rows],
            k: LocalMatrix::default(),
            lower: Vec::new(),
            lower_beside: Vec::new(),
            on_followers: RowWork::default(),
            tangents: TangentWork::default(),
            r1: zeros(),
            gt_p: zeros(),
            psi: zeros(),
            a: zeros(),
            maps: vec![Mat3::identity(); system.model.nodes.len()],
            block_places: Vec::new(),
            places: vec![0; n],
        }
    }

    /// Follows contacts that were listed anew.
    pub fn fit(&mut self, system: Assembly) {
        self.g.resize(system.row_count(), 0.0);
        self.g_t.resize(system.row_count(), 0.0);
        self.jacobians.resize(system.jacobian_size(), 0.0);
        self.directions.resize(system.jacobian_size(), 0.0);
        self.kin.contacts.resize(system.contact_count(), ContactFrame::default());
    }

    /// f + Gᵀλ of the elements and joints of an island at the configuration and velocities, into `f`; rows are those in `jacobians`.
    pub fn balance(&mut self, system: Assembly, island: &Island, lam: &[f64]) {
        self.kin.update_velocities_of(island.followers.iter().copied());
        system.clear_extended(island, &mut self.f);
        system.add_forces_of(island, &self.kin, &mut self.f);
        for block in island.joints.iter().map(|&b| system.block(b)) {
            for (i, row) in block.rows().enumerate() {
                let jac = &self.jacobians[block.jacobian_row(i)];
                block.dofs.iter().zip(jac).for_each(|(&d, j)| self.f[d as usize] += lam[row] * j);
            }
        }
    }

    /// Row `i` of block `b` times a vector over the degrees of freedom.
    #[inline]
    pub fn row_times(&self, system: Assembly, b: usize, i: usize, x: &[f64]) -> f64 {
        system.block(b).row_times(i, &self.jacobians, x)
    }

    /// Numbers the degrees of freedom of an island for its linear system, from `first`.
    pub(super) fn number(&mut self, island: &Island, first: u32) {
        island.each_dof().zip(first..).for_each(|(dof, place)| self.places[dof] = place);
    }

    /// Place of a degree of freedom in the linear system.
    pub(super) fn place(&self, dof: u32) -> u32 {
        self.places.get(dof as usize).copied().unwrap_or(NONE)
    }

    /// Places of the components of a block's nodes.
    pub(super) fn place_block(&mut self, block: &RowBlock) {
        let places = &self.places;
        self.block_places.clear();
        self.block_places.extend(block.full.iter().map(|&dof| places.get(dof as usize).copied().unwrap_or(NONE)));
    }

    /// Multiplies the angular parts of row `i` of `lower` by T of their nodes.
    pub(super) fn maps_apply(&mut self, nodes: &[usize], i: usize, width: usize) {
        for (k, &node) in nodes.iter().enumerate() {
            let at = i * width + 6 * k + 3;
            let part = &mut self.lower[at..at + 3];
            let v = self.maps[node].transpose() * Vec3::new(part[0], part[1], part[2]);
            part.copy_from_slice(v.as_slice());
        }
    }

    /// Evaluates the rows of the given blocks at the current configuration.
    #[inline]
    pub fn evaluate_rows(&mut self, system: Assembly, blocks: &[usize]) {
        blocks.iter().for_each(|&b| self.evaluate_first_rows(system, b, usize::MAX));
    }

    /// Evaluates the rows of a block, of a contact only the first ones.
    #[inline]
    pub fn evaluate_first_rows(&mut self, system: Assembly, b: usize, of_contacts: usize) {
        let block = system.block(b);
        let rows = if b < system.joints.len() { usize::MAX } else { of_contacts };
        block.evaluate_first(rows, &self.kin, &mut self.g, &mut self.jacobians);
        let rates = &mut self.g_t[block.rows()];
        if block.is_rheonomic() {
            rates.iter_mut().enumerate().for_each(|(i, g_t)| *g_t = block.time_rate(i, &self.kin));
        } else {
            rates.fill(0.0);
        }
    }
}
