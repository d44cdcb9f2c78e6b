//! A decision tree as a function from a number to the frame that it jumps to.
//!
//! *Needs:* decoded instructions that pick a target, and nothing else.
//! *Gives:* [`Region`], which runs them on a number.
//! *Cost:* a run is linear in the instructions that it executes.
//!
//! Such a tree compares the number, or its difference to a constant, with constants, and indexes
//! tables with it. So its result changes only at the constants and at the entries of tables:
//! testing these and their neighbours tests all numbers.

use foldhash::HashMap;

use wasmparser::Operator;

use super::Placed;

/// The place of the number at the start.
#[derive(Clone, Copy)]
pub(super) enum Subject {
    /// On the stack, and in the local that it was read from, if it was.
    Operand(Option<u32>),
    /// In a local.
    Local(u32),
}

/// Instructions that pick a target.
pub(super) struct Region<'a> {
    ops: &'a [Placed<'a>],
    subject: Subject,
    /// The frames that are open around it.
    frames: usize,
    /// Whether the end of the innermost of them follows, so that control which goes on goes past
    /// it.
    is_at_end: bool,
    /// Of each `if` the position of its `end`.
    closes: HashMap<usize, usize>,
    /// Of each `br_table` its depths, the default last.
    tables: HashMap<usize, Vec<u32>>,
}

impl<'a> Region<'a> {
    /// Checks that nothing in a region writes one of the `reserved` locals, and that its brackets
    /// close.
    pub(super) fn new(
        ops: &'a [Placed<'a>],
        subject: Subject,
        frames: usize,
        is_at_end: bool,
        reserved: Vec<u32>,
    ) -> Result<Self, String> {
        let mut open = Vec::new();
        let mut closes = HashMap::default();
        let mut tables = HashMap::default();
        for (index, placed) in ops.iter().enumerate() {
            match placed.op {
                Operator::If { .. } => open.push(index),
                Operator::End => {
                    let start = open
                        .pop()
                        .ok_or("an end without a bracket within a decision")?;
                    closes.insert(start, index);
                }
                Operator::BrTable { ref targets } => {
                    let entries: Result<Vec<u32>, _> = targets.targets().collect();
                    let mut entries = entries.map_err(|error| error.to_string())?;
                    entries.push(targets.default());
                    tables.insert(index, entries);
                }
                Operator::LocalSet { local_index } | Operator::LocalTee { local_index }
                    if reserved.contains(&local_index) =>
                {
                    return Err(format!("a control local is written at byte {}", placed.at));
                }
                _ => {}
            }
        }
        if open.is_empty() {
            Ok(Region {
                ops,
                subject,
                frames,
                is_at_end,
                closes,
                tables,
            })
        } else {
            Err("an unclosed decision".to_owned())
        }
    }

    /// The target frame of all numbers that are not listed; none if no such number was tested.
    pub(super) fn target_of_others(&self, listed: &[i64]) -> Result<Option<usize>, String> {
        let mut target = None;
        for number in self.turning_points(listed) {
            if listed.binary_search(&number).is_ok() {
                continue;
            }
            let found = self.target(number)?;
            if *target.get_or_insert(found) != found {
                return Err(format!(
                    "{number} is not a case, but its target differs from the default"
                ));
            }
        }
        Ok(target)
    }

    /// Numbers at which the result of the tree may change.
    fn turning_points(&self, listed: &[i64]) -> Vec<i64> {
        let is_wide = self.ops.iter().any(|placed| {
            matches!(
                placed.op,
                Operator::I64Const { .. } | Operator::I64Eqz | Operator::I32WrapI64
            )
        });
        let mut points = vec![0, -1, 1, i64::from(i32::MIN), i64::from(i32::MAX)];
        let mut base = 0;
        let mut last = 0;
        for placed in self.ops {
            match placed.op {
                Operator::I32Const { value } => last = i64::from(value),
                Operator::I64Const { value } => last = value,
                Operator::I32Sub | Operator::I64Sub => base = last,
                Operator::I32LeU | Operator::I32GtU | Operator::I64LeU | Operator::I64GtU => {
                    last = base.wrapping_add(last);
                    base = 0;
                }
                Operator::Br { .. } => base = 0,
                Operator::BrTable { ref targets } => {
                    let entries = i64::from(targets.len());
                    for start in [base, 0] {
                        points.extend((0..=entries).map(|entry| start.wrapping_add(entry)));
                        if is_wide {
                            let above = (0..=entries)
                                .map(|entry| start.wrapping_add(entry).wrapping_add(1 << 32));
                            points.extend(above);
                        }
                    }
                    base = 0;
                }
                _ => continue,
            }
            points.push(last);
        }
        points.extend(listed);
        let beside: Vec<i64> = points
            .iter()
            .flat_map(|&point| [point.wrapping_sub(1), point.wrapping_add(1)])
            .collect();
        points.extend(beside);
        if is_wide {
            points.extend([i64::MIN, i64::MAX]);
        } else {
            points
                .iter_mut()
                .for_each(|point| *point = i64::from(*point as i32));
        }
        points.sort_unstable();
        points.dedup();
        points
    }

    /// The frame that the tree jumps to for a number.
    pub(super) fn target(&self, number: i64) -> Result<usize, String> {
        let mut run = Run {
            stack: Vec::new(),
            locals: HashMap::default(),
        };
        match self.subject {
            Subject::Operand(local) => {
                run.stack.push(number);
                run.locals.extend(local.map(|local| (local, number)));
            }
            Subject::Local(local) => {
                run.locals.insert(local, number);
            }
        }
        let (mut at, mut depth) = (0, 0_u32);
        while let Some(placed) = self.ops.get(at) {
            let jump = match &placed.op {
                Operator::Br { relative_depth } => Some(*relative_depth),
                Operator::BrIf { relative_depth } => {
                    (run.pop()? as i32 != 0).then_some(*relative_depth)
                }
                Operator::BrTable { .. } => {
                    let entries = &self.tables[&at];
                    Some(entries[(run.pop()? as u32 as usize).min(entries.len() - 1)])
                }
                Operator::If { .. } => {
                    if run.pop()? as i32 != 0 {
                        depth += 1;
                    } else {
                        at = self.closes[&at];
                    }
                    None
                }
                Operator::End => {
                    depth -= 1;
                    None
                }
                op => {
                    run.step(op)
                        .map_err(|reason| format!("{reason} at byte {}", placed.at))?;
                    None
                }
            };
            if let Some(jump) = jump {
                let outward = jump
                    .checked_sub(depth)
                    .ok_or("a decision jumps to itself")? as usize
                    + 1;
                return self
                    .frames
                    .checked_sub(outward)
                    .ok_or_else(|| "a jump out of the function".to_owned());
            }
            at += 1;
        }
        let past = self.frames.checked_sub(1).filter(|_| self.is_at_end);
        past.ok_or_else(|| "a decision does not end".to_owned())
    }
}

/// The numbers of a run. An `i32` is kept with its sign.
struct Run {
    stack: Vec<i64>,
    locals: HashMap<u32, i64>,
}

impl Run {
    fn pop(&mut self) -> Result<i64, String> {
        self.stack
            .pop()
            .ok_or_else(|| "a decision without an operand".to_owned())
    }

    fn pair(&mut self) -> Result<(i64, i64), String> {
        let right = self.pop()?;
        Ok((self.pop()?, right))
    }

    fn step(&mut self, op: &Operator) -> Result<(), String> {
        let result = match op {
            Operator::I32Const { value } => i64::from(*value),
            Operator::I64Const { value } => *value,
            Operator::LocalGet { local_index } => *self
                .locals
                .get(local_index)
                .ok_or("a local is read before it is set")?,
            Operator::LocalSet { local_index } => {
                let value = self.pop()?;
                self.locals.insert(*local_index, value);
                return Ok(());
            }
            Operator::LocalTee { local_index } => {
                let value = self.pop()?;
                self.locals.insert(*local_index, value);
                value
            }
            Operator::Drop => {
                self.pop()?;
                return Ok(());
            }
            Operator::I32WrapI64 => i64::from(self.pop()? as i32),
            Operator::I32Sub => {
                let (left, right) = self.pair()?;
                i64::from((left as i32).wrapping_sub(right as i32))
            }
            Operator::I64Sub => {
                let (left, right) = self.pair()?;
                left.wrapping_sub(right)
            }
            Operator::I32Eq | Operator::I64Eq => {
                self.pair().map(|(left, right)| i64::from(left == right))?
            }
            Operator::I32Eqz | Operator::I64Eqz => i64::from(self.pop()? == 0),
            Operator::I32Ne | Operator::I64Ne => {
                self.pair().map(|(left, right)| i64::from(left != right))?
            }
            Operator::I32LtS | Operator::I64LtS => {
                self.pair().map(|(left, right)| i64::from(left < right))?
            }
            // A number with its sign keeps its order without it when it is widened.
            Operator::I32LeU | Operator::I64LeU => self
                .pair()
                .map(|(left, right)| i64::from(left as u64 <= right as u64))?,
            Operator::I32GtU | Operator::I64GtU => self
                .pair()
                .map(|(left, right)| i64::from(left as u64 > right as u64))?,
            Operator::I64GeU => self
                .pair()
                .map(|(left, right)| i64::from(left as u64 >= right as u64))?,
            op => return Err(format!("unexpected {op:?} in a decision")),
        };
        self.stack.push(result);
        Ok(())
    }
}
