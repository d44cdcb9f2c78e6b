//! Words of results after the first: the variables of the module that functions leave them in.
//!
//! *Needs:* the names in the text of a module. *Gives:* the definitions of those.
//! *Cost:* linear in the names.

use std::collections::HashSet;

use crate::runtime::Runtime;
use crate::tokens::names;
use crate::words;

/// The variables for words of results after the first, and the functions on them.
pub(crate) fn definitions(named: &HashSet<&str>, runtime: &Runtime) -> String {
    let (used, others) = runtime.used_by(
        named,
        &["higherWords", "leaveWords"].map(str::to_owned).into(),
    );
    let all = named.iter().copied().chain(names(&used));
    let numbers = all.filter_map(|name| name.strip_prefix(words::HIGHER));
    let numbers = numbers.map(|number| match number {
        "" => 1,
        number => number.parse().unwrap_or(0),
    });
    let most = numbers.max().unwrap_or(0);
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
