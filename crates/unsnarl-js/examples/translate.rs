//! Writes a module of WebAssembly as JavaScript: `translate x.wasm x.mjs [--compact] [--promise]
//! [--traps | --unchecked] [--no-wasi]`.

use std::error::Error;

use unsnarl_js::{Alignment, Options, Style, Traps, nested};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |name: &str| arguments.iter().any(|one| one == name);
    let mut files = arguments.iter().filter(|one| !one.starts_with("--"));
    let (Some(from), Some(to)) = (files.next(), files.next()) else {
        return Err("translate x.wasm x.mjs".into());
    };
    let options = Options {
        traps: match (has("--traps"), has("--unchecked")) {
            (true, _) => Traps::All,
            (_, true) => Traps::Unchecked,
            _ => Traps::Free,
        },
        style: if has("--compact") {
            Style::Compact
        } else {
            Style::Readable
        },
        alignment: if has("--promise") {
            Alignment::Promise
        } else {
            Alignment::Hint
        },
        no_wasi: has("--no-wasi"),
        exact_nan: has("--exact-nan"),
        ..Options::default()
    };
    let module = unsnarl_wasm::read(&std::fs::read(from)?)?;
    let output = unsnarl_js::compile(&module, &options, &nested)?;
    for report in output.too_large(unsnarl_js::LARGEST) {
        eprintln!(
            "{}: about {} bytes of bytecode",
            report.name, report.bytecode
        );
    }
    std::fs::write(to, output.text)?;
    Ok(())
}
