//! Events: where the lifetimes of variables start and end, and where variables are used.
//!
//! *Needs:* a function, the order of its blocks, its variables.
//! *Gives:* [`Events`]: by block the events of the variables all of whose markers are understood.
//! *Cost:* linear in the instructions and phis.
//!
//! An address is followed through `getelementptr`, `bitcast` and `freeze`, which are not uses: they
//! are often moved out of the lifetime of the variable. Any other instruction with the address as
//! an operand uses the variable. It need not be known where the address goes from there, because
//! the markers say when the lifetime is over, even of a variable whose address escaped.
//!
//! A marker is understood if its operand is the address of the whole variable. Up to LLVM 21 it
//! also has a size, which must be that of the variable, or -1. If a marker's variable is unknown,
//! or if a call may return twice, so that control comes back along edges that the graph does not
//! have, no marker of the function is understood.

use unsnarl_ir::{BlockId, Call, Callee, CastOp, Function, Id, Inst, Module, Op, Operand};

use crate::select::frame::variable::Variable;

/// An event of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Start(usize),
    End(usize),
    /// A use of its address. Recorded once between two markers of a block.
    Use(usize),
}

/// The events in a function, of variables by number.
#[derive(Debug)]
pub(super) struct Events {
    /// By variable: its number, if it has markers and they are understood.
    pub(super) numbers: Vec<Option<usize>>,
    /// How many have one.
    pub(super) count: usize,
    /// By place in the order of the blocks.
    pub(super) blocks: Vec<Vec<Event>>,
}

impl Events {
    /// Nothing if no variable has markers that are understood.
    pub(super) fn new(
        module: &Module,
        function: &Function,
        order: &[usize],
        variables: &[Variable],
    ) -> Option<Self> {
        let mut search = Search::new(module, function, variables);
        let mut blocks = Vec::with_capacity(order.len());
        for &block in order {
            search.block(BlockId::new(block))?;
            blocks.push(std::mem::take(&mut search.events));
        }
        search.phis(order, &mut blocks);
        let mut events = Events {
            numbers: vec![None; variables.len()],
            count: 0,
            blocks,
        };
        for (number, state) in events.numbers.iter_mut().zip(&search.markers) {
            if *state == Markers::Understood {
                *number = Some(events.count);
                events.count += 1;
            }
        }
        events.renumber();
        (events.count > 0).then_some(events)
    }

    /// From variables to their numbers.
    fn renumber(&mut self) {
        let numbers = &self.numbers;
        for list in &mut self.blocks {
            let renumbered = list.iter().filter_map(|event| {
                Some(match *event {
                    Event::Start(variable) => Event::Start(numbers[variable]?),
                    Event::End(variable) => Event::End(numbers[variable]?),
                    Event::Use(variable) => Event::Use(numbers[variable]?),
                })
            });
            *list = renumbered.collect();
        }
    }
}

/// The markers of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Markers {
    /// No start.
    None,
    Understood,
    Strange,
}

/// An address within local memory.
#[derive(Clone, Copy, Debug)]
struct Address {
    /// The variable; nothing if it is not of fixed size.
    variable: Option<usize>,
    /// Whether it is the first byte.
    is_first: bool,
}

struct Search<'a> {
    module: &'a Module,
    function: &'a Function,
    variables: &'a [Variable],
    /// By instruction: the variable that it makes.
    made: Vec<Option<usize>>,
    /// By value.
    addresses: Vec<Option<Address>>,
    /// By variable.
    markers: Vec<Markers>,
    /// Of the current block.
    events: Vec<Event>,
    /// By variable: whether the last event of this block is a use of it.
    is_used: Vec<bool>,
}

impl<'a> Search<'a> {
    fn new(module: &'a Module, function: &'a Function, variables: &'a [Variable]) -> Self {
        let mut made = vec![None; function.insts.len()];
        for (number, variable) in variables.iter().enumerate() {
            made[variable.inst.index()] = Some(number);
        }
        Search {
            module,
            function,
            variables,
            made,
            addresses: vec![None; function.values.len()],
            markers: vec![Markers::None; variables.len()],
            events: Vec::new(),
            is_used: vec![false; variables.len()],
        }
    }

    /// Finds the events of a block; nothing if some instruction makes all markers unreliable.
    fn block(&mut self, block: BlockId) -> Option<()> {
        let block = &self.function.blocks[block];
        for &id in &block.insts {
            let inst = &self.function.insts[id];
            if let Op::Alloca { .. } = inst.op {
                let variable = self.made[id.index()];
                let is_first = true;
                self.define(inst, Address { variable, is_first });
            } else if let Some(address) = self.moved(&inst.op) {
                self.define(inst, address);
            } else {
                self.inst(inst)?;
            }
        }
        block.terminator.each_operand(|operand| self.used(operand));
        for event in &self.events {
            if let Event::Use(variable) = *event {
                self.is_used[variable] = false;
            }
        }
        Some(())
    }

    /// A value on an edge is used at the end of the block that the edge leaves.
    fn phis(&self, order: &[usize], blocks: &mut [Vec<Event>]) {
        let mut places = vec![None; self.function.blocks.len()];
        for (place, &block) in order.iter().enumerate() {
            places[block] = Some(place);
        }
        for &block in order {
            for phi in &self.function.blocks[BlockId::new(block)].phis {
                for &(from, operand) in &phi.incoming {
                    if let Some(variable) = self.address(operand).and_then(|it| it.variable)
                        && let Some(place) = places[from.index()]
                    {
                        blocks[place].push(Event::Use(variable));
                    }
                }
            }
        }
    }

    fn address(&self, operand: Operand) -> Option<Address> {
        match operand {
            Operand::Value(value) => self.addresses[value.index()],
            Operand::Const(_) => None,
        }
    }

    fn define(&mut self, inst: &Inst, address: Address) {
        if let Some(result) = inst.result {
            self.addresses[result.index()] = Some(address);
        }
    }

    /// The address that an instruction only computes from another address.
    fn moved(&self, op: &Op) -> Option<Address> {
        match op {
            Op::Freeze(value)
            | Op::Cast {
                op: CastOp::Bitcast,
                value,
                ..
            } => self.address(*value),
            Op::Gep { base, indices, .. } => {
                let base = self.address(*base)?;
                let is_first = base.is_first && indices.iter().all(|&index| self.is_zero(index));
                Some(Address { is_first, ..base })
            }
            _ => None,
        }
    }

    fn is_zero(&self, operand: Operand) -> bool {
        match operand {
            Operand::Const(constant) => self
                .module
                .int(constant)
                .is_some_and(|number| number.is_zero()),
            Operand::Value(_) => false,
        }
    }

    fn inst(&mut self, inst: &Inst) -> Option<()> {
        if let Op::Call(call) = &inst.op {
            if let Some(event) = marker(self.module, call) {
                return self.marked(call, event);
            }
            if self.module.returns_twice(call) {
                return None;
            }
        }
        inst.op.each_operand(|operand| self.used(operand));
        Some(())
    }

    fn used(&mut self, operand: Operand) {
        if let Some(variable) = self.address(operand).and_then(|it| it.variable)
            && !std::mem::replace(&mut self.is_used[variable], true)
        {
            self.events.push(Event::Use(variable));
        }
    }

    fn marked(&mut self, call: &Call, event: fn(usize) -> Event) -> Option<()> {
        let Operand::Value(pointer) = call.arguments.last()?.value else {
            // Poison: it marks no variable.
            return Some(());
        };
        let address = self.addresses[pointer.index()]?;
        let Some(variable) = address.variable else {
            return Some(());
        };
        if !address.is_first || !self.is_whole(call, self.variables[variable].size) {
            self.markers[variable] = Markers::Strange;
            return Some(());
        }
        let event = event(variable);
        if matches!(event, Event::Start(_)) && self.markers[variable] == Markers::None {
            self.markers[variable] = Markers::Understood;
        }
        self.events.push(event);
        self.is_used[variable] = false;
        Some(())
    }

    /// Tells whether a marker covers this many bytes.
    fn is_whole(&self, call: &Call, size: u64) -> bool {
        match *call.arguments {
            [_] => true,
            [bytes, _] => match bytes.value {
                Operand::Const(bytes) => {
                    let bytes = self.module.int(bytes).and_then(|bytes| bytes.as_u64());
                    // As an unsigned number, -1 is more than any size.
                    bytes.is_some_and(|bytes| bytes >= size)
                }
                Operand::Value(_) => false,
            },
            _ => false,
        }
    }
}

/// The marker that a call is, if it is one.
fn marker(module: &Module, call: &Call) -> Option<fn(usize) -> Event> {
    let Callee::Direct(callee) = call.callee else {
        return None;
    };
    let name = module.intrinsic(callee)?.strip_prefix("llvm.lifetime.")?;
    match name.split('.').next() {
        Some("start") => Some(Event::Start),
        Some("end") => Some(Event::End),
        _ => None,
    }
}
