//! Solids of the model file: from a mesh to nodes, elements, clamps and attachments.

use super::mesh::MeshSpec;
use super::patch::PatchSpec;
use super::{Law, MassKind, Material, Recipe, Substance};
use crate::catalog::Kind;
use crate::element::DampingSpec;
use crate::mesh::{CellKind, Mesh};
use crate::model::{FlexibleBody, NodeId};
use crate::spec::{
    BodyMesh, BuildError, Builder, Frames, FullBody, Number, Place, Placement, Points, ReduceSpec, Reference, Rotation,
    Spin, Vector, group,
};
use crate::{Frame, NodeKind, Vec3};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Laws of the material.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MaterialSpec {
    /// Stress linear in the Green–Lagrange strain: large rotations, small strains.
    #[default]
    StVenantKirchhoff,
    /// Compressible, large strains.
    NeoHookean,
}

/// Formulations of the hexahedron.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Formulation {
    /// Strains of the displacements only.
    Standard,
    /// Enhanced assumed strains: no locking.
    Enhanced,
}

/// How the mass is spread over the nodes.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MassSpec {
    #[default]
    Consistent,
    /// Row sums on the diagonal.
    Lumped,
}

impl From<MassSpec> for MassKind {
    fn from(mass: MassSpec) -> Self {
        match mass {
            MassSpec::Consistent => Self::Consistent,
            MassSpec::Lumped => Self::Lumped,
        }
    }
}

/// A flexible body of hexahedra or tetrahedra.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SolidSpec {
    /// `{ type = "box", size, elements, cells, map }`, with the groups `x-`, `x+`, `y-`, `y+`, `z-`, `z+` of its sides, or
    /// `{ type = "gmsh", file, group, scale }` with the physical groups of the file.
    pub mesh: MeshSpec,
    /// (Pa) Young's modulus.
    pub young: Number,
    /// Poisson's ratio, greater than −1 and less than 0.5.
    pub poisson: Number,
    /// (kg/m³) Density.
    pub density: Number,
    /// `st_venant_kirchhoff`, or `neo_hookean` for large strains. Default: st_venant_kirchhoff.
    #[serde(default)]
    pub material: MaterialSpec,
    /// `enhanced`: hexahedra with enhanced assumed strains, which bend and keep their volume as they should; or `standard`:
    /// strains of the displacements only, too stiff in bending and for Poisson's ratios near 0.5. Tetrahedra are always
    /// standard. Default: enhanced.
    pub formulation: Option<Formulation>,
    /// `consistent` or `lumped` mass matrix. Default: consistent.
    #[serde(default)]
    pub mass: MassSpec,
    /// `{ mass, stiffness }` or `{ ratio, frequencies }`. Default: none.
    pub damping: Option<DampingSpec>,
    /// (m) Origin of the body's frame, in which the mesh is given, at the start. Default: [0, 0, 0].
    pub position: Option<Vector>,
    /// (rad) Orientation at the start. Default: none.
    pub rotation: Option<Rotation>,
    /// (m/s) Velocity of the origin at the start. Default: [0, 0, 0].
    pub velocity: Option<Vector>,
    /// (rad/s) Angular velocity at the start, in space. Default: [0, 0, 0].
    pub angular_velocity: Option<Spin>,
    /// Groups whose nodes are held in space. Default: none.
    #[serde(default)]
    pub fixed: Vec<Reference>,
    /// (m) Attachments: `{ tip = [x, y, z] }` names the node of the mesh that is there, in the body's frame. Default: none.
    #[serde(default)]
    pub points: Points,
    /// Attachments to faces: `{ grip = { group = "x+", type = "rigid" } }`, or `distributed`; the frame is at the middle of the
    /// face, with the axes of space at the start. Default: none.
    #[serde(default)]
    pub patches: BTreeMap<String, PatchSpec>,
    /// Modal reduction: `{ modes = 20, interfaces = ["grip"] }`; the body then moves in so many modes of a floating frame, with small
    /// deformations. Default: none, all nodes move.
    pub reduce: Option<ReduceSpec>,
}

/// How close to a node a point must be, relative to the size of the body.
const AT_NODE: f64 = 1e-6;

impl Kind for SolidSpec {
    const KEY: &'static str = "solid";
    const SUMMARY: &'static str = "flexible body of hexahedra or tetrahedra, large rotations and strains";
    const SAMPLE: &'static str = r#"
name = "rubber block"
gravity = [0, 0, -9.81]
[bodies.block]
type = "solid"
mesh = { type = "box", size = [0.2, 0.1, 0.1], elements = [2, 1, 1] }
young = 1e6
poisson = 0.3
density = 1000
damping = { mass = 0.5, stiffness = 1e-4 }
fixed = ["x-"]
points = { corner = [-0.1, -0.05, -0.05] }
patches = { grip = { group = "x+", type = "rigid" }, top = { group = "z+", type = "distributed" } }
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let (body, places, mesh) = match &self.reduce {
            None => self.full(name, b)?,
            Some(reduce) => {
                let mut mesh = None;
                let full = FullBody::alone(b, |b| {
                    let (body, places, of) = self.full(name, b)?;
                    mesh = Some(of);
                    Ok((body, places))
                })?;
                let (body, places) = reduce.add(Self::KEY, full, b)?;
                let Some(mesh) = mesh else { return Ok(()) };
                (body, places, BodyMesh { nodes: Vec::new(), ..mesh })
            }
        };
        b.add_flexible(body, places)?;
        b.set_mesh(name, mesh);
        Ok(())
    }
}

/// A body with its attachments and its mesh.
type Parts = (FlexibleBody, BTreeMap<String, Place>, BodyMesh);

impl SolidSpec {
    /// Adds nodes and elements.
    fn full(&self, name: &str, b: &mut Builder) -> Result<Parts, BuildError> {
        let substance = self.substance(b)?;
        let mut mesh = self.mesh.read(b)?;
        let frame = b.frame(self.position.as_ref(), self.rotation.as_ref())?;
        let places = self.points(b, &mesh)?;
        mesh.points.iter_mut().for_each(|x| *x = frame.point(x));
        let nodes = self.add_nodes(name, b, &mesh, &frame.x)?;
        let place = |i: usize| Place { node: Some(nodes[i]), at: Frame::identity(), is_frame: false };
        let mut places: BTreeMap<_, _> = places.into_iter().map(|(key, i)| (key, place(i))).collect();
        self.add_patches(name, b, (&mesh, &nodes), &mut places)?;
        let first = b.model.elements.len();
        let recipe = Recipe { substance, mass: self.mass.into(), enhanced: self.is_enhanced(&mesh)? };
        for (i, element) in recipe.elements(&mesh, &nodes).into_iter().enumerate() {
            b.add_element(&format!("{name}[{i}]"), Self::KEY, element);
        }
        let elements = first..b.model.elements.len();
        let cells = mesh.cells.clone();
        let body =
            FlexibleBody { name: name.to_owned(), nodes: nodes.clone(), cells, elements, modal: None, section: None };
        Ok((body, places, BodyMesh { mesh, nodes, frame, first_element: first }))
    }

    fn substance(&self, b: &Builder) -> Result<Substance, BuildError> {
        let young = b.positive(&self.young, "young")?;
        let poisson = b.number(&self.poisson)?;
        if poisson >= 0.5 || poisson <= -1.0 {
            let message = format!("poisson is {poisson}, expected a number greater than -1 and less than 0.5");
            let help = if poisson == 0.5 {
                "0.5 is incompressible, which no displacement element can be; take 0.499 or 0.4999"
            } else {
                "rubber has 0.49, steel 0.3, cork 0"
            };
            return Err(BuildError::at(&self.poisson.span, message).help(help));
        }
        let law = match self.material {
            MaterialSpec::StVenantKirchhoff => Law::StVenantKirchhoff,
            MaterialSpec::NeoHookean => Law::NeoHooke,
        };
        let damping = DampingSpec::build(self.damping.as_ref(), b)?;
        let density = b.positive(&self.density, "density")?;
        Ok(Substance { material: Material::new(law, young, poisson), density, damping })
    }

    /// The points of the mesh that attachments name.
    fn points(&self, b: &Builder, mesh: &Mesh) -> Result<BTreeMap<String, usize>, BuildError> {
        let first = mesh.points[0];
        let (low, high) = mesh.points.iter().fold((first, first), |(l, h), x| (l.inf(x), h.sup(x)));
        let tolerance = AT_NODE * (high - low).norm();
        let mut out = BTreeMap::new();
        for (key, value) in &self.points {
            let x = b.vector(value)?;
            let distance = |i: &usize| (mesh.points[*i] - x).norm();
            let near = (0..mesh.points.len()).min_by(|i, j| distance(i).total_cmp(&distance(j))).unwrap_or(0);
            if distance(&near) > tolerance {
                let at = mesh.points[near];
                return Err(BuildError::at(&value.0.span(), format!("the mesh has no node at point `{key}`"))
                    .help(format!("the nearest node is at [{:.9}, {:.9}, {:.9}]", at.x, at.y, at.z)));
            }
            out.insert(key.clone(), near);
        }
        Ok(out)
    }

    /// Adds the nodes with their initial velocities, the held ones locked.
    fn add_nodes(&self, name: &str, b: &mut Builder, mesh: &Mesh, origin: &Vec3) -> Result<Vec<NodeId>, BuildError> {
        let velocity = b.vector_or_zero(self.velocity.as_ref())?;
        let spin = self.angular_velocity.as_ref().map_or(Ok(Vec3::zeros()), |w| b.spin(w))?;
        b.check_planar(&self.placement(), &velocity, &spin)?;
        let first = b.model.nodes.len();
        for (i, x) in mesh.points.iter().enumerate() {
            let v = velocity + spin.cross(&(x - origin));
            let frame = Frame::new(*x, lie::Quaternion::identity());
            b.model.add_node(&format!("{name}[{i}]"), NodeKind::Point, frame, [v.x, v.y, v.z, 0.0, 0.0, 0.0]);
        }
        for held in &self.fixed {
            for i in &group(mesh, held, 0..=3)?.nodes {
                let node = &mut b.model.nodes[first + i];
                if node.velocity != [0.0; 6] {
                    let message = format!("the nodes of `{}` are held, but the body starts with a velocity", held.name);
                    return Err(BuildError::at(&held.span, message).help("remove the velocity, or the clamp"));
                }
                node.locked = [true; 6];
            }
        }
        Ok((first..first + mesh.points.len()).collect())
    }

    fn add_patches(
        &self,
        name: &str,
        b: &mut Builder,
        (mesh, nodes): (&Mesh, &[NodeId]),
        places: &mut BTreeMap<String, Place>,
    ) -> Result<(), BuildError> {
        for (key, patch) in &self.patches {
            if places.contains_key(key) {
                return Err(BuildError::at(&patch.group.span, format!("`{key}` is both a point and a patch"))
                    .help("rename one of them"));
            }
            let (node, middle) = patch.build(&format!("{name}.{key}"), b, mesh, nodes)?;
            let at = Frame::new(middle, lie::Quaternion::identity());
            places.insert(key.clone(), Place { node: Some(node), at, is_frame: false });
        }
        Ok(())
    }

    /// Hexahedra are enhanced unless the model says otherwise, tetrahedra cannot be.
    fn is_enhanced(&self, mesh: &Mesh) -> Result<bool, BuildError> {
        let tetrahedra = mesh.cells.iter().any(|c| c.kind == CellKind::Tetrahedron4);
        match &self.formulation {
            Some(Formulation::Enhanced) if tetrahedra => {
                Err(BuildError::new("tetrahedra have no enhanced formulation")
                    .help("remove `formulation`, or take hexahedra"))
            }
            formulation => Ok(*formulation != Some(Formulation::Standard)),
        }
    }

    fn placement(&self) -> Placement<'_> {
        static NO_POINTS: Points = Points::new();
        static NO_FRAMES: Frames = Frames::new();
        Placement {
            position: self.position.as_ref(),
            rotation: self.rotation.as_ref(),
            center_of_mass: None,
            velocity: self.velocity.as_ref(),
            angular_velocity: self.angular_velocity.as_ref(),
            points: &NO_POINTS,
            frames: &NO_FRAMES,
            shapes: &[],
        }
    }
}
