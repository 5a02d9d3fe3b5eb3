//! From files to a model: which item is built when, and what is reported if one fails.
//!
//! Grounds and bodies come first, then joints, forces, contacts and sensors, each table in file order (items that refer to
//! others of their table in a second round). An item that fails is reported and the next one is tried; what refers to
//! the failed one keeps quiet.

use super::build::{BuildError, Builder};
use super::diagnostic::{Diagnostic, Source};
use super::document::{self, Document, Entry};
use super::ground::{GroundSpec, MovingSpec};
use super::item::{self, translate};
use super::resolved::Resolved;
use super::{Loaded, parameters, suggest};
use crate::catalog::Group;
use crate::model::Plane;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// Earth's gravity is not ten times this: more is taken for another unit.
const LARGE_GRAVITY: f64 = 100.0;

struct Loader<'a> {
    sources: &'a [Source],
    builder: Builder,
    diagnostics: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    resolved: Resolved,
}

/// Builds the model of files that were read.
pub(super) fn build(sources: &[Source], overrides: &[(String, String)]) -> Result<Loaded, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let mut document = document::merge(sources, &mut diagnostics);
    let main = &sources[sources.len() - 1];
    let stem = std::path::Path::new(&main.name).file_stem().map_or("model".into(), |s| s.to_string_lossy());
    let builder = Builder::new(&stem);
    let mut loader = Loader { sources, builder, diagnostics, warnings: Vec::new(), resolved: Resolved::default() };
    loader.set(&mut document, overrides);
    loader.resolved.record(&document);
    let (parameters, items): (Vec<_>, Vec<_>) = document.items.into_iter().partition(|e| e.table == "parameters");
    loader.builder.evaluate_parameters(parameters, overrides, sources, &mut loader.diagnostics);
    loader.singles(document.singles);
    loader.items(items);
    loader.finish()
}

impl Loader<'_> {
    /// Applies values set from outside: `NAME=VALUE` for parameters, `TABLE.KEY=VALUE` and `TABLE.ITEM.KEY=VALUE`.
    fn set(&mut self, document: &mut Document, overrides: &[(String, String)]) {
        let main = self.sources.len() - 1;
        for (i, (name, value)) in overrides.iter().enumerate() {
            let at = self.sources[main].text.len() + 1 + i;
            let result = match name.split('.').collect::<Vec<_>>().as_slice() {
                [parameter] => check_parameter(document, parameter),
                ["simulation", key] => set_simulation(document, main, key, spanned(value, at)),
                [table, item, key] => set_item(document, (table, item, key), value, self.sources, i),
                _ => Err(BuildError::new(format!("cannot set `{name}`"))
                    .help("set a parameter, simulation.KEY or TABLE.ITEM.KEY")),
            };
            if let Err(e) = result {
                let source = Source { name: "--set".to_owned(), text: "".into() };
                self.diagnostics.push(Diagnostic::error(&source, Some(name), e));
            }
        }
    }

    /// Runs one item and collects what it reports.
    fn run(&mut self, (file, label): (usize, &str), build: impl FnOnce(&mut Builder) -> Result<(), Vec<BuildError>>) -> bool {
        let source = &self.sources[file];
        self.builder.text = source.text.clone();
        let result = build(&mut self.builder);
        for warning in self.builder.warnings.take() {
            self.warnings.push(Diagnostic::warning(source, Some(label), warning));
        }
        self.resolved.values(file, self.builder.resolved.take());
        let ok = result.is_ok();
        for error in result.err().into_iter().flatten().filter(|e| !e.follow_up) {
            self.diagnostics.push(Diagnostic::error(source, Some(label), error));
        }
        ok
    }

    fn singles(&mut self, mut entries: Vec<Entry>) {
        // The plane decides how other values are read.
        let order = ["name", "plane", "gravity", "simulation", "ground"];
        entries.sort_by_key(|e| order.iter().position(|n| *n == e.name));
        if !entries.iter().any(|e| e.name == "simulation") {
            let value = Spanned::new(0..0, DeValue::Table(DeTable::new()));
            let file = self.sources.len() - 1;
            entries.push(Entry { file, table: "", name: "simulation".into(), name_span: 0..0, value });
        }
        if !entries.iter().any(|e| e.name == "ground") {
            self.run((0, "ground"), |b| GroundSpec::default().build(b).map_err(|e| vec![e]));
        }
        for entry in entries {
            let (file, label) = (entry.file, entry.label());
            self.run((file, &label), |b| single(b, entry));
        }
    }

    fn items(&mut self, entries: Vec<Entry>) {
        let mut rounds: Vec<Vec<Entry>> = Vec::new();
        let order = ["moving", "bodies", "joints", "forces", "contacts", "sensors"];
        rounds.resize_with(2 * order.len(), Vec::new);
        for entry in entries {
            let table = order.iter().position(|t| *t == entry.table).unwrap_or_default();
            rounds[2 * table + usize::from(item::stage(&entry) > 0)].push(entry);
        }
        for entry in rounds.into_iter().flatten() {
            let (file, label, name) = (entry.file, entry.label(), entry.name.clone());
            let ok = self.run((file, &label), |b| match Group::ALL.into_iter().find(|g| g.table() == entry.table) {
                Some(group) => item::build(b, group, entry),
                None => moving(b, entry),
            });
            if !ok {
                self.builder.broken.insert(name);
            }
        }
    }

    fn finish(mut self) -> Result<Loaded, Vec<Diagnostic>> {
        if self.diagnostics.is_empty() && self.builder.model.nodes.is_empty() {
            let main = &self.sources[self.sources.len() - 1];
            let error = BuildError::new("the model has no bodies").help("add a table such as [bodies.ball]");
            self.diagnostics.push(Diagnostic::error(main, None, error));
        }
        if !self.diagnostics.is_empty() {
            return Err(self.diagnostics);
        }
        let b = self.builder;
        let resolved = self.resolved.json(&b.parameters, &b.model.name);
        Ok(Loaded {
            model: b.model,
            settings: b.settings,
            integrator: b.integrator.to_owned(),
            sensors: b.sensors,
            shapes: b.shapes,
            resolved,
            sources: self.sources.to_vec(),
            warnings: self.warnings,
        })
    }
}

fn single(b: &mut Builder, entry: Entry) -> Result<(), Vec<BuildError>> {
    let span = entry.value.span();
    match entry.name.as_str() {
        "simulation" => return item::build(b, Group::Integrator, entry),
        "ground" => {
            let spec: GroundSpec = item::read(entry, "ground")?;
            return spec.build(b).map_err(|e| vec![e]);
        }
        "name" => match entry.value.get_ref().as_str() {
            Some(name) => b.model.name = name.to_owned(),
            None => return Err(vec![BuildError::at(&span, "the name must be a text in quotes")]),
        },
        "plane" => match entry.value.get_ref().as_str() {
            Some("xy") => b.model.plane = Some(Plane::Xy),
            Some("yz") => b.model.plane = Some(Plane::Yz),
            Some("zx" | "xz") => b.model.plane = Some(Plane::Zx),
            _ => {
                let error = BuildError::at(&span, "unknown plane").help("a planar model moves in \"xy\", \"yz\" or \"zx\"");
                return Err(vec![error]);
            }
        },
        _ => gravity(b, entry).map_err(|e| vec![e])?,
    }
    Ok(())
}

fn gravity(b: &mut Builder, entry: Entry) -> Result<(), BuildError> {
    let span = entry.value.span();
    let value = super::Vector::deserialize(ValueDeserializer::from(entry.value)).map_err(|e| translate(&e, &[]))?;
    b.model.gravity = b.vector(&value)?;
    let size = b.model.gravity.norm();
    if size > LARGE_GRAVITY {
        b.warn(BuildError::at(&span, format!("gravity of {size} m/s² is large"))
            .help("units are SI: on Earth it is 9.81 m/s²"));
    }
    if let Some(plane) = b.model.plane
        && b.model.gravity[plane.normal()].abs() > 1e-12 * size
    {
        let axis = ["x", "y", "z"][plane.normal()];
        b.warn(BuildError::at(&span, format!("gravity along {axis} is out of the plane and has no effect"))
            .help("check `plane` and the direction of gravity"));
    }
    Ok(())
}

fn moving(b: &mut Builder, entry: Entry) -> Result<(), Vec<BuildError>> {
    let name = entry.name.clone();
    let spec: MovingSpec = item::read(entry, "moving ground")?;
    spec.build(&name, b).map_err(|e| vec![e])
}

/// A value given as text: TOML if it is a single TOML value, otherwise an expression or a name.
fn spanned<'a>(text: &str, at: usize) -> Spanned<DeValue<'a>> {
    let value = match DeValue::parse(text).map(Spanned::into_inner) {
        Ok(mut value @ (DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) | DeValue::String(_))) => {
            value.make_owned();
            owned(value)
        }
        _ => DeValue::String(text.to_owned().into()),
    };
    Spanned::new(at..at, value)
}

/// Scalars without borrowed text.
fn owned<'a>(value: DeValue<'_>) -> DeValue<'a> {
    match value {
        DeValue::Boolean(x) => DeValue::Boolean(x),
        DeValue::String(x) => DeValue::String(x.into_owned().into()),
        other => DeValue::String(match &other {
            DeValue::Integer(x) => x.to_string().into(),
            DeValue::Float(x) => x.to_string().into(),
            _ => "".into(),
        }),
    }
}

fn check_parameter(document: &Document, name: &str) -> Result<(), BuildError> {
    let known: Vec<&str> =
        document.items.iter().filter(|e| e.table == "parameters").map(|e| e.name.as_str()).collect();
    if known.contains(&name) { Ok(()) } else { Err(parameters::unknown_override(name, &known)) }
}

fn set_simulation<'a>(
    document: &mut Document<'a>,
    file: usize,
    key: &str,
    value: Spanned<DeValue<'a>>,
) -> Result<(), BuildError> {
    if !document.singles.iter().any(|e| e.name == "simulation") {
        let table = Spanned::new(0..0, DeValue::Table(DeTable::new()));
        document.singles.push(Entry { file, table: "", name: "simulation".into(), name_span: 0..0, value: table });
    }
    let entry = document.singles.iter_mut().find(|e| e.name == "simulation");
    entry.map_or(Ok(()), |e| set_key(e, key, value))
}

fn set_item(
    document: &mut Document,
    (table, item, key): (&str, &str, &str),
    value: &str,
    sources: &[Source],
    i: usize,
) -> Result<(), BuildError> {
    let known: Vec<&str> = document.items.iter().filter(|e| e.table == table).map(|e| e.name.as_str()).collect();
    if !known.contains(&item) {
        return Err(BuildError::new(format!("`{table}` has no `{item}`")).help(suggest::cure(item, &known)));
    }
    let entry = document.items.iter_mut().find(|e| e.table == table && e.name == item);
    entry.map_or(Ok(()), |e| {
        let at = sources[e.file].text.len() + 1 + i;
        set_key(e, key, spanned(value, at))
    })
}

fn set_key<'a>(entry: &mut Entry<'a>, key: &str, value: Spanned<DeValue<'a>>) -> Result<(), BuildError> {
    let label = entry.label();
    match entry.value.get_mut() {
        DeValue::Table(table) => {
            table.remove(key);
            table.insert(Spanned::new(value.span(), key.to_owned().into()), value);
            Ok(())
        }
        _ => Err(BuildError::new(format!("`{label}` is not a table"))),
    }
}
