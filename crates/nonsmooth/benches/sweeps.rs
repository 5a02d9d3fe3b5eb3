//! Sweeps on piles of spheres, from a cold and a warm start: `cargo bench -p carom-nonsmooth -- [spheres …]`, 500, 1000 and 5000
//! if none. Tolerances are relative to the velocity that gravity gives in a step. Times are the best of three.

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Pile, Problem, Random};
use nonsmooth::{Disc, Law, NotSwept, Sweeps};
use std::time::Instant;

const MAX_SWEEPS: usize = 5000;

fn main() {
    let given: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let sizes = if given.is_empty() { vec![500, 1000, 5000] } else { given };
    let disc = |factor, rows| Some(Disc { factor, rows });
    let rolling = Law::Unilateral { discs: [disc(0.4, 2), disc(0.05, 1), disc(0.05, 2)] };
    // Name, law, angle of gravity, random part of the velocities.
    let cases = [
        ("frictionless", Law::frictionless(), 0.0, 0.0),
        ("at rest", Law::coulomb(0.4, 2), 0.0, 0.0),
        ("shaken", Law::coulomb(0.4, 2), 0.0, 0.1),
        ("rolling discs", rolling, 0.0, 0.1),
        ("sliding", Law::coulomb(0.3, 2), 0.6, 0.1),
    ];
    println!("| spheres | contacts | case | tol | cold: sweeps | ms | ns/contact/sweep | warm: sweeps | ms |");
    println!("|---:|---:|---|---:|---:|---:|---:|---:|---:|");
    for count in sizes {
        let pile = Pile::settled(count, 1);
        for (name, law, tilt, shake) in cases {
            let mut problem = Problem::new(&pile, law, tilt, shake);
            for tol in [1e-3, 1e-6] {
                let contacts = problem.blocks.len();
                problem.forces.fill(0.0);
                let (cold, cold_time, work) = measure(&problem, tol);
                // The next step of the same pile: other velocities by a hundredth of what gravity gives.
                (0..contacts).for_each(|b| problem.take(b, work.lam(b)));
                let mut random = Random(5);
                let velocity = problem.free.clone();
                problem.free.iter_mut().for_each(|v| *v += 0.01 * random.next());
                let (warm, warm_time, _) = measure(&problem, tol);
                problem.free = velocity;
                let unit = cold_time * 1e6 / (contacts * work_sweeps(&cold)) as f64;
                println!(
                    "| {count} | {contacts} | {name} | {tol:.0e} | {} | {cold_time:.1} | {unit:.0} | {} | {warm_time:.1} |",
                    describe(&cold),
                    describe(&warm)
                );
            }
        }
    }
}

type Outcome = Result<nonsmooth::SweepReport, NotSwept>;

fn measure(problem: &Problem, tol: f64) -> (Outcome, f64, Sweeps) {
    let mut sweeps = Sweeps::new();
    problem.fill(&mut sweeps, tol);
    let mut best = (None, f64::INFINITY);
    for _ in 0..3 {
        let start = Instant::now();
        let outcome = sweeps.solve(MAX_SWEEPS);
        best = (Some(outcome), best.1.min(start.elapsed().as_secs_f64() * 1e3));
    }
    (best.0.expect("three runs"), best.1, sweeps)
}

fn work_sweeps(outcome: &Outcome) -> usize {
    outcome.unwrap_or_else(|failed| failed.report).sweeps.max(1)
}

fn describe(outcome: &Outcome) -> String {
    match outcome {
        Ok(report) => format!("{} ({} checks, {} restarts)", report.sweeps, report.checks, report.restarts),
        Err(failed) => format!("{} without end, ratio {:.1e}", failed.report.sweeps, failed.report.ratio),
    }
}
