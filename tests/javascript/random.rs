//! Random functions of the machine do in node and in SpiderMonkey's shell what they do in the
//! machine's interpreter: results, exceptions, traps, what they tell the host, globals and memory.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use unsnarl_js::{Alignment, LARGEST, Options, Report, Style, Traps, compile, nested};
use unsnarl_low::interpret::{Trap, Value};
use unsnarl_low::module::{
    Body, Constant, Entity, Export, GlobalData, Import, Item, Limits, MemoryData, ModuleFunction,
    TagData,
};
use unsnarl_low::text::parse;
use unsnarl_low::{Module, Number, Signature, SymbolNames, Type, Width};
use unsnarl_testkit::Rng;
use unsnarl_testkit::code::run::{End, Seen, run};
use unsnarl_testkit::code::{self, Shape};
use unsnarl_testkit::random::first_case;

/// How many modules.
const MODULES: u64 = 250;

/// The function of the host that throws is one of the module here: the tag is the argument's lowest
/// bits, and the value the rest.
const THROW: &str = "
func @throw(%v: i32) -> i32 {
b0:
  %kind = i32.and %v, i32 3
  %rest = i32.shr_s %v, i32 2
  switch %kind, 1: b1, 2: b2, 3: b3, else b4
b1:
  return_throw @tag0(%rest)
b2:
  return_throw @tag1(%rest)
b3:
  return_throw @tag2(%rest)
b4:
  return i32 17
}
";

const PRELUDE: &str = r#"
var show = typeof print === "function" ? print : console.log;
function run(instantiate, argument) {
  var ticks = [], host = { ended: false };
  var own = instantiate({ env: { tick: (a, b) => {
    ticks.push(a + "," + b);
    if (ticks.length >= 300) {
      host.ended = true;
      throw new WebAssembly.RuntimeError("the host has ended it");
    }
  } } });
  var end;
  try {
    end = "returned " + own.f(2, argument, BigInt(argument) << 33n).join(" ");
  } catch (error) {
    if (host.ended) end = "ticks";
    else if (error.tag) end = "thrown " + [own.tag0, own.tag1, own.tag2].indexOf(error.tag) + " " + error.words[0];
    else if (error instanceof WebAssembly.RuntimeError) end = "trap " + error.message;
    else end = String(error) + " " + error.stack.replace(/\n/g, " | ");
  }
  var hash = 0x811c9dc5 | 0, bytes = new Uint8Array(own.memory.buffer);
  for (var at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193);
  show([end, ticks.join(" "), own.g.value, own.sp.value, hash >>> 0].join("|"));
}
"#;

fn shown(seen: &Seen) -> String {
    let number = |value: Value| match value {
        Value::I32(number) => i64::from(number).to_string(),
        Value::I64(number) => number.to_string(),
        other => panic!("{other:?}"),
    };
    let numbers = |values: &[Value], joint: &str| {
        let numbers: Vec<String> = values.iter().map(|&value| number(value)).collect();
        numbers.join(joint)
    };
    let end = match seen.end() {
        End::Returned(values) => format!("returned {}", numbers(values, " ")),
        End::Thrown(tag, values) => format!("thrown {} {}", &tag[3..], numbers(values, " ")),
        End::OutOfTicks => String::from("ticks"),
        End::OutOfFuel => String::from("fuel"),
        End::Trapped(trap) => format!(
            "trap {}",
            match trap {
                Trap::Unreachable => "unreachable",
                Trap::DivisionByZero => "integer divide by zero",
                Trap::IntegerOverflow => "integer overflow",
                other => panic!("{other}"),
            }
        ),
    };
    let ticks: Vec<String> = seen.ticks().iter().map(|tick| numbers(tick, ",")).collect();
    let mut hash = 0x811c_9dc5_u32;
    for &byte in seen.memory() {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    let global = |name| number(seen.global(name).expect("it is there"));
    // Nothing gives the stack back where an exception leaves: the interpreter does.
    let pointer = match seen.end() {
        End::Returned(_) => global("stack pointer"),
        _ => String::from("any"),
    };
    format!("{end}|{}|{}|{pointer}|{hash}", ticks.join(" "), global("g"))
}

fn same(found: &str, expected: &str) -> bool {
    let mut pairs = found.split('|').zip(expected.split('|'));
    pairs.all(|(found, expected)| found == expected || expected == "any")
}

/// A module of a text of functions.
fn module(text: &unsnarl_low::text::Module) -> Module {
    let mut module = Module {
        stack_pointer: Some(0),
        ..Module::default()
    };
    let ints = |parameters, results| Signature {
        parameters: vec![Type::I32; parameters],
        results: vec![Type::I32; results],
    };
    module.imports.push(Import {
        module: String::from("env"),
        name: String::from("tick"),
        item: Item::Function(0),
    });
    module.functions.push(ModuleFunction {
        signature: ints(2, 0),
        body: None,
    });
    let mut names = vec![String::from("tick")];
    for (symbol, code) in &text.functions {
        names.push(text.symbols.name(*symbol).expect("it has one").to_owned());
        module.functions.push(ModuleFunction {
            signature: code.signature.clone(),
            body: Some(Body {
                code: code.clone(),
                ..Body::default()
            }),
        });
    }
    module.globals = [40_000, 1]
        .map(|number| GlobalData {
            ty: Type::I32,
            is_mutable: true,
            first: Some(Constant::number(Number::I32(number))),
        })
        .to_vec();
    module.tags = vec![
        TagData {
            signature: ints(1, 0)
        };
        40
    ];
    module.memories.push(MemoryData {
        width: Width::W32,
        limits: Limits {
            least: 1,
            most: Some(1),
        },
        is_shared: false,
    });
    for number in 0..text.symbols.count() {
        let name = text
            .symbols
            .name(unsnarl_low::Symbol::new(number))
            .expect("it has one");
        let function = names.iter().position(|other| other == name);
        module.symbols.push(match (function, name) {
            (Some(function), _) => Entity::Function(function as u32),
            (_, "g") => Entity::Global(1),
            (_, name) => match name
                .strip_prefix("tag")
                .and_then(|number| number.parse().ok())
            {
                Some(number) => Entity::Tag(number),
                None => panic!("nothing is called {name}"),
            },
        });
    }
    let f = names
        .iter()
        .position(|name| name == "f")
        .expect("it is there");
    for (name, item) in [
        ("f", Item::Function(f as u32)),
        ("memory", Item::Memory(0)),
        ("sp", Item::Global(0)),
        ("g", Item::Global(1)),
        ("tag0", Item::Tag(0)),
        ("tag1", Item::Tag(1)),
        ("tag2", Item::Tag(2)),
    ] {
        module.exports.push(Export {
            name: String::from(name),
            item,
        });
    }
    module
}

/// A line has 120 columns, or 60 behind its indentation.
#[track_caller]
fn check_width(line: &str) {
    let indent = line.len() - line.trim_start().len();
    let width = line.chars().count();
    assert!(width <= 120.max(indent + 60), "{width}: {line}");
}

#[test]
fn random_functions_do_the_same_in_two_engines() {
    let mut script = String::from(PRELUDE);
    let mut expected = Vec::new();
    let mut kinds = [0; 4];
    let (mut large, mut left, mut parts) = (0, 0, 0);
    let first = first_case();
    for seed in first..first + MODULES {
        let mut rng = Rng::new(seed);
        let shape = Shape {
            blocks: [6, 20, 60][rng.below(3)],
            insts: [4, 12, 30][rng.below(3)],
        };
        let source = code::module(&mut rng, shape);
        let text = parse(&source).unwrap_or_else(|error| panic!("{error}\n{source}"));
        let whole = parse(&format!("{source}{THROW}"));
        let whole = whole.unwrap_or_else(|error| panic!("{error}\n{source}"));
        let options = Options {
            traps: [Traps::All, Traps::Free][rng.below(2)],
            style: [Style::Readable, Style::Compact][rng.below(2)],
            alignment: [Alignment::Hint, Alignment::Promise][rng.below(2)],
            largest: [LARGEST, 4_000, 1_500][rng.below(3)],
            exact_nan: rng.below(2) == 0,
            ..Options::default()
        };
        let module = module(&whole);
        let output = compile(&module, &options, &nested).unwrap_or_else(|error| panic!("{error}"));
        let functions = module.functions.len() - module.imported_functions();
        let whole = Options {
            largest: usize::MAX,
            ..options.clone()
        };
        let whole = compile(&module, &whole, &nested).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(whole.reports.len(), functions);
        let mut unproved = output.unproved().chain(whole.unproved());
        assert_eq!(unproved.next(), None);
        if options.style == Style::Readable {
            let lines = output.text.lines();
            lines.for_each(check_width);
        }
        let is_large = |report: &&Report| report.bytecode > options.largest;
        large += whole.reports.iter().filter(is_large).count();
        left += output.reports.iter().filter(is_large).count();
        parts += output.reports.len() - functions;
        let own = output.text.replace("export function", "function");
        let _ = writeln!(
            script,
            "var own = (() => {{\n{own}\nreturn instantiate;\n}})();"
        );
        for argument in [0, 1, 7] {
            let seen = run(&text, &[], argument);
            kinds[seen.kind()] += 1;
            let _ = writeln!(script, "run(own, {argument});");
            expected.push((seed, shown(&seen), format!("{source}\n{own}")));
        }
    }
    // Most functions that are too large are divided.
    assert!(large > 50 && parts > 2 * large, "{large} in {parts} parts");
    assert!(left < large / 3, "{left} of {large} are left");
    // All ends occur.
    assert!(kinds.iter().all(|&count| count > 20), "{kinds:?}");
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("random.js");
    std::fs::write(&file, script).expect("the folder can be written");
    for engine in ["node", "js102"] {
        let output = Command::new(engine).arg(&file).output();
        let output = output.unwrap_or_else(|error| panic!("{engine}: {error}"));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{engine}: {errors}");
        let text = String::from_utf8(output.stdout).expect("it is text");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), expected.len(), "{engine}: {errors}");
        for (found, (seed, expected, texts)) in lines.iter().zip(&expected) {
            assert!(
                same(found, expected),
                "{engine}, seed {seed}:\n{found}\nexpected\n{expected}\n{texts}"
            );
        }
    }
}
