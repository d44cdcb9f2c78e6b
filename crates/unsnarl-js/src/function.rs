//! A function of the machine as a function of JavaScript.
//!
//! *Needs:* the code, and what the functions of the module share.
//! *Gives:* text. *Cost:* near-linear but for the structurer.
//!
//! The stages in order: [trees](unsnarl_low::trees), [locals](unsnarl_low::locals), the
//! [graph](Graph); the statements and conditions of [each block](crate::code), the
//! [structured program](unsnarl::structure); and the walk that [writes](Host) it.
//!
//! A call of the function itself that would be its last thing is a round of a loop. Another such
//! call is left to whoever called: the function has a part, `f_tail`, that says what to call next,
//! and `f` itself calls until nothing is left.

use std::borrow::Cow;
use std::cell::Cell;

use unsnarl::emit::{self, Lines};
use unsnarl::forms::Formed;
use unsnarl::program::{Measures, measure};
use unsnarl::{BlockId, Id, Program, verify};
use unsnarl_low::locals::Locals;
use unsnarl_low::locals::edge::copies_left;
use unsnarl_low::module::{Body, Entity, Positions};
use unsnarl_low::trees::build_trees;
use unsnarl_low::{Callee, Catch, Exit, Function, Module, Reg, Type};

use crate::code::calls::called;
use crate::code::{BlockText, Refused, Value, Writer};
use crate::context::Context;
use crate::error::Error;
use crate::exact::{self, CallAt};
use crate::frame;
use crate::graph::{Graph, live_brought};
use crate::host::{AGAIN, Decided, Host};
use crate::marks::Mark;
use crate::piece::{Binds, Kind, Piece, Variable};
use crate::read_back::read_back;
use crate::structured;
use crate::variables::Variables;
use crate::words;

/// The function that the others of a module may call when they return.
pub(crate) fn ends_in_calls(module: &Module, number: usize, code: &Function) -> bool {
    code.order()
        .iter()
        .any(|&block| match code.block(block).exit {
            Exit::TailCall(callee) => !is_self(module, number, callee),
            _ => false,
        })
}

/// Tells whether a function calls itself.
fn is_self(module: &Module, number: usize, callee: Callee) -> bool {
    match callee {
        Callee::Symbol(symbol) => {
            module.symbols.get(symbol.index()) == Some(&Entity::Function(number as u32))
        }
        _ => false,
    }
}

/// A function as text.
pub(crate) struct Text {
    pub(crate) text: String,
    /// Counts of its structured program.
    pub(crate) measures: Measures,
    /// Whether the text is proved; it is compared with the graph itself.
    pub(crate) is_proved: bool,
}

/// Writes a function, and proves its text.
pub(crate) fn write(context: &Context<'_>, number: usize, body: &Body) -> Result<Text, Error> {
    written(context, number, body, |draft| {
        let read_back = read_back(draft.host, &draft.text, draft.program, &draft.formed);
        let is_proved = read_back.map_err(|difference| Error::NotProved {
            function: context.function_name(number),
            reason: difference.to_string(),
        })?;
        Ok(Text {
            measures: measure(draft.program),
            text: draft.whole(context, number),
            is_proved,
        })
    })
}

/// Writes a function to see how large it is.
pub(crate) fn draft(context: &Context<'_>, number: usize, body: &Body) -> Result<String, Error> {
    written(context, number, body, |draft| {
        Ok(draft.whole(context, number))
    })
}

/// A function that was written, and is not proved.
struct Draft<'a> {
    host: &'a Host<'a>,
    program: &'a Program,
    formed: Formed,
    text: String,
}

impl Draft<'_> {
    /// The text, with the function that others call if the function leaves calls to its callers.
    fn whole(self, context: &Context<'_>, number: usize) -> String {
        let mut text = self.text;
        if context.bounces[number] {
            let name = &context.names.functions[number];
            let parameters = self.host.parameters.join(", ");
            let nowhere = match context.options.source_map {
                Some(_) => Mark::Nowhere.to_string(),
                None => String::new(),
            };
            text += &format!(
                "{nowhere}function {name}({parameters}) {{\n  return finished({name}_tail({parameters}));\n}}\n"
            );
        }
        text
    }
}

/// Writes a function, and gives it to `then`, with all that a proof needs.
fn written<R>(
    context: &Context<'_>,
    number: usize,
    body: &Body,
    then: impl FnOnce(Draft<'_>) -> Result<R, Error>,
) -> Result<R, Error> {
    let refused = |what: Refused| Error::Function {
        function: context.function_name(number),
        what,
    };
    let body = &*match context.declared {
        Some(_) => Cow::Borrowed(body),
        None => exact::within(body),
    };
    let code = &body.code;
    let trees = build_trees(code);
    let locals = Locals::new(code, &trees);
    let graph = Graph::new(code, &trees, &locals).map_err(|source| Error::Graph {
        function: context.function_name(number),
        source,
    })?;
    let mut variables = Variables::new(
        code,
        &locals,
        &body.registers,
        context.options.style,
        &context.names,
    );
    variables.add_control(code.frame.is_some(), brought_words(code));
    let decisions = graph.cfg.blocks().map(|block| match own_exit(code, block) {
        Some(Exit::Branch | Exit::Switch(_) | Exit::Call(..)) => variables.decision(block.index()),
        _ => String::new(),
    });
    let decisions = decisions.collect();
    let positions = context.options.source_map.as_ref().map(|_| &body.positions);
    let calls = context.declared.map(|declared| &declared.calls[number]);
    let mut writing = Writing {
        context,
        decisions,
        number,
        writer: Writer::new(context, code, &trees, &locals, variables, positions, calls),
        positions,
        graph: &graph,
        texts: Vec::new(),
        repeats: false,
    };
    writing.blocks().map_err(refused)?;
    let edges = writing.edges().map_err(refused)?;
    let program = structured::program(context, number, &graph.cfg)?;
    let broken = |reason: String| Error::NotProved {
        function: context.function_name(number),
        reason,
    };
    verify::prove(&graph.cfg, &program).map_err(|reason| broken(reason.to_string()))?;
    let Writing {
        writer,
        texts,
        decisions,
        repeats,
        ..
    } = writing;
    let host = Host {
        cfg: &graph.cfg,
        texts,
        edges,
        decisions,
        own: writer.variables.taken().clone(),
        around: &context.names,
        name: match context.bounces[number] {
            true => format!("{}_tail", context.names.functions[number]),
            false => context.names.functions[number].clone(),
        },
        mark: match positions.map(|positions| positions.function) {
            Some(Some(position)) => Mark::Function(position, number as u32).to_string(),
            Some(None) => Mark::Nowhere.to_string(),
            None => String::new(),
        },
        parameters: writer.variables.parameters().to_vec(),
        variables: writer.variables.others().to_vec(),
        prologue: frame::prologue(context, code, &writer.variables).map_err(refused)?,
        repeats,
        statements: Cell::default(),
    };
    let mut text = String::new();
    let formed = Formed::new(&graph.cfg, &program, &host);
    emit::write_formed(Lines::new(&mut text), &graph.cfg, &formed, &host)
        .expect("a string takes any text");
    then(Draft {
        host: &host,
        program: &program,
        formed,
        text,
    })
}

/// How a block of the function ends; nothing if it was added to the graph.
fn own_exit(code: &Function, block: BlockId) -> Option<&Exit> {
    (block.index() < code.block_count()).then(|| &code.block(block).exit)
}

/// How many words calls at the ends of blocks may bring.
fn brought_words(code: &Function) -> usize {
    let words = code.order().iter().flat_map(|&block| {
        let edges = code.block(block).edges().iter();
        edges.map(|&edge| {
            let types: Vec<Type> = code.brought(edge).iter().map(|&reg| code.ty(reg)).collect();
            words::count_all(&types)
        })
    });
    words.max().unwrap_or(0)
}

struct Writing<'a> {
    context: &'a Context<'a>,
    number: usize,
    writer: Writer<'a>,
    graph: &'a Graph,
    /// Where the code comes from, if that is wanted.
    positions: Option<&'a Positions>,
    texts: Vec<Decided>,
    /// By block: the variable of its decision.
    decisions: Vec<String>,
    /// Whether the function calls itself last.
    repeats: bool,
}

impl Writing<'_> {
    fn blocks(&mut self) -> Result<(), Refused> {
        for block in self.graph.cfg.blocks() {
            if block.index() >= self.writer.code.block_count() {
                self.texts.push(Decided::default());
                continue;
            }
            let text = self.writer.block(block)?;
            let decided = self.exit(block, text)?;
            self.texts.push(decided);
        }
        Ok(())
    }

    /// What a block does, decides by, and leaves with.
    fn exit(&mut self, block: BlockId, text: BlockText) -> Result<Decided, Refused> {
        let code = self.writer.code;
        let BlockText {
            mut lines,
            places,
            exit,
        } = text;
        self.writer.call_at = CallAt::End(block);
        let mut decided = Decided {
            places,
            end: self.positions.and_then(|positions| positions.end(block)),
            ..Decided::default()
        };
        match &code.block(block).exit {
            Exit::Jump => {}
            Exit::Unreachable => decided.leave.push(String::from("trap(\"unreachable\");")),
            Exit::Return => decided.leave = self.returned(exit)?,
            Exit::Branch => decided.by = exit.into_iter().next().map(|mut value| value.remove(0)),
            Exit::Switch(values) => {
                let Some(value) = exit.into_iter().next() else {
                    return Err(String::from("a switch without an operand"));
                };
                let (by, cases) = switched(&mut self.writer, &mut lines, value, values);
                decided.by = Some(by);
                decided.cases = cases;
            }
            Exit::TailCall(callee) => decided.leave = self.last_call(block, *callee, exit)?,
            Exit::Call(callee, catches) => {
                let number = self.decisions[block.index()].clone();
                self.tried(block, *callee, catches, exit, &number, &mut lines)?;
                decided.is_known = true;
                let slots = 0..code.block(block).edges().len();
                decided.cases = slots.map(|slot| slot.to_string()).collect();
            }
        }
        decided.lines = lines;
        Ok(decided)
    }

    fn returned(&mut self, values: Vec<Value>) -> Result<Vec<String>, Refused> {
        let mut lines = Vec::new();
        let mut pieces: Vec<Piece> = values.into_iter().flatten().collect();
        let epilogue = frame::epilogue(self.context, &self.writer)?;
        // What reads or changes anything is computed first, in order.
        let is_any = pieces.len() > 1 || epilogue.is_some();
        let sets = pieces.iter().any(|piece| !piece.touches.sets.is_empty());
        for piece in &mut pieces {
            let must = is_any && (sets || !piece.touches.is_plain());
            if must && piece.number.is_none() {
                let to = self.writer.temporary();
                let name = self.writer.variables.name(to).to_owned();
                lines.push(format!("{name} = {};", piece.wrapped().text));
                *piece = Piece::variable(&name, to, piece.kind_when_set());
            }
        }
        lines.extend(epilogue);
        for (word, piece) in pieces.iter().enumerate().skip(1) {
            lines.push(format!(
                "{} = {};",
                words::higher(word),
                piece.wrapped().text
            ));
        }
        match pieces.first() {
            Some(first) => lines.push(format!("return {};", first.wrapped().text)),
            None => lines.push(String::from("return;")),
        }
        Ok(lines)
    }

    fn last_call(
        &mut self,
        block: BlockId,
        callee: Callee,
        values: Vec<Value>,
    ) -> Result<Vec<String>, Refused> {
        let code = self.writer.code;
        let types = self.operand_types(block);
        let epilogue = frame::epilogue(self.context, &self.writer)?;
        self.writer.take_up(values);
        if is_self(self.context.module, self.number, callee) {
            self.repeats = true;
            let values = self.writer.pop_many(types.len());
            let parameters = 0..self.writer.variables.parameters().len() as Variable;
            let copies = parameters.zip(values.into_iter().flatten()).collect();
            self.writer.assign(copies);
            let mut lines = std::mem::take(&mut self.writer.lines);
            lines.extend(epilogue);
            lines.push(format!("continue {AGAIN};"));
            return Ok(lines);
        }
        // What is called is found, and its operands computed, before the frame is given back.
        let results = &code.signature.results;
        let mut lines = Vec::new();
        let call = match callee {
            Callee::Symbol(symbol) => {
                let function = self.writer.function(symbol)? as usize;
                let name = self.context.names.functions[function].clone();
                let arguments = self.arguments(types.len(), epilogue.is_some());
                lines.append(&mut self.writer.lines);
                match self.context.bounces[function] {
                    true => format!("return bounce({name}_tail, [{arguments}]);"),
                    false => format!("return {name}({arguments});"),
                }
            }
            Callee::Table(table) => {
                let function = self.writer.callee(table, &types, results)?;
                let to = self.writer.temporary();
                let name = self.writer.variables.name(to).to_owned();
                let line = format!("{name} = {};", function.text);
                self.writer.statement(&function.touches, line);
                let arguments = self.arguments(types.len() - 1, epilogue.is_some());
                lines.append(&mut self.writer.lines);
                format!("return bounce(tailOf({name}), [{arguments}]);")
            }
            Callee::Throw(tag) => {
                let call = self.writer.thrown(tag, types.len())?;
                lines.append(&mut self.writer.lines);
                format!("{};", call.text)
            }
            Callee::ThrowRef => {
                let exception = self.writer.pop_one();
                lines.append(&mut self.writer.lines);
                format!("raiseAgain({});", exception.text)
            }
        };
        lines.extend(epilogue);
        lines.push(call);
        Ok(lines)
    }

    /// Operands from the stack, separated by commas; those that do anything have names before, if
    /// `are_named`.
    fn arguments(&mut self, count: usize, are_named: bool) -> String {
        if are_named {
            (0..count).rev().for_each(|at| self.writer.name(at));
        }
        let values = self.writer.pop_many(count);
        let call = called("", values);
        call.text[1..call.text.len() - 1].to_owned()
    }

    fn operand_types(&self, block: BlockId) -> Vec<Type> {
        let code = self.writer.code;
        let operands = code.exit_operands(block).iter();
        operands.map(|&reg| code.ty(reg)).collect()
    }

    /// A call whose exceptions are caught: a number says how it went.
    fn tried(
        &mut self,
        block: BlockId,
        callee: Callee,
        catches: &[Catch],
        values: Vec<Value>,
        number: &str,
        lines: &mut Vec<String>,
    ) -> Result<(), Refused> {
        let types = self.operand_types(block);
        let code = self.writer.code;
        self.writer.take_up(values);
        // The exception of a call that makes an operand is not caught here.
        self.writer.name_acting(types.len());
        let edges = code.block(block).edges();
        let results = self.results(block, callee);
        let call = match callee {
            Callee::Symbol(symbol) => self.writer.called_directly(symbol, types.len())?,
            Callee::Table(table) => self.writer.called_through(table, &types, &results)?,
            Callee::Throw(tag) => self.writer.thrown(tag, types.len())?,
            Callee::ThrowRef => {
                let exception = self.writer.pop();
                called("raiseAgain", vec![exception])
            }
        };
        lines.append(&mut self.writer.lines);
        lines.push(String::from("try {"));
        let count = words::count_all(&results);
        match count {
            0 => lines.push(format!("  {};", call.text)),
            _ => {
                let name = |word| {
                    let at = self.writer.variables.brought(word);
                    self.writer.variables.name(at).to_owned()
                };
                lines.push(format!("  {} = {};", name(0), call.text));
                for word in 1..count {
                    lines.push(format!("  {} = {};", name(word), words::higher(word)));
                }
            }
        }
        lines.push(format!("  {number} = 0;"));
        lines.push(String::from("} catch (error) {"));
        lines.push(String::from("  error = caught(error);"));
        let mut word = "";
        let mut is_all = false;
        for (slot, catch) in catches.iter().enumerate() {
            let slot = slot + 1;
            let brought = code.brought(edges[slot]);
            match *catch {
                Catch::Tag(tag) | Catch::TagRef(tag) => {
                    let Some(Entity::Tag(tag)) = self.context.entity(tag) else {
                        return Err(String::from("a symbol that is not a tag"));
                    };
                    let tag = &self.context.names.tags[tag as usize];
                    lines.push(format!("  {word}if (error.tag === {tag}) {{"));
                    let types: Vec<Type> = brought.iter().map(|&reg| code.ty(reg)).collect();
                    let is_reference = matches!(catch, Catch::TagRef(_));
                    let values = words::count_all(&types) - usize::from(is_reference);
                    for word in 0..values + usize::from(is_reference) {
                        let at = self.writer.variables.brought(word);
                        let name = self.writer.variables.name(at);
                        lines.push(match word < values {
                            true => format!("    {name} = error.words[{word}];"),
                            false => format!("    {name} = error;"),
                        });
                    }
                    lines.push(format!("    {number} = {slot};"));
                    word = "} else ";
                }
                Catch::All | Catch::AllRef => {
                    let (open, blanks) = match word {
                        "" => ("", "  "),
                        _ => ("} else {", "    "),
                    };
                    if !open.is_empty() {
                        lines.push(format!("  {open}"));
                    }
                    if *catch == Catch::AllRef {
                        let at = self.writer.variables.brought(0);
                        let name = self.writer.variables.name(at);
                        lines.push(format!("{blanks}{name} = error;"));
                    }
                    lines.push(format!("{blanks}{number} = {slot};"));
                    is_all = true;
                    break;
                }
            }
        }
        match (word, is_all) {
            ("", false) => lines.push(String::from("  raiseAgain(error);")),
            ("", true) => {}
            (_, false) => lines.push(String::from("  } else raiseAgain(error);")),
            (_, true) => lines.push(String::from("  }")),
        }
        lines.push(String::from("}"));
        Ok(())
    }

    /// The types of the results of the call at the end of a block.
    fn results(&self, block: BlockId, callee: Callee) -> Vec<Type> {
        let code = self.writer.code;
        if matches!(callee, Callee::Throw(_) | Callee::ThrowRef) {
            return Vec::new();
        }
        if let Callee::Symbol(symbol) = callee
            && let Ok(function) = self.writer.function(symbol)
        {
            let function = &self.context.module.functions[function as usize];
            return function.signature.results.clone();
        }
        let first = code.block(block).edges()[0];
        let brought = code.brought(first).iter();
        brought.map(|&reg| code.ty(reg)).collect()
    }

    /// The statements of each edge.
    fn edges(&mut self) -> Result<Vec<Vec<String>>, Refused> {
        let code = self.writer.code;
        let mut all = Vec::new();
        for block in self.graph.cfg.blocks() {
            for edge in self.graph.cfg.edges(block) {
                let Some(own) = self.graph.makes(edge) else {
                    all.push(Vec::new());
                    continue;
                };
                let mut copies: Vec<(Variable, Piece)> = Vec::new();
                let mut words_before = Vec::new();
                let mut next = 0;
                for &reg in code.brought(own) {
                    words_before.push(next);
                    next += words::count(code.ty(reg));
                }
                for (at, reg) in live_brought(code, self.writer.trees, own) {
                    let first = words_before[at];
                    let variables = self.writer.variables.of(self.writer.locals, reg);
                    for (word, to) in variables.enumerate() {
                        let from = self.writer.variables.brought(first + word);
                        let name = self.writer.variables.name(from);
                        let kind = crate::code::kind_of(code.ty(reg));
                        copies.push((to, Piece::variable(name, from, kind)));
                    }
                }
                let moved: Vec<(Reg, Reg)> =
                    copies_left(code, self.writer.trees, self.writer.locals, own).collect();
                for (to, from) in moved {
                    let value = self.writer.value(from)?;
                    let variables = self.writer.variables.of(self.writer.locals, to);
                    copies.extend(variables.zip(value));
                }
                self.writer.assign(copies);
                all.push(std::mem::take(&mut self.writer.lines));
            }
        }
        Ok(all)
    }
}

/// What a switch is on, and the text of each case.
fn switched(
    writer: &mut Writer<'_>,
    lines: &mut Vec<String>,
    value: Value,
    values: &[i64],
) -> (Piece, Vec<String>) {
    if let [piece] = &value[..] {
        let cases = values.iter().map(|value| (*value as i32).to_string());
        return (piece.wrapped(), cases.collect());
    }
    // The number of the slot, by the higher words and then the lower ones.
    writer.take_up(vec![value]);
    writer.name(0);
    lines.append(&mut writer.lines);
    let value = writer.pop();
    let mut text = String::new();
    for (slot, &case) in values.iter().enumerate() {
        let (low, high) = (case as i32, (case >> 32) as i32);
        text += &format!(
            "{} === {low} && {} === {high} ? {slot} : ",
            value[0].text, value[1].text
        );
    }
    text += &values.len().to_string();
    let by = Piece::of(text, Binds::Choice, Kind::Small, &[&value[0], &value[1]]);
    let cases = (0..values.len()).map(|slot| slot.to_string()).collect();
    (by, cases)
}
