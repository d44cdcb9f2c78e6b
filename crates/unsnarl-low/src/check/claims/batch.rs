//! Some claims at once, a bit each.

use std::collections::BinaryHeap;

use unsnarl::Id;

use super::{Answer, Breach, Claim, Flow, Incoming, Made, Place, Step};

/// How many words of bits travel together.
const WORDS: usize = 16;

/// How many claims these are.
pub(super) const CLAIMS: u32 = 64 * WORDS as u32;

/// A set of claims of the batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bits([u64; WORDS]);

impl Bits {
    fn one(bit: u32) -> Bits {
        let mut bits = Bits::default();
        bits.0[bit as usize / 64] = 1 << (bit % 64);
        bits
    }

    fn is_empty(self) -> bool {
        self == Bits::default()
    }

    fn and(self, other: Bits) -> Bits {
        Bits(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    fn or(self, other: Bits) -> Bits {
        Bits(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    fn without(self, other: Bits) -> Bits {
        Bits(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    fn first(self) -> Option<u32> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word as u32 + self.0[word].trailing_zeros())
    }
}

/// A sparse table of sets; number 0 of the sets is empty.
struct Sets {
    numbers: Vec<u32>,
    sets: Vec<(u32, Bits)>,
}

impl Sets {
    fn new(len: usize) -> Self {
        Sets {
            numbers: vec![0; len],
            sets: vec![(0, Bits::default())],
        }
    }

    fn clear(&mut self) {
        for (key, _) in self.sets.drain(1..) {
            self.numbers[key as usize] = 0;
        }
    }

    fn add(&mut self, key: u32, bits: Bits) {
        let number = &mut self.numbers[key as usize];
        if *number == 0 {
            *number = self.sets.len() as u32;
            self.sets.push((key, Bits::default()));
        }
        let set = &mut self.sets[*number as usize].1;
        *set = set.or(bits);
    }

    fn get(&self, key: u32) -> Bits {
        self.sets[self.numbers[key as usize] as usize].1
    }
}

/// What is needed of the claims of one batch.
pub(super) struct Batch<'a> {
    flow: &'a Flow,
    incoming: &'a Incoming,
    first: u32,
    of_variable: Sets,
    /// By block: what it makes, and what entering it makes.
    made_in: Sets,
    made_on: Sets,
    /// By place: what is needed there, and what of it was not handed on.
    needed: Sets,
    fresh: Sets,
    /// The places with something fresh, the highest rank first.
    heap: BinaryHeap<(u32, Place)>,
    others: Vec<(Place, Claim)>,
}

impl<'a> Batch<'a> {
    pub(super) fn new(flow: &'a Flow, incoming: &'a Incoming) -> Self {
        let (variables, blocks) = (flow.variables(), flow.blocks());
        Batch {
            incoming,
            first: 0,
            of_variable: Sets::new(variables),
            made_in: Sets::new(blocks),
            made_on: Sets::new(blocks),
            needed: Sets::new(flow.places.len()),
            fresh: Sets::new(flow.places.len()),
            heap: BinaryHeap::new(),
            others: Vec::new(),
            flow,
        }
    }

    /// Proves what is needed of the claims of batch `number`; gives what that needs of others.
    pub(super) fn run(
        &mut self,
        number: u32,
        needs: Vec<(Place, Claim)>,
        is_given: &dyn Fn(Claim) -> bool,
    ) -> Result<Vec<(Place, Claim)>, Breach> {
        self.prepare(number);
        for (place, claim) in needs {
            self.need(place, Bits::one(claim.0 - self.first));
        }
        while let Some((_, place)) = self.heap.pop() {
            let number = self.fresh.numbers[place.0 as usize];
            let fresh = std::mem::take(&mut self.fresh.sets[number as usize].1);
            if place.0 == 0 {
                self.expect_given(fresh, is_given)?;
            } else {
                self.hand_on(place, fresh)?;
            }
        }
        Ok(std::mem::take(&mut self.others))
    }

    fn prepare(&mut self, number: u32) {
        self.first = number * CLAIMS;
        for sets in [
            &mut self.of_variable,
            &mut self.made_in,
            &mut self.made_on,
            &mut self.needed,
            &mut self.fresh,
        ] {
            sets.clear();
        }
        let claims = self.flow.claims[self.first as usize..].iter();
        for (bit, claim) in (0..CLAIMS).zip(claims) {
            let bit = Bits::one(bit);
            self.of_variable.add(claim.variable, bit);
            match claim.made {
                Made::Before => {}
                Made::On(block) => self.made_on.add(block.index() as u32, bit),
                Made::In(block) => self.made_in.add(block.index() as u32, bit),
            }
        }
    }

    fn need(&mut self, place: Place, bits: Bits) {
        let new = bits.without(self.needed.get(place.0));
        if new.is_empty() {
            return;
        }
        self.needed.add(place.0, new);
        if self.fresh.get(place.0).is_empty() {
            let (_, rank) = self.flow.places[place.0 as usize];
            self.heap.push((rank, place));
        }
        self.fresh.add(place.0, new);
    }

    fn expect_given(&self, fresh: Bits, is_given: &dyn Fn(Claim) -> bool) -> Result<(), Breach> {
        let mut left = fresh;
        while let Some(bit) = left.first() {
            let claim = Claim(self.first + bit);
            if !is_given(claim) {
                return Err(Breach {
                    claim,
                    step: None,
                    write: None,
                });
            }
            left = left.without(Bits::one(bit));
        }
        Ok(())
    }

    fn hand_on(&mut self, place: Place, fresh: Bits) -> Result<(), Breach> {
        let (flow, incoming) = (self.flow, self.incoming);
        let (entered, _) = flow.places[place.0 as usize];
        let on_entry = entered.map_or(Bits::default(), |block| {
            self.made_on.get(block.index() as u32).and(fresh)
        });
        let rest = fresh.without(on_entry);
        for &number in incoming.to(place) {
            let step = &flow.steps[number as usize];
            let touched = self.touched(step);
            let lost = rest.and(touched).without(self.held(step));
            if let Some(bit) = lost.first() {
                return Err(self.breach(number, bit));
            }
            self.need(step.from, rest.without(touched));
            self.ask(number, on_entry)?;
        }
        Ok(())
    }

    /// What a step writes or makes.
    fn touched(&self, step: &Step) -> Bits {
        let made = step.runs.map_or(Bits::default(), |block| {
            self.made_in.get(block.index() as u32)
        });
        let writes = &self.flow.writes[step.writes.clone()];
        writes.iter().fold(made, |touched, &(variable, _)| {
            touched.or(self.of_variable.get(variable))
        })
    }

    /// Of what a step touches: what holds behind it.
    fn held(&self, step: &Step) -> Bits {
        let holds = self.flow.holds[step.holds.clone()].iter();
        let own = holds.filter_map(|claim| self.bit(*claim));
        own.fold(Bits::default(), |held, bit| held.or(Bits::one(bit)))
    }

    /// The bit of a claim, if it is in the batch.
    fn bit(&self, claim: Claim) -> Option<u32> {
        claim.0.checked_sub(self.first).filter(|&bit| bit < CLAIMS)
    }

    /// Asks a step for what is made where it ends.
    fn ask(&mut self, number: u32, on_entry: Bits) -> Result<(), Breach> {
        let flow = self.flow;
        let step = &flow.steps[number as usize];
        let mut left = on_entry;
        while let Some(bit) = left.first() {
            left = left.without(Bits::one(bit));
            let claim = Claim(self.first + bit);
            match flow.answer(step, claim) {
                None => {}
                Some(Answer::Broken) => return Err(self.breach(number, bit)),
                Some(Answer::Needs(other)) => match self.bit(other) {
                    Some(bit) => self.need(step.from, Bits::one(bit)),
                    None => self.others.push((step.from, other)),
                },
            }
        }
        Ok(())
    }

    fn breach(&self, number: u32, bit: u32) -> Breach {
        let claim = Claim(self.first + bit);
        let variable = self.flow.claims[claim.0 as usize].variable;
        let step = &self.flow.steps[number as usize];
        let mut writes = self.flow.writes[step.writes.clone()].iter();
        let write = writes.find(|&&(own, _)| own == variable);
        Breach {
            claim,
            step: Some(number as usize),
            write: write.map(|&(_, remark)| remark),
        }
    }
}
