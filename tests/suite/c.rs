//! Scripts in portable C, by gcc.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, process};

use unsnarl_c::machine::{Error, Options, compile};
use unsnarl_c::nested;
use unsnarl_low::module::{Import, Item, Module};
use unsnarl_low::{Signature, Type};

use crate::script::{Action, Due, Script, Step};
use crate::target::{Instances, Ran, Target, exported};
use crate::values::{Argument, Expected, Float};

const PRELUDE: &str = include_str!("prelude.c");
/// What compilers are told of modules.
const STRICT: [&str; 5] = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"];

/// Portable C with all checks, by a compiler with some more options.
pub(crate) struct C {
    pub(crate) compiler: &'static str,
    pub(crate) flags: &'static [&'static str],
}

/// A module in C.
pub(crate) struct Code {
    files: Vec<(String, String)>,
    /// By import, and by export: what the header calls it.
    imports: Vec<String>,
    exports: Vec<String>,
}

impl Target for C {
    type Code = Code;

    fn compile(&self, module: &Module, number: usize) -> Result<Code, String> {
        let name = format!("m{number}");
        let options = Options {
            name: name.clone(),
            bytes_per_file: None,
        };
        let output = compile(module, &options, &nested).map_err(|error| match error {
            Error::Tag(_) => "a tag with more than eight values".to_owned(),
            other => other.to_string(),
        })?;
        if let Some(report) = output.reports.iter().find(|report| !report.is_proved) {
            return Err(format!("not proved: {}", report.name));
        }
        let header = &output.files[0].1;
        let imports = between(header, &format!("typedef struct {name}_imports {{"), "\n}");
        let imports = imports.lines().filter_map(|line| {
            let member = line.strip_suffix(';')?;
            member.rsplit([' ', '*']).next().map(str::to_owned)
        });
        let exports = between(header, "/* The exports of the module. */", "#endif");
        let mut lines = exports.lines();
        let mut exports = Vec::new();
        while let Some(line) = lines.next() {
            if !line.starts_with("/* ") {
                continue;
            }
            let declared = lines.next().expect("a declaration follows");
            let (_, own) = declared
                .split_once(&format!("{name}_"))
                .expect("it has the name of the module");
            exports.push(own.split('(').next().expect("there is one").to_owned());
        }
        Ok(Code {
            imports: imports.take(module.imports.len()).collect(),
            exports,
            files: output.files,
        })
    }

    fn run(&self, script: &Script, code: &[Option<Code>], steps: &[&Step]) -> Ran {
        let folder = format!(
            "unsnarl-suite-{}-{}",
            process::id(),
            script.name.replace('/', "-")
        );
        let folder = env::temp_dir().join(folder);
        fs::create_dir_all(&folder).expect("there is room for files");
        let ran = self.run_in(&folder, script, code, steps);
        let ran = ran.unwrap_or_else(|failure| Ran {
            failures: vec![format!("{}: {failure}", script.name)],
            ..Ran::default()
        });
        if ran.failures.is_empty() {
            let _ = fs::remove_dir_all(&folder);
        }
        ran
    }
}

impl C {
    fn run_in(
        &self,
        folder: &Path,
        script: &Script,
        code: &[Option<Code>],
        steps: &[&Step],
    ) -> Result<Ran, String> {
        let write = |name: &str, text: &str| {
            fs::write(folder.join(name), text).expect("the folder can be written");
        };
        let mut sources = Vec::new();
        for own in code.iter().flatten() {
            for (name, text) in &own.files {
                write(name, text);
                sources.extend(name.ends_with(".c").then_some(name.clone()));
            }
        }
        write("driver.c", &driver(script, code, steps));
        let mut build = Command::new(self.compiler);
        build.current_dir(folder).args(STRICT).args(self.flags);
        finish(build.arg("-c").args(&sources))?;
        let mut build = Command::new(self.compiler);
        build.current_dir(folder).args(["-std=gnu99", "-O0", "-w"]);
        build.args(self.flags.iter().filter(|flag| !flag.starts_with("-O")));
        build.args(["-o", "program", "driver.c"]);
        build.args(sources.iter().map(|name| name.replace(".c", ".o")));
        finish(build.arg("-lm"))?;
        let program: PathBuf = folder.join("program");
        let said = finish(&mut Command::new(program))?;
        let mut ran = Ran::default();
        let mut has_ended = false;
        for line in said.lines() {
            if let Some(what) = line.strip_prefix("FAILED ") {
                ran.failures.push(format!("{}:{what}", script.name));
            }
            if let Some(passed) = line.strip_prefix("passed ") {
                ran.passed = passed.parse().expect("it is a number");
                has_ended = true;
            }
        }
        match has_ended {
            true => Ok(ran),
            false => Err(format!("it ends before its end: {said}")),
        }
    }
}

/// Runs a command to its end: what it says, or what went wrong.
fn finish(command: &mut Command) -> Result<String, String> {
    let output = command.output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        true => Ok(said),
        false => {
            let errors: String = errors.chars().take(2000).collect();
            Err(format!("{}: {said}{errors}", output.status))
        }
    }
}

fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let (_, rest) = text.split_once(start).expect("the header has this");
    rest.split_once(end).expect("the header has this").0
}

/// The program that makes the steps.
fn driver(script: &Script, code: &[Option<Code>], steps: &[&Step]) -> String {
    let mut text = String::from("#include <string.h>\n");
    for number in (0..code.len()).filter(|&number| code[number].is_some()) {
        let _ = writeln!(text, "#include \"m{number}.h\"");
    }
    text += PRELUDE;
    let mut instances = Instances::default();
    let mut main = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        instances.follow(step);
        let mut writer = Writer {
            script,
            code,
            instances: &instances,
            text: &mut text,
        };
        writer.step(index, step);
        main.push(format!("  step{index}();\n"));
    }
    let mut names = String::new();
    for (number, steps) in main.chunks(500).enumerate() {
        let _ = writeln!(
            text,
            "static void part{number}(void) {{\n{}}}",
            steps.concat()
        );
        let _ = writeln!(names, "  part{number}();");
    }
    let _ = writeln!(
        text,
        "int main(void) {{\n{names}  printf(\"passed %u\\n\", passed);\n  return 0;\n}}"
    );
    text
}

struct Writer<'a, 's> {
    script: &'s Script,
    code: &'a [Option<Code>],
    instances: &'a Instances<'s>,
    text: &'a mut String,
}

impl<'s> Writer<'_, 's> {
    /// The function that makes a step.
    fn step(&mut self, index: usize, step: &'s Step) {
        let _ = match &step.action {
            Action::Register { .. } => {
                writeln!(self.text, "static void step{index}(void) {{ }}")
            }
            Action::Start { module, instance } => {
                let links = self.links(*module, *instance);
                writeln!(
                    self.text,
                    "static m{module} i{instance};\nstatic void step{index}(void) {{\n  \
                     static m{module}_imports p;\n{links}  \
                     why = m{module}_instantiate(&i{instance}, &context, &p);\n  {}\n}}",
                    checked(step)
                )
            }
            Action::Get { instance, export } => {
                let (number, own, item) = self.export(*instance, export);
                let Item::Global(global) = item else {
                    panic!("no global is called {export}")
                };
                let ty = self.module(number).globals[global as usize].ty;
                let member = member(ty);
                writeln!(
                    self.text,
                    "static void step{index}(void) {{\n  why = UNSNARL_OK;\n  \
                     r[0].{member} = *m{number}_{own}(&i{instance});\n  {}\n}}",
                    checked(step)
                )
            }
            Action::Invoke {
                instance,
                export,
                arguments,
            } => {
                let call = self.call(*instance, export, arguments);
                let number = self.instances.module_of(*instance);
                writeln!(
                    self.text,
                    "static void call{index}(void *data) {{\n{call}}}\n\
                     static void step{index}(void) {{\n  \
                     why = m{number}_call(&i{instance}, call{index}, 0);\n  {}\n}}",
                    checked(step)
                )
            }
        };
    }

    fn module(&self, number: usize) -> &'s Module {
        let module = self.script.modules[number].as_ref();
        module.expect("only what is there is run")
    }

    fn code(&self, number: usize) -> &Code {
        self.code[number]
            .as_ref()
            .expect("only what is there is run")
    }

    /// The module of an instance, what its header calls an export, and what that is.
    fn export(&self, instance: usize, name: &str) -> (usize, String, Item) {
        let number = self.instances.module_of(instance);
        let found = exported(self.module(number), name);
        let (place, item) = found.unwrap_or_else(|| panic!("nothing is called {name}"));
        (number, self.code(number).exports[place].clone(), item)
    }

    /// The statements that call an export.
    fn call(&self, instance: usize, name: &str, arguments: &[Argument]) -> String {
        let (number, own, item) = self.export(instance, name);
        let Item::Function(function) = item else {
            panic!("no function is called {name}")
        };
        let signature = &self.module(number).functions[function as usize].signature;
        let arguments: String = arguments
            .iter()
            .map(|one| format!(", {}", value(one)))
            .collect();
        let call = format!("m{number}_{own}(&i{instance}{arguments})");
        match &signature.results[..] {
            [] => format!("  {call};\n"),
            [ty] => format!("  r[0].{} = {call};\n", member(*ty)),
            several => {
                let letters: String = several.iter().map(|&ty| member(ty)).collect();
                let mut text = format!("  const unsnarl_r_{letters} all = {call};\n");
                for (at, &ty) in several.iter().enumerate() {
                    let _ = writeln!(text, "  r[{at}].{} = all.r{at};", member(ty));
                }
                text
            }
        }
    }

    /// The statements that set what a module imports. What has another type is left out, as it has
    /// another type in C as well.
    fn links(&self, module: usize, instance: usize) -> String {
        let mut text = String::new();
        let importing = self.module(module);
        for (import, member) in importing.imports.iter().zip(&self.code(module).imports) {
            let Some(source) = self.instances.registered(&import.module) else {
                continue;
            };
            assert_ne!(source, instance, "nothing is registered before it is made");
            let number = self.instances.module_of(source);
            let Some((place, item)) = exported(self.module(number), &import.name) else {
                continue;
            };
            if !fits(importing, import, self.module(number), item) {
                continue;
            }
            let own = &self.code(number).exports[place];
            let _ = match item {
                Item::Function(_) => writeln!(
                    text,
                    "  import(&p.{member}.code, &p.{member}.host, \
                     m{number}_{own}_reference(&i{source}));"
                ),
                _ => writeln!(text, "  p.{member} = m{number}_{own}(&i{source});"),
            };
        }
        text
    }
}

/// Tells whether what is exported has the type of what is imported, but for sizes.
fn fits(importing: &Module, import: &Import, exporting: &Module, item: Item) -> bool {
    let signature = |module: &Module, number: u32| -> Signature {
        module.functions[number as usize].signature.clone()
    };
    match (import.item, item) {
        (Item::Function(own), Item::Function(other)) => {
            signature(importing, own) == signature(exporting, other)
        }
        (Item::Global(own), Item::Global(other)) => {
            let own = &importing.globals[own as usize];
            let other = &exporting.globals[other as usize];
            own.ty == other.ty && own.is_mutable == other.is_mutable
        }
        (Item::Memory(own), Item::Memory(other)) => {
            let own = &importing.memories[own as usize];
            let other = &exporting.memories[other as usize];
            own.width == other.width && own.is_shared == other.is_shared
        }
        (Item::Table(own), Item::Table(other)) => {
            let own = &importing.tables[own as usize];
            let other = &exporting.tables[other as usize];
            own.width == other.width && own.ty == other.ty
        }
        (Item::Tag(_), Item::Tag(_)) => true,
        _ => false,
    }
}

/// The statement that compares what was found with what is due.
fn checked(step: &Step) -> String {
    let line = step.line;
    match &step.due {
        Due::Ends => format!("ends({line}, UNSNARL_OK);"),
        Due::Returns(all) => {
            let all: String = (0..)
                .zip(all)
                .map(|(at, due)| format!(" && {}", test(at, due)))
                .collect();
            format!("returned({line}, 1{all});")
        }
        Due::Traps(message) => format!("trapped({line}, \"{message}\");"),
        Due::Throws => format!("ends({line}, UNSNARL_UNCAUGHT);"),
        Due::Exhausts => format!("ends({line}, UNSNARL_STACK_EXHAUSTED);"),
        Due::IsUnlinkable => format!("ends({line}, UNSNARL_NO_IMPORT);"),
    }
}

fn test(at: usize, due: &Expected) -> String {
    let float = |lane: usize, due: &Float<u32>| match due {
        Float::Canonical => format!("is_f_canonical({at}, {lane})"),
        Float::Arithmetic => format!("is_f_arithmetic({at}, {lane})"),
        Float::Bits(bits) => format!("is_f({at}, {lane}, {bits:#x}u)"),
    };
    let double = |lane: usize, due: &Float<u64>| match due {
        Float::Canonical => format!("is_d_canonical({at}, {lane})"),
        Float::Arithmetic => format!("is_d_arithmetic({at}, {lane})"),
        Float::Bits(bits) => format!("is_d({at}, {lane}, {bits:#x}u)"),
    };
    match due {
        Expected::I32(number) => format!("is_i({at}, {number}u)"),
        Expected::I64(number) => format!("is_l({at}, {number}u)"),
        Expected::F32(due) => float(0, due),
        Expected::F64(due) => double(0, due),
        Expected::V32(lanes) => {
            let lanes: Vec<String> = lanes
                .iter()
                .enumerate()
                .map(|(lane, due)| float(lane, due))
                .collect();
            lanes.join(" && ")
        }
        Expected::V64(lanes) => {
            let lanes: Vec<String> = lanes
                .iter()
                .enumerate()
                .map(|(lane, due)| double(lane, due))
                .collect();
            lanes.join(" && ")
        }
        Expected::V128(number) => {
            format!(
                "is_v({at}, {:#x}u, {:#x}u)",
                *number as u64,
                (number >> 64) as u64
            )
        }
        Expected::Null => format!("r[{at}].a == 0"),
        Expected::Function => format!("r[{at}].a != 0"),
        Expected::Extern(None) => format!("is_thing({at})"),
        Expected::Extern(Some(number)) => format!("r[{at}].x == THING({number})"),
        Expected::Either(all) => {
            let all: Vec<String> = all
                .iter()
                .map(|due| format!("({})", test(at, due)))
                .collect();
            format!("({})", all.join(" || "))
        }
        Expected::Unknown => unreachable!("modules with such results are refused"),
    }
}

/// The member of a value for a type.
fn member(ty: Type) -> char {
    match ty {
        Type::I32 => 'i',
        Type::I64 => 'l',
        Type::F32 => 'f',
        Type::F64 => 'd',
        Type::V128 => 'v',
        Type::FuncRef => 'a',
        Type::ExternRef => 'x',
        Type::ExnRef => 'e',
    }
}

fn value(argument: &Argument) -> String {
    match argument {
        Argument::I32(number) => format!("{number}u"),
        Argument::I64(number) => format!("{number}u"),
        Argument::F32(bits) => format!("float_of({bits:#x}u)"),
        Argument::F64(bits) => format!("double_of({bits:#x}u)"),
        Argument::V128(number) => {
            format!(
                "vector_of({:#x}u, {:#x}u)",
                *number as u64,
                (number >> 64) as u64
            )
        }
        Argument::Null => "0".to_owned(),
        Argument::Extern(number) => format!("THING({number})"),
    }
}
