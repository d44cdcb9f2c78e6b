//! Control: brackets, jumps and returns.

use std::collections::BTreeSet;

use unsnarl_low::check::facts::Fact;
use unsnarl_low::{Callee, Exit, Number, Op, Signature};
use wasmparser::Operator;

use super::{Path, Walk};

impl Walk<'_> {
    /// Executes an instruction of control; tells whether the path ends there.
    pub(super) fn control(
        &mut self,
        path: &mut Path,
        token: usize,
        op: &Operator<'_>,
        range: (u32, u32),
    ) -> Result<bool, String> {
        let code = self.proof.code;
        match op {
            Operator::Block { .. } => match code.rows.get(&token) {
                Some(&behind) if self.is_known(path, token) => path.token = behind,
                _ => self.enter(path, token)?,
            },
            Operator::Loop { .. } | Operator::TryTable { .. } => self.enter(path, token)?,
            Operator::If { .. } => {
                let holds = self.condition(path)?;
                self.enter(path, token)?;
                let bracket = &code.brackets[code.bracket_of[&token]];
                let other = bracket.otherwise.unwrap_or(bracket.end + 1);
                match holds {
                    Some(true) => {}
                    Some(false) => path.token = other,
                    None => self.paths.push(Path {
                        token: other,
                        ..path.divided()
                    }),
                }
            }
            Operator::Else => path.token = code.brackets[code.bracket_of[&token]].end + 1,
            Operator::End if code.bracket_of.contains_key(&token) => {}
            Operator::End | Operator::Return => return self.returned(path, None),
            Operator::ReturnCall { .. }
            | Operator::ReturnCallIndirect { .. }
            | Operator::Throw { .. }
            | Operator::ThrowRef => {
                return self.returned(path, Some((op, range)));
            }
            Operator::Unreachable => {
                let is_left = path.left.is_some() && path.left == self.block;
                return match is_left {
                    true => Ok(true),
                    false => Err("a trap that is not in the function".to_owned()),
                };
            }
            Operator::Br { .. } => {
                let target = code.jumps[&token][0];
                return self.jump(path, target);
            }
            Operator::BrIf { .. } => {
                let target = code.jumps[&token][0];
                match self.condition(path)? {
                    Some(false) => {}
                    Some(true) => return self.jump(path, target),
                    None => {
                        let mut other = path.divided();
                        if !self.jump(&mut other, target)? {
                            self.paths.push(other);
                        }
                    }
                }
            }
            _ => return self.table(path, token),
        }
        Ok(false)
    }

    /// Opens a bracket.
    pub(super) fn enter(&mut self, path: &Path, token: usize) -> Result<(), String> {
        let bracket = self.proof.code.bracket_of[&token];
        let parameters = self.proof.code.brackets[bracket].parameters;
        let height = path.stack.len().checked_sub(parameters);
        let height = height.ok_or("the operand stack is too short")?;
        self.proof.heights.borrow_mut()[bracket] = Some(height);
        Ok(())
    }

    /// Tells whether a bracket was entered before, where the operand stack was as high as now; it
    /// always is in valid code, here and in all brackets of its row.
    fn is_known(&self, path: &Path, token: usize) -> bool {
        let bracket = self.proof.code.bracket_of[&token];
        self.proof.heights.borrow()[bracket] == Some(path.stack.len())
    }

    /// Whether a condition holds, if that is known.
    pub(super) fn condition(&mut self, path: &mut Path) -> Result<Option<bool>, String> {
        let value = path.pop()?;
        Ok(match self.values.constant(value) {
            Some(Number::I32(number)) => Some(number != 0),
            _ => None,
        })
    }

    /// Jumps to a bracket, or out of the function; tells whether the path ends there.
    pub(super) fn jump(&mut self, path: &mut Path, target: Option<usize>) -> Result<bool, String> {
        let Some(target) = target else {
            return self.returned(path, None);
        };
        let (token, count) = self.proof.code.brackets[target].target();
        let height = self.proof.heights.borrow()[target];
        let height = height.ok_or("a jump to a bracket that is not open")?;
        let carried = path.pop_all(count)?;
        path.stack.truncate(height);
        path.stack.extend(carried);
        path.token = token;
        Ok(false)
    }

    pub(super) fn table(&mut self, path: &mut Path, token: usize) -> Result<bool, String> {
        let targets = &self.proof.code.jumps[&token];
        let value = path.pop()?;
        if let Some(Number::I32(index)) = self.values.constant(value) {
            let last = targets.len() - 1;
            let target = targets[(index as u32 as usize).min(last)];
            return self.jump(path, target);
        }
        let different: BTreeSet<Option<usize>> = targets.iter().copied().collect();
        for target in different {
            let mut other = path.divided();
            if !self.jump(&mut other, target)? {
                self.paths.push(other);
            }
        }
        Ok(true)
    }

    /// Leaves the function, maybe by a call.
    pub(super) fn returned(
        &mut self,
        path: &mut Path,
        call: Option<(&Operator<'_>, (u32, u32))>,
    ) -> Result<bool, String> {
        let function = &self.proof.subject.due.function;
        let block = path.left.filter(|_| path.left == self.block);
        let block = block.ok_or("control leaves the function without a block")?;
        let exit = &function.block(block).exit;
        let operands = function.exit_operands(block);
        match (exit, call) {
            (Exit::Return, None) => {}
            (Exit::TailCall(callee), Some((op, range))) => {
                let due = match *callee {
                    Callee::Symbol(symbol) => self.canonical(Op::Call(symbol)),
                    Callee::Table(table) => Some(Op::CallIndirect(table)),
                    Callee::Throw(tag) => self.canonical(Op::Throw(tag)),
                    Callee::ThrowRef => None,
                };
                let is_due = match (callee, op) {
                    (Callee::ThrowRef, Operator::ThrowRef) => true,
                    (Callee::ThrowRef, _) | (_, Operator::ThrowRef) => false,
                    _ => due == Some(self.called(op, range)),
                };
                if !is_due {
                    return Err("a tail call of another function".to_owned());
                }
                if let (Callee::Table(_), Some((_, arguments))) = (callee, operands.split_last()) {
                    let types = arguments.iter().map(|&reg| function.ty(reg));
                    let signature = Signature {
                        parameters: types.collect(),
                        results: function.signature.results.clone(),
                    };
                    self.expect_type(op, range, &signature)?;
                }
            }
            _ => return Err("the function is left in the wrong way".to_owned()),
        }
        self.expect_stack_pointer(path, Fact::CallerStack)?;
        let due = self.exit_operands(block);
        let given = path.pop_all(due.len())?;
        let wrong = given.iter().zip(&due).position(|(given, due)| given != due);
        match wrong {
            None => Ok(true),
            Some(number) => Err(format!("result {number} should be {}", operands[number])),
        }
    }
}
