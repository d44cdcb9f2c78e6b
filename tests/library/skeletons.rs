//! Skeletons that need no tool from outside do what their programs do: WAT in wasmi, WGSL as naga
//! reads it, and `if` and `while`. `cargo xtask conformance --only skeletons` has the others.

use unsnarl::emit::wat;
use unsnarl::text::Numbered;
use unsnarl::{BlockId, Cfg, CfgBuilder, Edge, Exit, Id, Program, ProgramBuilder, verify};
use unsnarl_testkit::algorithms::{pipelines_for, plain};
use unsnarl_testkit::machines::machines;
use unsnarl_testkit::mutate::mutants;
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::skeletons::engine::Case;
use unsnarl_testkit::skeletons::languages::Language;
use unsnarl_testkit::skeletons::trials::{self, Trial, Trials};
use unsnarl_testkit::skeletons::{End, Host, Seen, of_graph, of_program, wasm};
use unsnarl_testkit::{Rng, exhaustive, notation};
use wasmi::{Engine, Module};

/// Blocks of one run.
const LIMIT: usize = 60;

struct Skeleton {
    text: String,
    engine: Engine,
    module: Module,
}

impl Skeleton {
    fn new(cfg: &Cfg, program: &Program) -> Skeleton {
        let mut text = String::new();
        wat(&mut text, cfg, program, &Numbered).expect("a string takes any text");
        let bytes = wat::parse_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let engine = Engine::default();
        let module = Module::new(&engine, &bytes).unwrap_or_else(|error| panic!("{error}\n{text}"));
        Skeleton {
            text,
            engine,
            module,
        }
    }

    fn run(&self, host: Host) -> Seen {
        let seen = wasm::run(&self.engine, &self.module, "run", host);
        seen.expect("the module imports block and decide, and exports run")
    }
}

fn tape(rng: &mut Rng) -> Vec<u32> {
    (0..LIMIT / 2).map(|_| rng.next() as u32).collect()
}

#[track_caller]
fn check(cfg: &Cfg, program: &Program, rng: &mut Rng) {
    let skeleton = Skeleton::new(cfg, program);
    for _ in 0..4 {
        let tape = tape(rng);
        let seen = skeleton.run(Host::new(cfg, &tape, LIMIT));
        let expected = of_graph(cfg, &tape, LIMIT);
        assert_eq!(
            seen,
            expected,
            "{}\n{program}\n{}",
            notation::show(cfg),
            skeleton.text
        );
    }
}

#[test]
fn skeletons_of_random_graphs_run_as_the_graphs_do() {
    let mut rng = Rng::new(7);
    let mut refused = 0;
    for _ in 0..300 {
        let knobs = Knobs::any(&mut rng, 30);
        let cfg = graph(&mut rng, &knobs);
        check(&cfg, &plain(&cfg), &mut rng);
        for program in machines(&cfg) {
            check(&cfg, &program, &mut rng);
        }
        for pipeline in pipelines_for(&cfg) {
            match pipeline.structure(&cfg) {
                Some(program) => check(&cfg, &program, &mut rng),
                None => refused += 1,
            }
        }
    }
    assert!(
        refused < 30,
        "{refused} programs were refused for their size"
    );
}

/// A program that does something else than its graph has a skeleton that does so too.
#[test]
fn skeletons_of_mutants_run_as_the_mutants_do() {
    let mut rng = Rng::new(8);
    let mut different = 0;
    for _ in 0..12 {
        let knobs = Knobs::any(&mut rng, 6);
        let cfg = graph(&mut rng, &knobs);
        let programs = pipelines_for(&cfg).map(|pipeline| {
            pipeline
                .structure(&cfg)
                .expect("the budget suffices for six blocks")
        });
        // Machines are long, and so are the lists of their mutants.
        let machines = machines(&cfg)
            .into_iter()
            .filter(|_| cfg.block_count() <= 3);
        for program in programs.chain(machines) {
            for mutant in mutants(&cfg, &program) {
                if verify::program(&cfg, &mutant.program).is_empty() {
                    different += run_mutant(&cfg, &mutant.program, &mut rng);
                }
            }
        }
    }
    assert!(
        different > 100,
        "only {different} runs told a mutant from its graph"
    );
}

/// Compares a mutant with its skeleton, and gives the number of runs that differ from the graph's.
fn run_mutant(cfg: &Cfg, program: &Program, rng: &mut Rng) -> usize {
    let skeleton = Skeleton::new(cfg, program);
    let mut different = 0;
    for _ in 0..2 {
        let tape = tape(rng);
        let expected = of_program(cfg, program, &tape, LIMIT);
        // Where the program has no meaning, neither has its skeleton.
        if matches!(expected.end, End::Wrong(_)) {
            continue;
        }
        let seen = skeleton.run(Host::new(cfg, &tape, LIMIT));
        assert_eq!(
            seen,
            expected,
            "{}\n{program}\n{}",
            notation::show(cfg),
            skeleton.text
        );
        different += usize::from(seen != of_graph(cfg, &tape, LIMIT));
    }
    different
}

/// Engines refuse tables of more than 65,520 entries: a wider decision has several.
#[test]
fn the_widest_decisions_run() {
    const MOST: u32 = 65_520;
    for slots in [MOST + 1, MOST + 2, 2 * MOST + 2] {
        let (cfg, program) = wide(slots);
        assert_eq!(verify::program(&cfg, &program), []);
        let skeleton = Skeleton::new(&cfg, &program);
        let edges = [0, MOST - 1, MOST, MOST + 1, 2 * MOST, slots - 1];
        for decision in edges.into_iter().filter(|&slot| slot < slots) {
            let tape = [decision];
            let seen = skeleton.run(Host::new(&cfg, &tape, LIMIT));
            assert_eq!(seen, of_graph(&cfg, &tape, LIMIT), "{decision} of {slots}");
        }
    }
}

/// A decision among three blocks with so many slots, in turn.
fn wide(slots: u32) -> (Cfg, Program) {
    let [head, one, other, last] = [0, 1, 2, 3].map(BlockId::new);
    let mut cfg = CfgBuilder::new();
    cfg.block(
        Exit::Switch,
        (0..slots).map(|slot| [one, other, last][slot as usize % 3]),
    );
    cfg.block(Exit::Jump, [last]);
    cfg.block(Exit::Return, []);
    cfg.block(Exit::Return, []);
    let cfg = cfg.build(head).expect("the arms lead to blocks");
    let mut builder = ProgramBuilder::new();
    let cases = |first: u32| (first..slots).step_by(3);
    builder.run(head);
    builder.open_switch(head, None);
    builder.arm(cases(0));
    builder.take(Edge::new(head, 0));
    builder.run(one);
    builder.take(Edge::new(one, 0));
    builder.arm(cases(1));
    builder.take(Edge::new(head, 1));
    builder.run(other);
    builder.leave(other);
    builder.arm(cases(2));
    builder.take(Edge::new(head, 2));
    builder.close();
    builder.run(last);
    builder.leave(last);
    (cfg, builder.finish())
}

#[test]
fn jumps_out_of_every_kind_of_bracket() {
    let [head, other, last] = [0, 1, 2].map(BlockId::new);
    let mut cfg = CfgBuilder::new();
    cfg.block(Exit::Switch, [other, head, last, other]);
    cfg.block(Exit::Branch, [head, last]);
    cfg.block(Exit::Unreachable, []);
    let cfg = cfg.build(head).expect("the arms lead to blocks");

    let mut builder = ProgramBuilder::new();
    let labels: [_; 6] = std::array::from_fn(|_| builder.label());
    let [scope, around, of_switch, of_if, of_dispatch, inner] = labels;
    builder.open_block(scope);
    builder.open_loop(around);
    builder.run(head);
    builder.open_switch(head, Some(of_switch));
    builder.arm([2]);
    builder.take(Edge::new(head, 2));
    builder.go_past(scope);
    builder.arm([1]);
    builder.take(Edge::new(head, 1));
    builder.go_back(around);
    builder.arm([0, 3]);
    builder.take(Edge::new(head, 0));
    builder.open_block(inner);
    builder.go_past(of_switch);
    builder.close();
    builder.close();
    builder.run(other);
    builder.open_if(other, Some(of_if));
    builder.arm([1]);
    builder.take(Edge::new(other, 1));
    builder.store(1_000_000);
    builder.go_past(of_if);
    builder.arm([0]);
    builder.take(Edge::new(other, 0));
    builder.store(5);
    builder.close();
    builder.open_dispatch(Some(of_dispatch));
    builder.arm([5]);
    builder.go_back(around);
    builder.arm([1_000_000]);
    builder.go_past(of_dispatch);
    builder.close();
    builder.go_past(around);
    builder.close();
    builder.close();
    builder.run(last);
    builder.leave(last);
    let program = builder.finish();

    assert_eq!(verify::program(&cfg, &program), []);
    let mut rng = Rng::new(9);
    for _ in 0..20 {
        check(&cfg, &program, &mut rng);
    }
}

/// The host itself detects errors of a skeleton.
#[test]
fn the_host_is_strict() {
    let mut cfg = CfgBuilder::new();
    cfg.block(Exit::Branch, [0, 1].map(BlockId::new));
    cfg.block(Exit::Return, []);
    let cfg = cfg.build(BlockId::new(0)).expect("the arms lead to blocks");
    let host = Host::new(&cfg, &[1], 2);
    let fresh = || host.clone();
    let wrong = |why: &str| End::Wrong(String::from(why));
    let mut unasked = fresh();
    assert_eq!(unasked.block(0), Ok(()));
    assert_eq!(unasked.block(1), Err(wrong("block 0 was not asked")));
    assert_eq!(
        fresh().decide(0),
        Err(wrong("block 0 is asked out of turn"))
    );
    assert_eq!(fresh().block(2), Err(wrong("there is no block 2")));
    let mut long = fresh();
    assert_eq!((long.block(0), long.decide(0)), (Ok(()), Ok(1)));
    assert_eq!(
        (long.block(0), long.decide(0)),
        (Ok(()), Err(End::TapeUsed))
    );
    assert_eq!(long.block(1), Err(End::LongEnough));
}

/// Runs trials, and gives how many there were.
#[track_caller]
fn check_trials(language: &Language, trials: &[Trial]) -> usize {
    let cases: Vec<Case> = trials.iter().map(|trial| trial.case.clone()).collect();
    let answers = (language.run)(&cases, trials::LIMIT);
    let answers = answers.unwrap_or_else(|error| panic!("{}: {error}", language.name));
    assert_eq!(answers.len(), trials.len());
    for (trial, seen) in trials.iter().zip(answers) {
        let name = language.name;
        assert_eq!(
            seen, trial.expected,
            "{name}: {}{}",
            trial.about, trial.case.text
        );
    }
    trials.len()
}

/// What one language shows: small graphs by all algorithms with mutants, graphs of four blocks by
/// the default, and random ones by all.
#[track_caller]
fn check_language(name: &str) {
    let language = Language::named(name).expect("the table has it");
    let mut rng = Rng::new(11);
    let mut made: Vec<Trials> = Vec::new();
    for cfg in exhaustive::graphs(3) {
        let trials = trials::trials(language, &cfg, &mut rng, 50);
        made.push(trials.expect("it is lowered"));
    }
    for cfg in exhaustive::graphs(4) {
        let trial = trials::default_trial(language, &cfg, &mut rng);
        made.push(trial.expect("it is lowered"));
    }
    for _ in 0..60 {
        let knobs = Knobs::any(&mut rng, 30);
        let cfg = graph(&mut rng, &knobs);
        let trials = trials::trials(language, &cfg, &mut rng, 50);
        made.push(trials.expect("it is lowered"));
    }
    let all: Vec<Trial> = made.into_iter().flat_map(|made| made.trials).collect();
    let count = check_trials(language, &all);
    let mutants = all.iter().filter(|trial| trial.is_mutant).count();
    assert!(count > 3_000 && mutants > 500, "{count}, {mutants} mutants");
}

#[test]
fn wgsl_is_valid_and_runs_as_the_graphs_do() {
    check_language("wgsl");
}

#[test]
fn if_and_while_run_as_the_graphs_do() {
    check_language("if-while");
}
