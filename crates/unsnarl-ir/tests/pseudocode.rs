//! Functions as pseudocode: how each kind of instruction is written, what is folded, and names.

use unsnarl_ir::pseudocode::{Code, Context};
use unsnarl_ir::{BlockId, Function, Id, Module};

fn read(text: &str) -> Module {
    unsnarl_llvm::read(text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"))
}

/// The function that a module defines.
fn defined(module: &Module) -> &Function {
    let mut functions = module.functions.values();
    functions
        .find(|function| function.is_definition())
        .expect("it defines one")
}

fn lines(code: &Code<'_, '_>, block: usize) -> Vec<String> {
    let block = BlockId::new(block);
    let statements = code.statements(block).iter();
    let statements = statements.map(|statement| code.show_statement(statement));
    statements.chain(code.show_exit(block)).collect()
}

/// Writes a function with these instructions, the last of which makes `%r`, which it returns.
fn written(ty: &str, body: &str) -> String {
    let text = format!(
        "%pair = type {{ i32, [4 x i16] }}
         @g = global i32 0
         @table = global [4 x i32] zeroinitializer
         @.str = private unnamed_addr constant [5 x i8] c\"a\\22\\0Ab\\00\"
         declare i32 @call(i32, ptr)
         declare i32 @llvm.umin.i32(i32, i32)
         declare i32 @llvm.ctlz.i32(i32, i1)
         declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
         declare {{ i32, i1 }} @llvm.sadd.with.overflow.i32(i32, i32)
         declare void @llvm.lifetime.start.p0(i64, ptr)
         declare void @llvm.assume(i1)
         define {ty} @f(i32 %a, i32 %b, i32 %c, i64 %n, i8 %s, i1 %t, i1 %u, double %x, double %y, ptr %p, ptr %q, <4 x i32> %v) {{
         {body}
         ret {ty} %r
         }}"
    );
    let module = read(&text);
    let context = Context::new(&module);
    let code = Code::new(&context, defined(&module), |_| false);
    lines(&code, 0).join("; ")
}

#[track_caller]
fn check(ty: &str, body: &str, expected: &str) {
    assert_eq!(written(ty, body), expected, "{body}");
}

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

#[test]
fn a_load_is_folded_up_to_the_next_write() {
    let load = "%1 = load i32, ptr %p\n";
    check("i32", &format!("{load}%r = add i32 %1, 1"), "return *p + 1");
    check(
        "i32",
        &format!("{load}store i32 %a, ptr %q\n%r = add i32 %1, 1"),
        "%1 = *p; *q = a; return %1 + 1",
    );
    check(
        "i32",
        &format!("{load}%2 = call i32 @call(i32 0, ptr %q)\n%r = add i32 %1, %2"),
        "%1 = *p; return %1 + call(0, q)",
    );
    // The store itself comes after what it stores is read.
    check(
        "i32",
        &format!("{load}%2 = add i32 %1, 1\nstore i32 %2, ptr %p\n%r = add i32 %a, 1"),
        "*p = *p + 1; return a + 1",
    );
    // Used twice, and a hint.
    check(
        "i32",
        &format!("{load}%r = mul i32 %1, %1"),
        "%1 = *p; return %1 * %1",
    );
    check(
        "i32",
        &format!("{load}%2 = icmp eq i32 %1, 0\ncall void @llvm.assume(i1 %2)\n%r = add i32 %1, 1"),
        "return *p + 1",
    );
}

#[test]
fn a_call_is_folded_up_to_the_next_access() {
    let call = "%1 = call i32 @call(i32 %a, ptr %p)\n";
    check(
        "i32",
        &format!("{call}%r = call i32 @call(i32 %1, ptr %q)"),
        "return call(call(a, p), q)",
    );
    // The arguments are read where the call is.
    check(
        "i32",
        "%1 = load i32, ptr %q\n%2 = call i32 @call(i32 %1, ptr %p)\n%r = add i32 %2, 1",
        "return call(*q, p) + 1",
    );
    check(
        "i32",
        &format!("{call}%2 = call i32 @call(i32 %b, ptr %q)\n%r = sub i32 %1, %2"),
        "%1 = call(a, p); return %1 - call(b, q)",
    );
    check(
        "i32",
        &format!("{call}%2 = load i32, ptr %q\n%r = add i32 %1, %2"),
        "%1 = call(a, p); return %1 + *q",
    );
    check(
        "i32",
        &format!("{call}store i32 %b, ptr %q\n%r = add i32 %1, 1"),
        "%1 = call(a, p); *q = b; return %1 + 1",
    );
    // Used once, in the address that something is stored at.
    check(
        "i32",
        &format!(
            "{call}%2 = getelementptr i32, ptr %q, i32 %1\nstore i32 %b, ptr %2\n%r = add i32 %a, 1"
        ),
        "q[call(a, p)] = b; return a + 1",
    );
}

#[test]
fn a_call_is_not_where_a_switch_may_be_several_comparisons() {
    let decided = |cases: &str| {
        let text = format!(
            "declare i32 @call()
             define void @f() {{
             entry:
               %r = call i32 @call()
               switch i32 %r, label %other [ {cases} ]
             one:
               ret void
             two:
               ret void
             other:
               ret void
             }}"
        );
        let module = read(&text);
        let context = Context::new(&module);
        let code = Code::new(&context, defined(&module), |_| false);
        (
            lines(&code, 0).join("; "),
            code.show_decision(BlockId::new(0)),
        )
    };
    let (none, call) = (String::new(), Some("call()".to_owned()));
    let three = decided("i32 9, label %one i32 32, label %two");
    assert_eq!(three, (none, call));
    let two = decided("i32 9, label %one i32 32, label %one");
    assert_eq!(two, ("r = call()".to_owned(), Some("r".to_owned())));
}

#[test]
fn allocas_are_variables() {
    check(
        "i32",
        "%l = alloca i32\nstore i32 %a, ptr %l\n%1 = load i32, ptr %l\n%2 = call i32 @call(i32 0, ptr %q)\n\
         %r = add i32 %1, %2",
        "return a + call(0, q)",
    );
    // A parameter that has a variable is that; another value is assigned.
    check(
        "i32",
        "%l = alloca i32\nstore i32 %a, ptr %l\n%1 = load i32, ptr %l\nstore i32 7, ptr %l\n\
         %2 = load i32, ptr %l\n%r = add i32 %1, %2",
        "%1 = a; a = 7; return %1 + a",
    );
    check(
        "i32",
        "%l = alloca i32\ncall void @llvm.lifetime.start.p0(i64 4, ptr %l)\n%r = call i32 @call(i32 0, ptr %l)",
        "i32 l; return call(0, &l)",
    );
    check(
        "i64",
        "%l = alloca [2 x i32]\n%r = load i64, ptr %l",
        "[2 x i32] l; return l",
    );
    check(
        "i8",
        "%l = alloca i64\n%r = load i8, ptr %l",
        "i64 l; return *(i8 *)&l",
    );
    check(
        "ptr",
        "%r = alloca i32, i32 %a",
        "r = alloca(i32, a); return r",
    );
}

/// A chain of operations, each used once, does not become one expression of any size.
#[test]
fn expressions_have_a_bounded_size() {
    let mut body = String::from("%v0 = add i32 %a, 1\n");
    for index in 1..5_000 {
        body += &format!("%v{index} = mul i32 %v{}, %b\n", index - 1);
    }
    body += "%r = add i32 %v4999, 1";
    let text = written("i32", &body);
    assert!(text.split("; ").all(|line| line.len() < 200), "{text}");
    assert!(text.matches(" * b").count() == 4_999, "{text}");
}

#[track_caller]
fn check_edges(body: &str, block: usize, slot: usize, expected: &str) {
    let text = format!("define void @f(i32 %a, i1 %t) {{\n{body}}}\n");
    let module = read(&text);
    let context = Context::new(&module);
    let code = Code::new(&context, defined(&module), |_| false);
    let copies = code.copies(unsnarl::Edge::new(BlockId::new(block), slot));
    let copies: Vec<String> = copies.iter().map(|copy| code.show_copy(copy)).collect();
    assert_eq!(copies.join("; "), expected, "{body}");
}

/// Writes a loop with these phis and instructions, which decides by `%t`: its statements, and the
/// copies when it is entered and repeated.
#[track_caller]
fn check_loop(phis: &str, insts: &str, expected: [&str; 3]) {
    let body = format!(
        "e:\n  br label %l\nl:\n{phis}{insts}  br i1 %t, label %l, label %x\nx:\n  ret void\n"
    );
    let text = format!("define void @f(i32 %a, i1 %t) {{\n{body}}}\n");
    let module = read(&text);
    let context = Context::new(&module);
    let code = Code::new(&context, defined(&module), |_| false);
    assert_eq!(lines(&code, 1).join("; "), expected[0], "{body}");
    check_edges(&body, 0, 0, expected[1]);
    check_edges(&body, 1, 0, expected[2]);
    check_edges(&body, 1, 1, "");
}

#[test]
fn copies_on_an_edge_happen_at_once() {
    let both = "  %i = phi i32 [ 0, %e ], [ %k, %l ]\n  %k = phi i32 [ 1, %e ], [ %i, %l ]\n";
    // Nothing needs them after the loop, so that they come before its decision.
    let swap = "old = i; i = k; k = old";
    check_loop(both, "", [swap, "i = 0; k = 1", ""]);
}

#[test]
fn a_phi_and_its_next_value_are_one_variable() {
    let sums = "  %i = phi i32 [ 0, %e ], [ %p, %l ]\n  %k = phi i32 [ 1, %e ], [ %q, %l ]\n";
    let start = "i = 0; k = 1";
    // The second reads what the first would overwrite, and comes before it.
    let one = "  %p = add i32 %i, 1\n  %q = add i32 %k, %i\n";
    check_loop(sums, one, ["k = k + i; i = i + 1", start, ""]);
    // Each reads what the other would overwrite.
    let circle = "  %p = add i32 %k, 1\n  %q = mul i32 %i, %i\n";
    check_loop(sums, circle, ["p = k + 1; k = i * i; i = p", start, ""]);
    // The old value is needed after the new one: two variables.
    let late = "  %p = add i32 %i, 1\n  %q = add i32 %p, %k\n  store i32 %i, ptr null\n";
    check_loop(sums, late, ["*null = i; i = i + 1; k = i + k", start, ""]);
    let both = "  %p = add i32 %i, 1\n  store i32 %p, ptr null\n  store i32 %i, ptr null\n  %q = add i32 %k, 1\n";
    check_loop(
        sums,
        both,
        [
            "p = i + 1; *null = p; *null = i; k = k + 1; i = p",
            start,
            "",
        ],
    );
    // What reads the old value is not folded past the new one.
    let fold = "  %x = mul i32 %i, 3\n  %p = add i32 %i, 1\n  store i32 %p, ptr null\n  store i32 %x, ptr null\n  %q = add i32 %k, 1\n";
    check_loop(
        sums,
        fold,
        [
            "x = i * 3; i = i + 1; *null = i; *null = x; k = k + 1",
            start,
            "",
        ],
    );
}

/// Writes a loop of one block that decides by `%c`: its statements, its decision, and the copies
/// when it is repeated.
#[track_caller]
fn check_decision(insts: &str, result: &str, expected: [&str; 3]) {
    let text = format!(
        "define i32 @f(i32 %a, ptr %q) {{
         e:
           br label %l
         l:
           %i = phi i32 [ 0, %e ], [ %p, %l ]
           {insts}
           br i1 %c, label %l, label %x
         x:
           ret i32 {result}
         }}"
    );
    let module = read(&text);
    let context = Context::new(&module);
    let code = Code::new(&context, defined(&module), |_| false);
    let copies = code.copies(unsnarl::Edge::new(BlockId::new(1), 0));
    let copies: Vec<String> = copies.iter().map(|copy| code.show_copy(copy)).collect();
    let decision = code.show_decision(BlockId::new(1));
    let found = [
        lines(&code, 1).join("; "),
        decision.unwrap_or_default(),
        copies.join("; "),
    ];
    assert_eq!(found, expected, "{insts}");
}

#[test]
fn copies_come_before_a_decision_unless_the_exit_needs_what_they_overwrite() {
    let next = "%p = add i32 %i, 1\n";
    let new = format!("{next}%c = icmp ne i32 %p, %a");
    check_decision(&new, "0", ["i = i + 1", "i != a", ""]);
    check_decision(&new, "%p", ["i = i + 1", "i != a", ""]);
    // The old value is needed where the loop is left.
    check_decision(&new, "%i", ["p = i + 1", "p != a", "i = p"]);
    // The decision reads the old value: it is saved first.
    let old = format!("{next}%c = icmp ne i32 %i, %a");
    check_decision(&old, "0", ["c = i != a; i = i + 1", "c", ""]);
    let load = "%p = load i32, ptr %q\nstore i32 %i, ptr %q\n%c = icmp ne i32 %i, %a";
    check_decision(
        load,
        "0",
        ["p = *q; *q = i; decided = i != a; i = p", "decided", ""],
    );
}

#[test]
fn a_condition_assigns_what_it_reads() {
    let text = "define void @f(ptr %q) {\nl:\n  %c = load i32, ptr %q\n  %d = icmp eq i32 %c, 0\n\
                br i1 %d, label %x, label %y\nx:\n  ret void\ny:\n  store i32 %c, ptr %q\n  ret void\n}\n";
    let module = read(text);
    let context = Context::new(&module);
    let mut code = Code::new(&context, defined(&module), |_| false);
    let entry = BlockId::new(0);
    assert_eq!(lines(&code, 0), ["c = *q"]);
    assert!(code.may_assign_in_condition(entry));
    code.assign_in_condition(entry);
    assert_eq!(lines(&code, 0), [""; 0]);
    assert_eq!(code.show_decision(entry).as_deref(), Some("(c = *q) == 0"));
    assert_eq!(code.show_opposite(entry).as_deref(), Some("(c = *q) != 0"));
}

#[test]
fn a_decision_that_is_tested_later_is_saved() {
    let text = "define void @f(i32 %a) {\n  %c = icmp eq i32 %a, 0\n  br i1 %c, label %x, label %y\n\
                x:\n  ret void\ny:\n  ret void\n}\n";
    let module = read(text);
    let context = Context::new(&module);
    let entry = BlockId::new(0);
    let code = Code::new(&context, defined(&module), |_| false);
    assert_eq!(lines(&code, 0), [""; 0]);
    assert_eq!(code.show_decision(entry).as_deref(), Some("a == 0"));
    let code = Code::new(&context, defined(&module), |block| block == entry);
    assert_eq!(lines(&code, 0), ["decided = a == 0"]);
    assert_eq!(code.show_decision(entry).as_deref(), Some("decided"));
}

#[test]
fn names_are_those_of_the_source_and_differ() {
    let text = r#"define i32 @f(i32 %label, ptr %"a b", ptr %f) !dbg !5 {
entry:
  %0 = load i32, ptr %"a b", !dbg !9
    #dbg_value(i32 %0, !8, !DIExpression(), !9)
  store i32 0, ptr %f
  %f1 = load i32, ptr %f
  store i32 1, ptr %f
  %1 = mul i32 %f1, %label
  %2 = mul i32 %1, %1
  %3 = add i32 %2, %0
  ret i32 %3
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = distinct !DISubprogram(name: "f", file: !1, line: 1, type: !6, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DISubroutineType(types: !7)
!7 = !{!3, !3}
!8 = !DILocalVariable(name: "f", scope: !5, file: !1, line: 2, type: !3)
!9 = !DILocation(line: 2, scope: !5)
"#;
    let module = read(text);
    let context = Context::new(&module);
    let code = Code::new(&context, defined(&module), |_| false);
    assert_eq!(code.signature(), "int f(i32 label.1, ptr a_b, ptr f.1)");
    let line = code.line(BlockId::new(0)).expect("it has one");
    assert_eq!((line.file, line.line), ("a.c", 2));
    assert_eq!(
        lines(&code, 0),
        [
            "f.2 = *a_b",
            "*f.1 = 0",
            "f1.1 = *f.1",
            "*f.1 = 1",
            "%1 = f1.1 * label.1",
            "return %1 * %1 + f.2",
        ]
    );
}
