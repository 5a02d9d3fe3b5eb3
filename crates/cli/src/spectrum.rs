//! `carom spectrum`.

use crate::Exit;
use crate::args::SpectrumArguments;
use crate::statics::{Found, refuse, tell};
use carom::run::{AnalysisError, run_spectrum};
use carom::study::{parse_schemes, parse_steps};

pub fn spectrum(arguments: &SpectrumArguments) -> Exit {
    let asked = parse_schemes(&arguments.schemes).and_then(|schemes| Ok((schemes, parse_steps(&arguments.ratios)?)));
    let made = asked
        .map_err(AnalysisError::from)
        .and_then(|(schemes, ratios)| run_spectrum(&schemes, &ratios, &arguments.out));
    match made {
        Ok(result) => {
            let (json, summary) = (result.json(), result.summary());
            tell(
                &Found { json, summary, notes: result.notes, warnings: Vec::new(), sources: Vec::new() },
                &arguments.output,
            );
            Exit::Done
        }
        Err(error) => refuse(&error, &arguments.output),
    }
}
