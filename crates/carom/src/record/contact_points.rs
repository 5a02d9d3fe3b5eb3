//! Contact points: a record for every contact that acts in a recorded step, and for every contact that is hit in any step, as
//! `contact_points.npz`.
//!
//! Records are gathered in columns and written in numbered parts, archives in a folder, at every checkpoint and whenever [`PART`]
//! records are together: what is written is readable even if the program is killed. A checkpoint keeps the number
//! of parts; [`ContactPointWriter::reopen`] drops what came later, so that a resumed run writes the same bytes as an uninterrupted
//! one. At the end of a run the parts become one archive, deflated.
//!
//! The arrays, with the first dimension over the records, are the [`COLUMNS`]; three more hold the number of the format and the
//! names that `id` and `bodies` refer to. The guide (section 2) says what they mean.

use super::directory::remove_numbered;
use super::npz::{self, Array, Writer};
use super::{RecordError, atomic, file, status_code};
use crate::Vec3;
use crate::model::{Model, PortId};
use crate::system::Snapshot;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Most records of a part: about 20 MB.
const PART: usize = 1 << 16;

/// Name, type and shape of a record of every array, and whether deflating it pays: digits of places, axes and velocities are noise,
/// of which deflating would take a tenth and most of the time (784 balls, 600,000 records).
const COLUMNS: [(&str, &str, &[usize], bool); 19] = [
    ("step", "<u8", &[], true),
    ("time", "<f8", &[], true),
    ("h", "<f8", &[], true),
    ("id", "<u4", &[4], true),
    ("bodies", "<u4", &[2], true),
    ("point", "<f8", &[3], false),
    ("axes", "<f8", &[3, 3], false),
    ("gap", "<f8", &[], true),
    ("velocity", "<f8", &[6], false),
    ("impulse", "<f8", &[6], true),
    ("correction", "<f8", &[6], true),
    ("state", "|u1", &[], true),
    ("hit", "|b1", &[], true),
    ("approach", "<f8", &[], true),
    ("touched", "<f8", &[], true),
    ("restitution", "<f8", &[], true),
    ("flew", "|b1", &[], true),
    ("struck", "|b1", &[], true),
    ("edge", "|b1", &[], true),
];

/// What the array `format` holds. Format 1, without that array, had no `approach`, `touched`, `restitution` and `flew`, and no records of hits between
/// recorded steps; format 2 had no `struck` and `edge`.
pub const CONTACT_POINT_FORMAT: u32 = 3;

/// Bytes of a record, in a part and in the archive.
pub const CONTACT_POINT_BYTES: u64 = 2 * 331;

/// Which contacts of a step are recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    Acting,
    /// Those that were hit.
    Hit,
    /// Those that act and were not hit.
    NotHit,
}

/// Writes the contact points of a run.
#[derive(Debug)]
pub struct ContactPointWriter {
    folder: PathBuf,
    names: Names,
    /// Bytes of the records that are not in a part yet, column by column.
    columns: [Vec<u8>; COLUMNS.len()],
    records: usize,
    parts: u64,
}

impl ContactPointWriter {
    /// Starts in a result directory without parts.
    pub fn create(directory: &Path, model: &Model) -> Self {
        Self {
            folder: directory.join(file::CONTACT_POINTS),
            names: Names::of(model),
            columns: Default::default(),
            records: 0,
            parts: 0,
        }
    }

    /// Goes on after so many parts of an earlier run; later ones are removed.
    pub fn reopen(directory: &Path, model: &Model, parts: u64) -> Result<Self, RecordError> {
        let writer = Self { parts, ..Self::create(directory, model) };
        let missing = (0..parts).map(|part| writer.part(part)).find(|path| !path.is_file());
        if let Some(path) = missing {
            return Err(RecordError::Continue { path, message: "it is missing".to_owned() });
        }
        for part in parts.. {
            let path = writer.part(part);
            if !path.is_file() {
                break;
            }
            fs::remove_file(&path).map_err(RecordError::io("remove", &path))?;
        }
        Ok(writer)
    }

    /// Takes contacts that act in a step.
    pub fn append(&mut self, step: u64, snapshot: &Snapshot, which: Which) -> Result<(), RecordError> {
        let wanted = |hit: bool| which == Which::Acting || hit == (which == Which::Hit);
        for contact in snapshot.contact_points().filter(|contact| wanted(contact.state.hit)) {
            let [
                steps,
                times,
                sizes,
                ids,
                bodies,
                points,
                axes,
                gaps,
                velocities,
                impulses,
                corrections,
                states,
                hits,
                approaches,
                touches,
                restitutions,
                flights,
                passed,
                edges,
            ] = &mut self.columns;
            let state = contact.state;
            steps.extend(step.to_le_bytes());
            put(times, [snapshot.scene.kin.t]);
            put(sizes, [snapshot.h]);
            ids.extend(contact.id.to_array().into_iter().flat_map(u32::to_le_bytes));
            let body = |port| self.names.of_port.get(&port).copied().unwrap_or(u32::MAX);
            bodies.extend(contact.ports().map(body).into_iter().flat_map(u32::to_le_bytes));
            put(points, coordinates(&contact.point));
            contact.axes.iter().for_each(|axis| put(axes, coordinates(axis)));
            put(gaps, [state.gap]);
            put(velocities, state.velocity);
            put(impulses, state.impulse);
            put(corrections, state.correction);
            states.push(status_code(state.status) as u8);
            hits.push(u8::from(state.hit));
            put(approaches, [state.approach]);
            put(touches, [state.touched]);
            put(restitutions, [contact.contact.law.restitution_n]);
            flights.push(u8::from(state.flew));
            passed.push(u8::from(state.struck));
            edges.push(u8::from(contact.contact.pair.is_edge(snapshot.scene.kin)));
            self.records += 1;
        }
        if self.records >= PART { self.flush() } else { Ok(()) }
    }

    /// Writes what was gathered as a part.
    pub fn flush(&mut self) -> Result<(), RecordError> {
        if self.records == 0 {
            return Ok(());
        }
        fs::create_dir_all(&self.folder).map_err(RecordError::io("create", &self.folder))?;
        let mut arrays = self.names.arrays();
        for ((name, dtype, shape, _), bytes) in COLUMNS.into_iter().zip(&self.columns) {
            let shape = [&[self.records], shape].concat();
            arrays.push(Array { name: name.into(), dtype: dtype.into(), shape, bytes: bytes.into() });
        }
        npz::write_arrays(&self.part(self.parts), &arrays)?;
        self.columns.iter_mut().for_each(Vec::clear);
        self.records = 0;
        self.parts += 1;
        Ok(())
    }

    /// Number of complete parts.
    pub fn parts(&self) -> u64 {
        self.parts
    }

    /// Makes one archive of all parts, column by column, so that no more than a column of a part is in memory.
    pub fn write_archive(&self, path: &Path) -> Result<(), RecordError> {
        let parts: Vec<PathBuf> = (0..self.parts).map(|part| self.part(part)).collect();
        let mut records = 0;
        for part in &parts {
            records += npz::read(part, "hit")?.shape.first().copied().unwrap_or(0);
        }
        atomic::replace(path, |file| {
            let mut archive = Writer::new(file);
            self.names.arrays().iter().try_for_each(|array| archive.add(array, true))?;
            for (name, dtype, shape, deflate) in COLUMNS {
                let shape = [&[records], shape].concat();
                archive.start(name, dtype, &shape, 8 * shape.iter().product::<usize>() as u64, deflate)?;
                for part in &parts {
                    archive.put(&npz::read(part, name).map_err(io::Error::other)?.bytes)?;
                }
            }
            archive.finish()
        })
    }

    /// Removes the parts, and their folder if nothing else is in it.
    pub fn remove_parts(&self) -> Result<(), RecordError> {
        remove_numbered(&self.folder, "npz")
    }

    fn part(&self, number: u64) -> PathBuf {
        self.folder.join(format!("part_{number:06}.npz"))
    }
}

/// Removes the parts of a run that has finished.
pub fn remove_contact_point_parts(directory: &Path) -> Result<(), RecordError> {
    remove_numbered(&directory.join(file::CONTACT_POINTS), "npz")
}

fn put<const N: usize>(column: &mut Vec<u8>, values: [f64; N]) {
    column.extend(values.into_iter().flat_map(f64::to_le_bytes));
}

fn coordinates(v: &Vec3) -> [f64; 3] {
    [v.x, v.y, v.z]
}

/// Names of contacts and of the bodies that they join.
#[derive(Debug)]
struct Names {
    contacts: Vec<String>,
    bodies: Vec<String>,
    /// Places of the bodies that carry ports of contacts.
    of_port: HashMap<PortId, u32>,
}

impl Names {
    fn of(model: &Model) -> Self {
        let fixed = model.contacts.iter().flat_map(|contact| <[PortId; 2]>::from(contact.pair.ports()));
        let found = model.collisions.iter().flat_map(|collision| collision.colliders.iter().map(|c| c.port));
        let mut places: HashMap<&str, u32> = HashMap::new();
        let (mut bodies, mut of_port) = (Vec::new(), HashMap::new());
        for port in fixed.chain(found) {
            let name = model.carrier_name(port);
            let place = *places.entry(name).or_insert_with(|| {
                bodies.push(name.to_owned());
                bodies.len() as u32 - 1
            });
            of_port.insert(port, place);
        }
        Self { contacts: model.contact_names().map(str::to_owned).collect(), bodies, of_port }
    }

    fn arrays(&self) -> Vec<Array<'static>> {
        let format = CONTACT_POINT_FORMAT.to_le_bytes().to_vec();
        vec![
            Array { name: "format".into(), dtype: "<u4".into(), shape: vec![1], bytes: format.into() },
            Array::of_strings("contact_names", &self.contacts),
            Array::of_strings("body_names", &self.bodies),
        ]
    }
}
