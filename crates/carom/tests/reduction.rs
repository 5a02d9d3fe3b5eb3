//! Modal reduction of solids and beams against the bodies with all their freedoms.

use carom::analysis::{ModeSettings, StaticSettings, equilibrium, modes};
use carom::history::History;
use carom::integrate::{State, initialise};
use carom::spec::load_str;
use carom::system::{Candidates, System};
use carom::testkit::run;

/// An aluminium bar of 0.4 m along x, 20 mm by 30 mm.
fn bar(keys: &str) -> String {
    format!(
        "[bodies.bar]\ntype = 'solid'\nmesh = {{ type = 'box', size = [0.4, 0.02, 0.03], elements = [12, 2, 2] }}\n\
         young = 7e10\npoisson = 0.33\ndensity = 2700\npatches = {{ tip = {{ group = 'x+', type = 'rigid' }} }}\n{keys}\n"
    )
}

fn state_of(text: &str, at_rest: bool, then: impl FnOnce(&System, &Candidates, &State)) {
    let loaded = load_str("model.toml", text, &[]).unwrap_or_else(|e| panic!("{}", e.render(false)));
    let system = System::new(loaded.model).unwrap();
    let candidates = Candidates::new(&system);
    let mut state = State::new(candidates.assembly(&system));
    if at_rest {
        let settings = StaticSettings { steps: 1, ..StaticSettings::default() };
        equilibrium(candidates.assembly(&system), &settings, &mut state, &mut |_, _| {}).unwrap();
    } else {
        initialise(candidates.assembly(&system), &loaded.settings, &mut state).unwrap();
    }
    then(&system, &candidates, &state);
}

fn frequencies(text: &str, count: usize) -> Vec<f64> {
    let mut out = Vec::new();
    state_of(text, false, |system, candidates, state| {
        let settings = ModeSettings { count, ..ModeSettings::default() };
        let found = modes(candidates.assembly(system), state, &settings).unwrap();
        out = found.modes.iter().map(|m| m.frequency()).filter(|f| *f > 1e-2).collect();
    });
    out
}

/// Without interfaces the modes are those of the body; with them the basis is Ritz's, from above and close.
#[test]
fn frequencies_are_those_of_the_full_body() {
    for (held, tolerance) in [("", 1e-7), ("fixed = ['x-']\n", 1e-7)] {
        let full = frequencies(&bar(held), 12);
        let free = frequencies(&bar(&format!("{held}reduce = {{ modes = 12, interfaces = [] }}")), 12);
        for (one, other) in free.iter().zip(&full).take(6) {
            assert!((one - other).abs() < tolerance * other, "{free:?} {full:?}");
        }
        let by_interface = frequencies(&bar(&format!("{held}reduce = {{ modes = 18 }}")), 12);
        for (one, other) in by_interface.iter().zip(&full).take(6) {
            assert!((-1e-7..1e-3).contains(&((one - other) / other)), "{by_interface:?} {full:?}");
        }
    }
}

/// A force on an interface bends the body as it bends with all its freedoms, however few modes there are.
#[test]
fn interfaces_yield_as_the_full_body_does() {
    let force = "[forces.push]\ntype = 'force'\non = 'bar.tip'\nforce = [0, 0.3, 0.2]\n";
    let tip = |keys: &str| {
        let mut out = [0.0; 3];
        state_of(&format!("{}{force}", bar(&format!("fixed = ['x-']\n{keys}"))), true, |system, _, state| {
            let node = system.model.nodes.iter().position(|node| node.name == "bar.tip").unwrap();
            let moved = state.kin.frames[node].x - system.model.nodes[node].frame.x;
            out = [moved.x, moved.y, moved.z];
        });
        out
    };
    let (full, reduced) = (tip(""), tip("reduce = { modes = 6 }"));
    // The deflection is 1e-6 of the length: nonlinear terms are as small.
    for c in 1..3 {
        assert!((full[c] - reduced[c]).abs() < 1e-5 * full[c].abs(), "{full:?} {reduced:?}");
    }
}

fn last(history: &History, name: &str) -> f64 {
    *history.column(name).unwrap_or_else(|| panic!("{name}")).last().unwrap()
}

/// Momentum, angular momentum and kinetic energy of a body that flies and turns are those of the full one.
#[test]
fn a_reduced_body_has_the_inertia_of_the_full_one() {
    let text = |keys: &str| {
        format!(
            "simulation = {{ step = 1e-4, until = 2e-3 }}\n{}[sensors]\np = {{ type = 'momentum' }}\n\
             l = {{ type = 'momentum', angular = true }}\nenergy = {{ type = 'energy', quantity = 'kinetic' }}\n\
             x = {{ type = 'position', of = 'bar.tip' }}\n",
            bar(&format!("velocity = [1, 2, 3]\nangular_velocity = [20, 10, -30]\nposition = [0.1, 0.2, 0.3]\n{keys}"))
        )
    };
    let [full, reduced] = ["", "reduce = { modes = 8 }"].map(|keys| run(&text(keys), &[]).1);
    for (name, tolerance) in [("p", 1e-12), ("l", 1e-9)] {
        for c in ["x", "y", "z"] {
            let [one, other] = [&full, &reduced].map(|history| history.column(&format!("{name}.{c}")).unwrap()[0]);
            assert!((one - other).abs() < tolerance * one.abs(), "{name}.{c} at the start: {one} {other}");
        }
    }
    for c in ["x.x", "x.y", "x.z"] {
        // Strains of 1e-6 by the spin, not resolved in time.
        assert!((last(&full, c) - last(&reduced, c)).abs() < 1e-6, "{c}");
    }
}

/// The nodes of a reduced surface touch the floor as those of the full body do.
#[test]
fn surfaces_of_reduced_bodies_touch() {
    let text = |keys: &str| {
        format!(
            "gravity = [0, 0, -9.81]\nsimulation = {{ step = 2e-5, until = 0.004 }}\n{}\
             [contacts.floor]\ntype = 'nodes_plane'\nbody = 'bar'\ngroup = 'z-'\nplane = 'ground'\nrestitution = 0\n\
             [sensors]\nx = {{ type = 'position', of = 'bar.tip' }}\n",
            bar(&format!("position = [0, 0, 0.0155]\nrotation = [0, 0.002, 0]\nvelocity = [0, 0, -0.1]\n{keys}"))
                .replace("[12, 2, 2]", "[6, 1, 1]")
        )
    };
    let heights = |keys: &str| run(&text(keys), &[]).1.column("x.z").unwrap().to_vec();
    let full = heights("");
    // A blow on one end throws the tip up by 0.2 mm; what modes leave out of the body's vibrations is what they are off.
    for (modes, allowed) in [(10, 1e-5), (20, 3e-6), (40, 2e-8)] {
        let reduced = heights(&format!("reduce = {{ modes = {modes}, interfaces = [] }}"));
        let off = full.iter().zip(&reduced).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < allowed, "{modes} modes: {off}");
    }
}

#[test]
fn what_cannot_be_reduced_says_why() {
    let refused = |keys: &str, words: &str| {
        let error = load_str("model.toml", &bar(keys), &[]).err().unwrap_or_else(|| panic!("{keys} is accepted"));
        let text = error.render(false);
        assert!(text.contains(words), "{text}");
    };
    refused("reduce = { modes = 3, points = 1 }", "unknown key `points`");
    refused("fixed = ['x-']\nreduce = { modes = 3 }", "its interfaces take 6 modes");
    refused("reduce = { modes = 1e5 }", "it has only");
    refused("reduce = { modes = 6.5 }", "whole number");
    refused("reduce = { modes = 6, interfaces = ['top'] }", "unknown attachment `top`");
    let pressure = "reduce = { modes = 6 }\n[forces.p]\ntype = 'pressure'\non = 'bar'\ngroup = 'z+'\npressure = 1";
    refused(pressure, "moves in modes");
    refused("reduce = { modes = 6 }\n[sensors.s]\ntype = 'stress'\nof = 'bar'\nat = [0, 0, 0]", "moves in modes");
}
