//! Values that are used after a jump, where the code that computes them has not just run.
//!
//! ```text
//! a: %x = …; br %c, b, d          a: %x = …; store %x, %slot; br %c, b, d
//! b: … setjmp; br e          →    b: … setjmp; br e
//! d: br e                         d: br e
//! e: call @g()                    e: invoke @g() … unwind label %jump
//! f: use %x (behind b alone)      f: %y = load %slot; use %y
//! ```
//! *Needs:* a function with its edges of jumps. *Gives:* the function in which a value whose block
//! does not dominate a use is stored to a variable, and read before that use.
//! *Cost:* near-linear: a dominator tree, and a load for each such use.
//!
//! The variable holds the last computed value. This is the value that the use requires: the
//! `setjmp` that returns ran after the computation. A variable that has been computed again since
//! has an indeterminate value in C, unless it is volatile and in memory anyway.

use std::collections::{BTreeMap, BTreeSet};

use unsnarl::Cfg;
use unsnarl::analysis::{Dominators, Order};

use crate::builder::FunctionBuilder;
use crate::copies::EdgeCopies;
use crate::debug::Point;
use crate::function::{Definition, Function};
use crate::graph::graph;
use crate::id::{BlockId, Id, InstId, ValueId};
use crate::inst::{Op, Operand};
use crate::tables::Tables;
use crate::terminator::Terminator;
use crate::types::Type;

use super::Refused;

/// A use of a value where it may not have been computed.
struct Use {
    value: ValueId,
    block: BlockId,
    /// The instruction of the block before which it is used.
    place: usize,
    at: Place,
}

/// The user.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Inst(InstId),
    End,
    /// The n-th phi of a block after this one.
    Phi(BlockId, usize),
}

/// The places where values are computed.
struct Times<'f> {
    function: &'f Function,
    dominators: Dominators,
    order: Order,
    /// By instruction: its block, and its place there.
    insts: Vec<Option<(BlockId, usize)>>,
    /// By block: the number of slots that lead to it.
    incoming: Vec<usize>,
}

/// An addition to a block.
enum Edit {
    /// The variable of a value.
    Slot(ValueId),
    /// A store of a value.
    Store(ValueId),
    /// A load of a value for a use.
    Load(ValueId, Place),
}

/// Stores the values that are used after a jump.
pub(super) fn keep(builder: &mut FunctionBuilder, tables: &mut Tables<'_>) -> Result<(), Refused> {
    let edits = edits(builder.function(), tables)?;
    let one = tables.number(32, 1);
    let pointer = tables.ty(Type::Pointer { space: 0 });
    let mut slots: BTreeMap<ValueId, Operand> = BTreeMap::new();
    // The entry comes first, so all slots are made first.
    for (block, mut edits) in edits {
        edits.sort_by_key(|&(place, _)| place);
        let mut edits = edits.into_iter().peekable();
        let insts = builder.take_insts(block);
        for place in 0..=insts.len() {
            while let Some((_, edit)) = edits.next_if(|&(at, _)| at == place) {
                builder.stand_for(match insts.get(place) {
                    Some(&inst) => Point::Inst(inst),
                    None => Point::End(block),
                });
                match edit {
                    Edit::Slot(value) => {
                        let variable = Op::Alloca {
                            ty: builder.function().value_type(value),
                            count: one,
                            align: None,
                            inalloca: false,
                        };
                        let (_, address) = builder.append(block, variable, Some(pointer));
                        slots.extend(address.map(|address| (value, Operand::Value(address))));
                    }
                    Edit::Store(value) => {
                        let store = Op::Store {
                            value: Operand::Value(value),
                            pointer: slots[&value],
                            align: None,
                            volatile: false,
                            atomic: None,
                        };
                        builder.append(block, store, None);
                    }
                    Edit::Load(value, at) => {
                        let load = Op::Load {
                            pointer: slots[&value],
                            align: None,
                            volatile: false,
                            atomic: None,
                        };
                        let ty = builder.function().value_type(value);
                        let (_, loaded) = builder.append(block, load, Some(ty));
                        if let Some(loaded) = loaded {
                            use_instead(builder, block, at, value, Operand::Value(loaded));
                        }
                    }
                }
            }
            if let Some(&inst) = insts.get(place) {
                builder.put(block, inst);
            }
        }
    }
    Ok(())
}

/// Replaces an operand of a user.
fn use_instead(
    builder: &mut FunctionBuilder,
    block: BlockId,
    at: Place,
    value: ValueId,
    loaded: Operand,
) {
    match at {
        Place::Inst(inst) => builder.replace_operand(inst, value, loaded),
        Place::End => builder.replace_end_operand(block, value, loaded),
        Place::Phi(to, number) => builder.replace_incoming(to, number, block, loaded),
    }
}

/// By block: the additions, with the instructions before which they are written.
fn edits(
    function: &Function,
    tables: &Tables<'_>,
) -> Result<BTreeMap<BlockId, Vec<(usize, Edit)>>, Refused> {
    let times = Times::new(function);
    let uses = uses(&times);
    let mut edits: BTreeMap<BlockId, Vec<(usize, Edit)>> = BTreeMap::new();
    let values: BTreeSet<ValueId> = uses.iter().map(|used| used.value).collect();
    for &value in &values {
        let ty = function.value_type(value);
        if matches!(tables.module().types.resolve(ty), Type::Token) {
            return Err(Refused::Slot);
        }
        let slot = (0, Edit::Slot(value));
        edits.entry(BlockId::new(0)).or_default().push(slot);
        let (block, made) = times.made(value).ok_or(Refused::Slot)?;
        let first = function.blocks[block].insts.first();
        let is_pad = first.is_some_and(|&inst| function.insts[inst].op.is_pad());
        let place = made.map_or(usize::from(is_pad), |made| made + 1);
        let store = (place, Edit::Store(value));
        edits.entry(block).or_default().push(store);
    }
    let mut read = BTreeSet::new();
    for used in uses {
        if read.insert((used.block, used.at, used.value)) {
            let load = (used.place, Edit::Load(used.value, used.at));
            edits.entry(used.block).or_default().push(load);
        }
    }
    let ends = edits
        .keys()
        .map(|&block| &function.blocks[block].terminator);
    let has_switch = ends
        .into_iter()
        .any(|end| matches!(end, Terminator::CatchSwitch(_)));
    match has_switch {
        true => Err(Refused::Slot),
        false => Ok(edits),
    }
}

/// The uses of values that are not computed on every path.
fn uses(times: &Times<'_>) -> Vec<Use> {
    let function = times.function;
    let mut found = Vec::new();
    for (id, block) in function.blocks.iter() {
        if times.order.position(id).is_none() {
            continue;
        }
        for (place, &inst) in block.insts.iter().enumerate() {
            function.insts[inst].op.each_operand(|operand| {
                found.extend(times.lost(operand, id, place, Place::Inst(inst)));
            });
        }
        let end = block.insts.len();
        block.terminator.each_operand(|operand| {
            found.extend(times.lost(operand, id, end, Place::End));
        });
        for (number, phi) in block.phis.iter().enumerate() {
            for &(from, operand) in &phi.incoming {
                let own = function.blocks[from].terminator.result();
                if times.order.position(from).is_none() || own.map(Operand::Value) == Some(operand)
                {
                    continue;
                }
                let end = function.blocks[from].insts.len();
                found.extend(times.lost(operand, from, end, Place::Phi(id, number)));
            }
        }
    }
    found
}

impl<'f> Times<'f> {
    fn new(function: &'f Function) -> Self {
        let cfg: Cfg = graph(function, &EdgeCopies::new(function)).expect("a function with a body");
        let order = Order::new(&cfg);
        let dominators = Dominators::new(&cfg, &order);
        let mut insts = vec![None; function.insts.len()];
        let mut incoming = vec![0; function.blocks.len()];
        for (id, block) in function.blocks.iter() {
            for (place, inst) in block.insts.iter().enumerate() {
                insts[inst.index()] = Some((id, place));
            }
            for to in block.terminator.successors() {
                incoming[to.index()] += 1;
            }
        }
        Times {
            function,
            dominators,
            order,
            insts,
            incoming,
        }
    }

    /// The use of an operand before the instruction at `place` of a block, if the operand is not
    /// computed on every path.
    fn lost(&self, operand: Operand, block: BlockId, place: usize, at: Place) -> Option<Use> {
        let Operand::Value(value) = operand else {
            return None;
        };
        let (made_in, made) = self.made(value)?;
        let is_made = match made_in == block {
            true => made.is_none_or(|made| made < place),
            false => self.dominators.dominates(made_in, block),
        };
        (!is_made).then_some(Use {
            value,
            block,
            place,
            at,
        })
    }

    /// The block in which a value is computed, and the instruction; nothing if it is computed on
    /// every path.
    fn made(&self, value: ValueId) -> Option<(BlockId, Option<usize>)> {
        match self.function.values[value].definition {
            Definition::Parameter(_) => None,
            Definition::Phi(block, _) => Some((block, None)),
            Definition::Inst(inst) => {
                let (block, place) = self.insts[inst.index()]?;
                Some((block, Some(place)))
            }
            Definition::Terminator(end) => Some((self.behind(end)?, None)),
        }
    }

    /// The block that begins where the result of a call becomes available, if nothing else leads to
    /// it. Then only phis of the next block can have the result.
    fn behind(&self, block: BlockId) -> Option<BlockId> {
        match &self.function.blocks[block].terminator {
            Terminator::Invoke(invoke) => {
                (self.incoming[invoke.normal.index()] == 1).then_some(invoke.normal)
            }
            _ => Some(block),
        }
    }
}
