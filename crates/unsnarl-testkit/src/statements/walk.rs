//! A walk over what was made of a block, in the order in which it is computed.
//!
//! *Needs:* what the function does, and what its variables hold.
//! *Gives:* [`Walk`]: what is computed. *Cost:* O(block · log).

use super::held::{Held, State, early};
use super::subject::Subject;
use super::{WrittenBlock, inputs};
use std::collections::{BTreeMap, BTreeSet};
use unsnarl_ir::pseudocode::{Copy, Effect, Expression, Shape, Statement};
use unsnarl_ir::{BlockId, Definition, Function, InstId, Op, Operand, Terminator, ValueId};

pub(super) struct Walk<'a> {
    subject: &'a Subject<'a>,
    held: &'a Held,
    home: BlockId,
    /// The instructions, in the order in which they are computed.
    pub(super) computed: Vec<InstId>,
    /// What variables of several values hold; none in a block that cannot be reached.
    state: Option<State>,
    /// Values that have got a name in this block, and those that phis get.
    assigned: BTreeSet<ValueId>,
    /// How often memory was written, and each private variable.
    memory: usize,
    variables: BTreeMap<InstId, usize>,
    /// By number, the values that copies have kept.
    kept: BTreeMap<usize, ValueId>,
    /// The phis that have been copied to on the current edge. What an edge reads is what was there
    /// before, also if that is an older value of the same phi.
    copied: Vec<ValueId>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(subject: &'a Subject<'a>, held: &'a Held, home: BlockId) -> Self {
        let phis = subject.function.blocks[home].phis.iter();
        Walk {
            subject,
            held,
            home,
            computed: Vec::new(),
            state: held.entry(home),
            assigned: phis.map(|phi| phi.result).collect(),
            memory: 0,
            variables: BTreeMap::new(),
            kept: BTreeMap::new(),
            copied: Vec::new(),
        }
    }

    pub(super) fn block(&mut self, written: &WrittenBlock) -> Result<(), String> {
        let function = self.subject.function;
        let terminator = &function.blocks[self.home].terminator;
        for statement in &written.statements {
            if !matches!(statement, Statement::Copy { .. }) {
                for expression in statement.expressions() {
                    self.expression(expression)?;
                }
            }
            match statement {
                Statement::Declare(inst) => self.compute(*inst)?,
                Statement::Store { inst, place, value } => {
                    let shown = [inputs(function, place), inputs(function, value)].concat();
                    self.operands(&[*inst], &shown)?;
                    self.compute(*inst)?;
                }
                Statement::Assign { to, value } => self.becomes(*to, value)?,
                Statement::Copy { to, copy } => self.copy(*to, copy)?,
                Statement::Save { value, .. } => decides_by(function, terminator, value)?,
                Statement::Do(_) => {}
            }
        }
        if let Some(end) = &written.end {
            self.expression(end)?;
            decides_by(function, terminator, end)?;
        }
        let is_plain = matches!(
            terminator,
            Terminator::Jump(_) | Terminator::Branch { .. } | Terminator::Switch { .. }
        );
        self.memory += usize::from(!is_plain);
        let (state, assigned) = (self.state.clone(), self.assigned.clone());
        let (early, copied) = (early(written), std::mem::take(&mut self.copied));
        for (&to, copies) in &written.copies {
            self.state.clone_from(&state);
            if let Some(state) = &mut self.state {
                self.held.forget(state, &early, to);
            }
            self.assigned.clone_from(&assigned);
            self.copied = match early.contains_key(&to) {
                true => copied.clone(),
                false => Vec::new(),
            };
            let done = early.get(&to).map_or(&[][..], Vec::as_slice);
            self.edge(to, copies, done)?;
        }
        Ok(())
    }

    /// The copies on the edges to a block, and the phis that need none.
    fn edge(&mut self, to: BlockId, copies: &[Copy], done: &[ValueId]) -> Result<(), String> {
        let function = self.subject.function;
        let phis = &function.blocks[to].phis;
        for phi in phis {
            let is_copied =
                |copy: &Copy| matches!(copy, Copy::Assign { to, .. } if *to == phi.result);
            if copies.iter().any(is_copied) {
                continue;
            }
            if done.contains(&phi.result) {
                self.is_held(phi.result)?;
                continue;
            }
            match phi.operand(self.home) {
                Some(Operand::Value(operand))
                    if self.held.is_same_variable(phi.result, operand) =>
                {
                    self.read(operand)?;
                }
                _ => return Err(format!("{} gets no value from {}", phi.result, self.home)),
            }
        }
        copies.iter().try_for_each(|copy| self.copy(to, copy))
    }

    /// A copy for the edges to a block.
    fn copy(&mut self, block: BlockId, copy: &Copy) -> Result<(), String> {
        let function = self.subject.function;
        match copy {
            Copy::Assign { to, value } => {
                self.expression(value)?;
                let mut phis = function.blocks[block].phis.iter();
                let phi = phis.find(|phi| phi.result == *to);
                let operand = phi.and_then(|phi| phi.operand(self.home));
                is_operand(function, value, operand)?;
                self.assign(*to);
                self.copied.push(*to);
            }
            Copy::Keep { number, value } => {
                self.read(*value)?;
                self.kept.insert(*number, *value);
            }
        }
        Ok(())
    }

    /// A value gets its name.
    fn becomes(&mut self, to: ValueId, value: &Expression) -> Result<(), String> {
        let function = self.subject.function;
        let terminator = &function.blocks[self.home].terminator;
        let is_result = match value.made_by.last() {
            Some(&inst) => function.insts[inst].result == Some(to),
            None => terminator.result() == Some(to),
        };
        if !is_result {
            return Err(format!("{to} becomes something else"));
        }
        self.assign(to);
        Ok(())
    }

    fn assign(&mut self, value: ValueId) {
        self.assigned.insert(value);
        if let Some(state) = &mut self.state {
            self.held.assign(state, value);
        }
    }

    /// A value must be held by its variable when it is read.
    fn read(&self, value: ValueId) -> Result<(), String> {
        let overwrites = |&phi: &ValueId| self.held.is_same_variable(phi, value);
        match self.state.is_some() && self.copied.iter().any(overwrites) {
            true => Err(format!("{value} is read after a copy to its variable")),
            false => self.is_held(value),
        }
    }

    fn is_held(&self, value: ValueId) -> Result<(), String> {
        let Some(state) = &self.state else {
            return Ok(());
        };
        let definition = self.subject.function.values[value].definition;
        let is_parameter =
            matches!(definition, Definition::Parameter(_)) && !self.held.is_shared(value);
        let is_held = self.held.is_held(state, value, self.home, &self.assigned);
        match is_held || is_parameter {
            true => Ok(()),
            false => Err(format!(
                "{value} is read where its variable may not hold it"
            )),
        }
    }

    fn expression(&mut self, expression: &Expression) -> Result<(), String> {
        for (number, part) in expression.parts().into_iter().enumerate() {
            self.expression(part)?;
            if number > 0 && may_end_early(expression) {
                if assigns(part) {
                    return Err("an assignment may not be done".to_owned());
                }
                if self.acts(part) {
                    return Err("an effect may not happen".to_owned());
                }
            }
        }
        let function = self.subject.function;
        match &expression.shape {
            Shape::Value(value) => self.read(*value)?,
            Shape::Assign(to, value) => self.becomes(*to, value)?,
            Shape::Kept(number, value) if self.kept.get(number) != Some(value) => {
                return Err(format!("{value} is not kept"));
            }
            _ => {}
        }
        if !expression.made_by.is_empty() {
            let parts = expression.parts().into_iter();
            let shown: Vec<ValueId> = parts.flat_map(|part| inputs(function, part)).collect();
            let own = match expression.shape {
                Shape::Value(value) => vec![value],
                Shape::Variable(inst) => function.insts[inst].result.into_iter().collect(),
                _ => shown,
            };
            self.operands(&expression.made_by, &own)?;
        }
        for &inst in &expression.made_by {
            self.compute(inst)?;
        }
        Ok(())
    }

    /// Tells whether an expression does something besides computing its value.
    fn acts(&self, expression: &Expression) -> bool {
        let mut found = false;
        expression.walk(&mut |part| {
            let mut insts = part.made_by.iter();
            found |= insts.any(|&inst| self.subject.effect(inst) == Effect::Acts);
        });
        found
    }

    /// The parts of an expression are the operands of the instructions that it stands for.
    fn operands(&self, insts: &[InstId], shown: &[ValueId]) -> Result<(), String> {
        let function = self.subject.function;
        let mut wanted = BTreeSet::new();
        for &inst in insts {
            let op = &function.insts[inst].op;
            let bundles = match op {
                Op::Call(call) => call
                    .bundles
                    .iter()
                    .flat_map(|bundle| &bundle.operands)
                    .collect(),
                _ => Vec::new(),
            };
            op.each_operand(|operand| {
                if let Operand::Value(value) = operand
                    && !bundles.contains(&&operand)
                {
                    wanted.insert(value);
                }
            });
        }
        for &inst in insts {
            if let Some(result) = function.insts[inst].result {
                wanted.remove(&result);
            }
        }
        let shown: BTreeSet<ValueId> = shown.iter().copied().collect();
        match shown == wanted {
            true => Ok(()),
            false => Err(format!(
                "{insts:?} use {wanted:?}, and {shown:?} are written"
            )),
        }
    }

    /// Computes an instruction; a load must see what it saw.
    fn compute(&mut self, inst: InstId) -> Result<(), String> {
        self.computed.push(inst);
        let subject = self.subject;
        let is_alloca = |inst: InstId| matches!(subject.function.insts[inst].op, Op::Alloca { .. });
        let own = subject.accessed(inst);
        let writes = |other: InstId| {
            let acts = subject.effect(other) == Effect::Acts && !is_alloca(other);
            let is_there = !subject.omitted.contains(&other);
            acts && is_there && subject.accessed(other) == own
        };
        match subject.effect(inst) {
            Effect::Reads => {
                let insts = &subject.function.blocks[self.home].insts;
                let before = insts.iter().take_while(|&&other| other != inst);
                let wanted = before.filter(|&&other| writes(other)).count();
                let now = match own {
                    Some(variable) => self.variables.get(&variable).copied().unwrap_or(0),
                    None => self.memory,
                };
                if now != wanted {
                    return Err(format!("{inst} reads after {now} writes, not {wanted}"));
                }
            }
            Effect::Acts if !is_alloca(inst) => match own {
                Some(variable) => *self.variables.entry(variable).or_default() += 1,
                None => self.memory += 1,
            },
            _ => {}
        }
        Ok(())
    }
}

/// Tells whether only the first part of an expression is always computed.
fn may_end_early(expression: &Expression) -> bool {
    match &expression.shape {
        Shape::Infix(infix, ..) => matches!(infix.sign, "&&" | "||"),
        Shape::Choice(_) => true,
        _ => false,
    }
}

fn assigns(expression: &Expression) -> bool {
    let mut found = false;
    expression.walk(&mut |part| found |= matches!(part.shape, Shape::Assign(..)));
    found
}

/// An expression is what a terminator uses.
fn decides_by(
    function: &Function,
    terminator: &Terminator,
    shown: &Expression,
) -> Result<(), String> {
    let operand = match *terminator {
        Terminator::Branch { condition, .. } => Some(condition),
        Terminator::Switch { value, .. } => Some(value),
        Terminator::Return(operand) => operand,
        Terminator::Resume(operand) => Some(operand),
        _ => None,
    };
    is_operand(function, shown, operand)
}

fn is_operand(
    function: &Function,
    shown: &Expression,
    operand: Option<Operand>,
) -> Result<(), String> {
    let wanted = match operand {
        Some(Operand::Value(value)) => vec![value],
        _ => Vec::new(),
    };
    let shown = inputs(function, shown);
    match shown == wanted {
        true => Ok(()),
        false => Err(format!("{shown:?} is written, not {wanted:?}")),
    }
}
