//! No flag is set and never asked for.

use unsnarl::program::Term;
use unsnarl::structure::{Algorithm, Settings};
use unsnarl::{BlockId, Cfg, Edge, FlagId, Id, Program, ProgramBuilder};
use unsnarl_testkit::algorithms::pipelines_for;
use unsnarl_testkit::asked::idle_set;
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::{Rng, exhaustive, notation};

#[track_caller]
fn check(cfg: &Cfg) {
    for pipeline in pipelines_for(cfg).filter(|pipeline| !pipeline.algorithm.promises.no_flag) {
        let Some(program) = pipeline.structure(cfg) else {
            continue;
        };
        assert_eq!(
            idle_set(&program),
            None,
            "{}\n{}\n{program}",
            pipeline.name(),
            notation::show(cfg)
        );
    }
}

#[test]
fn every_graph_of_up_to_four_blocks() {
    exhaustive::graphs(4).for_each(|cfg| check(&cfg));
}

#[test]
fn random_graphs() {
    for seed in 0..1_500 {
        let mut rng = Rng::new(seed);
        let knobs = Knobs::any(&mut rng, 60);
        check(&graph(&mut rng, &knobs));
    }
}

/// Saves the decision of `b0` in `f0`, and then does what is given.
fn saved(rest: impl FnOnce(&mut ProgramBuilder, FlagId)) -> Program {
    let block = BlockId::new(0);
    let mut builder = ProgramBuilder::new();
    let flag = builder.flag();
    builder.run(block);
    builder.open_if(block, None);
    for slot in [0, 1] {
        builder.arm([slot]);
        builder.take(Edge::new(block, slot as usize));
        builder.set(flag, slot == 0);
    }
    builder.close();
    rest(&mut builder, flag);
    builder.finish()
}

fn test(builder: &mut ProgramBuilder, flag: FlagId, holds: impl FnOnce(&mut ProgramBuilder)) {
    let condition = builder.condition([Term::Flag(flag)]);
    builder.open_test(condition, None);
    builder.arm([1]);
    holds(builder);
    builder.arm([0]);
    builder.close();
}

#[test]
fn a_set_that_is_not_asked_for_is_found() {
    let index = |program: Program| idle_set(&program).map(Id::index);
    assert_eq!(index(saved(|_, _| ())), Some(4));
    assert_eq!(
        index(saved(|builder, flag| test(builder, flag, |_| ()))),
        None
    );
    let overwritten = saved(|builder, flag| {
        builder.set(flag, true);
        test(builder, flag, |_| ());
    });
    assert_eq!(index(overwritten), Some(4));
    let after = saved(|builder, flag| {
        test(builder, flag, |builder| builder.set(flag, false));
    });
    assert_eq!(index(after), Some(11));
    // Asked for in the next round of a loop, and where the loop is left not at all.
    let repeated = |leaves: bool| {
        saved(|builder, flag| {
            let label = builder.label();
            builder.open_loop(label);
            test(builder, flag, |_| ());
            builder.set(flag, false);
            if leaves {
                builder.go_past(label);
            } else {
                builder.go_back(label);
            }
            builder.close();
        })
    };
    assert_eq!(index(repeated(false)), None);
    assert_eq!(index(repeated(true)), Some(14));
}

/// The table says of which algorithms this is: all that save decisions.
#[test]
fn some_programs_have_flags() {
    let graph = unsnarl::text::read(
        "a -> b | x\nb -> c | d\nc -> a\nd -> e | a\nx -> return\ne -> return",
        unsnarl::text::Notation::Cfg,
    );
    let cfg = graph.expect("the graph is well formed").cfg;
    for name in ["regions", "goto-elimination", "guarded"] {
        let algorithm = Algorithm::named(name).expect("it is in the table");
        let program = algorithm.structure(&cfg, &Settings::default());
        let flags = program.expect("it is small").flag_count();
        assert!(flags > 0, "{name}");
    }
}
