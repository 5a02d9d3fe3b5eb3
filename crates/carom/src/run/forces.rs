//! `carom forces`: forces and stresses of the contacts of a run that has ended.

use super::AnalysisError;
use super::kept;
use crate::evaluate::{ContactForce, ContactLife, Evaluate, EvaluationError, FinishedRun, ForceSettings, StressKind};
use crate::evaluate::{OTHER_INTEGRATOR, SPREAD};
use crate::post::StressLife;
use crate::record::{DirectoryLock, file, run_json};
use crate::spec::cure;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// What was found of every contact that was asked for.
#[derive(Debug)]
pub struct ForcesResult {
    pub directory: PathBuf,
    pub notes: Vec<String>,
    contacts: Map<String, Value>,
    text: String,
}

impl ForcesResult {
    /// By the names of contacts.
    pub fn json(&self) -> Value {
        let mut out = Map::new();
        out.insert("outcome".into(), "finished".into());
        out.insert("directory".into(), self.directory.display().to_string().into());
        out.insert("contacts".into(), Value::Object(self.contacts.clone()));
        Value::Object(out)
    }

    pub fn summary(&self) -> String {
        format!("{}tables, curves and pictures in {}\n", self.text, self.directory.join(file::FORCES).display())
    }
}

impl From<EvaluationError> for AnalysisError {
    fn from(error: EvaluationError) -> Self {
        match error {
            EvaluationError::Record(error) => Self::Record(error),
            other => Self::Asked { message: other.to_string(), help: other.help().unwrap_or_default().to_owned() },
        }
    }
}

/// Recovers the forces of contacts, all if none is named, from the records in a result directory; and their lives by an S–N line of the shear
/// below their surfaces.
pub fn run_forces(
    directory: &Path,
    contacts: &[String],
    settings: &ForceSettings,
    life: Option<StressLife>,
) -> Result<ForcesResult, AnalysisError> {
    let asked = |message: String, help: &str| AnalysisError::Asked { message, help: help.to_owned() };
    let loaded = kept::of_analysis(directory)?;
    let run = run_json::read(&directory.join(file::RUN))?;
    let _lock = DirectoryLock::take(directory)?;
    if loaded.settings.method.spreads_impacts() {
        return Err(asked(SPREAD.to_owned(), OTHER_INTEGRATOR));
    }
    let names: Vec<&str> = loaded.model.contact_names().collect();
    if names.is_empty() {
        return Err(asked("the model has no contacts".to_owned(), "forces are those of contacts"));
    }
    let places: Vec<usize> = match contacts {
        [] => (0..names.len()).collect(),
        some => {
            let place = |name: &String| {
                let unknown = || asked(format!("unknown contact `{name}`"), &cure(name, &names));
                names.iter().position(|known| known == name).ok_or_else(unknown)
            };
            some.iter().map(place).collect::<Result<Vec<usize>, _>>()?
        }
    };
    let step = run["settings"]["step"].as_f64().unwrap_or(loaded.settings.step);
    let record_every = run["settings"]["record_every"].as_u64().map_or(loaded.settings.record_every, |n| n as usize);
    let finished = FinishedRun { directory, model: &loaded.model, substances: &loaded.substances, step, record_every };
    let mut result =
        ForcesResult { directory: directory.to_owned(), notes: Vec::new(), contacts: Map::new(), text: String::new() };
    let (several, mut missing) = (contacts.is_empty() && names.len() > 1, None);
    for set in places {
        let contact = ContactForce { set, contact: names[set].to_owned(), settings: settings.clone() };
        let mut found = match contact.evaluate(names[set], &finished) {
            Ok(found) => found,
            // Of all contacts, those that lack something do not stop the others.
            Err(error @ (EvaluationError::Missing { .. } | EvaluationError::Post { .. })) if several => {
                let help = error.help().map_or_else(String::new, |help| format!("; {help}"));
                result.notes.push(format!("{error}: it has no forces here{help}"));
                missing.get_or_insert(error);
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        result.text += &found.text;
        result.notes.append(&mut found.notes);
        if let Some(line) = life {
            let life = ContactLife { forces: contact, stress: StressKind::Shear, line };
            let mut lived = life.evaluate(names[set], &finished)?;
            result.text += &lived.text;
            result.notes.append(&mut lived.notes);
            found.json["life"] = lived.json;
        }
        result.contacts.insert(names[set].to_owned(), found.json);
    }
    if let (Some(error), true) = (missing, result.contacts.is_empty()) {
        return Err(error.into());
    }
    if run["outcome"] != "finished" {
        let outcome = run["outcome"].as_str().unwrap_or("?");
        result.notes.push(format!("the run has not finished ({outcome}): forces end where its records end"));
    }
    Ok(result)
}
