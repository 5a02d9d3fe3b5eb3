//! Contact forces and stresses from impulses: what an engineer needs after a run (S annex C, chapter 4).
//!
//! An impulse Λ says nothing about newtons until it is known how long it lasts. Here a contact gets a stiffness ([`Hertz`], from
//! curvatures and materials) and a law with damping ([`CompliantLaw`]); a recorded history is split into what a closed contact carries
//! and impacts ([`Split`]); every impact becomes a pulse of force ([`Pulse`]), with [`collide`] as the resolved motion to compare it
//! with; a force becomes pressure and shear below the surface ([`Footprint`]);
//! and histories become cycles ([`rain_flow`]) and lives ([`StressLife`], [`rating_life`]).
//!
//! Mathematics only: nothing here knows models, integrators or files.

mod bearing;
mod compliant;
mod elliptic;
mod hertz;
mod impact;
mod law;
mod life;
mod numeric;
mod rainflow;
mod split;
mod stress;

pub use bearing::{BallLoad, LoadDistribution, StaticBearing, in_series};
pub use compliant::{Collision, Sample, collide, reduced_mass};
pub use elliptic::Elliptic;
pub use hertz::{Curvatures, Elastic, Hertz, HertzWarning};
pub use impact::{Pulse, PulseState, Shape};
pub use law::{CompliantLaw, Damping, Response};
pub use life::{AxialFactors, BallBearingGeometry, StressLife, equivalent_load, rating_life};
pub use rainflow::{Cycle, rain_flow, turning_points};
pub use split::{ImpactImpulse, Split};
pub use stress::{AxisStress, Footprint, Subsurface};

/// Why a force or a stress is not defined.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PostError {
    /// A quantity outside of the range in which the formulas hold.
    #[error("{quantity} = {value} is not in {range}")]
    Range { quantity: &'static str, value: f64, range: &'static str },
    /// Histories that belong together have different lengths.
    #[error("{what}: {found} values for {expected} steps")]
    Length { what: &'static str, found: usize, expected: usize },
}

/// The value, if it is finite and positive.
fn positive(quantity: &'static str, value: f64) -> Result<f64, PostError> {
    if value > 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err(PostError::Range { quantity, value, range: "(0, ∞)" })
    }
}
