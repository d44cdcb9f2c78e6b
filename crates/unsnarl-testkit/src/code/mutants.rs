//! Functions of the machine, changed a little, to test what must notice that.
//!
//! *Needs:* a module in its text form. *Gives:* by [kind](KINDS), the text with one change in `@f`,
//! or in a function behind it; more kinds for [divided](DIVIDED_KINDS) functions.
//! *Cost:* linear in the text.
//! *Limits:* what comes of it may be no text of the machine, break its rules, or do the same as
//! before.

use std::ops::Range;

use crate::Rng;

/// A kind of change; none if there is nothing to change.
pub type Kind = fn(&mut Body, &mut Rng) -> Option<()>;

/// All kinds, with their names.
pub const KINDS: [(&str, Kind); 22] = [
    ("operands exchanged", |body, rng| {
        let lines = body.insts(|line| line.contains(", "));
        body.exchange_last(lines, rng)
    }),
    ("another register", |body, rng| {
        let lines = body.insts(|_| true);
        body.another_register(lines, rng)
    }),
    ("another constant", |body, rng| {
        let words = body.words(body.insts(|_| true), |before, word| {
            ["i32", "i64"].contains(&before) && word.parse::<i64>().is_ok()
        });
        body.add(words, 0, rng)
    }),
    ("another offset", |body, rng| {
        let words = body.words(body.insts(|_| true), |_, word| word.starts_with("offset="));
        body.add(words, "offset=".len(), rng)
    }),
    ("another place in the frame", |body, rng| {
        let words = body.words(body.insts(|_| true), |_, word| word.starts_with("frame+"));
        body.add(words, "frame+".len(), rng)
    }),
    ("another size", |body, rng| {
        let pairs = [
            ("i32.store", "i32.store16"),
            ("i32.store16", "i32.store8"),
            ("i64.store", "i64.store32"),
            ("i32.load", "i32.load16_u"),
            ("i64.load", "i64.load32_u"),
            ("i32.load8_u", "i32.load16_u"),
            ("i32.load8_s", "i32.load16_s"),
            ("i32.extend8_s", "i32.extend16_s"),
        ];
        body.rename(&pairs, rng)
    }),
    ("another sign", |body, rng| {
        let pairs = [
            ("i32.load8_u", "i32.load8_s"),
            ("i32.load16_u", "i32.load16_s"),
            ("i64.load32_u", "i64.load32_s"),
            ("i64.load16_u", "i64.load16_s"),
            ("i64.load8_u", "i64.load8_s"),
            ("i64.extend_i32_u", "i64.extend_i32_s"),
            ("i32.lt_u", "i32.lt_s"),
            ("i64.lt_u", "i64.lt_s"),
            ("i32.div_u", "i32.div_s"),
            ("i32.rem_u", "i32.rem_s"),
        ];
        body.rename(&pairs, rng)
    }),
    ("another operation", |body, rng| {
        let pairs = [
            ("i32.add", "i32.sub"),
            ("i64.add", "i64.xor"),
            ("i32.mul", "i32.and"),
            ("i64.mul", "i64.and"),
            ("i32.xor", "i32.or"),
            ("i32.lt_s", "i32.le_s"),
            ("i64.lt_s", "i64.le_s"),
        ];
        body.rename(&pairs, rng)
    }),
    ("store dropped", |body, rng| {
        let line = one(body.insts(|line| line.contains(".store")), rng)?;
        body.lines.remove(line);
        Some(())
    }),
    ("store repeated later", |body, rng| {
        let line = one(body.insts(|line| line.contains(".store")), rng)?;
        let to = one(body.rest_of_block(line).collect(), rng)?;
        let store = body.lines[line].clone();
        body.lines.insert(to + 1, store);
        Some(())
    }),
    ("neighbours exchanged", |body, rng| {
        let both = |line: &usize| body.is_inst(line + 1);
        let lines = body.insts(|_| true).into_iter().filter(both).collect();
        let line = one(lines, rng)?;
        body.lines.swap(line, line + 1);
        Some(())
    }),
    ("load moved down", |body, rng| {
        let line = one(body.insts(|line| line.contains(".load")), rng)?;
        let to = one(body.rest_of_block(line).collect(), rng)?;
        body.lines[line..=to].rotate_left(1);
        Some(())
    }),
    ("store moved down", |body, rng| {
        let line = one(body.insts(|line| line.contains(".store")), rng)?;
        let to = one(body.rest_of_block(line).collect(), rng)?;
        body.lines[line..=to].rotate_left(1);
        Some(())
    }),
    ("another callee", |body, rng| {
        let lines = body.insts(|line| line.contains("call @")).into_iter();
        let lines = lines.chain(body.exits(|line| line.contains("call @")));
        let words = body.words(lines.collect(), |_, word| word.starts_with('@'));
        let (line, word) = one(words, rng)?;
        let symbol = ["@tick", "@throw", "@again", "@f"][rng.below(4)];
        body.replace(line, word, symbol)
    }),
    ("call or global dropped", |body, rng| {
        let is_effect = |line: &str| line.contains("call @") || line.contains("global.set");
        let line = one(body.insts(is_effect), rng)?;
        body.lines.remove(line);
        Some(())
    }),
    ("call or global repeated", |body, rng| {
        let is_effect = |line: &str| line.starts_with("call @") || line.starts_with("global.set");
        let line = one(body.insts(is_effect), rng)?;
        let again = body.lines[line].clone();
        body.lines.insert(line, again);
        Some(())
    }),
    ("trap not observable", |body, rng| {
        let words = body.words(body.insts(|_| true), |_, word| word == "!observable");
        let (line, word) = one(words, rng)?;
        body.replace(line, word.start - 1..word.end, "")
    }),
    ("arguments exchanged", |body, rng| {
        let lines = body.exits(|line| line.contains(", %") && line.contains('('));
        body.exchange_last(lines, rng)
    }),
    ("another argument or operand of an exit", |body, rng| {
        let lines = body.exits(|_| true);
        body.another_register(lines, rng)
    }),
    ("another constant in an exit", |body, rng| {
        let words = body.words(body.exits(|_| true), |before, word| {
            ["i32", "i64"].contains(&before) && word.parse::<i64>().is_ok()
        });
        body.add(words, 0, rng)
    }),
    ("another target", |body, rng| {
        let words = body.words(body.exits(|_| true), |_, word| is_block(word));
        let (line, word) = one(words.clone(), rng)?;
        let (other_line, other) = one(words, rng)?;
        let to = body.lines[other_line][other].to_owned();
        body.replace(line, word, &to)
    }),
    ("more alignment", |body, rng| {
        let words = body.words(body.insts(|_| true), |_, word| word.starts_with("align="));
        let (line, word) = one(words, rng)?;
        body.replace(line, word, "align=8")
    }),
];

/// Kinds of changes in a function and its parts, which are called `@part` and use `@variable`s.
pub const DIVIDED_KINDS: [(&str, Kind); 5] = [
    ("another variable", |body, rng| {
        body.another(body.insts(|_| true), "@variable", rng)
    }),
    ("another part", |body, rng| {
        body.another(body.insts(|_| true), "@part", rng)
    }),
    ("setting or reading dropped", |body, rng| {
        let is_variable = |line: &str| line.contains("@variable");
        let line = one(body.insts(is_variable), rng)?;
        body.lines.remove(line);
        Some(())
    }),
    ("set something else", |body, rng| {
        let lines = body.insts(|line| line.starts_with("global.set @variable"));
        body.another_register(lines, rng)
    }),
    ("another number of an exit", |body, rng| {
        let lines = body.exits(|line| line.starts_with("return i32 "));
        let words = body.words(lines, |before, _| before == "i32");
        let (line, word) = one(words, rng)?;
        let number = ["0", "1", "2", "3"][rng.below(4)];
        body.replace(line, word, number)
    }),
];

/// The lines of a module, and those of the body of `@f`.
#[derive(Clone, Debug)]
pub struct Body {
    lines: Vec<String>,
    start: usize,
}

impl Body {
    /// Reads a module in its text form, whose last function is `@f`.
    pub fn new(text: &str) -> Body {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let start = lines.iter().position(|line| line.starts_with("func @f("));
        Body {
            start: start.expect("there is a function @f"),
            lines,
        }
    }

    /// The text.
    pub fn text(&self) -> String {
        self.lines.join("\n") + "\n"
    }

    /// The numbers of instructions and exits.
    fn indented(&self) -> impl Iterator<Item = usize> + '_ {
        let lines = self.start..self.lines.len();
        lines.filter(|&line| {
            let line = &self.lines[line];
            line.starts_with("  ") && !line.starts_with("  frame ")
        })
    }

    /// Tells whether a line is an instruction.
    fn is_inst(&self, line: usize) -> bool {
        let text = self
            .lines
            .get(line)
            .and_then(|text| text.strip_prefix("  "));
        text.is_some_and(|text| !text.starts_with("frame ") && !is_exit(text))
    }

    fn insts(&self, has: impl Fn(&str) -> bool) -> Vec<usize> {
        let lines = self.indented().filter(|&line| self.is_inst(line));
        lines.filter(|&line| has(&self.lines[line][2..])).collect()
    }

    fn exits(&self, has: impl Fn(&str) -> bool) -> Vec<usize> {
        let lines = self.indented().filter(|&line| !self.is_inst(line));
        lines.filter(|&line| has(&self.lines[line][2..])).collect()
    }

    /// The instructions behind one in its block.
    fn rest_of_block(&self, line: usize) -> impl Iterator<Item = usize> + '_ {
        (line + 1..).take_while(|&line| self.is_inst(line))
    }

    /// The words of lines that are something, which the word before may say.
    fn words(
        &self,
        lines: Vec<usize>,
        is: impl Fn(&str, &str) -> bool,
    ) -> Vec<(usize, Range<usize>)> {
        let mut found = Vec::new();
        for line in lines {
            let text = &self.lines[line];
            let mut before = "";
            for word in words(text) {
                let own = &text[word.clone()];
                if is(before, own) {
                    found.push((line, word));
                }
                before = own;
            }
        }
        found
    }

    fn replace(&mut self, line: usize, word: Range<usize>, with: &str) -> Option<()> {
        self.lines[line].replace_range(word, with);
        Some(())
    }

    /// Adds something to the number behind some bytes of a word.
    fn add(
        &mut self,
        words: Vec<(usize, Range<usize>)>,
        behind: usize,
        rng: &mut Rng,
    ) -> Option<()> {
        let (line, word) = one(words, rng)?;
        let number: i64 = self.lines[line][word.start + behind..word.end]
            .parse()
            .ok()?;
        let more = [1, 4, 8, 256][rng.below(4)];
        let number = number.checked_add(more)?;
        self.replace(line, word.start + behind..word.end, &number.to_string())
    }

    /// Exchanges the last two registers of a line.
    fn exchange_last(&mut self, lines: Vec<usize>, rng: &mut Rng) -> Option<()> {
        let line = one(lines, rng)?;
        let uses: Vec<_> = self.uses(line);
        let [.., left, right] = &uses[..] else {
            return None;
        };
        let text = &self.lines[line];
        let [a, b] = [left, right].map(|word| text[word.clone()].to_owned());
        self.lines[line].replace_range(right.clone(), &a);
        self.lines[line].replace_range(left.clone(), &b);
        Some(())
    }

    /// Names another symbol that begins so.
    fn another(&mut self, lines: Vec<usize>, start: &str, rng: &mut Rng) -> Option<()> {
        let words = self.words(lines, |_, word| word.starts_with(start));
        let (line, word) = one(words.clone(), rng)?;
        let (other_line, other) = one(words, rng)?;
        let to = self.lines[other_line][other].to_owned();
        self.replace(line, word, &to)
    }

    fn another_register(&mut self, lines: Vec<usize>, rng: &mut Rng) -> Option<()> {
        let line = one(lines, rng)?;
        let word = one(self.uses(line), rng)?;
        let mut defined = Vec::new();
        for line in &self.lines[self.start..line] {
            let definitions = match line.split_once(" = ") {
                Some((definitions, _)) => definitions,
                None if line.starts_with("  ") => continue,
                None => line,
            };
            let words = words(definitions).into_iter();
            let words = words.map(|word| definitions[word].to_owned());
            defined.extend(words.filter(|word| word.starts_with('%')));
        }
        let some = defined
            .len()
            .min(if rng.chance(50) { 6 } else { usize::MAX });
        let other = one(defined.split_off(defined.len() - some), rng)?;
        self.replace(line, word, &other)
    }

    /// The registers that a line reads.
    fn uses(&self, line: usize) -> Vec<Range<usize>> {
        let text = &self.lines[line];
        let start = text.find(" = ").unwrap_or(0);
        let words = words(text).into_iter();
        let uses = words.filter(|word| word.start >= start && text[word.clone()].starts_with('%'));
        uses.collect()
    }

    /// Makes another operation of one, in either direction.
    fn rename(&mut self, pairs: &[(&str, &str)], rng: &mut Rng) -> Option<()> {
        let is_named = |_: &str, word: &str| {
            let mut names = pairs.iter();
            names.any(|&(one, other)| word == one || word == other)
        };
        let (line, word) = one(self.words(self.insts(|_| true), is_named), rng)?;
        let name = &self.lines[line][word.clone()];
        let others = pairs.iter().filter_map(|&(one, other)| match name {
            name if name == one => Some(other),
            name if name == other => Some(one),
            _ => None,
        });
        let other = one(others.collect(), rng)?;
        self.replace(line, word, other)
    }
}

fn is_exit(text: &str) -> bool {
    let exits = [
        "jump",
        "br",
        "switch",
        "return",
        "return_call",
        "try_call",
        "unreachable",
    ];
    exits.contains(&text.split(' ').next().unwrap_or_default())
}

fn is_block(word: &str) -> bool {
    let number = word.strip_prefix('b');
    number.is_some_and(|number| number.parse::<usize>().is_ok())
}

/// The words of a line: what is between spaces and punctuation.
fn words(line: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, letter) in line.char_indices() {
        match (start, " ,():".contains(letter)) {
            (None, false) => start = Some(at),
            (Some(begin), true) => {
                found.push(begin..at);
                start = None;
            }
            _ => {}
        }
    }
    found.extend(start.map(|start| start..line.len()));
    found
}

fn one<T>(mut from: Vec<T>, rng: &mut Rng) -> Option<T> {
    if from.is_empty() {
        return None;
    }
    let number = rng.below(from.len());
    Some(from.swap_remove(number))
}
