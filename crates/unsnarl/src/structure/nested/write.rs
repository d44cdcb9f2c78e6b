//! Writing the program from the layout: labels are numbered.
//!
//! *Needs:* a [`Layout`].
//! *Gives:* the [`Program`]; or the depth of each block in it.
//! *Cost:* O(steps).

use super::layout::{Draft, Layout};
use super::machines::Depths;
use crate::ids::{BlockId, Id, IdMap, LabelId};
use crate::program::{Program, Step};

/// Writes the program.
pub(super) fn write(mut layout: Layout) -> Program {
    let label_count = number_labels(&mut layout.steps, &layout.drafts);
    Program::of_closed(layout.steps, layout.cases, label_count)
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

/// Gives the depth of each block, and the nesting depth of the program.
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
    layout.steps.iter().for_each(|step| sounding.pass(step));
    (sounding.depths, sounding.deepest)
}

/// The state of the walk that finds depths.
struct Sounding<'a> {
    drafts: &'a IdMap<LabelId, Draft>,
    depths: IdMap<BlockId, Depths>,
    /// The number of open brackets.
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
            Step::Block(_) => self.open(None),
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

    /// Records that code of a block is at the current depth.
    fn note(&mut self, block: BlockId) {
        let depths = &mut self.depths[block];
        depths.at = depths.at.min(self.open);
        depths.own = depths.own.max(self.open);
    }
}
