//! A block of the source and its code as text, with the numbers of registers.

use std::fmt::Write as _;

use unsnarl_ir::{BlockId, Id};
use unsnarl_low::{Function as Code, Reg, Source};

use super::subject::Subject;

/// A block, and what was selected for it.
pub fn listing(subject: &Subject<'_>, block: BlockId) -> String {
    let (module, function) = (subject.module, subject.function);
    let mut text = format!("{}:\n", module.show_block(function, block));
    let source = &function.blocks[block];
    for phi in &source.phis {
        let _ = writeln!(text, "  v{} = phi", phi.result.index());
    }
    for &inst in &source.insts {
        let inst = &function.insts[inst];
        let result = inst
            .result
            .map_or(String::new(), |value| format!("v{}: ", value.index()));
        let _ = writeln!(text, "  {result}{}", module.show_inst(function, inst));
    }
    let _ = writeln!(
        text,
        "  {}",
        module.show_terminator(
            function,
            &source.terminator,
            unsnarl_ir::TerminatorPart::Whole
        )
    );
    let code = &subject.code;
    let contents = code.block(block);
    let shown = |reg| show(code, reg);
    let row = |regs: &[Reg]| {
        regs.iter()
            .map(|&reg| shown(reg))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let add = |text: &mut String, line: &str| {
        text.push_str("  | ");
        text.push_str(line);
        text.push('\n');
    };
    for inst in contents.insts() {
        let results: Vec<Reg> = code.inst(inst).results().collect();
        let op = &code.inst(inst).op;
        let line = format!("{} = {op:?} {}", row(&results), row(code.operands(inst)));
        add(&mut text, &line);
    }
    let mut line = format!("{:?} {}", contents.exit, row(code.exit_operands(block)));
    for edge in contents.edges() {
        let _ = write!(line, "; to {}({})", edge.to, row(code.arguments(*edge)));
    }
    add(&mut text, &line);
    let names = subject.function.values.keys().filter_map(|value| {
        let registers = subject.registers(value).iter().copied().flatten();
        let registers: Vec<Reg> = registers.collect();
        let inside = registers.iter().any(|&reg| is_used(code, block, reg));
        inside.then(|| format!("v{} in {}", value.index(), row(&registers)))
    });
    let names: Vec<String> = names.take(60).collect();
    add(&mut text, &names.join("; "));
    text
}

fn is_used(code: &Code, block: BlockId, reg: Reg) -> bool {
    let contents = code.block(block);
    contents.insts().any(|inst| {
        code.operands(inst).contains(&reg) || code.inst(inst).results().any(|own| own == reg)
    }) || contents.parameters.contains(&reg)
        || code.exit_operands(block).contains(&reg)
}

fn show(code: &Code, reg: Reg) -> String {
    match code.source(reg) {
        Source::Number(number) => format!("{number:?}"),
        Source::Frame(offset) => format!("frame+{offset}"),
        _ => reg.to_string(),
    }
}
