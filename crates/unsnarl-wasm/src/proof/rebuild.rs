//! The structured program that decoded bytes are.

use std::collections::{HashMap, HashSet};

use unsnarl::{BlockId, Edge, Exit, LabelId, Program, ProgramBuilder, Step};
use wasmparser::Operator;

use super::Placed;
use super::region::{Region, Subject};
use crate::function::Compiled;
use crate::map::{Comparison, Piece, PieceKind};

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
            return Err(format!("a piece starts at byte {}, where no instruction does", piece.start));
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
        if let (Operator::I32Const { value }, Operator::LocalSet { local_index }) = (&pair[0].op, &pair[1].op)
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
struct Frame {
    kind: FrameKind,
    label: LabelId,
    /// Whether it stands where control never gets: nothing of it is in the program.
    is_dead: bool,
    /// Whether a jump leads past its end.
    is_left: bool,
}

#[derive(Clone, Copy)]
enum FrameKind {
    Block,
    Loop,
    /// The slot that has no arm yet, and the edge that it takes if it gets none.
    If(Option<(u32, Option<Edge>)>),
}

/// A decision whose operand has been pushed.
struct Question {
    block: BlockId,
    /// Whether the operand on the stack is the opposite of the condition.
    is_flipped: bool,
}

struct Rebuild<'a> {
    function: &'a Compiled,
    ops: &'a [Placed<'a>],
    stored: Vec<u32>,
    program: ProgramBuilder,
    frames: Vec<Frame>,
    is_reachable: bool,
    question: Option<Question>,
    /// Edges that the next decision takes by itself.
    arms: HashSet<Edge>,
    /// The block that is about to leave the function.
    leaves: Option<BlockId>,
}

/// Pieces.
impl Rebuild<'_> {
    fn piece(&mut self, piece: &Piece, start: usize, end: usize) -> Result<(), String> {
        match piece.kind {
            PieceKind::Prologue | PieceKind::Epilogue => self.check_opaque(start, end, None),
            PieceKind::Code(block) => {
                self.check_opaque(start, end, Some(block))?;
                self.push(Step::Run(block));
                Ok(())
            }
            PieceKind::Edge(edge) => {
                self.check_opaque(start, end, None)?;
                self.push(Step::Take(edge));
                Ok(())
            }
            PieceKind::Operand(block) => {
                self.check_opaque(start, end, None)?;
                self.check_saved(block, start, end)?;
                self.question = Some(Question { block, is_flipped: false });
                Ok(())
            }
            PieceKind::Comparison(block, comparison) => {
                let is_flipped = self.comparison(comparison, start, end)?;
                let question = self.question.as_mut().filter(|question| question.block == block);
                let question = question.ok_or("a comparison without operand")?;
                question.is_flipped ^= is_flipped;
                Ok(())
            }
            PieceKind::Arm(edge) => {
                if !self.function.cfg.is_empty_edge(edge) {
                    return Err(format!("{edge} is taken by a jump, but something happens on it"));
                }
                self.arms.insert(edge);
                Ok(())
            }
            PieceKind::Leave(block) => {
                self.question = None;
                self.leaves = Some(block);
                Ok(())
            }
            PieceKind::Decision(block) => self.decision(block, start, end),
            PieceKind::Dispatch => self.dispatch(start, end),
        }
    }

    /// Checks that opaque code transfers no control and leaves the locals of control alone; `block` may save its own
    /// decision.
    fn check_opaque(&self, start: usize, end: usize, block: Option<BlockId>) -> Result<(), String> {
        for placed in &self.ops[start..end] {
            match placed.op {
                Operator::Block { .. }
                | Operator::Loop { .. }
                | Operator::If { .. }
                | Operator::Else
                | Operator::End
                | Operator::Br { .. }
                | Operator::BrIf { .. }
                | Operator::BrTable { .. }
                | Operator::Return => {
                    return Err(format!("control at byte {}, within a block's code", placed.at));
                }
                Operator::Unreachable if block.is_none() => {
                    return Err(format!("a trap at byte {}, outside of a block's code", placed.at));
                }
                Operator::LocalSet { local_index } | Operator::LocalTee { local_index } => {
                    let saved = self.function.map.saved.iter();
                    let mut owners = saved.filter(|&&(_, local)| local == local_index);
                    let is_foreign = owners.any(|&(owner, _)| Some(owner) != block);
                    if is_foreign || Some(local_index) == self.function.map.label {
                        return Err(format!("a local of control is written at byte {}", placed.at));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks that a saved decision is read from where it was saved.
    fn check_saved(&self, block: BlockId, start: usize, end: usize) -> Result<(), String> {
        let saved: Vec<u32> = self.function.map.saved.iter().filter(|&&(owner, _)| owner == block).map(|&(_, local)| local).collect();
        let is_read = self.ops[start..end].len() == saved.len()
            && self.ops[start..end].iter().zip(&saved).all(|(placed, &local)| {
                matches!(placed.op, Operator::LocalGet { local_index } if local_index == local)
            });
        if saved.is_empty() || is_read {
            Ok(())
        } else {
            Err(format!("the decision of {block} is not read from where it was saved"))
        }
    }

    /// Tells whether the instruction that is found is the opposite of the comparison.
    fn comparison(&self, wanted: Comparison, start: usize, end: usize) -> Result<bool, String> {
        match &self.ops[start..end] {
            [] if wanted == Comparison::I32Eqz => Ok(true),
            [placed] => {
                let found = comparison(&placed.op);
                if found == Some(wanted) {
                    Ok(false)
                } else if found.is_some() && found == wanted.opposite() {
                    Ok(true)
                } else {
                    Err(format!("another comparison stands at byte {}", placed.at))
                }
            }
            _ => Err("a comparison is missing".to_owned()),
        }
    }

    fn decision(&mut self, block: BlockId, start: usize, end: usize) -> Result<(), String> {
        let question = self.question.take().filter(|question| question.block == block);
        question.ok_or("a decision without operand")?;
        let cfg = &self.function.cfg;
        let region = self.region(start, end, Subject::Operand)?;
        let mut groups = Groups::default();
        let mut listed = Vec::new();
        let mut default = None;
        for edge in cfg.edges(block) {
            match self.function.cases[cfg.edge_index(edge)] {
                Some(value) => {
                    listed.push(value);
                    let target = region.target(value)?;
                    self.add_to_group(&mut groups, edge.slot, target, Some(edge));
                }
                None => default = Some(edge),
            }
        }
        listed.sort_unstable();
        let default = default.ok_or("a switch without default")?;
        let target = region.target_of_others(&listed)?;
        // Where every number is a case, the default never happens, and may go anywhere.
        let first = groups.list.first().map(|group| group.frame);
        let target = target.or(first).ok_or("a switch without cases")?;
        self.add_to_group(&mut groups, default.slot, target, Some(default));
        self.push_groups(Step::Switch(block, None), groups)
    }

    fn dispatch(&mut self, start: usize, end: usize) -> Result<(), String> {
        let label = self.function.map.label.ok_or("a dispatch without label")?;
        let region = self.region(start, end, Subject::Local(label))?;
        let mut groups = Groups::default();
        for &value in &self.stored {
            let target = region.target(i64::from(value as i32))?;
            self.add_to_group(&mut groups, value, target, None);
        }
        self.push_groups(Step::Dispatch(None), groups)
    }

    fn region(&self, start: usize, end: usize, subject: Subject) -> Result<Region<'_>, String> {
        let mut reserved: Vec<u32> = self.function.map.saved.iter().map(|&(_, local)| local).collect();
        reserved.extend(self.function.map.label);
        Region::new(&self.ops[start..end], subject, self.frames.len(), reserved)
    }

    fn add_to_group(&self, groups: &mut Groups, slot: u32, frame: usize, edge: Option<Edge>) {
        let edge = edge.and_then(|edge| self.taken(edge));
        // An edge that is taken here makes a group of its own; slots that take none share one.
        let next = groups.list.len();
        let index = match edge {
            Some(_) => next,
            None => *groups.without_edge.entry(frame).or_insert(next),
        };
        if index == next {
            groups.list.push(Group { frame, edge, slots: Vec::new() });
        }
        groups.list[index].slots.push(slot);
    }

    /// The edge that a decision for `edge` takes by itself.
    fn taken(&self, edge: Edge) -> Option<Edge> {
        self.arms.contains(&edge).then_some(edge)
    }

    fn push_groups(&mut self, step: Step, groups: Groups) -> Result<(), String> {
        self.arms.clear();
        if !self.is_reachable {
            return Ok(());
        }
        self.program.push(step);
        for Group { frame, edge, slots } in groups.list {
            self.program.arm(slots);
            edge.into_iter().for_each(|edge| self.program.take(edge));
            self.jump_to(frame)?;
        }
        self.program.close();
        self.is_reachable = false;
        Ok(())
    }
}

/// Slots or values that are decided for alike.
struct Group {
    frame: usize,
    edge: Option<Edge>,
    slots: Vec<u32>,
}

#[derive(Default)]
struct Groups {
    list: Vec<Group>,
    /// By frame: the group that jumps there and takes no edge.
    without_edge: HashMap<usize, usize>,
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
                    Some(Operator::LocalSet { local_index }) if Some(*local_index) == self.function.map.label => {}
                    _ => return Err(format!("a stray constant at byte {}", placed.at)),
                }
                self.push(Step::Store(value as u32));
                return Ok(at + 2);
            }
            ref op => return Err(format!("{op:?} at byte {} belongs to nothing", placed.at)),
        }
        Ok(at + 1)
    }

    fn push(&mut self, step: Step) {
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
        self.frames.push(Frame { kind, label, is_dead, is_left: false });
    }

    /// The block that decides, and the slots for a true and a false operand.
    fn asked(&mut self) -> Result<(BlockId, u32, u32), String> {
        let question = self.question.take().ok_or("a decision without operand")?;
        if self.function.cfg.exit(question.block) != Exit::Branch {
            return Err(format!("{} does not decide between two", question.block));
        }
        Ok(if question.is_flipped { (question.block, 1, 0) } else { (question.block, 0, 1) })
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
            return if self.leaves.is_some() { self.leave(Exit::Return) } else { self.run_out() };
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
        if self.is_reachable { Err("control runs past the end of the function".to_owned()) } else { Ok(()) }
    }

    fn jump_if(&mut self, depth: u32) -> Result<(), String> {
        let (block, then, otherwise) = self.asked()?;
        let frame = self.frame(depth)?;
        let [taken, passed] = [then, otherwise].map(|slot| self.taken(Edge::new(block, slot as usize)));
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
        self.frames.len().checked_sub(outward).ok_or_else(|| "a jump out of the function".to_owned())
    }

    fn jump_to(&mut self, frame: usize) -> Result<(), String> {
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

/// The comparison that an instruction is.
fn comparison(op: &Operator) -> Option<Comparison> {
    use Comparison as C;
    use Operator as O;
    Some(match op {
        O::I32Eqz => C::I32Eqz,
        O::I32Eq => C::I32Eq,
        O::I32Ne => C::I32Ne,
        O::I32LtS => C::I32LtS,
        O::I32LtU => C::I32LtU,
        O::I32GtS => C::I32GtS,
        O::I32GtU => C::I32GtU,
        O::I32LeS => C::I32LeS,
        O::I32LeU => C::I32LeU,
        O::I32GeS => C::I32GeS,
        O::I32GeU => C::I32GeU,
        O::I64Eqz => C::I64Eqz,
        O::I64Eq => C::I64Eq,
        O::I64Ne => C::I64Ne,
        O::I64LtS => C::I64LtS,
        O::I64LtU => C::I64LtU,
        O::I64GtS => C::I64GtS,
        O::I64GtU => C::I64GtU,
        O::I64LeS => C::I64LeS,
        O::I64LeU => C::I64LeU,
        O::I64GeS => C::I64GeS,
        O::I64GeU => C::I64GeU,
        O::F32Eq => C::F32Eq,
        O::F32Ne => C::F32Ne,
        O::F64Eq => C::F64Eq,
        O::F64Ne => C::F64Ne,
        _ => return None,
    })
}
