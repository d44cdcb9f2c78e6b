//! The reasons why a text is not a graph.
//!
//! *Needs:* the place in bytes and the cause, as found by a reader.
//! *Gives:* [`ReadError`], with line and column.
//! *Cost:* one pass over the text before the place.

use crate::cfg::Exit;
use crate::count::Count;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

/// An error in a text, and its place.
///
/// Displayed as `line:column: message`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The faulty bytes of the text. Both ends lie between characters of the text.
    pub span: Range<usize>,
    /// The line on which the span begins, from 1.
    pub line: usize,
    /// The character of the line with which the span begins, from 1.
    pub column: usize,
    /// The cause of the error.
    pub cause: Cause,
}

/// The possible errors in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The text has 4 GiB or more.
    TooLong,
    /// The text has no block.
    Empty,
    /// The text has something else than the reader expects.
    Expected {
        /// The expected text.
        wanted: &'static str,
        /// The text that was found, shortened.
        found: String,
    },
    /// A string has no closing quote.
    UnclosedString,
    /// A comment `/*` has no `*/`.
    UnclosedComment,
    /// A string `<` of HTML has no `>`.
    UnclosedHtml,
    /// A bracket that opens the shape or the data of a node has no partner.
    UnclosedShape,
    /// A graph or subgraph does not end.
    UnclosedGroup,
    /// The text of a link is not followed by the link's second half.
    UnclosedLink,
    /// `end` or `}` where nothing is open.
    UnmatchedEnd,
    /// An escape in a string is not an escape of the notation.
    UnknownEscape,
    /// A keyword is used as a name without quotes.
    Keyword {
        /// The keyword.
        word: String,
    },
    /// A block has a second line.
    SecondLine {
        /// The block's name.
        name: String,
    },
    /// A function has a second graph.
    SecondFunction {
        /// The function's name.
        name: String,
    },
    /// A function has no block.
    EmptyFunction {
        /// The function's name.
        name: String,
    },
    /// A block has no line.
    NoLine {
        /// The block's name.
        name: String,
        /// The keyword or block that the name may be a misspelling of.
        meant: Option<String>,
    },
    /// Three or more arms are written as a branch.
    ThreeArms,
    /// A size or weight is not a number below 2³².
    Number,
    /// The graph is undirected.
    Undirected,
    /// A link has no arrowhead.
    NoArrowhead,
    /// An edge of DOT has no direction.
    NoDirection,
    /// The graph is not a control-flow graph.
    NotControlFlow {
        /// The kind of the graph, with an article.
        what: &'static str,
    },
    /// The text is in a notation that is not read.
    Foreign {
        /// The notation.
        what: &'static str,
    },
    /// A construct of Mermaid's state diagrams has no meaning as control flow.
    NotAState {
        /// The construct.
        what: &'static str,
    },
    /// The text does not begin with a flowchart's first line.
    NotAFlowchart,
    /// A second graph follows the first.
    SecondGraph,
    /// Two blocks are marked as the entry.
    SecondEntry {
        /// The identifier of the second one.
        name: String,
    },
    /// An exit is not one of the five.
    UnknownExit,
    /// The stated exit of a block does not agree with the number of its edges.
    ExitDisagrees {
        /// The block's identifier.
        name: String,
        /// The stated exit.
        exit: Exit,
        /// The number of its edges.
        arms: usize,
    },
    /// An edge leads to or from a subgraph.
    EdgeOfSubgraph {
        /// The subgraph's identifier.
        name: String,
    },
    /// Groups of nodes joined to groups make more edges than the text has room for.
    TooManyEdges {
        /// The maximum number of edges.
        limit: usize,
    },
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::TooLong => f.write_str("the text has 4 GiB or more: split it"),
            Cause::Empty => f.write_str("the text has no block: write at least one, the entry"),
            Cause::Expected { wanted, found } if found.is_empty() => {
                write!(f, "expected {wanted}, found the end of the text")
            }
            Cause::Expected { wanted, found } if found == "\n" => {
                write!(f, "expected {wanted}, found the end of the line")
            }
            Cause::Expected { wanted, found } => write!(f, "expected {wanted}, found `{found}`"),
            Cause::UnclosedString => f.write_str("the string does not end: add a closing quote"),
            Cause::UnclosedComment => f.write_str("the comment does not end: add `*/`"),
            Cause::UnclosedHtml => f.write_str("the HTML string does not end: add `>`"),
            Cause::UnclosedShape => f.write_str("the bracket is not closed"),
            Cause::UnclosedGroup => {
                f.write_str("the graph or subgraph that begins here does not end")
            }
            Cause::UnclosedLink => {
                f.write_str("the link's text is not followed by its arrow, such as `-->`")
            }
            Cause::UnmatchedEnd => f.write_str("unmatched end: nothing is open here"),
            Cause::UnknownEscape => {
                f.write_str("unknown escape: write `\\\"`, `\\\\`, `\\n`, `\\t` or `\\u{hex}`")
            }
            Cause::Keyword { word } => {
                write!(
                    f,
                    "`{word}` is a keyword: put it in quotes if it names a block"
                )
            }
            Cause::SecondLine { name } => write!(f, "block `{name}` has a second line: join them"),
            Cause::SecondFunction { name } => {
                write!(
                    f,
                    "function `{name}` has a second graph: rename one of them"
                )
            }
            Cause::EmptyFunction { name } => {
                write!(
                    f,
                    "function `{name}` has no block: write its entry on the next line"
                )
            }
            Cause::NoLine {
                name,
                meant: Some(meant),
            } => write!(
                f,
                "no line says how block `{name}` ends: did you mean `{meant}`?"
            ),
            Cause::NoLine { name, meant: None } => write!(
                f,
                "no line says how block `{name}` ends: add one, such as `{name} -> return`"
            ),
            Cause::ThreeArms => {
                f.write_str("a branch has two arms: write `switch a b | c` for three or more")
            }
            Cause::Number => f.write_str("expected a number below 4294967296"),
            Cause::Undirected => {
                f.write_str("the graph is undirected: write `digraph`, and `->` for its edges")
            }
            Cause::NoArrowhead => f.write_str("the link has no arrowhead: write `-->`"),
            Cause::NoDirection => f.write_str("the edge has no direction: leave out `dir=none`"),
            Cause::NotControlFlow { what } => {
                write!(f, "this is {what}, not the control flow of a function")
            }
            Cause::Foreign { what } => {
                write!(f, "this is {what}: give `.cfg`, DOT or Mermaid")
            }
            Cause::NotAState { what } => {
                write!(f, "{what} has no meaning as control flow: leave it out")
            }
            Cause::NotAFlowchart => f.write_str(
                "expected `flowchart` or `graph` and a direction, such as `flowchart TD`",
            ),
            Cause::SecondGraph => f.write_str("a second graph begins here: read one at a time"),
            Cause::SecondEntry { name } => {
                write!(
                    f,
                    "`{name}` is marked as the entry, but another block is already marked"
                )
            }
            Cause::UnknownExit => f.write_str(
                "unknown exit: one of `return`, `unreachable`, `jump`, `branch` and `switch`",
            ),
            Cause::ExitDisagrees { name, exit, arms } => {
                let edges = Count(*arms, "edge", "edges");
                write!(f, "`{name}` is marked as a {exit} but has {edges}")
            }
            Cause::EdgeOfSubgraph { name } => {
                write!(
                    f,
                    "`{name}` is a subgraph: lead the edge to a block inside it"
                )
            }
            Cause::TooManyEdges { limit } => {
                write!(
                    f,
                    "joining these groups makes more than {limit} edges: write the edges one by one"
                )
            }
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.cause)
    }
}

impl core::error::Error for ReadError {}

/// A cause and the bytes to which it applies.
#[derive(Debug)]
pub(super) struct Fault {
    span: Range<usize>,
    cause: Cause,
}

impl Fault {
    /// The first byte of the place in the text.
    pub(super) fn start(&self) -> usize {
        self.span.start
    }

    /// Gives the same fault for a text that is part of another text.
    pub(super) fn behind(self, start: usize) -> Fault {
        let span = start + self.span.start..start + self.span.end;
        Fault { span, ..self }
    }

    pub(super) fn new(span: Range<usize>, cause: Cause) -> Fault {
        Fault { span, cause }
    }
}

impl ReadError {
    pub(super) fn locate(text: &str, fault: Fault) -> ReadError {
        let before = &text[..fault.span.start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        ReadError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            span: fault.span,
            cause: fault.cause,
        }
    }
}
