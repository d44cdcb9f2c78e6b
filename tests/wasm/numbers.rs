//! Integers of more than 128 bits, floating-point classes, saturating conversions, constants
//! computed where they are used, and inline assembly without a text.

use crate::engine;
use wasmi::Val;

/// Runs `@f(i64, i64)` on two numbers.
#[track_caller]
fn check(body: &str, declarations: &str, arguments: [i64; 2], expected: i64) {
    let text = format!(
        "define i64 @f(i64 %x, i64 %y) \"wasm-export-name\"=\"f\" {{\n{body}\n}}\n{declarations}"
    );
    let result = engine::result_of(&text, &arguments.map(Val::I64));
    assert_eq!(result.i64(), Some(expected), "{text}");
}

/// `%a` and `%b` are the operands with their signs, of a width; `%r`, of the same width, is the
/// result, of which the bits from `from` on are checked.
#[track_caller]
fn check_big(width: u32, op: &str, arguments: [i64; 2], from: u32, expected: i64) {
    let op = op.replace('W', &width.to_string());
    let body = format!(
        "%a = sext i64 %x to i{width}\n%b = sext i64 %y to i{width}\n{op}\n%out = lshr i{width} %r, {from}\n%low = trunc i{width} %out to i64\nret i64 %low"
    );
    check(&body, "", arguments, expected);
}

#[test]
fn long_integers() {
    for width in [129, 136, 192, 200, 300] {
        check_big(
            width,
            "%s = shl iW %a, 66\n%r = or iW %s, %b",
            [5, 7],
            66,
            5,
        );
        check_big(width, "%s = shl iW %a, 66\n%r = or iW %s, %b", [5, 7], 0, 7);
        check_big(width, "%r = ashr iW %a, 100", [-5, 7], 20, -1);
        check_big(width, "%r = shl iW %a, %b", [5, 120], 119, 10);
        check_big(
            width,
            "%s = shl iW %a, 110\n%r = ashr iW %s, %b",
            [-5, 108],
            0,
            -20,
        );
        check_big(
            width,
            "%s = shl iW %a, 60\n%r = lshr iW %s, %b",
            [5, 59],
            0,
            10,
        );
        check_big(width, "%r = lshr iW %a, %b", [5, 0], 0, 5);
        check_big(width, "%r = add iW %a, %b", [-1, 1], 0, 0);
        check_big(width, "%r = add iW %a, %b", [-1, 1], 64, 0);
        check_big(
            width,
            "%s = shl iW %b, 100\n%r = sub iW %a, %s",
            [0, 1],
            50,
            -1 << 50,
        );
        check_big(
            width,
            "%s = shl iW %a, 70\n%r = mul iW %s, %b",
            [-3, 5],
            64,
            -960,
        );
        check_big(width, "%r = mul iW %a, %b", [-3, 5], 64, -1);
        check_big(width, "%r = xor iW %a, -1", [-3, 5], 64, 0);
        check_big(
            width,
            "%r = and iW %a, 680564733841876926926749214863536422911",
            [-3, 5],
            120,
            511,
        );
        check_big(
            width,
            "%m = alloca iW\nstore iW %a, ptr %m\n%r = load iW, ptr %m",
            [-3, 5],
            3,
            -1,
        );
        check_big(
            width,
            "%c = icmp eq iW %a, %b\n%r = select i1 %c, iW 1, iW 2",
            [-3, -3],
            0,
            1,
        );
        check_big(
            width,
            "%c = icmp ne iW %a, %b\n%r = zext i1 %c to iW",
            [-3, -3],
            0,
            0,
        );
        for (predicate, holds) in [
            ("slt", 1),
            ("ult", 0),
            ("sge", 0),
            ("uge", 1),
            ("sle", 1),
            ("ugt", 1),
        ] {
            let op = format!(
                "%s = shl iW %b, 100\n%c = icmp {predicate} iW %a, %s\n%r = zext i1 %c to iW"
            );
            check_big(width, &op, [-3, 5], 0, holds);
        }
        let phi = "%c = icmp sgt iW %a, %b\nbr i1 %c, label %l, label %m\nl:\nbr label %m\nm:\n%r = phi iW [ %a, %0 ], [ %b, %l ]";
        check_big(width, phi, [3, -5], 64, -1);
        check_big(
            width,
            "%t = trunc iW %a to i100\n%u = sext i100 %t to iW\n%r = freeze iW %u",
            [-3, -5],
            64,
            -1,
        );
    }
    // As clang reads a bit-field of 29 bits at the start of 17 bytes.
    check(
        "%l = load i136, ptr @g, align 1\n%s = shl i136 %l, 107\n%t = ashr i136 %s, 107\n%u = trunc i136 %t to i32\n%r = sext i32 %u to i64\nret i64 %r",
        "@g = global <{ [17 x i8] }> <{ [17 x i8] c\"\\FE\\FF\\FF\\FF\\FF\\FF\\00\\00\\00\\00\\00\\00\\00\\00\\00\\00\\00\" }>, align 1",
        [0, 0],
        -2,
    );
}

#[test]
fn classes() {
    let declaration =
        "declare i1 @llvm.is.fpclass.f64(double, i32)\ndeclare i1 @llvm.is.fpclass.f32(float, i32)";
    let doubles: [(f64, i64); 10] = [
        (f64::from_bits(0x7ff0_0000_0000_0001), 1),
        (f64::NAN, 2),
        (f64::NEG_INFINITY, 4),
        (-1.5, 8),
        (-5e-324, 16),
        (-0.0, 32),
        (0.0, 64),
        (5e-324, 128),
        (f64::MAX, 256),
        (f64::INFINITY, 512),
    ];
    for (value, class) in doubles {
        for mask in [1, 2, 3, 4, 8, 16, 32, 64, 96, 128, 256, 264, 512, 516, 1023] {
            let body = format!(
                "%d = bitcast i64 %x to double\n%c = call i1 @llvm.is.fpclass.f64(double %d, i32 {mask})\n%r = zext i1 %c to i64\nret i64 %r"
            );
            let arguments = [value.to_bits() as i64, 0];
            check(&body, declaration, arguments, i64::from(mask & class != 0));
        }
    }
    let body = "%t = trunc i64 %x to i32\n%d = bitcast i32 %t to float\n%c = call i1 @llvm.is.fpclass.f32(float %d, i32 144)\n%r = zext i1 %c to i64\nret i64 %r";
    check(body, declaration, [1, 0], 1);
    check(body, declaration, [0x0080_0000, 0], 0);
}

#[test]
fn saturating_conversions() {
    for (ty, kind, value, expected) in [
        ("i8", "si", 1000.0, 127),
        ("i8", "si", -1000.0, -128),
        ("i8", "ui", 1000.0, 255),
        ("i8", "ui", -5.0, 0),
        ("i24", "si", 1e9, 0x7f_ffff),
        ("i32", "si", 1e20, 0x7fff_ffff),
        ("i40", "ui", 1e20, 0xff_ffff_ffff),
        ("i40", "si", -1e20, -0x80_0000_0000),
        ("i64", "si", 1e20, i64::MAX),
        ("i16", "si", f64::NAN, 0),
        ("i16", "si", -7.9, -7),
    ] {
        let extend = if kind == "si" { "sext" } else { "zext" };
        let name = format!("@llvm.fpto{kind}.sat.{ty}.f64");
        let widen = match ty {
            "i64" => "%r = add i64 %i, 0".to_owned(),
            _ => format!("%r = {extend} {ty} %i to i64"),
        };
        check(
            &format!(
                "%d = bitcast i64 %x to double\n%i = call {ty} {name}(double %d)\n{widen}\nret i64 %r"
            ),
            &format!("declare {ty} {name}(double)"),
            [f64::to_bits(value) as i64, 0],
            expected,
        );
    }
}

#[test]
fn strict_floating_point() {
    let metadata = "metadata !\"round.dynamic\", metadata !\"fpexcept.strict\"";
    let strict = "metadata !\"fpexcept.strict\"";
    for (call, declaration, expected) in [
        (
            format!(
                "call double @llvm.experimental.constrained.fadd.f64(double %a, double %b, {metadata})"
            ),
            "double, double, metadata, metadata",
            11.0,
        ),
        (
            format!(
                "call double @llvm.experimental.constrained.fmul.f64(double %a, double %b, {metadata})"
            ),
            "double, double, metadata, metadata",
            18.0,
        ),
        (
            format!("call double @llvm.experimental.constrained.sqrt.f64(double %a, {metadata})"),
            "double, metadata, metadata",
            3.0,
        ),
        (
            format!("call double @llvm.experimental.constrained.floor.f64(double %a, {strict})"),
            "double, metadata",
            9.0,
        ),
    ] {
        let name = call.split(['@', '(']).nth(1).expect("a name").to_owned();
        check(
            &format!(
                "%a = sitofp i64 %x to double\n%b = sitofp i64 %y to double\n%c = {call}\n%r = fptosi double %c to i64\nret i64 %r"
            ),
            &format!("declare double @{name}({declaration})"),
            [9, 2],
            expected as i64,
        );
    }
    check(
        &format!(
            "%a = sitofp i64 %x to double\n%c = call i1 @llvm.experimental.constrained.fcmps.f64(double %a, double 2.0, metadata !\"ogt\", {strict})\n\
            %i = call i64 @llvm.experimental.constrained.fptosi.i64.f64(double %a, {strict})\n%z = zext i1 %c to i64\n%r = add i64 %z, %i\nret i64 %r"
        ),
        "declare i1 @llvm.experimental.constrained.fcmps.f64(double, double, metadata, metadata)\n\
         declare i64 @llvm.experimental.constrained.fptosi.i64.f64(double, metadata)",
        [9, 2],
        10,
    );
}

#[test]
fn constants_that_are_computed() {
    let globals = "@g = global [4 x i32] zeroinitializer\n@h = global [4 x i32] zeroinitializer";
    check(
        "%r = zext i1 icmp ne (ptr getelementptr ([4 x i32], ptr @g, i32 0, i32 4), ptr @g) to i64\nret i64 %r",
        globals,
        [0, 0],
        1,
    );
    check(
        "%c = and i1 true, icmp eq (ptr @g, ptr @h)\n%r = zext i1 %c to i64\nret i64 %r",
        globals,
        [0, 0],
        0,
    );
    check(
        "%c = icmp eq i64 %x, 0\nbr i1 %c, label %l, label %m\nl:\nbr label %m\nm:\n\
         %p = phi i1 [ icmp ne (ptr @g, ptr @h), %0 ], [ icmp eq (ptr @g, ptr @h), %l ]\n%r = zext i1 %p to i64\nret i64 %r",
        globals,
        [1, 0],
        1,
    );
    check(
        "%v = select i1 icmp ne (ptr @g, ptr @h), i64 3, i64 4\nret i64 %v",
        globals,
        [1, 0],
        3,
    );
}

#[test]
fn assembly_without_a_text() {
    check(
        "%r = call i64 asm sideeffect \"\", \"=r,0,~{memory}\"(i64 %x)\nret i64 %r",
        "",
        [42, 0],
        42,
    );
    check(
        "%p = call { i64, i64 } asm sideeffect \"\", \"=r,=r,1,0\"(i64 %x, i64 %y)\n%a = extractvalue { i64, i64 } %p, 0\n\
         %b = extractvalue { i64, i64 } %p, 1\n%r = sub i64 %a, %b\nret i64 %r",
        "",
        [42, 2],
        -40,
    );
    check(
        "call void asm sideeffect \"\", \"r,~{memory}\"(i64 %x)\nret i64 %x",
        "",
        [42, 0],
        42,
    );
    check(
        "%m = alloca i64\nstore i64 %x, ptr %m\ncall void asm sideeffect \"\", \"=*m,*m\"(ptr elementtype(i64) %m, ptr elementtype(i64) %m)\n\
         %r = load i64, ptr %m\nret i64 %r",
        "",
        [42, 0],
        42,
    );
}

#[test]
fn a_mask_of_zeros_makes_a_null_pointer() {
    let text = "define i64 @f(i64 %x, i64 %y) \"wasm-export-name\"=\"f\" {
  %p = alloca i64
  %q = call ptr @llvm.ptrmask.p0.WORD(ptr %p, WORD 0)
  %i = ptrtoint ptr %q to i64
  ret i64 %i
}
declare ptr @llvm.ptrmask.p0.WORD(ptr, WORD)
";
    for (head, word) in [(engine::HEAD, "i32"), (engine::WIDE_HEAD, "i64")] {
        let mut instance = engine::build_with(head, &text.replace("WORD", word));
        let results = instance.call("f", &[Val::I64(42), Val::I64(0)]);
        assert_eq!(results.expect("it returns")[0].i64(), Some(0), "{word}");
    }
}

#[test]
fn intrinsics_that_say_or_move_little() {
    for (body, declarations, expected) in [
        (
            "%e = call i64 @llvm.expect.with.probability.i64(i64 %x, i64 1, double 0.5)\nret i64 %e",
            "declare i64 @llvm.expect.with.probability.i64(i64, i64, double)",
            42,
        ),
        (
            "%e = call i32 @llvm.get.rounding()\n%r = zext i32 %e to i64\nret i64 %r",
            "declare i32 @llvm.get.rounding()",
            1,
        ),
        (
            "%e = call i64 @llvm.readcyclecounter()\nret i64 %e",
            "declare i64 @llvm.readcyclecounter()",
            0,
        ),
        (
            "call void @llvm.prefetch.p0(ptr null, i32 0, i32 3, i32 1)\nret i64 %x",
            "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)",
            42,
        ),
        (
            "%p = call ptr @llvm.frameaddress.p0(i32 1)\n%i = ptrtoint ptr %p to i64\nret i64 %i",
            "declare ptr @llvm.frameaddress.p0(i32)",
            0,
        ),
        (
            "%p = call ptr @llvm.load.relative.i32(ptr @t, i32 4)\n%i = load i32, ptr %p\n%r = zext i32 %i to i64\nret i64 %r",
            "@v = constant i32 77\n@t = constant [2 x i32] [i32 0, i32 sub (i32 ptrtoint (ptr @v to i32), i32 ptrtoint (ptr @t to i32))]\ndeclare ptr @llvm.load.relative.i32(ptr, i32)",
            77,
        ),
        (
            "%a = call i64 @llvm.scmp.i64.i32(i32 -5, i32 3)\nret i64 %a",
            "declare i64 @llvm.scmp.i64.i32(i32, i32)",
            -1,
        ),
        (
            "%d = call double @llvm.canonicalize.f64(double 3.0)\n%r = fptosi double %d to i64\nret i64 %r",
            "declare double @llvm.canonicalize.f64(double)",
            3,
        ),
        (
            "%d = call double @llvm.minimumnum.f64(double 3.0, double 4.0)\n%r = fptosi double %d to i64\nret i64 %r",
            "declare double @llvm.minimumnum.f64(double, double)",
            3,
        ),
        (
            "%d = call i64 @llvm.lrint.i64.f64(double 3.5)\nret i64 %d",
            "declare i64 @llvm.lrint.i64.f64(double)",
            4,
        ),
        (
            "%d = call double @llvm.fmuladd.f64(double 3.0, double 4.0, double 5.0)\n%r = fptosi double %d to i64\nret i64 %r",
            "declare double @llvm.fmuladd.f64(double, double, double)",
            17,
        ),
        (
            "%p = alloca float\nstore float 1.5, ptr %p\n%o = atomicrmw fadd ptr %p, float 2.5 seq_cst\n%v = load float, ptr %p\n%r = fptosi float %v to i64\nret i64 %r",
            "",
            4,
        ),
        (
            "%p = alloca double\nstore double 1.5, ptr %p\n%o = atomicrmw fmax ptr %p, double 2.5 seq_cst\n%v = load double, ptr %p\n%m = fmul double %v, 2.0\n%r = fptosi double %m to i64\nret i64 %r",
            "",
            5,
        ),
    ] {
        check(body, declarations, [42, 0], expected);
    }
}
