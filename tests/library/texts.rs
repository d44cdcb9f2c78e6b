//! Texts in C and JavaScript are read back, and do what their graphs do; texts that were changed do
//! not.

use std::borrow::Cow;
use std::collections::BTreeSet;
use unsnarl::emit::{self, C, DueTexts, Grammar, JavaScript, Texts};
use unsnarl::program::Profile;
use unsnarl::text::{Assignment, Bodies};
use unsnarl::verify::{self, TextVerdict};
use unsnarl::{BlockId, Cfg, Edge, Exit, Id, Program, lower};
use unsnarl_testkit::algorithms::{pipelines_for, plain};
use unsnarl_testkit::exhaustive::graphs;
use unsnarl_testkit::machines::machines;
use unsnarl_testkit::random::{Knobs, graph};
use unsnarl_testkit::{Rng, notation};

/// More states than most texts here have.
const STATES: usize = 1 << 16;

/// Texts for blocks and edges, of which some have none.
struct Words<'a> {
    cfg: &'a Cfg,
    blocks: u64,
    edges: u64,
    /// How many blocks in a row decide by different words.
    decisions: usize,
    /// Whether control that is not to get somewhere is told so by a call, behind which the text
    /// goes on.
    ends_by_calls: bool,
}

fn has(bits: u64, index: usize) -> bool {
    bits >> (index % 64) & 1 == 1
}

impl Words<'_> {
    /// The text of an edge. Edges between the same blocks have the same.
    fn edge_text(&self, edge: Edge) -> Option<String> {
        let target = self.cfg.target(edge);
        let mut edges = self.cfg.edges(edge.block);
        let edge = edges.find(|&own| self.cfg.target(own) == target)?;
        let number = 7 * edge.block.index() + edge.slot as usize;
        let variable = ["i", "j"][number % 2];
        let text = format!("{variable} = e({}, {})", edge.block.index(), edge.slot);
        has(self.edges, number).then_some(text)
    }
}

impl Bodies for Words<'_> {
    fn code(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let number = block.index();
        let text = match number % 5 {
            // A host's own statements may look like those of control.
            0 => format!("if (t{number}) {{ s{number}(); }} else {{ u(\"}}\"); }}"),
            2 => format!("if (t{number}) return u;\ns{number}();"),
            1 => format!("s{number}(); while (t) {{ if (u) {{ break; }} }}\nt({{ a; b; }});"),
            _ => format!("s{number}();"),
        };
        Some(Cow::Owned(match has(self.blocks, number) {
            true => text,
            false => String::new(),
        }))
    }

    fn decision(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let number = block.index() % self.decisions;
        Some(Cow::Owned(match (self.cfg.exit(block), number % 4) {
            (Exit::Branch, 0) => format!("c{number}"),
            (Exit::Branch, 1) => format!("a(x, y) < c{number}"),
            (Exit::Branch, 2) => format!("p == c{number} && q"),
            (Exit::Branch, _) => format!("p || (q && c{number})"),
            (_, 1) => format!("v{number} & 3"),
            _ => format!("v{number}"),
        }))
    }

    fn opposite(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let number = block.index() % self.decisions;
        let is_compared = self.cfg.exit(block) == Exit::Branch && number % 4 == 1;
        is_compared.then(|| Cow::Owned(format!("a(x, y) >= c{number}")))
    }

    fn case(&self, edge: Edge) -> Option<Cow<'_, str>> {
        let is_switch = self.cfg.exit(edge.block) == Exit::Switch;
        is_switch.then(|| Cow::Owned(format!("{}", 10 * edge.slot + 3)))
    }

    fn edge(&self, edge: Edge) -> Option<Cow<'_, str>> {
        let text = self.edge_text(edge)?;
        Some(Cow::Owned(format!("{text};")))
    }

    fn assignment_on(&self, edge: Edge) -> Option<Assignment<'_>> {
        let text = self.edge_text(edge)?;
        Some(Assignment {
            variable: Cow::Owned(text[..1].to_owned()),
            text: Cow::Owned(text),
        })
    }

    fn leave(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let is_end = self.ends_by_calls && self.cfg.exit(block) == Exit::Unreachable;
        Some(Cow::Owned(match is_end {
            true => format!("gone{}();", block.index()),
            false => format!("return r{};", block.index()),
        }))
    }
}

/// Writes a program, and reads it back.
struct Written<'a> {
    cfg: &'a Cfg,
    words: Words<'a>,
    is_code: bool,
    ends: [&'static str; 2],
    text: String,
    /// With the head and the declarations, if there are any.
    whole: String,
    control: verify::Control,
}

impl<'a> Written<'a> {
    fn new(
        cfg: &'a Cfg,
        program: &Program,
        grammar: impl Grammar + Copy,
        words: Words<'a>,
        is_code: bool,
    ) -> Written<'a> {
        let form = if is_code { Texts::Code } else { Texts::Calls };
        let mut text = String::new();
        emit::write(&mut text, cfg, program, grammar, form, &words)
            .expect("a string takes any text");
        let control = emit::variables(cfg, program, grammar, &words).control();
        let whole = if is_code { String::new() } else { text.clone() };
        if !is_code {
            // The head and the declarations go, and the end.
            let lines: Vec<&str> = text.trim_end().lines().collect();
            let is_head = |line: &&str| {
                let line = line.trim_start();
                ["void ", "function ", "int ", "unsigned ", "let ", "(void)"]
                    .iter()
                    .any(|word| line.starts_with(word))
            };
            let head = lines.iter().take_while(|line| is_head(line)).count();
            text = lines[head..lines.len() - 1].join("\n");
        }
        Written {
            cfg,
            words,
            is_code,
            ends: grammar.leave(),
            text,
            whole,
            control,
        }
    }

    fn read(&self, text: &str) -> TextVerdict {
        let due = DueTexts {
            cfg: self.cfg,
            bodies: &self.words,
            is_code: self.is_code,
            ends: self.ends,
        };
        verify::text(self.cfg, text, &due, &self.control, STATES)
    }

    /// Tells whether all that the text has for control is declared in it, if it is a function.
    fn declares(&self, whole: &str) -> bool {
        let names: BTreeSet<&str> = self.control.names().collect();
        self.is_code || verify::declared(whole, &|name| !names.contains(name)).is_ok()
    }

    /// The texts of the function in which one variable of control is not declared, or twice.
    fn undeclared(&self) -> Vec<String> {
        let head = self.whole.len() - self.whole.trim_start().len();
        let end = self.whole[head..].find("block(").unwrap_or(0);
        let (declared, code) = self.whole.split_at(head + end);
        let mut all = Vec::new();
        for name in self.control.names() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let place = |text: &str| {
                let mut places = text.match_indices(name).map(|(at, _)| at);
                places.find(|&at| {
                    let (before, after) = (&text[..at], &text[at + name.len()..]);
                    !before.ends_with(is_word) && !after.starts_with(is_word)
                })
            };
            if let (Some(at), Some(_)) = (place(declared), place(code)) {
                let (before, after) = (&declared[..at], &declared[at + name.len()..]);
                all.push(format!("{before}other{after}{code}"));
            }
            all.push(format!("{declared}int {name};\n{code}"));
        }
        all
    }

    /// Tells whether the text is proved; the proof of one with many flags may be given up.
    fn check(&self) -> bool {
        assert!(self.declares(&self.whole), "{}", self.whole);
        match self.read(&self.text) {
            TextVerdict::Proved { .. } => true,
            TextVerdict::GivenUp { .. } => false,
            verdict => panic!("{verdict:?}\n{}\n{}", notation::show(self.cfg), self.text),
        }
    }
}

/// Calls `found` with what every algorithm makes, in both languages and with both kinds of texts.
fn each(cfg: &Cfg, rng: &mut Rng, found: impl FnMut(Written<'_>, &mut Rng)) {
    each_of(cfg, rng, |_| (usize::MAX, false), found);
}

/// The same, with how many decisions have words of their own, and whether calls end.
fn each_of(
    cfg: &Cfg,
    rng: &mut Rng,
    kind: impl Fn(&mut Rng) -> (usize, bool),
    mut found: impl FnMut(Written<'_>, &mut Rng),
) {
    let programs = pipelines_for(cfg).filter_map(|pipeline| pipeline.structure(cfg));
    for program in programs.chain(machines(cfg)).chain([plain(cfg)]) {
        let lowered = lower::lower(cfg, &program, &Profile::SINGLE_LEVEL);
        let lowered = lowered.expect("no depth is set").program;
        for is_code in [true, false] {
            let mut words = || {
                let (decisions, ends_by_calls) = kind(rng);
                let [some, others] = [rng.next(), rng.next()];
                Words {
                    cfg,
                    blocks: match decisions {
                        usize::MAX => some | others,
                        _ => some & others,
                    },
                    edges: rng.next() & rng.next(),
                    decisions,
                    ends_by_calls,
                }
            };
            let [first, second] = [words(), words()];
            found(Written::new(cfg, &lowered, C, first, is_code), rng);
            found(
                Written::new(cfg, &program, JavaScript, second, is_code),
                rng,
            );
        }
    }
}

#[test]
fn texts_of_small_graphs_are_proved() {
    let mut rng = Rng::new(41);
    for cfg in graphs(3) {
        each(&cfg, &mut rng, |written, _| assert!(written.check()));
    }
}

#[test]
fn texts_of_random_graphs_are_proved() {
    let mut rng = Rng::new(42);
    let (mut proved, mut given_up) = (0, 0);
    for _ in 0..200 {
        let knobs = Knobs::any(&mut rng, 20);
        let cfg = graph(&mut rng, &knobs);
        each(&cfg, &mut rng, |written, _| match written.check() {
            true => proved += 1,
            false => given_up += 1,
        });
    }
    assert!(100 * given_up < proved, "{given_up} of {proved}");
}

/// Blocks decide by the same words, control ends in calls, and most blocks do nothing, so that
/// loops are silent.
#[test]
fn texts_whose_decisions_and_ends_are_alike_are_proved() {
    let mut rng = Rng::new(44);
    let (mut proved, mut given_up) = (0, 0);
    for number in 0..150 {
        let knobs = Knobs {
            odd_exits: 30,
            endless: 60,
            ..Knobs::any(&mut rng, 14)
        };
        let cfg = graph(&mut rng, &knobs);
        let kind = |rng: &mut Rng| (1 + rng.below(4), number % 3 > 0);
        each_of(&cfg, &mut rng, kind, |written, _| match written.check() {
            true => proved += 1,
            false => given_up += 1,
        });
    }
    assert!(100 * given_up < proved, "{given_up} of {proved}");
}

#[test]
fn undeclared_variables_are_found() {
    let mut rng = Rng::new(45);
    let mut found = 0;
    for _ in 0..60 {
        let knobs = Knobs::any(&mut rng, 12);
        let cfg = graph(&mut rng, &knobs);
        each(&cfg, &mut rng, |written, _| {
            if written.is_code {
                return;
            }
            for text in written.undeclared() {
                assert!(!written.declares(&text), "{text}");
                found += 1;
            }
        });
    }
    assert!(found > 1000, "{found}");
}

/// The blocks that some path runs.
fn reached(cfg: &Cfg) -> BTreeSet<usize> {
    let mut seen = BTreeSet::from([cfg.entry().index()]);
    let mut work = vec![cfg.entry()];
    while let Some(block) = work.pop() {
        for edge in cfg.edges(block) {
            let target = cfg.target(edge);
            if seen.insert(target.index()) {
                work.push(target);
            }
        }
    }
    seen
}

/// The block that a line is about: its first number.
fn block_of(line: &str) -> Option<usize> {
    let digits = line.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = digits.find(|c: char| !c.is_ascii_digit());
    digits[..end.unwrap_or(digits.len())].parse().ok()
}

/// Texts with one line that is something else than before.
///
/// A line that stands there once is run on some path if its block is.
fn mutants(text: &str, reached: &BTreeSet<usize>) -> Vec<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    let is_once = |line: &str| lines.iter().filter(|own| own.trim() == line.trim()).count() == 1;
    for (number, line) in lines.iter().enumerate() {
        let own = line.trim_start();
        let is_run = block_of(own).is_some_and(|block| reached.contains(&block));
        if !is_run || !is_once(line) {
            continue;
        }
        let mut add = |new: &str| {
            let mut changed = lines.clone();
            changed[number] = new;
            all.push((format!("{line} -> {new}"), changed.join("\n")));
        };
        if own.starts_with('s') && own.ends_with("();") || own.starts_with("block(") {
            add("");
            add(&format!("other(); {line}"));
            add("other();");
        }
        if own.starts_with("return r") {
            add("return other;");
        }
        if own.starts_with("i = e(") || own.starts_with("j = e(") {
            add("");
            add("i = other;");
        }
    }
    all
}

/// Texts in which one decision is negated: its two blocks change places.
fn negated(written: &Written<'_>, reached: &BTreeSet<usize>) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for block in written.cfg.blocks() {
        let targets: BTreeSet<BlockId> = written.cfg.successors(block).iter().copied().collect();
        let is_run = reached.contains(&block.index()) && targets.len() == 2;
        for (from, to) in [
            (" === ", " !== "),
            (" !== ", " === "),
            (" == ", " != "),
            (" != ", " == "),
        ] {
            let asked = format!("decide({}){from}", block.index());
            let places = written.text.match_indices(&asked);
            let places: Vec<usize> = places
                .map(|(at, _)| at + asked.len() - from.len())
                .collect();
            if let [at] = places[..]
                && is_run
                && !written.cfg.exit(block).eq(&Exit::Switch)
            {
                let mut text = written.text.clone();
                text.replace_range(at..at + from.len(), to);
                all.push((asked, text));
            }
        }
    }
    all
}

/// Texts in which one jump goes elsewhere: past the end of its loop, or to the next round. In
/// brackets that run once both are the same.
fn diverted(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let depth = |line: &str| line.len() - line.trim_start().len();
    let mut all = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let other = match line.trim() {
            "break;" => "continue;",
            "continue;" => "break;",
            _ => continue,
        };
        let mut inner = depth(line);
        let mut brackets = Vec::new();
        for line in lines[..number].iter().rev() {
            if depth(line) < inner && line.ends_with('{') {
                inner = depth(line);
                brackets.push(*line);
            }
        }
        let is_loop = |line: &&str| {
            ["while (", "do {", "for ("]
                .iter()
                .any(|own| line.contains(own))
        };
        let Some(place) = brackets.iter().position(is_loop) else {
            continue;
        };
        // A switch is a bracket for one of the two only.
        let is_switched = brackets[..place]
            .iter()
            .any(|line| line.contains("switch ("));
        let bracket = brackets[place];
        let ends = lines[number..].iter();
        let mut ends = ends.filter(|line| depth(line) <= depth(bracket));
        let runs_once = ends.next().is_some_and(|end| end.contains("while (0)"));
        if !runs_once && !is_switched {
            let mut changed = lines.clone();
            changed[number] = other;
            all.push(changed.join("\n"));
        }
    }
    all
}

#[test]
fn changed_texts_are_found() {
    let mut rng = Rng::new(43);
    let (mut changed, mut decisions, mut jumps, mut told) = (0, 0, 0, 0);
    for _ in 0..120 {
        let knobs = Knobs::any(&mut rng, 12);
        let cfg = graph(&mut rng, &knobs);
        let reached = reached(&cfg);
        each(&cfg, &mut rng, |written, _| {
            let lines = mutants(&written.text, &reached);
            let negated = negated(&written, &reached);
            changed += lines.len();
            decisions += negated.len();
            for (what, text) in lines.into_iter().chain(negated) {
                let verdict = written.read(&text);
                let is_found = matches!(verdict, TextVerdict::Failed(_));
                let graph = notation::show(written.cfg);
                assert!(is_found, "{what}: {verdict:?}\n{graph}\n{}", written.text);
            }
            // These may do the same, or stand where control never gets to.
            for text in diverted(&written.text) {
                jumps += 1;
                told += usize::from(matches!(written.read(&text), TextVerdict::Failed(_)));
            }
        });
    }
    assert!(changed > 5000, "{changed}");
    assert!(decisions > 1000 && jumps > 1000, "{decisions} {jumps}");
    assert!(10 * told > 9 * jumps, "{told} of {jumps}");
}
