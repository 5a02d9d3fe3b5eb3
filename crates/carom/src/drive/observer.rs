//! Observers: what looks at a run while it goes on, such as recorders, histories and displays.
//!
//! An observer may end the run, and it may fail: a full disk ends the run at once, with the error of the observer.

use crate::record::Checkpoint;
use crate::system::Snapshot;
use std::ops::ControlFlow;

/// Why an observer cannot go on; `?` makes one of any error.
pub type ObserverError = Box<dyn std::error::Error + Send + Sync>;

/// Whether the run goes on, as an observer sees it.
pub type Verdict = Result<ControlFlow<()>, ObserverError>;

/// The run goes on.
pub const GO_ON: Verdict = Ok(ControlFlow::Continue(()));

/// Looks at every step; may end the run.
pub trait Observer {
    /// After every step of the time grid, and once at the start.
    fn observe(&mut self, step: u64, snapshot: &Snapshot) -> Verdict;

    /// Whether it reads the velocities of contacts that are far from closing.
    fn reads_far_contacts(&self) -> bool {
        true
    }

    /// When something happens that the user should know at once.
    fn warn(&mut self, _text: &str) {}

    /// At every checkpoint, which `take` makes.
    fn checkpoint(&mut self, _take: &dyn Fn() -> Checkpoint) -> Verdict {
        GO_ON
    }
}

/// An observer that sees nothing.
impl Observer for () {
    fn observe(&mut self, _step: u64, _snapshot: &Snapshot) -> Verdict {
        GO_ON
    }

    fn reads_far_contacts(&self) -> bool {
        false
    }
}

/// A closure is an observer.
impl<F: FnMut(u64, &Snapshot)> Observer for F {
    fn observe(&mut self, step: u64, snapshot: &Snapshot) -> Verdict {
        self(step, snapshot);
        GO_ON
    }
}

/// Several observers, one after the other; one that fails or ends the run keeps the step from those behind it.
impl<'a> Observer for Vec<Box<dyn Observer + 'a>> {
    fn observe(&mut self, step: u64, snapshot: &Snapshot) -> Verdict {
        in_turn(self, |observer| observer.observe(step, snapshot))
    }

    fn reads_far_contacts(&self) -> bool {
        self.iter().any(|observer| observer.reads_far_contacts())
    }

    fn warn(&mut self, text: &str) {
        self.iter_mut().for_each(|observer| observer.warn(text));
    }

    fn checkpoint(&mut self, take: &dyn Fn() -> Checkpoint) -> Verdict {
        in_turn(self, |observer| observer.checkpoint(take))
    }
}

/// Asks observers until one fails or ends the run.
fn in_turn<'a>(
    observers: &mut [Box<dyn Observer + 'a>],
    mut ask: impl FnMut(&mut (dyn Observer + 'a)) -> Verdict,
) -> Verdict {
    for observer in observers {
        if ask(observer.as_mut())?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    GO_ON
}
