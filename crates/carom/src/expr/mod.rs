//! Expressions (stub).
#[derive(Clone, Debug)]
pub struct Expression;
impl Expression {
    pub fn constant(_x: f64) -> Self { Self }
    /// Value, first and second derivative with respect to variable 0.
    pub fn time_jet(&self, _t: f64) -> (f64, f64, f64) { (0.0, 0.0, 0.0) }
}
