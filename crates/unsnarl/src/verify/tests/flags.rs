//! Programs with flags, conditions and default arms: right programs, wrong ones, and some with too
//! many states.

use super::simulation::{check, proved};
use crate::cfg::{Cfg, CfgBuilder, Exit};
use crate::ids::{BlockId, Edge, FlagId, Id};
use crate::program::{Program, ProgramBuilder, Term};
use crate::verify::{Verdict, simulation, state_limit};
use alloc::string::ToString;

#[test]
fn an_arm_that_lists_nothing_serves_the_other_labels() {
    let graph = "0: 1 2, 1: return, 2: return";
    proved(
        graph,
        "run b0 if b0 { case 0: take b0.0 label = 7 case 1: take b0.1 label = 8 } \
         switch label { default: run b2 leave b2 case 7: run b1 leave b1 }",
    );
    // A label that is not set takes the default arm.
    proved(
        graph,
        "run b0 if b0 { case 0: take b0.0 case 1: take b0.1 label = 8 } \
         switch label { case 8: run b2 leave b2 default: run b1 leave b1 }",
    );
    check(
        graph,
        "run b0 if b0 { case 0: take b0.0 label = 7 case 1: take b0.1 label = 8 } \
         switch label { case 9: run b1 leave b1 default: run b2 leave b2 }",
        "failed: b0 -0-> b1: n14 runs b2 instead of b1",
    );
    // A label that is live before the default arm is distinguished from one that is not set.
    check(
        "0: 1 1, 1: 2, 2: return",
        "run b0 if b0 { case 0: take b0.0 label = 1 case 1: take b0.1 } run b1 take b1.0 \
         switch label { case 1: run b2 leave b2 default: run b1 leave b2 }",
        "failed: b0 -1-> b1 -0-> b2: n15 runs b1 instead of b2",
    );
}

#[test]
fn conditions_are_evaluated() {
    let graph = "0: 1 2, 1: return, 2: return";
    let sets = "run b0 if b0 { case 0: take b0.0 f0 = true f1 = false case 1: take b0.1 f0 = false f1 = true }";
    let test = |condition: &str| {
        alloc::format!(
            "{sets} if {condition} {{ case 1: run b1 leave b1 case 0: run b2 leave b2 }}"
        )
    };
    for holds in [
        "f0",
        "!f1",
        "f0 && !f1",
        "!(!f0 || f1)",
        "f0 && (f1 || f0)",
        "f0 || f1 && f0",
    ] {
        proved(graph, &test(holds));
    }
    check(
        graph,
        &test("f0 || f1"),
        "failed: b0 -1-> b2: n13 runs b1 instead of b2",
    );
    check(
        graph,
        &test("f0 && f1"),
        "failed: b0 -0-> b1: n16 runs b2 instead of b1",
    );
    // Every flag of a condition must be set, even if the others decide it.
    check(
        graph,
        &test("f0 || f1 && (f3 || f2)"),
        "failed: b0 -0-> b1: n11 tests f3, which is not set",
    );
}

#[test]
fn flags_are_concrete_and_remembered_as_long_as_they_are_live() {
    // Set on entry to the loop, tested on exit.
    let graph = "0: 1 1, 1: 1 2, 2: return";
    let text = "run b0 if b0 { case 0: take b0.0 f7 = true case 1: take b0.1 f7 = false } \
                l0: loop { run b1 if b1 { case 0: take b1.0 continue l0 case 1: take b1.1 } } \
                if f7 { case 1: run b2 leave b2 case 0: run b2 leave b2 }";
    check(graph, text, "proved in 25 states");
    check(
        graph,
        &text.replace("case 0: run b2", "case 0: run b1"),
        "failed: b0 -1-> b1 -1-> b2: n24 runs b1 instead of b2",
    );
    check(
        graph,
        &text.replace("f7 = false", ""),
        "failed: b0 -1-> b1 -1-> b2: n18 tests f7, which is not set",
    );
    // A flag that is never tested adds no states, nor does one that is set again before its test.
    let unasked = text.replace(
        "if f7 { case 1: run b2 leave b2 case 0: run b2 leave b2 }",
        "run b2 leave b2",
    );
    check(graph, &unasked, "proved in 16 states");
    check(
        graph,
        &text.replace("if f7", "f7 = true if f7"),
        "proved in 18 states",
    );
    // Label and flag together.
    let both = "run b0 if b0 { case 0: take b0.0 f0 = true label = 3 case 1: take b0.1 f0 = false label = 4 } \
                l0: loop { run b1 if b1 { case 0: take b1.0 continue l0 case 1: take b1.1 } } \
                switch label { case 3: if f0 { case 1: run b2 leave b2 case 0: } \
                case 4: if f0 { case 1: case 0: run b2 leave b2 } }";
    check(graph, both, "proved in 29 states");
    check(
        graph,
        &both.replace("f0 = false", "f0 = true"),
        "failed: b0 -1-> b1 -1-> b2: control runs past the last step",
    );
}

#[test]
fn circles_of_flags_are_found() {
    // A counter of three bits wraps around; a counter that stops leaves the loop.
    let count = "f0 = false f1 = false f2 = false l0: loop { if f0 { case 0: f0 = true continue l0 \
                 case 1: f0 = false if f1 { case 0: f1 = true continue l0 \
                 case 1: f1 = false if f2 { case 0: f2 = true continue l0 case 1: LAST } } } }";
    check(
        "0: return",
        &count.replace("LAST", "f2 = false continue l0"),
        "failed: b0: control loops forever without running a block",
    );
    check(
        "0: return",
        &count.replace("LAST", "run b0 leave b0"),
        "proved in 32 states",
    );
    // Endless with the label alone, but not with the flag.
    check(
        "0: return",
        "f0 = false l0: loop { label = 1 if f0 { case 0: f0 = true case 1: f0 = false } continue l0 }",
        "failed: b0: control loops forever without running a block",
    );
}

/// A graph of this number of blocks whose decisions make no difference: both arms lead to the next
/// block. The last block returns.
fn blind(count: usize) -> Cfg {
    let mut graph = CfgBuilder::new();
    for index in 1..=count {
        graph.block(Exit::Branch, [BlockId::new(index); 2]);
    }
    graph.block(Exit::Return, []);
    graph.build(BlockId::new(0)).expect("a chain is a graph")
}

/// Runs a block of [`blind`] and saves its decision.
fn save(program: &mut ProgramBuilder, index: usize, flag: FlagId) {
    let block = BlockId::new(index);
    program.run(block);
    program.open_if(block, None);
    for (slot, value) in [(0, true), (1, false)] {
        program.arm([slot]);
        program.take(Edge::new(block, slot as usize));
        program.set(flag, value);
    }
    program.close();
}

fn ask(program: &mut ProgramBuilder, flag: FlagId) {
    let condition = program.condition([Term::Flag(flag)]);
    program.open_test(condition, None);
    program.arm([1]);
    program.arm([0]);
    program.close();
}

/// Saves this number of decisions, and tests all of them before the last block.
fn saved(count: usize) -> ProgramBuilder {
    let mut program = ProgramBuilder::new();
    let flag = FlagId::new;
    (0..count).for_each(|index| save(&mut program, index, flag(index)));
    (0..count).for_each(|index| ask(&mut program, flag(index)));
    program
}

/// Runs the last block of [`blind`].
fn end(mut program: ProgramBuilder, index: usize) -> Program {
    let block = BlockId::new(index);
    program.run(block);
    program.leave(block);
    program.finish()
}

#[test]
fn the_states_of_flags_are_limited() {
    let verdict = |count, limit| {
        let (cfg, program) = (blind(count), end(saved(count), count));
        simulation(&cfg, &program, limit)
    };
    // Block i has 2^i states, with two arms of four steps each; the states of the last block pass
    // three tests more.
    let states = 1 + 2 * 4 * 7 + 8 * 3 + 1;
    assert_eq!(verdict(3, 1000), Verdict::Proved { states });
    // Up to sixteen flags fit in one piece of an environment; with more, a state counts for two.
    assert!(verdict(14, 1 << 20).is_proved());
    let Verdict::Bounded { depth, states, .. } = verdict(40, 1 << 16) else {
        panic!("2⁴⁰ states are not visited");
    };
    assert_eq!((depth, states), (13, 1 << 16));
    // Every string fails at its end, which only the random ones reach.
    let mut wrong = saved(40);
    ask(&mut wrong, FlagId::new(99));
    let verdict = simulation(&blind(40), &end(wrong, 40), 1 << 16);
    let Verdict::Failed(counterexample) = &verdict else {
        panic!("{verdict}");
    };
    assert_eq!(counterexample.path.len(), 40);
    assert!(verdict.to_string().ends_with("tests f99, which is not set"));
}

/// Where liveness of flags would take too long to compute, all flags count as live, and the rest is
/// as before.
#[test]
fn flags_that_are_live_for_too_long_are_live_everywhere() {
    const COUNT: usize = 50;
    let cfg = blind(COUNT);
    let flag = FlagId::new;
    let mut program = ProgramBuilder::new();
    (0..10).for_each(|index| program.set(flag(index), true));
    // Dead, because it is set again before it is tested.
    save(&mut program, 0, flag(10));
    for index in 1..COUNT {
        let block = BlockId::new(index);
        program.run(block);
        program.take(Edge::new(block, 0));
    }
    program.set(flag(10), true);
    (0..=10).for_each(|index| ask(&mut program, flag(index)));
    let program = end(program, COUNT);
    let precise = simulation(&cfg, &program, state_limit(&cfg, &program));
    let chain = 2 * 2 * (COUNT - 2) + 2 * (1 + 1 + 11 + 1);
    assert_eq!(
        precise,
        Verdict::Proved {
            states: 11 + 2 * 4 + chain + 1
        }
    );
    let coarse = simulation(&cfg, &program, 1000);
    assert_eq!(
        coarse,
        Verdict::Proved {
            states: 11 + 2 * 4 + 2 * chain + 1
        }
    );
    // Errors are found all the same.
    let wrong = program.with_steps(program.steps().skip(1).map(|(_, step)| step));
    let [precise, coarse] =
        [1 << 20, 1000].map(|limit| simulation(&cfg, &wrong, limit).to_string());
    assert_eq!(precise, coarse);
    assert!(precise.ends_with("tests f0, which is not set"), "{precise}");
}
