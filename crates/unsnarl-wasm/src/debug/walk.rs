//! A walk over the instructions of a body: what happens to the places of variables.
//!
//! *Needs:* the instructions, the locals of the registers that matter, and the records.
//! *Gives:* a [`Step`] for each change. Facts are numbered: bindings first, then registers that are
//! in their locals.
//! *Cost:* near-linear.
//!
//! A register is in its local from where it is set until the local is set again. A parameter of a
//! block is there at the start of the block, unless it is [on the stack](crate::control), and a
//! parameter of the function at its start. A binding ends where a register that it needs gets
//! another value: then the variable is what the register was. Instructions move down to their uses,
//! so that a record may stand before an instruction whose value it names; what it says holds when
//! the value is there.

use foldhash::{HashMap, HashSet};
use unsnarl::{BlockId, Edge};
use unsnarl_low::trees::Trees;
use unsnarl_low::{Function as Code, InstId, Reg, Source};
use wasm_encoder::Instruction;

use super::Body;
use super::records::{Event, Records};
use crate::item::Item;
use crate::locals::{Locals, Web};
use crate::map::PieceKind;

/// What happens.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// The code of a block begins.
    Start(BlockId),
    /// More of a block follows what was there of it.
    Resume(BlockId),
    /// Copies of an edge follow, from the end of its block.
    Take(Edge),
    /// Control may come from anywhere.
    Unknown,
    /// All changes that follow are at this byte.
    At(u32),
    Set(usize),
    Clear(usize),
}

/// The facts of a body.
pub(super) struct Walk<'a> {
    body: &'a Body<'a>,
    code: &'a Code,
    records: &'a Records,
    locals: &'a Locals,
    /// By register: its local, if it is ever in one.
    homes: Vec<Option<u32>>,
    /// By register: whether it is in its local where its block starts.
    arrives: Vec<bool>,
    places: HashMap<Reg, usize>,
    of_locals: HashMap<u32, Vec<usize>>,
    /// By register: the bindings that need it, but for declarations.
    needed_by: Vec<Vec<usize>>,
    /// By variable: its bindings, but for declarations.
    of_variables: Vec<Vec<usize>>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        body: &'a Body<'a>,
        code: &'a Code,
        trees: &Trees,
        locals: &'a Locals,
        records: &'a Records,
    ) -> Self {
        let on_stack: HashSet<Web> = body.written.on_stack.iter().copied().collect();
        let mut walk = Walk {
            body,
            code,
            records,
            locals,
            homes: Vec::with_capacity(records.regs.len()),
            arrives: Vec::with_capacity(records.regs.len()),
            places: HashMap::default(),
            of_locals: HashMap::default(),
            needed_by: vec![Vec::new(); records.regs.len()],
            of_variables: vec![Vec::new(); records.variables.len()],
        };
        for (place, &reg) in records.regs.iter().enumerate() {
            let web = locals.find(reg);
            let kept = web.filter(|web| !on_stack.contains(web));
            let home = match code.source(reg) {
                Source::Parameter(number) => Some(number),
                _ => kept.and_then(|web| locals.number(web)),
            };
            if let Some(local) = home {
                walk.of_locals.entry(local).or_default().push(place);
            }
            walk.places.insert(reg, place);
            walk.homes.push(home);
            walk.arrives.push(home.is_some() && trees.is_live(reg));
        }
        for (number, binding) in records.bindings.iter().enumerate() {
            if binding.is_declared {
                continue;
            }
            walk.of_variables[binding.variable].push(number);
            for &place in &binding.needs {
                walk.needed_by[place].push(number);
            }
        }
        walk
    }

    /// How many steps a walk makes at most, besides those for items: each record ends all that its
    /// variable was, and each write to a local all that it held.
    pub(super) fn cost(&self) -> usize {
        let events = self.records.events.values().flatten();
        let of_events = events.map(|event| self.of_variables[event.variable].len());
        let items = self.body.written.items.iter();
        let of_items = items.filter_map(|item| match item {
            Item::Set(web) | Item::Tee(web) => {
                let held = self.of_locals.get(&self.locals.number(*web)?)?;
                Some(held.len())
            }
            _ => None,
        });
        of_events.chain(of_items).fold(0, usize::saturating_add)
    }

    /// How many facts there are.
    pub(super) fn count(&self) -> usize {
        self.records.bindings.len() + self.records.regs.len()
    }

    /// The fact that a register is in its local.
    pub(super) fn fact(&self, place: usize) -> usize {
        self.records.bindings.len() + place
    }

    /// The local of a register.
    pub(super) fn home(&self, place: usize) -> Option<u32> {
        self.homes[place]
    }

    /// The facts at the start of the function.
    pub(super) fn at_entry(&self) -> impl Iterator<Item = usize> + '_ {
        let regs = self.records.regs.iter().enumerate();
        let parameters =
            regs.filter(|(_, reg)| matches!(self.code.source(**reg), Source::Parameter(_)));
        parameters.map(|(place, _)| self.fact(place))
    }

    /// Walks over all of the body.
    pub(super) fn each(&self, mut step: impl FnMut(Step)) {
        let mut state = State {
            walk: self,
            step: &mut step,
            block: None,
            events: &[],
            fresh: HashMap::default(),
            defined: HashSet::default(),
            last: None,
            first: None,
            is_code: false,
            left: None,
            passing: None,
        };
        let starts = self.body.starts;
        let place = |index: usize| starts.get(index).copied().unwrap_or(self.body.size);
        for (index, item) in self.body.written.items.iter().enumerate() {
            state.item(item, place(index), place(index + 1));
        }
        state.stop_passing();
        state.finish();
    }
}

struct State<'w, 'a, F> {
    walk: &'w Walk<'a>,
    step: &'w mut F,
    /// The block whose end control has not left.
    block: Option<BlockId>,
    /// Records of the block that are still to come.
    events: &'w [Event],
    /// The bindings that began in this run of the block, with the first instruction behind each.
    fresh: HashMap<usize, usize>,
    /// The registers that got their values in this run of the block.
    defined: HashSet<usize>,
    /// The instruction whose results are next to be kept.
    last: Option<InstId>,
    /// Where what pushes operands begins.
    first: Option<u32>,
    /// Whether this is the code of the block, or what pushes the operands of its end.
    is_code: bool,
    /// Where that ended last, until it is known that it does not go on.
    left: Option<u32>,
    /// Where a bracket ended or a loop began, if only brackets follow so far. Control passes these
    /// before the block behind them and does nothing there, so what holds at its start holds.
    passing: Option<u32>,
}

impl<F: FnMut(Step)> State<'_, '_, F> {
    fn item(&mut self, item: &Item, at: u32, next: u32) {
        match item {
            Item::Op(Instruction::End | Instruction::Loop(_))
            | Item::Catch(_)
            | Item::CatchAll
            | Item::Delegate(_) => {
                self.finish();
                self.passing.get_or_insert(at);
                self.block = None;
                self.last = None;
                return;
            }
            // The instruction itself belongs to the arm before it.
            Item::Op(Instruction::Else) => {
                self.stop_passing();
                self.finish();
                self.passing = Some(next);
                self.block = None;
                self.last = None;
                return;
            }
            Item::Op(Instruction::Block(_)) if self.passing.is_some() => return,
            Item::Open(PieceKind::Code(_)) => {}
            _ => self.stop_passing(),
        }
        match item {
            Item::Open(kind) => self.open(*kind, at),
            Item::Close => {
                if std::mem::take(&mut self.is_code) {
                    self.left = Some(at);
                }
                self.last = None;
                self.first = None;
            }
            Item::Inst(inst) => {
                let selected = self.walk.body.names.selected(*inst);
                let start = self.first.take().unwrap_or(at);
                if let Some(selected) = selected.filter(|_| self.is_code) {
                    self.records(selected.index(), start);
                }
                self.defined(*inst, selected.map(InstId::index), next);
                self.last = Some(*inst);
            }
            Item::Set(web) | Item::Tee(web) => {
                self.set(*web, next);
                self.first = None;
            }
            Item::Op(Instruction::Drop) => {}
            _ => {
                self.first.get_or_insert(at);
                self.last = None;
            }
        }
    }

    fn open(&mut self, kind: PieceKind, at: u32) {
        self.last = None;
        self.first = None;
        match kind {
            PieceKind::Operand(block) if self.block == Some(block) => {
                self.left = None;
                self.is_code = true;
            }
            _ => self.finish(),
        }
        (self.step)(Step::At(self.passing.take().unwrap_or(at)));
        match kind {
            PieceKind::Code(block) => {
                self.block = Some(block);
                self.fresh.clear();
                self.defined.clear();
                self.is_code = true;
                let events = self.walk.records.events.get(&block);
                self.events = events.map_or(&[], Vec::as_slice);
                (self.step)(Step::Start(block));
                self.arrive(block);
            }
            PieceKind::Operand(block)
            | PieceKind::Comparison(block, _)
            | PieceKind::Decision(block)
            | PieceKind::Leave(block)
            | PieceKind::Call(block) => match self.block == Some(block) {
                true => (self.step)(Step::Resume(block)),
                false => self.unknown(),
            },
            PieceKind::Edge(edge) | PieceKind::Caught(edge) => match self.block == Some(edge.block)
            {
                true => (self.step)(Step::Take(edge)),
                false => {
                    self.unknown();
                    (self.step)(Step::Take(edge));
                }
            },
            PieceKind::Arm(_) | PieceKind::Epilogue => {}
            PieceKind::Prologue | PieceKind::Dispatch => self.unknown(),
        }
    }

    /// Control leaves the block: what is left of its records holds.
    fn finish(&mut self) {
        if let Some(at) = self.left.take() {
            self.records(usize::MAX, at);
        }
    }

    /// Something else than the code of a block follows brackets.
    fn stop_passing(&mut self) {
        if let Some(at) = self.passing.take() {
            (self.step)(Step::At(at));
            (self.step)(Step::Unknown);
        }
    }

    fn unknown(&mut self) {
        self.block = None;
        (self.step)(Step::Unknown);
    }

    /// The parameters of a block get their values.
    fn arrive(&mut self, block: BlockId) {
        if unsnarl::Id::index(block) >= self.walk.code.block_count() {
            return;
        }
        for reg in &self.walk.code.block(block).parameters {
            if let Some(&place) = self.walk.places.get(reg) {
                self.redefine(place, None);
                if self.walk.arrives[place] {
                    (self.step)(Step::Set(self.walk.fact(place)));
                }
            }
        }
    }

    /// A register gets a value: what named it named the former one, but for records behind its
    /// definition.
    fn redefine(&mut self, place: usize, inst: Option<usize>) {
        for &binding in &self.walk.needed_by[place] {
            let first = self.fresh.get(&binding);
            let is_behind = |&first: &usize| inst.is_some_and(|inst| first > inst);
            if !first.is_some_and(is_behind) {
                (self.step)(Step::Clear(binding));
            }
        }
        (self.step)(Step::Clear(self.walk.fact(place)));
    }

    fn defined(&mut self, inst: InstId, selected: Option<usize>, next: u32) {
        let mut is_here = false;
        for reg in self.walk.code.inst(inst).results() {
            if let Some(&place) = self.walk.places.get(&reg) {
                if !std::mem::replace(&mut is_here, true) {
                    (self.step)(Step::At(next));
                }
                self.redefine(place, selected);
                self.defined.insert(place);
            }
        }
    }

    fn set(&mut self, web: Web, next: u32) {
        let Some(local) = self.walk.locals.number(web) else {
            return;
        };
        let Some(places) = self.walk.of_locals.get(&local) else {
            return;
        };
        (self.step)(Step::At(next));
        for &place in places {
            (self.step)(Step::Clear(self.walk.fact(place)));
        }
        let Some(last) = self.last else { return };
        for reg in self.walk.code.inst(last).results() {
            if self.walk.locals.find(reg) == Some(web)
                && let Some(&place) = self.walk.places.get(&reg)
                && self.walk.homes[place] == Some(local)
            {
                (self.step)(Step::Set(self.walk.fact(place)));
            }
        }
    }

    /// Tells whether a register that a record names gets its value in this block, before the
    /// record, but has not got it yet, because the instruction moved: its local has a former value.
    fn is_late(&self, place: usize, first: usize) -> bool {
        let code = self.walk.code;
        let Source::Inst(inst) = code.source(self.walk.records.regs[place]) else {
            return false;
        };
        let own = self.block.filter(|&block| {
            unsnarl::Id::index(block) < code.block_count() && code.block(block).has(inst)
        });
        let selected = self.walk.body.names.selected(inst);
        own.is_some()
            && !self.defined.contains(&place)
            && selected.is_some_and(|inst| inst.index() < first)
    }

    /// The records up to an instruction.
    fn records(&mut self, inst: usize, at: u32) {
        while let Some((event, rest)) = self.events.split_first() {
            if event.first > inst {
                break;
            }
            self.events = rest;
            (self.step)(Step::At(at));
            for &binding in &self.walk.of_variables[event.variable] {
                let other = self.walk.records.bindings[binding].fragment;
                let is_apart = match (other, event.fragment) {
                    (Some(left), Some(right)) => {
                        left.offset.saturating_add(left.size) <= right.offset
                            || right.offset.saturating_add(right.size) <= left.offset
                    }
                    _ => false,
                };
                if !is_apart {
                    self.fresh.remove(&binding);
                    (self.step)(Step::Clear(binding));
                }
            }
            if let Some(binding) = event.binding {
                self.fresh.insert(binding, event.first);
                (self.step)(Step::Set(binding));
                for &place in &self.walk.records.bindings[binding].needs {
                    if self.is_late(place, event.first) {
                        (self.step)(Step::Clear(self.walk.fact(place)));
                    }
                }
            }
        }
    }
}
