//! Constants made of the address of a symbol, in every position of an operand.
//!
//! In a module the address is a number; in an object the linker fills it in, which takes an
//! instruction for all but a pointer. Each row is compiled to both; the module is run, too.

use crate::engine;
use unsnarl_wasm::{Options, object};

const VARIABLES: &str = "@g = global [3 x i32] zeroinitializer, align 4
@p = global ptr @g
@h = global [4 x i8] zeroinitializer
declare float @llvm.fabs.f32(float)
";

/// Wants `%is`, an `i1` that the body computes, to hold. `%a` is the address of `@g` as an `i32`
/// that is not known before the program runs.
#[track_caller]
fn check(body: &str) {
    let text = format!(
        "{VARIABLES}define i32 @f(i32 %x) #f {{\n  %q = load volatile ptr, ptr @p\n  \
         %a = ptrtoint ptr %q to i32\n{body}\n  %r = zext i1 %is to i32\n  ret i32 %r\n}}"
    );
    engine::check(&text, &[(&[0], Some(1))]);
    let module = unsnarl_llvm::read(&format!("{}{text}", engine::HEAD).replace("#f", ""))
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    object(&module, &Options::default()).unwrap_or_else(|error| panic!("{error}\n{text}"));
}

#[test]
fn floating_point_operands() {
    check(
        "%s = fadd float 0.0, bitcast (i32 ptrtoint (ptr @g to i32) to float)
%t = bitcast i32 %a to float
%u = fadd float 0.0, %t
%is = fcmp oeq float %s, %u",
    );
    check(
        "%n = fneg float bitcast (i32 ptrtoint (ptr @g to i32) to float)
%b = bitcast float %n to i32
%c = xor i32 %a, -2147483648
%is = icmp eq i32 %b, %c",
    );
    check(
        "%n = fneg double bitcast (i64 ptrtoint (ptr @g to i64) to double)
%b = bitcast double %n to i64
%c = zext i32 %a to i64
%d = xor i64 %c, -9223372036854775808
%is = icmp eq i64 %b, %d",
    );
    check(
        "%n = fneg half bitcast (i16 ptrtoint (ptr @g to i16) to half)
%b = bitcast half %n to i16
%w = zext i16 %b to i32
%c = and i32 %a, 65535
%d = xor i32 %c, 32768
%is = icmp eq i32 %w, %d",
    );
    check(
        "%n = fneg <2 x float> <float bitcast (i32 ptrtoint (ptr @g to i32) to float), float 1.0>
%e = extractelement <2 x float> %n, i32 0
%b = bitcast float %e to i32
%c = xor i32 %a, -2147483648
%is = icmp eq i32 %b, %c",
    );
    check(
        "%m = call float @llvm.fabs.f32(float bitcast (i32 ptrtoint (ptr @g to i32) to float))
%b = bitcast float %m to i32
%is = icmp eq i32 %b, %a",
    );
}

#[test]
fn narrow_operands_have_zeros_above_their_width() {
    for (width, constant) in [
        (1, "ptrtoint (ptr @g to i1)"),
        (8, "ptrtoint (ptr @g to i8)"),
        (8, "trunc (i32 ptrtoint (ptr @g to i32) to i8)"),
        (16, "ptrtoint (ptr @g to i16)"),
        (
            24,
            "ptrtoint (ptr getelementptr (i8, ptr @g, i32 -1) to i24)",
        ),
    ] {
        let add = if width == 24 { -1 } else { 0 };
        for extend in ["zext", "sext"] {
            check(&format!(
                "%w = {extend} i{width} {constant} to i32
%b = add i32 %a, {add}
%t = trunc i32 %b to i{width}
%v = {extend} i{width} %t to i32
%is = icmp eq i32 %w, %v"
            ));
        }
    }
    check(
        "%w = zext i8 add (i8 ptrtoint (ptr @g to i8), i8 -7) to i64
%t = trunc i32 %a to i8
%s = add i8 %t, -7
%v = zext i8 %s to i64
%is = icmp eq i64 %w, %v",
    );
    check(
        "%w = lshr i8 sub (i8 0, i8 ptrtoint (ptr @g to i8)), 1
%t = trunc i32 %a to i8
%s = sub i8 0, %t
%v = lshr i8 %s, 1
%is = icmp eq i8 %w, %v",
    );
    check(
        "%w = udiv i64 ptrtoint (ptr @g to i64), 3
%t = zext i32 %a to i64
%v = udiv i64 %t, 3
%is = icmp eq i64 %w, %v",
    );
    check(
        "%w = zext i64 ptrtoint (ptr @g to i64) to i128
%s = sub i128 %w, ptrtoint (ptr @g to i128)
%is = icmp eq i128 %s, 0",
    );
}

/// An address modulo 256 is not known before the program is linked.
#[test]
fn addresses_of_one_symbol_are_compared_in_order_where_they_do_not_wrap() {
    for (predicate, width) in [("ult", 8), ("sgt", 8), ("slt", 32), ("ult", 32), ("eq", 8)] {
        let address = |offset: i32| {
            format!("ptrtoint (ptr getelementptr (i8, ptr @h, i32 {offset}) to i{width})")
        };
        let (near, far) = (address(0), address(250));
        check(&format!(
            "%h = ptrtoint ptr @h to i32
%b = and i32 %a, 0
%c = add i32 %b, %h
%d = add i32 %c, 250
%n = {cut_c}
%f = {cut_d}
%is0 = icmp {predicate} i{width} %f, %n
%is = icmp eq i1 %is0, icmp {predicate} (i{width} {far}, i{width} {near})",
            cut_c = cut("%c", width),
            cut_d = cut("%d", width),
        ));
    }
}

/// An instruction that takes the low bits of an `i32`.
fn cut(value: &str, width: u32) -> String {
    match width {
        32 => format!("add i32 {value}, 0"),
        _ => format!("trunc i32 {value} to i{width}"),
    }
}

#[test]
fn what_control_takes() {
    check(
        "switch i8 ptrtoint (ptr @g to i8), label %other [ i8 3, label %end i8 5, label %end ]
other:
br label %end
end:
%is = phi i1 [ false, %0 ], [ false, %0 ], [ true, %other ]",
    );
    check(
        "%odd = trunc i32 %a to i1
br i1 ptrtoint (ptr @g to i1), label %then, label %end
then:
br label %end
end:
%was = phi i1 [ true, %then ], [ false, %0 ]
%is = icmp eq i1 %was, %odd",
    );
    check(
        "%odd = icmp eq i32 %x, 1
br i1 %odd, label %then, label %end
then:
br label %end
end:
%c = phi float [ 1.0, %then ], [ bitcast (i32 ptrtoint (ptr @g to i32) to float), %0 ]
%d = phi i8 [ 1, %then ], [ ptrtoint (ptr @g to i8), %0 ]
%e = phi double [ 1.0, %then ], [ bitcast (i64 ptrtoint (ptr @g to i64) to double), %0 ]
%h = phi half [ 1.0, %then ], [ bitcast (i16 ptrtoint (ptr @g to i16) to half), %0 ]
%cb = bitcast float %c to i32
%db = zext i8 %d to i32
%eb = bitcast double %e to i64
%ec = trunc i64 %eb to i32
%hb = bitcast half %h to i16
%hc = zext i16 %hb to i32
%low = and i32 %a, 255
%half = and i32 %a, 65535
%i = icmp eq i32 %cb, %a
%j = icmp eq i32 %db, %low
%k = icmp eq i32 %ec, %a
%l = icmp eq i32 %hc, %half
%m = and i1 %i, %j
%n = and i1 %k, %l
%is = and i1 %m, %n",
    );
}

/// Through calls, results, stores, selections and structs.
#[test]
fn what_travels() {
    let module = "define internal float @same(float %x) { ret float %x }
define internal float @constant() { ret float bitcast (i32 ptrtoint (ptr @g to i32) to float) }
define internal zeroext i8 @byte() { ret i8 ptrtoint (ptr @g to i8) }
define internal { float, i8 } @pair() { ret { float, i8 } { float bitcast (i32 ptrtoint (ptr @g to i32) to float), i8 ptrtoint (ptr @g to i8) } }
define internal i32 @wide(i8 zeroext %b, i8 signext %c) {
  %d = sext i8 %c to i32
  %e = zext i8 %b to i32
  %f = sub i32 %d, %e
  ret i32 %f
}
";
    let check = |body: &str| {
        check(&format!(
            "{body}\n%r0 = zext i1 %is to i32\nret i32 %r0\n}}\n{module}define i32 @unused(i1 %is) {{"
        ));
    };
    check(
        "%c = call float @same(float bitcast (i32 ptrtoint (ptr @g to i32) to float))
%b = bitcast float %c to i32
%is = icmp eq i32 %b, %a",
    );
    check("%c = call float @constant()\n%b = bitcast float %c to i32\n%is = icmp eq i32 %b, %a");
    check(
        "%c = call i8 @byte()\n%t = trunc i32 %a to i8\n%d = xor i8 %c, %t\n%is = icmp eq i8 %d, 0",
    );
    check(
        "%c = call { float, i8 } @pair()
%s = extractvalue { float, i8 } %c, 0
%e = extractvalue { float, i8 } %c, 1
%b = bitcast float %s to i32
%t = trunc i32 %a to i8
%i = icmp eq i32 %b, %a
%j = icmp eq i8 %e, %t
%is = and i1 %i, %j",
    );
    check(
        "%c = call i32 @wide(i8 ptrtoint (ptr @g to i8), i8 ptrtoint (ptr @g to i8))
%t = trunc i32 %a to i8
%s = sext i8 %t to i32
%z = zext i8 %t to i32
%d = sub i32 %s, %z
%is = icmp eq i32 %c, %d",
    );
    check(
        "%m = alloca float
store float bitcast (i32 ptrtoint (ptr @g to i32) to float), ptr %m
%b = load i32, ptr %m
%is = icmp eq i32 %b, %a",
    );
    check(
        "%odd = icmp eq i32 %x, 1
%s = select i1 %odd, float 1.0, float bitcast (i32 ptrtoint (ptr @g to i32) to float)
%b = bitcast float %s to i32
%is = icmp eq i32 %b, %a",
    );
    check(
        "%s = insertvalue { float, i8 } { float bitcast (i32 ptrtoint (ptr @g to i32) to float), i8 ptrtoint (ptr @g to i8) }, i8 3, 1
%c = extractvalue { float, i8 } %s, 0
%b = bitcast float %c to i32
%is = icmp eq i32 %b, %a",
    );
}
