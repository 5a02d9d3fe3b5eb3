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
    let materials = match &arguments.material[..] {
        [both] => Some([both.clone(), both.clone()]),
        [first, second] => Some([first.clone(), second.clone()]),
        _ => None,
    };
    let radii = match arguments.radii[..] {
        [a, b, c, d] => Some(Radii { first: [a, b], second: [c, d], angle: 0.0 }),
        _ => None,
    };
    let asked = |message: String| AnalysisError::Asked { message, help: "give --life S,N,M or S,N,M,LIMIT".to_owned() };
    let life = match arguments.life[..] {
        [] => None,
        [stress, cycles, slope] => Some(StressLife::new(stress, cycles, slope, 0.0)),
        [stress, cycles, slope, limit] => Some(StressLife::new(stress, cycles, slope, limit)),
        _ => return Err(asked("an S-N line has three numbers, or four".to_owned())),
    };
    let life = life.transpose().map_err(|error| asked(error.to_string()))?;
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
