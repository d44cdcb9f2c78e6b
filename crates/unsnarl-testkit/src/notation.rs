//! Graphs as text: for messages of failed tests, and for readers to read again.

use crate::Rows;
use std::fmt::Write as _;
use unsnarl::Cfg;
use unsnarl::text::{Numbered, write_cfg};

/// Prints `cfg` as a `.cfg` file, its blocks named by their ids.
pub fn show(cfg: &Cfg) -> String {
    let mut text = String::new();
    write_cfg(&mut text, cfg, &Numbered).expect("a string takes any text");
    text
}

/// Prints rows as a graph of Graphviz: every block, then every edge in arm order. The entry is
/// marked.
pub fn dot(rows: &Rows) -> String {
    format!(
        "digraph {{\n{}}}\n",
        statements(rows, " [entry=true]", " -> ", ";")
    )
}

/// Prints rows as a flowchart of Mermaid: every block, the entry by that name, then every edge in
/// arm order.
pub fn mermaid(rows: &Rows) -> String {
    format!("flowchart TD\n{}", statements(rows, "[entry]", " --> ", ""))
}

fn statements(rows: &Rows, mark: &str, arrow: &str, end: &str) -> String {
    let mut text = String::new();
    for block in 0..rows.blocks.len() {
        let mark = if block == rows.entry { mark } else { "" };
        writeln!(text, "  b{block}{mark}{end}").expect("a string takes any text");
    }
    for (block, (_, arms)) in rows.blocks.iter().enumerate() {
        for arm in arms {
            writeln!(text, "  b{block}{arrow}b{arm}{end}").expect("a string takes any text");
        }
    }
    text
}
