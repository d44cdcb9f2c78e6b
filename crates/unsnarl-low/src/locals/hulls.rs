//! Hulls: for each register one segment of the line that has all positions at which it is live.
//!
//! *Needs:* a [`Line`]. *Gives:* [`Hull`]s.
//! *Cost:* near-linear in blocks, edges and registers.
//!
//! A hull goes from the definition to the last use, and on to the end of every block from which
//! control goes back into it: a register that is live at the start of a loop is live until the last
//! of its back edges. Where the definition is itself in the loop, each iteration defines it anew;
//! so only edges to blocks after that of the definition count.
//!
//! *Why that is enough:* the definition comes before whatever it dominates. From a position after
//! the hull, control could get to a use only by an edge back into the hull, to a block other than
//! that of the definition; and the hull has the sources of these.

use super::line::{Line, Point};
use unsnarl::Segment;

/// One segment around the positions at which a register is live.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hull {
    pub(super) reg: usize,
    pub(super) segment: Segment,
    /// The number of blocks that it is in.
    pub(super) blocks: usize,
}

/// The hulls of all registers that are defined or used in the code.
pub(super) fn hulls(line: &Line) -> Vec<Hull> {
    let mut regs: Vec<(usize, usize)> = (0..line.reg_count())
        .filter(|&reg| is_kept(line, reg))
        .map(|reg| (first_entered(line, reg), reg))
        .collect();
    regs.sort_unstable();
    let mut stretches = Stretches::new(line);
    let later_first = regs.into_iter().rev();
    let hull = |(entered, reg)| hull(line, &mut stretches, entered, reg);
    later_first.map(hull).collect()
}

/// Tells whether a register is used, or written by code.
fn is_kept(line: &Line, reg: usize) -> bool {
    let is_written = |point: Point| point.position > line.start(point.place);
    !line.uses(reg).is_empty() || line.definition(reg).is_some_and(is_written)
}

/// The first place at whose start a register can be live without being defined there.
fn first_entered(line: &Line, reg: usize) -> usize {
    line.definition(reg).map_or(0, |point| point.place + 1)
}

fn hull(line: &Line, stretches: &mut Stretches, entered: usize, reg: usize) -> Hull {
    let start = line.definition(reg).map_or(0, |point| point.position);
    let (last, end) = match line.uses(reg).last() {
        None => (entered.saturating_sub(1), start + 1),
        Some(last) => match stretches.last(entered, last.place) {
            None => (last.place, last.position.max(start + 1)),
            Some(place) => (place, line.after(place)),
        },
    };
    Hull {
        reg,
        segment: (start, end),
        blocks: last + 2 - entered,
    }
}

/// Stretches of the line: from a block to the last that can be reached from it by going forward on
/// the line and back to blocks of the stretch.
struct Stretches {
    /// By place: the last one that leads to it, if that is not before it.
    furthest: Vec<Option<usize>>,
    /// The place whose stretch was added last; those after it have been added.
    added: usize,
    /// First and last places of stretches that are apart, the first of them last.
    apart: Vec<(usize, usize)>,
}

impl Stretches {
    fn new(line: &Line) -> Self {
        let last = |place| line.predecessors(place).last().copied();
        let furthest = (0..line.places()).map(|place| last(place).filter(|&last| last >= place));
        Stretches {
            furthest: furthest.collect(),
            added: line.places(),
            apart: Vec::new(),
        }
    }

    /// The last place of the stretch that a place is in, of the stretches that start at `entered`
    /// or later. `entered` never grows from one call to the next.
    fn last(&mut self, entered: usize, place: usize) -> Option<usize> {
        while self.added > entered {
            self.added -= 1;
            self.add(self.added);
        }
        let after = self.apart.partition_point(|&(first, _)| first > place);
        let &(_, last) = self.apart.get(after)?;
        (last >= place).then_some(last)
    }

    /// Adds the stretch of a place before all others.
    fn add(&mut self, first: usize) {
        let Some(mut last) = self.furthest[first] else {
            return;
        };
        while let Some((_, end)) = self.apart.pop_if(|(start, _)| *start <= last) {
            last = last.max(end);
        }
        self.apart.push((first, last));
    }
}
