//! The bar element: an axial force between two points.
//!
//! With d = x₂ − x₁, l = |d|, e = d/l and the unstressed length L:
//!
//! ```text
//! exact    ε = (l − L)/L ,  ε̇ = e·(ẋ₂ − ẋ₁)/L ,  N = N₀ + EA(ε + β ε̇) ,  f₁ = N e = −f₂
//!          K = EA/L e (e + β w)ᵀ + N/l (I − e eᵀ) ,   w = (I − e eᵀ)(ẋ₂ − ẋ₁)/l ,   C = β EA/L e eᵀ
//! linear   the same with e = e₀ of the initial configuration and ε = e₀·d/L − 1: K and C are constant
//! cable    exact with max(0, N) for N; where N ≤ 0 force and tangents vanish
//! ```
//!
//! (the blocks are those of x₂, x₂). The strain is the engineering strain of the chord, and N acts per undeformed area. A bar
//! of length zero has no direction and no force.

use crate::Vec3;
use crate::element::line::{LineInertia, Velocities};
use crate::element::{Element, Energy, LocalMatrix, Power, Scene};
use crate::model::NodeId;
use crate::{Frame, Mat3};

/// Which way the force acts and how the strain is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BarModel {
    Exact,
    /// Along this initial direction.
    Linear(Vec3),
    /// Exact, without compression.
    Cable,
}

/// Elastic properties of a bar element.
#[derive(Clone, Copy, Debug)]
pub struct BarStiffness {
    pub model: BarModel,
    /// E A, N.
    pub axial: f64,
    /// N₀, N.
    pub prestress: f64,
    /// Stiffness damping β, s.
    pub beta: f64,
}

/// One element of a bar or cable.
#[derive(Clone, Debug)]
pub struct BarElement {
    nodes: [NodeId; 2],
    /// Unstressed.
    length: f64,
    stiffness: BarStiffness,
    inertia: LineInertia,
}

/// The element at one state.
struct State {
    /// Along the bar.
    e: Vec3,
    /// Elastic and total axial force.
    elastic: f64,
    force: f64,
    strain: f64,
    rate: f64,
    /// Relative velocity of the ends and their distance.
    v: Vec3,
    l: f64,
}

impl BarElement {
    pub fn new(nodes: [NodeId; 2], length: f64, stiffness: BarStiffness, inertia: LineInertia) -> Self {
        Self { nodes, length, stiffness, inertia }
    }

    /// Unstressed length.
    pub fn length(&self) -> f64 {
        self.length
    }

    #[inline]
    fn velocities(&self, scene: &Scene) -> Velocities {
        self.nodes.map(|n| scene.layout.get(n, &scene.kin.v))
    }

    #[inline]
    fn state(&self, scene: &Scene) -> State {
        let s = &self.stiffness;
        let [(v1, _), (v2, _)] = self.velocities(scene);
        let [Frame { x: x1, .. }, Frame { x: x2, .. }] = self.nodes.map(|n| &scene.kin.frames[n]);
        let (d, v) = (x2 - x1, v2 - v1);
        let l = d.norm();
        let e = match s.model {
            BarModel::Linear(e) => e,
            _ if l > 0.0 => d / l,
            _ => Vec3::zeros(),
        };
        let strain = (e.dot(&d) - self.length) / self.length;
        let rate = e.dot(&v) / self.length;
        let elastic = s.prestress + s.axial * strain;
        let force = elastic + s.beta * s.axial * rate;
        let (elastic, force) =
            if s.model == BarModel::Cable { (elastic.max(0.0), force.max(0.0)) } else { (elastic, force) };
        State { e, elastic, force, strain, rate, v, l }
    }

    /// Whether it carries no compression.
    pub fn is_cable(&self) -> bool {
        matches!(self.stiffness.model, BarModel::Cable)
    }

    /// The axial force N.
    pub fn section_force(&self, scene: &Scene) -> f64 {
        self.state(scene).force
    }

    /// The strain ε.
    pub fn strain(&self, scene: &Scene) -> f64 {
        self.state(scene).strain
    }
}

/// Adds a block B as [B −B; −B B].
fn add_relative(block: &Mat3, m: &mut LocalMatrix) {
    m.add_block(0, 0, block);
    m.add_block(1, 1, block);
    m.add_block(0, 1, &-block);
    m.add_block(1, 0, &-block);
}

impl Element for BarElement {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn width(&self) -> usize {
        3
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        let state = self.state(scene);
        let push = state.e * state.force;
        let zero = Vec3::zeros();
        let [(f1, _), (f2, _)] = self.inertia.forces(&scene.gravity, &self.velocities(scene));
        scene.layout.add(self.nodes[0], &(f1 + push), &zero, f);
        scene.layout.add(self.nodes[1], &(f2 - push), &zero, f);
    }

    fn tangent(&self, scene: &Scene, k: &mut LocalMatrix, c: &mut LocalMatrix) {
        self.inertia.add_tangent(&self.velocities(scene), c);
        let s = &self.stiffness;
        let State { e, force, v, l, .. } = self.state(scene);
        if s.model == BarModel::Cable && force <= 0.0 {
            return;
        }
        let axial = e * e.transpose() * (s.axial / self.length);
        let mut stiffness = axial;
        if !matches!(s.model, BarModel::Linear(_)) && l > 0.0 {
            let across = Mat3::identity() - e * e.transpose();
            stiffness += across * (force / l) + e * (across * v).transpose() * (s.beta * s.axial / (self.length * l));
        }
        add_relative(&stiffness, k);
        if s.beta != 0.0 {
            add_relative(&(axial * s.beta), c);
        }
    }

    fn is_slack(&self, scene: &Scene) -> Option<[bool; 2]> {
        if !self.is_cable() {
            return None;
        }
        let State { force, elastic, .. } = self.state(scene);
        Some([force, elastic].map(|n| n <= 0.0))
    }

    fn mass(&self, _scene: &Scene, m: &mut LocalMatrix) {
        self.inertia.add_mass(1.0, m);
    }

    fn energy(&self, scene: &Scene) -> Energy {
        let s = &self.stiffness;
        let state = self.state(scene);
        // ½ N²/EA differs from ½ EA ε² + N₀ ε by a constant and vanishes where a cable is slack.
        let elastic = match s.model {
            BarModel::Cable => 0.5 * state.elastic * state.elastic / s.axial,
            _ => (0.5 * s.axial * state.strain + s.prestress) * state.strain,
        };
        Energy {
            kinetic: self.inertia.kinetic(&self.velocities(scene)),
            potential: self.length * elastic + self.inertia.potential(scene, &self.nodes),
        }
    }

    fn section(&self, scene: &Scene) -> Option<[Vec3; 2]> {
        Some([Vec3::new(self.section_force(scene), 0.0, 0.0), Vec3::zeros()])
    }

    fn power(&self, scene: &Scene) -> Power {
        let state = self.state(scene);
        let viscous = (state.force - state.elastic) * state.rate * self.length;
        Power { loads: 0.0, dampers: self.inertia.damping_power(&self.velocities(scene)) - viscous }
    }
}
