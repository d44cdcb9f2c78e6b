//! Random programs in C++ that throw and catch.
//!
//! *Gives:* for each number the same [`program`]: functions with nested `try` blocks in loops,
//! branches and switches, which are left by exceptions of several types, by `return`, `break` and
//! `continue`, often with the same numbers, past objects with destructors.
//! *Limits:* no library but `printf`, and loops end when the fuel of the program is used up.

use crate::conformance::random::Random;
use std::fmt::Write as _;

/// How many functions a program has.
const FUNCTIONS: usize = 12;
/// How deep statements are nested.
const DEPTH: usize = 3;

/// What all programs begin with.
const PRELUDE: &str = "\
// Random functions that throw and catch.
#include <cstdio>
struct Base { int number; };
struct Derived : Base { long more; };
static unsigned fuel, sum;
[[gnu::noinline]] static void note(unsigned n) { sum = sum * 31 + n; if (n % 11 == 4) throw Derived{{(int)n}, 7}; }
[[gnu::noinline]] static unsigned parse(unsigned n) { sum += n; if (n % 7 == 3) throw (int)n; return n % 5; }
[[gnu::noinline]] static bool check(unsigned n) { sum ^= n; if (n % 13 == 6) throw (long)n; return n % 3; }
struct Guard { unsigned own; ~Guard() { sum = sum * 7 + own; } };
";

/// The text of the program of a number.
pub(super) fn program(number: u64) -> String {
    let mut writer = Writer {
        random: Random::new(number),
        text: PRELUDE.to_owned(),
        loops: 0,
        handlers: 0,
        places: 0,
    };
    for function in 0..FUNCTIONS {
        let _ = writeln!(
            writer.text,
            "static unsigned f{function}(unsigned a, unsigned b) {{"
        );
        writer.text.push_str("unsigned x = a, y = b * 3;\n");
        let count = 2 + writer.random.below(3);
        writer.statements(count, DEPTH);
        writer.text.push_str("return x + y;\n}\n");
    }
    writer
        .text
        .push_str("int main() {\nfor (unsigned a = 0; a < 24; a++) {\n");
    for function in 0..FUNCTIONS {
        let _ = writeln!(
            writer.text,
            "fuel = 60; sum = 1;
try {{ unsigned r = f{function}(a, a * 5 + {function}); std::printf(\"%u %u\\n\", r, sum); }}
catch (int n) {{ std::printf(\"int %d %u\\n\", n, sum); }}
catch (Base &base) {{ std::printf(\"base %d %u\\n\", base.number, sum); }}
catch (...) {{ std::printf(\"other %u\\n\", sum); }}"
        );
    }
    writer.text.push_str("}\n}\n");
    writer.text
}

/// A program that is being written.
struct Writer {
    random: Random,
    text: String,
    /// How many loops are open.
    loops: usize,
    /// How many handlers are open.
    handlers: usize,
    places: usize,
}

impl Writer {
    fn place(&mut self) -> usize {
        self.places += 1;
        self.places
    }

    fn expression(&mut self) -> String {
        let number = self.random.below(40);
        let names = ["x", "y", "a", "b"];
        let name = names[self.random.below(names.len())];
        match self.random.below(4) {
            0 => name.to_owned(),
            1 => format!("{name} + {number}u"),
            2 => format!("(x ^ {name}) * {number}u"),
            _ => format!("{name} / 2 + y % {}u", number + 1),
        }
    }

    fn condition(&mut self) -> String {
        let expression = self.expression();
        match self.random.below(4) {
            0 => format!("check({expression})"),
            1 => format!("parse({expression}) > 2"),
            2 => format!("({expression}) % 4 == 1"),
            _ => format!("({expression}) & 2"),
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
            0 => self.random.below(8),
            _ => self.random.below(16),
        };
        let value = self.expression();
        let _ = match shape {
            0 | 1 => writeln!(self.text, "note({value});"),
            2 => writeln!(self.text, "x += parse({value});"),
            3 => writeln!(self.text, "y = {value};"),
            4 => self.leave(),
            5 => {
                let condition = self.condition();
                let _ = write!(self.text, "if ({condition}) {{ note({value}); ");
                let _ = self.leave();
                writeln!(self.text, "}}")
            }
            6 => {
                let kind = ["(int)x", "(long)y", "Base{(int)x}", "Derived{{(int)y}, 3}"];
                let kind = kind[self.random.below(kind.len())];
                match self.handlers > 0 && self.random.below(2) == 0 {
                    true => writeln!(self.text, "if (({value}) % 5 == 0) throw;"),
                    false => writeln!(self.text, "if (({value}) % 5 == 0) throw {kind};"),
                }
            }
            7 => {
                let place = self.place();
                writeln!(self.text, "Guard guard{place}{{{value}}};")
            }
            8 | 9 => {
                let condition = self.condition();
                let _ = write!(self.text, "if ({condition}) ");
                self.block(2, depth - 1);
                if self.random.below(2) == 0 {
                    self.text.push_str("else ");
                    self.block(2, depth - 1);
                }
                Ok(())
            }
            10 | 11 => {
                let condition = self.condition();
                let _ = write!(self.text, "while (fuel-- < 61 && {condition}) ");
                self.loops += 1;
                self.block(2, depth - 1);
                self.loops -= 1;
                Ok(())
            }
            12 => {
                let _ = writeln!(self.text, "switch (({value}) % 6) {{");
                for case in 0..4 {
                    let _ = write!(self.text, "case {case}: ");
                    self.block(1, depth - 1);
                    if self.random.below(2) == 0 {
                        self.text.push_str("break;\n");
                    }
                }
                writeln!(self.text, "}}")
            }
            _ => self.attempt(depth),
        };
    }

    fn leave(&mut self) -> std::fmt::Result {
        let number = self.random.below(3);
        match self.random.below(if self.loops > 0 { 5 } else { 2 }) {
            0 | 1 => writeln!(self.text, "return {number};"),
            2 | 3 => writeln!(self.text, "{{ x = {number}; break; }}"),
            _ => writeln!(self.text, "continue;"),
        }
    }

    /// A `try` block with some handlers.
    fn attempt(&mut self, depth: usize) -> std::fmt::Result {
        self.text.push_str("try ");
        let count = 2 + self.random.below(2);
        self.block(count, depth - 1);
        let kinds = ["int n", "long", "Derived &", "Base &", "..."];
        let first = self.random.below(kinds.len());
        self.handlers += 1;
        for kind in &kinds[first..] {
            if self.random.below(2) == 0 || *kind == kinds[first] {
                let _ = write!(self.text, "catch ({kind}) ");
                self.block(1, depth - 1);
            }
        }
        self.handlers -= 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_one_program_and_others_have_others() {
        assert_eq!(program(3), program(3));
        assert_ne!(program(3), program(4));
        let all: String = (0..20).map(program).collect();
        for part in [
            "try ",
            "catch (Base &)",
            "throw;",
            "continue;",
            "case 3:",
            "Guard guard",
        ] {
            assert!(all.contains(part), "{part}");
        }
    }
}
