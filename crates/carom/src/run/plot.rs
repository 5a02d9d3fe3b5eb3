//! `carom plot`: chosen channels of one run or several, over the time or over each other, as one picture.
//!
//! Without a choice, the sensors that ever change: those of one unit and of about the same size share a panel, so that small signals stay
//! visible beside large ones. A panel shows what its curves do nearly always: where a few values lie far beyond the others, it is cut, and
//! says so.

use super::AnalysisError;
use crate::history::Topic;
use crate::record::{
    Channel, Chart, Panel, Points, Scale, Table, decimate, file, is_result, magnitude, run_json, varies,
};
use crate::spec::cure;
use std::path::{Path, PathBuf};

/// What `carom plot` is asked for.
#[derive(Clone, Debug, Default)]
pub struct PlotRequest {
    /// Directories of runs; the first decides what is drawn.
    pub runs: Vec<PathBuf>,
    /// The channel along x; none for the time.
    pub x: Option<String>,
    /// Channels of each panel; none for all sensors that change.
    pub panels: Vec<Vec<String>>,
    pub from: Option<f64>,
    pub to: Option<f64>,
    /// Whether panels are cut where a few values lie far beyond the others.
    pub whole: bool,
    /// Whether axes are logarithmic: x, y.
    pub logarithmic: [bool; 2],
}

/// Panels of these sizes: over the time, over another channel.
const WIDE: [i32; 2] = [820, 250];
const SQUARE: [i32; 2] = [460, 430];
/// Points of a curve over another one, at most.
const MOST: usize = 20_000;
/// A panel is cut if its curves reach this many times as far as all but a few of their values do.
const SPIKE: f64 = 5.0;
/// The few: this share of the values at either end.
const FEW: f64 = 0.005;

/// The histories of a run.
struct Run {
    name: String,
    tables: Vec<Table>,
}

/// Draws what is asked for.
pub fn plot_runs(request: &PlotRequest) -> Result<Chart, AnalysisError> {
    let runs = request.runs.iter().map(|directory| Run::read(directory)).collect::<Result<Vec<_>, _>>()?;
    let Some(first) = runs.first() else {
        return Err(asked("no run is named".to_owned(), "name the directory of a run"));
    };
    let panels = if request.panels.is_empty() { first.changing() } else { request.panels.clone() };
    if panels.is_empty() {
        return Err(asked("no sensor of the run ever changes".to_owned(), "name channels with --y"));
    }
    draw(&runs, &panels, request)
}

/// A chart with a panel for each list of channels, each channel once a run.
fn draw(runs: &[Run], panels: &[Vec<String>], request: &PlotRequest) -> Result<Chart, AnalysisError> {
    let mut legend: Vec<String> = Vec::new();
    let several = runs.len() > 1;
    let mut drawn = Vec::new();
    for names in panels {
        let mut curves = Vec::new();
        for name in names {
            for run in runs {
                let shown = if several { format!("{name} ({})", run.name) } else { name.clone() };
                let curve = legend.iter().position(|known| *known == shown).unwrap_or(legend.len());
                if curve == legend.len() {
                    legend.push(shown);
                }
                curves.push(Points { curve, points: run.curve(name, request)? });
            }
        }
        drawn.push(panel(&runs[0], names, curves, request)?);
    }
    let title = runs.iter().map(|run| run.name.as_str()).collect::<Vec<_>>().join(", ");
    let over_time = request.x.is_none();
    let columns = if over_time { 1 } else { drawn.len().min(2) };
    Ok(Chart { title, columns, panels: drawn, legend, size: if over_time { WIDE } else { SQUARE } })
}

/// Draws the channels of a table that ever change.
pub fn plot_table(title: &str, table: &Table) -> Option<Chart> {
    let run = Run { name: title.to_owned(), tables: vec![table.clone()] };
    let panels = run.changing();
    if panels.is_empty() {
        return None;
    }
    draw(&[run], &panels, &PlotRequest::default()).ok()
}

fn asked(message: String, help: &str) -> AnalysisError {
    AnalysisError::Asked { message, help: help.to_owned() }
}

/// A panel of the curves, cut where a few values would hide the others.
fn panel(run: &Run, names: &[String], mut curves: Vec<Points>, request: &PlotRequest) -> Result<Panel, AnalysisError> {
    let unit = |name: &String| run.find(name).map(|(_, channel, _)| channel.unit.clone());
    let mut units = names.iter().map(unit).collect::<Result<Vec<_>, _>>()?;
    units.dedup();
    let label = |name: &str, unit: &str| format!("{name} [{}]", if unit.is_empty() { "-" } else { unit });
    let (x, equal) = match &request.x {
        None => ("time [s]".to_owned(), false),
        Some(x) => {
            let own = unit(x)?;
            (label(x, &own), units.iter().all(|unit| *unit == own))
        }
    };
    let scale = |logarithmic: bool| if logarithmic { Scale::Logarithmic } else { Scale::Linear };
    let [across, up] = request.logarithmic.map(scale);
    let y = units.iter().map(|unit| if unit.is_empty() { "-" } else { unit }).collect::<Vec<_>>().join(", ");
    let mut title = names.join(", ");
    if !request.whole
        && request.x.is_none()
        && up == Scale::Linear
        && let Some([low, high]) = without_spikes(&curves)
    {
        let beyond = curves
            .iter()
            .flat_map(|c| &c.points)
            .map(|p| p.1)
            .fold(0.0, |a: f64, b| if b.abs() > a.abs() { b } else { a });
        title += &format!(" (cut; up to {beyond:.3e}: --whole)");
        curves.iter_mut().flat_map(|c| &mut c.points).for_each(|p| p.1 = p.1.clamp(low, high));
    }
    let equal = equal && across == Scale::Linear && up == Scale::Linear;
    Ok(Panel { title, x: (x, across), y: (format!("[{y}]"), up), curves, slopes: Vec::new(), marks: false, equal })
}

/// Where to cut curves of which a few values lie far beyond the others.
fn without_spikes(curves: &[Points]) -> Option<[f64; 2]> {
    let mut values: Vec<f64> = curves.iter().flat_map(|c| &c.points).map(|p| p.1).filter(|y| y.is_finite()).collect();
    values.sort_by(f64::total_cmp);
    let (first, last) = (*values.first()?, *values.last()?);
    let few = (FEW * values.len() as f64) as usize;
    let (low, high) = (values[few], values[values.len() - 1 - few]);
    let margin = 0.15 * (high - low);
    (few > 0 && high > low && last - first > SPIKE * (high - low))
        .then(|| [first.max(low - margin), last.min(high + margin)])
}

impl Run {
    fn read(directory: &Path) -> Result<Self, AnalysisError> {
        if !is_result(directory) {
            return Err(asked(
                format!("`{}` holds no result of `carom run`", directory.display()),
                "run a model first",
            ));
        }
        let run = run_json::read(&directory.join(file::RUN))?;
        let mut tables = Vec::new();
        for topic in Topic::ALL {
            let channels: Vec<Channel> =
                serde_json::from_value(run["channels"][topic.name()].clone()).unwrap_or_default();
            let path = directory.join(topic.csv());
            if !channels.is_empty() && path.is_file() {
                tables.push(Table::read_csv(&path, channels)?);
            }
        }
        let shown = directory.canonicalize().unwrap_or_else(|_| directory.to_owned());
        let name = shown.file_name().unwrap_or(shown.as_os_str()).to_string_lossy().into_owned();
        Ok(Self { name, tables })
    }

    /// A channel with its times and values.
    fn find(&self, name: &str) -> Result<(&[f64], &Channel, &[f64]), AnalysisError> {
        let found = |table: &'_ Table| table.channels().iter().position(|channel| channel.name == name);
        let place = self.tables.iter().find_map(|table| Some((table, found(table)?)));
        let (table, k) = place.ok_or_else(|| {
            let known: Vec<&str> = self.tables.iter().flat_map(Table::channels).map(|c| c.name.as_str()).collect();
            asked(format!("the run `{}` has no channel `{name}`", self.name), &cure(name, &known))
        })?;
        let (channel, values) = (&table.channels()[k], &table.columns()[k + 1]);
        Ok((table.first(), channel, values))
    }

    /// The points of a channel over the time or over the channel that is asked for.
    fn curve(&self, name: &str, request: &PlotRequest) -> Result<Vec<(f64, f64)>, AnalysisError> {
        let (times, _, values) = self.find(name)?;
        let inside = |t: f64| request.from.is_none_or(|from| t >= from) && request.to.is_none_or(|to| t <= to);
        let rows: Vec<usize> = (0..times.len()).filter(|k| inside(times[*k])).collect();
        let Some(x) = &request.x else {
            let (times, values): (Vec<f64>, Vec<f64>) = rows.iter().map(|k| (times[*k], values[*k])).unzip();
            return Ok(decimate(&times, &values));
        };
        let (at, _, across) = self.find(x)?;
        if at != times {
            let message = format!("`{x}` and `{name}` were not recorded at the same times");
            return Err(asked(message, "choose two sensors, or two channels of contacts"));
        }
        let every = rows.len().div_ceil(MOST).max(1);
        Ok(rows.into_iter().step_by(every).map(|k| (across[k], values[k])).collect())
    }

    /// Panels of all sensors that ever change, by unit and size.
    fn changing(&self) -> Vec<Vec<String>> {
        let mut panels: Vec<((String, i32), Vec<String>)> = Vec::new();
        let Some(table) = self.tables.first() else { return Vec::new() };
        for (channel, values) in table.channels().iter().zip(&table.columns()[1..]) {
            let Some(size) = magnitude(values).filter(|_| varies(values)) else { continue };
            let key = (channel.unit.clone(), size);
            match panels.iter_mut().find(|(known, _)| *known == key) {
                Some((_, names)) => names.push(channel.name.clone()),
                None => panels.push((key, vec![channel.name.clone()])),
            }
        }
        panels.into_iter().map(|(_, names)| names).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spike_is_cut_and_a_smooth_curve_is_not() {
        let wave = |k: i32| (f64::from(k), f64::from(k).sin());
        let mut points: Vec<(f64, f64)> = (0..1000).map(wave).collect();
        let curve = |points: &[(f64, f64)]| [Points { curve: 0, points: points.to_vec() }];
        assert_eq!(without_spikes(&curve(&points)), None);
        points[500].1 = 300.0;
        let [low, high] = without_spikes(&curve(&points)).unwrap();
        assert!(low >= -1.0 && (1.0..2.0).contains(&high), "{low} {high}");
    }
}
