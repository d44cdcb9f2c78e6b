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
        let mut copies = Copies::new(copies);
        loop {
            while let Some((to, piece)) = copies.take() {
                let text = piece.wrapped().text;
                let name = self.variables.name(to);
                self.lines.push(format!("{name} = {text};"));
            }
            // What is left is cycles: what the first one overwrites is kept.
            let Some(&(to, _)) = copies.left.values().next() else {
                break;
            };
            let kept = self.temporary();
            let name = self.variables.name(kept).to_owned();
            let overwritten = self.variables.name(to);
            self.lines.push(format!("{name} = {overwritten};"));
            for reader in copies.readers.get(&to).cloned().unwrap_or_default() {
                let (_, piece) = &copies.left[&reader];
                let kind = piece.kind;
                if piece.variable == Some(to) {
                    copies.replace(reader, Piece::variable(&name, kept, kind));
                    continue;
                }
                // It is larger than a variable: it is computed now.
                let text = piece.clone().wrapped().text;
                let own = self.variables.temporary(self.temporaries);
                self.temporaries += 1;
                let own_name = self.variables.name(own).to_owned();
                self.lines.push(format!("{own_name} = {text};"));
                copies.replace(reader, Piece::variable(&own_name, own, kind));
            }
        }
        self.temporaries = used;
    }
}
