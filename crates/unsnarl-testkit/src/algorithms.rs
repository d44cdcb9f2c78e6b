//! The pipelines from a graph to a program that the tests run, and what each promises.
//!
//! *Needs:* any graph. *Gives:* [`pipelines`], every algorithm of the library, with every reduction
//! if it needs one, with and without a limit on depth; [`Pipeline::judge`], which checks that a
//! result is right and as good as promised; and [`plain`], a state machine written here, so that
//! the tests of the verifier do not depend on the structurers that it judges.

use crate::asked::idle_set;
use crate::{judge, machines};
use unsnarl::reduce::{REDUCTIONS, Reducible, Reduction};
use unsnarl::structure::{
    ALGORITHMS, Algorithm, Depth, Jumps, MaxDepth, Needs, NoLabel, Refusal, Settings,
};
use unsnarl::verify::Verdict;
use unsnarl::{BlockId, Cfg, Id, Program, ProgramBuilder, Step, measure};

/// An algorithm with the reduction before it and a limit on depth.
#[derive(Clone, Copy)]
pub struct Pipeline {
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// The reduction; the first if the algorithm needs none.
    pub reduction: &'static Reduction,
    /// The limit, if there is one.
    pub max_depth: Option<MaxDepth>,
}

/// What a pipeline did with a graph, if that was right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A program, which is proved and keeps all promises.
    Proved,
    /// A program that keeps all promises and shows no difference, but has too many states to visit
    /// all of them. Only algorithms that save decisions in flags may give such a program.
    Bounded,
    /// The reduction or the algorithm exceeds its budget, where that is allowed.
    Refused,
}

/// Every algorithm without a limit on depth, then with the lowest one; each with every reduction
/// that applies to it. The first is the default.
pub fn pipelines() -> impl Iterator<Item = Pipeline> {
    let lowest = (1..).find_map(|depth| MaxDepth::new(depth).ok());
    [None, lowest].into_iter().flat_map(|max_depth| {
        let keeping =
            move |algorithm: &&Algorithm| max_depth.is_none() || algorithm.promises.keeps_depth();
        ALGORITHMS
            .iter()
            .filter(keeping)
            .flat_map(move |algorithm| {
                let any = algorithm.needs == Needs::Any;
                let reductions = if any {
                    &REDUCTIONS[..1]
                } else {
                    &REDUCTIONS[..]
                };
                reductions.iter().map(move |reduction| Pipeline {
                    algorithm,
                    reduction,
                    max_depth,
                })
            })
    })
}

/// The pipelines that may give different programs of a graph: on a reducible graph all reductions
/// do the same.
pub fn pipelines_for(cfg: &Cfg) -> impl Iterator<Item = Pipeline> + use<> {
    let reducible = Reducible::test(cfg).is_ok();
    pipelines().filter(move |pipeline| !reducible || pipeline.reduction.name == REDUCTIONS[0].name)
}

impl Pipeline {
    /// Its name in messages.
    pub fn name(&self) -> String {
        let within = self
            .max_depth
            .map(|depth| format!(" within {}", depth.get()));
        let after = match self.reduction.name {
            name if name == REDUCTIONS[0].name => String::new(),
            name => format!(" after {name}"),
        };
        format!(
            "{}{after}{}",
            self.algorithm.name,
            within.unwrap_or_default()
        )
    }

    /// Tells whether the algorithm and the proof of what it makes take near-linear time on every
    /// shape, so that both can be tried on large ones.
    pub fn is_near_linear(&self) -> bool {
        self.algorithm.promises.near_linear
    }

    /// Makes the program of a graph, or says why there is none.
    pub fn try_structure(&self, cfg: &Cfg) -> Result<Program, Refusal> {
        let settings = Settings {
            max_depth: self.max_depth,
            reduction: self.reduction,
            ..Settings::default()
        };
        self.algorithm.structure(cfg, &settings)
    }

    /// Makes the program of a graph; nothing if it is refused where it may be. Panics on any other
    /// refusal.
    pub fn structure(&self, cfg: &Cfg) -> Option<Program> {
        match self.try_structure(cfg) {
            Ok(program) => Some(program),
            Err(refusal) if self.may_refuse(&refusal) => None,
            Err(refusal) => panic!("{}: {refusal}", self.name()),
        }
    }

    /// Judges the result for a graph: the error is a failed proof, a broken promise, or a refusal
    /// by a pipeline that may not refuse.
    pub fn judge(&self, cfg: &Cfg) -> Result<Outcome, String> {
        let outcome = match self.try_structure(cfg) {
            Err(refusal) if self.may_refuse(&refusal) => Ok(Outcome::Refused),
            Err(refusal) => Err(refusal.to_string()),
            Ok(program) => self.judge_program(cfg, &program),
        };
        outcome.map_err(|problem| format!("{}: {problem}", self.name()))
    }

    fn judge_program(&self, cfg: &Cfg, program: &Program) -> Result<Outcome, String> {
        let verdict = judge(cfg, program)?;
        self.keeps_promises(cfg, program)?;
        match verdict {
            Verdict::Proved { .. } => Ok(Outcome::Proved),
            _ if self.may_be_bounded() => Ok(Outcome::Bounded),
            verdict => Err(verdict.to_string()),
        }
    }

    fn may_be_bounded(&self) -> bool {
        !self.algorithm.promises.no_flag
    }

    fn may_refuse(&self, refusal: &Refusal) -> bool {
        let total = self.algorithm.promises.total && self.reduction.promises.total;
        matches!(refusal, Refusal::TooLarge(_)) && !total
    }

    /// Tells whether a program of a graph is as good as promised; the error says what is not.
    pub fn keeps_promises(&self, cfg: &Cfg, program: &Program) -> Result<(), String> {
        let measures = measure(program);
        let promises = self.algorithm.promises;
        let reducible = Reducible::test(cfg).is_ok();
        let mut broken = Vec::new();
        if measures.copies > 0 && (reducible || self.reduction.promises.no_copy) {
            broken.push(format!("{} blocks are copied", measures.copies));
        }
        let limit = match promises.depth {
            Depth::AtMost(depth) => Some(depth),
            Depth::AsAsked => self.max_depth.map(MaxDepth::get),
            Depth::Unlimited => None,
        };
        if limit.is_some_and(|limit| measures.depth > limit as usize) {
            broken.push(format!("the depth is {}", measures.depth));
        }
        let no_label = match promises.no_label {
            NoLabel::Always => true,
            NoLabel::Reducible => {
                (reducible || self.reduction.promises.no_dispatcher) && self.max_depth.is_none()
            }
            NoLabel::Never => false,
        };
        if no_label && measures.label_stores > 0 {
            broken.push(format!("{} labels are stored", measures.label_stores));
        }
        if promises.no_scope && measures.scopes > 0 {
            broken.push(format!("{} scopes open", measures.scopes));
        }
        if promises.no_flag && measures.flags > 0 {
            broken.push(format!("there are {} flags", measures.flags));
        }
        if let Some(node) = idle_set(program) {
            broken.push(format!("nothing asks for what step {} sets", node.index()));
        }
        if let Some(step) = jumps_beyond(promises.jumps, program) {
            broken.push(format!(
                "{step:?} is there, and promised are {:?}",
                promises.jumps
            ));
        }
        match broken.is_empty() {
            true => Ok(()),
            false => Err(broken.join(", ")),
        }
    }
}

/// Finds a jump that binds to more than is promised.
fn jumps_beyond(promised: Jumps, program: &Program) -> Option<Step> {
    if promised == Jumps::Any {
        return None;
    }
    let mut loops = Vec::new();
    let mut open = Vec::new();
    for (_, step) in program.steps() {
        match step {
            Step::End => {
                if let Some(Step::Loop(_)) = open.pop() {
                    loops.pop();
                }
            }
            Step::Break(label) if loops.last() != Some(&label) => return Some(step),
            Step::Break(_) if promised == Jumps::Continue => return Some(step),
            Step::Continue(label) if loops.last() != Some(&label) => return Some(step),
            step if step.opens() => {
                open.push(step);
                if let Step::Loop(label) = step {
                    loops.push(label);
                }
            }
            _ => {}
        }
    }
    None
}

/// Makes one loop around one switch over all blocks; every edge stores where it leads.
pub fn plain(cfg: &Cfg) -> Program {
    let number = |block: BlockId| block.index() as u32;
    let mut builder = ProgramBuilder::new();
    let again = builder.label();
    builder.store(number(cfg.entry()));
    builder.open_loop(again);
    builder.open_dispatch(None);
    for block in cfg.blocks() {
        builder.arm([number(block)]);
        let go_to = |builder: &mut ProgramBuilder, target| builder.store(number(target));
        machines::advance(&mut builder, cfg, block, again, &go_to);
    }
    builder.close();
    builder.close();
    builder.finish()
}
