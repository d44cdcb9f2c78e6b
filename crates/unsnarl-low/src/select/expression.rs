//! Constant expressions whose value is not known before the program runs, such as the comparison of
//! two addresses: they are computed where they are used.
//!
//! A phi uses a constant at the end of the predecessor.

use foldhash::HashMap;

use crate::machine::Reg;
use crate::types::Type;
use unsnarl_ir::{ConstId, Constant, Expression, Id, Operand, Scalar, TypeId};

use super::lane::Kind;
use crate::select::error::SelectError;
use crate::select::extend::Extend;
use crate::select::selection::Selection;
use crate::select::target::Addressing;

impl Selection<'_> {
    /// Computes an expression, after the ones in it.
    pub(super) fn expression(&mut self, id: ConstId) -> Result<Vec<Reg>, SelectError> {
        if let Some(regs) = self.computed.get(&id) {
            return Ok(regs.clone());
        }
        let mut stack = vec![(id, false)];
        while let Some((id, is_ready)) = stack.pop() {
            if self.computed.contains_key(&id) {
                continue;
            }
            let constant = self.module.constant(id);
            if !is_ready {
                stack.push((id, true));
                for part in parts(constant) {
                    if self.is_computed(part) {
                        stack.push((part, false));
                    }
                }
            } else if let Constant::Expression { ty, expression } = constant {
                let regs = self.compute(*ty, expression)?;
                let regs = self.formed(*ty, regs)?;
                let regs = self.with_zeros_above(*ty, regs)?;
                self.computed.insert(id, regs);
            }
        }
        let regs = self.computed.remove(&id);
        self.computed.clear();
        regs.ok_or(SelectError::OperandType("a constant expression"))
    }

    /// Tells whether a constant is, or may hold, an expression without a value before the program
    /// runs.
    fn is_computed(&self, id: ConstId) -> bool {
        match self.module.constant(id) {
            Constant::Expression { .. } => self.context.scalars.get(id).is_err(),
            Constant::Aggregate { .. } => true,
            _ => false,
        }
    }

    fn compute(&mut self, ty: TypeId, expression: &Expression) -> Result<Vec<Reg>, SelectError> {
        let operand = Operand::Const;
        match expression {
            Expression::Binary {
                op, left, right, ..
            } => self.binary(*op, operand(*left), operand(*right)),
            Expression::Cast { op, value } => self.cast(*op, operand(*value), ty),
            Expression::Compare {
                predicate,
                left,
                right,
            } => self.int_compare(*predicate, operand(*left), operand(*right)),
            Expression::Select {
                condition,
                then,
                otherwise,
            } => self.select(operand(*condition), operand(*then), operand(*otherwise)),
            Expression::Gep {
                source,
                base,
                indices,
                ..
            } => {
                let indices: Vec<Operand> = indices.iter().map(|&index| operand(index)).collect();
                self.vector_gep(ty, *source, operand(*base), &indices)
            }
            Expression::ExtractElement { vector, index } => {
                self.extract_element(operand(*vector), operand(*index))
            }
            Expression::InsertElement {
                vector,
                element,
                index,
            } => self.insert_element(operand(*vector), operand(*element), operand(*index)),
            Expression::ShuffleVector { left, right, mask } => {
                self.shuffle(operand(*left), operand(*right), mask)
            }
            Expression::FloatCompare { .. } => Err(unsupported("fcmp")),
            Expression::Negate(_) => Err(unsupported("fneg")),
            Expression::ExtractValue { .. } => Err(unsupported("extractvalue")),
            Expression::InsertValue { .. } => Err(unsupported("insertvalue")),
            Expression::SignedPointer { .. } => Err(unsupported("ptrauth")),
        }
    }

    /// The registers of a constant, which have zeros above the width of each number.
    fn with_zeros_above(&mut self, ty: TypeId, regs: Vec<Reg>) -> Result<Vec<Reg>, SelectError> {
        let parts = self.parts(ty)?;
        let pairs = regs.into_iter().zip(parts);
        Ok(pairs
            .map(|(reg, part)| match part.ty {
                Type::I32 | Type::I64 => self.extend(reg, part.width, Extend::Zero),
                _ => reg,
            })
            .collect())
    }

    /// By block: the constants that phis use on its edges and that have to be computed there.
    pub(super) fn find_leaving(&mut self) {
        let mut found: HashMap<usize, Vec<ConstId>> = HashMap::default();
        for phi in self.function.blocks.values().flat_map(|block| &block.phis) {
            for &(from, operand) in &phi.incoming {
                if let Operand::Const(id) = operand
                    && self.needs_code(id)
                {
                    found.entry(from.index()).or_default().push(id);
                }
            }
        }
        self.leaving_from = found;
    }

    /// Computes, at the end of a block, the constants that phis use on its edges.
    pub(super) fn leaving_constants(&mut self, block: usize) -> Result<(), SelectError> {
        for id in self.leaving_from.remove(&block).unwrap_or_default() {
            let regs = self.constant(id)?;
            self.leaving.insert((block, id), regs);
        }
        Ok(())
    }

    /// Tells whether a constant has to be computed by instructions.
    fn needs_code(&self, id: ConstId) -> bool {
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            match self.module.constant(id) {
                Constant::Expression { .. } if self.context.scalars.get(id).is_err() => {
                    return true;
                }
                Constant::Aggregate { ty, elements } => {
                    // Addresses get into a register one by one.
                    if self.context.parts.shape(*ty).is_some()
                        && elements.iter().any(|&element| self.is_address(element))
                    {
                        return true;
                    }
                    stack.extend(elements);
                }
                _ if self.is_computed_address(id) => return true,
                _ => {}
            }
        }
        false
    }

    fn is_address(&self, id: ConstId) -> bool {
        matches!(self.context.scalars.get(id), Ok(Scalar::Address { .. }))
    }

    /// Tells whether a constant is an address that is computed, or an expression over one that only
    /// the linker knows.
    fn is_computed_address(&self, id: ConstId) -> bool {
        let Ok(Scalar::Address {
            plus,
            minus,
            offset,
        }) = self.context.scalars.get(id)
        else {
            return false;
        };
        let is_slot = self.context.function_of(plus).is_some();
        let width = self.addresses().bits();
        let is_plain = self.kind(self.module.constant_type(id)) == Ok(Kind::Int(width));
        let is_fixed = self.context.addressing(plus) == Addressing::Fixed;
        !is_plain || !is_fixed || minus.is_some() || is_slot && offset != 0
    }

    /// The operand of a phi for a predecessor.
    pub(super) fn incoming_value(
        &mut self,
        from: usize,
        operand: Operand,
    ) -> Result<Vec<Reg>, SelectError> {
        if let Operand::Const(id) = operand
            && let Some(regs) = self.leaving.get(&(from, id))
        {
            return Ok(regs.clone());
        }
        self.operand(operand)
    }
}

/// The constants that a constant is made of.
fn parts(constant: &Constant) -> Vec<ConstId> {
    match constant {
        Constant::Expression { expression, .. } => expression.operands(),
        Constant::Aggregate { elements, .. } => elements.to_vec(),
        _ => Vec::new(),
    }
}

fn unsupported(expression: &str) -> SelectError {
    SelectError::Instruction(format!("a constant expression '{expression}'"))
}
