//! What tests of mechanics share, public so that elements written elsewhere can be held to the same contracts.
//!
//! - [`Stage`]: a model at a generic state, and derivatives along q ∘ exp(ε δ) by central differences;
//! - [`contract`], [`pair_contract`], [`law_contract`], [`sensor_contract`], [`integrator_contract`]: what every element, measure,
//!   joint row, contact pair, contact law, sensor and integrator must satisfy;
//! - [`orders`]: problems on which orders of convergence are measured; [`clusters`], [`subsystems`]: models for impacts and locality;
//! - [`schemes`]: every integrator of the catalog, with the orders that it promises;
//! - [`run`], [`try_run`], [`resumed`]: the history of a model from its text; [`distance`], [`largest_gain`]: what to say of it;
//! - [`observed_orders`]: errors at successive step sizes to orders of convergence;
//! - [`fuzz`]: readers as functions of bytes that must not panic;
//! - [`Random`]: numbers that look random and are the same everywhere;
//! - [`cpu_time`]: the clock of the benchmarks;
//! - [`CountingAllocator`]: a global allocator that counts, to show that a step does not allocate.

mod allocator;
pub mod clusters;
mod compare;
pub mod contract;
pub mod fuzz;
pub mod integrator_contract;
pub mod law_contract;
mod model_run;
pub mod orders;
pub mod pair_contract;
mod random;
mod scheme;
pub mod sensor_contract;
mod stage;
pub mod subsystems;

pub use crate::study::{cpu_time, observed_orders, order_of_fit};
pub use allocator::CountingAllocator;
pub use compare::{distance, largest_gain};
pub use model_run::{ModelRunError, Set, growth, is_defined, resumed, run, try_run};
pub use random::Random;
pub use scheme::{Orders, Promises, Scheme, schemes};
pub use stage::{Stage, max_abs};
