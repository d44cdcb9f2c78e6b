//! Calls.

use unsnarl_ir::{
    Argument, Assembly, AssemblyDialect, Bundle, Call, Callee, Constant, Flags, Op, Operand,
    ParameterAttributes, Tail, Type, TypeId,
};

use super::Reader;
use super::attributes::AttributeList;
use super::body::Body;
use super::codes;
use super::error::Result;
use super::fields::{Fields, text};
use super::slots::{Slot, Used};

const TAIL: u64 = 1;
const MUST_TAIL: u64 = 1 << 14;
const SAYS_TYPE: u64 = 1 << 15;
const NO_TAIL: u64 = 1 << 16;
const HAS_FLAGS: u64 = 1 << 17;

/// The bit of an `invoke` that says that its type is there.
pub(super) const INVOKE_SAYS_TYPE: u64 = 1 << 13;

/// The bit of a `callbr` that says the same.
pub(super) const BRANCH_SAYS_TYPE: u64 = SAYS_TYPE;

/// The bits of a calling convention.
pub(super) const CONVENTION: u64 = 0x3ff;

/// What a call is of, before its operands are asked for.
pub(super) struct Called {
    callee: Used,
    ty: TypeId,
    attributes: AttributeList,
}

impl Reader<'_> {
    pub(super) fn call(&mut self, body: &mut Body, mut fields: Fields<'_>) -> Result<()> {
        let attributes = self.attribute_list(fields.next()?, &fields)?;
        let packed = fields.next()?;
        let flags = match packed & HAS_FLAGS {
            0 => Flags::default(),
            _ => codes::float_flags(fields.next()?),
        };
        if packed & SAYS_TYPE == 0 {
            return Err(fields.unsupported("call of LLVM before 3.7"));
        }
        let called = self.called(body, attributes, &mut fields)?;
        if let Some(name) = self.debug_intrinsic(&called) {
            self.debug_call(body, &name, &mut fields);
            return Ok(());
        }
        let mut call = self.called_with(body, &called, &mut fields)?;
        call.flags = flags;
        call.convention = (packed >> 1 & CONVENTION) as u32;
        call.tail = if packed & MUST_TAIL != 0 {
            Tail::MustTail
        } else if packed & TAIL != 0 {
            Tail::Tail
        } else if packed & NO_TAIL != 0 {
            Tail::NoTail
        } else {
            Tail::None
        };
        let is_variadic = |ty| matches!(self.module.signature(ty), Some((_, _, true)));
        call.forwards_variadic = call.tail == Tail::MustTail && is_variadic(body.function.ty);
        let ty = self.result_of(call.ty);
        self.add_inst(body, Op::Call(Box::new(call)), ty, &fields)
            .map(drop)
    }

    /// The type of what a function gives; nothing if that is nothing.
    pub(super) fn result_of(&self, ty: TypeId) -> Option<TypeId> {
        let (result, ..) = self.module.signature(ty)?;
        Some(result).filter(|&ty| *self.module.types.get(ty) != Type::Void)
    }

    /// Reads the function type of a call, and what is called.
    pub(super) fn called(
        &mut self,
        body: &mut Body,
        attributes: AttributeList,
        fields: &mut Fields<'_>,
    ) -> Result<Called> {
        let ty = fields.next()?;
        let ty = self.ty(ty, fields)?;
        if self.module.signature(ty).is_none() {
            return Err(fields.error("the type of a call is not a function type"));
        }
        let callee = self.pair(body, fields)?;
        Ok(Called {
            callee,
            ty,
            attributes,
        })
    }

    /// Reads the arguments of a call, and gives it the bundles that came before.
    pub(super) fn called_with(
        &mut self,
        body: &mut Body,
        called: &Called,
        fields: &mut Fields<'_>,
    ) -> Result<Call> {
        let callee = self.callee(body, called.callee, fields)?;
        let parameters: Vec<TypeId> = match self.module.signature(called.ty) {
            Some((_, parameters, _)) => parameters.to_vec(),
            None => Vec::new(),
        };
        let mut arguments = Vec::with_capacity(fields.len());
        for ty in parameters {
            let is_metadata = *self.module.types.get(ty) == Type::Metadata;
            let argument = if is_metadata {
                let number = self.absolute(fields.next()?);
                Argument {
                    value: self.metadata_operand(body, number, ty),
                    attributes: ParameterAttributes::default(),
                }
            } else {
                Argument {
                    value: self.of_type(body, fields, ty)?,
                    attributes: called.attributes.parameter(arguments.len()),
                }
            };
            arguments.push(argument);
        }
        let is_variadic = matches!(self.module.signature(called.ty), Some((_, _, true)));
        while !fields.is_empty() {
            if !is_variadic {
                return Err(fields.error("a call has too many arguments"));
            }
            let (value, _) = self.typed(body, fields)?;
            let attributes = called.attributes.parameter(arguments.len());
            arguments.push(Argument { value, attributes });
        }
        // They come before the call, and are behind its arguments in text.
        let mut bundles = Vec::with_capacity(body.bundles.len());
        for (tag, operands) in std::mem::take(&mut body.bundles) {
            let operands = operands.into_iter();
            let operands = operands.map(|used| self.operand(body, used, fields));
            let operands = operands.collect::<Result<_>>()?;
            bundles.push(Bundle { tag, operands });
        }
        let bundles = bundles.into();
        Ok(Call {
            attributes: called.attributes.function.clone(),
            result_attributes: called.attributes.result,
            bundles,
            ..Call::new(callee, called.ty, arguments.into())
        })
    }

    fn callee(&mut self, body: &mut Body, used: Used, fields: &Fields<'_>) -> Result<Callee> {
        if let Some(Slot::Constant(index)) = self.slot(used.number) {
            let lent = self.constants.lent();
            let constant = self.constants.record(index, &lent);
            if matches!(constant.code, 18 | 23 | 28 | 30) {
                return self.assembly(constant).map(Callee::Assembly);
            }
        }
        self.operand(body, used, fields).map(Callee::Indirect)
    }

    fn assembly(&mut self, mut fields: Fields<'_>) -> Result<Assembly> {
        if fields.code == 30 {
            // The type of the function.
            fields.next()?;
        }
        let bits = fields.next()?;
        let size = fields.next()?;
        let assembly = text(fields.take(size)?);
        let size = fields.next()?;
        let constraints = text(fields.take(size)?);
        let (Some(assembly), Some(constraints)) = (assembly, constraints) else {
            return Err(fields.error("a character is not a byte"));
        };
        Ok(Assembly {
            text: self.module.names.add(&assembly),
            constraints: self.module.names.add(&constraints),
            side_effects: bits & 1 != 0,
            aligns_stack: bits & 2 != 0,
            dialect: match bits & 4 {
                0 => AssemblyDialect::Att,
                _ => AssemblyDialect::Intel,
            },
            unwinds: bits & 8 != 0,
        })
    }

    /// What follows `llvm.dbg.` in the name of what is called.
    fn debug_intrinsic(&self, called: &Called) -> Option<String> {
        let Some(Slot::Symbol(index)) = self.slot(called.callee.number) else {
            return None;
        };
        let name = self.module.name(self.symbols[index].name);
        name.strip_prefix("llvm.dbg.").map(str::to_owned)
    }

    /// Metadata as an argument, which is kept as its text.
    pub(super) fn metadata_operand(&mut self, body: &Body, number: u64, ty: TypeId) -> Operand {
        let text = self.text_of_metadata(body, number).into();
        let constant = Constant::Metadata { ty, text };
        Operand::Const(self.module.add_constant(constant))
    }

    /// Keeps an operand bundle for the call that follows.
    pub(super) fn bundle(&mut self, body: &mut Body, mut fields: Fields<'_>) -> Result<()> {
        let tag = usize::try_from(fields.next()?).ok();
        let tag = tag.and_then(|tag| self.tags.get(tag)).copied();
        let tag = tag.ok_or_else(|| fields.error("undefined tag"))?;
        let mut operands = Vec::with_capacity(fields.len());
        while !fields.is_empty() {
            operands.push(self.pair(body, &mut fields)?);
        }
        body.bundles.push((tag, operands));
        Ok(())
    }
}
