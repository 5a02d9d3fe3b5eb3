//! Meshes of Gmsh.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| carom::testkit::fuzz::read_gmsh(bytes));
