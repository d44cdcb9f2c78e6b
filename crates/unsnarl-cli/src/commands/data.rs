//! Whether the data of the functions of LLVM IR is proved: what `verify` adds to the proof of
//! control.

use crate::args::{How, Size};
use crate::input::Source;
use crate::output::watched;
use std::collections::BTreeMap;
use unsnarl_wasm::{DataVerdict, Options};

/// What is known of the data of a module's functions.
pub(super) enum Data {
    /// By function: the verdict on the bytes of an object, and how many functions it became.
    Judged(BTreeMap<String, (DataVerdict, usize)>),
    /// There are no bytes, for this reason.
    NotCompiled(String),
}

impl Data {
    /// Compiles LLVM IR to an object, and throws the bytes away.
    pub(super) fn judge(source: &Source, how: &How, size: &Size) -> Self {
        let module = match source.parse_module() {
            Ok(module) => module,
            Err(failure) => return Data::NotCompiled(failure.message().to_owned()),
        };
        let structure = |cfg: &unsnarl::Cfg| how.make(cfg);
        let options = Options {
            structure: &structure,
            function_bytes: size.function_bytes(),
            ..Options::default()
        };
        let what = format!("compiling {}", source.name);
        match watched(&what, || unsnarl_wasm::object(&module, &options)) {
            Ok(output) => {
                let reports = output.reports.iter();
                let verdict = |report: &unsnarl_wasm::Report| {
                    let name = module.function_name(report.function);
                    (name.to_owned(), (report.data, 1 + report.parts.len()))
                };
                Data::Judged(reports.map(verdict).collect())
            }
            Err(errors) => Data::NotCompiled(match errors.iter().next() {
                Some(error) => error.to_string(),
                None => errors.to_string(),
            }),
        }
    }

    /// The verdict on a function.
    pub(super) fn of(&self, name: &str) -> Option<DataVerdict> {
        match self {
            Data::Judged(verdicts) => verdicts.get(name).map(|&(verdict, _)| verdict),
            Data::NotCompiled(_) => None,
        }
    }

    /// How many functions one becomes: more than one if it is too large for engines.
    pub(super) fn functions(&self, name: &str) -> usize {
        match self {
            Data::Judged(verdicts) => verdicts.get(name).map_or(1, |&(_, functions)| functions),
            Data::NotCompiled(_) => 1,
        }
    }

    /// How many of these functions are proved, or why none is.
    pub(super) fn summary<'a>(&self, names: impl Iterator<Item = &'a str>) -> String {
        match self {
            Data::Judged(_) => {
                let names: Vec<&str> = names.collect();
                let is_proved = |name: &&&str| self.of(name) == Some(DataVerdict::Proved);
                let proved = names.iter().filter(is_proved).count();
                let all = names.len();
                let divided = names.iter().map(|name| self.functions(name));
                let divided: Vec<usize> = divided.filter(|&functions| functions > 1).collect();
                let parts = match divided.len() {
                    0 => String::new(),
                    1 => format!("; 1 divided into {}", divided[0]),
                    count => format!("; {count} divided into {}", divided.iter().sum::<usize>()),
                };
                format!("data: {proved} of {all} proved{parts}")
            }
            Data::NotCompiled(reason) => format!("data not proved: {reason}"),
        }
    }
}
