//! A naive interpreter of graphs and programs, to compare what they do.
//!
//! *Needs:* a graph, a program, and a *tape* of numbers that decide.
//! *Gives:* a [`Trace`] of each, and whether they are the same.
//! *Cost:* O(steps) for each jump or arm of a program: its target is found by counting brackets,
//! without any table, so that there is little to get wrong.
//!
//! A block with two arms or more reads the next number of the tape, modulo the number of its arms.
//! When the tape is used up the run ends; so does it after a given number of blocks, for loops that
//! decide nothing. Parallel edges count as one: an edge is its block and its target.

use crate::Rng;
use std::collections::HashSet;
use unsnarl::program::Term;
use unsnarl::{BlockId, Cfg, Id, LabelId, Program, Step};

/// An observable event of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A block ran.
    Ran(BlockId),
    /// An edge was taken from a block to a block.
    Took(BlockId, BlockId),
    /// The function ended by the exit of a block.
    Left(BlockId),
}

/// Why a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The function ended.
    Left,
    /// A block had to decide after the end of the tape.
    TapeUsed,
    /// As many blocks ran as were allowed.
    LongEnough,
    /// The program is malformed here, for this reason.
    Stuck(&'static str),
}

/// A run from the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Why it ended.
    pub ending: Ending,
}

/// A difference between two runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The tape that both ran on.
    pub tape: Vec<u32>,
    /// What the graph did.
    pub graph: Trace,
    /// What the program did.
    pub program: Trace,
}

/// The numbers that decide, and how far they have been read.
struct Tape<'a> {
    numbers: &'a [u32],
    /// Of each number that was read the number of arms that it chose among.
    arms: Vec<u32>,
}

impl<'a> Tape<'a> {
    fn new(numbers: &'a [u32]) -> Tape<'a> {
        let arms = Vec::new();
        Tape { numbers, arms }
    }

    /// Decides for one of this many arms; nothing if the tape is used up.
    fn decide(&mut self, arms: usize) -> Option<usize> {
        if arms < 2 {
            return Some(0);
        }
        let number = *self.numbers.get(self.arms.len())?;
        self.arms.push(arms as u32);
        Some(number as usize % arms)
    }
}

/// Runs a graph on a tape until it ends, or `blocks` blocks have run.
pub fn run_graph(cfg: &Cfg, tape: &[u32], blocks: usize) -> Trace {
    trace_graph(cfg, &mut Tape::new(tape), blocks)
}

fn trace_graph(cfg: &Cfg, tape: &mut Tape, blocks: usize) -> Trace {
    let mut events = Vec::new();
    let mut block = cfg.entry();
    for _ in 0..blocks {
        events.push(Event::Ran(block));
        let arms = cfg.successors(block);
        if arms.is_empty() {
            events.push(Event::Left(block));
            let ending = Ending::Left;
            return Trace { events, ending };
        }
        let Some(slot) = tape.decide(arms.len()) else {
            let ending = Ending::TapeUsed;
            return Trace { events, ending };
        };
        events.push(Event::Took(block, arms[slot]));
        block = arms[slot];
    }
    let ending = Ending::LongEnough;
    Trace { events, ending }
}

/// Runs a program on a tape until it ends or is stuck, or `blocks` blocks have run.
pub fn run_program(cfg: &Cfg, program: &Program, tape: &[u32], blocks: usize) -> Trace {
    let mut run = Run {
        cfg,
        steps: program.steps().map(|(_, step)| step).collect(),
        program,
        tape: Tape::new(tape),
        events: Vec::new(),
        blocks,
        label: None,
        flags: vec![None; program.flag_count()],
        pending: None,
    };
    let ending = run.run();
    let events = run.events;
    Trace { events, ending }
}

struct Run<'a> {
    cfg: &'a Cfg,
    program: &'a Program,
    steps: Vec<Step>,
    tape: Tape<'a>,
    events: Vec<Event>,
    blocks: usize,
    label: Option<u32>,
    flags: Vec<Option<bool>>,
    /// The block that ran and the slot it decided for, until that is used or an edge is taken.
    pending: Option<(BlockId, u32)>,
}

impl Run<'_> {
    fn run(&mut self) -> Ending {
        let mut at = 0;
        // Every state since a block ran: nothing is decided in between, so one that recurs does so
        // for ever.
        let mut passed = HashSet::new();
        loop {
            let Some(&step) = self.steps.get(at) else {
                return Ending::Stuck("past the last step");
            };
            if let Step::Run(_) = step {
                passed.clear();
            } else if !passed.insert((at, self.label, self.flags.clone(), self.pending)) {
                return Ending::Stuck("in circles");
            }
            match self.step(at, step) {
                Ok(next) => at = next,
                Err(ending) => return ending,
            }
        }
    }

    /// Does one step and gives the position of the next.
    fn step(&mut self, at: usize, step: Step) -> Result<usize, Ending> {
        match step {
            Step::Run(block) => self.run_block(block)?,
            Step::Take(edge) => {
                if !self.exists(edge.block) {
                    return Err(Ending::Stuck("no such block"));
                }
                let target = self.cfg.successors(edge.block).get(edge.slot as usize);
                let target = *target.ok_or(Ending::Stuck("no such edge"))?;
                self.events.push(Event::Took(edge.block, target));
                self.pending = None;
            }
            Step::Leave(block) => {
                self.events.push(Event::Left(block));
                return Err(Ending::Left);
            }
            Step::Store(value) => self.label = Some(value),
            Step::Set(flag, value) => self.flags[flag.index()] = Some(value),
            Step::Block(_) | Step::Loop(_) | Step::End => {}
            Step::Break(label) => return Ok(self.end(self.binder(at, label)?)? + 1),
            Step::Continue(label) => {
                let binder = self.binder(at, label)?;
                if !matches!(self.steps[binder], Step::Loop(_)) {
                    return Err(Ending::Stuck("continues what is no loop"));
                }
                return Ok(binder);
            }
            Step::If(block, _) | Step::Switch(block, _) => {
                let Some((ran, slot)) = self.pending.take() else {
                    return Err(Ending::Stuck("nothing is decided"));
                };
                if ran != block {
                    return Err(Ending::Stuck("another block decided"));
                }
                return self.arm(at, slot);
            }
            Step::Dispatch(_) => {
                let listed = self.label.map(|value| self.arm(at, value));
                if let Some(Ok(arm)) = listed {
                    return Ok(arm);
                }
                return self.default_arm(at);
            }
            Step::Test(condition, _) => {
                let holds = self.holds(self.program.condition(condition))?;
                return self.arm(at, u32::from(holds));
            }
            // The arm before ends here.
            Step::Arm(_) => return Ok(self.end(self.opener(at)?)? + 1),
        }
        Ok(at + 1)
    }

    /// Evaluates a formula in prefix notation.
    fn holds(&self, terms: &[Term]) -> Result<bool, Ending> {
        let mut stack = Vec::<bool>::new();
        let missing = Ending::Stuck("a condition is no formula");
        for term in terms.iter().rev() {
            let value = match term {
                Term::Flag(flag) => {
                    self.flags[flag.index()].ok_or(Ending::Stuck("a flag is not set"))?
                }
                Term::Not => !stack.pop().ok_or(missing)?,
                Term::And | Term::Or => {
                    let [one, other] = [stack.pop(), stack.pop()].map(|value| value.ok_or(missing));
                    let [one, other] = [one?, other?];
                    if *term == Term::And {
                        one && other
                    } else {
                        one || other
                    }
                }
            };
            stack.push(value);
        }
        stack.pop().ok_or(missing)
    }

    fn run_block(&mut self, block: BlockId) -> Result<(), Ending> {
        if self.blocks == 0 {
            return Err(Ending::LongEnough);
        }
        if !self.exists(block) {
            return Err(Ending::Stuck("no such block"));
        }
        self.blocks -= 1;
        self.events.push(Event::Ran(block));
        let arms = self.cfg.successors(block).len();
        let slot = self.tape.decide(arms).ok_or(Ending::TapeUsed)?;
        self.pending = Some((block, slot as u32));
        Ok(())
    }

    fn exists(&self, block: BlockId) -> bool {
        block.index() < self.cfg.block_count()
    }

    /// Finds the bracket around `at` that is the innermost one open there.
    fn opener(&self, at: usize) -> Result<usize, Ending> {
        let mut closed = 0;
        for before in (0..at).rev() {
            match self.steps[before] {
                Step::End => closed += 1,
                step if step.opens() && closed == 0 => return Ok(before),
                step if step.opens() => closed -= 1,
                _ => {}
            }
        }
        Err(Ending::Stuck("outside of every bracket"))
    }

    /// Finds the bracket around `at` that binds a label.
    fn binder(&self, at: usize, label: LabelId) -> Result<usize, Ending> {
        let mut around = self.opener(at)?;
        while self.steps[around].bound_label() != Some(label) {
            around = self.opener(around)?;
        }
        Ok(around)
    }

    /// Finds the end of a bracket.
    fn end(&self, opener: usize) -> Result<usize, Ending> {
        let mut open = 0;
        for at in opener..self.steps.len() {
            match self.steps[at] {
                Step::End => open -= 1,
                step => open += usize::from(step.opens()),
            }
            if open == 0 {
                return Ok(at);
            }
        }
        Err(Ending::Stuck("the bracket has no end"))
    }

    /// Finds the first step of the arm that lists a case.
    fn arm(&self, opener: usize, case: u32) -> Result<usize, Ending> {
        self.find_arm(opener, |cases| cases.contains(&case))
    }

    /// Finds the first step of the arm without cases.
    fn default_arm(&self, opener: usize) -> Result<usize, Ending> {
        self.find_arm(opener, <[u32]>::is_empty)
    }

    fn find_arm(&self, opener: usize, fits: impl Fn(&[u32]) -> bool) -> Result<usize, Ending> {
        let mut open = 0;
        for at in opener..self.steps.len() {
            match self.steps[at] {
                Step::End => open -= 1,
                Step::Arm(cases) if open == 1 && fits(self.program.cases(cases)) => {
                    return Ok(at + 1);
                }
                step => open += usize::from(step.opens()),
            }
            if open == 0 {
                break;
            }
        }
        Err(Ending::Stuck("no arm lists the case"))
    }
}

/// Compares graph and program on one tape.
pub fn compare(
    cfg: &Cfg,
    program: &Program,
    tape: &[u32],
    blocks: usize,
) -> Result<(), Box<Difference>> {
    let of_graph = run_graph(cfg, tape, blocks);
    let of_program = run_program(cfg, program, tape, blocks);
    if of_graph == of_program {
        return Ok(());
    }
    Err(Box::new(Difference {
        tape: tape.to_vec(),
        graph: of_graph,
        program: of_program,
    }))
}

/// Compares graph and program on every tape of up to `decisions` decisions.
pub fn compare_all(
    cfg: &Cfg,
    program: &Program,
    decisions: usize,
    blocks: usize,
) -> Result<(), Box<Difference>> {
    let mut numbers = vec![0; decisions];
    loop {
        compare(cfg, program, &numbers, blocks)?;
        let mut tape = Tape::new(&numbers);
        trace_graph(cfg, &mut tape, blocks);
        let arms = tape.arms;
        let Some(last) = (0..arms.len())
            .rev()
            .find(|&read| numbers[read] + 1 < arms[read])
        else {
            return Ok(());
        };
        numbers[last] += 1;
        numbers[last + 1..].fill(0);
    }
}

/// Compares graph and program on random tapes of up to `decisions` decisions.
pub fn compare_random(
    cfg: &Cfg,
    program: &Program,
    rng: &mut Rng,
    tapes: usize,
    decisions: usize,
) -> Result<(), Box<Difference>> {
    for _ in 0..tapes {
        let numbers: Vec<u32> = (0..decisions).map(|_| rng.next() as u32).collect();
        compare(cfg, program, &numbers, decisions * 2)?;
    }
    Ok(())
}
