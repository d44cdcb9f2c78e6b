//! Calls `unsnarl_testkit::fuzz::every_reduction`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| unsnarl_testkit::fuzz::every_reduction(bytes));
