//! What things are called in the text.
//!
//! *Needs:* the names of the source, which may be any text. *Gives:* identifiers of JavaScript that
//! are no reserved words, no two alike where they could meet.
//! *Cost:* linear in the names.

use std::collections::HashSet;

/// Words that no variable can have, and names of the language that the text uses.
const RESERVED: &[&str] = &[
    "arguments",
    "async",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "const",
    "continue",
    "debugger",
    "default",
    "delete",
    "do",
    "else",
    "enum",
    "eval",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "from",
    "function",
    "get",
    "if",
    "implements",
    "import",
    "in",
    "instanceof",
    "interface",
    "let",
    "new",
    "null",
    "of",
    "package",
    "private",
    "protected",
    "public",
    "return",
    "set",
    "static",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "undefined",
    "var",
    "void",
    "while",
    "with",
    "yield",
    "NaN",
    "Infinity",
    "Math",
    "Array",
    "ArrayBuffer",
    "Atomics",
    "BigInt",
    "BigInt64Array",
    "DataView",
    "Error",
    "Float32Array",
    "Float64Array",
    "Int8Array",
    "Int16Array",
    "Int32Array",
    "Map",
    "Number",
    "Object",
    "RangeError",
    "SharedArrayBuffer",
    "String",
    "Symbol",
    "TextDecoder",
    "TextEncoder",
    "TypeError",
    "Uint8Array",
    "Uint16Array",
    "Uint32Array",
    "WeakMap",
    "WebAssembly",
    "console",
    "crypto",
    "globalThis",
    "process",
    "performance",
    "Date",
    "Proxy",
    "Reflect",
    "Promise",
    "Set",
    "InternalError",
];

/// The most characters of a name that is taken from the source.
const LONGEST: usize = 40;

/// Names that are taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taken {
    names: HashSet<String>,
}

impl Taken {
    /// The words that no name may be.
    pub(crate) fn reserved() -> Taken {
        Taken {
            names: RESERVED.iter().map(|word| (*word).to_owned()).collect(),
        }
    }

    /// Takes a name that is not excluded, or one with a number behind it.
    pub(crate) fn take_unless(&mut self, wanted: &str, excluded: impl Fn(&str) -> bool) -> String {
        let mut name = identifier(wanted);
        if self.names.contains(&name) || excluded(&name) {
            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
            let stem = format!("{}_", stem.trim_end_matches('_'));
            let mut number = 1_u32;
            loop {
                name = format!("{stem}{number}");
                if !self.names.contains(&name) && !excluded(&name) {
                    break;
                }
                number += 1;
            }
        }
        self.names.insert(name.clone());
        name
    }

    /// Takes a name.
    pub(crate) fn take(&mut self, name: &str) {
        self.names.insert(name.to_owned());
    }

    /// Tells whether a name is taken.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }
}

/// A text as an identifier: what no identifier can have is an underscore.
fn identifier(text: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || c == '$' {
            c
        } else {
            '_'
        }
    };
    let mut name: String = text.chars().take(LONGEST).map(plain).collect();
    if name
        .chars()
        .next()
        .is_none_or(|first| first.is_ascii_digit())
    {
        name.insert(0, '_');
    }
    name
}

/// A text as a string literal.
pub(crate) fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => literal.extend(['\\', c]),
            '\n' => literal.push_str("\\n"),
            c if c == ' ' || c.is_ascii_graphic() || c.is_alphanumeric() => literal.push(c),
            // Others may end lines, or change the order in which an editor shows them.
            c if c as u32 > 0xffff => literal.push_str(&format!("\\u{{{:x}}}", c as u32)),
            c => literal.push_str(&format!("\\u{:04x}", c as u32)),
        }
    }
    literal.push('"');
    literal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_identifiers_and_no_two_alike() {
        let mut taken = Taken::reserved();
        let mut check = |name, expected| assert_eq!(taken.take_unless(name, |_| false), expected);
        check("main", "main");
        check("main", "main_1");
        check("main", "main_2");
        check("class", "class_1");
        check("std::vec<int>", "std__vec_int_");
        check("7", "_7");
        check("", "_");
        check("", "_1");
        check("caf\u{e9}", "caf_");
    }

    #[test]
    fn literals_have_no_character_that_ends_them() {
        assert_eq!(quoted("a\"b\\c\n\u{2028}\0"), r#""a\"b\\c\n\u2028\u0000""#);
    }
}
