//! Calls `unsnarl_testkit::fuzz::read_low`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| unsnarl_testkit::fuzz::read_low(bytes));
