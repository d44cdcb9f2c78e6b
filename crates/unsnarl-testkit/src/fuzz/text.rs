//! Readers on any bytes, and round trips of every notation.
//!
//! Bytes that are not UTF-8 become replacement characters. A reader must give a graph that keeps
//! the rules, or a place in the text; a graph that was read must come back from its own text.

use crate::dialects::dialects;
use crate::{Rows, notation, random};
use std::ops::Range;
use unsnarl::text::{Bodies, Named, Notation, dot_graph, read, read_all, write_cfg};
use unsnarl::verify;

/// Reads bytes as the notation `.cfg`.
pub fn read_cfg(bytes: &[u8]) {
    read_any(bytes, Notation::Cfg);
}

/// Reads bytes as a graph of Graphviz.
pub fn read_dot(bytes: &[u8]) {
    read_any(bytes, Notation::Dot);
}

/// Reads bytes as a flowchart of Mermaid.
pub fn read_mermaid(bytes: &[u8]) {
    read_any(bytes, Notation::Mermaid);
}

fn read_any(bytes: &[u8], notation: Notation) {
    let text = String::from_utf8_lossy(bytes);
    match read_all(&text, notation) {
        Ok(graphs) => {
            assert!(!graphs.is_empty(), "{text}");
            for named in &graphs {
                let violations = verify::graph(&named.cfg);
                assert!(violations.is_empty(), "{violations:?}\n{text}");
                comes_back(named);
                picture_comes_back(named);
            }
        }
        Err(error) => assert_place(&text, &error.span, error.line, error.column, &error),
    }
}

/// Checks that a graph comes back from its text as `.cfg`, for any names of blocks.
fn comes_back(named: &Named) {
    let mut text = String::new();
    write_cfg(&mut text, &named.cfg, named).expect("a string takes any text");
    let again = read(&text, Notation::Cfg).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut second = String::new();
    write_cfg(&mut second, &again.cfg, &again).expect("a string takes any text");
    assert_eq!(text, second);
    assert_eq!(named.cfg.block_count(), again.cfg.block_count(), "{text}");
    assert_eq!(named.cfg.edge_count(), again.cfg.edge_count(), "{text}");
}

/// Checks that a graph comes back from its DOT text, with the same names of arms. Unnamed cases
/// have their slots.
fn picture_comes_back(named: &Named) {
    let mut text = String::new();
    dot_graph(&mut text, &named.cfg, named).expect("a string takes any text");
    let again = read(&text, Notation::Dot).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(named.cfg.entry(), again.cfg.entry(), "{text}");
    for block in named.cfg.blocks() {
        let same = named.cfg.successors(block) == again.cfg.successors(block);
        assert!(same, "{block}\n{text}");
    }
    // The answers to a question are no names.
    for &edge in named.arms.keys() {
        if let Some(arm) = named.case(edge) {
            let again = again.arms.get(&edge).map(String::as_str);
            assert_eq!(again, Some(&*arm), "{edge}\n{text}");
        }
    }
}

/// Reads bytes as LLVM IR. What can be read must come back from its own text.
pub fn read_llvm(bytes: &[u8]) {
    llvm(&String::from_utf8_lossy(bytes));
}

/// Reads a text as LLVM IR, as [`read_llvm`] does; tells whether it is a module.
pub fn llvm(text: &str) -> bool {
    let reading = unsnarl_llvm::read_partly(text);
    let unread = reading.unread.iter().map(|unread| &unread.error);
    let omitted = reading.omissions.iter().map(|omission| &omission.error);
    for error in unread.chain(omitted) {
        assert_place(text, &error.span, error.line, error.column, error);
    }
    let module = reading.module;
    assert_eq!(unsnarl_ir::verify_debug(&module), [], "{text}");
    for function in module.functions.values().filter(|f| f.is_definition()) {
        let copies = unsnarl_ir::EdgeCopies::new(function);
        let cfg = unsnarl_ir::graph(function, &copies).expect("a definition has an entry");
        assert!(verify::graph(&cfg).is_empty(), "{text}");
    }
    let printed = module.to_string();
    let again = unsnarl_llvm::read(&printed).unwrap_or_else(|e| panic!("{e:?}\n{printed}"));
    let whole = reading.unread.is_empty();
    assert!(!whole || printed == again.to_string(), "{text}");
    whole
}

/// Reads bytes as bitcode. What can be read is valid, and comes back from its own text.
pub fn read_bitcode(bytes: &[u8]) {
    match unsnarl_llvm::read_bitcode(bytes) {
        Ok(reading) => {
            assert_eq!(unsnarl_ir::verify(&reading.module), []);
            llvm(&reading.module.to_string());
        }
        Err(error) => assert!(error.bit <= 8 * bytes.len() as u64, "{error}"),
    }
}

#[track_caller]
fn assert_place(
    text: &str,
    span: &Range<usize>,
    line: usize,
    column: usize,
    error: &dyn std::fmt::Debug,
) {
    assert!(text.get(span.clone()).is_some(), "{error:?}\n{text}");
    let line = text.split('\n').nth(line - 1).expect("the line is there");
    assert!(column <= line.chars().count() + 1, "{error:?}\n{text}");
}

/// Makes a graph of the bytes, writes it in every notation and as many tools do, and reads it
/// again.
pub fn notations(bytes: &[u8]) {
    let rows = random::from_bytes(bytes, 24);
    let cfg = rows.cfg();
    let text = notation::show(&cfg);
    let again = read(&text, Notation::Cfg).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.cfg, cfg, "{text}");
    // The other notations say how a block ends by the number of its arms alone.
    let arms = rows.blocks.into_iter().map(|(_, arms)| arms).collect();
    let rows = Rows::of(arms);
    for (notation, text) in [
        (Notation::Dot, notation::dot(&rows)),
        (Notation::Mermaid, notation::mermaid(&rows)),
    ] {
        let again = read(&text, notation).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again.cfg, rows.cfg(), "{text}");
    }
    for dialect in dialects(&rows) {
        let text = dialect.text;
        let again = read(&text, dialect.notation);
        let again = again.unwrap_or_else(|error| panic!("{}: {error}\n{text}", dialect.tool));
        assert_eq!(again.cfg, dialect.rows.cfg(), "{}\n{text}", dialect.tool);
    }
}
