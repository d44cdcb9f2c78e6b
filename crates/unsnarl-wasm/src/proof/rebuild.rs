//! Rebuilding the structured program from decoded bytes.

use foldhash::HashSet;

use unsnarl::program::Term;
use unsnarl::{BlockId, Edge, Exit, Program, ProgramBuilder, Step};
use wasmparser::Operator;

use super::Placed;
use super::open::{Arity, Bracket, BracketKind, Trying};
use crate::compiled::Compiled;
use crate::map::Piece;

/// Rebuilds the program of a function, or says why its bytes have none.
pub(super) fn rebuild(
    function: &Compiled,
    pieces: &[Piece],
    ops: &[Placed],
    types: &[Arity],
) -> Result<Program, String> {
    let mut rebuild = Rebuild {
        function,
        ops,
        types,
        stored: stored_values(function, pieces, ops),
        program: ProgramBuilder::new(),
        open: Vec::new(),
        is_reachable: true,
        question: None,
        formula: Formula::default(),
        is_label_set: false,
        is_label_waiting: false,
        arms: HashSet::default(),
        leaves: None,
        trying: None,
    };
    let mut at = 0;
    for piece in pieces {
        while ops.get(at).is_some_and(|op| op.at < piece.start) {
            at = rebuild.control(at)?;
        }
        if ops.get(at).is_none_or(|op| op.at != piece.start) {
            return Err(format!(
                "a piece starts at byte {}, which is not the start of an instruction",
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
    if !rebuild.open.is_empty() || rebuild.trying.is_some() {
        return Err("unclosed brackets".to_owned());
    }
    Ok(rebuild.program.finish())
}

/// The values that are stored to the label, ascending: the constants outside of all pieces that are
/// not set to a flag.
fn stored_values(function: &Compiled, pieces: &[Piece], ops: &[Placed]) -> Vec<u32> {
    let map = &function.map;
    let mut pieces = pieces.iter().peekable();
    let mut values = Vec::new();
    for (at, placed) in ops.iter().enumerate() {
        while pieces.next_if(|piece| piece.end <= placed.at).is_some() {}
        let is_inside = pieces.peek().is_some_and(|piece| piece.start <= placed.at);
        let is_of_flag = matches!(
            ops.get(at + 1).map(|next| &next.op),
            Some(&Operator::LocalSet { local_index }) if Some(local_index) != map.label
        );
        if let Operator::I32Const { value } = placed.op
            && !is_inside
            && !is_of_flag
        {
            values.push(value as u32);
        }
    }
    values.sort_unstable();
    values.dedup();
    values
}

/// A decision whose operand has been pushed.
pub(super) struct Question {
    pub(super) block: BlockId,
    /// Whether the operand on the stack is the opposite of the condition.
    pub(super) is_flipped: bool,
}

/// Conditions over flags that have been pushed, in the order of their instructions: operators
/// behind their operands.
#[derive(Default)]
pub(super) struct Formula {
    terms: Vec<Term>,
    /// How many conditions they are.
    pub(super) waiting: usize,
}

impl Formula {
    /// The terms of its only condition.
    pub(super) fn take(self) -> Result<Vec<Term>, String> {
        if self.waiting > 1 {
            return Err("an unused condition".to_owned());
        }
        Ok(self.terms)
    }

    fn push(&mut self, term: Term) -> Result<(), String> {
        let operands = match term {
            Term::Flag(_) => 0,
            Term::Not => 1,
            Term::And | Term::Or => 2,
        };
        let rest = self.waiting.checked_sub(operands);
        self.waiting = rest.ok_or("a condition without an operand")? + 1;
        self.terms.push(term);
        Ok(())
    }
}

pub(super) struct Rebuild<'a> {
    pub(super) function: &'a Compiled,
    pub(super) ops: &'a [Placed<'a>],
    /// The types of the module.
    pub(super) types: &'a [Arity],
    pub(super) stored: Vec<u32>,
    pub(super) program: ProgramBuilder,
    pub(super) open: Vec<Bracket>,
    pub(super) is_reachable: bool,
    pub(super) question: Option<Question>,
    pub(super) formula: Formula,
    /// Whether the label has been set on every path to here.
    pub(super) is_label_set: bool,
    /// Whether the label is the number on the stack.
    pub(super) is_label_waiting: bool,
    /// Edges that the next decision takes.
    pub(super) arms: HashSet<Edge>,
    /// The block that is about to leave the function.
    pub(super) leaves: Option<BlockId>,
    /// The bracket of calls that is open; it is the innermost.
    pub(super) trying: Option<Trying>,
}

/// Control between the pieces.
impl Rebuild<'_> {
    /// Reads one instruction, or two that belong together; gives the position of the next.
    fn control(&mut self, at: usize) -> Result<usize, String> {
        let placed = &self.ops[at];
        if self.formula.waiting > 0 && !follows_condition(&placed.op) {
            return Err(format!("a pending condition at byte {}", placed.at));
        }
        if self.is_label_waiting && !passes_label(&placed.op) {
            return Err(format!("a pending label value at byte {}", placed.at));
        }
        if let Some(trying) = self.trying.take() {
            return match placed.op {
                Operator::End => self.close_try(&trying).map(|()| at + 1),
                _ => Err(format!(
                    "a control instruction at byte {}, within the bracket of a call",
                    placed.at
                )),
            };
        }
        match placed.op {
            Operator::TryTable { ref try_table } => self.open_try(try_table)?,
            Operator::Block { blockty } => self.open(BracketKind::Block, blockty)?,
            Operator::Loop { blockty } => self.open(BracketKind::Loop, blockty)?,
            Operator::If { blockty } => self.open_if(blockty)?,
            Operator::Else => self.else_arm()?,
            Operator::End if self.open.is_empty() => self.end()?,
            Operator::End => self.close()?,
            Operator::Br { relative_depth } => {
                let bracket = self.bracket(relative_depth)?;
                if self.is_reachable {
                    self.jump_to(bracket)?;
                }
                self.is_reachable = false;
                self.is_label_waiting = false;
            }
            Operator::BrIf { relative_depth } => self.jump_if(relative_depth)?,
            Operator::LocalGet { local_index } => {
                if self.question.is_some() {
                    return Err(format!("a pending decision at byte {}", placed.at));
                }
                let flags = &mut self.function.map.flags.iter();
                let flag = flags.find(|&&(_, local)| local == local_index);
                let &(flag, _) = flag.ok_or_else(|| {
                    format!("a local that is not a flag is read at byte {}", placed.at)
                })?;
                self.formula.push(Term::Flag(flag))?;
            }
            Operator::I32And => self.formula.push(Term::And)?,
            Operator::I32Or => self.formula.push(Term::Or)?,
            Operator::I32Eqz if self.formula.waiting > 0 => self.formula.push(Term::Not)?,
            Operator::I32Eqz => {
                let question = self
                    .question
                    .as_mut()
                    .ok_or("a negation without an operand")?;
                question.is_flipped ^= true;
            }
            Operator::Drop => self.drop_decision()?,
            Operator::Return
            | Operator::Throw { .. }
            | Operator::ThrowRef
            | Operator::ReturnCall { .. }
            | Operator::ReturnCallIndirect { .. } => {
                let calls = !matches!(placed.op, Operator::Return);
                self.check_return(calls.then_some(placed.at))?;
                self.leave(Exit::Return)?;
            }
            Operator::Unreachable => self.leave(Exit::Unreachable)?,
            Operator::I32Const { value } => return self.store(at, value),
            ref op => return Err(format!("unexpected {op:?} at byte {}", placed.at)),
        }
        Ok(at + 1)
    }

    /// Reads what a constant is stored to: a label, a flag, or the stack, where the label waits.
    /// Gives the position of what follows.
    fn store(&mut self, at: usize, value: i32) -> Result<usize, String> {
        let map = &self.function.map;
        let next = self.ops.get(at + 1).map(|placed| &placed.op);
        let Some(&Operator::LocalSet { local_index }) = next else {
            self.push(Step::Store(value as u32));
            self.is_label_waiting = self.is_reachable;
            return Ok(at + 1);
        };
        if Some(local_index) == map.label {
            // Outside of all brackets, what follows in the text comes later in time, too.
            self.is_label_set |= self.open.is_empty() && self.is_reachable;
            self.push(Step::Store(value as u32));
            return Ok(at + 2);
        }
        let flag = map.flags.iter().find(|&&(_, local)| local == local_index);
        let &(flag, _) =
            flag.ok_or_else(|| format!("an unexpected constant at byte {}", self.ops[at].at))?;
        if !matches!(value, 0 | 1) {
            return Err(format!("{flag} is set to {value}"));
        }
        self.push(Step::Set(flag, value == 1));
        Ok(at + 2)
    }

    pub(super) fn push(&mut self, step: Step) {
        if self.is_reachable {
            self.program.push(step);
        }
    }

    /// Reads the end of the function, where a block may leave.
    fn end(&mut self) -> Result<(), String> {
        if self.is_label_waiting {
            return Err("a pending label value at the end".to_owned());
        }
        // Without a block that leaves, the program ends here: the simulation tells whether the end
        // is reachable.
        if self.leaves.is_some() {
            self.check_return(None)?;
            self.leave(Exit::Return)?;
        }
        Ok(())
    }

    /// Checks that the block leaves the function by a tail call if and only if the source asks for
    /// that; `call` is the place of one.
    fn check_return(&self, call: Option<u32>) -> Result<(), String> {
        let tail_calls = &self.function.tail_calls;
        let wanted = self.leaves.filter(|block| tail_calls.contains(block));
        match (wanted, call) {
            (Some(_), Some(_)) | (None, None) => Ok(()),
            (Some(block), None) => Err(format!("{block} returns instead of calling")),
            (None, Some(at)) => Err(format!("a call instead of a return at byte {at}")),
        }
    }

    fn leave(&mut self, exit: Exit) -> Result<(), String> {
        match self.leaves.take() {
            Some(block) if self.function.cfg.exit(block) == exit => self.push(Step::Leave(block)),
            Some(block) => return Err(format!("{block} leaves by another exit")),
            // Nothing can follow the end of the function, so that the program ends here, too.
            None if exit == Exit::Unreachable && self.open.is_empty() => {}
            None if self.is_reachable => return Err("control flow ends without a block".to_owned()),
            None => {}
        }
        self.is_reachable = false;
        Ok(())
    }
}

/// Tells whether an instruction leaves a label on the stack where it is.
fn passes_label(op: &Operator) -> bool {
    matches!(
        op,
        Operator::Block { .. }
            | Operator::Loop { .. }
            | Operator::Else
            | Operator::End
            | Operator::Br { .. }
    )
}

/// Tells whether an instruction may follow one that pushes a condition over flags.
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
