//! Writes down what the benchmarks take:
//!
//! ```text
//! cargo run --release -p carom-verify --example work > benchmarks/work.csv
//! ```

use carom_verify::{VerifyError, work};

fn main() -> Result<(), VerifyError> {
    print!("{}", work::csv(&work::measure()?));
    Ok(())
}
