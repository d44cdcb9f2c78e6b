//! Debug information of a function as the text has it, until the metadata is known.

use unsnarl_ir::debug::Point;
use unsnarl_ir::{BlockId, InstId, ValueId};

use crate::lexer::Token;

/// A record in the text.
pub(super) struct RecordText {
    /// Its name, or that of the intrinsic.
    pub(super) name: Token,
    /// The bracket of its arguments.
    pub(super) open: Token,
    /// The location of the call.
    pub(super) location: Option<Token>,
    /// The block that it is in, and how many instructions are before it.
    pub(super) block: BlockId,
    pub(super) place: usize,
}

/// A record whose values are known.
pub(super) struct Taken {
    pub(super) kind: TakenKind,
    pub(super) point: Point,
    pub(super) name: Token,
}

pub(super) enum TakenKind {
    Variable {
        word: &'static str,
        operands: TakenOperands,
        variable: Token,
        expression: Token,
        location: Token,
    },
    Assign {
        operands: TakenOperands,
        variable: Token,
        expression: Token,
        assignment: Token,
        address: TakenOperands,
        address_expression: Token,
        location: Token,
    },
    Label {
        label: Token,
        location: Token,
    },
}

/// The operands of a record; nothing if one is not there.
pub(super) enum TakenOperands {
    Nothing,
    One(TakenOperand),
    Several(Vec<TakenOperand>),
}

pub(super) enum TakenOperand {
    Value(ValueId),
    /// Where a type and a constant begin.
    Constant(Token),
}

/// Attachments and records of a function, by where they are in the text.
#[derive(Default)]
pub(super) struct FunctionText {
    pub(super) subprogram: Option<Token>,
    pub(super) locations: Vec<(Point, Token)>,
    pub(super) assignments: Vec<(InstId, Token)>,
    pub(super) records: Vec<Taken>,
}

impl FunctionText {
    /// That of a declaration.
    pub(super) fn declared(subprogram: Option<Token>) -> Self {
        FunctionText {
            subprogram,
            ..FunctionText::default()
        }
    }

    /// Tells whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.subprogram.is_none()
            && self.locations.is_empty()
            && self.assignments.is_empty()
            && self.records.is_empty()
    }
}
