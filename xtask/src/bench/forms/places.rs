//! What has become of each loop of the source.
//!
//! *Needs:* LLVM IR as text with debug information, our pseudocode of it, and the programs that
//! this writes out, as JSON.
//! *Gives:* [`Fates`]: of each loop of the source that is left, how many loops of ours are copies
//! of it, and how many of those have a condition.
//! *Cost:* O(text · log).
//!
//! clang says at the branch back to the header of a loop where the loop begins in the source, and
//! copies of the loop say the same. The loops of the pseudocode are those of the program, in the
//! same order; each begins with its header.
//!
//! *Limits:* loops that are made of `goto` have no such note. Whether a loop has a condition in the
//! source is read from the line on which it begins: one that begins in a macro, or with `do`,
//! counts as one that has.

use super::counts::percent;
use super::notes::{Notes, Sources, label_of, name_of, number};
use super::pseudocode::loops;
use crate::error::Error;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

/// A loop of the source: its file, line and column.
type Start = (PathBuf, usize, usize);

/// What has become of the loops of the source.
#[derive(Default)]
pub(super) struct Fates {
    copies: BTreeMap<Start, Copies>,
    /// The loops of ours of which nothing says where they begin.
    placeless: usize,
}

/// The loops of ours that are copies of one.
#[derive(Clone, Copy, Default)]
struct Copies {
    all: usize,
    with_condition: usize,
}

impl Fates {
    pub(super) const HEAD: &str = "| program | loops of the source that are left | with a condition there | of these, ours with one in each copy | in some | of the copies, in the mean | loops of ours without a place |\n|---|--:|--:|--:|--:|--:|--:|";

    /// Adds the loops of a module: its text, our pseudocode, and our programs as JSON.
    pub(super) fn add(&mut self, ir: &str, text: &str, programs: &str) -> Result<(), Error> {
        let starts = starts(ir);
        let conditions = loops(text);
        let json: Value =
            serde_json::from_str(programs).map_err(|error| wrong(error.to_string()))?;
        for function in json["functions"].as_array().into_iter().flatten() {
            let name = function["name"].as_str().unwrap_or_default();
            let loops = loops_of(&function["program"]);
            let own = conditions.get(name).map_or(&[][..], Vec::as_slice);
            if loops.len() != own.len() {
                let (theirs, own) = (loops.len(), own.len());
                let difference = format!("{name} has {theirs} loops, and {own} in pseudocode");
                return Err(wrong(difference));
            }
            for (one, &has_condition) in loops.iter().zip(own) {
                // A branch may also lead from one loop to the header of the next.
                let branches = starts.get(&(name, one.header)).into_iter().flatten();
                let mut inside = branches.filter(|(block, _)| one.blocks.contains(block));
                let Some((_, start)) = inside.next() else {
                    self.placeless += 1;
                    continue;
                };
                let copies = self.copies.entry(start.clone()).or_default();
                copies.all += 1;
                copies.with_condition += usize::from(has_condition);
            }
        }
        Ok(())
    }

    /// The cells of a row behind its name.
    pub(super) fn cells(&self) -> String {
        let mut sources = Sources::default();
        let mut asks = |(path, line, column): &Start| {
            let text = sources.at(path, *line, *column);
            !is_endless(text)
        };
        let asking = self.copies.iter().filter(|(start, _)| asks(start));
        let asking: Vec<&Copies> = asking.map(|(_, copies)| copies).collect();
        let number_of = |is: fn(&Copies) -> bool| {
            let number = asking.iter().filter(|copies| is(copies)).count();
            format!("{number} ({})", percent(number, asking.len()))
        };
        let shares = asking.iter();
        let shares = shares.map(|copies| copies.with_condition as f64 / copies.all as f64);
        format!(
            "{} | {} | {} | {} | {:.1} % | {}",
            self.copies.len(),
            asking.len(),
            number_of(|copies| copies.with_condition == copies.all),
            number_of(|copies| copies.with_condition > 0),
            100.0 * shares.sum::<f64>() / asking.len() as f64,
            self.placeless
        )
    }
}

/// Tells whether a loop that begins with this text has no condition.
fn is_endless(text: &str) -> bool {
    let dense: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    match dense.strip_prefix("for(") {
        Some(head) => head
            .split_once(';')
            .is_some_and(|(_, rest)| rest.starts_with(';')),
        None => dense.starts_with("while(1)") || dense.starts_with("while(true)"),
    }
}

fn wrong(difference: String) -> Error {
    Error::WrongOutput {
        command: "unsnarl structure --emit json".to_owned(),
        difference,
    }
}

/// A loop of a program.
#[derive(Default)]
struct Loop<'t> {
    header: &'t str,
    blocks: HashSet<&'t str>,
}

/// The loops of a program, in the order in which they begin.
fn loops_of(program: &Value) -> Vec<Loop<'_>> {
    let mut loops: Vec<Loop> = Vec::new();
    // The open brackets: of a loop its number.
    let mut open: Vec<Option<usize>> = Vec::new();
    for step in program.as_array().into_iter().flatten() {
        if step.get("loop").is_some() {
            open.push(Some(loops.len()));
            loops.push(Loop::default());
        } else if ["block", "if", "switch", "dispatch"]
            .iter()
            .any(|key| step.get(key).is_some())
        {
            open.push(None);
        } else if step.get("end").is_some() {
            open.pop();
        } else if let Some(block) = step["run"].as_str() {
            for &number in open.iter().flatten() {
                let own = &mut loops[number];
                if own.blocks.is_empty() {
                    own.header = block;
                }
                own.blocks.insert(block);
            }
        }
    }
    loops
}

/// Of functions and blocks the branches that lead there, and are noted as that of a loop: their
/// blocks, and where the loop begins.
type Starts<'t> = HashMap<(&'t str, &'t str), Vec<(&'t str, Start)>>;

fn starts(ir: &str) -> Starts<'_> {
    let notes = Notes::read(ir);
    let mut starts = Starts::new();
    let (mut function, mut block) = ("", "");
    for line in ir.lines() {
        if let Some(head) = line.strip_prefix("define ") {
            (function, block) = (name_of(head), "");
        }
        block = label_of(line).unwrap_or(block);
        let Some((branch, note)) = line.split_once("!llvm.loop !") else {
            continue;
        };
        let place = notes.start_of_loop(number(note));
        let Some((place, path)) = place.and_then(|place| Some((place, notes.path(&place.scope)?)))
        else {
            continue;
        };
        for target in branch.split("label %").skip(1) {
            let target = target.split([',', ' ', ']']).next().unwrap_or(target);
            let start = (path.clone(), place.line, place.column);
            let all = starts.entry((function, target)).or_default();
            all.push((block, start));
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    const IR: &str = "\
define i32 @f(i32 %0) !dbg !3 {
  br label %2

2:
  br i1 %3, label %2, label %4, !dbg !10, !llvm.loop !20

4:
  br i1 %3, label %4, label %5, !dbg !10, !llvm.loop !21

5:
  br label %5
}
!1 = !DIFile(filename: \"a.c\", directory: \"/b\")
!3 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 1)
!10 = !DILocation(line: 2, column: 9, scope: !3)
!11 = !DILocation(line: 7, column: 3, scope: !3)
!20 = distinct !{!20, !10, !11, !22}
!21 = distinct !{!21, !11, !10}
!22 = !{!\"llvm.loop.mustprogress\"}
";

    fn program(headers: [&str; 3]) -> String {
        let of_loop = |header| format!(r#"{{"loop":"l"}},{{"run":"{header}"}},{{"end":true}}"#);
        let steps = headers.map(of_loop).join(",");
        format!(r#"{{"functions":[{{"name":"f","program":[{steps},{{"run":"9"}}]}}]}}"#)
    }

    #[test]
    fn copies_of_a_loop_are_counted_at_its_place() {
        let text = "int f() {\n  while a {\n  }\n  loop {\n  }\n  do {\n  } while b\n}\n";
        let mut fates = Fates::default();
        let mut add = |headers| {
            fates
                .add(IR, text, &program(headers))
                .expect("it is well formed")
        };
        add(["2", "4", "5"]);
        add(["2", "2", "4"]);
        // Line 2: three, one without a condition; line 7: one of two.
        assert_eq!(
            fates.cells(),
            "2 | 2 | 0 (0.0 %) | 2 (100.0 %) | 58.3 % | 1"
        );
    }

    #[test]
    fn loops_without_a_condition_are_told_by_their_text() {
        for text in [
            "for (;;) {",
            "for (i = 0; ; i++)",
            "while( 1 ){",
            "while (true)",
        ] {
            assert!(is_endless(text), "{text}");
        }
        for text in ["for (; a;)", "while (1 < x)", "do {", "LOOP(x)", ""] {
            assert!(!is_endless(text), "{text}");
        }
    }

    #[test]
    fn a_loop_that_is_in_one_of_both_alone_is_an_error() {
        let mut fates = Fates::default();
        let text = "int f() {\n  while a {\n  }\n}\n";
        assert!(fates.add(IR, text, &program(["2", "4", "5"])).is_err());
    }
}
