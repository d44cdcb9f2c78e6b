//! The bytes of data segments.

use std::fmt::Write as _;

use crate::machine::plan::Plan;

/// How many bytes a line has.
const BYTES_PER_LINE: usize = 32;

/// All data segments as arrays.
pub(super) fn text(plan: &Plan<'_>, linkage: &str) -> String {
    let mut text = String::new();
    for (number, segment) in (0..).zip(&plan.module.data) {
        let size = segment.bytes.len().max(1);
        let name = plan.names.data(number);
        writeln!(text, "{linkage}const uint8_t {name}[{size}] = {{").expect(WRITES);
        if segment.bytes.is_empty() {
            text += "0\n";
        }
        for line in segment.bytes.chunks(BYTES_PER_LINE) {
            for byte in line {
                write!(text, "{byte},").expect(WRITES);
            }
            text.push('\n');
        }
        text += "};\n";
    }
    text
}

const WRITES: &str = "strings can be written to";
