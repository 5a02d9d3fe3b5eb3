//! Forces of contacts from impulses (S annex C.6): durations and peaks of impacts from steps that are much longer, against the text and against
//! the direct integration of the same contact law.

use crate::VerifyError;
use crate::case::Case;
use carom::evaluate::{ForceSettings, Impact, PointForces};
use carom::post::{Collision, CompliantLaw, Damping, collide};

/// The law of a case.
#[derive(Clone, Copy)]
struct Law {
    stiffness: f64,
    damping: Damping,
}

impl Law {
    /// The forces of the only contact of a model, with a step.
    fn forces(self, case: &mut Case, h: f64, set: &[(&str, &str)]) -> Result<PointForces, VerifyError> {
        let settings =
            ForceSettings { damping: self.damping, stiffness: Some([self.stiffness, 1.5]), ..ForceSettings::default() };
        let points = case.forces(h, set, &settings)?;
        points.into_iter().next().ok_or_else(|| case.event("a contact"))
    }

    /// The first impact with a step.
    fn first(self, case: &mut Case, h: f64, set: &[(&str, &str)]) -> Result<Impact, VerifyError> {
        let forces = self.forces(case, h, set)?;
        forces.impacts.first().copied().ok_or_else(|| case.event("an impact"))
    }

    /// The collision of two free bodies of a reduced mass at the speed of an impact, resolved.
    fn resolved(self, case: &Case, impact: &Impact, mass: f64) -> Result<Collision, VerifyError> {
        let law = CompliantLaw::new(self.stiffness, 1.5, impact.restitution, self.damping);
        let collision = law.and_then(|law| collide(&law, mass, impact.approach));
        collision.map_err(|_| case.event("a collision"))
    }
}

pub fn bouncing_ball(case: &mut Case) -> Result<(), VerifyError> {
    let law = Law { stiffness: 140e6, damping: Damping::Flores };
    let fine = law.first(case, 1e-3, &[])?;
    let (duration, peak) = (fine.pulse.duration, fine.pulse.peak_force);
    case.report("duration of the first impact", duration);
    let mut change: f64 = 0.0;
    for h in [1e-2, 2e-2, 5e-2, 0.1] {
        let impact = law.first(case, h, &[])?;
        change = change.max((impact.pulse.peak_force / peak - 1.0).abs());
        if h == 0.1 {
            case.report("duration, step of 0.1 s", impact.pulse.duration);
        }
    }
    case.report("peak force of steps up to 0.1 s", change);
    let truth = law.resolved(case, &fine, 1.0)?;
    case.report("peak force against the resolved collision", (peak / truth.peak_force - 1.0).abs());
    case.report("impulse of the recovered force", fine.pulse.impulse() / fine.impulse);
    Ok(())
}

pub fn two_spheres(case: &mut Case) -> Result<(), VerifyError> {
    let stiffness = 5.5e9;
    let (mut peaks, mut durations): (f64, f64) = (0.0, 0.0);
    for (name, damping) in [("Hu", Damping::Hu), ("Zhang", Damping::Zhang)] {
        let law = Law { stiffness, damping };
        for e in ["0.8", "0.6", "0.4", "0.2"] {
            let set = [("e", e)];
            let impact = law.first(case, 1e-2, &set)?;
            let duration = impact.pulse.duration;
            if ["0.8", "0.2"].contains(&e) {
                case.report(&format!("duration, {name}, e = {e}"), duration);
            }
            for factor in [10.0, 44.0, 100.0] {
                let impact = law.first(case, factor * duration, &set)?;
                let truth = law.resolved(case, &impact, 0.046)?;
                peaks = peaks.max((impact.pulse.peak_force / truth.peak_force - 1.0).abs());
                durations = durations.max((impact.pulse.duration / truth.duration - 1.0).abs());
            }
        }
    }
    case.report("peak force against the resolved collision", peaks);
    case.report("duration against the resolved collision", durations);
    let points = case.forces(1e-2, &[], &ForceSettings { damping: Damping::Hu, ..ForceSettings::default() })?;
    let stiffness = points.first().map(|forces| forces.elasticity.stiffness);
    case.report("stiffness from the material", stiffness.ok_or_else(|| case.event("a contact"))?);
    Ok(())
}

pub fn crank_rod_block(case: &mut Case) -> Result<(), VerifyError> {
    let law = Law { stiffness: 9.5e9, damping: Damping::Flores };
    let impacts = law.forces(case, 1e-4, &[])?.impacts;
    let [first, second] = [0, 1].map(|k| impacts.get(k).copied());
    let (first, second) = first.zip(second).ok_or_else(|| case.event("two impacts"))?;
    case.report("first impact", first.time);
    case.report("second impact", second.time);
    case.report("duration of the first impact", first.pulse.duration);
    case.report("duration of the second impact", second.pulse.duration);
    case.report("impacts", impacts.len() as f64);
    let coarse = law.first(case, 1e-3, &[])?;
    let change = (coarse.pulse.peak_force / first.pulse.peak_force - 1.0).abs();
    case.report("peak force, step of 1e-3 s", change);
    Ok(())
}
