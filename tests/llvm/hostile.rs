//! Truncated and mutated texts give an error with a place, or a module: never a panic, never a
//! hang.

use unsnarl_ir::{EdgeCopies, Layout, Scalars, graph, verify_debug};
use unsnarl_llvm::{read, read_partly};

const FIXTURES: [&str; 6] = [
    include_str!("fixtures/targets.ll"),
    include_str!("fixtures/features-O0.ll"),
    include_str!("fixtures/features-O2.ll"),
    include_str!("fixtures/threaded-O0.ll"),
    include_str!("fixtures/threaded-O2.ll"),
    include_str!("fixtures/debug-O2.ll"),
];

/// Reads a text and, if that works, computes everything that a back end needs.
#[track_caller]
fn survives(text: &str) -> bool {
    let reading = read_partly(text);
    let unread = reading.unread.iter().map(|unread| &unread.error);
    let omitted = reading.omissions.iter().map(|omission| &omission.error);
    for error in unread.chain(omitted) {
        assert!(
            text.get(error.span.clone()).is_some(),
            "{error:?} points at no text"
        );
        let line = text
            .split('\n')
            .nth(error.line - 1)
            .expect("the line is there");
        assert!(
            error.column <= line.chars().count() + 1,
            "{error:?} points behind its line"
        );
    }
    let module = reading.module;
    assert_eq!(verify_debug(&module), []);
    let layout = Layout::new(&module.types, &module.data_layout);
    let scalars = Scalars::new(&module, &layout);
    for (id, _) in module.constants() {
        // Whether a constant has an image is not the question.
        drop(scalars.image(&module, &layout, id, 1 << 16));
    }
    for function in module
        .functions
        .values()
        .filter(|function| function.is_definition())
    {
        let copies = EdgeCopies::new(function);
        let cfg = graph(function, &copies).expect("it has an entry");
        assert_eq!(cfg.block_count(), function.blocks.len());
    }
    let printed = module.to_string();
    let again = read(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}\nfrom\n{text}"));
    drop(again);
    reading.unread.is_empty()
}

/// The small fixtures at every byte, the others at some.
#[test]
fn cut_off() {
    for text in FIXTURES {
        let step = if text.len() < 4000 { 1 } else { 11 };
        let whole = (0..=text.len())
            .step_by(step)
            .filter(|&end| survives(&text[..end]))
            .count();
        assert!(
            (1..text.len() / 2).contains(&whole),
            "most cuts leave no module, {whole} did"
        );
    }
}

/// A simple generator of pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

#[test]
fn bytes_changed() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut read = 0;
    for _ in 0..600 {
        let mut bytes = FIXTURES[random.below(FIXTURES.len())].as_bytes().to_vec();
        for _ in 0..=random.below(3) {
            let place = random.below(bytes.len());
            let likely = b" \n%@!(){}[]<>*,=0123456789abcdefx\"\\#$;:.";
            bytes[place] = if random.below(3) == 0 {
                random.below(256) as u8
            } else {
                likely[random.below(likely.len())]
            };
        }
        read += usize::from(survives(&String::from_utf8_lossy(&bytes)));
    }
    assert!(
        (40..560).contains(&read),
        "some changes do no harm and some do, {read} did none"
    );
}

#[test]
fn lines_moved() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut read = 0;
    for _ in 0..400 {
        let mut lines: Vec<&str> = FIXTURES[random.below(FIXTURES.len())].split('\n').collect();
        let (from, to) = (random.below(lines.len()), random.below(lines.len()));
        match random.below(3) {
            0 => lines.swap(from, to),
            1 => lines.insert(to, lines[from]),
            _ => drop(lines.remove(from)),
        }
        read += usize::from(survives(&lines.join("\n")));
    }
    assert!(
        (25..375).contains(&read),
        "some moves do no harm and some do, {read} did none"
    );
}

#[test]
fn long_texts() {
    let many = |line: &str, count: usize| line.repeat(count);
    assert!(survives(&format!(
        "define void @f(i32 %x) {{\n{}  ret void\n}}\n",
        many("  add i32 %x, 1\n", 100_000)
    )));
    let chain: String = (0..100_000)
        .map(|block| format!("b{block}:\n  br label %b{}\n", block + 1))
        .collect();
    assert!(survives(&format!(
        "define void @f() {{\n{chain}b100000:\n  ret void\n}}\n"
    )));
    let cases: String = (0..100_000)
        .map(|case| format!("i32 {case}, label %a "))
        .collect();
    assert!(survives(&format!(
        "define void @f(i32 %x) {{\nb:\n  switch i32 %x, label %a [ {cases}]\na:\n  ret void\n}}\n"
    )));
    assert!(!survives(&many("{", 1_000_000)));
    assert!(!survives(&format!(
        "@x = global {}",
        many("[1 x ", 1_000_000)
    )));
    assert!(!survives(&format!(
        "@x = global i4096 {}",
        many("9", 1_000_000)
    )));
    // Constants of which each is many bytes and one digit.
    let wide: String = (0..40_000)
        .map(|number| format!("@x{number} = global i64000 {number}\n"))
        .collect();
    assert!(!survives(&wide));
}
