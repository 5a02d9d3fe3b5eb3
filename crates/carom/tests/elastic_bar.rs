//! A linear elastic bar that hits a wall (G 3.3.2): iterations of the decoupled and the coupled scheme, energy of Moreau–Jean.

mod bar;

use bar::{ELEMENT_MASS, ELEMENT_STIFFNESS, bar};
use carom::drive::Simulation;
use carom::integrate::{Coupled, Decoupled, MeanVelocity, MoreauJean, Settings, Variant};

fn settings(step: f64, until: f64) -> Settings {
    Settings { step, until, ..Settings::default() }
}

/// Runs to the end; energy (kinetic and potential) after every step.
fn energies(simulation: &mut Simulation) -> Vec<f64> {
    let mut out = Vec::new();
    let record = |_: u64, s: &carom::system::Snapshot| out.push(s.energy.kinetic + s.energy.potential);
    simulation.run(&mut { record }).unwrap_or_else(|e| panic!("{e}"));
    out
}

/// Most iterations of the three problems of a step of the generalized-α schemes.
fn max_iterations(s: &Simulation) -> [u64; 3] {
    ["smooth motion", "position correction", "velocity jump"].map(|name| s.statistics.problem(name).max_iterations)
}

#[test]
fn the_decoupled_scheme_takes_one_iteration_a_problem_at_any_step() {
    for variant in [Variant::Ds, Variant::Dsn] {
        for step in [3e-2, 1e-2, 3e-3] {
            let mut s = bar(Decoupled { variant, ..Decoupled::default() }, settings(step, 1.5));
            s.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(max_iterations(&s), [1; 3], "{variant:?}, {step}");
        }
    }
}

/// Contact from d₀/v₀ = 0.5005 s for 2L/c = 2/3 s with the force E A v₀/c = 300 N, then the bar flies back with v₀.
#[test]
fn the_bar_bounces_back_as_the_wave_says() {
    let mut s = bar(Decoupled::default(), settings(2e-3, 1.5));
    let mut contact = Vec::new();
    s.run(&mut |_: u64, s: &carom::system::Snapshot| {
        if s.contacts[0].impulse[0] > 0.0 {
            contact.push((s.scene.kin.t, s.contacts[0].impulse[0] / s.h));
        }
    })
    .unwrap_or_else(|e| panic!("{e}"));
    let (start, end) = (contact[0].0, contact[contact.len() - 1].0);
    // The front of the wave is some elements wide: 0.05 m / 30 m/s = 1.7 ms each.
    assert!((start - 0.5005).abs() < 2e-3 && (end - 1.1672).abs() < 1.5e-2, "{start} … {end}");
    let held: Vec<f64> = contact.iter().filter(|(t, _)| (0.65..1.0).contains(t)).map(|(_, f)| *f).collect();
    assert!(held.iter().all(|f| (f - 300.0).abs() < 3.0), "{held:?}");
    // Order one across the impact: 2 % at this step.
    let mean = s.state.kin.v.iter().sum::<f64>() / s.state.kin.v.len() as f64;
    assert!((mean - 10.0).abs() < 0.2, "{mean}");
}

/// The coupled scheme with the tolerance of the text, and its limit of 50 iterations.
fn coupled(step: f64, tolerance: f64) -> Simulation {
    let settings = Settings { tolerance, constraint_tolerance: tolerance, ..settings(step, 0.53) };
    bar(Coupled::default(), settings)
}

#[test]
fn the_coupled_scheme_does_not_converge_from_a_step_of_ten_milliseconds_on() {
    for step in [3e-2, 1e-2] {
        let error = coupled(step, 1e-5).run(&mut ()).expect_err("it ran");
        assert!((error.time() - 0.5).abs() < step && error.to_string().contains("after 50 iterations"), "{error}");
    }
    let iterations = [5e-3, 2e-3, 1e-3].map(|step| {
        let mut s = coupled(step, 1e-5);
        s.run(&mut ()).unwrap_or_else(|e| panic!("{step}: {e}"));
        let [smooth, position, velocity] = max_iterations(&s);
        assert!(smooth == position && position == velocity);
        smooth
    });
    assert!(iterations[0] > iterations[1] && iterations[1] > iterations[2] && iterations[2] > 3, "{iterations:?}");
}

/// With b = h²β(1−α_f)/(1−α_m) and the impedance Z = √(m b k + m²/4) of a half-infinite chain of masses m and stiffnesses bk, the
/// iteration contracts by κ = 1 − (m/2)/Z.
#[test]
fn the_coupled_iteration_contracts_as_the_impedance_of_the_bar_says() {
    let h = 2e-3;
    let (m, k) = (ELEMENT_MASS, ELEMENT_STIFFNESS);
    let (alpha_m, alpha_f) = (0.6 / 1.8, 0.8 / 1.8);
    let beta = 0.25 * (1.0_f64 + alpha_f - alpha_m).powi(2);
    let b = h * h * beta * (1.0 - alpha_f) / (1.0 - alpha_m);
    let kappa = 1.0 - 0.5 * m / (m * b * k + 0.25 * m * m).sqrt();
    let [coarse, fine] = [1e-4, 1e-9].map(|tolerance| {
        let mut s = coupled(h, tolerance);
        s.run(&mut ()).unwrap_or_else(|e| panic!("{e}"));
        max_iterations(&s)[0] as f64
    });
    // Each count is rounded up to an integer.
    assert!((fine - coarse - 1e-5_f64.ln() / kappa.ln()).abs() < 1.5, "{coarse} and {fine} iterations, κ = {kappa}");
}

/// L 93: with θ = ½ the energy changes by the work of the impulses alone.
#[test]
fn moreau_jean_keeps_the_energy_of_a_linear_body() {
    for step in [1e-2, 1e-3] {
        let mut s = bar(MoreauJean::default(), settings(step, 1.5));
        energies(&mut s);
        let e = s.state.energy;
        // 500 J, rounded in every step.
        assert!(e.remainder.abs() < 1e-10, "{e:?}");
        assert!(e.impacts < 0.0 && e.kinetic + e.potential < 500.0);
    }
}

/// L 93, 97: θ > ½ dissipates, and the variant with midpoint kinematics never gains energy in any step.
#[test]
fn moreau_jean_dissipates_with_a_larger_theta() {
    for kinematics in [MeanVelocity::Theta, MeanVelocity::Midpoint] {
        let lost = [0.6, 1.0].map(|theta| {
            let method = MoreauJean { theta, kinematics, ..MoreauJean::default() };
            let mut s = bar(method, settings(1e-2, 1.5));
            let energy = energies(&mut s);
            let gains = energy.windows(2).filter(|e| e[1] > e[0] + 1e-10).count();
            assert!(gains == 0 || kinematics == MeanVelocity::Theta, "{theta}: {gains} steps gained energy");
            -s.state.energy.remainder
        });
        assert!(lost[0] > 1.0 && lost[1] > lost[0], "{kinematics:?}: {lost:?}");
    }
}
