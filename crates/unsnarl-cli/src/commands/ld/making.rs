//! Bitcode to objects and archives of objects.
//!
//! *Needs:* [`Inputs`], how to make code, and how much at once.
//! *Gives:* [`Made`]: for each file the files that take its place, and every object in order. A
//! member of an archive that the link cannot [need](super::needed) is left out of it.
//! *Cost:* that of compiling every module that may be needed, beside each other, and of reading
//! every other one; members are read once more before they are compiled.

use super::super::cc::messages::{Kind, Messages};
use super::super::cc::object::{Object, Refused, object_of_reading};
use super::super::cc::own::Settings;
use super::inputs::{Content, Inputs, Other};
use super::line::Line;
use super::needed::{self, Names, Needed};
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
    /// Its number among the members of archives, if it is one.
    member: Option<usize>,
}

type Compiled = Result<Vec<Object>, Refused>;

/// Compiles all bitcode of the inputs; an error has all that is wrong.
pub(super) fn make(
    inputs: &Inputs,
    line: &Line,
    settings: &Settings,
    jobs: NonZeroUsize,
    messages: Messages,
) -> Result<Made, Refused> {
    let mut needed = Needed::default();
    let tasks = tasks(inputs, &mut needed, messages)?;
    if tasks.iter().any(|task| task.member.is_some()) {
        use_others(inputs, line, &mut needed);
    }
    let mut compiled = compile_needed(&tasks, &mut needed, settings, jobs, messages)?.into_iter();
    let mut made = Made {
        files: Vec::new(),
        modules: 0,
        measures: String::new(),
    };
    let mut next = |made: &mut Made| -> Vec<Vec<u8>> {
        let objects = compiled.next().expect("every task has its objects");
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

/// All bitcode, in order, and what members of archives define and use.
fn tasks<'a>(
    inputs: &'a Inputs,
    needed: &mut Needed,
    messages: Messages,
) -> Result<Vec<Task<'a>>, Refused> {
    let mut tasks = Vec::new();
    for input in &inputs.files {
        let path = input.path.display();
        match &input.content {
            Content::Bitcode(bytes) => tasks.push(Task {
                name: path.to_string(),
                bytes,
                member: None,
            }),
            Content::Archive(members) => {
                for (name, bytes) in members {
                    if !unsnarl_llvm::is_bitcode(bytes) {
                        needed.add(Names::of_object(bytes).unwrap_or_default());
                        continue;
                    }
                    let name = format!("{path}({name})");
                    let mut names = Names::default();
                    for reading in read(&name, bytes, messages)? {
                        let Names { defined, used } = Names::of_module(&reading.module);
                        names.defined.extend(defined);
                        names.used.extend(used);
                    }
                    tasks.push(Task {
                        name,
                        bytes,
                        member: Some(needed.add(names)),
                    });
                }
            }
        }
    }
    Ok(tasks)
}

/// Says what the line and the files without bitcode use.
fn use_others(inputs: &Inputs, line: &Line, needed: &mut Needed) {
    let mut used = Names::of_line(line).used;
    let mut is_known = !needed::takes_all(line);
    for other in &inputs.others {
        match other {
            Other::File(bytes) => match Names::of_object(bytes) {
                Some(names) => used.extend(names.used),
                None => is_known = false,
            },
            Other::Archive(members) => {
                for bytes in members {
                    needed.add(Names::of_object(bytes).unwrap_or_default());
                }
            }
        }
    }
    match is_known {
        true => needed.use_all(used),
        false => needed.use_everything(),
    }
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

/// Compiles what is needed, in rounds: an object may use what its module does not. Of a task that
/// is not needed there are no objects.
fn compile_needed(
    tasks: &[Task<'_>],
    needed: &mut Needed,
    settings: &Settings,
    jobs: NonZeroUsize,
    messages: Messages,
) -> Result<Vec<Vec<Object>>, Refused> {
    let mut made: Vec<Option<Vec<Object>>> = tasks.iter().map(|_| None).collect();
    loop {
        let is_due = |&number: &usize| {
            let member = tasks[number].member;
            made[number].is_none() && member.is_none_or(|member| needed.has(member))
        };
        let due: Vec<usize> = (0..tasks.len()).filter(is_due).collect();
        if due.is_empty() {
            break;
        }
        let round: Vec<&Task<'_>> = due.iter().map(|&number| &tasks[number]).collect();
        let compiled = compile_all(&round, settings, jobs, messages)?;
        for (number, objects) in due.into_iter().zip(compiled) {
            for object in &objects {
                needed.use_all(Names::of_object(&object.bytes).unwrap_or_default().used);
            }
            made[number] = Some(objects);
        }
    }
    Ok(made.into_iter().map(Option::unwrap_or_default).collect())
}

/// Compiles tasks beside each other. What is made, and what is said, is that of the tasks in order.
fn compile_all(
    tasks: &[&Task<'_>],
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
    let readings = read(&task.name, task.bytes, messages)?;
    let source = OsStr::new(&task.name);
    let object = |module| object_of_reading(source, module, settings, Some(jobs), messages);
    readings
        .iter()
        .map(|reading| object(&reading.module))
        .collect()
}

fn read(
    name: &str,
    bytes: &[u8],
    messages: Messages,
) -> Result<Vec<unsnarl_llvm::BitcodeReading>, Refused> {
    unsnarl_llvm::read_bitcode_modules(bytes).map_err(|error| Refused {
        message: messages.line(name, Kind::Error, error),
        status: 1,
    })
}
