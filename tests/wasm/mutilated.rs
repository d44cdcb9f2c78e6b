//! Mutated programs: an error, or a module that was validated and proved; never a panic.

use std::fs;
use std::path::Path;

use unsnarl_wasm::{Options, compile};

/// A deterministic generator of pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Tells whether a text was compiled.
#[track_caller]
fn check(text: &str) -> bool {
    let Ok(module) = unsnarl_llvm::read(text) else {
        return false;
    };
    match compile(&module, &Options::default()) {
        Err(errors) if errors.has_bug() => panic!("{errors}\n{text}"),
        result => result.is_ok(),
    }
}

#[test]
fn changed_programs_compile_or_are_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut numbers = Numbers(1);
    let mut compiled = 0;
    for name in ["duff", "interpreter-goto", "O0/tokenizer"] {
        let text = fs::read_to_string(folder.join(name).with_extension("ll"))
            .expect("the program is checked in");
        let lines: Vec<&str> = text.lines().collect();
        for _ in 0..40 {
            // Words are swapped: most often operands, types or labels of one instruction with those
            // of another.
            let mut words: Vec<Vec<&str>> =
                lines.iter().map(|line| line.split(' ').collect()).collect();
            for _ in 0..1 + numbers.below(3) {
                let (from, to) = (numbers.below(words.len()), numbers.below(words.len()));
                let word = words[from]
                    [numbers.below(lines[from].split(' ').count().min(words[from].len()))];
                let place = numbers.below(words[to].len());
                words[to][place] = word;
            }
            let changed: Vec<String> = words.iter().map(|line| line.join(" ")).collect();
            compiled += usize::from(check(&changed.join("\n")));
        }
    }
    assert!(compiled > 0, "some changes are harmless");
}

#[test]
fn programs_that_end_early_are_refused() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/quicksort.ll");
    let text = fs::read_to_string(path).expect("the program is checked in");
    let mut numbers = Numbers(2);
    for _ in 0..40 {
        let end = numbers.below(text.len());
        if text.is_char_boundary(end) {
            check(&text[..end]);
        }
    }
}
