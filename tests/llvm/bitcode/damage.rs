//! Bitcode that was cut or changed gives an error with a place, or a valid module: never a panic,
//! never a hang.

use unsnarl_ir::verify;
use unsnarl_llvm::{read, read_bitcode};

use crate::bitcode::fixtures::{FIXTURES, WITH_DEBUG};

/// Reads bytes. Tells whether they are a module.
#[track_caller]
fn survives(bytes: &[u8]) -> bool {
    match read_bitcode(bytes) {
        Ok(reading) => {
            assert_eq!(verify(&reading.module), []);
            let text = reading.module.to_string();
            let again = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(again.functions.len(), reading.module.functions.len());
            true
        }
        Err(error) => {
            assert!(error.bit <= 8 * bytes.len() as u64, "{error}");
            assert!(!error.cause.to_string().is_empty());
            false
        }
    }
}

#[test]
fn cut_bitcode() {
    for &(_, bytes, _) in FIXTURES.iter().chain(WITH_DEBUG) {
        assert!(survives(bytes));
        for end in (0..bytes.len()).step_by(3) {
            survives(&bytes[..end]);
        }
    }
}

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) as usize % limit
    }
}

#[test]
fn changed_bitcode() {
    let mut numbers = Numbers(7);
    let (mut modules, mut errors) = (0, 0);
    for &(_, bytes, _) in FIXTURES.iter().chain(WITH_DEBUG) {
        for _ in 0..1500 {
            let mut changed = bytes.to_vec();
            for _ in 0..=numbers.below(3) {
                let place = numbers.below(changed.len());
                match numbers.below(4) {
                    0 => changed[place] = numbers.below(256) as u8,
                    _ => changed[place] ^= 1 << numbers.below(8),
                }
            }
            match survives(&changed) {
                true => modules += 1,
                false => errors += 1,
            }
        }
    }
    // Both happen often, so that neither side of the test is idle.
    assert!(modules > 500 && errors > 2000, "{modules} {errors}");
}
