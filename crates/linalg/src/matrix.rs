//! Square matrix assembled by repeated passes of the same sequence of `add` calls.
//!
//! Dense storage is column-major and adds directly. Sparse storage (compressed columns) records the first pass after a
//! [`Matrix::reset`]; [`Matrix::finish`] turns it into a pattern and a *scatter stream*, one slot per add. Later passes replay
//! the stream with a cursor: `values[stream[cursor]] += x`, no search and no sorting.

use crate::NONE;
use crate::pattern::Pattern;
use std::sync::atomic::{AtomicU64, Ordering};

/// How a [`Matrix`] keeps its entries; see [`crate::choose_storage`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    Dense,
    Sparse,
}

/// Square matrix with a structure that is fixed between two [`Matrix::reset`].
pub struct Matrix {
    n: usize,
    storage: Storage,
    structure_id: u64,
    values: Vec<f64>,
    pattern: Pattern,
    /// The (row, column) of every add of the first pass; replays are checked against it in debug builds.
    pairs: Vec<(u32, u32)>,
    recorded: Vec<f64>,
    stream: Vec<u32>,
    cursor: usize,
    recording: bool,
}

fn next_structure_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Matrix {
    pub fn new(n: usize, storage: Storage) -> Self {
        let mut matrix = Matrix {
            n,
            storage,
            structure_id: 0,
            values: Vec::new(),
            pattern: Pattern::default(),
            pairs: Vec::new(),
            recorded: Vec::new(),
            stream: Vec::new(),
            cursor: 0,
            recording: false,
        };
        matrix.reset(n, storage);
        matrix
    }

    /// Starts a new structure; keeps the capacity of its buffers.
    pub fn reset(&mut self, n: usize, storage: Storage) {
        assert!(n < NONE as usize, "too many unknowns: {n}");
        self.n = n;
        self.storage = storage;
        self.structure_id = next_structure_id();
        self.recording = storage == Storage::Sparse;
        self.cursor = 0;
        self.pairs.clear();
        self.recorded.clear();
        self.stream.clear();
        self.pattern.clear();
        self.values.clear();
        if storage == Storage::Dense {
            self.values.resize(n * n, 0.0);
        }
    }

    pub fn n(&self) -> usize {
        self.n
    }

    pub fn storage(&self) -> Storage {
        self.storage
    }

    /// Stored entries: n² if dense, those of the pattern if sparse (known after the first `finish`).
    pub fn nnz(&self) -> usize {
        self.values.len()
    }

    /// Changes with every [`Matrix::reset`]; never shared by two matrices.
    pub fn structure_id(&self) -> u64 {
        self.structure_id
    }

    /// Starts an assembly pass: values 0, cursor 0.
    pub fn clear(&mut self) {
        self.cursor = 0;
        self.values.fill(0.0);
        if self.recording {
            self.pairs.clear();
            self.recorded.clear();
        }
    }

    /// A(i, j) += x; an index [`NONE`] skips the call, which then has no place in the stream.
    #[inline]
    pub fn add(&mut self, i: u32, j: u32, x: f64) {
        if i == NONE || j == NONE {
            return;
        }
        debug_assert!((i as usize) < self.n && (j as usize) < self.n, "entry ({i}, {j}) of {}", self.n);
        match self.storage {
            Storage::Dense => self.values[j as usize * self.n + i as usize] += x,
            Storage::Sparse if self.recording => self.record(i, j, x),
            Storage::Sparse => self.replay(i, j, x),
        }
    }

    /// `A(rows[r], cols[c]) += block[r * stride + c]`.
    pub fn add_block(&mut self, rows: &[u32], cols: &[u32], block: &[f64], stride: usize) {
        for (r, &i) in rows.iter().enumerate() {
            let entries = &block[r * stride..][..cols.len()];
            for (&j, &x) in cols.iter().zip(entries) {
                self.add(i, j, x);
            }
        }
    }

    /// Ends the pass.
    ///
    /// # Panics
    /// If a later pass of a sparse structure made fewer adds than the first.
    pub fn finish(&mut self) {
        if self.recording {
            self.build();
        }
        assert!(
            self.cursor == self.stream.len(),
            "assembly replay ended after {} adds, but the structure was recorded with {}",
            self.cursor,
            self.stream.len()
        );
    }

    /// y = A x.
    pub fn mul(&self, x: &[f64], y: &mut [f64]) {
        assert!(x.len() == self.n && y.len() == self.n && !self.recording);
        y.fill(0.0);
        for (j, &xj) in x.iter().enumerate() {
            match self.storage {
                Storage::Dense => {
                    let column = &self.values[j * self.n..][..self.n];
                    y.iter_mut().zip(column).for_each(|(y, a)| *y += a * xj);
                }
                Storage::Sparse => {
                    let entries = self.pattern.column(j).iter().zip(&self.values[self.pattern.ptr[j]..]);
                    entries.for_each(|(&i, a)| y[i as usize] += a * xj);
                }
            }
        }
    }

    /// A(i, j); for tests and reports.
    pub fn get(&self, i: usize, j: usize) -> f64 {
        assert!(i < self.n && j < self.n && !self.recording);
        match self.storage {
            Storage::Dense => self.values[j * self.n + i],
            Storage::Sparse => self.pattern.find(i, j).map_or(0.0, |slot| self.values[slot]),
        }
    }

    /// Values by columns: all n² if dense, one per slot of the pattern if sparse.
    pub(crate) fn values(&self) -> &[f64] {
        assert!(!self.recording, "the first assembly pass is not finished");
        &self.values
    }

    pub(crate) fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    #[cold]
    fn record(&mut self, i: u32, j: u32, x: f64) {
        assert!((i as usize) < self.n && (j as usize) < self.n, "entry ({i}, {j}) of {}", self.n);
        self.pairs.push((i, j));
        self.recorded.push(x);
    }

    #[inline]
    fn replay(&mut self, i: u32, j: u32, x: f64) {
        let Some(&slot) = self.stream.get(self.cursor) else {
            panic!("assembly replay makes more adds than the {} that were recorded", self.stream.len());
        };
        debug_assert_eq!(self.pairs[self.cursor], (i, j), "assembly replay differs at add {}", self.cursor);
        self.values[slot as usize] += x;
        self.cursor += 1;
    }

    fn build(&mut self) {
        self.pattern.build(self.n, &self.pairs, &mut self.stream);
        self.values.resize(self.pattern.rows.len(), 0.0);
        for (&slot, x) in self.stream.iter().zip(&self.recorded) {
            self.values[slot as usize] += x;
        }
        self.cursor = self.stream.len();
        self.recording = false;
    }
}
