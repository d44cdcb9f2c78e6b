//! Calls `unsnarl_testkit::fuzz::notations`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| unsnarl_testkit::fuzz::notations(bytes));
