//! Constraint rows compiled onto the nodes: values, Jacobians, time derivatives and second derivatives.
//!
//! A block holds the rows of one joint or contact. Its Jacobian is a small dense matrix over the free degrees of freedom of
//! the nodes it touches, so that products with it cost what the joint costs and not what the model costs.

use crate::element::LocalMatrix;
use crate::joint::Row;
use crate::measure::{Gradient, Measure};
use crate::model::{Kinematics, Layout, NodeId, Port, PortId, pull_gradient, pull_hessian};
use crate::{Mat3, Vec3};
use linalg::NONE;

/// Marks a port on the ground and a locked component.
const ABSENT: u8 = u8::MAX;

/// A measure with its weight and the places of its two nodes in the block.
#[derive(Clone, Debug)]
struct Term {
    weight: f64,
    measure: Measure,
    a: u8,
    b: u8,
}

#[derive(Clone, Debug)]
struct CompiledRow {
    terms: Vec<Term>,
    row: Row,
}

/// The rows of one joint or contact.
#[derive(Clone, Debug)]
pub struct RowBlock {
    rows: Vec<CompiledRow>,
    nodes: Vec<NodeId>,
    /// Per node: local column of each component.
    columns: Vec<[u8; 6]>,
    /// Global degree of freedom of each local column.
    pub dofs: Vec<u32>,
    /// Global degree of freedom of the six components of every node, locked ones included as [`NONE`].
    pub full: Vec<u32>,
    /// First row in the arrays over all rows.
    pub first: usize,
    /// Offset of the Jacobian, row-major, in the array of all Jacobians.
    pub jacobian: usize,
    /// Whether time enters explicitly.
    rheonomic: bool,
}

impl RowBlock {
    pub fn new(rows: &[Row], ports: &[Port], layout: &Layout, first: usize, jacobian: usize) -> Self {
        let mut nodes: Vec<NodeId> = Vec::new();
        let mut place = |port: PortId| match ports[port].node {
            None => ABSENT,
            Some(node) => {
                let k = nodes.iter().position(|&n| n == node).unwrap_or_else(|| {
                    nodes.push(node);
                    nodes.len() - 1
                });
                k as u8
            }
        };
        let mut rheonomic = false;
        let rows: Vec<CompiledRow> = rows
            .iter()
            .map(|row| {
                rheonomic |= row.drive.is_some();
                let terms = row.terms.iter().map(|(weight, measure)| {
                    let (a, b) = measure.ports();
                    rheonomic |= [a, b].iter().any(|&p| ports[p].motion.is_some());
                    Term { weight: *weight, measure: measure.clone(), a: place(a), b: place(b) }
                });
                CompiledRow { terms: terms.collect(), row: row.clone() }
            })
            .collect();
        let mut dofs = Vec::new();
        let mut columns = Vec::new();
        let mut full = Vec::new();
        for &node in &nodes {
            columns.push(layout.dofs[node].map(|dof| {
                if dof == NONE {
                    return ABSENT;
                }
                dofs.push(dof);
                (dofs.len() - 1) as u8
            }));
            full.extend_from_slice(&layout.dofs[node]);
        }
        Self { rows, nodes, columns, dofs, full, first, jacobian, rheonomic }
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    pub fn row(&self, i: usize) -> &Row {
        &self.rows[i].row
    }

    pub fn rows(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.rows.len()
    }

    /// Keeps only the rows for which `keep` is true, before offsets are given out.
    pub fn retain(&mut self, keep: &[bool]) {
        let mut flags = keep.iter();
        self.rows.retain(|_| *flags.next().unwrap_or(&true));
    }

    /// The Jacobian of row `i` in the array of all Jacobians.
    pub fn jacobian_row(&self, i: usize) -> std::ops::Range<usize> {
        let n = self.dofs.len();
        self.jacobian + i * n..self.jacobian + (i + 1) * n
    }

    /// Values and Jacobians at a configuration.
    pub fn evaluate(&self, kin: &Kinematics, g: &mut [f64], jacobians: &mut [f64]) {
        for (i, compiled) in self.rows.iter().enumerate() {
            let jac = &mut jacobians[self.jacobian_row(i)];
            jac.fill(0.0);
            let mut value = -compiled.row.offset;
            if let Some(drive) = &compiled.row.drive {
                value -= drive.time_jet(kin.t).0;
            }
            for term in &compiled.terms {
                let (m, gradient) = term.measure.gradient(kin);
                value += term.weight * m;
                let (a, b) = term.measure.ports();
                self.scatter(kin, term.a, a, term.weight, &gradient.u_a, &gradient.p_a, jac);
                self.scatter(kin, term.b, b, term.weight, &gradient.u_b, &gradient.p_b, jac);
            }
            g[self.first + i] = value;
        }
    }

    /// Value of row `i` alone.
    pub fn value(&self, i: usize, kin: &Kinematics) -> f64 {
        let compiled = &self.rows[i];
        let drive = compiled.row.drive.as_ref().map_or(0.0, |d| d.time_jet(kin.t).0);
        let sum: f64 = compiled.terms.iter().map(|t| t.weight * t.measure.value(kin)).sum();
        sum - compiled.row.offset - drive
    }

    #[inline]
    #[expect(clippy::too_many_arguments, reason = "the two sides of a measure, spelled out in the hot path")]
    fn scatter(&self, kin: &Kinematics, k: u8, port: PortId, w: f64, g_u: &Vec3, g_p: &Vec3, jac: &mut [f64]) {
        if k == ABSENT {
            return;
        }
        let r = kin.frames[self.nodes[k as usize]].r();
        let (linear, angular) = pull_gradient(&kin.ports[port], r, g_u, g_p);
        let columns = &self.columns[k as usize];
        for c in 0..3 {
            if columns[c] != ABSENT {
                jac[columns[c] as usize] += w * linear[c];
            }
            if columns[3 + c] != ABSENT {
                jac[columns[3 + c] as usize] += w * angular[c];
            }
        }
    }

    /// Explicit time derivative g_t of row `i`.
    pub fn time_rate(&self, i: usize, kin: &Kinematics) -> f64 {
        if !self.rheonomic {
            return 0.0;
        }
        let compiled = &self.rows[i];
        let mut rate = compiled.row.drive.as_ref().map_or(0.0, |d| -d.time_jet(kin.t).1);
        for term in &compiled.terms {
            let (a, b) = term.measure.ports();
            let (_, g) = term.measure.gradient(kin);
            let ([va, wa], [vb, wb]) = (kin.ports[a].drive, kin.ports[b].drive);
            rate += term.weight * (g.u_a.dot(&va) + g.p_a.dot(&wa) + g.u_b.dot(&vb) + g.p_b.dot(&wb));
        }
        rate
    }

    /// The part of the second time derivative of row `i` that does not contain accelerations of nodes.
    pub fn convective(&self, i: usize, kin: &Kinematics, layout: &Layout, ports: &[Port]) -> f64 {
        let compiled = &self.rows[i];
        let mut sum = compiled.row.drive.as_ref().map_or(0.0, |d| -d.time_jet(kin.t).2);
        for term in &compiled.terms {
            let (a, b) = term.measure.ports();
            let (_, g) = term.measure.gradient(kin);
            let h = term.measure.hessian(kin);
            let (va, wa) = kin.port_velocity(layout, ports, a);
            let (vb, wb) = kin.port_velocity(layout, ports, b);
            let w = [va, wa, vb, wb];
            let quadratic: f64 =
                (0..4).flat_map(|r| (0..4).map(move |c| (r, c))).map(|(r, c)| w[r].dot(&(h[r][c] * w[c]))).sum();
            let (aa, za) = port_convection(kin, ports, a, &wa);
            let (ab, zb) = port_convection(kin, ports, b, &wb);
            let linear = g.u_a.dot(&aa) + g.p_a.dot(&za) + g.u_b.dot(&ab) + g.p_b.dot(&zb);
            sum += term.weight * (quadratic + linear);
        }
        sum
    }

    /// Adds `weight` H of row `i` to a local matrix over the six components of each node of the block, and writes vᵀH to
    /// `velocity_row` where asked.
    pub fn add_hessian(&self, i: usize, scope: &HessianScope, weight: f64, out: &mut LocalMatrix, v_h: &mut [f64]) {
        let kin = scope.kin;
        for term in &self.rows[i].terms {
            let (a, b) = term.measure.ports();
            let (_, gradient) = term.measure.gradient(kin);
            let h = self.node_hessian(kin, term, a, b, &gradient);
            let places = [(term.a, 0), (term.b, 2)];
            let velocities = self.velocities(scope, term, a, b);
            for (rk, rb) in places {
                for (ck, cb) in places {
                    if ck == ABSENT {
                        continue;
                    }
                    for (dr, dc) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                        let block = h[rb + dr][cb + dc] * term.weight;
                        if rk != ABSENT && weight != 0.0 {
                            out.add_block(2 * rk as usize + dr, 2 * ck as usize + dc, &(block * weight));
                        }
                        let row = block.transpose() * velocities[rb + dr];
                        let at = 6 * ck as usize + 3 * dc;
                        v_h[at..at + 3].iter_mut().zip(row.iter()).for_each(|(x, y)| *x += y);
                    }
                }
            }
        }
    }

    fn node_hessian(&self, kin: &Kinematics, term: &Term, a: PortId, b: PortId, g: &Gradient) -> [[Mat3; 4]; 4] {
        let r = |k: u8| if k == ABSENT { Mat3::identity() } else { *kin.frames[self.nodes[k as usize]].r() };
        pull_hessian(&term.measure.hessian(kin), g, (&kin.ports[a], &r(term.a)), (&kin.ports[b], &r(term.b)))
    }

    /// Node velocities (body-fixed angular part); for a port on the ground the port's own.
    fn velocities(&self, scope: &HessianScope, term: &Term, a: PortId, b: PortId) -> [Vec3; 4] {
        let of = |k: u8, port: PortId| match k {
            ABSENT => (scope.kin.ports[port].drive[0], scope.kin.ports[port].drive[1]),
            _ => scope.layout.get(self.nodes[k as usize], &scope.kin.v),
        };
        let ((va, wa), (vb, wb)) = (of(term.a, a), of(term.b, b));
        [va, wa, vb, wb]
    }
}

/// Where second derivatives are taken.
pub struct HessianScope<'a> {
    pub kin: &'a Kinematics,
    pub layout: &'a Layout,
}

/// Acceleration of a port when its node's accelerations are zero: ω × (ω × arm), or the prescribed one.
fn port_convection(kin: &Kinematics, ports: &[Port], port: PortId, w: &Vec3) -> (Vec3, Vec3) {
    match &ports[port].motion {
        Some(motion) => {
            let (frame, [_, w], [a, z]) = motion.at(kin.t);
            let arm = kin.ports[port].x - frame.x;
            (a + z.cross(&arm) + w.cross(&w.cross(&arm)), z)
        }
        None => (w.cross(&w.cross(&kin.ports[port].arm)), Vec3::zeros()),
    }
}
