//! Floating-point arithmetic and comparisons, with NaNs, signed zeros and infinities.

use crate::engine;
use crate::engine::check;
use wasmi::Val;

/// Bit patterns of doubles, in and out.
#[track_caller]
fn check_double(text: &str, rows: &[(f64, f64, f64)]) {
    let text = format!(
        "{text}\ndefine double @f(double %a, double %b) \"wasm-export-name\"=\"f\" {{\n %r = call double @op(double %a, double %b)\n ret double %r\n}}"
    );
    let mut instance = engine::build(&text);
    for &(a, b, expected) in rows {
        let result = instance.call("f", &[Val::F64(a.into()), Val::F64(b.into())]);
        let Some([Val::F64(result)]) = result.as_deref() else {
            panic!("{result:?}")
        };
        let result = f64::from(*result);
        let equal =
            result.to_bits() == expected.to_bits() || (result.is_nan() && expected.is_nan());
        assert!(equal, "{a} {b}: {result} is not {expected}");
    }
}

#[test]
fn the_smaller_number_is_a_number_if_one_is() {
    let text = r#"
declare double @llvm.minnum.f64(double, double)
define internal double @op(double %a, double %b) {
  %r = call double @llvm.minnum.f64(double %a, double %b)
  ret double %r
}"#;
    let nan = f64::NAN;
    check_double(
        text,
        &[
            (1.0, 2.0, 1.0),
            (nan, 2.0, 2.0),
            (1.0, nan, 1.0),
            (nan, nan, nan),
            (f64::INFINITY, -5.0, -5.0),
        ],
    );
}

#[test]
fn floating_point_arithmetic() {
    let text = r#"
declare double @llvm.copysign.f64(double, double)
declare double @llvm.fmuladd.f64(double, double, double)
declare double @llvm.rint.f64(double)
define internal double @op(double %a, double %b) {
  %n = fneg double %a
  %c = call double @llvm.copysign.f64(double %n, double %b)
  %s = fptrunc double %c to float
  %w = fpext float %s to double
  %m = call double @llvm.fmuladd.f64(double %w, double %b, double %a)
  %i = bitcast double %m to i64
  %j = xor i64 %i, 0
  %k = bitcast i64 %j to double
  %r = call double @llvm.rint.f64(double %k)
  ret double %r
}"#;
    check_double(
        text,
        &[
            (2.0, 3.25, 8.0),
            (2.0, -3.25, 8.0),
            (0.5, 0.0, 0.0),
            (2.5, 0.0, 2.0),
            (3.5, 0.0, 4.0),
        ],
    );
}

/// All sixteen predicates on numbers, equal numbers, signed zeros and NaN; the result is a bit for
/// each.
#[test]
fn floating_point_comparisons() {
    let predicates = [
        "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult",
        "ule", "une", "uno", "true",
    ];
    for (ty, one, two, nan) in [
        ("double", "1.0", "2.0", "0x7FF8000000000000"),
        ("float", "1.0", "2.0", "0x7FF8000000000000"),
    ] {
        let mut body = String::new();
        let mut sum = "0".to_owned();
        for (bit, predicate) in predicates.iter().enumerate() {
            body += &format!(
                " %c{bit} = fcmp {predicate} {ty} %a, %b\n %z{bit} = zext i1 %c{bit} to i32\n %s{bit} = shl i32 %z{bit}, {bit}\n %t{bit} = or i32 {sum}, %s{bit}\n"
            );
            sum = format!("%t{bit}");
        }
        let text = format!(
            "@n = internal constant [4 x {ty}] [{ty} {one}, {ty} {two}, {ty} {nan}, {ty} -0.0]\n\
             define i32 @f(i32 %i, i32 %j) #f {{\n\
             %p = getelementptr inbounds [4 x {ty}], ptr @n, i32 0, i32 %i\n %q = getelementptr inbounds [4 x {ty}], ptr @n, i32 0, i32 %j\n\
             %a = load {ty}, ptr %p\n %b = load {ty}, ptr %q\n{body} ret i32 {sum}\n}}"
        );
        let mask = |holds: fn(&str) -> bool| -> Option<i32> {
            Some(
                predicates
                    .iter()
                    .enumerate()
                    .map(|(bit, name)| i32::from(holds(name)) << bit)
                    .sum(),
            )
        };
        let less = mask(|name| {
            matches!(
                name,
                "olt" | "ole" | "one" | "ord" | "ult" | "ule" | "une" | "true"
            )
        });
        let greater = mask(|name| {
            matches!(
                name,
                "ogt" | "oge" | "one" | "ord" | "ugt" | "uge" | "une" | "true"
            )
        });
        let equal = mask(|name| {
            matches!(
                name,
                "oeq" | "oge" | "ole" | "ord" | "ueq" | "uge" | "ule" | "true"
            )
        });
        let unordered = mask(|name| {
            matches!(
                name,
                "ueq" | "ugt" | "uge" | "ult" | "ule" | "une" | "uno" | "true"
            )
        });
        check(
            &text,
            &[
                (&[0, 1], less),
                (&[1, 0], greater),
                (&[0, 0], equal),
                (&[0, 2], unordered),
                (&[2, 2], unordered),
                (&[3, 0], less),
            ],
        );
    }
}
