//! Sums over all elements: forces, energies, powers. Large models use several threads.
//!
//! Elements are cut into a fixed number of chunks, each summed on its own, and the sums are added in order: the result does
//! not depend on the number of threads.

use super::System;
use crate::element::{Energy, Item, Power};
use crate::model::Kinematics;
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// From this number of elements on, chunks pay: a force costs about a microsecond, waking a thread some ten.
const MANY: usize = 500;
const CHUNKS: usize = 8;

/// One force vector a chunk.
#[derive(Debug, Default)]
pub struct ChunkBuffers(Mutex<Vec<Vec<f64>>>);

impl System {
    /// Adds f(q, v, t) of some elements to an extended vector.
    pub(super) fn add_element_forces(&self, elements: &[usize], kin: &Kinematics, f: &mut [f64]) {
        let scene = self.scene(kin);
        let all = &self.model.elements;
        if elements.len() < MANY {
            elements.iter().for_each(|&k| all[k].element.force(&scene, f));
            return;
        }
        let chunks = elements.par_chunks(elements.len().div_ceil(CHUNKS));
        let mut buffers = self.buffers.0.lock().unwrap_or_else(PoisonError::into_inner);
        buffers.resize_with(CHUNKS, || vec![0.0; self.layout.extended]);
        buffers.par_iter_mut().zip(chunks).for_each(|(buffer, chunk)| {
            buffer.fill(0.0);
            chunk.iter().for_each(|&k| all[k].element.force(&scene, buffer));
        });
        for buffer in buffers.iter() {
            f.iter_mut().zip(buffer).for_each(|(f, b)| *f += b);
        }
    }

    /// The first element whose force is not finite, if there is one.
    pub fn element_without_force(&self, kin: &Kinematics) -> Option<&Item> {
        let scene = self.scene(kin);
        let mut f = vec![0.0; self.layout.extended];
        let mut is_finite = |items: &[Item]| {
            f.fill(0.0);
            items.iter().for_each(|item| item.element.force(&scene, &mut f));
            f.iter().all(|f| f.is_finite())
        };
        let mut items = self.model.elements.as_slice();
        if is_finite(items) {
            return None;
        }
        while items.len() > 1 {
            let (first, second) = items.split_at(items.len() / 2);
            items = if is_finite(first) { second } else { first };
        }
        items.first()
    }

    /// Energy held by all elements, and the power of loads and dampers.
    pub fn energy(&self, kin: &Kinematics) -> (Energy, Power) {
        let scene = self.scene(kin);
        let none = (Energy::default(), Power::default());
        let add = |(mut energy, mut power): (Energy, Power), (more, p): (Energy, Power)| {
            energy.kinetic += more.kinetic;
            energy.potential += more.potential;
            power.loads += p.loads;
            power.dampers += p.dampers;
            (energy, power)
        };
        let of = |item: &Item| (item.element.energy(&scene), item.element.power(&scene));
        let sum = |items: &[Item]| items.iter().map(of).fold(none, add);
        let elements = &self.model.elements;
        if elements.len() < MANY {
            return sum(elements);
        }
        let parts: Vec<_> = elements.par_chunks(elements.len().div_ceil(CHUNKS)).map(sum).collect();
        parts.into_iter().fold(none, add)
    }
}
