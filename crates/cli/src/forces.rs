//! `carom forces`.

use crate::Exit;
use crate::args::ForcesArguments;
use crate::statics::{Found, refuse, tell};
use carom::evaluate::{Filter, ForceSettings};
use carom::post::Shape;
use carom::run::run_forces;

pub fn forces(arguments: &ForcesArguments) -> Exit {
    let named = |names: &[String]| match names {
        [both] => Some([both.clone(), both.clone()]),
        [first, second] => Some([first.clone(), second.clone()]),
        _ => None,
    };
    let settings = ForceSettings {
        damping: arguments.model,
        shape: if arguments.plain_cubic { Shape::Plain } else { Shape::Piecewise },
        filter: if arguments.filter == "peaks" { Filter::Peaks } else { Filter::Hits },
        restitution: arguments.restitution,
        stiffness: arguments.stiffness.map(|stiffness| [stiffness, arguments.exponent]),
        materials: named(&arguments.material),
        radii: None,
    };
    match run_forces(&arguments.result, &arguments.contact, &settings) {
        Ok(result) => {
            let (json, summary) = (result.json(), result.summary());
            let found = Found { json, summary, notes: result.notes, warnings: Vec::new(), sources: Vec::new() };
            tell(&found, &arguments.output);
            Exit::Done
        }
        Err(error) => refuse(&error, &arguments.output),
    }
}
