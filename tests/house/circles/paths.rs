//! The paths in a file that lead to modules of its own crate.

use syn::visit::{self, Visit};
use syn::{Attribute, ItemMod, ItemUse, UseTree, Visibility};

use crate::circles::crates::Module;

/// The paths of a file, from the root of its crate; those that lead to other crates are left out.
pub(crate) fn uses(file: &syn::File, module: &Module) -> Vec<Vec<String>> {
    let mut found = Found::new(file, module);
    found.visit_file(file);
    found.paths
}

/// The names that a file passes on, with their paths from the root of the crate.
pub(crate) fn passed_on(file: &syn::File, module: &Module) -> Vec<(String, Vec<String>)> {
    let mut found = Found::new(file, module);
    found.visit_file(file);
    found.passed_on
}

/// The modules that a file declares for tests only.
pub(crate) fn children_of_tests(file: &syn::File, module: &Module) -> Vec<Module> {
    let declared = file.items.iter().filter_map(|item| match item {
        syn::Item::Mod(item) if is_for_tests(&item.attrs) => Some(item.ident.to_string()),
        _ => None,
    });
    let child = |name: String| module.iter().cloned().chain([name]).collect();
    declared.map(child).collect()
}

struct Found<'a> {
    module: &'a Module,
    /// The modules that the file declares.
    children: Vec<String>,
    paths: Vec<Vec<String>>,
    passed_on: Vec<(String, Vec<String>)>,
    /// How many modules in the file itself the visit is inside of.
    depth: usize,
}

impl<'a> Found<'a> {
    fn new(file: &syn::File, module: &'a Module) -> Self {
        let children = file.items.iter().filter_map(|item| match item {
            syn::Item::Mod(item) if item.content.is_none() => Some(item.ident.to_string()),
            _ => None,
        });
        Found {
            module,
            children: children.collect(),
            paths: Vec::new(),
            passed_on: Vec::new(),
            depth: 0,
        }
    }

    /// A path from the root of the crate, if it stays in the crate.
    fn resolved(&self, path: &[String]) -> Option<Vec<String>> {
        let first = path.first()?;
        let mut base = self.module.clone();
        let mut rest = path;
        match first.as_str() {
            "crate" => {
                base.clear();
                rest = &path[1..];
            }
            "self" | "super" => {
                let mut depth = self.depth;
                while let Some(word) = rest.first()
                    && matches!(word.as_str(), "self" | "super")
                {
                    if word == "super" {
                        match depth {
                            0 => drop(base.pop()?),
                            _ => depth -= 1,
                        }
                    }
                    rest = &rest[1..];
                }
            }
            _ if self.children.contains(first) => {}
            _ => return None,
        }
        base.extend_from_slice(rest);
        Some(base)
    }

    fn tree(&mut self, tree: &UseTree, prefix: &mut Vec<String>, is_public: bool) {
        match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.tree(&path.tree, prefix, is_public);
                prefix.pop();
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.tree(tree, prefix, is_public);
                }
            }
            UseTree::Name(name) => {
                let name = name.ident.to_string();
                self.used(&name, &name, prefix, is_public);
            }
            UseTree::Rename(rename) => {
                let (name, alias) = (rename.ident.to_string(), rename.rename.to_string());
                self.used(&name, &alias, prefix, is_public);
            }
            UseTree::Glob(_) => {
                let path = self.resolved(prefix);
                self.paths.extend(path);
            }
        }
    }

    fn used(&mut self, name: &str, alias: &str, prefix: &[String], is_public: bool) {
        let mut path = prefix.to_vec();
        if name != "self" {
            path.push(name.to_owned());
        }
        let Some(path) = self.resolved(&path) else {
            return;
        };
        match is_public {
            // Whoever uses the name depends on where it comes from.
            true => self.passed_on.push((alias.to_owned(), path)),
            false => self.paths.push(path),
        }
    }
}

impl<'ast> Visit<'ast> for Found<'_> {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !is_for_tests(&item.attrs) {
            self.depth += 1;
            visit::visit_item_mod(self, item);
            self.depth -= 1;
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if !is_for_tests(&item.attrs) {
            let is_public = !matches!(item.vis, Visibility::Inherited);
            self.tree(&item.tree, &mut Vec::new(), is_public);
        }
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        if !is_for_tests(&field.attrs) {
            visit::visit_field(self, field);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        // A single name was brought in by a `use`, or is the file's own.
        if names.len() > 1 {
            let resolved = self.resolved(&names);
            self.paths.extend(resolved);
        }
        visit::visit_path(self, path);
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

/// Tells whether something is compiled for tests only.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let list = attribute.meta.require_list();
        attribute.path().is_ident("cfg")
            && list.is_ok_and(|list| list.tokens.to_string().trim() == "test")
    })
}
