//! Which members of archives a link may need.
//!
//! *Needs:* for each file of the link, and each member of an archive, the names that it defines and
//! those that it refers to. *Gives:* [`Needed`]: what is needed once names are used.
//! *Cost:* near-linear in the names.
//! *Source:* how `wasm-ld` takes members: when something that it has refers to a name which a
//! member defines, in whatever order files are named.
//!
//! What is needed here may be more than `wasm-ld` takes, and never less: a weak reference counts, a
//! declaration that nothing refers to, every member that defines a name and not the first one
//! alone, and every word of an option. Where names cannot be told, all is needed: with
//! `--whole-archive`, and with a library of stubs, whose names want others.
//!
//! A reference that only compiling makes (`memcpy`, `__multi3`) is known when that is done. So
//! members are compiled in rounds, until no object refers to another one.

use super::line::{Line, Word};
use crate::archive;
use std::collections::{HashMap, HashSet};
use unsnarl_ir::{GlobalKind, Linkage, Module};

/// The names of a file or a member.
#[derive(Default)]
pub(super) struct Names {
    /// Those that it defines for others.
    pub(super) defined: Vec<String>,
    /// Those that it refers to.
    pub(super) used: Vec<String>,
}

/// What the linker uses by itself, where programs begin and end.
const STARTS: [&str; 6] = [
    "_start",
    "_initialize",
    "main",
    "__main_void",
    "__main_argc_argv",
    "__wasm_call_dtors",
];

/// What the object of a module may define that has no name in it: the tags of exceptions, and ways
/// to `main`.
const TAGS: [&str; 2] = ["__cpp_exception", "__c_longjmp"];
const MAINS: [&str; 4] = ["main", "__main_void", "__main_argc_argv", "__original_main"];

impl Names {
    /// Those of an object of WebAssembly; none if it is not one.
    pub(super) fn of_object(bytes: &[u8]) -> Option<Names> {
        let mut names = Names::default();
        let read = archive::each_symbol(bytes, &mut |name, is_defined| {
            let list = match is_defined {
                true => &mut names.defined,
                false => &mut names.used,
            };
            list.push(name.to_owned());
        });
        matches!(read, Ok(true)).then_some(names)
    }

    /// Those of the object that a module becomes, without what only compiling brings.
    pub(super) fn of_module(module: &Module) -> Names {
        let mut names = Names::default();
        let functions = module.functions.iter().map(|(id, function)| {
            let is_defined = function.is_definition();
            (module.function_name(id), function.linkage, is_defined)
        });
        let globals = module.globals.iter().map(|(_, global)| {
            let is_variable = matches!(global.kind, GlobalKind::Variable { .. });
            let is_defined = !is_variable || global.is_definition();
            (module.name(global.name), global.linkage, is_defined)
        });
        for (name, linkage, is_defined) in functions.chain(globals) {
            // A name that begins so is written as it is, and without that.
            let name = name.strip_prefix('\u{1}').unwrap_or(name).to_owned();
            match linkage {
                Linkage::Internal | Linkage::Private => {}
                Linkage::AvailableExternally => names.used.push(name),
                _ if is_defined => names.defined.push(name),
                _ => names.used.push(name),
            }
        }
        if names.defined.iter().any(|name| MAINS.contains(&&**name)) {
            names.defined.extend(MAINS.map(str::to_owned));
        }
        names.defined.extend(TAGS.map(str::to_owned));
        names
    }

    /// Those that the words of a line use, whatever the options are.
    pub(super) fn of_line(line: &Line) -> Names {
        let options = line.words.iter().filter_map(|word| match word {
            Word::Option(words) => Some(words),
            Word::Input(_) | Word::Library { .. } => None,
        });
        let mut used: Vec<String> = STARTS.map(str::to_owned).to_vec();
        for word in options.flatten() {
            let word = word.to_string_lossy();
            used.extend(word.split(['=', ',']).map(str::to_owned));
            // `-uNAME`, `-eNAME`, `-yNAME`
            used.extend(word.get(2..).map(str::to_owned));
        }
        Names {
            used,
            ..Names::default()
        }
    }
}

/// Tells whether a line takes all members of some archive.
pub(super) fn takes_all(line: &Line) -> bool {
    line.words.iter().any(|word| match word {
        Word::Option(words) => words.iter().any(|word| {
            let word = word.to_string_lossy();
            word.trim_start_matches('-') == "whole-archive"
        }),
        Word::Input(_) | Word::Library { .. } => false,
    })
}

/// Members, and which of them are needed.
#[derive(Default)]
pub(super) struct Needed {
    /// By name: the members that define it.
    definers: HashMap<String, Vec<usize>>,
    /// By member: what it uses, until it is needed.
    uses: Vec<Vec<String>>,
    is_needed: Vec<bool>,
    used: HashSet<String>,
}

impl Needed {
    /// Adds a member that is needed as soon as a name that it defines is used; gives its number.
    pub(super) fn add(&mut self, names: Names) -> usize {
        let member = self.uses.len();
        for name in names.defined {
            self.definers.entry(name).or_default().push(member);
        }
        self.uses.push(names.used);
        self.is_needed.push(false);
        member
    }

    /// Says that names are used.
    pub(super) fn use_all(&mut self, names: Vec<String>) {
        let mut left = names;
        while let Some(name) = left.pop() {
            if self.used.contains(&name) {
                continue;
            }
            for &member in self.definers.get(&name).into_iter().flatten() {
                if !std::mem::replace(&mut self.is_needed[member], true) {
                    left.append(&mut self.uses[member]);
                }
            }
            self.used.insert(name);
        }
    }

    /// Says that all members are needed.
    pub(super) fn use_everything(&mut self) {
        self.is_needed.fill(true);
    }

    /// Tells whether a member is needed, as far as it is known what is used.
    pub(super) fn has(&self, member: usize) -> bool {
        self.is_needed[member]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsString;

    fn names(defined: &str, used: &str) -> Names {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        Names {
            defined: words(defined),
            used: words(used),
        }
    }

    #[track_caller]
    fn check(members: &[(&str, &str)], used: &str, expected: &[usize]) {
        let mut needed = Needed::default();
        let numbers: Vec<usize> = members
            .iter()
            .map(|(defined, used)| needed.add(names(defined, used)))
            .collect();
        needed.use_all(names("", used).used);
        let found: Vec<usize> = numbers.into_iter().filter(|&one| needed.has(one)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_member_is_needed_if_a_name_of_it_is_used() {
        check(&[("f", ""), ("g", "")], "f", &[0]);
        check(&[("f", "g"), ("g h", "f"), ("i", "j")], "f", &[0, 1]);
        check(&[("f", ""), ("f", ""), ("g", "f")], "f", &[0, 1]);
        check(&[("f", "g")], "g h", &[]);
    }

    #[test]
    fn words_of_options_are_names() {
        let words = "--export=f -u g -uh --wrap=i,j --defsym=k=l x.o -lm";
        let line = Line::read(words.split_whitespace().map(OsString::from).collect());
        let used = Names::of_line(&line).used;
        for name in ["f", "g", "h", "i", "j", "l", "_start"] {
            assert!(used.iter().any(|used| used == name), "{name}");
        }
        assert!(!takes_all(&line));
        let line = Line::read(vec!["--whole-archive".into()]);
        assert!(takes_all(&line));
    }

    #[test]
    fn a_module_defines_and_uses_names() {
        let text = "declare void @d()\ndefine void @f() { ret void }\n\
                    define internal void @i() { ret void }\n@g = external global i32\n\
                    @h = global i32 0\n@a = alias void (), ptr @f\n\
                    define available_externally void @v() { ret void }\n";
        let module = unsnarl_llvm::read(text).expect("the text is right");
        let names = Names::of_module(&module);
        let own: Vec<&str> = names.defined.iter().map(String::as_str).collect();
        assert_eq!(own[..own.len() - TAGS.len()], ["f", "h", "a"]);
        assert_eq!(names.used, ["d", "v", "g"]);
    }
}
