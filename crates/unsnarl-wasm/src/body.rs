//! One function of the machine becomes the body of one function of WebAssembly.
//!
//! *Needs:* code, the frame that it has, and the [module](Linkage) around it.
//! *Gives:* [`Laid`], its graph with its locals, and of that a [`Body`], whose data is proved.
//! *Cost:* near-linear but for the structurer.
//!
//! The stages in order: [expression trees](unsnarl_low::trees), [locals](crate::locals), the graph;
//! then the structured program, [control](crate::control), bytes, and the [proof of data](data).
//! Where the code comes from matters to none of them.

use foldhash::HashSet;

use unsnarl::structure::{nested, stackifier};
use unsnarl::{BlockId, Cfg, Measures, Program, measure, reduce, verify};
use unsnarl_ir::FuncId;
use unsnarl_low::check::facts::Fact;
use unsnarl_low::select::FrameLayout;
use unsnarl_low::trees::{Trees, build_trees};
use unsnarl_low::{Exit, Function as Code, InstId};
use unsnarl_object::Relocation;

use crate::control::{self, Written};
use crate::encode::{Encoded, encode};
use crate::error::Cause;
use crate::features::Features;
use crate::limits::Limit;
use crate::linkage::Linkage;
use crate::locals::{Locals, Web, spill};
use crate::map::FunctionMap;
use crate::options::{Exceptions, Options, Prove};
use crate::places::Places;
use crate::proof::data::{self, Due, Home};
use crate::report::DataVerdict;
use crate::spilled::in_frame;
use crate::view::View;

/// What all bodies of one function have in common.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) linkage: &'a dyn Linkage,
    pub(crate) options: &'a Options<'a>,
    pub(crate) features: Features,
    /// The function that the map is of, by its number in the module that is compiled.
    pub(crate) id: FuncId,
}

/// Code with locals, and its graph.
pub(crate) struct Laid {
    code: Code,
    frame: FrameLayout,
    /// Where slots of locals begin in the frame.
    slots: u32,
    pub(crate) trees: Trees,
    locals: Locals,
    /// Where exceptions are, in the legacy instructions.
    places: Option<Places>,
    pub(crate) view: View,
}

/// The body of a function.
pub(crate) struct Body {
    /// The local declarations and the instructions.
    pub(crate) bytes: Vec<u8>,
    /// Places in the bytes that are filled in later.
    pub(crate) relocations: Vec<Relocation>,
    pub(crate) map: FunctionMap,
    pub(crate) view: View,
    pub(crate) trees: Trees,
    pub(crate) locals: Locals,
    pub(crate) written: Written,
    /// By item of what was written: the place in the bytes where it begins.
    pub(crate) starts: Vec<u32>,
    /// What the bytes were compared with: the code and where it is kept.
    pub(crate) due: Due,
    pub(crate) measures: Measures,
    pub(crate) data: DataVerdict,
}

/// Why there is no body.
pub(crate) enum Failure {
    /// Something is refused: an instruction, or all of it.
    Refused(Vec<(Option<InstId>, Cause)>),
    /// It would take so many bytes.
    TooLong(usize),
    /// The bytes are wrong, which is a bug.
    NotProved(String),
}

impl From<Cause> for Failure {
    fn from(cause: Cause) -> Self {
        Failure::Refused(vec![(None, cause)])
    }
}

/// What structures a function again where an exception is thrown again outside of what has caught
/// it: most often one of these keeps together what a cleanup dominates.
const OTHERS: [fn(&Cfg) -> Program; 2] = [
    |cfg| nested(&reduce::dispatch(cfg)),
    |cfg| stackifier(&reduce::dispatch(cfg)),
];

impl Laid {
    /// Gives registers locals.
    pub(crate) fn new(
        options: &Options<'_>,
        mut code: Code,
        mut frame: FrameLayout,
    ) -> Result<Laid, Cause> {
        let trees = build_trees(&code);
        let mut locals = Locals::new(&code, &trees);
        let slots = spill::bytes(&locals, options.locals);
        let start = frame.add_slots(slots)?;
        code.frame = frame.finished();
        spill::spill(&mut locals, &code, &trees, slots, start);
        let is_legacy = options.exceptions == Exceptions::Legacy;
        let places = is_legacy.then(|| Places::new(&code));
        let view = View::new(&code, &trees, &locals, places.as_ref()).map_err(Cause::Graph)?;
        Ok(Laid {
            code,
            frame,
            slots: start,
            trees,
            locals,
            places,
            view,
        })
    }

    /// Writes the body of the function with an index, and proves its data.
    pub(crate) fn write(self, context: &Context<'_>, index: u32) -> Result<Body, Failure> {
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
            linkage,
            options,
            features,
            id,
        } = context;
        let is_leaf = frame.is_below_stack_pointer(&code);
        let mut program = (options.structure)(&view.cfg).map_err(Cause::Structure)?;
        check_rules(&view.cfg, &program)?;
        let write = |program: &Program, locals: &mut Locals| {
            let source = control::Source {
                linkage,
                features,
                view: &view,
                program,
                function: &code,
                trees: &trees,
                frame: &frame,
                is_leaf,
                places: places.as_ref(),
            };
            control::write(&source, locals)
        };
        let kept = places.as_ref().filter(|places| !places.is_empty());
        let kept = kept.map(|_| locals.clone());
        let mut written = write(&program, &mut locals);
        for other in OTHERS {
            let (Some(_), Some(kept)) = (written.failed, &kept) else {
                break;
            };
            program = other(&view.cfg);
            check_rules(&view.cfg, &program)?;
            locals = kept.clone();
            written = write(&program, &mut locals);
        }
        if let Some(reason) = written.failed {
            return Err(Cause::Exceptions(reason).into());
        }
        written.items = in_frame(written.items, &mut locals, written.frame_pointer);
        let Encoded {
            bytes,
            pieces,
            relocations,
            hints,
            starts,
            mut refused,
        } = encode(linkage, &code, &locals, &written.items);
        if let Err(exceeded) = Limit::Locals.check(locals.count()) {
            refused.push((None, Cause::Limit(exceeded)));
        }
        if !refused.is_empty() {
            return Err(Failure::Refused(refused));
        }
        if bytes.len() as u64 > options.function_bytes {
            return Err(Failure::TooLong(bytes.len()));
        }
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
        let due = Due {
            homes: homes(&code, &trees, &locals, places.as_ref()),
            pointers: pointers(&locals, &written),
            function: code,
            slots: (slots, spill::SLOT_BYTES),
            is_leaf,
            hints,
        };
        let data = match options.prove {
            Prove::Control => Ok(DataVerdict::NotAsked),
            Prove::ControlAndData => data::check(&data::Subject {
                meanings: &*linkage.meanings(),
                due: &due,
                cfg: &view.cfg,
                map: &map,
                body: &bytes,
                relocations: &relocations,
            }),
        };
        Ok(Body {
            bytes,
            relocations,
            map,
            data: data.map_err(Failure::NotProved)?,
            measures: measure(&program),
            view,
            trees,
            locals,
            written,
            starts,
            due,
        })
    }
}

fn check_rules(cfg: &Cfg, program: &Program) -> Result<(), Failure> {
    match verify::program(cfg, program).first() {
        None => Ok(()),
        Some(violation) => Err(Failure::NotProved(format!(
            "the structured program violates {violation}"
        ))),
    }
}

/// By edge: the value of its case, if it is one.
pub(crate) fn case_values(function: &Code, cfg: &Cfg) -> Vec<Option<i64>> {
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
pub(crate) fn ends(function: &Code, is_one: impl Fn(&Exit) -> bool) -> HashSet<BlockId> {
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
