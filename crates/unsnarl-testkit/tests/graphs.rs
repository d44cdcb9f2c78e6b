//! Every algorithm on every small graph, on random graphs, and on every shape.

use unsnarl::{Cfg, verify};
use unsnarl_testkit::algorithms::{Way, ways};
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::shapes::SHAPES;
use unsnarl_testkit::{Rng, exhaustive, notation};

#[track_caller]
fn check_all(cfg: &Cfg) {
    check_each(cfg, ways());
}

#[track_caller]
fn check_each(cfg: &Cfg, ways: impl Iterator<Item = Way>) {
    for way in ways {
        if let Err(problem) = way.judge(cfg) {
            panic!("{problem}\n{}", notation::show(cfg));
        }
    }
}

#[test]
fn every_graph_of_up_to_four_blocks() {
    exhaustive::graphs(4).for_each(|cfg| check_all(&cfg));
}

#[test]
fn random_graphs() {
    for seed in 0..1_000 {
        let mut rng = Rng::new(seed);
        let knobs = Knobs::any(&mut rng, 60);
        check_all(&graph(&mut rng, &knobs));
    }
}

#[test]
fn every_shape() {
    for shape in SHAPES {
        for n in [0, 30, 100] {
            check_all(&(shape.make)(n));
        }
        for n in [400, 5_000] {
            check_each(&(shape.make)(n), ways().filter(Way::is_near_linear));
        }
    }
}

/// Nothing recurses on the input: a stack of 128 KiB is enough for a million blocks in a row, a hundred
/// thousand loops in each other and a switch of a hundred thousand cases.
#[test]
fn large_graphs_need_no_large_stack() {
    let prove = || {
        for (name, n) in [
            ("chain", 2_000_000),
            ("loop-nest", 500_000),
            ("huge-switch", 300_000),
            ("irreducible-nests", 100_000),
        ] {
            let shape = SHAPES.iter().find(|shape| shape.name == name);
            let cfg = (shape.expect("the shape is in the table").make)(n);
            for way in ways().filter(Way::is_near_linear) {
                let program = way.structure(&cfg);
                let verdict = verify::simulation(&cfg, &program, verify::roomy(&cfg, &program));
                assert!(verdict.is_proved(), "{name} by {}: {verdict}", way.name());
            }
        }
    };
    let thread = std::thread::Builder::new().stack_size(128 << 10);
    let proved = thread.spawn(prove).expect("a small thread starts").join();
    assert!(proved.is_ok(), "a large graph is not proved");
}
