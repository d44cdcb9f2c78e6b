//! Variables that are written otherwise than as what they are: strings at the one place that uses
//! them, and tables of distances as tables of addresses.

use foldhash::HashMap;
use unsnarl_ir::{
    BinaryOp, Callee, CastOp, ConstId, Constant, Expression as ConstantExpression, FuncId,
    GlobalId, GlobalKind, Id, Op, Operand,
};

use super::{Unit, is_internal};
use crate::people::constants::string;

impl Unit<'_> {
    /// Strings that one place uses are written there, if only what they hold matters and not where
    /// they lie: the place may be written twice, and compilers join equal strings.
    pub(super) fn find_literals(&mut self) {
        let mut uses = vec![0u32; self.module.globals.len()];
        let module = self.module;
        let mut count = |constant: ConstId| {
            if let Constant::Global(global) = module.constant(constant) {
                uses[global.index()] += 1;
            }
        };
        for (_, constant) in module.constants() {
            match constant {
                Constant::Aggregate { elements, .. } => {
                    elements.iter().for_each(|&element| count(element));
                }
                Constant::Splat { element, .. } => count(*element),
                Constant::Expression { expression, .. } => {
                    expression.operands().into_iter().for_each(&mut count);
                }
                _ => {}
            }
        }
        for function in module.functions.values() {
            let mut operand = |operand| {
                if let Operand::Const(constant) = operand {
                    count(constant);
                }
            };
            for block in function.blocks.values() {
                for phi in &block.phis {
                    phi.incoming.iter().for_each(|&(_, own)| operand(own));
                }
                for &inst in &block.insts {
                    function.insts[inst].op.each_operand(&mut operand);
                }
                block.terminator.each_operand(&mut operand);
            }
        }
        for global in module.globals.values() {
            global.kind.constant().into_iter().for_each(&mut count);
        }
        for (id, global) in module.globals.iter() {
            let GlobalKind::Variable {
                constant: true,
                initializer: Some(initializer),
                align,
            } = global.kind
            else {
                continue;
            };
            if global.unnamed_address
                && align.is_none_or(|align| align == 1)
                && uses[id.index()] == 1
                && is_internal(global.linkage)
                && global.section.is_none()
                && !self.is_kept(global.name)
                && let Some(text) = self.string(initializer)
            {
                self.literals.insert(id, text);
            }
        }
    }

    /// A string that ends with its only zero, as a literal.
    pub(in crate::people) fn string(&self, constant: ConstId) -> Option<String> {
        match self.module.constant(constant) {
            Constant::Bytes { bytes, .. } => match **bytes {
                [ref text @ .., 0] if !text.contains(&0) => Some(string(text)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Tells whether a variable is none in C, or one of addresses and not of distances.
    pub(in crate::people) fn is_written_otherwise(&self, id: GlobalId) -> bool {
        self.relative(id).is_some() || self.is_literal(id)
    }

    /// Tells whether a variable is declared as characters, as formats of `printf` are.
    pub(in crate::people) fn is_text(&self, id: GlobalId) -> bool {
        let global = &self.module.globals[id];
        match global.kind {
            GlobalKind::Variable {
                constant: true,
                initializer: Some(initializer),
                ..
            } => is_internal(global.linkage) && self.string(initializer).is_some(),
            _ => false,
        }
    }

    /// Tells whether a variable is written where it is used.
    pub(in crate::people) fn is_literal(&self, id: GlobalId) -> bool {
        self.literals.contains_key(&id)
    }

    /// Finds tables of distances that nothing but `llvm.load.relative` reads. C cannot compute a
    /// distance before the program runs.
    pub(super) fn find_relative(&mut self) {
        let module = self.module;
        let is_read = |id: FuncId| {
            let name = module.intrinsic(id);
            name.is_some_and(|name| unsnarl_ir::base_name(name) == "load.relative")
        };
        let mut others = vec![false; module.globals.len()];
        let mut tables: HashMap<GlobalId, Vec<ConstId>> = HashMap::default();
        for (id, global) in module.globals.iter() {
            if let Some(list) = global
                .kind
                .constant()
                .and_then(|own| self.distances(id, own))
                && is_internal(global.linkage)
            {
                tables.insert(id, list);
            }
        }
        if tables.is_empty() {
            return;
        }
        for function in module.functions.values() {
            for inst in function.blocks.values().flat_map(|block| &block.insts) {
                let op = &function.insts[*inst].op;
                let reads = matches!(op, Op::Call(call)
                    if matches!(call.callee, Callee::Direct(id) if is_read(id)));
                op.each_operand(|operand| {
                    if let Operand::Const(constant) = operand
                        && let Constant::Global(global) = module.constant(constant)
                        && !reads
                    {
                        others[global.index()] = true;
                    }
                });
            }
        }
        tables.retain(|id, _| !others[id.index()]);
        self.relative = tables;
    }

    /// What a table of distances from itself leads to.
    pub(super) fn distances(&self, table: GlobalId, constant: ConstId) -> Option<Vec<ConstId>> {
        let module = self.module;
        let Constant::Aggregate { elements, .. } = module.constant(constant) else {
            return None;
        };
        let cast = |id: ConstId, wanted: CastOp| match module.constant(id) {
            Constant::Expression {
                expression: ConstantExpression::Cast { op, value },
                ..
            } if *op == wanted => Some(*value),
            _ => None,
        };
        let target = |&element: &ConstId| {
            let difference = cast(element, CastOp::Truncate)?;
            let Constant::Expression {
                expression:
                    ConstantExpression::Binary {
                        op: BinaryOp::Sub,
                        left,
                        right,
                        ..
                    },
                ..
            } = module.constant(difference)
            else {
                return None;
            };
            let from = cast(*right, CastOp::PtrToInt)?;
            let is_own = matches!(module.constant(from), Constant::Global(own) if *own == table);
            let to = cast(*left, CastOp::PtrToInt)?;
            is_own.then_some(to)
        };
        elements.iter().map(target).collect()
    }

    /// What a table leads to that is one of addresses in C, and of distances in the IR.
    pub(in crate::people) fn relative(&self, id: GlobalId) -> Option<&[ConstId]> {
        self.relative.get(&id).map(Vec::as_slice)
    }
}
