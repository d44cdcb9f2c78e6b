//! Code that is made at link time: bitcode through `unsnarl ld`.
//!
//! *Needs:* clang 19 and 22, `llvm-as`, `llvm-ar`, `llvm-cat`, two linkers, a libc and a library of
//! C++ for WebAssembly; gcc and node.
//! *Gives:* checks that
//! - zlib, Lua and SQLite as an archive of bitcode become the same bytes as the archive of the
//!   objects that `unsnarl compile` makes, and print what the native builds print;
//! - the parts in `corpus/linking` print the native output, whichever of them are bitcode of
//!   `-flto` or `-flto=thin` and which are objects of LLVM, by each linker;
//! - a program in C++ whose files share inline functions, templates and variables does what its
//!   native build does, built by `unsnarl c++ -flto`, also with a file of arguments;
//! - a file with several modules becomes one object.
//!
//! *Limits:* `--short` takes one level of zlib and Lua alone.

use super::linking::{self, MEMBERS, PARTS};
use super::report::Report;
use crate::corpus::{self, PROGRAMS, Program};
use crate::engines::{self, Engine};
use crate::error::Error;
use crate::parallel;
use crate::paths::{self, Scratch};
use crate::process;
use crate::tools::{CLANG, GXX, LLVM_AR, LLVM_AS, LLVM_CAT, WASM_LD, WASM_LD_22};
use crate::unsnarl::{Choice, Unsnarl};
use crate::wasi::{self, Backend};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

pub(crate) fn linktime(report: &mut Report) -> Result<(), Error> {
    let unsnarl = Unsnarl::build()?;
    let scratch = Scratch::new()?;
    cpp(report, &unsnarl, &scratch)?;
    mixtures(report, &unsnarl, &scratch)?;
    joined(report, &unsnarl, &scratch)?;
    let is_short = report.pick(false, true);
    for program in PROGRAMS
        .iter()
        .filter(|program| !is_short || program.name != "sqlite")
    {
        for &level in report.pick(&corpus::LEVELS[..], &corpus::LEVELS[1..]) {
            real(report, &unsnarl, program, level)?;
        }
    }
    Ok(())
}

/// `unsnarl ld`, with this linker.
fn ld(unsnarl: &Unsnarl, linker: &str) -> Command {
    let mut command = Command::new(unsnarl.program());
    command.arg("ld").env("UNSNARL_WASM_LD", linker);
    command
}

/// A real program as an archive of bitcode, and its driver as bitcode.
fn real(
    report: &mut Report,
    unsnarl: &Unsnarl,
    program: &'static Program,
    level: &str,
) -> Result<(), Error> {
    let scratch = Scratch::new()?;
    let answers = corpus::answers(program, scratch.folder(), true)?;
    let driver = corpus::driver_ir(program, level, scratch.folder())?;
    let mut modules = corpus::with_ending(&corpus::ir(program, level)?, "ll")?;
    modules.push(driver);
    let ours = Backend::Unsnarl {
        command: unsnarl,
        choice: Choice::Algorithm("nested"),
    };
    let [bitcode, objects] = ["bitcode", "objects"].map(|name| scratch.file(name));
    for folder in [&bitcode, &objects] {
        std::fs::create_dir(folder).map_err(Error::file("make", folder))?;
    }
    let make = |module: &PathBuf| {
        let name = module.with_extension("o");
        let name = name.file_name().unwrap_or_default();
        let mut assembler = LLVM_AS.call()?;
        assembler.arg(module).arg("-o").arg(bitcode.join(name));
        process::require(&mut assembler, LIMIT)?;
        ours.make_object(module, &objects.join(name))?;
        Ok::<_, Error>(name.to_owned())
    };
    let names: Result<Vec<_>, Error> = parallel::map(&modules, make).into_iter().collect();
    let names = names?;
    let (driver, members) = names.split_last().expect("the driver is there");
    let link = |folder: &Path, linker: Command| -> Result<Vec<u8>, Error> {
        let archive = folder.join("libmembers.a");
        let mut ar = LLVM_AR.call()?;
        ar.arg("rcsD").arg(&archive);
        ar.args(members.iter().map(|name| folder.join(name)));
        process::require(&mut ar, LIMIT)?;
        let inputs = [folder.join(driver), archive];
        let module = folder.join("program.wasm");
        wasi::link_by(linker, &inputs, program.libraries, &module)?;
        paths::read(&module)
    };
    let left = link(&bitcode, ld(unsnarl, WASM_LD.command))?;
    let made = link(&objects, WASM_LD.call()?)?;
    let name = format!("{} {level}", program.name);
    report.check(match left == made {
        true => Ok(()),
        false => Err(format!("{name}: bitcode and objects give other programs")),
    });
    let module = bitcode.join("program.wasm");
    for answer in &answers {
        let mut script = Engine::Node.script()?;
        let ran = answer.require(script.arg(&module));
        report.check(ran.map(drop).map_err(|error| format!("{name}: {error}")));
    }
    println!("{name}: {} modules, {} bytes", modules.len(), left.len());
    Ok(())
}

/// The parts of one program, as bitcode and as objects of LLVM.
fn mixtures(report: &mut Report, unsnarl: &Unsnarl, scratch: &Scratch) -> Result<(), Error> {
    let expected = linking::native(scratch, &linking::linked_parts())?;
    let builds = [("-O0", "-flto"), ("-O2", "-flto"), ("-O2", "-flto=thin")];
    for (level, kind) in builds {
        let mut objects = [Vec::new(), Vec::new()];
        let mut archives = Vec::new();
        for (which, made) in objects.iter_mut().enumerate() {
            let object = |part: &str| -> Result<PathBuf, Error> {
                if which == 0 {
                    return linking::make(scratch, part, (level, &[]), &Backend::Llvm);
                }
                let object = scratch.file(&format!("{part}{level}{kind}.o"));
                let mut clang = CLANG.call()?;
                clang.args(["--target=wasm32-wasi", "-w", "-c", level, kind]);
                clang.arg(linking::source(part)).arg("-o").arg(&object);
                process::require(&mut clang, LIMIT)?;
                Ok(object)
            };
            for part in PARTS {
                made.push(object(part)?);
            }
            let members = [object(MEMBERS[0])?, object(MEMBERS[1])?];
            let archive = scratch.file(&format!("libmembers{level}{kind}{which}.a"));
            let mut ar = LLVM_AR.call()?;
            ar.arg("rcs").arg(&archive).args(members);
            process::require(&mut ar, LIMIT)?;
            archives.push(archive);
        }
        for mixture in 1..1_usize << (PARTS.len() + 1) {
            let of = |part: usize| mixture >> part & 1;
            let mut inputs: Vec<PathBuf> = (0..PARTS.len())
                .map(|part| objects[of(part)][part].clone())
                .collect();
            inputs.push(archives[of(PARTS.len())].clone());
            for linker in [WASM_LD.command, WASM_LD_22.command] {
                let module = scratch.file("mixture.wasm");
                let linked = wasi::link_by(ld(unsnarl, linker), &inputs, &[], &module);
                let found =
                    linked.and_then(|()| linking::outcome(&mut engines::node(&module, &[])?));
                let checked = linking::compare(&expected, found);
                report.check(checked.map_err(|what| {
                    format!("mixture {mixture:04b} at {level} {kind}, by {linker}: {what}")
                }));
            }
        }
    }
    Ok(())
}

/// A program in C++ through the driver.
fn cpp(report: &mut Report, unsnarl: &Unsnarl, scratch: &Scratch) -> Result<(), Error> {
    let sources =
        ["main.cpp", "other.cpp"].map(|name| paths::root().join("corpus/linktime").join(name));
    let native = scratch.file("cpp-native");
    let mut gxx = GXX.call()?;
    gxx.args(["-std=c++17", "-O1"])
        .args(&sources)
        .arg("-o")
        .arg(&native);
    process::require(&mut gxx, LIMIT)?;
    let expected = linking::outcome(&mut Command::new(&native))?;
    let rows: [&[&str]; 4] = [
        &["-O0", "-flto"],
        &["-O2", "-flto"],
        &["-O2", "-flto=thin"],
        &["-O2", "-g", "-flto", "-Wl,--threads=2"],
    ];
    for row in rows {
        let module = scratch.file("cpp.wasm");
        let mut words: Vec<String> = row.iter().map(|&word| word.to_owned()).collect();
        words.extend(["-std=c++17", "-fno-exceptions", "-o"].map(str::to_owned));
        words.push(module.display().to_string());
        words.extend(sources.iter().map(|path| path.display().to_string()));
        let file = scratch.file("words");
        paths::write(&file, words.join("\n").as_bytes())?;
        let mut driver = Command::new(unsnarl.program());
        driver.arg("c++").arg(format!("@{}", file.display()));
        driver
            .env("UNSNARL_CLANG", CLANG.command)
            .env("UNSNARL_WASM_LD", WASM_LD.command);
        let built = process::require(&mut driver, LIMIT);
        let found = built.and_then(|_| linking::outcome(&mut engines::node(&module, &[])?));
        let checked = linking::compare(&expected, found);
        report.check(checked.map_err(|what| format!("C++ {}: {what}", row.join(" "))));
    }
    Ok(())
}

/// Two modules in one file, joined with and without their tables of names.
fn joined(report: &mut Report, unsnarl: &Unsnarl, scratch: &Scratch) -> Result<(), Error> {
    let made = |part: &str| -> Result<PathBuf, Error> {
        let bitcode = scratch.file(&format!("{part}.bc"));
        let mut clang = CLANG.call()?;
        clang.args(["--target=wasm32-wasi", "-w", "-c", "-O1", "-emit-llvm"]);
        clang.arg(linking::source(part)).arg("-o").arg(&bitcode);
        process::require(&mut clang, LIMIT)?;
        Ok(bitcode)
    };
    let parts = linking::linked_parts();
    let files: Vec<PathBuf> = parts
        .iter()
        .map(|part| made(part))
        .collect::<Result<_, _>>()?;
    let expected = linking::native(scratch, &parts)?;
    for options in [&[][..], &["-b"]] {
        let (all, object) = (scratch.file("all.bc"), scratch.file("all.o"));
        let mut cat = LLVM_CAT.call()?;
        cat.args(options).args(&files).arg("-o").arg(&all);
        process::require(&mut cat, LIMIT)?;
        let mut linker = ld(unsnarl, WASM_LD.command);
        process::require(linker.arg("-r").arg(&all).arg("-o").arg(&object), LIMIT)?;
        let module = scratch.file("all.wasm");
        let linked = wasi::link_by(WASM_LD.call()?, &[object], &[], &module);
        let found = linked.and_then(|()| linking::outcome(&mut engines::node(&module, &[])?));
        let checked = linking::compare(&expected, found);
        report.check(checked.map_err(|what| format!("llvm-cat {}: {what}", options.join(" "))));
    }
    Ok(())
}
