//! `carom check`: what a model is, whether it can start, and what looks wrong.

use super::advice::{Advisor, INERTIAS};
use super::estimate::{self, Estimate};
use super::{locate, pace, period, report, schedule};
use crate::analysis::moving_mass;
use crate::drive::{Simulation, StartError};
use crate::integrate::{InitialState, ROUNDING, State, deepest_of, initialise, penetrations, start_rates};
use crate::model::{FlexibleBody, Kinematics, Model, Plane};
use crate::spec::{Diagnostic, Loaded, Source};
use crate::system::{Assembly, Candidates, RankReport, System, rank};
use serde::Serialize;

/// A joint or contact that does not hold at the start.
#[derive(Clone, Debug, Serialize)]
pub struct Violation {
    pub item: String,
    /// `position`, `velocity` or `penetration`.
    pub what: &'static str,
    pub value: f64,
    pub unit: &'static str,
    /// How many contacts of this name penetrate; 1 for joints.
    pub count: usize,
}

/// Facts about a model.
#[derive(Debug, Default, Serialize)]
pub struct Check {
    pub name: String,
    /// The plane of a planar model.
    pub plane: Option<&'static str>,
    pub bodies: usize,
    pub joints: usize,
    pub forces: usize,
    pub contacts: usize,
    /// Collisions with their shapes and the pairs of shapes that can touch.
    pub collisions: Vec<(String, usize, usize)>,
    pub sensors: usize,
    /// kg
    pub total_mass: f64,
    /// Characteristic length, m.
    pub length: f64,
    pub degrees_of_freedom: usize,
    pub joint_rows: usize,
    pub independent_joint_rows: usize,
    pub mobility: usize,
    /// Joints with rows that other joints enforce already, and how many.
    pub redundant_joints: Vec<(String, usize)>,
    /// Largest violations of the start that are more than rounding, one a joint and level.
    pub violations: Vec<Violation>,
    /// Shortest period of small vibrations, s.
    pub fastest_period: Option<f64>,
    /// A step that the start asks for, s, and why.
    pub suggested_step: Option<(f64, String)>,
    /// s
    pub step: f64,
    pub planned_steps: u64,
    /// Of the results of a run, at most.
    pub bytes: u64,
    /// Of steps whose size follows their error.
    pub error_tolerance: Option<f64>,
    /// Whether the model can run.
    pub ok: bool,
    #[serde(skip)]
    pub errors: Vec<Diagnostic>,
    #[serde(skip)]
    pub warnings: Vec<Diagnostic>,
    #[serde(skip)]
    pub sources: Vec<Source>,
}

/// Examines a model that was read.
pub fn check(loaded: Loaded) -> Check {
    let Loaded { model, mut settings, sensors, shapes, resolved, sources, warnings, .. } = loaded;
    let mut check = Check::of(&model, sensors.len());
    estimate::thin(&model, &mut settings, &sensors);
    check.bytes = Estimate::new(&model, &settings, &sensors, &shapes).bytes;
    (check.step, check.planned_steps) = (settings.step, schedule::planned_steps(&settings));
    check.error_tolerance = settings.adaptive.map(|adaptive| adaptive.tolerance);
    check.warnings = warnings;
    let cause = match System::new(model) {
        Err(error) => Some(StartError::Compile(error)),
        Ok(system) => {
            let candidates = Candidates::new(&system);
            let mut state = State::new(candidates.assembly(&system));
            // Rates that cannot be had are the cause below.
            let _ = start_rates(&system, &mut state.kin);
            let rank = rank(&system, &state.kin);
            check.add_system(candidates.assembly(&system), &state.kin, &rank);
            let mut start = state.clone();
            // What cannot start has no forces to vibrate about.
            if initialise(candidates.assembly(&system), &settings, &mut start).is_ok() {
                check.fastest_period = period::fastest_period(candidates.assembly(&system), &start);
            }
            check.suggested_step = pace::suggested_step(&system, &state.kin, check.fastest_period);
            let period = check.fastest_period;
            let advisor = Advisor {
                sources: &sources,
                resolved: &resolved,
                system: &system,
                rank: &rank,
                settings: &settings,
                period,
            };
            check.warnings.extend(advisor.warnings());
            Simulation::new(system.model, settings.clone()).err()
        }
    };
    check.ok = cause.is_none();
    check.explain(cause, settings.initial, &sources);
    check.sources = sources;
    check
}

impl Check {
    /// What can be counted.
    fn of(model: &Model, sensors: usize) -> Self {
        let parts = |of: fn(&FlexibleBody) -> usize| model.flexible.iter().map(of).sum::<usize>();
        Self {
            name: model.name.clone(),
            plane: model.plane.map(|plane| match plane {
                Plane::Xy => "xy",
                Plane::Yz => "yz",
                Plane::Zx => "zx",
            }),
            bodies: model.nodes.len() - model.followers.len() - parts(FlexibleBody::node_count) + model.flexible.len(),
            joints: model.joints.len(),
            forces: model.elements.iter().filter(|item| !INERTIAS.contains(&item.kind)).count()
                - parts(|f| f.elements.len()),
            contacts: model.contact_names().count(),
            collisions: model.collisions.iter().map(|c| (c.name.clone(), c.colliders.len(), c.pairs())).collect(),
            sensors,
            length: model.length_scale(),
            ..Self::default()
        }
    }

    fn add_system(&mut self, system: Assembly, kin: &Kinematics, rank: &RankReport) {
        self.total_mass = total_mass(&system);
        self.degrees_of_freedom = rank.dofs;
        self.joint_rows = rank.rows;
        self.independent_joint_rows = rank.rank;
        self.mobility = rank.mobility();
        let redundant = report::redundant_joints(&system, rank).into_iter();
        self.redundant_joints = redundant.map(|(joint, rows)| (joint.to_owned(), rows)).collect();
        self.violations = violations(system, kin);
    }

    /// Turns violations, and a cause that is none of them, into errors at their places.
    fn explain(&mut self, cause: Option<StartError>, initial: InitialState, sources: &[Source]) {
        for v in &self.violations {
            let (table, help, moved) = match v.what {
                "position" => ("joints", locate::POSITION, initial != InitialState::Check),
                "velocity" => ("joints", locate::VELOCITY, initial == InitialState::Project),
                "penetration" => ("contacts", locate::PENETRATION, false),
                _ => ("contacts", locate::LIMIT, false),
            };
            let several = deepest_of(v.count);
            let text = match v.what {
                "penetration" => format!("`{}` penetrates by {:.3e} m at the start{several}", v.item, v.value),
                "limit" => {
                    format!("`{}`: its joint is {:.3e} {} beyond the limit at the start", v.item, v.value, v.unit)
                }
                _ => format!("{} {:.3e} {} off at the start", v.what, v.value, v.unit),
            };
            if moved {
                let help = "`initial` in [simulation] moves the start to consistent values";
                self.warnings.push(locate::warning(sources, (table, &v.item), text, help));
            } else {
                self.errors.push(locate::error(sources, (table, &v.item), text, help));
            }
        }
        if let (Some(cause), true) = (cause, self.errors.is_empty()) {
            self.errors = locate::start_error(sources.to_vec(), &cause).diagnostics;
        }
    }
}

/// Of all bodies that move in space.
fn total_mass(system: &System) -> f64 {
    moving_mass(system).into_iter().fold(0.0, f64::max)
}

/// The worst row of every joint, at position and velocity level, and every penetration, if more than rounding.
fn violations(system: Assembly, kin: &Kinematics) -> Vec<Violation> {
    let mut out = Vec::new();
    let mut g = vec![0.0; system.joint_rows];
    let mut jacobians = vec![0.0; system.joint_jacobians];
    let speed = kin.v.iter().fold(0.0_f64, |a, v| a.max(v.abs()));
    for (b, block) in system.system.joints.iter().enumerate() {
        block.evaluate(kin, &mut g, &mut jacobians);
        let mut worst = [(0.0_f64, ""); 2];
        for i in 0..block.len() {
            let angular = block.row(i).is_angular();
            let (unit, names) = if angular { (1.0, ["rad", "rad/s"]) } else { (system.length, ["m", "m/s"]) };
            let moving = block.dofs.iter().zip(&jacobians[block.jacobian_row(i)]);
            let rate = moving.map(|(dof, x)| x * kin.v[*dof as usize]).sum::<f64>() + block.time_rate(i, kin);
            let values = [(g[block.first + i].abs(), ROUNDING * unit), (rate.abs(), ROUNDING * (unit + speed))];
            for (k, (value, limit)) in values.into_iter().enumerate() {
                if value > limit && value > worst[k].0 {
                    worst[k] = (value, names[k]);
                }
            }
        }
        let levels = worst.into_iter().zip(["position", "velocity"]).filter(|((value, _), _)| *value > 0.0);
        let item = || system.block_name(b).to_owned();
        out.extend(levels.map(|((value, unit), what)| Violation { item: item(), what, value, unit, count: 1 }));
    }
    out.extend(worst_penetrations(system, kin));
    out
}

/// The deepest penetration of each contact of the model file: a collision may have thousands.
fn worst_penetrations(system: Assembly, kin: &Kinematics) -> Vec<Violation> {
    let mut out: Vec<Violation> = Vec::new();
    let owner = |item: &str| item.split(' ').next().unwrap_or_default().to_owned();
    for (contact, value) in penetrations(system, kin) {
        let item = contact.name.clone();
        match out.iter_mut().find(|v| owner(&v.item) == owner(&item)) {
            Some(v) if v.value < value => *v = Violation { item, value, count: v.count + 1, ..*v },
            Some(v) => v.count += 1,
            None => {
                let what = if contact.pair.coordinates().is_some() { "limit" } else { "penetration" };
                let unit = if contact.is_angular() { "rad" } else { "m" };
                out.push(Violation { item, what, value, unit, count: 1 });
            }
        }
    }
    out
}
