//! What runs scripts, and what remains of a script if some of its modules are refused.

use std::collections::BTreeMap;

use unsnarl_low::Module;
use unsnarl_low::module::{Export, Item};

use crate::script::{Action, Script, Step};

/// What modules are written as, and what runs that.
pub(crate) trait Target: Sync {
    /// A module as text.
    type Code: Send;

    /// Writes a module, or says why not. The number tells modules of a script apart.
    fn compile(&self, module: &Module, number: usize) -> Result<Self::Code, String>;

    /// Runs steps, none of which needs a module without code.
    fn run(&self, script: &Script, code: &[Option<Self::Code>], steps: &[&Step]) -> Ran;
}

/// What a script did.
#[derive(Default)]
pub(crate) struct Ran {
    pub(crate) passed: usize,
    /// Results that differ, but only in the bits of NaNs.
    pub(crate) deviations: usize,
    pub(crate) failures: Vec<String>,
}

/// What is left out of a script.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lost {
    /// Modules that are refused.
    pub(crate) modules: usize,
    /// Steps that need them.
    pub(crate) steps: usize,
}

/// The code of the modules of a script, the steps that can be run, and what cannot be, by reason.
pub(crate) type Prepared<'s, Code> = (Vec<Option<Code>>, Vec<&'s Step>, BTreeMap<String, Lost>);

/// Writes the modules of a script, and finds out what can be run.
pub(crate) fn prepared<'s, T: Target>(target: &T, script: &'s Script) -> Prepared<'s, T::Code> {
    let mut lost: BTreeMap<String, Lost> = BTreeMap::new();
    let mut code = Vec::new();
    let mut reasons = Vec::new();
    for (number, module) in script.modules.iter().enumerate() {
        let made = match module {
            Ok(module) => target.compile(module, number),
            Err(reason) => Err(reason.clone()),
        };
        if let Err(reason) = &made {
            lost.entry(reason.clone()).or_default().modules += 1;
        }
        reasons.push(made.as_ref().err().cloned());
        code.push(made.ok());
    }
    let mut registered: BTreeMap<&str, usize> = BTreeMap::new();
    let mut absent: BTreeMap<usize, String> = BTreeMap::new();
    let mut steps = Vec::new();
    for step in &script.steps {
        let reason = match &step.action {
            Action::Start { module, instance } => {
                let mut reason = reasons[*module].clone();
                if let Ok(module) = &script.modules[*module] {
                    let mut imports = module.imports.iter();
                    let missing = imports.find_map(|import| {
                        let source = registered.get(&import.module[..])?;
                        absent.get(source)
                    });
                    reason = reason.or(missing.cloned());
                }
                if let Some(reason) = &reason {
                    absent.insert(*instance, reason.clone());
                }
                reason
            }
            Action::Register { name, instance } => {
                registered.insert(name, *instance);
                absent.get(instance).cloned()
            }
            Action::Invoke { instance, .. } | Action::Get { instance, .. } => {
                absent.get(instance).cloned()
            }
        };
        match reason {
            Some(reason) => lost.entry(reason).or_default().steps += 1,
            None => steps.push(step),
        }
    }
    (code, steps, lost)
}

/// The modules of instances, and what is registered, as steps go on.
#[derive(Default)]
pub(crate) struct Instances<'s> {
    modules: BTreeMap<usize, usize>,
    registered: BTreeMap<&'s str, usize>,
}

impl<'s> Instances<'s> {
    /// Takes notice of a step.
    pub(crate) fn follow(&mut self, step: &'s Step) {
        match &step.action {
            Action::Start { module, instance } => {
                self.modules.insert(*instance, *module);
            }
            Action::Register { name, instance } => {
                self.registered.insert(name, *instance);
            }
            Action::Invoke { .. } | Action::Get { .. } => {}
        }
    }

    /// The number of the module of an instance.
    pub(crate) fn module_of(&self, instance: usize) -> usize {
        self.modules[&instance]
    }

    /// The instance that is registered by a name.
    pub(crate) fn registered(&self, name: &str) -> Option<usize> {
        self.registered.get(name).copied()
    }
}

/// What a module exports by a name, and as the how many-th.
pub(crate) fn exported(module: &Module, name: &str) -> Option<(usize, Item)> {
    let is_wanted = |export: &Export| export.name == name;
    let place = module.exports.iter().position(is_wanted)?;
    Some((place, module.exports[place].item))
}
