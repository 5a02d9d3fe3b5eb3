//! Why a verification cannot run.

use carom::analysis::{ModesError, StaticError};
use carom::drive::{RunError, StartError};
use carom::evaluate::EvaluationError;
use carom::post::PostError;
use carom::spec::LoadError;
use carom::study::StudyError;

#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    #[error("there is no benchmark `{id}`; the nearest is `{nearest}`")]
    UnknownId { id: String, nearest: &'static str },
    #[error("the expected values of `{id}` are not readable: {message}")]
    Expect { id: &'static str, message: String },
    #[error("`{id}`: the quantity `{quantity}` is measured but not expected, or expected but not measured")]
    Quantity { id: &'static str, quantity: String },
    #[error("`{id}` has no channel or parameter `{channel}`")]
    Channel { id: &'static str, channel: String },
    #[error("the model of `{id}` is not readable: {source}")]
    Load { id: &'static str, source: LoadError },
    #[error("`{id}` does not start: {source}")]
    Start { id: &'static str, source: StartError },
    #[error("`{id}` stopped: {source}")]
    Run { id: &'static str, source: RunError },
    #[error("`{id}` finds no equilibrium: {source}")]
    Static { id: &'static str, source: StaticError },
    #[error("`{id}` finds no modes: {source}")]
    Modes { id: &'static str, source: ModesError },
    #[error("the study of `{id}` cannot be made: {source}")]
    Study { id: &'static str, source: StudyError },
    #[error("`{id}`: forces are not recovered: {source}")]
    Evaluation { id: &'static str, source: EvaluationError },
    #[error("`{id}`: forces do not follow from the impulses: {source}")]
    Post { id: &'static str, source: PostError },
    #[error("`{id}`: {what} did not happen")]
    Event { id: &'static str, what: &'static str },
}

impl VerifyError {
    /// Whether the simulation is to blame, not the program or its files.
    pub(crate) fn is_of_the_run(&self) -> bool {
        matches!(
            self,
            Self::Start { .. } | Self::Run { .. } | Self::Static { .. } | Self::Modes { .. } | Self::Event { .. }
        )
    }
}
