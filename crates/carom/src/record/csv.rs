//! Histories as CSV, one row a recorded instant.
//!
//! The header is `time [s],NAME [UNIT],…`; numbers have the shortest form that reads back to the same bits (not-a-number
//! as `NaN`, infinities as `inf`). Rows are appended as the run goes, and the file holds whole rows at all times: one that the disk
//! took a part of is cut off again. A checkpoint keeps [`CsvWriter::position`]; [`CsvWriter::reopen`] cuts the file there, so that a
//! resumed run writes the same bytes as an uninterrupted one.

use super::{Channel, RecordError, atomic};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Bytes of rows that are gathered before they are written.
const BUFFER: usize = 1 << 16;

/// A growing history.
#[derive(Debug)]
pub struct CsvWriter {
    path: PathBuf,
    file: File,
    /// Values a row, without the time.
    width: usize,
    /// Bytes in the file, and rows that are not there yet.
    written: u64,
    rows: String,
}

impl CsvWriter {
    /// Starts a history, replacing the file. Names must differ from each other and from `time`.
    pub fn create(path: &Path, channels: &[Channel]) -> Result<Self, RecordError> {
        Self::create_over(path, &Channel::time(), channels)
    }

    /// Starts a table whose first column is not the time.
    pub fn create_over(path: &Path, first: &Channel, channels: &[Channel]) -> Result<Self, RecordError> {
        let mut names = HashSet::from([first.name.as_str()]);
        if let Some(twice) = channels.iter().find(|c| !names.insert(&c.name)) {
            return Err(RecordError::DuplicateChannel { path: path.to_owned(), name: twice.name.clone() });
        }
        Self::create_labelled(path, std::iter::once(first).chain(channels).map(Channel::label))
    }

    /// Starts a table whose columns have these labels.
    pub(super) fn create_labelled(path: &Path, labels: impl Iterator<Item = String>) -> Result<Self, RecordError> {
        let file = atomic::renew(path).map_err(RecordError::io("create", path))?;
        let mut writer = Self::over(path, file, 0, 0);
        for (k, label) in labels.enumerate() {
            if k > 0 {
                writer.rows.push(',');
            }
            push_field(&mut writer.rows, &label);
            writer.width = k;
        }
        writer.end_row()?;
        Ok(writer)
    }

    /// Cuts the history at a [`CsvWriter::position`] of an earlier run and goes on from there.
    pub fn reopen(path: &Path, position: u64) -> Result<Self, RecordError> {
        let refuse = |message: String| RecordError::Continue { path: path.to_owned(), message };
        let file = atomic::reopen(path).map_err(RecordError::io("open", path))?;
        let mut reader = BufReader::new(file);
        let mut header = String::new();
        reader.read_line(&mut header).map_err(RecordError::io("read", path))?;
        let mut file = reader.into_inner();
        let length = file.metadata().map_err(RecordError::io("read", path))?.len();
        if length < position || position < header.len() as u64 {
            return Err(refuse(format!("it has {length} bytes, the checkpoint was taken at byte {position}")));
        }
        if !ends_line(&mut file, position).map_err(RecordError::io("read", path))? {
            return Err(refuse(format!("byte {position}, where the checkpoint was taken, is not the end of a row")));
        }
        file.set_len(position).map_err(RecordError::io("shorten", path))?;
        file.seek(SeekFrom::End(0)).map_err(RecordError::io("write", path))?;
        let width = split(header.trim_end()).len() - 1;
        Ok(Self::over(path, file, width, position))
    }

    /// Appends a row; allocates only while the first rows are gathered.
    pub fn append(&mut self, t: f64, values: &[f64]) -> Result<(), RecordError> {
        if values.len() != self.width {
            let (expected, found) = (self.width, values.len());
            return Err(RecordError::RowWidth { path: self.path.clone(), expected, found });
        }
        push_number(&mut self.rows, t);
        for value in values {
            self.rows.push(',');
            push_number(&mut self.rows, *value);
        }
        self.end_row()
    }

    /// Appends a row that `fill` writes, without the end of its line.
    pub(super) fn append_row(&mut self, fill: impl FnOnce(&mut String)) -> Result<(), RecordError> {
        fill(&mut self.rows);
        self.end_row()
    }

    /// Hands everything to the operating system.
    pub fn flush(&mut self) -> Result<(), RecordError> {
        let written = self.file.write_all(self.rows.as_bytes());
        if written.is_ok() {
            self.written += self.rows.len() as u64;
        } else {
            // Of the rows a part may be there; the first error is the one to report.
            let _ = self.file.set_len(self.written).and_then(|()| self.file.seek(SeekFrom::End(0)));
        }
        self.rows.clear();
        written.map_err(RecordError::io("write", &self.path))
    }

    /// The length of the file in bytes, once flushed.
    pub fn position(&self) -> u64 {
        self.written + self.rows.len() as u64
    }

    fn over(path: &Path, file: File, width: usize, written: u64) -> Self {
        Self { path: path.to_owned(), file, width, written, rows: String::new() }
    }

    fn end_row(&mut self) -> Result<(), RecordError> {
        self.rows.push('\n');
        if self.rows.len() >= BUFFER { self.flush() } else { Ok(()) }
    }
}

impl Drop for CsvWriter {
    /// What was gathered is kept, also where a run ends because another file cannot be written.
    fn drop(&mut self) {
        let _ = self.flush();
    }
}

/// Reads a history: header fields and columns, the time first.
pub fn read(path: &Path) -> Result<(Vec<String>, Vec<Vec<f64>>), RecordError> {
    let text = fs::read_to_string(path).map_err(RecordError::io("read", path))?;
    let error = |line: usize, message: String| error(path, line, message);
    let mut lines = text.lines().enumerate();
    let Some((_, header)) = lines.next() else {
        return Err(error(1, "the header is missing".to_owned()));
    };
    let names = split(header);
    let mut columns = vec![Vec::new(); names.len()];
    for (i, line) in lines {
        let mut count = 0;
        for field in line.split(',') {
            let value = field.parse().map_err(|_| error(i + 1, format!("`{field}` is not a number")))?;
            if let Some(column) = columns.get_mut(count) {
                column.push(value);
            }
            count += 1;
        }
        if count != columns.len() {
            return Err(error(i + 1, format!("{count} values in a table of {} columns", columns.len())));
        }
    }
    Ok((names, columns))
}

pub(super) fn error(path: &Path, line: usize, message: String) -> RecordError {
    RecordError::Csv { path: path.to_owned(), line, message }
}

/// The shortest form that reads back to the same bits; whole numbers without `.0`.
pub(super) fn push_number(line: &mut String, x: f64) {
    let mut buffer = zmij::Buffer::new();
    let text = buffer.format(x);
    line.push_str(text.strip_suffix(".0").unwrap_or(text));
}

/// A header field, quoted (RFC 4180) if it must be; a line break becomes a space.
pub(super) fn push_field(line: &mut String, field: &str) {
    let quoted = field.contains([',', '"']);
    let mark = if quoted { "\"" } else { "" };
    line.push_str(mark);
    for c in field.chars() {
        match c {
            '"' => line.push_str("\"\""),
            '\n' | '\r' => line.push(' '),
            other => line.push(other),
        }
    }
    line.push_str(mark);
}

/// The inverse of joining [`push_field`]s with commas.
pub(super) fn split(header: &str) -> Vec<String> {
    let mut fields = Vec::new();
    let mut field = String::new();
    let mut quoted = false;
    let mut characters = header.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' if quoted && characters.next_if_eq(&'"').is_some() => field.push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(std::mem::take(&mut field)),
            other => field.push(other),
        }
    }
    fields.push(field);
    fields
}

/// Whether the byte before `position` ends a line.
fn ends_line(file: &mut File, position: u64) -> std::io::Result<bool> {
    let mut byte = [0];
    if position > 0 {
        file.seek(SeekFrom::Start(position - 1))?;
        file.read_exact(&mut byte)?;
    }
    Ok(byte[0] == b'\n')
}
