//! Brackets while they are open.

use unsnarl_low::{Catch, Type};
use wasmparser::BlockType;

use super::draft::{BlockNo, Row};
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
    /// The bracket of clauses, the last of [the handlers](Handler) while it is open.
    Try,
}

/// What catches exceptions in a bracket.
#[derive(Debug)]
pub(super) struct Handler {
    /// The clauses in order, and the place among the open brackets of that to whose label each
    /// jumps.
    pub(super) clauses: Vec<(Catch, usize)>,
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
