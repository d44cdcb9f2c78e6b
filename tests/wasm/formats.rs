//! Floating-point formats that WebAssembly does not have: rounded once, and the nearest value where
//! they do not fit.

use crate::engine;
use crate::engine::Instance;
use wasmi::Val;

fn call(instance: &mut Instance, arguments: &[Val]) -> i64 {
    let results = instance.call("f", arguments).expect("nothing traps");
    results[0].i64().expect("it gives an i64")
}

/// Both halves of a number; the last argument of its function selects one.
fn halves(instance: &mut Instance, arguments: &[Val]) -> u128 {
    let mut half = |number: i64| {
        let mut arguments = arguments.to_vec();
        arguments.push(Val::I64(number));
        u128::from(call(instance, &arguments) as u64)
    };
    half(0) | half(1) << 64
}

/// The end of a function that returns one half of `%w`.
const ONE_HALF: &str = "%by = mul i64 %half, 64\n%amount = zext i64 %by to i128\n%moved = lshr i128 %w, %amount\n%low = trunc i128 %moved to i64\nret i64 %low\n}\n";

/// The routine returns 7777 for any operand, so that 7777 shows that the number was in range.
#[track_caller]
fn check_saturating(op: &str, width: u32, rows: &[(f64, i128)]) {
    for (from, routine) in [("float", "sf"), ("double", "df")] {
        let name = if op == "fptosi" { "__fix" } else { "__fixuns" };
        let short = if from == "float" { "f32" } else { "f64" };
        let extend = if op == "fptosi" { "sext" } else { "zext" };
        let wide = match width {
            128 => "%w = add i128 %i, 0".to_owned(),
            _ => format!("%w = {extend} i{width} %i to i128"),
        };
        let text = format!(
            "define i64 @f(double %x, i64 %half) \"wasm-export-name\"=\"f\" {{
%y = {}
%i = call i{width} @llvm.{op}.sat.i{width}.{short}({from} %y)
{wide}
{ONE_HALF}
define i128 @{name}{routine}ti({from} %x) {{\nret i128 7777\n}}
declare i{width} @llvm.{op}.sat.i{width}.{short}({from})",
            if from == "float" {
                "fptrunc double %x to float"
            } else {
                "fadd double %x, 0.0"
            },
        );
        let mut instance = engine::build(&text);
        for &(number, expected) in rows {
            let found = halves(&mut instance, &[Val::F64(number.into())]);
            assert_eq!(
                found, expected as u128,
                "{op} {from} {number:e} to i{width}"
            );
        }
    }
}

#[test]
fn saturating_conversions_to_more_than_64_bits() {
    let two = 2_f64;
    check_saturating(
        "fptosi",
        128,
        &[
            (1.5, 7777),
            (-two.powi(127), 7777),
            (two.powi(126), 7777),
            (two.powi(127), i128::MAX),
            (-two.powi(127) * (1.0 + two.powi(-20)), i128::MIN),
            (f64::INFINITY, i128::MAX),
            (f64::NEG_INFINITY, i128::MIN),
            (f64::NAN, 0),
        ],
    );
    check_saturating(
        "fptosi",
        100,
        &[
            (-two.powi(99), 7777),
            (two.powi(99), i128::MAX >> 28),
            (-two.powi(101), i128::MIN >> 28),
            (f64::NAN, 0),
        ],
    );
    check_saturating(
        "fptoui",
        128,
        &[
            (two.powi(127), 7777),
            (0.0, 7777),
            (-1.0, 0),
            (f64::INFINITY, -1),
            (f64::NAN, 0),
        ],
    );
    check_saturating(
        "fptoui",
        65,
        &[
            (two.powi(64), 7777),
            (two.powi(65), (1 << 65) - 1),
            (f64::NEG_INFINITY, 0),
        ],
    );
}

/// Comparisons of `fp128` by the order of their bits.
const ORDER: &str = "define internal i32 @order(fp128 %a, fp128 %b, i32 %unordered) {
%i = bitcast fp128 %a to i128
%j = bitcast fp128 %b to i128
%is = ashr i128 %i, 127
%if = lshr i128 %is, 1
%ik = xor i128 %i, %if
%js = ashr i128 %j, 127
%jf = lshr i128 %js, 1
%jk = xor i128 %j, %jf
%lt = icmp slt i128 %ik, %jk
%gt = icmp sgt i128 %ik, %jk
%l = sext i1 %lt to i32
%g = zext i1 %gt to i32
%o = or i32 %l, %g
%m = and i128 %i, 170141183460469231731687303715884105727
%n = icmp ugt i128 %m, 170135991163610696904058773219554885632
%r = select i1 %n, i32 %unordered, i32 %o
ret i32 %r
}
define i32 @__getf2(fp128 %a, fp128 %b) {
%r = call i32 @order(fp128 %a, fp128 %b, i32 -1)
ret i32 %r
}
define i32 @__lttf2(fp128 %a, fp128 %b) {
%r = call i32 @order(fp128 %a, fp128 %b, i32 1)
ret i32 %r
}
define i32 @__unordtf2(fp128 %a, fp128 %b) {
%r = call i32 @order(fp128 %a, fp128 %b, i32 7)
%s = icmp eq i32 %r, 7
%t = zext i1 %s to i32
ret i32 %t
}
";

/// The bits of a power of two as an `fp128`, plus some in its last places.
fn quad(exponent: i32, last: i128) -> u128 {
    (((16383 + exponent) as u128) << 112).wrapping_add_signed(last)
}

const NEGATIVE: u128 = 1 << 127;
const INFINITY: u128 = 0x7fff << 112;
const NONE: u128 = INFINITY + (1 << 111);

fn quads(numbers: &[u128]) -> Vec<Val> {
    let halves = numbers
        .iter()
        .flat_map(|&bits| [bits as i64, (bits >> 64) as i64]);
    halves.map(Val::I64).collect()
}

/// `%name` of two halves.
fn quad_of(name: &str) -> String {
    format!(
        "%{name}.l = zext i64 %{name}0 to i128\n%{name}.h = zext i64 %{name}1 to i128\n%{name}.s = shl i128 %{name}.h, 64\n\
         %{name}.b = or i128 %{name}.l, %{name}.s\n%{name} = bitcast i128 %{name}.b to fp128\n"
    )
}

#[test]
fn saturating_conversions_of_quads() {
    for (op, width, routine) in [
        ("fptosi", 32, "i32 @__fixtfsi"),
        ("fptosi", 20, "i32 @__fixtfsi"),
        ("fptosi", 64, "i64 @__fixtfdi"),
        ("fptosi", 128, "i128 @__fixtfti"),
        ("fptosi", 90, "i128 @__fixtfti"),
        ("fptoui", 32, "i32 @__fixunstfsi"),
        ("fptoui", 64, "i64 @__fixunstfdi"),
        ("fptoui", 128, "i128 @__fixunstfti"),
    ] {
        let (is_signed, result) = (op == "fptosi", routine.split(' ').next().unwrap_or(""));
        let extend = if is_signed { "sext" } else { "zext" };
        let wide = match width {
            128 => "%w = add i128 %i, 0".to_owned(),
            _ => format!("%w = {extend} i{width} %i to i128"),
        };
        let text = format!(
            "define i64 @f(i64 %x0, i64 %x1, i64 %half) \"wasm-export-name\"=\"f\" {{
{}%i = call i{width} @llvm.{op}.sat.i{width}.f128(fp128 %x)
{wide}
{ONE_HALF}
define {routine}(fp128 %x) {{\nret {result} 7777\n}}
{ORDER}declare i{width} @llvm.{op}.sat.i{width}.f128(fp128)",
            quad_of("x"),
        );
        let mut instance = engine::build(&text);
        let digits = width - i32::from(is_signed);
        let most = u128::MAX >> (128 - digits);
        let least = if is_signed { !most } else { 0 };
        let rows = [
            (quad(3, 12345), 7777),
            (quad(digits, -1), 7777),
            (quad(digits, 0), most),
            (quad(200, 0), most),
            (INFINITY, most),
            (NEGATIVE | INFINITY, least),
            (NEGATIVE | quad(digits, 1), least),
            (NEGATIVE | quad(digits, 0), if is_signed { 7777 } else { 0 }),
            (NONE, 0),
            (NEGATIVE | NONE, 0),
        ];
        for (bits, expected) in rows {
            let found = halves(&mut instance, &quads(&[bits]));
            assert_eq!(found, expected, "{op} {bits:x} to i{width}");
        }
    }
}

#[test]
fn extremes_of_quads_know_the_sign_of_zero() {
    let (one, two, zero) = (quad(0, 0), quad(1, 0), 0);
    let tiny = 1;
    let quiet = |bits: u128| bits | 1 << 111;
    let rows = [
        (one, two, one, two),
        (two, one, one, two),
        (
            NEGATIVE | one,
            NEGATIVE | two,
            NEGATIVE | two,
            NEGATIVE | one,
        ),
        (one, NEGATIVE | two, NEGATIVE | two, one),
        (zero, NEGATIVE, NEGATIVE, zero),
        (NEGATIVE, zero, NEGATIVE, zero),
        (tiny, zero, zero, tiny),
        (quad(0, 1), one, one, quad(0, 1)),
        (INFINITY, one, one, INFINITY),
        (NONE, one, NONE, NONE),
        (one, NONE + 5, NONE + 5, NONE + 5),
        (INFINITY + 1, two, quiet(INFINITY + 1), quiet(INFINITY + 1)),
    ];
    for (name, pick) in [("minimum", 0), ("maximum", 1)] {
        let text = format!(
            "define i64 @f(i64 %x0, i64 %x1, i64 %y0, i64 %y1, i64 %half) \"wasm-export-name\"=\"f\" {{
{}{}%q = call fp128 @llvm.{name}.f128(fp128 %x, fp128 %y)
%w = bitcast fp128 %q to i128
{ONE_HALF}
declare fp128 @llvm.{name}.f128(fp128, fp128)",
            quad_of("x"),
            quad_of("y"),
        );
        let mut instance = engine::build(&text);
        for (left, right, least, most) in rows {
            let found = halves(&mut instance, &quads(&[left, right]));
            assert_eq!(found, [least, most][pick], "{name} {left:x} {right:x}");
        }
    }
}

/// The bits of a `bfloat`, rounded once: to the nearest, to even at a tie.
fn rounded(magnitude: u128, is_negative: bool) -> i64 {
    let sign = i64::from(is_negative) << 15;
    let Some(highest) = magnitude.checked_ilog2() else {
        return 0;
    };
    let (mut digits, mut exponent) = match highest {
        0..8 => ((magnitude << (7 - highest)) as i64, i64::from(highest)),
        _ => {
            let cut = highest - 7;
            let (digits, lost) = (magnitude >> cut, magnitude & ((1 << cut) - 1));
            let tie = 1 << (cut - 1);
            let up = lost > tie || lost == tie && digits & 1 == 1;
            (digits as i64 + i64::from(up), i64::from(highest))
        }
    };
    if digits == 256 {
        (digits, exponent) = (128, exponent + 1);
    }
    match exponent {
        128.. => sign | 0x7f80,
        _ => sign | (exponent + 127) << 7 | (digits & 0x7f),
    }
}

/// Integers near ties, of all sizes, and others.
fn integers() -> Vec<u128> {
    let mut numbers = vec![0, 1, 255, 256, 257, u128::MAX, 1 << 127, i128::MAX as u128];
    for shift in 0..120 {
        for digits in [0x101, 0x102, 0x103, 0x1ff, 0xff_u128] {
            let tie = digits << shift;
            numbers.extend([tie, tie + 1, tie.wrapping_sub(1), tie.wrapping_neg()]);
        }
    }
    let mut state = 1_u128;
    for cut in 0..100 {
        state = state
            .wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645)
            .wrapping_add(1);
        numbers.push(state >> cut);
    }
    numbers
}

#[test]
fn integers_become_bfloats_with_one_rounding() {
    for (op, width) in [
        ("sitofp", 64),
        ("uitofp", 64),
        ("sitofp", 40),
        ("uitofp", 128),
        ("sitofp", 128),
        ("sitofp", 99),
        ("uitofp", 32),
    ] {
        let cut = match width {
            128 => "%i = or i128 %l, %s".to_owned(),
            _ => format!("%w = or i128 %l, %s\n%i = trunc i128 %w to i{width}"),
        };
        let text = format!(
            "define i64 @f(i64 %low, i64 %high) \"wasm-export-name\"=\"f\" {{
%l = zext i64 %low to i128
%h = zext i64 %high to i128
%s = shl i128 %h, 64
{cut}
%b = {op} i{width} %i to bfloat
%j = bitcast bfloat %b to i16
%r = zext i16 %j to i64
ret i64 %r
}}"
        );
        let mut instance = engine::build(&text);
        for number in integers() {
            let spare = 128 - width;
            let signed = (number << spare) as i128 >> spare;
            let expected = match op {
                "sitofp" => rounded(signed.unsigned_abs(), signed < 0),
                _ => rounded(number << spare >> spare, false),
            };
            let arguments = [number as i64, (number >> 64) as i64].map(Val::I64);
            let found = call(&mut instance, &arguments);
            assert_eq!(found, expected, "{op} i{width} {number:#x}");
        }
    }
}

#[test]
fn wider_formats_become_bfloats_with_one_rounding() {
    let text = "define i64 @f(double %x) \"wasm-export-name\"=\"f\" {
%b = fptrunc double %x to bfloat
%j = bitcast bfloat %b to i16
%r = zext i16 %j to i64
ret i64 %r
}";
    let mut instance = engine::build(text);
    let step = 2_f64.powi(-8);
    let grain = 2_f64.powi(-45);
    for (number, expected) in [
        (1.0, 0x3f80),
        (1.0 + step, 0x3f80),
        (1.0 + step + grain, 0x3f81),
        (1.0 + step - grain, 0x3f80),
        (1.0 + 3.0 * step, 0x3f82),
        (1.0 + 3.0 * step - grain, 0x3f81),
        (-1.0 - step - grain, 0xbf81),
        (-0.0, 0x8000),
        (1e-60, 0),
        (-1e-60, 0x8000),
        (2_f64.powi(-133), 1),
        (2_f64.powi(-134), 0),
        (2_f64.powi(-134) * (1.0 + grain), 1),
        (f64::from(f32::MAX), 0x7f80),
        (1e300, 0x7f80),
        (-1e300, 0xff80),
        (3.3895313892515355e38, 0x7f7f),
        (f64::INFINITY, 0x7f80),
        (f64::NEG_INFINITY, 0xff80),
    ] {
        let found = call(&mut instance, &[Val::F64(f64::into(number))]);
        assert_eq!(found, expected, "{number:e}");
    }
    let none = call(&mut instance, &[Val::F64(f64::NAN.into())]);
    assert!(none & 0x7fff > 0x7f80, "{none:x}");
}

/// The routines are correct for positive numbers of medium size.
#[test]
fn quads_become_bfloats_with_one_rounding() {
    let text = format!(
        "define i64 @f(i64 %x0, i64 %x1) \"wasm-export-name\"=\"f\" {{
{}%b = fptrunc fp128 %x to bfloat
%j = bitcast bfloat %b to i16
%r = zext i16 %j to i64
ret i64 %r
}}
define double @__trunctfdf2(fp128 %a) {{
%i = bitcast fp128 %a to i128
%m = lshr i128 %i, 60
%t = trunc i128 %m to i64
%v = lshr i128 %i, 59
%w = trunc i128 %v to i64
%u = and i64 %w, 1
%e = sub i64 %t, 69175290276410818560
%s = add i64 %e, %u
%r = bitcast i64 %s to double
ret double %r
}}
define fp128 @__extenddftf2(double %a) {{
%i = bitcast double %a to i64
%w = zext i64 %i to i128
%e = add i128 %w, 69175290276410818560
%s = shl i128 %e, 60
%r = bitcast i128 %s to fp128
ret fp128 %r
}}",
        quad_of("x"),
    )
    .replace(
        "sub i64 %t, 69175290276410818560",
        "sub i64 %t, -4611686018427387904",
    );
    let mut instance = engine::build(&text);
    let tie = 1 << 104;
    for (last, expected) in [
        (0, 0x3f80),
        (tie, 0x3f80),
        (tie + 1, 0x3f81),
        (tie - 1, 0x3f80),
        (3 * tie, 0x3f82),
        (3 * tie - 1, 0x3f81),
        (3 * tie + 1, 0x3f82),
    ] {
        let found = call(&mut instance, &quads(&[quad(0, last)]));
        assert_eq!(found, expected, "1 + {last:x}");
    }
}
