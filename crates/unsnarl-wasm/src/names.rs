//! What the locals and labels of a body are called, and from which lines its instructions are.
//!
//! *Needs:* the function of the SSA module that the body is of, and where its registers, blocks and
//! instructions come from. *Gives:* [`Names`].
//! *Cost:* linear in the body, and a sort of its named registers.

use std::borrow::Cow;

use unsnarl::BlockId;
use unsnarl_ir::debug::LocationId;
use unsnarl_ir::{Function, Module, Name, ValueId};
use unsnarl_low::opt::origins::Origins;
use unsnarl_low::select::Trace;
use unsnarl_low::{Function as Code, InstId, Reg};

use crate::control::Written;
use crate::locals::{Locals, Web};
use crate::view::View;

/// The names of a body, by what they had where the function was selected.
#[derive(Clone, Copy)]
pub(crate) struct Names<'a> {
    pub(crate) module: &'a Module,
    pub(crate) function: &'a Function,
    /// By instruction: its line.
    pub(crate) lines: &'a [u32],
    /// Where instructions come from in the source.
    pub(crate) trace: &'a Trace,
    /// The registers that hold values.
    pub(crate) values: &'a [(Reg, ValueId)],
    /// Where the body comes from, if it is not what was selected.
    pub(crate) origins: Option<&'a Origins>,
    /// The places in `values` by register, if there are origins.
    pub(crate) places: &'a [(Reg, usize)],
}

impl Names<'_> {
    /// What an instruction was when it was selected.
    pub(crate) fn selected(&self, inst: InstId) -> Option<InstId> {
        match self.origins {
            None => Some(inst),
            Some(origins) => origins.inst(inst),
        }
    }

    /// The block of the function of the SSA module that a block comes from.
    pub(crate) fn source(&self, block: BlockId) -> Option<BlockId> {
        match self.origins {
            None => Some(block),
            Some(origins) => origins.block(block),
        }
    }

    /// The line of an instruction.
    pub(crate) fn line(&self, inst: InstId) -> Option<u32> {
        self.lines.get(self.selected(inst)?.index()).copied()
    }

    /// The place of an instruction in the source.
    pub(crate) fn location(&self, inst: InstId) -> Option<LocationId> {
        let locations = &self.trace.locations;
        locations.get(self.selected(inst)?.index()).copied()?
    }

    /// The name of a block, if it comes from one.
    fn block(&self, block: BlockId) -> Option<String> {
        let block = self.source(block)?;
        Some(match self.function.blocks.get(block)?.name {
            Name::Number(number) => number.to_string(),
            Name::Made(number) => format!("new.{number}"),
            Name::Text(name) => self.module.name(name).to_owned(),
        })
    }

    /// The registers of a body that hold values, in the order of these.
    pub(crate) fn values(&self, code: &Code) -> Cow<'_, [(Reg, ValueId)]> {
        let Some(origins) = self.origins else {
            return Cow::Borrowed(self.values);
        };
        let mut found: Vec<(usize, Reg)> = Vec::new();
        for reg in code.regs() {
            let Some(was) = origins.reg(reg) else {
                continue;
            };
            let first = self.places.partition_point(|&(other, _)| other < was);
            let own = self.places[first..].iter();
            let own = own.take_while(|&&(other, _)| other == was);
            found.extend(own.map(|&(_, place)| (place, reg)));
        }
        found.sort_unstable();
        let found = found.into_iter();
        found
            .map(|(place, reg)| (reg, self.values[place].1))
            .collect()
    }

    /// The names of registers, in their order.
    pub(crate) fn of_registers(&self, code: &Code) -> Vec<(Reg, String)> {
        let values = self.values(code);
        let named = values
            .iter()
            .filter(|(reg, _)| !code.is_rematerialised(*reg));
        let mut names: Vec<(Reg, String)> = named
            .filter_map(|&(reg, value)| match self.function.values[value].name {
                Name::Text(name) => Some((reg, self.module.name(name).to_owned())),
                _ => None,
            })
            .collect();
        // Of the values that a register holds, the first gives it its name.
        names.sort_by_key(|&(reg, _)| reg);
        names.dedup_by_key(|&mut (reg, _)| reg);
        names
    }

    /// The names of labels, by their number.
    pub(crate) fn of_labels(&self, written: &Written, view: &View) -> Vec<Option<String>> {
        let labels = written.labels.iter();
        let name = |block: BlockId| self.block(view.origin(block));
        labels.map(|&block| block.and_then(name)).collect()
    }

    /// The names of locals, by their number.
    pub(crate) fn of_locals(
        &self,
        code: &Code,
        locals: &Locals,
        written: &Written,
    ) -> Vec<(u32, String)> {
        let mut names: Vec<(Web, String)> = Vec::new();
        for &(reg, value) in &*self.values(code) {
            if let Name::Text(name) = self.function.values[value].name
                && !code.is_rematerialised(reg)
                && let Some(web) = locals.find(reg)
            {
                names.push((web, self.module.name(name).to_owned()));
            }
        }
        names.extend(of_control(written));
        of_webs(names, locals)
    }
}

/// The names of what control keeps in locals.
pub(crate) fn of_control(written: &Written) -> Vec<(Web, String)> {
    let pointers = [(written.label, "label"), (written.frame_pointer, "frame")];
    let pointers = pointers.into_iter();
    let pointers = pointers.filter_map(|(web, name)| Some((web?, name.to_owned())));
    let saved = written.saved.iter();
    let saved = saved.map(|&(block, web)| (web, format!("decision.{block}")));
    let flags = written.flags.iter();
    let flags = flags.map(|&(flag, web)| (web, format!("flag.{flag}")));
    pointers.chain(saved).chain(flags).collect()
}

/// The names of locals by their number, from those of what they hold.
pub(crate) fn of_webs(names: Vec<(Web, String)>, locals: &Locals) -> Vec<(u32, String)> {
    let names = names.into_iter();
    let mut names: Vec<(u32, String)> = names
        .filter_map(|(web, name)| Some((locals.number(web)?, name)))
        .collect();
    // Of the values that share a local, the first gives it its name.
    names.sort_by_key(|&(local, _)| local);
    names.dedup_by_key(|&mut (local, _)| local);
    names
}

/// The places of values by register.
pub(crate) fn places(values: &[(Reg, ValueId)]) -> Vec<(Reg, usize)> {
    let places = values.iter().enumerate();
    let mut places: Vec<(Reg, usize)> = places.map(|(place, &(reg, _))| (reg, place)).collect();
    places.sort_unstable();
    places
}
