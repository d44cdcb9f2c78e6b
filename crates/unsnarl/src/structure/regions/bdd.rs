//! Boolean functions in canonical form.
//!
//! *Needs:* variables, numbered in the order in which they are tested.
//! *Gives:* [`Bdd`], an arena of decision diagrams, and [`Function`], which names one: two
//! functions are equal if and only if their names are equal, and the name of the complement differs
//! in the last bit.
//! *Cost:* `and` and `constrain` take O(n m) for operands of n and m nodes as long as the table of
//! answers holds all answers. The table has a fixed size; a lost answer costs time, but the result
//! stays correct. Sixteen bytes a node.
//! *Source:* reduced ordered diagrams and their recursive operations are from [Bryant86], the
//! complement marks and the table of nodes from [Brace90], `constrain` from [Coudert90].
//! *Departs:* both operations use an explicit stack.
//! *Limits:* nodes are never freed one by one; the caller clears the whole arena when it is too
//! full.

use alloc::vec;
use alloc::vec::Vec;

/// A boolean function: the position of its node; the last bit tells whether it is the negation of
/// the function of the node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Function(u32);

impl Function {
    pub(super) const TRUE: Function = Function(0);
    pub(super) const FALSE: Function = Function(1);

    /// Gives the negation.
    pub(super) fn not(self) -> Function {
        Function(self.0 ^ 1)
    }

    pub(super) fn is_constant(self) -> bool {
        self.0 < 2
    }

    fn is_contrary(self) -> bool {
        self.0 & 1 == 1
    }

    /// Gives this function, or its negation if `contrary`.
    fn turned(self, contrary: bool) -> Function {
        Function(self.0 ^ u32::from(contrary))
    }

    fn node(self) -> usize {
        (self.0 >> 1) as usize
    }
}

/// A node, which tests a variable. Its `high` function, for a true variable, is never negated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Node {
    variable: u32,
    high: Function,
    low: Function,
}

/// The variable of the constants: it comes after all others.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operation {
    And,
    Constrain,
}

/// A result of an operation that has been computed.
#[derive(Clone, Copy)]
struct Answer {
    /// The number of the period between two `clear`s in which it was computed.
    life: u32,
    operation: Operation,
    operands: [Function; 2],
    result: Function,
}

enum Task {
    Find(Function, Function),
    Join(u32, Function, Function),
}

/// The number of answers that are remembered.
const ANSWERS: usize = 1 << 12;

/// An arena of functions.
pub(super) struct Bdd {
    nodes: Vec<Node>,
    /// A hash table with open addressing: the position of a node, or 0, which is not the position
    /// of a node with a variable.
    table: Vec<u32>,
    answers: Vec<Option<Answer>>,
    life: u32,
    tasks: Vec<Task>,
    results: Vec<Function>,
}

impl Bdd {
    pub(super) fn new() -> Bdd {
        let constant = Node {
            variable: NONE,
            high: Function::TRUE,
            low: Function::TRUE,
        };
        Bdd {
            nodes: vec![constant],
            table: vec![0; 64],
            answers: vec![None; ANSWERS],
            life: 0,
            tasks: Vec::new(),
            results: Vec::new(),
        }
    }

    /// Gives the number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Removes all functions except the constants. O(nodes).
    pub(super) fn clear(&mut self) {
        if self.nodes.len() == 1 {
            return;
        }
        if self.nodes.len() * 8 > self.table.len() {
            self.table.fill(0);
        } else {
            for at in 1..self.nodes.len() {
                let slot = self.home(self.nodes[at]);
                self.clear_run(slot);
            }
        }
        self.nodes.truncate(1);
        self.life += 1;
    }

    /// Empties the slots from the home slot of a node to the next free slot.
    fn clear_run(&mut self, mut slot: usize) {
        while self.table[slot] != 0 {
            self.table[slot] = 0;
            slot = (slot + 1) & (self.table.len() - 1);
        }
    }

    /// Gives the function that is the value of a variable.
    pub(super) fn variable(&mut self, variable: u32) -> Function {
        self.node(variable, Function::TRUE, Function::FALSE)
    }

    /// Tells whether `one` implies `other`.
    pub(super) fn implies(&mut self, one: Function, other: Function) -> bool {
        self.and(one, other.not()) == Function::FALSE
    }

    pub(super) fn or(&mut self, one: Function, other: Function) -> Function {
        self.and(one.not(), other.not()).not()
    }

    pub(super) fn and(&mut self, one: Function, other: Function) -> Function {
        self.apply(Operation::And, one, other)
    }

    /// Gives a function that equals `function` wherever `care` holds. All functions that agree
    /// there give the same result. `care` must not be constantly false.
    pub(super) fn constrain(&mut self, function: Function, care: Function) -> Function {
        debug_assert_ne!(care, Function::FALSE, "something is cared for");
        self.apply(Operation::Constrain, function, care)
    }

    /// Gives the first variable that a function tests, and its two cofactors.
    pub(super) fn split(&self, function: Function) -> Option<(u32, Function, Function)> {
        let Node {
            variable,
            high,
            low,
        } = self.nodes[function.node()];
        let contrary = function.is_contrary();
        (variable != NONE).then(|| (variable, high.turned(contrary), low.turned(contrary)))
    }

    /// Gives the variables of a function, ascending, and the number of its nodes; `None` if there
    /// are more than `most` nodes. O(most²).
    pub(super) fn support(&self, function: Function, most: usize) -> Option<(Vec<u32>, usize)> {
        let mut seen: Vec<usize> = Vec::new();
        let mut work = vec![function.node()];
        let mut variables = Vec::new();
        while let Some(node) = work.pop() {
            if node == 0 || seen.contains(&node) {
                continue;
            }
            if seen.len() == most {
                return None;
            }
            seen.push(node);
            let Node {
                variable,
                high,
                low,
            } = self.nodes[node];
            variables.push(variable);
            work.extend([high.node(), low.node()]);
        }
        variables.sort_unstable();
        variables.dedup();
        Some((variables, seen.len()))
    }

    fn apply(&mut self, operation: Operation, one: Function, other: Function) -> Function {
        if let Some(result) = at_once(operation, one, other) {
            return result;
        }
        self.tasks.push(Task::Find(one, other));
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Find(one, other) => self.find(operation, one, other),
                Task::Join(variable, one, other) => {
                    let low = self.result();
                    let high = self.result();
                    let result = self.node(variable, high, low);
                    self.remember(operation, one, other, result);
                    self.results.push(result);
                }
            }
        }
        self.result()
    }

    fn result(&mut self) -> Function {
        let result = self.results.pop();
        result.expect("every task that joins comes after those that find")
    }

    fn find(&mut self, operation: Operation, one: Function, other: Function) {
        if let Some(result) = at_once(operation, one, other) {
            self.results.push(result);
            return;
        }
        if let Some(result) = self.recall(operation, one, other) {
            self.results.push(result);
            return;
        }
        let [first, second] = [one, other].map(|function| self.nodes[function.node()].variable);
        let variable = first.min(second);
        let [(high, low), (other_high, other_low)] =
            [one, other].map(|function| self.halves(function, variable));
        if operation == Operation::Constrain {
            if other_high == Function::FALSE {
                self.tasks.push(Task::Find(low, other_low));
                return;
            }
            if other_low == Function::FALSE {
                self.tasks.push(Task::Find(high, other_high));
                return;
            }
        }
        self.tasks.push(Task::Join(variable, one, other));
        self.tasks.push(Task::Find(low, other_low));
        self.tasks.push(Task::Find(high, other_high));
    }

    /// The two cofactors of a function by a variable, which the function tests first or not at all:
    /// where the variable holds, and where it does not.
    fn halves(&self, function: Function, variable: u32) -> (Function, Function) {
        match self.split(function) {
            Some((first, high, low)) if first == variable => (high, low),
            _ => (function, function),
        }
    }

    fn node(&mut self, variable: u32, high: Function, low: Function) -> Function {
        if high == low {
            return high;
        }
        let contrary = high.is_contrary();
        let node = Node {
            variable,
            high: high.turned(contrary),
            low: low.turned(contrary),
        };
        let mut slot = self.home(node);
        while self.table[slot] != 0 {
            let at = self.table[slot];
            if self.nodes[at as usize] == node {
                return Function(at << 1).turned(contrary);
            }
            slot = (slot + 1) & (self.table.len() - 1);
        }
        let at = u32::try_from(self.nodes.len()).expect("the nodes are kept below a limit");
        self.nodes.push(node);
        self.table[slot] = at;
        if self.nodes.len() * 2 > self.table.len() {
            self.grow();
        }
        Function(at << 1).turned(contrary)
    }

    fn grow(&mut self) {
        self.table = vec![0; self.table.len() * 2];
        for at in 1..self.nodes.len() {
            let mut slot = self.home(self.nodes[at]);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (self.table.len() - 1);
            }
            self.table[slot] = at as u32;
        }
    }

    /// The home slot of a node, where a search for it starts.
    fn home(&self, node: Node) -> usize {
        mix([node.variable, node.high.0, node.low.0]) & (self.table.len() - 1)
    }

    fn recall(&self, operation: Operation, one: Function, other: Function) -> Option<Function> {
        let answer = self.answers[place(operation, one, other)]?;
        let alive = answer.life == self.life;
        let same = answer.operation == operation && answer.operands == [one, other];
        (alive && same).then_some(answer.result)
    }

    fn remember(&mut self, operation: Operation, one: Function, other: Function, result: Function) {
        self.answers[place(operation, one, other)] = Some(Answer {
            life: self.life,
            operation,
            operands: [one, other],
            result,
        });
    }
}

/// Gives the answer if it follows without looking into the functions.
fn at_once(operation: Operation, one: Function, other: Function) -> Option<Function> {
    match operation {
        Operation::And if one == other => Some(one),
        Operation::And if one == other.not() => Some(Function::FALSE),
        Operation::And if one.is_constant() => {
            Some(if one == Function::TRUE { other } else { one })
        }
        Operation::And if other.is_constant() => at_once(operation, other, one),
        Operation::And => None,
        Operation::Constrain if other == Function::TRUE || one.is_constant() => Some(one),
        Operation::Constrain if one == other => Some(Function::TRUE),
        Operation::Constrain if one == other.not() => Some(Function::FALSE),
        Operation::Constrain => None,
    }
}

fn place(operation: Operation, one: Function, other: Function) -> usize {
    mix([operation as u32, one.0, other.0]) & (ANSWERS - 1)
}

fn mix(words: [u32; 3]) -> usize {
    let mut mixed = 0x9e37_79b9_7f4a_7c15_u64;
    for word in words {
        mixed = (mixed ^ u64::from(word)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^= mixed >> 29;
    }
    mixed as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::samples::Numbers;

    const VARIABLES: u32 = 5;

    /// A function with its truth table: bit `i` is its value if the variables have the values of
    /// the bits of `i`.
    type Pair = (Function, u32);

    fn column(variable: u32) -> u32 {
        (0..32).fold(0, |table, at| table | (at >> variable & 1) << at)
    }

    fn pairs(bdd: &mut Bdd, seed: u64) -> Vec<Pair> {
        let mut numbers = Numbers::new(seed);
        let mut pairs: Vec<Pair> = (0..VARIABLES)
            .map(|variable| (bdd.variable(variable), column(variable)))
            .collect();
        for _ in 0..40 {
            let [(f, table), (g, other)] = [(); 2].map(|()| pairs[numbers.below(pairs.len())]);
            let (f, table) = match numbers.below(3) {
                0 => (bdd.and(f, g), table & other),
                1 => (bdd.or(f, g), table | other),
                _ => (f.not(), !table),
            };
            pairs.push((f, table));
        }
        pairs
    }

    /// Two functions with the same truth table have the same name, also after a `clear`.
    #[test]
    fn functions_have_one_name_each() {
        let mut bdd = Bdd::new();
        for seed in 0..200 {
            bdd.clear();
            let pairs = pairs(&mut bdd, seed);
            for &(f, table) in &pairs {
                for &(g, other) in &pairs {
                    assert_eq!(f == g, table == other);
                    assert_eq!(f == g.not(), table == !other);
                    assert_eq!(bdd.implies(f, g), table & !other == 0);
                }
            }
        }
    }

    #[test]
    fn what_is_not_cared_for_makes_no_difference() {
        let mut bdd = Bdd::new();
        for seed in 0..60 {
            bdd.clear();
            let pairs = pairs(&mut bdd, seed);
            for &(care, _) in pairs.iter().filter(|&&(_, table)| table != 0) {
                for &(f, _) in &pairs {
                    let g = bdd.constrain(f, care);
                    assert_eq!(bdd.and(f, care), bdd.and(g, care));
                    let both = bdd.and(f, care);
                    assert_eq!(bdd.constrain(both, care), g, "the same for all that agree");
                }
            }
        }
    }

    #[test]
    fn a_support_lists_what_a_function_asks() {
        let mut bdd = Bdd::new();
        let [a, b, c] = [0, 3, 4].map(|variable| bdd.variable(variable));
        let both = bdd.and(a, c);
        let f = bdd.or(both, b);
        assert_eq!(bdd.support(f, 4), Some((vec![0, 3, 4], 4)));
        assert_eq!(bdd.support(f, 3), None);
        assert_eq!(bdd.support(Function::TRUE, 0), Some((vec![], 0)));
    }

    #[test]
    fn many_variables_need_no_call_stack() {
        let mut bdd = Bdd::new();
        let mut all = Function::TRUE;
        for variable in (0..100_000).rev() {
            let one = bdd.variable(variable);
            all = bdd.and(one, all);
        }
        let last = bdd.variable(99_999);
        assert!(bdd.implies(all, last));
    }
}
