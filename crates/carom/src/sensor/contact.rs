//! Sensors of a contact: gap, status, relative velocity, impulses and forces.
//!
//! Tangential quantities have the components x and y along the tangents of the contact; in a planar model only x exists, and only
//! y for rolling. Impulses act on the slave (the point, the sphere) over the step; a force is impulse / h and means something only while the contact stays closed. Of all nodes
//! of a surface the least gap is given, with the velocity of its node, and the sums of impulses and forces.

use super::{Quantity, Sensor};
use crate::catalog::Kind;
use crate::record::{Channel, ChannelKind, status_code};
use crate::spec::{BuildError, Builder, Reference};
use crate::system::{ContactState, Snapshot};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// What is recorded of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContactQuantity {
    Gap,
    /// 0 open, 1 stick, 2 slip.
    Status,
    NormalVelocity,
    SlipVelocity,
    NormalImpulse,
    TangentialImpulse,
    NormalForce,
    TangentialForce,
    DrillingVelocity,
    RollingVelocity,
    DrillingMoment,
    RollingMoment,
    /// What its friction remembers.
    FrictionState,
    /// Of the bond: 0 intact, 1 torn.
    Damage,
    /// Tension of the bond.
    Adhesion,
}

/// A component in the face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TangentialComponent {
    X,
    Y,
    Norm,
}

/// A contact.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactSensor {
    /// The contact.
    pub contact: Reference,
    /// `gap`, `status` (0 open, 1 stick, 2 slip), `normal_velocity`, `slip_velocity`, `normal_impulse`,
    /// `tangential_impulse`, `normal_force`, `tangential_force`, `drilling_velocity`, `drilling_moment` (about the normal),
    /// `rolling_velocity` or `rolling_moment` (about the tangents). Turning is recorded where the law resists it. Of the law `cohesive`
    /// also `damage` (0 intact, 1 torn; of several bonds the largest) and `adhesion`, the tension of the bond (the sum); of the law
    /// `rate_state` `friction_state`, θ, 0 while it is open. Of friction in a joint that turns, `tangential_force` is the torque (N m) and
    /// `slip_velocity` the rate (rad/s).
    pub quantity: ContactQuantity,
    /// `x`, `y` or `norm` of a tangential quantity. Default: NAME.x and NAME.y, in a planar model x alone.
    pub component: Option<TangentialComponent>,
}

#[derive(Debug)]
struct OfContact {
    /// Place of the named contacts in [`Snapshot::contact_sets`].
    set: usize,
    quantity: ContactQuantity,
    component: Option<TangentialComponent>,
    /// What sliding is divided and friction multiplied by, along both tangents.
    levers: [f64; 2],
}

impl ContactQuantity {
    fn channel(self) -> (&'static str, ChannelKind) {
        match self {
            Self::Gap => ("m", ChannelKind::State),
            Self::Status => ("", ChannelKind::State),
            Self::NormalVelocity | Self::SlipVelocity => ("m/s", ChannelKind::State),
            Self::NormalImpulse | Self::TangentialImpulse => ("N s", ChannelKind::Impulse),
            Self::NormalForce | Self::TangentialForce => ("N", ChannelKind::Force),
            Self::DrillingVelocity | Self::RollingVelocity => ("rad/s", ChannelKind::State),
            Self::DrillingMoment | Self::RollingMoment => ("N m", ChannelKind::Force),
            Self::FrictionState => ("s", ChannelKind::State),
            Self::Damage => ("", ChannelKind::State),
            Self::Adhesion => ("N", ChannelKind::State),
        }
    }

    fn rolls(self) -> bool {
        matches!(self, Self::RollingVelocity | Self::RollingMoment)
    }

    fn is_tangential(self) -> bool {
        let slides = matches!(self, Self::SlipVelocity | Self::TangentialImpulse | Self::TangentialForce);
        slides || self.rolls()
    }
}

/// The unit of the same quantity of a coordinate that is an angle.
fn angular(unit: &'static str) -> &'static str {
    match unit {
        "m" => "rad",
        "m/s" => "rad/s",
        "N" => "N m",
        "N s" => "N m s",
        other => other,
    }
}

impl OfContact {
    /// Damage and tension of the bonds.
    fn bonds(&self, s: &Snapshot) -> impl Iterator<Item = (f64, f64)> {
        let contacts = s.contact_sets[self.set].clone();
        let bonds = s.model.bonds.iter().zip(&s.scene.kin.bonds);
        bonds.filter(move |(bond, _)| contacts.contains(&bond.contact)).map(|(bond, &largest)| {
            let gap = s.contacts[bond.contact].gap;
            (bond.law.damage(largest), bond.law.tension(gap, largest).0)
        })
    }
}

impl Quantity for OfContact {
    fn evaluate(&self, s: &Snapshot, values: &mut Vec<f64>) {
        let c = ContactState::combined(&s.contacts[s.contact_sets[self.set].clone()]);
        let force = c.force;
        let tangential = match self.quantity {
            ContactQuantity::Damage => return values.push(self.bonds(s).map(|(damage, _)| damage).fold(0.0, f64::max)),
            ContactQuantity::Adhesion => return values.push(self.bonds(s).map(|(_, tension)| tension).sum()),
            ContactQuantity::FrictionState => return values.push(c.memory),
            ContactQuantity::Gap => return values.push(c.gap),
            ContactQuantity::Status => return values.push(status_code(c.status)),
            ContactQuantity::NormalVelocity => return values.push(c.velocity[0]),
            ContactQuantity::NormalImpulse => return values.push(c.impulse[0]),
            ContactQuantity::NormalForce => return values.push(force[0]),
            ContactQuantity::DrillingVelocity => return values.push(c.velocity[3]),
            ContactQuantity::DrillingMoment => return values.push(force[3]),
            ContactQuantity::SlipVelocity => [c.velocity[1], c.velocity[2]],
            ContactQuantity::TangentialImpulse => [c.impulse[1], c.impulse[2]],
            ContactQuantity::TangentialForce => [force[1], force[2]],
            ContactQuantity::RollingVelocity => [c.velocity[4], c.velocity[5]],
            ContactQuantity::RollingMoment => [force[4], force[5]],
        };
        let [a, b] = self.levers;
        let [x, y] = match self.quantity {
            ContactQuantity::SlipVelocity => [tangential[0] / a, tangential[1] / b],
            _ => [tangential[0] * a, tangential[1] * b],
        };
        match self.component {
            None => values.extend([x, y]),
            Some(TangentialComponent::X) => values.push(x),
            Some(TangentialComponent::Y) => values.push(y),
            Some(TangentialComponent::Norm) => values.push(x.hypot(y)),
        }
    }
}

impl Kind for ContactSensor {
    const KEY: &'static str = "contact";
    const SUMMARY: &'static str = "gap, status, velocity, impulse or force of a contact";
    const SAMPLE: &'static str = r#"
name = "bouncing ball"
gravity = [0, 0, -9.81]
[bodies.ball]
type = "point_mass"
mass = 0.1
position = [0, 0, 1]
[contacts.floor]
type = "node_face"
point = "ball"
plane = "ground"
restitution = 0.8
[sensors.hit]
type = "contact"
contact = "floor"
quantity = "normal_impulse"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let set = b.contacts(&self.contact)?;
        let of_bond = matches!(self.quantity, ContactQuantity::Damage | ContactQuantity::Adhesion);
        let contacts = b.model.contact_sets.get(set).map_or(0..0, |set| set.contacts.clone());
        if of_bond && !b.model.bonds.iter().any(|bond| contacts.contains(&bond.contact)) {
            let message = format!("`{}` has no bond", self.contact.name);
            return Err(BuildError::at(&self.contact.span, message)
                .help("`damage` and `adhesion` are quantities of contacts with `law = \"cohesive\"`"));
        }
        let of_normal = matches!(self.quantity, ContactQuantity::NormalForce | ContactQuantity::NormalImpulse);
        if of_normal && contacts.clone().any(|c| b.model.contacts[c].pair.pressure().is_some()) {
            let message = format!("what presses the surfaces of `{}` is the joint, not a contact", self.contact.name);
            return Err(BuildError::at(&self.contact.span, message).help("use a sensor of type `joint_force`"));
        }
        let (unit, kind) = self.quantity.channel();
        let unit = if contacts.clone().any(|c| b.model.contacts[c].is_angular()) { angular(unit) } else { unit };
        let mut component = self.component;
        if component.is_some() && !self.quantity.is_tangential() {
            return Err(BuildError::new("`component` belongs to tangential quantities").help("remove it"));
        }
        if self.quantity.is_tangential() && component.is_none() && b.model.plane.is_some() {
            component = Some(if self.quantity.rolls() { TangentialComponent::Y } else { TangentialComponent::X });
        }
        let slides =
            self.quantity.is_tangential() && !self.quantity.rolls() && component != Some(TangentialComponent::Norm);
        let of_joint = contacts.start < contacts.end && slides;
        let levers = if of_joint { b.model.contacts[contacts.start].levers() } else { [None; 2] };
        let units = levers.map(|lever| lever.map_or(unit, |_| angular(unit)));
        let channels = match (self.quantity.is_tangential(), component) {
            (true, None) => [("x", units[0]), ("y", units[1])]
                .map(|(c, unit)| Channel::new(format!("{name}.{c}"), unit, kind))
                .into(),
            (_, Some(TangentialComponent::Y)) => vec![Channel::new(name, units[1], kind)],
            _ => vec![Channel::new(name, units[0], kind)],
        };
        let levers = levers.map(|lever| lever.unwrap_or(1.0));
        let quantity = Arc::new(OfContact { set, quantity: self.quantity, component, levers });
        b.add_sensor(Sensor { name: name.to_owned(), channels, quantity })
    }
}
