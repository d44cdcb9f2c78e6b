//! Operations wider than any number of WebAssembly: divisions of more than 128 bits, switches on
//! more than 64.

use crate::engine;
use std::fmt::Write;

use wasmi::Val;

/// Instructions that build `%name` from limbs, the lowest first.
fn assembled(name: char, width: u32, limbs: u32) -> String {
    let mut text = format!("%{name}.sum0 = add i{width} 0, 0\n");
    for limb in 0..limbs {
        let (from, next) = (format!("{name}.sum{limb}"), limb + 1);
        let amount = 64 * limb;
        write!(
            text,
            "%{name}.wide{limb} = zext i64 %{name}{limb} to i{width}\n\
             %{name}.moved{limb} = shl i{width} %{name}.wide{limb}, {amount}\n\
             %{name}.sum{next} = or i{width} %{from}, %{name}.moved{limb}\n"
        )
        .expect("strings take all text");
    }
    text.replace(&format!("%{name}.sum{limbs} ="), &format!("%{name} ="))
}

/// A function for each division, which takes the limbs of both operands and the number of a limb of
/// the result.
fn divisions(width: u32, limbs: u32) -> String {
    let parameters: Vec<String> = ['a', 'b']
        .iter()
        .flat_map(|name| (0..limbs).map(move |limb| format!("i64 %{name}{limb}")))
        .collect();
    let parameters = parameters.join(", ");
    let (a, b) = (assembled('a', width, limbs), assembled('b', width, limbs));
    let mut text = String::new();
    for op in ["udiv", "urem", "sdiv", "srem"] {
        let extend = if op.starts_with('s') { "ashr" } else { "lshr" };
        write!(
            text,
            "define i64 @{op}({parameters}, i64 %limb) \"wasm-export-name\"=\"{op}\" {{\n{a}{b}\
             %r = {op} i{width} %a, %b\n%by = mul i64 %limb, 64\n%amount = zext i64 %by to i{width}\n\
             %moved = {extend} i{width} %r, %amount\n%low = trunc i{width} %moved to i64\nret i64 %low\n}}\n"
        )
        .expect("strings take all text");
    }
    text
}

/// The low bits of a number, the others as its sign says or zero.
fn extended(limbs: &[u64], width: u32, is_signed: bool) -> Vec<u64> {
    let is_negative = is_signed && limbs[(width - 1) as usize / 64] >> ((width - 1) % 64) & 1 == 1;
    let fill = if is_negative { u64::MAX } else { 0 };
    let own = |index: usize| {
        let below = (width as usize).saturating_sub(64 * index).min(64);
        match below {
            64 => limbs[index],
            0 => fill,
            _ => limbs[index] & ((1 << below) - 1) | fill << below,
        }
    };
    (0..limbs.len()).map(own).collect()
}

fn product(left: &[u64], right: &[u64]) -> Vec<u64> {
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

fn sum(left: &[u64], right: &[u64]) -> Vec<u64> {
    let mut carry = 0_u128;
    let add = |(&left, &right): (&u64, &u64)| {
        carry += u128::from(left) + u128::from(right);
        let limb = carry as u64;
        carry >>= 64;
        limb
    };
    left.iter().zip(right).map(add).collect()
}

fn negative(number: &[u64]) -> Vec<u64> {
    let mut one = vec![0; number.len()];
    one[0] = 1;
    let flipped: Vec<u64> = number.iter().map(|limb| !limb).collect();
    sum(&flipped, &one)
}

/// The magnitude of an extended number, and whether it is negative.
fn magnitude(number: &[u64], is_signed: bool) -> (Vec<u64>, bool) {
    let is_negative = is_signed && number.last().is_some_and(|limb| limb >> 63 == 1);
    match is_negative {
        true => (negative(number), true),
        false => (number.to_vec(), false),
    }
}

fn is_below(left: &[u64], right: &[u64]) -> bool {
    left.iter().rev().lt(right.iter().rev())
}

/// Divides, and checks quotient and remainder against their definition.
fn check_division(instance: &mut engine::Instance, width: u32, a: &[u64], b: &[u64]) {
    for (quotient, remainder, is_signed) in [("udiv", "urem", false), ("sdiv", "srem", true)] {
        let mut run = |op: &str| -> Vec<u64> {
            let limb = |limb: usize| {
                let numbers = a.iter().chain(b).copied().chain([limb as u64]);
                let arguments: Vec<Val> = numbers.map(|number| Val::I64(number as i64)).collect();
                let results = instance.call(op, &arguments).expect("nothing traps");
                results[0].i64().expect("it gives an i64") as u64
            };
            let limbs: Vec<u64> = (0..a.len()).map(limb).collect();
            extended(&limbs, width, is_signed)
        };
        let (q, r) = (run(quotient), run(remainder));
        let (a, b) = (extended(a, width, is_signed), extended(b, width, is_signed));
        let what = format!("{a:x?} {quotient} {b:x?} of {width} bits: {q:x?} and {r:x?}");
        let whole = extended(&sum(&product(&q, &b), &r), width, is_signed);
        assert_eq!(whole, a, "{what}");
        let (size, sign) = magnitude(&r, is_signed);
        assert!(is_below(&size, &magnitude(&b, is_signed).0), "{what}");
        assert!(
            size.iter().all(|&limb| limb == 0) || sign == magnitude(&a, is_signed).1,
            "{what}"
        );
    }
}

#[test]
fn divisions_of_every_width() {
    for width in [129_u32, 192, 200, 256, 512] {
        let limbs = width.div_ceil(64);
        let mut instance = engine::build(&divisions(width, limbs));
        let mut state = u64::from(width);
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            state ^ state >> 29
        };
        let full = |limb: u64| vec![limb; limbs as usize];
        let small = |number: u64| {
            let mut limbs = full(0);
            limbs[0] = number;
            limbs
        };
        let mut rows = vec![
            (full(u64::MAX), small(1)),
            (full(u64::MAX), small(10)),
            (full(u64::MAX), full(u64::MAX)),
            (small(7), full(u64::MAX)),
            (full(u64::MAX >> 1), full(0x5555_5555_5555_5555)),
            (small(0), small(3)),
            (negative(&small(100)), small(7)),
            (small(100), negative(&small(7))),
        ];
        for cut in 0..limbs as usize {
            let mut divisor: Vec<u64> = (0..limbs).map(|_| random()).collect();
            divisor[cut + 1..].fill(0);
            divisor[cut] |= 1 << 20;
            rows.push(((0..limbs).map(|_| random()).collect(), divisor));
        }
        for (a, b) in rows {
            check_division(&mut instance, width, &a, &b);
        }
    }
}

/// Variables, phis and other divisions around a division stay what they were.
#[test]
fn a_division_in_the_middle_of_a_block() {
    engine::check(
        r#"
define i32 @f(i32 %x) #f {
entry:
  %w = sext i32 %x to i256
  %q = sdiv i256 %w, 3
  %v = alloca i32
  store i32 %x, ptr %v
  %r = srem i256 %q, 5
  %c = icmp eq i256 %r, 0
  br i1 %c, label %same, label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  %s = phi i256 [ %q, %entry ], [ %t, %loop ]
  %t = udiv i256 %s, 2
  %n = add i32 %i, 1
  %z = icmp eq i256 %t, 0
  br i1 %z, label %same, label %loop
same:
  %a = phi i32 [ -1, %entry ], [ %n, %loop ]
  %l = load i32, ptr %v
  %m = mul i32 %l, 1000
  %o = add i32 %m, %a
  ret i32 %o
}"#,
        &[
            (&[0], Some(-1)),
            (&[15], Some(14_999)),
            (&[3], Some(3001)),
            (&[24], Some(24_004)),
            (&[-3], Some(-2744)),
        ],
    );
}

/// `@f(low, high)` switches on both together.
#[track_caller]
fn check_switch(ty: &str, cases: &str, rows: &[([i64; 2], i64)]) {
    let text = format!(
        "define i64 @f(i64 %l, i64 %h) \"wasm-export-name\"=\"f\" {{
entry:
  %lw = zext i64 %l to {ty}
  %hw = zext i64 %h to {ty}
  %hs = shl {ty} %hw, 64
  %v = or {ty} %lw, %hs
  switch {ty} %v, label %none [ {cases} ]
a:
  ret i64 1
b:
  br label %join
c:
  br label %join
none:
  %n = phi i64 [ %l, %entry ], [ 5, %join ]
  ret i64 %n
join:
  %j = phi i64 [ 20, %entry ], [ 21, %b ], [ 22, %c ]
  %is = icmp eq i64 %h, 77
  br i1 %is, label %none, label %out
out:
  ret i64 %j
}}"
    );
    let mut instance = engine::build(&text);
    for (arguments, expected) in rows {
        let values = arguments.map(Val::I64);
        let results = instance.call("f", &values).expect("nothing traps");
        assert_eq!(results[0].i64(), Some(*expected), "{arguments:?}");
    }
}

#[test]
fn switches_on_more_than_64_bits() {
    check_switch(
        "i128",
        "i128 1, label %a i128 2, label %b i128 18446744073709551617, label %c i128 -1, label %a
         i128 18446744073709551618, label %join i128 1420399293675635474435, label %join i128 3, label %none",
        &[
            ([1, 0], 1),
            ([2, 0], 21),
            ([1, 1], 22),
            ([-1, -1], 1),
            ([2, 1], 20),
            ([3, 77], 5),
            ([3, 0], 3),
            ([4, 77], 4),
            ([4, 0], 4),
            ([-1, 0], -1),
            ([0, 1], 0),
        ],
    );
    check_switch(
        "i67",
        "i67 1, label %a i67 -1, label %b i67 -18446744073709551615, label %c i67 9, label %join",
        &[
            ([1, 0], 1),
            ([-1, 7], 21),
            ([1, 7], 22),
            ([-1, 15], 21),
            ([1, 6], 1),
        ],
    );
    check_switch(
        "i300",
        "i300 1, label %a i300 18446744073709551617, label %b i300 9, label %join",
        &[([1, 0], 1), ([1, 1], 21), ([2, 1], 2)],
    );
}

#[test]
fn a_switch_without_cases_goes_on() {
    engine::check(
        "define i32 @f(i32 %x) #f {
entry:
  %w = zext i32 %x to i80
  switch i80 %w, label %out []
out:
  %p = phi i32 [ %x, %entry ]
  ret i32 %p
}",
        &[(&[0], Some(0)), (&[7], Some(7))],
    );
}
