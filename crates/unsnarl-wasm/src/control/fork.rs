//! Forks: the two arms of a branch, or of a condition over flags.
//!
//! *Needs:* an `If` or a `Test`, and the contents of its arms.
//! *Gives:* the operand, and the instruction that decides by it.
//! *Cost:* linear in the condition.
//!
//! | arms | instructions |
//! |---|---|
//! | one only jumps | `br_if`; the other one follows it |
//! | one has contents | `if` |
//! | both have contents | `if`, `else` |
//! | both are empty | the operand of a branch and `drop`; for a condition nothing |

use unsnarl::program::Term;
use unsnarl::{BlockId, Id, LabelId, NodeId, Step};
use wasm_encoder::{BlockType, Instruction};

use super::emitter::Emitter;
use super::open::{Arm, Bracket, CodeArms, Contents};
use crate::control::condition::{Condition, decide, instruction};
use crate::item::Item;
use crate::map::PieceKind;

/// The condition of a fork.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    /// The decision of a block: it holds for slot 0.
    Block(BlockId),
    /// A condition over flags: it holds for 1.
    Flags(unsnarl::program::Condition),
}

impl Emitter<'_, '_> {
    pub(super) fn open_fork(&mut self, node: NodeId, asked: Asked, label: Option<LabelId>) {
        let arms = self.arms(node);
        let label = label.filter(|label| self.is_used[label.index()]);
        let jump = arms.iter().find_map(|arm| match arm.contents {
            Contents::Jump(_, jump) if arms.len() == 2 => Some((arm.node, jump)),
            _ => None,
        });
        let with_code = CodeArms::new(&arms);
        if let Some((arm, jump)) = jump {
            let frames = usize::from(label.is_some());
            if frames > 0 {
                // The frame opens before the operand, so that no value is on the stack outside of
                // it.
                self.bind_frame(label, node);
            }
            self.jump_if(&arms, asked, arm, jump);
            let arms = with_code;
            self.brackets.push(Bracket::Inline { arms, frames });
        } else if arms.len() < 2 || with_code.nodes.is_empty() {
            self.pass(&arms, asked);
            let frames = usize::from(label.is_some());
            if frames > 0 {
                self.bind_frame(label, node);
            }
            let arms = with_code;
            self.brackets.push(Bracket::Inline { arms, frames });
        } else {
            let holds = self.holds(asked, with_code.nodes[0]);
            self.ask(asked, holds);
            self.mark_arms(&arms);
            self.open(Instruction::If(BlockType::Empty), None);
            if let Some(label) = label {
                self.bound[label.index()].0 = Some(self.frames.len() - 1);
            }
            self.brackets.push(Bracket::If(with_code));
        }
    }

    /// Writes a fork of which one arm only jumps, as far as its other arm.
    fn jump_if(&mut self, arms: &[Arm], asked: Asked, arm: NodeId, jump: Step) {
        let holds = self.holds(asked, arm);
        self.ask(asked, holds);
        self.mark_arms(arms);
        let frame = self.target(jump);
        self.op(Instruction::BrIf(self.depth(frame)));
        let other = arms.iter().find(|other| other.node != arm);
        if let Some(Contents::Jump(_, jump)) = other.map(|other| other.contents) {
            self.jump(jump);
        }
    }

    /// Writes a fork whose outcome makes no difference.
    fn pass(&mut self, arms: &[Arm], asked: Asked) {
        if let Asked::Block(block) = asked {
            self.condition(block, true);
            self.mark_arms(arms);
            self.op(Instruction::Drop);
        }
    }

    /// Tells whether an arm runs if the condition holds.
    fn holds(&self, asked: Asked, arm: NodeId) -> bool {
        let program = self.source.program;
        let case = match asked {
            Asked::Block(_) => 0,
            Asked::Flags(_) => 1,
        };
        matches!(program.step(arm), Step::Arm(cases) if program.cases(cases).contains(&case))
    }

    /// Pushes the condition, or its opposite.
    fn ask(&mut self, asked: Asked, holds: bool) {
        match asked {
            Asked::Block(block) => self.condition(block, holds),
            Asked::Flags(condition) => self.formula(condition, holds),
        }
    }

    /// Pushes the value of a condition over flags, or its opposite.
    fn formula(&mut self, condition: unsnarl::program::Condition, holds: bool) {
        let terms = self.source.program.condition(condition);
        let (terms, holds) = match terms {
            [Term::Not, contrary @ ..] if !holds => (contrary, true),
            _ => (terms, holds),
        };
        // From the back a formula is a program for a stack.
        for &term in terms.iter().rev() {
            let op = match term {
                Term::Flag(flag) => Item::Get(self.flag_local(flag)),
                Term::Not => Item::Op(Instruction::I32Eqz),
                Term::And => Item::Op(Instruction::I32And),
                Term::Or => Item::Op(Instruction::I32Or),
            };
            self.items.push(op);
        }
        if !holds {
            self.op(Instruction::I32Eqz);
        }
    }

    /// Pushes the condition of a block, or its opposite.
    fn condition(&mut self, block: BlockId, holds: bool) {
        let source = self.source;
        if !self.is_folded[block.index()] {
            self.operand(block);
            if !holds {
                self.op(Instruction::I32Eqz);
            }
            return;
        }
        let condition = Condition::new(source.function, &source.trees.block(block).exit);
        self.items.push(Item::Open(PieceKind::Operand(block)));
        self.code(condition.operand);
        self.items.push(Item::Close);
        let (first, second) = decide(condition.comparison, holds);
        if let Some(comparison) = condition.comparison {
            self.items
                .push(Item::Open(PieceKind::Comparison(block, comparison)));
            first
                .into_iter()
                .for_each(|comparison| self.op(instruction(comparison)));
            self.items.push(Item::Close);
        }
        second
            .into_iter()
            .for_each(|comparison| self.op(instruction(comparison)));
    }
}
