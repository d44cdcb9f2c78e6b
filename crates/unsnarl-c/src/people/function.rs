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

use std::borrow::Cow;
use std::cell::RefCell;

use foldhash::{HashMap, HashSet};
use unsnarl::emit::{self, C, Texts as Form};
use unsnarl::text::{Assignment, Bodies};
use unsnarl::{BlockId, Cfg, Edge, Id, Program};
use unsnarl_ir::pseudocode::written::Written;
use unsnarl_ir::pseudocode::{Code, Context};
use unsnarl_ir::{
    EdgeCopies, FuncId, Function, InstId, Op, Operand, Terminator, Type, TypeId, ValueId,
};

use super::expression::{Expression, Level};
use super::refusal::{Cause, Refusal};
use super::types::holder;
use super::unit::{Prototype, Unit, is_aggregate, is_internal};
use super::values::Values;

/// Who makes a program of a graph: one that keeps to jumps of one level, and was proved.
pub type Structure<'a> = &'a dyn Fn(&Cfg) -> Result<Program, Cause>;

/// A variable, and where its text goes.
struct Declared {
    name: String,
    ty: TypeId,
    /// In bytes, if it needs more than its type.
    align: Option<u64>,
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

/// One of the copies on an edge.
struct Move {
    name: String,
    value: Expression,
    reads: HashSet<String>,
    ty: TypeId,
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
    refusals: RefCell<Vec<Refusal>>,
}

/// The declaration of a function, without what ends it.
pub(super) fn head(
    unit: &Unit<'_>,
    id: FuncId,
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
        list.push(match names.and_then(|names| names.get(place)) {
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
    let target = target(unit, id);
    let text = format!(
        "{target}{noreturn}{}{space}{}({})",
        prototype.result,
        unit.function_name(id),
        list.join(", ")
    );
    Ok((text, prototype))
}

/// What a function may use of x86 beyond what all of that has, as an attribute.
fn target(unit: &Unit<'_>, id: FuncId) -> String {
    /// What every processor of 64 bits has, and what compilers of C have no word for.
    const COMMON: [&str; 9] = [
        "64bit", "cmov", "cx8", "fxsr", "mmx", "sse", "sse2", "x87", "evex512",
    ];
    let features = unit.module.function_attribute(id, "target-features");
    let features = features.unwrap_or_default().split(',');
    let features = features.filter_map(|own| own.strip_prefix('+'));
    let own: Vec<&str> = features.filter(|own| !COMMON.contains(own)).collect();
    match own.is_empty() || !unit.module.target.starts_with("x86_64") {
        true => String::new(),
        false => format!("__attribute__((target(\"{}\"))) ", own.join(",")),
    }
}

/// Writes a definition.
pub(super) fn define<'m>(
    unit: &Unit<'m>,
    context: &Context<'m>,
    id: FuncId,
    structure: Structure<'_>,
) -> Result<String, Vec<Refusal>> {
    let function: &Function = &unit.module.functions[id];
    let symbol = unit.module.function_name(id);
    let refuse = |line: u32, cause: Cause| {
        vec![Refusal {
            symbol: symbol.to_owned(),
            line,
            cause,
        }]
    };
    let line = function.origin.line;
    let copies = EdgeCopies::new(function);
    let cfg = unsnarl_ir::graph(function, &copies)
        .map_err(|error| refuse(line, Cause::Structure(error.to_string())))?;
    let program = structure(&cfg).map_err(|cause| refuse(line, cause))?;
    let code = Code::new(context, function, |_| false);
    let mut bodies = Bodied::new(Values::new(unit, &code, function), &cfg);
    let parameters = bodies.parameters();
    let given = bodies.given(&parameters);
    let head = head(unit, id, Some(&given)).map_err(|cause| refuse(line, cause))?;
    let (head, prototype) = head;
    bodies.make(&cfg, &prototype);
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
    let mut body = String::new();
    emit::write(&mut body, &cfg, &program, C, Form::Code, &bodies)
        .map_err(|error| refuse(line, Cause::Structure(error.to_string())))?;
    let declarations = bodies
        .declarations(&cfg, &program)
        .map_err(|cause| refuse(line, cause))?;
    let is_main = symbol == "main";
    let linkage = match function.linkage {
        unsnarl_ir::Linkage::ExternWeak => "",
        linkage => unit.linkage(linkage),
    };
    let mut text = match is_main {
        true => bodies.main_head(&parameters),
        false => format!("{linkage}{head} {{\n"),
    };
    let mut separate = "";
    for (own, given) in parameters.iter().zip(&given) {
        if own != given && !is_main {
            let ty = bodies.parameter_type(&parameters, own);
            text += &format!("  {ty} {own} = ({ty}){given};\n");
        }
    }
    for declared in &declarations {
        text += &format!("  {declared}\n");
        separate = "\n";
    }
    let words: HashSet<&str> = body
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .collect();
    let unread = parameters
        .iter()
        .filter(|name| !words.contains(name.as_str()));
    for name in unread {
        text += &format!("  (void){name};\n");
        separate = "\n";
    }
    text += separate;
    for line in body.lines() {
        match line.is_empty() {
            true => text += "\n",
            false => text += &format!("  {line}\n"),
        }
    }
    text += "}\n";
    Ok(text)
}

impl<'a, 'm> Bodied<'a, 'm> {
    fn new(values: Values<'a, 'm>, cfg: &Cfg) -> Self {
        Bodied {
            values,
            blocks: (0..cfg.block_count()).map(|_| Vec::new()).collect(),
            edges: HashMap::default(),
            decisions: HashMap::default(),
            opposites: HashMap::default(),
            cases: HashMap::default(),
            leaves: HashMap::default(),
            refusals: RefCell::default(),
        }
    }

    fn refuse(&self, line: u32, cause: Cause) {
        let symbol = String::new();
        self.refusals.borrow_mut().push(Refusal {
            symbol,
            line,
            cause,
        });
    }

    /// The names of the parameters.
    fn parameters(&self) -> Vec<String> {
        let all = self.values.function.parameters.iter().enumerate();
        all.map(|(place, parameter)| match parameter.value {
            Some(value) if !self.values.code.name(value).is_empty() => {
                self.values.identifier(self.values.code.name(value))
            }
            _ => self.values.new_name(&format!("unused{place}")),
        })
        .collect()
    }

    /// The names of the parameters in the head of the function: what comes with a sign is read
    /// without one.
    fn given(&self, parameters: &[String]) -> Vec<String> {
        let all = parameters.iter().zip(&self.values.function.parameters);
        all.map(|(name, parameter)| match parameter.attributes.signext {
            true => self.values.new_name(&format!("{name}_signed")),
            false => name.clone(),
        })
        .collect()
    }

    /// The type of a parameter without a sign.
    fn parameter_type(&self, parameters: &[String], name: &str) -> String {
        let place = parameters.iter().position(|own| own == name).unwrap_or(0);
        let ty = self.values.function.parameters[place].ty;
        self.values.unit.value_type(ty).unwrap_or_default()
    }

    /// The head of `main`, whose types C says.
    fn main_head(&self, parameters: &[String]) -> String {
        let types = ["int", "char **", "char **"];
        let list: Vec<String> = parameters
            .iter()
            .zip(types)
            .map(|(name, ty)| match ty.ends_with('*') {
                true => format!("{ty}{name}_given"),
                false => format!("{ty} {name}_given"),
            })
            .collect();
        let list = if list.is_empty() {
            "void".to_owned()
        } else {
            list.join(", ")
        };
        let mut text = format!("int main({list}) {{\n");
        for (name, ty) in parameters.iter().zip(["uint32_t ", "void *", "void *"]) {
            text += &format!(
                "  {ty}{name} = {}{name}_given;\n",
                if ty.ends_with('*') { "" } else { "(uint32_t)" }
            );
        }
        text
    }

    /// Makes all texts.
    fn make(&mut self, cfg: &Cfg, prototype: &Prototype) {
        for block in cfg.blocks() {
            if block.index() >= self.values.function.blocks.len() {
                continue;
            }
            let data = &self.values.function.blocks[block];
            let mut lines = Vec::new();
            for &inst in self.values.code.insts(block) {
                if self.values.code.written(inst) == Written::Statement {
                    let (made, reads) = self.recorded(|| self.statement(inst));
                    match made {
                        Ok(what) => lines.extend(what.map(|what| Line { what, reads })),
                        Err(cause) => {
                            self.refuse(self.values.function.insts[inst].origin.line, cause);
                        }
                    }
                }
            }
            self.blocks[block.index()] = lines;
            if let Err(cause) = self.exit(cfg, block, &data.terminator, prototype) {
                self.refuse(data.terminator_origin.line, cause);
            }
            for edge in cfg.edges(block) {
                match self.copies(edge) {
                    Ok(lines) if lines.is_empty() => {}
                    Ok(lines) => {
                        self.edges.insert(edge, lines);
                    }
                    Err(cause) => self.refuse(data.terminator_origin.line, cause),
                }
            }
        }
    }

    fn statement(&self, inst: InstId) -> Result<Option<What>, Cause> {
        let values = &self.values;
        let data = &values.function.insts[inst];
        if let &Op::Store {
            value,
            pointer,
            align,
            volatile,
            atomic,
        } = &data.op
        {
            if let Some(atomic) = atomic {
                let text = values.atomic_store(pointer, value, atomic)?;
                return Ok(Some(What::Text(format!("{text};"))));
            }
            if let Some(name) = values.set(pointer, values.ty(value)).filter(|_| !volatile) {
                return Ok(Some(What::Set {
                    name,
                    value: values.operand(value)?,
                    is_kept: values.acts(value),
                }));
            }
            if let Some(bytes) = values.odd_bytes(values.ty(value)) {
                let ty = values.unit.value_type(values.ty(value))?;
                let (pointer, value) = (values.converted(pointer)?, values.converted(value)?);
                return Ok(Some(What::Text(format!(
                    "{{ {ty} ir_v = {value}; __builtin_memcpy({pointer}, &ir_v, {bytes}); }}"
                ))));
            }
            let place = values.place(pointer, values.ty(value), align, volatile)?;
            let value = values.converted(value)?;
            return Ok(Some(What::Text(format!("{} = {value};", place.text))));
        }
        if let Op::Call(call) = &data.op
            && let unsnarl_ir::Callee::Direct(id) = call.callee
            && let Some(name) = values.unit.module.intrinsic(id)
            && is_hint(name)
        {
            return Ok(None);
        }
        let expression = values.inst(inst)?;
        let Some(result) = data.result else {
            return Ok(Some(What::Text(format!("{};", expression.text))));
        };
        Ok(Some(What::Set {
            name: values.identifier(values.code.name(result)),
            value: expression,
            is_kept: values.acts_itself(inst),
        }))
    }

    fn exit(
        &mut self,
        cfg: &Cfg,
        block: BlockId,
        terminator: &Terminator,
        prototype: &Prototype,
    ) -> Result<(), Cause> {
        match terminator {
            Terminator::Return(result) => {
                let text = match (result, prototype.returned) {
                    (Some(value), _) => format!("return {};", self.values.converted(*value)?),
                    (None, Some(place)) => {
                        let name = self.parameters()[place].clone();
                        self.values.read.borrow_mut().insert(name.clone());
                        format!("return {name};")
                    }
                    (None, None) => "return;".to_owned(),
                };
                self.leaves.insert(block, text);
            }
            Terminator::Unreachable => {
                self.leaves
                    .insert(block, "__builtin_unreachable();".to_owned());
            }
            Terminator::Jump(_) => {}
            &Terminator::Branch { condition, .. } => {
                let decision = self.values.condition(condition)?;
                self.decisions.insert(block, decision);
                let opposite = self.values.opposite(condition)?;
                self.opposites.insert(block, opposite);
            }
            Terminator::Switch { value, cases, .. } => {
                let ty = self.values.ty(*value);
                let module = self.values.unit.module;
                let bits = module.types.int_width(ty);
                let bits = bits.filter(|&bits| holder(bits).is_some_and(|size| size <= 64));
                let bits = bits.ok_or_else(|| self.values.unit.types.borrow().unsupported(ty))?;
                let decision = self.values.operand(*value)?;
                self.decisions.insert(block, decision);
                for (edge, case) in cfg.edges(block).zip(cases) {
                    let number = module.int(case.value).map_or(0, unsnarl_ir::WideInt::low);
                    self.cases
                        .insert(edge, super::constants::int(number, bits).text);
                }
            }
            other => {
                let shown = format!("{other:?}");
                let name = shown.split(['(', ' ']).next().unwrap_or_default();
                return Err(Cause::Construct(name.to_lowercase()));
            }
        }
        Ok(())
    }

    /// The copies on an edge, one after the other.
    fn copies(&self, edge: Edge) -> Result<Vec<Line>, Cause> {
        let values = &self.values;
        let code = values.code;
        let mut moves: Vec<Move> = Vec::new();
        for copy in code.parallel_copies(edge) {
            let is_there = matches!(copy.from, Operand::Value(from)
                if code.variable(from) == code.variable(copy.to));
            if is_there {
                continue;
            }
            let (value, reads) = self.recorded(|| values.operand(copy.from));
            let (name, value) = (values.identifier(code.name(copy.to)), value?);
            if value.text != name {
                moves.push(Move {
                    name,
                    value,
                    reads,
                    ty: values.function.value_type(copy.to),
                });
            }
        }
        let mut lines = Vec::new();
        // A copy waits for those that read what it sets; of a circle one value is kept apart.
        while !moves.is_empty() {
            let is_ready = |place: usize| {
                let name = &moves[place].name;
                let mut others = moves.iter().enumerate();
                !others.any(|(other, own)| other != place && own.reads.contains(name))
            };
            let ready = (0..moves.len()).find(|&place| is_ready(place));
            let own = moves.remove(ready.unwrap_or(0));
            if ready.is_some() {
                let (name, value) = (own.name, own.value);
                lines.push(Line {
                    what: What::Set {
                        name,
                        value,
                        is_kept: false,
                    },
                    reads: own.reads,
                });
                continue;
            }
            let kept = values.new_name("kept");
            let declared = values.unit.types.borrow_mut().declare(own.ty, &kept)?;
            lines.push(Line {
                what: What::Text(format!("{declared} = {};", own.value.converted().text)),
                reads: own.reads,
            });
            moves.push(Move {
                value: Expression::atom(kept),
                reads: HashSet::default(),
                ..own
            });
        }
        Ok(lines)
    }

    /// What is made, and the names that are read in it.
    fn recorded<T>(&self, make: impl FnOnce() -> T) -> (T, HashSet<String>) {
        let before = self.values.read.take();
        let made = make();
        let own = self.values.read.replace(before);
        (made, own)
    }

    /// Adds the names that are read in what is written: a variable that only such statements read
    /// as set what nothing reads is not needed.
    fn find_read(&mut self) {
        let mut read = self.values.read.take();
        let mut waiting: HashMap<&str, Vec<&HashSet<String>>> = HashMap::default();
        let mut work: Vec<&str> = Vec::new();
        let base: Vec<String> = read.iter().cloned().collect();
        work.extend(base.iter().map(String::as_str));
        for line in self.blocks.iter().chain(self.edges.values()).flatten() {
            match &line.what {
                What::Set {
                    name,
                    is_kept: false,
                    ..
                } => waiting.entry(name).or_default().push(&line.reads),
                _ => work.extend(line.reads.iter().map(String::as_str)),
            }
        }
        while let Some(name) = work.pop() {
            read.insert(name.to_owned());
            for reads in waiting.remove(name).into_iter().flatten() {
                work.extend(reads.iter().map(String::as_str));
            }
        }
        self.values.read.replace(read);
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

    /// The variables: those of `alloca`s, values, and those of control.
    fn declarations(&self, cfg: &Cfg, program: &Program) -> Result<Vec<String>, Cause> {
        let values = &self.values;
        let (unit, code, function) = (values.unit, values.code, values.function);
        let mut all: Vec<Declared> = Vec::new();
        for (inst, variable) in code.variables() {
            if variable.parameter.is_some() {
                continue;
            }
            let align = match function.insts[inst].op {
                Op::Alloca { align, .. } => align,
                _ => None,
            };
            let natural = unit.layout.align(variable.ty).unwrap_or(1);
            all.push(Declared {
                name: values.identifier(code.variable_name(inst)),
                ty: variable.ty,
                align: align.filter(|&align| align > natural),
            });
        }
        let mut seen: HashSet<String> = self.parameters().into_iter().collect();
        let phis = function
            .blocks
            .values()
            .flat_map(|block| block.phis.iter().map(|phi| phi.result));
        let insts = function.blocks.keys().flat_map(|block| code.insts(block));
        let insts = insts.filter(|&&inst| code.written(inst) == Written::Statement);
        let insts = insts.filter_map(|&inst| function.insts[inst].result);
        let results: Vec<ValueId> = phis.chain(insts).collect();
        for value in results {
            let name = values.identifier(code.name(value));
            if !values.read.borrow().contains(&name) || !seen.insert(name.clone()) {
                continue;
            }
            all.push(Declared {
                name,
                ty: function.value_type(value),
                align: None,
            });
        }
        let read = values.read.borrow().clone();
        let mut lines = Vec::new();
        for declared in all {
            if !read.contains(&declared.name) {
                continue;
            }
            let is_list = is_aggregate(unit.module, declared.ty);
            let is_array = matches!(unit.module.types.resolve(declared.ty), Type::Array { .. });
            let is_empty = unit.layout.size(declared.ty) == Some(0);
            let text = match is_array && !self.is_storage(&declared.name) {
                true => format!("{} {}", unit.value_type(declared.ty)?, declared.name),
                false => unit
                    .types
                    .borrow_mut()
                    .declare(declared.ty, &declared.name)?,
            };
            let align = declared
                .align
                .map(|align| format!(" __attribute__((aligned({align})))"));
            let align = align.unwrap_or_default();
            let first = match (is_list, is_empty) {
                (true, true) => "",
                (true, false) => " = {}",
                (false, _) if text.contains('*') => " = NULL",
                _ => " = 0",
            };
            // The memory of a variable need not be set before the program does.
            let first = if self.is_storage(&declared.name) && is_list {
                ""
            } else {
                first
            };
            lines.push(format!("{text}{align}{first};"));
        }
        let control = emit::variables(cfg, program, C, self);
        let labels = control.integers.len() - control.saved.len();
        for (name, first) in &control.integers[..labels] {
            lines.push(format!("unsigned {name} = {};", first.unwrap_or(0)));
        }
        for (name, &block) in control.integers[labels..]
            .iter()
            .map(|(name, _)| name)
            .zip(&control.saved)
        {
            let ty = match function.blocks[block].terminator {
                Terminator::Switch { value, .. } => unit.value_type(values.ty(value))?,
                _ => "bool".to_owned(),
            };
            lines.push(format!("{ty} {name} = 0;"));
        }
        for name in &control.flags {
            lines.push(format!("bool {name} = false;"));
        }
        for name in &control.unread {
            lines.push(format!("(void){name};"));
        }
        Ok(lines)
    }

    /// Tells whether a name is that of an `alloca`.
    fn is_storage(&self, name: &str) -> bool {
        let code = self.values.code;
        let mut all = code.variables();
        all.any(|(inst, _)| self.values.identifier(code.variable_name(inst)) == name)
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
            | "dbg.value"
            | "dbg.declare"
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
            ("+", "1") => format!("{name}++"),
            ("-", "1") => format!("{name}--"),
            _ => format!("{name} {sign}= {other}"),
        };
    }
    format!("{name} = {}", value.text)
}

/// Tells whether a function has its body in the text.
pub(super) fn is_defined(function: &Function) -> bool {
    function.is_definition() && function.linkage != unsnarl_ir::Linkage::AvailableExternally
}

/// Tells whether other files cannot refer to a function.
pub(super) fn is_local(function: &Function) -> bool {
    is_internal(function.linkage)
}
