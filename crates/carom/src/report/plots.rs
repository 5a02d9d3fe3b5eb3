//! Histories for the plots of the page.
//!
//! A history of more than [`MOST`] rows is thinned: of each group of rows the least and the largest value of every channel are kept,
//! in the order in which they came, so that no spike is lost.

use super::pack::Columns;
use crate::history::Topic;
use crate::record::{Channel, ChannelKind, RecordError, Table};
use serde_json::{Value, json};
use std::path::Path;

/// Rows that are drawn, at most.
const MOST: usize = 6000;
/// Channels of contacts that are kept, at most.
const CONTACT_CHANNELS: usize = 60;

/// One history.
pub struct Plotted {
    pub json: Value,
    /// Channels that were left out because there are too many.
    pub left_out: usize,
}

/// Reads a history and packs the channels worth a look: those that ever change, of contacts no corrections and states.
pub fn plotted(topic: Topic, path: &Path, channels: Vec<Channel>) -> Result<(Plotted, Table), RecordError> {
    let table = Table::read_csv(path, channels)?;
    let group = if table.len() > MOST { (2 * table.len()).div_ceil(MOST) } else { 1 };
    let is_contact = topic == Topic::Contacts;
    let wanted = |channel: &Channel| {
        !is_contact || (channel.kind != ChannelKind::Correction && !channel.name.ends_with(".status"))
    };
    let mut kept = Vec::new();
    let mut left_out = 0;
    for (channel, values) in table.channels().iter().zip(&table.columns()[1..]).filter(|(channel, _)| wanted(channel)) {
        let (least, largest) = range(values);
        if least == 0.0 && largest == 0.0 {
            continue;
        }
        if is_contact && kept.len() >= CONTACT_CHANNELS {
            left_out += 1;
            continue;
        }
        kept.push(json!({
            "name": channel.name,
            "unit": channel.unit,
            "span": largest - least,
            "largest": largest.abs().max(least.abs()),
            "values": Columns { count: 1, values: thinned(values, group) }.reals(),
        }));
    }
    let json = json!({
        "title": topic.name(),
        "every": group,
        "time": Columns { count: 1, values: thinned_times(table.first(), group) }.reals(),
        "channels": kept,
    });
    Ok((Plotted { json, left_out }, table))
}

/// Least and largest finite value; zeros if there is none.
fn range(values: &[f64]) -> (f64, f64) {
    let finite = values.iter().copied().filter(|x| x.is_finite());
    finite.map(|x| (x, x)).reduce(|(a, b), (c, d)| (a.min(c), b.max(d))).unwrap_or((0.0, 0.0))
}

/// Least and largest value of every group, in the order in which they came.
fn thinned(values: &[f64], group: usize) -> Vec<f64> {
    if group <= 1 {
        return values.to_vec();
    }
    let ends = |group: &[f64]| {
        let place = |best: fn(f64, f64) -> bool| {
            (1..group.len()).fold(0, |at, k| if best(group[k], group[at]) { k } else { at })
        };
        let (low, high) = (place(|a, b| a < b), place(|a, b| a > b));
        [group[low.min(high)], group[low.max(high)]]
    };
    values.chunks(group).flat_map(ends).collect()
}

/// Two times for every group: its start, and half of the way to its end.
fn thinned_times(times: &[f64], group: usize) -> Vec<f64> {
    if group <= 1 {
        return times.to_vec();
    }
    times.chunks(group).flat_map(|group| [group[0], group[group.len() / 2]]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thinned_history_keeps_its_spikes_and_grows_with_time() {
        let mut values: Vec<f64> = (0..10_000).map(|k| f64::from(k).sin()).collect();
        values[7001] = 50.0;
        values[7002] = -80.0;
        let times: Vec<f64> = (0..10_000).map(f64::from).collect();
        let (thin, at) = (thinned(&values, 10), thinned_times(&times, 10));
        assert_eq!((thin.len(), at.len()), (2000, 2000));
        assert_eq!(thin[1400..1402], [50.0, -80.0]);
        assert!(at.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
