//! Which states hold: those of which an option holds with all that follows.
//!
//! *Needs:* all states with their options. *Gives:* [`judge`].
//! *Cost:* linear in the states and what they lead to.
//!
//! A state fails if each of its options leads to one that fails; a state without options fails. All
//! others hold, also those that lead back to themselves: that is for the text and the graph to do
//! both. Where only the graph goes on, it must not do so for ever.
//!
//! If the first state fails, so does every option of it, and the difference that is told is the one
//! furthest down in the text: an option that was not meant soon differs.

use crate::verify::text::TextDifference;
use alloc::vec;
use alloc::vec::Vec;

/// One way on from a state.
pub(super) struct Opt {
    /// All states that follow, by their numbers.
    pub(super) next: Vec<usize>,
    /// Whether the graph alone goes on.
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
    /// The graph goes on for ever, and the text waits.
    GoesRound,
}

/// Judges the first state.
pub(super) fn judge(nodes: &[Node]) -> Judged<'_> {
    let fates = Fates::find(nodes);
    if fates.fails[0] {
        return match fates.cause(nodes) {
            Some(difference) => Judged::Fails(difference),
            None => Judged::GoesRound,
        };
    }
    match goes_round(nodes, &fates) {
        true => Judged::GoesRound,
        false => Judged::Holds,
    }
}

/// Which states fail, and why.
struct Fates {
    fails: Vec<bool>,
    /// By state: where the text and the graph differ if one of its options that fail is taken.
    causes: Vec<Option<usize>>,
    /// By state and option: whether it fails.
    options: Vec<Vec<bool>>,
}

impl Fates {
    fn find(nodes: &[Node]) -> Fates {
        let count = nodes.len();
        let mut before: Vec<Vec<(usize, usize)>> = vec![Vec::new(); count];
        let mut fates = Fates {
            fails: vec![false; count],
            causes: vec![None; count],
            options: vec![Vec::new(); count],
        };
        let mut left = vec![0_usize; count];
        let mut work = Vec::new();
        for (state, node) in nodes.iter().enumerate() {
            match node {
                Node::Open => {}
                Node::Fails(_) => work.push(state),
                Node::Options(options) => {
                    left[state] = options.len();
                    fates.options[state] = vec![false; options.len()];
                    for (place, option) in options.iter().enumerate() {
                        for &next in &option.next {
                            before[next].push((state, place));
                        }
                    }
                }
            }
        }
        for &state in &work {
            fates.fails[state] = true;
            fates.causes[state] = Some(state);
        }
        let line = |state: usize| match &nodes[state] {
            Node::Fails(difference) => difference.line,
            _ => 0,
        };
        while let Some(failed) = work.pop() {
            for &(state, place) in &before[failed] {
                if fates.options[state][place] {
                    continue;
                }
                fates.options[state][place] = true;
                let [own, new] = [fates.causes[state], fates.causes[failed]];
                if own.map(line) < new.map(line) {
                    fates.causes[state] = new;
                }
                left[state] -= 1;
                if left[state] == 0 {
                    fates.fails[state] = true;
                    work.push(state);
                }
            }
        }
        fates
    }

    /// Why the first state fails.
    fn cause<'a>(&self, nodes: &'a [Node]) -> Option<&'a TextDifference> {
        match &nodes[self.causes[0]?] {
            Node::Fails(difference) => Some(difference),
            _ => None,
        }
    }
}

/// Tells whether the graph may go on alone for ever, by the options that are taken.
fn goes_round(nodes: &[Node], fates: &Fates) -> bool {
    let taken = |state: usize| match &nodes[state] {
        Node::Options(options) => {
            let place = fates.options[state].iter().position(|fails| !fails);
            place.map(|place| &options[place])
        }
        _ => None,
    };
    // What is not reached by options that are taken does not count.
    let mut reached = vec![false; nodes.len()];
    reached[0] = true;
    let mut order = vec![0];
    let mut before = vec![0_usize; nodes.len()];
    let mut at = 0;
    while let Some(&state) = order.get(at) {
        at += 1;
        let Some(option) = taken(state) else {
            continue;
        };
        for &next in &option.next {
            before[next] += usize::from(option.is_alone);
            if !reached[next] {
                reached[next] = true;
                order.push(next);
            }
        }
    }
    // All are taken away that nothing which is left leads to; circles stay.
    let mut left = order.len();
    let mut work: Vec<usize> = order
        .into_iter()
        .filter(|&state| before[state] == 0)
        .collect();
    while let Some(state) = work.pop() {
        left -= 1;
        let alone = taken(state).filter(|option| option.is_alone);
        for &next in alone.iter().flat_map(|option| &option.next) {
            before[next] -= 1;
            if before[next] == 0 {
                work.push(next);
            }
        }
    }
    left > 0
}
