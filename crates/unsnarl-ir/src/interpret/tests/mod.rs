//! Arithmetic compared with oracles: the machine's integers and floating-point numbers, and the
//! same arithmetic with another width.

mod floats;
mod integers;
mod partly;

/// Pseudo-random numbers, from a state.
fn next(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    let word = *state ^ *state >> 29;
    word.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31)
}
