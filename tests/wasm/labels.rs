//! Addresses of blocks: they may be passed, stored, returned, compared with null, and jumped to.

use crate::engine::check;

/// Jumps to `%a` or `%b` by the address `%p`; `use` says how it is computed.
#[track_caller]
fn check_jump(taken: &str, declarations: &str) {
    check(
        &format!(
            "define i32 @f(i32 %n) #f {{\n%is = icmp eq i32 %n, 0\n{taken}\n\
             indirectbr ptr %p, [label %a, label %b]\na:\nret i32 10\nb:\nret i32 20\n}}\n{declarations}"
        ),
        &[(&[0], Some(10)), (&[1], Some(20))],
    );
}

#[test]
fn addresses_of_blocks_go_everywhere() {
    check_jump(
        "%p = select i1 %is, ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)",
        "",
    );
    let same = "define ptr @same(ptr %x) { ret ptr %x }";
    check_jump(
        "%l = call ptr @same(ptr noundef nonnull blockaddress(@f, %a))\n\
         %r = call ptr @same(ptr blockaddress(@f, %b))\n%p = select i1 %is, ptr %l, ptr %r",
        same,
    );
    check_jump(
        "%v = alloca [2 x ptr]\n%v1 = getelementptr ptr, ptr %v, i32 1\n\
         store ptr blockaddress(@f, %a), ptr %v\nstore ptr blockaddress(@f, %b), ptr %v1\n\
         %at = getelementptr ptr, ptr %v, i32 %n\n%p = load ptr, ptr %at",
        "",
    );
    // From another function, which takes the addresses itself or returns them.
    check_jump(
        "%p = call ptr @pick(i1 %is)",
        "define ptr @pick(i1 %is) {\nbr i1 %is, label %a, label %b\na:\nret ptr blockaddress(@f, %a)\nb:\n\
         ret ptr blockaddress(@f, %b)\n}",
    );
    check_jump(
        "%at = getelementptr {i32, ptr}, ptr @t, i32 %n, i32 1\n%p = load ptr, ptr %at",
        "@t = internal constant [2 x {i32, ptr}] [{i32, ptr} {i32 7, ptr blockaddress(@f, %a)}, \
         {i32, ptr} {i32 8, ptr blockaddress(@f, %b)}]",
    );
    // As numbers: their distance in a table.
    check_jump(
        "%at = getelementptr i8, ptr @t, i32 %n\n%byte = load i8, ptr %at\n%by = sext i8 %byte to i32\n\
         %p = getelementptr i8, ptr blockaddress(@f, %a), i32 %by",
        "@t = internal constant [2 x i8] [i8 0, i8 trunc (i32 sub (i32 ptrtoint (ptr blockaddress(@f, %b) to i32), \
         i32 ptrtoint (ptr blockaddress(@f, %a) to i32)) to i8)]",
    );
    check_jump(
        "%v = insertelement <2 x ptr> <ptr blockaddress(@f, %a), ptr null>, ptr blockaddress(@f, %b), i32 1\n\
         %p = extractelement <2 x ptr> %v, i32 %n",
        "",
    );
}

/// No block has the address null, and the blocks of a function have different ones.
#[test]
fn addresses_of_blocks_differ() {
    check(
        "define i32 @f(i32 %n) #f {\n%k = call i32 @g(ptr blockaddress(@f, %a), ptr blockaddress(@f, %b))\n\
         br label %a\na:\nbr label %b\nb:\nret i32 %k\n}\n\
         define i32 @g(ptr %x, ptr %y) {\n%l = icmp eq ptr %x, null\n%m = icmp eq ptr %y, null\n\
         %s = icmp eq ptr %x, %y\n%lm = or i1 %l, %m\n%any = or i1 %lm, %s\n%r = zext i1 %any to i32\nret i32 %r\n}",
        &[(&[0], Some(0))],
    );
}

/// A constant whose first word is next to a bracket is not an attribute of its argument.
#[test]
fn constants_of_arguments_begin_with_a_word() {
    for (argument, expected) in [
        ("ptr inttoptr(i32 5 to ptr)", 5),
        ("ptr noundef getelementptr(i8, ptr null, i32 6)", 6),
        (
            "ptr align(4) getelementptr(i8, ptr inttoptr(i32 6 to ptr), i32 6)",
            12,
        ),
        ("ptr inttoptr(i32 add(i32 5, i32 2) to ptr)", 7),
    ] {
        check(
            &format!(
                "define i32 @f(i32 %n) #f {{\n%r = call i32 @g({argument})\nret i32 %r\n}}\n\
                 define i32 @g(ptr %x) {{\n%r = ptrtoint ptr %x to i32\nret i32 %r\n}}"
            ),
            &[(&[0], Some(expected))],
        );
    }
}
