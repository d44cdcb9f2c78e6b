//! Claims: that a variable of the target holds a value, proved backwards from where it is needed.
//!
//! *Needs:* the places where control enters blocks, the [steps](Step) between them, and what the
//! code at each place relies on.
//! *Gives:* nothing, or the first [`Breach`]: a step after which something needed is not there.
//! *Cost:* near-linear. Most claims of a function with many need not [travel](line) at all. Of the
//! others 1,024 travel at once, and each group of these visits only the places where some claim of
//! it is needed. O(places + steps) space.
//! *Source:* liveness analysis, backwards from each use to the definition; many bits at once.
//! *Departs:* from forward data flow of sets of facts, as `regalloc2`'s checker does it: a fact
//! that nobody needs costs nothing, and a value that waits in its variable while much other code
//! runs is no entry of a table anywhere on its way.
//!
//! Each value has one variable in which it is kept between blocks, and a claim says that it is
//! there. Who reads the variable needs the claim. It is handed from a place to all steps that lead
//! there: a step that writes the variable, or makes the value anew, must leave the value in it, and
//! any other step hands the claim on to the place where it begins. At the start of the function
//! only what was given to it may be left. That a claim is made is not trusted to be true of
//! anything: where it is wrong, some step breaches it.

mod batch;
mod extremes;
mod line;

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use foldhash::fast::FixedState;
use unsnarl::{BlockId, Id};

use self::batch::{Batch, CLAIMS};
use self::line::Line;

/// A claim, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Claim(pub u32);

/// A place where control enters a block, or a point between such a place and its successors. The
/// first is where the function begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub u32);

/// When a value comes to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// Before the first block, or it is always the same.
    Before,
    /// Where control enters the block, by the edge that it takes.
    On(BlockId),
    /// Whenever the block runs.
    In(BlockId),
}

/// What a claim is about.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    /// The variable that holds the value.
    pub variable: u32,
    /// When the value comes to be.
    pub made: Made,
}

/// What a step says of a value that is made where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is not in its variable.
    Broken,
    /// It is, if another claim holds where the step begins.
    Needs(Claim),
}

/// Code between two places.
#[derive(Clone, Debug)]
pub struct Step {
    /// Where it begins.
    pub from: Place,
    /// Where it ends.
    pub to: Place,
    /// The block that runs.
    pub runs: Option<BlockId>,
    writes: Range<usize>,
    holds: Range<usize>,
    answers: Range<usize>,
}

/// What a new step does.
#[derive(Clone, Debug, Default)]
pub struct Transfer {
    /// The variables that it writes, each with a remark of the caller, such as where.
    pub writes: Vec<(u32, u32)>,
    /// The claims on these variables that hold behind it.
    pub holds: Vec<Claim>,
    /// Of the values that are made on entry to its end: those that its writes do not leave in their
    /// variables.
    pub answers: Vec<(Claim, Answer)>,
}

/// A step after which something is not where it is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breach {
    /// What is not there.
    pub claim: Claim,
    /// The number of the step; none if it should have been there before the function began.
    pub step: Option<usize>,
    /// The caller's remark on the write that went wrong, if there was one.
    pub write: Option<u32>,
}

/// A function of a target, as far as claims are concerned.
#[derive(Debug)]
pub struct Flow {
    claims: Vec<Kept>,
    /// By place: the block that is entered there, and a number that grows in the order in which
    /// control mostly passes.
    places: Vec<(Option<BlockId>, u32)>,
    steps: Vec<Step>,
    writes: Vec<(u32, u32)>,
    holds: Vec<Claim>,
    answers: Vec<(Claim, Answer)>,
}

impl Flow {
    /// A function in which there are these claims, and no code yet.
    pub fn new(claims: Vec<Kept>) -> Self {
        Flow {
            claims,
            places: Vec::new(),
            steps: Vec::new(),
            writes: Vec::new(),
            holds: Vec::new(),
            answers: Vec::new(),
        }
    }

    /// Adds a place. Claims are handed on from places with high ranks first.
    pub fn add_place(&mut self, entered: Option<BlockId>, rank: u32) -> Place {
        self.places.push((entered, rank));
        Place(u32::try_from(self.places.len() - 1).expect("code is below 4 GiB"))
    }

    /// Adds a step; steps are numbered in order.
    pub fn add_step(
        &mut self,
        from: Place,
        to: Place,
        runs: Option<BlockId>,
        mut transfer: Transfer,
    ) {
        transfer.writes.sort_unstable();
        transfer.holds.sort_unstable();
        transfer.answers.sort_unstable_by_key(|&(claim, _)| claim);
        self.steps.push(Step {
            from,
            to,
            runs,
            writes: append(&mut self.writes, transfer.writes),
            holds: append(&mut self.holds, transfer.holds),
            answers: append(&mut self.answers, transfer.answers),
        });
    }

    /// Proves that all claims that are needed hold. `is_given` tells what holds at the start.
    ///
    /// # Errors
    /// Says which does not.
    pub fn prove(
        &self,
        needs: impl Iterator<Item = (Place, Claim)>,
        is_given: &dyn Fn(Claim) -> bool,
    ) -> Result<(), Breach> {
        let incoming = Incoming::new(self);
        let needs: Vec<(Place, Claim)> = needs.collect();
        let has_many = self.claims.len() > CLAIMS as usize;
        if has_many && self.prove_on_line(&incoming, &needs, is_given).is_ok() {
            return Ok(());
        }
        self.prove_in_batches(&incoming, None, needs, is_given)
    }

    /// Proves claims on a line first, and in batches what is left. It may fail where all that is
    /// needed holds, since a line asks for more.
    fn prove_on_line(
        &self,
        incoming: &Incoming,
        needs: &[(Place, Claim)],
        is_given: &dyn Fn(Claim) -> bool,
    ) -> Result<(), Breach> {
        let mut line = Line::new(self, incoming);
        let left = line.left(needs.to_vec(), is_given);
        self.prove_in_batches(incoming, Some(&line), left, is_given)
    }

    /// Proves claims in batches, but for those that a line has shown.
    fn prove_in_batches(
        &self,
        incoming: &Incoming,
        line: Option<&Line<'_>>,
        needs: Vec<(Place, Claim)>,
        is_given: &dyn Fn(Claim) -> bool,
    ) -> Result<(), Breach> {
        let mut known: HashSet<(Place, Claim), FixedState> = HashSet::default();
        let mut waiting: BTreeMap<u32, Vec<(Place, Claim)>> = BTreeMap::new();
        for need in needs.into_iter().filter(|&need| known.insert(need)) {
            waiting.entry(need.1.0 / CLAIMS).or_default().push(need);
        }
        let mut batch = Batch::new(self, incoming);
        while let Some((number, needs)) = waiting.pop_last() {
            let mut others = batch.run(number, needs, is_given)?;
            if let Some(line) = line {
                others.retain(|&(place, claim)| !line.is_shown(place, claim));
            }
            for need in others.into_iter().filter(|&need| known.insert(need)) {
                waiting.entry(need.1.0 / CLAIMS).or_default().push(need);
            }
        }
        Ok(())
    }

    /// How many variables and blocks there are: one more than the number of the last that is named.
    fn variables(&self) -> usize {
        let claimed = self.claims.iter().map(|claim| claim.variable);
        let written = self.writes.iter().map(|&(variable, _)| variable);
        claimed
            .chain(written)
            .max()
            .map_or(0, |last| last as usize + 1)
    }

    fn blocks(&self) -> usize {
        let entered = self.places.iter().filter_map(|&(block, _)| block);
        let run = self.steps.iter().filter_map(|step| step.runs);
        let made = self.claims.iter().filter_map(|claim| match claim.made {
            Made::Before => None,
            Made::On(block) | Made::In(block) => Some(block),
        });
        let blocks = entered.chain(run).chain(made);
        blocks.map(|block| block.index() + 1).max().unwrap_or(0)
    }

    /// What a step says of a value that is made where it ends; nothing if it is in its variable.
    fn answer(&self, step: &Step, claim: Claim) -> Option<Answer> {
        let answers = &self.answers[step.answers.clone()];
        let place = answers.binary_search_by_key(&claim, |&(claim, _)| claim);
        place.ok().map(|place| answers[place].1)
    }

    /// Tells whether a step writes a variable.
    fn writes_to(&self, step: &Step, variable: u32) -> bool {
        let writes = &self.writes[step.writes.clone()];
        let found = writes.binary_search_by_key(&variable, |&(variable, _)| variable);
        found.is_ok()
    }

    /// How many steps there are.
    pub fn step_count(&self) -> usize {
        self.steps.len()
    }

    /// The block that is entered at a place.
    pub fn entered(&self, place: Place) -> Option<BlockId> {
        self.places[place.0 as usize].0
    }

    /// A step, by number.
    pub fn step(&self, number: usize) -> &Step {
        &self.steps[number]
    }
}

/// By place: the numbers of the steps that end there.
#[derive(Debug)]
struct Incoming {
    starts: Vec<u32>,
    steps: Vec<u32>,
}

impl Incoming {
    fn new(flow: &Flow) -> Self {
        let mut starts = vec![0_u32; flow.places.len() + 1];
        for step in &flow.steps {
            starts[step.to.0 as usize + 1] += 1;
        }
        for place in 1..starts.len() {
            starts[place] += starts[place - 1];
        }
        let mut next = starts.clone();
        let mut steps = vec![0; flow.steps.len()];
        for (number, step) in (0..).zip(&flow.steps) {
            let place = &mut next[step.to.0 as usize];
            steps[*place as usize] = number;
            *place += 1;
        }
        Incoming { starts, steps }
    }

    fn to(&self, place: Place) -> &[u32] {
        let place = place.0 as usize;
        &self.steps[self.starts[place] as usize..self.starts[place + 1] as usize]
    }
}

fn append<T>(pool: &mut Vec<T>, own: Vec<T>) -> Range<usize> {
    let start = pool.len();
    pool.extend(own);
    start..pool.len()
}

#[cfg(test)]
mod tests;
