//! All walks of a function, and what they need of each other.
//!
//! *Gives:* [`Entries`]: the places where control enters blocks, each with the result of the walk
//! from there; and [the proof](Entries::prove) that what the walks rely on holds.
//! *Cost:* one walk for each entry; a second one where less is known of the operand stack than
//! before, which is rare.

use std::collections::{BTreeSet, HashMap};

use foldhash::fast::FixedState;
use unsnarl::BlockId;
use unsnarl_low::Source;
use unsnarl_low::check::claims::{Breach, Claim, Flow, Place, Transfer};
use unsnarl_low::check::facts::{Fact, Facts};
use unsnarl_low::check::values::Values;

use super::entry::Entry;
use super::walk::{Walked, walk};
use super::{Proof, failure};

/// An entry and the walk from there.
struct Known {
    entry: Entry,
    walked: Walked,
    /// The numbers of the entries to which it leads.
    next: Vec<usize>,
}

/// The entries of a function, and the start.
pub(super) struct Entries {
    start: (Walked, Vec<usize>),
    all: Vec<Known>,
}

impl Entries {
    /// Walks from the start, and from every entry, until all that is known of operand stacks is
    /// true.
    pub(super) fn walk(proof: &Proof<'_>) -> Result<Self, String> {
        let mut visits = Visits::default();
        let mut values = Values::new(proof.subject.due.function.frame);
        let start = walk(proof, None, &[], &mut values)?;
        let next = visits.arrive(&start)?;
        let mut entries = Entries {
            start: (start, next),
            all: Vec::new(),
        };
        while let Some((_, number)) = visits.waiting.pop_first() {
            let (entry, stack) = (&visits.entries[number], &visits.stacks[number]);
            let walked = walk(proof, Some(entry), stack, &mut values)?;
            visits.next[number] = visits.arrive(&walked)?;
            visits.walked[number] = Some(walked);
        }
        let walks = visits.walked.into_iter().zip(visits.next);
        for (entry, (walked, next)) in visits.entries.into_iter().zip(walks) {
            let walked = walked.expect("every entry was waiting once");
            entries.all.push(Known {
                entry,
                walked,
                next,
            });
        }
        Ok(entries)
    }

    /// Proves that variables hold what walks rely on.
    pub(super) fn prove(mut self, proof: &Proof<'_>) -> Result<(), String> {
        let mut flow = Flow::new(proof.homes.kept.clone());
        let start = flow.add_place(None, 0);
        let rank = |token: usize| 2 * token as u32;
        for known in &self.all {
            flow.add_place(Some(known.entry.block), 1 + rank(known.entry.token));
        }
        // By step: the walk that makes it.
        let mut walks: Vec<Option<usize>> = Vec::new();
        let (walked, next) = &mut self.start;
        add_steps(&mut flow, start, None, 0, walked, next);
        walks.resize(flow.step_count(), None);
        for (number, known) in self.all.iter_mut().enumerate() {
            let (place, block) = (place(number), Some(known.entry.block));
            let behind = 2 + rank(known.entry.token);
            add_steps(
                &mut flow,
                place,
                block,
                behind,
                &mut known.walked,
                &known.next,
            );
            walks.resize(flow.step_count(), Some(number));
        }
        let reads = |place: Place, walked: &'_ Walked| -> Vec<(Place, Claim)> {
            walked.reads.iter().map(|&claim| (place, claim)).collect()
        };
        let known = self.all.iter().enumerate();
        let needs = known.flat_map(|(number, known)| reads(place(number), &known.walked));
        let needs = reads(start, &self.start.0).into_iter().chain(needs);
        let is_given = |claim| proof.is_given(claim);
        flow.prove(needs, &is_given)
            .map_err(|breach| self.breached(proof, &flow, &walks, breach))
    }

    /// What is said of a breach.
    fn breached(
        &self,
        proof: &Proof<'_>,
        flow: &Flow,
        walks: &[Option<usize>],
        breach: Breach,
    ) -> String {
        let due = proof.held(breach.claim);
        let Some(step) = breach.step else {
            return format!("{due}, but it is not set when the function begins");
        };
        let walk = walks[step].map(|number| &self.all[number]);
        let block = walk.map(|known| known.entry.block);
        let (ends, entered) = match walk {
            Some(known) => (known.walked.end, flow.entered(flow.step(step).to)),
            None => (self.start.0.end, None),
        };
        let before = match entered {
            Some(block) => format!(" when {block} is entered"),
            None => " after the block".to_owned(),
        };
        match breach.write {
            Some(at) => failure(block, at, &format!("{due}{before}, but this overwrites it")),
            None => failure(block, ends, &format!("{due}{before}, but it is not set")),
        }
    }
}

/// The place of an entry; the first place is the start.
fn place(number: usize) -> Place {
    Place(number as u32 + 1)
}

/// Adds the steps of a walk. Before it divides, all its paths have done the same.
fn add_steps(
    flow: &mut Flow,
    from: Place,
    runs: Option<BlockId>,
    rank: u32,
    walked: &mut Walked,
    next: &[usize],
) {
    let mut fork = None;
    for (arrival, &to) in walked.arrivals.iter_mut().zip(next) {
        let transfer = std::mem::take(&mut arrival.transfer);
        if !arrival.is_behind_fork {
            flow.add_step(from, place(to), runs, transfer);
            continue;
        }
        let fork = *fork.get_or_insert_with(|| {
            let fork = flow.add_place(None, rank);
            let common: Transfer = std::mem::take(&mut walked.common);
            flow.add_step(from, fork, runs, common);
            fork
        });
        flow.add_step(fork, place(to), None, transfer);
    }
}

/// The walks so far.
#[derive(Default)]
struct Visits {
    numbers: HashMap<Entry, usize, FixedState>,
    entries: Vec<Entry>,
    stacks: Vec<Vec<Facts>>,
    walked: Vec<Option<Walked>>,
    next: Vec<Vec<usize>>,
    /// Entries from which a walk is due, in the order of their tokens.
    waiting: BTreeSet<(usize, usize)>,
}

impl Visits {
    /// Notes where a walk arrives; gives the numbers of the entries.
    fn arrive(&mut self, walked: &Walked) -> Result<Vec<usize>, String> {
        let mut next = Vec::with_capacity(walked.arrivals.len());
        for arrival in &walked.arrivals {
            let number = match self.numbers.get(&arrival.entry) {
                Some(&number) => {
                    if self.meet(number, &arrival.stack)? {
                        self.waiting.insert((arrival.entry.token, number));
                    }
                    number
                }
                None => {
                    let number = self.entries.len();
                    self.numbers.insert(arrival.entry.clone(), number);
                    self.entries.push(arrival.entry.clone());
                    self.stacks.push(arrival.stack.clone());
                    self.walked.push(None);
                    self.next.push(Vec::new());
                    self.waiting.insert((arrival.entry.token, number));
                    number
                }
            };
            next.push(number);
        }
        Ok(next)
    }

    /// Keeps what holds on both paths; tells whether that is less than before.
    fn meet(&mut self, number: usize, stack: &[Facts]) -> Result<bool, String> {
        let own = &mut self.stacks[number];
        if own.len() != stack.len() {
            return Err("paths meet with different operand stacks".to_owned());
        }
        let pairs = own.iter_mut().zip(stack);
        Ok(pairs.fold(false, |changed, (own, other)| {
            own.intersect(other) | changed
        }))
    }
}

impl Proof<'_> {
    /// Tells whether a claim holds where the function begins.
    fn is_given(&self, claim: Claim) -> bool {
        let variable = self.homes.variable(claim);
        match self.homes.fact(claim) {
            Fact::Reg(reg) => self.subject.due.function.source(reg) == Source::Parameter(variable),
            Fact::CallerStack => variable as usize == self.stack_pointer(),
            _ => false,
        }
    }

    /// What a claim says, in words.
    fn held(&self, claim: Claim) -> String {
        let variable = self.homes.variable(claim);
        let place = match variable as usize {
            number if number == self.stack_pointer() => "the stack pointer".to_owned(),
            number if number < self.locals => format!("local {number}"),
            number => format!("slot {} of the frame", number - self.locals),
        };
        let value = match self.homes.fact(claim) {
            Fact::Reg(reg) => reg.to_string(),
            Fact::Decision(block, _) => format!("the decision of {block}"),
            Fact::Frame(_) => "the address of the frame".to_owned(),
            Fact::CallerStack => "the stack pointer of the caller".to_owned(),
            Fact::Number(_) => "a number".to_owned(),
        };
        format!("{place} should hold {value}")
    }
}
