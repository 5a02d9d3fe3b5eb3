//! How far a run is: a bar on a terminal, plain lines every few seconds otherwise.

use crate::console;
use carom::run::Progress;
use carom::study::StudyProgress;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const BAR_EVERY: Duration = Duration::from_millis(100);
const LINE_EVERY: Duration = Duration::from_secs(5);
/// Positions of the bar from start to end.
const LENGTH: u64 = 10_000;
/// The clock is asked so rarely that it costs nothing, and so often that the display is smooth.
const CLOCK_EVERY: Duration = Duration::from_millis(5);

/// Shows progress on standard error.
pub struct Display {
    bar: Option<ProgressBar>,
    interval: Duration,
    start: Instant,
    shown: Instant,
    asked: Instant,
    /// Steps between two looks at the clock, and steps since the last.
    stride: u64,
    since: u64,
    /// Where the run was when the display started.
    first: Option<Progress>,
}

impl Display {
    pub fn new() -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {msg}");
            ProgressBar::new(LENGTH).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        let interval = if bar.is_some() { BAR_EVERY } else { LINE_EVERY };
        let now = Instant::now();
        Self { bar, interval, start: now, shown: now, asked: now, stride: 1, since: 0, first: None }
    }

    /// To be called after every step.
    pub fn update(&mut self, progress: &Progress) {
        self.first.get_or_insert(*progress);
        self.since += 1;
        if self.since < self.stride {
            return;
        }
        self.since = 0;
        let now = Instant::now();
        let passed = now - self.asked;
        self.asked = now;
        if passed < CLOCK_EVERY / 2 {
            self.stride = (2 * self.stride).min(1 << 20);
        } else if passed > CLOCK_EVERY {
            self.stride = (self.stride / 2).max(1);
        }
        if now - self.shown >= self.interval {
            self.shown = now;
            self.show(progress);
        }
    }

    /// Shows warnings beside the bar.
    pub fn warner(&self) -> impl FnMut(&str) + Send + use<> {
        let bar = self.bar.clone();
        move |text| match &bar {
            Some(bar) => bar.suspend(|| console::warning(text)),
            None => console::warning(text),
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn show(&self, progress: &Progress) {
        let first = self.first.unwrap_or(*progress);
        let seconds = (self.shown - self.start).as_secs_f64();
        let rate = (progress.step - first.step) as f64 / seconds;
        let covered = progress.time - first.time;
        let left = if covered > 0.0 { seconds * (progress.until - progress.time) / covered } else { f64::NAN };
        let text = format!(
            "t = {:.4} of {} s, {} steps/s, {} left",
            progress.time,
            progress.until,
            rate.round(),
            duration(left)
        );
        self.show_text((progress.time / progress.until).clamp(0.0, 1.0), text);
    }

    fn show_text(&self, fraction: f64, text: String) {
        match &self.bar {
            Some(bar) => {
                bar.set_position((fraction * LENGTH as f64) as u64);
                bar.set_message(text);
            }
            None => console::tell(&format!("{:3.0} %  {text}", 100.0 * fraction)),
        }
    }
}

/// Makes a study, and shows how far it is and about how long it will still take.
pub fn of_study<T>(progress: &Arc<StudyProgress>, quiet: bool, make: impl FnOnce() -> T) -> T {
    let (start, (done, ended)) = (Instant::now(), channel::<()>());
    let (display, progress) = ((!quiet).then(Display::new), progress.clone());
    let shown = display.map(|display| {
        std::thread::spawn(move || {
            while ended.recv_timeout(display.interval) == Err(RecvTimeoutError::Timeout) {
                display.show_study(&progress, start.elapsed().as_secs_f64());
            }
            display.finish();
        })
    });
    let made = make();
    drop(done);
    // A display that failed is no failure of the study.
    let _ = shown.map(JoinHandle::join);
    made
}

impl Display {
    fn show_study(&self, progress: &StudyProgress, seconds: f64) {
        let Some((share, runs, tasks)) = progress.now() else { return };
        let left = if share > 0.0 { seconds * (1.0 - share) / share } else { f64::NAN };
        self.show_text(share, format!("{runs} of {tasks} runs, about {} left", duration(left)));
    }
}

/// A remaining time in words; unknown if not finite.
fn duration(seconds: f64) -> String {
    match seconds {
        s if !s.is_finite() => "unknown time".to_owned(),
        s if s < 60.0 => format!("{s:.0} s"),
        s if s < 3600.0 => format!("{:.0} min {:.0} s", (s / 60.0).floor(), s % 60.0),
        s => format!("{:.0} h {:.0} min", (s / 3600.0).floor(), (s % 3600.0) / 60.0),
    }
}
