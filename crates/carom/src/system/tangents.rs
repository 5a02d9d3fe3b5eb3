//! Tangents of all elements over nodes with degrees of freedom, those on followers pulled back.

use super::carriers::CarrierWork;
use super::{Island, System};
use crate::Vec3;
use crate::element::LocalMatrix;
use crate::model::{Kinematics, NodeId};

/// Scratch of [`System::element_tangents`].
#[derive(Clone, Debug, Default)]
pub struct TangentWork {
    k: LocalMatrix,
    c: LocalMatrix,
    on: CarrierWork,
}

impl System {
    /// Calls `take` with the nodes and the matrices K = −∂f/∂q and C = −∂f/∂v of every element of an island, then of the forces on every
    /// follower, which `f` has behind the degrees of freedom (see [`System::add_forces`]).
    pub fn element_tangents(
        &self,
        island: &Island,
        kin: &Kinematics,
        f: &[f64],
        work: &mut TangentWork,
        mut take: impl FnMut(&[NodeId], &mut LocalMatrix, &mut LocalMatrix),
    ) {
        let scene = self.scene(kin);
        let TangentWork { k, c, on } = work;
        for &index in &island.elements {
            let item = &self.model.elements[index];
            let nodes = item.element.nodes();
            let width = item.element.width();
            if let Ok(at) = self.carried.binary_search_by_key(&index, |(element, _)| *element) {
                let carriers = &self.carried[at].1;
                on.k.reset(nodes.len(), width);
                on.c.reset(nodes.len(), width);
                item.element.tangent(&scene, &mut on.k, &mut on.c);
                k.reset(carriers.nodes.len(), width);
                c.reset(carriers.nodes.len(), width);
                carriers.pull_tangents(kin, on, k, c);
                take(&carriers.nodes, k, c);
            } else {
                k.reset(nodes.len(), width);
                c.reset(nodes.len(), width);
                item.element.tangent(&scene, k, c);
                take(nodes, k, c);
            }
        }
        for follower in island.followers.iter().map(|&k| &self.followers[k]) {
            let nodes = follower.rule.nodes();
            let own = &f[follower.own..follower.own + 6];
            k.reset(nodes.len(), follower.rule.width());
            c.reset(nodes.len(), follower.rule.width());
            let [force, moment] = [0, 3].map(|c| -Vec3::new(own[c], own[c + 1], own[c + 2]));
            follower.rule.add_curvature(&kin.frames, &[force, moment], k);
            take(nodes, k, c);
        }
    }
}
