//! `carom fmu`.

use crate::args::FmuArguments;
use crate::run::default_directory;
use crate::{Exit, console, model};
use carom::fmu::{Causality, FmuError, export, variables};
use carom::spec::LoadError;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::PathBuf;

pub fn fmu(arguments: &FmuArguments) -> Exit {
    let set = arguments.overrides.pairs();
    let loaded = match model::read(&arguments.model, &set) {
        Ok(loaded) => loaded,
        Err(error) => return refuse(&error),
    };
    console::diagnostics(&loaded.warnings, &loaded.sources);
    let name = default_directory(&arguments.model);
    let name = name.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let target = arguments.out.clone().unwrap_or_else(|| PathBuf::from(format!("{name}.fmu")));
    let library = arguments.library.clone().unwrap_or_else(beside);
    match export(&loaded, &set, &library, &target) {
        Ok(()) => {
            let all = variables(&loaded);
            let count = |kind| all.iter().filter(|variable| variable.causality == kind).count();
            console::print(&format!(
                "{}: {} inputs, {} outputs, {} parameters\n",
                target.display(),
                count(Causality::Input),
                count(Causality::Output),
                count(Causality::Parameter),
            ));
            Exit::Done
        }
        Err(FmuError::Model(error)) => refuse(&error),
        Err(error) => {
            console::error(&error.to_string());
            Exit::Refused
        }
    }
}

fn refuse(error: &LoadError) -> Exit {
    console::refused(error, false);
    Exit::Refused
}

/// The library in the folder of this program.
fn beside() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    program.with_file_name(format!("{DLL_PREFIX}carom_fmu{DLL_SUFFIX}"))
}
