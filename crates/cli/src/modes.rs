//! `carom modes`.

use crate::Exit;
use crate::args::AnalysisArguments;
use crate::statics::{Found, analyse};

pub fn modes(arguments: &AnalysisArguments) -> Exit {
    analyse(arguments, "modes", |loaded, directory| {
        let found = carom::run::run_modes(loaded, &arguments.set.pairs(), directory)?;
        let (json, summary) = (found.json(), found.summary());
        Ok(Found { json, summary, notes: found.notes, warnings: found.warnings, sources: found.sources })
    })
}
