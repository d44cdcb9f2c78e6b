//! Assignments inside conditions: `while (c = *p) != 0`.
//!
//! *Needs:* the statements of a block, and its condition.
//! *Gives:* [`Code::may_assign_in_condition`] and [`Code::assign_in_condition`]: a block that only
//! assigns names to values that its condition reads can stand in the condition of a loop, or after
//! `&&`.
//! *Cost:* O(the statements and the condition).
//!
//! A statement `x = e` may stand where the condition first reads `x`, if that place is always
//! computed: not after `&&`. Conditions are computed from left to right, so all other reads of `x`
//! come later. Nothing may read the variable's previous value. If `e` accesses memory, the rest of
//! the condition must not; several statements stay in their order.
//!
//! *Limits:* at most [`MOST`] statements, since more are easier to read one after the other.

use super::Code;
use super::effect::{Effect, effect_of};
use super::tree::{Expression, Shape, Statement};
use crate::id::{BlockId, ValueId};
use crate::terminator::Terminator;

/// The maximum number of statements in a condition.
const MOST: usize = 2;

impl Code<'_, '_> {
    /// Tells whether all statements of a block can stand in its condition. A block without
    /// statements has nothing to move.
    pub fn may_assign_in_condition(&self, block: BlockId) -> bool {
        self.with_assignments(block).is_some()
    }

    /// Moves the statements of a block into its condition, if
    /// [possible](Code::may_assign_in_condition).
    pub fn assign_in_condition(&mut self, block: BlockId) {
        if let Some(condition) = self.with_assignments(block) {
            self.statements[block].clear();
            self.conditions.insert(block, condition);
        }
    }

    fn with_assignments(&self, block: BlockId) -> Option<Expression> {
        let statements = &self.statements[block];
        let is_branch = matches!(
            self.function.blocks[block].terminator,
            Terminator::Branch { .. }
        );
        if !is_branch || !(1..=MOST).contains(&statements.len()) {
            return None;
        }
        let mut condition = self.decision(block)?;
        let mut accesses = usize::from(self.accesses_memory(&condition));
        for statement in statements.iter().rev() {
            let Statement::Assign { to, value } = statement else {
                return None;
            };
            accesses += usize::from(self.accesses_memory(value));
            if !self.reads_only(&condition, *to) || accesses > 1 {
                return None;
            }
            assign(&mut condition, *to, value)?;
            if first_use(&condition, *to) != Some(Use::Assigns) {
                return None;
            }
        }
        let mut order = Vec::new();
        assigned(&condition, &mut order);
        let targets = statements.iter().map(|statement| match statement {
            Statement::Assign { to, .. } => Some(*to),
            _ => None,
        });
        targets.eq(order.into_iter().map(Some)).then_some(condition)
    }

    fn accesses_memory(&self, expression: &Expression) -> bool {
        let module = self.context.module;
        let mut found = false;
        expression.walk(&mut |part| {
            let mut insts = part.made_by.iter().map(|&inst| &self.function.insts[inst]);
            found |= insts.any(|inst| effect_of(module, inst) != Effect::None);
        });
        found
    }

    /// Tells whether an expression reads a value, and no other value of the same variable.
    fn reads_only(&self, expression: &Expression, value: ValueId) -> bool {
        let (mut own, mut others) = (0, 0);
        expression.walk(&mut |part| {
            if let Shape::Value(read) = part.shape {
                let is_same = self.webs.first(read) == self.webs.first(value);
                own += usize::from(read == value);
                others += usize::from(is_same && read != value);
            }
        });
        own > 0 && others == 0
    }
}

/// The use of a variable in an expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Reads,
    Assigns,
}

/// Gives the first use of a value's variable in an expression, among the parts that it may compute.
fn first_use(expression: &Expression, value: ValueId) -> Option<Use> {
    let parts = expression.parts().into_iter();
    let before = parts.into_iter().find_map(|part| first_use(part, value));
    before.or(match expression.shape {
        Shape::Value(read) if read == value => Some(Use::Reads),
        Shape::Assign(to, _) if to == value => Some(Use::Assigns),
        _ => None,
    })
}

/// Assigns a value where an expression reads it, if that part is always computed.
fn assign(expression: &mut Expression, to: ValueId, value: &Expression) -> Option<()> {
    if matches!(expression.shape, Shape::Value(read) if read == to) {
        let known = expression.known;
        let shape = Shape::Assign(to, Box::new(value.clone()));
        *expression = Expression::new(shape).known(known);
        return Some(());
    }
    let always = match &expression.shape {
        Shape::Infix(infix, ..) if matches!(infix.sign, "&&" | "||") => 1,
        Shape::Choice(_) => 1,
        _ => usize::MAX,
    };
    let mut parts = expression.parts_mut().into_iter().take(always);
    parts.find_map(|part| assign(part, to, value))
}

/// Gives the values to which an expression assigns, in the order in which it is computed.
fn assigned(expression: &Expression, order: &mut Vec<ValueId>) {
    for part in expression.parts() {
        assigned(part, order);
    }
    if let Shape::Assign(to, _) = expression.shape {
        order.push(to);
    }
}
