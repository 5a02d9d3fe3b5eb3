//! What is made of the histories when a run ends: NumPy archives, plots, the strobe picture, and one archive of all contact points.

use super::recorder::Recorder;
use crate::history::Topic;
use crate::model::Model;
use crate::record::{Chart, Panel, Points, RecordError, Scale, Table, file, plot};
use crate::sensor::Sensor;

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
        let table = Table::read_csv(&path(topic.csv()), channels.to_vec())?;
        table.write_npz(&path(archive))?;
        if let Some(picture) = picture {
            accept(plot(&path(picture), &model.name, &table), &mut notes)?;
        }
        if topic == Topic::Sensors
            && let Some(chart) = orbits(&model.name, recorder.sampler.sensors(), &table)
        {
            accept(chart.write(&path(file::ORBITS_SVG)), &mut notes)?;
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

/// Points of a path that are drawn, at most; a path that wanders through its bearing needs more than a curve over time.
const LIMIT: usize = 20_000;

/// The paths of pins in their bearings, as shares of their play, each in the circle that it cannot leave.
fn orbits(title: &str, sensors: &[Sensor], table: &Table) -> Option<Chart> {
    let mut panels = Vec::new();
    // Column 0 is the time.
    let mut column = 1;
    for sensor in sensors {
        if let Some(play) = sensor.quantity.play() {
            let [x, y] = [0, 1].map(|i| &table.columns()[column + i]);
            let every = x.len().div_ceil(LIMIT).max(1);
            let path = x.iter().zip(y).step_by(every).map(|(x, y)| (x / play, y / play)).collect();
            let circle = (0..=90).map(|k| f64::from(4 * k).to_radians().sin_cos()).collect();
            let axis = |name: &str| (format!("{}.{name} / play", sensor.name), Scale::Linear);
            let curves = vec![Points { curve: 6, points: circle }, Points { curve: 0, points: path }];
            let title = sensor.name.clone();
            panels.push(Panel {
                title,
                x: axis("x"),
                y: axis("y"),
                curves,
                slopes: Vec::new(),
                marks: false,
                equal: true,
            });
        }
        column += sensor.channels.len();
    }
    let chart = Chart { title: title.to_owned(), columns: 2, panels, legend: Vec::new() };
    (!chart.panels.is_empty()).then_some(chart)
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
