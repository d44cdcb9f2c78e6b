//! A module as a module of JavaScript.
//!
//! *Needs:* functions, memories, tables, globals, tags and segments.
//! *Gives:* the text of a module that exports `instantiate`. *Cost:* linear but for
//! [functions](crate::function).

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use unsnarl::emit::wrapped;
use unsnarl::program::Measures;
use unsnarl_low::Module;
use unsnarl_low::module::{Item, Limits, Mode};
use unsnarl_low::{Type, Width};

use crate::bytecode;
use crate::constant;
use crate::context::{Context, signature_text};
use crate::data;
use crate::error::{Error, refused};
use crate::function;
use crate::higher;
use crate::marks::{self, Mark};
use crate::names::quoted;
use crate::naming::{VIEWS, is_cell};
use crate::options::Style;
use crate::parts::Parts;
use crate::runtime::Runtime;
use crate::tokens::names;
use crate::words;

/// The columns of a readable text.
const WIDTH: usize = 120;

/// The most pages of a memory: addresses stay below 2³¹, so that they are integers with a sign.
const MOST_PAGES: u64 = 32_767;
/// The most elements of a table.
const MOST_ELEMENTS: u64 = 10_000_000;

/// The most that limits allow.
fn most_text(limits: Limits) -> String {
    limits
        .most
        .map_or_else(|| String::from("Infinity"), |most| most.to_string())
}

/// What was written of a function.
pub(crate) struct WrittenFunction {
    pub(crate) number: usize,
    /// An estimate of its bytecode.
    pub(crate) bytecode: usize,
    pub(crate) measures: Measures,
    pub(crate) is_proved: bool,
}

/// A module that is written.
pub(crate) struct Written {
    pub(crate) text: String,
    /// The functions with a body.
    pub(crate) functions: Vec<WrittenFunction>,
    /// Whether it has a runtime for WASI.
    pub(crate) is_program: bool,
}

/// Writes a module.
pub(crate) fn write(context: &Context<'_>, runtime: &Runtime) -> Result<Written, Error> {
    let module = context.module;
    for (what, is_wide) in [
        (
            "a memory with 64-bit addresses",
            module.memories.iter().any(|one| one.width == Width::W64),
        ),
        (
            "a table with 64-bit indices",
            module.tables.iter().any(|one| one.width == Width::W64),
        ),
    ] {
        if is_wide {
            return Err(refused(what));
        }
    }
    let mut memories = module.memories.iter();
    if let Some(memory) = memories.find(|memory| memory.limits.least > MOST_PAGES) {
        return Err(refused(format!(
            "a memory of {} pages",
            memory.limits.least
        )));
    }
    let mut functions = String::new();
    let mut sizes = Vec::new();
    for (number, function) in module.functions.iter().enumerate() {
        if let Some(body) = &function.body {
            let written = function::write(context, number, body)?;
            sizes.push(WrittenFunction {
                number,
                bytecode: bytecode::estimate(&written.text, &context.names),
                measures: written.measures,
                is_proved: written.is_proved,
            });
            for line in written.text.lines() {
                functions += &format!("  {line}\n");
            }
        }
    }
    let mut writer = Writer {
        context,
        out: String::new(),
    };
    writer.imports();
    writer.tables()?;
    writer.tags();
    writer.globals()?;
    writer.data();
    let before = std::mem::take(&mut writer.out);
    writer.functions_with_types();
    writer.elements()?;
    writer.segments()?;
    writer.start();
    writer.exports();
    let after = writer.out;
    let all = format!("{functions}{before}{after}");
    let nowhere = match context.options.source_map {
        Some(_) => Mark::Nowhere.to_string(),
        None => String::new(),
    };
    let mut named = names(&all);
    let views = views(context, &named);
    named.extend(names(&views));
    let body = format!("{views}{before}{functions}{nowhere}{after}");
    let own = higher::definitions(&named, runtime);
    named.extend(names(&own));
    let given: HashSet<String> = (0..40)
        .map(words::higher)
        .chain(["higherWords", "leaveWords"].map(str::to_owned))
        .collect();
    let (used, _) = runtime.used_by(&named, &given);
    let parts = Parts {
        runtime: format!("{used}{own}"),
        body,
    };
    let is_program = !context.options.no_wasi && imports_wasi(module);
    let text = match context.options.style {
        Style::Readable => wrapped(&parts.text(module, is_program), WIDTH, marks::length),
        Style::Compact => parts
            .compacted(context, runtime)
            .text_compacted(module, is_program),
    };
    Ok(Written {
        text,
        functions: sizes,
        is_program,
    })
}

/// Tells whether a module imports functions of WASI, and has the memory that they access.
fn imports_wasi(module: &Module) -> bool {
    let mut imports = module.imports.iter();
    imports.any(|import| import.module == "wasi_snapshot_preview1") && !module.memories.is_empty()
}

/// The memories, and those views of them that are named.
fn views(context: &Context<'_>, named: &HashSet<&str>) -> String {
    let module = context.module;
    let imported = module.imported_memories();
    let mut out = String::new();
    let mut imports = module.imports.iter();
    for (number, memory) in module.memories.iter().enumerate() {
        let suffix = &context.names.memories[number];
        let most = most_text(memory.limits);
        let least = memory.limits.least;
        let import = imports.find(|import| matches!(import.item, Item::Memory(_)));
        let made = match import.filter(|_| number < imported) {
            Some(import) => {
                let (from, name) = (quoted(&import.module), quoted(&import.name));
                let (most, shared) = (most_text(memory.limits), memory.is_shared);
                format!(
                    "importedMemory(importOf(imports, {from}, {name}), {least}, {most}, {shared}, {name})"
                )
            }
            None if memory.is_shared => format!("new Memory({least}, {most}, true)"),
            None => format!("new Memory({least}, {most}, false)"),
        };
        let _ = writeln!(out, "  var memory{suffix} = {made};");
        let used: Vec<(String, &str)> = VIEWS
            .iter()
            .map(|(view, class)| (format!("{view}{suffix}"), *class))
            .filter(|(view, _)| {
                named.contains(&view[..]) || number < imported && view.starts_with("HEAPU8")
            })
            .collect();
        if !used.is_empty() {
            let names: Vec<&str> = used.iter().map(|(view, _)| &view[..]).collect();
            let _ = writeln!(out, "  var {};", names.join(", "));
        }
        let _ = writeln!(out, "  function views{suffix}() {{");
        for (view, class) in &used {
            let _ = writeln!(out, "    {view} = new {class}(memory{suffix}.buffer);");
        }
        out += "  }\n";
        let _ = writeln!(out, "  views{suffix}();");
        let _ = writeln!(
            out,
            "  if (memory{suffix}.watch) memory{suffix}.watch(views{suffix});"
        );
        let grow = format!("growMemory{suffix}");
        if named.contains(&grow[..]) {
            let _ = writeln!(out, "  function {grow}(pages) {{");
            let _ = writeln!(out, "    var size = addPages(memory{suffix}, pages);");
            let _ = writeln!(out, "    if (!memory{suffix}.watch) views{suffix}();");
            out += "    return size;\n  }\n";
        }
    }
    out
}

struct Writer<'a> {
    context: &'a Context<'a>,
    out: String,
}

impl Writer<'_> {
    fn line(&mut self, line: impl std::fmt::Display) {
        let _ = writeln!(self.out, "  {line}");
    }

    /// What is imported, but for memories.
    fn imports(&mut self) {
        let module = self.context.module;
        let names = &self.context.names;
        let mut lines = Vec::new();
        for import in &module.imports {
            let (from, name) = (quoted(&import.module), quoted(&import.name));
            let value = format!("importOf(imports, {from}, {name})");
            lines.push(match import.item {
                Item::Function(number) => {
                    let own = &names.functions[number as usize];
                    let ty = self.context.function_type(number as usize);
                    let value = format!("imported({value}, {ty}, {name})");
                    let value = match words::count_all(&module.functions[number as usize].signature.results) {
                        0 | 1 => value,
                        _ => format!("adapted({value})"),
                    };
                    match self.has_imported_memory() {
                        true => format!("var {own} = refreshed({value});"),
                        false => format!("var {own} = {value};"),
                    }
                }
                Item::Table(number) => {
                    let own = &names.tables[number as usize];
                    let table = &module.tables[number as usize];
                    let (letter, least) = (words::letter(table.ty), table.limits.least);
                    let most = most_text(table.limits);
                    format!("var {own}_object = importedTable({value}, \"{letter}\", {least}, {most}, {name}), {own} = {own}_object.elements;")
                }
                Item::Global(number) => {
                    let global = &module.globals[number as usize];
                    let own = self.cell(number as usize);
                    let letter = self.context.global_letter(number as usize);
                    let mutable = global.is_mutable;
                    format!("var {own} = importedGlobal({value}, \"{letter}\", {mutable}, {name});")
                }
                Item::Tag(number) => {
                    let own = &names.tags[number as usize];
                    let ty = signature_text(&module.tags[number as usize].signature);
                    format!("var {own} = importedTag({value}, {ty}, {name});")
                }
                Item::Memory(_) => continue,
            });
        }
        if self.has_imported_memory() {
            self.refreshing();
        }
        lines.iter().for_each(|line| self.line(line));
    }

    fn has_imported_memory(&self) -> bool {
        self.context.module.imported_memories() > 0
    }

    /// Views of memories that others may have made grow.
    fn refreshing(&mut self) {
        let imported = self.context.module.imported_memories();
        let suffixes = self.context.names.memories[..imported].to_vec();
        self.line("function refresh() {");
        for suffix in suffixes {
            self.line(format_args!(
                "  if (HEAPU8{suffix}.buffer !== memory{suffix}.buffer) views{suffix}();"
            ));
        }
        self.line("}");
        // A function may be an import of several instances, each of which has views of its own.
        self.line("var wrappers = new WeakMap();");
        self.line("function refreshed(f) {");
        self.line("  var wrapper = wrappers.get(f);");
        self.line("  if (wrapper !== undefined) return wrapper;");
        self.line("  wrapper = (...words) => {");
        self.line("    refresh();");
        self.line("    var result = f(...words);");
        self.line("    refresh();");
        self.line("    return result;");
        self.line("  };");
        self.line("  wrapper.type = f.type;");
        self.line("  wrapper.higher = f.higher;");
        self.line("  wrapper.outer = f.outer;");
        self.line("  wrappers.set(f, wrapper);");
        self.line("  return wrapper;");
        self.line("}");
    }

    /// The name of the object of a global.
    fn cell(&self, number: usize) -> String {
        let word = &self.context.names.globals[number][0];
        word.strip_suffix(".w0").unwrap_or(word).to_owned()
    }

    fn tables(&mut self) -> Result<(), Error> {
        let module = self.context.module;
        for number in module.imported_tables()..module.tables.len() {
            let table = &module.tables[number];
            let own = self.context.names.tables[number].clone();
            let least = table.limits.least;
            if least > MOST_ELEMENTS {
                return Err(refused(format!("a table of {least} elements")));
            }
            let most = most_text(table.limits);
            let letter = words::letter(table.ty);
            let first = match &table.first {
                Some(first) => constant::words(self.context, first, table.ty)?.swap_remove(0),
                None => String::from("null"),
            };
            self.line(format_args!(
                "var {own}_object = new Table(\"{letter}\", {least}, {most}, {first}), {own} = {own}_object.elements;"
            ));
        }
        Ok(())
    }

    fn tags(&mut self) {
        let module = self.context.module;
        for number in module.imported_tags()..module.tags.len() {
            let own = &self.context.names.tags[number];
            let ty = self.context.tag_type(number);
            let line = format!("var {own} = new Tag({ty});");
            self.line(line);
        }
    }

    fn globals(&mut self) -> Result<(), Error> {
        let module = self.context.module;
        for number in module.imported_globals()..module.globals.len() {
            let global = &module.globals[number];
            let Some(first) = &global.first else {
                return Err(refused("a global without a value"));
            };
            let words = constant::words(self.context, first, global.ty)?;
            let line = match is_cell(module, number) {
                true => {
                    let letter = self.context.global_letter(number);
                    let (own, mutable) = (self.cell(number), global.is_mutable);
                    let words = words.join(", ");
                    format!("var {own} = new Global(\"{letter}\", {mutable}, {words});")
                }
                false => {
                    let names = &self.context.names.globals[number];
                    let set = names.iter().zip(words);
                    let set: Vec<String> =
                        set.map(|(name, word)| format!("{name} = {word}")).collect();
                    format!("var {};", set.join(", "))
                }
            };
            self.line(line);
        }
        Ok(())
    }

    fn data(&mut self) {
        let module = self.context.module;
        for (number, segment) in module.data.iter().enumerate() {
            let own = &self.context.names.data[number];
            let longest = match self.context.options.style {
                Style::Readable => WIDTH - 20,
                Style::Compact => usize::MAX,
            };
            let line = format!("var {own} = {};", data::expression(&segment.bytes, longest));
            self.line(line);
        }
    }

    /// Types of the functions that references may be to, and of those that are exported.
    fn functions_with_types(&mut self) {
        let module = self.context.module;
        let mut by_type: Vec<(String, Vec<String>)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut several = Vec::new();
        let imported = module.imported_functions();
        for number in imported..module.functions.len() {
            let name = self.context.names.functions[number].clone();
            if !self.is_referred_to(number) {
                continue;
            }
            let results = &module.functions[number].signature.results;
            if words::count_all(results) > 1 {
                several.push(name.clone());
            }
            let ty = self.context.function_type(number);
            let place = *places.entry(ty).or_insert_with_key(|ty| {
                by_type.push((ty.clone(), Vec::new()));
                by_type.len() - 1
            });
            by_type[place].1.push(name);
        }
        for (ty, names) in by_type {
            for names in names.chunks(12) {
                self.line(format_args!("typed({ty}, {});", names.join(", ")));
            }
        }
        for names in several.chunks(12) {
            self.line(format_args!("several({});", names.join(", ")));
        }
        for (number, &bounces) in self.context.bounces.iter().enumerate() {
            if bounces {
                let name = self.context.names.functions[number].clone();
                self.line(format_args!("bouncing({name}, {name}_tail);"));
            }
        }
    }

    fn is_referred_to(&self, number: usize) -> bool {
        self.context.referred.contains(&(number as u32))
    }

    fn elements(&mut self) -> Result<(), Error> {
        let module = self.context.module;
        for (number, segment) in module.elements.iter().enumerate() {
            if segment.mode == Mode::Declared {
                let own = self.context.names.elements[number].clone();
                self.line(format_args!("var {own} = EMPTY;"));
                continue;
            }
            let own = self.context.names.elements[number].clone();
            let mut lines = vec![String::new()];
            for element in &segment.elements {
                let text = constant::words(self.context, element, segment.ty)?.swap_remove(0);
                let last = lines.last_mut().expect("there is one");
                if last.len() + text.len() > 100 {
                    last.push(',');
                    lines.push(text);
                } else {
                    if !last.is_empty() {
                        last.push_str(", ");
                    }
                    last.push_str(&text);
                }
            }
            self.line(format_args!("var {own} = ["));
            for line in lines {
                self.line(format_args!("  {line}"));
            }
            self.line("];");
        }
        Ok(())
    }

    fn segments(&mut self) -> Result<(), Error> {
        let module = self.context.module;
        for (number, segment) in module.elements.iter().enumerate() {
            if let Mode::Active(table, at) = &segment.mode {
                let at = constant::words(self.context, at, Type::I32)?.swap_remove(0);
                let table = self.context.names.tables[*table as usize].clone();
                let own = self.context.names.elements[number].clone();
                let count = segment.elements.len();
                self.line(format_args!("copyTable({table}, {own}, {at}, 0, {count});"));
                self.line(format_args!("{own} = EMPTY;"));
            }
        }
        for (number, segment) in module.data.iter().enumerate() {
            if let Mode::Active(memory, at) = &segment.mode {
                let at = constant::words(self.context, at, Type::I32)?.swap_remove(0);
                let suffix = self.context.names.memories[*memory as usize].clone();
                let own = self.context.names.data[number].clone();
                let count = segment.bytes.len();
                self.line(format_args!(
                    "copyMemory(HEAPU8{suffix}, {own}, {at}, 0, {count});"
                ));
                self.line(format_args!("{own} = EMPTY;"));
            }
        }
        Ok(())
    }

    fn start(&mut self) {
        if let Some(number) = self.context.module.start {
            let name = self.context.names.functions[number as usize].clone();
            self.line(format_args!("{name}();"));
        }
    }

    fn exports(&mut self) {
        let module = self.context.module;
        let names = &self.context.names;
        let mut lines = vec![String::from("var exports = {__proto__: null};")];
        for export in &module.exports {
            let value = match export.item {
                Item::Function(number) => self.exported_function(number as usize),
                Item::Table(number) => format!("{}_object", names.tables[number as usize]),
                Item::Memory(number) => format!("memory{}", names.memories[number as usize]),
                Item::Global(number) => self.cell(number as usize),
                Item::Tag(number) => names.tags[number as usize].clone(),
            };
            lines.push(format!("exports[{}] = {value};", quoted(&export.name)));
        }
        lines.push(String::from("return Object.freeze(exports);"));
        lines.iter().for_each(|line| self.line(line));
    }

    /// A function as the host sees it: its parameters are converted, its result is a number.
    fn exported_function(&self, number: usize) -> String {
        let module = self.context.module;
        let name = &self.context.names.functions[number];
        let signature = match self.context.declared {
            Some(declared) => &declared.functions[number],
            None => &module.functions[number].signature,
        };
        let is_float = |ty: &Type| matches!(ty, Type::F32 | Type::F64);
        let is_bits = |ty: &Type| is_float(ty) && self.context.declared.is_some();
        let is_plain = |ty: &Type| *ty == Type::I32 || is_float(ty) && !is_bits(ty);
        let is_direct = number >= module.imported_functions()
            && !self.has_imported_memory()
            && signature.parameters.iter().all(is_plain)
            && signature.results.len() < 2
            && signature.results.iter().all(is_plain);
        if !is_direct {
            return match self.has_imported_memory() {
                true => format!("exported(refreshed({name}))"),
                false => format!("exported({name})"),
            };
        }
        let parameters: Vec<String> = (0..signature.parameters.len())
            .map(|at| format!("a{at}"))
            .collect();
        let converted = signature
            .parameters
            .iter()
            .zip(&parameters)
            .map(|(ty, name)| match ty {
                Type::F32 => format!("fround({name})"),
                Type::F64 => format!("+{name}"),
                _ => format!("{name} | 0"),
            });
        let converted: Vec<String> = converted.collect();
        format!(
            "{name}.outer || exportedAs({name}, ({}) => {name}({}))",
            parameters.join(", "),
            converted.join(", ")
        )
    }
}
