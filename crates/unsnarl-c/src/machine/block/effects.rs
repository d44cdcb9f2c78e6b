//! Operations that read or change something, or call.
//!
//! *Needs:* an operation and its operands as expressions.
//! *Gives:* [`Done`]: a call of the function of the [runtime](crate::machine::runtime) that does
//! it, and whether that must be a statement of its own.
//! *Cost:* that of the text.

use unsnarl_low::machine::Inst;
use unsnarl_low::op::memory::{Address, Memory, Table};
use unsnarl_low::{Callee, Catch, Op, Signature, Type, Width};

use unsnarl::BlockId;

use super::{Does, Writer};
use crate::machine::error::Error;
use crate::machine::expression::{Expr, Traps, count_text};
use crate::machine::operation::{function, function_name};
use crate::machine::types;

/// What an operation is in C.
pub(super) struct Done {
    pub(super) value: Expr,
    /// Whether it happens exactly once, in its place.
    pub(super) is_statement: bool,
    /// The statements that follow it.
    pub(super) after: Vec<String>,
}

/// Something that is read, and may be read later as long as nothing changes it.
fn read(value: Expr) -> Option<Done> {
    Some(Done {
        value: value.reading(),
        is_statement: false,
        after: Vec::new(),
    })
}

/// Something that happens.
fn happens(value: Expr) -> Option<Done> {
    Some(Done {
        value,
        is_statement: true,
        after: Vec::new(),
    })
}

/// Something that depends on its operands only.
fn pure(value: Expr) -> Option<Done> {
    Some(Done {
        value,
        is_statement: false,
        after: Vec::new(),
    })
}

/// What an operation is in C; nothing if it has been written already.
pub(super) fn done(
    writer: &mut Writer<'_>,
    op: &Op,
    operands: Vec<Expr>,
    inst: &Inst,
) -> Result<Option<Done>, Error> {
    let plan = writer.plan;
    let name = function_name(op);
    Ok(match *op {
        Op::Load(_, at) => read(access(writer, &name, at, &operands, &[])?.trapping(Traps::MEMORY)),
        Op::LoadLane(_, at, lane) => {
            let lane = Expr::primary(lane.to_string());
            read(access(writer, &name, at, &operands, &[lane])?.trapping(Traps::MEMORY))
        }
        Op::Store(_, at)
        | Op::AtomicLoad(_, at)
        | Op::AtomicStore(_, at)
        | Op::AtomicModify(_, _, at)
        | Op::AtomicCompareExchange(_, at)
        | Op::AtomicNotify(at) => happens(access(writer, &name, at, &operands, &[])?),
        Op::AtomicWait(_, at) => {
            let is_shared = Expr::primary(u8::from(plan.is_shared(at.memory)).to_string());
            happens(access(writer, &name, at, &operands, &[is_shared])?)
        }
        Op::StoreLane(_, at, lane) => {
            let lane = Expr::primary(lane.to_string());
            happens(access(writer, &name, at, &operands, &[lane])?)
        }
        Op::AtomicFence => happens(Expr::call(&name, "", &[])),
        Op::MemorySize(memory) => {
            let size = Expr::call("memory_size", &plan.memory(memory.0), &[]);
            read(narrow(size, plan.memory_width(memory)))
        }
        Op::MemoryGrow(memory) => {
            let grown = Expr::call("memory_grow", &plan.memory(memory.0), &operands);
            let mut done = happens(narrow(grown, plan.memory_width(memory)));
            if let Some(done) = &mut done {
                done.after = writer.variables.reloads.clone();
            }
            done
        }
        Op::MemoryFill(Memory(memory)) => {
            let first = format!("self, {}", plan.memory(memory));
            happens(Expr::call("memory_fill", &first, &operands))
        }
        Op::MemoryCopy { to, from } => {
            let first = format!("self, {}, {}", plan.memory(to.0), plan.memory(from.0));
            happens(Expr::call("memory_copy", &first, &operands))
        }
        Op::MemoryInit(Memory(memory), segment) => {
            let first = format!("self, {}, {}", plan.memory(memory), plan.data(segment)?);
            happens(Expr::call("memory_init", &first, &operands))
        }
        Op::DataDrop(segment) => {
            happens(Expr::primary(format!("{} = 0", plan.data_size(segment)?)))
        }
        Op::TableGet(Table(table), _) => {
            let first = format!("self, {}", plan.table(table));
            read(Expr::call("table_get", &first, &operands).trapping(Traps::TABLE))
        }
        Op::TableSet(Table(table), _) => {
            let first = format!("self, {}", plan.table(table));
            happens(Expr::call("table_set", &first, &operands))
        }
        Op::TableSize(table) => {
            let size = Expr::place(format!("{}->size", plan.table(table.0)));
            read(narrow(size, plan.table_width(table)))
        }
        Op::TableGrow(table, _) => {
            let grown = Expr::call("table_grow", &plan.table(table.0), &operands);
            happens(narrow(grown, plan.table_width(table)))
        }
        Op::TableFill(Table(table), _) => {
            let first = format!("self, {}", plan.table(table));
            happens(Expr::call("table_fill", &first, &operands))
        }
        Op::TableCopy { to, from } => {
            let first = format!("self, {}, {}", plan.table(to.0), plan.table(from.0));
            happens(Expr::call("table_copy", &first, &operands))
        }
        Op::TableInit(Table(table), segment) => {
            let first = format!("self, {}, {}", plan.table(table), plan.elements(segment)?);
            happens(Expr::call("table_init", &first, &operands))
        }
        Op::ElementDrop(segment) => happens(Expr::primary(format!(
            "{} = 0",
            plan.elements_size(segment)?
        ))),
        Op::FunctionReference(symbol) => pure(Expr::primary(plan.reference_of(symbol)?)),
        Op::GlobalGet(symbol, _) => read(Expr::place(plan.global(symbol)?)),
        Op::GlobalSet(symbol, _) => happens(Expr::primary(format!(
            "{} = {}",
            plan.global(symbol)?,
            operands[0].text
        ))),
        Op::Trap => happens(Expr::primary("trap(self, UNSNARL_UNREACHABLE)")),
        Op::Throw(tag) => {
            throw(writer, Callee::Throw(tag), operands)?;
            let leave = writer.leave_by_exception();
            writer.lines.push(leave);
            None
        }
        Op::Call(symbol) => call(writer, Callee::Symbol(symbol), operands, inst)?,
        Op::CallIndirect(table) => call(writer, Callee::Table(table), operands, inst)?,
        Op::ExtractLane(_, _, lane) => {
            let lane = Expr::primary(lane.to_string());
            pure(Expr::call(&name, "", &[operands[0].clone(), lane]))
        }
        Op::ReplaceLane(_, lane) => {
            let lane = Expr::primary(lane.to_string());
            let [vector, value] = [operands[0].clone(), operands[1].clone()];
            pure(Expr::call(&name, "", &[vector, lane, value]))
        }
        Op::Shuffle(bytes) => {
            let places = Expr::primary(crate::machine::expression::v128_text(bytes));
            let [left, right] = [operands[0].clone(), operands[1].clone()];
            pure(Expr::call(&name, "", &[left, right, places]))
        }
        _ => pure(function(op, &operands)),
    })
}

/// A size or a number of elements, which the runtime gives with 64 bits.
fn narrow(value: Expr, width: Width) -> Expr {
    match width {
        Width::W32 => Expr::cast("uint32_t", &value),
        Width::W64 => value,
    }
}

/// A call of the function of an access: with the memory, the address and what is added to it, and
/// other operands.
fn access(
    writer: &mut Writer<'_>,
    name: &str,
    at: Address,
    operands: &[Expr],
    immediates: &[Expr],
) -> Result<Expr, Error> {
    let Address {
        memory,
        symbol,
        offset,
        ..
    } = at;
    let mut offset = offset;
    if let Some(symbol) = symbol {
        offset = offset.wrapping_add(writer.plan.address(symbol)?);
    }
    let mut arguments = Vec::with_capacity(operands.len() + 2);
    let offset = Expr::primary(count_text(offset));
    match writer.plan.memory_width(memory) {
        Width::W32 => arguments.extend([operands[0].clone(), offset]),
        Width::W64 => {
            let address = Expr::call("at64", "", &[operands[0].clone(), offset]);
            arguments.extend([address, Expr::primary("0")]);
        }
    }
    arguments.extend_from_slice(&operands[1..]);
    arguments.extend_from_slice(immediates);
    writer.variables.uses_memory(memory);
    Ok(Expr::call(name, &format!("M{}", memory.0), &arguments))
}

/// A call inside of a block.
fn call(
    writer: &mut Writer<'_>,
    callee: Callee,
    operands: Vec<Expr>,
    inst: &Inst,
) -> Result<Option<Done>, Error> {
    let function = writer.function;
    let results: Vec<Type> = inst.results().map(|reg| function.ty(reg)).collect();
    let mut parameters: Vec<Type> = operands.iter().map(|operand| operand.ty).collect();
    if matches!(callee, Callee::Table(_)) {
        parameters.pop();
    }
    let signature = Signature {
        parameters,
        results,
    };
    let value = writer.called(callee, &signature, operands)?;
    let after = writer.after_call(callee);
    if signature.results.len() < 2 {
        return Ok(Some(Done {
            value,
            is_statement: true,
            after,
        }));
    }
    let name = several(writer, &signature.results, value, after);
    for (index, &ty) in signature.results.iter().enumerate() {
        writer
            .stack
            .push(Expr::primary(format!("{name}.r{index}")).of(ty));
    }
    Ok(None)
}

/// A call with several results; gives the variable that has them.
fn several(writer: &mut Writer<'_>, results: &[Type], value: Expr, after: Vec<String>) -> String {
    let name = writer.variables.several(types::result_type(results));
    writer.keep_order(Does::Effect);
    writer.lines.push(format!("{name} = {};", value.text));
    writer.lines.extend(after);
    name
}

/// Starts an exception: the context has its tag and values, and the function is left or a clause
/// catches it.
fn throw(writer: &mut Writer<'_>, callee: Callee, operands: Vec<Expr>) -> Result<(), Error> {
    writer.keep_order(Does::Effect);
    match callee {
        Callee::Throw(tag) => {
            for (index, operand) in operands.iter().enumerate() {
                let member = types::letter(operand.ty);
                writer
                    .lines
                    .push(format!("VALUES[{index}].{member} = {};", operand.text));
            }
            let tag = writer.plan.tag(tag)?;
            writer.lines.push(format!("THROWN = {tag};"));
        }
        _ => {
            let operand = operands
                .first()
                .map_or("0", |operand| operand.text.as_str());
            writer.lines.push(format!("throw_again(self, {operand});"));
        }
    }
    Ok(())
}

/// Calls that end a block.
impl Writer<'_> {
    /// Writes a call that may be caught: what decides is the number of the clause from 1, or 0.
    pub(super) fn call_of_exit(
        &mut self,
        block: BlockId,
        callee: Callee,
        catches: &[Catch],
    ) -> Result<(), Error> {
        let function = self.function;
        let regs = function.exit_operands(block);
        let operands = self.pop(regs.len());
        let results: Vec<Type> = match function.block(block).edges().first() {
            Some(&edge) => function
                .brought(edge)
                .iter()
                .map(|&reg| function.ty(reg))
                .collect(),
            None => Vec::new(),
        };
        match callee {
            Callee::Throw(_) | Callee::ThrowRef => throw(self, callee, operands)?,
            _ => {
                let mut parameters: Vec<Type> = operands.iter().map(|operand| operand.ty).collect();
                if matches!(callee, Callee::Table(_)) {
                    parameters.pop();
                }
                let signature = Signature {
                    parameters,
                    results,
                };
                let value = self.called(callee, &signature, operands)?;
                self.results_of_exit(block, &signature.results, value);
                if self.plan.may_grow(callee) {
                    let again = self.variables.reloads.iter().cloned();
                    self.lines.extend(again);
                }
            }
        }
        let caught = self.variables.temporary(Type::I32);
        let mut question = format!("{caught} = !THROWN ? 0");
        for (index, catch) in catches.iter().enumerate() {
            let clause = index + 1;
            match *catch {
                Catch::Tag(tag) | Catch::TagRef(tag) => {
                    let tag = self.plan.tag(tag)?;
                    question += &format!(" : THROWN == {tag} ? {clause}");
                }
                Catch::All | Catch::AllRef => {
                    question += &format!(" : {clause};");
                    break;
                }
            }
        }
        let is_open = !question.ends_with(';');
        if is_open {
            question += &format!(" : {};", catches.len() + 1);
        }
        self.lines.push(question);
        if is_open {
            let leave = self.leave_by_exception();
            self.lines
                .push(format!("if ({caught} == {}) {leave}", catches.len() + 1));
        }
        self.stack.push(Expr::primary(caught));
        Ok(())
    }

    /// Keeps what a call made, which the first edge brings.
    fn results_of_exit(&mut self, block: BlockId, results: &[Type], value: Expr) {
        self.keep_order(Does::Effect);
        match results {
            [] => self.lines.push(format!("{};", value.text)),
            [ty] => {
                let name = self.variables.temporary(*ty);
                self.lines.push(format!("{name} = {};", value.text));
                self.variables.brought.insert(block, vec![name]);
            }
            several => {
                let name = self.variables.several(types::result_type(several));
                self.lines.push(format!("{name} = {};", value.text));
                let names = (0..several.len()).map(|index| format!("{name}.r{index}"));
                self.variables.brought.insert(block, names.collect());
            }
        }
    }

    /// Writes a call whose results are those of the function.
    pub(super) fn tail_call(&mut self, callee: Callee) -> Result<(), Error> {
        let operands = std::mem::take(&mut self.stack);
        let mut operands = self.settled(operands);
        // What is passed may read the stack pointer, or trap before that is restored.
        let is_late = |operand: &Expr| operand.reads || !operand.traps.is_none();
        if self.function.frame.is_some() {
            for operand in operands.iter_mut().filter(|own| is_late(own)) {
                self.spill(operand);
            }
        }
        if let Callee::Throw(_) | Callee::ThrowRef = callee {
            throw(self, callee, operands)?;
            let leave = self.leave_by_exception();
            self.lines.push(leave);
            return Ok(());
        }
        let mut parameters: Vec<Type> = operands.iter().map(|operand| operand.ty).collect();
        if matches!(callee, Callee::Table(_)) {
            parameters.pop();
        }
        let results = self.function.signature.results.clone();
        let signature = Signature {
            parameters,
            results,
        };
        let value = self.called(callee, &signature, operands)?;
        let restore = self.function.frame.is_some().then(|| self.plan.restore());
        self.lines.extend(restore);
        let is_same = signature.parameters == self.function.signature.parameters;
        let must = if is_same { "TAIL_CALL " } else { "" };
        match signature.results.as_slice() {
            [] if is_same => self.lines.push(format!("TAIL_CALL_VOID({});", value.text)),
            [] => self
                .lines
                .extend([format!("{};", value.text), String::from("return;")]),
            _ => self.lines.push(format!("{must}return {};", value.text)),
        }
        Ok(())
    }
}
