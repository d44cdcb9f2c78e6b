//! A body in the language C: the forms that it takes, and what stands in them.

use std::borrow::Cow;
use std::fmt;

use unsnarl::emit::{
    self, Bracket, C, Case, ControlNames, Foot, Grammar, Head, Jump, Language, Lines, Part, Signs,
};
use unsnarl::forms::{Decision, Formed, Host, Statement};
use unsnarl::{BlockId, Edge, Id, Step};
use unsnarl_low::Exit;

use super::super::types;
use super::super::variables::block_name;
use super::{Body, FALL_THROUGH};

impl Host for Body<'_> {
    fn prints(&self, step: Step) -> bool {
        match step {
            Step::Run(block) => !self.blocks[block.index()].lines.is_empty(),
            Step::Take(edge) => !self.edges[self.cfg.edge_index(edge)].is_empty(),
            _ => true,
        }
    }

    fn acts(&self, block: BlockId) -> bool {
        let operand = self.blocks[block.index()].operands.first();
        operand.is_some_and(|operand| !operand.traps.is_none())
    }

    fn lines(&self, step: Step) -> usize {
        match step {
            Step::Run(block) => self.blocks[block.index()].lines.len(),
            Step::Take(edge) => self.edges[self.cfg.edge_index(edge)].len(),
            _ => 0,
        }
    }

    fn may_decide_last(&self, _: BlockId) -> bool {
        true
    }

    fn may_repeat(&self, block: BlockId) -> bool {
        self.blocks[block.index()]
            .operands
            .first()
            .is_some_and(|operand| operand.is_simple())
    }

    /// A module may go round for ever, and C takes loops with a condition to end.
    fn progresses(&self, _: Option<BlockId>) -> bool {
        false
    }

    fn falls_through(&self) -> bool {
        true
    }

    fn crosses_loops(&self) -> bool {
        false
    }

    fn leaves_ifs(&self) -> bool {
        false
    }
}

impl Language for Body<'_> {
    fn signs(&self) -> &Signs {
        C.signs()
    }

    fn catches(&self, jump: Jump, bracket: Bracket) -> bool {
        C.catches(jump, bracket)
    }

    fn marks_conjunctions(&self) -> bool {
        true
    }

    fn name(&self, block: BlockId) -> Cow<'_, str> {
        Cow::Owned(block_name(block))
    }

    fn takes(&self, name: &str) -> bool {
        self.words.get_or_init(|| self.all_words()).contains(name)
    }

    fn start(&self, lines: &mut Lines<'_>, formed: &Formed, names: &ControlNames) -> fmt::Result {
        lines.line(&self.head)?;
        lines.indent();
        let found = emit::Variables::named(formed, names);
        for line in &self.declarations {
            lines.line(line)?;
        }
        if let Some((name, first)) = found.label() {
            lines.line(format_args!("uint32_t {name} = {};", first.unwrap_or(0)))?;
        }
        for (block, name) in found.decisions() {
            let ty = self.decision_type(block);
            lines.line(format_args!("{ty} {name} = 0;"))?;
        }
        for name in &found.flags {
            lines.line(format_args!("int {name} = 0;"))?;
        }
        for name in &found.unread {
            lines.line(format_args!("(void){name};"))?;
        }
        self.ends_by_leaving.set(ends_by_leaving(formed));
        self.statements.set([lines.written(); 2]);
        Ok(())
    }

    fn finish(&self, lines: &mut Lines<'_>) -> fmt::Result {
        let [first, _] = self.statements.get();
        self.statements.set([first, lines.written()]);
        // Compilers do not see that control never gets here.
        if !self.ends_by_leaving.get() && !self.function.signature.results.is_empty() {
            lines.line("trap(self, UNSNARL_UNREACHABLE);")?;
        }
        lines.outdent();
        lines.line("}")
    }

    fn run(
        &self,
        lines: &mut Lines<'_>,
        block: BlockId,
        decision: Decision,
        names: &ControlNames,
    ) -> fmt::Result {
        let text = &self.blocks[block.index()];
        text.lines.iter().try_for_each(|line| lines.line(line))?;
        match (decision, text.operands.first()) {
            (Decision::Saved, Some(operand)) => {
                let value = match self.cfg.exit(block) {
                    unsnarl::Exit::Branch => operand.condition(),
                    _ => operand.text.clone(),
                };
                let saved = names.saved(block).unwrap_or_default();
                lines.line(format_args!("{saved} = {value};"))
            }
            (Decision::Dropped, Some(operand)) if self.acts(block) => {
                lines.line(format_args!("DROP({});", operand.text))
            }
            _ => Ok(()),
        }
    }

    fn edge(&self, lines: &mut Lines<'_>, edge: Edge) -> fmt::Result {
        let own = &self.edges[self.cfg.edge_index(edge)];
        own.iter().try_for_each(|line| lines.line(line))
    }

    fn leave(&self, lines: &mut Lines<'_>, block: BlockId) -> fmt::Result {
        self.leaves[block.index()]
            .iter()
            .try_for_each(|line| lines.line(line))
    }

    fn decided(&self, block: BlockId, holds: bool, names: &ControlNames) -> String {
        if let Some(saved) = names.saved(block) {
            let not = if holds { "" } else { "!" };
            return format!("{not}{saved}");
        }
        match self.blocks[block.index()].operands.first() {
            Some(operand) if holds => operand.condition(),
            Some(operand) => operand.contrary(),
            None => String::from("0"),
        }
    }

    fn chosen(&self, edge: Edge, holds: bool, names: &ControlNames) -> String {
        let sign = if holds { "==" } else { "!=" };
        let operand = match names.saved(edge.block) {
            Some(saved) => saved.to_owned(),
            None => match self.blocks[edge.block.index()].operands.first() {
                Some(operand) => operand.operand(),
                None => String::from("0"),
            },
        };
        format!("{operand} {sign} {}", self.case_text(edge))
    }

    fn open(
        &self,
        lines: &mut Lines<'_>,
        _: Option<&str>,
        head: Head<'_>,
        names: &ControlNames,
    ) -> fmt::Result {
        let operand = match head {
            Head::Switch(block) => match names.saved(block) {
                Some(saved) => saved.to_owned(),
                None => self.decision(block),
            },
            _ => names.label().to_owned(),
        };
        lines.line(C.open(head, &operand))
    }

    fn close(&self, lines: &mut Lines<'_>, foot: Foot<'_>) -> fmt::Result {
        C.close(foot).map_or(Ok(()), |foot| lines.line(foot))
    }

    fn case(&self, lines: &mut Lines<'_>, case: Case<'_>) -> fmt::Result {
        let text = |&slot: &u32| match case.block {
            Some(block) => self.case_text(Edge { block, slot }),
            None => format!("{slot}u"),
        };
        let others = case
            .cases
            .iter()
            .filter(|slot| Some(**slot) != case.default);
        let texts: Vec<String> = others.map(text).collect();
        C.case(lines, &texts, case.is_default())
    }

    fn fall_through(&self, lines: &mut Lines<'_>, is_empty: bool) -> fmt::Result {
        match is_empty {
            true => Ok(()),
            false => lines.line(FALL_THROUGH),
        }
    }

    fn end(&self, lines: &mut Lines<'_>, part: Part) -> fmt::Result {
        let operand = match part {
            Part::Switch {
                block: Some(block), ..
            } => self.decision(block),
            _ => String::new(),
        };
        let line = C.end(part, &operand);
        line.map_or(Ok(()), |line| lines.line(line))
    }
}

impl Body<'_> {
    /// The type of a decision that is saved.
    fn decision_type(&self, block: BlockId) -> &'static str {
        let operands = self.function.exit_operands(block);
        match (self.cfg.exit(block), operands.first()) {
            (unsnarl::Exit::Branch, _) => "int",
            (_, Some(&reg)) if matches!(self.function.block(block).exit, Exit::Switch(_)) => {
                types::c_type(self.function.ty(reg))
            }
            _ => "uint32_t",
        }
    }
}

/// Tells whether the last statement of a program leaves the function.
fn ends_by_leaving(formed: &Formed) -> bool {
    matches!(formed.statements().last(), Some(Statement::Leave(_)))
}
