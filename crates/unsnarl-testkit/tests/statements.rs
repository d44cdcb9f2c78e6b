//! Pseudocode of LLVM IR: of the examples, of real C and of random functions every effect is there
//! in its order, and no load is moved over a write; and the check notices text that is changed.

use std::fs;
use std::path::{Path, PathBuf};
use unsnarl_ir::pseudocode::{Code, Context, Copy, Effect, Expression, Shape, Statement, effect};
use unsnarl_ir::{Function, InstId, Module, ValueId};
use unsnarl_testkit::Rng;
use unsnarl_testkit::statements::{Written, check, try_entry, written};
use unsnarl_testkit::straight;

fn read(text: &str) -> Module {
    unsnarl_llvm::read(text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

fn modules() -> Vec<(PathBuf, Module)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = [
        "../examples",
        "../examples/O0",
        "unsnarl-llvm/tests/fixtures",
    ];
    let mut found = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(crates.join(folder)).expect("the folder is there");
        let paths = entries.map(|entry| entry.expect("it can be listed").path());
        let mut paths: Vec<PathBuf> = paths
            .filter(|path| path.extension().is_some_and(|end| end == "ll"))
            .collect();
        paths.sort();
        for path in paths {
            let text = fs::read_to_string(&path).expect("it can be read");
            found.push((path, read(&text)));
        }
    }
    assert!(found.len() > 20, "{} files", found.len());
    found
}

/// Checks every function, with the decisions of some blocks saved, and tells how many instructions
/// are statements, and how many there are.
fn prove(module: &Module, rng: &mut Rng, name: &str) -> (usize, usize) {
    let context = Context::new(module);
    let mut counts = (0, 0);
    for function in module
        .functions
        .values()
        .filter(|function| function.is_definition())
    {
        let saves: Vec<bool> = function.blocks.values().map(|_| rng.chance(20)).collect();
        let code = Code::new(&context, function, |block| saves[unsnarl::Id::index(block)]);
        let written = written(function, &code);
        if let Err(error) = check(module, function, &written, |inst| code.is_left_out(inst)) {
            let shown = module.show_function(function);
            panic!("{name}: {error}\n{shown}\n{}", text(function, &code));
        }
        counts.0 += written
            .blocks
            .iter()
            .map(|block| block.statements.len())
            .sum::<usize>();
        counts.1 += function.insts.len();
    }
    counts
}

fn text(function: &Function, code: &Code<'_, '_>) -> String {
    let blocks = function.blocks.keys();
    let lines = blocks.flat_map(|block| {
        let statements = code.statements(block).iter();
        let lines = statements.map(|statement| code.show_statement(statement));
        std::iter::once(format!("{block}:")).chain(lines)
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn effects_of_the_examples_stay_in_order() {
    let mut rng = Rng::new(1);
    let (mut statements, mut insts) = (0, 0);
    for (path, module) in modules() {
        let counts = prove(&module, &mut rng, &path.display().to_string());
        statements += counts.0;
        insts += counts.1;
    }
    // Folding does something: much less than half of the instructions are statements.
    assert!(statements * 2 < insts, "{statements} of {insts}");
}

/// Loops of which it is said that they may test first, those of them that control gets to in
/// trials, and other ones whose condition trials refute before the first round.
#[test]
fn loops_test_first_only_if_their_condition_holds() {
    let (mut said, mut tried, mut refuted) = (0, 0, 0);
    for (_, module) in modules() {
        let context = Context::new(&module);
        let definitions = module.functions.values();
        for function in definitions.filter(|function| function.is_definition()) {
            let code = Code::new(&context, function, |_| false);
            let written = written(function, &code);
            for (test, block) in function.blocks.iter() {
                for header in block.terminator.successors() {
                    let Ok(trials) = try_entry(&module, function, &written, (test, header)) else {
                        continue;
                    };
                    match code.enters(test) == Some(header) {
                        true => {
                            assert_eq!(trials.refuted, 0, "{test} before {header}: {trials:?}");
                            said += 1;
                            tried += usize::from(trials.entered > 0);
                        }
                        false => refuted += usize::from(trials.refuted > 0),
                    }
                }
            }
        }
    }
    assert!(said > 50 && tried * 10 > said * 9, "{tried} of {said}");
    assert!(refuted > 20, "{refuted}");
}

/// A loop behind a guard, both with what differs between the rows.
fn guarded(guard: &str, first: &str, condition: &str, before: &str) -> String {
    format!(
        "define void @f(i32 %n, i32 %m, ptr %p) {{
entry:
  %length = load i32, ptr %p
  %guard = icmp {guard}
  br i1 %guard, label %enter, label %end
enter:
  {before}
  br label %body
body:
  %i = phi i32 [ {first}, %enter ], [ %next, %body ]
  store volatile i32 %i, ptr %p
  %next = add i32 %i, 1
  {condition}
  br i1 %again, label %body, label %end
end:
  ret void
}}"
    )
}

#[test]
fn a_condition_holds_by_what_the_guard_asks() {
    let again = "%again = icmp ne i32 %next, %n";
    let loads = "%read = load i32, ptr %p\n  %again = icmp slt i32 %next, %read";
    let rows = [
        // What the guard asks, and what is weaker.
        ("ne i32 %n, 0", "0", again, "", true),
        ("sgt i32 %n, 0", "0", again, "", true),
        ("sge i32 %n, 1", "0", again, "", true),
        ("slt i32 %m, %n", "%m", again, "", true),
        (
            "slt i32 %m, %n",
            "%m",
            "%again = icmp sle i32 %next, %n",
            "",
            true,
        ),
        (
            "slt i32 %m, %n",
            "%m",
            "%again = icmp sgt i32 %n, %next",
            "",
            true,
        ),
        (
            "ne i32 %n, 0",
            "0",
            "%again = icmp ult i32 %next, %n",
            "",
            true,
        ),
        // Constants.
        (
            "ne i32 %n, 0",
            "0",
            "%again = icmp slt i32 %next, 8",
            "",
            true,
        ),
        (
            "ne i32 %n, 0",
            "8",
            "%again = icmp slt i32 %next, 8",
            "",
            false,
        ),
        // Memory that nothing writes between.
        ("slt i32 0, %length", "0", loads, "", true),
        (
            "slt i32 0, %length",
            "0",
            loads,
            "store i32 0, ptr %p",
            false,
        ),
        // Something else.
        ("ne i32 %m, 0", "0", again, "", false),
        ("eq i32 %n, 0", "0", again, "", false),
        ("sgt i32 %n, 0", "1", again, "", false),
        ("sge i32 %n, 0", "0", again, "", false),
        (
            "sgt i32 %n, 0",
            "0",
            "%again = icmp ugt i32 %next, %n",
            "",
            false,
        ),
        (
            "ult i32 %m, %n",
            "%m",
            "%again = icmp slt i32 %next, %n",
            "",
            false,
        ),
        (
            "sle i32 %m, %n",
            "%m",
            "%again = icmp slt i32 %next, %n",
            "",
            false,
        ),
        // What the first round makes.
        (
            "ne i32 %n, 0",
            "0",
            "%twice = mul i32 %i, %n\n  store i32 %twice, ptr %p\n  %again = icmp ne i32 %twice, %next",
            "",
            false,
        ),
    ];
    for (guard, first, condition, before, expected) in rows {
        let text = guarded(guard, first, condition, before);
        let module = self::read(&text);
        let context = Context::new(&module);
        let function = module.functions.values().next().expect("there is one");
        let code = Code::new(&context, function, |_| false);
        let body = function.blocks.keys().nth(2).expect("there are four");
        assert_eq!(code.enters(body), expected.then_some(body), "{text}");
        let written = written(function, &code);
        let trials = try_entry(&module, function, &written, (body, body));
        // What is not known is wrong for some values, or it cannot be asked for.
        let is_wrong = trials.map_or(true, |trials| trials.refuted > 0);
        assert_eq!(is_wrong, !expected, "{text}");
    }
}

#[test]
fn effects_of_random_functions_stay_in_order() {
    let mut rng = Rng::new(2);
    for count in 0..150 {
        let text = straight::function(&mut rng, "f", 2 + count % 40);
        prove(&read(&text), &mut rng, "straight");
    }
    for seed in 0..400 {
        let text = accesses(&mut Rng::new(seed));
        prove(&read(&text), &mut rng, "accesses");
        let text = webs(&mut Rng::new(seed));
        prove(&read(&text), &mut rng, "webs");
    }
}

/// A random function that reads and writes memory and variables, in a few blocks in a loop.
fn accesses(rng: &mut Rng) -> String {
    let mut lines = vec![
        "declare i32 @g(i32)".to_owned(),
        "declare i32 @llvm.umin.i32(i32, i32)".to_owned(),
        "declare void @llvm.assume(i1)".to_owned(),
        "define i32 @f(i32 %a, i32 %b, ptr %p) {".to_owned(),
        "entry:".to_owned(),
        "  %x = alloca i32".to_owned(),
        "  %y = alloca i32".to_owned(),
        "  %z = alloca [4 x i32]".to_owned(),
    ];
    if rng.chance(50) {
        lines.push("  store i32 %a, ptr %x".to_owned());
    }
    let mut next = 0;
    let blocks = 1 + rng.below(3);
    for block in 0..blocks {
        let mut values = vec!["1".to_owned(), "-7".to_owned()];
        if block > 0 {
            lines.push(format!("b{block}:"));
            let before = match block {
                1 => "entry".to_owned(),
                block => format!("b{}", block - 1),
            };
            lines.push(format!(
                "  %i{block} = phi i32 [ 3, %{before} ], [ %j{block}, %b{block} ]"
            ));
            lines.push(format!(
                "  %k{block} = phi i32 [ 4, %{before} ], [ %i{block}, %b{block} ]"
            ));
            values.extend([format!("%i{block}"), format!("%k{block}")]);
        } else {
            values.push("%b".to_owned());
        }
        let places = ["%x", "%y", "%z", "%p"];
        for _ in 0..rng.below(14) {
            let pick = |rng: &mut Rng| values[rng.below(values.len())].clone();
            let place = places[rng.below(4)];
            let (left, right) = (pick(rng), pick(rng));
            let line = match rng.below(9) {
                0..=2 => format!("load i32, ptr {place}"),
                3 | 4 => {
                    lines.push(format!("  store i32 {left}, ptr {place}"));
                    continue;
                }
                5 => format!("call i32 @g(i32 {left})"),
                6 => format!("call i32 @llvm.umin.i32(i32 {left}, i32 {right})"),
                7 => {
                    lines.push(format!(
                        "  %q{next} = getelementptr i32, ptr {place}, i32 {left}"
                    ));
                    format!("load i32, ptr %q{next}")
                }
                _ => format!("sub i32 {left}, {right}"),
            };
            lines.push(format!("  %v{next} = {line}"));
            values.push(format!("%v{next}"));
            next += 1;
        }
        let last = values[rng.below(values.len())].clone();
        lines.push(format!("  %c{block} = icmp slt i32 {last}, 9"));
        if rng.chance(20) {
            lines.push(format!("  call void @llvm.assume(i1 %c{block})"));
        }
        let to = match block + 1 == blocks {
            true => "end".to_owned(),
            false => format!("b{}", block + 1),
        };
        if block == 0 {
            lines.push(format!("  br label %{to}"));
        } else {
            lines.push(format!("  %j{block} = add i32 {last}, 1"));
            lines.push(format!("  br i1 %c{block}, label %b{block}, label %{to}"));
        }
    }
    lines.push("end:".to_owned());
    lines.push("  %last = load i32, ptr %x".to_owned());
    lines.push("  ret i32 %last\n}".to_owned());
    lines.join("\n")
}

/// A random function of a few blocks that jump to each other, with three variables that every block
/// may change: each block has a phi for each of them.
fn webs(rng: &mut Rng) -> String {
    let count = 3 + rng.below(5);
    // Each block leads to the next one, and maybe to another one; nothing leads to the entry.
    let others: Vec<Option<usize>> = (0..count - 1)
        .map(|block| Some(1 + rng.below(count - 1)).filter(|&to| to != block + 1 && rng.chance(70)))
        .collect();
    let mut bodies = Vec::new();
    // By block, what the variables are at its end.
    let mut ends: Vec<[String; 3]> = Vec::new();
    let mut next = 0;
    for block in 0..count {
        let mut own: [String; 3] = match block {
            0 => ["%a", "%b", "7"].map(str::to_owned),
            _ => [0, 1, 2].map(|variable| format!("%x{variable}.{block}")),
        };
        let mut values = own.to_vec();
        let mut body = String::new();
        for _ in 0..rng.below(7) {
            let pick = |rng: &mut Rng| values[rng.below(values.len())].clone();
            let (left, right) = (pick(rng), pick(rng));
            let line = match rng.below(8) {
                0 => {
                    body += &format!("  store i32 {left}, ptr %p\n");
                    continue;
                }
                1 => format!("call i32 @g(i32 {left})"),
                2 => "load i32, ptr %p".to_owned(),
                3 | 4 => format!("add i32 {left}, {}", 1 + rng.below(3)),
                _ => format!("sub i32 {left}, {right}"),
            };
            let value = format!("%v{next}");
            body += &format!("  {value} = {line}\n");
            next += 1;
            if rng.chance(60) {
                own[rng.below(3)].clone_from(&value);
            }
            values.push(value);
        }
        let decided = values[rng.below(values.len())].clone();
        body += &match others.get(block) {
            None => format!("  ret i32 {decided}\n"),
            Some(None) => format!("  br label %b{}\n", block + 1),
            Some(Some(other)) => format!(
                "  %c{block} = icmp slt i32 {decided}, 9\n  br i1 %c{block}, label %b{}, label %b{other}\n",
                block + 1
            ),
        };
        bodies.push(body);
        ends.push(own);
    }
    let mut text = "declare i32 @g(i32)\ndefine i32 @f(i32 %a, i32 %b, ptr %p) {\n".to_owned();
    for (block, body) in bodies.iter().enumerate() {
        text += &format!("b{block}:\n");
        let from =
            |&before: &usize| before + 1 == block || others.get(before) == Some(&Some(block));
        let phis = (0..3).filter_map(|variable| {
            let incoming = (0..count).filter(from);
            let incoming: Vec<String> = incoming
                .map(|before| format!("[ {}, %b{before} ]", ends[before][variable]))
                .collect();
            let phi = format!("  %x{variable}.{block} = phi i32 {}\n", incoming.join(", "));
            (!incoming.is_empty()).then_some(phi)
        });
        text.extend(phis);
        text += body;
    }
    text + "}\n"
}

/// A change of what was written, for the worse; none if the function has no place for it.
type Change = fn(&Module, &Function, &mut Written) -> Option<()>;

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

fn drop_store(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
    let (block, at) = find(written, |all, at| is_store(&all[at]))?;
    written.blocks[block].statements.remove(at);
    Some(())
}

fn swap_stores(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
    let both =
        |all: &[Statement], at: usize| is_store(&all[at]) && all.get(at + 1).is_some_and(is_store);
    let (block, at) = find(written, both)?;
    written.blocks[block].statements.swap(at, at + 1);
    Some(())
}

fn store_twice(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
    let (block, at) = find(written, |all, at| is_store(&all[at]))?;
    let again = written.blocks[block].statements[at].clone();
    written.blocks[block].statements.insert(at, again);
    Some(())
}

fn drop_name(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
    let named = |all: &[Statement], at: usize| matches!(all[at], Statement::Assign { .. });
    let (block, at) = find(written, named)?;
    written.blocks[block].statements.remove(at);
    Some(())
}

fn swap_operands(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
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
fn fold_over_write(module: &Module, function: &Function, written: &mut Written) -> Option<()> {
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
fn merge_webs(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
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
fn fold_over_assignment(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
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

fn drop_copy(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
    let mut edges = written
        .blocks
        .iter_mut()
        .flat_map(|block| block.copies.values_mut());
    edges.find_map(Vec::pop).map(drop)
}

/// What a sequence of copies is that does not look at what they read: one comes after the copy to
/// what it reads.
fn swap_copies(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
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
fn copy_early(_: &Module, _: &Function, written: &mut Written) -> Option<()> {
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

#[test]
fn changed_statements_are_noticed() {
    let changes: [(&str, Change); 11] = [
        ("a store is dropped", drop_store),
        ("two stores are swapped", swap_stores),
        ("a store is doubled", store_twice),
        ("a named value is dropped", drop_name),
        ("a value is replaced", swap_operands),
        ("a load is folded over a write", fold_over_write),
        ("a web is merged over an interference", merge_webs),
        ("a value is folded over an assignment", fold_over_assignment),
        ("a copy is dropped", drop_copy),
        ("two copies are swapped", swap_copies),
        (
            "a copy comes before a decision that reads the old value",
            copy_early,
        ),
    ];
    for (name, change) in changes {
        let mut changed = 0;
        for seed in 0..2400 {
            let make = [accesses, webs][seed as usize % 2];
            let module = read(&make(&mut Rng::new(seed / 2)));
            let function = module
                .functions
                .values()
                .find(|function| function.is_definition());
            let function = function.expect("it is defined");
            let context = Context::new(&module);
            let code = Code::new(&context, function, |_| false);
            let mut written = written(function, &code);
            let before = text(function, &code);
            if change(&module, function, &mut written).is_none() {
                continue;
            }
            changed += 1;
            let verdict = check(&module, function, &written, |inst| code.is_left_out(inst));
            assert!(
                verdict.is_err(),
                "{name}: not noticed\n{before}\n{written:#?}"
            );
        }
        assert!(changed > 20, "{name}: only {changed} changes");
    }
}
