//! Rewrites of functions before anything is computed from them: legalisation for a target, and all
//! changes of the graph.
//!
//! *Needs:* a function that keeps the rules of [`crate::verify`], the tables of its module, and a
//! [`Target`].
//! *Gives:* [`Rewritten`]: the function without operations that are too wide for the target, and
//! the provenance of its blocks; [`mod@quotient`] proves the provenance without knowing the
//! rewrites.
//! *Cost:* linear in the function, except for the expansion of wide operations. A function is
//! copied at its first change; nothing else of its module is.
//! *Limits:* wide operations on vectors stay as they are.
//!
//! [`REWRITES`] lists them in their order. Rewrites that add types and constants come first: they
//! need the tables of the module, so they run over a module [in order](legalise). The others need
//! the function alone, and any number of functions can be [reshaped](reshape) at once; [`module()`]
//! does both.

mod atomics;
mod division;
mod draft;
mod floats;
mod frame;
mod handlers;
mod intrinsics;
mod invokes;
mod latches;
mod library;
mod limbs;
mod product;
pub mod quotient;
mod returns;
pub mod setjmp;
pub mod stack;
mod switch;
mod target;

pub use target::{Atomics, Target};

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::function::Function;
use crate::id::{FuncId, Id};
use crate::module::Module;
use crate::provenance::Provenance;
use crate::tables::Tables;
use crate::types::Type;
use crate::verify::{verify_function, verify_function_debug};

use draft::{Draft, Edit};

/// A rewrite.
pub struct Rewrite {
    /// Its name.
    pub name: &'static str,
    /// A description in one line.
    pub what: &'static str,
    /// Its origin.
    pub source: &'static str,
    run: Run,
}

enum Run {
    /// It adds types and constants.
    Legalise(fn(&mut Edit<'_, '_, '_>)),
    /// It needs the function alone; it only reads types and names of the module.
    Reshape(fn(&Module, &mut Draft<'_>, &Target)),
}

/// All rewrites in their order. Wide intrinsics come before divisions, because some of them divide.
pub const REWRITES: [Rewrite; 10] = [
    Rewrite {
        name: "handlers",
        what: "handlers of C++ exceptions look up in a table which of them an exception is for",
        source: "LLVM's WasmEHPrepare",
        run: Run::Legalise(handlers::ask),
    },
    Rewrite {
        name: "atomics",
        what: "an atomicrmw without an instruction of its own becomes a loop around a compare-exchange",
        source: "LLVM's AtomicExpand",
        run: Run::Legalise(atomics::expand),
    },
    Rewrite {
        name: "library",
        what: "an atomic access that is too large or not aligned becomes a library call",
        source: "LLVM's AtomicExpand",
        run: Run::Legalise(library::call),
    },
    Rewrite {
        name: "intrinsics",
        what: "intrinsics and conversions of wide integers become arithmetic",
        source: "LLVM's ExpandLargeFpConvert, and its legalisation of integers",
        run: Run::Legalise(intrinsics::expand),
    },
    Rewrite {
        name: "division",
        what: "a division of wide integers becomes a loop over bits",
        source: "LLVM's ExpandLargeDivRem",
        run: Run::Legalise(division::expand),
    },
    Rewrite {
        name: "product",
        what: "a product of wide integers becomes a loop over limbs",
        source: "schoolbook multiplication",
        run: Run::Legalise(product::expand),
    },
    Rewrite {
        name: "switch",
        what: "a switch on wide integers becomes several switches on limbs",
        source: "radix search",
        run: Run::Legalise(switch::expand),
    },
    Rewrite {
        name: "invokes",
        what: "invokes whose exceptions nothing handles become calls, and landing pads disappear",
        source: "LLVM's LowerInvoke",
        run: Run::Reshape(invokes::replace),
    },
    Rewrite {
        name: "returns",
        what: "predecessors of a common return block return directly",
        source: "tail duplication in LLVM's back ends",
        run: Run::Reshape(returns::duplicate),
    },
    Rewrite {
        name: "latches",
        what: "edges to an empty latch are redirected to the header of its loop",
        source: "removal of empty blocks in LLVM's code generator",
        run: Run::Reshape(latches::bypass),
    },
];

impl fmt::Debug for Rewrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Finds a rewrite by its name.
pub fn named(name: &str) -> Option<&'static Rewrite> {
    REWRITES.iter().find(|rewrite| rewrite.name == name)
}

/// A function after rewrites.
#[derive(Clone, Debug)]
pub struct Rewritten {
    /// The function.
    pub function: Function,
    /// The provenance of its blocks.
    pub provenance: Provenance,
}

/// The functions of a module that were rewritten: their sources, and the provenance of their
/// blocks.
#[derive(Clone, Debug, Default)]
pub struct Rewrites {
    functions: BTreeMap<FuncId, (Arc<Function>, Provenance)>,
    /// Functions with calls of `setjmp`, in the state before these were resolved.
    written: BTreeMap<FuncId, Arc<Function>>,
    /// Functions whose calls of `setjmp` could not be resolved.
    refused: BTreeMap<FuncId, setjmp::Refused>,
}

impl Rewrites {
    /// Returns a function of the module as it was written, if it calls `setjmp` and this was
    /// resolved. [`setjmp::undo`] proves that the source of the other rewrites is equivalent to it.
    pub fn written(&self, id: FuncId) -> Option<&Function> {
        self.written.get(&id).map(|function| &**function)
    }

    /// Proves that a function whose calls of `setjmp` were resolved is the function of the source,
    /// and counts the calls that may jump there; nothing if it was not changed in this way.
    ///
    /// # Errors
    /// The difference.
    pub fn resolved(&self, module: &Module, id: FuncId) -> Result<usize, setjmp::Violation> {
        match self.written(id) {
            None => Ok(0),
            Some(written) => {
                let resolved = setjmp::undo(module, written, self.source(module, id))?;
                Ok(resolved.calls)
            }
        }
    }

    /// Returns the reason why the calls of `setjmp` in a function remain, if they do.
    pub fn refused(&self, id: FuncId) -> Option<setjmp::Refused> {
        self.refused.get(&id).copied()
    }

    /// Returns the source of a function of the module: its state before all rewrites but the
    /// resolution of `setjmp`.
    pub fn source<'a>(&'a self, module: &'a Module, id: FuncId) -> &'a Function {
        match self.functions.get(&id) {
            Some((source, _)) => source,
            None => &module.functions[id],
        }
    }

    /// Returns the provenance of a function's blocks; nothing if it was not changed.
    pub fn provenance(&self, id: FuncId) -> Option<&Provenance> {
        self.functions.get(&id).map(|(_, provenance)| provenance)
    }
}

/// Rewrites all functions of a module in their order: each that changes is replaced.
pub fn module(module: &mut Module, target: &Target) -> Rewrites {
    let mut rewrites = legalise(module, target);
    for index in 0..module.functions.len() {
        let id = FuncId::new(index);
        let Some(rewritten) = reshape(module, id, rewrites.provenance(id), target) else {
            continue;
        };
        let before = std::mem::replace(&mut module.functions[id], rewritten.function.into());
        let known = rewrites.functions.remove(&id);
        let source = known.map_or(before, |(source, _)| source);
        rewrites
            .functions
            .insert(id, (source, rewritten.provenance));
    }
    rewrites
}

/// Tells whether a module has integers of such a width, or atomic changes of such a kind, that some
/// function could need legalisation.
pub fn may_need_legalisation(module: &Module, target: &Target) -> bool {
    let mut functions = module.functions.values();
    if target.atomics == Atomics::Operations
        && functions
            .any(|function| atomics::may_change(function) || library::may_change(module, function))
    {
        return true;
    }
    if module
        .functions
        .values()
        .any(|function| handlers::may_change(function))
    {
        return true;
    }
    if target.jumps && setjmp::may_change(module) {
        return true;
    }
    let widest = [
        target.division,
        target.product,
        target.switch,
        target.intrinsics,
    ];
    let least = widest.into_iter().min().unwrap_or_default();
    let mut types = module.types.ids();
    types.any(|ty| matches!(module.types.get(ty), Type::Int(width) if *width > least))
}

/// Legalises all functions of a module in their order: each that changes is replaced.
pub fn legalise(module: &mut Module, target: &Target) -> Rewrites {
    let mut legalised = Rewrites::default();
    if !may_need_legalisation(module, target) {
        return legalised;
    }
    let mut tables = Tables::new(module);
    let setjmp = match target.jumps {
        true => setjmp::prepare(&mut tables),
        false => None,
    };
    for index in 0..tables.module().functions.len() {
        let id = FuncId::new(index);
        let mut source = Arc::clone(&tables.module().functions[id]);
        let resolved = setjmp.and_then(|setjmp| setjmp::resolve(&mut tables, id, setjmp));
        match resolved {
            None => {}
            Some(Err(refused)) => drop(legalised.refused.insert(id, refused)),
            Some(Ok(function)) => {
                legalised.written.insert(id, source);
                tables.replace_function(id, function);
                source = Arc::clone(&tables.module().functions[id]);
            }
        }
        let mut draft = Draft::new(&source, None);
        for rewrite in &REWRITES {
            if let Run::Legalise(_) = rewrite.run {
                rewrite.apply(&mut tables, id, &mut draft, target);
            }
        }
        if let Some((function, provenance)) = draft.finish() {
            tables.replace_function(id, function);
            legalised.functions.insert(id, (source, provenance));
        }
    }
    legalised
}

/// Changes the graph of a legal function; gives nothing if it stays as it is.
///
/// The module is only read, so functions can be reshaped in any order and concurrently.
pub fn reshape(
    module: &Module,
    id: FuncId,
    known: Option<&Provenance>,
    target: &Target,
) -> Option<Rewritten> {
    let mut draft = Draft::new(&module.functions[id], known);
    for rewrite in &REWRITES {
        if let Run::Reshape(run) = rewrite.run {
            run(module, &mut draft, target);
            check_in_debug_builds(rewrite, module, id, &draft);
        }
    }
    let (function, provenance) = draft.finish()?;
    Some(Rewritten {
        function,
        provenance,
    })
}

/// Gives every predecessor of a block that only returns a phi its own return, for a text that
/// people read; nothing if the function stays as it is. Linear in the edges.
pub fn return_early(module: &Module, id: FuncId) -> Option<Rewritten> {
    let mut draft = Draft::new(&module.functions[id], None);
    returns::duplicate_all(&mut draft);
    if let Some(rewrite) = named("returns") {
        check_in_debug_builds(rewrite, module, id, &draft);
    }
    let (function, provenance) = draft.finish()?;
    Some(Rewritten {
        function,
        provenance,
    })
}

impl Rewrite {
    /// Applies the rewrite to a function of a module, regardless of the rewrites applied before;
    /// gives nothing if the function stays as it is.
    pub fn rewrite(
        &self,
        tables: &mut Tables<'_>,
        id: FuncId,
        target: &Target,
    ) -> Option<Rewritten> {
        let source = Arc::clone(&tables.module().functions[id]);
        let mut draft = Draft::new(&source, None);
        self.apply(tables, id, &mut draft, target);
        let (function, provenance) = draft.finish()?;
        Some(Rewritten {
            function,
            provenance,
        })
    }

    fn apply(&self, tables: &mut Tables<'_>, id: FuncId, draft: &mut Draft<'_>, target: &Target) {
        match self.run {
            Run::Legalise(run) => run(&mut Edit {
                draft,
                tables,
                target,
            }),
            Run::Reshape(run) => run(tables.module(), draft, target),
        }
        check_in_debug_builds(self, tables.module(), id, draft);
    }
}

/// Checks the rules of a changed function, in debug builds. Rules that were broken before are not
/// reported.
fn check_in_debug_builds(rewrite: &Rewrite, module: &Module, id: FuncId, draft: &Draft<'_>) {
    if cfg!(debug_assertions) && draft.is_changed() {
        let broken = verify_function(module, id, draft.function());
        let is_new = verify_function(module, id, draft.source()).is_empty();
        assert!(
            broken.is_empty() || !is_new,
            "the rewrite {} breaks {broken:?} in @{}",
            rewrite.name,
            module.function_name(id)
        );
        let broken = verify_function_debug(module, id, draft.function());
        let is_new = verify_function_debug(module, id, draft.source()).is_empty();
        assert!(
            broken.is_empty() || !is_new,
            "the rewrite {} breaks {broken:?} in the debug information of @{}",
            rewrite.name,
            module.function_name(id)
        );
    }
}
