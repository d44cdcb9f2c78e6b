//! Unreadable parts are left out, each with an error, and the rest is read.

use unsnarl_llvm::{Entity, read, read_partly};

/// Reads a text: the functions that have a body, and what could not be read.
#[track_caller]
fn check(text: &str, functions: &str, unread: &[(&str, &str)]) {
    let reading = read_partly(text);
    let module = &reading.module;
    let defined = module
        .functions
        .values()
        .filter(|function| function.is_definition());
    let names: Vec<&str> = defined.map(|function| module.name(function.name)).collect();
    assert_eq!(names.join(" "), functions);
    let errors: Vec<(String, String)> = reading
        .unread
        .iter()
        .map(|unread| {
            let what = match &unread.what {
                Entity::Function(name) => format!("{name}()"),
                Entity::Global(name) => name.clone(),
                Entity::Other => String::new(),
            };
            (what, unread.error.to_string())
        })
        .collect();
    let errors: Vec<(&str, &str)> = errors
        .iter()
        .map(|(what, error)| (what.as_str(), error.as_str()))
        .collect();
    assert_eq!(errors, unread);
    // The error of the whole is the first of all, and what was read can be printed and read again.
    let first = read(text).err().map(|error| error.to_string());
    assert_eq!(first.as_deref(), unread.first().map(|(_, error)| *error));
    let printed = module.to_string();
    read(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
}

#[test]
fn each_function_has_its_own_error() {
    check(
        "define void @a() {\n  ret void\n}\ndefine void @b() {\n  frob\n}\ndefine void @c() {\n  ret i32 0\n}\n\
         define void @d() {\n  call void @a()\n  call void @b()\n  ret void\n}\n",
        "a d",
        &[
            ("b()", "5:3: unknown instruction 'frob'"),
            (
                "c()",
                "8:7: 'ret' has type i32, but the function returns void",
            ),
        ],
    );
}

#[test]
fn the_next_definition_is_found() {
    // After a body without its end, in one line, after an open string and an open bracket.
    check(
        "define void @a() {\n  ret i32\ndefine void @b() { ret void }\ndefine void @c() { frob }\n\
         define void @d() {\n  call void @\"x\n}\ndefine void @e() {\n  ret void, !x !{ {\n}\ndefine void @f() {\n  ret void\n}\n",
        "b f",
        &[
            (
                "a()",
                "2:7: 'ret' has type i32, but the function returns void",
            ),
            ("c()", "4:20: unknown instruction 'frob'"),
            ("d()", "6:14: string has no closing quote"),
            ("e()", "9:17: bracket is not closed"),
        ],
    );
}

#[test]
fn headers_and_variables_are_left_out_too() {
    check(
        "@x = global frob 0\n@y = global i32 1.5\ndeclare int @g()\ndefine int @h() {\n  ret i32 0\n}\n\
         define ptr @f() {\n  %a = call i32 @g()\n  %b = call i32 @h()\n  store ptr @y, ptr @x\n  ret ptr @x\n}\n",
        "f",
        &[
            ("x", "1:13: expected a type, found 'frob'"),
            ("y", "2:17: 1.5 is not a constant of type i32"),
            ("g()", "3:9: expected a type, found 'int'"),
            ("h()", "4:8: expected a type, found 'int'"),
        ],
    );
}

/// Undefined names are reported once; what uses a symbol can be read all the same.
#[test]
fn what_is_nowhere_is_said_once() {
    check(
        "define void @f() {\n  call void @g()\n  call void @g()\n  ret void\n}\n",
        "f",
        &[("", "2:13: @g is used but not defined")],
    );
    // An undefined type has no size, and that is not a second error.
    check(
        "define void @f() {\n  %x = alloca %t\n  ret void\n}\ndefine void @h() {\n  ret void\n}\n",
        "h",
        &[("f()", "2:15: %t is used but not defined")],
    );
    // Undefined names in unreadable functions are not reported.
    check(
        "define void @f() {\n  call void @g()\n  %x = alloca %t\n  frob\n}\n",
        "",
        &[("f()", "4:3: unknown instruction 'frob'")],
    );
}

#[test]
fn rules_leave_out_what_breaks_them() {
    check(
        "define i32 @f() {\n  %x = add i32 %y, 1\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n\
         define void @g() {\n  ret void\n}\n@x = global void poison\n",
        "g",
        &[
            (
                "f()",
                "2:16: %y is used where it is not defined on every path",
            ),
            ("x", "9:18: a constant does not match its type"),
        ],
    );
    // For a constant that breaks a rule, all that use it are left out.
    check(
        "define ptr @f() {\n  ret ptr getelementptr ({i32}, ptr null, i32 0, i32 9)\n}\n\
         define ptr @g() {\n  %x = load ptr, ptr getelementptr ({i32}, ptr null, i32 0, i32 9)\n  ret ptr %x\n}\n\
         @x = global [1 x ptr] [ptr getelementptr ({i32}, ptr null, i32 0, i32 9)]\ndefine void @h() {\n  ret void\n}\n",
        "h",
        &[
            ("f()", "2:11: a constant does not match its type"),
            ("g()", "2:11: a constant does not match its type"),
            ("x", "2:11: a constant does not match its type"),
        ],
    );
    check(
        "define ptr @f() {\na:\n  ret ptr blockaddress(@f, %nowhere)\n}\ndefine void @g() {\n  ret void\n}\n",
        "g",
        &[("f()", "3:28: %nowhere is used but not defined")],
    );
}

/// A function that is left out for its labels hides nothing that is wrong elsewhere.
#[test]
fn labels_of_what_is_left_out_are_let_be() {
    check(
        "define void @f() {\na:\n  indirectbr ptr blockaddress(@f, %a), [label %b, label %b2]\nb:\n  ret void\nb2:\n  ret void\n}\n\
         define i32 @g() {\n  ret i32 0\ndead:\n  %x = phi i32\n  br label %dead\n}\n",
        "",
        &[
            ("f()", "3:35: the address of an entry block is taken"),
            ("g()", "12:3: a phi does not name each predecessor once"),
        ],
    );
}

#[test]
fn a_layout_or_a_triple_may_be_missing() {
    let bits = |text: &str| {
        let reading = read_partly(text);
        assert_eq!(reading.unread, []);
        reading.module.data_layout.pointer(0).bits
    };
    assert_eq!(bits(""), 32);
    assert_eq!(bits("target triple = \"wasm32-unknown-wasi\""), 32);
    assert_eq!(bits("target triple = \"wasm64-unknown-unknown\""), 64);
    assert_eq!(bits("target triple = \"x86_64-pc-linux-gnu\""), 64);
    assert_eq!(
        bits("target datalayout = \"e-p:16:16\"\ntarget triple = \"wasm32\""),
        16
    );
}

/// Reading is linear in the text, however many errors it has.
#[test]
fn many_errors_are_linear() {
    let text = "define void @f() {\n  ret void, !x !{\n".repeat(20_000);
    assert_eq!(read_partly(&text).unread.len(), 20_000);
    let text = "define void @f() {\n  call void @\"x\n}\n".repeat(20_000);
    assert!(read_partly(&text).unread.len() > 9_000);
}
