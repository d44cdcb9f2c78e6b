//! The brackets of the bytes, while they are open.

use unsnarl::{Edge, LabelId};
use wasmparser::FuncType;

/// Whether a bracket has parameters, and whether it has results.
#[derive(Clone, Copy, Default)]
pub(super) struct Arity {
    pub(super) takes: bool,
    pub(super) gives: bool,
}

impl Arity {
    pub(super) fn of(ty: &FuncType) -> Self {
        Arity {
            takes: !ty.params().is_empty(),
            gives: !ty.results().is_empty(),
        }
    }
}

/// A bracket of the bytes.
pub(super) struct Bracket {
    pub(super) kind: BracketKind,
    pub(super) label: LabelId,
    /// Whether it is unreachable, and so not in the program.
    pub(super) is_dead: bool,
    /// Whether a jump leads to its end.
    pub(super) is_left: bool,
    pub(super) arity: Arity,
    /// Whether its parameter is the label.
    pub(super) takes_label: bool,
    /// Whether its result is the label, as far as that is known.
    pub(super) gives_label: Option<bool>,
}

impl Bracket {
    /// Tells whether a jump to it leads past its end, and so to where control gets there without
    /// one.
    pub(super) fn is_left_at_its_end(&self) -> bool {
        !matches!(self.kind, BracketKind::Loop)
    }

    /// Marks its end as reachable, with the label on the stack or not.
    pub(super) fn arrive(&mut self, is_label_waiting: bool) -> Result<(), String> {
        if is_label_waiting && !self.arity.gives {
            return Err("a pending label value at the end of a bracket without results".to_owned());
        }
        if *self.gives_label.get_or_insert(is_label_waiting) == is_label_waiting {
            Ok(())
        } else {
            Err("a bracket leaves a label value only on some paths".to_owned())
        }
    }
}

#[derive(Clone, Copy)]
pub(super) enum BracketKind {
    Block,
    Loop,
    /// The slot that has no arm yet, and the edge that it takes if it gets none.
    If(Option<(u32, Option<Edge>)>),
}

/// The bracket of a call, while it is open.
pub(super) struct Trying {
    /// By clause: the bracket that it jumps to.
    pub(super) targets: Vec<usize>,
    /// Whether a call was read.
    pub(super) has_call: bool,
}
