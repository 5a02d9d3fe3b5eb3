//! `carom compare`.

use crate::args::CompareArguments;
use crate::converge::plan;
use crate::statics::{Found, directory, refuse, tell};
use crate::{Exit, console, progress};
use carom::run::{AnalysisError, run_compare};
use carom::study::NORMS;

pub fn compare(arguments: &CompareArguments) -> Exit {
    let study = &arguments.study;
    let overrides = study.pairs();
    let norm = NORMS.iter().position(|name| *name == arguments.norm).unwrap_or_default();
    let made = plan(study, Some(&arguments.schemes)).map_err(AnalysisError::from).and_then(|plan| {
        let loaded = crate::model::read(&study.model, &overrides)?;
        let out = directory(&study.model, study.out.as_ref(), "compare");
        let make = || run_compare(loaded, &overrides, (&plan, norm), &out);
        progress::of_study(&plan.progress, study.output.quiet, make)
    });
    match made {
        Ok(result) => {
            let (json, summary, complete) = (result.json(), result.summary(), result.is_complete());
            tell(
                &Found { json, summary, notes: result.notes, warnings: result.warnings, sources: result.sources },
                &study.output,
            );
            if complete {
                return Exit::Done;
            }
            console::error("no scheme ran with any of the steps");
            Exit::Failed
        }
        Err(error) => refuse(&error, &study.output),
    }
}
