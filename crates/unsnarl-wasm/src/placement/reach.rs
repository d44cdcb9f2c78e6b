//! Reachability: the functions and variables of a module that the program needs.
//!
//! *Needs:* a module, and the functions that are reachable from outside.
//! *Gives:* [`Reached`]: the functions and variables that these use, directly or through others,
//! and the functions whose address is taken.
//! *Cost:* linear in the code and constants that are reached.

use std::collections::BTreeSet;

use unsnarl_ir::{Callee, ConstId, Constant, FuncId, Function, GlobalId, Id, Module, Op, Operand};

/// The used functions and variables.
#[derive(Debug, Default)]
pub(crate) struct Reached {
    pub(crate) functions: BTreeSet<FuncId>,
    pub(crate) globals: BTreeSet<GlobalId>,
    /// Functions whose address is taken.
    pub(crate) addressed: BTreeSet<FuncId>,
}

/// Finds everything that is reachable from `roots`.
pub(crate) fn reach(module: &Module, roots: &[FuncId]) -> Reached {
    let mut search = Search {
        module,
        reached: Reached::default(),
        functions: Vec::new(),
        constants: Vec::new(),
        seen: vec![false; module.constants().len()],
    };
    roots.iter().for_each(|&root| search.function(root));
    loop {
        if let Some(constant) = search.constants.pop() {
            search.visit_constant(constant);
        } else if let Some(function) = search.functions.pop() {
            search.visit_function(&module.functions[function]);
        } else {
            return search.reached;
        }
    }
}

struct Search<'a> {
    module: &'a Module,
    reached: Reached,
    functions: Vec<FuncId>,
    constants: Vec<ConstId>,
    seen: Vec<bool>,
}

impl Search<'_> {
    fn function(&mut self, function: FuncId) {
        if self.module.intrinsic(function).is_none() && self.reached.functions.insert(function) {
            self.functions.push(function);
        }
    }

    fn constant(&mut self, constant: ConstId) {
        if !std::mem::replace(&mut self.seen[constant.index()], true) {
            self.constants.push(constant);
        }
    }

    fn operand(&mut self, operand: Operand) {
        if let Operand::Const(constant) = operand {
            self.constant(constant);
        }
    }

    fn visit_function(&mut self, function: &Function) {
        for block in function.blocks.values() {
            for phi in &block.phis {
                phi.incoming
                    .iter()
                    .for_each(|&(_, operand)| self.operand(operand));
            }
            for &inst in &block.insts {
                self.visit_op(&function.insts[inst].op);
            }
            if let Some(call) = block.terminator.call()
                && let Callee::Direct(function) = call.callee
            {
                self.function(function);
            }
            block
                .terminator
                .each_operand(|operand| self.operand(operand));
        }
    }

    fn visit_op(&mut self, op: &Op) {
        if let Op::Call(call) = op
            && let Callee::Direct(function) = call.callee
        {
            self.function(function);
        }
        for_each_operand(op, |operand| self.operand(operand));
    }

    fn visit_constant(&mut self, constant: ConstId) {
        match self.module.constant(constant) {
            Constant::Function(function) => {
                self.function(*function);
                self.reached.addressed.insert(*function);
            }
            Constant::Global(global) => {
                self.reached.globals.insert(*global);
                let contents = self.module.globals[*global].kind.constant();
                contents
                    .into_iter()
                    .for_each(|constant| self.constant(constant));
            }
            Constant::Aggregate { elements, .. } => {
                elements.iter().for_each(|&element| self.constant(element));
            }
            Constant::Expression { expression, .. } => {
                let operands = expression.operands();
                operands.into_iter().for_each(|part| self.constant(part));
            }
            _ => {}
        }
    }
}

/// Walks the operands of an instruction, except for operand bundles, which are hints.
pub(crate) fn for_each_operand(op: &Op, mut visit: impl FnMut(Operand)) {
    let Op::Call(call) = op else {
        return op.each_operand(visit);
    };
    if let Callee::Indirect(address) = call.callee {
        visit(address);
    }
    let arguments = call.arguments.iter();
    arguments.for_each(|argument| visit(argument.value));
}
