//! What is written inside other expressions, and what is a statement.

use unsnarl_ir::pseudocode::{Code, Context};
use unsnarl_ir::{BlockId, Id};

use crate::pseudocode::{check, defined, lines, read, written};

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
    // It happens whichever arm is taken, and so does one in the condition.
    check(
        "i32",
        &format!(
            "{call}%2 = add i32 %1, 1\n%3 = icmp eq i32 %b, 0\n%r = select i1 %3, i32 %2, i32 %a"
        ),
        "%1 = call(a, p); return b == 0 ? %1 + 1 : a",
    );
    check(
        "i32",
        &format!("{call}%2 = icmp eq i32 %1, 0\n%r = select i1 %2, i32 %b, i32 %a"),
        "return call(a, p) == 0 ? b : a",
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
