//! File tests of rewrites: LLVM IR in, and out.
//!
//! *Needs:* a module and a rewrite.
//! *Gives:* the functions that it changes as text, with what their blocks come from; the module
//! after it must keep the rules and be read again, and each graph must be proved.
//! *Cost:* linear in the module, for each function.

use std::fmt::{self, Write as _};

use unsnarl_ir::rewrite::quotient::{Folded, quotient};
use unsnarl_ir::rewrite::{Atomics, Rewrite, Rewritten, Target, legalise};
use unsnarl_ir::{
    BlockId, EdgeCopies, FuncId, Function, Id, Module, Role, Tables, graph, verify, verify_debug,
};

/// What WebAssembly can do.
const TARGET: Target = Target {
    division: 128,
    product: 256,
    switch: 64,
    intrinsics: 128,
    odd_intrinsics: true,
    result: 64,
    atomics: Atomics::Operations,
    jumps: false,
};

/// What came out of a rewrite.
pub(super) struct Changed {
    pub(super) text: String,
    pub(super) folded: Folded,
}

impl Changed {
    /// What was folded together, by name.
    pub(super) fn counts(&self) -> [(&'static str, usize); 5] {
        [
            ("copies", self.folded.copies),
            ("bypasses", self.folded.bypasses),
            ("inside", self.folded.inside),
            ("unwinds", self.folded.unwinds),
            ("jumps", self.folded.jumps),
        ]
    }
}

/// Applies a rewrite to each function of a module.
pub(super) fn apply(rewrite: &Rewrite, input: &str) -> Result<Changed, String> {
    let mut module = unsnarl_llvm::read(input).map_err(|error| error.to_string())?;
    let mut changed = Changed {
        text: String::new(),
        folded: Folded::default(),
    };
    for index in 0..module.functions.len() {
        let id = FuncId::new(index);
        if module.functions[id].is_definition() {
            apply_to(rewrite, &mut module, id, &mut changed)?;
        }
    }
    check(&module)?;
    Ok(changed)
}

/// Resolves the calls of `setjmp` in a module. Undone, each function must be what it was.
pub(super) fn resolve(input: &str) -> Result<Changed, String> {
    let mut module = unsnarl_llvm::read(input).map_err(|error| error.to_string())?;
    let target = Target {
        jumps: true,
        ..TARGET
    };
    let rewrites = legalise(&mut module, &target);
    let mut changed = Changed {
        text: String::new(),
        folded: Folded::default(),
    };
    for (id, function) in module.functions.iter().filter(|own| own.1.is_definition()) {
        let name = module.function_name(id);
        let calls = rewrites.resolved(&module, id);
        changed.folded.jumps += calls.map_err(|why| format!("@{name}: {why}"))?;
        let text = match (rewrites.refused(id), rewrites.written(id)) {
            (Some(refused), _) => format!("@{name}: {refused}\n"),
            (None, None) => format!("@{name} stays as it is\n"),
            (None, Some(_)) => {
                let shown = module.show_function(function).to_string();
                format!("{}\n", shown.trim())
            }
        };
        changed.text.push_str(&text);
    }
    check(&module)?;
    Ok(changed)
}

fn apply_to(
    rewrite: &Rewrite,
    module: &mut Module,
    id: FuncId,
    changed: &mut Changed,
) -> Result<(), String> {
    let mut tables = Tables::new(module);
    let rewritten = rewrite.rewrite(&mut tables, id, &TARGET);
    let name = module.function_name(id).to_owned();
    let text = &mut changed.text;
    let written = match rewritten {
        None => writeln!(text, "@{name} stays as it is"),
        Some(rewritten) => {
            let folded = prove(&module.functions[id], &rewritten);
            let folded = folded.map_err(|why| format!("@{name}: {why}"))?;
            changed.folded.copies += folded.copies;
            changed.folded.bypasses += folded.bypasses;
            changed.folded.inside += folded.inside;
            changed.folded.unwinds += folded.unwinds;
            let written = show(text, module, &module.functions[id], &rewritten);
            *module.function_mut(id) = rewritten.function;
            written
        }
    };
    written.map_err(|error| error.to_string())
}

fn prove(source: &Function, rewritten: &Rewritten) -> Result<Folded, String> {
    let function = &rewritten.function;
    let cfg = graph(function, &EdgeCopies::new(function)).map_err(|error| error.to_string())?;
    let is_empty = |block: BlockId| function.blocks[block].insts.is_empty();
    let folded = quotient(source, &cfg, is_empty, &rewritten.provenance);
    folded.map_err(|violation| violation.to_string())
}

/// Demands that a module keeps the rules, and that its text is read again as it is.
fn check(module: &Module) -> Result<(), String> {
    let text = module.to_string();
    let again = unsnarl_llvm::read(&text).map_err(|error| format!("{error} in\n{text}"))?;
    if let Some(violation) = verify(module).iter().chain(&verify(&again)).next() {
        return Err(format!("{violation} in\n{text}"));
    }
    match verify_debug(module)
        .iter()
        .chain(&verify_debug(&again))
        .next()
    {
        Some(violation) => Err(format!("{violation} in\n{text}")),
        None => Ok(()),
    }
}

/// Writes a function, and where its blocks come from as far as they are not those of the source.
fn show(
    out: &mut String,
    module: &Module,
    source: &Function,
    rewritten: &Rewritten,
) -> fmt::Result {
    let (function, provenance) = (&rewritten.function, &rewritten.provenance);
    let shown = module.show_function(function).to_string();
    writeln!(out, "{}", shown.trim())?;
    for block in function.blocks.keys() {
        let name = module.show_block(function, block);
        let old = |block: BlockId| module.show_block(source, block);
        match provenance.role(block) {
            Role::Copy(of) if function.blocks[block].name == source.blocks[of].name => {}
            Role::Copy(of) => writeln!(out, "; {name} is a copy of {}", old(of))?,
            Role::Forward(to) => writeln!(out, "; {name} forwards to {}", old(to))?,
            Role::Inside(start) => {
                let start = module.show_block(function, start);
                writeln!(out, "; {name} is inside {start}")?;
            }
        }
        if let Some(tail) = provenance.tail(block) {
            writeln!(out, "; {name} ends as {}", old(tail))?;
        }
        for past in provenance.bypassed(block) {
            writeln!(out, "; {name} leads past {}", old(past))?;
        }
        if provenance.is_divided(block) {
            writeln!(out, "; the decision of {name} is divided")?;
        }
    }
    if provenance.has_calls() {
        writeln!(out, "; nothing leads to landing pads")?;
    }
    Ok(())
}
