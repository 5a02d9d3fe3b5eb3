//! Lie groups of rigid motion.
//!
//! Every node of a multibody model lives on one of three groups; increments are taken on the right, `q ∘ exp(Δ)`, with
//! rotation increments body-fixed: `δR = R S(δθ)` (THEORY §1). Quaternions never leave this crate: the outside sees the
//! rotation matrix that is kept beside the quaternion.

mod derivative;
mod frame;
mod node;
mod rotation;

pub use derivative::{tangent_derivative, tangent_inverse_derivative};
pub use frame::Frame;
pub use node::NodeKind;
pub use rotation::{cross, exp, exp_quaternion, log, log_matrix, tangent, tangent_inverse};

/// A vector of R³.
pub type Vec3 = nalgebra::Vector3<f64>;
/// A 3×3 matrix.
pub type Mat3 = nalgebra::Matrix3<f64>;
/// A unit quaternion.
pub type Quaternion = nalgebra::UnitQuaternion<f64>;
