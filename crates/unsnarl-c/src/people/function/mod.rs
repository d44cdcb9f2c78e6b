//! A function as C.
//!
//! *Needs:* a definition of the module, and who structures its graph.
//! *Gives:* its text: a head, the variables, and statements without `goto`.
//! *Cost:* linear beside the structurer.
//!
//! The graph is structured and lowered to jumps of one level, and the result is proved; then the
//! [walker](unsnarl::emit) writes it with the texts of [`Texts`]. Values that are read elsewhere
//! than where they are computed are variables; those that a phi joins and that are never live at
//! once are one ([`unsnarl_ir::pseudocode`]).

mod brackets;
mod copies;
mod declarations;
mod placement;
mod progress;
mod statements;
mod target;

use std::borrow::Cow;
use std::cell::RefCell;

use foldhash::{HashMap, HashSet};
use unsnarl::emit::{self, C, DueTexts, Texts as Form};
use unsnarl::structure::Structurer;
use unsnarl::text::{Assignment, Bodies};
use unsnarl::verify::{self, Asked, Due, TextDifference, TextVerdict};
use unsnarl::{BlockId, Cfg, Edge, Id, Program, Step};
use unsnarl_ir::pseudocode::{Code, Context};
use unsnarl_ir::{EdgeCopies, FuncId, Function, TypeId};

use self::progress::Progress;
use super::early::Early;
use super::expression::{Expression, Level};
use super::refusal::{Cause, Refusal};
use super::unit::{Prototype, UNNAMED, Unit};
use super::values::{Values, returns_again};
use crate::structured::{Report, structured};

/// How often a body is written again because it has variables that nothing reads: each may be the
/// only reader of another one.
const FORGOTTEN: usize = 4;

/// How many brackets may be in each other. clang takes 256, with those that this adds; and a jump
/// out of many of them is read back through all.
const DEEPEST: usize = 120;

/// How many brackets of the program there may be where the text has too many. Expressions have
/// some, too.
const FLAT: u32 = 60;

/// What is written where control does not come.
const UNREACHABLE: &str = "__builtin_unreachable();";

/// A function as text.
pub(super) struct Defined {
    pub(super) text: String,
    pub(super) report: Report,
}

/// A statement, and the names that it reads.
struct Line {
    what: What,
    reads: HashSet<String>,
}

enum What {
    /// A variable is set.
    Set {
        name: String,
        value: Expression,
        /// Whether it must be computed although nothing reads it.
        is_kept: bool,
    },
    /// Anything else.
    Text(String),
}

/// The texts of a function's blocks, made before any is printed.
struct Bodied<'a, 'm> {
    values: Values<'a, 'm>,
    blocks: Vec<Vec<Line>>,
    edges: HashMap<Edge, Vec<Line>>,
    decisions: HashMap<BlockId, Expression>,
    opposites: HashMap<BlockId, Expression>,
    cases: HashMap<Edge, String>,
    leaves: HashMap<BlockId, String>,
    /// Variables that hold values for the time of copies that change places, on any edge.
    circled: Vec<(String, TypeId)>,
    /// Variables that hold decisions, computed in a statement.
    kept: Vec<(String, TypeId)>,
    /// The blocks whose decisions do something.
    acting: HashSet<BlockId>,
    progress: Progress,
    refusals: RefCell<Vec<Refusal>>,
}

/// The declaration of a function, without what ends it.
pub(super) fn head(
    unit: &Unit<'_>,
    id: FuncId,
    name: &str,
    names: Option<&[String]>,
) -> Result<(String, Prototype), Cause> {
    let function = &unit.module.functions[id];
    if function.convention != 0 && function.convention != 8 {
        return Err(Cause::Construct(format!(
            "the calling convention {}",
            function.convention
        )));
    }
    let prototype = unit.prototype_of(function)?;
    let mut list: Vec<String> = Vec::new();
    for (place, ty) in prototype.parameters.iter().enumerate() {
        let target = unit.fields.parameter(id, place);
        let ty = &target.map_or_else(|| ty.clone(), |to| unit.pointer(to));
        let name = names.map(|names| names.get(place).map_or(UNNAMED, String::as_str));
        let name = match name {
            Some(name) if function.attributes.naked => {
                Some(format!("{name} __attribute__((unused))"))
            }
            name => name.map(str::to_owned),
        };
        list.push(match name {
            Some(name) if ty.ends_with('*') => format!("{ty}{name}"),
            Some(name) => format!("{ty} {name}"),
            None => ty.clone(),
        });
    }
    match (list.is_empty(), prototype.is_variadic) {
        (false, true) => list.push("...".to_owned()),
        (true, false) => list.push("void".to_owned()),
        _ => {}
    }
    let space = if prototype.result.ends_with('*') {
        ""
    } else {
        " "
    };
    let noreturn = if function.attributes.noreturn {
        "_Noreturn "
    } else {
        ""
    };
    let target = target::target(unit, id);
    let twice = match function.attributes.returns_twice {
        true => "__attribute__((returns_twice)) ",
        false => "",
    };
    let text = format!(
        "{target}{twice}{noreturn}{}{space}{}({})",
        prototype.result,
        name,
        list.join(", ")
    );
    Ok((text, prototype))
}

/// The blocks with calls that may return several times.
fn returning_again(unit: &Unit<'_>, function: &Function) -> HashSet<BlockId> {
    let blocks = function.blocks.iter();
    let blocks = blocks.filter(|(_, block)| returns_again(unit.module, function, block));
    blocks.map(|(id, _)| id).collect()
}

/// Writes a definition.
///
/// Decisions that make no difference are not asked for, though to compute one may do something: the
/// text is then written again, with that decision in a variable.
pub(super) fn define<'m>(
    unit: &Unit<'m>,
    context: &Context<'m>,
    early: &Early,
    id: FuncId,
    structure: Structurer<'_>,
) -> Result<Defined, Vec<Refusal>> {
    let mut settled = HashSet::default();
    loop {
        match attempt(unit, context, early, id, structure, &settled)? {
            Attempt::Defined(defined) => return Ok(defined),
            Attempt::Dropped(block) => {
                settled.insert(block);
            }
        }
    }
}

/// What comes of writing a definition.
enum Attempt {
    Defined(Defined),
    /// The decision of a block does something, and is not asked for.
    Dropped(BlockId),
}

/// Writes a definition, with the decisions of some blocks in variables.
fn attempt<'m>(
    unit: &Unit<'m>,
    context: &Context<'m>,
    early: &Early,
    id: FuncId,
    structure: Structurer<'_>,
    settled: &HashSet<BlockId>,
) -> Result<Attempt, Vec<Refusal>> {
    let function: &Function = &unit.module.functions[id];
    let symbol = unit.module.function_name(id);
    let refuse = |line: u32, cause: Cause| vec![Refusal::new(symbol, line, cause)];
    let line = function.origin.line;
    let copies = EdgeCopies::new(function);
    let cfg = unsnarl_ir::graph(function, &copies)
        .map_err(|error| refuse(line, Cause::Structure(error.to_string())))?;
    let held = early.hold(id, &cfg);
    held.map_err(|violation| refuse(line, Cause::NotProved(violation.to_string())))?;
    let code = Code::new(context, function, |_| false);
    let mut bodies = Bodied::new(Values::new(unit, &code, id), function, &cfg);
    let parameters = bodies.parameters();
    let given = bodies.given(&parameters);
    let apart = unit.body_name(id);
    let name = apart.unwrap_or_else(|| unit.function_name(id));
    let head = head(unit, id, name, Some(&given)).map_err(|cause| refuse(line, cause))?;
    let (head, prototype) = head;
    bodies.make(&cfg, &prototype, settled);
    bodies.find_read();
    let refused = bodies.refusals.take();
    if !refused.is_empty() {
        return Err(refused
            .into_iter()
            .map(|refusal| Refusal {
                symbol: symbol.to_owned(),
                ..refusal
            })
            .collect());
    }
    let again = returning_again(unit, function);
    let write = |bodies: &mut Bodied<'_, '_>, max_depth| -> Result<(Program, String), Cause> {
        let prints = |step| bodies.prints(step);
        let again = |block| again.contains(&block);
        let program = structured(&cfg, structure, max_depth, &prints, &again)?;
        let mut body = String::new();
        for round in 0..=FORGOTTEN {
            body.clear();
            emit::write(&mut body, &cfg, &program, C, Form::Code, bodies)
                .map_err(|error| Cause::Structure(error.to_string()))?;
            if round == FORGOTTEN || !bodies.forget_unread(&body) {
                break;
            }
        }
        Ok((program, body))
    };
    let read = bodies.values.read.borrow().clone();
    let mut written = write(&mut bodies, None);
    if matches!(&written, Ok((_, body)) if brackets::depth(body) > DEEPEST) {
        // Another text may read what the first one only assigns to.
        bodies.values.read.replace(read);
        written = write(&mut bodies, Some(FLAT));
    }
    let (program, body) = written.map_err(|cause| refuse(line, cause))?;
    let declarations = bodies
        .declarations(&cfg, &program, &body)
        .map_err(|cause| refuse(line, cause))?;
    let (declarations, body) = placement::place(&body, &declarations);
    let is_main = unit.is_main(id);
    let linkage = match function.linkage {
        unsnarl_ir::Linkage::ExternWeak => "",
        _ if apart.is_some() => "static ",
        linkage => unit.linkage(linkage),
    };
    let mut text = match is_main {
        true => bodies.main_head(&parameters),
        false => format!("{linkage}{head} {{\n"),
    };
    let mut separate = "";
    for (place, (own, given)) in parameters.iter().zip(&given).enumerate() {
        if own != given && !is_main {
            let taken = bodies.taken(place, own, given);
            let taken = taken.map_err(|cause| refuse(line, cause))?;
            text += &format!("  {taken}\n");
        }
    }
    for declared in declarations.iter().chain(&bodies.reached()) {
        text += &format!("  {declared}\n");
        separate = "\n";
    }
    let words: HashSet<&str> = body
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .collect();
    // A string or a field may have the same name.
    let read = bodies.values.read.borrow();
    let unread = parameters
        .iter()
        .filter(|name| !words.contains(name.as_str()) || !read.contains(name.as_str()));
    // Nothing but assembly is in a function without a prologue.
    let unread = unread.filter(|_| !function.attributes.naked);
    for name in unread {
        text += &format!("  (void){name};\n");
        separate = "\n";
    }
    text += separate;
    // In a function without a prologue clang takes nothing but assembly, which does not end.
    let is_bare = function.attributes.naked;
    let lines = body.lines();
    for line in lines.filter(|&line| !is_bare || line != UNREACHABLE) {
        match line.is_empty() {
            true => text += "\n",
            false => text += &format!("  {line}\n"),
        }
    }
    text += "}\n";
    let due = Read {
        texted: DueTexts {
            cfg: &cfg,
            bodies: &bodies,
            is_code: true,
            ends: ["return;", UNREACHABLE],
        },
        acting: &bodies.acting,
    };
    let control = emit::variables(&cfg, &program, C, &bodies).control();
    let limit = verify::state_limit(&cfg, &program);
    let names: HashSet<&str> = control.names().collect();
    let declared = verify::declared(&text, &|name| !names.contains(name));
    let verdict = match declared {
        Ok(()) => verify::text(&cfg, &body, &due, &control, limit),
        Err(difference) => TextVerdict::Failed(difference),
    };
    let is_read_back = match verdict {
        TextVerdict::Proved { .. } => true,
        TextVerdict::GivenUp { .. } => false,
        TextVerdict::Failed(TextDifference {
            is_dropped: true,
            block: Some(block),
            ..
        }) if !settled.contains(&block) => return Ok(Attempt::Dropped(block)),
        TextVerdict::Failed(difference) => {
            let cause = Cause::NotProved(difference.to_string());
            return Err(refuse(line, cause));
        }
    };
    Ok(Attempt::Defined(Defined {
        text,
        report: Report::new(symbol, &program, is_read_back),
    }))
}

/// What the text must have.
struct Read<'a, 'm> {
    texted: DueTexts<'a, Bodied<'a, 'm>>,
    /// The blocks whose decisions do something.
    acting: &'a HashSet<BlockId>,
}

impl Due for Read<'_, '_> {
    fn statements(&self, block: BlockId) -> String {
        self.texted.statements(block)
    }

    fn on_edge(&self, edge: Edge) -> String {
        self.texted.on_edge(edge)
    }

    fn leave(&self, block: BlockId) -> String {
        self.texted.leave(block)
    }

    fn decision(&self, block: BlockId) -> Asked {
        Asked {
            acts: self.acting.contains(&block),
            ..self.texted.decision(block)
        }
    }
}

impl<'a, 'm> Bodied<'a, 'm> {
    /// Tells whether a step has a text.
    fn prints(&self, step: Step) -> bool {
        let text = match step {
            Step::Run(block) => self.code(block),
            Step::Take(edge) => self.edge(edge),
            _ => return true,
        };
        text.is_some_and(|text| !text.is_empty())
    }

    fn new(values: Values<'a, 'm>, function: &Function, cfg: &Cfg) -> Self {
        let mut values = values;
        values.find_targets();
        Bodied {
            values,
            blocks: (0..cfg.block_count()).map(|_| Vec::new()).collect(),
            edges: HashMap::default(),
            decisions: HashMap::default(),
            opposites: HashMap::default(),
            cases: HashMap::default(),
            leaves: HashMap::default(),
            circled: Vec::new(),
            kept: Vec::new(),
            acting: HashSet::default(),
            progress: Progress::find(function, cfg),
            refusals: RefCell::default(),
        }
    }

    fn refuse(&self, line: u32, cause: Cause) {
        let refusal = Refusal::new("", line, cause);
        self.refusals.borrow_mut().push(refusal);
    }

    fn text(&self, lines: &[Line]) -> String {
        let read = self.values.read.borrow();
        let shown = lines.iter().filter_map(|line| match &line.what {
            What::Text(text) => Some(text.clone()),
            What::Set { name, value, .. } if value.converted().text == *name => None,
            What::Set { name, value, .. } if read.contains(name) => {
                Some(format!("{};", assigned(name, value.converted())))
            }
            What::Set {
                value,
                is_kept: true,
                ..
            } => {
                let value = value.converted();
                Some(match value.level {
                    Level::Postfix => format!("{};", value.text),
                    _ => format!("(void)({});", value.text),
                })
            }
            What::Set { .. } => None,
        });
        let shown: Vec<String> = shown.collect();
        shown.join("\n")
    }
}

impl Bodies for Bodied<'_, '_> {
    fn code(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let lines = self.blocks.get(block.index())?;
        Some(Cow::Owned(self.text(lines)))
    }

    fn decision(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let decision = self.decisions.get(&block)?;
        Some(Cow::Borrowed(decision.text.as_str()))
    }

    fn opposite(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let opposite = self.opposites.get(&block)?;
        Some(Cow::Borrowed(opposite.text.as_str()))
    }

    fn case(&self, edge: Edge) -> Option<Cow<'_, str>> {
        let case = self.cases.get(&edge)?;
        Some(Cow::Borrowed(case.as_str()))
    }

    fn edge(&self, edge: Edge) -> Option<Cow<'_, str>> {
        let lines = self.edges.get(&edge)?;
        let text = self.text(lines);
        (!text.is_empty()).then_some(Cow::Owned(text))
    }

    fn assignment_on(&self, edge: Edge) -> Option<Assignment<'_>> {
        let lines = self.edges.get(&edge)?;
        let [
            Line {
                what: What::Set { name, value, .. },
                ..
            },
        ] = lines.as_slice()
        else {
            return None;
        };
        let read = self.values.read.borrow();
        read.contains(name).then(|| Assignment {
            variable: Cow::Borrowed(name.as_str()),
            text: Cow::Owned(assigned(name, value.converted())),
        })
    }

    fn progresses(&self, first: Option<BlockId>) -> bool {
        self.progress.has(first)
    }

    fn leave(&self, block: BlockId) -> Option<Cow<'_, str>> {
        let text = self.leaves.get(&block)?;
        Some(Cow::Borrowed(text.as_str()))
    }
}

/// Tells whether an intrinsic only says something to optimizers.
fn is_hint(name: &str) -> bool {
    matches!(
        unsnarl_ir::base_name(name),
        "lifetime.start"
            | "lifetime.end"
            | "assume"
            | "donothing"
            | "sideeffect"
            | "experimental.noalias.scope.decl"
            | "invariant.start"
            | "invariant.end"
            | "var.annotation"
            | "pseudoprobe"
            | "codeview.annotation"
            | "fake.use"
            | "dbg.value"
            | "dbg.declare"
            | "dbg.assign"
            | "dbg.label"
    )
}

/// An assignment: `x = y`, and `x += y` or `x++` if it changes what `x` is.
fn assigned(name: &str, value: &Expression) -> String {
    let changed = value.text.strip_prefix(name);
    let changed = changed.and_then(|rest| rest.strip_prefix(' '));
    if let Some((sign, other)) = changed.and_then(|rest| rest.split_once(' '))
        && matches!(
            sign,
            "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>"
        )
        && !other.contains(' ')
    {
        return match (sign, other) {
            ("+" | "-", "1") => {
                let twice = format!("{sign}{sign}");
                match name.starts_with('*') {
                    true => format!("({name}){twice}"),
                    false => format!("{name}{twice}"),
                }
            }
            _ => format!("{name} {sign}= {other}"),
        };
    }
    format!("{name} = {}", value.text)
}
