//! `carom converge`.

use crate::args::{ConvergeArguments, StudyArguments};
use crate::statics::{Found, directory, refuse, tell};
use crate::{Exit, console, progress};
use carom::run::{AnalysisError, run_converge};
use carom::study::{Plan, Reference, StudyError, parse_schemes, parse_steps};

pub fn converge(arguments: &ConvergeArguments) -> Exit {
    let study = &arguments.study;
    let overrides = study.pairs();
    let made = plan(study, arguments.schemes.as_deref()).map_err(AnalysisError::from).and_then(|plan| {
        let loaded = crate::model::read(&study.model, &overrides)?;
        let out = directory(&study.model, study.out.as_ref(), "converge");
        progress::of_study(&plan.progress, study.output.quiet, || run_converge(loaded, &overrides, &plan, &out))
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
            console::error("no scheme ran with two of the steps, so there is no order");
            Exit::Failed
        }
        Err(error) => refuse(&error, &study.output),
    }
}

/// What a study is to compare.
pub fn plan(study: &StudyArguments, schemes: Option<&str>) -> Result<Plan, StudyError> {
    Ok(Plan {
        schemes: schemes.map_or_else(|| Ok(Vec::new()), parse_schemes)?,
        steps: parse_steps(&study.steps)?,
        reference: study.reference.as_deref().map(Reference::parse).transpose()?,
        quantities: study.quantity.clone(),
        progress: Default::default(),
    })
}
