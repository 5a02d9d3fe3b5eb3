//! Result files: histories (CSV, NumPy), contact points, moving shapes (ParaView, SVG), plots, checkpoints and `run.json`.
//!
//! One rule: nothing here knows how a result was computed. Histories are streamed, row by row, and can be cut back to a
//! checkpoint's position and continued, so that a resumed run leaves the same bytes as an uninterrupted one; every other
//! file is replaced as a whole.

mod atomic;
mod canvas;
mod channel;
mod chart;
mod contact_points;
mod contacts;
mod directory;
mod error;
mod grid;
mod motion;
mod outline;
mod reach;
mod shape;
mod table;
mod tessellation;
mod view;

pub mod checkpoint;
pub mod csv;
pub mod film;
pub mod npz;
pub mod plot;
pub mod run_json;
pub mod vtu;

pub use atomic::replace_file;
pub use channel::{Channel, ChannelKind, label_name};
pub use chart::{Chart, Panel, Points, Scale};
pub use checkpoint::{Checkpoint, FieldError};
pub use contact_points::{CONTACT_POINT_FORMAT, ContactPointWriter, Which};
pub use contacts::{contact_channels, contact_row, status_code};
pub use csv::CsvWriter;
pub use directory::{file, is_result, prepare_directory};
pub use error::RecordError;
pub use film::{Instant, finite_shapes, strobe};
pub use grid::CellArray;
pub use motion::{MotionReader, MotionWriter, motion_width};
pub use outline::Outline;
pub use plot::plot;
pub use shape::{Geometry, Shape};
pub use table::Table;
pub use view::View;
pub use vtu::VtuWriter;
