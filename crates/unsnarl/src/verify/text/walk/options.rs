//! Which states hold: those of which an option holds with all that follows.
//!
//! *Needs:* all states with their options. *Gives:* [`judge`].
//! *Cost:* linear in the states and what they lead to, each time that the graph is found to go on
//! for ever: once for almost all texts.
//!
//! A state fails if each of its options leads to one that fails; a state without options fails. All
//! others hold, also those that lead back to themselves: that is for the text and the graph to do
//! both. Where only one of them goes on, it must not do so for ever: what can do nothing else
//! fails, too, which may leave another option to what leads there. So that is looked for as often
//! as it is found.
//!
//! If the first state fails, so does every option of it, and one difference is told: a decision
//! that does something and is not asked for, since who writes the text can mend that; else the one
//! furthest down in the text, since an option that was not meant soon differs.

use crate::verify::text::TextDifference;
use alloc::vec;
use alloc::vec::Vec;

/// One way on from a state.
pub(super) struct Opt {
    /// All states that follow, by their numbers.
    pub(super) next: Vec<usize>,
    /// Whether only one of the graph and the text goes on.
    pub(super) is_alone: bool,
}

/// A state with what follows.
#[derive(Default)]
pub(super) enum Node {
    /// It has not been visited, and is taken to hold.
    #[default]
    Open,
    /// The text does something else than the graph.
    Fails(TextDifference),
    /// One of these must hold; the first that does is taken.
    Options(Vec<Opt>),
}

/// What is found of the first state.
pub(super) enum Judged<'a> {
    Holds,
    Fails(&'a TextDifference),
    /// One of the graph and the text goes on for ever, and the other waits.
    GoesRound,
}

/// Judges the first state.
pub(super) fn judge(nodes: &[Node]) -> Judged<'_> {
    let mut fates = Fates::new(nodes);
    let differ = |&state: &usize| matches!(nodes[state], Node::Fails(_));
    let mut failing: Vec<usize> = (0..nodes.len()).filter(differ).collect();
    for &state in &failing {
        fates.causes[state] = Some(state);
    }
    loop {
        fates.fail(failing, nodes);
        failing = fates.going_round(nodes);
        if fates.fails[0] || failing.is_empty() {
            break;
        }
    }
    match (fates.fails[0], fates.cause(nodes)) {
        (false, _) => Judged::Holds,
        (true, Some(difference)) => Judged::Fails(difference),
        (true, None) => Judged::GoesRound,
    }
}

/// Which states fail, and why.
struct Fates {
    fails: Vec<bool>,
    /// By state: where the text and the graph differ if one of its options that fail is taken.
    causes: Vec<Option<usize>>,
    /// By state and option: whether it fails.
    options: Vec<Vec<bool>>,
    /// By state: the options, of other states, that lead to it.
    before: Vec<Vec<(usize, usize)>>,
    /// By state: how many of its options do not fail.
    left: Vec<usize>,
}

impl Fates {
    /// Starts with states of which none fails.
    fn new(nodes: &[Node]) -> Fates {
        let count = nodes.len();
        let mut fates = Fates {
            fails: vec![false; count],
            causes: vec![None; count],
            options: vec![Vec::new(); count],
            before: vec![Vec::new(); count],
            left: vec![0; count],
        };
        for (state, node) in nodes.iter().enumerate() {
            let options = options(node);
            fates.left[state] = options.len();
            fates.options[state] = vec![false; options.len()];
            for (place, option) in options.iter().enumerate() {
                for &next in &option.next {
                    fates.before[next].push((state, place));
                }
            }
        }
        fates
    }

    /// Fails some states, and all that fail with them.
    fn fail(&mut self, mut work: Vec<usize>, nodes: &[Node]) {
        for &state in &work {
            self.fails[state] = true;
        }
        let weight = |state: usize| match &nodes[state] {
            Node::Fails(difference) => (difference.is_dropped, difference.line),
            _ => (false, 0),
        };
        while let Some(failed) = work.pop() {
            for &(state, place) in &self.before[failed] {
                if core::mem::replace(&mut self.options[state][place], true) {
                    continue;
                }
                let [own, new] = [self.causes[state], self.causes[failed]];
                if own.map(weight) < new.map(weight) {
                    self.causes[state] = new;
                }
                self.left[state] -= 1;
                if self.left[state] == 0 && !self.fails[state] {
                    self.fails[state] = true;
                    work.push(state);
                }
            }
        }
    }

    /// Finds the states that do not fail, but that only hold if one of the graph and the text goes
    /// on alone for ever.
    fn going_round(&self, nodes: &[Node]) -> Vec<usize> {
        let mut ends = vec![false; nodes.len()];
        let mut work: Vec<usize> = Vec::new();
        // By state and option: how many states that follow are not known to end.
        let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
        for (state, node) in nodes.iter().enumerate() {
            let own = options(node);
            waiting[state] = own.iter().map(|option| option.next.len()).collect();
            let mut holding = own
                .iter()
                .zip(&self.options[state])
                .filter(|(_, fails)| !**fails);
            let goes_on = |option: &Opt| !option.is_alone || option.next.is_empty();
            let is_open = matches!(node, Node::Open);
            ends[state] = is_open || holding.any(|(option, _)| goes_on(option));
            work.extend(ends[state].then_some(state));
        }
        while let Some(ended) = work.pop() {
            for &(state, place) in &self.before[ended] {
                waiting[state][place] -= 1;
                let is_settled = waiting[state][place] == 0 && !self.options[state][place];
                if is_settled && !core::mem::replace(&mut ends[state], true) {
                    work.push(state);
                }
            }
        }
        let states = 0..nodes.len();
        states
            .filter(|&state| !ends[state] && !self.fails[state])
            .collect()
    }

    /// Why the first state fails.
    fn cause<'a>(&self, nodes: &'a [Node]) -> Option<&'a TextDifference> {
        match &nodes[self.causes[0]?] {
            Node::Fails(difference) => Some(difference),
            _ => None,
        }
    }
}

/// The options of a state; none where nothing is known, or nothing follows.
fn options(node: &Node) -> &[Opt] {
    match node {
        Node::Options(options) => options,
        Node::Open | Node::Fails(_) => &[],
    }
}
