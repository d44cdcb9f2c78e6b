//! The functions that a graph is divided into, as graphs of their own.
//!
//! *Needs:* a subject of the input.
//! *Gives:* [`functions`]: each piece with a name, and bodies in which stubs are calls.
//! *Cost:* that of `reduce::outline`.

use crate::input::Subject;
use std::borrow::Cow;
use unsnarl::reduce::{Part, Piece, outline};
use unsnarl::text::{Assignment, Bodies};
use unsnarl::{BlockId, Cfg, Edge};

/// A piece of a function, to be structured on its own.
pub(super) struct Function {
    pub(super) name: String,
    pub(super) cfg: Cfg,
    /// The name of the function that was divided.
    whole: String,
    piece: Piece,
}

/// The bodies of a piece: those of the function, and a line for each call.
pub(super) struct Calls<'a, B> {
    function: &'a Function,
    bodies: &'a B,
}

/// Divides a subject into functions. A reducible one is one function, which keeps its name.
pub(super) fn functions(subject: &Subject<'_>) -> Vec<Function> {
    let pieces = outline(&subject.cfg).pieces().to_vec();
    let named = (0..).zip(pieces);
    named
        .map(|(number, piece)| Function {
            name: name(subject.name, number),
            cfg: piece.graph().cfg().clone(),
            whole: subject.name.to_owned(),
            piece,
        })
        .collect()
}

impl Function {
    /// The block of the divided function that a block is.
    pub(super) fn origin(&self, block: BlockId) -> Option<BlockId> {
        match self.piece.part(block) {
            Part::Block(block) => Some(block),
            Part::Call(_) => None,
        }
    }

    /// Shows the blocks by those of the divided function.
    pub(super) fn bodies<'a, B: Bodies>(&'a self, bodies: &'a B) -> Calls<'a, B> {
        Calls {
            function: self,
            bodies,
        }
    }
}

/// The first piece is the one that is called from outside, by the name of the function.
fn name(whole: &str, piece: u32) -> String {
    match piece {
        0 => whole.to_owned(),
        piece => format!("{whole}.{piece}"),
    }
}

impl<B: Bodies> Calls<'_, B> {
    fn edge_of_input(&self, edge: Edge) -> Option<Edge> {
        let block = self.function.origin(edge.block)?;
        Some(Edge { block, ..edge })
    }

    fn call(&self, piece: u32) -> Cow<'_, str> {
        Cow::Owned(format!("tail call {}", name(&self.function.whole, piece)))
    }
}

impl<B: Bodies> Bodies for Calls<'_, B> {
    fn name(&self, block: BlockId) -> Cow<'_, str> {
        match self.function.piece.part(block) {
            Part::Block(block) => self.bodies.name(block),
            Part::Call(piece) => self.call(piece),
        }
    }

    fn code(&self, block: BlockId) -> Option<Cow<'_, str>> {
        match self.function.piece.part(block) {
            Part::Block(block) => self.bodies.code(block),
            Part::Call(_) => Some(Cow::Borrowed("")),
        }
    }

    fn decision(&self, block: BlockId) -> Option<Cow<'_, str>> {
        match self.function.piece.part(block) {
            Part::Block(block) => self.bodies.decision(block),
            Part::Call(_) => None,
        }
    }

    fn opposite(&self, block: BlockId) -> Option<Cow<'_, str>> {
        match self.function.piece.part(block) {
            Part::Block(block) => self.bodies.opposite(block),
            Part::Call(_) => None,
        }
    }

    fn case(&self, edge: Edge) -> Option<Cow<'_, str>> {
        self.bodies.case(self.edge_of_input(edge)?)
    }

    fn edge(&self, edge: Edge) -> Option<Cow<'_, str>> {
        self.bodies.edge(self.edge_of_input(edge)?)
    }

    fn assignment(&self, block: BlockId) -> Option<Assignment<'_>> {
        match self.function.piece.part(block) {
            Part::Block(block) => self.bodies.assignment(block),
            Part::Call(_) => None,
        }
    }

    fn assignment_on(&self, edge: Edge) -> Option<Assignment<'_>> {
        self.bodies.assignment_on(self.edge_of_input(edge)?)
    }

    fn leave(&self, block: BlockId) -> Option<Cow<'_, str>> {
        match self.function.piece.part(block) {
            Part::Block(block) => self.bodies.leave(block),
            Part::Call(piece) => Some(self.call(piece)),
        }
    }
}
