//! Pictures of graphs and programs, as text for Graphviz.
//!
//! *Needs:* a graph or a program, and the host's texts for its blocks.
//! *Gives:* DOT.
//! *Cost:* O(text).

mod graph;
mod tree;

#[cfg(test)]
mod tests;

pub use graph::dot_graph;
pub use tree::dot_program;

use core::fmt::{self, Write};

/// The text between the quotes of a DOT label; several lines are flush left.
struct Label<'t>(&'t str);

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                '\n' => f.write_str("\\l")?,
                c if c.is_control() => f.write_char(' ')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
