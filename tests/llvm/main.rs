//! The readers of LLVM's text and bitcode.

mod bitcode;
mod debug;
mod errors;
mod hostile;
mod instructions;
mod modules;
mod partly;
mod remedies;
mod targets;
