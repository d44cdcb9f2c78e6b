//! One function, from the SSA module to bytes.
//!
//! The stages in order: [code of the machine](crate::lower), [expression
//! trees](unsnarl_low::trees), [locals](crate::locals), the graph, the structured program,
//! [control](crate::control), bytes.

use std::collections::HashSet;

use unsnarl::{BlockId, Cfg, Id, Program, measure, verify};
use unsnarl_ir::rewrite::quotient::{Folded, quotient};
use unsnarl_ir::rewrite::{Rewrites, Rewritten};
use unsnarl_ir::{FuncId, Function, Module, Provenance, ValueId};
use unsnarl_low::check::facts::Fact;
use unsnarl_low::trees::{Trees, build_trees};
use unsnarl_low::{Exit, Function as Code, Reg};

use crate::compiled::Compiled;
use crate::control::{self, Written};
use crate::encode::{Encoded, encode};
use crate::error::{Cause, CompileError, FunctionRefusals, Refusals};
use crate::limits::Limit;
use crate::locals::{Locals, Web, spill};
use crate::lower::{Lowered, compiled_graph, lower, optimise};
use crate::map::FunctionMap;
use crate::numbering::Numbering;
use crate::options::Options;
use crate::proof::data::{self, Home};
use crate::spilled::in_frame;
use crate::view::View;

/// Compiles a function whose index in what is written is `index`; nothing if something in it is
/// refused.
pub(crate) fn compile(
    numbering: &Numbering,
    legalised: &Rewrites,
    id: FuncId,
    index: u32,
    options: &Options<'_>,
    all: &mut Refusals,
) -> Option<Compiled> {
    let module = numbering.context.module;
    let mut refusals = FunctionRefusals::new(module, id, all);
    let lowered = lower(numbering, legalised, id);
    let Lowered {
        reshaped,
        mut selected,
    } = lowered.map_err(|list| refusals.add(list)).ok()?;
    optimise(&mut selected.function);
    let function = compiled_graph(reshaped.as_ref(), module, id);
    let line = function.origin.line;
    let code = &selected.function;
    let trees = build_trees(code);
    let mut locals = Locals::new(code, &trees);
    let slots = spill::bytes(&locals, options.locals);
    let start = refusals.take(line, selected.frame.add_slots(slots))?;
    selected.function.frame = selected.frame.finished();
    spill::spill(&mut locals, &selected.function, &trees, slots, start);
    let view = View::new(&selected.function, &trees, &locals).map_err(Cause::Graph);
    let view = refusals.take(line, view)?;
    let provenance = provenance(module, legalised, id, reshaped.as_ref(), &view);
    let source = legalised.source(module, id);
    let folded = hold_to_source(module, id, source, function, &view.cfg, &provenance);
    let folded = refusals.take_placed(folded)?;
    let program = (options.structure)(&view.cfg).map_err(Cause::Structure);
    let program = refusals.take(line, program)?;
    refusals.take_placed(check_rules(module, id, &view.cfg, &program))?;
    let source = control::Source {
        numbering,
        features: numbering.features(id).wanted(options),
        view: &view,
        program: &program,
        function: &selected.function,
        trees: &trees,
        frame: &selected.frame,
    };
    let mut written = control::write(&source, &mut locals);
    written.items = in_frame(written.items, &mut locals, written.frame_pointer);
    let Encoded {
        bytes: body,
        pieces,
        relocations,
        hints,
        refused,
    } = encode(numbering, &selected.function, &locals, &written.items);
    for (inst, cause) in refused {
        let line = inst.and_then(|inst| selected.lines.get(inst.index()).copied());
        refusals.take::<()>(line.unwrap_or(function.origin.line), Err(cause));
    }
    let limits = [
        Limit::Locals.check(locals.count()),
        Limit::FunctionBytes.check(body.len()),
    ];
    for limit in limits {
        refusals.take(line, limit.map_err(Cause::Limit))?;
    }
    if !refusals.is_empty() {
        return None;
    }
    let map = FunctionMap {
        function: id,
        index,
        pieces,
        label: written.label.and_then(|label| locals.number(label)),
        saved: numbered(&locals, &written.saved),
        flags: numbered(&locals, &written.flags),
    };
    let due = data::Due {
        homes: homes(&selected.function, &trees, &locals),
        pointers: pointers(&locals, &written),
        function: selected.function,
        slots: (start, spill::SLOT_BYTES),
        hints,
    };
    let data = data::check(&data::Subject {
        numbering,
        due: &due,
        cfg: &view.cfg,
        map: &map,
        body: &body,
        relocations: &relocations,
    });
    let data = refusals.take_placed(data.map_err(|reason| CompileError::NotProved {
        function: module.function_name(id).to_owned(),
        reason,
    }))?;
    let local_names = local_names(
        module,
        function,
        &selected.values,
        &due.function,
        &locals,
        &written,
    );
    let label_names = written
        .labels
        .iter()
        .map(|block| block.map(|block| block_name(module, function, view.origin(block))));
    let label_names = label_names.collect();
    let measures = measure(&program);
    Some(Compiled {
        id,
        body,
        relocations,
        map,
        cases: case_values(&due.function, &view.cfg),
        tail_calls: tail_calls(&due.function),
        cfg: view.cfg,
        measures,
        data,
        folded,
        local_names,
        label_names,
        #[cfg(test)]
        due,
    })
}

/// Where the blocks of a function come from, with those that merge edges.
fn provenance(
    module: &Module,
    legalised: &Rewrites,
    id: FuncId,
    reshaped: Option<&Rewritten>,
    view: &View,
) -> Provenance {
    let known = reshaped.map(|reshaped| &reshaped.provenance);
    let known = known.or_else(|| legalised.provenance(id)).cloned();
    let source = legalised.source(module, id).blocks.len();
    let mut provenance = known.unwrap_or_else(|| Provenance::unchanged(source));
    for block in provenance.len()..view.cfg.block_count() {
        provenance.push_before(view.origin(BlockId::new(block)));
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

/// By edge: the value of its case, if it is one.
fn case_values(function: &Code, cfg: &Cfg) -> Vec<Option<i64>> {
    let mut values = vec![None; cfg.edge_count()];
    for &block in function.order() {
        if let Exit::Switch(cases) = &function.block(block).exit {
            for (edge, &value) in cfg.edges(block).zip(cases) {
                values[cfg.edge_index(edge)] = Some(value);
            }
        }
    }
    values
}

/// The blocks that leave the function by a call.
fn tail_calls(function: &Code) -> HashSet<BlockId> {
    let order = function.order().iter().copied();
    let calls = order.filter(|&block| matches!(function.block(block).exit, Exit::TailCall(_)));
    calls.collect()
}

fn local_names(
    module: &Module,
    function: &Function,
    values: &[(Reg, ValueId)],
    code: &Code,
    locals: &Locals,
    written: &Written,
) -> Vec<(u32, String)> {
    let mut names: Vec<(Web, String)> = Vec::new();
    for &(reg, value) in values {
        if let unsnarl_ir::Name::Text(name) = function.values[value].name
            && !code.is_rematerialised(reg)
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

/// By register: where it is kept between blocks.
fn homes(function: &Code, trees: &Trees, locals: &Locals) -> Vec<Home> {
    let home = |reg| {
        let web = locals.find(reg);
        let local = web.and_then(|web| locals.number(web)).map(Home::Local);
        let slot = || web.and_then(|web| locals.slot(web));
        let kept = local.or_else(|| slot().map(|slot| Home::Slot(slot.offset)));
        match trees.is_live(reg) {
            true => kept.unwrap_or(Home::Nowhere),
            false => Home::Unread,
        }
    };
    function.regs().map(home).collect()
}

/// The locals that hold addresses for as long as the function runs.
fn pointers(locals: &Locals, written: &Written) -> Vec<(u32, Fact)> {
    let pointers = [
        (written.frame_pointer, Fact::Frame(0)),
        (written.caller_pointer, Fact::CallerStack),
    ];
    let pointers = pointers.into_iter();
    let local = |web: Option<Web>| locals.number(web?);
    pointers
        .filter_map(|(web, fact)| Some((local(web)?, fact)))
        .collect()
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
