//! The variables of a function.
//!
//! *Needs:* its [locals](Locals). *Gives:* a variable for each word of each local, temporary ones,
//! and those that control needs; and their names.
//! *Cost:* linear in the registers.

use unsnarl_low::locals::Locals;
use unsnarl_low::{Function, Reg, Source, Type};

use crate::context::ModuleNames;
use crate::names::Taken;
use crate::options::Style;
use crate::piece::Variable;
use crate::words;

/// The variables of a function.
pub(crate) struct Variables<'a> {
    around: &'a ModuleNames,
    names: Vec<String>,
    /// By local: its first word.
    first: Vec<Variable>,
    /// By local: how many words it has.
    words: Vec<usize>,
    /// How many are parameters.
    parameters: usize,
    temporaries: Vec<Variable>,
    brought: Vec<Variable>,
    frame: Option<Variable>,
    caller: Option<Variable>,
    /// What is taken inside of the function.
    own: Taken,
    style: Style,
    next: usize,
}

impl<'a> Variables<'a> {
    /// The variables of a function whose registers have some names, in a module
    /// whose parts have others.
    pub(crate) fn new(
        code: &Function,
        locals: &Locals,
        registers: &[(Reg, String)],
        style: Style,
        around: &'a ModuleNames,
    ) -> Variables<'a> {
        let parameters = &code.signature.parameters;
        let types: Vec<Type> = parameters.iter().chain(&locals.types).copied().collect();
        let mut named: Vec<Option<&str>> = vec![None; types.len()];
        for (reg, name) in registers {
            let number = match code.source(*reg) {
                Source::Parameter(number) => Some(number),
                _ => locals.find(*reg).and_then(|web| locals.number(web)),
            };
            if let Some(number) = number {
                named[number as usize].get_or_insert(name);
            }
        }
        let mut variables = Variables {
            around,
            names: Vec::new(),
            first: Vec::new(),
            words: types.iter().map(|&ty| words::count(ty)).collect(),
            parameters: words::count_all(parameters),
            temporaries: Vec::new(),
            brought: Vec::new(),
            frame: None,
            caller: None,
            own: Taken::default(),
            style,
            next: 0,
        };
        for (number, &ty) in types.iter().enumerate() {
            let first = variables.names.len() as Variable;
            variables.first.push(first);
            let wanted = match named[number] {
                Some(name) => name.to_owned(),
                None if number < parameters.len() => format!("p{number}"),
                None => format!("v{number}"),
            };
            let mut base = String::new();
            for word in 0..words::count(ty) {
                let wanted = match (word, words::count(ty)) {
                    (0, _) => wanted.clone(),
                    (1, 2) => format!("{base}_high"),
                    (word, _) => format!("{base}_{word}"),
                };
                let at = variables.add(&wanted);
                if word == 0 {
                    base = variables.name(at).to_owned();
                }
            }
        }
        variables
    }

    /// A new variable.
    pub(crate) fn add(&mut self, wanted: &str) -> Variable {
        let name = match self.style {
            Style::Readable => self
                .own
                .take_unless(wanted, |name| self.around.is_taken(name)),
            Style::Compact => self.short(),
        };
        self.names.push(name);
        self.names.len() as Variable - 1
    }

    /// The shortest name that is free: small letters, then digits.
    fn short(&mut self) -> String {
        loop {
            let name = short(self.next);
            self.next += 1;
            if !self.around.is_taken(&name) && !self.own.has(&name) {
                self.own.take(&name);
                return name;
            }
        }
    }

    /// The name of the variable of a block's decision.
    pub(crate) fn decision(&mut self, block: usize) -> String {
        let name = match self.style {
            Style::Readable => format!("d{block}"),
            Style::Compact => format!("$d{block}"),
        };
        self.own
            .take_unless(&name, |name| self.around.is_taken(name))
    }

    /// The name of the variable that keeps the stack pointer of the caller.
    pub(crate) fn caller(&self) -> &str {
        self.name(
            self.caller
                .expect("only functions with a frame move the stack pointer"),
        )
    }

    /// Adds what control needs: where the frame is, and as many words of what calls bring.
    pub(crate) fn add_control(&mut self, has_frame: bool, brought: usize) {
        if has_frame {
            self.frame = Some(self.add("frame"));
            self.caller = Some(self.add("callers"));
        }
        for word in 0..brought {
            let at = self.add(&format!("r{word}"));
            self.brought.push(at);
        }
    }

    /// The name of a variable.
    pub(crate) fn name(&self, at: Variable) -> &str {
        &self.names[at as usize]
    }

    /// The words of a register.
    pub(crate) fn of(&self, locals: &Locals, reg: Reg) -> impl Iterator<Item = Variable> + use<> {
        let number = locals.number(locals.get(reg));
        let number = number.expect("every register that is read or set has a local") as usize;
        let first = self.first[number];
        first..first + self.words[number] as Variable
    }

    /// The variable of the frame's lowest address.
    pub(crate) fn frame(&self) -> (Variable, String) {
        let at = self
            .frame
            .expect("only functions with a frame have addresses in it");
        (at, self.name(at).to_owned())
    }

    /// A word of what a call brings.
    pub(crate) fn brought(&self, word: usize) -> Variable {
        self.brought[word]
    }

    /// The n-th temporary variable.
    pub(crate) fn temporary(&mut self, number: usize) -> Variable {
        while self.temporaries.len() <= number {
            let at = self.add(&format!("t{}", self.temporaries.len()));
            self.temporaries.push(at);
        }
        self.temporaries[number]
    }

    /// The names that are taken inside of the function.
    pub(crate) fn taken(&self) -> &Taken {
        &self.own
    }

    /// The names of the parameters.
    pub(crate) fn parameters(&self) -> &[String] {
        &self.names[..self.parameters]
    }

    /// The names of the others.
    pub(crate) fn others(&self) -> &[String] {
        &self.names[self.parameters..]
    }
}

/// The n-th of all short names, which begin with a small letter and have no capital one.
pub(crate) fn short(mut number: usize) -> String {
    const FIRST: &[u8] = b"abcdefghijklmnopqrstuvwxyz";
    const MORE: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789_";
    let mut name = String::from(FIRST[number % FIRST.len()] as char);
    number /= FIRST.len();
    while number > 0 {
        number -= 1;
        name.push(MORE[number % MORE.len()] as char);
        number /= MORE.len();
    }
    name
}
