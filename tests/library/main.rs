//! The library: every algorithm, reduction, lowering and form, with oracles and mutants.

mod blocks;
mod changed;
mod compounds;
mod divisions;
mod exits;
mod falls;
mod file_tests;
mod flags;
mod forms;
mod forms_page;
mod fuzz;
mod graphs;
mod link;
mod low;
mod mutants;
mod profiles;
mod promises;
mod reductions;
mod refinement;
mod rewrites;
mod scopes;
mod skeletons;
mod statements;
mod texts;
mod tidy;
