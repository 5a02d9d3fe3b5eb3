//! `contact_force`: forces and stresses of a contact from its impulses (S annex C).

use super::forces::{Filter, ForceSettings, Impact, PointForces};
use super::records;
use super::substance::Radii;
use super::{Evaluate, Evaluated, Evaluation, EvaluationError, FinishedRun, force_files};
use crate::catalog::{Entry, Group, Kind};
use crate::post::{Damping, Shape};
use crate::spec::{BuildError, Builder, Number, Reference};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt::Write;

/// Of integrators whose records do not tell impacts.
pub(crate) const SPREAD: &str =
    "the integrator spreads the impulse of an impact over several steps, which gives no force";
pub(crate) const OTHER_INTEGRATOR: &str = "choose another `integrator`, such as the default";

/// Impacts in the text, at most.
const LINES: usize = 20;

/// Forces of a contact.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactForceSpec {
    /// The contact.
    contact: Reference,
}

/// The keys of [`RecoverySpec`], in the tables of evaluations that need forces of contacts.
pub(super) static RECOVERY: Entry = Entry::of::<RecoverySpec>(Group::Post);

/// How forces are recovered from impulses.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RecoverySpec {
    /// How the damping follows from the restitution: `flores`, `hunt-crossley`, `lankarani-nikravesh`, `hu`, `zhang`, or `exact`, with
    /// which two free bodies have it exactly. Default: "flores".
    damping: Option<Damping>,
    /// Whether the curve of an impact is the plain cubic of the text's first version. Default: false.
    #[serde(default)]
    plain_cubic: bool,
    /// What is taken for an impact: `hits`, what the integrator recorded as hit, or `peaks`, every local maximum of the impulses of a
    /// contact that approached. Default: "hits".
    filter: Option<Filter>,
    /// Coefficient of restitution of the pulses, greater than 0 and at most 1. Default: that of the contact's law.
    restitution: Option<Number>,
    /// (N/m^n) Stiffness K of F = K δⁿ. Default: that of Hertz, from radii and materials.
    stiffness: Option<Number>,
    /// Exponent n of a given stiffness. Default: 1.5.
    exponent: Option<Number>,
    /// The materials of the two bodies. Default: those of their shapes.
    materials: Option<[Reference; 2]>,
    /// (m) Principal radii of the two surfaces, [[r1', r1''], [r2', r2'']], negative for hollows, `inf` for flat ones. Default: those of the
    /// shapes of the contact.
    radii: Option<[[Number; 2]; 2]>,
    /// (rad) Between the planes of the first radius of each surface. Default: 0.
    angle: Option<Number>,
}

impl Kind for RecoverySpec {
    const KEY: &'static str = "recovery";
    const SUMMARY: &'static str = "how forces are recovered from impulses";
    const SAMPLE: &'static str = "";

    /// Begins the evaluation that its own keys complete.
    fn build(&self, _name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let settings = ForceSettings {
            damping: self.damping.unwrap_or(Damping::Flores),
            shape: if self.plain_cubic { Shape::Plain } else { Shape::Piecewise },
            filter: self.filter.unwrap_or_default(),
            restitution: self.restitution.as_ref().map(|n| b.positive(n, "restitution")).transpose()?,
            stiffness: self.given_stiffness(b)?,
            materials: self.named_materials(b)?,
            radii: self.given_radii(b)?,
        };
        if let Some(e) = settings.restitution
            && let (Err(error), Some(n)) = (settings.damping.ratio(e), &self.restitution)
        {
            return Err(BuildError::at(&n.span, error.to_string()));
        }
        b.recovery = settings;
        Ok(())
    }
}

impl ContactForce {
    /// The forces of the contacts of a name, checked as far as they are known before the run.
    pub(super) fn of(contact: &Reference, b: &mut Builder) -> Result<Self, BuildError> {
        let (set, settings) = (b.contacts(contact)?, std::mem::take(&mut b.recovery));
        if b.settings.method.spreads_impacts() {
            return Err(BuildError::new(SPREAD).help(OTHER_INTEGRATOR));
        }
        let contacts = b.model.contact_sets.get(set).map(|set| set.contacts.clone()).unwrap_or_default();
        for contact in &b.model.contacts[contacts] {
            let found = b.substances().of_contact(&b.model, contact, &settings);
            found.map_err(|e| BuildError::new(e.to_string()).help(e.help().unwrap_or_default().to_owned()))?;
        }
        Ok(Self { set, contact: contact.name.clone(), settings })
    }

    /// Refuses contacts whose restitution gives no pulses, for what is computed of pulses.
    pub(super) fn refuse_without_pulses(&self, b: &Builder) -> Result<(), BuildError> {
        let contacts = b.model.contact_sets.get(self.set).map(|set| set.contacts.clone()).unwrap_or_default();
        for contact in &b.model.contacts[contacts] {
            let restitution = self.settings.restitution.unwrap_or(contact.law.restitution_n);
            if let Err(error) = self.settings.damping.ratio(restitution) {
                let help = "give `restitution` here for the pulses, or choose another `damping`";
                return Err(BuildError::new(error.to_string()).help(help));
            }
        }
        Ok(())
    }
}

impl RecoverySpec {
    fn given_stiffness(&self, b: &Builder) -> Result<Option<[f64; 2]>, BuildError> {
        match (&self.stiffness, &self.exponent) {
            (None, Some(exponent)) => Err(BuildError::at(&exponent.span, "`exponent` is that of a given `stiffness`")
                .help("add `stiffness = …`; Hertz contacts have 1.5")),
            (None, None) => Ok(None),
            (Some(stiffness), exponent) => {
                let exponent = exponent.as_ref().map_or(Ok(1.5), |n| b.positive(n, "exponent"))?;
                Ok(Some([b.positive(stiffness, "stiffness")?, exponent]))
            }
        }
    }

    fn named_materials(&self, b: &Builder) -> Result<Option<[String; 2]>, BuildError> {
        let Some(names) = &self.materials else { return Ok(None) };
        for name in names {
            b.elastic_of(name)?;
        }
        Ok(Some(names.each_ref().map(|name| name.name.clone())))
    }

    fn given_radii(&self, b: &Builder) -> Result<Option<Radii>, BuildError> {
        let Some([first, second]) = &self.radii else {
            return match &self.angle {
                Some(angle) => Err(BuildError::at(&angle.span, "`angle` is that between given `radii`")),
                None => Ok(None),
            };
        };
        let radius = |n: &Number| match b.radius(n)? {
            0.0 => Err(BuildError::at(&n.span, "a radius of 0 has no curvature").help("write `inf` for flat surfaces")),
            radius => Ok(radius),
        };
        let pair = |[a, c]: &[Number; 2]| Ok([radius(a)?, radius(c)?]);
        Ok(Some(Radii { first: pair(first)?, second: pair(second)?, angle: b.number_or(self.angle.as_ref(), 0.0)? }))
    }
}

impl Kind for ContactForceSpec {
    const KEY: &'static str = "contact_force";
    const COMPANIONS: &'static [&'static Entry] = &[&RECOVERY];
    const SUMMARY: &'static str = "force, indentation and stresses of a contact from its impulses: history and impacts";
    const SAMPLE: &'static str = r#"
name = "dropped ball"
gravity = [0, 0, -9.81]
[materials.steel]
young = 210e9
poisson = 0.3
strength = 1.5e9
[ground]
shapes = [{ type = "plane", material = "steel" }]
[bodies.ball]
type = "sphere"
radius = 0.01
density = 7800
material = "steel"
position = [0, 0, 0.06]
[contacts.floor]
type = "sphere_plane"
sphere = "ball"
plane = "ground"
restitution = 0.8
[post.pulse]
type = "contact_force"
contact = "floor"
damping = "zhang"
"#;

    fn build(&self, name: &str, b: &mut Builder) -> Result<(), BuildError> {
        let what = Box::new(ContactForce::of(&self.contact, b)?);
        b.post.push(Evaluation { name: name.to_owned(), kind: Self::KEY, what });
        Ok(())
    }
}

/// The forces of the contacts with one name.
#[derive(Clone, Debug)]
pub struct ContactForce {
    /// Place of the name in the model.
    pub set: usize,
    pub contact: String,
    pub settings: ForceSettings,
}

impl ContactForce {
    /// The forces of all of its points.
    pub fn points(&self, run: &FinishedRun) -> Result<Vec<PointForces>, EvaluationError> {
        let mut out = Vec::new();
        for history in records::read(run.directory, self.set, run.step)? {
            let elasticity = run.substances.of_point(run.model, history.id, &self.settings)?;
            let forces = PointForces::recover(&history, elasticity, &self.settings);
            out.push(forces.map_err(|source| EvaluationError::Post {
                contact: self.contact.clone(),
                source,
                help: "give `restitution` for the pulses (--restitution), or choose another model of damping",
            })?);
        }
        Ok(out)
    }
}

impl Evaluate for ContactForce {
    fn evaluate(&self, name: &str, run: &FinishedRun) -> Result<Evaluated, EvaluationError> {
        let points = self.points(run)?;
        let (mut text, mut notes, mut found) = (String::new(), Vec::new(), Vec::new());
        let acts_in_joint = run.model.contact_sets.get(self.set).is_some_and(|set| {
            run.model.contacts[set.contacts.clone()].iter().any(|contact| contact.pair.coordinates().is_some())
        });
        if acts_in_joint {
            let _ = writeln!(
                text,
                "{}: acts in a joint and has no place of contact, so no pulse and no stress; its force is that of a sensor of type `contact`",
                self.contact
            );
        } else if points.is_empty() {
            let _ = writeln!(text, "{}: it never acted", self.contact);
        }
        for forces in &points {
            let [first, second] = &forces.bodies;
            let label =
                if points.len() == 1 { name.to_owned() } else { format!("{name}_{}_{}", forces.id.i, forces.id.j) };
            let title = format!("{} ({first}, {second})", self.contact);
            let files = force_files::write(&label, &title, forces, run)?;
            describe(&mut text, &title, forces, &self.settings);
            notes.extend(doubts(&title, forces, run));
            found.push(as_json(forces, &files));
        }
        let settings = &self.settings;
        let json = json!({
            "contact": self.contact,
            "damping": settings.damping.name(),
            "plain_cubic": settings.shape == Shape::Plain,
            "filter": if settings.filter == Filter::Hits { "hits" } else { "peaks" },
            "points": found,
            "notes": notes,
        });
        Ok(Evaluated { json, text, notes })
    }
}

/// Force and its impacts as a table.
fn describe(text: &mut String, title: &str, forces: &PointForces, settings: &ForceSettings) {
    let (elasticity, (largest, when)) = (&forces.elasticity, forces.largest());
    // Writing to a String cannot fail.
    let _ = writeln!(
        text,
        "{title}: K = {:.4e} N/m^{}, damping {}; {} impacts, largest force {largest:.5e} N at {when:.6} s, continuous {:.5e} N",
        elasticity.stiffness,
        elasticity.exponent,
        settings.damping.name(),
        forces.impacts.len(),
        forces.largest_continuous(),
    );
    if let Some(stress) = forces.peak().and_then(|sample| forces.stress_in(sample)) {
        let _ = writeln!(
            text,
            "  there: semi-axes {:.3e} m and {:.3e} m, pressure {:.4e} Pa, shear {:.4e} Pa at depth {:.3e} m, octahedral shear {:.4e} Pa at \
             {:.3e} m",
            stress.axes[0],
            stress.axes[1],
            stress.pressure,
            stress.shear[0],
            stress.shear[1],
            stress.octahedral[0],
            stress.octahedral[1],
        );
    }
    if forces.impacts.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "      time s  approach m/s      e   impulse N s  duration s  peak force N  indentation m  pressure Pa"
    );
    for impact in forces.impacts.iter().take(LINES) {
        let Impact { time, approach, restitution, impulse, pulse, stress, .. } = impact;
        let pressure = stress.map_or_else(|| "-".to_owned(), |s| format!("{:.4e}", s.pressure));
        let _ = writeln!(
            text,
            "  {time:10.6}  {approach:12.6}  {restitution:5.3}  {impulse:12.5e}  {:10.4e}  {:12.5e}  {:13.4e}  {pressure:>11}",
            pulse.duration, pulse.peak_force, pulse.peak_indentation,
        );
    }
    if forces.impacts.len() > LINES {
        let _ = writeln!(text, "  and {} more, in the file of impacts", forces.impacts.len() - LINES);
    }
}

/// What to doubt.
pub(super) fn doubts(title: &str, forces: &PointForces, run: &FinishedRun) -> Vec<String> {
    let mut notes: Vec<String> = forces.warnings().iter().map(|warning| format!("{title}: {warning}")).collect();
    let (count, most) = forces.longer_than_steps();
    if count > 0 {
        notes.push(format!(
            "{title}: {count} impacts last longer than their steps, up to {most:.1} times: their forces overlap with those of the next steps"
        ));
    }
    if forces.pulling() > 0 {
        let count = forces.pulling();
        notes.push(format!(
            "{title}: in {count} impacts the law pulls before the bodies part: its damping is too strong for e"
        ));
    }
    if forces.ripples > 0 {
        let count = forces.ripples;
        notes.push(format!(
            "{title}: {count} steps without an approach were taken for impacts; they stay in the continuous part"
        ));
    }
    notes.extend(gaps(title, forces, run));
    notes
}

/// What the forces do not have: impulses without a pulse, and what was not recorded.
pub(super) fn gaps(title: &str, forces: &PointForces, run: &FinishedRun) -> Vec<String> {
    let mut notes = Vec::new();
    for (lack, count, sum, most) in forces.lacking() {
        notes.push(format!(
            "{title}: {count} {}: {sum:.4e} N s, the largest {:.4e} N s at {:.6} s; they are in no force",
            lack.tell(),
            most.impulse,
            most.time,
        ));
    }
    if forces.samples.iter().any(|s| s.edge && s.continuous > 0.0) && !forces.elasticity.given {
        notes.push(format!("{title}: it also rested on an edge or a corner, where Hertz knows no stresses"));
    }
    if run.record_every > 1 && forces.largest_continuous() > 0.0 {
        notes.push(format!(
            "{title}: one step of {} is recorded (`record_every`), with all impacts: what the closed contact carried in between is not known",
            run.record_every
        ));
    }
    notes
}

/// A point for `run.json`.
fn as_json(forces: &PointForces, files: &[String]) -> Value {
    let (largest, when) = forces.largest();
    let impacts = forces.impacts.iter().take(1000).map(|impact| {
        let pulse = &impact.pulse;
        json!({
            "time": impact.time,
            "approach": impact.approach,
            "restitution": impact.restitution,
            "impulse": impact.impulse,
            "duration": pulse.duration,
            "peak_force": pulse.peak_force,
            "peak_indentation": pulse.peak_indentation,
            "pressure": impact.stress.map(|s| s.pressure),
        })
    });
    let stress = forces.peak().and_then(|sample| forces.stress_in(sample)).map(|s| {
        json!({
            "semi_axes": s.axes,
            "pressure": s.pressure,
            "shear": s.shear[0],
            "shear_depth": s.shear[1],
            "octahedral_shear": s.octahedral[0],
            "octahedral_depth": s.octahedral[1],
        })
    });
    json!({
        "id": forces.id.to_array(),
        "bodies": forces.bodies,
        "stiffness": forces.elasticity.stiffness,
        "exponent": forces.elasticity.exponent,
        "largest_force": largest,
        "largest_force_time": when,
        "largest_continuous_force": forces.largest_continuous(),
        "stress_at_largest_force": stress,
        "impulse": forces.impulse,
        "impulse_of_impacts": forces.impact_impulse(),
        "impulse_without_force": forces.unresolved.iter().map(|one| one.impulse).sum::<f64>(),
        "impact_count": forces.impacts.len(),
        "impacts": impacts.collect::<Vec<_>>(),
        "files": files,
    })
}
