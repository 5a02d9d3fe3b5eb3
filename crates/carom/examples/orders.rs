//! Orders of convergence of every integrator, as a page in Markdown:
//!
//! ```text
//! cargo run --release -p carom --example orders > docs/orders.md
//! ```

use carom::drive::StartError;
use carom::testkit::orders::{Problem, QUANTITIES, Study, problems};
use carom::testkit::{ModelRunError, Scheme, schemes};

const HEAD: &str = "\
# Orders of convergence

<!-- Written by `cargo run --release -p carom --example orders > docs/orders.md`; do not edit. -->

How fast errors fall with the step h: order p means that half the step leaves 2⁻ᵖ of the error. The default integrator, \
`decoupled`, is of second order in positions, velocities and forces, with joints, with contacts that persist, and across \
isolated impacts; over many impacts in a row all integrators are of first order in the mean ([theory.md](theory.md), section 3). \
`crates/carom/tests/contracts.rs` holds every integrator to the orders that it promises.

Errors are of the vector that a sensor gives, in SI units (m, m/s or rad/s, N): the root mean square over six times in the second \
half of the run. Where an impact falls into a step the error depends on where: it is that at the end of the run, the worst of eight \
steps of nearly the same size, at eight sizes. The force of the drive is that five steps after the jump. The order is the slope of \
the least-squares line through (log h, log error). All problems of a step are solved to 1e-12, so that the order is that of the method; \
*exact* says that all errors are rounding.
";

/// A problem with what all integrators make of it.
type Studies = (Problem, Vec<Result<Study, ModelRunError>>);

fn order(study: &Study, quantity: usize) -> String {
    match study.order(quantity) {
        Some(order) if order.is_finite() => format!("{order:.2}"),
        Some(_) => "exact".to_owned(),
        None => "–".to_owned(),
    }
}

/// An order with the errors at the largest and the smallest step.
fn cell(study: &Study, quantity: usize) -> String {
    match study.errors[quantity].as_slice() {
        [first, .., last] => format!("**{}** ({first:.1e} … {last:.1e})", order(study, quantity)),
        _ => "–".to_owned(),
    }
}

/// All orders on one page: a row a problem, a column an integrator.
fn summary(schemes: &[Scheme], studies: &[Studies]) -> String {
    let labels: Vec<String> = schemes.iter().map(|scheme| format!("`{}`", scheme.label)).collect();
    let mut text =
        format!("| {} | {} |\n|---|{}\n", QUANTITIES.join(" · "), labels.join(" | "), "---|".repeat(labels.len()));
    for (problem, studies) in studies {
        let orders = studies.iter().map(|study| match study {
            Ok(study) => [0, 1, 2].map(|quantity| order(study, quantity)).join(" · "),
            Err(ModelRunError::Start(StartError::Undefined(_))) => "not defined".to_owned(),
            Err(_) => "does not run".to_owned(),
        });
        text += &format!("| {} | {} |\n", problem.name, orders.collect::<Vec<_>>().join(" | "));
    }
    text
}

fn reasons(schemes: &[Scheme]) -> String {
    let less = schemes.iter().filter(|scheme| !scheme.promises.why.is_empty());
    less.map(|scheme| format!("- `{}`: {}\n", scheme.label, scheme.promises.why)).collect()
}

fn table(schemes: &[Scheme], (problem, studies): &Studies) -> String {
    let mut text = format!("\n## {}\n\n", problem.name);
    if let Some(Ok(Study { steps, .. })) = studies.iter().find(|study| study.is_ok()) {
        let (count, first, last) = (steps.len(), steps[0], steps[steps.len() - 1]);
        text += &format!("Against {}; {count} sizes of the step, {first:.2e} … {last:.2e} s.\n\n", problem.source());
    }
    text += &format!("| integrator | {} |\n|---|---|---|---|\n", QUANTITIES.join(" | "));
    for (scheme, study) in schemes.iter().zip(studies) {
        text += &match study {
            Ok(study) => {
                format!("| `{}` | {} |\n", scheme.label, [0, 1, 2].map(|quantity| cell(study, quantity)).join(" | "))
            }
            Err(ModelRunError::Start(StartError::Undefined(_))) => {
                format!("| `{}` | not defined | | |\n", scheme.label)
            }
            Err(error) => format!("| `{}` | {error} | | |\n", scheme.label),
        };
    }
    text
}

fn main() {
    let schemes = schemes();
    let study = |problem: Problem| {
        let studies = schemes.iter().map(|scheme| problem.study(scheme)).collect();
        (problem, studies)
    };
    let studies: Vec<Studies> = problems().into_iter().map(study).collect();
    print!("{HEAD}\n## All of them\n\n{}", summary(&schemes, &studies));
    print!("\n## Below second order, and why\n\n{}", reasons(&schemes));
    println!(
        "- All: five steps after a jump of a drive the force is that of a motion which started anew, of first order at least."
    );
    for studies in &studies {
        print!("{}", table(&schemes, studies));
    }
}
