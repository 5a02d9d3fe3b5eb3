//! What the benchmarks take: iterations, factorisations, line searches and sweeps, so that a change which keeps the answers and
//! doubles the work does not pass unseen.
//!
//! The counts are those of the program itself, not of a text: they are written down in `benchmarks/work.csv`, apart from the expected
//! values, and written anew when a change of them is wanted.

use crate::VerifyError;
use crate::case::{Case, compile};
use crate::rows::{ROWS, Row};
use carom::analysis::equilibrium;
use carom::drive::Simulation;
use carom::integrate::State;
use carom::system::Candidates;

/// Rows without motion: the work of a static path. Frequencies take none that is counted here.
const STATIC: [&str; 5] = ["beam-circle", "beam-45-bend", "solid-patch", "cooks-membrane", "solid-cantilever"];
const MODES: [&str; 3] = ["beam-frequencies-clamped", "beam-frequencies-free", "cube-frequencies"];

/// Steps after which a run is left; most end before.
const STEPS: u64 = 50_000;

/// What is counted, as in the head of the file.
pub const COUNTS: [&str; 5] = ["steps", "iterations", "factorisations", "line searches", "sweeps"];

/// The work of one benchmark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Work {
    pub id: String,
    /// In the order of [`COUNTS`].
    pub counts: [u64; 5],
}

/// The work of all benchmarks that have some.
pub fn measure() -> Result<Vec<Work>, VerifyError> {
    let rows = ROWS.iter().filter(|row| !MODES.contains(&row.id));
    rows.map(|row| {
        let counts = if STATIC.contains(&row.id) { of_path(row)? } else { of_motion(row)? };
        Ok(Work { id: row.id.to_owned(), counts })
    })
    .collect()
}

fn of_motion(row: &'static Row) -> Result<[u64; 5], VerifyError> {
    let (id, loaded) = (row.id, Case::new(row).load(&[])?);
    let start = Simulation::new(loaded.model, loaded.settings);
    let mut simulation = start.map_err(|source| VerifyError::Start { id, source })?;
    let failed = |source| VerifyError::Run { id, source };
    while simulation.statistics.steps < STEPS && simulation.step().map_err(failed)? {}
    let mut counts = [simulation.statistics.steps, 0, 0, 0, 0];
    for (_, p) in &simulation.statistics.problems {
        let of_problem = [p.iterations, p.factorisations, p.line_searches, p.sweeps];
        counts[1..].iter_mut().zip(of_problem).for_each(|(count, more)| *count += more);
    }
    Ok(counts)
}

fn of_path(row: &'static Row) -> Result<[u64; 5], VerifyError> {
    let (id, loaded) = (row.id, Case::new(row).load(&[])?);
    let system = compile(id, loaded.model)?;
    let candidates = Candidates::new(&system);
    let assembly = candidates.assembly(&system);
    let found = equilibrium(assembly, &loaded.settings.statics, &mut State::new(assembly), &mut |_, _| {});
    let report = found.map_err(|source| VerifyError::Static { id, source })?;
    Ok([report.path.len() as u64, report.iterations as u64, report.factorisations as u64, 0, 0])
}

/// The file.
pub fn csv(works: &[Work]) -> String {
    let line = |work: &Work| format!("{},{}\n", work.id, work.counts.map(|count| count.to_string()).join(","));
    format!("benchmark,{}\n", COUNTS.join(",")) + &works.iter().map(line).collect::<String>()
}

/// Reads the file; a line that is none of it is left out, so that its benchmark is missing.
pub fn parse(text: &str) -> Vec<Work> {
    let read = |line: &str| {
        let (id, counts) = line.split_once(',')?;
        let counts: Vec<u64> = counts.split(',').map(|count| count.trim().parse().ok()).collect::<Option<_>>()?;
        Some(Work { id: id.to_owned(), counts: counts.try_into().ok()? })
    };
    text.lines().skip(1).filter_map(read).collect()
}

/// How much a count may differ from the one written down: 5 %, and 3 where there are few. Libraries of elementary functions differ in
/// the last bit from machine to machine, and a state that changes one step later costs an iteration or two.
pub fn margin(count: u64) -> u64 {
    (count / 20).max(3)
}

/// A table of what grew and what fell by more than the margin, or appeared or vanished; empty if nothing did.
pub fn changes(written: &[Work], found: &[Work]) -> String {
    let mut text = String::new();
    let mut line = |id: &str, what: &str, was: &str, now: &str| {
        text += &format!("{id:<28} {what:<16} {was:>10} {now:>10}\n");
    };
    for work in found {
        let Some(before) = written.iter().find(|other| other.id == work.id) else {
            line(&work.id, "new", "", "");
            continue;
        };
        for ((name, &was), &now) in COUNTS.iter().zip(&before.counts).zip(&work.counts) {
            if was.abs_diff(now) > margin(was) {
                let verb = if now > was { "grew" } else { "fell" };
                line(&work.id, &format!("{name} {verb}"), &was.to_string(), &now.to_string());
            }
        }
    }
    for work in written.iter().filter(|work| found.iter().all(|other| other.id != work.id)) {
        line(&work.id, "gone", "", "");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(id: &str, iterations: u64) -> Work {
        Work { id: id.to_owned(), counts: [100, iterations, 10, 0, 0] }
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let works = [work("a", 7), work("b", 9)];
        assert_eq!(parse(&csv(&works)), works);
    }

    #[test]
    fn more_work_and_less_work_are_found_beyond_the_margin() {
        let written = [work("a", 1000), work("b", 10), work("gone", 1)];
        assert_eq!(changes(&written[..2], &[work("a", 1050), work("b", 13)]), "");
        let table = changes(&written, &[work("a", 1051), work("b", 6), work("c", 1)]);
        let lines: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[0], ["a", "iterations", "grew", "1000", "1051"]);
        assert_eq!(lines[1], ["b", "iterations", "fell", "10", "6"]);
        assert_eq!(lines[2..], [vec!["c", "new"], vec!["gone", "gone"]]);
    }
}
