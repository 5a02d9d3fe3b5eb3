//! Compressed sparse columns from a recorded sequence of (row, column) pairs.
//!
//! Two stable counting sorts (by row, then by column) order the sequence in O(adds + n); equal neighbours then share a slot.
//! Reference: T. A. Davis, Direct Methods for Sparse Linear Systems, SIAM 2006, chapter 2.

/// Pattern of a square matrix by columns, rows ascending and unique within each.
#[derive(Default)]
pub(crate) struct Pattern {
    /// Column j owns the slots `ptr[j]..ptr[j + 1]`.
    pub ptr: Vec<usize>,
    pub rows: Vec<u32>,
    by_row: Vec<u32>,
    by_col: Vec<u32>,
}

impl Pattern {
    /// Builds the pattern of the recorded `pairs` and writes the slot of each into `slots`.
    pub fn build(&mut self, n: usize, pairs: &[(u32, u32)], slots: &mut Vec<u32>) {
        assert!(pairs.len() < u32::MAX as usize, "too many matrix entries");
        self.by_row.clear();
        self.by_row.resize(pairs.len(), 0);
        counting_sort(n, &mut self.ptr, 0..pairs.len() as u32, &mut self.by_row, |t| pairs[t].0);
        self.by_col.clear();
        self.by_col.resize(pairs.len(), 0);
        let order = self.by_row.iter().copied();
        counting_sort(n, &mut self.ptr, order, &mut self.by_col, |t| pairs[t].1);
        self.merge_equal(n, pairs, slots);
    }

    pub fn clear(&mut self) {
        self.ptr.clear();
        self.rows.clear();
    }

    pub fn column(&self, j: usize) -> &[u32] {
        &self.rows[self.ptr[j]..self.ptr[j + 1]]
    }

    /// Slot of the entry (i, j), if the pattern has it.
    pub fn find(&self, i: usize, j: usize) -> Option<usize> {
        let k = self.column(j).binary_search(&(i as u32)).ok()?;
        Some(self.ptr[j] + k)
    }

    fn merge_equal(&mut self, n: usize, pairs: &[(u32, u32)], slots: &mut Vec<u32>) {
        slots.clear();
        slots.resize(pairs.len(), 0);
        self.rows.clear();
        self.ptr.clear();
        self.ptr.resize(n + 1, 0);
        let mut last = None;
        for &t in &self.by_col {
            let pair = pairs[t as usize];
            if last != Some(pair) {
                self.rows.push(pair.0);
                self.ptr[pair.1 as usize + 1] += 1;
                last = Some(pair);
            }
            slots[t as usize] = self.rows.len() as u32 - 1;
        }
        for j in 0..n {
            self.ptr[j + 1] += self.ptr[j];
        }
    }
}

/// Writes the items of `order` into `out`, stably sorted by `key(item) < n`; `start` is scratch.
fn counting_sort(
    n: usize,
    start: &mut Vec<usize>,
    order: impl Iterator<Item = u32> + Clone,
    out: &mut [u32],
    key: impl Fn(usize) -> u32,
) {
    start.clear();
    start.resize(n + 1, 0);
    for t in order.clone() {
        start[key(t as usize) as usize + 1] += 1;
    }
    for k in 0..n {
        start[k + 1] += start[k];
    }
    for t in order {
        let place = &mut start[key(t as usize) as usize];
        out[*place] = t;
        *place += 1;
    }
}
