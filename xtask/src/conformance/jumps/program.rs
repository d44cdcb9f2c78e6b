//! Random C programs of two files whose functions call `setjmp` and `longjmp`.
//!
//! *Gives:* for each number the same [`Program`], on any machine. Pieces of several programs may be
//! in one file; their names begin with the number.
//!
//! | what | which |
//! |---|---|
//! | `setjmp` | as the condition of an `if`, negated, compared, in a `switch`, and alone; several in a function, nested, in loops, in one arm of a branch |
//! | environments | of the program, and a chain of them on the stack, as interpreters have it |
//! | jumps | from the function itself, from a callee of any depth in either file, through functions with environments of their own, with any number, which 0 makes 1 |
//! | calls | direct, through a pointer, with and without a result, with a record by value |
//! | values | integers of 32 and 64 bits, `float`, `double`, a vector, a record, an array of variable size, a pointer to a local: computed before a `setjmp` and read behind a jump; `volatile` ones that change in between |
//!
//! *Limits:* a program reads no variable that is not `volatile` and changed between the two, and no
//! variable of a block that was left: those are indeterminate in C. So it never leaves a block with
//! an environment but at its end. No recursion: functions call those with higher numbers.

use crate::conformance::random::Random;
use std::fmt::Write as _;

/// The number of functions of a program.
const FUNCTIONS: usize = 5;

/// How deep blocks are nested.
const DEPTH: usize = 4;

/// What all pieces of a file need.
pub(super) const PRELUDE: &str = "#include <setjmp.h>
#include <stddef.h>
typedef int v4 __attribute__((vector_size(16)));
struct record { int x; long long y; double z; };
struct handler { struct handler *previous; jmp_buf env; };
extern struct handler *top;
extern int fuel;
void note(int place, long long value);
";

/// What one file of all has: how places are noted, and jumps limited.
pub(super) const SHARED: &str = "
struct handler *top;
int fuel;
unsigned long long sum;
void note(int place, long long value) {
  sum = (sum ^ (unsigned) place) * 1099511628211ull;
  sum = (sum ^ (unsigned long long) value) * 1099511628211ull;
}
";

/// A program as the text of its two halves; the first has a function to start it.
pub(super) struct Program {
    pub(super) number: u64,
    pub(super) halves: [String; 2],
}

/// The program of a number.
pub(super) fn program(number: u64) -> Program {
    let mut writer = Writer {
        random: Random::new(number),
        number,
        text: String::new(),
        names: Vec::new(),
        function: 0,
        sites: 0,
        places: 0,
        made: 0,
    };
    let mut halves = [String::new(), String::new()];
    for function in 0..FUNCTIONS {
        writer.text.clear();
        writer.function(function);
        halves[writer.random.below(2)].push_str(&writer.text);
    }
    let sites = writer.sites.max(1);
    let mut declared = format!(
        "extern jmp_buf p{number}_env[{sites}];\nextern int p{number}_live[{sites}];\n\
         void p{number}_jump(int site, int value);\nvoid p{number}_clear(int from);\n"
    );
    for function in 0..FUNCTIONS {
        let _ = writeln!(declared, "long long {};", signature(number, function));
    }
    let pointers: Vec<String> = (0..FUNCTIONS)
        .map(|one| format!("p{number}_f{one}"))
        .collect();
    let [first, second] = halves;
    let first = format!(
        "{declared}jmp_buf p{number}_env[{sites}];\nint p{number}_live[{sites}];\n\
         long long (*volatile p{number}_table[])(int, double, struct record) = {{ {} }};\n\
         void p{number}_clear(int from) {{\n  for (int site = from; site < {sites}; site++) p{number}_live[site] = 0;\n}}\n\
         void p{number}_jump(int site, int value) {{\n  if (p{number}_live[site] && fuel > 0) {{ fuel--; longjmp(p{number}_env[site], value); }}\n}}\n\
         {first}\
         void p{number}_run(void) {{\n  struct record r = {{ 3, 5, 0.5 }};\n  fuel = 40; top = NULL; p{number}_clear(0);\n  note({number}, p{number}_f0(7, 1.5, r));\n}}\n",
        pointers.join(", ")
    );
    let second = format!(
        "{declared}extern long long (*volatile p{number}_table[])(int, double, struct record);\n{second}"
    );
    Program {
        number,
        halves: [first, second],
    }
}

fn signature(number: u64, function: usize) -> String {
    format!("p{number}_f{function}(int a, double b, struct record r)")
}

/// A program that is being written.
struct Writer {
    random: Random,
    number: u64,
    text: String,
    /// Expressions of integers that may be read where the text ends.
    names: Vec<String>,
    function: usize,
    /// The environments that have been used.
    sites: usize,
    places: usize,
    /// The variables that have been named.
    made: usize,
}

impl Writer {
    fn function(&mut self, function: usize) {
        self.function = function;
        self.names = [
            "a",
            "(int) b",
            "r.x",
            "(int) r.y",
            "(int) r.z",
            "v",
            "(int) w",
        ]
        .map(str::to_owned)
        .into();
        let _ = writeln!(
            self.text,
            "__attribute__((noinline)) long long {} {{\n  volatile int v = a; volatile double w = b;",
            signature(self.number, function)
        );
        let count = 3 + self.random.below(3);
        self.statements(count, DEPTH);
        let result = self.expression();
        let _ = writeln!(self.text, "  return {result};\n}}");
    }

    /// An expression of an integer.
    fn expression(&mut self) -> String {
        let name = self.names[self.random.below(self.names.len())].clone();
        let other = self.names[self.random.below(self.names.len())].clone();
        match self.random.below(4) {
            0 => name,
            1 => format!("({name} + {})", self.random.below(100)),
            2 => format!("(int) ((unsigned) {name} * 3u + (unsigned) {other})"),
            _ => format!("(({name} ^ {other}) & 255)"),
        }
    }

    fn place(&mut self) -> usize {
        self.places += 1;
        self.places
    }

    /// A name that no other variable of the program has.
    fn name(&mut self, prefix: &str) -> String {
        self.made += 1;
        format!("{prefix}{}", self.made)
    }

    /// A block, whose variables are gone behind it.
    fn block(&mut self, count: usize, depth: usize) {
        let names = self.names.len();
        self.text.push_str("{\n");
        self.statements(count, depth);
        self.text.push_str("}\n");
        self.names.truncate(names);
    }

    fn statements(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        let shape = match depth {
            0 => self.random.below(6),
            _ => self.random.below(14),
        };
        match shape {
            0 => self.noted(),
            1 => {
                let value = self.expression();
                let _ = writeln!(self.text, "v = (v + {value}) & 0xffff; w = w / 2 + v;");
            }
            2 | 3 => self.jump(),
            4 => self.call(),
            5 => self.variable(),
            6 | 7 => {
                let condition = self.expression();
                let _ = write!(self.text, "if ({condition} & 1) ");
                self.block(2, depth - 1);
                self.text.push_str("else ");
                self.block(2, depth - 1);
            }
            8 => {
                let name = self.name("i");
                let count = 1 + self.random.below(3);
                let _ = write!(
                    self.text,
                    "for (volatile int {name} = 0; {name} < {count}; {name} = {name} + 1) "
                );
                self.block(2, depth - 1);
            }
            9 => self.handler(depth - 1),
            _ => self.attempt(depth - 1),
        }
    }

    fn noted(&mut self) {
        let (place, value) = (self.place(), self.expression());
        let _ = writeln!(self.text, "note({place}, {value});");
    }

    /// A jump to an environment of this function, or of one before it.
    fn jump(&mut self) {
        let (value, number) = (self.random.below(4), self.number);
        match self.random.below(3) {
            0 => {
                let _ = writeln!(
                    self.text,
                    "if (top && fuel > 0) {{ fuel--; longjmp(top->env, {value}); }}"
                );
            }
            _ if self.sites == 0 => self.noted(),
            _ => {
                let site = self.random.below(self.sites);
                let _ = writeln!(self.text, "p{number}_jump({site}, {value});");
            }
        }
    }

    fn call(&mut self) {
        if self.function + 1 == FUNCTIONS {
            return self.noted();
        }
        let callee = self.function + 1 + self.random.below(FUNCTIONS - self.function - 1);
        let (argument, place, number) = (self.expression(), self.place(), self.number);
        let callee = match self.random.below(3) {
            0 => format!("p{number}_table[{callee}]"),
            _ => format!("p{number}_f{callee}"),
        };
        let call = format!("{callee}({argument}, w, r)");
        let _ = match self.random.below(3) {
            0 => writeln!(self.text, "{call};"),
            _ => writeln!(self.text, "note({place}, {call});"),
        };
    }

    /// A variable that keeps its value.
    fn variable(&mut self) {
        let (name, value) = (self.name("k"), self.expression());
        let (text, read) = match self.random.below(8) {
            0 | 1 => (format!("int {name} = {value};"), name),
            2 => (
                format!("long long {name} = {value} * 5000000001ll;"),
                format!("(int) ({name} >> 7)"),
            ),
            3 => (
                format!("double {name} = {value} * 0.75;"),
                format!("(int) {name}"),
            ),
            4 => (
                format!("float {name} = ({value} & 1023) * 0.5f;"),
                format!("(int) {name}"),
            ),
            5 => (
                format!("v4 {name} = {{ {value}, 1, {value}, 2 }};"),
                format!("({name}[0] + {name}[2])"),
            ),
            6 => (
                format!("struct record {name} = {{ {value}, 9, 0.25 }};"),
                format!("({name}.x + (int) {name}.y)"),
            ),
            _ => (
                format!("int {name}[1 + ({value} & 7)]; {name}[0] = {value};"),
                format!("{name}[0]"),
            ),
        };
        let _ = writeln!(self.text, "{text}");
        self.names.push(read);
    }

    /// A block with an environment of the program.
    fn attempt(&mut self, depth: usize) {
        let (site, number, names) = (self.sites, self.number, self.names.len());
        self.sites += 1;
        let saved = self.name("saved");
        let _ = writeln!(
            self.text,
            "{{ struct handler *{saved} = top; p{number}_live[{site}] = 1;"
        );
        // Environments of blocks inside this one, and of functions that it calls, are gone.
        let landed = format!("{{ top = {saved}; p{number}_clear({}); }}", site + 1);
        let call = format!("setjmp(p{number}_env[{site}])");
        let place = self.place();
        match self.random.below(5) {
            0 => {
                let _ = write!(self.text, "if ({call} == 0) ");
                self.block(3, depth);
                let _ = writeln!(self.text, "else {{ {landed}");
                self.block(1, depth);
                self.text.push_str("}\n");
            }
            1 => {
                let _ = writeln!(self.text, "if ({call}) {{ {landed} note({place}, 1);");
                self.block(1, depth);
                self.text.push_str("} else ");
                self.block(2, depth);
            }
            2 => {
                let _ = writeln!(self.text, "if ({call} > 1) {landed}\nelse {{ {landed}");
                self.block(2, depth);
                self.text.push_str("}\n");
            }
            3 => {
                let _ = writeln!(self.text, "switch ({call}) {{\ncase 0:");
                self.block(2, depth);
                let _ = writeln!(
                    self.text,
                    "break;\ncase 2: {landed} note({place}, 2); break;"
                );
                let _ = writeln!(self.text, "case 1: {landed}\ndefault: {landed}");
                self.block(1, depth);
                self.text.push_str("}\n");
            }
            _ => {
                let _ = writeln!(self.text, "{call}; {landed}");
            }
        }
        self.statements(1, depth);
        let _ = writeln!(self.text, "p{number}_live[{site}] = 0; }}");
        self.names.truncate(names);
    }

    /// A block with an environment on the stack.
    fn handler(&mut self, depth: usize) {
        let (number, sites) = (self.number, self.sites);
        let (name, place) = (self.name("h"), self.place());
        let _ = write!(
            self.text,
            "{{ struct handler {name}; {name}.previous = top; top = &{name};\n\
             if (setjmp({name}.env) == 0) "
        );
        self.block(3, depth);
        let _ = writeln!(
            self.text,
            "else {{ note({place}, v); p{number}_clear({sites}); }}\n\
             top = {name}.previous; }}"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_call_setjmp_and_jump_from_other_functions() {
        let texts: Vec<String> = (1..=50)
            .map(|number| program(number).halves.concat())
            .collect();
        let all = texts.concat();
        for what in [
            "switch (setjmp",
            "if (setjmp",
            "longjmp(top->env",
            "_table[1](",
            "v4 k",
            "for (volatile",
        ] {
            assert!(all.contains(what), "{what}");
        }
        assert_eq!(program(7).halves, program(7).halves);
        assert!(
            texts
                .iter()
                .filter(|text| text.contains("setjmp(p"))
                .count()
                > 45
        );
    }
}
