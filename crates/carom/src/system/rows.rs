//! Constraint rows compiled onto the nodes: values, Jacobians, time derivatives and second derivatives.
//!
//! A block holds the rows of one joint or contact. Its Jacobian is a small dense matrix over the free degrees of freedom of
//! the nodes it touches, so that products with it cost what the joint costs and not what the model costs.

use super::carriers::{Carrier, CarrierWork, Carriers};
use crate::element::LocalMatrix;
use crate::joint::Row;
use crate::measure::{Gradient, Hessian, Measure, Relative};
use crate::model::{FollowerNode, Kinematics, Layout, NodeId, Port, PortId, pull_gradient, pull_hessian};
use crate::{Mat3, Vec3};
use linalg::NONE;

/// Marks a port on the ground and a locked component.
const ABSENT: u32 = u32::MAX;

/// A measure with its weight, and where its two ports are carried.
#[derive(Clone, Debug)]
struct Term {
    weight: f64,
    measure: Measure,
    a: Side,
    b: Side,
}

/// A port of a measure: what rows need at every evaluation stands here, beside the term.
#[derive(Clone, Copy, Debug)]
struct Side {
    port: PortId,
    /// Place of the carrier in the block, and its node.
    carrier: u32,
    node: NodeId,
    /// Local columns of the node's components, none for a follower; whether it can turn.
    columns: Option<[u32; 6]>,
    turns: bool,
}

impl Side {
    /// The columns of the carrier, once those of the nodes of the block are known.
    fn set_columns(&mut self, carriers: &Carriers, columns: &[[u32; 6]]) {
        if self.carrier == ABSENT {
            return;
        }
        let k = self.carrier as usize;
        self.node = carriers.own[k];
        if let Carrier::Node(place) = carriers.list[k] {
            self.turns = columns[place][3..].iter().any(|column| *column != ABSENT);
            self.columns = Some(columns[place]);
        }
    }
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
    carriers: Carriers,
    /// Per node: local column of each component.
    columns: Vec<[u32; 6]>,
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
    /// The rows of a joint or contact; offsets are given out later.
    pub fn new(rows: &[Row], ports: &[Port], layout: &Layout, followers: &[FollowerNode]) -> Self {
        let mut carriers = Carriers::default();
        let mut side = |port: PortId| {
            let carrier = ports[port].node.map_or(ABSENT, |node| carriers.place(node, followers) as u32);
            Side { port, carrier, node: 0, columns: None, turns: false }
        };
        let mut rheonomic = false;
        let mut rows: Vec<CompiledRow> = rows
            .iter()
            .map(|row| {
                rheonomic |= row.drive.is_some();
                let terms = row.terms.iter().map(|(weight, measure)| {
                    let (a, b) = measure.ports();
                    rheonomic |= [a, b].iter().any(|&p| ports[p].motion.is_some());
                    Term { weight: *weight, measure: measure.clone(), a: side(a), b: side(b) }
                });
                CompiledRow { terms: terms.collect(), row: row.clone() }
            })
            .collect();
        let mut dofs = Vec::new();
        let mut columns = Vec::new();
        let mut full = Vec::new();
        for &node in &carriers.nodes {
            columns.push(layout.dofs[node].map(|dof| {
                if dof == NONE {
                    return ABSENT;
                }
                dofs.push(dof);
                (dofs.len() - 1) as u32
            }));
            full.extend_from_slice(&layout.dofs[node]);
        }
        for term in rows.iter_mut().flat_map(|row| &mut row.terms) {
            [&mut term.a, &mut term.b].into_iter().for_each(|side| side.set_columns(&carriers, &columns));
        }
        Self { rows, carriers, columns, dofs, full, first: 0, jacobian: 0, rheonomic }
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether rows are counted from the contact's frame.
    #[inline]
    pub fn is_incremental(&self) -> bool {
        self.rows.iter().any(|compiled| compiled.row.is_incremental())
    }

    /// Tells the rows that their contact has another place.
    pub fn set_slot(&mut self, slot: usize) {
        for term in self.rows.iter_mut().flat_map(|row| &mut row.terms) {
            if let Measure::Relative(relative) = &mut term.measure {
                relative.slot = slot;
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Nodes with degrees of freedom that the rows depend on.
    #[inline]
    pub fn nodes(&self) -> &[NodeId] {
        &self.carriers.nodes
    }

    #[inline]
    pub fn row(&self, i: usize) -> &Row {
        &self.rows[i].row
    }

    #[inline]
    pub fn rows(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.rows.len()
    }

    /// Keeps only the rows for which `keep` is true, before offsets are given out.
    pub fn retain(&mut self, keep: &[bool]) {
        let mut flags = keep.iter();
        self.rows.retain(|_| *flags.next().unwrap_or(&true));
    }

    /// The Jacobian of row `i` in the array of all Jacobians.
    #[inline]
    pub fn jacobian_row(&self, i: usize) -> std::ops::Range<usize> {
        let n = self.dofs.len();
        self.jacobian + i * n..self.jacobian + (i + 1) * n
    }

    /// The Jacobian of all rows there.
    pub fn jacobian_range(&self) -> std::ops::Range<usize> {
        self.jacobian..self.jacobian + self.rows.len() * self.dofs.len()
    }

    /// Row `i` in the array of all Jacobians times a vector over the degrees of freedom.
    #[inline]
    pub fn row_times(&self, i: usize, jacobians: &[f64], x: &[f64]) -> f64 {
        self.dofs.iter().zip(&jacobians[self.jacobian_row(i)]).map(|(&d, j)| j * x[d as usize]).sum()
    }

    /// What the rows of a contact count sliding and turning by, if they do.
    pub fn counted(&self) -> Option<&Relative> {
        self.rows.iter().skip(1).find_map(|compiled| match compiled.row.terms.as_slice() {
            [(_, Measure::Relative(counted))] => Some(counted),
            _ => None,
        })
    }

    /// Values and Jacobians at a configuration.
    pub fn evaluate(&self, kin: &Kinematics, g: &mut [f64], jacobians: &mut [f64]) {
        self.evaluate_first(self.rows.len(), kin, g, jacobians);
    }

    /// The same of the first rows only.
    pub fn evaluate_first(&self, rows: usize, kin: &Kinematics, g: &mut [f64], jacobians: &mut [f64]) {
        for (i, compiled) in self.rows.iter().enumerate().take(rows) {
            let jac = &mut jacobians[self.jacobian_row(i)];
            jac.fill(0.0);
            let mut value = -compiled.row.offset;
            if let Some(drive) = &compiled.row.drive {
                value -= drive.time_jet_with(kin.t, &kin.signals).0;
            }
            for term in &compiled.terms {
                let (m, gradient) = term.measure.gradient(kin);
                value += term.weight * m;
                self.scatter(kin, &term.a, term.weight, (&gradient.u_a, &gradient.p_a), jac);
                self.scatter(kin, &term.b, term.weight, (&gradient.u_b, &gradient.p_b), jac);
            }
            g[self.first + i] = value;
        }
    }

    /// Value of row `i` alone.
    pub fn value(&self, i: usize, kin: &Kinematics) -> f64 {
        let compiled = &self.rows[i];
        let drive = compiled.row.drive.as_ref().map_or(0.0, |d| d.time_jet_with(kin.t, &kin.signals).0);
        let sum: f64 = compiled.terms.iter().map(|t| t.weight * t.measure.value(kin)).sum();
        sum - compiled.row.offset - drive
    }

    /// Adds `w` times a gradient at a port to the columns of what carries it.
    #[inline]
    fn scatter(&self, kin: &Kinematics, side: &Side, w: f64, (g_u, g_p): (&Vec3, &Vec3), jac: &mut [f64]) {
        if side.carrier == ABSENT {
            return;
        }
        let (state, r) = (&kin.ports[side.port], kin.frames[side.node].r());
        let Some(columns) = &side.columns else {
            let (linear, angular) = pull_gradient(state, r, g_u, g_p);
            self.carriers.columns(kin, side.carrier as usize, |place, c, e| {
                let column = self.columns[place][c];
                if column != ABSENT {
                    let along = linear.x * e[0] + linear.y * e[1] + linear.z * e[2];
                    let about = angular.x * e[3] + angular.y * e[4] + angular.z * e[5];
                    jac[column as usize] += w * (along + about);
                }
            });
            return;
        };
        for c in 0..3 {
            if columns[c] != ABSENT {
                jac[columns[c] as usize] += w * g_u[c];
            }
        }
        if side.turns {
            let (_, angular) = pull_gradient(state, r, g_u, g_p);
            for c in 0..3 {
                if columns[3 + c] != ABSENT {
                    jac[columns[3 + c] as usize] += w * angular[c];
                }
            }
        }
    }

    /// Whether g_t is not zero.
    #[inline]
    pub fn is_rheonomic(&self) -> bool {
        self.rheonomic
    }

    /// Explicit time derivative g_t of row `i`.
    pub fn time_rate(&self, i: usize, kin: &Kinematics) -> f64 {
        if !self.rheonomic {
            return 0.0;
        }
        let compiled = &self.rows[i];
        let mut rate = compiled.row.drive.as_ref().map_or(0.0, |d| -d.time_jet_with(kin.t, &kin.signals).1);
        for term in &compiled.terms {
            let (a, b) = term.measure.ports();
            let (_, g) = term.measure.gradient(kin);
            rate += term.weight * g.along([a, b].map(|port| kin.ports[port].drive.into()));
        }
        rate
    }

    /// What the velocity of a drive of row `i` jumps by in a step of size `h` from `t` on, as g_t: its change without what the
    /// accelerations at both ends explain, if that is more than `limit` times as much; 0 where it does not jump.
    pub fn velocity_jump(&self, i: usize, (t, h): (f64, f64), held: &[f64], limit: f64) -> f64 {
        let Some(drive) = &self.rows[i].row.drive else { return 0.0 };
        let ((_, v_0, a_0), (_, v_1, a_1)) = (drive.time_jet_with(t, held), drive.time_jet_with(t + h, held));
        let jump = v_1 - v_0 - 0.5 * h * (a_0 + a_1);
        let explained = limit * h * a_0.abs().max(a_1.abs()) + 1e-9 * v_0.abs().max(v_1.abs());
        if jump.abs() > explained { -jump } else { 0.0 }
    }

    /// The part of the second time derivative of row `i` that does not contain accelerations of nodes.
    pub fn convective(&self, i: usize, kin: &Kinematics, layout: &Layout, ports: &[Port]) -> f64 {
        let compiled = &self.rows[i];
        let mut sum = compiled.row.drive.as_ref().map_or(0.0, |d| -d.time_jet_with(kin.t, &kin.signals).2);
        for term in &compiled.terms {
            let (a, b) = term.measure.ports();
            let (_, g) = term.measure.gradient(kin);
            let h = term.measure.hessian(kin);
            let (va, wa) = kin.port_velocity(layout, ports, a);
            let (vb, wb) = kin.port_velocity(layout, ports, b);
            let w = [va, wa, vb, wb];
            let quadratic: f64 =
                (0..4).flat_map(|r| (0..4).map(move |c| (r, c))).map(|(r, c)| w[r].dot(&(h[r][c] * w[c]))).sum();
            let linear = g.along([port_convection(kin, ports, a, &wa), port_convection(kin, ports, b, &wb)]);
            sum += term.weight * (quadratic + linear);
        }
        sum
    }

    /// Adds Σ weight(i) H_i to a local matrix over the six components of each node, and, where `velocity_rows` is given,
    /// writes vᵀH_i of every row to it (row-major, six columns a node).
    ///
    /// Terms between the same two ports are summed before they are pulled back. The rows vᵀH need no matrix at the nodes: with
    /// w the port velocities, wᵀH is a gradient at the ports, and the pull-back's own derivative adds g_u × (arm × ω).
    pub fn add_second_derivatives(
        &self,
        scope: &HessianScope,
        weight: impl Fn(usize) -> f64,
        out: &mut LocalMatrix,
        velocity_rows: Option<&mut [f64]>,
        work: &mut RowWork,
    ) {
        if !self.carriers.has_followers {
            self.add_carrier_derivatives(scope, weight, out, velocity_rows);
            return;
        }
        let kin = scope.kin;
        let count = self.carriers.list.len();
        let width = 6 * count;
        let mut k = std::mem::take(&mut work.carriers.k);
        k.reset(count, 6);
        work.rows.clear();
        work.rows.resize(self.rows.len() * width, 0.0);
        let with_rows = velocity_rows.is_some().then_some(&mut work.rows[..]);
        self.add_carrier_derivatives(scope, &weight, &mut k, with_rows);
        work.carriers.k = k;
        self.carriers.pull_hessian(kin, &mut work.carriers, out);
        let mut velocity_rows = velocity_rows;
        for i in 0..self.rows.len() {
            self.forces(kin, i, &mut work.forces);
            for (k, force) in work.forces.iter().enumerate() {
                self.carriers.add_curvature(kin, k, (weight(i), force), &mut work.carriers, out);
            }
            if let Some(rows) = velocity_rows.as_deref_mut() {
                let row = &mut rows[i * self.full.len()..(i + 1) * self.full.len()];
                let from = &work.rows[i * width..(i + 1) * width];
                self.carriers.pull_velocity_row(kin, from, &work.forces, &mut work.carriers, row);
            }
        }
    }

    /// Force of row `i` on each carrier, and moment, body-fixed.
    fn forces(&self, kin: &Kinematics, i: usize, out: &mut Vec<[Vec3; 2]>) {
        out.clear();
        out.resize(self.carriers.list.len(), [Vec3::zeros(); 2]);
        for term in &self.rows[i].terms {
            let (_, g) = term.measure.gradient(kin);
            for (side, g_u, g_p) in [(&term.a, &g.u_a, &g.p_a), (&term.b, &g.u_b, &g.p_b)] {
                if side.carrier != ABSENT {
                    let r = kin.frames[side.node].r();
                    let (linear, angular) = pull_gradient(&kin.ports[side.port], r, g_u, g_p);
                    let [force, moment] = &mut out[side.carrier as usize];
                    *force += linear * term.weight;
                    *moment += angular * term.weight;
                }
            }
        }
    }

    /// The second derivatives with respect to the carriers, six components each.
    fn add_carrier_derivatives(
        &self,
        scope: &HessianScope,
        weight: impl Fn(usize) -> f64,
        out: &mut LocalMatrix,
        mut velocity_rows: Option<&mut [f64]>,
    ) {
        let kin = scope.kin;
        let width = 6 * self.carriers.list.len();
        let mut sum = Curvature::default();
        for (i, compiled) in self.rows.iter().enumerate() {
            for term in &compiled.terms {
                let ports = term.measure.ports();
                let (_, gradient) = term.measure.gradient(kin);
                let hessian = term.measure.hessian(kin);
                if sum.ports != Some(ports) {
                    self.flush(kin, &sum, out);
                    sum = Curvature {
                        ports: Some(ports),
                        places: (term.a.carrier, term.b.carrier),
                        ..Curvature::default()
                    };
                }
                sum.add(term.weight * weight(i), &gradient, &hessian);
                if let Some(rows) = velocity_rows.as_deref_mut() {
                    let row = &mut rows[i * width..(i + 1) * width];
                    self.add_velocity_row(scope, term, &gradient, &hessian, row);
                }
            }
        }
        self.flush(kin, &sum, out);
    }

    /// Pulls a sum of second derivatives between two ports back to their nodes.
    fn flush(&self, kin: &Kinematics, sum: &Curvature, out: &mut LocalMatrix) {
        let Some((a, b)) = sum.ports else { return };
        let places = [(sum.places.0, 0), (sum.places.1, 2)];
        let r = |k: u32| if k == ABSENT { Mat3::identity() } else { *kin.frames[self.carriers.own[k as usize]].r() };
        let (ra, rb) = (r(places[0].0), r(places[1].0));
        let h = pull_hessian(&sum.hessian, &sum.gradient, (&kin.ports[a], &ra), (&kin.ports[b], &rb));
        for (rk, rb) in places.into_iter().filter(|(k, _)| *k != ABSENT) {
            for (ck, cb) in places.into_iter().filter(|(k, _)| *k != ABSENT) {
                for (dr, dc) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    out.add_block(2 * rk as usize + dr, 2 * ck as usize + dc, &h[rb + dr][cb + dc]);
                }
            }
        }
    }

    /// Adds vᵀH of one term at the nodes.
    fn add_velocity_row(&self, scope: &HessianScope, term: &Term, g: &Gradient, h: &Hessian, row: &mut [f64]) {
        let kin = scope.kin;
        let (va, wa) = port_velocity(scope, &term.a);
        let (vb, wb) = port_velocity(scope, &term.b);
        let w = [va, wa, vb, wb];
        let column = |c: usize| (0..4).fold(Vec3::zeros(), |sum, r| sum + h[r][c].tr_mul(&w[r]));
        for (side, c, g_u, omega) in [(&term.a, 0, &g.u_a, &wa), (&term.b, 2, &g.u_b, &wb)] {
            if side.carrier == ABSENT {
                continue;
            }
            let state = &kin.ports[side.port];
            let turning = column(c + 1) + g_u.cross(&state.arm.cross(omega));
            let (linear, angular) = pull_gradient(state, kin.frames[side.node].r(), &column(c), &turning);
            let at = 6 * side.carrier as usize;
            for c in 0..3 {
                row[at + c] += term.weight * linear[c];
                row[at + 3 + c] += term.weight * angular[c];
            }
        }
    }
}

/// Spatial velocity of a port.
fn port_velocity(scope: &HessianScope, side: &Side) -> (Vec3, Vec3) {
    let state = &scope.kin.ports[side.port];
    if side.carrier == ABSENT {
        return (state.drive[0], state.drive[1]);
    }
    let (v, w) = scope.kin.node_velocity(scope.layout, side.node);
    (v + w.cross(&state.arm), w)
}

/// Weighted sum of gradients and second derivatives between two ports.
#[derive(Default)]
struct Curvature {
    ports: Option<(PortId, PortId)>,
    places: (u32, u32),
    gradient: Gradient,
    hessian: Hessian,
}

impl Curvature {
    fn add(&mut self, weight: f64, g: &Gradient, h: &Hessian) {
        self.gradient.u_a += g.u_a * weight;
        self.gradient.u_b += g.u_b * weight;
        for (sum, row) in self.hessian.iter_mut().zip(h) {
            for (sum, block) in sum.iter_mut().zip(row) {
                *sum += block * weight;
            }
        }
    }
}

/// Scratch for rows on followers.
#[derive(Clone, Debug, Default)]
pub struct RowWork {
    carriers: CarrierWork,
    rows: Vec<f64>,
    forces: Vec<[Vec3; 2]>,
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
            let (frame, [_, w], [a, z]) = motion.at(kin.t, &kin.signals);
            let arm = kin.ports[port].x - frame.x;
            (a + z.cross(&arm) + w.cross(&w.cross(&arm)), z)
        }
        None => {
            let arm = &kin.ports[port].arm;
            let centripetal = w.cross(&w.cross(arm));
            match kin.followers().iter().find(|f| ports[port].node == Some(f.node)) {
                None => (centripetal, Vec3::zeros()),
                Some(follower) => {
                    let convection = kin.follower_convection(follower);
                    let a = Vec3::from_column_slice(&convection[..3]);
                    let z = kin.frames[follower.node].r() * Vec3::from_column_slice(&convection[3..]);
                    (a + centripetal + z.cross(arm), z)
                }
            }
        }
    }
}
