//! The graphs of the seeds through `compare`, against what comes out of each algorithm by hand.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn compare(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_unsnarl"))
        .arg("compare")
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .output()
        .expect("the command was built")
}

fn document(file: &str) -> Value {
    let output = compare(&["--json", file]);
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("it prints JSON")
}

/// Asks that an algorithm's program of a file's graph is proved and has these counts.
#[track_caller]
fn check(file: &str, algorithm: &str, counts: &[(&str, u64)]) {
    let document = document(&format!("filetests/{file}"));
    let made = &document["functions"][0]["algorithms"][algorithm];
    assert_eq!(made["proof"], "proved", "{file} {algorithm}: {made}");
    for (name, count) in counts {
        assert_eq!(made[name], *count, "{file} {algorithm}: {name}");
    }
}

#[test]
fn the_seeds_graphs_come_out_as_by_hand() {
    // The switch whose cases fall through: what a relooper stores, a stackifier puts in scopes.
    for switch in ["nested/iozzelli-switch.cfg", "nested/song-chain.mmd"] {
        check(switch, "relooper", &[("label_stores", 4), ("scopes", 0)]);
        check(switch, "nested", &[("label_stores", 0), ("scopes", 2)]);
        check(switch, "stackifier", &[("label_stores", 0), ("scopes", 3)]);
        check(switch, "state-machine", &[("label_stores", 8)]);
        check(switch, "patterns", &[("label_stores", 8)]);
    }
    let example = "nested/iozzelli-example.cfg";
    check(example, "stackifier", &[("scopes", 2), ("loops", 1)]);
    check(example, "nested", &[("scopes", 0), ("loops", 1)]);
    check(example, "patterns", &[("label_stores", 0), ("loops", 1)]);
    check(example, "state-machine", &[("label_stores", 7)]);
    // The loop of two exits: a scope, or a selector.
    let exits = "nested/cloutier-two-exits.cfg";
    check(exits, "nested", &[("scopes", 1), ("label_stores", 0)]);
    check(
        exits,
        "regions",
        &[("scopes", 0), ("flags", 1), ("tests", 1)],
    );
    // A, B, C, D becomes A, B, f, C, D.
    let diamond = "nested/cloutier-diamond.cfg";
    check(
        diamond,
        "guarded",
        &[("flags", 1), ("tests", 2), ("depth", 1)],
    );
    check(diamond, "regions", &[("flags", 0), ("ifs", 1)]);
    // The loop of [Gaster08]: a flag for the way into its middle, one guard, one loop.
    let gotos = "nested/gaster-irreducible.cfg";
    let program = [
        ("flags", 1),
        ("tests", 1),
        ("loops", 1),
        ("label_stores", 0),
    ];
    check(gotos, "goto-elimination", &program);
    // The nested multi-entry loops: 1->2 in the outer one, one edge in the inner one, and four that
    // enter.
    let nests = "nested/song-nested-multi-entry.mmd";
    check(nests, "nested", &[("routed_edges", 6)]);
    check(nests, "relooper", &[("routed_edges", 9)]);
}

/// A dispatcher on every path runs as often as the function returns.
#[test]
fn dispatches_are_counted_call_by_call() {
    let document = document("filetests/nested/iozzelli-switch.cfg");
    let made = &document["functions"][0]["algorithms"];
    let executed = |algorithm: &str| made[algorithm]["executed_dispatches"].as_u64();
    assert_eq!(executed("nested"), Some(0));
    assert_eq!(executed("state-machine"), Some(10_000));
    // Two forks on the label in a call of two to five blocks.
    let relooper = executed("relooper");
    assert!(
        relooper.is_some_and(|count| (4_000..=10_000).contains(&count)),
        "{relooper:?}"
    );
}

#[test]
fn a_table_has_a_row_for_each_algorithm_that_is_asked_for() {
    let file = "filetests/nested/song-multi-entry.mmd";
    let output = compare(&[file]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("6 blocks, 7 edges, irreducible"), "{text}");
    for algorithm in unsnarl::structure::ALGORITHMS {
        assert!(text.contains(&format!("  {} ", algorithm.name)), "{text}");
    }
    let output = compare(&["-a", "nested", file]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("nested") && !text.contains("state-machine"),
        "{text}"
    );
}

#[test]
fn sums_cover_every_function_of_llvm_ir() {
    let output = compare(&["--totals", "examples/duff.ll"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let first = text.lines().next().unwrap_or_default();
    let count = document("examples/duff.ll")["functions"]
        .as_array()
        .map_or(0, Vec::len);
    assert_eq!(first, format!("all {count} functions"));
    assert!(text.contains(&format!("{count}/{count}")), "{text}");
}

#[test]
fn what_is_wrong_with_the_command_line_is_said() {
    let output = compare(&["-a", "nested,best", "examples/duff.ll"]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        text.contains("best") && text.contains("state-machine"),
        "{text}"
    );
}

/// With a profile, what is counted is the program in the terms of the target.
#[test]
fn programs_are_compared_as_targets_say_them() {
    let file = "filetests/lower-b/two-levels.cfg";
    let of = |profile: &str, algorithm: &str, name: &str| {
        let output = compare(&["--json", file, "--profile", profile]);
        assert!(output.status.success(), "{output:?}");
        let document: Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
        let all = &document["functions"][0]["algorithms"];
        let made = all.as_object().expect("an object").values();
        let refused = |made: &&Value| made.get("error").is_none();
        assert!(
            made.clone()
                .filter(refused)
                .all(|made| made["proof"] == "proved")
        );
        all[algorithm][name].as_u64().expect("a count")
    };
    assert_eq!(of("a", "nested", "label_stores"), 0);
    assert_eq!(of("b", "nested", "label_stores"), 2);
    assert_eq!(of("if-while", "nested", "label_stores"), 0);
    assert_eq!(of("if-while", "stackifier", "branches"), 2);
    assert!(of("if-while", "nested", "flags") > 0);
    // Arms that fall through cost nothing in C, and stores in a shader.
    let falls = "filetests/lower-b/falls-through.cfg";
    for (profile, stores) in [("b", false), ("shader", true)] {
        let output = compare(&["--json", falls, "--profile", profile, "-a", "nested"]);
        let document: Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
        let made = &document["functions"][0]["algorithms"]["nested"];
        assert_eq!(made["label_stores"] != 0, stores, "{profile}: {made}");
    }
}
