//! Where in the model file an error or a warning about the compiled model belongs.

use crate::analysis::{FreeMotion, StaticError};
use crate::drive::StartError;
use crate::integrate::{ENERGY, InitialError};
use crate::spec::{self, BuildError, Diagnostic, LoadError, Source, Span};
use crate::system::CompileError;
use toml::de::DeValue;

/// An item of the model file: its table and its name.
pub(super) type Item<'a> = (&'a str, &'a str);

/// A warning at the name of an item; at the file as a whole if the item does not stand in it.
pub(super) fn warning(sources: &[Source], item: Item, message: String, help: &str) -> Diagnostic {
    let (source, label, error) = place(sources, item, message, help);
    Diagnostic::warning(&source, Some(&label), error)
}

/// An error at the name of an item.
pub(super) fn error(sources: &[Source], item: Item, message: String, help: &str) -> Diagnostic {
    let (source, label, error) = place(sources, item, message, help);
    Diagnostic::error(&source, Some(&label), error)
}

/// Why the model cannot start, at the item that is the cause.
pub fn start_error(sources: Vec<Source>, cause: &StartError) -> LoadError {
    let (item, help) = explain(cause);
    let diagnostics = vec![error(&sources, item, cause.to_string(), help)];
    LoadError { diagnostics, sources }
}

/// The item at fault and the cure.
fn explain(cause: &StartError) -> (Item<'_>, &'static str) {
    match cause {
        StartError::Compile(CompileError::NoInertia { node, .. }) => {
            (("bodies", node), "give the body an inertia in every direction that it can move in")
        }
        StartError::Compile(CompileError::Contradictory { joint, .. }) => {
            (("joints", joint), "move its points and axes into the plane of the model")
        }
        StartError::Initial(cause) => match cause {
            InitialError::Position { item, .. } => (("joints", item), POSITION),
            InitialError::Velocity { item, .. } => (("joints", item), VELOCITY),
            InitialError::Contradictory { item, .. } => {
                (("joints", item), "remove it, or change the lengths and positions so that all joints can close")
            }
            InitialError::Penetration { item, .. } => (("contacts", item), PENETRATION),
            InitialError::BeyondLimit { item, .. } => (("contacts", item), LIMIT),
            InitialError::Rate { item, .. } => (
                ("joints", item),
                "remove `initial_rate` of all but as many joints as the mechanism has degrees of freedom",
            ),
            InitialError::NotFinite { item, what: ENERGY } => (("bodies", item), TOO_LARGE),
            InitialError::NotFinite { item, what: "the force" } => (("forces", item), FINITE),
            InitialError::NotFinite { item, .. } => (("joints", item), FINITE),
            InitialError::NotSolved { .. } => (
                ("simulation", ""),
                "check the joints with `carom check`; joints that contradict each other have no solution",
            ),
        },
        StartError::Undefined(cause) => ((cause.table, &cause.item), cause.help),
        StartError::Static(cause) => static_cause(cause),
    }
}

/// The item at fault in a static analysis, and the cure.
pub(super) fn static_cause(cause: &StaticError) -> (Item<'_>, &'static str) {
    match cause {
        StaticError::Initial(InitialError::Penetration { item, .. }) => (("contacts", item), PENETRATION),
        StaticError::Initial(InitialError::BeyondLimit { item, .. }) => (("contacts", item), LIMIT),
        StaticError::Free(FreeMotion { node, .. }) | StaticError::Runaway { node, .. } => {
            (("bodies", node), "hold it by a joint, a spring, or a contact with friction")
        }
        StaticError::NotFinite { item } => (("bodies", item), TOO_LARGE),
        StaticError::LinearContacts => (("static", ""), "remove `linear`, or the contacts"),
        StaticError::OutOfReach => (("contacts", ""), "restrict the collisions by `bodies` and `against`"),
        StaticError::PathLost { .. } => {
            (("static", ""), "try more `steps`, which make the arcs shorter, or more `max_iterations`")
        }
        StaticError::PathEnds { .. } => (("static", ""), "increase `max_steps`, or look at the path in the results"),
        StaticError::Initial(_) | StaticError::NotConverged { .. } | StaticError::Interrupted { .. } => {
            (("static", ""), "try more `steps`, or `arc_length = true` to follow the path past a limit point")
        }
    }
}

pub(super) const POSITION: &str =
    "correct `position` and `rotation` of its bodies, or set `initial = \"project\"` in [simulation]";
pub(super) const VELOCITY: &str = "give `initial_rate` to the joints that move, correct `velocity` and `angular_velocity` of its bodies, or set `initial = \"project\"` in [simulation]";
pub(super) const LIMIT: &str = "start the joint between `lower` and `upper`, which are in rad for an angle";
const TOO_LARGE: &str =
    "look for a number with a wrong exponent in its values, in `gravity` or in the forces on it; all are in SI units";
const FINITE: &str = "its expressions must give finite numbers: check for 0/0, sqrt(-1), ln(0)";
pub(super) const PENETRATION: &str =
    "move the bodies apart; a plane is free where its normal points, a cage and a container inside";

fn place(sources: &[Source], (table, name): Item, message: String, help: &str) -> (Source, String, BuildError) {
    let label = if name.is_empty() { table.to_owned() } else { format!("{table}.{name}") };
    let found = sources.iter().rev().find_map(|source| Some((source, span(source, table, name)?)));
    match (found, sources.last()) {
        (Some((source, span)), _) => (source.clone(), label, BuildError::at(&span, message).help(help)),
        (None, Some(main)) => (main.clone(), label, BuildError::new(message).help(help)),
        (None, None) => {
            let nowhere = Source { name: "model".to_owned(), text: "".into() };
            (nowhere, label, BuildError::new(message).help(help))
        }
    }
}

/// The place of the name of an item, or of a table if `name` is empty. Members of an item, as `rod[3]`, `rod.start` and
/// `floor (rod[3])`, stand at its place, and those of generators and patterns, as `grains_3` and `ball_2_1`, at that of `grains` and `ball`.
fn span(source: &Source, table: &str, name: &str) -> Option<Span> {
    let name = name.split(['[', '.', ' ']).next().unwrap_or_default();
    let (document, _) = spec::parse(source);
    let (key, value) = document.get_key_value(table)?;
    if name.is_empty() {
        return Some(key.span());
    }
    match value.get_ref() {
        DeValue::Table(items) => {
            let mut name = name;
            loop {
                if let Some((key, _)) = items.get_key_value(name) {
                    return Some(key.span());
                }
                let (maker, number) = name.rsplit_once('_')?;
                let is_number = number.strip_prefix('-').unwrap_or(number).bytes().all(|c| c.is_ascii_digit());
                name = if is_number { maker } else { return None };
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Source, span};

    #[test]
    fn an_item_is_found_in_headers_inline_tables_and_dotted_keys() {
        let source = |text: &str| Source { name: "model".to_owned(), text: text.into() };
        let found = |text: &str| span(&source(text), "joints", "hinge").map(|s| (s.start, text[s].to_owned()));
        assert_eq!(found("[joints.hinge]\na = 1"), Some((8, "hinge".to_owned())));
        assert_eq!(found("joints = { hinge = { a = 1 } }"), Some((11, "hinge".to_owned())));
        assert_eq!(found("joints.hinge.a = 1"), Some((7, "hinge".to_owned())));
        assert_eq!(found("[joints.other]"), None);
    }
}
