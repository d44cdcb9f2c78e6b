//! Exceptions: calls that may unwind to a block, pads, and how control leaves them.

use unsnarl_ir::{
    BlockId, CallBranch, CatchSwitch, Clause, ClauseKind, Constant, Definition, Invoke, Op,
    Operand, Terminator, Type, TypeId, ValueId,
};

use super::calls::Called;
use super::locals::Body;
use super::symbols::CallPlace;
use super::{Made, Reader, Result};
use crate::lexer::Token;

/// The name of a terminator's result, if it has one, and the place for errors about it.
#[derive(Clone, Copy)]
pub(super) struct Written {
    pub(super) name: Option<Token>,
    pub(super) place: Token,
}

impl<'s> Reader<'s> {
    /// `invoke i32 @f() to label %next unwind label %pad`.
    pub(super) fn invoke(&mut self, body: &mut Body<'s>, written: Written) -> Result<Terminator> {
        let called = self.called(body)?;
        self.expect_word("to")?;
        let normal = self.label_operand(body)?;
        self.expect_word("unwind")?;
        let unwind = self.label_operand(body)?;
        let (call, result) = self.ending_call(body, called, written)?;
        Ok(Terminator::Invoke(Box::new(Invoke {
            call,
            result,
            normal,
            unwind,
        })))
    }

    /// `callbr void asm "…", "!i"() to label %next [label %other]`.
    pub(super) fn call_branch(
        &mut self,
        body: &mut Body<'s>,
        written: Written,
    ) -> Result<Terminator> {
        let called = self.called(body)?;
        self.expect_word("to")?;
        let default = self.label_operand(body)?;
        let targets = self.labels(body)?;
        let (call, result) = self.ending_call(body, called, written)?;
        Ok(Terminator::CallBranch(Box::new(CallBranch {
            call,
            result,
            targets,
            default,
        })))
    }

    /// The call of a terminator and the value that it makes.
    fn ending_call(
        &mut self,
        body: &mut Body<'s>,
        called: Called,
        written: Written,
    ) -> Result<(unsnarl_ir::Call, Option<ValueId>)> {
        if let Some(block) = body.open
            && !called.groups.is_empty()
        {
            let place = CallPlace::Terminator(block);
            let groups = (body.id, place, called.groups);
            self.symbols.call_groups.push(groups);
        }
        let result = match self.module.types.get(called.result) {
            Type::Void => {
                self.nothing_named(written)?;
                None
            }
            _ => Some(self.terminator_value(body, written, called.result)?),
        };
        Ok((called.call, result))
    }

    fn terminator_value(
        &mut self,
        body: &mut Body<'s>,
        written: Written,
        ty: TypeId,
    ) -> Result<ValueId> {
        let block = body.open.ok_or_else(|| self.expected("a block"))?;
        let definition = Definition::Terminator(block);
        self.define_local(body, written.name, written.place, ty, definition)
    }

    /// `[label %a, label %b]`.
    fn labels(&mut self, body: &mut Body<'s>) -> Result<Box<[BlockId]>> {
        self.expect(b'[', "'['")?;
        let mut blocks = Vec::new();
        while !self.at(b']') {
            blocks.push(self.label_operand(body)?);
            if !self.eat(b',')? {
                break;
            }
        }
        self.expect(b']', "']'")?;
        Ok(blocks.into())
    }

    /// `catchswitch within none [label %handler] unwind to caller`.
    pub(super) fn catch_switch(
        &mut self,
        body: &mut Body<'s>,
        written: Written,
    ) -> Result<Terminator> {
        self.expect_word("within")?;
        let parent = self.pad_operand(body)?;
        let handlers = self.labels(body)?;
        let unwind = self.unwind(body)?;
        let token = self.module.types.add(Type::Token);
        let result = self.terminator_value(body, written, token)?;
        Ok(Terminator::CatchSwitch(Box::new(CatchSwitch {
            result,
            parent,
            handlers,
            unwind,
        })))
    }

    /// `catchret from %pad to label %next`.
    pub(super) fn catch_return(&mut self, body: &mut Body<'s>) -> Result<Terminator> {
        self.expect_word("from")?;
        let pad = self.pad_operand(body)?;
        self.expect_word("to")?;
        let to = self.label_operand(body)?;
        Ok(Terminator::CatchReturn { pad, to })
    }

    /// `cleanupret from %pad unwind label %next`.
    pub(super) fn cleanup_return(&mut self, body: &mut Body<'s>) -> Result<Terminator> {
        self.expect_word("from")?;
        let pad = self.pad_operand(body)?;
        let unwind = self.unwind(body)?;
        Ok(Terminator::CleanupReturn { pad, unwind })
    }

    /// `unwind to caller` or `unwind label %next`.
    fn unwind(&mut self, body: &mut Body<'s>) -> Result<Option<BlockId>> {
        self.expect_word("unwind")?;
        if self.eat_word("to")? {
            self.expect_word("caller")?;
            return Ok(None);
        }
        self.label_operand(body).map(Some)
    }

    /// A pad, by its token, or `none` for the function.
    fn pad_operand(&mut self, body: &mut Body<'s>) -> Result<Operand> {
        let token = self.module.types.add(Type::Token);
        if self.eat_word("none")? {
            let none = self.module.add_constant(Constant::Zero(token));
            return Ok(Operand::Const(none));
        }
        self.operand(body, token)
    }

    /// `landingpad { ptr, i32 } cleanup catch ptr @type filter [0 x ptr] []`.
    pub(super) fn landing_pad(&mut self) -> Result<Made> {
        let ty = self.ty()?;
        let cleanup = self.eat_word("cleanup")?;
        let mut clauses = Vec::new();
        loop {
            let kind = match self.word() {
                "catch" => ClauseKind::Catch,
                "filter" => ClauseKind::Filter,
                _ => break,
            };
            self.advance()?;
            let value = self.typed_constant()?;
            clauses.push(Clause { kind, value });
        }
        let clauses = clauses.into();
        Ok((Op::LandingPad { cleanup, clauses }, Some(ty)))
    }

    /// `catchpad within %switch [ptr null, i32 64]`.
    pub(super) fn catch_pad(&mut self, body: &mut Body<'s>) -> Result<Made> {
        let (switch, arguments, token) = self.pad(body)?;
        Ok((Op::CatchPad { switch, arguments }, Some(token)))
    }

    /// `cleanuppad within none []`.
    pub(super) fn cleanup_pad(&mut self, body: &mut Body<'s>) -> Result<Made> {
        let (parent, arguments, token) = self.pad(body)?;
        Ok((Op::CleanupPad { parent, arguments }, Some(token)))
    }

    fn pad(&mut self, body: &mut Body<'s>) -> Result<(Operand, Box<[Operand]>, TypeId)> {
        self.expect_word("within")?;
        let within = self.pad_operand(body)?;
        self.expect(b'[', "'['")?;
        let mut arguments = Vec::new();
        while !self.at(b']') {
            arguments.push(self.typed_or_metadata(body)?);
            if !self.eat(b',')? {
                break;
            }
        }
        self.expect(b']', "']'")?;
        let token = self.module.types.add(Type::Token);
        Ok((within, arguments.into(), token))
    }
}
