//! The model file's `collision`: which bodies can touch which.

use super::super::ContactLaw;
use super::{Collider, Collision, Form};
use crate::Frame;
use crate::catalog::Kind;
use crate::model::{Motion, Port};
use crate::spec::{BuildError, Builder, Reference, Surface};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Contacts between the shapes of bodies, found as they come near each other.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CollisionSpec {
    /// Bodies that can touch, `ground` and moving grounds among them; `*` stands for any part of a name: `b_*` for all spheres of
    /// `[bodies.b]`, `b_1` for the first. Default: all that have shapes.
    pub bodies: Option<Vec<Reference>>,
    /// Bodies that the first ones can touch; those of one list then pass through each other. Default: the same.
    pub against: Option<Vec<Reference>>,
    /// Pairs of bodies that pass through each other, by their full names: `[["a", "b"], ["a", "ground"]]`. Default: none.
    #[serde(default)]
    pub exclude: Vec<[Reference; 2]>,
    /// Whether bodies that a joint connects can touch, also a body and the ground that a joint holds it to. Default: false.
    #[serde(default)]
    pub jointed: bool,
}

impl CollisionSpec {
    pub(super) const NAME: &'static str = "collision";
}

impl Kind for CollisionSpec {
    const KEY: &'static str = Self::NAME;
    const SUMMARY: &'static str = "contacts between the shapes of bodies, found as they come near each other";
    const SAMPLE: &'static str = r#"
name = "three marbles"
gravity = [0, 0, -9.81]
[ground]
shapes = [{ type = "plane" }, { type = "box", size = [0.1, 0.1, 0.02], position = [0.03, 0, 0.01] }]
[bodies.red]
type = "sphere"
radius = 0.01
density = 2500
position = [0, 0, 0.05]
[bodies.green]
type = "sphere"
radius = 0.01
density = 2500
position = [0.005, 0, 0.08]
[bodies.blue]
type = "sphere"
radius = 0.008
density = 2500
position = [0.1, 0.002, 0.03]
velocity = [-0.5, 0, 0]
[contacts.all]
type = "collision"
friction = 0.2
restitution = 0.5
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let bodies = carriers(b);
        let first = select(self.bodies.as_deref(), &bodies, b)?;
        let second = if self.against.is_some() { select(self.against.as_deref(), &bodies, b)? } else { first.clone() };
        let mut separate = BTreeSet::new();
        for pair in &self.exclude {
            let [i, j] = [find(&pair[0], &bodies, b)?, find(&pair[1], &bodies, b)?];
            separate.insert((i.min(j), i.max(j)));
        }
        if !self.jointed {
            separate.extend(jointed(b, &bodies));
        }
        let numbers: BTreeMap<&str, usize> = bodies.iter().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
        let mut collision = Collision {
            name: name.to_owned(),
            colliders: Vec::new(),
            separate,
            laws: Vec::new(),
            materials: 0,
            plane: b.model.plane,
        };
        let mut materials = Vec::new();
        for surface in b.surfaces.clone() {
            let Some(&body) = numbers.get(surface.name.as_str()) else { continue };
            let groups = [first[body], second[body]];
            if groups != [false; 2] {
                let material = material(b, &surface, &mut materials);
                collision.colliders.push(collider(b, &surface, body, groups, material));
            }
        }
        // Bodies that could not be built have no shapes here, which was said already.
        let unlike = |e: BuildError| if b.has_failed() { BuildError::follow_up() } else { e };
        self.check(&collision, &bodies, [&first, &second]).map_err(unlike)?;
        b.refuse_axes()?;
        b.refuse_bonds()?;
        (collision.laws, collision.materials) = (b.laws_of_materials(&materials)?, materials.len() + 1);
        warn_of_resistance(b, &collision);
        b.warn_of_void_resistance(&collision);
        if b.law.compliance.is_some() {
            return add_compliant(b, name, &collision);
        }
        b.add_collision(collision);
        Ok(())
    }
}

/// Most pairs of shapes with a compliant law: each of them has an element.
const MOST_COMPLIANT: usize = 5_000;

/// Compliant contacts are forces, which bind their bodies whether they touch or not: all pairs that can touch are contacts.
fn add_compliant(b: &mut Builder, name: &str, collision: &Collision) -> Result<(), BuildError> {
    let count = collision.pairs();
    if count > MOST_COMPLIANT {
        let message =
            format!("{count} pairs of shapes can touch, expected at most {MOST_COMPLIANT} with the law `compliant`");
        return Err(BuildError::new(message).help("give fewer `bodies`, or a law without stiffness"));
    }
    let n = collision.colliders.len();
    let pairs = (0..n).flat_map(|j| (0..j).map(move |i| (i, j))).filter(|&(i, j)| collision.allows(i, j));
    let contacts = pairs.filter_map(|(i, j)| collision.contact(i, j)).collect();
    b.add_contacts(name, contacts)
}

impl CollisionSpec {
    /// Refuses lists that name nothing that can touch, and pairs of shapes that have no contact yet.
    fn check(&self, collision: &Collision, bodies: &[String], groups: [&[bool]; 2]) -> Result<(), BuildError> {
        for (list, members) in [&self.bodies, &self.against].into_iter().zip(groups) {
            for reference in list.iter().flatten() {
                let touches = |i: usize| collision.colliders.iter().any(|c| c.body == i);
                let named = (0..bodies.len()).filter(|&i| members[i] && matches(&reference.name, &bodies[i]));
                if let Some(i) = named.into_iter().find(|&i| !touches(i)) {
                    let message = format!("`{}` has no shape that can touch", bodies[i]);
                    return Err(
                        BuildError::at(&reference.span, message).help("give it a sphere, a box or a plane in `shapes`")
                    );
                }
            }
        }
        let n = collision.colliders.len();
        let mut any = false;
        for (i, a) in collision.colliders.iter().enumerate() {
            let others = if matches!(a.form, Form::Sphere { .. }) { &[][..] } else { &collision.colliders[i + 1..] };
            for (k, c) in others.iter().enumerate().filter(|(_, c)| !matches!(c.form, Form::Sphere { .. })) {
                if collision.allows(i, i + 1 + k) {
                    let message = format!("the shapes of `{}` and `{}` cannot touch yet", a.name, c.name);
                    return Err(BuildError::new(message).help(format!(
                        "of two shapes one must be a sphere: give a box its corners as `points` and each a contact `node_face` with the plane (examples/phone_drop.toml), and add `exclude = [[\"{}\", \"{}\"]]`",
                        a.name, c.name
                    )));
                }
            }
            any = any || (0..n).any(|j| collision.allows(i, j));
        }
        if any {
            return Ok(());
        }
        Err(BuildError::new("no two shapes of these bodies can touch").help(
            "shapes must be on different bodies, of which one moves and which no joint connects; bodies need `shapes`",
        ))
    }
}

/// All that carries shapes, by name.
fn carriers(b: &Builder) -> Vec<String> {
    let names: BTreeSet<&str> = b.shapes.iter().map(|shape| shape.name.as_str()).collect();
    names.into_iter().map(str::to_owned).collect()
}

/// Whether a name fits a pattern in which `*` stands for any characters.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((head, tail)) => {
            let Some(rest) = name.strip_prefix(head) else { return false };
            (0..=rest.len()).any(|skip| rest.is_char_boundary(skip) && matches(tail, &rest[skip..]))
        }
    }
}

fn find(reference: &Reference, bodies: &[String], b: &Builder) -> Result<usize, BuildError> {
    let found = bodies.iter().position(|name| *name == reference.name);
    found.ok_or_else(|| b.unknown("body with shapes", reference, bodies.iter().map(String::as_str)))
}

/// Which bodies a list names.
fn select(list: Option<&[Reference]>, bodies: &[String], b: &Builder) -> Result<Vec<bool>, BuildError> {
    let Some(list) = list else { return Ok(vec![true; bodies.len()]) };
    let mut out = vec![false; bodies.len()];
    for reference in list {
        let mut any = false;
        for (name, chosen) in bodies.iter().zip(&mut out).filter(|(name, _)| matches(&reference.name, name)) {
            any |= !name.is_empty();
            *chosen = true;
        }
        if !any && reference.name.contains('*') {
            return Err(no_match(reference, bodies, b));
        }
        if !any {
            find(reference, bodies, b)?;
        }
    }
    Ok(out)
}

/// The error for a pattern that fits no body; quiet if one that it may have meant could not be built.
fn no_match(reference: &Reference, bodies: &[String], b: &Builder) -> BuildError {
    if b.has_failed() {
        return BuildError::follow_up();
    }
    BuildError::at(&reference.span, format!("no body with shapes has a name like `{}`", reference.name))
        .help(format!("`*` stands for any characters; known: `{}`", bodies.join("`, `")))
}

/// Pairs of bodies that a joint connects, grounds among them.
fn jointed(b: &Builder, bodies: &[String]) -> Vec<(usize, usize)> {
    let mut of_node = BTreeMap::new();
    for shape in &b.shapes {
        if let (Some(node), Ok(body)) = (b.model.ports[shape.port].node, bodies.binary_search(&shape.name)) {
            of_node.insert(node, body);
        }
    }
    // Grounds that carry shapes: the one at rest and those that move.
    let mut grounds: Vec<(&Option<Motion>, usize)> = Vec::new();
    for shape in &b.shapes {
        let port = &b.model.ports[shape.port];
        if let (None, Ok(body)) = (port.node, bodies.binary_search(&shape.name)) {
            grounds.push((&port.motion, body));
        }
    }
    let body_of = |port: usize| match &b.model.ports[port] {
        Port { node: Some(node), .. } => of_node.get(node).copied(),
        Port { motion, .. } => grounds.iter().find(|(known, _)| *known == motion).map(|(_, body)| *body),
    };
    let mut out = Vec::new();
    for joint in &b.model.joints {
        for (_, measure) in joint.rows.iter().flat_map(|row| &row.terms) {
            let (p, q) = measure.ports();
            if let (Some(i), Some(j)) = (body_of(p), body_of(q)) {
                out.push((i.min(j), i.max(j)));
            }
        }
    }
    out.sort_unstable();
    out.dedup();
    out
}

/// The place of a surface's material in the table of laws: 0 without one, or if the law does not ask for it.
fn material(b: &mut Builder, surface: &Surface, names: &mut Vec<String>) -> usize {
    let Some(key) = surface.material.filter(|_| b.by_material) else { return 0 };
    let name = b.use_material(key);
    let found = names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    });
    found + 1
}

/// Warns of the largest resistances, against the smallest sphere.
fn warn_of_resistance(b: &Builder, collision: &Collision) {
    let radius = |c: &Collider| if let Form::Sphere { radius } = c.form { radius } else { f64::INFINITY };
    let smallest = collision.colliders.iter().map(radius).fold(f64::INFINITY, f64::min);
    let mut law = ContactLaw::default();
    for of_pair in &collision.laws {
        law.rolling = law.rolling.max(of_pair.rolling);
        law.drilling = law.drilling.max(of_pair.drilling);
    }
    b.warn_of_resistance(&law, smallest);
}

fn collider(b: &mut Builder, surface: &Surface, body: usize, groups: [bool; 2], material: usize) -> Collider {
    let Surface { name, port, at, form, .. } = surface.clone();
    let carrier = b.model.ports[port].clone();
    // A sphere looks the same from all sides: its port keeps the carrier's axes.
    let at = match form {
        Form::Sphere { .. } => Frame::new(at.x, lie::Quaternion::identity()),
        Form::Plane | Form::Box { .. } => at,
    };
    let port =
        if at == Frame::identity() { port } else { b.add_port(Port { at: carrier.at.then(&at), ..carrier.clone() }) };
    Collider { name, body, node: carrier.node, port, form, groups, material }
}
