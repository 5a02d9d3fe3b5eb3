//! Observers: a run is a loop of steps bit for bit, observers can be boxed, and one that fails ends the run at once.

use carom::drive::{GO_ON, Observer, Outcome, RunError, Simulation, Verdict};
use carom::record::Checkpoint;
use carom::run::Session;
use carom::spec::load_str;
use carom::system::Snapshot;
use std::cell::{Cell, RefCell};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

/// Balls that fall into a box: pairs are found and lost, impacts, friction; a checkpoint every 40 of 160 steps, one of them in
/// the middle of the impacts; a step is shortened to end at a time asked for.
const BALLS: &str = r#"
gravity = [0, 0, -9.81]
[simulation]
step = 2e-3
until = 0.32
checkpoint_every = 40
output_times = [0.1011]
[ground]
shapes = [{ type = "container", size = [0.3, 0.3, 1] }]
[bodies.balls]
type = "spheres"
radius = 0.05
density = 1000
grid = { count = [2, 2, 2], spacing = 0.11, origin = [-0.05, -0.05, 0.06], jitter = 0.004 }
[contacts.all]
type = "collision"
friction = 0.3
restitution = 0.4
"#;

fn simulation() -> Simulation {
    let loaded = load_str("balls.toml", BALLS, &[]).unwrap_or_else(|e| panic!("{e}"));
    Simulation::new(loaded.model, loaded.settings).unwrap_or_else(|e| panic!("{e}"))
}

/// A checkpoint as text and bits, without the seconds of computing.
fn bits(checkpoint: &Checkpoint) -> (String, Vec<Vec<u64>>) {
    let mut parts = serde_json::json!(checkpoint.parts);
    parts["statistics"]["seconds"] = serde_json::Value::Null;
    let arrays = checkpoint.arrays.iter().map(|(_, values)| values.iter().map(|x| x.to_bits()).collect());
    (parts.to_string(), arrays.collect())
}

/// Keeps all checkpoints of a run.
struct Save<'a> {
    checkpoints: &'a RefCell<Vec<Checkpoint>>,
    far: bool,
}

impl Observer for Save<'_> {
    fn observe(&mut self, _: u64, _: &Snapshot) -> Verdict {
        GO_ON
    }

    fn reads_far_contacts(&self) -> bool {
        self.far
    }

    fn checkpoint(&mut self, take: &dyn Fn() -> Checkpoint) -> Verdict {
        self.checkpoints.borrow_mut().push(take());
        GO_ON
    }
}

#[test]
fn a_run_is_a_loop_of_steps_bit_for_bit() {
    for far in [false, true] {
        let saved = RefCell::default();
        let mut whole = simulation();
        assert_eq!(whole.run(&mut Save { checkpoints: &saved, far }).unwrap(), Outcome::Finished);
        let mut stepped = simulation();
        let mut places = saved.borrow().iter().map(bits).collect::<Vec<_>>().into_iter();
        while stepped.step().unwrap() {
            if far {
                stepped.complete();
            }
            if stepped.statistics.steps.is_multiple_of(40) {
                assert!(places.next() == Some(bits(&stepped.checkpoint())), "step {}", stepped.statistics.steps);
            }
        }
        assert_eq!(places.len(), 0, "all checkpoints were compared");
        assert!(bits(&whole.checkpoint()) == bits(&stepped.checkpoint()));
        let [a, b] = [&whole, &stepped].map(|s| (s.statistics.steps, s.statistics.shortened, s.statistics.retries));
        assert_eq!((a, a.1), (b, 2), "two steps end early: at the time asked for, and at the end");
        assert!(whole.state.contacts.iter().any(|c| c.impulse[0] > 0.0), "balls touch");
        assert!(!stepped.step().unwrap(), "the end stays the end");
    }
}

/// Fails after a number of steps, or at the checkpoint after them.
struct Fails {
    after: u64,
    at_checkpoint: bool,
}

impl Observer for Fails {
    fn observe(&mut self, step: u64, _: &Snapshot) -> Verdict {
        if step >= self.after && !self.at_checkpoint { Err("the disk is full".into()) } else { GO_ON }
    }

    fn checkpoint(&mut self, take: &dyn Fn() -> Checkpoint) -> Verdict {
        if take().step >= self.after { Err("the disk is full".into()) } else { GO_ON }
    }
}

#[test]
fn an_observer_that_fails_ends_the_run_at_once() {
    for (after, at_checkpoint, steps) in [(0, false, 0), (7, false, 7), (7, true, 40), (40, true, 40)] {
        let mut simulation = simulation();
        let error = simulation.run(&mut Fails { after, at_checkpoint }).expect_err("the disk is full");
        assert_eq!(simulation.statistics.steps, steps);
        assert!(matches!(error, RunError::Observer { time, .. } if time == simulation.time()));
        let expected = format!("the run ended at t = {:.9} s: the disk is full", simulation.time());
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn boxed_observers_see_steps_in_turn_until_one_ends_the_run() {
    let (first, last) = (Cell::new(0), Cell::new(0));
    struct EndsAt(u64);
    impl Observer for EndsAt {
        fn observe(&mut self, step: u64, _: &Snapshot) -> Verdict {
            Ok(if step == self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        }
    }
    let mut observers: Vec<Box<dyn Observer + '_>> = vec![
        Box::new(|step: u64, _: &Snapshot| first.set(step)),
        Box::new(EndsAt(5)),
        Box::new(|step: u64, _: &Snapshot| last.set(step)),
    ];
    assert_eq!(simulation().run(&mut observers).unwrap(), Outcome::Interrupted);
    drop(observers);
    assert_eq!((first.get(), last.get()), (5, 4));
}

#[test]
fn results_that_cannot_be_written_end_the_run_with_the_file_and_the_time() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("observers");
    let loaded = load_str("balls.toml", BALLS, &[]).unwrap_or_else(|e| panic!("{e}"));
    let mut session = Session::create(loaded, &[], &directory).unwrap();
    let error = session.run(&mut |progress| {
        if progress.step == 50 {
            fs::remove_dir_all(directory.join("bodies")).unwrap();
        }
        ControlFlow::Continue(())
    });
    let text = error.expect_err("there is no place for the next picture").to_string();
    assert!(text.contains("cannot") && text.contains("bodies_") && text.contains("t = 0.1"), "{text}");
    assert_eq!(session.simulation.statistics.steps, 51, "the next step is pictured");
    assert_eq!(session.checkpoint_time(), 0.08);
}
