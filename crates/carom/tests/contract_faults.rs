//! The contracts of pairs and sensors notice what is wrong: each fault is one that a new kind could have.

use carom::catalog::Group;
use carom::contact::Pair;
use carom::joint::Row;
use carom::model::{ContactFrame, Kinematics, Model, PortId};
use carom::record::{Channel, ChannelKind};
use carom::sensor::{Quantity, Sensor};
use carom::spec::load_str;
use carom::system::Snapshot;
use carom::testkit::{Stage, contract, pair_contract, sensor_contract};

type Violated = Result<(), contract::Violation>;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    /// The gap is that of a larger body.
    Gap,
    /// The normal points into the master.
    Normal,
    /// A tangent is not a unit vector.
    Tangent,
    /// The point of contact is on the wrong side of the slave.
    Arm,
    /// The tangents are those of space and do not follow the contact.
    Space,
}

#[derive(Debug)]
struct Faulty<'a>(&'a dyn Pair, Fault);

impl Pair for Faulty<'_> {
    fn ports(&self) -> (PortId, PortId) {
        self.0.ports()
    }

    fn rows(&self, slot: usize) -> Vec<Row> {
        self.0.rows(slot)
    }

    fn gap(&self, kin: &Kinematics) -> f64 {
        self.0.gap(kin) - if self.1 == Fault::Gap { 1e-9 } else { 0.0 }
    }

    fn frame(&self, kin: &Kinematics, last: &ContactFrame) -> ContactFrame {
        let last = if self.1 == Fault::Space { &ContactFrame::default() } else { last };
        let mut frame = self.0.frame(kin, last);
        match self.1 {
            Fault::Normal => frame.axes = [-frame.axes[0], frame.axes[1], -frame.axes[2]],
            Fault::Tangent => frame.axes[1] *= 1.0 + 1e-9,
            Fault::Arm => frame.arms[1] = -frame.arms[1],
            _ => {}
        }
        frame
    }
}

fn sample(group: Group, key: &str) -> (Model, Vec<Sensor>) {
    let text = group.find(key).map_or("", |entry| entry.sample);
    let loaded = load_str("sample.toml", text, &[]).unwrap_or_else(|e| panic!("{e}"));
    (loaded.model, loaded.sensors)
}

fn violated(result: Violated) -> Option<&'static str> {
    result.err().map(|violation| violation.contract)
}

#[test]
fn faults_of_pairs_are_noticed() {
    let (model, _) = sample(Group::Contact, "sphere_sphere");
    let stage = Stage::shaken_in_plane(&model, 0.1, 3);
    for (fault, contract) in [
        (Fault::None, None),
        (Fault::Gap, Some("gap = row 0")),
        (Fault::Normal, Some("rates of the surfaces")),
        (Fault::Tangent, Some("axes")),
        (Fault::Arm, Some("point of contact")),
        (Fault::Space, Some("objectivity")),
    ] {
        let pair = Faulty(model.contacts[0].pair.as_ref(), fault);
        assert_eq!(violated(pair_contract::pair(&stage, model.plane, &pair)), contract, "{fault:?}");
    }
}

/// Pushes what it is given, or the place of a body in space.
#[derive(Debug)]
enum Told {
    Values(Vec<f64>),
    Place,
}

impl Quantity for Told {
    fn evaluate(&self, snapshot: &Snapshot, values: &mut Vec<f64>) {
        match self {
            Self::Values(told) => values.extend(told),
            Self::Place => values.push(snapshot.scene.kin.frames[0].x.x),
        }
    }
}

#[test]
fn faults_of_sensors_are_noticed() {
    let (model, _) = sample(Group::Sensor, "position");
    let stage = Stage::shaken_in_plane(&model, 0.1, 3);
    let check = |name: &str, unit: &str, kind, told| {
        let channels = vec![Channel::new(name, unit, kind)];
        let sensor = Sensor { name: "told".to_owned(), channels, quantity: std::sync::Arc::new(told) };
        violated(sensor_contract::sensors(&[sensor], &model, &stage))
    };
    let one = || Told::Values(vec![1.0]);
    assert_eq!(check("told", "m", ChannelKind::State, one()), None);
    assert_eq!(check("told.x", "kg m^2/s", ChannelKind::State, one()), None);
    assert_eq!(check("other", "m", ChannelKind::State, one()), Some("channels"));
    assert_eq!(check("told", "furlong", ChannelKind::State, one()), Some("channels"));
    assert_eq!(check("told", "N", ChannelKind::Impulse, one()), Some("channels"));
    assert_eq!(check("told", "m", ChannelKind::State, Told::Values(vec![1.0, 2.0])), Some("number of channels"));
    assert_eq!(check("told", "m", ChannelKind::State, Told::Values(vec![f64::NAN])), Some("finite"));
    assert_eq!(check("told", "m", ChannelKind::State, Told::Place), Some("objectivity"));
}
