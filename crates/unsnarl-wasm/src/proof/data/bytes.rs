//! The bytes of a function, read back: instructions between the starts and ends of pieces.
//!
//! *Needs:* a body, its pieces and its relocations. *Gives:* [`Code`]: a line of [`Token`]s, and
//! where each jump leads.
//! *Cost:* linear in the body.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use unsnarl_low::{InstId, Op};
use unsnarl_object::{Relocation, RelocationKind};
use wasmparser::{BinaryReader, Catch, FunctionBody, Operator};

use super::decode::operation;
use crate::map::{Piece, PieceKind};

/// A body in which every place that the linker fills in holds a number of its full width, as the
/// object has it.
pub(super) fn padded(body: &[u8], relocations: &[Relocation]) -> Vec<u8> {
    let mut padded = body.to_vec();
    for own in relocations {
        let place = own.at as usize..own.at as usize + own.kind.size();
        if let Some(bytes) = padded.get_mut(place)
            && let Some((_, first)) = bytes.split_last_mut()
        {
            first.fill(0x80);
        }
    }
    padded
}

/// A step of the body.
pub(super) enum Token<'a> {
    Open(PieceKind),
    Close(PieceKind),
    /// An instruction, where in the body it begins and ends, and which one of the function it
    /// claims to be.
    Op(Operator<'a>, (u32, u32), Option<InstId>),
}

/// A bracket, by the places of its tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bracket {
    pub(super) is_loop: bool,
    /// How many values a jump to it, and one to its end, takes along.
    pub(super) parameters: usize,
    pub(super) results: usize,
    /// The token after `else`.
    pub(super) otherwise: Option<usize>,
    /// The token of its `end`.
    pub(super) end: usize,
    start: usize,
}

impl Bracket {
    /// Where a jump to it goes, and with how many values.
    pub(super) fn target(&self) -> (usize, usize) {
        match self.is_loop {
            true => (self.start + 1, self.parameters),
            false => (self.end + 1, self.results),
        }
    }
}

/// How many `block`s are a long row.
const LONG_ROW: usize = 8;

/// A body.
pub(super) struct Code<'a> {
    pub(super) tokens: Vec<Token<'a>>,
    /// By token that opens or closes a bracket, or is its `else`: the bracket.
    pub(super) bracket_of: HashMap<usize, usize, FixedState>,
    pub(super) brackets: Vec<Bracket>,
    /// By token of a call, or of a throw, that is directly in the bracket of calls: what opens
    /// that.
    pub(super) tries: HashMap<usize, usize, FixedState>,
    /// By token that jumps: its brackets, the default of a table last; none for the function.
    pub(super) jumps: HashMap<usize, Vec<Option<usize>>, FixedState>,
    /// By the first token of a long row of `block`s without parameters: the token behind them.
    pub(super) rows: HashMap<usize, usize, FixedState>,
    /// The types of the locals that are no parameters.
    pub(super) locals: Vec<wasmparser::ValType>,
    /// Ascending by place.
    relocations: &'a [Relocation],
}

impl<'a> Code<'a> {
    /// Reads a body. `arity` tells how many parameters and results a type has.
    pub(super) fn read(
        body: &'a [u8],
        pieces: &[Piece],
        hints: &[(u32, InstId)],
        relocations: &'a [Relocation],
        arity: &dyn Fn(u32) -> Option<(usize, usize)>,
    ) -> Result<Self, String> {
        let wrong = |error: wasmparser::BinaryReaderError| error.to_string();
        let function = FunctionBody::new(BinaryReader::new(body, 0));
        let mut locals = Vec::new();
        for group in function.get_locals_reader().map_err(wrong)? {
            let (count, ty) = group.map_err(wrong)?;
            locals.extend(std::iter::repeat_n(ty, count as usize));
        }
        let mut code = Code {
            tokens: Vec::with_capacity(2 * pieces.len() + body.len() / 2),
            bracket_of: HashMap::default(),
            brackets: Vec::new(),
            tries: HashMap::default(),
            jumps: HashMap::default(),
            rows: HashMap::default(),
            locals,
            relocations,
        };
        let mut reader = function.get_operators_reader().map_err(wrong)?;
        let mut marks = marks(pieces).into_iter().peekable();
        let mut hints = hints.iter().peekable();
        let mut open: Vec<usize> = Vec::new();
        while !reader.eof() {
            let (op, at) = reader.read_with_offset().map_err(wrong)?;
            let end = reader.original_position();
            let range = (at as u32, end as u32);
            let at = at as u32;
            while let Some((_, token)) = marks.next_if(|&(mark, _)| mark <= at) {
                code.tokens.push(token);
            }
            code.note(&op, range, &mut open, arity)?;
            while hints.next_if(|&&(hint, _)| hint < range.0).is_some() {}
            let hint = hints.next_if(|&&(hint, _)| hint == range.0);
            code.tokens
                .push(Token::Op(op, range, hint.map(|&(_, inst)| inst)));
        }
        code.tokens.extend(marks.map(|(_, token)| token));
        code.note_rows();
        Ok(code)
    }

    /// Notes the rows of `block`s, such as those in front of a table of many arms.
    fn note_rows(&mut self) {
        let mut first = 0;
        for (at, token) in self.tokens.iter().enumerate() {
            let is_block = matches!(token, Token::Op(Operator::Block { .. }, ..))
                && self.brackets[self.bracket_of[&at]].parameters == 0;
            if !is_block {
                if at - first >= LONG_ROW {
                    self.rows.insert(first, at);
                }
                first = at + 1;
            }
        }
    }

    /// Notes what an instruction opens, closes and jumps to.
    fn note(
        &mut self,
        op: &Operator<'_>,
        range: (u32, u32),
        open: &mut Vec<usize>,
        arity: &dyn Fn(u32) -> Option<(usize, usize)>,
    ) -> Result<(), String> {
        let at = self.tokens.len();
        let target = |depth: u32| {
            let place = open.len().checked_sub(1 + depth as usize);
            place.map(|place| open[place])
        };
        match op {
            Operator::Block { blockty } | Operator::Loop { blockty } | Operator::If { blockty } => {
                let (parameters, results) = match *blockty {
                    wasmparser::BlockType::Empty => (0, 0),
                    wasmparser::BlockType::Type(_) => (0, 1),
                    wasmparser::BlockType::FuncType(ty) => {
                        let ty = match self.relocation(range, RelocationKind::TypeIndexLeb) {
                            Some(relocation) => relocation.target,
                            None => ty,
                        };
                        arity(ty).ok_or("a bracket without a type")?
                    }
                };
                self.bracket_of.insert(at, self.brackets.len());
                open.push(self.brackets.len());
                self.brackets.push(Bracket {
                    is_loop: matches!(op, Operator::Loop { .. }),
                    parameters,
                    results,
                    otherwise: None,
                    end: at,
                    start: at,
                });
            }
            Operator::TryTable { try_table } => {
                // The bracket itself is no target of its clauses.
                let targets = try_table.catches.iter().map(|catch| target(label(catch)));
                self.jumps.insert(at, targets.collect());
                self.bracket_of.insert(at, self.brackets.len());
                open.push(self.brackets.len());
                self.brackets.push(Bracket {
                    is_loop: false,
                    parameters: 0,
                    results: 0,
                    otherwise: None,
                    end: at,
                    start: at,
                });
            }
            Operator::Call { .. }
            | Operator::CallIndirect { .. }
            | Operator::Throw { .. }
            | Operator::ThrowRef => {
                let start = open.last().map(|&bracket| self.brackets[bracket].start);
                let opened = start.and_then(|start| Some((start, self.tokens.get(start)?)));
                if let Some((start, Token::Op(Operator::TryTable { .. }, ..))) = opened {
                    self.tries.insert(at, start);
                }
            }
            Operator::Else => {
                let &bracket = open.last().ok_or("an else without an if")?;
                self.brackets[bracket].otherwise = Some(at + 1);
                self.bracket_of.insert(at, bracket);
            }
            Operator::End => {
                if let Some(bracket) = open.pop() {
                    self.brackets[bracket].end = at;
                    self.bracket_of.insert(at, bracket);
                }
            }
            Operator::Br { relative_depth } | Operator::BrIf { relative_depth } => {
                let targets = vec![target(*relative_depth)];
                self.jumps.insert(at, targets);
            }
            Operator::BrTable { targets } => {
                let mut all = Vec::new();
                for depth in targets.targets() {
                    all.push(target(depth.map_err(|error| error.to_string())?));
                }
                all.push(target(targets.default()));
                self.jumps.insert(at, all);
            }
            _ => {}
        }
        Ok(())
    }

    /// Where control may go from a token.
    pub(super) fn successors(&self, at: usize) -> Vec<usize> {
        let Token::Op(op, ..) = &self.tokens[at] else {
            return vec![at + 1];
        };
        let past_end = |bracket: usize| self.brackets[bracket].end + 1;
        match op {
            Operator::If { .. } => {
                let bracket = self.bracket_of[&at];
                let other = self.brackets[bracket].otherwise;
                vec![at + 1, other.unwrap_or_else(|| past_end(bracket))]
            }
            Operator::Else => vec![past_end(self.bracket_of[&at])],
            Operator::Br { .. } | Operator::BrTable { .. } => self.targets(at),
            Operator::BrIf { .. } | Operator::TryTable { .. } => {
                let mut all = self.targets(at);
                all.push(at + 1);
                all
            }
            Operator::Return
            | Operator::Throw { .. }
            | Operator::ThrowRef
            | Operator::ReturnCall { .. }
            | Operator::ReturnCallIndirect { .. }
            | Operator::Unreachable => Vec::new(),
            _ => vec![at + 1],
        }
    }

    fn targets(&self, at: usize) -> Vec<usize> {
        let jumps = self.jumps.get(&at).map(Vec::as_slice).unwrap_or_default();
        let targets = jumps.iter().flatten();
        targets
            .map(|&bracket| self.brackets[bracket].target().0)
            .collect()
    }

    /// What the linker fills in for the tags of an instruction, in order.
    pub(super) fn tags(&self, (start, end): (u32, u32)) -> Vec<u32> {
        let first = self.relocations.partition_point(|own| own.at < start);
        let within = self.relocations[first..].iter();
        let within = within.take_while(|own| own.at < end);
        within
            .filter(|own| own.kind == RelocationKind::TagIndexLeb)
            .map(|own| own.target)
            .collect()
    }

    /// The first relocation within an instruction.
    pub(super) fn any_relocation(&self, (start, end): (u32, u32)) -> Option<&'a Relocation> {
        let first = self.relocations.partition_point(|own| own.at < start);
        self.relocations.get(first).filter(|own| own.at < end)
    }

    /// The relocation of a kind within an instruction.
    pub(super) fn relocation(
        &self,
        (start, end): (u32, u32),
        kind: RelocationKind,
    ) -> Option<&'a Relocation> {
        let first = self.relocations.partition_point(|own| own.at < start);
        let within = self.relocations[first..].iter();
        let mut within = within.take_while(|own| own.at < end);
        within.find(|own| own.kind == kind)
    }
}

/// How many brackets further out the target of a clause is.
pub(super) fn label(catch: &Catch) -> u32 {
    match *catch {
        Catch::One { label, .. }
        | Catch::OneRef { label, .. }
        | Catch::All { label }
        | Catch::AllRef { label } => label,
    }
}

/// An instruction as text has it, without its immediates but for the number of a local.
pub(in crate::proof) fn spelled(op: &Operator<'_>) -> String {
    match *op {
        Operator::LocalGet { local_index } => format!("local.get {local_index}"),
        Operator::LocalSet { local_index } => format!("local.set {local_index}"),
        Operator::LocalTee { local_index } => format!("local.tee {local_index}"),
        Operator::I32Const { value } => format!("i32.const {value}"),
        Operator::I64Const { value } => format!("i64.const {value}"),
        Operator::F32Const { .. } => "f32.const".to_owned(),
        Operator::F64Const { .. } => "f64.const".to_owned(),
        Operator::V128Const { .. } => "v128.const".to_owned(),
        Operator::GlobalGet { .. } => "global.get".to_owned(),
        Operator::GlobalSet { .. } => "global.set".to_owned(),
        Operator::Call { .. } => "call".to_owned(),
        Operator::CallIndirect { .. } => "call_indirect".to_owned(),
        Operator::Throw { .. } => "throw".to_owned(),
        Operator::ThrowRef => "throw_ref".to_owned(),
        Operator::TryTable { .. } => "try_table".to_owned(),
        Operator::ReturnCall { .. } => "return_call".to_owned(),
        Operator::ReturnCallIndirect { .. } => "return_call_indirect".to_owned(),
        Operator::Drop => "drop".to_owned(),
        Operator::Nop => "nop".to_owned(),
        Operator::Block { .. } => "block".to_owned(),
        Operator::Loop { .. } => "loop".to_owned(),
        Operator::If { .. } => "if".to_owned(),
        Operator::Else => "else".to_owned(),
        Operator::End => "end".to_owned(),
        Operator::Br { .. } => "br".to_owned(),
        Operator::BrIf { .. } => "br_if".to_owned(),
        Operator::BrTable { .. } => "br_table".to_owned(),
        Operator::Return => "return".to_owned(),
        _ => operation(op).map_or_else(|| "an instruction".to_owned(), |op| described(&op)),
    }
}

/// An operation with what it adds to an address, or what it calls.
pub(super) fn described(op: &Op) -> String {
    let name = op.name();
    match (op, op.address()) {
        (Op::Call(callee), _) => format!("{name} of function {}", callee.index()),
        (_, Some(address)) if address.offset != 0 => format!("{name} offset={}", address.offset),
        _ => name.into_owned(),
    }
}

/// The starts and ends of pieces, by the offset of the instruction that follows.
fn marks<'a>(pieces: &[Piece]) -> Vec<(u32, Token<'a>)> {
    let mut marks = Vec::with_capacity(2 * pieces.len());
    for piece in pieces {
        marks.push((piece.start, Token::Open(piece.kind)));
        marks.push((piece.end, Token::Close(piece.kind)));
    }
    marks
}
