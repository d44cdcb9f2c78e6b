//! Expressions of C as text, with how tightly they hold together.
//!
//! *Gives:* [`Expression`], and what it is joined by: parentheses stand where C needs them, and
//! where compilers warn if they are missing.
//! *Cost:* linear in the text.

use std::fmt::Display;

use super::fields::TargetId;

/// How tightly an expression holds together, loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Choice,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Prefix,
    Postfix,
    Atom,
}

/// An expression.
#[derive(Clone, Debug)]
pub(super) struct Expression {
    pub(super) text: String,
    pub(super) level: Level,
    /// What it may be written as where C converts it to its type by itself.
    converted: Option<Box<Expression>>,
    /// Whether that has the same value, so that it may be converted to a wider type, too.
    keeps_value: bool,
    /// Whether it is made of numbers alone, to which C gives a type that may be less wide than the
    /// IR's, and whose value it is nevertheless.
    pub(super) is_untyped: bool,
    /// Whether its type is a pointer to something else than `void`.
    pub(super) is_typed_pointer: bool,
    /// Whether compilers take its type for how aligned the address is.
    pub(super) is_promise: bool,
    /// What that is, if it is one that variables may point to.
    pub(super) points_to: Option<TargetId>,
}

impl Expression {
    pub(super) fn new(text: impl Into<String>, level: Level) -> Expression {
        Expression {
            text: text.into(),
            level,
            converted: None,
            keeps_value: false,
            is_untyped: false,
            is_typed_pointer: false,
            is_promise: false,
            points_to: None,
        }
    }

    /// A name, or anything else that needs no parentheses.
    pub(super) fn atom(text: impl Into<String>) -> Expression {
        Expression::new(text, Level::Atom)
    }

    /// A number whose type is that of what stands beside it.
    pub(super) fn literal(text: impl Into<String>) -> Expression {
        Expression {
            is_untyped: true,
            ..Expression::number(text)
        }
    }

    /// A number with the type that it needs.
    pub(super) fn number(text: impl Into<String>) -> Expression {
        let text = text.into();
        let level = match text.starts_with('-') {
            true => Level::Prefix,
            false => Level::Atom,
        };
        Expression::new(text, level)
    }

    /// The same with a type, where it has none.
    pub(super) fn typed(self, ty: impl Display) -> Expression {
        match self.is_untyped {
            true => Expression::cast(ty, &self),
            false => self,
        }
    }

    /// A string literal, which is the address of its first character.
    pub(super) fn string(text: impl Into<String>) -> Expression {
        Expression {
            is_typed_pointer: true,
            ..Expression::atom(text)
        }
    }

    /// An array, which is the address of its first element, and a pointer to this if variables may
    /// point to it.
    pub(super) fn array(name: impl Into<String>, to: Option<TargetId>) -> Expression {
        Expression {
            points_to: to,
            ..Expression::string(name)
        }
    }

    /// The address of something, as a pointer to this if variables may point to it.
    pub(super) fn address_as(
        of: &Expression,
        to: Option<TargetId>,
        is_promise: bool,
    ) -> Expression {
        Expression {
            points_to: to,
            is_promise,
            ..Expression::address(of)
        }
    }

    /// The address of something, as a pointer to that.
    pub(super) fn address(of: &Expression) -> Expression {
        Expression {
            is_typed_pointer: true,
            ..Expression::prefix("&", of)
        }
    }

    /// The same, as a pointer to this.
    pub(super) fn pointing(self, to: Option<TargetId>) -> Expression {
        Expression {
            is_typed_pointer: to.is_some(),
            is_promise: to.is_some_and(|to| to != TargetId::BYTES),
            points_to: to,
            ..self
        }
    }

    /// In parentheses, unless it holds together as tightly as that.
    pub(super) fn at(&self, level: Level) -> String {
        match self.level >= level {
            true => self.text.clone(),
            false => format!("({})", self.text),
        }
    }

    /// As it may be written where C converts it to its type: in an assignment, an initialiser, an
    /// argument or a `return`.
    pub(super) fn converted(&self) -> &Expression {
        self.converted.as_deref().unwrap_or(self)
    }

    /// An unsigned integer in a wider type: a conversion that C makes by itself where the type is
    /// known.
    pub(super) fn widened(ty: impl Display, of: &Expression) -> Expression {
        let inner = if of.keeps_value { of.converted() } else { of };
        Expression {
            converted: Some(Box::new(inner.clone())),
            keeps_value: true,
            ..Expression::cast(ty, of)
        }
    }

    /// A number in a type that may give it another value: a conversion that C makes by itself where
    /// the type is known, and that stays where the result is converted again.
    pub(super) fn retyped(ty: impl Display, of: &Expression) -> Expression {
        Expression {
            converted: Some(Box::new(of.clone())),
            ..Expression::cast(ty, of)
        }
    }

    /// A conversion.
    pub(super) fn cast(ty: impl Display, of: &Expression) -> Expression {
        let operand = match of.text.starts_with('-') {
            true => format!("({})", of.text),
            false => of.at(Level::Prefix),
        };
        Expression::new(format!("({ty}){operand}"), Level::Prefix)
    }

    /// An operator before its operand.
    pub(super) fn prefix(sign: &str, of: &Expression) -> Expression {
        let operand = match sign == "-" && of.text.starts_with('-') {
            true => format!("({})", of.text),
            false => of.at(Level::Prefix),
        };
        Expression::new(format!("{sign}{operand}"), Level::Prefix)
    }

    /// An operator between its operands.
    pub(super) fn infix(sign: &str, left: &Expression, right: &Expression) -> Expression {
        let level = level_of(sign);
        let is_untyped = match level {
            Level::Shift => left.is_untyped,
            Level::BitOr | Level::BitXor | Level::BitAnd | Level::Sum | Level::Product => {
                left.is_untyped && right.is_untyped
            }
            _ => false,
        };
        // What is at the same level groups to the left.
        let (left_level, right_level) = match level {
            Level::Sum => (Level::Sum, Level::Product),
            Level::Product => (Level::Product, Level::Prefix),
            Level::Or => (Level::BitOr, Level::BitOr),
            Level::And => (Level::And, Level::BitOr),
            Level::Equality | Level::Relation => (Level::Shift, Level::Shift),
            _ => (Level::Prefix, Level::Prefix),
        };
        let same = |operand: &Expression| {
            operand.level == level
                && matches!(
                    level,
                    Level::Or | Level::BitOr | Level::BitXor | Level::BitAnd
                )
        };
        let left = match same(left) {
            true => left.text.clone(),
            false => left.at(left_level),
        };
        let right = match right.text.starts_with('-') {
            true => format!("({})", right.text),
            false => right.at(right_level),
        };
        Expression {
            is_untyped,
            ..Expression::new(format!("{left} {sign} {right}"), level)
        }
    }

    /// `condition ? then : otherwise`.
    pub(super) fn choice(
        condition: &Expression,
        then: &Expression,
        otherwise: &Expression,
    ) -> Expression {
        let text = format!(
            "{} ? {} : {}",
            match condition.level {
                Level::BitOr | Level::BitXor | Level::BitAnd => format!("({})", condition.text),
                _ => condition.at(Level::Or),
            },
            then.at(Level::Or),
            otherwise.at(Level::Choice)
        );
        Expression {
            is_untyped: then.is_untyped && otherwise.is_untyped,
            ..Expression::new(text, Level::Choice)
        }
    }

    /// A call.
    pub(super) fn call(callee: impl Display, arguments: &[Expression]) -> Expression {
        let arguments: Vec<&str> = arguments.iter().map(|own| own.text.as_str()).collect();
        Expression::new(
            format!("{callee}({})", arguments.join(", ")),
            Level::Postfix,
        )
    }

    /// What is at an address, as a type.
    pub(super) fn access(ty: impl Display, address: &Expression) -> Expression {
        Expression::prefix("*", &Expression::cast(format_args!("{ty} *"), address))
    }

    /// A field.
    pub(super) fn field(&self, name: impl Display) -> Expression {
        Expression::new(
            format!("{}.{name}", self.at(Level::Postfix)),
            Level::Postfix,
        )
    }

    /// An element.
    pub(super) fn element(&self, index: impl Display) -> Expression {
        Expression::new(
            format!("{}[{index}]", self.at(Level::Postfix)),
            Level::Postfix,
        )
    }
}

fn level_of(sign: &str) -> Level {
    match sign {
        "||" => Level::Or,
        "&&" => Level::And,
        "|" => Level::BitOr,
        "^" => Level::BitXor,
        "&" => Level::BitAnd,
        "==" | "!=" => Level::Equality,
        "<" | "<=" | ">" | ">=" => Level::Relation,
        "<<" | ">>" => Level::Shift,
        "+" | "-" => Level::Sum,
        _ => Level::Product,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Expression {
        Expression::atom(text)
    }

    #[test]
    fn parentheses_stand_where_they_are_needed() {
        let [a, b, c] = ["a", "b", "c"].map(name);
        let infix = Expression::infix;
        let cases = [
            (infix("+", &infix("+", &a, &b), &c), "a + b + c"),
            (infix("+", &a, &infix("+", &b, &c)), "a + (b + c)"),
            (infix("*", &infix("+", &a, &b), &c), "(a + b) * c"),
            (infix("+", &infix("*", &a, &b), &c), "a * b + c"),
            (infix("<<", &infix("+", &a, &b), &c), "(a + b) << c"),
            (infix("&", &infix("&", &a, &b), &c), "a & b & c"),
            (infix("|", &infix("&", &a, &b), &c), "(a & b) | c"),
            (infix("==", &infix("&", &a, &b), &c), "(a & b) == c"),
            (infix("==", &infix("<", &a, &b), &c), "(a < b) == c"),
            (infix("&&", &infix("==", &a, &b), &c), "a == b && c"),
            (infix("||", &infix("&&", &a, &b), &c), "(a && b) || c"),
            (infix("||", &infix("||", &a, &b), &c), "a || b || c"),
            (infix("-", &a, &Expression::literal("-5")), "a - (-5)"),
            (
                Expression::choice(&infix("<", &a, &b), &a, &Expression::choice(&c, &a, &b)),
                "a < b ? a : c ? a : b",
            ),
            (
                Expression::cast("int", &Expression::literal("-5")),
                "(int)(-5)",
            ),
            (
                Expression::access("int", &infix("+", &a, &b)),
                "*(int *)(a + b)",
            ),
            (
                Expression::prefix("-", &Expression::prefix("-", &a)),
                "-(-a)",
            ),
            (Expression::access("int", &a).field("x"), "(*(int *)a).x"),
        ];
        for (expression, text) in cases {
            assert_eq!(expression.text, text);
        }
    }

    #[test]
    fn conversions_are_left_to_c_where_it_makes_them() {
        let inner = Expression::widened("uint32_t", &name("byte"));
        let outer = Expression::widened("uint64_t", &inner);
        assert_eq!(outer.text, "(uint64_t)(uint32_t)byte");
        assert_eq!(outer.converted().text, "byte");
        let retyped =
            Expression::retyped("uint8_t", &Expression::infix(">>", &name("x"), &name("n")));
        assert_eq!(retyped.converted().text, "x >> n");
        let outer_of_retyped = Expression::widened("uint32_t", &retyped);
        assert_eq!(outer_of_retyped.converted().text, "(uint8_t)(x >> n)");
        assert_eq!(
            Expression::infix("+", &outer, &name("x")).text,
            "(uint64_t)(uint32_t)byte + x"
        );
    }
}
