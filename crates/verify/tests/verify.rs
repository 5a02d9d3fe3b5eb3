//! Verification as a program sees it: the cheap rows are met, the JSON has its shape, a misspelt id is corrected.

use carom_verify::{self as verify, RowResult};

fn run(ids: &[&str]) -> Vec<RowResult> {
    let ids: Vec<String> = ids.iter().map(|id| (*id).to_owned()).collect();
    verify::run(&ids, &mut |_| {}).expect("the rows run")
}

/// Every quantity is met, or not met for a reason that is written down.
fn assert_met(results: &[RowResult]) {
    let open: Vec<&RowResult> = results.iter().filter(|r| !r.met && r.known.is_none()).collect();
    assert!(open.is_empty(), "{open:#?}");
}

#[test]
fn a_ball_bounces_as_computed_by_hand() {
    assert_met(&run(&["bouncing-ball"]));
}

#[test]
fn friction_stops_and_holds() {
    assert_met(&run(&["incline", "block-on-corners", "stuck-pendulum"]));
}

#[test]
fn impacts_travel_through_balls_that_touch() {
    assert_met(&run(&["three-balls", "newtons-cradle", "bernoulli", "ball-row-20"]));
}

#[test]
fn a_pendulum_follows_the_elliptic_functions() {
    assert_met(&run(&["pendulum"]));
}

#[test]
fn schemes_differ_as_the_texts_say() {
    let masses = ["three-masses-stiff", "three-masses-constrained"];
    assert_met(&run(&[&["naive-newmark", "two-ball-oscillator", "bouncing-pendulum"], &masses[..]].concat()));
}

#[test]
fn impulses_become_forces() {
    assert_met(&run(&["force-bouncing-ball", "force-two-spheres", "crank-rod-block"]));
}

#[test]
fn json_has_one_object_a_quantity() {
    let results = run(&["incline"]);
    let json: serde_json::Value = serde_json::from_str(&verify::json(&results)).expect("valid JSON");
    let list = json.as_array().expect("an array");
    assert_eq!(list.len(), results.len());
    for object in list {
        let mut keys: Vec<&str> = object.as_object().expect("objects").keys().map(String::as_str).collect();
        keys.sort_unstable();
        assert_eq!(keys, ["computed", "id", "met", "published", "quantity", "source", "tolerance", "unit"]);
        assert!(object["computed"].is_number() && object["tolerance"].is_number() && object["met"].is_boolean());
        assert!(object["published"].is_number() || object["published"].is_null());
    }
    for quantity in ["drift", "penetration", "augmentation"] {
        assert!(list.iter().any(|o| o["quantity"] == quantity), "{quantity} is missing");
    }
}

#[test]
fn tables_name_every_quantity() {
    let results = run(&["incline"]);
    let (text, page) = (verify::table(&results), verify::markdown(&results));
    for r in &results {
        assert!(text.contains(&r.quantity) && page.contains(&r.quantity), "{}", r.quantity);
    }
    assert!(page.contains("../benchmarks/incline/README.md"));
}

#[test]
fn a_misspelt_id_is_corrected() {
    let error = verify::run(&["woodpeker-free".to_owned()], &mut |_| {}).expect_err("no such row");
    assert!(error.to_string().contains("`woodpecker-free`"), "{error}");
}

#[test]
fn rows_of_one_family_differ_in_their_case_only() {
    // Each folder stands alone, so the models of a family are copies that must not drift apart.
    let lines = |text: &'static str, but: &'static [&'static str]| {
        text.lines().filter(move |l| !l.starts_with('#') && !but.iter().any(|b| l.starts_with(b))).collect::<Vec<_>>()
    };
    let case = &["name = ", "mu = "];
    let free = lines(include_str!("../../../benchmarks/woodpecker-free/model.toml"), case);
    assert_eq!(free, lines(include_str!("../../../benchmarks/woodpecker-tuned/model.toml"), case));
    let case = &["name = ", "h_2 = ", "mu_1 = ", "mu_2 = "];
    let first = lines(include_str!("../../../benchmarks/rocking-rod-1/model.toml"), case);
    assert_eq!(first, lines(include_str!("../../../benchmarks/rocking-rod-2/model.toml"), case));
    assert_eq!(first, lines(include_str!("../../../benchmarks/rocking-rod-3/model.toml"), case));
    assert_eq!(first, lines(include_str!("../../../benchmarks/rocking-rod-4/model.toml"), case));
}

#[test]
fn the_manual_has_sketch_values_tolerances_errors_and_sensors() {
    let wanted = ["bouncing-ball".to_owned()];
    let found = verify::verify(&wanted, true, &mut |_| {}).expect("the row runs");
    let page = verify::html(&found.results, &found.sections);
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
    // The model at the start, errors over the step, sensors.
    assert_eq!(page.matches("<svg").count(), 3);
    for words in ["12 quantities: 12 met", "0.32768", "± 0.00025088", "Galvez 2020", "iterations of", "steps in"] {
        assert!(page.contains(words), "{words}");
    }
}
