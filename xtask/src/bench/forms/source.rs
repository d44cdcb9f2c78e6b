//! Forms in the source, by clang's syntax tree.
//!
//! *Needs:* a command that prints the tree of a file as text. *Gives:* [`Functions`].
//! *Cost:* O(text), of which a few lines are kept at a time.
//!
//! A line is a node; the tree is drawn in front of it, two characters for each level. What macros
//! expand to counts. `do … while (0)` is no loop, and a constant is no condition.

use super::counts::{Counts, Functions};
use crate::error::Error;
use crate::process;
use std::process::Command;

/// Counts the forms of each function that the file defines.
pub(super) fn functions(command: &mut Command) -> Result<Functions, Error> {
    let mut reading = Reading::default();
    process::each_line(command, |line| reading.line(line))?;
    Ok(reading.finish())
}

#[derive(Default)]
struct Reading {
    functions: Functions,
    name: String,
    counts: Counts,
    is_defined: bool,
    /// The loops around the current node.
    loops: Vec<Loop>,
}

/// A loop whose children are still being read.
struct Loop {
    level: usize,
    kind: Kind,
    /// How many children have begun.
    children: usize,
    condition: Condition,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    While,
    For,
    Do,
}

/// What is known of a condition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Condition {
    None,
    Constant(bool),
    Some,
}

impl Reading {
    fn line(&mut self, line: &str) {
        let Some(start) = line.find(|c: char| c.is_ascii_alphabetic() || c == '<') else {
            return;
        };
        let (level, node) = (start / 2, &line[start..]);
        let kind = node.split(' ').next().unwrap_or_default();
        while let Some(done) = self.loops.pop_if(|open| open.level >= level) {
            self.close(&done);
        }
        if level <= 1 {
            self.next_function(kind, node);
            return;
        }
        self.child(level, kind, node);
        match kind {
            "CompoundStmt" if level == 2 => self.is_defined = true,
            "WhileStmt" => self.open(level, Kind::While),
            "ForStmt" => self.open(level, Kind::For),
            "DoStmt" => self.open(level, Kind::Do),
            "SwitchStmt" => self.counts.switches += 1,
            "GotoStmt" | "IndirectGotoStmt" => self.counts.gotos += 1,
            "BreakStmt" => self.counts.breaks += 1,
            "ContinueStmt" => self.counts.continues += 1,
            "BinaryOperator" if node.ends_with("'&&'") || node.ends_with("'||'") => {
                self.counts.circuits += 1;
            }
            _ => {}
        }
    }

    fn next_function(&mut self, kind: &str, node: &str) {
        if self.is_defined {
            self.counts.functions = 1;
            let name = std::mem::take(&mut self.name);
            self.functions
                .insert(name, std::mem::take(&mut self.counts));
        }
        self.is_defined = false;
        self.counts = Counts::default();
        // The name is before the type, which is in quotes.
        let head = node.split('\'').next().unwrap_or_default().trim_end();
        self.name = match kind {
            "FunctionDecl" => head.rsplit(' ').next().unwrap_or_default().to_owned(),
            _ => String::new(),
        };
    }

    fn open(&mut self, level: usize, kind: Kind) {
        self.loops.push(Loop {
            level,
            kind,
            children: 0,
            condition: Condition::None,
        });
    }

    /// Looks whether a node is in the condition of the innermost loop: of `while` the first child,
    /// of `for` the third, of `do` the last.
    fn child(&mut self, level: usize, kind: &str, node: &str) {
        let Some(around) = self.loops.last_mut() else {
            return;
        };
        let depth = level - around.level;
        if depth == 1 {
            around.children += 1;
        }
        let is_there = match (around.kind, around.children) {
            (Kind::While, 1) | (Kind::For, 3) => true,
            (Kind::Do, children) => children > 1,
            _ => false,
        };
        if !is_there {
            return;
        }
        let is_cast = matches!(kind, "ImplicitCastExpr" | "ParenExpr" | "CStyleCastExpr");
        around.condition = match (around.condition, kind) {
            (Condition::None, "<<<NULL>>>") => Condition::None,
            // Casts of a constant are constant.
            (condition, _) if is_cast && condition == Condition::None => Condition::None,
            (Condition::None, "IntegerLiteral") => Condition::Constant(!node.ends_with(" 0")),
            _ => Condition::Some,
        };
    }

    fn close(&mut self, done: &Loop) {
        let count = match (done.kind, done.condition) {
            (Kind::Do, Condition::Constant(false)) => return,
            (Kind::Do, _) => &mut self.counts.do_loops,
            (Kind::While, _) => &mut self.counts.while_loops,
            (Kind::For, _) => &mut self.counts.for_loops,
        };
        *count += 1;
        self.counts.conditions += usize::from(done.condition == Condition::Some);
    }

    fn finish(mut self) -> Functions {
        self.line("End");
        self.functions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: &str = "\
TranslationUnitDecl 0x1 <<invalid sloc>> <invalid sloc>
|-FunctionDecl 0x2 <a.c:1:1, col:9> col:5 used g 'int (int)'
`-FunctionDecl 0x3 <line:2:1, line:9:1> line:2:5 f 'int (int)'
  |-ParmVarDecl 0x4 <col:7, col:11> col:11 used a 'int'
  `-CompoundStmt 0x5 <col:14, line:9:1>
    |-WhileStmt 0x6 <line:3:3, col:20>
    | |-BinaryOperator 0x7 <col:10, col:15> 'int' '&&'
    | | |-DeclRefExpr 0x8 <col:10> 'int' lvalue ParmVar 0x4 'a' 'int'
    | | `-IntegerLiteral 0x9 <col:15> 'int' 2
    | `-BreakStmt 0xa <col:18>
    |-WhileStmt 0x6 <line:4:3, col:20>
    | |-IntegerLiteral 0x9 <col:15> 'int' 1
    | `-ContinueStmt 0xa <col:18>
    |-DoStmt 0xb <line:5:3, col:20>
    | |-CompoundStmt 0xc <col:5, col:6>
    | `-IntegerLiteral 0xd <col:15> 'int' 0
    |-DoStmt 0xb <line:6:3, col:20>
    | |-GotoStmt 0xc <col:5, col:6> 'l' 0x1
    | `-ImplicitCastExpr 0xd <col:15> 'int' <LValueToRValue>
    |   `-DeclRefExpr 0x8 <col:10> 'int' lvalue ParmVar 0x4 'a' 'int'
    `-ForStmt 0xe <line:7:3, col:12>
      |-<<<NULL>>>
      |-<<<NULL>>>
      |-<<<NULL>>>
      |-<<<NULL>>>
      `-ForStmt 0xf <line:8:3, col:12>
        |-<<<NULL>>>
        |-<<<NULL>>>
        |-BinaryOperator 0x7 <col:10, col:15> 'int' '<'
        |-<<<NULL>>>
        `-SwitchStmt 0x7 <col:10, col:15>
";

    #[test]
    fn forms_are_counted_by_function() {
        let mut reading = Reading::default();
        TREE.lines().for_each(|line| reading.line(line));
        let functions = reading.finish();
        let f = Counts {
            functions: 1,
            while_loops: 2,
            for_loops: 2,
            do_loops: 1,
            conditions: 3,
            circuits: 1,
            switches: 1,
            gotos: 1,
            breaks: 1,
            continues: 1,
            ..Counts::default()
        };
        assert_eq!(
            functions.into_iter().collect::<Vec<_>>(),
            [("f".to_owned(), f)]
        );
    }
}
