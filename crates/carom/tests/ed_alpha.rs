//! ED-α as the base of mixed timestepping: spectral radius and order by theory, stiff flexible bodies in long steps, a contact that other
//! impulses press shut.

use carom::study::{SchemeChoice, spectrum};
use carom::testkit::run;
use std::f64::consts::TAU;

const CRANK: &str = include_str!("../../../benchmarks/slider-crank-flexible/model.toml");

/// |R(iΩ)| of the module head of `mixed_ed_alpha`, with β = 1/6.
fn radius(rho: f64, omega: f64) -> f64 {
    let (alpha, beta) = ((1.0 - rho) / (1.0 + rho), 1.0 / 6.0);
    let size = |linear: f64, square: f64| (1.0 - square * omega * omega).hypot(linear * omega);
    size(0.5 - alpha * beta, 0.5 * (1.0 - alpha) * beta) / size(0.5 + alpha * beta, 0.5 * (1.0 + alpha) * beta)
}

/// At all frequencies the radius of the steps is |R(iΩ)|, and at high ones the one that was asked for, up to the 2/Ω of ρ∞ = 0. The roots of
/// the memory of accelerations are zero. Damping falls with h³ and periods are right to h⁴, as for a method of third order.
#[test]
fn its_steps_have_the_spectral_radius_of_its_stability_function() {
    for rho in [0.0, 0.2, 0.5, 0.9, 1.0] {
        let scheme = SchemeChoice::new("mixed_ed_alpha", &[("rho_inf", &rho.to_string())]);
        let ratios = [1e-2, 0.05, 0.1, 0.3, 1.0, 3.0, 30.0, 1e3];
        let found = spectrum(&[scheme], &ratios).unwrap_or_else(|e| panic!("{e}"));
        assert!(found.failures.is_empty(), "{:?}", found.failures);
        for r in &found.responses[0] {
            let exact = radius(rho, TAU * r.ratio);
            assert!((r.radius - exact).abs() < 1e-7, "ρ∞ = {rho}, Δt/T = {}: {} and {exact}", r.ratio, r.radius);
        }
        let limit = found.responses[0].last().map_or(f64::NAN, |r| r.radius);
        assert!((limit - rho).abs() < 2.1 / (TAU * 1e3), "{rho}: {limit}");
        let [coarse, fine] = [2, 1].map(|i| found.responses[0][i]);
        let order = |of: f64| of.log2();
        assert!(order(coarse.period / fine.period) > 3.9, "ρ∞ = {rho}: periods {fine:?}, {coarse:?}");
        // The mean damping of a period is that of ln |R|/Ω.
        assert!(rho == 1.0 || order(coarse.damping / fine.damping) > 2.9, "ρ∞ = {rho}: {fine:?}, {coarse:?}");
    }
}

/// The slider-crank with a steel rod whose axial waves cross it some 20 times in a step of 1 ms, with impacts and friction: no step is
/// halved, and the energy that is unexplained stays below 1 % of what the torque did.
#[test]
fn stiff_rods_in_long_steps_stay_calm() {
    for (h, rho) in [("1e-3", "0"), ("1e-3", "0.5"), ("1e-4", "0")] {
        let (s, _) = run(
            CRANK,
            &[("simulation.integrator", "mixed_ed_alpha"), ("simulation.step", h), ("simulation.rho_inf", rho)],
        );
        assert_eq!(s.statistics.retries, 0, "h = {h} s, ρ∞ = {rho}");
        let energy = &s.state.energy;
        let worst = s.statistics.energy.remainder.0.abs();
        assert!(worst < 0.01 * energy.loads, "h = {h} s, ρ∞ = {rho}: {worst} J of {} J", energy.loads);
    }
}

/// A ball between two others on a line is hit from both sides: impulses press contacts shut that were opening, and the next step must
/// not make energy of it. With forces in the first stage the ball would leave with twice its approach.
#[test]
fn contacts_that_others_press_shut_make_no_energy() {
    let text = "simulation = { integrator = 'mixed_ed_alpha', step = 1e-3, until = 0.4 }\n\
                [bodies.a]\ntype = 'sphere'\nmass = 5\nradius = 0.1\nposition = [0, 0, 0]\nvelocity = [1, 0, 0]\n\
                [bodies.b]\ntype = 'sphere'\nmass = 0.1\nradius = 0.1\nposition = [0.21, 0, 0]\n\
                [bodies.c]\ntype = 'sphere'\nmass = 5\nradius = 0.1\nposition = [0.4123, 0, 0]\nvelocity = [-1, 0, 0]\n\
                [contacts.ab]\ntype = 'sphere_sphere'\na = 'a'\nb = 'b'\nrestitution = 0.9\n\
                [contacts.bc]\ntype = 'sphere_sphere'\na = 'b'\nb = 'c'\nrestitution = 0.9\n\
                [sensors]\nenergy = { type = 'energy', quantity = 'kinetic' }\n";
    let (_, history) = run(text, &[]);
    let kinetic = &history.sensor("energy")[0];
    for (n, pair) in kinetic.windows(2).enumerate() {
        assert!(pair[1] < pair[0] * (1.0 + 1e-9), "step {n}: from {} J to {} J", pair[0], pair[1]);
    }
}
