//! Tokens, and what is none.

use super::*;
use crate::error::Places;

fn kinds(text: &str) -> Result<Vec<(Kind, &str)>, Fault> {
    let mut lexer = Lexer::new(text)?;
    let mut tokens = Vec::new();
    loop {
        let token = lexer.next()?;
        if token.kind == Kind::End {
            return Ok(tokens);
        }
        tokens.push((token.kind, &text[token.start as usize..token.end as usize]));
    }
}

#[track_caller]
fn check(text: &str, expected: &[(Kind, &str)]) {
    assert_eq!(kinds(text).as_deref(), Ok(expected));
}

#[test]
fn names_numbers_and_strings() {
    use Kind::{
        Bytes, Comdat, Decimal, Dots, Global, Group, Hex, HexInteger, Integer, Label, Local,
        Record, Text, Word,
    };
    check(
        "%a.b-c$ %12 %\"a b\"",
        &[(Local, "%a.b-c$"), (Local, "%12"), (Local, "%\"a b\"")],
    );
    check(
        "@f $c $\"c d\" #3 #dbg_value",
        &[
            (Global, "@f"),
            (Comdat, "$c"),
            (Comdat, "$\"c d\""),
            (Group, "#3"),
            (Record, "#dbg_value"),
        ],
    );
    check(
        "a: 12: \"a b\": -x: $y:",
        &[
            (Label, "a"),
            (Label, "12"),
            (Label, "\"a b\""),
            (Label, "-x"),
            (Label, "$y"),
        ],
    );
    check(
        "-12 1.5e+3 2.0e-7 0xKFFFF u0xFF",
        &[
            (Integer, "-12"),
            (Decimal, "1.5e+3"),
            (Decimal, "2.0e-7"),
            (Hex, "0xKFFFF"),
            (HexInteger, "u0xFF"),
        ],
    );
    check(
        "<4x i16-1 -5x: 4x:",
        &[
            (Kind::Punctuation(b'<'), "<"),
            (Integer, "4"),
            (Word, "x"),
            (Word, "i16"),
            (Integer, "-1"),
            (Label, "-5x"),
            (Label, "4x"),
        ],
    );
    check(
        "c\"a\\00\" \"b\" ... ret ; comment %x\n",
        &[
            (Bytes, "c\"a\\00\""),
            (Text, "\"b\""),
            (Dots, "..."),
            (Word, "ret"),
        ],
    );
}

#[track_caller]
fn check_error(text: &str, line: usize, column: usize, cause: Cause) {
    let fault = kinds(text).expect_err("the text is wrong");
    let error = Places::new(text).locate(fault);
    assert_eq!(
        (error.line, error.column, error.cause),
        (line, column, cause)
    );
}

#[test]
fn errors_have_positions() {
    check_error("ret\n  ?", 2, 3, Cause::BadCharacter { character: '?' });
    check_error("; é\né", 2, 1, Cause::BadCharacter { character: 'é' });
    check_error("% ", 1, 1, Cause::BadCharacter { character: '%' });
    check_error(" \"abc", 1, 2, Cause::OpenString);
    check_error(
        "12abc",
        1,
        1,
        Cause::BadNumber {
            number: "12abc".to_owned(),
        },
    );
}

#[test]
fn skipping_keeps_the_line() {
    let text = "!0 = !{!\"}\",\n i32 1} \n next";
    let mut lexer = Lexer::new(text).expect("it is short");
    let first = lexer.next().expect("it is metadata");
    lexer
        .skip_definition(first.start)
        .expect("brackets are closed");
    let next = lexer.next().expect("it is a word");
    assert_eq!((next.kind, next.line), (Kind::Word, 3));
}

#[track_caller]
fn check_attachments(text: &str, rest: Option<&str>) {
    let mut lexer = Lexer::new(text).expect("it is short");
    lexer.next().expect("it is a name");
    let skipped = lexer.skip_attachments(|name| name == b"dbg");
    let found = skipped.then(|| &text[lexer.position() as usize..]);
    assert_eq!(found, rest, "{text:?}");
}

#[test]
fn attachments_that_are_numbers_are_skipped_to_the_end_of_the_line() {
    check_attachments("!tbaa !5\n next", Some("\n next"));
    check_attachments("!tbaa !5", Some(""));
    check_attachments("!tbaa !5, !a.b-c !12\n", Some("\n"));
    // Something is kept, is no number, or follows.
    check_attachments("!tbaa !5, !dbg !6\n", None);
    check_attachments("!range !{i8 0}\n", None);
    check_attachments("!tbaa !5, !range !{i8 0}\n", None);
    check_attachments("!tbaa !5 ; comment\n", None);
    check_attachments("!tbaa !5x\n", None);
    check_attachments("!tbaa !5, \n", None);
    check_attachments("!tbaa\n", None);
}
