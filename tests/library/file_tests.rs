//! What file tests notice.

use std::path::Path;

use unsnarl_testkit::filetest::run_file;

/// Runs a text as if it were a file, and shows what is wrong with it.
#[track_caller]
fn check(path: &str, text: &str, expected: &[&str]) {
    let problems = match run_file(Path::new(path), text) {
        Ok(outcome) => {
            let mut problems = outcome.broken_claims;
            problems.extend(outcome.difference);
            problems
        }
        Err(problem) => vec![problem],
    };
    let firsts = problems.iter().filter_map(|problem| problem.lines().next());
    assert_eq!(firsts.collect::<Vec<_>>(), expected, "{text}");
}

#[test]
fn claims_and_differences_are_noticed() {
    let graph = "a -> a | b\nb -> return\n";
    let read = "; expect:\n; a -> a | b\n; b -> return\n";
    check("read/x.cfg", &format!("{graph}{read}"), &[]);
    check("read/x.cfg", graph, &["line 1 of what is expected is"]);
    let shorter = read.replace("; b -> return\n", "");
    check(
        "read/x.cfg",
        &format!("{graph}{shorter}"),
        &["line 2 of what is expected is"],
    );
    let longer = format!("{read}; more\n");
    check(
        "read/x.cfg",
        &format!("{graph}{longer}"),
        &["line 3 of what is expected is"],
    );
    let claim = |claim: &str| format!("; claim: {claim}\n{graph}{read}");
    check("read/x.cfg", &claim("reducible"), &[]);
    check(
        "read/x.cfg",
        &claim("irreducible"),
        &["the graph is reducible"],
    );
    check(
        "read/x.cfg",
        &claim("loops 1"),
        &["this stage makes no program to measure"],
    );
    check(
        "read/x.cfg",
        &claim("keeps a->b"),
        &["this stage routes no edges"],
    );
    check("read/x.cfg", &claim("keeps a->c"), &["a->c is not an edge"]);
    check("read/x.cfg", &claim("good"), &["`good` is not a claim"]);
    check("read/x.cfg", &claim("loops x"), &["`x` is not a number"]);
    check("reed/x.cfg", graph, &["`reed` is not a stage"]);
    check("read/x.txt", "what", &["the notation is unknown"]);
    check(
        "read/x.cfg",
        "a -> b",
        &["1:6: no line says how block `b` ends: add one, such as `b -> return`"],
    );
}

#[test]
fn claims_about_programs_and_routed_edges_are_noticed() {
    let graph = "a -> b | c\nb -> c\nc -> b\n";
    let claims = |claims: &str| format!("; claim: {claims}\n{graph}");
    let text = "line 1 of what is expected is";
    let check = |text: &str, expected: &[&str]| check("dispatch/x.cfg", text, expected);
    check(&claims("irreducible, routes a->b a->c"), &[text]);
    check(&claims("routes one of b->c c->b"), &[text]);
    check(
        &claims("keeps a->b"),
        &[
            "none of these edges should be routed: a->b; the routed edges are a->b a->c c->b",
            text,
        ],
    );
    check(
        &claims("routes only a->b"),
        &["the routed edges are a->b a->c c->b", text],
    );
    check(
        &claims("routes one of a->b a->c"),
        &[
            "one of these edges should be routed: a->b a->c; the routed edges are a->b a->c c->b",
            text,
        ],
    );
}

#[test]
fn differences_and_broken_rules_of_the_machine_are_noticed() {
    let text = "func @f(%0: i32) -> i32 {\nb0:\n  %1 = i32.eqz %0\n  return %0\n}\n";
    let swept = text.replace("  %1 = i32.eqz %0\n", "");
    let remarks: String = swept.lines().map(|line| format!("; {line}\n")).collect();
    let right = format!("{text}; expect:\n{remarks}");
    check("low/dead/x.low", &right, &[]);
    check("low/text/x.low", &right, &["line 3 of what is expected is"]);
    check("low/dead/x.low", text, &["line 1 of what is expected is"]);
    let keeps = format!("{text}; expect:\n; @f keeps the rules\n");
    check("low/verify/x.low", &keeps, &[]);
    let broken = keeps.replace("return %0", "return");
    check(
        "low/verify/x.low",
        &broken,
        &["line 1 of what is expected is"],
    );
    check(
        "low/dead/x.low",
        &broken,
        &["what the pass gets breaks rules:"],
    );
    check("low/deed/x.low", text, &["`deed` is not a stage"]);
    check("low/dead/x.low", "; empty", &["there is no function"]);
    check(
        "low/dead/x.low",
        "func @f",
        &["1:8: expected `(`, found the end of the text"],
    );
}

#[test]
fn claims_about_rewrites_are_noticed() {
    let module = "define void @f() {\n  ret void\n}\n";
    let text = |claim: &str| format!("; claim: {claim}\n{module}; expect:\n; @f stays as it is\n");
    let path = "rewrite/returns/x.ll";
    check(path, &text("copies 0, inside at most 2"), &[]);
    check(path, &text("copies 1"), &["copies is 0, not 1"]);
    check(path, &text("scopes 1"), &["`scopes` is not counted"]);
    check(path, &text("reducible"), &["a rewrite has no such claims"]);
    check(path, module, &["line 1 of what is expected is"]);
    check("rewrite/turns/x.ll", module, &["`turns` is not a rewrite"]);
}
