//! The rows of docs/forms.md: what each graph becomes. `BLESS=1` rewrites them.
//!
//! A row is a graph in a fence `cfg`, the program that is made of it in a fence `steps`, and that
//! program as it is written in a fence with the name of the language, or `pseudo`, or `joined`:
//! pseudocode of the graph whose conditions are joined.

use std::fs;
use std::path::{Path, PathBuf};

use unsnarl::compound::{Compounds, Shown, Words};
use unsnarl::emit::{self, Texts};
use unsnarl::lower::lower_for;
use unsnarl::program::Profile;
use unsnarl::text::{Bodies, Named, Notation, read};
use unsnarl::{Id, Program, Step, reduce, structure};
use unsnarl_testkit::prove;

/// What a row is made of.
struct Row {
    /// The graph.
    graph: String,
    /// The language in which it is written.
    language: String,
    /// The text before the row, and the texts of its fences.
    before: String,
    steps: String,
    written: String,
}

/// Takes the page expanded: its rows, and the text after the last one.
fn rows(page: &str) -> (Vec<Row>, String) {
    let mut rows = Vec::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once("```cfg\n") {
        let (graph, after) = after.split_once("```").expect("a fence is closed");
        let (between, after) = after.split_once("```steps\n").expect("steps follow");
        assert!(
            between.trim().is_empty(),
            "between {graph} and its steps: {between}"
        );
        let (steps, after) = after.split_once("```").expect("a fence is closed");
        let (between, after) = after.split_once("```").expect("a text follows");
        assert!(
            between.trim().is_empty(),
            "between {steps} and its text: {between}"
        );
        let (language, after) = after.split_once('\n').expect("a fence has lines");
        let (written, after) = after.split_once("```").expect("a fence is closed");
        rows.push(Row {
            graph: graph.to_owned(),
            language: language.to_owned(),
            before: before.to_owned(),
            steps: steps.to_owned(),
            written: written.to_owned(),
        });
        rest = after;
    }
    (rows, rest.to_owned())
}

/// Gives the steps with the names of blocks.
fn named_steps(program: &Program, bodies: &impl Bodies) -> String {
    let name = |word: &str| -> Option<String> {
        let (block, slot) = match word.split_once('.') {
            Some((block, slot)) => (block, format!(".{slot}")),
            None => (word, String::new()),
        };
        let number: usize = block.strip_prefix('b')?.parse().ok()?;
        Some(format!("{}{slot}", bodies.name(Id::new(number))))
    };
    let line = |line: &str| {
        let words = line.split(' ');
        let words = words.map(|word| name(word).unwrap_or_else(|| word.to_owned()));
        words.collect::<Vec<_>>().join(" ")
    };
    let text = program.to_string();
    text.lines().map(|text| line(text) + "\n").collect()
}

/// Makes what a row shows: the steps and the text.
fn shown(row: &Row) -> (String, String) {
    let named = read(&row.graph, Notation::Cfg).expect("the row is a graph");
    if row.language == "joined" {
        return shown_joined(&named);
    }
    let cfg = &named.cfg;
    let program = structure::nested(&reduce::dispatch(cfg));
    let profile = match row.language.as_str() {
        "pseudo" | "javascript" => &Profile::MULTI_LEVEL,
        "c" => &Profile::SINGLE_LEVEL,
        "python" => &Profile::PYTHON,
        other => panic!("`{other}` is no language of this page"),
    };
    // The graphs of the page have no code for edges.
    let prints = |step| matches!(step, Step::Run(_));
    let lowered = lower_for(cfg, &program, profile, &prints).expect("no depth is set");
    prove(cfg, &lowered.program).expect("the program is right");
    let program = &lowered.program;
    let mut text = String::new();
    let written = match row.language.as_str() {
        "pseudo" => emit::pseudocode(&mut text, cfg, program, &named),
        "c" => emit::write(&mut text, cfg, program, emit::C, Texts::Calls, &named),
        "python" => emit::write(&mut text, cfg, program, emit::Python, Texts::Calls, &named),
        _ => emit::javascript(&mut text, cfg, program, &named),
    };
    written.expect("a string takes any text");
    (named_steps(program, &named), text)
}

/// The same with conditions that are joined.
fn shown_joined(named: &Named) -> (String, String) {
    let compounds = Compounds::find(&named.cfg);
    let cfg = compounds.cfg();
    let program = structure::nested(&reduce::dispatch(cfg));
    let expanded = compounds.expand(&program).expect("what runs is asked");
    prove(&named.cfg, &expanded).expect("the program is right");
    let shown = Shown::new(&compounds, named, Words::PSEUDOCODE);
    let mut text = String::new();
    emit::pseudocode(&mut text, cfg, &program, &shown).expect("a string takes any text");
    (named_steps(&program, &shown), text)
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/forms.md")
}

#[test]
fn rows_show_what_comes_out() {
    let page = fs::read_to_string(path()).expect("the page is text");
    let (rows, after) = rows(&page);
    assert!(rows.len() >= 10, "the page has {} rows", rows.len());
    if std::env::var("BLESS").is_ok_and(|value| value == "1") {
        let mut blessed = String::new();
        for row in &rows {
            let (steps, written) = shown(row);
            let Row {
                before,
                graph,
                language,
                ..
            } = row;
            blessed += &format!(
                "{before}```cfg\n{graph}```\n```steps\n{steps}```\n```{language}\n{written}```"
            );
        }
        fs::write(path(), blessed + &after).expect("the page is written");
        return;
    }
    for row in &rows {
        let (steps, written) = shown(row);
        assert_eq!(row.steps, steps, "steps of {}", row.graph);
        assert_eq!(row.written, written, "text of {}", row.graph);
    }
}
