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
//! Those of the other problems are the position correction U, q = q~ ∘ exp(U), and the velocity jump W, v = ṽ + W.

use super::StepReport;
use super::settings::{PositionFriction, Settings};
use super::state::State;
use super::step::{Rounding, Step, VELOCITY_ROWS, subproblem};
use crate::model::Kinematics;
use crate::system::{Resists, Subproblem, System, Weights, Work};

/// Accelerations that change by less than this share of them in a step are on a straight line.
const SMOOTH: f64 = 0.5;

/// The method's coefficients for one spectral radius.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coefficients {
    alpha_m: f64,
    alpha_f: f64,
    beta: f64,
    gamma: f64,
}

impl Coefficients {
    pub fn new(rho: f64) -> Self {
        let alpha_m = (2.0 * rho - 1.0) / (rho + 1.0);
        let alpha_f = rho / (rho + 1.0);
        let gamma = 0.5 + alpha_f - alpha_m;
        Self { alpha_m, alpha_f, gamma, beta: 0.25 * (gamma + 0.5).powi(2) }
    }

    /// For a step whose a_n and v̇~_n are those that it ends with: a = v̇~, ṽ = v_n + h a, q~ = q_n ∘ exp(h v_n + ½h² a).
    pub const SETTLED: Self = Self { alpha_m: 0.0, alpha_f: 0.0, beta: 0.5, gamma: 1.0 };

    /// How velocity and configuration depend on the smooth acceleration.
    pub fn weights(&self, h: f64) -> Weights {
        let da = (1.0 - self.alpha_f) / (1.0 - self.alpha_m);
        Weights { m: 1.0, v: h * self.gamma * da, q: h * h * self.beta * da, s: 1.0 }
    }

    /// The smooth acceleration that leaves the configuration as it is.
    fn stand_still(&self, start: &State, h: f64, y: &mut [f64]) {
        for (i, y) in y.iter_mut().enumerate() {
            let a_n = start.a[i];
            let a = -(start.kin.v[i] / h + (0.5 - self.beta) * a_n) / self.beta;
            *y = ((1.0 - self.alpha_m) * a - self.alpha_f * start.acceleration[i] + self.alpha_m * a_n)
                / (1.0 - self.alpha_f);
        }
    }

    /// a, ṽ, the increment Ψ and q~ from the smooth acceleration, into `work`.
    pub fn place(&self, system: &System, start: &State, h: f64, work: &mut Work) {
        for i in 0..work.y.len() {
            let (acc, a_n, v_n) = (work.y[i], start.a[i], start.kin.v[i]);
            let a = ((1.0 - self.alpha_f) * acc + self.alpha_f * start.acceleration[i] - self.alpha_m * a_n)
                / (1.0 - self.alpha_m);
            work.x[i] = acc;
            work.a[i] = a;
            work.kin.v[i] = v_n + h * ((1.0 - self.gamma) * a_n + self.gamma * a);
            work.psi[i] = h * (v_n + h * ((0.5 - self.beta) * a_n + self.beta * a));
        }
        system.displace(&start.kin.frames, &work.psi, &mut work.kin.frames);
    }
}

/// The three problems and the iterates that pass from one to the next.
pub(super) struct Alpha {
    pub c: Coefficients,
    pub friction: PositionFriction,
    pub step: Step,
    pub smooth: Subproblem,
    pub position: Subproblem,
    pub velocity: Subproblem,
    /// q~ and ṽ.
    pub smooth_kin: Kinematics,
    /// v̇~, a, U and W.
    pub acceleration: Vec<f64>,
    pub a: Vec<f64>,
    pub u: Vec<f64>,
    pub w: Vec<f64>,
}

impl Alpha {
    /// For a spectral radius.
    pub fn new(
        system: &System,
        settings: &Settings,
        redundant: bool,
        rho_inf: f64,
        friction: PositionFriction,
    ) -> Self {
        let [mut smooth, mut position, mut velocity] = [(); 3].map(|()| subproblem(system, settings, redundant));
        position.tolerances.constraint = settings.constraint_tolerance;
        // The velocity jump corrects the velocities of the smooth motion.
        smooth.tolerances.constraint = 10.0 * VELOCITY_ROWS * settings.tolerance;
        velocity.tolerances.constraint = VELOCITY_ROWS * settings.tolerance;
        let step = Step::new(system, settings, smooth.is_sparse());
        let zeros = || vec![0.0; system.layout.n];
        Self {
            c: Coefficients::new(rho_inf),
            friction,
            smooth_kin: step.work.kin.clone(),
            acceleration: zeros(),
            a: zeros(),
            u: zeros(),
            w: zeros(),
            step,
            smooth,
            position,
            velocity,
        }
    }

    /// Near contacts of the configuration in `work`, detected ones among them.
    pub fn find_near(&mut self, system: &mut System, state: &mut State, h: f64) {
        self.detect(system, state, h);
        self.step.find_near(system, state, h);
        self.activate_near(system);
    }

    /// After a position correction: contacts that it closed though they were left out join; true if there were any.
    pub fn add_missed(&mut self, system: &mut System, state: &mut State, h: f64) -> bool {
        let relisted = self.detect(system, state, h);
        if relisted {
            self.step.find_near(system, state, h);
        }
        let missed = self.step.add_missed(system, state);
        if relisted || missed {
            self.activate_near(system);
        }
        relisted || missed
    }

    fn detect(&mut self, system: &mut System, state: &mut State, h: f64) -> bool {
        let relisted = self.step.detect(system, state, h);
        if relisted {
            self.fit(system, state);
        }
        relisted
    }

    /// Follows contacts that were listed anew, with the multipliers of the state.
    fn fit(&mut self, system: &System, state: &State) {
        for sub in [&mut self.smooth, &mut self.position, &mut self.velocity] {
            sub.fit(system);
        }
        let detected = system.fixed_rows()..;
        self.position.lam[detected.clone()].copy_from_slice(&state.nu[detected.clone()]);
        self.velocity.lam[detected.clone()].copy_from_slice(&state.impulse[detected]);
    }

    /// Forgets all factorisations and takes the multipliers from the state, so that the next step depends on it alone.
    pub fn restart(&mut self, system: &System, state: &State) {
        self.step.restart(system);
        for sub in [&mut self.smooth, &mut self.position, &mut self.velocity] {
            sub.fit(system);
            sub.restart(system);
        }
        self.smooth.lam.copy_from_slice(&state.lam);
        self.position.lam.copy_from_slice(&state.nu);
        self.velocity.lam.copy_from_slice(&state.impulse);
    }

    /// The first iterate of the smooth motion, accelerations and forces on a straight line through the last two steps, and
    /// its tolerances.
    pub fn begin(&mut self, system: &System, state: &State, h: f64, t_end: f64) {
        self.step.begin(system, state, h, t_end);
        self.set_rounding(&Rounding::of(system, state), h);
        let size = Subproblem::norm(system, &state.kin.v) + h * Subproblem::norm(system, &state.a);
        self.smooth.tolerances.velocity_scale = size + h * state.force_scale;
        let share = self.smooth.tolerances.velocity_scale / (h * self.force_scale(system, state));
        self.smooth.set_give(0.1 * self.smooth.tolerances.constraint * share);
        let ahead = if h == state.h { 1.0 } else { 0.0 };
        for (i, y) in self.step.work.y.iter_mut().enumerate() {
            let (now, before) = (state.acceleration[i], state.acceleration_before[i]);
            *y = now + ahead * (now - before);
        }
        for (i, lam) in self.smooth.lam.iter_mut().enumerate() {
            *lam = state.lam[i] + ahead * (state.lam[i] - state.lam_before[i]);
        }
    }

    /// Where accelerations jump (impacts, stiff bodies that ring) the straight line leads astray, even to other solutions: then
    /// the first iterate of the smooth motion is the configuration as it is.
    pub fn mistrust_jumps(&mut self, system: &System, state: &State, h: f64) {
        let work = &mut self.step.work;
        for ((jump, y), now) in work.x.iter_mut().zip(&work.y).zip(&state.acceleration) {
            *jump = y - now;
        }
        if Subproblem::norm(system, &work.x) > SMOOTH * Subproblem::norm(system, &state.acceleration) {
            self.c.stand_still(state, h, &mut work.y);
            self.smooth.lam.copy_from_slice(&state.lam);
        }
    }

    /// Tolerances below which residuals are the rounding of positions.
    fn set_rounding(&mut self, rounding: &Rounding, h: f64) {
        let &Rounding { length, one, all } = rounding;
        self.smooth.tolerances.velocity_rounding = one / h;
        self.smooth.tolerances.coordinate_rounding = 4.0 * length;
        self.smooth.tolerances.negligible = all / self.c.weights(h).q;
        // Contact forces contain p g, and g is rounded; p is the effective mass times the augmentation.
        let stiffer = if self.position.allowed.is_empty() { 1.0 } else { self.position.augmentation.max(1.0) };
        self.position.tolerances.rounding = 4.0 * one * stiffer;
        self.position.tolerances.length_rounding = 4.0 * length;
        self.position.tolerances.coordinate_rounding = 4.0 * length;
        self.position.tolerances.negligible = all;
        self.velocity.tolerances.velocity_rounding = one / h;
        self.velocity.tolerances.negligible = all / h;
    }

    /// Size of the forces of this step; where joints are redundant, those of a load that sets in are looked at too.
    fn force_scale(&mut self, system: &System, state: &State) -> f64 {
        if !self.smooth.redundant {
            return state.force_scale;
        }
        let work = &mut self.step.work;
        work.kin.frames.copy_from_slice(&state.kin.frames);
        work.kin.v.copy_from_slice(&state.kin.v);
        work.kin.update_ports(&system.model.ports);
        work.f.fill(0.0);
        system.add_forces(&work.kin, &mut work.f);
        state.force_scale.max(Subproblem::dual_norm(system, &work.f))
    }

    /// Keeps what `work` holds as the smooth motion.
    pub fn keep_smooth(&mut self) {
        let work = &self.step.work;
        self.smooth_kin.t = work.kin.t;
        self.smooth_kin.frames.copy_from_slice(&work.kin.frames);
        self.smooth_kin.v.copy_from_slice(&work.kin.v);
        self.acceleration.copy_from_slice(&work.x);
        self.a.copy_from_slice(&work.a);
    }

    /// Scales of the corrections from the forces and velocities of the smooth motion in `work`.
    pub fn scale_corrections(&mut self, system: &System, h: f64) {
        let work = &self.step.work;
        let scale = Subproblem::dual_norm(system, &work.f) + Subproblem::dual_norm(system, &work.gt_p);
        for (sub, weight) in [(&mut self.position, h * h), (&mut self.velocity, h)] {
            sub.tolerances.force_scale = weight * scale;
            sub.tolerances.velocity_scale = Subproblem::norm(system, &work.kin.v) + h * scale;
        }
    }

    /// Both corrections look at the near contacts.
    ///
    /// Sliding, drilling and rolling are resisted at position level too, so that what they hold does not creep. In piles the motions
    /// of all bodies would have to fit each other exactly: there the forces of the last step do it (`Step::give_friction`).
    fn activate_near(&mut self, system: &System) {
        let resists = match self.friction {
            PositionFriction::None => Resists::Nothing,
            PositionFriction::Predicted => Resists::Given,
            PositionFriction::Auto if self.step.sweeps() => Resists::Given,
            PositionFriction::Auto | PositionFriction::Solved => Resists::Everything,
        };
        if self.position.resists != resists {
            self.position.set_resistance(system, resists);
        }
        self.position.activate(system, &self.step.near);
        self.velocity.activate(system, &self.step.near);
    }

    /// Give of dependent rows at position level: a tenth of the tolerance on the largest correction to expect. Lengths are
    /// measured against the model's, angles against 1, as in their tolerances.
    pub fn set_position_give(&mut self, system: &System, state: &State, h: f64) {
        let work = &self.step.work;
        let unit = |is_angular: bool| if is_angular { 1.0 } else { system.length };
        let mut expected = h * self.velocity.tolerances.force_scale / heaviest(system);
        for block in &system.blocks[..system.joint_blocks] {
            for (i, row) in block.rows().enumerate() {
                expected = expected.max(work.g[row].abs() / unit(block.row(i).is_angular()));
            }
        }
        for &c in &self.step.near {
            expected = expected.max(-system.contact(c).pair.gap(&work.kin) / system.length);
            let block = &system.blocks[system.contacts[c].block];
            let solved = if self.position.resists == Resists::Everything { block.len() } else { 1 };
            for i in 1..solved {
                let start = if block.row(i).is_incremental() { 0.0 } else { block.value(i, &state.kin) };
                let moved = (block.value(i, &work.kin) - start).abs();
                expected = expected.max(moved / unit(block.row(i).is_angular()));
            }
        }
        self.position.set_give(0.1 * self.position.tolerances.constraint / expected);
    }

    /// Contacts that the position correction closed may act at velocity level; with `touching` also those that are closed up to
    /// the tolerance of their gap without a force, which a blow may reach.
    pub fn allow_closed(&mut self, system: &System, touching: bool) {
        self.velocity.allowed.fill(false);
        let tolerances = &self.position.tolerances;
        let tolerance = tolerances.constraint * tolerances.length + tolerances.length_rounding;
        for &c in &self.step.near {
            let touches = || touching && system.contact(c).pair.gap(&self.step.work.kin) <= tolerance;
            self.velocity.allowed[c] = self.position.projections[c].pattern != 0 || touches();
            let rows = system.blocks[system.contacts[c].block].rows();
            self.velocity.p[rows.clone()].copy_from_slice(&self.position.p[rows]);
        }
    }

    /// Writes the accepted step into the state.
    pub fn commit(&mut self, system: &System, state: &mut State, h: f64, report: &mut StepReport) {
        std::mem::swap(&mut state.acceleration_before, &mut state.acceleration);
        std::mem::swap(&mut state.lam_before, &mut state.lam);
        state.acceleration.copy_from_slice(&self.acceleration);
        state.a.copy_from_slice(&self.a);
        state.lam.copy_from_slice(&self.smooth.lam);
        state.u.copy_from_slice(&self.u);
        state.w.copy_from_slice(&self.w);
        state.force_scale = self.velocity.tolerances.force_scale / h;
        self.step.commit(system, state, h, &mut self.velocity, Some(&mut self.position), report);
    }
}

/// Root of the largest mass or inertia, as it resists a length of the model's size or an angle of 1.
fn heaviest(system: &System) -> f64 {
    let mass = system.mass.diagonal();
    let components = system.layout.dofs.iter().flat_map(|node| node.iter().enumerate());
    let resistances = components.filter_map(|(component, &dof)| {
        let unit = if component < 3 { system.length } else { 1.0 };
        mass.get(dof as usize).map(|m| m.sqrt() * unit)
    });
    resistances.fold(0.0, f64::max)
}
