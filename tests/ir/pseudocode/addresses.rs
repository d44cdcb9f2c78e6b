//! Addresses that are written wherever they are used.

use unsnarl_ir::pseudocode::{Code, Context};

use crate::pseudocode::{check, defined, lines, read};

#[test]
fn an_address_that_is_used_twice_is_written_twice() {
    check(
        "i32",
        "%e = getelementptr i32, ptr %p, i32 1
         %o = load i32, ptr %e
         %1 = add i32 %o, 1
         store i32 %1, ptr %e
         %r = load i32, ptr %e",
        "p[1] = p[1] + 1; return p[1]",
    );
}

#[test]
fn what_is_no_short_address_keeps_its_name() {
    // Two indices that are no constants.
    check(
        "i32",
        "%e = getelementptr [4 x i32], ptr %p, i32 %a, i32 %b
         store i32 1, ptr %e
         %r = load i32, ptr %e",
        "e = &p[a][b]; *e = 1; return *e",
    );
    // An address of an address that is written everywhere itself.
    check(
        "i32",
        "%d = getelementptr i32, ptr %p, i32 1
         store i32 1, ptr %d
         %e = getelementptr i32, ptr %d, i32 %a
         store i32 2, ptr %e
         %r = load i32, ptr %e",
        "p[1] = 1; e = p + 1 + a; *e = 2; return *e",
    );
    // What an address is made of is computed once.
    check(
        "i32",
        "%d = load ptr, ptr %p
         %e = getelementptr i32, ptr %d, i32 1
         store i32 1, ptr %e
         %r = load i32, ptr %e",
        "d = *p; d[1] = 1; return d[1]",
    );
}

/// Writes the blocks of a function with a loop `l` over the phi `%i`, entered from `e`.
#[track_caller]
fn check_blocks(body: &str, expected: [&str; 3]) {
    let text = format!("define i32 @f(ptr %p, i32 %n) {{\n{body}}}");
    let module = read(&text);
    let context = Context::new(&module);
    let code = Code::new(&context, defined(&module), |_| false);
    let found = [0, 1, 2].map(|block| lines(&code, block).join("; "));
    assert_eq!(found, expected, "{body}");
}

#[test]
fn an_address_from_before_a_loop_is_written_in_it() {
    check_blocks(
        "e:
           %q = getelementptr i32, ptr %p, i32 5
           br label %l
         l:
           %i = phi i32 [ 0, %e ], [ %j, %l ]
           store i32 %i, ptr %q
           %j = add i32 %i, 1
           %c = icmp eq i32 %j, %n
           br i1 %c, label %x, label %l
         x:
           %r = load i32, ptr %q
           ret i32 %r
         ",
        ["", "p[5] = i; i = i + 1", "return p[5]"],
    );
}

#[test]
fn an_address_made_of_what_changes_is_written_until_it_changes() {
    check_blocks(
        "e:
           br label %l
         l:
           %i = phi i32 [ 0, %e ], [ %j, %l ]
           %q = getelementptr i32, ptr %p, i32 %i
           %o = load i32, ptr %q
           %o1 = add i32 %o, 1
           store i32 %o1, ptr %q
           %j = add i32 %i, 1
           %c = icmp eq i32 %j, %n
           br i1 %c, label %x, label %l
         x:
           ret i32 0
         ",
        ["", "p[i] = p[i] + 1; i = i + 1", "return 0"],
    );
    check_blocks(
        "e:
           br label %l
         l:
           %i = phi i32 [ 0, %e ], [ %j, %l ]
           %q = getelementptr i32, ptr %p, i32 %i
           store i32 0, ptr %q
           %j = add i32 %i, 1
           %c = icmp eq i32 %j, %n
           br i1 %c, label %x, label %l
         x:
           %r = load i32, ptr %q
           ret i32 %r
         ",
        ["", "q = p + i; *q = 0; i = i + 1", "return *q"],
    );
}

#[test]
fn an_address_is_made_of_names_in_any_order_of_blocks() {
    check_blocks(
        "e:
           br label %d
         u:
           %o = getelementptr i32, ptr %q, i32 %n
           store i32 1, ptr %o
           store i32 2, ptr %o
           ret i32 0
         d:
           %q = getelementptr i32, ptr %p, i32 4
           store i32 3, ptr %q
           br label %u
         ",
        ["", "o = p + 4 + n; *o = 1; *o = 2; return 0", "p[4] = 3"],
    );
}
