//! Expressions as text.
//!
//! *Needs:* a tree, and the names of values and variables.
//! *Gives:* text, with parentheses where the tree needs them, and where precedence is easily
//! misread: around operands of bitwise operators and shifts, and around `&&` in `||`.
//! *Cost:* O(text).

use super::names::Names;
use super::tree::{Base, Expression, Infix, Level, Place, Shape, Step};

/// Writes an expression.
pub(super) fn show(names: &Names, expression: &Expression) -> String {
    let mut writer = Writer {
        names,
        out: String::new(),
    };
    writer.expression(expression);
    writer.out
}

/// Gives how tightly the outermost operator of an expression binds.
pub(super) fn level(expression: &Expression) -> Level {
    match &expression.shape {
        Shape::Value(_) | Shape::Variable(_) | Shape::Kept(..) => Level::Atom,
        Shape::Text(text) if text.starts_with('-') => Level::Prefix,
        Shape::Text(_) => Level::Atom,
        Shape::AddressOf(place) if offset(place).is_some() => Level::Sum,
        Shape::Prefix(..) | Shape::AddressOf(_) => Level::Prefix,
        Shape::Infix(infix, ..) => infix.level,
        Shape::Choice(_) => Level::Choice,
        Shape::Assign(..) => Level::Assign,
        Shape::Call(..) => Level::Postfix,
        Shape::Place(place) => match (&place.base, place.steps.is_empty()) {
            (_, false) => Level::Postfix,
            (Base::Pointer(_), true) => Level::Prefix,
            (Base::Object(object), true) => level(object),
        },
    }
}

/// The address and the number of elements added to it, if the address of a place has this form: `p
/// + 1`.
fn offset(place: &Place) -> Option<(&Expression, &Expression)> {
    match (&place.base, &place.steps[..]) {
        (Base::Pointer(base), [Step::Element(index)]) => Some((base, index)),
        _ => None,
    }
}

struct Writer<'n> {
    names: &'n Names,
    out: String,
}

impl Writer<'_> {
    fn expression(&mut self, expression: &Expression) {
        match &expression.shape {
            Shape::Value(value) => self.out += self.names.value(*value),
            Shape::Variable(inst) => self.out += self.names.variable(*inst),
            Shape::Kept(number, _) => self.out += &self.names.kept(*number),
            Shape::Text(text) => self.out += text,
            Shape::Prefix(sign, operand) => {
                self.out += sign;
                // After a cast or another minus, a minus could be taken for an infix one.
                let signed = is_minus(operand) && (sign.ends_with(')') || sign == "-");
                self.grouped(operand, signed || level(operand) < Level::Prefix);
            }
            Shape::Infix(infix, left, right) => {
                self.grouped(left, needs_group(*infix, left, Side::Left));
                self.out += " ";
                self.out += infix.sign;
                self.out += " ";
                self.grouped(right, needs_group(*infix, right, Side::Right));
            }
            Shape::Assign(to, value) => {
                self.out += self.names.value(*to);
                self.out += " = ";
                self.expression(value);
            }
            Shape::Choice(parts) => {
                let [condition, then, otherwise] = &**parts;
                self.grouped(condition, level(condition) <= Level::Choice);
                self.out += " ? ";
                self.grouped(then, level(then) <= Level::Choice);
                self.out += " : ";
                self.grouped(otherwise, level(otherwise) < Level::Choice);
            }
            Shape::Call(callee, arguments) => {
                self.grouped(callee, level(callee) < Level::Postfix);
                self.out += "(";
                for (position, argument) in arguments.iter().enumerate() {
                    self.out += if position > 0 { ", " } else { "" };
                    self.expression(argument);
                }
                self.out += ")";
            }
            Shape::Place(place) => self.place(place),
            Shape::AddressOf(place) => match offset(place) {
                Some((base, index)) => self.sum(base, index),
                None => {
                    self.out += "&";
                    self.place(place);
                }
            },
        }
    }

    fn sum(&mut self, base: &Expression, index: &Expression) {
        self.grouped(base, level(base) < Level::Sum);
        match &index.shape {
            Shape::Text(text) if text.starts_with('-') => {
                self.out += " - ";
                self.out += &text[1..];
            }
            _ => {
                self.out += " + ";
                self.grouped(index, level(index) <= Level::Sum);
            }
        }
    }

    fn grouped(&mut self, expression: &Expression, group: bool) {
        self.out += if group { "(" } else { "" };
        self.expression(expression);
        self.out += if group { ")" } else { "" };
    }

    fn place(&mut self, place: &Place) {
        match (&place.base, place.steps.first()) {
            (Base::Object(base), None) => self.expression(base),
            (Base::Object(base), Some(_)) => self.grouped(base, level(base) < Level::Postfix),
            (Base::Pointer(base), None) => {
                self.out += "*";
                self.grouped(base, level(base) < Level::Prefix);
            }
            (Base::Pointer(base), Some(Step::Index(_))) => {
                self.out += "(*";
                self.grouped(base, level(base) < Level::Prefix);
                self.out += ")";
            }
            (Base::Pointer(base), Some(_)) => self.grouped(base, level(base) < Level::Postfix),
        }
        let behind = matches!(place.base, Base::Pointer(_));
        for (position, step) in place.steps.iter().enumerate() {
            match step {
                Step::Field(name) => {
                    self.out += if behind && position == 0 { "->" } else { "." };
                    self.out += name;
                }
                Step::Element(index) | Step::Index(index) => self.index(index, "]"),
                Step::Bytes(index) => {
                    let unit = match &index.shape {
                        Shape::Text(text) if text == "1" => " byte]",
                        _ => " bytes]",
                    };
                    self.index(index, unit);
                }
            }
        }
    }

    fn index(&mut self, index: &Expression, close: &str) {
        self.out += "[";
        let group = close != "]" && level(index) < Level::Prefix;
        self.grouped(index, group);
        self.out += close;
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// Tells whether an operand of an infix sign is written in parentheses.
fn needs_group(around: Infix, operand: &Expression, side: Side) -> bool {
    let inner = level(operand);
    let Shape::Infix(infix, ..) = &operand.shape else {
        let is_arithmetic = matches!(around.level, Level::Sum | Level::Product);
        let is_negative_right = side == Side::Right && is_arithmetic && is_minus(operand);
        let is_sum_right = side == Side::Right && inner == Level::Sum && inner == around.level;
        return inner < around.level || is_negative_right || is_sum_right;
    };
    let same = infix.sign == around.sign;
    match around.level {
        Level::Or | Level::And => inner < around.level || inner == Level::And && !same,
        Level::BitOr | Level::BitXor | Level::BitAnd => !same || side == Side::Right,
        Level::Shift => true,
        Level::Equality | Level::Relation => inner <= Level::Shift,
        _ => inner < around.level || inner == around.level && side == Side::Right,
    }
}

fn is_minus(expression: &Expression) -> bool {
    match &expression.shape {
        Shape::Text(text) => text.starts_with('-'),
        Shape::Prefix(sign, _) => sign == "-",
        _ => false,
    }
}
