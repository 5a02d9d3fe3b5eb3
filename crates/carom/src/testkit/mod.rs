//! What tests of mechanics share, public so that elements written elsewhere can be held to the same contracts.
//!
//! - [`Stage`]: a model at a generic state, and derivatives along q ∘ exp(ε δ) by central differences;
//! - [`contract`]: what every element, every measure and every joint row must satisfy;
//! - [`run`]: the history of a model from its text;
//! - [`observed_orders`]: errors at successive step sizes to orders of convergence;
//! - [`cpu_time`]: the clock of the benchmarks;
//! - [`CountingAllocator`]: a global allocator that counts, to show that a step does not allocate.

mod allocator;
mod clock;
pub mod contract;
mod model_run;
mod order;
mod stage;

pub use allocator::CountingAllocator;
pub use clock::cpu_time;
pub use model_run::run;
pub use order::{observed_orders, order_of_fit};
pub use stage::{Stage, max_abs};
