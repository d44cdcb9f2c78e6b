//! Jumps past several ends, and brackets that nothing jumps to.
//!
//! *Needs:* the instructions of a function, and by bracket the block that a jump to it leads to.
//! *Gives:* the same with fewer `block`s: where the end of one is followed by that of the next,
//! jumps lead to the outermost, and a `block` without a jump goes.
//! *Cost:* linear in the instructions and the entries of tables.
//! *Source:* jump threading.
//!
//! ```text
//! block $a                       block $a
//!   …                              …
//!   block $b                       try_table (catch_all $a)
//!     try_table (catch_all $b)       call $f
//!       call $f                →   end
//!     end                          …
//!     …                          end
//!   end
//! end
//! ```
//! It is for functions that catch exceptions: calls in a row unwind to one place then, and can
//! [share a bracket](super::joining). A jump itself takes as many bytes as before.
//!
//! *Limits:* a `loop` ends a row of ends. Not in the legacy instructions, whose `delegate` and
//! `rethrow` count brackets, too.

use unsnarl::BlockId;
use wasm_encoder::{BlockType, Instruction};

use crate::item::Item;
use crate::map::PieceKind;

/// A bracket.
struct Bracket {
    /// The place of its end.
    end: usize,
    /// The brackets around it.
    parent: Option<usize>,
    /// Whether a jump to it leads past its end, and it has no parameters or results.
    is_block: bool,
    /// Where jumps to it lead instead.
    leads: usize,
    /// How many jumps lead to it; one is left out where a decision ends with the bracket.
    jumps: usize,
}

/// Threads jumps.
pub(super) fn thread(items: Vec<Item>, labels: &mut Vec<Option<BlockId>>) -> Vec<Item> {
    let mut pass = Pass::new(&items);
    pass.lead();
    pass.count(&items);
    let own = std::mem::take(labels).into_iter().enumerate();
    let kept = own.filter(|&(bracket, _)| pass.is_kept(bracket));
    *labels = kept.map(|(_, label)| label).collect();
    pass.write(items)
}

struct Pass {
    brackets: Vec<Bracket>,
    /// By item that opens or ends a bracket.
    bracket_of: Vec<usize>,
}

impl Pass {
    fn new(items: &[Item]) -> Pass {
        let mut pass = Pass {
            brackets: Vec::new(),
            bracket_of: vec![usize::MAX; items.len()],
        };
        let mut open: Vec<usize> = Vec::new();
        let mut piece = None;
        for (at, item) in items.iter().enumerate() {
            if let Item::Open(kind) = item {
                piece = Some(*kind);
            }
            if opens(item) {
                pass.bracket_of[at] = pass.brackets.len();
                let number = pass.brackets.len();
                let is_block = matches!(item, Item::Op(Instruction::Block(BlockType::Empty)));
                pass.brackets.push(Bracket {
                    end: items.len(),
                    parent: open.last().copied(),
                    is_block,
                    leads: number,
                    jumps: 0,
                });
                open.push(number);
            }
            if let (true, Some(bracket)) = (ends(item), open.last().copied()) {
                open.pop();
                pass.bracket_of[at] = bracket;
                pass.brackets[bracket].end = at;
                let decides = matches!(piece, Some(PieceKind::Decision(_) | PieceKind::Dispatch));
                let is_behind = matches!(items[at - 1], Item::Close);
                pass.brackets[bracket].jumps += usize::from(decides && is_behind);
            }
        }
        pass
    }

    /// Finds where jumps lead instead. A bracket comes after those around it.
    fn lead(&mut self) {
        for number in 0..self.brackets.len() {
            let own = &self.brackets[number];
            let Some(parent) = own.parent.filter(|_| own.is_block) else {
                continue;
            };
            let around = &self.brackets[parent];
            if around.is_block && around.end == own.end + 1 {
                self.brackets[number].leads = around.leads;
            }
        }
    }

    /// Counts the jumps to each bracket, as they will be.
    fn count(&mut self, items: &[Item]) {
        let mut open = Vec::new();
        for (at, item) in items.iter().enumerate() {
            each_depth(item, |depth| {
                if let Some(target) = target(&open, depth) {
                    let leads = self.brackets[target].leads;
                    self.brackets[leads].jumps += 1;
                }
            });
            self.follow(&mut open, at, item);
        }
    }

    fn follow(&self, open: &mut Vec<usize>, at: usize, item: &Item) {
        if opens(item) {
            open.push(self.bracket_of[at]);
        } else if ends(item) {
            open.pop();
        }
    }

    fn is_kept(&self, bracket: usize) -> bool {
        let own = self.brackets.get(bracket);
        own.is_none_or(|own| !own.is_block || own.jumps > 0)
    }

    fn write(&self, items: Vec<Item>) -> Vec<Item> {
        let mut open = Vec::new();
        // The brackets that are open and stay.
        let mut kept: Vec<usize> = Vec::new();
        let mut out = Vec::with_capacity(items.len());
        for (at, mut item) in items.into_iter().enumerate() {
            change_depths(&mut item, |depth| {
                let Some(target) = target(&open, depth) else {
                    // Out of the function.
                    return depth - (open.len() - kept.len()) as u32;
                };
                let leads = self.brackets[target].leads;
                let place = kept.iter().rposition(|&own| own == leads);
                place.map_or(depth, |place| (kept.len() - 1 - place) as u32)
            });
            let bracket = self.bracket_of[at];
            let stays = bracket == usize::MAX || self.is_kept(bracket);
            if stays && opens(&item) {
                kept.push(bracket);
            } else if stays && ends(&item) {
                kept.pop();
            }
            self.follow(&mut open, at, &item);
            if stays {
                out.push(item);
            }
        }
        out
    }
}

fn opens(item: &Item) -> bool {
    matches!(
        item,
        Item::TryTable(_)
            | Item::Op(Instruction::Block(_) | Instruction::Loop(_) | Instruction::If(_))
    )
}

fn ends(item: &Item) -> bool {
    matches!(item, Item::Op(Instruction::End))
}

/// The bracket that is so many further out; nothing if that is the function.
fn target(open: &[usize], depth: u32) -> Option<usize> {
    open.iter().rev().nth(depth as usize).copied()
}

/// Calls `visit` with the depths that an instruction jumps to.
fn each_depth(item: &Item, mut visit: impl FnMut(u32)) {
    match item {
        Item::TryTable(clauses) => clauses.iter().for_each(|clause| visit(clause.depth)),
        Item::Op(Instruction::Br(depth) | Instruction::BrIf(depth)) => visit(*depth),
        Item::Op(Instruction::BrTable(depths, default)) => {
            depths.iter().chain([default]).copied().for_each(visit);
        }
        _ => {}
    }
}

/// Changes the depths that an instruction jumps to.
fn change_depths(item: &mut Item, change: impl Fn(u32) -> u32) {
    match item {
        Item::TryTable(clauses) => {
            for clause in clauses {
                clause.depth = change(clause.depth);
            }
        }
        Item::Op(Instruction::Br(depth) | Instruction::BrIf(depth)) => *depth = change(*depth),
        Item::Op(Instruction::BrTable(depths, default)) => {
            for depth in depths.to_mut() {
                *depth = change(*depth);
            }
            *default = change(*default);
        }
        _ => {}
    }
}
