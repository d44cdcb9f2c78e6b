//! What a target can do, as far as rewrites ask.

/// A target of rewrites: what is beyond it is written otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The widest integers, in bits, that are divided by an instruction or a routine.
    pub division: u32,
    /// The widest product, in bits, that is written out: one limb of 64 bits times all others for
    /// each limb of the shorter factor.
    pub product: u32,
    /// The widest integers, in bits, that a switch decides on.
    pub switch: u32,
    /// The widest integers, in bits, that intrinsics and conversions of floating-point numbers take
    /// and give.
    pub intrinsics: u32,
    /// The widest integers, in bits, that a call returns without memory.
    pub result: u32,
}
