//! Variables that are set at once, by statements one after the other.
//!
//! *Needs:* variables, no two alike, and what each is set to. *Gives:* statements that do the same
//! in their order. *Cost:* O(n log n) in the variables that are set and read.
//! *Source:* the traps are those of [Briggs98]: the lost copy and the swap.
//!
//! A variable may be set as soon as no other copy reads it. If all are read that are left, the
//! first is kept in a temporary variable, which the others read in its place.

use std::collections::{BTreeMap, BTreeSet};

use super::Writer;
use crate::piece::{Piece, Touches, Variable};

/// Copies that are left to do, by their numbers.
struct Copies {
    left: BTreeMap<usize, (Variable, Piece)>,
    /// By variable: which copy sets it.
    setters: BTreeMap<Variable, usize>,
    /// By variable: which copies read it.
    readers: BTreeMap<Variable, BTreeSet<usize>>,
    /// Those that no other copy waits for.
    free: BTreeSet<usize>,
}

impl Copies {
    fn new(copies: Vec<(Variable, Piece)>) -> Copies {
        let mut all = Copies {
            left: BTreeMap::new(),
            setters: BTreeMap::new(),
            readers: BTreeMap::new(),
            free: BTreeSet::new(),
        };
        let changing = copies
            .into_iter()
            .filter(|(to, piece)| piece.variable != Some(*to));
        for (number, (to, piece)) in changing.enumerate() {
            all.setters.insert(to, number);
            for &used in &piece.touches.uses {
                all.readers.entry(used).or_default().insert(number);
            }
            all.left.insert(number, (to, piece));
        }
        let free = all
            .left
            .iter()
            .filter(|(at, (to, _))| all.is_free(**at, *to));
        all.free = free.map(|(&at, _)| at).collect();
        all
    }

    /// Tells whether no other copy reads the variable that one sets.
    fn is_free(&self, number: usize, to: Variable) -> bool {
        let mut readers = self.readers.get(&to).into_iter().flatten();
        readers.all(|&reader| reader == number)
    }

    /// Takes the first copy that no other waits for.
    fn take(&mut self) -> Option<(Variable, Piece)> {
        let number = self.free.pop_first()?;
        let (to, piece) = self.left.remove(&number)?;
        self.setters.remove(&to);
        self.forget(number, &piece);
        Some((to, piece))
    }

    /// A copy does not read any more what its piece does.
    fn forget(&mut self, number: usize, piece: &Piece) {
        for used in &piece.touches.uses {
            if let Some(readers) = self.readers.get_mut(used) {
                readers.remove(&number);
            }
            if let Some(&setter) = self.setters.get(used)
                && self.is_free(setter, *used)
            {
                self.free.insert(setter);
            }
        }
    }

    /// Sets a variable to something else.
    fn replace(&mut self, number: usize, piece: Piece) {
        if let Some((_, own)) = self.left.get_mut(&number) {
            let before = std::mem::replace(own, piece);
            self.forget(number, &before);
        }
    }
}

/// What variables are called, and new ones.
trait Names {
    fn name(&self, variable: Variable) -> &str;
    fn temporary(&mut self) -> Variable;
}

impl Names for Writer<'_> {
    fn name(&self, variable: Variable) -> &str {
        self.variables.name(variable)
    }

    fn temporary(&mut self) -> Variable {
        Writer::temporary(self)
    }
}

/// Statements that set variables, each to what its piece was before all of them.
fn in_order(copies: Vec<(Variable, Piece)>, names: &mut dyn Names) -> Vec<String> {
    let set = |names: &dyn Names, to: Variable, piece: &Piece| {
        format!("{} = {};", names.name(to), piece.wrapped().text)
    };
    if let [(to, piece)] = &copies[..] {
        let changes = piece.variable != Some(*to);
        return changes
            .then(|| set(names, *to, piece))
            .into_iter()
            .collect();
    }
    let mut lines = Vec::with_capacity(copies.len());
    let mut copies = Copies::new(copies);
    loop {
        while let Some((to, piece)) = copies.take() {
            lines.push(set(names, to, &piece));
        }
        // What is left is cycles: what the first one overwrites is kept.
        let Some(&(to, _)) = copies.left.values().next() else {
            return lines;
        };
        let kept = names.temporary();
        let name = names.name(kept).to_owned();
        lines.push(format!("{name} = {};", names.name(to)));
        for reader in copies.readers.get(&to).cloned().unwrap_or_default() {
            let (_, piece) = &copies.left[&reader];
            let kind = piece.kind;
            if piece.variable == Some(to) {
                copies.replace(reader, Piece::variable(&name, kept, kind));
                continue;
            }
            // It is larger than a variable: it is computed now.
            let own = names.temporary();
            lines.push(set(names, own, piece));
            copies.replace(reader, Piece::variable(names.name(own), own, kind));
        }
    }
}

impl Writer<'_> {
    /// Sets variables at once: all are read before any is set.
    pub(crate) fn assign(&mut self, copies: Vec<(Variable, Piece)>) {
        if !self.stack.is_empty() {
            let mut touches = Touches::default();
            for (to, piece) in &copies {
                touches.add(&piece.touches);
                touches.sets.push(*to);
            }
            self.keep(self.stack.len(), &touches);
        }
        let used = self.temporaries;
        let lines = in_order(copies, self);
        self.lines.extend(lines);
        self.temporaries = used;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Binds, Kind};

    /// Variables that are called by their numbers.
    struct Numbers {
        names: Vec<String>,
    }

    impl Numbers {
        fn new(count: u32) -> Numbers {
            let names = (0..count).map(|number| number.to_string());
            Numbers {
                names: names.collect(),
            }
        }
    }

    impl Names for Numbers {
        fn name(&self, variable: Variable) -> &str {
            &self.names[variable as usize]
        }

        fn temporary(&mut self) -> Variable {
            self.names.push(self.names.len().to_string());
            self.names.len() as Variable - 1
        }
    }

    /// Runs statements on variables that hold powers of 100.
    fn run(lines: &[String], values: &mut Vec<u64>) {
        for line in lines {
            let words: Vec<&str> = line.trim_end_matches(';').split(' ').collect();
            let ([to, "=", from], more) = (&words[..3], &words[3..]) else {
                panic!("{line}");
            };
            let at = |word: &str| values[word.parse::<usize>().expect("it is a number")];
            let value = match more {
                [] => at(from),
                ["+", other] => at(from) + at(other),
                _ => panic!("{line}"),
            };
            let to: usize = to.parse().expect("it is a number");
            values.resize(values.len().max(to + 1), 0);
            values[to] = value;
        }
    }

    /// All maps of up to three variables to these, to one that none sets, and to sums of two.
    #[test]
    fn copies_do_in_order_what_they_do_at_once() {
        for count in 0..=3_u32 {
            let variables = count + 1;
            let sums = variables * variables;
            let choices = variables + sums;
            for code in 0..choices.pow(count) {
                let mut names = Numbers::new(variables);
                let mut expected: Vec<u64> = (0..variables).map(|own| 100_u64.pow(own)).collect();
                let before = expected.clone();
                let mut copies = Vec::new();
                for to in 0..count {
                    let from = code / choices.pow(to) % choices;
                    let one = |own: u32| Piece::variable(names.name(own), own, Kind::Float);
                    let (piece, value) = match from.checked_sub(variables) {
                        None => (one(from), before[from as usize]),
                        Some(sum) => {
                            let (left, right) = (sum / variables, sum % variables);
                            let (a, b) = (one(left), one(right));
                            let piece = Piece::infix(&a, "+", &b, Binds::Sum, Kind::Float);
                            (piece, before[left as usize] + before[right as usize])
                        }
                    };
                    copies.push((to, piece));
                    expected[to as usize] = value;
                }
                let lines = in_order(copies, &mut names);
                let mut values = before;
                run(&lines, &mut values);
                values.truncate(variables as usize);
                assert_eq!(values, expected, "{lines:?}");
            }
        }
    }
}
