//! The structured program that decoded bytes are.

use std::collections::HashSet;

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

pub(super) struct Rebuild<'a> {
    pub(super) function: &'a Compiled,
    pub(super) ops: &'a [Placed<'a>],
    pub(super) stored: Vec<u32>,
    pub(super) program: ProgramBuilder,
    pub(super) frames: Vec<Frame>,
    pub(super) is_reachable: bool,
    pub(super) question: Option<Question>,
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
            Operator::I32Eqz => {
                let question = self.question.as_mut().ok_or("a negation of nothing")?;
                question.is_flipped ^= true;
            }
            Operator::Drop => self.drop_decision()?,
            Operator::Return => self.leave(Exit::Return)?,
            Operator::Unreachable => self.leave(Exit::Unreachable)?,
            Operator::I32Const { value } => {
                let next = self.ops.get(at + 1).map(|placed| &placed.op);
                match next {
                    Some(Operator::LocalSet { local_index })
                        if Some(*local_index) == self.function.map.label => {}
                    _ => return Err(format!("a stray constant at byte {}", placed.at)),
                }
                self.push(Step::Store(value as u32));
                return Ok(at + 2);
            }
            ref op => return Err(format!("{op:?} at byte {} belongs to nothing", placed.at)),
        }
        Ok(at + 1)
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

    /// The block that decides, and the slots for a true and a false operand.
    fn asked(&mut self) -> Result<(BlockId, u32, u32), String> {
        let question = self.question.take().ok_or("a decision without operand")?;
        if self.function.cfg.exit(question.block) != Exit::Branch {
            return Err(format!("{} does not decide between two", question.block));
        }
        Ok(if question.is_flipped {
            (question.block, 1, 0)
        } else {
            (question.block, 0, 1)
        })
    }

    fn open_if(&mut self) -> Result<(), String> {
        let (block, then, otherwise) = self.asked()?;
        let edge = self.taken(Edge::new(block, otherwise as usize));
        self.arms.clear();
        self.open(FrameKind::If(Some((otherwise, edge))));
        if self.is_reachable {
            let label = self.frames.last().expect("it was just opened").label;
            self.program.push(Step::If(block, Some(label)));
            self.program.arm([then]);
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
            return if self.leaves.is_some() {
                self.leave(Exit::Return)
            } else {
                self.run_out()
            };
        };
        if frame.is_dead {
            self.is_reachable = false;
            return Ok(());
        }
        if let FrameKind::If(Some((slot, edge))) = frame.kind {
            self.program.arm([slot]);
            edge.into_iter().for_each(|edge| self.program.take(edge));
            self.is_reachable = true;
        }
        self.program.close();
        self.is_reachable |= frame.is_left;
        Ok(())
    }

    fn run_out(&self) -> Result<(), String> {
        if self.is_reachable {
            Err("control runs past the end of the function".to_owned())
        } else {
            Ok(())
        }
    }

    fn jump_if(&mut self, depth: u32) -> Result<(), String> {
        let (block, then, otherwise) = self.asked()?;
        let frame = self.frame(depth)?;
        let [taken, passed] =
            [then, otherwise].map(|slot| self.taken(Edge::new(block, slot as usize)));
        self.arms.clear();
        if self.is_reachable {
            self.program.push(Step::If(block, None));
            self.program.arm([then]);
            taken.into_iter().for_each(|edge| self.program.take(edge));
            self.jump_to(frame)?;
            self.program.arm([otherwise]);
            passed.into_iter().for_each(|edge| self.program.take(edge));
            self.program.close();
        }
        Ok(())
    }

    /// Nobody asks what a block decided for: all its arms go on here.
    fn drop_decision(&mut self) -> Result<(), String> {
        let (block, then, otherwise) = self.asked()?;
        if self.is_reachable && !self.arms.is_empty() {
            self.program.push(Step::If(block, None));
            for slot in [then, otherwise] {
                self.program.arm([slot]);
                if let Some(edge) = self.taken(Edge::new(block, slot as usize)) {
                    self.program.take(edge);
                }
            }
            self.program.close();
        }
        self.arms.clear();
        Ok(())
    }

    fn leave(&mut self, exit: Exit) -> Result<(), String> {
        match self.leaves.take() {
            Some(block) if self.function.cfg.exit(block) == exit => self.push(Step::Leave(block)),
            Some(block) => return Err(format!("{block} leaves in another way")),
            None => self.run_out()?,
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
