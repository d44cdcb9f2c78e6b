//! Decisions that the text does not ask for, and decisions that share the same words.

use super::{Asked, Due, Plain, TextVerdict, control, text};
use crate::cfg::Cfg;
use crate::ids::{BlockId, Edge, Id};
use crate::text::{Notation, read};
use alloc::string::String;
use alloc::vec;

/// Blocks without statements.
struct Quiet<'a>(Plain<'a>);

impl Due for Quiet<'_> {
    fn statements(&self, _: BlockId) -> String {
        String::new()
    }

    fn on_edge(&self, edge: Edge) -> String {
        self.0.on_edge(edge)
    }

    fn leave(&self, block: BlockId) -> String {
        self.0.leave(block)
    }

    fn decision(&self, block: BlockId) -> Asked {
        // All ask by the same words.
        Asked {
            holds: vec![String::from("c")],
            ..self.0.decision(block)
        }
    }
}

#[track_caller]
fn quiet(graph: &str, acts: bool, body: &str, expected: &str) {
    let graph = read(graph, Notation::Cfg).expect("the row is a graph");
    let cfg = &graph.cfg;
    let due = Quiet(Plain {
        cfg,
        acts,
        before: "",
    });
    let verdict = match text(cfg, body, &due, &control(), 1000) {
        TextVerdict::Proved { .. } => "proved",
        TextVerdict::Failed(difference) if difference.is_dropped => "dropped",
        TextVerdict::Failed(_) => "failed",
        TextVerdict::GivenUp { .. } => "given up",
    };
    assert_eq!(verdict, expected, "{body}");
}

#[test]
fn a_question_may_be_for_the_second_of_two_decisions() {
    // The first makes no difference, and nothing asks for it.
    let graph = "a -> b | b\nb -> c | d\nc -> return\nd -> return";
    quiet(graph, false, "if (c) { return r2; } return r3;", "proved");
    quiet(graph, false, "if (c) { return r3; } return r2;", "failed");
    let asked = "if (c) { } if (c) { return r2; } return r3;";
    quiet(graph, false, asked, "proved");
    let diamond = "a -> b | c\nb -> d\nc -> d | d\nd -> e | f\ne -> return\nf -> return";
    quiet(diamond, false, "if (c) { return r4; } return r5;", "proved");
    // A decision that does something must be asked for.
    quiet(graph, true, "if (c) { return r2; } return r3;", "dropped");
    quiet(graph, true, asked, "proved");
}

#[test]
fn a_question_is_not_passed_for_ever() {
    // The text never asks for the second decision, which leads to the first again.
    let graph = "a -> b | c\nb -> return\nc -> a | a";
    quiet(graph, false, "while (!c) { } return r1;", "proved");
    quiet(graph, false, "while (c) { } return r1;", "failed");
    quiet(graph, false, "return r1;", "failed");
}

#[test]
fn what_acts_is_asked_once() {
    let graph = "a -> switch b c | c\nb -> return\nc -> return";
    quiet(
        graph,
        true,
        "if (v0 == 10) { return r1; } return r2;",
        "proved",
    );
    let twice = "if (v0 == 10) { return r1; } if (v0 == 11) { } return r2;";
    quiet(graph, true, twice, "failed");
    quiet(graph, false, twice, "proved");
    quiet(graph, true, "return r2;", "dropped");
}

/// Blocks with statements, and one block whose decision does something and has its own words.
struct Mixed<'a> {
    quiet: Quiet<'a>,
    speaking: &'a [usize],
    acting: usize,
}

impl<'a> Mixed<'a> {
    fn new(cfg: &'a Cfg, speaking: &'a [usize], acting: usize) -> Mixed<'a> {
        let plain = Plain {
            cfg,
            acts: false,
            before: "",
        };
        Mixed {
            quiet: Quiet(plain),
            speaking,
            acting,
        }
    }

    /// Checks that a text fails because the acting decision is not asked for.
    #[track_caller]
    fn missing(&self, body: &str) {
        let cfg = self.quiet.0.cfg;
        let TextVerdict::Failed(found) = text(cfg, body, self, &control(), 1000) else {
            panic!("a decision is missing");
        };
        assert!(found.is_dropped, "{found}");
        assert_eq!(found.block, Some(BlockId::new(self.acting)));
    }
}

impl Due for Mixed<'_> {
    fn statements(&self, block: BlockId) -> String {
        match self.speaking.contains(&block.index()) {
            true => self.quiet.0.statements(block),
            false => String::new(),
        }
    }

    fn on_edge(&self, edge: Edge) -> String {
        self.quiet.on_edge(edge)
    }

    fn leave(&self, block: BlockId) -> String {
        self.quiet.leave(block)
    }

    fn decision(&self, block: BlockId) -> Asked {
        match block.index() == self.acting {
            true => Asked {
                acts: true,
                ..self.quiet.0.decision(block)
            },
            false => self.quiet.decision(block),
        }
    }
}

#[test]
fn of_several_differences_the_furthest_is_told() {
    let graph = "a -> b | b\nb -> c | d\nc -> e\nd -> e\ne -> f | f\nf -> return";
    let graph = read(graph, Notation::Cfg).expect("this is a graph");
    // The question is for the second decision. Taken for the first, it fails a line earlier.
    let body = "if (c) {\ns2 = 1;\n} else {\ns3 = 1;\n}\nreturn r5;";
    Mixed::new(&graph.cfg, &[2, 3], 4).missing(body);
}

#[test]
fn a_decision_that_is_missing_is_told_before_other_differences() {
    let graph = "a -> b | c\nb -> a | a\nc -> a | d\nd -> return";
    let graph = read(graph, Notation::Cfg).expect("this is a graph");
    // Taken for the first decision, the second question fails further down than the place where the
    // decision of `b` is missing.
    let body = "while (1) {\nwhile (c) { }\nif (!c) {\nbreak;\n}\n}\ns3 = 1;\nreturn r3;";
    Mixed::new(&graph.cfg, &[3], 1).missing(body);
}

#[test]
fn silent_loops_are_loops() {
    quiet("a -> a", false, "while (1) { }", "proved");
    quiet("a -> a", false, "", "failed");
    quiet("a -> return", false, "while (1) { }", "failed");
    quiet(
        "a -> a | b\nb -> return",
        false,
        "while (c) { } return r1;",
        "proved",
    );
    quiet("a -> a | b\nb -> return", false, "return r1;", "failed");
    quiet("a -> a | b\nb -> return", false, "while (1) { }", "failed");
}
