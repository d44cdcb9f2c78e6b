//! The verifier is tested: programs are spoiled by one change each, and it must notice exactly those
//! changes that the naive oracle can tell.

use unsnarl::{BlockId, Cfg, Edge, Id, Program, ProgramBuilder, verify};
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
        for way in algorithms::ways_for(&cfg) {
            let program = way
                .structure(&cfg)
                .expect("the budget suffices for three blocks");
            let (faults, ..) = mutate::faults(&cfg, &program, 6);
            assert!(faults.is_empty(), "{}: {}", way.name(), faults[0]);
        }
    }
}

/// Programs of random graphs, spoiled by up to three random changes that keep the rules: labels that are
/// live for long, stores that are not asked for, blocks in the wrong place.
#[test]
fn programs_that_were_changed_more_than_once() {
    let mut rng = Rng::new(13);
    let [mut right, mut wrong] = [0, 0];
    for _ in 0..300 {
        let knobs = Knobs::any(&mut rng, 4);
        let cfg = random::graph(&mut rng, &knobs);
        let ways: Vec<algorithms::Way> = algorithms::ways_for(&cfg).collect();
        let program = ways[rng.below(ways.len())].structure(&cfg);
        let mut program = program.expect("the budget suffices for four blocks");
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
        let limit = verify::roomy(&cfg, &program);
        if verify::simulation(&cfg, &program, limit).is_proved() {
            right += 1;
        } else {
            wrong += 1;
        }
    }
    assert!(right > 20 && wrong > 100, "{right} right, {wrong} wrong");
}

fn bytes(rng: &mut Rng, most: usize) -> Vec<u8> {
    (0..rng.below(most)).map(|_| rng.next() as u8).collect()
}

#[test]
fn programs_of_random_bytes() {
    let mut rng = Rng::new(11);
    for _ in 0..20_000 {
        fuzz::any_program(&bytes(&mut rng, 40));
    }
}

#[test]
fn graphs_of_random_bytes() {
    let mut rng = Rng::new(12);
    for _ in 0..2_000 {
        fuzz::graph_to_program(&bytes(&mut rng, 100));
    }
}
