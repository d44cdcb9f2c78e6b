//! Instructions: results and opcodes, arithmetic, vectors and aggregates.

use unsnarl_ir::debug::Point;
use unsnarl_ir::{Flags, Op, Operand, Type, TypeId, UnaryOp};

use super::debug::Attached;
use super::exceptions::Written;
use super::locals::{Body, Typed};
use super::words;
use super::{Made, Reader, Result};
use crate::build::{bits_like, merge_incoming, part_type};
use crate::error::{Cause, Fault, Remedy};
use crate::lexer::{Kind, Token};

impl<'s> Reader<'s> {
    /// Reads a phi, an instruction or a terminator.
    pub(super) fn instruction(&mut self, body: &mut Body<'s>) -> Result<()> {
        if body.open.is_none() {
            self.begin_block(body, None)?;
        }
        self.metadata_start = None;
        self.attached = Attached::default();
        let start = self.token;
        let name = if start.kind == Kind::Local {
            self.advance()?;
            self.expect(b'=', "'='")?;
            Some(start)
        } else {
            None
        };
        let opcode = self.expect_kind(Kind::Word, "an instruction")?;
        let word = self.text(opcode);
        if word == "phi" {
            return self.phi(body, name, start);
        }
        let written = Written { name, place: start };
        if self.terminator(body, written, opcode)? {
            return Ok(());
        }
        let Some((op, ty)) = self.op(body, opcode, word)? else {
            // A debug intrinsic, which was noted and gets its location.
            self.trailing_metadata()?;
            if let Some(record) = body.records.last_mut() {
                record.location = self.attached.location;
            }
            return Ok(());
        };
        let ty = ty.filter(|ty| *self.module.types.get(*ty) != Type::Void);
        let id = self.add_inst(body, name, start, op, ty)?;
        self.trailing_metadata()?;
        body.function.insts[id].origin = self.inst_origin(start);
        self.note_point(body, Point::Inst(id));
        Ok(())
    }

    /// Where an instruction is, without its metadata.
    pub(super) fn inst_origin(&self, start: Token) -> unsnarl_ir::Origin {
        let mut origin = self.origin(start);
        origin.end = self.metadata_start.unwrap_or(origin.end).max(start.end);
        origin
    }

    /// Reads the comma before another clause. Metadata after it is skipped, and ends the clauses.
    pub(super) fn clause(&mut self) -> Result<bool> {
        if !self.at(b',') {
            return Ok(false);
        }
        let end = self.last_end;
        self.advance()?;
        if self.token.kind != Kind::Metadata {
            return Ok(true);
        }
        self.metadata_start = Some(end);
        if self.skip_attachments() {
            return Ok(false);
        }
        self.attachment()?;
        while self.eat(b',')? {
            self.attachment()?;
        }
        Ok(false)
    }

    /// Skips the metadata behind an instruction.
    pub(super) fn trailing_metadata(&mut self) -> Result<()> {
        if self.clause()? {
            Err(self.expected("metadata or the next instruction"))
        } else {
            Ok(())
        }
    }

    /// Reads the rest of an instruction, after its opcode. `None` for a call that is dropped.
    fn op(&mut self, body: &mut Body<'s>, opcode: Token, word: &str) -> Result<Option<Made>> {
        let made = match word {
            "load" => self.load(body)?,
            "store" => self.store(body)?,
            "alloca" => self.alloca(body)?,
            "getelementptr" => self.gep(body)?,
            "icmp" => self.int_compare(body)?,
            "fcmp" => self.float_compare(body)?,
            "call" | "tail" | "musttail" | "notail" => return self.call(body, word),
            "select" => self.select(body)?,
            "fneg" => {
                let flags = self.flags()?;
                let value = self.typed(body)?;
                (
                    Op::Unary {
                        op: UnaryOp::FloatNegate,
                        flags,
                        value: value.value,
                    },
                    Some(value.ty),
                )
            }
            "freeze" => {
                let value = self.typed(body)?;
                (Op::Freeze(value.value), Some(value.ty))
            }
            "extractvalue" => self.extract_value(body)?,
            "insertvalue" => self.insert_value(body)?,
            "extractelement" => self.extract_element(body)?,
            "insertelement" => self.insert_element(body)?,
            "shufflevector" => self.shuffle(body)?,
            "va_arg" => {
                let list = self.typed(body)?.value;
                self.expect(b',', "','")?;
                (Op::VaArg { list }, Some(self.ty()?))
            }
            "atomicrmw" => self.atomic_rmw(body)?,
            "cmpxchg" => self.compare_exchange(body)?,
            "fence" => self.fence()?,
            "landingpad" => self.landing_pad()?,
            "catchpad" => self.catch_pad(body)?,
            "cleanuppad" => self.cleanup_pad(body)?,
            _ => self.arithmetic(body, opcode, word)?,
        };
        Ok(Some(made))
    }

    /// Operations on two operands, and conversions.
    fn arithmetic(&mut self, body: &mut Body<'s>, opcode: Token, word: &str) -> Result<Made> {
        if let Some(op) = words::binary_op(word) {
            let flags = self.flags()?;
            let (left, right) = self.pair(body)?;
            return Ok((
                Op::Binary {
                    op,
                    flags,
                    left: left.value,
                    right,
                },
                Some(left.ty),
            ));
        }
        let Some(op) = words::cast_op(word) else {
            return Err(self.unknown_instruction(opcode));
        };
        let flags = self.flags()?;
        let value = self.typed(body)?.value;
        self.expect_word("to")?;
        let ty = self.ty()?;
        Ok((Op::Cast { op, flags, value }, Some(ty)))
    }

    /// The error at a word that is no instruction. It may be a label without its colon, or a name
    /// without `%`.
    fn unknown_instruction(&self, opcode: Token) -> Fault {
        let word = self.text(opcode).to_owned();
        let fault = self.unknown(opcode, "instruction");
        if self.at(b'=') {
            let name = format!("%{word}");
            return fault.with(Remedy::Sigil { name });
        }
        if !self.begins_on_line_of(opcode) {
            return fault.with(Remedy::Colon { name: word });
        }
        fault
    }

    /// Tells whether the current token is on the line of another.
    pub(super) fn begins_on_line_of(&self, token: Token) -> bool {
        self.token.kind != Kind::End && self.token.line == token.line
    }

    /// Reads a type and a value of it.
    pub(super) fn typed(&mut self, body: &mut Body<'s>) -> Result<Typed> {
        let first = self.token;
        let ty = self.ty()?;
        let follows = self.token;
        let value = self.operand(body, ty).map_err(|fault| {
            // A value was mistaken for the name of a type.
            let is_name = first.kind == Kind::Local && follows.start == fault.span.start as u32;
            if is_name && matches!(fault.cause, Cause::Expected { .. }) {
                self.value_for_type(first)
            } else {
                fault
            }
        })?;
        Ok(Typed { ty, value })
    }

    /// The error for a value in place of a type.
    pub(super) fn value_for_type(&self, value: Token) -> Fault {
        let found = format!("'{}'", self.text(value));
        let expected = "a type";
        self.error_at(value, Cause::Expected { expected, found })
            .with(Remedy::TypeBeforeValue)
    }

    /// `i32 %a, %b`.
    fn pair(&mut self, body: &mut Body<'s>) -> Result<(Typed, Operand)> {
        let left = self.typed(body)?;
        self.expect(b',', "','")?;
        let right = self.operand(body, left.ty)?;
        Ok((left, right))
    }

    /// `, i32 %b`.
    pub(super) fn next_typed(&mut self, body: &mut Body<'s>) -> Result<Typed> {
        self.expect(b',', "','")?;
        self.typed(body)
    }

    fn int_compare(&mut self, body: &mut Body<'s>) -> Result<Made> {
        let flags = self.flags()?;
        let predicate =
            words::int_predicate(self.word()).ok_or_else(|| self.expected("a comparison"))?;
        self.advance()?;
        let (left, right) = self.pair(body)?;
        let ty = bits_like(&mut self.module.types, left.ty);
        Ok((
            Op::IntCompare {
                predicate,
                flags,
                left: left.value,
                right,
            },
            Some(ty),
        ))
    }

    fn float_compare(&mut self, body: &mut Body<'s>) -> Result<Made> {
        let flags = self.flags()?;
        let predicate =
            words::float_predicate(self.word()).ok_or_else(|| self.expected("a comparison"))?;
        self.advance()?;
        let (left, right) = self.pair(body)?;
        let ty = bits_like(&mut self.module.types, left.ty);
        Ok((
            Op::FloatCompare {
                predicate,
                flags,
                left: left.value,
                right,
            },
            Some(ty),
        ))
    }

    fn select(&mut self, body: &mut Body<'s>) -> Result<Made> {
        let flags = self.flags()?;
        let condition = self.typed(body)?.value;
        let then = self.next_typed(body)?;
        let otherwise = self.next_typed(body)?.value;
        Ok((
            Op::Select {
                condition,
                then: then.value,
                otherwise,
                flags,
            },
            Some(then.ty),
        ))
    }

    fn phi(&mut self, body: &mut Body<'s>, name: Option<Token>, start: Token) -> Result<()> {
        let _: Flags = self.flags()?;
        let ty = self.ty()?;
        let mut incoming: Vec<(unsnarl_ir::BlockId, Operand)> = Vec::new();
        // None at all in a block without predecessors.
        let mut has_more = self.at(b'[') || self.clause()?;
        while has_more {
            self.expect(b'[', "'['")?;
            let value = self.operand(body, ty)?;
            self.expect(b',', "','")?;
            let from = self.block_operand(body)?;
            self.expect(b']', "']'")?;
            incoming.push((from, value));
            has_more = self.clause()?;
        }
        if !merge_incoming(&mut incoming) {
            let what = "a phi has two values for one block";
            return Err(self.error_at(start, Cause::Misplaced { what }));
        }
        let Some(block) = body.open else {
            return Err(self.expected("a block"));
        };
        if !body.function.blocks[block].insts.is_empty() {
            let what = "a phi comes after another instruction";
            return Err(self.error_at(start, Cause::Misplaced { what }));
        }
        let definition = body.function.next_phi(block);
        let result = self.define_local(body, name, start, ty, definition)?;
        let origin = self.inst_origin(start);
        body.function.add_phi(block, result, incoming, origin);
        self.note_point(body, Point::Phi(result));
        Ok(())
    }

    /// `, 1, 2`: the path into an aggregate, and the type at its end.
    fn path(&mut self, mut ty: TypeId) -> Result<(Box<[u32]>, TypeId)> {
        let mut path = Vec::new();
        while self.clause()? {
            let token = self.token;
            let index: u32 = self.number()?;
            let inside = part_type(&self.module.types, ty, index);
            let missing = || {
                self.error_at(
                    token,
                    Cause::BadNumber {
                        number: index.to_string(),
                    },
                )
            };
            ty = inside.ok_or_else(missing)?;
            path.push(index);
        }
        if path.is_empty() {
            return Err(self.expected("an index"));
        }
        Ok((path.into(), ty))
    }

    fn extract_value(&mut self, body: &mut Body<'s>) -> Result<Made> {
        let aggregate = self.typed(body)?;
        let (path, ty) = self.path(aggregate.ty)?;
        Ok((
            Op::ExtractValue {
                aggregate: aggregate.value,
                path,
            },
            Some(ty),
        ))
    }

    fn insert_value(&mut self, body: &mut Body<'s>) -> Result<Made> {
        let aggregate = self.typed(body)?;
        let value = self.next_typed(body)?.value;
        let (path, _) = self.path(aggregate.ty)?;
        Ok((
            Op::InsertValue {
                aggregate: aggregate.value,
                value,
                path,
            },
            Some(aggregate.ty),
        ))
    }

    fn extract_element(&mut self, body: &mut Body<'s>) -> Result<Made> {
        let vector = self.typed(body)?;
        let index = self.next_typed(body)?.value;
        let ty = self.module.types.scalar(vector.ty);
        Ok((
            Op::ExtractElement {
                vector: vector.value,
                index,
            },
            Some(ty),
        ))
    }

    fn insert_element(&mut self, body: &mut Body<'s>) -> Result<Made> {
        let vector = self.typed(body)?;
        let element = self.next_typed(body)?.value;
        let index = self.next_typed(body)?.value;
        Ok((
            Op::InsertElement {
                vector: vector.value,
                element,
                index,
            },
            Some(vector.ty),
        ))
    }

    fn shuffle(&mut self, body: &mut Body<'s>) -> Result<Made> {
        let left = self.typed(body)?;
        let right = self.next_typed(body)?.value;
        self.expect(b',', "','")?;
        let (mask, scalable) = self.shuffle_mask()?;
        let element = self.module.types.scalar(left.ty);
        let count = mask.len() as u32;
        let ty = self.module.types.add(Type::Vector {
            element,
            count,
            scalable,
        });
        Ok((
            Op::ShuffleVector {
                left: left.value,
                right,
                mask,
            },
            Some(ty),
        ))
    }
}
