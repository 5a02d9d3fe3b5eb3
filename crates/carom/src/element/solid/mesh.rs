//! The mesh of a solid, as written in the model file.

use crate::Vec3;
use crate::mesh::{CellKind, Mesh, MeshError, gmsh};
use crate::spec::{BuildError, Builder, Function, Number, Reference, Vector, group};
use schemars::JsonSchema;
use serde::Deserialize;

/// Where a mesh comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MeshType {
    /// Bricks that fill a box.
    Box,
    /// A file of Gmsh.
    Gmsh,
}

/// Forms of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cells {
    #[default]
    Hexahedra,
    Tetrahedra,
}

/// The mesh of a solid.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeshSpec {
    /// `box` (size, elements, cells, map) or `gmsh` (file, group, scale).
    pub r#type: MeshType,
    /// (m) Edges of a box, whose centre is the origin of the body's frame.
    pub size: Option<Vector>,
    /// Number of elements along each edge of a box.
    pub elements: Option<Vector>,
    /// `hexahedra` or `tetrahedra` (six in the place of a hexahedron). Default: hexahedra.
    pub cells: Option<Cells>,
    /// (m) Where the points of a box go, three expressions of `x`, `y`, `z`: a tapered, bent or irregular block. Default: they stay.
    pub map: Option<[Function; 3]>,
    /// File of Gmsh, format 2.2 or 4.1; the path is relative to the model file.
    pub file: Option<Reference>,
    /// Physical volume that the body consists of. Default: all volumes of the file.
    pub group: Option<Reference>,
    /// Length in m of the unit of the file: 1e-3 if it is in millimetres. Default: 1.
    pub scale: Option<Number>,
}

impl MeshSpec {
    /// The mesh in the body's frame, sound.
    pub fn read(&self, b: &Builder) -> Result<Mesh, BuildError> {
        match self.r#type {
            MeshType::Box => self.make_box(b),
            MeshType::Gmsh => self.read_gmsh(b),
        }
    }

    fn make_box(&self, b: &Builder) -> Result<Mesh, BuildError> {
        let span = |text: &Option<Reference>| text.as_ref().map(|t| t.span.clone());
        let scale = self.scale.as_ref().map(|s| s.span.clone());
        for (key, span) in [("file", span(&self.file)), ("group", span(&self.group)), ("scale", scale)] {
            if let Some(span) = span {
                return Err(BuildError::at(&span, format!("a mesh of type `box` has no `{key}`"))
                    .help("remove it, or read a file with type = \"gmsh\""));
            }
        }
        let size = self.size.as_ref().ok_or_else(|| missing("box", "size", "[0.1, 0.1, 0.1]"))?;
        let elements = self.elements.as_ref().ok_or_else(|| missing("box", "elements", "[4, 4, 4]"))?;
        let edges: [f64; 3] = b.vector(size)?.into();
        let counts: [f64; 3] = b.vector(elements)?.into();
        if let Some(n) = counts.into_iter().find(|n| !(*n >= 1.0 && n.fract() == 0.0 && *n < 1e9)) {
            return Err(BuildError::at(&elements.0.span(), format!("{n} is not a number of elements"))
                .help("give three positive whole numbers, such as [4, 4, 4]"));
        }
        let kind = match self.cells.unwrap_or_default() {
            Cells::Hexahedra => CellKind::Hexahedron8,
            Cells::Tetrahedra => CellKind::Tetrahedron4,
        };
        let mesh = Mesh::box_(edges, counts.map(|n| n as usize), kind).map_err(|e| {
            let value = if matches!(e, MeshError::BoxSize { .. }) { size } else { elements };
            advised(BuildError::at(&value.0.span(), e.to_string()), e.help())
        })?;
        match &self.map {
            Some(map) => mapped(mesh, map, b),
            None => Ok(mesh),
        }
    }

    fn read_gmsh(&self, b: &Builder) -> Result<Mesh, BuildError> {
        for (key, value) in [("size", &self.size), ("elements", &self.elements)] {
            if let Some(value) = value {
                return Err(BuildError::at(&value.0.span(), format!("a mesh of type `gmsh` has no `{key}`"))
                    .help("remove it: the file says it"));
            }
        }
        for (key, given) in [("cells", self.cells.is_some()), ("map", self.map.is_some())] {
            if given {
                let message = format!("a mesh of type `gmsh` has no `{key}`");
                return Err(BuildError::new(message).help("remove it: the file says it"));
            }
        }
        let file = self.file.as_ref().ok_or_else(|| missing("gmsh", "file", "\"part.msh\""))?;
        let scale = self.scale.as_ref().map_or(Ok(1.0), |s| b.positive(s, "scale"))?;
        let (path, content) = b.read_file(file.as_str());
        let name = path.display();
        let fail = |message: String, help: Option<String>| {
            advised(BuildError::at(&file.span, format!("mesh `{name}`: {message}")), help)
        };
        let bytes = content
            .map_err(|e| fail(format!("cannot be read: {e}"), Some("paths are relative to the model file".into())))?;
        let mut mesh = gmsh::read(&bytes).map_err(|e| fail(e.to_string(), e.help().map(str::to_owned)))?;
        if let Some(name) = &self.group {
            let cells = group(&mesh, name, 3..=3)?.cells.clone();
            mesh = mesh.part(&cells);
        }
        mesh.points.iter_mut().for_each(|x| *x *= scale);
        mesh.validate().map_err(|e| fail(e.to_string(), e.help()))?;
        Ok(mesh)
    }
}

/// The mesh with its points moved.
fn mapped(mut mesh: Mesh, map: &[Function; 3], b: &Builder) -> Result<Mesh, BuildError> {
    let [x, y, z] = map.each_ref().map(|component| b.function(component, &["x", "y", "z"]));
    let components = [x?, y?, z?];
    for point in &mut mesh.points {
        let at = *point;
        *point = Vec3::from_fn(|i, _| components[i].eval(at.as_slice()));
    }
    let unsound = |e: MeshError| {
        BuildError::at(&map[0].0.span, format!("the mapped box is not sound: {e}"))
            .help("the map may stretch and bend the box, not fold or mirror it")
    };
    mesh.validate().map_err(unsound)?;
    Ok(mesh)
}

fn advised(error: BuildError, help: Option<String>) -> BuildError {
    match help {
        Some(help) => error.help(help),
        None => error,
    }
}

fn missing(kind: &str, key: &str, example: &str) -> BuildError {
    BuildError::new(format!("a mesh of type `{kind}` needs the key `{key}`")).help(format!("add `{key} = {example}`"))
}
