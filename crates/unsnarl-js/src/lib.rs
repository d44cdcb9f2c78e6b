//! Modules of the machine as JavaScript.
//!
//! *Needs:* an [`unsnarl_low::Module`], which a reader of WebAssembly or a selector fills.
//! *Gives:* [`Output`]: the text of a module of JavaScript with the interface of an instance of
//! WebAssembly, declarations for TypeScript, and for each function how much bytecode V8 makes of
//! it.
//! *Cost:* near-linear in the code, but for copies on one edge, which are compared with each other.
//! *Source:* asm.js for integers of 32 bits and views of one buffer; Emscripten and Binaryen's
//! `wasm2js` for pairs of words.
//! *Departs:* from `wasm2js` in that an access is right at any address, traps can be exact, numbers
//! of 64 bits are never floats, and control is what [`unsnarl`] makes of the graph: loops with
//! conditions, `switch`, `&&`.
//! *Limits:* addresses of 64 bits are refused. A memory ends before 2 GiB. The bits of a NaN may
//! change where a float is loaded, stored or passed on, unless they are [asked for](exact). An
//! imported table must be one of such a module; a memory and a global may be WebAssembly's own. A
//! function above [`LARGEST`] that cannot be [divided](division) is
//! [reported](Output::too_large). The text is proved to take the jumps of the graph, not to compute
//! the same values.
//!
//! ## Expressions
//! A register is one or several [`words`]: variables that hold an integer of 32 bits with a sign, a
//! float or a reference. An `i64` is two words, a vector four. [`code`] takes the expression trees
//! of a block, which are code for a stack machine, and puts texts on the stack in place of numbers.
//! A [`piece`] knows how tightly it binds, whether it must be wrapped to 32 bits (`a + b | 0`), and
//! what it reads and changes: it stays an expression until a statement would make a difference.
//! Lower words of sums have names, since the carry is found in them; all else of `i64` but
//! products, quotients and shifts by variables is in line.
//!
//! ## Memory
//! A memory is an `ArrayBuffer`, and typed arrays and a `DataView` of it are variables of the
//! instance. It grows by copying into a new one: an engine knows less of a buffer that can be
//! resized. Bytes are elements of a typed array. Whatever is larger is read through the `DataView`,
//! which is right at any address and throws outside of memory, or through a typed array if the
//! address is known, or if [promises](Alignment::Promise) are believed. With [`Traps::All`] each
//! address is compared with the size first.
//!
//! ## Calls
//! A function takes the words of its parameters. It returns the first word of its results and
//! leaves the others in variables of the module, `high` and so on, which are read at once. Tables
//! are arrays of functions, which know their types. A call in tail position of the function itself
//! is a loop; another one returns to a loop that calls what comes next. Exceptions are objects that
//! are thrown; a call with clauses is in a `try` that leaves the number of its edge in a variable,
//! and a `switch` follows. `BigInt`s occur where the host calls or is called, and in vectors and
//! atomic accesses of 64 bits.
//!
//! ## Runtime
//! `runtime/runtime.js` is a text of definitions, of which a module gets those that it names.
//! `runtime/wasi.js` gives programs WASI preview 1 in node, browsers and shells. With
//! [`Style::Compact`] neither has white space, and the definitions have short names, as the
//! module's own parts do.
//!
//! ## Stages
//! | module | what it does |
//! |---|---|
//! | [`unsnarl_low::trees`], [`unsnarl_low::locals`] | which registers stay in expressions; which share a variable |
//! | [`exact`] | integers in place of floats whose bits matter |
//! | [`division`] | several functions of one that V8 would not optimise |
//! | [`graph`] | the graph, in which parallel edges do the same |
//! | [`code`], [`variables`] | the statements of each block, and what its exit reads |
//! | [`unsnarl::structure`], [`unsnarl::forms`] | the structured program, and its loops and conditions |
//! | [`function`](mod@function), [`host`] | edges and exits; the writer of the library prints them |
//! | [`marks`], [`source_map`] | where statements come from |
//! | [`naming`], [`module`](mod@module), [`runtime`], [`parts`], [`compact`] | all of it as one text |
//!
//! ```
//! use unsnarl_js::{Options, compile, nested};
//! use unsnarl_low::Module;
//!
//! let output = compile(&Module::default(), &Options::default(), &nested)?;
//! assert!(output.text.contains("export function instantiate(imports = {})"));
//! # Ok::<(), unsnarl_js::Error>(())
//! ```

mod bytecode;
mod code;
mod compact;
mod constant;
mod context;
mod data;
mod declarations;
mod division;
mod error;
mod exact;
mod frame;
mod function;
mod graph;
mod higher;
mod host;
mod lanes;
mod marks;
mod module;
mod names;
mod naming;
mod options;
mod parts;
mod piece;
mod read_back;
mod references;
mod runtime;
mod signs;
mod source_map;
mod structured;
mod tokens;
mod variables;
mod words;

pub use error::Error;
pub use options::{Alignment, LARGEST, Options, Style, Traps};
pub use source_map::SourceMap;
pub use structured::{DEEPEST, nested};

use unsnarl::program::Measures;
use unsnarl::structure::Structurer;
use unsnarl_low::Module;

use options::Means;
use runtime::Runtime;

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The module.
    pub text: String,
    /// Its declarations for TypeScript.
    pub declarations: String,
    /// Its [source map](Options::source_map), if one was wanted.
    pub source_map: Option<String>,
    /// Its functions, in order.
    pub reports: Vec<Report>,
}

/// What was written of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its name in the source, or its number.
    pub name: String,
    /// An estimate of the bytecode that V8 makes of it, in bytes.
    pub bytecode: usize,
    /// Counts of its structured program.
    pub measures: Measures,
    /// Whether its text is proved to take the jumps of its graph; if not, the proof needs too many
    /// states, and no difference was found.
    pub is_proved: bool,
}

impl Output {
    /// The functions whose proof was given up, because it needs too many states.
    pub fn unproved(&self) -> impl Iterator<Item = &Report> {
        self.reports.iter().filter(|report| !report.is_proved)
    }

    /// The functions of more bytes of bytecode than `largest`: those that could not be divided far
    /// enough. Those above [`LARGEST`] V8 may never optimise.
    pub fn too_large(&self, largest: usize) -> impl Iterator<Item = &Report> {
        let reports = self.reports.iter();
        reports.filter(move |report| report.bytecode > largest)
    }
}

/// Writes a module as JavaScript. Each function is structured by `structure`; the result is proved,
/// and so is its text.
///
/// # Errors
/// If something in it is not supported, or a graph is refused.
pub fn compile(
    module: &Module,
    options: &Options,
    structure: Structurer<'_>,
) -> Result<Output, Error> {
    let runtime = match options.exact_nan {
        true => Runtime::with_bits(),
        false => Runtime::new(),
    };
    let means = Means {
        options,
        structure,
        runtime: &runtime,
    };
    let module = &*division::divided(module, means)?;
    let (ready, declared) = exact::prepared(module, options.exact_nan);
    let context = naming::context(&ready, means, declared.as_ref());
    let written = module::write(&context, &runtime)?;
    let reports = written.functions.iter().map(|written| Report {
        name: context.function_name(written.number),
        bytecode: written.bytecode,
        measures: written.measures,
        is_proved: written.is_proved,
    });
    let reports = reports.collect();
    let (text, source_map) = match &options.source_map {
        Some(wanted) => {
            let (text, map) = source_map::mapped(&written.text, wanted, module);
            (text, Some(map))
        }
        None => (written.text, None),
    };
    Ok(Output {
        reports,
        declarations: declarations::declarations(module, written.is_program),
        text,
        source_map,
    })
}
