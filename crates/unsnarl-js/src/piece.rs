//! Expressions of JavaScript that are not yet in a statement.
//!
//! *Gives:* [`Piece`]: a text with what one must know to put it into a larger one: how tightly it
//! binds, which numbers it may be, which variables it reads and sets, and whether it depends on
//! memory or changes it.
//! *Limits:* a piece has at most [`LONGEST`] characters and [`DEEPEST`] levels; what would be more
//! is kept in a variable first, so lines stay short, and no reader of the text has to recurse deep.

use std::fmt;

use crate::marks;

/// The most characters of an expression inside another one.
pub(crate) const LONGEST: usize = 72;
/// The most levels of an expression inside another one.
pub(crate) const DEEPEST: u16 = 20;

/// How tightly an expression binds, as JavaScript's grammar says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Binds {
    Assignment,
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
    Unary,
    Whole,
}

impl Binds {
    /// The next tighter level.
    pub(crate) fn tighter(self) -> Binds {
        use Binds as B;
        match self {
            B::Assignment => B::Choice,
            B::Choice => B::Or,
            B::Or => B::And,
            B::And => B::BitOr,
            B::BitOr => B::BitXor,
            B::BitXor => B::BitAnd,
            B::BitAnd => B::Equality,
            B::Equality => B::Relation,
            B::Relation => B::Shift,
            B::Shift => B::Sum,
            B::Sum => B::Product,
            B::Product => B::Unary,
            B::Unary | B::Whole => B::Whole,
        }
    }
}

/// Which values an expression may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An integer from -2³¹ to 2³¹ - 1.
    Signed,
    /// An integer from 0 to 2³¹ - 1.
    Small,
    /// The sum or difference of so many integers of 32 bits, and of at most one that is small, or
    /// what is as large.
    Sum(u8),
    /// An integer below 2⁵³.
    Product,
    /// `true` or `false`.
    Truth,
    /// A float of 64 bits, or of 32 if it is rounded.
    Float,
    /// A reference.
    Reference,
}

/// The most integers of 32 bits that are added before the sum is wrapped.
const MOST_ADDED: u8 = 4;

/// The greatest number that is small: memories never get so near to 2³¹ bytes that an address and
/// this much more or less could be another address when it is wrapped.
const SMALL: u32 = 1 << 16;

/// A variable of a function, by its number.
pub(crate) type Variable = u32;

/// What computing something reads and changes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Touches {
    /// Variables that it reads.
    pub(crate) uses: Vec<Variable>,
    /// Variables that it sets.
    pub(crate) sets: Vec<Variable>,
    /// Whether it depends on something that others may change: memory, globals, tables.
    pub(crate) reads: bool,
    /// Whether it changes something besides variables, or may do anything.
    pub(crate) acts: bool,
}

impl Touches {
    /// Tells whether it matters which of two comes first.
    pub(crate) fn conflicts(&self, other: &Touches) -> bool {
        let meet = |one: &[Variable], two: &[Variable]| one.iter().any(|at| two.contains(at));
        meet(&self.uses, &other.sets)
            || meet(&self.sets, &other.uses)
            || meet(&self.sets, &other.sets)
            || self.acts && (other.reads || other.acts)
            || self.reads && other.acts
    }

    /// Tells whether it only reads variables.
    pub(crate) fn is_plain(&self) -> bool {
        self.sets.is_empty() && !self.reads && !self.acts
    }

    pub(crate) fn add(&mut self, other: &Touches) {
        let new = |own: &mut Vec<Variable>, more: &[Variable]| {
            for &at in more {
                if !own.contains(&at) {
                    own.push(at);
                }
            }
        };
        new(&mut self.uses, &other.uses);
        new(&mut self.sets, &other.sets);
        self.reads |= other.reads;
        self.acts |= other.acts;
    }
}

/// The contrary of an expression, as another one of the same variables.
#[derive(Clone, Debug)]
pub(crate) struct Contrary {
    text: String,
    binds: Binds,
    kind: Kind,
}

/// An expression.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) text: String,
    pub(crate) binds: Binds,
    pub(crate) kind: Kind,
    pub(crate) touches: Touches,
    pub(crate) depth: u16,
    /// The number, if it is one.
    pub(crate) number: Option<i32>,
    /// The variable, if it is nothing else.
    pub(crate) variable: Option<Variable>,
    /// The contrary of a truth, if that is not written with `!`.
    pub(crate) contrary: Option<Contrary>,
}

impl Piece {
    /// A piece that touches nothing.
    pub(crate) fn new(text: impl Into<String>, binds: Binds, kind: Kind) -> Piece {
        Piece {
            text: text.into(),
            binds,
            kind,
            touches: Touches::default(),
            depth: 0,
            number: None,
            variable: None,
            contrary: None,
        }
    }

    /// An integer.
    pub(crate) fn int(number: i32) -> Piece {
        let (binds, kind) = match number < 0 {
            true => (Binds::Unary, Kind::Signed),
            false => (Binds::Whole, Kind::Small),
        };
        Piece {
            number: Some(number),
            ..Piece::new(number.to_string(), binds, kind)
        }
    }

    /// A variable.
    pub(crate) fn variable(name: &str, variable: Variable, kind: Kind) -> Piece {
        let mut piece = Piece::new(name, Binds::Whole, kind);
        piece.touches.uses.push(variable);
        piece.variable = Some(variable);
        piece
    }

    /// What two or more expressions make together.
    pub(crate) fn of(text: impl Into<String>, binds: Binds, kind: Kind, parts: &[&Piece]) -> Piece {
        let mut piece = Piece::new(text, binds, kind);
        for part in parts {
            piece.touches.add(&part.touches);
            piece.depth = piece.depth.max(part.depth + 1);
        }
        piece
    }

    /// A call of a function that only computes.
    pub(crate) fn call(function: &str, kind: Kind, operands: &[&Piece]) -> Piece {
        let operands_text: Vec<&str> = operands.iter().map(|piece| &piece.text[..]).collect();
        let text = format!("{function}({})", operands_text.join(", "));
        Piece::of(text, Binds::Whole, kind, operands)
    }

    /// Two operands and a sign between them, of which a tighter one binds from the left.
    pub(crate) fn infix(
        left: &Piece,
        sign: &str,
        right: &Piece,
        binds: Binds,
        kind: Kind,
    ) -> Piece {
        let text = format!("{} {sign} {}", left.at(binds), right.at(binds.tighter()));
        Piece::of(text, binds, kind, &[left, right])
    }

    /// The text where something that binds at least so tightly is needed.
    pub(crate) fn at(&self, binds: Binds) -> Bracketed<'_> {
        Bracketed(&self.text, self.binds < binds)
    }

    /// Tells whether it can be written several times: a variable or a number.
    pub(crate) fn is_simple(&self) -> bool {
        self.number.is_some() || self.variable.is_some()
    }

    /// Tells whether it is better kept in a variable than put into something else.
    pub(crate) fn is_large(&self) -> bool {
        marks::visible(&self.text) > LONGEST || self.depth > DEEPEST
    }

    /// It as an integer of 32 bits with a sign.
    pub(crate) fn wrapped(&self) -> Piece {
        match self.kind {
            Kind::Sum(_) | Kind::Product | Kind::Truth => {
                let text = format!("{} | 0", self.at(Binds::BitOr));
                let kind = match self.kind {
                    Kind::Truth => Kind::Small,
                    _ => Kind::Signed,
                };
                Piece::of(text, Binds::BitOr, kind, &[self])
            }
            _ => self.clone(),
        }
    }

    /// What a variable is that holds it.
    pub(crate) fn kind_when_set(&self) -> Kind {
        match self.kind {
            Kind::Sum(_) | Kind::Product => Kind::Signed,
            Kind::Truth => Kind::Small,
            kind => kind,
        }
    }

    /// It as an operand of an operator that wraps its operands.
    pub(crate) fn wrapping(&self) -> Piece {
        match self.kind {
            // A truth is a number there, too, but compilers of JavaScript like numbers better.
            Kind::Truth => self.wrapped(),
            _ => self.clone(),
        }
    }

    /// It without a sign.
    pub(crate) fn unsigned(&self) -> Piece {
        if let Some(number) = self.number {
            let text = (number as u32).to_string();
            return Piece::new(text, Binds::Whole, Kind::Product);
        }
        match self.kind {
            Kind::Small => self.clone(),
            Kind::Truth => self.wrapped(),
            _ => {
                let text = format!("{} >>> 0", self.at(Binds::Shift));
                Piece::of(text, Binds::Shift, Kind::Product, &[self])
            }
        }
    }

    /// The sum or difference of two integers, not wrapped.
    pub(crate) fn sum(left: &Piece, right: &Piece, is_difference: bool) -> Piece {
        match (left.number, right.number) {
            (Some(left), Some(right)) => {
                return Piece::int(match is_difference {
                    true => left.wrapping_sub(right),
                    false => left.wrapping_add(right),
                });
            }
            (_, Some(0)) => return left.wrapped(),
            (Some(0), _) if !is_difference => return right.wrapped(),
            _ => {}
        }
        let terms = |piece: &Piece, other: &Piece| match piece.kind {
            Kind::Sum(terms) => Some(terms.max(1)),
            Kind::Product | Kind::Truth => None,
            _ => match (piece.number, other.kind) {
                (Some(number), Kind::Signed | Kind::Small) if number.unsigned_abs() <= SMALL => {
                    Some(0)
                }
                _ => Some(1),
            },
        };
        let fit = |left: &Piece, right: &Piece| {
            let count = terms(left, right)?.checked_add(terms(right, left)?)?;
            (count <= MOST_ADDED).then_some(count)
        };
        let (left, right, count) = match fit(left, right) {
            Some(count) => (left.clone(), right.clone(), count),
            None => (left.wrapped(), right.wrapped(), 2),
        };
        let sign = match (is_difference, right.number) {
            (_, Some(number)) if number < 0 && number != i32::MIN => {
                let sign = if is_difference { '+' } else { '-' };
                let text = format!("{} {sign} {}", left.at(Binds::Sum), -number);
                return Piece::of(text, Binds::Sum, Kind::Sum(count), &[&left, &right]);
            }
            (true, _) => "-",
            (false, _) => "+",
        };
        Piece::infix(&left, sign, &right, Binds::Sum, Kind::Sum(count))
    }

    /// It as a condition.
    pub(crate) fn truth(&self) -> Piece {
        match self.kind {
            Kind::Sum(_) | Kind::Product => self.wrapped(),
            _ => self.clone(),
        }
    }

    /// The contrary of it as a condition.
    pub(crate) fn negated(&self) -> Piece {
        let own = self.truth();
        let contrary = Some(Contrary {
            text: own.text.clone(),
            binds: own.binds,
            kind: own.kind,
        });
        match &own.contrary {
            Some(other) => Piece {
                text: other.text.clone(),
                binds: other.binds,
                kind: other.kind,
                contrary,
                ..own.clone()
            },
            None => Piece {
                contrary,
                ..Piece::of(
                    format!("!{}", own.at(Binds::Unary)),
                    Binds::Unary,
                    Kind::Truth,
                    &[&own],
                )
            },
        }
    }

    /// It if it is a truth, else whether it is not zero.
    pub(crate) fn is_not_zero_unless_truth(&self) -> Piece {
        match self.kind {
            Kind::Truth => self.clone(),
            _ => Piece::compared(
                &self.wrapped(),
                ["!==", "==="],
                &Piece::int(0),
                Binds::Equality,
            ),
        }
    }

    /// A comparison of two, with the sign of its contrary.
    pub(crate) fn compared(
        left: &Piece,
        [sign, contrary]: [&str; 2],
        right: &Piece,
        binds: Binds,
    ) -> Piece {
        let other = Piece::infix(left, contrary, right, binds, Kind::Truth);
        Piece {
            contrary: Some(Contrary {
                text: other.text,
                binds,
                kind: Kind::Truth,
            }),
            ..Piece::infix(left, sign, right, binds, Kind::Truth)
        }
    }
}

/// A text, in brackets if it must.
pub(crate) struct Bracketed<'a>(&'a str, bool);

impl fmt::Display for Bracketed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            true => write!(f, "({})", self.0),
            false => f.write_str(self.0),
        }
    }
}
