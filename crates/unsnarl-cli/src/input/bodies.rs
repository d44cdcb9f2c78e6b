//! The blocks of a function of LLVM IR as text: instructions as in the source, those of rewrites as
//! LLVM would write them, and decisions by the IR's conditions and cases.

use std::borrow::Cow;
use std::ops::Range;
use unsnarl::text::Bodies;
use unsnarl::{BlockId, Edge, Id};
use unsnarl_ir::pseudocode::Line;
use unsnarl_ir::{
    Block, CastOp, Definition, Function, Inst, Module, Name, Op, Operand, Terminator,
    TerminatorPart, ValueId,
};

/// Shows the blocks of a function by the text of the source.
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

    pub(crate) fn function(&self) -> &'a Function {
        self.function
    }

    /// The line of the source that the exit of a block comes from.
    pub(crate) fn source_line(&self, block: BlockId) -> Option<Line<'a>> {
        self.block(block)?;
        Line::last(self.module, self.function, block)
    }

    /// What a block does at its end, besides a call, before control goes on.
    pub(super) fn last_act(&self, block: BlockId) -> Option<String> {
        let terminator = &self.block(block)?.terminator;
        let acts = matches!(
            terminator,
            Terminator::CatchSwitch(_)
                | Terminator::CatchReturn { .. }
                | Terminator::CleanupReturn {
                    unwind: Some(_),
                    ..
                }
        );
        acts.then(|| self.action(terminator))
    }

    /// The block of the function, unless a pass has added it.
    fn block(&self, block: BlockId) -> Option<&'a Block> {
        let known = block.index() < self.function.blocks.len();
        known.then(|| &self.function.blocks[block])
    }

    fn text(&self, range: Range<usize>) -> &'a str {
        self.source.get(range).unwrap_or_default().trim()
    }

    /// An instruction as in the source; one that a rewrite made is printed, and what the reader
    /// made of an address is not shown.
    fn line(&self, inst: &'a Inst) -> Cow<'a, str> {
        let is_address = matches!(
            inst.op,
            Op::Cast {
                op: CastOp::PtrToInt,
                ..
            }
        );
        if !inst.origin.range().is_empty() || is_address {
            return Cow::Borrowed(self.text(inst.origin.range()));
        }
        let shown = self.module.show_inst(self.function, inst);
        Cow::Owned(shown.to_string())
    }

    /// The text after the exit of a block on its line.
    pub(crate) fn trailer(&self, block: BlockId) -> Option<&'a str> {
        let end = self.block(block)?.terminator_origin.range().end;
        self.source.get(end..)?.lines().next()
    }

    /// The name of a block, without sigil and quotes.
    fn block_name(&self, block: &Block) -> Cow<'a, str> {
        match block.name {
            Name::Number(number) => Cow::Owned(number.to_string()),
            Name::Made(number) => Cow::Owned(format!("new.{number}")),
            Name::Text(name) => Cow::Borrowed(self.module.names.text(name)),
        }
    }

    fn operand(&self, operand: Operand) -> String {
        self.module.show_operand(self.function, operand).to_string()
    }

    /// What a terminator does, without where it goes.
    fn action(&self, terminator: &Terminator) -> String {
        let action = TerminatorPart::Action;
        let shown = self
            .module
            .show_terminator(self.function, terminator, action);
        shown.to_string()
    }

    /// The address that an `indirectbr` goes to, if it was read as a switch over the number of that
    /// address.
    fn address(&self, value: Operand) -> Option<Operand> {
        match self.made_by(value)? {
            Inst {
                op:
                    Op::Cast {
                        op: CastOp::PtrToInt,
                        value,
                        ..
                    },
                origin,
                ..
            } if origin.range().is_empty() => Some(*value),
            _ => None,
        }
    }

    fn made_by(&self, operand: Operand) -> Option<&'a Inst> {
        let Operand::Value(value) = operand else {
            return None;
        };
        match self.function.values[value].definition {
            Definition::Inst(inst) => Some(&self.function.insts[inst]),
            _ => None,
        }
    }

    fn value(&self, value: ValueId) -> String {
        self.operand(Operand::Value(value))
    }
}

impl Bodies for Instructions<'_> {
    fn name(&self, block: BlockId) -> Cow<'_, str> {
        match self.block(block) {
            Some(known) => self.block_name(known),
            None => Cow::Owned(block.to_string()),
        }
    }

    /// The instructions, and the call that ends the block if one does.
    fn code(&self, id: BlockId) -> Option<Cow<'_, str>> {
        let block = self.block(id)?;
        let insts = block.insts.iter();
        let lines = insts.map(|&inst| self.line(&self.function.insts[inst]));
        let mut text = lines.collect::<Vec<_>>().join("\n");
        let call = block.terminator.call();
        let act = call.map(|_| self.action(&block.terminator));
        if let Some(act) = act.or_else(|| self.last_act(id)) {
            text += if text.is_empty() { "" } else { "\n" };
            text += &act;
        }
        Some(Cow::Owned(text))
    }

    fn decision(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let text = match &self.block(block)?.terminator {
            Terminator::Branch { condition, .. } => self.operand(*condition),
            Terminator::Switch { value, .. } => {
                self.operand(self.address(*value).unwrap_or(*value))
            }
            Terminator::Invoke(_) => "returned".to_owned(),
            Terminator::CallBranch(_) => "jumped".to_owned(),
            Terminator::CatchSwitch(switch) => self.value(switch.result),
            _ => return None,
        };
        Some(Cow::Owned(text))
    }

    fn case(&self, edge: Edge) -> Option<Cow<'_, str>> {
        let slot = edge.slot as usize;
        let terminator = &self.block(edge.block)?.terminator;
        let label = || {
            let to = terminator.successor(slot)?;
            let name = self.module.show_block(self.function, to);
            Some(Cow::Owned(name.to_string()))
        };
        match terminator {
            Terminator::Switch { value, cases, .. } => {
                let case = cases.get(slot)?;
                if self.address(*value).is_some() {
                    return label();
                }
                Some(Cow::Owned(self.operand(Operand::Const(case.value))))
            }
            Terminator::CallBranch(_) | Terminator::CatchSwitch(_) => label(),
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
        let block = self.block(block)?;
        let text = self.text(block.terminator_origin.range());
        if !text.is_empty() {
            return Some(Cow::Borrowed(text));
        }
        let whole = TerminatorPart::Whole;
        let shown = self
            .module
            .show_terminator(self.function, &block.terminator, whole);
        Some(Cow::Owned(shown.to_string()))
    }
}
