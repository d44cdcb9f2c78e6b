//! Files and lines.
//!
//! *Needs:* the rows of bodies. *Gives:* the program of a unit that makes them again.
//! *Source:* which rows are statements, and where the prologue ends, is as with LLVM: a row begins
//! a statement if its line is another than that of the row before, and the prologue ends at the
//! first row with a line.

use gimli::LineEncoding;
use gimli::write::{DirectoryId, FileInfo, LineProgram, LineString, LineStringTable};
use unsnarl_ir::Module;
use unsnarl_ir::debug::words::ChecksumKind;
use unsnarl_ir::debug::{self, DebugInfo, FileId, LocalScope, LocationId};

use super::Body;
use super::sections::Target;
use super::unit::Unit;
use super::words;

const MD5: ChecksumKind = ChecksumKind(1);

/// What a file is called that has no name.
const NO_NAME: &[u8] = b"<unknown>";

/// An empty program for the lines of a unit.
pub(super) fn program(
    module: &Module,
    info: &DebugInfo,
    own: &debug::Unit,
    encoding: gimli::Encoding,
    strings: &mut LineStringTable,
) -> LineProgram {
    let file = own.file.map(|file| &info.files[file]);
    let directory = file.and_then(|file| file.directory);
    let directory = directory.map_or_else(Vec::new, |name| words::text(module, name));
    let name = file.and_then(|file| file.filename);
    let name = named(name.map_or_else(Vec::new, |name| words::text(module, name)));
    let checksum = file.and_then(|file| checksum(module, file));
    let source = |file: &debug::File| Some(words::text(module, file.source?));
    let contents = file.and_then(source);
    let mut program = LineProgram::new(
        encoding,
        LineEncoding::default(),
        LineString::new(directory, encoding, strings),
        None,
        LineString::new(name, encoding, strings),
        Some(FileInfo {
            md5: checksum.unwrap_or_default(),
            source: contents.map(|text| LineString::new(text, encoding, strings)),
            ..FileInfo::default()
        }),
    );
    // All files have a checksum, or none has.
    let mut files = info.files.values();
    program.file_has_md5 =
        encoding.version >= 5 && files.all(|file| self::checksum(module, file).is_some());
    program.file_has_source = info.files.values().any(|file| file.source.is_some());
    program
}

/// A name that is not empty, as DWARF 4 wants it.
fn named(name: Vec<u8>) -> Vec<u8> {
    match name.is_empty() {
        true => NO_NAME.to_vec(),
        false => name,
    }
}

/// The MD5 of a file, if that is known.
fn checksum(module: &Module, file: &debug::File) -> Option<[u8; 16]> {
    let digits = module.name(file.checksum?);
    if file.checksum_kind != Some(MD5) || digits.len() != 32 || !digits.is_ascii() {
        return None;
    }
    let mut bytes = [0; 16];
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&digits[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(bytes)
}

impl Unit<'_, '_> {
    /// The number of a file.
    pub(super) fn file(&mut self, id: FileId) -> gimli::write::FileId {
        if let Some(&file) = self.files.get(&id) {
            return file;
        }
        let (module, info, encoding) = (self.module, self.info, self.out.encoding());
        let file = &info.files[id];
        let text = |name: Option<_>| name.map_or_else(Vec::new, |name| words::text(module, name));
        let (mut directory, mut name) = (text(file.directory), named(text(file.filename)));
        let own = self.own.file.map(|file| &info.files[file]);
        let is_main = Some(id) == self.own.file;
        if own.is_some_and(|own| own.directory == file.directory) {
            directory.clear();
        }
        // What is relative to the directory of the unit may be in one below it.
        if directory.is_empty()
            && !is_main
            && let Some(slash) = name.iter().rposition(|&byte| byte == b'/')
        {
            directory = name[..slash.max(1)].to_vec();
            name.drain(..=slash);
            name = named(name);
        }
        let directory = match directory.is_empty() {
            true => self.out.line_program.default_directory(),
            false => self.directory(directory),
        };
        let source = file.source.map(|source| words::text(module, source));
        let info = FileInfo {
            md5: checksum(module, file).unwrap_or_default(),
            source: source.map(|text| LineString::new(text, encoding, self.line_strings)),
            ..FileInfo::default()
        };
        let name = LineString::new(name, encoding, self.line_strings);
        let file = self.out.line_program.add_file(name, directory, Some(info));
        self.files.insert(id, file);
        file
    }

    fn directory(&mut self, name: Vec<u8>) -> DirectoryId {
        let name = LineString::new(name, self.out.encoding(), self.line_strings);
        self.out.line_program.add_directory(name)
    }

    /// Writes the rows of a body.
    pub(super) fn lines(&mut self, body: &Body<'_>) {
        let debug = self.module.functions[body.function].debug.as_deref();
        let own = debug.and_then(|debug| debug.subprogram);
        let Some(own) = own.map(|own| &self.info.subprograms[own]) else {
            return;
        };
        let Some(file) = own.file.or(self.own.file) else {
            return;
        };
        let mut file = self.file(file);
        let start = Target::Code(body.place).address(0);
        self.out.line_program.begin_sequence(Some(start));
        let first = match own.scope_line {
            0 => own.line,
            line => line,
        };
        let mut line = first;
        let mut is_prologue = true;
        // A row at the first byte, too, so that all bytes have one.
        self.row(0, file, (line, 0), line != 0, 0, false);
        for row in &body.code.rows {
            let location = row.location.map(|id| &self.info.locations[id]);
            let place = location.map_or((0, 0), |location| (location.line, location.column));
            let mut discriminator = 0;
            if let Some(id) = row.location
                && let Some((of_scope, number)) = self.file_of(id)
            {
                file = self.file(of_scope);
                discriminator = number;
            }
            let is_statement = place.0 != 0 && (place.0 != line || is_prologue);
            let ends_prologue = is_prologue && place.0 != 0;
            is_prologue &= !ends_prologue;
            line = place.0;
            self.row(
                row.at,
                file,
                place,
                is_statement,
                discriminator,
                ends_prologue,
            );
        }
        let size = body.code.size.into();
        self.out.line_program.end_sequence(size);
    }

    fn row(
        &mut self,
        at: u32,
        file: gimli::write::FileId,
        (line, column): (u32, u32),
        is_statement: bool,
        discriminator: u32,
        ends_prologue: bool,
    ) {
        let row = self.out.line_program.row();
        row.address_offset = at.into();
        row.file = file;
        row.line = line.into();
        row.column = column.into();
        row.is_statement = is_statement;
        row.discriminator = discriminator.into();
        row.prologue_end = ends_prologue;
        self.out.line_program.generate_row();
    }

    /// The file of a location, and what tells its part of the line from others.
    pub(super) fn file_of(&self, location: LocationId) -> Option<(FileId, u32)> {
        let mut scope = self.info.locations[location].scope?;
        let mut discriminator = None;
        loop {
            let (file, outer) = match scope {
                LocalScope::Subprogram(id) => (self.info.subprograms[id].file, None),
                LocalScope::LexicalBlock(id) => {
                    let block = &self.info.lexical_blocks[id];
                    (block.file, block.scope)
                }
                LocalScope::LexicalBlockFile(id) => {
                    let part = &self.info.lexical_block_files[id];
                    discriminator.get_or_insert(part.discriminator);
                    (part.file, part.scope)
                }
            };
            match (file, outer) {
                (Some(file), _) => return Some((file, discriminator.unwrap_or_default())),
                (None, Some(outer)) => scope = outer,
                (None, None) => return None,
            }
        }
    }
}
