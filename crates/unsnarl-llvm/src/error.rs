//! Errors in a text.

use std::ops::{Deref, Range};

/// Why a text could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {cause}")]
pub struct ReadError {
    /// The cause.
    pub cause: Cause,
    /// The bytes of the text that show it.
    pub span: Range<usize>,
    /// The line of the first byte, counted from 1.
    pub line: usize,
    /// The column of the first byte in characters, counted from 1.
    pub column: usize,
    /// What to write instead, where that can be told.
    pub remedy: Option<Box<Remedy>>,
}

/// What of a text could be read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// What could be read. Unreadable functions and variables are declarations; constants
    /// that nothing uses may break rules.
    pub module: unsnarl_ir::Module,
    /// What could not be read, in the order of the text.
    pub unread: Vec<Unread>,
    /// What of debug information was left out. Code does not depend on it.
    pub omissions: Vec<Omission>,
}

/// Debug information that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Omission {
    /// Why, and where first.
    pub error: ReadError,
    /// How often for this reason.
    pub count: usize,
}

/// Why debug information is left out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Omitted {
    /// There is some, and no compile unit.
    #[error("dropped debug information: it has no compile unit")]
    NoUnit,
    /// The flags of the module say another version than LLVM's, or none.
    #[error("dropped debug information: the module flag 'Debug Info Version' is not 3")]
    Version {
        /// The version that they say.
        found: Option<u32>,
    },
    /// A class of metadata that this reader does not know.
    #[error("dropped unknown debug metadata '!{word}'")]
    Class {
        /// Its name.
        word: String,
    },
    /// A field that this reader does not know.
    #[error("dropped unknown field '{name}' of '!{class}'")]
    Field {
        /// The name of the class.
        class: &'static str,
        /// The name of the field.
        name: String,
    },
    /// A field has a value that it cannot have.
    #[error("dropped field '{name}' of '!{class}': invalid value")]
    FieldValue {
        /// The name of the class.
        class: &'static str,
        /// The name of the field.
        name: String,
    },
    /// A number that no debug metadata has.
    #[error("dropped undefined debug metadata {name}")]
    Undefined {
        /// The number with its sigil.
        name: String,
    },
    /// A number that is defined a second time.
    #[error("debug metadata {name} is defined twice: the first definition is used")]
    Redefined {
        /// The number with its sigil.
        name: String,
    },
    /// A definition that cannot be read to its end.
    #[error("the rest of this debug metadata cannot be read")]
    Definition,
    /// A list that cannot be read.
    #[error("this list of debug metadata cannot be read")]
    List,
    /// An expression that cannot be read.
    #[error("this debug expression cannot be read")]
    Expression,
    /// An attachment of another kind than is wanted here.
    #[error("dropped debug metadata that cannot be attached here")]
    Attachment,
    /// A record that cannot be read.
    #[error("dropped a debug record that cannot be read")]
    Record,
    /// A record names a value that its function does not have.
    #[error("{name} is not defined: the source variable with this value is shown as optimised out")]
    Value {
        /// The name with its sigil.
        name: String,
    },
    /// A constant in a record that cannot be read.
    #[error(
        "this constant cannot be read: the source variable with this value is shown as optimised out"
    )]
    Constant,
    /// A scope that is in itself.
    #[error("dropped a debug scope that contains itself")]
    Circle,
    /// Something that breaks a rule.
    #[error("{what}: this debug information is dropped")]
    Rule {
        /// The rule.
        rule: unsnarl_ir::DebugRule,
        /// What is wrong.
        what: &'static str,
    },
}

/// Something that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// What it defines.
    pub what: Entity,
    /// Why not, and where.
    pub error: ReadError,
}

/// The kind of an item at the top level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entity {
    /// A function, by its name without `@`.
    Function(String),
    /// A variable, alias or ifunc, by its name without `@`.
    Global(String),
    /// Anything else, or what has no name.
    Other,
}

/// The cause of an error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Cause {
    /// Something else was expected here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What was expected.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// A construct that LLVM IR does not have, or has only in versions that are yet to come.
    #[error("unknown {construct}")]
    Unknown {
        /// Its kind and name or number, such as `instruction 'frobnicate'`.
        construct: String,
    },
    /// A construct of LLVM IR that this reader does not translate.
    #[error("unsupported {construct}")]
    Unsupported {
        /// Its kind and name, such as `instruction 'landingpad'`.
        construct: String,
    },
    /// A name is used but not defined.
    #[error("{name} is used but not defined")]
    Undefined {
        /// The name with its sigil.
        name: String,
    },
    /// A name is defined a second time.
    #[error("{name} is defined twice")]
    Redefined {
        /// The name with its sigil.
        name: String,
    },
    /// An unnamed value or block has the wrong number.
    #[error("number {found} is out of order: the next one is {expected}")]
    Misnumbered {
        /// The number that its position implies.
        expected: u32,
        /// The number in the text.
        found: u32,
    },
    /// A value is used as one type and defined as another.
    #[error("{name} is used as {used}, but its type is {defined}")]
    TypeClash {
        /// The name with its sigil.
        name: String,
        /// The type that is written where it is used.
        used: String,
        /// The type that it has.
        defined: String,
    },
    /// A constant is not a value of its type.
    #[error("{constant} is not a constant of type {ty}")]
    WrongConstant {
        /// The constant as it is written.
        constant: String,
        /// The type that it should have.
        ty: String,
    },
    /// A function returns a value of another type than its result type.
    #[error("'ret' has type {found}, but the function returns {expected}")]
    WrongReturn {
        /// The type behind `ret`.
        found: String,
        /// The type before the function's name.
        expected: String,
    },
    /// A value is used where it is not defined on every path.
    #[error("{name} is used where it is not defined on every path")]
    UsedBefore {
        /// The name with its sigil.
        name: String,
    },
    /// A function has brackets with nothing between them.
    #[error("the function has no instructions")]
    NoBlocks,
    /// A number is too large, or not a number.
    #[error("number {number} does not fit here")]
    BadNumber {
        /// The number as it is written.
        number: String,
    },
    /// A string or a quoted name has no closing quote.
    #[error("string has no closing quote")]
    OpenString,
    /// A bracket that was skipped over has no closing one.
    #[error("bracket is not closed")]
    OpenBracket,
    /// A byte that begins no token.
    #[error("character {character:?} is not the start of a token of LLVM IR")]
    BadCharacter {
        /// The character.
        character: char,
    },
    /// Types or constants are nested too deep.
    #[error("nesting is deeper than {limit}")]
    TooDeep {
        /// The limit.
        limit: u32,
    },
    /// The text is too long for positions of 32 bits.
    #[error("text is longer than {limit} bytes")]
    TooLong {
        /// The limit.
        limit: usize,
    },
    /// The data layout cannot be read.
    #[error(transparent)]
    DataLayout(#[from] unsnarl_ir::DataLayoutError),
    /// Something is out of place.
    #[error("{what}")]
    Misplaced {
        /// What is where.
        what: &'static str,
    },
    /// Debug information is left out.
    #[error(transparent)]
    Omitted(#[from] Omitted),
    /// The text can be read, but breaks a rule of the module.
    #[error("{}", .0.what)]
    Rule(unsnarl_ir::Violation),
}

/// A suggestion for what to write instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Remedy {
    /// A type of C is used for one of LLVM IR.
    #[error("LLVM IR has no type '{c}': write `{llvm}`")]
    TypeOfC {
        /// The word of C.
        c: String,
        /// The equivalent type.
        llvm: &'static str,
    },
    /// A value has no type before it.
    #[error("write the type before the value, as in `i32 %x`")]
    TypeBeforeValue,
    /// `ret` has no operand.
    #[error("write `ret void` to return nothing, or a type and a value: `ret i32 0`")]
    ReturnSomething,
    /// A name has no sigil.
    #[error(
        "names of values and blocks begin with '%', those of functions and variables with '@': write `{name}`"
    )]
    Sigil {
        /// The name with its sigil.
        name: String,
    },
    /// A label has no colon.
    #[error("a label ends with a colon: write `{name}:`")]
    Colon {
        /// The label.
        name: String,
    },
    /// A branch names a block without `label`.
    #[error("write `br label {name}`, or `br i1 %condition, label %a, label %b`")]
    BranchLabel {
        /// The name of the block.
        name: String,
    },
    /// A block has no terminator.
    #[error("end the block with a terminator: `ret`, `br`, `switch` or `unreachable`")]
    Terminator,
    /// A function has brackets with nothing between them.
    #[error("write a terminator such as `ret void`, or `declare` the function instead")]
    Declare,
    /// A number is out of order.
    #[error(
        "write {sigil}{expected}, or give it a name: parameters, blocks and results without names \
         are numbered in one sequence, including a first block without a label"
    )]
    Renumber {
        /// The number that is next.
        expected: u32,
        /// `%` or `@`.
        sigil: char,
    },
    /// A symbol is not defined.
    #[error(
        "declare it: `declare void @name()` for a function, `@name = external global i32` for a variable"
    )]
    DeclareSymbol,
    /// A value or block is not defined in its function.
    #[error("define it in this function: a value by `%name = …`, a block by `name:`")]
    DefineLocal,
    /// A definition does not dominate a use.
    #[error("define it before, or merge the values of several paths with a `phi`")]
    Phi,
    /// An operand has the wrong type.
    #[error(
        "convert it: `zext`, `sext` and `trunc` for integers, `ptrtoint` and `inttoptr` for addresses"
    )]
    Convert,
    /// A number needs a point, or must not have one.
    #[error("floating-point constants have a point: `1.0`; integers have none: `1`")]
    Point,
}

/// An error whose line is not known yet.
///
/// It is one word, because every step of reading returns a token or an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault(Box<Details>);

/// What is known of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Details {
    pub(crate) cause: Cause,
    pub(crate) span: Range<usize>,
    pub(crate) remedy: Option<Box<Remedy>>,
}

impl Fault {
    pub(crate) fn new(span: Range<usize>, cause: Cause) -> Self {
        Self(Box::new(Details {
            cause,
            span,
            remedy: None,
        }))
    }

    /// Adds a suggestion.
    pub(crate) fn with(mut self, remedy: Remedy) -> Self {
        self.0.remedy = Some(Box::new(remedy));
        self
    }
}

impl Deref for Fault {
    type Target = Details;

    fn deref(&self) -> &Details {
        &self.0
    }
}

/// Finds the lines of ascending positions in one pass over the text.
pub(crate) struct Places<'s> {
    text: &'s str,
    position: usize,
    line: usize,
    column: usize,
}

impl<'s> Places<'s> {
    pub(crate) fn new(text: &'s str) -> Self {
        Self {
            text,
            position: 0,
            line: 1,
            column: 1,
        }
    }

    /// Locates a fault, which must come after all earlier ones.
    pub(crate) fn locate(&mut self, fault: Fault) -> ReadError {
        let start = self.text.floor_char_boundary(fault.span.start);
        let start = start.max(self.position);
        let between = &self.text[self.position..start];
        match between.rfind('\n') {
            Some(newline) => {
                self.line += between.bytes().filter(|&byte| byte == b'\n').count();
                self.column = 1 + between[newline + 1..].chars().count();
            }
            None => self.column += between.chars().count(),
        }
        self.position = start;
        let Details {
            cause,
            span,
            remedy,
        } = *fault.0;
        ReadError {
            cause,
            line: self.line,
            column: self.column,
            span: start..self.text.ceil_char_boundary(span.end).max(start),
            remedy,
        }
    }
}
