//! A module that runs, and tables of what it does.

use unsnarl_ir::interpret::{
    Addresses, Alignment, Choices, Fill, Host, Interpreter, Memory, Nothing, Scalar, Settings,
    State, Stop, Value,
};
use unsnarl_ir::{FuncId, Layout, Module, Scalars};

pub(crate) const HEAD: &str = "target datalayout = \"e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20\"\n";
pub(crate) const STACK: u64 = 1 << 16;

/// A module that runs.
pub(crate) struct Loaded {
    pub(crate) module: Module,
    pub(crate) layout: Layout,
    pub(crate) addresses: Addresses,
    pub(crate) memory: Memory,
}

impl Loaded {
    #[track_caller]
    pub(crate) fn new(text: &str) -> Self {
        let module = unsnarl_llvm::read(&format!("{HEAD}{text}"))
            .unwrap_or_else(|error| panic!("{error}\n{text}"));
        let layout = Layout::new(&module.types, &module.data_layout);
        let scalars = Scalars::new(&module, &layout);
        let addresses = Addresses::assign(&module, &layout, &scalars, STACK)
            .unwrap_or_else(|error| panic!("{error}"));
        let mut memory = Memory::new(Fill::Random(1));
        let loaded = addresses.load(&module, &layout, &scalars, &mut memory);
        loaded.unwrap_or_else(|error| panic!("{error}"));
        Self {
            module,
            layout,
            addresses,
            memory,
        }
    }

    pub(crate) fn interpreter(&self, choices: Choices) -> Interpreter<'_> {
        let settings = Settings {
            choices,
            alignment: Alignment::Required,
        };
        Interpreter::new(&self.module, &self.layout, &self.addresses, settings)
            .expect("the least significant byte is first")
    }

    pub(crate) fn state(&self) -> State {
        State::new(self.memory.clone(), STACK, 100_000)
    }

    pub(crate) fn function(&self, name: &str) -> FuncId {
        let mut ids = self.module.functions.keys();
        ids.find(|&id| self.module.function_name(id) == name)
            .expect("the module has it")
    }

    /// What `@f` does without arguments.
    pub(crate) fn run(&self, host: &mut dyn Host) -> Result<Option<Value>, Stop> {
        let interpreter = self.interpreter(Choices::Any);
        let result = interpreter.run(&mut self.state(), host, self.function("f"), &[]);
        result.map_err(|halt| halt.stop)
    }
}

pub(crate) fn shown(result: Result<Option<Value>, Stop>) -> String {
    match result {
        Ok(None) => String::new(),
        Ok(Some(value)) => {
            let scalars: Vec<String> = value.scalars().iter().map(Scalar::to_string).collect();
            scalars.join(" ")
        }
        Err(stop) => format!("{stop:?}"),
    }
}

/// The last line of a body is what `@f` returns, with its type.
#[track_caller]
pub(crate) fn check(rows: &[(&str, &str)]) {
    for (body, expected) in rows {
        let (lines, result) = body.rsplit_once(';').unwrap_or(("", body));
        let result = result.trim();
        let (ty, _) = split_type(result);
        let lines = lines.replace(';', "\n");
        let text = format!(
            "define {ty} @f() {{\n{lines}\nret {result}\n}}\n{}",
            declared(&lines)
        );
        assert_eq!(
            shown(Loaded::new(&text).run(&mut Nothing)),
            *expected,
            "{body}"
        );
    }
}

/// The type at the start of an operand, and the rest.
pub(crate) fn split_type(text: &str) -> (&str, &str) {
    let close = match text.as_bytes()[0] {
        b'<' => '>',
        b'{' => '}',
        b'[' => ']',
        _ => return text.split_once(' ').expect("an operand has a type"),
    };
    let end = text.find(close).expect("the type has an end") + 1;
    (&text[..end], &text[end..])
}

/// Declarations of the intrinsics of `call RESULT @llvm.NAME(TYPE VALUE, …)`.
pub(crate) fn declared(lines: &str) -> String {
    let mut declarations: Vec<String> = Vec::new();
    for line in lines.lines().filter(|line| line.contains("@llvm.")) {
        let (before, after) = line.split_once('@').expect("the line has a name");
        let (name, arguments) = after.split_once('(').expect("a call has arguments");
        let result = before.rsplit_once("call ").expect("it is a call").1;
        let mut rest = arguments.trim_end_matches(')');
        let mut types = Vec::new();
        while !rest.is_empty() {
            let (ty, value) = split_type(rest);
            types.push(ty);
            // A comma between arguments is not followed by an element of a vector.
            let end = match value.trim_start().starts_with('<') {
                true => value.find('>').map_or(value.len(), |at| at + 1),
                false => value.find(',').unwrap_or(value.len()),
            };
            rest = value[end..].trim_start_matches([',', ' ']);
        }
        let declaration = format!("declare {result} @{name}({})\n", types.join(", "));
        if !declarations.contains(&declaration) {
            declarations.push(declaration);
        }
    }
    declarations.concat()
}

pub(crate) const UNKNOWN: &str = "Undefined(Unknown)";

#[track_caller]
pub(crate) fn check_module(text: &str, expected: &str) {
    assert_eq!(
        shown(Loaded::new(text).run(&mut Nothing)),
        expected,
        "{text}"
    );
}
