//! Load distribution of a ball bearing at rest, with rigid rings and elastic contacts (Jones 1946; Harris, *Rolling Bearing Analysis*, chapter 7).
//!
//! The sections of the two grooves, of radius r_g, have their centres on circles of radius ϱ_o = r_e − r_g and ϱ_i = r_i + r_g. The inner ring is displaced by
//! δ_r along x and δ_a along the axis z, and turned by θ, so that it sinks by ϱ_i θ cos ψ at the angle ψ from x. There the centres are apart by
//!
//! ```text
//! u = B − g + δ_r cos ψ ,   w = δ_a + ϱ_i θ cos ψ ,   s = hypot(u, w) ,   B = 2 (r_g − r_b) ,   g = r_e − r_i − 2 r_b
//! ```
//!
//! across and along the axis, and the ball is pressed by δ = s − B at the contact angle α = atan2(w, u), with Q = K δ^{3/2} where δ > 0. Loads are the
//! derivatives of the energy Σ ⅖ K δ^{5/2}:
//!
//! ```text
//! F_r = Σ Q cos α cos ψ ,   F_a = Σ Q sin α ,   M = ϱ_i Σ Q sin α cos ψ ,      K^{−2/3} = K_i^{−2/3} + K_o^{−2/3}
//! ```
//!
//! The energy is convex in the displacements, so that its minimum less the work of the loads is the equilibrium; damped Newton steps find it. Balls that spin
//! fast, whose weight in the circle changes the angles at the two races, are not in it.

use super::{PostError, positive};
use crate::{Mat3, Vec3};
use std::f64::consts::TAU;

/// Newton steps, at most.
const STEPS: usize = 200;

/// A bearing with grooves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StaticBearing {
    pub balls: usize,
    /// r_b, r_i, r_e, r_g (m).
    pub ball_radius: f64,
    pub inner_radius: f64,
    pub outer_radius: f64,
    pub groove_radius: f64,
    /// Angle of the first ball from the direction of the radial load (rad).
    pub first_angle: f64,
    /// K of a ball between the two races (N/m^{3/2}).
    pub stiffness: f64,
}

/// What a ball carries.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BallLoad {
    /// N.
    pub force: f64,
    /// Contact angle (rad).
    pub angle: f64,
}

/// An equilibrium.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadDistribution {
    /// δ_r (m), δ_a (m) and θ (rad) of the inner ring.
    pub displacement: [f64; 3],
    /// F_r (N), F_a (N) and M (N m) that these displacements take.
    pub load: [f64; 3],
    pub balls: Vec<BallLoad>,
}

/// K of two contacts one behind the other.
pub fn in_series(inner: f64, outer: f64) -> f64 {
    (inner.powf(-2.0 / 3.0) + outer.powf(-2.0 / 3.0)).powf(-1.5)
}

impl StaticBearing {
    fn span(&self) -> f64 {
        2.0 * (self.groove_radius - self.ball_radius)
    }

    fn play(&self) -> f64 {
        self.outer_radius - self.inner_radius - 2.0 * self.ball_radius
    }

    /// ϱ_i.
    fn lever(&self) -> f64 {
        self.inner_radius + self.groove_radius
    }

    /// Energy, its gradient and its second derivative.
    fn energy(&self, d: &Vec3) -> (f64, Vec3, Mat3) {
        let (mut energy, mut gradient, mut hessian) = (0.0, Vec3::zeros(), Mat3::zeros());
        for ball in 0..self.balls {
            let (indentation, angle, cos_psi, s) = self.ball(ball, d);
            if indentation <= 0.0 {
                continue;
            }
            let (sin, cos) = angle.sin_cos();
            let (u, w) = (Vec3::new(cos_psi, 0.0, 0.0), Vec3::new(0.0, 1.0, self.lever() * cos_psi));
            let (along, across) = (u * cos + w * sin, w * cos - u * sin);
            let force = self.stiffness * indentation.powf(1.5);
            energy += 0.4 * force * indentation;
            gradient += along * force;
            let slope = 1.5 * self.stiffness * indentation.sqrt();
            hessian += along * along.transpose() * slope + across * across.transpose() * (force / s);
        }
        (energy, gradient, hessian)
    }

    /// Indentation, contact angle, cos ψ and s.
    fn ball(&self, ball: usize, d: &Vec3) -> (f64, f64, f64, f64) {
        let cos_psi = (self.first_angle + TAU * ball as f64 / self.balls as f64).cos();
        let (u, w) = (self.span() - self.play() + d.x * cos_psi, d.y + self.lever() * d.z * cos_psi);
        let s = u.hypot(w);
        (s - self.span(), w.atan2(u), cos_psi, s)
    }

    /// The displacements under a load F_r (N), F_a (N), M (N m), and how the balls share it.
    pub fn equilibrium(&self, load: [f64; 3]) -> Result<LoadDistribution, PostError> {
        positive("groove radius − ball radius", self.span())?;
        positive("stiffness", self.stiffness)?;
        let wanted = Vec3::from(load);
        let scale = positive("load", wanted.x.abs().max(wanted.y.abs()).max(wanted.z.abs() / self.lever()))?;
        // Rows of moments are measured with the lever, angles too.
        let unit = Vec3::new(1.0, 1.0, 1.0 / self.lever());
        let typical = (scale / self.stiffness).powf(2.0 / 3.0);
        // Beyond all play, towards the load.
        let mut d = (wanted.component_mul(&unit) / scale).component_mul(&unit) * (self.play() + typical);
        let potential = |d: &Vec3| self.energy(d).0 - wanted.dot(d);
        let rest = |d: &Vec3| (wanted - self.energy(d).1).component_mul(&unit).norm();
        for _ in 0..STEPS {
            let (_, gradient, hessian) = self.energy(&d);
            let residual = wanted - gradient;
            if residual.component_mul(&unit).norm() <= 1e-11 * scale {
                let balls = (0..self.balls).map(|ball| {
                    let (indentation, angle, ..) = self.ball(ball, &d);
                    BallLoad { force: self.stiffness * indentation.max(0.0).powf(1.5), angle }
                });
                return Ok(LoadDistribution { displacement: d.into(), load: gradient.into(), balls: balls.collect() });
            }
            // What nothing resists yet gets the stiffness of a ball.
            let spring = 1e-9 * self.stiffness * typical.sqrt();
            let held = Mat3::from_diagonal(&Vec3::new(spring, spring, spring / (unit.z * unit.z)));
            let Some(inverse) = (hessian + held).try_inverse() else { break };
            let step = inverse * residual;
            let (start, slope, size) = (potential(&d), residual.dot(&step), rest(&d));
            let mut part = 1.0;
            // Close to the minimum potentials differ by rounding only, and the residual decides.
            let is_worse =
                |next: &Vec3, part: f64| potential(next) > start - 1e-4 * part * slope && rest(next) > 0.5 * size;
            while is_worse(&(d + step * part), part) && part > 1e-12 {
                part *= 0.5;
            }
            d += step * part;
        }
        Err(PostError::Range { quantity: "load", value: scale, range: "what the bearing can carry" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEARING: StaticBearing = StaticBearing {
        balls: 9,
        ball_radius: 4e-3,
        inner_radius: 0.0128,
        outer_radius: 0.0208,
        groove_radius: 4.16e-3,
        first_angle: 0.0,
        stiffness: 1e10,
    };

    /// Stribeck: the most loaded ball of a radial bearing without play carries 4.37 times the mean (Harris 7.4), for many balls.
    #[test]
    fn most_loaded_ball_of_a_radial_bearing() {
        let many = StaticBearing { balls: 720, ..BEARING };
        let found = many.equilibrium([1000.0, 0.0, 0.0]).expect("an equilibrium");
        let most = found.balls.iter().map(|ball| ball.force).fold(0.0, f64::max);
        assert!((most * 720.0 / 1000.0 - 4.37).abs() < 0.01, "{most}");
        // Half of them carry.
        assert!(found.balls.iter().filter(|ball| ball.force > 0.0).count().abs_diff(360) <= 2);
    }

    /// A load along the axis: cos α₀/cos α = 1 + (F_a/(n K sin α))^{2/3}/B (Harris 7.33), and all balls carry the same.
    #[test]
    fn thrust_load() {
        let play = BEARING.span() * (1.0 - 0.5_f64.cos());
        let angular = StaticBearing { outer_radius: 0.0208 + play, ..BEARING };
        let found = angular.equilibrium([0.0, 500.0, 0.0]).expect("an equilibrium");
        for ball in &found.balls {
            assert!((ball.force * 9.0 * ball.angle.sin() / 500.0 - 1.0).abs() < 1e-9, "{ball:?}");
            let indentation = (500.0 / (9.0 * 1e10 * ball.angle.sin())).powf(2.0 / 3.0);
            let ratio = 0.5_f64.cos() / ball.angle.cos() - 1.0 - indentation / BEARING.span();
            assert!(ratio.abs() < 1e-9, "{ratio}");
        }
    }

    /// Under all three loads: sums of the balls are the loads, and the stiffness is the derivative of the load.
    #[test]
    fn combined_load() {
        let play = 1e-5;
        let bearing = StaticBearing { outer_radius: 0.0208 + play, first_angle: 0.2, ..BEARING };
        let load = [300.0, 400.0, 2.0];
        let found = bearing.equilibrium(load).expect("an equilibrium");
        let sums = found.balls.iter().enumerate().fold([0.0; 3], |sum, (i, ball)| {
            let cos_psi = (0.2 + TAU * i as f64 / 9.0).cos();
            let (sin, cos) = ball.angle.sin_cos();
            [
                sum[0] + ball.force * cos * cos_psi,
                sum[1] + ball.force * sin,
                sum[2] + bearing.lever() * ball.force * sin * cos_psi,
            ]
        });
        for (sum, load) in sums.iter().zip(load) {
            assert!((sum / load - 1.0).abs() < 1e-9, "{sums:?}");
        }
        let d = Vec3::from(found.displacement);
        let (_, _, hessian) = bearing.energy(&d);
        let (_, more, _) = bearing.energy(&(d + Vec3::new(1e-10, 0.0, 0.0)));
        let (_, less, _) = bearing.energy(&(d - Vec3::new(1e-10, 0.0, 0.0)));
        let difference = (more - less) / 2e-10;
        assert!((difference - hessian.column(0)).norm() < 1e-4 * hessian.column(0).norm(), "{difference}");
    }

    #[test]
    fn contacts_in_series_are_softer() {
        // δ = 2 (F/K)^{2/3} for two equal ones.
        assert!((in_series(1e10, 1e10) / 1e10 - 2.0_f64.powf(-1.5)).abs() < 1e-12);
        assert!(BEARING.equilibrium([0.0; 3]).is_err());
    }
}
