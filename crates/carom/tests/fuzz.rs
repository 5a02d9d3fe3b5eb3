//! The inputs of the fuzzer (`fuzz/corpus`), and damaged ones made of them with a fixed seed: no reader panics. Longer and guided by
//! coverage: see CONTRIBUTING.

use carom::testkit::Random;
use carom::testkit::fuzz::{TARGETS, Target, mutate};
use std::time::{Duration, Instant};

/// Damaged inputs of a reader, and the time after which no further ones are made.
const CASES: usize = 3000;
const TIME: Duration = Duration::from_secs(12);

fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = format!("../../fuzz/corpus/{name}");
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).expect("a corpus").filter_map(|f| Some(f.ok()?.path())).collect();
    files.sort();
    files.into_iter().map(|file| std::fs::read(file).expect("a file")).collect()
}

fn hold((name, read): Target) {
    let inputs = corpus(name);
    assert!(inputs.len() >= 5, "{name} has {} inputs", inputs.len());
    inputs.iter().for_each(|input| read(input));
    let mut random = Random::new(1);
    let start = Instant::now();
    for case in 0..CASES {
        if start.elapsed() > TIME {
            eprintln!("{name}: {case} of {CASES} cases in {TIME:?}");
            break;
        }
        let damaged = mutate(&inputs[random.below(inputs.len())], &inputs[random.below(inputs.len())], &mut random);
        read(&damaged);
    }
}

#[test]
fn damaged_models_are_read_or_refused() {
    hold(TARGETS[0]);
}

#[test]
fn damaged_expressions_are_read_or_refused() {
    hold(TARGETS[1]);
}

#[test]
fn damaged_meshes_are_read_or_refused() {
    hold(TARGETS[2]);
}

#[test]
fn damaged_checkpoints_are_read_or_refused() {
    hold(TARGETS[3]);
}
