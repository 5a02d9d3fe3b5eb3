//! Instants for the strobe picture: the frames of the ports that carry shapes, kept through checkpoints.

use crate::model::{Kinematics, Model, PortId, PortState};
use crate::record::{RecordError, Shape, View, strobe};
use crate::{Mat3, Vec3};
use std::path::Path;

/// Numbers of a port at an instant: position and rotation matrix.
const WIDTH: usize = 12;

#[derive(Debug)]
pub(super) struct Instants {
    /// Ports with shapes.
    ports: Vec<PortId>,
    /// [`WIDTH`] numbers a port, port after port, instant after instant.
    values: Vec<f64>,
}

impl Instants {
    pub fn new(shapes: &[Shape]) -> Self {
        let mut ports: Vec<PortId> = shapes.iter().map(|s| s.port).collect();
        ports.sort_unstable();
        ports.dedup();
        Self { ports, values: Vec::new() }
    }

    pub fn take(&mut self, kin: &Kinematics) {
        for port in &self.ports {
            let state = &kin.ports[*port];
            self.values.extend(state.x.iter().chain(state.r.iter()));
        }
    }

    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Goes on from the values of an earlier run.
    pub fn restore(&mut self, values: &[f64]) {
        self.values.clear();
        self.values.extend_from_slice(values);
    }

    /// Draws all instants.
    pub fn draw(&self, path: &Path, shapes: &[Shape], model: &Model) -> Result<(), RecordError> {
        let blank = PortState { x: Vec3::zeros(), r: Mat3::identity(), arm: Vec3::zeros(), drive: [Vec3::zeros(); 2] };
        let size = (WIDTH * self.ports.len()).max(1);
        let mut frames = Vec::new();
        for instant in self.values.chunks_exact(size) {
            let mut states = vec![blank; model.ports.len()];
            for (port, values) in self.ports.iter().zip(instant.chunks_exact(WIDTH)) {
                states[*port].x = Vec3::from_column_slice(&values[..3]);
                states[*port].r = Mat3::from_column_slice(&values[3..]);
            }
            frames.push(states);
        }
        strobe(path, shapes, &frames, self.view(model))
    }

    /// Gravity points down; to the right is the other axis of the plane, or the one along which more happens.
    fn view(&self, model: &Model) -> View {
        let axes: Vec<usize> = (0..3).filter(|i| model.plane.is_none_or(|plane| plane.normal() != *i)).collect();
        let up = axes.iter().copied().max_by(|a, b| model.gravity[*a].abs().total_cmp(&model.gravity[*b].abs()));
        // Without gravity `max_by` takes the last axis: y of x-y, z of space.
        let up = up.unwrap_or(1);
        let extent = |axis: usize| {
            let along = || self.values.chunks_exact(WIDTH).map(move |v| v[axis]);
            along().fold(f64::NEG_INFINITY, f64::max) - along().fold(f64::INFINITY, f64::min)
        };
        let others = axes.into_iter().filter(|i| *i != up);
        // Of two that are alike, the first.
        let right = others.rev().max_by(|a, b| extent(*a).total_cmp(&extent(*b))).unwrap_or(0);
        View { right, up }
    }
}
