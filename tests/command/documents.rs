//! The documents are correct: sessions print the output below them, and commands within
//! sentences are ones that the command takes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use unsnarl_testkit::documents::{self, Document, Part};

/// A command, run by a shell that finds `unsnarl` first.
fn run(command: &str, folder: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_unsnarl"));
    let mut path = program
        .parent()
        .expect("it is in a folder")
        .as_os_str()
        .to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    Command::new("sh")
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .output()
        .expect("there is a shell")
}

fn printed(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&both).into_owned()
}

/// An empty folder for what a document makes.
fn folder(document: &Document) -> PathBuf {
    let name = document.path.to_string_lossy().replace('/', "-");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("documents")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder for temporary files can be written to");
    folder
}

#[test]
fn sessions_print_the_output_below_them() {
    let mut count = 0;
    for document in documents::all() {
        let folder = folder(&document);
        for (line, part) in documents::parts(&document.text) {
            let session = match part {
                Part::File { name, text } => {
                    let path = folder.join(name);
                    let around = path.parent().expect("it is in the folder");
                    fs::create_dir_all(around).expect("the folder is ours");
                    fs::write(path, text).expect("the folder is ours");
                    continue;
                }
                Part::Session(session) => session,
                _ => continue,
            };
            for exchange in documents::exchanges(session) {
                let printed = printed(&run(exchange.command, &folder));
                let path = document.path.display();
                assert!(
                    documents::matches(&exchange.output, &printed),
                    "{path}:{line}: `{}` prints\n{printed}",
                    exchange.command
                );
                count += 1;
            }
        }
    }
    assert!(count > 0, "no document has a session");
}

/// What the command says of itself and its subcommands.
struct Help {
    texts: BTreeMap<String, String>,
}

impl Help {
    fn of(&mut self, subcommand: &str) -> &str {
        self.texts.entry(subcommand.to_owned()).or_insert_with(|| {
            let command = format!("unsnarl {subcommand} --help");
            let output = run(&command, &std::env::temp_dir());
            assert!(
                output.status.success(),
                "there is no `unsnarl {subcommand}`"
            );
            printed(&output)
        })
    }

    /// The words of a command that its help does not know.
    fn unknown<'a>(&mut self, command: &'a str) -> Vec<&'a str> {
        let mut words = command.split_whitespace().skip(1).peekable();
        let subcommand = words
            .next_if(|word| !word.starts_with('-'))
            .unwrap_or_default();
        let text = self.of(subcommand);
        // The drivers take all options of clang and of wasm-ld, and tell only of their own.
        let is_driver = matches!(subcommand, "cc" | "ld");
        let own = |word: &&str| !is_driver || word.starts_with("--unsnarl");
        let options = words
            .filter(|word| word.starts_with('-') && *word != "-")
            .filter(own);
        let is_known = |option: &str| {
            let name = option.split('=').next().unwrap_or_default();
            let mut known = text.split(|c: char| c.is_whitespace() || ",=[]".contains(c));
            known.any(|word| word == name)
        };
        options.filter(|option| !is_known(option)).collect()
    }
}

#[test]
fn commands_within_sentences_are_ones_that_the_command_takes() {
    let mut help = Help {
        texts: BTreeMap::new(),
    };
    for document in documents::all() {
        let path = document.path.display();
        for (line, part) in documents::parts(&document.text) {
            match part {
                Part::Indented(text) => panic!("{path}:{line}: not in a fence: {text}"),
                Part::Mention(text) if text.starts_with("unsnarl ") => {
                    let unknown = help.unknown(text);
                    assert!(unknown.is_empty(), "{path}:{line}: `{text}`: {unknown:?}");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn a_command_that_does_not_exist_is_noticed() {
    let mut help = Help {
        texts: BTreeMap::new(),
    };
    assert_eq!(help.unknown("unsnarl structure x.ll --emit js"), [""; 0]);
    assert_eq!(help.unknown("unsnarl structure x.ll --emti js"), ["--emti"]);
    assert_eq!(help.unknown("unsnarl --version"), [""; 0]);
}
