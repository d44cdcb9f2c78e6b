//! The legacy instructions for exceptions, read as the standard ones.
//!
//! *Needs:* a body with its pieces, and for each `catch_all` the number that
//! [the map](crate::map::FunctionMap::caught) gives it. *Gives:* [`Read`]: a body that does the
//! same with `try_table` and `throw_ref`, or what in it has no such form.
//! *Cost:* linear in the body, and for each call in the brackets around it.
//! *Source:* the meaning of `try`, `catch`, `delegate` and `rethrow` in the phase 3 text of the
//! proposal.
//!
//! So both proofs are about the bytes that were written, and know one form of exceptions. Nothing
//! here knows how they were written: for each call the brackets around it are followed outwards, to
//! what would catch its exceptions.
//!
//! ```text
//! try                       block $end
//!   f()                       block $all
//! catch_all                     block $returned
//!   …                             block $caught (result exnref)
//!   rethrow 0                       try_table (catch_all_ref $caught)
//! end                                 call $f
//!                                   end
//!                                   br $returned
//!                                 end
//!                                 local.set $place
//!                                 br $all
//!                               end
//!                               br $end
//!                             end
//!                             …
//!                             local.get $place, throw_ref
//!                           end
//! ```
//! A *place* is a local that the body does not have: one for each number of the map. What a
//! `catch_all` has caught is there as long as control is within it, because no bracket in it may
//! have the same number. A `rethrow` that is no exit of a block, and whose exception gets to a
//! `catch_all`, is a jump to that, along the edge that was taken last.
//!
//! Only the call that ends a block may have its exceptions caught. All others must lead out of the
//! function, as the machine's function says.

mod brackets;
mod calls;
mod write;

use unsnarl::Edge;
use unsnarl_low::InstId;
use unsnarl_object::Relocation;
use wasm_encoder::Instruction;
use wasmparser::{BinaryReader, FunctionBody, Operator};

use self::brackets::{Bracket, brackets};
use crate::map::{Piece, PieceKind};

/// A body in the standard instructions, with what belongs to its bytes.
pub(super) struct Read {
    pub(super) body: Vec<u8>,
    pub(super) pieces: Vec<Piece>,
    pub(super) hints: Vec<(u32, InstId)>,
    pub(super) relocations: Vec<Relocation>,
}

/// What is read.
pub(super) struct Legacy<'a> {
    pub(super) body: &'a [u8],
    pub(super) pieces: &'a [Piece],
    pub(super) hints: &'a [(u32, InstId)],
    pub(super) relocations: &'a [Relocation],
    /// By `catch_all` in order: its number.
    pub(super) caught: &'a [u32],
    /// The first place.
    pub(super) places: u32,
    /// The type of an address, which is what the tag of C++ has.
    pub(super) address: u8,
}

const EMPTY: u8 = 0x40;
const EXCEPTION: u8 = 0x69;

/// A part of the body.
enum Event<'a> {
    Open(PieceKind),
    Close(PieceKind),
    Op(Operator<'a>, (u32, u32), Option<InstId>),
}

/// What catches in a bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// With the number of the tag.
    Tag(u32),
    /// With the number of the `catch_all`.
    All(u32),
}

/// A clause, and the frame whose end is its code.
#[derive(Clone, Copy)]
struct Clause {
    kind: Kind,
    frame: usize,
    /// Where the body has the tag.
    tag: (u32, u32),
}

/// A bracket that is open.
struct Open {
    bracket: usize,
    /// The frame that a jump to it leaves or starts again; none for a `delegate`.
    frame: Option<usize>,
    clauses: Vec<Clause>,
    /// How many of its clauses have begun.
    begun: usize,
}

impl Open {
    /// What has caught the exception with which control is here.
    fn catching(&self) -> Option<Kind> {
        let last = self.begun.checked_sub(1)?;
        self.clauses.get(last).map(|clause| clause.kind)
    }
}

/// Reads a body.
pub(super) fn read(legacy: &Legacy<'_>) -> Result<Read, String> {
    let body = FunctionBody::new(BinaryReader::new(legacy.body, 0));
    let wrong = |error: wasmparser::BinaryReaderError| error.to_string();
    let mut reader = body.get_operators_reader().map_err(wrong)?;
    let start = reader.original_position() as usize;
    let mut events = Vec::new();
    let mut marks = Vec::with_capacity(2 * legacy.pieces.len());
    for piece in legacy.pieces {
        marks.push((piece.start, Event::Open(piece.kind)));
        marks.push((piece.end, Event::Close(piece.kind)));
    }
    let mut marks = marks.into_iter().peekable();
    let mut hints = legacy.hints.iter().peekable();
    while !reader.eof() {
        let (op, at) = reader.read_with_offset().map_err(wrong)?;
        let range = (at as u32, reader.original_position() as u32);
        while let Some((_, event)) = marks.next_if(|&(mark, _)| mark <= range.0) {
            events.push(event);
        }
        while hints.next_if(|&&(hint, _)| hint < range.0).is_some() {}
        let hint = hints.next_if(|&&(hint, _)| hint == range.0);
        events.push(Event::Op(op, range, hint.map(|&(_, inst)| inst)));
    }
    events.extend(marks.map(|(_, event)| event));
    let mut reading = Reading {
        brackets: brackets(&events)?,
        legacy,
        events: &events,
        out: Read {
            body: Vec::with_capacity(2 * legacy.body.len()),
            pieces: Vec::with_capacity(legacy.pieces.len()),
            hints: Vec::with_capacity(legacy.hints.len()),
            relocations: Vec::with_capacity(legacy.relocations.len()),
        },
        open: Vec::new(),
        frames: 0,
        next_bracket: 0,
        piece: None,
        edge: None,
        called: None,
        relocated: 0,
    };
    reading.locals(start)?;
    for at in 0..events.len() {
        reading.event(at)?;
    }
    Ok(reading.out)
}

struct Reading<'a, 'e> {
    legacy: &'a Legacy<'a>,
    events: &'e [Event<'a>],
    brackets: Vec<Bracket>,
    out: Read,
    open: Vec<Open>,
    /// How many brackets of what is written are open.
    frames: usize,
    next_bracket: usize,
    piece: Option<PieceKind>,
    /// The edge that was taken last.
    edge: Option<Edge>,
    /// What catches the call that is being read: what is to be written behind it.
    called: Option<Vec<Clause>>,
    /// How many relocations are passed.
    relocated: usize,
}

/// What is read.
impl Reading<'_, '_> {
    fn event(&mut self, at: usize) -> Result<(), String> {
        let events = self.events;
        match &events[at] {
            Event::Open(kind) => {
                self.piece = Some(*kind);
                if let PieceKind::Edge(edge) = *kind {
                    self.edge = Some(edge);
                }
                if let PieceKind::Operand(block) = *kind
                    && self.is_of_call(at, block)
                {
                    self.open_call()?;
                }
                self.open_piece(*kind);
            }
            Event::Close(kind) => {
                if let PieceKind::Operand(_) = kind
                    && let Some(depth) = self.thrown_again(at)
                {
                    let number = self.caught_by(depth)?;
                    self.op(&Instruction::LocalGet(self.legacy.places + number));
                }
                self.piece = None;
                self.close_piece();
                if let PieceKind::Call(block) = *kind {
                    self.close_call(block)?;
                }
            }
            Event::Op(op, range, hint) => self.instruction(at, op, *range, *hint)?,
        }
        Ok(())
    }

    fn instruction(
        &mut self,
        at: usize,
        op: &Operator<'_>,
        range: (u32, u32),
        hint: Option<InstId>,
    ) -> Result<(), String> {
        let wrong = |what: &str| format!("{what} at byte {}", range.0);
        match op {
            Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => {
                self.copy(range, hint);
                self.frames += 1;
                self.open.push(Open {
                    bracket: self.next_bracket,
                    frame: Some(self.frames - 1),
                    clauses: Vec::new(),
                    begun: 0,
                });
                self.next_bracket += 1;
            }
            Operator::Try { blockty } => {
                if *blockty != wasmparser::BlockType::Empty {
                    return Err(wrong("a try with a block type"));
                }
                self.open_try()?;
            }
            Operator::Catch { .. } | Operator::CatchAll => {
                self.begin(range)?;
                let mut opened = self.open.iter().rev();
                let own = opened.next().and_then(Open::catching);
                if matches!(own, Some(Kind::All(_))) && opened.any(|open| open.catching() == own) {
                    return Err(wrong("a catch_all within one of the same number"));
                }
            }
            Operator::Delegate { .. } => {
                self.open.pop();
            }
            Operator::End => {
                self.op(&Instruction::End);
                if self.open.pop().is_some() {
                    self.frames -= 1;
                }
            }
            Operator::Br { relative_depth } => {
                let depth = self.target(*relative_depth)?;
                self.op(&Instruction::Br(depth));
            }
            Operator::BrIf { relative_depth } => {
                let depth = self.target(*relative_depth)?;
                self.op(&Instruction::BrIf(depth));
            }
            Operator::BrTable { targets } => {
                let mut depths = Vec::new();
                for depth in targets.targets() {
                    let depth = depth.map_err(|error| error.to_string())?;
                    depths.push(self.target(depth)?);
                }
                let default = self.target(targets.default())?;
                self.op(&Instruction::BrTable(depths.into(), default));
            }
            Operator::Rethrow { relative_depth } => {
                let number = self.caught_by(*relative_depth)?;
                self.rethrow(number, range)?;
            }
            Operator::Call { .. } | Operator::CallIndirect { .. } | Operator::Throw { .. } => {
                let ends_block = matches!(self.piece, Some(PieceKind::Call(_)));
                let is_first = matches!(self.events[at - 1], Event::Open(_));
                let is_of_block = ends_block && is_first;
                if !is_of_block && !self.catching().is_empty() {
                    return Err(wrong("a call that does not end its block is caught"));
                }
                self.copy(range, hint);
            }
            _ => self.copy(range, hint),
        }
        Ok(())
    }

    fn open_try(&mut self) -> Result<(), String> {
        let number = self.next_bracket;
        self.next_bracket += 1;
        let bracket = &self.brackets[number];
        let mut open = Open {
            bracket: number,
            frame: None,
            clauses: Vec::new(),
            begun: 0,
        };
        if bracket.delegates.is_none() {
            let places = bracket.clauses.clone();
            open.frame = Some(self.block(EMPTY));
            for &(place, ordinal) in places.iter().rev() {
                let (kind, tag, ty) = match &self.events[place] {
                    Event::Op(Operator::Catch { tag_index }, range, _) => {
                        let tag = self.tag_of(*range).unwrap_or(*tag_index);
                        (Kind::Tag(tag), *range, self.legacy.address)
                    }
                    _ => {
                        let number = self.legacy.caught.get(ordinal);
                        let number = number.ok_or("a catch_all too many")?;
                        (Kind::All(*number), (0, 0), EMPTY)
                    }
                };
                let frame = self.block(ty);
                open.clauses.push(Clause { kind, frame, tag });
            }
            open.clauses.reverse();
        }
        self.open.push(open);
        Ok(())
    }

    /// Begins a clause of the innermost bracket.
    fn begin(&mut self, range: (u32, u32)) -> Result<(), String> {
        let wrong = || format!("an unexpected catch at byte {}", range.0);
        let open = self.open.last_mut().ok_or_else(wrong)?;
        let end = open.frame.ok_or_else(wrong)?;
        open.clauses.get(open.begun).ok_or_else(wrong)?;
        open.begun += 1;
        self.jump(end);
        self.end();
        Ok(())
    }

    /// Throws again what a `catch_all` of this number has caught.
    fn rethrow(&mut self, number: u32, range: (u32, u32)) -> Result<(), String> {
        let clauses = self.catching();
        match self.piece {
            Some(PieceKind::Call(_)) => {
                self.op(&Instruction::ThrowRef);
                Ok(())
            }
            // It is the exit of a block that leaves the function.
            None if clauses.is_empty() => {
                self.op(&Instruction::ThrowRef);
                Ok(())
            }
            None => match clauses[..] {
                [
                    Clause {
                        kind: Kind::All(to),
                        frame,
                        ..
                    },
                ] => {
                    if let Some(edge) = self.edge.filter(|_| to != number) {
                        self.open_piece(PieceKind::Caught(edge));
                        self.op(&Instruction::LocalGet(self.legacy.places + number));
                        self.op(&Instruction::LocalSet(self.legacy.places + to));
                        self.close_piece();
                    }
                    self.jump(frame);
                    Ok(())
                }
                _ => Err(format!(
                    "the exception of the rethrow at byte {} is caught by another bracket",
                    range.0
                )),
            },
            _ => Err(format!("an unexpected rethrow at byte {}", range.0)),
        }
    }
}
