//! Elements: everything that has inertia or produces forces without constraining.
//!
//! An element adds its force to the global vector and its tangents to a local matrix over the six components of each of
//! its nodes; the assembler drops locked components, applies the integrator's weights and its increment map, so an
//! element knows neither the integrator nor the storage. Sign: `f` stands on the right of M v̇ = f, tangents are
//! K = −∂f/∂q and C = −∂f/∂v.

mod ball_bearing;
mod bar;
mod beam;
mod bushing;
mod compliant_force;
mod damper;
mod damping;
mod force;
mod joint_force;
mod line;
mod line_load;
mod load;
mod local;
mod measure_force;
mod modal;
mod pair;
mod point_mass;
mod rayleigh;
mod rigid_body;
mod scalar_mass;
mod section;
mod solid;
mod sphere;
mod spheres;
mod spring_damper;
mod surface_load;
#[cfg(test)]
mod tests;
mod torsion_spring;

pub use ball_bearing::{BallBearingSpec, Bearing, CageSpec};
pub use bar::{BarElement, BarModel, BarSpec, BarStiffness, CableSpec};
pub use beam::{BeamElement, BeamSpec, SectionState, Stiffness};
pub use bushing::Bushing;
pub use compliant_force::{CompliantForce, CompliantState};
pub use damper::{Damper, DamperSpec};
pub use damping::{Damping, DampingSpec};
pub use force::{Force, Torque};
pub use joint_force::JointLoad;
pub use line::{LineBody, LineElements, LineInertia, MassSpec};
pub use line_load::{LineAxes, LineLoad, LineLoadSpec};
pub use load::{Load, LoadAxes, LoadKind};
pub use local::LocalMatrix;
pub use measure_force::{MeasureForce, MeasureLaw};
pub use modal::{Floating, FloatingRodSpec, ModalBody, ModalMatrix, ShapeIntegrals, attach};
pub use point_mass::{PointMass, PointMassSpec};
pub use rayleigh::{Rayleigh, RayleighSpec};
pub use rigid_body::{RigidBody, RigidBodySpec};
pub use scalar_mass::{ScalarMass, ScalarMassSpec};
pub use section::{Section, SectionSpec, section_circle};
pub use solid::{
    Enhancement, Hexahedron, Law, MassKind, Material, MeshSpec, PatchSpec, Recipe, Shape, Solid, SolidSpec, Substance,
    Tetrahedron, cells_at,
};
pub use sphere::SphereSpec;
pub use spheres::{GridSpec, RandomSpec, SpheresSpec};
pub use spring_damper::SpringDamper;
pub use surface_load::{LoadedFace, Pressure, PressureSpec, Traction, TractionSpec};
pub use torsion_spring::TorsionSpring;

use crate::Vec3;
use crate::model::{Kinematics, Layout, NodeId, Port, PortId};

/// A model at one instant, as elements see it.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    pub layout: &'a Layout,
    pub ports: &'a [Port],
    /// Gravity, the load factor included.
    pub gravity: Vec3,
    /// Factor of the loads: 1 in dynamics, the load factor of a static analysis.
    pub load: f64,
    pub kin: &'a Kinematics,
}

/// Energy held by an element, in joules.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    pub kinetic: f64,
    pub potential: f64,
}

/// Power that an element puts into the system, in watts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Power {
    /// By forces that depend on time or have no potential.
    pub loads: f64,
    /// By dampers: never positive.
    pub dampers: f64,
}

/// Something with inertia or force.
pub trait Element: std::fmt::Debug + Send + Sync {
    /// The nodes its tangents couple, in the order of its local matrix.
    fn nodes(&self) -> &[NodeId];

    /// The nodes that its forces act on, if they are others than those that its tangents couple.
    fn acts_on(&self) -> Vec<NodeId> {
        self.nodes().to_vec()
    }

    /// The two points along whose line it acts, if it does, for pictures.
    fn acts_between(&self) -> Option<(PortId, PortId)> {
        None
    }

    /// Components of each node in its local matrices: six, or three for elements that never turn anything.
    fn width(&self) -> usize {
        6
    }

    /// Adds f(q, v, t) to the global vector.
    fn force(&self, scene: &Scene, f: &mut [f64]);

    /// Adds K = −∂f/∂q and C = −∂f/∂v, [`Element::width`] rows and columns a node.
    fn tangent(&self, scene: &Scene, k: &mut LocalMatrix, c: &mut LocalMatrix);

    /// Adds M, [`Element::width`] rows and columns a node. It is constant for most: velocities are (ẋ, Ω body-fixed) and nodes of
    /// rigid bodies sit at centres of mass, so it is read once, when the model is compiled.
    fn mass(&self, _scene: &Scene, _m: &mut LocalMatrix) {}

    /// Whether its force is the same for all configurations and velocities.
    fn is_constant(&self) -> bool {
        false
    }

    /// Of a force that can only pull, as that of a cable: whether it vanishes, and whether its elastic part does.
    fn is_slack(&self, _scene: &Scene) -> Option<[bool; 2]> {
        None
    }

    /// Whether M depends on the configuration. Then it is read where it is needed, and the next two are too; `force` has what
    /// Ṁ and the kinetic energy add to the equations of motion.
    fn has_varying_mass(&self) -> bool {
        false
    }

    /// Adds `weight` M(q) x to a global vector, x over the degrees of freedom.
    fn add_inertia(&self, _scene: &Scene, _weight: f64, _x: &[f64], _r: &mut [f64]) {}

    /// Adds ∂(M(q) x)/∂q.
    fn inertia_tangent(&self, _scene: &Scene, _x: &[f64], _k: &mut LocalMatrix) {}

    fn energy(&self, _scene: &Scene) -> Energy {
        Energy::default()
    }

    fn power(&self, _scene: &Scene) -> Power {
        Power::default()
    }

    /// Force and moment in the section of a line, in the axes of its nodes: of a bar its axial force along x.
    fn section(&self, _scene: &Scene) -> Option<[Vec3; 2]> {
        None
    }

    /// The mean Cauchy stress of a solid in space: xx, yy, zz, xy, yz, xz.
    fn stress(&self, _scene: &Scene) -> Option<[f64; 6]> {
        None
    }
}

/// An element with the name and kind it has in the model file.
#[derive(Debug)]
pub struct Item {
    pub name: String,
    pub kind: &'static str,
    pub element: Box<dyn Element>,
}
