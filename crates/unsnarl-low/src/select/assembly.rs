//! Inline assembly without instructions.
//!
//! C uses `asm("" : "+r"(x) : : "memory")` to make the optimiser forget what it knows, which it has
//! done before this crate reads the code: all that is left is that an operand tied to a result is
//! that result. A result that no operand is tied to is undefined.
//! *Limits:* assembly with a text is an error.

use crate::machine::Reg;
use unsnarl_ir::{Call, TypeId};

use crate::select::error::SelectError;
use crate::select::error::unsupported;
use crate::select::selection::Selection;

impl Selection<'_> {
    pub(super) fn assembly(
        &mut self,
        text: &str,
        constraints: &str,
        call: &Call,
        result: Option<TypeId>,
    ) -> Result<Vec<Reg>, SelectError> {
        if !text.trim().is_empty() {
            let text = text.escape_debug();
            return Err(unsupported(&format!(
                "inline assembly with the text '{text}'"
            )));
        }
        let Some(result) = result else {
            return Ok(Vec::new());
        };
        let types = self.outputs(result, constraints)?;
        let mut regs = Vec::new();
        for (number, ty) in types.into_iter().enumerate() {
            match tied_argument(constraints, number) {
                Some(index) => {
                    let argument = call.arguments.get(index);
                    let argument = argument.ok_or(SelectError::OperandType("inline assembly"))?;
                    if self.operand_type(argument.value) != ty {
                        return Err(unsupported(
                            "inline assembly whose result has another type than its operand",
                        ));
                    }
                    regs.extend(self.operand(argument.value)?);
                }
                None => {
                    for part in self.parts(ty)? {
                        regs.push(self.zero(part.ty));
                    }
                }
            }
        }
        Ok(regs)
    }

    /// The types of the results: the fields of a struct if there are several.
    fn outputs(&self, result: TypeId, constraints: &str) -> Result<Vec<TypeId>, SelectError> {
        let count = constraints
            .split(',')
            .filter(|text| is_result(text))
            .count();
        if count == 1 {
            return Ok(vec![result]);
        }
        let types: Option<Vec<TypeId>> = (0..count as u64)
            .map(|index| self.module.types.member(result, index))
            .collect();
        types.ok_or(SelectError::OperandType("inline assembly"))
    }
}

/// Tells whether a constraint is that of a result; a result in memory has its address among the
/// arguments.
fn is_result(constraint: &str) -> bool {
    constraint.starts_with('=') && !constraint.contains('*')
}

/// The number of the argument that is tied to a result.
fn tied_argument(constraints: &str, result: usize) -> Option<usize> {
    let mut argument = 0;
    let output = constraints
        .split(',')
        .enumerate()
        .filter(|(_, text)| is_result(text))
        .nth(result)?
        .0;
    for text in constraints.split(',') {
        if text.starts_with('~') || is_result(text) {
            continue;
        }
        if text.parse() == Ok(output) {
            return Some(argument);
        }
        argument += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::tied_argument;

    #[test]
    fn arguments_are_counted_without_results_and_clobbers() {
        assert_eq!(tied_argument("=r,0", 0), Some(0));
        assert_eq!(tied_argument("=r,r,0,~{memory}", 0), Some(1));
        assert_eq!(tied_argument("=r,=r,1,0", 0), Some(1));
        assert_eq!(tied_argument("=r,=r,1,0", 1), Some(0));
        assert_eq!(tied_argument("=*m,=r,r,1", 0), Some(2));
        assert_eq!(tied_argument("=r,~{memory}", 0), None);
    }
}
