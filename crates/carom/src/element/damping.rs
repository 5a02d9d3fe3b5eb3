//! Rayleigh damping of flexible bodies: f = −α M v, and β times the elastic law applied to the strain rates.
//!
//! The part with β is Kelvin–Voigt: it acts on strains, so that a rigid motion dissipates nothing. A mode of angular
//! frequency ω has the damping ratio ζ(ω) = ½(α/ω + β ω). The same ratio at ω₁ and ω₂ needs
//!
//! ```text
//! α = 2ζ ω₁ω₂/(ω₁ + ω₂) ,   β = 2ζ/(ω₁ + ω₂)
//! ```
//!
//! and gives less damping between the two, more outside (Clough & Penzien, Dynamics of Structures, §12-5).

use crate::spec::{BuildError, Builder, Number};
use schemars::JsonSchema;
use serde::Deserialize;
use std::f64::consts::TAU;

/// Damping of a flexible body: `mass` and `stiffness`, or `ratio` and `frequencies`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DampingSpec {
    /// (1/s) Factor α of the mass matrix. Default: 0.
    pub mass: Option<Number>,
    /// (s) Factor β of the stiffness. Default: 0.
    pub stiffness: Option<Number>,
    /// Damping ratio at the two `frequencies`, instead of `mass` and `stiffness`.
    pub ratio: Option<Number>,
    /// (Hz) The two frequencies that have the `ratio`.
    pub frequencies: Option<[Number; 2]>,
}

/// Factors of Rayleigh damping.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Damping {
    /// α, 1/s.
    pub mass: f64,
    /// β, s.
    pub stiffness: f64,
}

impl Damping {
    /// The damping with the same ratio at two frequencies (Hz).
    pub fn fitted(ratio: f64, frequencies: [f64; 2]) -> Self {
        let [one, two] = frequencies.map(|f| TAU * f);
        Self { mass: 2.0 * ratio * one * two / (one + two), stiffness: 2.0 * ratio / (one + two) }
    }
}

impl DampingSpec {
    /// The factors; none without a table.
    pub fn build(spec: Option<&Self>, b: &Builder) -> Result<Damping, BuildError> {
        let Some(spec) = spec else { return Ok(Damping::default()) };
        match (&spec.ratio, &spec.frequencies, &spec.mass, &spec.stiffness) {
            (None, None, mass, stiffness) => {
                let factor = |n: &Option<Number>, what| n.as_ref().map_or(Ok(0.0), |n| b.not_negative(n, what));
                Ok(Damping { mass: factor(mass, "mass")?, stiffness: factor(stiffness, "stiffness")? })
            }
            (Some(ratio), Some([one, two]), None, None) => {
                let ratio = b.not_negative(ratio, "ratio")?;
                Ok(Damping::fitted(ratio, [b.positive(one, "frequency")?, b.positive(two, "frequency")?]))
            }
            (Some(_), Some([one, _]), _, _) => {
                Err(BuildError::at(&one.span, "the damping is given twice: by its factors and by a ratio")
                    .help("keep either `mass` and `stiffness`, or `ratio` and `frequencies`"))
            }
            (Some(ratio), None, _, _) => Err(BuildError::at(&ratio.span, "a damping ratio needs two frequencies")
                .help("add `frequencies = [f1, f2]` in Hz")),
            (None, Some([one, _]), _, _) => Err(BuildError::at(&one.span, "the frequencies have no damping ratio")
                .help("add `ratio = 0.02` for two per cent of critical damping")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_is_reached_at_both_frequencies() {
        let d = Damping::fitted(0.03, [2.0, 50.0]);
        for f in [2.0, 50.0] {
            let omega = TAU * f;
            assert!((0.5 * (d.mass / omega + d.stiffness * omega) - 0.03).abs() < 1e-16);
        }
    }
}
