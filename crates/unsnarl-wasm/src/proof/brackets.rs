//! Brackets, jumps and decisions between two, as the bytes have them.

use unsnarl::program::Term;
use unsnarl::{BlockId, Edge, Exit, LabelId, Step};
use wasmparser::BlockType;

use super::open::{Arity, Bracket, BracketKind};
use super::rebuild::Rebuild;

/// The operand and the outcomes of an instruction with two successors.
struct Fork {
    asked: Asked,
    /// The slot or truth value for an operand that is not 0, and the edge that the instruction
    /// takes for it.
    then: (u32, Option<Edge>),
    /// The same for an operand that is 0.
    otherwise: (u32, Option<Edge>),
}

enum Asked {
    Block(BlockId),
    /// In prefix order: operators before their operands.
    Flags(Vec<Term>),
}

/// Brackets and jumps.
impl Rebuild<'_> {
    pub(super) fn open(&mut self, kind: BracketKind, ty: BlockType) -> Result<(), String> {
        let arity = self.arity(ty)?;
        if self.is_label_waiting && !arity.takes {
            return Err("a pending label value outside of a bracket".to_owned());
        }
        let label = self.program.label();
        let is_dead = !self.is_reachable;
        match kind {
            BracketKind::Block => self.push(Step::Block(label)),
            BracketKind::Loop => self.push(Step::Loop(label)),
            BracketKind::If(_) => {}
        }
        self.open.push(Bracket {
            kind,
            label,
            is_dead,
            is_left: false,
            arity,
            takes_label: self.is_label_waiting,
            gives_label: None,
        });
        Ok(())
    }

    fn arity(&self, ty: BlockType) -> Result<Arity, String> {
        match ty {
            BlockType::Empty => Ok(Arity::default()),
            BlockType::Type(_) => Ok(Arity {
                takes: false,
                gives: true,
            }),
            BlockType::FuncType(number) => {
                let arity = self.types.get(number as usize).copied();
                arity.ok_or_else(|| format!("undefined type {number}"))
            }
        }
    }

    /// The decision by the operand on the stack, which is popped.
    fn fork(&mut self) -> Result<Fork, String> {
        if self.formula.waiting > 0 {
            return self.fork_on_flags();
        }
        let question = self
            .question
            .take()
            .ok_or("a decision without an operand")?;
        let block = question.block;
        if self.function.cfg.exit(block) != Exit::Branch {
            return Err(format!("{block} does not decide between two arms arms"));
        }
        let [taken, other] = [0, 1].map(|slot| (slot, self.taken(Edge { block, slot })));
        self.arms.clear();
        let (then, otherwise) = match question.is_flipped {
            false => (taken, other),
            true => (other, taken),
        };
        let asked = Asked::Block(block);
        Ok(Fork {
            asked,
            then,
            otherwise,
        })
    }

    fn fork_on_flags(&mut self) -> Result<Fork, String> {
        let mut terms = std::mem::take(&mut self.formula).take()?;
        // Read from the back, every operator comes before its operands.
        terms.reverse();
        Ok(Fork {
            asked: Asked::Flags(terms),
            then: (1, None),
            otherwise: (0, None),
        })
    }

    /// Begins the first arm of a fork.
    fn begin_fork(&mut self, fork: Fork, label: Option<LabelId>) {
        let step = match fork.asked {
            Asked::Block(block) => Step::If(block, label),
            Asked::Flags(terms) => Step::Test(self.program.condition(terms), label),
        };
        self.program.push(step);
        self.begin_arm(fork.then);
    }

    fn begin_arm(&mut self, (slot, edge): (u32, Option<Edge>)) {
        self.program.arm([slot]);
        edge.into_iter().for_each(|edge| self.program.take(edge));
    }

    pub(super) fn open_if(&mut self, ty: BlockType) -> Result<(), String> {
        let fork = self.fork()?;
        self.open(BracketKind::If(Some(fork.otherwise)), ty)?;
        if self.is_reachable {
            let label = self.open.last().expect("it was just opened").label;
            self.begin_fork(fork, Some(label));
        }
        Ok(())
    }

    pub(super) fn else_arm(&mut self) -> Result<(), String> {
        let bracket = self.open.last_mut().ok_or("an else outside of an if")?;
        let BracketKind::If(Some((slot, None))) = bracket.kind else {
            return Err("a misplaced else".to_owned());
        };
        bracket.kind = BracketKind::If(None);
        if self.is_reachable {
            bracket.is_left = true;
            bracket.arrive(std::mem::take(&mut self.is_label_waiting))?;
        }
        if !bracket.is_dead {
            self.program.arm([slot]);
            self.is_reachable = true;
        }
        Ok(())
    }

    pub(super) fn close(&mut self) -> Result<(), String> {
        let mut bracket = self.open.pop().ok_or("an end without a bracket")?;
        if bracket.is_dead {
            self.is_reachable = false;
            return Ok(());
        }
        if let BracketKind::If(Some(arm)) = bracket.kind {
            self.begin_arm(arm);
            self.is_reachable = true;
        }
        if self.is_reachable {
            bracket.arrive(self.is_label_waiting)?;
        }
        self.is_label_waiting = bracket.gives_label == Some(true);
        self.program.close();
        self.is_reachable |= bracket.is_left;
        Ok(())
    }

    pub(super) fn jump_if(&mut self, depth: u32) -> Result<(), String> {
        let fork = self.fork()?;
        let bracket = self.bracket(depth)?;
        if self.is_reachable {
            let otherwise = fork.otherwise;
            self.begin_fork(fork, None);
            self.jump_to(bracket)?;
            self.begin_arm(otherwise);
            self.program.close();
        }
        Ok(())
    }

    /// The decision makes no difference: all arms continue here.
    pub(super) fn drop_decision(&mut self) -> Result<(), String> {
        let fork = self.fork()?;
        let otherwise = fork.otherwise;
        let takes = fork.then.1.is_some() || otherwise.1.is_some();
        if self.is_reachable && takes {
            self.begin_fork(fork, None);
            self.begin_arm(otherwise);
            self.program.close();
        }
        Ok(())
    }

    pub(super) fn bracket(&self, depth: u32) -> Result<usize, String> {
        let outward = depth as usize + 1;
        self.open
            .len()
            .checked_sub(outward)
            .ok_or_else(|| "a jump out of the function".to_owned())
    }

    pub(super) fn jump_to(&mut self, bracket: usize) -> Result<(), String> {
        let bracket = self
            .open
            .get_mut(bracket)
            .ok_or("a jump without a target")?;
        match bracket.kind {
            BracketKind::Loop if bracket.takes_label != self.is_label_waiting => {
                return Err("a loop is continued with operands other than it began with".to_owned());
            }
            BracketKind::Loop => self.program.go_back(bracket.label),
            _ => {
                bracket.is_left = true;
                bracket.arrive(self.is_label_waiting)?;
                self.program.go_past(bracket.label);
            }
        }
        Ok(())
    }
}
