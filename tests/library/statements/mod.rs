//! Pseudocode of LLVM IR: of the examples, of real C and of random functions every effect is there
//! in its order, and no load is moved over a write; and the check notices text that is changed.

mod changes;
mod programs;

use changes::{
    Change, compute_twice, copy_early, drop_copy, drop_name, drop_store, fold_into_arm,
    fold_over_assignment, fold_over_write, merge_webs, store_twice, swap_copies, swap_operands,
    swap_stores,
};
use programs::{accesses, webs};
use std::fs;
use std::path::{Path, PathBuf};
use unsnarl_ir::Module;
use unsnarl_ir::pseudocode::{Code, Context};
use unsnarl_testkit::Rng;
use unsnarl_testkit::statements::{Counts, check, check_module, text, try_entry, written};
use unsnarl_testkit::straight;

fn read(text: &str) -> Module {
    unsnarl_llvm::read(text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

fn modules() -> Vec<(PathBuf, Module)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["examples", "examples/O0", "tests/llvm/fixtures"];
    let mut found = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(root.join(folder)).expect("the folder is there");
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

/// Checks every function of a module.
#[track_caller]
fn prove(module: &Module, rng: &mut Rng, name: &str) -> Counts {
    match check_module(module, rng) {
        Ok(counts) => counts,
        Err(error) => panic!("{name}: {error}"),
    }
}

#[test]
fn effects_of_the_examples_stay_in_order() {
    let mut rng = Rng::new(1);
    let (mut statements, mut insts) = (0, 0);
    for (path, module) in modules() {
        let counts = prove(&module, &mut rng, &path.display().to_string());
        statements += counts.statements;
        insts += counts.insts;
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

#[test]
fn changed_statements_are_noticed() {
    let changes: [(&str, Change); 13] = [
        ("a store is dropped", drop_store),
        ("two stores are swapped", swap_stores),
        ("a store is doubled", store_twice),
        ("a named value is dropped", drop_name),
        ("a value is replaced", swap_operands),
        ("a load is folded over a write", fold_over_write),
        ("a call is folded into an arm", fold_into_arm),
        ("a web is merged over an interference", merge_webs),
        ("a value is folded over an assignment", fold_over_assignment),
        ("what reads memory or acts is computed twice", compute_twice),
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
