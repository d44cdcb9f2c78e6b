//! Batches of flags that are analysed together.
//!
//! *Needs:* a [`Tape`]. *Gives:* [`Batch`]: a bit of a word for each of up to 64 flags.
//! *Cost:* O(items + terms) to number the flags.
//!
//! Flags are numbered in the order of their first use, so the uses of the flags of a batch are
//! close together.

use super::tape::{ENDS, Item, Place, Tape};
use crate::ids::{FlagId, Id};
use crate::program::{Step, Term};
use alloc::vec;
use alloc::vec::Vec;

/// The number of flags in a batch.
const FLAGS: u32 = u64::BITS;
/// The number of a flag that has none yet (`NONE`), or never gets one (`UNWANTED`).
const NONE: u32 = u32::MAX;
const UNWANTED: u32 = u32::MAX - 1;

pub(super) struct Batch {
    numbers: Vec<u32>,
    flags: Vec<FlagId>,
    spans: Vec<Span>,
    batch: u32,
}

/// The span of a batch: from the first to the last item that uses its flags. A loop that uses one
/// belongs to the span as a whole.
#[derive(Clone, Copy)]
pub(super) struct Span {
    pub(super) first: Place,
    pub(super) last: Place,
    /// Whether it is the whole tape.
    pub(super) is_whole: bool,
}

impl Span {
    fn whole(tape: &Tape) -> Span {
        Span {
            first: tape.next(ENDS),
            last: tape.before(ENDS),
            is_whole: true,
        }
    }
}

impl Batch {
    /// Gives the first batch of the marked flags that are set or tested. A single batch of all
    /// flags spans the whole tape.
    pub(super) fn first(tape: &mut Tape, flags: &[bool]) -> Batch {
        tape.number();
        let mut batch = Batch {
            numbers: flags
                .iter()
                .map(|&is_wanted| if is_wanted { NONE } else { UNWANTED })
                .collect(),
            flags: Vec::new(),
            spans: Vec::new(),
            batch: 0,
        };
        let mut around: Option<Place> = None;
        let mut at = tape.next(ENDS);
        while at != ENDS {
            let end = around.map_or(at, |head| tape.mate(head));
            let mut note = |flag| batch.note(flag, around.unwrap_or(at), end);
            match tape.item(at) {
                Item::Step(Step::Set(flag, _)) => note(flag),
                Item::Step(Step::Test(..)) => tape.condition(at).iter().for_each(|term| {
                    if let Term::Flag(flag) = term {
                        note(*flag);
                    }
                }),
                Item::Step(Step::Loop(_)) => around = around.or(Some(at)),
                Item::Step(Step::End) if around == Some(tape.mate(at)) => around = None,
                _ => {}
            }
            at = tape.next(at);
        }
        if let [span] = &mut batch.spans[..]
            && flags.iter().all(|is_wanted| *is_wanted)
        {
            *span = Span::whole(tape);
        }
        batch
    }

    /// Gives a batch of no flags.
    pub(super) fn empty(tape: &Tape) -> Batch {
        Batch {
            numbers: vec![UNWANTED; tape.program.flag_count()],
            flags: Vec::new(),
            spans: vec![Span::whole(tape)],
            batch: 0,
        }
    }

    /// Records a use of a flag: its item, or the first and last item of the outermost loop around
    /// it.
    fn note(&mut self, flag: FlagId, first: Place, last: Place) {
        let number = &mut self.numbers[flag.index()];
        if *number == UNWANTED {
            return;
        }
        if *number == NONE {
            *number = self.flags.len() as u32;
            self.flags.push(flag);
        }
        let batch = *number / FLAGS;
        match self.spans.get_mut(batch as usize) {
            Some(span) => span.last = last,
            None => self.spans.push(Span {
                first,
                last,
                is_whole: false,
            }),
        }
    }

    /// Advances to the next batch.
    pub(super) fn advance(&mut self) {
        self.batch += 1;
    }

    /// Gives the number of batches.
    pub(super) fn count(&self) -> usize {
        self.spans.len()
    }

    /// Gives the span of the batch, if any of its items is left.
    pub(super) fn span(&self, tape: &Tape) -> Option<Span> {
        let span = self.spans[self.batch as usize];
        let first = match tape.last_left(span.first) {
            ENDS => tape.next(ENDS),
            first => first,
        };
        let last = tape.last_left(span.last);
        (last != ENDS).then_some(Span {
            first,
            last,
            ..span
        })
    }

    /// Gives the number of items in the span of the batch when they were numbered.
    pub(super) fn length(&self, tape: &Tape) -> usize {
        let length = |span: Span| tape.order(span.last) - tape.order(span.first) + 1;
        self.span(tape).map_or(0, length) as usize
    }

    /// Tells whether there is a single batch, which spans the whole tape.
    pub(super) fn is_whole(&self) -> bool {
        matches!(self.spans[..], [Span { is_whole: true, .. }])
    }

    /// Extends the span of the batch to the whole tape.
    pub(super) fn widen(&mut self, tape: &Tape) {
        self.spans[self.batch as usize] = Span::whole(tape);
    }

    /// Gives the bit of a flag, if it is in the batch.
    pub(super) fn bit(&self, flag: FlagId) -> Option<u64> {
        let number = self.numbers[flag.index()];
        (number / FLAGS == self.batch).then(|| 1 << (number % FLAGS))
    }

    /// Gives the flag of the bit with a number.
    pub(super) fn flag(&self, bit: u32) -> FlagId {
        self.flags[(self.batch * FLAGS + bit) as usize]
    }

    /// Gives the bits of the flags of a condition.
    pub(super) fn bits(&self, terms: &[Term]) -> u64 {
        let bits = terms.iter().map(|term| match term {
            Term::Flag(flag) => self.bit(*flag).unwrap_or(0),
            _ => 0,
        });
        bits.fold(0, |all, bit| all | bit)
    }
}
