//! Archives of `ar`.
//!
//! *Needs:* the bytes of an archive as GNU's, BSD's or LLVM's `ar` writes it; if it is thin, the
//! files that it names. *Gives:* [`members`], in order, without indices and tables of names; and
//! [`write`], an archive of members with an index.
//! *Cost:* linear in the bytes.
//! *Source:* the crates `object`, which reads, and `ar_archive_writer`, which rustc uses, too.
//! *Limits:* archives inside archives are members like others.

use ar_archive_writer::{
    ArchiveKind, DEFAULT_OBJECT_READER, NewArchiveMember, ObjectReader, write_archive_to_stream,
};
use object::read::archive::ArchiveFile;
use std::borrow::Cow;
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use wasmparser::{KnownCustom, Linking, Parser, Payload, SymbolFlags, SymbolInfo};

const THICK: &[u8] = b"!<arch>\n";
const THIN: &[u8] = b"!<thin>\n";

/// A member of an archive.
pub(crate) struct Member<'a> {
    pub(crate) name: String,
    pub(crate) bytes: Cow<'a, [u8]>,
}

/// What is wrong with an archive.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("not a valid archive: {0}")]
    Format(object::Error),
    #[error("cannot read {}, a member of the thin archive: {cause}", path.display())]
    Thin { path: PathBuf, cause: io::Error },
    #[error("cannot write an archive of its members: {0}")]
    Write(io::Error),
}

/// Tells whether bytes begin as an archive does.
pub(crate) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(THICK) || bytes.starts_with(THIN)
}

/// The members of the archive at a path, in order.
pub(crate) fn members<'a>(path: &Path, bytes: &'a [u8]) -> Result<Vec<Member<'a>>, Error> {
    let archive = ArchiveFile::parse(bytes).map_err(Error::Format)?;
    let mut members = Vec::new();
    for member in archive.members() {
        let member = member.map_err(Error::Format)?;
        let name = String::from_utf8_lossy(member.name()).into_owned();
        let bytes = match member.is_thin() {
            true => {
                let folder = path.parent().unwrap_or(Path::new(""));
                let path = folder.join(&name);
                let read = std::fs::read(&path);
                Cow::Owned(read.map_err(|cause| Error::Thin { path, cause })?)
            }
            false => Cow::Borrowed(member.data(bytes).map_err(Error::Format)?),
        };
        members.push(Member { name, bytes });
    }
    Ok(members)
}

/// Writes an archive of objects with an index of the symbols that they define. The same members
/// give the same bytes.
pub(crate) fn write(members: &[Member<'_>]) -> Result<Vec<u8>, Error> {
    let members: Vec<NewArchiveMember<'_>> = members
        .iter()
        .map(|member| NewArchiveMember {
            perms: 0o644,
            // A thin archive names paths.
            ..NewArchiveMember::new(&*member.bytes, &READER, base(&member.name).to_owned())
        })
        .collect();
    let mut written = Cursor::new(Vec::new());
    let kind = ArchiveKind::Gnu;
    write_archive_to_stream(&mut written, &members, kind, false, None).map_err(Error::Write)?;
    Ok(written.into_inner())
}

fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// What an index is made by.
const READER: ObjectReader = ObjectReader {
    get_symbols: name_symbols,
    is_64_bit_object_file: |_| false,
    ..DEFAULT_OBJECT_READER
};

/// Names the symbols that a WebAssembly object defines for others; there are none in other files.
fn name_symbols(object: &[u8], name: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<bool> {
    let mut named = Ok(());
    let is_object = each_symbol(object, &mut |symbol, is_defined| {
        if is_defined && named.is_ok() {
            named = name(symbol.as_bytes());
        }
    })?;
    named.map(|()| is_object)
}

/// Hands on the names of a WebAssembly file that others see, and whether it defines them: of what
/// it imports, too. There are none in other files.
pub(crate) fn each_symbol(object: &[u8], each: &mut dyn FnMut(&str, bool)) -> io::Result<bool> {
    if !object.starts_with(b"\0asm") {
        return Ok(false);
    }
    for payload in Parser::new(0).parse_all(object) {
        let section = match payload.map_err(io::Error::other)? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    each(import.map_err(io::Error::other)?.name, false);
                }
                continue;
            }
            Payload::CustomSection(section) => section,
            _ => continue,
        };
        let KnownCustom::Linking(linking) = section.as_known() else {
            continue;
        };
        for part in linking.subsections() {
            if let Linking::SymbolTable(symbols) = part.map_err(io::Error::other)? {
                for symbol in symbols {
                    if let Some((name, is_defined)) = named(symbol.map_err(io::Error::other)?) {
                        each(name, is_defined);
                    }
                }
            }
        }
    }
    Ok(true)
}

/// The name of a symbol that is not for its own object alone, and whether that defines it.
fn named(symbol: SymbolInfo<'_>) -> Option<(&str, bool)> {
    let (flags, name) = match symbol {
        SymbolInfo::Func { flags, name, .. }
        | SymbolInfo::Global { flags, name, .. }
        | SymbolInfo::Event { flags, name, .. }
        | SymbolInfo::Table { flags, name, .. } => (flags, name?),
        SymbolInfo::Data { flags, name, .. } => (flags, name),
        SymbolInfo::Section { .. } => return None,
    };
    let is_for_others = !flags.contains(SymbolFlags::BINDING_LOCAL);
    is_for_others.then_some((name, !flags.contains(SymbolFlags::UNDEFINED)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member<'a>(name: &str, bytes: &'a [u8]) -> Member<'a> {
        Member {
            name: name.to_owned(),
            bytes: Cow::Borrowed(bytes),
        }
    }

    fn shown(path: &Path, bytes: &[u8]) -> String {
        match members(path, bytes) {
            Err(error) => error.to_string(),
            Ok(members) => {
                let shown = members.iter().map(|member| {
                    format!("{} {}", member.name, String::from_utf8_lossy(&member.bytes))
                });
                shown.collect::<Vec<_>>().join("; ")
            }
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let long = "a-name-that-is-longer-than-the-field-for-it.o";
        let archive = write(&[
            member("x.o", b"odd"),
            member(long, b"even"),
            member("x.o", b""),
        ]);
        let archive = archive.expect("it can be written");
        assert!(is_archive(&archive));
        let expected = format!("x.o odd; {long} even; x.o ");
        assert_eq!(shown(Path::new("x.a"), &archive), expected);
    }

    #[test]
    fn names_of_bsd_are_read() {
        let header = |name: &str, size: usize| format!("{name:<16}{:<32}{size:<10}`\n", "");
        let mut archive = format!("!<arch>\n{}x.o", header("#1/4", 7)).into_bytes();
        archive.extend_from_slice(b"\0odd\n");
        archive.extend_from_slice(format!("{}even", header("y.o", 4)).as_bytes());
        assert_eq!(shown(Path::new("x.a"), &archive), "x.o odd; y.o even");
    }

    #[test]
    fn members_of_a_thin_archive_are_files() {
        let thin = format!("!<thin>\n{:<16}{:<32}{:<10}`\n", "none.o/", "", 3);
        let found = shown(Path::new("/nowhere/x.a"), thin.as_bytes());
        let start = "cannot read /nowhere/none.o, a member of the thin archive: ";
        assert!(found.starts_with(start), "{found}");
        let found = shown(Path::new("x.a"), b"!<arch>\nx");
        assert!(found.starts_with("not a valid archive: "), "{found}");
    }

    #[test]
    fn an_index_names_what_is_defined() {
        let text = include_bytes!("../../../tests/command/bitcode/twice.bc");
        let reading = unsnarl_llvm::read_bitcode(text).expect("it is valid");
        let object = unsnarl_wasm::object(&reading.module, &unsnarl_wasm::Options::default());
        let object = object.expect("it can be compiled").bytes;
        let archive = write(&[member("x.o", &object)]).expect("it can be written");
        let read = ArchiveFile::parse(&*archive).expect("it is valid");
        let symbols = read
            .symbols()
            .expect("it is valid")
            .expect("there is an index");
        let names: Vec<String> = symbols
            .map(|symbol| symbol.expect("it is valid"))
            .map(|symbol| String::from_utf8_lossy(symbol.name()).into_owned())
            .collect();
        assert_eq!(names, ["twice"]);
    }
}
