//! Compounds of small graphs.

use super::{Compounds, Shown, Words};
use crate::emit::pseudocode;
use crate::structure::nested;
use crate::text::{Bodies, Notation, read, write_cfg};
use crate::{BlockId, Id, reduce, verify};
use alloc::format;
use alloc::string::{String, ToString};

/// Checks the graph of the compounds, and proves a program on it.
#[track_caller]
fn check(text: &str, expected: &str) {
    let named = read(text, Notation::Cfg).expect("the row is a graph");
    let compounds = Compounds::find(&named.cfg);
    let shown = Shown::new(&compounds, &named, Words::PSEUDOCODE);
    struct Conditions<'s, B>(&'s B);
    impl<B: Bodies> Bodies for Conditions<'_, B> {
        fn name(&self, block: BlockId) -> alloc::borrow::Cow<'_, str> {
            match self.0.decision(block) {
                Some(decision) => decision,
                None => self.0.name(block),
            }
        }
    }
    let mut graph = String::new();
    write_cfg(&mut graph, compounds.cfg(), &Conditions(&shown)).expect("a string takes any text");
    let program = nested(&reduce::dispatch(compounds.cfg()));
    let expanded = compounds
        .expand(&program)
        .expect("what runs is asked at once");
    assert_eq!(verify::program(&named.cfg, &expanded), []);
    let limit = verify::state_limit(&named.cfg, &expanded);
    let verdict = verify::simulation(&named.cfg, &expanded, limit);
    assert!(verdict.is_proved(), "{verdict}\n{expanded}");
    assert_eq!(graph.replace('"', ""), format!("{}\n", expected.trim()));
}

#[test]
fn each_order_of_arms_has_its_formula() {
    check(
        "a? -> b | no\nb? -> yes | no\nyes -> return\nno -> return",
        "
a && b? -> yes | no
yes -> return
no -> return",
    );
    check(
        "a? -> yes | b\nb? -> yes | no\nyes -> return\nno -> return",
        "
a || b? -> yes | no
yes -> return
no -> return",
    );
    check(
        "a? -> no | b\nb? -> yes | no\nyes -> return\nno -> return",
        "
not a && b? -> yes | no
yes -> return
no -> return",
    );
    check(
        "a? -> b | yes\nb? -> yes | no\nyes -> return\nno -> return",
        "
not a || b? -> yes | no
yes -> return
no -> return",
    );
}

#[test]
fn conditions_nest() {
    check(
        "a? -> b | no\nb? -> yes | c\nc? -> yes | no\nyes -> no\nno -> return",
        "
a && (b || c)? -> yes | no
yes -> no
no -> return",
    );
    check(
        "a? -> c | b\nb? -> c | no\nc? -> yes | no\nyes -> no\nno -> return",
        "
(a || b) && c? -> yes | no
yes -> no
no -> return",
    );
    check(
        "a? -> b | c\nb? -> yes | c\nc? -> d | no\nd? -> yes | no\nyes -> no\nno -> return",
        "
a && b || c && d? -> yes | no
yes -> no
no -> return"
            .replace("a && b || c && d", "(a && b) || (c && d)")
            .as_str(),
    );
    check(
        "a? -> b | no\nb? -> c | no\nc? -> d | no\nd? -> a | no\nno -> return",
        "
a && b && c && d? -> a && b && c && d | no
no -> return",
    );
}

#[test]
fn what_the_first_block_runs_the_compound_does() {
    check(
        "e -> a | b\na? -> b | no\nb? -> yes | no\nyes -> return\nno -> return",
        "
(not e || a) && b -> yes | no
yes -> return
no -> return",
    );
    let text = "e -> a | no\na? -> yes | no\nyes -> return\nno -> return";
    let named = read(text, Notation::Cfg).expect("the row is a graph");
    let compounds = Compounds::find(&named.cfg);
    assert!(!compounds.cfg().only_decides(compounds.cfg().entry()));
    let program = nested(&reduce::dispatch(compounds.cfg()));
    let shown = Shown::new(&compounds, &named, Words::PSEUDOCODE);
    let mut code = String::new();
    pseudocode(&mut code, compounds.cfg(), &program, &shown).expect("a string takes any text");
    assert_eq!(code, "e\nif e && a {\n  yes\n  return\n}\nno\nreturn\n");
}

#[test]
fn what_else_is_left_alone() {
    // A block with code, with two predecessors, with work on an edge, with equal arms.
    let alone = [
        "a? -> b | no\nb -> yes | no\nyes -> return\nno -> return",
        "e -> y | b\ny -> b\nb? -> y | no\nno -> return",
        "a? -> b | no\nb? -> yes+ | no\nyes -> return\nno -> return",
        "a? -> b | no\nb? -> no | no\nno -> return",
        "a? -> b | other\nb? -> yes | no\nyes -> return\nno -> return\nother -> return",
    ];
    for text in alone {
        check(text, text);
    }
    // The entry is tested first, even if a block leads back to it.
    check(
        "a? -> no | b\nb? -> a | no\nno -> return",
        "
not a && b? -> not a && b | no
no -> return",
    );
}

#[test]
fn contraries_are_said_by_the_rules_of_de_morgan() {
    let graph = "a? -> b | no\nb? -> yes | c\nc? -> yes | no\nyes -> return\nno -> return";
    let named = read(graph, Notation::Cfg).expect("the row is a graph");
    let compounds = Compounds::find(&named.cfg);
    let opposite = |words| {
        let shown = Shown::new(&compounds, &named, words);
        shown.opposite(BlockId::new(0)).map(|text| text.to_string())
    };
    let expected = [
        (Words::PSEUDOCODE, "not a || (not b && not c)"),
        (Words::SIGNS, "!a || (!b && !c)"),
        (Words::PYTHON, "not a or (not b and not c)"),
    ];
    for (words, text) in expected {
        assert_eq!(opposite(words).as_deref(), Some(text));
    }
}

#[test]
fn a_compound_that_is_asked_later_is_not_expanded() {
    use crate::program::ProgramBuilder;
    let named = read(
        "a? -> b | no\nb? -> yes | no\nyes -> return\nno -> return",
        Notation::Cfg,
    );
    let compounds = Compounds::find(&named.expect("the row is a graph").cfg);
    let mut builder = ProgramBuilder::new();
    builder.run(BlockId::new(0));
    builder.store(1);
    assert!(compounds.expand(&builder.finish()).is_none());
}

#[test]
fn long_conditions_are_joined_in_linear_time_and_without_recursion() {
    let count = 50_000;
    let mut text = String::new();
    for at in 0..count {
        text += &format!("c{at}? -> c{} | no\n", at + 1);
    }
    text += &format!("c{count} -> no\nno -> return\n");
    let named = read(&text, Notation::Cfg).expect("the row is a graph");
    let compounds = Compounds::find(&named.cfg);
    assert_eq!(compounds.cfg().block_count(), 3);
    let program = nested(&reduce::dispatch(compounds.cfg()));
    let mut code = String::new();
    let shown = Shown::new(&compounds, &named, Words::PSEUDOCODE);
    pseudocode(&mut code, compounds.cfg(), &program, &shown).expect("a string takes any text");
    assert_eq!(code.matches(" && ").count(), count - 1);
    let expanded = compounds
        .expand(&program)
        .expect("what runs is asked at once");
    assert!(expanded.len() > count);
}

/// A wrong pair is refused.
#[test]
fn wrong_pairs_are_refused() {
    use super::Pair;
    let graphs = [
        "a? -> b | no\nb? -> yes | no\nyes -> return\nno -> return",
        "a? -> b | no\nb? -> yes | c\nc? -> yes | no\nyes -> no\nno -> return",
        "a? -> c | b\nb? -> c | no\nc? -> yes | no\nyes -> no\nno -> return",
    ];
    let changes: [fn(&mut Pair); 3] = [
        |pair| pair.goes_on ^= true,
        |pair| pair.otherwise ^= true,
        |pair| core::mem::swap(&mut pair.first, &mut pair.second),
    ];
    for text in graphs {
        let named = read(text, Notation::Cfg).expect("the row is a graph");
        let compounds = Compounds::find(&named.cfg);
        let program = nested(&reduce::dispatch(compounds.cfg()));
        for at in 0..compounds.pairs.len() {
            for change in changes {
                let mut mutant = compounds.clone();
                change(&mut mutant.pairs[at]);
                let expanded = mutant.expand(&program).expect("what runs is asked at once");
                let limit = verify::state_limit(&named.cfg, &expanded);
                let verdict = verify::simulation(&named.cfg, &expanded, limit);
                assert!(!verdict.is_proved(), "{text}\n{expanded}");
            }
        }
    }
}
