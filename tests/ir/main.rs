//! The typed SSA module: its rules, its builder, its rewrites, its interpreter and its pseudocode.

mod builder;
mod copies;
mod debug;
mod interpret;
mod interpret_programs;
mod jumps;
mod mutants;
mod pseudocode;
mod rewrites;
mod rules;
mod stack;
