//! Contacts on the page: forces as arrows in the frames of the animation, when contacts stick, slip and are hit, and the list of events.

use super::pack::Columns;
use crate::record::events::{self, EventRow};
use crate::record::npz;
use crate::record::{RecordError, Table, file};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::Path;

/// Events that are listed, at most: the hardest.
const MOST_LISTED: usize = 2000;
/// Numbers of an arrow: point, force, and 1 if the contact was hit.
const ARROW: usize = 7;

/// What the page shows of contacts.
pub struct Contacts {
    pub arrows: Value,
    pub lines: Vec<Value>,
    pub events: Value,
}

/// Records of contact points that the page needs.
#[derive(Default)]
struct Records {
    times: Vec<f64>,
    sizes: Vec<f64>,
    sets: Vec<usize>,
    points: Vec<f64>,
    axes: Vec<f64>,
    impulses: Vec<f64>,
    hits: Vec<bool>,
}

impl Records {
    fn read(directory: &Path) -> Result<Self, RecordError> {
        let path = directory.join(file::CONTACT_POINTS_NPZ);
        if !path.is_file() {
            return Ok(Self::default());
        }
        let get = |name| npz::read(&path, name);
        Ok(Self {
            times: get("time")?.reals(),
            sizes: get("h")?.reals(),
            sets: get("id")?.words().chunks(4).map(|id| id[0] as usize).collect(),
            points: get("point")?.reals(),
            axes: get("axes")?.reals(),
            impulses: get("impulse")?.reals(),
            hits: get("hit")?.bytes.iter().map(|byte| *byte != 0).collect(),
        })
    }

    /// Impulse over step of a record, in space.
    fn force(&self, k: usize) -> [f64; 3] {
        let share = |i: usize, c: usize| self.axes[9 * k + 3 * i + c] * self.impulses[6 * k + i] / self.sizes[k];
        [0, 1, 2].map(|c| (0..3).map(|i| share(i, c)).sum())
    }
}

/// Reads what was recorded of contacts; `frames` are the times of the animation and `table` the histories of contacts, if there are some.
pub fn contacts(
    directory: &Path,
    names: &[String],
    frames: &[f64],
    table: Option<&Table>,
) -> Result<Contacts, RecordError> {
    let records = Records::read(directory)?;
    let lines = names.iter().enumerate().map(|(set, name)| {
        let hit = (0..records.times.len()).filter(|&k| records.hits[k] && records.sets[k] == set);
        let mut hits: Vec<f64> = hit.map(|k| records.times[k]).collect();
        hits.dedup();
        json!({ "name": name, "intervals": intervals(table, name), "hits": hits })
    });
    Ok(Contacts {
        arrows: arrows(&records, frames),
        lines: lines.collect(),
        events: events(&directory.join(file::EVENTS_CSV))?,
    })
}

/// The contacts that act at the times of the frames.
fn arrows(records: &Records, frames: &[f64]) -> Value {
    let places: HashMap<u64, usize> = frames.iter().enumerate().map(|(k, t)| (t.to_bits(), k)).collect();
    let mut of_frame: Vec<Vec<usize>> = vec![Vec::new(); frames.len()];
    for (k, t) in records.times.iter().enumerate() {
        if records.sizes[k] > 0.0
            && let Some(frame) = places.get(&t.to_bits())
        {
            of_frame[*frame].push(k);
        }
    }
    let counts = Columns { count: 1, values: of_frame.iter().map(|list| list.len() as f64).collect() };
    let mut values = Vec::new();
    for k in of_frame.into_iter().flatten() {
        values.extend(&records.points[3 * k..3 * k + 3]);
        values.extend(records.force(k));
        values.push(f64::from(u8::from(records.hits[k])));
    }
    debug_assert_eq!(values.len() % ARROW, 0);
    // One column: the page wants arrow after arrow.
    json!({ "counts": counts.reals(), "values": Columns { count: 1, values }.reals() })
}

/// Start, end and state of the times in which a contact was closed, one after the other: 2 stick or rest, 3 slip.
fn intervals(table: Option<&Table>, name: &str) -> Vec<f64> {
    let Some((table, states)) = table.and_then(|table| Some((table, table.column(&format!("{name}.status"))?))) else {
        return Vec::new();
    };
    let times = table.first();
    let mut out: Vec<f64> = Vec::new();
    for k in 1..states.len() {
        let state = states[k];
        if state == 0.0 {
            continue;
        }
        let n = out.len();
        if n >= 3 && out[n - 1] == state + 1.0 && out[n - 2] == times[k - 1] {
            out[n - 2] = times[k];
        } else {
            out.extend([times[k - 1], times[k], state + 1.0]);
        }
    }
    out
}

/// Events in the order of time; if there are too many, those with the largest impulses, then the first ones.
fn events(path: &Path) -> Result<Value, RecordError> {
    let mut rows = if path.is_file() { events::read(path)? } else { Vec::new() };
    let all = rows.len();
    if all > MOST_LISTED {
        let size = |row: &EventRow| row.impulse[0].abs();
        rows.sort_by(|a, b| size(b).total_cmp(&size(a)).then(a.time.total_cmp(&b.time)));
        rows.truncate(MOST_LISTED);
        rows.sort_by(|a, b| a.time.total_cmp(&b.time));
    }
    let row = |row: &EventRow| {
        let between = row.bodies.join(" – ");
        let ([before, ..], [after, ..], [impulse, ..]) = (row.velocity_before, row.velocity_after, row.impulse);
        json!([row.time, row.kind.name(), row.contact, between, before, after, impulse, row.energy])
    };
    let columns = [
        "time (s)",
        "event",
        "contact",
        "bodies",
        "normal velocity before (m/s)",
        "after (m/s)",
        "normal impulse (N s)",
        "energy (J)",
    ];
    Ok(json!({ "columns": columns, "rows": rows.iter().map(row).collect::<Vec<_>>(), "all": all }))
}
