//! One function of the machine becomes the body of one function of WebAssembly.
//!
//! *Needs:* code, and the frame that it has. *Gives:* [`Laid`], its graph with its locals, and of
//! that a [`Compiled`], which is proved as far as it can be before all of the module is there.
//! *Cost:* near-linear but for the structurer.
//!
//! The stages in order: [expression trees](unsnarl_low::trees), [locals](crate::locals), the graph;
//! then the structured program, [control](crate::control), bytes, and the [proof of data](data).

use foldhash::HashSet;

use unsnarl::structure::{ALGORITHMS, Settings};
use unsnarl::{BlockId, Cfg, Program, measure, verify};
use unsnarl_ir::rewrite::quotient::Folded;
use unsnarl_ir::{FuncId, Module};
use unsnarl_low::check::facts::Fact;
use unsnarl_low::select::FrameLayout;
use unsnarl_low::trees::{Trees, build_trees};
use unsnarl_low::{Exit, Function as Code};

use crate::compiled::Compiled;
use crate::control::{self, Written};
use crate::debug;
use crate::encode::{Encoded, encode};
use crate::error::{Cause, CompileError, FunctionRefusals};
use crate::limits::Limit;
use crate::locals::{Locals, Web, spill};
use crate::map::FunctionMap;
use crate::names::Names;
use crate::numbering::Numbering;
use crate::options::{Exceptions, Options, Prove};
use crate::places::Places;
use crate::proof::data::{self, Home};
use crate::report::DataVerdict;
use crate::spilled::in_frame;
use crate::view::View;

/// What all bodies of one function of the SSA module have in common.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) numbering: &'a Numbering<'a>,
    pub(crate) options: &'a Options<'a>,
    pub(crate) id: FuncId,
    /// The line of the function.
    pub(crate) line: u32,
}

/// Code with locals, and its graph.
pub(crate) struct Laid {
    code: Code,
    frame: FrameLayout,
    /// Where slots of locals begin in the frame.
    slots: u32,
    trees: Trees,
    locals: Locals,
    /// Where exceptions are, in the legacy instructions.
    places: Option<Places>,
    pub(crate) view: View,
}

/// A body, if it is not too long.
pub(crate) enum Body {
    Written(Box<Compiled>),
    /// It takes so many bytes.
    TooLong(usize),
}

impl Laid {
    /// Gives registers locals; nothing if something is refused.
    pub(crate) fn new(
        context: &Context<'_>,
        mut code: Code,
        mut frame: FrameLayout,
        refusals: &mut FunctionRefusals<'_>,
    ) -> Option<Laid> {
        let line = context.line;
        let trees = build_trees(&code);
        let mut locals = Locals::new(&code, &trees);
        let slots = spill::bytes(&locals, context.options.locals);
        let start = refusals.take(line, frame.add_slots(slots))?;
        code.frame = frame.finished();
        spill::spill(&mut locals, &code, &trees, slots, start);
        let is_legacy = context.options.exceptions == Exceptions::Legacy;
        let places = is_legacy.then(|| Places::new(&code));
        let view = View::new(&code, &trees, &locals, places.as_ref()).map_err(Cause::Graph);
        let view = refusals.take(line, view)?;
        Some(Laid {
            code,
            frame,
            slots: start,
            trees,
            locals,
            places,
            view,
        })
    }

    /// Writes the body, and proves its data; nothing if something is refused.
    pub(crate) fn write(
        self,
        context: &Context<'_>,
        names: &Names<'_>,
        index: u32,
        refusals: &mut FunctionRefusals<'_>,
    ) -> Option<Body> {
        let Laid {
            code,
            frame,
            slots,
            trees,
            mut locals,
            places,
            view,
        } = self;
        let &Context {
            numbering,
            options,
            id,
            line,
        } = context;
        let module = numbering.context.module;
        let program = (options.structure)(&view.cfg).map_err(Cause::Structure);
        let mut program = refusals.take(line, program)?;
        refusals.take_placed(check_rules(module, id, &view.cfg, &program))?;
        let write = |program: &Program, locals: &mut Locals| {
            let source = control::Source {
                numbering,
                features: numbering.features(id).wanted(options),
                view: &view,
                program,
                function: &code,
                trees: &trees,
                frame: &frame,
                places: places.as_ref(),
            };
            control::write(&source, locals)
        };
        let kept = places.as_ref().filter(|places| !places.is_empty());
        let kept = kept.map(|_| locals.clone());
        let mut written = write(&program, &mut locals);
        if let (Some(_), Some(kept)) = (written.failed, kept) {
            // The algorithm that follows dominance keeps what a cleanup dominates together.
            let other = ALGORITHMS[0].structure(&view.cfg, &Settings::default());
            program = refusals.take(line, other.map_err(Cause::Structure))?;
            refusals.take_placed(check_rules(module, id, &view.cfg, &program))?;
            locals = kept;
            written = write(&program, &mut locals);
        }
        if let Some(reason) = written.failed {
            return refusals.take(line, Err(Cause::Exceptions(reason)));
        }
        written.items = in_frame(written.items, &mut locals, written.frame_pointer);
        let Encoded {
            bytes: body,
            pieces,
            relocations,
            hints,
            starts,
            refused,
        } = encode(numbering, &code, &locals, &written.items);
        for (inst, cause) in refused {
            let line = inst.and_then(|inst| names.line(inst)).unwrap_or(line);
            refusals.take::<()>(line, Err(cause));
        }
        let count = Limit::Locals.check(locals.count());
        refusals.take(line, count.map_err(Cause::Limit))?;
        if body.len() as u64 > options.function_bytes {
            return Some(Body::TooLong(body.len()));
        }
        if !refusals.is_empty() {
            return None;
        }
        let bytes = debug::Body {
            names,
            written: &written,
            starts: &starts,
            size: body.len() as u32,
            frame: written.frame_pointer.and_then(|web| locals.number(web)),
        };
        let described = debug::describe(&bytes, &code, &trees, &locals, &view.cfg);
        drop(starts);
        let map = FunctionMap {
            function: id,
            index,
            pieces,
            label: written.label.and_then(|label| locals.number(label)),
            saved: numbered(&locals, &written.saved),
            flags: numbered(&locals, &written.flags),
            caught: places
                .is_some()
                .then(|| std::mem::take(&mut written.caught)),
        };
        let due = data::Due {
            homes: homes(&code, &trees, &locals, places.as_ref()),
            pointers: pointers(&locals, &written),
            function: code,
            slots: (slots, spill::SLOT_BYTES),
            hints,
        };
        let data = match options.prove {
            Prove::Control => Ok(DataVerdict::NotAsked),
            Prove::ControlAndData => data::check(&data::Subject {
                numbering,
                due: &due,
                cfg: &view.cfg,
                map: &map,
                body: &body,
                relocations: &relocations,
            }),
        };
        let data = refusals.take_placed(data.map_err(|reason| CompileError::NotProved {
            function: module.function_name(id).to_owned(),
            reason,
        }))?;
        Some(Body::Written(Box::new(Compiled {
            id,
            part: None,
            body,
            relocations,
            map,
            cases: case_values(&due.function, &view.cfg),
            tail_calls: ends(&due.function, |exit| matches!(exit, Exit::TailCall(_))),
            calls: ends(&due.function, |exit| matches!(exit, Exit::Call(..))),
            local_names: names.of_locals(&due.function, &locals, &written),
            label_names: names.of_labels(&written, &view),
            debug: described,
            cfg: view.cfg,
            measures: measure(&program),
            data,
            folded: Folded::default(),
            #[cfg(test)]
            due,
        })))
    }
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

/// The blocks that end in a way.
fn ends(function: &Code, is_one: impl Fn(&Exit) -> bool) -> HashSet<BlockId> {
    let order = function.order().iter().copied();
    order
        .filter(|&block| is_one(&function.block(block).exit))
        .collect()
}

/// By register: where it is kept between blocks.
fn homes(function: &Code, trees: &Trees, locals: &Locals, places: Option<&Places>) -> Vec<Home> {
    let home = |reg| {
        // What the proof reads has a local for each class, behind those that there are.
        if let Some(class) = places.and_then(|places| places.class(reg)) {
            return match trees.is_live(reg) {
                true => Home::Local(locals.count() as u32 + class),
                false => Home::Unread,
            };
        }
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
