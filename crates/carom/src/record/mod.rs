//! Result files: histories (CSV, NumPy), contact points, moving shapes (ParaView, SVG), plots, checkpoints and `run.json`.
//!
//! One rule: nothing here knows how a result was computed. Histories are streamed, row by row, and can be cut back to a
//! checkpoint's position and continued, so that a resumed run leaves the same bytes as an uninterrupted one; every other
//! file is replaced as a whole.

mod atomic;
mod canvas;
mod channel;
mod chart;
mod contact_grid;
mod contact_points;
mod contacts;
mod directory;
mod error;
mod grid;
mod lock;
mod motion;
mod outline;
mod reach;
mod shape;
mod table;
mod tessellation;
mod view;

pub mod checkpoint;
pub mod csv;
pub mod events;
pub mod film;
pub mod npz;
pub mod plot;
pub mod run_json;
pub mod vtu;

pub use channel::{Channel, ChannelKind, label_name};
pub use chart::{Chart, PANEL_SIZE, Panel, Points, Scale};
pub use checkpoint::{Checkpoint, FieldError};
pub use contact_points::{
    CONTACT_POINT_BYTES, CONTACT_POINT_FORMAT, ContactPointWriter, Which, remove_contact_point_parts,
};
pub use contacts::{contact_channels, contact_row, status_code};
pub use csv::CsvWriter;
pub use directory::{clear_directory, file, is_result, pictures, sweep_directory, take_directory};
pub use error::RecordError;
pub use events::{EventCounts, EventRow, EventWriter};
pub use film::{Instant, finite_shapes, strobe, strobe_svg};
pub use grid::CellArray;
pub use lock::DirectoryLock;
pub use motion::{MotionReader, MotionWriter, motion_width};
pub use outline::Outline;
pub use plot::plot;
pub(crate) use plot::{decimate, magnitude, varies};
pub use shape::{Geometry, Shape};
pub use table::Table;
pub use tessellation::{polygons, polylines};
pub use view::View;
pub use vtu::VtuWriter;

use std::io::Write;
use std::path::Path;

/// Replaces a file as a whole: whoever opens it sees the old content or the new one.
pub fn write_file(path: &Path, content: &[u8]) -> Result<(), RecordError> {
    atomic::replace(path, |file| file.write_all(content))
}
