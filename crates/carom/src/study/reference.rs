//! What runs are compared with: the exact solution of the model, event-driven integration, a run with a much smaller
//! step, or a file.
//!
//! The error of a finer run with the step h/k spoils an order p by h^p/k^p at the smallest step: with k ≥ 16 an order of one by 0.05
//! in the last pair of steps, an order of two by 0.003.

use super::norms::distance;
use super::quantity::{of_file, of_reference};
use super::{Quantity, SchemeChoice, Signal, StudyError, parse_schemes};
use crate::expr::Expression;
use crate::record::{csv, label_name};
use crate::spec::{Loaded, cure};
use std::path::{Path, PathBuf};

/// Where the truth comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Reference {
    /// The table `[reference]` of the model.
    Analytic,
    /// Event-driven integration of high order.
    Events,
    /// A run with a smaller step: of each scheme itself, or of one for all.
    Finest(Option<SchemeChoice>),
    /// A history as CSV.
    File(PathBuf),
}

/// Steps of a finer run in the smallest step of a study: at least, and at most to meet the times of all others.
const FINER: std::ops::RangeInclusive<u32> = 16..=64;

impl Reference {
    /// `analytic`, `events`, `finest`, `finest:SCHEME` or the name of a file.
    pub fn parse(text: &str) -> Result<Self, StudyError> {
        if let Some(scheme) = text.strip_prefix("finest:") {
            return match parse_schemes(scheme)?.as_slice() {
                [one] => Ok(Self::Finest(Some(one.clone()))),
                _ => Err(StudyError::asked(format!("`{text}` names several schemes"), "name one")),
            };
        }
        match text {
            "analytic" => Ok(Self::Analytic),
            "events" => Ok(Self::Events),
            "finest" => Ok(Self::Finest(None)),
            file if Path::new(file).is_file() => Ok(Self::File(PathBuf::from(file))),
            other => {
                let words = ["analytic", "events", "finest"];
                let message = format!("`{other}` is no reference, and no file of this name exists");
                let help =
                    format!("expected analytic, events, finest, finest:SCHEME or a CSV file; {}", cure(other, &words));
                Err(StudyError::asked(message, help))
            }
        }
    }

    /// The one to take if nothing is said: the exact solution if the model has one, else a finer run.
    pub fn default_of(loaded: &Loaded) -> Self {
        if loaded.reference.is_empty() { Self::Finest(None) } else { Self::Analytic }
    }

    /// What it is compared in, if nothing is said.
    pub(super) fn quantities(&self, loaded: &Loaded) -> Result<Vec<Quantity>, StudyError> {
        match self {
            Self::Analytic if loaded.reference.is_empty() => Err(no_reference()),
            Self::Analytic => of_reference(loaded),
            Self::Events | Self::Finest(_) => Ok(Quantity::of_motion()),
            Self::File(path) => {
                let (columns, _) = read(path)?;
                let found = of_file(loaded, &columns)?;
                let message = || format!("no sensor of the model has a column in `{}`", path.display());
                let help = format!("its columns: {}", columns.join(", "));
                if found.is_empty() { Err(StudyError::asked(message(), help)) } else { Ok(found) }
            }
        }
    }

    /// In words.
    pub(super) fn describe(&self, step: f64) -> String {
        match self {
            Self::Analytic => "the exact solution in [reference]".to_owned(),
            Self::Events => "event-driven integration".to_owned(),
            Self::Finest(None) => format!("a run of each scheme with h = {step:.4e} s"),
            Self::Finest(Some(scheme)) => format!("a run of {} with h = {step:.4e} s", scheme.label),
            Self::File(path) => format!("the file {}", path.display()),
        }
    }
}

fn no_reference() -> StudyError {
    let help = "add [reference] with channels as expressions of `t`, or --set \"reference.CHANNEL=EXPRESSION\"";
    StudyError::asked("the model has no exact solution", help)
}

/// Size of the step of a finer run: every step is a multiple of it, if there is such a size.
pub(super) fn finer_step(steps: &[f64]) -> f64 {
    let smallest = steps.iter().copied().fold(f64::INFINITY, f64::min);
    let whole = |ratio: f64| (ratio - ratio.round()).abs() < 1e-6 * ratio;
    let meets = |k: &u32| steps.iter().all(|h| whole(h / smallest * f64::from(*k)));
    smallest / f64::from(FINER.into_iter().find(meets).unwrap_or(*FINER.start()))
}

/// The truth of one quantity.
#[derive(Clone, Debug)]
pub struct Truth {
    exact: Vec<Expression>,
    graph: Signal,
}

impl Truth {
    /// Closed forms of the components; `times` are those at which the graph is drawn.
    pub fn exact(exact: Vec<Expression>, times: Vec<f64>) -> Self {
        let at = |t: f64| -> Vec<f64> { exact.iter().map(|e| e.eval(&[t])).collect() };
        let graph = with_jumps(&times, exact.len(), at);
        Self { exact, graph }
    }

    pub fn sampled(graph: Signal) -> Self {
        Self { exact: Vec::new(), graph }
    }

    /// The value at a time, and whether it was interpolated.
    pub fn at(&self, t: f64, value: &mut Vec<f64>) -> bool {
        if self.exact.is_empty() {
            return self.graph.at(t, value);
        }
        value.clear();
        value.extend(self.exact.iter().map(|e| e.eval(&[t])));
        false
    }

    pub fn graph(&self) -> &Signal {
        &self.graph
    }
}

/// The graph of a function through its values at some times, with the jumps between them: where a piece is more than twice as high as
/// its neighbours, bisection looks for a height that stays.
fn with_jumps(times: &[f64], width: usize, at: impl Fn(f64) -> Vec<f64>) -> Signal {
    let rows: Vec<Vec<f64>> = times.iter().map(|t| at(*t)).collect();
    let height = |i: usize| if i + 1 < rows.len() { distance(&rows[i], &rows[i + 1]) } else { 0.0 };
    let mut signal = Signal::new(width);
    for (i, row) in rows.iter().enumerate() {
        signal.push(times[i], row.iter().copied());
        let neighbours = if i > 0 { height(i - 1) } else { 0.0 }.max(height(i + 1));
        if height(i) > 2.0 * neighbours {
            let (mut low, mut high) = ((times[i], row.clone()), (times[i + 1], rows[i + 1].clone()));
            loop {
                let t = 0.5 * (low.0 + high.0);
                if t <= low.0 || t >= high.0 {
                    break;
                }
                let middle = at(t);
                let side = if distance(&low.1, &middle) > distance(&middle, &high.1) { &mut high } else { &mut low };
                *side = (t, middle);
            }
            if distance(&low.1, &high.1) > 0.5 * height(i) {
                signal.push(high.0, low.1);
                signal.push(high.0, high.1);
            }
        }
    }
    signal
}

/// The exact solution of quantities, with a graph of `count` pieces.
pub(super) fn analytic(loaded: &Loaded, quantities: &[Quantity], count: usize) -> Result<Vec<Truth>, StudyError> {
    if loaded.reference.is_empty() {
        return Err(no_reference());
    }
    let until = loaded.settings.until;
    let times: Vec<f64> = (0..=count).map(|i| until * i as f64 / count as f64).collect();
    let of = |name: &str| loaded.reference.iter().find(|(channel, _)| channel == name).map(|(_, e)| e.clone());
    let truth = |quantity: &Quantity| {
        let channels = quantity.channels().unwrap_or_default();
        let found: Vec<Expression> = channels.iter().filter_map(|name| of(name)).collect();
        if found.is_empty() || found.len() < channels.len() {
            let message = format!("the exact solution of `{}` is not known", quantity.name);
            let known: Vec<&str> = loaded.reference.iter().map(|(name, _)| name.as_str()).collect();
            return Err(StudyError::asked(message, format!("[reference] has `{}`", known.join("`, `"))));
        }
        Ok(Truth::exact(found, times.clone()))
    };
    quantities.iter().map(truth).collect()
}

/// Names of the columns of a history and the columns, the time first.
fn read(path: &Path) -> Result<(Vec<String>, Vec<Vec<f64>>), StudyError> {
    let bad = |message: String| {
        StudyError::asked(message, "expected a history such as sensors.csv: the time first, columns by name")
    };
    let (labels, columns) = csv::read(path).map_err(|error| bad(error.to_string()))?;
    let times = &columns[0];
    if let Some(i) = (1..times.len()).find(|i| times[*i] < times[i - 1] || times[*i].is_nan()) {
        return Err(bad(format!(
            "`{}`, line {}: the time {} is not after that before it",
            path.display(),
            i + 2,
            times[i]
        )));
    }
    if times.is_empty() {
        return Err(bad(format!("`{}` has no rows", path.display())));
    }
    Ok((labels.iter().map(|label| label_name(label).to_owned()).collect(), columns))
}

/// Quantities as a file has them.
pub(super) fn of_csv(path: &Path, until: f64, quantities: &[Quantity]) -> Result<Vec<Truth>, StudyError> {
    let (names, columns) = read(path)?;
    let (first, last) = (columns[0][0], columns[0][columns[0].len() - 1]);
    if first > 1e-9 * until || last < (1.0 - 1e-9) * until {
        let message = format!("`{}` goes from {first} to {last} s, the model from 0 to {until} s", path.display());
        return Err(StudyError::asked(message, format!("give a file that covers it, or --until {last}")));
    }
    let truth = |quantity: &Quantity| {
        let channels = quantity.channels();
        let places =
            channels.as_ref().map(|list| list.iter().map(|name| names.iter().position(|n| n == name)).collect());
        let Some(Some(places)) =
            places.map(|places: Vec<Option<usize>>| places.into_iter().collect::<Option<Vec<_>>>())
        else {
            let message = format!("`{}` has no column for `{}`", path.display(), quantity.name);
            return Err(StudyError::asked(message, format!("its columns: {}", names[1..].join(", "))));
        };
        let mut signal = Signal::new(places.len());
        columns[0].iter().enumerate().for_each(|(i, t)| signal.push(*t, places.iter().map(|c| columns[*c][i])));
        Ok(Truth::sampled(signal))
    };
    quantities.iter().map(truth).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finer_step_divides_all_others() {
        let step = finer_step(&[1e-2, 5e-3, 2.5e-3]);
        assert!((2.5e-3 / step - 16.0).abs() < 1e-9);
        let step = finer_step(&[1e-2, 7e-3]);
        assert!((7e-3 / step - 21.0).abs() < 1e-9 && (1e-2 / step - 30.0).abs() < 1e-9);
        assert!((1e-3 / finer_step(&[std::f64::consts::PI * 1e-3, 1e-3]) - 16.0).abs() < 1e-9);
    }

    #[test]
    fn jumps_of_exact_solutions_are_sharp() {
        let step = Expression::parse("if(t < 0.3141, t, t - 5)", &["t"], &|_| None, &[]).unwrap();
        let truth = Truth::exact(vec![step], (0..=10).map(|i| 0.1 * f64::from(i)).collect());
        let graph = truth.graph();
        assert_eq!(graph.len(), 13);
        assert!(
            graph.times()[4] == graph.times()[5] && (graph.times()[4] - 0.3141).abs() < 1e-15,
            "{:?}",
            graph.times()
        );
        assert!((graph.row(4)[0] - 0.3141).abs() < 1e-12 && (graph.row(5)[0] + 4.6859).abs() < 1e-12);
    }

    #[test]
    fn words_and_files_are_references() {
        assert_eq!(Reference::parse("finest").unwrap(), Reference::Finest(None));
        assert!(matches!(Reference::parse("finest:coupled").unwrap(), Reference::Finest(Some(_))));
        for bad in ["analitic", "finest:", "finest:all", "nowhere.csv"] {
            assert!(Reference::parse(bad).is_err(), "{bad}");
        }
    }
}
