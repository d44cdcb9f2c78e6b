//! Dataflow: the state of each variable at the start of each block.
//!
//! *Needs:* the [events](super::events) of a function.
//! *Gives:* [`Flow`]: by block the union of its [`State`]s on all paths to it.
//! *Cost:* a block is visited again when more bits are set at its start; so near-linear in the
//! words of bits of all blocks, and no more rounds than there are bits.

use unsnarl_ir::{BlockId, Function, Id};

use super::events::{Event, Events};

/// A set of numbers below a bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bits {
    words: Vec<u64>,
}

impl Bits {
    pub(super) fn new(bound: usize) -> Self {
        Bits {
            words: vec![0; bound.div_ceil(64)],
        }
    }

    pub(super) fn has(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 != 0
    }

    pub(super) fn set(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
    }

    fn clear(&mut self, number: usize) {
        self.words[number / 64] &= !(1 << (number % 64));
    }

    /// Adds what is in both sets.
    pub(super) fn join_both(&mut self, left: &Bits, right: &Bits) {
        let both = left.words.iter().zip(&right.words);
        for (word, (left, right)) in self.words.iter_mut().zip(both) {
            *word |= left & right;
        }
    }

    /// Adds what is in `first`, and in `second` but not in `except`; tells whether that is more.
    fn join(&mut self, first: &Bits, second: &Bits, except: &Bits) -> bool {
        let mut grew = false;
        for (index, word) in self.words.iter_mut().enumerate() {
            let more = first.words[index] | (second.words[index] & !except.words[index]);
            grew |= more & !*word != 0;
            *word |= more;
        }
        grew
    }
}

/// The state at a place.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// Started on some path to here, and not ended since.
    pub(super) started: Bits,
    /// Used on some path to here.
    pub(super) used: Bits,
}

impl State {
    fn new(bound: usize) -> Self {
        State {
            started: Bits::new(bound),
            used: Bits::new(bound),
        }
    }

    /// Applies an event.
    pub(super) fn pass(&mut self, event: Event) {
        match event {
            Event::Start(variable) => self.started.set(variable),
            Event::End(variable) => self.started.clear(variable),
            Event::Use(variable) => self.used.set(variable),
        }
    }
}

/// The states at the starts of blocks.
#[derive(Debug)]
pub(super) struct Flow {
    /// By place in the order of the blocks.
    pub(super) at_start: Vec<State>,
}

impl Flow {
    pub(super) fn new(function: &Function, order: &[usize], events: &Events) -> Self {
        let effects: Vec<Effect> = events
            .blocks
            .iter()
            .map(|list| Effect::new(list, events.count))
            .collect();
        let successors = successors(function, order);
        let none = Bits::new(events.count);
        let mut at_start = vec![State::new(events.count); order.len()];
        let mut waits = vec![true; order.len()];
        while waits.contains(&true) {
            // Backwards as well: then a chain of back edges takes no longer than a chain of forward
            // edges.
            for from in (0..order.len()).chain((0..order.len()).rev()) {
                if !std::mem::replace(&mut waits[from], false) {
                    continue;
                }
                let (before, effect) = (at_start[from].clone(), &effects[from]);
                for &to in &successors[from] {
                    let (after, made) = (&mut at_start[to], &effect.made);
                    let started = &mut after.started;
                    let mut grew = started.join(&made.started, &before.started, &effect.ended);
                    grew |= after.used.join(&made.used, &before.used, &none);
                    waits[to] |= grew;
                }
            }
        }
        Flow { at_start }
    }
}

/// The transfer function of a block.
struct Effect {
    /// The bits generated: set at its end in any case.
    made: State,
    /// The variables ended here: killed, unless generated again.
    ended: Bits,
}

impl Effect {
    fn new(events: &[Event], bound: usize) -> Self {
        let mut effect = Effect {
            made: State::new(bound),
            ended: Bits::new(bound),
        };
        for &event in events {
            effect.made.pass(event);
            if let Event::End(variable) = event {
                effect.ended.set(variable);
            }
        }
        effect
    }
}

/// By place in the order: the successors of a block, each once.
fn successors(function: &Function, order: &[usize]) -> Vec<Vec<usize>> {
    let mut places = vec![0; function.blocks.len()];
    for (place, &block) in order.iter().enumerate() {
        places[block] = place;
    }
    let of = |&block: &usize| {
        let terminator = &function.blocks[BlockId::new(block)].terminator;
        let mut list: Vec<usize> = terminator
            .successors()
            .map(|to| places[to.index()])
            .collect();
        list.sort_unstable();
        list.dedup();
        list
    };
    order.iter().map(of).collect()
}
