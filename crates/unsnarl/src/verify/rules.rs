//! The rules of a program.
//!
//! *Needs:* a graph, and a program of any steps whatever.
//! *Gives:* every violation of the rules P1 to P6 of [`Program`]; and, for the simulation, the
//! brackets of a program that breaks none.
//! *Cost:* O(steps + cases listed + terms tested) expected time, O(steps + cases listed) space; a
//! condition that two steps test counts twice.
//!
//! Brackets are matched again here: the builder's extents are not trusted. A step that breaks P1 is
//! reported and then skipped, so the following steps are judged as if it were not there.

use super::Violation;
use super::table::{Table, key};
use crate::cfg::{Cfg, Exit};
use crate::ids::{BlockId, Edge, Id, IdMap, LabelId, NodeId};
use crate::program::{Condition, Program, Step, Term};
use alloc::vec::Vec;

/// Gives every violation of the rules of a program, which may have any steps. O(steps + cases
/// listed + terms tested).
///
/// Violations of P1 to P4 and P6 come in the order of the steps, then unclosed brackets, then
/// violations of P5 in the order of the brackets.
pub fn program(cfg: &Cfg, program: &Program) -> Vec<Violation> {
    judge(cfg, program).0
}

/// The bracket structure of a program.
pub(super) struct Brackets {
    /// For a bracket: its `End`. For an arm: the next arm of its bracket, or else the `End`. For a
    /// `Break`: the `End` that it goes past. For a `Continue`: its `Loop`. For any other step: the
    /// step itself.
    pub(super) partner: IdMap<NodeId, NodeId>,
    /// The arm of a `Switch` or `Dispatch` (the number of its node), by the bracket and the case.
    /// An `If` and a `Test` have two arms with one case each, so their arms need not be entered.
    pub(super) arms: Table,
    /// The default arm of a `Dispatch`, by the bracket and zero.
    pub(super) defaults: Table,
}

/// Judges a program, and matches its brackets at the same time.
pub(super) fn judge(cfg: &Cfg, program: &Program) -> (Vec<Violation>, Brackets) {
    let mut judge = Judge {
        cfg,
        program,
        found: Vec::new(),
        open: Vec::new(),
        binders: Table::new(),
        breaks: Vec::new(),
        brackets: Brackets {
            partner: (0..program.len()).map(NodeId::new).collect(),
            arms: Table::new(),
            defaults: Table::new(),
        },
    };
    judge.walk();
    for (node, step) in program.steps() {
        judge.list_arms(node, step);
    }
    (judge.found, judge.brackets)
}

struct Judge<'a> {
    cfg: &'a Cfg,
    program: &'a Program,
    found: Vec<Violation>,
    open: Vec<Open>,
    /// For each label: the number of the node that binds it.
    binders: Table,
    /// The `Break` steps, and the brackets that they leave.
    breaks: Vec<(NodeId, NodeId)>,
    brackets: Brackets,
}

/// A bracket that is open, and its latest arm.
struct Open {
    node: NodeId,
    arm: Option<NodeId>,
}

impl Judge<'_> {
    fn walk(&mut self) {
        let mut before = None;
        for (node, step) in self.program.steps() {
            self.fit_brackets(node, step);
            self.bind(node, step);
            if before.is_some_and(Step::diverts) && !matches!(step, Step::Arm(_) | Step::End) {
                self.found.push(Violation::Dead { node });
            }
            self.name(node, step);
            before = Some(step);
        }
        for open in &self.open {
            self.found.push(Violation::Unclosed { node: open.node });
        }
        for &(node, bracket) in &self.breaks {
            self.brackets.partner[node] = self.brackets.partner[bracket];
        }
    }

    /// Checks rule P1.
    fn fit_brackets(&mut self, node: NodeId, step: Step) {
        let inner = self.open.last_mut();
        match (step, inner) {
            (Step::Arm(_), Some(open)) if self.program.step(open.node).has_arms() => {
                if let Some(arm) = open.arm.replace(node) {
                    self.brackets.partner[arm] = node;
                }
            }
            (Step::Arm(_), _) => self.found.push(Violation::ArmAlone { node }),
            (Step::End, Some(open)) => {
                self.brackets.partner[open.node] = node;
                if let Some(arm) = open.arm {
                    self.brackets.partner[arm] = node;
                }
                self.open.pop();
            }
            (Step::End, None) => self.found.push(Violation::EndAlone { node }),
            _ => {}
        }
        if step.opens() {
            let inside = next(node);
            let first = (inside.index() < self.program.len()).then(|| self.program.step(inside));
            if step.has_arms() && !matches!(first, Some(Step::Arm(_))) {
                self.found.push(Violation::NoArm { node });
            }
            self.open.push(Open { node, arm: None });
        }
    }

    /// Checks rule P2.
    fn bind(&mut self, node: NodeId, step: Step) {
        if let Some(label) = step.bound_label() {
            let number = node.index() as u32;
            if let Some(first) = self.binders.insert(label.index() as u64, number) {
                let first = NodeId::new(first as usize);
                self.found
                    .push(Violation::BoundTwice { node, label, first });
            }
        }
        let (Step::Break(label) | Step::Continue(label)) = step else {
            return;
        };
        let Some(bracket) = self.open_binder(label) else {
            self.found.push(Violation::Unbound { node, label });
            return;
        };
        if let Step::Break(_) = step {
            self.breaks.push((node, bracket));
        } else if let Step::Loop(_) = self.program.step(bracket) {
            self.brackets.partner[node] = bracket;
        } else {
            self.found.push(Violation::NoLoop { node, bracket });
        }
    }

    /// Finds the bracket that binds the label, if it is still open.
    fn open_binder(&self, label: LabelId) -> Option<NodeId> {
        let bracket = NodeId::new(self.binders.get(label.index() as u64)? as usize);
        (self.brackets.partner[bracket] == bracket).then_some(bracket)
    }

    /// Checks rules P4 and P6.
    fn name(&mut self, node: NodeId, step: Step) {
        let (block, fits): (BlockId, fn(Exit) -> bool) = match step {
            Step::Run(block) => (block, |_| true),
            Step::Leave(block) => (block, |exit| {
                matches!(exit, Exit::Return | Exit::Unreachable)
            }),
            Step::If(block, _) => (block, |exit| exit == Exit::Branch),
            Step::Switch(block, _) => (block, |exit| matches!(exit, Exit::Branch | Exit::Switch)),
            Step::Take(edge) => return self.name_edge(node, edge),
            Step::Test(condition, _) => return self.parse(node, condition),
            _ => return,
        };
        if block.index() >= self.cfg.block_count() {
            self.found.push(Violation::NoBlock { node, block });
        } else if !fits(self.cfg.exit(block)) {
            let exit = self.cfg.exit(block);
            self.found.push(Violation::WrongExit { node, block, exit });
        }
    }

    fn name_edge(&mut self, node: NodeId, edge: Edge) {
        if edge.slot as usize >= self.slot_count(edge.block) {
            self.found.push(Violation::NoEdge { node, edge });
        }
    }

    fn parse(&mut self, node: NodeId, condition: Condition) {
        if !is_formula(self.program.condition(condition)) {
            self.found.push(Violation::NoFormula { node });
        }
    }

    fn slot_count(&self, block: BlockId) -> usize {
        if block.index() < self.cfg.block_count() {
            self.cfg.successors(block).len()
        } else {
            0
        }
    }

    /// Checks rule P5 for one bracket, and enters its arms.
    fn list_arms(&mut self, bracket: NodeId, step: Step) {
        if !step.has_arms() {
            return;
        }
        let slots = self.slots(step);
        if slots == Some(2) && self.is_plain(bracket, step) {
            return;
        }
        let (mut arms, mut listed) = (0, 0);
        let mut node = next(bracket);
        while let Some(Step::Arm(cases)) = self.step(node) {
            arms += 1;
            let cases = self.program.cases(cases);
            if cases.is_empty() {
                self.list_default(bracket, node);
            }
            for &case in cases {
                listed += usize::from(self.list_case(bracket, node, case, slots));
            }
            if self.brackets.partner[node] == node {
                break;
            }
            node = self.brackets.partner[node];
        }
        let node = bracket;
        if let Some(slots) = slots
            && listed < slots
        {
            let (slot, count) = (self.first_unlisted(bracket), slots - listed);
            self.found.push(Violation::Unlisted { node, slot, count });
        }
        if matches!(step, Step::If(..) | Step::Test(..)) && arms != 2 {
            self.found.push(Violation::IfArms { node, arms });
        }
    }

    /// Gives the number of slots that the arms of a bracket must list, if it is known.
    fn slots(&self, step: Step) -> Option<usize> {
        match step {
            Step::If(block, _) | Step::Switch(block, _) => Some(self.slot_count(block)),
            Step::Test(..) => Some(2),
            _ => None,
        }
    }

    /// Tells whether an `If` or `Test` has the usual form: two arms, one for each of two slots. The
    /// arms of such a bracket need not be entered.
    fn is_plain(&self, bracket: NodeId, step: Step) -> bool {
        if let Step::Switch(..) = step {
            return false;
        }
        let one = next(bracket);
        let arm = |node| match self.step(node) {
            Some(Step::Arm(cases)) => self.program.cases(cases),
            _ => &[],
        };
        let Some(Step::Arm(_)) = self.step(one) else {
            return false;
        };
        let two = self.brackets.partner[one];
        let last = self.brackets.partner[two];
        matches!((arm(one), arm(two)), ([0], [1]) | ([1], [0]))
            && last == self.brackets.partner[bracket]
    }

    /// Enters one case of an arm, and tells whether the case is valid.
    fn list_case(
        &mut self,
        bracket: NodeId,
        node: NodeId,
        case: u32,
        slots: Option<usize>,
    ) -> bool {
        let arms = &mut self.brackets.arms;
        let wrong = if slots.is_some_and(|slots| case as usize >= slots) {
            match self.program.step(bracket) {
                Step::Test(..) => Violation::NoTruth { node, case },
                _ => Violation::NoSlot { node, case },
            }
        } else if let Some(_earlier) = arms.insert(key(bracket, case), node.index() as u32) {
            Violation::CaseTwice { node, case }
        } else {
            return true;
        };
        self.found.push(wrong);
        false
    }

    /// Enters an arm without cases.
    fn list_default(&mut self, bracket: NodeId, node: NodeId) {
        if !matches!(self.program.step(bracket), Step::Dispatch(_)) {
            self.found.push(Violation::NoCase { node });
            return;
        }
        let defaults = &mut self.brackets.defaults;
        if let Some(first) = defaults.insert(key(bracket, 0), node.index() as u32) {
            let first = NodeId::new(first as usize);
            self.found.push(Violation::DefaultTwice { node, first });
        }
    }

    /// Finds the first slot that is not listed. If n slots are listed, one of the first n + 1 is
    /// not.
    fn first_unlisted(&self, bracket: NodeId) -> u32 {
        let listed = |slot: &u32| self.brackets.arms.get(key(bracket, *slot)).is_some();
        let unlisted = (0..u32::MAX).find(|slot| !listed(slot));
        unlisted.expect("fewer slots are listed than the block has")
    }

    fn step(&self, node: NodeId) -> Option<Step> {
        (node.index() < self.program.len()).then(|| self.program.step(node))
    }
}

/// Gives the position after this one.
pub(super) fn next(node: NodeId) -> NodeId {
    NodeId::new(node.index() + 1)
}

/// Tells whether terms are one formula: each operator is followed by its operands, and nothing is
/// left over.
fn is_formula(terms: &[Term]) -> bool {
    let mut due = 1_usize;
    for term in terms {
        if due == 0 {
            return false;
        }
        match term {
            Term::Flag(_) => due -= 1,
            Term::Not => {}
            Term::And | Term::Or => due += 1,
        }
    }
    due == 0
}
