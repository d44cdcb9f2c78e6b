//! A function as the writer of the library sees it.
//!
//! *Needs:* the texts of blocks and edges. *Gives:* a [`Language`]: JavaScript, whose scopes are
//! labelled brackets.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use unsnarl::emit::{
    self, Bracket, Case, ControlNames, Foot, Head, Jump, Language, Lines, Part, Signs,
};
use unsnarl::forms::{self, Decision, Formed};
use unsnarl::{BlockId, Cfg, Edge, Exit, Id, Step};
use unsnarl_low::module::Position;

use crate::context::ModuleNames;
use crate::marks::mark;
use crate::names::Taken;
use crate::piece::{Binds, Kind, Piece};

/// What is written of a block.
#[derive(Debug, Default)]
pub(crate) struct Decided {
    /// Its statements.
    pub(crate) lines: Vec<String>,
    /// Where the first of these come from; the others come from where its exit does.
    pub(crate) places: Vec<Option<Position>>,
    /// Where its exit comes from.
    pub(crate) end: Option<Position>,
    /// What it decides by.
    pub(crate) by: Option<Piece>,
    /// By slot: the case of its decision, but for the last one of a switch.
    pub(crate) cases: Vec<String>,
    /// Whether its statements leave the decision in its variable.
    pub(crate) is_known: bool,
    /// How it leaves the function.
    pub(crate) leave: Vec<String>,
}

impl Decided {
    /// Whether it does something to decide.
    pub(crate) fn acts(&self) -> bool {
        let by = self.by.as_ref();
        by.is_some_and(|by| by.touches.acts || !by.touches.sets.is_empty())
    }
}

/// A function to write.
pub(crate) struct Host<'a> {
    pub(crate) cfg: &'a Cfg,
    /// By block.
    pub(crate) texts: Vec<Decided>,
    /// By edge.
    pub(crate) edges: Vec<Vec<String>>,
    /// By block: the variable of its decision.
    pub(crate) decisions: Vec<String>,
    /// The names of the function's variables.
    pub(crate) own: Taken,
    /// Those of the module around it.
    pub(crate) around: &'a ModuleNames,
    pub(crate) name: String,
    /// What marks the function.
    pub(crate) mark: String,
    pub(crate) parameters: Vec<String>,
    pub(crate) variables: Vec<String>,
    /// What comes before the first block.
    pub(crate) prologue: Vec<String>,
    /// Whether the function begins again in places.
    pub(crate) repeats: bool,
    /// The lines of the text that are statements of blocks.
    pub(crate) statements: Cell<[usize; 2]>,
}

/// The label of what begins the function again.
pub(crate) const AGAIN: &str = "again";

const SIGNS: Signs = Signs {
    end: ";",
    remark: "//",
    equal: ["===", "!=="],
    not: "!",
    and: " && ",
    or: " || ",
    truths: ["false", "true"],
    label: "",
    nothing: None,
};

impl Host<'_> {
    pub(crate) fn text(&self, block: BlockId) -> &Decided {
        &self.texts[block.index()]
    }

    pub(crate) fn edge_lines(&self, edge: Edge) -> &[String] {
        &self.edges[self.cfg.edge_index(edge)]
    }

    /// What a block decides by, where it is asked.
    pub(crate) fn operand(&self, block: BlockId, is_saved: bool) -> Piece {
        let text = self.text(block);
        match &text.by {
            Some(by) if !is_saved => by.clone(),
            _ => {
                let name = &self.decisions[block.index()];
                let kind = match self.cfg.exit(block) {
                    Exit::Branch => Kind::Truth,
                    _ => Kind::Signed,
                };
                Piece::new(&name[..], Binds::Whole, kind)
            }
        }
    }

    /// The statement, if an edge has just one that sets a variable.
    fn assignment(&self, step: Step) -> Option<&str> {
        let Step::Take(edge) = step else { return None };
        match self.edge_lines(edge) {
            [line] => line.strip_suffix(';'),
            _ => None,
        }
    }
}

impl forms::Host for Host<'_> {
    fn prints(&self, step: Step) -> bool {
        self.lines(step) > 0
    }

    fn lines(&self, step: Step) -> usize {
        match step {
            Step::Run(block) => self.text(block).lines.len(),
            Step::Take(edge) => self.edge_lines(edge).len(),
            _ => 1,
        }
    }

    fn acts(&self, block: BlockId) -> bool {
        self.text(block).acts()
    }

    fn may_step(&self, step: Step) -> bool {
        self.assignment(step).is_some()
    }

    fn sets(&self, step: Step) -> Option<Cow<'_, str>> {
        let text = self.assignment(step)?;
        let end = text.find(" = ")?;
        Some(Cow::Borrowed(&text[..end]))
    }

    fn may_decide_last(&self, _: BlockId) -> bool {
        true
    }

    fn falls_through(&self) -> bool {
        true
    }
}

impl Language for Host<'_> {
    fn signs(&self) -> &Signs {
        &SIGNS
    }

    fn catches(&self, jump: Jump, bracket: Bracket) -> bool {
        match bracket {
            Bracket::Scope => false,
            Bracket::Loop => true,
            Bracket::Switch => jump == Jump::Break,
        }
    }

    fn name(&self, block: BlockId) -> Cow<'_, str> {
        Cow::Owned(block.to_string())
    }

    fn takes(&self, name: &str) -> bool {
        self.own.has(name) || self.around.is_taken(name)
    }

    fn takes_label(&self, name: &str) -> bool {
        name == AGAIN
    }

    fn saved_name(&self, block: BlockId) -> Option<Cow<'_, str>> {
        Some(Cow::Borrowed(&self.decisions[block.index()]))
    }

    fn start(&self, lines: &mut Lines<'_>, formed: &Formed, control: &ControlNames) -> fmt::Result {
        let control = emit::Variables::named(formed, control);
        let parameters = self.parameters.join(", ");
        let (mark, name) = (&self.mark, &self.name);
        lines.line(format_args!("{mark}function {name}({parameters}) {{"))?;
        lines.indent();
        let mut names: Vec<&str> = self.variables.iter().map(String::as_str).collect();
        names.extend(control.integers.iter().map(|(name, _)| name.as_str()));
        for block in self.cfg.blocks() {
            if self.text(block).is_known && !formed.is_saved(block) {
                names.push(&self.decisions[block.index()]);
            }
        }
        names.extend(control.flags.iter().map(String::as_str));
        let mut line = String::new();
        for name in names {
            if line.len() + name.len() > 100 {
                lines.line(format_args!("let {line};"))?;
                line.clear();
            }
            if !line.is_empty() {
                line.push_str(", ");
            }
            line.push_str(name);
        }
        if !line.is_empty() {
            lines.line(format_args!("let {line};"))?;
        }
        if self.repeats {
            lines.line(format_args!("{AGAIN}: while (true) {{"))?;
            lines.indent();
        }
        self.prologue.iter().try_for_each(|line| lines.line(line))?;
        self.statements.set([lines.written(); 2]);
        Ok(())
    }

    fn finish(&self, lines: &mut Lines<'_>) -> fmt::Result {
        let [first, _] = self.statements.get();
        self.statements.set([first, lines.written()]);
        if self.repeats {
            lines.outdent();
            lines.line("}")?;
        }
        lines.outdent();
        lines.line("}")
    }

    fn run(
        &self,
        lines: &mut Lines<'_>,
        block: BlockId,
        decision: Decision,
        _: &ControlNames,
    ) -> fmt::Result {
        let text = self.text(block);
        for (number, line) in text.lines.iter().enumerate() {
            let place = text.places.get(number).copied().unwrap_or(text.end);
            lines.line(format_args!("{}{line}", mark(place)))?;
        }
        let end = mark(text.end);
        let Some(by) = &text.by else { return Ok(()) };
        match decision {
            Decision::Saved => {
                let by = match self.cfg.exit(block) {
                    Exit::Branch => by.truth(),
                    _ => by.clone(),
                };
                let name = &self.decisions[block.index()];
                lines.line(format_args!("{end}{name} = {};", by.text))
            }
            // What it does besides deciding it does all the same.
            Decision::Dropped if text.acts() => lines.line(format_args!("{end}{};", by.text)),
            _ => Ok(()),
        }
    }

    fn edge(&self, lines: &mut Lines<'_>, edge: Edge) -> fmt::Result {
        let own = self.edge_lines(edge);
        own.iter().try_for_each(|line| lines.line(line))
    }

    fn expression(&self, step: Step) -> String {
        self.assignment(step).unwrap_or_default().to_owned()
    }

    fn leave(&self, lines: &mut Lines<'_>, block: BlockId) -> fmt::Result {
        let text = self.text(block);
        let end = mark(text.end);
        let mut own = text.leave.iter();
        own.try_for_each(|line| lines.line(format_args!("{end}{line}")))
    }

    fn decided(&self, block: BlockId, holds: bool, names: &ControlNames) -> String {
        let operand = self.operand(block, names.saved(block).is_some());
        let truth = match holds {
            true => operand.truth(),
            false => operand.negated(),
        };
        let end = mark(self.text(block).end);
        match truth.binds {
            Binds::Assignment => format!("{end}({})", truth.text),
            _ => end + &truth.text,
        }
    }

    fn chosen(&self, edge: Edge, holds: bool, names: &ControlNames) -> String {
        let operand = self.operand(edge.block, names.saved(edge.block).is_some());
        let [equal, unequal] = SIGNS.equal;
        let sign = if holds { equal } else { unequal };
        let cases = &self.text(edge.block).cases;
        let case = cases.get(edge.slot as usize);
        match case {
            Some(case) => format!("{} {sign} {case}", operand.at(Binds::Relation)),
            // The default: none of the others.
            None => {
                let [sign, joint] = match holds {
                    true => [unequal, " && "],
                    false => [equal, " || "],
                };
                let others = cases
                    .iter()
                    .map(|case| format!("{} {sign} {case}", operand.at(Binds::Relation)));
                others.collect::<Vec<_>>().join(joint)
            }
        }
    }

    fn open(
        &self,
        lines: &mut Lines<'_>,
        label: Option<&str>,
        head: Head<'_>,
        names: &ControlNames,
    ) -> fmt::Result {
        let text = match head {
            Head::Scope => String::from("{"),
            Head::Do => String::from("do {"),
            Head::Loop => String::from("while (true) {"),
            Head::While(condition) => format!("while ({condition}) {{"),
            Head::For {
                init,
                condition,
                step,
            } => format!("for ({init}; {condition}; {step}) {{"),
            Head::If(condition) => format!("if ({condition}) {{"),
            Head::ElseIf(condition) => format!("}} else if ({condition}) {{"),
            Head::Else => String::from("} else {"),
            Head::Switch(block) => {
                let operand = self.operand(block, names.saved(block).is_some());
                format!("switch ({}{}) {{", mark(self.text(block).end), operand.text)
            }
            Head::Dispatch => format!("switch ({}) {{", names.label()),
        };
        match label {
            Some(label) => lines.line(format_args!("{label}: {text}")),
            None => lines.line(text),
        }
    }

    fn close(&self, lines: &mut Lines<'_>, foot: Foot<'_>) -> fmt::Result {
        match foot {
            Foot::DoWhile { condition, .. } => lines.line(format_args!("}} while ({condition});")),
            Foot::Case => Ok(()),
            Foot::Scope | Foot::Other => lines.line("}"),
        }
    }

    fn case(&self, lines: &mut Lines<'_>, case: Case<'_>) -> fmt::Result {
        for &slot in case.cases {
            let text = match case.block {
                Some(_) if case.default == Some(slot) => continue,
                Some(block) => self.text(block).cases.get(slot as usize).cloned(),
                None => Some(slot.to_string()),
            };
            match text {
                Some(text) => lines.line(format_args!("case {text}:"))?,
                None => continue,
            }
        }
        match case.is_default() {
            true => lines.line("default:"),
            false => Ok(()),
        }
    }

    fn fall_through(&self, lines: &mut Lines<'_>, is_empty: bool) -> fmt::Result {
        match is_empty {
            true => Ok(()),
            false => lines.line("// fall through"),
        }
    }

    fn end(&self, lines: &mut Lines<'_>, part: Part) -> fmt::Result {
        match part {
            Part::Case {
                live: true,
                last: false,
            } => lines.line("break;"),
            _ => Ok(()),
        }
    }
}
