//! Blocks by execution: right code passes, and each of many changes of it is noticed.

use unsnarl_ir::{Id, Module};
use unsnarl_low::op::int::{IntBinary, IntCompare};
use unsnarl_low::op::memory::{Load, Store};
use unsnarl_low::{Effect, Exit, Number, Op, Reg, Sign, Source, Traps, Type};
use unsnarl_testkit::Rng;
use unsnarl_testkit::blocks::held::Spare;
use unsnarl_testkit::blocks::report::Report;
use unsnarl_testkit::blocks::subject::{Stage, Subject};
use unsnarl_testkit::blocks::{Plan, Share, random, test, test_changed, test_text};

const LAYOUT: &str = r#"target datalayout = "e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20"
"#;

/// Functions with blocks of every kind.
const FUNCTIONS: &str = r#"
@counter = global i32 7
@place = global ptr null
@table = global [4 x i16] [i16 1, i16 2, i16 3, i16 4]
%pair = type { i32, i64 }
declare i32 @take(i32, ptr)
declare signext i8 @byte(i8 zeroext)
declare i32 @many(i32, ...)
declare void @copy(ptr byval(%pair) align 8)
declare %pair @two(i64)
declare void @stop() noreturn

define i32 @sums(i32 %a, i32 %b) {
  %x = sub i32 %a, %b
  %y = mul i32 %x, 3
  %z = lshr i32 %y, 5
  %w = xor i32 %z, %a
  ret i32 %w
}
define i64 @wide(i64 %a, i128 %b, i13 %c) {
  %t = trunc i128 %b to i64
  %s = sdiv i13 %c, 5
  %e = sext i13 %s to i64
  %u = add i64 %t, %e
  %v = ashr i64 %u, 7
  %d = sub i64 %v, %a
  ret i64 %d
}
define i8 @narrow(i8 zeroext %a, i8 signext %b) {
  %x = add i8 %a, %b
  %c = icmp slt i8 %x, %b
  %d = icmp ugt i8 %a, 9
  %e = and i1 %c, %d
  %s = select i1 %e, i8 %x, i8 %a
  ret i8 %s
}
define void @stores(ptr %p, i32 %i, i64 %v) {
  %q = getelementptr inbounds i32, ptr %p, i32 %i
  %x = load i32, ptr %q
  %y = add i32 %x, 65537
  store i32 %y, ptr %q
  %r = getelementptr inbounds i8, ptr %q, i32 12
  store i64 %v, ptr %r
  store ptr %r, ptr @place
  %z = load i16, ptr getelementptr ([4 x i16], ptr @table, i32 0, i32 2)
  %s = sext i16 %z to i32
  store i32 %s, ptr @counter
  ret void
}
define i32 @loop(i32 %n, i32 %k) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi i32 [ %k, %entry ], [ %more, %body ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %body, label %done
body:
  %square = mul i32 %i, %i
  %more = add i32 %sum, %square
  %next = add i32 %i, 1
  br label %head
done:
  ret i32 %sum
}
define i32 @choice(i32 %a) {
  switch i32 %a, label %other [ i32 3, label %three
                                i32 8, label %eight ]
three:
  br label %other
eight:
  br label %other
other:
  %r = phi i32 [ 1, %0 ], [ %a, %three ], [ 9, %eight ]
  ret i32 %r
}
define i32 @calls(i32 %a, i8 %b, i64 %c) {
  %v = alloca %pair
  %f = getelementptr inbounds %pair, ptr %v, i32 0, i32 1
  store i64 %c, ptr %f
  %x = call i32 @take(i32 %a, ptr %v)
  %y = call i8 @byte(i8 %b)
  %z = sext i8 %y to i32
  %m = call i32 (i32, ...) @many(i32 %x, i32 %z, double 1.5, i128 77)
  call void @copy(ptr byval(%pair) align 8 %v)
  %t = call %pair @two(i64 %c)
  %u = extractvalue %pair %t, 0
  %w = extractvalue %pair %t, 1
  %n = trunc i64 %w to i32
  %o = xor i32 %n, %u
  %s = add i32 %m, %o
  ret i32 %s
}
define %pair @result(i32 %a, i64 %b) {
  %p = insertvalue %pair poison, i32 %a, 0
  %q = insertvalue %pair %p, i64 %b, 1
  ret %pair %q
}
define double @floats(double %a, float %b, i32 %c) {
  %x = fpext float %b to double
  %y = fsub double %a, %x
  %i = sitofp i32 %c to double
  %z = fdiv double %y, %i
  %o = fcmp olt double %z, %a
  %r = select i1 %o, double %z, double %x
  ret double %r
}
define void @ends(i32 %a, ptr %p) {
  %c = icmp sgt i32 %a, 5
  br i1 %c, label %bad, label %good
bad:
  store i32 %a, ptr %p
  call void @stop()
  unreachable
good:
  %f = load ptr, ptr %p
  %r = call i32 %f(i32 %a, ptr %p)
  store i32 %r, ptr %p
  ret void
}
"#;

fn read(text: &str) -> Module {
    let text = format!("{LAYOUT}{text}");
    unsnarl_llvm::read(&text).unwrap_or_else(|error| panic!("{error}"))
}

fn plan(stage: Stage, states: usize) -> Plan {
    Plan {
        seed: 5,
        states,
        stage,
        share: Share::ALL,
    }
}

#[track_caller]
fn passes(report: &Report) {
    let first = report.differences.first();
    assert!(first.is_none(), "{}", first.expect("there is one"));
    assert!(report.refused.is_empty(), "{:?}", report.refused);
    assert!(report.unsupported.is_empty(), "{:?}", report.unsupported);
}

#[test]
fn right_code_passes() {
    let module = read(FUNCTIONS);
    for stage in [Stage::Selected, Stage::Optimised] {
        let report = test(&module, plan(stage, 64)).expect("it is for wasm32");
        passes(&report);
        assert_eq!((report.functions, report.few()), (10, 0), "{report}");
        assert_eq!(report.blocks, 18, "{report}");
    }
}

/// The smallest blocks of what was found wrong: each function has to pass.
const ONCE_WRONG: [(&str, &str); 6] = [
    (
        "a vector of bits as a variable argument was not passed",
        r#"declare i32 @variable(i32, ...)
define i32 @f(<4 x i1> %v) "target-features"="+simd128" {
  %r = call i32 (i32, ...) @variable(i32 1, <4 x i1> %v, i32 2)
  ret i32 %r
}"#,
    ),
    (
        "an array of vectors of bits was read and written as one vector",
        "define [2 x <4 x i1>] @f(ptr %p) {
  %v = load [2 x <4 x i1>], ptr %p
  ret [2 x <4 x i1>] %v
}
define void @g(ptr %p, [2 x <4 x i1>] %v) {
  store [2 x <4 x i1>] %v, ptr %p
  ret void
}",
    ),
    (
        "what follows a vector of bits in a struct was not at its own place",
        "define i32 @f(ptr %p) {
  %v = load { <3 x i7>, i32 }, ptr %p
  %r = extractvalue { <3 x i7>, i32 } %v, 1
  ret i32 %r
}",
    ),
    (
        "a vector of bits in a struct from elsewhere was not made whole",
        r#"declare { <4 x i1> } @from()
define <4 x i1> @f({ <4 x i1>, i32 } %v) "target-features"="+simd128" {
  %r = extractvalue { <4 x i1>, i32 } %v, 0
  ret <4 x i1> %r
}
define <4 x i32> @g(<4 x i32> %a, <4 x i32> %b) "target-features"="+simd128" {
  %v = call { <4 x i1> } @from()
  %c = extractvalue { <4 x i1> } %v, 0
  %r = select <4 x i1> %c, <4 x i32> %a, <4 x i32> %b
  ret <4 x i32> %r
}"#,
    ),
    (
        "nusw does not say that an index goes upward from a variable",
        "@x = global i32 0
define i32 @f(i32 %i) {
  %p = getelementptr nusw i8, ptr @x, i32 %i
  %q = getelementptr nusw i8, ptr %p, i32 8
  %r = load i32, ptr %q
  ret i32 %r
}",
    ),
    (
        "an integer that is read with bits beside it may be written as it is",
        "define void @f(ptr %p, ptr %q) {
  %v = load i13, ptr %p
  store i13 %v, ptr %q
  ret void
}",
    ),
];

/// Code that is shorter where something is known of operands.
const SHORTER: [(&str, &str); 3] = [
    (
        "the end of an array, by its start and the distance",
        r#"define i32 @end(ptr %a, ptr %b) {
  %x = ptrtoint ptr %a to i32
  %y = ptrtoint ptr %b to i32
  %d = sub i32 %y, %x
  %e = getelementptr i8, ptr %a, i32 %d
  %n = getelementptr i8, ptr %b, i32 %d
  %i = ptrtoint ptr %e to i32
  %j = ptrtoint ptr %n to i32
  %r = mul i32 %i, %j
  ret i32 %r
}"#,
    ),
    (
        "comparisons of what is no NaN, or is one",
        r#"define i32 @nans(double %a, float %b) {
  %u = fcmp uno double %a, 0.0
  %o = fcmp ord float 1.0, %b
  %s = fcmp uno float %b, %b
  %n = fcmp ord double %a, 0x7FF8000000000000
  %k = fcmp uno double 1.0, 2.0
  %us = xor i1 %u, %s
  %on = xor i1 %o, %n
  %r = xor i1 %us, %on
  %q = or i1 %r, %k
  %e = sext i1 %q to i32
  ret i32 %e
}"#,
    ),
    (
        "bits that are chosen by bits",
        r#"define i32 @bits(i32 %x, i32 %y, i1 signext %g) {
  %t = trunc i32 %x to i1
  %c = icmp slt i32 %x, %y
  %n = icmp ne i32 %y, 0
  %both = select i1 %c, i1 %t, i1 false
  %one = select i1 %c, i1 true, i1 %t
  %tested = select i1 %n, i1 %t, i1 false
  %given = select i1 %t, i1 %g, i1 false
  %not = select i1 %t, i1 false, i1 %g
  %a = zext i1 %both to i32
  %b = sext i1 %one to i32
  %d = sext i1 %tested to i32
  %e = sext i1 %given to i32
  %f = zext i1 %not to i32
  %ab = sub i32 %a, %b
  %de = mul i32 %d, 6
  %s = add i32 %ab, %de
  %ef = shl i32 %e, %f
  %r = xor i32 %s, %ef
  ret i32 %r
}"#,
    ),
];

#[test]
fn what_was_wrong_once_and_what_is_shorter() {
    for (what, text) in ONCE_WRONG.into_iter().chain(SHORTER) {
        let report = test(&read(text), plan(Stage::Selected, 300)).expect("it is for wasm32");
        let first = report.differences.first();
        assert!(first.is_none(), "{what}: {}", first.expect("there is one"));
        assert_eq!(
            (report.few(), report.unsupported()),
            (0, 0),
            "{what}: {report}"
        );
        assert!(report.refused.is_empty(), "{what}: {:?}", report.refused);
    }
}

#[test]
fn random_modules_pass() {
    for seed in 1..=6 {
        let text = random::module(&mut Rng::new(seed), 20);
        let report = test_text(&text, plan(Stage::Optimised, 8)).expect("it is for wasm32");
        assert!(report.complete > 500, "{report}");
        let first = report.differences.first();
        assert!(first.is_none(), "{}", first.expect("there is one"));
    }
}

/// A change of code that a wrong selection could have made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// Another operation on the same operands.
    Operation,
    /// The first two operands exchanged.
    Order,
    /// An operand that is a constant is one more.
    Constant(usize),
    /// An access is a byte further.
    Offset,
    /// A load extends otherwise, or a store or load is of another size.
    Access,
    /// A store or call does not happen.
    Dropped,
    /// Another function is called.
    Callee,
}

impl Change {
    const ALL: [Change; 9] = [
        Change::Operation,
        Change::Order,
        Change::Constant(0),
        Change::Constant(1),
        Change::Constant(2),
        Change::Offset,
        Change::Access,
        Change::Dropped,
        Change::Callee,
    ];

    /// Changes an instruction; tells whether there is such a change of it.
    fn apply(self, subject: &mut Subject<'_>, inst: usize) -> bool {
        let code = &mut subject.code;
        let inst = all_insts(code)[inst];
        let op = code.inst(inst).op;
        let mut operands = code.operands(inst).to_vec();
        let new = match self {
            Change::Operation => match other(op) {
                Some(op) => op,
                None => return false,
            },
            Change::Order => {
                if operands.len() < 2
                    || op.commutes()
                    || operands[0] == operands[1]
                    || code.ty(operands[0]) != code.ty(operands[1])
                {
                    return false;
                }
                operands.swap(0, 1);
                op
            }
            Change::Constant(at) => {
                let Some(&reg) = operands.get(at) else {
                    return false;
                };
                let Some(more) = one_more(code, reg) else {
                    return false;
                };
                operands[at] = more;
                op
            }
            Change::Offset => {
                let Some(mut address) = op.address() else {
                    return false;
                };
                address.offset += 1;
                op.with_address(address)
            }
            Change::Access => match resized(op) {
                Some(op) => op,
                None => return false,
            },
            Change::Dropped => {
                let has_results = code.inst(inst).results().len() > 0;
                if has_results || !code.inst(inst).effect.is_kept() {
                    return false;
                }
                code.set_effect(inst, Effect::Pure, Traps::Undefined);
                return true;
            }
            Change::Callee => match op {
                // What `take` is called with, `many` takes as well.
                Op::Call(symbol) if subject.name() == "calls" && symbol.index() == 0 => {
                    Op::Call(unsnarl_low::Symbol::new(2))
                }
                _ => return false,
            },
        };
        subject.code.replace(inst, new, &operands);
        true
    }
}

fn all_insts(code: &unsnarl_low::Function) -> Vec<unsnarl_low::InstId> {
    let blocks = code.order().iter();
    blocks
        .flat_map(|&block| code.block(block).insts())
        .collect()
}

/// An operation of the same types with another result.
fn other(op: Op) -> Option<Op> {
    Some(match op {
        Op::IntBinary(width, old) => Op::IntBinary(
            width,
            match old {
                IntBinary::Add => IntBinary::Sub,
                IntBinary::ShrU => IntBinary::ShrS,
                IntBinary::ShrS => IntBinary::ShrU,
                IntBinary::DivS => IntBinary::DivU,
                _ => IntBinary::Add,
            },
        ),
        Op::IntCompare(width, IntCompare::LtS) => Op::IntCompare(width, IntCompare::LtU),
        Op::IntCompare(..) | Op::FloatCompare(..) => op.negate()?,
        Op::FloatBinary(width, unsnarl_low::op::float::FloatBinary::Add) => {
            Op::FloatBinary(width, unsnarl_low::op::float::FloatBinary::Sub)
        }
        Op::FloatBinary(width, _) => {
            Op::FloatBinary(width, unsnarl_low::op::float::FloatBinary::Add)
        }
        _ => return None,
    })
}

fn one_more(code: &mut unsnarl_low::Function, reg: Reg) -> Option<Reg> {
    Some(match code.source(reg) {
        Source::Number(Number::I32(number)) => code.number(Number::I32(number.wrapping_add(1))),
        Source::Number(Number::I64(number)) => code.number(Number::I64(number.wrapping_add(1))),
        Source::Number(Number::F64(bits)) => code.number(Number::F64(bits + 1)),
        Source::Number(Number::Address(symbol, offset)) => {
            code.number(Number::Address(symbol, offset + 1))
        }
        Source::Frame(offset) => code.frame_address(offset + 1),
        _ => return None,
    })
}

fn resized(op: Op) -> Option<Op> {
    use unsnarl_low::Size::{B1, B2};
    Some(match op {
        Op::Load(Load::Narrow(ty, size, sign), address) => {
            let sign = match sign {
                Sign::Signed => Sign::Unsigned,
                Sign::Unsigned => Sign::Signed,
            };
            Op::Load(Load::Narrow(ty, size, sign), address)
        }
        Op::Load(Load::Whole(ty @ (Type::I32 | Type::I64)), address) => {
            Op::Load(Load::Narrow(ty, B2, Sign::Unsigned), address)
        }
        Op::Store(Store::Whole(ty @ (Type::I32 | Type::I64)), address) => {
            Op::Store(Store::Narrow(ty, B1), address)
        }
        _ => return None,
    })
}

/// Tells whether a change of a function is noticed.
fn is_noticed(module: &Module, name: &str, change: impl Fn(&mut Subject<'_>)) -> bool {
    let change = |subject: &mut Subject<'_>| {
        if subject.name() == name {
            change(subject);
        }
    };
    let report = test_changed(module, plan(Stage::Selected, 200), change);
    let report = report.expect("it is for wasm32");
    let mut found = report.differences.iter();
    assert!(found.all(|difference| difference.function == name));
    !report.differences.is_empty()
}

/// The functions of a module alone, so that a change of one does not run the others.
fn functions() -> Vec<(String, Module)> {
    let (before, rest) = FUNCTIONS
        .split_once("\ndefine ")
        .expect("there are functions");
    rest.split("\ndefine ")
        .map(|text| {
            let module = read(&format!("{before}\ndefine {text}"));
            let name = text.split(['@', '(']).nth(1).expect("it has a name");
            (name.to_owned(), module)
        })
        .collect()
}

#[test]
fn changed_code_is_noticed() {
    let mut changes = 0;
    let mut missed = Vec::new();
    for (name, module) in functions() {
        let mut inst = 0;
        loop {
            let count = std::cell::Cell::new(0);
            for change in Change::ALL {
                let applied = std::cell::Cell::new(false);
                let noticed = is_noticed(&module, &name, |subject| {
                    count.set(all_insts(&subject.code).len());
                    applied.set(inst < count.get() && change.apply(subject, inst));
                });
                changes += usize::from(applied.get());
                if applied.get() && !noticed {
                    missed.push(format!("{name} {inst} {change:?}"));
                }
            }
            inst += 1;
            if inst >= count.get() {
                break;
            }
        }
    }
    assert!(changes > 160, "{changes}");
    assert_eq!(missed, Vec::<String>::new(), "of {changes} changes");
}

#[test]
fn a_wrong_edge_is_noticed() {
    let module = read(FUNCTIONS);
    // The copies of the loop's back edge exchanged, and of its entry.
    assert!(is_noticed(&module, "loop", |subject| {
        let mut to: Vec<Reg> = subject.code.regs().collect();
        let body = unsnarl_ir::BlockId::new(2);
        let edge = subject.code.block(body).edges()[0];
        let [first, second] = subject.code.arguments(edge) else {
            panic!("two phis");
        };
        to.swap(first.index(), second.index());
        subject.code.replace_ends(&to);
    }));
    assert!(is_noticed(&module, "loop", |subject| {
        let zero = subject.code.number(Number::I32(0));
        let one = subject.code.number(Number::I32(1));
        let mut to: Vec<Reg> = subject.code.regs().collect();
        to[zero.index()] = one;
        subject.code.replace_ends(&to);
    }));
    // Another case, and the arms of a branch exchanged.
    assert!(is_noticed(&module, "choice", |subject| {
        let block = unsnarl_ir::BlockId::new(0);
        let operands = subject.code.exit_operands(block).to_vec();
        subject
            .code
            .set_exit(block, Exit::Switch(vec![3, 9]), &operands);
    }));
    assert!(is_noticed(&module, "ends", |subject| {
        let block = unsnarl_ir::BlockId::new(0);
        let zero = subject.code.number(Number::I32(0));
        subject.code.set_exit(block, Exit::Branch, &[zero]);
    }));
    // Another result.
    assert!(is_noticed(&module, "sums", |subject| {
        let block = unsnarl_ir::BlockId::new(0);
        let one = subject.code.number(Number::I32(1));
        subject.code.set_exit(block, Exit::Return, &[one]);
    }));
}

#[test]
fn a_wrong_claim_of_spare_bits_is_noticed() {
    let module = read(FUNCTIONS);
    let claim = |name: &str, value: usize, zero: bool, sign: bool| {
        is_noticed(&module, name, |subject| {
            let value = unsnarl_ir::ValueId::new(value);
            subject.set_spare(value, Spare { zero, sign });
        })
    };
    // The sum of bytes is not extended; a comparison is, with zeros.
    assert!(claim("narrow", 2, true, false));
    assert!(claim("narrow", 2, false, true));
    assert!(!claim("narrow", 3, true, false));
    assert!(claim("narrow", 3, false, true));
}
