//! One walk: from the entry of a block, through its code and the control behind it, to the entries
//! of the next blocks.

use std::collections::{BTreeSet, HashMap};

use foldhash::fast::FixedState;
use unsnarl::{BlockId, Edge, Id};
use unsnarl_low::check::effects::Effects;
use unsnarl_low::check::facts::{Fact, Facts};
use unsnarl_low::check::values::{Value, Values};
use unsnarl_low::op::memory::{Address, Load, Memory, Store};
use unsnarl_low::{Callee, Effect, Exit, InstId, Number, Op, Reg, Signature, Source, Symbol, Type};
use unsnarl_object::RelocationKind;
use wasmparser::Operator;

use super::bytes::Token;
use super::decode::operation;
use super::{Place, Proof, State, failure, piece_name};
use crate::link::Target;
use crate::map::{Comparison, PieceKind};
use crate::object::Key;

/// A block that control may enter, and what is known there.
pub(super) struct Arrival {
    pub(super) place: Place,
    pub(super) state: State,
}

/// Walks from an entry, or from the start of the function if there is none.
pub(super) fn walk<'a>(
    proof: &'a Proof<'a>,
    place: Option<&Place>,
    state: &'a State,
) -> Result<Vec<Arrival>, String> {
    let mut values = Values::new(proof.subject.due.frame);
    // Variables with one value may share their facts, which then are joined once.
    let mut joined: HashMap<usize, Value, FixedState> = HashMap::default();
    let mut contents: Vec<Option<Value>> = Vec::with_capacity(state.contents.len());
    for facts in &state.contents {
        let known = facts.place().and_then(|place| joined.get(&place).copied());
        let value = known.or_else(|| values.join(facts));
        if let (Some(place), Some(value)) = (facts.place(), value) {
            joined.insert(place, value);
        }
        contents.push(value);
    }
    for value in contents.iter_mut().flatten() {
        *value = values.same(*value);
    }
    let stack = contents.split_off(proof.variables).into_iter();
    let stack = stack.map(|value| value.unwrap_or_else(|| values.unknown()));
    let stack = stack.collect();
    let block = place.map(|place| place.block);
    let mut walk = Walk {
        proof,
        block,
        values,
        contents,
        state,
        defined: HashMap::default(),
        paths: Vec::new(),
        arrivals: Vec::new(),
        at: 0,
    };
    walk.define();
    walk.paths.push(Path {
        token: place.map_or(0, |place| place.token),
        is_entering: place.is_some(),
        stack,
        written: HashMap::new(),
        effects: Effects::default(),
        taken: Vec::new(),
        is_taken: false,
        merge: None,
        piece: None,
        asked: None,
        compared: None,
        left: None,
    });
    while let Some(path) = walk.paths.pop() {
        let done = walk.follow(path);
        done.map_err(|what| failure(block, walk.at, &what))?;
    }
    Ok(walk.arrivals)
}

struct Walk<'a> {
    proof: &'a Proof<'a>,
    /// The block that runs; none before the first.
    block: Option<BlockId>,
    values: Values,
    /// By variable, at the start; none if nothing is known.
    contents: Vec<Option<Value>>,
    state: &'a State,
    /// What the block defines.
    defined: HashMap<Reg, Value, FixedState>,
    paths: Vec<Path>,
    arrivals: Vec<Arrival>,
    /// The offset of the last instruction.
    at: u32,
}

/// A path from the entry.
#[derive(Clone)]
struct Path {
    token: usize,
    is_entering: bool,
    stack: Vec<Value>,
    /// Variables that were written.
    written: HashMap<usize, Value>,
    effects: Effects,
    /// The edges of which one is being taken.
    taken: Vec<Edge>,
    /// Whether an edge was taken for good.
    is_taken: bool,
    /// The merge block that was passed.
    merge: Option<BlockId>,
    piece: Option<PieceKind>,
    /// The block whose operands were pushed last.
    asked: Option<BlockId>,
    /// The comparison in the piece of one.
    compared: Option<Op>,
    /// The block that leaves the function.
    left: Option<BlockId>,
}

impl Path {
    fn pop(&mut self) -> Result<Value, String> {
        self.stack
            .pop()
            .ok_or_else(|| "the operand stack is empty".to_owned())
    }

    /// The last operands, the first of them first.
    fn pop_all(&mut self, count: usize) -> Result<Vec<Value>, String> {
        let start = self.stack.len().checked_sub(count);
        let start = start.ok_or("the operand stack is too short")?;
        Ok(self.stack.split_off(start))
    }
}

/// The function's side.
impl Walk<'_> {
    /// Computes what the block defines.
    fn define(&mut self) {
        let function = &self.proof.subject.due.function;
        let Some(block) = self.block else {
            return;
        };
        for id in function.block(block).insts() {
            let inst = function.inst(id);
            let results: Vec<Reg> = inst.results().collect();
            let pure = inst.effect == Effect::Pure;
            if let (true, [result], Some(op)) = (pure, &results[..], self.canonical(inst.op)) {
                let operands = self.operands(function.operands(id));
                let value = self.values.op(op, &operands);
                self.defined.insert(*result, value);
            } else {
                for (number, &result) in (0..).zip(&results) {
                    let value = self.values.result(id, number);
                    self.defined.insert(result, value);
                }
            }
        }
    }

    fn canonical(&self, op: Op) -> Option<Op> {
        self.proof.numbers.operation(op)
    }

    fn operands(&mut self, regs: &[Reg]) -> Vec<Value> {
        regs.iter().map(|&reg| self.reg(reg)).collect()
    }

    fn reg(&mut self, reg: Reg) -> Value {
        if let Some(&value) = self.defined.get(&reg) {
            return value;
        }
        match self.proof.subject.due.function.source(reg) {
            Source::Number(number) => match self.proof.numbers.number(number) {
                Some(number) => self.values.number(number),
                None => self.values.reg(reg),
            },
            Source::Frame(offset) => self.values.fact(Fact::Frame(offset)),
            _ => self.values.reg(reg),
        }
    }

    /// The operands of the exit of a block: of the one that runs, or what they were when another
    /// ran last.
    fn exit_operands(&mut self, block: BlockId) -> Vec<Value> {
        let function = &self.proof.subject.due.function;
        let regs = function.exit_operands(block);
        if self.block == Some(block) {
            return self.operands(regs);
        }
        let numbers = 0..regs.len() as u32;
        let decision = |number| Fact::Decision(block, number);
        numbers
            .map(|number| self.values.fact(decision(number)))
            .collect()
    }
}

/// Pieces.
impl Walk<'_> {
    /// Follows a path until it ends or divides.
    fn follow(&mut self, mut path: Path) -> Result<(), String> {
        let code = self.proof.code;
        loop {
            let token = path.token;
            path.token += 1;
            match code.tokens.get(token) {
                None => return Err("control leaves the function".to_owned()),
                Some(&Token::Open(kind)) => {
                    if self.open(&mut path, kind, token)? {
                        return Ok(());
                    }
                }
                Some(&Token::Close(kind)) => self.close(&mut path, kind)?,
                Some(Token::Op(op, range)) => {
                    self.at = range.0;
                    if self.step(&mut path, token, op, *range)? {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Begins a piece; tells whether the path ends there.
    fn open(&mut self, path: &mut Path, kind: PieceKind, token: usize) -> Result<bool, String> {
        path.piece = Some(kind);
        match kind {
            PieceKind::Code(block) if path.is_entering => {
                path.is_entering = false;
                debug_assert_eq!(Some(block), self.block, "a walk begins with its block");
            }
            PieceKind::Code(block) => return self.arrive(path, block, token),
            PieceKind::Edge(edge) => self.take(path, edge)?,
            PieceKind::Arm(edge) if Some(edge.block) == self.block && !path.is_taken => {
                path.taken.push(edge);
            }
            PieceKind::Comparison(..) => path.compared = None,
            _ => {}
        }
        Ok(false)
    }

    /// Takes an edge for good.
    fn take(&mut self, path: &mut Path, edge: Edge) -> Result<(), String> {
        if path.merge.is_some() && path.merge == Some(edge.block) {
            return Ok(());
        }
        if Some(edge.block) != self.block || path.is_taken {
            return Err(format!("{} is not due", piece_name(PieceKind::Edge(edge))));
        }
        self.finish_effects(path)?;
        path.taken = vec![edge];
        path.is_taken = true;
        Ok(())
    }

    fn finish_effects(&self, path: &Path) -> Result<(), String> {
        let due = self.block.map_or(0, |block| self.proof.kept[block.index()]);
        match path.effects.kept() == due {
            true => Ok(()),
            false => Err(format!("{} of {due} effects happened", path.effects.kept())),
        }
    }

    fn close(&mut self, path: &mut Path, kind: PieceKind) -> Result<(), String> {
        path.piece = None;
        match kind {
            PieceKind::Operand(block) => {
                let next = self.proof.code.tokens.get(path.token);
                match next {
                    Some(Token::Open(PieceKind::Comparison(other, _))) if *other == block => Ok(()),
                    _ => self.ask(path, block, false),
                }
            }
            PieceKind::Comparison(block, wanted) => {
                let wanted = comparison(wanted);
                let is_negated = path.compared.take() != Some(wanted);
                self.ask(path, block, is_negated)
            }
            PieceKind::Prologue => {
                let bottom = self.values.fact(Fact::Frame(0));
                self.expect_stack_pointer(path, bottom)
            }
            PieceKind::Epilogue => {
                let caller = self.values.fact(Fact::CallerStack);
                self.expect_stack_pointer(path, caller)
            }
            PieceKind::Leave(block) => self.leave(path, block),
            _ => Ok(()),
        }
    }

    fn expect_stack_pointer(&mut self, path: &Path, due: Value) -> Result<(), String> {
        let pointer = self.proof.stack_pointer();
        match self.variable(path, pointer) == due {
            true => Ok(()),
            false => Err("the stack pointer is not what it should be".to_owned()),
        }
    }

    /// Compares what was pushed for the exit of a block with the operands of that.
    fn ask(&mut self, path: &mut Path, block: BlockId, is_negated: bool) -> Result<(), String> {
        let function = &self.proof.subject.due.function;
        if block.index() >= function.block_count() {
            return Err(format!("{block} has no exit with operands"));
        }
        let due = self.exit_operands(block);
        let start = path.stack.len().checked_sub(due.len());
        let start = start.ok_or("the operands of an exit are missing")?;
        let pushed = path.stack[start..].to_vec();
        let is_right = match (&function.block(block).exit, &pushed[..], &due[..]) {
            (Exit::Branch, &[pushed], &[due]) => {
                let (pushed, due) = (self.values.test(pushed), self.values.test(due));
                pushed == (due.0, due.1 ^ is_negated)
            }
            _ => pushed == due && !is_negated,
        };
        path.asked = Some(block);
        match is_right {
            true => Ok(()),
            false => Err(format!("the operands of the exit of {block} are others")),
        }
    }

    fn leave(&mut self, path: &mut Path, block: BlockId) -> Result<(), String> {
        if Some(block) != self.block {
            return Err(format!("{block} leaves, but does not run"));
        }
        self.finish_effects(path)?;
        let operands = self.proof.subject.due.function.exit_operands(block);
        if !operands.is_empty() && path.asked != Some(block) {
            return Err("the results are missing".to_owned());
        }
        path.left = Some(block);
        Ok(())
    }

    fn variable(&mut self, path: &Path, variable: usize) -> Value {
        match path.written.get(&variable) {
            Some(&value) => value,
            None => *self.contents[variable].get_or_insert_with(|| self.values.unknown()),
        }
    }
}

/// Arrivals.
impl Walk<'_> {
    /// Enters a block; tells whether the path ends there. A merge block is part of the path.
    fn arrive(&mut self, path: &mut Path, block: BlockId, token: usize) -> Result<bool, String> {
        let subject = self.proof.subject;
        if !path.is_taken {
            self.finish_effects(path)?;
        }
        if path.merge.is_none() {
            path.taken.retain(|&edge| subject.cfg.target(edge) == block);
        }
        let is_first = self.block.is_none() && block.index() == 0;
        if path.taken.is_empty() && !is_first {
            return Err(format!("control enters {block} by no edge"));
        }
        if block.index() >= subject.due.function.block_count() {
            path.merge = Some(block);
            path.is_taken = true;
            return Ok(false);
        }
        let edges = path.taken.iter().map(|&edge| self.proof.edge(edge));
        let edges: Option<Vec<unsnarl_low::Edge>> = edges.collect();
        let edges = edges.ok_or("an edge that the function does not have")?;
        if edges.iter().any(|edge| edge.to != block) {
            return Err(format!(
                "control enters {block} by an edge to another block"
            ));
        }
        let names = self.names(&edges, block);
        let mut contents = Vec::with_capacity(self.contents.len() + path.stack.len());
        let mut called: HashMap<Value, Facts, FixedState> = HashMap::default();
        for (variable, &held) in self.contents.iter().enumerate() {
            let written = path.written.get(&variable).copied();
            contents.push(match written.or(held) {
                None => Facts::default(),
                Some(value) => {
                    let before = self
                        .state
                        .contents
                        .get(variable)
                        .filter(|_| written.is_none());
                    let facts = || self.facts(value, before, block, &names);
                    called.entry(value).or_insert_with(facts).clone()
                }
            });
        }
        for &value in &path.stack {
            contents.push(self.facts(value, None, block, &names));
        }
        let mut control = Vec::new();
        for (&local, live) in &self.proof.live {
            let value = self.variable(path, local as usize);
            if let Some(number) = self.values.constant(value).filter(|_| live[token]) {
                contents[local as usize] = Facts::new(vec![Fact::Number(number)]);
                control.push((local, number));
            }
        }
        control.sort_unstable();
        self.arrivals.push(Arrival {
            place: Place {
                token,
                block,
                control,
            },
            state: State { contents },
        });
        Ok(true)
    }

    /// What is new and needed in a block: what was defined and decided, and the parameters that all
    /// edges set to the same value.
    fn names(&mut self, edges: &[unsnarl_low::Edge], entered: BlockId) -> Names {
        let function = &self.proof.subject.due.function;
        let needed = &self.proof.needed;
        let mut names = Names::default();
        for (&reg, &value) in &self.defined {
            if needed.has(entered, reg) && !self.proof.is_defined_in(reg, entered) {
                names.entry(value).or_default().push(Fact::Reg(reg));
            }
        }
        let block = self.block.filter(|block| self.proof.saved.contains(block));
        if let Some(block) = block.filter(|&block| block != entered) {
            for (number, value) in (0..).zip(self.exit_operands(block)) {
                let decision = Fact::Decision(block, number);
                names.entry(value).or_default().push(decision);
            }
        }
        let mut set: HashMap<Reg, Option<Value>> = HashMap::new();
        for &edge in edges {
            for (parameter, argument) in function.copies(edge) {
                if needed.has(entered, parameter) {
                    let value = self.reg(argument);
                    let known = set.entry(parameter).or_insert(Some(value));
                    *known = known.filter(|&known| known == value);
                }
            }
        }
        for (parameter, value) in set {
            if let Some(value) = value {
                let parameter = Fact::Reg(parameter);
                names.entry(value).or_default().push(parameter);
            }
        }
        names
    }

    /// What a value is called where a block is entered: nothing that the block defines anew, and
    /// nothing that is not needed. `before` is what was known of the variable that holds it, if
    /// that was not written.
    fn facts(
        &self,
        value: Value,
        before: Option<&Facts>,
        entered: BlockId,
        names: &Names,
    ) -> Facts {
        let stays = |fact: &Fact| match *fact {
            Fact::Reg(reg) => {
                self.proof.needed.has(entered, reg) && !self.proof.is_defined_in(reg, entered)
            }
            Fact::Decision(block, _) => block != entered,
            Fact::Number(_) => false,
            Fact::Frame(_) | Fact::CallerStack => true,
        };
        let known = self.values.names(value);
        let new = names.get(&value).map(Vec::as_slice).unwrap_or_default();
        if new.is_empty()
            && let (Some(before), Some(known)) = (before, known)
            && before == known
            && known.list().iter().all(stays)
        {
            return before.clone();
        }
        let known = known.map_or(&[][..], Facts::list).iter().copied();
        let constant = self.values.constant_name(value);
        let mut facts: Vec<Fact> = known.chain(constant).filter(stays).collect();
        facts.extend_from_slice(new);
        Facts::new(facts)
    }
}

/// New names of values.
type Names = HashMap<Value, Vec<Fact>, FixedState>;

/// Instructions.
impl Walk<'_> {
    /// Executes an instruction; tells whether the path ends there.
    fn step(
        &mut self,
        path: &mut Path,
        token: usize,
        op: &Operator<'_>,
        range: (u32, u32),
    ) -> Result<bool, String> {
        let hint = self.proof.hint(range.0);
        match *op {
            Operator::LocalGet { local_index } => {
                let value = self.variable(path, local_index as usize);
                path.stack.push(value);
            }
            Operator::LocalSet { local_index } => {
                let value = path.pop()?;
                path.written.insert(local_index as usize, value);
            }
            Operator::LocalTee { local_index } => {
                let value = *path.stack.last().ok_or("the operand stack is empty")?;
                path.written.insert(local_index as usize, value);
            }
            Operator::Drop => {
                path.pop()?;
            }
            Operator::I32Const { value } => {
                let number = self.constant(value, range);
                path.stack.push(self.values.number(number));
            }
            Operator::I64Const { value } => {
                path.stack.push(self.values.number(Number::I64(value)));
            }
            Operator::F32Const { value } => {
                path.stack
                    .push(self.values.number(Number::F32(value.bits())));
            }
            Operator::F64Const { value } => {
                path.stack
                    .push(self.values.number(Number::F64(value.bits())));
            }
            Operator::V128Const { value } => {
                path.stack
                    .push(self.values.number(Number::V128(*value.bytes())));
            }
            Operator::GlobalGet { .. } | Operator::GlobalSet { .. } => {
                self.global(path, op, range, hint)?;
            }
            Operator::Call { .. } | Operator::CallIndirect { .. } => {
                self.call(path, op, range, hint)?;
            }
            Operator::Unreachable if hint.is_some() => {
                self.effect(path, hint, Op::Trap)?;
                return self.trap(path, hint);
            }
            Operator::Block { .. }
            | Operator::Loop { .. }
            | Operator::If { .. }
            | Operator::Else
            | Operator::End
            | Operator::Br { .. }
            | Operator::BrIf { .. }
            | Operator::BrTable { .. }
            | Operator::Return
            | Operator::ReturnCall { .. }
            | Operator::ReturnCallIndirect { .. }
            | Operator::Unreachable => return self.control(path, token, op, range),
            _ => self.operation(path, op, range, hint)?,
        }
        Ok(false)
    }

    /// A constant of 32 bits, or an address that the linker fills in.
    fn constant(&self, value: i32, range: (u32, u32)) -> Number {
        let code = self.proof.code;
        let kinds = [
            RelocationKind::MemoryAddressSleb,
            RelocationKind::TableIndexSleb,
        ];
        match kinds.iter().find_map(|&kind| code.relocation(range, kind)) {
            Some(own) => Number::Address(Symbol::new(own.target as usize), own.addend),
            None => Number::I32(value),
        }
    }

    /// Any other instruction.
    fn operation(
        &mut self,
        path: &mut Path,
        op: &Operator<'_>,
        range: (u32, u32),
        hint: Option<InstId>,
    ) -> Result<(), String> {
        let decoded = operation(op).ok_or_else(|| format!("{op:?} is in no function"))?;
        let decoded = self.relocated(decoded, range);
        let signature = decoded.signature().ok_or("an operation without types")?;
        if decoded.effect() != Effect::Pure {
            if hint.is_none() {
                return self.slot(path, &decoded);
            }
            return self.effect(path, hint, decoded);
        }
        let operands = path.pop_all(signature.operands.len())?;
        if matches!(path.piece, Some(PieceKind::Comparison(..))) {
            path.compared = Some(decoded);
        }
        let value = self.values.op(decoded, &operands);
        path.stack.push(value);
        Ok(())
    }

    /// An access with the symbol of its relocation.
    fn relocated(&self, op: Op, range: (u32, u32)) -> Op {
        let relocation = self
            .proof
            .code
            .relocation(range, RelocationKind::MemoryAddressLeb);
        let Some(own) = relocation else {
            return op;
        };
        let at = |address: Address| Address {
            symbol: Some(Symbol::new(own.target as usize)),
            offset: own.addend as u32 as u64,
            ..address
        };
        match op {
            Op::Load(op, address) => Op::Load(op, at(address)),
            Op::Store(op, address) => Op::Store(op, at(address)),
            Op::LoadLane(size, address, lane) => Op::LoadLane(size, at(address), lane),
            Op::StoreLane(size, address, lane) => Op::StoreLane(size, at(address), lane),
            other => other,
        }
    }

    /// An effect that the function has, and its results.
    fn effect(&mut self, path: &mut Path, hint: Option<InstId>, op: Op) -> Result<(), String> {
        let function = &self.proof.subject.due.function;
        let id = hint.ok_or_else(|| format!("'{}' is not in the function", op.name()))?;
        let is_here = self
            .block
            .is_some_and(|block| function.block(block).has(id));
        if !is_here || path.is_taken {
            return Err(format!("'{}' belongs to another place", op.name()));
        }
        let inst = function.inst(id);
        let due = self.canonical(inst.op);
        if due != Some(op) {
            return Err(format!(
                "'{}' in place of '{}', or other immediates",
                op.name(),
                inst.op.name()
            ));
        }
        let operands = path.pop_all(function.operands(id).len())?;
        if operands != self.operands(function.operands(id)) {
            return Err(format!("'{}' has other operands", op.name()));
        }
        if inst.effect == Effect::Pure {
            let value = self.values.op(op, &operands);
            path.stack.push(value);
            return Ok(());
        }
        path.effects.happens(id, inst, &self.values, &operands)?;
        for number in 0..inst.results().len() as u32 {
            path.stack.push(self.values.result(id, number));
        }
        Ok(())
    }

    /// A path that traps: what comes before has happened.
    fn trap(&mut self, path: &Path, hint: Option<InstId>) -> Result<bool, String> {
        let function = &self.proof.subject.due.function;
        let Some(block) = self.block else {
            return Err("a trap before the first block".to_owned());
        };
        let before = function
            .block(block)
            .insts()
            .take_while(|&id| Some(id) <= hint);
        let due = before
            .filter(|&id| function.inst(id).effect.is_kept())
            .count();
        match path.effects.kept() == due {
            true => Ok(true),
            false => Err("effects before a trap are missing".to_owned()),
        }
    }

    /// An access to a slot of the frame in which a local is kept.
    fn slot(&mut self, path: &mut Path, op: &Op) -> Result<(), String> {
        let missing = || format!("'{}' is not in the function", op.name());
        match *op {
            Op::Load(Load::Whole(ty), address) => {
                let base = path.pop()?;
                let slot = self.slot_at(base, address, ty).ok_or_else(missing)?;
                let value = self.variable(path, slot);
                path.stack.push(value);
            }
            Op::Store(Store::Whole(ty), address) => {
                let value = path.pop()?;
                let base = path.pop()?;
                let slot = self.slot_at(base, address, ty).ok_or_else(missing)?;
                path.written.insert(slot, value);
            }
            _ => return Err(missing()),
        }
        Ok(())
    }

    /// The slot at an address, all of whose accesses are of one type.
    fn slot_at(&self, base: Value, address: Address, ty: Type) -> Option<usize> {
        if address.symbol.is_some() || address.memory != Memory(0) {
            return None;
        }
        let base = self.values.frame_offset(base)?;
        let offset = u32::try_from(u64::from(base) + address.offset).ok()?;
        let slot = self.proof.slot(offset)?;
        let known = *self.proof.slot_types.borrow_mut().entry(slot).or_insert(ty);
        (known == ty).then_some(slot)
    }

    fn global(
        &mut self,
        path: &mut Path,
        op: &Operator<'_>,
        range: (u32, u32),
        hint: Option<InstId>,
    ) -> Result<(), String> {
        let (Operator::GlobalGet { global_index } | Operator::GlobalSet { global_index }) = *op
        else {
            return Err("no access to a global".to_owned());
        };
        if !self.is_stack_pointer(global_index, range) {
            return Err("an access to another global".to_owned());
        }
        let symbol = self.proof.subject.link.stack_pointer();
        let is_get = matches!(op, Operator::GlobalGet { .. });
        let pointer = self.proof.stack_pointer();
        let is_own = matches!(path.piece, Some(PieceKind::Prologue | PieceKind::Epilogue));
        match (hint, is_get) {
            (Some(_), true) => self.effect(path, hint, Op::GlobalGet(symbol, Type::I32)),
            (Some(_), false) => {
                let value = *path.stack.last().ok_or("the operand stack is empty")?;
                self.effect(path, hint, Op::GlobalSet(symbol, Type::I32))?;
                path.written.insert(pointer, value);
                Ok(())
            }
            (None, true) if is_own => {
                let value = self.variable(path, pointer);
                path.stack.push(value);
                Ok(())
            }
            (None, false) if is_own => {
                let value = path.pop()?;
                path.written.insert(pointer, value);
                Ok(())
            }
            (None, _) => {
                Err("an access to the stack pointer that the function does not have".to_owned())
            }
        }
    }

    fn is_stack_pointer(&self, index: u32, range: (u32, u32)) -> bool {
        match &self.proof.subject.link.target {
            Target::Module(_) => index == crate::STACK_POINTER,
            Target::Object(symbols) => {
                let code = self.proof.code;
                let own = code.relocation(range, RelocationKind::GlobalIndexLeb);
                let due = symbols.borrow().find(&Key::StackPointer);
                due.is_some() && own.map(|own| own.target) == due
            }
        }
    }

    fn call(
        &mut self,
        path: &mut Path,
        op: &Operator<'_>,
        range: (u32, u32),
        hint: Option<InstId>,
    ) -> Result<(), String> {
        let function = &self.proof.subject.due.function;
        let called = self.called(op, range);
        if let (Op::CallIndirect(_), Some(id)) = (called, hint) {
            let operands = function.operands(id);
            let types = |regs: &[Reg]| regs.iter().map(|&reg| function.ty(reg)).collect();
            let results: Vec<Reg> = function.inst(id).results().collect();
            let signature = Signature {
                parameters: types(&operands[..operands.len().saturating_sub(1)]),
                results: types(&results),
            };
            self.expect_type(op, range, &signature)?;
        }
        self.effect(path, hint, called)
    }

    /// What a call calls: a function by its number, or the table.
    fn called(&self, op: &Operator<'_>, range: (u32, u32)) -> Op {
        let code = self.proof.code;
        match *op {
            Operator::Call { function_index } | Operator::ReturnCall { function_index } => {
                let own = code.relocation(range, RelocationKind::FunctionIndexLeb);
                let index = own.map_or(function_index, |own| own.target);
                Op::Call(Symbol::new(index as usize))
            }
            _ => Op::CallIndirect(unsnarl_low::op::memory::Table(0)),
        }
    }

    fn expect_type(
        &self,
        op: &Operator<'_>,
        range: (u32, u32),
        signature: &Signature,
    ) -> Result<(), String> {
        let (Operator::CallIndirect {
            type_index,
            table_index,
        }
        | Operator::ReturnCallIndirect {
            type_index,
            table_index,
        }) = *op
        else {
            return Err("a call of another kind".to_owned());
        };
        let own = self
            .proof
            .code
            .relocation(range, RelocationKind::TypeIndexLeb);
        let index = own.map_or(type_index, |own| own.target);
        let due = self.proof.subject.link.signature_number(signature);
        match table_index == 0 && due.is_ok_and(|due| due == index) {
            true => Ok(()),
            false => Err("an indirect call of another type".to_owned()),
        }
    }
}

/// Control.
impl Walk<'_> {
    /// Executes an instruction of control; tells whether the path ends there.
    fn control(
        &mut self,
        path: &mut Path,
        token: usize,
        op: &Operator<'_>,
        range: (u32, u32),
    ) -> Result<bool, String> {
        let code = self.proof.code;
        match op {
            Operator::Block { .. } | Operator::Loop { .. } => self.enter(path, token)?,
            Operator::If { .. } => {
                let holds = self.condition(path)?;
                self.enter(path, token)?;
                let bracket = &code.brackets[code.bracket_of[&token]];
                let other = bracket.otherwise.unwrap_or(bracket.end + 1);
                match holds {
                    Some(true) => {}
                    Some(false) => path.token = other,
                    None => self.paths.push(Path {
                        token: other,
                        ..path.clone()
                    }),
                }
            }
            Operator::Else => path.token = code.brackets[code.bracket_of[&token]].end + 1,
            Operator::End if code.bracket_of.contains_key(&token) => {}
            Operator::End | Operator::Return => return self.returned(path, None),
            Operator::ReturnCall { .. } | Operator::ReturnCallIndirect { .. } => {
                return self.returned(path, Some((op, range)));
            }
            Operator::Unreachable => {
                let is_left = path.left.is_some() && path.left == self.block;
                return match is_left {
                    true => Ok(true),
                    false => Err("a trap that the function does not have".to_owned()),
                };
            }
            Operator::Br { .. } => {
                let target = code.jumps[&token][0];
                return self.jump(path, target);
            }
            Operator::BrIf { .. } => {
                let target = code.jumps[&token][0];
                match self.condition(path)? {
                    Some(false) => {}
                    Some(true) => return self.jump(path, target),
                    None => {
                        let mut other = path.clone();
                        if !self.jump(&mut other, target)? {
                            self.paths.push(other);
                        }
                    }
                }
            }
            _ => return self.table(path, token),
        }
        Ok(false)
    }

    /// Opens a bracket.
    fn enter(&mut self, path: &Path, token: usize) -> Result<(), String> {
        let bracket = self.proof.code.bracket_of[&token];
        let parameters = self.proof.code.brackets[bracket].parameters;
        let height = path.stack.len().checked_sub(parameters);
        let height = height.ok_or("the operand stack is too short")?;
        self.proof.heights.borrow_mut()[bracket] = Some(height);
        Ok(())
    }

    /// Whether a condition holds, if that is known.
    fn condition(&mut self, path: &mut Path) -> Result<Option<bool>, String> {
        let value = path.pop()?;
        Ok(match self.values.constant(value) {
            Some(Number::I32(number)) => Some(number != 0),
            _ => None,
        })
    }

    /// Jumps to a bracket, or out of the function; tells whether the path ends there.
    fn jump(&mut self, path: &mut Path, target: Option<usize>) -> Result<bool, String> {
        let Some(target) = target else {
            return self.returned(path, None);
        };
        let (token, count) = self.proof.code.brackets[target].target();
        let height = self.proof.heights.borrow()[target];
        let height = height.ok_or("a jump to a bracket that is not open")?;
        let carried = path.pop_all(count)?;
        path.stack.truncate(height);
        path.stack.extend(carried);
        path.token = token;
        Ok(false)
    }

    fn table(&mut self, path: &mut Path, token: usize) -> Result<bool, String> {
        let targets = &self.proof.code.jumps[&token];
        let value = path.pop()?;
        if let Some(Number::I32(index)) = self.values.constant(value) {
            let last = targets.len() - 1;
            let target = targets[(index as u32 as usize).min(last)];
            return self.jump(path, target);
        }
        let different: BTreeSet<Option<usize>> = targets.iter().copied().collect();
        for target in different {
            let mut other = path.clone();
            if !self.jump(&mut other, target)? {
                self.paths.push(other);
            }
        }
        Ok(true)
    }

    /// Leaves the function, maybe by a call.
    fn returned(
        &mut self,
        path: &mut Path,
        call: Option<(&Operator<'_>, (u32, u32))>,
    ) -> Result<bool, String> {
        let function = &self.proof.subject.due.function;
        let block = path.left.filter(|_| path.left == self.block);
        let block = block.ok_or("control leaves the function without a block")?;
        let exit = &function.block(block).exit;
        let operands = function.exit_operands(block);
        match (exit, call) {
            (Exit::Return, None) => {}
            (Exit::TailCall(callee), Some((op, range))) => {
                let due = match *callee {
                    Callee::Symbol(symbol) => self.canonical(Op::Call(symbol)),
                    Callee::Table(table) => Some(Op::CallIndirect(table)),
                };
                if due != Some(self.called(op, range)) {
                    return Err("a tail call of another function".to_owned());
                }
                if let (Callee::Table(_), Some((_, arguments))) = (callee, operands.split_last()) {
                    let types = arguments.iter().map(|&reg| function.ty(reg));
                    let signature = Signature {
                        parameters: types.collect(),
                        results: function.signature.results.clone(),
                    };
                    self.expect_type(op, range, &signature)?;
                }
            }
            _ => return Err("the function is left in another way".to_owned()),
        }
        let due = self.exit_operands(block);
        let given = path.pop_all(due.len())?;
        match given == due {
            true => Ok(true),
            false => Err("the results are others".to_owned()),
        }
    }
}

/// The operation of a comparison.
fn comparison(comparison: Comparison) -> Op {
    use Comparison as C;
    use unsnarl_low::Width::{W32, W64};
    use unsnarl_low::op::float::FloatCompare;
    use unsnarl_low::op::int::IntCompare;
    match comparison {
        C::I32Eqz => Op::IntIsZero(W32),
        C::I32Eq => Op::IntCompare(W32, IntCompare::Eq),
        C::I32Ne => Op::IntCompare(W32, IntCompare::Ne),
        C::I32LtS => Op::IntCompare(W32, IntCompare::LtS),
        C::I32LtU => Op::IntCompare(W32, IntCompare::LtU),
        C::I32GtS => Op::IntCompare(W32, IntCompare::GtS),
        C::I32GtU => Op::IntCompare(W32, IntCompare::GtU),
        C::I32LeS => Op::IntCompare(W32, IntCompare::LeS),
        C::I32LeU => Op::IntCompare(W32, IntCompare::LeU),
        C::I32GeS => Op::IntCompare(W32, IntCompare::GeS),
        C::I32GeU => Op::IntCompare(W32, IntCompare::GeU),
        C::I64Eqz => Op::IntIsZero(W64),
        C::I64Eq => Op::IntCompare(W64, IntCompare::Eq),
        C::I64Ne => Op::IntCompare(W64, IntCompare::Ne),
        C::I64LtS => Op::IntCompare(W64, IntCompare::LtS),
        C::I64LtU => Op::IntCompare(W64, IntCompare::LtU),
        C::I64GtS => Op::IntCompare(W64, IntCompare::GtS),
        C::I64GtU => Op::IntCompare(W64, IntCompare::GtU),
        C::I64LeS => Op::IntCompare(W64, IntCompare::LeS),
        C::I64LeU => Op::IntCompare(W64, IntCompare::LeU),
        C::I64GeS => Op::IntCompare(W64, IntCompare::GeS),
        C::I64GeU => Op::IntCompare(W64, IntCompare::GeU),
        C::F32Eq => Op::FloatCompare(W32, FloatCompare::Eq),
        C::F32Ne => Op::FloatCompare(W32, FloatCompare::Ne),
        C::F64Eq => Op::FloatCompare(W64, FloatCompare::Eq),
        C::F64Ne => Op::FloatCompare(W64, FloatCompare::Ne),
    }
}
