//! Variables: what they hold where a walk begins, and what the walk writes to them.

use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::FixedState;
use unsnarl_low::Reg;
use unsnarl_low::check::claims::{Claim, Transfer};
use unsnarl_low::check::facts::{Fact, Facts};
use unsnarl_low::check::values::Value;

use super::{Path, Walk};
use crate::map::PieceKind;
use crate::proof::data::homes::Home;

/// By variable: what was written last, and where.
type Map = HashMap<u32, (Value, u32), FixedState>;

/// The variables that a path wrote.
#[derive(Clone, Default)]
pub(super) struct Written {
    /// Before the walk divided for the first time.
    common: Option<Rc<Map>>,
    own: Option<Rc<Map>>,
    is_divided: bool,
}

impl Written {
    pub(super) fn get(&self, variable: usize) -> Option<Value> {
        let variable = variable as u32;
        let maps = self.own.iter().chain(&self.common);
        let mut written = maps.filter_map(|map| map.get(&variable));
        written.next().map(|&(value, _)| value)
    }

    pub(super) fn set(&mut self, variable: usize, value: Value, at: u32) {
        let own = self.own.get_or_insert_default();
        Rc::make_mut(own).insert(variable as u32, (value, at));
    }

    /// The path divides.
    pub(super) fn divide(&mut self) {
        if !self.is_divided {
            self.common = self.own.take();
            self.is_divided = true;
        }
    }

    pub(super) fn is_divided(&self) -> bool {
        self.is_divided
    }
}

impl Walk<'_> {
    /// What a variable holds now.
    pub(super) fn variable(&mut self, path: &Path, variable: usize) -> Value {
        match path.written.get(variable) {
            Some(value) => value,
            None => self.held_before(path, variable as u32),
        }
    }

    /// What a variable held where the walk began, which from now on the walk relies on.
    fn held_before(&mut self, path: &Path, variable: u32) -> Value {
        if let Some(claim) = self.asked_decision(path, variable) {
            return self.rely_on(claim);
        }
        if let Some(&value) = self.before.get(&variable) {
            return value;
        }
        let value = match self.claimed(variable) {
            Some(claim) => self.rely_on(claim),
            None => self.values.unknown(),
        };
        self.before.insert(variable, value);
        value
    }

    fn rely_on(&mut self, claim: Claim) -> Value {
        self.reads.push(claim);
        self.values.fact(self.proof.homes.fact(claim))
    }

    /// The claim that a local holds what another block decided, where that is asked for.
    fn asked_decision(&self, path: &Path, variable: u32) -> Option<Claim> {
        let Some(PieceKind::Operand(block) | PieceKind::Comparison(block, _)) = path.piece else {
            return None;
        };
        let homes = &self.proof.homes;
        (Some(block) != self.block).then(|| homes.decision(block, variable))?
    }

    /// The claim about a variable that the block may need.
    fn claimed(&mut self, variable: u32) -> Option<Claim> {
        let homes = &self.proof.homes;
        let pointers = homes.pointers.iter();
        let mut pointers = pointers.filter(|&&(own, _)| own == variable);
        if let Some(&(_, claim)) = pointers.next() {
            return Some(claim);
        }
        if self.expected.is_none() {
            self.expected = Some(self.expected());
        }
        let expected = self.expected.as_deref().unwrap_or_default();
        let place = expected.partition_point(|&(own, _)| own < variable);
        let &(own, claim) = expected.get(place)?;
        (own == variable).then_some(claim)
    }

    /// The claims about what the block reads and does not make, by variable.
    fn expected(&self) -> Vec<(u32, Claim)> {
        let function = &self.proof.subject.due.function;
        let homes = &self.proof.homes;
        let Some(block) = self.block else {
            return Vec::new();
        };
        let mut expected = Vec::new();
        let mut expect = |reg: Reg| {
            if !self.is_made_here(reg)
                && let Some(claim) = homes.of_reg(reg)
            {
                expected.push((homes.variable(claim), claim));
            }
        };
        for id in function.block(block).insts().filter(|&id| self.is_read(id)) {
            function.operands(id).iter().for_each(|&reg| expect(reg));
        }
        function
            .exit_operands(block)
            .iter()
            .for_each(|&reg| expect(reg));
        for edge in function.different_edges(block) {
            for (parameter, argument) in function.copies(edge) {
                if self.proof.home(parameter) != Home::Unread {
                    expect(argument);
                }
            }
        }
        expected.sort_unstable();
        expected
    }

    /// Tells whether something depends on an instruction.
    fn is_read(&self, id: unsnarl_low::InstId) -> bool {
        let inst = self.proof.subject.due.function.inst(id);
        inst.must_happen()
            || inst
                .results()
                .any(|reg| self.proof.home(reg) != Home::Unread)
    }

    /// What was written before the walk divided.
    pub(super) fn common_transfer(&self, path: &Path) -> Transfer {
        self.transfer(path.written.common.as_deref())
    }

    /// What was written after that.
    pub(super) fn own_transfer(&self, path: &Path) -> Transfer {
        self.transfer(path.written.own.as_deref())
    }

    fn transfer(&self, map: Option<&Map>) -> Transfer {
        let mut transfer = Transfer::default();
        for (&variable, &(value, at)) in map.into_iter().flatten() {
            transfer.writes.push((variable, at));
            let start = self.made.partition_point(|own| own.0 < variable);
            let own = self.made[start..].iter();
            let own = own.take_while(|own| own.0 == variable);
            let own = own.filter(|own| own.2 == value);
            transfer.holds.extend(own.map(|&(_, claim, _)| claim));
            transfer.holds.extend(self.kept_before(variable, value));
        }
        transfer
    }

    /// The claims about a variable that held before the walk and hold again.
    fn kept_before(&self, variable: u32, value: Value) -> impl Iterator<Item = Claim> + '_ {
        let homes = &self.proof.homes;
        let fact = self.values.fact_of(value);
        // What comes on the stack may have several names, more than one of them of this variable.
        let known = self.values.names(value).map_or(&[][..], Facts::list);
        let own = fact.filter(|fact| !known.contains(fact));
        let named = known.iter().copied().chain(own);
        let named = named.filter_map(|fact| homes.of_fact(fact));
        let named = named.filter(move |&claim| homes.variable(claim) == variable);
        let pointers = homes.pointers.iter();
        let pointers = pointers.filter(move |&&(own, claim)| {
            own == variable && Some(self.normal(homes.fact(claim))) == fact
        });
        named.chain(pointers.map(|&(_, claim)| claim))
    }

    /// The fact by which a pointer is known.
    fn normal(&self, fact: Fact) -> Fact {
        self.values.normal(fact)
    }
}
