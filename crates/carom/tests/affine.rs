//! What the schemes that are affine in the velocity promise beyond the contracts: the way by impulses of stiff bodies in long steps,
//! Schatzman–Paoli on grounds that move and in steps of other sizes, friction at the impacts of mixed timestepping.

use carom::integrate::Interval;
use carom::spec::load_str;
use carom::testkit::run;

const BAR: &str = include_str!("../../../benchmarks/elastic-bar/model.toml");

/// A wave crosses 12 to 60 elements in a step. With ρ∞ = 0 impulses move the tip by −h W/6, and the forces that this makes are far larger
/// than the impulses: a plain repetition does not end. No step is halved for it; of its 100 N s the bar keeps
/// what the wall left, and it has no more energy than at the start (far less: so much damping lets it stick to the wall at 0.05 s).
#[test]
fn the_way_by_impulses_converges_for_stiff_bodies() {
    let text = BAR.to_owned()
        + "\n[sensors.momentum]\ntype = 'momentum'\ncomponent = 'x'\n\
           [sensors.impulse]\ntype = 'contact'\ncontact = 'wall'\nquantity = 'normal_impulse'\n";
    for h in ["0.02", "0.05", "0.1"] {
        let set = [("simulation.integrator", "nonsmooth_alpha"), ("simulation.rho_inf", "0"), ("simulation.step", h)];
        let (s, history) = run(&text, &set);
        assert_eq!(s.statistics.retries, 0, "h = {h}");
        let [momentum, impulse, energy] = ["momentum", "impulse", "energy"].map(|name| &history.sensor(name)[0]);
        let end = momentum.len() - 1;
        let taken: f64 = impulse.iter().sum();
        assert!((momentum[end] - (100.0 - taken)).abs() < 1e-6, "h = {h}: {taken} leave {}", momentum[end]);
        assert!(energy[end] < energy[0], "h = {h}: {} J", energy[end]);
    }
}

/// A mass on a table that goes up and down with less than g stays on it, to rounding, whatever its restitution.
#[test]
fn schatzman_paoli_follows_a_ground_that_moves() {
    let text = "gravity = [0, 0, -9.81]\nparameters = { e = 0 }\n\
                simulation = { integrator = 'schatzman_paoli', step = 1e-3, until = 1 }\n\
                [moving.table]\ntranslation = [0, 0, '0.02*(1 - cos(12*t))']\n[bodies.mass]\ntype = 'point_mass'\nmass = 2\n\
                [contacts.table]\ntype = 'node_face'\npoint = 'mass'\nplane = 'table'\nrestitution = 'e'\n\
                [sensors]\ngap = { type = 'contact', contact = 'table', quantity = 'gap' }\n";
    for e in ["0", "0.5", "0.9"] {
        let (_, history) = run(text, &[("e", e)]);
        let most = history.sensor("gap")[0].iter().fold(0.0, |most: f64, gap| most.max(gap.abs()));
        assert!(most < 1e-10, "e = {e}: the gap reaches {most:e} m");
    }
}

/// Velocities belong to the middles of steps: a fall in steps of changing size stays on its parabola to rounding.
#[test]
fn schatzman_paoli_keeps_its_order_when_steps_change() {
    let text = "gravity = [0, 0, -9.81]\nsimulation = { integrator = 'schatzman_paoli', step = 1e-2, until = 1 }\n\
                [bodies.mass]\ntype = 'point_mass'\nmass = 2\nvelocity = [0, 0, 1]\n";
    let loaded = load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"));
    let method = loaded.settings.method.clone();
    let mut s = carom::drive::Simulation::new(loaded.model, loaded.settings.clone()).unwrap_or_else(|e| panic!("{e}"));
    let mut scheme = method.integrator(s.assembly(), &loaded.settings);
    let mut trial = s.state.clone();
    for h in [1e-2, 5e-3, 2.5e-3, 2.5e-3, 1e-2, 5e-3, 1e-2] {
        let step = Interval { h, t_end: s.state.kin.t + h };
        scheme.step(&s.system, &mut s.candidates, &s.state, &mut trial, step).unwrap_or_else(|e| panic!("{e}"));
        std::mem::swap(&mut s.state, &mut trial);
        let t = s.state.kin.t;
        let (z, v) = (s.state.kin.frames[0].x.z, s.state.kin.v[2]);
        assert!((z - t * (1.0 - 0.5 * 9.81 * t)).abs() < 1e-14, "{z} m at {t} s");
        assert!((v - (1.0 - 9.81 * t)).abs() < 1e-14, "{v} m/s at {t} s");
    }
}

/// An oblique impact with μ = 0.2 and e = ½: v_x loses μ(1 + e)|v_z|, and the account tells friction from restitution.
#[test]
fn mixed_timestepping_has_friction_at_impacts() {
    let text = "simulation = { step = 1e-3, until = 0.2 }\n[bodies.mass]\ntype = 'point_mass'\nmass = 1\nposition = [0, 0, 0.1003]\n\
                velocity = [1, 0, -1]\n[contacts.floor]\ntype = 'node_face'\npoint = 'mass'\nplane = 'ground'\n\
                restitution = 0.5\nfriction = 0.2\n";
    for integrator in ["mixed_alpha", "mixed_bathe"] {
        let (s, _) = run(text, &[("simulation.integrator", integrator)]);
        let (v, energy) = (&s.state.kin.v, &s.state.energy);
        assert!((v[0] - 0.7).abs() < 1e-9 && (v[2] - 0.5).abs() < 1e-9, "{integrator}: {v:?}");
        assert!((energy.friction + 0.255).abs() < 1e-9, "{integrator}: friction {} J", energy.friction);
        assert!((energy.impacts + 0.375).abs() < 1e-9, "{integrator}: impacts {} J", energy.impacts);
        assert!(energy.remainder.abs() < 1e-9, "{integrator}: remainder {} J", energy.remainder);
    }
}
