//! Vectors in `v128`: each row with SIMD and without, because the representation changes no result.

use crate::engine;
use wasmi::Val;

/// A function's attributes, with SIMD.
const SIMD: &str =
    "attributes #0 = { \"target-features\"=\"+simd128\" \"wasm-export-name\"=\"f\" }";
const PLAIN: &str = "attributes #0 = { \"wasm-export-name\"=\"f\" }";

/// Runs `@f(i32, i32)`, whose body is `body`, on two numbers: with SIMD and without.
#[track_caller]
fn check(body: &str, declarations: &str, arguments: [i32; 2], expected: i32) {
    for attributes in [PLAIN, SIMD] {
        let text = format!(
            "define i32 @f(i32 %x, i32 %y) #0 {{\n{body}\n}}\n{declarations}\n{attributes}"
        );
        let result = engine::result_of(&text, &arguments.map(Val::I32));
        assert_eq!(result.i32(), Some(expected), "{text}");
    }
}

const SUM: &str = "declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)\n";

/// A vector `%v` of `x, y, x + y, 7`, what a row makes `%w` of it, and the sum of `%w`.
#[track_caller]
fn check_four(row: &str, declarations: &str, arguments: [i32; 2], expected: i32) {
    let body = format!(
        "%sum = add i32 %x, %y\n%v0 = insertelement <4 x i32> poison, i32 %x, i32 0\n\
         %v1 = insertelement <4 x i32> %v0, i32 %y, i32 1\n%v2 = insertelement <4 x i32> %v1, i32 %sum, i64 2\n\
         %v = insertelement <4 x i32> %v2, i32 7, i8 3\n{row}\n\
         %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %w)\nret i32 %r"
    );
    check(&body, &format!("{SUM}{declarations}"), arguments, expected);
}

#[test]
fn operations_give_what_they_give_lane_by_lane() {
    for (row, expected) in [
        ("%w = sub <4 x i32> zeroinitializer, %v", -21),
        ("%w = mul <4 x i32> %v, %v", 25 + 4 + 49 + 49),
        (
            "%w = shl <4 x i32> %v, <i32 1, i32 2, i32 3, i32 0>",
            10 + 8 + 56 + 7,
        ),
        (
            "%w = lshr <4 x i32> %v, <i32 1, i32 0, i32 1, i32 2>",
            2 + 2 + 3 + 1,
        ),
        ("%w = ashr <4 x i32> %v, splat (i32 1)", 2 + 1 + 3 + 3),
        (
            "%w = sdiv <4 x i32> %v, <i32 2, i32 -1, i32 3, i32 7>",
            2 + 2 + 1 - 2,
        ),
        ("%w = urem <4 x i32> %v, splat (i32 4)", 1 + 2 + 3 + 3),
        (
            "%n = xor <4 x i32> %v, splat (i32 -1)\n%w = and <4 x i32> splat (i32 6), %n",
            2 + 4,
        ),
        (
            "%t = trunc <4 x i32> %v to <4 x i8>\n%m = mul <4 x i8> %t, splat (i8 100)\n%w = sext <4 x i8> %m to <4 x i32>",
            -12 - 56 - 68 - 68,
        ),
        (
            "%t = zext <4 x i32> %v to <4 x i64>\n%m = mul <4 x i64> %t, %t\n%s = lshr <4 x i64> %m, splat (i64 1)\n%w = trunc <4 x i64> %s to <4 x i32>",
            12 + 2 + 24 + 24,
        ),
        (
            "%c = icmp ult <4 x i32> %v, splat (i32 6)\n%d = icmp eq <4 x i32> %v, splat (i32 7)\n%e = or <4 x i1> %c, %d\n%w = zext <4 x i1> %e to <4 x i32>",
            4,
        ),
        (
            "%t = zext <4 x i32> %v to <4 x i64>\n%c = icmp ult <4 x i64> %t, splat (i64 6)\n%w = select <4 x i1> %c, <4 x i32> %v, <4 x i32> splat (i32 100)",
            207,
        ),
        (
            "%t = trunc <4 x i32> %v to <4 x i1>\n%w = select <4 x i1> %t, <4 x i32> %v, <4 x i32> zeroinitializer",
            19,
        ),
        (
            "%t = trunc <4 x i32> %v to <4 x i1>\n%b = bitcast <4 x i1> %t to i4\n%z = zext i4 %b to i32\n%w = insertelement <4 x i32> zeroinitializer, i32 %z, i32 2",
            0b1101,
        ),
        (
            "%n = trunc i32 %y to i4\n%b = bitcast i4 %n to <4 x i1>\n%w = select <4 x i1> %b, <4 x i32> %v, <4 x i32> zeroinitializer",
            2,
        ),
        (
            "%t = trunc <4 x i32> %v to <4 x i24>\n%m = add <4 x i24> %t, splat (i24 -6)\n%w = sext <4 x i24> %m to <4 x i32>",
            -3,
        ),
        (
            "%p = inttoptr <4 x i32> %v to <4 x ptr>\n%g = getelementptr i32, <4 x ptr> %p, <4 x i32> %v\n%w = ptrtoint <4 x ptr> %g to <4 x i32>",
            105,
        ),
        (
            "%a = alloca <3 x i32>, align 4\n%t = shufflevector <4 x i32> %v, <4 x i32> poison, <3 x i32> <i32 3, i32 1, i32 0>\nstore volatile <3 x i32> %t, ptr %a, align 4\n\
             %u = load volatile <3 x i32>, ptr %a, align 4\n%w = shufflevector <3 x i32> %u, <3 x i32> zeroinitializer, <4 x i32> <i32 0, i32 1, i32 2, i32 3>",
            14,
        ),
        (
            "%a = alloca <4 x i1>, align 1\n%t = icmp sgt <4 x i32> %v, splat (i32 5)\nstore volatile <4 x i1> %t, ptr %a\n\
             %u = load volatile <4 x i1>, ptr %a\n%w = sext <4 x i1> %u to <4 x i32>",
            -2,
        ),
    ] {
        check_four(row, "", [5, 2], expected);
    }
}

#[test]
fn elements_at_unknown_places() {
    for (ty, cast, index, expected) in [
        ("i8", "trunc", 3, 7),
        ("i16", "trunc", 2, 0),
        ("i64", "zext", 1, 0),
    ] {
        let row = format!(
            "%t = {cast} <4 x i32> <i32 10, i32 0, i32 0, i32 7> to <4 x {ty}>\n%u = insertelement <4 x {ty}> %t, {ty} 1, i32 %y\n\
             %e = extractelement <4 x {ty}> %u, i32 %x\n%z = {} {ty} %e to i32\n%w = insertelement <4 x i32> zeroinitializer, i32 %z, i32 3",
            if ty == "i64" { "trunc" } else { "zext" },
        );
        check_four(&row, "", [index, 0], expected);
        check_four(&row, "", [0, 0], 1);
    }
}

#[test]
fn intrinsics_give_what_they_give_lane_by_lane() {
    for (name, operands, more, expected) in [
        (
            "smax",
            "<4 x i32> %v, <4 x i32> splat (i32 5)",
            "<4 x i32>, <4 x i32>",
            24,
        ),
        (
            "umin",
            "<4 x i32> %v, <4 x i32> splat (i32 5)",
            "<4 x i32>, <4 x i32>",
            17,
        ),
        ("ctpop", "<4 x i32> %v", "<4 x i32>", 2 + 1 + 3 + 3),
        (
            "ctlz",
            "<4 x i32> %v, i1 false",
            "<4 x i32>, i1",
            29 + 30 + 29 + 29,
        ),
        ("bswap", "<4 x i32> %v", "<4 x i32>", 21 << 24),
        (
            "fshl",
            "<4 x i32> %v, <4 x i32> %v, <4 x i32> splat (i32 4)",
            "<4 x i32>, <4 x i32>, <4 x i32>",
            21 * 16,
        ),
        (
            "fshr",
            "<4 x i32> %v, <4 x i32> zeroinitializer, <4 x i32> splat (i32 31)",
            "<4 x i32>, <4 x i32>, <4 x i32>",
            42,
        ),
        (
            "fshl",
            "<4 x i32> %v, <4 x i32> zeroinitializer, <4 x i32> %v",
            "<4 x i32>, <4 x i32>, <4 x i32>",
            (5 << 5) + (2 << 2) + (7 << 7) + (7 << 7),
        ),
        (
            "sadd.sat",
            "<4 x i32> %v, <4 x i32> splat (i32 1)",
            "<4 x i32>, <4 x i32>",
            25,
        ),
    ] {
        let row = format!("%w = call <4 x i32> @llvm.{name}.v4i32({operands})");
        let declaration = format!("declare <4 x i32> @llvm.{name}.v4i32({more})");
        check_four(&row, &declaration, [5, 2], expected);
    }
}

#[test]
fn vectors_flow_through_phis_calls_and_variable_arguments() {
    let declarations = format!(
        "{SUM}\
         define internal <4 x i32> @twice(<4 x i32> %v) {{\n%r = add <4 x i32> %v, %v\nret <4 x i32> %r\n}}\n\
         define internal <8 x i32> @wide(<8 x i32> %v, <8 x i1> %c, <4 x i1> %d) {{\n%n = sub <8 x i32> zeroinitializer, %v\n%s = select <8 x i1> %c, <8 x i32> %n, <8 x i32> %v\n\
         %e = extractelement <4 x i1> %d, i32 1\n%z = zext i1 %e to i32\n%r = insertelement <8 x i32> %s, i32 %z, i32 7\nret <8 x i32> %r\n}}\n\
         define internal i32 @variable(i32 %n, ...) {{\n%list = alloca ptr\ncall void @llvm.va_start(ptr %list)\n%v = va_arg ptr %list, <4 x i32>\n%r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)\nret i32 %r\n}}\n\
         declare void @llvm.va_start(ptr)\ndeclare i32 @llvm.vector.reduce.add.v8i32(<8 x i32>)"
    );
    check(
        "entry:\n%a = insertelement <4 x i32> zeroinitializer, i32 %x, i32 1\nbr label %loop\n\
         loop:\n%v = phi <4 x i32> [ %a, %entry ], [ %w, %loop ]\n%i = phi i32 [ 0, %entry ], [ %j, %loop ]\n\
         %w = call <4 x i32> @twice(<4 x i32> %v)\n%j = add i32 %i, 1\n%c = icmp slt i32 %j, %y\nbr i1 %c, label %loop, label %end\n\
         end:\n%r = call i32 (i32, ...) @variable(i32 1, <4 x i32> %w)\nret i32 %r",
        &declarations,
        [3, 4],
        48,
    );
    check(
        "%a = insertelement <8 x i32> splat (i32 3), i32 %x, i32 6\n%c = icmp eq <8 x i32> %a, splat (i32 3)\n\
         %s = insertelement <4 x i32> zeroinitializer, i32 %y, i32 1\n%d = icmp ne <4 x i32> %s, zeroinitializer\n\
         %w = call <8 x i32> @wide(<8 x i32> %a, <8 x i1> %c, <4 x i1> %d)\n%r = call i32 @llvm.vector.reduce.add.v8i32(<8 x i32> %w)\nret i32 %r",
        &declarations,
        [100, 1],
        100 - 18 + 1,
    );
}

#[test]
fn lanes_of_every_width_are_compared() {
    let pairs = [
        [-1, 0],
        [0, -1],
        [5, 5],
        [1, 2],
        [i32::MIN, i32::MAX],
        [i32::MAX, i32::MIN],
    ];
    for (lane, count) in [(8, 16), (16, 8), (32, 4), (64, 2)] {
        let (to_lane, from_lane) = match lane {
            64 => ("sext", "trunc"),
            32 => ("bitcast", "bitcast"),
            _ => ("trunc", "sext"),
        };
        let ty = format!("<{count} x i{lane}>");
        for predicate in [
            "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge",
        ] {
            let body = format!(
                "%a = {to_lane} i32 %x to i{lane}\n%b = {to_lane} i32 %y to i{lane}\n\
                 %v0 = insertelement {ty} zeroinitializer, i{lane} %a, i32 0\n\
                 %v = insertelement {ty} %v0, i{lane} %b, i32 1\n\
                 %w0 = insertelement {ty} zeroinitializer, i{lane} %b, i32 0\n\
                 %w = insertelement {ty} %w0, i{lane} %a, i32 1\n\
                 %c = icmp {predicate} {ty} %v, %w\n%m = sext <{count} x i1> %c to {ty}\n\
                 %l = extractelement {ty} %m, i32 0\n%h = extractelement {ty} %m, i32 1\n\
                 %first = {from_lane} i{lane} %l to i32\n%second = {from_lane} i{lane} %h to i32\n\
                 %twice = add i32 %second, %second\n%r = add i32 %first, %twice\nret i32 %r"
            );
            for [x, y] in pairs {
                let narrow = |number: i32| match lane {
                    8 => i64::from(number as i8),
                    16 => i64::from(number as i16),
                    _ => i64::from(number),
                };
                let holds = |left: i32, right: i32| {
                    let (left, right) = (narrow(left), narrow(right));
                    let unsigned = (left as u64).cmp(&(right as u64));
                    let order = match predicate.starts_with('u') {
                        true => unsigned,
                        false => left.cmp(&right),
                    };
                    match &predicate[predicate.len() - 2..] {
                        "eq" => order.is_eq(),
                        "ne" => order.is_ne(),
                        "lt" => order.is_lt(),
                        "le" => order.is_le(),
                        "gt" => order.is_gt(),
                        _ => order.is_ge(),
                    }
                };
                let expected = -i32::from(holds(x, y)) - 2 * i32::from(holds(y, x));
                check(&body, "", [x, y], expected);
            }
        }
    }
}
