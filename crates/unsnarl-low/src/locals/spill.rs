//! Spilling: where a function has more locals than engines allow, the least used are kept in its
//! frame.
//!
//! *Needs:* the [`Locals`] of a function and its code. *Gives:* some of them a [slot](Slot) in
//! place of a local, and a target the instructions that access it.
//! *Cost:* linear in the code, and a sort of the locals.
//! *Source:* spill everywhere, the oldest kind of spilling: every access goes to memory.
//! *Departs:* from register allocators, whose registers are scarce: here there are 50,000 locals,
//! and only generated code needs more.
//!
//! ```text
//! local.get $x      local.get $frame  i32.load offset=16
//! local.set $x      local.set $value  local.get $frame  local.get $value  i32.store offset=16
//! ```

use crate::trees::{Code, Trees};
use crate::{Function, Reg, Type};

use super::Locals;
use super::edge::copies_left;

/// The number of locals reserved for control: labels, flags, saved decisions.
const CONTROL: usize = 2_000;

/// The bytes of a slot, enough for the largest type.
pub const SLOT_BYTES: u32 = 16;

/// A place in the frame in which a web is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// From the frame pointer.
    pub offset: u32,
    /// The type of what it holds.
    pub ty: Type,
}

/// The bytes of the slots that a function needs to have at most `most` locals.
pub fn bytes(locals: &Locals, most: u32) -> u64 {
    spilled(locals, most) as u64 * u64::from(SLOT_BYTES)
}

/// Gives the least used locals slots of `bytes` bytes in all, the first of them at `start`.
pub fn spill(locals: &mut Locals, function: &Function, trees: &Trees, bytes: u64, start: u32) {
    if bytes == 0 {
        return;
    }
    let uses = uses(locals, function, trees);
    // References are never in memory.
    let is_number = |place: &usize| locals.types[*place].bytes().is_some();
    let mut order: Vec<usize> = (0..locals.types.len()).filter(is_number).collect();
    order.sort_by_key(|&place| uses[place]);
    order.truncate((bytes / u64::from(SLOT_BYTES)) as usize);
    let mut slots: Vec<Option<Slot>> = vec![None; locals.types.len()];
    for (number, place) in (0_u32..).zip(order) {
        slots[place] = Some(Slot {
            offset: start + SLOT_BYTES * number,
            ty: locals.types[place],
        });
    }
    locals.move_to(&slots);
}

/// The number of locals beyond the limit.
fn spilled(locals: &Locals, most: u32) -> usize {
    let most = (most as usize).saturating_sub(CONTROL);
    locals.count().saturating_sub(most).min(locals.types.len())
}

/// By local that is no parameter: how often the code accesses it.
fn uses(locals: &Locals, function: &Function, trees: &Trees) -> Vec<u64> {
    let mut uses = vec![0_u64; locals.types.len()];
    let mut count = |reg: Reg| {
        let number = locals.find(reg).and_then(|web| locals.number(web));
        if let Some(place) = number.and_then(|number| number.checked_sub(locals.parameters)) {
            uses[place as usize] += 1;
        }
    };
    for &block in function.order() {
        for item in trees.block(block).all() {
            if let Code::Get(reg) | Code::Set(reg) | Code::Tee(reg) = item {
                count(reg);
            }
        }
        for edge in function.different_edges(block) {
            for (to, from) in copies_left(function, trees, locals, edge) {
                count(to);
                count(from);
            }
        }
    }
    uses
}
