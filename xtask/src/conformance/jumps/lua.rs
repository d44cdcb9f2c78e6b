//! Lua with its errors, which are jumps: a script that raises and catches thousands of them.
//!
//! *Needs:* Lua's sources, which the corpus downloads. *Gives:* a check for each form of exceptions
//! and engine that it prints what the native build prints, and one that all functions are proved.

use super::{FORMS, LIMIT};
use crate::corpus::{self, Program, Run};
use crate::engines::Engine;
use crate::error::Error;
use crate::parallel;
use crate::paths::Scratch;
use crate::process;
use crate::runtime;
use crate::tools::{CLANG, GCC};
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::{self, Backend};
use std::path::{Path, PathBuf};

/// Lua as it is, where the corpus leaves its errors out.
const LUA: Program = Program {
    name: "lua",
    sources: "lua-src-551.1.0/lua-5.4.9",
    files: &[],
    options: &[],
    wasi_options: &["-D_WASI_EMULATED_SIGNAL", "-D_WASI_EMULATED_PROCESS_CLOCKS"],
    libraries: &["wasi-emulated-signal", "wasi-emulated-process-clocks"],
    runs: &[Run::new("30000", "3000", Some("scripts/errors.lua"))],
};

/// Builds and runs it.
pub(super) fn checks(
    command: &Unsnarl,
    scratch: &Scratch,
    library: &Path,
) -> Result<Vec<Result<(), String>>, Error> {
    let files = corpus::c_files(&LUA)?;
    let native = scratch.file("lua-native");
    let mut gcc = GCC.call()?;
    gcc.args(["-O1", "-w"]).args(corpus::c_options(&LUA)?);
    gcc.args(&files).args(["-lm", "-o"]).arg(&native);
    process::require(&mut gcc, LIMIT)?;
    let answer = corpus::ask(&LUA.runs[0], &native, true)?;
    let mut irs = vec![library.to_owned()];
    let made = parallel::map(&files, |file| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let ir = scratch.file(&format!("lua-{name}.ll"));
        let mut options = corpus::c_options(&LUA)?;
        options.extend(["-mllvm", "-wasm-enable-sjlj"].map(str::to_owned));
        let mut clang = CLANG.call()?;
        clang.arg("--target=wasm32-wasi");
        clang.arg("-I").arg(runtime::headers());
        wasi::make_ir_by(clang, file, "-O2", &options, &ir)?;
        Ok::<PathBuf, Error>(ir)
    });
    for ir in made {
        irs.push(ir?);
    }
    let mut checks = Vec::new();
    for (form, engines) in FORMS {
        let ours = Backend::Unsnarl {
            command,
            choice: Choice::Exceptions(form),
        };
        let built = parallel::map(&irs, |ir| {
            let object = ir.with_extension(format!("{form}.o"));
            Ok::<_, Error>((ours.make_object(ir, &object)?, object))
        });
        let mut objects = Vec::new();
        for built in built {
            let (proofs, object) = built?;
            checks.push(match proofs.has_bounded() {
                true => Err(format!("Lua, {form}: {proofs}")),
                false => Ok(()),
            });
            objects.push(object);
        }
        let module = scratch.file(&format!("lua.{form}.wasm"));
        wasi::link(&objects, LUA.libraries, &module)?;
        for &engine in engines
            .iter()
            .filter(|&&engine| engine != Engine::SpiderMonkey)
        {
            let mut run = engine.script()?;
            let ran = answer.require(run.arg(&module));
            let ran = ran.map_err(|error| format!("Lua, {form}, {}: {error}", engine.name()));
            checks.push(ran.map(drop));
        }
    }
    Ok(checks)
}
