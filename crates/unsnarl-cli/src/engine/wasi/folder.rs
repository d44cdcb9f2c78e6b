//! An open folder.
//!
//! A path is resolved in it by cap-std: neither `..` nor a link leads out.

use super::guest::Kind;
use crate::engine::Mapped;
use cap_std::ambient_authority;
use cap_std::fs::{Dir, FileType, Metadata};
use std::io;

/// An open folder.
pub(super) struct Folder {
    pub(super) folder: Dir,
    /// The name by which the program knows it, if the user gave it.
    pub(super) given: Option<String>,
    /// What was in it when the program began to list it.
    pub(super) entries: Vec<Entry>,
}

pub(super) struct Entry {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) inode: u64,
}

impl Folder {
    /// One that the user gives.
    pub(super) fn given(mapped: &Mapped) -> io::Result<Folder> {
        Ok(Folder {
            folder: Dir::open_ambient_dir(&mapped.host, ambient_authority())?,
            given: Some(mapped.guest.clone()),
            entries: Vec::new(),
        })
    }

    /// One that the program opens.
    pub(super) fn of(folder: Dir) -> Folder {
        Folder {
            folder,
            given: None,
            entries: Vec::new(),
        }
    }

    /// Reads the folder again, with the two entries that systems hide.
    pub(super) fn list(&mut self) -> io::Result<()> {
        let own = inode(&self.folder.dir_metadata()?);
        let special = [".", ".."].map(|name| Entry {
            name: name.into(),
            kind: Kind::Folder,
            inode: own,
        });
        self.entries = special.into();
        for entry in self.folder.entries()? {
            let entry = entry?;
            self.entries.push(Entry {
                name: entry.file_name().to_string_lossy().into_owned(),
                kind: kind(entry.file_type()?),
                inode: inode(&entry.metadata()?),
            });
        }
        self.entries[2..].sort_by(|one, other| one.name.cmp(&other.name));
        Ok(())
    }
}

pub(super) fn kind(file: FileType) -> Kind {
    match file {
        _ if file.is_dir() => Kind::Folder,
        _ if file.is_file() => Kind::File,
        _ if file.is_symlink() => Kind::Link,
        _ => Kind::Unknown,
    }
}

#[cfg(unix)]
pub(super) fn inode(metadata: &Metadata) -> u64 {
    use cap_std::fs::MetadataExt;
    metadata.ino()
}

/// Stable Rust does not know it here.
#[cfg(windows)]
pub(super) fn inode(_: &Metadata) -> u64 {
    0
}
