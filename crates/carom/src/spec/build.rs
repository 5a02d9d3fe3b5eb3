//! The builder: turns the items of a model file into a [`Model`], one after the other.
//!
//! An item's `build` asks it for numbers, vectors, functions, attachments and joint coordinates by what stands in the
//! file, and adds nodes, ports, elements, rows and sensors. Every question that can fail returns a [`BuildError`] that
//! knows its place.

use super::attach::Carrier;
use super::data_file::DataFile;
use super::groups::BodyMesh;
use super::material::MaterialUse;
use super::shape::Surface;
use super::signal::Wanted;
use super::value::{Reference, Span};
use crate::analysis::ModeSettings;
use crate::contact::{CarriedPlane, Collision, Contact, ContactLaw, Material};
use crate::element::{Bearing, Element, Item, LineBody};
use crate::evaluate::{Evaluation, ForceSettings};
use crate::expr::{Expression, Table};
use crate::integrate::Settings;
use crate::joint::{Clearance, Joint};
use crate::measure::Measure;
use crate::model::{FlexibleBody, Follower, Kinematics, Model, NodeId, Port, PortId};
use crate::record::{Geometry, Shape};
use crate::sensor::{Orbit, Sensor};
use crate::{Frame, Mat3};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// Why an item cannot be built: what is wrong, where, and what to do about it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct BuildError {
    pub message: String,
    pub help: Option<String>,
    /// The place in the item's file; `None`: the item as a whole.
    pub span: Option<Span>,
    /// Caused by an error that was reported before.
    pub(super) follow_up: bool,
}

impl BuildError {
    /// An error of the item as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, span: None, follow_up: false }
    }

    pub fn at(span: &Span, message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, span: Some(span.clone()), follow_up: false }
    }

    /// An item that cannot be built because of an error that was reported before.
    pub fn follow_up() -> Self {
        Self { follow_up: true, ..Self::new("") }
    }

    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Mass and inertia tensor (about the centre of mass, body-fixed axes) of a body, for what scales with them.
#[derive(Clone, Copy, Debug)]
pub struct BodyInertia {
    pub node: NodeId,
    pub mass: f64,
    pub inertia: Mat3,
}

/// The state of building.
pub struct Builder {
    pub model: Model,
    pub settings: Settings,
    pub modes: ModeSettings,
    pub integrator: &'static str,
    /// Whether the model leaves `tolerance` and `constraint_tolerance` to their defaults.
    pub default_tolerances: [bool; 2],
    pub sensors: Vec<Sensor>,
    /// What is computed when a run has ended.
    pub post: Vec<Evaluation>,
    /// How the one that is being built recovers forces.
    pub recovery: ForceSettings,
    /// The exact solution: channels as expressions of the time.
    pub reference: Vec<(String, Expression)>,
    /// What bodies and grounds look like.
    pub shapes: Vec<Shape>,
    /// What they touch with.
    pub surfaces: Vec<Surface>,
    pub materials: BTreeMap<String, Material>,
    /// The law of the contact that is being built.
    pub law: ContactLaw,
    /// Whether the materials of its shapes come before this law.
    pub by_material: bool,
    /// The clearance of the joint that is being built.
    pub clearance: Option<Clearance>,
    /// Joints with clearance that a pin moves in, and ball bearings, by name.
    pub orbits: BTreeMap<String, Orbit>,
    pub bearings: BTreeMap<String, Bearing>,
    /// Its plane, if it has one.
    pub plane: Option<CarriedPlane>,
    /// Planes that contacts already use, with their half lengths where they are finite.
    pub faces: Vec<(PortId, Option<[f64; 2]>)>,
    /// Bars, cables and beams by name.
    pub lines: BTreeMap<String, LineBody>,
    pub(super) parameters: BTreeMap<String, f64>,
    /// Functions given by points.
    pub(super) tables: BTreeMap<String, Arc<Table>>,
    /// All that are defined, to suggest the one that is meant.
    pub(super) parameter_names: Vec<String>,
    pub(super) carriers: BTreeMap<String, Carrier>,
    pub(super) inertias: BTreeMap<String, BodyInertia>,
    pub(super) meshes: BTreeMap<String, BodyMesh>,
    pub(super) named_ports: BTreeMap<String, PortId>,
    /// Parameters and items that failed.
    pub(super) broken: BTreeSet<String>,
    /// Items, by table and name, whose turn has not come yet.
    pub(super) later: BTreeSet<(&'static str, String)>,
    pub(super) material_uses: Vec<MaterialUse>,
    /// Channels of sensors that forces read.
    pub(super) wanted: RefCell<Vec<Wanted>>,
    /// File and name of the current item.
    pub(super) item: (usize, String),
    /// The text of the file of the current item, to place errors inside expressions.
    pub(super) text: Arc<str>,
    /// The folder of the file of the current item.
    pub(super) folder: PathBuf,
    /// What items read beside the model files, and copies that are read in the place of the files.
    pub(super) data_files: RefCell<Vec<DataFile>>,
    pub(super) kept_files: Vec<DataFile>,
    /// Values of the expressions of the current item by the start of their range.
    pub(super) resolved: RefCell<BTreeMap<usize, f64>>,
    /// Doubtful values of the current item.
    pub(super) warnings: RefCell<Vec<BuildError>>,
}

impl Builder {
    pub(super) fn new(name: &str) -> Self {
        Self {
            model: Model::new(name),
            settings: Settings::default(),
            modes: ModeSettings::default(),
            integrator: "",
            default_tolerances: [true; 2],
            sensors: Vec::new(),
            post: Vec::new(),
            recovery: ForceSettings::default(),
            reference: Vec::new(),
            shapes: Vec::new(),
            surfaces: Vec::new(),
            materials: BTreeMap::new(),
            law: ContactLaw::default(),
            by_material: false,
            clearance: None,
            orbits: BTreeMap::new(),
            bearings: BTreeMap::new(),
            plane: None,
            faces: Vec::new(),
            lines: BTreeMap::new(),
            parameters: BTreeMap::new(),
            tables: BTreeMap::new(),
            parameter_names: Vec::new(),
            carriers: BTreeMap::new(),
            inertias: BTreeMap::new(),
            meshes: BTreeMap::new(),
            named_ports: BTreeMap::new(),
            broken: BTreeSet::new(),
            later: BTreeSet::new(),
            material_uses: Vec::new(),
            wanted: RefCell::default(),
            item: (0, String::new()),
            text: Arc::from(""),
            folder: PathBuf::new(),
            data_files: RefCell::default(),
            kept_files: Vec::new(),
            resolved: RefCell::default(),
            warnings: RefCell::default(),
        }
    }

    /// Whether an item or a parameter before this one could not be built.
    pub fn has_failed(&self) -> bool {
        !self.broken.is_empty()
    }

    /// Whether an item could not be built, or the table that would have made it: NAME_1, NAME_2, … of NAME.
    pub(super) fn is_broken(&self, name: &str) -> bool {
        let maker = name.rsplit_once('_').filter(|(_, number)| number.bytes().all(|c| c.is_ascii_digit()));
        self.broken.contains(name) || maker.is_some_and(|(maker, _)| self.is_broken(maker))
    }

    /// Notes something that is allowed but looks wrong.
    pub fn warn(&self, warning: BuildError) {
        self.warnings.borrow_mut().push(warning);
    }

    /// The content of a file that the current item names, and its path: relative to the file of the item.
    pub fn read_file(&self, file: &str) -> (PathBuf, std::io::Result<Vec<u8>>) {
        let path = self.folder.join(file);
        let name = path.display().to_string();
        let mut read = self.data_files.borrow_mut();
        let known = read.iter().chain(&self.kept_files).find(|file| file.name == name).cloned();
        let fresh = || super::files::read_named(&path, super::files::DATA_SIZE);
        let content = known.map_or_else(|| fresh().map(|bytes| DataFile::new(&path, bytes)), Ok);
        let content = content.map(|file| {
            let bytes = file.bytes.to_vec();
            if read.iter().all(|other| other.name != name) {
                read.push(file);
            }
            bytes
        });
        drop(read);
        (path, content)
    }

    pub fn add_port(&mut self, port: Port) -> PortId {
        self.model.add_port(port)
    }

    pub fn add_element(&mut self, name: &str, kind: &'static str, element: Box<dyn Element>) {
        self.model.elements.push(Item { name: name.to_owned(), kind, element });
    }

    pub fn add_joint(&mut self, joint: Joint) {
        self.model.joints.push(joint);
    }

    /// Adds a joint, or what its clearance makes of it.
    pub fn add_with_clearance(
        &mut self,
        joint: Joint,
        expand: impl FnOnce(&Clearance, Joint, &mut Self) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        match self.clearance.take() {
            Some(clearance) => expand(&clearance, joint, self),
            None => {
                self.add_joint(joint);
                Ok(())
            }
        }
    }

    pub fn add_contacts(&mut self, name: &str, mut contacts: Vec<Contact>) -> Result<(), BuildError> {
        self.find_stiffness(&mut contacts)?;
        for contact in &contacts {
            self.refuse_void_resistance(contact)?;
            if contact.pair.normal_turns() {
                self.refuse_axes()?;
            }
            for collision in &self.model.collisions {
                if let Some(pair) = collision.covers(&self.model, contact) {
                    self.warn(covered_twice(pair, &collision.name));
                }
            }
        }
        for (index, contact) in (self.model.contacts.len()..).zip(&contacts) {
            self.add_bond(index, contact)?;
            self.add_compliance(index, contact)?;
        }
        self.model.add_contacts(name, contacts);
        Ok(())
    }

    /// Adds a collision, with a warning if another contact covers a pair of it already.
    pub fn add_collision(&mut self, collision: Collision) {
        let (mut contacts, mut others) = (self.model.contacts.iter(), self.model.collisions.iter());
        let listed = contacts.find_map(|c| collision.covers(&self.model, c).map(|pair| (pair, &c.name)));
        let shared = || others.find_map(|c| collision.shares(&self.model, c).map(|pair| (pair, &c.name)));
        if let Some((pair, name)) = listed.or_else(shared) {
            self.warn(covered_twice(pair, name));
        }
        self.model.collisions.push(collision);
    }

    pub fn add_sensor(&mut self, sensor: Sensor) -> Result<(), BuildError> {
        if ["t", "time"].contains(&sensor.name.as_str()) {
            return Err(BuildError::new(format!("`{}` is the time and cannot name a sensor", sensor.name))
                .help("time is recorded anyway; choose another name"));
        }
        self.sensors.push(sensor);
        Ok(())
    }

    /// A new place for an angle that is counted over full turns, with its value at the start.
    pub fn add_angle(&mut self, initial: f64) -> usize {
        self.model.angles.push(initial);
        self.model.angles.len() - 1
    }

    /// The value of a combination of measures at the start.
    pub fn initial_value(&self, terms: &[(f64, Measure)]) -> f64 {
        let frames = self.model.nodes.iter().map(|n| n.frame).collect();
        let mut kin = Kinematics::new(frames, Vec::new(), &self.model.ports, 0);
        kin.angles.clone_from(&self.model.angles);
        terms.iter().map(|(c, m)| c * m.value(&kin)).sum()
    }

    /// Remembers a body's mass and inertia for what scales with them.
    pub fn set_inertia(&mut self, body: &str, inertia: BodyInertia) {
        self.inertias.insert(body.to_owned(), inertia);
    }

    /// Mass and inertia of a body that is not flexible.
    pub fn inertia_of(&self, body: &Reference) -> Result<BodyInertia, BuildError> {
        if self.model.flexible.iter().any(|f| f.name == body.name) {
            return Err(BuildError::at(&body.span, format!("`{}` is flexible", body.name))
                .help("give it `damping = { mass = …, stiffness = … }` in its own table"));
        }
        self.inertias
            .get(body.as_str())
            .copied()
            .ok_or_else(|| self.unknown("body", body, self.inertias.keys().map(String::as_str)))
    }

    /// The elements that a body is made of.
    pub fn elements_of(&self, body: &Reference) -> Result<Range<usize>, BuildError> {
        if let Some(flexible) = self.model.flexible.iter().find(|f| f.name == body.name) {
            return Ok(flexible.elements.clone());
        }
        let known = self.inertias.keys().map(String::as_str);
        let names = known.chain(self.model.flexible.iter().map(|f| f.name.as_str()));
        let found = self.model.elements.iter().position(|e| e.name == body.name && self.inertias.contains_key(&e.name));
        found.map(|i| i..i + 1).ok_or_else(|| self.unknown("body", body, names))
    }

    /// Index of a joint.
    pub fn joint(&self, joint: &Reference) -> Result<usize, BuildError> {
        let found = self.model.joints.iter().position(|j| j.name == joint.name);
        found.ok_or_else(|| self.unknown("joint", joint, self.model.joints.iter().map(|j| j.name.as_str())))
    }

    /// A coordinate of a joint: the named one, or its only one.
    pub fn coordinate(&self, joint: &Reference, coordinate: Option<&Reference>) -> Result<Measure, BuildError> {
        let joint_ = &self.model.joints[self.joint(joint)?];
        let names = || joint_.coordinates.iter().map(|(name, _)| *name);
        let list = || names().collect::<Vec<_>>().join("`, `");
        match (coordinate, joint_.coordinates.as_slice()) {
            (_, []) => {
                Err(BuildError::at(&joint.span, format!("{} joint `{}` has no coordinate", joint_.kind, joint_.name))
                    .help("name a hinge, prismatic, cylindrical, planar or screw joint"))
            }
            (Some(c), all) => {
                let found = all.iter().find(|(name, _)| *name == c.as_str());
                found.map(|(_, m)| m.clone()).ok_or_else(|| unknown("coordinate", c, names()))
            }
            (None, [(_, only)]) => Ok(only.clone()),
            (None, _) => Err(BuildError::at(
                &joint.span,
                format!("{} joint `{}` has several coordinates: `{}`", joint_.kind, joint_.name, list()),
            )
            .help(format!("add `coordinate = \"{}\"`", joint_.coordinates[0].0))),
        }
    }

    /// The error for a name that does not exist; quiet if the item exists but failed.
    pub fn unknown<'a>(&self, what: &str, reference: &Reference, known: impl Iterator<Item = &'a str>) -> BuildError {
        let follow_up = self.is_broken(&reference.name);
        let error = match self.later.iter().find(|(_, name)| *name == reference.name) {
            Some((table, name)) => stands_later(table, name, reference),
            None => unknown(what, reference, known),
        };
        BuildError { follow_up, ..error }
    }

    /// The contacts of a name: a place in [`crate::system::Candidates::sets`].
    pub fn contacts(&self, contact: &Reference) -> Result<usize, BuildError> {
        let sets = &self.model.contact_sets;
        let names =
            || sets.iter().map(|c| c.name.as_str()).chain(self.model.collisions.iter().map(|c| c.name.as_str()));
        let found = names().position(|name| name == contact.name);
        found.ok_or_else(|| self.unknown("contact", contact, names()))
    }
}

/// The error for a name that exists, but only further down.
pub(super) fn stands_later(table: &str, name: &str, reference: &Reference) -> BuildError {
    BuildError::at(&reference.span, format!("`{name}` stands later in the file"))
        .help(format!("an item can refer to the ones above it: move [{table}.{name}] up"))
}

/// The error for a name that does not exist.
pub fn unknown<'a>(what: &str, reference: &Reference, known: impl Iterator<Item = &'a str>) -> BuildError {
    let known: Vec<&str> = known.collect();
    BuildError::at(&reference.span, format!("unknown {what} `{}`", reference.name))
        .help(super::suggest::cure(&reference.name, &known))
}

/// Size of the dot that stands for a body without shapes, relative to the model's length.
const DOT: f64 = 0.01;

impl Builder {
    /// Completes the pictures: bodies without shapes are seen as dots, planes without end at least at the model's size. Those of the
    /// ground reach farther, if bodies do; on a body, which may fly away and turn, they do not.
    pub(super) fn complete_shapes(&mut self) {
        let length = self.model.length_scale();
        let radius = DOT * length;
        for shape in &mut self.shapes {
            if let Geometry::Plane { .. } = shape.geometry {
                let on_ground = self.model.ports[shape.port].node.is_none();
                shape.geometry =
                    if on_ground { Geometry::Plane { size: length } } else { Geometry::Patch { size: [length; 2] } };
            }
        }
        let mut seen = vec![false; self.model.nodes.len()];
        let shown = self.shapes.iter().filter_map(|s| self.model.ports[s.port].node);
        let modal = |body: &FlexibleBody| body.modal.iter().flat_map(|modal| modal.nodes.clone()).collect::<Vec<_>>();
        let drawn = self.model.flexible.iter().flat_map(|body| body.nodes.iter().copied().chain(modal(body)));
        let carried = self.model.followers.iter().filter(|(_, rule)| matches!(rule, Follower::Modal { .. }));
        for node in shown.chain(drawn).chain(carried.map(|(node, _)| *node)) {
            seen[node] = true;
        }
        for (node, seen) in seen.into_iter().enumerate() {
            if seen || !self.model.nodes[node].kind.is_spatial() {
                continue;
            }
            let port = match self.model.ports.iter().position(|p| p.node == Some(node)) {
                Some(port) => port,
                None => self.model.add_port(Port::on(node, Frame::identity())),
            };
            let at = self.model.ports[port].at.inverse();
            let name = self.model.nodes[node].name.clone();
            self.shapes.push(Shape { name, port, at, geometry: Geometry::Sphere { radius } });
        }
    }
}

fn covered_twice((a, b): (&str, &str), other: &str) -> BuildError {
    BuildError::new(format!("`{a}` and `{b}` touch by the contact `{other}` too: both act on them"))
        .help("remove one, or keep the pair out of a collision by `bodies`, `against` or `exclude`")
}
