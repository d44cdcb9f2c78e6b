//! A function whose floats are held as [their forms](Forms) say.
//!
//! *Needs:* a body, and the forms of its registers. *Gives:* the body with integers for what is
//! held as bits, and the types of its calls through tables.
//! *Cost:* linear in the code.
//!
//! What is held as bits and computed with is converted once, where it is defined; a number whose
//! bits are asked for is converted where that is, once in a block.

use std::collections::HashMap;

use unsnarl::BlockId;
use unsnarl_low::module::{Body, Positions};
use unsnarl_low::op::convert::Convert;
use unsnarl_low::op::float::{FloatBinary, FloatUnary};
use unsnarl_low::op::int::IntBinary;
use unsnarl_low::op::memory::{Load, Store};
use unsnarl_low::{
    Callee, Edge, Effect, Exit, Function, InstId, LaneType, Number, Op, Reg, Signature, Source,
    Type, Width,
};

use super::forms::{Around, Form, Forms, Interface, Reads, is_float, is_plain, reads};
use super::{CallAt, Calls, of_number, of_type};

/// The signature of a function with an interface.
pub(super) fn signature(before: &Signature, interface: &Interface) -> Signature {
    let held = |types: &[Type], forms: &[Form]| {
        let types = types.iter().zip(forms);
        let types = types.map(|(&ty, form)| match form {
            Form::Bits => of_type(ty),
            Form::Number => ty,
        });
        types.collect()
    };
    Signature {
        parameters: held(&before.parameters, &interface.parameters),
        results: held(&before.results, &interface.results),
    }
}

/// Rewrites a body, if some register of it is held as bits.
pub(super) fn body_with_bits(before: &Body, around: &Around<'_>) -> Option<Body> {
    let forms = Forms::new(&before.code, around);
    let mut regs = before.code.regs();
    let has_bits = regs.any(|reg| forms.of(reg) == Form::Bits);
    has_bits.then(|| held(before, around, forms).0)
}

/// Rewrites a body.
pub(super) fn body(before: &Body, around: &Around<'_>) -> (Body, Calls) {
    held(before, around, Forms::new(&before.code, around))
}

/// A body with registers in these forms.
fn held(before: &Body, around: &Around<'_>, forms: Forms) -> (Body, Calls) {
    let from = &before.code;
    let signature = signature(&from.signature, around.own);
    let widths = from.widths.clone();
    let mut to = Function::with_widths(signature, from.block_count(), widths);
    to.frame = from.frame;
    let mut rewriter = Rewriter {
        from,
        around,
        forms,
        to,
        own: vec![None; from.reg_count()],
        numbers: vec![None; from.reg_count()],
        bits: HashMap::new(),
        inst: None,
        came_from: Vec::new(),
        calls: Calls::default(),
    };
    rewriter.run();
    let Rewriter {
        to: code,
        own,
        came_from,
        calls,
        ..
    } = rewriter;
    let named = before.registers.iter();
    let mut registers: Vec<(Reg, String)> = named
        .filter_map(|(reg, name)| Some((own[reg.index()]?, name.clone())))
        .collect();
    registers.sort_by_key(|&(reg, _)| reg);
    registers.dedup_by_key(|&mut (reg, _)| reg);
    let positions = Positions {
        insts: came_from
            .into_iter()
            .map(|was| before.positions.inst(was?))
            .collect(),
        ..before.positions.clone()
    };
    let body = Body {
        code,
        registers,
        places: Vec::new(),
        ends: Vec::new(),
        positions,
    };
    (body, calls)
}

struct Rewriter<'a> {
    from: &'a Function,
    around: &'a Around<'a>,
    forms: Forms,
    to: Function,
    /// By register: what holds it, in its own form.
    own: Vec<Option<Reg>>,
    /// By register that is held as bits: what holds the number.
    numbers: Vec<Option<Reg>>,
    /// The bits of numbers that this block asked for.
    bits: HashMap<Reg, Reg>,
    /// The instruction that is rewritten.
    inst: Option<InstId>,
    /// By new instruction: what it was.
    came_from: Vec<Option<InstId>>,
    calls: Calls,
}

impl Rewriter<'_> {
    fn run(&mut self) {
        let from = self.from;
        let parameters = from
            .regs()
            .filter(|&reg| matches!(from.source(reg), Source::Parameter(_)));
        let parameters: Vec<Reg> = parameters.collect();
        for &reg in &parameters {
            let to = self.to.add_reg(self.ty(reg), from.source(reg));
            self.own[reg.index()] = Some(to);
        }
        for (at, &block) in from.order().iter().enumerate() {
            self.to.start(block);
            self.bits.clear();
            self.inst = None;
            let own = from.block(block).parameters.iter().copied();
            let own: Vec<Reg> = own.collect();
            for &parameter in &own {
                let ty = self.ty(parameter);
                let to = self.to.add_parameter(block, ty);
                self.own[parameter.index()] = Some(to);
            }
            let first = if at == 0 { &parameters[..] } else { &[] };
            for &reg in first.iter().chain(&own) {
                self.defined(reg);
            }
            for inst in from.block(block).insts() {
                self.inst = Some(inst);
                self.rewrite(inst);
            }
            self.inst = None;
            self.end(block);
        }
    }

    /// The type of what holds a register.
    fn ty(&self, reg: Reg) -> Type {
        match self.forms.of(reg) {
            Form::Bits => of_type(self.from.ty(reg)),
            Form::Number => self.from.ty(reg),
        }
    }

    /// Tells whether a register is held as bits and computed with.
    fn is_both(&self, reg: Reg) -> bool {
        self.forms.of(reg) == Form::Bits && self.forms.is_computed_with(reg)
    }

    /// Converts what has just been defined, if it is held as bits and computed with.
    fn defined(&mut self, reg: Reg) {
        if self.is_both(reg) {
            let bits = self.held(reg);
            let number = self.number_of(bits, self.from.ty(reg));
            self.numbers[reg.index()] = Some(number);
        }
    }

    /// What holds a register that is not a constant.
    fn held(&self, reg: Reg) -> Reg {
        self.own[reg.index()].expect("definitions come before uses")
    }

    fn number_of(&mut self, bits: Reg, ty: Type) -> Reg {
        let op = Op::Convert(Convert::IntToFloatBits(width(ty)));
        self.pure(op, &[bits], ty)
    }

    fn bits_of(&mut self, number: Reg, ty: Type) -> Reg {
        let op = Op::Convert(Convert::FloatToIntBits(width(ty)));
        self.pure(op, &[number], of_type(ty))
    }

    fn pure(&mut self, op: Op, operands: &[Reg], ty: Type) -> Reg {
        self.push(op, op.effect(), operands, &[ty])[0]
    }

    fn push(&mut self, op: Op, effect: Effect, operands: &[Reg], types: &[Type]) -> Vec<Reg> {
        let results = self.to.push(op, effect, operands, types);
        self.came_from.push(self.inst);
        results
    }

    /// A constant or an address in the frame.
    fn rematerialised(&mut self, reg: Reg, form: Form) -> Reg {
        match (self.from.source(reg), form) {
            (Source::Number(number), Form::Bits) => self.to.number(of_number(number)),
            (Source::Number(number), Form::Number) => self.to.number(number),
            (Source::Frame(offset), _) => self.to.frame_address(offset),
            (source, _) => unreachable!("{source:?} is not a constant"),
        }
    }

    /// A register in a form; one of no float as it is.
    fn read(&mut self, reg: Reg, form: Form) -> Reg {
        if self.from.is_rematerialised(reg) {
            return self.rematerialised(reg, form);
        }
        let ty = self.from.ty(reg);
        match (self.forms.of(reg), form) {
            _ if !is_float(ty) => self.held(reg),
            (Form::Bits, Form::Number) => {
                self.numbers[reg.index()].expect("operands were converted before their use")
            }
            (Form::Number, Form::Bits) => {
                if let Some(&bits) = self.bits.get(&reg) {
                    return bits;
                }
                let bits = self.bits_of(self.held(reg), ty);
                self.bits.insert(reg, bits);
                bits
            }
            _ => self.held(reg),
        }
    }

    fn read_all(&mut self, regs: &[Reg], form: Form) -> Vec<Reg> {
        regs.iter().map(|&reg| self.read(reg, form)).collect()
    }

    fn read_each(&mut self, regs: &[Reg], forms: &[Form]) -> Vec<Reg> {
        let pairs = regs.iter().zip(forms);
        pairs.map(|(&reg, &form)| self.read(reg, form)).collect()
    }

    fn rewrite(&mut self, id: InstId) {
        let from = self.from;
        let inst = *from.inst(id);
        let operands = from.operands(id);
        let results: Vec<Reg> = inst.results().collect();
        let form = results.first().map(|&reg| self.forms.of(reg));
        let others = self.around.others;
        let wanted = match reads(&inst.op, others) {
            Reads::Values => Form::Number,
            Reads::Bits => Form::Bits,
            Reads::Flow => form.unwrap_or(Form::Number),
        };
        match inst.op {
            // What is a number is stored as one, and bits are as they are.
            Op::Store(Store::Whole(ty), address) if is_float(ty) => {
                let value = operands[1];
                let form = match from.source(value) {
                    Source::Number(number) if others == Form::Bits || !is_plain(number) => {
                        Form::Bits
                    }
                    Source::Number(_) => Form::Number,
                    _ => self.forms.of(value),
                };
                let ty = match form {
                    Form::Bits => of_type(ty),
                    Form::Number => ty,
                };
                let operands = [self.read(operands[0], Form::Number), self.read(value, form)];
                self.same(id, Op::Store(Store::Whole(ty), address), &operands);
            }
            Op::Convert(Convert::FloatToIntBits(_)) => {
                let bits = self.read(operands[0], Form::Bits);
                self.own[results[0].index()] = Some(bits);
            }
            Op::Convert(Convert::IntToFloatBits(_)) if form == Some(Form::Bits) => {
                let bits = self.read(operands[0], Form::Bits);
                self.own[results[0].index()] = Some(bits);
                self.defined(results[0]);
            }
            Op::FloatUnary(width, op @ (FloatUnary::Neg | FloatUnary::Abs))
                if form == Some(Form::Bits) =>
            {
                let operand = self.read(operands[0], Form::Bits);
                let bits = match op {
                    FloatUnary::Neg => self.with_sign(width, IntBinary::Xor, operand),
                    _ => self.without_sign(width, operand),
                };
                self.own[results[0].index()] = Some(bits);
                self.defined(results[0]);
            }
            Op::FloatBinary(width, FloatBinary::Copysign) if others == Form::Bits => {
                let operands = self.read_all(operands, Form::Bits);
                let size = self.without_sign(width, operands[0]);
                let sign = self.with_sign(width, IntBinary::And, operands[1]);
                let op = Op::IntBinary(width, IntBinary::Or);
                let bits = self.pure(op, &[size, sign], width.int());
                self.own[results[0].index()] = Some(bits);
                self.defined(results[0]);
            }
            op => {
                let operands = match self.around.called(&op) {
                    Some(called) => self.read_each(operands, &called.parameters),
                    None => self.read_all(operands, wanted),
                };
                if let Op::CallIndirect(_) = op {
                    let types = from.operands(id).iter().map(|&reg| from.ty(reg));
                    let mut parameters: Vec<Type> = types.collect();
                    parameters.pop();
                    let results = results.iter().map(|&reg| from.ty(reg)).collect();
                    let signature = Signature {
                        parameters,
                        results,
                    };
                    let at = CallAt::Inst(self.to.next_inst());
                    self.calls.insert(at, signature);
                }
                let op = match form {
                    Some(Form::Bits) => of_bits(op),
                    _ => op,
                };
                let op = match op {
                    op if others == Form::Number => op,
                    Op::GlobalSet(symbol, ty) => Op::GlobalSet(symbol, of_type(ty)),
                    Op::Splat(lane) => Op::Splat(lane.as_int()),
                    Op::ReplaceLane(lane, number) => Op::ReplaceLane(lane.as_int(), number),
                    op => op,
                };
                self.same(id, op, &operands);
            }
        }
    }

    /// Adds an instruction with the results and the effect of another one.
    fn same(&mut self, id: InstId, op: Op, operands: &[Reg]) {
        let inst = *self.from.inst(id);
        let types: Vec<Type> = inst.results().map(|reg| self.ty(reg)).collect();
        let copy = self.to.next_inst();
        let results = self.push(op, inst.effect, operands, &types);
        self.to.set_effect(copy, inst.effect, inst.traps);
        for (reg, to) in inst.results().zip(results) {
            self.own[reg.index()] = Some(to);
        }
        for reg in inst.results() {
            if let Op::Load(Load::Whole(_), _) = inst.op
                && self.is_both(reg)
            {
                // It is loaded once more, as a number.
                let copy = self.to.next_inst();
                let number = self.push(inst.op, inst.effect, operands, &[self.from.ty(reg)]);
                self.to.set_effect(copy, inst.effect, inst.traps);
                self.numbers[reg.index()] = Some(number[0]);
            } else {
                self.defined(reg);
            }
        }
    }

    /// Combines bits with the sign bit.
    fn with_sign(&mut self, width: Width, op: IntBinary, bits: Reg) -> Reg {
        let sign = self.to.number(sign(width));
        self.pure(Op::IntBinary(width, op), &[bits, sign], width.int())
    }

    fn without_sign(&mut self, width: Width, bits: Reg) -> Reg {
        let rest = self.to.number(match width {
            Width::W32 => Number::I32(i32::MAX),
            Width::W64 => Number::I64(i64::MAX),
        });
        let op = Op::IntBinary(width, IntBinary::And);
        self.pure(op, &[bits, rest], width.int())
    }

    fn end(&mut self, id: BlockId) {
        let from = self.from;
        let block = from.block(id);
        let own = from.exit_operands(id);
        if let Exit::Call(Callee::Table(_), _) | Exit::TailCall(Callee::Table(_)) = block.exit {
            let mut parameters: Vec<Type> = own.iter().map(|&reg| from.ty(reg)).collect();
            parameters.pop();
            let results = match (&block.exit, block.edges().first()) {
                (Exit::Call(..), Some(&edge)) => {
                    let brought = from.brought(edge).iter();
                    brought.map(|&reg| from.ty(reg)).collect()
                }
                _ => from.signature.results.clone(),
            };
            let signature = Signature {
                parameters,
                results,
            };
            self.calls.insert(CallAt::End(id), signature);
        }
        let operands = match block.exit {
            Exit::Return => self.read_each(own, &self.around.own.results),
            _ => self.read_all(own, self.around.others),
        };
        let mut edges: Vec<(Edge, Vec<Reg>)> = Vec::new();
        for edge in from.different_edges(id) {
            let copies: Vec<(Reg, Reg)> = from.copies(edge).collect();
            let arguments = copies
                .into_iter()
                .map(|(to, value)| self.read(value, self.forms.of(to)));
            let arguments = arguments.collect();
            edges.push((edge, arguments));
        }
        let arguments: HashMap<Edge, Vec<Reg>> = edges.into_iter().collect();
        self.to.finish(block.exit.clone(), &operands);
        let mut made: HashMap<Edge, Edge> = HashMap::new();
        for &edge in block.edges() {
            match made.get(&edge) {
                Some(&parallel) => {
                    self.to.add_parallel_edge(id, parallel);
                }
                None => {
                    let own = arguments.get(&edge).map_or(&[][..], Vec::as_slice);
                    made.insert(edge, self.to.add_edge(id, edge.to, own));
                }
            }
        }
    }
}

fn width(ty: Type) -> Width {
    match ty {
        Type::F32 => Width::W32,
        _ => Width::W64,
    }
}

/// The number that only has a sign bit.
fn sign(width: Width) -> Number {
    match width {
        Width::W32 => Number::I32(i32::MIN),
        Width::W64 => Number::I64(i64::MIN),
    }
}

/// An operation that moves floats, on their bits.
fn of_bits(op: Op) -> Op {
    match op {
        Op::Load(Load::Whole(ty), address) => Op::Load(Load::Whole(of_type(ty)), address),
        Op::Select(ty) => Op::Select(of_type(ty)),
        Op::GlobalGet(symbol, ty) => Op::GlobalGet(symbol, of_type(ty)),
        Op::ExtractLane(LaneType::F32, sign, number) => {
            Op::ExtractLane(LaneType::I32, sign, number)
        }
        Op::ExtractLane(LaneType::F64, sign, number) => {
            Op::ExtractLane(LaneType::I64, sign, number)
        }
        op => op,
    }
}
