//! What is done on the way out of a loop comes behind it, and the program stays proved.

use unsnarl::tidy::exits_behind_loops;
use unsnarl::{Cfg, Program, Step, reduce, structure, text, verify};
use unsnarl_testkit::Rng;
use unsnarl_testkit::random::{Knobs, graph};

/// States that a proof may visit; more than any program here has.
const STATES: usize = 1 << 16;

#[track_caller]
fn prove(cfg: &Cfg, program: &Program) {
    let violations = verify::program(cfg, program);
    assert!(violations.is_empty(), "{violations:?}\n{program}");
    let verdict = verify::simulation(cfg, program, STATES);
    assert!(verdict.is_proved(), "{verdict:?}\n{program}");
}

#[test]
fn exits_of_random_graphs_are_moved_and_proved() {
    let mut rng = Rng::new(11);
    let mut moved = 0;
    for _ in 0..3000 {
        let knobs = Knobs::any(&mut rng, 14);
        let cfg = graph(&mut rng, &knobs);
        let program = structure::nested(&reduce::dispatch(&cfg));
        let printed = rng.next();
        let prints = |step| match step {
            Step::Run(block) => printed >> (unsnarl::Id::index(block) % 64) & 1 == 1,
            _ => printed & 2 == 0,
        };
        if let Some(next) = exits_behind_loops(&cfg, &program, prints) {
            assert_eq!(next.len(), program.len(), "{program}\n{next}");
            prove(&cfg, &next);
            moved += 1;
        }
    }
    assert!(moved > 100, "only {moved} programs changed");
}

/// Structures a graph and gives the steps before and after, as text; none if nothing moves.
fn moved(graph: &str) -> Option<String> {
    let named = text::read(graph, text::Notation::Cfg).expect("it is a graph");
    let program = structure::nested(&reduce::dispatch(&named.cfg));
    let next = exits_behind_loops(&named.cfg, &program, |_| true)?;
    prove(&named.cfg, &next);
    // Where the last edge out of the loop is taken, and where the loop ends.
    let steps: Vec<Step> = next.steps().map(|(_, step)| step).collect();
    let last_end = steps.iter().rposition(|step| *step == Step::End)?;
    let behind = steps[last_end + 1..].iter().map(|step| format!("{step:?}"));
    Some(behind.collect::<Vec<_>>().join(" "))
}

#[test]
fn one_way_out_at_the_end_of_a_round_is_moved() {
    // The edge out of `b` is taken behind the loop.
    let behind = moved("a -> b\nb -> b | c\nc -> return").expect("it moves");
    assert!(behind.starts_with("Take(b1.1)"), "{behind}");
    // There is no loop.
    assert_eq!(moved("a -> b | c\nb -> c\nc -> return"), None);
    // A jump in the middle of a round leads to the end of the loop, too.
    assert_eq!(moved("a -> b\nb -> c | d\nc -> b | d\nd -> return"), None);
}
