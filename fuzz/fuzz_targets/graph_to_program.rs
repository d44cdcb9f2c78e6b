//! Calls `unsnarl_testkit::fuzz::graph_to_program`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| unsnarl_testkit::fuzz::graph_to_program(bytes));
