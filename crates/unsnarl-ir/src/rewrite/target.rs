//! The capabilities of a target, as far as rewrites need them.

/// A target of rewrites: operations beyond its capabilities are rewritten.
///
/// Rewrites make operations on limbs of 64 bits, and additions, shifts, comparisons and selects of
/// any width, which remain for the back end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The maximum width, in bits, of integers that an instruction or a routine divides.
    pub division: u32,
    /// The maximum width, in bits and at least 64, of products that are written out: a product with
    /// each limb of the shorter factor.
    pub product: u32,
    /// The maximum width, in bits, of integers that a switch decides on.
    pub switch: u32,
    /// The maximum width, in bits, of integers that intrinsics and conversions of floating-point
    /// numbers take and give; at least 128, because that many bits of a number are converted at
    /// once.
    pub intrinsics: u32,
    /// Whether intrinsics take and give integers of all widths up to that maximum; otherwise only
    /// 1, 8, 16, 32, 64 and 128 bits.
    pub odd_intrinsics: bool,
    /// The maximum width, in bits, of integers that a call returns without memory.
    pub result: u32,
    /// The implementation of atomic changes.
    pub atomics: Atomics,
    /// Whether `longjmp` is an exception of WebAssembly, and calls of `setjmp` are
    /// [resolved](super::setjmp).
    pub jumps: bool,
}

/// The implementation of atomic changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atomics {
    /// By accesses, one after the other: there is one thread.
    Accesses,
    /// By an operation for each exchange, sum, difference and bitwise change, and for each
    /// comparison and exchange. Other changes are loops around a comparison and exchange.
    Operations,
}
