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

/// Prints rows whose entry is the first as a graph of Graphviz: every block, then every edge in arm order.
pub fn dot(rows: &Rows) -> String {
    format!("digraph {{\n{}}}\n", statements(rows, " -> ", ";"))
}

/// Prints rows whose entry is the first as a flowchart of Mermaid: every block, then every edge in arm order.
pub fn mermaid(rows: &Rows) -> String {
    format!("flowchart TD\n{}", statements(rows, " --> ", ""))
}

fn statements(rows: &Rows, arrow: &str, end: &str) -> String {
    assert_eq!(
        rows.entry, 0,
        "the first block that is mentioned is the entry"
    );
    let mut text = String::new();
    for block in 0..rows.blocks.len() {
        writeln!(text, "  b{block}{end}").expect("a string takes any text");
    }
    for (block, (_, arms)) in rows.blocks.iter().enumerate() {
        for arm in arms {
            writeln!(text, "  b{block}{arrow}b{arm}{end}").expect("a string takes any text");
        }
    }
    text
}
