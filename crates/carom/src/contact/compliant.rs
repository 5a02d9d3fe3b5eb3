//! Compliant contact: a stiffness with damping on the gap instead of a unilateral set, so that impacts last and have a force (S C.6).
//!
//! With the indentation δ = −g > 0 and the speed of approach δ̇_i that the bodies had when they touched,
//!
//! ```text
//! F_N = K δⁿ max(0, 1 + d δ̇/δ̇_i) ,     d = d(e) by a model of damping ([`crate::post::Damping`])                    (37)
//! ```
//!
//! F_N is the force of an element on the measure of the gap, implicit in every problem of a step; the contact takes no part in the
//! unilateral ones. K δ^{n+1}/(n + 1) is held as potential energy, the rest of the work is lost, and booked with that of impacts.
//!
//! K and n are given, or those of Hertz (n = 3/2) for the curvatures and the materials of the two bodies.
//!
//! δ̇_i is part of [`crate::model::Kinematics`] and of checkpoints. It is found when a step that touches is accepted: on the cubic through
//! gaps and rates at its ends. While it is not known, in the step that touches, the rate at the start of the step stands for it: δⁿ is
//! so small there that the difference is of higher order. A contact that is closed at the start of a run, or that touches slower than
//! `least_approach`, has that for δ̇_i: d δ̇/δ̇_i would otherwise have no bound where bodies rest on each other.
//!
//! Sliding friction is either the set-valued law with F_N as known normal force, or smooth: with the velocity of sliding u,
//!
//! ```text
//! F_T = −μ(|u|) F_N u/√(|u|² + v_s²)                                                                             (38)
//! ```

use super::law::friction;
use super::{Contact, ContactLaw, Friction};
use crate::catalog::Kind;
use crate::element::CompliantForce;
use crate::evaluate::{EvaluationError, ForceSettings};
use crate::model::Kinematics;
use crate::post::{CompliantLaw, Damping, PostError, Response};
use crate::spec::{BuildError, Builder, Function, Number, Reference};
use schemars::JsonSchema;
use serde::Deserialize;

/// Steps in the time of a collision that resolve it, where none are given: the peak force of a Hertzian impact is then right to 1 %.
const STEPS: f64 = 20.0;
/// (m/s) The least speed of approach, where none is given.
const LEAST_APPROACH: f64 = 1e-3;
/// The exponent of Hertz.
const HERTZ: f64 = 1.5;

/// The law (37) of a contact.
#[derive(Clone, Debug, PartialEq)]
pub struct Compliance {
    pub law: CompliantLaw,
    /// (m/s) Slower approaches count as this.
    pub least_approach: f64,
    /// Steps of a collision that resolve it.
    pub steps: f64,
    /// Duration times speed over depth of a collision without damping.
    duration_factor: f64,
    /// Friction (38), if it is smooth.
    pub smooth_friction: Option<SmoothFriction>,
    /// Where K is that of Hertz, and not known before the bodies are: settings that name their materials, if they are named.
    hertz: Option<ForceSettings>,
}

/// Friction (38).
#[derive(Clone, Debug, PartialEq)]
pub struct SmoothFriction {
    pub coefficient: Friction,
    /// v_s (m/s).
    pub speed: f64,
}

impl SmoothFriction {
    /// μ and its derivative at a speed.
    pub fn coefficient(&self, speed: f64) -> (f64, f64) {
        match &self.coefficient {
            Friction::Constant(factor) => (*factor, 0.0),
            Friction::OfSpeed(expression) => expression.partial(&[speed], 0),
            Friction::Model(_) => (self.coefficient.at(speed), 0.0),
        }
    }
}

impl Compliance {
    /// F_N at a gap (m) and its rate (m/s), for what is remembered of the approach.
    pub fn response(&self, gap: f64, rate: f64, approach: f64) -> Response {
        if approach < 0.0 {
            return Response::default();
        }
        self.law.response(-gap, -rate, approach.max(self.least_approach))
    }

    /// How many steps of size `h` (s) a collision takes that has the rate `rate` (m/s) where the indentation is `depth` (m), with the mass
    /// `mass` (kg) that the contact moves: T/h of a collision with this rate at the touch. A motion that is slow against the indentation
    /// needs none of its own.
    pub fn steps_used(&self, h: f64, rate: f64, depth: f64, mass: f64) -> f64 {
        let depth = self.law.depth(mass, rate).max(depth);
        self.duration_factor * depth / (h * rate.abs())
    }
}

/// A compliant contact of the model.
#[derive(Clone, Debug)]
pub struct CompliantContact {
    /// The contact in [`crate::model::Model::contacts`], its element and where that stands.
    pub contact: usize,
    pub force: CompliantForce,
    pub element: usize,
}

/// Marks a contact whose slave is under or beside the face of the master, and got there without touching it.
pub(crate) const BESIDE: f64 = -1.0;

impl CompliantContact {
    /// What is remembered of the approach at the start of a run.
    pub fn initial(&self, contact: &Contact, kin: &Kinematics) -> f64 {
        let Some(compliance) = &contact.law.compliance else { return 0.0 };
        match (contact.pair.gap(kin) < 0.0, contact.pair.faces(kin)) {
            (false, _) => 0.0,
            (true, true) => compliance.least_approach,
            (true, false) => BESIDE,
        }
    }
}

/// Contact with stiffness and damping, whose impacts last.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompliantSpec {
    /// (N/mⁿ) Stiffness K. Default: that of Hertz, from the curvatures of the shapes and the elastic constants of their materials; for two spheres
    /// 4/3 E* √R with 1/R = 1/R₁ + 1/R₂.
    pub stiffness: Option<Number>,
    /// The materials of the two bodies, for the stiffness of Hertz. Default: those of their shapes.
    pub materials: Option<[Reference; 2]>,
    /// Exponent n of a given stiffness, 1 or larger. Default: 1.5, that of Hertz.
    pub exponent: Option<Number>,
    /// Coefficient of restitution e that the damping is made for, above 0 and up to 1. Default: 1, no damping.
    pub restitution: Option<Number>,
    /// Model of the damping: `exact` has the restitution asked for, `hunt-crossley`, `lankarani-nikravesh`, `hu`, `flores` and `zhang`
    /// approach it. Default: "exact".
    pub damping: Option<Damping>,
    /// (m/s) Least speed of approach that the damping counts with; also that of contacts that are closed at the start. Default: 1e-3.
    pub least_approach: Option<Number>,
    /// Coefficient of friction μ: a number, or an expression of the speed of sliding `v` (m/s). Default: 0.
    pub friction: Option<Function>,
    /// (m/s) Makes friction smooth: its force is μ F_N u/√(u² + v_s²) with this v_s. Default: none, friction is set-valued.
    pub friction_speed: Option<Number>,
    /// (m) Rolling resistance ρ, only for bodies that roll, and only with set-valued friction. Default: 0.
    pub rolling_resistance: Option<Number>,
    /// (m) Drilling resistance γ, likewise. Default: 0.
    pub drilling_resistance: Option<Number>,
    /// Least number of steps in the time of a collision. Longer steps are halved for the bodies of the contact, as often as
    /// `max_halvings` allows; what is still too long is told at the end of the run. Default: 20.
    pub steps_per_contact: Option<Number>,
}

impl Kind for CompliantSpec {
    const KEY: &'static str = "compliant";
    const SUMMARY: &'static str =
        "stiffness and damping on the gap (Hertz, Hunt–Crossley and others), smooth or set-valued friction";
    const SAMPLE: &'static str = r#"
name = "ball that bounces on a soft floor"
gravity = [0, 0, -9.81]
[bodies.ball]
type = "sphere"
radius = 0.05
density = 1000
position = [0, 0, 0.0499]
velocity = [0.3, 0.1, -0.5]
angular_velocity = [1, 2, 3]
[contacts.floor]
type = "sphere_plane"
sphere = "ball"
plane = "ground"
law = "compliant"
stiffness = 1e4
restitution = 0.7
friction = 0.3
friction_speed = 0.01
"#;

    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let hertz = self.hertz(b)?;
        // That of Hertz follows when the bodies are known.
        let stiffness = self.stiffness.as_ref().map_or(Ok(1.0), |n| b.positive(n, "stiffness"))?;
        let exponent = b.number_or(self.exponent.as_ref(), HERTZ)?;
        if exponent < 1.0
            && let Some(n) = &self.exponent
        {
            let message = format!("exponent is {exponent}, expected 1 or more");
            return Err(BuildError::at(&n.span, message).help("1 is a linear spring, 1.5 the contact of spheres"));
        }
        let law = self.law(stiffness, exponent, b)?;
        let positive =
            |n: &Option<Number>, what: &str, default: f64| n.as_ref().map_or(Ok(default), |n| b.positive(n, what));
        let coefficient = self.friction.as_ref().map_or(Ok(Friction::default()), |f| friction(f, b))?;
        let speed = self.friction_speed.as_ref().map(|n| b.positive(n, "friction_speed")).transpose()?;
        let mut compliance = Compliance {
            law,
            least_approach: positive(&self.least_approach, "least_approach", LEAST_APPROACH)?,
            steps: positive(&self.steps_per_contact, "steps_per_contact", STEPS)?,
            duration_factor: law.duration_factor(),
            smooth_friction: None,
            hertz,
        };
        let resistance = |n: &Option<Number>, what: &str| n.as_ref().map_or(Ok(0.0), |n| b.not_negative(n, what));
        let rolling = resistance(&self.rolling_resistance, "rolling_resistance")?;
        let drilling = resistance(&self.drilling_resistance, "drilling_resistance")?;
        if let (Some(n), true) = (&self.friction_speed, rolling > 0.0 || drilling > 0.0) {
            let message = "`friction_speed` makes friction smooth, and rolling and drilling resistance are set-valued";
            return Err(BuildError::at(&n.span, message).help("remove `friction_speed`, or the resistance"));
        }
        let mut contact = ContactLaw { rolling, drilling, ..ContactLaw::default() };
        match speed {
            Some(speed) => compliance.smooth_friction = Some(SmoothFriction { coefficient, speed }),
            None => contact.friction = coefficient,
        }
        contact.compliance = Some(compliance);
        b.law = contact;
        b.by_material = false;
        Ok(())
    }
}

impl CompliantSpec {
    fn law(&self, stiffness: f64, exponent: f64, b: &Builder) -> Result<CompliantLaw, BuildError> {
        let restitution = b.number_or(self.restitution.as_ref(), 1.0)?;
        let damping = self.damping.unwrap_or(Damping::Exact);
        CompliantLaw::new(stiffness, exponent, restitution, damping).map_err(|error| {
            let message = match error {
                PostError::Range { range, .. } => format!("restitution is {restitution}, expected a number in {range}"),
                PostError::Length { .. } => error.to_string(),
            };
            let error = match self.restitution.as_ref().or(self.stiffness.as_ref()) {
                Some(at) => BuildError::at(&at.span, message),
                None => BuildError::new(message),
            };
            error.help("without any restitution an impact would have no end")
        })
    }

    /// What is asked of Hertz, if no stiffness is given.
    fn hertz(&self, b: &Builder) -> Result<Option<ForceSettings>, BuildError> {
        match (&self.stiffness, &self.exponent, &self.materials) {
            (Some(_), _, None) => Ok(None),
            (Some(_), _, Some([first, _])) => {
                let message = "the stiffness is given, and `materials` would give another one";
                Err(BuildError::at(&first.span, message).help("remove `stiffness`, or `materials`"))
            }
            (None, Some(exponent), _) => {
                Err(BuildError::at(&exponent.span, "`exponent` is that of a given `stiffness`")
                    .help("add `stiffness = …`; Hertz contacts have 1.5"))
            }
            (None, None, named) => {
                for name in named.iter().flatten() {
                    b.elastic_of(name)?;
                }
                let materials = named.as_ref().map(|names| names.each_ref().map(|name| name.name.clone()));
                Ok(Some(ForceSettings { materials, ..ForceSettings::default() }))
            }
        }
    }
}

impl Builder {
    /// Gives contacts whose stiffness is that of Hertz the one of their shapes and materials.
    pub fn find_stiffness(&self, contacts: &mut [Contact]) -> Result<(), BuildError> {
        for contact in contacts {
            let Some(asked) = contact.law.compliance.as_ref().and_then(|c| c.hertz.clone()) else { continue };
            let refuse = |e: EvaluationError| {
                let help = e.help().unwrap_or_default().replace(" (--stiffness, --exponent)", "");
                BuildError::new(e.to_string()).help(help.replace(" (--material)", ""))
            };
            let found = self.substances().of_contact(&self.model, contact, &asked).map_err(refuse)?;
            if let Some(compliance) = &mut contact.law.compliance {
                let stiff = compliance.law.with_stiffness(found.stiffness);
                compliance.law = stiff.map_err(|e| BuildError::new(e.to_string()))?;
                compliance.hertz = None;
            }
        }
        Ok(())
    }

    /// Adds the force of a contact that gets the number `index`, if its law has a stiffness.
    pub fn add_compliance(&mut self, index: usize, contact: &Contact) -> Result<(), BuildError> {
        let Some(compliance) = &contact.law.compliance else { return Ok(()) };
        let slot = self.model.compliant.len();
        let element = CompliantForce::new(contact, compliance, index, slot, &self.model.ports).ok_or_else(|| {
            BuildError::new("the gap of this contact is no single measure, which a stiffness could act on")
        })?;
        let (force, place) = (element.clone(), self.model.elements.len());
        self.model.compliant.push(CompliantContact { contact: index, force, element: place });
        self.add_element(&contact.name, CompliantSpec::KEY, Box::new(element));
        Ok(())
    }
}
