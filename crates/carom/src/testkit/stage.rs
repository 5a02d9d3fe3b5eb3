//! A model at one state, and derivatives along the increments of its nodes.
//!
//! A derivative along δ is taken on the group, of f(q ∘ exp(ε δ)), by the central difference of fourth order
//!
//! ```text
//! f′ ≈ [8 (f(ε) − f(−ε)) − (f(2ε) − f(−2ε))] / 12ε ,    error ε⁴ f⁽⁵⁾/30 + rounding/ε
//! ```
//!
//! With ε = 1e-3 and increments scaled by the model's length both errors are near 1e-12 of the size of f. All components
//! of planar models are freed, so that the mathematics off the plane is tested too.

use super::random::Random;
use crate::element::Scene;
use crate::model::{ContactFrame, Kinematics, Layout, Model, Node, Port};
use crate::system::{contact_frames, initial_approaches, initial_bonds};
use crate::{Frame, Vec3};

/// The relative step of the central differences.
const EPSILON: f64 = 1e-3;

/// A model at one state.
pub struct Stage {
    pub layout: Layout,
    pub ports: Vec<Port>,
    pub gravity: Vec3,
    pub kin: Kinematics,
    /// Size of a unit increment of each degree of freedom: the model's length for displacements, 1 for rotations.
    pub scale: Vec<f64>,
}

/// The largest absolute entry.
pub fn max_abs(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |m: f64, x| if x.is_nan() { f64::NAN } else { m.max(x.abs()) })
}

impl Stage {
    /// The model at its initial state.
    pub fn new(model: &Model) -> Self {
        let free = |node: &Node| Node { locked: [false; 6], ..node.clone() };
        let nodes: Vec<Node> = model.nodes.iter().map(free).collect();
        let layout = Layout::new(&nodes, &[]);
        let mut v = vec![0.0; layout.n];
        let mut scale = vec![1.0; layout.n];
        for (node, dofs) in nodes.iter().zip(&layout.dofs) {
            for (c, dof) in dofs.iter().enumerate().take(node.kind.dimension()) {
                v[*dof as usize] = node.velocity[c];
                if c < 3 && node.kind.is_spatial() {
                    scale[*dof as usize] = model.length_scale();
                }
            }
        }
        let frames = nodes.iter().map(|n| n.frame).collect();
        let mut kin = Kinematics::new(frames, v, &model.ports, model.angles.len());
        kin.angles.copy_from_slice(&model.angles);
        kin.contacts = contact_frames(model, &kin);
        kin.bonds = initial_bonds(model, &kin);
        kin.approaches = initial_approaches(model, &kin);
        Self { layout, ports: model.ports.clone(), gravity: model.gravity, kin, scale }
    }

    /// The model moved by a random increment of the given size (relative to its length, rad) and with random velocities:
    /// a state without symmetries, which may violate joints. The same seed gives the same state.
    pub fn shaken(model: &Model, size: f64, seed: u64) -> Self {
        let stage = Self::new(model);
        let free = vec![true; stage.layout.n];
        stage.shake(size, seed, &free)
    }

    /// The same, but a planar model stays in its plane.
    pub fn shaken_in_plane(model: &Model, size: f64, seed: u64) -> Self {
        let stage = Self::new(model);
        let mut free = vec![true; stage.layout.n];
        for (node, dofs) in model.nodes.iter().zip(&stage.layout.dofs) {
            for (locked, dof) in node.locked.iter().zip(dofs).take(node.kind.dimension()) {
                free[*dof as usize] = !locked;
            }
        }
        stage.shake(size, seed, &free)
    }

    fn shake(mut self, size: f64, seed: u64, free: &[bool]) -> Self {
        let mut random = Random::new(seed);
        let mut shake = |scale: &f64, free: &bool| scale * random.signed() * f64::from(u8::from(*free));
        let increment: Vec<f64> = self.scale.iter().zip(free).map(|(s, free)| size * shake(s, free)).collect();
        self.kin = self.moved(&increment, 1.0);
        self.kin.v.iter_mut().zip(self.scale.iter().zip(free)).for_each(|(v, (s, free))| *v += shake(s, free));
        self.kin.t = 0.37;
        self.kin.update_ports(&self.ports);
        self
    }

    /// The frame of a contact after a rigid motion of everything.
    pub fn turned(frame: &ContactFrame, motion: &Frame) -> ContactFrame {
        turned(frame, motion)
    }

    /// What elements see.
    pub fn scene(&self) -> Scene<'_> {
        self.scene_at(&self.kin)
    }

    /// The same model in another configuration.
    pub fn scene_at<'a>(&'a self, kin: &'a Kinematics) -> Scene<'a> {
        Scene { layout: &self.layout, ports: &self.ports, gravity: self.gravity * kin.load, load: kin.load, kin }
    }

    /// q ∘ exp(ε δ) with the body-fixed velocities held.
    pub fn moved(&self, delta: &[f64], epsilon: f64) -> Kinematics {
        let mut kin = self.kin.clone();
        for (node, frame) in kin.frames.iter_mut().enumerate() {
            let (dx, dtheta) = self.layout.get(node, delta);
            *frame = frame.plus(&(dx * epsilon), &(dtheta * epsilon));
        }
        kin.update_ports(&self.ports);
        kin
    }

    /// v + ε δ
    pub fn pushed(&self, delta: &[f64], epsilon: f64) -> Kinematics {
        let mut kin = self.kin.clone();
        kin.v.iter_mut().zip(delta).for_each(|(v, d)| *v += epsilon * d);
        kin
    }

    /// The state after a small time ε at the present velocities: q ∘ exp(ε v), t + ε.
    pub fn advanced(&self, epsilon: f64) -> Kinematics {
        let mut kin = self.moved(&self.kin.v, epsilon);
        kin.t += epsilon;
        kin.update_ports(&self.ports);
        kin
    }

    /// The scaled unit increment of one degree of freedom.
    pub fn unit(&self, dof: usize) -> Vec<f64> {
        let mut delta = vec![0.0; self.layout.n];
        delta[dof] = self.scale[dof];
        delta
    }

    /// Derivative of a vector function of ε at 0.
    pub fn difference(&self, f: impl Fn(f64) -> Vec<f64>) -> Vec<f64> {
        let [p1, m1, p2, m2] = [1.0, -1.0, 2.0, -2.0].map(|k| f(k * EPSILON));
        (0..p1.len()).map(|i| (8.0 * (p1[i] - m1[i]) - (p2[i] - m2[i])) / (12.0 * EPSILON)).collect()
    }

    /// How far a difference of values of this size can be off by rounding.
    pub fn rounding(size: f64) -> f64 {
        10.0 * f64::EPSILON * size / EPSILON
    }

    /// The whole model, ground included, carried through space by a rigid motion; velocities turn with it.
    pub fn carried(&self, motion: &Frame) -> Self {
        let frames = self.kin.frames.iter().map(|f| motion.then(f)).collect();
        let mut ports = self.ports.clone();
        for port in ports.iter_mut().filter(|p| p.node.is_none() && p.motion.is_none()) {
            port.at = motion.then(&port.at);
        }
        let mut v = vec![0.0; self.layout.n];
        for node in 0..self.kin.frames.len() {
            let (linear, angular) = self.layout.get(node, &self.kin.v);
            self.layout.add(node, &(motion.r() * linear), &angular, &mut v);
        }
        let mut kin = Kinematics::new(frames, v, &ports, self.kin.angles.len());
        kin.t = self.kin.t;
        kin.angles.copy_from_slice(&self.kin.angles);
        kin.bonds.clone_from(&self.kin.bonds);
        kin.approaches.clone_from(&self.kin.approaches);
        kin.contacts = self.kin.contacts.iter().map(|frame| turned(frame, motion)).collect();
        kin.update_ports(&ports);
        let gravity = motion.r() * self.gravity;
        Self { layout: self.layout.clone(), ports, gravity, kin, scale: self.scale.clone() }
    }
}

/// The frame of a contact, carried through space by a rigid motion.
fn turned(frame: &ContactFrame, motion: &Frame) -> ContactFrame {
    let turn = |v: &Vec3| motion.r() * v;
    ContactFrame {
        axes: frame.axes.map(|v| turn(&v)),
        arms: frame.arms.map(|v| turn(&v)),
        d: turn(&frame.d),
        r: frame.r.map(|r| motion.r() * r),
    }
}
