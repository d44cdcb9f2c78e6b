use super::*;
use std::ffi::OsString;

/// The warnings about a command line: the options that they name, with `!` if it is an error.
#[track_caller]
fn check(words: &str, expected: &str) {
    let words: Vec<OsString> = words.split_whitespace().map(OsString::from).collect();
    let is_ours = |word: &OsString| word.to_str().is_some_and(is_setting);
    let (settings, words): (Vec<_>, Vec<_>) = words.into_iter().partition(is_ours);
    let settings: Vec<String> = settings
        .iter()
        .map(|word| word.to_string_lossy().into())
        .collect();
    let line = Line::read(words);
    let found: Vec<String> = warnings(&line, &settings)
        .iter()
        .map(|warning| {
            let option = warning
                .message
                .split('\'')
                .nth(1)
                .expect("it names an option");
            let mark = match warning.severity {
                Severity::Warning => "",
                Severity::Error => "!",
            };
            format!("{option}{mark}")
        })
        .collect();
    assert_eq!(found.join(", "), expected);
}

#[test]
fn what_is_asked_for_and_not_done_is_named() {
    check(
        "-c x.c -O2 -Wall -ffunction-sections -fno-omit-frame-pointer",
        "",
    );
    for done in [
        "-g",
        "-g1",
        "-g3",
        "-ggdb",
        "-gdwarf-5 -O2",
        "-gline-tables-only",
    ] {
        check(&format!("-c x.c {done}"), "");
    }
    check("-c x.c -gdwarf-3 -O2", "-gdwarf-3");
    check(
        "x.c y.c -fstack-protector-strong -o p",
        "-fstack-protector-strong",
    );
    check("-c x.c -pthread -pg", "-pg");
    check("-c x.c -pg -flto=thin", "-pg");
    // Code for shared libraries is made.
    check("-c x.c -fPIC", "");
    // Clang does these in the IR.
    check(
        "-c x.c -ftrapv -fsanitize=undefined -fsanitize-trap=all -fwrapv",
        "",
    );
    // Of a family the last one counts.
    check("-c x.c -gz -gz=none", "");
    check("-c x.c -gline-directives-only -g2", "");
    check(
        "-c x.c -g2 -gline-directives-only",
        "-gline-directives-only",
    );
    check("-c x.c -fstack-protector-all -fno-stack-protector", "");
    check("-c x.c -gz -gz=none -gz=zlib", "-gz=zlib");
    // What only links has no code to make.
    check("x.o -gz -pthread -o p", "");
    check("x.o -flto -gz -o p", "");
    check("-E x.c -gz -pg", "");
    check("-fsyntax-only x.c -fstack-protector", "");
    // The value of another option is no option.
    check("-c x.c -o -gz -D -pg", "");
}

#[test]
fn options_of_llvm_are_named_unless_clang_runs_the_pass() {
    check("-c x.c -mllvm -wasm-enable-eh", "-mllvm -wasm-enable-eh");
    check("-c x.c -mllvm=-disable-lsr", "-mllvm -disable-lsr");
    check(
        "-c x.c -mllvm -inline-threshold=9 -mllvm -unroll-count=2",
        "",
    );
}

#[test]
fn warnings_are_silenced_and_made_errors_as_clangs_are() {
    check("-c x.c -pg -w", "");
    check("-c x.c -pg -Wno-unsnarl-ignored", "");
    check("-c x.c -pg -Wno-unsnarl-ignored -Wunsnarl-ignored", "-pg");
    check("-c x.c -pg -Wno-everything", "");
    check("-c x.c -pg -Werror", "-pg!");
    check("-c x.c -pg -Werror -Wno-error", "-pg");
    check("-c x.c -pg -Wno-error=unsnarl-ignored -Werror", "-pg");
    check("-c x.c -pg -Werror=unsnarl-ignored", "-pg!");
    check("-c x.c -pg -Werror -w", "");
    // Debug information has a name of its own, inside of the other one.
    check("-c x.c -gz -pg -Wno-unsnarl-debug-info", "-pg");
    check("-c x.c -gz -pg -Wno-unsnarl-ignored", "");
    check(
        "-c x.c -gz -pg -Wno-unsnarl-ignored -Wunsnarl-debug-info",
        "-gz",
    );
    check(
        "-c x.c -gz -pg -Werror -Wno-error=unsnarl-debug-info",
        "-gz, -pg!",
    );
}

#[test]
fn each_row_is_said_and_taken_back() {
    for row in ROWS {
        for pattern in row.asked.split_whitespace() {
            let option = pattern.replace('*', "4");
            check(&format!("-c x.c {option}"), &option);
            for back in row.taken_back.split_whitespace() {
                check(&format!("-c x.c {option} {back}"), "");
                check(&format!("-c x.c {back} {option}"), &option);
            }
        }
        assert!(!row.instead.ends_with('.'), "{}", row.instead);
    }
}

#[test]
fn a_message_says_what_there_is_instead() {
    let line = Line::read(["-c", "x.c", "-pg", "-Werror"].map(OsString::from).to_vec());
    let found = warnings(&line, &[]);
    assert_eq!(
        found[0].message,
        "'-pg' is not supported: functions do not call mcount [-Werror,-Wunsnarl-ignored]"
    );
}
