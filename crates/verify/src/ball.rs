//! Bouncing ball (G §2.4): with t₁ = √(2h₀/g) and v₁ = g t₁ the k-th flight starts at t_k with the velocity e^k v₁ and lasts
//! 2 e^k t₁, so that rebound k has the height e^{2k} h₀ and the impacts accumulate at t∞ = t₁ (1+e)/(1−e).

use crate::VerifyError;
use crate::case::Case;
use crate::measures::{PUBLISHED, error_to, largest, maxima, report_order, spread};

/// The exact motion.
pub struct Exact {
    pub g: f64,
    pub height: f64,
    pub e: f64,
}

impl Exact {
    pub fn fall(&self) -> f64 {
        (2.0 * self.height / self.g).sqrt()
    }

    fn end(&self) -> f64 {
        self.fall() * (1.0 + self.e) / (1.0 - self.e)
    }

    /// Height and velocity at a time.
    pub fn at(&self, t: f64) -> (f64, f64) {
        if t < self.fall() {
            return (self.height - 0.5 * self.g * t * t, -self.g * t);
        }
        let (mut start, mut v) = (self.fall(), self.e * self.g * self.fall());
        while t < self.end() {
            let flight = 2.0 * v / self.g;
            if t < start + flight {
                let s = t - start;
                return (s * (v - 0.5 * self.g * s), v - self.g * s);
            }
            // The flights become shorter than the spacing of numbers before the last one ends.
            if flight <= f64::EPSILON * t {
                break;
            }
            (start, v) = (start + flight, self.e * v);
        }
        (0.0, 0.0)
    }
}

/// Time after the exact accumulation at which the ball must rest, s.
const SETTLED: f64 = 0.05;

pub fn measure(case: &mut Case) -> Result<(), VerifyError> {
    let run = case.run(&[])?;
    let exact = Exact { g: run.parameter("g")?, height: run.parameter("h_0")?, e: run.parameter("e")? };
    let (z, vz, impulse) = (run.column("z")?, run.column("vz")?, run.column("impulse")?);
    for (k, height) in maxima(z).into_iter().take(4).enumerate() {
        case.report(&format!("rebound {}", k + 1), height);
    }
    let flying = impulse.iter().rposition(|&p| p == 0.0).ok_or_else(|| case.event("a flight"))?;
    case.report("accumulation time", run.t[flying]);
    let settled = run.t.partition_point(|&t| t < exact.end() + SETTLED);
    case.report("height at rest", largest(z[settled..].iter().copied()));
    case.report("velocity at rest", largest(vz[settled..].iter().copied()));
    let (steps, mut errors) = (spread(1.6e-3, 1e-4, 8), [const { Vec::new() }; 2]);
    for &h in &steps {
        let run = case.run_step(h, &[PUBLISHED])?;
        errors[0].push(error_to(&run.t, run.column("z")?, |t| exact.at(t).0));
        errors[1].push(error_to(&run.t, run.column("vz")?, |t| exact.at(t).1));
    }
    report_order(case, "position", &steps, &errors[0]);
    report_order(case, "velocity", &steps, &errors[1]);
    Ok(())
}
