//! Inputs: named scalars that a program, a controller or another simulator sets between steps.
//!
//! An input u is held over a step, as the output of a controller with the sampling time of the step is:
//!
//! ```text
//! u(t) = u_n   for   t_n ≤ t < t_{n+1}
//! ```
//!
//! So it needs no tangents and couples no bodies. It stands at the first places of [`super::Kinematics::signals`], before the sensors
//! that forces read. Until somebody sets it, it follows its own function of the time, taken at the start of each step, or has its default.

use super::Model;
use crate::expr::Expression;

/// An input of the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    pub name: String,
    pub unit: String,
    pub default: f64,
    /// A function of `t` that it follows until it is set.
    pub value: Option<Expression>,
}

impl Input {
    /// What it is at a time if nobody sets it.
    pub fn at(&self, t: f64) -> f64 {
        self.value.as_ref().map_or(self.default, |value| value.eval(&[t]))
    }
}

impl Model {
    /// The inputs where a run starts.
    pub fn first_inputs(&self) -> Vec<f64> {
        self.inputs.iter().map(|input| input.at(0.0)).collect()
    }

    /// The place of an input.
    pub fn input(&self, name: &str) -> Option<usize> {
        self.inputs.iter().position(|input| input.name == name)
    }
}
