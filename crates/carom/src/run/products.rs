//! What is made of the histories when a run ends: NumPy archives, plots, the strobe picture, and one archive of all contact points.

use super::recorder::Recorder;
use crate::history::Topic;
use crate::model::Model;
use crate::record::{Chart, PANEL_SIZE, Panel, Points, RecordError, Scale, Table, file, plot};
use crate::sensor::Sensor;

/// Writes all products; pictures that cannot be drawn are named in the result. One that cannot be written does not keep the others from
/// being: the first error is the result when all were tried.
pub(super) fn write(recorder: &Recorder, model: &Model) -> Result<Vec<String>, RecordError> {
    let path = |name: &str| recorder.directory.join(name);
    let lost = |(channel, t): (&str, f64)| {
        format!(
            "sensor `{channel}` is not a finite number at t = {t:.6} s, for the first time: check for 0/0, sqrt(-1), ln(0)"
        )
    };
    let mut work = Work { notes: recorder.sampler.lost().map(lost).collect(), failure: None };
    for topic in Topic::ALL {
        let channels = recorder.sampler.channels(topic);
        if channels.is_empty() {
            continue;
        }
        let table = Table::read_csv(&path(topic.csv()), channels.to_vec());
        let Some(table) = work.done(table) else { continue };
        let (archive, picture) = match topic {
            Topic::Sensors => (file::SENSORS_NPZ, Some(file::SENSORS_SVG)),
            Topic::Contacts => (file::CONTACTS_NPZ, None),
            Topic::Energy => (file::ENERGY_NPZ, Some(file::ENERGY_SVG)),
        };
        work.done(table.write_npz(&path(archive)));
        if let Some(picture) = picture {
            work.done(plot(&path(picture), &model.name, &table));
        }
        if topic == Topic::Sensors
            && let Some(chart) = orbits(&model.name, recorder.sampler.sensors(), &table)
        {
            work.done(chart.write(&path(file::ORBITS_SVG)));
        }
    }
    if let Some(points) = &recorder.files.points {
        work.done(points.write_archive(&path(file::CONTACT_POINTS_NPZ)));
    }
    if !recorder.instants.is_empty() {
        work.done(recorder.instants.draw(&path(file::STROBE_SVG), &recorder.shapes, model));
    }
    work.failure.map_or(Ok(work.notes), Err)
}

/// What was not done.
struct Work {
    /// Pictures that could not be drawn.
    notes: Vec<String>,
    failure: Option<RecordError>,
}

impl Work {
    fn done<T>(&mut self, result: Result<T, RecordError>) -> Option<T> {
        match result {
            Ok(value) => return Some(value),
            Err(RecordError::Drawing { path, message }) => {
                self.notes.push(format!("`{}` was not drawn: {message}", path.display()));
            }
            Err(error) => self.failure = self.failure.take().or(Some(error)),
        }
        None
    }
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
    let chart = Chart { title: title.to_owned(), columns: 2, panels, legend: Vec::new(), size: PANEL_SIZE };
    (!chart.panels.is_empty()).then_some(chart)
}
