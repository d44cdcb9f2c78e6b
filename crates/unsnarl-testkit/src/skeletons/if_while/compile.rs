//! Skeletons without jumps as operations.
//!
//! *Needs:* a text, a statement or bracket on each line.
//! *Gives:* [`compile`]: its operations, or the first line that is wrong.
//! *Cost:* O(text · variables).

use super::condition;
use super::machine::{Code, Operation};

/// A bracket that is open.
enum Open {
    /// An `if`: the jumps from the ends of its parts, and the one past the part that is open.
    If(Vec<usize>, Option<usize>),
    /// A loop: where it begins, and the jump past its end.
    Loop(usize, Option<usize>),
    /// A `choose`: the jumps from the ends of its cases, and whether one of them is the default.
    Choose(Vec<usize>, bool),
    /// A case of it: the jump past it.
    Case(Option<usize>),
}

/// Makes operations of a text.
pub(super) fn compile(text: &str) -> Result<Code, String> {
    let mut compiler = Compiler {
        code: Vec::new(),
        names: Vec::new(),
        open: Vec::new(),
    };
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if !line.is_empty() {
            let problem = |problem| format!("line {}: {problem}", number + 1);
            compiler.line(line).map_err(problem)?;
        }
    }
    match compiler.open.is_empty() {
        true => Ok(Code {
            operations: compiler.code,
            names: compiler.names,
        }),
        false => Err(String::from("a bracket is open at the end")),
    }
}

struct Compiler {
    code: Vec<Operation>,
    names: Vec<String>,
    open: Vec<Open>,
}

impl Compiler {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let case = line.strip_prefix("case ").map(Some);
        let case = case.or((line == "default {").then_some(None));
        if let Some(values) = case {
            return self
                .case(values)
                .ok_or_else(|| format!("{line} is in no choose"));
        }
        if line == "}" {
            return self.close().ok_or_else(|| format!("{line} closes nothing"));
        }
        if let Some(Open::Choose(..)) = self.open.last() {
            return Err(format!("{line} is in no case"));
        }
        if let Some(rest) = line.strip_prefix("} else ") {
            return self.go_on(line, rest);
        }
        match (line.strip_suffix(" {"), line) {
            (Some(head), _) => self.open(line, head),
            (None, "return") => self.push(Operation::Return),
            (None, "unreachable") => self.push(Operation::Unreachable),
            (None, _) => self.statement(line),
        }
    }

    fn push(&mut self, operation: Operation) -> Result<(), String> {
        self.code.push(operation);
        Ok(())
    }

    fn condition(&mut self, text: &str) -> Result<(), String> {
        condition::compile(text, &mut self.names, &mut self.code)
    }

    fn statement(&mut self, line: &str) -> Result<(), String> {
        let index = |name| argument(line, name);
        if let Some(index) = index("block") {
            return self.push(Operation::Block(index));
        }
        if let Some(index) = index("decide") {
            self.push(Operation::Decide(index))?;
            return self.push(Operation::Drop);
        }
        let Some((name, value)) = line.split_once(" = ") else {
            return Err(format!("{line} is no statement"));
        };
        self.condition(value)?;
        let variable = condition::variable(name, &mut self.names);
        self.push(Operation::Store(variable))
    }

    /// Leaves room for a jump, and gives its place.
    fn jump(&mut self) -> usize {
        self.code.push(Operation::Jump(usize::MAX));
        self.code.len() - 1
    }

    /// Asks a condition, and gives the place of the jump if it does not hold.
    fn test(&mut self, text: &str) -> Result<usize, String> {
        self.condition(text)?;
        self.code.push(Operation::JumpUnless(usize::MAX));
        Ok(self.code.len() - 1)
    }

    /// Lets jumps come here.
    fn land(&mut self, jumps: impl IntoIterator<Item = usize>) {
        let here = self.code.len();
        for jump in jumps {
            self.code[jump] = match self.code[jump] {
                Operation::JumpUnless(_) => Operation::JumpUnless(here),
                _ => Operation::Jump(here),
            };
        }
    }

    fn open(&mut self, line: &str, head: &str) -> Result<(), String> {
        let start = self.code.len();
        let opened = match head.split_once(' ') {
            None if head == "loop" => Open::Loop(start, None),
            Some(("while", condition)) => Open::Loop(start, Some(self.test(condition)?)),
            Some(("if", condition)) => Open::If(Vec::new(), Some(self.test(condition)?)),
            Some(("choose", operand)) => {
                self.condition(operand)?;
                Open::Choose(Vec::new(), false)
            }
            _ => return Err(format!("{line} is no statement")),
        };
        self.open.push(opened);
        Ok(())
    }

    /// Begins the next part of an `if`.
    fn go_on(&mut self, line: &str, rest: &str) -> Result<(), String> {
        let no_if = || format!("{line} has no if");
        let Some(Open::If(mut ends, Some(past))) = self.open.pop() else {
            return Err(no_if());
        };
        ends.push(self.jump());
        self.land([past]);
        let past = match rest
            .strip_prefix("if ")
            .and_then(|rest| rest.strip_suffix(" {"))
        {
            Some(condition) => Some(self.test(condition)?),
            None if rest == "{" => None,
            None => return Err(no_if()),
        };
        self.open.push(Open::If(ends, past));
        Ok(())
    }

    /// Begins a case of the innermost `choose`, with its values or for all others; that comes last.
    fn case(&mut self, values: Option<&str>) -> Option<()> {
        match self.open.last_mut() {
            Some(Open::Choose(_, has_default)) if !*has_default => *has_default = values.is_none(),
            _ => return None,
        }
        let past = match values {
            None => None,
            Some(values) => {
                let mut chosen = Vec::new();
                for value in values.strip_suffix(" {")?.split(", ") {
                    let value = value.parse().ok()?;
                    let test = [Operation::Again, Operation::Push(value), Operation::Equal];
                    self.code.extend(test);
                    self.code.push(Operation::Not);
                    self.code.push(Operation::JumpUnless(usize::MAX));
                    chosen.push(self.code.len() - 1);
                }
                let past = self.jump();
                self.land(chosen);
                Some(past)
            }
        };
        self.open.push(Open::Case(past));
        Some(())
    }

    fn close(&mut self) -> Option<()> {
        match self.open.pop()? {
            Open::If(ends, past) => self.land(ends.into_iter().chain(past)),
            Open::Loop(start, past) => {
                self.code.push(Operation::Jump(start));
                self.land(past);
            }
            Open::Choose(ends, _) => {
                self.land(ends);
                self.code.push(Operation::Drop);
            }
            Open::Case(past) => {
                let end = self.jump();
                self.land(past);
                if let Some(Open::Choose(ends, _)) = self.open.last_mut() {
                    ends.push(end);
                }
            }
        }
        Some(())
    }
}

/// Gives the argument of a call of a function with this name.
fn argument(line: &str, name: &str) -> Option<usize> {
    let rest = line.strip_prefix(name)?.strip_prefix('(')?;
    rest.strip_suffix(')')?.parse().ok()
}
