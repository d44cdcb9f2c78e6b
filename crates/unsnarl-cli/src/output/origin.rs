//! Who wrote a file.
//!
//! *Needs:* a path. *Gives:* [`is_ours`]: whether Unsnarl wrote what is there. A text says so in
//! its first line, WebAssembly in its section `producers`.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use wasmparser::{KnownCustom, Parser, Payload};

use crate::nature::WASM;

/// What the first line of a text of ours has, in small letters.
const MARK: &[u8] = b"written by unsnarl";

/// Tells whether Unsnarl wrote the file at a path.
pub(super) fn is_ours(path: &Path) -> bool {
    let Ok(file) = File::open(path) else {
        return false;
    };
    let mut file = BufReader::new(file);
    let starts = file.fill_buf().map(|start| start.starts_with(WASM));
    match starts {
        Ok(true) => {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).is_ok() && names_us(&bytes)
        }
        Ok(false) => first_line_names_us(file),
        Err(_) => false,
    }
}

/// Tells whether a module or an object was made by Unsnarl, the last time or before.
fn names_us(bytes: &[u8]) -> bool {
    let payloads = Parser::new(0).parse_all(bytes);
    let sections = payloads.map_while(Result::ok);
    let fields = sections.filter_map(|payload| match payload {
        Payload::CustomSection(section) => match section.as_known() {
            KnownCustom::Producers(fields) => Some(fields),
            _ => None,
        },
        _ => None,
    });
    let mut values = fields
        .flat_map(|fields| fields.into_iter().flatten())
        .filter(|field| field.name == "processed-by")
        .flat_map(|field| field.values.into_iter().flatten());
    values.any(|value| value.name == "unsnarl")
}

fn first_line_names_us(file: impl BufRead) -> bool {
    /// Longer than any line that we begin with.
    const LONGEST: u64 = 200;
    let mut line = Vec::new();
    let read = file.take(LONGEST).read_until(b'\n', &mut line);
    line.make_ascii_lowercase();
    read.is_ok() && line.windows(MARK.len()).any(|part| part == MARK)
}
