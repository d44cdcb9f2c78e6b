//! Open brackets of the program and of the bytes.

use unsnarl::{BlockId, Edge, NodeId, Step};

/// An open bracket of the program, by its representation.
pub(super) enum Bracket {
    /// So many frames, all of which end with it.
    Frames(usize),
    /// An `if`: the second arm with contents begins with `else`.
    If(CodeArms),
    /// A `br_if`, maybe in a `block`: what follows it is the arm with contents.
    Inline { arms: CodeArms, frames: usize },
    /// Blocks: one for each arm with contents that has not begun; one around them all, if
    /// `has_end`.
    Switch { arms: CodeArms, has_end: bool },
}

/// The arms of a bracket that have contents, and how many of them have begun.
pub(super) struct CodeArms {
    pub(super) nodes: Vec<NodeId>,
    pub(super) begun: usize,
}

impl CodeArms {
    pub(super) fn new(arms: &[Arm]) -> Self {
        let with_code = arms.iter().filter(|arm| arm.contents == Contents::Code);
        CodeArms {
            nodes: with_code.map(|arm| arm.node).collect(),
            begun: 0,
        }
    }

    /// The position of an arm that begins, if it has contents.
    pub(super) fn begin(&mut self, node: NodeId) -> Option<usize> {
        let is_next = self.nodes.get(self.begun) == Some(&node);
        self.begun += usize::from(is_next);
        is_next.then(|| self.begun - 1)
    }
}

/// An arm of a bracket.
#[derive(Clone)]
pub(super) struct Arm {
    pub(super) node: NodeId,
    pub(super) contents: Contents,
}

/// The contents of an arm.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Contents {
    /// Nothing; control goes to the end of the bracket.
    Nothing(Option<Edge>),
    /// A jump, maybe along an empty edge.
    Jump(Option<Edge>, Step),
    /// A jump of an exception to where it is caught, which takes no instruction; maybe along an
    /// empty edge.
    Thrown(Option<Edge>),
    /// Code.
    Code,
}

/// A `block`, `loop` or `if` that is open.
#[derive(Clone, Copy)]
pub(super) struct Opened {
    /// Whether a jump leads to its end.
    pub(super) is_left: bool,
    /// A jump to a loop starts it again.
    pub(super) is_loop: bool,
    pub(super) role: Role,
}

/// What a frame does with exceptions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Nothing that concerns others.
    Plain,
    /// Those of this `try` go to this pad, which follows it. A jump to its end is an exception.
    Trying(BlockId),
    /// One of this class was caught.
    Caught(u32),
}

/// A bracket of the program, in the legacy instructions.
pub(super) struct Scope {
    /// How many frames were open around it.
    pub(super) base: usize,
    /// The `try` around it, whose pad follows it.
    pub(super) guard: Option<usize>,
}
