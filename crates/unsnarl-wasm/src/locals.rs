//! Locals: which registers share one.
//!
//! *Needs:* [`StackCode`] of a function, and what its edges set.
//! *Gives:* [`Locals`]: for each register that is left its local.
//! *Cost:* live ranges: bits for (blocks × registers that live across blocks); then near-linear in the segments of the
//! ranges, times the number of locals of a type.
//!
//! Blocks are laid out one after the other in the order in which definitions come first, and a register is live in a
//! set of segments of that line. A phi and what an edge sets it to become one if they are never live at once: such an
//! edge has nothing to do. What is left is coloured greedily, first fit in order of the first segment. Edges are
//! parallel copies: all sources are read before any target is written, so neither order nor cycles matter.

use wasm_encoder::ValType;

use crate::code::{Body, Reg, Source};
use crate::stackify::{BlockCode, Code, StackCode};

/// A piece of the line: from a position to before another.
type Segment = (u32, u32);

/// What is kept in a local: the registers of a web, or a number of control's own. Several may share a local, one after
/// the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Web(u32);

impl Web {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The locals of a function.
#[derive(Debug)]
pub(crate) struct Locals {
    /// By register.
    webs: Vec<Option<Web>>,
    /// By web: its local.
    numbers: Vec<Option<u32>>,
    /// By web: its type, if it has no value before the function runs.
    own_types: Vec<Option<ValType>>,
    parameters: u32,
    /// The types of those that are not parameters.
    pub(crate) types: Vec<ValType>,
}

impl Locals {
    pub(crate) fn new(
        body: &Body,
        code: &StackCode,
        parameters: &[ValType],
        successors: &[Vec<usize>],
    ) -> Self {
        let mut webs = Webs::new(body, live_segments(body, code, successors));
        webs.join_phis(body, code);
        webs.color(body, parameters)
    }

    /// What a register that is not always remade is kept in.
    pub(crate) fn get(&self, reg: Reg) -> Web {
        self.find(reg)
            .expect("every register that is read or set is kept in a local")
    }

    /// What a register is kept in, if it is kept.
    pub(crate) fn find(&self, reg: Reg) -> Option<Web> {
        self.webs[reg.index()]
    }

    /// Adds a web with a local of its own.
    pub(crate) fn add(&mut self, ty: ValType) -> Web {
        self.types.push(ty);
        let number = self.parameters + self.types.len() as u32 - 1;
        self.numbers.push(Some(number));
        self.own_types.push(Some(ty));
        Web(self.numbers.len() as u32 - 1)
    }

    /// The local of a web; none if nothing accesses it.
    pub(crate) fn number(&self, web: Web) -> Option<u32> {
        self.numbers[web.index()]
    }

    /// All webs in order.
    pub(crate) fn all(&self) -> impl ExactSizeIterator<Item = Web> + use<> {
        (0..self.numbers.len() as u32).map(Web)
    }

    /// The type of a web that has no value before the function runs.
    pub(crate) fn own_type(&self, web: Web) -> Option<ValType> {
        self.own_types[web.index()]
    }

    /// Takes away the webs that are not used, and then the locals that are nobody's.
    pub(crate) fn retain(&mut self, is_used: &[bool]) {
        for (number, &is_used) in self.numbers.iter_mut().zip(is_used) {
            *number = number.filter(|_| is_used);
        }
        let mut is_needed = vec![false; self.types.len()];
        let own = self.numbers.iter().flatten();
        own.filter_map(|number| number.checked_sub(self.parameters))
            .for_each(|place| is_needed[place as usize] = true);
        let mut needed = self.parameters;
        let renumbered: Vec<u32> = is_needed
            .iter()
            .map(|&is_needed| {
                needed += u32::from(is_needed);
                needed.wrapping_sub(1)
            })
            .collect();
        for number in self.numbers.iter_mut().flatten() {
            if let Some(place) = number.checked_sub(self.parameters) {
                *number = renumbered[place as usize];
            }
        }
        let mut is_needed = is_needed.into_iter();
        self.types.retain(|_| is_needed.next() == Some(true));
    }
}

/// The segments of each register, ascending.
fn live_segments(body: &Body, code: &StackCode, successors: &[Vec<usize>]) -> Vec<Vec<Segment>> {
    let flow = Flow::new(body, code, successors);
    let mut segments: Vec<Vec<Segment>> = vec![Vec::new(); body.regs.len()];
    let mut ends: Vec<u32> = vec![0; body.regs.len()];
    let mut position = 1;
    for &block in &body.order {
        let BlockCode { run, exit } = &code.blocks[block];
        let start = position;
        let end = start + 1 + (run.len() + exit.len()) as u32;
        position = end + 1;
        let mut open: Vec<Reg> = Vec::new();
        for reg in flow.live_out(block) {
            ends[reg.index()] = position;
            open.push(reg);
        }
        let mut read = |ends: &mut Vec<u32>, reg: Reg, at: u32| {
            if ends[reg.index()] == 0 {
                ends[reg.index()] = at;
                open.push(reg);
            }
        };
        for reg in edge_sources(body, code, block, successors) {
            read(&mut ends, reg, end);
        }
        for (at, item) in (start + 1..end)
            .rev()
            .zip(exit.iter().rev().chain(run.iter().rev()))
        {
            match *item {
                Code::Get(reg) => read(&mut ends, reg, at),
                Code::Set(reg) | Code::Tee(reg) => {
                    let until = std::mem::take(&mut ends[reg.index()]).max(at + 1);
                    segments[reg.index()].push((at, until));
                }
                Code::Op(_) | Code::From(..) | Code::Remake(_) => {}
            }
        }
        for reg in open {
            let until = std::mem::take(&mut ends[reg.index()]);
            if until != 0 {
                segments[reg.index()].push((start, until));
            }
        }
    }
    for list in &mut segments {
        list.sort_unstable();
        list.dedup_by(|next, before| {
            let touches = before.1 >= next.0;
            if touches {
                before.1 = before.1.max(next.1);
            }
            touches
        });
    }
    segments
}

/// What the edges out of a block read.
fn edge_sources<'a>(
    body: &'a Body,
    code: &'a StackCode,
    block: usize,
    successors: &'a [Vec<usize>],
) -> impl Iterator<Item = Reg> + 'a {
    let copies = successors[block]
        .iter()
        .flat_map(move |&to| body.copies(block, to));
    copies
        .filter(|(phi, source)| code.is_live[phi.index()] && !body.is_remade(*source))
        .map(|&(_, source)| source)
}

/// Which registers are live at the end of each block.
struct Flow {
    /// Registers that are live across blocks; their positions are the bits.
    regs: Vec<Reg>,
    words: usize,
    out: Vec<u64>,
}

impl Flow {
    fn new(body: &Body, code: &StackCode, successors: &[Vec<usize>]) -> Self {
        let mut bit_of: Vec<u32> = vec![u32::MAX; body.regs.len()];
        let mut regs = Vec::new();
        let mut exposed: Vec<Vec<Reg>> = vec![Vec::new(); body.blocks.len()];
        let mut defined: Vec<Vec<Reg>> = vec![Vec::new(); body.blocks.len()];
        let mut set_in: Vec<usize> = vec![usize::MAX; body.regs.len()];
        for &block in &body.order {
            let contents = &code.blocks[block];
            for &phi in &body.blocks[block].phis {
                set_in[phi.index()] = block;
                defined[block].push(phi);
            }
            let mut get = |set_in: &[usize], reg: Reg| {
                if set_in[reg.index()] != block {
                    exposed[block].push(reg);
                    if bit_of[reg.index()] == u32::MAX {
                        bit_of[reg.index()] = regs.len() as u32;
                        regs.push(reg);
                    }
                }
            };
            for item in contents.run.iter().chain(&contents.exit) {
                match *item {
                    Code::Get(reg) => get(&set_in, reg),
                    Code::Set(reg) | Code::Tee(reg) => {
                        set_in[reg.index()] = block;
                        defined[block].push(reg);
                    }
                    Code::Op(_) | Code::From(..) | Code::Remake(_) => {}
                }
            }
            for reg in edge_sources(body, code, block, successors) {
                get(&set_in, reg);
            }
        }
        let words = regs.len().div_ceil(64);
        let rows = |lists: &[Vec<Reg>]| {
            let mut bits = vec![0_u64; words * lists.len()];
            for (block, list) in lists.iter().enumerate() {
                for bit in list
                    .iter()
                    .map(|reg| bit_of[reg.index()])
                    .filter(|&bit| bit != u32::MAX)
                {
                    bits[block * words + bit as usize / 64] |= 1 << (bit % 64);
                }
            }
            bits
        };
        let (exposed, defined) = (rows(&exposed), rows(&defined));
        let mut flow = Flow {
            regs,
            words,
            out: vec![0; words * body.blocks.len()],
        };
        flow.solve(body, successors, &exposed, &defined);
        flow
    }

    fn solve(&mut self, body: &Body, successors: &[Vec<usize>], exposed: &[u64], defined: &[u64]) {
        let words = self.words;
        let mut changed = true;
        while changed {
            changed = false;
            for &block in body.order.iter().rev() {
                for &to in &successors[block] {
                    for word in 0..words {
                        let at = to * words + word;
                        let live_in = exposed[at] | (self.out[at] & !defined[at]);
                        let out = &mut self.out[block * words + word];
                        changed |= live_in & !*out != 0;
                        *out |= live_in;
                    }
                }
            }
        }
    }

    fn live_out(&self, block: usize) -> impl Iterator<Item = Reg> + '_ {
        let row = &self.out[block * self.words..][..self.words];
        row.iter().enumerate().flat_map(move |(word, &bits)| {
            let set = (0..64).filter(move |bit| bits >> bit & 1 != 0);
            set.map(move |bit| self.regs[word * 64 + bit])
        })
    }
}

/// Registers that share a local because edges copy between them.
struct Webs {
    parent: Vec<usize>,
    segments: Vec<Vec<Segment>>,
    /// The parameter that is among them.
    parameter: Vec<Option<u32>>,
}

impl Webs {
    fn new(body: &Body, mut segments: Vec<Vec<Segment>>) -> Self {
        let mut parameter = vec![None; body.regs.len()];
        for (index, info) in body.regs.iter().enumerate() {
            if let Source::Parameter(number) = info.source {
                parameter[index] = Some(number);
                // It is set before the first block.
                if let Some(first) = segments[index].first_mut() {
                    first.0 = 0;
                }
            }
        }
        Webs {
            parent: (0..body.regs.len()).collect(),
            segments,
            parameter,
        }
    }

    fn root(&mut self, reg: usize) -> usize {
        let mut root = reg;
        while self.parent[root] != root {
            self.parent[root] = self.parent[self.parent[root]];
            root = self.parent[root];
        }
        root
    }

    /// Joins phis with what edges set them to, edges that go back first: they are in loops.
    fn join_phis(&mut self, body: &Body, code: &StackCode) {
        let mut place = vec![0; body.blocks.len()];
        for (index, &block) in body.order.iter().enumerate() {
            place[block] = index;
        }
        for goes_back in [true, false] {
            for &block in &body.order {
                for incoming in &body.blocks[block].incoming {
                    if (place[incoming.from] >= place[block]) != goes_back {
                        continue;
                    }
                    for &(phi, source) in &incoming.copies {
                        if code.is_live[phi.index()] && !body.is_remade(source) {
                            self.join(phi, source);
                        }
                    }
                }
            }
        }
    }

    fn join(&mut self, left: Reg, right: Reg) {
        let (left, right) = (self.root(left.index()), self.root(right.index()));
        let both_are_parameters = self.parameter[left].is_some() && self.parameter[right].is_some();
        if left == right
            || both_are_parameters
            || overlap(&self.segments[left], &self.segments[right])
        {
            return;
        }
        let taken = std::mem::take(&mut self.segments[right]);
        let own = std::mem::take(&mut self.segments[left]);
        self.segments[left] = merged(own, taken);
        self.parameter[left] = self.parameter[left].or(self.parameter[right]);
        self.parent[right] = left;
    }

    fn color(mut self, body: &Body, parameters: &[ValType]) -> Locals {
        let mut order: Vec<usize> = (0..body.regs.len())
            .filter(|&reg| self.parent[reg] == reg && !self.segments[reg].is_empty())
            .collect();
        order.sort_by_key(|&web| (self.parameter[web].is_none(), self.segments[web][0].0, web));
        let mut colors: Vec<Color> = parameters
            .iter()
            .map(|&ty| Color {
                ty,
                segments: Vec::new(),
            })
            .collect();
        let mut color_of: Vec<Option<usize>> = vec![None; body.regs.len()];
        for web in order {
            let segments = std::mem::take(&mut self.segments[web]);
            let ty = body.regs[web].ty;
            let color = match self.parameter[web] {
                Some(number) => number as usize,
                None => colors
                    .iter()
                    .position(|color| color.ty == ty && !overlap(&color.segments, &segments))
                    .unwrap_or(colors.len()),
            };
            if color == colors.len() {
                colors.push(Color {
                    ty,
                    segments: Vec::new(),
                });
            }
            color_of[web] = Some(color);
            let own = std::mem::take(&mut colors[color].segments);
            colors[color].segments = merged(own, segments);
        }
        let numbers = grouped(&colors, parameters.len());
        self.join_alike(body, &color_of);
        let (webs, roots) = self.webs(&color_of);
        let mut types: Vec<(u32, ValType)> = numbers
            .iter()
            .copied()
            .zip(colors.iter().map(|color| color.ty))
            .collect();
        types.sort_unstable_by_key(|&(number, _)| number);
        let types = types
            .into_iter()
            .skip(parameters.len())
            .map(|(_, ty)| ty)
            .collect();
        Locals {
            webs,
            numbers: (roots.iter())
                .map(|&root| color_of[root].map(|color| numbers[color]))
                .collect(),
            own_types: (roots.iter())
                .map(|&root| self.parameter[root].is_none().then_some(body.regs[root].ty))
                .collect(),
            parameters: parameters.len() as u32,
            types,
        }
    }

    /// Joins the webs between which an edge has nothing to do because they got the same local: what one holds becomes
    /// what the other holds.
    fn join_alike(&mut self, body: &Body, color_of: &[Option<usize>]) {
        let incoming = body.blocks.iter().flat_map(|block| &block.incoming);
        for &(phi, source) in incoming.flat_map(|incoming| &incoming.copies) {
            let (left, right) = (self.root(phi.index()), self.root(source.index()));
            if color_of[left].is_some() && color_of[left] == color_of[right] {
                self.parameter[left] = self.parameter[left].or(self.parameter[right]);
                self.parent[right] = left;
            }
        }
    }

    /// Numbers the webs that have a local: by register its web, by web one of its registers.
    fn webs(&mut self, color_of: &[Option<usize>]) -> (Vec<Option<Web>>, Vec<usize>) {
        let mut web_of = vec![None; color_of.len()];
        let mut roots = Vec::new();
        let of_register = |reg| {
            let root = self.root(reg);
            color_of[root]?;
            Some(*web_of[root].get_or_insert_with(|| {
                roots.push(root);
                Web(roots.len() as u32 - 1)
            }))
        };
        let webs = (0..color_of.len()).map(of_register).collect();
        (webs, roots)
    }
}

struct Color {
    ty: ValType,
    segments: Vec<Segment>,
}

/// Numbers locals so that those of one type follow each other; parameters stay first.
fn grouped(colors: &[Color], parameters: usize) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..colors.len() as u32).collect();
    let mut next = parameters as u32;
    for ty in [
        ValType::I32,
        ValType::I64,
        ValType::F32,
        ValType::F64,
        ValType::V128,
    ] {
        for (color, number) in colors.iter().zip(&mut numbers).skip(parameters) {
            if color.ty == ty {
                *number = next;
                next += 1;
            }
        }
    }
    numbers
}

fn overlap(left: &[Segment], right: &[Segment]) -> bool {
    let (few, many) = if left.len() < right.len() {
        (left, right)
    } else {
        (right, left)
    };
    few.iter().any(|&(start, end)| {
        let next = many.partition_point(|&(_, other_end)| other_end <= start);
        many.get(next)
            .is_some_and(|&(other_start, _)| other_start < end)
    })
}

/// Segments that do not overlap, in order.
fn merged(mut left: Vec<Segment>, right: Vec<Segment>) -> Vec<Segment> {
    let appends = match (left.last(), right.first()) {
        (Some(last), Some(first)) => last.1 <= first.0,
        _ => true,
    };
    left.extend(right);
    if !appends {
        // Two sorted runs: the sort merges them in linear time.
        left.sort();
    }
    left
}
