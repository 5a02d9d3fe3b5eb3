//! Stress in a solid and strain energy of flexible bodies.
//!
//! The Cauchy stress is σ = F S Fᵀ/det F with the stress of dampers included, the mean over the element that contains the
//! point at the start; on a face, an edge or a node, the mean of the elements that meet there. Its components are those of
//! space. Von Mises: √(½[(σx−σy)² + (σy−σz)² + (σz−σx)²] + 3[τxy² + τyz² + τxz²]).

use super::{Quantity, Sensor};
use crate::Vec3;
use crate::catalog::Kind;
use crate::element::{Scene, cells_at};
use crate::record::{Channel, ChannelKind};
use crate::spec::{BuildError, Builder, Reference, Vector};
use crate::system::Snapshot;
use schemars::JsonSchema;
use serde::Deserialize;
use std::ops::Range;
use std::sync::Arc;

/// A component of the stress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StressComponent {
    Xx,
    Yy,
    Zz,
    Xy,
    Yz,
    Xz,
    VonMises,
}

const NAMES: [&str; 7] = ["xx", "yy", "zz", "xy", "yz", "xz", "von_mises"];

/// Stress at a point of a solid.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stress {
    /// The solid.
    pub of: Reference,
    /// (m) The point in the body's frame, at the start.
    pub at: Vector,
    /// `xx`, `yy`, `zz`, `xy`, `yz`, `xz` or `von_mises`. Default: all of them, NAME.xx, ….
    pub component: Option<StressComponent>,
}

/// Strain energy of a flexible body.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StrainEnergy {
    /// The bar, cable, beam or solid.
    pub of: Reference,
}

/// The equivalent stress of von Mises.
pub fn von_mises(s: &[f64; 6]) -> f64 {
    let [x, y, z] = [s[0] - s[1], s[1] - s[2], s[2] - s[0]];
    let shear = s[3] * s[3] + s[4] * s[4] + s[5] * s[5];
    (0.5 * (x * x + y * y + z * z) + 3.0 * shear).sqrt()
}

#[derive(Debug)]
struct OfStress {
    elements: Vec<usize>,
    component: Option<StressComponent>,
}

impl Quantity for OfStress {
    fn evaluate(&self, s: &Snapshot, values: &mut Vec<f64>) {
        let mut mean = [0.0; 6];
        for &element in &self.elements {
            let stress = s.model.elements[element].element.stress(&s.scene).unwrap_or([f64::NAN; 6]);
            mean.iter_mut().zip(stress).for_each(|(m, x)| *m += x / self.elements.len() as f64);
        }
        match self.component {
            None => {
                values.extend(mean);
                values.push(von_mises(&mean));
            }
            Some(StressComponent::VonMises) => values.push(von_mises(&mean)),
            Some(component) => values.push(mean[component as usize]),
        }
    }
}

impl Kind for Stress {
    const KEY: &'static str = "stress";
    const SUMMARY: &'static str = "Cauchy stress at a point of a solid: components in space and von Mises";
    const SAMPLE: &'static str = r#"
name = "hanging block"
gravity = [0, 0, -9.81]
[bodies.block]
type = "solid"
mesh = { type = "box", size = [0.1, 0.1, 0.2], elements = [1, 1, 2] }
young = 1e6
poisson = 0.3
density = 1000
fixed = ["z+"]
[sensors.root]
type = "stress"
of = "block"
at = [0, 0, 0.05]
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let point = b.vector(&self.at)?;
        b.refuse_modal(&self.of, "stresses")?;
        let body = b.mesh_of(&self.of)?;
        let cells = cells_at(&body.mesh, &body.frame.point(&point));
        if cells.is_empty() {
            let mesh = &body.mesh;
            let inverse = body.frame.inverse();
            let places = mesh.points.iter().map(|x| inverse.point(x));
            let (low, high) = places
                .fold((Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY)), |(l, h), x| {
                    (l.inf(&x), h.sup(&x))
                });
            let message = format!("the point is not inside `{}`", self.of.name);
            let range = |i: usize| format!("{:.6} to {:.6}", low[i], high[i]);
            return Err(BuildError::at(&self.at.0.span(), message).help(format!(
                "in its frame the body extends over x = {}, y = {}, z = {}",
                range(0),
                range(1),
                range(2)
            )));
        }
        let elements = cells.into_iter().map(|cell| body.first_element + cell).collect();
        let channel = |name: String| Channel::new(name, "Pa", ChannelKind::State);
        let channels = match self.component {
            Some(_) => vec![channel(name.to_owned())],
            None => NAMES.iter().map(|c| channel(format!("{name}.{c}"))).collect(),
        };
        let quantity = Arc::new(OfStress { elements, component: self.component });
        b.add_sensor(Sensor { name: name.to_owned(), channels, quantity })
    }
}

#[derive(Debug)]
struct OfStrainEnergy {
    elements: Range<usize>,
}

impl Quantity for OfStrainEnergy {
    fn evaluate(&self, s: &Snapshot, values: &mut Vec<f64>) {
        // Without gravity, the potential of an element is its strain energy.
        let scene = Scene { gravity: Vec3::zeros(), ..s.scene };
        let elements = &s.model.elements[self.elements.clone()];
        values.push(elements.iter().map(|item| item.element.energy(&scene).potential).sum());
    }
}

impl Kind for StrainEnergy {
    const KEY: &'static str = "strain_energy";
    const SUMMARY: &'static str = "strain energy of a bar, cable, beam or solid";
    const SAMPLE: &'static str = r#"
name = "hanging block"
gravity = [0, 0, -9.81]
[bodies.block]
type = "solid"
mesh = { type = "box", size = [0.1, 0.1, 0.1], elements = [1, 1, 1], cells = "tetrahedra" }
young = 1e6
poisson = 0.3
density = 1000
material = "neo_hookean"
fixed = ["z+"]
[sensors.stored]
type = "strain_energy"
of = "block"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let flexible = &b.model.flexible;
        let Some(body) = flexible.iter().find(|f| f.name == self.of.name) else {
            return Err(b.unknown("flexible body", &self.of, flexible.iter().map(|f| f.name.as_str())));
        };
        let quantity = Arc::new(OfStrainEnergy { elements: body.elements.clone() });
        b.add_sensor(Sensor::scalar(name, ("J", ChannelKind::Energy), quantity))
    }
}
