//! From what is written to a function.
//!
//! *Needs:* a [`RawFunction`].
//! *Gives:* the [`Function`], or the first name that is missing or there twice.
//! *Cost:* linear.

use std::collections::HashMap;

use unsnarl::{BlockId, Id};

use super::cursor::Cursor;
use super::raw::{
    RawBlock, RawEdge, RawExit, RawExitKind, RawFunction, RawInst, RawOperand, RawReg, RawSlot,
};
use crate::machine::{Edge, Exit, Function, InstId, Reg, Source};
use crate::symbol::Signature;
use crate::text::error::{Cause, ParseError};
use crate::types::Type;

/// Builds a function; it takes its blocks from those that are left to the text.
pub(super) fn build(
    raw: RawFunction<'_>,
    cursor: &Cursor<'_>,
    blocks_left: &mut usize,
) -> Result<Function, ParseError> {
    let written = written(&raw.blocks, cursor, blocks_left)?;
    let mut builder = Builder {
        function: Function::with_widths(signature(&raw), written.len(), raw.widths.clone()),
        regs: HashMap::new(),
        written,
        cursor,
    };
    builder.function.frame = raw.frame;
    builder.define_all(&raw)?;
    for block in raw.blocks {
        builder.use_all(block)?;
    }
    Ok(builder.function)
}

fn signature(raw: &RawFunction<'_>) -> Signature {
    Signature {
        parameters: raw
            .parameters
            .iter()
            .map(|parameter| parameter.ty)
            .collect(),
        results: raw.results.clone(),
    }
}

/// For each number up to the highest one, whether a block has it.
fn written(
    blocks: &[RawBlock<'_>],
    cursor: &Cursor<'_>,
    blocks_left: &mut usize,
) -> Result<Vec<bool>, ParseError> {
    let mut written = Vec::new();
    for block in blocks {
        let index = block.number as usize;
        if index >= written.len() {
            let more = index + 1 - written.len();
            let left = blocks_left.checked_sub(more);
            let far = || cursor.error(block.at, Cause::FarBlock(block.number));
            *blocks_left = left.ok_or_else(far)?;
            written.resize(index + 1, false);
        }
        if std::mem::replace(&mut written[index], true) {
            return Err(cursor.error(block.at, Cause::TwoBlocks(block.number)));
        }
    }
    Ok(written)
}

struct Builder<'b, 't> {
    function: Function,
    regs: HashMap<&'t str, Reg>,
    written: Vec<bool>,
    cursor: &'b Cursor<'t>,
}

impl<'t> Builder<'_, 't> {
    /// Adds all registers that are defined, and the instructions without their operands.
    fn define_all(&mut self, raw: &RawFunction<'t>) -> Result<(), ParseError> {
        for (number, parameter) in (0..).zip(&raw.parameters) {
            let reg = self
                .function
                .add_reg(parameter.ty, Source::Parameter(number));
            self.define(parameter.reg, reg)?;
        }
        for block in &raw.blocks {
            let id = BlockId::new(block.number as usize);
            self.function.start(id);
            for parameter in &block.parameters {
                let reg = self.function.add_parameter(id, parameter.ty);
                self.define(parameter.reg, reg)?;
            }
            for inst in &block.insts {
                self.add(inst)?;
            }
        }
        Ok(())
    }

    fn define(&mut self, raw: RawReg<'t>, reg: Reg) -> Result<(), ParseError> {
        match self.regs.insert(raw.name, reg) {
            None => Ok(()),
            Some(_) => {
                let cause = Cause::TwoRegisters(raw.name.to_owned());
                Err(self.cursor.error(raw.at, cause))
            }
        }
    }

    fn add(&mut self, inst: &RawInst<'t>) -> Result<(), ParseError> {
        let types = self.result_types(inst)?;
        let regs = self.function.push(inst.op, inst.effect, &[], &types);
        for (result, reg) in inst.results.iter().zip(regs) {
            self.define(result.reg, reg)?;
        }
        Ok(())
    }

    /// The types of results: those that are written, or that of the operation.
    fn result_types(&self, inst: &RawInst<'t>) -> Result<Vec<Type>, ParseError> {
        let results = &inst.results;
        let signature = inst.op.signature(&self.function.widths);
        if let Some(types) = results.iter().map(|result| result.ty).collect()
            && !(results.is_empty() && signature.is_some())
        {
            return Ok(types);
        }
        let error = |cause| Err(self.cursor.error(inst.at, cause));
        let Some(signature) = signature else {
            return error(Cause::Untyped);
        };
        let wanted = signature.result;
        if results.len() != usize::from(wanted.is_some()) {
            let found = results.len();
            return error(Cause::Results { found, wanted });
        }
        Ok(wanted.into_iter().collect())
    }

    /// Adds what the instructions, the exit and the edges of a block read.
    fn use_all(&mut self, block: RawBlock<'t>) -> Result<(), ParseError> {
        let id = BlockId::new(block.number as usize);
        let insts: Vec<InstId> = self.function.block(id).insts().collect();
        for (inst, raw) in insts.into_iter().zip(&block.insts) {
            let operands = self.operands(&raw.operands)?;
            self.function.replace(inst, raw.op, &operands);
            self.function.set_effect(inst, raw.effect, raw.traps);
        }
        self.finish(id, block.exit)
    }

    fn operands(&mut self, raw: &[RawOperand<'t>]) -> Result<Vec<Reg>, ParseError> {
        raw.iter().map(|&operand| self.operand(operand)).collect()
    }

    fn operand(&mut self, raw: RawOperand<'t>) -> Result<Reg, ParseError> {
        match raw {
            RawOperand::Number(number) => Ok(self.function.number(number)),
            RawOperand::Frame(offset) => Ok(self.function.frame_address(offset)),
            RawOperand::Reg(RawReg { at, name }) => {
                let missing = || self.cursor.error(at, Cause::NoRegister(name.to_owned()));
                self.regs.get(name).copied().ok_or_else(missing)
            }
        }
    }

    fn finish(&mut self, id: BlockId, raw: RawExit<'t>) -> Result<(), ParseError> {
        let operands = self.operands(&raw.operands)?;
        let exit = self.exit(&raw)?;
        self.function.set_exit(id, exit, &operands);
        let mut added: HashMap<(BlockId, Vec<Reg>), Edge> = HashMap::new();
        for edge in &raw.edges {
            let to = self.target(edge)?;
            let arguments = self.operands(&edge.arguments)?;
            match added.get(&(to, arguments.clone())) {
                Some(&parallel) => {
                    self.function.add_parallel_edge(id, parallel);
                }
                None => {
                    let edge = self.function.add_edge(id, to, &arguments);
                    added.insert((to, arguments), edge);
                }
            }
        }
        Ok(())
    }

    fn target(&self, edge: &RawEdge<'t>) -> Result<BlockId, ParseError> {
        let index = edge.to as usize;
        match self.written.get(index) {
            Some(true) => Ok(BlockId::new(index)),
            _ => Err(self.cursor.error(edge.at, Cause::NoBlock(edge.to))),
        }
    }

    /// The exit, with what stands before its edges.
    fn exit(&self, raw: &RawExit<'t>) -> Result<Exit, ParseError> {
        let plain = |slot| matches!(slot, RawSlot::Plain).then_some(());
        let value = |slot| match slot {
            RawSlot::Value(value) => Some(value),
            _ => None,
        };
        let catch = |slot| match slot {
            RawSlot::Catch(catch) => Some(catch),
            _ => None,
        };
        let edges = raw.edges.as_slice();
        Ok(match raw.kind {
            RawExitKind::Switch => {
                let (others, last) = edges.split_at(edges.len().saturating_sub(1));
                self.slots(last, "no more than `else` before this last edge", plain)?;
                Exit::Switch(self.slots(others, "a value and `:` before this edge", value)?)
            }
            RawExitKind::Call(callee) => {
                let (first, others) = edges.split_at(edges.len().min(1));
                self.slots(first, "no clause before this edge", plain)?;
                let wanted = "`catch @tag`, `catch_all` or `catch_all_ref` before this edge";
                Exit::Call(callee, self.slots(others, wanted, catch)?)
            }
            RawExitKind::Whole(ref exit) => {
                self.slots(edges, "nothing before this edge", plain)?;
                exit.clone()
            }
        })
    }

    /// What stands before each of some edges, if that is what is wanted.
    fn slots<S>(
        &self,
        edges: &[RawEdge<'t>],
        wanted: &'static str,
        of: impl Fn(RawSlot) -> Option<S>,
    ) -> Result<Vec<S>, ParseError> {
        let wrong = |at| self.cursor.error(at, Cause::Slot { wanted });
        let slot = |edge: &RawEdge| of(edge.slot).ok_or_else(|| wrong(edge.at));
        edges.iter().map(slot).collect()
    }
}
