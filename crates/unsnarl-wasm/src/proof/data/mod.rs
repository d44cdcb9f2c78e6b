//! The proof of data: that the bytes of a function compute what the machine's function says.
//!
//! *Needs:* a [`Function`], the bytes that it became, and the [map](crate::map) of these. *Gives:*
//! nothing, or the place where something differs, and what was due.
//! *Cost:* near-linear in the bytes, in time and memory: about a fifth of the instructions that the
//! compiler executes.
//! *Limits:* where control is so entangled that walks take more than 1,024 steps for each token,
//! the function is not proved, and [its report](crate::Report::data) says so.
//!
//! The bytes are [read back](bytes) and [decoded](decode). From each [entry](entries) of a block a
//! [walk](walk) runs them symbolically, once, with the [values and effects](unsnarl_low::check) of
//! the machine, to the entries of the next blocks. Which edge a jump takes is what the map says and
//! the [proof of control](super) shows; here each edge must bring the arguments of the function's
//! edge, each decision must ask for its condition, and each return must give its results.
//!
//! What a variable holds where a block is entered is read off from what the block needs and where
//! [that is said to be kept](homes). Every walk relies on some such claims, and they are
//! [proved](unsnarl_low::check::claims) when all walks are done.
//!
//! An entry belongs to a place in the bytes, a block, and the values of the locals of control that
//! are known there, so that a dispatcher is passed with the label that was stored. Neither the map
//! nor the homes are trusted: wherever they are wrong, something does not fit. Nor is it trusted
//! that a frame may lie [below the stack pointer](leaf).

mod bytes;
pub(super) mod decode;
mod entries;
mod entry;
mod homes;
mod leaf;
mod numbers;
mod walk;

#[cfg(test)]
pub(super) use self::bytes::spelled;
pub(crate) use self::homes::Home;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use foldhash::fast::FixedState;
use unsnarl::{BlockId, Cfg, Edge};
use unsnarl_low::check::facts::Fact;
use unsnarl_low::{Function, InstId, Number, Reg, Source, Type, Width};
use unsnarl_object::Relocation;
use wasmparser::{BinaryReader, FunctionBody};

use self::bytes::{Code, Token};
use self::entries::Entries;
use self::homes::Homes;
pub(crate) use self::numbers::{Kept, Meanings, Selected};
use super::legacy::{self, Legacy, Read};
use crate::DataVerdict;
use crate::map::{FunctionMap, PieceKind};

/// What is due: a function of the machine, and where its instructions are said to be.
#[derive(Debug)]
pub(crate) struct Due {
    pub(crate) function: Function,
    /// Where in the frame locals are kept: from this offset on, each in so many bytes.
    pub(crate) slots: (u32, u32),
    /// Whether the stack pointer stays above the frame.
    pub(crate) is_leaf: bool,
    /// By register: where it is kept between blocks. A hint.
    pub(crate) homes: Vec<Home>,
    /// Locals that hold an address for as long as the function runs. A hint.
    pub(crate) pointers: Vec<(u32, Fact)>,
    /// Which instruction of the function an instruction of the bytes claims to be, by its offset,
    /// ascending.
    pub(crate) hints: Vec<(u32, InstId)>,
}

/// What is compared.
pub(crate) struct Subject<'a> {
    pub(crate) meanings: &'a dyn Meanings,
    pub(crate) due: &'a Due,
    /// The graph that was structured. Its first blocks are those of the function; the others take
    /// the copies of edges that lead to them.
    pub(crate) cfg: &'a Cfg,
    pub(crate) map: &'a FunctionMap,
    pub(crate) body: &'a [u8],
    pub(crate) relocations: &'a [Relocation],
}

/// The steps of walks, for each token of the bytes.
const STEPS: usize = 1 << 10;

/// Proves that bytes compute what a function says.
///
/// # Errors
/// Says where they do not.
pub(crate) fn check(subject: &Subject<'_>) -> Result<DataVerdict, String> {
    let arity = |ty: u32| subject.meanings.arity(ty);
    let body = bytes::padded(subject.body, subject.relocations);
    let legacy = match &subject.map.caught {
        Some(caught) => Some(read_legacy(subject, &body, caught)?),
        None => None,
    };
    let code = match &legacy {
        Some(read) => Code::read(
            &read.body,
            &read.pieces,
            &read.hints,
            &read.relocations,
            &arity,
        )?,
        None => Code::read(
            &body,
            &subject.map.pieces,
            &subject.due.hints,
            subject.relocations,
            &arity,
        )?,
    };
    if subject.due.is_leaf {
        leaf::check(&subject.due.function)?;
    }
    let proof = Proof::new(subject, &code);
    match Entries::walk(&proof) {
        Ok(entries) => entries.prove(&proof).map(|()| DataVerdict::Proved),
        Err(_) if proof.steps.get() == 0 => Ok(DataVerdict::TooLarge),
        Err(reason) => Err(reason),
    }
}

/// A body with the legacy instructions for exceptions, as one with the standard ones.
fn read_legacy(subject: &Subject<'_>, body: &[u8], caught: &[u32]) -> Result<Read, String> {
    let wrong = |error: wasmparser::BinaryReaderError| error.to_string();
    let declared = FunctionBody::new(BinaryReader::new(body, 0));
    let mut locals = subject.due.function.signature.parameters.len() as u32;
    for group in declared.get_locals_reader().map_err(wrong)? {
        locals += group.map_err(wrong)?.0;
    }
    legacy::read(&Legacy {
        body,
        pieces: &subject.map.pieces,
        hints: &subject.due.hints,
        relocations: subject.relocations,
        caught,
        places: locals,
        address: match subject.due.function.address_width() {
            Width::W32 => 0x7f,
            Width::W64 => 0x7e,
        },
    })
}

/// How many variables there are: locals, slots of the frame, and the stack pointer.
fn variables(subject: &Subject<'_>, code: &Code<'_>) -> usize {
    let locals = subject.due.function.signature.parameters.len() + code.locals.len();
    let (start, bytes) = subject.due.slots;
    let size = subject.due.function.frame.map_or(0, |frame| frame.size);
    locals + (size.saturating_sub(start) / bytes.max(1)) as usize + 1
}

/// What all walks through a function share.
struct Proof<'a> {
    subject: &'a Subject<'a>,
    code: &'a Code<'a>,
    numbers: &'a dyn Meanings,
    /// By register: the block that defines it.
    home: Vec<Option<BlockId>>,
    /// By register that an instruction defines: how many are defined before it in its block.
    ordinals: Vec<u32>,
    homes: Homes,
    /// By block of the function: whether its decisions are kept in locals.
    saved: Vec<bool>,
    /// By block of the function: how many of its instructions must happen.
    kept: Vec<usize>,
    /// By token where a block is entered: the locals of control that may be read before they are
    /// written.
    live: HashMap<usize, Vec<u32>, FixedState>,
    /// How many variables there are: locals, slots, the stack pointer.
    variables: usize,
    locals: usize,
    /// By bracket: how high the operand stack is below what it takes, once it was entered.
    heights: RefCell<Vec<Option<usize>>>,
    /// How many steps walks may still take.
    steps: Cell<usize>,
    /// By slot of the frame: the type of what is kept there.
    slot_types: RefCell<HashMap<usize, Type, FixedState>>,
}

impl<'a> Proof<'a> {
    fn new(subject: &'a Subject<'a>, code: &'a Code<'a>) -> Self {
        let function = &subject.due.function;
        let mut home = vec![None; function.reg_count()];
        let mut ordinals = vec![0; function.reg_count()];
        let mut kept = vec![0; function.block_count()];
        for &block in function.order() {
            for &parameter in &function.block(block).parameters {
                home[parameter.index()] = Some(block);
            }
            let mut ordinal = 0;
            for id in function.block(block).insts() {
                let inst = function.inst(id);
                kept[unsnarl::Id::index(block)] += usize::from(inst.must_happen());
                for reg in inst.results() {
                    home[reg.index()] = Some(block);
                    ordinals[reg.index()] = ordinal;
                    ordinal += 1;
                }
            }
        }
        let mut saved = vec![false; function.block_count()];
        for &(block, _) in &subject.map.saved {
            if let Some(saved) = saved.get_mut(unsnarl::Id::index(block)) {
                *saved = true;
            }
        }
        let locals = function.signature.parameters.len() + code.locals.len();
        let variables = variables(subject, code);
        let slot = |offset| slot_of(subject, locals, variables, offset);
        let homes = Homes::new(subject, variables - 1, &slot, &home);
        Proof {
            numbers: subject.meanings,
            home,
            ordinals,
            homes,
            saved,
            kept,
            live: live_control(subject, code),
            locals,
            slot_types: RefCell::default(),
            heights: RefCell::new(vec![None; code.brackets.len()]),
            variables,
            steps: Cell::new(STEPS * (code.tokens.len() + 1)),
            subject,
            code,
        }
    }

    /// Counts a step. Wrong bytes may run in a circle that enters no block.
    fn spend(&self) -> Result<(), String> {
        let left = self.steps.get().saturating_sub(1);
        self.steps.set(left);
        match left {
            0 => Err("control flow takes too many steps".to_owned()),
            _ => Ok(()),
        }
    }

    /// What variables hold where the function begins.
    fn start(&self) -> Vec<(u32, Fact)> {
        let function = &self.subject.due.function;
        let mut held = vec![(self.stack_pointer() as u32, Fact::CallerStack)];
        for reg in function.regs() {
            if let Source::Parameter(number) = function.source(reg) {
                held.push((number, Fact::Reg(reg)));
            }
        }
        let parameters = function.signature.parameters.len();
        for (local, ty) in (parameters as u32..).zip(&self.code.locals) {
            let zero = match ty {
                wasmparser::ValType::I32 => Number::I32(0),
                wasmparser::ValType::I64 => Number::I64(0),
                wasmparser::ValType::F32 => Number::F32(0),
                wasmparser::ValType::F64 => Number::F64(0),
                wasmparser::ValType::V128 => Number::V128([0; 16]),
                wasmparser::ValType::Ref(_) => continue,
            };
            held.push((local, Fact::Number(zero)));
        }
        held
    }

    /// Tells whether the decisions of a block are kept in locals.
    fn is_saved(&self, block: BlockId) -> bool {
        self.saved.get(unsnarl::Id::index(block)).copied() == Some(true)
    }

    /// Tells whether a block defines a register.
    fn is_defined_in(&self, reg: Reg, block: BlockId) -> bool {
        self.home[reg.index()] == Some(block)
    }

    /// Where a register is said to be kept.
    fn home(&self, reg: Reg) -> Home {
        self.subject.due.homes[reg.index()]
    }

    /// The variable that is a slot of the frame.
    fn slot(&self, offset: u32) -> Option<usize> {
        slot_of(self.subject, self.locals, self.variables, offset)
    }

    /// The stack pointer, among the variables.
    fn stack_pointer(&self) -> usize {
        self.variables - 1
    }

    /// The arguments of an edge of the graph: those of the function's edge. An edge to a merge
    /// block stands for the one behind it.
    fn edge(&self, edge: Edge) -> Option<unsnarl_low::Edge> {
        let function = &self.subject.due.function;
        let index = unsnarl::Id::index(edge.block);
        if index >= function.block_count() {
            return None;
        }
        function
            .block(edge.block)
            .edges()
            .get(edge.slot as usize)
            .copied()
    }
}

/// The variable that is a slot of the frame.
fn slot_of(subject: &Subject<'_>, locals: usize, variables: usize, offset: u32) -> Option<usize> {
    let (start, bytes) = subject.due.slots;
    let place = offset.checked_sub(start)?;
    let number = (place / bytes.max(1)) as usize;
    let is_slot = place.is_multiple_of(bytes.max(1)) && locals + number + 1 < variables;
    is_slot.then_some(locals + number)
}

/// By token where a block is entered: the locals of control that are live there, ascending.
///
/// From each read a local is followed backwards to where it is set.
fn live_control(subject: &Subject<'_>, code: &Code<'_>) -> HashMap<usize, Vec<u32>, FixedState> {
    let flags = subject.map.flags.iter().map(|&(_, local)| local);
    let mut control: Vec<u32> = flags.chain(subject.map.label).collect();
    control.sort_unstable();
    control.dedup();
    let mut live: HashMap<usize, Vec<u32>, FixedState> = HashMap::default();
    if control.is_empty() {
        return live;
    }
    let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); code.tokens.len() + 1];
    for at in 0..code.tokens.len() {
        for next in code.successors(at) {
            predecessors[next].push(at);
        }
    }
    let mut reads: HashMap<u32, Vec<usize>, FixedState> = HashMap::default();
    for (at, token) in code.tokens.iter().enumerate() {
        if let Token::Op(wasmparser::Operator::LocalGet { local_index }, ..) = token
            && control.binary_search(local_index).is_ok()
        {
            reads.entry(*local_index).or_default().push(at);
        }
    }
    // By token: the last local that was found live there.
    let mut seen: Vec<Option<u32>> = vec![None; code.tokens.len() + 1];
    for local in control {
        let mut stack = reads.remove(&local).unwrap_or_default();
        while let Some(at) = stack.pop() {
            if seen[at].replace(local) == Some(local) {
                continue;
            }
            if let Some(Token::Open(PieceKind::Code(_))) = code.tokens.get(at) {
                live.entry(at).or_default().push(local);
            }
            let before = predecessors[at].iter().copied();
            stack.extend(before.filter(|&before| match code.tokens[before] {
                Token::Op(
                    wasmparser::Operator::LocalSet { local_index }
                    | wasmparser::Operator::LocalTee { local_index },
                    ..,
                ) => local_index != local,
                _ => true,
            }));
        }
    }
    live
}

/// What is said where a proof fails.
fn failure(block: Option<BlockId>, at: u32, what: &str) -> String {
    match block {
        Some(block) => format!("in {block}, at byte {at}: {what}"),
        None => format!("at byte {at}: {what}"),
    }
}

#[cfg(test)]
mod tests;
