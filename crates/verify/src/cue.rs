//! A billiard ball hits another (S B.48–B.52): deflection of a rolling cue ball, its path, the throw of a spinning one.
//!
//! Cue ball at the origin, object ball along n = (cos φ, sin φ, 0), t = z × n. After the impact the cue ball may hop; it lands
//! without restitution, slides with constant direction of slip and then rolls:
//!
//! ```text
//! slip s = v + ω × (−r z),   flight 2 v_z/g,   landing takes μ v_z of v against s,   t_roll = |s|/(3.5 μ g) .
//! ```
//!
//! For balls without friction between them this is the solution of Alciatore that the text prints (B.49).

use crate::VerifyError;
use crate::case::{Case, Run};
use crate::measures::{largest, largest_growth, orders, range, report_order, spread};
use carom::Vec3;

const FRACTIONS: [f64; 7] = [0.0, 0.125, 0.25, 0.5, 0.75, 0.875, 1.0];
const SPINS: [f64; 7] = [-1.25, -0.9, -0.4, 0.0, 0.4, 0.9, 1.25];

/// Largest growth of the total energy, relative to the kinetic energy at the start.
pub fn energy_growth(run: &Run) -> Result<f64, VerifyError> {
    Ok(largest_growth(run.column("energy.total")?) / run.column("energy.kinetic")?[0])
}

/// Deflection of the cue ball for seven ball-hit fractions.
pub fn thirty_degree_rule(case: &mut Case) -> Result<(), VerifyError> {
    let mut growth = 0.0_f64;
    for f in FRACTIONS {
        let run = case.run(&[("f", &f.to_string())])?;
        case.report(&format!("deflection, f = {f}"), run.last("v.y")?.atan2(run.last("v.x")?).abs().to_degrees());
        growth = growth.max(energy_growth(&run)?);
    }
    case.report("energy growth", growth);
    Ok(())
}

/// Throw angle for seven spins, two cut angles, two speeds of rolling.
pub fn throw_angle(case: &mut Case) -> Result<(), VerifyError> {
    let (mut growth, mut momentum) = (0.0_f64, 0.0_f64);
    let v_0 = case.parameter("v_0")?;
    for (phi, degrees) in [(0.0, 0), (std::f64::consts::FRAC_PI_6, 30)] {
        for roll in [0.0, 0.5] {
            let (mut worst, mut at) = (0.0_f64, String::new());
            for spin in SPINS {
                let set = [("phi", phi.to_string()), ("roll", roll.to_string()), ("spin", spin.to_string())];
                let run = case.run(&set.each_ref().map(|(k, v)| (*k, v.as_str())))?;
                let computed = phi - run.last("v.y")?.atan2(run.last("v.x")?);
                let formula = throw(v_0, phi, v_0 * spin, v_0 * roll);
                let off = (computed - formula).abs().to_degrees();
                if off >= worst {
                    worst = off;
                    at = format!("{:.3}° at spin {spin}", computed.to_degrees());
                }
                growth = growth.max(energy_growth(&run)?);
                let p = [range(run.column("p.x")?), range(run.column("p.y")?)];
                momentum = momentum.max(largest(p) / run.column("p.x")?[0]);
            }
            let name = format!("deviation, cut {degrees}°, rolling {roll}");
            case.report_with(&name, worst, format!("computed {at}"));
        }
    }
    case.report("momentum", momentum);
    case.report("energy growth", growth);
    let set = [("phi", "pi/6"), ("spin", "-0.4"), ("roll", "0.5"), ("simulation.until", "0.016")];
    orders(case, &spread(8e-4, 5e-5, 8), 6.25e-6, &set, &[("object ball", &["x.x", "x.y"])])
}

/// (S B.50–B.51), with the speeds r ω_z and r ω_x of the surface.
fn throw(v: f64, phi: f64, spin: f64, roll: f64) -> f64 {
    let (sideways, ahead) = (v * phi.sin() - spin, v * phi.cos());
    let slip = sideways.hypot(roll * phi.cos());
    let mu = 9.951e-3 + 0.108 * (-1.088 * slip).exp();
    let share = if slip > 0.0 { (mu * ahead / slip).min(1.0 / 7.0) } else { 1.0 / 7.0 };
    (share * sideways / ahead).atan()
}

/// The path of the cue ball in the three cases of the text, and the order for the fourth.
pub fn path(case: &mut Case) -> Result<(), VerifyError> {
    let mut growth = 0.0_f64;
    for (name, mu_ball, e) in [("I", "0", "1"), ("II", "0.06", "1"), ("III", "0", "0.94")] {
        let run = case.run(&[("mu_ball", mu_ball), ("e", e)])?;
        let exact = Path::new(&run)?;
        let (x, y) = (run.column("x.x")?, run.column("x.y")?);
        let off = run.t.iter().zip(x.iter().zip(y)).map(|(&t, (x, y))| {
            let at = exact.at(t);
            (x - at.x).hypot(y - at.y)
        });
        let direction = run.last("v.y")?.atan2(run.last("v.x")?).to_degrees();
        let remark = format!("rolls in the direction {direction:.3}°, exactly {:.3}°", exact.direction());
        case.report_with(&format!("distance from the exact path, case {name}"), largest(off), remark);
        growth = growth.max(energy_growth(&run)?);
    }
    case.report("energy growth", growth);
    let (steps, mut errors) = (spread(1.6e-3, 1e-4, 8), Vec::new());
    for &h in &steps {
        let run = case.run_step(h, &[("mu_ball", "0.2"), ("e", "0.94")])?;
        let exact = Path::new(&run)?;
        let (x, y) = (run.column("x.x")?, run.column("x.y")?);
        let mut sums = (0.0, 0.0);
        for (&t, (x, y)) in run.t.iter().zip(x.iter().zip(y)) {
            let at = exact.at(t);
            sums = (sums.0 + (x - at.x).abs() + (y - at.y).abs(), sums.1 + at.x.abs() + at.y.abs());
        }
        errors.push(sums.0 / sums.1);
    }
    report_order(case, "path", &steps, &errors);
    Ok(())
}

/// The motion of the cue ball in closed form.
struct Path {
    v_0: f64,
    impact: f64,
    after: Vec3,
    flight: f64,
    /// Velocity and deceleration after landing, and how long it slides.
    landed: Vec3,
    deceleration: Vec3,
    slides: f64,
}

impl Path {
    fn new(run: &Run) -> Result<Self, VerifyError> {
        let [v_0, r, phi, e] = [run.parameter("v_0")?, run.parameter("r")?, run.parameter("phi")?, run.parameter("e")?];
        let [mu, mu_ball, g] = [run.parameter("mu")?, run.parameter("mu_ball")?, run.parameter("g")?];
        let (after, mut omega) = Hit { v_0, r, phi, e, mu_ball }.cue_after();
        let slip = |v: &Vec3, omega: &Vec3| {
            let s = v + omega.cross(&Vec3::new(0.0, 0.0, -r));
            Vec3::new(s.x, s.y, 0.0)
        };
        let mut landed = Vec3::new(after.x, after.y, 0.0);
        let s = slip(&landed, &omega);
        let loss = (mu * after.z).min(s.norm() / 3.5);
        landed -= s.normalize() * loss;
        omega += Vec3::z().cross(&s.normalize()) * (2.5 / r * loss);
        let s = slip(&landed, &omega);
        let deceleration = s.normalize() * (mu * g);
        let slides = s.norm() / (3.5 * mu * g);
        Ok(Self {
            v_0,
            impact: run.parameter("gap")? / v_0,
            after,
            flight: 2.0 * after.z / g,
            landed,
            deceleration,
            slides,
        })
    }

    /// Where the centre is, in the plane.
    fn at(&self, t: f64) -> Vec3 {
        let t = t - self.impact;
        if t < 0.0 {
            return Vec3::new(self.v_0 * t, 0.0, 0.0);
        }
        let mut x = self.after * t.min(self.flight);
        let t = (t - self.flight).max(0.0);
        let sliding = t.min(self.slides);
        x += self.landed * t - self.deceleration * (sliding * (t - 0.5 * sliding));
        x
    }

    /// Direction of rolling in degrees.
    fn direction(&self) -> f64 {
        let v = self.landed - self.deceleration * self.slides;
        v.y.atan2(v.x).to_degrees()
    }
}

/// An impact of a rolling ball with one at rest; masses are 1.
struct Hit {
    v_0: f64,
    r: f64,
    phi: f64,
    e: f64,
    mu_ball: f64,
}

impl Hit {
    /// Velocity and angular velocity of the cue ball after the impact. The impact between the balls comes before that on the cloth, on
    /// which its friction presses the object ball; the effective mass of sliding is 1/7.
    fn cue_after(&self) -> (Vec3, Vec3) {
        let n = Vec3::new(self.phi.cos(), self.phi.sin(), 0.0);
        let (v, omega) = (Vec3::new(self.v_0, 0.0, 0.0), Vec3::new(0.0, self.v_0 / self.r, 0.0));
        let arm = n * self.r;
        let slip = v + omega.cross(&arm);
        let slip = slip - n * n.dot(&slip);
        let normal = 0.5 * (1.0 + self.e) * n.dot(&v);
        let friction = -slip.normalize() * (slip.norm() / 7.0).min(self.mu_ball * normal);
        (v - n * normal + friction, omega + arm.cross(&friction) * (2.5 / (self.r * self.r)))
    }
}
