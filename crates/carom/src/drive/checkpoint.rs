//! Checkpoints of a simulation: what it needs to go on as if it had never stopped.

use super::Simulation;
use crate::contact::ContactId;
use crate::integrate::State;
use crate::record::{Checkpoint, FieldError};

/// A checkpoint that does not belong to this model.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RestoreError {
    #[error("the checkpoint does not fit this model: {0}")]
    Field(#[from] FieldError),
    #[error("the checkpoint does not fit this model: its contact {0} is between other bodies")]
    Contact(ContactId),
    #[error("the checkpoint does not fit this model: it has {found} contacts, expected {expected}")]
    Contacts { expected: usize, found: usize },
}

const GRID: &str = "grid";
const CONTROL: &str = "size of steps";
const STATISTICS: &str = "statistics";

impl Simulation {
    /// Everything that a resumed run needs; together with the model it determines all that follows.
    pub fn checkpoint(&self) -> Checkpoint {
        let mut out = Checkpoint::new(self.statistics.steps, self.time());
        out.put(GRID, &self.grid.place);
        out.put(CONTROL, &self.control);
        out.put(STATISTICS, &self.statistics);
        self.state.save(&mut out);
        self.save_inputs(&mut out);
        out
    }

    /// A checkpoint at any step: starts anew here, so that what follows is the same, bit for bit, as what follows [`Simulation::restore`].
    pub fn save(&mut self) -> Checkpoint {
        self.restart();
        self.checkpoint()
    }

    /// Continues from a checkpoint of the same model.
    pub fn restore(&mut self, checkpoint: &Checkpoint) -> Result<(), RestoreError> {
        self.grid.place = checkpoint.get(GRID)?;
        self.control = checkpoint.get(CONTROL)?;
        self.statistics = checkpoint.get(STATISTICS)?;
        self.list_contacts(&State::saved_ids(checkpoint)?)?;
        self.state.restore(checkpoint)?;
        self.restore_inputs(checkpoint)?;
        self.state.kin.update_ports(&self.system.model.ports);
        self.state.place_compliant(&self.system);
        self.restart();
        self.take_held();
        Ok(())
    }

    /// Lists the contacts that were candidates when the checkpoint was written, ascending.
    fn list_contacts(&mut self, ids: &[ContactId]) -> Result<(), RestoreError> {
        let fixed = self.system.model.contacts.len();
        self.candidates.list(&self.system, ids.get(fixed..).unwrap_or_default());
        let known = self.candidates.ids();
        if let Some(other) = ids.iter().zip(known).find(|(id, known)| id != known) {
            return Err(RestoreError::Contact(*other.0));
        }
        if ids.len() != known.len() {
            return Err(RestoreError::Contacts { expected: known.len(), found: ids.len() });
        }
        self.state.follow(&self.candidates);
        Ok(())
    }
}
