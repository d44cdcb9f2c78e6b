//! Operations on integers of every width, compared with arithmetic on limbs.

use crate::engine;
use std::fmt::Write;

use crate::engine::Instance;
use unsnarl_wasm::{Options, object};
use wasmi::Val;

/// Limbs of a number, the lowest first.
type Number = Vec<u64>;

/// The most limbs of a number here.
const MOST: usize = 1000;

const WIDTHS: [u32; 10] = [65, 128, 129, 256, 320, 1000, 1024, 4096, 16_384, 64_000];

/// Memory for three numbers, functions that set and give a limb, and for each operation one that
/// takes the first two numbers and writes the third.
fn module(width: u32) -> String {
    let ty = format!("i{width}");
    let mut text = format!(
        "@m = global [{} x i64] zeroinitializer, align 16\n\
         define void @set(i32 %at, i64 %limb) \"wasm-export-name\"=\"set\" {{\n \
         %p = getelementptr i64, ptr @m, i32 %at\n store i64 %limb, ptr %p\n ret void\n}}\n\
         define i64 @get(i32 %at) \"wasm-export-name\"=\"get\" {{\n \
         %p = getelementptr i64, ptr @m, i32 %at\n %limb = load i64, ptr %p\n ret i64 %limb\n}}\n",
        3 * MOST
    );
    let (second, third) = (8 * MOST, 16 * MOST);
    let mut add = |name: &str, body: &str| {
        write!(
            text,
            "define void @{name}() \"wasm-export-name\"=\"{name}\" {{\nentry:\n %q = getelementptr i8, ptr @m, i32 {second}\n \
             %o = getelementptr i8, ptr @m, i32 {third}\n %a = load {ty}, ptr @m\n %b = load {ty}, ptr %q\n{body} \
             store {ty} %r, ptr %o\n ret void\n}}\n"
        )
        .expect("strings take all text");
    };
    for op in ["add", "sub", "mul", "and", "or", "xor"] {
        add(op, &format!(" %r = {op} {ty} %a, %b\n"));
    }
    for op in ["shl", "lshr", "ashr"] {
        let amount = format!(" %by = urem i32 %n, {width}\n %amount = zext i32 %by to {ty}\n");
        let low = format!(" %n = load i32, ptr %q\n{amount}");
        add(op, &format!("{low} %r = {op} {ty} %a, %amount\n"));
    }
    for predicate in ["eq", "ne", "ult", "ule", "slt", "sge", "ugt"] {
        let body = format!(" %c = icmp {predicate} {ty} %a, %b\n %r = zext i1 %c to {ty}\n");
        add(predicate, &body);
    }
    for (name, op) in [("trunc-sext", "sext"), ("trunc-zext", "zext")] {
        let half = width / 2;
        add(
            name,
            &format!(" %t = trunc {ty} %a to i{half}\n %r = {op} i{half} %t to {ty}\n"),
        );
    }
    let greater = format!(" %c = icmp ugt {ty} %a, %b\n");
    add(
        "select",
        &format!("{greater} %r = select i1 %c, {ty} %a, {ty} %b\n"),
    );
    add(
        "phi",
        &format!(
            "{greater} br i1 %c, label %then, label %join\nthen:\n br label %join\njoin:\n \
             %r = phi {ty} [ %b, %entry ], [ %a, %then ]\n"
        ),
    );
    add("freeze", &format!(" %r = freeze {ty} %a\n"));
    text
}

/// A call with a wide argument, and with a wide result.
fn with_calls(width: u32) -> String {
    let ty = format!("i{width}");
    let (second, third) = (8 * MOST, 16 * MOST);
    format!(
        "{}define internal {ty} @next({ty} %x) noinline {{\n %y = add {ty} %x, 1\n ret {ty} %y\n}}\n\
         define void @call() \"wasm-export-name\"=\"call\" {{\n %q = getelementptr i8, ptr @m, i32 {second}\n \
         %o = getelementptr i8, ptr @m, i32 {third}\n %b = load {ty}, ptr %q\n %r = call {ty} @next({ty} %b)\n store {ty} %r, ptr %o\n ret void\n}}\n",
        module(width)
    )
}

/// The result of an operation.
fn expected(op: &str, width: u32, a: &[u64], b: &[u64]) -> Number {
    let (a, b) = (cut(a, width), cut(b, width));
    let truth = |holds: bool| small(u64::from(holds), a.len());
    let limbwise = |op: fn(u64, u64) -> u64| a.iter().zip(&b).map(|(&a, &b)| op(a, b)).collect();
    let amount = (b[0] as u32) % width;
    let found = match op {
        "add" => sum(&a, &b, 0),
        "sub" => sum(&a, &not(&b), 1),
        "mul" => product(&a, &b),
        "and" => limbwise(|a, b| a & b),
        "or" => limbwise(|a, b| a | b),
        "xor" => limbwise(|a, b| a ^ b),
        "shl" => moved(&a, |bit| bit.checked_sub(amount), width, false),
        "lshr" => moved(&a, |bit| bit.checked_add(amount), width, false),
        "ashr" => moved(&a, |bit| bit.checked_add(amount), width, sign(&a, width)),
        "eq" => truth(a == b),
        "ne" => truth(a != b),
        "ult" => truth(is_below(&a, &b)),
        "ugt" => truth(is_below(&b, &a)),
        "ule" => truth(!is_below(&b, &a)),
        "slt" | "sge" => {
            let (negative, other) = (sign(&a, width), sign(&b, width));
            let less = match negative == other {
                true => is_below(&a, &b),
                false => negative,
            };
            truth(less == (op == "slt"))
        }
        "trunc-zext" => moved(&a, |bit| (bit < width / 2).then_some(bit), width, false),
        "trunc-sext" => {
            let half = width / 2;
            moved(
                &a,
                |bit| Some(if bit < half { bit } else { half - 1 }),
                width,
                false,
            )
        }
        "select" | "phi" if is_below(&b, &a) => a.clone(),
        "select" | "phi" => b.clone(),
        "call" => sum(&b, &small(1, b.len()), 0),
        "freeze" => a.clone(),
        _ => panic!("{op} is no operation here"),
    };
    cut(&found, width)
}

fn small(number: u64, limbs: usize) -> Number {
    let mut all = vec![0; limbs];
    all[0] = number;
    all
}

fn not(number: &[u64]) -> Number {
    number.iter().map(|limb| !limb).collect()
}

fn sum(left: &[u64], right: &[u64], carry: u128) -> Number {
    let mut carry = carry;
    let add = |(&left, &right): (&u64, &u64)| {
        carry += u128::from(left) + u128::from(right);
        let limb = carry as u64;
        carry >>= 64;
        limb
    };
    left.iter().zip(right).map(add).collect()
}

fn product(left: &[u64], right: &[u64]) -> Number {
    let mut product = vec![0_u64; left.len()];
    for (i, &l) in left.iter().enumerate() {
        let mut carry = 0_u128;
        for (j, &r) in right.iter().enumerate().take(left.len() - i) {
            carry += u128::from(l) * u128::from(r) + u128::from(product[i + j]);
            product[i + j] = carry as u64;
            carry >>= 64;
        }
    }
    product
}

fn is_below(left: &[u64], right: &[u64]) -> bool {
    left.iter().rev().lt(right.iter().rev())
}

fn bit(number: &[u64], bit: u32) -> bool {
    number[bit as usize / 64] >> (bit % 64) & 1 == 1
}

fn sign(number: &[u64], width: u32) -> bool {
    bit(number, width - 1)
}

/// The number whose bits come from those that `from` names, and are `fill` beyond the width.
fn moved(number: &[u64], from: impl Fn(u32) -> Option<u32>, width: u32, fill: bool) -> Number {
    let mut made = vec![0; number.len()];
    for to in 0..width {
        let is_set = match from(to) {
            Some(from) if from < width => bit(number, from),
            Some(_) => fill,
            None => false,
        };
        made[to as usize / 64] |= u64::from(is_set) << (to % 64);
    }
    made
}

/// The number without the bits above the width.
fn cut(number: &[u64], width: u32) -> Number {
    let mut number = number.to_vec();
    let spare = number.len() as u32 * 64 - width;
    if let Some(last) = number.last_mut() {
        *last = *last << spare >> spare;
    }
    number
}

fn set(instance: &mut Instance, at: usize, number: &[u64]) {
    for (index, &limb) in number.iter().enumerate() {
        let arguments = [Val::I32((at * MOST + index) as i32), Val::I64(limb as i64)];
        instance.call("set", &arguments).expect("nothing traps");
    }
}

fn get(instance: &mut Instance, limbs: usize) -> Number {
    let mut limb = |index: usize| {
        let at = [Val::I32((2 * MOST + index) as i32)];
        let limb = instance.call("get", &at).expect("nothing traps");
        limb[0].i64().expect("it is a limb") as u64
    };
    (0..limbs).map(&mut limb).collect()
}

/// Random numbers, numbers of few limbs, and those at the ends.
fn pairs(width: u32) -> Vec<(Number, Number)> {
    let limbs = width.div_ceil(64) as usize;
    let mut state = u64::from(width);
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        state ^ state >> 29
    };
    let mut number = || -> Number { (0..limbs).map(|_| random()).collect() };
    let ones = vec![u64::MAX; limbs];
    let mut lowest = vec![0; limbs];
    lowest[limbs - 1] = 1 << ((width - 1) % 64);
    let (one, same) = (number(), number());
    vec![
        (one, number()),
        (same.clone(), same),
        (ones.clone(), ones.clone()),
        (ones, small(1, limbs)),
        (lowest.clone(), small(u64::from(width) - 1, limbs)),
        (small(3, limbs), lowest),
        (number(), small(64, limbs)),
    ]
}

#[test]
fn operations_of_every_width() {
    let mut ops = vec![
        "add",
        "sub",
        "mul",
        "and",
        "or",
        "xor",
        "shl",
        "lshr",
        "ashr",
        "eq",
        "ne",
        "ult",
        "ule",
        "slt",
        "sge",
        "ugt",
        "trunc-zext",
        "trunc-sext",
        "select",
        "phi",
        "freeze",
        "call",
    ];
    for width in WIDTHS {
        let limbs = width.div_ceil(64) as usize;
        // The address of the result and a thousand limbs are one parameter too many.
        let has_calls = limbs < MOST;
        if !has_calls {
            ops.retain(|&op| op != "call");
        }
        let mut instance = match has_calls {
            true => engine::build(&with_calls(width)),
            false => engine::build(&module(width)),
        };
        for (a, b) in pairs(width) {
            set(&mut instance, 0, &a);
            set(&mut instance, 1, &b);
            for op in &ops {
                set(&mut instance, 2, &vec![0; limbs]);
                instance.call(op, &[]).expect("nothing traps");
                let found = get(&mut instance, limbs);
                let wanted = expected(op, width, &a, &b);
                assert!(
                    found == wanted,
                    "{op} i{width}: {found:x?} and not {wanted:x?}"
                );
            }
        }
    }
}

/// The length of code is at most linear in the width, and a shift needs a step more for each
/// doubling.
#[test]
fn code_grows_with_the_width_and_no_faster() {
    let bytes = |width: u32, op: &str| {
        let ty = format!("i{width}");
        let text = format!(
            "{}define void @f(ptr %p, ptr %q) {{\n %a = load {ty}, ptr %p\n %b = load {ty}, ptr %q\n \
             %r = {op} {ty} %a, %b\n store {ty} %r, ptr %p\n ret void\n}}\n",
            engine::HEAD
        );
        let module = unsnarl_llvm::read(&text).expect("the test is well formed");
        let output = object(&module, &Options::default()).expect("it compiles");
        output.bytes.len()
    };
    for op in [
        "add", "sub", "mul", "and", "shl", "lshr", "ashr", "udiv", "srem",
    ] {
        let (narrow, wide) = (bytes(6_400, op), bytes(64_000, op));
        assert!(wide < 15 * narrow, "{op}: {narrow} bytes, and {wide}");
    }
    let product = bytes(64_000, "mul");
    assert!(product < 200 * MOST, "{product} bytes for {MOST} limbs");
}
