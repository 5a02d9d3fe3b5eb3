//! The records of contact points, read back: for every point of a contact what happened in the steps in which it acted.
//!
//! A point has no record where it does not act. The recorded steps before and after those in which it does are put in with no
//! impulse, so that a history goes down to zero where a contact opens.

use crate::contact::ContactId;
use crate::drive::{GO_ON, Observer, Verdict};
use crate::history::EventKind;
use crate::record::events;
use crate::record::npz::{self, Array};
use crate::record::{CONTACT_POINT_FORMAT, RecordError, file};
use crate::system::Snapshot;
use std::collections::BTreeMap;
use std::path::Path;

/// A step of a contact point.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PointSample {
    /// End and size of the step (s).
    pub time: f64,
    pub h: f64,
    /// Normal impulse over the step (N s).
    pub impulse: f64,
    /// Speed of approach (m/s), and the time from the touch to the end of the step (s).
    pub approach: f64,
    pub touched: f64,
    /// Coefficient of restitution of its law.
    pub restitution: f64,
    /// Whether it was hit, and whether its bodies flew apart again before the step ended.
    pub hit: bool,
    pub flew: bool,
    /// Whether it was closed and an impact elsewhere passed through it.
    pub struck: bool,
    /// Whether it touched at an edge or a corner.
    pub edge: bool,
    /// From the master to the slave, in space.
    pub normal: [f64; 3],
}

/// The steps of a contact point, in the order of time.
#[derive(Clone, Debug)]
pub struct PointHistory {
    pub id: ContactId,
    /// Master and slave.
    pub bodies: [String; 2],
    pub samples: Vec<PointSample>,
}

/// All points of the contacts with one name, which is a place among the names of the model; `step` is the size of steps without records.
pub(super) fn read(directory: &Path, set: usize, step: f64) -> Result<Vec<PointHistory>, RecordError> {
    let path = directory.join(file::CONTACT_POINTS_NPZ);
    check_format(&path)?;
    let get = |name: &str| npz::read(&path, name);
    let ids = get("id")?.words();
    let wanted: Vec<usize> = (0..ids.len() / 4).filter(|k| ids[4 * k] as usize == set).collect();
    let [time, h, impulse, approach, touched, restitution, axes] =
        ["time", "h", "impulse", "approach", "touched", "restitution", "axes"].map(|name| get(name).map(|a| a.reals()));
    let (time, h, impulse, approach) = (time?, h?, impulse?, approach?);
    let (touched, restitution, axes) = (touched?, restitution?, axes?);
    let [hit, flew, struck, edge] =
        ["hit", "flew", "struck", "edge"].map(|name| get(name).map(|array| array.bytes.into_owned()));
    let (hit, flew, struck, edge) = (hit?, flew?, struck?, edge?);
    let (bodies, names) = (get("bodies")?.words(), strings(&get("body_names")?));
    let name = |place: u32| names.get(place as usize).cloned().unwrap_or_default();
    let mut points: BTreeMap<ContactId, PointHistory> = BTreeMap::new();
    for k in wanted.into_iter().filter(|&k| h[k] > 0.0) {
        let id = ContactId { set: ids[4 * k], i: ids[4 * k + 1], j: ids[4 * k + 2], point: ids[4 * k + 3] };
        let new = || PointHistory { id, bodies: [name(bodies[2 * k]), name(bodies[2 * k + 1])], samples: Vec::new() };
        points.entry(id).or_insert_with(new).samples.push(PointSample {
            time: time[k],
            h: h[k],
            impulse: impulse[6 * k],
            approach: approach[k],
            touched: touched[k],
            restitution: restitution[k],
            hit: hit[k] != 0,
            flew: flew[k] != 0,
            struck: struck[k] != 0,
            edge: edge[k] != 0,
            normal: [axes[9 * k], axes[9 * k + 1], axes[9 * k + 2]],
        });
    }
    let rows = npz::read(&directory.join(file::CONTACTS_NPZ), "time")?.reals();
    let mut points: Vec<PointHistory> = points.into_values().collect();
    points.iter_mut().for_each(|point| point.samples = with_ends(&point.samples, &rows, step));
    Ok(points)
}

/// Ends of recorded steps in which a contact of a body that `concerns` the question was hit, or struck by an impact elsewhere (s), ascending; of limits of
/// joints, which have no place, the times at which they were reached.
pub(super) fn hit_times(directory: &Path, concerns: impl Fn(&str) -> bool) -> Result<Vec<f64>, RecordError> {
    let mut times = Vec::new();
    let path = directory.join(file::CONTACT_POINTS_NPZ);
    if path.is_file() {
        let get = |name: &str| npz::read(&path, name);
        let (time, hit, struck) = (get("time")?.reals(), get("hit")?, get("struck")?);
        let (bodies, names) = (get("bodies")?.words(), strings(&get("body_names")?));
        let is_hit = |k: usize| hit.bytes[k] != 0 || struck.bytes[k] != 0;
        let of_body = |place: &u32| names.get(*place as usize).is_some_and(|name| concerns(name));
        let hits = (0..time.len()).filter(|&k| is_hit(k) && bodies[2 * k..2 * k + 2].iter().any(of_body));
        times.extend(hits.map(|k| time[k]));
    }
    let path = directory.join(file::EVENTS_CSV);
    if path.is_file() {
        let limits = events::read(&path)?.into_iter().filter(|event| event.kind == EventKind::Limit);
        times.extend(limits.filter(|event| event.bodies.iter().any(|name| concerns(name))).map(|event| event.time));
    }
    times.sort_by(f64::total_cmp);
    times.dedup();
    Ok(times)
}

/// Gathers the steps of the contact points of a run in memory: an observer, for programs that write no files.
#[derive(Debug, Default)]
pub struct PointGatherer {
    points: BTreeMap<ContactId, PointHistory>,
    times: Vec<f64>,
    step: f64,
}

impl PointGatherer {
    /// The histories of all points, as they would be read from files.
    pub fn histories(self) -> Vec<PointHistory> {
        let Self { points, times, step } = self;
        let complete = |point: PointHistory| PointHistory { samples: with_ends(&point.samples, &times, step), ..point };
        points.into_values().map(complete).collect()
    }
}

impl Observer for PointGatherer {
    fn observe(&mut self, _step: u64, snapshot: &Snapshot) -> Verdict {
        let (time, h) = (snapshot.scene.kin.t, snapshot.h);
        self.times.push(time);
        self.step = self.step.max(h);
        for contact in snapshot.contact_points().filter(|_| h > 0.0) {
            let (state, axis) = (contact.state, contact.axes[0]);
            let bodies = || contact.ports().map(|port| snapshot.model.carrier_name(port).to_owned());
            let new = || PointHistory { id: contact.id, bodies: bodies(), samples: Vec::new() };
            self.points.entry(contact.id).or_insert_with(new).samples.push(PointSample {
                time,
                h,
                impulse: state.impulse[0],
                approach: state.approach,
                touched: state.touched,
                restitution: contact.contact.law.restitution_n,
                hit: state.hit,
                flew: state.flew,
                struck: state.struck,
                edge: contact.contact.pair.is_edge(snapshot.scene.kin),
                normal: [axis.x, axis.y, axis.z],
            });
        }
        GO_ON
    }
}

/// Refuses records that do not know how fast contacts approached.
fn check_format(path: &Path) -> Result<(), RecordError> {
    if !path.is_file() {
        return Err(RecordError::Continue {
            path: path.to_owned(),
            message: "it is missing: the run has no contacts, or did not end".to_owned(),
        });
    }
    let format = npz::read(path, "format").ok().and_then(|array| array.words().first().copied()).unwrap_or(1);
    if format == CONTACT_POINT_FORMAT {
        return Ok(());
    }
    let message = format!(
        "its records have format {format}, this version reads format {CONTACT_POINT_FORMAT}: run the model again"
    );
    Err(RecordError::Continue { path: path.to_owned(), message })
}

/// Puts recorded times without a record of the point, at which it carries nothing, before and after those with one.
fn with_ends(samples: &[PointSample], rows: &[f64], step: f64) -> Vec<PointSample> {
    let mut out: Vec<PointSample> = Vec::with_capacity(samples.len() + 2);
    let open =
        |time: f64, like: &PointSample| PointSample { time, h: step, normal: like.normal, ..PointSample::default() };
    for (k, sample) in samples.iter().enumerate() {
        let place = rows.partition_point(|t| *t < sample.time);
        // The first row is the start, before which nothing acted.
        if let Some(before) = place.checked_sub(1).map(|row| rows[row])
            && out.last().is_none_or(|last| last.time < before)
        {
            out.push(open(before, sample));
        }
        out.push(*sample);
        let after = rows.get(place + usize::from(rows.get(place) == Some(&sample.time))).copied();
        if let Some(after) = after
            && samples.get(k + 1).is_none_or(|next| next.time > after)
        {
            out.push(open(after, sample));
        }
    }
    out
}

/// Texts of NumPy's type `<U`.
fn strings(array: &Array) -> Vec<String> {
    let width: usize = array.dtype.strip_prefix("<U").and_then(|width| width.parse().ok()).unwrap_or(1);
    let letters = array.words();
    let text = |letters: &[u32]| letters.iter().filter(|c| **c != 0).filter_map(|c| char::from_u32(*c)).collect();
    letters.chunks(width.max(1)).map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(time: f64) -> PointSample {
        PointSample { time, h: 0.1, impulse: 1.0, ..PointSample::default() }
    }

    /// Rows every 0.2 s; the point acts at 0.4, 0.5 (a hit between rows) and 1.0.
    #[test]
    fn histories_go_down_to_zero_where_a_contact_opens() {
        let rows = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0];
        let samples = with_ends(&[at(0.4), at(0.5), at(1.0)], &rows, 0.1);
        let found: Vec<(f64, bool)> = samples.iter().map(|s| (s.time, s.impulse > 0.0)).collect();
        assert_eq!(found, [(0.2, false), (0.4, true), (0.5, true), (0.6, false), (0.8, false), (1.0, true)]);
    }
}
