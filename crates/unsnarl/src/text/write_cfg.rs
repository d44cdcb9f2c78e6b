//! The writer of our own notation, `.cfg`.
//!
//! *Needs:* a graph and a name for each block.
//! *Gives:* text that the reader turns back into the same graph, hints included.
//! *Cost:* O(text).
//!
//! *Limits:* the entry's line comes first, so its block is numbered 0 when it is read back; the
//! other blocks keep their order.

use super::bodies::Bodies;
use super::cfg::{ends_name, is_keyword};
use crate::cfg::{Cfg, Exit};
use crate::ids::{BlockId, Edge};
use alloc::vec::Vec;
use core::fmt::{self, Write};

/// Writes `cfg` in our own notation, one line a block.
///
/// Names that are not plain words are quoted. O(text).
///
/// ```
/// use unsnarl::text::{Notation, read, write_cfg};
///
/// let named = read("digraph { a -> b; a -> b; b -> a }", Notation::Dot)?;
/// let mut text = String::new();
/// write_cfg(&mut text, &named.cfg, &named)?;
/// assert_eq!(text, "a -> b | b\nb -> a\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_cfg(out: &mut impl Write, cfg: &Cfg, bodies: &impl Bodies) -> fmt::Result {
    let entry = cfg.entry();
    write_block(out, cfg, bodies, entry)?;
    cfg.blocks()
        .filter(|&block| block != entry)
        .try_for_each(|block| write_block(out, cfg, bodies, block))
}

/// Writes the graph of a function in our own notation, with a line for its name.
///
/// [`read_all`](super::read_all) reads several such texts, one after the other. O(text).
///
/// ```
/// use unsnarl::text::{Notation, read_all, write_cfg_function};
///
/// let mut text = String::new();
/// for graph in read_all("function f\na -> return\nfunction \"g h\"\na -> a", Notation::Cfg)? {
///     let name = graph.name.as_deref().unwrap_or_default();
///     write_cfg_function(&mut text, name, &graph.cfg, &graph)?;
/// }
/// assert_eq!(text, "function f\na -> return\nfunction \"g h\"\na -> a\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_cfg_function(
    out: &mut impl Write,
    name: &str,
    cfg: &Cfg,
    bodies: &impl Bodies,
) -> fmt::Result {
    writeln!(out, "function {}", Quoted(name))?;
    write_cfg(out, cfg, bodies)
}

fn write_block(
    out: &mut impl Write,
    cfg: &Cfg,
    bodies: &impl Bodies,
    block: BlockId,
) -> fmt::Result {
    write!(out, "{}", Quoted(&bodies.name(block)))?;
    write_hint(out, cfg.size(block))?;
    if cfg.only_decides(block) {
        out.write_char('?')?;
    }
    out.write_str(" -> ")?;
    let edges = cfg.edges(block).collect::<Vec<_>>();
    match (cfg.exit(block), edges.as_slice()) {
        (Exit::Switch, [cases @ .., default]) => {
            out.write_str("switch ")?;
            for &case in cases {
                write_arm(out, cfg, bodies, case)?;
                out.write_char(' ')?;
            }
            out.write_str("| ")?;
            write_arm(out, cfg, bodies, *default)?;
        }
        (exit, []) => write!(out, "{exit}")?,
        (_, [first, others @ ..]) => {
            write_arm(out, cfg, bodies, *first)?;
            for &other in others {
                out.write_str(" | ")?;
                write_arm(out, cfg, bodies, other)?;
            }
        }
    }
    out.write_char('\n')
}

fn write_arm(out: &mut impl Write, cfg: &Cfg, bodies: &impl Bodies, edge: Edge) -> fmt::Result {
    write!(out, "{}", Quoted(&bodies.name(cfg.target(edge))))?;
    write_hint(out, cfg.weight(edge))?;
    if !cfg.is_empty_edge(edge) {
        out.write_char('+')?;
    }
    Ok(())
}

fn write_hint(out: &mut impl Write, number: u32) -> fmt::Result {
    if number == 1 {
        return Ok(());
    }
    write!(out, "*{number}")
}

/// A name in the form of the notation.
struct Quoted<'n>(&'n str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = !self.0.is_empty()
            && !is_keyword(self.0)
            && !self.0.contains(ends_name)
            && !self.0.contains("->")
            && !self.0.starts_with('\u{feff}');
        if plain {
            return f.write_str(self.0);
        }
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                '\n' => f.write_str("\\n")?,
                '\t' => f.write_str("\\t")?,
                c if c.is_control() => write!(f, "\\u{{{:x}}}", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}
