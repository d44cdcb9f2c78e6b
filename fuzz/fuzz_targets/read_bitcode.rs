//! Calls `unsnarl_testkit::fuzz::read_bitcode`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| unsnarl_testkit::fuzz::read_bitcode(bytes));
