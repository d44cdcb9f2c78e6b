//! Parameters and variables.

use foldhash::HashSet;
use unsnarl::emit::{self, C};
use unsnarl::{Cfg, Program};
use unsnarl_ir::pseudocode::written::Written;
use unsnarl_ir::{Op, Terminator, Type, TypeId, ValueId};

use super::Bodied;
use super::placement::{self, Declaration};
use crate::people::expression::Expression;
use crate::people::fields::Ty;
use crate::people::refusal::Cause;
use crate::people::types::holder;
use crate::people::unit::{MAIN, is_aggregate};
use crate::people::values::masked;

/// A variable, and where its text goes.
struct Declared {
    name: String,
    ty: TypeId,
    /// Its type in the source, if it is declared so.
    source: Option<Ty>,
    /// Whether nothing but assignments and reads by its name access it.
    is_free: bool,
    is_volatile: bool,
    /// In bytes, if it needs more than its type.
    align: Option<u64>,
}

impl Bodied<'_, '_> {
    /// The names of the parameters.
    pub(super) fn parameters(&self) -> Vec<String> {
        let all = self.values.function.parameters.iter().enumerate();
        all.map(|(place, parameter)| match parameter.value {
            Some(value) if !self.values.code.name(value).is_empty() => {
                self.values.identifier(self.values.code.name(value))
            }
            _ => self.values.new_name(&format!("unused{place}")),
        })
        .collect()
    }

    /// The names of the parameters in the head of the function: what comes with a sign, or with
    /// bits above its own, is read without them.
    pub(super) fn given(&self, parameters: &[String]) -> Vec<String> {
        let all = parameters.iter().zip(&self.values.function.parameters);
        all.map(|(name, parameter)| {
            let bits = self.values.unit.module.types.int_width(parameter.ty);
            let is_odd =
                bits.is_some_and(|bits| bits > 1 && holder(bits).is_some_and(|own| own != bits));
            match (parameter.attributes.signext, is_odd) {
                (true, _) => self.values.new_name(&format!("{name}_signed")),
                (false, true) => self.values.new_name(&format!("{name}_given")),
                (false, false) => name.clone(),
            }
        })
        .collect()
    }

    /// The declaration of the parameter that is given under another name.
    pub(super) fn taken(&self, place: usize, name: &str, given: &str) -> Result<String, Cause> {
        let parameter = &self.values.function.parameters[place];
        let ty = parameter.ty;
        let type_name = self.values.unit.value_type(ty)?;
        let value = match parameter.attributes.signext {
            true => Expression::cast(&type_name, &Expression::atom(given)),
            false => Expression::atom(given),
        };
        let value = match self.values.unit.module.types.int_width(ty) {
            Some(bits) => masked(value, bits),
            None => value,
        };
        Ok(format!("{type_name} {name} = {};", value.text))
    }

    /// The head of `main`, whose types C says.
    pub(super) fn main_head(&self, parameters: &[String]) -> String {
        let list: Vec<String> = parameters
            .iter()
            .zip(MAIN)
            .map(|(name, ty)| match ty.ends_with('*') {
                true => format!("{ty}{name}_given"),
                false => format!("{ty} {name}_given"),
            })
            .collect();
        let list = if list.is_empty() {
            "void".to_owned()
        } else {
            list.join(", ")
        };
        let mut text = format!("int main({list}) {{\n");
        for (name, ty) in parameters.iter().zip(["uint32_t ", "void *", "void *"]) {
            let target = self.values.target(name);
            let declared = target.map_or_else(|| ty.to_owned(), |to| self.values.unit.pointer(to));
            text += &format!("  {}{name} = ({}){name}_given;\n", declared, ty.trim_end());
        }
        text
    }

    /// The statements that let calls reach the variables which a call that returns another time
    /// must find as they are, and which are more than their names.
    pub(super) fn reached(&self) -> Vec<String> {
        let values = &self.values;
        let (unit, code) = (values.unit, values.code);
        if !values.returns_again {
            return Vec::new();
        }
        let read = values.read.borrow();
        let mut found = Vec::new();
        for (inst, variable) in code.variables() {
            let name = values.identifier(code.variable_name(inst));
            let is_kept = variable.parameter.is_some() && variable.is_private();
            if read.contains(&name) && !is_kept && !values.is_volatile(inst) {
                let address = unit.address_of(variable.ty, &Expression::atom(name));
                found.push(values.reached(&address.text));
            }
        }
        for parameter in &values.function.parameters {
            if let Some(name) = parameter.value.and_then(|value| values.by_value(value)) {
                found.push(values.reached(&format!("&{}", values.identifier(&name))));
            }
        }
        found
    }

    /// The variables of a body: those of `alloca`s, values, and those of control.
    pub(super) fn declarations(
        &self,
        cfg: &Cfg,
        program: &Program,
        body: &str,
    ) -> Result<Vec<Declaration>, Cause> {
        let values = &self.values;
        let (unit, code, function) = (values.unit, values.code, values.function);
        let mut all: Vec<Declared> = Vec::new();
        for (inst, variable) in code.variables() {
            if variable.parameter.is_some() {
                continue;
            }
            let align = match function.insts[inst].op {
                Op::Alloca { align, .. } => align,
                _ => None,
            };
            let natural = unit.layout.align(variable.ty).unwrap_or(1);
            let source = unit.fields.variable(values.inside(), inst);
            let natural = source.map_or(natural, |ty| unit.fields.align_of(ty));
            all.push(Declared {
                name: values.identifier(code.variable_name(inst)),
                ty: variable.ty,
                source,
                is_free: variable.is_private(),
                is_volatile: values.is_volatile(inst),
                align: align.filter(|&align| align > natural),
            });
        }
        let mut seen: HashSet<String> = self.parameters().into_iter().collect();
        let phis = function
            .blocks
            .values()
            .flat_map(|block| block.phis.iter().map(|phi| phi.result));
        let insts = function.blocks.keys().flat_map(|block| code.insts(block));
        let insts = insts.filter(|&&inst| code.written(inst) == Written::Statement);
        let insts = insts.filter_map(|&inst| function.insts[inst].result);
        let results: Vec<ValueId> = phis.chain(insts).collect();
        for value in results {
            let name = values.identifier(code.name(value));
            if !values.read.borrow().contains(&name) || !seen.insert(name.clone()) {
                continue;
            }
            all.push(Declared {
                name,
                ty: function.value_type(value),
                source: None,
                is_free: true,
                is_volatile: false,
                align: None,
            });
        }
        let kept = self.circled.iter().chain(&self.kept);
        all.extend(kept.map(|(name, ty)| Declared {
            name: name.clone(),
            ty: *ty,
            source: None,
            is_free: true,
            is_volatile: false,
            align: None,
        }));
        let storage: HashSet<String> = code
            .variables()
            .map(|(inst, _)| values.identifier(code.variable_name(inst)))
            .collect();
        let read = values.read.borrow().clone();
        let shown = placement::read(body);
        let mut lines = Vec::new();
        for declared in all {
            if !read.contains(&declared.name) {
                continue;
            }
            let is_list = is_aggregate(unit.module, declared.ty);
            let is_array = matches!(unit.module.types.resolve(declared.ty), Type::Array { .. });
            let is_empty = unit.layout.size(declared.ty) == Some(0);
            let is_stored = storage.contains(&declared.name);
            let source = declared
                .source
                .map(|ty| unit.fields.declare(ty, &declared.name));
            let target = values.target(&declared.name);
            let is_pointer = unit.module.types.is_pointer(declared.ty);
            let (before, own) = match (declared.is_volatile, is_pointer) {
                (true, true) => ("", format!("volatile {}", declared.name)),
                (true, false) => ("volatile ", declared.name.clone()),
                (false, _) => ("", declared.name.clone()),
            };
            let text = match is_array && !is_stored {
                _ if source.is_some() => source.flatten().unwrap_or_default(),
                _ if target.is_some() => {
                    let pointer = target.map(|to| unit.pointer(to));
                    format!("{}{own}", pointer.unwrap_or_default())
                }
                true => format!("{} {own}", unit.value_type(declared.ty)?),
                false => unit.types.borrow_mut().declare_local(declared.ty, &own)?,
            };
            let align = declared
                .align
                .map(|align| format!(" __attribute__((aligned({align})))"));
            let mut attributes = align.unwrap_or_default();
            // Compilers warn of what is set only.
            if declared.is_volatile && !shown.contains(declared.name.as_str()) {
                attributes += " __attribute__((unused))";
            }
            let first = match (is_list, is_empty) {
                (true, true) => "",
                (true, false) => "{}",
                (false, _) if text.contains('*') => "NULL",
                _ => "0",
            };
            // The memory of a variable need not be set before the program does.
            let first = if is_stored && is_list { "" } else { first };
            lines.push(Declaration {
                name: declared.name,
                text: format!("{before}{text}{attributes}"),
                first: first.to_owned(),
                is_free: declared.is_free
                    && !declared.is_volatile
                    && declared.align.is_none()
                    && !(is_stored && is_list),
            });
        }
        let control = emit::variables(cfg, program, C, self);
        let mut add = |text: &str, name: &str, first: String| {
            lines.push(Declaration {
                name: name.to_owned(),
                text: format!("{text} {name}"),
                first,
                is_free: !control.unread.iter().any(|unread| unread == name),
            });
        };
        if let Some((name, first)) = control.label() {
            add("unsigned", name, first.unwrap_or(0).to_string());
        }
        for (block, name) in control.decisions() {
            let ty = match function.blocks[block].terminator {
                Terminator::Switch { value, .. } => unit.value_type(values.ty(value))?,
                _ => "bool".to_owned(),
            };
            add(&ty, name, "0".to_owned());
        }
        for name in &control.flags {
            add("bool", name, "false".to_owned());
        }
        // Compilers warn of what is set only.
        for name in &control.unread {
            lines.push(Declaration {
                name: String::new(),
                text: format!("(void){name}"),
                first: String::new(),
                is_free: false,
            });
        }
        Ok(lines)
    }
}
