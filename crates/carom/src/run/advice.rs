//! What looks wrong in a model that can run, with the place in the file and a cure.

use super::estimate::MOST_STEPS;
use super::locate::{Item, warning};
use super::schedule::planned_steps;
use crate::drive::nonlinear_force;
use crate::integrate::Settings;
use crate::model::Model;
use crate::spec::{Diagnostic, Source};
use crate::system::{RankReport, System};
use std::collections::BTreeSet;

/// Steps in the shortest period, at least, for a faithful vibration.
const STEPS_A_PERIOD: f64 = 20.0;
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
        self.contacts(&mut out);
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
