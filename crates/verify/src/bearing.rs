//! Joints with clearance and ball bearings: a bearing under load, cranks with a bearing, a crank with a worn pin (S chapter 4, annex C).
//!
//! Forces of impacts follow from impulses by `carom::post`: the impulses of a contact are split into a continuous part and impacts, and an impact
//! with impulse Λ and speed of approach v is the pulse of a compliant law with Hertz's stiffness. The section of a race has the radius
//! r_p = −(r_b + g), g the play: so it is in table 4.1, and with it the stresses of the second bearing come out as well.

use crate::VerifyError;
use crate::case::{Case, Run};
use crate::measures::largest;
use crate::rolling::{TEXT_TOLERANCES, report_iterations};
use crate::rows;
use carom::post::{CompliantLaw, Curvatures, Damping, Elastic, Hertz, PostError, Pulse, Shape, Split};
use carom::post::{StaticBearing, in_series};
use std::f64::consts::PI;

/// With these the text's stresses come out.
const STEEL: Elastic = Elastic { young: 200e9, poisson: 0.3 };
/// Motion before this time is that of the start (s).
const SETTLED: f64 = 0.1;
const BALLS: usize = 8;
/// The time of the text; the model itself stops earlier, for the comparisons that every row has.
const WHOLE: (&str, &str) = ("simulation.until", "1");
/// Four turns of the crank with a worn pin, in the same way.
const TURNS: (&str, &str) = ("simulation.until", "0.048");

/// A ball on the inner race.
fn on_inner_race(run: &Run) -> Result<Hertz, VerifyError> {
    let [ball, inner, outer] = ["r_b", "r_i", "r_e"].map(|name| run.parameter(name));
    let (ball, inner, outer) = (ball?, inner?, outer?);
    let section = ball + (outer - inner - 2.0 * ball);
    let curvatures = Curvatures { first: [1.0 / ball; 2], second: [1.0 / inner, -1.0 / section], angle: 0.0 };
    post(run, Hertz::new(curvatures, [STEEL; 2]))
}

fn post<T>(run: &Run, result: Result<T, PostError>) -> Result<T, VerifyError> {
    result.map_err(|source| run.post_error(source))
}

fn report_stresses(case: &mut Case, hertz: &Hertz, force: f64) {
    let footprint = hertz.footprint(force);
    case.report("largest normal stress", -footprint.pressure);
    case.report("largest shear stress", footprint.largest_shear().value);
    case.report("largest octahedral shear stress", footprint.largest_octahedral_shear().value);
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Values of a channel after the start.
fn settled<'a>(run: &'a Run, name: &str) -> Result<&'a [f64], VerifyError> {
    let first = run.t.partition_point(|t| *t < SETTLED);
    Ok(&run.column(name)?[first..])
}

/// The bearing of table 4.1.
pub fn ball_bearing(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[WHOLE])?;
    case.report("cage speed against inner race", mean(settled(&run, "cage")?) / mean(settled(&run, "inner")?));
    let loaded = settled(&run, "loaded")?;
    let mut alone = Vec::new();
    let (mut peak, mut sum) = (0.0_f64, vec![0.0; loaded.len()]);
    for ball in 1..=BALLS {
        let force = settled(&run, &format!("force.{ball}"))?;
        peak = peak.max(largest(force.iter().copied()));
        alone.extend(force.iter().zip(loaded).filter(|(force, loaded)| **force > 0.0 && **loaded == 1.0).map(|p| *p.0));
        sum.iter_mut().zip(force).for_each(|(sum, force)| *sum += force);
    }
    alone.sort_by(f64::total_cmp);
    let median = alone.get(alone.len() / 2).copied().unwrap_or(f64::NAN);
    case.report_with("force on a ball that carries alone", median, format!("median of {} steps", alone.len()));
    case.report("peak ball force", peak);
    let quiet = case.run(&[WHOLE, ("e", "0")])?;
    let mut peak = 0.0_f64;
    for ball in 1..=BALLS {
        peak = peak.max(largest(settled(&quiet, &format!("force.{ball}"))?.iter().copied()));
    }
    case.report("peak ball force without restitution", peak);
    report_stresses(case, &on_inner_race(&run)?, run.parameter("Q")?);
    Ok(())
}

/// An elastic bearing pressed from rest, against the static solution of Jones and Harris.
pub fn elastic(case: &mut Case) -> Result<(), VerifyError> {
    let model = case.load(&[])?.model;
    let stiffness = |name: &str| {
        let contact = model.contacts.iter().find(|contact| contact.name == name);
        let law = contact.and_then(|contact| contact.law.compliance.as_ref()).map(|compliance| compliance.law);
        law.map(|law| law.stiffness()).ok_or_else(|| case.event("a compliant contact"))
    };
    let stiffness = in_series(stiffness("bearing.inner_1")?, stiffness("bearing.outer_1")?);
    let run = case.run(&[])?;
    let of = |name: &str| run.parameter(name);
    let (balls, ball_radius, inner_radius) = (of("n")? as usize, of("r_b")?, of("r_i")?);
    let outer_radius = inner_radius + 2.0 * ball_radius + of("play")?;
    let groove_radius = of("r_g")?;
    let bearing =
        StaticBearing { balls, ball_radius, inner_radius, outer_radius, groove_radius, first_angle: 0.0, stiffness };
    let load = [of("F_r")?, of("F_a")?];
    let truth = post(&run, bearing.equilibrium([load[0], load[1], 0.0]))?;
    let most = largest(truth.balls.iter().map(|ball| ball.force));
    let (mut off, mut found) = (0.0_f64, 0.0_f64);
    for (i, ball) in truth.balls.iter().enumerate() {
        for race in ["inner", "outer"] {
            let force = run.last(&format!("{race}.{}", i + 1))?;
            (off, found) = (off.max((force - ball.force).abs() / most), found.max(force));
        }
    }
    case.report("ball forces off the static solution", off);
    case.report_with(
        "most loaded ball against the static solution",
        found / most,
        format!("{found:.1} N and {most:.1} N"),
    );
    let place = [run.last("place.x")?, run.last("place.z")?];
    for (name, k) in [("radial", 0), ("axial", 1)] {
        let remark = format!("{:.3e} m and {:.3e} m", place[k], truth.displacement[k]);
        case.report_with(
            &format!("{name} displacement against the static solution"),
            place[k] / truth.displacement[k],
            remark,
        );
    }
    let more = load.map(|force| 1.2 * force);
    let [radial, axial] = more.map(|force| force.to_string());
    let pressed = case.run(&[("F_r", &radial), ("F_a", &axial)])?;
    let stiffer = post(&run, bearing.equilibrium([more[0], more[1], 0.0]))?;
    let along = |x: f64, z: f64| (load[0] * x + load[1] * z) / load[0].hypot(load[1]);
    let way = along(pressed.last("place.x")? - place[0], pressed.last("place.z")? - place[1]);
    let expected =
        along(stiffer.displacement[0] - truth.displacement[0], stiffer.displacement[1] - truth.displacement[1]);
    let newtons = 0.2 * load[0].hypot(load[1]);
    let remark = format!("{:.3e} N/m and {:.3e} N/m", newtons / way, newtons / expected);
    case.report_with("stiffness along the load against the static solution", expected / way, remark);
    Ok(())
}

/// The largest force in a contact: continuous part and pulse of the impact.
fn peak_force(run: &Run, law: &CompliantLaw, (impulse, velocity): (&str, &str)) -> Result<[f64; 2], VerifyError> {
    let (impulse, velocity) = (run.column(impulse)?, run.column(velocity)?);
    let size = run.t[1] - run.t[0];
    let split = post(run, Split::by_peaks(size, impulse))?;
    let first = run.t.partition_point(|t| *t < 0.5 * run.t[run.t.len() - 1]);
    let mut peak = [0.0_f64; 2];
    for force in &split.force[first..] {
        peak[0] = peak[0].max(*force);
    }
    for impact in split.impacts.iter().filter(|impact| impact.step >= first.max(1)) {
        let approach = -velocity[impact.step - 1];
        if approach > 0.0 && impact.impulse > 0.0 {
            let pulse = post(run, Pulse::recover(law, approach, impact.impulse, Shape::Piecewise))?;
            peak[1] = peak[1].max(pulse.peak_force);
        }
    }
    Ok(peak)
}

fn flores(run: &Run, hertz: &Hertz) -> Result<CompliantLaw, VerifyError> {
    post(run, CompliantLaw::new(hertz.stiffness(), 1.5, run.parameter("e")?, Damping::Flores))
}

/// Balls between crank and rod (table 4.2).
fn crank_bearing(case: &mut Case) -> Result<Run, VerifyError> {
    let run = case.run(&[("simulation.until", "0.6")])?;
    let law = flores(&run, &on_inner_race(&run)?)?;
    let (mut peaks, mut continuous) = (Vec::new(), 0.0_f64);
    for ball in 1..=BALLS {
        let [steady, impact] = peak_force(&run, &law, (&format!("impulse.{ball}"), &format!("approach.{ball}")))?;
        peaks.push(impact);
        continuous = continuous.max(steady);
    }
    // The text shows one ball, and does not say which.
    peaks.sort_by(f64::total_cmp);
    let median = 0.5 * (peaks[(BALLS - 1) / 2] + peaks[BALLS / 2]);
    case.report_with(
        "peak force of the ball with the smallest",
        peaks[0],
        format!("median of the balls {median:.0} N"),
    );
    case.report_with(
        "peak force of the ball with the largest",
        peaks[BALLS - 1],
        format!("continuous part {continuous:.0} N"),
    );
    Ok(run)
}

pub fn crank_bearing_rigid(case: &mut Case) -> Result<(), VerifyError> {
    let run = crank_bearing(case)?;
    // The text gives the stresses at its own peak force.
    report_stresses(case, &on_inner_race(&run)?, 9100.0);
    Ok(())
}

pub fn crank_bearing_flexible(case: &mut Case) -> Result<(), VerifyError> {
    let run = crank_bearing(case)?;
    let ideal = Case::new(rows::find("crank-bearing-ideal")?).run(&[])?;
    let [with, without] = [run.column("bend")?, ideal.column("bend")?].map(|bend| largest(bend.iter().copied()));
    let remark = format!("{with:.3e} and {without:.3e} 1/m");
    case.report_with("curvature of the rod, with play over without", with / without, remark);
    Ok(())
}

/// The same without play, which the flexible one is compared with.
pub fn crank_bearing_ideal(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    let (angle, bend) = (run.column("angle")?, run.column("bend")?);
    let most = (0..bend.len()).max_by(|&i, &j| bend[i].abs().total_cmp(&bend[j].abs())).unwrap_or(0);
    let remark = format!(
        "{:.3e} 1/m at {:.3} s; largest force in the hinge {:.0} N",
        bend[most],
        run.t[most],
        largest(run.column("force")?.iter().copied())
    );
    case.report_with(
        "crank from upright where the rod is bent most",
        (angle[most].rem_euclid(PI) - 0.5 * PI).abs(),
        remark,
    );
    Ok(())
}

/// The flexible crank-rod with a worn pin (annex C, figures C.21 to C.24).
pub fn crank_rod_clearance(case: &mut Case) -> Result<(), VerifyError> {
    for (name, play) in [("0.05 mm", 5e-5), ("0.1 mm", 1e-4)] {
        let run = case.run(&[TURNS, ("play", &format!("{play:e}"))])?;
        let radius = run.parameter("r")?;
        let hertz = post(&run, Hertz::new(Curvatures::spheres(radius, -(radius + play)), [STEEL; 2]))?;
        let law = flores(&run, &hertz)?;
        let [steady, impact] = peak_force(&run, &law, ("impulse", "approach"))?;
        let remark = format!("continuous part {steady:.0} N");
        case.report_with(&format!("continuous part over impact part, {name}"), steady / impact, remark);
        case.report(&format!("impact part, {name}"), impact);
        let first = run.t.len() / 2;
        let impulse = &run.column("impulse")?[first..];
        let open = impulse.iter().filter(|impulse| **impulse == 0.0).count();
        case.report(&format!("share of time apart, {name}"), open as f64 / impulse.len() as f64);
    }
    let loose = case.run_loose(1e-6, &TEXT_TOLERANCES)?;
    report_iterations(case, &loose);
    Ok(())
}
