//! Why a division is not proved.

use std::fmt;

use unsnarl::BlockId;

use crate::check::rewrite::Difference;
use crate::symbol::Symbol;
use crate::verify::Violation;

/// Why it is not proved that a divided function does what it did.
///
/// Displayed as the place and the reason, such as `part @7, b3: a part is called twice`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Broken {
    /// Parts cannot be joined to the function again.
    Rule(Place, Rule),
    /// What is joined breaks a rule of the machine: a value is used that does not come there.
    Violation(Violation),
    /// What is joined has other edges out of this block of the function before.
    Edges(BlockId),
    /// What is joined does something else. Instructions are counted among those that are needed, in
    /// blocks that are one if only a jump is between them.
    Difference(Difference),
}

/// Where a rule is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The part; none if it is the function.
    pub part: Option<Symbol>,
    /// The block, if it is in one.
    pub block: Option<BlockId>,
}

/// A rule of divided functions that is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Two parts or variables have one symbol.
    Twice,
    /// The function before refers to a part or a variable.
    Mentioned,
    /// Something else than a call refers to a part, or than reading and setting to a variable.
    Reference,
    /// A variable is read or set with another type.
    VariableType,
    /// A part has a frame.
    Frame,
    /// A part has other widths of addresses.
    Widths,
    /// A part ends with a tail call.
    TailCall,
    /// A part sets the stack pointer.
    StackPointer,
    /// A part is not called.
    NotCalled,
    /// A part is called twice.
    CalledTwice,
    /// A block calls two parts.
    TwoCalls,
    /// A call does not fit the signature of the part.
    Signature,
    /// A call need not happen.
    NotKept,
    /// Something else than reading follows a call in its block.
    AfterCall,
    /// The block of a call decides on something else, or does not end with a decision.
    Decision,
    /// A part returns something else than the number of an exit.
    Selector,
    /// A variable is read that nothing has set since something else happened.
    Unset,
    /// An exit takes a value that the part did not bring.
    NotBrought,
    /// A value is used that is not the same on every way from the part.
    Stale,
}

impl Rule {
    fn text(self) -> &'static str {
        match self {
            Rule::Twice => "two parts or variables have the same symbol",
            Rule::Mentioned => "a part or variable is used before division",
            Rule::Reference => "a part or variable is referenced other than by a call or an access",
            Rule::VariableType => "a variable has the wrong type",
            Rule::Frame => "a part has a frame",
            Rule::Widths => "the address widths of a part differ from those of the function",
            Rule::TailCall => "a part ends with a tail call",
            Rule::StackPointer => "a part sets the stack pointer",
            Rule::NotCalled => "a part is not called",
            Rule::CalledTwice => "a part is called twice",
            Rule::TwoCalls => "a block calls two parts",
            Rule::Signature => "a call does not match the signature of its part",
            Rule::NotKept => "a call of a part may be dropped",
            Rule::AfterCall => {
                "an instruction other than a read follows the call of a part in its block"
            }
            Rule::Decision => "a block does not end with a decision on the result of its part",
            Rule::Selector => "a part returns a value that is not the number of an exit",
            Rule::Unset => "a variable is read without being set by the last call",
            Rule::NotBrought => "an exit takes a value that the part does not pass",
            Rule::Stale => "a value is used that the part does not pass on every path",
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part {
            Some(symbol) => write!(f, "part {symbol}")?,
            None => f.write_str("divided function")?,
        }
        match self.block {
            Some(block) => write!(f, ", {block}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Rule(place, rule) => write!(f, "{place}: {}", rule.text()),
            Broken::Violation(violation) => write!(f, "after joining the parts, {violation}"),
            Broken::Edges(block) => {
                write!(f, "{block}: after joining the parts, its edges differ")
            }
            Broken::Difference(difference) => write!(f, "after joining the parts, {difference}"),
        }
    }
}

impl std::error::Error for Broken {}
