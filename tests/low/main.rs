//! The machine: operations, execution, division of large functions.

mod divide;
mod execution;
mod operations;
