//! What a scheme remembers from step to step: arrays with names, which checkpoints save and restore without knowing their meaning.

use crate::system::{Assembly, Island};

/// What an array is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Over {
    Dofs,
    JointRows,
    Components,
}

/// Named arrays. A scheme makes them once and reads them by their place.
#[derive(Clone, Debug, Default)]
pub struct History {
    arrays: Vec<(&'static str, Over, Vec<f64>)>,
}

impl History {
    pub fn new(system: Assembly, arrays: impl IntoIterator<Item = (&'static str, Over)>) -> Self {
        let length = |over| match over {
            Over::Dofs => system.layout.n,
            Over::JointRows => system.joint_rows,
            Over::Components => system.components.list.len(),
        };
        Self { arrays: arrays.into_iter().map(|(name, over)| (name, over, vec![0.0; length(over)])).collect() }
    }

    /// Takes what belongs to a component from elsewhere.
    pub fn copy_part(&mut self, system: Assembly, component: &Island, from: &Self) {
        for ((_, over, to), (_, _, from)) in self.arrays.iter_mut().zip(&from.arrays) {
            match over {
                Over::Dofs => component.copy(from, to),
                Over::JointRows => {
                    for rows in component.joints.iter().map(|&b| system.block(b).rows()) {
                        to[rows.clone()].copy_from_slice(&from[rows]);
                    }
                }
                Over::Components => to[component.slot()] = from[component.slot()],
            }
        }
    }

    /// The arrays over degrees of freedom.
    pub fn of_dofs(&self) -> impl Iterator<Item = &[f64]> {
        self.arrays.iter().filter(|(_, over, _)| *over == Over::Dofs).map(|(_, _, array)| array.as_slice())
    }

    pub fn of_dofs_mut(&mut self) -> impl Iterator<Item = &mut [f64]> {
        self.arrays.iter_mut().filter(|(_, over, _)| *over == Over::Dofs).map(|(_, _, array)| array.as_mut_slice())
    }

    pub fn is_empty(&self) -> bool {
        self.arrays.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &[f64])> {
        self.arrays.iter().map(|(name, _, array)| (*name, array.as_slice()))
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&'static str, &mut [f64])> {
        self.arrays.iter_mut().map(|(name, _, array)| (*name, array.as_mut_slice()))
    }
}

impl std::ops::Index<usize> for History {
    type Output = [f64];

    #[inline]
    fn index(&self, place: usize) -> &[f64] {
        &self.arrays[place].2
    }
}

impl std::ops::IndexMut<usize> for History {
    #[inline]
    fn index_mut(&mut self, place: usize) -> &mut [f64] {
        &mut self.arrays[place].2
    }
}
