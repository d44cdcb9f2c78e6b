//! Claims that need not travel: a row of places, in the order in which control mostly passes, that
//! a claim cannot leave on its way back from where it is needed.
//!
//! *Needs:* a [`Flow`] with many claims. *Gives:* which of the needs are [left](Line::left) for the
//! [batches](super::batch).
//! *Cost:* a logarithm of the number of places for each claim, and a constant number of steps that
//! write its variable; for claims that are in no row, walks within a budget that is linear in the
//! flow.
//! *Source:* hulls of live ranges, as a linear scan of registers has them.
//!
//! Places have positions. A value is made where its *origin* is entered, or when it runs; the
//! stretch of a claim is the positions from there to the last one where it is needed, and on to the
//! last one from which control goes back into the stretch. If every step that ends in it begins in
//! it or at the origin, and leaves the claim's variable alone or the value in it, then no need can
//! leave the stretch, and all in it are met. That takes two look-ups of a least and a greatest
//! number, however long the stretch is: so a nest of loops, each with a value that lives across
//! those in it, takes no time for each pair of these.
//!
//! A stretch may have places where the claim is not needed, so that it asks more of other claims
//! than has to hold. Where a proof on a line fails, batches alone decide.
//!
//! Where a variable holds something else for a while, in a hole of the stretch, the claim is
//! followed back from its needs by itself, through a limited number of steps.

use std::collections::HashSet;

use foldhash::fast::FixedState;
use unsnarl::{BlockId, Id, Rows};

use super::extremes::Extremes;
use super::{Answer, Claim, Flow, Incoming, Made, Place, Step};

/// How often a stretch may grow. Each time it takes in all loops that it touched.
const GROWTH: usize = 8;

/// How many steps of a stretch may write the variable.
const TOUCHED: usize = 64;

/// How many steps one walk may follow, and how many for each step of the flow all may.
const WALK: usize = 512;
const SHARE: usize = 16;

/// What all steps from a place run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Runs {
    Unknown,
    One(BlockId),
    Different,
}

/// The places of a flow in a row.
pub(super) struct Line<'a> {
    flow: &'a Flow,
    incoming: &'a Incoming,
    /// By place.
    positions: Vec<u32>,
    /// By position.
    places: Vec<Place>,
    /// By position: the positions where the steps that end there begin.
    begins: Extremes,
    /// By position.
    runs: Vec<Runs>,
    /// By block: the positions where it is entered, ascending.
    entries: Rows<u32>,
    /// By block, and by variable: the steps that run or write it, and the positions where these
    /// end, ascending.
    run: Rows<(u32, u32)>,
    written: Rows<(u32, u32)>,
    /// By claim: the positions where it is known to hold.
    shown: Vec<Option<(u32, u32)>>,
    known: HashSet<(Place, Claim), FixedState>,
    /// How many steps walks may still follow.
    budget: usize,
}

impl<'a> Line<'a> {
    pub(super) fn new(flow: &'a Flow, incoming: &'a Incoming) -> Self {
        let mut places: Vec<Place> = (0..flow.places.len() as u32).map(Place).collect();
        // The start is first, whatever its rank.
        places.sort_by_key(|place| (place.0 > 0, flow.places[place.0 as usize].1));
        let mut positions = vec![0; places.len()];
        for (position, place) in (0..).zip(&places) {
            positions[place.0 as usize] = position;
        }
        let mut runs = vec![Runs::Unknown; places.len()];
        let mut begins = Extremes::new(places.len());
        for step in &flow.steps {
            let [from, to] = [step.from, step.to].map(|place| positions[place.0 as usize]);
            begins.add(to as usize, from);
            let own = &mut runs[from as usize];
            *own = match (*own, step.runs) {
                (Runs::Unknown, Some(block)) => Runs::One(block),
                (Runs::One(known), Some(block)) if known == block => *own,
                _ => Runs::Different,
            };
        }
        begins.finish();
        let entered = |&place: &Place| flow.entered(place).map(BlockId::index);
        let steps = |place: &Place| incoming.to(*place).iter().copied();
        let ends = || (0..).zip(&places);
        let ending = || ends().flat_map(|(end, place)| steps(place).map(move |step| (end, step)));
        let step = |number: u32| &flow.steps[number as usize];
        let written = |number: u32| flow.writes[step(number).writes.clone()].iter();
        let (blocks, variables) = (flow.blocks(), flow.variables());
        let entries = Rows::gather(blocks, || {
            ends().filter_map(|(end, place)| Some((entered(place)?, end)))
        });
        let run = Rows::gather(blocks, || {
            ending().filter_map(|(end, number)| Some((step(number).runs?.index(), (end, number))))
        });
        let written = Rows::gather(variables, || {
            ending().flat_map(|(end, number)| {
                let own = written(number).map(|&(variable, _)| variable as usize);
                own.map(move |variable| (variable, (end, number)))
            })
        });
        Line {
            flow,
            incoming,
            positions,
            places,
            begins,
            runs,
            entries,
            run,
            written,
            shown: vec![None; flow.claims.len()],
            known: HashSet::default(),
            budget: SHARE * (flow.steps.len() + flow.claims.len()),
        }
    }

    /// The needs that are not met, or not shown to be.
    pub(super) fn left(
        &mut self,
        mut needs: Vec<(Place, Claim)>,
        is_given: &dyn Fn(Claim) -> bool,
    ) -> Vec<(Place, Claim)> {
        needs.sort_unstable_by_key(|&(place, claim)| (claim, place));
        needs.dedup();
        let mut asked = Vec::new();
        let mut left = Vec::new();
        for own in needs.chunk_by(|one, next| one.1 == next.1) {
            self.meet(own, is_given, &mut asked, &mut left);
        }
        while let Some(need) = asked.pop() {
            self.meet(&[need], is_given, &mut asked, &mut left);
        }
        left
    }

    /// Tells whether a claim is known to hold at a place.
    pub(super) fn is_shown(&self, place: Place, claim: Claim) -> bool {
        let position = self.position(place);
        let shown = self.shown[claim.0 as usize];
        shown.is_some_and(|(first, last)| (first..=last).contains(&position))
    }

    /// Shows that some needs of one claim are met, or adds them to what is left. What that asks of
    /// other claims is added to `asked`.
    fn meet(
        &mut self,
        needs: &[(Place, Claim)],
        is_given: &dyn Fn(Claim) -> bool,
        asked: &mut Vec<(Place, Claim)>,
        left: &mut Vec<(Place, Claim)>,
    ) {
        let claim = needs[0].1;
        if needs.iter().all(|&(place, _)| self.is_shown(place, claim)) {
            return;
        }
        let positions = needs.iter().map(|&(place, _)| self.position(place));
        let shown = self.shown[claim.0 as usize];
        let positions = positions.chain(shown.into_iter().flat_map(|(first, last)| [first, last]));
        let span = positions.fold((u32::MAX, 0), |(first, last), position| {
            (first.min(position), last.max(position))
        });
        if let Some(stretch) = self.stretch(claim, span, is_given, asked) {
            self.shown[claim.0 as usize] = Some(stretch);
            return;
        }
        let mut new: Vec<(Place, Claim)> = needs.to_vec();
        new.retain(|&need| self.known.insert(need));
        if new.is_empty() || self.walk(&new, is_given, asked).is_some() {
            return;
        }
        left.extend(new);
    }

    /// The stretch of a claim that is needed at positions from the first to the last of these, if
    /// it holds in all of it.
    fn stretch(
        &self,
        claim: Claim,
        (first, last): (u32, u32),
        is_given: &dyn Fn(Claim) -> bool,
        asked: &mut Vec<(Place, Claim)>,
    ) -> Option<(u32, u32)> {
        let kept = self.flow.claims[claim.0 as usize];
        let origin = match kept.made {
            Made::Before => is_given(claim).then_some(0)?,
            Made::On(block) => self.entry_before(block, first + 1)?,
            Made::In(block) => {
                let origin = self.entry_before(block, first)?;
                let runs = self.runs[origin as usize];
                (runs == Runs::One(block)).then_some(origin)?
            }
        };
        let last = self.closed(origin, last)?;
        let behind = origin + 1..last + 1;
        let is_origin = |end: u32| {
            let entered = self.flow.entered(self.places[end as usize]);
            entered.is_some_and(|block| kept.made == Made::On(block))
        };
        let mut touched = within(self.written.row(kept.variable as usize), &behind);
        let count = touched.len();
        let holds = |&(end, step): &(u32, u32)| is_origin(end) || self.holds(step, claim);
        if count > TOUCHED || !touched.all(holds) {
            return None;
        }
        match kept.made {
            Made::Before => Some((origin, last)),
            Made::In(block) => {
                let mut run = within(self.run.row(block.index()), &behind);
                let all_hold = run.len() <= TOUCHED && run.all(holds);
                all_hold.then_some((origin + 1, last))
            }
            Made::On(block) => {
                let before = asked.len();
                let entries = self.entries.row(block.index()).iter();
                let entries = entries.filter(|&&entry| (origin..=last).contains(&entry));
                for &entry in entries {
                    if self
                        .ask(self.places[entry as usize], claim, asked)
                        .is_none()
                    {
                        asked.truncate(before);
                        return None;
                    }
                }
                Some((origin, last))
            }
        }
    }

    /// The last position before another where a block is entered.
    fn entry_before(&self, block: BlockId, position: u32) -> Option<u32> {
        let entries = self.entries.row(block.index());
        let count = entries.partition_point(|&entry| entry < position);
        entries[..count].last().copied()
    }

    /// Where a stretch behind an origin ends that reaches to a position, if no step leads into it
    /// from before its origin.
    fn closed(&self, origin: u32, last: u32) -> Option<u32> {
        let mut last = last;
        for _ in 0..GROWTH {
            let (least, greatest) = self.begins.of(origin as usize + 1..last as usize + 1);
            if least < origin {
                return None;
            }
            if greatest <= last {
                return Some(last);
            }
            last = greatest;
        }
        None
    }

    /// Asks the steps to a place where a value is made for what they bring; nothing if one does not
    /// bring it.
    fn ask(&self, place: Place, claim: Claim, asked: &mut Vec<(Place, Claim)>) -> Option<()> {
        for &number in self.incoming.to(place) {
            let step = self.step(number);
            match self.flow.answer(step, claim) {
                None => {}
                Some(Answer::Needs(other)) => asked.push((step.from, other)),
                Some(Answer::Broken) => return None,
            }
        }
        Some(())
    }

    /// Follows some needs of one claim back; nothing if that takes too long, or one is not met.
    fn walk(
        &mut self,
        needs: &[(Place, Claim)],
        is_given: &dyn Fn(Claim) -> bool,
        asked: &mut Vec<(Place, Claim)>,
    ) -> Option<()> {
        let before = asked.len();
        let met = self.walk_back(needs, is_given, asked);
        if met.is_none() {
            asked.truncate(before);
        }
        met
    }

    fn walk_back(
        &mut self,
        needs: &[(Place, Claim)],
        is_given: &dyn Fn(Claim) -> bool,
        asked: &mut Vec<(Place, Claim)>,
    ) -> Option<()> {
        let claim = needs.first()?.1;
        let kept = self.flow.claims[claim.0 as usize];
        let mut found: HashSet<Place, FixedState> = needs.iter().map(|need| need.0).collect();
        let mut path: Vec<Place> = found.iter().copied().collect();
        let mut room = WALK.min(self.budget);
        while let Some(place) = path.pop() {
            if place.0 == 0 {
                is_given(claim).then_some(())?;
                continue;
            }
            let incoming = self.incoming.to(place);
            room = room.checked_sub(1 + incoming.len())?;
            self.budget -= 1 + incoming.len();
            let entered = self.flow.entered(place);
            if entered.is_some_and(|block| kept.made == Made::On(block)) {
                self.ask(place, claim, asked)?;
                continue;
            }
            for &number in incoming {
                let step = self.step(number);
                let makes = step.runs.is_some_and(|block| kept.made == Made::In(block));
                if makes || self.flow.writes_to(step, kept.variable) {
                    self.holds(number, claim).then_some(())?;
                } else if found.insert(step.from) {
                    path.push(step.from);
                }
            }
        }
        Some(())
    }

    fn position(&self, place: Place) -> u32 {
        self.positions[place.0 as usize]
    }

    fn step(&self, number: u32) -> &'a Step {
        &self.flow.steps[number as usize]
    }

    /// Tells whether a claim on a variable that a step writes holds behind it.
    fn holds(&self, step: u32, claim: Claim) -> bool {
        let holds = &self.flow.holds[self.step(step).holds.clone()];
        holds.binary_search(&claim).is_ok()
    }
}

/// The steps that end at some positions, of those in the order in which they end.
fn within<'s>(
    steps: &'s [(u32, u32)],
    positions: &std::ops::Range<u32>,
) -> std::slice::Iter<'s, (u32, u32)> {
    let start = steps.partition_point(|&(end, _)| end < positions.start);
    let count = steps[start..].partition_point(|&(end, _)| end < positions.end);
    steps[start..start + count].iter()
}
