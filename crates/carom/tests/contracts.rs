//! What is registered is tested: every sample of the catalog loads, and every element, every joint row, every joint coordinate,
//! every contact measure, pair and law and every sensor in it keeps the contracts of the test kit, at states without symmetries.
//! Every integrator of the catalog keeps those of integrators; locality and allocation have tests of their own.

use carom::catalog::{CATALOG, Entry, Group};
use carom::expr::Expression;
use carom::measure::{Field, Measure};
use carom::model::Model;
use carom::spec::load_str;
use carom::testkit::integrator_contract::{self, Breach};
use carom::testkit::{Scheme, Stage, contract, law_contract, pair_contract, schemes, sensor_contract, try_run};

/// The models of the samples, by group and key; that all of them load is a test of its own.
fn samples() -> Vec<(String, Model)> {
    let load = |entry: &Entry| Some((label(entry), load_str("sample.toml", entry.sample, &[]).ok()?.model));
    CATALOG.iter().filter_map(load).collect()
}

fn label(entry: &Entry) -> String {
    format!("{} {}", entry.group.singular(), entry.key)
}

/// States without symmetries. Not the initial one: forces such as −v|v| have a kink at rest.
fn states(model: &Model) -> impl Iterator<Item = Stage> {
    (0..4).map(|seed| Stage::shaken(model, 0.1, seed))
}

/// A distance of zero has no direction, and near it the differences are bad: their error is (ε L/d)⁴/30, 3e-10 at d = L/10.
/// So it is with the distance from a circle near it and near its axis; both curvatures change there, and d = L/5 is as good as L/10 of a distance.
fn is_smooth(stage: &Stage, measure: &Measure) -> bool {
    let near = 0.1 * stage.scale[0];
    match measure {
        Measure::Field { a, b, field: Field::Circle { .. } } => {
            let axis = Measure::Field { a: *a, b: *b, field: Field::Axis };
            measure.value(&stage.kin).min(axis.value(&stage.kin)) > 2.0 * near
        }
        Measure::Distance { .. } | Measure::Field { .. } => measure.value(&stage.kin) > near,
        _ => true,
    }
}

#[test]
fn every_kind_has_a_sample_that_loads() {
    let mut failures = String::new();
    for entry in CATALOG {
        assert!(entry.sample.contains(&format!("\"{}\"", entry.key)), "the sample of {} does not use it", label(entry));
        if let Err(e) = load_str("sample.toml", entry.sample, &[]) {
            failures += &format!("{}:\n{}\n", label(entry), e.render(false));
        }
    }
    assert!(failures.is_empty(), "samples that do not load:\n{failures}");
}

#[test]
fn elements_keep_their_contract() {
    for (label, model) in samples() {
        for stage in states(&model) {
            for item in &model.elements {
                contract::element(&stage, item.element.as_ref())
                    .unwrap_or_else(|e| panic!("sample of {label}, {} `{}`: {e}", item.kind, item.name));
            }
        }
    }
}

#[test]
fn joint_and_contact_measures_keep_their_contract() {
    for (label, model) in samples() {
        let mut measures: Vec<Measure> = Vec::new();
        for joint in &model.joints {
            measures.extend(joint.rows.iter().flat_map(|row| row.terms.iter().map(|(_, m)| m.clone())));
            measures.extend(joint.coordinates.iter().map(|(_, m)| m.clone()));
        }
        for (slot, contact) in model.contacts.iter().enumerate() {
            measures.extend(contact.pair.rows(slot).into_iter().flat_map(|row| row.terms.into_iter().map(|(_, m)| m)));
        }
        for stage in states(&model) {
            for measure in measures.iter().filter(|m| is_smooth(&stage, m)) {
                contract::measure(&stage, measure).unwrap_or_else(|e| panic!("sample of {label}, {measure:?}: {e}"));
            }
        }
    }
}

/// Rows hold at the start of every sample, also along prescribed motions.
#[test]
fn samples_start_on_their_constraints() {
    for (label, model) in samples() {
        let stage = Stage::new(&model);
        let drive = |e: &Option<Expression>| e.as_ref().map_or(0.0, |e| e.time_jet(0.0).0);
        for joint in &model.joints {
            for (i, row) in joint.rows.iter().enumerate() {
                let sum: f64 = row.terms.iter().map(|(c, m)| c * m.value(&stage.kin)).sum();
                let g = sum - row.offset - drive(&row.drive);
                // Positions of a few metres in double precision.
                assert!(g.abs() < 1e-12, "sample of {label}, joint `{}`, row {i}: g = {g:e}", joint.name);
            }
        }
    }
}

#[test]
fn contact_pairs_keep_their_contract() {
    let mut pairs = 0;
    for (label, model) in samples() {
        for seed in 0..4 {
            let stage = Stage::shaken_in_plane(&model, 0.1, seed);
            let result = pair_contract::for_each_pair(&model, |name, pair| {
                pairs += 1;
                pair_contract::pair(&stage, model.plane, pair)
                    .inspect_err(|_| eprintln!("sample of {label}, contact `{name}`, state {seed}"))
            });
            result.unwrap_or_else(|e| panic!("{e}"));
        }
    }
    assert!(pairs > 4 * Group::Contact.entries().count(), "{pairs}");
}

#[test]
fn alike_sides_of_a_contact_may_change_places() {
    let mut pairs = 0;
    for entry in CATALOG {
        let Some(text) = pair_contract::with_sides_swapped(entry.sample) else { continue };
        let load = |text| load_str("sample.toml", text, &[]).unwrap_or_else(|e| panic!("{}: {e}", label(entry))).model;
        let models = [load(entry.sample), load(&text)];
        for seed in 0..4 {
            let [a, b] = models.each_ref().map(|model| Stage::shaken_in_plane(model, 0.1, seed));
            for (first, second) in models[0].contacts.iter().zip(&models[1].contacts) {
                pairs += 1;
                pair_contract::swapped([&a, &b], [first.pair.as_ref(), second.pair.as_ref()])
                    .unwrap_or_else(|e| panic!("sample of {}, contact `{}`: {e}", label(entry), first.name));
            }
        }
    }
    assert!(pairs > 0);
}

#[test]
fn contact_laws_keep_their_contract() {
    for (label, model) in samples() {
        let listed = model.contacts.iter().map(|contact| &contact.law);
        for law in listed.chain(model.collisions.iter().flat_map(|collision| &collision.laws)) {
            law_contract::law(law).unwrap_or_else(|e| panic!("sample of {label}, {law:?}: {e}"));
        }
    }
}

#[test]
fn sensors_keep_their_contract() {
    for entry in CATALOG {
        let Ok(loaded) = load_str("sample.toml", entry.sample, &[]) else { continue };
        for seed in 0..4 {
            let stage = Stage::shaken_in_plane(&loaded.model, 0.1, seed);
            sensor_contract::sensors(&loaded.sensors, &loaded.model, &stage)
                .unwrap_or_else(|e| panic!("sample of {}: {e}", label(entry)));
        }
    }
}

/// In a run, from its first row on.
#[test]
fn sensors_are_finite_from_the_start() {
    for entry in Group::Sensor.entries() {
        let (_, history) = try_run(entry.sample, &[("simulation.until", "5e-3"), ("simulation.step", "1e-3")])
            .unwrap_or_else(|e| panic!("sample of {}: {e}", label(entry)));
        for values in history.sensors().flat_map(|(_, columns)| columns) {
            assert!(values.len() == 6 && values.iter().all(|v| v.is_finite()), "{}: {values:?}", label(entry));
        }
    }
}

/// Holds every integrator of the catalog to a contract.
fn for_every_integrator(contract: fn(&Scheme) -> Result<(), Breach>) {
    let breach = |scheme: &Scheme| contract(scheme).err().map(|e| format!("{}: {e}", scheme.label));
    let breaches: Vec<String> = schemes().iter().filter_map(breach).collect();
    assert!(breaches.is_empty(), "\n{}", breaches.join("\n"));
}

#[test]
fn integrators_have_their_order_on_smooth_motion() {
    for_every_integrator(integrator_contract::smooth_order);
}

#[test]
fn integrators_have_their_order_while_a_contact_lasts() {
    for_every_integrator(integrator_contract::persistent_order);
}

#[test]
fn integrators_have_their_order_across_an_isolated_impact() {
    for_every_integrator(integrator_contract::impact_order);
}

#[test]
fn integrators_have_their_order_in_the_mean_across_impacts() {
    for_every_integrator(integrator_contract::mean_error);
}

#[test]
fn integrators_take_a_jump_of_a_drive_as_an_impulse() {
    for_every_integrator(integrator_contract::drive_jump);
}

#[test]
fn integrators_gain_no_energy_in_impacts() {
    for_every_integrator(integrator_contract::impact_energy);
}

#[test]
fn integrators_resume_bit_for_bit() {
    for_every_integrator(integrator_contract::resume);
}

#[test]
fn integrators_do_not_see_the_order_of_items() {
    for_every_integrator(integrator_contract::permutation);
}

#[test]
fn integrators_do_not_see_the_direction_of_axes() {
    for_every_integrator(integrator_contract::rotation);
}

#[test]
fn integrators_do_not_see_units() {
    for_every_integrator(integrator_contract::units);
}
