//! The benchmarks take the work that is written down, no more and no less.

use carom_verify::work;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benchmarks/work.csv");
const COMMAND: &str = "cargo run --release -p carom-verify --example work > benchmarks/work.csv";

/// Less work is no failure of the program, but of the file: a later growth up to the old counts would not be seen.
#[test]
fn benchmarks_take_the_work_that_is_written_down() {
    let text = std::fs::read_to_string(FILE).unwrap_or_else(|e| panic!("{FILE}: {e}"));
    let found = work::measure().unwrap_or_else(|e| panic!("{e}"));
    let changes = work::changes(&work::parse(&text), &found);
    let advice = format!("If this is wanted, say why in the commit and write the counts anew:\n    {COMMAND}");
    assert!(changes.is_empty(), "work that changed by more than 5 % and 3 counts, was and is:\n{changes}{advice}");
}
