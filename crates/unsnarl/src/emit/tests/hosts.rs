//! Names and expressions of a host: its names stay its own, and its expressions keep their
//! grouping.

use super::{graph, shown};
use crate::cfg::Cfg;
use crate::emit::{
    C, Grammar, JavaScript, Python, Rust, Texts, Wgsl, pseudocode, variables, write,
};
use crate::ids::{BlockId, Edge, Id};
use crate::lower::lower;
use crate::program::{Profile, Program};
use crate::reduce::dispatch;
use crate::structure::{nested, state_machine};
use crate::text::Bodies;
use crate::verify::tests::notation;
use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A host whose first block has a text, and in which every decision is the same expression.
struct Own {
    code: String,
    decision: &'static str,
}

impl Bodies for Own {
    fn code(&self, block: BlockId) -> Option<Cow<'_, str>> {
        Some(match block.index() {
            0 => Cow::Borrowed(&self.code),
            number => Cow::Owned(format!("run{number}")),
        })
    }

    fn decision(&self, _: BlockId) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed(self.decision))
    }

    fn case(&self, edge: Edge) -> Option<Cow<'_, str>> {
        (self.decision != "x").then(|| Cow::Owned(format!("{}", edge.slot)))
    }
}

fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.map(str::to_string).collect()
}

/// The names in a text, without the host's names and the keywords that a language always has.
fn names(grammar: impl Grammar, cfg: &Cfg, program: &Program, host: &Own) -> BTreeSet<String> {
    let found = variables(cfg, program, grammar, host);
    let mut names: BTreeSet<String> = found.flags.into_iter().collect();
    names.extend(found.integers.into_iter().map(|(name, _)| name));
    names
}

#[track_caller]
fn check_names(grammar: impl Grammar + Copy, profile: &Profile, cfg: &Cfg, program: &Program) {
    let program = &lower(cfg, program, profile).expect("it is small").program;
    let written = |host: &Own| shown(|out| write(out, cfg, program, grammar, Texts::Code, host));
    let plain = Own {
        code: String::from("run0"),
        decision: "x",
    };
    let first = names(grammar, cfg, program, &plain);
    assert!(!first.is_empty(), "nothing is named");
    let text = written(&plain);
    // The host takes all names that were free, including names of brackets.
    let taking = Own {
        code: words(&text).into_iter().collect::<Vec<_>>().join(" "),
        ..plain
    };
    let second = names(grammar, cfg, program, &taking);
    let text = written(&taking);
    let others = text.replacen(&taking.code, "", 1);
    let shared: Vec<String> = second.intersection(&words(&taking.code)).cloned().collect();
    assert_eq!(shared, [""; 0], "{text}");
    for (taken, fresh) in first.iter().zip(&second) {
        assert!(!words(&others).contains(taken), "{taken} in {text}");
        assert!(words(&others).contains(fresh), "no {fresh} in {text}");
    }
    let label = |word: &&String| {
        word.strip_prefix('l')
            .is_some_and(|rest| rest.parse::<u32>().is_ok())
    };
    assert_eq!(words(&others).iter().find(label), None, "{text}");
}

#[test]
fn variables_of_control_and_labels_are_none_of_the_hosts() {
    let named = graph("a -> b | c\nb -> c | d\nc -> b | d\nd -> e | f\ne -> a\nf -> return");
    let cfg = &named.cfg;
    for program in [nested(&dispatch(cfg)), state_machine(cfg)] {
        check_names(JavaScript, &Profile::MULTI_LEVEL, cfg, &program);
        check_names(C, &Profile::SINGLE_LEVEL, cfg, &program);
        check_names(Python, &Profile::PYTHON, cfg, &program);
        check_names(Rust, &Profile::RUST, cfg, &program);
        check_names(Wgsl, &Profile::SHADER, cfg, &program);
        let taking = |code: &str| Own {
            code: String::from(code),
            decision: "x",
        };
        let text = shown(|out| pseudocode(out, cfg, &program, &taking("label = 7")));
        assert!(
            text.contains("label = 7") && text.contains("label_2 = "),
            "{text}"
        );
        assert!(!text.contains("switch label {"), "{text}");
    }
}

#[test]
fn a_label_of_python_does_not_overwrite_a_variable() {
    let named = graph("a -> b | c\nb -> c | d\nc -> b | d\nd -> return");
    let cfg = &named.cfg;
    let program = lower(cfg, &state_machine(cfg), &Profile::PYTHON).expect("it is small");
    let host = Own {
        code: String::from("label = 7"),
        decision: "x > 0",
    };
    let text = shown(|out| write(out, cfg, &program.program, Python, Texts::Code, &host));
    assert_eq!(text.matches("label = ").count(), 1, "{text}");
    assert!(text.contains("match label_2:"), "{text}");
}

#[track_caller]
fn check_compared(decision: &'static str, expected: &str) {
    let named = graph("a -> switch b | c\nb -> c\nc -> return");
    let cfg = &named.cfg;
    let program = nested(&dispatch(cfg));
    let host = Own {
        code: String::from("run0"),
        decision,
    };
    let check = |grammar: &dyn Fn(&mut String) -> core::fmt::Result, sign: &str| {
        let text = shown(grammar);
        let due = format!("{expected} {sign} 0");
        assert!(text.contains(&due), "no {due} in\n{text}");
    };
    check(
        &|out| write(out, cfg, &program, JavaScript, Texts::Code, &host),
        "===",
    );
    check(
        &|out| write(out, cfg, &program, C, Texts::Code, &host),
        "==",
    );
    check(
        &|out| write(out, cfg, &program, Python, Texts::Code, &host),
        "==",
    );
    check(
        &|out| write(out, cfg, &program, Rust, Texts::Code, &host),
        "==",
    );
    check(
        &|out| write(out, cfg, &program, Wgsl, Texts::Code, &host),
        "==",
    );
    check(&|out| pseudocode(out, cfg, &program, &host), "==");
}

#[test]
fn what_is_compared_has_parentheses_if_it_binds_more_loosely() {
    check_compared("y", "y");
    check_compared("y & 3", "(y & 3)");
    check_compared("y + 3", "y + 3");
    check_compared("(y) | (z)", "((y) | (z))");
    check_compared("y ? 1 : 0", "(y ? 1 : 0)");
}

/// A switch and the condition at the start of one of its arms become one `if`, but not where a jump
/// leaves the switch that could not leave the `if`.
#[test]
fn a_switch_that_a_jump_leaves_joins_no_condition_where_jumps_have_no_labels() {
    struct Joining;
    impl Bodies for Joining {
        fn code(&self, block: BlockId) -> Option<Cow<'_, str>> {
            let text = ["", "", "run2();", "run3();"][block.index()];
            Some(Cow::Borrowed(text))
        }
        fn decision(&self, block: BlockId) -> Option<Cow<'_, str>> {
            Some(Cow::Borrowed(["x", "q"][block.index()]))
        }
    }
    let cfg = notation::graph("0: switch 2 1, 1: 3 2, 2: return, 3: 2");
    let program = notation::program(
        "run b0
         l0: switch b0 {
         case 0: take b0.0
         case 1: take b0.1 run b1 if b1 { case 0: take b1.0 run b3 take b3.0 break l0 case 1: take b1.1 }
         }
         run b2
         leave b2",
    );
    let text = shown(|out| write(out, &cfg, &program, C, Texts::Code, &Joining));
    assert!(!text.contains("break l"), "{text}");
    let text = shown(|out| write(out, &cfg, &program, JavaScript, Texts::Code, &Joining));
    assert!(text.contains("!== 0 && q"), "{text}");
}
