//! The state of selection: the code so far, and the registers that hold each value.

use foldhash::HashMap;

use unsnarl_ir::debug::Point;
use unsnarl_ir::{BlockId, ConstId, Function, Module, TypeId, ValueId};

use crate::machine::{Function as Code, Reg, Source};
use crate::op::memory::AddressWidths;
use crate::symbol::Signature;
use crate::types::LaneType;

use super::abi;
use super::context::ModuleContext;
use super::error::SelectError;
use super::extend::Extend;
use super::facts::Facts;
use super::frame::FrameLayout;
use super::pads::Unwinding;
use super::parts::Part;
use super::place::Offset;
use super::target::Features;
use super::trace::Trace;
use super::vectors::{Ahead, Mask};

pub(super) struct Selection<'a> {
    pub(super) context: &'a ModuleContext<'a>,
    pub(super) module: &'a Module,
    pub(super) function: &'a Function,
    /// By instruction of the machine: the line of what it was selected for.
    pub(super) lines: Vec<u32>,
    pub(super) trace: Trace,
    pub(super) features: Features,
    pub(super) facts: Facts,
    pub(super) frame: FrameLayout,
    pub(super) body: Code,
    /// By value: the place of its registers in `pool`.
    pub(super) values: Vec<Option<(u32, u32)>>,
    pub(super) pool: Vec<Reg>,
    /// Pointers that are a register and an offset, added without wrapping.
    pub(super) addresses: HashMap<ValueId, (Reg, Offset)>,
    /// What has been extended in this block.
    pub(super) extended: HashMap<(Reg, u32, Extend), Reg>,
    /// The parts of the constant expression that is being computed.
    pub(super) computed: HashMap<ConstId, Vec<Reg>>,
    /// By block: the constants that phis use on its edges and that are still to be computed.
    pub(super) leaving_from: HashMap<usize, Vec<ConstId>>,
    /// By block and constant: the registers that phis use on its edges.
    pub(super) leaving: HashMap<(usize, ConstId), Vec<Reg>>,
    /// Vectors of bits as they were made.
    pub(super) masks: HashMap<ValueId, Mask>,
    /// Registers whose lanes are 1 where those of a mask are set, with the mask.
    pub(super) counted: HashMap<Reg, (LaneType, Reg)>,
    pub(super) ahead: Ahead,
    pub(super) variable_arguments: Option<Reg>,
    /// The address of the result, if it is returned in memory.
    pub(super) result_pointer: Option<Reg>,
    pub(super) unwinding: Unwinding,
    /// Copies of blocks, each with the block of the source that it is a copy of.
    pub(super) copies: Vec<(BlockId, BlockId)>,
}

impl<'a> Selection<'a> {
    pub(super) fn new(
        context: &'a ModuleContext<'a>,
        function: &'a Function,
        features: Features,
        frame: FrameLayout,
        signature: Signature,
        order: &[usize],
    ) -> Self {
        let widths = AddressWidths::of_module(context.target.addresses);
        Selection {
            context,
            module: context.module,
            function,
            lines: Vec::new(),
            trace: Trace::default(),
            features,
            facts: Facts::new(context.module, function, order),
            frame,
            body: Code::with_widths(signature, function.blocks.len(), widths),
            values: vec![None; function.values.len()],
            pool: Vec::new(),
            addresses: HashMap::default(),
            extended: HashMap::default(),
            computed: HashMap::default(),
            leaving_from: HashMap::default(),
            leaving: HashMap::default(),
            masks: HashMap::default(),
            counted: HashMap::default(),
            ahead: Ahead::new(context.module, &context.parts, function),
            variable_arguments: None,
            result_pointer: None,
            copies: Vec::new(),
            unwinding: match function.has_funclets() {
                true => Unwinding::new(context.module, function, order),
                false => Unwinding::default(),
            },
        }
    }

    /// A short type may consist of a thousand numbers: selection stops when the function becomes
    /// too large.
    pub(super) fn check_size(&self) -> Result<(), SelectError> {
        let most = self.context.target.instructions;
        let count = self.body.inst_count().max(self.pool.len() / 8);
        match count <= most {
            true => Ok(()),
            false => Err(SelectError::Instructions { count, most }),
        }
    }

    /// Says what was selected since the last call, and the line of that.
    pub(super) fn set_origin(&mut self, line: u32, block: BlockId, point: Point) {
        let count = self.body.inst_count();
        self.lines.resize(count, line);
        self.trace.note(self.function, block, point, count);
    }

    pub(super) fn parameters(&mut self) -> Result<(), SelectError> {
        let mut number = 0;
        let context = self.context;
        if abi::is_in_memory(&context.parts, &context.target, self.result_type()?) {
            let pointer = self.address_type();
            self.result_pointer = Some(self.body.add_reg(pointer, Source::Parameter(number)));
            number += 1;
        }
        for parameter in &self.function.parameters {
            let mut regs = Vec::new();
            for part in self.parts(parameter.ty)? {
                regs.push(self.body.add_reg(part.ty, Source::Parameter(number)));
                number += 1;
            }
            if let Some(value) = parameter.value {
                let regs = self.received(parameter.ty, regs)?;
                self.define(value, &regs);
            }
        }
        if self.frame.stack_slot.is_some() {
            let start = self.body.frame_address(0);
            self.keep_stack_pointer(start)?;
        }
        let signature = self.module.signature(self.function.ty);
        if let Some((_, _, true)) = signature {
            let pointer = self.address_type();
            let start = self.body.add_reg(pointer, Source::Parameter(number));
            self.variable_arguments = Some(start);
        }
        Ok(())
    }

    pub(super) fn phis(&mut self, block: BlockId) -> Result<(), SelectError> {
        for phi in &self.function.blocks[block].phis {
            let parts = self.parts(self.function.value_type(phi.result))?;
            let add = |part: &Part| self.body.add_parameter(block, part.ty);
            let regs: Vec<Reg> = parts.iter().map(add).collect();
            self.define(phi.result, &regs);
        }
        Ok(())
    }

    /// Tells whether registers are the parts of a value of this type.
    pub(super) fn fits(&self, ty: TypeId, regs: &[Reg]) -> Result<bool, SelectError> {
        let parts = self.parts(ty)?;
        let mut pairs = regs.iter().zip(parts);
        Ok(regs.len() == parts.len() && pairs.all(|(&reg, part)| self.body.ty(reg) == part.ty))
    }
}
