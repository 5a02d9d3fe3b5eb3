//! Contact laws beyond Coulomb's with Newton's restitution, against closed forms: one file a law. That every registered law keeps the
//! contract of projections is in `contracts.rs`; that it resumes bit for bit, and works with every solver, is here.

mod cohesive;
mod compliant;
mod compliant_beam;
mod orthotropic;
mod poisson;
mod rate_state;
mod static_kinetic;

use carom::catalog::Group;
use carom::history::{History, Topic};
use carom::testkit::{Set, resumed, run, try_run};

/// A column of a sensor.
fn column(history: &History, name: &str) -> Vec<f64> {
    history.column(name).unwrap_or_else(|| panic!("no column {name}")).to_vec()
}

/// A term of the energy account.
fn energy(history: &History, term: &str) -> Vec<f64> {
    history.table(Topic::Energy).column(term).unwrap_or_else(|| panic!("no term {term}")).to_vec()
}

fn sample(key: &str) -> &'static str {
    Group::Law.find(key).map_or_else(|| panic!("no law {key}"), |entry| entry.sample)
}

const SHORT: [Set; 2] = [("simulation.step", "1e-3"), ("simulation.until", "0.4")];

#[test]
fn every_law_resumes_bit_for_bit() {
    for entry in Group::Law.entries() {
        for integrator in ["decoupled", "coupled", "moreau_jean"] {
            let set: Vec<Set> = SHORT.iter().copied().chain([("simulation.integrator", integrator)]).collect();
            let [whole, rest] =
                resumed(entry.sample, &set, 150).unwrap_or_else(|e| panic!("{}, {integrator}: {e}", entry.key));
            let bits = |history: &History| -> Vec<u64> {
                let table = history.table(Topic::Energy);
                table.columns().iter().flat_map(|column| column.iter().map(|x| x.to_bits())).collect()
            };
            assert!(!whole.time().is_empty());
            assert!(bits(&whole) == bits(&rest), "{}, {integrator}", entry.key);
        }
    }
}

/// Contacts dissipate: in no sample does friction or an impact do positive work in a step, up to the tolerance.
#[test]
fn no_law_makes_energy() {
    for entry in Group::Law.entries() {
        let (_, history) = run(entry.sample, &SHORT);
        let scale = energy(&history, "kinetic")
            .iter()
            .zip(energy(&history, "potential"))
            .fold(1e-3, |a: f64, (k, p)| a.max(k.abs()).max(p.abs()));
        for term in ["friction", "impacts"] {
            let work = energy(&history, term);
            let gain = work.windows(2).map(|w| w[1] - w[0]).fold(0.0, f64::max);
            assert!(gain <= 1e-8 * scale, "{}: {term} gains {gain:e} J", entry.key);
        }
    }
}
