//! Scripts in JavaScript, by node and by SpiderMonkey's shell.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use unsnarl_js::{Options, Style, Traps, compile, nested};
use unsnarl_low::module::Item;
use unsnarl_low::{Module, Type};

use crate::script::{Action, Due, Script, Step};
use crate::target::{Instances, Ran, Target, exported};
use crate::values::{Argument, Expected, Float};

const PRELUDE: &str = include_str!("prelude.js");

/// JavaScript with exact traps, to read or short, in an engine.
pub(crate) struct JavaScript {
    pub(crate) engine: &'static str,
    pub(crate) style: Style,
}

impl Target for JavaScript {
    type Code = String;

    fn compile(&self, module: &Module, _: usize) -> Result<String, String> {
        let options = Options {
            traps: Traps::All,
            style: self.style,
            ..Options::default()
        };
        let output = compile(module, &options, &nested).map_err(|error| reason(&error))?;
        if let Some(report) = output.unproved().next() {
            return Err(format!("not proved: {}", report.name));
        }
        Ok(output.text.replace("export function", "function"))
    }

    fn run(&self, script: &Script, code: &[Option<String>], steps: &[&Step]) -> Ran {
        let text = text(script, code, steps);
        let style = match self.style {
            Style::Readable => "readable",
            Style::Compact => "compact",
        };
        let name = format!("{}-{style}.js", script.name.replace('/', "-"));
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&file, text).expect("the folder can be written");
        let output = Command::new(self.engine).arg(&file).output();
        let output = output.unwrap_or_else(|error| panic!("{}: {error}", self.engine));
        let said = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        let mut ran = Ran::default();
        let mut has_ended = false;
        for line in said.lines() {
            if let Some(what) = line.strip_prefix("FAILED ") {
                ran.failures.push(format!("{}:{what}", script.name));
            }
            if let Some(counts) = line.strip_prefix("passed ") {
                let (passed, deviations) = counts.split_once(' ').expect("there are two");
                ran.passed = passed.parse().expect("it is a number");
                ran.deviations = deviations.parse().expect("it is a number");
                has_ended = true;
            }
        }
        if !has_ended || !output.status.success() {
            let end = errors.chars().take(2000).collect::<String>();
            let failure = format!(
                "{}: {} of {}: {end}",
                script.name, output.status, self.engine
            );
            ran.failures.push(failure);
        }
        ran
    }
}

/// Why a module is refused, without the name of a function.
fn reason(error: &unsnarl_js::Error) -> String {
    match error {
        unsnarl_js::Error::Function { what, .. } => what.clone(),
        other => other.to_string(),
    }
}

fn text(script: &Script, code: &[Option<String>], steps: &[&Step]) -> String {
    let mut text = PRELUDE.to_owned();
    for (number, own) in code.iter().enumerate() {
        if let Some(own) = own {
            let _ = writeln!(
                text,
                "var module{number} = (() => {{\n\"use strict\";\n{own}\n\
                 return {{ instantiate, higher: {} }};\n}})();",
                higher(own)
            );
        }
    }
    let mut instances = Instances::default();
    for step in steps {
        let line = step.line;
        instances.follow(step);
        let _ = match &step.action {
            Action::Register { name, instance } => {
                let name = quoted(name);
                writeln!(text, "registered[{name}] = instances[{instance}].exports;")
            }
            Action::Start { module, instance } => {
                let call = format!("start({instance}, module{module})");
                checked(&mut text, line, &call, &step.due)
            }
            Action::Get { instance, export } => {
                let call = format!("value({instance}, {})", quoted(export));
                checked(&mut text, line, &call, &step.due)
            }
            Action::Invoke {
                instance,
                export,
                arguments,
            } => {
                let module = script.modules[instances.module_of(*instance)].as_ref();
                let module = module.expect("it is there");
                let call = invocation(module, *instance, export, arguments);
                checked(&mut text, line, &call, &step.due)
            }
        };
        if matches!(step.action, Action::Register { .. }) && line == 0 {
            text += HOST;
        }
    }
    text + "show(\"passed \" + passed + \" \" + deviations);\n"
}

/// The functions of `spectest` are the host's.
const HOST: &str = "\
registered.spectest = { ...registered.spectest };
for (let name of Object.keys(registered.spectest)) {
  if (name.startsWith(\"print\")) registered.spectest[name] = (...values) => {};
}
";

/// An expression for the words of results after the first. A text with short names has another name
/// for them, and is given no vectors.
fn higher(code: &str) -> &'static str {
    match code.contains("function higherWords()") {
        true => "higherWords",
        false => "() => []",
    }
}

fn checked(text: &mut String, line: usize, call: &str, due: &Due) -> std::fmt::Result {
    match due {
        Due::Ends => writeln!(text, "ends({line}, \"end\", () => {call});"),
        Due::Returns(all) => {
            let all: String = all
                .iter()
                .map(|due| format!(", {}", expected(due)))
                .collect();
            writeln!(text, "returns({line}, () => {call}{all});")
        }
        Due::Traps(message) => {
            writeln!(text, "traps({line}, {}, () => {call});", quoted(message))
        }
        Due::Throws => writeln!(text, "ends({line}, \"exception\", () => {call});"),
        Due::Exhausts => writeln!(text, "ends({line}, \"exhausted\", () => {call});"),
        Due::IsUnlinkable => writeln!(text, "ends({line}, \"link\", () => {call});"),
    }
}

fn invocation(module: &Module, instance: usize, export: &str, arguments: &[Argument]) -> String {
    let Some((_, Item::Function(number))) = exported(module, export) else {
        panic!("no function is called {export}")
    };
    let signature = &module.functions[number as usize].signature;
    let is_inner = |ty: &Type| matches!(ty, Type::V128 | Type::ExnRef);
    let mut types = signature.parameters.iter().chain(&signature.results);
    let name = quoted(export);
    if types.any(is_inner) {
        let words: String = arguments
            .iter()
            .map(|one| format!(", {}", words(one)))
            .collect();
        let types: String = signature.results.iter().map(letter).collect();
        return format!("inner({instance}, {name}, \"{types}\"{words})");
    }
    let values: String = arguments
        .iter()
        .map(|one| format!(", {}", value(one)))
        .collect();
    format!("call({instance}, {name}{values})")
}

fn letter(ty: &Type) -> char {
    match ty {
        Type::I64 => 'l',
        Type::V128 => 'v',
        _ => 'o',
    }
}

/// A value of the host.
fn value(argument: &Argument) -> String {
    match argument {
        Argument::I32(number) => (*number as i32).to_string(),
        Argument::I64(number) => format!("{}n", *number as i64),
        Argument::F32(bits) => format!("bitsToFloat({bits})"),
        Argument::F64(bits) => format!("bitsToDouble({bits}n)"),
        Argument::V128(_) => unreachable!("it is given as words"),
        Argument::Null => "null".to_owned(),
        Argument::Extern(number) => format!("thing({number})"),
    }
}

/// The words of a value.
fn words(argument: &Argument) -> String {
    match argument {
        Argument::I64(number) => format!("{}, {}", *number as i32, (number >> 32) as i32),
        Argument::V128(number) => {
            let words = (0..4).map(|at| ((number >> (32 * at)) as u32 as i32).to_string());
            words.collect::<Vec<String>>().join(", ")
        }
        other => value(other),
    }
}

fn expected(due: &Expected) -> String {
    let lane32 = |lane: &Float<u32>| match lane {
        Float::Canonical => "lane32c".to_owned(),
        Float::Arithmetic => "lane32a".to_owned(),
        Float::Bits(bits) => format!("lane32({})", *bits as i32),
    };
    let lane64 = |lane: &Float<u64>| match lane {
        Float::Canonical => "lane64c".to_owned(),
        Float::Arithmetic => "lane64a".to_owned(),
        Float::Bits(bits) => format!("lane64({bits}n)"),
    };
    match due {
        Expected::I32(number) => format!("i({})", *number as i32),
        Expected::I64(number) => format!("l({}n)", *number as i64),
        Expected::F32(Float::Bits(bits)) => format!("f({})", *bits as i32),
        Expected::F64(Float::Bits(bits)) => format!("d({bits}n)"),
        Expected::F32(_) | Expected::F64(_) => "nan".to_owned(),
        Expected::V128(number) => format!("v({})", words(&Argument::V128(*number))),
        Expected::V32(lanes) => format!("v32({})", lanes.each_ref().map(lane32).join(", ")),
        Expected::V64(lanes) => format!("v64({})", lanes.each_ref().map(lane64).join(", ")),
        Expected::Null => "none".to_owned(),
        Expected::Function => "code".to_owned(),
        Expected::Extern(None) => "anything".to_owned(),
        Expected::Extern(Some(number)) => format!("same(thing({number}))"),
        Expected::Either(all) => {
            let all: Vec<String> = all.iter().map(expected).collect();
            format!("either({})", all.join(", "))
        }
        Expected::Unknown => unreachable!("modules with such results are refused"),
    }
}

/// A text between quotes.
fn quoted(name: &str) -> String {
    let mut text = String::from("\"");
    for unit in name.encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii_alphanumeric() || byte == b' ' || byte == b'_' => {
                text.push(char::from(byte));
            }
            _ => text += &format!("\\u{unit:04x}"),
        }
    }
    text + "\""
}
