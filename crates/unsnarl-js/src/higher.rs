//! Words of results after the first: the variables of the module that functions leave them in.
//!
//! *Needs:* the text of a module. *Gives:* the definitions of what it names.
//! *Cost:* linear in the text.

use crate::runtime::Runtime;
use crate::tokens::{Token, tokens};
use crate::words;

/// The variables for words of results after the first, and the functions on them.
pub(crate) fn definitions(body: &str, runtime: &Runtime) -> String {
    let (used, others) = runtime.used_by(
        body,
        &["higherWords", "leaveWords"].map(str::to_owned).into(),
    );
    let mut most = 0;
    for text in [body, &used] {
        for token in tokens(text) {
            let Token::Name(name) = token else { continue };
            if let Some(number) = name.strip_prefix(words::HIGHER) {
                most = most.max(match number {
                    "" => 1,
                    number => number.parse().unwrap_or(0),
                });
            }
        }
    }
    let names: Vec<String> = (1..=most).map(words::higher).collect();
    let mut text = String::new();
    for name in &names {
        text += &format!("var {name} = 0;\n");
    }
    if others.contains("higherWords") {
        text += &format!(
            "function higherWords() {{\n  return [{}];\n}}\n",
            names.join(", ")
        );
    }
    if others.contains("leaveWords") {
        text += "function leaveWords(words) {\n";
        for (word, name) in names.iter().enumerate() {
            text += &format!("  {name} = words[{}];\n", word + 1);
        }
        text += "  return words[0];\n}\n";
    }
    text
}
