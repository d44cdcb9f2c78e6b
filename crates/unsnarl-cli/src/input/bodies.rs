//! The blocks of a function of LLVM IR as text: its own instructions, as they stand in the source.

use std::borrow::Cow;
use std::ops::Range;
use unsnarl::text::Bodies;
use unsnarl::{BlockId, Edge, Id};
use unsnarl_ir::{
    Block, Constant, Function, Module, Name, Operand, Terminator, TypeId, ValueId, WideInt,
};

/// Shows the blocks of a function by what stands in the source.
pub(crate) struct Instructions<'a> {
    source: &'a str,
    module: &'a Module,
    function: &'a Function,
}

impl<'a> Instructions<'a> {
    pub(crate) fn new(
        source: &'a str,
        module: &'a Module,
        function: &'a Function,
    ) -> Instructions<'a> {
        Instructions {
            source,
            module,
            function,
        }
    }

    /// The block of the function, unless a pass has added it.
    fn block(&self, block: BlockId) -> Option<&'a Block> {
        let known = block.index() < self.function.blocks.len();
        known.then(|| &self.function.blocks[block])
    }

    fn text(&self, range: Range<usize>) -> &'a str {
        self.source.get(range).unwrap_or_default().trim()
    }

    fn terminator(&self, block: &Block) -> &'a str {
        self.text(block.terminator_origin.range())
    }

    /// What stands on the line behind the exit of a block.
    pub(crate) fn trailer(&self, block: BlockId) -> Option<&'a str> {
        let end = self.block(block)?.terminator_origin.range().end;
        self.source.get(end..)?.lines().next()
    }

    fn spell(&self, name: Name) -> Cow<'a, str> {
        match name {
            Name::Number(number) => Cow::Owned(number.to_string()),
            Name::Text(name) => Cow::Borrowed(self.module.names.text(name)),
        }
    }

    fn value(&self, value: ValueId) -> String {
        format!("%{}", self.spell(self.function.values[value].name))
    }

    fn operand(&self, operand: Operand) -> String {
        let id = match operand {
            Operand::Value(value) => return self.value(value),
            Operand::Const(id) => id,
        };
        match self.module.constant(id) {
            Constant::Int { ty, value } => self.integer(*ty, value),
            Constant::Null(_) => "null".into(),
            Constant::Zero(_) => "zeroinitializer".into(),
            Constant::Undef(_) => "undef".into(),
            Constant::Poison(_) => "poison".into(),
            Constant::Global(global) => {
                format!(
                    "@{}",
                    self.module.names.text(self.module.globals[*global].name)
                )
            }
            Constant::Function(function) => {
                format!(
                    "@{}",
                    self.module
                        .names
                        .text(self.module.functions[*function].name)
                )
            }
            Constant::Float { bits, .. } => format!("0x{bits:X}"),
            _ => "(constant)".into(),
        }
    }
}

impl Instructions<'_> {
    /// A constant as LLVM writes it: signed, and `i1` as a word.
    fn integer(&self, ty: TypeId, value: &WideInt) -> String {
        match self.module.types.int_width(ty) {
            Some(1) => (!value.is_zero()).to_string(),
            Some(width) => match value.as_i128(width) {
                Some(number) => number.to_string(),
                None => "(wide constant)".into(),
            },
            None => "(constant)".into(),
        }
    }
}

impl Bodies for Instructions<'_> {
    fn name(&self, block: BlockId) -> Cow<'_, str> {
        match self.block(block) {
            Some(known) => self.spell(known.name),
            None => Cow::Owned(block.to_string()),
        }
    }

    fn code(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let insts = self.block(block)?.insts.iter();
        let lines = insts.map(|&inst| self.text(self.function.insts[inst].origin.range()));
        Some(Cow::Owned(lines.collect::<Vec<_>>().join("\n")))
    }

    fn decision(&self, block: BlockId) -> Option<Cow<'_, str>> {
        // `br i1 %c, label …`, `switch i32 %x, label …`, `indirectbr ptr %p, […]`
        let operand = self.terminator(self.block(block)?).split(',').next()?;
        operand.split_whitespace().next_back().map(Cow::Borrowed)
    }

    fn case(&self, edge: Edge) -> Option<Cow<'_, str>> {
        match &self.block(edge.block)?.terminator {
            Terminator::Switch { cases, .. } => {
                let case = cases.get(edge.slot as usize)?;
                Some(Cow::Owned(self.operand(Operand::Const(case.value))))
            }
            _ => None,
        }
    }

    fn edge(&self, edge: Edge) -> Option<Cow<'_, str>> {
        let target = self
            .block(edge.block)?
            .terminator
            .successor(edge.slot as usize)?;
        let phis = &self.function.blocks[target].phis;
        let copies = phis.iter().filter_map(|phi| {
            Some((
                self.value(phi.result),
                self.operand(phi.operand(edge.block)?),
            ))
        });
        let (to, from): (Vec<_>, Vec<_>) = copies.unzip();
        match to.len() {
            0 => None,
            1 => Some(Cow::Owned(format!("{} = {}", to[0], from[0]))),
            _ => Some(Cow::Owned(format!(
                "{} = {}",
                to.join(", "),
                from.join(", ")
            ))),
        }
    }

    fn leave(&self, block: BlockId) -> Option<Cow<'_, str>> {
        self.block(block)
            .map(|block| Cow::Borrowed(self.terminator(block)))
    }
}
