//! The text of skeletons. The testkit runs skeletons to test that they do the right thing.

mod forms;
mod hosts;
mod languages;
mod wgsl;

use super::*;
use crate::cfg::{Cfg, CfgBuilder, Exit};
use crate::ids::{BlockId, Edge, Id, LabelId};
use crate::program::ProgramBuilder;
use crate::reduce::Reducible;
use crate::structure::{nested, state_machine};
use crate::text::{Bodies, Named, Notation, Numbered, read};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

fn graph(text: &str) -> Named {
    read(text, Notation::Cfg).expect("the row is a graph")
}

fn shown(write: impl FnOnce(&mut String) -> fmt::Result) -> String {
    let mut text = String::new();
    write(&mut text).expect("a string takes any text");
    text
}

/// Compares lines, without the margin of the expected text in the source.
#[track_caller]
fn same(text: &str, expected: &str) {
    let expected = expected.trim_start_matches('\n');
    let margin = expected.len() - expected.trim_start().len();
    let lines = expected
        .lines()
        .map(|line| line.get(margin..).unwrap_or(""));
    let expected = lines.collect::<Vec<_>>().join("\n");
    assert_eq!(text.trim_end(), expected.trim_end(), "\n{text}");
}

#[track_caller]
fn check_nested(text: &str, expected: &str) {
    let named = graph(text);
    let program = nested(&Reducible::test(&named.cfg).expect("the row is reducible"));
    same(
        &shown(|out| pseudocode(out, &named.cfg, &program, &named)),
        expected,
    );
}

#[track_caller]
fn check_javascript(text: &str, program: impl FnOnce(&Cfg) -> Program, expected: &str) {
    let named = graph(text);
    let program = program(&named.cfg);
    same(
        &shown(|out| javascript(out, &named.cfg, &program, &named)),
        expected,
    );
}

#[test]
fn what_is_left_of_an_if_stands_behind_it() {
    check_nested(
        "a -> b | c\nb -> return\nc -> unreachable",
        "
        a
        if a {
          b
          return
        }
        c
        unreachable
        ",
    );
    // A jump that names the label of the `if` must be inside it.
    let [head, last] = [0, 1].map(BlockId::new);
    let mut cfg = CfgBuilder::new();
    cfg.block(Exit::Branch, [last, last]);
    cfg.block(Exit::Return, []);
    let cfg = cfg.build(head).expect("the arms lead to blocks");
    let mut builder = ProgramBuilder::new();
    let past = builder.label();
    builder.run(head);
    builder.open_if(head, Some(past));
    builder.arm([0]);
    builder.run(last);
    builder.leave(last);
    builder.arm([1]);
    builder.go_past(past);
    builder.close();
    builder.run(last);
    builder.leave(last);
    same(
        &shown(|out| pseudocode(out, &cfg, &builder.finish(), &Numbered)),
        "
        b0
        l0: if b0 {
          b1
          return
        } else {
          break l0
        }
        b1
        return
        ",
    );
}

#[test]
fn silent_arms_are_left_out() {
    check_nested(
        "a -> b | c\nb -> c\nc -> return",
        "
        a
        if a {
          b
        }
        c
        return
        ",
    );
    check_nested(
        "a -> c | b\nb -> c\nc -> return",
        "
        a
        if not a {
          b
        }
        c
        return
        ",
    );
    // Both arms fall through, so there is no test.
    check_nested(
        "a -> b | b\nb -> unreachable",
        "
        a
        b
        unreachable
        ",
    );
}

#[test]
fn arms_are_silent_only_where_no_default_would_catch_their_cases() {
    check_nested(
        "a -> switch b d c | c\nb -> c\nd -> c\nc -> return",
        "
        a
        switch a {
          case 0:
            b
          case 1:
            d
        }
        c
        return
        ",
    );
    check_nested(
        "a -> switch c c d | b\nb -> c\nd -> c\nc -> return",
        "
        a
        switch a {
          case 0, 1:
          case 2:
            d
          default:
            b
        }
        c
        return
        ",
    );
    // One value and all others: a comparison.
    check_nested(
        "a -> switch b c c | c\nb -> c\nc -> return",
        "
        a
        if a == 0 {
          b
        }
        c
        return
        ",
    );
    check_nested(
        "a -> switch b b c b | b\nb -> return\nc -> b",
        "
        a
        if a == 2 {
          c
        }
        b
        return
        ",
    );
}

#[test]
fn loops_repeat_at_their_end() {
    check_nested(
        "a -> a",
        "
        loop {
          a
        }
        ",
    );
    check_nested(
        "a -> a | b\nb -> return",
        "
        loop {
          a
          if not a {
            break
          }
        }
        b
        return
        ",
    );
    check_nested(
        "a -> b | c\nb -> a\nc -> return",
        "
        loop {
          a
          if not a {
            break
          }
          b
        }
        c
        return
        ",
    );
    // The inner loop's jump to the outer one is the only one that must name its label.
    check_nested(
        "a -> b\nb -> c | d\nc -> b | a\nd -> a | e\ne -> return",
        "
        l0: loop {
          a
          loop {
            b
            if not b {
              break
            }
            c
            if not c {
              continue l0 ; -> a
            }
          }
          d
          if not d {
            break
          }
        }
        e
        return
        ",
    );
}

/// Shows a host's own lines.
struct Host;

impl Bodies for Host {
    fn name(&self, block: BlockId) -> Cow<'_, str> {
        Numbered.name(block)
    }
    fn code(&self, block: BlockId) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed(
            ["%x = 1\n%c = 2", "", "call @f()"][block.index()],
        ))
    }
    fn decision(&self, _: BlockId) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed("%c"))
    }
    fn edge(&self, edge: Edge) -> Option<Cow<'_, str>> {
        (edge == Edge::new(BlockId::new(0), 1)).then_some(Cow::Borrowed("%y <- %x\u{2028}"))
    }
    fn leave(&self, _: BlockId) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed("ret %y"))
    }
}

#[test]
fn the_hosts_own_lines_stand_in_the_structure() {
    let named = graph("a -> b | c\nb -> c\nc -> return");
    let program = nested(&Reducible::test(&named.cfg).expect("the row is reducible"));
    same(
        &shown(|out| pseudocode(out, &named.cfg, &program, &Host)),
        "
        %x = 1
        %c = 2
        if not %c {
          %y <- %x 
        }
        call @f()
        ret %y
        ",
    );
    same(
        &shown(|out| javascript(out, &named.cfg, &program, &Host)),
        "
        function run(block, decide) {
          // %x = 1
          // %c = 2
          block(0); // b0
          if (decide(0) === 0) {
            block(1); // b1
          } else {
            // %y <- %x 
          }
          // call @f()
          block(2); // b2
          // ret %y
          return;
        }
        ",
    );
}

#[test]
fn javascript_shows_a_switch_as_a_human_wrote_it() {
    check_javascript(
        "A -> switch B C D | E\nB -> C\nC -> D\nD -> E\nE -> return",
        |cfg| nested(&Reducible::test(cfg).expect("the row is reducible")),
        "
        function run(block, decide) {
          block(0); // A
          switch (decide(0)) {
            case 0:
              block(1); // B
              // fall through
            case 1:
              block(2); // C
              // fall through
            case 2:
              block(3); // D
          }
          block(4); // E
          return;
        }
        ",
    );
}

#[test]
fn javascript_leaves_a_switch_that_has_taken_in_what_follows() {
    check_javascript(
        "A -> switch E B C | D\nB -> C\nC -> E\nD -> E\nE -> return",
        |cfg| nested(&Reducible::test(cfg).expect("the row is reducible")),
        "
        function run(block, decide) {
          block(0); // A
          switch (decide(0)) {
            case 0:
              break;
            case 1:
              block(1); // B
              // fall through
            case 2:
              block(2); // C
              break;
            default:
              block(3); // D
          }
          block(4); // E
          return;
        }
        ",
    );
}

/// Runs b0 in a loop around a switch of three arms: one leaves the loop, one continues it, and one
/// ends.
fn loop_around_switch(label_of_switch: bool) -> (Cfg, Program) {
    let [head, after] = [0, 1].map(BlockId::new);
    let mut cfg = CfgBuilder::new();
    cfg.block(Exit::Switch, [after, head, head]);
    cfg.block(Exit::Return, []);
    let mut builder = ProgramBuilder::new();
    let [out, past] = [builder.label(), builder.label()];
    builder.open_loop(out);
    builder.run(head);
    builder.open_switch(head, label_of_switch.then_some(past));
    builder.arm([0]);
    builder.take(Edge::new(head, 0));
    builder.go_past(out);
    builder.arm([1]);
    builder.take(Edge::new(head, 1));
    builder.go_back(out);
    builder.arm([2]);
    builder.take(Edge::new(head, 2));
    if label_of_switch {
        builder.go_past(past);
    }
    builder.close();
    builder.go_back(out);
    builder.close();
    builder.run(after);
    builder.leave(after);
    let cfg = cfg.build(head).expect("the arms lead to blocks");
    (cfg, builder.finish())
}

#[test]
fn javascript_labels_a_break_that_a_switch_would_catch() {
    let (cfg, program) = loop_around_switch(false);
    same(
        &shown(|out| javascript(out, &cfg, &program, &Numbered)),
        "
        function run(block, decide) {
          l0: while (1) {
            block(0); // b0
            switch (decide(0)) {
              case 0:
                break l0; // -> b1
              case 1:
                continue;
            }
          }
          block(1); // b1
          return;
        }
        ",
    );
    // A break to the switch itself needs no label.
    let (cfg, program) = loop_around_switch(true);
    let text = shown(|out| javascript(out, &cfg, &program, &Numbered));
    assert!(text.contains("default:\n        break;\n"), "{text}");
    // In pseudocode no switch catches a break.
    let text = shown(|out| pseudocode(out, &cfg, &program, &Numbered));
    assert!(text.contains("case 0:\n      break\n"), "{text}");
    assert!(
        text.contains("default:\n      break l1 ; -> b0\n"),
        "{text}"
    );
}

#[test]
fn a_decision_that_is_asked_for_later_is_saved() {
    let [first, second] = [0, 1].map(BlockId::new);
    let mut cfg = CfgBuilder::new();
    cfg.block(Exit::Branch, [second, second]);
    cfg.block(Exit::Branch, [second, first]);
    let cfg = cfg.build(first).expect("the arms lead to blocks");
    let mut builder = ProgramBuilder::new();
    builder.run(first);
    builder.run(second);
    builder.open_if(first, None);
    builder.arm([1]);
    builder.run(second);
    builder.arm([0]);
    builder.close();
    let program = builder.finish();
    same(
        &shown(|out| javascript(out, &cfg, &program, &Numbered)),
        "
        function run(block, decide) {
          let d0;
          block(0); // b0
          d0 = decide(0);
          block(1); // b1
          decide(1);
          if (d0 !== 0) {
            block(1); // b1
            decide(1);
          }
        }
        ",
    );
    let text = shown(|out| wat(out, &cfg, &program, &Numbered));
    assert!(text.contains("call $decide\n    local.set $d0\n"), "{text}");
    assert!(text.contains("local.get $d0\n    if\n"), "{text}");
}

#[test]
fn an_if_with_one_arm_for_both_slots_is_a_switch() {
    let block = BlockId::new(0);
    let mut cfg = CfgBuilder::new();
    cfg.block(Exit::Branch, [block, block]);
    let cfg = cfg.build(block).expect("the arms lead to blocks");
    let mut builder = ProgramBuilder::new();
    builder.run(block);
    builder.open_if(block, None);
    builder.arm([0, 1]);
    builder.run(block);
    builder.close();
    let program = builder.finish();
    same(
        &shown(|out| pseudocode(out, &cfg, &program, &Numbered)),
        "
        b0
        switch b0 {
          case 0, default:
            b0
        }
        ",
    );
    let text = shown(|out| wat(out, &cfg, &program, &Numbered));
    assert!(text.contains("call $decide\n    drop\n"), "{text}");
}

/// A loop in which the arms of a dispatcher run block 0 and continue.
fn dispatcher(values: &[u32]) -> (Cfg, Program) {
    let block = BlockId::new(0);
    let mut cfg = CfgBuilder::new();
    cfg.block(Exit::Jump, [block]);
    let mut builder = ProgramBuilder::new();
    let again = builder.label();
    builder.open_loop(again);
    builder.open_dispatch(None);
    for &value in values {
        builder.arm([value]);
        builder.run(block);
        builder.take(Edge::new(block, 0));
        builder.store(value);
    }
    builder.close();
    builder.go_back(again);
    builder.close();
    let cfg = cfg.build(block).expect("the arm leads to the block");
    (cfg, builder.finish())
}

/// An arm of a dispatcher does not print the target of its jump: many edges may pass it.
#[test]
fn a_jump_is_remarked_on_only_with_its_edge() {
    let [head, last] = [0, 1].map(BlockId::new);
    let mut cfg = CfgBuilder::new();
    cfg.block(Exit::Jump, [last]);
    cfg.block(Exit::Return, []);
    let cfg = cfg.build(head).expect("the arms lead to blocks");
    let mut builder = ProgramBuilder::new();
    let past = builder.label();
    builder.open_block(past);
    builder.run(head);
    builder.take(Edge::new(head, 0));
    builder.store(3);
    builder.open_dispatch(None);
    builder.arm([3]);
    builder.go_past(past);
    builder.close();
    builder.close();
    let text = shown(|out| pseudocode(out, &cfg, &builder.finish(), &Numbered));
    let lines = text.lines().map(str::trim).collect::<Vec<_>>();
    assert!(lines.contains(&"label = 3 ; -> b1"), "{text}");
    assert!(lines.contains(&"break l0"), "{text}");
}

#[test]
fn wat_compares_labels_that_lie_far_apart() {
    let (cfg, program) = dispatcher(&[2, 0, 1]);
    let text = shown(|out| wat(out, &cfg, &program, &Numbered));
    assert!(text.contains("br_table 1 2 0 0\n"), "{text}");
    let (cfg, program) = dispatcher(&[7, u32::MAX - 1, 9]);
    let text = shown(|out| wat(out, &cfg, &program, &Numbered));
    let chain = ["i32.const 9", "i32.eq", "br_if 2", "br 0"];
    let lines = text.lines().map(str::trim).collect::<Vec<_>>();
    assert!(lines.windows(4).any(|lines| lines == chain), "{text}");
}

#[test]
fn wide_switches_take_linear_text() {
    let values = (0..100_000).collect::<Vec<_>>();
    let (cfg, program) = dispatcher(&values);
    let text = shown(|out| wat(out, &cfg, &program, &Numbered));
    // Engines refuse a table of more than 65,520 entries.
    let tables = text
        .lines()
        .filter(|line| line.trim().starts_with("br_table"));
    let entries: Vec<_> = tables
        .map(|line| line.split_whitespace().count() - 1)
        .collect();
    assert_eq!(entries, [65_520, 100_001 - 65_519]);
    assert!(text.len() < 30_000_000, "{}", text.len());
    let text = shown(|out| javascript(out, &cfg, &program, &Numbered));
    assert_eq!(text.matches("case ").count(), values.len());
}

#[test]
fn deep_programs_are_written_without_recursion() {
    let depth = 100_000;
    let block = BlockId::new(0);
    let mut cfg = CfgBuilder::new();
    cfg.block(Exit::Jump, [block]);
    let cfg = cfg.build(block).expect("the arm leads to the block");
    let mut builder = ProgramBuilder::new();
    let labels = (0..depth)
        .map(|_| builder.label())
        .collect::<Vec<LabelId>>();
    labels.iter().for_each(|&label| builder.open_loop(label));
    builder.run(block);
    labels.iter().for_each(|_| builder.close());
    let program = builder.finish();
    for text in [
        shown(|out| pseudocode(out, &cfg, &program, &Numbered)),
        shown(|out| javascript(out, &cfg, &program, &Numbered)),
        shown(|out| wat(out, &cfg, &program, &Numbered)),
    ] {
        let widest = text.lines().map(str::len).max().unwrap_or(0);
        let longest_word = "loop $l99999.next".len();
        assert!(
            widest <= 2 * lines::DEEPEST_INDENT + longest_word,
            "{widest}"
        );
        assert!(text.lines().count() > 2 * depth);
    }
}

#[test]
fn a_label_variable_is_declared_where_it_is_used() {
    check_javascript(
        "a -> a | b\nb -> unreachable",
        state_machine,
        "
        function run(block, decide) {
          let label;
          label = 0;
          while (1) {
            if (label === 1) {
              block(1); // b
              throw new Error(\"unreachable\");
            }
            block(0); // a
            if (decide(0) === 0) {
              label = 0; // -> a
            } else {
              label = 1; // -> b
            }
          }
        }
        ",
    );
}
