//! `carom sweep`: one model with many values of its parameters, a part of the runs or all, as a table with the last values of the sensors, and
//! their curves over each other.
//!
//! The runs of a sweep are numbered; shard i of n has those whose number is i − 1 modulo n. A run is a function of the model and of its values
//! alone, so that shards on many machines together are the sweep on one. Rows are written as runs end: the same command goes on where an
//! earlier one was ended.

use crate::StopFlag;
use crate::drive::{Outcome, Simulation};
use crate::history::{History, Topic};
use crate::model::Model;
use crate::record::{Channel, Chart, PANEL_SIZE, Panel, Points, RecordError, Scale};
use crate::spec::{self, Loaded, Source};
use rayon::prelude::*;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Runs whose curves are drawn, at most, and points of a curve.
const DRAWN: usize = 100;
const CURVE: usize = 500;
/// Runs of a sweep, at most.
const MOST: usize = 10_000_000;

/// What a sweep changes, with its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    pub name: String,
    pub values: Vec<f64>,
}

/// A sweep, or a part of it.
#[derive(Clone, Debug)]
pub struct Sweep {
    pub axes: Vec<Axis>,
    /// Which of how many parts, from 1 on.
    pub shard: (usize, usize),
}

/// Why there is no sweep.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    #[error(transparent)]
    Model(#[from] spec::LoadError),
    #[error("{0}")]
    Asked(String),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("cannot write `{path}`: {source}")]
    File { path: PathBuf, source: std::io::Error },
    #[error("`{path}` holds another sweep: choose another directory, or remove it")]
    Other { path: PathBuf },
}

/// What a sweep did.
#[derive(Debug)]
pub struct SweepResult {
    pub table: PathBuf,
    pub picture: Option<PathBuf>,
    /// Runs of this part, those that were there already, those that failed.
    pub runs: usize,
    pub known: usize,
    pub failed: usize,
    /// Whether it was ended before all was done.
    pub interrupted: bool,
}

impl Axis {
    /// Values as a user writes them: `FROM:TO:COUNT` evenly spaced, or a list with commas. None for one value alone.
    pub fn parse(name: &str, text: &str) -> Result<Option<Self>, SweepError> {
        let bad = || {
            let message = format!(
                "`{name}={text}`: expected values FROM:TO:COUNT, such as 0:0.5:51, or a list, such as 0.1,0.2,0.5"
            );
            SweepError::Asked(message)
        };
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|x| x.is_finite());
        let parts: Vec<&str> = text.split(':').collect();
        let values: Option<Vec<f64>> = match parts.as_slice() {
            [from, to, count] => {
                let (Some(from), Some(to)) = (number(from), number(to)) else { return Err(bad()) };
                let count: usize = count.trim().parse().ok().filter(|n| (1..=MOST).contains(n)).ok_or_else(bad)?;
                // The ends are hit exactly.
                let at = |k: usize| {
                    if k + 1 == count && k > 0 { to } else { from + (to - from) * k as f64 / (count - 1).max(1) as f64 }
                };
                Some((0..count).map(at).collect())
            }
            [_] => match text.split(',').map(number).collect::<Option<Vec<f64>>>() {
                Some(values) if values.len() > 1 => Some(values),
                // An expression, a vector, one number.
                _ => return Ok(None),
            },
            _ => None,
        };
        Ok(Some(Self { name: name.to_owned(), values: values.ok_or_else(bad)? }))
    }
}

impl Sweep {
    /// Runs of the whole sweep.
    fn count(&self) -> Result<usize, SweepError> {
        let product = self.axes.iter().try_fold(1usize, |n, axis| n.checked_mul(axis.values.len()));
        let few = product.filter(|n| *n <= MOST);
        few.ok_or_else(|| SweepError::Asked(format!("the sweep has more than {MOST} runs: give fewer values")))
    }

    /// Values of a run; the last axis changes fastest.
    fn point(&self, mut number: usize) -> Vec<f64> {
        let mut point = vec![0.0; self.axes.len()];
        for (x, axis) in point.iter_mut().zip(&self.axes).rev() {
            *x = axis.values[number % axis.values.len()];
            number /= axis.values.len();
        }
        point
    }
}

/// Points of a channel over the time.
type Curve = Vec<(f64, f64)>;

/// A run that has ended.
struct Row {
    values: Result<Vec<f64>, String>,
    curves: Vec<Curve>,
}

/// Runs a sweep of a model that was loaded with some values set, on all cores.
pub fn run_sweep(
    loaded: &Loaded,
    set: &[(String, String)],
    sweep: &Sweep,
    directory: &Path,
    stop: &StopFlag,
) -> Result<SweepResult, SweepError> {
    let (count, (part, parts)) = (sweep.count()?, sweep.shard);
    if part == 0 || part > parts {
        return Err(SweepError::Asked(format!("shard {part}/{parts}: expected a part from 1 to {parts}")));
    }
    let channels: Vec<Channel> = loaded.sensors.iter().flat_map(|sensor| sensor.channels.iter().cloned()).collect();
    let suffix = if parts == 1 { String::new() } else { format!("-{part}-of-{parts}") };
    let table = directory.join(format!("sweep{suffix}.csv"));
    let numbers: Vec<usize> = (part - 1..count).step_by(parts).collect();
    let done = open(&table, &heading(loaded, set, sweep, &channels))?;
    let left: Vec<usize> = numbers.iter().copied().filter(|number| !done.contains(number)).collect();
    let file = fs::OpenOptions::new().append(true).open(&table);
    let file = Mutex::new(file.map_err(|source| SweepError::File { path: table.clone(), source })?);
    let runs = |number: &usize| -> Result<Option<(usize, Row)>, SweepError> {
        if stop.is_raised() {
            return Ok(None);
        }
        let point = sweep.point(*number);
        let row = one(&loaded.sources, set, &sweep.axes, &point);
        let line = line(*number, &point, &row, channels.len());
        let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let written = file.write_all(line.as_bytes());
        written.map_err(|source| SweepError::File { path: table.clone(), source })?;
        Ok(Some((*number, row)))
    };
    let rows: Vec<Option<(usize, Row)>> = left.par_iter().map(runs).collect::<Result<_, _>>()?;
    let ended = rows.iter().flatten();
    let failed = ended.clone().filter(|(_, row)| row.values.is_err()).count();
    let interrupted = rows.iter().any(Option::is_none);
    let picture = draw(directory, &suffix, &loaded.model.name, &channels, ended.map(|(_, row)| row))?;
    Ok(SweepResult { table, picture, runs: numbers.len(), known: numbers.len() - left.len(), failed, interrupted })
}

/// The first lines of a table: what it is of, and its columns.
fn heading(loaded: &Loaded, set: &[(String, String)], sweep: &Sweep, channels: &[Channel]) -> String {
    let text = spec::written(&loaded.sources, set).unwrap_or_default();
    let axes: String = sweep.axes.iter().fold(String::new(), |mut out, axis| {
        let _ = write!(out, "{}{:?}", axis.name, axis.values);
        out
    });
    let fingerprint = crate::fmu::guid(&format!("{text}{axes}"));
    let names = sweep.axes.iter().map(|axis| axis.name.clone()).chain(channels.iter().map(Channel::label));
    let columns: Vec<String> = std::iter::once("run".to_owned()).chain(names).chain(["error".to_owned()]).collect();
    format!("# carom sweep {fingerprint}\n{}\n", columns.join(","))
}

/// Opens a table: a new one, or one of the same sweep, of which it tells the runs that are there. A line without an end is dropped.
fn open(path: &Path, heading: &str) -> Result<Vec<usize>, SweepError> {
    let failed = |source| SweepError::File { path: path.to_owned(), source };
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(failed(error)),
    };
    if text.is_empty() {
        fs::write(path, heading).map_err(failed)?;
        return Ok(Vec::new());
    }
    let Some(rows) = text.strip_prefix(heading) else { return Err(SweepError::Other { path: path.to_owned() }) };
    let whole = rows.rfind('\n').map_or(0, |end| end + 1);
    if whole < rows.len() {
        fs::write(path, &text[..heading.len() + whole]).map_err(failed)?;
    }
    Ok(rows[..whole].lines().filter_map(|line| line.split(',').next()?.parse().ok()).collect())
}

fn line(number: usize, point: &[f64], row: &Row, channels: usize) -> String {
    let mut out = number.to_string();
    for x in point {
        let _ = write!(out, ",{x:?}");
    }
    match &row.values {
        Ok(values) => values.iter().for_each(|x| _ = write!(out, ",{x:?}")),
        Err(_) => out.extend(std::iter::repeat_n(',', channels)),
    }
    let error = row
        .values
        .as_ref()
        .err()
        .map_or(String::new(), |e| format!("\"{}\"", e.replace('"', "\"\"").replace('\n', "; ")));
    let _ = writeln!(out, ",{error}");
    out
}

/// One run in memory: the last values of the sensors, and curves with few points.
fn one(sources: &[Source], set: &[(String, String)], axes: &[Axis], point: &[f64]) -> Row {
    let values = axes.iter().zip(point).map(|(axis, x)| (axis.name.clone(), format!("{x:?}")));
    let all: Vec<(String, String)> = set.iter().cloned().chain(values).collect();
    let run = || -> Result<(Vec<f64>, Vec<Curve>), String> {
        let mut loaded = spec::load_sources(sources.to_vec(), &all).map_err(|e| e.to_string())?;
        let model = std::mem::replace(&mut loaded.model, Model::new(""));
        let mut simulation = Simulation::new(model, loaded.settings).map_err(|e| e.to_string())?;
        let mut history = History::of(&simulation, loaded.sensors);
        match simulation.run(&mut history).map_err(|e| e.to_string())? {
            Outcome::Finished => {}
            Outcome::Interrupted => return Err("interrupted".to_owned()),
        }
        let table = history.table(Topic::Sensors);
        let columns = &table.columns()[1..];
        let every = table.len().div_ceil(CURVE).max(1);
        let curve =
            |column: &Vec<f64>| table.first().iter().copied().zip(column.iter().copied()).step_by(every).collect();
        Ok((columns.iter().filter_map(|column| column.last().copied()).collect(), columns.iter().map(curve).collect()))
    };
    match run() {
        Ok((values, curves)) => Row { values: Ok(values), curves },
        Err(error) => Row { values: Err(error), curves: Vec::new() },
    }
}

/// The curves of the runs over each other, a panel a channel.
fn draw<'r>(
    directory: &Path,
    suffix: &str,
    name: &str,
    channels: &[Channel],
    rows: impl Iterator<Item = &'r Row>,
) -> Result<Option<PathBuf>, SweepError> {
    let rows: Vec<&Row> = rows.filter(|row| row.values.is_ok()).take(DRAWN).collect();
    if rows.is_empty() || channels.is_empty() {
        return Ok(None);
    }
    let panel =
        |(place, channel): (usize, &Channel)| overlay(channel, rows.iter().map(|row| row.curves[place].clone()));
    let panels = channels.iter().enumerate().map(panel).collect();
    let path = directory.join(format!("sweep{suffix}.svg"));
    Chart { title: format!("{name}: {} runs", rows.len()), columns: 1, panels, legend: Vec::new(), size: PANEL_SIZE }
        .write(&path)?;
    Ok(Some(path))
}

/// A panel with one thin curve a run.
fn overlay(channel: &Channel, curves: impl Iterator<Item = Curve>) -> Panel {
    Panel {
        title: channel.label(),
        x: ("t [s]".to_owned(), Scale::Linear),
        y: (String::new(), Scale::Linear),
        curves: curves.enumerate().map(|(curve, points)| Points { curve, points }).collect(),
        slopes: Vec::new(),
        marks: false,
        equal: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(text: &str) -> Option<Vec<f64>> {
        Axis::parse("mu", text).ok().flatten().map(|axis| axis.values)
    }

    #[test]
    fn values_are_read_as_written() {
        assert_eq!(axis("0:0.5:3"), Some(vec![0.0, 0.25, 0.5]));
        assert_eq!(axis("2:1:1"), Some(vec![2.0]));
        assert_eq!(axis("0.1, 0.2,1e3"), Some(vec![0.1, 0.2, 1e3]));
        // The last one is exact, however the steps between round.
        assert_eq!(axis("0:0.3:4").and_then(|v| v.last().copied()), Some(0.3));
        for alone in ["3", "2*k", "[1, 2, 3]", "atan2(1, 2)", "{ a = 1, b = 2 }"] {
            assert!(matches!(Axis::parse("mu", alone), Ok(None)), "{alone}");
        }
        for bad in ["0:1", "0:x:3", "0:1:0", "0:1:2.5", "0:inf:3"] {
            assert!(Axis::parse("mu", bad).is_err_and(|e| e.to_string().contains("FROM:TO:COUNT")), "{bad}");
        }
    }

    #[test]
    fn every_run_has_a_point_and_the_last_axis_is_the_fastest() {
        let axes = [("a", vec![1.0, 2.0]), ("b", vec![5.0, 6.0, 7.0])];
        let axes = axes.into_iter().map(|(name, values)| Axis { name: name.to_owned(), values }).collect();
        let sweep = Sweep { axes, shard: (1, 1) };
        let points: Vec<Vec<f64>> = (0..6).map(|number| sweep.point(number)).collect();
        assert_eq!(points[..4], [[1.0, 5.0], [1.0, 6.0], [1.0, 7.0], [2.0, 5.0]]);
        assert_eq!(sweep.count().ok(), Some(6));
    }
}
