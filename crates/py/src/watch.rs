//! What a run in Rust shows to Python while it goes on: signals such as Ctrl-C, and progress, about every tenth of a second.

use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How often Python is asked.
const EVERY: Duration = Duration::from_millis(50);

/// Asks Python now and then; remembers what it raised.
pub struct Watch {
    callback: Option<Py<PyAny>>,
    last: Instant,
    /// Steps until the clock is read again, and between its readings: a clock in every step would be a part of a small one.
    left: u32,
    between: u32,
    pub raised: Option<PyErr>,
}

impl Watch {
    pub fn new(callback: Option<Py<PyAny>>) -> Self {
        Self { callback, last: Instant::now(), left: 0, between: 1, raised: None }
    }

    /// After a step at `time`; breaks where Python raised something.
    #[inline]
    pub fn step(&mut self, time: f64, until: f64) -> ControlFlow<()> {
        if self.left > 0 {
            self.left -= 1;
            return ControlFlow::Continue(());
        }
        self.look(time, until)
    }

    #[cold]
    fn look(&mut self, time: f64, until: f64) -> ControlFlow<()> {
        let elapsed = self.last.elapsed();
        self.between = if elapsed < EVERY / 8 { (2 * self.between).min(1 << 16) } else { (self.between / 2).max(1) };
        self.left = self.between;
        if elapsed < EVERY {
            return ControlFlow::Continue(());
        }
        self.last = Instant::now();
        let asked = Python::attach(|py| {
            py.check_signals()?;
            self.callback.as_ref().map_or(Ok(()), |callback| callback.call1(py, (time, until)).map(|_| ()))
        });
        match asked {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.raised = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}
