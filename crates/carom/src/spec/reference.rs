//! `carom list` and `docs/reference.md`, written from the catalog.

use super::analysis::{ModesSpec, StaticSpec};
use super::attach::FrameSpec;
use super::ground::{GroundSpec, MovingSpec};
use super::reduce::ReduceSpec;
use super::schema::{Field, entry_fields, fields};
use super::shape::ShapeSpec;
use super::table::TableSpec;
use crate::catalog::Kind as _;
use crate::catalog::{CLEARANCE, Entry, Group, SIMULATION};
use crate::contact::{ByMaterials, MaterialSpec};
use crate::element::{CageSpec, DampingSpec, GridSpec, MeshSpec, PatchSpec, RandomSpec, SectionSpec};
use schemars::{JsonSchema, SchemaGenerator};
use std::fmt::Write;

/// Every kind with its keys, or only the ones whose group, key or summary contains `filter`.
pub fn list(filter: Option<&str>) -> String {
    let mut out = String::new();
    for group in Group::ALL {
        let matches = |e: &&Entry| {
            filter.is_none_or(|f| {
                let f = f.to_lowercase();
                [group.title(), group.table(), e.key, e.summary].iter().any(|s| s.to_lowercase().contains(&f))
            })
        };
        let entries: Vec<&Entry> = group.entries().filter(matches).collect();
        if entries.is_empty() {
            continue;
        }
        let _ = writeln!(out, "{} ([{}], {} = …)", group.title(), group.table(), group.selector());
        let mut add = |title: &str, entry: &Entry| {
            let _ = writeln!(out, "  {title:<18} {}", entry.summary);
            list_fields(&mut out, &entry_fields(entry));
        };
        entries.iter().for_each(|entry| add(entry.key, entry));
        match group {
            Group::Integrator => add("(all)", &SIMULATION),
            Group::Joint => add("clearance = {…}", &CLEARANCE),
            _ => {}
        }
        if entries.iter().any(|entry| entry.key == ByMaterials::KEY) {
            let _ = writeln!(out, "  [materials.NAME]   {MATERIALS}");
            list_fields(&mut out, &fields(&MaterialSpec::json_schema(&mut SchemaGenerator::default())));
        }
        out.push('\n');
    }
    out
}

fn list_fields(out: &mut String, fields: &[Field]) {
    for f in fields {
        let _ = writeln!(out, "    {:<22} {:<12} {:<11} {}", f.key, f.kind, unit(f), text(f));
    }
}

fn unit(field: &Field) -> String {
    if field.unit.is_empty() { String::new() } else { format!("[{}]", field.unit) }
}

fn text(field: &Field) -> String {
    match (&field.default, field.required) {
        (Some(default), _) => format!("{} Default: {default}.", field.text),
        (None, true) => format!("{} Required.", field.text),
        (None, false) => field.text.clone(),
    }
}

const TABLES: &str = "\
A function through points, which expressions call by its name: `force = \"curve(q) - 2*qd\"`. Derivatives are exact.";

const EXACT: &str = "\
Table `[reference]`, for `carom converge` and `carom compare`: channels of sensors (contacts, energies), in quotes where they have a \
dot, with expressions of the time `t` and of parameters. `if(t < t_1, …, …)` makes pieces.

```toml
[reference]
\"ball.z\" = \"h_0 - 0.5*g*t^2\"
```";

/// The reference chapter of the documentation.
pub fn reference_markdown() -> String {
    let mut out = String::from(INTRODUCTION);
    for group in Group::ALL {
        let _ = writeln!(out, "\n## {}\n", group.title());
        let _ = writeln!(out, "{}\n", about(group));
        if group == Group::Integrator {
            table(&mut out, &fields(&SIMULATION.schema(&mut SchemaGenerator::default())));
            out.push('\n');
        }
        for entry in group.entries() {
            let _ = writeln!(out, "### `{}`\n\n{}.\n", entry.key, capital(entry.summary));
            table(&mut out, &entry_fields(entry));
            if !entry.sample.trim().is_empty() {
                let _ = writeln!(out, "\n```toml\n{}\n```\n", entry.sample.trim());
            }
        }
        if group == Group::Integrator {
            let g = &mut SchemaGenerator::default();
            let _ = writeln!(out, "\n## Statics\n\nTable `[static]`, for `carom static` and `initial = \"static\"`.\n");
            table(&mut out, &fields(&StaticSpec::json_schema(g)));
            let _ = writeln!(out, "\n## Modes\n\nTable `[modes]`, for `carom modes`.\n");
            table(&mut out, &fields(&ModesSpec::json_schema(g)));
            let _ = writeln!(out, "\n## Exact solution\n\n{EXACT}\n");
        }
        if group == Group::Joint {
            let example = "clearance = { play = 1e-4, radius = 0.01, friction = 0.1 }";
            let _ = writeln!(out, "\n### Clearance\n\n{}: `{example}`.\n", capital(CLEARANCE.summary));
            table(&mut out, &entry_fields(&CLEARANCE));
        }
        if group == Group::Law {
            let _ = writeln!(out, "\n### `[materials.NAME]`\n\n{}.\n", capital(MATERIALS));
            table(&mut out, &fields(&MaterialSpec::json_schema(&mut SchemaGenerator::default())));
        }
        if group == Group::Body {
            let g = &mut SchemaGenerator::default();
            let _ = writeln!(out, "### `[tables.NAME]`\n\n{TABLES}\n");
            table(&mut out, &fields(&TableSpec::json_schema(g)));
            let _ = writeln!(out, "\n### `[ground]`\n\nWhat is fixed to the ground.\n");
            table(&mut out, &fields(&GroundSpec::json_schema(g)));
            let _ = writeln!(out, "\n### `[moving.NAME]`\n\nA ground that moves as prescribed.\n");
            table(&mut out, &fields(&MovingSpec::json_schema(g)));
            let _ = writeln!(
                out,
                "\n### Frames\n\nEntries of `frames`: `frames = {{ tip = {{ position = [0, 0, 1] }} }}`.\n"
            );
            table(&mut out, &fields(&FrameSpec::json_schema(g)));
            let _ = writeln!(
                out,
                "\n### Shapes\n\nEntries of `shapes`: `shapes = [{{ type = \"sphere\", radius = 0.1 }}]`.\n"
            );
            table(&mut out, &fields(&ShapeSpec::json_schema(g)));
            let grid = "grid = { count = [3, 3, 3], spacing = 0.1 }";
            let _ = writeln!(out, "\n### Grids\n\nThe `grid` of `spheres`: `{grid}`.\n");
            table(&mut out, &fields(&GridSpec::json_schema(g)));
            let random = "random = { count = 20, low = [0, 0, 0], high = [1, 1, 1] }";
            let _ = writeln!(out, "\n### Random places\n\nThe `random` of `spheres`: `{random}`.\n");
            table(&mut out, &fields(&RandomSpec::json_schema(g)));
            let _ = writeln!(
                out,
                "\n### Sections\n\nThe `section` of a beam: `section = {{ type = \"circle\", radius = 0.01 }}`.\n"
            );
            table(&mut out, &fields(&SectionSpec::json_schema(g)));
            let _ = writeln!(
                out,
                "\n### Damping\n\nThe `damping` of a flexible body: `damping = {{ stiffness = 1e-4 }}`.\n"
            );
            table(&mut out, &fields(&DampingSpec::json_schema(g)));
            let mesh = r#"mesh = { type = "box", size = [1, 1, 1], elements = [4, 4, 4] }"#;
            let _ = writeln!(out, "\n### Meshes\n\nThe `mesh` of a solid: `{mesh}`.\n");
            table(&mut out, &fields(&MeshSpec::json_schema(g)));
            let reduce = r#"reduce = { modes = 20, interfaces = ["grip"] }"#;
            let _ = writeln!(out, "\n### Reduction\n\nThe `reduce` of a beam or a solid: `{reduce}`.\n");
            table(&mut out, &fields(&ReduceSpec::json_schema(g)));
            let cage = "cage = { stiffness = 1e8 }";
            let _ = writeln!(out, "\n### Cages\n\nThe `cage` of a ball bearing: `{cage}`.\n");
            table(&mut out, &fields(&CageSpec::json_schema(g)));
            let patches = r#"patches = { grip = { group = "x+", type = "rigid" } }"#;
            let _ = writeln!(out, "\n### Patches\n\nEntries of the `patches` of a solid: `{patches}`.\n");
            table(&mut out, &fields(&PatchSpec::json_schema(g)));
        }
    }
    out
}

fn table(out: &mut String, fields: &[Field]) {
    out.push_str("| key | type | unit | default | meaning |\n|---|---|---|---|---|\n");
    for f in fields {
        let default = match (&f.default, f.required) {
            (Some(default), _) => default.clone(),
            (None, true) => "required".to_owned(),
            (None, false) => "–".to_owned(),
        };
        let cell = |s: &str| s.replace('|', "\\|");
        let _ = writeln!(out, "| `{}` | {} | {} | {} | {} |", f.key, f.kind, f.unit, cell(&default), cell(&f.text));
    }
}

fn capital(s: &str) -> String {
    let mut chars = s.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn about(group: Group) -> &'static str {
    match group {
        Group::Body => {
            "Tables `[bodies.NAME]`. The body's frame is where `position` and `rotation` put it; points and frames are given in it."
        }
        Group::Joint => {
            "Tables `[joints.NAME]`. Axes and points are given in space at the start of the simulation. Coordinates can be measured, sprung and driven."
        }
        Group::Force => {
            "Tables `[forces.NAME]`. Expressions of `force`, `torque`, `joint_force`, `bushing` and `tension` can name channels of sensors, whose values are those at the start of the step."
        }
        Group::Contact => "Tables `[contacts.NAME]`: a pair of shapes, with the keys of its law in the same table.",
        Group::Law => "Chosen in a contact's table by `law = …`, with its keys beside those of the pair.",
        Group::Sensor => {
            "Tables `[sensors.NAME]`: histories recorded after every step. A sensor with several channels names them `NAME.x`, `NAME.y`, `NAME.z`."
        }
        Group::Post => {
            "Tables `[post.NAME]`: what is computed of the records when a run has ended, listed in its summary and in `run.json`, with files in the folder `forces`."
        }
        Group::Integrator => {
            "Table `[simulation]`. `integrator = …` chooses one, `decoupled` if it is left out; its keys stand beside these, which all integrators share."
        }
    }
}

const MATERIALS: &str = "what shapes are made of: the law `materials` takes its coefficients from here, `carom forces` the elastic constants";

const INTRODUCTION: &str = "\
# Reference of the model file

<!-- Written by `carom list --markdown`; change the doc comments in the code instead. -->

A model is a TOML file. Units are SI everywhere: m, kg, s, N, rad. Where a number is expected, an expression of the
parameters in quotes does as well: `\"2*l*cos(phi)\"`. Items have names and refer to each other by name; an attachment is
`BODY` (the body's frame), `BODY.POINT`, `BODY.FRAME`, `ground`, `ground.POINT` or `MOVING.POINT`.

| top-level key | meaning |
|---|---|
| `name` | name of the model |
| `include` | list of files whose tables are merged with this one; paths are relative to the file |
| `plane` | `\"xy\"`, `\"yz\"` or `\"zx\"`: the model is planar |
| `gravity` | acceleration of gravity, m/s² |
| `[parameters]` | numbers and expressions of other parameters, in any order |

Expressions know `+ - * / ^`, comparisons, `and`, `or`, `not`, `if(condition, a, b)`, `pi`, and these
functions: `sin cos tan asin acos atan atan2 sinh cosh tanh exp ln log10 sqrt abs sign min max floor ceil mod hypot pow`,
`step(x)` (0 or 1), `smoothstep(x, a, b)` (from 0 to 1 between a and b, twice differentiable), `pulse(x, a, b)` (1 between a
and b). Angles are in rad: write `30*pi/180`.

## Patterns

Two keys that every item of `moving`, `bodies`, `joints`, `forces`, `contacts`, `sensors` and `post` can have make many of one. Expressions
know the indices as numbers, and in texts `{…}` is replaced by the whole number that the expression inside has:
`a = \"ball_{i}\"`, `b = \"ball_{mod(i, 8) + 1}\"`. Messages show the line of the pattern and say which copy they are about.

| key | meaning |
|---|---|
| `repeat` | copies of the item: a number of them with the index `i`, or indices with their numbers or ranges, `{ i = 8 }`, `{ i = [0, 7], j = \"n\" }`; the copies are called `NAME_1`, `NAME_2`, …, of several indices `NAME_1_1` … |
| `where` | an expression of the indices of `repeat`: copies for which it is 0 are left out |
";
