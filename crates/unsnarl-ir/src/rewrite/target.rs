//! What a target can do, as far as rewrites ask.

/// A target of rewrites: what is beyond it is written otherwise.
///
/// What rewrites write are operations on limbs of 64 bits, and additions, shifts, comparisons and
/// selects of any width: those remain the back end's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The widest integers, in bits, that are divided by an instruction or a routine.
    pub division: u32,
    /// The widest product, in bits and 64 at least, that is written out: a product with each limb
    /// of the shorter factor.
    pub product: u32,
    /// The widest integers, in bits, that a switch decides on.
    pub switch: u32,
    /// The widest integers, in bits, that intrinsics and conversions of floating-point numbers take
    /// and give; 128 at least, because that many bits of a number are converted at once.
    pub intrinsics: u32,
    /// Whether intrinsics take and give integers of all widths up to that; else of 1, 8, 16, 32, 64
    /// and 128 bits.
    pub odd_intrinsics: bool,
    /// The widest integers, in bits, that a call returns without memory.
    pub result: u32,
    /// How atomic changes are made.
    pub atomics: Atomics,
    /// Whether `longjmp` is an exception of WebAssembly, and calls of `setjmp` are
    /// [resolved](super::setjmp).
    pub jumps: bool,
}

/// How atomic changes are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atomics {
    /// By accesses, one after the other: there is one thread.
    Accesses,
    /// By an operation for each exchange, sum, difference and bitwise change, and for each
    /// comparison and exchange. Other changes are loops around the latter.
    Operations,
}
