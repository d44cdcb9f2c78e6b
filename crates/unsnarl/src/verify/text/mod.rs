//! Text in C or JavaScript, read back: proves that it runs the blocks of its graph in their order.
//!
//! *Needs:* a graph; the statements of a function as text; for each block and edge the text that
//! [stands for it](Due); the names of the [variables of control](Control).
//! *Gives:* [`text`]: a proof that every path through the text runs the statements of the blocks
//! and edges, and asks the decisions, that the graph has on that path, or the place where it does
//! not; and [`declared`]: a check that every variable of a function is declared.
//! *Cost:* near-linear in the text and in the states that are visited. A state is a place in the
//! text, the values of the live variables of control, and a place in the graph.
//! *Limits:* statements and decisions are opaque: they are compared as sequences of tokens, up to
//! parentheses around them.
//!
//! | module | subject |
//! |---|---|
//! | `tokens` | the words and signs of C and JavaScript |
//! | `parse` | statements: brackets, loops, switches, jumps |
//! | `variables` | the variables that the text has for control |
//! | `flow` | the statements with their successors; conditions as tests of their parts |
//! | `passages` | brackets and jumps in a row |
//! | `components` | the strongly connected components of the flow |
//! | `live` | the variables of control that are read later |
//! | `constants` | the constants that the label is compared with later |
//! | `due` | the next actions of the graph |
//! | `walk` | the text and the graph together |
//! | `scope` | whether each variable is declared |
//!
//! None of this knows the [forms](crate::forms) or the [writers](crate::emit) of the library.
//!
//! ```
//! use unsnarl::emit::{self, Texts};
//! use unsnarl::verify::{Asked, Control, Due, TextVerdict, text};
//! use unsnarl::{BlockId, Cfg, Edge, Id, reduce, structure};
//!
//! struct Calls;
//! impl Due for Calls {
//!     fn statements(&self, block: BlockId) -> String {
//!         format!("block({})", block.index())
//!     }
//!     fn on_edge(&self, _: Edge) -> String {
//!         String::new()
//!     }
//!     fn leave(&self, _: BlockId) -> String {
//!         String::from("return")
//!     }
//!     fn decision(&self, block: BlockId) -> Asked {
//!         let operand = format!("decide({})", block.index());
//!         Asked {
//!             operands: vec![operand],
//!             cases: vec![Some(String::from("0")), Some(String::from("1"))],
//!             ..Asked::default()
//!         }
//!     }
//! }
//!
//! let graph = unsnarl::text::read("a -> b | c\nb -> a\nc -> return", unsnarl::text::Notation::Cfg)?;
//! let right = "
//!   block(0);
//!   while (decide(0) == 0) {
//!     block(1);
//!     block(0);
//!   }
//!   block(2);
//!   return;
//! ";
//! let control = Control::default();
//! let verdict = text(&graph.cfg, right, &Calls, &control, 1000);
//! assert!(matches!(verdict, TextVerdict::Proved { .. }));
//! let wrong = right.replace("== 0", "!= 0");
//! let verdict = text(&graph.cfg, &wrong, &Calls, &control, 1000);
//! assert!(matches!(verdict, TextVerdict::Failed(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod components;
mod constants;
mod due;
mod flow;
mod live;
mod parse;
mod passages;
mod scope;
mod tokens;
mod variables;
mod walk;

#[cfg(test)]
mod tests;

use crate::cfg::Cfg;
use crate::ids::{BlockId, Edge};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The statements and decisions that the text must have for the blocks and edges of its graph.
pub trait Due {
    /// Gives the statements of a block, without its exit.
    fn statements(&self, block: BlockId) -> String;

    /// Gives the statements on an edge.
    fn on_edge(&self, edge: Edge) -> String;

    /// Gives the statements by which a block leaves the function.
    fn leave(&self, block: BlockId) -> String;

    /// Gives the expressions by which a block with several edges decides.
    fn decision(&self, block: BlockId) -> Asked;
}

/// The ways in which the text may ask for a decision. All are expressions, except `dropped`.
#[derive(Clone, Default, Debug)]
pub struct Asked {
    /// Conditions that hold if a branch takes slot 0.
    pub holds: Vec<String>,
    /// Conditions that hold if a branch takes slot 1.
    pub fails: Vec<String>,
    /// Operands that may be compared with the cases, and saved in the variable of the decision.
    pub operands: Vec<String>,
    /// By slot: the value of the operand; nothing for the slot that all other values take.
    pub cases: Vec<Option<String>>,
    /// The statements that may stand for a decision that makes no difference.
    pub dropped: Vec<String>,
    /// Whether the statements of the block leave the slot in the variable of the decision.
    pub is_set: bool,
    /// Whether asking has a side effect, so that the text must ask, or drop the decision by a
    /// statement.
    pub acts: bool,
}

/// The names that the text uses for control alone.
#[derive(Clone, Default, Debug)]
pub struct Control {
    /// The label variable, and its initial value.
    pub label: Option<(String, Option<u32>)>,
    /// Flags, which are initially false.
    pub flags: Vec<String>,
    /// Variables that hold the decisions of blocks.
    pub saved: Vec<(String, BlockId)>,
    /// Words that begin statements which leave the function, beside `return` and `throw`: functions
    /// that never return, and macros before a `return`.
    pub leaving: Vec<String>,
    /// Whether jumps may name the label of a bracket; in C they may not.
    pub has_labels: bool,
}

impl Control {
    /// Walks the names of all variables.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let label = self.label.iter().map(|(name, _)| name);
        let saved = self.saved.iter().map(|(name, _)| name);
        label.chain(&self.flags).chain(saved).map(String::as_str)
    }
}

/// The verdict on a text that was read back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TextVerdict {
    /// Every path through the text is one of the graph.
    Proved {
        /// The number of states that were visited.
        states: usize,
    },
    /// The limit was reached before every state was visited, and no difference was found.
    GivenUp {
        /// The number of states that were visited.
        states: usize,
    },
    /// The text differs from the graph.
    Failed(TextDifference),
}

/// Where a text differs from its graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextDifference {
    /// The line of the text, from 1.
    pub line: usize,
    /// The tokens of the text there.
    pub found: String,
    /// The block that the graph is at or comes from, if there is one.
    pub block: Option<BlockId>,
    /// The next action of the graph.
    pub due: String,
    /// Whether the text omits a decision that [acts](Asked::acts).
    pub is_dropped: bool,
}

impl fmt::Display for TextDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TextDifference {
            line, found, due, ..
        } = self;
        write!(f, "line {line} of the text: found {found}, expected {due}")?;
        match self.block {
            Some(block) => write!(f, " at {block}"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for TextDifference {}

/// Reads back the statements of a function, and compares their behaviour with the graph.
///
/// Visits about `limit` states at most; a state at a decision of many slots counts as several. The
/// [`state_limit`](crate::verify::state_limit) of a program of this library is enough for its text,
/// by a wide margin. O(states · log states).
pub fn text(cfg: &Cfg, text: &str, due: &dyn Due, control: &Control, limit: usize) -> TextVerdict {
    walk::walk(cfg, text, due, control, limit)
}

/// Checks that each variable in the text of a function is declared there, once, before it is used.
///
/// `text` includes the head of the function and its declarations. `is_known` tells whether a name
/// is declared elsewhere, or is not the name of a variable whose declaration matters. O(tokens ·
/// depth of braces).
///
/// ```
/// use unsnarl::verify::declared;
///
/// let text = "function f(n) { let label; label = n; return label; }";
/// let is_word = |name: &str| matches!(name, "let" | "return");
/// assert!(declared(text, &is_word).is_ok());
/// let error = declared(&text.replace("let label;", ""), &is_word).unwrap_err();
/// assert_eq!(error.to_string(), "line 1 of the text: found label, expected its declaration");
/// ```
pub fn declared(text: &str, is_known: &dyn Fn(&str) -> bool) -> Result<(), TextDifference> {
    scope::declared(text, is_known)
}
