//! Random functions of the machine do in C what they do in its interpreter: the same ticks, the
//! same end, the same globals and memory.
//!
//! They are the functions on which the passes of the machine are tested: over random graphs, with
//! loops of any kind, calls of themselves, frames, and exceptions that some calls catch.

use std::fmt::Write as _;
use std::fs;

use crate::common::{Build, Scratch};
use unsnarl_c::machine::{Options, compile};
use unsnarl_c::nested;
use unsnarl_low::interpret::{Trap, Value};
use unsnarl_low::module::{
    Body, Constant, Entity, Export, GlobalData, Import, Item, Limits, MemoryData, Module,
    ModuleFunction, TagData,
};
use unsnarl_low::{Number, Signature, Type, Width, text};
use unsnarl_testkit::Rng;
use unsnarl_testkit::code::run::{End, STACK, Seen, TICKS, run};
use unsnarl_testkit::code::{Shape, module};
use unsnarl_testkit::random::first_case;

/// How many modules there are, more where runs end in too few ways, and how many runs each has.
const MODULES: usize = 60;
const MOST_MODULES: usize = 300;
/// How many runs end in each of the ways.
const ENOUGH: usize = 6;
const RUNS: i32 = 6;

/// A module of the text form with what the host of the runs gives.
fn hosted(code: &text::Module) -> Module {
    let mut symbols = code.symbols.clone();
    let mut functions = Vec::new();
    let mut entities = Vec::new();
    let types = |parameters: usize, results: usize| Signature {
        parameters: vec![Type::I32; parameters],
        results: vec![Type::I32; results],
    };
    let mut is = |name: &str, entity: Entity| {
        let symbol = symbols.add(name);
        if entities.len() <= symbol.index() {
            entities.resize(symbol.index() + 1, Entity::Address(0));
        }
        entities[symbol.index()] = entity;
    };
    is("tick", Entity::Function(0));
    is("throw", Entity::Function(1));
    is("g", Entity::Global(0));
    is("stack pointer", Entity::Global(1));
    for number in 0..3 {
        is(&format!("tag{number}"), Entity::Tag(number));
    }
    functions.extend([types(2, 0), types(1, 1)].map(|signature| ModuleFunction {
        signature,
        body: None,
    }));
    let mut exports = vec![
        ("memory", Item::Memory(0)),
        ("g", Item::Global(0)),
        ("sp", Item::Global(1)),
    ];
    exports.extend([
        ("tag0", Item::Tag(0)),
        ("tag1", Item::Tag(1)),
        ("tag2", Item::Tag(2)),
    ]);
    for (symbol, function) in &code.functions {
        let number = functions.len() as u32;
        if Some(*symbol) == code.symbols.find("f") {
            exports.push(("f", Item::Function(number)));
        }
        if entities.len() <= symbol.index() {
            entities.resize(symbol.index() + 1, Entity::Address(0));
        }
        entities[symbol.index()] = Entity::Function(number);
        functions.push(ModuleFunction {
            signature: function.signature.clone(),
            body: Some(Body {
                code: function.clone(),
                ..Body::default()
            }),
        });
    }
    let global = |number| GlobalData {
        ty: Type::I32,
        is_mutable: true,
        first: Some(Constant::number(Number::I32(number))),
    };
    let import = |name: &str, number| Import {
        module: String::from("host"),
        name: name.to_owned(),
        item: Item::Function(number),
    };
    let export = |(name, item): (&str, Item)| Export {
        name: name.to_owned(),
        item,
    };
    Module {
        imports: vec![import("tick", 0), import("throw", 1)],
        exports: exports.into_iter().map(export).collect(),
        functions,
        memories: vec![MemoryData {
            width: Width::W32,
            limits: Limits {
                least: 1,
                most: Some(1),
            },
            is_shared: false,
        }],
        globals: vec![global(1), global(STACK)],
        tags: vec![
            TagData {
                signature: types(1, 0)
            };
            3
        ],
        symbols: entities,
        stack_pointer: Some(1),
        ..Module::default()
    }
}

/// What a run should write.
fn lines(seen: &Seen) -> String {
    let mut text = String::new();
    let number = |value: &Value| value.bits().unwrap_or(0);
    for tick in seen.ticks() {
        writeln!(text, "t {:x} {:x}", number(&tick[0]), number(&tick[1])).expect(WRITES);
    }
    match seen.end() {
        End::Returned(values) => {
            writeln!(text, "r {:x} {:x}", number(&values[0]), number(&values[1])).expect(WRITES);
        }
        End::Thrown(tag, values) => {
            writeln!(text, "x {tag} {:x}", number(&values[0])).expect(WRITES)
        }
        End::Trapped(trap) => writeln!(text, "p {}", code(*trap)).expect(WRITES),
        End::OutOfTicks => text += "o\n",
        End::OutOfFuel => unreachable!("such runs are left out"),
    }
    let global = |name: &str| number(&seen.globals()[name]);
    writeln!(text, "g {:x} {:x}", global("g"), global("stack pointer")).expect(WRITES);
    let hash = seen
        .memory()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
        });
    writeln!(text, "h {hash:x}").expect(WRITES);
    text
}

const WRITES: &str = "strings can be written to";

fn code(trap: Trap) -> u32 {
    match trap {
        Trap::Unreachable => 1,
        Trap::DivisionByZero => 2,
        Trap::IntegerOverflow => 3,
        Trap::NanToInteger => 4,
        Trap::MemoryOutOfBounds => 5,
        Trap::NullThrow => 13,
        other => panic!("no function traps so: {other}"),
    }
}

#[test]
fn random_functions_do_in_c_what_they_do_on_the_machine() {
    let scratch = Scratch::new("random");
    let mut rng = Rng::new(7 + first_case());
    let mut expected = String::new();
    let mut files = Vec::new();
    let mut calls = String::new();
    let mut kinds = [0; 4];
    let mut written = String::new();
    let mut count = 0;
    while count < MODULES || count < MOST_MODULES && kinds.iter().any(|&own| own < ENOUGH) {
        let number = count;
        count += 1;
        let shape = Shape {
            blocks: 1 + rng.below(24),
            insts: 1 + rng.below(10),
        };
        let source = module(&mut rng, shape);
        // To be looked at where the test fails.
        fs::write(scratch.path(&format!("m{number}.low")), &source).expect("the folder was made");
        let parsed = text::parse(&source).expect("what is generated can be read");
        let name = format!("m{number}");
        let options = Options {
            name: name.clone(),
            bytes_per_file: (number % 3 == 0).then_some(4000),
        };
        let output = compile(&hosted(&parsed), &options, &nested).expect("it has C");
        assert!(output.reports.iter().all(|report| report.is_proved));
        for (file, text) in &output.files {
            written += text;
            fs::write(scratch.path(file), text).expect("the folder was just made");
            if file.ends_with(".c") {
                files.push(file.clone());
            }
        }
        for argument in 0..RUNS {
            let argument = argument * argument * 5 - argument;
            let seen = run(&parsed, &[], argument);
            if matches!(seen.end(), End::OutOfFuel) {
                continue;
            }
            kinds[seen.kind()] += 1;
            expected += &lines(&seen);
            writeln!(calls, "RUN({name}, {argument})").expect(WRITES);
        }
    }
    assert!(!written.contains("goto "), "there is a goto");
    assert!(
        kinds.iter().all(|&own| own >= ENOUGH),
        "runs end in too few ways: {kinds:?}"
    );
    let includes: String = (0..count)
        .map(|number| format!("#include \"m{number}.h\"\n"))
        .collect();
    let driver = DRIVER
        .replace("INCLUDES", &includes)
        .replace("CALLS", &calls)
        .replace("TICKS", &TICKS.to_string());
    let bodies: String = (0..count)
        .map(|number| format!("BODY(m{number})\n"))
        .collect();
    let driver = driver.replace("BODIES", &bodies);
    fs::write(scratch.path("main.c"), driver).expect("the folder was just made");
    files.push(String::from("main.c"));
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    for build in Build::few() {
        let program = build.program(&scratch, &files);
        let found = build.run(&program).output().expect("it was built");
        let text = String::from_utf8_lossy(&found.stdout);
        for (number, (found, expected)) in text.lines().zip(expected.lines()).enumerate() {
            assert_eq!(found, expected, "{build:?}: line {number}");
        }
        assert_eq!(
            text.lines().count(),
            expected.lines().count(),
            "{build:?}: {:?}",
            found.stderr
        );
    }
}

const DRIVER: &str = r#"
INCLUDES
#include <stdio.h>
#include <string.h>

static unsnarl_context context;
static int ticks;
static const unsnarl_tag *tags[3];

static void tick(void *host, uint32_t where, uint32_t what) {
  (void)host;
  printf("t %x %x\n", where, what);
  if (++ticks < TICKS) return;
  context.why = (unsnarl_trap)99;
  longjmp(*context.landing, 1);
}

static uint32_t throwing(void *host, uint32_t value) {
  (void)host;
  if (!(value & 3)) return 17;
  context.thrown = tags[(value & 3) - 1];
  context.values[0].i = (uint32_t)((int32_t)value >> 2);
  return 0;
}

static int32_t argument;

#define RUN(module, number) { \
  static module m; \
  static module##_imports imports; \
  unsnarl_trap why; \
  size_t at; \
  uint64_t hash = 0xcbf29ce484222325u; \
  imports.host_tick.code = tick; \
  imports.host_throw.code = throwing; \
  argument = number; \
  ticks = 0; \
  memset(&context, 0, sizeof context); \
  if (module##_instantiate(&m, &context, &imports)) return 3; \
  tags[0] = module##_tag0(&m); \
  tags[1] = module##_tag1(&m); \
  tags[2] = module##_tag2(&m); \
  why = module##_call(&m, run_##module, &m); \
  if (why == 99) printf("o\n"); \
  else if (why) printf("p %d\n", (int)why); \
  printf("g %x %x\n", *module##_g(&m), *module##_sp(&m)); \
  for (at = 0; at < 65536; at++) hash = (hash ^ module##_memory(&m)->bytes[at]) * 0x100000001b3u; \
  printf("h %llx\n", (unsigned long long)hash); \
  module##_free(&m); \
}

static void end(const unsnarl_tag *thrown, uint32_t first, uint64_t second) {
  int tag;
  if (!thrown) {
    printf("r %x %llx\n", first, (unsigned long long)second);
    return;
  }
  for (tag = 0; tags[tag] != thrown; tag++) {
  }
  printf("x tag%d %x\n", tag, context.values[0].i);
  context.thrown = 0;
}

#define BODY(module) static void run_##module(void *data) { \
  const unsnarl_r_il made = module##_f(data, 2, (uint32_t)argument, (uint64_t)(int64_t)argument << 33); \
  end(context.thrown, made.r0, made.r1); \
}

BODIES

int main(void) {
CALLS
  return 0;
}
"#;
