//! Forms in the pseudocode that `unsnarl structure` prints.
//!
//! *Needs:* its text, function by function. *Gives:* [`Functions`]. *Cost:* O(text).

use super::counts::{Counts, Functions};
use std::collections::BTreeMap;

/// Counts the forms of each function.
pub(super) fn functions(text: &str) -> Functions {
    let mut functions = Functions::new();
    let mut name = String::new();
    for line in text.lines() {
        if is_head(line) {
            name = name_of(line).to_owned();
            functions.entry(name.clone()).or_default().functions = 1;
        } else if let Some(counts) = functions.get_mut(&name) {
            add(counts, line.trim());
        }
    }
    functions
}

/// The loops of each function, in order: whether each one has a condition.
pub(super) fn loops(text: &str) -> BTreeMap<String, Vec<bool>> {
    let mut loops: BTreeMap<String, Vec<bool>> = BTreeMap::new();
    let mut name = String::new();
    for line in text.lines() {
        if is_head(line) {
            name = name_of(line).to_owned();
            loops.entry(name.clone()).or_default();
        } else if let Some(own) = loops.get_mut(&name) {
            let code = without_texts(line.trim());
            let head = without_label(&code);
            let opened = head
                .split([' ', ';'])
                .next()
                .filter(|_| head.ends_with('{'));
            match opened {
                Some("while" | "do") => own.push(true),
                Some("for") => own.push(!is_endless(head)),
                Some("loop") => own.push(false),
                _ => {}
            }
        }
    }
    loops
}

/// Tells whether a line begins a function.
fn is_head(line: &str) -> bool {
    !line.starts_with([' ', '}']) && line.ends_with(" {")
}

/// Tells whether `for (a; b; c)` is without `b`.
fn is_endless(head: &str) -> bool {
    head.contains("; ;") || head.contains(";;")
}

/// The name before the parameters.
pub(super) fn name_of(signature: &str) -> &str {
    let head = signature.split('(').next().unwrap_or_default();
    let name = head.rsplit([' ', '*']).next();
    name.unwrap_or_default()
}

fn add(counts: &mut Counts, line: &str) {
    let code = without_texts(line);
    let head = without_label(&code);
    let opens = head.ends_with('{');
    match head.split([' ', ';']).next().unwrap_or_default() {
        "while" if opens => counts.while_loops += 1,
        "for" if opens => counts.for_loops += 1,
        "do" if opens => counts.do_loops += 1,
        "loop" if opens => counts.other_loops += 1,
        "switch" if opens => counts.switches += 1,
        "break" => counts.breaks += 1,
        "continue" => counts.continues += 1,
        _ => {}
    }
    let has_condition = match head.split(' ').next() {
        Some("while") => opens,
        Some("for") => opens && !is_endless(head),
        _ => head.starts_with("} while "),
    };
    counts.conditions += usize::from(has_condition);
    counts.circuits += code.matches(" && ").count() + code.matches(" || ").count();
}

/// `while …` of `l0: while …`.
fn without_label(code: &str) -> &str {
    match code.split_once(": ") {
        Some((label, rest)) if is_label(label) => rest,
        _ => code,
    }
}

fn is_label(word: &str) -> bool {
    let digits = word.strip_prefix('l').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A line without what is in quotes, and without its remark.
fn without_texts(line: &str) -> String {
    let mut code = String::new();
    let mut is_text = false;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' if is_text => drop(chars.next()),
            '"' => is_text = !is_text,
            _ if is_text => {}
            _ => code.push(c),
        }
    }
    let is_for = without_label(&code).starts_with("for ");
    let end = code.find(" ; ").filter(|_| !is_for);
    code.truncate(end.unwrap_or(code.len()));
    code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_counted_by_function() {
        let text = "int f(char *p) {\n  l0: while *p == 32 || *p == 9 {\n    p = p + 1 ; line 3\n  }\n  \
                    do {\n    g(\" && \\\" || \")\n    break l0 ; -> b3\n  } while a && b\n  \
                    loop {\n    continue\n  }\n  \
                    l1: for ; i != n; i = i + 1 {\n  }\n  return\n}\n\nchar *g(ptr %0) {\n  \
                    switch x {\n    case 1:\n      return\n  }\n}\n";
        let functions = super::functions(text);
        let names: Vec<&String> = functions.keys().collect();
        assert_eq!(names, ["f", "g"]);
        let f = Counts {
            functions: 1,
            while_loops: 1,
            for_loops: 1,
            do_loops: 1,
            other_loops: 1,
            conditions: 3,
            circuits: 2,
            breaks: 1,
            continues: 1,
            ..Counts::default()
        };
        assert_eq!(functions["f"], f);
        assert_eq!(functions["g"].switches, 1);
        let loops = loops(text);
        assert_eq!(loops["f"], [true, true, false, true]);
        assert!(loops["g"].is_empty());
    }
}
