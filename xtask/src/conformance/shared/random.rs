//! Random programs of three parts that are loaded together.
//!
//! *Needs:* a seed.
//! *Gives:* [`parts`]: the program and two libraries in C, which print what they see of each
//! other's symbols.
//!
//! What no program of people has all of: variables, arrays, pointers and functions of every
//! visibility and linkage, in any part, defined twice, weak, missing, under two names, of a thread,
//! with initial values that are addresses of any other, and code that reads, writes, calls,
//! compares and passes the addresses of all that it may name.
//!
//! Functions call those of smaller numbers, so that each program ends. Addresses are compared by a
//! function of another part, since a compiler may take two names for two places.

use std::fmt::Write;

use unsnarl_testkit::Rng;

/// How many symbols there are.
const SYMBOLS: usize = 40;
/// How many statements a part has.
const STATEMENTS: usize = 60;
/// How many elements an array has.
const ELEMENTS: usize = 8;

/// The parts: the program, and the libraries in the order in which they are loaded.
pub(super) const PARTS: [&str; 3] = ["main", "left", "right"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    OfThread,
    Array,
    /// A pointer to a number or an element.
    Pointer,
    Function,
    /// Pointers to functions.
    Table,
}

const KINDS: [Kind; 8] = [
    Kind::Number,
    Kind::Number,
    Kind::OfThread,
    Kind::Array,
    Kind::Pointer,
    Kind::Function,
    Kind::Function,
    Kind::Table,
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sight {
    Public,
    Protected,
    Hidden,
    Static,
}

const SIGHTS: [Sight; 6] = [
    Sight::Public,
    Sight::Public,
    Sight::Public,
    Sight::Protected,
    Sight::Hidden,
    Sight::Static,
];

struct Symbol {
    kind: Kind,
    sight: Sight,
    owner: usize,
    /// Another part that has one of the name.
    twin: Option<usize>,
    is_weak: bool,
    /// The symbol that it is another name of.
    alias: Option<usize>,
}

/// The text of each part.
pub(super) fn parts(seed: u64) -> [String; 3] {
    let mut rng = Rng::new(seed);
    let symbols = symbols(&mut rng);
    std::array::from_fn(|part| Writer::new(&symbols, part, &mut rng).text())
}

fn symbols(rng: &mut Rng) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = Vec::new();
    while symbols.len() < SYMBOLS {
        let mut symbol = Symbol {
            kind: KINDS[rng.below(KINDS.len())],
            sight: SIGHTS[rng.below(SIGHTS.len())],
            owner: rng.below(PARTS.len()),
            twin: None,
            is_weak: false,
            alias: None,
        };
        if symbol.sight == Sight::Public && rng.chance(30) {
            let twin = rng.below(PARTS.len());
            symbol.twin = Some(twin).filter(|&twin| twin != symbol.owner);
        }
        symbol.is_weak = symbol.twin.is_some() || symbol.sight != Sight::Static && rng.chance(15);
        // A thread-local variable has no second name in C, and no weak one.
        symbol.is_weak &= symbol.kind != Kind::OfThread;
        if rng.chance(15) {
            let is_fit = |&other: &usize| {
                let target = &symbols[other];
                target.kind == symbol.kind
                    && target.owner == symbol.owner
                    && target.alias.is_none()
                    && target.kind != Kind::OfThread
            };
            let fit: Vec<usize> = (0..symbols.len()).filter(is_fit).collect();
            if !fit.is_empty() && symbol.sight != Sight::Static {
                symbol.alias = Some(fit[rng.below(fit.len())]);
                symbol.twin = None;
            }
        }
        symbols.push(symbol);
    }
    symbols
}

impl Symbol {
    fn is_in(&self, part: usize) -> bool {
        self.owner == part || self.twin == Some(part)
    }

    /// Tells whether a part may name it.
    fn is_seen_by(&self, part: usize) -> bool {
        self.is_in(part) || matches!(self.sight, Sight::Public | Sight::Protected)
    }
}

struct Writer<'a> {
    symbols: &'a [Symbol],
    part: usize,
    rng: &'a mut Rng,
    text: String,
}

impl<'a> Writer<'a> {
    fn new(symbols: &'a [Symbol], part: usize, rng: &'a mut Rng) -> Self {
        Writer {
            symbols,
            part,
            rng,
            text: String::new(),
        }
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("strings take all");
    }

    /// One of the symbols that the part may name, of some kinds.
    fn pick(&mut self, kinds: &[Kind]) -> Option<usize> {
        let is_fit = |&number: &usize| {
            let symbol = &self.symbols[number];
            symbol.is_seen_by(self.part) && kinds.contains(&symbol.kind)
        };
        let fit: Vec<usize> = (0..self.symbols.len()).filter(is_fit).collect();
        (!fit.is_empty()).then(|| fit[self.rng.below(fit.len())])
    }

    /// The address of a number, which is a constant unless it is that of a thread's variable.
    fn place(&mut self, is_constant: bool) -> String {
        let kinds = [Kind::Number, Kind::Array, Kind::OfThread];
        let kinds = if is_constant { &kinds[..2] } else { &kinds[..] };
        match self.pick(kinds) {
            None => "&spare".to_owned(),
            Some(number) => match self.symbols[number].kind {
                Kind::Array => format!("&s{number}[{}]", self.rng.below(ELEMENTS)),
                _ => format!("&s{number}"),
            },
        }
    }

    fn function(&mut self) -> String {
        match self.pick(&[Kind::Function]) {
            None => "spare_function".to_owned(),
            Some(number) => format!("s{number}"),
        }
    }

    fn text(mut self) -> String {
        self.line("#include \"shared.h\"");
        self.line("extern int compare(const void *, const void *), look(int *);");
        self.line("extern WEAK PUBLIC int missing; extern WEAK PUBLIC int missing_function(int);");
        self.line("static int spare; static int spare_function(int x) { return x ^ spare; }");
        for number in 0..self.symbols.len() {
            if self.symbols[number].is_seen_by(self.part) {
                let declared = self.declaration(number);
                self.line(&declared);
            }
        }
        for number in 0..self.symbols.len() {
            if self.symbols[number].is_in(self.part) {
                self.define(number);
            }
        }
        let part = PARTS[self.part];
        self.line(&format!("PUBLIC int walk_{part}(int x) {{"));
        for _ in 0..STATEMENTS {
            self.statement();
        }
        self.line("return x;\n}");
        match self.part {
            0 => self.line(
                "extern PUBLIC int walk_left(int), walk_right(int);\n\
                 PUBLIC __attribute__((noinline)) int compare(const void *p, const void *q) \
                 { return p == q; }\n\
                 PUBLIC void run(void) {\nfor (int round = 0; round < 3; round++) {\n\
                 say(\"main\", walk_main(round));\nsay(\"left\", walk_left(round));\n\
                 say(\"right\", walk_right(round));\n}\n}",
            ),
            1 => self.line("PUBLIC __attribute__((noinline)) int look(int *p) { return (*p)++; }"),
            _ => {}
        }
        self.text
    }

    fn declaration(&mut self, number: usize) -> String {
        let symbol = &self.symbols[number];
        let is_here = symbol.is_in(self.part);
        let sight = match symbol.sight {
            Sight::Static => "static ",
            Sight::Hidden => "extern OWN ",
            Sight::Protected if is_here => "extern SEEN ",
            _ => "extern PUBLIC ",
        };
        let alias = match symbol.alias.filter(|_| symbol.owner == self.part) {
            Some(target) => format!(" __attribute__((alias(\"s{target}\")))"),
            None => String::new(),
        };
        // A weak reference is null if nothing has it, and all of these are there.
        let weak = if is_here && symbol.is_weak {
            "WEAK "
        } else {
            ""
        };
        match (symbol.kind, symbol.sight) {
            (Kind::Function, _) => format!("{sight}{weak}int s{number}(int){alias};"),
            (Kind::Number, _) => format!("{sight}{weak}int s{number}{alias};"),
            (Kind::OfThread, _) => format!("{sight}__thread int s{number};"),
            (Kind::Array, _) => format!("{sight}{weak}int s{number}[{ELEMENTS}]{alias};"),
            (Kind::Pointer, _) => format!("{sight}{weak}int *s{number}{alias};"),
            (Kind::Table, _) => format!("{sight}{weak}function s{number}[3]{alias};"),
        }
    }

    fn define(&mut self, number: usize) {
        let symbol = &self.symbols[number];
        if symbol.alias.is_some() {
            return;
        }
        let is_static = symbol.sight == Sight::Static;
        let (kind, word) = (symbol.kind, if is_static { "static " } else { "" });
        let value = self.rng.below(100);
        let line = match kind {
            Kind::Number => format!("{word}int s{number} = {value};"),
            Kind::OfThread => format!("{word}__thread int s{number} = {value};"),
            Kind::Array => format!("{word}int s{number}[{ELEMENTS}] = {{{value}, 2, {number}}};"),
            Kind::Pointer => format!("{word}int *s{number} = {};", self.place(true)),
            Kind::Table => {
                let functions = [self.function(), self.function(), self.function()];
                format!(
                    "{word}function s{number}[3] = {{{}}};",
                    functions.join(", ")
                )
            }
            Kind::Function => {
                let read = self.place(false);
                let called = self.symbols.iter().enumerate().take(number);
                let called = called.filter(|(_, other)| {
                    // The body behind another name may be of a larger number.
                    other.kind == Kind::Function
                        && other.alias.is_none()
                        && other.is_seen_by(self.part)
                });
                let called: Vec<usize> = called.map(|(number, _)| number).collect();
                let rest = match called.len() {
                    0 => "x".to_owned(),
                    count => format!("s{}(x + {value})", called[self.rng.below(count)]),
                };
                format!("{word}int s{number}(int x) {{ return *({read}) * 3 + {rest}; }}")
            }
        };
        self.line(&line);
    }

    fn statement(&mut self) {
        let value = self.rng.below(50);
        let (place, other) = (self.place(false), self.place(false));
        let line = match self.rng.below(12) {
            0 => format!("say(\"number\", *({place}));"),
            1 => format!("*({place}) = *({other}) * 5 + x;"),
            2 => format!("say(\"same\", compare({place}, {other}));"),
            3 => format!("say(\"look\", look({place}));"),
            4 => format!("{{ int *p = x & 1 ? {place} : {other}; *p += {value}; }}"),
            5 => match self.pick(&[Kind::Array]) {
                Some(array) => format!(
                    "for (int i = x & 3; i < {ELEMENTS}; i++) s{array}[i] += *({place}) + i;"
                ),
                None => String::new(),
            },
            6 => match self.pick(&[Kind::Array]) {
                Some(array) => format!("say(\"element\", s{array}[(x + {value}) & 7]);"),
                None => String::new(),
            },
            7 => match self.pick(&[Kind::Pointer]) {
                Some(pointer) => format!(
                    "say(\"through\", *s{pointer}); say(\"same\", compare(s{pointer}, {place})); \
                     if (x & 1) s{pointer} = {};",
                    self.place(true)
                ),
                None => String::new(),
            },
            8 => format!("say(\"call\", {}(x + {value}));", self.function()),
            9 => {
                let (one, two) = (self.function(), self.function());
                format!(
                    "{{ function f = x & 1 ? {one} : {two}; say(\"called\", f({value})); \
                     say(\"same\", compare((const void *)f, (const void *){one})); }}"
                )
            }
            10 => match self.pick(&[Kind::Table]) {
                Some(table) => format!(
                    "say(\"table\", s{table}[(unsigned)(x + {value}) % 3](x)); \
                     say(\"same\", compare((const void *)s{table}[1], (const void *){})); \
                     if (x & 1) s{table}[x % 3] = {};",
                    self.function(),
                    self.function()
                ),
                None => String::new(),
            },
            _ => "say(\"missing\", (&missing != 0) + 2 * (missing_function != 0));".to_owned(),
        };
        self.line(&line);
    }
}
