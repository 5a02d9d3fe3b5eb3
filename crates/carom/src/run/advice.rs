//! What looks wrong in a model that can run, with the place in the file and a cure.

use super::estimate::MOST_STEPS;
use super::locate::{Item, warning};
use super::pace::{self, STEPS_A_PERIOD, TURN};
use super::schedule::planned_steps;
use crate::contact::Contact;
use crate::drive::nonlinear_force;
use crate::integrate::Settings;
use crate::model::{ContactFrame, Kinematics, Model, NodeId};
use crate::spec::{Diagnostic, Source};
use crate::system::{Candidates, Island, RankReport, System, contact_velocity, dependent};
use std::collections::BTreeSet;

/// Masses of bodies that joints bind may differ by this factor.
const MASS_RATIO: f64 = 1e10;
/// Masses of bodies that collisions pair may differ by this factor.
const PILED_RATIO: f64 = 1e6;
/// Decimal digits of a number.
const DIGITS: f64 = 16.0;
/// Contacts of which it is asked whether they can close, at most.
const MOST_GAPS: usize = 200;
/// Kinds of elements that have inertia and connect nothing.
pub(super) const INERTIAS: [&str; 4] = ["rigid_body", "sphere", "point_mass", "scalar_mass"];

/// Collects warnings about one model.
pub(super) struct Advisor<'a> {
    pub sources: &'a [Source],
    pub resolved: &'a serde_json::Value,
    pub system: &'a System,
    pub rank: &'a RankReport,
    pub settings: &'a Settings,
    pub period: Option<f64>,
}

impl Advisor<'_> {
    pub fn warnings(&self) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        self.step(&mut out);
        self.start(&mut out);
        self.contacts(&mut out);
        self.gaps(&mut out);
        self.connections(&mut out);
        self.mobility(&mut out);
        self.identity(&mut out);
        if self.resolved["sensors"].is_null() {
            let message = "the model has no sensors: only contacts and energies are recorded".to_owned();
            self.add(&mut out, ("sensors", ""), message, "add a table such as [sensors.y]");
        }
        out
    }

    fn add(&self, out: &mut Vec<Diagnostic>, item: Item, message: String, help: &str) {
        out.push(warning(self.sources, item, message, help));
    }

    fn identity(&self, out: &mut Vec<Diagnostic>) {
        if !self.settings.energy_identity {
            return;
        }
        if let Some(name) = nonlinear_force(self.system) {
            let message = format!(
                "the force of `{name}` is not linear in all coordinates: the energy identity holds as far as it is along the motion"
            );
            let help = "the largest defect in the summary says whether it does";
            self.add(out, ("simulation", "energy_identity"), message, help);
        }
    }

    /// What of the start a run should say too.
    pub fn start(&self, out: &mut Vec<Diagnostic>) {
        self.rotation(out);
        for component in self.system.components.list.iter().filter(|component| !component.joints.is_empty()) {
            self.masses(component, out);
        }
        self.piled_masses(out);
    }

    fn rotation(&self, out: &mut Vec<Diagnostic>) {
        let (system, h) = (self.system, self.settings.step);
        let turn = pace::fastest_turn(system, &system.initial_kinematics());
        let Some((speed, name)) = turn.filter(|(speed, _)| speed * h > 10.0 * TURN) else { return };
        let message = format!("`{name}` turns by {:.3} rad in a step, too far for its motion to be right", speed * h);
        let help = format!(
            "take a step of {:.1e} s or less, {TURN} rad, to keep its energy and angular momentum",
            TURN / speed
        );
        self.add(out, ("bodies", name), message, &help);
    }

    /// The ratio of the largest to the smallest mass of some nodes, and the names of the two.
    fn mass_ratio(&self, nodes: &[NodeId]) -> Option<(f64, [&str; 2])> {
        let system = self.system;
        let masses = nodes.iter().filter_map(|&node| {
            let dofs = system.layout.dofs[node].iter().take(3);
            let mass = dofs.filter_map(|&d| system.mass.diagonal().get(d as usize).copied()).fold(f64::NAN, f64::min);
            (mass > 0.0).then_some((mass, node))
        });
        let by_mass = |a: &(f64, usize), b: &(f64, usize)| a.0.total_cmp(&b.0);
        let (light, heavy) = (masses.clone().min_by(by_mass)?, masses.max_by(by_mass)?);
        Some((heavy.0 / light.0, [light.1, heavy.1].map(|node| system.model.nodes[node].name.as_str())))
    }

    /// Masses of bodies that joints bind. Forces of a heavy one, rounded, are what a light one between it and the ground is moved by.
    fn masses(&self, component: &Island, out: &mut Vec<Diagnostic>) {
        let found = self.mass_ratio(&component.nodes);
        let Some((ratio, [light, heavy])) = found.filter(|(ratio, _)| *ratio > MASS_RATIO) else { return };
        let message = format!(
            "`{heavy}` has {ratio:.1e} times the mass of `{light}`, and joints bind them: forces of the one leave the other {:.0} of the \
             {DIGITS} digits that numbers have",
            (DIGITS - ratio.log10()).max(0.0)
        );
        let help = "hold the heavy one by the ground, prescribe its motion, or leave the light one out";
        self.add(out, ("bodies", heavy), message, help);
    }

    /// Masses of bodies that lie on each other.
    fn piled_masses(&self, out: &mut Vec<Diagnostic>) {
        if self.system.model.collisions.is_empty() {
            return;
        }
        let found = self.mass_ratio(&self.system.components.whole.nodes);
        let Some((ratio, [light, heavy])) = found.filter(|(ratio, _)| *ratio > PILED_RATIO) else { return };
        let message = format!(
            "`{heavy}` has {ratio:.1e} times the mass of `{light}`: where it presses on it, as in a pile, contacts take a thousand times the \
             iterations and more"
        );
        let help = "give bodies that lie on each other masses of one size, or put heavy ones below";
        self.add(out, ("bodies", heavy), message, help);
    }

    /// Contacts that are open and whose sides joints hold where they are. That nothing changes the gap at the start is not enough: a crank
    /// at its dead centre does not either.
    fn gaps(&self, out: &mut Vec<Diagnostic>) {
        let system = self.system;
        if system.joints.is_empty() || system.contacts.len() > MOST_GAPS {
            return;
        }
        let candidates = Candidates::new(system);
        let assembly = candidates.assembly(system);
        let mut kin = system.initial_kinematics();
        let mut rows = Vec::new();
        let (mut g, mut jacobians) = (vec![0.0; assembly.row_count()], vec![0.0; assembly.jacobian_size()]);
        for block in (0..system.joints.len()).map(|b| assembly.block(b)) {
            block.evaluate(&kin, &mut g, &mut jacobians);
            let row =
                |i: usize| block.dofs.iter().zip(&jacobians[block.jacobian_row(i)]).map(|(&d, x)| (d, *x)).collect();
            rows.extend((0..block.len()).map(row));
        }
        kin.v.fill(0.0);
        for c in 0..system.contacts.len() {
            let contact = assembly.contact(c);
            let (a, b) = contact.pair.ports();
            let is_driven = [a, b].iter().any(|&port| system.model.ports[port].motion.is_some());
            let gap = contact.pair.gap(&kin);
            if !is_driven && gap > 0.0 && self.is_held(contact, &assembly.contact_block(c).dofs, &rows, &mut kin) {
                let message = format!("joints hold its two sides {gap:.3e} m apart: it cannot close");
                self.add(out, ("contacts", &contact.name), message, "release a joint, or remove the contact");
            }
        }
    }

    /// Whether the rows of joints leave no velocity between the sides of a contact, in any direction, at rest.
    fn is_held(&self, contact: &Contact, dofs: &[u32], rows: &[Vec<(u32, f64)>], kin: &mut Kinematics) -> bool {
        let system = self.system;
        let frame = contact.pair.frame(kin, &ContactFrame::default());
        (0..3).all(|axis| {
            let still = contact_velocity(system, contact, &frame, axis, kin);
            let mut of = |&dof: &u32| {
                kin.v[dof as usize] = 1.0;
                kin.update_ports(&system.model.ports);
                let moving = contact_velocity(system, contact, &frame, axis, kin);
                kin.v[dof as usize] = 0.0;
                kin.update_ports(&system.model.ports);
                (dof, moving - still)
            };
            let row: Vec<(u32, f64)> = dofs.iter().map(&mut of).collect();
            let is_none = row.iter().all(|(_, x)| *x == 0.0);
            let all = rows.iter().cloned().chain(std::iter::once(row)).collect();
            is_none || dependent(all, system.mass.diagonal()).last() == Some(&rows.len())
        })
    }

    fn step(&self, out: &mut Vec<Diagnostic>) {
        let settings = self.settings;
        // A mesh always vibrates faster than what matters.
        let rigid = self.system.model.flexible.is_empty();
        if let Some(period) = self.period.filter(|p| rigid && settings.step * STEPS_A_PERIOD > *p) {
            let message = format!(
                "the step {} s is long for the fastest vibration, whose period is {period:.3e} s",
                settings.step
            );
            let help =
                format!("take {:.1e} s or less, or accept that this vibration is damped", period / STEPS_A_PERIOD);
            self.add(out, ("simulation", "step"), message, &help);
        }
        let steps = planned_steps(settings);
        if steps > MOST_STEPS && !settings.large_run {
            let message =
                format!("{steps} steps are planned, and `carom run` wants `--yes` or `large_run = true` for them");
            self.add(out, ("simulation", "until"), message, "check `step` and `until`; both are in s");
        }
    }

    fn contacts(&self, out: &mut Vec<Diagnostic>) {
        let model = &self.system.model;
        for contact in &model.contacts {
            let (plane, point) = contact.pair.ports();
            let [point, plane] = [&model.ports[point], &model.ports[plane]];
            let still = point.motion.is_none() && plane.motion.is_none();
            if point.node == plane.node && still {
                let message =
                    "its point and its face are on the same body, so that it never opens or closes".to_owned();
                self.add(out, ("contacts", &contact.name), message, "attach one of them to another body");
            }
        }
        if model.contact_names().next().is_some() && self.resolved["gravity"].is_null() {
            let message = "there are contacts but no gravity".to_owned();
            self.add(out, ("gravity", ""), message, "add `gravity = [0, 0, -9.81]`, or `[0, 0, 0]` if none is meant");
        }
    }

    /// Bodies that nothing holds, in a model where other bodies are held.
    fn connections(&self, out: &mut Vec<Diagnostic>) {
        let model = &self.system.model;
        let held = held_nodes(model);
        if held.is_empty() {
            return;
        }
        let follows = |i: usize| model.followers.iter().any(|(node, _)| *node == i);
        for (i, node) in model.nodes.iter().enumerate().filter(|(i, _)| !held.contains(i) && !follows(*i)) {
            let message = format!("`{}` has no joint, force or contact: it moves freely", model.nodes[i].name);
            self.add(out, ("bodies", &node.name), message, "connect it, or remove it");
        }
    }

    fn mobility(&self, out: &mut Vec<Diagnostic>) {
        let driven = self.system.model.joints.iter().any(|j| j.rows.iter().any(|r| r.drive.is_some()));
        if self.rank.mobility() == 0 && !driven {
            let message = "the joints leave no motion at the start".to_owned();
            self.add(out, ("joints", ""), message, "release a joint, or drive one with a `motion` joint");
        }
    }
}

/// Nodes with a joint, a force or a contact.
fn held_nodes(model: &Model) -> BTreeSet<usize> {
    let joints = model.joints.iter().flat_map(|j| j.rows.iter().flat_map(|r| r.terms.iter().map(|(_, m)| m.ports())));
    let contacts = model.contacts.iter().map(|c| c.pair.ports());
    let ports = joints.chain(contacts).flat_map(|(a, b)| [a, b]);
    let forces = model.elements.iter().filter(|item| !INERTIAS.contains(&item.kind));
    let colliders = model.collisions.iter().flat_map(|c| c.colliders.iter().filter_map(|c| c.node));
    ports
        .filter_map(|p| model.ports[p].node)
        .chain(colliders)
        .chain(forces.flat_map(|f| f.element.nodes().iter().copied()))
        .collect()
}
