//! The command line, with the meaning of each argument.
//!
//! *Needs:* the words, with files of arguments expanded and the driver's own options removed.
//! *Gives:* [`Line`].
//! *Limits:* options of other targets that take three words are not known.

use super::options::{Role, role, takes_next};
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// A command line.
pub(super) struct Line {
    /// Everything on it, in order.
    pub(super) arguments: Vec<Argument>,
}

/// An option with its value, or an input.
pub(super) struct Argument {
    /// As it came: one word, or two if the value is a word of its own.
    pub(super) words: Vec<OsString>,
    pub(super) meaning: Meaning,
}

/// What an argument is.
pub(super) enum Meaning {
    Input(Input),
    /// An option, and its value if it has one that matters.
    Option(Role, Option<OsString>),
}

/// An input.
pub(super) struct Input {
    pub(super) path: OsString,
    /// Its language by `-x`, if given.
    pub(super) language: Option<OsString>,
    pub(super) kind: Kind,
}

/// What is done with an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Clang makes IR of it.
    Source,
    /// Clang makes a precompiled header or module of it.
    Header,
    /// It would have to be assembled.
    Assembly,
    /// The linker takes it.
    Linker,
}

/// The last step of a command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Clang does all of it.
    Clang,
    Text,
    Object,
    Link,
}

/// Options of clang's inner compiler by which it writes something else than code.
const OTHER_OUTPUTS: [&str; 5] = [
    "-ast-print",
    "-emit-html",
    "-rewrite-macros",
    "-rewrite-objc",
    "-rewrite-test",
];

impl Line {
    /// Classifies each word.
    pub(super) fn read(words: Vec<OsString>) -> Line {
        let mut reader = Reader {
            words: words.into_iter(),
            language: None,
            only_inputs: false,
        };
        let mut arguments = Vec::new();
        while let Some(word) = reader.words.next() {
            arguments.extend(reader.argument(word));
        }
        Line { arguments }
    }

    /// All inputs, in order.
    pub(super) fn inputs(&self) -> impl Iterator<Item = &Input> {
        self.arguments.iter().filter_map(Argument::input)
    }

    /// The inputs of a kind.
    pub(super) fn inputs_of(&self, kind: Kind) -> impl Iterator<Item = &Input> {
        self.inputs().filter(move |input| input.kind == kind)
    }

    /// Tells whether an option of a role is there.
    pub(super) fn has(&self, wanted: Role) -> bool {
        self.arguments
            .iter()
            .any(|argument| argument.role() == Some(wanted))
    }

    /// The value of the last option of a role.
    pub(super) fn last(&self, wanted: Role) -> Option<&OsStr> {
        let mut found = self.arguments.iter().rev();
        found.find_map(|argument| match &argument.meaning {
            Meaning::Option(role, Some(value)) if *role == wanted => Some(value.as_os_str()),
            _ => None,
        })
    }

    /// Tells whether an option begins with this.
    pub(super) fn starts_with(&self, start: &str) -> bool {
        self.options().any(|option| option.starts_with(start))
    }

    /// The values of all options of this name, joined to it by `=` or in the next word.
    pub(super) fn values<'l>(&'l self, name: &'l str) -> impl Iterator<Item = &'l str> {
        let options = self
            .arguments
            .iter()
            .filter(|argument| argument.input().is_none());
        options.filter_map(move |argument| {
            let rest = argument.words[0].to_str()?.strip_prefix(name)?;
            match rest {
                "" => argument.words.get(1)?.to_str(),
                _ => rest.strip_prefix('='),
            }
        })
    }

    /// Tells whether code is made of some source.
    pub(super) fn compiles(&self) -> bool {
        let makes_code = self.end() != End::Clang || self.is_left_to_link();
        makes_code && self.inputs_of(Kind::Source).next().is_some()
    }

    /// Tells whether objects are bitcode, of which code is made at link time.
    pub(super) fn has_link_time_code(&self) -> bool {
        let mut about = self.arguments.iter().rev();
        let last = about.find(|argument| argument.role() == Some(Role::LinkTime));
        last.is_some_and(|argument| argument.words[0] != "-fno-lto")
    }

    /// Tells whether the command ends with such an object.
    pub(super) fn is_left_to_link(&self) -> bool {
        let ends_early = [Role::Object, Role::Text]
            .iter()
            .any(|&role| self.has(role));
        self.has_link_time_code() && ends_early && !self.has(Role::Clang)
    }

    /// All options that are text, without the values that are words of their own.
    pub(super) fn options(&self) -> impl DoubleEndedIterator<Item = &str> {
        let options = self
            .arguments
            .iter()
            .filter(|argument| argument.input().is_none());
        options.filter_map(|argument| argument.words[0].to_str())
    }

    /// Tells whether the plan is only to be shown.
    pub(super) fn shows_plan(&self) -> bool {
        self.has(Role::Show)
    }

    /// The last step. As for clang, the option that ends earliest counts.
    pub(super) fn end(&self) -> End {
        if self.last(Role::Mode).is_some_and(|mode| mode == "cpp") {
            return End::Clang;
        }
        let mut inner = self.values("-Xclang");
        if self.is_left_to_link() || inner.any(|option| OTHER_OUTPUTS.contains(&option)) {
            return End::Clang;
        }
        let ends = [
            (Role::Clang, End::Clang),
            (Role::Text, End::Text),
            (Role::Object, End::Object),
        ];
        let found = ends.into_iter().find(|&(role, _)| self.has(role));
        found.map_or(End::Link, |(_, end)| end)
    }
}

impl Input {
    /// Tells whether it is a module of C++, of which clang makes a precompiled one first.
    pub(super) fn is_module(&self) -> bool {
        let ending = Path::new(&self.path).extension().and_then(OsStr::to_str);
        match &self.language {
            Some(language) => language.to_string_lossy().starts_with("c++-module"),
            None => matches!(ending, Some("cppm" | "ccm" | "cxxm" | "c++m" | "iim")),
        }
    }
}

impl Argument {
    pub(super) fn input(&self) -> Option<&Input> {
        match &self.meaning {
            Meaning::Input(input) => Some(input),
            Meaning::Option(..) => None,
        }
    }

    pub(super) fn role(&self) -> Option<Role> {
        match self.meaning {
            Meaning::Input(_) => None,
            Meaning::Option(role, _) => Some(role),
        }
    }
}

struct Reader {
    words: std::vec::IntoIter<OsString>,
    /// The value of the last `-x`.
    language: Option<OsString>,
    /// After `--`.
    only_inputs: bool,
}

impl Reader {
    fn argument(&mut self, word: OsString) -> Option<Argument> {
        let text = word.to_string_lossy().into_owned();
        if self.only_inputs || text == "-" || !text.starts_with('-') {
            return Some(self.input(word));
        }
        let (role, joined) = role(&text);
        if role == Role::Rest {
            self.only_inputs = true;
            return None;
        }
        let mut value = joined.map(OsString::from);
        let mut words = vec![word];
        if takes_next(&text)
            && let Some(next) = self.words.next()
        {
            value = Some(next.clone());
            words.push(next);
        }
        if role == Role::Language {
            self.language = value.clone().filter(|language| language != "none");
        }
        let role = of_preprocessor(&text).unwrap_or(role);
        let meaning = Meaning::Option(role, value);
        Some(Argument { words, meaning })
    }

    fn input(&self, word: OsString) -> Argument {
        let kind = match &self.language {
            Some(language) => kind_of_language(&language.to_string_lossy()),
            None => kind_of_path(Path::new(&word)),
        };
        // After `--` a name may look like an option, and the commands made of this line have no
        // `--`.
        let looks_like_option = word != "-" && word.to_string_lossy().starts_with('-');
        let mut path = OsString::from(if looks_like_option { "./" } else { "" });
        path.push(&word);
        let input = Input {
            path: path.clone(),
            language: self.language.clone(),
            kind,
        };
        Argument {
            words: vec![path],
            meaning: Meaning::Input(input),
        }
    }
}

/// `-Wp,-MD,file` and its like, which clang reads as `-MD -MF file`; with more after it, it reads
/// `-MD`.
fn of_preprocessor(option: &str) -> Option<Role> {
    let mut parts = option.strip_prefix("-Wp,")?.split(',');
    let asks = parts.by_ref().any(|part| part == "-MD" || part == "-MMD");
    let role = match parts.count() {
        1 => Role::DependenciesInFile,
        _ => Role::Dependencies,
    };
    asks.then_some(role)
}

fn kind_of_language(language: &str) -> Kind {
    match language {
        "assembler" | "assembler-with-cpp" => Kind::Assembly,
        "pcm" => Kind::Source,
        _ if language.ends_with("-header")
            || language.ends_with("-header-cpp-output")
            || language.ends_with("-header-unit") =>
        {
            Kind::Header
        }
        _ => Kind::Source,
    }
}

/// As clang does it, by the ending of the name; what has no known ending goes to the linker.
fn kind_of_path(path: &Path) -> Kind {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    match ending {
        "c" | "i" | "cc" | "CC" | "cp" | "cpp" | "CPP" | "cxx" | "CXX" | "c++" | "C++" | "C"
        | "ii" | "m" | "mi" | "mm" | "M" | "mii" | "ll" | "bc" | "cl" | "clcpp" | "cu" | "cui"
        | "hip" | "hipi" | "rs" | "ast" | "pcm" | "cppm" | "ccm" | "cxxm" | "c++m" | "iim"
        | "hlsl" => Kind::Source,
        "h" | "H" | "hh" | "hp" | "hpp" | "hxx" | "pch" | "gch" | "iih" => Kind::Header,
        "s" | "S" | "asm" => Kind::Assembly,
        _ if path == Path::new("-") => Kind::Source,
        _ => Kind::Linker,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read of a command line: a word for each argument, and how it ends.
    #[track_caller]
    fn check(line: &str, expected: &str, end: End) {
        let words = line.split_whitespace().map(OsString::from).collect();
        let line = Line::read(words);
        let shown: Vec<String> = line.arguments.iter().map(show).collect();
        assert_eq!(shown.join(" "), expected);
        assert_eq!(line.end(), end);
    }

    fn show(argument: &Argument) -> String {
        match &argument.meaning {
            Meaning::Input(input) => match &input.language {
                None => format!("{:?}({})", input.kind, input.path.display()),
                Some(language) => {
                    format!(
                        "{:?}({}, {})",
                        input.kind,
                        input.path.display(),
                        language.display()
                    )
                }
            },
            Meaning::Option(Role::Other, _) => {
                let words: Vec<_> = argument
                    .words
                    .iter()
                    .map(|word| word.to_string_lossy())
                    .collect();
                words.join("_")
            }
            Meaning::Option(role, None) => format!("{role:?}"),
            Meaning::Option(role, Some(value)) => format!("{role:?}={}", value.display()),
        }
    }

    #[test]
    fn every_argument_is_told_what_it_is() {
        check(
            "-c x.c -o x.o",
            "Object Source(x.c) Output=x.o",
            End::Object,
        );
        check(
            "-c -I inc -Iinc -D A=1 x.c",
            "Object -I_inc -Iinc -D_A=1 Source(x.c)",
            End::Object,
        );
        check(
            "-MD -MF x.d -MTx.o",
            "Dependencies DependencyFile=x.d DependencyTarget=x.o",
            End::Link,
        );
        check(
            "-Wp,-MMD,x.d -Wp,-MD,x.d,-MT,t -Wp,-MD -Wp,-DX",
            "DependenciesInFile Dependencies Dependencies -Wp,-DX",
            End::Link,
        );
        check(
            "x.o libx.a -lm -Wl,-z,x y.so.1",
            "Linker(x.o) Linker(libx.a) -lm -Wl,-z,x Linker(y.so.1)",
            End::Link,
        );
        check(
            "-S x.s -c y.S",
            "Text Assembly(x.s) Object Assembly(y.S)",
            End::Text,
        );
        check("-E -c x.h", "Clang Object Header(x.h)", End::Clang);
        check(
            "-x c a -xc++ b -x none d.c",
            "Language=c Source(a, c) Language=c++ Source(b, c++) Language=none Source(d.c)",
            End::Link,
        );
        check(
            "-x assembler-with-cpp a -x c-header b",
            "Language=assembler-with-cpp Assembly(a, assembler-with-cpp) Language=c-header Header(b, c-header)",
            End::Link,
        );
        check(
            "-O2 -flto=thin -Xclang -c -c",
            "Optimization=2 LinkTime=thin -Xclang_-c Object",
            End::Clang,
        );
        check(
            "-c -- -x.c y.c",
            "Object Source(./-x.c) Source(y.c)",
            End::Object,
        );
        check("-xc - -o -", "Language=c Source(-, c) Output=-", End::Link);
        check("-o", "Output", End::Link);
        check("-print-prog-name=ld", "Clang=prog-name=ld", End::Clang);
        check(
            "x.cppm x.C x.h++ x.tcc x.H --driver-mode=g++",
            "Source(x.cppm) Source(x.C) Linker(x.h++) Linker(x.tcc) Header(x.H) Mode=g++",
            End::Link,
        );
        check(
            "-c x.c --driver-mode=cpp",
            "Object Source(x.c) Mode=cpp",
            End::Clang,
        );
        check(
            "x.ll y.bc noending",
            "Source(x.ll) Source(y.bc) Linker(noending)",
            End::Link,
        );
    }
}
