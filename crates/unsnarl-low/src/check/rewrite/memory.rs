//! States of memory in one run of a block.
//!
//! *Needs:* [values](crate::check::values), and the stores of a block in order.
//! *Gives:* [`Memory`], whose [state](Memory::state) is a value: equal ones come from equal bytes.
//! *Cost:* near-linear in the bytes that are stored; a load looks at [`MOST_PASSED`] runs of stores
//! or fewer.
//!
//! Stores to one base, without anything else that happens between them, are a *run*. What it does
//! to memory is the bytes that it leaves, each a byte of a value or a constant, whatever stores
//! wrote them and in whatever order; what was loaded is taken apart into loads of single bytes. A
//! load reads the state before those runs that leave its bytes alone, so it may pass them; a load
//! from elsewhere ends a run.
//!
//! *Limits:* loads that are left out must be left out on both sides, or runs end at other places.

use std::collections::BTreeMap;

use crate::check::bytes::{Base, Bytes};
use crate::check::facts::Fact;
use crate::check::values::{Value, Values};
use crate::machine::Number;

/// The most runs of stores that a load passes.
const MOST_PASSED: usize = 64;

/// The most constant bytes that are one piece.
const PIECE: usize = 8;

/// A byte of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Known(u8),
    /// A byte of a value, the lowest is 0.
    Of(Value, u8),
}

/// A byte that was written.
#[derive(Clone, Copy, Debug)]
struct Byte {
    content: Content,
    /// The number of the instruction that wrote it.
    by: usize,
    /// The alignment that a store has promised that begins here.
    align: u8,
}

/// Stores to one base.
#[derive(Debug)]
struct Run {
    base: Base,
    /// By their place from the base.
    bytes: BTreeMap<i64, Byte>,
    /// The state before.
    before: Value,
    /// The state after, when that is needed. Then nothing is added any more.
    after: Option<Value>,
}

/// How two sides differ in what they write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Differing {
    /// The instructions that write what differs, on each side.
    pub(super) by: [Option<usize>; 2],
    /// The byte, from the base; none if bases or runs differ.
    pub(super) at: Option<i64>,
}

/// Alignments that two sides promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Promises {
    /// The instructions, on each side.
    pub(super) by: [usize; 2],
    /// What they promise.
    pub(super) align: [u8; 2],
}

/// The memory of one side.
#[derive(Debug)]
pub(super) struct Memory {
    /// The state after the last effect of another kind.
    start: Value,
    runs: Vec<Run>,
    /// By effect of another kind: how many runs came before.
    effects: Vec<usize>,
}

impl Memory {
    /// Memory in a state.
    pub(super) fn new(start: Value) -> Self {
        Memory {
            start,
            runs: Vec::new(),
            effects: Vec::new(),
        }
    }

    /// Writes bytes, each of which is told; `by` is the number of the instruction.
    pub(super) fn store(
        &mut self,
        values: &mut Values,
        bytes: &Bytes,
        stored: &[Content],
        align: u8,
        by: usize,
    ) {
        let run = self.open(values, bytes.base);
        for (at, &content) in (bytes.start..bytes.end()).zip(stored) {
            let promised = if at == bytes.start { align } else { 0 };
            let former = run.bytes.get(&at).map_or(0, |byte| byte.align);
            let align = promised.max(former);
            run.bytes.insert(at, Byte { content, by, align });
        }
    }

    /// The run that stores to a base are added to.
    fn open(&mut self, values: &mut Values, base: Base) -> &mut Run {
        let last = self.runs[self.since()..].last();
        if !last.is_some_and(|last| last.after.is_none() && last.base == base) {
            let before = self.state(values);
            self.runs.push(Run {
                base,
                bytes: BTreeMap::new(),
                before,
                after: None,
            });
        }
        self.runs.last_mut().expect("one was added, or is there")
    }

    /// The state now.
    pub(super) fn state(&mut self, values: &mut Values) -> Value {
        let since = self.since();
        match self.runs[since..].last_mut() {
            Some(last) => last.finish(values),
            None => self.start,
        }
    }

    /// The state that a load reads: one that has the bytes of now.
    pub(super) fn read(&mut self, values: &mut Values, bytes: &Bytes) -> Value {
        let mut state = None;
        let since = self.since();
        let runs = self.runs[since..].iter_mut().rev();
        for run in runs.take(MOST_PASSED) {
            if !run.is_apart_from(bytes) {
                return state.unwrap_or_else(|| run.finish(values));
            }
            state = Some(run.before);
        }
        state.unwrap_or(self.start)
    }

    /// Says that something was done after which memory is in another state.
    pub(super) fn replace(&mut self, state: Value) {
        self.start = state;
        self.effects.push(self.runs.len());
    }

    fn since(&self) -> usize {
        self.effects.last().copied().unwrap_or(0)
    }

    /// The runs after so many effects of other kinds.
    fn runs_after(&self, effects: usize) -> &[Run] {
        let start = effects.checked_sub(1).map_or(0, |last| self.effects[last]);
        let end = self.effects.get(effects).copied();
        &self.runs[start..end.unwrap_or(self.runs.len())]
    }

    /// How two sides with different states differ, since the last effect that the other one, after
    /// this one, has seen.
    pub(super) fn differing(&self, after: &Memory) -> Differing {
        let count = after.effects.len();
        let [before, after] = [self, after].map(|memory| memory.runs_after(count));
        for number in 0..before.len().max(after.len()) {
            match (before.get(number), after.get(number)) {
                (Some(own), Some(other)) if own.base == other.base => {
                    if let Some(differing) = own.differing(other) {
                        return differing;
                    }
                }
                (own, other) => {
                    return Differing {
                        by: [own, other].map(|run| run.and_then(Run::first)),
                        at: None,
                    };
                }
            }
        }
        Differing {
            by: [None; 2],
            at: None,
        }
    }

    /// The first store that promises more alignment than the other side, before this one, does
    /// for the same byte. To be asked if all states were equal.
    pub(super) fn promises_beyond(&self, before: &Memory) -> Option<Promises> {
        let runs = before.runs.iter().zip(&self.runs);
        let bytes = runs.flat_map(|(before, own)| before.bytes.values().zip(own.bytes.values()));
        let mut pairs = bytes.map(|(before, own)| Promises {
            by: [before.by, own.by],
            align: [before.align, own.align],
        });
        pairs.find(|pair| pair.align[0] < pair.align[1])
    }
}

impl Run {
    fn is_apart_from(&self, bytes: &Bytes) -> bool {
        let mut common = self.bytes.range(bytes.start..bytes.end());
        self.base == bytes.base && common.next().is_none()
    }

    fn first(&self) -> Option<usize> {
        self.bytes.values().map(|byte| byte.by).min()
    }

    fn finish(&mut self, values: &mut Values) -> Value {
        if let Some(after) = self.after {
            return after;
        }
        let mut members = vec![self.before];
        members.extend(of_base(values, self.base));
        let mut bytes = self.bytes.iter().peekable();
        while let Some((&start, first)) = bytes.next() {
            let mut length = 1;
            let mut known = [0; PIECE];
            if let Content::Known(byte) = first.content {
                known[0] = byte;
            }
            while let Some(&(&at, next)) = bytes.peek() {
                match (first.content, next.content) {
                    _ if at != start + length as i64 => break,
                    (Content::Known(_), Content::Known(byte)) if length < PIECE => {
                        known[length] = byte;
                    }
                    (Content::Of(value, byte), Content::Of(other, further))
                        if value == other && usize::from(further) == usize::from(byte) + length => {
                    }
                    _ => break,
                }
                length += 1;
                bytes.next();
            }
            let (value, kind) = match first.content {
                Content::Known(_) => (number(values, i64::from_le_bytes(known)), -1),
                Content::Of(value, byte) => (value, i64::from(byte)),
            };
            let numbers = [start, length as i64, kind].map(|one| number(values, one));
            members.push(value);
            members.extend(numbers);
        }
        let after = values.group(&members);
        self.after = Some(after);
        after
    }

    /// How the bytes of two runs to one base differ.
    fn differing(&self, other: &Run) -> Option<Differing> {
        let mut own = self.bytes.iter().peekable();
        let mut others = other.bytes.iter().peekable();
        loop {
            let (at, pair) = match (own.peek(), others.peek()) {
                (Some(&(&at, byte)), Some(&(&there, other))) if at == there => {
                    if byte.content == other.content {
                        own.next();
                        others.next();
                        continue;
                    }
                    (at, [Some(byte.by), Some(other.by)])
                }
                (Some(&(&at, byte)), there) if there.is_none_or(|&(&there, _)| at < there) => {
                    (at, [Some(byte.by), None])
                }
                (_, Some(&(&at, other))) => (at, [None, Some(other.by)]),
                _ => return None,
            };
            return Some(Differing {
                by: pair,
                at: Some(at),
            });
        }
    }
}

/// A base as values.
pub(super) fn of_base(values: &mut Values, base: Base) -> [Value; 3] {
    let symbol = match base.symbol {
        Some(symbol) => values.number(Number::Address(symbol, 0)),
        None => number(values, 0),
    };
    let value = match (base.value, base.is_frame) {
        (Some(value), _) => value,
        (None, true) => values.fact(Fact::Frame(0)),
        (None, false) => number(values, 0),
    };
    [number(values, base.memory.0.into()), symbol, value]
}

fn number(values: &mut Values, number: i64) -> Value {
    values.number(Number::I64(number))
}
