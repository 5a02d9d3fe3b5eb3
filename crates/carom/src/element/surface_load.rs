//! Loads on faces of solids: a traction per reference area, fixed in space, and a pressure on the deformed faces.
//!
//! ```text
//! traction   f_a = ∫ N_a dA t(t)                              A the area at the start
//! pressure   f_a = −p(t) ∫ N_a (x,ξ × x,η) dξ dη ,            K_ab = p ∫ N_a (N_b,η S(x,ξ) − N_b,ξ S(x,η)) dξ dη
//! ```
//!
//! x,ξ × x,η points outwards and its length is the deformed area. Two by two Gauss points integrate a bilinear face exactly,
//! one point a triangle. K is not symmetric at the rim of a loaded surface, where a pressure has no potential (Bonet & Wood
//! 2008, §8.5).

use super::{Element, LocalMatrix, Power, Scene};
use crate::catalog::Kind;
use crate::expr::Expression;
use crate::model::NodeId;
use crate::spec::{BuildError, Builder, Function, Reference};
use crate::{Mat3, Vec3};
use lie::cross;
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// A force per area on faces of a solid, fixed in space.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TractionSpec {
    /// The solid.
    pub on: Reference,
    /// Group of faces. Default: the whole surface.
    pub group: Option<Reference>,
    /// (Pa) Components in space per area at the start: expressions of `t`.
    pub traction: [Function; 3],
}

/// A pressure on faces of a solid, normal to them as they deform.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PressureSpec {
    /// The solid.
    pub on: Reference,
    /// Group of faces. Default: the whole surface.
    pub group: Option<Reference>,
    /// (Pa) Pressure, positive inwards: an expression of `t`.
    pub pressure: Function,
}

impl Kind for TractionSpec {
    const KEY: &'static str = "traction";
    const SUMMARY: &'static str = "force per reference area on faces of a solid, fixed in space";
    const SAMPLE: &'static str = r#"
name = "sheared block"
[bodies.block]
type = "solid"
mesh = { type = "box", size = [0.1, 0.1, 0.1], elements = [1, 1, 1] }
young = 1e6
poisson = 0.3
density = 1000
fixed = ["z-"]
[forces.shear]
type = "traction"
on = "block"
group = "z+"
traction = ["1e4*sin(20*t)", 0, -500]
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let [x, y, z] = &self.traction;
        let components = [b.function(x, &["t"])?, b.function(y, &["t"])?, b.function(z, &["t"])?];
        let mut areas = std::collections::BTreeMap::<NodeId, f64>::new();
        for face in faces(b, &self.on, self.group.as_ref())? {
            let points = face.corners().map(|node| b.model.nodes[node].frame.x);
            for (a, node) in face.nodes().iter().enumerate() {
                *areas.entry(*node).or_default() +=
                    face.rule().iter().map(|p| p.n[a] * p.normal(&points).norm()).sum::<f64>();
            }
        }
        let areas = areas.into_iter().collect();
        b.add_element(name, Self::KEY, Box::new(Traction { areas, components }));
        Ok(())
    }
}

impl Kind for PressureSpec {
    const KEY: &'static str = "pressure";
    const SUMMARY: &'static str = "pressure on faces of a solid, normal to them as they deform";
    const SAMPLE: &'static str = r#"
name = "pressed block"
[bodies.block]
type = "solid"
mesh = { type = "box", size = [0.1, 0.1, 0.1], elements = [1, 1, 1] }
young = 1e6
poisson = 0.3
density = 1000
fixed = ["z-"]
[forces.water]
type = "pressure"
on = "block"
group = "z+"
pressure = "2e4*sin(20*t)"
[bodies.stone]
type = "solid"
mesh = { type = "box", size = [0.1, 0.1, 0.1], elements = [1, 1, 1], cells = "tetrahedra" }
young = 1e6
poisson = 0.3
density = 1000
position = [0.3, 0, 0]
[forces.air]
type = "pressure"
on = "stone"
pressure = 1e3
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let pressure = Arc::new(b.function(&self.pressure, &["t"])?);
        for (i, face) in faces(b, &self.on, self.group.as_ref())?.into_iter().enumerate() {
            let element = Pressure { face, pressure: pressure.clone() };
            b.add_element(&format!("{name}[{i}]"), Self::KEY, Box::new(element));
        }
        Ok(())
    }
}

fn faces(b: &Builder, body: &Reference, group: Option<&Reference>) -> Result<Vec<LoadedFace>, BuildError> {
    let faces = b.surface_of(body, group)?;
    Ok(faces.iter().map(|f| LoadedFace::new(&f.nodes)).collect())
}

/// A face of three or four nodes; the fourth of a triangle repeats the third.
#[derive(Clone, Copy, Debug)]
pub struct LoadedFace {
    nodes: [NodeId; 4],
    count: usize,
}

/// An integration point: weight times shape functions, and their derivatives.
#[derive(Clone, Copy)]
struct FacePoint {
    n: [f64; 4],
    by_xi: [f64; 4],
    by_eta: [f64; 4],
}

impl LoadedFace {
    /// A face with its nodes counter-clockwise seen from outside, three or four.
    pub fn new(nodes: &[NodeId]) -> Self {
        let at = |i: usize| nodes[i.min(nodes.len() - 1)];
        Self { nodes: [at(0), at(1), at(2), at(3)], count: nodes.len().min(4) }
    }

    fn nodes(&self) -> &[NodeId] {
        &self.nodes[..self.count]
    }

    fn corners(&self) -> [NodeId; 4] {
        self.nodes
    }

    fn points(&self, scene: &Scene) -> [Vec3; 4] {
        self.nodes.map(|node| scene.kin.frames[node].x)
    }

    fn rule(&self) -> &'static [FacePoint] {
        if self.count == 3 { &TRIANGLE } else { &QUADRILATERAL }
    }
}

const TRIANGLE: [FacePoint; 1] = [FacePoint {
    n: [1.0 / 6.0, 1.0 / 6.0, 1.0 / 6.0, 0.0],
    by_xi: [-1.0, 1.0, 0.0, 0.0],
    by_eta: [-1.0, 0.0, 1.0, 0.0],
}];

const QUADRILATERAL: [FacePoint; 4] = {
    const R: f64 = 0.577_350_269_189_625_8;
    [bilinear(-R, -R), bilinear(R, -R), bilinear(R, R), bilinear(-R, R)]
};

const fn bilinear(x: f64, y: f64) -> FacePoint {
    let (left, right, low, high) = (0.5 * (1.0 - x), 0.5 * (1.0 + x), 0.5 * (1.0 - y), 0.5 * (1.0 + y));
    FacePoint {
        n: [left * low, right * low, right * high, left * high],
        by_xi: [-0.5 * low, 0.5 * low, 0.5 * high, -0.5 * high],
        by_eta: [-0.5 * left, -0.5 * right, 0.5 * right, 0.5 * left],
    }
}

impl FacePoint {
    fn tangents(&self, x: &[Vec3; 4]) -> [Vec3; 2] {
        [&self.by_xi, &self.by_eta].map(|d| (0..4).fold(Vec3::zeros(), |sum, a| sum + x[a] * d[a]))
    }

    /// The outward normal times the area per unit of ξ and η.
    fn normal(&self, x: &[Vec3; 4]) -> Vec3 {
        let [by_xi, by_eta] = self.tangents(x);
        by_xi.cross(&by_eta)
    }
}

/// A dead load on the nodes of faces. It depends on time alone and couples no nodes.
#[derive(Clone, Debug)]
pub struct Traction {
    /// Nodes with their share of the area.
    areas: Vec<(NodeId, f64)>,
    components: [Expression; 3],
}

impl Traction {
    fn value(&self, scene: &Scene) -> Vec3 {
        let [x, y, z] = &self.components;
        let t = [scene.kin.t];
        Vec3::new(x.eval(&t), y.eval(&t), z.eval(&t))
    }
}

impl Element for Traction {
    fn nodes(&self) -> &[NodeId] {
        &[]
    }

    fn width(&self) -> usize {
        3
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        let traction = self.value(scene);
        for (node, area) in &self.areas {
            scene.layout.add(*node, &(traction * *area), &Vec3::zeros(), f);
        }
    }

    fn tangent(&self, _scene: &Scene, _k: &mut LocalMatrix, _c: &mut LocalMatrix) {}

    fn power(&self, scene: &Scene) -> Power {
        let flow = self
            .areas
            .iter()
            .fold(Vec3::zeros(), |sum, (node, area)| sum + scene.layout.get(*node, &scene.kin.v).0 * *area);
        Power { loads: self.value(scene).dot(&flow), dampers: 0.0 }
    }
}

/// A pressure on one face.
#[derive(Clone, Debug)]
pub struct Pressure {
    face: LoadedFace,
    pressure: Arc<Expression>,
}

impl Pressure {
    pub fn new(face: LoadedFace, pressure: Arc<Expression>) -> Self {
        Self { face, pressure }
    }

    fn value(&self, scene: &Scene) -> f64 {
        self.pressure.eval(&[scene.kin.t])
    }

    fn forces(&self, scene: &Scene) -> [Vec3; 4] {
        let (p, x) = (self.value(scene), self.face.points(scene));
        let mut out = [Vec3::zeros(); 4];
        for point in self.face.rule() {
            let normal = point.normal(&x);
            for (out, n) in out.iter_mut().zip(point.n) {
                *out -= normal * (p * n);
            }
        }
        out
    }
}

impl Element for Pressure {
    fn nodes(&self) -> &[NodeId] {
        self.face.nodes()
    }

    fn width(&self) -> usize {
        3
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        for (node, force) in self.face.nodes().iter().zip(self.forces(scene)) {
            scene.layout.add(*node, &force, &Vec3::zeros(), f);
        }
    }

    fn tangent(&self, scene: &Scene, k: &mut LocalMatrix, _c: &mut LocalMatrix) {
        let (p, x) = (self.value(scene), self.face.points(scene));
        for point in self.face.rule() {
            let [by_xi, by_eta] = point.tangents(&x).map(|t| cross(&t) * p);
            for b in 0..self.face.count {
                let change: Mat3 = by_xi * point.by_eta[b] - by_eta * point.by_xi[b];
                for a in 0..self.face.count {
                    k.add_block(a, b, &(change * point.n[a]));
                }
            }
        }
    }

    fn power(&self, scene: &Scene) -> Power {
        let each = self.face.nodes().iter().zip(self.forces(scene));
        let loads = each.map(|(node, f)| f.dot(&scene.layout.get(*node, &scene.kin.v).0)).sum();
        Power { loads, dampers: 0.0 }
    }
}
