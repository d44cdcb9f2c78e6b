//! Graphs as text: readers of three notations, and writers for graphs and programs.
//!
//! *Needs:* text in one of the [notations](Notation), or a graph and a program to show.
//! *Gives:* [`Named`] from a reader; text from a writer.
//! *Cost:* O(n log n) for n bytes in (names are looked up in a tree), O(text) out.
//!
//! All readers agree on these points. Where edges have an order, the first one out of a block is
//! slot 0, the taken arm. In DOT and Mermaid the number of edges says how a block ends: none is
//! `Return`, one `Jump`, two `Branch`, more `Switch`. In `.cfg` the entry is the block of the first
//! line; in the other notations it is the marked block, or is chosen by an [`EntryRule`].
//! `docs/notation.md` shows each notation.

mod arms;
mod bodies;
mod c1;
mod cfg;
mod code;
mod dot;
mod draft;
mod elements;
mod entry;
mod error;
mod foreign;
mod markdown;
mod mermaid;
mod picture;
mod scan;
mod write_cfg;

pub use bodies::{Assignment, Bodies, Numbered};
pub use code::BlockText;
pub use entry::{EntryRule, Note};
pub use error::{Cause, ReadError};
pub use foreign::foreign;
pub use picture::{dot_graph, dot_program};
pub use write_cfg::{write_cfg, write_cfg_function};

use crate::cfg::Cfg;
use crate::ids::{BlockId, Edge, IdMap};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use error::Fault;

/// A graph whose blocks have names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// The name of the graph, such as that of the function, if the text gives it one.
    pub name: Option<String>,
    /// The graph.
    pub cfg: Cfg,
    /// The name of each block. No two are the same.
    pub names: IdMap<BlockId, String>,
    /// The names of arms and cases, where an edge has a text.
    pub arms: BTreeMap<Edge, String>,
    /// The texts of blocks beside their names.
    pub texts: BTreeMap<BlockId, BlockText>,
    /// The rule that chose the entry.
    pub entry_rule: EntryRule,
    /// The reader's notes.
    pub remarks: Vec<Note>,
}

/// A notation for graphs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Notation {
    /// Our own: one line a block. Also the notation of HotSpot's C1 visualizer and V8, whose files
    /// have the same ending.
    Cfg,
    /// Graphviz's directed graphs.
    Dot,
    /// Mermaid's flowcharts and state diagrams.
    Mermaid,
}

impl Notation {
    /// Gives the notation by the ending of the file's name or, if that is unknown, by the first
    /// word of the text, or of the first graph in a text of Markdown.
    ///
    /// Nothing if neither fits: the text may be something else altogether.
    pub fn guess(file_name: &str, text: &str) -> Option<Notation> {
        let ending = file_name.rsplit_once('.').map_or("", |(_, ending)| ending);
        match ending {
            "cfg" => Some(Notation::Cfg),
            "dot" | "gv" => Some(Notation::Dot),
            "mmd" | "mermaid" => Some(Notation::Mermaid),
            _ => Self::guess_by_text(text).or_else(|| markdown::notation(text)),
        }
    }

    fn guess_by_text(text: &str) -> Option<Notation> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let word_end = text
            .find(|c: char| !c.is_alphanumeric() && c != '-' && c != '_')
            .unwrap_or(text.len());
        let (word, rest) = text.split_at(word_end);
        let rest = rest.trim_start();
        let is_dot = ["digraph", "strict"]
            .iter()
            .any(|keyword| word.eq_ignore_ascii_case(keyword))
            || word == "graph" && rest.starts_with('{')
            || text.starts_with("//")
            || text.starts_with("/*");
        if is_dot {
            Some(Notation::Dot)
        } else if mermaid::is_header(word) || text.starts_with("%%") || text.starts_with("---\n") {
            Some(Notation::Mermaid)
        } else if text.starts_with(';') && text.contains("->")
            || rest.starts_with("->")
            || cfg::begins(text)
            || is_cfg_function(word, rest)
            || c1::is_here(text)
        {
            Some(Notation::Cfg)
        } else {
            None
        }
    }
}

/// Tells whether a text begins like a graph with a name in `.cfg`: a line for the function, then
/// the line of a block.
fn is_cfg_function(word: &str, rest: &str) -> bool {
    word == "function" && rest.lines().nth(1).is_some_and(|line| line.contains("->"))
}

/// Reads a graph.
///
/// Every text gives a graph, or its first error with the place. Use [`read_all`] for a text of
/// several graphs. O(n log n).
///
/// ```
/// use unsnarl::text::{Notation, read};
///
/// let loop_text = "
///     entry -> head
///     head  -> body | done   ; the first arm is the taken one
///     body  -> head
///     done  -> return
/// ";
/// let named = read(loop_text, Notation::Cfg)?;
/// assert_eq!(named.cfg.edge_count(), 4);
/// assert_eq!(named.names[named.cfg.entry()], "entry");
///
/// let error = read("a -> b", Notation::Cfg).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "1:6: no line says how block `b` ends: add one, such as `b -> return`"
/// );
/// # Ok::<(), unsnarl::text::ReadError>(())
/// ```
pub fn read(text: &str, notation: Notation) -> Result<Named, ReadError> {
    let mut graphs = found(text, notation).map_err(first)?.into_iter();
    let first = graphs.next().expect("a reader gives a graph or a fault");
    match graphs.next() {
        None => Ok(first.graph),
        Some(second) => {
            let fault = Fault::new(second.span, Cause::SecondGraph);
            Err(ReadError::locate(text, fault))
        }
    }
}

/// Reads all graphs of a text, in the order of the text; there is at least one.
///
/// Every text gives its graphs, or its first error with the place. O(n log n).
///
/// ```
/// use unsnarl::text::{Notation, read_all};
///
/// let text = "
///     function twice
///     a -> b
///     b -> a | c
///     c -> return
///     function never
///     a -> unreachable
/// ";
/// let graphs = read_all(text, Notation::Cfg)?;
/// let names: Vec<_> = graphs.iter().map(|graph| graph.name.as_deref()).collect();
/// assert_eq!(names, [Some("twice"), Some("never")]);
/// # Ok::<(), unsnarl::text::ReadError>(())
/// ```
pub fn read_all(text: &str, notation: Notation) -> Result<Vec<Named>, ReadError> {
    let graphs = found(text, notation).map_err(first)?.into_iter();
    Ok(graphs.map(|found| found.graph).collect())
}

/// Gives the errors in a text, in the order of the text; none if it can be read.
///
/// For `.cfg` these are the errors of all lines, up to 100; for the other notations the first
/// error. O(n log n).
///
/// ```
/// use unsnarl::text::{Notation, errors};
///
/// let errors = errors("a => b\nb -> retrun\nc -> return\nc -> return", Notation::Cfg);
/// let lines: Vec<usize> = errors.iter().map(|error| error.line).collect();
/// assert_eq!(lines, [1, 2, 4]);
/// ```
pub fn errors(text: &str, notation: Notation) -> Vec<ReadError> {
    found(text, notation).err().unwrap_or_default()
}

fn first(errors: Vec<ReadError>) -> ReadError {
    errors
        .into_iter()
        .next()
        .expect("a failure has at least one error")
}

/// A graph and its start in the text.
struct Found {
    graph: Named,
    span: Range<usize>,
}

fn found(text: &str, notation: Notation) -> Result<Vec<Found>, Vec<ReadError>> {
    let graphs = if u32::try_from(text.len()).is_ok_and(|length| length < u32::MAX) {
        all_parts(text, notation)
    } else {
        Err(alloc::vec![Fault::new(0..0, Cause::TooLong)])
    };
    graphs.map_err(|faults| {
        let foreign = foreign(text).map(|what| Fault::new(0..0, Cause::Foreign { what }));
        let faults = foreign.map_or(faults, |fault| alloc::vec![fault]);
        let locate = |fault| ReadError::locate(text, fault);
        faults.into_iter().map(locate).collect()
    })
}

/// Reads the text or, if it is Markdown, the code blocks in it.
fn all_parts(text: &str, notation: Notation) -> Result<Vec<Found>, Vec<Fault>> {
    let parts = match Notation::guess_by_text(text) {
        Some(_) => Vec::new(),
        None => markdown::parts(text, notation),
    };
    if parts.is_empty() {
        return part(text, notation);
    }
    let mut all = Vec::new();
    for Range { start, end } in parts {
        let behind = |faults: Vec<Fault>| faults.into_iter().map(|it| it.behind(start)).collect();
        let graphs =
            part(&text[start..end], notation).map_err(|faults| -> Vec<_> { behind(faults) })?;
        all.extend(graphs.into_iter().map(|Found { graph, span }| {
            let span = start + span.start..start + span.end;
            Found { graph, span }
        }));
    }
    Ok(all)
}

fn part(text: &str, notation: Notation) -> Result<Vec<Found>, Vec<Fault>> {
    let alone = |graph| {
        let span = 0..0;
        alloc::vec![Found { graph, span }]
    };
    match notation {
        Notation::Cfg if c1::is_here(text) => c1::read(text).map_err(|fault| alloc::vec![fault]),
        Notation::Cfg => cfg::read(text),
        Notation::Dot => dot::read(text).map_err(|fault| alloc::vec![fault]),
        Notation::Mermaid => mermaid::read(text)
            .map(alone)
            .map_err(|fault| alloc::vec![fault]),
    }
}

#[cfg(test)]
mod tests;
