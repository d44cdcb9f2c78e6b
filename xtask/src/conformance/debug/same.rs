//! Whether two objects differ in debug information only.

use wasmparser::{BinaryReaderError, KnownCustom, Linking, Parser, Payload, SymbolInfo};

/// Tells what else two objects differ in than debug sections, their relocations and their symbols.
pub(super) fn but_for_debug(left: &[u8], right: &[u8]) -> Result<(), String> {
    let [left, right] = [left, right].map(|bytes| parts(bytes).map_err(|error| error.to_string()));
    let (left, right) = (left?, right?);
    let mut pairs = left.iter().zip(&right);
    match pairs.find(|(left, right)| left != right) {
        Some(((name, _), _)) => Err(format!("debug information changes the section {name}")),
        None if left.len() != right.len() => {
            Err("debug information changes the number of sections".to_owned())
        }
        None => Ok(()),
    }
}

/// The sections of an object without debug information: their names and contents, and what the
/// section for the linker says.
fn parts(object: &[u8]) -> Result<Vec<(String, Vec<u8>)>, BinaryReaderError> {
    let mut parts = Vec::new();
    for payload in Parser::new(0).parse_all(object) {
        let payload = payload?;
        if let Payload::CustomSection(section) = &payload {
            let name = section.name();
            let about = name.strip_prefix("reloc.").unwrap_or(name);
            if about.starts_with(".debug_") {
                continue;
            }
            let contents = match section.as_known() {
                KnownCustom::Linking(linking) => {
                    let mut said = String::new();
                    for part in linking {
                        match part? {
                            Linking::SymbolTable(symbols) => {
                                for symbol in symbols {
                                    let symbol = symbol?;
                                    if !matches!(symbol, SymbolInfo::Section { .. }) {
                                        said += &format!("{symbol:?}\n");
                                    }
                                }
                            }
                            Linking::SegmentInfo(segments) => {
                                for segment in segments {
                                    said += &format!("{:?}\n", segment?);
                                }
                            }
                            Linking::InitFuncs(functions) => {
                                for function in functions {
                                    said += &format!("{:?}\n", function?);
                                }
                            }
                            Linking::ComdatInfo(comdats) => {
                                for comdat in comdats {
                                    let comdat = comdat?;
                                    said += &format!("{} {}\n", comdat.name, comdat.flags);
                                    for symbol in comdat.symbols {
                                        said += &format!("{:?}\n", symbol?);
                                    }
                                }
                            }
                            Linking::TargetArch(name) => said += &format!("{name:?}\n"),
                            Linking::Unknown { ty, .. } => said += &format!("unknown {ty}\n"),
                        }
                    }
                    said.into_bytes()
                }
                _ => section.data().to_vec(),
            };
            parts.push((name.to_owned(), contents));
        } else if let Some((id, range)) = payload.as_section() {
            let range = range.start as usize..range.end as usize;
            let contents = object.get(range).unwrap_or_default();
            parts.push((id.to_string(), contents.to_vec()));
        }
    }
    Ok(parts)
}
