//! Calls in a row that share a bracket.
//!
//! *Needs:* the instructions of a function, with a `try_table` for each call, and by bracket the
//! block that a jump to it leads to. *Gives:* the same, where the bracket of a call ends only
//! behind the last of several calls.
//! *Cost:* linear in the instructions.
//!
//! ```text
//! block                                   block
//!   block (result i32)                      block (result i32)
//!     try_table (catch $tag 0)                try_table (catch $tag 0)
//!       call $f                                 call $f
//!     end                                       i32.const 1; local.set $x
//!     br 1                                      call $g
//!   end                               →       end
//!   local.set $e; br 4                        br 1
//! end                                       end
//! i32.const 1; local.set $x                 local.set $e; br 4
//! block                                   end
//!   …the same with call $g
//! end
//! ```
//! Two brackets become one if their clauses catch the same, keep it in the same locals and lead to
//! the same places (so that their trampolines have the same types), and if nothing between them
//! calls or jumps. What is done between them cannot throw, so that no exception is caught that was
//! not. Both proofs read the result: an edge of each call is a clause of the bracket around it.
//!
//! *Limits:* what returns has to fall through to what comes next, and no copies may be on an edge
//! of an exception. Not in the legacy instructions.

use std::ops::Range;

use unsnarl::BlockId;
use unsnarl_low::{Function, Op};
use wasm_encoder::Instruction;

use crate::item::{Clause, Item};
use crate::map::PieceKind;

/// A bracket with its call, and the frame around it, which ends where the call returns.
struct Region {
    /// What is in the bracket.
    body: Range<usize>,
    /// From the end of the bracket to that of the frame.
    rest: Range<usize>,
    shape: Shape,
}

/// What two brackets must have in common.
#[derive(PartialEq)]
struct Shape {
    clauses: Box<[Clause]>,
    /// The trampolines, the innermost first.
    landings: Vec<Landing>,
}

/// A trampoline of a clause.
#[derive(PartialEq)]
struct Landing {
    /// What is done with what was caught.
    kept: Vec<Kept>,
    /// Where it leads.
    depth: u32,
}

/// What is done with a number that is on the stack.
#[derive(Clone, Copy, PartialEq)]
enum Kept {
    Set(usize),
    Drop,
}

/// A region that has been written.
struct Last {
    rest: Range<usize>,
    shape: Shape,
}

/// Joins brackets.
pub(super) fn join(
    items: Vec<Item>,
    labels: &mut Vec<Option<BlockId>>,
    function: &Function,
) -> Vec<Item> {
    let mut out: Vec<Item> = Vec::with_capacity(items.len());
    let mut kept_labels = Vec::with_capacity(labels.len());
    let mut own_labels = std::mem::take(labels).into_iter();
    let mut last: Option<Last> = None;
    let mut at = 0;
    while let Some(item) = items.get(at) {
        let region = match item {
            Item::TryTable(_) => region(&items, at),
            _ => None,
        };
        let opening = region
            .as_ref()
            .and_then(|region| opening(&out, region.shape.landings.len() + 1));
        let (Some(region), Some(start)) = (region, opening) else {
            if opens(item) {
                kept_labels.extend(own_labels.next());
            }
            out.push(item.clone());
            at += 1;
            continue;
        };
        let is_same = last.as_ref().is_some_and(|last| {
            last.shape == region.shape
                && last.rest.end <= start
                && out[last.rest.end..start]
                    .iter()
                    .all(|item| is_plain(item, function))
        });
        match last.take().filter(|_| is_same) {
            Some(last) => {
                let marks = out.split_off(start);
                out.extend(marks.into_iter().filter(|item| !opens(item)));
                out.drain(last.rest);
                let frames = last.shape.landings.len() + 1;
                kept_labels.truncate(kept_labels.len() - frames);
                own_labels.next();
            }
            None => {
                kept_labels.extend(own_labels.next());
                out.push(item.clone());
            }
        }
        out.extend_from_slice(&items[region.body]);
        let start = out.len();
        at = region.rest.end;
        out.extend_from_slice(&items[region.rest]);
        last = Some(Last {
            rest: start..out.len(),
            shape: region.shape,
        });
    }
    *labels = kept_labels;
    out
}

/// The region whose bracket is opened at a place, if it has that form.
fn region(items: &[Item], at: usize) -> Option<Region> {
    let Item::TryTable(clauses) = &items[at] else {
        return None;
    };
    let body = at + 1..next_control(items, at + 1);
    let mut place = body.end;
    let end = |place: usize| matches!(items.get(place), Some(Item::Op(Instruction::End)));
    let jump = |place: usize| match items.get(place) {
        Some(Item::Op(Instruction::Br(depth))) => Some(*depth),
        _ => None,
    };
    if !end(place) {
        return None;
    }
    place += 1;
    let returned = jump(place);
    place += usize::from(returned.is_some());
    let mut landings = Vec::new();
    let is_caught =
        |place: usize| matches!(items.get(place), Some(Item::Open(PieceKind::Caught(_))));
    while end(place) && is_caught(place + 1) {
        let from = place + 2;
        place = from
            + items[from..]
                .iter()
                .position(|item| matches!(item, Item::Close))?;
        let kept = items[from..place].iter().map(|item| match item {
            Item::Set(web) => Some(Kept::Set(web.index())),
            Item::Op(Instruction::Drop) => Some(Kept::Drop),
            _ => None,
        });
        let kept = kept.collect::<Option<_>>()?;
        // What falls to the end of the frame goes on with other code.
        let depth = jump(place + 1)?;
        landings.push(Landing { kept, depth });
        place += 2;
    }
    let count = landings.len() as u32;
    // A call without trampolines falls to the end of the frame.
    let returns = returned == (count > 0).then_some(count);
    let frame = clauses.iter().map(|clause| (clause.depth, count));
    let around = landings.iter().zip((0..count).rev());
    let frame = frame.chain(around.map(|(landing, around)| (landing.depth, around)));
    let avoids_frame = frame.into_iter().all(|(depth, frame)| depth != frame);
    (end(place) && returns && avoids_frame).then(|| Region {
        rest: body.end..place + 1,
        shape: Shape {
            clauses: clauses.clone(),
            landings,
        },
        body,
    })
}

/// The next instruction of control.
fn next_control(items: &[Item], from: usize) -> usize {
    let next = items[from..].iter().position(is_control);
    next.map_or(items.len(), |next| from + next)
}

/// Where the last so many `block`s were opened, if nothing was done since.
fn opening(out: &[Item], count: usize) -> Option<usize> {
    let mut left = count;
    for (place, item) in out.iter().enumerate().rev() {
        match item {
            Item::Open(_) | Item::Close => {}
            Item::Op(Instruction::Block(_)) => left -= 1,
            _ => return None,
        }
        if left == 0 {
            return Some(place);
        }
    }
    None
}

fn opens(item: &Item) -> bool {
    matches!(
        item,
        Item::TryTable(_)
            | Item::Try
            | Item::Op(Instruction::Block(_) | Instruction::Loop(_) | Instruction::If(_))
    )
}

/// Tells whether an instruction is one of control.
fn is_control(item: &Item) -> bool {
    match item {
        Item::Op(op) => matches!(
            op,
            Instruction::Block(_)
                | Instruction::Loop(_)
                | Instruction::If(_)
                | Instruction::Else
                | Instruction::End
                | Instruction::Br(_)
                | Instruction::BrIf(_)
                | Instruction::BrTable(..)
                | Instruction::Return
                | Instruction::Unreachable
        ),
        Item::TryTable(_)
        | Item::Try
        | Item::Catch(_)
        | Item::CatchAll
        | Item::Delegate(_)
        | Item::Rethrow(..)
        | Item::TailCall(_) => true,
        _ => false,
    }
}

/// Tells whether an instruction neither jumps nor calls.
fn is_plain(item: &Item, function: &Function) -> bool {
    match item {
        Item::Inst(inst) => !matches!(
            function.inst(*inst).op,
            Op::Call(_) | Op::CallIndirect(_) | Op::Throw(_)
        ),
        Item::ExitCall(_) => false,
        _ => !is_control(item),
    }
}
