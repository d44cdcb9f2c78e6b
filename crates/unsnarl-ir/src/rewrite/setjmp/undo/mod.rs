//! The proof that a function whose calls of `setjmp` were resolved is the function of the source:
//! if the resolution is undone, the two are the same.
//!
//! *Needs:* both functions. *Gives:* [`Resolved`], the counts, or the first [`Violation`].
//! *Cost:* near-linear in both.
//!
//! Of the rewrite it knows only the form of the result. Blocks of the source keep their numbers;
//! each is compared with the pieces into which it was cut, instruction by instruction and operand
//! by operand.
//!
//! | rule | condition |
//! |---|---|
//! | J1 | four blocks catch a jump: they take the thrown data apart, ask for which `setjmp` of this call of the function it is, and go to its label, or throw it again |
//! | J2 | the instructions of a piece are in the source, in the same order, except for accesses to slots |
//! | J3 | an `invoke` of `setjmp`, or one that unwinds to a landing pad, is a call and a jump. A piece ends with the next call, which returns to the next piece and unwinds to the pad of jumps, or to its funclet's unwind target; or with the next `setjmp`; or as the block of the source does |
//! | J4 | a `setjmp` saves its own label and the variable that distinguishes calls of the function; its result is 0, or the value of the jump |
//! | J5 | a slot holds one value: it is stored as soon as the value is computed, and a loaded value stands for it until the end of the piece, or until the value is computed again; neither the address of a slot nor that of the variable has any other use |
//! | J6 | after a `setjmp` no call that may jump, and no unwinding, bypasses the pad of jumps |
//! | J7 | every other block is a piece |
//!
//! *Limits:* it is not proved that the runtime functions do what their names say.

mod calls;
mod edges;
mod pad;
mod slots;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::function::{Definition, Function};
use crate::id::{BlockId, Id, InstId, ValueId};
use crate::inst::{Callee, Op, Operand, Tail};
use crate::module::Module;
use crate::terminator::{Invoke, Terminator};

use calls::{Due, call_of, called_at_end, due, number};
use edges::{cleanups, incoming, returned};
use pad::Pad;
use slots::Slots;

/// The counts of a resolution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resolved {
    /// Calls of `setjmp`: places where a jump continues.
    pub returns: usize,
    /// Calls that may jump there.
    pub calls: usize,
    /// Values that are kept in slots.
    pub slots: usize,
}

/// The reason why a function is not that of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The place, in the function whose calls were resolved.
    pub block: BlockId,
    /// The rule.
    pub rule: &'static str,
    /// The error.
    pub what: &'static str,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.block, self.what, self.rule)
    }
}

impl std::error::Error for Violation {}

/// Proves that `made`, with its calls of `setjmp` resolved, is the function `source`.
///
/// # Errors
/// The first violation.
pub fn undo(module: &Module, source: &Function, made: &Function) -> Result<Resolved, Violation> {
    let entry = BlockId::new(0);
    let has_all = made.blocks.len() >= source.blocks.len() && !made.blocks.is_empty();
    holds(has_all, entry, "J7", "blocks of the source are missing")?;
    let pad = Pad::find(module, source, made)?;
    let slots = Slots::find(module, source, made, &pad)?;
    let mut undoing = Undoing {
        module,
        source,
        made,
        pad,
        slots,
        last: BTreeMap::new(),
        pieces: BTreeSet::new(),
        resumed: BTreeMap::new(),
        returned: returned(made),
        incoming: incoming(made),
        cleanups: cleanups(made),
        resolved: Resolved::default(),
    };
    for block in source.blocks.keys() {
        undoing.block(block)?;
    }
    for block in source.blocks.keys() {
        undoing.phis(block)?;
    }
    undoing.finish()
}

fn wrong<T>(block: BlockId, rule: &'static str, what: &'static str) -> Result<T, Violation> {
    Err(Violation { block, rule, what })
}

fn holds(
    holds: bool,
    block: BlockId,
    rule: &'static str,
    what: &'static str,
) -> Result<(), Violation> {
    match holds {
        true => Ok(()),
        false => wrong(block, rule, what),
    }
}

struct Undoing<'a> {
    module: &'a Module,
    source: &'a Function,
    made: &'a Function,
    pad: Pad,
    slots: Slots,
    /// By block of the source: its last piece, and the values that loads stand for at its end.
    last: BTreeMap<BlockId, (BlockId, BTreeSet<ValueId>)>,
    /// All pieces except the first of each block.
    pieces: BTreeSet<BlockId>,
    /// By block where a `setjmp` returns: the piece that calls it, and its result.
    resumed: BTreeMap<BlockId, (BlockId, Option<ValueId>)>,
    incoming: Vec<usize>,
    /// By block that is entered only by the return of a call: the result.
    returned: BTreeMap<BlockId, ValueId>,
    /// By token of a cleanup: its unwind target, if it is not a caller.
    cleanups: BTreeMap<ValueId, Option<BlockId>>,
    resolved: Resolved,
}

impl Undoing<'_> {
    /// Compares a block with its pieces (J2 to J5).
    fn block(&mut self, block: BlockId) -> Result<(), Violation> {
        let is_entry = block.index() == 0;
        let is_fixed = |op: &Op| {
            is_entry
                && matches!(
                    op,
                    Op::Alloca {
                        count: Operand::Const(_),
                        ..
                    }
                )
        };
        // Variables of a fixed size are at the beginning of the entry, wherever they were.
        if is_entry {
            let fixed = |function: &Function| -> Vec<(Op, Option<ValueId>)> {
                let insts = function.blocks[block].insts.iter();
                let old = insts.filter(|&&inst| !self.slots.is_new(&function.insts[inst]));
                let insts = old.map(|&inst| &function.insts[inst]);
                let fixed = insts.filter(|inst| is_fixed(&inst.op));
                fixed.map(|inst| (inst.op.clone(), inst.result)).collect()
            };
            let is_same = fixed(self.source) == fixed(self.made);
            holds(is_same, block, "J2", "the variables differ from the source")?;
        }
        let left = due(self.module, self.source, block);
        let mut left = left.filter(|due| !is_fixed(&due.op)).peekable();
        let mut piece = block;
        let mut due = self.held_at_start(piece);
        loop {
            let mut saved = None;
            // The loaded values that still stand for their originals.
            let mut fresh = BTreeSet::new();
            for &inst in &self.made.blocks[piece].insts {
                if is_fixed(&self.made.insts[inst].op) {
                    continue;
                }
                if self.slots.is_new(&self.made.insts[inst]) {
                    self.accesses_slot(piece, inst, &mut due)?;
                    fresh.extend(self.made.insts[inst].result);
                    continue;
                }
                let made = &self.made.insts[inst];
                let mut is_stale = false;
                made.op
                    .each_operand(|operand| is_stale |= self.is_stale(operand, &fresh));
                holds(!is_stale, piece, "J5", "a value is loaded too early")?;
                let stored = due.is_empty() || made.op.is_pad();
                holds(
                    stored,
                    piece,
                    "J5",
                    "a value is not stored when it is computed",
                )?;
                holds(
                    saved.is_none(),
                    piece,
                    "J3",
                    "a setjmp does not end its piece",
                )?;
                let Some(next) = left.next() else {
                    return wrong(
                        piece,
                        "J2",
                        "the piece has more instructions than the source",
                    );
                };
                if self.is_same(&next.op, &made.op) && next.result == made.result {
                    let held = made
                        .result
                        .filter(|result| self.slots.values.contains(result));
                    if let Some(held) = held {
                        fresh.retain(|loaded| self.slots.stands[loaded] != held);
                        due.insert(held);
                    }
                    continue;
                }
                let label = self.saves(&next.op, &made.op);
                let Some(label) = label.filter(|_| made.result.is_none()) else {
                    return wrong(piece, "J2", "an instruction differs from the source");
                };
                saved = Some((label, next.result));
            }
            holds(
                due.is_empty(),
                piece,
                "J5",
                "a value is not stored when it is computed",
            )?;
            let terminator = &self.made.blocks[piece].terminator;
            let mut is_stale = false;
            terminator.each_operand(|operand| is_stale |= self.is_stale(operand, &fresh));
            holds(!is_stale, piece, "J5", "a value is loaded too early")?;
            let next = match (saved, left.peek(), terminator) {
                (Some((label, result)), _, &Terminator::Jump(rest)) => {
                    self.returns(piece, label, result, rest)?;
                    rest
                }
                (Some(_), ..) => {
                    return wrong(piece, "J3", "a setjmp does not return to the next piece");
                }
                (None, Some(call), Terminator::Invoke(invoke)) => {
                    self.unwinds(piece, call, invoke)?;
                    left.next();
                    invoke.normal
                }
                (None, Some(_), _) => {
                    return wrong(
                        piece,
                        "J2",
                        "the piece has fewer instructions than the source",
                    );
                }
                (None, None, terminator) => {
                    self.ends(block, piece, terminator)?;
                    self.last.insert(block, (piece, fresh));
                    return Ok(());
                }
            };
            let is_piece = next.index() >= self.source.blocks.len() && self.pieces.insert(next);
            holds(
                is_piece,
                piece,
                "J3",
                "a call does not return to the next piece",
            )?;
            due.extend(self.held_at_start(next));
            piece = next;
        }
    }

    /// The values in slots that become available at the start of a block: the values of its phis,
    /// and the result of the call that returns there.
    fn held_at_start(&self, block: BlockId) -> BTreeSet<ValueId> {
        let phis = self.made.blocks[block].phis.iter().map(|phi| phi.result);
        let all = phis.chain(self.returned.get(&block).copied());
        all.filter(|value| self.slots.values.contains(value))
            .collect()
    }

    /// Checks a new instruction.
    fn accesses_slot(
        &self,
        piece: BlockId,
        inst: InstId,
        due: &mut BTreeSet<ValueId>,
    ) -> Result<(), Violation> {
        let accesses = match self.made.insts[inst].op {
            Op::Store {
                value: Operand::Value(value),
                ..
            } => due.remove(&value),
            Op::Load { .. } => {
                let result = self.made.insts[inst].result;
                result.is_some_and(|result| self.slots.stands.contains_key(&result))
            }
            _ => false,
        };
        holds(
            accesses,
            piece,
            "J2",
            "an instruction is not from the source",
        )
    }

    /// Tells whether an operand was loaded, and may no longer be the current value.
    fn is_stale(&self, operand: Operand, fresh: &BTreeSet<ValueId>) -> bool {
        match operand {
            Operand::Value(value) => {
                self.slots.stands.contains_key(&value) && !fresh.contains(&value)
            }
            Operand::Const(_) => false,
        }
    }

    /// Tells whether an instruction equals the one of the source.
    fn is_same(&self, source: &Op, made: &Op) -> bool {
        let mut undone = made.clone();
        undone.each_operand_mut(|operand| *operand = self.slots.of_source(*operand));
        undone == *source
    }

    /// The label that is saved by the replacement of a `setjmp` call (J4).
    fn saves(&self, source: &Op, made: &Op) -> Option<u64> {
        let [env] = call_of(self.module, source, "setjmp")?;
        let [saved, label, variable] = call_of(self.module, made, "__wasm_setjmp")?;
        let is_same =
            self.slots.of_source(saved) == env && variable == Operand::Value(self.pad.variable);
        number(self.module, label).filter(|_| is_same)
    }

    /// Checks the place where a `setjmp` returns (J4).
    fn returns(
        &mut self,
        piece: BlockId,
        label: u64,
        result: Option<ValueId>,
        rest: BlockId,
    ) -> Result<(), Violation> {
        self.resolved.returns += 1;
        let leads = self.pad.labels.get(&label) == Some(&rest) && self.incoming[rest.index()] == 2;
        holds(leads, piece, "J4", "a jump does not return from its setjmp")?;
        let [phi] = &self.made.blocks[rest].phis[..] else {
            return wrong(rest, "J4", "setjmp has no result");
        };
        let brings = |from| phi.operand(from);
        let is_zero = brings(piece).and_then(|zero| number(self.module, zero)) == Some(0);
        let is_value = brings(self.pad.resume) == Some(self.pad.value);
        let is_result = result.is_none_or(|result| result == phi.result);
        holds(
            is_zero && is_value && is_result,
            rest,
            "J4",
            "setjmp returns another number",
        )?;
        self.resumed.insert(rest, (piece, result));
        Ok(())
    }

    /// Checks a call that ends a piece (J3).
    fn unwinds(
        &mut self,
        piece: BlockId,
        source: &Due<'_>,
        invoke: &Invoke,
    ) -> Result<(), Violation> {
        self.resolved.calls += 1;
        let made = Op::Call(Box::new(invoke.call.clone()));
        let is_same = self.is_same(&source.op, &made) && source.result == invoke.result;
        holds(is_same, piece, "J3", "a call differs from the source")?;
        let rest = &self.made.blocks[invoke.normal];
        let is_only = rest.phis.is_empty() && self.incoming[invoke.normal.index()] == 1;
        holds(
            is_only,
            piece,
            "J3",
            "a call does not return to the next piece",
        )?;
        let mut bundles = invoke.call.bundles.iter();
        let funclet = bundles.find(|bundle| self.module.name(bundle.tag) == "funclet");
        let funclet = funclet.and_then(|bundle| bundle.operands.first());
        let due = funclet.and_then(|&token| self.funclet_unwinds(token));
        let due = due.unwrap_or(self.pad.switch);
        holds(
            invoke.unwind == due,
            piece,
            "J3",
            "a call unwinds elsewhere",
        )
    }

    /// The unwind target of a funclet; nothing if that is a caller.
    fn funclet_unwinds(&self, token: Operand) -> Option<BlockId> {
        let Operand::Value(value) = token else {
            return None;
        };
        let Definition::Inst(inst) = self.made.values[value].definition else {
            return None;
        };
        if let Op::CatchPad {
            switch: Operand::Value(switch),
            ..
        } = self.made.insts[inst].op
        {
            let Definition::Terminator(block) = self.made.values[switch].definition else {
                return None;
            };
            return match &self.made.blocks[block].terminator {
                Terminator::CatchSwitch(switch) => switch.unwind,
                _ => None,
            };
        }
        self.cleanups.get(&value).copied().flatten()
    }

    /// Checks the end of the last piece of a block (J3).
    fn ends(
        &self,
        block: BlockId,
        piece: BlockId,
        terminator: &Terminator,
    ) -> Result<(), Violation> {
        let mut undone = terminator.clone();
        undone.each_operand_mut(|operand| *operand = self.slots.of_source(*operand));
        let jump = called_at_end(self.module, self.source, block);
        let jump = jump.map(|invoke| Terminator::Jump(invoke.normal));
        let source = jump
            .as_ref()
            .unwrap_or(&self.source.blocks[block].terminator);
        let pad = Some(self.pad.switch);
        match (&mut undone, source) {
            (Terminator::CatchSwitch(own), Terminator::CatchSwitch(source))
                if source.unwind.is_none() && own.unwind == pad =>
            {
                own.unwind = None;
            }
            (
                Terminator::CleanupReturn { unwind: own, .. },
                Terminator::CleanupReturn { unwind: None, .. },
            ) if *own == pad => *own = None,
            _ => {}
        }
        holds(undone == *source, piece, "J3", "a block ends differently")
    }

    /// Compares the phis of a block with those of the source.
    fn phis(&self, block: BlockId) -> Result<(), Violation> {
        let (source, made) = (
            &self.source.blocks[block].phis,
            &self.made.blocks[block].phis,
        );
        let mut is_same = source.len() == made.len();
        for (source, made) in source.iter().zip(made) {
            is_same &= source.result == made.result;
            let calls_at = |from| called_at_end(self.module, self.source, from);
            let is_left = |from| calls_at(from).is_none_or(|invoke| invoke.unwind != block);
            let incoming = source.incoming.iter().filter(|&&(from, _)| is_left(from));
            is_same &= incoming.clone().count() == made.incoming.len();
            for (due, own) in incoming.zip(&made.incoming) {
                let (last, fresh) = &self.last[&due.0];
                is_same &= own.0 == *last && self.slots.of_source(own.1) == due.1;
                is_same &= !self.is_stale(own.1, fresh);
            }
        }
        holds(is_same, block, "J2", "the phis differ from the source")
    }

    /// Checks the rules about all blocks (J4 to J7).
    fn finish(mut self) -> Result<Resolved, Violation> {
        let pad = self.pad.switch;
        let all = self.resumed.len() == self.pad.labels.len() && !self.resumed.is_empty();
        holds(all, self.pad.resume, "J4", "a jump returns from no setjmp")?;
        let others = self.made.blocks.len() - self.source.blocks.len();
        let known = self.pieces.len() + self.pad.blocks.len();
        holds(
            others == known,
            pad,
            "J7",
            "a block is not a piece of the source",
        )?;
        self.addresses()?;
        let mut left: Vec<BlockId> = self.resumed.keys().copied().collect();
        let mut seen: BTreeSet<BlockId> = self.pad.blocks.into();
        while let Some(block) = left.pop() {
            if !seen.insert(block) {
                continue;
            }
            let own = &self.made.blocks[block];
            let mut calls = own.insts.iter().map(|&inst| &self.made.insts[inst].op);
            let passes = calls.any(|op| self.passes(op));
            holds(
                !passes,
                block,
                "J6",
                "a call may jump but does not unwind to a pad",
            )?;
            let leaves = match &own.terminator {
                Terminator::CatchSwitch(switch) => switch.unwind.is_none(),
                Terminator::CleanupReturn { unwind, .. } => unwind.is_none(),
                _ => false,
            };
            holds(
                !leaves,
                block,
                "J6",
                "an unwinding call bypasses the pad of jumps",
            )?;
            left.extend(own.terminator.successors());
        }
        self.resolved.slots = self.slots.values.len();
        Ok(self.resolved)
    }

    /// Tells whether an instruction calls a function that may jump.
    fn passes(&self, op: &Op) -> bool {
        let Op::Call(call) = op else {
            return false;
        };
        match call.callee {
            Callee::Direct(callee) => {
                let is_intrinsic = self.module.intrinsic(callee).is_some();
                let saves = self.module.function_name(callee) == "__wasm_setjmp";
                !is_intrinsic && !saves && call.tail != Tail::MustTail
            }
            Callee::Indirect(_) => call.tail != Tail::MustTail,
            Callee::Assembly(_) => false,
        }
    }

    /// Checks that the addresses of slots and of the variable have no other use (J5).
    fn addresses(&self) -> Result<(), Violation> {
        let is_slot = |operand: Operand| match operand {
            Operand::Value(value) => self.slots.held.contains_key(&value),
            Operand::Const(_) => false,
        };
        let is_variable = |operand| operand == Operand::Value(self.pad.variable);
        for (id, block) in self.made.blocks.iter() {
            let mut escapes = false;
            for &inst in &block.insts {
                let op = &self.made.insts[inst].op;
                let may = match op {
                    Op::Load { .. } => None,
                    Op::Store { value, .. } => Some(*value),
                    _ => {
                        let mut any = None;
                        op.each_operand(|own| any = any.or(Some(own).filter(|&own| is_slot(own))));
                        any
                    }
                };
                escapes |= may.is_some_and(is_slot);
                let mut names = false;
                op.each_operand(|own| names |= is_variable(own));
                let is_due = call_of::<3>(self.module, op, "__wasm_setjmp").is_some()
                    || call_of::<2>(self.module, op, "__wasm_setjmp_test").is_some();
                escapes |= names && !is_due;
            }
            let each = |own: Operand| escapes |= is_slot(own) || is_variable(own);
            block.terminator.each_operand(each);
            let phis = block.phis.iter().flat_map(|phi| &phi.incoming);
            for &(_, own) in phis {
                escapes |= is_slot(own) || is_variable(own);
            }
            holds(!escapes, id, "J5", "the address of a slot is used")?;
        }
        Ok(())
    }
}
