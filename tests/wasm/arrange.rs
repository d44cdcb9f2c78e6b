//! Intrinsics that rearrange the elements of vectors, with and without SIMD; and those with little
//! or no effect.

use crate::engine;
use wasmi::Val;

/// `%v` is `<4 x i32> <x, -3, y, 12>`, and `body` makes `%q` of it, whose elements are the digits
/// of the result: 1, 100, 10,000, and 1,000,000 times one of them.
#[track_caller]
fn check(body: &str, declarations: &str, [x, y]: [i32; 2], expected: [i32; 4]) {
    for simd in ["", "\"target-features\"=\"+simd128\""] {
        let text = format!(
            "define i32 @f(i32 %x, i32 %y) \"wasm-export-name\"=\"f\" {simd} {{\n\
             %v0 = insertelement <4 x i32> <i32 7, i32 -3, i32 0, i32 12>, i32 %x, i32 0\n\
             %v = insertelement <4 x i32> %v0, i32 %y, i32 2\n{body}\n\
             %m = mul <4 x i32> %q, <i32 1, i32 100, i32 10000, i32 1000000>\n\
             %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %m)\nret i32 %r\n}}\n\
             declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)\n{declarations}"
        );
        let digits = |all: [i32; 4]| all.iter().rev().fold(0, |sum: i32, &one| sum * 100 + one);
        let result = engine::result_of(&text, &[Val::I32(x), Val::I32(y)]);
        assert_eq!(result.i32(), Some(digits(expected)), "{text}");
    }
}

#[test]
fn elements_change_places() {
    let other = "<4 x i32> <i32 9, i32 8, i32 6, i32 5>";
    for name in ["vector", "experimental.vector"] {
        check(
            &format!(
                "%q = call <4 x i32> @llvm.{name}.insert.v4i32.v2i32(<4 x i32> %v, <2 x i32> <i32 5, i32 6>, i64 2)"
            ),
            &format!(
                "declare <4 x i32> @llvm.{name}.insert.v4i32.v2i32(<4 x i32>, <2 x i32>, i64)"
            ),
            [1, 2],
            [1, -3, 5, 6],
        );
        check(
            &format!(
                "%w = shufflevector <4 x i32> %v, {other}, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>\n\
                 %q = call <4 x i32> @llvm.{name}.extract.v4i32.v8i32(<8 x i32> %w, i64 4)"
            ),
            &format!("declare <4 x i32> @llvm.{name}.extract.v4i32.v8i32(<8 x i32>, i64)"),
            [1, 2],
            [9, 8, 6, 5],
        );
        check(
            &format!("%q = call <4 x i32> @llvm.{name}.reverse.v4i32(<4 x i32> %v)"),
            &format!("declare <4 x i32> @llvm.{name}.reverse.v4i32(<4 x i32>)"),
            [1, 2],
            [12, 2, -3, 1],
        );
        for (by, expected) in [
            (0, [1, -3, 2, 12]),
            (1, [-3, 2, 12, 9]),
            (3, [12, 9, 8, 6]),
            (-1, [12, 9, 8, 6]),
            (-4, [1, -3, 2, 12]),
        ] {
            check(
                &format!(
                    "%q = call <4 x i32> @llvm.{name}.splice.v4i32(<4 x i32> %v, {other}, i32 {by})"
                ),
                &format!("declare <4 x i32> @llvm.{name}.splice.v4i32(<4 x i32>, <4 x i32>, i32)"),
                [1, 2],
                expected,
            );
        }
        check(
            &format!(
                "%a = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 0, i32 2>\n\
                 %q = call <4 x i32> @llvm.{name}.interleave2.v4i32(<2 x i32> %a, <2 x i32> <i32 5, i32 6>)"
            ),
            &format!("declare <4 x i32> @llvm.{name}.interleave2.v4i32(<2 x i32>, <2 x i32>)"),
            [1, 2],
            [1, 5, 2, 6],
        );
        check(
            &format!(
                "%p = call {{<2 x i32>, <2 x i32>}} @llvm.{name}.deinterleave2.v4i32(<4 x i32> %v)\n\
                 %a = extractvalue {{<2 x i32>, <2 x i32>}} %p, 0\n%b = extractvalue {{<2 x i32>, <2 x i32>}} %p, 1\n\
                 %q = shufflevector <2 x i32> %a, <2 x i32> %b, <4 x i32> <i32 0, i32 1, i32 2, i32 3>"
            ),
            &format!(
                "declare {{<2 x i32>, <2 x i32>}} @llvm.{name}.deinterleave2.v4i32(<4 x i32>)"
            ),
            [1, 2],
            [1, 2, -3, 12],
        );
    }
    for (name, by, expected) in [
        ("left", 1, [-3, 2, 12, 9]),
        ("right", 1, [12, 9, 8, 6]),
        ("right", 0, [9, 8, 6, 5]),
    ] {
        check(
            &format!(
                "%q = call <4 x i32> @llvm.vector.splice.{name}.v4i32(<4 x i32> %v, {other}, i32 {by})"
            ),
            &format!(
                "declare <4 x i32> @llvm.vector.splice.{name}.v4i32(<4 x i32>, <4 x i32>, i32)"
            ),
            [1, 2],
            expected,
        );
    }
}

#[test]
fn elements_are_counted_and_moved_together() {
    for name in ["stepvector", "experimental.stepvector"] {
        check(
            &format!("%q = call <4 x i32> @llvm.{name}.v4i32()"),
            &format!("declare <4 x i32> @llvm.{name}.v4i32()"),
            [0, 0],
            [0, 1, 2, 3],
        );
    }
    for ([x, y], expected) in [
        ([5, 1], [5, 1, 12, 43]),
        ([0, 0], [12, 41, 42, 43]),
        ([0, 7], [7, 12, 42, 43]),
    ] {
        check(
            "%on = icmp sgt <4 x i32> %v, zeroinitializer\n\
             %q = call <4 x i32> @llvm.experimental.vector.compress.v4i32(<4 x i32> %v, <4 x i1> %on, \
             <4 x i32> <i32 40, i32 41, i32 42, i32 43>)",
            "declare <4 x i32> @llvm.experimental.vector.compress.v4i32(<4 x i32>, <4 x i1>, <4 x i32>)",
            [x, y],
            expected,
        );
    }
    for ([x, y], expected) in [([5, 1], 0), ([0, 1], 2), ([0, 0], 3)] {
        check(
            "%on = icmp sgt <4 x i32> %v, zeroinitializer\n\
             %c = call i32 @llvm.experimental.cttz.elts.i32.v4i1(<4 x i1> %on, i1 false)\n\
             %q = insertelement <4 x i32> zeroinitializer, i32 %c, i32 0",
            "declare i32 @llvm.experimental.cttz.elts.i32.v4i1(<4 x i1>, i1)",
            [x, y],
            [expected, 0, 0, 0],
        );
    }
    // 3 below 5, 4 below 5; none where the start is beyond the end, or where it would wrap.
    for (start, end, expected) in [
        (3, 5, [1, 1, 0, 0]),
        (6, 5, [0; 4]),
        (-2, -1, [1, 0, 0, 0]),
        (-1, 3, [0; 4]),
    ] {
        check(
            &format!(
                "%a = add i32 %x, {start}\n%on = call <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32 %a, i32 {end})\n\
                 %q = zext <4 x i1> %on to <4 x i32>"
            ),
            "declare <4 x i1> @llvm.get.active.lane.mask.v4i1.i32(i32, i32)",
            [0, 0],
            expected,
        );
    }
}

/// Runs `@f(i32)`.
#[track_caller]
fn check_plain(body: &str, declarations: &str, x: i32, expected: Option<i32>) {
    let text = format!("define i32 @f(i32 %x) #f {{\n{body}\n}}\n{declarations}");
    engine::check(&text, &[(&[x], expected)]);
}

#[test]
fn what_says_or_does_little() {
    let kept = "store i32 %x, ptr %a\n%r = load i32, ptr %a\nret i32 %r";
    let local = |calls: &str| format!("%a = alloca i32, align 8\n{calls}\n{kept}");
    for (calls, declarations) in [
        (
            "call void @llvm.assume(i1 true) [\"align\"(ptr %a, i32 8), \"nonnull\"(ptr %a)]",
            "declare void @llvm.assume(i1)",
        ),
        (
            "call void @llvm.lifetime.start.p0(i64 4, ptr %a)",
            "declare void @llvm.lifetime.start.p0(i64, ptr)",
        ),
        (
            "call void @llvm.lifetime.start.p0(ptr %a)",
            "declare void @llvm.lifetime.start.p0(ptr)",
        ),
        (
            "call void @llvm.prefetch.p0(ptr %a, i32 0, i32 3, i32 1)",
            "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)",
        ),
        (
            "call void @llvm.clear_cache(ptr %a, ptr %a)",
            "declare void @llvm.clear_cache(ptr, ptr)",
        ),
        (
            "call void @llvm.donothing()\ncall void @llvm.sideeffect()",
            "declare void @llvm.donothing()\ndeclare void @llvm.sideeffect()",
        ),
    ] {
        check_plain(&local(calls), declarations, 5, Some(5));
    }
    let returns = |call: &str| format!("%r = {call}\nret i32 %r");
    let bit = |call: &str| format!("%b = {call}\n%r = zext i1 %b to i32\nret i32 %r");
    for (body, declaration, expected) in [
        (
            returns("call i32 @llvm.expect.i32(i32 %x, i32 1)"),
            "declare i32 @llvm.expect.i32(i32, i32)",
            5,
        ),
        (
            returns("call i32 @llvm.expect.with.probability.i32(i32 %x, i32 1, double 0.5)"),
            "declare i32 @llvm.expect.with.probability.i32(i32, i32, double)",
            5,
        ),
        (
            returns("call i32 @llvm.get.rounding()"),
            "declare i32 @llvm.get.rounding()",
            1,
        ),
        (
            returns("call i32 @llvm.objectsize.i32.p0(ptr null, i1 false, i1 true, i1 false)"),
            "declare i32 @llvm.objectsize.i32.p0(ptr, i1, i1, i1)",
            -1,
        ),
        (
            returns("call i32 @llvm.objectsize.i32.p0(ptr null, i1 true, i1 true, i1 false)"),
            "declare i32 @llvm.objectsize.i32.p0(ptr, i1, i1, i1)",
            0,
        ),
        (
            bit("call i1 @llvm.is.constant.i32(i32 %x)"),
            "declare i1 @llvm.is.constant.i32(i32)",
            0,
        ),
        (
            bit("call i1 @llvm.is.constant.i32(i32 4)"),
            "declare i1 @llvm.is.constant.i32(i32)",
            1,
        ),
        (
            bit("call i1 @llvm.allow.runtime.check(metadata !\"x\")"),
            "declare i1 @llvm.allow.runtime.check(metadata)",
            1,
        ),
        (
            bit("call i1 @llvm.experimental.widenable.condition()"),
            "declare i1 @llvm.experimental.widenable.condition()",
            1,
        ),
    ] {
        check_plain(&body, declaration, 5, Some(expected));
    }
    for (head, int) in [(engine::HEAD, "i32"), (engine::WIDE_HEAD, "i64")] {
        let text = format!(
            "define i32 @f(i32 %x) #f {{\n%p = inttoptr i32 %x to ptr\n\
             %q = call ptr @llvm.ptrmask.p0.{int}(ptr %p, {int} -16)\n\
             %r = ptrtoint ptr %q to i32\nret i32 %r\n}}\n\
             declare ptr @llvm.ptrmask.p0.{int}(ptr, {int})"
        );
        engine::check_with(head, &text, &[(&[1234], Some(1232))]);
    }
    check_plain(
        "%p = call ptr @llvm.threadlocal.address.p0(ptr @t)\nstore i32 %x, ptr %p\n%r = load i32, ptr @t\nret i32 %r",
        "declare ptr @llvm.threadlocal.address.p0(ptr)\n@t = internal thread_local global i32 3",
        9,
        Some(9),
    );
    check_plain(
        "%p = call ptr @llvm.load.relative.i32(ptr @t, i32 4)\n%r = load i32, ptr %p\nret i32 %r",
        "declare ptr @llvm.load.relative.i32(ptr, i32)\n@k = internal constant i32 77\n\
         @t = internal constant [2 x i32] [i32 0, i32 sub (i32 ptrtoint (ptr @k to i32), i32 ptrtoint (ptr @t to i32))]",
        0,
        Some(77),
    );
    for call in ["trap()", "debugtrap()", "ubsantrap(i8 3)"] {
        let name = call.split('(').next().unwrap_or_default();
        let ty = if call.contains("i8") { "i8" } else { "" };
        check_plain(
            &format!("call void @llvm.{call}\nret i32 0"),
            &format!("declare void @llvm.{name}({ty})"),
            0,
            None,
        );
    }
}

/// A vector of sub-byte elements is packed in structs and arrays, too.
#[test]
fn packed_vectors_inside_of_other_values() {
    let ty = "{i8, <4 x i1>, [2 x <3 x i5>], i16}";
    for simd in ["", "\"target-features\"=\"+simd128\""] {
        // Changes a member of what was read, writes all, and looks at the bytes: 9 bits of a vector
        // are the 5 of an element and 4 of the next.
        let text = format!(
            "@g = internal global {ty} {{i8 1, <4 x i1> <i1 1, i1 0, i1 1, i1 0>, [2 x <3 x i5>] \
             [<3 x i5> <i5 1, i5 2, i5 3>, <3 x i5> <i5 4, i5 5, i5 6>], i16 7}}\n\
             define i32 @f(i32 %n) \"wasm-export-name\"=\"f\" {simd} {{\n%all = load {ty}, ptr @g\n\
             %m = extractvalue {ty} %all, 1\n%m2 = insertelement <4 x i1> %m, i1 true, i32 3\n\
             %v = extractvalue {ty} %all, 2, 1\n%v2 = add <3 x i5> %v, <i5 1, i5 1, i5 1>\n\
             %a = insertvalue {ty} %all, <4 x i1> %m2, 1\n%b = insertvalue {ty} %a, <3 x i5> %v2, 2, 1\n\
             %to = alloca {ty}\nstore {ty} %b, ptr %to\n%again = call {ty} @same(ptr %to)\nstore {ty} %again, ptr %to\n\
             %at = getelementptr i8, ptr %to, i32 %n\n%byte = load i8, ptr %at\n%r = zext i8 %byte to i32\nret i32 %r\n}}\n\
             define {ty} @same(ptr %p) {simd} {{\n%v = load {ty}, ptr %p\nret {ty} %v\n}}"
        );
        let mut instance = engine::build(&text);
        let mut byte = |at| match instance.call("f", &[Val::I32(at)]).as_deref() {
            Some([Val::I32(byte)]) => *byte,
            other => panic!("{other:?}"),
        };
        // i8, 4 bits, two vectors of 15 bits, i16.
        let first = 1 | 2 << 5 | 3 << 10;
        let second = 5 | 6 << 5 | 7 << 10;
        let offsets = [0, 1, 2, 3, 4, 5, 6, 7];
        let found = offsets.map(&mut byte);
        assert_eq!(found[..2], [1, 0b1101]);
        assert_eq!([found[2], found[3]], [first & 255, first >> 8], "{found:?}");
        assert_eq!(
            [found[4], found[5]],
            [second & 255, second >> 8],
            "{found:?}"
        );
        assert_eq!([found[6], found[7]], [7, 0], "{found:?}");
    }
}
