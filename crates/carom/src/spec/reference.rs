//! `docs/reference.md`, written from the catalog.

use super::parts::parts;
use super::schema::{Field, entry_fields, fields};
use crate::catalog::{Group, SIMULATION};
use schemars::SchemaGenerator;
use std::fmt::Write;

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
        for part in parts(group) {
            let _ = writeln!(out, "\n{}\n\n{}\n", part.heading, capital(&part.text));
            if !part.fields.is_empty() {
                table(&mut out, &part.fields);
            }
        }
        if group == Group::Integrator {
            let _ = writeln!(out, "\n## Exact solution\n\n{EXACT}\n");
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
