//! Counts of the instructions in a WebAssembly skeleton of any contestant.
//!
//! *Needs:* a module that imports `block` and `decide`. *Gives:* the [`Counts`] of one of its
//! functions.
//! *Cost:* O(bytes).

use std::ops::AddAssign;
use wasmparser::{FunctionBody, Operator, Parser, Payload};

/// Counts of the instructions of a function.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Counts {
    /// Bytes of its body.
    pub(crate) bytes: usize,
    /// `block`s, those that a `br_table` needs among them.
    pub(crate) scopes: usize,
    pub(crate) loops: usize,
    pub(crate) ifs: usize,
    /// The deepest nesting of these three.
    pub(crate) depth: usize,
    /// Constants that are stored in a local: labels, and flags.
    pub(crate) stores: usize,
    /// Calls of `block`: beyond one for each block they are copies.
    pub(crate) runs: usize,
}

/// Sums, and the larger depth.
impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.bytes += other.bytes;
        self.scopes += other.scopes;
        self.loops += other.loops;
        self.ifs += other.ifs;
        self.depth = self.depth.max(other.depth);
        self.stores += other.stores;
        self.runs += other.runs;
    }
}

/// Counts the instructions of the exported function of this name; the error is in words.
pub(crate) fn count(wasm: &[u8], name: &str) -> Result<Counts, String> {
    let words = |error: wasmparser::BinaryReaderError| format!("no module: {error}");
    let (mut imported, mut block, mut wanted, mut bodies) = (0_u32, None, None, Vec::new());
    for payload in Parser::new(0).parse_all(wasm) {
        match payload.map_err(words)? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    let import = import.map_err(words)?;
                    if matches!(import.ty, wasmparser::TypeRef::Func(_)) {
                        block = if import.name == "block" {
                            Some(imported)
                        } else {
                            block
                        };
                        imported += 1;
                    }
                }
            }
            Payload::ExportSection(exports) => {
                for export in exports {
                    let export = export.map_err(words)?;
                    wanted = if export.name == name {
                        Some(export.index)
                    } else {
                        wanted
                    };
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body),
            _ => {}
        }
    }
    let wanted = wanted.ok_or_else(|| format!("no module: it exports no {name}"))?;
    let body = wanted
        .checked_sub(imported)
        .and_then(|at| bodies.get(at as usize));
    let body = body.ok_or("no module: the export has no body")?;
    count_body(body, block).map_err(words)
}

fn count_body(
    body: &FunctionBody<'_>,
    block: Option<u32>,
) -> Result<Counts, wasmparser::BinaryReaderError> {
    let span = body.range();
    let mut counts = Counts {
        bytes: (span.end - span.start) as usize,
        ..Counts::default()
    };
    let (mut depth, mut constant) = (0_usize, false);
    for operator in body.get_operators_reader()? {
        let operator = operator?;
        match &operator {
            Operator::Block { .. } => counts.scopes += 1,
            Operator::Loop { .. } => counts.loops += 1,
            Operator::If { .. } => counts.ifs += 1,
            Operator::LocalSet { .. } | Operator::LocalTee { .. } if constant => counts.stores += 1,
            Operator::Call { function_index } if Some(*function_index) == block => counts.runs += 1,
            // The last `end` closes the function itself.
            Operator::End => depth = depth.saturating_sub(1),
            _ => {}
        }
        let opens = matches!(
            operator,
            Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. }
        );
        depth += usize::from(opens);
        counts.depth = counts.depth.max(depth);
        constant = matches!(operator, Operator::I32Const { .. });
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_counted() {
        let text = r#"(module
            (import "env" "block" (func $block (param i32)))
            (func (export "run") (local i32)
                block loop
                    i32.const 4 call $block
                    i32.const 1 local.set 0
                    local.get 0 if i32.const 4 call $block else end
                    block end
                end end))"#;
        let wasm = wat::parse_str(text).expect("the text is a module");
        let counts = count(&wasm, "run").expect("it exports run");
        let expected = Counts {
            bytes: counts.bytes,
            scopes: 2,
            loops: 1,
            ifs: 1,
            depth: 3,
            stores: 1,
            runs: 2,
        };
        assert_eq!(counts, expected);
        assert!(count(&wasm, "walk").is_err());
        assert!(count(b"none", "run").is_err());
    }
}
