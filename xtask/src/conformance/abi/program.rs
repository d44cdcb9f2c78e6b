//! Random C programs of two files that call each other with every form of call in C.
//!
//! *Gives:* for each number the same [`Program`], on any machine: two texts, each a piece of a
//! file. Pieces of several programs may be in one file; their names begin with the number.
//!
//! | what | which |
//! |---|---|
//! | types | scalars from `_Bool` to `__int128` and `_Complex`, records ([`types`](super::types)) |
//! | results | of any type, or none |
//! | parameters | none to five, by value; up to five variable ones after those, of any type |
//! | definition | with a prototype or as K&R, strong, weak, or overridden by the caller |
//! | declaration | with a prototype, without parameters, or none at all |
//! | call | direct, through an alias, a pointer that was cast and cast back, or a callback |
//! | variable arguments | read in the function, or by one of the other file that gets the list |
//! | constants | addresses of the other file's variables as `float`, `char`, `short` |
//! | locals | a struct and an array of size zero, whose addresses are passed |
//!
//! *Limits:* every call has a type compatible with the definition's: any other is undefined
//! in C, and traps on WebAssembly. No `inline`, no vectors, no exceptions, no
//! threads. No `__int128` among variable arguments: clang 19 reads it at a multiple of 16 bytes,
//! and its own back end writes it at one of 8.

use super::types::{NUMBERS, Type, Types};
use crate::conformance::random::Random;
use std::fmt::Write as _;

/// A program as the text of its two halves; the first has a function to start it.
pub(super) struct Program {
    pub(super) number: u64,
    pub(super) halves: [String; 2],
}

/// Where a half is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    One,
    Two,
}

impl Half {
    fn other(self) -> Self {
        match self {
            Half::One => Half::Two,
            Half::Two => Half::One,
        }
    }
}

/// How a function is defined and declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Prototype,
    /// A definition with a prototype, which the caller does not see.
    Hidden,
    /// A definition as before C89.
    Old,
    /// As `Old`, and the call is all that declares it.
    Implicit,
    Variadic,
}

/// How a function is reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Direct,
    /// By another name.
    Alias,
    /// Weak where it is defined.
    Weak,
    /// Weak where it is defined, and defined by the caller as well.
    Overridden,
    /// By an address that had another type in between.
    Pointer,
    /// As an argument of a function of the caller's half.
    Callback,
}

/// A function and one call of it.
struct Function {
    name: String,
    /// Who calls it; it is defined in the other half.
    caller: Half,
    style: Style,
    access: Access,
    result: Option<Type>,
    parameters: Vec<Type>,
    variable: Vec<Type>,
    /// Whether the caller's half reads the variable arguments.
    is_list_passed: bool,
}

/// The program of a number.
pub(super) fn program(number: u64) -> Program {
    let mut random = Random::new(number);
    let prefix = format!("p{number}_");
    let types = Types::random(&mut random, &prefix);
    let mut writer = Writer {
        halves: [types.definitions(), types.definitions()],
        calls: [String::new(), String::new()],
        prefix,
        types,
        random,
    };
    for index in 0..4 + writer.random.below(4) {
        let function = writer.choose(index);
        writer.function(&function);
    }
    writer.addresses();
    writer.empty_locals();
    writer.finish(number)
}

/// A program that is being written.
struct Writer {
    random: Random,
    types: Types,
    prefix: String,
    halves: [String; 2],
    /// The calls that each half makes.
    calls: [String; 2],
}

/// Choices.
impl Writer {
    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.random.below(choices.len())]
    }

    fn choose(&mut self, index: usize) -> Function {
        use Access::{Alias, Callback, Direct, Overridden, Pointer, Weak};
        use Style::{Hidden, Implicit, Old, Prototype, Variadic};
        let style = self.one_of(&[Prototype, Prototype, Hidden, Old, Implicit, Variadic]);
        let access = match style {
            Implicit => self.one_of(&[Direct, Weak, Alias]),
            _ => self.one_of(&[Direct, Direct, Alias, Weak, Overridden, Pointer, Callback]),
        };
        let least = usize::from(style == Variadic);
        let mut parameters = self.some_types(least);
        if style == Hidden {
            parameters.retain(|&ty| self.types.is_promoted(ty));
        }
        let mut variable = match style {
            Variadic => self.some_types(0),
            _ => Vec::new(),
        };
        variable.retain(|&ty| !self.types.has_wide(ty));
        let result = match (style, self.random.below(5)) {
            (Implicit, _) => Some(INT),
            (_, 0) => None,
            _ => Some(self.types.pick(&mut self.random)),
        };
        Function {
            name: format!("{}f{index}", self.prefix),
            caller: self.one_of(&[Half::One, Half::Two]),
            style,
            access,
            result,
            parameters,
            variable,
            is_list_passed: self.random.below(2) == 0,
        }
    }

    fn some_types(&mut self, least: usize) -> Vec<Type> {
        let count = least + self.random.below(6 - least);
        (0..count)
            .map(|_| self.types.pick(&mut self.random))
            .collect()
    }
}

const INT: Type = Type::Scalar(super::types::INT);

/// Text.
impl Writer {
    fn function(&mut self, function: &Function) {
        let defined = function.caller.other();
        let attribute = match function.access {
            Access::Weak | Access::Overridden => "__attribute__((weak)) ",
            _ => "",
        };
        let definition = self.definition(function, &function.name, attribute);
        self.write(defined, &definition);
        match function.access {
            Access::Overridden => {
                let definition = self.definition(function, &function.name, "");
                self.write(function.caller, &definition);
            }
            Access::Alias => {
                let name = format!("{}_alias", function.name);
                let declared = self.declaration(function, &name);
                let attribute = format!("__attribute__((alias(\"{}\")))", function.name);
                self.write(defined, &format!("{declared} {attribute};\n"));
            }
            _ => {}
        }
        if function.style == Style::Variadic && function.is_list_passed {
            self.list_reader(function);
        }
        self.call(function);
    }

    fn write(&mut self, half: Half, text: &str) {
        self.halves[half as usize].push_str(text);
    }

    fn result(&self, function: &Function) -> String {
        function
            .result
            .map_or_else(|| "void".to_owned(), |ty| self.types.name(ty))
    }

    /// What a caller declares.
    fn declaration(&self, function: &Function, name: &str) -> String {
        let result = self.result(function);
        let parameters = match function.style {
            Style::Hidden | Style::Old | Style::Implicit => String::new(),
            _ if function.parameters.is_empty() => "void".to_owned(),
            _ => {
                let names = function.parameters.iter().map(|&ty| self.types.name(ty));
                names.collect::<Vec<String>>().join(", ") + ellipsis(function)
            }
        };
        format!("{result} {name}({parameters})")
    }

    fn definition(&mut self, function: &Function, name: &str, attribute: &str) -> String {
        let result = self.result(function);
        let listed = function.parameters.iter().enumerate();
        let typed: Vec<String> = listed
            .clone()
            .map(|(index, &ty)| format!("{} a{index}", self.types.name(ty)))
            .collect();
        let is_old = matches!(function.style, Style::Old | Style::Implicit);
        let header = match typed.is_empty() {
            true if is_old => "()".to_owned(),
            true => "(void)".to_owned(),
            false if is_old => {
                let names: Vec<String> = listed
                    .clone()
                    .map(|(index, _)| format!("a{index}"))
                    .collect();
                format!("({}) {};", names.join(", "), typed.join("; "))
            }
            false => format!("({}{})", typed.join(", "), ellipsis(function)),
        };
        let mut text = format!("{attribute}{result} {name}{header} {{\n");
        for (index, &ty) in listed {
            text += &self.types.read(&format!("a{index}"), ty);
        }
        text += &self.variable_arguments(function);
        if let Some(ty) = function.result {
            let _ = writeln!(text, "  {} r;", self.types.name(ty));
            text += &self.types.fill(&mut self.random, "r", ty);
            text += "  return r;\n";
        }
        text + "}\n"
    }

    /// The statements by which a function reads its variable arguments, or has them read.
    fn variable_arguments(&self, function: &Function) -> String {
        let Some(last) = function.parameters.len().checked_sub(1) else {
            return String::new();
        };
        if function.style != Style::Variadic {
            return String::new();
        }
        let read = match function.is_list_passed {
            true => format!(
                "  {{ void {0}_list(va_list); {0}_list(list); }}\n",
                function.name
            ),
            false => self.read_list(function),
        };
        format!("  va_list list;\n  va_start(list, a{last});\n{read}  va_end(list);\n")
    }

    fn read_list(&self, function: &Function) -> String {
        let mut text = String::new();
        for (index, &ty) in function.variable.iter().enumerate() {
            let promoted = self.types.promoted(ty);
            let value = format!("v{index}");
            let _ = writeln!(text, "  {promoted} {value} = va_arg(list, {promoted});");
            let _ = match promoted == self.types.name(ty) {
                true => write!(text, "{}", self.types.read(&value, ty)),
                false => writeln!(text, "  MIX({value} * 4);"),
            };
        }
        text
    }

    /// What reads the variable arguments of a function in the caller's half.
    fn list_reader(&mut self, function: &Function) {
        let read = self.read_list(function);
        let text = format!("void {}_list(va_list list) {{\n{read}}}\n", function.name);
        self.write(function.caller, &text);
    }

    /// The call of a function, and what it takes in both halves.
    fn call(&mut self, function: &Function) {
        let name = &function.name;
        let caller = function.caller;
        let (mut text, mut names) = (String::new(), Vec::new());
        let arguments = function.parameters.iter().chain(&function.variable);
        for (index, &ty) in arguments.enumerate() {
            let _ = writeln!(text, "  {} b{index};", self.types.name(ty));
            text += &self.types.fill(&mut self.random, &format!("b{index}"), ty);
            names.push(format!("b{index}"));
        }
        let pointer = self.declaration(function, "(*call)");
        let callee = match function.access {
            Access::Alias => format!("{name}_alias"),
            Access::Pointer | Access::Callback => "call".to_owned(),
            _ => name.clone(),
        };
        let mut call = format!("{callee}({})", names.join(", "));
        if let Some(ty) = function.result {
            call = format!("{} r = {call}", self.types.name(ty));
        }
        text += &format!("  {call};\n");
        if let Some(ty) = function.result {
            text += &self.types.read("r", ty);
        }
        match function.access {
            Access::Pointer => {
                let get = format!("void (*{name}_get(void))(void)");
                let cast = self.declaration(function, "(*)");
                self.write(
                    caller.other(),
                    &format!("{get} {{ return (void (*)(void)) {name}; }}\n"),
                );
                self.write(caller, &format!("{get};\n"));
                text = format!("  {pointer} = ({cast}) {name}_get();\n{text}");
            }
            Access::Callback => {
                let takes = format!("void {name}_take({pointer})");
                self.write(caller, &format!("{takes} {{\n{text}}}\n"));
                self.write(caller.other(), &format!("{takes};\n"));
                text = format!("  {name}_take({name});\n");
                self.calls[caller.other() as usize] += &format!("  {{\n{text}  }}\n");
                return;
            }
            Access::Overridden => {}
            _ if function.style == Style::Implicit => {}
            _ => {
                let declared = self.declaration(function, &callee);
                self.write(caller, &format!("{declared};\n"));
            }
        }
        self.calls[caller as usize] += &format!("  {{\n{text}  }}\n");
    }

    /// The address of a variable of the other half as numbers of several types, all of them
    /// constants.
    fn addresses(&mut self) {
        let prefix = &self.prefix;
        let at = self.random.below(super::types::NUMBERS_LENGTH);
        let changes = format!(
            "float {prefix}same(float x) {{ return x; }}
int {prefix}equal(signed char c, unsigned short s, unsigned long u) {{
  return c == (signed char) u && s == (unsigned short) u;
}}
"
        );
        let calls = format!(
            "  {{
  extern float {prefix}same(float);
  extern int {prefix}equal(signed char, unsigned short, unsigned long);
  union {{ int *p; float f; unsigned u; }} place, other;
  int *volatile known = {NUMBERS} + {at};
  place.p = {NUMBERS} + {at};
  other.f = {prefix}same(place.f);
  MIX(other.u == place.u);
  other.f = -place.f;
  MIX((other.u ^ (unsigned) (unsigned long) known) == 0x80000000u);
  MIX({prefix}equal((signed char) (long) ({NUMBERS} + {at}), \
             (unsigned short) (long) ({NUMBERS} + {at}), (unsigned long) known));
  }}
"
        );
        self.halves[Half::One as usize] += &changes;
        self.calls[Half::Two as usize] += &calls;
    }

    /// Variables of no size, and their addresses as arguments.
    fn empty_locals(&mut self) {
        let prefix = &self.prefix;
        let function = format!("int {prefix}there(const void *p, const void *q)");
        let definition = format!("{function} {{ return p && q; }}\n");
        let calls = format!(
            "  {{
  extern {function};
  struct {{ }} nothing;
  int none[0];
  MIX({prefix}there(&nothing, none));
  }}
"
        );
        self.halves[Half::Two as usize] += &definition;
        self.calls[Half::One as usize] += &calls;
    }

    fn finish(self, number: u64) -> Program {
        let Writer {
            prefix,
            mut halves,
            calls: [first, second],
            ..
        } = self;
        halves[1] += &format!("void {prefix}second(void) {{\n{second}}}\n");
        halves[0] += &format!(
            "void {prefix}second(void);\nvoid {prefix}first(void) {{\n{first}  {prefix}second();\n}}\n"
        );
        Program { number, halves }
    }
}

/// What follows the parameters of a function.
fn ellipsis(function: &Function) -> &'static str {
    match function.style {
        Style::Variadic => ", ...",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::program;

    #[test]
    fn the_same_number_gives_the_same_program() {
        for number in 0..50 {
            assert_eq!(program(number).halves, program(number).halves);
        }
        assert_ne!(program(1).halves, program(2).halves);
    }

    /// Every shape that the table of this module tells of comes up.
    #[test]
    fn all_that_is_said_is_generated() {
        let texts: String = (0..500).flat_map(|number| program(number).halves).collect();
        for piece in [
            "va_arg(list, struct",
            "va_arg(list, long double)",
            "va_arg(list, double)",
            "_list(va_list)",
            "__attribute__((weak))",
            "__attribute__((alias(",
            "(*call)()",
            "(*call)(void)",
            "_take(",
            "_get(void)",
            " : 7;",
            "union ",
            "struct p1_r0 {",
            "_Complex float r;",
            "_Bool r;",
            "[3];",
        ] {
            assert!(texts.contains(piece), "{piece}");
        }
        assert!(
            texts.lines().any(|line| line.contains("(a0) ")),
            "a definition as of K&R"
        );
        assert!(
            texts.lines().any(|line| line.ends_with(" { };")),
            "a struct of no members"
        );
    }
}
