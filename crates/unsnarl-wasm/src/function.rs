//! One function, from the SSA module to bytes.
//!
//! The stages in order: the graph, [selection](crate::select), [expression
//! trees](crate::code::stackify), [locals](crate::locals), the structured program,
//! [control](crate::control), bytes.

use unsnarl::{BlockId, Cfg, Id, Measures, Program, measure, verify};
use unsnarl_ir::rewrite::quotient::{Folded, quotient};
use unsnarl_ir::rewrite::{self, Rewrites, Rewritten};
use unsnarl_ir::{FuncId, Function, Module, Provenance, Terminator};
use unsnarl_object::Relocation;
use wasm_encoder::ValType;

use crate::Options;
use crate::code::stackify::stackify;
use crate::code::{loads, numbering, stores};
use crate::control::{self, Written};
use crate::encode::{Encoded, encode};
use crate::error::{Cause, CompileError, FunctionRefusals, Refusals};
use crate::features::Features;
use crate::frame::Frame;
use crate::graph::{self, equal_copies, reverse_postorder};
use crate::limits::Limit;
use crate::link::Link;
use crate::locals::{Locals, Web, spill};
use crate::map::FunctionMap;
use crate::select::{Extend, Selected, TailCalls, select};
use crate::target::TARGET;

/// A function as bytes.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) id: FuncId,
    /// The local declarations and the instructions, until they are moved to the object.
    pub(crate) body: Vec<u8>,
    /// Places in the body that the linker fills; none in a module.
    pub(crate) relocations: Vec<Relocation>,
    pub(crate) map: FunctionMap,
    pub(crate) cfg: Cfg,
    /// By edge: the value of its case, if it is one.
    pub(crate) cases: Vec<Option<i64>>,
    /// By block: the tail call that replaces its return.
    pub(crate) tail_calls: TailCalls,
    pub(crate) measures: Measures,
    /// What rewrites and merged edges made of the graph of the source.
    pub(crate) folded: Folded,
    /// Local and name.
    pub(crate) local_names: Vec<(u32, String)>,
    /// By label of the function: its name.
    pub(crate) label_names: Vec<Option<String>>,
}

/// Compiles a function whose index in what is written is `index`; nothing if something in it is
/// refused.
pub(crate) fn compile(
    link: &Link,
    legalised: &Rewrites,
    id: FuncId,
    index: u32,
    options: &Options<'_>,
    all: &mut Refusals,
) -> Option<Compiled> {
    let module = link.module;
    let reshaped = rewrite::reshape(module, id, legalised.provenance(id), &TARGET);
    let function: &Function = match &reshaped {
        Some(reshaped) => &reshaped.function,
        None => &module.functions[id],
    };
    let line = function.origin.line;
    let mut refusals = FunctionRefusals::new(module, id, all);
    let order = reverse_postorder(function);
    let frame = Frame::new(module, &link.layout, &link.forms, function, &order);
    // The search for other errors goes on without one.
    let frame = refusals.take(line, frame);
    let frame = frame.unwrap_or_else(|| Frame::empty(function));
    let mut selected = select(link, id, function, frame, &order, &mut refusals)?;
    stores::join(&mut selected.body);
    numbering::number(&mut selected.body);
    loads::extend(&mut selected.body);
    let mut code = stackify(&selected.body);
    let (_, signature) = refusals.take(line, link.signature(function.ty))?;
    let parameters: Vec<ValType> = signature.parameters.iter().map(|&ty| ty.into()).collect();
    let successors = graph::successors(function, &order);
    let mut locals = Locals::new(&selected.body, &code, &parameters, &successors);
    let slots = spill::bytes(&locals, options.locals);
    let start = refusals.take(line, selected.frame.add_slots(slots))?;
    spill::spill(&mut locals, &selected.body, &code, slots, start);
    let merged = equal_copies::merge(function, &mut selected, &mut code, &locals);
    let function = merged.as_ref().unwrap_or(function);
    let is_empty = |from: BlockId, to: BlockId| {
        crate::locals::edge::moves(&selected.body, &code, &locals, from, to).is_empty()
    };
    let cfg = graph::graph(function, &code, is_empty).map_err(Cause::Graph);
    let cfg = refusals.take(line, cfg)?;
    let provenance = provenance(module, legalised, id, reshaped.as_ref(), function);
    let source = legalised.source(module, id);
    let folded = hold_to_source(module, id, source, function, &cfg, &provenance);
    let folded = refusals.take_placed(folded)?;
    let program = (options.structure)(&cfg).map_err(Cause::Structure);
    let program = refusals.take(line, program)?;
    refusals.take_placed(check_rules(module, id, &cfg, &program))?;
    let cases = case_values(module, function, &selected, &cfg);
    let source = control::Source {
        link,
        features: Features::of_function(link, id).wanted(options),
        cfg: &cfg,
        program: &program,
        body: &selected.body,
        code: &code,
        frame: &selected.frame,
        cases: &cases,
        tail_calls: &selected.tail_calls,
    };
    let mut written = control::write(&source, &mut locals);
    written.items = spill::in_frame(written.items, &mut locals, written.frame_pointer);
    let Encoded {
        bytes: body,
        pieces,
        relocations,
    } = encode(link, &locals, &written.items);
    let limits = [
        Limit::Locals.check(locals.count()),
        Limit::FunctionBytes.check(body.len()),
    ];
    for limit in limits {
        refusals.take(line, limit.map_err(Cause::Limit))?;
    }
    let map = FunctionMap {
        function: id,
        index,
        pieces,
        label: written.label.and_then(|label| locals.number(label)),
        saved: numbered(&locals, &written.saved),
        flags: numbered(&locals, &written.flags),
    };
    let local_names = local_names(module, function, &selected, &locals, &written);
    let label_names = written
        .labels
        .iter()
        .map(|block| block.map(|block| block_name(module, function, block)));
    let label_names = label_names.collect();
    let measures = measure(&program);
    Some(Compiled {
        id,
        body,
        relocations,
        map,
        cfg,
        cases,
        tail_calls: selected.tail_calls,
        measures,
        folded,
        local_names,
        label_names,
    })
}

/// Where the blocks of a function come from, with those that merge edges.
fn provenance(
    module: &Module,
    legalised: &Rewrites,
    id: FuncId,
    reshaped: Option<&Rewritten>,
    function: &Function,
) -> Provenance {
    let known = reshaped.map(|reshaped| &reshaped.provenance);
    let known = known.or_else(|| legalised.provenance(id)).cloned();
    let source = legalised.source(module, id).blocks.len();
    let mut provenance = known.unwrap_or_else(|| Provenance::unchanged(source));
    for block in function.blocks.ids().skip(provenance.len()) {
        if let Terminator::Jump(to) = function.blocks[block].terminator {
            provenance.push_before(to);
        }
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
    let is_empty = |block: BlockId| function.blocks[block].insts.is_empty();
    quotient(source, cfg, is_empty, provenance).map_err(|violation| CompileError::NotProved {
        function: module.function_name(id).to_owned(),
        reason: format!("the graph is not that of the source: {violation}"),
    })
}

fn check_rules(
    module: &Module,
    id: FuncId,
    cfg: &Cfg,
    program: &Program,
) -> Result<(), CompileError> {
    match verify::program(cfg, program).first() {
        None => Ok(()),
        Some(violation) => Err(CompileError::NotProved {
            function: module.function_name(id).to_owned(),
            reason: format!("the structured program breaks {violation}"),
        }),
    }
}

/// By edge: the value of its case, extended as the switched value is.
fn case_values(
    module: &Module,
    function: &Function,
    selected: &Selected,
    cfg: &Cfg,
) -> Vec<Option<i64>> {
    let mut values = Vec::with_capacity(cfg.edge_count());
    for (id, block) in function.blocks.pairs() {
        let Terminator::Switch { cases, .. } = &block.terminator else {
            values.extend(cfg.edges(id).map(|_| None));
            continue;
        };
        let extend = selected.switches[id.index()];
        for case in cases {
            let width = module
                .types
                .int_width(module.constant_type(case.value))
                .unwrap_or(64);
            let value = module.int(case.value);
            values.push(value.and_then(|value| {
                // A register without spare bits is compared as a signed number.
                let as_signed = extend == Some(Extend::Sign) || matches!(width, 32 | 64);
                if as_signed {
                    value.as_i128(width).map(|value| value as i64)
                } else {
                    value.as_u64().map(|value| value as i64)
                }
            }));
        }
        values.push(None);
    }
    values
}

fn local_names(
    module: &Module,
    function: &Function,
    selected: &Selected,
    locals: &Locals,
    written: &Written,
) -> Vec<(u32, String)> {
    let mut names: Vec<(Web, String)> = Vec::new();
    for &(reg, value) in &selected.names {
        if let unsnarl_ir::Name::Text(name) = function.values[value].name
            && !selected.body.is_remade(reg)
            && let Some(web) = locals.find(reg)
        {
            names.push((web, module.name(name).to_owned()));
        }
    }
    let control = [(written.label, "label"), (written.frame_pointer, "frame")];
    let control = control.into_iter();
    names.extend(control.filter_map(|(web, name)| Some((web?, name.to_owned()))));
    let saved = written.saved.iter();
    names.extend(saved.map(|&(block, web)| (web, format!("decision.{block}"))));
    let flags = written.flags.iter();
    names.extend(flags.map(|&(flag, web)| (web, format!("flag.{flag}"))));
    let names = names.into_iter();
    let mut names: Vec<(u32, String)> = names
        .filter_map(|(web, name)| Some((locals.number(web)?, name)))
        .collect();
    // Of the values that share a local, the first gives it its name.
    names.sort_by_key(|&(local, _)| local);
    names.dedup_by_key(|&mut (local, _)| local);
    names
}

/// The contents of webs, by their locals.
fn numbered<T: Copy>(locals: &Locals, held: &[(T, Web)]) -> Vec<(T, u32)> {
    let held = held.iter();
    held.filter_map(|&(what, web)| Some((what, locals.number(web)?)))
        .collect()
}

fn block_name(module: &Module, function: &Function, block: BlockId) -> String {
    match function.blocks[block].name {
        unsnarl_ir::Name::Number(number) => number.to_string(),
        unsnarl_ir::Name::Made(number) => format!("new.{number}"),
        unsnarl_ir::Name::Text(name) => module.name(name).to_owned(),
    }
}
