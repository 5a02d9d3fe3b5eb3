//! The smooth motion of an island before and after its problem: first iterate, tolerances, what corrections see of it.

use super::stages::{SmoothStage, Start};
use super::{A, ACCELERATION, ACCELERATION_BEFORE, Alpha, FORCE_BEFORE, FORCE_SCALE, SMOOTH_MOTION};
use crate::integrate::coefficients::{Coefficients, SMOOTH};
use crate::integrate::scheme::At;
use crate::integrate::step::{JUMP, Rounding, VELOCITY_ROWS};
use crate::integrate::{StepError, StepReport};
use crate::system::add_squares;

impl Alpha {
    /// The first iterate of the smooth motion of an island, accelerations and forces on a straight line through the last two steps, and
    /// its tolerances. True where accelerations jump (impacts, stiff bodies that ring): there the straight line leads astray, even
    /// to other solutions.
    pub fn begin_smooth(&mut self, at: At) -> bool {
        let (At { system, island, state, h }, slot) = (at, at.slot());
        let sub = &mut self.smooth.parts[slot];
        sub.activate_contacts(system, island, &[]);
        self.jumped[slot] = false;
        // The velocity jump corrects the velocities of the smooth motion.
        self.workspace.set_tolerances(island, sub, 10.0 * VELOCITY_ROWS * self.settings.tolerance);
        let rounding = self.rounding(at, true);
        let sub = &mut self.smooth.parts[slot];
        sub.tolerances.coordinate_rounding = 4.0 * rounding.length;
        sub.tolerances.negligible = rounding.all / self.c.weights(h).q;
        let last = state.last_part[slot];
        let ahead = if last > 0.0 { h / last } else { 0.0 };
        let [v, a, change, size] = self.extrapolate(at, ahead);
        let jumps = change > SMOOTH * SMOOTH * size;
        if island.joints.is_empty() {
            return jumps;
        }
        let forces = self.force_scale(at);
        let sub = &mut self.smooth.parts[slot];
        sub.tolerances.velocity_scale = v.sqrt() + h * a.sqrt() + h * forces;
        sub.tolerances.velocity_rounding = rounding.one / h;
        let share = sub.tolerances.velocity_scale / (h * forces);
        sub.set_compliance(system, &mut self.smooth.rows, 0.1 * sub.tolerances.constraint * share);
        let forces_before = &state.history[FORCE_BEFORE];
        for &b in &island.joints {
            let block = system.block(b);
            for (i, row) in block.rows().enumerate() {
                let now = state.lam[row];
                self.smooth.rows.lam[row] = now + ahead * (now - forces_before[row]);
                let jump = block.velocity_jump(i, (state.kin.t, h), &state.kin.signals, JUMP);
                self.smooth.rows.reference[row] = jump;
                self.jumped[slot] |= jump != 0.0;
            }
        }
        jumps
    }

    /// Rounding at the size of an island's coordinates, which its components are asked for once a step.
    #[inline]
    pub(super) fn rounding(&mut self, at: At, anew: bool) -> Rounding {
        if anew {
            let size = Rounding::extent(at);
            at.island.components.iter().for_each(|&k| self.extents[k as usize] = size);
        }
        let sizes = at.island.components.iter().map(|&k| self.extents[k as usize]);
        Rounding::at(at.island, sizes.fold(at.island.length, f64::max))
    }

    /// v̇~_n and a_n for the size of the step, and v̇~ `ahead` on a straight line; squares of v_n, a_n, the change of v̇~ and v̇~_n in
    /// the metric of the mass matrix.
    fn extrapolate(&mut self, At { system, island, state, h }: At, ahead: f64) -> [f64; 4] {
        let [now, a, before] = [ACCELERATION, A, ACCELERATION_BEFORE].map(|place| &state.history[place]);
        let (v, mass, y) = (state.kin.v.as_slice(), system.mass.diagonal(), &mut self.workspace.work.y);
        let mut sums = [0.0; 4];
        for &k in &island.components {
            let last = state.last_part[k as usize];
            let scale = h / if last > 0.0 { last } else { self.settings.step };
            for range in &system.components.list[k as usize].dofs {
                let (now, a, before) = (&now[range.clone()], &a[range.clone()], &before[range.clone()]);
                let (v, mass, y) = (&v[range.clone()], &mass[range.clone()], &mut y[range.clone()]);
                let (now_n, a_n) = (&mut self.acceleration_n[range.clone()], &mut self.a_n[range.clone()]);
                for i in 0..now.len() {
                    let a = now[i] + scale * (a[i] - now[i]);
                    (now_n[i], a_n[i]) = (now[i], a);
                    y[i] = now[i] + ahead * (now[i] - before[i]);
                    add_squares(&mut sums, [v[i], a, y[i] - now[i], now[i]], mass[i]);
                }
            }
        }
        sums
    }

    /// The first iterate of the smooth motion where it cannot be extrapolated: the configuration as it is.
    pub fn stand_still(&mut self, At { system, island, state, h }: At, c: Coefficients) {
        let start = Start { state, acceleration: &self.acceleration_n, a: &self.a_n, h };
        start.stand_still(&c, island, &mut self.workspace.work.y);
        for &b in &island.joints {
            let rows = system.block(b).rows();
            self.smooth.rows.lam[rows.clone()].copy_from_slice(&state.lam[rows]);
        }
    }

    /// Size of the forces of the last step; where joints are redundant, those of a load that sets in are looked at too.
    fn force_scale(&mut self, At { system, island, state, .. }: At) -> f64 {
        let last: f64 = island.components.iter().map(|&k| state.history[FORCE_SCALE][k as usize].powi(2)).sum();
        if !island.is_redundant {
            return last.sqrt();
        }
        let work = &mut self.workspace.work;
        for &node in &island.nodes {
            work.kin.frames[node] = state.kin.frames[node];
        }
        island.copy(&state.kin.v, &mut work.kin.v);
        system.update_ports(island, &mut work.kin);
        system.clear_extended(island, &mut work.f);
        system.add_forces_of(island, &work.kin, &mut work.f);
        last.sqrt().max(island.dual_norm(system.mass.diagonal(), &work.f))
    }

    /// Solves the smooth motion of a component from its first iterate.
    pub fn solve_smooth(&mut self, at: At, c: Coefficients, report: &mut StepReport) -> Result<(), StepError> {
        let start = Start { state: at.state, acceleration: &self.acceleration_n, a: &self.a_n, h: at.h };
        let stage = SmoothStage { c, start };
        if std::mem::replace(&mut self.solved_with[at.slot()], c) != c {
            // The tangent is that of other coefficients.
            self.smooth.parts[at.slot()].invalidate();
        }
        let solved = self.workspace.solve(self.smooth.pose(SMOOTH_MOTION, at, &stage))?;
        report.add(SMOOTH_MOTION, solved);
        self.kept[at.slot()] = false;
        Ok(())
    }

    /// Finds the accelerations that a step of this size ends with if it starts with them.
    pub fn settle(&mut self, at: At, report: &mut StepReport) -> Result<(), StepError> {
        self.solve_smooth(at, Coefficients::SETTLED, report)?;
        at.island.copy(&self.workspace.work.x, &mut self.acceleration_n);
        at.island.copy(&self.workspace.work.x, &mut self.a_n);
        Ok(())
    }

    /// Keeps the smooth motion of an island, and what its corrections see of it.
    pub fn keep_prediction(&mut self, at: At) {
        for &k in &at.island.components {
            if !std::mem::replace(&mut self.kept[k as usize], true) {
                let at = At { island: &at.system.system.components.list[k as usize], ..at };
                self.keep_smooth(at);
                self.keep_scales(at);
                self.set_base(at);
            }
        }
    }

    /// What the corrections of a component see of its smooth motion: λ~ acts along, f(q~, ṽ) + g_qᵀλ~ is balanced.
    #[inline]
    fn set_base(&mut self, At { system, island, state, .. }: At) {
        let work = &self.workspace.work;
        let (position, velocity) = (&mut self.position.rows, &mut self.velocity.rows);
        for rows in island.joints.iter().map(|&b| system.block(b).rows()) {
            let smooth = &self.smooth.rows.lam[rows.clone()];
            position.carried[rows.clone()].copy_from_slice(smooth);
            velocity.carried[rows.clone()].copy_from_slice(smooth);
            // Friction in joints acts all through the step.
            for (row, now) in rows.zip(smooth) {
                let mean = 0.5 * (state.lam[row] + now);
                (position.pressed[row], velocity.pressed[row]) = (mean, mean);
            }
        }
        for range in &island.dofs {
            let (f, rows) = (&work.f[range.clone()], &work.gt_p[range.clone()]);
            let bases = position.base[range.clone()].iter_mut().zip(&mut velocity.base[range.clone()]);
            for ((f, rows), (position, velocity)) in f.iter().zip(rows).zip(bases) {
                *position = f + rows;
                *velocity = *position;
            }
        }
    }

    /// Keeps what `work` holds of an island as its smooth motion.
    #[inline]
    pub fn keep_smooth(&mut self, At { system, island, .. }: At) {
        let work = &self.workspace.work;
        system.copy_kinematics(island, &work.kin, &mut self.smooth_kin);
        island.copy(&work.x, &mut self.acceleration);
        island.copy(&work.a, &mut self.a);
    }

    /// Takes an island from `work` back to its smooth motion.
    pub fn return_to_smooth(&mut self, At { system, island, .. }: At) {
        system.copy_kinematics(island, &self.smooth_kin, &mut self.workspace.work.kin);
        self.workspace.work.evaluate_rows(system, &island.joints);
    }

    /// Takes the sizes of forces and velocities of an island's smooth motion from `work`; for an island of several components
    /// they are shared.
    pub fn keep_scales(&mut self, At { system, island, .. }: At) {
        let (work, mass) = (&self.workspace.work, system.mass.diagonal());
        for &k in &island.components {
            let component = &system.components.list[k as usize];
            let sums = component.sums(|i| {
                let (m, f, joints, v) = (mass[i], work.f[i], work.gt_p[i], work.kin.v[i]);
                [f * f / m, joints * joints / m, v * v * m]
            });
            self.scales[k as usize] = sums.map(f64::sqrt);
        }
    }
}
