//! A request to give up: raised by one thread, seen by the solver in another between its iterations.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Its clones are one flag. Once raised it stays so.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Raises the flag; true if it was raised before.
    pub fn raise(&self) -> bool {
        self.0.swap(true, Ordering::Relaxed)
    }

    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
