//! Arrivals: what is known where the next block is entered.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use unsnarl::{BlockId, Id};
use unsnarl_low::Reg;
use unsnarl_low::check::facts::{Fact, Facts};
use unsnarl_low::check::values::Value;

use super::{Arrival, Path, Walk};
use crate::proof::data::{Place, State};

/// New names of values.
type Names = HashMap<Value, Vec<Fact>, FixedState>;

impl Walk<'_> {
    /// Enters a block; tells whether the path ends there. A merge block is part of the path.
    pub(super) fn arrive(
        &mut self,
        path: &mut Path,
        block: BlockId,
        token: usize,
    ) -> Result<bool, String> {
        let subject = self.proof.subject;
        if !path.is_taken {
            self.finish_effects(path)?;
        }
        if path.merge.is_none() {
            path.taken.retain(|&edge| subject.cfg.target(edge) == block);
        }
        let is_first = self.block.is_none() && block.index() == 0;
        if is_first {
            if subject.due.frame.is_some() {
                self.expect_stack_pointer(path, Fact::Frame(0))?;
            }
        } else if path.taken.is_empty() {
            return Err(format!("control enters {block} by no edge"));
        }
        if block.index() >= subject.due.function.block_count() {
            path.merge = Some(block);
            path.is_taken = true;
            return Ok(false);
        }
        let edges = path.taken.iter().map(|&edge| self.proof.edge(edge));
        let edges: Option<Vec<unsnarl_low::Edge>> = edges.collect();
        let edges = edges.ok_or("an edge that the function does not have")?;
        if edges.iter().any(|edge| edge.to != block) {
            return Err(format!(
                "control enters {block} by an edge to another block"
            ));
        }
        let names = self.names(&edges, block);
        let mut contents = Vec::with_capacity(self.contents.len() + path.stack.len());
        let mut called: HashMap<Value, Facts, FixedState> = HashMap::default();
        for (variable, &held) in self.contents.iter().enumerate() {
            let written = path.written.get(&variable).copied();
            contents.push(match written.or(held) {
                None => Facts::default(),
                Some(value) => {
                    let before = self
                        .state
                        .contents
                        .get(variable)
                        .filter(|_| written.is_none());
                    let facts = || self.facts(value, before, block, &names);
                    called.entry(value).or_insert_with(facts).clone()
                }
            });
        }
        for &value in &path.stack {
            contents.push(self.facts(value, None, block, &names));
        }
        let mut control = Vec::new();
        for (&local, live) in &self.proof.live {
            let value = self.variable(path, local as usize);
            if let Some(number) = self.values.constant(value).filter(|_| live[token]) {
                contents[local as usize] = Facts::new(vec![Fact::Number(number)]);
                control.push((local, number));
            }
        }
        control.sort_unstable();
        self.arrivals.push(Arrival {
            place: Place {
                token,
                block,
                control,
            },
            state: State { contents },
        });
        Ok(true)
    }

    /// What is new and needed in a block: what was defined and decided, and the parameters that all
    /// edges set to the same value.
    pub(super) fn names(&mut self, edges: &[unsnarl_low::Edge], entered: BlockId) -> Names {
        let function = &self.proof.subject.due.function;
        let needed = &self.proof.needed;
        let mut names = Names::default();
        for (&reg, &value) in &self.defined {
            if needed.has(entered, reg) && !self.proof.is_defined_in(reg, entered) {
                names.entry(value).or_default().push(Fact::Reg(reg));
            }
        }
        let block = self.block.filter(|block| self.proof.saved.contains(block));
        if let Some(block) = block.filter(|&block| block != entered) {
            for (number, value) in (0..).zip(self.exit_operands(block)) {
                let decision = Fact::Decision(block, number);
                names.entry(value).or_default().push(decision);
            }
        }
        let mut set: HashMap<Reg, Option<Value>> = HashMap::new();
        for &edge in edges {
            for (parameter, argument) in function.copies(edge) {
                if needed.has(entered, parameter) {
                    let value = self.reg(argument);
                    let known = set.entry(parameter).or_insert(Some(value));
                    *known = known.filter(|&known| known == value);
                }
            }
        }
        for (parameter, value) in set {
            if let Some(value) = value {
                let parameter = Fact::Reg(parameter);
                names.entry(value).or_default().push(parameter);
            }
        }
        names
    }

    /// What a value is called where a block is entered: nothing that the block defines anew, and
    /// nothing that is not needed. `before` is what was known of the variable that holds it, if
    /// that was not written.
    pub(super) fn facts(
        &self,
        value: Value,
        before: Option<&Facts>,
        entered: BlockId,
        names: &Names,
    ) -> Facts {
        let stays = |fact: &Fact| match *fact {
            Fact::Reg(reg) => {
                self.proof.needed.has(entered, reg) && !self.proof.is_defined_in(reg, entered)
            }
            Fact::Decision(block, _) => block != entered,
            Fact::Number(_) => false,
            Fact::Frame(_) | Fact::CallerStack => true,
        };
        let known = self.values.names(value);
        let new = names.get(&value).map(Vec::as_slice).unwrap_or_default();
        if new.is_empty()
            && let (Some(before), Some(known)) = (before, known)
            && before == known
            && known.list().iter().all(stays)
        {
            return before.clone();
        }
        let known = known.map_or(&[][..], Facts::list).iter().copied();
        let constant = self.values.constant_name(value);
        let mut facts: Vec<Fact> = known.chain(constant).filter(stays).collect();
        facts.extend_from_slice(new);
        Facts::new(facts)
    }
}
