//! Tidied programs behave the same, are no larger, and do not change if tidied again: after every
//! algorithm, each rewrite alone and all together.

use unsnarl::tidy::tidy;
use unsnarl::{Cfg, Measures, Program, Step, measure, verify};
use unsnarl_testkit::algorithms::{pipelines_for, plain};
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::shapes::SHAPES;
use unsnarl_testkit::{Rng, exhaustive, flagged, machines, mutate, notation, oracle, tidied};

#[track_caller]
fn check(cfg: &Cfg, program: &Program) {
    if let Err(problem) = tidied::judge(cfg, program) {
        panic!("{problem}\n{}\n{program}", notation::show(cfg));
    }
}

fn check_all(cfg: &Cfg) {
    check(cfg, &plain(cfg));
    check(cfg, &machines::of_flags(cfg));
    check(cfg, &machines::of_defaults(cfg));
    let programs = pipelines_for(cfg).filter_map(|pipeline| pipeline.structure(cfg));
    programs.for_each(|program| check(cfg, &program));
}

#[test]
fn every_graph_of_up_to_three_blocks() {
    exhaustive::graphs(3).for_each(|cfg| check_all(&cfg));
}

#[test]
fn one_graph_in_many_of_four_blocks() {
    exhaustive::graphs(4)
        .step_by(29)
        .for_each(|cfg| check_all(&cfg));
}

#[test]
fn random_graphs() {
    for seed in 0..150 {
        let mut rng = Rng::new(seed);
        let knobs = Knobs::any(&mut rng, 40);
        check_all(&graph(&mut rng, &knobs));
    }
}

/// Programs that no algorithm writes: right ones that differ by a few changes from what one does
/// write.
#[test]
fn programs_that_were_changed() {
    let mut rng = Rng::new(21);
    let mut checked = 0;
    for _ in 0..60 {
        let knobs = Knobs::any(&mut rng, 5);
        let cfg = graph(&mut rng, &knobs);
        let programs = pipelines_for(&cfg).filter_map(|pipeline| pipeline.structure(&cfg));
        let mut programs: Vec<_> = programs.collect();
        let mut program = programs.swap_remove(rng.below(programs.len()));
        for _ in 0..3 {
            let mut mutants = mutate::mutants(&cfg, &program);
            let proved = |program: &Program| {
                verify::simulation(&cfg, program, verify::state_limit(&cfg, program)).is_proved()
            };
            mutants.retain(|mutant| proved(&mutant.program));
            if mutants.is_empty() {
                break;
            }
            program = mutants.swap_remove(rng.below(mutants.len())).program;
            check(&cfg, &program);
            checked += 1;
        }
    }
    assert!(checked > 100, "only {checked} programs were right");
}

/// Decisions that are saved in flags and tested later, in one test or in two.
#[test]
fn programs_with_flags() {
    let mut rng = Rng::new(22);
    let mut fewer = 0;
    for _ in 0..150 {
        let knobs = Knobs::any(&mut rng, 12);
        let cfg = graph(&mut rng, &knobs);
        for program in pipelines_for(&cfg).filter_map(|pipeline| pipeline.structure(&cfg)) {
            let program = flagged::save_decisions(&program, &mut rng);
            check(&cfg, &program);
            fewer += usize::from(measure(&tidy(&cfg, &program)).tests < measure(&program).tests);
        }
    }
    assert!(
        fewer > 50,
        "only {fewer} programs had fewer tests afterwards"
    );
}

#[test]
fn every_shape() {
    for shape in SHAPES {
        for n in [0, 30, 300] {
            check_all(&(shape.make)(n));
        }
    }
}

/// A tidied program is spoiled by one change, and the verifier notices exactly those that matter.
#[test]
fn changes_of_tidied_programs_are_noticed() {
    let mut rng = Rng::new(23);
    let mut spoiled = 0;
    for _ in 0..12 {
        let knobs = Knobs::any(&mut rng, 4);
        let cfg = graph(&mut rng, &knobs);
        for pipeline in pipelines_for(&cfg) {
            let Some(program) = pipeline.structure(&cfg) else {
                continue;
            };
            let (faults, all, good) = mutate::faults(&cfg, &tidy(&cfg, &program), 6);
            assert!(faults.is_empty(), "{}: {}", pipeline.name(), faults[0]);
            spoiled += all - good;
        }
    }
    assert!(spoiled > 500, "only {spoiled} changes are wrong");
}

/// A rewrite that went wrong would be noticed: jumps that matter are dropped, arms are swapped.
#[test]
fn wrong_rewrites_are_noticed() {
    let (mut noticed, mut harmless) = (0, 0);
    for cfg in exhaustive::graphs(3).step_by(7) {
        for program in pipelines_for(&cfg).filter_map(|pipeline| pipeline.structure(&cfg)) {
            for at in 0..program.len() {
                let mut steps: Vec<Step> = program.steps().map(|(_, step)| step).collect();
                if !matches!(steps[at], Step::Break(_) | Step::Continue(_)) {
                    continue;
                }
                steps.remove(at);
                let spoiled = program.with_steps(steps);
                let same = oracle::compare_all(&cfg, &spoiled, 6, 24).is_ok();
                let proved = verify::simulation(&cfg, &spoiled, 1 << 16).is_proved();
                assert_eq!(proved, same, "{}\n{spoiled}", notation::show(&cfg));
                noticed += usize::from(!proved);
                harmless += usize::from(proved);
            }
        }
    }
    assert!(noticed > 100, "{noticed} noticed, {harmless} harmless");
}

/// The savings that `docs/algorithms/tidy.md` tells of do not go away.
#[test]
fn tidying_saves_something() {
    let mut rng = Rng::new(24);
    let mut sums = [Measures::default(); 2];
    for _ in 0..100 {
        let knobs = Knobs::any(&mut rng, 30);
        let cfg = graph(&mut rng, &knobs);
        let program = plain(&cfg);
        for (sum, program) in sums.iter_mut().zip([&program, &tidy(&cfg, &program)]) {
            let measures = measure(program);
            sum.steps += measures.steps;
            sum.branches += measures.branches;
        }
    }
    let [before, after] = sums;
    assert!(after.branches * 2 < before.branches, "{sums:?}");
    assert!(after.steps * 20 < before.steps * 19, "{sums:?}");
}
