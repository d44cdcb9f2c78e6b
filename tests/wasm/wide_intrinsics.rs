//! Intrinsics on integers of more than 128 bits, and their conversions, compared with their
//! definitions, bit by bit.

use crate::engine;
use std::fmt::Write;

use crate::engine::Instance;
use wasmi::Val;

/// The bits of an integer, the lowest first.
type Bits = Vec<bool>;

/// Widths with whole limbs, whole bytes, a bit beyond and a bit missing.
const WIDTHS: [u32; 6] = [129, 144, 191, 192, 200, 256];

/// Compiles `@f`, which takes the limbs of `%a` and `%b`, of a width, and the number of a limb;
/// `body` computes `%r` of `result` bits, of which it gives that limb. `iW` is the type of `%a`.
fn function(width: u32, result: u32, body: &str, declarations: &str) -> Instance {
    let limbs = width.div_ceil(64);
    let full = 64 * result.div_ceil(64).max(1);
    let mut text = "define i64 @f(".to_owned();
    let mut stores = String::new();
    for name in ["a", "b"] {
        writeln!(stores, "%p{name} = alloca [{limbs} x i64]").expect("strings take all text");
        for limb in 0..limbs {
            write!(text, "i64 %{name}{limb}, ").expect("strings take all text");
            writeln!(
                stores,
                "%q{name}{limb} = getelementptr i64, ptr %p{name}, i32 {limb}\n\
                 store i64 %{name}{limb}, ptr %q{name}{limb}"
            )
            .expect("strings take all text");
        }
        writeln!(stores, "%{name} = load i{width}, ptr %p{name}").expect("strings take all text");
    }
    let body = body.replace("iW", &format!("i{width}"));
    let declarations = declarations.replace("iW", &format!("i{width}"));
    let extended = match result {
        _ if result == full => format!("%full = freeze i{full} %r"),
        _ => format!("%full = zext i{result} %r to i{full}"),
    };
    write!(
        text,
        "i32 %limb) \"wasm-export-name\"=\"f\" {{\n{stores}{body}\n{extended}\n%out = alloca i{full}\n\
         store i{full} %full, ptr %out\n%at = getelementptr i64, ptr %out, i32 %limb\n\
         %low = load i64, ptr %at\nret i64 %low\n}}\n{declarations}"
    )
    .expect("strings take all text");
    engine::build(&text)
}

fn run(instance: &mut Instance, width: u32, result: u32, operands: [&Bits; 2]) -> Bits {
    let limb = |bits: &[bool]| {
        let bits = bits.iter().enumerate();
        Val::I64(bits.fold(0, |sum, (index, &bit)| sum | i64::from(bit) << index))
    };
    let mut arguments: Vec<Val> = operands
        .iter()
        .flat_map(|bits| {
            assert_eq!(bits.len(), width as usize);
            bits.chunks(64).map(limb)
        })
        .collect();
    let mut bits = Vec::new();
    for index in 0..result.div_ceil(64) {
        arguments.push(Val::I32(index as i32));
        let results = instance.call("f", &arguments).expect("nothing traps");
        let limb = results[0].i64().expect("it gives an i64");
        bits.extend((0..64).map(|bit| limb >> bit & 1 == 1));
        arguments.pop();
    }
    bits.truncate(result as usize);
    bits
}

/// An integer of a width that begins with these limbs and goes on with zeros or ones.
fn number(width: u32, limbs: &[u64], fill: bool) -> Bits {
    let bit = |index: u32| match limbs.get(index as usize / 64) {
        Some(limb) => limb >> (index % 64) & 1 == 1,
        None => fill,
    };
    (0..width).map(bit).collect()
}

/// Numbers at the ends, around limbs, and random ones of every length.
fn numbers(width: u32) -> Vec<Bits> {
    let mut list = vec![
        number(width, &[], false),
        number(width, &[1], false),
        number(width, &[], true),
        number(width, &[5], false),
        number(width, &[u64::MAX - 6], true),
    ];
    for one in [63, 64, 127, 128, width - 2, width - 1] {
        let mut bits = number(width, &[], false);
        bits[one as usize] = true;
        list.push(bits.iter().map(|bit| !bit).collect());
        list.push(bits);
    }
    let mut state = u64::from(width);
    for round in 0..12 {
        let mut limb = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            state ^ state >> 29
        };
        let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| limb()).collect();
        let mut bits = number(width, &limbs, false);
        let kept = width as usize * (round + 1) / 12;
        let fill = round % 2 == 1;
        bits[kept..].fill(fill);
        list.push(bits);
    }
    list
}

/// The sum of two numbers and a bit, as long as the first.
fn sum(left: &[bool], right: &[bool], mut carry: bool) -> Bits {
    let mut bits = Vec::new();
    for (&left, &right) in left.iter().zip(right) {
        bits.push(left ^ right ^ carry);
        carry = left & right | carry & (left ^ right);
    }
    bits
}

fn flipped(bits: &[bool]) -> Bits {
    bits.iter().map(|bit| !bit).collect()
}

/// Extended to this many bits, by zeros or by its sign.
fn extended(bits: &[bool], width: usize, is_signed: bool) -> Bits {
    let mut bits = bits.to_vec();
    let fill = is_signed && bits.last() == Some(&true);
    bits.resize(width, fill);
    bits
}

fn product(left: &[bool], right: &[bool]) -> Bits {
    let mut whole = vec![false; left.len()];
    for (index, _) in right.iter().enumerate().filter(|(_, bit)| **bit) {
        let mut moved = vec![false; index];
        moved.extend(&left[..left.len() - index]);
        whole = sum(&whole, &moved, false);
    }
    whole
}

/// Tells whether one number is below another.
fn is_below(left: &[bool], right: &[bool], is_signed: bool) -> bool {
    let key = |bits: &[bool]| {
        let mut bits = bits.to_vec();
        if is_signed && let Some(sign) = bits.last_mut() {
            *sign = !*sign;
        }
        bits.reverse();
        bits
    };
    key(left) < key(right)
}

/// The exact result of an operation, and the same truncated to the
/// width.
fn exact(op: &str, left: &[bool], right: &[bool], is_signed: bool) -> (Bits, Bits) {
    let width = left.len();
    let [left, right] = [left, right].map(|bits| extended(bits, 2 * width + 1, is_signed));
    let whole = match op {
        "add" => sum(&left, &right, false),
        "sub" => sum(&left, &flipped(&right), true),
        _ => product(&left, &right),
    };
    let cut = whole[..width].to_vec();
    (whole, cut)
}

fn check_pairs(
    width: u32,
    result: u32,
    body: &str,
    declaration: &str,
    expected: impl Fn(&Bits, &Bits) -> Bits,
) {
    let mut instance = function(width, result, body, declaration);
    let list = numbers(width);
    for (index, left) in list.iter().enumerate() {
        for right in list.iter().skip(index % 3).step_by(3) {
            let found = run(&mut instance, width, result, [left, right]);
            assert_eq!(
                found,
                expected(left, right),
                "{body} of {width} bits: {left:?} {right:?}"
            );
        }
    }
}

#[test]
fn arithmetic_that_overflows() {
    for width in WIDTHS {
        for (sign, op) in ["s", "u"]
            .into_iter()
            .flat_map(|sign| ["add", "sub", "mul"].map(|op| (sign, op)))
        {
            let is_signed = sign == "s";
            let name = format!("{sign}{op}.with.overflow");
            let declaration = format!("declare {{iW, i1}} @llvm.{name}.iW(iW, iW)");
            let body = |index: u32| {
                format!(
                    "%p = call {{iW, i1}} @llvm.{name}.iW(iW %a, iW %b)\n%r = extractvalue {{iW, i1}} %p, {index}"
                )
            };
            check_pairs(width, width, &body(0), &declaration, |left, right| {
                exact(op, left, right, is_signed).1
            });
            check_pairs(width, 1, &body(1), &declaration, |left, right| {
                let (whole, cut) = exact(op, left, right, is_signed);
                vec![whole != extended(&cut, whole.len(), is_signed)]
            });
            if op == "mul" {
                continue;
            }
            let declaration = format!("declare iW @llvm.{sign}{op}.sat.iW(iW, iW)");
            let body = format!("%r = call iW @llvm.{sign}{op}.sat.iW(iW %a, iW %b)");
            check_pairs(width, width, &body, &declaration, |left, right| {
                let (whole, cut) = exact(op, left, right, is_signed);
                if whole == extended(&cut, whole.len(), is_signed) {
                    return cut;
                }
                let is_negative = whole.last() == Some(&true);
                let mut limit = vec![!is_negative; width as usize];
                if is_signed {
                    limit[width as usize - 1] = is_negative;
                }
                limit
            });
        }
    }
}

#[test]
fn order() {
    for width in WIDTHS {
        for (sign, is_signed) in [("s", true), ("u", false)] {
            for (name, is_greatest) in [("max", true), ("min", false)] {
                let declaration = format!("declare iW @llvm.{sign}{name}.iW(iW, iW)");
                let body = format!("%r = call iW @llvm.{sign}{name}.iW(iW %a, iW %b)");
                check_pairs(width, width, &body, &declaration, |left, right| {
                    let takes_right = is_below(left, right, is_signed) == is_greatest;
                    if takes_right { right } else { left }.clone()
                });
            }
            let declaration = format!("declare i8 @llvm.{sign}cmp.i8.iW(iW, iW)");
            let body = format!("%r = call i8 @llvm.{sign}cmp.i8.iW(iW %a, iW %b)");
            check_pairs(width, 8, &body, &declaration, |left, right| {
                let order = i8::from(is_below(right, left, is_signed))
                    - i8::from(is_below(left, right, is_signed));
                (0..8).map(|bit| order >> bit & 1 == 1).collect()
            });
        }
    }
}

#[track_caller]
fn check_one(width: u32, name: &str, flag: &str, expected: impl Fn(&Bits) -> Bits) {
    let body = format!("%r = call iW @llvm.{name}.iW(iW %a{flag})");
    let kinds = if flag.is_empty() { "" } else { ", i1" };
    let declaration = format!("declare iW @llvm.{name}.iW(iW{kinds})");
    let mut instance = function(width, width, &body, &declaration);
    for value in numbers(width) {
        let found = run(&mut instance, width, width, [&value, &value]);
        assert_eq!(found, expected(&value), "{name} of {width} bits: {value:?}");
    }
}

#[test]
fn bits() {
    for width in WIDTHS {
        let count = |count: usize| number(width, &[count as u64], false);
        check_one(width, "ctpop", "", |value| {
            count(value.iter().filter(|bit| **bit).count())
        });
        check_one(width, "ctlz", ", i1 false", |value| {
            count(value.iter().rev().take_while(|bit| !**bit).count())
        });
        check_one(width, "cttz", ", i1 0", |value| {
            count(value.iter().take_while(|bit| !**bit).count())
        });
        check_one(width, "bitreverse", "", |value| {
            value.iter().rev().copied().collect()
        });
        check_one(width, "abs", ", i1 false", |value| match value.last() {
            Some(true) => sum(&flipped(value), &number(width, &[1], false), false),
            _ => value.clone(),
        });
        if width.is_multiple_of(16) {
            check_one(width, "bswap", "", |value| {
                value.chunks(8).rev().flatten().copied().collect()
            });
        }
    }
}

/// All amounts: of any size for funnel shifts, below the width for the others.
#[test]
fn shifts() {
    for width in [129, 192, 256] {
        for name in ["fshl", "fshr", "rotl"] {
            let low = if name == "rotl" { "%a" } else { "%b" };
            let base = if name == "fshr" { "fshr" } else { "fshl" };
            for amount in [
                0,
                1,
                63,
                64,
                65,
                width - 1,
                width,
                width + 1,
                3 * width + 70,
            ] {
                let body = format!("%r = call iW @llvm.{base}.iW(iW %a, iW {low}, iW {amount})");
                let declaration = format!("declare iW @llvm.{base}.iW(iW, iW, iW)");
                let by = (amount % width) as usize;
                let mut instance = function(width, width, &body, &declaration);
                for pair in numbers(width).windows(2) {
                    let high = &pair[0];
                    let low = if name == "rotl" { high } else { &pair[1] };
                    let all = [low.clone(), high.clone()].concat();
                    let start = if base == "fshl" {
                        width as usize - by
                    } else {
                        by
                    };
                    let expected = all[start..start + width as usize].to_vec();
                    let found = run(&mut instance, width, width, [&pair[0], &pair[1]]);
                    assert_eq!(found, expected, "{name} by {amount} of {width}");
                }
            }
        }
        for (name, is_signed) in [("sshl", true), ("ushl", false)] {
            for amount in [0, 1, 63, 64, width - 1] {
                let body = format!("%r = call iW @llvm.{name}.sat.iW(iW %a, iW {amount})");
                let declaration = format!("declare iW @llvm.{name}.sat.iW(iW, iW)");
                let mut instance = function(width, width, &body, &declaration);
                for value in numbers(width) {
                    let mut whole = vec![false; amount as usize];
                    whole.extend(extended(&value, width as usize + 1, is_signed));
                    let cut = whole[..width as usize].to_vec();
                    let mut expected = cut.clone();
                    if extended(&cut, whole.len(), is_signed) != whole {
                        let is_negative = is_signed && value.last() == Some(&true);
                        expected = vec![!is_negative; width as usize];
                        if is_signed {
                            expected[width as usize - 1] = is_negative;
                        }
                    }
                    let found = run(&mut instance, width, width, [&value, &value]);
                    assert_eq!(found, expected, "{name} by {amount} of {width}: {value:?}");
                }
            }
        }
    }
}

/// A number as a float, from its highest 127 bits and whether lower ones are set.
fn float_of(bits: &[bool]) -> f64 {
    let length = bits.iter().rposition(|&bit| bit).map_or(0, |last| last + 1);
    let start = length.saturating_sub(126);
    let top = bits[start..length].iter().rev();
    let mut digits = top.fold(0_u128, |sum, &bit| sum << 1 | u128::from(bit));
    digits = digits << 1 | u128::from(bits[..start].contains(&true));
    // Rounds once; the rest is exact.
    digits as f64 * 2_f64.powi(start as i32 - 1)
}

#[test]
fn to_floats() {
    for width in [129, 192, 200, 1100] {
        for (op, is_signed) in [("sitofp", true), ("uitofp", false)] {
            let as_double = format!("%d = {op} iW %a to double\n%r = bitcast double %d to i64");
            let as_float = format!(
                "%d = {op} iW %a to float\n%e = fpext float %d to double\n%r = bitcast double %e to i64"
            );
            for (body, is_float) in [(as_double, false), (as_float, true)] {
                let mut instance = function(width, 64, &body, "");
                for value in numbers(width) {
                    let is_negative = is_signed && value.last() == Some(&true);
                    let magnitude = match is_negative {
                        true => sum(&flipped(&value), &number(width, &[1], false), false),
                        false => value.clone(),
                    };
                    let mut expected = float_of(&magnitude);
                    if is_float {
                        expected = f64::from(nearest_float(&magnitude));
                    }
                    if is_negative {
                        expected = -expected;
                    }
                    let found = run(&mut instance, width, 64, [&value, &value]);
                    let found = found
                        .iter()
                        .rev()
                        .fold(0_u64, |sum, &bit| sum << 1 | u64::from(bit));
                    let found = f64::from_bits(found);
                    assert_eq!(
                        found.to_bits(),
                        expected.to_bits(),
                        "{body} of {width}: {value:?}: {found}, not {expected}"
                    );
                }
            }
        }
    }
}

/// As [`float_of`], with one rounding to a `float`.
fn nearest_float(bits: &[bool]) -> f32 {
    let length = bits.iter().rposition(|&bit| bit).map_or(0, |last| last + 1);
    let start = length.saturating_sub(63);
    let top = bits[start..length].iter().rev();
    let mut digits = top.fold(0_u64, |sum, &bit| sum << 1 | u64::from(bit));
    digits = digits << 1 | u64::from(bits[..start].contains(&true));
    // The rounded one is exact as a double, and so is its product.
    (f64::from(digits as f32) * 2_f64.powi(start as i32 - 1)) as f32
}

/// The integer to which a number is truncated, if it fits this many bits.
fn int_of(value: f64, width: u32, is_signed: bool) -> Option<Bits> {
    if !value.is_finite() {
        return None;
    }
    let bits = value.abs().to_bits();
    let (exponent, fraction) = ((bits >> 52) as i32 - 1075, bits & ((1 << 52) - 1) | 1 << 52);
    let mut magnitude = vec![false; exponent.max(0) as usize];
    let cut = (-exponent).clamp(0, 63);
    magnitude.extend((cut..64).map(|bit| fraction >> bit & 1 == 1));
    magnitude.resize(magnitude.len().max(2 * width as usize), false);
    let negative = sum(
        &flipped(&magnitude),
        &number(magnitude.len() as u32, &[1], false),
        false,
    );
    let whole = if value < 0.0 { negative } else { magnitude };
    let cut = whole[..width as usize].to_vec();
    (extended(&cut, whole.len(), is_signed) == whole).then_some(cut)
}

#[test]
fn from_floats() {
    let mut values = vec![
        0.0,
        -0.0,
        0.9,
        -0.9,
        1.0,
        -1.0,
        123_456_789.75,
        -5e-324,
        1e300,
        -1e300,
    ];
    values.extend([
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        f64::MAX,
        f64::from(f32::MAX),
        f64::from(f32::MIN),
    ]);
    for exponent in [
        31, 52, 53, 63, 64, 100, 127, 128, 190, 191, 192, 199, 254, 255, 256,
    ] {
        for factor in [1.0, -1.0, 1.5, -1.999_999_9, 1.999_999_999_999_9] {
            values.push(factor * 2_f64.powi(exponent));
        }
    }
    for width in [129, 192, 200, 256] {
        for (sign, is_signed) in [("s", true), ("u", false)] {
            for (ty, name) in [("double", "f64"), ("float", "f32")] {
                let narrow = if ty == "float" {
                    "%v = fptrunc double %d to float"
                } else {
                    "%v = fadd double %d, -0.0"
                };
                let bits = "%t = trunc iW %a to i64\n%d = bitcast i64 %t to double";
                let plain = format!("{bits}\n{narrow}\n%r = fpto{sign}i {ty} %v to iW");
                let saturating = format!(
                    "{bits}\n{narrow}\n%r = call iW @llvm.fpto{sign}i.sat.iW.{name}({ty} %v)"
                );
                let declaration = format!("declare iW @llvm.fpto{sign}i.sat.iW.{name}({ty})");
                let mut plain = function(width, width, &plain, "");
                let mut saturating = function(width, width, &saturating, &declaration);
                for &value in &values {
                    let operand = number(width, &[value.to_bits()], false);
                    let value = if ty == "float" {
                        f64::from(value as f32)
                    } else {
                        value
                    };
                    let inside = int_of(value, width, is_signed);
                    if let Some(expected) = &inside {
                        let found = run(&mut plain, width, width, [&operand, &operand]);
                        assert_eq!(
                            &found, expected,
                            "{value:e} from {ty} to {width} bits, {sign}"
                        );
                    }
                    let mut limit = vec![value > 0.0; width as usize];
                    if is_signed && !value.is_nan() {
                        limit[width as usize - 1] = value < 0.0;
                    }
                    let found = run(&mut saturating, width, width, [&operand, &operand]);
                    assert_eq!(
                        found,
                        inside.unwrap_or(limit),
                        "{value:e} from {ty} to {width} bits at most, {sign}"
                    );
                }
            }
        }
    }
}

/// A string of bits as an integer, as a vector, and back; an address as an integer.
#[test]
fn casts() {
    for (width, vectors) in [
        (192, ["<3 x i64>", "<6 x float>", "<192 x i1>"]),
        (256, ["<4 x double>", "<8 x i32>", "<2 x i128>"]),
        (200, ["<25 x i8>", "<5 x i40>", "<200 x i1>"]),
    ] {
        for vector in vectors {
            let body = format!("%v = bitcast iW %a to {vector}\n%r = bitcast {vector} %v to iW");
            check_pairs(width, width, &body, "", |left, _| left.clone());
        }
    }
    let body = "%p = inttoptr iW %a to ptr\n%r = ptrtoint ptr %p to iW";
    check_pairs(200, 200, body, "", |left, _| {
        extended(&left[..32], 200, false)
    });
}
