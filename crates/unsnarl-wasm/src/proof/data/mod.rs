//! The proof of data: that the bytes of a function compute what the machine's function says.
//!
//! *Needs:* a [`Function`], the bytes that it became, and the [map](crate::map) of these. *Gives:*
//! nothing, or the place where something differs, and what was due.
//! *Cost:* linear in the bytes, and for each entry of a block in the locals; a block is run again
//! when less is known of its entry, which is rare.
//! *Limits:* the locals times the entries may be eight million; beyond, the function is not
//! proved, and [its report](crate::Report::data) says so.
//!
//! The bytes are [read back](bytes) and [decoded](decode). From each entry of a block a
//! [walk](walk) runs them symbolically, with the [values, facts and effects](unsnarl_low::check) of
//! the machine, to the entries of the next blocks. Which edge a jump takes is what the map says and
//! the [proof of control](super) shows; here each edge must bring the arguments of the function's
//! edge, each decision must ask for its condition, and each return must give its results.
//!
//! An entry belongs to a place in the bytes, a block, and the values of the locals of control that
//! are known there, so that a dispatcher is passed with the label that was stored. The map is not
//! trusted: wherever it is wrong, something does not fit.

mod bytes;
mod decode;
mod numbers;
mod walk;

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet, VecDeque};

use unsnarl::{BlockId, Cfg, Edge};
use unsnarl_low::check::facts::{Fact, Facts};
use unsnarl_low::check::live::Needed;
use unsnarl_low::{Frame, Function, InstId, Number, Reg, Source, Type};
use unsnarl_object::Relocation;

use self::bytes::{Code, Token};
use self::numbers::Numbers;
use self::walk::{Arrival, walk};
use crate::DataVerdict;
use crate::map::FunctionMap;
use crate::numbering::Numbering;

/// What is due: a function of the machine, and where its instructions are said to be.
#[derive(Debug)]
pub(crate) struct Due {
    pub(crate) function: Function,
    pub(crate) frame: Option<Frame>,
    /// Where in the frame locals are kept: from this offset on, each in so many bytes.
    pub(crate) slots: (u32, u32),
    /// Which instruction of the function an instruction of the bytes claims to be, by its offset,
    /// ascending.
    pub(crate) hints: Vec<(u32, InstId)>,
}

/// What is compared.
pub(crate) struct Subject<'a> {
    pub(crate) numbering: &'a Numbering<'a>,
    pub(crate) due: &'a Due,
    /// The graph that was structured. Its first blocks are those of the function; the others take
    /// the copies of edges that lead to them.
    pub(crate) cfg: &'a Cfg,
    pub(crate) map: &'a FunctionMap,
    pub(crate) body: &'a [u8],
    pub(crate) relocations: &'a [Relocation],
}

/// What is known where a block is entered.
#[derive(Clone, Debug)]
struct State {
    /// By local, then slots of the frame, then the stack pointer, then the operand stack.
    contents: Vec<Facts>,
}

/// Where something is known: the token, the block, and the locals of control with known values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Place {
    token: usize,
    block: BlockId,
    control: Vec<(u32, Number)>,
}

/// The most facts that are kept, of all variables at all entries: some hundred megabytes. SQLite's
/// largest function, of five thousand blocks, needs a third of them.
const MOST_FACTS: usize = 1 << 23;

/// The steps of walks, for each token of the bytes.
const STEPS: usize = 1 << 10;

/// Proves that bytes compute what a function says.
///
/// # Errors
/// Says where they do not.
pub(crate) fn check(subject: &Subject<'_>) -> Result<DataVerdict, String> {
    let arity = |ty: u32| subject.numbering.arity(ty);
    let body = bytes::padded(subject.body, subject.relocations);
    let code = Code::read(&body, &subject.map.pieces, subject.relocations, &arity)?;
    let most = MOST_FACTS / variables(subject, &code);
    if subject.due.function.block_count() > most {
        return Ok(DataVerdict::TooLarge);
    }
    let proof = Proof::new(subject, &code);
    match enter_all(&proof, most) {
        Err(_) if proof.steps.get() == 0 => Ok(DataVerdict::TooLarge),
        verdict => verdict,
    }
}

/// Walks from every entry, until nothing that is known of one changes any more; at most `most`
/// entries.
fn enter_all(proof: &Proof<'_>, most: usize) -> Result<DataVerdict, String> {
    let mut entries: HashMap<Place, State> = HashMap::new();
    let mut waiting: VecDeque<Place> = VecDeque::new();
    let mut is_waiting: HashSet<Place> = HashSet::new();
    let mut arrivals = walk(proof, None, &proof.start())?;
    loop {
        for Arrival { place, state } in arrivals {
            let is_new = match entries.get_mut(&place) {
                Some(known) => known.meet(&state)?,
                None => {
                    entries.insert(place.clone(), state);
                    true
                }
            };
            if is_new && is_waiting.insert(place.clone()) {
                waiting.push_back(place);
            }
        }
        if entries.len() > most {
            return Ok(DataVerdict::TooLarge);
        }
        let Some(place) = waiting.pop_front() else {
            return Ok(DataVerdict::Proved);
        };
        is_waiting.remove(&place);
        let state = entries[&place].clone();
        arrivals = walk(proof, Some(&place), &state)?;
    }
}

/// How many variables there are: locals, slots of the frame, and the stack pointer.
fn variables(subject: &Subject<'_>, code: &Code<'_>) -> usize {
    let locals = subject.due.function.signature.parameters.len() + code.locals.len();
    let (start, bytes) = subject.due.slots;
    let size = subject.due.frame.map_or(0, |frame| frame.size);
    locals + (size.saturating_sub(start) / bytes.max(1)) as usize + 1
}

impl State {
    /// Keeps what holds in both; tells whether that is less.
    fn meet(&mut self, other: &State) -> Result<bool, String> {
        if self.contents.len() != other.contents.len() {
            return Err("paths meet with different operand stacks".to_owned());
        }
        let pairs = self.contents.iter_mut().zip(&other.contents);
        Ok(pairs.fold(false, |changed, (own, other)| {
            own.intersect(other) | changed
        }))
    }
}

/// What all walks through a function share.
struct Proof<'a> {
    subject: &'a Subject<'a>,
    code: &'a Code<'a>,
    numbers: Numbers<'a>,
    /// By register: the block that defines it.
    home: Vec<Option<BlockId>>,
    needed: Needed,
    /// Blocks whose decisions are kept in locals.
    saved: HashSet<BlockId>,
    /// By block of the function: how many of its instructions must happen.
    kept: Vec<usize>,
    /// By token: whether control may read a local there before it is written, for each local of
    /// control.
    live: HashMap<u32, Vec<bool>>,
    /// How many variables there are: locals, slots, the stack pointer.
    variables: usize,
    locals: usize,
    /// By bracket: how high the operand stack is below what it takes, once it was entered.
    heights: RefCell<Vec<Option<usize>>>,
    /// How many steps walks may still take.
    steps: Cell<usize>,
    /// By slot of the frame: the type of what is kept there.
    slot_types: RefCell<HashMap<usize, Type>>,
}

impl<'a> Proof<'a> {
    fn new(subject: &'a Subject<'a>, code: &'a Code<'a>) -> Self {
        let function = &subject.due.function;
        let mut home = vec![None; function.reg_count()];
        let mut kept = vec![0; function.block_count()];
        for &block in function.order() {
            for &parameter in &function.block(block).parameters {
                home[parameter.index()] = Some(block);
            }
            for id in function.block(block).insts() {
                let inst = function.inst(id);
                kept[unsnarl::Id::index(block)] += usize::from(inst.effect.is_kept());
                inst.results()
                    .for_each(|reg| home[reg.index()] = Some(block));
            }
        }
        let locals = function.signature.parameters.len() + code.locals.len();
        Proof {
            numbers: Numbers {
                numbering: subject.numbering,
            },
            home,
            needed: Needed::new(function),
            saved: subject.map.saved.iter().map(|&(block, _)| block).collect(),
            kept,
            live: live_control(subject, code),
            locals,
            slot_types: RefCell::default(),
            heights: RefCell::new(vec![None; code.brackets.len()]),
            variables: variables(subject, code),
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
            0 => Err("control takes too many steps".to_owned()),
            _ => Ok(()),
        }
    }

    /// What is known where the function begins.
    fn start(&self) -> State {
        let function = &self.subject.due.function;
        let mut contents = vec![Facts::default(); self.variables];
        for reg in function.regs() {
            if let Source::Parameter(number) = function.source(reg) {
                contents[number as usize] = Facts::new(vec![Fact::Reg(reg)]);
            }
        }
        let parameters = function.signature.parameters.len();
        for (place, ty) in self.code.locals.iter().enumerate() {
            let zero = match ty {
                wasmparser::ValType::I32 => Number::I32(0),
                wasmparser::ValType::I64 => Number::I64(0),
                wasmparser::ValType::F32 => Number::F32(0),
                wasmparser::ValType::F64 => Number::F64(0),
                wasmparser::ValType::V128 => Number::V128([0; 16]),
                wasmparser::ValType::Ref(_) => continue,
            };
            contents[parameters + place] = Facts::new(vec![Fact::Number(zero)]);
        }
        contents[self.variables - 1] = Facts::new(vec![Fact::CallerStack]);
        State { contents }
    }

    /// Tells whether a block defines a register.
    fn is_defined_in(&self, reg: Reg, block: BlockId) -> bool {
        self.home[reg.index()] == Some(block)
    }

    /// What the instruction at an offset claims to be.
    fn hint(&self, at: u32) -> Option<InstId> {
        let hints = &self.subject.due.hints;
        let place = hints.binary_search_by_key(&at, |&(at, _)| at).ok()?;
        Some(hints[place].1)
    }

    /// The variable that is a slot of the frame.
    fn slot(&self, offset: u32) -> Option<usize> {
        let (start, bytes) = self.subject.due.slots;
        let place = offset.checked_sub(start)?;
        let number = (place / bytes.max(1)) as usize;
        let is_slot =
            place.is_multiple_of(bytes.max(1)) && self.locals + number + 1 < self.variables;
        is_slot.then_some(self.locals + number)
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

/// By local of control: the tokens at which it is live.
///
/// From each read a local is followed backwards to where it is set.
fn live_control(subject: &Subject<'_>, code: &Code<'_>) -> HashMap<u32, Vec<bool>> {
    let flags = subject.map.flags.iter().map(|&(_, local)| local);
    let control: Vec<u32> = flags.chain(subject.map.label).collect();
    if control.is_empty() {
        return HashMap::new();
    }
    let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); code.tokens.len() + 1];
    for at in 0..code.tokens.len() {
        for next in code.successors(at) {
            predecessors[next].push(at);
        }
    }
    let mut live = HashMap::new();
    for local in control {
        let mut is_live = vec![false; code.tokens.len() + 1];
        let mut stack = Vec::new();
        for (at, token) in code.tokens.iter().enumerate() {
            if let Token::Op(wasmparser::Operator::LocalGet { local_index }, _) = token
                && *local_index == local
            {
                stack.push(at);
            }
        }
        while let Some(at) = stack.pop() {
            if std::mem::replace(&mut is_live[at], true) {
                continue;
            }
            let before = predecessors[at].iter().copied();
            stack.extend(before.filter(|&before| match code.tokens[before] {
                Token::Op(
                    wasmparser::Operator::LocalSet { local_index }
                    | wasmparser::Operator::LocalTee { local_index },
                    _,
                ) => local_index != local,
                _ => true,
            }));
        }
        live.insert(local, is_live);
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
