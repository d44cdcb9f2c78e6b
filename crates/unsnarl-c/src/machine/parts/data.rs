//! The bytes of data segments.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::machine::plan::Plan;
use crate::machine::runtime;

/// How many bytes a line has.
const BYTES_PER_LINE: usize = 32;

/// The data segments whose bytes texts name: compilers warn of others.
pub(super) fn used<'t>(plan: &Plan<'_>, texts: impl Iterator<Item = &'t str>) -> Vec<u32> {
    let named: BTreeSet<&str> = texts.flat_map(runtime::words).collect();
    let all = 0..plan.module.data.len() as u32;
    all.filter(|&number| named.contains(plan.names.data(number).as_str()))
        .collect()
}

/// Data segments as arrays.
pub(super) fn text(plan: &Plan<'_>, linkage: &str, segments: &[u32]) -> String {
    let mut text = String::new();
    for &number in segments {
        let segment = &plan.module.data[number as usize];
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
