//! What a block reads, and how a consistent state of it is made.
//!
//! *Needs:* a [`Subject`] and one of its blocks.
//! *Gives:* [`Plan`]: which values are chosen at random, which are computed from others by their
//! definitions, and where each register that the block reads gets its bits.
//! *Cost:* linear in the block and in the definitions that it depends on, of which at most [`MOST`]
//! are followed.
//!
//! A value whose definition only computes is computed, as far back as there are such definitions,
//! so that a state never has two values that contradict each other: selection may read `%p + 4`
//! where the source reads `%q`. A register holds a value, encoded; or it holds something between
//! two values, and then its own definition in the code computes it.

use std::collections::BTreeSet;

use unsnarl_ir::interpret::Position;
use unsnarl_ir::{BlockId, Definition, Id, Op, Operand, ValueId};
use unsnarl_low::{InstId as LowInst, Reg, Source};

use super::subject::Subject;

/// The most definitions that are followed for one block.
const MOST: usize = 4000;

/// How a state of a block is made.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The values in an order in which each comes after those that it is computed from.
    pub values: Vec<Step>,
    /// The registers in such an order.
    pub registers: Vec<RegisterStep>,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It is chosen.
    Chosen(ValueId),
    /// The code knows it as a constant.
    Constant(ValueId),
    /// It is the address of a variable at this offset of the frame.
    Variable(ValueId, u32),
    /// An instruction computes it.
    Computed(Position),
}

/// Where a register gets its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegisterStep {
    /// It holds pieces of values.
    Held(Reg),
    /// It is the parameter of the function with this number.
    Parameter(Reg, u32),
    /// An instruction of the machine computes it.
    Computed(Reg, LowInst),
}

impl Plan {
    /// Makes the plan of a block.
    pub fn new(subject: &Subject<'_>, block: BlockId) -> Self {
        let mut planner = Planner {
            subject,
            plan: Plan::default(),
            values: BTreeSet::new(),
            registers: BTreeSet::new(),
        };
        for reg in read_registers(subject, block) {
            planner.register(reg);
        }
        for value in read_values(subject, block) {
            planner.value(value);
        }
        planner.plan
    }
}

struct Planner<'a, 'm> {
    subject: &'a Subject<'m>,
    plan: Plan,
    values: BTreeSet<ValueId>,
    registers: BTreeSet<Reg>,
}

impl Planner<'_, '_> {
    /// Plans a register that the block does not make, and what it is computed from.
    fn register(&mut self, reg: Reg) {
        let code = &self.subject.code;
        let mut open = vec![(reg, false)];
        while let Some((reg, is_ready)) = open.pop() {
            if code.is_rematerialised(reg) || !is_ready && !self.registers.insert(reg) {
                continue;
            }
            let step = match (code.source(reg), self.subject.holders(reg)) {
                (Source::Parameter(number), _) => {
                    // A parameter that is read as it comes is one of some value.
                    for parameter in &self.subject.function.parameters {
                        if let Some(value) = parameter.value {
                            self.value(value);
                        }
                    }
                    RegisterStep::Parameter(reg, number)
                }
                (_, [(first, _), others @ ..]) => {
                    self.value(*first);
                    // These say more where the first is poison.
                    for &(value, _) in others {
                        if self.only_computed(value) {
                            self.value(value);
                        }
                    }
                    RegisterStep::Held(reg)
                }
                (Source::Inst(inst), []) => {
                    if !is_ready {
                        open.push((reg, true));
                        let operands = code.operands(inst).iter();
                        open.extend(operands.map(|&operand| (operand, false)));
                        continue;
                    }
                    RegisterStep::Computed(reg, inst)
                }
                // A parameter of a block holds a phi.
                _ => continue,
            };
            self.plan.registers.push(step);
        }
    }

    /// Plans a value that the block does not make, and what it is computed from.
    fn value(&mut self, value: ValueId) {
        let mut open = vec![(value, false)];
        while let Some((value, is_ready)) = open.pop() {
            if !is_ready && !self.values.insert(value) {
                continue;
            }
            let step = self.step(value);
            if let (Step::Computed(at), false) = (step, is_ready) {
                open.push((value, true));
                let inst = self.subject.function.blocks[at.block].insts[at.index];
                let mut op = self.subject.function.insts[inst].op.clone();
                op.each_operand_mut(|operand| {
                    if let Operand::Value(operand) = operand {
                        open.push((*operand, false));
                    }
                });
                continue;
            }
            self.plan.values.push(step);
        }
    }

    fn step(&self, value: ValueId) -> Step {
        let function = self.subject.function;
        let chosen = match self.is_constant(value) {
            true => Step::Constant(value),
            false => Step::Chosen(value),
        };
        let Definition::Inst(inst) = function.values[value].definition else {
            return chosen;
        };
        let Some((block, index)) = self.subject.place(inst) else {
            return chosen;
        };
        if let Some(offset) = self.subject.variables[inst] {
            return Step::Variable(value, offset);
        }
        // One of this block, too: a pass may compute it earlier.
        let is_computed = self.values.len() < MOST && only_computes(&function.insts[inst].op);
        match is_computed {
            true => Step::Computed(Position { block, index }),
            false => chosen,
        }
    }

    /// Tells whether a value is computed, by an instruction that does nothing else.
    fn only_computed(&self, value: ValueId) -> bool {
        let function = self.subject.function;
        match function.values[value].definition {
            Definition::Inst(inst) => only_computes(&function.insts[inst].op),
            _ => false,
        }
    }

    /// Tells whether the code has a constant in place of a value.
    fn is_constant(&self, value: ValueId) -> bool {
        let registers = self.subject.registers(value);
        let code = &self.subject.code;
        let is_known = |reg: &Option<Reg>| reg.is_some_and(|reg| code.is_rematerialised(reg));
        !registers.is_empty() && registers.iter().all(is_known)
    }
}

/// Tells whether an instruction makes a value of its operands and does nothing else.
fn only_computes(op: &Op) -> bool {
    matches!(
        op,
        Op::Unary { .. }
            | Op::Binary { .. }
            | Op::IntCompare { .. }
            | Op::FloatCompare { .. }
            | Op::Cast { .. }
            | Op::Gep { .. }
            | Op::Select { .. }
            | Op::Freeze(_)
            | Op::ExtractValue { .. }
            | Op::InsertValue { .. }
            | Op::ExtractElement { .. }
            | Op::InsertElement { .. }
            | Op::ShuffleVector { .. }
    )
}

/// The registers that a block reads and that its instructions do not make.
fn read_registers(subject: &Subject<'_>, block: BlockId) -> Vec<Reg> {
    let code = &subject.code;
    let contents = code.block(block);
    let insts = contents.insts();
    let mut read: Vec<Reg> = insts
        .flat_map(|inst| code.operands(inst).iter().copied())
        .collect();
    read.extend(code.exit_operands(block));
    for &edge in contents.edges() {
        read.extend(code.arguments(edge));
    }
    read.retain(|&reg| match code.source(reg) {
        Source::Inst(inst) => !contents.has(inst),
        _ => true,
    });
    read.sort_unstable();
    read.dedup();
    read
}

/// The values that a block reads, also on its edges, and that its instructions do not make.
fn read_values(subject: &Subject<'_>, block: BlockId) -> Vec<ValueId> {
    let function = subject.function;
    let contents = &function.blocks[block];
    let mut read = Vec::new();
    let mut note = |operand: &mut Operand| {
        if let Operand::Value(value) = operand {
            read.push(*value);
        }
    };
    for &inst in &contents.insts {
        function.insts[inst].op.clone().each_operand_mut(&mut note);
    }
    contents.terminator.clone().each_operand_mut(&mut note);
    let mut successors: Vec<BlockId> = contents.terminator.successors().collect();
    successors.sort_unstable();
    successors.dedup();
    for to in successors {
        for phi in &function.blocks[to].phis {
            if let Some(mut operand) = phi.operand(block) {
                note(&mut operand);
            }
        }
    }
    let is_made_here = |value: &ValueId| match function.values[*value].definition {
        Definition::Inst(inst) => subject.place(inst).is_some_and(|(own, _)| own == block),
        _ => false,
    };
    read.retain(|value| !is_made_here(value));
    read.sort_unstable();
    read.dedup();
    read
}

/// The values that the instructions of a block make, in order.
pub fn made_values(subject: &Subject<'_>, block: BlockId) -> Vec<ValueId> {
    let function = subject.function;
    let insts = function.blocks[block].insts.iter();
    let made: Vec<ValueId> = insts
        .filter_map(|&inst| function.insts[inst].result)
        .collect();
    debug_assert!(
        made.iter()
            .all(|value| value.index() < function.values.len())
    );
    made
}
