//! Mutants: all programs that differ from one by a single change.
//!
//! *Needs:* a graph and a program. *Gives:* [`mutants`], each with what was changed; [`faults`],
//! those that the verifier and the oracle disagree on. *Cost:* O(steps²) time, for programs of a
//! hundred steps or so.
//!
//! Some mutants are equivalent to the original (a label without effect, two steps that commute). So
//! the only requirement is that the verifier proves a mutant exactly if it keeps the rules and the
//! oracle finds no difference from the graph.

use crate::oracle::{self, Difference};
use unsnarl::program::Term;
use unsnarl::verify::{Counterexample, Verdict};
use unsnarl::{
    BlockId, Cfg, Edge, FlagId, Id, LabelId, NodeId, Program, ProgramBuilder, Step, verify,
};

/// A program with one change.
pub struct Mutant {
    /// What was changed.
    pub change: String,
    /// The program.
    pub program: Program,
}

/// Makes all mutants of a program.
pub fn mutants(cfg: &Cfg, program: &Program) -> Vec<Mutant> {
    let steps: Vec<Step> = program.steps().map(|(_, step)| step).collect();
    let mut mutants = Vec::new();
    let mut add = |change: String, steps: Vec<Step>, cases: Vec<u32>| {
        let program = Program::from_steps(steps, cases, program.all_terms().to_vec());
        mutants.push(Mutant { change, program });
    };
    let cases = || program.all_cases().to_vec();
    for (at, &step) in steps.iter().enumerate() {
        for other in others(cfg, program, &steps, step) {
            let mut steps = steps.clone();
            steps[at] = other;
            add(
                format!("{step:?} at {at} becomes {other:?}"),
                steps,
                cases(),
            );
        }
        let (mut dropped, mut doubled) = (steps.clone(), steps.clone());
        dropped.remove(at);
        doubled.insert(at, step);
        add(format!("{step:?} at {at} is dropped"), dropped, cases());
        add(format!("{step:?} at {at} is doubled"), doubled, cases());
        for with in at + 1..steps.len() {
            let arms = matches!((step, steps[with]), (Step::Arm(_), Step::Arm(_)));
            if arms || with == at + 1 {
                let mut steps = steps.clone();
                steps.swap(at, with);
                add(format!("{at} and {with} change places"), steps, cases());
            }
        }
    }
    for (at, &case) in program.all_cases().iter().enumerate() {
        for other in [case.wrapping_add(1), case.wrapping_sub(1), 0] {
            if other != case {
                let mut cases = cases();
                cases[at] = other;
                add(format!("case {at} becomes {other}"), steps.clone(), cases);
            }
        }
    }
    mutants.extend(mutants_of_terms(program, &steps));
    mutants
}

/// Makes the mutants of the conditions of a program.
fn mutants_of_terms(program: &Program, steps: &[Step]) -> Vec<Mutant> {
    let flags = (0..program.flag_count()).map(|flag| Term::Flag(FlagId::new(flag)));
    let all: Vec<Term> = [Term::Not, Term::And, Term::Or]
        .into_iter()
        .chain(flags)
        .collect();
    let mut mutants = Vec::new();
    for (at, &term) in program.all_terms().iter().enumerate() {
        for &other in all.iter().filter(|other| **other != term) {
            let mut terms = program.all_terms().to_vec();
            terms[at] = other;
            let cases = program.all_cases().to_vec();
            mutants.push(Mutant {
                change: format!("term {at} becomes {other:?}"),
                program: Program::from_steps(steps.iter().copied(), cases, terms),
            });
        }
    }
    mutants
}

/// Makes an arm without cases, in any program.
fn default_arm() -> Step {
    let mut builder = ProgramBuilder::new();
    builder.open_dispatch(None);
    builder.arm([]);
    builder.close();
    builder.finish().step(NodeId::new(1))
}

/// Gives the steps that may wrongly replace a step.
fn others(cfg: &Cfg, program: &Program, steps: &[Step], step: Step) -> Vec<Step> {
    let labels = || (0..program.label_count()).map(LabelId::new);
    let blocks = || (0..=cfg.block_count()).map(BlockId::new);
    let mut others: Vec<Step> = match step {
        Step::Run(_) => blocks().map(Step::Run).collect(),
        Step::Leave(_) => blocks().map(Step::Leave).collect(),
        Step::Take(edge) => {
            let slots =
                (0..cfg.successors(edge.block).len() + 1).map(|slot| Edge::new(edge.block, slot));
            let heads = cfg
                .blocks()
                .map(|block| Edge::new(block, edge.slot as usize));
            slots.chain(heads).map(Step::Take).collect()
        }
        Step::Store(value) => {
            let stored = steps.iter().filter(|step| matches!(step, Step::Store(_)));
            stored
                .copied()
                .chain([Step::Store(value.wrapping_add(1))])
                .collect()
        }
        Step::Set(flag, value) => (0..program.flag_count())
            .map(|other| Step::Set(FlagId::new(other), value))
            .chain([Step::Set(flag, !value)])
            .collect(),
        Step::Test(..) => steps
            .iter()
            .filter(|step| matches!(step, Step::Test(..)))
            .copied()
            .chain([Step::Dispatch(step.bound_label())])
            .collect(),
        Step::Break(_) | Step::Continue(_) => labels()
            .flat_map(|label| [Step::Break(label), Step::Continue(label)])
            .collect(),
        Step::Block(label) | Step::Loop(label) => {
            let all = labels().flat_map(|label| [Step::Block(label), Step::Loop(label)]);
            all.filter(|other| other.bound_label() == Some(label) || step == Step::Block(label))
                .collect()
        }
        Step::If(block, label) | Step::Switch(block, label) => blocks()
            .flat_map(|other| [Step::If(other, label), Step::Switch(other, label)])
            .chain([Step::Dispatch(label), Step::If(block, None)])
            .collect(),
        Step::Dispatch(_) => vec![Step::Dispatch(None)],
        Step::Arm(_) => vec![Step::End, default_arm()],
        Step::End => vec![Step::Store(0)],
    };
    others.retain(|other| *other != step);
    others.dedup();
    others
}

/// Compares the verifier's verdict on a program with the oracle's, on every tape of this number of
/// decisions and on the verifier's counterexample: nothing if they agree.
pub fn disagreement(cfg: &Cfg, program: &Program, decisions: usize) -> Option<String> {
    let verdict = verify::simulation(cfg, program, verify::state_limit(cfg, program));
    let violations = verify::program(cfg, program);
    let compared = oracle::compare_all(cfg, program, decisions, 4 * decisions);
    let difference = match &verdict {
        Verdict::Failed(failure) => compared.and_then(|()| replay(cfg, program, failure)),
        _ => compared,
    };
    let difference = difference.err();
    let good = violations.is_empty() && difference.is_none();
    (verdict.is_proved() != good)
        .then(|| format!("{verdict}, but {violations:?} and {difference:?}"))
}

/// Runs the verifier's counterexample in the oracle; it may be longer than the tapes that are
/// tried.
fn replay(cfg: &Cfg, program: &Program, failure: &Counterexample) -> Result<(), Box<Difference>> {
    let decisions = failure.path.iter().filter_map(|&(block, slot)| {
        let is_branch = cfg.successors(block).len() > 1;
        slot.filter(|_| is_branch)
    });
    let tape: Vec<u32> = decisions.collect();
    oracle::compare(cfg, program, &tape, failure.path.len() + 1)
}

/// Gives the mutants on which verifier and oracle disagree, and the number of all mutants and of
/// those that are equivalent to the original.
pub fn faults(cfg: &Cfg, program: &Program, decisions: usize) -> (Vec<String>, usize, usize) {
    let mutants = mutants(cfg, program);
    let mut good = 0;
    let mut faults = Vec::new();
    for Mutant { change, program } in &mutants {
        good += usize::from(verify::simulation(cfg, program, 1 << 20).is_proved());
        if let Some(disagreement) = disagreement(cfg, program, decisions) {
            faults.push(format!("{change}: {disagreement}\n{program}"));
        }
    }
    (faults, mutants.len(), good)
}
