//! Forces of a contact point as files: histories, a table of impacts, the curves of pulses, and a picture of them.

use super::forces::{Impact, PointForces, SurfaceStress};
use super::{EvaluationError, FinishedRun};
use crate::record::plot::decimate;
use crate::record::{Channel, ChannelKind, Chart, PANEL_SIZE, Panel, Points, Scale, Table};

/// Points of the curve of an impact.
const CURVE: usize = 101;
/// Impacts with curves, at most: the largest ones.
const CURVES: usize = 500;
/// Impacts in the picture.
const SHOWN: usize = 6;

/// The stresses of a force as columns; nothing where they are not known.
fn stress_channels(known: bool) -> Vec<Channel> {
    let columns = [
        ("semi_axis_a", "m"),
        ("semi_axis_b", "m"),
        ("pressure", "Pa"),
        ("shear", "Pa"),
        ("shear_depth", "m"),
        ("octahedral_shear", "Pa"),
        ("octahedral_depth", "m"),
    ];
    let columns = columns.into_iter().filter(|_| known);
    columns.map(|(name, unit)| Channel::new(name, unit, ChannelKind::State)).collect()
}

fn stress_values(forces: &PointForces, stress: Option<SurfaceStress>) -> Vec<f64> {
    let columns =
        |s: SurfaceStress| [s.axes[0], s.axes[1], s.pressure, s.shear[0], s.shear[1], s.octahedral[0], s.octahedral[1]];
    // At an edge they are not known.
    let row = stress.map_or([f64::NAN; 7], columns);
    row.into_iter().filter(|_| forces.elasticity.hertz.is_some()).collect()
}

/// Force and stresses over the time.
fn history(forces: &PointForces) -> Table {
    let force = |name: &str| Channel::new(name, "N", ChannelKind::Force);
    let mut channels = vec![force("continuous"), force("impact"), force("force")];
    channels.extend(stress_channels(forces.elasticity.hertz.is_some()));
    let mut table = Table::over_time(channels);
    for sample in &forces.samples {
        let mut row = vec![sample.continuous, sample.impact, sample.force()];
        row.extend(stress_values(forces, forces.stress_in(sample)));
        table.push(sample.time, &row);
    }
    table
}

/// A row an impact.
fn impacts(forces: &PointForces) -> Table {
    let state = |name: &str, unit: &str| Channel::new(name, unit, ChannelKind::State);
    let mut channels = vec![
        state("approach", "m/s"),
        state("restitution", ""),
        Channel::new("impulse", "N s", ChannelKind::Impulse),
        state("duration", "s"),
        Channel::new("peak_force", "N", ChannelKind::Force),
        state("peak_time", "s"),
        state("peak_indentation", "m"),
        Channel::new("least_force", "N", ChannelKind::Force),
        Channel::new("continuous", "N", ChannelKind::Force),
    ];
    channels.extend(stress_channels(forces.elasticity.hertz.is_some()));
    let mut table = Table::over_time(channels);
    for impact in &forces.impacts {
        let pulse = &impact.pulse;
        let mut row = vec![
            impact.approach,
            impact.restitution,
            impact.impulse,
            pulse.duration,
            pulse.peak_force,
            pulse.peak_time,
            pulse.peak_indentation,
            pulse.least_force,
            forces.samples[impact.step].continuous,
        ];
        row.extend(stress_values(forces, impact.stress));
        table.push(impact.time, &row);
    }
    table
}

/// The largest impacts, in the order of time.
fn largest(forces: &PointForces, count: usize) -> Vec<(usize, &Impact)> {
    let mut all: Vec<(usize, &Impact)> = forces.impacts.iter().enumerate().collect();
    all.sort_by(|a, b| b.1.pulse.peak_force.total_cmp(&a.1.pulse.peak_force));
    all.truncate(count);
    all.sort_by_key(|(k, _)| *k);
    all
}

/// Times from the first touch at which the curve of an impact is given.
fn instants(impact: &Impact) -> impl Iterator<Item = f64> + use<> {
    let duration = impact.pulse.duration;
    (0..CURVE).map(move |i| duration * i as f64 / (CURVE - 1) as f64)
}

/// Force, indentation and its rate in the impacts.
fn pulses(forces: &PointForces) -> Table {
    let state = |name: &str, unit: &str| Channel::new(name, unit, ChannelKind::State);
    let force = Channel::new("force", "N", ChannelKind::Force);
    let channels =
        vec![state("impact", ""), state("since_touch", "s"), state("indentation", "m"), state("rate", "m/s"), force];
    let mut table = Table::over_time(channels);
    for (number, impact) in largest(forces, CURVES) {
        for t in instants(impact) {
            let at = impact.pulse.at(t);
            table.push(impact.time + t, &[(number + 1) as f64, t, at.indentation, at.rate, at.force]);
        }
    }
    table
}

fn chart(title: &str, forces: &PointForces) -> Chart {
    let panel = |title: &str, x: &str, y: &str, curves: Vec<Points>| Panel {
        title: title.to_owned(),
        x: (x.to_owned(), Scale::Linear),
        y: (y.to_owned(), Scale::Linear),
        curves,
        slopes: Vec::new(),
        marks: false,
        equal: false,
    };
    let times: Vec<f64> = forces.samples.iter().map(|s| s.time).collect();
    let over_time = |curve: usize, values: Vec<f64>| Points { curve, points: decimate(&times, &values) };
    // What an impact adds stands on its step alone.
    let all = over_time(1, forces.samples.iter().map(|s| s.force()).collect());
    let continuous = over_time(0, forces.samples.iter().map(|s| s.continuous).collect());
    let mut panels = vec![panel("Force", "time [s]", "[N]", vec![all, continuous])];
    let mut legend = vec!["continuous".to_owned(), "with impacts".to_owned()];
    let shown = largest(forces, SHOWN);
    if !shown.is_empty() {
        let curves = |x: fn(f64, f64) -> f64| -> Vec<Points> {
            let pairs = shown.iter().enumerate().map(|(k, (_, impact))| {
                let points = instants(impact).map(|t| (x(t, impact.pulse.at(t).indentation), impact.pulse.at(t).force));
                Points { curve: k + 2, points: points.collect() }
            });
            pairs.collect()
        };
        panels.push(panel("Impacts", "time since touch [ms]", "[N]", curves(|t, _| 1e3 * t)));
        panels.push(panel("Force and indentation", "indentation [µm]", "[N]", curves(|_, x| 1e6 * x)));
        legend.extend(shown.iter().map(|(_, impact)| format!("impact at {:.6} s", impact.time)));
    }
    if forces.elasticity.hertz.is_some() {
        let curve = |k: usize, of: fn(&SurfaceStress) -> f64| {
            over_time(k, forces.samples.iter().map(|s| forces.stress_in(s).map_or(0.0, |s| 1e-6 * of(&s))).collect())
        };
        panels.push(panel("Largest pressure", "time [s]", "[MPa]", vec![curve(1, |s| s.pressure)]));
        panels.push(panel("Largest shear below the surface", "time [s]", "[MPa]", vec![curve(1, |s| s.shear[0])]));
    }
    Chart { title: title.to_owned(), columns: 3, panels, legend, size: PANEL_SIZE }
}

/// Writes all of it; the names of the files in the result directory.
pub(super) fn write(
    name: &str,
    title: &str,
    forces: &PointForces,
    run: &FinishedRun,
) -> Result<Vec<String>, EvaluationError> {
    let mut files = Vec::new();
    let mut place = |ending: &str| -> Result<std::path::PathBuf, EvaluationError> {
        let path = run.file(name, ending)?;
        files.push(path.strip_prefix(run.directory).unwrap_or(&path).display().to_string());
        Ok(path)
    };
    let mut tables = vec![("history", history(forces))];
    if !forces.impacts.is_empty() {
        tables.extend([("impacts", impacts(forces)), ("pulses", pulses(forces))]);
    }
    for (what, table) in tables {
        table.write_csv(&place(&format!(".{what}.csv"))?)?;
        table.write_npz(&place(&format!(".{what}.npz"))?)?;
    }
    chart(title, forces).write(&place(".svg")?)?;
    Ok(files)
}
