//! What is done to code: a kind of mutation, each at a random place.

use std::ops::Range;

use unsnarl_low::op::memory::AddressWidths;
use unsnarl_testkit::Rng;
use wasm_encoder::Instruction as I;
use wasmparser::{BinaryReader, Operator, ValType};

use super::body::{Body, Inst, inst};
use super::facts::Facts;
use crate::map::PieceKind;
use crate::proof::data::decode::operation;

/// A kind of mutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    OtherLocal,
    LocalsExchanged,
    OperandOrder,
    Constant,
    Offset,
    Operation,
    StoreDropped,
    StoreRepeated,
    LoadMovedOverStore,
    CopyMissing,
    Clobbered,
    Callee,
    Case,
    StackPointer,
    Label,
}

pub(super) const KINDS: [Kind; 15] = [
    Kind::OtherLocal,
    Kind::LocalsExchanged,
    Kind::OperandOrder,
    Kind::Constant,
    Kind::Offset,
    Kind::Operation,
    Kind::StoreDropped,
    Kind::StoreRepeated,
    Kind::LoadMovedOverStore,
    Kind::CopyMissing,
    Kind::Clobbered,
    Kind::Callee,
    Kind::Case,
    Kind::StackPointer,
    Kind::Label,
];

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::OtherLocal => "another local read or written",
            Kind::LocalsExchanged => "two locals exchanged in a block",
            Kind::OperandOrder => "operand order",
            Kind::Constant => "constant",
            Kind::Offset => "offset",
            Kind::Operation => "operation",
            Kind::StoreDropped => "store dropped",
            Kind::StoreRepeated => "store repeated",
            Kind::LoadMovedOverStore => "load moved over a store",
            Kind::CopyMissing => "copy of an edge missing",
            Kind::Clobbered => "local clobbered",
            Kind::Callee => "wrong callee",
            Kind::Case => "wrong case",
            Kind::StackPointer => "stack pointer not moved or restored",
            Kind::Label => "label of another edge",
        }
    }

    /// Why a change of this kind that is not noticed makes no difference.
    pub(super) fn excuse(self) -> &'static str {
        match self {
            Kind::OtherLocal | Kind::LocalsExchanged => "both hold the value, or neither is read",
            Kind::OperandOrder => "the operands are equal",
            Kind::Constant | Kind::Offset | Kind::Operation => "the result is the same or not used",
            Kind::StoreDropped | Kind::StoreRepeated => "the store is no effect of the function",
            Kind::LoadMovedOverStore => "the bytes are apart",
            Kind::CopyMissing => "nothing reads the local before it is set again",
            Kind::Clobbered => "nothing reads the local before it is set again",
            Kind::Callee => "the function is the same",
            Kind::Case => "the edges lead to the same block with the same values",
            Kind::Label => "the dispatcher leads both to the same block",
            Kind::StackPointer => "the function ends otherwise",
        }
    }

    /// Changes the code at a random place, if there is one for this kind.
    pub(super) fn mutate(self, body: &Body, facts: &Facts, rng: &mut Rng) -> Option<(usize, Body)> {
        let count = body.insts.len();
        let first = rng.below(count);
        // The first place from there on that fits.
        let mut places = (first..count).chain(0..first);
        places.find_map(|place| Some((place, self.at(body, facts, rng, place)?)))
    }

    fn at(self, body: &Body, facts: &Facts, rng: &mut Rng, place: usize) -> Option<Body> {
        let part = body.part_of(place).map(|part| part.kind);
        let one = |instruction: I<'_>| {
            let mut changed = inst(&instruction);
            changed.hint = body.insts[place].hint;
            Some(body.with(place..place + 1, vec![changed]))
        };
        let op = body.op(place);
        match (self, &op) {
            (Kind::OtherLocal, Operator::LocalGet { local_index }) => {
                one(I::LocalGet(facts.other_local(*local_index, rng)?))
            }
            (Kind::OtherLocal, Operator::LocalSet { local_index }) => {
                one(I::LocalSet(facts.other_local(*local_index, rng)?))
            }
            (Kind::OtherLocal, Operator::LocalTee { local_index }) => {
                one(I::LocalTee(facts.other_local(*local_index, rng)?))
            }
            (Kind::LocalsExchanged, Operator::LocalGet { local_index }) => {
                let other = facts.other_local(*local_index, rng)?;
                let range = body.part_of(place)?.range.clone();
                Some(exchanged(body, range, *local_index, other))
            }
            (Kind::OperandOrder, _) => operands_exchanged(body, facts, place),
            (Kind::Constant, Operator::I32Const { value }) if !is_control(part) => {
                let value = value ^ (1 << rng.below(32));
                one(I::I32Const(value))
            }
            (Kind::Constant, Operator::I64Const { value }) if !is_control(part) => {
                one(I::I64Const(value ^ (1 << rng.below(64))))
            }
            (Kind::Offset, _) => {
                let changed = with_offset(&body.insts[place], &op, rng)?;
                Some(body.with(place..place + 1, vec![changed]))
            }
            (Kind::Operation, _) => {
                let mut changed = body.insts[place].clone();
                changed.bytes = vec![other_operation(&changed.bytes, &op, rng)?];
                Some(body.with(place..place + 1, vec![changed]))
            }
            (Kind::StoreDropped, _) if is_store(&op) => {
                let drops = vec![inst(&I::Drop), inst(&I::Drop)];
                Some(body.with(place..place + 1, drops))
            }
            (Kind::StoreRepeated, _) if is_store(&op) => {
                let start = facts.statement(body, place)?;
                let repeated = body.insts[start..=place].to_vec();
                Some(body.with(place + 1..place + 1, repeated))
            }
            (Kind::LoadMovedOverStore, _) if is_store(&op) => moved_load(body, facts, place),
            (Kind::CopyMissing, Operator::LocalSet { .. })
                if matches!(part, Some(PieceKind::Edge(_))) =>
            {
                one(I::Drop)
            }
            (Kind::Clobbered, _) if matches!(part, Some(PieceKind::Code(_))) => {
                let local = rng.below(facts.locals.len().max(1)) as u32;
                let (constant, _) = constant(*facts.locals.get(local as usize)?)?;
                let added = vec![constant, inst(&I::LocalSet(local))];
                Some(body.with(place..place, added))
            }
            (Kind::Callee, Operator::Call { function_index }) => {
                one(I::Call(facts.other_function(*function_index, rng)?))
            }
            (Kind::Callee, Operator::ReturnCall { function_index }) => {
                one(I::ReturnCall(facts.other_function(*function_index, rng)?))
            }
            (Kind::Case, Operator::BrTable { targets }) => {
                let mut all: Vec<u32> = targets.targets().map_while(Result::ok).collect();
                let default = targets.default();
                let (left, right) = (rng.below(all.len().max(1)), rng.below(all.len() + 1));
                match right.checked_sub(all.len()) {
                    None => all.swap(left, right),
                    Some(_) => *all.get_mut(left)? = default,
                }
                one(I::BrTable(all.into(), default))
            }
            (Kind::Case, Operator::I32Const { value }) if is_decision(part) => {
                one(I::I32Const(value.wrapping_add(1)))
            }
            (Kind::StackPointer, Operator::GlobalSet { .. }) => one(I::Drop),
            // It is set, or stays on the stack.
            (Kind::Label, Operator::I32Const { value }) if part.is_none() => {
                one(I::I32Const(value ^ (1 + rng.below(3) as i32)))
            }
            _ => None,
        }
    }
}

fn is_control(part: Option<PieceKind>) -> bool {
    part.is_none() || is_decision(part)
}

fn is_decision(part: Option<PieceKind>) -> bool {
    matches!(part, Some(PieceKind::Decision(_) | PieceKind::Dispatch))
}

fn is_store(op: &Operator<'_>) -> bool {
    matches!(operation(op), Some(unsnarl_low::Op::Store(..)))
}

fn is_load(op: &Operator<'_>) -> bool {
    matches!(operation(op), Some(unsnarl_low::Op::Load(..)))
}

/// The code of another operation on operands of the same types, without immediates.
fn other_operation(bytes: &[u8], op: &Operator<'_>, rng: &mut Rng) -> Option<u8> {
    const PLAIN: std::ops::RangeInclusive<u8> = 0x45..=0xc4;
    let [own] = *bytes else {
        return None;
    };
    let signature = |op: &Operator<'_>| operation(op)?.signature(&AddressWidths::default());
    let wanted = signature(op).filter(|_| PLAIN.contains(&own))?;
    let is_like = |code: &u8| {
        let bytes = [*code];
        let mut reader = wasmparser::OperatorsReader::new(BinaryReader::new(&bytes, 0));
        let other = reader.read();
        *code != own && other.is_ok_and(|other| signature(&other).as_ref() == Some(&wanted))
    };
    let others: Vec<u8> = PLAIN.filter(is_like).collect();
    Some(*others.get(rng.below(others.len().max(1)))?)
}

/// A constant of a type that is hardly ever right.
fn constant(ty: ValType) -> Option<(Inst, ValType)> {
    let constant = match ty {
        ValType::I32 => I::I32Const(0x5a5a_1234),
        ValType::I64 => I::I64Const(0x5a5a_1234_5678),
        ValType::F32 => I::F32Const(1.25e9_f32.into()),
        ValType::F64 => I::F64Const(1.25e9_f64.into()),
        _ => return None,
    };
    Some((inst(&constant), ty))
}

/// Every read and write of either local in a range is one of the other.
fn exchanged(body: &Body, range: Range<usize>, left: u32, right: u32) -> Body {
    let mut changed = body.clone();
    let other = |local: u32| match local {
        local if local == left => right,
        local if local == right => left,
        local => local,
    };
    for place in range {
        let bytes = match body.op(place) {
            Operator::LocalGet { local_index } => inst(&I::LocalGet(other(local_index))).bytes,
            Operator::LocalSet { local_index } => inst(&I::LocalSet(other(local_index))).bytes,
            Operator::LocalTee { local_index } => inst(&I::LocalTee(other(local_index))).bytes,
            _ => continue,
        };
        changed.insts[place].bytes = bytes;
    }
    changed
}

/// The operands of an instruction that takes two.
fn operands_exchanged(body: &Body, facts: &Facts, place: usize) -> Option<Body> {
    let op = body.op(place);
    if operation(&op)?
        .signature(&AddressWidths::default())?
        .operands
        .len()
        != 2
    {
        return None;
    }
    let right = facts.operand(body, place)?;
    let left = facts.operand(body, right)?;
    let (first, second) = (&body.insts[left..right], &body.insts[right..place]);
    let encoded =
        |insts: &[Inst]| -> Vec<u8> { insts.iter().flat_map(|inst| inst.bytes.clone()).collect() };
    let is_changed = encoded(first) != encoded(second);
    is_changed.then(|| body.with(left..place, [second, first].concat()))
}

/// A statement that loads comes after the store that follows it.
fn moved_load(body: &Body, facts: &Facts, store: usize) -> Option<Body> {
    let start = facts.statement(body, store)?;
    let before = start.checked_sub(1)?;
    let first = facts.statement(body, before)?;
    let own = first..start;
    own.clone().find(|&place| is_load(&body.op(place)))?;
    let moved = [&body.insts[start..=store], &body.insts[own]].concat();
    Some(body.with(first..store + 1, moved))
}

fn with_offset(own: &Inst, op: &Operator<'_>, rng: &mut Rng) -> Option<Inst> {
    let address = operation(op)?.address()?;
    let offset = match rng.below(3) {
        0 => address.offset + 1,
        1 => address.offset + 4,
        _ => address.offset.checked_sub(4)?,
    };
    // The opcode, the alignment, the offset; longer opcodes are left alone.
    let (&code, rest) = own.bytes.split_first()?;
    if !(0x28..=0x3e).contains(&code) || *rest.first()? >= 0x40 {
        return None;
    }
    let mut bytes = vec![code, rest[0]];
    let mut left = offset;
    loop {
        let low = (left & 0x7f) as u8;
        left >>= 7;
        bytes.push(low | if left > 0 { 0x80 } else { 0 });
        if left == 0 {
            break;
        }
    }
    Some(Inst {
        bytes,
        hint: own.hint,
    })
}
