//! Expressions of C, with what must be known to put them together.
//!
//! *Gives:* [`Expr`]: a text, how tightly it binds, and what its value depends on.
//! *Cost:* that of the text; [`Expr::is_large`] tells when to stop.
//!
//! C evaluates the operands of most operators in any order, and those of `?:` not at all. So an
//! expression says what it [traps](Expr::traps) with and whether it [reads](Expr::reads) what a
//! statement may change. [`super::block`] keeps the order by statements of their own.

use std::fmt::Write as _;

use unsnarl_low::Type;
use unsnarl_low::op::int::IntCompare;

/// The longest expression that becomes part of another one.
const LONGEST: usize = 96;
/// The most parentheses in each other in an expression that becomes part of another one; strict C99
/// promises 63.
const DEEPEST: u32 = 24;

/// How tightly an expression binds, and so where it needs no parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binding {
    /// An operator of two operands, or `?:`.
    Loose,
    /// The same on floats of 32 bits, which a host may compute with 64 until it is converted.
    Single,
    /// A comparison: 1 or 0, of type `int`.
    Truth,
    /// A cast, or an operator of one operand.
    Unary,
    /// A name, a number, a call or a member.
    Primary,
}

/// The kinds of traps of an expression, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Traps(u8);

impl Traps {
    pub(super) const NONE: Traps = Traps(0);
    /// An access outside of a memory.
    pub(super) const MEMORY: Traps = Traps(1);
    /// An access outside of a table.
    pub(super) const TABLE: Traps = Traps(2);
    /// A division, or a conversion to an integer: they trap for several reasons.
    pub(super) const ARITHMETIC: Traps = Traps(4);

    /// The traps of both.
    pub(super) fn and(self, other: Traps) -> Traps {
        Traps(self.0 | other.0)
    }

    /// Tells whether there are none.
    pub(super) fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Tells whether two expressions with these traps may be evaluated in either order: nobody sees
    /// which one trapped.
    pub(super) fn may_swap(self, other: Traps) -> bool {
        let arithmetic = self.0 & other.0 & Traps::ARITHMETIC.0 != 0;
        self.is_none() || other.is_none() || (self == other && !arithmetic)
    }
}

/// An expression of C.
#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub(super) text: String,
    pub(super) binding: Binding,
    /// How it may trap.
    pub(super) traps: Traps,
    /// Whether a statement with an effect may change its value.
    pub(super) reads: bool,
    /// The type of its value on the machine.
    pub(super) ty: Type,
    /// How many parentheses are in each other.
    depth: u32,
    /// The text of its contrary, if it is a comparison that has one.
    contrary: Option<String>,
}

impl Expr {
    /// A name or a number.
    pub(super) fn primary(text: impl Into<String>) -> Expr {
        Expr {
            text: text.into(),
            binding: Binding::Primary,
            traps: Traps::NONE,
            reads: false,
            ty: Type::I32,
            depth: 0,
            contrary: None,
        }
    }

    /// A place that a statement may change.
    pub(super) fn place(text: impl Into<String>) -> Expr {
        Expr {
            reads: true,
            ..Expr::primary(text)
        }
    }

    /// A call of a function of the runtime, whose first arguments may be given as text.
    pub(super) fn call(name: &str, first: &str, operands: &[Expr]) -> Expr {
        let mut text = format!("{name}({first}");
        for (index, operand) in operands.iter().enumerate() {
            let comma = index > 0 || !first.is_empty();
            text += if comma { ", " } else { "" };
            text += &operand.text;
        }
        text.push(')');
        made(text, Binding::Primary, operands)
    }

    /// Two operands with an operator between them.
    pub(super) fn binary(operator: &str, left: &Expr, right: &Expr) -> Expr {
        let text = format!("{} {operator} {}", left.operand(), right.operand());
        made(text, Binding::Loose, &[left.clone(), right.clone()])
    }

    /// A comparison with its contrary.
    pub(super) fn comparison(
        [operator, contrary]: [&str; 2],
        cast: &str,
        left: &Expr,
        right: &Expr,
    ) -> Expr {
        let [a, b] = [left, right].map(|side| match cast {
            "" => side.operand(),
            _ => format!("({cast}){}", side.tight()),
        });
        let mut expr = made(
            format!("{a} {operator} {b}"),
            Binding::Truth,
            &[left.clone(), right.clone()],
        );
        expr.contrary = match contrary {
            "" => Some(format!("!({})", expr.text)),
            _ => Some(format!("{a} {contrary} {b}")),
        };
        expr
    }

    /// A cast.
    pub(super) fn cast(ty: &str, operand: &Expr) -> Expr {
        let text = format!("({ty}){}", operand.tight());
        made(text, Binding::Unary, std::slice::from_ref(operand))
    }

    /// One of two, by a condition.
    pub(super) fn select(condition: &Expr, yes: &Expr, no: &Expr) -> Expr {
        let (question, yes_text, no_text) = (condition.condition(), yes.operand(), no.operand());
        let question = match condition.binding {
            Binding::Truth | Binding::Primary => question,
            _ => format!("({question})"),
        };
        made(
            format!("{question} ? {yes_text} : {no_text}"),
            Binding::Loose,
            &[condition.clone(), yes.clone(), no.clone()],
        )
    }

    /// The same expression of floats of 32 bits.
    pub(super) fn single(mut self) -> Expr {
        self.binding = Binding::Single;
        self
    }

    /// The same expression of a type.
    pub(super) fn of(mut self, ty: Type) -> Expr {
        self.ty = ty;
        self
    }

    /// The same expression that traps, too.
    pub(super) fn trapping(mut self, traps: Traps) -> Expr {
        self.traps = self.traps.and(traps);
        self
    }

    /// The same expression that reads, too.
    pub(super) fn reading(mut self) -> Expr {
        self.reads = true;
        self
    }

    /// Its text as an operand of an operator of two: of an unsigned type, if it is an integer.
    pub(super) fn operand(&self) -> String {
        match self.binding {
            Binding::Primary | Binding::Unary => self.text.clone(),
            Binding::Loose => format!("({})", self.text),
            Binding::Single => format!("(float)({})", self.text),
            Binding::Truth => format!("(uint32_t)({})", self.text),
        }
    }

    /// Its text as an operand of a cast.
    pub(super) fn tight(&self) -> String {
        match self.binding {
            Binding::Primary | Binding::Unary => self.text.clone(),
            Binding::Loose | Binding::Truth => format!("({})", self.text),
            Binding::Single => format!("(float)({})", self.text),
        }
    }

    /// Its text as a condition: that it is not zero.
    pub(super) fn condition(&self) -> String {
        match self.binding {
            Binding::Truth | Binding::Primary => self.text.clone(),
            Binding::Unary => format!("{} != 0", self.text),
            Binding::Loose | Binding::Single => format!("({}) != 0", self.text),
        }
    }

    /// The condition that it is zero.
    pub(super) fn contrary(&self) -> String {
        match (&self.contrary, self.binding) {
            (Some(contrary), _) => contrary.clone(),
            (None, Binding::Primary) => format!("!{}", self.text),
            (None, Binding::Unary) => format!("{} == 0", self.text),
            (None, _) => format!("({}) == 0", self.text),
        }
    }

    /// Whether it is zero, as an expression.
    pub(super) fn is_zero(&self) -> Expr {
        let contrary = match self.binding {
            Binding::Truth => self.contrary(),
            _ => format!("{} == 0", self.operand()),
        };
        let mut expr = made(contrary, Binding::Truth, std::slice::from_ref(self));
        expr.contrary = Some(match self.binding {
            Binding::Truth => self.text.clone(),
            _ => format!("{} != 0", self.operand()),
        });
        expr
    }

    /// Tells whether it should get a variable before it becomes part of another expression.
    pub(super) fn is_large(&self) -> bool {
        self.text.len() > LONGEST || self.depth > DEEPEST
    }

    /// Tells whether it is a variable or a number.
    pub(super) fn is_simple(&self) -> bool {
        self.binding == Binding::Primary && !self.text.contains('(')
    }
}

/// An expression of some operands, which are evaluated in any order.
fn made(text: String, binding: Binding, operands: &[Expr]) -> Expr {
    let deepest = operands.iter().map(|operand| operand.depth).max();
    let traps = operands
        .iter()
        .fold(Traps::NONE, |traps, operand| traps.and(operand.traps));
    Expr {
        text,
        binding,
        traps,
        reads: operands.iter().any(|operand| operand.reads),
        ty: Type::I32,
        depth: deepest.unwrap_or(0) + 1,
        contrary: None,
    }
}

/// The operator of a comparison of integers and that of its contrary, and whether it is signed.
pub(super) fn int_operators(op: IntCompare) -> ([&'static str; 2], bool) {
    match op {
        IntCompare::Eq => (["==", "!="], false),
        IntCompare::Ne => (["!=", "=="], false),
        IntCompare::LtU => (["<", ">="], false),
        IntCompare::GtU => ([">", "<="], false),
        IntCompare::LeU => (["<=", ">"], false),
        IntCompare::GeU => ([">=", "<"], false),
        IntCompare::LtS => (["<", ">="], true),
        IntCompare::GtS => ([">", "<="], true),
        IntCompare::LeS => (["<=", ">"], true),
        IntCompare::GeS => ([">=", "<"], true),
    }
}

/// An integer of 32 bits as an unsigned constant.
pub(super) fn i32_text(number: i32) -> String {
    match number {
        i32::MIN..=-1025 => format!("0x{number:x}u"),
        -1024..=-1 => format!("-{}u", number.unsigned_abs()),
        _ => format!("{number}u"),
    }
}

/// An integer of 64 bits as an unsigned constant.
pub(super) fn i64_text(number: i64) -> String {
    match number {
        i64::MIN..=-1025 => format!("0x{number:x}ull"),
        -1024..=-1 => format!("-{}ull", number.unsigned_abs()),
        _ => format!("{number}ull"),
    }
}

/// A number of bytes or elements, which is not negative, as a constant of some type that holds it.
pub(super) fn count_text(number: u64) -> String {
    match number {
        0..=0x7fff_ffff => number.to_string(),
        0x8000_0000..=0xffff_ffff => format!("{number}u"),
        _ => format!("{number}ull"),
    }
}

/// A float of 32 bits as a constant expression, or a call where there is no constant.
pub(super) fn f32_text(bits: u32) -> String {
    match f32::from_bits(bits) {
        // With as many digits as the same number has as a double: a host may read it as one.
        value if value.is_finite() => format!("{:?}f", f64::from(value)),
        _ => format!("f32_of_bits(0x{bits:x}u)"),
    }
}

/// A float of 64 bits as a constant expression, or a call where there is no constant.
pub(super) fn f64_text(bits: u64) -> String {
    match f64::from_bits(bits) {
        value if value.is_finite() => format!("{value:?}"),
        _ => format!("f64_of_bits(0x{bits:x}ull)"),
    }
}

/// 128 bits as a call.
pub(super) fn v128_text(bytes: [u8; 16]) -> String {
    let (low, high) = bytes.split_at(8);
    let mut text = String::from("v128_of");
    for (index, half) in [low, high].into_iter().enumerate() {
        let half = half
            .iter()
            .rev()
            .fold(0_u64, |bits, &byte| bits << 8 | u64::from(byte));
        let before = if index == 0 { "(" } else { ", " };
        write!(text, "{before}0x{half:x}ull").expect("strings can be written to");
    }
    text + ")"
}
