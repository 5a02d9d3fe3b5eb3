//! What every element and every measure must satisfy, at any state.
//!
//! Tangents are compared with differences in scaled increments (displacements in units of the model's length), so that
//! forces and moments weigh alike. The tolerance 1e-8 of the largest entry is far above the error of the differences
//! (1e-11) and far below any wrong term.

use super::stage::{Stage, max_abs};
use crate::Frame;
use crate::element::{Element, LocalMatrix};
use crate::measure::Measure;
use crate::model::{NodeId, pull_gradient, pull_hessian};
use crate::{Mat3, Vec3};

const TOLERANCE: f64 = 1e-8;
/// In SI units, for what vanishes by cancellation (a spring between two points of one body).
const CANCELLATION: f64 = 1e-11;

/// A contract that is not kept.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{contract}: {what}: expected {expected:.9e}, got {found:.9e}")]
pub struct Violation {
    pub contract: &'static str,
    pub what: String,
    pub expected: f64,
    pub found: f64,
}

/// Compares two vectors entry by entry.
pub(super) fn compare(
    contract: &'static str,
    found: &[f64],
    expected: &[f64],
    tolerance: f64,
    name: impl Fn(usize) -> String,
) -> Result<(), Violation> {
    for (i, (&found, &expected)) in found.iter().zip(expected).enumerate() {
        let distance = (found - expected).abs();
        if distance.is_nan() || distance > tolerance + CANCELLATION {
            return Err(Violation { contract, what: name(i), expected, found });
        }
    }
    Ok(())
}

/// All contracts of an element.
pub fn element(stage: &Stage, element: &dyn Element) -> Result<(), Violation> {
    tangents(stage, element)?;
    inertia(stage, element)?;
    varying_inertia(stage, element)?;
    virtual_power(stage, element)
}

/// All contracts of a measure.
pub fn measure(stage: &Stage, measure: &Measure) -> Result<(), Violation> {
    gradient(stage, measure)?;
    hessian(stage, measure)?;
    objectivity(stage, measure)
}

/// The force of an element over all degrees of freedom.
pub fn force(stage: &Stage, kin: &crate::model::Kinematics, element: &dyn Element) -> Vec<f64> {
    let mut f = vec![0.0; stage.layout.n];
    element.force(&stage.scene_at(kin), &mut f);
    f
}

/// An element's matrix over all degrees of freedom, row-major.
fn global(stage: &Stage, nodes: &[NodeId], local: &LocalMatrix) -> Vec<f64> {
    let n = stage.layout.n;
    let width = local.width();
    let dofs: Vec<u32> = nodes.iter().flat_map(|node| stage.layout.dofs[*node].into_iter().take(width)).collect();
    let mut out = vec![0.0; n * n];
    for (i, &r) in dofs.iter().enumerate().filter(|(_, r)| **r != linalg::NONE) {
        for (j, &c) in dofs.iter().enumerate().filter(|(_, c)| **c != linalg::NONE) {
            out[r as usize * n + c as usize] += local.get(i, j);
        }
    }
    out
}

/// K = −∂f/∂q along exp and C = −∂f/∂v, against differences of the force.
pub fn tangents(stage: &Stage, element: &dyn Element) -> Result<(), Violation> {
    let nodes = element.nodes();
    let (mut k, mut c) = (LocalMatrix::default(), LocalMatrix::default());
    k.reset(nodes.len(), element.width());
    c.reset(nodes.len(), element.width());
    element.tangent(&stage.scene(), &mut k, &mut c);
    let (k, c) = (global(stage, nodes, &k), global(stage, nodes, &c));
    let n = stage.layout.n;
    let scaled = |f: Vec<f64>| -> Vec<f64> { f.iter().zip(&stage.scale).map(|(f, s)| f * s).collect() };
    let at_rest = Stage::rounding(max_abs(&scaled(force(stage, &stage.kin, element))));
    let exact =
        |m: &[f64]| -> Vec<f64> { (0..n * n).map(|e| -m[e] * stage.scale[e / n] * stage.scale[e % n]).collect() };
    let columns = |change: &dyn Fn(usize, f64) -> crate::model::Kinematics| {
        let mut out = vec![0.0; n * n];
        for j in 0..n {
            let column = stage.difference(|epsilon| scaled(force(stage, &change(j, epsilon), element)));
            column.iter().enumerate().for_each(|(i, x)| out[i * n + j] = *x);
        }
        out
    };
    let by_q = columns(&|j, epsilon| stage.moved(&stage.unit(j), epsilon));
    let by_v = columns(&|j, epsilon| stage.pushed(&stage.unit(j), epsilon));
    for (contract, found, expected) in [("K", exact(&k), by_q), ("C", exact(&c), by_v)] {
        let tolerance = TOLERANCE * max_abs(&expected) + at_rest;
        compare(contract, &found, &expected, tolerance, |e| format!("row {}, column {}", e / n, e % n))?;
    }
    Ok(())
}

/// M is symmetric and the kinetic energy is ½ vᵀMv.
pub fn inertia(stage: &Stage, element: &dyn Element) -> Result<(), Violation> {
    let (scene, n, v) = (stage.scene(), stage.layout.n, &stage.kin.v);
    let mut local = LocalMatrix::default();
    local.reset(element.nodes().len(), element.width());
    element.mass(&scene, &mut local);
    let m = global(stage, element.nodes(), &local);
    let transposed: Vec<f64> = (0..n * n).map(|e| m[e % n * n + e / n]).collect();
    // Sums of a few products: rounding only.
    let rounding = 1e-14 * max_abs(&m);
    compare("M = Mᵀ", &m, &transposed, rounding, |e| format!("entry {e}"))?;
    let product: Vec<f64> = (0..n).map(|i| (0..n).map(|j| m[i * n + j] * v[j]).sum()).collect();
    let twice: f64 = product.iter().zip(v).map(|(p, v)| p * v).sum();
    let kinetic = element.energy(&scene).kinetic;
    compare("kinetic energy", &[kinetic], &[0.5 * twice], 1e-13 * twice.abs(), |_| "½ vᵀMv".to_owned())
}

/// M x as a product, and its derivative against differences, where M varies.
pub fn varying_inertia(stage: &Stage, element: &dyn Element) -> Result<(), Violation> {
    if !element.has_varying_mass() {
        return Ok(());
    }
    let (nodes, n) = (element.nodes(), stage.layout.n);
    // A generic vector: the velocities, weighed by their place.
    let x: Vec<f64> = stage.kin.v.iter().enumerate().map(|(i, v)| v * (1.3 - 0.1 * (i % 17) as f64)).collect();
    let product = |kin: &crate::model::Kinematics| {
        let mut r = vec![0.0; n];
        element.add_inertia(&stage.scene_at(kin), 1.0, &x, &mut r);
        r.iter().zip(&stage.scale).map(|(r, s)| r * s).collect::<Vec<_>>()
    };
    let mut local = LocalMatrix::default();
    local.reset(nodes.len(), element.width());
    element.mass(&stage.scene(), &mut local);
    let m = global(stage, nodes, &local);
    let sum = |i: usize| (0..n).map(|j| m[i * n + j] * x[j]).sum::<f64>() * stage.scale[i];
    let expected: Vec<f64> = (0..n).map(sum).collect();
    let size = max_abs(&expected);
    compare("M x", &product(&stage.kin), &expected, 1e-12 * size, |i| format!("row {i}"))?;
    local.reset(nodes.len(), element.width());
    element.inertia_tangent(&stage.scene(), &x, &mut local);
    let k = global(stage, nodes, &local);
    let exact: Vec<f64> = (0..n * n).map(|e| k[e] * stage.scale[e / n] * stage.scale[e % n]).collect();
    let mut differences = vec![0.0; n * n];
    for j in 0..n {
        let column = stage.difference(|epsilon| product(&stage.moved(&stage.unit(j), epsilon)));
        column.iter().enumerate().for_each(|(i, x)| differences[i * n + j] = *x);
    }
    let tolerance = TOLERANCE * max_abs(&differences) + Stage::rounding(size);
    compare("∂(M x)/∂q", &exact, &differences, tolerance, |e| format!("row {}, column {}", e / n, e % n))
}

/// f·v = −dV/dt − ½ vᵀṀv + power of loads + power of dampers, and dampers take energy.
pub fn virtual_power(stage: &Stage, element: &dyn Element) -> Result<(), Violation> {
    let scene = stage.scene();
    let f = force(stage, &stage.kin, element);
    let terms: Vec<f64> = f.iter().zip(&stage.kin.v).map(|(f, v)| f * v).collect();
    let power = element.power(&scene);
    // A time in which nothing moves by more than a length or a radian.
    let speed = stage.kin.v.iter().zip(&stage.scale).fold(1.0, |m: f64, (v, s)| m.max((v / s).abs()));
    let potential = |epsilon: f64| {
        let energy = element.energy(&stage.scene_at(&stage.advanced(epsilon / speed)));
        // The velocities are held: the kinetic energy changes by ½ vᵀṀv.
        vec![energy.potential + if element.has_varying_mass() { energy.kinetic } else { 0.0 }]
    };
    let rate = stage.difference(potential)[0] * speed;
    let expected = power.loads + power.dampers - rate;
    let size = max_abs(&terms).max(rate.abs()).max(power.loads.abs()).max(power.dampers.abs());
    let energy = element.energy(&scene);
    let tolerance = TOLERANCE * size + Stage::rounding(energy.potential.abs() + energy.kinetic) * speed;
    compare("virtual power", &[terms.iter().sum()], &[expected], tolerance, |_| "f·v".to_owned())?;
    compare("dissipation", &[power.dampers.max(0.0)], &[0.0], 0.0, |_| "power of dampers".to_owned())
}

/// Value and node-level gradient of a measure.
pub fn node_gradient(stage: &Stage, kin: &crate::model::Kinematics, measure: &Measure) -> (f64, Vec<f64>) {
    let (value, g) = measure.gradient(kin);
    let (a, b) = measure.ports();
    let mut out = vec![0.0; stage.layout.n];
    for (port, g_u, g_p) in [(a, &g.u_a, &g.p_a), (b, &g.u_b, &g.p_b)] {
        if let Some(node) = stage.ports[port].node {
            let (linear, angular) = pull_gradient(&kin.ports[port], kin.frames[node].r(), g_u, g_p);
            stage.layout.add(node, &linear, &angular, &mut out);
        }
    }
    (value, out)
}

/// The node-level form H of a measure over all degrees of freedom, row-major.
pub fn node_hessian(stage: &Stage, measure: &Measure) -> Vec<f64> {
    let kin = &stage.kin;
    let (a, b) = measure.ports();
    let (_, g) = measure.gradient(kin);
    let nodes = [stage.ports[a].node, stage.ports[b].node];
    let r = nodes.map(|node| node.map_or_else(Mat3::identity, |n| *kin.frames[n].r()));
    let h = pull_hessian(&measure.hessian(kin), &g, (&kin.ports[a], &r[0]), (&kin.ports[b], &r[1]));
    let mut out = vec![0.0; stage.layout.n * stage.layout.n];
    for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
        let (Some(row), Some(column)) = (nodes[i / 2], nodes[j / 2]) else { continue };
        let mut local = LocalMatrix::default();
        local.reset(2, 6);
        local.add_block(i % 2, 2 + j % 2, &h[i][j]);
        let part = global(stage, &[row, column], &local);
        out.iter_mut().zip(&part).for_each(|(o, p)| *o += p);
    }
    out
}

/// The gradient against differences of the value.
pub fn gradient(stage: &Stage, measure: &Measure) -> Result<(), Violation> {
    let (value, g) = node_gradient(stage, &stage.kin, measure);
    let exact: Vec<f64> = g.iter().zip(&stage.scale).map(|(g, s)| g * s).collect();
    let differences: Vec<f64> = (0..stage.layout.n)
        .map(|j| stage.difference(|epsilon| vec![measure.value(&stage.moved(&stage.unit(j), epsilon))])[0])
        .collect();
    let tolerance = TOLERANCE * max_abs(&differences) + Stage::rounding(value.abs());
    compare("gradient", &exact, &differences, tolerance, |j| format!("component {j}"))
}

/// H against differences of the gradient, whose components are body-fixed; and H(a, b) − H(b, a) = g_q [b, a].
pub fn hessian(stage: &Stage, measure: &Measure) -> Result<(), Violation> {
    let (n, s) = (stage.layout.n, &stage.scale);
    let h = node_hessian(stage, measure);
    let (_, g) = node_gradient(stage, &stage.kin, measure);
    let exact: Vec<f64> = (0..n * n).map(|e| h[e] * s[e / n] * s[e % n]).collect();
    let mut differences = vec![0.0; n * n];
    for j in 0..n {
        let scaled =
            |kin| -> Vec<f64> { node_gradient(stage, &kin, measure).1.iter().zip(s).map(|(g, s)| g * s).collect() };
        let column = stage.difference(|epsilon| scaled(stage.moved(&stage.unit(j), epsilon)));
        column.iter().enumerate().for_each(|(i, x)| differences[i * n + j] = *x);
    }
    let size = max_abs(&g.iter().zip(s).map(|(g, s)| g * s).collect::<Vec<_>>());
    let tolerance = TOLERANCE * max_abs(&differences) + Stage::rounding(size);
    let place = |e: usize| format!("row {}, column {}", e / n, e % n);
    compare("H", &exact, &differences, tolerance, place)?;
    // The bracket of two body-fixed increments is (0, δθ × w_θ); exact but for rounding.
    let bracket: Vec<f64> = (0..n * n).map(|e| s[e / n] * s[e % n] * bracket(stage, &g, e % n, e / n)).collect();
    let skew: Vec<f64> = (0..n * n).map(|e| exact[e] - exact[e % n * n + e / n]).collect();
    compare("H(a, b) − H(b, a) = g_q [b, a]", &skew, &bracket, 1e-13 * (max_abs(&exact) + size), place)
}

/// g_q [δ, w] of two unit increments.
fn bracket(stage: &Stage, g: &[f64], delta: usize, w: usize) -> f64 {
    let unit = |dof: usize| {
        let mut e = vec![0.0; stage.layout.n];
        e[dof] = 1.0;
        e
    };
    let (delta, w) = (unit(delta), unit(w));
    let nodes = 0..stage.kin.frames.len();
    nodes
        .map(|node| {
            let of = |v: &[f64]| -> Vec3 { stage.layout.get(node, v).1 };
            of(g).dot(&of(&delta).cross(&of(&w)))
        })
        .sum()
}

/// A rigid motion of everything leaves the value of a measure unchanged.
pub fn objectivity(stage: &Stage, measure: &Measure) -> Result<(), Violation> {
    let (a, b) = measure.ports();
    if [a, b].iter().any(|p| stage.ports[*p].motion.is_some()) {
        // A prescribed motion is given in space and does not follow.
        return Ok(());
    }
    let length = max_abs(&stage.scale);
    let motion = Frame::from_rotation_vector(Vec3::new(1.0, -2.0, 0.5) * length, &Vec3::new(0.4, -0.9, 1.3));
    let (before, after) = (measure.value(&stage.kin), measure.value(&stage.carried(&motion).kin));
    // Positions of a few lengths, rotated: rounding only.
    let tolerance = 1e-13 * (before.abs() + length.max(1.0) * 10.0);
    compare("objectivity", &[after], &[before], tolerance, |_| format!("{measure:?}"))
}

/// An element without a preferred direction in space turns its forces with a rigid motion of everything.
pub fn isotropy(stage: &Stage, element: &dyn Element) -> Result<(), Violation> {
    let motion = Frame::from_rotation_vector(Vec3::new(1.0, -2.0, 0.5), &Vec3::new(0.4, -0.9, 1.3));
    let carried = stage.carried(&motion);
    let (before, after) = (force(stage, &stage.kin, element), force(&carried, &carried.kin, element));
    let mut turned = vec![0.0; stage.layout.n];
    for node in 0..stage.kin.frames.len() {
        let (linear, angular) = stage.layout.get(node, &before);
        stage.layout.add(node, &(motion.r() * linear), &angular, &mut turned);
    }
    compare("isotropy", &after, &turned, 1e-12 * max_abs(&before), |i| format!("component {i}"))
}
