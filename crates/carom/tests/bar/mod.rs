//! A linear elastic bar that hits a wall (G 3.3.2): E A = 900 N, ρ A = 1 kg/m, L = 10 m, 200 elements with lumped mass, 5.005 m
//! from the wall at 10 m/s, e = 0. Its wave runs at c = 30 m/s.

use carom::contact::{Contact, ContactLaw, Face, Plane};
use carom::drive::Simulation;
use carom::element::{Element, Energy, Item, LocalMatrix, Scene};
use carom::integrate::{Method, Settings};
use carom::model::{Model, NodeId, Port};
use carom::{Frame, Mat3, NodeKind, Vec3};
use std::sync::Arc;

/// A linear spring along x with the mass of a bar.
#[derive(Debug)]
struct BarElement {
    nodes: [NodeId; 2],
    stiffness: f64,
    length: f64,
    mass: f64,
}

impl BarElement {
    fn stretch(&self, scene: &Scene) -> f64 {
        let [a, b] = self.nodes.map(|n| scene.kin.frames[n].x.x);
        b - a - self.length
    }
}

impl Element for BarElement {
    fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    fn force(&self, scene: &Scene, f: &mut [f64]) {
        let tension = Vec3::x() * (self.stiffness * self.stretch(scene));
        scene.layout.add(self.nodes[0], &tension, &Vec3::zeros(), f);
        scene.layout.add(self.nodes[1], &-tension, &Vec3::zeros(), f);
    }

    fn tangent(&self, _scene: &Scene, k: &mut LocalMatrix, _c: &mut LocalMatrix) {
        for (i, j, sign) in [(0, 0, 1.0), (6, 6, 1.0), (0, 6, -1.0), (6, 0, -1.0)] {
            k.add(i, j, sign * self.stiffness);
        }
    }

    fn mass(&self, _scene: &Scene, m: &mut LocalMatrix) {
        m.add(0, 0, self.mass / 2.0);
        m.add(6, 6, self.mass / 2.0);
    }

    fn energy(&self, scene: &Scene) -> Energy {
        let [a, b] = self.nodes.map(|n| scene.layout.get(n, &scene.kin.v).0.x);
        let kinetic = 0.25 * self.mass * (a * a + b * b);
        Energy { kinetic, potential: 0.5 * self.stiffness * self.stretch(scene).powi(2) }
    }
}

pub const ELEMENTS: usize = 200;
/// Length, stiffness and mass of an element.
pub const ELEMENT_LENGTH: f64 = 10.0 / ELEMENTS as f64;
pub const ELEMENT_STIFFNESS: f64 = 900.0 / ELEMENT_LENGTH;
pub const ELEMENT_MASS: f64 = ELEMENT_LENGTH;

/// The bar, ready to run with a step; steps are not halved.
pub fn bar(method: impl Method + 'static, settings: Settings) -> Simulation {
    let mut model = Model::new("elastic bar");
    for i in 0..=ELEMENTS {
        let x = Vec3::x() * (5.005 + ELEMENT_LENGTH * i as f64);
        let frame = Frame::from_matrix(x, &Mat3::identity());
        model.add_node(&format!("n{i}"), NodeKind::Point, frame, [-10.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        model.nodes[i].locked = [false, true, true, true, true, true];
    }
    for i in 0..ELEMENTS {
        let (stiffness, length, mass) = (ELEMENT_STIFFNESS, ELEMENT_LENGTH, ELEMENT_MASS);
        let element = Box::new(BarElement { nodes: [i, i + 1], stiffness, length, mass });
        model.elements.push(Item { name: format!("e{i}"), kind: "bar", element });
    }
    // A plane whose z axis is the x axis of space.
    let wall = Mat3::from_columns(&[Vec3::y(), Vec3::z(), Vec3::x()]);
    let wall = model.add_port(Port::ground(Frame::from_matrix(Vec3::zeros(), &wall)));
    let tip = model.add_port(Port::on(0, Frame::identity()));
    let pair = Arc::new(Face::new(&Plane { port: wall, extent: None, belt: None }, tip));
    let contact = Contact { name: "wall".to_owned(), kind: "node_face", pair, law: ContactLaw::default() };
    model.add_contacts("wall", vec![contact]);
    let settings = Settings { method: Arc::new(method), max_halvings: 0, ..settings };
    Simulation::new(model, settings).unwrap_or_else(|e| panic!("{e}"))
}
