//! A function of the machine as a function of C.
//!
//! *Needs:* a function with its number, and the [`Plan`] of its module.
//! *Gives:* [`function`]: its text, without `goto`.
//! *Cost:* that of structuring, which is near-linear, and of the text.
//!
//! The graph is structured and lowered to jumps of one level, and the
//! [walker](unsnarl::emit::write_in) of the library writes its forms: what is written here is what
//! stands in them. The text is then read back and compared with the graph. At most [`DEEPEST`]
//! brackets nest, of the 127 that strict C99 promises.
//!
//! A call of the function itself that is its result is a jump to its first block, with the
//! parameters set.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt;

use unsnarl::emit::{
    self, Bracket, C, Case, Foot, Grammar, Head, Jump, Language, Lines, Part, Signs, write_in,
};
use unsnarl::forms::{Decision, Formed, Host, Statement};
use unsnarl::verify::{self, Asked, Control, Due, TextDifference, TextVerdict};
use unsnarl::{BlockId, Cfg, Edge, Id, LabelId, Program, Step};
use unsnarl_low::trees::{Trees, build_trees};
use unsnarl_low::{Exit, Function, Type};

use super::block::{BlockText, Writer};
use super::edges::{again, edge_lines, leave};
use super::error::Error;
use super::expression::{i32_text, i64_text};
use super::graph::{graph, split_edges};
use super::plan::Plan;
use super::types;
use super::variables::{Variables, block_name, parameter};
use crate::structured::{Report, Unstructured, structured};

/// Words with which statements begin that leave the function: of the runtime, and before a
/// `return`.
const LEAVING: [&str; 2] = ["trap", "TAIL_CALL"];

/// The most brackets in each other.
pub(super) const DEEPEST: u32 = 100;

/// The most blanks before a line: deep code would be blanks for the most part.
const WIDEST: usize = 16;

/// A function with its text, block by block and edge by edge.
struct Body<'a> {
    function: &'a Function,
    cfg: Cfg,
    blocks: Vec<BlockText>,
    /// By edge of the graph: its lines.
    edges: Vec<Vec<String>>,
    /// By block: the lines that leave the function.
    leaves: Vec<Vec<String>>,
    /// What comes before the first statement, but for what structuring declares.
    declarations: Vec<String>,
    head: String,
    /// The names of all variables.
    names: Vec<String>,
    /// Whether the last statement leaves the function.
    ends_by_leaving: Cell<bool>,
    /// The lines of the text that are statements of blocks.
    statements: Cell<[usize; 2]>,
}

/// Writes a function, with the linkage that is given.
pub(super) fn function(plan: &Plan<'_>, number: u32, linkage: &str) -> Result<String, Error> {
    let own = plan
        .module
        .functions
        .get(number as usize)
        .and_then(|own| own.body.as_ref());
    let Some(own) = own else {
        return Err(Error::Broken("a function that is defined has no body"));
    };
    let function = &own.code;
    let trees = build_trees(function);
    let split = split_edges(function);
    let cfg = graph(plan, function, &trees, &split).map_err(|error| Error::Graph {
        function: number,
        error,
    })?;
    let body = Body::new(plan, number, function, cfg, &trees, &split, linkage)?;
    let prints = |step| body.prints(step);
    let program = structured(&body.cfg, plan.structure, Some(DEEPEST), &prints, &|_| {
        false
    });
    let program = program.map_err(|error| match error {
        Unstructured::NotProved(broken) => Error::NotProved {
            function: number,
            what: broken.to_string(),
        },
        error => Error::Structure {
            function: number,
            what: error.to_string(),
        },
    })?;
    let mut text = String::new();
    let written = write_in(Lines::new(&mut text), &body.cfg, &program, &body);
    written.expect("strings can be written to");
    let is_read_back = body.read_back(&text, &program).map_err(|difference| {
        let what = difference.to_string();
        Error::NotProved {
            function: number,
            what,
        }
    })?;
    let report = Report::new(plan.names.function(number), &program, is_read_back);
    plan.reports.borrow_mut().push(report);
    Ok(finished(&text, &body.names))
}

/// Where variables stand that are not read.
const UNREAD: &str = "UNREAD";

/// The text with what compilers ask for of variables and parameters that are not read, and indented
/// less.
fn finished(text: &str, names: &[String]) -> String {
    let Some((head, code)) = text.split_once(UNREAD) else {
        return indented(text);
    };
    let read = read_names(code);
    let unread = names.iter().filter(|name| !read.contains(name.as_str()));
    let unread: Vec<String> = unread.map(|name| format!("(void){name};")).collect();
    indented(&format!("{head}{}{code}", unread.join(" ")))
}

/// The text with a blank for each level, at most [`WIDEST`].
fn indented(text: &str) -> String {
    let mut lines = String::with_capacity(text.len());
    for line in text.lines().filter(|line| !line.trim_start().is_empty()) {
        let own = line.trim_start_matches(' ');
        let levels = (line.len() - own.len()) / 2;
        lines.extend(std::iter::repeat_n(' ', levels.min(WIDEST)));
        lines += own;
        lines.push('\n');
    }
    lines
}

impl<'a> Body<'a> {
    fn new(
        plan: &Plan<'_>,
        number: u32,
        function: &'a Function,
        cfg: Cfg,
        trees: &Trees,
        split: &[(BlockId, usize)],
        linkage: &str,
    ) -> Result<Self, Error> {
        let mut variables = Variables::new(function);
        let mut blocks = Vec::with_capacity(function.block_count());
        let mut edges = Vec::with_capacity(cfg.edge_count());
        let mut leaves = Vec::with_capacity(function.block_count());
        let mut later = Vec::new();
        for index in 0..function.block_count() {
            let id = BlockId::new(index);
            let writer = Writer::new(plan, function, &mut variables);
            let mut text = writer.block(id, trees)?;
            let exit = &function.block(id).exit;
            leaves.push(leave(plan, function, exit, &mut text, &mut variables));
            if let Exit::TailCall(callee) = exit
                && plan.is_self_call(function, *callee)
            {
                edges.push(again(function, &mut text, &mut variables));
            }
            for slot in 0..function.block(id).edges().len() {
                let lines = edge_lines(plan, function, trees, id, slot, &mut variables)?;
                match split.binary_search(&(id, slot)) {
                    Ok(_) => {
                        edges.push(Vec::new());
                        later.push(lines);
                    }
                    Err(_) => edges.push(lines),
                }
            }
            blocks.push(text);
        }
        blocks.extend(split.iter().map(|_| BlockText::default()));
        leaves.extend(split.iter().map(|_| Vec::new()));
        edges.append(&mut later);
        // What code accesses that nothing needs is not written.
        let used: Vec<String> = variables
            .memories()
            .map(|memory| format!("AGAIN{memory};"))
            .collect();
        for block in &mut blocks {
            block
                .lines
                .retain(|line| !line.starts_with("AGAIN") || used.contains(line));
        }
        let calls = blocks.iter().flat_map(|block| &block.lines);
        let all = calls
            .chain(edges.iter().flatten())
            .chain(leaves.iter().flatten());
        let name = plan.names.function(number);
        let mut declarations = Vec::new();
        let has_word = |line: &String, word: &str| line.contains(word);
        let lines: Vec<&String> = all.collect();
        let operands = blocks.iter().flat_map(|block| &block.operands);
        let texts: Vec<&String> = lines
            .iter()
            .copied()
            .chain(operands.map(|operand| &operand.text))
            .collect();
        let memories: Vec<u32> = variables.memories().collect();
        let uses_instance = !memories.is_empty()
            || function.frame.is_some()
            || texts
                .iter()
                .any(|line| has_word(line, "m->") || has_word(line, "AGAIN"));
        let uses_self = uses_instance
            || texts.iter().any(|line| {
                has_word(line, "self") || has_word(line, "THROWN") || has_word(line, "VALUES")
            })
            || variables.calls;
        if uses_instance {
            declarations.push(String::from("INSTANCE;"));
        } else if !uses_self {
            declarations.push(String::from("(void)self;"));
        }
        declarations.extend(memories.iter().map(|memory| format!("MEMORY{memory};")));
        let mut early = variables.declarations();
        early.push(UNREAD.to_owned());
        if variables.uses_callee {
            early.push(String::from("const unsnarl_function *callee;"));
        }
        if function.signature.results.len() > 1 && uses_result(&texts) {
            let ty = types::result_type(&function.signature.results);
            early.push(format!("{ty} result = {{0}};"));
        }
        if let Some(frame) = function.frame {
            let pointer = plan.global_place(plan.module.stack_pointer.unwrap_or(0));
            let ty = types::c_type(function.address_width().int());
            early.push(format!("const {ty} caller = {pointer};"));
            let mask = frame.align.saturating_sub(1);
            early.push(format!(
                "const {ty} frame = (caller - {}u) & ~({ty}){mask};",
                frame.size
            ));
        }
        declarations.extend(early);
        if function.frame.is_some() {
            let pointer = plan.global_place(plan.module.stack_pointer.unwrap_or(0));
            declarations.push(format!("{pointer} = frame;"));
        }
        if variables.calls {
            declarations.push(String::from("CHECK_STACK;"));
        }
        let head = types::head(&function.signature, name, "void *self", parameter);
        // What is popped may be in no text: what a branch with equal edges decides by is not.
        let parameters = (0..function.signature.parameters.len()).map(parameter);
        let names = variables.declared_names().map(str::to_owned);
        let names = parameters.chain(names).collect();
        Ok(Body {
            names,
            function,
            cfg,
            blocks,
            edges,
            leaves,
            declarations,
            head: format!("{linkage}{head} {{"),
            ends_by_leaving: Cell::new(true),
            statements: Cell::default(),
        })
    }

    /// Compares the text with the graph; tells whether that came to an end.
    fn read_back(&self, text: &str, program: &Program) -> Result<bool, TextDifference> {
        let [first, end] = self.statements.get();
        let lines = text.lines().skip(first).take(end - first);
        let statements: Vec<&str> = lines.collect();
        let formed = Formed::new(&self.cfg, program, self);
        let names = emit::Variables::find(&self.cfg, &formed, |block| self.name(block));
        let limit = verify::state_limit(&self.cfg, program);
        let statements = statements.join("\n");
        let control = Control {
            leaving: LEAVING.map(String::from).to_vec(),
            ..names.control()
        };
        match verify::text(&self.cfg, &statements, self, &control, limit) {
            TextVerdict::Proved { .. } => Ok(true),
            TextVerdict::GivenUp { .. } => Ok(false),
            TextVerdict::Failed(difference) => Err(difference),
        }
    }

    /// The value that a block decides by.
    fn decision(&self, block: BlockId) -> String {
        self.blocks[block.index()]
            .operands
            .first()
            .map_or("0", |operand| operand.text.as_str())
            .to_owned()
    }

    /// The value of a slot of a switch.
    fn case_text(&self, edge: Edge) -> String {
        let block = self.function.block(edge.block);
        match &block.exit {
            Exit::Switch(values) => {
                let ty = self
                    .function
                    .exit_operands(edge.block)
                    .first()
                    .map(|&reg| self.function.ty(reg));
                let value = values.get(edge.slot as usize).copied().unwrap_or(0);
                match ty {
                    Some(Type::I64) => i64_text(value),
                    _ => i32_text(value as i32),
                }
            }
            _ => format!("{}u", edge.slot),
        }
    }
}

/// The names that lines read: all but what is set at the start of a line.
fn read_names(code: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for line in code.lines() {
        let line = line.trim_start_matches(' ');
        let read = match line.split_once(" = ") {
            Some((set, read)) if set.starts_with('x') && !set.contains([' ', '(']) => read,
            _ => line,
        };
        let words = read.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        names.extend(words.filter(|word| word.starts_with('x')));
    }
    names
}

fn uses_result(texts: &[&String]) -> bool {
    texts.iter().any(|line| line.contains("result"))
}

impl Due for Body<'_> {
    fn statements(&self, block: BlockId) -> String {
        self.blocks[block.index()].lines.join("\n")
    }

    fn on_edge(&self, edge: Edge) -> String {
        self.edges[self.cfg.edge_index(edge)].join("\n")
    }

    fn leave(&self, block: BlockId) -> String {
        self.leaves[block.index()].join("\n")
    }

    fn decision(&self, block: BlockId) -> Asked {
        let Some(operand) = self.blocks[block.index()].operands.first() else {
            return Asked::default();
        };
        let mut cases: Vec<Option<String>> = self
            .cfg
            .edges(block)
            .map(|edge| Some(self.case_text(edge)))
            .collect();
        // All other values take the last slot.
        if let Some(last) = cases.last_mut() {
            *last = None;
        }
        let is_branch = self.cfg.exit(block) == unsnarl::Exit::Branch;
        Asked {
            holds: is_branch.then(|| operand.condition()).into_iter().collect(),
            fails: is_branch.then(|| operand.contrary()).into_iter().collect(),
            operands: vec![operand.text.clone(), operand.operand()],
            cases,
            dropped: vec![format!("DROP({})", operand.text)],
            is_set: false,
            acts: self.acts(block),
        }
    }
}

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

    fn start(&self, lines: &mut Lines<'_>, formed: &Formed) -> fmt::Result {
        lines.line(&self.head)?;
        lines.indent();
        let found = emit::Variables::find(&self.cfg, formed, |block| self.name(block));
        for line in &self.declarations {
            lines.line(line)?;
        }
        for (name, first) in &found.integers {
            let ty = match name
                .strip_prefix('d')
                .and_then(|number| number.parse().ok())
            {
                Some(block) => self.decision_type(BlockId::new(block)),
                None => "uint32_t",
            };
            lines.line(format_args!("{ty} {name} = {};", first.unwrap_or(0)))?;
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

    fn run(&self, lines: &mut Lines<'_>, block: BlockId, decision: Decision) -> fmt::Result {
        let text = &self.blocks[block.index()];
        text.lines.iter().try_for_each(|line| lines.line(line))?;
        match (decision, text.operands.first()) {
            (Decision::Saved, Some(operand)) => {
                let value = match self.cfg.exit(block) {
                    unsnarl::Exit::Branch => operand.condition(),
                    _ => operand.text.clone(),
                };
                lines.line(format_args!("d{} = {value};", block.index()))
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

    fn decided(&self, block: BlockId, holds: bool, formed: &Formed) -> String {
        if formed.is_saved(block) {
            let not = if holds { "" } else { "!" };
            return format!("{not}d{}", block.index());
        }
        match self.blocks[block.index()].operands.first() {
            Some(operand) if holds => operand.condition(),
            Some(operand) => operand.contrary(),
            None => String::from("0"),
        }
    }

    fn chosen(&self, edge: Edge, holds: bool, formed: &Formed) -> String {
        let sign = if holds { "==" } else { "!=" };
        let operand = match formed.is_saved(edge.block) {
            true => format!("d{}", edge.block.index()),
            false => match self.blocks[edge.block.index()].operands.first() {
                Some(operand) => operand.operand(),
                None => String::from("0"),
            },
        };
        format!("{operand} {sign} {}", self.case_text(edge))
    }

    fn open(
        &self,
        lines: &mut Lines<'_>,
        _: Option<LabelId>,
        head: Head<'_>,
        formed: &Formed,
    ) -> fmt::Result {
        let operand = match head {
            Head::Switch(block) if formed.is_saved(block) => format!("d{}", block.index()),
            Head::Switch(block) => self.decision(block),
            _ => String::from("label"),
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

    fn fall_through(&self, lines: &mut Lines<'_>) -> fmt::Result {
        lines.line("/* fall through */")
    }

    fn end(&self, lines: &mut Lines<'_>, part: Part) -> fmt::Result {
        C.end(part).map_or(Ok(()), |line| lines.line(line))
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
