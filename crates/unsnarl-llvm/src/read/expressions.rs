//! Constant expressions.

use unsnarl_ir::{CastOp, ConstId, Constant, Expression, Flags, IndexRange, TypeId};

use super::words;
use super::{Reader, Result};
use crate::build::shuffle_mask;

impl Reader<'_> {
    /// Reads a computation on constants whose result has type `ty`.
    pub(super) fn expression(&mut self, ty: TypeId) -> Result<ConstId> {
        let word = self.word();
        let expression = if let Some(op) = words::cast_op(word) {
            self.cast_expression(op)?
        } else if let Some(op) = words::binary_op(word) {
            self.advance()?;
            let flags = self.flags()?;
            self.expect(b'(', "'('")?;
            let (left, right) = self.two()?;
            Expression::Binary {
                op,
                flags,
                left,
                right,
            }
        } else {
            match word {
                "getelementptr" => self.gep_expression()?,
                "icmp" => self.compare_expression()?,
                "select" | "extractelement" | "insertelement" | "shufflevector" => {
                    self.advance()?;
                    self.expect(b'(', "'('")?;
                    self.choice_or_vector(word)?
                }
                "fcmp" => self.float_compare_expression()?,
                "fneg" => {
                    self.advance()?;
                    self.flags()?;
                    self.expect(b'(', "'('")?;
                    Expression::Negate(self.typed_constant()?)
                }
                "extractvalue" | "insertvalue" => self.part_expression(word)?,
                "ptrauth" => self.signed_pointer()?,
                _ => return Err(self.expected("a value")),
            }
        };
        self.expect(b')', "')'")?;
        Ok(self
            .module
            .add_constant(Constant::Expression { ty, expression }))
    }

    fn cast_expression(&mut self, op: CastOp) -> Result<Expression> {
        self.advance()?;
        self.flags()?;
        self.expect(b'(', "'('")?;
        let value = self.typed_constant()?;
        self.expect_word("to")?;
        self.ty()?;
        Ok(Expression::Cast { op, value })
    }

    /// The operands of the expressions that are named by `word` and take two or three.
    fn choice_or_vector(&mut self, word: &str) -> Result<Expression> {
        let (first, second) = self.two()?;
        if word == "extractelement" {
            return Ok(Expression::ExtractElement {
                vector: first,
                index: second,
            });
        }
        self.expect(b',', "','")?;
        Ok(match word {
            "select" => Expression::Select {
                condition: first,
                then: second,
                otherwise: self.typed_constant()?,
            },
            "insertelement" => Expression::InsertElement {
                vector: first,
                element: second,
                index: self.typed_constant()?,
            },
            _ => Expression::ShuffleVector {
                left: first,
                right: second,
                mask: self.shuffle_mask()?.0,
            },
        })
    }

    fn two(&mut self) -> Result<(ConstId, ConstId)> {
        let left = self.typed_constant()?;
        self.expect(b',', "','")?;
        Ok((left, self.typed_constant()?))
    }

    fn compare_expression(&mut self) -> Result<Expression> {
        self.advance()?;
        let predicate =
            words::int_predicate(self.word()).ok_or_else(|| self.expected("a comparison"))?;
        self.advance()?;
        self.expect(b'(', "'('")?;
        let (left, right) = self.two()?;
        Ok(Expression::Compare {
            predicate,
            left,
            right,
        })
    }

    fn float_compare_expression(&mut self) -> Result<Expression> {
        self.advance()?;
        self.flags()?;
        let predicate =
            words::float_predicate(self.word()).ok_or_else(|| self.expected("a comparison"))?;
        self.advance()?;
        self.expect(b'(', "'('")?;
        let (left, right) = self.two()?;
        Ok(Expression::FloatCompare {
            predicate,
            left,
            right,
        })
    }

    /// `extractvalue ({ i32, i8 } …, 1)` and `insertvalue ({ i32, i8 } …, i8 7, 1)`.
    fn part_expression(&mut self, word: &str) -> Result<Expression> {
        self.advance()?;
        self.expect(b'(', "'('")?;
        let aggregate = self.typed_constant()?;
        let value = match word {
            "insertvalue" => {
                self.expect(b',', "','")?;
                Some(self.typed_constant()?)
            }
            _ => None,
        };
        let mut path = Vec::new();
        while self.eat(b',')? {
            path.push(self.number()?);
        }
        let path = path.into();
        Ok(match value {
            Some(value) => Expression::InsertValue {
                aggregate,
                value,
                path,
            },
            None => Expression::ExtractValue { aggregate, path },
        })
    }

    /// `ptrauth (ptr @f, i32 2, i64 42, ptr @place)`.
    fn signed_pointer(&mut self) -> Result<Expression> {
        self.advance()?;
        self.expect(b'(', "'('")?;
        let mut parts = vec![self.typed_constant()?];
        while self.eat(b',')? {
            parts.push(self.typed_constant()?);
        }
        let parts = parts.into();
        Ok(Expression::SignedPointer { parts })
    }

    fn gep_expression(&mut self) -> Result<Expression> {
        self.advance()?;
        let mut inrange = None;
        let mut flags = Flags::default();
        loop {
            if self.word() == "inrange" {
                inrange = self.inrange()?;
            } else {
                let more = self.flags()?;
                if more == Flags::default() {
                    break;
                }
                flags = flags.union(more);
            }
        }
        self.expect(b'(', "'('")?;
        let first = self.ty()?;
        let (source, base) = match self.pointee.filter(|_| !self.at(b',')) {
            Some(source) => (source, self.constant(first)?),
            None => {
                self.expect(b',', "','")?;
                (first, self.typed_constant()?)
            }
        };
        let mut indices = Vec::new();
        while self.eat(b',')? {
            self.eat_word("inrange")?;
            indices.push(self.typed_constant()?);
        }
        Ok(Expression::Gep {
            source,
            base,
            indices: indices.into(),
            flags,
            inrange,
        })
    }

    /// `inrange(-16, 8)`, or `inrange` alone before an index in old versions.
    fn inrange(&mut self) -> Result<Option<IndexRange>> {
        self.advance()?;
        if !self.at(b'(') {
            return Ok(None);
        }
        self.expect(b'(', "'('")?;
        let start = self.number()?;
        self.expect(b',', "','")?;
        let end = self.number()?;
        self.expect(b')', "')'")?;
        Ok(Some(IndexRange { start, end }))
    }

    /// Reads the mask of a `shufflevector` with its type, and tells whether its length is known
    /// only at run time.
    pub(super) fn shuffle_mask(&mut self) -> Result<(Box<[Option<u32>]>, bool)> {
        let start = self.token;
        let id = self.typed_constant()?;
        shuffle_mask(&self.module, id).ok_or_else(|| self.unsupported(start, "mask of type"))
    }
}
