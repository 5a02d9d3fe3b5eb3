//! At which steps a scheme converges, and what it costs (G figs. 3.4, 3.8, 3.10).
//!
//! Steps are not halved. Iterations are linear systems solved in a step, of its three problems together; an iteration of the
//! coupled scheme solves one for each.

use crate::VerifyError;
use crate::case::{Case, Run};

/// The coupled scheme.
pub const COUPLED: (&str, &str) = ("simulation.integrator", "coupled");

/// The outcome for a list of steps.
pub struct Study {
    runs: Vec<(f64, Option<Run>)>,
}

/// Tries a list of steps.
pub fn study(case: &mut Case, steps: &[f64], set: &[(&str, &str)]) -> Result<Study, VerifyError> {
    let runs = steps.iter().map(|&h| Ok((h, case.attempt(h, set)?))).collect::<Result<_, VerifyError>>()?;
    Ok(Study { runs })
}

impl Study {
    /// The steps at which it does not converge.
    pub fn failures(&self) -> impl Iterator<Item = f64> {
        self.runs.iter().filter(|(_, run)| run.is_none()).map(|(h, _)| *h)
    }

    /// The run with a step, if it converged.
    pub fn at(&self, step: f64) -> Option<&Run> {
        self.runs.iter().find(|(h, _)| *h == step).and_then(|(_, run)| run.as_ref())
    }

    /// Most iterations of any of its problems.
    pub fn worst_problem(&self) -> f64 {
        let problems = self.runs.iter().flat_map(|(_, run)| run).flat_map(|run| &run.statistics.problems);
        problems.map(|(_, p)| p.max_iterations).max().unwrap_or(0) as f64
    }

    /// Mean and largest number of iterations at every step size.
    pub fn table(&self) -> String {
        let entry = |(h, run): &(f64, Option<Run>)| match run {
            None => format!("{h:.0e} s no convergence"),
            Some(run) => {
                let s = &run.statistics;
                let sum: u64 = s.problems.iter().map(|(_, p)| p.iterations).sum();
                format!("{h:.0e} s {:.2}/{}", sum as f64 / s.steps as f64, s.max_iterations_per_step)
            }
        };
        format!("mean/most iterations a step: {}", self.runs.iter().map(entry).collect::<Vec<_>>().join(", "))
    }
}
