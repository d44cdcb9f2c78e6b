//! Instructions.

use std::fmt::Write;

use super::constants::{Length, mask_parts};
use super::{Printer, Result, words};
use crate::atomic::Atomicity;
use crate::function::Function;
use crate::id::TypeId;
use crate::inst::{
    Assembly, AssemblyDialect, Bundle, Call, Callee, Clause, ClauseKind, Inst, Op, Operand, Tail,
};
use crate::ops::{Flags, UnaryOp};
use crate::types::Type;

impl Printer<'_, '_, '_> {
    pub(super) fn op(&mut self, function: &Function, inst: &Inst) -> Result {
        let result = inst.result.map(|value| function.value_type(value));
        match &inst.op {
            Op::Unary {
                op: UnaryOp::FloatNegate,
                flags,
                value,
            } => {
                self.head("fneg", *flags)?;
                self.typed_operand(function, *value)
            }
            Op::Binary {
                op,
                flags,
                left,
                right,
            } => {
                self.head(words::binary_op(*op), *flags)?;
                self.pair(function, *left, *right)
            }
            Op::IntCompare {
                predicate,
                flags,
                left,
                right,
            } => {
                self.head("icmp", *flags)?;
                write!(self.out, "{} ", words::int_predicate(*predicate))?;
                self.pair(function, *left, *right)
            }
            Op::FloatCompare {
                predicate,
                flags,
                left,
                right,
            } => {
                self.head("fcmp", *flags)?;
                write!(self.out, "{} ", words::float_predicate(*predicate))?;
                self.pair(function, *left, *right)
            }
            Op::Cast { op, flags, value } => {
                self.head(words::cast_op(*op), *flags)?;
                self.typed_operand(function, *value)?;
                self.out.write_str(" to ")?;
                self.result_type(result)
            }
            Op::Select {
                condition,
                then,
                otherwise,
                flags,
            } => {
                self.head("select", *flags)?;
                self.operands(function, &[*condition, *then, *otherwise])
            }
            Op::Freeze(value) => {
                self.out.write_str("freeze ")?;
                self.typed_operand(function, *value)
            }
            Op::ExtractValue { aggregate, path } => {
                self.out.write_str("extractvalue ")?;
                self.typed_operand(function, *aggregate)?;
                self.path(path)
            }
            Op::InsertValue {
                aggregate,
                value,
                path,
            } => {
                self.out.write_str("insertvalue ")?;
                self.operands(function, &[*aggregate, *value])?;
                self.path(path)
            }
            Op::ExtractElement { vector, index } => {
                self.out.write_str("extractelement ")?;
                self.operands(function, &[*vector, *index])
            }
            Op::InsertElement {
                vector,
                element,
                index,
            } => {
                self.out.write_str("insertelement ")?;
                self.operands(function, &[*vector, *element, *index])
            }
            Op::ShuffleVector { left, right, mask } => {
                self.out.write_str("shufflevector ")?;
                self.operands(function, &[*left, *right])?;
                let mut parts = Vec::new();
                let length = result.map_or(Length::Fixed, |ty| self.length(ty));
                mask_parts(mask, length, &mut parts);
                parts.reverse();
                self.pieces(parts)
            }
            Op::VaArg { list } => {
                self.out.write_str("va_arg ")?;
                self.typed_operand(function, *list)?;
                self.out.write_str(", ")?;
                self.result_type(result)
            }
            Op::Call(call) => self.call(function, "call", call),
            Op::LandingPad { cleanup, clauses } => self.landing_pad(result, *cleanup, clauses),
            Op::CatchPad {
                switch: pad,
                arguments,
            } => {
                self.out.write_str("catchpad within ")?;
                self.pad(function, *pad, arguments)
            }
            Op::CleanupPad {
                parent: pad,
                arguments,
            } => {
                self.out.write_str("cleanuppad within ")?;
                self.pad(function, *pad, arguments)
            }
            _ => self.memory(function, inst, result),
        }
    }

    fn memory(&mut self, function: &Function, inst: &Inst, result: Option<TypeId>) -> Result {
        match &inst.op {
            Op::Alloca {
                ty,
                count,
                align,
                inalloca,
            } => {
                self.out.write_str(if *inalloca {
                    "alloca inalloca "
                } else {
                    "alloca "
                })?;
                self.ty(*ty)?;
                self.out.write_str(", ")?;
                self.typed_operand(function, *count)?;
                self.align(*align)?;
                match result.map(|ty| self.module.types.get(ty)) {
                    Some(Type::Pointer { space: 0 }) | None => Ok(()),
                    Some(Type::Pointer { space }) => write!(self.out, ", addrspace({space})"),
                    _ => Ok(()),
                }
            }
            Op::Load {
                pointer,
                align,
                volatile,
                atomic,
            } => {
                self.access("load", atomic.is_some(), *volatile)?;
                self.result_type(result)?;
                self.out.write_str(", ")?;
                self.typed_operand(function, *pointer)?;
                self.atomicity(*atomic)?;
                self.align(*align)
            }
            Op::Store {
                value,
                pointer,
                align,
                volatile,
                atomic,
            } => {
                self.access("store", atomic.is_some(), *volatile)?;
                self.operands(function, &[*value, *pointer])?;
                self.atomicity(*atomic)?;
                self.align(*align)
            }
            Op::Gep {
                source,
                base,
                indices,
                flags,
            } => {
                self.head("getelementptr", *flags)?;
                self.ty(*source)?;
                self.out.write_str(", ")?;
                self.typed_operand(function, *base)?;
                for &index in indices {
                    self.out.write_str(", ")?;
                    self.typed_operand(function, index)?;
                }
                Ok(())
            }
            Op::AtomicRmw {
                op,
                pointer,
                value,
                align,
                volatile,
                atomic,
            } => {
                self.access("atomicrmw", false, *volatile)?;
                write!(self.out, "{} ", words::atomic_op(*op))?;
                self.operands(function, &[*pointer, *value])?;
                self.atomicity(Some(*atomic))?;
                self.align(*align)
            }
            Op::CompareExchange {
                pointer,
                expected,
                replacement,
                align,
                volatile,
                weak,
                atomic,
                failure,
            } => {
                self.access(
                    if *weak { "cmpxchg weak" } else { "cmpxchg" },
                    false,
                    *volatile,
                )?;
                self.operands(function, &[*pointer, *expected, *replacement])?;
                self.atomicity(Some(*atomic))?;
                write!(self.out, " {}", words::ordering(*failure))?;
                self.align(*align)
            }
            Op::Fence(atomic) => {
                self.out.write_str("fence")?;
                self.atomicity(Some(*atomic))
            }
            _ => Ok(()),
        }
    }

    fn landing_pad(&mut self, result: Option<TypeId>, cleanup: bool, clauses: &[Clause]) -> Result {
        self.out.write_str("landingpad ")?;
        self.result_type(result)?;
        self.out.write_str(if cleanup { " cleanup" } else { "" })?;
        for clause in clauses {
            self.out.write_str(match clause.kind {
                ClauseKind::Catch => " catch ",
                ClauseKind::Filter => " filter ",
            })?;
            self.typed_constant(clause.value)?;
        }
        Ok(())
    }

    fn pad(&mut self, function: &Function, within: Operand, arguments: &[Operand]) -> Result {
        self.scope(function, within)?;
        self.out.write_str(" [")?;
        self.operands(function, arguments)?;
        self.out.write_char(']')
    }

    /// A call with its keyword: `call`, `invoke` or `callbr`.
    pub(super) fn call(&mut self, function: &Function, word: &str, call: &Call) -> Result {
        self.out.write_str(match call.tail {
            Tail::None => "",
            Tail::Tail => "tail ",
            Tail::MustTail => "musttail ",
            Tail::NoTail => "notail ",
        })?;
        self.head(word, call.flags)?;
        if call.convention != 0 {
            write!(self.out, "cc {} ", call.convention)?;
        }
        self.parameter_attributes(call.result_attributes)?;
        self.callee_space(function, &call.callee)?;
        self.ty(call.ty)?;
        self.out.write_char(' ')?;
        match call.callee {
            Callee::Direct(id) => self.sigil('@', self.module.function_name(id))?,
            Callee::Indirect(callee) => self.operand(function, callee)?,
            Callee::Assembly(assembly) => self.assembly(assembly)?,
        }
        self.out.write_char('(')?;
        for (index, argument) in call.arguments.iter().enumerate() {
            self.out.write_str(if index > 0 { ", " } else { "" })?;
            self.argument(function, argument)?;
        }
        if call.forwards_variadic {
            self.out.write_str(if call.arguments.is_empty() {
                "..."
            } else {
                ", ..."
            })?;
        }
        self.out.write_char(')')?;
        self.function_attributes(&call.attributes)?;
        self.bundles(function, &call.bundles)
    }

    /// `addrspace(1)`, if the callee's address space is not the default one of functions.
    fn callee_space(&mut self, function: &Function, callee: &Callee) -> Result {
        let module = self.module;
        let ty = match callee {
            Callee::Direct(id) => module.functions[*id].address_type,
            Callee::Indirect(callee) => module.operand_type(function, *callee),
            Callee::Assembly(_) => return Ok(()),
        };
        match *module.types.get(ty) {
            Type::Pointer { space } if space != module.data_layout.program_space => {
                write!(self.out, "addrspace({space}) ")
            }
            _ => Ok(()),
        }
    }

    fn assembly(&mut self, assembly: Assembly) -> Result {
        let words = [
            (true, "asm"),
            (assembly.side_effects, " sideeffect"),
            (assembly.aligns_stack, " alignstack"),
            (assembly.dialect == AssemblyDialect::Intel, " inteldialect"),
            (assembly.unwinds, " unwind"),
        ];
        words
            .iter()
            .filter(|(said, _)| *said)
            .try_for_each(|(_, word)| self.out.write_str(word))?;
        self.string_clause("", Some(assembly.text))?;
        self.string_clause(",", Some(assembly.constraints))
    }

    fn bundles(&mut self, function: &Function, bundles: &[Bundle]) -> Result {
        if bundles.is_empty() {
            return Ok(());
        }
        self.out.write_str(" [ ")?;
        for (index, bundle) in bundles.iter().enumerate() {
            self.out.write_str(if index > 0 { ", " } else { "" })?;
            self.quoted(self.module.name(bundle.tag).as_bytes())?;
            self.out.write_char('(')?;
            self.operands(function, &bundle.operands)?;
            self.out.write_char(')')?;
        }
        self.out.write_str(" ]")
    }

    fn argument(&mut self, function: &Function, argument: &crate::inst::Argument) -> Result {
        let ty = self.module.operand_type(function, argument.value);
        if *self.module.types.get(ty) == Type::Metadata {
            return self.typed_operand(function, argument.value);
        }
        self.ty(ty)?;
        self.out.write_char(' ')?;
        self.parameter_attributes(argument.attributes)?;
        self.operand(function, argument.value)
    }

    /// A word and flags, each with a blank after it.
    fn head(&mut self, word: &str, flags: Flags) -> Result {
        self.out.write_str(word)?;
        self.flags(flags)?;
        self.out.write_char(' ')
    }

    /// Flags, each with a blank before it.
    pub(super) fn flags(&mut self, flags: Flags) -> Result {
        if flags == Flags::FAST {
            return self.out.write_str(" fast");
        }
        let said = words::FLAGS
            .iter()
            .filter(|(flag, _)| flags.contains(*flag));
        said.into_iter()
            .try_for_each(|(_, word)| write!(self.out, " {word}"))
    }

    fn pair(&mut self, function: &Function, left: Operand, right: Operand) -> Result {
        self.typed_operand(function, left)?;
        self.out.write_str(", ")?;
        self.operand(function, right)
    }

    fn operands(&mut self, function: &Function, operands: &[Operand]) -> Result {
        for (index, &operand) in operands.iter().enumerate() {
            self.out.write_str(if index > 0 { ", " } else { "" })?;
            self.typed_operand(function, operand)?;
        }
        Ok(())
    }

    fn result_type(&mut self, result: Option<TypeId>) -> Result {
        result.map_or(Ok(()), |ty| self.ty(ty))
    }

    fn path(&mut self, path: &[u32]) -> Result {
        path.iter()
            .try_for_each(|index| write!(self.out, ", {index}"))
    }

    fn access(&mut self, word: &str, atomic: bool, volatile: bool) -> Result {
        self.out.write_str(word)?;
        self.out.write_str(if atomic { " atomic" } else { "" })?;
        self.out
            .write_str(if volatile { " volatile " } else { " " })
    }

    fn atomicity(&mut self, atomic: Option<Atomicity>) -> Result {
        let Some(atomic) = atomic else { return Ok(()) };
        if let Some(scope) = atomic.scope {
            self.out.write_str(" syncscope(")?;
            self.quoted(self.module.name(scope).as_bytes())?;
            self.out.write_char(')')?;
        }
        write!(self.out, " {}", words::ordering(atomic.ordering))
    }

    fn align(&mut self, align: Option<u64>) -> Result {
        align.map_or(Ok(()), |align| write!(self.out, ", align {align}"))
    }
}
