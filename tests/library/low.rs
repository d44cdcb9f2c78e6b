//! `docs/low.md`: its functions and its tables of constants, names and exits are true.

use unsnarl_low::opt::PASSES;
use unsnarl_low::text::parse;
use unsnarl_low::verify::verify;
use unsnarl_low::{Effect, Op, Type};

const DOCUMENT: &str = include_str!("../../docs/low.md");

/// The functions in fences.
fn functions() -> Vec<&'static str> {
    let fences = DOCUMENT.split("```low\n").skip(1);
    let text = |fence: &'static str| fence.split_once("```").map(|(text, _)| text);
    fences.filter_map(text).collect()
}

#[test]
fn the_functions_of_the_document_are_in_the_usual_form_and_keep_the_rules() {
    assert_eq!(functions().len(), 2);
    for text in functions() {
        let module = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(module.to_string(), text);
        for (_, function) in &module.functions {
            assert_eq!(verify(function), [], "{text}");
        }
    }
}

/// The spans of code in the first column of a section's tables.
fn spans(section: &str) -> Vec<&'static str> {
    let heading = format!("\n## {section}\n");
    let (_, text) = DOCUMENT.split_once(&heading).expect("there is the section");
    let text = text.split("\n## ").next().unwrap_or_default();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| "));
    let firsts = rows.filter_map(|row| row.split(" | ").next());
    firsts
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .collect()
}

#[test]
fn the_constants_of_the_document_are_constants() {
    let constants = spans("Constants");
    assert!(constants.len() > 10);
    for constant in constants {
        let word = constant.split(' ').next().unwrap_or_default();
        let named = Type::ALL.into_iter().find(|ty| ty.name() == word);
        let ty = named.unwrap_or(Type::I32);
        let text = format!("func @f() -> {ty} {{\n frame 16 align 4\nb0:\n return {constant}\n}}");
        let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let function = module.function("f").expect("it was parsed");
        assert_eq!(verify(function), [], "{text}");
    }
}

#[test]
fn the_operations_and_effects_of_the_document_are_there() {
    let names: Vec<String> = Op::all().iter().map(|op| op.name().into_owned()).collect();
    for span in spans("Instructions") {
        let is_effect = span.strip_prefix('!').is_some_and(|word| {
            word == "observable" || Effect::ALL.iter().any(|effect| effect.name() == word)
        });
        assert!(
            is_effect || names.iter().any(|name| name == span),
            "`{span}`"
        );
    }
}

#[test]
fn the_exits_of_the_document_are_exits() {
    for exit in spans("Exits") {
        let blocks = "b1:\n  unreachable\nb2:\n  unreachable\nb3:\n  unreachable\n";
        let text = format!("func @f(%0: i32, %1: i32) {{\nb0:\n  {exit}\n{blocks}}}\n");
        let module = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(module.to_string(), text);
    }
}

#[test]
fn every_pass_has_file_tests() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../filetests/low");
    for pass in PASSES {
        let folder = std::fs::read_dir(root.join(pass.name));
        let folder = folder.unwrap_or_else(|error| panic!("{}: {error}", pass.name));
        assert!(folder.count() > 0, "{} has no file tests", pass.name);
    }
}
