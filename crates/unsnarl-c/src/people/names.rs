//! Identifiers of C.
//!
//! *Gives:* [`identifier`], and [`Names`], in which each is given once.
//! *Cost:* near-linear in the names.

use foldhash::{HashMap, HashSet};

/// Words that are no names of variables: keywords, and what the text uses itself.
const WORDS: &[&str] = &[
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Bool",
    "_Complex",
    "_Generic",
    "_Imaginary",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "alignas",
    "alignof",
    "asm",
    "auto",
    "bool",
    "break",
    "case",
    "char",
    "const",
    "constexpr",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "false",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "label",
    "linux",
    "long",
    "NULL",
    "nullptr",
    "offsetof",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "struct",
    "switch",
    "thread_local",
    "true",
    "typedef",
    "typeof",
    "union",
    "unix",
    "unsigned",
    "va_arg",
    "va_copy",
    "va_end",
    "va_list",
    "va_start",
    "void",
    "volatile",
    "while",
];

/// A name with nothing but letters, digits and `_`, that does not begin with a digit.
pub(super) fn identifier(name: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut text: String = name
        .trim_start_matches(['%', '.'])
        .chars()
        .map(|c| if is_word(c) { c } else { '_' })
        .collect();
    if text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit()) {
        text.insert(0, 'v');
    }
    text
}

/// The tag of a struct or union: an identifier that is none of compilers' own.
pub(super) fn tag(name: &str) -> String {
    let own = identifier(name);
    match own == "__va_list_tag" {
        true => String::from("va_list_tag"),
        false => own,
    }
}

/// Tells whether a name may begin one of the text's own, or of a compiler's.
fn begins_reserved(name: &str) -> bool {
    ["goto_", "again_", "any_", "ir_", "__"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// Tells whether a name is a keyword, or may be one of the text's own types or variables of
/// control.
fn is_reserved(name: &str) -> bool {
    let numbered = |prefix: &str| {
        let digits = name.strip_prefix(prefix).unwrap_or_default();
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    WORDS.contains(&name)
        || numbered("d")
        || numbered("f")
        || name.ends_with("_t")
        || is_limit(name)
        || is_vector(name)
}

/// Tells whether a name may be one of the macros of `stdint.h`.
fn is_limit(name: &str) -> bool {
    let types = [
        "INT",
        "UINT",
        "PTRDIFF",
        "SIG_ATOMIC",
        "SIZE",
        "WCHAR",
        "WINT",
    ];
    let ends = ["_MAX", "_MIN", "_C", "_WIDTH"];
    types.iter().any(|own| name.starts_with(own)) && ends.iter().any(|own| name.ends_with(own))
}

/// Tells whether a name may be that of a type of vectors: `uint32x4`, `double8x2`.
fn is_vector(name: &str) -> bool {
    let types = [
        "int", "uint", "float", "double", "long", "char", "short", "uintptr",
    ];
    let rest = types.iter().find_map(|own| name.strip_prefix(own));
    rest.and_then(|rest| rest.rsplit_once('x'))
        .is_some_and(|(_, count)| !count.is_empty() && count.bytes().all(|c| c.is_ascii_digit()))
}

/// Identifiers, each given once.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    taken: HashSet<String>,
    next: HashMap<String, u32>,
}

impl Names {
    /// Tells whether no one has this name.
    pub(super) fn is_free(&self, name: &str) -> bool {
        !self.taken.contains(name)
    }

    /// An identifier as like this name as can be.
    pub(super) fn unique(&mut self, name: &str, is_free: impl Fn(&str) -> bool) -> String {
        let mut wanted = identifier(name);
        if begins_reserved(&wanted) {
            wanted.insert(0, 'v');
        }
        self.given(wanted, is_free)
    }

    /// An identifier as like the name of a symbol as can be. That one may begin as those of
    /// compilers do.
    pub(super) fn symbol(&mut self, name: &str) -> String {
        match name.starts_with("__") && identifier(name) == name {
            true => self.given(name.to_owned(), |_| true),
            false => self.unique(name, |_| true),
        }
    }

    /// An identifier as like the name of a member of a struct as can be.
    pub(super) fn member(&mut self, name: &str) -> String {
        let mut text = identifier(name);
        while WORDS.contains(&text.as_str()) || is_limit(&text) || !self.taken.insert(text.clone())
        {
            text.push('_');
        }
        text
    }

    /// Takes a name as it is, before all others.
    pub(super) fn fixed(&mut self, name: &str) -> String {
        self.taken.insert(name.to_owned());
        name.to_owned()
    }

    fn given(&mut self, wanted: String, is_free: impl Fn(&str) -> bool) -> String {
        let mut text = wanted.clone();
        while is_reserved(&text) || self.taken.contains(&text) || !is_free(&text) {
            let number = self.next.entry(wanted.clone()).or_insert(0);
            *number += 1;
            text = format!("{wanted}_{number}");
        }
        self.taken.insert(text.clone());
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_identifiers() {
        for (name, text) in [
            ("x", "x"),
            ("%12", "v12"),
            (".str.3", "str_3"),
            ("a.addr", "a_addr"),
            ("naïve", "na_ve"),
            ("", "v"),
        ] {
            assert_eq!(identifier(name), text);
        }
    }

    #[test]
    fn an_identifier_is_given_once() {
        let mut names = Names::default();
        let mut unique = |name| names.unique(name, |text| text != "main");
        assert_eq!(unique("x"), "x");
        assert_eq!(unique("x"), "x_1");
        assert_eq!(unique("x.1"), "x_1_1");
        assert_eq!(unique("int"), "int_1");
        assert_eq!(unique("d3"), "d3_1");
        assert_eq!(unique("size_t"), "size_t_1");
        assert_eq!(unique("main"), "main_1");
        assert_eq!(unique("__any"), "v__any");
        assert_eq!(unique("ir_x"), "vir_x");
    }
}
