//! A divided function does what the function does, and all that it consists of keeps the limits.

mod divided;
mod nests;

use unsnarl_low::opt::divide::{Limits, Quantity, Sizes, TooLarge, Weight, divide};
use unsnarl_low::text::{Module, parse};
use unsnarl_low::{Function, Op, Symbol};
use unsnarl_testkit::Rng;
use unsnarl_testkit::code::run::{observe, run};
use unsnarl_testkit::code::{Shape, module};

use divided::{Fresh, check, divide_in};

/// Limits that a function is beyond, or nearly.
fn limits(rng: &mut Rng, module: &Module) -> Limits {
    let function = module.function("f").expect("it is there");
    let Weight { bytes, locals } = Sizes::WEBASSEMBLY.function(function);
    let share = |rng: &mut Rng, of: u64| of * (30 + rng.below(75) as u64) / 100;
    Limits {
        bytes: share(rng, bytes).max(400),
        locals: share(rng, locals) * [1, 100][rng.below(2)] + 20,
        parameters: [4, 20, 1000][rng.below(3)],
    }
}

/// Tells whether a function sets this variable.
fn sets(function: &Function, variable: Option<Symbol>) -> bool {
    let blocks = function.order().iter();
    let mut insts = blocks.flat_map(|&block| function.block(block).insts());
    insts.any(|inst| match function.inst(inst).op {
        Op::GlobalSet(symbol, _) => Some(symbol) == variable,
        _ => false,
    })
}

#[test]
fn random_functions_do_the_same_divided() {
    let (mut divided, mut refused, mut beyond) = (0, 0, 0);
    let mut ends = [0; 4];
    for seed in 0..1000 {
        let mut rng = Rng::new(seed);
        let shape = Shape {
            blocks: [8, 40, 150][rng.below(3)],
            insts: [5, 20, 60][rng.below(3)],
        };
        let text = module(&mut rng, shape);
        let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let limits = limits(&mut rng, &module);
        let pointer = module.symbols.find("g").filter(|_| seed % 4 == 3);
        match divide_in(&module, "f", &Sizes::WEBASSEMBLY, &limits, pointer) {
            Ok(after) => {
                assert!(after.parts.iter().all(|part| !sets(part, pointer)));
                check(&after, &limits, &format!("seed {seed}"));
                divided += usize::from(!after.parts.is_empty());
                let entries = after.parts.iter().map(|part| part.block(part.order()[0]));
                beyond += entries.filter(|entry| entry.insts().len() > 0).count();
                for argument in [0, 1, 7] {
                    let before = run(&module, &[], argument);
                    let same = run(&after.module, &after.variables, argument);
                    ends[before.kind()] += 1;
                    assert_eq!(before, same, "seed {seed}, {argument}\n{}", after.module);
                }
            }
            Err(error) => {
                assert!(error.count > error.most, "{error}");
                refused += 1;
            }
        }
    }
    assert!(divided > 300, "{divided} were divided");
    assert!(refused > 100, "{refused} were refused");
    assert!(beyond > 100, "{beyond} parts take more than parameters");
    assert!(ends.iter().all(|&count| count > 100), "{ends:?}");
}

/// It calls itself in the region of its loop and after it, while what the region makes is live.
const RECURSIVE: &str = "func @again(%0: i32, %1: i32, %2: i64) -> i32, i64 {
b0:
  br %0, b1, b2
b1:
  %3 = i32.sub %0, i32 1
  return_call @f(%3, %1, %2)
b2:
  return %1, %2
}

func @f(%0: i32, %1: i32, %2: i64) -> i32, i64 {
  frame 32 align 16
b0:
  jump b1(%1, %2, i32 3)
b1(%3: i32, %4: i64, %5: i32):
  call @tick(i32 1, %3)
  %6 = i32.mul %3, i32 31
  i32.store frame+8, %6
  %7: i32, %8: i64 = call @again(%0, %6, %4)
  %9 = i32.load frame+8
  %10 = i32.add %9, %7
  %11 = i64.xor %8, %4
  %12 = i32.sub %5, i32 1
  br %12, b1(%10, %11, %12), b2
b2:
  %13 = i32.xor %10, %6
  br %13, b3, b4(%13)
b3:
  %14: i32, %15: i64 = call @again(%0, %13, %11)
  call @tick(i32 3, %14)
  %16 = i32.add %14, %10
  jump b4(%16)
b4(%17: i32):
  call @tick(i32 4, %17)
  %18 = i32.add %17, %7
  %19 = i64.add %11, %8
  return %18, %19
}
";

#[test]
fn a_function_may_call_itself_in_a_part_and_after_it() {
    let mut text = String::from(RECURSIVE);
    for tick in ["i32 1, %3", "i32 3, %14", "i32 4, %17"] {
        let tick = format!("  call @tick({tick})\n");
        text = text.replace(&tick, &tick.repeat(20));
    }
    let module = parse(&text).expect("it is a module");
    let mut most = 0;
    for bytes in (300..2500).step_by(10) {
        let limits = Limits {
            bytes,
            locals: 1000,
            parameters: 1000,
        };
        let Ok(after) = divide_in(&module, "f", &Sizes::WEBASSEMBLY, &limits, None) else {
            continue;
        };
        check(&after, &limits, &bytes.to_string());
        most = most.max(after.parts.len());
        for argument in [0, 1, 3] {
            let before = run(&module, &[], argument);
            assert_eq!(
                before,
                run(&after.module, &after.variables, argument),
                "{bytes}"
            );
        }
    }
    assert!(most >= 2, "{most} parts");
}

/// The parameter of the loop's header is read behind it, when it is not what it was at first.
const REPEATING: &str = "func @f(%0: i32) -> i32 {
b0:
  jump b1(%0)
b1(%1: i32):
  call @tick(i32 1, %1)
  %2 = i32.sub %1, i32 1
  br %2, b1(%2), b2
b2:
  call @tick(i32 2, %1)
  %3 = i32.mul %1, i32 5
  return %3
}
";

#[test]
fn parameters_of_a_head_change_in_a_loop() {
    let mut text = String::from(REPEATING);
    for tick in ["i32 1, %1", "i32 2, %1"] {
        let tick = format!("  call @tick({tick})\n");
        text = text.replace(&tick, &tick.repeat(20));
    }
    let module = parse(&text).expect("it is a module");
    let mut with_loops = 0;
    for bytes in (500..1500).step_by(10) {
        let limits = Limits {
            bytes,
            locals: 1000,
            parameters: 1000,
        };
        let Ok(after) = divide_in(&module, "f", &Sizes::WEBASSEMBLY, &limits, None) else {
            continue;
        };
        check(&after, &limits, &bytes.to_string());
        // The entry leads to the head, and so does the end of the loop.
        with_loops += usize::from(after.parts.iter().any(|part| {
            let head = part.block(part.order()[0]).edges()[0].to;
            let edges = part.order()[1..].iter();
            let mut edges = edges.flat_map(|&block| part.block(block).edges());
            edges.any(|edge| edge.to == head)
        }));
        let before = observe(&module, &[], 4);
        let same = observe(&after.module, &after.variables, 4);
        assert_eq!(before, same, "{bytes}");
    }
    assert!(with_loops > 4, "{with_loops} times a part is a loop");
}

/// A block of so many instructions, each of which adds one of the last few values.
fn straight(count: usize) -> Module {
    let mut text = String::from("func @f(%v0: i32) -> i32 {\nb0:\n");
    for number in 0..count {
        let other = number - number % 7;
        text.push_str(&format!(
            "  %v{} = i32.add %v{number}, %v{other}\n",
            number + 1
        ));
    }
    text.push_str(&format!("  return %v{count}\n}}\n"));
    parse(&text).expect("it is a module")
}

#[test]
fn a_block_of_many_instructions_is_cut_where_little_is_live() {
    let limits = Limits {
        bytes: 4000,
        locals: u64::MAX,
        parameters: 1000,
    };
    let module = straight(100_000);
    let after = divide_in(&module, "f", &Sizes::WEBASSEMBLY, &limits, None).expect("it fits");
    check(&after, &limits, "straight");
    assert!(after.parts.len() > 300, "{} parts", after.parts.len());
    let widest = after
        .parts
        .iter()
        .map(|part| part.signature.parameters.len());
    assert!(widest.max() <= Some(4));
    assert_eq!(
        observe(&module, &[], 5),
        observe(&after.module, &after.variables, 5)
    );
}

#[test]
fn what_cannot_be_divided_is_named() {
    let named = |text: &str, limits: Limits| {
        let module = parse(text).expect("it is a module");
        let mut symbols = Fresh::new(&module);
        let (_, function) = module.functions.into_iter().next().expect("there is one");
        divide(&function, &Sizes::WEBASSEMBLY, &limits, &mut symbols).map(|_| ())
    };
    let limits = Limits {
        bytes: 200,
        locals: 50,
        parameters: 2,
    };
    let parameters = "func @f(%0: i32, %1: i32, %2: i32) {\nb0:\n  return\n}\n";
    let error = TooLarge {
        quantity: Quantity::Parameters,
        count: 3,
        most: 2,
    };
    assert_eq!(named(parameters, limits), Err(error));
    // One instruction with its operands is too much.
    let operands = ["i64 1"; 30].join(", ");
    let call = format!("func @f() {{\nb0:\n  call @g({operands})\n  return\n}}\n");
    let error = named(&call, limits).expect_err("it does not fit");
    assert_eq!(error.quantity, Quantity::Bytes);
    assert!(error.to_string().contains("bytes of code"), "{error}");
    // So many values live across all places that passing them takes more than the code.
    let mut wide = String::from("func @f(%0: i32) -> i32 {\nb0:\n  %v0 = i32.add %0, %0\n");
    for number in 1..100 {
        wide.push_str(&format!("  %v{number} = i32.mul %v{}, i32 3\n", number - 1));
    }
    wide.push_str("  %s0 = i32.add %0, %0\n");
    for number in 1..100 {
        let before = number - 1;
        wide.push_str(&format!("  %s{number} = i32.add %s{before}, %v{before}\n"));
    }
    wide.push_str("  return %s99\n}\n");
    let error = named(&wide, limits).expect_err("it does not fit");
    assert_eq!(error.quantity, Quantity::Bytes);
}
