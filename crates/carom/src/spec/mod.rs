//! The model file: TOML with named items, parameters and expressions, read into a [`Model`].
//!
//! Files → tables with byte ranges (`document`) → parameters (`parameters`) → items by the catalog (`item`) → the
//! [`Builder`]. Everything that is wrong becomes a [`Diagnostic`] at its place; as many as possible are reported at once.

mod analysis;
mod attach;
mod body;
mod build;
mod contact;
mod container;
mod data_file;
mod diagnostic;
mod document;
mod exact;
mod files;
mod foreign;
mod ground;
mod groups;
mod input;
mod item;
mod json;
mod list;
mod load;
mod material;
mod overrides;
mod parameters;
mod parts;
mod patch;
mod pattern;
mod rate;
mod reduce;
mod reference;
mod resolve;
mod resolved;
mod schema;
mod shape;
mod signal;
mod simulation;
mod suggest;
mod synonyms;
mod table;
mod units;
mod value;
mod weigh;
mod words;
mod written;

pub use attach::{Attachment, FrameSpec, Frames, Place, Points};
pub use body::Placement;
pub use build::{BodyInertia, BuildError, Builder, unknown};
pub use data_file::DataFile;
pub use diagnostic::{Diagnostic, Severity, Source, printable};
pub(crate) use document::parse;
pub use groups::{BodyMesh, SurfaceFace, group};
pub use list::list;
pub use reduce::{FullBody, ReduceSpec};
pub use reference::reference_markdown;
pub use schema::json_schema;
pub use shape::{ShapeSpec, Surface};
pub use simulation::SimulationSpec;
pub(crate) use suggest::cure;
pub use value::{Function, Inertia, Interval, Lengths, Number, Reference, Rotation, Scalar, Span, Spin, Tree, Vector};
pub use weigh::{Given, Weight};
pub use written::written;

use crate::analysis::ModeSettings;
use crate::evaluate::{Evaluation, Substances};
use crate::expr::Expression;
use crate::integrate::Settings;
use crate::model::Model;
use crate::record::Shape;
use crate::sensor::Sensor;
use std::path::Path;

/// A model file, read.
#[derive(Debug)]
pub struct Loaded {
    pub model: Model,
    pub settings: Settings,
    /// Settings of `carom modes`.
    pub modes: ModeSettings,
    /// Key of the integrator in the catalog.
    pub integrator: String,
    pub sensors: Vec<Sensor>,
    /// What is computed when a run has ended.
    pub post: Vec<Evaluation>,
    /// What bodies are made of.
    pub substances: Substances,
    /// The exact solution, where the model has one: channels as expressions of the time.
    pub reference: Vec<(String, Expression)>,
    /// What bodies and contact planes look like.
    pub shapes: Vec<Shape>,
    /// The model with all expressions of parameters replaced by numbers.
    pub resolved: serde_json::Value,
    /// The files that took part, the main one last.
    pub sources: Vec<Source>,
    /// Meshes and the like that it read.
    pub data_files: Vec<DataFile>,
    pub warnings: Vec<Diagnostic>,
}

/// Why a model could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.lines())]
pub struct LoadError {
    pub diagnostics: Vec<Diagnostic>,
    pub sources: Vec<Source>,
}

impl LoadError {
    fn lines(&self) -> String {
        self.diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    /// All messages with excerpts.
    pub fn render(&self, color: bool) -> String {
        self.diagnostics.iter().map(|d| d.render(&self.sources, color)).collect::<Vec<_>>().join("\n")
    }
}

/// Reads a model file in TOML or JSON. `overrides` sets parameters (`NAME`), settings (`simulation.KEY`) and keys of items
/// (`TABLE.ITEM.KEY`) to values or expressions; an empty value removes them.
pub fn load(path: &Path, overrides: &[(String, String)]) -> Result<Loaded, LoadError> {
    finish(document::read(path), overrides)
}

/// Reads a model from a text; includes are relative to the folder of `file_name`.
pub fn load_str(file_name: &str, text: &str, overrides: &[(String, String)]) -> Result<Loaded, LoadError> {
    load_bytes(file_name, text.as_bytes().to_vec(), overrides)
}

/// Reads a model from the content of a file.
pub fn load_bytes(file_name: &str, bytes: Vec<u8>, overrides: &[(String, String)]) -> Result<Loaded, LoadError> {
    finish(document::read_bytes(file_name, bytes), overrides)
}

/// Reads a model from a stream, such as standard input; includes are relative to the working directory.
pub fn load_stream(
    name: &str,
    stream: impl std::io::Read,
    overrides: &[(String, String)],
) -> Result<Loaded, LoadError> {
    finish(document::read_stream(name, stream), overrides)
}

/// Reads a model from the files that an earlier load read ([`Loaded::sources`]), without looking for them on the disk; only
/// data files such as meshes are read again.
pub fn load_sources(sources: Vec<Source>, overrides: &[(String, String)]) -> Result<Loaded, LoadError> {
    load_kept(sources, overrides, Vec::new())
}

/// Reads a model from the files that an earlier load read, and from copies of its data files ([`Loaded::data_files`]), as far as there
/// are any.
pub fn load_kept(
    sources: Vec<Source>,
    overrides: &[(String, String)],
    data_files: Vec<DataFile>,
) -> Result<Loaded, LoadError> {
    if sources.is_empty() {
        return load_str("model.toml", "", overrides);
    }
    load::build(&sources, overrides, data_files).map_err(|diagnostics| LoadError { diagnostics, sources })
}

fn finish(
    sources: Result<Vec<Source>, (Vec<Source>, Vec<Diagnostic>)>,
    overrides: &[(String, String)],
) -> Result<Loaded, LoadError> {
    let sources = sources.map_err(|(sources, diagnostics)| LoadError { diagnostics, sources })?;
    load::build(&sources, overrides, Vec::new()).map_err(|diagnostics| LoadError { diagnostics, sources })
}
