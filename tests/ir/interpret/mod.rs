//! The interpreter: what LLVM's language reference says of instructions, memory, calls and blocks.

mod control;
mod intrinsics;
mod machine;
mod memory;
mod values;
