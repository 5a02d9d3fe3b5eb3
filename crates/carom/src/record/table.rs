//! Tables in memory: named columns over a first one, the time or a load factor.

use super::{Channel, CsvWriter, RecordError, csv, npz};
use std::path::Path;

/// Columns of equal length.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    first: Channel,
    channels: Vec<Channel>,
    /// The first one, then one a channel.
    columns: Vec<Vec<f64>>,
}

impl Table {
    /// An empty table over the time.
    pub fn over_time(channels: Vec<Channel>) -> Self {
        Self::over(Channel::time(), channels)
    }

    pub fn over(first: Channel, channels: Vec<Channel>) -> Self {
        Self { columns: vec![Vec::new(); channels.len() + 1], first, channels }
    }

    /// Reads a history whose channels are known.
    pub fn read_csv(path: &Path, channels: Vec<Channel>) -> Result<Self, RecordError> {
        let (labels, columns) = csv::read(path)?;
        if labels.len() != channels.len() + 1 {
            let message = format!("{} columns for the time and {} channels", labels.len(), channels.len());
            return Err(RecordError::Csv { path: path.to_owned(), line: 1, message });
        }
        Ok(Self { first: Channel::time(), channels, columns })
    }

    /// Appends a row of as many values as there are channels.
    pub fn push(&mut self, first: f64, values: &[f64]) {
        debug_assert_eq!(values.len(), self.channels.len());
        for (column, value) in self.columns.iter_mut().zip(std::iter::once(&first).chain(values)) {
            column.push(*value);
        }
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.columns[0].len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All channels but the first.
    pub fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// All columns, the first before those of the channels.
    pub fn columns(&self) -> &[Vec<f64>] {
        &self.columns
    }

    /// The first column: the time.
    pub fn first(&self) -> &[f64] {
        &self.columns[0]
    }

    /// The column of a channel.
    pub fn column(&self, name: &str) -> Option<&[f64]> {
        self.place(name).map(|place| self.columns[place + 1].as_slice())
    }

    /// Unit and kind of a channel.
    pub fn channel(&self, name: &str) -> Option<&Channel> {
        self.place(name).map(|place| &self.channels[place])
    }

    /// The last value of a channel.
    pub fn last(&self, name: &str) -> Option<f64> {
        self.column(name)?.last().copied()
    }

    pub fn write_csv(&self, path: &Path) -> Result<(), RecordError> {
        let mut file = CsvWriter::create_over(path, &self.first, &self.channels)?;
        let mut row = vec![0.0; self.channels.len()];
        for i in 0..self.len() {
            row.iter_mut().zip(&self.columns[1..]).for_each(|(value, column)| *value = column[i]);
            file.append(self.columns[0][i], &row)?;
        }
        file.flush()
    }

    /// Writes one array a column, named like it.
    pub fn write_npz(&self, path: &Path) -> Result<(), RecordError> {
        let names = std::iter::once(&self.first).chain(&self.channels).map(|channel| channel.name.as_str());
        let named: Vec<_> = names.zip(&self.columns).collect();
        npz::write(path, &named)
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.channels.iter().position(|channel| channel.name == name)
    }
}
