//! The history in memory: the channels and rows of the result files, found by name.

use carom::drive::Simulation;
use carom::history::{History, Topic};
use carom::record::{ChannelKind, Table, csv, file};
use carom::run::Session;
use carom::spec::{Loaded, load_str};
use carom::testkit;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A ball that falls, bounces and slides.
const BALL: &str = r#"
gravity = [0, 0, -9.81]
[simulation]
step = 1e-3
until = 0.5
output_times = [0.1234]
[bodies.ball]
type = "point_mass"
mass = 2
position = [0, 0, 0.1]
velocity = [1, 0, 0]
[contacts.table]
type = "node_face"
point = "ball"
plane = "ground"
friction = 0.1
restitution = 0.5
[sensors]
x = { type = "position", of = "ball" }
impulse = { type = "contact", contact = "table", quantity = "normal_impulse" }
"#;

fn load(set: &[(&str, &str)]) -> Loaded {
    let set: Vec<_> = set.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    load_str("ball.toml", BALL, &set).unwrap_or_else(|e| panic!("{e}"))
}

fn directory(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("history").join(name)
}

/// NaN equals itself: the gap of nothing.
fn bits(column: &[f64]) -> Vec<u64> {
    column.iter().map(|x| x.to_bits()).collect()
}

#[test]
fn a_history_holds_what_a_recorder_writes() {
    for every in ["1", "7", "1000"] {
        let set = [("simulation.record_every", every)];
        let directory = directory(every);
        let mut session = Session::create(load(&set), &[], &directory).unwrap();
        session.run(&mut |_| ControlFlow::Continue(())).unwrap();
        let loaded = load(&set);
        let mut simulation = Simulation::new(loaded.model, loaded.settings).unwrap();
        let mut history = History::of(&simulation, loaded.sensors);
        simulation.run(&mut history).unwrap();
        for (topic, name) in [
            (Topic::Sensors, file::SENSORS_CSV),
            (Topic::Contacts, file::CONTACTS_CSV),
            (Topic::Energy, file::ENERGY_CSV),
        ] {
            let table = history.table(topic);
            let (labels, columns) = csv::read(&directory.join(name)).unwrap();
            let expected = ["time [s]".to_owned()].into_iter().chain(table.channels().iter().map(|c| c.label()));
            assert_eq!(labels, expected.collect::<Vec<_>>());
            for ((label, recorded), kept) in labels.iter().zip(&columns).zip(table.columns()) {
                assert!(bits(recorded) == bits(kept), "{label}, every {every}");
            }
        }
        let impulses: f64 = history.column("impulse").unwrap().iter().sum();
        // m g t and the vertical momentum at the end: no impulse is lost between rows. The contact is solved to 1e-8.
        let momentum = 2.0 * simulation.state.kin.v[2];
        assert!((impulses - 2.0 * 9.81 * 0.5 - momentum).abs() < 1e-7, "every {every}: {impulses}");
    }
}

#[test]
fn channels_are_found_by_name() {
    let (simulation, history) = testkit::run(BALL, &[("simulation.record_every", "50")]);
    // A row for every step, the start and the one that output_times splits.
    assert_eq!((history.time().len(), simulation.statistics.steps), (502, 501));
    assert!(history.time().contains(&0.1234));
    let kinds = ["x.z", "table.impulse_n", "kinetic"].map(|name| history.channel(name).unwrap().kind);
    assert_eq!(kinds, [ChannelKind::State, ChannelKind::Impulse, ChannelKind::Energy]);
    assert_eq!(history.last("kinetic"), Some(simulation.state.energy.kinetic));
    assert_eq!(history.column("x.z").unwrap()[0], 0.1);
    assert!(history.column("y").is_none() && history.channel("y").is_none());
}

#[test]
fn a_table_comes_back_from_its_file() {
    let (_, history) = testkit::run(BALL, &[]);
    let directory = directory("table");
    fs::create_dir_all(&directory).unwrap();
    for topic in Topic::ALL {
        let table = history.table(topic);
        let path = directory.join("table.csv");
        table.write_csv(&path).unwrap();
        let read = Table::read_csv(&path, table.channels().to_vec()).unwrap();
        assert!(read.columns().iter().zip(table.columns()).all(|(a, b)| bits(a) == bits(b)));
        assert!(Table::read_csv(&path, table.channels()[1..].to_vec()).is_err());
        table.write_npz(&directory.join("table.npz")).unwrap();
    }
}
