//! Types and constants: both nest, so both are written from one stack of pieces.

use std::fmt::Write;

use super::{Printer, Result, words};
use crate::constant::{Constant, Expression};
use crate::id::{ConstId, TypeId};
use crate::int::WideInt;
use crate::types::{FloatKind, Type};

/// A part that is still to be written.
#[derive(Clone, Copy)]
pub(super) enum Piece {
    Text(&'static str),
    Number(u64),
    Type(TypeId),
    Constant(ConstId),
}

use Piece::{Number, Text};

impl Printer<'_, '_, '_> {
    /// Writes pieces, the last one first.
    pub(super) fn pieces(&mut self, mut stack: Vec<Piece>) -> Result {
        let mut parts = Vec::new();
        while let Some(piece) = stack.pop() {
            match piece {
                Text(text) => self.out.write_str(text)?,
                Number(number) => write!(self.out, "{number}")?,
                Piece::Type(ty) => self.type_parts(ty, &mut parts)?,
                Piece::Constant(id) => self.constant_parts(id, &mut parts)?,
            }
            stack.extend(parts.drain(..).rev());
        }
        Ok(())
    }

    /// Writes a type, or puts its parts into `parts`.
    fn type_parts(&mut self, ty: TypeId, parts: &mut Vec<Piece>) -> Result {
        let module = self.module;
        match module.types.get(ty) {
            Type::Void => self.out.write_str("void"),
            Type::Label => self.out.write_str("label"),
            Type::Metadata => self.out.write_str("metadata"),
            Type::Token => self.out.write_str("token"),
            Type::X86Mmx => self.out.write_str("x86_mmx"),
            Type::X86Amx => self.out.write_str("x86_amx"),
            Type::Target {
                name,
                types,
                numbers,
            } => {
                self.out.write_str("target(")?;
                self.quoted(name.as_bytes())?;
                parts.extend(types.iter().flat_map(|&ty| [Text(", "), Piece::Type(ty)]));
                let numbers = numbers.iter().map(|&number| u64::from(number));
                parts.extend(numbers.flat_map(|number| [Text(", "), Number(number)]));
                parts.push(Text(")"));
                Ok(())
            }
            Type::Int(width) => write!(self.out, "i{width}"),
            Type::Float(kind) => self.out.write_str(words::float_kind(*kind)),
            Type::Pointer { space: 0 } => self.out.write_str("ptr"),
            Type::Pointer { space } => write!(self.out, "ptr addrspace({space})"),
            Type::Named(index) => {
                self.sigil('%', module.name(module.types.named[*index as usize].name))
            }
            Type::Vector {
                element,
                count,
                scalable,
            } => {
                let open = if *scalable { "<vscale x " } else { "<" };
                parts.extend([
                    Text(open),
                    Number(u64::from(*count)),
                    Text(" x "),
                    Piece::Type(*element),
                    Text(">"),
                ]);
                Ok(())
            }
            Type::Array { element, count } => {
                parts.extend([
                    Text("["),
                    Number(*count),
                    Text(" x "),
                    Piece::Type(*element),
                    Text("]"),
                ]);
                Ok(())
            }
            Type::Struct { fields, packed } => {
                parts.push(Text(if *packed { "<{" } else { "{" }));
                list(parts, fields.iter().map(|&field| [Piece::Type(field)]));
                parts.push(Text(if *packed { "}>" } else { "}" }));
                Ok(())
            }
            Type::Function {
                result,
                parameters,
                varargs,
            } => {
                parts.extend([Piece::Type(*result), Text(" (")]);
                let more = varargs.then_some([Text("...")]);
                list(
                    parts,
                    parameters
                        .iter()
                        .map(|&parameter| [Piece::Type(parameter)])
                        .chain(more),
                );
                parts.push(Text(")"));
                Ok(())
            }
        }
    }

    fn constant_parts(&mut self, id: ConstId, parts: &mut Vec<Piece>) -> Result {
        let module = self.module;
        match module.constant(id) {
            Constant::Int { ty, value } => {
                self.integer(module.types.int_width(*ty).unwrap_or(0), value)
            }
            Constant::Float { ty, bits } => match module.types.get(*ty) {
                Type::Float(kind) => self.float(*kind, *bits),
                _ => self.out.write_str("poison"),
            },
            Constant::Null(_) => self.out.write_str("null"),
            Constant::Zero(_) => self.out.write_str("zeroinitializer"),
            Constant::Undef(_) => self.out.write_str("undef"),
            Constant::Poison(_) => self.out.write_str("poison"),
            Constant::Bytes { bytes, .. } => {
                self.out.write_char('c')?;
                self.quoted(bytes)
            }
            Constant::Aggregate { ty, elements } => {
                let (open, close) = match module.types.resolve(*ty) {
                    Type::Struct { packed: false, .. } => ("{", "}"),
                    Type::Struct { packed: true, .. } => ("<{", "}>"),
                    Type::Vector { .. } => ("<", ">"),
                    _ => ("[", "]"),
                };
                parts.push(Text(open));
                list(parts, elements.iter().map(|&element| self.typed(element)));
                parts.push(Text(close));
                Ok(())
            }
            Constant::Splat { element, .. } => {
                parts.push(Text("splat ("));
                parts.extend(self.typed(*element));
                parts.push(Text(")"));
                Ok(())
            }
            Constant::Global(global) => self.sigil('@', module.name(module.globals[*global].name)),
            Constant::Function(function) => self.sigil('@', module.function_name(*function)),
            Constant::Expression { ty, expression } => {
                self.expression_parts(*ty, expression, parts)
            }
            Constant::Metadata { text, .. } => self.out.write_str(text),
        }
    }

    fn typed(&self, id: ConstId) -> [Piece; 3] {
        [
            Piece::Type(self.module.constant_type(id)),
            Text(" "),
            Piece::Constant(id),
        ]
    }

    fn expression_parts(
        &mut self,
        ty: TypeId,
        expression: &Expression,
        parts: &mut Vec<Piece>,
    ) -> Result {
        let operands: Vec<ConstId> = match expression {
            Expression::Binary {
                op,
                flags,
                left,
                right,
            } => {
                self.out.write_str(words::binary_op(*op))?;
                self.flags(*flags)?;
                vec![*left, *right]
            }
            Expression::Cast { op, value } => {
                parts.extend([Text(words::cast_op(*op)), Text(" (")]);
                parts.extend(self.typed(*value));
                parts.extend([Text(" to "), Piece::Type(ty), Text(")")]);
                return Ok(());
            }
            Expression::Gep {
                source,
                base,
                indices,
                flags,
                inrange,
            } => {
                self.out.write_str("getelementptr")?;
                self.flags(*flags)?;
                if let Some(range) = inrange {
                    write!(self.out, " inrange({}, {})", range.start, range.end)?;
                }
                parts.extend([Text(" ("), Piece::Type(*source), Text(", ")]);
                list(
                    parts,
                    std::iter::once(base)
                        .chain(indices)
                        .map(|&operand| self.typed(operand)),
                );
                parts.push(Text(")"));
                return Ok(());
            }
            Expression::Compare {
                predicate,
                left,
                right,
            } => {
                write!(self.out, "icmp {}", words::int_predicate(*predicate))?;
                vec![*left, *right]
            }
            Expression::FloatCompare {
                predicate,
                left,
                right,
            } => {
                write!(self.out, "fcmp {}", words::float_predicate(*predicate))?;
                vec![*left, *right]
            }
            Expression::Negate(value) => {
                self.out.write_str("fneg")?;
                vec![*value]
            }
            Expression::SignedPointer { parts } => {
                self.out.write_str("ptrauth")?;
                parts.to_vec()
            }
            Expression::ExtractValue { aggregate, path } => {
                parts.push(Text("extractvalue ("));
                return self.with_path(&[*aggregate], path, parts);
            }
            Expression::InsertValue {
                aggregate,
                value,
                path,
            } => {
                parts.push(Text("insertvalue ("));
                return self.with_path(&[*aggregate, *value], path, parts);
            }
            Expression::Select {
                condition,
                then,
                otherwise,
            } => {
                self.out.write_str("select")?;
                vec![*condition, *then, *otherwise]
            }
            Expression::ExtractElement { vector, index } => {
                self.out.write_str("extractelement")?;
                vec![*vector, *index]
            }
            Expression::InsertElement {
                vector,
                element,
                index,
            } => {
                self.out.write_str("insertelement")?;
                vec![*vector, *element, *index]
            }
            Expression::ShuffleVector { left, right, mask } => {
                parts.push(Text("shufflevector ("));
                list(parts, [*left, *right].map(|operand| self.typed(operand)));
                mask_parts(mask, self.length(ty), parts);
                parts.push(Text(")"));
                return Ok(());
            }
        };
        parts.push(Text(" ("));
        list(
            parts,
            operands.into_iter().map(|operand| self.typed(operand)),
        );
        parts.push(Text(")"));
        Ok(())
    }

    fn with_path(&self, operands: &[ConstId], path: &[u32], parts: &mut Vec<Piece>) -> Result {
        list(parts, operands.iter().map(|&operand| self.typed(operand)));
        let path = path.iter().map(|&index| Number(u64::from(index)));
        parts.extend(path.flat_map(|index| [Text(", "), index]));
        parts.push(Text(")"));
        Ok(())
    }

    /// Tells whether the length of a vector is known only at run time.
    pub(super) fn length(&self, vector: TypeId) -> Length {
        match self.module.types.get(vector) {
            Type::Vector { scalable: true, .. } => Length::Scalable,
            _ => Length::Fixed,
        }
    }

    fn integer(&mut self, width: u32, value: &WideInt) -> Result {
        if width <= 128 {
            return match value.as_i128(width) {
                Some(signed) if width > 1 => write!(self.out, "{signed}"),
                _ => self
                    .out
                    .write_str(if value.is_zero() { "false" } else { "true" }),
            };
        }
        self.out.write_str("u0x")?;
        let bytes = value.to_le_bytes(width.div_ceil(8) as usize);
        bytes
            .iter()
            .rev()
            .try_for_each(|byte| write!(self.out, "{byte:02X}"))
    }

    fn float(&mut self, kind: FloatKind, bits: u128) -> Result {
        match kind {
            FloatKind::Half => write!(self.out, "0xH{bits:04X}"),
            FloatKind::BFloat => write!(self.out, "0xR{bits:04X}"),
            FloatKind::Float => write!(self.out, "0x{:016X}", double_of(bits as u32)),
            FloatKind::Double => write!(self.out, "0x{bits:016X}"),
            FloatKind::X86Fp80 => write!(self.out, "0xK{bits:020X}"),
            FloatKind::Fp128 => write!(self.out, "0xL{:032X}", bits.rotate_left(64)),
            FloatKind::PpcFp128 => write!(self.out, "0xM{:032X}", bits.rotate_left(64)),
        }
    }
}

/// The bits of the double as which a `float` is written; a conversion might quiet a signalling NaN.
fn double_of(bits: u32) -> u64 {
    let float = f32::from_bits(bits);
    if !float.is_nan() {
        return f64::from(float).to_bits();
    }
    u64::from(bits >> 31) << 63 | 0x7ff << 52 | u64::from(bits & 0x7f_ffff) << 29
}

/// Whether the length of a vector is known or a multiple that is known only at run time.
#[derive(Clone, Copy)]
pub(super) enum Length {
    Fixed,
    Scalable,
}

/// `, <4 x i32> <i32 0, i32 poison>`: the mask of a `shufflevector`, as its third operand. The mask
/// of scalable vectors is all zero or all poison.
pub(super) fn mask_parts(mask: &[Option<u32>], length: Length, parts: &mut Vec<Piece>) {
    if let Length::Scalable = length {
        let zero = mask.iter().any(Option::is_some);
        parts.extend([Text(", <vscale x "), Number(mask.len() as u64)]);
        parts.push(Text(if zero {
            " x i32> zeroinitializer"
        } else {
            " x i32> poison"
        }));
        return;
    }
    parts.extend([Text(", <"), Number(mask.len() as u64), Text(" x i32> <")]);
    list(
        parts,
        mask.iter().map(|index| match index {
            Some(index) => [Text("i32 "), Number(u64::from(*index))],
            None => [Text("i32 "), Text("poison")],
        }),
    );
    parts.push(Text(">"));
}

fn list<const N: usize>(parts: &mut Vec<Piece>, items: impl IntoIterator<Item = [Piece; N]>) {
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            parts.push(Text(", "));
        }
        parts.extend(item);
    }
}
