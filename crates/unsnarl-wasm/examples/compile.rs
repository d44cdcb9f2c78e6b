//! Compiles a file of LLVM IR: `compile IN OUT`; with `OUT` ending in `.wat` as text.

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(input), Some(output)) = (arguments.next(), arguments.next()) else {
        return Err("usage: compile IN.ll OUT.wasm|OUT.wat".into());
    };
    let module = unsnarl_llvm::read(&std::fs::read_to_string(&input)?)?;
    let compiled = unsnarl_wasm::compile(&module, &unsnarl_wasm::Options::default())?;
    for report in &compiled.reports {
        if !report.verdict.is_proved() {
            eprintln!(
                "{}: {}",
                module.function_name(report.function),
                report.verdict
            );
        }
    }
    if output.ends_with(".wat") {
        std::fs::write(&output, unsnarl_wasm::wat(&compiled.bytes)?)?;
    } else {
        std::fs::write(&output, compiled.bytes)?;
    }
    Ok(())
}
