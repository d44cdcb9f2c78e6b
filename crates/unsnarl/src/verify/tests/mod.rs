//! Tables of small graphs and programs, in a notation that is read here.

mod flags;
pub(crate) mod notation;
mod profile;
mod rules;
mod simulation;
