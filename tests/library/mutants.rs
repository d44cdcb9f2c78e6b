//! The verifier is tested: programs get one change each, and it must notice exactly those
//! changes that the naive oracle can observe.

use unsnarl::program::{Condition, Term};
use unsnarl::text::{Notation, read};
use unsnarl::verify::{self, Reason, Verdict};
use unsnarl::{BlockId, Cfg, Edge, FlagId, Id, Program, ProgramBuilder};
use unsnarl_testkit::random::{self, Knobs};
use unsnarl_testkit::{Rng, Rows, algorithms, check, exhaustive, fuzz, mutate};

/// Fails unless the program is right and every mutant is judged as the oracle judges it; at least
/// `spoiled` of them must be wrong, or the mutations are no test.
#[track_caller]
fn check_mutants(cfg: &Cfg, program: &Program, spoiled: usize) {
    check(cfg, program);
    let (faults, all, good) = mutate::faults(cfg, program, 8);
    assert!(
        faults.is_empty(),
        "{} of {all}: {}",
        faults.len(),
        faults[0]
    );
    assert!(
        all - good >= spoiled,
        "only {} of {all} are wrong",
        all - good
    );
}

fn block(number: usize) -> BlockId {
    BlockId::new(number)
}

fn edge(from: usize, slot: usize) -> Edge {
    Edge::new(block(from), slot)
}

fn graph(rows: &[&[usize]]) -> Cfg {
    Rows::of(rows.iter().map(|arms| arms.to_vec()).collect()).cfg()
}

/// A loop with an `if` around its latch, left by a break.
#[test]
fn a_structured_loop() {
    let cfg = graph(&[&[1], &[2, 3], &[1], &[]]);
    let mut program = ProgramBuilder::new();
    let (out, again) = (program.label(), program.label());
    program.run(block(0));
    program.take(edge(0, 0));
    program.open_block(out);
    program.open_loop(again);
    program.run(block(1));
    program.open_if(block(1), None);
    program.arm([0]);
    program.take(edge(1, 0));
    program.run(block(2));
    program.take(edge(2, 0));
    program.go_back(again);
    program.arm([1]);
    program.take(edge(1, 1));
    program.go_past(out);
    program.close();
    program.close();
    program.close();
    program.run(block(3));
    program.leave(block(3));
    check_mutants(&cfg, &program.finish(), 100);
}

/// A switch with a shared case, parallel arms, and a fall-through by scopes.
#[test]
fn a_switch_with_parallel_arms() {
    let cfg = graph(&[&[1, 2, 2, 3], &[2], &[3], &[]]);
    let mut program = ProgramBuilder::new();
    let (two, three) = (program.label(), program.label());
    program.open_block(three);
    program.open_block(two);
    program.run(block(0));
    program.open_switch(block(0), None);
    program.arm([0]);
    program.take(edge(0, 0));
    program.run(block(1));
    program.take(edge(1, 0));
    program.arm([1, 2]);
    program.take(edge(0, 1));
    program.go_past(two);
    program.arm([3]);
    program.take(edge(0, 3));
    program.go_past(three);
    program.close();
    program.close();
    program.run(block(2));
    program.take(edge(2, 0));
    program.close();
    program.run(block(3));
    program.leave(block(3));
    check_mutants(&cfg, &program.finish(), 140);
}

/// A loop with two entries behind a dispatcher that keeps one of the edges.
#[test]
fn a_dispatcher() {
    let cfg = graph(&[&[1, 2], &[2], &[1, 3], &[]]);
    let mut program = ProgramBuilder::new();
    let (again, two) = (program.label(), program.label());
    program.run(block(0));
    program.open_if(block(0), None);
    for (slot, entry) in [(0, 1), (1, 2)] {
        program.arm([slot]);
        program.take(edge(0, slot as usize));
        program.store(entry);
    }
    program.close();
    program.open_loop(again);
    program.open_dispatch(Some(two));
    program.arm([1]);
    program.run(block(1));
    program.take(edge(1, 0));
    program.arm([2]);
    program.go_past(two);
    program.close();
    program.run(block(2));
    program.open_if(block(2), None);
    program.arm([0]);
    program.take(edge(2, 0));
    program.store(1);
    program.go_back(again);
    program.arm([1]);
    program.take(edge(2, 1));
    program.close();
    program.close();
    program.run(block(3));
    program.leave(block(3));
    check_mutants(&cfg, &program.finish(), 140);
}

/// A dispatcher of three, the last of which is served by the arm that lists nothing.
#[test]
fn a_dispatcher_with_a_default_arm() {
    let cfg = graph(&[&[1, 2, 3], &[2, 3], &[1], &[]]);
    let mut program = ProgramBuilder::new();
    let again = program.label();
    program.run(block(0));
    program.open_switch(block(0), None);
    for slot in 0..3 {
        program.arm([slot]);
        program.take(edge(0, slot as usize));
        program.store(slot);
    }
    program.close();
    program.open_loop(again);
    program.open_dispatch(None);
    program.arm([0]);
    program.run(block(1));
    program.open_if(block(1), None);
    program.arm([0]);
    program.take(edge(1, 0));
    program.store(1);
    program.arm([1]);
    program.take(edge(1, 1));
    program.store(4);
    program.close();
    program.go_back(again);
    program.arm([]);
    program.run(block(3));
    program.leave(block(3));
    program.arm([1]);
    program.run(block(2));
    program.take(edge(2, 0));
    program.store(0);
    program.go_back(again);
    program.close();
    program.close();
    check_mutants(&cfg, &program.finish(), 150);
}

/// A loop with two exits, distinguished by a flag after it.
#[test]
fn a_loop_that_is_left_in_one_place() {
    let cfg = graph(&[&[1, 2], &[0, 3], &[], &[]]);
    let mut program = ProgramBuilder::new();
    let (out, again) = (program.label(), program.label());
    let late = program.flag();
    program.open_block(out);
    program.open_loop(again);
    program.run(block(0));
    program.open_if(block(0), None);
    program.arm([0]);
    program.take(edge(0, 0));
    program.arm([1]);
    program.take(edge(0, 1));
    program.set(late, false);
    program.go_past(out);
    program.close();
    program.run(block(1));
    program.open_if(block(1), None);
    program.arm([0]);
    program.take(edge(1, 0));
    program.go_back(again);
    program.arm([1]);
    program.take(edge(1, 1));
    program.set(late, true);
    program.close();
    program.close();
    program.close();
    let condition = program.condition([Term::Flag(late)]);
    program.open_test(condition, None);
    for (value, end) in [(1, 3), (0, 2)] {
        program.arm([value]);
        program.run(block(end));
        program.leave(block(end));
    }
    program.close();
    check_mutants(&cfg, &program.finish(), 140);
}

/// Two saved decisions, and the blocks after them under the conditions that lead there.
#[test]
fn conditions_over_saved_decisions() {
    let cfg = graph(&[&[1, 2], &[2, 3], &[3], &[]]);
    let mut program = ProgramBuilder::new();
    let [first, second] = [program.flag(), program.flag()];
    let save = |program: &mut ProgramBuilder, from: usize, flag| {
        program.open_if(block(from), None);
        for (slot, value) in [(0, true), (1, false)] {
            program.arm([slot]);
            program.take(edge(from, slot as usize));
            program.set(flag, value);
        }
        program.close();
    };
    program.set(second, true);
    program.run(block(0));
    save(&mut program, 0, first);
    let condition = program.condition([Term::Flag(first)]);
    program.open_test(condition, None);
    program.arm([1]);
    program.run(block(1));
    save(&mut program, 1, second);
    program.arm([0]);
    program.close();
    let terms = [Term::Or, Term::Flag(second), Term::Not, Term::Flag(first)];
    let condition = program.condition(terms);
    program.open_test(condition, None);
    program.arm([0]);
    program.arm([1]);
    program.run(block(2));
    program.take(edge(2, 0));
    program.close();
    program.run(block(3));
    program.leave(block(3));
    check_mutants(&cfg, &program.finish(), 140);
}

/// Makes a state machine whose state is the bits of a block's number, a flag each: one loop, and in
/// it for each block a test that all bits are the block's.
fn bits(cfg: &Cfg) -> Program {
    let mut program = ProgramBuilder::new();
    let bits = cfg.block_count().next_power_of_two().ilog2().max(1);
    let flags: Vec<FlagId> = (0..bits).map(|_| program.flag()).collect();
    let bit = |block: BlockId, bit: usize| block.index() >> bit & 1 == 1;
    let go = |program: &mut ProgramBuilder, target: BlockId| {
        for (at, &flag) in flags.iter().enumerate() {
            program.set(flag, bit(target, at));
        }
    };
    go(&mut program, cfg.entry());
    let again = program.label();
    program.open_loop(again);
    for block in cfg.blocks() {
        let condition = is(&mut program, &flags, |at| bit(block, at));
        program.open_test(condition, None);
        program.arm([1]);
        program.run(block);
        let arms = cfg.successors(block);
        if arms.is_empty() {
            program.leave(block);
        } else if arms.len() > 1 {
            program.open_switch(block, None);
        }
        for (edge, &target) in cfg.edges(block).zip(arms) {
            if arms.len() > 1 {
                program.arm([edge.slot]);
            }
            program.take(edge);
            go(&mut program, target);
            program.go_back(again);
        }
        if arms.len() > 1 {
            program.close();
        }
        program.arm([0]);
        program.close();
    }
    program.close();
    program.finish()
}

/// Enters the condition that all flags have these values.
fn is(program: &mut ProgramBuilder, flags: &[FlagId], value: impl Fn(usize) -> bool) -> Condition {
    let mut terms = vec![Term::And; flags.len() - 1];
    for (at, &flag) in flags.iter().enumerate() {
        terms.extend((!value(at)).then_some(Term::Not));
        terms.push(Term::Flag(flag));
    }
    program.condition(terms)
}

#[test]
fn state_machines_of_bits() {
    for rows in [
        &[&[0][..]][..],
        &[&[1, 1], &[0, 2], &[]],
        &[&[1, 2], &[2], &[1, 3], &[]],
    ] {
        let cfg = graph(rows);
        check_mutants(&cfg, &bits(&cfg), 30);
    }
}

#[test]
fn state_machines() {
    for rows in [
        &[&[0][..]][..],
        &[&[1, 1], &[0, 2], &[]],
        &[&[1, 2], &[2], &[1, 3], &[]],
        &[&[0, 1, 2], &[0, 1], &[]],
    ] {
        let cfg = graph(rows);
        check_mutants(&cfg, &algorithms::plain(&cfg), 30);
    }
}

/// Every algorithm on every graph of two blocks and one in many of three.
#[test]
fn outputs_of_all_algorithms() {
    for (index, cfg) in exhaustive::graphs(3).enumerate() {
        if cfg.block_count() == 3 && index % 16 != 0 {
            continue;
        }
        for pipeline in algorithms::pipelines_for(&cfg) {
            let program = pipeline
                .structure(&cfg)
                .expect("the budget suffices for three blocks");
            let (faults, ..) = mutate::faults(&cfg, &program, 6);
            assert!(faults.is_empty(), "{}: {}", pipeline.name(), faults[0]);
        }
    }
}

/// Programs of random graphs, spoiled by up to three random changes that keep the rules: labels and
/// flags that are live for long, superfluous stores, blocks in the wrong place.
#[test]
fn programs_that_were_changed_more_than_once() {
    let mut rng = Rng::new(13);
    let of_ways = |rng: &mut Rng, cfg: &Cfg| {
        let pipelines: Vec<algorithms::Pipeline> = algorithms::pipelines_for(cfg).collect();
        let program = pipelines[rng.below(pipelines.len())].structure(cfg);
        program.expect("the budget suffices for four blocks")
    };
    let (right, wrong) = change_and_judge(&mut rng, 300, of_ways);
    assert!(right > 10 && wrong > 100, "{right} right, {wrong} wrong");
    let (right, wrong) = change_and_judge(&mut rng, 150, |_, cfg| bits(cfg));
    assert!(right > 5 && wrong > 50, "{right} right, {wrong} wrong");
}

/// Gives how many of the changed programs are right, and how many are wrong.
fn change_and_judge(
    rng: &mut Rng,
    programs: usize,
    mut make: impl FnMut(&mut Rng, &Cfg) -> Program,
) -> (usize, usize) {
    let [mut right, mut wrong] = [0, 0];
    for _ in 0..programs {
        let knobs = Knobs::any(rng, 4);
        let cfg = random::graph(rng, &knobs);
        let mut program = make(rng, &cfg);
        for _ in 0..1 + rng.below(3) {
            let mut mutants = mutate::mutants(&cfg, &program);
            mutants.retain(|mutant| verify::program(&cfg, &mutant.program).is_empty());
            if mutants.is_empty() {
                break;
            }
            program = mutants.swap_remove(rng.below(mutants.len())).program;
        }
        let disagreement = mutate::disagreement(&cfg, &program, 6);
        assert_eq!(disagreement, None, "{cfg:?}\n{program}");
        let limit = verify::state_limit(&cfg, &program);
        if verify::simulation(&cfg, &program, limit).is_proved() {
            right += 1;
        } else {
            wrong += 1;
        }
    }
    (right, wrong)
}

/// The oracle follows the verifier's string of decisions, however long that is.
#[test]
fn a_program_that_ends_too_early_after_more_decisions_than_are_tried() {
    let graph = read("a -> a | a", Notation::Cfg).expect("the graph is well written");
    let a = graph.cfg.entry();
    for runs in 1..12 {
        let mut builder = ProgramBuilder::new();
        for _ in 0..runs {
            builder.run(a);
            builder.take(Edge::new(a, 0));
        }
        let program = builder.finish();
        assert!(verify::program(&graph.cfg, &program).is_empty());
        let verdict = verify::simulation(&graph.cfg, &program, 100);
        assert!(matches!(verdict, Verdict::Failed(_)), "{verdict}");
        assert_eq!(mutate::disagreement(&graph.cfg, &program, 6), None);
    }
}

fn bytes(rng: &mut Rng, most: usize) -> Vec<u8> {
    (0..rng.below(most)).map(|_| rng.next() as u8).collect()
}

#[test]
fn programs_of_random_bytes() {
    let mut rng = Rng::new(11);
    let [mut lawful, mut unset] = [0; 2];
    for _ in 0..20_000 {
        let bytes = bytes(&mut rng, 40);
        fuzz::any_program(&bytes);
        let (cfg, program) = fuzz::graph_and_program(&bytes);
        let limit = verify::state_limit(&cfg, &program);
        if let Verdict::Failed(failure) = verify::simulation(&cfg, &program, limit) {
            lawful += usize::from(!matches!(failure.reason, Reason::Rule(_)));
            unset += usize::from(matches!(failure.reason, Reason::FlagUnset { .. }));
        }
    }
    assert!(
        lawful > 2_000 && unset > 100,
        "{lawful} keep the rules, {unset} ask for unset flags"
    );
}

#[test]
fn graphs_of_random_bytes() {
    let mut rng = Rng::new(12);
    for _ in 0..2_000 {
        fuzz::graph_to_program(&bytes(&mut rng, 100));
    }
}
