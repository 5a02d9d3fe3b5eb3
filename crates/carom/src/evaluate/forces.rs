//! Forces of a contact point from its impulses: the continuous part, a pulse for every impact, and the stresses that they cause.
//!
//! ```text
//! Λ_k of the records → Split (λ_k, Λ_i; where bodies flew apart again within the step Λ_i = Λ_k) → Pulse (T, F(t), δ(t)) for every impact, with the speed of approach and e of the record
//! F(t_k) = λ_k + max F_i  of the impact in the step                                                   (as S figures C.22, C.23)
//! p₀, τ ∝ F^{1/3} ,  depths and axes ∝ F^{1/3}                                                                 (Hertz)
//! ```
//!
//! A pulse needs a speed of approach, a restitution and a stiffness. Impulses of impacts that lack one of them ([`Lack`]) are split off the continuous part
//! as all others are, and are counted, but have no force: impulse over step would be one that grows without bound as the step shrinks.

use super::records::{PointHistory, PointSample};
use super::substance::{Elasticity, Radii};
use crate::contact::ContactId;
use crate::post::{CompliantLaw, Damping, Hertz, HertzWarning, ImpactImpulse, PostError, Pulse, Shape, Split};
use schemars::JsonSchema;
use serde::Deserialize;

/// How impacts are told from what a closed contact carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Filter {
    /// By the recorded flags.
    #[default]
    Hits,
    /// By the peaks of the impulses, as the text does.
    Peaks,
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct ForceSettings {
    pub damping: Damping,
    pub shape: Shape,
    pub filter: Filter,
    /// In place of the restitution of the contact's law.
    pub restitution: Option<f64>,
    /// K (N/mⁿ) and n, in place of those of Hertz.
    pub stiffness: Option<[f64; 2]>,
    /// In place of the materials of the shapes.
    pub materials: Option<[String; 2]>,
    /// In place of the curvatures of the shapes.
    pub radii: Option<Radii>,
}

impl Default for ForceSettings {
    fn default() -> Self {
        Self {
            damping: Damping::Flores,
            shape: Shape::Piecewise,
            filter: Filter::Hits,
            restitution: None,
            stiffness: None,
            materials: None,
            radii: None,
        }
    }
}

/// Hertz stresses below a contact, at the force at which they were computed; all of them grow with its cube root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SurfaceStress {
    /// Semi-axes of the ellipse (m).
    pub axes: [f64; 2],
    /// The largest pressure (Pa).
    pub pressure: f64,
    /// The largest shear (Pa) and its depth (m).
    pub shear: [f64; 2],
    /// The largest octahedral shear (Pa) and its depth (m).
    pub octahedral: [f64; 2],
}

impl SurfaceStress {
    /// Under a force of 1 N.
    fn of_one_newton(hertz: &Hertz) -> Self {
        let footprint = hertz.footprint(1.0);
        let (shear, octahedral) = (footprint.largest_shear(), footprint.largest_octahedral_shear());
        Self {
            axes: [footprint.a, footprint.b],
            pressure: footprint.pressure,
            shear: [shear.value, shear.depth],
            octahedral: [octahedral.value, octahedral.depth],
        }
    }

    /// Under a force (N), from those under 1 N.
    fn times(&self, force: f64) -> Self {
        let factor = force.max(0.0).cbrt();
        let grow = |x: [f64; 2]| x.map(|x| x * factor);
        Self {
            axes: grow(self.axes),
            pressure: self.pressure * factor,
            shear: grow(self.shear),
            octahedral: grow(self.octahedral),
        }
    }
}

/// An impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// The step, a place in [`PointForces::samples`].
    pub step: usize,
    /// When the bodies touched (s).
    pub time: f64,
    /// Size of the step (s).
    pub h: f64,
    pub approach: f64,
    pub restitution: f64,
    /// Λ_i (N s).
    pub impulse: f64,
    pub pulse: Pulse,
    /// From the master to the slave, in space.
    pub normal: [f64; 3],
    /// At the largest force, the continuous one included.
    pub stress: Option<SurfaceStress>,
}

/// Why an impulse has no pulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lack {
    /// It came from an impact elsewhere, through a contact that was closed.
    Passed,
    /// The contact was hit, but its bodies did not approach.
    Approach,
    /// The model of damping is not defined for the restitution.
    Restitution,
    /// It hit an edge or a corner, of which Hertz knows no stiffness.
    Edge,
}

impl Lack {
    /// In all notes: what happened, and what may be done.
    pub fn tell(self) -> &'static str {
        match self {
            Self::Passed => {
                "impulses of impacts elsewhere passed through the closed contact, without a speed of approach of its own"
            }
            Self::Approach => "hits had no speed of approach",
            Self::Restitution => {
                "impacts have a restitution for which the model of damping is not defined (give `restitution` for the pulses, --restitution, or another model)"
            }
            Self::Edge => {
                "impacts hit an edge or a corner, of which Hertz knows no stiffness (give `stiffness` and `exponent`, --stiffness, --exponent)"
            }
        }
    }
}

/// The impulse of an impact that has no pulse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unresolved {
    pub lack: Lack,
    /// When the bodies touched, or the end of the step (s).
    pub time: f64,
    /// N s.
    pub impulse: f64,
}

/// The forces of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ForceSample {
    /// End and size of the step (s).
    pub time: f64,
    pub h: f64,
    /// λ_k (N).
    pub continuous: f64,
    /// The largest force of the impact in the step (N).
    pub impact: f64,
    /// Whether it touched at an edge or a corner, where stresses are not known.
    pub edge: bool,
}

impl ForceSample {
    /// The largest force of the step (N).
    pub fn force(&self) -> f64 {
        self.continuous + self.impact
    }
}

/// Forces of a contact point over a run.
#[derive(Clone, Debug)]
pub struct PointForces {
    pub id: ContactId,
    pub bodies: [String; 2],
    pub elasticity: Elasticity,
    pub samples: Vec<ForceSample>,
    pub impacts: Vec<Impact>,
    /// Σ Λ (N s).
    pub impulse: f64,
    /// Impacts without a pulse, in the order of time; what they carried is in no force.
    pub unresolved: Vec<Unresolved>,
    /// Peaks of the impulses without an approach, which stay in the continuous part.
    pub ripples: usize,
    per_newton: Option<SurfaceStress>,
}

impl PointForces {
    /// Recovers the forces of a point.
    pub fn recover(history: &PointHistory, elasticity: Elasticity, asked: &ForceSettings) -> Result<Self, PostError> {
        let samples = &history.samples;
        let column = |of: fn(&PointSample) -> f64| -> Vec<f64> { samples.iter().map(of).collect() };
        let (sizes, impulses) = (column(|s| s.h), column(|s| s.impulse));
        let marked: Vec<bool> = match asked.filter {
            Filter::Hits => samples.iter().map(|s| s.hit).collect(),
            Filter::Peaks => Split::peaks(&impulses),
        };
        let keeps = asked.filter == Filter::Peaks;
        let is_impact = |(marked, s): (&bool, &PointSample)| s.struck || (*marked && (s.approach > 0.0 || !keeps));
        let hits: Vec<bool> = marked.iter().zip(samples).map(is_impact).collect();
        // What is open before and after an impact carries nothing in between: all of the impulse is that of the impact.
        let flights: Vec<bool> = hits.iter().zip(samples).map(|(hit, s)| *hit && s.flew && s.impulse > 0.0).collect();
        let rest = |k: usize, x: f64| if flights[k] { 0.0 } else { x };
        let carried: Vec<f64> = impulses.iter().enumerate().map(|(k, x)| rest(k, *x)).collect();
        let closing: Vec<bool> = hits.iter().zip(&flights).map(|(hit, flight)| *hit && !flight).collect();
        let mut split = Split::by_hits(&sizes, &carried, &closing)?;
        let flown = (0..samples.len()).filter(|&k| flights[k]);
        split.impacts.extend(flown.map(|step| ImpactImpulse { step, impulse: impulses[step] }));
        split.impacts.sort_by_key(|impact| impact.step);
        let ripples = marked.iter().zip(&hits).filter(|(marked, hit)| **marked && !**hit).count();
        let mut forces = Self {
            id: history.id,
            bodies: history.bodies.clone(),
            elasticity,
            samples: Vec::with_capacity(samples.len()),
            impacts: Vec::with_capacity(split.impacts.len()),
            impulse: impulses.iter().sum(),
            unresolved: Vec::new(),
            ripples,
            per_newton: elasticity.hertz.as_ref().map(SurfaceStress::of_one_newton),
        };
        for (sample, continuous) in samples.iter().zip(split.force) {
            let PointSample { time, h, edge, .. } = *sample;
            forces.samples.push(ForceSample { time, h, continuous, impact: 0.0, edge });
        }
        for impact in split.impacts {
            forces.add(&samples[impact.step], impact, asked)?;
        }
        Ok(forces)
    }

    /// Adds an impact, with its pulse if it can have one.
    fn add(&mut self, sample: &PointSample, impact: ImpactImpulse, asked: &ForceSettings) -> Result<(), PostError> {
        let Elasticity { stiffness, exponent, given, .. } = self.elasticity;
        let restitution = asked.restitution.unwrap_or(sample.restitution);
        let lacks = [
            (Lack::Passed, sample.struck && !sample.hit),
            (Lack::Approach, sample.approach <= 0.0),
            (Lack::Restitution, asked.damping.ratio(restitution).is_err()),
            (Lack::Edge, sample.edge && !given),
        ];
        let time = sample.time - sample.touched;
        if let Some((lack, _)) = lacks.into_iter().find(|(_, lacks)| *lacks) {
            self.unresolved.push(Unresolved { lack, time, impulse: impact.impulse });
            return Ok(());
        }
        let law = CompliantLaw::new(stiffness, exponent, restitution, asked.damping)?;
        let pulse = Pulse::recover(&law, sample.approach, impact.impulse, asked.shape)?;
        self.samples[impact.step].impact = pulse.peak_force;
        let stress = self.stress_in(&self.samples[impact.step]);
        self.impacts.push(Impact {
            step: impact.step,
            time,
            h: sample.h,
            approach: sample.approach,
            restitution,
            impulse: impact.impulse,
            pulse,
            normal: sample.normal,
            stress,
        });
        Ok(())
    }

    /// Stresses at the largest force of a step, where they are known.
    pub fn stress_in(&self, sample: &ForceSample) -> Option<SurfaceStress> {
        self.per_newton.filter(|_| !sample.edge).map(|stress| stress.times(sample.force()))
    }

    /// Stresses under a force (N), where curvatures and materials are known.
    pub fn stress(&self, force: f64) -> Option<SurfaceStress> {
        self.per_newton.map(|stress| stress.times(force))
    }

    /// The largest force (N), and when.
    pub fn largest(&self) -> (f64, f64) {
        self.peak().map_or((0.0, 0.0), |s| (s.force(), s.time))
    }

    /// The step with the largest force.
    pub fn peak(&self) -> Option<&ForceSample> {
        self.samples.iter().max_by(|a, b| a.force().total_cmp(&b.force()))
    }

    /// What impulses without a pulse lack: how many, their sum and the largest of them.
    pub fn lacking(&self) -> Vec<(Lack, usize, f64, Unresolved)> {
        let mut out: Vec<(Lack, usize, f64, Unresolved)> = Vec::new();
        for one in &self.unresolved {
            match out.iter_mut().find(|(lack, ..)| *lack == one.lack) {
                Some((_, count, sum, most)) => {
                    (*count, *sum) = (*count + 1, *sum + one.impulse);
                    if one.impulse > most.impulse {
                        *most = *one;
                    }
                }
                None => out.push((one.lack, 1, one.impulse, *one)),
            }
        }
        out
    }

    /// The largest force of the continuous part (N).
    pub fn largest_continuous(&self) -> f64 {
        self.samples.iter().map(|s| s.continuous).fold(0.0, f64::max)
    }

    /// Σ Λ_i (N s).
    pub fn impact_impulse(&self) -> f64 {
        self.impacts.iter().map(|impact| impact.impulse).sum()
    }

    /// Impacts that last longer than the step in which they are, and the longest of them against its step.
    pub fn longer_than_steps(&self) -> (usize, f64) {
        let ratios = self.impacts.iter().map(|impact| impact.pulse.duration / impact.h).filter(|ratio| *ratio > 1.0);
        ratios.fold((0, 0.0), |(count, most), ratio| (count + 1, ratio.max(most)))
    }

    /// Impacts whose law pulls at the end by more than a hundredth of its peak.
    pub fn pulling(&self) -> usize {
        let pulls = |impact: &&Impact| impact.pulse.least_force < -0.01 * impact.pulse.peak_force;
        self.impacts.iter().filter(pulls).count()
    }

    /// Where Hertz's assumptions fail at the largest force.
    pub fn warnings(&self) -> Vec<HertzWarning> {
        let Elasticity { hertz, strength, .. } = self.elasticity;
        hertz.map_or_else(Vec::new, |hertz| hertz.warnings(self.largest().0, strength))
    }

    /// Forces (N) as they rise and fall: the continuous part, and at every impact the peak between what is carried before and after.
    pub fn turning(&self) -> Vec<f64> {
        let mut out = Vec::with_capacity(self.samples.len() + 2 * self.impacts.len());
        for sample in &self.samples {
            out.push(sample.continuous);
            if sample.impact > 0.0 {
                out.extend([sample.force(), sample.continuous]);
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(k: i32, impulse: f64, hit: bool) -> PointSample {
        let approach = if hit { 2.0 } else { 0.0 };
        PointSample {
            time: 0.1 * f64::from(k),
            h: 0.1,
            impulse,
            approach,
            restitution: 0.5,
            hit,
            ..PointSample::default()
        }
    }

    fn forces(filter: Filter) -> PointForces {
        let impulses = [(0.0, false), (3.0, true), (1.0, false), (1.1, false), (1.0, false)];
        let samples = impulses.iter().enumerate().map(|(k, &(p, hit))| sample(k as i32, p, hit)).collect();
        let id = ContactId { set: 0, i: 0, j: 0, point: 0 };
        let history = PointHistory { id, bodies: Default::default(), samples };
        let elasticity = Elasticity { stiffness: 1e8, exponent: 1.5, given: true, hertz: None, strength: None };
        PointForces::recover(&history, elasticity, &ForceSettings { filter, ..Default::default() }).expect("forces")
    }

    /// The impulses of pulses and of the continuous part are those of the records, to the integration of the pulses.
    #[test]
    fn impulses_are_kept() {
        let forces = forces(Filter::Hits);
        let continuous: f64 = forces.samples.iter().map(|s| s.h * s.continuous).sum();
        let pulses: f64 = forces.impacts.iter().map(|impact| impact.pulse.impulse()).sum();
        assert!((continuous + pulses - 6.1).abs() < 1e-11, "{continuous} {pulses}");
        assert_eq!(forces.impacts.len(), 1);
        assert!((forces.impacts[0].impulse - 2.5).abs() < 1e-12);
    }

    /// Where the bodies flew apart again nothing was carried beside the impact.
    #[test]
    fn flights_are_impacts_alone() {
        let samples =
            vec![sample(0, 0.0, false), PointSample { flew: true, ..sample(1, 3.0, true) }, sample(2, 1.0, false)];
        let id = ContactId { set: 0, i: 0, j: 0, point: 0 };
        let history = PointHistory { id, bodies: Default::default(), samples };
        let elasticity = Elasticity { stiffness: 1e8, exponent: 1.5, given: true, hertz: None, strength: None };
        let forces = PointForces::recover(&history, elasticity, &ForceSettings::default()).expect("forces");
        assert_eq!((forces.impacts[0].impulse, forces.samples[1].continuous), (3.0, 0.0));
    }

    /// The filter of the text marks the ripple at 1.1 too; it has no approach, and stays continuous.
    #[test]
    fn peaks_without_approach_are_no_impacts() {
        let forces = forces(Filter::Peaks);
        assert_eq!((forces.impacts.len(), forces.ripples), (1, 1));
    }
    /// An impact elsewhere passes through a contact that carries 10 N: the force stays 10 N, and the impulse is told beside it. So are hits of a
    /// law without restitution, and hits at an edge where no stiffness is given.
    #[test]
    fn impulses_without_a_pulse_are_no_forces() {
        let struck = PointSample { struck: true, ..sample(2, 5.0, false) };
        let plastic = PointSample { restitution: 0.0, ..sample(4, 3.0, true) };
        let edge = PointSample { edge: true, ..sample(6, 2.0, true) };
        let rest = |k: i32| sample(k, 1.0, false);
        let samples = vec![rest(0), rest(1), struck, rest(3), plastic, rest(5), edge, rest(7)];
        let id = ContactId { set: 0, i: 0, j: 0, point: 0 };
        let history = PointHistory { id, bodies: Default::default(), samples };
        let elasticity = Elasticity { stiffness: 1e8, exponent: 1.5, given: false, hertz: None, strength: None };
        let forces = PointForces::recover(&history, elasticity, &ForceSettings::default()).expect("forces");
        assert!(forces.impacts.is_empty() && forces.samples.iter().all(|s| (s.force() - 10.0).abs() < 1e-12));
        let found: Vec<(Lack, f64)> = forces.unresolved.iter().map(|one| (one.lack, one.impulse)).collect();
        let expected = [(Lack::Passed, 4.0), (Lack::Restitution, 2.0), (Lack::Edge, 1.0)];
        for ((lack, impulse), (expected, value)) in found.into_iter().zip(expected) {
            assert!(lack == expected && (impulse - value).abs() < 1e-12, "{lack:?} {impulse}");
        }
        assert_eq!(forces.lacking().len(), 3);
    }
}
