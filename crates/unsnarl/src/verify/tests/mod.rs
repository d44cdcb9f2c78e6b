//! Tables of small graphs and programs, in a notation that is read here.

mod flags;
pub(crate) mod notation;
mod rules;
mod simulation;
