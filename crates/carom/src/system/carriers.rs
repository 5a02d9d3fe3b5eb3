//! From the nodes that joints, contacts and forces attach to, followers among them, to the nodes with degrees of freedom.
//!
//! With E the six components of each carrier in terms of six components of each node (the identity for a node, the
//! Jacobian of a follower), and D = ∂(E v)/∂q, forces and tangents K = −∂f/∂q, C = −∂f/∂v on the carriers become
//!
//! ```text
//! Eᵀ f ,      Eᵀ (K E + C D) − Σ D(f) ,      Eᵀ C E
//! ```

use crate::Vec3;
use crate::element::LocalMatrix;
use crate::model::{FollowerNode, Kinematics, NodeId, unit_force};

/// A node that something attaches to.
#[derive(Clone, Debug)]
pub enum Carrier {
    /// The place of a node with degrees of freedom among the nodes.
    Node(usize),
    /// A follower by its index, and the places of the nodes it follows.
    Follower(usize, Vec<usize>),
}

/// The carriers of one joint, contact or element.
#[derive(Clone, Debug, Default)]
pub struct Carriers {
    pub list: Vec<Carrier>,
    /// The node of each carrier.
    pub own: Vec<NodeId>,
    /// nodes with degrees of freedom.
    pub nodes: Vec<NodeId>,
    pub has_followers: bool,
}

/// Scratch of [`Carriers`].
#[derive(Clone, Debug, Default)]
pub struct CarrierWork {
    e: Vec<f64>,
    d: Vec<f64>,
    product: Vec<f64>,
    curvature: LocalMatrix,
    /// Matrices over the carriers.
    pub k: LocalMatrix,
    pub c: LocalMatrix,
}

impl Carriers {
    /// Adds a node if it is new; its place in the list.
    pub fn place(&mut self, node: NodeId, followers: &[FollowerNode]) -> usize {
        if let Some(k) = self.own.iter().position(|&n| n == node) {
            return k;
        }
        self.own.push(node);
        let carrier = match followers.iter().position(|f| f.node == node) {
            None => Carrier::Node(self.node_place(node)),
            Some(index) => {
                self.has_followers = true;
                let places = followers[index].rule.nodes().iter().map(|&n| self.node_place(n)).collect();
                Carrier::Follower(index, places)
            }
        };
        self.list.push(carrier);
        self.list.len() - 1
    }

    fn node_place(&mut self, node: NodeId) -> usize {
        self.nodes.iter().position(|&n| n == node).unwrap_or_else(|| {
            self.nodes.push(node);
            self.nodes.len() - 1
        })
    }

    /// Calls `put` with the place of a node, the component and six coefficients: a column of E for carrier `k`.
    pub fn columns(&self, kin: &Kinematics, k: usize, mut put: impl FnMut(usize, usize, &[f64; 6])) {
        match &self.list[k] {
            Carrier::Node(place) => {
                for c in 0..6 {
                    let mut unit = [0.0; 6];
                    unit[c] = 1.0;
                    put(*place, c, &unit);
                }
            }
            Carrier::Follower(index, places) => {
                let follower = &kin.followers()[*index];
                let (j, width, n) = (kin.follower_jacobian(follower), follower.rule.width(), follower.columns.len());
                for (m, &place) in places.iter().enumerate() {
                    for c in 0..width {
                        let column = width * m + c;
                        put(place, c, &[0, 1, 2, 3, 4, 5].map(|r| j[r * n + column]));
                    }
                }
            }
        }
    }

    /// E, row-major, 6 rows a carrier and 6 columns a node.
    fn fill_e(&self, kin: &Kinematics, e: &mut Vec<f64>) {
        let width = 6 * self.nodes.len();
        e.clear();
        e.resize(6 * self.list.len() * width, 0.0);
        for k in 0..self.list.len() {
            self.columns(kin, k, |place, c, coefficients| {
                for (r, x) in coefficients.iter().enumerate() {
                    e[(6 * k + r) * width + 6 * place + c] += x;
                }
            });
        }
    }

    /// D = ∂(E v)/∂q, of the same shape as E.
    fn fill_d(&self, kin: &Kinematics, work: &mut CarrierWork) {
        let width = 6 * self.nodes.len();
        work.d.clear();
        work.d.resize(6 * self.list.len() * width, 0.0);
        for k in 0..self.list.len() {
            let Carrier::Follower(index, _) = &self.list[k] else { continue };
            for c in kin.followers()[*index].rule.curved() {
                let at = (6 * k + c) * width;
                let d = &mut work.d[at..at + width];
                self.add_velocity_curvature(kin, k, &unit_force(c), &mut work.curvature, d);
            }
        }
    }

    /// Adds vᵀ D(f) of carrier `k` to a row over six components of each node.
    fn add_velocity_curvature(&self, kin: &Kinematics, k: usize, f: &[Vec3; 2], d: &mut LocalMatrix, row: &mut [f64]) {
        let Carrier::Follower(index, places) = &self.list[k] else { return };
        let follower = &kin.followers()[*index];
        let width = follower.rule.width();
        d.reset(places.len(), width);
        follower.rule.add_curvature(&kin.frames, f, d);
        for i in 0..d.n() {
            let v = kin.v.get(follower.columns[i] as usize).copied().unwrap_or(0.0);
            for j in 0..d.n() {
                row[6 * places[j / width] + j % width] += v * d.get(i, j);
            }
        }
    }

    /// Adds `scale` D(f) of carrier `k` to a matrix over six components of each node.
    pub fn add_curvature(
        &self,
        kin: &Kinematics,
        k: usize,
        (scale, f): (f64, &[Vec3; 2]),
        work: &mut CarrierWork,
        out: &mut LocalMatrix,
    ) {
        let Carrier::Follower(index, places) = &self.list[k] else { return };
        let follower = &kin.followers()[*index];
        let width = follower.rule.width();
        work.curvature.reset(places.len(), width);
        follower.rule.add_curvature(&kin.frames, f, &mut work.curvature);
        for i in 0..work.curvature.n() {
            for j in 0..work.curvature.n() {
                let (row, column) = (6 * places[i / width] + i % width, 6 * places[j / width] + j % width);
                out.add(row, column, scale * work.curvature.get(i, j));
            }
        }
    }

    /// Adds Eᵀ (K E + C D) to `k` and Eᵀ C E to `c`, with K and C of the carriers in the scratch.
    pub fn pull_tangents(&self, kin: &Kinematics, work: &mut CarrierWork, k: &mut LocalMatrix, c: &mut LocalMatrix) {
        let mut e = std::mem::take(&mut work.e);
        self.fill_e(kin, &mut e);
        self.fill_d(kin, work);
        work.e = e;
        multiply(&work.k, &work.e, &mut work.product);
        add_transposed_product(&work.e, &work.product, k);
        multiply(&work.c, &work.d, &mut work.product);
        add_transposed_product(&work.e, &work.product, k);
        multiply(&work.c, &work.e, &mut work.product);
        add_transposed_product(&work.e, &work.product, c);
    }

    /// Adds Eᵀ K E to `k`, with K of the carriers in the scratch.
    pub fn pull_hessian(&self, kin: &Kinematics, work: &mut CarrierWork, k: &mut LocalMatrix) {
        self.fill_e(kin, &mut work.e);
        multiply(&work.k, &work.e, &mut work.product);
        add_transposed_product(&work.e, &work.product, k);
    }

    /// Adds a row over the carriers, times E, and vᵀ D of its forces, to a row over six components of each node.
    pub fn pull_velocity_row(
        &self,
        kin: &Kinematics,
        row: &[f64],
        forces: &[[Vec3; 2]],
        work: &mut CarrierWork,
        out: &mut [f64],
    ) {
        for k in 0..self.list.len() {
            self.columns(kin, k, |place, c, coefficients| {
                let parts = row[6 * k..6 * k + 6].iter().zip(coefficients);
                out[6 * place + c] += parts.map(|(a, b)| a * b).sum::<f64>();
            });
            self.add_velocity_curvature(kin, k, &forces[k], &mut work.curvature, out);
        }
    }
}

/// out = A B, B row-major with as many rows as A.
fn multiply(a: &LocalMatrix, b: &[f64], out: &mut Vec<f64>) {
    let n = a.n();
    let width = b.len() / n;
    out.clear();
    out.resize(b.len(), 0.0);
    for i in 0..n {
        for j in 0..n {
            let x = a.get(i, j);
            if x != 0.0 {
                let (to, from) = (&mut out[i * width..(i + 1) * width], &b[j * width..(j + 1) * width]);
                to.iter_mut().zip(from).for_each(|(o, b)| *o += x * b);
            }
        }
    }
}

/// out += Eᵀ B.
fn add_transposed_product(e: &[f64], b: &[f64], out: &mut LocalMatrix) {
    let width = out.n();
    for (e, b) in e.chunks_exact(width).zip(b.chunks_exact(width)) {
        for (i, x) in e.iter().enumerate().filter(|(_, x)| **x != 0.0) {
            for (j, y) in b.iter().enumerate() {
                out.add(i, j, x * y);
            }
        }
    }
}
