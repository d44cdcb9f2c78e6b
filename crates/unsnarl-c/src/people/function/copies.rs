//! Copies on edges, and which variables are read.

use foldhash::{HashMap, HashSet};
use unsnarl::Edge;
use unsnarl_ir::{Operand, TypeId};

use super::{Bodied, Line, What, placement};
use crate::people::expression::Expression;
use crate::people::refusal::Cause;

/// One of the copies on an edge.
struct Move {
    name: String,
    value: Expression,
    reads: HashSet<String>,
    ty: TypeId,
}

impl Bodied<'_, '_> {
    /// The copies on an edge, one after the other.
    pub(super) fn copies(&mut self, edge: Edge) -> Result<Vec<Line>, Cause> {
        let values = &self.values;
        let code = values.code;
        let mut moves: Vec<Move> = Vec::new();
        for copy in code.parallel_copies(edge) {
            let is_there = matches!(copy.from, Operand::Value(from)
                if code.variable(from) == code.variable(copy.to));
            if is_there {
                continue;
            }
            let (value, reads) = self.recorded(|| values.operand(copy.from));
            let name = values.identifier(code.name(copy.to));
            let value = values.assigned(value?, values.target(&name));
            if value.text != name {
                moves.push(Move {
                    name,
                    value,
                    reads,
                    ty: values.function.value_type(copy.to),
                });
            }
        }
        Ok(self.in_sequence(moves))
    }

    /// Copies that all happen at once, one after the other: one waits for those that read what it
    /// sets, and of a circle one value is kept apart. Edges with the same copies have the same
    /// lines, also if there is a circle: one variable of a type serves them all. Linear in what
    /// they read.
    fn in_sequence(&mut self, moves: Vec<Move>) -> Vec<Line> {
        let numbered = moves.iter().enumerate();
        let targets: HashMap<String, usize> = numbered
            .map(|(place, own)| (own.name.clone(), place))
            .collect();
        // By copy: of which others it reads the targets, and how many others read its own.
        let others = |(place, own): (usize, &Move)| -> Vec<usize> {
            let read = own.reads.iter();
            let read = read.filter_map(|name| targets.get(name).copied());
            read.filter(|&other| other != place).collect()
        };
        let mut reads: Vec<Vec<usize>> = moves.iter().enumerate().map(others).collect();
        let mut readers = vec![0; moves.len()];
        for &other in reads.iter().flatten() {
            readers[other] += 1;
        }
        let ready = (0..moves.len()).rev().filter(|&place| readers[place] == 0);
        let mut work: Vec<usize> = ready.collect();
        let mut waiting: Vec<Option<Move>> = moves.into_iter().map(Some).collect();
        let mut lines = Vec::new();
        let mut free = 0;
        for first in 0..=waiting.len() {
            while let Some(place) = work.pop() {
                let Some(own) = waiting[place].take() else {
                    continue;
                };
                lines.push(Line {
                    what: What::Set {
                        name: own.name,
                        value: own.value,
                        is_kept: false,
                    },
                    reads: own.reads,
                });
                release(&mut readers, &mut work, std::mem::take(&mut reads[place]));
            }
            // All that is left waits in circles. What one of them sets is computed now.
            if let Some(Some(own)) = waiting.get_mut(first) {
                let kept = self.circled(own.ty, &mut free);
                let from_kept = [kept.clone()].into_iter().collect();
                lines.push(Line {
                    what: What::Set {
                        name: kept.clone(),
                        value: std::mem::replace(&mut own.value, Expression::atom(kept)),
                        is_kept: false,
                    },
                    reads: std::mem::replace(&mut own.reads, from_kept),
                });
                release(&mut readers, &mut work, std::mem::take(&mut reads[first]));
            }
        }
        lines
    }

    /// A variable for a value of a circle, of those from `free` on: the others are taken.
    fn circled(&mut self, ty: TypeId, free: &mut usize) -> String {
        let mut own = self.circled.iter().skip(*free);
        let place = match own.position(|(_, own)| *own == ty) {
            Some(place) => *free + place,
            None => {
                self.circled.push((self.values.new_name("kept"), ty));
                self.circled.len() - 1
            }
        };
        *free = place + 1;
        self.circled[place].0.clone()
    }

    /// What is made, and the names that are read in it.
    pub(super) fn recorded<T>(&self, make: impl FnOnce() -> T) -> (T, HashSet<String>) {
        let before = self.values.read.take();
        let made = make();
        let own = self.values.read.replace(before);
        (made, own)
    }

    /// Adds the names that are read in what is written: a variable that only such statements read
    /// as set what nothing reads is not needed.
    pub(super) fn find_read(&mut self) {
        let mut read = self.values.read.take();
        let mut waiting: HashMap<&str, Vec<&HashSet<String>>> = HashMap::default();
        let mut work: Vec<&str> = Vec::new();
        let base: Vec<String> = read.iter().cloned().collect();
        work.extend(base.iter().map(String::as_str));
        for line in self.blocks.iter().chain(self.edges.values()).flatten() {
            match &line.what {
                What::Set {
                    name,
                    is_kept: false,
                    ..
                } => waiting.entry(name).or_default().push(&line.reads),
                _ => work.extend(line.reads.iter().map(String::as_str)),
            }
        }
        while let Some(name) = work.pop() {
            read.insert(name.to_owned());
            for reads in waiting.remove(name).into_iter().flatten() {
                work.extend(reads.iter().map(String::as_str));
            }
        }
        self.values.read.replace(read);
    }

    /// Takes names from those that are read which the body only assigns to: what read them are
    /// decisions that make no difference. Tells whether there were any.
    pub(super) fn forget_unread(&mut self, body: &str) -> bool {
        let read = placement::read(body);
        let mut known = self.values.read.borrow_mut();
        let lines = self.blocks.iter().chain(self.edges.values()).flatten();
        let mut found = false;
        for line in lines {
            if let What::Set { name, .. } = &line.what
                && !read.contains(name.as_str())
            {
                found |= known.remove(name);
            }
        }
        found
    }
}

/// Copies are read once less; those that nothing reads any more can happen.
fn release(readers: &mut [usize], work: &mut Vec<usize>, read: Vec<usize>) {
    for other in read {
        readers[other] -= 1;
        if readers[other] == 0 {
            work.push(other);
        }
    }
}
