//! `carom verify`.

use crate::Exit;
use crate::args::VerifyArguments;
use crate::console;
use carom_verify as verify;

pub fn verify(arguments: &VerifyArguments) -> Exit {
    let verification = match verify::verify(&arguments.ids, arguments.report.is_some(), &mut |id| {
        console::tell(&format!("running {id}"))
    }) {
        Ok(verification) => verification,
        Err(error) => {
            console::error(&error.to_string());
            return Exit::Refused;
        }
    };
    let results = &verification.results;
    if arguments.json {
        console::print(&format!("{}\n", verify::json(results)));
    } else {
        console::print(&verify::table(results));
    }
    if arguments.timings {
        console::tell(&verify::timing_table(&verification.timings));
    }
    let markdown = arguments.markdown.as_ref().map(|path| (path, verify::markdown(results)));
    let manual = arguments.report.as_ref().map(|path| (path, verify::html(results, &verification.sections)));
    for (path, text) in markdown.into_iter().chain(manual) {
        if let Err(error) = std::fs::write(path, text) {
            console::error(&format!("cannot write `{}`: {error}", path.display()));
            return Exit::Refused;
        }
    }
    let unexplained = results.iter().any(|row| !row.met && row.known.is_none());
    if unexplained { Exit::Failed } else { Exit::Done }
}
