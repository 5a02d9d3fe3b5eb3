//! Lives from histories of loads: Miner's sum over an S–N line, and the basic rating life of bearings.
//!
//! ```text
//! N(S) = N₀ (S/S₀)^{−m} ,  ∞ below the endurance limit ;   D = Σ n_i/N(S_i) ,  broken at D = 1            (Miner 1945)
//! P = (Σ F_i^p Δt_i / Σ Δt_i)^{1/p} ,   L₁₀ = (C/P)^p million turns ,  p = 3 for balls, 10/3 for rollers      (ISO 281)
//! ```
//!
//! P is the load of equal life at a constant speed. The basic dynamic capacity of a radial or angular contact ball bearing of i rows of
//! Z balls with diameter D ≤ 25.4 mm, pitch diameter d_m, contact angle α and groove radii f_i D, f_o D is (Lundberg & Palmgren 1947; ISO/TR 1281-1),
//! in N and mm with γ = D cos α/d_m:
//!
//! ```text
//! C = b_m f_c (i cos α)^{0.7} Z^{2/3} D^{1.8}
//! f_c = 0.41 · 98.0665 λ {1 + [1.04 ((1−γ)/(1+γ))^{1.72} (f_i (2f_o−1)/(f_o (2f_i−1)))^{0.41}]^{10/3}}^{−0.3}
//!       · γ^{0.3} (1−γ)^{1.39}/(1+γ)^{1/3} · (2f_i/(2f_i−1))^{0.41}
//! ```
//!
//! A load has a radial part F_r and an axial part F_a, and counts as
//!
//! ```text
//! F = F_r  where  F_a ≤ e F_r ,   F = X F_r + Y F_a  elsewhere                                                     (ISO 281)
//! ```
//!
//! X, Y, e ([`AxialFactors`]) depend on the contact angle; of bearings without one, whose angle is made by the load, Y and e on F_a/(i Z D²).
//!
//! λ is what tests took off the theory: 0.95, and 0.90 for two rows of balls without a contact angle. b_m = 1.3 is for the steels of today. With f = 0.52 this is the table of ISO 281. Lubrication, dirt and edges are not in it.

use super::{Cycle, PostError, positive};

/// A straight line in log S over log N.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StressLife {
    stress: f64,
    cycles: f64,
    slope: f64,
    limit: f64,
}

impl StressLife {
    /// Through N₀ cycles at the amplitude S₀, with the slope m; below the endurance limit, 0 if there is none, nothing breaks.
    pub fn new(stress: f64, cycles: f64, slope: f64, limit: f64) -> Result<Self, PostError> {
        Ok(Self {
            stress: positive("stress amplitude S₀", stress)?,
            cycles: positive("number of cycles N₀", cycles)?,
            slope: positive("slope m of the S–N line", slope)?,
            limit,
        })
    }

    /// Cycles to failure at an amplitude.
    pub fn cycles(&self, amplitude: f64) -> f64 {
        if amplitude <= self.limit || amplitude <= 0.0 {
            return f64::INFINITY;
        }
        self.cycles * (amplitude / self.stress).powf(-self.slope)
    }

    /// Miner's sum.
    pub fn damage<'a>(&self, cycles: impl IntoIterator<Item = &'a Cycle>) -> f64 {
        cycles.into_iter().map(|cycle| cycle.count / self.cycles(cycle.amplitude())).sum()
    }
}

/// P of loads (N) that last for times (s).
pub fn equivalent_load(exponent: f64, loads: impl IntoIterator<Item = (f64, f64)>) -> Result<f64, PostError> {
    let p = positive("exponent p", exponent)?;
    let (mut sum, mut time) = (0.0, 0.0);
    for (load, duration) in loads {
        sum += load.abs().powf(p) * duration;
        time += duration;
    }
    Ok((sum / positive("duration of the history", time)?).powf(1.0 / p))
}

/// L₁₀ in turns.
pub fn rating_life(capacity: f64, load: f64, exponent: f64) -> Result<f64, PostError> {
    let ratio = positive("basic dynamic capacity C", capacity)? / positive("equivalent load P", load)?;
    Ok(1e6 * ratio.powf(positive("exponent p", exponent)?))
}

/// A radial or angular contact ball bearing; lengths in m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BallBearingGeometry {
    pub rows: u32,
    pub balls: u32,
    pub ball_diameter: f64,
    pub pitch_diameter: f64,
    /// α (rad).
    pub contact_angle: f64,
    /// Groove radii over the diameter of the balls, inner and outer, more than ½.
    pub grooves: [f64; 2],
}

impl BallBearingGeometry {
    /// b_m of ISO 281.
    pub const MATERIAL_FACTOR: f64 = 1.3;
    /// 0.41 · 98.0665, in N and mm.
    const PALMGREN: f64 = 0.41 * 98.0665;
    /// Balls above this diameter (m) follow another power.
    const LARGEST_BALL: f64 = 0.0254;

    /// f_c.
    fn factor(&self) -> Result<f64, PostError> {
        let diameter = positive("diameter of the balls", self.ball_diameter)?;
        if diameter > Self::LARGEST_BALL {
            return Err(PostError::Range {
                quantity: "diameter of the balls",
                value: diameter,
                range: "(0, 0.0254] m",
            });
        }
        let cos = self.contact_angle.cos();
        let gamma = diameter * cos / positive("pitch diameter", self.pitch_diameter)?;
        if !(gamma > 0.0 && gamma < 1.0) {
            return Err(PostError::Range { quantity: "D cos α/d_m", value: gamma, range: "(0, 1)" });
        }
        let [f_i, f_o] = self.grooves;
        for f in self.grooves {
            if !(f > 0.5 && f.is_finite()) {
                return Err(PostError::Range {
                    quantity: "groove radius over ball diameter",
                    value: f,
                    range: "(0.5, ∞)",
                });
            }
        }
        let osculation = (f_i * (2.0 * f_o - 1.0) / (f_o * (2.0 * f_i - 1.0))).powf(0.41);
        let races = 1.04 * ((1.0 - gamma) / (1.0 + gamma)).powf(1.72) * osculation;
        let inner = (2.0 * f_i / (2.0 * f_i - 1.0)).powf(0.41);
        let size = gamma.powf(0.3) * (1.0 - gamma).powf(1.39) / (1.0 + gamma).cbrt();
        // Rows of radial bearings share a load less evenly than those of angular contact bearings, which are set against each other.
        let lambda = if self.rows > 1 && self.contact_angle == 0.0 { 0.90 } else { 0.95 };
        Ok(Self::PALMGREN * lambda * (1.0 + races.powf(10.0 / 3.0)).powf(-0.3) * size * inner)
    }

    /// C (N).
    pub fn capacity(&self) -> Result<f64, PostError> {
        let rows = f64::from(self.rows) * self.contact_angle.cos();
        let count = f64::from(self.balls).powf(2.0 / 3.0) * rows.powf(0.7);
        Ok(Self::MATERIAL_FACTOR * self.factor()? * count * (1e3 * self.ball_diameter).powf(1.8))
    }
}

/// How an axial load counts beside a radial one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxialFactors {
    /// Below this ratio of axial to radial load the axial one does not count.
    pub e: f64,
    pub x: f64,
    pub y: f64,
}

impl AxialFactors {
    /// ISO 281, table 3, one row of balls without a contact angle: F_a/(i Z D²) in N/mm², e and Y; X = 0.56.
    const RADIAL: [[f64; 3]; 9] = [
        [0.172, 0.19, 2.30],
        [0.345, 0.22, 1.99],
        [0.689, 0.26, 1.71],
        [1.03, 0.28, 1.55],
        [1.38, 0.30, 1.45],
        [2.07, 0.34, 1.31],
        [3.45, 0.38, 1.15],
        [5.17, 0.42, 1.04],
        [6.89, 0.44, 1.00],
    ];
    /// The same of angular contact: α in degrees, e, X and Y of one row.
    const ANGULAR: [[f64; 4]; 6] = [
        [20.0, 0.57, 0.43, 1.00],
        [25.0, 0.68, 0.41, 0.87],
        [30.0, 0.80, 0.39, 0.76],
        [35.0, 0.95, 0.37, 0.66],
        [40.0, 1.14, 0.35, 0.57],
        [45.0, 1.34, 0.33, 0.50],
    ];

    /// The load (N) that counts as much as a radial and an axial one.
    pub fn combine(&self, radial: f64, axial: f64) -> f64 {
        if axial <= self.e * radial { radial } else { self.x * radial + self.y * axial }
    }

    /// Linear between the rows of a table, and that of its ends outside.
    fn between<const N: usize>(table: &[[f64; N]], at: f64) -> [f64; N] {
        let above = table.partition_point(|row| row[0] < at).clamp(1, table.len() - 1);
        let (low, high) = (table[above - 1], table[above]);
        let part = ((at - low[0]) / (high[0] - low[0])).clamp(0.0, 1.0);
        std::array::from_fn(|k| low[k] + part * (high[k] - low[k]))
    }
}

impl BallBearingGeometry {
    /// Whether the tables know how its axial load counts: one row, without a contact angle or with one of 20° to 45°.
    pub fn has_axial_factors(&self) -> bool {
        let angle = self.contact_angle.to_degrees();
        self.rows == 1 && (angle == 0.0 || (19.99..45.01).contains(&angle))
    }

    /// How an axial load (N) counts.
    pub fn axial_factors(&self, axial: f64) -> AxialFactors {
        if self.contact_angle == 0.0 {
            let area = f64::from(self.rows * self.balls) * (1e3 * self.ball_diameter).powi(2);
            let [_, e, y] = AxialFactors::between(&AxialFactors::RADIAL, axial / area);
            return AxialFactors { e, x: 0.56, y };
        }
        let [_, e, x, y] = AxialFactors::between(&AxialFactors::ANGULAR, self.contact_angle.to_degrees());
        AxialFactors { e, x, y }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bearing(gamma: f64) -> BallBearingGeometry {
        let (ball_diameter, grooves) = (0.0127, [0.52; 2]);
        let pitch_diameter = ball_diameter / gamma;
        BallBearingGeometry { rows: 1, balls: 9, ball_diameter, pitch_diameter, contact_angle: 0.0, grooves }
    }

    /// f_c of the table of ISO 281 for single-row bearings, to half of its last digit.
    #[test]
    fn factors_of_the_standard() {
        for (gamma, expected) in [(0.05, 46.7), (0.1, 55.5), (0.14, 58.8), (0.2, 59.9)] {
            let found = bearing(gamma).factor().expect("a factor");
            assert!((found - expected).abs() < 0.05, "{gamma}: {found}");
        }
        // The column of bearings with two rows.
        for (gamma, expected) in [(0.05, 44.2), (0.1, 52.6), (0.2, 56.8)] {
            let found = BallBearingGeometry { rows: 2, ..bearing(gamma) }.factor().expect("a factor");
            assert!((found - expected).abs() < 0.06, "{gamma}: {found}");
        }
    }

    /// The deep-groove bearing 209: 9 balls of 12.7 mm on 65 mm. Catalogues of today say 33.2 kN for a 6209; 3 %.
    #[test]
    fn capacity_of_a_209() {
        let capacity = bearing(12.7 / 65.0).capacity().expect("a capacity");
        assert!((capacity / 33_200.0 - 1.0).abs() < 0.03, "{capacity}");
        assert!(BallBearingGeometry { grooves: [0.5, 0.52], ..bearing(0.2) }.capacity().is_err());
        assert!(bearing(1.2).capacity().is_err());
    }

    /// A load of 10 % of C lasts for 1000 million turns; half of the time without load is worth 2^{1/3} in load.
    #[test]
    fn rating_life_and_equivalent_load() {
        assert!((rating_life(1e4, 1e3, 3.0).expect("a life") / 1e9 - 1.0).abs() < 1e-12);
        let load = equivalent_load(3.0, [(100.0, 1.0), (0.0, 1.0)]).expect("a load");
        assert!((load - 100.0 / 2.0_f64.cbrt()).abs() < 1e-12);
        assert!(equivalent_load(3.0, []).is_err() && rating_life(1e4, 0.0, 3.0).is_err());
    }

    /// A 6209 under F_r = F_a = 2000 N: F_a/(Z D²) = 1.378 N/mm², so Y = 1.45 and P = 0.56 · 2000 + 1.45 · 2000. With 40° and F_a below e F_r the axial load
    /// does not count. Where X F_r + Y F_a begins to count it is not far from F_r: the tables meet there to their two digits.
    #[test]
    fn axial_loads_count_by_the_tables() {
        let radial = bearing(12.7 / 65.0);
        assert!((radial.axial_factors(2000.0).combine(2000.0, 2000.0) - 4020.0).abs() < 2.0);
        assert_eq!(radial.axial_factors(10.0).combine(2000.0, 10.0), 2000.0);
        let angular = BallBearingGeometry { contact_angle: 40.0_f64.to_radians(), ..radial };
        assert_eq!(angular.axial_factors(2000.0).combine(2000.0, 2000.0), 2000.0);
        assert!((angular.axial_factors(1.0).combine(1000.0, 2000.0) - (350.0 + 1140.0)).abs() < 1e-9);
        for [_, e, y] in AxialFactors::RADIAL {
            assert!((0.56 + y * e - 1.0).abs() < 0.01, "{e} {y}");
        }
        for [_, e, x, y] in AxialFactors::ANGULAR {
            assert!((x + y * e - 1.0).abs() < 0.01, "{e} {y}");
        }
        assert!(!BallBearingGeometry { contact_angle: 0.2, ..radial }.has_axial_factors());
    }

    /// 10 cycles of 1e6 at S₀ with twice the amplitude and m = 3 are 8e-5 … and below the limit they are nothing.
    #[test]
    fn miners_sum() {
        let line = StressLife::new(100.0, 1e6, 3.0, 60.0).expect("a line");
        let cycle = |amplitude: f64, count: f64| Cycle { range: 2.0 * amplitude, mean: 0.0, count };
        let damage = line.damage(&[cycle(200.0, 10.0), cycle(100.0, 0.5), cycle(59.0, 1e9)]);
        assert!((damage - (10.0 * 8.0 + 0.5) * 1e-6).abs() < 1e-15, "{damage}");
    }
}
