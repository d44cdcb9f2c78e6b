//! LLVM IR as C that is read, compiled for the same machine, and linked with ordinary objects.
//!
//! *Needs:* a [`Module`] of the host's own triple, whose pointers have 64 bits; compilers of C11
//! with gcc's extensions.
//! *Gives:* one file of C without `goto`: types, variables and functions, with the names of the
//! IR, in its order.
//! *Cost:* near-linear beside the structurer.
//! *Limits:* exceptions, scalable vectors, integers of more than 4096 bits, and what else is
//! [refused](Refusals) with its line.
//!
//! | module | what it does |
//! |---|---|
//! | `early` | functions that return where they can |
//! | `extended` | variables with the bytes of a `long double` |
//! | `floats` | what compilers must not do with floating-point numbers |
//! | `expression` | text with the level at which it holds together |
//! | `fields` | what lies where in memory, as the source says |
//! | `constants`, `names`, `types` | numbers and strings; identifiers; types and their layout |
//! | `results` | results that LLVM returns in other registers than C |
//! | `library` | the prototypes that compilers insist on |
//! | `helpers` | functions of the text for what C has no operator for |
//! | `math` | functions on floating-point numbers |
//! | `intrinsics` | what intrinsics are |
//! | `wide` | integers of more than 128 bits |
//! | `unit` | symbols, prototypes, initialisers |
//! | `values`, `calls` | instructions as expressions |
//! | `function` | statements, copies on edges, and the structured program around them |
//! | `globals` | variables, aliases, constructors |
//!
//! Numbers are unsigned, and signs are read where an operation needs one. All accesses to memory
//! are through types that may alias everything. No behaviour is undefined that the IR defines; what
//! is undefined in the IR where it is computed and not used is computed in another way.

mod assembly;
mod calls;
mod constants;
mod early;
mod expression;
mod extended;
mod fields;
mod floats;
mod function;
mod globals;
mod helpers;
mod intrinsics;
mod library;
mod math;
mod names;
mod refusal;
mod results;
mod types;
mod unit;
mod values;
mod wide;
mod x86;

pub use refusal::{Cause, Refusal, Refusals};

use std::fmt::Write as _;

use unsnarl::emit::wrapped;
use unsnarl::structure::Structurer;
use unsnarl_ir::pseudocode::Context;
use unsnarl_ir::{Function, Layout, Linkage, Module};

use self::early::Early;
use self::function::{define, head};
use self::unit::{MAIN, Symbol, Unit, is_defined, is_internal};
use crate::structured::Report;

/// The columns of the text.
const WIDTH: usize = 120;

/// A module as C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The file.
    pub text: String,
    /// What was made of each function.
    pub reports: Vec<Report>,
}

/// Warnings about what the IR has lost or made, and about what the source does.
const SILENCED: &str = "
// Arguments of format strings have the types of the IR, which have no signs.
IGNORED -Wformat
IGNORED -Wformat-extra-args
IGNORED -Wformat-zero-length
// Characters have no sign in the IR.
IGNORED -Wpointer-sign
// Addresses of packed members are used only with their own alignment.
IGNORED -Waddress-of-packed-member
// The optimizer may have found that two compared values of the source are the same value.
IGNORED -Wtautological-compare
// The IR guarantees that the value of a variable that is not set is not used.
IGNORED -Wuninitialized
// No path reaches the end of a function that returns a value.
IGNORED -Wreturn-type
// Optimizers have split paths, and compilers cannot tell which paths are never taken.
IGNORED -Warray-bounds
IGNORED -Wnonnull
IGNORED -Wdiv-by-zero
IGNORED -Wfree-nonheap-object
// The code that these warnings are about is the same in the source.
IGNORED -Wunused-value
IGNORED -Wunused-result
IGNORED -Wtype-limits
IGNORED -Wabsolute-value
IGNORED -Wstring-compare
IGNORED -Wframe-address
#ifndef __clang__
IGNORED -Waddress
IGNORED -Wclobbered
IGNORED -Wmaybe-uninitialized
IGNORED -Wreturn-local-addr
IGNORED -Wrestrict
IGNORED -Wformat-overflow
IGNORED -Wformat-truncation
IGNORED -Wformat-contains-nul
IGNORED -Wstringop-overflow
IGNORED -Wstringop-truncation
IGNORED -Walloc-size-larger-than=
IGNORED -Wmemset-transposed-args
// All addresses have one type, including the address of a function that an ifunc resolver returns.
IGNORED -Wattribute-alias
// Vectors are passed in the registers that the IR specifies.
IGNORED -Wpsabi
// One struct of the source may have several C types, each of which may alias all others.
IGNORED -Wincompatible-pointer-types
#if __GNUC__ >= 12
IGNORED -Winfinite-recursion
IGNORED -Wdangling-pointer
IGNORED -Wuse-after-free
IGNORED -Wmismatched-dealloc
IGNORED -Wstringop-overread
#endif
#else
IGNORED -Winfinite-recursion
IGNORED -Wreturn-stack-address
IGNORED -Wfortify-source
IGNORED -Wmemset-transposed-args
IGNORED -Watomic-alignment
// The headers of library functions are not included.
IGNORED -Wbuiltin-requires-header
IGNORED -Wincompatible-library-redeclaration
#if __clang_major__ >= 14
// Both operands of a bitwise operator on booleans are evaluated, as in the source.
IGNORED -Wbitwise-instead-of-logical
#endif
#if __clang_major__ >= 15
// A function may have been declared without its parameters.
IGNORED -Wdeprecated-non-prototype
#endif
#endif
";

/// The directives that silence them.
fn silenced() -> String {
    let lines = SILENCED
        .lines()
        .map(|line| match line.strip_prefix("IGNORED ") {
            Some(warning) => format!("#pragma GCC diagnostic ignored \"{warning}\"\n"),
            None => format!("{line}\n"),
        });
    lines.collect()
}

/// Writes a module. Each function is structured by `structure` and lowered to jumps of one level;
/// the result is proved, and so is its text.
///
/// # Errors
/// Lists all that is refused.
pub fn compile(module: &Module, structure: Structurer<'_>) -> Result<Output, Refusals> {
    let mut module = extended::in_bytes(module);
    wide::in_arithmetic(&mut module).map_err(Refusals)?;
    let early = Early::of(module);
    let module = &early.module;
    let layout = Layout::new(&module.types, &module.data_layout);
    let unit = Unit::new(module, &layout);
    let context = Context::new(module);
    let mut refusals = demanded(module);
    let mut functions = String::new();
    let mut reports = Vec::new();
    for line in &module.assembly {
        let _ = writeln!(
            functions,
            "__asm__({});",
            constants::string(line.as_bytes())
        );
    }
    for (id, function) in module.functions.iter() {
        if is_defined(function) {
            match define(&unit, &context, &early, id, structure) {
                Ok(defined) => {
                    functions += &format!("\n{}", defined.text);
                    reports.push(defined.report);
                }
                Err(refused) => refusals.extend(refused),
            }
        }
    }
    let variables = globals::define(&unit, &mut refusals);
    let mut prototypes = String::new();
    let used = unit.used_functions.borrow().clone();
    for (id, function) in module.functions.iter() {
        let is_needed = used.contains(&id) || is_defined(function);
        if !is_needed || module.intrinsic(id).is_some() {
            continue;
        }
        match prototype(&unit, id, used.contains(&id)) {
            Ok(text) => prototypes += &text,
            Err(cause) => {
                let symbol = module.function_name(id);
                refusals.push(Refusal::new(symbol, function.origin.line, cause));
            }
        }
    }
    if !refusals.is_empty() {
        refusals.sort_by_key(|refusal| refusal.line);
        return Err(Refusals(refusals));
    }
    let text = assemble(&unit, &prototypes, &variables, &functions);
    Ok(Output {
        text: wrapped(&text, WIDTH, |_| 0),
        reports,
    })
}

/// What the module asks for beside its code.
fn demanded(module: &Module) -> Vec<Refusal> {
    let demands = module.demands.iter().map(|demand| Refusal {
        symbol: String::new(),
        line: demand.line,
        cause: Cause::Construct(demand.what.clone()),
    });
    demands.collect()
}

/// The declaration of a function.
fn prototype(unit: &Unit<'_>, id: unsnarl_ir::FuncId, is_used: bool) -> Result<String, Cause> {
    let function = &unit.module.functions[id];
    let symbol = unit.module.function_name(id);
    if let Some(known) = unit.known(id) {
        let space = if known.result.ends_with('*') { "" } else { " " };
        return Ok(format!(
            "{}{space}{symbol}({});\n",
            known.result, known.parameters
        ));
    }
    if unit.is_main(id) {
        let types = match function.parameters.len() {
            0 => "void".to_owned(),
            count => MAIN[..count].join(", "),
        };
        return Ok(match is_used {
            true => format!("int main({types});\n"),
            false => String::new(),
        });
    }
    if function.prefix.is_some() || function.prologue.is_some() {
        return Err(Cause::Construct("data before a function".to_owned()));
    }
    if function.collector.is_some() {
        return Err(Cause::Construct("'gc' of a function".to_owned()));
    }
    let (text, _) = head(unit, id, unit.function_name(id), None)?;
    let label = unit.label(unit.function_name(id), symbol, function.linkage);
    let all = Symbol {
        name: function.name,
        linkage: function.linkage,
        visibility: function.visibility,
        section: function.section,
        align: function
            .align
            .filter(|&align| align > 1 && is_defined(function)),
    };
    if let Some(body) = unit.body_name(id) {
        let (own, _) = head(unit, id, body, None)?;
        let placed = unit.attributes(&Symbol {
            linkage: Linkage::Internal,
            ..all
        });
        let seen = unit.attributes(&Symbol {
            section: None,
            align: None,
            ..all
        });
        let (linkage, kind) = (unit.linkage(function.linkage), own_attributes(function));
        return Ok(format!(
            "static __attribute__((used)) {own}{placed}{kind};\n\
             {linkage}{text}{label}{seen} __attribute__((alias(\"{body}\")));\n"
        ));
    }
    let attributes = unit.attributes(&all) + own_attributes(function);
    let mut linkage = unit.linkage(function.linkage).to_owned();
    if is_internal(function.linkage) && !is_used && !unit.is_kept(function.name) {
        linkage += "__attribute__((unused)) ";
    }
    Ok(format!("{linkage}{text}{label}{attributes};\n"))
}

/// The attributes of a function whose loss would change what it does or is for. All functions that
/// are not optimized are not inlined, which says nothing of the source.
fn own_attributes(function: &Function) -> &'static str {
    let attributes = &function.attributes;
    match (attributes.naked, attributes.noinline && !attributes.optnone) {
        (true, _) => " __attribute__((naked))",
        (false, true) => " __attribute__((noinline))",
        (false, false) => "",
    }
}

fn assemble(unit: &Unit<'_>, prototypes: &str, variables: &str, functions: &str) -> String {
    let mut text = String::from(
        "#include <stdarg.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n",
    );
    text += &silenced();
    text += &floats::held_to_standard(unit.module);
    let records = unit.fields.definitions();
    for (name, base) in unit.fields.aliases() {
        unit.types.borrow_mut().alias(&base, &name, "may_alias");
    }
    let definitions = &unit.types.borrow().definitions;
    let parts = [definitions.as_str(), &records, prototypes, variables];
    let helpers = unit.helpers.borrow();
    let helpers: String = helpers.iter().map(|helper| helper.definition()).collect();
    for part in parts.into_iter().chain([helpers.as_str()]) {
        if !part.is_empty() {
            text += "\n";
            text += part;
        }
    }
    text += functions;
    text
}
