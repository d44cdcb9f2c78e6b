//! Operations that are library calls: which function is called, its arguments, and the use of its
//! result.
//!
//! The module defines the function itself, as something that tells its operands apart.

use crate::engine;
use wasmi::Val;

/// Runs `@f(i64, i64)`, which calls the function that `library` defines.
#[track_caller]
fn check(body: &str, library: &str, declarations: &str, arguments: [i64; 2], expected: i64) {
    let text = format!(
        "define i64 @f(i64 %x, i64 %y) \"wasm-export-name\"=\"f\" {{\n{body}\n}}\n{library}\n{declarations}"
    );
    let result = engine::result_of(&text, &arguments.map(Val::I64));
    assert_eq!(result.i64(), Some(expected), "{text}");
}

/// `%a` and `%b` are the operands as integers of the width, with the sign.
#[track_caller]
fn check_division(op: &str, routine: &str, width: u32, arguments: [i64; 2], expected: i64) {
    let body = format!(
        "%a = sext i64 %x to i{width}\n%b = sext i64 %y to i{width}\n%q = {op} i{width} %a, %b\n%r = trunc i{width} %q to i64\nret i64 %r"
    );
    // The high half of the left operand and the low half of the right one.
    let library = format!(
        "define i128 @{routine}(i128 %a, i128 %b) {{\n%h = lshr i128 %a, 64\n%t = mul i128 %h, 1000\n%r = add i128 %t, %b\nret i128 %r\n}}"
    );
    check(&body, &library, "", arguments, expected);
}

#[test]
fn wide_divisions_are_extended_to_128_bits() {
    check_division("udiv", "__udivti3", 128, [-1, 7], -1000 + 7);
    check_division("urem", "__umodti3", 128, [5, 7], 7);
    check_division("sdiv", "__divti3", 100, [-1, 7], -1000 + 7);
    check_division("srem", "__modti3", 100, [-1, 7], -1000 + 7);
    check_division(
        "udiv",
        "__udivti3",
        100,
        [-1, 7],
        1000 * ((1 << 36) - 1) + 7,
    );
}

#[test]
fn remainders_of_floats() {
    for (ty, routine) in [("float", "fmodf"), ("double", "fmod")] {
        check(
            &format!(
                "%a = sitofp i64 %x to {ty}\n%b = sitofp i64 %y to {ty}\n%m = frem {ty} %a, %b\n%r = fptosi {ty} %m to i64\nret i64 %r"
            ),
            &format!(
                "define {ty} @{routine}({ty} %a, {ty} %b) {{\n%t = fmul {ty} %a, 10.0\n%r = fadd {ty} %t, %b\nret {ty} %r\n}}"
            ),
            "",
            [3, 4],
            34,
        );
    }
}

#[test]
fn functions_of_the_mathematics_library() {
    for name in [
        "sin", "cos", "tan", "exp", "exp2", "exp10", "log", "log2", "log10", "round",
    ] {
        check(
            &format!(
                "%a = sitofp i64 %x to double\n%m = call double @llvm.{name}.f64(double %a)\n%r = fptosi double %m to i64\nret i64 %r"
            ),
            &format!(
                "define double @{name}(double %a) {{\n%r = fadd double %a, 0.5\n%s = fmul double %r, 2.0\nret double %s\n}}"
            ),
            &format!("declare double @llvm.{name}.f64(double)"),
            [3, 4],
            7,
        );
    }
    for (name, second, routine) in [
        ("pow", "float", "powf"),
        ("powi", "i32", "__powisf2"),
        ("ldexp", "i32", "ldexpf"),
    ] {
        let operand = match second {
            "i32" => "%b = trunc i64 %y to i32",
            _ => "%b = sitofp i64 %y to float",
        };
        let as_float = match second {
            "i32" => "%t = sitofp i32 %b to float",
            _ => "%t = fadd float %b, 0.0",
        };
        check(
            &format!(
                "%a = sitofp i64 %x to float\n{operand}\n%m = call float @llvm.{name}.f32(float %a, {second} %b)\n%r = fptosi float %m to i64\nret i64 %r"
            ),
            &format!(
                "define float @{routine}(float %a, {second} %b) {{\n{as_float}\n%s = fmul float %a, 10.0\n%r = fadd float %s, %t\nret float %r\n}}"
            ),
            &format!("declare float @llvm.{name}.f32(float, {second})"),
            [3, 4],
            34,
        );
    }
    check(
        "%a = sitofp i64 %x to double\n%m = call i64 @llvm.llround.i64.f64(double %a)\nret i64 %m",
        "define double @round(double %a) {\n%r = fadd double %a, 2.0\nret double %r\n}",
        "declare i64 @llvm.llround.i64.f64(double)",
        [3, 4],
        5,
    );
}

/// The C function writes its second result to memory.
#[test]
fn functions_with_two_results() {
    check(
        "%a = sitofp i64 %x to double\n%p = call {double, double} @llvm.modf.f64(double %a)\n%f = extractvalue {double, double} %p, 0\n\
         %i = extractvalue {double, double} %p, 1\n%t = fmul double %f, 10.0\n%s = fadd double %t, %i\n%r = fptosi double %s to i64\nret i64 %r",
        "define double @modf(double %a, ptr %p) {\n%i = fadd double %a, 1.0\nstore double %i, ptr %p\nret double %a\n}",
        "declare {double, double} @llvm.modf.f64(double)",
        [3, 0],
        34,
    );
    check(
        "%a = sitofp i64 %x to float\n%p = call {float, i32} @llvm.frexp.f32.i32(float %a)\n%f = extractvalue {float, i32} %p, 0\n\
         %i = extractvalue {float, i32} %p, 1\n%t = fptosi float %f to i32\n%m = mul i32 %t, 10\n%s = add i32 %m, %i\n%r = sext i32 %s to i64\nret i64 %r",
        "define float @frexpf(float %a, ptr %p) {\nstore i32 4, ptr %p\nret float %a\n}",
        "declare {float, i32} @llvm.frexp.f32.i32(float)",
        [3, 0],
        34,
    );
}

/// Two operands as `fp128` of their bits, whose high halves are 0.
const QUADS: &str = "%wa = zext i64 %x to i128\n%a = bitcast i128 %wa to fp128\n%wb = zext i64 %y to i128\n%b = bitcast i128 %wb to fp128\n";

#[test]
fn quad_arithmetic_goes_through_memory() {
    for (op, routine) in [
        ("fadd", "__addtf3"),
        ("fsub", "__subtf3"),
        ("fmul", "__multf3"),
        ("fdiv", "__divtf3"),
        ("frem", "fmodl"),
    ] {
        check(
            &format!(
                "{QUADS}%q = {op} fp128 %a, %b\n%w = bitcast fp128 %q to i128\n%l = trunc i128 %w to i64\n%s = lshr i128 %w, 64\n%h = trunc i128 %s to i64\n%r = sub i64 %l, %h\nret i64 %r"
            ),
            &format!(
                "define fp128 @{routine}(fp128 %a, fp128 %b) {{\n%i = bitcast fp128 %a to i128\n%j = bitcast fp128 %b to i128\n%s = shl i128 %j, 64\n%o = or i128 %i, %s\n%r = bitcast i128 %o to fp128\nret fp128 %r\n}}"
            ),
            "",
            [100, 30],
            70,
        );
    }
}

/// The routine gives its left operand, as a number below, at or above 0.
#[test]
fn quad_comparisons() {
    for (predicate, routine, holds) in [
        ("oeq", "__eqtf2", [false, true, false]),
        ("une", "__netf2", [true, false, true]),
        ("ogt", "__gttf2", [false, false, true]),
        ("oge", "__getf2", [false, true, true]),
        ("olt", "__lttf2", [true, false, false]),
        ("ole", "__letf2", [true, true, false]),
        ("ugt", "__letf2", [false, false, true]),
        ("uge", "__lttf2", [false, true, true]),
        ("ult", "__getf2", [true, false, false]),
        ("ule", "__gttf2", [true, true, false]),
        ("uno", "__unordtf2", [true, false, true]),
        ("ord", "__unordtf2", [false, true, false]),
    ] {
        for (order, holds) in [-1, 0, 1].into_iter().zip(holds) {
            check(
                &format!(
                    "{QUADS}%c = fcmp {predicate} fp128 %a, %b\n%r = zext i1 %c to i64\nret i64 %r"
                ),
                &format!(
                    "define i32 @{routine}(fp128 %a, fp128 %b) {{\n%i = bitcast fp128 %a to i128\n%r = trunc i128 %i to i32\nret i32 %r\n}}"
                ),
                "",
                [order, 0],
                holds.into(),
            );
        }
    }
}

#[test]
fn quad_signs_are_bits() {
    check(
        &format!(
            "{QUADS}%n = fneg fp128 %a\n%w = bitcast fp128 %n to i128\n%s = ashr i128 %w, 127\n%r = trunc i128 %s to i64\nret i64 %r"
        ),
        "",
        "",
        [100, 30],
        -1,
    );
    check(
        &format!(
            "{QUADS}%n = fneg fp128 %a\n%p = call fp128 @llvm.fabs.f128(fp128 %n)\n%q = call fp128 @llvm.copysign.f128(fp128 %p, fp128 %n)\n%w = bitcast fp128 %q to i128\n%s = lshr i128 %w, 127\n%t = trunc i128 %s to i64\n%l = trunc i128 %w to i64\n%r = add i64 %t, %l\nret i64 %r"
        ),
        "",
        "declare fp128 @llvm.fabs.f128(fp128)\ndeclare fp128 @llvm.copysign.f128(fp128, fp128)",
        [100, 30],
        101,
    );
}

#[test]
fn conversions() {
    for (from, to, routine) in [
        ("double", "i128", "__fixdfti"),
        ("float", "i100", "__fixsfti"),
    ] {
        check(
            &format!(
                "%a = sitofp i64 %x to {from}\n%w = fptosi {from} %a to {to}\n%r = trunc {to} %w to i64\nret i64 %r"
            ),
            &format!(
                "define i128 @{routine}({from} %a) {{\n%i = fptosi {from} %a to i64\n%w = sext i64 %i to i128\n%r = add i128 %w, 1\nret i128 %r\n}}"
            ),
            "",
            [-5, 0],
            -4,
        );
    }
    for (op, routine, from) in [
        ("sitofp", "__floattidf", "i128"),
        ("uitofp", "__floatuntidf", "i128"),
        ("sitofp", "__floattidf", "i70"),
    ] {
        check(
            &format!(
                "%w = sext i64 %x to {from}\n%d = {op} {from} %w to double\n%r = fptosi double %d to i64\nret i64 %r"
            ),
            &format!(
                "define double @{routine}(i128 %a) {{\n%s = ashr i128 %a, 64\n%t = trunc i128 %s to i64\n%r = sitofp i64 %t to double\nret double %r\n}}"
            ),
            "",
            [-5, 0],
            -1,
        );
    }
    check(
        "%d = sitofp i64 %x to double\n%q = fpext double %d to fp128\n%w = bitcast fp128 %q to i128\n%r = trunc i128 %w to i64\nret i64 %r",
        "define fp128 @__extenddftf2(double %a) {\n%i = fptosi double %a to i128\n%r = bitcast i128 %i to fp128\nret fp128 %r\n}\n\
         define i128 @__fixdfti(double %a) \"wasm-export-name\"=\"fix\" {\n%i = fptosi double %a to i64\n%r = sext i64 %i to i128\nret i128 %r\n}",
        "",
        [42, 0],
        42,
    );
    check(
        &format!("{QUADS}%r = fptosi fp128 %a to i64\nret i64 %r"),
        "define i64 @__fixtfdi(fp128 %a) {\n%w = bitcast fp128 %a to i128\n%t = trunc i128 %w to i64\n%r = mul i64 %t, 2\nret i64 %r\n}",
        "",
        [21, 0],
        42,
    );
}

/// A half is computed with as a float: here its value is its bits.
#[test]
fn halves() {
    let library = "define float @__extendhfsf2(i32 %a) {\n%r = sitofp i32 %a to float\nret float %r\n}\n\
        define i32 @__truncsfhf2(float %a) \"wasm-export-name\"=\"truncate\" {\n%r = fptosi float %a to i32\nret i32 %r\n}";
    check(
        "%t = trunc i64 %x to i16\n%a = bitcast i16 %t to half\n%u = trunc i64 %y to i16\n%b = bitcast i16 %u to half\n\
         %s = fadd half %a, %b\n%i = bitcast half %s to i16\n%r = zext i16 %i to i64\nret i64 %r",
        library,
        "",
        [70000, 5],
        70000 - 65536 + 5,
    );
    check(
        "%t = trunc i64 %x to i16\n%a = bitcast i16 %t to half\n%c = fcmp olt half %a, 0xH0009\n%r = zext i1 %c to i64\nret i64 %r",
        library,
        "",
        [8, 5],
        1,
    );
    check(
        "%t = trunc i64 %x to i16\n%f = call float @llvm.convert.from.fp16.f32(i16 %t)\n%g = fmul float %f, 2.0\n\
         %i = call i16 @llvm.convert.to.fp16.f32(float %g)\n%r = zext i16 %i to i64\nret i64 %r",
        library,
        "declare float @llvm.convert.from.fp16.f32(i16)\ndeclare i16 @llvm.convert.to.fp16.f32(float)",
        [21, 0],
        42,
    );
    check(
        "%t = trunc i64 %x to i32\n%f = bitcast i32 %t to float\n%i = bitcast float %f to i32\n%s = lshr i32 %i, 16\n%h = trunc i32 %s to i16\n\
         %b = bitcast i16 %h to bfloat\n%g = fpext bfloat %b to float\n%j = fptosi float %g to i64\nret i64 %j",
        "",
        "",
        [0x4228_0000, 0],
        42,
    );
}
