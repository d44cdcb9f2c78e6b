//! DWARF location descriptions: from registers, or constants, to a variable.
//!
//! *Needs:* an expression of the IR, and where its operands are.
//! *Gives:* an expression of DWARF; nothing if DWARF cannot say it, or not for certain.
//! *Cost:* linear in the steps.
//! *Source:* LLVM's `DwarfExpression`; conversions are written as sums and shifts, as it does for
//! DWARF 4.
//! *Limits:* no values of the entry of a function, no operators that refer to types.

use gimli::DwOp;
use gimli::write::Expression;
use unsnarl_ir::debug::words::Operator;
use unsnarl_ir::debug::{self, DebugInfo, ExpressionId, Fragment, Step};

/// What an expression begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Operand {
    /// A local with a number of so many bits; what it holds above them is anything.
    Local { local: u32, bits: u32 },
    /// The address of so many bytes from the start of the frame.
    Frame(u32),
    /// A number.
    Number(i64),
    /// A number of so many bytes that nothing computes with.
    Bytes(u64, u8),
}

/// What an expression is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Subject {
    /// The address of the variable.
    Address,
    /// The value of the variable.
    Value,
}

/// The most steps of an expression: the size of one in a list has 16 bits.
const MOST_STEPS: usize = 128;

/// The most parts of a variable.
const MOST_PARTS: usize = 16;

/// How many bits a value of DWARF has that is computed with.
const BITS: u32 = 64;

const STACK_VALUE: Operator = Operator::STACK_VALUE;
const PLUS_CONSTANT: Operator = Operator(0x23);
const CONVERT: Operator = Operator(0x1001);
/// Of an encoding: whether numbers have a sign.
const SIGNED: [u64; 2] = [5, 6];

/// What follows a number of which only some bits are known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    /// Whole, or as wide as the variable.
    Enough,
    /// Only steps for which what is above these bits makes no difference may follow.
    Low(u32),
}

/// Writes an expression behind another one, without its fragment.
fn write(
    out: &mut Expression,
    expression: &debug::Expression,
    operands: &[Operand],
    subject: Subject,
) -> Option<()> {
    let mut steps: Vec<Step<'_>> = expression.steps().collect();
    steps.retain(|step| step.operator != Operator::FRAGMENT);
    if steps.len() > MOST_STEPS {
        return None;
    }
    let is_value = steps
        .last()
        .is_some_and(|step| step.operator == STACK_VALUE);
    let mut is_memory = subject == Subject::Address;
    if is_value {
        if is_memory {
            return None;
        }
        steps.pop();
    } else if !is_memory {
        // Without steps it is the value; else the last one reads the variable.
        match steps.last() {
            None => {}
            Some(step) if step.operator == Operator::DEREF => {
                steps.pop();
                is_memory = true;
            }
            Some(_) => return None,
        }
    }
    if let [Operand::Bytes(bits, size)] = *operands {
        let is_all = steps.is_empty() && !is_memory;
        let bytes = bits.to_le_bytes().get(..usize::from(size))?.to_vec();
        return is_all.then(|| out.op_implicit_value(bytes.into()));
    }
    let mut writer = Writer {
        out,
        width: Width::Enough,
    };
    let is_listed = steps.iter().any(|step| step.operator == Operator::ARG);
    if !is_listed {
        let [operand] = *operands else { return None };
        writer.operand(operand, steps.is_empty())?;
    }
    for (place, step) in steps.iter().enumerate() {
        match (step.operator, step.arguments) {
            (Operator::ARG, &[number]) => {
                let operand = *operands.get(usize::try_from(number).ok()?)?;
                writer.operand(operand, steps.len() == 1)?;
            }
            (CONVERT, &[bits, encoding]) => {
                let from = place.checked_sub(1).map(|before| steps[before]);
                let is_second = from.is_some_and(|step| step.operator == CONVERT);
                writer.convert(u32::try_from(bits).ok()?, encoding, is_second)?;
            }
            _ => writer.step(step)?,
        }
    }
    if !is_memory {
        writer.out.op(gimli::DW_OP_stack_value);
    }
    Some(())
}

struct Writer<'e> {
    out: &'e mut Expression,
    width: Width,
}

impl Writer<'_> {
    /// Pushes an operand.
    fn operand(&mut self, operand: Operand, is_all: bool) -> Option<()> {
        match operand {
            Operand::Number(number) => self.out.op_consts(number),
            Operand::Frame(offset) => self.out.op_fbreg(offset.into()),
            Operand::Bytes(..) => return None,
            Operand::Local { local, bits } => {
                self.out.op_wasm_local(local);
                match bits {
                    32 | 64 | 128 => {}
                    8 | 16 if is_all => {}
                    // A truth value takes a byte in memory.
                    1 if is_all => self.mask(1),
                    _ => self.width = Width::Low(bits),
                }
            }
        }
        Some(())
    }

    fn mask(&mut self, bits: u32) {
        if bits < BITS {
            self.out.op_constu((1 << bits) - 1);
            self.out.op(gimli::DW_OP_and);
        }
    }

    /// A conversion to so many bits. Of two that follow each other the first says what there is.
    fn convert(&mut self, bits: u32, encoding: u64, is_second: bool) -> Option<()> {
        if bits == 0 || bits > BITS {
            return None;
        }
        if is_second {
            self.width = match self.width {
                Width::Low(known) if known < bits => return None,
                _ => Width::Enough,
            };
            self.mask(bits);
            return Some(());
        }
        if matches!(self.width, Width::Low(known) if known < bits) {
            return None;
        }
        self.width = Width::Enough;
        match SIGNED.contains(&encoding) {
            false => self.mask(bits),
            true if bits < BITS => {
                // The sign above the bits: ((x >> (bits - 1)) * -1) << (bits - 1) | x.
                self.mask(bits);
                self.out.op(gimli::DW_OP_dup);
                self.out.op_constu(u64::from(bits) - 1);
                self.out.op(gimli::DW_OP_shr);
                self.out.op_constu(0);
                self.out.op(gimli::DW_OP_not);
                self.out.op(gimli::DW_OP_mul);
                self.out.op_constu(u64::from(bits) - 1);
                self.out.op(gimli::DW_OP_shl);
                self.out.op(gimli::DW_OP_or);
            }
            true => {}
        }
        Some(())
    }

    fn step(&mut self, step: &Step<'_>) -> Option<()> {
        let is_low = self.width != Width::Enough;
        match (step.operator, step.arguments) {
            (PLUS_CONSTANT, &[offset]) => self.out.op_plus_uconst(offset),
            (Operator(0x10), &[number]) => self.out.op_constu(number),
            (Operator(0x11), &[number]) => self.out.op_consts(number as i64),
            (Operator(literal @ 0x30..=0x4f), []) => self.out.op_constu(u64::from(literal - 0x30)),
            (Operator::DEREF, []) if !is_low => self.out.op_deref(),
            (Operator(0x94), &[size]) if !is_low => {
                self.out.op_deref_size(u8::try_from(size).ok()?);
            }
            // dup, drop, over, swap, rot; and, minus, mul, neg, not, or, plus, shl, xor.
            (
                Operator(
                    code @ (0x12..=0x14 | 0x16 | 0x17 | 0x1a | 0x1c | 0x1e..=0x22 | 0x24 | 0x27),
                ),
                [],
            ) => {
                self.out.op(DwOp(code as u8));
            }
            // abs, div, mod, shr, shra, and comparisons.
            (Operator(code @ (0x19 | 0x1b | 0x1d | 0x25 | 0x26 | 0x29..=0x2e)), []) if !is_low => {
                self.out.op(DwOp(code as u8));
            }
            _ => return None,
        }
        Some(())
    }
}

/// A location description: how a variable, or a part of it, is found from operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Description {
    pub(super) expression: ExpressionId,
    pub(super) operands: Box<[Operand]>,
    pub(super) subject: Subject,
}

/// Writes where a variable is that is in one place, or the parts of one.
pub(super) fn join(
    info: &DebugInfo,
    parts: &mut Vec<(Option<Fragment>, &Description)>,
) -> Option<Expression> {
    let mut out = Expression::new();
    let of = |description: &Description| &info.expressions[description.expression];
    if let [(None, description)] = **parts {
        write(
            &mut out,
            of(description),
            &description.operands,
            description.subject,
        )?;
        return Some(out);
    }
    parts.sort_by_key(|(fragment, _)| fragment.map(|fragment| fragment.offset));
    if parts.len() > MOST_PARTS {
        return None;
    }
    let mut end = 0;
    for (fragment, description) in parts {
        let fragment = (*fragment)?;
        if fragment.offset % 8 != 0 || fragment.size % 8 != 0 || fragment.offset < end {
            return None;
        }
        if fragment.offset > end {
            out.op_piece((fragment.offset - end) / 8);
        }
        write(
            &mut out,
            of(description),
            &description.operands,
            description.subject,
        )?;
        out.op_piece(fragment.size / 8);
        end = fragment.offset.checked_add(fragment.size)?;
    }
    (end > 0).then_some(out)
}
