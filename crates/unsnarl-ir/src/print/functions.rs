//! Functions and blocks.

use std::borrow::Cow;
use std::fmt::Write;

use super::{MADE, Printer, Result, preemption, visibility, words};
use crate::attributes::{FunctionAttributes, ParameterAttributes};
use crate::debug::Point;
use crate::function::{Block, Function, Parameter, Phi};
use crate::id::{BlockId, ValueId};
use crate::inst::Operand;
use crate::name::Name;
use crate::types::Type;

impl Printer<'_, '_, '_> {
    pub(super) fn function(&mut self, function: &Function) -> Result {
        let module = self.module;
        self.out.write_str(if function.is_definition() {
            "\ndefine "
        } else {
            "\ndeclare "
        })?;
        if !function.is_definition() {
            self.function_attachment(function, "", " ")?;
        }
        self.out.write_str(words::linkage(function.linkage))?;
        self.out.write_str(preemption(function.dso_local))?;
        self.out.write_str(visibility(function.visibility))?;
        if function.convention != 0 {
            write!(self.out, "cc {} ", function.convention)?;
        }
        self.parameter_attributes(function.result_attributes)?;
        let Some((result, _, varargs)) = module.signature(function.ty) else {
            return Ok(());
        };
        self.ty(result)?;
        self.out.write_char(' ')?;
        self.sigil('@', module.name(function.name))?;
        self.out.write_char('(')?;
        for (index, parameter) in function.parameters.iter().enumerate() {
            self.out.write_str(if index > 0 { ", " } else { "" })?;
            self.parameter(function, parameter)?;
        }
        let comma = varargs && !function.parameters.is_empty();
        self.out.write_str(match (varargs, comma) {
            (false, _) => ")",
            (true, false) => "...)",
            (true, true) => ", ...)",
        })?;
        if let Type::Pointer { space } = *module.types.get(function.address_type)
            && space != module.data_layout.program_space
        {
            write!(self.out, " addrspace({space})")?;
        }
        self.function_attributes(&function.attributes)?;
        self.string_clause(" section", function.section)?;
        self.comdat(" comdat", function.comdat)?;
        if let Some(align) = function.align {
            write!(self.out, " align {align}")?;
        }
        self.string_clause(" gc", function.collector)?;
        for (word, constant) in [
            ("prefix", function.prefix),
            ("prologue", function.prologue),
            ("personality", function.personality),
        ] {
            if let Some(constant) = constant {
                write!(self.out, " {word} ")?;
                self.typed_constant(constant)?;
            }
        }
        if !function.is_definition() {
            return self.out.write_char('\n');
        }
        self.function_attachment(function, " ", "")?;
        self.made = self.made_names(function);
        self.out.write_str(" {\n")?;
        function
            .blocks
            .iter()
            .try_for_each(|(id, block)| self.block(function, id, block))?;
        self.out.write_str("}\n")
    }

    /// Gives a prefix for names made by a rewrite with which no name of the source begins.
    fn made_names(&self, function: &Function) -> Cow<'static, str> {
        let values = function.values.values().map(|value| value.name);
        let blocks = function.blocks.values().map(|block| block.name);
        let names: Vec<Name> = values.chain(blocks).collect();
        if !names.iter().any(|name| matches!(name, Name::Made(_))) {
            return Cow::Borrowed(MADE);
        }
        let dots = |name: &Name| match name {
            Name::Text(name) => {
                let rest = self.module.name(*name).strip_prefix(MADE)?;
                Some(rest.len() - rest.trim_start_matches('.').len() + 1)
            }
            Name::Number(_) | Name::Made(_) => None,
        };
        let dots = names.iter().filter_map(dots).max().unwrap_or_default();
        Cow::Owned(format!("{MADE}{}", ".".repeat(dots)))
    }

    fn parameter(&mut self, function: &Function, parameter: &Parameter) -> Result {
        self.ty(parameter.ty)?;
        self.out.write_char(' ')?;
        self.parameter_attributes(parameter.attributes)?;
        match parameter.value {
            Some(value) => self.value(function, value),
            None => Ok(()),
        }
    }

    /// Each attribute with a blank after it.
    pub(super) fn parameter_attributes(&mut self, attributes: ParameterAttributes) -> Result {
        let words = [
            (attributes.signext, "signext "),
            (attributes.zeroext, "zeroext "),
            (attributes.inreg, "inreg "),
            (attributes.nest, "nest "),
            (attributes.returned, "returned "),
            (attributes.swift, "swiftself "),
        ];
        words
            .iter()
            .filter(|(said, _)| *said)
            .try_for_each(|(_, word)| self.out.write_str(word))?;
        let types = [
            ("sret", attributes.sret),
            ("byval", attributes.byval),
            ("inalloca", attributes.inalloca),
            ("byref", attributes.byref),
            ("preallocated", attributes.preallocated),
            ("elementtype", attributes.element_type),
        ];
        for (word, ty) in types {
            if let Some(ty) = ty {
                write!(self.out, "{word}(")?;
                self.ty(ty)?;
                self.out.write_str(") ")?;
            }
        }
        match attributes.align {
            Some(align) => write!(self.out, "align {align} "),
            None => Ok(()),
        }
    }

    /// Each attribute with a blank before it.
    pub(super) fn function_attributes(&mut self, attributes: &FunctionAttributes) -> Result {
        let words = [
            (attributes.noreturn, " noreturn"),
            (attributes.nounwind, " nounwind"),
            (attributes.returns_twice, " returns_twice"),
            (attributes.convergent, " convergent"),
            (attributes.noduplicate, " noduplicate"),
            (attributes.mustprogress, " mustprogress"),
            (attributes.noinline, " noinline"),
            (attributes.optnone, " optnone"),
            (attributes.alwaysinline, " alwaysinline"),
            (attributes.noredzone, " noredzone"),
            (attributes.naked, " naked"),
        ];
        words
            .iter()
            .filter(|(said, _)| *said)
            .try_for_each(|(_, word)| self.out.write_str(word))?;
        self.strings(&attributes.strings)
    }

    fn block(&mut self, function: &Function, id: BlockId, block: &Block) -> Result {
        match block.name {
            Name::Number(number) => writeln!(self.out, "{number}:")?,
            Name::Made(number) => writeln!(self.out, "{}{number}:", self.made)?,
            Name::Text(name) => {
                self.bare_or_quoted(self.module.name(name))?;
                self.out.write_str(":\n")?;
            }
        }
        block
            .phis
            .iter()
            .try_for_each(|phi| self.phi(function, phi))?;
        for &id in &block.insts {
            let inst = &function.insts[id];
            self.records(function, Point::Inst(id))?;
            self.out.write_str("  ")?;
            self.result(function, inst.result)?;
            self.op(function, inst)?;
            self.end_line(function, Point::Inst(id))?;
        }
        self.records(function, Point::End(id))?;
        self.out.write_str("  ")?;
        self.terminator(function, &block.terminator)?;
        if block.mustprogress {
            let number = self.first_number();
            write!(self.out, ", !llvm.loop !{number}")?;
        }
        self.end_line(function, Point::End(id))
    }

    pub(super) fn result(&mut self, function: &Function, result: Option<ValueId>) -> Result {
        let Some(value) = result else { return Ok(()) };
        self.value(function, value)?;
        self.out.write_str(" = ")
    }

    fn phi(&mut self, function: &Function, phi: &Phi) -> Result {
        self.out.write_str("  ")?;
        self.result(function, Some(phi.result))?;
        self.out.write_str("phi ")?;
        self.ty(function.value_type(phi.result))?;
        let mut edges = 0;
        for &(from, operand) in &phi.incoming {
            // LLVM requires an entry for each edge.
            let target = Some(phi.result).map(|result| function.values[result].definition);
            let slots = function.blocks[from].terminator.successors();
            let count = match target {
                Some(crate::function::Definition::Phi(block, _)) => {
                    slots.filter(|&to| to == block).count()
                }
                _ => 1,
            };
            for _ in 0..count {
                self.out.write_str(if edges > 0 { ", [ " } else { " [ " })?;
                self.operand(function, operand)?;
                self.out.write_str(", ")?;
                self.block_name(function, from)?;
                self.out.write_str(" ]")?;
                edges += 1;
            }
        }
        self.end_line(function, Point::Phi(phi.result))
    }

    pub(super) fn label(&mut self, function: &Function, block: BlockId) -> Result {
        self.out.write_str("label ")?;
        self.block_name(function, block)
    }

    pub(super) fn block_name(&mut self, function: &Function, block: BlockId) -> Result {
        self.name(function.blocks[block].name)
    }

    fn value(&mut self, function: &Function, value: ValueId) -> Result {
        self.name(function.values[value].name)
    }

    fn name(&mut self, name: Name) -> Result {
        match name {
            Name::Number(number) => write!(self.out, "%{number}"),
            Name::Made(number) => write!(self.out, "%{}{number}", self.made),
            Name::Text(name) => self.sigil('%', self.module.name(name)),
        }
    }

    pub(super) fn operand(&mut self, function: &Function, operand: Operand) -> Result {
        match operand {
            Operand::Value(value) => self.value(function, value),
            Operand::Const(id) => self.constant(id),
        }
    }

    pub(super) fn typed_operand(&mut self, function: &Function, operand: Operand) -> Result {
        match operand {
            Operand::Value(value) => {
                self.ty(function.value_type(value))?;
                self.out.write_char(' ')?;
                self.value(function, value)
            }
            Operand::Const(id) => self.typed_constant(id),
        }
    }
}
