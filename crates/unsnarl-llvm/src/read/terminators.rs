//! Terminators.

use foldhash::HashSet;
use unsnarl_ir::debug::Point;
use unsnarl_ir::{BlockId, Case, Origin, Terminator, Type};

use super::exceptions::Written;
use super::locals::Body;
use super::{Reader, Result};
use crate::build::{address_switch, number_of_address};
use crate::error::{Cause, Remedy};
use crate::lexer::{Kind, Token};

impl<'s> Reader<'s> {
    /// Reads the rest of a terminator, after its opcode; false if it is none.
    pub(super) fn terminator(
        &mut self,
        body: &mut Body<'s>,
        written: Written,
        opcode: Token,
    ) -> Result<bool> {
        let terminator = match self.text(opcode) {
            "ret" => self.return_(body, opcode)?,
            "br" => self.branch(body)?,
            "switch" => self.switch(body)?,
            "indirectbr" => self.indirect_branch(body, opcode)?,
            "unreachable" => Terminator::Unreachable,
            "invoke" => self.invoke(body, written)?,
            "callbr" => self.call_branch(body, written)?,
            "resume" => Terminator::Resume(self.typed(body)?.value),
            "catchswitch" => self.catch_switch(body, written)?,
            "catchret" => self.catch_return(body)?,
            "cleanupret" => self.cleanup_return(body)?,
            _ => return Ok(false),
        };
        if terminator.call().is_none() && terminator.result().is_none() {
            self.nothing_named(written)?;
        }
        self.trailing_metadata()?;
        let origin = self.inst_origin(written.place);
        if let Some(block) = body.open_block() {
            block.terminator = terminator;
            block.terminator_origin = origin;
        }
        if let Some(block) = body.open {
            self.note_point(body, Point::End(block));
        }
        body.open = None;
        Ok(true)
    }

    /// Refuses a name for a terminator without a result.
    pub(super) fn nothing_named(&self, written: Written) -> Result<()> {
        let what = "a terminator without a result has a name";
        match written.name {
            Some(name) => Err(self.error_at(name, Cause::Misplaced { what })),
            None => Ok(()),
        }
    }

    fn return_(&mut self, body: &mut Body<'s>, opcode: Token) -> Result<Terminator> {
        let place = self.token;
        if !self.begins_on_line_of(opcode) {
            return Err(self.expected_type().with(Remedy::ReturnSomething));
        }
        let ty = self.ty()?;
        if place.kind == Kind::Local && !self.begins_on_line_of(place) {
            return Err(self.value_for_type(place));
        }
        let result = self.module.signature(body.function.ty);
        if let Some((expected, ..)) = result
            && expected != ty
        {
            let cause = Cause::WrongReturn {
                found: self.type_name(ty),
                expected: self.type_name(expected),
            };
            return Err(self.error_at(place, cause));
        }
        if *self.module.types.get(ty) == Type::Void {
            return Ok(Terminator::Return(None));
        }
        self.operand(body, ty)
            .map(|value| Terminator::Return(Some(value)))
    }

    fn branch(&mut self, body: &mut Body<'s>) -> Result<Terminator> {
        if self.word() == "label" {
            return self.label_operand(body).map(Terminator::Jump);
        }
        if self.token.kind == Kind::Local {
            let name = self.text(self.token).to_owned();
            let fault = self.expected("'label' or 'i1'");
            return Err(fault.with(Remedy::BranchLabel { name }));
        }
        let condition = self.typed(body)?.value;
        self.expect(b',', "','")?;
        let then = self.label_operand(body)?;
        self.expect(b',', "','")?;
        let otherwise = self.label_operand(body)?;
        Ok(Terminator::Branch {
            condition,
            then,
            otherwise,
        })
    }

    fn switch(&mut self, body: &mut Body<'s>) -> Result<Terminator> {
        let value = self.typed(body)?.value;
        self.expect(b',', "','")?;
        let default = self.label_operand(body)?;
        self.expect(b'[', "'['")?;
        let mut cases = Vec::new();
        while !self.eat(b']')? {
            let value = self.typed_constant()?;
            self.expect(b',', "','")?;
            let to = self.label_operand(body)?;
            cases.push(Case { value, to });
        }
        Ok(Terminator::Switch {
            value,
            cases: cases.into(),
            default,
        })
    }

    /// `indirectbr ptr %p, [label %a, label %b]`: a switch over the numbers of the blocks, the last
    /// one the default.
    fn indirect_branch(&mut self, body: &mut Body<'s>, opcode: Token) -> Result<Terminator> {
        let address = self.typed(body)?.value;
        self.expect(b',', "','")?;
        self.expect(b'[', "'['")?;
        let (mut targets, mut seen) = (Vec::<(u32, BlockId)>::new(), HashSet::default());
        while !self.at(b']') {
            let (key, token) = self.label_key()?;
            let number = self.symbols.labels.number(&body.key, &key, token);
            if seen.insert(number) {
                targets.push((number, body.block(key, token)));
            }
            if !self.eat(b',')? {
                break;
            }
        }
        self.expect(b']', "']'")?;
        // It is not in the text, so that printing the text of a block prints the branch once.
        let origin = Origin {
            start: opcode.start,
            end: opcode.start,
            line: opcode.line,
        };
        let (function, block) = (&mut body.function, body.open);
        Ok(address_switch(&mut self.module, targets, |module| {
            number_of_address(module, function, block, address, origin)
        }))
    }
}
