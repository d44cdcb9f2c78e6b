//! Instructions on memory.

use unsnarl_ir::{Atomicity, Op, Operand, Ordering, Type};

use super::locals::{Body, Typed};
use super::names::unquote;
use super::words;
use super::{Made, Reader, Result};
use crate::build::{exchanged, widened};
use crate::lexer::Kind;

impl<'s> Reader<'s> {
    /// `load i32, ptr %p` or, in old versions, `load i32* %p`.
    pub(super) fn load(&mut self, body: &mut Body<'s>) -> Result<Made> {
        let is_atomic = self.eat_word("atomic")?;
        let volatile = self.eat_word("volatile")?;
        let first = self.ty()?;
        let (ty, pointer) = match self.pointee.filter(|_| !self.at(b',')) {
            Some(pointee) => (pointee, self.operand(body, first)?),
            None => (first, self.next_typed(body)?.value),
        };
        let atomic = if is_atomic {
            Some(self.atomicity()?)
        } else {
            None
        };
        let align = self.align_clause()?;
        Ok((
            Op::Load {
                pointer,
                align,
                volatile,
                atomic,
            },
            Some(ty),
        ))
    }

    pub(super) fn store(&mut self, body: &mut Body<'s>) -> Result<Made> {
        let is_atomic = self.eat_word("atomic")?;
        let volatile = self.eat_word("volatile")?;
        let value = self.typed(body)?.value;
        let pointer = self.next_typed(body)?.value;
        let atomic = if is_atomic {
            Some(self.atomicity()?)
        } else {
            None
        };
        let align = self.align_clause()?;
        Ok((
            Op::Store {
                value,
                pointer,
                align,
                volatile,
                atomic,
            },
            None,
        ))
    }

    /// `, align 4`, if it is there.
    fn align_clause(&mut self) -> Result<Option<u64>> {
        if self.clause()? {
            self.alignment().map(Some)
        } else {
            Ok(None)
        }
    }

    pub(super) fn alloca(&mut self, body: &mut Body<'s>) -> Result<Made> {
        let inalloca = self.eat_word("inalloca")?;
        self.eat_word("swifterror")?;
        let ty = self.ty()?;
        let mut space = 0; // whatever the data layout says of the stack
        let mut count = Operand::Const(self.module.add_int(32, 1));
        let mut align = None;
        while self.clause()? {
            match self.word() {
                "align" => align = Some(self.alignment()?),
                "addrspace" => space = self.address_space()?,
                _ => count = self.typed(body)?.value,
            }
        }
        let pointer = self.module.types.add(Type::Pointer { space });
        Ok((
            Op::Alloca {
                ty,
                count,
                align,
                inalloca,
            },
            Some(pointer),
        ))
    }

    pub(super) fn gep(&mut self, body: &mut Body<'s>) -> Result<Made> {
        let flags = self.flags()?;
        let first = self.ty()?;
        let (source, base) = match self.pointee.filter(|_| !self.at(b',')) {
            Some(source) => (
                source,
                Typed {
                    ty: first,
                    value: self.operand(body, first)?,
                },
            ),
            None => (first, self.next_typed(body)?),
        };
        let (mut indices, mut ty) = (Vec::new(), base.ty);
        while self.clause()? {
            self.eat_word("inrange")?;
            let index = self.typed(body)?;
            indices.push(index.value);
            ty = widened(&mut self.module.types, ty, index.ty);
        }
        Ok((
            Op::Gep {
                source,
                base: base.value,
                indices: indices.into(),
                flags,
            },
            Some(ty),
        ))
    }

    /// `syncscope("name") seq_cst`.
    fn atomicity(&mut self) -> Result<Atomicity> {
        let mut scope = None;
        if self.eat_word("syncscope")? {
            self.expect(b'(', "'('")?;
            let token = self.expect_kind(Kind::Text, "a string")?;
            let name = unquote(self.text(token));
            scope = Some(self.module.names.add(&name));
            self.expect(b')', "')'")?;
        }
        Ok(Atomicity {
            ordering: self.ordering()?,
            scope,
        })
    }

    fn ordering(&mut self) -> Result<Ordering> {
        let ordering = words::ordering(self.word()).ok_or_else(|| self.expected("an ordering"))?;
        self.advance()?;
        Ok(ordering)
    }

    pub(super) fn atomic_rmw(&mut self, body: &mut Body<'s>) -> Result<Made> {
        let volatile = self.eat_word("volatile")?;
        let op = words::atomic_op(self.word())
            .ok_or_else(|| self.unknown(self.token, "atomicrmw operation"))?;
        self.advance()?;
        let pointer = self.typed(body)?.value;
        let value = self.next_typed(body)?;
        let atomic = self.atomicity()?;
        let align = self.align_clause()?;
        let op = Op::AtomicRmw {
            op,
            pointer,
            value: value.value,
            align,
            volatile,
            atomic,
        };
        Ok((op, Some(value.ty)))
    }

    pub(super) fn compare_exchange(&mut self, body: &mut Body<'s>) -> Result<Made> {
        let weak = self.eat_word("weak")?;
        let volatile = self.eat_word("volatile")?;
        let pointer = self.typed(body)?.value;
        let expected = self.next_typed(body)?;
        let replacement = self.next_typed(body)?.value;
        let atomic = self.atomicity()?;
        let failure = self.ordering()?;
        let align = self.align_clause()?;
        let ty = exchanged(&mut self.module.types, expected.ty);
        let expected = expected.value;
        let op = Op::CompareExchange {
            pointer,
            expected,
            replacement,
            align,
            volatile,
            weak,
            atomic,
            failure,
        };
        Ok((op, Some(ty)))
    }

    pub(super) fn fence(&mut self) -> Result<Made> {
        Ok((Op::Fence(self.atomicity()?), None))
    }
}
