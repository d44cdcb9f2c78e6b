//! The structured program that decoded bytes are.

use std::collections::HashSet;

use unsnarl::program::Term;
use unsnarl::{BlockId, Edge, Exit, LabelId, Program, ProgramBuilder, Step};
use wasmparser::Operator;

use super::Placed;
use crate::function::Compiled;

/// Rebuilds the program of a function, or says why its bytes are none.
pub(super) fn rebuild(function: &Compiled, ops: &[Placed]) -> Result<Program, String> {
    let mut rebuild = Rebuild {
        function,
        ops,
        stored: stored_values(function, ops),
        program: ProgramBuilder::new(),
        frames: Vec::new(),
        is_reachable: true,
        question: None,
        formula: Formula::default(),
        is_label_set: false,
        arms: HashSet::new(),
        leaves: None,
    };
    let mut at = 0;
    for piece in &function.map.pieces {
        while ops.get(at).is_some_and(|op| op.at < piece.start) {
            at = rebuild.control(at)?;
        }
        if ops.get(at).is_none_or(|op| op.at != piece.start) {
            return Err(format!(
                "a piece starts at byte {}, where no instruction does",
                piece.start
            ));
        }
        let end = at + ops[at..].iter().take_while(|op| op.at < piece.end).count();
        rebuild.piece(piece, at, end)?;
        at = end;
    }
    while at < ops.len() {
        at = rebuild.control(at)?;
    }
    if !rebuild.frames.is_empty() {
        return Err("brackets stay open".to_owned());
    }
    Ok(rebuild.program.finish())
}

/// The values that are stored to the label, ascending.
fn stored_values(function: &Compiled, ops: &[Placed]) -> Vec<u32> {
    let mut values = Vec::new();
    for pair in ops.windows(2) {
        if let (Operator::I32Const { value }, Operator::LocalSet { local_index }) =
            (&pair[0].op, &pair[1].op)
            && Some(*local_index) == function.map.label
        {
            values.push(*value as u32);
        }
    }
    values.sort_unstable();
    values.dedup();
    values
}

/// A bracket of the bytes.
pub(super) struct Frame {
    kind: FrameKind,
    label: LabelId,
    /// Whether it stands where control never gets: nothing of it is in the program.
    is_dead: bool,
    /// Whether a jump leads past its end.
    is_left: bool,
}

impl Frame {
    /// Tells whether a jump to it leads past its end, and so to where control gets there without one.
    pub(super) fn is_left_at_its_end(&self) -> bool {
        !matches!(self.kind, FrameKind::Loop)
    }
}

#[derive(Clone, Copy)]
pub(super) enum FrameKind {
    Block,
    Loop,
    /// The slot that has no arm yet, and the edge that it takes if it gets none.
    If(Option<(u32, Option<Edge>)>),
}

/// A decision whose operand has been pushed.
pub(super) struct Question {
    pub(super) block: BlockId,
    /// Whether the operand on the stack is the opposite of the condition.
    pub(super) is_flipped: bool,
}

/// Conditions over flags that have been pushed, in the order of their instructions: operators behind their operands.
#[derive(Default)]
pub(super) struct Formula {
    terms: Vec<Term>,
    /// How many conditions they are.
    pub(super) waiting: usize,
}

impl Formula {
    fn push(&mut self, term: Term) -> Result<(), String> {
        let operands = match term {
            Term::Flag(_) => 0,
            Term::Not => 1,
            Term::And | Term::Or => 2,
        };
        let rest = self.waiting.checked_sub(operands);
        self.waiting = rest.ok_or("a condition without operand")? + 1;
        self.terms.push(term);
        Ok(())
    }
}

/// What an instruction with two ways on decides by.
struct Fork {
    asked: Asked,
    /// The slot or truth value for an operand that is not 0, and the edge that the instruction takes for it.
    then: (u32, Option<Edge>),
    /// The same for an operand that is 0.
    otherwise: (u32, Option<Edge>),
}

enum Asked {
    Block(BlockId),
    /// Operators stand before their operands.
    Flags(Vec<Term>),
}

pub(super) struct Rebuild<'a> {
    pub(super) function: &'a Compiled,
    pub(super) ops: &'a [Placed<'a>],
    pub(super) stored: Vec<u32>,
    pub(super) program: ProgramBuilder,
    pub(super) frames: Vec<Frame>,
    pub(super) is_reachable: bool,
    pub(super) question: Option<Question>,
    pub(super) formula: Formula,
    /// Whether the label has been set on every way here.
    pub(super) is_label_set: bool,
    /// Edges that the next decision takes by itself.
    pub(super) arms: HashSet<Edge>,
    /// The block that is about to leave the function.
    pub(super) leaves: Option<BlockId>,
}

/// Control between the pieces.
impl Rebuild<'_> {
    /// Reads one instruction, or two that belong together; gives the position of the next.
    fn control(&mut self, at: usize) -> Result<usize, String> {
        let placed = &self.ops[at];
        if self.formula.waiting > 0 && !follows_condition(&placed.op) {
            return Err(format!("a condition waits at byte {}", placed.at));
        }
        match placed.op {
            Operator::Block { .. } => self.open(FrameKind::Block),
            Operator::Loop { .. } => self.open(FrameKind::Loop),
            Operator::If { .. } => self.open_if()?,
            Operator::Else => self.else_arm()?,
            Operator::End => self.close()?,
            Operator::Br { relative_depth } => {
                let frame = self.frame(relative_depth)?;
                if self.is_reachable {
                    self.jump_to(frame)?;
                }
                self.is_reachable = false;
            }
            Operator::BrIf { relative_depth } => self.jump_if(relative_depth)?,
            Operator::LocalGet { local_index } => {
                if self.question.is_some() {
                    return Err(format!("a decision waits at byte {}", placed.at));
                }
                let flags = &mut self.function.map.flags.iter();
                let flag = flags.find(|&&(_, local)| local == local_index);
                let &(flag, _) =
                    flag.ok_or_else(|| format!("no flag is read at byte {}", placed.at))?;
                self.formula.push(Term::Flag(flag))?;
            }
            Operator::I32And => self.formula.push(Term::And)?,
            Operator::I32Or => self.formula.push(Term::Or)?,
            Operator::I32Eqz if self.formula.waiting > 0 => self.formula.push(Term::Not)?,
            Operator::I32Eqz => {
                let question = self.question.as_mut().ok_or("a negation of nothing")?;
                question.is_flipped ^= true;
            }
            Operator::Drop => self.drop_decision()?,
            Operator::Return => self.leave(Exit::Return)?,
            Operator::Unreachable => self.leave(Exit::Unreachable)?,
            Operator::I32Const { value } => {
                self.store(at, value)?;
                return Ok(at + 2);
            }
            ref op => return Err(format!("{op:?} at byte {} belongs to nothing", placed.at)),
        }
        Ok(at + 1)
    }

    /// Reads what a constant is stored to.
    fn store(&mut self, at: usize, value: i32) -> Result<(), String> {
        let map = &self.function.map;
        let stray = || format!("a stray constant at byte {}", self.ops[at].at);
        let next = self.ops.get(at + 1).map(|placed| &placed.op);
        let Some(&Operator::LocalSet { local_index }) = next else {
            return Err(stray());
        };
        if Some(local_index) == map.label {
            // Outside of all brackets, what follows in the text comes later in time, too.
            self.is_label_set |= self.frames.is_empty() && self.is_reachable;
            self.push(Step::Store(value as u32));
            return Ok(());
        }
        let flag = map.flags.iter().find(|&&(_, local)| local == local_index);
        let &(flag, _) = flag.ok_or_else(stray)?;
        if !matches!(value, 0 | 1) {
            return Err(format!("{flag} is set to {value}"));
        }
        self.push(Step::Set(flag, value == 1));
        Ok(())
    }

    pub(super) fn push(&mut self, step: Step) {
        if self.is_reachable {
            self.program.push(step);
        }
    }

    fn open(&mut self, kind: FrameKind) {
        let label = self.program.label();
        let is_dead = !self.is_reachable;
        match kind {
            FrameKind::Block => self.push(Step::Block(label)),
            FrameKind::Loop => self.push(Step::Loop(label)),
            FrameKind::If(_) => {}
        }
        self.frames.push(Frame {
            kind,
            label,
            is_dead,
            is_left: false,
        });
    }

    /// What is decided by the operand on the stack, which is used up.
    fn fork(&mut self) -> Result<Fork, String> {
        if self.formula.waiting > 0 {
            return self.fork_on_flags();
        }
        let question = self.question.take().ok_or("a decision without operand")?;
        let block = question.block;
        if self.function.cfg.exit(block) != Exit::Branch {
            return Err(format!("{block} does not decide between two"));
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
        let Formula { mut terms, waiting } = std::mem::take(&mut self.formula);
        if waiting > 1 {
            return Err("a condition is left over".to_owned());
        }
        // Read from the back, every operator stands before its operands.
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

    fn open_if(&mut self) -> Result<(), String> {
        let fork = self.fork()?;
        self.open(FrameKind::If(Some(fork.otherwise)));
        if self.is_reachable {
            let label = self.frames.last().expect("it was just opened").label;
            self.begin_fork(fork, Some(label));
        }
        Ok(())
    }

    fn else_arm(&mut self) -> Result<(), String> {
        let frame = self.frames.last_mut().ok_or("an else outside of an if")?;
        let FrameKind::If(Some((slot, None))) = frame.kind else {
            return Err("an else that does not belong there".to_owned());
        };
        frame.kind = FrameKind::If(None);
        frame.is_left |= self.is_reachable;
        if !frame.is_dead {
            self.program.arm([slot]);
            self.is_reachable = true;
        }
        Ok(())
    }

    fn close(&mut self) -> Result<(), String> {
        let Some(frame) = self.frames.pop() else {
            // Without a block that leaves, the program ends here: the simulation tells whether control ever gets there.
            return match self.leaves {
                Some(_) => self.leave(Exit::Return),
                None => Ok(()),
            };
        };
        if frame.is_dead {
            self.is_reachable = false;
            return Ok(());
        }
        if let FrameKind::If(Some(arm)) = frame.kind {
            self.begin_arm(arm);
            self.is_reachable = true;
        }
        self.program.close();
        self.is_reachable |= frame.is_left;
        Ok(())
    }

    fn jump_if(&mut self, depth: u32) -> Result<(), String> {
        let fork = self.fork()?;
        let frame = self.frame(depth)?;
        if self.is_reachable {
            let otherwise = fork.otherwise;
            self.begin_fork(fork, None);
            self.jump_to(frame)?;
            self.begin_arm(otherwise);
            self.program.close();
        }
        Ok(())
    }

    /// Nobody asks what was decided: all arms go on here.
    fn drop_decision(&mut self) -> Result<(), String> {
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

    fn leave(&mut self, exit: Exit) -> Result<(), String> {
        match self.leaves.take() {
            Some(block) if self.function.cfg.exit(block) == exit => self.push(Step::Leave(block)),
            Some(block) => return Err(format!("{block} leaves in another way")),
            // Nothing can follow the end of the function, so that the program ends here, too.
            None if exit == Exit::Unreachable && self.frames.is_empty() => {}
            None if self.is_reachable => return Err("control ends without a block".to_owned()),
            None => {}
        }
        self.is_reachable = false;
        Ok(())
    }

    fn frame(&self, depth: u32) -> Result<usize, String> {
        let outward = depth as usize + 1;
        self.frames
            .len()
            .checked_sub(outward)
            .ok_or_else(|| "a jump out of the function".to_owned())
    }

    pub(super) fn jump_to(&mut self, frame: usize) -> Result<(), String> {
        let frame = self.frames.get_mut(frame).ok_or("a jump to nowhere")?;
        match frame.kind {
            FrameKind::Loop => self.program.go_back(frame.label),
            _ => {
                frame.is_left = true;
                self.program.go_past(frame.label);
            }
        }
        Ok(())
    }
}

/// Tells whether an instruction may stand behind one that pushes a condition over flags.
fn follows_condition(op: &Operator) -> bool {
    matches!(
        op,
        Operator::LocalGet { .. }
            | Operator::I32And
            | Operator::I32Or
            | Operator::I32Eqz
            | Operator::If { .. }
            | Operator::BrIf { .. }
            | Operator::Drop
    )
}
