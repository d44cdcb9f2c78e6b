//! Switches whose arms fall through in C: what the checker of profiles accepts is what the writer
//! of C can say, and what a lowering leaves as it is.
//!
//! C has no word for a jump with a label. So a program that is written with one is no program of
//! profile `b`, whatever has been changed in it, and the checker must say so; it shares nothing
//! with the forms that the writer prints.

use unsnarl::emit::{self, C, Texts};
use unsnarl::forms::{Formed, Host, expand};
use unsnarl::lower::{lower, lower_for};
use unsnarl::program::{Falls, Profile};
use unsnarl::text::{Bodies, Notation, Numbered, read};
use unsnarl::verify::{self, Breach};
use unsnarl::{BlockId, Cfg, Edge, Id, Program, Step, reduce, structure};
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::{Rng, notation, prove};

use std::borrow::Cow;

const PROFILE: &Profile = &Profile::SINGLE_LEVEL;

/// Blocks with numbers for names, and edges some of which have code.
struct Coded {
    edges: u64,
}

impl Coded {
    fn prints(&self, step: Step) -> bool {
        match step {
            Step::Take(Edge { block, slot }) => {
                self.edges >> ((5 * block.index() + slot as usize) % 64) & 1 == 1
            }
            _ => true,
        }
    }
}

impl Bodies for Coded {
    fn name(&self, block: BlockId) -> Cow<'_, str> {
        Numbered.name(block)
    }

    fn edge(&self, edge: Edge) -> Option<Cow<'_, str>> {
        let prints = self.prints(Step::Take(edge));
        prints.then(|| Cow::Owned(format!("b{} {}", edge.block.index(), edge.slot)))
    }
}

/// The text in C.
fn written(cfg: &Cfg, program: &Program, bodies: &Coded) -> String {
    let mut text = String::new();
    emit::write(&mut text, cfg, program, C, Texts::Calls, bodies).expect("a string takes it");
    text
}

/// Tells whether a jump names a label.
fn names_a_label(text: &str) -> bool {
    let names = |line: &str| {
        let line = line.trim_start();
        line.starts_with("break l") || line.starts_with("continue l")
    };
    text.lines().any(names)
}

/// Gives a graph whose blocks often have three arms and more.
fn wide(rng: &mut Rng) -> Cfg {
    loop {
        let knobs = Knobs::any(rng, 12);
        let cfg = graph(rng, &knobs);
        if cfg.blocks().any(|block| cfg.edges(block).count() > 2) {
            return cfg;
        }
    }
}

#[derive(Default, Debug)]
struct Found {
    falling: usize,
    cheaper: usize,
    refused: usize,
    /// Refused, and written with a label.
    named: usize,
    accepted: usize,
}

/// Lowers with some code on edges, and compares what the checker accepts with what is written: of
/// the program, and of it with each jump bound elsewhere.
fn check(cfg: &Cfg, bodies: &Coded, found: &mut Found) {
    let prints = |step| bodies.prints(step);
    let program = structure::nested(&reduce::dispatch(cfg));
    let show = || format!("{}\n{program}", notation::show(cfg));
    let lowered = lower_for(cfg, &program, PROFILE, &prints).expect("no depth is set");
    prove(cfg, &lowered.program).unwrap_or_else(|error| panic!("{error}\n{}", show()));
    assert_eq!(verify::profile_for(&lowered.program, PROFILE, &prints), []);
    let text = written(cfg, &lowered.program, bodies);
    assert!(!names_a_label(&text), "{}\n{text}", show());
    found.falling += usize::from(text.contains("fallthrough"));
    let never = Profile {
        falls: Falls::Never,
        ..*PROFILE
    };
    let other = lower(cfg, &program, &never)
        .expect("no depth is set")
        .report;
    let [own, other] = [lowered.report, other].map(|it| (it.selectors, it.tests));
    assert!(own <= other, "{own:?} is more than {other:?}\n{}", show());
    found.cheaper += usize::from(own < other);
    for mutant in rebound(&lowered.program) {
        let breaches = verify::profile_for(&mutant, PROFILE, &prints);
        let is_refused = breaches.iter().any(|it| it.breach == Breach::Break);
        let names = names_a_label(&written(cfg, &mutant, bodies));
        found.refused += usize::from(is_refused);
        found.named += usize::from(names);
        found.accepted += usize::from(!is_refused);
        // What the writer moves may need no label any more; what it needs, it must not get.
        assert!(
            is_refused || !names,
            "{mutant}\n{}",
            written(cfg, &mutant, bodies)
        );
    }
}

/// The program with each `break` bound to each other bracket around it.
fn rebound(program: &Program) -> Vec<Program> {
    let mut mutants = Vec::new();
    let mut open = Vec::new();
    for (at, step) in program.steps() {
        match step {
            Step::End => drop(open.pop()),
            Step::Break(own) => {
                let labels = open.iter().filter_map(|step: &Step| step.bound_label());
                for label in labels.filter(|&label| label != own) {
                    let steps = program.steps().map(|(node, step)| match node == at {
                        true => Step::Break(label),
                        false => step,
                    });
                    mutants.push(program.with_steps(steps));
                }
            }
            step if step.opens() => open.push(step),
            _ => {}
        }
    }
    mutants
}

#[test]
fn what_the_checker_accepts_is_written_in_c_without_labels() {
    let mut rng = Rng::new(41);
    let mut found = Found::default();
    for _ in 0..1_500 {
        let cfg = wide(&mut rng);
        let bits = rng.next() & rng.next();
        for edges in [0, bits, u64::MAX] {
            check(&cfg, &Coded { edges }, &mut found);
        }
    }
    let Found {
        falling,
        cheaper,
        refused,
        named,
        accepted,
    } = found;
    assert!(falling > 100 && cheaper > 100, "{found:?}");
    assert!(named > refused / 2 && accepted > 0, "{found:?}");
}

/// An arm that never ends leads nowhere, also where its loop is written without a jump back.
#[test]
fn an_arm_with_an_endless_loop_falls_to_nothing() {
    let text = "b0 -> switch b1 b2 | b3
                b2 -> b2
                b3 -> b1 | b4
                b1 -> b4 | b1
                b4 -> return";
    let cfg = read(text, Notation::Cfg).expect("it is well written").cfg;
    let mut found = Found::default();
    check(&cfg, &Coded { edges: 0 }, &mut found);
    assert_eq!(found.falling, 1);
}

/// A host whose arms fall through, and none of whose jumps can have a label.
struct NoLabels;

impl Host for NoLabels {
    fn prints(&self, step: Step) -> bool {
        matches!(step, Step::Run(_))
    }

    fn may_decide_last(&self, _: BlockId) -> bool {
        true
    }

    fn falls_through(&self) -> bool {
        true
    }

    fn crosses_loops(&self) -> bool {
        false
    }

    fn leaves_ifs(&self) -> bool {
        false
    }
}

/// The forms of lowered programs are proved on the graph.
#[test]
fn forms_that_fall_through_are_proved() {
    let mut rng = Rng::new(42);
    for _ in 0..600 {
        let cfg = wide(&mut rng);
        let program = structure::nested(&reduce::dispatch(&cfg));
        let prints = |step| NoLabels.prints(step);
        let lowered = lower_for(&cfg, &program, PROFILE, &prints).expect("no depth is set");
        let formed = Formed::new(&cfg, &lowered.program, &NoLabels);
        let expanded = expand(&formed);
        prove(&cfg, &expanded).unwrap_or_else(|error| panic!("{error}\n{expanded}"));
    }
}

/// Blocks of which some have no code.
struct Sparse {
    blocks: u64,
}

impl Bodies for Sparse {
    fn name(&self, block: BlockId) -> Cow<'_, str> {
        Numbered.name(block)
    }

    fn code(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let is_there = self.blocks >> (block.index() % 64) & 1 == 1;
        Some(Cow::Owned(match is_there {
            true => format!("s{};", block.index()),
            false => String::new(),
        }))
    }

    fn decision(&self, block: BlockId) -> Option<Cow<'_, str>> {
        Some(Cow::Owned(format!("d{}", block.index())))
    }
}

/// gcc takes no `case 1: __attribute__((fallthrough));` if it is strict: a label stands before a
/// statement.
#[test]
fn an_arm_without_a_statement_says_nothing_where_it_falls_through() {
    let text = |cfg: &Cfg, blocks: u64| {
        let program = structure::nested(&reduce::dispatch(cfg));
        let prints = |step| !matches!(step, Step::Take(_));
        let program = lower_for(cfg, &program, PROFILE, &prints);
        let program = program.expect("no depth is set").program;
        let mut text = String::new();
        emit::write(&mut text, cfg, &program, C, Texts::Code, &Sparse { blocks })
            .expect("a string takes it");
        text
    };
    let said = |text: &str| {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let falls = |line: &str| line.contains("fallthrough");
        let after_label = lines.windows(2).any(|pair| {
            let is_label = pair[0].starts_with("case ") || pair[0] == "default:";
            is_label && falls(pair[1])
        });
        assert!(!after_label, "{text}");
        lines.iter().filter(|line| falls(line)).count()
    };
    let arms = "b0 -> switch b1 b2 b3 | b4\nb1 -> b2\nb2 -> b3\nb3 -> b4\nb4 -> return";
    let arms = read(arms, Notation::Cfg).expect("it is a graph").cfg;
    assert_eq!(said(&text(&arms, !0)), 2);
    assert_eq!(said(&text(&arms, !0b100)), 1);
    assert_eq!(said(&text(&arms, !0b110)), 0);
    let mut all = 0;
    for seed in 0..2_000 {
        let rng = &mut Rng::new(seed + 1);
        let cfg = wide(rng);
        all += said(&text(&cfg, rng.next()));
    }
    assert!(all > 100, "{all} arms fall through");
}
