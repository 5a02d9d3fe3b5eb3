//! Sweeps on piles of spheres, from a cold and a warm start: `cargo bench -p carom-nonsmooth -- [spheres …]`, 500, 1000 and 5000
//! if none. Tolerances are relative to the velocity that gravity gives in a step. Times are thread CPU time, the best of three.

#[path = "../../carom/src/study/clock.rs"]
mod clock;
#[path = "../tests/common/mod.rs"]
mod common;

use common::{Pile, Problem, Random};
use nonsmooth::{Disc, Law, NotSwept, Sweeps};

const MAX_SWEEPS: usize = 5000;

/// CPU time of this thread in milliseconds.
fn cpu_time() -> f64 {
    1e3 * clock::cpu_time().as_secs_f64()
}

fn main() {
    let given: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let sizes = if given.is_empty() { vec![500, 1000, 5000] } else { given };
    let disc = |factor, rows| Some(Disc::round(factor, rows));
    let rolling = Law::unilateral([disc(0.4, 2), disc(0.05, 1), disc(0.05, 2)]);
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
    let mut time = f64::INFINITY;
    let mut run = || {
        let start = cpu_time();
        let outcome = sweeps.solve(MAX_SWEEPS);
        time = time.min(cpu_time() - start);
        outcome
    };
    let outcome = [run(), run(), run()][0];
    (outcome, time, sweeps)
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
