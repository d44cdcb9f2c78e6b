//! The open descriptors.

#[cfg(any(unix, windows))]
use super::folder::Folder;
use super::guest::{Answer, Errno, Kind};
use crate::engine::Mapped;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Seek, SeekFrom, Write};

/// Where there are no folders, none is ever open.
#[cfg(not(any(unix, windows)))]
pub(super) enum Folder {}

/// What a descriptor stands for.
pub(super) enum Descriptor {
    Input,
    Output,
    Errors,
    File {
        file: File,
        /// Everything is written at the end.
        appends: bool,
    },
    Folder(Folder),
}

impl Descriptor {
    pub(super) fn kind(&self) -> Kind {
        let of_stream = |is_terminal| match is_terminal {
            true => Kind::Terminal,
            false => Kind::Unknown,
        };
        match self {
            Descriptor::Input => of_stream(io::stdin().is_terminal()),
            Descriptor::Output => of_stream(io::stdout().is_terminal()),
            Descriptor::Errors => of_stream(io::stderr().is_terminal()),
            Descriptor::File { .. } => Kind::File,
            Descriptor::Folder(_) => Kind::Folder,
        }
    }

    pub(super) fn file(&mut self) -> Result<&mut File, Errno> {
        match self {
            Descriptor::File { file, .. } => Ok(file),
            Descriptor::Folder(_) => Err(Errno::IsFolder),
            _ => Err(Errno::IllegalSeek),
        }
    }

    pub(super) fn read(&mut self, bytes: &mut [u8]) -> Result<usize, Errno> {
        match self {
            Descriptor::Input => Ok(io::stdin().read(bytes)?),
            Descriptor::File { file, .. } => Ok(file.read(bytes)?),
            Descriptor::Folder(_) => Err(Errno::IsFolder),
            Descriptor::Output | Descriptor::Errors => Err(Errno::BadDescriptor),
        }
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Answer {
        match self {
            Descriptor::Output => {
                // The program's library has a buffer of its own.
                let mut output = io::stdout().lock();
                output.write_all(bytes)?;
                output.flush()?;
            }
            Descriptor::Errors => io::stderr().write_all(bytes)?,
            Descriptor::File { file, appends } => {
                if *appends {
                    file.seek(SeekFrom::End(0))?;
                }
                file.write_all(bytes)?;
            }
            Descriptor::Folder(_) => return Err(Errno::IsFolder),
            Descriptor::Input => return Err(Errno::BadDescriptor),
        }
        Ok(())
    }
}

/// The open descriptors, by number.
pub(super) struct Table(Vec<Option<Descriptor>>);

impl Table {
    /// The streams, and the folders that the user gives. Fails with the folder that cannot be
    /// opened.
    pub(super) fn new(folders: &[Mapped]) -> Result<Table, (String, io::Error)> {
        let streams = [Descriptor::Input, Descriptor::Output, Descriptor::Errors];
        let mut all: Vec<_> = streams.into_iter().map(Some).collect();
        for folder in folders {
            let opened = opened(folder);
            all.push(Some(
                opened.map_err(|cause| (folder.host.display().to_string(), cause))?,
            ));
        }
        Ok(Table(all))
    }

    pub(super) fn get(&mut self, number: i32) -> Result<&mut Descriptor, Errno> {
        let slot = usize::try_from(number).ok();
        let slot = slot.and_then(|number| self.0.get_mut(number)?.as_mut());
        slot.ok_or(Errno::BadDescriptor)
    }

    /// Gives a descriptor the lowest number that is free.
    pub(super) fn add(&mut self, descriptor: Descriptor) -> Result<u32, Errno> {
        const MOST: usize = 4096;
        let free = self.0.iter().position(Option::is_none);
        let number = free.unwrap_or(self.0.len());
        if number >= MOST {
            return Err(Errno::NoMemory);
        }
        if number == self.0.len() {
            self.0.push(None);
        }
        self.0[number] = Some(descriptor);
        Ok(number as u32)
    }

    pub(super) fn close(&mut self, number: i32) -> Answer {
        self.get(number)?;
        self.0[number as usize] = None;
        Ok(())
    }

    /// Gives a descriptor the number of another one, which is closed.
    pub(super) fn renumber(&mut self, from: i32, to: i32) -> Answer {
        self.get(from)?;
        self.get(to)?;
        if from != to {
            self.0[to as usize] = self.0[from as usize].take();
        }
        Ok(())
    }
}

#[cfg(any(unix, windows))]
fn opened(folder: &Mapped) -> io::Result<Descriptor> {
    Folder::given(folder).map(Descriptor::Folder)
}

#[cfg(not(any(unix, windows)))]
fn opened(_: &Mapped) -> io::Result<Descriptor> {
    Err(io::ErrorKind::Unsupported.into())
}
