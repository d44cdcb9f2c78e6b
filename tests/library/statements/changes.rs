//! Changes of pseudocode for the worse, each of which a check must notice.

use unsnarl_ir::pseudocode::{Copy, Effect, Expression, Shape, Statement, effect};
use unsnarl_ir::{Function, InstId, Module, ValueId};
use unsnarl_testkit::statements::Written;

/// A change of what was written, for the worse; none if the function has no place for it.
pub(crate) type Change = fn(&Module, &Function, &mut Written) -> Option<()>;

/// The first block and statement of which something holds.
fn find(written: &Written, is_it: impl Fn(&[Statement], usize) -> bool) -> Option<(usize, usize)> {
    let blocks = written.blocks.iter().enumerate();
    let mut all = blocks
        .flat_map(|(block, written)| (0..written.statements.len()).map(move |at| (block, at)));
    all.find(|&(block, at)| is_it(&written.blocks[block].statements, at))
}

fn is_store(statement: &Statement) -> bool {
    matches!(statement, Statement::Store { .. })
}

/// The instruction that a value is named after, if that has no effect but reading.
fn load(module: &Module, function: &Function, statement: &Statement) -> Option<(ValueId, InstId)> {
    let Statement::Assign { to, value } = statement else {
        return None;
    };
    let &inst = value.made_by.last()?;
    (effect(module, function, inst) == Effect::Reads).then_some((*to, inst))
}

pub(crate) fn drop_store(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
    let (block, at) = find(written, |all, at| is_store(&all[at]))?;
    written.blocks[block].statements.remove(at);
    Some(())
}

pub(crate) fn swap_stores(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
    let both =
        |all: &[Statement], at: usize| is_store(&all[at]) && all.get(at + 1).is_some_and(is_store);
    let (block, at) = find(written, both)?;
    written.blocks[block].statements.swap(at, at + 1);
    Some(())
}

pub(crate) fn store_twice(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
    let (block, at) = find(written, |all, at| is_store(&all[at]))?;
    let again = written.blocks[block].statements[at].clone();
    written.blocks[block].statements.insert(at, again);
    Some(())
}

pub(crate) fn drop_name(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
    let named = |all: &[Statement], at: usize| matches!(all[at], Statement::Assign { .. });
    let (block, at) = find(written, named)?;
    written.blocks[block].statements.remove(at);
    Some(())
}

pub(crate) fn swap_operands(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
    let mut named: Vec<ValueId> = Vec::new();
    for block in written.blocks.iter() {
        for statement in &block.statements {
            for expression in statement.expressions() {
                expression.walk(&mut |part| {
                    if let Shape::Value(value) = part.shape {
                        named.push(value);
                    }
                });
            }
        }
    }
    named.dedup();
    let [first, second, ..] = named[..] else {
        return None;
    };
    let (block, at) = find(written, |all, at| {
        all[at].expressions().iter().any(|expression| {
            let (mut has, mut other) = (false, false);
            expression.walk(&mut |part| {
                has |= matches!(part.shape, Shape::Value(value) if value == first);
                other |= matches!(part.shape, Shape::Value(value) if value == second);
            });
            has && !other
        })
    })?;
    each_expression(&mut written.blocks[block].statements[at], &mut |part| {
        if matches!(part.shape, Shape::Value(value) if value == first) {
            part.shape = Shape::Value(second);
        }
    });
    Some(())
}

/// What a folding rule does that does not look at writes: a load that a store or a call follows is
/// folded into a statement behind that.
pub(crate) fn fold_over_write(
    module: &Module,
    function: &Function,
    written: &mut Written,
) -> Option<()> {
    for block in written.blocks.iter_mut() {
        for at in 0..block.statements.len() {
            let statement = &block.statements[at];
            let Some((value, inst)) = load(module, function, statement) else {
                continue;
            };
            let Statement::Assign { value: own, .. } = statement.clone() else {
                continue;
            };
            let accessed = private_of(function, inst);
            let rest = &block.statements[at + 1..];
            let is_write = |statement: &Statement| match statement {
                Statement::Store { inst, .. } => private_of(function, *inst) == accessed,
                Statement::Do(call) => accessed.is_none() && !call.made_by.is_empty(),
                _ => false,
            };
            let write = rest.iter().position(is_write);
            let reader = rest.iter().position(|statement| reads(statement, value));
            let (Some(write), Some(reader)) = (write, reader) else {
                continue;
            };
            if write >= reader {
                continue;
            }
            let reader = &mut block.statements[at + 1 + reader];
            let mut is_done = false;
            each_expression(reader, &mut |part| {
                if !is_done && matches!(part.shape, Shape::Value(read) if read == value) {
                    *part = own.clone();
                    is_done = true;
                }
            });
            block.statements.remove(at);
            return Some(());
        }
    }
    None
}

/// What a folding rule does that does not look at arms: a call is made only if the arm of a choice
/// is taken that reads its result.
pub(crate) fn fold_into_arm(
    module: &Module,
    function: &Function,
    written: &mut Written,
) -> Option<()> {
    for block in written.blocks.iter_mut() {
        for at in 0..block.statements.len() {
            let Statement::Assign { to, value } = block.statements[at].clone() else {
                continue;
            };
            let last = value.made_by.last();
            if last.is_none_or(|&inst| effect(module, function, inst) != Effect::Acts) {
                continue;
            }
            let Some(next) = block.statements.get_mut(at + 1) else {
                continue;
            };
            let mut is_done = false;
            each_expression(next, &mut |part| {
                if let Shape::Choice(parts) = &mut part.shape {
                    for arm in &mut parts[1..] {
                        if matches!(arm.shape, Shape::Value(read) if read == to) {
                            *arm = value.clone();
                            is_done = true;
                        }
                    }
                }
            });
            if is_done {
                block.statements.remove(at);
                return Some(());
            }
        }
    }
    None
}

/// The values that the statements of a block name, with the place of each.
fn named(statements: &[Statement]) -> impl Iterator<Item = (usize, ValueId)> + Clone {
    let places = statements.iter().enumerate();
    places.filter_map(|(at, statement)| match statement {
        Statement::Assign { to, .. } => Some((at, *to)),
        _ => None,
    })
}

/// What coalescing does that does not look at interference: a value becomes one variable with
/// another one that is assigned to while it is still needed.
pub(crate) fn merge_webs(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
    let variable = |value: ValueId| written.variables[unsnarl::Id::index(value)];
    let pair = written.blocks.iter().find_map(|block| {
        let all = &block.statements;
        let is_needed = |value, from: usize| all[from..].iter().any(|later| reads(later, value));
        let mut pairs = named(all).flat_map(|first| named(all).map(move |second| (first, second)));
        let pair = pairs.find(|&((at, first), (later, second))| {
            at < later && variable(first) != variable(second) && is_needed(first, later + 1)
        });
        pair.map(|((_, first), (_, second))| (variable(first), variable(second)))
    });
    let (first, second) = pair?;
    for variable in &mut written.variables {
        if *variable == second {
            *variable = first;
        }
    }
    Some(())
}

/// What a folding rule does that does not look at assignments: a value is computed where it is
/// used, after a variable that it reads has got another value.
pub(crate) fn fold_over_assignment(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
    let variables = written.variables.clone();
    let variable = |value: ValueId| variables[unsnarl::Id::index(value)];
    for block in &mut written.blocks {
        let all = &block.statements;
        let found = named(all).find_map(|(at, value)| {
            let overwrites = |&(later, to): &(usize, ValueId)| {
                let mut reads_old = false;
                for expression in all[at].expressions() {
                    expression.walk(&mut |part| {
                        let is_old = |read| read != to && variable(read) == variable(to);
                        reads_old |= matches!(part.shape, Shape::Value(read) if is_old(read));
                    });
                }
                at < later && reads_old
            };
            let (later, _) = named(all).find(overwrites)?;
            let user = (later + 1..all.len()).find(|&user| reads(&all[user], value))?;
            Some((at, value, user))
        });
        let Some((at, value, user)) = found else {
            continue;
        };
        let Statement::Assign { value: own, .. } = all[at].clone() else {
            continue;
        };
        each_expression(&mut block.statements[user], &mut |part| {
            if matches!(part.shape, Shape::Value(read) if read == value) {
                *part = own.clone();
            }
        });
        block.statements.remove(at);
        return Some(());
    }
    None
}

/// What writing addresses wherever they are used would do to what reads memory or acts.
pub(crate) fn compute_twice(
    module: &Module,
    function: &Function,
    written: &mut Written,
) -> Option<()> {
    written.blocks.iter_mut().find_map(|block| {
        let all = &block.statements;
        let found = named(all).find(|&(at, value)| {
            let users = all[at + 1..].iter().filter(|user| reads(user, value));
            let mut made_by = Vec::new();
            for expression in all[at].expressions() {
                expression.walk(&mut |part| made_by.extend(&part.made_by));
            }
            let has_effect = |&inst: &InstId| effect(module, function, inst) != Effect::None;
            users.count() > 1 && made_by.iter().any(has_effect)
        });
        let (at, value) = found?;
        let Statement::Assign { value: own, .. } = block.statements.remove(at) else {
            return None;
        };
        for user in &mut block.statements[at..] {
            each_expression(user, &mut |part| {
                if matches!(part.shape, Shape::Value(read) if read == value) {
                    *part = own.clone();
                }
            });
        }
        Some(())
    })
}

pub(crate) fn drop_copy(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
    let mut edges = written
        .blocks
        .iter_mut()
        .flat_map(|block| block.copies.values_mut());
    edges.find_map(Vec::pop).map(drop)
}

/// What a sequence of copies is that does not look at what they read: one comes after the copy to
/// what it reads.
pub(crate) fn swap_copies(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
    let variables = written.variables.clone();
    let variable = |value: ValueId| variables[unsnarl::Id::index(value)];
    let needs_order = |first: &Copy, second: &Copy| {
        let (Copy::Assign { value, .. }, Copy::Assign { to, .. }) = (first, second) else {
            return false;
        };
        let mut found = false;
        value.walk(&mut |part| {
            let reads = |read| variable(read) == variable(*to);
            found |= matches!(part.shape, Shape::Value(read) if reads(read));
        });
        found
    };
    written.blocks.iter_mut().find_map(|block| {
        let all = &mut block.statements;
        let early = all.windows(2).position(|pair| match pair {
            [
                Statement::Copy { copy: first, .. },
                Statement::Copy { copy: second, .. },
            ] => needs_order(first, second),
            _ => false,
        });
        if let Some(at) = early {
            all.swap(at, at + 1);
            return Some(());
        }
        block.copies.values_mut().find_map(|copies| {
            let mut pairs = copies.windows(2);
            let at = pairs.position(|pair| needs_order(&pair[0], &pair[1]))?;
            copies.swap(at, at + 1);
            Some(())
        })
    })
}

/// What copies before a decision are that do not look at what that reads.
pub(crate) fn copy_early(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
    let variables = written.variables.clone();
    let variable = |value: ValueId| variables[unsnarl::Id::index(value)];
    written.blocks.iter_mut().find_map(|block| {
        let end = block.end.as_ref()?;
        let is_read = |copy: &Copy| {
            let Copy::Assign { to, .. } = copy else {
                return false;
            };
            let mut found = false;
            end.walk(&mut |part| {
                found |=
                    matches!(part.shape, Shape::Value(read) if variable(read) == variable(*to));
            });
            found
        };
        let mut edges = block.copies.iter_mut();
        let (&to, copies) = edges.find(|(_, copies)| copies.iter().any(is_read))?;
        let copies = std::mem::take(copies).into_iter();
        let copies = copies.map(|copy| Statement::Copy { to, copy });
        block.statements.extend(copies);
        Some(())
    })
}

fn reads(statement: &Statement, wanted: ValueId) -> bool {
    let mut found = false;
    for expression in statement.expressions() {
        expression.walk(&mut |part| {
            found |= matches!(part.shape, Shape::Value(value) if value == wanted);
        });
    }
    found
}

/// The address of an access, if it is an alloca.
fn private_of(function: &Function, inst: InstId) -> Option<ValueId> {
    use unsnarl_ir::{Definition, Op, Operand};
    let (Op::Load { pointer, .. } | Op::Store { pointer, .. }) = function.insts[inst].op else {
        return None;
    };
    let Operand::Value(value) = pointer else {
        return None;
    };
    match function.values[value].definition {
        Definition::Inst(at) if matches!(function.insts[at].op, Op::Alloca { .. }) => Some(value),
        _ => None,
    }
}

fn each_expression(statement: &mut Statement, change: &mut impl FnMut(&mut Expression)) {
    match statement {
        Statement::Declare(_) => {}
        Statement::Copy { copy, .. } => {
            if let Copy::Assign { value, .. } = copy {
                each_part(value, change);
            }
        }
        Statement::Assign { value, .. } | Statement::Do(value) | Statement::Save { value, .. } => {
            each_part(value, change);
        }
        Statement::Store { place, value, .. } => {
            each_part(place, change);
            each_part(value, change);
        }
    }
}

fn each_part(expression: &mut Expression, change: &mut impl FnMut(&mut Expression)) {
    change(expression);
    let parts = expression.parts_mut().into_iter();
    parts.for_each(|part| each_part(part, change));
}
