//! Clearance: a joint whose bodies are held by contacts instead of rows, with play between them.
//!
//! The joint keeps its frames (x_A; a₁, a₂, a₃) and (x_B; b₁, b₂, b₃) and the coordinates that it leaves free, so that what measures,
//! springs or drives them stays as it was. Its rows become pairs with play c and one contact law:
//!
//! | joint | contacts | rows that stay |
//! |---|---|---|
//! | hinge, cylindrical, in a plane | `NAME.journal`: disc r in a bore r + c | – |
//! | in space | the same; with `length` l the discs x_B ± ½ l b₃: `NAME.journal_1`, `_2` | a₃·b₁, a₃·b₂ without `length`; of a hinge a₃·d without `axial` |
//! | hinge with `axial` s | also `NAME.face_1`, `_2`: ±a₃·d ≤ s | |
//! | spherical | `NAME.ball`: sphere r in a hollow one r + c | – |
//! | prismatic | `NAME.corner_1`, …: corners of the slider against the walls of its guide | – |
//!
//! A carries the bearing, the socket or the guide, B the journal, the ball or the slider. The circle of a disc that tilts by θ is taken as a
//! circle still, too large by at most r θ²/2, and θ ≤ 2 c/l. At a face the friction of a thin collar of radius r acts, at most μ r N about
//! the axis (the drilling moment of a contact); its tilt is left to the journal.

use super::frames::JointFrames;
use super::{Joint, Row};
use crate::catalog::Kind;
use crate::contact::{CircleInCircle, Contact, ContactLaw, Face, Friction, NodeFace, Pair, Plane, Revolved};
use crate::contact::{SphereInSphere, SpherePlane, SpherePlaneSpec, Spheres};
use crate::model::{Port, PortId};
use crate::record::Geometry;
use crate::sensor::Orbit;
use crate::spec::{BuildError, Builder, Number, Span};
use crate::{Frame, Mat3, Vec3};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;

/// The clearance of a joint.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClearanceSpec {
    /// (m) Play: radius of the bearing or socket − radius of the journal or ball; of a slider the gap on each side.
    pub play: Number,
    /// (m) Radius of the journal or of the ball; hinge, cylindrical and spherical joints need it.
    pub radius: Option<Number>,
    /// (m) Length of a bearing along its axis, in space: the journal touches it at both ends and can tilt. Of a slider: its length along the
    /// guide, needed. Default: the journal does not tilt.
    pub length: Option<Number>,
    /// (m) Play of a hinge along its axis, to each side, in space. Default: none, the axis is held as in the ideal joint.
    pub axial: Option<Number>,
    /// (m) Height of a slider: across its axis, in space along the y axis of the joint. Prismatic joints need it.
    pub height: Option<Number>,
    /// (m) Width of a slider along the x axis of the joint; prismatic joints in space need it.
    pub width: Option<Number>,
}

/// What a joint's table says about its clearance.
#[derive(Clone, Debug)]
pub struct Clearance {
    play: f64,
    radius: Option<f64>,
    length: Option<f64>,
    axial: Option<f64>,
    height: Option<f64>,
    width: Option<f64>,
    law: ContactLaw,
    span: Span,
}

impl Kind for ClearanceSpec {
    const KEY: &'static str = "clearance";
    const SUMMARY: &'static str = "play in a hinge, cylindrical, spherical or prismatic joint, which becomes contacts; the keys of their law stand beside these";
    const SAMPLE: &'static str = "";
    const LAW: bool = true;

    /// Leaves the clearance to the joint that it belongs to.
    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let given = |n: &Option<Number>, what: &str| n.as_ref().map(|n| b.positive(n, what)).transpose();
        let (radius, length) = (given(&self.radius, "radius")?, given(&self.length, "length")?);
        let (height, width) = (given(&self.height, "height")?, given(&self.width, "width")?);
        let axial = self.axial.as_ref().map(|n| b.not_negative(n, "axial")).transpose()?;
        if b.number(&self.play)? == 0.0 {
            return Err(BuildError::at(&self.play.span, "without play there is no clearance").help(
                "for the ideal joint remove the table `clearance`, or from outside: --unset joints.NAME.clearance",
            ));
        }
        let (play, law) = (b.positive(&self.play, "play")?, b.law_of_pair()?);
        b.clearance = Some(Clearance { play, radius, length, axial, height, width, law, span: self.play.span.clone() });
        Ok(())
    }
}

impl Clearance {
    /// The error of a kind of joint that has none.
    pub fn refused(&self, kind: &str) -> BuildError {
        BuildError::at(&self.span, format!("`{kind}` joints have no clearance"))
            .help("hinge, cylindrical, spherical and prismatic joints have; contacts can be given one by one")
    }

    fn need(&self, value: Option<f64>, key: &str) -> Result<f64, BuildError> {
        let missing = || BuildError::at(&self.span, format!("missing key `{key}` of this clearance"));
        value.ok_or_else(|| missing().help(format!("add `{key} = …`, in m")))
    }

    /// Refuses keys that have no meaning here.
    fn refuse(&self, keys: &[(&str, Option<f64>)], here: &str) -> Result<(), BuildError> {
        match keys.iter().find(|(_, value)| value.is_some()) {
            Some((key, _)) => {
                Err(BuildError::at(&self.span, format!("`{key}` has no meaning in the clearance of {here}"))
                    .help(format!("remove `{key}`")))
            }
            None => Ok(()),
        }
    }

    /// A journal in its bearing, which the axial row holds, or nothing.
    pub fn journal(&self, joint: Joint, frames: &JointFrames, b: &mut Builder) -> Result<(), BuildError> {
        let radius = self.need(self.radius, "radius")?;
        self.refuse(&[("height", self.height), ("width", self.width)], "a journal")?;
        let mut contacts = Contacts { joint: &joint.name, law: self.law.clone(), list: Vec::new() };
        let bore = radius + self.play;
        let in_bore = |centre| -> Arc<dyn Pair> { Arc::new(Revolved::bore([frames.a, centre], bore, radius)) };
        let slides = joint.coordinates.iter().any(|(name, _)| *name == "displacement");
        if b.model.plane.is_some() {
            self.refuse(&[("length", self.length), ("axial", self.axial)], "a planar model")?;
            if slides {
                return Err(BuildError::at(&self.span, "in a planar model nothing slides along the axis of a journal")
                    .help("use a joint of type `hinge` or `prismatic`"));
            }
        }
        let mut rows = Vec::new();
        match self.length {
            Some(length) => {
                for (i, side) in [-0.5, 0.5].into_iter().enumerate() {
                    let end = shifted(b, frames.b, Vec3::z() * (side * length));
                    contacts.add(format!("journal_{}", i + 1), CircleInCircle::KEY, in_bore(end));
                }
            }
            None => {
                contacts.add("journal".to_owned(), CircleInCircle::KEY, in_bore(frames.b));
                if b.model.plane.is_none() {
                    rows.extend([frames.dot(2, 0), frames.dot(2, 1)].map(Row::new));
                }
            }
        }
        match self.axial {
            Some(_) if slides => self.refuse(&[("axial", self.axial)], "a joint that slides along its axis")?,
            Some(axial) => self.faces(axial, radius, frames, &mut contacts, b)?,
            None if slides || b.model.plane.is_some() => {}
            None => rows.push(Row::new(frames.projection(2))),
        }
        b.show_at(frames.a, Geometry::circle(bore));
        b.orbits.insert(joint.name.clone(), Orbit::new(frames, b.model.plane, self.play));
        let contacts = contacts.list;
        b.add_joint(Joint { rows, ..joint });
        self.finish(contacts, b)
    }

    /// The two faces that a collar on the journal touches.
    fn faces(
        &self,
        axial: f64,
        radius: f64,
        frames: &JointFrames,
        contacts: &mut Contacts,
        b: &mut Builder,
    ) -> Result<(), BuildError> {
        let Friction::Constant(friction) = self.law.friction else {
            return Err(BuildError::at(&self.span, "`axial` needs a constant coefficient of friction")
                .help("the friction of a collar is known for Coulomb's law with a constant coefficient"));
        };
        let law = ContactLaw { drilling: friction * radius, rolling: 0.0, ..self.law.clone() };
        for (i, side) in [-1.0, 1.0].into_iter().enumerate() {
            // The plane looks back at the middle of the bearing.
            let axes = Mat3::from_diagonal(&Vec3::new(1.0, -side, -side));
            let face = turned(b, frames.a, &Frame::from_matrix(Vec3::z() * (side * axial), &axes));
            let pair = Arc::new(SpherePlane::new(&Plane::at(face), frames.b, 0.0));
            contacts.add_with(format!("face_{}", i + 1), SpherePlaneSpec::KEY, pair, law.clone());
        }
        Ok(())
    }

    /// A ball in its socket.
    pub fn ball(&self, joint: Joint, frames: &JointFrames, b: &mut Builder) -> Result<(), BuildError> {
        let radius = self.need(self.radius, "radius")?;
        let others = [("length", self.length), ("axial", self.axial), ("height", self.height), ("width", self.width)];
        self.refuse(&others, "a ball in its socket")?;
        let socket = radius + self.play;
        let mut contacts = Contacts { joint: &joint.name, law: self.law.clone(), list: Vec::new() };
        let pair = Arc::new(Spheres::new([frames.a, frames.b], [socket, radius], true, b.model.plane));
        contacts.add("ball".to_owned(), SphereInSphere::KEY, pair);
        b.show_at(frames.a, Geometry::Cage { radius: socket });
        b.orbits.insert(joint.name.clone(), Orbit::of_ball(frames, b.model.plane, self.play));
        let contacts = contacts.list;
        b.add_joint(Joint { rows: Vec::new(), ..joint });
        self.finish(contacts, b)
    }

    /// A slider in its guide: each corner against the walls on its sides.
    pub fn slider(&self, joint: Joint, frames: &JointFrames, b: &mut Builder) -> Result<(), BuildError> {
        self.refuse(&[("radius", self.radius), ("axial", self.axial)], "a slider")?;
        if self.law.resists_turning() {
            return Err(BuildError::at(&self.span, "the corners of a slider neither roll nor drill")
                .help("remove `rolling_resistance` and `drilling_resistance`"));
        }
        let (length, height) = (self.need(self.length, "length")?, self.need(self.height, "height")?);
        // In a plane the x axis of the joint is the normal of the model.
        let half = match b.model.plane {
            Some(_) => {
                self.refuse(&[("width", self.width)], "a planar model")?;
                [0.0, 0.5 * height]
            }
            None => [0.5 * self.need(self.width, "width")?, 0.5 * height],
        };
        let mut contacts = Contacts { joint: &joint.name, law: self.law.clone(), list: Vec::new() };
        let walls = [0, 1].map(|axis| [-1.0, 1.0].map(|side| self.wall(axis, side, half[axis], frames, b)));
        let mut corner = 0;
        let sides = |half: f64| if half > 0.0 { vec![0, 1] } else { vec![0] };
        for end in [-0.5, 0.5] {
            for x in sides(half[0]) {
                for y in [0, 1] {
                    corner += 1;
                    let sign = |side: usize| if side == 0 { -1.0 } else { 1.0 };
                    let place = Vec3::new(sign(x) * half[0], sign(y) * half[1], end * length);
                    let point = shifted(b, frames.b, place);
                    if half[0] > 0.0 {
                        let pair = Arc::new(Face::new(&Plane::at(walls[0][x]), point));
                        contacts.add(format!("corner_{corner}x"), NodeFace::KEY, pair);
                    }
                    let name = if half[0] > 0.0 { format!("corner_{corner}y") } else { format!("corner_{corner}") };
                    contacts.add(name, NodeFace::KEY, Arc::new(Face::new(&Plane::at(walls[1][y]), point)));
                }
            }
        }
        let contacts = contacts.list;
        b.add_joint(Joint { rows: Vec::new(), ..joint });
        self.finish(contacts, b)
    }

    /// A wall of the guide across an axis of A, that looks inwards; in a plane its first tangent lies in the plane.
    fn wall(&self, axis: usize, side: f64, half: f64, frames: &JointFrames, b: &mut Builder) -> PortId {
        let (normal, tangent) = (Vec3::ith(axis, -side), Vec3::z());
        let axes = Mat3::from_columns(&[tangent, normal.cross(&tangent), normal]);
        turned(b, frames.a, &Frame::from_matrix(Vec3::ith(axis, side * (half + self.play)), &axes))
    }

    /// Adds the contacts, each under its own name.
    fn finish(&self, contacts: Vec<Contact>, b: &mut Builder) -> Result<(), BuildError> {
        for contact in contacts {
            let name = contact.name.clone();
            b.add_contacts(&name, vec![contact])?;
        }
        Ok(())
    }
}

/// Contacts of a joint, in the making.
struct Contacts<'a> {
    joint: &'a str,
    law: ContactLaw,
    list: Vec<Contact>,
}

impl Contacts<'_> {
    fn add(&mut self, name: String, kind: &'static str, pair: Arc<dyn Pair>) {
        self.add_with(name, kind, pair, self.law.clone());
    }

    fn add_with(&mut self, name: String, kind: &'static str, pair: Arc<dyn Pair>, law: ContactLaw) {
        self.list.push(Contact { name: format!("{}.{name}", self.joint), kind, pair, law });
    }
}

/// A port on the same carrier, moved in the frame of another.
fn shifted(b: &mut Builder, port: PortId, by: Vec3) -> PortId {
    turned(b, port, &Frame::new(by, lie::Quaternion::identity()))
}

/// A port on the same carrier, with a frame that is given in that of another.
fn turned(b: &mut Builder, port: PortId, frame: &Frame) -> PortId {
    let old = &b.model.ports[port];
    let new = Port { at: old.at.then(frame), ..old.clone() };
    b.add_port(new)
}
