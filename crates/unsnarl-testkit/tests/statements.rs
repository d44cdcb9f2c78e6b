//! Pseudocode of LLVM IR: of the examples, of real C and of random functions every effect is there
//! in its order, and no load is moved over a write; and the check notices text that is changed.

use std::fs;
use std::path::{Path, PathBuf};
use unsnarl_ir::pseudocode::{
    Base, Code, Context, Effect, Expression, Shape, Statement, Step, effect,
};
use unsnarl_ir::{Function, InstId, Module, ValueId};
use unsnarl_testkit::Rng;
use unsnarl_testkit::statements::{Written, check, written};
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

/// A change of what was written, for the worse; none if the function has no place for it.
type Change = fn(&Module, &Function, &mut [Written]) -> Option<()>;

/// The first block and statement of which something holds.
fn find(
    written: &[Written],
    is_it: impl Fn(&[Statement], usize) -> bool,
) -> Option<(usize, usize)> {
    let blocks = written.iter().enumerate();
    let mut all = blocks
        .flat_map(|(block, written)| (0..written.statements.len()).map(move |at| (block, at)));
    all.find(|&(block, at)| is_it(&written[block].statements, at))
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

fn drop_store(_: &Module, _: &Function, written: &mut [Written]) -> Option<()> {
    let (block, at) = find(written, |all, at| is_store(&all[at]))?;
    written[block].statements.remove(at);
    Some(())
}

fn swap_stores(_: &Module, _: &Function, written: &mut [Written]) -> Option<()> {
    let both =
        |all: &[Statement], at: usize| is_store(&all[at]) && all.get(at + 1).is_some_and(is_store);
    let (block, at) = find(written, both)?;
    written[block].statements.swap(at, at + 1);
    Some(())
}

fn store_twice(_: &Module, _: &Function, written: &mut [Written]) -> Option<()> {
    let (block, at) = find(written, |all, at| is_store(&all[at]))?;
    let again = written[block].statements[at].clone();
    written[block].statements.insert(at, again);
    Some(())
}

fn drop_name(_: &Module, _: &Function, written: &mut [Written]) -> Option<()> {
    let named = |all: &[Statement], at: usize| matches!(all[at], Statement::Assign { .. });
    let (block, at) = find(written, named)?;
    written[block].statements.remove(at);
    Some(())
}

fn swap_operands(_: &Module, _: &Function, written: &mut [Written]) -> Option<()> {
    let mut named: Vec<ValueId> = Vec::new();
    for block in written.iter() {
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
    each_expression(&mut written[block].statements[at], &mut |part| {
        if matches!(part.shape, Shape::Value(value) if value == first) {
            part.shape = Shape::Value(second);
        }
    });
    Some(())
}

/// What a folding rule does that does not look at writes: a load that a store or a call follows is
/// folded into a statement behind that.
fn fold_over_write(module: &Module, function: &Function, written: &mut [Written]) -> Option<()> {
    for block in written.iter_mut() {
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
    match &mut expression.shape {
        Shape::Value(_) | Shape::Variable(_) | Shape::Text(_) => {}
        Shape::Prefix(_, operand) => each_part(operand, change),
        Shape::Infix(_, left, right) => {
            each_part(left, change);
            each_part(right, change);
        }
        Shape::Choice(parts) => parts.iter_mut().for_each(|part| each_part(part, change)),
        Shape::Call(callee, arguments) => {
            each_part(callee, change);
            arguments
                .iter_mut()
                .for_each(|part| each_part(part, change));
        }
        Shape::Place(place) | Shape::AddressOf(place) => {
            let (Base::Object(base) | Base::Pointer(base)) = &mut place.base;
            each_part(base, change);
            for step in &mut place.steps {
                if let Step::Element(index) | Step::Index(index) | Step::Bytes(index) = step {
                    each_part(index, change);
                }
            }
        }
    }
}

#[test]
fn changed_statements_are_noticed() {
    let changes: [(&str, Change); 6] = [
        ("a store is dropped", drop_store),
        ("two stores are swapped", swap_stores),
        ("a store is doubled", store_twice),
        ("a named value is dropped", drop_name),
        ("a value is replaced", swap_operands),
        ("a load is folded over a write", fold_over_write),
    ];
    for (name, change) in changes {
        let mut changed = 0;
        for seed in 0..400 {
            let module = read(&accesses(&mut Rng::new(seed)));
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
