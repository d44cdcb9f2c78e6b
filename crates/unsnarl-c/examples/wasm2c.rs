//! A module of WebAssembly as C: `wasm2c IN.wasm OUT.c`, as the command does it.

use std::path::Path;
use std::{env, fs};

use unsnarl_c::machine::{Options, compile};
use unsnarl_c::nested;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().collect();
    let [_, input, output] = arguments.as_slice() else {
        return Err("give a module and a file of C".into());
    };
    let module = unsnarl_wasm::read(&fs::read(input)?)?;
    let path = Path::new(output);
    let name = path
        .file_stem()
        .and_then(|stem| stem.to_str())
        .unwrap_or("module");
    let options = Options {
        name: name.to_owned(),
        bytes_per_file: None,
    };
    let folder = path.parent().unwrap_or(Path::new("."));
    let output = compile(&module, &options, &nested)?;
    for report in output.reports.iter().filter(|report| !report.is_proved) {
        eprintln!("not proved: {}", report.name);
    }
    for (name, text) in output.files {
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}
