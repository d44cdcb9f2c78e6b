//! Tests for `.cfg`.

use super::{all, cfg};
use alloc::format;

#[test]
fn lines_say_how_blocks_end() {
    cfg("a -> return", "a -> return");
    cfg("a -> unreachable", "a -> unreachable");
    cfg("a -> a", "a -> a");
    cfg(
        "a -> b | c\nb -> a\nc -> return",
        "a -> b | c / b -> a / c -> return",
    );
    cfg(
        "a -> switch b b a | c\nb->c\nc->return",
        "a -> switch b b a | c / b -> c / c -> return",
    );
    // A switch with nothing but its default has one arm and is not a jump.
    cfg("a -> switch | a", "a -> switch | a");
    cfg("\u{feff}; remark\r\n\r\na->a;remark\r\n ; more", "a -> a");
    // Blocks are numbered by their lines, whichever is mentioned first.
    cfg("a -> c\nb -> a\nc -> b", "a -> c / b -> a / c -> b");
    cfg("a-b.c$ -> a-b.c$", "a-b.c$ -> a-b.c$");
}

#[test]
fn hints_follow_names() {
    cfg("a*4 -> a*9 | b+\nb -> b*0+", "a*4 -> a*9 | b+ / b -> b*0+");
    // Blocks that only decide.
    cfg("a? -> a | b\nb*2? -> b", "a? -> a | b / b*2? -> b");
    cfg("a?? -> a", "1:3: expected `->`, found `?`");
    cfg("a -> a?", "1:7: expected the end of the line, found `?`");
    // The defaults are 1 and empty.
    cfg("a*1 -> a*1", "a -> a");
    cfg("a* -> a", "1:2: expected a number below 4294967296");
    cfg(
        "a*4294967296 -> a",
        "1:2: expected a number below 4294967296",
    );
}

#[test]
fn names_in_quotes_may_be_anything() {
    cfg(
        r#""return" -> "a b" | ""
           "a b" -> "x->y"
           "" -> "\"\\\n\u{7f}\u{e9}"
           "\"\\\n\u{7f}é" -> return
           "x->y" -> "\t;|*+?" | "word"
           word -> unreachable
           "\t;|*+?" -> "switch"
           "switch" -> return"#,
        r#""return" -> "a b" | ""
           "a b" -> "x->y"
           "" -> "\"\\\n\u{7f}é"
           "\"\\\n\u{7f}é" -> return
           "x->y" -> "\t;|*+?" | word
           word -> unreachable
           "\t;|*+?" -> "switch"
           "switch" -> return"#,
    );
}

#[test]
fn a_text_has_a_graph_for_each_function() {
    all("a -> return", "a -> return");
    all(
        "; both\nfunction f ; remark\na -> a\n\nfunction g\na -> return",
        "function f / a -> a / function g / a -> return",
    );
    // Lines before the first name form a graph without a name.
    all("a -> a\nfunction g\nb -> b", "a -> a / function g / b -> b");
    // Blocks of different functions are independent.
    all(
        "function f\na -> b\nb -> a\nfunction g\na -> b",
        "5:6: no line says how block `b` ends: add one, such as `b -> return`",
    );
    // Any name, in quotes if necessary: the written text is read back.
    all(
        r#"function "a b"
           function -> function
           function return
           functions -> functions
           function "é->"
           x -> x
           function ""
           x -> x"#,
        r#"function "a b"
           function -> function
           function "return"
           functions -> functions
           function "é->"
           x -> x
           function ""
           x -> x"#,
    );
    cfg(
        "function f\na -> a\nfunction g\na -> a",
        "3:10: a second graph begins here: read one at a time",
    );
    cfg("function f\na -> a", "a -> a");
    all(
        "function f\na -> a\nfunction f\na -> a",
        "3:10: function `f` has a second graph: rename one of them",
    );
    all(
        "function f\nfunction g\na -> a",
        "1:10: function `f` has no block: write its entry on the next line",
    );
    all(
        "function f",
        "1:10: function `f` has no block: write its entry on the next line",
    );
    all("function", "1:9: expected `->`, found the end of the text");
    all(
        "function f g",
        "1:12: expected the end of the line, found `g`",
    );
    all("function |", "1:10: expected a function's name, found `|`");
}

#[test]
fn faults_have_places() {
    cfg(
        "",
        "1:1: the text has no block: write at least one, the entry",
    );
    cfg(
        "; only a remark",
        "1:1: the text has no block: write at least one, the entry",
    );
    cfg("a", "1:2: expected `->`, found the end of the text");
    cfg("a b", "1:3: expected `->`, found `b`");
    cfg(
        "a ->\n b -> c",
        "1:5: expected a block's name, `switch`, `return` or `unreachable`, found the end of the line",
    );
    cfg("-> a", "1:1: expected a block's name, found `->`");
    cfg(
        "a -> b |",
        "1:9: expected the second arm, found the end of the text",
    );
    cfg(
        "a -> a | a | a",
        "1:11: a branch has two arms: write `switch a b | c` for three or more",
    );
    cfg("a -> a b", "1:8: expected the end of the line, found `b`");
    cfg(
        "a -> return b",
        "1:13: expected the end of the line, found `b`",
    );
    cfg(
        "a -> switch a a",
        "1:16: expected a case, or `|` and the default, found the end of the text",
    );
    cfg(
        "a -> switch a |",
        "1:16: expected the default, found the end of the text",
    );
    cfg(
        "a -> a\nb -> a\n a -> b",
        "3:2: block `a` has a second line: join them",
    );
    cfg(
        "é -> é | ö",
        "1:10: no line says how block `ö` ends: add one, such as `ö -> return`",
    );
    // One typing mistake away from a keyword, or from a block that has a line.
    for (written, meant) in [
        ("retrun", "return"),
        ("retun", "return"),
        ("rreturn", "return"),
        ("Return", "return"),
        ("unreachabel", "unreachable"),
        ("haed", "head"),
        ("heads", "head"),
    ] {
        cfg(
            &format!("head -> {written}"),
            &format!("1:9: no line says how block `{written}` ends: did you mean `{meant}`?"),
        );
    }
    for written in ["ed", "rtrun", "heads2", "entry"] {
        cfg(
            &format!("head -> {written}"),
            &format!(
                "1:9: no line says how block `{written}` ends: add one, such as `{written} -> return`"
            ),
        );
    }
    cfg(
        "return -> a",
        "1:1: `return` is a keyword: put it in quotes if it names a block",
    );
    cfg(
        "a -> a | return",
        "1:10: `return` is a keyword: put it in quotes if it names a block",
    );
    cfg(
        "a -> \"b\nb -> a",
        "1:6: the string does not end: add a closing quote",
    );
    cfg(
        r#"a -> "\q""#,
        r#"1:7: unknown escape: write `\"`, `\\`, `\n`, `\t` or `\u{hex}`"#,
    );
    cfg(
        r#"a -> "\u{d800}""#,
        r#"1:7: unknown escape: write `\"`, `\\`, `\n`, `\t` or `\u{hex}`"#,
    );
}
