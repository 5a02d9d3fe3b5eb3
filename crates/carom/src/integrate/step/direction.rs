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
//! (25). Friction acts against the sliding, which turns too: its rows are turned back by half of that. Moments are those in the axes of the body at both ends. In an island that is hit the rows of the end are taken, since with
//! them (30) never does positive work.

use super::{Phase, Workspace};
use crate::integrate::scheme::At;
use crate::system::{Assembly, Multipliers, Status};

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

    /// Turns the sliding rows along which the impulses of an island's persistent contacts act back by half the angle by which sliding turns in
    /// the step, if velocities change as `rate` says: friction acts along −u all through the step, and by its law along −u_{n+1}. Where it
    /// fills an ellipse, Λ = −N S²u/|S u|, angles are those of S u.
    pub fn turn_sliding(&mut self, At { system, island, state, h }: At, rate: &[f64], rows: &Multipliers) {
        for &c in &island.contacts {
            let (block, b) = (system.contact_block(c), system.block_of(c));
            let slides = self.past(state, c).status == Status::Slip && rows.directed[b] && rows.active[c];
            let Some([mu, across]) = rows.laws[c].sliding_axes().filter(|_| slides) else { continue };
            let [x, y] = [1, 2].map(|i| self.along[block.first + i]);
            let [dx, dy] = [1, 2].map(|i| h * self.work.row_times(system, b, i, rate));
            let (from, to) = ([mu * x, across * y], [mu * (x + dx), across * (y + dy)]);
            let (dot, cross) = (from[0] * to[0] + from[1] * to[1], from[0] * to[1] - from[1] * to[0]);
            // Sliding that comes to rest has no direction.
            if dot <= cross.abs() {
                continue;
            }
            let (sin, cos) = (0.5 * cross.atan2(dot)).sin_cos();
            let [first, second] = [1, 2].map(|i| block.jacobian_row(i));
            for (i, j) in first.zip(second) {
                let [a, b] = [self.work.directions[i], self.work.directions[j]];
                self.work.directions[i] = cos * a - sin * across / mu * b;
                self.work.directions[j] = cos * b + sin * mu / across * a;
            }
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
