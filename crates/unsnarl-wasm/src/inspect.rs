//! What selection makes of single functions, for tests from outside.
//!
//! *Needs:* a module for wasm32. *Gives:* [`legal`], the module from which code is selected;
//! [`Selector`], which selects the code of a function of it, and says what of the source each
//! register holds.
//! *Limits:* no part of the interface of this crate: it changes with selection.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use unsnarl_ir::rewrite;
use unsnarl_ir::{FuncId, GlobalId, Id, InstId, Module, Symbol, ValueId};
use unsnarl_low::opt::{loads, numbering, stores};
use unsnarl_low::{
    Effect, Frame as LowFrame, Function as Code, Op, Reg, Source, Symbol as LowSymbol,
};

use crate::error::{CompileErrors, FunctionRefusals, Refusals};
use crate::frame::Frame;
use crate::graph::reverse_postorder;
use crate::link::{self, Link};
use crate::select::facts::Facts;
use crate::select::select;
use crate::{TARGET, prototypes};

/// The module from which code is selected: with types for all functions, and after all rewrites.
pub fn legal(module: &Module) -> Module {
    let mut module = Cow::Borrowed(module);
    prototypes::complete(&mut module);
    let mut module = module.into_owned();
    rewrite::module(&mut module, &TARGET);
    module
}

/// How far a function is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It is selected.
    Selected,
    /// The passes of [`unsnarl_low::opt`] have run.
    Optimised,
}

/// What a symbol of the machine stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A function of the module.
    Function(FuncId),
    /// A variable or alias.
    Global(GlobalId),
    /// The global that holds the stack pointer.
    StackPointer,
    /// A function of the runtime library.
    Routine(&'static str),
}

/// What a register says about its bits above the width of the integer that it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// They are zero.
    pub zero: bool,
    /// They are copies of the sign.
    pub sign: bool,
}

/// A function as code of the machine.
#[derive(Clone, Debug)]
pub struct Selected {
    /// The code, with its frame.
    pub code: Code,
    /// The registers of values, those of each value in order; none where a pass has left none.
    pub registers: Vec<(Option<Reg>, ValueId)>,
    /// By value: what its registers say about their spare bits.
    pub claims: Vec<Claim>,
    /// The offsets in the frame of variables of fixed size.
    pub variables: Vec<(InstId, u32)>,
    /// The part of the frame that calls pass values in.
    pub outgoing: Range<u32>,
}

/// Selects code of functions of a module.
#[derive(Debug)]
pub struct Selector<'m> {
    link: Link<'m>,
}

impl<'m> Selector<'m> {
    /// Prepares a module that is [legal].
    ///
    /// # Errors
    /// If it is not for wasm32.
    pub fn new(module: &'m Module) -> Result<Self, CompileErrors> {
        let mut refusals = Refusals::default();
        let link = Link::for_object(module, &mut refusals)?;
        Ok(Self { link })
    }

    /// The functions with a body, in order.
    pub fn definitions(&self) -> &[FuncId] {
        &self.link.definitions
    }

    /// What a symbol in the code stands for.
    pub fn meaning(&self, symbol: LowSymbol) -> Meaning {
        match self.link.meaning(symbol) {
            link::Meaning::Module(Symbol::Function(id)) => Meaning::Function(id),
            link::Meaning::Module(Symbol::Global(id)) => Meaning::Global(id),
            link::Meaning::StackPointer => Meaning::StackPointer,
            link::Meaning::Routine(name) => Meaning::Routine(name),
        }
    }

    /// The symbol of the global that holds the stack pointer.
    pub fn stack_pointer(&self) -> LowSymbol {
        self.link.stack_pointer()
    }

    /// Selects the code of a function.
    ///
    /// # Errors
    /// Lists everything in it that is not supported.
    pub fn select(&self, id: FuncId, stage: Stage) -> Result<Selected, CompileErrors> {
        let mut all = Refusals::default();
        let selected = self.selected(id, stage, &mut all);
        all.finish(selected)?.ok_or_else(|| {
            // What a missing function refuses has been said.
            unreachable!("nothing was refused, so that the function is there")
        })
    }

    fn selected(&self, id: FuncId, stage: Stage, all: &mut Refusals) -> Option<Selected> {
        let link = &self.link;
        let module = link.module;
        let function = &*module.functions[id];
        let mut refusals = FunctionRefusals::new(module, id, all);
        let order = reverse_postorder(function);
        let frame = Frame::new(module, &link.layout, &link.forms, function, &order);
        let frame = refusals.take(function.origin.line, frame)?;
        let selected = select(link, id, function, frame, &order, &mut refusals)?;
        let frame = &selected.frame;
        let mut code = selected.body;
        code.frame = frame.is_needed().then_some(LowFrame {
            size: frame.size,
            align: frame.align,
        });
        let names = selected.names.into_iter();
        let mut registers: Vec<_> = names.map(|(reg, value)| (Some(reg), value)).collect();
        if stage == Stage::Optimised {
            stores::merge(&mut code);
            numbering::number(&mut code);
            registers = numbered(&code, registers);
            let before = code.clone();
            loads::extend(&mut code);
            registers = extended(&before, &code, registers);
        }
        let facts = Facts::new(module, function, &order);
        let claim = |value| {
            let known = facts.get(value);
            Claim {
                zero: known.zero,
                sign: known.sign,
            }
        };
        let insts = (0..function.insts.len()).map(InstId::new);
        let variables = insts.filter_map(|inst| Some((inst, frame.variable(inst)?)));
        Some(Selected {
            code,
            registers,
            claims: function.values.ids().map(claim).collect(),
            variables: variables.collect(),
            outgoing: frame.outgoing..frame.size.max(frame.outgoing),
        })
    }
}

/// The registers of values after numbering: what is computed twice is in the first register.
fn numbered(
    code: &Code,
    mut registers: Vec<(Option<Reg>, ValueId)>,
) -> Vec<(Option<Reg>, ValueId)> {
    let mut first: Vec<Reg> = code.regs().collect();
    for &block in code.order() {
        let mut seen = HashMap::new();
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
            if uses[result.index()] == 0 && is_extended(before, after, loaded) {
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

/// Tells whether a register is that of a load that has become another one.
fn is_extended(before: &Code, after: &Code, loaded: Reg) -> bool {
    match before.source(loaded) {
        Source::Inst(load) => {
            let is_load = matches!(before.inst(load).op, Op::Load(..));
            is_load && before.inst(load).op != after.inst(load).op
        }
        _ => false,
    }
}
