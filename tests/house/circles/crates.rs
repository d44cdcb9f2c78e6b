//! The source files of each crate, by module.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::circles::paths::{children_of_tests, passed_on};

/// A module by its path from the root of its crate.
pub(crate) type Module = Vec<String>;

/// The source of a crate.
pub(crate) struct Crate {
    pub(crate) name: String,
    pub(crate) files: BTreeMap<Module, syn::File>,
    /// By module: the names that it passes on, with where they come from.
    passed_on: BTreeMap<Module, Vec<(String, Vec<String>)>>,
}

impl Crate {
    fn new(name: String, mut files: BTreeMap<Module, syn::File>) -> Self {
        let of_tests: Vec<Module> = files
            .iter()
            .flat_map(|(module, file)| children_of_tests(file, module))
            .collect();
        files.retain(|module, _| !of_tests.iter().any(|tests| module.starts_with(tests)));
        let passed_on = files
            .iter()
            .map(|(module, file)| (module.clone(), passed_on(file, module)))
            .collect();
        Crate {
            name,
            files,
            passed_on,
        }
    }

    /// A crate of these files, by module; that of the root is `lib`.
    pub(crate) fn of(name: &str, files: &[(&str, &str)]) -> Self {
        let read = |&(module, text): &(&str, &str)| {
            let module: Module = match module {
                "lib" => Vec::new(),
                _ => module.split("::").map(str::to_owned).collect(),
            };
            (
                module,
                syn::parse_file(text).expect("the test is well formed"),
            )
        };
        Crate::new(name.to_owned(), files.iter().map(read).collect())
    }

    /// The module whose file defines what a path names, if it is one of the crate. The path starts
    /// at the root.
    pub(crate) fn owner(&self, from: &Module, path: &[String]) -> Option<Module> {
        let mut path = path.to_vec();
        // A name may be passed on from module to module.
        for _ in 0..self.files.len() {
            let length = (0..=path.len())
                .rev()
                .find(|&length| self.files.contains_key(&path[..length]))?;
            let module = path[..length].to_vec();
            let Some(name) = path.get(length) else {
                return Some(module);
            };
            let own = self.passed_on.get(&module).into_iter().flatten();
            let mut sources = own.filter(|(known, _)| known == name);
            match sources.next() {
                // A parent that passes on a child's name is not used for it.
                Some((_, source)) if *source != path => {
                    let rest = path[length + 1..].to_vec();
                    path = [source.clone(), rest].concat();
                }
                _ => return Some(module),
            }
        }
        Some(from.clone())
    }
}

/// All crates of the workspace.
pub(crate) fn sources() -> Vec<Crate> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let listed = fs::read_dir(root.join("crates")).expect("there are crates");
    let folders = listed.map(|entry| entry.expect("the folder can be read").path());
    let mut folders: Vec<PathBuf> = folders.collect();
    folders.push(root.join("xtask"));
    folders.sort();
    let read = |folder: PathBuf| {
        let name = folder.file_name().expect("it has a name").to_string_lossy();
        let mut files = BTreeMap::new();
        collect(&folder.join("src"), &mut Vec::new(), &mut files);
        Crate::new(name.into_owned(), files)
    };
    folders.into_iter().map(read).collect()
}

fn collect(folder: &Path, module: &mut Module, files: &mut BTreeMap<Module, syn::File>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_stem().expect("it has a name").to_string_lossy();
        if path.is_dir() {
            // Each program in `bin` is a crate of its own.
            if name != "bin" && name != "tests" {
                module.push(name.into_owned());
                collect(&path, module, files);
                module.pop();
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") && name != "tests" {
            let text = fs::read_to_string(&path).expect("the file was just listed");
            let file = syn::parse_file(&text).expect("the file compiles");
            let mut own = module.clone();
            if !matches!(&*name, "lib" | "main" | "mod") {
                own.push(name.into_owned());
            }
            files.insert(own, file);
        }
    }
}
