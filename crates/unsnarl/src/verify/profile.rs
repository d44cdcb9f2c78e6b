//! Checks whether a program keeps to a profile.
//!
//! *Needs:* a program that keeps rules P1 to P6, and a [`Profile`].
//! *Gives:* [`profile`]: every breach of the profile, that is, every step that the target cannot
//! express.
//! *Cost:* O(steps).
//!
//! The rules, as far as the profile asks for them:
//!
//! - **T1** A `Break` binds to the innermost bracket that catches it, or is how an arm of a switch
//!   continues with the next arm, where arms [can fall through](crate::program::Falls). A target
//!   without jumps has no `Break`.
//! - **T2** A `Continue` binds to the innermost bracket that catches it. In a target without jumps
//!   it is the only one of its loop and ends the loop's body. The loop is then a `while`, `Loop`
//!   `Test` `Arm` … `Continue` `Arm` `End` `End`, whose first arm repeats and is for a condition
//!   that holds; or it is endless: `Loop` … `Continue` `End`.
//! - **T3** There are no scopes where there are no jumps.
//! - **T4** Only brackets that can have a label have one.
//! - **T5** There is no label variable where there are only flags.
//! - **T6** Brackets nest no deeper than allowed.
//! - **T7** Where constructs are named, every loop has a `Continue`, and a `Dispatch` of three arms
//!   or more has a default. A `Dispatch` of fewer arms is an `if`: if it has a single arm, that arm
//!   lists values.
//!   values.

use super::falls::{self, Part};
use crate::ids::{Id, LabelId, NodeId};
use crate::program::{
    Falls, Jumps, Labelled, Merges, Profile, Program, Scopes, Selector, Step, Switches,
};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

/// A construct that a target cannot express.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Breach {
    /// T1: a `Break` that would bind elsewhere in the target, or that the target cannot write.
    Break,
    /// T2: a `Continue` that would bind elsewhere in the target, or that the target cannot write.
    Continue,
    /// T2: a loop that is neither `while` nor endless.
    Loop,
    /// T3: a scope.
    Scope,
    /// T4: a bracket with a label.
    Label,
    /// T5: the label variable.
    Variable,
    /// T6: a bracket that is too deep.
    Depth,
    /// T7: a loop without a `Continue`.
    Once,
    /// T7: a `Dispatch` of three arms or more without a default, or one that has only a default.
    Default,
}

/// A breach of a profile, with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProfileViolation {
    /// The step.
    pub node: NodeId,
    /// The breach.
    pub breach: Breach,
}

impl fmt::Display for ProfileViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rule, what) = match self.breach {
            Breach::Break => ("T1", "breaks out of more brackets than the target allows"),
            Breach::Continue => ("T2", "continues a loop where the target does not allow it"),
            Breach::Loop => ("T2", "is neither a while loop nor endless"),
            Breach::Scope => ("T3", "opens a scope, which the target does not have"),
            Breach::Label => ("T4", "has a label, which the target does not allow"),
            Breach::Variable => (
                "T5",
                "uses the label variable, which the target does not have",
            ),
            Breach::Depth => ("T6", "is nested too deep for the target"),
            Breach::Once => ("T7", "is a loop that nothing continues"),
            Breach::Default => ("T7", "has no default arm, or only a default arm"),
        };
        write!(f, "rule {rule}: {} {what}", self.node)
    }
}

impl core::error::Error for ProfileViolation {}

/// Gives every breach of a profile, in the order of the steps, except that breaches of T7 come at
/// the ends of brackets. O(steps).
///
/// If the program breaks one of the rules P1 to P6, some breaches may be missing.
///
/// Every `Run` counts as printing something, and no `Take` does: where the host has code for edges,
/// use [`profile_for`].
pub fn profile(program: &Program, profile: &Profile) -> Vec<ProfileViolation> {
    profile_for(program, profile, &|step| matches!(step, Step::Run(_)))
}

/// Gives every breach of a profile, as [`profile()`] does, where `prints` tells which steps print.
pub fn profile_for(
    program: &Program,
    profile: &Profile,
    prints: &dyn Fn(Step) -> bool,
) -> Vec<ProfileViolation> {
    let parts = match profile.falls {
        Falls::Through => falls::parts(program, prints),
        Falls::Never => BTreeMap::new(),
    };
    let mut judge = Judge {
        program,
        profile,
        parts,
        open: Vec::new(),
        breakers: Vec::new(),
        continuers: Vec::new(),
        found: Vec::new(),
    };
    for (node, step) in program.steps() {
        judge.step(node, step);
    }
    judge.found
}

struct Judge<'a> {
    program: &'a Program,
    profile: &'a Profile,
    /// The parts of switches that absorb scopes.
    parts: BTreeMap<NodeId, Part>,
    open: Vec<Open>,
    /// The labels of the open brackets that catch `break`.
    breakers: Vec<Option<LabelId>>,
    /// The labels of the open brackets that catch `continue`; nothing for a bracket that is not a
    /// loop.
    continuers: Vec<Option<LabelId>>,
    found: Vec<ProfileViolation>,
}

struct Open {
    node: NodeId,
    step: Step,
    catches_break: bool,
    catches_continue: bool,
    is_continued: bool,
    has_default: bool,
}

impl Judge<'_> {
    fn report(&mut self, node: NodeId, breach: Breach) {
        self.found.push(ProfileViolation { node, breach });
    }

    fn step(&mut self, node: NodeId, step: Step) {
        match step {
            Step::Break(label) => {
                let bound = match self.profile.jumps {
                    Jumps::Labelled => true,
                    Jumps::Innermost => {
                        let caught = self.breakers.last() == Some(&Some(label));
                        caught || self.parts.contains_key(&node)
                    }
                    Jumps::None => false,
                };
                if !bound {
                    self.report(node, Breach::Break);
                }
            }
            Step::Continue(label) => self.continue_loop(node, label),
            Step::Store(_) => self.variable(node),
            Step::Arm(cases) => {
                if let Some(open) = self.open.last_mut() {
                    open.has_default |= self.program.cases(cases).is_empty();
                }
            }
            Step::End => self.close(),
            step if step.opens() => self.open(node, step),
            _ => {}
        }
    }

    fn continue_loop(&mut self, node: NodeId, label: LabelId) {
        let bound = match self.profile.jumps {
            Jumps::Labelled => true,
            Jumps::Innermost => self.continuers.last() == Some(&Some(label)),
            Jumps::None => self.ends_body(node, label),
        };
        if !bound {
            self.report(node, Breach::Continue);
        }
        // With labelled jumps no rule needs this; without them the loop is nearby in `open`.
        if bound && self.profile.jumps != Jumps::Labelled {
            let binds = |open: &&mut Open| open.step == Step::Loop(label);
            let open = self.open.iter_mut().rev().find(binds);
            open.into_iter().for_each(|open| open.is_continued = true);
        }
    }

    /// Tells whether a jump is the last step of an endless loop, or the last step of the first arm
    /// of the test that forms a `while`.
    fn ends_body(&self, node: NodeId, label: LabelId) -> bool {
        let is_loop = |open: Option<&Open>| open.is_some_and(|open| open.step == Step::Loop(label));
        match self.open.as_slice() {
            [.., last] if is_loop(Some(last)) => self.at(node, 1) == Some(Step::End),
            [.., outer, test] if is_loop(Some(outer)) => {
                let condition = matches!(test.step, Step::Test(..));
                let first = test.node.index() == outer.node.index() + 1;
                condition && first && self.is_while(outer.node, node)
            }
            _ => false,
        }
    }

    /// Tells whether a loop is a `while` whose body ends with a jump.
    fn is_while(&self, outer: NodeId, jump: NodeId) -> bool {
        let cases = |step| match step {
            Some(Step::Arm(cases)) => Some(self.program.cases(cases)),
            _ => None,
        };
        let holds = cases(self.at(outer, 2)) == Some(&[1]);
        let fails = cases(self.at(jump, 1)) == Some(&[0]);
        let ends = [2, 3].map(|steps| self.at(jump, steps)) == [Some(Step::End); 2];
        holds && fails && ends
    }

    /// Gives the step at this distance behind another one.
    fn at(&self, node: NodeId, steps: usize) -> Option<Step> {
        let index = node.index() + steps;
        (index < self.program.len()).then(|| self.program.step(NodeId::new(index)))
    }

    fn variable(&mut self, node: NodeId) {
        if self.profile.selector == Selector::Flags {
            self.report(node, Breach::Variable);
        }
    }

    fn open(&mut self, node: NodeId, step: Step) {
        let profile = self.profile;
        let is_switch = match step {
            Step::Switch(..) => true,
            Step::Dispatch(_) => self.has_arms(node, 3),
            _ => false,
        };
        let part = self.parts.get(&node).copied();
        let is_catching = is_switch && profile.switches == Switches::Catch && part.is_none();
        if let Step::Dispatch(_) = step {
            self.variable(node);
        }
        if matches!(step, Step::Block(_)) && profile.jumps == Jumps::None {
            self.report(node, Breach::Scope);
        }
        let may_have_label = match profile.jumps {
            Jumps::Labelled => profile.labelled == Labelled::Every,
            Jumps::Innermost => is_catching,
            Jumps::None => false,
        };
        if step.has_arms() && step.bound_label().is_some() && !may_have_label {
            self.report(node, Breach::Label);
        }
        let (catches_break, catches_continue) = match step {
            Step::Loop(_) => (true, true),
            Step::Block(_) if let Some(part) = part => (part == Part::Outer, false),
            Step::Block(_) => (true, profile.scopes == Scopes::Loop),
            _ => (is_catching, false),
        };
        if catches_break {
            self.breakers.push(step.bound_label());
        }
        if catches_continue {
            let label = match step {
                Step::Loop(label) => Some(label),
                _ => None,
            };
            self.continuers.push(label);
        }
        self.open.push(Open {
            node,
            step,
            catches_break,
            catches_continue,
            is_continued: false,
            has_default: false,
        });
        let most = profile.max_depth.map_or(usize::MAX, |most| most as usize);
        if self.open.len() > most {
            self.report(node, Breach::Depth);
        }
    }

    /// Tells whether a `Dispatch` has at least this number of arms.
    fn has_arms(&self, bracket: NodeId, count: usize) -> bool {
        let end = self.program.extent(bracket);
        let mut arm = NodeId::new(bracket.index() + 1);
        for _ in 1..count {
            if arm >= end {
                return false;
            }
            arm = self.program.extent(arm);
        }
        arm < end
    }

    /// Tells whether a `Dispatch` of three arms or more has a default, and whether one of a single
    /// arm has none.
    fn has_right_default(&self, open: &Open) -> bool {
        match [2, 3].map(|count| self.has_arms(open.node, count)) {
            [_, true] => open.has_default,
            [true, false] => true,
            [false, _] => !open.has_default,
        }
    }

    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        if open.catches_break {
            self.breakers.pop();
        }
        if open.catches_continue {
            self.continuers.pop();
        }
        let is_named = self.profile.merges == Merges::Named;
        match open.step {
            Step::Loop(_) if !open.is_continued && self.profile.jumps == Jumps::None => {
                self.report(open.node, Breach::Loop);
            }
            Step::Loop(_) if !open.is_continued && is_named => {
                self.report(open.node, Breach::Once);
            }
            Step::Dispatch(_) if is_named && !self.has_right_default(&open) => {
                self.report(open.node, Breach::Default);
            }
            _ => {}
        }
    }
}
