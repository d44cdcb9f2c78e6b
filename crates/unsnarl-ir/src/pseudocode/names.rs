//! The names of values and variables in pseudocode.
//!
//! *Needs:* which values are written by a name, and which are one variable.
//! *Gives:* [`Names`]: the name in the source if there is one, otherwise the name in LLVM IR,
//! otherwise its number (`%7`). All variables have different names, which also differ from those of
//! globals: later ones get a number at the end. A variable of several values has the name of a
//! parameter among them, or otherwise of a phi.
//! *Cost:* O(values · log).

use std::collections::{BTreeMap, BTreeSet};

use super::Context;
use super::fold::{Fate, Folding};
use super::schedule::Schedule;
use super::variables::Variables;
use super::webs::Webs;
use crate::function::{Definition, Function};
use crate::id::{BlockId, IdMap, InstId, ValueId};
use crate::inst::Operand;
use crate::module::Module;
use crate::name::Name;
use crate::types::Type;

/// Words that have another meaning in pseudocode.
const WORDS: [&str; 27] = [
    "and",
    "block",
    "break",
    "case",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "false",
    "float",
    "goto",
    "if",
    "is",
    "label",
    "loop",
    "not",
    "null",
    "poison",
    "return",
    "returned",
    "switch",
    "true",
    "undef",
    "unreachable",
    "while",
    "zero",
];

pub(super) struct Names {
    values: IdMap<ValueId, String>,
    variables: BTreeMap<InstId, String>,
    saved: BTreeMap<BlockId, String>,
    kept: String,
}

impl Names {
    pub(super) fn find(
        context: &Context<'_>,
        function: &Function,
        (variables, webs): (&Variables, &Webs),
        written: impl Iterator<Item = ValueId>,
        saves: impl Iterator<Item = BlockId>,
    ) -> Self {
        let mut names = Names {
            values: IdMap::new(),
            variables: BTreeMap::new(),
            saved: BTreeMap::new(),
            kept: String::new(),
        };
        function.values.iter().for_each(|_| {
            names.values.push(String::new());
        });
        let mut pool = Pool {
            context,
            taken: BTreeSet::new(),
            next: BTreeMap::new(),
        };
        let module = context.module;
        for (inst, variable) in variables.iter() {
            let own = match variable.parameter {
                Some((parameter, _)) if variables.source(variable.address).is_none() => parameter,
                _ => variable.address,
            };
            let name = pool.unique(wanted(module, function, variables, own));
            if let Some((parameter, _)) = variable.parameter {
                names.values[parameter] = name.clone();
            }
            names.variables.insert(inst, name);
        }
        for value in written {
            if !names.values[value].is_empty() {
                continue;
            }
            let members = match webs.members(webs.first(value)) {
                [] => &[value],
                members => members,
            };
            let best = members.iter().copied().min_by_key(|&value| {
                let has_source = variables.source(value).is_some();
                rank(function, value, has_source)
            });
            let best = best.unwrap_or(value);
            let name = pool.unique(wanted(module, function, variables, best));
            for &member in members {
                names.values[member].clone_from(&name);
            }
        }
        for block in saves {
            names.saved.insert(block, pool.unique("decided".to_owned()));
        }
        names.kept = pool.unique("old".to_owned());
        names
    }

    pub(super) fn value(&self, value: ValueId) -> &str {
        &self.values[value]
    }

    pub(super) fn variable(&self, inst: InstId) -> &str {
        self.variables.get(&inst).map_or("", String::as_str)
    }

    /// The name under which a block's decision is saved.
    pub(super) fn saved(&self, block: BlockId) -> Option<&str> {
        self.saved.get(&block).map(String::as_str)
    }

    /// A name for a value that a copy on an edge overwrites.
    pub(super) fn kept(&self, number: usize) -> String {
        match number {
            0 => self.kept.clone(),
            number => format!("{}#{number}", self.kept),
        }
    }
}

/// The values that are written by a name: parameters first, then in the order of the blocks.
pub(super) fn written<'a>(
    function: &'a Function,
    variables: &'a Variables,
    schedule: &'a Schedule,
    folding: &'a Folding,
) -> impl Iterator<Item = ValueId> + 'a {
    let parameters = function.parameters.iter();
    let parameters = parameters.filter_map(|parameter| parameter.value);
    let blocks = function.blocks.iter().flat_map(move |(id, block)| {
        let phis = block.phis.iter().map(|phi| phi.result);
        let insts = schedule.insts(id).iter().filter(move |&&inst| {
            folding.fate(inst) == Fate::Statement && variables.get(inst).is_none()
        });
        let insts = insts.filter_map(|&inst| function.insts[inst].result);
        phis.chain(insts).chain(block.terminator.result())
    });
    parameters.chain(blocks)
}

/// The rank of a value for naming a variable that it shares with others; the lowest is the best.
fn rank(function: &Function, value: ValueId, has_source: bool) -> impl Ord + use<> {
    let data = &function.values[value];
    let kind = match data.definition {
        Definition::Parameter(_) => 0,
        Definition::Phi(..) => 1,
        Definition::Inst(_) | Definition::Terminator(_) => 2,
    };
    let is_text = matches!(data.name, Name::Text(_));
    (!has_source, !is_text, kind, value)
}

/// The preferred name of a value, before clashes are resolved.
fn wanted(module: &Module, function: &Function, variables: &Variables, value: ValueId) -> String {
    let source = variables.source(value).and_then(|variable| {
        let info = module.debug.as_ref()?;
        Some(module.name(info.local_variables[variable].name?))
    });
    let data = &function.values[value];
    // Terminators that refer to a token are written as in LLVM IR.
    if *module.types.get(data.ty) == Type::Token {
        let shown = module.show_operand(function, Operand::Value(value));
        return shown.to_string();
    }
    let name = match (source, data.name) {
        (Some(name), _) => name,
        (None, Name::Text(name)) => module.name(name),
        (None, Name::Number(number)) => return format!("%{number}"),
        (None, Name::Made(number)) => return format!("%new.{number}"),
    };
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
    let name: String = name
        .chars()
        .map(|c| if is_word(c) { c } else { '_' })
        .collect();
    match name.chars().next() {
        None => "_".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("%{name}"),
        Some(_) => name,
    }
}

struct Pool<'c, 'm> {
    context: &'c Context<'m>,
    taken: BTreeSet<String>,
    /// The number that the next use of a name gets.
    next: BTreeMap<String, u32>,
}

impl Pool<'_, '_> {
    fn unique(&mut self, wanted: String) -> String {
        let mut name = wanted.clone();
        let number = self.next.entry(wanted.clone()).or_insert(0);
        while self.context.is_symbol(&name)
            || self.taken.contains(&name)
            || WORDS.contains(&name.as_str())
            || is_flag(&name)
        {
            *number += 1;
            name = format!("{wanted}.{number}");
            // A name that begins like the name of a flag could be a flag's with some number.
            if is_flag(&name) {
                name = format!("v.{name}");
            }
        }
        self.taken.insert(name.clone());
        name
    }
}

/// Tells whether a name could be the name of a program's flag: `f0`, `goto_end`, `again_head`.
fn is_flag(name: &str) -> bool {
    if name.starts_with("goto_") || name.starts_with("again_") {
        return true;
    }
    let digits = name.strip_prefix('f').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
