//! Shared test tools: graphs to run on, an oracle to compare with, mutants to detect.
//!
//! Not published. It judges the library from outside and shares no code with `unsnarl::verify`:
//! both judge programs, by independent methods.

#![forbid(unsafe_code)]

pub mod algorithms;
pub mod asked;
pub mod blocks;
pub mod check;
pub mod classes;
pub mod code;
pub mod dialects;
pub mod documents;
pub mod exhaustive;
pub mod filetest;
pub mod flagged;
pub mod fuzz;
pub mod graph_files;
pub mod linked;
pub mod lowered;
pub mod machines;
pub mod mutate;
pub mod notation;
pub mod optimum;
pub mod oracle;
pub mod programs;
pub mod random;
pub mod refinement;
pub mod routing;
pub mod rows;
pub mod shapes;
pub mod shrink;
pub mod skeletons;
pub mod statements;
pub mod straight;
pub mod tangles;
pub mod tidied;
pub mod walk;

pub use check::{check, judge, prove};
pub use random::Rng;
pub use rows::Rows;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
