//! Every algorithm on every small graph, on random graphs, and on every shape.

use unsnarl::Cfg;
use unsnarl::verify::{self, Verdict};
use unsnarl_testkit::algorithms::{Outcome, Pipeline, pipelines, pipelines_for};
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::shapes::SHAPES;
use unsnarl_testkit::{Rng, exhaustive, notation};

/// Judges the result of each pipeline on a graph, and counts those that refuse it for its size.
#[track_caller]
fn check_all(cfg: &Cfg) -> usize {
    check_each(cfg, pipelines_for(cfg))
}

#[track_caller]
fn check_each(cfg: &Cfg, pipelines: impl Iterator<Item = Pipeline>) -> usize {
    let judged = pipelines.map(|pipeline| match pipeline.judge(cfg) {
        Ok(outcome) => usize::from(outcome == Outcome::Refused),
        Err(problem) => panic!("{problem}\n{}", notation::show(cfg)),
    });
    judged.sum()
}

#[test]
fn every_graph_of_up_to_four_blocks() {
    let refused: usize = exhaustive::graphs(4).map(|cfg| check_all(&cfg)).sum();
    assert_eq!(refused, 0);
}

#[test]
fn random_graphs() {
    let mut refused = 0;
    for seed in 0..1_000 {
        let mut rng = Rng::new(seed);
        let knobs = Knobs::any(&mut rng, 60);
        refused += check_all(&graph(&mut rng, &knobs));
    }
    assert!(
        refused < 200,
        "{refused} programs were refused for their size"
    );
}

#[test]
fn every_shape() {
    for shape in SHAPES {
        for n in [0, 30, 100] {
            check_all(&(shape.make)(n));
        }
        for n in [400, 5_000] {
            let large = (shape.make)(n);
            check_each(
                &large,
                pipelines_for(&large).filter(Pipeline::is_near_linear),
            );
        }
    }
}

/// Nothing recurses on the input: a stack of 128 KiB is enough for a million blocks in a row, a
/// hundred thousand loops in each other and a switch of a hundred thousand cases; for algorithms
/// whose programs take more than a linear number of states to prove, for a fiftieth of that, and no
/// proof that fails.
#[test]
fn large_graphs_need_no_large_stack() {
    let prove = || {
        let mut refused = 0;
        for (name, n) in [
            ("chain", 2_000_000),
            ("loop-nest", 500_000),
            ("huge-switch", 300_000),
            ("irreducible-nests", 100_000),
        ] {
            let shape = SHAPES.iter().find(|shape| shape.name == name);
            let make = shape.expect("the shape is in the table").make;
            let [large, fewer] = [make(n), make(n / 50)];
            for pipeline in pipelines() {
                let cfg = if pipeline.is_near_linear() {
                    &large
                } else {
                    &fewer
                };
                let Some(program) = pipeline.structure(cfg) else {
                    refused += 1;
                    continue;
                };
                let verdict = verify::simulation(cfg, &program, verify::state_limit(cfg, &program));
                let holds = match verdict {
                    Verdict::Proved { .. } => true,
                    Verdict::Bounded { .. } => !pipeline.is_near_linear(),
                    Verdict::Failed(_) => false,
                };
                assert!(holds, "{name} by {}: {verdict}", pipeline.name());
            }
        }
        refused
    };
    let thread = std::thread::Builder::new().stack_size(128 << 10);
    let proved = thread.spawn(prove).expect("a small thread starts").join();
    assert_eq!(proved.ok(), Some(0), "nothing is refused");
}
