//! What each part must not know, as listed in ARCHITECTURE.md, checked by imports.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the library that each of its modules may import, itself aside. Tests in a module
/// may import more.
const MODULES: [(&str, &[&str]); 11] = [
    ("count", &[]),
    ("ids", &[]),
    ("cfg", &["ids", "rows", "count"]),
    ("analysis", &["ids", "rows", "cfg"]),
    ("reduce", &["ids", "rows", "cfg", "analysis"]),
    ("program", &["ids", "count"]),
    ("flags", &["ids", "rows", "program"]),
    (
        "structure",
        &[
            "ids", "rows", "cfg", "analysis", "reduce", "program", "flags",
        ],
    ),
    ("tidy", &["ids", "cfg", "program"]),
    ("verify", &["ids", "rows", "cfg", "program", "count"]),
    ("text", &["ids", "cfg", "analysis", "program", "count"]),
];

/// The crates of this workspace that each crate may depend on.
const CRATES: [(&str, &[&str]); 9] = [
    ("unsnarl", &[]),
    ("unsnarl-ir", &["unsnarl"]),
    ("unsnarl-llvm", &["unsnarl", "unsnarl-ir"]),
    ("unsnarl-low", &["unsnarl", "unsnarl-ir"]),
    ("unsnarl-object", &[]),
    (
        "unsnarl-wasm",
        &["unsnarl", "unsnarl-ir", "unsnarl-low", "unsnarl-object"],
    ),
    ("unsnarl-js", &["unsnarl", "unsnarl-low"]),
    ("unsnarl-c", &["unsnarl", "unsnarl-ir", "unsnarl-low"]),
    (
        "unsnarl-cli",
        &[
            "unsnarl",
            "unsnarl-c",
            "unsnarl-ir",
            "unsnarl-js",
            "unsnarl-llvm",
            "unsnarl-low",
            "unsnarl-wasm",
        ],
    ),
];

#[test]
fn modules_of_the_library_import_only_what_they_may() {
    for (module, allowed) in MODULES {
        let mut files = Vec::new();
        collect(&crates().join("unsnarl/src").join(module), &mut files);
        let single = crates().join(format!("unsnarl/src/{module}.rs"));
        files.extend(single.exists().then_some(single));
        assert!(!files.is_empty(), "there is no module {module}");
        for file in files {
            let text = fs::read_to_string(&file).expect("the file was just listed");
            for imported in imports(&text) {
                let known = imported == module || allowed.contains(&imported.as_str());
                assert!(
                    known,
                    "{}: {module} must not know {imported}",
                    file.display()
                );
            }
        }
    }
}

/// What undoes the resolution of `setjmp` has no part in common with it.
#[test]
fn undoing_setjmp_knows_no_rewrite() {
    let folder = crates().join("unsnarl-ir/src/rewrite/setjmp/undo");
    for file in ["mod.rs", "calls.rs", "pad.rs", "slots.rs"] {
        let text = fs::read_to_string(folder.join(file)).expect("the checker is there");
        let imported = imports(&text);
        assert!(!imported.is_empty() && !imported.contains(&"rewrite".to_owned()));
        let outside = match file {
            "mod.rs" => "super::",
            _ => "super::super",
        };
        assert!(!text.contains(outside), "{file}");
    }
}

/// The same of what undoes checks of the stack.
#[test]
fn undoing_checks_of_the_stack_knows_no_rewrite() {
    let file = crates().join("unsnarl-ir/src/rewrite/stack/undo.rs");
    let text = fs::read_to_string(file).expect("the checker is there");
    let imported = imports(&text);
    assert!(!imported.is_empty() && !imported.contains(&"rewrite".to_owned()));
    assert!(!text.contains("super::"));
}

/// The checker of rewrites may know the two graphs and what their blocks claim to be.
#[test]
fn the_quotient_knows_no_rewrite() {
    let allowed = ["function", "graph", "id", "provenance", "terminator"];
    let file = crates().join("unsnarl-ir/src/rewrite/quotient.rs");
    let text = fs::read_to_string(file).expect("the checker is there");
    let imported = imports(&text);
    assert!(!imported.is_empty() && !text.contains("super::"));
    for module in imported {
        assert!(
            allowed.contains(&module.as_str()),
            "the quotient must not know {module}"
        );
    }
}

/// The proofs of the machine's code may know the machine and its rules, not what makes or changes
/// functions.
#[test]
fn the_checks_of_the_machine_know_no_pass() {
    let allowed = [
        "check", "live", "machine", "op", "symbol", "types", "verify",
    ];
    let mut files = Vec::new();
    collect(&crates().join("unsnarl-low/src/check"), &mut files);
    assert!(files.len() > 10, "{} files", files.len());
    for file in files {
        let text = fs::read_to_string(&file).expect("the file was just listed");
        for module in imports(&text) {
            let is_known = allowed.contains(&module.as_str());
            assert!(is_known, "{}: must not know {module}", file.display());
        }
    }
}

#[test]
fn crates_depend_one_way() {
    for (name, allowed) in CRATES {
        let manifest = fs::read_to_string(crates().join(name).join("Cargo.toml"))
            .expect("the crate has a manifest");
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default();
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        for line in dependencies
            .lines()
            .filter(|line| line.starts_with("unsnarl"))
        {
            let dependency = line
                .split(|c: char| !c.is_alphanumeric() && c != '-')
                .next()
                .unwrap_or_default();
            assert!(
                allowed.contains(&dependency),
                "{name} must not depend on {dependency}"
            );
        }
        if name == "unsnarl" {
            let mut lines = dependencies.lines().filter(|line| line.contains('='));
            let adapter =
                |line: &str| line.starts_with("petgraph = ") && line.contains("optional = true");
            assert!(
                lines.all(adapter),
                "the library has no dependencies but petgraph, and that is optional"
            );
            assert!(
                manifest.contains("\ndefault = [\"algorithms\", \"emit\", \"text\"]\n"),
                "features without a dependency are on by default"
            );
        }
    }
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates")
}

/// The source files of a module, but for those that are tests from end to end.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries {
        let path = entry.expect("the folder can be listed").path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        let is_test = ["tests", "tests.rs", "naive.rs", "samples.rs"].contains(&name);
        if path.is_dir() && !is_test {
            collect(&path, files);
        } else if name.ends_with(".rs") && !is_test {
            files.push(path);
        }
    }
}

/// The modules named after `crate::` outside comments, before the file's own tests.
///
/// Modules must be named one by one: a group or a name that the root exports again hides what is
/// known.
fn imports(text: &str) -> Vec<String> {
    let code = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        // A macro that others call names what the crate shows.
        .filter(|line| !line.contains("$crate::"));
    let after = lines.flat_map(|line| line.split("crate::").skip(1));
    after
        .map(|rest| {
            rest.chars()
                .take_while(|&c| c.is_alphanumeric() || c == '_')
                .collect::<String>()
        })
        .collect()
}

/// Every source that a comment cites has its entry.
#[test]
fn sources_are_in_the_literature() {
    let literature = fs::read_to_string(crates().join("../docs/literature.md"))
        .expect("the literature is there");
    let mut files = Vec::new();
    collect(&crates(), &mut files);
    let mut cited = 0;
    for file in files {
        let text = fs::read_to_string(&file).expect("the file was just listed");
        for key in text
            .split('[')
            .skip(1)
            .filter_map(|rest| rest.split(']').next())
            .filter(|key| is_key(key))
        {
            cited += 1;
            let entry = format!("**[{key}]**");
            assert!(
                literature.contains(&entry),
                "{}: {key} has no entry",
                file.display()
            );
        }
    }
    assert!(cited > 20, "only {cited} citations were found");
}

/// Tells whether a word looks like `Ramsey22`.
fn is_key(word: &str) -> bool {
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let plain = name.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    word.len() == name.len() + 2 && name.len() > 3 && plain && name.starts_with(char::is_uppercase)
}
