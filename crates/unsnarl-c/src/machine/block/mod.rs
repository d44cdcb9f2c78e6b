//! The code of a block as statements and expressions.
//!
//! *Needs:* the [trees](unsnarl_low::trees) of a function, which are code of a stack machine.
//! *Gives:* [`BlockText`]: lines, and the operands of the exit as expressions.
//! *Cost:* linear in the code and the text.
//!
//! The stack of the machine is kept while text is made; what is on it has not been evaluated. So
//! before a statement with an effect, everything on the stack that reads or traps gets a variable,
//! from the lowest on; before a statement that only traps, everything that traps otherwise does.
//! Of the operands of one operation all but the last do, too, if their traps
//! [may not be swapped](super::expression::Traps::may_swap).

mod effects;

use unsnarl::BlockId;
use unsnarl_low::machine::Number;
use unsnarl_low::trees::Code;
use unsnarl_low::{Callee, Effect, Exit, Function, InstId, Op, Reg, Signature, Source, Type};

use super::error::Error;
use super::expression::{Expr, Traps, f32_text, f64_text, i32_text, i64_text, v128_text};
use super::operation;
use super::plan::Plan;
use super::types;
use super::variables::Variables;

/// The text of a block.
#[derive(Debug, Default)]
pub(super) struct BlockText {
    /// What it does, line by line.
    pub(super) lines: Vec<String>,
    /// What its exit reads: a condition, a switched value, results.
    pub(super) operands: Vec<Expr>,
}

/// Writes the blocks of a function.
pub(super) struct Writer<'a> {
    pub(super) plan: &'a Plan<'a>,
    pub(super) function: &'a Function,
    pub(super) variables: &'a mut Variables,
    pub(super) lines: Vec<String>,
    pub(super) stack: Vec<Expr>,
}

/// What a statement does, as far as what is on the stack must know.
#[derive(Clone, Copy)]
pub(super) enum Does {
    /// It changes something, or calls.
    Effect,
    /// It only evaluates what traps so.
    Traps(Traps),
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        plan: &'a Plan<'a>,
        function: &'a Function,
        variables: &'a mut Variables,
    ) -> Self {
        Writer {
            plan,
            function,
            variables,
            lines: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// Writes the run of a block and its exit.
    pub(super) fn block(
        mut self,
        block: BlockId,
        trees: &unsnarl_low::trees::Trees,
    ) -> Result<BlockText, Error> {
        let code = trees.block(block);
        self.code(&code.run)?;
        self.code(&code.exit)?;
        let exit = &self.function.block(block).exit;
        if let Exit::Call(callee, catches) = exit {
            self.call_of_exit(block, *callee, catches)?;
        }
        if let Exit::TailCall(callee) = exit
            && !self.plan.is_self_call(self.function, *callee)
        {
            self.tail_call(*callee)?;
        }
        let mut operands = std::mem::take(&mut self.stack);
        if matches!(exit, Exit::Return) {
            operands = self.settled(operands);
        }
        Ok(BlockText {
            lines: self.lines,
            operands,
        })
    }

    fn code(&mut self, code: &[Code]) -> Result<(), Error> {
        let mut at = 0;
        while let Some(&now) = code.get(at) {
            at += 1;
            match now {
                Code::Inst(inst) => {
                    let next = code.get(at).copied();
                    at += usize::from(self.instruction(inst, next)?);
                }
                Code::Drop => {
                    if let Some(dropped) = self.stack.pop()
                        && !dropped.traps.is_none()
                    {
                        self.keep_order(Does::Traps(dropped.traps));
                        self.lines.push(format!("DROP({});", dropped.text));
                    }
                }
                Code::Rematerialise(reg) => {
                    let expr = self.rematerialised(reg)?;
                    self.stack.push(expr);
                }
                Code::Get(reg) => {
                    let name = self.variables.name(self.function, reg);
                    self.stack
                        .push(Expr::primary(name).of(self.function.ty(reg)));
                }
                Code::Set(reg) => self.set(reg),
                Code::Tee(reg) => {
                    self.set(reg);
                    let name = self.variables.name(self.function, reg);
                    self.stack
                        .push(Expr::primary(name).of(self.function.ty(reg)));
                }
            }
        }
        Ok(())
    }

    /// Sets a register to what is on the stack.
    fn set(&mut self, reg: Reg) {
        let Some(value) = self.stack.pop() else {
            return;
        };
        self.keep_order(Does::Traps(value.traps));
        let name = self.variables.set(self.function, reg);
        self.lines.push(format!("{name} = {};", value.text));
    }

    /// A number or an address in the frame.
    pub(super) fn rematerialised(&self, reg: Reg) -> Result<Expr, Error> {
        let text = match self.function.source(reg) {
            Source::Number(number) => match number {
                Number::I32(number) => i32_text(number),
                Number::I64(number) => i64_text(number),
                Number::F32(bits) => f32_text(bits),
                Number::F64(bits) => f64_text(bits),
                Number::V128(bytes) => v128_text(bytes),
                Number::Address(symbol, offset) => {
                    let address = self.plan.address(symbol)?.wrapping_add_signed(offset);
                    match self.function.ty(reg) {
                        Type::I32 => i32_text(address as i32),
                        _ => i64_text(address as i64),
                    }
                }
            },
            Source::Frame(offset) => {
                let address = Expr::primary("frame");
                let offset = Expr::primary(format!("{offset}u"));
                return Ok(Expr::binary("+", &address, &offset).of(self.function.ty(reg)));
            }
            _ => String::from("0"),
        };
        Ok(Expr::primary(text).of(self.function.ty(reg)))
    }

    /// Gives variables to what is on the stack and must be evaluated before a statement.
    pub(super) fn keep_order(&mut self, does: Does) {
        let mut stack = std::mem::take(&mut self.stack);
        // What comes before something that gets a variable and traps must come before it, too.
        let mut later = match does {
            Does::Effect => None,
            Does::Traps(traps) => Some(traps),
        };
        let mut must = vec![false; stack.len()];
        for (index, expr) in stack.iter().enumerate().rev() {
            must[index] = match later {
                None => expr.reads || !expr.traps.is_none(),
                Some(traps) => !expr.traps.may_swap(traps),
            };
            if must[index] {
                later = later.map(|traps| traps.and(expr.traps));
            }
        }
        for (expr, must) in stack.iter_mut().zip(must) {
            if must {
                self.spill(expr);
            }
        }
        self.stack = stack;
    }

    /// Evaluates an expression into a variable of its own.
    pub(super) fn spill(&mut self, expr: &mut Expr) {
        let name = self.variables.temporary(expr.ty);
        self.lines.push(format!("{name} = {};", expr.text));
        *expr = Expr::primary(name).of(expr.ty);
    }

    /// Operands that may stand in one expression: those whose traps could be seen in another order
    /// and those that are large get variables.
    pub(super) fn settled(&mut self, mut operands: Vec<Expr>) -> Vec<Expr> {
        let mut later = Traps::NONE;
        let mut must = vec![false; operands.len()];
        for (index, expr) in operands.iter().enumerate().rev() {
            must[index] = expr.is_large() || !expr.traps.may_swap(later);
            later = later.and(expr.traps);
        }
        // What traps and comes before what gets a variable must get one, too.
        let last = must.iter().rposition(|&must| must).unwrap_or(0);
        for (index, expr) in operands.iter_mut().enumerate() {
            if must[index] || (index < last && !expr.traps.is_none()) {
                self.keep_order(Does::Traps(expr.traps));
                self.spill(expr);
            }
        }
        operands
    }

    /// Pops the operands of an operation.
    pub(super) fn pop(&mut self, count: usize) -> Vec<Expr> {
        let operands = self.stack.split_off(self.stack.len().saturating_sub(count));
        self.settled(operands)
    }

    /// Writes an instruction; tells whether it took the code that follows, which sets its result.
    fn instruction(&mut self, id: InstId, next: Option<Code>) -> Result<bool, Error> {
        let function = self.function;
        let inst = function.inst(id);
        let regs = function.operands(id);
        let mut operands = self.pop(regs.len());
        let constant = |index: usize| {
            let number = regs.get(index).and_then(|&reg| function.number_in(reg));
            number.and_then(Number::integer)
        };
        if let Op::Select(_) = inst.op {
            // Only one of them is evaluated.
            for operand in operands.iter_mut().take(2) {
                if !operand.traps.is_none() {
                    self.keep_order(Does::Traps(operand.traps));
                    self.spill(operand);
                }
            }
        }
        let mut results = inst.results();
        if let Some(value) = operation::value(&inst.op, &operands, &constant) {
            let ty = results.next().map_or(Type::I32, |reg| function.ty(reg));
            self.stack.push(value.of(ty));
            return Ok(false);
        }
        let done = effects::done(self, &inst.op, operands, inst)?;
        let Some(done) = done else {
            return Ok(false);
        };
        let is_statement = done.is_statement || inst.effect == Effect::Any && !done.value.reads;
        let ty = results.next().map(|reg| function.ty(reg));
        match ty {
            Some(ty) if !is_statement => {
                self.stack.push(done.value.of(ty));
                Ok(false)
            }
            _ => Ok(self.statement(done.value, ty, next, &done.after)),
        }
    }

    /// Writes a statement for its effect, which sets what follows; tells whether something did.
    pub(super) fn statement(
        &mut self,
        value: Expr,
        ty: Option<Type>,
        next: Option<Code>,
        after: &[String],
    ) -> bool {
        self.keep_order(Does::Effect);
        let taken = match (ty, next) {
            (None, _) => {
                self.lines.push(format!("{};", value.text));
                false
            }
            (Some(_), Some(Code::Drop)) => {
                self.lines.push(format!("(void){};", value.tight()));
                true
            }
            (Some(_), Some(Code::Set(reg))) => {
                let name = self.variables.set(self.function, reg);
                self.lines.push(format!("{name} = {};", value.text));
                true
            }
            (Some(ty), _) => {
                let name = self.variables.temporary(ty);
                self.lines.push(format!("{name} = {};", value.text));
                self.stack.push(Expr::primary(name).of(ty));
                false
            }
        };
        self.lines.extend_from_slice(after);
        taken
    }

    /// The expression of a call with these arguments: its function, and what it is called with.
    pub(super) fn called(
        &mut self,
        callee: Callee,
        signature: &Signature,
        mut operands: Vec<Expr>,
    ) -> Result<Expr, Error> {
        self.variables.calls = true;
        Ok(match callee {
            Callee::Symbol(symbol) => {
                let name = self.plan.function_name(symbol)?;
                Expr::call(&name, "self", &operands)
            }
            Callee::Table(table) => {
                let Some(index) = operands.pop() else {
                    return Err(Error::Broken("a call through a table has no index"));
                };
                // All arguments are evaluated before the table is read.
                for operand in &mut operands {
                    if !operand.traps.is_none() {
                        self.keep_order(Does::Traps(operand.traps));
                        self.spill(operand);
                    }
                }
                self.keep_order(Does::Effect);
                self.variables.uses_callee = true;
                let text = types::signature_text(signature);
                self.lines.push(format!(
                    "callee = function_at(self, {}, {}, \"{text}\");",
                    self.plan.table(table.0),
                    index.text
                ));
                let pointer = self.plan.pointer(signature);
                let name = format!("(({pointer})callee->code)");
                Expr::call(&name, "callee->instance", &operands)
            }
            Callee::Throw(_) | Callee::ThrowRef => {
                return Err(Error::Broken("a throw is not a call"));
            }
        })
    }

    /// What follows every call that may grow a memory or throw.
    pub(super) fn after_call(&mut self, callee: Callee) -> Vec<String> {
        let mut after = Vec::new();
        if self.plan.may_throw(callee) {
            after.push(format!("if (THROWN) {}", self.leave_by_exception()));
        }
        if self.plan.may_grow(callee) {
            after.extend(self.variables.reloads.iter().cloned());
        }
        after
    }

    /// How a function is left while an exception is under way.
    pub(super) fn leave_by_exception(&mut self) -> String {
        let leave = match self.function.signature.results.as_slice() {
            [] => "return;",
            [Type::V128] => "return v128_of(0, 0);",
            [_] => "return 0;",
            _ => {
                self.variables.uses_result = true;
                "return result;"
            }
        };
        match self.function.frame {
            Some(_) => format!("{{ {} {leave} }}", self.plan.restore()),
            None => leave.to_owned(),
        }
    }
}
