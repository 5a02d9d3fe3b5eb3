//! Inputs of a running model: read, set, kept in checkpoints.

use super::Simulation;
use crate::record::{Checkpoint, FieldError};

/// An input that cannot be set.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum InputError {
    #[error("unknown input `{name}`; {}", known_inputs(known))]
    Unknown { name: String, known: Vec<String> },
    #[error("the input `{name}` cannot be {value}: expected a finite number")]
    NotFinite { name: String, value: f64 },
}

fn known_inputs(known: &[String]) -> String {
    match known {
        [] => "the model has no [inputs]".to_owned(),
        _ => format!("the model has: {}", known.join(", ")),
    }
}

const INPUTS: &str = "inputs";
const SET: &str = "inputs that were set";

impl Simulation {
    /// The inputs as the next step will hold them, in the order of [`crate::model::Model::inputs`].
    pub fn inputs(&self) -> &[f64] {
        &self.state.kin.signals[..self.system.model.inputs.len()]
    }

    /// Sets an input from the next step on, whatever the model says it follows.
    pub fn set_input(&mut self, name: &str, value: f64) -> Result<(), InputError> {
        let Some(place) = self.system.model.input(name) else {
            let known = self.system.model.inputs.iter().map(|input| input.name.clone()).collect();
            return Err(InputError::Unknown { name: name.to_owned(), known });
        };
        self.set_input_at(place, value)
    }

    /// The same by its place, which must be one of [`Simulation::inputs`].
    pub fn set_input_at(&mut self, place: usize, value: f64) -> Result<(), InputError> {
        if !value.is_finite() {
            return Err(InputError::NotFinite { name: self.system.model.inputs[place].name.clone(), value });
        }
        self.set_inputs[place] = true;
        if self.state.kin.signals[place] != value {
            self.state.kin.signals[place] = value;
            if !self.system.moving_ports.is_empty() {
                self.state.kin.update_ports(&self.system.model.ports);
            }
        }
        Ok(())
    }

    /// Takes inputs and sensors for the step that starts here.
    pub(super) fn take_held(&mut self) {
        let set = &self.set_inputs;
        self.state.take_inputs(&self.system, |place| !set[place]);
        self.state.take_signals(self.candidates.assembly(&self.system), &mut self.scratch);
    }

    /// Nothing for models without inputs, whose checkpoints are what they always were.
    pub(super) fn save_inputs(&self, to: &mut Checkpoint) {
        if !self.set_inputs.is_empty() {
            to.put_array(INPUTS, self.inputs().to_vec());
            to.put_array(SET, self.set_inputs.iter().map(|&set| f64::from(set)).collect());
        }
    }

    pub(super) fn restore_inputs(&mut self, from: &Checkpoint) -> Result<(), FieldError> {
        let n = self.set_inputs.len();
        if n > 0 {
            self.state.kin.signals[..n].copy_from_slice(from.array_of(INPUTS, n)?);
            let set = from.array_of(SET, n)?;
            self.set_inputs.iter_mut().zip(set).for_each(|(flag, set)| *flag = *set != 0.0);
        }
        Ok(())
    }
}
