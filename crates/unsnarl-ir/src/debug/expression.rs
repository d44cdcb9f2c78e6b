//! Expressions: the way from an address or a value to a variable.

use super::words::Operator;

/// The location or the value of a variable, computed from an address or a value: numbers, where
/// each operator is followed by its arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Expression {
    /// Operators and their arguments, with LLVM's numbers.
    pub elements: Box<[u64]>,
}

/// A step of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<'a> {
    /// The operator.
    pub operator: Operator,
    /// Its arguments.
    pub arguments: &'a [u64],
}

/// A part of a variable, in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fragment {
    /// The first bit.
    pub offset: u64,
    /// The number of bits.
    pub size: u64,
}

impl Expression {
    /// Walks the steps. Ends early where a number is not an operator, or arguments are missing.
    pub fn steps(&self) -> Steps<'_> {
        Steps {
            rest: &self.elements,
        }
    }

    /// Tells whether the whole expression consists of steps, with a fragment at the end only.
    pub fn is_well_formed(&self) -> bool {
        let mut steps = self.steps();
        let mut is_last = true;
        while let Some(step) = steps.next() {
            is_last &= step.operator != Operator::FRAGMENT || steps.rest.is_empty();
        }
        is_last && steps.rest.is_empty()
    }

    /// Returns the part of the variable that the expression describes; nothing if it describes the
    /// whole variable.
    pub fn fragment(&self) -> Option<Fragment> {
        let last = self.steps().last()?;
        match *last.arguments {
            [offset, size] if last.operator == Operator::FRAGMENT => {
                Some(Fragment { offset, size })
            }
            _ => None,
        }
    }

    /// Counts the operands that it refers to by number: the highest number plus 1.
    pub fn operands(&self) -> u64 {
        let steps = self.steps();
        let named = steps.filter(|step| step.operator == Operator::ARG);
        let numbers = named.filter_map(|step| step.arguments.first()?.checked_add(1));
        numbers.max().unwrap_or_default()
    }
}

/// The steps of an expression.
#[derive(Clone, Debug)]
pub struct Steps<'a> {
    rest: &'a [u64],
}

impl<'a> Iterator for Steps<'a> {
    type Item = Step<'a>;

    fn next(&mut self) -> Option<Step<'a>> {
        let (&first, rest) = self.rest.split_first()?;
        let operator = Operator(u16::try_from(first).ok()?);
        operator.name()?;
        let arguments = rest.get(..operator.arguments())?;
        self.rest = &rest[arguments.len()..];
        Some(Step {
            operator,
            arguments,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(elements: &[u64], is_well_formed: bool, fragment: Option<(u64, u64)>) {
        let elements = elements.into();
        let expression = Expression { elements };
        assert_eq!(expression.is_well_formed(), is_well_formed);
        let found = expression.fragment();
        assert_eq!(found.map(|part| (part.offset, part.size)), fragment);
    }

    #[test]
    fn steps_and_fragments() {
        check(&[], true, None);
        check(&[0x06, 0x23, 8, 0x1000, 32, 64], true, Some((32, 64)));
        // A fragment that is not at the end, missing arguments, and a number that is not an
        // operator.
        check(&[0x1000, 32, 64, 0x06], false, None);
        check(&[0x23], false, None);
        check(&[0x06, 0xfff_ffff], false, None);
    }

    #[test]
    fn operands_are_counted() {
        let elements = [0x1005, 0, 0x1005, 2, 0x22].into();
        assert_eq!(Expression { elements }.operands(), 3);
    }
}
