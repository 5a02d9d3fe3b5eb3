//! Bushing: springs and dampers in six directions between a frame of A and a frame of B.
//!
//! With the frames (x_A; a₁, a₂, a₃) and (x_B; b₁, b₂, b₃), d = x_B − x_A, and the rotation vector Ψ from the axes of A to those of B,
//!
//! ```text
//! q = (a₁·d, a₂·d, a₃·d, Ψ₁, Ψ₂, Ψ₃) ,      Q_i = −k_i q_i − c_i q̇_i + F_i(t, q_i, q̇_i) ,      f = Σ Q_i ∇q_i
//! ```
//!
//! each a [`MeasureForce`], so that large motions, potential and tangents are exact. Forces act at the point of B. Rotations up to half a turn
//! have a rotation vector; a bushing that turns farther is a joint with springs on its coordinates.

use super::{MeasureForce, MeasureLaw};
use crate::catalog::Kind;
use crate::joint::{AxisRole, JointFrames, Sides};
use crate::measure::Measure;
use crate::spec::{BuildError, Builder, Function, Reference, Vector};
use schemars::JsonSchema;
use serde::Deserialize;

/// A bushing.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bushing {
    /// First attachment: `BODY`, `BODY.POINT`, `BODY.FRAME`, `ground` … Directions are the axes of its frame.
    pub a: Reference,
    /// Second attachment. Its frame is as that of A at the start, unless both name frames: it is unloaded where they coincide.
    pub b: Reference,
    /// (m) Point in space, at the start, where both sides attach. Default: the points that `a` and `b` name.
    pub at: Option<Vector>,
    /// Direction in space, at the start, of the third axis. Default: the axes of the frame that `a` names.
    pub axis: Option<Vector>,
    /// (N/m) Stiffness along the three axes. Default: [0, 0, 0].
    pub stiffness: Option<Vector>,
    /// (N s/m) Damping along the three axes. Default: [0, 0, 0].
    pub damping: Option<Vector>,
    /// (N m/rad) Stiffness about the three axes. Default: [0, 0, 0].
    pub rotational_stiffness: Option<Vector>,
    /// (N m s/rad) Damping about the three axes. Default: [0, 0, 0].
    pub rotational_damping: Option<Vector>,
    /// (N) Forces along the axes besides these, expressions of `t`, the displacement `q` along the axis and its rate `qd`; positive
    /// increases q. Default: none.
    pub force: Option<[Function; 3]>,
    /// (N m) Torques about the axes besides these (turned by half a turn and more, the angles begin anew from the other side), expressions of `t`, the angle `q` about the axis and its rate `qd`. Default: none.
    pub torque: Option<[Function; 3]>,
}

impl Kind for Bushing {
    const KEY: &'static str = "bushing";
    const SUMMARY: &'static str = "springs, dampers and expressions along and about three axes between two frames";
    const SAMPLE: &'static str = r#"
name = "engine mount"
gravity = [0, 0, -9.81]
[bodies.engine]
type = "rigid_body"
mass = 80.0
inertia = [2.0, 3.0, 4.0]
position = [0.1, 0.2, 0.3]
rotation = [0.1, -0.2, 0.05]
[forces.mount]
type = "bushing"
a = "ground"
b = "engine"
at = [0.1, 0.1, 0]
stiffness = [2e5, 3e5, 1e5]
damping = [200, 300, 100]
rotational_stiffness = [500, 600, 700]
rotational_damping = [2, 3, 4]
force = ["-1e4*q - 1e6*q^3", 0, "-50*qd*abs(qd)"]
torque = [0, "-20*sin(q)", "3*t"]
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let frames = JointFrames::new(
            b,
            &Sides {
                a: &self.a,
                b: &self.b,
                at: self.at.as_ref(),
                axis: self.axis.as_ref(),
                initial_angle: None,
                role: if self.axis.is_some() { AxisRole::Either } else { AxisRole::None },
                oriented: [true; 2],
            },
        )?;
        let along = |axis| Measure::Projection { a: frames.a, b: frames.b, axis };
        let about = |axis| Measure::Turn { a: frames.a, b: frames.b, axis };
        let before = b.model.elements.len();
        add(name, b, &along, (self.stiffness.as_ref(), self.damping.as_ref(), self.force.as_ref()))?;
        let turning = (self.rotational_stiffness.as_ref(), self.rotational_damping.as_ref(), self.torque.as_ref());
        add(name, b, &about, turning)?;
        if b.model.elements.len() == before {
            return Err(BuildError::new("this bushing has no stiffness, no damping and no force")
                .help("add `stiffness = [kx, ky, kz]` or one of its other keys"));
        }
        Ok(())
    }
}

/// Stiffnesses, dampings and expressions in three directions.
type Given<'a> = (Option<&'a Vector>, Option<&'a Vector>, Option<&'a [Function; 3]>);

fn add(
    name: &str,
    b: &mut Builder,
    measure: &dyn Fn(usize) -> Measure,
    (stiffness, damping, force): Given,
) -> Result<(), BuildError> {
    let positive = |vector: Option<&Vector>, what: &str| {
        let x = b.vector_or_zero(vector)?;
        match vector.filter(|_| x.min() < 0.0) {
            Some(vector) => {
                Err(BuildError::at(&vector.0.span(), format!("{what} has a negative component, {}", x.min()))
                    .help("expected zero or positive numbers"))
            }
            None => Ok(x),
        }
    };
    let (k, c) = (positive(stiffness, "stiffness")?, positive(damping, "damping")?);
    for axis in 0..3 {
        let linear = MeasureLaw::Linear { stiffness: k[axis], damping: c[axis], rest: 0.0, preload: 0.0 };
        let linear = (k[axis] != 0.0 || c[axis] != 0.0).then_some(linear);
        let law = force.map(|f| b.force_function(&f[axis], &MeasureLaw::VARIABLES)).transpose()?;
        let law = law.filter(|law| law.as_constant() != Some(0.0)).map(MeasureLaw::Function);
        for law in linear.into_iter().chain(law) {
            let element = MeasureForce::new(measure(axis), law, &b.model.ports);
            b.add_element(name, Bushing::KEY, Box::new(element));
        }
    }
    Ok(())
}
