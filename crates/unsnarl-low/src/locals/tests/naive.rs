//! Liveness by definition: position by position, for each register on its own.

use std::collections::BTreeSet;

use crate::trees::{Code, Trees};
use crate::{Function, Source};
use unsnarl::Id;

use super::Positions;

/// What happens at a position, and which positions come before it.
#[derive(Default)]
struct At {
    uses: Vec<usize>,
    definitions: Vec<usize>,
    /// Those that define a register whether or not it is used.
    writes: Vec<usize>,
    before: Vec<u32>,
}

/// By register: the positions between which and a later use there is a path without definition,
/// and those of its definitions in code.
pub(super) fn live_positions(function: &Function, trees: &Trees) -> Vec<Positions> {
    let line = line(function, trees);
    let mut live = vec![Positions::new(); function.reg_count()];
    for (position, at) in line.iter().enumerate() {
        for &reg in &at.writes {
            live[reg].insert(position as u32);
        }
    }
    for (reg, live) in live.iter_mut().enumerate() {
        let used = line.iter().filter(|at| at.uses.contains(&reg));
        let mut todo: BTreeSet<u32> = used.flat_map(|at| at.before.iter().copied()).collect();
        let mut reached = Positions::new();
        while let Some(position) = todo.pop_first() {
            if reached.insert(position) && !line[position as usize].definitions.contains(&reg) {
                todo.extend(&line[position as usize].before);
            }
        }
        live.extend(reached);
    }
    live
}

fn line(function: &Function, trees: &Trees) -> Vec<At> {
    let mut line = vec![At::default()];
    let mut starts = vec![0; function.block_count()];
    let mut ends = vec![0; function.block_count()];
    for &block in function.order() {
        starts[block.index()] = line.len();
        let parameters = &function.block(block).parameters;
        line.push(At {
            definitions: parameters.iter().map(|reg| reg.index()).collect(),
            ..At::default()
        });
        for item in trees.block(block).all() {
            let mut at = At {
                before: vec![line.len() as u32 - 1],
                ..At::default()
            };
            match item {
                Code::Get(reg) => at.uses.push(reg.index()),
                Code::Set(reg) | Code::Tee(reg) => {
                    at.definitions.push(reg.index());
                    at.writes.push(reg.index());
                }
                Code::Inst(_) | Code::Drop | Code::Rematerialise(_) => {}
            }
            line.push(at);
        }
        let mut uses = Vec::new();
        for &edge in function.block(block).edges() {
            for (parameter, source) in function.copies(edge) {
                let is_number = matches!(function.source(source), Source::Number(_));
                if trees.is_live(parameter) && !is_number {
                    uses.push(source.index());
                }
            }
        }
        ends[block.index()] = line.len() as u32;
        line.push(At {
            uses,
            before: vec![line.len() as u32 - 1],
            ..At::default()
        });
    }
    line[1].before.push(0);
    for &block in function.order() {
        for edge in function.block(block).edges() {
            line[starts[edge.to.index()]]
                .before
                .push(ends[block.index()]);
        }
    }
    line
}
