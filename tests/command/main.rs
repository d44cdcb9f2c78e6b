//! The command, run as a program.

mod archives;
mod cc;
mod command;
mod compare;
mod documents;
mod exceptions;
mod explain;
mod exports;
mod faults;
mod graphs;
mod help;
mod ir;
mod ld;
mod outputs;
mod pipelines;
mod proofs;
mod run;
mod support;
mod texts;
mod wasm;
