//! Vectors of every kind of element: each lane equals the result of the same operation on scalars.

use crate::engine;
use wasmi::Val;

/// Runs `@f(i32, i32)`, whose body is `body`, on two numbers.
#[track_caller]
fn check(body: &str, declarations: &str, arguments: [i32; 2], expected: i32) {
    let text = format!(
        "define i32 @f(i32 %x, i32 %y) \"wasm-export-name\"=\"f\" {{\n{body}\n}}\n{declarations}"
    );
    let result = engine::result_of(&text, &arguments.map(Val::I32));
    assert_eq!(result.i32(), Some(expected), "{text}");
}

/// A vector `%v` of `x, y, x + y, 7`, then `body`.
#[track_caller]
fn check_four(body: &str, declarations: &str, arguments: [i32; 2], expected: i32) {
    let make = "%sum = add i32 %x, %y\n%v0 = insertelement <4 x i32> poison, i32 %x, i32 0\n\
        %v1 = insertelement <4 x i32> %v0, i32 %y, i32 1\n%v2 = insertelement <4 x i32> %v1, i32 %sum, i64 2\n\
        %v = insertelement <4 x i32> %v2, i32 7, i8 3\n";
    check(&format!("{make}{body}"), declarations, arguments, expected);
}

#[test]
fn elements_at_known_and_unknown_places() {
    for (index, expected) in [(0, 5), (1, 2), (2, 7), (3, 7)] {
        check_four(
            &format!("%r = extractelement <4 x i32> %v, i32 {index}\nret i32 %r"),
            "",
            [5, 2],
            expected,
        );
    }
    for (index, expected) in [(0, 0), (1, 9), (2, 11), (3, 7)] {
        check_four(
            "%r = extractelement <4 x i32> %v, i32 %x\nret i32 %r",
            "",
            [index, 9],
            expected,
        );
    }
    check_four(
        "%w = insertelement <4 x i32> %v, i32 100, i32 %y\n%a = extractelement <4 x i32> %w, i32 1\n\
         %b = extractelement <4 x i32> %w, i32 2\n%r = sub i32 %a, %b\nret i32 %r",
        "",
        [5, 1],
        100 - 6,
    );
}

#[test]
fn operations_lane_by_lane() {
    let sum = "declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)";
    for (op, expected) in [
        (
            "%w = add <4 x i32> %v, <i32 1, i32 2, i32 3, i32 4>",
            5 + 2 + 7 + 7 + 10,
        ),
        ("%w = mul <4 x i32> %v, splat (i32 3)", 3 * 21),
        ("%w = shl <4 x i32> %v, %v1p", 10 + 4 + 14 + 14),
        (
            "%c = icmp sgt <4 x i32> %v, splat (i32 5)\n%w = sext <4 x i1> %c to <4 x i32>",
            -2,
        ),
        (
            "%c = icmp sgt <4 x i32> %v, splat (i32 5)\n%w = select <4 x i1> %c, <4 x i32> zeroinitializer, <4 x i32> %v",
            7,
        ),
        (
            "%t = trunc <4 x i32> %v to <4 x i3>\n%w = sext <4 x i3> %t to <4 x i32>",
            -3 + 2 - 1 - 1,
        ),
        (
            "%t = uitofp <4 x i32> %v to <4 x float>\n%u = fadd <4 x float> %t, splat (float 5.0e-1)\n%w = fptosi <4 x float> %u to <4 x i32>",
            21,
        ),
        (
            "%t = sitofp <4 x i32> %v to <4 x double>\n%u = fneg <4 x double> %t\n%w = fptosi <4 x double> %u to <4 x i32>",
            -21,
        ),
        (
            "%w = shufflevector <4 x i32> %v, <4 x i32> splat (i32 9), <4 x i32> <i32 3, i32 4, i32 0, i32 7>",
            7 + 9 + 5 + 9,
        ),
        (
            "%w = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> zeroinitializer",
            20,
        ),
        (
            "%t = zext <4 x i32> %v to <4 x i100>\n%u = shl <4 x i100> %t, splat (i100 70)\n%q = lshr <4 x i100> %u, splat (i100 69)\n%w = trunc <4 x i100> %q to <4 x i32>",
            42,
        ),
        ("%w = freeze <4 x i32> %v", 21),
    ] {
        let op = op.replace("%v1p", "splat (i32 1)");
        let body =
            format!("{op}\n%r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %w)\nret i32 %r");
        check_four(&body, sum, [5, 2], expected);
    }
}

#[test]
fn reductions() {
    for (name, expected) in [
        ("add", 21),
        ("mul", 5 * 2 * 7 * 7),
        ("and", 0),
        ("or", 7),
        ("xor", 5 ^ 2),
        ("smax", 7),
        ("smin", 2),
        ("umax", 7),
        ("umin", 2),
    ] {
        check_four(
            &format!("%r = call i32 @llvm.vector.reduce.{name}.v4i32(<4 x i32> %v)\nret i32 %r"),
            &format!("declare i32 @llvm.vector.reduce.{name}.v4i32(<4 x i32>)"),
            [5, 2],
            expected,
        );
    }
    for (name, start, expected) in [("fadd", "5.0e-1", 21), ("fmul", "2.0", 980)] {
        check_four(
            &format!(
                "%t = sitofp <4 x i32> %v to <4 x double>\n%d = call double @llvm.vector.reduce.{name}.v4f64(double {start}, <4 x double> %t)\n\
                 %r = fptosi double %d to i32\nret i32 %r"
            ),
            &format!("declare double @llvm.vector.reduce.{name}.v4f64(double, <4 x double>)"),
            [5, 2],
            expected,
        );
    }
    for (name, expected) in [("fmax", 7), ("fmin", 2), ("fmaximum", 7), ("fminimum", 2)] {
        check_four(
            &format!(
                "%t = sitofp <4 x i32> %v to <4 x float>\n%d = call float @llvm.vector.reduce.{name}.v4f32(<4 x float> %t)\n\
                 %r = fptosi float %d to i32\nret i32 %r"
            ),
            &format!("declare float @llvm.vector.reduce.{name}.v4f32(<4 x float>)"),
            [5, 2],
            expected,
        );
    }
}

#[test]
fn intrinsics_on_each_lane() {
    let sum = "declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)\n";
    for (call, declaration, expected) in [
        (
            "@llvm.ctpop.v4i32(<4 x i32> %v)",
            "<4 x i32>",
            2 + 1 + 3 + 3,
        ),
        (
            "@llvm.smax.v4i32(<4 x i32> %v, <4 x i32> splat (i32 6))",
            "<4 x i32>, <4 x i32>",
            6 + 6 + 7 + 7,
        ),
        (
            "@llvm.usub.sat.v4i32(<4 x i32> %v, <4 x i32> splat (i32 6))",
            "<4 x i32>, <4 x i32>",
            2,
        ),
        (
            "@llvm.abs.v4i32(<4 x i32> %v, i1 true)",
            "<4 x i32>, i1",
            21,
        ),
        (
            "@llvm.cttz.v4i32(<4 x i32> %v, i1 false)",
            "<4 x i32>, i1",
            1,
        ),
        (
            "@llvm.fshl.v4i32(<4 x i32> %v, <4 x i32> %v, <4 x i32> splat (i32 33))",
            "<4 x i32>, <4 x i32>, <4 x i32>",
            42,
        ),
    ] {
        let name = call.split('(').next().expect("a name");
        check_four(
            &format!(
                "%w = call <4 x i32> {call}\n%r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %w)\nret i32 %r"
            ),
            &format!("{sum}declare <4 x i32> {name}({declaration})"),
            [5, 2],
            expected,
        );
    }
    check_four(
        "%p = call {<4 x i32>, <4 x i1>} @llvm.uadd.with.overflow.v4i32(<4 x i32> %v, <4 x i32> splat (i32 -6))\n\
         %w = extractvalue {<4 x i32>, <4 x i1>} %p, 0\n%o = extractvalue {<4 x i32>, <4 x i1>} %p, 1\n\
         %z = zext <4 x i1> %o to <4 x i32>\n%q = mul <4 x i32> %w, %z\n\
         %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %q)\nret i32 %r",
        &format!(
            "{sum}declare {{<4 x i32>, <4 x i1>}} @llvm.uadd.with.overflow.v4i32(<4 x i32>, <4 x i32>)"
        ),
        [5, 2],
        2,
    );
}

/// Elements are contiguous in memory, sub-byte ones bit by bit.
#[test]
fn memory() {
    check_four(
        "%a = alloca <4 x i32>\nstore <4 x i32> %v, ptr %a\n%p = getelementptr i8, ptr %a, i32 8\n%r = load i32, ptr %p\nret i32 %r",
        "",
        [5, 2],
        7,
    );
    check_four(
        "%a = alloca <4 x i24>\n%t = trunc <4 x i32> %v to <4 x i24>\nstore <4 x i24> %t, ptr %a\n\
         %p = getelementptr i8, ptr %a, i32 3\n%b = load i8, ptr %p\n%r = zext i8 %b to i32\nret i32 %r",
        "",
        [5, 2],
        2,
    );
    check_four(
        "%a = alloca <4 x i3>\n%t = trunc <4 x i32> %v to <4 x i3>\nstore <4 x i3> %t, ptr %a\n\
         %b = load i16, ptr %a\n%r = zext i16 %b to i32\nret i32 %r",
        "",
        [5, 2],
        5 | 2 << 3 | 7 << 6 | 7 << 9,
    );
    check_four(
        "%a = alloca <4 x i3>\nstore i16 448, ptr %a\n%t = load <4 x i3>, ptr %a\n%w = zext <4 x i3> %t to <4 x i32>\n\
         %e = extractelement <4 x i32> %w, i32 2\nret i32 %e",
        "",
        [5, 2],
        7,
    );
    check(
        "%a = alloca <40 x i1>\nstore i64 -2, ptr %a\n%t = load <40 x i1>, ptr %a\n%b = bitcast <40 x i1> %t to i40\n\
         %s = lshr i40 %b, 30\n%r = trunc i40 %s to i32\nret i32 %r",
        "",
        [0, 0],
        1023,
    );
}

#[test]
fn casts_of_bits() {
    check_four(
        "%b = bitcast <4 x i32> %v to i128\n%s = lshr i128 %b, 32\n%r = trunc i128 %s to i32\nret i32 %r",
        "",
        [5, 2],
        2,
    );
    check_four(
        "%b = bitcast <4 x i32> %v to <16 x i8>\n%e = extractelement <16 x i8> %b, i32 4\n%r = zext i8 %e to i32\nret i32 %r",
        "",
        [5, 0x1ff],
        255,
    );
    check_four(
        "%b = bitcast <4 x i32> %v to <2 x double>\n%c = bitcast <2 x double> %b to <2 x i64>\n\
         %e = extractelement <2 x i64> %c, i32 0\n%s = lshr i64 %e, 31\n%r = trunc i64 %s to i32\nret i32 %r",
        "",
        [-1, 3],
        7,
    );
    check(
        "%b = bitcast i32 %x to <32 x i1>\n%n = xor <32 x i1> %b, splat (i1 true)\n%r = bitcast <32 x i1> %n to i32\nret i32 %r",
        "",
        [0x1234_5678, 0],
        !0x1234_5678,
    );
    check(
        "%b = bitcast i32 %x to <2 x half>\n%n = fneg <2 x half> %b\n%r = bitcast <2 x half> %n to i32\nret i32 %r",
        "",
        [0x3c00_4000, 0],
        0xbc00_c000_u32 as i32,
    );
    check(
        "%b = bitcast i32 %x to float\n%s = bitcast float %b to <4 x i8>\n%e = extractelement <4 x i8> %s, i32 3\n%r = sext i8 %e to i32\nret i32 %r",
        "",
        [-0x7f00_0000, 0],
        -0x7f,
    );
}

#[test]
fn addresses_constants_and_calls() {
    check(
        "%p = getelementptr [8 x i32], ptr @t, <2 x i32> zeroinitializer, <2 x i32> <i32 3, i32 5>\n\
         %a = extractelement <2 x ptr> %p, i32 %x\n%r = load i32, ptr %a\nret i32 %r",
        "@t = constant [8 x i32] [i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17]",
        [1, 0],
        15,
    );
    check(
        "%v = load <3 x i16>, ptr @t\n%e = extractelement <3 x i16> %v, i32 2\n%r = sext i16 %e to i32\nret i32 %r",
        "@t = constant <3 x i16> <i16 1, i16 2, i16 -3>",
        [0, 0],
        -3,
    );
    check(
        "%v = load <5 x i1>, ptr @t\n%e = extractelement <5 x i1> %v, i32 %x\n%r = zext i1 %e to i32\nret i32 %r",
        "@t = constant <5 x i1> <i1 false, i1 true, i1 false, i1 true, i1 true>",
        [3, 0],
        1,
    );
    check(
        "%a = insertelement <3 x i32> zeroinitializer, i32 %x, i32 2\n%b = call <3 x i32> @g(<3 x i32> %a, i32 %y)\n\
         %r = extractelement <3 x i32> %b, i32 2\nret i32 %r",
        "define internal <3 x i32> @g(<3 x i32> %v, i32 %n) {\n%i = insertelement <3 x i32> poison, i32 %n, i32 0\n\
         %s = shufflevector <3 x i32> %i, <3 x i32> poison, <3 x i32> zeroinitializer\n%r = sub <3 x i32> %v, %s\nret <3 x i32> %r\n}",
        [5, 2],
        3,
    );
    check(
        "%c = icmp eq i32 %x, 0\nbr i1 %c, label %a, label %b\na:\nbr label %b\nb:\n\
         %v = phi <2 x i32> [ <i32 1, i32 2>, %0 ], [ <i32 3, i32 4>, %a ]\n%r = extractelement <2 x i32> %v, i32 1\nret i32 %r",
        "",
        [0, 0],
        4,
    );
}

/// The index of a member may be a vector in which all are one number; the other indices may differ.
#[test]
fn addresses_of_members_of_structs() {
    for simd in ["", "\"target-features\"=\"+simd128\""] {
        for (pointers, indices, expected) in [
            (
                "<2 x ptr> %v",
                "<2 x i32> %k, <2 x i32> splat (i32 1), <2 x i32> <i32 1, i32 2>",
                [24 + 4 + 2, 48 + 4 + 4],
            ),
            ("<2 x ptr> %v", "i32 0, <2 x i32> <i32 2, i32 2>", [16, 16]),
            (
                "<2 x ptr> %v",
                "<2 x i32> zeroinitializer, <2 x i32> zeroinitializer",
                [0, 0],
            ),
            (
                "ptr null",
                "<2 x i64> <i64 3, i64 -1>, <2 x i32> <i32 2, i32 2>",
                [72 + 16, 16 - 24],
            ),
            (
                "ptr null",
                "<2 x i32> %k, i32 1, <2 x i32> splat (i32 2)",
                [24 + 8, 48 + 8],
            ),
        ] {
            for (lane, expected) in expected.into_iter().enumerate() {
                let text = format!(
                    "%s = type {{i32, [3 x i16], double}}\n\
                     define i32 @f(i32 %x) \"wasm-export-name\"=\"f\" {simd} {{\n\
                     %v = inttoptr <2 x i32> zeroinitializer to <2 x ptr>\n\
                     %k = insertelement <2 x i32> <i32 1, i32 2>, i32 %x, i32 0\n\
                     %a = getelementptr %s, {pointers}, {indices}\n\
                     %p = extractelement <2 x ptr> %a, i32 {lane}\n%r = ptrtoint ptr %p to i32\nret i32 %r\n}}"
                );
                let result = engine::result_of(&text, &[Val::I32(1)]);
                assert_eq!(result.i32(), Some(expected), "{text}");
            }
        }
    }
}

/// A pointer converts like a vector of one.
#[test]
fn vectors_of_one_are_what_they_hold() {
    for simd in ["", "\"target-features\"=\"+simd128\""] {
        for (types, expected) in [
            (["ptr", "<1 x ptr>", "ptr", "ptr"], 77),
            (["i32", "<1 x i32>", "float", "<1 x float>"], 77),
            (["i32", "<2 x i16>", "<1 x i32>", "<4 x i8>"], 77),
            (["i32", "<1 x float>", "<32 x i1>", "<2 x half>"], 77),
        ] {
            let (first, last) = (types[0], types[3]);
            let (start, end) = match first {
                "ptr" => (
                    "%v0 = inttoptr i32 %x to ptr",
                    "%r = ptrtoint ptr %v3 to i32".to_owned(),
                ),
                _ => (
                    "%v0 = add i32 %x, 0",
                    format!("%r = bitcast {last} %v3 to i32"),
                ),
            };
            let casts: String = (0..3)
                .map(|at| {
                    format!(
                        "%v{} = bitcast {} %v{at} to {}\n",
                        at + 1,
                        types[at],
                        types[at + 1]
                    )
                })
                .collect();
            let text = format!(
                "define i32 @f(i32 %x) \"wasm-export-name\"=\"f\" {simd} {{\n{start}\n{casts}{end}\nret i32 %r\n}}"
            );
            let result = engine::result_of(&text, &[Val::I32(expected)]);
            assert_eq!(result.i32(), Some(expected), "{text}");
        }
    }
}

/// A block without predecessors has phis without values; of several edges from one block the
/// values are equal, even if they are vectors that are written out twice.
#[test]
fn phis_of_no_edge_and_of_two() {
    let text = "define i32 @f(i32 %x) \"wasm-export-name\"=\"f\" {\nswitch i32 %x, label %other [\ni32 1, label %both\ni32 2, label %both\n]\n\
                dead:\n%none = phi i32\n%at = phi <2 x i32>, !dbg !0\nbr label %other\n\
                other:\n%k = phi i32 [ 5, %0 ], [ %none, %dead ]\nret i32 %k\n\
                both:\n%v = phi <2 x i32> [ <i32 7, i32 8>, %0 ], [ <i32 7, i32 8>, %0 ]\n\
                %r = extractelement <2 x i32> %v, i32 1\nret i32 %r\n}\n!0 = !{}";
    for (argument, expected) in [(0, 5), (1, 8), (2, 8)] {
        let result = engine::result_of(text, &[Val::I32(argument)]);
        assert_eq!(result.i32(), Some(expected));
    }
}
