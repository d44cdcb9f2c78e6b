//! The runtime of C++'s exceptions by either back end: libunwind, libc++abi and libc++, built [with
//! exceptions](crate::runtime), and what `setjmp` needs.
//!
//! *Needs:* the sources of the libraries, and both back ends. *Gives:* archives.
//! *Cost:* a minute and a half, and a download once.
//! *Limits:* LLVM makes libunwind and libc++abi alone; libc++ is always ours.

use super::{Form, Maker, by_llvm};
use crate::error::Error;
use crate::parallel;
use crate::paths::{self, Scratch};
use crate::process;
use crate::runtime::{self, LIBRARIES, Unit};
use crate::tools::CLANG_22;
use crate::wasi::{Backend, Proofs};
use std::path::PathBuf;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

/// The library that only our compiler makes.
const OURS_ALONE: &str = "c++";

/// The files of the libraries as IR.
pub(super) struct Sources {
    units: Vec<(Unit, PathBuf)>,
}

impl Sources {
    /// Compiles them to IR.
    pub(super) fn new(scratch: &Scratch) -> Result<Self, Error> {
        runtime::download()?;
        let units: Vec<Unit> = LIBRARIES.iter().flat_map(|one| one.units()).collect();
        let made = parallel::map(&units, |unit| {
            let ir = scratch.file(&format!("runtime-{}.ll", unit.name()));
            unit.make_ir(&ir)?;
            Ok((*unit, ir))
        });
        let units = made.into_iter().collect::<Result<_, Error>>()?;
        Ok(Sources { units })
    }
}

/// The runtime with exceptions in one form.
pub(super) struct Runtime {
    ours: Vec<PathBuf>,
    llvm: Vec<PathBuf>,
    /// What our compiler proved of its own.
    pub(super) proofs: Proofs,
}

impl Runtime {
    /// Builds it.
    pub(super) fn new(
        scratch: &Scratch,
        sources: &Sources,
        form: Form,
        ours: &Backend<'_>,
    ) -> Result<Self, Error> {
        let built = parallel::map(&sources.units, |(unit, ir)| {
            let (form_name, name) = (form.name(), unit.name());
            let file = |ending| scratch.file(&format!("runtime-{form_name}-{name}.{ending}"));
            let [own, other] = ["ours.o", "llvm.o"].map(file);
            let proofs = ours.make_object(ir, &own)?;
            let is_shared = unit.library.name == OURS_ALONE;
            if !is_shared {
                by_llvm(form, ir, &other)?;
            }
            let other = if is_shared { own.clone() } else { other };
            Ok((own, other, proofs))
        });
        let (mut own, mut others, mut proofs) = (Vec::new(), Vec::new(), Proofs::default());
        for built in built {
            let built: Result<_, Error> = built;
            let (object, other, proved) = built?;
            own.push(object);
            others.push(other);
            proofs += proved;
        }
        let jumps = runtime::setjmp_ir(&scratch.file(&format!("setjmp-{}.ll", form.name())))?;
        let [object, other] = ["ours.o", "llvm.o"].map(|ending| jumps.with_extension(ending));
        proofs += ours.make_object(&jumps, &object)?;
        by_llvm(form, &jumps, &other)?;
        own.push(object);
        others.push(other);
        let archive = |maker: &str, objects: &[PathBuf]| {
            let path = scratch.file(&format!("runtime-{}-{maker}.a", form.name()));
            runtime::archive(&path, objects)?;
            Ok::<_, Error>(path)
        };
        let ours = vec![archive("ours", &own)?];
        let mut llvm = vec![archive("llvm", &others)?];
        // Objects of LLVM 19 define the tag, those of LLVM 22 leave it to the library.
        if form == Form::Standard {
            llvm.push(exception_tag(scratch)?);
        }
        Ok(Runtime { ours, llvm, proofs })
    }

    /// What is linked, by one of the back ends.
    pub(super) fn archives(&self, maker: Maker) -> &[PathBuf] {
        match maker {
            Maker::Ours => &self.ours,
            Maker::Llvm => &self.llvm,
        }
    }
}

/// An object that defines the tag of C++.
fn exception_tag(scratch: &Scratch) -> Result<PathBuf, Error> {
    let tag = scratch.file("exception-tag.o");
    let mut clang = CLANG_22.call()?;
    clang.args(["--target=wasm32-wasip1", "-mexception-handling", "-c"]);
    clang.arg(paths::root().join("xtask/engines/exception-tag.s"));
    process::require(clang.arg("-o").arg(&tag), LIMIT)?;
    Ok(tag)
}
