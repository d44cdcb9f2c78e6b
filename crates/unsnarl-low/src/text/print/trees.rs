//! Expression trees as text: the code of a stack machine.

use std::fmt;

use super::{Printed, Printer};
use crate::machine::Source;
use crate::op::Op;
use crate::symbol::{Symbol, SymbolNames};
use crate::trees::{Code, Trees};
use crate::{Callee, Exit, Function};

/// A function as trees, displayed as text.
pub struct PrintedTrees<'f> {
    plain: Printed<'f>,
    trees: &'f Trees,
}

/// Shows the [trees](crate::trees) of a function, under the name of its symbol: for each block the
/// code of a stack machine, a line each. `get`, `set` and `tee` access registers; `exit` ends the
/// block by what is on the stack. It is not read back.
pub fn print_trees<'f>(
    symbol: Symbol,
    function: &'f Function,
    trees: &'f Trees,
    names: &'f dyn SymbolNames,
) -> PrintedTrees<'f> {
    PrintedTrees {
        plain: super::print(symbol, function, names),
        trees,
    }
}

impl fmt::Display for PrintedTrees<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = self.plain.printer(f);
        printer.header(self.plain.symbol)?;
        for &block in self.plain.function.order() {
            printer.block_header(block)?;
            let code = self.trees.block(block);
            for &item in &code.run {
                printer.code(item)?;
            }
            for &item in &code.exit {
                printer.code(item)?;
            }
            printer.out.write_str("  ")?;
            printer.bare_exit(&self.plain.function.block(block).exit)?;
            printer.slots(block)?;
            printer.out.write_str("\n")?;
        }
        printer.out.write_str("}\n")
    }
}

impl Printer<'_, '_> {
    fn code(&mut self, code: Code) -> fmt::Result {
        self.out.write_str("  ")?;
        match code {
            Code::Inst(inst) => {
                let op: Op = self.function.inst(inst).op;
                self.op(&op)?;
            }
            Code::Drop => self.out.write_str("drop")?,
            Code::Rematerialise(reg) => match self.function.source(reg) {
                Source::Number(number) => self.number(number)?,
                Source::Frame(offset) => write!(self.out, "frame+{offset}")?,
                _ => self.defined(reg)?,
            },
            Code::Get(reg) | Code::Set(reg) | Code::Tee(reg) => {
                let word = match code {
                    Code::Get(_) => "get ",
                    Code::Set(_) => "set ",
                    _ => "tee ",
                };
                self.out.write_str(word)?;
                self.defined(reg)?;
            }
        }
        self.out.write_str("\n")
    }

    /// The word of an exit, whose operands are on the stack.
    fn bare_exit(&mut self, exit: &Exit) -> fmt::Result {
        let callee: Option<Callee> = self.exit_word(exit)?;
        callee.map_or(Ok(()), |callee| self.callee(callee))
    }
}
