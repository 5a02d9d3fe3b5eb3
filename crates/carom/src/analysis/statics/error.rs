//! Why no equilibrium was found, in the terms of the model.

use super::FreeMotion;
use crate::integrate::InitialError;

/// Why a static analysis failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StaticError {
    #[error(transparent)]
    Initial(#[from] InitialError),
    #[error("the force on `{item}` at the full load is no finite number, or so large that its square is none")]
    NotFinite { item: String },
    #[error("`{}` can move freely ({}): nothing holds it there", .0.node, .0.component)]
    Free(FreeMotion),
    #[error(
        "there is no equilibrium: at load factor {load} `{node}` moves away and is {distance:.3e} m from its start"
    )]
    Runaway { node: String, distance: f64, load: f64 },
    #[error(
        "no equilibrium was found beyond load factor {load:.6}, not even with an increment of {increment:.1e}: {reason}"
    )]
    NotConverged { load: f64, increment: f64, reason: String },
    #[error("the path cannot be followed by its arc length beyond load factor {load:.6}: {reason}")]
    PathLost { load: f64, reason: String },
    #[error("the path does not reach the full load within {steps} steps; it is at load factor {load:.6}")]
    PathEnds { steps: usize, load: f64 },
    #[error("interrupted at load factor {load:.6}")]
    Interrupted { load: f64 },
    #[error(
        "the bodies moved so far that shapes may touch which were not near at the start, and the collisions have too many pairs to \
         look at all of them"
    )]
    OutOfReach,
    #[error("a linear analysis cannot decide which contacts are closed")]
    LinearContacts,
}

impl StaticError {
    /// Whether the model, and not the solution, is at fault.
    pub fn is_of_the_model(&self) -> bool {
        !matches!(
            self,
            Self::NotConverged { .. } | Self::PathLost { .. } | Self::PathEnds { .. } | Self::Interrupted { .. }
        )
    }
}
