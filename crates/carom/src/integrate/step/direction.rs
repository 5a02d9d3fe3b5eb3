//! Along which rows impulses act: one policy for joints and contacts.
//!
//! | in an island | contacts | joints |
//! |---|---|---|
//! | that is hit | flying apart: rows of the touch, G*; others: end of the step | end of the step |
//! | with persistent contacts | mean of start and end, ½(G_n + G_{n+1}) | mean |
//! | else | end of the step | end of the step |
//!
//! An impulse along G_{n+1}ᵀ projects the velocity on what the rows allow at the end of the step. A projection takes energy: where
//! G_n v_n = 0 it is −½ G_{n+1} v_n Λ, of second order in every step and of first order in a run. The force of a persistent contact
//! acts all through the step, and so do the joint forces that balance it. Along the mean of the rows the projection is a rotation
//! (25). Moments are those in the axes of the body at both ends. In an island that is hit the rows of the end are taken, since with
//! them (30) never does positive work.

use super::{Phase, Workspace};
use crate::integrate::scheme::At;
use crate::system::{Assembly, Multipliers};

/// Where the impulses of persistent contacts and of joints act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::integrate) enum Directions {
    End,
    Mean,
}

impl Workspace {
    /// Sets the directions of the impulses of an island whose rows in `work` are those of the end of the step.
    pub fn set_directions(&mut self, At { system, island, state, .. }: At, policy: Directions, rows: &mut Multipliers) {
        let persists = island.contacts.iter().any(|&c| self.phases[c] == Phase::Persistent && rows.active[c]);
        let mean = policy == Directions::Mean && persists;
        island.joints.iter().for_each(|&b| rows.directed[b] = mean);
        for &c in &island.contacts {
            rows.directed[system.block_of(c)] = mean && self.phases[c] == Phase::Persistent;
        }
        if !mean {
            return;
        }
        for &b in &island.joints {
            system.block(b).evaluate(&state.kin, &mut self.scratch, &mut self.work.directions);
            self.add_end(system, b);
        }
        for &c in &island.contacts {
            if self.phases[c] != Phase::Persistent {
                continue;
            }
            let block = system.contact_block(c);
            // What is counted from a frame is counted from that of the start.
            if block.is_incremental() {
                self.place_at_start(system, c, state);
            }
            let kin = if block.is_incremental() { &self.touch.kin } else { &state.kin };
            block.evaluate(kin, &mut self.scratch, &mut self.work.directions);
            self.add_end(system, system.block_of(c));
        }
    }

    /// Keeps the joint rows of an island at the configuration in `work`, that of its smooth motion.
    pub fn keep_smooth_rows(&mut self, At { system, island, .. }: At) {
        self.smooth_rows.resize(system.joint_jacobians, 0.0);
        for &b in &island.joints {
            let rows = system.block(b).jacobian_range();
            self.smooth_rows[rows.clone()].copy_from_slice(&self.work.jacobians[rows]);
        }
    }

    /// Sets the directions of joint impulses to the mean of the rows of the smooth motion and of the end of the step.
    pub fn direct_from_smooth(&mut self, At { system, island, .. }: At, rows: &mut Multipliers) {
        for &b in &island.joints {
            let all = system.block(b).jacobian_range();
            self.work.directions[all.clone()].copy_from_slice(&self.smooth_rows[all]);
            self.add_end(system, b);
            rows.directed[b] = true;
        }
    }

    /// From the rows of a block at the start of the step to the mean of those at its start and its end.
    fn add_end(&mut self, system: Assembly, b: usize) {
        let (rows, work) = (system.block(b).jacobian_range(), &mut self.work);
        let end = &work.jacobians[rows.clone()];
        work.directions[rows].iter_mut().zip(end).for_each(|(start, end)| *start = 0.5 * (*start + end));
    }
}
