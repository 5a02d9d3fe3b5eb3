//! What is made of the histories when a run ends: NumPy archives, plots, the strobe picture, and one archive of all contact points.

use super::files::csv_name;
use super::recorder::Recorder;
use crate::history::Topic;
use crate::model::Model;
use crate::record::{RecordError, Table, file, plot};

/// Writes all products; pictures that cannot be drawn are named in the result, other failures are errors. A run that has finished
/// needs the parts of its contact points no longer.
pub(super) fn write(recorder: &Recorder, model: &Model, finished: bool) -> Result<Vec<String>, RecordError> {
    let path = |name: &str| recorder.directory.join(name);
    let mut notes = Vec::new();
    for topic in Topic::ALL {
        let channels = recorder.sampler.channels(topic);
        if channels.is_empty() {
            continue;
        }
        let (archive, picture) = match topic {
            Topic::Sensors => (file::SENSORS_NPZ, Some(file::SENSORS_SVG)),
            Topic::Contacts => (file::CONTACTS_NPZ, None),
            Topic::Energy => (file::ENERGY_NPZ, Some(file::ENERGY_SVG)),
        };
        let table = Table::read_csv(&path(csv_name(topic)), channels.to_vec())?;
        table.write_npz(&path(archive))?;
        if let Some(picture) = picture {
            accept(plot(&path(picture), &model.name, &table), &mut notes)?;
        }
    }
    if let Some(points) = &recorder.files.points {
        points.write_archive(&path(file::CONTACT_POINTS_NPZ))?;
        if finished {
            points.remove_parts()?;
        }
    }
    if !recorder.instants.is_empty() {
        accept(recorder.instants.draw(&path(file::STROBE_SVG), &recorder.shapes, model), &mut notes)?;
    }
    Ok(notes)
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
