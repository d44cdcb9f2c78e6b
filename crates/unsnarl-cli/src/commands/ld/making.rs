//! Bitcode to objects and archives of objects.
//!
//! *Needs:* [`Inputs`], how to make code, and how much at once.
//! *Gives:* [`Made`]: for each file the files that take its place, and every object in order.
//! *Cost:* that of compiling every module, members that the link does not need included; modules
//! are compiled beside each other.
//! *Limits:* a member that cannot be compiled is an error, whether the link needs it or not.

use super::super::cc::messages::{Kind, Messages};
use super::super::cc::object::{Object, Refused, object_of_reading};
use super::super::cc::own::Settings;
use super::inputs::{Content, Inputs};
use crate::archive::{self, Member};
use std::borrow::Cow;
use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What takes the place of the inputs.
pub(super) struct Made {
    /// For each input its files: a name, and what is in it.
    pub(super) files: Vec<Vec<(String, Vec<u8>)>>,
    /// How many modules there were.
    pub(super) modules: usize,
    /// What is to be said of them.
    pub(super) measures: String,
}

/// Bitcode in an input.
struct Task<'a> {
    /// What messages call it.
    name: String,
    bytes: &'a [u8],
}

type Compiled = Result<Vec<Object>, Refused>;

/// Compiles all bitcode of the inputs; an error has all that is wrong.
pub(super) fn make(
    inputs: &Inputs,
    settings: &Settings,
    jobs: NonZeroUsize,
    messages: Messages,
) -> Result<Made, Refused> {
    let tasks = tasks(inputs);
    let mut compiled = compile_all(&tasks, settings, jobs, messages)?.into_iter();
    let mut made = Made {
        files: Vec::new(),
        modules: 0,
        measures: String::new(),
    };
    let mut next = |made: &mut Made| -> Vec<Vec<u8>> {
        let objects = compiled.next().expect("every task was compiled");
        made.modules += objects.len();
        let measures = objects.iter().map(|object| object.measures.as_str());
        made.measures.extend(measures);
        objects.into_iter().map(|object| object.bytes).collect()
    };
    for input in &inputs.files {
        let name = input.path.file_name().unwrap_or(OsStr::new("input"));
        let name = name.to_string_lossy();
        let files = match &input.content {
            Content::Bitcode(_) => numbered(&name, next(&mut made)),
            Content::Archive(members) => {
                let mut written: Vec<Member<'_>> = Vec::new();
                for (name, bytes) in members {
                    let objects = match unsnarl_llvm::is_bitcode(bytes) {
                        true => numbered(name, next(&mut made)),
                        false => {
                            let (name, bytes) = (name.clone(), Cow::Borrowed(&**bytes));
                            written.push(Member { name, bytes });
                            continue;
                        }
                    };
                    written.extend(objects.into_iter().map(|(name, bytes)| Member {
                        name,
                        bytes: Cow::Owned(bytes),
                    }));
                }
                let archive = archive::write(&written).map_err(|error| Refused {
                    message: messages.line(input.path.display(), Kind::Error, error),
                    status: 1,
                })?;
                vec![(name.into_owned(), archive)]
            }
        };
        made.files.push(files);
    }
    Ok(made)
}

/// All bitcode, in order.
fn tasks(inputs: &Inputs) -> Vec<Task<'_>> {
    let mut tasks = Vec::new();
    for input in &inputs.files {
        let path = input.path.display();
        match &input.content {
            Content::Bitcode(bytes) => tasks.push(Task {
                name: path.to_string(),
                bytes,
            }),
            Content::Archive(members) => {
                let bitcode = members.iter();
                let bitcode = bitcode.filter(|(_, bytes)| unsnarl_llvm::is_bitcode(bytes));
                tasks.extend(bitcode.map(|(name, bytes)| Task {
                    name: format!("{path}({name})"),
                    bytes,
                }));
            }
        }
    }
    tasks
}

/// Names for the objects of one file: its own for the first, and numbers in the others'.
fn numbered(name: &str, objects: Vec<Vec<u8>>) -> Vec<(String, Vec<u8>)> {
    let path = Path::new(name);
    let stem = path.with_extension("");
    let ending = path
        .extension()
        .map(|ending| format!(".{}", ending.display()));
    let named = |(index, bytes)| match index {
        0 => (name.to_owned(), bytes),
        _ => {
            let ending = ending.as_deref().unwrap_or_default();
            (format!("{}.{index}{ending}", stem.display()), bytes)
        }
    };
    objects.into_iter().enumerate().map(named).collect()
}

/// Compiles tasks beside each other. What is made, and what is said, is that of the tasks in order.
fn compile_all(
    tasks: &[Task<'_>],
    settings: &Settings,
    jobs: NonZeroUsize,
    messages: Messages,
) -> Result<Vec<Vec<Object>>, Refused> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<Compiled>>> = Mutex::new(tasks.iter().map(|_| None).collect());
    // A single module has all processors for its functions.
    let workers = jobs.get().min(tasks.len());
    let inside = NonZeroUsize::new(jobs.get() / workers.max(1)).unwrap_or(NonZeroUsize::MIN);
    let work = || {
        while let Some((index, task)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            tasks.get(index).map(|task| (index, task))
        } {
            let compiled = compile(task, settings, inside, messages);
            let mut done = done.lock().expect("no compilation panics with the lock");
            done[index] = Some(compiled);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    let done = done
        .into_inner()
        .expect("no compilation panics with the lock");
    let mut made = Vec::new();
    let mut refused: Option<Refused> = None;
    for compiled in done {
        match compiled.expect("every task was compiled") {
            Ok(objects) => made.push(objects),
            Err(more) => match &mut refused {
                None => refused = Some(more),
                Some(all) => {
                    all.message += &more.message;
                    all.status = all.status.max(more.status);
                }
            },
        }
    }
    refused.map_or(Ok(made), Err)
}

fn compile(
    task: &Task<'_>,
    settings: &Settings,
    jobs: NonZeroUsize,
    messages: Messages,
) -> Compiled {
    let readings = unsnarl_llvm::read_bitcode_modules(task.bytes).map_err(|error| Refused {
        message: messages.line(&task.name, Kind::Error, error),
        status: 1,
    })?;
    let source = OsStr::new(&task.name);
    let object = |module| object_of_reading(source, module, settings, Some(jobs), messages);
    readings
        .iter()
        .map(|reading| object(&reading.module))
        .collect()
}
