//! Tests that every order of elimination is correct, that the budget holds, and that no jump leaves
//! more than the innermost loop.

use super::list::{Goto, list, sort};
use super::{goto_elimination, without_gotos, write};
use crate::analysis::{Order, samples};
use crate::cfg::{Cfg, CfgBuilder, Exit};
use crate::ids::{BlockId, Id, LabelId};
use crate::program::{Program, ProgramBuilder, Step, measure};
use crate::reduce::{Budget, Exceeded, TooLarge};
use crate::structure::part::{Part, Positions};
use crate::verify;
use alloc::string::ToString;
use alloc::vec::Vec;

fn in_order(cfg: &Cfg, arrange: impl Fn(&mut [Goto])) -> Result<Program, TooLarge> {
    let order = Order::new(cfg);
    let mut positions = Positions::new(cfg);
    let part = Part::new(cfg, order.blocks(), &[], &mut positions);
    let (tree, mut gotos) = list(&part, Budget::times(cfg, 32))?;
    arrange(&mut gotos);
    let tree = without_gotos(tree, &gotos)?;
    let mut builder = ProgramBuilder::new();
    write::write(&mut builder, &part, &tree);
    Ok(builder.finish())
}

/// Checks that there are only loops, decisions, tests, and jumps of the innermost loop.
#[track_caller]
fn check_steps(program: &Program) {
    let mut open: Vec<Option<LabelId>> = Vec::new();
    for (_, step) in program.steps() {
        match step {
            Step::Break(label) | Step::Continue(label) => {
                let innermost = open.iter().rev().find_map(|&label| label);
                assert_eq!(innermost, Some(label), "{program}");
            }
            Step::Block(_) | Step::Dispatch(_) | Step::Store(_) => panic!("{step:?} in {program}"),
            Step::End => {
                open.pop();
            }
            Step::Loop(label) => open.push(Some(label)),
            step if step.opens() => open.push(None),
            _ => {}
        }
    }
}

/// Checks the programs of random graphs whose gotos are eliminated in some order, and gives the
/// total number of steps.
#[track_caller]
fn check_order(arrange: impl Fn(&mut [Goto])) -> usize {
    let mut steps = 0;
    let mut refused = 0;
    samples::each_random(1_500, |_, cfg| {
        let Ok(program) = in_order(cfg, &arrange) else {
            refused += 1;
            return;
        };
        let verdict = verify::simulation(cfg, &program, verify::state_limit(cfg, &program));
        assert!(verdict.is_proved(), "{verdict}\n{cfg:?}\n{program}");
        check_steps(&program);
        assert_eq!(measure(&program).copies, 0);
        steps += program.len();
    });
    assert_eq!(refused, 0, "the budget suffices for small graphs");
    steps
}

/// Lifting and the capture of breaks occur only in orders other than the default.
#[test]
fn gotos_may_be_eliminated_in_any_order() {
    let ours = check_order(sort);
    let others = [
        check_order(|_| {}),
        check_order(<[Goto]>::reverse),
        check_order(|gotos| {
            sort(gotos);
            gotos.reverse();
        }),
        check_order(|gotos| gotos.sort_by_key(|goto| (goto.label, goto.from))),
        check_order(|gotos| gotos.sort_by_key(|goto| goto.from.wrapping_mul(0x9e37_79b9))),
    ];
    assert!(
        others.iter().all(|&steps| ours < steps),
        "{ours} {others:?}"
    );
}

/// Checks the program of a graph such as `0: 1 2; 1: …`. Steps are separated by `;`, and the
/// flags at the start are omitted.
#[track_caller]
fn check(graph: &str, expected: &str) {
    let cfg = samples::graph(graph);
    let program = goto_elimination(&cfg, Budget::times(&cfg, 32)).expect("the budget suffices");
    check_steps(&program);
    let text = program.to_string();
    let words = text.lines().map(str::trim).collect::<Vec<_>>().join("; ");
    let start = words.find("run").expect("a block runs");
    let loops = words[..start].rfind("l0: loop").unwrap_or(start);
    assert_eq!(&words[loops..], expected, "{graph}");
    let verdict = verify::simulation(&cfg, &program, verify::state_limit(&cfg, &program));
    assert!(verdict.is_proved(), "{verdict}\n{program}");
}

#[test]
fn small_graphs() {
    check("0: 1; 1:", "run b0; take b0.0; run b1; leave b1");
    // A goto that is always taken needs no flag.
    check(
        "0: 1 1; 1: 1",
        "run b0; take b0.0; l0: loop {; run b1; take b1.0; continue l0; }",
    );
    // A forward goto becomes a guard, and the guard becomes an arm of the decision directly before
    // it.
    check(
        "0: 1 2; 1: 2; 2:",
        "run b0; if b0 {; case 0:; take b0.0; run b1; take b1.0; case 1:; take b0.1; }; run b2; leave b2",
    );
    // A goto out of a loop before its end becomes a break.
    check(
        "0: 1 2; 1: 0; 2:",
        "l0: loop {; run b0; if b0 {; case 0:; take b0.0; case 1:; take b0.1; break l0; }; run b1; take b1.0; \
         continue l0; }; run b2; leave b2",
    );
    // A goto past the label of another goto has a flag, which saves the decision.
    check(
        "0: 1 2; 1: 3 2; 2: 3; 3:",
        "run b0; if b0 {; case 0:; take b0.0; run b1; if b1 {; case 0:; take b1.0; f0 = true; case 1:; take b1.1; \
         f0 = false; }; case 1:; take b0.1; }; if f0 {; case 1:; case 0:; run b2; take b2.0; }; run b3; leave b3",
    );
}

#[test]
fn what_outgrows_the_budget_is_refused() {
    let cfg = samples::graph("0: 1 2; 1: 2; 2: 1 3; 3:");
    let least = (0..).find(|&size| goto_elimination(&cfg, Budget::total(size)).is_ok());
    // Four blocks and five edges, a guard and a loop, and some visits of statements.
    assert_eq!(least, Some(13));
    let refusal = goto_elimination(&cfg, Budget::total(8)).map(|_| ());
    let budget = Budget::total(8);
    assert_eq!(refusal, Err(Exceeded::Result.of(budget)));
}

/// Two rails with rungs: the statements that one rung encloses are enclosed again by the next.
#[test]
fn the_budget_bounds_the_time() {
    let rungs = 20_000;
    let mut rows = Vec::new();
    for left in (0..rungs).map(|rung| 2 * rung) {
        rows.push(alloc::vec![left + 2, left + 1]);
        rows.push(alloc::vec![left + 3]);
    }
    rows.extend([alloc::vec![2 * rungs + 1], Vec::new()]);
    let cfg = samples::from_rows(0, &rows);
    let budget = Budget::times(&cfg, 2);
    let refusal = goto_elimination(&cfg, budget).map(|program| program.len());
    assert_eq!(refusal, Err(Exceeded::Result.of(budget)));
}

#[test]
fn long_shapes_need_no_call_stack() {
    for cfg in [
        samples::chain(100_000),
        samples::nest(30_000),
        cases(30_000),
    ] {
        let program = goto_elimination(&cfg, Budget::times(&cfg, 32));
        let program = program.expect("what does not cross does not grow");
        assert!(program.len() < 8 * (cfg.block_count() + cfg.edge_count()));
        assert_eq!(verify::program(&cfg, &program), []);
    }
    for cfg in [samples::chain(100_000), samples::nest(500), cases(300)] {
        let program = goto_elimination(&cfg, Budget::times(&cfg, 32));
        let program = program.expect("what does not cross does not grow");
        assert!(
            verify::simulation(&cfg, &program, verify::state_limit(&cfg, &program)).is_proved()
        );
    }
}

/// Makes a switch whose cases meet.
fn cases(count: usize) -> Cfg {
    let mut builder = CfgBuilder::new();
    let entry = builder.block(Exit::Switch, (1..=count).map(BlockId::new));
    for _ in 0..count {
        builder.block(Exit::Jump, [BlockId::new(count + 1)]);
    }
    builder.block(Exit::Return, []);
    builder.build(entry).expect("the graph keeps the rules")
}
