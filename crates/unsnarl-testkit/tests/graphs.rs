//! Every algorithm on every small graph, on random graphs, and on every shape.

use unsnarl::Cfg;
use unsnarl_testkit::algorithms::ways;
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::shapes::SHAPES;
use unsnarl_testkit::{Rng, exhaustive, notation};

#[track_caller]
fn check_all(cfg: &Cfg) {
    for way in ways() {
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
        for n in [0, 30, 400, 5_000] {
            check_all(&(shape.make)(n));
        }
    }
}
