//! Models as FMUs (FMI 2.0, co-simulation): what an FMU shows of a model, and the archive that it is.
//!
//! | in the FMU | in the model |
//! |---|---|
//! | inputs | `[inputs]`, held over a communication step |
//! | outputs | the channels of all sensors |
//! | fixed parameters | `[parameters]` |
//!
//! A value reference is the place in this list. An FMU holds the model as one text (`resources/model.toml`), its data files, and the
//! library `carom-fmu`, which is the same for all models.

use crate::record::{RecordError, write_file};
use crate::spec::{LoadError, Loaded, written};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use std::path::{Path, PathBuf};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Where the model is in the archive.
pub const MODEL: &str = "resources/model.toml";

/// What a variable is to the outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Causality {
    Input,
    Output,
    Parameter,
}

/// A variable of the FMU; its value reference is its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its name in the FMU, where names are unique.
    pub name: String,
    /// Its name in the model.
    pub own: String,
    pub unit: String,
    pub causality: Causality,
    /// What it starts with; outputs are computed.
    pub start: f64,
}

/// Why there is no FMU.
#[derive(Debug, thiserror::Error)]
pub enum FmuError {
    #[error(transparent)]
    Model(#[from] LoadError),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("cannot read the library of FMUs, `{path}`: {source}; build it with `cargo build --release -p carom-fmu`")]
    Library { path: PathBuf, source: std::io::Error },
    #[error("`{name}`, which the model reads, is not in the folder of the model: an FMU has no place for it")]
    Outside { name: String },
    #[error("the archive cannot be made: {0}")]
    Archive(#[from] zip::result::ZipError),
    #[error("the archive cannot be made: {0}")]
    Io(#[from] std::io::Error),
}

/// The variables of a model: inputs, outputs, parameters.
pub fn variables(loaded: &Loaded) -> Vec<Variable> {
    let mut taken = BTreeSet::new();
    let mut out = Vec::new();
    let mut add = |own: &str, table: &str, unit: &str, causality, start| {
        let name = if taken.contains(own) { format!("{table}.{own}") } else { own.to_owned() };
        taken.insert(name.clone());
        out.push(Variable { name, own: own.to_owned(), unit: unit.to_owned(), causality, start });
    };
    for input in &loaded.model.inputs {
        add(&input.name, "inputs", &input.unit, Causality::Input, input.at(0.0));
    }
    for channel in loaded.sensors.iter().flat_map(|sensor| &sensor.channels) {
        add(&channel.name, "sensors", &channel.unit, Causality::Output, 0.0);
    }
    for (name, value) in loaded.resolved["parameters"].as_object().into_iter().flatten() {
        add(name, "parameters", "", Causality::Parameter, value.as_f64().unwrap_or_default());
    }
    out
}

/// What tells a model from others: FNV-1a of its text.
pub fn guid(text: &str) -> String {
    let hash =
        |seed: u64| text.bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{{{:016x}{:016x}}}", hash(0xcbf2_9ce4_8422_2325), hash(0x6c62_272e_07bb_0142))
}

/// The name of the library in the archive: letters, digits and underscores of the model's name.
pub fn identifier(name: &str) -> String {
    let letters = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    let plain: String = letters.collect();
    if plain.starts_with(|c: char| c.is_ascii_alphabetic()) { plain } else { format!("model_{plain}") }
}

/// The folder of the archive for libraries of this platform, and their ending.
pub fn platform() -> (&'static str, &'static str) {
    match std::env::consts::OS {
        "windows" => ("win64", "dll"),
        "macos" => ("darwin64", "dylib"),
        _ => ("linux64", "so"),
    }
}

/// `modelDescription.xml`.
pub fn description(loaded: &Loaded, guid: &str) -> String {
    let (name, settings) = (&loaded.model.name, &loaded.settings);
    let variables = variables(loaded);
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"2.0\" modelName=\"{}\" guid=\"{guid}\" \
         generationTool=\"carom {}\" variableNamingConvention=\"flat\" numberOfEventIndicators=\"0\">\n\
         <CoSimulation modelIdentifier=\"{}\" canHandleVariableCommunicationStepSize=\"true\" canGetAndSetFMUstate=\"true\" \
         canSerializeFMUstate=\"true\" canNotUseMemoryManagementFunctions=\"true\"/>\n",
        escaped(name),
        env!("CARGO_PKG_VERSION"),
        identifier(name),
    );
    let units: BTreeSet<&str> = variables.iter().map(|v| v.unit.as_str()).filter(|unit| !unit.is_empty()).collect();
    if !units.is_empty() {
        let all: String = units.iter().map(|unit| format!("<Unit name=\"{}\"/>", escaped(unit))).collect();
        let _ = writeln!(out, "<UnitDefinitions>{all}</UnitDefinitions>");
    }
    let (until, step) = (settings.until, settings.step);
    let _ = writeln!(out, "<DefaultExperiment startTime=\"0\" stopTime=\"{until:?}\" stepSize=\"{step:?}\"/>");
    out.push_str("<ModelVariables>\n");
    for (place, variable) in variables.iter().enumerate() {
        out.push_str(&scalar(place, variable));
    }
    out.push_str("</ModelVariables>\n<ModelStructure>");
    let outputs = variables.iter().enumerate().filter(|(_, v)| v.causality == Causality::Output);
    let unknowns: String = outputs.map(|(place, _)| format!("<Unknown index=\"{}\"/>", place + 1)).collect();
    if !unknowns.is_empty() {
        let _ = write!(out, "<Outputs>{unknowns}</Outputs><InitialUnknowns>{unknowns}</InitialUnknowns>");
    }
    out.push_str("</ModelStructure>\n</fmiModelDescription>\n");
    out
}

fn scalar(place: usize, variable: &Variable) -> String {
    let kind = match variable.causality {
        Causality::Input => "causality=\"input\" variability=\"discrete\"",
        Causality::Output => "causality=\"output\" variability=\"continuous\" initial=\"calculated\"",
        Causality::Parameter => "causality=\"parameter\" variability=\"fixed\" initial=\"exact\"",
    };
    let unit = match variable.unit.as_str() {
        "" => String::new(),
        unit => format!(" unit=\"{}\"", escaped(unit)),
    };
    let start = match variable.causality {
        Causality::Output => String::new(),
        _ => format!(" start=\"{:?}\"", variable.start),
    };
    let name = escaped(&variable.name);
    format!("<ScalarVariable name=\"{name}\" valueReference=\"{place}\" {kind}><Real{unit}{start}/></ScalarVariable>\n")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Writes a model that was loaded with some values set as an FMU, with the library of this platform.
pub fn export(loaded: &Loaded, set: &[(String, String)], library: &Path, target: &Path) -> Result<(), FmuError> {
    let text = written(&loaded.sources, set)?;
    let binary = std::fs::read(library).map_err(|source| FmuError::Library { path: library.to_owned(), source })?;
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |name: &str, bytes: &[u8]| -> Result<(), FmuError> {
        archive.start_file(name, SimpleFileOptions::default())?;
        archive.write_all(bytes)?;
        Ok(())
    };
    add("modelDescription.xml", description(loaded, &guid(&text)).as_bytes())?;
    add(MODEL, text.as_bytes())?;
    let home = loaded.sources.last().and_then(|main| Path::new(&main.name).parent()).unwrap_or(Path::new(""));
    for file in &loaded.data_files {
        let inside = Path::new(&file.name)
            .strip_prefix(home)
            .ok()
            .filter(|inside| inside.components().all(|part| matches!(part, std::path::Component::Normal(_))));
        let Some(inside) = inside else { return Err(FmuError::Outside { name: file.name.clone() }) };
        add(&format!("resources/{}", inside.display()), &file.bytes)?;
    }
    let (folder, ending) = platform();
    add(&format!("binaries/{folder}/{}.{ending}", identifier(&loaded.model.name)), &binary)?;
    let bytes = archive.finish()?.into_inner();
    Ok(write_file(target, &bytes)?)
}
