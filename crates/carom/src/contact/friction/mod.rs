//! Sliding friction of a contact: from what is known at the start of a step to the set of its forces.
//!
//! Constants and expressions of the speed are the coefficients of the laws `coulomb` and `materials`. Every other law of friction
//! is a [`FrictionModel`]: a file here, and a line in the catalog.

mod orthotropic;
mod rate_state;
mod static_kinetic;

pub use orthotropic::OrthotropicSpec;
pub use rate_state::RateStateSpec;
pub use static_kinetic::StaticKineticSpec;

use crate::expr::Expression;
use nonsmooth::Disc;
use std::sync::Arc;

/// Coefficient of sliding friction.
#[derive(Clone, Debug)]
pub enum Friction {
    Constant(f64),
    /// Of the speed of sliding `v` at the start of a step.
    OfSpeed(Expression),
    /// Another set of forces, which may depend on what the contact did before.
    Model(Arc<dyn FrictionModel>),
}

/// What is known of a contact at the start of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sliding {
    /// Speed, m/s.
    pub speed: f64,
    /// It stuck in the last step, or was not closed in it and does not slide.
    pub sticks: bool,
    /// What its model of friction remembers of the steps since it closed; 0 if that is nothing.
    pub memory: f64,
}

impl Sliding {
    /// A contact that sticks.
    pub const REST: Self = Self { speed: 0.0, sticks: true, memory: 0.0 };

    /// A contact that slides at a speed.
    pub fn at(speed: f64) -> Self {
        Self { speed, sticks: speed == 0.0, memory: 0.0 }
    }
}

/// A law of sliding friction.
pub trait FrictionModel: std::fmt::Debug + Send + Sync {
    /// The set of sliding forces per unit of normal force, on both tangents of the contact.
    fn disc(&self, now: &Sliding) -> Disc;

    /// What is remembered after a step of size `h` with a mean speed, if the contact is still closed; 0 is nothing.
    fn remember(&self, _memory: f64, _speed: f64, _h: f64) -> f64 {
        0.0
    }

    /// Whether the two tangents must be axes of a surface, and not any across the normal.
    fn has_axes(&self) -> bool {
        false
    }
}

impl Default for Friction {
    fn default() -> Self {
        Self::Constant(0.0)
    }
}

impl PartialEq for Friction {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Constant(a), Self::Constant(b)) => a == b,
            (Self::OfSpeed(a), Self::OfSpeed(b)) => a == b,
            (Self::Model(a), Self::Model(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl Friction {
    /// The set of sliding forces per unit of normal force.
    pub fn disc(&self, now: &Sliding) -> Disc {
        match self {
            Self::Constant(factor) => Disc::round(*factor, 2),
            Self::OfSpeed(expression) => Disc::round(expression.eval(&[now.speed]), 2),
            Self::Model(model) => model.disc(now),
        }
    }

    /// The coefficient at a speed, along the first tangent.
    pub fn at(&self, speed: f64) -> f64 {
        self.disc(&Sliding::at(speed)).factor_at(speed)
    }

    /// Whether the two tangents must be axes of a surface.
    pub fn has_axes(&self) -> bool {
        matches!(self, Self::Model(model) if model.has_axes())
    }
}
