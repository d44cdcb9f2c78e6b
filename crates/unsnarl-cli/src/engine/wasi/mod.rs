//! WASI preview 1 for a command-line program.
//!
//! *Needs:* a module that exports its `memory`; [`World`], which the user gives.
//! *Gives:* arguments, environment, the three standard streams, the folders that were given,
//! clocks, random bytes, and the exit.
//! *Limits:* no sockets. A wait for a stream returns at once, and the read that follows waits.
//! Random bytes are enough for hash seeds, not for secrets.
//!
//! The calls about descriptors are in [`descriptors`], those about paths in [`folders`]: every path
//! is resolved by cap-std, which follows no link and no `..` out of a folder.

// Where there are no folders, parts of what they need are not used.
#![cfg_attr(not(any(unix, windows)), allow(dead_code))]

mod descriptors;
#[cfg(any(unix, windows))]
mod folder;
#[cfg(any(unix, windows))]
mod folders;
mod guest;
mod poll;
mod table;

use super::World;
use guest::{Answer, Errno, Guest};
use std::io;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use table::Table;
use wasmi::errors::LinkerError;
use wasmi::{Caller, Linker, Module, StoreLimits, StoreLimitsBuilder, Val};

const MODULE: &str = "wasi_snapshot_preview1";

/// The environment of a running program.
pub(super) struct Host {
    arguments: Vec<String>,
    /// `NAME=VALUE`.
    variables: Vec<String>,
    table: Table,
    started: Instant,
    /// The state of the generator behind `random_get`.
    random: u64,
    pub(super) limits: StoreLimits,
}

impl Host {
    /// Fails if a folder cannot be opened.
    pub(super) fn new(world: &World) -> Result<Host, (String, io::Error)> {
        let seed = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(1, |time| time.as_nanos() as u64);
        let limits = StoreLimitsBuilder::new();
        Ok(Host {
            arguments: world.arguments.clone(),
            variables: world.variables.clone(),
            table: Table::new(&world.folders)?,
            started: Instant::now(),
            random: seed | 1,
            limits: match world.max_memory {
                Some(bytes) => limits.memory_size(bytes).build(),
                None => limits.build(),
            },
        })
    }

    /// The next number of a xorshift generator.
    fn next_random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    /// The time of a clock.
    fn time(&self, clock: i32) -> Result<Duration, Errno> {
        match clock {
            0 => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_err(|_| Errno::Invalid),
            1..=3 => Ok(self.started.elapsed()),
            _ => Err(Errno::Invalid),
        }
    }
}

/// Defines calls in a linker, each of which returns an error number.
macro_rules! calls {
    ($linker:expr; $($name:ident($guest:ident $(, $argument:ident : $type:ty)*) $body:expr;)*) => {
        $($linker.func_wrap(
            $crate::engine::wasi::MODULE,
            stringify!($name),
            |mut caller: ::wasmi::Caller<'_, $crate::engine::wasi::Host> $(, $argument: $type)*| {
                let guest = $crate::engine::wasi::guest::Guest::new(&mut caller);
                $crate::engine::wasi::guest::number(guest.and_then(|mut $guest| $body))
            },
        )?;)*
    };
}
use calls;

/// Defines the calls.
pub(super) fn define(linker: &mut Linker<Host>, module: &Module) -> Result<(), LinkerError> {
    linker.allow_shadowing(true);
    define_refused(linker, module)?;
    calls! { linker;
        args_sizes_get(guest, count: i32, size: i32) {
            let arguments = guest.host().arguments.clone();
            guest.store_sizes(&arguments, count, size)
        };
        args_get(guest, table: i32, bytes: i32) {
            let arguments = guest.host().arguments.clone();
            guest.store_strings(&arguments, table, bytes)
        };
        environ_sizes_get(guest, count: i32, size: i32) {
            let variables = guest.host().variables.clone();
            guest.store_sizes(&variables, count, size)
        };
        environ_get(guest, table: i32, bytes: i32) {
            let variables = guest.host().variables.clone();
            guest.store_strings(&variables, table, bytes)
        };
        clock_res_get(guest, clock: i32, resolution: i32) {
            guest.host().time(clock)?;
            guest.store_u64(resolution, 1)
        };
        clock_time_get(guest, clock: i32, _precision: i64, to: i32) {
            let time = guest.host().time(clock)?;
            guest.store_u64(to, time.as_nanos() as u64)
        };
        random_get(guest, address: i32, len: i32) random(&mut guest, address, len);
    }
    linker.func_wrap(MODULE, "sched_yield", |_: Caller<'_, Host>| 0)?;
    linker.func_wrap(
        MODULE,
        "proc_exit",
        |status: i32| -> Result<(), wasmi::Error> { Err(wasmi::Error::i32_exit(status)) },
    )?;
    descriptors::define(linker)?;
    poll::define(linker)?;
    #[cfg(any(unix, windows))]
    folders::define(linker)?;
    Ok(())
}

/// Calls that fail where nothing else defines them: always, or where there are no folders.
const REFUSED: [&str; 20] = [
    "fd_filestat_get",
    "fd_filestat_set_times",
    "fd_prestat_dir_name",
    "fd_prestat_get",
    "fd_readdir",
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
    "proc_raise",
    "sock_accept",
    "sock_recv",
    "sock_send",
    "sock_shutdown",
];

/// Defines such of these calls as a module imports.
fn define_refused(linker: &mut Linker<Host>, module: &Module) -> Result<(), LinkerError> {
    for import in module.imports() {
        let (name, ty) = (import.name(), import.ty().func());
        let Some(ty) = ty.filter(|_| import.module() == MODULE && REFUSED.contains(&name)) else {
            continue;
        };
        let errno = match name.split('_').next() {
            Some("fd") => Errno::BadDescriptor,
            Some("sock") => Errno::NotSocket,
            _ => Errno::NoSystem,
        };
        linker.func_new(MODULE, name, ty.clone(), move |_, _, results| {
            results.fill(Val::I32(errno as i32));
            Ok(())
        })?;
    }
    Ok(())
}

fn random(guest: &mut Guest<'_, '_>, address: i32, len: i32) -> Answer {
    let (bytes, host) = guest.bytes(address, len as u32 as usize)?;
    for chunk in bytes.chunks_mut(8) {
        chunk.copy_from_slice(&host.next_random().to_le_bytes()[..chunk.len()]);
    }
    Ok(())
}
