//! What selection makes of single functions, for tests from outside.
//!
//! *Needs:* a module for wasm32. *Gives:* [`legal`], the module from which code is selected;
//! [`Selector`], which selects the code of a function of it, and says what of the source each
//! register holds.
//! *Limits:* no part of the interface of this crate: it changes with selection.

use std::borrow::Cow;
use std::ops::Range;

use foldhash::HashMap;

use unsnarl_ir::rewrite;
use unsnarl_ir::{FuncId, Function, Id, InstId, Module, ValueId};
use unsnarl_low::op::convert::Convert;
use unsnarl_low::op::int::IntUnary;
use unsnarl_low::opt::{LOADS, NUMBERING, STORES};
use unsnarl_low::select::facts::Extension;
use unsnarl_low::select::{self, Meaning, select};
use unsnarl_low::{Effect, Function as Code, Op, Reg, Source, Symbol as LowSymbol};

use crate::error::{CompileErrors, FunctionRefusals, Refusals};
use crate::numbering::Numbering;
use crate::options::Options;
use crate::{prototypes, target};

/// The module from which code is selected: with types for all functions, and after all rewrites.
pub fn legal(module: &Module) -> Module {
    let mut module = Cow::Borrowed(module);
    prototypes::complete(&mut module);
    let mut module = module.into_owned();
    let target = target(&module);
    rewrite::module(&mut module, &target);
    module
}

/// How far a function is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It is selected.
    Selected,
    /// The passes of [`unsnarl_low::opt`] have run, and were proved.
    Optimised,
}

/// A function as code of the machine.
#[derive(Clone, Debug)]
pub struct Selected {
    /// The code, with its frame.
    pub code: Code,
    /// The registers of values, those of each value in order; none where a pass has left none.
    pub registers: Vec<(Option<Reg>, ValueId)>,
    /// By value: what its registers say about their spare bits.
    pub claims: Vec<Extension>,
    /// The offsets in the frame of variables of fixed size.
    pub variables: Vec<(InstId, u32)>,
    /// The part of the frame that calls pass values in.
    pub outgoing: Range<u32>,
}

/// Selects code of functions of a module.
#[derive(Debug)]
pub struct Selector<'m> {
    numbering: Numbering<'m>,
}

impl<'m> Selector<'m> {
    /// Prepares a module that is [legal].
    ///
    /// # Errors
    /// If it is not for wasm32.
    pub fn new(module: &'m Module) -> Result<Self, CompileErrors> {
        let mut refusals = Refusals::default();
        let numbering = Numbering::for_object(module, &Options::default(), &mut refusals)?;
        Ok(Self { numbering })
    }

    /// The functions with a body, in order.
    pub fn definitions(&self) -> &[FuncId] {
        &self.numbering.definitions
    }

    /// What a symbol in the code stands for.
    pub fn meaning(&self, symbol: LowSymbol) -> Meaning {
        self.numbering.context.meaning(symbol)
    }

    /// The symbol of the global that holds the stack pointer.
    pub fn stack_pointer(&self) -> LowSymbol {
        self.numbering.context.stack_pointer()
    }

    /// Selects the code of a function.
    ///
    /// # Errors
    /// Lists everything in it that is not supported.
    pub fn select(&self, id: FuncId, stage: Stage) -> Result<Selected, CompileErrors> {
        let context = &self.numbering.context;
        let function = &*context.module.functions[id];
        let features = self.numbering.features(id).operations;
        match select(context, function, features) {
            Ok(selected) => Ok(finished(function, selected, stage)),
            Err(list) => {
                let mut all = Refusals::default();
                FunctionRefusals::new(context.module, id, &mut all).add(list);
                all.finish(())
                    .map(|()| unreachable!("something was refused"))
            }
        }
    }
}

/// What was selected, after a stage.
fn finished(function: &Function, selected: select::Selected, stage: Stage) -> Selected {
    let mut code = selected.function;
    let values = selected.values.into_iter();
    let mut registers: Vec<_> = values.map(|(reg, value)| (Some(reg), value)).collect();
    if stage == Stage::Optimised {
        let before = code.clone();
        STORES.run_proved(&mut code);
        joined(&before, &code, &mut registers);
        NUMBERING.run_proved(&mut code);
        registers = numbered(&code, registers);
        let before = code.clone();
        LOADS.run_proved(&mut code);
        registers = extended(&before, &code, registers);
    }
    let frame = &selected.frame;
    let insts = (0..function.insts.len()).map(InstId::new);
    let variables = insts.filter_map(|inst| Some((inst, frame.variable(inst)?)));
    let values = function.values.keys();
    Selected {
        code,
        registers,
        claims: values.map(|value| selected.facts.get(value)).collect(),
        variables: variables.collect(),
        outgoing: frame.outgoing..frame.size.max(frame.outgoing),
    }
}

/// Forgets the registers of values that hold more after stores were merged: what was loaded with
/// its neighbour.
fn joined(before: &Code, after: &Code, registers: &mut [(Option<Reg>, ValueId)]) {
    for (reg, _) in registers {
        *reg = reg.filter(|&reg| !is_load_of_more(before, after, reg));
    }
}

/// The registers of values after numbering: what is computed twice is in the first register.
fn numbered(
    code: &Code,
    mut registers: Vec<(Option<Reg>, ValueId)>,
) -> Vec<(Option<Reg>, ValueId)> {
    let mut first: Vec<Reg> = code.regs().collect();
    for &block in code.order() {
        let mut seen = HashMap::default();
        for inst in code.block(block).insts() {
            let mut results = code.inst(inst).results();
            if let (Effect::Pure, Some(result), None) =
                (code.inst(inst).effect, results.next(), results.next())
            {
                let computation = (code.inst(inst).op, code.operands(inst));
                first[result.index()] = *seen.entry(computation).or_insert(result);
            }
        }
    }
    for (reg, _) in &mut registers {
        *reg = reg.map(|reg| first[reg.index()]);
    }
    registers
}

/// The registers of values after loads have been extended: a load that extends holds what the
/// extension held, and what it held before is nowhere.
fn extended(
    before: &Code,
    after: &Code,
    mut registers: Vec<(Option<Reg>, ValueId)>,
) -> Vec<(Option<Reg>, ValueId)> {
    let mut uses = vec![0_u32; after.reg_count()];
    after.each_use(|reg| uses[reg.index()] += 1);
    // By register: where its contents are now.
    let mut now: Vec<Option<Reg>> = before.regs().map(Some).collect();
    for &block in before.order() {
        for inst in before.block(block).insts() {
            let (&[operand], Some(result)) =
                (before.operands(inst), before.inst(inst).results().next())
            else {
                continue;
            };
            let Some(loaded) = now[operand.index()] else {
                continue;
            };
            let extends = is_extension(&before.inst(inst).op);
            if extends && uses[result.index()] == 0 && is_load_of_more(before, after, loaded) {
                now[operand.index()] = None;
                now[result.index()] = Some(loaded);
            }
        }
    }
    for (reg, _) in &mut registers {
        *reg = reg.and_then(|reg| now[reg.index()]);
    }
    registers
}

/// Tells whether an operation extends its operand. A call may have one operand, too.
fn is_extension(op: &Op) -> bool {
    use IntUnary::{Extend8, Extend16, Extend32};
    matches!(
        op,
        Op::Convert(Convert::Extend(_)) | Op::IntUnary(_, Extend8 | Extend16 | Extend32)
    )
}

/// Tells whether a register is that of a load that has become another one.
fn is_load_of_more(before: &Code, after: &Code, loaded: Reg) -> bool {
    match before.source(loaded) {
        Source::Inst(load) => {
            let is_load = matches!(before.inst(load).op, Op::Load(..));
            is_load && before.inst(load).op != after.inst(load).op
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use unsnarl_ir::Symbol;
    use unsnarl_low::text::print;

    use super::*;
    use crate::lower::optimise;

    /// A call whose result is not used, of a value that a load extends, is no extension.
    #[test]
    fn a_call_of_an_extended_load_holds_its_own_result() {
        let text = "declare i64 @g(i64)\n\
             define void @f(ptr %p) {\n  %x = load i32, ptr %p\n  %y = sext i32 %x to i64\n  \
             %z = call i64 @g(i64 %y)\n  ret void\n}";
        let module = legal(&unsnarl_llvm::read(text).expect("the row can be read"));
        let selector = Selector::new(&module).expect("it is for wasm32");
        let inspected = selector.select(selector.definitions()[0], Stage::Optimised);
        let inspected = inspected.expect("it is supported");
        let code = &inspected.code;
        let is_call = |reg: &Reg| match code.source(*reg) {
            Source::Inst(inst) => matches!(code.inst(inst).op, Op::Call(..)),
            _ => false,
        };
        let calls = code.regs().filter(is_call).count();
        let held = { inspected.registers.iter() }
            .filter_map(|(reg, _)| *reg)
            .filter(is_call)
            .count();
        assert_eq!((calls, held), (1, 1), "{:?}", inspected.registers);
    }

    /// A byte that is loaded with its neighbour is no longer alone in its register.
    #[test]
    fn what_is_loaded_with_its_neighbour_is_nowhere() {
        let text = "define void @f(ptr %p, ptr %q) {\n  %x = load [2 x i8], ptr %p\n  \
             store [2 x i8] %x, ptr %q\n  ret void\n}";
        let module = legal(&unsnarl_llvm::read(text).expect("the row can be read"));
        let selector = Selector::new(&module).expect("it is for wasm32");
        let loaded = |stage| {
            let inspected = selector.select(selector.definitions()[0], stage);
            let inspected = inspected.expect("it is supported");
            let code = &inspected.code;
            let is_load = |reg: &Reg| match code.source(*reg) {
                Source::Inst(inst) => matches!(code.inst(inst).op, Op::Load(..)),
                _ => false,
            };
            let registers = inspected.registers.iter();
            registers
                .filter_map(|(reg, _)| *reg)
                .filter(is_load)
                .count()
        };
        assert_eq!(loaded(Stage::Selected), 2);
        assert!(loaded(Stage::Optimised) < 2);
    }

    /// The passes here are those of the compiler, in its order.
    #[test]
    fn what_is_inspected_is_what_is_compiled() {
        let text = include_str!("../../../examples/tokenizer.ll");
        let module = legal(&unsnarl_llvm::read(text).expect("the example can be read"));
        let selector = Selector::new(&module).expect("it is for wasm32");
        for &id in selector.definitions() {
            let select = |stage| selector.select(id, stage).expect("it is supported").code;
            let mut compiled = select(Stage::Selected);
            optimise(&mut compiled);
            let inspected = select(Stage::Optimised);
            let context = &*selector.numbering.context;
            let symbol = context.symbol(Symbol::Function(id));
            let text = |code| print(symbol, code, context).to_string();
            assert_eq!(text(&inspected), text(&compiled));
        }
    }
}
