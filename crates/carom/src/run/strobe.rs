//! Instants for the strobe picture: the frames of the ports that carry shapes and the places of the nodes that flexible
//! bodies are drawn through, kept through checkpoints.

use crate::model::{Kinematics, Model, PortId, PortState};
use crate::record::{Instant, Outline, RecordError, Shape, View, strobe_svg, write_file};
use crate::spec::Loaded;
use crate::system::System;
use crate::{Mat3, Vec3};
use std::path::Path;

/// A picture of a model at its start; none if it has nothing to draw or cannot start.
pub fn sketch(loaded: Loaded) -> Option<String> {
    let mut instants = Instants::new(&loaded.shapes, &loaded.model);
    let system = System::new(loaded.model).ok().filter(|_| !instants.is_empty())?;
    let mut kin = system.initial_kinematics();
    kin.update_ports(&system.model.ports);
    instants.take(&kin);
    instants.svg(Path::new("sketch.svg"), &loaded.shapes, &system.model).ok()
}

/// Numbers of a port at an instant: position and rotation matrix.
const PORT: usize = 12;
/// Numbers of a node: its position.
const NODE: usize = 3;

#[derive(Debug)]
pub(super) struct Instants {
    /// Ports with shapes.
    ports: Vec<PortId>,
    outlines: Vec<Outline>,
    /// [`PORT`] numbers a port and [`NODE`] numbers a node of an outline, instant after instant.
    values: Vec<f64>,
}

impl Instants {
    pub fn new(shapes: &[Shape], model: &Model) -> Self {
        let mut ports: Vec<PortId> = shapes.iter().map(|s| s.port).collect();
        ports.sort_unstable();
        ports.dedup();
        Self { ports, outlines: model.flexible.iter().flat_map(Outline::of).collect(), values: Vec::new() }
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.ports.is_empty() && self.outlines.is_empty()
    }

    pub fn take(&mut self, kin: &Kinematics) {
        for port in &self.ports {
            let state = &kin.ports[*port];
            self.values.extend(state.x.iter().chain(state.r.iter()));
        }
        for point in self.outlines.iter().flat_map(|outline| &outline.points) {
            self.values.extend(point.position(kin).iter());
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
        let svg = self.svg(path, shapes, model)?;
        write_file(path, svg.as_bytes())
    }

    /// The picture of all instants; `path` is named in errors.
    fn svg(&self, path: &Path, shapes: &[Shape], model: &Model) -> Result<String, RecordError> {
        let blank = PortState { x: Vec3::zeros(), r: Mat3::identity(), arm: Vec3::zeros(), drive: [Vec3::zeros(); 2] };
        let mut instants = Vec::new();
        for (ports, nodes) in self.split() {
            let mut states = vec![blank; model.ports.len()];
            for (port, values) in self.ports.iter().zip(ports.chunks_exact(PORT)) {
                states[*port].x = Vec3::from_column_slice(&values[..3]);
                states[*port].r = Mat3::from_column_slice(&values[3..]);
            }
            let mut places = nodes.chunks_exact(NODE).map(Vec3::from_column_slice);
            let outlines = self.outlines.iter().map(|o| places.by_ref().take(o.points.len()).collect()).collect();
            instants.push(Instant { ports: states, outlines });
        }
        let view = View::of(shapes, &instants, &model.gravity, model.plane.map(|plane| plane.normal()));
        strobe_svg(path, shapes, &self.outlines, &instants, view)
    }

    /// Numbers of the ports and of the nodes, instant by instant.
    fn split(&self) -> impl Iterator<Item = (&[f64], &[f64])> {
        let ports = PORT * self.ports.len();
        let nodes = NODE * self.outlines.iter().map(|outline| outline.points.len()).sum::<usize>();
        self.values.chunks_exact((ports + nodes).max(1)).map(move |instant| instant.split_at(ports))
    }
}
