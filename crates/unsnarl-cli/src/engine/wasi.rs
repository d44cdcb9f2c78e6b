//! The part of WASI preview 1 that a program without files needs.
//!
//! *Needs:* a module that exports its `memory`.
//! *Gives:* arguments, an empty environment, the three standard streams, clocks, random bytes, and
//! the exit.
//! *Limits:* no files and no sockets: all other descriptors are invalid.
//!
//! Standard output is buffered and flushed when the program reads, writes to standard error or
//! ends.

use std::io::{self, BufWriter, ErrorKind, Read, Stdout, Write};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use wasmi::errors::LinkerError;
use wasmi::{Caller, Linker, Memory, Module, Val};

const MODULE: &str = "wasi_snapshot_preview1";

/// What a call answers: nothing, or an error number of the WASI specification.
type Answer = Result<(), Errno>;

/// Error numbers of WASI preview 1.
#[derive(Clone, Copy)]
enum Errno {
    /// The file descriptor is not open, or not for this.
    BadDescriptor = 8,
    /// An address lies outside of memory.
    Fault = 21,
    /// An argument has no meaning.
    Invalid = 28,
    /// The stream failed.
    Io = 29,
    /// There is no such call.
    NotThere = 52,
    /// The stream has no position.
    IllegalSeek = 70,
}

/// The environment of a running program.
pub(super) struct Host {
    arguments: Vec<String>,
    output: BufWriter<Stdout>,
    started: Instant,
    /// The state of the generator behind `random_get`.
    random: u64,
}

impl Host {
    pub(super) fn new(arguments: Vec<String>) -> Host {
        let seed = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(1, |time| time.as_nanos() as u64);
        let output = BufWriter::new(io::stdout());
        Host {
            arguments,
            output,
            started: Instant::now(),
            random: seed | 1,
        }
    }

    /// Flushes the buffer. It is no error of the program if the reader has closed the stream.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        match self.output.flush() {
            Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }

    fn write(&mut self, descriptor: i32, bytes: &[u8]) -> Answer {
        let written = match descriptor {
            1 => self.output.write_all(bytes),
            2 => self
                .output
                .flush()
                .and_then(|()| io::stderr().write_all(bytes)),
            _ => return Err(Errno::BadDescriptor),
        };
        written.map_err(|_| Errno::Io)
    }

    fn read(&mut self, descriptor: i32, bytes: &mut [u8]) -> Result<usize, Errno> {
        if descriptor != 0 {
            return Err(Errno::BadDescriptor);
        }
        self.output.flush().map_err(|_| Errno::Io)?;
        io::stdin().read(bytes).map_err(|_| Errno::Io)
    }

    /// The next number of a xorshift generator: enough for hash seeds, not for secrets.
    fn next_random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }
}

/// The memory of the program at hand, with the host beside it.
struct Guest<'a, 'c> {
    caller: &'a mut Caller<'c, Host>,
    memory: Memory,
}

impl<'a, 'c> Guest<'a, 'c> {
    fn new(caller: &'a mut Caller<'c, Host>) -> Result<Guest<'a, 'c>, Errno> {
        let memory = caller
            .get_export("memory")
            .and_then(|export| export.into_memory());
        memory
            .map(|memory| Guest { caller, memory })
            .ok_or(Errno::Fault)
    }

    /// The bytes at an address and the host, both to be changed.
    fn bytes(&mut self, address: i32, len: usize) -> Result<(&mut [u8], &mut Host), Errno> {
        let (memory, host) = self.memory.data_and_store_mut(&mut *self.caller);
        let start = address as u32 as usize;
        let range = start..start.checked_add(len).ok_or(Errno::Fault)?;
        Ok((memory.get_mut(range).ok_or(Errno::Fault)?, host))
    }

    fn store(&mut self, address: i32, bytes: &[u8]) -> Answer {
        self.bytes(address, bytes.len())?.0.copy_from_slice(bytes);
        Ok(())
    }

    fn store_u32(&mut self, address: i32, value: u32) -> Answer {
        self.store(address, &value.to_le_bytes())
    }

    fn load_u32(&mut self, address: i32) -> Result<u32, Errno> {
        let (bytes, _) = self.bytes(address, 4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// The buffers that a list of `count` addresses and lengths names.
    fn buffers(&mut self, list: i32, count: i32) -> Result<Vec<(i32, usize)>, Errno> {
        let count = u32::try_from(count).map_err(|_| Errno::Invalid)?;
        // Checked before allocating, so that a wrong count costs nothing.
        self.bytes(list, count as usize * 8)?;
        (0..count as i32)
            .map(|at| {
                let entry = list.wrapping_add(at * 8);
                let address = self.load_u32(entry)? as i32;
                Ok((address, self.load_u32(entry.wrapping_add(4))? as usize))
            })
            .collect()
    }
}

/// The number that a call returns.
fn errno(answer: Answer) -> i32 {
    answer.map_or_else(|errno| errno as i32, |()| 0)
}

/// Defines a call that only stores its result.
macro_rules! define {
    ($linker:expr, $name:literal, |$guest:ident $(, $argument:ident : $type:ty)*| $body:expr) => {
        $linker.func_wrap(MODULE, $name, |mut caller: Caller<'_, Host> $(, $argument: $type)*| {
            errno(Guest::new(&mut caller).and_then(|mut $guest| $body))
        })?
    };
}

/// Defines the calls.
pub(super) fn define(linker: &mut Linker<Host>) -> Result<(), LinkerError> {
    define!(linker, "args_sizes_get", |guest, count: i32, size: i32| {
        args_sizes(&mut guest, count, size)
    });
    define!(linker, "args_get", |guest, table: i32, bytes: i32| args(
        &mut guest, table, bytes
    ));
    define!(
        linker,
        "environ_sizes_get",
        |guest, count: i32, size: i32| {
            guest
                .store_u32(count, 0)
                .and_then(|()| guest.store_u32(size, 0))
        }
    );
    define!(
        linker,
        "environ_get",
        |_guest, _table: i32, _bytes: i32| Ok(())
    );
    define!(
        linker,
        "fd_write",
        |guest, descriptor: i32, list: i32, count: i32, written: i32| {
            fd_write(&mut guest, descriptor, list, count, written)
        }
    );
    define!(
        linker,
        "fd_read",
        |guest, descriptor: i32, list: i32, count: i32, read: i32| {
            fd_read(&mut guest, descriptor, list, count, read)
        }
    );
    define!(linker, "fd_close", |_guest, descriptor: i32| standard(
        descriptor
    ));
    define!(
        linker,
        "fd_seek",
        |_guest, descriptor: i32, _offset: i64, _whence: i32, _to: i32| {
            standard(descriptor).and(Err(Errno::IllegalSeek))
        }
    );
    define!(
        linker,
        "fd_fdstat_get",
        |guest, descriptor: i32, stat: i32| { fdstat(&mut guest, descriptor, stat) }
    );
    define!(
        linker,
        "clock_time_get",
        |guest, clock: i32, _precision: i64, time: i32| { clock_time(&mut guest, clock, time) }
    );
    define!(
        linker,
        "random_get",
        |guest, address: i32, len: i32| random(&mut guest, address, len)
    );
    define!(linker, "sched_yield", |_guest| Ok(()));
    linker.func_wrap(
        MODULE,
        "proc_exit",
        |status: i32| -> Result<(), wasmi::Error> { Err(wasmi::Error::i32_exit(status)) },
    )?;
    Ok(())
}

/// The calls about files, sockets and processes, which a program may import and which all fail.
const OTHERS: [&str; 33] = [
    "clock_res_get",
    "fd_advise",
    "fd_allocate",
    "fd_datasync",
    "fd_fdstat_set_flags",
    "fd_fdstat_set_rights",
    "fd_filestat_get",
    "fd_filestat_set_size",
    "fd_filestat_set_times",
    "fd_pread",
    "fd_prestat_dir_name",
    "fd_prestat_get",
    "fd_pwrite",
    "fd_readdir",
    "fd_renumber",
    "fd_sync",
    "fd_tell",
    "path_create_directory",
    "path_filestat_get",
    "path_filestat_set_times",
    "path_link",
    "path_open",
    "path_readlink",
    "path_remove_directory",
    "path_rename",
    "path_symlink",
    "path_unlink_file",
    "poll_oneoff",
    "proc_raise",
    "sock_accept",
    "sock_recv",
    "sock_send",
    "sock_shutdown",
];

/// Defines those of the other calls that a module imports: descriptors are invalid, all else is not
/// implemented.
pub(super) fn define_others(linker: &mut Linker<Host>, module: &Module) -> Result<(), LinkerError> {
    for import in module.imports() {
        let (name, ty) = (import.name(), import.ty().func());
        let Some(ty) = ty.filter(|_| import.module() == MODULE && OTHERS.contains(&name)) else {
            continue;
        };
        let errno = match name.starts_with("fd_") {
            true => Errno::BadDescriptor,
            false => Errno::NotThere,
        };
        linker.func_new(MODULE, name, ty.clone(), move |_, _, results| {
            results.fill(Val::I32(errno as i32));
            Ok(())
        })?;
    }
    Ok(())
}

fn standard(descriptor: i32) -> Answer {
    if (0..3).contains(&descriptor) {
        Ok(())
    } else {
        Err(Errno::BadDescriptor)
    }
}

fn args_sizes(guest: &mut Guest<'_, '_>, count: i32, size: i32) -> Answer {
    let arguments = &guest.caller.data().arguments;
    let number = arguments.len() as u32;
    let bytes = arguments
        .iter()
        .map(|argument| argument.len() as u32 + 1)
        .sum();
    guest.store_u32(count, number)?;
    guest.store_u32(size, bytes)
}

fn args(guest: &mut Guest<'_, '_>, table: i32, bytes: i32) -> Answer {
    let (mut entry, mut at) = (table, bytes);
    for argument in guest.caller.data().arguments.clone() {
        guest.store_u32(entry, at as u32)?;
        guest.store(at, argument.as_bytes())?;
        guest.store(at.wrapping_add(argument.len() as i32), &[0])?;
        entry = entry.wrapping_add(4);
        at = at.wrapping_add(argument.len() as i32 + 1);
    }
    Ok(())
}

fn fd_write(
    guest: &mut Guest<'_, '_>,
    descriptor: i32,
    list: i32,
    count: i32,
    written: i32,
) -> Answer {
    let mut total = 0;
    for (address, len) in guest.buffers(list, count)? {
        let (bytes, host) = guest.bytes(address, len)?;
        host.write(descriptor, bytes)?;
        total += len as u32;
    }
    guest.store_u32(written, total)
}

fn fd_read(guest: &mut Guest<'_, '_>, descriptor: i32, list: i32, count: i32, read: i32) -> Answer {
    let mut total = 0;
    for (address, len) in guest.buffers(list, count)? {
        let (bytes, host) = guest.bytes(address, len)?;
        let got = host.read(descriptor, bytes)?;
        total += got as u32;
        if got < len {
            break;
        }
    }
    guest.store_u32(read, total)
}

/// A descriptor's status: a character device without flags and with all rights.
fn fdstat(guest: &mut Guest<'_, '_>, descriptor: i32, stat: i32) -> Answer {
    standard(descriptor)?;
    let mut bytes = [0; 24];
    bytes[0] = 2;
    bytes[8..].fill(0xff);
    guest.store(stat, &bytes)
}

fn clock_time(guest: &mut Guest<'_, '_>, clock: i32, time: i32) -> Answer {
    let elapsed = match clock {
        0 => SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_err(|_| Errno::Invalid)?,
        1..=3 => guest.caller.data().started.elapsed(),
        _ => return Err(Errno::Invalid),
    };
    guest.store(time, &(elapsed.as_nanos() as u64).to_le_bytes())
}

fn random(guest: &mut Guest<'_, '_>, address: i32, len: i32) -> Answer {
    let (bytes, host) = guest.bytes(address, len as u32 as usize)?;
    for chunk in bytes.chunks_mut(8) {
        chunk.copy_from_slice(&host.next_random().to_le_bytes()[..chunk.len()]);
    }
    Ok(())
}
