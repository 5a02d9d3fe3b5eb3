//! A sphere on a plane (S A.44–A.56): g_N = n·(x_B − x_A) − r, arm −r n to the point of contact.
//!
//! Sliding and turning are seen by an observer who rides on the plane, so that a ball that sticks to a turntable turns with it.

use super::plane::{PLANE, Plane};
use super::tunnelling::through_face;
use super::{Contact, Pair, rolling_rows};
use crate::catalog::{Entry, Kind};
use crate::expr::Expression;
use crate::joint::Row;
use crate::measure::Measure;
use crate::model::{ContactFrame, Kinematics, PortId};
use crate::post::Curvatures;
use crate::spec::{BuildError, Builder, Number, Reference};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// A sphere against a plane.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpherePlaneSpec {
    /// Centre of the sphere: `BODY` or `BODY.POINT`.
    pub sphere: Reference,
    /// (m) Its radius. Default: that of the body's own sphere.
    pub radius: Option<Number>,
}

impl Kind for SpherePlaneSpec {
    const KEY: &'static str = "sphere_plane";
    const SUMMARY: &'static str = "a sphere that slides, rolls and drills on a plane";
    const COMPANIONS: &'static [&'static Entry] = &[&PLANE];
    const SAMPLE: &'static str = r#"
name = "bowling"
gravity = [0, 0, -9.81]
[bodies.ball]
type = "rigid_body"
mass = 6
inertia = [0.03, 0.03, 0.03]
position = [0, 0, 0.108]
velocity = [7, 0, 0]
angular_velocity = [1, 2, 3]
points = { centre = [0, 0, 0.001] }
shapes = [{ type = "sphere", radius = 0.108 }]
[contacts.lane]
type = "sphere_plane"
sphere = "ball.centre"
radius = 0.109
plane = "ground"
friction = 0.1
rolling_resistance = 1e-4
drilling_resistance = 1e-4
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let carried = b.take_plane()?;
        carried.check_carrier(&b.attachment(&self.sphere)?)?;
        let (centre, radius) = b.sphere(&self.sphere, self.radius.as_ref())?;
        let law = b.law_of_pair()?;
        b.warn_of_resistance(&law, radius);
        let pair = Arc::new(SpherePlane::new(&carried.plane, centre, radius));
        b.add_contacts(name, vec![Contact { name: name.to_owned(), kind: Self::KEY, pair, law }])
    }
}

/// The pair: the plane's z axis is the normal, x and y span it.
#[derive(Clone, Debug)]
pub struct SpherePlane {
    plane: PortId,
    centre: PortId,
    radius: f64,
    extent: Option<[f64; 2]>,
    belt: Option<[Expression; 2]>,
}

impl SpherePlane {
    pub fn new(plane: &Plane, centre: PortId, radius: f64) -> Self {
        Self { plane: plane.port, centre, radius, extent: plane.extent, belt: plane.belt.clone() }
    }
}

impl Pair for SpherePlane {
    fn ports(&self) -> (PortId, PortId) {
        (self.plane, self.centre)
    }

    fn curvatures(&self) -> Option<Curvatures> {
        Some(Curvatures { first: [0.0; 2], second: [1.0 / self.radius; 2], angle: 0.0 })
    }

    fn rows(&self, slot: usize) -> Vec<Row> {
        let ports = self.ports();
        let gap = Measure::Projection { a: ports.0, b: ports.1, axis: 2 };
        rolling_rows(Row { offset: self.radius, ..Row::new(gap) }, ports, slot, true)
    }

    fn gap(&self, kin: &Kinematics) -> f64 {
        let plane = &kin.ports[self.plane];
        plane.axis(2).dot(&(kin.ports[self.centre].x - plane.x)) - self.radius
    }

    fn frame(&self, kin: &Kinematics, _last: &ContactFrame) -> ContactFrame {
        let (plane, centre) = (&kin.ports[self.plane], &kin.ports[self.centre]);
        let axes = [2, 0, 1].map(|i| plane.axis(i));
        let d = centre.x - plane.x;
        let arm = axes[0] * -self.radius;
        ContactFrame { axes, arms: [d + arm, arm], d, r: [plane.r, centre.r] }
    }

    fn faces(&self, kin: &Kinematics) -> bool {
        super::plane::is_over(self.extent, kin, self.plane, self.centre)
    }

    fn passes(&self, start: &Kinematics, end: &Kinematics) -> bool {
        self.extent.is_some_and(|extent| through_face([self.plane, self.centre], extent, self.radius, start, end))
    }

    fn surface_velocity(&self, i: usize, t: f64, held: &[f64]) -> f64 {
        super::plane::belt_velocity(self.belt.as_ref(), i, (t, held))
    }
}
