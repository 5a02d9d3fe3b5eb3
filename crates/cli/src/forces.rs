//! `carom forces`.

use crate::Exit;
use crate::args::ForcesArguments;
use crate::statics::{Found, refuse, tell};
use carom::evaluate::{Filter, ForceSettings, Radii};
use carom::post::{Shape, StressLife};
use carom::run::{AnalysisError, ForcesResult, run_forces};

pub fn forces(arguments: &ForcesArguments) -> Exit {
    match recover(arguments) {
        Ok(result) => {
            let (json, summary) = (result.json(), result.summary());
            let found = Found { json, summary, notes: result.notes, warnings: Vec::new(), sources: Vec::new() };
            tell(&found, &arguments.output);
            Exit::Done
        }
        Err(error) => refuse(&error, &arguments.output),
    }
}

fn recover(arguments: &ForcesArguments) -> Result<ForcesResult, AnalysisError> {
    let asked = |message: &str, help: &str| AnalysisError::Asked { message: message.to_owned(), help: help.to_owned() };
    let materials = match &arguments.material[..] {
        [] => None,
        [both] => Some([both.clone(), both.clone()]),
        [first, second] => Some([first.clone(), second.clone()]),
        _ => {
            return Err(asked(
                "a contact has two bodies, and a material for each",
                "give --material NAME or NAME,NAME",
            ));
        }
    };
    let radii = match arguments.radii[..] {
        [] => None,
        [a, b, c, d] => Some(Radii { first: [a, b], second: [c, d], angle: 0.0 }),
        _ => return Err(asked("two surfaces have four principal radii", "give --radii R1,R1',R2,R2'")),
    };
    let line = "give --life S,N,M or S,N,M,LIMIT";
    let life = match arguments.life[..] {
        [] => None,
        [stress, cycles, slope] => Some(StressLife::new(stress, cycles, slope, 0.0)),
        [stress, cycles, slope, limit] => Some(StressLife::new(stress, cycles, slope, limit)),
        _ => return Err(asked("an S-N line has three numbers, or four", line)),
    };
    let life = life.transpose().map_err(|error| asked(&error.to_string(), line))?;
    if let Some(e) = arguments.restitution.filter(|e| !(0.0..=1.0).contains(e)) {
        return Err(asked(&format!("coefficient of restitution = {e}"), "give --restitution from 0 to 1"));
    }
    let settings = ForceSettings {
        damping: arguments.model,
        shape: if arguments.plain_cubic { Shape::Plain } else { Shape::Piecewise },
        filter: if arguments.filter == "peaks" { Filter::Peaks } else { Filter::Hits },
        restitution: arguments.restitution,
        stiffness: arguments.stiffness.map(|stiffness| [stiffness, arguments.exponent]),
        materials,
        radii,
    };
    run_forces(&arguments.result, &arguments.contact, &settings, life)
}
