//! Which floats are integers: their bits.
//!
//! *Needs:* a function. *Gives:* [`Forms`]: for each register of a float its form.
//! *Cost:* linear, but that a parameter of a block may be looked at once for each of its arguments.
//!
//! Two things are found. *Asked:* the bits of a register are asked for by what moves it: a store, a
//! call, a return, a reinterpretation, a change of its sign whose own bits are asked for; so are
//! those of what flows into a register whose bits are. Of arguments and results the
//! [interface](Interface) of their function says whether they are. *Plain:* a register is nothing
//! but a number of JavaScript if arithmetic or a conversion makes it, if it is a constant and no
//! NaN but the canonical one, or if all that flows into it is plain. So the sum of a loop stays a
//! number, though it is stored at last.

use unsnarl::BlockId;
use unsnarl_low::module::Entity;
use unsnarl_low::op::convert::Convert;
use unsnarl_low::op::float::{FloatBinary, FloatUnary};
use unsnarl_low::op::memory::Store;
use unsnarl_low::{Exit, Function, InstId, LaneType, Number, Op, Reg, Source, Type, Width};

/// How a float is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As a number of JavaScript.
    Number,
    /// As an integer.
    Bits,
}

/// The forms of the parameters and results of a function. Those of no float are any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Interface {
    pub(super) parameters: Vec<Form>,
    pub(super) results: Vec<Form>,
}

/// What a function knows of itself and others.
#[derive(Clone, Copy)]
pub(super) struct Around<'a> {
    /// Its own interface.
    pub(super) own: &'a Interface,
    /// What symbols are.
    pub(super) symbols: &'a [Entity],
    /// The interfaces of all functions.
    pub(super) functions: &'a [Interface],
    /// How floats pass by all that has no interface: calls through tables and at the ends of
    /// blocks, globals, exceptions, lanes of vectors. If they pass as numbers, bits are kept in
    /// functions alone, and not by choices that something computes with.
    pub(super) others: Form,
}

impl<'a> Around<'a> {
    /// The interface of the function that an operation calls by name.
    pub(super) fn called(&self, op: &Op) -> Option<&'a Interface> {
        let Op::Call(symbol) = op else { return None };
        match self.symbols.get(symbol.index()) {
            Some(&Entity::Function(number)) => self.functions.get(number as usize),
            _ => None,
        }
    }
}

/// The forms of the registers of a function.
pub(super) struct Forms {
    /// By register. Those of no float are in their one form.
    forms: Vec<Form>,
    /// By register: whether something computes with it.
    is_computed_with: Vec<bool>,
}

impl Forms {
    pub(super) fn new(code: &Function, around: &Around<'_>) -> Forms {
        let flow = Flow::new(code, around);
        let asked = flow.asked();
        let plain = flow.plain();
        let has_bits = |reg: Reg| {
            let at = reg.index();
            is_float(code.ty(reg)) && (flow.is_given[at] || asked[at] && !plain[at])
        };
        let bits: Vec<bool> = code.regs().map(has_bits).collect();
        let bits = match around.others {
            Form::Bits => bits,
            Form::Number => flow.without_computed(bits),
        };
        let forms = bits.into_iter().map(|is_bits| match is_bits {
            true => Form::Bits,
            false => Form::Number,
        });
        let forms: Vec<Form> = forms.collect();
        let is_computed_with = flow.computed_with(&forms);
        Forms {
            forms,
            is_computed_with,
        }
    }

    /// What the interface of a function has to be: what it is, and bits where they are asked for or
    /// given.
    pub(super) fn wanted(code: &Function, around: &Around<'_>) -> Interface {
        let flow = Flow::new(code, around);
        let asked = flow.asked();
        let plain = flow.plain();
        let mut wanted = around.own.clone();
        for reg in code.regs().filter(|&reg| is_float(code.ty(reg))) {
            if let Source::Parameter(number) = code.source(reg)
                && asked[reg.index()]
            {
                wanted.parameters[number as usize] = Form::Bits;
            }
        }
        for &block in code.order() {
            if code.block(block).exit != Exit::Return {
                continue;
            }
            for (form, &reg) in wanted.results.iter_mut().zip(code.exit_operands(block)) {
                if is_float(code.ty(reg)) && !plain[reg.index()] {
                    *form = Form::Bits;
                }
            }
        }
        wanted
    }

    /// How a register is held.
    pub(super) fn of(&self, reg: Reg) -> Form {
        self.forms[reg.index()]
    }

    /// Tells whether a float that is held as bits is needed as a number, too.
    pub(super) fn is_computed_with(&self, reg: Reg) -> bool {
        self.is_computed_with[reg.index()]
    }
}

/// Tells whether a type is one of floats.
pub(super) fn is_float(ty: Type) -> bool {
    matches!(ty, Type::F32 | Type::F64)
}

/// What an instruction does with the floats that it reads.
pub(super) enum Reads {
    /// It computes with their values.
    Values,
    /// It moves their bits, whatever becomes of its result.
    Bits,
    /// They become its result: as bits if those of its result are asked for.
    Flow,
}

/// What an operation does with the floats that it reads, if they pass so by what has no interface.
pub(super) fn reads(op: &Op, others: Form) -> Reads {
    match op {
        Op::FloatUnary(_, FloatUnary::Neg | FloatUnary::Abs) | Op::Select(_) => Reads::Flow,
        Op::FloatBinary(_, FloatBinary::Copysign)
        | Op::Call(_)
        | Op::CallIndirect(_)
        | Op::Throw(_)
        | Op::GlobalSet(..)
        | Op::Splat(LaneType::F32 | LaneType::F64)
        | Op::ReplaceLane(LaneType::F32 | LaneType::F64, _) => match others {
            Form::Bits => Reads::Bits,
            Form::Number => Reads::Values,
        },
        Op::Convert(Convert::FloatToIntBits(_)) => Reads::Bits,
        // One that is a number is written as one, and any NaN as the canonical one.
        Op::Store(Store::Whole(_), _) => Reads::Bits,
        _ => Reads::Values,
    }
}

/// Tells whether an operation computes its result, so that this is no NaN but the canonical one.
fn computes(op: &Op) -> bool {
    match op {
        Op::FloatUnary(_, op) => !matches!(op, FloatUnary::Neg | FloatUnary::Abs),
        Op::FloatBinary(_, op) => *op != FloatBinary::Copysign,
        Op::Convert(op) => !matches!(op, Convert::IntToFloatBits(_)),
        _ => false,
    }
}

/// Tells whether an operation gives bits in any case.
fn gives_bits(op: &Op) -> bool {
    matches!(
        op,
        Op::Call(_)
            | Op::CallIndirect(_)
            | Op::GlobalGet(..)
            | Op::FloatBinary(_, FloatBinary::Copysign)
    )
}

/// How floats flow through a function.
struct Flow<'a> {
    code: &'a Function,
    around: &'a Around<'a>,
    /// By register: what flows into it, for what is a choice of others.
    from: Vec<Vec<Reg>>,
    /// By register: whether it is made by an instruction that lets the bits of an operand through
    /// as they are, so that its form is that of its operand.
    is_choice: Vec<bool>,
    /// By register: whether it is given as bits: it is a parameter, the result of a call, or what a
    /// clause catches.
    is_given: Vec<bool>,
    /// By register: whether an edge brings it.
    is_brought: Vec<bool>,
}

impl<'a> Flow<'a> {
    fn new(code: &'a Function, around: &'a Around<'a>) -> Flow<'a> {
        let count = code.reg_count();
        let mut flow = Flow {
            code,
            around,
            from: vec![Vec::new(); count],
            is_choice: vec![false; count],
            is_given: vec![false; count],
            is_brought: vec![false; count],
        };
        for reg in code.regs() {
            if let Source::Parameter(number) = code.source(reg) {
                let form = around.own.parameters[number as usize];
                flow.is_given[reg.index()] = form == Form::Bits;
            }
        }
        for &block in code.order() {
            for &parameter in &code.block(block).parameters {
                flow.is_choice[parameter.index()] = true;
            }
            for inst in code.block(block).insts() {
                flow.inst(inst);
            }
            for &edge in code.block(block).edges() {
                for (to, from) in code.copies(edge) {
                    flow.from[to.index()].push(from);
                }
                for &brought in code.brought(edge) {
                    flow.is_given[brought.index()] = around.others == Form::Bits;
                    flow.is_brought[brought.index()] = true;
                }
            }
        }
        flow
    }

    fn inst(&mut self, inst: InstId) {
        let op = &self.code.inst(inst).op;
        let called = self.around.called(op);
        for (at, result) in self.code.inst(inst).results().enumerate() {
            self.is_given[result.index()] = match called {
                Some(called) => called.results[at] == Form::Bits,
                None => self.around.others == Form::Bits && gives_bits(op),
            };
            if let Reads::Flow = reads(op, self.around.others) {
                self.from[result.index()] = self.floats(inst).collect();
                self.is_choice[result.index()] = matches!(op, Op::Select(_));
            }
        }
    }

    /// The floats that an instruction reads, and whether it moves their bits.
    fn read(&self, inst: InstId) -> Vec<(Reg, bool)> {
        let code = self.code;
        let op = &code.inst(inst).op;
        let is_moved = matches!(reads(op, self.around.others), Reads::Bits);
        let called = self.around.called(op);
        let operands = code.operands(inst).iter().enumerate();
        let floats = operands.filter(|(_, reg)| is_float(code.ty(**reg)));
        let read = floats.map(|(at, &reg)| match called {
            Some(called) => (reg, called.parameters[at] == Form::Bits),
            None => (reg, is_moved),
        });
        read.collect()
    }

    /// The floats that the exit of a block reads, and whether it moves their bits.
    fn read_last(&self, block: BlockId) -> Vec<(Reg, bool)> {
        let code = self.code;
        let operands = code.exit_operands(block).iter().enumerate();
        let floats = operands.filter(|(_, reg)| is_float(code.ty(**reg)));
        let is_return = code.block(block).exit == Exit::Return;
        let results = &self.around.own.results;
        let is_moved = |at: usize| match is_return {
            true => results[at] == Form::Bits,
            false => self.around.others == Form::Bits,
        };
        let read = floats.map(|(at, &reg)| (reg, is_moved(at)));
        read.collect()
    }

    fn floats(&self, inst: InstId) -> impl Iterator<Item = Reg> {
        let operands = self.code.operands(inst).iter().copied();
        operands.filter(|&reg| is_float(self.code.ty(reg)))
    }

    /// The registers whose bits something asks for.
    fn asked(&self) -> Vec<bool> {
        self.asked_by(|_| true)
    }

    /// The same, if these registers alone ask for the bits of what flows into them.
    fn asked_by(&self, asks: impl Fn(Reg) -> bool) -> Vec<bool> {
        let code = self.code;
        let mut asked = vec![false; code.reg_count()];
        let mut work: Vec<Reg> = Vec::new();
        for &block in code.order() {
            for inst in code.block(block).insts() {
                let moved = self
                    .read(inst)
                    .into_iter()
                    .filter(|(_, is_moved)| *is_moved);
                work.extend(moved.map(|(reg, _)| reg));
            }
            let moved = self.read_last(block).into_iter();
            work.extend(moved.filter(|(_, is_moved)| *is_moved).map(|(reg, _)| reg));
        }
        // What is given as bits takes bits.
        work.extend(code.regs().filter(|reg| self.is_given[reg.index()]));
        while let Some(reg) = work.pop() {
            if is_float(code.ty(reg))
                && !std::mem::replace(&mut asked[reg.index()], true)
                && asks(reg)
            {
                work.extend(&self.from[reg.index()]);
            }
        }
        asked
    }

    /// The registers that are plain: what is not is found from what flows into it.
    fn plain(&self) -> Vec<bool> {
        let code = self.code;
        let mut into: Vec<Vec<Reg>> = vec![Vec::new(); code.reg_count()];
        let mut work: Vec<Reg> = Vec::new();
        for reg in code.regs().filter(|&reg| is_float(code.ty(reg))) {
            for from in &self.from[reg.index()] {
                into[from.index()].push(reg);
            }
            if !self.may_be_plain(reg) {
                work.push(reg);
            }
        }
        let mut plain = vec![true; code.reg_count()];
        while let Some(reg) = work.pop() {
            if std::mem::replace(&mut plain[reg.index()], false) {
                work.extend(&into[reg.index()]);
            }
        }
        plain
    }

    /// These registers but for choices that something computes with: they would be converted there,
    /// and what is an integer is not computed with.
    fn without_computed(&self, mut bits: Vec<bool>) -> Vec<bool> {
        let code = self.code;
        let forms = bits.iter().map(|&is_bits| match is_bits {
            true => Form::Bits,
            false => Form::Number,
        });
        let computed_with = self.computed_with(&forms.collect::<Vec<Form>>());
        let is_choice = |reg: &Reg| !self.from[reg.index()].is_empty();
        let held = code
            .regs()
            .filter(|reg| bits[reg.index()] && is_choice(reg));
        let mut work: Vec<Reg> = held.filter(|reg| computed_with[reg.index()]).collect();
        while let Some(reg) = work.pop() {
            if std::mem::replace(&mut bits[reg.index()], false) {
                let from = self.from[reg.index()].iter().copied();
                work.extend(from.filter(is_choice));
            }
        }
        // What they alone asked for is a number again.
        let asked = self.asked_by(|reg| bits[reg.index()]);
        let held = code
            .regs()
            .map(|reg| bits[reg.index()] && asked[reg.index()]);
        held.collect()
    }

    fn may_be_plain(&self, reg: Reg) -> bool {
        if self.is_given[reg.index()] {
            return false;
        }
        if self.is_choice[reg.index()] {
            return true;
        }
        match self.code.source(reg) {
            Source::Number(number) => is_plain(number),
            // One that is passed as a number may be a NaN whose bits nothing here asks for.
            Source::Parameter(_) => self.around.others == Form::Number,
            _ if self.is_brought[reg.index()] => true,
            _ => self.code.made_by(reg).is_some_and(|(op, _)| {
                // What is given as a number is one.
                computes(&op)
                    || self.around.called(&op).is_some()
                    || self.around.others == Form::Number && gives_bits(&op)
            }),
        }
    }

    /// The registers that are read as numbers.
    fn computed_with(&self, forms: &[Form]) -> Vec<bool> {
        let code = self.code;
        let mut found = vec![false; code.reg_count()];
        let mut mark = |reg: Reg| found[reg.index()] = true;
        for &block in code.order() {
            for inst in code.block(block).insts() {
                let op = &code.inst(inst).op;
                let is_flow = matches!(reads(op, self.around.others), Reads::Flow);
                let mut results = code.inst(inst).results();
                let gives_bits = results.any(|reg| forms[reg.index()] == Form::Bits);
                for (reg, is_moved) in self.read(inst) {
                    if !(is_moved || is_flow && gives_bits) {
                        mark(reg);
                    }
                }
            }
            for (reg, is_moved) in self.read_last(block) {
                if !is_moved {
                    mark(reg);
                }
            }
            for edge in code.different_edges(block) {
                for (to, from) in code.copies(edge) {
                    if forms[to.index()] == Form::Number {
                        mark(from);
                    }
                }
            }
        }
        found
    }
}

/// Tells whether a constant is no NaN, or the canonical one.
pub(super) fn is_plain(number: Number) -> bool {
    match number {
        Number::F32(bits) => !f32::from_bits(bits).is_nan() || bits == canonical(Width::W32) as u32,
        Number::F64(bits) => !f64::from_bits(bits).is_nan() || bits == canonical(Width::W64),
        _ => true,
    }
}

/// The bits of the canonical NaN.
fn canonical(width: Width) -> u64 {
    match width {
        Width::W32 => 0x7fc0_0000,
        Width::W64 => 0x7ff8_0000_0000_0000,
    }
}
