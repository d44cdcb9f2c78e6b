//! Bitcode: the same module as from text, and errors with their place.

mod damage;
mod errors;
mod fixtures;
mod same;
mod writer;
