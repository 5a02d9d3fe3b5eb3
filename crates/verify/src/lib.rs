//! Verification: the benchmarks of the project, computed and compared with published values.
//!
//! A row is a folder `benchmarks/<id>/` with a model, its expected values and a text; models and expected values are part of the
//! program, so that verification runs anywhere. Beside its own quantities every row whose model moves reports, over all of its
//! runs,
//!
//! - `drift`: largest violation of a joint, `penetration`: deepest one, both relative to the model's length;
//! - `augmentation`: largest difference of the trajectory, relative to its range, when the augmentation parameters are
//!   multiplied by 0.1 and by 10.
//!
//! Numbers are never tuned until they agree: a quantity that is not met stays in the table, with the reason if it is known.

mod ball;
mod ball_wall;
mod bar;
mod beam;
mod bearing;
mod belt;
mod billiard;
mod block;
mod bouncers;
mod case;
mod contact_forces;
mod corners;
mod crank_errors;
mod crank_rod;
mod cube;
mod cue;
mod elliptic;
mod energy;
mod error;
mod expect;
mod flexible_cube;
mod flexible_pendulum;
mod impact_orders;
mod incline;
mod kane;
mod manual;
mod masses;
mod measures;
mod mechanism;
mod multiple_impact;
mod naive;
mod oblique;
mod pendulum;
mod plate;
mod report;
mod rocking_rod;
mod roller_crank;
mod rolling;
mod rows;
mod schemes;
mod solid;
mod spectral;
mod spheres;
mod stuck;
mod three_masses;
mod timoshenko;
mod top;
mod vibration;
mod woodpecker;
pub mod work;

pub use error::VerifyError;
pub use manual::html;
pub use report::{json, markdown, table, timing_table};

use case::Case;
use expect::Expected;
use rows::{ROWS, Row};
use serde::Serialize;

/// One quantity of a benchmark, beside its published value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RowResult {
    pub id: String,
    pub quantity: String,
    /// The published or analytic value, if there is one.
    pub published: Option<f64>,
    pub computed: f64,
    pub unit: String,
    /// Largest accepted distance from the published value, or the limit of a quantity without one.
    pub tolerance: f64,
    pub met: bool,
    /// Why it is not met, where that is understood.
    #[serde(skip)]
    pub known: Option<String>,
    pub source: String,
    /// The condition in words, and what there is to say about the computed value.
    #[serde(skip)]
    pub note: String,
}

/// How fast the runs of a benchmark were, sensors included.
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    pub id: String,
    pub steps: u64,
    pub seconds: f64,
}

/// Results and speed of a verification.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verification {
    pub results: Vec<RowResult>,
    pub timings: Vec<Timing>,
    /// Sections of the verification manual, if it is wanted.
    pub sections: Vec<String>,
}

/// The ids of all benchmarks, in the order of the table.
pub fn ids() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.id)
}

/// Runs the named benchmarks, or all; `progress` hears of each id when it begins.
pub fn run(ids: &[String], progress: &mut dyn FnMut(&str)) -> Result<Vec<RowResult>, VerifyError> {
    Ok(verify(ids, false, progress)?.results)
}

/// Like [`run`], with the speed of every row, and the sections of the manual if it is wanted.
pub fn verify(ids: &[String], manual: bool, progress: &mut dyn FnMut(&str)) -> Result<Verification, VerifyError> {
    let chosen: Vec<&Row> = if ids.is_empty() {
        ROWS.iter().collect()
    } else {
        ids.iter().map(|id| rows::find(id)).collect::<Result<_, _>>()?
    };
    let mut all = Verification::default();
    for row in chosen {
        progress(row.id);
        let expected = expect::parse(row)?;
        let mut case = Case::new(row);
        let outcome = (row.measure)(&mut case).and_then(|()| case.common());
        match outcome {
            Ok(()) => {}
            // The row stays in the table: what was not computed is not met.
            Err(e) if e.is_of_the_run() => case.failure = Some(e.to_string()),
            Err(e) => return Err(e),
        }
        let timing = Timing { id: row.id.to_owned(), steps: case.steps, seconds: case.seconds };
        let results = compare(row, &case, &expected)?;
        if manual {
            all.sections.push(manual::section(row, &case, &results, &timing)?);
        }
        all.timings.push(timing);
        all.results.extend(results);
    }
    Ok(all)
}

/// Puts what a case measured beside what is expected of it.
fn compare(row: &Row, case: &Case, expected: &[Expected]) -> Result<Vec<RowResult>, VerifyError> {
    let mismatch = |quantity: &str| VerifyError::Quantity { id: row.id, quantity: quantity.to_owned() };
    if let Some(m) = case.measured.iter().find(|m| expected.iter().all(|e| e.name != m.name)) {
        return Err(mismatch(&m.name));
    }
    expected
        .iter()
        .map(|e| {
            let measured = case.measured.iter().find(|m| m.name == e.name);
            let (value, remark) = match (measured, &case.failure) {
                (Some(m), _) => (m.value, m.remark.as_deref()),
                (None, Some(failure)) => (f64::NAN, Some(failure.as_str())),
                (None, None) => return Err(mismatch(&e.name)),
            };
            Ok(e.result(row.id, value, remark))
        })
        .collect()
}
