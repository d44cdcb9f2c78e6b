//! Where values are said to be kept between blocks.
//!
//! *Needs:* what is [due](super::Due). *Gives:* [`Homes`]: the [claims](unsnarl_low::check::claims)
//! about locals, slots and the stack pointer. None is trusted: the proof fails where one is wrong.
//! *Cost:* linear in the registers.

use unsnarl::BlockId;
use unsnarl_low::check::claims::{Claim, Kept, Made};
use unsnarl_low::check::facts::Fact;
use unsnarl_low::{Reg, Source};

use super::Subject;

/// Where a register is kept between blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Home {
    /// Nothing that happens depends on it.
    Unread,
    /// In no variable: on the operand stack, or computed again.
    Nowhere,
    /// In a local.
    Local(u32),
    /// At an offset in the frame.
    Slot(u32),
}

/// The claims of a function.
pub(super) struct Homes {
    /// By claim.
    pub(super) kept: Vec<Kept>,
    /// By claim.
    facts: Vec<Fact>,
    of_reg: Vec<Option<Claim>>,
    /// Those about operands of exits, by block and local, ascending.
    decisions: Vec<(BlockId, u32, Claim)>,
    /// Those about the frame, and the variables of these.
    pub(super) pointers: Vec<(u32, Claim)>,
}

impl Homes {
    /// Lists the claims. `slot` gives the variable of an offset in the frame, `home` the block that
    /// defines a register.
    pub(super) fn new(
        subject: &Subject<'_>,
        stack_pointer: usize,
        slot: &dyn Fn(u32) -> Option<usize>,
        home: &[Option<BlockId>],
    ) -> Self {
        let due = subject.due;
        let mut homes = Homes {
            kept: Vec::new(),
            facts: Vec::new(),
            of_reg: vec![None; due.function.reg_count()],
            decisions: Vec::new(),
            pointers: Vec::new(),
        };
        for (reg, &own) in due.function.regs().zip(&due.homes) {
            let variable = match own {
                Home::Unread | Home::Nowhere => None,
                Home::Local(local) => Some(local),
                Home::Slot(offset) => slot(offset).map(|variable| variable as u32),
            };
            let made = match (due.function.source(reg), home[reg.index()]) {
                (Source::BlockParameter, Some(block)) => Made::On(block),
                (_, Some(block)) => Made::In(block),
                (_, None) => Made::Before,
            };
            if let Some(variable) = variable {
                homes.of_reg[reg.index()] = Some(homes.add(variable, made, Fact::Reg(reg)));
            }
        }
        for own in subject.map.saved.chunk_by(|one, next| one.0 == next.0) {
            for (number, &(block, local)) in (0..).zip(own) {
                let claim = homes.add(local, Made::In(block), Fact::Decision(block, number));
                homes.decisions.push((block, local, claim));
            }
        }
        homes.decisions.sort_unstable();
        let pointer = match due.function.frame {
            Some(_) if !due.is_leaf => Fact::Frame(0),
            _ => Fact::CallerStack,
        };
        let pointers = due.pointers.iter().copied();
        for (local, fact) in pointers.chain([(stack_pointer as u32, pointer)]) {
            let claim = homes.add(local, Made::Before, fact);
            homes.pointers.push((local, claim));
        }
        homes
    }

    fn add(&mut self, variable: u32, made: Made, fact: Fact) -> Claim {
        let claim = Claim(self.kept.len() as u32);
        self.kept.push(Kept { variable, made });
        self.facts.push(fact);
        claim
    }

    /// What a claim says to be in its variable.
    pub(super) fn fact(&self, claim: Claim) -> Fact {
        self.facts[claim.0 as usize]
    }

    /// The variable of a claim.
    pub(super) fn variable(&self, claim: Claim) -> u32 {
        self.kept[claim.0 as usize].variable
    }

    /// The claim about a register, if it is kept in a variable.
    pub(super) fn of_reg(&self, reg: Reg) -> Option<Claim> {
        self.of_reg[reg.index()]
    }

    /// The claims about the operands of a block's exit.
    pub(super) fn decisions(&self, block: BlockId) -> impl Iterator<Item = Claim> + '_ {
        let start = self.decisions.partition_point(|own| own.0 < block);
        let own = self.decisions[start..].iter();
        let own = own.take_while(move |own| own.0 == block);
        own.map(|&(_, _, claim)| claim)
    }

    /// The claim that a local holds an operand of a block's exit.
    pub(super) fn decision(&self, block: BlockId, local: u32) -> Option<Claim> {
        let mut own = self.decisions(block);
        own.find(|&claim| self.variable(claim) == local)
    }

    /// The claim that a fact is in its variable.
    pub(super) fn of_fact(&self, fact: Fact) -> Option<Claim> {
        match fact {
            Fact::Reg(reg) => self.of_reg(reg),
            Fact::Decision(block, _) => {
                let mut own = self.decisions(block);
                own.find(|&claim| self.fact(claim) == fact)
            }
            _ => None,
        }
    }
}
