//! Model files, TOML and JSON.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| carom::testkit::fuzz::model(bytes));
