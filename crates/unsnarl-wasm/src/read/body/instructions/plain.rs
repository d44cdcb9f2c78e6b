//! Instructions that take operands from the stack and leave results there.

use unsnarl_low::module::Entity;
use unsnarl_low::op::memory::{Memory, Table};
use unsnarl_low::{Effect, Op, Traps, Type};
use wasmparser::Operator;

use super::Reader;
use crate::read::body::draft::{Def, DraftInst, Value};
use crate::read::operation::operation;
use crate::read::types;

impl Reader<'_> {
    pub(super) fn plain(&mut self, operator: &Operator<'_>) {
        let Some((op, effect)) = self.numbered(operator) else {
            let found = operation(operator).expect("the validator knows no other instructions");
            let operands = self.pop_many(found.operands);
            let results = found.result.as_slice();
            return self.push(found.op, found.op.effect(), &operands, results);
        };
        let signature = op.signature(&self.environment.widths);
        let signature = signature.expect("it is no call");
        let operands = self.pop_many(signature.operands.len());
        self.push(op, effect, &operands, signature.result.as_slice());
    }

    /// The operation of an instruction that refers to something of the module by number, or to the
    /// type of an operand, and its effect.
    fn numbered(&self, operator: &Operator<'_>) -> Option<(Op, Effect)> {
        use Operator as O;
        let environment = self.environment;
        let symbol = |entity| environment.symbol(entity);
        let element = |table: u32| environment.tables[table as usize];
        let below = |depth: usize| {
            let value = self.stack[self.stack.len() - 1 - depth];
            self.draft.types[value.index()]
        };
        let op = match *operator {
            // The condition is above both.
            O::Select => Op::Select(below(1)),
            O::TypedSelect { ty } => Op::Select(types::value(ty)),
            O::RefNull { hty } => Op::Null(types::heap(hty)),
            O::RefIsNull => Op::IsNull(below(0)),
            O::RefFunc { function_index } => {
                Op::FunctionReference(symbol(Entity::Function(function_index)))
            }
            O::GlobalGet { global_index } => {
                let (ty, is_mutable) = environment.globals[global_index as usize];
                let op = Op::GlobalGet(symbol(Entity::Global(global_index)), ty);
                let effect = if is_mutable {
                    Effect::Read
                } else {
                    Effect::Pure
                };
                return Some((op, effect));
            }
            O::GlobalSet { global_index } => {
                let (ty, _) = environment.globals[global_index as usize];
                Op::GlobalSet(symbol(Entity::Global(global_index)), ty)
            }
            O::MemorySize { mem } => return Some((Op::MemorySize(Memory(mem)), Effect::Read)),
            O::MemoryGrow { mem } => Op::MemoryGrow(Memory(mem)),
            O::MemoryFill { mem } => Op::MemoryFill(Memory(mem)),
            O::MemoryCopy { dst_mem, src_mem } => Op::MemoryCopy {
                to: Memory(dst_mem),
                from: Memory(src_mem),
            },
            O::MemoryInit { data_index, mem } => {
                Op::MemoryInit(Memory(mem), symbol(Entity::Data(data_index)))
            }
            O::DataDrop { data_index } => Op::DataDrop(symbol(Entity::Data(data_index))),
            O::TableGet { table } => {
                return Some((Op::TableGet(Table(table), element(table)), Effect::Read));
            }
            O::TableSet { table } => Op::TableSet(Table(table), element(table)),
            O::TableSize { table } => return Some((Op::TableSize(Table(table)), Effect::Read)),
            O::TableGrow { table } => Op::TableGrow(Table(table), element(table)),
            O::TableFill { table } => Op::TableFill(Table(table), element(table)),
            O::TableCopy {
                dst_table,
                src_table,
            } => Op::TableCopy {
                to: Table(dst_table),
                from: Table(src_table),
            },
            O::TableInit { elem_index, table } => {
                Op::TableInit(Table(table), symbol(Entity::Elements(elem_index)))
            }
            O::ElemDrop { elem_index } => Op::ElementDrop(symbol(Entity::Elements(elem_index))),
            _ => return None,
        };
        Some((op, op.effect()))
    }

    /// Adds an instruction, and pushes its results.
    pub(super) fn push(&mut self, op: Op, effect: Effect, operands: &[Value], results: &[Type]) {
        let operands = self.draft.row(operands);
        let first = self.draft.types.len() as u32;
        for &ty in results {
            let value = self.draft.add(ty, Def::Inst);
            self.stack.push(value);
        }
        let traps = match op.may_trap() {
            true => Traps::Observable,
            false => Traps::Undefined,
        };
        self.draft.insts.push(DraftInst {
            op,
            effect,
            traps,
            operands,
            results: first..self.draft.types.len() as u32,
            at: self.at,
        });
    }
}
