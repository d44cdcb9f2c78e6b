//! Two functions, side by side.
//!
//! *Needs:* functions with the same blocks and edges, and which [parameters](super::graph) are the
//! same. *Gives:* the first [`Difference`] of a block, if there is one.
//! *Cost:* near-linear. Parallel edges that share arguments on both sides are compared once.

use std::collections::{HashMap, HashSet};
use std::iter::repeat;

use foldhash::fast::FixedState;
use unsnarl::{BlockId, Edge as Slot};

use super::difference::{Difference, Operand, Place, What};
use super::graph::{Parameters, brought};
use super::memory::Memory;
use super::side::{Event, Made, Side, Step};
use super::symbolic::{Symbolic, Trap};
use crate::check::values::Value;
use crate::live::Live;
use crate::machine::{Edge, Exit, Function, Reg, Source};
use crate::op::Op;

/// Two functions that run side by side.
pub(super) struct Checker<'f> {
    symbolic: Symbolic,
    parameters: Parameters,
    before: Side<'f>,
    after: Side<'f>,
}

/// What a block does before the rewrite.
struct Due {
    events: Vec<(Event, Made)>,
    /// How many events came before something that may trap, and the alignment that was promised.
    traps: HashMap<Value, (usize, u8), FixedState>,
    memory: Memory,
}

impl<'f> Checker<'f> {
    /// Gives parameters that are the same the same values. `live` is what is live before and after.
    pub(super) fn new(
        before: &'f Function,
        after: &'f Function,
        live: [Live; 2],
        parameters: Parameters,
    ) -> Self {
        let [live_before, live_after] = live;
        let mut checker = Checker {
            symbolic: Symbolic::new(before.frame),
            parameters,
            before: Side::new(before, live_before),
            after: Side::new(after, live_after),
        };
        checker.set_parameters();
        for &block in before.order() {
            checker.set_block_parameters(block);
        }
        checker
    }

    fn set_parameters(&mut self) {
        let parameters = self.before.function.signature.parameters.iter();
        let values: Vec<Value> = parameters.map(|_| self.symbolic.values.unknown()).collect();
        for side in [&mut self.before, &mut self.after] {
            for reg in side.function.regs() {
                if let Source::Parameter(number) = side.function.source(reg)
                    && let Some(&value) = values.get(number as usize)
                {
                    side.set(reg, value);
                }
            }
        }
    }

    fn set_block_parameters(&mut self, block: BlockId) {
        let old = &self.before.function.block(block).parameters;
        for &reg in old {
            let value = self.symbolic.values.unknown();
            self.before.set(reg, value);
        }
        let new = &self.after.function.block(block).parameters;
        for (&reg, &number) in new.iter().zip(self.parameters.of(block)) {
            // What edges pass to others is not compared, so nothing is known of them.
            if self.after.live.regs[reg.index()] {
                let old = old[number as usize];
                let value = self.before.value(&mut self.symbolic, old);
                self.after.set(reg, value);
            }
        }
    }

    /// Proves that a block does the same. The blocks that dominate it come before.
    pub(super) fn block(&mut self, block: BlockId) -> Result<(), Difference> {
        let start = self.symbolic.values.unknown();
        let mut due = self.due(block, start);
        let mut memory = self.follow(block, start, &due)?;
        let state = due.memory.state(&mut self.symbolic.values);
        if state != memory.state(&mut self.symbolic.values) {
            let end = [None, None];
            return Err(other_memory(block, end, &due.memory, &memory));
        }
        if let Some(promises) = memory.promises_beyond(&due.memory) {
            let [before, after] = promises.by;
            let [due, found] = promises.align;
            return Err(Difference {
                place: Place::Insts(block, Some(before), Some(after)),
                what: What::Alignment { due, found },
            });
        }
        self.exit(block)?;
        self.edges(block)
    }

    /// Runs a block before the rewrite.
    fn due(&mut self, block: BlockId, start: Value) -> Due {
        let mut due = Due {
            events: Vec::new(),
            traps: HashMap::default(),
            memory: Memory::new(start),
        };
        let (side, symbolic) = (&mut self.before, &mut self.symbolic);
        for (index, id) in side.function.block(block).insts().enumerate() {
            match side.perform(symbolic, &mut due.memory, id, index) {
                Step::Quiet => {}
                Step::MayTrap(trap) => {
                    let count = due.events.len();
                    let bytes = symbolic.traps_of_bytes(&trap).iter();
                    let bytes = bytes.zip([trap.align].into_iter().chain(repeat(0)));
                    let bytes = bytes.map(|(&key, align)| Trap { key, align });
                    for Trap { key, align } in [trap].into_iter().chain(bytes) {
                        let (_, most) = due.traps.entry(key).or_insert((count, align));
                        *most = align.max(*most);
                    }
                }
                Step::Event(event) => {
                    let made = side.makes(symbolic, &event);
                    side.finish(symbolic, &mut due.memory, &event, &made);
                    due.events.push((event, made));
                }
            }
        }
        due
    }

    /// Runs it after the rewrite, and compares what happens; gives the memory at its end.
    fn follow(&mut self, block: BlockId, start: Value, due: &Due) -> Result<Memory, Difference> {
        let mut memory = Memory::new(start);
        let mut events = due.events.iter();
        let mut done = 0;
        let function = self.after.function;
        for (index, id) in function.block(block).insts().enumerate() {
            let op = function.inst(id).op;
            let place = Place::Insts(block, None, Some(index));
            let step = self
                .after
                .perform(&mut self.symbolic, &mut memory, id, index);
            match step {
                Step::Quiet => {}
                Step::MayTrap(trap) => {
                    let traps = |key| due.traps.get(&key).filter(|&&(before, _)| before <= done);
                    let bytes = self.symbolic.traps_of_bytes(&trap);
                    let found = match (traps(trap.key), bytes) {
                        (None, &[first, ref others @ ..]) => traps(first)
                            .filter(|_| others.iter().all(|&byte| traps(byte).is_some())),
                        (found, _) => found,
                    };
                    let what = match found {
                        Some(&(_, align)) if trap.align <= align => continue,
                        Some(&(_, align)) => What::Alignment {
                            due: align,
                            found: trap.align,
                        },
                        None => What::Trap(op),
                    };
                    return Err(Difference { place, what });
                }
                Step::Event(event) => {
                    let Some((due_event, made)) = events.next() else {
                        let what = What::Added(op);
                        return Err(Difference { place, what });
                    };
                    self.compare(block, due_event, &event)?;
                    if due_event.memory != event.memory {
                        let insts = [Some(due_event.index), Some(index)];
                        return Err(other_memory(block, insts, &due.memory, &memory));
                    }
                    let symbolic = &mut self.symbolic;
                    self.after.finish(symbolic, &mut memory, &event, made);
                    done += 1;
                }
            }
        }
        match events.next() {
            None => Ok(memory),
            Some((event, _)) => Err(Difference {
                place: Place::Insts(block, Some(event.index), None),
                what: What::Missing(self.before.function.inst(event.id).op),
            }),
        }
    }

    /// Compares two effects, but for the memory before them.
    fn compare(&self, block: BlockId, due: &Event, found: &Event) -> Result<(), Difference> {
        let place = Place::Insts(block, Some(due.index), Some(found.index));
        let ops = [(&self.before, due), (&self.after, found)];
        let [due_op, found_op] = ops.map(|(side, event)| side.function.inst(event.id).op);
        let [due_regs, found_regs] = ops.map(|(side, event)| side.function.operands(event.id));
        let kind = |event: &Event| (event.op, event.effect, event.is_observable);
        let differs = |what| Err(Difference { place, what });
        if kind(due) != kind(found) || due_regs.len() != found_regs.len() {
            let (due, found) = (due_op, found_op);
            return differs(What::Operation { due, found });
        }
        let values = due.operands.iter().zip(&found.operands);
        let mut numbers = (0..).zip(values).filter(|(_, (due, found))| due != found);
        if let Some((number, _)) = numbers.next() {
            return differs(self.operand(number, due_regs[number], found_regs[number]));
        }
        if due.align < found.align {
            let (due, found) = (due.align, found.align);
            return differs(What::Alignment { due, found });
        }
        let types = ops.map(|(side, event)| {
            let results = side.function.inst(event.id).results();
            results.map(|reg| side.function.ty(reg)).collect::<Vec<_>>()
        });
        // That of a load may be extended.
        if !matches!(due_op, Op::Load(..)) && types[0] != types[1] {
            return differs(What::Results);
        }
        Ok(())
    }

    fn operand(&self, number: usize, due: Reg, found: Reg) -> What {
        What::Operand {
            number,
            due: Operand::of(self.before.function, due),
            found: Operand::of(self.after.function, found),
        }
    }

    /// Compares the operands of an exit.
    fn exit(&mut self, block: BlockId) -> Result<(), Difference> {
        let place = Place::Exit(block);
        let function = self.before.function;
        let is_test = function.block(block).exit == Exit::Branch;
        let due = function.exit_operands(block);
        let found = self.after.function.exit_operands(block);
        if due.len() != found.len() {
            let what = What::Exit;
            return Err(Difference { place, what });
        }
        for (number, (&due, &found)) in due.iter().zip(found).enumerate() {
            let old = self.before.value(&mut self.symbolic, due);
            let new = self.after.value(&mut self.symbolic, found);
            let values = &mut self.symbolic.values;
            if old != new && !(is_test && values.test(old) == values.test(new)) {
                let what = self.operand(number, due, found);
                return Err(Difference { place, what });
            }
        }
        Ok(())
    }

    /// Compares what the edges out of a block pass.
    fn edges(&mut self, block: BlockId) -> Result<(), Difference> {
        let [old, new] = [&self.before, &self.after].map(|side| side.function.block(block).edges());
        let mut compared: HashSet<(Edge, Edge), FixedState> = HashSet::default();
        for (slot, (&old, &new)) in old.iter().zip(new).enumerate() {
            if compared.insert((old, new)) {
                let place = Place::Edge(Slot::new(block, slot));
                self.edge(place, old, new)?;
            }
        }
        Ok(())
    }

    fn edge(&mut self, place: Place, old: Edge, new: Edge) -> Result<(), Difference> {
        let [due_function, function] = [self.before.function, self.after.function];
        let due_arguments = due_function.arguments(old);
        let due_brought = brought(due_function, old);
        let own_brought = brought(function, new);
        let parameters = &function.block(new.to).parameters;
        for (position, &parameter) in parameters.iter().enumerate() {
            let number = self.parameters.of(new.to)[position] as usize;
            let arguments = function.arguments(new);
            match (
                position.checked_sub(own_brought),
                number.checked_sub(due_brought),
            ) {
                // What a call makes comes to the same parameter.
                (None, None) if position == number => {}
                (Some(own), Some(due)) => {
                    if !self.after.live.regs[parameter.index()] {
                        continue;
                    }
                    let [due, found] = [due_arguments[due], arguments[own]];
                    let old = self.before.value(&mut self.symbolic, due);
                    if old != self.after.value(&mut self.symbolic, found) {
                        let what = self.operand(own, due, found);
                        return Err(Difference { place, what });
                    }
                }
                _ => {
                    let what = What::Brought;
                    return Err(Difference { place, what });
                }
            }
        }
        Ok(())
    }
}

/// Tells how memory differs since as many effects as `after` has seen; `insts` are where that is
/// noticed.
fn other_memory(
    block: BlockId,
    insts: [Option<usize>; 2],
    before: &Memory,
    after: &Memory,
) -> Difference {
    let differing = before.differing(after);
    let [due, found] = match differing.by {
        [None, None] => insts,
        by => by,
    };
    Difference {
        place: Place::Insts(block, due, found),
        what: match differing.at {
            Some(at) => What::Memory { at },
            None => What::Order,
        },
    }
}
