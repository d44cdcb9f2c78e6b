//! The pieces of the map, compared with the bytes.

use foldhash::HashMap;

use unsnarl::{BlockId, Edge, Step};
use wasmparser::Operator;

use super::open::Bracket;
use super::rebuild::{Question, Rebuild};
use super::region::{Region, Subject};
use super::transfers_control;
use crate::map::{Comparison, Piece, PieceKind};

/// Pieces.
impl Rebuild<'_> {
    pub(super) fn piece(&mut self, piece: &Piece, start: usize, end: usize) -> Result<(), String> {
        if self.formula.waiting > 0 {
            return Err(format!("a pending condition at byte {}", piece.start));
        }
        let passes_label = match piece.kind {
            PieceKind::Code(_) | PieceKind::Edge(_) => start == end,
            PieceKind::Dispatch => true,
            _ => false,
        };
        if self.is_label_waiting && !passes_label {
            return Err(format!("a pending label value at byte {}", piece.start));
        }
        self.check_within_try(piece.kind, start, end)?;
        match piece.kind {
            PieceKind::Call(block) => self.exit_call(block, start, end),
            PieceKind::Caught(_) => self.check_opaque(start, end, None),
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
                self.question = Some(Question {
                    block,
                    is_flipped: false,
                });
                Ok(())
            }
            PieceKind::Comparison(block, comparison) => {
                let is_flipped = self.comparison(comparison, start, end)?;
                let question = self
                    .question
                    .as_mut()
                    .filter(|question| question.block == block);
                let question = question.ok_or("a comparison without an operand")?;
                question.is_flipped ^= is_flipped;
                Ok(())
            }
            PieceKind::Arm(edge) => {
                let calls = &self.function.calls;
                // What a call's edge brings is kept before the jump.
                if !self.function.cfg.is_empty_edge(edge) && !calls.contains(&edge.block) {
                    return Err(format!("{edge} is taken by a jump, but the edge has code"));
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

    /// Checks that opaque code does not transfer control or write the locals of control; `block`
    /// may save its own decision.
    pub(super) fn check_opaque(
        &self,
        start: usize,
        end: usize,
        block: Option<BlockId>,
    ) -> Result<(), String> {
        for placed in &self.ops[start..end] {
            match placed.op {
                ref op if transfers_control(op) => {
                    return Err(format!(
                        "a control instruction at byte {}, within a block's code",
                        placed.at
                    ));
                }
                Operator::Unreachable if block.is_none() => {
                    return Err(format!(
                        "a trap at byte {}, outside of a block's code",
                        placed.at
                    ));
                }
                Operator::LocalSet { local_index } | Operator::LocalTee { local_index } => {
                    let saved = self.function.map.saved.iter();
                    let mut owners = saved.filter(|&&(_, local)| local == local_index);
                    let is_foreign = owners.any(|&(owner, _)| Some(owner) != block);
                    let mut flags = self.function.map.flags.iter();
                    let is_flag = flags.any(|&(_, local)| local == local_index);
                    if is_foreign || is_flag || Some(local_index) == self.function.map.label {
                        return Err(format!("a control local is written at byte {}", placed.at));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks that a saved decision is read from where it was saved.
    fn check_saved(&self, block: BlockId, start: usize, end: usize) -> Result<(), String> {
        let saved: Vec<u32> = self
            .function
            .map
            .saved
            .iter()
            .filter(|&&(owner, _)| owner == block)
            .map(|&(_, local)| local)
            .collect();
        let is_read = self.ops[start..end].len() == saved.len()
            && self.ops[start..end].iter().zip(&saved).all(|(placed, &local)| {
                matches!(placed.op, Operator::LocalGet { local_index } if local_index == local)
            });
        if saved.is_empty() || is_read {
            Ok(())
        } else {
            Err(format!(
                "the decision of {block} is not read from its local"
            ))
        }
    }

    /// Tells whether the instruction in the bytes is the opposite of the comparison.
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
                    Err(format!("the wrong comparison at byte {}", placed.at))
                }
            }
            _ => Err("a comparison is missing".to_owned()),
        }
    }

    fn decision(&mut self, block: BlockId, start: usize, end: usize) -> Result<(), String> {
        let question = self
            .question
            .take()
            .filter(|question| question.block == block);
        question.ok_or("a decision without an operand")?;
        if self.function.calls.contains(&block) {
            return Err(format!("{block} ends with a call, not with a decision"));
        }
        let cfg = &self.function.cfg;
        // The value on the stack is the one that the instruction before pushed.
        let local = match start.checked_sub(1).map(|before| &self.ops[before].op) {
            Some(&(Operator::LocalGet { local_index } | Operator::LocalTee { local_index })) => {
                Some(local_index)
            }
            _ => None,
        };
        let region = self.region(start, end, Subject::Operand(local))?;
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
        let default = default.ok_or("a switch without a default")?;
        let target = region.target_of_others(&listed)?;
        // Where every number is a case, the default never happens, and may go anywhere.
        let first = groups.list.first().map(|group| group.bracket);
        let target = target.or(first).ok_or("a switch without cases")?;
        self.add_to_group(&mut groups, default.slot, target, Some(default));
        self.push_groups(Step::Switch(block, None), groups)
    }

    fn dispatch(&mut self, start: usize, end: usize) -> Result<(), String> {
        let is_waiting = std::mem::take(&mut self.is_label_waiting);
        let subject = match self.function.map.label {
            _ if is_waiting => Subject::Operand(None),
            label => Subject::Local(label.ok_or("a dispatch without a label value")?),
        };
        let region = self.region(start, end, subject)?;
        let mut groups = Groups::default();
        for &value in &self.stored {
            let target = region.target(i64::from(value as i32))?;
            self.add_to_group(&mut groups, value, target, None);
        }
        if self.is_label_set || is_waiting {
            // It has one of the stored values: the most frequent target is that of all others.
            let most = groups.list.iter_mut().max_by_key(|group| group.slots.len());
            most.into_iter().for_each(|group| group.slots.clear());
        }
        self.push_groups(Step::Dispatch(None), groups)
    }

    fn region(&self, start: usize, end: usize, subject: Subject) -> Result<Region<'_>, String> {
        let mut reserved: Vec<u32> = self
            .function
            .map
            .saved
            .iter()
            .map(|&(_, local)| local)
            .collect();
        reserved.extend(self.function.map.flags.iter().map(|&(_, local)| local));
        reserved.extend(self.function.map.label);
        let ends = matches!(
            self.ops.get(end).map(|placed| &placed.op),
            Some(Operator::End)
        );
        let is_at_end = ends && self.open.last().is_some_and(Bracket::is_left_at_its_end);
        Region::new(
            &self.ops[start..end],
            subject,
            self.open.len(),
            is_at_end,
            reserved,
        )
    }

    fn add_to_group(&self, groups: &mut Groups, slot: u32, bracket: usize, edge: Option<Edge>) {
        let edge = edge.and_then(|edge| self.taken(edge));
        // An edge that is taken here makes a group of its own; slots that take none share one.
        let next = groups.list.len();
        let index = match edge {
            Some(_) => next,
            None => *groups.without_edge.entry(bracket).or_insert(next),
        };
        if index == next {
            groups.list.push(Group {
                bracket,
                edge,
                slots: Vec::new(),
            });
        }
        groups.list[index].slots.push(slot);
    }

    /// The edge that a decision for `edge` takes.
    pub(super) fn taken(&self, edge: Edge) -> Option<Edge> {
        self.arms.contains(&edge).then_some(edge)
    }

    fn push_groups(&mut self, step: Step, groups: Groups) -> Result<(), String> {
        self.arms.clear();
        if !self.is_reachable {
            return Ok(());
        }
        self.program.push(step);
        for Group {
            bracket,
            edge,
            slots,
        } in groups.list
        {
            self.program.arm(slots);
            edge.into_iter().for_each(|edge| self.program.take(edge));
            self.jump_to(bracket)?;
        }
        self.program.close();
        self.is_reachable = false;
        Ok(())
    }
}

/// Slots or values with the same outcome.
struct Group {
    bracket: usize,
    edge: Option<Edge>,
    slots: Vec<u32>,
}

#[derive(Default)]
struct Groups {
    list: Vec<Group>,
    /// By bracket: the group that jumps there and takes no edge.
    without_edge: HashMap<usize, usize>,
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
