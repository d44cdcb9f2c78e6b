//! Random C programs whose functions jump into loops, and back to `setjmp`.
//!
//! *Gives:* for each number the same [`program`], on any machine. Programs may share a file: their
//! names begin with the number.
//!
//! | what | which |
//! |---|---|
//! | labels | anywhere in nested loops, switches and blocks; `goto` from anywhere to anywhere, plain and computed |
//! | loops | `while`, `do`, `for`, with `break` and `continue`; cases of a `switch` around and inside them |
//! | `switch` | falling through, with and without a default, around a loop as Duff has it |
//! | never | calls of `abort` and `__builtin_unreachable` on paths that are never taken |
//! | `setjmp` | in an `if`, in a `switch`, and alone, in loops that gotos enter; jumps from the function itself and from those that it calls |
//! | variables | `volatile` ones, which change between `setjmp` and `longjmp`; others of functions with `setjmp` keep their value; integers of 8 to 64 bits and floats |
//!
//! *Limits:* functions call those with higher numbers. Variables are declared at the beginning of
//! their function, so that no `goto` passes a declaration.

use crate::conformance::random::Random;
use std::fmt::Write as _;

/// The number of functions of a program.
const FUNCTIONS: usize = 3;
/// How deep statements are nested.
const DEPTH: usize = 3;

/// What all programs of a file need.
pub(super) const PRELUDE: &str = "#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static int fuel;
static volatile int zero;
static unsigned long long sum;
__attribute__((noinline)) static void note(int place, unsigned long long value) {
  sum = (sum ^ (unsigned)place) * 1099511628211ull;
  sum = (sum ^ value ^ value >> 29) * 1099511628211ull;
}
";

/// The text of the program of a number, which `p<number>_run()` runs.
pub(super) fn program(number: u64) -> String {
    let mut writer = Writer {
        random: Random::new(number),
        number,
        text: String::new(),
        function: 0,
        labels: 0,
        placed: 0,
        sites: 0,
        jumps: Jumps::No,
        places: 0,
    };
    let mut functions = String::new();
    let mut declared = String::new();
    for function in 0..FUNCTIONS {
        writer.function(function);
        functions += &core::mem::take(&mut writer.text);
        let _ = writeln!(declared, "static {};", signature(number, function));
    }
    let sites = writer.sites.max(1);
    let functions = functions.replace("ALL", &sites.to_string());
    format!(
        "static jmp_buf p{number}_env[{sites}];
static int p{number}_live[{sites}];
{declared}
static void p{number}_clear(int from, int to) {{
  for (; from < to; from++) p{number}_live[from] = 0;
}}
__attribute__((noinline)) static void p{number}_jump(int site, int value) {{
  if (p{number}_live[site] && fuel-- > 0) longjmp(p{number}_env[site], value);
}}
{functions}
static void p{number}_run(void) {{
  fuel = 150;
  note(0, p{number}_f0(7, 3, 1.5f));
  p{number}_clear(0, {sites});
}}
"
    )
}

fn signature(number: u64, function: usize) -> String {
    format!("unsigned long long p{number}_f{function}(int a, unsigned char b, float c)")
}

/// Whether a function calls `setjmp`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Jumps {
    Yes,
    No,
}

/// A program that is being written.
struct Writer {
    random: Random,
    number: u64,
    text: String,
    function: usize,
    /// How many labels the function has, and how many of them are written.
    labels: usize,
    placed: usize,
    /// How many environments there are.
    sites: usize,
    jumps: Jumps,
    places: usize,
}

impl Writer {
    fn function(&mut self, function: usize) {
        self.function = function;
        self.labels = 2 + self.random.below(6);
        self.placed = 0;
        self.jumps = [Jumps::Yes, Jumps::No][self.random.below(2)];
        let first = self.sites;
        let (signature, qualifier) = (signature(self.number, function), self.qualifier());
        let mut start = format!(
            "__attribute__((noinline)) static {signature} {{
  {qualifier}unsigned x = a; {qualifier}unsigned long long y = b; {qualifier}short s = 3;
  {qualifier}double d = c; {qualifier}int n = 0;
  unsigned k = a * 5u + b; long long l = b - 9ll;
"
        );
        if self.random.below(2) == 0 {
            let labels: Vec<String> = (0..self.labels)
                .map(|label| format!("&&l{label}"))
                .collect();
            let _ = writeln!(
                start,
                "  static void *const to[] = {{ {} }};",
                labels.join(", ")
            );
        } else {
            // None to jump to.
            let _ = writeln!(start, "  void *const *to = 0;");
        }
        let is_computed = start.contains("&&");
        let count = 3 + self.random.below(4);
        self.statements(count, DEPTH, is_computed);
        while self.placed < self.labels {
            self.label();
            self.note();
        }
        let body = core::mem::take(&mut self.text);
        // Where a function is left, its environments are gone.
        let last = self.sites;
        let number = self.number;
        self.text = format!(
            "{start}  (void)to;\n{body}end:\n  p{number}_clear({first}, {last});\n  \
             return x + y * 3 + (unsigned short)s + (unsigned)n + k + (unsigned long long)l;\n}}\n"
        );
        // Behind a jump, functions that this one called are gone, too.
        self.text = self
            .text
            .replace("LANDED", &format!("p{number}_clear({last}, ALL)"));
    }

    /// What variables that change are declared with.
    fn qualifier(&self) -> &'static str {
        match self.jumps {
            Jumps::Yes => "volatile ",
            Jumps::No => "",
        }
    }

    fn place(&mut self) -> usize {
        self.places += 1;
        self.places
    }

    /// An expression of an integer.
    fn expression(&mut self) -> String {
        let names = ["x", "y", "s", "n", "k", "l", "b", "a"];
        let one = names[self.random.below(names.len())];
        let other = names[self.random.below(names.len())];
        match self.random.below(8) {
            0 => one.to_owned(),
            1 => format!("({one} + {}u)", self.random.below(100)),
            2 => format!("((unsigned){one} * 3u + (unsigned){other})"),
            3 => format!("(({one} ^ {other}) & 255)"),
            4 => format!("({one} & 1 ? 1ull : 3ull << ({other} & 31))"),
            5 => format!("({one} < 40 || {other} & 4)"),
            6 => format!(
                "(unsigned)(d > {} ? d < 1000 ? d : 7 : 3)",
                self.random.below(9)
            ),
            _ => format!("((unsigned long long){one} >> ({other} & 7))"),
        }
    }

    fn condition(&mut self) -> String {
        let expression = self.expression();
        match self.random.below(6) {
            0 => format!("{expression} & 1"),
            1 => format!("{expression} % 3 == 0"),
            2 => format!("x++ % 4 > 1 && {expression} & 2"),
            3 => format!("!({expression} & 3) || (y ^= 5) & 1"),
            4 => format!("(n += 1) < {}", 2 + self.random.below(9)),
            _ => format!("{expression} > {}", self.random.below(200)),
        }
    }

    fn statements(&mut self, count: usize, depth: usize, is_computed: bool) {
        for _ in 0..count {
            if self.placed < self.labels && self.random.below(3) == 0 {
                self.label();
            }
            self.statement(depth, is_computed);
        }
    }

    /// The next label. Every cycle of gotos has one, and each ends after some rounds.
    fn label(&mut self) {
        let label = self.placed;
        self.placed += 1;
        let _ = writeln!(self.text, "l{label}:\n  if (fuel-- <= 0) goto end;");
    }

    fn block(&mut self, count: usize, depth: usize, is_computed: bool) {
        self.text.push_str("{\n");
        self.statements(count, depth, is_computed);
        self.text.push_str("}\n");
    }

    fn statement(&mut self, depth: usize, is_computed: bool) {
        let shape = match depth {
            0 => self.random.below(9),
            _ => self.random.below(18),
        };
        match shape {
            0 => self.note(),
            1 | 2 => self.assign(),
            3 | 4 => self.goto(is_computed),
            5 => self.call(),
            6 => self.never(),
            7 if self.sites > 0 => {
                let (site, value) = (self.random.below(self.sites), self.random.below(4));
                let number = self.number;
                let _ = writeln!(self.text, "p{number}_jump({site}, {value});");
            }
            7 | 8 => self.note(),
            9 | 10 => {
                let condition = self.condition();
                let _ = write!(self.text, "if ({condition}) ");
                self.block(2, depth - 1, is_computed);
                if self.random.below(2) == 0 {
                    self.text.push_str("else ");
                    self.block(2, depth - 1, is_computed);
                }
            }
            11 | 12 => self.repeat(depth - 1, is_computed),
            13 => self.duff(depth - 1, is_computed),
            14 | 15 => self.switch(depth - 1, is_computed),
            _ if self.jumps == Jumps::Yes => self.attempt(depth - 1, is_computed),
            _ => self.assign(),
        }
    }

    fn note(&mut self) {
        let (place, value) = (self.place(), self.expression());
        let _ = writeln!(self.text, "note({place}, {value});");
    }

    fn assign(&mut self) {
        let value = self.expression();
        let _ = match self.random.below(6) {
            0 => writeln!(self.text, "x = {value};"),
            1 => writeln!(self.text, "y += {value}; n = 0;"),
            2 => writeln!(self.text, "s = (short)({value});"),
            3 => writeln!(self.text, "d = d * 0.5 + ({value} & 63);"),
            4 => writeln!(self.text, "x ^= y >> 3; y = y * 5 + {value};"),
            _ => writeln!(self.text, "n -= {value} & 7;"),
        };
    }

    fn goto(&mut self, is_computed: bool) {
        let condition = self.condition();
        let label = self.random.below(self.labels);
        let _ = match self.random.below(4) {
            0 if is_computed => {
                let value = self.expression();
                let labels = self.labels;
                writeln!(
                    self.text,
                    "if ({condition}) goto *to[(unsigned){value} % {labels}u];"
                )
            }
            1 => writeln!(self.text, "if ({condition}) goto l{label}; else x += 3;"),
            _ => writeln!(self.text, "if ({condition}) goto l{label};"),
        };
    }

    fn call(&mut self) {
        if self.function + 1 == FUNCTIONS {
            return self.note();
        }
        let callee = self.function + 1 + self.random.below(FUNCTIONS - self.function - 1);
        let (first, second, number) = (self.expression(), self.expression(), self.number);
        let _ = writeln!(
            self.text,
            "if (fuel-- > 0) y ^= p{number}_f{callee}((int)({first} & 1023), {second}, c + 1);"
        );
    }

    /// A path that is never taken.
    fn never(&mut self) {
        let label = self.random.below(self.labels);
        let value = self.expression();
        let _ = match self.random.below(4) {
            0 => writeln!(self.text, "if (zero) abort();"),
            1 => writeln!(self.text, "if (zero) {{ x = 1; __builtin_unreachable(); }}"),
            2 => writeln!(
                self.text,
                "switch ({value} & 1) {{ case 0: x += 2; break; case 1: goto l{label}; \
                 default: __builtin_unreachable(); }}"
            ),
            _ => writeln!(
                self.text,
                "if (zero) for (;;) {{ if (x & 1) goto l{label}; }}"
            ),
        };
    }

    fn repeat(&mut self, depth: usize, is_computed: bool) {
        let condition = self.condition();
        let count = 1 + self.random.below(3);
        let rest = ["continue", "break"][self.random.below(2)];
        let inner = self.condition();
        let _ = match self.random.below(3) {
            0 => writeln!(self.text, "while (fuel-- > 0 && ({condition})) {{"),
            1 => writeln!(self.text, "for (n = 0; fuel-- > 0 && n < 9; n++) {{"),
            _ => writeln!(self.text, "do {{"),
        };
        let is_do = self.text.ends_with("do {\n");
        self.statements(count, depth, is_computed);
        let _ = writeln!(self.text, "if ({inner}) {rest};");
        self.statements(1, depth, is_computed);
        let _ = match is_do {
            true => writeln!(self.text, "}} while (fuel-- > 0 && ({condition}));"),
            false => writeln!(self.text, "}}"),
        };
    }

    /// A switch into a loop.
    fn duff(&mut self, depth: usize, is_computed: bool) {
        let value = self.expression();
        let _ = writeln!(self.text, "n = 3;\nswitch ({value} & 3) {{\ncase 0: do {{");
        for case in 1..4 {
            self.statements(1, depth.saturating_sub(1), is_computed);
            let _ = writeln!(self.text, "case {case}:");
        }
        self.assign();
        let _ = writeln!(self.text, "}} while (fuel-- > 0 && --n > 0);\n}}");
    }

    fn switch(&mut self, depth: usize, is_computed: bool) {
        let value = self.expression();
        let cases = 2 + self.random.below(4);
        let scale = [1, 1, 3, 100][self.random.below(4)];
        let _ = writeln!(self.text, "switch ({value} % {}) {{", cases * scale + 1);
        let default = self.random.below(2 * cases);
        for case in 0..cases {
            if case == default {
                self.text.push_str("default:\n");
            }
            let _ = writeln!(self.text, "case {}:", case * scale);
            let count = self.random.below(3);
            self.statements(count, depth, is_computed);
            if self.random.below(2) == 0 {
                self.text.push_str("break;\n");
            } else {
                self.text.push_str(";\n");
            }
        }
        self.text.push_str("}\n");
    }

    /// A call of `setjmp`.
    fn attempt(&mut self, depth: usize, is_computed: bool) {
        let (site, number, place) = (self.sites, self.number, self.place());
        self.sites += 1;
        let call = format!("setjmp(p{number}_env[{site}])");
        let _ = writeln!(self.text, "p{number}_live[{site}] = 1;");
        match self.random.below(4) {
            0 => {
                let _ = write!(self.text, "if ({call} == 0) ");
                self.block(2, depth, is_computed);
                let _ = writeln!(self.text, "else {{ LANDED; note({place}, x);");
                self.statements(1, depth, is_computed);
                self.text.push_str("}\n");
            }
            1 => {
                let _ = writeln!(
                    self.text,
                    "if ({call}) {{ LANDED; note({place}, y); n += 1;"
                );
                self.statements(1, depth, is_computed);
                self.text.push_str("} else ");
                self.block(2, depth, is_computed);
            }
            2 => {
                let _ = writeln!(self.text, "switch ({call}) {{\ncase 0:");
                self.statements(2, depth, is_computed);
                let _ = writeln!(
                    self.text,
                    "break;\ncase 2: LANDED; note({place}, 2);\ncase 1: LANDED; x += 1;\n\
                     default: LANDED;"
                );
                self.statements(1, depth, is_computed);
                self.text.push_str("}\n");
            }
            _ => {
                let _ = writeln!(self.text, "{call}; LANDED; note({place}, k + x);");
            }
        }
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
            "goto *to[",
            "} while (fuel-- > 0 && --n",
            "switch (setjmp",
            "volatile double d",
            "  double d",
            "__builtin_unreachable",
            "if (zero) for (;;)",
            "default:\ncase",
        ] {
            assert!(all.contains(what), "{what}");
        }
        assert!(
            !all.contains("LANDED") && !all.contains("ALL"),
            "all placeholders are replaced"
        );
        assert_eq!(program(7), program(7));
    }
}
