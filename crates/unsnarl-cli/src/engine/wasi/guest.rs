//! The memory of a running program, and the numbers by which calls of WASI say what they mean.

use super::Host;
use std::io::{self, ErrorKind};
use wasmi::{Caller, Memory};

/// The result of a call that only stores: nothing, or an error number.
pub(super) type Answer = Result<(), Errno>;

/// Error numbers of WASI preview 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Errno {
    Access = 2,
    Again = 6,
    /// The file descriptor is not open, or not for this.
    BadDescriptor = 8,
    Busy = 10,
    Exists = 20,
    /// An address lies outside of memory.
    Fault = 21,
    TooLarge = 22,
    /// Text is not UTF-8.
    IllegalSequence = 25,
    Interrupted = 27,
    /// An argument has no meaning.
    Invalid = 28,
    /// The stream failed.
    Io = 29,
    IsFolder = 31,
    Loop = 32,
    TooManyLinks = 34,
    NameTooLong = 37,
    NoEntry = 44,
    NoMemory = 48,
    NoSpace = 51,
    /// There is no such call.
    NoSystem = 52,
    NotFolder = 54,
    NotEmpty = 55,
    NotSocket = 57,
    NotSupported = 58,
    /// A path leads out of the folders that were given.
    NotPermitted = 63,
    Pipe = 64,
    ReadOnly = 69,
    /// The stream has no position.
    IllegalSeek = 70,
    CrossesDevices = 75,
}

impl From<io::Error> for Errno {
    fn from(error: io::Error) -> Errno {
        match error.kind() {
            // The sandbox says so of a path that leads out; the system's own error has a number.
            ErrorKind::PermissionDenied if error.raw_os_error().is_none() => Errno::NotPermitted,
            ErrorKind::PermissionDenied => Errno::Access,
            ErrorKind::WouldBlock => Errno::Again,
            ErrorKind::ResourceBusy => Errno::Busy,
            ErrorKind::AlreadyExists => Errno::Exists,
            ErrorKind::FileTooLarge => Errno::TooLarge,
            ErrorKind::Interrupted => Errno::Interrupted,
            ErrorKind::InvalidInput => Errno::Invalid,
            ErrorKind::IsADirectory => Errno::IsFolder,
            ErrorKind::TooManyLinks => Errno::TooManyLinks,
            ErrorKind::InvalidFilename => Errno::NameTooLong,
            ErrorKind::NotFound => Errno::NoEntry,
            ErrorKind::OutOfMemory => Errno::NoMemory,
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Errno::NoSpace,
            ErrorKind::NotADirectory => Errno::NotFolder,
            ErrorKind::DirectoryNotEmpty => Errno::NotEmpty,
            ErrorKind::Unsupported => Errno::NotSupported,
            ErrorKind::BrokenPipe => Errno::Pipe,
            ErrorKind::ReadOnlyFilesystem => Errno::ReadOnly,
            ErrorKind::NotSeekable => Errno::IllegalSeek,
            ErrorKind::CrossesDevices => Errno::CrossesDevices,
            _ => Errno::Io,
        }
    }
}

/// The kinds of files that calls tell of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Unknown = 0,
    Terminal = 2,
    Folder = 3,
    File = 4,
    Link = 7,
}

/// The flag of a descriptor at whose end everything is written.
pub(super) const APPEND: i32 = 1;

/// The number that a call returns.
pub(super) fn number(answer: Answer) -> i32 {
    answer.map_or_else(|errno| errno as i32, |()| 0)
}

/// The memory of the program, with the host beside it.
pub(super) struct Guest<'a, 'c> {
    caller: &'a mut Caller<'c, Host>,
    memory: Memory,
}

impl<'a, 'c> Guest<'a, 'c> {
    /// Fails if the program exports no memory.
    pub(super) fn new(caller: &'a mut Caller<'c, Host>) -> Result<Guest<'a, 'c>, Errno> {
        let memory = caller
            .get_export("memory")
            .and_then(|export| export.into_memory());
        memory
            .map(|memory| Guest { caller, memory })
            .ok_or(Errno::Fault)
    }

    pub(super) fn host(&mut self) -> &mut Host {
        self.caller.data_mut()
    }

    /// The bytes at an address and the host, both to be changed.
    pub(super) fn bytes(
        &mut self,
        address: i32,
        len: usize,
    ) -> Result<(&mut [u8], &mut Host), Errno> {
        let (memory, host) = self.memory.data_and_store_mut(&mut *self.caller);
        let start = address as u32 as usize;
        let range = start..start.checked_add(len).ok_or(Errno::Fault)?;
        Ok((memory.get_mut(range).ok_or(Errno::Fault)?, host))
    }

    /// The text at an address.
    pub(super) fn text(&mut self, address: i32, len: i32) -> Result<String, Errno> {
        let (bytes, _) = self.bytes(address, len as u32 as usize)?;
        String::from_utf8(bytes.to_vec()).map_err(|_| Errno::IllegalSequence)
    }

    pub(super) fn store(&mut self, address: i32, bytes: &[u8]) -> Answer {
        self.bytes(address, bytes.len())?.0.copy_from_slice(bytes);
        Ok(())
    }

    pub(super) fn store_u32(&mut self, address: i32, value: u32) -> Answer {
        self.store(address, &value.to_le_bytes())
    }

    pub(super) fn store_u64(&mut self, address: i32, value: u64) -> Answer {
        self.store(address, &value.to_le_bytes())
    }

    /// The number of `N` bytes at an address, as its bytes.
    pub(super) fn load<const N: usize>(&mut self, address: i32) -> Result<[u8; N], Errno> {
        let (bytes, _) = self.bytes(address, N)?;
        bytes.try_into().map_err(|_| Errno::Fault)
    }

    pub(super) fn load_u32(&mut self, address: i32) -> Result<u32, Errno> {
        self.load(address).map(u32::from_le_bytes)
    }

    pub(super) fn load_u64(&mut self, address: i32) -> Result<u64, Errno> {
        self.load(address).map(u64::from_le_bytes)
    }

    /// The buffers that a list of `count` addresses and lengths names.
    pub(super) fn buffers(&mut self, list: i32, count: i32) -> Result<Vec<(i32, usize)>, Errno> {
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

    /// Stores strings, each ended by 0, from `bytes` on, and their addresses from `table` on.
    pub(super) fn store_strings(&mut self, strings: &[String], table: i32, bytes: i32) -> Answer {
        let (mut entry, mut at) = (table, bytes);
        for string in strings {
            self.store_u32(entry, at as u32)?;
            self.store(at, string.as_bytes())?;
            self.store(at.wrapping_add(string.len() as i32), &[0])?;
            entry = entry.wrapping_add(4);
            at = at.wrapping_add(string.len() as i32 + 1);
        }
        Ok(())
    }

    /// Stores how many strings there are, and how many bytes they take.
    pub(super) fn store_sizes(&mut self, strings: &[String], count: i32, size: i32) -> Answer {
        let bytes = strings.iter().map(|string| string.len() as u32 + 1).sum();
        self.store_u32(count, strings.len() as u32)?;
        self.store_u32(size, bytes)
    }
}
