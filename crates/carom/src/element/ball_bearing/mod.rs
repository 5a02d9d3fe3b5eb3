//! A ball bearing from one table: balls between an inner and an outer race, which any two bodies or grounds carry, and a cage (S 4.2).
//!
//! With n balls of radius r_b, races of radius r_i and r_e at their bottom, the play g = r_e − r_i − 2 r_b and the pitch radius
//! r_m = ½(r_i + r_e), ball k starts at x_outer + r_m e_k, e_k at the angle φ₀ + 2π k/n about the axis. In a plane it touches a shaft of radius r_i and
//! a bore of radius r_e; in space two grooves of section r_g, whose centres lie on circles of radius r_i + r_g and r_e − r_g:
//!
//! ```text
//! B = 2 (r_g − r_b) ,   g = B (1 − cos α₀) ,   end play 2 B sin α₀
//! ```
//!
//! with the free contact angle α₀ (Harris), at which also the curvatures of the grooves are taken. It starts to roll: with the velocities v_o, v_i of the races beside it, v = ½(v_o + v_i) and
//! ω = e × (v_o − v_i)/(2 r_b).
//!
//! Balls are bodies `NAME_1`, `NAME_2`, …; contacts are `NAME.inner_1`, `NAME.outer_1`, …

mod cage;

pub use cage::CageSpec;

use crate::Vec3;
use crate::catalog::Kind;
use crate::contact::{CircleInCircle, Contact, ContactLaw, Pair, Revolved, SphereGroove};
use crate::model::PortId;
use crate::record::Geometry;
use crate::spec::{BuildError, Builder, Frames, Number, Placement, Points, Reference, ShapeSpec, Span, Spin, Vector};
use schemars::JsonSchema;
use serde::Deserialize;
use std::f64::consts::TAU;
use std::sync::Arc;

/// A ball bearing.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BallBearingSpec {
    /// Centre of the inner race: `BODY`, `BODY.FRAME`, `ground`, `MOVING` … Its axis is the z axis of this frame, in a planar model the normal.
    pub inner: Reference,
    /// Centre of the outer race, in the same way. Its x axis is where angles of balls are counted from.
    pub outer: Reference,
    /// Number of balls.
    pub balls: usize,
    /// (m) Radius of a ball.
    pub ball_radius: Number,
    /// (m) Radius of the inner race, of a groove at its bottom.
    pub inner_radius: Number,
    /// (m) Radius of the outer race. Give it, `clearance` or `contact_angle`.
    pub outer_radius: Option<Number>,
    /// (m) Radial play: outer radius − inner radius − two ball radii.
    pub clearance: Option<Number>,
    /// (m) Radius of the section of both grooves. Needed in space; in a planar model there are none.
    pub groove_radius: Option<Number>,
    /// (rad) Free contact angle, from which the play between grooves follows.
    pub contact_angle: Option<Number>,
    /// (kg/m³) Density of the balls. Give it or `mass`.
    pub density: Option<Number>,
    /// (kg) Mass of a ball.
    pub mass: Option<Number>,
    /// What keeps the balls apart. Default: nothing.
    pub cage: Option<CageSpec>,
    /// (rad) Angle of the first ball at the start. Default: 0.
    pub angle: Option<Number>,
    /// Whether the balls start to roll with their races, or move with the outer one. Default: true.
    pub rolling: Option<bool>,
    /// What the balls are made of, for contacts with `law = "materials"`. Default: none.
    pub material: Option<Reference>,
}

/// A bearing as its sensors know it.
#[derive(Clone, Debug)]
pub struct Bearing {
    pub inner: PortId,
    pub outer: PortId,
    pub balls: Vec<PortId>,
    /// Where the contacts of the first ball with the races stand among the sets of contacts; those of the others follow.
    pub first_inner: usize,
    pub first_outer: usize,
}

/// Radii of a bearing.
#[derive(Clone, Copy, Debug)]
struct Radii {
    ball: f64,
    inner: f64,
    outer: f64,
    groove: Option<f64>,
}

impl Radii {
    fn pitch(&self) -> f64 {
        0.5 * (self.inner + self.outer)
    }

    /// Curvature (1/m) around the axis where a ball touches a groove with the bottom radius `bottom`, at the free contact angle α₀:
    /// ±cos α₀/(bottom ± r_g (1 − cos α₀)), + for the inner race (Harris).
    fn around(&self, groove: f64, bottom: f64, side: f64) -> f64 {
        let play = self.outer - self.inner - 2.0 * self.ball;
        let cos = (1.0 - play / (2.0 * (groove - self.ball))).max(0.0);
        side * cos / (bottom + side * groove * (1.0 - cos))
    }

    fn on_inner(&self, ports: [PortId; 2]) -> Arc<dyn Pair> {
        Arc::new(match self.groove {
            Some(groove) => Revolved::groove(ports, (self.inner + groove, groove), self.ball)
                .of_ball([self.around(groove, self.inner, 1.0), -1.0 / groove]),
            None => Revolved::shaft(ports, self.inner, self.ball),
        })
    }

    fn in_outer(&self, ports: [PortId; 2]) -> Arc<dyn Pair> {
        Arc::new(match self.groove {
            Some(groove) => Revolved::groove(ports, (self.outer - groove, groove), self.ball)
                .of_ball([self.around(groove, self.outer, -1.0), -1.0 / groove]),
            None => Revolved::bore(ports, self.outer, self.ball).of_ball([-1.0 / self.outer, 0.0]),
        })
    }
}

/// A ball at the start.
#[derive(Clone, Copy, Debug)]
struct Placed {
    x: Vec3,
    v: Vec3,
    omega: Vec3,
}

impl Kind for BallBearingSpec {
    const KEY: &'static str = "ball_bearing";
    const SUMMARY: &'static str =
        "balls between two races on any two bodies, with a cage; balls are named NAME_1, NAME_2, …";
    const STAGE: u8 = 1;
    const LAW: bool = true;
    const SAMPLE: &'static str = r#"
name = "shaft in a ball bearing"
gravity = [0, -9.81, 0]
[bodies.shaft]
type = "rigid_body"
mass = 2
inertia = [0.01, 0.012, 0.002]
position = [1e-6, 2e-6, 1e-6]
angular_velocity = [0, 0, 50]
[bodies.bearing]
type = "ball_bearing"
inner = "shaft"
outer = "ground"
balls = 5
ball_radius = 0.004
inner_radius = 0.0128
groove_radius = 0.00416
clearance = 2e-5
density = 7800
friction = 0.01
restitution = 0.9
cage = { stiffness = 1e5, damping = 10 }
[sensors.cage]
type = "bearing"
bearing = "bearing"
quantity = "cage_speed"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let radii = self.radii(b)?;
        self.check_count(&radii)?;
        let ends = [b.attachment(&self.inner)?, b.attachment(&self.outer)?];
        if ends[0].shares_carrier(&ends[1]) {
            let message = format!("`{}` and `{}` are on the same body", self.inner.name, self.outer.name);
            return Err(BuildError::at(&self.inner.span, message).help("a bearing acts between two different bodies"));
        }
        let (inner, outer) = (b.axis_port(&self.inner)?, b.axis_port(&self.outer)?);
        let law = b.law_of_pair()?;
        b.warn_of_resistance(&law, radii.ball);
        let placed = self.place(&radii, outer, b)?;
        let mass = b.sphere_mass(radii.ball, self.mass.as_ref(), self.density.as_ref())?;
        let mut balls = Vec::new();
        for (i, ball) in placed.iter().enumerate() {
            balls.push(self.add_ball(&format!("{name}_{}", i + 1), (radii.ball, mass), ball, b)?);
        }
        b.show_at(outer, Geometry::circle(radii.outer));
        b.show_at(inner, Geometry::circle(radii.inner));
        let kinds = match radii.groove {
            Some(_) => [SphereGroove::KEY; 2],
            None => ["ball_on_shaft", CircleInCircle::KEY],
        };
        let first_inner = b.model.contact_sets.len();
        for (i, &ball) in balls.iter().enumerate() {
            add(b, format!("{name}.inner_{}", i + 1), kinds[0], radii.on_inner([inner, ball]), &law)?;
        }
        let first_outer = b.model.contact_sets.len();
        for (i, &ball) in balls.iter().enumerate() {
            add(b, format!("{name}.outer_{}", i + 1), kinds[1], radii.in_outer([outer, ball]), &law)?;
        }
        let bearing = Bearing { inner, outer, balls, first_inner, first_outer };
        if let Some(cage) = &self.cage {
            cage.build((name, &self.outer), &bearing, &placed, (radii.ball, radii.pitch()), b)?;
        }
        b.bearings.insert(name.to_owned(), bearing);
        Ok(())
    }
}

/// Adds a contact under its own name.
fn add(
    b: &mut Builder,
    name: String,
    kind: &'static str,
    pair: Arc<dyn Pair>,
    law: &ContactLaw,
) -> Result<(), BuildError> {
    b.add_contacts(&name.clone(), vec![Contact { name, kind, pair, law: law.clone() }])
}

impl BallBearingSpec {
    fn radii(&self, b: &Builder) -> Result<Radii, BuildError> {
        let ball = b.positive(&self.ball_radius, "ball_radius")?;
        let inner = b.positive(&self.inner_radius, "inner_radius")?;
        let groove = match (&self.groove_radius, b.model.plane) {
            (Some(n), None) => {
                let groove = b.positive(n, "groove_radius")?;
                if groove <= ball {
                    let message =
                        format!("the groove of radius {groove} m is too narrow for a ball of radius {ball} m");
                    return Err(BuildError::at(&n.span, message).help("common grooves are 2 to 8 % larger than balls"));
                }
                Some(groove)
            }
            (Some(n), Some(_)) => {
                return Err(BuildError::at(&n.span, "balls of a planar model have no grooves")
                    .help("remove `groove_radius`, or `plane` from the model"));
            }
            (None, None) => {
                return Err(BuildError::new("a ball bearing in space needs its `groove_radius`")
                    .help("add it, such as 1.04 times the radius of a ball, or make the model planar"));
            }
            (None, Some(_)) => None,
        };
        let outer = match (&self.outer_radius, &self.clearance, &self.contact_angle) {
            (Some(outer), None, None) => b.positive(outer, "outer_radius")?,
            (None, Some(play), None) => inner + 2.0 * ball + b.not_negative(play, "clearance")?,
            (None, None, Some(angle)) => inner + 2.0 * ball + play_of_angle(angle, ball, groove, b)?,
            _ => {
                return Err(BuildError::new("give `outer_radius`, `clearance` or `contact_angle`, one of them"));
            }
        };
        let play = outer - inner - 2.0 * ball;
        if play < -1e-12 * outer {
            let message = format!("the balls do not fit: the radial play is {play} m");
            let span = self.outer_radius.as_ref().map_or(&self.ball_radius.span, |n| &n.span);
            return Err(BuildError::at(span, message).help("play = outer_radius − inner_radius − 2 ball_radius"));
        }
        Ok(Radii { ball, inner, outer, groove })
    }

    /// Neighbours must not overlap on the pitch circle.
    fn check_count(&self, radii: &Radii) -> Result<(), BuildError> {
        if self.balls == 0 {
            return Err(BuildError::new("`balls` is 0: a bearing needs at least one"));
        }
        let apart = 2.0 * radii.pitch() * (0.5 * TAU / self.balls as f64).sin();
        if self.balls > 1 && apart < 2.0 * radii.ball {
            let most = (0.5 * TAU / (radii.ball / radii.pitch()).asin()).floor();
            return Err(BuildError::new(format!("{} balls overlap", self.balls))
                .help(format!("at most {most} balls fit on the pitch circle")));
        }
        Ok(())
    }

    fn place(&self, radii: &Radii, outer: PortId, b: &Builder) -> Result<Vec<Placed>, BuildError> {
        let ends = [b.attachment(&self.inner)?, b.attachment(&self.outer)?];
        let start = b.number_or(self.angle.as_ref(), 0.0)?;
        let [inner_motion, outer_motion] = ends.each_ref().map(|end| b.initial_velocity(end));
        let [x_inner, x_outer] = ends.each_ref().map(|end| b.in_space(end).x);
        let frame = b.port_in_space(outer);
        let rolls = self.rolling.unwrap_or(true);
        let ball = |i: usize| {
            let angle = start + TAU * i as f64 / self.balls as f64;
            let e = frame.r() * Vec3::new(angle.cos(), angle.sin(), 0.0);
            let x = x_outer + e * radii.pitch();
            let beside = |side: f64, (v, omega): (Vec3, Vec3), centre: Vec3| {
                v + omega.cross(&(x + e * (side * radii.ball) - centre))
            };
            let v_outer = beside(1.0, outer_motion, x_outer);
            let v_inner = beside(-1.0, inner_motion, x_inner);
            match rolls {
                true => Placed {
                    x,
                    v: (v_outer + v_inner) * 0.5,
                    omega: e.cross(&(v_outer - v_inner)) / (2.0 * radii.ball),
                },
                false => Placed { x, v: beside(0.0, outer_motion, x_outer), omega: outer_motion.1 },
            }
        };
        Ok((0..self.balls).map(ball).collect())
    }

    fn add_ball(
        &self,
        name: &str,
        (radius, mass): (f64, f64),
        ball: &Placed,
        b: &mut Builder,
    ) -> Result<PortId, BuildError> {
        let span = self.ball_radius.span.clone();
        let shape = ShapeSpec::sphere(&Number::of(radius, span.clone()), self.material.as_ref());
        let [position, velocity, spin] = [ball.x, ball.v, ball.omega].map(|v| Vector::of(&v, span.clone()));
        let (points, frames, spin) = (Points::new(), Frames::new(), Spin(spin.0));
        let placement = Placement {
            position: Some(&position),
            rotation: None,
            center_of_mass: None,
            velocity: Some(&velocity),
            angular_velocity: Some(&spin),
            points: &points,
            frames: &frames,
            shapes: &[shape],
        };
        b.add_sphere(name, (radius, mass), &placement)?;
        b.port(&named(name, &span))
    }
}

/// A reference to a body that this table made.
fn named(name: &str, span: &Span) -> Reference {
    Reference { name: name.to_owned(), span: span.clone() }
}

/// The radial play between grooves with a free contact angle.
fn play_of_angle(angle: &Number, ball: f64, groove: Option<f64>, b: &Builder) -> Result<f64, BuildError> {
    let Some(groove) = groove else {
        return Err(BuildError::at(&angle.span, "a contact angle needs grooves").help("give `clearance` instead"));
    };
    let value = b.not_negative(angle, "contact_angle")?;
    if value >= 0.25 * TAU {
        return Err(BuildError::at(&angle.span, format!("the contact angle is {value} rad, expected less than π/2"))
            .help("angles are in rad"));
    }
    Ok(2.0 * (groove - ball) * (1.0 - value.cos()))
}
