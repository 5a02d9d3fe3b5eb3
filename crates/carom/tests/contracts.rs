//! What is registered is tested: every sample of the catalog loads, and every element, every joint row, every joint
//! coordinate and every contact measure in it keeps the contracts of the test kit, at states without symmetries.

use carom::catalog::{CATALOG, Entry};
use carom::expr::Expression;
use carom::measure::Measure;
use carom::model::Model;
use carom::spec::load_str;
use carom::testkit::{Stage, contract};

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
fn is_smooth(stage: &Stage, measure: &Measure) -> bool {
    !matches!(measure, Measure::Distance { .. } | Measure::Field { .. })
        || measure.value(&stage.kin) > 0.1 * stage.scale[0]
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
