//! A draft as a function of the machine.
//!
//! *Needs:* a [`Draft`] with what its values are. *Gives:* [`emit`].
//! *Cost:* linear.
//!
//! A block that only one jump leads to is written behind that jump.

use unsnarl::{BlockId, Id};
use unsnarl_low::module::{Body, Positions};
use unsnarl_low::{Effect, Exit, Function, Op, Reg, Source, Traps};

use super::draft::{BlockNo, Def, Draft, DraftBlock, Value};
use super::trivial::Resolved;
use crate::read::sections::Environment;

/// Writes the function with a number.
pub(super) fn emit(
    draft: &Draft,
    resolved: &Resolved,
    environment: &Environment,
    number: u32,
) -> Body {
    let joined = Joined::new(draft);
    let signature = environment.function(number).clone();
    let count = joined.heads.len();
    let mut emitter = Emitter {
        draft,
        resolved,
        joined: &joined,
        code: Function::with_widths(signature, count, environment.widths.clone()),
        regs: vec![None; draft.types.len()],
        places: Vec::new(),
        ends: Vec::new(),
    };
    emitter.parameters();
    for (at, &head) in joined.heads.iter().enumerate() {
        emitter.block(BlockId::new(at), head);
    }
    for (at, &head) in joined.heads.iter().enumerate() {
        emitter.edges(BlockId::new(at), joined.last(head));
    }
    let ids = (0..count).map(BlockId::new).collect();
    emitter.code.set_order(ids);
    let registers = match environment.names.locals.get(&number) {
        Some(names) => emitter.registers(|local| names.get(&local)),
        None => Vec::new(),
    };
    Body {
        code: emitter.code,
        registers,
        places: emitter.places,
        ends: emitter.ends,
        positions: Positions::default(),
    }
}

/// Which blocks are written behind which.
struct Joined {
    /// By block: the one that is written behind it.
    next: Vec<Option<BlockNo>>,
    /// The blocks that are written behind none, in order.
    heads: Vec<BlockNo>,
    /// By head: its number among them.
    numbers: Vec<u32>,
}

impl Joined {
    fn new(draft: &Draft) -> Joined {
        let count = draft.blocks.len();
        let mut incoming = vec![0_u32; count];
        for block in &draft.blocks {
            for edge in &block.edges {
                incoming[edge.to as usize] += 1;
            }
        }
        let mut next = vec![None; count];
        let mut is_behind = vec![false; count];
        for (number, block) in draft.blocks.iter().enumerate() {
            if let (Exit::Jump, [edge]) = (&block.exit, &block.edges[..])
                && incoming[edge.to as usize] == 1
            {
                next[number] = Some(edge.to);
                is_behind[edge.to as usize] = true;
            }
        }
        let order = draft.order.iter().copied();
        let heads: Vec<BlockNo> = order.filter(|&block| !is_behind[block as usize]).collect();
        let mut numbers = vec![u32::MAX; count];
        for (number, &head) in (0..).zip(&heads) {
            numbers[head as usize] = number;
        }
        Joined {
            next,
            heads,
            numbers,
        }
    }

    /// A head and what is written behind it.
    fn chain(&self, head: BlockNo) -> impl Iterator<Item = BlockNo> + '_ {
        std::iter::successors(Some(head), |&block| self.next[block as usize])
    }

    /// The last block of a chain.
    fn last(&self, head: BlockNo) -> BlockNo {
        self.chain(head).last().unwrap_or(head)
    }
}

struct Emitter<'a> {
    draft: &'a Draft,
    resolved: &'a Resolved,
    joined: &'a Joined,
    code: Function,
    /// By value that is no constant.
    regs: Vec<Option<Reg>>,
    /// By instruction: where it is in the file.
    places: Vec<u32>,
    /// By block: where its exit is in the file.
    ends: Vec<u32>,
}

impl<'a> Emitter<'a> {
    /// The parameters of the function, and all null references, which the entry makes.
    fn parameters(&mut self) {
        for (value, &def) in self.draft.defs.iter().enumerate() {
            if let Def::Parameter(number) = def {
                let source = Source::Parameter(number);
                let reg = self.code.add_reg(self.draft.types[value], source);
                self.regs[value] = Some(reg);
            }
        }
    }

    fn block(&mut self, id: BlockId, head: BlockNo) {
        let (draft, resolved) = (self.draft, self.resolved);
        for &value in all_parameters(draft.block(head)) {
            if resolved.is_left(value) {
                let ty = draft.types[value.index()];
                self.regs[value.index()] = Some(self.code.add_parameter(id, ty));
            }
        }
        self.code.start(id);
        if head == 0 {
            self.nulls();
        }
        for number in self.joined.chain(head) {
            let insts = draft.block(number).insts.clone();
            for inst in &draft.insts[insts.start as usize..insts.end as usize] {
                let operands = self.regs_of(draft.values(inst.operands));
                let results = inst.results.start as usize..inst.results.end as usize;
                let types = &draft.types[results.clone()];
                let id = self.push(inst.op, inst.effect, inst.traps, &operands, types, inst.at);
                for (value, reg) in results.zip(id) {
                    self.regs[value] = Some(reg);
                }
            }
        }
        let last = draft.block(self.joined.last(head));
        let operands = self.regs_of(draft.values(last.operands));
        self.code.finish(last.exit.clone(), &operands);
        self.ends.push(last.end);
    }

    /// The locals of references that are read before they are written.
    fn nulls(&mut self) {
        let at = self.draft.insts.first().map_or(0, |inst| inst.at);
        for (value, &def) in self.draft.defs.iter().enumerate() {
            if let Def::Null(ty) = def {
                let op = Op::Null(ty);
                let regs = self.push(op, Effect::Pure, Traps::Undefined, &[], &[ty], at);
                self.regs[value] = Some(regs[0]);
            }
        }
    }

    fn push(
        &mut self,
        op: Op,
        effect: Effect,
        traps: Traps,
        operands: &[Reg],
        types: &[unsnarl_low::Type],
        at: u32,
    ) -> Vec<Reg> {
        let id = self.code.next_inst();
        let regs = self.code.push(op, effect, operands, types);
        self.code.set_effect(id, effect, traps);
        self.places.push(at);
        regs
    }

    fn edges(&mut self, id: BlockId, last: BlockNo) {
        let draft = self.draft;
        let block = draft.block(last);
        let mut added = vec![None; block.edges.len()];
        for &slot in &block.slots {
            let edge = block.edges[slot as usize];
            if let Some(known) = added[slot as usize] {
                self.code.add_parallel_edge(id, known);
                continue;
            }
            let mut arguments = Vec::new();
            for (number, &parameter) in all_parameters(draft.block(edge.to)).enumerate() {
                if number >= edge.brought as usize && self.resolved.is_left(parameter) {
                    let value = self.resolved.argument(draft, last, slot, number);
                    let value = value.expect("nothing brings it");
                    arguments.push(self.reg(value));
                }
            }
            let to = BlockId::new(self.joined.numbers[edge.to as usize] as usize);
            added[slot as usize] = Some(self.code.add_edge(id, to, &arguments));
        }
    }

    fn regs_of(&mut self, values: &[Value]) -> Vec<Reg> {
        let resolved = self.resolved;
        let values = values.iter().map(|&value| resolved.get(value));
        values.map(|value| self.reg(value)).collect()
    }

    /// The register of a value that is resolved.
    fn reg(&mut self, value: Value) -> Reg {
        match self.draft.defs[value.index()] {
            Def::Number(number) => self.code.number(number),
            _ => self.regs[value.index()].expect("it is defined before it is read"),
        }
    }

    /// What registers are called, by the names of locals.
    fn registers(&self, name: impl Fn(u32) -> Option<&'a String>) -> Vec<(Reg, String)> {
        let draft = self.draft;
        let mut named: Vec<(Reg, u32)> = Vec::new();
        let mut add = |value: Value, local: u32| {
            if let Some(reg) = self.regs[self.resolved.get(value).index()] {
                named.push((reg, local));
            }
        };
        for (local, &value) in (0..).zip(&draft.initial) {
            if let Def::Parameter(_) = draft.defs[value.index()] {
                add(value, local);
            }
        }
        for &number in &draft.order {
            let block = draft.block(number);
            block
                .locals
                .iter()
                .for_each(|&(local, value)| add(value, local));
            block
                .writes
                .iter()
                .for_each(|&(local, value)| add(value, local));
        }
        let named = named.into_iter();
        let named = named.filter_map(|(reg, local)| Some((reg, name(local)?.clone())));
        let mut named: Vec<(Reg, String)> = named.collect();
        // A register has the name that it has first.
        named.sort_by_key(|&(reg, _)| reg);
        named.dedup_by_key(|&mut (reg, _)| reg);
        named
    }
}

/// The parameters of a block, those of locals last.
fn all_parameters(block: &DraftBlock) -> impl Iterator<Item = &Value> {
    let locals = block.locals.iter().map(|(_, value)| value);
    block.parameters.iter().chain(locals)
}
