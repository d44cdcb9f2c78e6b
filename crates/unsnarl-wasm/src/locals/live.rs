//! Live ranges: where on the line of a function each register is live.
//!
//! *Needs:* the code of its blocks, and their successors.
//! *Gives:* the [`Segment`]s of each register.
//! *Cost:* bits for (blocks × registers that live across blocks), and a pass over them for each
//! level of nested loops.

use unsnarl::{BlockId, Id};
use unsnarl_low::trees::{Code, Trees};
use unsnarl_low::{Function, Reg};

/// A piece of the line: from a position to before another.
pub(super) type Segment = (u32, u32);

/// The segments of each register, ascending.
pub(super) fn live_segments(function: &Function, trees: &Trees) -> Vec<Vec<Segment>> {
    let flow = Flow::new(function, trees);
    let mut segments: Vec<Vec<Segment>> = vec![Vec::new(); function.reg_count()];
    let mut ends: Vec<u32> = vec![0; function.reg_count()];
    let mut position = 1;
    for &block in function.order() {
        let code = trees.block(block);
        let start = position;
        let end = start + 1 + code.len() as u32;
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
        for reg in edge_sources(function, trees, block) {
            read(&mut ends, reg, end);
        }
        for (at, item) in (start + 1..end).rev().zip(code.all().rev()) {
            match item {
                Code::Get(reg) => read(&mut ends, reg, at),
                Code::Set(reg) | Code::Tee(reg) => {
                    let until = std::mem::take(&mut ends[reg.index()]).max(at + 1);
                    segments[reg.index()].push((at, until));
                }
                Code::Inst(_) | Code::Drop | Code::Rematerialise(_) => {}
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

/// The registers that the edges out of a block read.
fn edge_sources<'a>(
    function: &'a Function,
    trees: &'a Trees,
    block: BlockId,
) -> impl Iterator<Item = Reg> + 'a {
    let edges = function.different_edges(block).into_iter();
    let copies = edges.flat_map(|edge| function.copies(edge));
    let live = copies.filter(|&(parameter, source)| {
        trees.is_live(parameter) && !function.is_rematerialised(source)
    });
    live.map(|(_, source)| source)
}

/// Which registers are live at the end of each block.
struct Flow {
    /// Registers that are live across blocks; their positions are the bits.
    regs: Vec<Reg>,
    words: usize,
    out: Vec<u64>,
}

impl Flow {
    fn new(function: &Function, trees: &Trees) -> Self {
        let mut bit_of: Vec<u32> = vec![u32::MAX; function.reg_count()];
        let mut regs = Vec::new();
        let mut exposed: Vec<Vec<Reg>> = vec![Vec::new(); function.block_count()];
        let mut defined: Vec<Vec<Reg>> = vec![Vec::new(); function.block_count()];
        let mut set_in: Vec<usize> = vec![usize::MAX; function.reg_count()];
        for &id in function.order() {
            let block = id.index();
            for &parameter in &function.block(id).parameters {
                set_in[parameter.index()] = block;
                defined[block].push(parameter);
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
            for item in trees.block(id).all() {
                match item {
                    Code::Get(reg) => get(&set_in, reg),
                    Code::Set(reg) | Code::Tee(reg) => {
                        set_in[reg.index()] = block;
                        defined[block].push(reg);
                    }
                    Code::Inst(_) | Code::Drop | Code::Rematerialise(_) => {}
                }
            }
            for reg in edge_sources(function, trees, id) {
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
            out: vec![0; words * function.block_count()],
        };
        flow.solve(function, &exposed, &defined);
        flow
    }

    fn solve(&mut self, function: &Function, exposed: &[u64], defined: &[u64]) {
        let words = self.words;
        let mut changed = true;
        while changed {
            changed = false;
            for &block in function.order().iter().rev() {
                for edge in function.different_edges(block) {
                    for word in 0..words {
                        let at = edge.to.index() * words + word;
                        let live_in = exposed[at] | (self.out[at] & !defined[at]);
                        let out = &mut self.out[block.index() * words + word];
                        changed |= live_in & !*out != 0;
                        *out |= live_in;
                    }
                }
            }
        }
    }

    fn live_out(&self, block: BlockId) -> impl Iterator<Item = Reg> + '_ {
        let row = &self.out[block.index() * self.words..][..self.words];
        row.iter().enumerate().flat_map(move |(word, &bits)| {
            let set = (0..64).filter(move |bit| bits >> bit & 1 != 0);
            set.map(move |bit| self.regs[word * 64 + bit])
        })
    }
}

/// Tells whether two lists of segments have a position in common.
pub(super) fn overlap(left: &[Segment], right: &[Segment]) -> bool {
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
pub(super) fn merged(mut left: Vec<Segment>, right: Vec<Segment>) -> Vec<Segment> {
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
