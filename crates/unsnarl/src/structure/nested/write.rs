//! From the layout to the program: scopes are put in, and labels are numbered.
//!
//! *Needs:* a [`Layout`].
//! *Gives:* the [`Program`]; or how deep each block lies in it.
//! *Cost:* O(steps + s log s) for s scopes.

use super::layout::{Draft, Layout, Scope};
use super::machines::Depths;
use crate::ids::{BlockId, Id, IdMap, LabelId};
use crate::program::{Program, Step};
use alloc::vec::Vec;
use core::cmp::Reverse;

/// A piece of the program: steps in a row, or one end of a scope.
enum Piece<'a> {
    Open { label: LabelId },
    Close,
    Steps(&'a [Step]),
}

/// Weaves steps and scopes together and shows the pieces in their order.
///
/// Where a scope ends it does so before others open; of those that open together the longest comes first.
fn weave<'a>(layout: &'a Layout, mut show: impl FnMut(Piece<'a>)) {
    // The scopes come by where they end.
    let mut closing = layout.scopes.iter().map(|scope| scope.end).peekable();
    let mut opening = layout.scopes.clone();
    opening.sort_unstable_by_key(|scope| (scope.start, Reverse(scope.end)));
    let mut opening = opening.into_iter().peekable();
    let mut at = 0;
    loop {
        while closing.next_if_eq(&at).is_some() {
            show(Piece::Close);
        }
        while let Some(Scope { label, .. }) = opening.next_if(|scope| scope.start == at) {
            show(Piece::Open { label });
        }
        let events = [
            opening.peek().map(|scope| scope.start),
            closing.peek().copied(),
        ];
        let Some(next) = events.into_iter().flatten().min() else {
            break;
        };
        show(Piece::Steps(&layout.steps[at as usize..next as usize]));
        at = next;
    }
    show(Piece::Steps(&layout.steps[at as usize..]));
}

/// Writes the program.
pub(super) fn write(mut layout: Layout) -> Program {
    let mut steps = if layout.scopes.is_empty() {
        core::mem::take(&mut layout.steps)
    } else {
        with_scopes(&layout)
    };
    let label_count = number_labels(&mut steps, &layout.drafts);
    Program::of_closed(steps, layout.cases, label_count)
}

fn with_scopes(layout: &Layout) -> Vec<Step> {
    let mut all = Vec::with_capacity(layout.steps.len() + 2 * layout.scopes.len());
    weave(layout, |piece| match piece {
        Piece::Open { label } => all.push(Step::Block(label)),
        Piece::Close => all.push(Step::End),
        Piece::Steps(steps) => all.extend_from_slice(steps),
    });
    all
}

/// Numbers the labels in the order of the brackets that bind them, and gives their number.
fn number_labels(steps: &mut [Step], drafts: &IdMap<LabelId, Draft>) -> usize {
    if drafts.is_empty() {
        return 0;
    }
    let mut labels = IdMap::filled(drafts.len(), None);
    let mut count = 0;
    let bound = "a jump stands in the bracket that binds its label";
    for step in steps {
        match step {
            Step::Block(label)
            | Step::Loop(label)
            | Step::If(_, Some(label))
            | Step::Switch(_, Some(label))
            | Step::Dispatch(Some(label)) => {
                let number = LabelId::new(count);
                count += 1;
                labels[*label] = Some(number);
                if let Some(past) = drafts[*label].past {
                    labels[past] = Some(number);
                }
                *label = number;
            }
            Step::Break(label) | Step::Continue(label) => *label = labels[*label].expect(bound),
            _ => {}
        }
    }
    count
}

/// Tells how deep each block lies, and how deep the program nests.
pub(super) fn depths(layout: &Layout, block_count: usize) -> (IdMap<BlockId, Depths>, u32) {
    let nowhere = Depths {
        at: u32::MAX,
        own: 0,
    };
    let mut sounding = Sounding {
        drafts: &layout.drafts,
        depths: IdMap::filled(block_count, nowhere),
        open: 0,
        deepest: 0,
        header: None,
    };
    weave(layout, |piece| match piece {
        Piece::Open { .. } => sounding.open(None),
        Piece::Close => sounding.open -= 1,
        Piece::Steps(steps) => steps.iter().for_each(|step| sounding.pass(step)),
    });
    (sounding.depths, sounding.deepest)
}

/// What is known of the depths at a place in the program.
struct Sounding<'a> {
    drafts: &'a IdMap<LabelId, Draft>,
    depths: IdMap<BlockId, Depths>,
    /// How many brackets are open.
    open: u32,
    deepest: u32,
    /// The header of the loop that was opened last.
    header: Option<BlockId>,
}

impl Sounding<'_> {
    fn pass(&mut self, step: &Step) {
        match *step {
            Step::Loop(label) => {
                self.header = Some(self.drafts[label].block);
                self.open(self.header);
            }
            Step::If(block, _) | Step::Switch(block, _) => self.open(Some(block)),
            Step::Dispatch(_) => self.open(self.header),
            Step::Run(block) => self.note(block),
            Step::End => self.open -= 1,
            _ => {}
        }
    }

    /// Opens a bracket that belongs to a block.
    fn open(&mut self, block: Option<BlockId>) {
        block.into_iter().for_each(|block| self.note(block));
        self.open += 1;
        self.deepest = self.deepest.max(self.open);
        block.into_iter().for_each(|block| self.note(block));
    }

    /// Notes that something of a block stands here.
    fn note(&mut self, block: BlockId) {
        let depths = &mut self.depths[block];
        depths.at = depths.at.min(self.open);
        depths.own = depths.own.max(self.open);
    }
}
