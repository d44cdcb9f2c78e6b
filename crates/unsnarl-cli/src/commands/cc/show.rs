//! A plan as text, for `-###` and `-v`: a command a line, each word in quotes, as clang does it.

use super::plan::{
    Compilation, Destination, Form, JavaScript, Link, LinkWord, PROGRAM, Plan, Work,
};
use super::platform::Task;
use super::tools::Tools;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// All commands of a plan.
pub(super) fn text(plan: &Plan, tools: &Tools) -> String {
    match &plan.work {
        Work::Clang { arguments, .. } => clang(tools, Task::All, arguments),
        Work::Steps { compilations, link } => {
            let mut text = String::new();
            for compilation in compilations {
                if let Some(words) = preprocessing(compilation) {
                    text += &clang(tools, Task::Compile, &words);
                }
                let mut words = compilation.clang.clone();
                if let (Form::Bitcode, Destination::Temporary(name)) =
                    (compilation.form, &compilation.destination)
                {
                    words.extend(["-o".into(), Path::new("TEMPORARY").join(name).into()]);
                }
                if compilation.prints {
                    words.extend(["-o".into(), Path::new("TEMPORARY").join(IR).into()]);
                }
                text += &clang(tools, Task::Compile, &words);
                text += &made(compilation);
            }
            if let Some(link) = link {
                let temporary = |name: &str| Path::new("TEMPORARY").join(name).into();
                text += &clang(tools, Task::Link, &link_words(link, temporary));
                if let Some(javascript) = &link.javascript {
                    let words = javascript_words(&temporary(PROGRAM), javascript);
                    text += &command(Path::new("unsnarl"), &words);
                }
            }
            text
        }
    }
}

/// The arguments by which clang preprocesses a source whose steps are kept.
pub(super) fn preprocessing(compilation: &Compilation) -> Option<Vec<OsString>> {
    let output = compilation.saved.as_ref()?.preprocessed.as_ref()?;
    let mut words = compilation.preprocess.clone();
    words.extend(["-o".into(), output.into()]);
    Some(words)
}

/// What is done with the IR of a compilation, as a command that would do it.
pub(super) fn made(compilation: &Compilation) -> String {
    let start: &[&str] = match compilation.form {
        Form::Bitcode => return String::new(),
        Form::Object => &["compile", "--from=bitcode", "-", "--emit=obj"],
        Form::Text => &["cc", "-S", "-x", "ir", "-"],
    };
    let ir = Path::new("TEMPORARY").join(IR).into_os_string();
    let options = match compilation.form {
        Form::Object | Form::Bitcode => "--",
        Form::Text => "-funsnarl-",
    };
    let mut words: Vec<OsString> = start.iter().map(OsString::from).collect();
    for word in words
        .iter_mut()
        .filter(|word| compilation.prints && *word == "-")
    {
        word.clone_from(&ir);
    }
    words.extend(
        compilation
            .options
            .iter()
            .map(|option| option.replacen("--", options, 1).into()),
    );
    let output = match &compilation.destination {
        Destination::File(path) => path.clone(),
        Destination::Temporary(name) => Path::new("TEMPORARY").join(name),
    };
    words.extend(["-o".into(), output.into()]);
    command(Path::new("unsnarl"), &words)
}

/// The arguments by which the command makes JavaScript of a program.
pub(super) fn javascript_words(program: &OsStr, javascript: &JavaScript) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec!["compile".into(), program.to_owned()];
    words.extend(javascript.options.iter().map(OsString::from));
    words.extend(["-o".into(), javascript.path.clone().into()]);
    words
}

/// The name of the temporary file of IR, if standard output is for something else.
pub(super) const IR: &str = "ir.bc";

/// The name of the temporary link by which the command is the linker.
pub(super) const LINKER: &str = "unsnarl-ld";

/// The arguments of a link, with the linker and the places of temporary files.
pub(super) fn link_words(link: &Link, temporary: impl Fn(&str) -> OsString) -> Vec<OsString> {
    let mut words = Vec::new();
    for word in &link.arguments {
        words.push(match word {
            LinkWord::Word(word) => word.clone(),
            LinkWord::Temporary(name) => temporary(name),
        });
    }
    if link.needs_linker {
        let mut option = OsString::from("-fuse-ld=");
        option.push(temporary(LINKER));
        words.push(option);
    }
    words
}

fn clang(tools: &Tools, task: Task, arguments: &[OsString]) -> String {
    let words = tools.words(task).chain(arguments);
    let words = words.chain(tools.words_behind(task));
    command(&tools.clang, &words.cloned().collect::<Vec<_>>())
}

fn command(program: &Path, arguments: &[OsString]) -> String {
    let mut text = format!(" {}", quoted(program.as_os_str()));
    for argument in arguments {
        text += " ";
        text += &quoted(argument);
    }
    text + "\n"
}

fn quoted(word: &OsStr) -> String {
    let mut text = String::from("\"");
    for character in word.to_string_lossy().chars() {
        if matches!(character, '"' | '\\' | '$') {
            text.push('\\');
        }
        text.push(character);
    }
    text + "\""
}
