//! Arrivals: what is known where the next block is entered.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use unsnarl::{BlockId, Edge, Id};
use unsnarl_low::Reg;
use unsnarl_low::check::claims::{Answer, Claim};
use unsnarl_low::check::facts::{Fact, Facts};
use unsnarl_low::check::values::Value;

use super::{Arrival, Path, Walk};
use crate::proof::data::entry::Entry;
use crate::proof::data::homes::Home;

/// A parameter of a block, with its value and the argument that it comes from, if there is one and
/// all edges set it to the same.
type Parameter = (Reg, Option<(Option<Reg>, Value)>);

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
            path.taken = self.armed(block);
            if let Some(slot) = path.slot {
                path.taken.retain(|edge| edge.slot == slot);
            }
        }
        for &edge in &path.taken {
            if path.merge != Some(edge.block) {
                self.expect_slot(path, edge)?;
            }
        }
        self.expect_frame(path, block)?;
        let is_first = self.block.is_none() && block.index() == 0;
        if !is_first && path.taken.is_empty() {
            return Err(format!("control enters {block} without an edge"));
        }
        if block.index() >= subject.due.function.block_count() {
            path.merge = Some(block);
            path.is_taken = true;
            return Ok(false);
        }
        let edges = path.taken.iter();
        let edges = edges.map(|&edge| Some((edge.slot, self.proof.edge(edge)?)));
        let edges: Option<Vec<(u32, unsnarl_low::Edge)>> = edges.collect();
        let edges = edges.ok_or("an edge that is not in the function")?;
        if edges.iter().any(|(_, edge)| edge.to != block) {
            return Err(format!(
                "control enters {block} by an edge to another block"
            ));
        }
        let parameters = self.parameters(&edges);
        let stack = self.stack_facts(path, block, &parameters);
        let control = self.known_control(path, token);
        if path.written.is_divided() && !self.arrivals.iter().any(|own| own.is_behind_fork) {
            self.common = self.common_transfer(path);
        }
        let mut transfer = self.own_transfer(path);
        transfer.answers = self.answers(path, &parameters);
        self.arrivals.push(Arrival {
            entry: Entry {
                token,
                block,
                control,
            },
            stack,
            transfer,
            is_behind_fork: path.written.is_divided(),
        });
        Ok(true)
    }

    /// The edges to a block whose arms were passed.
    fn armed(&self, block: BlockId) -> Vec<Edge> {
        self.armed
            .get(&block)
            .into_iter()
            .flatten()
            .copied()
            .collect()
    }

    /// Checks that the frame is there on entry to a block.
    fn expect_frame(&mut self, path: &Path, block: BlockId) -> Result<(), String> {
        if self.block.is_none() {
            return match self.proof.subject.due.function.frame {
                Some(_) if self.proof.subject.due.is_leaf => {
                    self.expect_stack_pointer(path, Fact::CallerStack)
                }
                Some(_) => self.expect_stack_pointer(path, Fact::Frame(0)),
                None => Ok(()),
            };
        }
        match self.has_left_frame(path) {
            true => Err(format!("{block} is entered after the frame was left")),
            false => Ok(()),
        }
    }

    /// The values of the control locals that are known and matter behind a token.
    fn known_control(&mut self, path: &Path, token: usize) -> Vec<(u32, unsnarl_low::Number)> {
        let mut control = Vec::new();
        let proof = self.proof;
        for &local in proof
            .live
            .get(&token)
            .map(Vec::as_slice)
            .unwrap_or_default()
        {
            let value = self.variable(path, local as usize);
            if let Some(number) = self.values.constant(value) {
                control.push((local, number));
            }
        }
        control
    }

    /// The parameters of a block that something reads, each with its argument and value, if all
    /// edges set it to the same one.
    fn parameters(&mut self, edges: &[(u32, unsnarl_low::Edge)]) -> Vec<Parameter> {
        let Some((first, others)) = edges.split_first() else {
            return Vec::new();
        };
        let mut set = self.set_by(*first);
        for &edge in others.iter().filter(|&edge| edge != first) {
            for ((_, known), (_, other)) in set.iter_mut().zip(self.set_by(edge)) {
                let value = other.map(|(_, value)| value);
                *known = known.filter(|&(_, known)| Some(known) == value);
            }
        }
        set.retain(|&(parameter, _)| self.proof.home(parameter) != Home::Unread);
        set
    }

    /// The parameters that an edge sets: to what a call returned, or a clause caught, and then to
    /// its arguments.
    fn set_by(&mut self, (slot, edge): (u32, unsnarl_low::Edge)) -> Vec<Parameter> {
        let function = &self.proof.subject.due.function;
        let brought = function.brought(edge).iter().enumerate();
        let mut set: Vec<Parameter> = brought
            .map(|(place, &reg)| (reg, Some((None, self.brought_value(slot, place)))))
            .collect();
        for (parameter, argument) in function.copies(edge) {
            let value = self.reg(argument);
            set.push((parameter, Some((Some(argument), value))));
        }
        set
    }

    /// Which of the parameters that are kept in variables are not set there.
    fn answers(&mut self, path: &Path, parameters: &[Parameter]) -> Vec<(Claim, Answer)> {
        let homes = &self.proof.homes;
        let mut answers = Vec::new();
        for &(parameter, set) in parameters {
            let Some(claim) = homes.of_reg(parameter) else {
                continue;
            };
            let variable = homes.variable(claim);
            let held = path.written.get(variable as usize);
            let held = held.or_else(|| self.before.get(&variable).copied());
            let answer = match (held, set) {
                (Some(held), Some((_, due))) if held == due => continue,
                (None, Some((Some(argument), _))) => self.passed(argument, variable),
                _ => Answer::Broken,
            };
            answers.push((claim, answer));
        }
        answers
    }

    /// What it takes that a variable that the walk left alone holds an argument.
    fn passed(&self, argument: Reg, variable: u32) -> Answer {
        let claim = self.proof.homes.of_reg(argument);
        let claim = claim.filter(|_| !self.is_made_here(argument));
        let claim = claim.filter(|&claim| self.proof.homes.variable(claim) == variable);
        claim.map_or(Answer::Broken, Answer::Needs)
    }

    /// What is known of the operand stack in a block.
    fn stack_facts(
        &mut self,
        path: &Path,
        entered: BlockId,
        parameters: &[Parameter],
    ) -> Vec<Facts> {
        if path.stack.is_empty() {
            return Vec::new();
        }
        let names = self.names(parameters, entered);
        let stack = path.stack.iter();
        stack
            .map(|&value| self.facts(value, entered, &names))
            .collect()
    }

    /// What is new in a block: what was defined and decided, and the parameters.
    fn names(&mut self, parameters: &[Parameter], entered: BlockId) -> Names {
        let mut names = Names::default();
        let mut name = |value, fact| names.entry(value).or_default().push(fact);
        if self.block != Some(entered) {
            let function = &self.proof.subject.due.function;
            let insts = self.block.map(|block| function.block(block).insts());
            let regs = insts.into_iter().flatten();
            let regs = regs.flat_map(|id| function.inst(id).results());
            regs.zip(&self.defined)
                .for_each(|(reg, &value)| name(value, Fact::Reg(reg)));
            if let Some(block) = self.block.filter(|&block| self.proof.is_saved(block)) {
                for (number, value) in (0..).zip(self.exit_operands(block)) {
                    name(value, Fact::Decision(block, number));
                }
            }
        }
        for &(parameter, set) in parameters {
            if let Some((_, value)) = set {
                name(value, Fact::Reg(parameter));
            }
        }
        names
    }

    /// What a value is called where a block is entered: nothing that the block defines anew.
    fn facts(&self, value: Value, entered: BlockId, names: &Names) -> Facts {
        let stays = |fact: &Fact| match *fact {
            Fact::Reg(reg) => !self.proof.is_defined_in(reg, entered),
            Fact::Decision(block, _) => block != entered,
            Fact::Number(_) => false,
            Fact::Frame(_) | Fact::CallerStack => true,
        };
        let known = self.values.names(value);
        let known = known.map_or(&[][..], Facts::list).iter().copied();
        let own = self.values.fact_of(value);
        let mut facts: Vec<Fact> = known.chain(own).filter(stays).collect();
        let new = names.get(&value).map(Vec::as_slice).unwrap_or_default();
        facts.extend_from_slice(new);
        Facts::new(facts)
    }
}
