//! What is wrong with bitcode is said, with the place.

use unsnarl_llvm::read_bitcode;

use crate::bitcode::fixtures::FIXTURES;
use crate::bitcode::writer::Writer;

const MODULE: u64 = 8;
const ATTRIBUTES: u64 = 9;
const GROUPS: u64 = 10;
const CONSTANTS: u64 = 11;
const FUNCTION: u64 = 12;
const NAMES: u64 = 14;
const TYPES: u64 = 17;

#[track_caller]
fn check_bytes(bytes: &[u8], expected: &str) {
    match read_bitcode(bytes) {
        Ok(reading) => panic!("it was read:\n{}", reading.module),
        Err(error) => {
            let message = error.to_string();
            let (place, cause) = message.split_once(": ").expect("a place comes first");
            assert!(place.starts_with("byte 0x"), "{message}");
            assert_eq!(cause, expected);
        }
    }
}

/// A module with the types `i32`, `void`, `void ()`, `ptr` and `[2 x i32]`, and what is added.
#[track_caller]
fn check(add: impl Fn(&mut Writer), expected: &str) {
    let mut writer = Writer::new();
    writer.enter(MODULE).record(1, &[2]);
    writer.enter(TYPES).record(1, &[5]);
    writer.record(7, &[32]).record(2, &[]).record(21, &[0, 1]);
    writer.record(25, &[0]).record(11, &[2, 0]).end();
    add(&mut writer);
    check_bytes(&writer.finish(), expected);
}

/// A module with one function of the type `void ()`, and what is in its body.
#[track_caller]
fn check_body(add: impl Fn(&mut Writer), expected: &str) {
    check(
        |writer| {
            writer
                .record(8, &[0, 0, 2, 0, 0, 0, 0, 0, 0])
                .enter(FUNCTION);
            add(writer);
        },
        expected,
    );
}

#[test]
fn files_that_are_no_bitcode() {
    check_bytes(
        b"",
        "not LLVM bitcode: the file does not begin with 'BC' 0xC0DE",
    );
    check_bytes(
        b"define void @f()",
        "not LLVM bitcode: the file does not begin with 'BC' 0xC0DE",
    );
    check_bytes(
        b"\xde\xc0\x17\x0b\0\0\0\0\x14\0\0\0\xff\0\0\0",
        "the file ends in the middle of the wrapper of the bitcode",
    );
    check_bytes(b"BC\xc0\xde", "no module in this file");
    let (_, bytes, _) = FIXTURES[0];
    check_bytes(&bytes[..64], "the file ends in the middle of a block");
    let two = [bytes, &bytes[4..]].concat();
    check_bytes(
        &two,
        "2 modules in this file: `llvm-modextract` extracts them, and `unsnarl ld -r` makes one \
         object of them",
    );
}

#[test]
fn streams_that_break_a_rule() {
    let module = |add: &dyn Fn(&mut Writer)| {
        let mut writer = Writer::new();
        writer.enter(MODULE);
        add(&mut writer);
        writer.finish()
    };
    check_bytes(
        &module(&|writer| {
            writer.item(9);
        }),
        "a record has an abbreviation that is not defined",
    );
    check_bytes(
        &module(&|writer| {
            writer.record(1, &[1]);
        }),
        "version 1 of the format is not supported: only version 2, of LLVM 5 and later, is supported",
    );
    let defined = |bits: &'static [(u64, u32)]| {
        module(&|writer| {
            writer.item(2);
            bits.iter()
                .for_each(|&(number, width)| writer.fixed(number, width));
        })
    };
    // One operand, an array.
    check_bytes(
        &defined(&[(1, 5), (0, 1), (3, 3)]),
        "an array or blob is misplaced in an abbreviation",
    );
    check_bytes(
        &defined(&[(1, 5), (0, 1), (7, 3)]),
        "an abbreviation has an unknown encoding",
    );
    check_bytes(&defined(&[(0, 5)]), "an abbreviation has no code");
    check_bytes(
        &defined(&[(1, 5), (0, 1), (2, 3), (1, 5)]),
        "an abbreviation has numbers of an invalid width",
    );
    check_bytes(
        &module(&|writer| {
            writer.fixed(3, 4);
            writer.chunks(1, 6);
            writer.chunks(1 << 40, 6);
        }),
        "the file ends in the middle of a record",
    );
}

#[test]
fn types_and_attributes() {
    check(
        |writer| {
            writer.enter(TYPES).record(11, &[2, 90]);
        },
        "record 11 of the types: undefined type",
    );
    check(
        |writer| {
            writer.enter(TYPES).record(7, &[0]);
        },
        "record 7 of the types: invalid integer width",
    );
    check(
        |writer| {
            writer.enter(TYPES).record(99, &[]);
        },
        "unknown type of code 99",
    );
    check(
        |writer| {
            writer.enter(TYPES);
            for number in 4..400 {
                writer.record(11, &[1, number]);
            }
        },
        "nesting is deeper than 256",
    );
    check(
        |writer| {
            writer.enter(GROUPS).record(3, &[1, 0, 3, 65]);
        },
        "record 3 of the groups of attributes: unterminated string",
    );
    check(
        |writer| {
            writer.enter(ATTRIBUTES).record(2, &[7]);
        },
        "record 2 of the attributes: undefined attribute group",
    );
}

#[test]
fn symbols_and_constants() {
    check(
        |writer| {
            writer.record(7, &[5, 5, 0, 2, 0, 0]);
        },
        "record 7 of the module: the name is not in the string table",
    );
    check(
        |writer| {
            writer.record(7, &[0, 0, 0, 2, 9, 0]);
        },
        "record 7 of the module: undefined value",
    );
    check(
        |writer| {
            writer.record(7, &[0, 0, 0, 2, 0, 77]);
        },
        "record 7 of the module: unknown linkage",
    );
    check(
        |writer| {
            writer.record(8, &[0, 0, 0, 0, 1, 0]);
        },
        "record 8 of the module: the type of a function is not a function type",
    );
    check(
        |writer| {
            writer.record(8, &[0, 0, 2, 0, 0, 0]);
        },
        "record 8 of the module: a function has no body",
    );
    // An array that is its own element.
    let itself = |writer: &mut Writer| {
        writer.record(7, &[0, 0, 4, 2, 2, 0]).enter(CONSTANTS);
        writer.record(1, &[4]).record(7, &[1, 1]);
    };
    check(itself, "nesting is deeper than 256");
    let constant = |ty: u64, code: u64, fields: &'static [u64]| {
        move |writer: &mut Writer| {
            writer.record(7, &[0, 0, ty, 2, 2, 0]).enter(CONSTANTS);
            writer.record(1, &[ty]).record(code, fields);
        }
    };
    check(
        constant(4, 7, &[]),
        "record 7 of the constants: the number of elements of a constant does not match its type",
    );
    check(
        constant(3, 4, &[2]),
        "record 4 of the constants: a number does not match its type",
    );
    check(
        constant(4, 8, &[65, 66]),
        "record 8 of the constants: a string does not match its type",
    );
    check(constant(0, 77, &[]), "unknown constant of code 77");
}

#[test]
fn functions() {
    check_body(|_| {}, "a function ends before its last block");
    check_body(
        |writer| {
            writer.record(1, &[1 << 50]);
        },
        "record 1 of a function: there are more blocks than bits",
    );
    check_body(
        |writer| {
            writer.record(1, &[1]);
        },
        "a function ends before its last block",
    );
    check_body(
        |writer| {
            writer.record(1, &[1]).record(10, &[]).record(10, &[]);
        },
        "record 10 of a function: an instruction follows the last block",
    );
    check_body(
        |writer| {
            writer.record(1, &[1]).record(11, &[3]);
        },
        "record 11 of a function: undefined block",
    );
    check_body(
        |writer| {
            writer.record(1, &[1]).record(10, &[1]);
        },
        "record 10 of a function: a function returns a value of the wrong type",
    );
    // A value that is 9 behind and nowhere.
    check_body(
        |writer| {
            writer
                .record(1, &[1])
                .record(58, &[(1 << 32) - 9, 0])
                .record(10, &[]);
        },
        "a value is used but not defined",
    );
    check_body(
        |writer| {
            writer.record(1, &[1]).record(99, &[]);
        },
        "unknown instruction of code 99",
    );
    check_body(
        |writer| {
            writer.record(1, &[1]).record(2, &[1]);
        },
        "record 2 of a function: the record is too short",
    );
    check_body(
        |writer| {
            writer.record(1, &[1]).record(10, &[]);
            writer.enter(NAMES).record(1, &[0, 65]);
        },
        "record 1 of a function: undefined value in a symbol table",
    );
    check_body(
        |writer| {
            writer
                .record(1, &[1])
                .record(16, &[0, 0, 0])
                .record(10, &[]);
        },
        "in @__unnamed_0: the entry block has phis",
    );
}
