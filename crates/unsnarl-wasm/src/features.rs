//! Which features of WebAssembly may be used.
//!
//! *Needs:* the attribute `target-features` of functions. *Gives:* [`Features`] of one function,
//! [`vectors`] of a module, and [`used`], what an object declares to the linker.
//!
//! A self-contained module may use what every engine has had for years. In an object the source
//! says what may be used.

use std::collections::BTreeSet;

use unsnarl_ir::{Callee, FuncId, Module, Op, Operand};

use unsnarl_low::Width;
use unsnarl_low::select::{Features as Operations, Tag, Vectors};

use crate::options::{BlockParameters, Options};

/// What a function may use beyond the first version of WebAssembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Features {
    /// Operations.
    pub(crate) operations: Operations,
    /// Brackets with parameters.
    pub(crate) block_parameters: bool,
}

impl Features {
    /// Removes block parameters unless the caller asks for them.
    pub(crate) fn wanted(self, options: &Options<'_>) -> Features {
        let is_wanted = options.block_parameters == BlockParameters::WhereShorter;
        Features {
            block_parameters: self.block_parameters && is_wanted,
            ..self
        }
    }

    /// What a function of a module may use: what every engine has, and calls in place of returns if
    /// the source asks for them.
    pub(crate) fn in_module(module: &Module, function: FuncId) -> Features {
        Features {
            operations: Operations {
                tail_calls: allowed(module, function).contains("tail-call"),
                relaxed_simd: allowed(module, function).contains("relaxed-simd"),
                ..Operations::ALL
            },
            block_parameters: true,
        }
    }

    /// What the source allows a function of an object.
    pub(crate) fn in_object(module: &Module, function: FuncId) -> Features {
        let allowed = allowed(module, function);
        Features {
            operations: Operations {
                bulk_memory: allowed.contains("bulk-memory"),
                sign_extension: allowed.contains("sign-ext"),
                saturating_truncation: allowed.contains("nontrapping-fptoint"),
                tail_calls: allowed.contains("tail-call"),
                relaxed_simd: allowed.contains("relaxed-simd"),
            },
            block_parameters: allowed.contains("multivalue"),
        }
    }
}

/// The names of the features that a function may use.
fn allowed(module: &Module, function: FuncId) -> BTreeSet<&str> {
    let text = module
        .function_attribute(function, "target-features")
        .unwrap_or("");
    text.split(',')
        .filter_map(|feature| feature.strip_prefix('+'))
        .collect()
}

/// How vectors are held. All of a module's are in `v128` if some function may use SIMD,
/// because the two sides of every call, also of an indirect one, must agree on signatures. LLVM's
/// back end gives every function the features of all, too.
pub(crate) fn vectors(module: &Module) -> Vectors {
    let has_simd = module.functions.iter().any(|(id, _)| {
        let allowed = allowed(module, id);
        allowed.contains("simd128") || allowed.contains("relaxed-simd")
    });
    match has_simd {
        true => Vectors::InRegisters,
        false => Vectors::InLanes,
    }
}

/// Tells whether a module is for several threads: its functions may use atomic operations and, to
/// set up the variables of a thread, those on bulk memory. As in LLVM's back end some function must
/// be allowed each, and then all are.
pub(crate) fn threads(module: &Module) -> bool {
    let is_allowed = |feature| {
        let mut functions = module.functions.iter();
        functions.any(|(id, _)| allowed(module, id).contains(feature))
    };
    is_allowed("atomics") && is_allowed("bulk-memory")
}

/// Tells whether the functions of a module may return several results. As in LLVM's back end some
/// function must be allowed that, and then all are.
pub(crate) fn several_results(module: &Module) -> bool {
    let mut functions = module.functions.iter();
    functions.any(|(id, _)| allowed(module, id).contains("multivalue"))
}

/// Tells whether a module throws or catches exceptions of WebAssembly.
pub(crate) fn exceptions(module: &Module) -> bool {
    let mut functions = module.functions.iter();
    let name = |id| {
        module
            .intrinsic(id)
            .map(|name| name.trim_start_matches("llvm."))
    };
    functions.any(|(id, _)| match name(id) {
        Some("wasm.throw" | "wasm.rethrow" | "wasm.catch" | "wasm.get.exception") => true,
        Some(_) => false,
        None => module.functions[id].has_funclets(),
    })
}

/// Tells whether some function of a module may use exceptions, so that `longjmp` can be one.
pub(crate) fn jumps(module: &Module) -> bool {
    let mut functions = module.functions.iter();
    functions.any(|(id, _)| allowed(module, id).contains("exception-handling"))
}

/// Tells whether some function of a module throws or catches what only `longjmp` throws.
pub(crate) fn has_jump_tag(module: &Module) -> bool {
    let is_jump = |op: &Op| {
        let Op::Call(call) = op else { return false };
        let Callee::Direct(callee) = call.callee else {
            return false;
        };
        let name = module.intrinsic(callee);
        let name = name.map(|name| name.trim_start_matches("llvm."));
        let has_tag = matches!(name, Some("wasm.throw" | "wasm.catch"));
        let tag = call
            .arguments
            .iter()
            .find_map(|argument| match argument.value {
                Operand::Const(value) => module.int(value)?.as_u64(),
                Operand::Value(_) => None,
            });
        has_tag && tag == Some(Tag::Jump as u64)
    };
    let mut functions = module.functions.values();
    functions.any(|function| function.insts.values().any(|inst| is_jump(&inst.op)))
}

/// The feature that addresses of a width need.
fn of_addresses(addresses: Width) -> Option<&'static str> {
    match addresses {
        Width::W32 => None,
        Width::W64 => Some("memory64"),
    }
}

/// The features that an object declares: all that its functions may use, and `reference-types`,
/// whose encoding the tables of indirect calls have. Where there are no [threads], `atomics` is
/// left out, because such a program uses plain accesses.
pub(crate) fn used(module: &Module, addresses: Width) -> Vec<String> {
    let mut all: BTreeSet<&str> = BTreeSet::from(["reference-types"]);
    for (id, _) in module.functions.iter() {
        all.extend(allowed(module, id));
    }
    if !threads(module) {
        all.remove("atomics");
    }
    all.extend(of_addresses(addresses));
    all.into_iter().map(str::to_owned).collect()
}

/// The feature that a program with an object of the module must not have. Where there are no
/// [threads], atomic accesses are plain ones and threads share what each was to have of its own, if
/// there is such: LLVM's back end says the same of its objects.
pub(crate) fn disallowed(module: &Module) -> Option<&'static str> {
    if threads(module) {
        return None;
    }
    let mut functions = module.functions.values();
    let mut globals = module.globals.values();
    let is_lowered = globals.any(|global| global.thread_local.is_some())
        || functions.any(|function| function.insts.values().any(|inst| is_atomic(&inst.op)));
    is_lowered.then_some("shared-mem")
}

fn is_atomic(op: &Op) -> bool {
    match op {
        Op::Load { atomic, .. } | Op::Store { atomic, .. } => atomic.is_some(),
        Op::AtomicRmw { .. } | Op::CompareExchange { .. } | Op::Fence(_) => true,
        _ => false,
    }
}

/// The features that a module alone declares: what every engine has, and what the source or the
/// caller asks for.
pub(crate) fn of_module(
    module: &Module,
    addresses: Width,
    options: &Options<'_>,
) -> Vec<&'static str> {
    let is_allowed = |feature| {
        let mut functions = module.functions.iter();
        functions.any(|(id, _)| allowed(module, id).contains(feature))
    };
    let mut features = vec![
        "bulk-memory",
        "mutable-globals",
        "nontrapping-fptoint",
        "sign-ext",
    ];
    if options.block_parameters == BlockParameters::WhereShorter || is_allowed("multivalue") {
        features.push("multivalue");
    }
    let others = ["relaxed-simd", "tail-call"]
        .into_iter()
        .filter(|feature| is_allowed(feature));
    features.extend(others);
    if exceptions(module) {
        features.push("exception-handling");
    }
    features.extend(of_addresses(addresses));
    if vectors(module) == Vectors::InRegisters {
        features.push("simd128");
    }
    features.sort_unstable();
    features
}
