//! Random C++20 coroutines.
//!
//! *Gives:* for each number the same [`program`]: generators with loops, which suspend in loops,
//! branches and cases of switches, wait for values that come at once or later, run each other, have
//! objects with destructors and arrays in their frames, and are left early or to their end.
//! *Limits:* no exceptions, and no library: [`PRELUDE`] has what a coroutine needs.

use crate::conformance::random::Random;
use std::fmt::Write as _;

/// What all programs of a file need.
pub(super) const PRELUDE: &str = include_str!("prelude.cpp");

/// How many coroutines a program has.
const COROUTINES: usize = 3;
/// How deep statements are nested.
const DEPTH: usize = 3;

/// The text of the program of a number, which `p<number>_run()` runs.
pub(super) fn program(number: u64) -> String {
    let mut writer = Writer {
        random: Random::new(number),
        number,
        text: String::new(),
        coroutine: 0,
        places: 0,
        names: 0,
    };
    let mut text = String::new();
    for coroutine in 0..COROUTINES {
        let _ = writeln!(text, "static {};", signature(number, coroutine));
    }
    for coroutine in 0..COROUTINES {
        writer.coroutine(coroutine);
    }
    text += &writer.text;
    for (start, rounds) in [(0, 30), (1, 3)] {
        let name = ["all", "some"][start];
        let _ = writeln!(
            text,
            "static void p{number}_{name}() {{
  int rounds = {rounds};
  for (Numbers all = p{number}_g{start}(5, 3); rounds-- > 0 && all.next();) note(1, all.value());
}}"
        );
    }
    let _ = writeln!(
        text,
        "static void p{number}_run() {{ fuel = 120; p{number}_all(); p{number}_some(); }}"
    );
    text
}

fn signature(number: u64, coroutine: usize) -> String {
    format!("Numbers p{number}_g{coroutine}(unsigned a, unsigned char b)")
}

/// A program that is being written.
struct Writer {
    random: Random,
    number: u64,
    text: String,
    coroutine: usize,
    places: usize,
    names: usize,
}

impl Writer {
    fn coroutine(&mut self, coroutine: usize) {
        self.coroutine = coroutine;
        let _ = writeln!(
            self.text,
            "static {} {{
  unsigned x = a; unsigned long long y = b; double d = 0.5; int n = 0;
  unsigned short list[8] = {{ 1, 2, 3 }};",
            signature(self.number, coroutine)
        );
        let count = 3 + self.random.below(4);
        self.statements(count, DEPTH);
        self.text
            .push_str("  note(2, x + y + list[x & 7]);\n  co_yield y;\n}\n");
    }

    fn place(&mut self) -> usize {
        self.places += 1;
        self.places
    }

    fn expression(&mut self) -> String {
        let names = ["x", "y", "n", "a", "b", "list[x & 7]", "list[y % 8]"];
        let one = names[self.random.below(names.len())];
        let other = names[self.random.below(names.len())];
        match self.random.below(6) {
            0 => one.to_owned(),
            1 => format!("({one} + {}u)", self.random.below(100)),
            2 => format!("((unsigned){one} * 3u + (unsigned){other})"),
            3 => format!("({one} & 1 ? 1ull : 3ull << ({other} & 31))"),
            4 => format!("(d < {} ? (unsigned){one} : 9u)", self.random.below(50)),
            _ => format!("(({one} ^ {other}) & 255)"),
        }
    }

    fn condition(&mut self) -> String {
        let expression = self.expression();
        match self.random.below(4) {
            0 => format!("{expression} & 1"),
            1 => format!("x++ % 4 > 1 && {expression} & 2"),
            2 => format!("{expression} % 3 == 0 || (y ^= 5) & 1"),
            _ => format!("{expression} > {}u", self.random.below(200)),
        }
    }

    fn statements(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            self.statement(depth);
        }
    }

    fn block(&mut self, count: usize, depth: usize) {
        self.text.push_str("{\n");
        self.statements(count, depth);
        self.text.push_str("}\n");
    }

    fn statement(&mut self, depth: usize) {
        let shape = match depth {
            0 => self.random.below(6),
            _ => self.random.below(13),
        };
        let (value, place) = (self.expression(), self.place());
        let _ = match shape {
            0 => writeln!(self.text, "note({place}, {value});"),
            1 => writeln!(self.text, "x = x * 3 + {value}; d = d * 0.5 + (x & 31);"),
            2 => writeln!(self.text, "list[{value} & 7] += 5; y = y * 5 + {value};"),
            3 => writeln!(self.text, "x += co_await Later{{(unsigned)({value})}};"),
            4 | 5 => writeln!(self.text, "co_yield {value};"),
            6 | 7 => {
                let condition = self.condition();
                let _ = write!(self.text, "if ({condition}) ");
                self.block(2, depth - 1);
                match self.random.below(2) {
                    0 => {
                        self.text.push_str("else ");
                        self.block(2, depth - 1);
                        Ok(())
                    }
                    _ => Ok(()),
                }
            }
            8 | 9 => {
                self.repeat(depth - 1);
                Ok(())
            }
            10 => {
                let _ = writeln!(self.text, "{{\nGuard guard{{{place}, x}};");
                self.statements(2, depth - 1);
                if self.random.below(4) == 0 {
                    let condition = self.condition();
                    let _ = writeln!(self.text, "if ({condition}) co_return;");
                }
                writeln!(self.text, "guard.value += x;\n}}")
            }
            11 => {
                self.switch(depth - 1);
                Ok(())
            }
            _ => {
                self.inner(depth - 1);
                Ok(())
            }
        };
    }

    fn repeat(&mut self, depth: usize) {
        let (condition, inner) = (self.condition(), self.condition());
        let rest = ["continue", "break"][self.random.below(2)];
        let kind = self.random.below(4);
        self.names += 1;
        let label = format!("again{}", self.names);
        let start = match kind {
            0 => format!("while (fuel-- > 0 && ({condition})) {{\n"),
            1 => "for (n = 0; fuel-- > 0 && n < 5; n++) {\n".to_owned(),
            2 => "do {\n".to_owned(),
            _ => format!("{label}:\n{{\n"),
        };
        self.text += &start;
        self.statements(2, depth);
        if kind < 3 {
            let _ = writeln!(self.text, "if ({inner}) {rest};");
            self.statements(1, depth);
        }
        self.text += &match kind {
            2 => format!("}} while (fuel-- > 0 && ({condition}));\n"),
            3 => format!("}}\nif (fuel-- > 0 && ({condition})) goto {label};\n"),
            _ => "}\n".to_owned(),
        };
    }

    fn switch(&mut self, depth: usize) {
        let value = self.expression();
        let cases = 2 + self.random.below(4);
        let _ = writeln!(self.text, "switch ({value} % {}) {{", cases + 1);
        for case in 0..cases {
            // Objects with destructors may not be jumped past.
            let _ = write!(self.text, "case {case}: ");
            let count = self.random.below(3);
            self.block(count, depth);
            if self.random.below(2) == 0 {
                self.text.push_str("break;\n");
            }
        }
        self.text.push_str("}\n");
    }

    /// A loop over what another coroutine gives.
    fn inner(&mut self, depth: usize) {
        if self.coroutine + 1 == COROUTINES {
            let value = self.expression();
            let _ = writeln!(self.text, "co_yield {value};");
            return;
        }
        self.names += 1;
        let (name, number) = (format!("inner{}", self.names), self.number);
        let callee = self.coroutine + 1 + self.random.below(COROUTINES - self.coroutine - 1);
        let (first, second, condition) = (self.expression(), self.expression(), self.condition());
        let _ = writeln!(
            self.text,
            "for (Numbers {name} = p{number}_g{callee}({first}, {second}); fuel-- > 0 && {name}.next();) {{
co_yield {name}.value() ^ x;"
        );
        self.statements(1, depth);
        let _ = writeln!(self.text, "if ({condition}) break;\n}}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_have_what_they_are_for() {
        let texts: Vec<String> = (1..=60).map(program).collect();
        let all = texts.concat();
        for what in [
            "co_await",
            "co_return",
            "goto again",
            "Guard guard",
            "Numbers inner",
        ] {
            assert!(all.contains(what), "{what}");
        }
        assert_eq!(program(7), program(7));
    }
}
