//! What both readers of LLVM IR do alike, whatever they read from.
//!
//! *Needs:* the module that is being read. *Gives:* the types that follow from operands, phis with
//! one entry for each predecessor, masks and splats, numbers of address-taken blocks, and what is
//! settled when all is read: direct callees, and debug information that keeps its rules.

mod incoming;
mod labels;
mod masks;
mod settle;
mod strip;
mod types;

pub(crate) use incoming::merge_incoming;
pub(crate) use labels::{Labels, address_switch, label_number, number_of_address};
pub(crate) use masks::{shuffle_mask, splat};
pub(crate) use settle::{dereferenced, forget_declared_progress, merge, resolve_callees};
pub(crate) use strip::strip_debug;
pub(crate) use types::{bits_like, exchanged, has_members, part_type, widened};

/// Types and constants may be nested this deep.
pub(crate) const DEPTH_LIMIT: u32 = 256;

/// LLVM's own limit of the width of integers.
pub(crate) const WIDTH_LIMIT: u32 = 1 << 23;

/// Wider integer constants are refused: no value outside of memory is wider, and few bytes of input
/// must not become megabytes.
pub(crate) const WIDEST: u32 = 64_000;

/// Integer constants of more than this many bits are counted, because one digit may make all of
/// them.
pub(crate) const WIDE: u32 = 4096;

/// The most bytes of such constants that are read.
pub(crate) const MOST_WIDE_BYTES: usize = 1 << 28;

/// Vectors that are written shortly have at most this many elements, for the same reason.
pub(crate) const LONGEST: u32 = 1024;
