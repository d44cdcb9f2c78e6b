//! Nests of loops, of which the inner ones become parts of parts.

use std::collections::HashMap;

use unsnarl_low::opt::divide::{Limits, Sizes, Weight};
use unsnarl_low::text::parse;
use unsnarl_low::{Function, Symbol};
use unsnarl_testkit::Rng;
use unsnarl_testkit::code::nests::nest;
use unsnarl_testkit::code::run::{observe, run};

use crate::divide::divided::{After, calls, check, divide_in};

/// How deep calls of parts nest.
fn depth(after: &After) -> usize {
    let first = after.module.functions.len() - after.parts.len();
    let mut depths: HashMap<Symbol, usize> = HashMap::new();
    let deepest = |function: &Function, depths: &HashMap<Symbol, usize>| {
        let called = calls(function).into_iter();
        let inside = called.filter_map(|symbol| depths.get(&symbol).copied());
        inside.max().unwrap_or(0)
    };
    for (symbol, part) in &after.module.functions[first..] {
        let depth = 1 + deepest(part, &depths);
        depths.insert(*symbol, depth);
    }
    let functions = after.module.functions[..first].iter();
    let depths = functions.map(|(_, function)| deepest(function, &depths));
    depths.max().unwrap_or(0)
}

#[test]
fn random_nests_do_the_same_divided() {
    let (mut divided, mut deep, mut beyond) = (0, 0, 0);
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let levels = [8, 20, 60][rng.below(3)];
        let text = nest(&mut rng, levels);
        let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let function = module.function("f").expect("it is there");
        let Weight { bytes, .. } = Sizes::WEBASSEMBLY.function(function);
        let limits = Limits {
            bytes: (bytes * (10 + rng.below(60) as u64) / 100).max(1600),
            locals: 1000,
            parameters: [3, 8, 1000][rng.below(3)],
        };
        let Ok(after) = divide_in(&module, "f", &Sizes::WEBASSEMBLY, &limits, None) else {
            continue;
        };
        check(&after, &limits, &format!("seed {seed}"));
        divided += usize::from(!after.parts.is_empty());
        deep += usize::from(depth(&after) > 3);
        let entries = after.parts.iter().map(|part| part.block(part.order()[0]));
        beyond += entries.filter(|entry| entry.insts().len() > 0).count();
        for argument in [0, 1, 7, 30] {
            let before = run(&module, &[], argument);
            let same = run(&after.module, &after.variables, argument);
            assert_eq!(before, same, "seed {seed}, {argument}\n{}", after.module);
        }
    }
    println!("{divided} {deep} {beyond}");
    assert!(divided > 200, "{divided} were divided");
    assert!(deep > 100, "{deep} have parts four levels deep");
    assert!(beyond > 100, "{beyond} parts take more than parameters");
}

/// Loops, one in the other, each of which reads what is before all, and counts.
fn counters(levels: usize) -> String {
    let mut text = String::from("func @f(%x: i32) {\nb0:\n  jump b1(i32 0)\n");
    for level in 0..levels {
        let (block, inner) = (1 + level, 2 + level);
        let argument = if inner > levels { "" } else { "(i32 0)" };
        text += &format!("b{block}(%i{level}: i32):\n  jump b{inner}{argument}\n");
    }
    for level in (0..levels).rev() {
        let (block, header) = (2 * levels - level, 1 + level);
        let out = block + 1;
        text += &format!(
            "b{block}:\n  %j{level} = i32.add %i{level}, i32 1\n  call @tick(i32 {level}, %x)\n  \
             br %j{level}, b{out}, b{header}(%j{level})\n"
        );
    }
    text += &format!("b{}:\n  return\n}}\n", 2 * levels + 1);
    text
}

#[test]
fn a_deep_nest_is_a_chain_of_parts() {
    let module = parse(&counters(5000)).expect("it is a module");
    let limits = Limits {
        bytes: 30_000,
        locals: 10_000,
        parameters: 1000,
    };
    let after = divide_in(&module, "f", &Sizes::WEBASSEMBLY, &limits, None).expect("it fits");
    check(&after, &limits, "counters");
    assert_eq!(depth(&after), after.parts.len());
    assert!(after.parts.len() > 40, "{} parts", after.parts.len());
    let before = observe(&module, &[], 5);
    assert_eq!(before, observe(&after.module, &after.variables, 5));
}
