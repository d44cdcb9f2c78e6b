//! Terminators.

use std::collections::HashSet;

use unsnarl_ir::{
    BlockId, Case, CastOp, Definition, Flags, Inst, Name, Op, Operand, Origin, Terminator, Type,
    TypeId, Value,
};

use super::locals::Body;
use super::{Reader, Result};
use crate::lexer::Token;

impl<'s> Reader<'s> {
    /// Reads what stands behind the opcode of a terminator; false if it is none.
    pub(super) fn terminator(
        &mut self,
        body: &mut Body<'s>,
        start: Token,
        opcode: Token,
        word: &str,
    ) -> Result<bool> {
        let terminator = match word {
            "ret" => self.return_(body)?,
            "br" => self.branch(body)?,
            "switch" => self.switch(body)?,
            "indirectbr" => self.indirect_branch(body, opcode)?,
            "unreachable" => Terminator::Unreachable,
            "invoke" | "resume" | "callbr" | "cleanupret" | "catchret" | "catchswitch" => {
                return Err(self.unsupported(opcode, "instruction"));
            }
            _ => return Ok(false),
        };
        self.trailing_metadata()?;
        let origin = self.inst_origin(start);
        if let Some(block) = body.open_block() {
            block.terminator = terminator;
            block.terminator_origin = origin;
        }
        body.open = None;
        Ok(true)
    }

    fn return_(&mut self, body: &mut Body<'s>) -> Result<Terminator> {
        let ty = self.ty()?;
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

    /// `indirectbr ptr %p, [label %a, label %b]`: a switch over the numbers of the blocks, the last one the default.
    fn indirect_branch(&mut self, body: &mut Body<'s>, opcode: Token) -> Result<Terminator> {
        let address = self.typed(body)?.value;
        self.expect(b',', "','")?;
        self.expect(b'[', "'['")?;
        let (mut targets, mut seen) = (Vec::<(u32, BlockId)>::new(), HashSet::new());
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
        let Some((_, default)) = targets.pop() else {
            return Ok(Terminator::Unreachable);
        };
        if targets.is_empty() {
            return Ok(Terminator::Jump(default));
        }
        let width = self.module.data_layout.pointer(0).bits;
        let ty = self.module.types.int(width);
        let value = self.number_of_address(body, address, ty, opcode);
        let case = |(number, to)| Case {
            value: self.label_number(number),
            to,
        };
        let cases = targets.into_iter().map(case).collect();
        Ok(Terminator::Switch {
            value,
            cases,
            default,
        })
    }

    /// Adds the conversion of a block address to its number. The new value is named after the instruction.
    fn number_of_address(
        &mut self,
        body: &mut Body<'s>,
        value: Operand,
        ty: TypeId,
        opcode: Token,
    ) -> Operand {
        let id = body.function.insts.next_id();
        let name = Name::Text(self.module.names.add(&format!("indirectbr.{id}")));
        let definition = Definition::Inst(id);
        let result = body.function.values.push(Value {
            ty,
            name,
            definition,
        });
        let op = Op::Cast {
            op: CastOp::PtrToInt,
            flags: Flags::default(),
            value,
        };
        // It stands nowhere in the text, so that printing the text of a block prints the branch once.
        let origin = Origin {
            start: opcode.start,
            end: opcode.start,
            line: opcode.line,
        };
        body.function.insts.push(Inst {
            op,
            result: Some(result),
            origin,
        });
        if let Some(block) = body.open_block() {
            block.insts.push(id);
        }
        Operand::Value(result)
    }
}
