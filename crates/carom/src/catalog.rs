//! The one registration list: what a model file can contain.
//!
//! A line in [`CATALOG`] brings the parser key, the JSON Schema entry, the row of `carom list`, the chapter of
//! `docs/reference.md` and the contract test that the kind's sample loads.

use crate::spec::{self, BuildError, Builder};
use crate::{contact, element, evaluate, integrate, joint, sensor};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeValue, ValueDeserializer};

/// A kind of item of the model file: a serde struct whose documented fields are the keys.
///
/// The doc comment of a field is its reference text: it starts with the unit, `(kg m²)`, and ends with
/// `Default: …` where there is one.
pub trait Kind: DeserializeOwned + JsonSchema + 'static {
    /// The value of `type`.
    const KEY: &'static str;
    /// One line for the list.
    const SUMMARY: &'static str;
    /// A complete small model file that uses it.
    const SAMPLE: &'static str;
    /// Items of a table are built in order of stage: what refers to others of its own table comes later.
    const STAGE: u8 = 0;
    /// What has keys in the same table and is built first: the plane of a contact.
    const COMPANIONS: &'static [&'static Entry] = &[];
    /// Whether it has contacts, and the keys of their law in its table: so do all contacts, and what is made of contacts.
    const LAW: bool = false;

    /// Adds the item to the model.
    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError>;
}

/// The tables of a model file that hold named items of several kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Body,
    Force,
    Joint,
    Contact,
    Law,
    Sensor,
    Post,
    Integrator,
}

impl Group {
    pub const ALL: [Self; 8] =
        [Self::Body, Self::Joint, Self::Force, Self::Contact, Self::Law, Self::Sensor, Self::Post, Self::Integrator];

    /// The table of the model file.
    pub fn table(self) -> &'static str {
        match self {
            Self::Body => "bodies",
            Self::Force => "forces",
            Self::Joint => "joints",
            Self::Contact | Self::Law => "contacts",
            Self::Sensor => "sensors",
            Self::Post => "post",
            Self::Integrator => "simulation",
        }
    }

    /// The key that names the kind.
    pub fn selector(self) -> &'static str {
        match self {
            Self::Law => "law",
            Self::Integrator => "integrator",
            _ => "type",
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Self::Body => "Bodies",
            Self::Force => "Forces",
            Self::Joint => "Joints",
            Self::Contact => "Contacts",
            Self::Law => "Contact laws",
            Self::Sensor => "Sensors",
            Self::Post => "Evaluations",
            Self::Integrator => "Integrators",
        }
    }

    pub fn singular(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Force => "force",
            Self::Joint => "joint",
            Self::Contact => "contact",
            Self::Law => "contact law",
            Self::Sensor => "sensor",
            Self::Post => "evaluation",
            Self::Integrator => "integrator",
        }
    }

    pub fn entries(self) -> impl Iterator<Item = &'static Entry> {
        CATALOG.iter().filter(move |e| e.group == self)
    }

    /// Kinds whose keys stand in the same table: the laws of a contact, what all integrators share.
    pub fn companions(self) -> impl Iterator<Item = &'static Entry> {
        let shared = (self == Self::Integrator).then_some(&SIMULATION);
        CATALOG.iter().filter(move |e| self == Self::Contact && e.group == Self::Law).chain(shared)
    }

    pub fn find(self, key: &str) -> Option<&'static Entry> {
        self.entries().find(|e| e.key == key)
    }
}

/// An item read from a file, ready to be built.
pub trait Buildable {
    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError>;
}

impl<K: Kind> Buildable for K {
    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        Kind::build(self, name, b)
    }
}

/// Reads an item's table.
type Parse = fn(Spanned<DeValue<'_>>) -> Result<Box<dyn Buildable>, toml::de::Error>;

/// A registered kind.
pub struct Entry {
    pub group: Group,
    pub key: &'static str,
    pub summary: &'static str,
    pub sample: &'static str,
    pub stage: u8,
    pub companions: &'static [&'static Entry],
    law: bool,
    schema: fn(&mut SchemaGenerator) -> Schema,
    parse: Parse,
}

impl Entry {
    pub const fn of<K: Kind>(group: Group) -> Self {
        Self {
            group,
            key: K::KEY,
            summary: K::SUMMARY,
            sample: K::SAMPLE,
            stage: K::STAGE,
            companions: K::COMPANIONS,
            law: K::LAW,
            schema: K::json_schema,
            parse: |value| Ok(Box::new(K::deserialize(ValueDeserializer::from(value))?)),
        }
    }

    /// Whether its table names the law of its contacts.
    pub fn has_law(&self) -> bool {
        self.law || self.group == Group::Contact
    }

    /// The schema of the item's table, without the key that names the kind.
    pub fn schema(&self, generator: &mut SchemaGenerator) -> Schema {
        (self.schema)(generator)
    }

    /// Reads the item's table, from which the key that names the kind was removed.
    pub fn parse(&self, table: Spanned<DeValue<'_>>) -> Result<Box<dyn Buildable>, toml::de::Error> {
        (self.parse)(table)
    }
}

/// The keys of `[simulation]` that all integrators share.
pub static SIMULATION: Entry = Entry::of::<spec::SimulationSpec>(Group::Integrator);

/// The table `clearance` of a joint.
pub static CLEARANCE: Entry = Entry::of::<joint::ClearanceSpec>(Group::Joint);

/// Everything that can be named in a model file, one line a kind.
pub static CATALOG: &[Entry] = &[
    // bodies
    Entry::of::<element::RigidBodySpec>(Group::Body),
    Entry::of::<element::SphereSpec>(Group::Body),
    Entry::of::<element::SpheresSpec>(Group::Body),
    Entry::of::<element::PointMassSpec>(Group::Body),
    Entry::of::<element::ScalarMassSpec>(Group::Body),
    Entry::of::<element::BarSpec>(Group::Body),
    Entry::of::<element::CableSpec>(Group::Body),
    Entry::of::<element::BeamSpec>(Group::Body),
    Entry::of::<element::SolidSpec>(Group::Body),
    Entry::of::<element::FloatingRodSpec>(Group::Body),
    Entry::of::<element::BallBearingSpec>(Group::Body),
    // forces
    Entry::of::<element::SpringDamper>(Group::Force),
    Entry::of::<element::TorsionSpring>(Group::Force),
    Entry::of::<element::Bushing>(Group::Force),
    Entry::of::<element::JointLoad>(Group::Force),
    Entry::of::<element::Force>(Group::Force),
    Entry::of::<element::Torque>(Group::Force),
    Entry::of::<element::LineLoadSpec>(Group::Force),
    Entry::of::<element::DamperSpec>(Group::Force),
    Entry::of::<element::RayleighSpec>(Group::Force),
    Entry::of::<element::TractionSpec>(Group::Force),
    Entry::of::<element::PressureSpec>(Group::Force),
    // joints
    Entry::of::<joint::Fixed>(Group::Joint),
    Entry::of::<joint::Spherical>(Group::Joint),
    Entry::of::<joint::Hinge>(Group::Joint),
    Entry::of::<joint::Prismatic>(Group::Joint),
    Entry::of::<joint::Cylindrical>(Group::Joint),
    Entry::of::<joint::Planar>(Group::Joint),
    Entry::of::<joint::Universal>(Group::Joint),
    Entry::of::<joint::Screw>(Group::Joint),
    Entry::of::<joint::Distance>(Group::Joint),
    Entry::of::<joint::PointOnLine>(Group::Joint),
    Entry::of::<joint::Gear>(Group::Joint),
    Entry::of::<joint::Motion>(Group::Joint),
    // contacts and their laws
    Entry::of::<contact::NodeFace>(Group::Contact),
    Entry::of::<contact::NodesPlane>(Group::Contact),
    Entry::of::<contact::SpherePlaneSpec>(Group::Contact),
    Entry::of::<contact::SphereSphere>(Group::Contact),
    Entry::of::<contact::SphereInSphere>(Group::Contact),
    Entry::of::<contact::CircleInCircle>(Group::Contact),
    Entry::of::<contact::SphereGroove>(Group::Contact),
    Entry::of::<contact::SphereBoxSpec>(Group::Contact),
    Entry::of::<contact::CollisionSpec>(Group::Contact),
    Entry::of::<contact::JointLimit>(Group::Contact),
    Entry::of::<contact::JointFriction>(Group::Contact),
    Entry::of::<contact::Coulomb>(Group::Law),
    Entry::of::<contact::ByMaterials>(Group::Law),
    Entry::of::<contact::StaticKineticSpec>(Group::Law),
    Entry::of::<contact::OrthotropicSpec>(Group::Law),
    Entry::of::<contact::RateStateSpec>(Group::Law),
    Entry::of::<contact::CohesiveSpec>(Group::Law),
    Entry::of::<contact::CompliantSpec>(Group::Law),
    // sensors
    Entry::of::<sensor::Position>(Group::Sensor),
    Entry::of::<sensor::Velocity>(Group::Sensor),
    Entry::of::<sensor::Acceleration>(Group::Sensor),
    Entry::of::<sensor::AngularVelocity>(Group::Sensor),
    Entry::of::<sensor::Orientation>(Group::Sensor),
    Entry::of::<sensor::Distance>(Group::Sensor),
    Entry::of::<sensor::JointCoordinate>(Group::Sensor),
    Entry::of::<sensor::Angle>(Group::Sensor),
    Entry::of::<sensor::JointForce>(Group::Sensor),
    Entry::of::<sensor::JointImpulse>(Group::Sensor),
    Entry::of::<sensor::DriveForce>(Group::Sensor),
    Entry::of::<sensor::ContactSensor>(Group::Sensor),
    Entry::of::<sensor::OrbitSensor>(Group::Sensor),
    Entry::of::<sensor::BearingSensor>(Group::Sensor),
    Entry::of::<sensor::SectionForce>(Group::Sensor),
    Entry::of::<sensor::SectionStrain>(Group::Sensor),
    Entry::of::<sensor::EnergySensor>(Group::Sensor),
    Entry::of::<sensor::StepSizeSensor>(Group::Sensor),
    Entry::of::<sensor::Momentum>(Group::Sensor),
    Entry::of::<sensor::ExpressionSensor>(Group::Sensor),
    Entry::of::<sensor::Stress>(Group::Sensor),
    Entry::of::<sensor::StrainEnergy>(Group::Sensor),
    // evaluations
    Entry::of::<evaluate::ContactForceSpec>(Group::Post),
    Entry::of::<evaluate::ContactLifeSpec>(Group::Post),
    Entry::of::<evaluate::BearingLifeSpec>(Group::Post),
    Entry::of::<evaluate::ShockSpec>(Group::Post),
    // integrators
    Entry::of::<integrate::DecoupledSpec>(Group::Integrator),
    Entry::of::<integrate::CoupledSpec>(Group::Integrator),
    Entry::of::<integrate::MoreauJeanSpec>(Group::Integrator),
    Entry::of::<integrate::MoreauMidpointSpec>(Group::Integrator),
    Entry::of::<integrate::SchatzmanPaoliSpec>(Group::Integrator),
    Entry::of::<integrate::NonsmoothNewmarkSpec>(Group::Integrator),
    Entry::of::<integrate::NonsmoothHhtSpec>(Group::Integrator),
    Entry::of::<integrate::NonsmoothAlphaSpec>(Group::Integrator),
    Entry::of::<integrate::MixedAlphaSpec>(Group::Integrator),
    Entry::of::<integrate::MixedBatheSpec>(Group::Integrator),
    Entry::of::<integrate::MixedEdAlphaSpec>(Group::Integrator),
    Entry::of::<integrate::GeneralizedAlphaSpec>(Group::Integrator),
];
