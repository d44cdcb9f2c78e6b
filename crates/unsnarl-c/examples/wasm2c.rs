//! A module of WebAssembly as C: `wasm2c IN.wasm OUT.c`, as the command does it.

use std::path::Path;
use std::{env, fs};

use unsnarl_c::machine::{Options, compile};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().collect();
    let [_, input, output] = arguments.as_slice() else {
        return Err("give a module and a file of C".into());
    };
    let module = unsnarl_wasm::read(&fs::read(input)?)?;
    let output = Path::new(output);
    let name = output
        .file_stem()
        .and_then(|stem| stem.to_str())
        .unwrap_or("module");
    let options = Options {
        name: name.to_owned(),
        bytes_per_file: None,
    };
    let folder = output.parent().unwrap_or(Path::new("."));
    for (name, text) in compile(&module, &options)?.files {
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}
