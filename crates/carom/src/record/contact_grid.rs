//! Contacts of a frame for ParaView: a point each, with its force (impulse over step, N), normal, gap (m), state and whether it was hit.
//!
//! The state is 1 for stick and 2 for slip; `contact` is the place of its name among `contact_name`. Arrows are made of `force` by a filter for
//! glyphs.

use super::contacts::status_code;
use super::grid::{PLAIN, close, fill, names, open, push_array, push_points};
use crate::Vec3;
use crate::model::Model;
use crate::system::Snapshot;
use flate2::Compression;

/// VTK's number of a cell that is a point.
const VERTEX: u8 = 1;

/// Writes the contacts of frames.
#[derive(Debug)]
pub(super) struct ContactGrid {
    names: String,
    bytes: Vec<u8>,
}

impl ContactGrid {
    pub fn new(model: &Model) -> Self {
        let numbered = model.contact_names().enumerate().map(|(k, name)| (k as i32, name.to_owned()));
        Self { names: names("contact", numbered), bytes: Vec::new() }
    }

    pub fn encode(&mut self, text: &mut String, snapshot: &Snapshot) {
        let contacts: Vec<_> = snapshot.contact_points().collect();
        let count = contacts.len();
        open(text, snapshot.scene.kin.t, &self.names, [count, count]);
        fill(&mut self.bytes, contacts.iter().map(|contact| contact.point));
        push_points(text, "Float64", &self.bytes, PLAIN);
        text.push_str("<PointData Vectors=\"force\" Scalars=\"state\">\n");
        let force = |k: usize| {
            let contact = &contacts[k];
            let along = |i: usize| contact.axes[i] * (contact.state.impulse[i] / snapshot.h);
            if snapshot.h > 0.0 { along(0) + along(1) + along(2) } else { Vec3::zeros() }
        };
        fill(&mut self.bytes, (0..count).map(force));
        push_array(text, "type=\"Float64\" Name=\"force\" NumberOfComponents=\"3\"", &self.bytes, PLAIN);
        fill(&mut self.bytes, contacts.iter().map(|contact| contact.axes[0]));
        push_array(text, "type=\"Float64\" Name=\"normal\" NumberOfComponents=\"3\"", &self.bytes, PLAIN);
        let gaps: Vec<u8> = contacts.iter().flat_map(|contact| contact.state.gap.to_le_bytes()).collect();
        push_array(text, "type=\"Float64\" Name=\"gap\"", &gaps, PLAIN);
        let states: Vec<u8> = contacts.iter().map(|contact| status_code(contact.state.status) as u8).collect();
        push_array(text, "type=\"UInt8\" Name=\"state\"", &states, PLAIN);
        let hits: Vec<u8> = contacts.iter().map(|contact| u8::from(contact.state.hit)).collect();
        push_array(text, "type=\"UInt8\" Name=\"hit\"", &hits, PLAIN);
        let sets = contacts.iter().flat_map(|contact| (contact.id.set as i32).to_le_bytes());
        push_array(text, "type=\"Int32\" Name=\"contact\"", &sets.collect::<Vec<u8>>(), PLAIN);
        text.push_str("</PointData>\n<Cells>\n");
        let numbers = |first: i32| (first..first + count as i32).flat_map(i32::to_le_bytes).collect::<Vec<u8>>();
        push_array(text, "type=\"Int32\" Name=\"connectivity\"", &numbers(0), Compression::fast());
        push_array(text, "type=\"Int32\" Name=\"offsets\"", &numbers(1), Compression::fast());
        push_array(text, "type=\"UInt8\" Name=\"types\"", &vec![VERTEX; count], Compression::fast());
        text.push_str("</Cells>\n<CellData>\n");
        close(text);
    }
}
