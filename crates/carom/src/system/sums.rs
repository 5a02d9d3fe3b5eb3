//! Sums over all elements: forces, energies, powers. Large models use several threads.
//!
//! Elements are cut into a fixed number of chunks, each summed on its own, and the sums are added in order: the result does
//! not depend on the number of threads.

use super::System;
use crate::element::{Item, Power, Scene};
use crate::model::Kinematics;
use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// From this number of elements on, chunks pay: a force costs about a microsecond, waking a thread some ten.
const MANY: usize = 500;
const CHUNKS: usize = 8;

/// Energy of elements, and the power of their loads and dampers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Held {
    pub kinetic: f64,
    pub potential: f64,
    /// Sum of the amounts of the potential energies.
    pub size: f64,
    pub power: Power,
}

impl Held {
    fn of(item: &Item, scene: &Scene) -> Self {
        let (energy, power) = (item.element.energy(scene), item.element.power(scene));
        Self { kinetic: energy.kinetic, potential: energy.potential, size: energy.potential.abs(), power }
    }

    #[must_use]
    pub fn plus(&self, more: &Self) -> Self {
        let power =
            Power { loads: self.power.loads + more.power.loads, dampers: self.power.dampers + more.power.dampers };
        Self {
            kinetic: self.kinetic + more.kinetic,
            potential: self.potential + more.potential,
            size: self.size + more.size,
            power,
        }
    }

    pub fn is_finite(&self) -> bool {
        [self.kinetic, self.potential, self.power.loads, self.power.dampers].iter().all(|x| x.is_finite())
    }

    pub fn total(&self) -> f64 {
        self.kinetic + self.potential
    }
}

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

    /// What all elements hold.
    pub fn energy(&self, kin: &Kinematics) -> Held {
        let scene = self.scene(kin);
        let elements = &self.model.elements;
        let sum = |items: &[Item]| items.iter().fold(Held::default(), |sum, item| sum.plus(&Held::of(item, &scene)));
        if elements.len() < MANY {
            return sum(elements);
        }
        let parts: Vec<_> = elements.par_chunks(elements.len().div_ceil(CHUNKS)).map(sum).collect();
        parts.iter().fold(Held::default(), |sum, part| sum.plus(part))
    }

    /// What some elements hold.
    pub fn energy_of(&self, elements: &[usize], kin: &Kinematics) -> Held {
        let scene = self.scene(kin);
        let all = &self.model.elements;
        let sum = |part: &[usize]| part.iter().fold(Held::default(), |sum, &k| sum.plus(&Held::of(&all[k], &scene)));
        if elements.len() < MANY {
            return sum(elements);
        }
        let parts: Vec<_> = elements.par_chunks(elements.len().div_ceil(CHUNKS)).map(sum).collect();
        parts.iter().fold(Held::default(), |sum, part| sum.plus(part))
    }
}
