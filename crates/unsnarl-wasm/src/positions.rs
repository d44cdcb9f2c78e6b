//! Where the code of a linked module is in its source, for [source maps] and the like.
//!
//! *Needs:* debug information, and where the code comes from. *Gives:* the paths of its files, and
//! [`Positions`] of a function. *Cost:* linear in the code, times the depth of its scopes.
//! *Limits:* what was inlined is where it is written, not where it was called.
//!
//! [source maps]: https://tc39.es/ecma426/

use unsnarl::{BlockId, Id};
use unsnarl_ir::Module;
use unsnarl_ir::debug::{DebugInfo, FileId, LocalScope, LocationId, Point};
use unsnarl_low::Function as Code;
use unsnarl_low::module::{Position, Positions};

use crate::names::Names;

/// The paths of the files of a module, by the numbers that positions have.
pub(crate) fn files(module: &Module) -> Vec<String> {
    let Some(info) = module.debug.as_deref() else {
        return Vec::new();
    };
    let text = |name: Option<_>| name.map_or("", |name| module.name(name));
    let paths = info.files.values().map(|file| {
        let (directory, name) = (text(file.directory), text(file.filename));
        match directory.is_empty() || name.starts_with('/') {
            true => name.to_owned(),
            false => format!("{}/{name}", directory.trim_end_matches('/')),
        }
    });
    paths.collect()
}

/// Where the code of a function comes from.
pub(crate) fn positions(names: &Names<'_>, code: &Code) -> Positions {
    let (Some(info), Some(debug)) = (
        names.module.debug.as_deref(),
        names.function.debug.as_deref(),
    ) else {
        return Positions::default();
    };
    let own = debug.subprogram.map(|own| &info.subprograms[own]);
    let function = own.and_then(|own| position(own.file?, own.line, 0));
    let blocks = (0..code.block_count()).map(BlockId::new);
    let ends = blocks.map(|block| {
        let location = debug.location(Point::End(names.source(block)?))?;
        of_location(info, location)
    });
    let mut positions = Positions {
        function,
        insts: Vec::new(),
        ends: ends.collect(),
    };
    for &block in code.order() {
        for inst in code.block(block).insts() {
            let location = names.location(inst);
            let all = &mut positions.insts;
            all.resize(all.len().max(inst.index() + 1), None);
            all[inst.index()] = location.and_then(|location| of_location(info, location));
        }
    }
    positions
}

fn of_location(info: &DebugInfo, id: LocationId) -> Option<Position> {
    let location = &info.locations[id];
    position(
        file_of(info, location.scope?)?,
        location.line,
        location.column,
    )
}

/// Code of line 0 is from nowhere.
fn position(file: FileId, line: u32, column: u32) -> Option<Position> {
    let file = file.index() as u32;
    (line > 0).then_some(Position { file, line, column })
}

/// The file of a scope.
fn file_of(info: &DebugInfo, mut scope: LocalScope) -> Option<FileId> {
    loop {
        let (file, outer) = match scope {
            LocalScope::Subprogram(id) => (info.subprograms[id].file, None),
            LocalScope::LexicalBlock(id) => {
                let block = &info.lexical_blocks[id];
                (block.file, block.scope)
            }
            LocalScope::LexicalBlockFile(id) => {
                let part = &info.lexical_block_files[id];
                (part.file, part.scope)
            }
        };
        match (file, outer) {
            (Some(file), _) => return Some(file),
            (None, outer) => scope = outer?,
        }
    }
}
