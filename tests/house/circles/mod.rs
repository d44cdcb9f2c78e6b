//! No circle of modules in any crate of the workspace: among the modules of one parent, what a
//! module uses, and what that uses, never comes back to it.
//!
//! A module is a file or a folder, with all that is below it. It uses another one if it names
//! something in it by a path, after `use` or in the code; a name that a module passes on
//! (`pub use`) belongs to the module that it comes from. A parent and what is below it are one
//! thing seen from outside, and may name each other. What is only compiled for tests does not
//! count. Methods that a type has in another file are not seen: they are the type's.

mod crates;
mod paths;

use std::collections::BTreeMap;

use crates::{Crate, sources};
use paths::uses;

/// By module: those of the same parent that it uses, with the paths by which it does.
type Graph = BTreeMap<String, BTreeMap<String, Vec<String>>>;

#[test]
fn no_crate_has_a_circle_of_modules() {
    let mut told = String::new();
    for source in sources() {
        assert!(source.files.len() > 1, "{} was not read", source.name);
        let graph = graph(&source);
        for circle in circles_of(&graph) {
            told.push_str(&format!("\n{}: {}", source.name, circle.join(", ")));
            for (user, used) in pairs(&circle) {
                for path in graph[user].get(used).into_iter().flatten() {
                    told.push_str(&format!("\n    {path}"));
                }
            }
        }
    }
    assert!(
        told.is_empty(),
        "circles of modules, and what ties each:{told}"
    );
}

/// All pairs of the members of a circle.
fn pairs(circle: &[String]) -> impl Iterator<Item = (&String, &String)> {
    let pairs_from = |from| circle.iter().map(move |to| (from, to));
    circle.iter().flat_map(pairs_from)
}

#[test]
fn circles_are_found() {
    let found = |files: &[(&str, &str)]| {
        let source = Crate::of("a_crate", files);
        circles_of(&graph(&source))
    };
    let apart = [
        ("lib", "mod a; mod b; pub use a::A;"),
        ("a", "use crate::b::B; pub struct A(B);"),
        (
            "b",
            "pub struct B; #[cfg(test)] mod tests { use crate::a::A; }",
        ),
    ];
    assert_eq!(found(&apart), Vec::<Vec<String>>::new());
    let by_use = [
        ("lib", "mod a; mod b;"),
        ("a", "use crate::b::B; pub struct A(B);"),
        ("b", "pub struct B; fn f() -> usize { super::a::size() }"),
    ];
    assert_eq!(found(&by_use), [["a", "b"]]);
    let passed_on = [
        ("lib", "mod a; mod b; pub use a::A;"),
        ("a", "use crate::b::{self, B}; pub struct A(B);"),
        ("b", "use crate::A; pub struct B(Option<Box<A>>);"),
    ];
    assert_eq!(found(&passed_on), [["a", "b"]]);
    let with_child = [
        ("lib", "mod a; mod b;"),
        (
            "a",
            "mod child; use child::f; pub struct A; pub fn g() { f() }",
        ),
        ("a::child", "use super::A; pub(super) fn f() -> A { A }"),
        ("b", "use crate::a::A; pub struct B(A);"),
    ];
    assert_eq!(found(&with_child), Vec::<Vec<String>>::new());
    let by_folders = [
        ("lib", "mod a; mod b;"),
        ("a", "mod first; mod second;"),
        ("a::first", "use crate::b::B; pub struct A(B);"),
        ("a::second", "pub struct C;"),
        ("b", "use crate::a::second::C; pub struct B(C);"),
    ];
    assert_eq!(found(&by_folders), [["a", "b"]]);
}

/// Which modules of one parent use which.
fn graph(source: &Crate) -> Graph {
    let mut graph = Graph::new();
    for (module, file) in &source.files {
        for path in uses(file, module) {
            let Some(owner) = source.owner(module, &path) else {
                continue;
            };
            let mut pairs = module.iter().zip(&owner);
            let common = pairs
                .by_ref()
                .take_while(|(own, other)| own == other)
                .count();
            // One of the two may be the other's parent, or itself.
            if common < module.len().min(owner.len()) {
                let used = owner[..=common].join("::");
                let user = module[..=common].join("::");
                graph.entry(used.clone()).or_default();
                let paths = graph.entry(user).or_default().entry(used).or_default();
                paths.push(format!("{}: {}", module.join("::"), path.join("::")));
            }
        }
    }
    graph
}

/// The groups of modules that reach each other, each in order of name.
fn circles_of(graph: &Graph) -> Vec<Vec<String>> {
    let mut circles: Vec<Vec<String>> = Vec::new();
    let reach: BTreeMap<&String, Vec<&String>> = graph
        .keys()
        .map(|from| (from, reached(graph, from)))
        .collect();
    for from in graph.keys() {
        let is_known = circles.iter().any(|circle| circle.contains(from));
        if is_known || !reach[from].contains(&from) {
            continue;
        }
        let both = |to: &&String| reach[from].contains(to) && reach[*to].contains(&from);
        circles.push(graph.keys().filter(both).cloned().collect());
    }
    circles
}

/// What a module uses, directly or not.
fn reached<'a>(graph: &'a Graph, from: &String) -> Vec<&'a String> {
    let mut found: Vec<&String> = Vec::new();
    let mut stack: Vec<&String> = graph[from].keys().collect();
    while let Some(next) = stack.pop() {
        if !found.contains(&next) {
            found.push(next);
            stack.extend(graph.get(next).into_iter().flat_map(BTreeMap::keys));
        }
    }
    found
}
