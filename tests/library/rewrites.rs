//! The proof of rewrites behind the passes of the machine: it accepts what they make of random
//! functions and of the examples, and it notices functions that are changed after a pass, unless
//! runs show no difference.

use std::fs;
use std::path::Path;

use unsnarl_low::Function;
use unsnarl_low::check::rewrite::check;
use unsnarl_low::opt::{DEAD, PASSES, Pass};
use unsnarl_low::text::{Module, parse};
use unsnarl_low::verify::verify;
use unsnarl_testkit::Rng;
use unsnarl_testkit::code::mutants::{Body, KINDS};
use unsnarl_testkit::code::run::run_on;
use unsnarl_testkit::code::{Shape, module};
use unsnarl_wasm::inspect::{Selector, Stage, legal};

/// A function that names all symbols, so that they have the same numbers in a module and its
/// mutants.
const SYMBOLS: &str = "func @symbols() {
b0:
  call @again()
  call @f()
  call @tick()
  call @throw()
  call @g()
  call @tag0()
  call @tag1()
  call @tag2()
  return
}

";

/// A random module.
fn random(seed: u64) -> Module {
    let mut rng = Rng::new(seed);
    let shape = Shape {
        blocks: [2, 6, 30][rng.below(3)],
        insts: [4, 12, 40][rng.below(3)],
    };
    let text = format!("{SYMBOLS}{}", module(&mut rng, shape));
    parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn function(module: &Module) -> &Function {
    module.function("f").expect("it is there")
}

/// A module with another function `@f`.
fn with(module: &Module, function: Function) -> Module {
    let mut module = module.clone();
    let symbol = module.symbols.find("f").expect("it is there");
    let mut functions = module.functions.iter_mut();
    let (_, own) = functions
        .find(|(own, _)| *own == symbol)
        .expect("it is there");
    *own = function;
    module
}

/// Runs a pass and expects that it is proved; tells whether anything has changed.
#[track_caller]
fn proves(pass: &Pass, function: &mut Function, what: &str) -> bool {
    let before = function.clone();
    if let Err(difference) = pass.try_proved(function) {
        panic!("{what}, {}: {difference}", pass.name);
    }
    // The passes do not renumber what they leave alone, but for the sweep.
    let effects = |function: &Function| {
        let blocks = function.order().iter();
        let insts = blocks.flat_map(|&block| function.block(block).insts());
        let insts = insts.map(|inst| (function.inst(inst).op, function.operands(inst).to_vec()));
        insts.collect::<Vec<_>>()
    };
    effects(&before) != effects(function)
}

#[test]
fn the_passes_are_proved_on_random_functions() {
    let mut changed = [0; PASSES.len()];
    for seed in 0..3000 {
        let module = random(seed);
        let mut all = function(&module).clone();
        for (pass, changed) in PASSES.iter().zip(&mut changed) {
            let what = format!("seed {seed}");
            let mut alone = function(&module).clone();
            *changed += usize::from(proves(pass, &mut alone, &what));
            proves(&DEAD, &mut alone, &what);
            // One after the other, and all of them at once.
            proves(pass, &mut all, &what);
        }
        if let Err(difference) = check(function(&module), &all) {
            panic!("seed {seed}, all passes: {difference}");
        }
    }
    assert!(changed.iter().all(|&count| count > 500), "{changed:?}");
}

#[test]
fn the_passes_are_proved_on_the_examples() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut count = 0;
    for folder in [root.clone(), root.join("O0")] {
        for entry in fs::read_dir(folder).expect("the examples are there") {
            let path = entry.expect("the folder can be listed").path();
            if path.extension().is_none_or(|ending| ending != "ll") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("it is text");
            let module = legal(&unsnarl_llvm::read(&text).expect("it can be read"));
            let selector = Selector::new(&module).expect("it is for wasm32");
            for &id in selector.definitions() {
                let selected = selector.select(id, Stage::Selected);
                let mut code = selected.expect("it is supported").code;
                let before = code.clone();
                for pass in &PASSES {
                    proves(pass, &mut code, &path.display().to_string());
                }
                let all = check(&before, &code);
                assert_eq!(all, Ok(()), "{}", path.display());
                count += 1;
            }
        }
    }
    assert!(count > 50, "{count} functions");
}

/// What became of the mutants of a kind.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    /// They keep the rules.
    mutants: usize,
    /// The proof refuses them.
    refused: usize,
    /// Of these: runs show a difference.
    shown: usize,
}

/// How often each mutant runs, with other arguments and memory.
const RUNS: u64 = 5;

/// How often one runs that the proof accepts.
const MORE_RUNS: u64 = 25;

#[test]
fn what_is_changed_after_a_pass_is_noticed() {
    let mut counts = [Count::default(); KINDS.len()];
    for seed in 0..160 {
        let module = random(seed);
        let pass = PASSES[seed as usize % PASSES.len()];
        let before = function(&module);
        let mut after = before.clone();
        (pass.run)(&mut after);
        DEAD.apply(&mut after);
        // Read from its text, as the mutants are, it has other numbers.
        let text = with(&module, after).to_string();
        let again = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(check(before, function(&again)), Ok(()), "seed {seed}");
        let runs: Vec<_> = (0..MORE_RUNS)
            .map(|run| run_on(&module, &[], run))
            .collect();
        let mut rng = Rng::new(seed);
        for ((name, kind), count) in KINDS.iter().zip(&mut counts) {
            for _ in 0..4 {
                let mut body = Body::new(&text);
                if kind(&mut body, &mut rng).is_none() || body.text() == text {
                    continue;
                }
                // What a line defined that is gone may be read elsewhere.
                let Ok(mutant) = parse(&body.text()) else {
                    continue;
                };
                if !verify(function(&mutant)).is_empty() {
                    continue;
                }
                count.mutants += 1;
                let found = check(before, function(&mutant));
                count.refused += usize::from(found.is_err());
                let wanted = if found.is_ok() { MORE_RUNS } else { RUNS };
                let differs = (0..wanted).any(|run| {
                    let seen = run_on(&mutant, &[], run);
                    match (&runs[run as usize], seen) {
                        (Ok(before), Ok(after)) => *before != after,
                        _ => true,
                    }
                });
                count.shown += usize::from(differs && found.is_err());
                let is_missed = differs && found.is_ok();
                assert!(!is_missed, "seed {seed}: {name} is not noticed\n{mutant}");
            }
        }
    }
    println!("| change | mutants | refused | of these, runs differ | proved |");
    for ((name, _), count) in KINDS.iter().zip(counts) {
        let Count {
            mutants,
            refused,
            shown,
        } = count;
        println!(
            "| {name} | {mutants} | {refused} | {shown} | {} |",
            mutants - refused
        );
        assert!(mutants > 20, "{name}: {mutants} mutants");
        assert!(
            refused > mutants / 8,
            "{name}: {refused} of {mutants} are refused"
        );
    }
}
