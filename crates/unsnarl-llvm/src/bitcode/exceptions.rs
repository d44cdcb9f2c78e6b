//! Exceptions: calls that may unwind to a block, pads, and how control leaves them.

use unsnarl_ir::{
    BlockId, CallBranch, CatchSwitch, Clause, ClauseKind, Invoke, Op, Operand, Terminator, ValueId,
};

use super::Reader;
use super::body::Body;
use super::calls::{BRANCH_SAYS_TYPE, CONVENTION, INVOKE_SAYS_TYPE};
use super::error::Result;
use super::fields::Fields;
use super::instructions::Made;

const CATCH_PAD: u32 = 50;

impl Reader<'_> {
    pub(super) fn invoke(
        &mut self,
        body: &mut Body,
        fields: &mut Fields<'_>,
    ) -> Result<Terminator> {
        let attributes = self.attribute_list(fields.next()?, fields)?;
        let packed = fields.next()?;
        let normal = body.block(fields.next()?, fields)?;
        let unwind = body.block(fields.next()?, fields)?;
        if packed & INVOKE_SAYS_TYPE == 0 {
            return Err(fields.unsupported("invoke of LLVM before 3.7"));
        }
        let called = self.called(body, attributes, fields)?;
        let mut call = self.called_with(body, &called, fields)?;
        call.convention = (packed & CONVENTION) as u32;
        let result = self.call_value(body, call.ty, fields)?;
        Ok(Terminator::Invoke(Box::new(Invoke {
            call,
            result,
            normal,
            unwind,
        })))
    }

    pub(super) fn call_branch(
        &mut self,
        body: &mut Body,
        fields: &mut Fields<'_>,
    ) -> Result<Terminator> {
        let attributes = self.attribute_list(fields.next()?, fields)?;
        let packed = fields.next()?;
        let default = body.block(fields.next()?, fields)?;
        let count = fields.next()?;
        let targets = blocks(body, count, fields)?;
        if packed & BRANCH_SAYS_TYPE == 0 {
            return Err(fields.unsupported("callbr of LLVM before 9"));
        }
        let called = self.called(body, attributes, fields)?;
        let mut call = self.called_with(body, &called, fields)?;
        call.convention = (packed >> 1 & CONVENTION) as u32;
        let result = self.call_value(body, call.ty, fields)?;
        Ok(Terminator::CallBranch(Box::new(CallBranch {
            call,
            result,
            targets,
            default,
        })))
    }

    /// The value of a call that ends its block.
    fn call_value(
        &mut self,
        body: &mut Body,
        ty: unsnarl_ir::TypeId,
        fields: &Fields<'_>,
    ) -> Result<Option<ValueId>> {
        let ty = self.result_of(ty);
        let value = ty.map(|ty| self.terminator_value(body, ty, fields));
        value.transpose()
    }

    pub(super) fn catch_switch(
        &mut self,
        body: &mut Body,
        fields: &mut Fields<'_>,
    ) -> Result<Terminator> {
        let parent = self.pad_operand(body, fields)?;
        let count = fields.next()?;
        let handlers = blocks(body, count, fields)?;
        let unwind = fields.maybe().map(|block| body.block(block, fields));
        let unwind = unwind.transpose()?;
        let token = self.token();
        let result = self.terminator_value(body, token, fields)?;
        Ok(Terminator::CatchSwitch(Box::new(CatchSwitch {
            result,
            parent,
            handlers,
            unwind,
        })))
    }

    pub(super) fn catch_return(
        &mut self,
        body: &mut Body,
        fields: &mut Fields<'_>,
    ) -> Result<Terminator> {
        let pad = self.pad_operand(body, fields)?;
        let to = body.block(fields.next()?, fields)?;
        Ok(Terminator::CatchReturn { pad, to })
    }

    pub(super) fn cleanup_return(
        &mut self,
        body: &mut Body,
        fields: &mut Fields<'_>,
    ) -> Result<Terminator> {
        let pad = self.pad_operand(body, fields)?;
        let unwind = fields.maybe().map(|block| body.block(block, fields));
        let unwind = unwind.transpose()?;
        Ok(Terminator::CleanupReturn { pad, unwind })
    }

    /// A pad by its token; the constant `none` for the function.
    fn pad_operand(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Operand> {
        let token = self.token();
        self.of_type(body, fields, token)
    }

    pub(super) fn landing_pad(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Made> {
        let ty = fields.next()?;
        let ty = self.ty(ty, fields)?;
        let cleanup = fields.flag()?;
        let count = fields.next()?;
        let mut clauses = Vec::new();
        for _ in 0..count {
            let kind = match fields.next()? {
                0 => ClauseKind::Catch,
                1 => ClauseKind::Filter,
                _ => return Err(fields.error("unknown clause")),
            };
            let used = self.pair(body, fields)?;
            let value = self.constant_operand(body, used, fields)?;
            clauses.push(Clause { kind, value });
        }
        let clauses = clauses.into();
        Ok((Op::LandingPad { cleanup, clauses }, Some(ty)))
    }

    /// A `catchpad` or a `cleanuppad`.
    pub(super) fn pad(&mut self, body: &mut Body, fields: &mut Fields<'_>) -> Result<Made> {
        let within = self.pad_operand(body, fields)?;
        let count = fields.next()?;
        let mut arguments = Vec::new();
        for _ in 0..count {
            arguments.push(self.typed(body, fields)?.0);
        }
        let arguments = arguments.into();
        let token = self.token();
        let op = match fields.code {
            CATCH_PAD => Op::CatchPad {
                switch: within,
                arguments,
            },
            _ => Op::CleanupPad {
                parent: within,
                arguments,
            },
        };
        Ok((op, Some(token)))
    }
}

/// So many blocks by their numbers.
fn blocks(body: &Body, count: u64, fields: &mut Fields<'_>) -> Result<Box<[BlockId]>> {
    let numbers = fields.take(count)?;
    let blocks = numbers.iter().map(|&number| body.block(number, fields));
    blocks.collect()
}
