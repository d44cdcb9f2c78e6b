//! One function, from the SSA module to bytes.
//!
//! *Needs:* a function of a numbered module. *Gives:* its bodies: one, or if it is too large for
//! that, several, of which the first is what is called from outside.
//! *Cost:* that of its stages. A function that may be too large, and is not certain to be, is
//! written as a whole first, and [divided](crate::division) only if it is: then some of them run
//! twice.
//!
//! The stages in order: [code of the machine](crate::lower), which is held to the graph of the
//! source; then, for all of it or for each part, a [body](crate::body).

use std::fmt::Display;

use foldhash::HashMap;
use unsnarl::{BlockId, Cfg, Id};
use unsnarl_ir::rewrite::quotient::{Folded, quotient};
use unsnarl_ir::rewrite::{Rewrites, Rewritten};
use unsnarl_ir::{FuncId, Function, Module, Provenance, Role, ValueId};
use unsnarl_low::opt::divide::Divided;
use unsnarl_low::select::{FrameLayout, Selected, Trace};
use unsnarl_low::{Exit, Function as Code, Reg};

use crate::body::{Body, Context, Failure, Laid, case_values, ends};
use crate::compiled::{Compiled, Part};
use crate::debug;
use crate::division::{self, Attempts, Length};
use crate::error::{Cause, CompileError, FunctionRefusals, Refusals};
use crate::lower::{Lowered, compiled_graph, lowered, optimise};
use crate::names::{self, Names};
use crate::numbering::Numbering;
use crate::options::Options;
use crate::view::{self, View};

/// Compiles a function whose index in what is written is `index`; nothing if something in it is
/// refused. Parts get their index when all functions are there.
pub(crate) fn compile(
    numbering: &Numbering,
    legalised: &Rewrites,
    id: FuncId,
    index: u32,
    options: &Options<'_>,
    all: &mut Refusals,
) -> Option<Vec<Compiled>> {
    let module = numbering.context.module;
    let code_of = |all: &mut Refusals| {
        let mut lowered = lowered(numbering, legalised, id, all)?;
        optimise(&mut lowered.selected.function);
        Some(lowered)
    };
    let Lowered { reshaped, selected } = code_of(all)?;
    let Selected {
        function: code,
        frame,
        lines,
        trace,
        values,
        copies,
        ..
    } = selected;
    let function = compiled_graph(reshaped.as_ref(), module, id);
    let length = division::length(numbering, &code, options);
    let mut subject = Subject {
        numbering,
        context: Context {
            linkage: numbering,
            options,
            features: numbering.features(id).wanted(options),
            id,
        },
        line: function.origin.line,
        legalised,
        reshaped: reshaped.as_ref(),
        function,
        lines: &lines,
        trace: &trace,
        values: &values,
        copies: &copies,
        index,
        refusals: FunctionRefusals::new(module, id, all),
    };
    if length == Length::TooLong {
        return subject.divided(code, frame);
    }
    let met = numbering.met();
    if let Made::Written(whole) = subject.whole(code, frame)? {
        return Some(vec![*whole]);
    }
    numbering.go_back(met);
    // Few functions get here, so nothing was kept for them.
    let Selected {
        function, frame, ..
    } = code_of(subject.refusals.all())?.selected;
    subject.divided(function, frame)
}

/// A body with all that is known of it, if it is not too long.
enum Made {
    Written(Box<Compiled>),
    /// It takes so many bytes.
    TooLong(usize),
}

/// A function that is compiled.
struct Subject<'a, 'r> {
    numbering: &'a Numbering<'a>,
    context: Context<'a>,
    /// The line of the function.
    line: u32,
    legalised: &'a Rewrites,
    reshaped: Option<&'a Rewritten>,
    /// The function whose graph is compiled.
    function: &'a Function,
    /// By instruction that was selected: its line.
    lines: &'a [u32],
    trace: &'a Trace,
    /// The registers that hold values.
    values: &'a [(Reg, ValueId)],
    /// Blocks that selection has copied.
    copies: &'a [(BlockId, BlockId)],
    index: u32,
    refusals: FunctionRefusals<'r>,
}

impl<'a> Subject<'a, '_> {
    /// The names of what was selected.
    fn names<'n>(&self, places: &'n [(Reg, usize)]) -> Names<'n>
    where
        'a: 'n,
    {
        Names {
            module: self.numbering.context.module,
            function: self.function,
            lines: self.lines,
            trace: self.trace,
            values: self.values,
            origins: None,
            places,
        }
    }

    /// Compiles all of it to one body.
    fn whole(&mut self, code: Code, frame: FrameLayout) -> Option<Made> {
        let laid = self.laid(code, frame)?;
        let folded = self.hold_to_source(&laid.view.cfg, Some(&laid.view))?;
        let names = self.names(&[]);
        let mut body = self.write(laid, &names)?;
        if let Made::Written(whole) = &mut body {
            whole.folded = folded;
        }
        Some(body)
    }

    fn laid(&mut self, code: Code, frame: FrameLayout) -> Option<Laid> {
        let laid = Laid::new(self.context.options, code, frame);
        self.refusals.take(self.line, laid)
    }

    /// Writes a body, and says what names and debug information say of it; nothing if something is
    /// refused.
    fn write(&mut self, laid: Laid, names: &Names<'_>) -> Option<Made> {
        let body = match laid.write(&self.context, self.index) {
            Ok(body) => body,
            Err(Failure::TooLong(bytes)) => return Some(Made::TooLong(bytes)),
            Err(Failure::Refused(causes)) => {
                for (inst, cause) in causes {
                    let line = inst.and_then(|inst| names.line(inst)).unwrap_or(self.line);
                    self.refusals.take::<()>(line, Err(cause));
                }
                return None;
            }
            Err(Failure::NotProved(reason)) => {
                let function = names.module.function_name(self.context.id).to_owned();
                let error = CompileError::NotProved { function, reason };
                return self.refusals.take_placed(Err(error));
            }
        };
        Some(Made::Written(Box::new(described(
            self.context.id,
            body,
            names,
        ))))
    }

    /// Compiles it to several bodies.
    fn divided(&mut self, code: Code, frame: FrameLayout) -> Option<Vec<Compiled>> {
        let Context { options, id, .. } = self.context;
        let (numbering, line) = (self.numbering, self.line);
        if let Some(too_large) = division::undivided(numbering, &code, options.function_bytes) {
            return self.refusals.take(line, Err(Cause::TooLarge(too_large)));
        }
        let graph = view::graph(&code).map_err(Cause::Graph);
        let graph = self.refusals.take(line, graph)?;
        let folded = self.hold_to_source(&graph, None)?;
        drop(graph);
        let places = names::places(self.values);
        let met = numbering.met();
        let mut attempts = Attempts::new(options);
        while let Some(limits) = attempts.limits() {
            numbering.go_back(met);
            let divided = match division::divide(numbering, id, &code, &limits) {
                Ok(divided) => divided,
                Err(refused) => {
                    attempts.refused(refused);
                    continue;
                }
            };
            let checked = division::check(numbering, &code, &divided);
            let checked = checked.map_err(|reason| CompileError::NotProved {
                function: numbering.context.module.function_name(id).to_owned(),
                reason,
            });
            self.refusals.take_placed(checked)?;
            match self.bodies(divided, frame.clone(), &places)? {
                Ok(mut bodies) => {
                    bodies[0].folded = folded;
                    return Some(bodies);
                }
                Err(bytes) => attempts.too_long(bytes),
            }
        }
        let cause = Cause::TooLarge(attempts.first());
        self.refusals.take(line, Err(cause))
    }

    /// Compiles what a division made, or says how long a body is that is too long.
    fn bodies(
        &mut self,
        divided: Divided,
        frame: FrameLayout,
        places: &[(Reg, usize)],
    ) -> Option<Result<Vec<Compiled>, usize>> {
        let mut bodies = Vec::with_capacity(1 + divided.parts.len());
        let parts = divided.parts.into_iter();
        let parts = parts.map(|(symbol, part)| (Some(symbol), part));
        let codes = [(None, divided.function)].into_iter().chain(parts);
        let mut frame = Some(frame);
        for ((symbol, code), origins) in codes.zip(&divided.origins) {
            let part = symbol.and_then(|symbol| {
                Some(Part {
                    number: division::part_number(self.numbering, symbol)?,
                    signature: code.signature.clone(),
                })
            });
            let frame = frame.take().unwrap_or_else(FrameLayout::without_variables);
            let names = Names {
                origins: Some(origins),
                ..self.names(places)
            };
            let laid = self.laid(code, frame)?;
            match self.write(laid, &names)? {
                Made::Written(mut body) => {
                    body.part = part;
                    bodies.push(*body);
                }
                Made::TooLong(bytes) => return Some(Err(bytes)),
            }
        }
        Some(Ok(bodies))
    }

    /// Proves that a graph of it is that of the source, up to copies, bypasses and inside-blocks.
    fn hold_to_source(&mut self, cfg: &Cfg, view: Option<&View>) -> Option<Folded> {
        let (module, id) = (self.numbering.context.module, self.context.id);
        let known = self.reshaped.map(|reshaped| &reshaped.provenance);
        let known = known.or_else(|| self.legalised.provenance(id)).cloned();
        let source = self.legalised.source(module, id).blocks.len();
        let known = known.unwrap_or_else(|| Provenance::unchanged(source));
        let provenance = provenance(known, cfg, view, self.copies);
        let source = self.legalised.source(module, id);
        let folded = hold_to_source(module, id, source, self.function, cfg, &provenance);
        let mut folded = self.refusals.take_placed(folded)?;
        let jumps = self.legalised.resolved(module, id);
        let jumps = jumps.map_err(|violation| not_of_source(module, id, violation));
        folded.jumps = self.refusals.take_placed(jumps)?;
        Some(folded)
    }
}

/// A body with its names and what debug information says of it.
fn described(id: FuncId, body: Body, names: &Names<'_>) -> Compiled {
    let Body {
        bytes,
        relocations,
        map,
        view,
        trees,
        locals,
        written,
        starts,
        due,
        measures,
        data,
    } = body;
    let described = debug::Body {
        names,
        written: &written,
        starts: &starts,
        size: bytes.len() as u32,
        frame: written.frame_pointer.and_then(|web| locals.number(web)),
    };
    let code = &due.function;
    let debug = debug::describe(&described, code, &trees, &locals, &view.cfg);
    Compiled {
        id,
        part: None,
        relocations,
        map,
        cases: case_values(code, &view.cfg),
        tail_calls: ends(code, |exit| matches!(exit, Exit::TailCall(_))),
        calls: ends(code, |exit| matches!(exit, Exit::Call(..))),
        local_names: names.of_locals(code, &locals, &written),
        label_names: names.of_labels(&written, &view),
        debug,
        cfg: view.cfg,
        body: bytes,
        measures,
        data,
        folded: Folded::default(),
        #[cfg(test)]
        due,
    }
}

/// Where the blocks of a function come from, with those that selection has copied, those on edges
/// of exceptions, and those that merge edges.
fn provenance(
    mut provenance: Provenance,
    cfg: &Cfg,
    view: Option<&View>,
    copies: &[(BlockId, BlockId)],
) -> Provenance {
    let copied: HashMap<BlockId, BlockId> = copies.iter().copied().collect();
    let target = |block: BlockId| {
        let merged = view.map(|view| view.origin(block));
        let to = merged.filter(|&to| to != block);
        let to = to.or_else(|| cfg.successors(block).first().copied());
        to.unwrap_or(cfg.entry())
    };
    for block in provenance.len()..cfg.block_count() {
        let block = BlockId::new(block);
        if let Some(&of) = copied.get(&block) {
            provenance.push(Role::Copy(provenance.source(of)));
            continue;
        }
        // The edge of an exception may lead to a block that merges edges, which comes later, and
        // which leads to a block of the function.
        let mut to = target(block);
        if to > block && !copied.contains_key(&to) {
            to = target(to);
        }
        // A copy begins what its block does.
        provenance.push_before(copied.get(&to).copied().unwrap_or(to));
    }
    provenance
}

/// Proves that the graph is that of the source, up to copies, bypasses and inside-blocks.
fn hold_to_source(
    module: &Module,
    id: FuncId,
    source: &Function,
    function: &Function,
    cfg: &Cfg,
    provenance: &Provenance,
) -> Result<Folded, CompileError> {
    let is_empty = |block: BlockId| {
        let own = function.blocks.get(block);
        own.is_none_or(|own| own.insts.is_empty())
    };
    quotient(source, cfg, is_empty, provenance)
        .map_err(|violation| not_of_source(module, id, violation))
}

fn not_of_source(module: &Module, id: FuncId, violation: impl Display) -> CompileError {
    CompileError::NotProved {
        function: module.function_name(id).to_owned(),
        reason: format!("the rewritten graph differs from the graph of the source: {violation}"),
    }
}
