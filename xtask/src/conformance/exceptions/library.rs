//! A library of C++ that throws, with its own tests: JsonCpp.
//!
//! *Needs:* its sources, from Debian's package; what the [part](super) needs.
//! *Gives:* for each form a check that all functions are proved, and one for each engine that its
//! 119 tests print and end as they do natively; some of them want errors as exceptions.
//! *Cost:* a minute or two.

use super::super::differential::Behaviour;
use super::super::report::Report;
use super::{Maker, Module, Setting, all_proved, behaviour, browsers, run};
use crate::debian::Package;
use crate::error::Error;
use crate::parallel;
use crate::paths::Scratch;
use crate::process;
use crate::tools::{CLANGXX, GXX};
use crate::wasi::{self, Proofs};
use std::path::{Path, PathBuf};
use std::time::Duration;

const SOURCES: Package = Package {
    name: "libjsoncpp",
    archive: "libjsoncpp_1.9.5.orig.tar.gz",
    digest: "f409856e5920c18d0c2fb85276e24ee607d2a09b5e7d5f0a371368903c275da2",
    inner: None,
    folders: &["include", "src"],
};

/// The library, and its tests with their framework.
const FILES: [&str; 6] = [
    "lib_json/json_reader",
    "lib_json/json_value",
    "lib_json/json_writer",
    "test_lib_json/fuzz",
    "test_lib_json/jsontest",
    "test_lib_json/main",
];

const LIMIT: Duration = Duration::from_secs(600);

/// Runs the tests.
pub(super) fn library(
    report: &mut Report,
    scratch: &Scratch,
    settings: &[Setting<'_>],
) -> Result<(), Error> {
    let sources = SOURCES.sources()?;
    let native = native(scratch, &sources)?;
    let bitcode = parallel::map(&FILES, |file| make_bitcode(scratch, &sources, file));
    let bitcode = bitcode.into_iter().collect::<Result<Vec<_>, Error>>()?;
    let mut modules = Vec::new();
    for setting in settings {
        let form = setting.form.name();
        let made = parallel::map(&bitcode, |ir| {
            let object = ir.with_extension(format!("{form}.o"));
            Ok::<_, Error>((setting.ours.make_object(ir, &object)?, object))
        });
        let (mut objects, mut proofs) = (Vec::new(), Proofs::default());
        for made in made {
            let (proved, object): (Proofs, PathBuf) = made?;
            objects.push(object);
            proofs += proved;
        }
        let title = format!("JsonCpp, {form}");
        report.check(all_proved(&title, proofs));
        let path = scratch.file(&format!("jsoncpp.{form}.wasm"));
        objects.extend_from_slice(setting.runtime.archives(Maker::Ours));
        wasi::link(&objects, &[], &path)?;
        for engine in setting.form.engines((Maker::Ours, Maker::Ours)) {
            let compared = native.compare(&run(*engine, &path)?);
            report.check(compared.map_err(|what| format!("{title} in {}: {what}", engine.name())));
        }
        println!("the tests of {title}; {proofs}");
        let expected = native.clone();
        modules.push(Module {
            title,
            path,
            expected,
        });
    }
    browsers::check(report, scratch, &modules)
}

fn source(sources: &Path, file: &str) -> PathBuf {
    sources.join(format!("src/{file}.cpp"))
}

/// What the tests do natively.
fn native(scratch: &Scratch, sources: &Path) -> Result<Behaviour, Error> {
    let binary = scratch.file("jsoncpp");
    let objects = parallel::map(&FILES, |file| {
        let object = scratch.file(&format!("native-{}.o", file.replace('/', "-")));
        let mut gcc = GXX.call()?;
        gcc.args(["-O1", "-w", "-c", "-I"])
            .arg(sources.join("include"));
        gcc.arg(source(sources, file)).arg("-o").arg(&object);
        process::require(&mut gcc, LIMIT)?;
        Ok(object)
    });
    let objects = objects.into_iter().collect::<Result<Vec<_>, Error>>()?;
    let mut gcc = GXX.call()?;
    process::require(gcc.args(&objects).arg("-o").arg(&binary), LIMIT)?;
    behaviour(&mut std::process::Command::new(&binary))
}

fn make_bitcode(scratch: &Scratch, sources: &Path, file: &str) -> Result<PathBuf, Error> {
    let ir = scratch.file(&format!("{}.bc", file.replace('/', "-")));
    let mut clang = CLANGXX.call()?;
    clang.args(["--target=wasm32-wasi", "-O2", "-w", "-c", "-emit-llvm"]);
    clang
        .args(["-fwasm-exceptions", "-I"])
        .arg(sources.join("include"));
    clang.arg(source(sources, file)).arg("-o").arg(&ir);
    process::require(&mut clang, LIMIT)?;
    Ok(ir)
}
