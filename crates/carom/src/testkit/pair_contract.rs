//! What every contact pair must satisfy: its gap, its rows and its frame tell the same geometry.
//!
//! With the frame (n, t₁, t₂) and the arms c_A, c_B from the ports to the point of contact, the rate of every row at the start of a
//! step is that of the two surfaces against each other there,
//!
//! ```text
//! gap, sliding   e·(v_B + ω_B × c_B − v_A − ω_A × c_A) ,      turning   e·(ω_B − ω_A)
//! ```
//!
//! so that the gradient of row i is (−e, −c_A × e | e, c_B × e) or (0, −e | 0, e). Pairs whose rows are coordinates of joints have no
//! such point: their rows are held by the contracts of their measures.

use super::contract::{Violation, compare};
use super::stage::{Stage, max_abs};
use crate::contact::{LENGTH_ROWS, Pair};
use crate::joint::Row;
use crate::measure::Gradient;
use crate::model::{ContactFrame, Kinematics, Model, Plane};
use crate::{Frame, Vec3};

/// Products of a few numbers of the size of the model, or of one.
const ROUNDING: f64 = 1e-13;

/// All contracts of a pair at a state of the stage.
pub fn pair(stage: &Stage, plane: Option<Plane>, pair: &dyn Pair) -> Result<(), Violation> {
    let frame = pair.frame(&stage.kin, &ContactFrame::default());
    let (kin, slot) = with_frame(&stage.kin, frame);
    let rows = pair.rows(slot);
    let length = max_abs(&stage.scale).max(1.0);
    gap(pair, &rows, &kin, length)?;
    axes(&frame)?;
    if pair.coordinates().is_some() {
        return objectivity(stage, plane, pair, &frame, length);
    }
    rates(&rows, &frame, &kin, length)?;
    point_of_contact(pair, &frame, &kin, length)?;
    objectivity(stage, plane, pair, &frame, length)
}

/// The configuration with one more contact, which starts here.
fn with_frame(kin: &Kinematics, frame: ContactFrame) -> (Kinematics, usize) {
    let mut kin = kin.clone();
    kin.contacts.push(frame);
    let slot = kin.contacts.len() - 1;
    (kin, slot)
}

/// Row 0 is the gap.
fn gap(pair: &dyn Pair, rows: &[Row], kin: &Kinematics, length: f64) -> Result<(), Violation> {
    let row = &rows[0];
    let value = row.terms.iter().map(|(c, m)| c * m.value(kin)).sum::<f64>() - row.offset;
    compare("gap = row 0", &[value], &[pair.gap(kin)], ROUNDING * length, |_| "gap".to_owned())
}

/// Three unit vectors, right-handed.
fn axes(frame: &ContactFrame) -> Result<(), Violation> {
    let [n, t, s] = frame.axes;
    let found = [n.norm(), t.norm(), n.dot(&t), (n.cross(&t) - s).norm()];
    compare("axes", &found, &[1.0, 1.0, 0.0, 0.0], ROUNDING, |i| ["|n|", "|t₁|", "n·t₁", "n × t₁ = t₂"][i].to_owned())
}

fn gradient(row: &Row, kin: &Kinematics) -> Gradient {
    let mut sum = Gradient::default();
    for (c, measure) in &row.terms {
        let (_, g) = measure.gradient(kin);
        sum.u_a += g.u_a * *c;
        sum.p_a += g.p_a * *c;
        sum.u_b += g.u_b * *c;
        sum.p_b += g.p_b * *c;
    }
    sum
}

/// The normal is the gradient of the gap, and all rows are rates of the surfaces at the point of contact.
fn rates(rows: &[Row], frame: &ContactFrame, kin: &Kinematics, length: f64) -> Result<(), Violation> {
    for (i, row) in rows.iter().enumerate() {
        let g = gradient(row, kin);
        let expected = match i.checked_sub(LENGTH_ROWS) {
            None => {
                let e = frame.axes[i];
                [-e, -frame.arms[0].cross(&e), e, frame.arms[1].cross(&e)]
            }
            Some(axis) => {
                let e = frame.axes[axis];
                [Vec3::zeros(), -e, Vec3::zeros(), e]
            }
        };
        let list = |v: [Vec3; 4]| -> Vec<f64> { v.iter().flat_map(|v| [v.x, v.y, v.z]).collect() };
        let (found, expected) = (list([g.u_a, g.p_a, g.u_b, g.p_b]), list(expected));
        let name = |k: usize| format!("row {i}, {} of {}", ["force", "moment"][k / 3 % 2], ["A", "B"][k / 6]);
        compare("rates of the surfaces", &found, &expected, ROUNDING * length, name)?;
    }
    Ok(())
}

/// Both arms reach the point of contact, or while it is open points of the two surfaces, one above the other: between them is a part
/// of the gap, along the normal.
fn point_of_contact(pair: &dyn Pair, frame: &ContactFrame, kin: &Kinematics, length: f64) -> Result<(), Violation> {
    let (a, b) = pair.ports();
    let [on_a, on_b] = [kin.ports[a].x + frame.arms[0], kin.ports[b].x + frame.arms[1]];
    let (between, n) = (on_b - on_a, frame.axes[0]);
    let (along, gap) = (n.dot(&between), pair.gap(kin));
    let beyond = (along - gap.max(0.0)).max(gap.min(0.0) - along).max(0.0);
    let found = [(between - n * along).norm(), beyond];
    let name = |i: usize| ["points beside each other", "points farther apart than the gap"][i].to_owned();
    compare("point of contact", &found, &[0.0; 2], ROUNDING * length, name)
}

/// A rigid motion of everything carries the contact along; in a planar model one within the plane.
fn objectivity(
    stage: &Stage,
    plane: Option<Plane>,
    pair: &dyn Pair,
    frame: &ContactFrame,
    length: f64,
) -> Result<(), Violation> {
    let (a, b) = pair.ports();
    if [a, b].iter().any(|p| stage.ports[*p].motion.is_some()) {
        // A prescribed motion is given in space and does not follow.
        return Ok(());
    }
    let motion = rigid_motion(plane, length);
    let carried = stage.carried(&motion);
    let found = [pair.gap(&carried.kin)];
    compare("objectivity", &found, &[pair.gap(&stage.kin)], 10.0 * ROUNDING * length, |_| "gap".to_owned())?;
    // Tangents have no direction of their own; they stay near those of the last frame, which here is carried along too.
    let expected = Stage::turned(frame, &motion);
    let found = pair.frame(&carried.kin, &expected);
    let list = |f: &ContactFrame| -> Vec<f64> {
        f.axes.iter().chain(&f.arms).chain([&f.d]).flat_map(|v| [v.x, v.y, v.z]).collect()
    };
    let name = |i: usize| format!("{} {}", ["normal", "t₁", "t₂", "arm of A", "arm of B", "d"][i / 3], i % 3);
    compare("objectivity", &list(&found), &list(&expected), 10.0 * ROUNDING * length, name)
}

/// A motion without symmetries, within the plane of a planar model.
pub fn rigid_motion(plane: Option<Plane>, length: f64) -> Frame {
    let (mut shift, mut turn) = (Vec3::new(1.0, -2.0, 0.5) * length, Vec3::new(0.4, -0.9, 1.3));
    if let Some(plane) = plane {
        let n = plane.normal();
        shift[n] = 0.0;
        turn = Vec3::ith(n, turn[n]);
    }
    Frame::from_rotation_vector(shift, &turn)
}

/// Every pair of a model with its name: those that it lists, and those that its collisions can have.
pub fn for_each_pair(
    model: &Model,
    mut check: impl FnMut(&str, &dyn Pair) -> Result<(), Violation>,
) -> Result<(), Violation> {
    for contact in &model.contacts {
        check(&contact.name, contact.pair.as_ref())?;
    }
    for collision in &model.collisions {
        let n = collision.colliders.len();
        for (i, j) in (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))).filter(|&(i, j)| collision.allows(i, j)) {
            if let Some(contact) = collision.contact(i, j) {
                check(&contact.name, contact.pair.as_ref())?;
            }
        }
    }
    Ok(())
}

/// The same model with the sides of every contact exchanged whose sides are alike, which are those that call them `a` and `b`.
pub fn with_sides_swapped(text: &str) -> Option<String> {
    let mut document: toml::Table = text.parse().ok()?;
    let contacts = document.get_mut("contacts")?.as_table_mut()?;
    let alike = |table: &toml::Table| table.contains_key("a") && table.contains_key("b");
    let mut found = false;
    for table in contacts.iter_mut().filter_map(|(_, item)| item.as_table_mut()).filter(|t| alike(t)) {
        found = true;
        let other = |key: &str| match key.strip_suffix('a') {
            Some(stem) if stem.is_empty() || stem.ends_with('_') => Some(format!("{stem}b")),
            _ => None,
        };
        let keys: Vec<(String, String)> = table.keys().filter_map(|k| Some((k.clone(), other(k)?))).collect();
        for (a, b) in keys {
            if let (Some(of_a), Some(of_b)) = (table.remove(&a), table.remove(&b)) {
                table.insert(a, of_b);
                table.insert(b, of_a);
            }
        }
    }
    found.then(|| document.to_string())
}

/// Two sides that are alike may change places: the gap is the same, the normal points the other way, the arms change places.
pub fn swapped(stages: [&Stage; 2], pairs: [&dyn Pair; 2]) -> Result<(), Violation> {
    let length = max_abs(&stages[0].scale).max(1.0);
    let [a, b] = [0, 1].map(|i| pairs[i].frame(&stages[i].kin, &ContactFrame::default()));
    let [gap, other] = [0, 1].map(|i| pairs[i].gap(&stages[i].kin));
    let arms = [(a.arms[0] - b.arms[1]).norm(), (a.arms[1] - b.arms[0]).norm()];
    let (found, expected) = ([other, (a.axes[0] + b.axes[0]).norm(), arms[0], arms[1]], [gap, 0.0, 0.0, 0.0]);
    let name = |i: usize| ["gap", "normal", "arm of A", "arm of B"][i].to_owned();
    compare("swap of the sides", &found, &expected, ROUNDING * length, name)
}
