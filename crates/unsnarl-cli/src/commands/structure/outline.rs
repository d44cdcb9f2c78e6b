//! The functions that a graph is divided into, as graphs of their own.
//!
//! *Needs:* a subject of the input.
//! *Gives:* [`functions`]: each piece with a name, and bodies in which stubs are calls.
//! *Cost:* that of `reduce::outline`.

use crate::input::Subject;
use std::borrow::Cow;
use unsnarl::reduce::{Part, Piece, outline};
use unsnarl::text::Bodies;
use unsnarl::{BlockId, Cfg, Edge};

/// A piece of a function, to be structured on its own.
pub(super) struct Function<'a> {
    pub(super) name: String,
    pub(super) cfg: Cfg,
    pub(super) bodies: Calls<'a>,
}

/// The bodies of a piece: those of the function, and a line for each call.
pub(super) struct Calls<'a> {
    subject: &'a Subject<'a>,
    piece: Piece,
}

/// Divides a subject into functions. A reducible one is one function, which keeps its name.
pub(super) fn functions<'a>(subject: &'a Subject<'a>) -> Vec<Function<'a>> {
    let pieces = outline(&subject.cfg).pieces().to_vec();
    let named = (0..).zip(pieces);
    named
        .map(|(number, piece)| Function {
            name: name(subject, number),
            cfg: piece.graph().cfg().clone(),
            bodies: Calls { subject, piece },
        })
        .collect()
}

/// The first piece is the one that is called from outside, by the name of the function.
fn name(subject: &Subject<'_>, piece: u32) -> String {
    match piece {
        0 => subject.name.to_string(),
        piece => format!("{}.{piece}", subject.name),
    }
}

impl Calls<'_> {
    fn edge_of_input(&self, edge: Edge) -> Option<Edge> {
        match self.piece.part(edge.block) {
            Part::Block(block) => Some(Edge { block, ..edge }),
            Part::Call(_) => None,
        }
    }

    fn call(&self, piece: u32) -> Cow<'_, str> {
        Cow::Owned(format!("tail call {}", name(self.subject, piece)))
    }
}

impl Bodies for Calls<'_> {
    fn name(&self, block: BlockId) -> Cow<'_, str> {
        match self.piece.part(block) {
            Part::Block(block) => self.subject.bodies.name(block),
            Part::Call(piece) => self.call(piece),
        }
    }

    fn code(&self, block: BlockId) -> Option<Cow<'_, str>> {
        match self.piece.part(block) {
            Part::Block(block) => self.subject.bodies.code(block),
            Part::Call(_) => Some(Cow::Borrowed("")),
        }
    }

    fn decision(&self, block: BlockId) -> Option<Cow<'_, str>> {
        match self.piece.part(block) {
            Part::Block(block) => self.subject.bodies.decision(block),
            Part::Call(_) => None,
        }
    }

    fn case(&self, edge: Edge) -> Option<Cow<'_, str>> {
        self.subject.bodies.case(self.edge_of_input(edge)?)
    }

    fn edge(&self, edge: Edge) -> Option<Cow<'_, str>> {
        self.subject.bodies.edge(self.edge_of_input(edge)?)
    }

    fn leave(&self, block: BlockId) -> Option<Cow<'_, str>> {
        match self.piece.part(block) {
            Part::Block(block) => self.subject.bodies.leave(block),
            Part::Call(piece) => Some(self.call(piece)),
        }
    }
}
