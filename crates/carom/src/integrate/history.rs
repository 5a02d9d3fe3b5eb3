//! What a scheme remembers from step to step: arrays with names, which checkpoints save and restore without knowing their meaning.

/// Named arrays. A scheme makes them once and reads them by their place.
#[derive(Clone, Debug, Default)]
pub struct History {
    arrays: Vec<(&'static str, Vec<f64>)>,
}

impl History {
    pub fn new(arrays: impl IntoIterator<Item = (&'static str, usize)>) -> Self {
        Self { arrays: arrays.into_iter().map(|(name, length)| (name, vec![0.0; length])).collect() }
    }

    pub fn is_empty(&self) -> bool {
        self.arrays.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &[f64])> {
        self.arrays.iter().map(|(name, array)| (*name, array.as_slice()))
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&'static str, &mut [f64])> {
        self.arrays.iter_mut().map(|(name, array)| (*name, array.as_mut_slice()))
    }
}

impl std::ops::Index<usize> for History {
    type Output = [f64];

    fn index(&self, place: usize) -> &[f64] {
        &self.arrays[place].1
    }
}

impl std::ops::IndexMut<usize> for History {
    fn index_mut(&mut self, place: usize) -> &mut [f64] {
        &mut self.arrays[place].1
    }
}
