//! Patches: frames that stand for a set of nodes.
//!
//! A *distributed* patch is the best-fit frame of its nodes ([`Follower::patch`]): it spreads forces over them and
//! leaves the surface as soft as it is. A *rigid* patch also makes the nodes move as one body. Three of them, far from each
//! other, keep their distances and carry the frame; every other node keeps its place in that frame: 3n − 6 independent
//! rows for n nodes.

use super::build::Builder;
use crate::Frame;
use crate::Vec3;
use crate::joint::{Joint, Row};
use crate::measure::Measure;
use crate::model::{Degenerate, Follower, NodeId, Port, PortId};

impl Builder {
    /// Adds a frame that follows other nodes.
    pub fn add_follower(&mut self, name: &str, follower: Follower) -> NodeId {
        self.model.add_follower(name, follower)
    }

    /// The best-fit frame of nodes, by weights.
    pub fn add_distributed_patch(
        &mut self,
        name: &str,
        nodes: &[NodeId],
        weights: &[f64],
    ) -> Result<NodeId, Degenerate> {
        let points = self.positions(nodes);
        let follower = Follower::patch(nodes.to_vec(), &points, weights)?;
        Ok(self.add_follower(name, follower))
    }

    /// The frame of nodes that move as one rigid body from now on; its origin is the mean of all of them.
    pub fn add_rigid_patch(&mut self, name: &str, nodes: &[NodeId]) -> Result<NodeId, Degenerate> {
        let points = self.positions(nodes);
        let base = base_triangle(&points).ok_or(Degenerate)?;
        let base_nodes = base.map(|k| nodes[k]);
        let base_points = base.map(|k| points[k]);
        let frame = self.add_follower(name, Follower::patch(base_nodes.to_vec(), &base_points, &[1.0; 3])?);
        let origin = self.model.nodes[frame].frame.x;
        let on = |model: &mut crate::model::Model, node: NodeId, x: Vec3| {
            model.add_port(Port::on(node, Frame::new(x, lie::Quaternion::identity())))
        };
        let corners = base_nodes.map(|node| on(&mut self.model, node, Vec3::zeros()));
        let sides = [(0, 1), (1, 2), (2, 0)].map(|(i, j)| {
            let length = (base_points[i] - base_points[j]).norm();
            Row { offset: length, ..Row::new(Measure::Distance { a: corners[i], b: corners[j] }) }
        });
        self.add_patch_joint(name, sides.into());
        for k in (0..nodes.len()).filter(|k| !base.contains(k)) {
            let place: PortId = on(&mut self.model, frame, points[k] - origin);
            let point = on(&mut self.model, nodes[k], Vec3::zeros());
            let rows = [0, 1, 2].map(|axis| Row::new(Measure::Projection { a: place, b: point, axis }));
            self.add_patch_joint(name, rows.into());
        }
        Ok(frame)
    }

    fn add_patch_joint(&mut self, name: &str, rows: Vec<Row>) {
        self.add_joint(Joint { name: name.to_owned(), kind: "rigid_patch", rows, coordinates: Vec::new() });
    }

    fn positions(&self, nodes: &[NodeId]) -> Vec<Vec3> {
        nodes.iter().map(|&n| self.model.nodes[n].frame.x).collect()
    }
}

/// Three points that span a large triangle: the farthest from the mean, the farthest from it, the farthest from their line.
fn base_triangle(points: &[Vec3]) -> Option<[usize; 3]> {
    let mean = points.iter().sum::<Vec3>() / points.len() as f64;
    let farthest = |measure: &dyn Fn(&Vec3) -> f64| {
        let far = |a: &usize, b: &usize| measure(&points[*a]).total_cmp(&measure(&points[*b]));
        (0..points.len()).max_by(far)
    };
    let a = farthest(&|x| (x - mean).norm())?;
    let b = farthest(&|x| (x - points[a]).norm())?;
    let along = points[b] - points[a];
    let c = farthest(&|x| along.cross(&(x - points[a])).norm())?;
    (a != b && a != c && b != c).then_some([a, b, c])
}
