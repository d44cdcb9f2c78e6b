//! The graphs that are measured.
//!
//! *Needs:* folders of LLVM IR. *Gives:* [`Set`]s: every function of each, and every shape of the
//! testkit.
//! *Cost:* each module is read once.

use crate::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use unsnarl::Cfg;
use unsnarl_testkit::shapes::SHAPES;

/// About as many blocks and edges each shape has.
const SHAPE_SIZE: usize = 1_000;

/// Graphs that are measured together.
pub(crate) struct Set {
    /// What the tables call it.
    pub(crate) name: String,
    pub(crate) graphs: Vec<Graph>,
    /// The modules that the graphs are from, if they are from any.
    pub(crate) modules: Vec<PathBuf>,
}

/// One graph.
pub(crate) struct Graph {
    pub(crate) name: String,
    pub(crate) cfg: Cfg,
}

/// Reads every function of the modules of a folder.
pub(crate) fn of_folder(name: &str, folder: &Path) -> Result<Set, Error> {
    let entries = fs::read_dir(folder).map_err(Error::file("list", folder))?;
    let mut modules = Vec::new();
    for entry in entries {
        let path = entry.map_err(Error::file("list", folder))?.path();
        if path.extension().is_some_and(|ending| ending == "ll") {
            modules.push(path);
        }
    }
    modules.sort();
    let mut graphs = Vec::new();
    let mut defining = Vec::new();
    for module in modules {
        let functions = of_module(&module)?;
        // Of a module without functions no pass has anything to tell.
        if !functions.is_empty() {
            defining.push(module);
        }
        graphs.extend(functions);
    }
    if graphs.is_empty() {
        let folder = folder.to_owned();
        return Err(Error::Empty { folder });
    }
    let name = name.to_owned();
    Ok(Set {
        name,
        graphs,
        modules: defining,
    })
}

fn of_module(path: &Path) -> Result<Vec<Graph>, Error> {
    let text = fs::read_to_string(path).map_err(Error::file("read", path))?;
    let module = unsnarl_llvm::read(&text).map_err(|cause| Error::Module {
        path: path.to_owned(),
        cause: Box::new(cause),
    })?;
    let defined = module.functions.values().filter(|f| f.is_definition());
    let graphs = defined.map(|function| {
        let copies = unsnarl_ir::EdgeCopies::new(function);
        Graph {
            name: module.names.text(function.name).to_owned(),
            cfg: unsnarl_ir::graph(function, &copies).expect("a definition has an entry"),
        }
    });
    Ok(graphs.collect())
}

/// Makes one member of each shape.
pub(crate) fn of_shapes() -> Set {
    let graphs = SHAPES.iter().map(|shape| Graph {
        name: shape.name.to_owned(),
        cfg: (shape.make)(SHAPE_SIZE),
    });
    Set {
        name: "shapes".into(),
        graphs: graphs.collect(),
        modules: Vec::new(),
    }
}
