//! The report of a run: one HTML file with an animation, plots, contacts, energies and what was run.
//!
//! Made of the files of a result directory and of the model in its `run.json`. The page itself is written in TypeScript (`web/`) and
//! embedded as it was built; the data in it have the number [`FORMAT`], which both sides know.

mod buffer;
mod contacts;
mod frames;
mod gltf;
mod pack;
mod page;
mod plots;
mod scene;
mod summary;

pub use page::page;

use crate::Vec3;
use crate::history::Topic;
use crate::model::Model;
use crate::record::{Channel, RecordError, Table, file};
use crate::spec::Loaded;
use crate::system::System;
use scene::Drawn;
use serde_json::{Map, Value, json};
use std::path::Path;

/// Of the data in the page.
pub const FORMAT: u32 = 1;

/// The data of a page, and what its reader should know.
pub struct Report {
    pub data: Value,
    pub notes: Vec<String>,
}

fn drawn<'a>(directory: &Path, loaded: &Loaded, system: &'a System) -> Result<Drawn<'a>, RecordError> {
    Drawn::read(system, &loaded.shapes, &directory.join(file::MOTION), &loaded.resolved)
}

/// The animation of a run as a binary glTF file; none if no motion was recorded.
pub fn animation(directory: &Path, loaded: &Loaded, system: &System) -> Result<Option<Vec<u8>>, RecordError> {
    let drawn = drawn(directory, loaded, system)?;
    Ok((!drawn.frames.times.is_empty()).then(|| gltf::glb(&drawn, &system.model.name, &up(&system.model))))
}

/// What is up: against gravity, or without it y in the plane of x and y, else z.
fn up(model: &Model) -> Vec3 {
    let flat = if model.plane.is_some_and(|plane| plane.normal() == 2) { Vec3::y() } else { Vec3::z() };
    (-model.gravity).try_normalize(0.0).unwrap_or(flat)
}

/// Gathers the data of a run from its directory; `run` is its `run.json`, and `loaded` the model it was run with.
pub fn gather(directory: &Path, run: &Value, loaded: &Loaded, system: &System) -> Result<Report, RecordError> {
    let model = &system.model;
    let drawn = drawn(directory, loaded, system)?;
    let mut notes = Vec::new();
    let mut tables: Vec<Value> = Vec::new();
    let mut of_contacts: Option<Table> = None;
    for topic in Topic::ALL {
        let path = directory.join(topic.csv());
        let channels: Vec<Channel> = serde_json::from_value(run["channels"][topic.name()].clone()).unwrap_or_default();
        if channels.is_empty() || !path.is_file() {
            continue;
        }
        let (plotted, table) = plots::plotted(topic, &path, channels)?;
        if plotted.left_out > 0 {
            notes.push(format!(
                "{} channels of contacts are left out of the report; the files have them",
                plotted.left_out
            ));
        }
        tables.push(plotted.json);
        if topic == Topic::Contacts {
            of_contacts = Some(table);
        }
    }
    let names: Vec<String> = model.contact_names().map(str::to_owned).collect();
    let contacts = contacts::contacts(directory, &names, &drawn.frames.times, of_contacts.as_ref())?;
    let mut data: Map<String, Value> = drawn.json();
    let gravity = model.gravity;
    let parts = [
        ("format", json!(FORMAT)),
        ("carom", run["carom"].clone()),
        ("name", json!(model.name)),
        ("outcome", run["outcome"].clone()),
        ("error", run["error"].clone()),
        ("until", run["settings"]["until"].clone()),
        ("warnings", run.get("warnings").cloned().unwrap_or_else(|| json!([]))),
        ("summary", summary::rows(run)),
        ("gravity", json!([gravity.x, gravity.y, gravity.z])),
        ("plane", json!(model.plane.map(|plane| plane.normal()))),
        ("arrows", contacts.arrows),
        ("contacts", contacts.lines.into()),
        ("events", contacts.events),
        ("tables", tables.into()),
        ("sources", run["sources"].clone()),
        ("parameters", run["model"].get("parameters").cloned().unwrap_or_else(|| json!({}))),
    ];
    data.extend(parts.into_iter().map(|(key, value)| (key.to_owned(), value)));
    Ok(Report { data: Value::Object(data), notes })
}
