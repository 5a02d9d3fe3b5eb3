//! `carom verify`.

use crate::Exit;
use crate::args::VerifyArguments;
use crate::console;
use carom_verify as verify;

pub fn verify(arguments: &VerifyArguments) -> Exit {
    let verification = match verify::verify(&arguments.ids, &mut |id| console::tell(&format!("running {id}"))) {
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
    if let Some(path) = &arguments.markdown
        && let Err(error) = std::fs::write(path, verify::markdown(results))
    {
        console::error(&format!("cannot write `{}`: {error}", path.display()));
        return Exit::Refused;
    }
    let unexplained = results.iter().any(|row| !row.met && row.known.is_none());
    if unexplained { Exit::Failed } else { Exit::Done }
}
