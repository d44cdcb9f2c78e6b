//! The calls about folders and paths.

use super::folder::{Folder, inode, kind};
use super::guest::{APPEND, Answer, Errno, Guest};
use super::table::Descriptor;
use super::{Host, calls};
use cap_std::fs::{Dir, Metadata, OpenOptions};
use std::fs::FileTimes;
use std::io;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use wasmi::Linker;
use wasmi::errors::LinkerError;

/// Bits of `path_open`.
mod open {
    pub(super) const CREATE: i32 = 1;
    pub(super) const FOLDER: i32 = 2;
    pub(super) const NEW: i32 = 4;
    pub(super) const EMPTY: i32 = 8;
    /// Rights.
    pub(super) const READ: i64 = 1 << 1;
    pub(super) const WRITE: i64 = 1 << 6;
}

/// The bit that says to follow a link at the end of a path.
const FOLLOW: i32 = 1;

/// The folder of a descriptor.
fn folder<'a>(guest: &'a mut Guest<'_, '_>, number: i32) -> Result<&'a mut Folder, Errno> {
    match guest.host().table.get(number)? {
        Descriptor::Folder(folder) => Ok(folder),
        _ => Err(Errno::NotFolder),
    }
}

/// The folder that the user gave as a descriptor, and its name.
fn given<'a>(guest: &'a mut Guest<'_, '_>, number: i32) -> Result<&'a str, Errno> {
    let folder = folder(guest, number).map_err(|_| Errno::BadDescriptor)?;
    folder.given.as_deref().ok_or(Errno::BadDescriptor)
}

pub(super) fn define(linker: &mut Linker<Host>) -> Result<(), LinkerError> {
    calls! { linker;
        fd_prestat_get(guest, number: i32, to: i32) {
            let len = given(&mut guest, number)?.len() as u32;
            guest.store_u32(to, 0)?;
            guest.store_u32(to.wrapping_add(4), len)
        };
        fd_prestat_dir_name(guest, number: i32, to: i32, len: i32) {
            let name = given(&mut guest, number)?.to_owned();
            match name.len() <= len as u32 as usize {
                true => guest.store(to, name.as_bytes()),
                false => Err(Errno::NameTooLong),
            }
        };
        fd_filestat_get(guest, number: i32, to: i32) {
            let stat = match guest.host().table.get(number)? {
                Descriptor::File { file, .. } => stat(&Metadata::from_file(file)?),
                Descriptor::Folder(folder) => stat(&folder.folder.dir_metadata()?),
                stream => {
                    let mut stat = [0; 64];
                    stat[16] = stream.kind() as u8;
                    stat
                }
            };
            guest.store(to, &stat)
        };
        fd_filestat_set_times(guest, number: i32, accessed: i64, modified: i64, flags: i32) {
            let times = times(accessed, modified, flags)?;
            Ok(guest.host().table.get(number)?.file()?.set_times(times)?)
        };
        fd_readdir(guest, number: i32, to: i32, len: i32, cookie: i64, used: i32) {
            list(&mut guest, number, (to, len), cookie, used)
        };
        path_create_directory(guest, number: i32, path: i32, len: i32) {
            let path = guest.text(path, len)?;
            Ok(folder(&mut guest, number)?.folder.create_dir(path)?)
        };
        path_filestat_get(guest, number: i32, lookup: i32, path: i32, len: i32, to: i32) {
            let path = guest.text(path, len)?;
            let folder = &folder(&mut guest, number)?.folder;
            let metadata = match lookup & FOLLOW {
                0 => folder.symlink_metadata(path)?,
                _ => folder.metadata(path)?,
            };
            guest.store(to, &stat(&metadata))
        };
        path_filestat_set_times(
            guest, number: i32, lookup: i32, path: i32, len: i32,
            accessed: i64, modified: i64, flags: i32
        ) {
            let (path, times) = (guest.text(path, len)?, times(accessed, modified, flags)?);
            let folder = &folder(&mut guest, number)?.folder;
            if lookup & FOLLOW == 0 && folder.symlink_metadata(&path)?.is_symlink() {
                return Err(Errno::NotSupported);
            }
            let file = match folder.metadata(&path)?.is_dir() {
                true => folder.open_dir(path)?.into_std_file(),
                false => folder.open(path)?.into_std(),
            };
            Ok(file.set_times(times)?)
        };
        path_link(
            guest, from: i32, _lookup: i32, old: i32, old_len: i32, to: i32, new: i32, new_len: i32
        ) {
            let (old, new) = (guest.text(old, old_len)?, guest.text(new, new_len)?);
            let target = folder(&mut guest, to)?.folder.try_clone()?;
            Ok(folder(&mut guest, from)?.folder.hard_link(old, &target, new)?)
        };
        path_open(
            guest, number: i32, lookup: i32, path: i32, len: i32, how: i32,
            rights: i64, _inherited: i64, flags: i32, to: i32
        ) {
            let path = guest.text(path, len)?;
            let folder = &folder(&mut guest, number)?.folder;
            let opened = opened(folder, &path, lookup, how, rights, flags)?;
            let number = guest.host().table.add(opened)?;
            guest.store_u32(to, number)
        };
        path_readlink(guest, number: i32, path: i32, len: i32, to: i32, size: i32, used: i32) {
            let path = guest.text(path, len)?;
            let target = folder(&mut guest, number)?.folder.read_link_contents(path)?;
            let target = target.to_string_lossy();
            let part = &target.as_bytes()[..target.len().min(size as u32 as usize)];
            guest.store(to, part)?;
            guest.store_u32(used, part.len() as u32)
        };
        path_remove_directory(guest, number: i32, path: i32, len: i32) {
            let path = guest.text(path, len)?;
            Ok(folder(&mut guest, number)?.folder.remove_dir(path)?)
        };
        path_rename(guest, from: i32, old: i32, old_len: i32, to: i32, new: i32, new_len: i32) {
            let (old, new) = (guest.text(old, old_len)?, guest.text(new, new_len)?);
            let target = folder(&mut guest, to)?.folder.try_clone()?;
            Ok(folder(&mut guest, from)?.folder.rename(old, &target, new)?)
        };
        path_symlink(guest, old: i32, old_len: i32, number: i32, new: i32, new_len: i32) {
            let (old, new) = (guest.text(old, old_len)?, guest.text(new, new_len)?);
            Ok(folder(&mut guest, number)?.folder.symlink(old, new)?)
        };
        path_unlink_file(guest, number: i32, path: i32, len: i32) {
            let path = guest.text(path, len)?;
            Ok(folder(&mut guest, number)?.folder.remove_file(path)?)
        };
    }
    Ok(())
}

/// Opens a file or a folder.
fn opened(
    folder: &Dir,
    path: &str,
    lookup: i32,
    how: i32,
    rights: i64,
    flags: i32,
) -> Result<Descriptor, Errno> {
    let is = |bit| how & bit != 0;
    if lookup & FOLLOW == 0
        && folder
            .symlink_metadata(path)
            .is_ok_and(|it| it.is_symlink())
    {
        return Err(match is(open::NEW) {
            true => Errno::Exists,
            false => Errno::Loop,
        });
    }
    let is_folder = folder
        .metadata(path)
        .is_ok_and(|metadata| metadata.is_dir());
    if is(open::FOLDER) || is_folder {
        return match is(open::NEW) || is(open::EMPTY) {
            true if is(open::NEW) => Err(Errno::Exists),
            true => Err(Errno::IsFolder),
            false => Ok(Descriptor::Folder(Folder::of(folder.open_dir(path)?))),
        };
    }
    let writes = rights & open::WRITE != 0;
    let mut options = OpenOptions::new();
    options
        .read(rights & open::READ != 0 || !writes)
        .write(writes || is(open::CREATE) || is(open::EMPTY))
        .create(is(open::CREATE))
        .create_new(is(open::CREATE) && is(open::NEW))
        .truncate(is(open::EMPTY));
    let file = folder.open_with(path, &options)?.into_std();
    let appends = flags & APPEND != 0;
    Ok(Descriptor::File { file, appends })
}

/// Stores as many of a folder's entries as fit, from the one that the cookie names.
fn list(
    guest: &mut Guest<'_, '_>,
    number: i32,
    (to, len): (i32, i32),
    cookie: i64,
    used: i32,
) -> Answer {
    let room = len as u32 as usize;
    let first = usize::try_from(cookie).map_err(|_| Errno::Invalid)?;
    let folder = folder(guest, number)?;
    if first == 0 || folder.entries.is_empty() {
        folder.list()?;
    }
    let mut bytes = Vec::new();
    let entries = folder.entries.iter().enumerate().skip(first);
    for (index, entry) in entries {
        if bytes.len() >= room {
            break;
        }
        bytes.extend((index as u64 + 1).to_le_bytes());
        bytes.extend(entry.inode.to_le_bytes());
        bytes.extend((entry.name.len() as u32).to_le_bytes());
        bytes.extend([entry.kind as u8, 0, 0, 0]);
        bytes.extend(entry.name.as_bytes());
    }
    // A program knows by a full buffer that there is more.
    bytes.truncate(room);
    guest.store(to, &bytes)?;
    guest.store_u32(used, bytes.len() as u32)
}

/// The times to set: those that are given, or now.
fn times(accessed: i64, modified: i64, flags: i32) -> Result<FileTimes, Errno> {
    let chosen =
        |given: i64, is_given: i32, is_now: i32| match (flags & is_given != 0, flags & is_now != 0)
        {
            (true, true) => Err(Errno::Invalid),
            (true, false) => Ok(Some(UNIX_EPOCH + Duration::from_nanos(given as u64))),
            (false, true) => Ok(Some(SystemTime::now())),
            (false, false) => Ok(None),
        };
    let mut times = FileTimes::new();
    if let Some(time) = chosen(accessed, 1, 2)? {
        times = times.set_accessed(time);
    }
    if let Some(time) = chosen(modified, 4, 8)? {
        times = times.set_modified(time);
    }
    Ok(times)
}

/// The bytes by which WASI describes a file.
fn stat(metadata: &Metadata) -> [u8; 64] {
    let nanoseconds = |time: io::Result<cap_std::time::SystemTime>| {
        let since = time.map(|time| time.into_std().duration_since(UNIX_EPOCH));
        since.map_or(0, |since| since.map_or(0, |since| since.as_nanos() as u64))
    };
    let modified = nanoseconds(metadata.modified());
    let (device, links, changed) = identity(metadata);
    let mut stat = [0; 64];
    let fields = [
        (0, device),
        (8, inode(metadata)),
        (16, kind(metadata.file_type()) as u64),
        (24, links),
        (32, metadata.len()),
        (40, nanoseconds(metadata.accessed())),
        (48, modified),
        (56, changed.unwrap_or(modified)),
    ];
    for (at, value) in fields {
        stat[at..at + 8].copy_from_slice(&value.to_le_bytes());
    }
    stat
}

/// The device, the number of links, and when these or anything else changed.
#[cfg(unix)]
fn identity(metadata: &Metadata) -> (u64, u64, Option<u64>) {
    use cap_std::fs::MetadataExt;
    let changed = metadata.ctime() * 1_000_000_000 + metadata.ctime_nsec();
    (
        metadata.dev(),
        metadata.nlink(),
        u64::try_from(changed).ok(),
    )
}

#[cfg(windows)]
fn identity(_: &Metadata) -> (u64, u64, Option<u64>) {
    (0, 1, None)
}
