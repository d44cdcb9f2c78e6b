//! How each kind of instruction is written.

use crate::pseudocode::check;

/// Instructions on `i32`.
#[track_caller]
fn int(body: &str, expected: &str) {
    check("i32", body, &format!("return {expected}"));
}

#[track_caller]
fn truth(body: &str, expected: &str) {
    check("i1", body, &format!("return {expected}"));
}

#[test]
fn arithmetic_needs_the_parentheses_of_c() {
    int("%1 = mul i32 %b, %c\n%r = add i32 %a, %1", "a + b * c");
    int("%1 = add i32 %a, %b\n%r = mul i32 %1, %c", "(a + b) * c");
    int("%1 = sub i32 %a, %b\n%r = sub i32 %1, %c", "a - b - c");
    int("%1 = sub i32 %b, %c\n%r = sub i32 %a, %1", "a - (b - c)");
    int("%1 = add i32 %b, %c\n%r = add i32 %a, %1", "a + (b + c)");
    int("%1 = sdiv i32 %a, %b\n%r = srem i32 %1, %c", "a / b % c");
    int(
        "%1 = udiv i32 %b, %c\n%r = urem i32 %a, %1",
        "a %u (b /u c)",
    );
    int("%r = udiv i32 %a, -1", "a /u 4294967295");
    int("%r = sdiv i32 %a, -1", "a / (-1)");
    int("%r = add i32 %a, -3", "a - 3");
    int("%1 = mul i32 %a, %b\n%r = sub i32 0, %1", "-(a * b)");
    int("%1 = sub i32 0, %a\n%r = sub i32 0, %1", "-(-a)");
    int("%r = xor i32 %a, -1", "~a");
    int("%r = add i32 %a, poison", "a + poison");
}

#[test]
fn bits_are_grouped_where_c_is_misread() {
    int("%1 = shl i32 %a, 3\n%r = add i32 %1, %b", "(a << 3) + b");
    int("%1 = add i32 %a, %b\n%r = lshr i32 %1, %c", "(a + b) >>u c");
    int("%1 = ashr i32 %a, 1\n%r = and i32 %1, %b", "(a >> 1) & b");
    int("%1 = and i32 %a, %b\n%r = or i32 %1, %c", "(a & b) | c");
    int("%1 = or i32 %a, %b\n%r = or i32 %1, %c", "a | b | c");
    int("%1 = or i32 %b, %c\n%r = or i32 %a, %1", "a | (b | c)");
    truth("%1 = and i32 %a, 1\n%r = icmp eq i32 %1, 0", "(a & 1) == 0");
}

#[test]
fn comparisons_tell_signed_from_unsigned() {
    truth("%r = icmp slt i32 %a, -1", "a < -1");
    truth("%r = icmp ult i32 %a, -1", "a <u 4294967295");
    truth("%r = icmp uge i32 %a, %b", "a >=u b");
    truth("%r = icmp ne ptr %p, null", "p != null");
    truth(
        "%1 = icmp eq i32 %a, %b\n%2 = icmp slt i32 %b, %c\n%r = xor i1 %1, %2",
        "(a == b) ^ (b < c)",
    );
    truth("%1 = icmp eq i32 %a, %b\n%r = xor i1 %1, true", "a != b");
    truth("%1 = icmp slt i32 %a, %b\n%r = xor i1 %1, true", "!(a < b)");
    truth("%r = fcmp olt double %x, %y", "x < y");
    truth(
        "%1 = fcmp olt double %x, %y\n%r = xor i1 %1, true",
        "!(x < y)",
    );
    truth("%r = fcmp une double %x, 0.5", "x != 0.5");
    truth("%r = fcmp ult double %x, %y", "ult(x, y)");
    truth("%r = fcmp one double %x, %y", "one(x, y)");
}

#[test]
fn choices_of_truth_values_are_short_circuits() {
    int(
        "%1 = icmp slt i32 %a, %b\n%r = select i1 %1, i32 %a, i32 %b",
        "a < b ? a : b",
    );
    int(
        "%1 = select i1 %t, i32 %a, i32 %b\n%r = select i1 %u, i32 %1, i32 %c",
        "u ? (t ? a : b) : c",
    );
    int(
        "%1 = select i1 %t, i32 %a, i32 %b\n%r = select i1 %u, i32 %c, i32 %1",
        "u ? c : t ? a : b",
    );
    int(
        "%1 = select i1 %t, i32 %a, i32 %b\n%r = add i32 %1, 1",
        "(t ? a : b) + 1",
    );
    truth("%r = select i1 %t, i1 %u, i1 false", "t && u");
    truth("%r = select i1 %t, i1 true, i1 %u", "t || u");
    truth("%r = select i1 %t, i1 false, i1 %u", "!t && u");
    truth("%r = select i1 %t, i1 %u, i1 true", "!t || u");
    truth(
        "%1 = icmp eq i32 %a, 0\n%2 = select i1 %1, i1 %t, i1 false\n%r = select i1 %u, i1 true, i1 %2",
        "u || (a == 0 && t)",
    );
}

#[test]
fn conversions_tell_signed_from_unsigned() {
    check("i64", "%r = sext i32 %a to i64", "return (i64)a");
    check(
        "i64",
        "%1 = add i32 %a, %b\n%r = zext i32 %1 to i64",
        "return (u64)(a + b)",
    );
    int("%r = trunc i64 %n to i32", "(i32)n");
    int("%1 = sext i8 %s to i32\n%r = sub i32 0, %1", "-(i32)s");
    int(
        "%1 = sub i32 0, %a\n%2 = zext i32 %1 to i64\n%r = trunc i64 %2 to i32",
        "(i32)(u64)(-a)",
    );
    check(
        "double",
        "%r = uitofp i32 %a to double",
        "return (double)(u32)a",
    );
    check("double", "%r = sitofp i32 %a to double", "return (double)a");
    check("double", "%r = fneg double %x", "return -x");
    check("double", "%r = frem double %x, %y", "return fmod(x, y)");
    int("%r = fptoui double %x to i32", "(u32)x");
    check(
        "i64",
        "%r = bitcast double %x to i64",
        "return bits<i64>(x)",
    );
    check("i64", "%r = ptrtoint ptr %p to i64", "return (i64)p");
}

#[test]
fn memory_is_written_as_places() {
    int("%r = load i32, ptr %p", "*p");
    int("%1 = load ptr, ptr %p\n%r = load i32, ptr %1", "**p");
    int(
        "%1 = getelementptr i32, ptr %p, i64 %n\n%r = load i32, ptr %1",
        "p[n]",
    );
    int(
        "%1 = getelementptr i8, ptr %p, i64 12\n%r = load i32, ptr %1",
        "p[12 bytes]",
    );
    int(
        "%1 = getelementptr i8, ptr %p, i64 %n\n%2 = load i8, ptr %1\n%r = sext i8 %2 to i32",
        "(i32)p[n]",
    );
    int(
        "%1 = getelementptr %pair, ptr %p, i32 0, i32 0\n%r = load i32, ptr %1",
        "p->0",
    );
    check(
        "i16",
        "%1 = getelementptr %pair, ptr %p, i64 %n, i32 1, i32 %a\n%r = load i16, ptr %1",
        "return p[n].1[a]",
    );
    check(
        "ptr",
        "%r = getelementptr %pair, ptr %p, i64 1, i32 1",
        "return &p[1].1",
    );
    int(
        "%1 = getelementptr i32, ptr %p, i64 1\n%2 = load i64, ptr %1\n%r = trunc i64 %2 to i32",
        "(i32)*(i64 *)(p + 1)",
    );
    int("%r = load i32, ptr @g", "g");
    check("ptr", "%r = getelementptr i8, ptr @g, i32 0", "return &g");
    int(
        "%1 = getelementptr [4 x i32], ptr @table, i32 0, i32 %a\n%r = load i32, ptr %1",
        "table[a]",
    );
    int(
        "%1 = getelementptr i32, ptr @table, i32 %a\n%r = load i32, ptr %1",
        "((i32 *)&table)[a]",
    );
    int(
        "%r = load i32, ptr getelementptr ([4 x i32], ptr @table, i32 0, i32 2)",
        "table[2]",
    );
}

#[test]
fn calls_and_intrinsics_have_plain_names() {
    check(
        "i32",
        "%r = call i32 @call(i32 %a, ptr @.str)",
        "return call(a, \"a\\\"\\nb\")",
    );
    int("%r = call i32 @llvm.umin.i32(i32 %a, i32 7)", "umin(a, 7)");
    int("%r = call i32 @llvm.ctlz.i32(i32 %a, i1 true)", "ctlz(a)");
    check("i32", "%r = call i32 %p(i32 %a)", "return p(a)");
    check(
        "i32",
        "%1 = load ptr, ptr %p\n%r = call i32 %1(i32 %a)",
        "return (*p)(a)",
    );
    check(
        "i32",
        "call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)\n%r = add i32 %a, 1",
        "memcpy(p, q, n); return a + 1",
    );
    check(
        "i32",
        "call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 true)\n%r = add i32 %a, 1",
        "memcpy(p, q, n, volatile); return a + 1",
    );
    int(
        "%1 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 1)\n%r = extractvalue { i32, i1 } %1, 0",
        "sadd_with_overflow(a, 1).0",
    );
    check(
        "i32",
        "%r = call i32 asm \"nop $0\", \"=r\"()",
        "return asm(\"nop $0\", \"=r\")",
    );
}

#[test]
fn what_orders_memory_is_a_statement_that_says_so() {
    check(
        "i32",
        "%r = load volatile i32, ptr %p",
        "r = volatile(*p); return r",
    );
    check(
        "i32",
        "%r = load atomic i32, ptr %p seq_cst, align 4",
        "r = atomic(*p); return r",
    );
    check(
        "i32",
        "store volatile i32 %a, ptr %p\n%r = atomicrmw add ptr %p, i32 %b seq_cst",
        "volatile(*p) = a; r = atomic_add(p, b); return r",
    );
    check(
        "i32",
        "fence acquire\n%1 = cmpxchg ptr %p, i32 %a, i32 %b seq_cst seq_cst\n%r = extractvalue { i32, i1 } %1, 0",
        "fence(); %1 = compare_exchange(p, a, b); return %1.0",
    );
}

#[test]
fn vectors_and_aggregates_are_written_as_calls_and_parts() {
    int("%r = extractelement <4 x i32> %v, i32 %a", "v[a]");
    check(
        "<4 x i32>",
        "%r = insertelement <4 x i32> %v, i32 %a, i32 1",
        "return insert(v, 1, a)",
    );
    check(
        "<2 x i32>",
        "%r = shufflevector <4 x i32> %v, <4 x i32> %v, <2 x i32> <i32 1, i32 poison>",
        "return shuffle(v, v, [1, poison])",
    );
    check(
        "{ i32, i32 }",
        "%r = insertvalue { i32, i32 } undef, i32 %a, 1",
        "return insert(undef, .1, a)",
    );
    int("%r = freeze i32 %a", "freeze(a)");
}
