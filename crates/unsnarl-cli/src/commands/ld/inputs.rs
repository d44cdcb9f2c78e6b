//! Which inputs of a link have LLVM bitcode.
//!
//! *Needs:* the [`Line`], and the files that it names.
//! *Gives:* [`Inputs`]: for each place on the line that is to be replaced, what is in the file; and
//! the other files, which say what of it is needed.
//! *Cost:* each file is read once, however often it is named.
//!
//! A library is looked for as `wasm-ld` does it: in each of the folders in order. If a shared
//! library is found, or nothing, the word stays, and `wasm-ld` says what there is to be said.

use super::line::{Line, Word};
use crate::archive;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A file with bitcode.
pub(super) struct Input {
    /// As `wasm-ld` would name it.
    pub(super) path: PathBuf,
    pub(super) content: Content,
}

/// What is in a file.
pub(super) enum Content {
    Bitcode(Vec<u8>),
    /// Members of an archive, some of which are bitcode.
    Archive(Vec<(String, Vec<u8>)>),
}

/// All files with bitcode.
#[derive(Default)]
pub(super) struct Inputs {
    pub(super) files: Vec<Input>,
    /// For each word of the line the number of the file that it names, if that has bitcode.
    pub(super) places: Vec<Option<usize>>,
    /// All other files.
    pub(super) others: Vec<Other>,
}

/// A file without bitcode.
pub(super) enum Other {
    /// Whatever it is.
    File(Vec<u8>),
    /// Members of an archive.
    Archive(Vec<Vec<u8>>),
}

/// An archive that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("{}: {cause}", path.display())]
pub(super) struct Error {
    path: PathBuf,
    cause: archive::Error,
}

impl Inputs {
    /// Looks into all files of a line.
    pub(super) fn read(line: &Line) -> Result<Inputs, Error> {
        let mut inputs = Inputs::default();
        let mut known: BTreeMap<PathBuf, Option<usize>> = BTreeMap::new();
        for word in &line.words {
            let place = match file(word, &line.folders) {
                None => None,
                Some(path) => match known.get(&path) {
                    Some(&place) => place,
                    None => {
                        let place = inputs.take(&path)?;
                        known.insert(path, place);
                        place
                    }
                },
            };
            inputs.places.push(place);
        }
        Ok(inputs)
    }

    /// Keeps a file if it has bitcode.
    fn take(&mut self, path: &Path) -> Result<Option<usize>, Error> {
        // What cannot be read is for `wasm-ld` to report.
        let Ok(bytes) = std::fs::read(path) else {
            return Ok(None);
        };
        let content = if unsnarl_llvm::is_bitcode(&bytes) {
            Content::Bitcode(bytes)
        } else if archive::is_archive(&bytes) {
            let members = archive::members(path, &bytes).map_err(|cause| Error {
                path: path.to_owned(),
                cause,
            })?;
            if !members
                .iter()
                .any(|member| unsnarl_llvm::is_bitcode(&member.bytes))
            {
                let members = members.into_iter();
                let members = members.map(|member| member.bytes.into_owned());
                self.others.push(Other::Archive(members.collect()));
                return Ok(None);
            }
            let members = members.into_iter();
            let owned = members.map(|member| (member.name, member.bytes.into_owned()));
            Content::Archive(owned.collect())
        } else {
            self.others.push(Other::File(bytes));
            return Ok(None);
        };
        self.files.push(Input {
            path: path.to_owned(),
            content,
        });
        Ok(Some(self.files.len() - 1))
    }
}

/// The file that a word names, if it names one.
fn file(word: &Word, folders: &[PathBuf]) -> Option<PathBuf> {
    match word {
        Word::Input(path) => Some(path.into()),
        Word::Library {
            name,
            prefers_shared,
            ..
        } => library(name, *prefers_shared, folders),
        Word::Option(_) => None,
    }
}

fn library(name: &OsStr, prefers_shared: bool, folders: &[PathBuf]) -> Option<PathBuf> {
    let called = |start: &str, name: &str, end: &str| OsString::from(format!("{start}{name}{end}"));
    let name = name.to_str()?;
    let names = match name.strip_prefix(':') {
        Some(file) => vec![called("", file, "")],
        None if prefers_shared => vec![called("lib", name, ".so"), called("lib", name, ".a")],
        None => vec![called("lib", name, ".a")],
    };
    let all = folders.iter();
    let mut all = all.flat_map(|folder| names.iter().map(|name| folder.join(name)));
    all.find(|path| path.exists())
}
