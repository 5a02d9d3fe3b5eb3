//! From files to a model: which item is built when, and what is reported if one fails.
//!
//! Materials, grounds and bodies come first, then joints, forces, contacts and sensors, each table in file order (items that refer to
//! others of their table in a second round). An item that fails is reported and the next one is tried; what refers to
//! the failed one keeps quiet.

use super::analysis::{ModesSpec, StaticSpec};
use super::build::{BuildError, Builder};
use super::data_file::DataFile;
use super::diagnostic::{Diagnostic, Source};
use super::document::{self, Entry};
use super::ground::{GroundSpec, MovingSpec};
use super::item::{self, translate};
use super::material::{self, MaterialUse};
use super::pattern::{self, Copy};
use super::resolved::Resolved;
use super::table::TableSpec;
use super::{Loaded, exact, overrides, simulation};
use crate::catalog::Group;
use crate::contact::MaterialSpec;
use crate::model::Plane;
use serde::Deserialize;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// Earth's gravity is not ten times this: more is taken for another unit.
const LARGE_GRAVITY: f64 = 100.0;

struct Loader<'a> {
    sources: &'a [Source],
    set: &'a [(String, String)],
    builder: Builder,
    diagnostics: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    resolved: Resolved,
}

/// Builds the model of files that were read.
pub(super) fn build<'a>(
    sources: &'a [Source],
    set: &'a [(String, String)],
    kept_files: Vec<DataFile>,
) -> Result<Loaded, Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    let mut document = document::merge(sources, &mut diagnostics);
    let main = &sources[sources.len() - 1];
    let stem = std::path::Path::new(&main.name).file_stem().map_or("model".into(), |s| s.to_string_lossy());
    let builder = Builder { kept_files, ..Builder::new(&stem) };
    let mut loader = Loader { sources, set, builder, diagnostics, warnings: Vec::new(), resolved: Resolved::default() };
    overrides::apply(&mut document, set, sources, &mut loader.diagnostics);
    overrides::leave_out_foreign_keys(&mut document, set, sources, &mut loader.warnings);
    let (parameters, items): (Vec<_>, Vec<_>) = document.items.into_iter().partition(|e| e.table == "parameters");
    let (tables, items): (Vec<_>, Vec<_>) = items.into_iter().partition(|e| e.table == "tables");
    let (inputs, items): (Vec<_>, Vec<_>) = items.into_iter().partition(|e| e.table == "inputs");
    let (materials, items): (Vec<_>, Vec<_>) = items.into_iter().partition(|e| e.table == "materials");
    loader.builder.evaluate_parameters(parameters, set, sources, &mut loader.diagnostics);
    loader.resolved.record(tables.iter().chain(&inputs));
    loader.tables(tables);
    loader.inputs(inputs);
    let items = loader.expand(items);
    loader.resolved.record(document.singles.iter().chain(&materials).chain(&items));
    loader.materials(materials);
    let (reference, singles) = document.singles.into_iter().partition(|e| e.name == "reference");
    loader.singles(singles);
    loader.items(items);
    loader.reference(reference);
    loader.finish()
}

impl<'a> Loader<'a> {
    /// Puts the copies of patterns in their places.
    fn expand(&mut self, entries: Vec<Entry<'a>>) -> Vec<Entry<'a>> {
        let mut all = Vec::new();
        for entry in entries {
            if !pattern::is_pattern(&entry) {
                document::add_unique(&mut all, entry, self.sources, &mut self.diagnostics);
                continue;
            }
            let (file, label, name) = (entry.file, entry.label(), entry.name.clone());
            let mut copies = Vec::new();
            let ok = self.run((file, &label), &Copy::default(), |b| {
                copies = pattern::expand(b, entry).map_err(|e| vec![e])?;
                Ok(())
            });
            if !ok {
                self.builder.broken.insert(name);
            }
            for copy in copies {
                document::add_unique(&mut all, copy, self.sources, &mut self.diagnostics);
            }
        }
        all
    }

    /// Runs one item and collects what it reports.
    fn run(
        &mut self,
        (file, label): (usize, &str),
        copy: &Copy,
        build: impl FnOnce(&mut Builder) -> Result<(), Vec<BuildError>>,
    ) -> bool {
        let source = &self.sources[file];
        self.builder.text = source.text.clone();
        self.builder.item = (file, label.to_owned());
        self.builder.folder = Path::new(&source.name).parent().map(Path::to_owned).unwrap_or_default();
        let result = pattern::with_indices(&mut self.builder, &copy.indices, build);
        for warning in self.builder.warnings.take() {
            let warning = self.placed(Diagnostic::warning, source, label, warning);
            let told =
                |d: &Diagnostic| d.file == warning.file && d.span == warning.span && d.message == warning.message;
            if copy.number == 0 || !self.warnings.iter().any(told) {
                self.warnings.push(warning);
            }
        }
        self.resolved.values((file, copy.number), self.builder.resolved.take());
        let ok = result.is_ok();
        for error in result.err().into_iter().flatten().filter(|e| !e.follow_up) {
            let error = self.placed(Diagnostic::error, source, label, error);
            // What is wrong with one copy of a pattern is mostly wrong with all.
            let told = |d: &Diagnostic| d.file == error.file && d.span == error.span && d.message == error.message;
            if copy.number == 0 || error.span.is_none() || !self.diagnostics.iter().any(told) {
                self.diagnostics.push(error);
            }
        }
        ok
    }

    /// What an item reports, at its place: in the file, or where the value was set from outside.
    fn placed(
        &self,
        diagnostic: fn(&Source, Option<&str>, BuildError) -> Diagnostic,
        source: &Source,
        label: &str,
        error: BuildError,
    ) -> Diagnostic {
        match error.span.as_ref().and_then(|span| overrides::set_by(self.set, source, span)) {
            Some(name) => diagnostic(&overrides::outside(), Some(name), error),
            None => diagnostic(source, Some(label), error),
        }
    }

    fn tables(&mut self, entries: Vec<Entry>) {
        for entry in entries {
            let (file, label, name, span) = (entry.file, entry.label(), entry.name.clone(), entry.name_span.clone());
            let ok = self.run((file, &label), &Copy::default(), |b| {
                let spec: TableSpec = item::read(entry, "table")?;
                b.add_table(&name, &span, &spec).map_err(|e| vec![e])
            });
            if !ok {
                self.builder.broken.insert(name);
            }
        }
    }

    fn inputs(&mut self, entries: Vec<Entry>) {
        for entry in entries {
            let (file, label, name) = (entry.file, entry.label(), entry.name.clone());
            if !self.run((file, &label), &Copy::default(), |b| b.add_input(entry)) {
                self.builder.broken.insert(name);
            }
        }
    }

    /// Reads all materials, then compares what they say about each other.
    fn materials(&mut self, entries: Vec<Entry>) {
        let mut read = Vec::new();
        for entry in entries {
            let (file, label, name) = (entry.file, entry.label(), entry.name.clone());
            let ok = self.run((file, &label), &Copy::default(), |b| {
                let spec: MaterialSpec = item::read(entry, "material")?;
                b.add_material(&name, spec).map_err(|e| vec![e])
            });
            if ok {
                read.push((file, label, name));
            } else {
                self.builder.broken.insert(material::broken_name(&name));
            }
        }
        for (file, label, name) in read {
            self.run((file, &label), &Copy::default(), |b| b.check_material(&name).map_err(|e| vec![e]));
        }
    }

    fn singles(&mut self, mut entries: Vec<Entry>) {
        if !entries.iter().any(|e| e.name == "simulation") {
            let value = Spanned::new(0..0, DeValue::Table(DeTable::new()));
            let file = self.sources.len() - 1;
            entries.push(Entry {
                file,
                table: "",
                name: "simulation".into(),
                name_span: 0..0,
                value,
                copy: Copy::default(),
            });
        }
        // The plane decides how other values are read; the simulation comes first among the settings, whose defaults it gives.
        let order = ["name", "plane", "gravity", "simulation", "static", "modes", "ground"];
        entries.sort_by_key(|e| order.iter().position(|n| *n == e.name));
        if !entries.iter().any(|e| e.name == "ground") {
            self.run((0, "ground"), &Copy::default(), |b| GroundSpec::default().build(b).map_err(|e| vec![e]));
        }
        for entry in entries {
            let (file, label) = (entry.file, entry.label());
            let ok = self.run((file, &label), &Copy::default(), |b| single(b, entry));
            if !ok && label == "ground" {
                self.builder.broken.insert(label);
            }
        }
    }

    fn items(&mut self, entries: Vec<Entry>) {
        let mut rounds: Vec<Vec<Entry>> = Vec::new();
        let order = ["moving", "bodies", "joints", "forces", "contacts", "sensors", "post"];
        rounds.resize_with(2 * order.len(), Vec::new);
        for entry in entries {
            let table = order.iter().position(|t| *t == entry.table).unwrap_or_default();
            rounds[2 * table + usize::from(item::stage(&entry) > 0)].push(entry);
        }
        self.builder.later = rounds.iter().flatten().map(|entry| (entry.table, entry.name.clone())).collect();
        for entry in rounds.into_iter().flatten() {
            let (file, label, name) = (entry.file, entry.label(), entry.name.clone());
            self.builder.later.remove(&(entry.table, name.clone()));
            let copy = entry.copy.clone();
            let ok =
                self.run((file, &label), &copy, |b| match Group::ALL.into_iter().find(|g| g.table() == entry.table) {
                    Some(group) => item::build(b, group, entry),
                    None => moving(b, entry),
                });
            if !ok {
                self.builder.broken.insert(name);
            }
        }
    }

    /// The exact solution, which names channels of what was built before.
    fn reference(&mut self, entries: Vec<Entry>) {
        for entry in entries {
            let (file, label) = (entry.file, entry.label());
            self.run((file, &label), &Copy::default(), |b| exact::build(b, entry));
        }
    }

    fn finish(mut self) -> Result<Loaded, Vec<Diagnostic>> {
        for (file, label, error) in self.builder.resolve_signals() {
            if !error.follow_up {
                self.diagnostics.push(Diagnostic::error(&self.sources[file], Some(&label), error));
            }
        }
        if self.diagnostics.is_empty() && self.builder.model.nodes.is_empty() {
            let main = &self.sources[self.sources.len() - 1];
            let error = BuildError::at(&(0..0), "the model has no bodies").help("add a table such as [bodies.ball]");
            self.diagnostics.push(Diagnostic::error(main, None, error));
        }
        if !self.diagnostics.is_empty() {
            let file = |d: &Diagnostic| self.sources.iter().rposition(|s| s.name == d.file);
            self.diagnostics.sort_by_key(|d| (file(d), d.line, d.column));
            return Err(self.diagnostics);
        }
        // Elastic constants are for `carom forces`, after the run.
        let is_elastic = |u: &MaterialUse| {
            self.builder.materials.get(&u.reference.name).is_some_and(|material| material.elastic.is_some())
        };
        for unused in self.builder.material_uses.iter().filter(|u| !u.used && !is_elastic(u)) {
            let (file, label) = &unused.item;
            let warning = material::unused(&unused.reference);
            self.warnings.push(Diagnostic::warning(&self.sources[*file], Some(label), warning));
        }
        let mut b = self.builder;
        b.complete_shapes();
        simulation::suit_piles(&mut b);
        let substances = b.substances();
        let resolved = self.resolved.json(&b.parameters, &b.model.name);
        Ok(Loaded {
            model: b.model,
            settings: b.settings,
            modes: b.modes,
            integrator: b.integrator.to_owned(),
            substances,
            sensors: b.sensors,
            post: b.post,
            reference: b.reference,
            shapes: b.shapes,
            resolved,
            sources: self.sources.to_vec(),
            data_files: b.data_files.into_inner(),
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
        "static" => {
            let spec: StaticSpec = item::read(entry, "table")?;
            return spec.build(b).map_err(|e| vec![e]);
        }
        "modes" => {
            let spec: ModesSpec = item::read(entry, "table")?;
            return spec.build(b).map_err(|e| vec![e]);
        }
        "name" => match entry.value.get_ref().as_str() {
            Some(name) if name.contains(char::is_control) => {
                let error = BuildError::at(&span, "the name has control characters");
                return Err(vec![error.help("a name is one line of text")]);
            }
            Some(name) => b.model.name = name.to_owned(),
            None => return Err(vec![BuildError::at(&span, "the name must be a text in quotes")]),
        },
        "plane" => match entry.value.get_ref().as_str() {
            Some("xy") => b.model.plane = Some(Plane::Xy),
            Some("yz") => b.model.plane = Some(Plane::Yz),
            Some("zx" | "xz") => b.model.plane = Some(Plane::Zx),
            _ => {
                let error =
                    BuildError::at(&span, "unknown plane").help("a planar model moves in \"xy\", \"yz\" or \"zx\"");
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
        b.warn(
            BuildError::at(&span, format!("gravity of {size} m/s² is large"))
                .help("units are SI: on Earth it is 9.81 m/s²"),
        );
    }
    if let Some(plane) = b.model.plane
        && b.model.gravity[plane.normal()].abs() > 1e-12 * size
    {
        let axis = ["x", "y", "z"][plane.normal()];
        b.warn(
            BuildError::at(&span, format!("gravity along {axis} is out of the plane and has no effect"))
                .help("check `plane` and the direction of gravity"),
        );
    }
    Ok(())
}

fn moving(b: &mut Builder, entry: Entry) -> Result<(), Vec<BuildError>> {
    let name = entry.name.clone();
    let spec: MovingSpec = item::read(entry, "moving ground")?;
    spec.build(&name, b).map_err(|e| vec![e])
}
