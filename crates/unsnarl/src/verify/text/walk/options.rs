//! Which states hold: a state holds if one of its options holds with all that follows.
//!
//! *Needs:* all states with their options. *Gives:* [`judge`].
//! *Cost:* linear in the states and their successors, once for each search for states in which one
//! side runs for ever alone. Almost all texts need one search.
//!
//! A state fails if each of its options leads to a failing state; a state without options fails.
//! All other states hold, even those that lead back to themselves: then the text and the graph both
//! run for ever. If only one of them runs, it must not do so for ever. A state from which nothing
//! else is possible fails, too; the states that lead there may still have another option. So the
//! search is repeated until it finds no such state.
//!
//! If the first state fails, all of its options fail, and one difference is reported. A decision
//! that acts and is not asked for comes first, since the author of the text can fix that. Otherwise
//! the difference furthest down in the text is reported, since an option that was not meant soon
//! differs.

use crate::verify::text::TextDifference;
use alloc::vec;
use alloc::vec::Vec;

/// One continuation of a state.
pub(super) struct Opt {
    /// The numbers of all states that follow.
    pub(super) next: Vec<usize>,
    /// Whether only one of the graph and the text moves.
    pub(super) is_alone: bool,
}

/// A state with its continuations.
#[derive(Default)]
pub(super) enum Node {
    /// Not visited; it counts as holding.
    #[default]
    Open,
    /// The text differs from the graph.
    Fails(TextDifference),
    /// One of these options must hold; the first that does is taken.
    Options(Vec<Opt>),
}

/// The judgement of the first state.
pub(super) enum Judged<'a> {
    Holds,
    Fails(&'a TextDifference),
    /// Either the graph or the text runs for ever while the other one waits.
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

/// The states that fail, and why.
struct Fates {
    fails: Vec<bool>,
    /// By state: the state with the difference that is reached by taking a failing option.
    causes: Vec<Option<usize>>,
    /// By state and option: whether it fails.
    options: Vec<Vec<bool>>,
    /// By state: the options of other states that lead to it.
    before: Vec<Vec<(usize, usize)>>,
    /// By state: the number of its options that do not fail.
    left: Vec<usize>,
}

impl Fates {
    /// Starts with no failing state.
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

    /// Marks some states as failing, and all states that fail because of them.
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

    /// Finds the states that do not fail, but hold only if either the graph or the text runs alone
    /// for ever.
    fn going_round(&self, nodes: &[Node]) -> Vec<usize> {
        let mut ends = vec![false; nodes.len()];
        let mut work: Vec<usize> = Vec::new();
        // By state and option: the number of following states that are not known to end.
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

    /// The reason why the first state fails.
    fn cause<'a>(&self, nodes: &'a [Node]) -> Option<&'a TextDifference> {
        match &nodes[self.causes[0]?] {
            Node::Fails(difference) => Some(difference),
            _ => None,
        }
    }
}

/// The options of a state; none if it has not been visited, or differs.
fn options(node: &Node) -> &[Opt] {
    match node {
        Node::Options(options) => options,
        Node::Open | Node::Fails(_) => &[],
    }
}
