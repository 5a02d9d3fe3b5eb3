//! The generalized-α method split into three problems, as its decoupled and its coupled scheme use it (G ch. 3; THEORY §3).
//!
//! The unknown of the smooth motion is the acceleration v̇~, from which
//!
//! ```text
//! a  = [(1−α_f) v̇~ + α_f v̇~_n − α_m a_n]/(1−α_m)
//! ṽ  = v_n + h(1−γ) a_n + hγ a
//! q~ = q_n ∘ exp(h v_n + h²(½−β) a_n + h²β a)
//! ```
//!
//! Those of the other problems are the position correction U, q = q~ ∘ exp(U), and the velocity jump W, v = ṽ + W. The method is of
//! second order if a_n = v̇ + (α_m − α_f) h v̈: so it starts, and where h changes, a_n − v̇~_n changes with it.

use super::StepReport;
use super::coefficients::Coefficients;
use super::estimate::Memory;
use super::history::{History, Over};
use super::initial::acceleration_after;
use super::scheme::At;
use super::settings::{PositionFriction, Settings};
use super::state::State;
use super::step::{JUMP, Last, Rounding, Solved, VELOCITY_ROWS, Workspace};
use crate::model::{ContactFrame, Kinematics};
use crate::system::{Assembly, Island, Level, Multipliers, Resists, Stage, Subproblem, System, Weights, Work};

/// Accelerations that change by less than this share of them in a step are on a straight line.
pub(super) const SMOOTH: f64 = 0.5;

/// Places in the history: v̇~ and a, both one step earlier for the first iterate, λ~ one step earlier; U and W; size of the forces
/// and whether a contact was hit, by component.
pub(super) const ACCELERATION: usize = 0;
pub(super) const A: usize = 1;
const ACCELERATION_BEFORE: usize = 2;
const FORCE_BEFORE: usize = 3;
pub(super) const U: usize = 4;
pub(super) const W: usize = 5;
const FORCE_SCALE: usize = 6;
pub(super) const HIT: usize = 7;

/// Names of the problems.
pub(super) const SMOOTH_MOTION: &str = "smooth motion";
pub(super) const POSITION_CORRECTION: &str = "position correction";
pub(super) const VELOCITY_JUMP: &str = "velocity jump";

/// Where a step starts from: v_n, q_n and the accelerations that belong to its size.
#[derive(Clone, Copy)]
pub(super) struct Start<'a> {
    pub state: &'a State,
    pub acceleration: &'a [f64],
    pub a: &'a [f64],
    pub h: f64,
}

impl Start<'_> {
    /// The smooth acceleration that leaves the configuration as it is.
    fn stand_still(&self, c: &Coefficients, island: &Island, y: &mut [f64]) {
        for i in island.each_dof() {
            let a_n = self.a[i];
            let a = -(self.state.kin.v[i] / self.h + (0.5 - c.beta) * a_n) / c.beta;
            y[i] = ((1.0 - c.alpha_m) * a - c.alpha_f * self.acceleration[i] + c.alpha_m * a_n) / (1.0 - c.alpha_f);
        }
    }

    /// a, ṽ, the increment Ψ and q~ of an island from the smooth acceleration, into `work`.
    pub fn place(&self, c: &Coefficients, system: &System, island: &Island, work: &mut Work) {
        let h = self.h;
        for range in &island.dofs {
            for i in range.clone() {
                let (acc, a_n, v_n) = (work.y[i], self.a[i], self.state.kin.v[i]);
                let a =
                    ((1.0 - c.alpha_f) * acc + c.alpha_f * self.acceleration[i] - c.alpha_m * a_n) / (1.0 - c.alpha_m);
                work.x[i] = acc;
                work.a[i] = a;
                work.kin.v[i] = v_n + h * ((1.0 - c.gamma) * a_n + c.gamma * a);
                work.psi[i] = h * (v_n + h * ((0.5 - c.beta) * a_n + c.beta * a));
            }
        }
        system.displace(island, &self.state.kin.frames, &work.psi, &mut work.kin.frames);
    }
}

/// A kind of problem: what is known of all rows, and the problem of each island, by its first component.
pub(super) struct Family {
    pub rows: Multipliers,
    pub parts: Vec<Subproblem>,
}

impl Family {
    pub fn new(system: Assembly, settings: &Settings) -> Self {
        let mut rows = Multipliers::new(system);
        rows.augmentation = settings.augmentation;
        let parts = system.components.list.iter().map(|_| Subproblem::default()).collect();
        Self { rows, parts }
    }

    /// Follows contacts that were listed anew.
    pub fn fit(&mut self, system: Assembly) {
        self.rows.fit(system);
        self.parts.iter_mut().for_each(Subproblem::forget_contacts);
    }

    /// Forgets all that earlier steps left behind.
    pub fn restart(&mut self) {
        self.parts.iter_mut().for_each(Subproblem::restart);
        self.rows.restart();
    }
}

/// The three problems and the iterates that pass from one to the next.
pub(super) struct Alpha {
    pub c: Coefficients,
    friction: PositionFriction,
    settings: Settings,
    pub workspace: Workspace,
    pub smooth: Family,
    pub position: Family,
    pub velocity: Family,
    /// q~ and ṽ.
    pub smooth_kin: Kinematics,
    /// v̇~_n and a_n for the size of the step; v̇~, a, U and W.
    pub acceleration_n: Vec<f64>,
    pub a_n: Vec<f64>,
    pub acceleration: Vec<f64>,
    pub a: Vec<f64>,
    pub u: Vec<f64>,
    pub w: Vec<f64>,
    /// Of each component: norms of forces, of joint forces and of ṽ; whether the velocity of a drive jumps.
    scales: Vec<[f64; 3]>,
    pub jumped: Vec<bool>,
}

impl Alpha {
    /// For a spectral radius.
    pub fn new(system: Assembly, settings: &Settings, rho_inf: f64, friction: PositionFriction) -> Self {
        let workspace = Workspace::new(system, settings);
        let zeros = || vec![0.0; system.layout.n];
        let components = system.components.list.len();
        Self {
            c: Coefficients::of_radius(rho_inf),
            friction,
            settings: settings.clone(),
            smooth_kin: workspace.work.kin.clone(),
            workspace,
            smooth: Family::new(system, settings),
            position: Family::new(system, settings),
            velocity: Family::new(system, settings),
            acceleration_n: zeros(),
            a_n: zeros(),
            acceleration: zeros(),
            a: zeros(),
            u: zeros(),
            w: zeros(),
            scales: vec![[0.0; 3]; components],
            jumped: vec![false; components],
        }
    }

    /// The history at the start of a run: a₀ = v̇₀ + (α_m − α_f) h v̈₀.
    pub fn start(&self, system: Assembly, state: &mut State, h: f64) {
        let mut history = History::new(
            system,
            [
                ("smooth acceleration", Over::Dofs),
                ("a", Over::Dofs),
                ("smooth acceleration before", Over::Dofs),
                ("joint forces before", Over::JointRows),
                ("position correction", Over::Dofs),
                ("velocity jump", Over::Dofs),
                ("size of the forces", Over::Components),
                ("hit", Over::Components),
            ],
        );
        let now = state.history[ACCELERATION].to_vec();
        let later = acceleration_after(system, &self.settings, state, &now, (h, &[]));
        for place in [ACCELERATION, A, ACCELERATION_BEFORE] {
            history[place].copy_from_slice(&now);
        }
        self.c.start(system, &now, later, &mut history[A]);
        let mut force = vec![0.0; system.layout.extended];
        system.add_forces(&state.kin, &mut force);
        for (k, component) in system.components.list.iter().enumerate() {
            let joints: f64 = component.joints.iter().map(|&b| joint_size(system, state, b)).sum();
            history[FORCE_SCALE][k] = component.dual_norm(system.mass.diagonal(), &force) + joints;
        }
        state.history = history;
    }

    fn families(&mut self) -> [&mut Family; 3] {
        [&mut self.smooth, &mut self.position, &mut self.velocity]
    }

    /// Forgets all that earlier steps left behind.
    pub fn restart(&mut self) {
        self.families().into_iter().for_each(Family::restart);
    }

    /// Follows contacts that were listed anew.
    pub fn fit(&mut self, system: Assembly) {
        self.smooth_kin.contacts.resize(system.contact_count(), ContactFrame::default());
        self.families().into_iter().for_each(|family| family.fit(system));
    }

    /// Forgets what the corrections of an island left behind.
    pub fn forget(&mut self, slot: usize) {
        [&mut self.position, &mut self.velocity].into_iter().for_each(|family| family.parts[slot].restart());
    }

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
        let rounding = Rounding::of(at);
        let forces = self.force_scale(at);
        let last = state.last_part[slot];
        let ahead = if last > 0.0 { h / last } else { 0.0 };
        let [v, a, change, size] = self.extrapolate(at, ahead);
        let sub = &mut self.smooth.parts[slot];
        sub.tolerances.velocity_scale = v.sqrt() + h * a.sqrt() + h * forces;
        sub.tolerances.velocity_rounding = rounding.one / h;
        sub.tolerances.coordinate_rounding = 4.0 * rounding.length;
        sub.tolerances.negligible = rounding.all / self.c.weights(h).q;
        let share = sub.tolerances.velocity_scale / (h * forces);
        sub.set_compliance(system, &mut self.smooth.rows, 0.1 * sub.tolerances.constraint * share);
        let forces_before = &state.history[FORCE_BEFORE];
        for &b in &island.joints {
            let block = system.block(b);
            for (i, row) in block.rows().enumerate() {
                let now = state.lam[row];
                self.smooth.rows.lam[row] = now + ahead * (now - forces_before[row]);
                let jump = block.velocity_jump(i, state.kin.t, h, JUMP);
                self.smooth.rows.reference[row] = jump;
                self.jumped[slot] |= jump != 0.0;
            }
        }
        change > SMOOTH * SMOOTH * size
    }

    /// v̇~_n and a_n for the size of the step, and v̇~ `ahead` on a straight line; squares of v_n, a_n, the change of v̇~ and v̇~_n in
    /// the metric of the mass matrix.
    fn extrapolate(&mut self, At { system, island, state, h }: At, ahead: f64) -> [f64; 4] {
        let [now, a, before] = [ACCELERATION, A, ACCELERATION_BEFORE].map(|place| &state.history[place]);
        let (v, mass, y) = (state.kin.v.as_slice(), system.mass.diagonal(), &mut self.workspace.work.y);
        let mut sums = [0.0; 4];
        for &k in &island.components {
            let last = state.last_part[k as usize];
            let scale = if last > 0.0 { h / last } else { 1.0 };
            for range in &system.components.list[k as usize].dofs {
                let [now, a, before, v, mass] = [now, a, before, v, mass].map(|x| &x[range.clone()]);
                let (now_n, a_n) = (&mut self.acceleration_n[range.clone()], &mut self.a_n[range.clone()]);
                let y = &mut y[range.clone()];
                for i in 0..range.len() {
                    let a = now[i] + scale * (a[i] - now[i]);
                    (now_n[i], a_n[i]) = (now[i], a);
                    y[i] = now[i] + ahead * (now[i] - before[i]);
                    let terms = [v[i], a, y[i] - now[i], now[i]].map(|x| x * x * mass[i]);
                    sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
                }
            }
        }
        sums
    }

    /// The first iterate of the smooth motion where it cannot be extrapolated: the configuration as it is.
    pub fn stand_still(&mut self, At { system, island, state, h }: At) {
        let start = Start { state, acceleration: &self.acceleration_n, a: &self.a_n, h };
        start.stand_still(&self.c, island, &mut self.workspace.work.y);
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

    /// Keeps what `work` holds of an island as its smooth motion.
    pub fn keep_smooth(&mut self, At { system, island, .. }: At) {
        let work = &self.workspace.work;
        self.smooth_kin.t = work.kin.t;
        system.copy_kinematics(island, &work.kin, &mut self.smooth_kin);
        island.copy(&work.x, &mut self.acceleration);
        island.copy(&work.a, &mut self.a);
    }

    /// Takes an island from `work` back to its smooth motion.
    pub fn return_to_smooth(&mut self, At { system, island, .. }: At) {
        system.copy_kinematics(island, &self.smooth_kin, &mut self.workspace.work.kin);
        self.workspace.work.evaluate_rows(system, &island.joints);
    }

    /// Takes the smooth motion of a component from elsewhere.
    pub fn adopt(&mut self, from: &Self, at: At) {
        let At { system, island, .. } = at;
        self.smooth_kin.t = from.smooth_kin.t;
        system.copy_kinematics(island, &from.smooth_kin, &mut self.smooth_kin);
        self.return_to_smooth(at);
        island.copy(&from.workspace.work.psi, &mut self.workspace.work.psi);
        for (to, from) in [
            (&mut self.acceleration, &from.acceleration),
            (&mut self.a, &from.a),
            (&mut self.acceleration_n, &from.acceleration_n),
            (&mut self.a_n, &from.a_n),
            (&mut self.position.rows.base, &from.position.rows.base),
            (&mut self.velocity.rows.base, &from.velocity.rows.base),
        ] {
            island.copy(from, to);
        }
        for rows in island.joints.iter().map(|&b| system.block(b).rows()) {
            self.smooth.rows.lam[rows.clone()].copy_from_slice(&from.smooth.rows.lam[rows.clone()]);
            self.position.rows.carried[rows.clone()].copy_from_slice(&from.position.rows.carried[rows.clone()]);
            self.velocity.rows.carried[rows.clone()].copy_from_slice(&from.velocity.rows.carried[rows]);
        }
        let slot = at.slot();
        (self.scales[slot], self.jumped[slot]) = (from.scales[slot], from.jumped[slot]);
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

    /// Tolerances of the corrections of an island from the forces and velocities of its smooth motion.
    pub fn scale_corrections(&mut self, at: At) {
        let (At { island, h, .. }, slot) = (at, at.slot());
        let sum = |i: usize| island.components.iter().map(|&k| self.scales[k as usize][i].powi(2)).sum::<f64>().sqrt();
        let (scale, speed) = (sum(0) + sum(1), sum(2));
        let Rounding { length, one, all } = Rounding::of(at);
        for (family, weight) in [(&mut self.position, h * h), (&mut self.velocity, h)] {
            family.parts[slot].tolerances.force_scale = weight * scale;
            family.parts[slot].tolerances.velocity_scale = speed + h * scale;
        }
        let sub = &mut self.position.parts[slot];
        self.workspace.set_tolerances(island, sub, self.workspace.position_tolerance());
        // Contact forces contain p g, and g is rounded; p is the effective mass times the augmentation.
        let stiffer = if island.contacts.is_empty() { 1.0 } else { self.settings.augmentation.max(1.0) };
        sub.tolerances.rounding = 4.0 * one * stiffer;
        sub.tolerances.length_rounding = 4.0 * length;
        sub.tolerances.coordinate_rounding = 4.0 * length;
        sub.tolerances.negligible = all;
        let sub = &mut self.velocity.parts[slot];
        self.workspace.set_tolerances(island, sub, self.workspace.velocity_tolerance());
        sub.tolerances.velocity_rounding = one / h;
        sub.tolerances.negligible = all / h;
    }

    /// Both corrections of an island look at its near contacts.
    ///
    /// Sliding, drilling and rolling are resisted at position level too, so that what they hold does not creep. In piles the motions
    /// of all bodies would have to fit each other exactly: there the forces of the last step do it (`give_friction`).
    pub fn activate(&mut self, at: At) {
        let (At { system, island, .. }, slot) = (at, at.slot());
        let position = &mut self.position.parts[slot];
        position.resists = match self.friction {
            PositionFriction::None => Resists::Nothing,
            PositionFriction::Predicted => Resists::Given,
            PositionFriction::Auto if self.workspace.sweeps(island) => Resists::Given,
            PositionFriction::Auto | PositionFriction::Solved => Resists::Everything,
        };
        position.activate(system, island);
        self.velocity.parts[slot].activate(system, island);
    }

    /// Compliance of dependent rows at position level: a tenth of the tolerance on the largest correction to expect. Lengths are
    /// measured against the island's, angles against 1, as in their tolerances.
    pub fn set_position_compliance(&mut self, at: At) {
        let (At { system, island, state, h }, slot) = (at, at.slot());
        let work = &self.workspace.work;
        let unit = |is_angular: bool| if is_angular { 1.0 } else { island.length };
        let mut expected = h * self.velocity.parts[slot].tolerances.force_scale / heaviest(island);
        for &b in &island.joints {
            let block = system.block(b);
            for (i, row) in block.rows().enumerate() {
                expected = expected.max(work.g[row].abs() / unit(block.row(i).is_angular()));
            }
        }
        for &c in &island.contacts {
            expected = expected.max(-system.contact(c).pair.gap(&work.kin) / island.length);
            let block = system.contact_block(c);
            let solved = if self.position.parts[slot].resists == Resists::Everything { block.len() } else { 1 };
            for i in 1..solved {
                let start = if block.row(i).is_incremental() { 0.0 } else { block.value(i, &state.kin) };
                let moved = (block.value(i, &work.kin) - start).abs();
                expected = expected.max(moved / unit(block.row(i).is_angular()));
            }
        }
        let sub = &mut self.position.parts[slot];
        sub.set_compliance(system, &mut self.position.rows, 0.1 * sub.tolerances.constraint / expected);
    }

    /// Contacts of an island that the position correction closed may act at velocity level; with `touching` also those that are
    /// closed up to the tolerance of their gap without a force, which an impact may reach.
    pub fn allow_closed(&mut self, at: At, touching: bool) {
        let At { system, island, .. } = at;
        let tolerance = self.position.parts[at.slot()].tolerances.gap();
        let (position, velocity) = (&self.position.rows, &mut self.velocity.rows);
        for &c in &island.contacts {
            let touches = || touching && system.contact(c).pair.gap(&self.workspace.work.kin) <= tolerance;
            velocity.active[c] = position.projections[c].pattern != 0 || touches();
            let rows = system.contact_block(c).rows();
            velocity.p[rows.clone()].copy_from_slice(&position.p[rows]);
        }
    }

    /// First iterates of both corrections of an island: its unknown, and multipliers in `rows`.
    pub fn guess_position(&mut self, at: At, is_warm: bool) {
        let last = is_warm.then_some(Last { y: &at.state.history[U], joints: &at.state.nu });
        self.workspace.guess_contacts(at, &mut self.position.rows, |contact| &contact.correction);
        self.workspace.guess(at, &mut self.position.rows, last);
    }

    pub fn guess_velocity(&mut self, at: At, is_warm: bool) {
        let last = is_warm.then_some(Last { y: &at.state.history[W], joints: &at.state.impulse });
        self.workspace.guess_contacts(at, &mut self.velocity.rows, |contact| &contact.impulse);
        self.workspace.guess(at, &mut self.velocity.rows, last);
    }

    /// What errors of steps are estimated from.
    pub fn memory<'s>(&self, state: &'s State) -> Memory<'s> {
        let history = &state.history;
        Memory { hit: &history[HIT], smooth: Some(&history[ACCELERATION]), constant: self.c.error_constant() }
    }

    /// Whether the corrections of an island can start from those of the last step.
    pub fn is_warm(&self, at: At) -> bool {
        self.workspace.is_warm(at, &at.state.history[HIT])
    }

    /// Writes an island into the trial state.
    pub fn commit(&mut self, at: At, trial: &mut State, report: &mut StepReport) {
        let At { system, island, state, .. } = at;
        let (old, new) = (&state.history, &mut trial.history);
        island.copy(&old[ACCELERATION], &mut new[ACCELERATION_BEFORE]);
        for (place, values) in [(ACCELERATION, &self.acceleration), (A, &self.a), (U, &self.u), (W, &self.w)] {
            island.copy(values, &mut new[place]);
        }
        for rows in island.joints.iter().map(|&b| system.block(b).rows()) {
            new[FORCE_BEFORE][rows.clone()].copy_from_slice(&state.lam[rows]);
        }
        for k in island.components.iter().map(|&k| k as usize) {
            new[FORCE_SCALE][k] = self.scales[k][0] + self.scales[k][1];
            self.workspace.hit[k] |= self.jumped[k];
            new[HIT][k] = f64::from(self.workspace.hit[k]);
        }
        let is_smooth = self.workspace.is_smooth(at, &old[HIT], &self.velocity.rows);
        let last = &old[W];
        for range in &island.dofs {
            let [smooth, w, last] = [&self.acceleration, &self.w, last].map(|x| &x[range.clone()]);
            let [before, resized] = [&old[ACCELERATION][range.clone()], &self.acceleration_n[range.clone()]];
            for (i, acceleration) in trial.acceleration[range.clone()].iter_mut().enumerate() {
                // The last W as it had been with smooth accelerations of this size.
                let last = last[i] + state.h * (before[i] - resized[i]);
                *acceleration = smooth[i] + at.at_end(w[i], last, is_smooth);
            }
        }
        let solved = Solved {
            velocity: &self.velocity.rows,
            position: Some(&self.position.rows),
            joints: Some(&self.smooth.rows.lam),
            contacts: None,
            is_smooth,
        };
        self.workspace.commit(at, trial, &solved, report);
    }
}

/// Size of the forces of a joint in the metric of the mass matrix.
fn joint_size(system: Assembly, state: &State, b: usize) -> f64 {
    let block = system.block(b);
    let (mut g, mut jacobians) = (vec![0.0; system.joint_rows], vec![0.0; system.joint_jacobians]);
    block.evaluate(&state.kin, &mut g, &mut jacobians);
    let mut sum = vec![0.0; block.dofs.len()];
    for (i, row) in block.rows().enumerate() {
        let jac = &jacobians[block.jacobian_row(i)];
        sum.iter_mut().zip(jac).for_each(|(sum, j)| *sum += j * state.lam[row]);
    }
    let mass = system.mass.diagonal();
    sum.iter().zip(&block.dofs).map(|(f, &dof)| f * f / mass[dof as usize]).sum::<f64>().sqrt()
}

/// Root of the largest mass or inertia of an island, as it resists a length of its size.
pub(super) fn heaviest(island: &Island) -> f64 {
    island.length * island.masses()[1].sqrt()
}

/// Smooth motion: y = x = v̇~.
pub(super) struct SmoothStage<'a> {
    pub c: Coefficients,
    pub start: Start<'a>,
}

impl Stage for SmoothStage<'_> {
    fn weights(&self) -> Weights {
        self.c.weights(self.start.h)
    }

    fn level(&self) -> Level {
        Level::Velocity
    }

    fn place(&self, system: Assembly, island: &Island, work: &mut Work) -> bool {
        self.start.place(&self.c, &system, island, work);
        true
    }

    fn increment<'a>(&'a self, work: &'a Work) -> &'a [f64] {
        &work.psi
    }
}
