//! What a run that has ended should make its user doubt: energy that impacts gave, and energy that came from nowhere or went there.

use super::summary::short;
use crate::drive::{EnergyStatistics, Simulation};

/// Shares of the energy turned over that are worth a warning. Of the models in `examples` and `benchmarks` the remainder is largest
/// in solids and soft beams, up to 3 % lost and 1 % gained; rigid bodies with impacts stay below 0.3 %.
const REMAINDER: f64 = 0.02;
/// What impacts may give, if the tolerance of the solver is not larger. A ball that comes to rest gets 1e-5 in its last bounce at
/// 2 ms, as its weight acts in the step of the impact; contacts that press each other open get many times more.
const IMPACTS: f64 = 1e-4;

/// One sentence a warning; the summary, `run.json` and `--json` show them.
pub(super) fn warnings(simulation: &Simulation) -> Vec<String> {
    let energy = &simulation.statistics.energy;
    let energies = impacts(energy, simulation.settings.tolerance).into_iter().chain(remainder(energy));
    energies.chain(unresolved(simulation)).collect()
}

/// Collisions of compliant contacts that took too few steps: their peak forces and restitution are not those of the law.
fn unresolved(simulation: &Simulation) -> impl Iterator<Item = String> {
    let model = &simulation.system.model;
    simulation.statistics.unresolved.iter().filter_map(move |unresolved| {
        let contact = &model.contacts[model.compliant.get(unresolved.slot)?.contact];
        let (name, needed) = (&contact.name, contact.law.compliance.as_ref()?.steps);
        Some(format!(
            "the compliant contact `{name}` was not resolved in {} steps: a collision had {:.1} steps at t = {:.6} s, and {needed} are \
             needed; take a smaller step, or more `max_halvings`",
            unresolved.count, unresolved.steps, unresolved.time,
        ))
    })
}

/// Impacts only take energy. Where many contacts act at once, Newton's law of impact can give some.
fn impacts(energy: &EnergyStatistics, tolerance: f64) -> Option<String> {
    let share = energy.share(energy.impact_gain);
    let (largest, at) = energy.largest_impact_gain;
    (share > IMPACTS.max(tolerance)).then(|| {
        format!(
            "impacts gave {} J of energy{} although they can only take it; the most in one step, {} J, at t = {at:.6} s: take a \
             smaller step, or less restitution",
            short(energy.impact_gain),
            of_all(share),
            short(largest),
        )
    })
}

fn remainder(energy: &EnergyStatistics) -> Option<String> {
    let (worst, at) = energy.remainder;
    let share = energy.share(worst);
    (share > REMAINDER).then(|| {
        let (size, of_all) = (short(worst.abs()), of_all(share));
        if worst > 0.0 {
            format!(
                "{size} J of energy{of_all} came out of nothing until t = {at:.6} s: take a smaller step, or give stiff bodies damping"
            )
        } else {
            format!(
                "{size} J of energy{of_all} were lost to numerical dissipation until t = {at:.6} s: take a smaller step (or, with \
                 a method that has it, a larger `rho_inf`)"
            )
        }
    })
}

/// Nothing where nothing was turned over.
fn of_all(share: f64) -> String {
    match share {
        share if !share.is_finite() => String::new(),
        share if share < 1e-3 => format!(", {share:.1e} of all that was turned over,"),
        share => format!(", {:.1} % of all that was turned over,", 100.0 * share),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::EnergyAccount;

    /// After a start at rest and one step.
    fn energy(after: EnergyAccount) -> EnergyStatistics {
        let start = EnergyAccount::default();
        let mut energy = EnergyStatistics::starting(&start);
        energy.add(&start, &after, 0.25);
        energy
    }

    #[test]
    fn energy_from_nowhere_and_to_nowhere_is_told() {
        let turned = EnergyAccount { kinetic: 1.0, impacts: -1.0, friction: -2.0, ..Default::default() };
        let told = |joules| remainder(&energy(EnergyAccount { remainder: joules, ..turned }));
        assert!(told(0.05).is_none() && told(-0.05).is_none(), "1.25 % of 4 J");
        let (gain, loss) = (told(0.1).unwrap(), told(-0.1).unwrap());
        let words = "0.10000 J of energy, 2.5 % of all that was turned over, came out of nothing";
        assert!(gain.starts_with(words), "{gain}");
        assert!(loss.contains("lost to numerical dissipation until t = 0.250000 s"), "{loss}");
        // Where nothing was turned over there is no share; rounding of a large potential is no energy.
        assert!(remainder(&energy(EnergyAccount { remainder: 1.0, ..Default::default() })).is_some());
        let rounding = EnergyAccount { potential: 1e9, remainder: 0.1, ..Default::default() };
        assert!(remainder(&energy(rounding)).is_none());
    }

    #[test]
    fn energy_at_a_turning_point_counts_for_what_it_was() {
        let mut swing = energy(EnergyAccount { kinetic: 3.8, potential: -3.8, ..Default::default() });
        let (before, after) = (EnergyAccount::default(), EnergyAccount { remainder: 0.1, ..Default::default() });
        swing.add(&before, &after, 0.5);
        assert_eq!(swing.turned_over(), 7.6);
        assert!(remainder(&swing).is_none());
    }

    #[test]
    fn impacts_that_give_energy_are_told_with_the_worst_step() {
        let mut account = EnergyAccount { kinetic: 10.0, ..Default::default() };
        let mut energy = EnergyStatistics::starting(&account);
        // They take 2 J, give 1 J, 3 J and a rounding, and take 5 J again.
        for (k, work) in [-2.0, 1.0, 3.0, 1e-12, -5.0].into_iter().enumerate() {
            let before = account;
            account.impacts += work;
            energy.add(&before, &account, k as f64);
        }
        assert_eq!((energy.impact_gain, energy.largest_impact_gain), (4.0, (3.0, 2.0)));
        let text = impacts(&energy, 1e-8).unwrap();
        assert!(text.starts_with("impacts gave 4.0000 J of energy, 30.8 % of all"), "{text}");
        assert!(text.contains("3.0000 J, at t = 2.000000 s"), "{text}");
        assert!(impacts(&energy, 0.5).is_none(), "a tolerance of 50 % explains them");
    }
}
