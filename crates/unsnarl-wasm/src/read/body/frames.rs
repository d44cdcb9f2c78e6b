//! Brackets while they are open.

use unsnarl_low::{Catch, Type};
use wasmparser::BlockType;

use super::draft::{BlockNo, Row, Value};
use crate::read::sections::Environment;
use crate::read::types;

/// What a bracket takes from the stack, and what it leaves there.
#[derive(Clone, Copy, Debug)]
pub(super) struct BracketType<'a> {
    pub(super) parameters: &'a [Type],
    pub(super) results: &'a [Type],
}

impl<'a> BracketType<'a> {
    pub(super) fn new(environment: &'a Environment, ty: BlockType) -> Self {
        let (parameters, results): (&[Type], &[Type]) = match ty {
            BlockType::Empty => (&[], &[]),
            BlockType::Type(ty) => (&[], single(types::value(ty))),
            BlockType::FuncType(number) => {
                let ty = &environment.types[number as usize];
                (&ty.parameters, &ty.results)
            }
        };
        BracketType {
            parameters,
            results,
        }
    }
}

/// A row of one type.
fn single(ty: Type) -> &'static [Type] {
    let place = Type::ALL.iter().position(|&other| other == ty);
    let place = place.expect("these are all types");
    &Type::ALL[place..=place]
}

/// What a bracket is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// The function itself.
    Function,
    Block,
    Loop,
    /// The first arm of an `if`: the block that decides, and what the bracket takes. The second
    /// edge is not known yet.
    If(BlockNo, Row),
    /// The second arm.
    Else,
    /// The bracket of clauses, or what the legacy `try` guards: the last of [the
    /// handlers](Handler) while it is open.
    Try,
    /// What follows a legacy `catch`: the last of those that have [caught](Caught) something.
    Catch,
}

/// What catches exceptions in a bracket.
#[derive(Debug)]
pub(super) struct Handler {
    /// The place of its bracket among the open ones.
    pub(super) place: usize,
    /// The clauses in order.
    pub(super) clauses: Vec<Clause>,
    /// The place of the open bracket in which what is thrown here is thrown in effect, if that is
    /// another one.
    pub(super) delegate: Option<usize>,
}

/// What catches some exceptions.
#[derive(Debug)]
pub(super) struct Clause {
    pub(super) catch: Catch,
    pub(super) to: Landing,
}

/// Where an exception leads.
#[derive(Debug)]
pub(super) enum Landing {
    /// To the label of the bracket at this place among the open ones.
    Label(usize),
    /// To what follows a legacy `catch`, which takes these types. It has a block once something may
    /// be thrown.
    Own(Vec<Type>, Option<BlockNo>),
}

/// A legacy `try` whose first `catch` was read.
#[derive(Debug)]
pub(super) struct Caught {
    /// Its clauses.
    pub(super) clauses: std::vec::IntoIter<Clause>,
    /// The exception that was caught, if it is thrown again.
    pub(super) reference: Option<Value>,
}

/// A bracket.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<'a> {
    pub(super) kind: Kind,
    pub(super) ty: BracketType<'a>,
    /// How high the stack is without what the bracket takes.
    pub(super) height: usize,
    /// Where jumps to its label lead, if there are any so far.
    pub(super) target: Option<BlockNo>,
}

impl<'a> Frame<'a> {
    /// What jumps to its label bring.
    pub(super) fn label(&self) -> &'a [Type] {
        match self.kind {
            Kind::Loop => self.ty.parameters,
            _ => self.ty.results,
        }
    }
}
