//! The energy identity of the scheme in every step of a run, see [`Identity`].
//!
//! What it needs comes from forces f and potentials V of the model, which are f* − ∇V and quadratic if the model is linear:
//!
//! ```text
//! ‖δ‖²_K = 4 [V(q) + V(q + δ) − 2V(q + ½δ)] ,     Δqᵀ∇V(q_n) = ΔV − ½‖Δq‖²_K ,     Δqᵀ f* = Δqᵀ f + Δqᵀ∇V
//! ```
//!
//! The defect of a model that is not linear along its motion is what its potential is off a quadratic one.

use crate::integrate::{Identity, Settings, State, StepTerms, Undefined};
use crate::model::Kinematics;
use crate::system::{Assembly, System, contact_velocity};
use serde::{Deserialize, Serialize};

/// What the balances of a run said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IdentityStatistics {
    /// Steps with a balance.
    pub steps: u64,
    /// Largest defect by its amount, and largest gain of the algorithmic energy beside the work of loads and dampers; with times.
    pub defect: (f64, f64),
    pub gain: (f64, f64),
    /// The same of steps in which no closed contact was opening when it was pushed back: those that the lecture's promise is made for.
    #[serde(default)]
    pub unpushed_gain: (f64, f64),
    /// Whether the parameters promise that energy is not gained.
    pub dissipates: bool,
}

/// Looks at every step.
pub(super) struct Monitor {
    identity: Identity,
    dissipates: bool,
    kin: Kinematics,
    /// f at the times of the step before, the start and the end; ways of the step before and of this one.
    forces: [Vec<f64>; 3],
    ways: [Vec<f64>; 2],
    scratch: Vec<f64>,
    /// Steps since it started, and their size.
    seen: usize,
    h: f64,
}

impl Monitor {
    /// If the settings ask for it.
    pub fn new(system: &System, settings: &Settings, state: &State) -> Result<Option<Self>, Undefined> {
        if !settings.energy_identity {
            return Ok(None);
        }
        let refuse = |what, help| {
            let (table, item) = ("simulation", "energy_identity".to_owned());
            Err(Undefined { what, table, item, help })
        };
        let Some(identity) = settings.method.identity() else {
            return refuse(
                "energy identities",
                "remove it, or take `moreau_jean`, `nonsmooth_newmark` or `nonsmooth_hht`, which have one",
            );
        };
        if !system.components.whole.varying.is_empty() || has_rotations_in_space(system) {
            return refuse(
                "energy identities of rotations in space, which are not linear",
                "remove it, or give the model a plane",
            );
        }
        let laws = system.model.contacts.iter().map(|contact| &contact.law);
        let laws = laws.chain(system.model.collisions.iter().flat_map(|collision| &collision.laws));
        let e = laws.map(|law| law.restitution_n.max(law.restitution_t.abs())).fold(0.0, f64::max);
        let zeros = || vec![0.0; system.layout.extended];
        let mut monitor = Self {
            identity,
            dissipates: identity.dissipates(e),
            kin: state.kin.clone(),
            forces: [zeros(), zeros(), zeros()],
            ways: [zeros(), zeros()],
            scratch: zeros(),
            seen: 0,
            h: 0.0,
        };
        monitor.restart(system, state);
        Ok(Some(monitor))
    }

    pub fn statistics(&self) -> IdentityStatistics {
        IdentityStatistics { dissipates: self.dissipates, ..IdentityStatistics::default() }
    }

    /// Starts anew from a state.
    pub fn restart(&mut self, system: &System, state: &State) {
        self.seen = 0;
        set_forces(system, &state.kin, &mut self.forces[2]);
    }

    /// The defect of the step between two states, if there is a balance; adds it to the statistics.
    pub fn look(&mut self, system: Assembly, from: &State, to: &State, out: &mut IdentityStatistics) -> Option<f64> {
        let is_whole = to.last_part.iter().all(|part| *part == to.h);
        if !is_whole || (self.seen > 0 && to.h != self.h) {
            self.restart(&system, to);
            return None;
        }
        self.h = to.h;
        self.seen += 1;
        self.forces.rotate_left(1);
        self.ways.rotate_left(1);
        set_forces(&system, &to.kin, &mut self.forces[2]);
        self.set_way(&system, from, to);
        if self.seen < self.identity.steps() {
            return None;
        }
        let terms = self.terms(system, from, to);
        let [expected, found] = self.identity.sides(&terms);
        let defect = found - expected;
        out.steps += 1;
        if defect.abs() > out.defect.0.abs() {
            out.defect = (defect, to.kin.t);
        }
        if found > out.gain.0 {
            out.gain = (found, to.kin.t);
        }
        if found > out.unpushed_gain.0 && terms.contact[0] <= 0.0 {
            out.unpushed_gain = (found, to.kin.t);
        }
        Some(defect)
    }

    /// Δq of the step, as the scheme moves the configuration.
    fn set_way(&mut self, system: &System, from: &State, to: &State) {
        let (h, end) = (self.h, self.identity.kinematics());
        let (a_n, a) = (accelerations(from), accelerations(to));
        for i in 0..system.layout.n {
            let (v_n, v) = (from.kin.v[i], to.kin.v[i]);
            self.ways[1][i] = match self.identity {
                Identity::MoreauJean { .. } => h * ((1.0 - end) * v_n + end * v),
                Identity::Newmark(c) => {
                    let smooth = h * ((1.0 - c.gamma) * a_n[i] + c.gamma * a[i]);
                    h * (v_n + h * ((0.5 - c.beta) * a_n[i] + c.beta * a[i]) + 0.5 * (v - v_n - smooth))
                }
            };
        }
    }

    fn terms(&mut self, system: Assembly, from: &State, to: &State) -> StepTerms {
        let (potential, kinetic) =
            (to.energy.potential - from.energy.potential, to.energy.kinetic - from.energy.kinetic);
        let mut ways = std::mem::take(&mut self.ways);
        let mut scratch = std::mem::take(&mut self.scratch);
        let n = system.layout.n;
        let way = self.stiffness(&system, from, &ways[1], Some(to.energy.potential));
        let [mut before, mut turn] = [0.0; 2];
        if self.identity.steps() > 1 {
            before = self.stiffness(&system, from, &ways[0], None);
            (0..n).for_each(|i| scratch[i] = ways[1][i] - ways[0][i]);
            turn = self.stiffness(&system, from, &scratch, None);
        }
        // Δqᵀ∇V at the start; K changes it by Δq and by the way before.
        let slope = potential - 0.5 * way;
        let slopes = [slope - 0.5 * (way + before - turn), slope, slope + way];
        let along = |f: &[f64]| (0..n).map(|i| f[i] * ways[1][i]).sum::<f64>();
        let work = std::array::from_fn(|k| along(&self.forces[k]) + slopes[k]);
        let mut norm = |of: &dyn Fn(usize) -> f64| {
            (0..n).for_each(|i| scratch[i] = of(i));
            system.mass.entries().iter().map(|&(i, j, m)| m * scratch[i as usize] * scratch[j as usize]).sum::<f64>()
        };
        let velocity = norm(&|i| to.kin.v[i] - from.kin.v[i]);
        let (a_n, a) = (accelerations(from), accelerations(to));
        let acceleration = [norm(&|i| a_n[i]), norm(&|i| a[i]), norm(&|i| a[i] - a_n[i])];
        (self.ways, self.scratch) = (std::mem::take(&mut ways), scratch);
        let contact = [from, to].map(|state| contact_work(system, to, &state.kin));
        let way = [before, way, turn];
        StepTerms { h: self.h, energy: kinetic + potential, work, velocity, way, acceleration, contact }
    }

    /// ‖δ‖²_K at the start of the step; the potential where δ leads may be known.
    fn stiffness(&mut self, system: &System, from: &State, delta: &[f64], there: Option<f64>) -> f64 {
        let mut potential = |share: f64| {
            let whole = &system.components.whole;
            for &node in &whole.nodes {
                let (dx, dtheta) = system.layout.get(node, delta);
                self.kin.frames[node] = from.kin.frames[node].plus(&(share * dx), &(share * dtheta));
            }
            system.update_ports(whole, &mut self.kin);
            system.energy(&self.kin).potential
        };
        let there = there.unwrap_or_else(|| potential(1.0));
        4.0 * (from.energy.potential + there - 2.0 * potential(0.5))
    }
}

/// Whether a node turns about more than one axis.
fn has_rotations_in_space(system: &System) -> bool {
    let turns = |dofs: &[u32; 6]| dofs[3..].iter().filter(|dof| **dof != linalg::NONE).count() > 1;
    let is_frame = |node: usize| system.model.nodes[node].kind == crate::NodeKind::Frame;
    system.layout.dofs.iter().enumerate().any(|(node, dofs)| is_frame(node) && turns(dofs))
}

/// The first element whose force is not linear in coordinates and velocities near the start, by its name.
pub(crate) fn nonlinear_force(system: &System) -> Option<&str> {
    // Far enough that what is bent shows, in a direction without symmetries; rounding is some 1e-12 of the change.
    const REACH: f64 = 1e-2;
    const BENT: f64 = 1e-6;
    let start = system.initial_kinematics();
    let whole = &system.components.whole;
    let placed = |share: f64| {
        let mut kin = start.clone();
        let delta: Vec<f64> = (0..system.layout.n).map(|i| share * system.length * (1.0 + i as f64).sin()).collect();
        system.displace(whole, &start.frames, &delta, &mut kin.frames);
        kin.v.iter_mut().zip(&delta).for_each(|(v, d)| *v += d);
        system.update_ports(whole, &mut kin);
        kin
    };
    let kin = [-REACH, 0.0, REACH].map(placed);
    let mut items = system.model.elements.iter();
    let bends = |item: &&crate::element::Item| {
        let [before, at, after] = kin.each_ref().map(|kin| {
            let mut f = vec![0.0; system.layout.extended];
            item.element.force(&system.scene(kin), &mut f);
            f
        });
        let size = |of: &dyn Fn(usize) -> f64| (0..at.len()).map(|i| of(i).powi(2)).sum::<f64>().sqrt();
        size(&|i| before[i] + after[i] - 2.0 * at[i]) > BENT * size(&|i| after[i] - before[i])
    };
    items.find(bends).map(|item| item.name.as_str())
}

/// a of the Newmark family, which the scheme remembers; accelerations elsewhere.
fn accelerations(state: &State) -> &[f64] {
    state.history.iter().find(|(name, _)| *name == "a").map_or(&state.acceleration[..], |(_, a)| a)
}

fn set_forces(system: &System, kin: &Kinematics, f: &mut [f64]) {
    let whole = &system.components.whole;
    system.clear_extended(whole, f);
    system.add_forces_of(whole, kin, f);
}

/// Σ U P with the impulses of a step and the velocities of a state, along the rows of the end.
fn contact_work(system: Assembly, to: &State, kin: &Kinematics) -> f64 {
    let row = |c: usize, axis: usize| {
        let impulse = to.contacts[c].impulse[axis];
        if impulse == 0.0 {
            return 0.0;
        }
        impulse * contact_velocity(&system, system.contact(c), &to.kin.contacts[c], axis, kin)
    };
    let of = |c: usize| system.contact_rows(c).axes.iter().map(|&axis| row(c, axis)).sum::<f64>();
    (0..system.contact_count()).map(of).sum()
}
