//! The section `producers`: which tools made a module.
//!
//! *Needs:* the contents of the section, if the module has one.
//! *Gives:* contents that name Unsnarl. *Cost:* linear.
//! *Source:* the tool conventions of WebAssembly, `ProducersSection.md`.

use wasm_encoder::Encode;
use wasmparser::{BinaryReader, BinaryReaderError, ProducersSectionReader};

/// What the section is called.
pub(crate) const SECTION: &str = "producers";

/// The field of tools that change code.
const FIELD: &str = "processed-by";

/// What names Unsnarl: the field, what it is called there, and the version.
pub(crate) fn own() -> [&'static str; 3] {
    [FIELD, OWN.0, OWN.1]
}

/// What we are called, and our version.
const OWN: (&str, &str) = ("unsnarl", env!("CARGO_PKG_VERSION"));

/// The contents of a section that names only Unsnarl.
pub(crate) fn of_own() -> Vec<u8> {
    written(&[Field {
        name: FIELD,
        values: vec![OWN],
    }])
}

/// Contents with Unsnarl beside what they name; as they are, if they are not such a section.
pub(crate) fn with_own(contents: &[u8]) -> Vec<u8> {
    let Ok(mut fields) = read(contents) else {
        return contents.to_vec();
    };
    match fields.iter_mut().find(|field| field.name == FIELD) {
        Some(field) => {
            field.values.retain(|(tool, _)| *tool != OWN.0);
            field.values.push(OWN);
        }
        None => fields.push(Field {
            name: FIELD,
            values: vec![OWN],
        }),
    }
    written(&fields)
}

/// Tools of one kind, with their versions.
struct Field<'a> {
    name: &'a str,
    values: Vec<(&'a str, &'a str)>,
}

fn read(contents: &[u8]) -> Result<Vec<Field<'_>>, BinaryReaderError> {
    let fields = ProducersSectionReader::new(BinaryReader::new(contents, 0))?;
    let fields = fields.into_iter().map(|field| {
        let field = field?;
        let values = field.values.into_iter();
        let values = values.map(|value| value.map(|value| (value.name, value.version)));
        Ok(Field {
            name: field.name,
            values: values.collect::<Result<_, _>>()?,
        })
    });
    fields.collect()
}

fn written(fields: &[Field<'_>]) -> Vec<u8> {
    let mut contents = Vec::new();
    fields.len().encode(&mut contents);
    for field in fields {
        field.name.encode(&mut contents);
        field.values.len().encode(&mut contents);
        for (name, version) in &field.values {
            name.encode(&mut contents);
            version.encode(&mut contents);
        }
    }
    contents
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_stay_and_we_are_named_once() {
        let others = [
            Field {
                name: "language",
                values: vec![("C11", "")],
            },
            Field {
                name: FIELD,
                values: vec![("unsnarl", "0.0.0"), ("clang", "19.1.7")],
            },
        ];
        let once = with_own(&written(&others));
        let fields = read(&once).expect("it is such a section");
        let shown: Vec<_> = fields
            .iter()
            .map(|field| (field.name, &field.values[..]))
            .collect();
        let tools = [("clang", "19.1.7"), OWN];
        assert_eq!(shown, [("language", &[("C11", "")][..]), (FIELD, &tools)]);
        assert_eq!(with_own(&once), once);
        assert_eq!(with_own(b"\x01?"), b"\x01?");
    }
}
