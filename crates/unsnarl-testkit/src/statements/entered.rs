//! Whether the condition of a loop, as it is written, holds before the first round.
//!
//! *Needs:* a function, what was made of it, and a block that is said to repeat a loop that may
//! test first.
//! *Gives:* [`Trials`]: random values of parameters, phis, calls and memory with which control gets
//! to the loop, and whether the condition lets the loop be repeated then.
//! *Cost:* trials times the instructions that the condition and the branches above need.
//! *Limits:* it refutes and does not prove. What is known comes from the branches above the loop,
//! as far as each has one way to the next. Operations that it does not know are functions of their
//! operands of which nothing else is known.
//!
//! It compares no expressions: it computes them.

use super::{Written, WrittenBlock};
use crate::Rng;
use std::collections::{BTreeMap, BTreeSet, hash_map::DefaultHasher};
use std::hash::{Hash, Hasher};
use unsnarl::Id;
use unsnarl_ir::pseudocode::{Effect, Shape, effect};
use unsnarl_ir::{
    BinaryOp, BlockId, CastOp, ConstId, Constant, Definition, Function, InstId, IntPredicate,
    Module, Op, Operand, Terminator, Type, ValueId,
};

/// How many values are tried for a loop.
const TRIALS: usize = 400;

/// How deep operands are computed.
const DEEPEST: usize = 40;

/// What came of some trials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trials {
    /// In how many control got to the loop.
    pub entered: usize,
    /// In how many of these the condition did not hold.
    pub refuted: usize,
}

/// Tries what a block decides by before the first round of the loop at `header`.
///
/// # Errors
/// If the block does not repeat that loop, or its condition reads what has no value then.
pub fn try_entry(
    module: &Module,
    function: &Function,
    written: &Written,
    (test, header): (BlockId, BlockId),
) -> Result<Trials, String> {
    let Terminator::Branch {
        condition, then, ..
    } = function.blocks[test].terminator
    else {
        return Err(format!("{test} is no branch"));
    };
    let before = predecessors(function, header);
    let enters: Vec<BlockId> = before.iter().copied().filter(|&one| one != test).collect();
    if !before.contains(&test) || enters.is_empty() {
        return Err(format!("{test} does not repeat what enters {header}"));
    }
    let read = read(function, &written.blocks[test.index()])?;
    let mut trials = Trials::default();
    let mut rng = Rng::new(test.index() as u64);
    for from in enters {
        let above = above(function, from, header);
        let numbers = numbers(module, function);
        for _ in 0..TRIALS {
            let mut trial = Trial {
                module,
                function,
                above: &above,
                numbers: &numbers,
                seed: rng.next(),
                known: BTreeMap::new(),
            };
            if !trial.is_reached() {
                continue;
            }
            trials.entered += 1;
            let written = Entry {
                header,
                from,
                read: &read,
                variables: &written.variables,
            };
            let holds = trial.written(condition, &written, DEEPEST)? & 1 == 1;
            trials.refuted += usize::from(holds != (then == header));
        }
    }
    Ok(trials)
}

fn predecessors(function: &Function, block: BlockId) -> Vec<BlockId> {
    let leads = |one: &BlockId| {
        let mut successors = function.blocks[*one].terminator.successors();
        successors.any(|to| to == block)
    };
    function.blocks.keys().filter(leads).collect()
}

/// The values that a condition reads by their names.
fn read(function: &Function, block: &WrittenBlock) -> Result<BTreeSet<ValueId>, String> {
    let end = block.end.as_ref().ok_or("what it decides by is saved")?;
    let mut read = BTreeSet::new();
    let mut assigns = false;
    end.walk(&mut |part| match part.shape {
        Shape::Value(value) => drop(read.insert(value)),
        // What is read is its address.
        Shape::Variable(inst) => read.extend(function.insts[inst].result),
        Shape::Assign(..) | Shape::Kept(..) => assigns = true,
        _ => {}
    });
    match assigns {
        true => Err("the condition assigns".to_owned()),
        false => Ok(read),
    }
}

/// The blocks above an edge, each with the one that it leads to, from below.
fn above(function: &Function, from: BlockId, to: BlockId) -> Vec<(BlockId, BlockId)> {
    let mut above = vec![(from, to)];
    let mut block = from;
    while let [one] = predecessors(function, block)[..]
        && above.len() < 64
    {
        above.push((one, block));
        block = one;
    }
    above
}

/// Numbers that a comparison may depend on.
fn numbers(module: &Module, function: &Function) -> Vec<u64> {
    let mut numbers = vec![
        0,
        1,
        2,
        3,
        u64::MAX,
        u64::MAX - 1,
        1 << 31,
        (1 << 31) - 1,
        1 << 63,
    ];
    for inst in function.insts.values() {
        inst.op.each_operand(|operand| {
            if let Operand::Const(constant) = operand
                && let Some((_, value)) = number(module, constant)
            {
                numbers.extend([value.wrapping_sub(1), value, value.wrapping_add(1)]);
            }
        });
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// The width and the bits of an integer constant.
fn number(module: &Module, constant: ConstId) -> Option<(u32, u64)> {
    let (ty, value) = match module.constant(constant) {
        Constant::Int { ty, value } => (*ty, value.as_u64()?),
        Constant::Zero(ty) => (*ty, 0),
        _ => return None,
    };
    match *module.types.get(ty) {
        Type::Int(width) if width <= 64 => Some((width, value)),
        _ => None,
    }
}

/// How a loop is entered.
struct Entry<'a> {
    header: BlockId,
    from: BlockId,
    read: &'a BTreeSet<ValueId>,
    variables: &'a [ValueId],
}

/// Some values.
struct Trial<'a> {
    module: &'a Module,
    function: &'a Function,
    above: &'a [(BlockId, BlockId)],
    numbers: &'a [u64],
    seed: u64,
    known: BTreeMap<ValueId, u64>,
}

impl Trial<'_> {
    /// Tells whether the branches above lead to the loop.
    fn is_reached(&mut self) -> bool {
        let above = self.above;
        above.iter().all(|&(block, to)| {
            let Terminator::Branch {
                condition,
                then,
                otherwise,
            } = self.function.blocks[block].terminator
            else {
                return true;
            };
            let holds = self.value(condition, DEEPEST) & 1 == 1;
            then == otherwise || (then == to) == holds
        })
    }

    /// What an operand of the condition is before the first round.
    fn written(
        &mut self,
        operand: Operand,
        entry: &Entry<'_>,
        depth: usize,
    ) -> Result<u64, String> {
        let Operand::Value(value) = operand else {
            return Ok(self.value(operand, depth));
        };
        if entry.read.contains(&value) {
            let variable = |value: ValueId| entry.variables[value.index()];
            let phis = &self.function.blocks[entry.header].phis;
            let mut own = phis
                .iter()
                .filter(|phi| variable(phi.result) == variable(value));
            if let Some(phi) = own.next() {
                let operand = phi.operand(entry.from).ok_or("a phi has no operand")?;
                return Ok(self.value(operand, DEEPEST));
            }
            return match self.is_before(value) {
                true => Ok(self.value(operand, DEEPEST)),
                false => Err(format!("{value} has no value before the first round")),
            };
        }
        let (Definition::Inst(inst), true) = (self.function.values[value].definition, depth > 0)
        else {
            return Err(format!("{value} is not read"));
        };
        let mut operands = Vec::new();
        self.function.insts[inst]
            .op
            .each_operand(|operand| operands.push(operand));
        let mut values = Vec::new();
        for operand in operands {
            values.push(self.written(operand, entry, depth - 1)?);
        }
        // Memory is as it is at the end of the block that enters the loop.
        let version = match effect(self.module, self.function, inst) {
            Effect::Reads => usize::MAX,
            _ => 0,
        };
        Ok(self.compute(inst, &values, version))
    }

    /// Tells whether a value is there before the loop: in a block above it, or in one that leads
    /// to all of these.
    fn is_before(&self, value: ValueId) -> bool {
        let home = match self.function.values[value].definition {
            Definition::Parameter(_) => return true,
            Definition::Phi(block, _) | Definition::Terminator(block) => Some(block),
            Definition::Inst(inst) => {
                let mut blocks = self.function.blocks.iter();
                let home = blocks.find(|(_, block)| block.insts.contains(&inst));
                home.map(|(id, _)| id)
            }
        };
        let Some(home) = home else { return false };
        // Without the block, control does not get to the loop.
        let entry = self.function.blocks.keys().next();
        let (from, _) = self.above[0];
        let mut seen: BTreeSet<BlockId> = entry.into_iter().filter(|&one| one != home).collect();
        let mut work: Vec<BlockId> = seen.iter().copied().collect();
        while let Some(block) = work.pop() {
            for to in self.function.blocks[block].terminator.successors() {
                if to != home && seen.insert(to) {
                    work.push(to);
                }
            }
        }
        !seen.contains(&from)
    }

    fn value(&mut self, operand: Operand, depth: usize) -> u64 {
        let value = match operand {
            Operand::Const(constant) => {
                let known = number(self.module, constant);
                return known.map_or_else(|| self.pick(&("constant", constant)), |(_, bits)| bits);
            }
            Operand::Value(value) => value,
        };
        if let Some(&known) = self.known.get(&value) {
            return known;
        }
        let found = match self.function.values[value].definition {
            Definition::Inst(inst) if depth > 0 => self.inst(inst, depth),
            _ => self.masked(value, self.pick(&("value", value))),
        };
        self.known.insert(value, found);
        found
    }

    fn inst(&mut self, inst: InstId, depth: usize) -> u64 {
        let op = &self.function.insts[inst].op;
        let mut operands = Vec::new();
        op.each_operand(|operand| operands.push(operand));
        let result = self.function.insts[inst].result;
        let mut version = 0;
        match effect(self.module, self.function, inst) {
            Effect::None if !matches!(op, Op::Freeze(_)) => {}
            Effect::Reads if matches!(op, Op::Load { .. }) => match self.acts_after(inst) {
                0 => version = usize::MAX,
                acts => version = acts,
            },
            _ => {
                let value = result.expect("an operand is a result");
                return self.masked(value, self.pick(&("value", value)));
            }
        }
        let values: Vec<u64> = operands
            .into_iter()
            .map(|operand| self.value(operand, depth - 1))
            .collect();
        self.compute(inst, &values, version)
    }

    /// How many instructions that act are between a load and the loop, and more than those if it is
    /// not above it.
    fn acts_after(&self, load: InstId) -> usize {
        let mut acts = 0;
        for &(block, _) in self.above {
            let data = &self.function.blocks[block];
            acts += usize::from(data.terminator.call().is_some());
            for &inst in data.insts.iter().rev() {
                if inst == load {
                    return acts;
                }
                let is_act = effect(self.module, self.function, inst) == Effect::Acts;
                acts += usize::from(is_act);
            }
        }
        1 + acts + load.index()
    }

    /// Computes an instruction on values; memory has a version.
    fn compute(&self, inst: InstId, values: &[u64], version: usize) -> u64 {
        let data = &self.function.insts[inst];
        let operand_width = |operand| self.width(operand);
        let bits = match (&data.op, values) {
            (Op::Binary { op, .. }, &[left, right]) => match op {
                BinaryOp::Add => Some(left.wrapping_add(right)),
                BinaryOp::Sub => Some(left.wrapping_sub(right)),
                BinaryOp::Mul => Some(left.wrapping_mul(right)),
                BinaryOp::And => Some(left & right),
                BinaryOp::Or => Some(left | right),
                BinaryOp::Xor => Some(left ^ right),
                _ => None,
            },
            (
                Op::IntCompare {
                    predicate,
                    left: operand,
                    ..
                },
                &[left, right],
            ) => Some(u64::from(compares(
                *predicate,
                operand_width(*operand),
                left,
                right,
            ))),
            (Op::Select { .. }, &[condition, then, otherwise]) => {
                Some(if condition & 1 == 1 { then } else { otherwise })
            }
            (Op::Cast { op, value, .. }, &[from]) => match op {
                CastOp::Truncate | CastOp::ZeroExtend => Some(from),
                CastOp::SignExtend => Some(signed(operand_width(*value), from) as u64),
                _ => None,
            },
            _ => None,
        };
        let bits = bits.unwrap_or_else(|| {
            let mut shape = data.op.clone();
            shape.each_operand_mut(|operand| *operand = Operand::Const(ConstId::new(0)));
            self.pick(&(format!("{shape:?}"), values, version))
        });
        data.result.map_or(bits, |result| self.masked(result, bits))
    }

    fn width(&self, operand: Operand) -> u32 {
        let ty = self.module.operand_type(self.function, operand);
        match *self.module.types.get(ty) {
            Type::Int(width) => width,
            _ => 32,
        }
    }

    fn masked(&self, value: ValueId, bits: u64) -> u64 {
        match self.width(Operand::Value(value)) {
            width @ 1..=63 => bits & ((1 << width) - 1),
            _ => bits,
        }
    }

    /// A value for something: always the same for the same.
    fn pick(&self, what: &impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.seed.hash(&mut hasher);
        what.hash(&mut hasher);
        let hash = hasher.finish();
        self.numbers[(hash % self.numbers.len() as u64) as usize]
    }
}

fn signed(width: u32, bits: u64) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    ((bits << unused) as i64) >> unused
}

fn compares(predicate: IntPredicate, width: u32, left: u64, right: u64) -> bool {
    let (signed_left, signed_right) = (signed(width, left), signed(width, right));
    match predicate {
        IntPredicate::Equal => left == right,
        IntPredicate::NotEqual => left != right,
        IntPredicate::UnsignedGreater => left > right,
        IntPredicate::UnsignedGreaterEqual => left >= right,
        IntPredicate::UnsignedLess => left < right,
        IntPredicate::UnsignedLessEqual => left <= right,
        IntPredicate::SignedGreater => signed_left > signed_right,
        IntPredicate::SignedGreaterEqual => signed_left >= signed_right,
        IntPredicate::SignedLess => signed_left < signed_right,
        IntPredicate::SignedLessEqual => signed_left <= signed_right,
    }
}
