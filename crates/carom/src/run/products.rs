//! What is made of the histories when a run ends: NumPy archives, plots and the strobe picture.

use super::recorder::{Channels, Recorder};
use crate::model::Model;
use crate::record::{Channel, RecordError, csv, file, npz, plot};
use std::path::Path;

/// Writes all products; pictures that cannot be drawn are named in the result, other failures are errors.
pub(super) fn write(recorder: &Recorder, channels: &Channels, model: &Model) -> Result<Vec<String>, RecordError> {
    let directory = &recorder.directory;
    let path = |name: &str| directory.join(name);
    let mut notes = Vec::new();
    let histories = [
        (&channels.sensors, file::SENSORS_CSV, file::SENSORS_NPZ, Some(file::SENSORS_SVG)),
        (&channels.contacts, file::CONTACTS_CSV, file::CONTACTS_NPZ, None),
        (&channels.energy, file::ENERGY_CSV, file::ENERGY_NPZ, Some(file::ENERGY_SVG)),
    ];
    for (channels, csv, npz, svg) in histories {
        if !channels.is_empty() {
            let drawn = history(channels, &path(csv), &path(npz), svg.map(path).as_deref(), &model.name);
            accept(drawn, &mut notes)?;
        }
    }
    if !recorder.instants.is_empty() {
        accept(recorder.instants.draw(&path(file::STROBE_SVG), &recorder.shapes, model), &mut notes)?;
    }
    Ok(notes)
}

fn history(channels: &[Channel], csv: &Path, npz: &Path, svg: Option<&Path>, title: &str) -> Result<(), RecordError> {
    let (_, columns) = csv::read(csv)?;
    let names = ["time"].into_iter().chain(channels.iter().map(|c| c.name.as_str()));
    let named: Vec<_> = names.zip(&columns).collect();
    npz::write(npz, &named)?;
    match svg {
        Some(svg) => plot(svg, title, channels, &columns),
        None => Ok(()),
    }
}

fn accept(result: Result<(), RecordError>, notes: &mut Vec<String>) -> Result<(), RecordError> {
    match result {
        Err(RecordError::Drawing { path, message }) => {
            notes.push(format!("`{}` was not drawn: {message}", path.display()));
            Ok(())
        }
        other => other,
    }
}
