//! Loads on faces of solids, as written in the model file.

mod face;
#[cfg(test)]
mod tests;

pub use face::{LoadedFace, Pressure, Traction};

use crate::catalog::Kind;
use crate::model::NodeId;
use crate::spec::{BuildError, Builder, Function, Reference};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
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
        let components = [b.live_function(x, &["t"])?, b.live_function(y, &["t"])?, b.live_function(z, &["t"])?];
        let mut areas = BTreeMap::<NodeId, f64>::new();
        for face in faces(b, &self.on, self.group.as_ref())? {
            let points = face.corners().map(|node| b.model.nodes[node].frame.x);
            for (node, area) in face.nodes().iter().zip(face.areas(&points)) {
                *areas.entry(*node).or_default() += area;
            }
        }
        let traction = Traction::new(areas.into_iter().collect(), components);
        b.add_element(name, Self::KEY, Box::new(traction));
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
        let pressure = Arc::new(b.live_function(&self.pressure, &["t"])?);
        for (i, face) in faces(b, &self.on, self.group.as_ref())?.into_iter().enumerate() {
            let element = Pressure::new(face, pressure.clone());
            b.add_element(&format!("{name}[{i}]"), Self::KEY, Box::new(element));
        }
        Ok(())
    }
}

fn faces(b: &Builder, body: &Reference, group: Option<&Reference>) -> Result<Vec<LoadedFace>, BuildError> {
    let faces = b.surface_of(body, group)?;
    Ok(faces.iter().map(|f| LoadedFace::new(&f.nodes)).collect())
}
