//! Whether the pseudocode of a function does what the function does.
//!
//! *Needs:* a function, and the statements, decisions and copies that were made of it.
//! *Gives:* [`check`]: every instruction with an effect is there once and in its order; every other
//! one is computed once; a load sees the memory that it did; what is read was computed before; and
//! every part of an expression is the operand of the instruction around it.
//! *Cost:* O(function · log).
//! *Limits:* it compares trees, so it does not see what the text of an operator says. It knows
//! nothing of how instructions were folded: it only asks [`effect`] what they do.

use std::collections::{BTreeMap, BTreeSet};
use unsnarl::Edge;
use unsnarl_ir::pseudocode::{Code, Copy, Effect, Expression, Shape, Statement, effect};
use unsnarl_ir::{BlockId, Definition, Function, InstId, Module, Op, Operand, Terminator, ValueId};

/// What was made of a block.
#[derive(Clone, Debug)]
pub struct Written {
    /// Its statements.
    pub statements: Vec<Statement>,
    /// What it decides by or returns, if that is not saved.
    pub end: Option<Expression>,
    /// The copies on its edges, one list for each block that they lead to.
    pub copies: Vec<Vec<Copy>>,
}

/// Collects what was made of every block.
pub fn written(function: &Function, code: &Code<'_, '_>) -> Vec<Written> {
    let blocks = function.blocks.iter();
    let blocks = blocks.map(|(id, block)| {
        let mut seen = BTreeSet::new();
        let slots = block.terminator.successors().enumerate();
        let slots = slots.filter(|&(_, to)| seen.insert(to));
        let copies = slots.map(|(slot, _)| code.copies(Edge::new(id, slot)));
        Written {
            statements: code.statements(id).to_vec(),
            copies: copies.collect(),
            end: code.decision(id).or_else(|| code.result(id)),
        }
    });
    blocks.collect()
}

/// Compares a function with what was made of its blocks; `left_out` tells which instructions are
/// said to be left out.
///
/// # Errors
/// The first difference, in words.
pub fn check(
    module: &Module,
    function: &Function,
    written: &[Written],
    left_out: impl Fn(InstId) -> bool,
) -> Result<(), String> {
    let insts = function.blocks.values().flat_map(|block| &block.insts);
    let subject = Subject {
        module,
        function,
        private: private(module, function),
        omitted: insts.copied().filter(|&inst| left_out(inst)).collect(),
    };
    let mut named = BTreeSet::new();
    for statement in written.iter().flat_map(|block| &block.statements) {
        if let Statement::Assign { to, .. } = statement
            && !named.insert(*to)
        {
            return Err(format!("{to} gets its name twice"));
        }
    }
    subject.omissions(&left_out)?;
    for (id, block) in function.blocks.keys().zip(written) {
        let mut walk = Walk {
            subject: &subject,
            named: &named,
            assigned: BTreeSet::new(),
            computed: Vec::new(),
            home: id,
            memory: 0,
            variables: BTreeMap::new(),
        };
        let shown = walk.block(block);
        shown.map_err(|error| format!("in {id}: {error}"))?;
        subject.complete(id, &walk.computed, &left_out)?;
    }
    Ok(())
}

struct Subject<'a> {
    module: &'a Module,
    function: &'a Function,
    /// The variables that only loads and stores of all of them use.
    private: BTreeSet<InstId>,
    /// What is left out.
    omitted: BTreeSet<InstId>,
}

impl Subject<'_> {
    fn effect(&self, inst: InstId) -> Effect {
        effect(self.module, self.function, inst)
    }

    fn alloca(&self, operand: Operand) -> Option<InstId> {
        alloca(self.function, operand)
    }

    /// The private variable that an access is to.
    fn accessed(&self, inst: InstId) -> Option<InstId> {
        let (Op::Load { pointer, .. } | Op::Store { pointer, .. }) = self.function.insts[inst].op
        else {
            return None;
        };
        self.alloca(pointer).filter(|at| self.private.contains(at))
    }

    /// Only hints, what only left-out instructions use, and parameters' variables are left out.
    fn omissions(&self, left_out: &impl Fn(InstId) -> bool) -> Result<(), String> {
        let function = self.function;
        let mut used = BTreeSet::new();
        let mut see = |operand| {
            if let Operand::Value(value) = operand {
                used.insert(value);
            }
        };
        for block in function.blocks.values() {
            for &inst in block.insts.iter().filter(|&&inst| !left_out(inst)) {
                function.insts[inst].op.each_operand(&mut see);
            }
            block.terminator.each_operand(&mut see);
            for phi in &block.phis {
                phi.incoming.iter().for_each(|&(_, operand)| see(operand));
            }
        }
        for block in function.blocks.values() {
            for &inst in block.insts.iter().filter(|&&inst| left_out(inst)) {
                let data = &function.insts[inst];
                let is_needed = data.result.is_some_and(|result| used.contains(&result));
                let may_be = match (&data.op, self.effect(inst)) {
                    (_, Effect::Hint) => true,
                    (Op::Alloca { .. }, _) => true,
                    (&Op::Store { value, pointer, .. }, _) => {
                        let is_parameter = |value: ValueId| {
                            let definition = function.values[value].definition;
                            matches!(definition, Definition::Parameter(_)) && !used.contains(&value)
                        };
                        let home = self.alloca(pointer).is_some_and(left_out);
                        home && matches!(value, Operand::Value(value) if is_parameter(value))
                    }
                    (_, Effect::None | Effect::Reads) => !is_needed,
                    (_, Effect::Acts) => false,
                };
                if !may_be {
                    return Err(format!("{inst} is left out"));
                }
            }
        }
        Ok(())
    }

    /// Everything that is not left out is there: once, and what acts in its order.
    fn complete(
        &self,
        block: BlockId,
        computed: &[InstId],
        left_out: &impl Fn(InstId) -> bool,
    ) -> Result<(), String> {
        let acts = |inst: &InstId| self.effect(*inst) == Effect::Acts;
        let insts = &self.function.blocks[block].insts;
        let wanted: Vec<InstId> = insts
            .iter()
            .copied()
            .filter(|&inst| !left_out(inst))
            .collect();
        let acting: Vec<InstId> = computed.iter().copied().filter(acts).collect();
        let in_order: Vec<InstId> = wanted.iter().copied().filter(acts).collect();
        if acting != in_order {
            return Err(format!(
                "in {block}: effects are {acting:?}, not {in_order:?}"
            ));
        }
        let mut sorted = computed.to_vec();
        let mut wanted = wanted;
        sorted.sort_unstable();
        wanted.sort_unstable();
        match sorted == wanted {
            true => Ok(()),
            false => Err(format!(
                "in {block}: {sorted:?} are computed, not {wanted:?}"
            )),
        }
    }
}

/// A walk over what was made of a block, in the order in which it is computed.
struct Walk<'a> {
    subject: &'a Subject<'a>,
    /// All values that get names.
    named: &'a BTreeSet<ValueId>,
    /// Those that have theirs.
    assigned: BTreeSet<ValueId>,
    computed: Vec<InstId>,
    home: BlockId,
    /// How often memory was written, and each private variable.
    memory: usize,
    variables: BTreeMap<InstId, usize>,
}

impl Walk<'_> {
    fn block(&mut self, written: &Written) -> Result<(), String> {
        let function = self.subject.function;
        for statement in &written.statements {
            for expression in statement.expressions() {
                self.expression(expression)?;
            }
            match statement {
                Statement::Declare(inst) => self.compute(*inst)?,
                Statement::Store { inst, place, value } => {
                    let shown = [inputs(function, place), inputs(function, value)].concat();
                    self.operands(&[*inst], &shown)?;
                    self.compute(*inst)?;
                }
                Statement::Assign { to, value } => {
                    let terminator = &function.blocks[self.home].terminator;
                    let is_result = match value.made_by.last() {
                        Some(&inst) => function.insts[inst].result == Some(*to),
                        None => terminator.result() == Some(*to),
                    };
                    if !is_result {
                        return Err(format!("{to} becomes something else"));
                    }
                    self.assigned.insert(*to);
                }
                Statement::Do(_) | Statement::Save { .. } => {}
            }
        }
        if let Some(end) = &written.end {
            self.expression(end)?;
        }
        let is_plain = matches!(
            function.blocks[self.home].terminator,
            Terminator::Jump(_) | Terminator::Branch { .. } | Terminator::Switch { .. }
        );
        self.memory += usize::from(!is_plain);
        for copy in written.copies.iter().flatten() {
            if let Copy::Assign { value, .. } = copy {
                self.expression(value)?;
            }
        }
        Ok(())
    }

    fn expression(&mut self, expression: &Expression) -> Result<(), String> {
        for part in expression.parts() {
            self.expression(part)?;
        }
        let function = self.subject.function;
        if let Shape::Value(value) = expression.shape {
            let here = match function.values[value].definition {
                Definition::Inst(_) => {
                    let is_here = self.assigned.contains(&value) || !self.is_local(value);
                    self.named.contains(&value) && is_here
                }
                Definition::Terminator(_) | Definition::Parameter(_) | Definition::Phi(..) => true,
            };
            if !here {
                return Err(format!("{value} is read before it is computed"));
            }
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

    fn is_local(&self, value: ValueId) -> bool {
        let insts = &self.subject.function.blocks[self.home].insts;
        let function = self.subject.function;
        matches!(function.values[value].definition, Definition::Inst(inst) if insts.contains(&inst))
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

/// The values that an expression stands for or is made of, without those inside instructions.
fn inputs(function: &Function, expression: &Expression) -> Vec<ValueId> {
    if let Some(&inst) = expression.made_by.last() {
        return function.insts[inst].result.into_iter().collect();
    }
    match expression.shape {
        Shape::Value(value) => vec![value],
        Shape::Variable(inst) => function.insts[inst].result.into_iter().collect(),
        _ => {
            let parts = expression.parts().into_iter();
            parts.flat_map(|part| inputs(function, part)).collect()
        }
    }
}

fn alloca(function: &Function, operand: Operand) -> Option<InstId> {
    let Operand::Value(value) = operand else {
        return None;
    };
    let Definition::Inst(inst) = function.values[value].definition else {
        return None;
    };
    matches!(function.insts[inst].op, Op::Alloca { .. }).then_some(inst)
}

/// The allocas whose address only loads and stores of all of them use.
fn private(module: &Module, function: &Function) -> BTreeSet<InstId> {
    let mut escaped = BTreeSet::new();
    let mut found = BTreeSet::new();
    let mut escape = |operand| escaped.extend(alloca(function, operand));
    for block in function.blocks.values() {
        for &id in &block.insts {
            let inst = &function.insts[id];
            let (ty, pointer, rest) = match inst.op {
                Op::Load {
                    pointer,
                    volatile: false,
                    atomic: None,
                    ..
                } => (
                    inst.result.map(|result| function.value_type(result)),
                    pointer,
                    None,
                ),
                Op::Store {
                    pointer,
                    value,
                    volatile: false,
                    atomic: None,
                    ..
                } => (
                    Some(module.operand_type(function, value)),
                    pointer,
                    Some(value),
                ),
                Op::Alloca { .. } => {
                    found.insert(id);
                    continue;
                }
                _ if effect(module, function, id) == Effect::Hint => continue,
                _ => {
                    inst.op.each_operand(&mut escape);
                    continue;
                }
            };
            rest.into_iter().for_each(&mut escape);
            let held = alloca(function, pointer).map(|at| match function.insts[at].op {
                Op::Alloca { ty, .. } => Some(ty),
                _ => None,
            });
            if held != Some(ty) {
                escape(pointer);
            }
        }
        block.terminator.each_operand(&mut escape);
        for phi in &block.phis {
            phi.incoming
                .iter()
                .for_each(|&(_, operand)| escape(operand));
        }
    }
    found.retain(|inst| !escaped.contains(inst));
    found
}
