//! Runs of model texts, for tests.

use crate::drive::Simulation;
use crate::history::History;
use crate::spec::load_str;

/// Runs a model with some parameters and settings changed to its end; the history has a row for every step.
///
/// # Panics
///
/// Where the model is bad or the run fails, with the message that a user would read.
pub fn run(text: &str, set: &[(&str, &str)]) -> (Simulation, History) {
    let set: Vec<(String, String)> = set.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let loaded = load_str("model.toml", text, &set).unwrap_or_else(|e| panic!("{e}"));
    let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"));
    let mut history = History::of(&simulation, loaded.sensors).of_all_steps();
    simulation.run(&mut history).unwrap_or_else(|e| panic!("{e}"));
    (simulation, history)
}
