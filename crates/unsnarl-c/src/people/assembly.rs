//! Inline assembly: the text is kept, its constraints are translated.
//!
//! *Gives:* [`Values::assembly`].
//! *Limits:* constraints of x86 by register and by class; a choice between several is refused, and
//! so are outputs by address, and text for Intel's assembler.
//!
//! The IR lists outputs, inputs and what is overwritten in one row, and numbers operands with `$`;
//! C has three lists, and `%`.

use unsnarl_ir::{Assembly, AssemblyDialect, Call, Type, ValueId};

use super::constants::string;
use super::expression::{Expression, Level};
use super::refusal::Cause;
use super::values::Values;

type Made = Result<Expression, Cause>;

impl Values<'_, '_> {
    pub(super) fn assembly(
        &self,
        assembly: &Assembly,
        call: &Call,
        result: Option<ValueId>,
    ) -> Made {
        let unit = self.unit;
        let module = unit.module;
        let constraints = module.name(assembly.constraints);
        let refused = || Cause::Construct(format!("inline assembly with '{constraints}'"));
        if assembly.dialect == AssemblyDialect::Intel {
            return Err(Cause::Construct(
                "inline assembly in Intel syntax".to_owned(),
            ));
        }
        let (mut places, mut inputs, mut clobbers) = (Vec::new(), Vec::new(), Vec::new());
        let mut arguments = call.arguments.iter();
        for constraint in constraints.split(',').filter(|own| !own.is_empty()) {
            if let Some(name) = constraint.strip_prefix("~{") {
                let name = name.trim_end_matches('}');
                // These flags are no register for compilers of C.
                if !matches!(name, "dirflag" | "fpsr" | "flags") {
                    clobbers.push(string(name.as_bytes()));
                } else if name == "flags" {
                    clobbers.push(string(b"cc"));
                }
            } else if let Some(output) = constraint.strip_prefix('=') {
                let (early, output) = match output.strip_prefix('&') {
                    Some(output) => ("&", output),
                    None => ("", output),
                };
                match output.strip_prefix('*') {
                    // What is at the address of an operand is written.
                    Some(memory) => {
                        let argument = arguments.next().ok_or_else(refused)?;
                        let ty = argument.attributes.element_type.ok_or_else(refused)?;
                        let place = self.place(argument.value, ty, None, false)?;
                        let class = class(memory).ok_or_else(refused)?;
                        places.push((format!("={early}{class}"), Some(place.text)));
                    }
                    None => {
                        let class = class(output).ok_or_else(refused)?;
                        places.push((format!("={early}{class}"), None));
                    }
                }
            } else {
                inputs.push(constraint);
            }
        }
        if inputs.len() != arguments.len() {
            return Err(refused());
        }
        let mut list = Vec::new();
        for (constraint, argument) in inputs.iter().zip(arguments) {
            let value = self.operand(argument.value)?;
            let text = match constraint.strip_prefix('*') {
                // The operand is what is at the address.
                Some(memory) => {
                    let ty = argument.attributes.element_type.ok_or_else(refused)?;
                    let place = self.place(argument.value, ty, None, false)?;
                    let class = class(memory).ok_or_else(refused)?;
                    format!("\"{class}\"({})", place.text)
                }
                None => {
                    let ty = unit.value_type(self.ty(argument.value))?;
                    let class = class(constraint).ok_or_else(refused)?;
                    let value = Expression::cast(ty, &value);
                    format!("\"{class}\"({})", value.text)
                }
            };
            list.push(text);
        }
        let text = template(module.name(assembly.text)).ok_or_else(refused)?;
        let volatile = if assembly.side_effects {
            " volatile"
        } else {
            ""
        };
        let tail = format!(": {} : {}", list.join(", "), clobbers.join(", "));
        let statement = |outputs: &str| {
            let text = string(text.as_bytes());
            format!("__asm__{volatile}({text} : {outputs} {tail})")
        };
        let made = places.iter().filter(|(_, place)| place.is_none()).count();
        let (name, fields): (String, Vec<String>) = match result {
            None => (String::new(), Vec::new()),
            Some(result) => {
                let ty = self.function.value_type(result);
                let fields = match (module.types.resolve(ty), made) {
                    (Type::Struct { .. }, made) => {
                        (0..made).map(|own| format!("ir_v.f{own}")).collect()
                    }
                    _ => vec!["ir_v".to_owned()],
                };
                (unit.value_type(ty)?, fields)
            }
        };
        if fields.len() != made {
            return Err(refused());
        }
        let mut fields = fields.into_iter();
        let outputs: Vec<String> = places
            .iter()
            .map(|(class, place)| {
                let place = place.clone().or_else(|| fields.next());
                format!("\"{class}\"({})", place.unwrap_or_default())
            })
            .collect();
        let statement = statement(&outputs.join(", "));
        Ok(match result {
            None => Expression::new(statement, Level::Postfix),
            Some(_) => Expression::atom(format!(
                "__extension__({{ {name} ir_v; {statement}; ir_v; }})"
            )),
        })
    }
}

/// A constraint of one alternative in C.
fn class(constraint: &str) -> Option<&str> {
    if constraint.contains('|') {
        return None;
    }
    // A flag of the processor, which C has as an integer, too.
    if let Some(flag) = constraint.strip_prefix("{@cc") {
        let flag = flag.strip_suffix('}')?;
        let is_flag = !flag.is_empty() && flag.bytes().all(|byte| byte.is_ascii_lowercase());
        return is_flag.then_some(&constraint[1..constraint.len() - 1]);
    }
    Some(match constraint {
        "{ax}" => "a",
        "{bx}" => "b",
        "{cx}" => "c",
        "{dx}" => "d",
        "{si}" => "S",
        "{di}" => "D",
        own if own.starts_with('{') => return None,
        own => own,
    })
}

/// The text with operands as C numbers them; nothing if it has something else.
fn template(text: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '%' => out += "%%",
            '$' => match rest.peek()? {
                '$' => {
                    rest.next();
                    out.push('$');
                }
                '{' => {
                    rest.next();
                    let own: String = rest.by_ref().take_while(|&c| c != '}').collect();
                    out.push('%');
                    match own.split_once(':') {
                        Some((number, modifier)) => out += &format!("{modifier}{number}"),
                        None => out += &own,
                    }
                }
                digit if digit.is_ascii_digit() => {
                    out.push('%');
                    while let Some(digit) = rest.next_if(char::is_ascii_digit) {
                        out.push(digit);
                    }
                }
                // `$(a$|b$)` is a choice between assemblers.
                _ => return None,
            },
            c => out.push(c),
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_are_numbered_as_in_c() {
        for (text, own) in [
            ("bswap $0", Some("bswap %0")),
            ("mov $$5, ${1:w}", Some("mov $5, %w1")),
            ("mov %eax, $12", Some("mov %%eax, %12")),
            ("$(x$|y$)", None),
        ] {
            assert_eq!(template(text).as_deref(), own, "{text}");
        }
    }
}
