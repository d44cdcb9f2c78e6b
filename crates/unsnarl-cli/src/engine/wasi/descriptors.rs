//! The calls about descriptors that need no folder.

use super::guest::{APPEND, Answer, Errno, Guest};
use super::table::Descriptor;
use super::{Host, calls};
use std::io::{Seek, SeekFrom};
use wasmi::Linker;
use wasmi::errors::LinkerError;

/// What may be done with a file or folder: everything.
const ALL_RIGHTS: u64 = 0x0fff_ffff;
/// What may be done with a stream: to read, write, wait, and ask for its status.
const RIGHTS_OF_STREAMS: u64 = 1 << 1 | 1 << 3 | 1 << 6 | 1 << 21 | 1 << 27;

pub(super) fn define(linker: &mut Linker<Host>) -> Result<(), LinkerError> {
    calls! { linker;
        fd_advise(guest, number: i32, _at: i64, _len: i64, _advice: i32) {
            guest.host().table.get(number)?.file().map(drop)
        };
        fd_allocate(guest, number: i32, _at: i64, _len: i64) {
            guest.host().table.get(number)?.file()?;
            Err(Errno::NotSupported)
        };
        fd_close(guest, number: i32) guest.host().table.close(number);
        fd_datasync(guest, number: i32) {
            Ok(guest.host().table.get(number)?.file()?.sync_data()?)
        };
        fd_fdstat_get(guest, number: i32, to: i32) status(&mut guest, number, to);
        fd_fdstat_set_flags(guest, number: i32, flags: i32) {
            match guest.host().table.get(number)? {
                Descriptor::File { appends, .. } => *appends = flags & APPEND != 0,
                _ if flags == 0 => {}
                _ => return Err(Errno::NotSupported),
            }
            Ok(())
        };
        fd_fdstat_set_rights(guest, number: i32, _rights: i64, _inherited: i64) {
            guest.host().table.get(number).map(drop)
        };
        fd_filestat_set_size(guest, number: i32, size: i64) {
            Ok(guest.host().table.get(number)?.file()?.set_len(size as u64)?)
        };
        fd_pread(guest, number: i32, list: i32, count: i32, at: i64, read: i32) {
            beside(&mut guest, number, at, |guest| read_all(guest, number, list, count, read))
        };
        fd_pwrite(guest, number: i32, list: i32, count: i32, at: i64, written: i32) {
            beside(&mut guest, number, at, |guest| write_all(guest, number, list, count, written))
        };
        fd_read(guest, number: i32, list: i32, count: i32, read: i32) {
            read_all(&mut guest, number, list, count, read)
        };
        fd_renumber(guest, from: i32, to: i32) guest.host().table.renumber(from, to);
        fd_seek(guest, number: i32, offset: i64, whence: i32, to: i32) {
            let target = match whence {
                0 => SeekFrom::Start(u64::try_from(offset).map_err(|_| Errno::Invalid)?),
                1 => SeekFrom::Current(offset),
                2 => SeekFrom::End(offset),
                _ => return Err(Errno::Invalid),
            };
            let at = guest.host().table.get(number)?.file()?.seek(target)?;
            guest.store_u64(to, at)
        };
        fd_sync(guest, number: i32) {
            Ok(guest.host().table.get(number)?.file()?.sync_all()?)
        };
        fd_tell(guest, number: i32, to: i32) {
            let at = guest.host().table.get(number)?.file()?.stream_position()?;
            guest.store_u64(to, at)
        };
        fd_write(guest, number: i32, list: i32, count: i32, written: i32) {
            write_all(&mut guest, number, list, count, written)
        };
    }
    Ok(())
}

/// Stores what a descriptor is, its flags, and what may be done with it and with what it opens.
fn status(guest: &mut Guest<'_, '_>, number: i32, to: i32) -> Answer {
    let descriptor = guest.host().table.get(number)?;
    let mut bytes = [0; 24];
    bytes[0] = descriptor.kind() as u8;
    let rights = match descriptor {
        Descriptor::Folder(_) => ALL_RIGHTS,
        Descriptor::File { appends, .. } => {
            bytes[2] = u8::from(*appends);
            ALL_RIGHTS
        }
        Descriptor::Input | Descriptor::Output | Descriptor::Errors => RIGHTS_OF_STREAMS,
    };
    bytes[8..16].copy_from_slice(&rights.to_le_bytes());
    bytes[16..].copy_from_slice(&ALL_RIGHTS.to_le_bytes());
    guest.store(to, &bytes)
}

/// Reads into several buffers, until one is not filled.
fn read_all(guest: &mut Guest<'_, '_>, number: i32, list: i32, count: i32, read: i32) -> Answer {
    let mut total = 0;
    for (address, len) in guest.buffers(list, count)? {
        let (bytes, host) = guest.bytes(address, len)?;
        let got = match host.table.get(number)?.read(bytes) {
            // The bytes that there are come first, and the error with the next call.
            Err(_) if total > 0 => break,
            got => got?,
        };
        total += got as u32;
        if got < len {
            break;
        }
    }
    guest.store_u32(read, total)
}

/// Writes several buffers, as one write if there is more than one.
fn write_all(
    guest: &mut Guest<'_, '_>,
    number: i32,
    list: i32,
    count: i32,
    written: i32,
) -> Answer {
    let buffers = guest.buffers(list, count)?;
    let mut gathered = Vec::new();
    let total: usize = match buffers.as_slice() {
        &[(address, len)] => {
            let (bytes, host) = guest.bytes(address, len)?;
            host.table.get(number)?.write(bytes)?;
            len
        }
        all => {
            for &(address, len) in all {
                gathered.extend_from_slice(guest.bytes(address, len)?.0);
            }
            guest.host().table.get(number)?.write(&gathered)?;
            gathered.len()
        }
    };
    guest.store_u32(written, total as u32)
}

/// Does something at another place of a file, which keeps its own.
fn beside(
    guest: &mut Guest<'_, '_>,
    number: i32,
    at: i64,
    work: impl FnOnce(&mut Guest<'_, '_>) -> Answer,
) -> Answer {
    let at = u64::try_from(at).map_err(|_| Errno::Invalid)?;
    let file = guest.host().table.get(number)?.file()?;
    let own = file.stream_position()?;
    file.seek(SeekFrom::Start(at))?;
    let answer = work(guest);
    let file = guest.host().table.get(number)?.file()?;
    file.seek(SeekFrom::Start(own))?;
    answer
}
