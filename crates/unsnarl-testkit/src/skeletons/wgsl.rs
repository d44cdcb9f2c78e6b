//! WGSL skeletons, read and validated by naga, and run as the module that naga has read.
//!
//! *Needs:* nothing. *Gives:* what every program showed on every tape; an error if naga refuses a
//! skeleton. *Cost:* that of naga, and O(statements that run).
//!
//! Nothing here knows WGSL: [`Runner`] follows naga's own representation, whose loops have a
//! `continuing` block and a condition behind it.

use super::engine::{Answers, Case, EngineError};
use super::{End, Host, Seen};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{
    Arena, BinaryOperator, Block, Expression, Function, Handle, Literal, LocalVariable, Module,
    Statement, SwitchCase, SwitchValue, UnaryOperator,
};
use std::thread;

const TOOL: &str = "naga";
/// What a skeleton calls; the runner does it instead.
const HOST: &str = "fn block(index: u32) {}
fn decide(index: u32) -> u32 { return index; }
fn unreachable() {}
";
/// Statements of one run: a wrong skeleton may run on without a block that would count.
const STATEMENTS: usize = 1_000_000;
/// naga recurses on long chains of `else if`.
const STACK: usize = 1 << 28;

/// Validates all cases, and runs each on its tapes, up to `limit` blocks.
pub fn run(cases: &[Case], limit: usize) -> Answers {
    let all = || cases.iter().map(|case| runs(case, limit)).collect();
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, all);
        let thread = thread.map_err(|error| EngineError::Process { tool: TOOL, error })?;
        thread.join().unwrap_or_else(|_| Err(failed("a panic")))
    })
}

fn failed(message: impl Into<String>) -> EngineError {
    let message = message.into();
    EngineError::Failed {
        tool: TOOL,
        message,
    }
}

fn runs(case: &Case, limit: usize) -> Result<Vec<Seen>, EngineError> {
    let source = format!("{HOST}{}", case.text);
    let module = validated(&source)?;
    let named = |(_, function): &(_, &Function)| function.name.as_deref() == Some("run");
    let (_, function) = module
        .functions
        .iter()
        .find(named)
        .ok_or_else(|| failed("there is no function run"))?;
    let run = |tape: &Vec<u32>| {
        let host = Host::with_arms(case.arms.clone(), tape, limit);
        Runner::new(&module, function, host).run()
    };
    Ok(case.tapes.iter().map(run).collect())
}

/// Reads a module, and validates it.
fn validated(source: &str) -> Result<Module, EngineError> {
    let module = naga::front::wgsl::parse_str(source);
    let module = module.map_err(|error| failed(error.emit_to_string(source)))?;
    Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .map_err(|error| failed(error.emit_to_string(source)))?;
    Ok(module)
}

/// A value, or a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Bool(bool),
    Unsigned(u32),
    Signed(i32),
    Pointer(Handle<LocalVariable>),
}

/// A list of statements that is being run.
struct Frame<'m> {
    rest: std::slice::Iter<'m, Statement>,
    kind: Kind<'m>,
}

#[derive(Clone, Copy)]
enum Kind<'m> {
    Plain,
    Switch,
    Body(Loop<'m>),
    Continuing(Loop<'m>),
}

#[derive(Clone, Copy)]
struct Loop<'m> {
    body: &'m Block,
    continuing: &'m Block,
    break_if: Option<Handle<Expression>>,
}

struct Runner<'m> {
    module: &'m Module,
    function: &'m Function,
    host: Host,
    /// The values of expressions that have been computed, by their handles.
    values: Vec<Option<Value>>,
    variables: Vec<Option<Value>>,
    frames: Vec<Frame<'m>>,
}

fn wrong(what: impl Into<String>) -> End {
    End::Wrong(what.into())
}

impl<'m> Runner<'m> {
    fn new(module: &'m Module, function: &'m Function, host: Host) -> Runner<'m> {
        Runner {
            module,
            function,
            host,
            values: vec![None; function.expressions.len()],
            variables: Vec::new(),
            frames: Vec::new(),
        }
    }

    fn run(mut self) -> Seen {
        let end = match self.run_to_end() {
            Ok(()) => End::Returned,
            Err(end) => end,
        };
        let blocks = self.host.blocks;
        Seen { blocks, end }
    }

    fn run_to_end(&mut self) -> Result<(), End> {
        let function = self.function;
        for (_, variable) in function.local_variables.iter() {
            let first = variable.init.map(|init| self.value(init)).transpose()?;
            self.variables.push(first);
        }
        self.enter(&function.body, Kind::Plain);
        for _ in 0..STATEMENTS {
            let Some(frame) = self.frames.last_mut() else {
                return Ok(());
            };
            match frame.rest.next() {
                Some(Statement::Return { .. }) => return Ok(()),
                Some(statement) => self.statement(statement)?,
                None => self.leave()?,
            }
        }
        Err(wrong("it does not end"))
    }

    fn enter(&mut self, block: &'m Block, kind: Kind<'m>) {
        let rest = block.iter();
        self.frames.push(Frame { rest, kind });
    }

    /// Goes on behind a list of statements that has ended.
    fn leave(&mut self) -> Result<(), End> {
        let frame = self.frames.pop();
        match frame.map(|frame| frame.kind) {
            Some(Kind::Body(it)) => self.enter(it.continuing, Kind::Continuing(it)),
            Some(Kind::Continuing(it)) => {
                let ends = match it.break_if {
                    Some(condition) => self.truth(condition)?,
                    None => false,
                };
                if !ends {
                    self.enter(it.body, Kind::Body(it));
                }
            }
            Some(Kind::Plain | Kind::Switch) | None => {}
        }
        Ok(())
    }

    fn statement(&mut self, statement: &'m Statement) -> Result<(), End> {
        match statement {
            Statement::Emit(range) => {
                for expression in range.clone() {
                    let value = self.compute(expression)?;
                    self.values[expression.index()] = Some(value);
                }
            }
            Statement::Block(block) => self.enter(block, Kind::Plain),
            Statement::If {
                condition,
                accept,
                reject,
            } => {
                let holds = self.truth(*condition)?;
                self.enter(if holds { accept } else { reject }, Kind::Plain);
            }
            Statement::Switch { selector, cases } => {
                let selected = self.value(*selector)?;
                self.switch(selected, cases)?;
            }
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => {
                let it = Loop {
                    body,
                    continuing,
                    break_if: *break_if,
                };
                self.enter(body, Kind::Body(it));
            }
            Statement::Break => self.unwind(|kind| matches!(kind, Kind::Body(_) | Kind::Switch)),
            Statement::Continue => {
                while let Some(frame) = self.frames.pop() {
                    if let Kind::Body(it) = frame.kind {
                        self.enter(it.continuing, Kind::Continuing(it));
                        break;
                    }
                }
            }
            Statement::Store { pointer, value } => {
                let value = self.value(*value)?;
                let place = self.place(*pointer)?;
                self.variables[place] = Some(value);
            }
            Statement::Call {
                function,
                arguments,
                result,
            } => {
                let returned = self.call(*function, arguments)?;
                if let Some(result) = result {
                    self.values[result.index()] = returned;
                }
            }
            other => return Err(wrong(format!("naga has made a statement {other:?}"))),
        }
        Ok(())
    }

    /// Ends the innermost list of statements of a kind.
    fn unwind(&mut self, ends: impl Fn(Kind<'m>) -> bool) {
        while self.frames.pop().is_some_and(|frame| !ends(frame.kind)) {}
    }

    fn switch(&mut self, selected: Value, cases: &'m [SwitchCase]) -> Result<(), End> {
        let is = |wanted: Value| {
            move |case: &SwitchCase| match case.value {
                SwitchValue::I32(value) => wanted == Value::Signed(value),
                SwitchValue::U32(value) => wanted == Value::Unsigned(value),
                SwitchValue::Default => false,
            }
        };
        let chosen = cases.iter().position(is(selected));
        let default = || {
            let is_default = |case: &SwitchCase| case.value == SwitchValue::Default;
            cases.iter().position(is_default)
        };
        let first = chosen.or_else(default);
        let first = first.ok_or_else(|| wrong("a switch has no default"))?;
        let mut falling = cases[first..].iter().skip_while(|case| case.fall_through);
        let last = falling.next().ok_or_else(|| wrong("the last case falls"))?;
        // Only a case with several values falls through, and then without statements.
        if cases[first..]
            .iter()
            .any(|case| case.fall_through && !case.body.is_empty())
        {
            return Err(wrong("a case with statements falls"));
        }
        self.enter(&last.body, Kind::Switch);
        Ok(())
    }

    fn call(
        &mut self,
        function: Handle<Function>,
        arguments: &[Handle<Expression>],
    ) -> Result<Option<Value>, End> {
        let name = self.module.functions[function].name.as_deref();
        let arguments: Result<Vec<Value>, End> =
            arguments.iter().map(|&value| self.value(value)).collect();
        match (name, arguments?.as_slice()) {
            (Some("block"), [Value::Unsigned(index)]) => {
                self.host.block(*index as usize)?;
                Ok(None)
            }
            (Some("decide"), [Value::Unsigned(index)]) => {
                let slot = self.host.decide(*index as usize)?;
                Ok(Some(Value::Unsigned(slot as u32)))
            }
            (Some("unreachable"), []) => Err(End::Unreachable),
            (name, _) => Err(wrong(format!("{name:?} is called"))),
        }
    }

    fn truth(&self, expression: Handle<Expression>) -> Result<bool, End> {
        match self.value(expression)? {
            Value::Bool(holds) => Ok(holds),
            other => Err(wrong(format!("{other:?} is a condition"))),
        }
    }

    fn place(&self, pointer: Handle<Expression>) -> Result<usize, End> {
        match self.value(pointer)? {
            Value::Pointer(variable) => Ok(variable.index()),
            other => Err(wrong(format!("{other:?} is a pointer"))),
        }
    }

    /// Gives the value of an expression: what was computed when it was due, or what needs no
    /// computing.
    fn value(&self, expression: Handle<Expression>) -> Result<Value, End> {
        if let Some(value) = self.values[expression.index()] {
            return Ok(value);
        }
        let expressions: &Arena<Expression> = &self.function.expressions;
        match expressions[expression] {
            Expression::Literal(Literal::Bool(value)) => Ok(Value::Bool(value)),
            Expression::Literal(Literal::U32(value)) => Ok(Value::Unsigned(value)),
            Expression::Literal(Literal::I32(value)) => Ok(Value::Signed(value)),
            Expression::LocalVariable(variable) => Ok(Value::Pointer(variable)),
            ref other => Err(wrong(format!("{other:?} has not been computed"))),
        }
    }

    fn compute(&self, expression: Handle<Expression>) -> Result<Value, End> {
        match self.function.expressions[expression] {
            Expression::Load { pointer } => {
                let place = self.place(pointer)?;
                self.variables[place].ok_or_else(|| wrong("a variable is read before it is set"))
            }
            Expression::Unary {
                op: UnaryOperator::LogicalNot,
                expr,
            } => Ok(Value::Bool(!self.truth(expr)?)),
            Expression::Binary { op, left, right } => {
                let [left, right] = [self.value(left)?, self.value(right)?];
                match op {
                    BinaryOperator::Equal => Ok(Value::Bool(left == right)),
                    BinaryOperator::NotEqual => Ok(Value::Bool(left != right)),
                    other => Err(wrong(format!("naga has made an operation {other:?}"))),
                }
            }
            ref other => Err(wrong(format!("naga has made an expression {other:?}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::validated;

    /// Nests scopes, each of which is two braces.
    fn nest(scopes: usize, inside: &str) -> String {
        let (open, close) = (
            "switch 0 { default: { ".repeat(scopes),
            "} } ".repeat(scopes),
        );
        format!("fn run() {{ {open}{inside}{close} }}")
    }

    #[test]
    fn naga_holds_braces_to_the_limit_of_the_language() {
        assert!(validated(&nest(63, "")).is_ok());
        assert!(validated(&nest(63, "if true {}")).is_err());
    }

    #[test]
    fn what_is_no_wgsl_is_refused() {
        for text in [
            "fn run() { break; }",
            "fn run() { loop { continuing { continue; } } }",
            "fn run() { switch 0 { case 1: {} } }",
            "fn run() { var f = 1; if f {} }",
            "fn run() { undeclared(); }",
        ] {
            assert!(validated(text).is_err(), "{text}");
        }
    }
}
