//! Patches: attachments that stand for the nodes of a group of faces.

use crate::Vec3;
use crate::mesh::{Group, Mesh};
use crate::model::NodeId;
use crate::spec::{BuildError, Builder, Reference, group};
use schemars::JsonSchema;
use serde::Deserialize;

/// Distributed patches with more nodes than this are warned about; memory that an entry of their matrix costs, measured with
/// `carom static` on blocks with patches of 400 and 900 nodes (0.47 and 2.27 GB).
const MANY: usize = 400;
const BYTES: f64 = 300.0;

/// What a patch does to its nodes.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PatchType {
    /// They move as one rigid body.
    Rigid,
    /// They carry its forces by their share of the area and stay as soft as they are.
    Distributed,
}

/// An attachment that stands for the nodes of a group.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PatchSpec {
    /// Group of faces.
    pub group: Reference,
    /// `rigid`: the nodes move as one; or `distributed`: forces are spread over them and the face is not stiffened. A distributed
    /// patch couples all of its nodes with each other and is meant for some hundred of them at most.
    pub r#type: PatchType,
}

impl PatchSpec {
    /// Adds the frame of the patch and returns it with the middle of the face in it; `nodes` are those of the model.
    pub fn build(
        &self,
        label: &str,
        b: &mut Builder,
        mesh: &Mesh,
        nodes: &[NodeId],
    ) -> Result<(NodeId, Vec3), BuildError> {
        let group = group(mesh, &self.group, 2..=2)?;
        let of_patch: Vec<NodeId> = group.nodes.iter().map(|i| nodes[*i]).collect();
        let shares = shares(mesh, group);
        if matches!(self.r#type, PatchType::Distributed) && of_patch.len() > MANY {
            b.warn(self.large(of_patch.len()));
        }
        let added = match self.r#type {
            PatchType::Rigid => b.add_rigid_patch(label, &of_patch),
            PatchType::Distributed => b.add_distributed_patch(label, &of_patch, &shares),
        };
        let node = added.map_err(|e| BuildError::at(&self.group.span, e.to_string()))?;
        let moment = group.nodes.iter().zip(&shares).fold(Vec3::zeros(), |sum, (i, w)| sum + mesh.points[*i] * *w);
        let middle = moment / shares.iter().sum::<f64>();
        Ok((node, middle - b.model.nodes[node].frame.x))
    }

    /// What attaches to a distributed patch depends on all of its nodes, and its stiffness couples each with each.
    fn large(&self, nodes: usize) -> BuildError {
        let message = format!(
            "the distributed patch couples {nodes} nodes with each other: {:.1e} entries of the matrix, some {:.1} GB",
            9.0 * (nodes as f64).powi(2),
            9.0 * (nodes as f64).powi(2) * BYTES * 1e-9
        );
        BuildError::at(&self.group.span, message)
            .help("choose a smaller group or a coarser mesh, or `type = \"rigid\"`")
    }
}

/// The area that belongs to each node of a group of faces.
fn shares(mesh: &Mesh, group: &Group) -> Vec<f64> {
    let mut shares = vec![0.0; group.nodes.len()];
    for face in &group.faces {
        let share = face.area(&mesh.points).norm() / face.nodes().len() as f64;
        for node in face.nodes() {
            if let Ok(i) = group.nodes.binary_search(node) {
                shares[i] += share;
            }
        }
    }
    shares
}
