//! Tables beside and inside the items of a model file: what they are and their keys, for `carom list` and the reference.

use super::analysis::{ModesSpec, StaticSpec};
use super::attach::FrameSpec;
use super::ground::{GroundSpec, MovingSpec};
use super::input::InputSpec;
use super::rate;
use super::reduce::ReduceSpec;
use super::schema::{Field, entry_fields, fields};
use super::shape::ShapeSpec;
use super::table::TableSpec;
use crate::catalog::{CLEARANCE, Group};
use crate::contact::MaterialSpec;
use crate::element::{CageSpec, DampingSpec, GridSpec, MeshSpec, PatchSpec, RandomSpec, SectionSpec};
use schemars::{JsonSchema, SchemaGenerator};

/// A table that is no item of the catalog.
pub(super) struct Part {
    /// How it stands in a model file, for the list.
    pub place: &'static str,
    /// Its heading in the reference.
    pub heading: &'static str,
    pub text: String,
    pub fields: Vec<Field>,
}

fn part<T: JsonSchema>(place: &'static str, heading: &'static str, text: &str) -> Part {
    let fields = fields(&T::json_schema(&mut SchemaGenerator::default()));
    Part { place, heading, text: text.to_owned(), fields }
}

/// The tables that belong to a group.
pub(super) fn parts(group: Group) -> Vec<Part> {
    match group {
        Group::Body => of_bodies(),
        Group::Joint => vec![
            Part {
                place: "clearance = {…}",
                heading: "### Clearance",
                text: format!("{}: `clearance = {{ play = 1e-4, radius = 0.01, friction = 0.1 }}`.", CLEARANCE.summary),
                fields: entry_fields(&CLEARANCE),
            },
            Part {
                place: "initial_rate = …",
                heading: "### Initial rates",
                text: format!("{}.", rate::TEXT),
                fields: Vec::new(),
            },
        ],
        Group::Law => vec![part::<MaterialSpec>(
            "[materials.NAME]",
            "### `[materials.NAME]`",
            "what shapes are made of: the law `materials` takes its coefficients from here, `carom forces` the elastic constants.",
        )],
        Group::Integrator => vec![
            part::<StaticSpec>(
                "[static]",
                "## Statics",
                "Table `[static]`, for `carom static` and `initial = \"static\"`.",
            ),
            part::<ModesSpec>("[modes]", "## Modes", "Table `[modes]`, for `carom modes`."),
        ],
        _ => Vec::new(),
    }
}

fn of_bodies() -> Vec<Part> {
    vec![
        part::<TableSpec>(
            "[tables.NAME]",
            "### `[tables.NAME]`",
            "A function through points, which expressions call by its name: `force = \"curve(q) - 2*qd\"`. Derivatives are exact.",
        ),
        part::<InputSpec>(
            "[inputs]",
            "### `[inputs]`",
            "Numbers that are set from outside between steps and held over a step: `torque = 0`, or `torque = { default = 0, unit = \"N m\" }`. \
             Expressions of forces, loads, motions, belts and sensors call them by their names.",
        ),
        part::<GroundSpec>("[ground]", "### `[ground]`", "What is fixed to the ground."),
        part::<MovingSpec>("[moving.NAME]", "### `[moving.NAME]`", "A ground that moves as prescribed."),
        part::<FrameSpec>(
            "frames = {…}",
            "### Frames",
            "Entries of `frames`: `frames = { tip = { position = [0, 0, 1] } }`.",
        ),
        part::<ShapeSpec>(
            "shapes = [{…}]",
            "### Shapes",
            "Entries of `shapes`: `shapes = [{ type = \"sphere\", radius = 0.1 }]`.",
        ),
        part::<GridSpec>(
            "grid = {…}",
            "### Grids",
            "The `grid` of `spheres`: `grid = { count = [3, 3, 3], spacing = 0.1 }`.",
        ),
        part::<RandomSpec>(
            "random = {…}",
            "### Random places",
            "The `random` of `spheres`: `random = { count = 20, low = [0, 0, 0], high = [1, 1, 1] }`.",
        ),
        part::<SectionSpec>(
            "section = {…}",
            "### Sections",
            "The `section` of a beam: `section = { type = \"circle\", radius = 0.01 }`.",
        ),
        part::<DampingSpec>(
            "damping = {…}",
            "### Damping",
            "The `damping` of a flexible body: `damping = { stiffness = 1e-4 }`.",
        ),
        part::<MeshSpec>(
            "mesh = {…}",
            "### Meshes",
            "The `mesh` of a solid: `mesh = { type = \"box\", size = [1, 1, 1], elements = [4, 4, 4] }`.",
        ),
        part::<ReduceSpec>(
            "reduce = {…}",
            "### Reduction",
            "The `reduce` of a beam or a solid: `reduce = { modes = 20, interfaces = [\"grip\"] }`.",
        ),
        part::<CageSpec>("cage = {…}", "### Cages", "The `cage` of a ball bearing: `cage = { stiffness = 1e8 }`."),
        part::<PatchSpec>(
            "patches = {…}",
            "### Patches",
            "Entries of the `patches` of a solid: `patches = { grip = { group = \"x+\", type = \"rigid\" } }`.",
        ),
    ]
}
