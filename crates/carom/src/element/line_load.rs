//! Loads along bars, cables and beams: a force q per unstressed length, spread over the nodes by the shape functions.
//!
//! ```text
//! f_i = L Σ_g w_g N_i(ξ_g) q(t, s(ξ_g)) ,   N_1 = 1 − ξ ,  N_2 = ξ ,   two Gauss points
//! ```
//!
//! In the section's axes q turns with the mid frame of each element, f_i → R_m f_i, and with δθ_m of [`super::beam`]
//!
//! ```text
//! K = −∂f/∂θ = R_m S(f_i) [∂δθ_m/∂η₁ Eᵀ, ∂δθ_m/∂η₂ E]
//! ```

use super::beam::Midpoint;
use super::line::LineElements;
use super::{Element, LocalMatrix, Power, Scene};
use crate::catalog::Kind;
use crate::expr::Expression;
use crate::model::NodeId;
use crate::spec::{BuildError, Builder, Function, Reference};
use crate::{Mat3, Vec3};
use lie::cross;
use schemars::JsonSchema;
use serde::Deserialize;

/// The axes that components of a line load are given in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum LineAxes {
    /// Fixed in space.
    #[default]
    Space,
    /// The section's: x along the beam.
    Section,
}

/// A force along a bar, a cable or a beam.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LineLoadSpec {
    /// The bar, cable or beam.
    pub on: Reference,
    /// (N/m) Components per unstressed length: expressions of `t` and of `s`, the fraction of the length from 0 to 1.
    pub force: [Function; 3],
    /// Axes of the components: `space`, or `section` for a force that turns with the section of a beam. Default: space.
    #[serde(default)]
    pub frame: LineAxes,
}

impl Kind for LineLoadSpec {
    const KEY: &'static str = "line_load";
    const SUMMARY: &'static str = "force per length along a bar, cable or beam";
    const SAMPLE: &'static str = r#"
name = "pressed beam"
[bodies.rod]
type = "beam"
start = "ground"
end = [0.7, 0.3, 0]
elements = 2
section = { type = "tube", outer = 0.03, thickness = 0.01 }
young = 2e6
poisson = 0.3
density = 1000
[bodies.tie]
type = "bar"
start = "rod.end"
end = [0.7, 0.3, 1]
area = 1e-4
young = 1e6
density = 1000
[forces.pressure]
type = "line_load"
on = "rod"
force = [0, "20*s*(1 - s)", "5*sin(3*t)"]
frame = "section"
[forces.wind]
type = "line_load"
on = "tie"
force = [3, "2*s", 0]
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let line = b.line(&self.on)?.clone();
        let [x, y, z] = &self.force;
        let of = |f: &Function| b.live_function(f, &LineLoad::VARIABLES);
        let components = [of(x)?, of(y)?, of(z)?];
        let turning = match (self.frame, &line.elements) {
            (LineAxes::Space, _) => None,
            (LineAxes::Section, LineElements::Beam(_)) => Some(line.axes),
            (LineAxes::Section, LineElements::Bar(_)) => {
                return Err(BuildError::at(&self.on.span, format!("`{}` has no section that turns", self.on.name))
                    .help("set `frame = \"space\"`, or load a beam"));
            }
        };
        for i in 0..line.element_count() {
            let (nodes, length, width) = match &line.elements {
                LineElements::Bar(bars) => (bars[i].nodes(), bars[i].length(), 3),
                LineElements::Beam(beams) => (beams[i].nodes(), beams[i].length(), 6),
            };
            let (nodes, range) = ([nodes[0], nodes[1]], line.range(i));
            let load = LineLoad { nodes, width, length, range, turning, components: components.clone() };
            b.add_element(&format!("{name}[{i}]"), Self::KEY, Box::new(load));
        }
        Ok(())
    }
}

/// A line load on one element.
#[derive(Clone, Debug)]
pub struct LineLoad {
    nodes: [NodeId; 2],
    width: usize,
    length: f64,
    /// Fractions of the line's length at the nodes.
    range: [f64; 2],
    /// The section's axes in those of the nodes, if the load turns with the section.
    turning: Option<Mat3>,
    components: [Expression; 3],
}

impl LineLoad {
    const VARIABLES: [&'static str; 2] = ["t", "s"];

    /// f_1 and f_2 in space, or in the axes of the mid frame.
    fn nodal(&self, scene: &Scene) -> [Vec3; 2] {
        let mut f = [Vec3::zeros(); 2];
        for xi in [0.5 - 0.5 / 3f64.sqrt(), 0.5 + 0.5 / 3f64.sqrt()] {
            let vars = [scene.kin.t, self.range[0] + xi * (self.range[1] - self.range[0])];
            let [x, y, z] = &self.components;
            let at = |component: &Expression| component.eval_with(&vars, &scene.kin.signals);
            let q = Vec3::new(at(x), at(y), at(z)) * (0.5 * self.length * scene.load);
            f[0] += q * (1.0 - xi);
            f[1] += q * xi;
        }
        match &self.turning {
            Some(axes) => f.map(|f| axes * f),
            None => f,
        }
    }

    fn midpoint(&self, scene: &Scene) -> Midpoint {
        let [first, second] = self.nodes.map(|n| &scene.kin.frames[n]);
        Midpoint::new(first, second)
    }

    /// f_1 and f_2 in space.
    fn in_space(&self, scene: &Scene) -> [Vec3; 2] {
        let f = self.nodal(scene);
        match self.turning {
            Some(_) => {
                let r = self.midpoint(scene).r;
                f.map(|f| r * f)
            }
            None => f,
        }
    }
}

impl Element for LineLoad {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn width(&self) -> usize {
        self.width
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        for (node, force) in self.nodes.iter().zip(self.in_space(scene)) {
            scene.layout.add(*node, &force, &Vec3::zeros(), f);
        }
    }

    fn tangent(&self, scene: &Scene, k: &mut LocalMatrix, _c: &mut LocalMatrix) {
        if self.turning.is_none() {
            return;
        }
        let m = self.midpoint(scene);
        let [one, two] = m.turns();
        let by_node = [one * m.half.transpose(), two * m.half];
        for (i, f) in self.nodal(scene).iter().enumerate() {
            let turned = m.r * cross(f);
            for (j, by_node) in by_node.iter().enumerate() {
                k.add_block(2 * i, 2 * j + 1, &(turned * by_node));
            }
        }
    }

    fn power(&self, scene: &Scene) -> Power {
        let v = self.nodes.map(|n| scene.layout.get(n, &scene.kin.v).0);
        let f = self.in_space(scene);
        Power { loads: f[0].dot(&v[0]) + f[1].dot(&v[1]), dampers: 0.0 }
    }
}
