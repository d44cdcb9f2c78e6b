//! The texts of a host for its blocks, used when a graph or a program is printed.
//!
//! *Needs:* a host that can show its blocks as text.
//! *Gives:* [`Bodies`], which the writers call, [`Assignment`], and [`Numbered`], which gives
//! numbers only.
//! *Cost:* the writers ask once for each place in the text.

use super::{Named, arms};
use crate::cfg::Exit;
use crate::ids::{BlockId, Edge, IdMap};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

/// Shows a host's blocks.
///
/// All methods are optional. Texts may have several lines; a writer indents each line.
///
/// ```
/// use std::borrow::Cow;
/// use unsnarl::emit::pseudocode;
/// use unsnarl::text::{Bodies, Notation, read};
/// use unsnarl::{BlockId, Id, reduce, structure};
///
/// struct Letters;
///
/// impl Bodies for Letters {
///     fn name(&self, block: BlockId) -> Cow<'_, str> {
///         ["A", "B", "C"][block.index()].into()
///     }
///     fn decision(&self, _: BlockId) -> Option<Cow<'_, str>> {
///         Some("x > 0".into())
///     }
/// }
///
/// let graph = read("a -> b | c\nb -> c\nc -> return", Notation::Cfg)?;
/// let program = structure::nested(&reduce::dispatch(&graph.cfg));
/// let mut code = String::new();
/// pseudocode(&mut code, &graph.cfg, &program, &Letters)?;
/// assert!(code.contains("if x > 0 {"), "{code}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Bodies {
    /// Gives the name of `block`, unique in its graph: its id unless there is a better name.
    fn name(&self, block: BlockId) -> Cow<'_, str> {
        Cow::Owned(format!("{block}"))
    }

    /// Gives the code of `block` without its exit. `None` means the block's name.
    fn code(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let _ = block;
        None
    }

    /// Gives the text by which `block` decides: the condition of a branch or the operand of a
    /// switch. `None` means the block's name.
    fn decision(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let _ = block;
        None
    }

    /// Gives the negation of a branch's condition. `None` means that the writer negates the
    /// condition.
    fn opposite(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let _ = block;
        None
    }

    /// Gives the value for which a branch or a switch takes `edge`. `None` means the number of the
    /// slot; for a branch it means that the condition holds, or does not.
    fn case(&self, edge: Edge) -> Option<Cow<'_, str>> {
        let _ = edge;
        None
    }

    /// Gives the code of `edge`, such as copies of values. `None` if it has no code.
    fn edge(&self, edge: Edge) -> Option<Cow<'_, str>> {
        let _ = edge;
        None
    }

    /// Gives the assignment that is the whole code of `block` beside its decision, if it is one
    /// assignment that can be written as an expression: it may then stand in the head of a `for`.
    fn assignment(&self, block: BlockId) -> Option<Assignment<'_>> {
        let _ = block;
        None
    }

    /// Gives the same for the code of `edge`.
    fn assignment_on(&self, edge: Edge) -> Option<Assignment<'_>> {
        let _ = edge;
        None
    }

    /// Gives the code of `block` in two parts: the code before its last action, and the assignment
    /// that is its last action before it decides, if that can be the step of a `for`.
    fn with_step(&self, block: BlockId) -> Option<(Cow<'_, str>, Assignment<'_>)> {
        let _ = block;
        None
    }

    /// Tells whether the question of `test`, which repeats the loop that begins with `first`, also
    /// holds before the first round, as it is written.
    fn is_entered(&self, first: BlockId, test: BlockId) -> bool {
        let _ = (first, test);
        false
    }

    /// Tells whether a loop whose rounds begin with `first`, or with no block, may be written with
    /// a condition. In C it may if it ends or has a visible effect.
    fn progresses(&self, first: Option<BlockId>) -> bool {
        let _ = first;
        true
    }

    /// Gives the text by which `block` ends the function. `None` means the name of its exit.
    fn leave(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let _ = block;
        None
    }

    /// Tells whether `block` is a dispatcher, so that a picture can show it as one.
    fn is_dispatcher(&self, block: BlockId) -> bool {
        let _ = block;
        false
    }
}

/// A text that sets one variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment<'t> {
    /// The variable.
    pub variable: Cow<'t, str>,
    /// The whole assignment, without the sign that ends a statement.
    pub text: Cow<'t, str>,
}

/// Names every block by its id.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Numbered;

impl Bodies for Numbered {}

/// Blocks that are not in the map, such as dispatchers that a pass has added, are named by their
/// ids.
impl Bodies for IdMap<BlockId, String> {
    fn name(&self, block: BlockId) -> Cow<'_, str> {
        match self.get(block) {
            Some(name) => Cow::Borrowed(name),
            None => Numbered.name(block),
        }
    }
}

impl Bodies for Named {
    fn name(&self, block: BlockId) -> Cow<'_, str> {
        self.names.name(block)
    }

    /// A block that only decides has no code.
    fn code(&self, block: BlockId) -> Option<Cow<'_, str>> {
        if self.cfg.only_decides(block) {
            return Some(Cow::Borrowed(""));
        }
        let text = self.texts.get(&block)?;
        Some(Cow::Borrowed(&text.code))
    }

    fn decision(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let text = self.texts.get(&block);
        if let Some(decision) = text.and_then(|text| text.decision.as_deref()) {
            return Some(Cow::Borrowed(decision));
        }
        let only_decides = self.cfg.only_decides(block);
        only_decides.then(|| self.name(block))
    }

    /// The case of a question is whether it holds, and the question itself says that.
    fn case(&self, edge: Edge) -> Option<Cow<'_, str>> {
        let name = self.arms.get(&edge)?;
        let text = self.texts.get(&edge.block);
        let question = text.and_then(|text| text.decision.as_deref());
        let taken = self.arms.get(&Edge::new(edge.block, 0));
        let repeats = question.is_some() && taken.map(String::as_str) == question;
        let is_branch = self.cfg.exit(edge.block) == Exit::Branch;
        let answers = question.is_some() && arms::says_whether(name);
        let is_answer = is_branch && (answers || repeats);
        (!is_answer).then_some(Cow::Borrowed(name))
    }

    fn leave(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let leave = self.texts.get(&block)?.leave.as_deref()?;
        Some(Cow::Borrowed(leave))
    }
}
