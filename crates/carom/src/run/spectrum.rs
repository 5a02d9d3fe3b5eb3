//! `carom spectrum`: spectral radius, numerical damping and period error of schemes over Δt/T, as a table, a CSV file and a picture.

use super::analysis::AnalysisError;
use super::converge::{quoted, write_text};
use crate::record::{
    Chart, PANEL_SIZE, Panel, Points, RecordError, Scale, clear_directory, file, is_result, run_json, take_directory,
};
use crate::study::{Response, SchemeChoice, Spectrum, spectrum};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Spectra that were computed and recorded.
pub struct SpectrumResult {
    pub study: Spectrum,
    pub directory: PathBuf,
    pub notes: Vec<String>,
}

/// Ratios Δt/T that the table shows, or those nearest to them.
const SHOWN: [f64; 5] = [0.01, 0.1, 0.3, 1.0, 10.0];
/// Beyond this Δt/T damping and period of the principal roots say nothing of a vibration any more.
const RESOLVED: f64 = 0.5;
/// A scheme whose spectral radius is above this is unstable; how much so would only stretch the axis.
const UNSTABLE: f64 = 1.2;

/// Computes spectra and records them.
pub fn run_spectrum(
    schemes: &[SchemeChoice],
    ratios: &[f64],
    directory: &Path,
) -> Result<SpectrumResult, AnalysisError> {
    let study = spectrum(schemes, ratios)?;
    let mut notes = Vec::new();
    let _lock = take_directory(directory)?;
    if is_result(directory) {
        notes.push(format!("the results of an earlier run in `{}` are replaced", directory.display()));
    }
    write(&study, directory)?;
    Ok(SpectrumResult { study, directory: directory.to_owned(), notes })
}

fn write(study: &Spectrum, directory: &Path) -> Result<(), RecordError> {
    let say = |outcome: &str| {
        let head = json!({ "carom": env!("CARGO_PKG_VERSION"), "analysis": "spectrum", "outcome": outcome, "schemes": study.schemes });
        run_json::write(&directory.join(file::RUN), &head)
    };
    say("running")?;
    clear_directory(directory)?;
    let mut text = "scheme,step/period [-],spectral radius [-],damping ratio [-],period error [-]\n".to_owned();
    for (scheme, responses) in study.schemes.iter().zip(&study.responses) {
        for r in responses {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{},{:e},{:e},{:e},{:e}", quoted(scheme), r.ratio, r.radius, r.damping, r.period);
        }
    }
    write_text(&directory.join(file::SPECTRUM_CSV), &text)?;
    chart(study).write(&directory.join(file::SPECTRUM_SVG))?;
    say("finished")
}

fn chart(study: &Spectrum) -> Chart {
    let panel = |title: &str, scale: Scale, most: f64, value: &dyn Fn(&Response) -> f64| Panel {
        title: title.to_owned(),
        x: ("step / period".to_owned(), scale),
        y: (String::new(), Scale::Linear),
        curves: (study.responses.iter().enumerate())
            .map(|(curve, list)| Points {
                curve,
                points: list.iter().filter(|r| r.ratio <= most).map(|r| (r.ratio, value(r))).collect(),
            })
            .collect(),
        slopes: Vec::new(),
        marks: false,
        equal: false,
    };
    let panels = vec![
        panel("spectral radius", Scale::Logarithmic, f64::INFINITY, &|r| {
            if r.radius < UNSTABLE { r.radius } else { f64::NAN }
        }),
        panel("numerical damping ratio", Scale::Linear, RESOLVED, &|r| r.damping),
        panel("relative period error", Scale::Linear, RESOLVED, &|r| r.period),
    ];
    Chart {
        title: "A vibration in one step".to_owned(),
        columns: 3,
        panels,
        legend: study.schemes.clone(),
        size: PANEL_SIZE,
    }
}

impl SpectrumResult {
    pub fn json(&self) -> Value {
        let finite = |x: f64| x.is_finite().then_some(x);
        let one = |(scheme, list): (&String, &Vec<Response>)| {
            let column = |value: fn(&Response) -> f64| list.iter().map(|r| finite(value(r))).collect::<Vec<_>>();
            json!({
                "scheme": scheme,
                "step_over_period": column(|r| r.ratio),
                "spectral_radius": column(|r| r.radius),
                "damping_ratio": column(|r| r.damping),
                "period_error": column(|r| r.period),
            })
        };
        let failed = |(k, ratio, reason): &(usize, f64, String)| json!({ "scheme": self.study.schemes[*k], "step_over_period": ratio, "reason": reason });
        json!({
            "outcome": "finished",
            "spectra": self.study.schemes.iter().zip(&self.study.responses).map(one).collect::<Vec<_>>(),
            "failures": self.study.failures.iter().map(failed).collect::<Vec<_>>(),
            "directory": self.directory.display().to_string(),
        })
    }

    /// A table a scheme at some ratios, and the radius at the largest.
    pub fn summary(&self) -> String {
        let mut out = String::new();
        // Writing to a String cannot fail.
        for (scheme, list) in self.study.schemes.iter().zip(&self.study.responses) {
            let _ = writeln!(
                out,
                "{scheme}\n  {:>9}  {:>15}  {:>13}  {:>12}",
                "step/T", "spectral radius", "damping ratio", "period error"
            );
            let nearest =
                |x: f64| list.iter().min_by(|a, b| (a.ratio / x).ln().abs().total_cmp(&(b.ratio / x).ln().abs()));
            let mut shown: Vec<&Response> = SHOWN.into_iter().filter_map(nearest).chain(list.last()).collect();
            shown.dedup_by(|a, b| a.ratio == b.ratio);
            for r in shown {
                let or_none = |x: f64| if x.is_nan() { "–".to_owned() } else { format!("{x:.3e}") };
                let _ = writeln!(
                    out,
                    "  {:>9.3e}  {:>15.6}  {:>13}  {:>12}",
                    r.ratio,
                    r.radius,
                    or_none(r.damping),
                    or_none(r.period)
                );
            }
        }
        for (k, ratio, reason) in &self.study.failures {
            let _ = writeln!(out, "{} at step/T = {ratio:.3e} failed: {reason}", self.study.schemes[*k]);
        }
        let _ = writeln!(out, "results  {}", self.directory.display());
        out
    }
}
