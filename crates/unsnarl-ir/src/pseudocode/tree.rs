//! Expressions and statements as trees.
//!
//! *Gives:* [`Expression`], which names the instructions that it stands for, and [`Statement`].
//! *Limits:* [`super::fold`] limits the number of instructions in an expression, so walks of one
//! may recurse.

use crate::debug::TypeRef;
use crate::id::{BlockId, InstId, ValueId};

/// An expression.
#[derive(Clone, Debug)]
pub struct Expression {
    /// The instructions that it stands for, besides those of its parts: none for a name or a
    /// constant, several where one expression stands for two instructions.
    pub made_by: Vec<InstId>,
    /// The form in which it is written.
    pub shape: Shape,
    /// Debug information about its type.
    pub(super) known: Option<Known>,
}

/// Debug information about a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// Its type.
    Is(TypeRef),
    /// It is the address of an object of this type.
    PointsTo(TypeRef),
}

/// The form of an expression.
#[derive(Clone, Debug)]
pub enum Shape {
    /// The name of a value.
    Value(ValueId),
    /// The variable that an `alloca` makes.
    Variable(InstId),
    /// A value that a copy has kept, by the number of its name.
    Kept(usize, ValueId),
    /// Words that need no parentheses, or a number.
    Text(String),
    /// `-x`, `(i64)x`.
    Prefix(String, Box<Expression>),
    /// `x + y`.
    Infix(Infix, Box<Expression>, Box<Expression>),
    /// `x ? y : z`.
    Choice(Box<[Expression; 3]>),
    /// `x = y`, whose value is `y`.
    Assign(ValueId, Box<Expression>),
    /// `f(x, y)`.
    Call(Box<Expression>, Vec<Expression>),
    /// An object in memory, or a part of a value: `*p`, `p[i]`, `p->next`, `x.0`.
    Place(Place),
    /// The address of an object in memory: `&p[i]`.
    AddressOf(Place),
}

/// A place in memory, or a part of a value.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its start.
    pub base: Base,
    /// The way from there.
    pub steps: Vec<Step>,
    /// Debug information about the type of the object there.
    pub(super) ty: Option<TypeRef>,
    /// Its size in bytes, if the steps determine it.
    pub(super) size: Option<u64>,
}

/// The start of a [`Place`].
#[derive(Clone, Debug)]
pub enum Base {
    /// At a variable or a value: `x`.
    Object(Box<Expression>),
    /// At the object that an address points to: `*p`.
    Pointer(Box<Expression>),
}

/// A step on the way to a [`Place`].
#[derive(Clone, Debug)]
pub enum Step {
    /// Elements from an address: `p[i]`. Only the first step can be one.
    Element(Expression),
    /// An element of an array: `a[i]`.
    Index(Expression),
    /// A field by its name or number: `a.x`, `p->x`.
    Field(String),
    /// Bytes: `p[12 bytes]`.
    Bytes(Expression),
}

/// A sign between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Infix {
    /// The sign.
    pub sign: &'static str,
    /// How tightly it binds.
    pub(super) level: Level,
}

/// The binding strength of operators, as in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Assign,
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

/// A statement.
#[derive(Clone, Debug)]
pub enum Statement {
    /// The variable of an `alloca` begins.
    Declare(InstId),
    /// A value gets its name.
    Assign {
        /// The value.
        to: ValueId,
        /// Its expression.
        value: Expression,
    },
    /// Memory is written.
    Store {
        /// The instruction.
        inst: InstId,
        /// The place that is written.
        place: Expression,
        /// The value that is written.
        value: Expression,
    },
    /// An action without a result.
    Do(Expression),
    /// A copy of the edges to a block comes before the decision.
    Copy {
        /// The block.
        to: BlockId,
        /// The copy.
        copy: Copy,
    },
    /// The decision of a block is saved for later.
    Save {
        /// The block.
        block: BlockId,
        /// The decision.
        value: Expression,
    },
}

/// A copy on an edge.
#[derive(Clone, Debug)]
pub enum Copy {
    /// A phi gets the value of an expression.
    Assign {
        /// The value of the phi.
        to: ValueId,
        /// Its new value.
        value: Expression,
    },
    /// A value is kept before the next copy overwrites it.
    Keep {
        /// The number of the name under which it is kept.
        number: usize,
        /// The value.
        value: ValueId,
    },
}

impl Expression {
    pub(super) fn new(shape: Shape) -> Self {
        Expression {
            made_by: Vec::new(),
            shape,
            known: None,
        }
    }

    pub(super) fn text(text: impl Into<String>) -> Self {
        Expression::new(Shape::Text(text.into()))
    }

    pub(super) fn prefix(sign: impl Into<String>, operand: Expression) -> Self {
        Expression::new(Shape::Prefix(sign.into(), Box::new(operand)))
    }

    pub(super) fn infix(infix: Infix, left: Expression, right: Expression) -> Self {
        Expression::new(Shape::Infix(infix, Box::new(left), Box::new(right)))
    }

    pub(super) fn call(name: impl Into<String>, arguments: Vec<Expression>) -> Self {
        Expression::new(Shape::Call(Box::new(Expression::text(name)), arguments))
    }

    /// Adds an instruction that it stands for.
    pub(super) fn by(mut self, inst: InstId) -> Self {
        self.made_by.push(inst);
        self
    }

    /// Adds the instructions for which one of its parts stood, unless that part is still there.
    pub(super) fn with(mut self, insts: Vec<InstId>) -> Self {
        let mut is_there = insts.is_empty();
        self.walk(&mut |part| is_there |= part.made_by.iter().any(|inst| insts.contains(inst)));
        if !is_there {
            self.made_by.extend(insts);
        }
        self
    }

    pub(super) fn known(mut self, known: Option<Known>) -> Self {
        self.known = known;
        self
    }

    /// Walks the parts, from left to right.
    pub fn parts(&self) -> Vec<&Expression> {
        match &self.shape {
            Shape::Value(_) | Shape::Variable(_) | Shape::Kept(..) | Shape::Text(_) => Vec::new(),
            Shape::Prefix(_, operand) | Shape::Assign(_, operand) => vec![operand],
            Shape::Infix(_, left, right) => vec![left, right],
            Shape::Choice(parts) => parts.iter().collect(),
            Shape::Call(callee, arguments) => std::iter::once(&**callee).chain(arguments).collect(),
            Shape::Place(place) | Shape::AddressOf(place) => {
                let base = match &place.base {
                    Base::Object(base) | Base::Pointer(base) => &**base,
                };
                let indices = place.steps.iter().filter_map(|step| match step {
                    Step::Element(index) | Step::Index(index) | Step::Bytes(index) => Some(index),
                    Step::Field(_) => None,
                });
                std::iter::once(base).chain(indices).collect()
            }
        }
    }

    /// Calls `visit` with it and all its parts, outer ones first.
    pub fn walk<'e>(&'e self, visit: &mut impl FnMut(&'e Expression)) {
        visit(self);
        for part in self.parts() {
            part.walk(visit);
        }
    }

    /// Reads some values from where a copy has kept them.
    pub(super) fn keep(&mut self, is_meant: &impl Fn(ValueId) -> bool, number: usize) {
        match self.shape {
            Shape::Value(value) if is_meant(value) => self.shape = Shape::Kept(number, value),
            _ => {
                let parts = self.parts_mut().into_iter();
                parts.for_each(|part| part.keep(is_meant, number));
            }
        }
    }

    /// Walks the parts, from left to right, for change.
    pub fn parts_mut(&mut self) -> Vec<&mut Expression> {
        match &mut self.shape {
            Shape::Value(_) | Shape::Variable(_) | Shape::Kept(..) | Shape::Text(_) => Vec::new(),
            Shape::Prefix(_, operand) | Shape::Assign(_, operand) => vec![operand],
            Shape::Infix(_, left, right) => vec![left, right],
            Shape::Choice(parts) => parts.iter_mut().collect(),
            Shape::Call(callee, arguments) => {
                std::iter::once(&mut **callee).chain(arguments).collect()
            }
            Shape::Place(place) | Shape::AddressOf(place) => {
                let (Base::Object(base) | Base::Pointer(base)) = &mut place.base;
                let indices = place.steps.iter_mut().filter_map(|step| match step {
                    Step::Element(index) | Step::Index(index) | Step::Bytes(index) => Some(index),
                    Step::Field(_) => None,
                });
                std::iter::once(&mut **base).chain(indices).collect()
            }
        }
    }
}

impl Place {
    pub(super) fn new(base: Base, steps: Vec<Step>) -> Self {
        Place {
            base,
            steps,
            ty: None,
            size: None,
        }
    }

    /// Tells whether its address is its base's address.
    pub(super) fn is_itself(&self) -> bool {
        matches!(self.base, Base::Pointer(_)) && self.steps.is_empty()
    }
}

impl Statement {
    /// Returns the expressions in it, in the order in which they are computed.
    pub fn expressions(&self) -> Vec<&Expression> {
        match self {
            Statement::Declare(_) => Vec::new(),
            Statement::Assign { value, .. }
            | Statement::Do(value)
            | Statement::Save { value, .. } => vec![value],
            Statement::Copy { copy, .. } => match copy {
                Copy::Assign { value, .. } => vec![value],
                Copy::Keep { .. } => Vec::new(),
            },
            Statement::Store { place, value, .. } => vec![place, value],
        }
    }
}
