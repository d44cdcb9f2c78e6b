//! A compiler with its options, and what it costs.

use super::running::Runnable;
use super::samples::Samples;
use super::usage::measured;
use crate::error::Error;
use crate::paths::{self, Scratch};
use crate::wasi::{self, Backend};
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;
use wasmparser::{BinaryReaderError, KnownCustom, Name, Parser, Payload, TypeRef};

const LIMIT: Duration = Duration::from_secs(900);

/// How objects become a module.
#[derive(Clone, Copy)]
pub(super) enum Link<'a> {
    /// With the libc, and libraries of it by their names as after `-l`.
    WithLibc(&'a [&'a str]),
    /// One object, which needs nothing.
    Alone,
}

/// One back end with one program: what was measured of it.
pub(super) struct Contestant<'a> {
    /// The name that tables give it.
    pub(super) name: String,
    backend: Backend<'a>,
    folder: Scratch,
    /// What the compiler printed of each function.
    pub(super) told: String,
    /// By the clock, and on processors, of the compiler over all modules, in seconds.
    pub(super) clock: Samples,
    pub(super) processor: Samples,
    /// The peak of the compiler on the largest module, in kilobytes.
    pub(super) memory: Samples,
    pub(super) sizes: Sizes,
}

/// In bytes.
#[derive(Default)]
pub(super) struct Sizes {
    pub(super) objects: u64,
    /// The code sections of the objects.
    pub(super) code: u64,
    pub(super) linked: u64,
}

impl<'a> Contestant<'a> {
    /// A back end under its own name.
    pub(super) fn new(backend: Backend<'a>) -> Result<Self, Error> {
        Self::named(backend.name().to_owned(), backend)
    }

    /// A back end under another name.
    pub(super) fn named(name: String, backend: Backend<'a>) -> Result<Self, Error> {
        Ok(Self {
            name,
            backend,
            folder: Scratch::new()?,
            told: String::new(),
            clock: Samples::default(),
            processor: Samples::default(),
            memory: Samples::default(),
            sizes: Sizes::default(),
        })
    }

    /// The linked module, to be run.
    pub(super) fn program(&self) -> Runnable<'_> {
        Runnable {
            name: &self.name,
            file: self.linked(),
        }
    }

    fn linked(&self) -> PathBuf {
        self.folder.file("linked.wasm")
    }

    fn object(&self, module: &Path) -> PathBuf {
        let name = module.with_extension("o");
        self.folder
            .folder()
            .join(name.file_name().unwrap_or_default())
    }

    /// Compiles and links once, and weighs the result.
    pub(super) fn build(&mut self, link: Link<'_>, modules: &[PathBuf]) -> Result<(), Error> {
        let mut objects = Vec::new();
        for module in modules {
            let object = self.object(module);
            self.told += &self.backend.make_and_tell(module, &object)?;
            self.told.push('\n');
            let bytes = paths::read(&object)?;
            self.sizes.objects += bytes.len() as u64;
            self.sizes.code += code_size(&bytes);
            objects.push(object);
        }
        match link {
            Link::WithLibc(libraries) => wasi::link(&objects, libraries, &self.linked())?,
            Link::Alone => wasi::link_alone(&objects, &self.linked())?,
        }
        let linked = fs::metadata(self.linked()).map_err(Error::file("find", &self.linked()))?;
        self.sizes.linked = linked.len();
        Ok(())
    }

    /// Compiles every module once more.
    pub(super) fn time_compiling(&mut self, modules: &[PathBuf]) -> Result<(), Error> {
        let mut total = [0.0, 0.0, 0.0_f64];
        for module in modules {
            let command = self.backend.compile(module, &self.object(module))?;
            let [clock, processor, memory] = measured(&command, LIMIT)?;
            total = [total[0] + clock, total[1] + processor, total[2].max(memory)];
        }
        self.clock.push(total[0]);
        self.processor.push(total[1]);
        self.memory.push(total[2]);
        Ok(())
    }

    /// The bytes of each function of the linked module by its name.
    pub(super) fn function_sizes(&self) -> Result<BTreeMap<String, u64>, Error> {
        let module = self.linked();
        let sizes = function_sizes(&paths::read(&module)?);
        sizes.map_err(|cause| Error::File {
            action: "take apart",
            path: module,
            cause: std::io::Error::other(cause),
        })
    }
}

/// The size of all bodies of a module, with the size of each before it.
fn code_size(bytes: &[u8]) -> u64 {
    let payloads = Parser::new(0).parse_all(bytes);
    let sizes = payloads.filter_map(|payload| match payload {
        Ok(Payload::CodeSectionStart { size, .. }) => Some(u64::from(size)),
        _ => None,
    });
    sizes.sum()
}

/// The bytes of each body of a module that says the names of its functions.
fn function_sizes(module: &[u8]) -> Result<BTreeMap<String, u64>, BinaryReaderError> {
    let (mut imported, mut sizes, mut named) = (0, Vec::new(), BTreeMap::new());
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += usize::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => {
                let Range { start, end } = body.range();
                sizes.push(end - start);
            }
            Payload::CustomSection(section) => {
                let KnownCustom::Name(names) = section.as_known() else {
                    continue;
                };
                for names in names {
                    let Name::Function(names) = names? else {
                        continue;
                    };
                    for naming in names {
                        let naming = naming?;
                        let index = (naming.index as usize).checked_sub(imported);
                        if let Some(&size) = index.and_then(|index| sizes.get(index)) {
                            named.insert(naming.name.to_owned(), size);
                        }
                    }
                }
            }
            _ => {}
        }
    }
    Ok(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two types of functions, an import, two functions, and names for all three.
    const MODULE: &[u8] = b"\0asm\x01\0\0\0\
        \x01\x04\x01\x60\0\0\
        \x02\x07\x01\x01m\x01i\0\0\
        \x03\x03\x02\0\0\
        \x0a\x08\x02\x02\0\x0b\x03\0\x01\x0b\
        \0\x10\x04name\x01\x09\x03\0\0\x01\x01f\x02\x01g";

    #[track_caller]
    fn check(module: &[u8], expected: &str) {
        let found = match function_sizes(module) {
            Ok(sizes) => format!("{sizes:?}"),
            Err(error) => error.message().to_owned(),
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn functions_are_weighed_by_their_names() {
        check(MODULE, r#"{"f": 2, "g": 3}"#);
        assert_eq!(code_size(MODULE), 7);
        check(&MODULE[..8], "{}");
        check(&MODULE[..30], "unexpected end-of-file");
    }
}
