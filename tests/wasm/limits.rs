//! The limits of engines: beyond each there is another encoding, or an error that names the limit.

use crate::engine::{HEAD, Instance, build};
use unsnarl_wasm::{Options, compile, object};
use wasmi::Val;

/// Checks the errors of a module and of an object of the same text; none if they are made.
#[track_caller]
fn check(text: &str, of_module: &str, of_object: &str) {
    let module = unsnarl_llvm::read(&format!("{HEAD}{text}")).expect("the test is well formed");
    let made = [compile, object].map(|make| make(&module, &Options::default()));
    let errors = made.map(|made| made.map_or_else(|errors| errors.to_string(), |_| String::new()));
    assert_eq!(errors, [of_module, of_object]);
}

fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|index| line(index) + "\n").collect()
}

fn list(count: usize, part: impl Fn(usize) -> String) -> String {
    let parts: Vec<String> = (0..count).map(part).collect();
    parts.join(", ")
}

#[test]
fn a_function_has_a_thousand_parameters() {
    let function = |types: &str| {
        format!("define void @f({types}) \"wasm-export-name\"=\"f\" {{\n ret void\n}}\n")
    };
    check(&function(&list(1000, |_| "i32".to_owned())), "", "");
    let many =
        "line 2: in function 'f': the arguments are 1001 numbers, but engines allow 1000 at most";
    check(&function(&list(1001, |_| "i32".to_owned())), many, many);
    // A call has as many.
    let arguments = list(1001, |_| "i32 0".to_owned());
    let text = format!(
        "define void @f(ptr %p) \"wasm-export-name\"=\"f\" {{\n call void %p({arguments})\n ret void\n}}\n"
    );
    let called = many.replace("line 2", "line 3");
    check(&text, &called, &called);
}

#[test]
fn a_value_outside_of_memory_is_a_thousand_numbers() {
    for (ty, few) in [
        ("i64001", "i64000"),
        ("i8388608", "i8"),
        ("[1001 x i32]", "[1000 x i32]"),
        ("<1001 x i32>", "<1000 x i32>"),
        ("{ [600 x i8], [401 x i8] }", "{ [600 x i8], [400 x i8] }"),
    ] {
        let text = |ty: &str| {
            format!(
                "define void @f(ptr %p) \"wasm-export-name\"=\"f\" {{\n %v = load {ty}, ptr %p\n store {ty} %v, ptr %p\n ret void\n}}\n"
            )
        };
        check(&text(few), "", "");
        let module = unsnarl_llvm::read(&format!("{HEAD}{}", text(ty))).expect("it is well formed");
        let error = compile(&module, &Options::default()).expect_err("it is too large");
        let error = error.to_string();
        let end = "consists of more than 1000 numbers, and can only be held in memory";
        assert!(
            error.starts_with("line 3: in function 'f': a value of type ") && error.ends_with(end),
            "{error}"
        );
    }
}

/// The least used are in the frame; results stay the same. The engine of these tests
/// takes some thousand locals, so that what runs has fewer, and is allowed none at all.
#[test]
fn more_than_fifty_thousand_locals() {
    check(&rotation(50_400), "", "");
    const COUNT: usize = 400;
    let module =
        unsnarl_llvm::read(&format!("{HEAD}{}", rotation(COUNT))).expect("it is well formed");
    let options = Options {
        locals: 0,
        ..Options::default()
    };
    let output = compile(&module, &options).expect("it compiles");
    assert!(output.reports[0].verdict.is_proved());
    let mut instance = Instance::new(&output.bytes);
    for rounds in [1, 3] {
        let expected = rounds - 1 + 28 * (COUNT as i32 / 4);
        let result = instance.call("f", &[Val::I32(rounds)]);
        let result = result.as_deref().and_then(|values| values[0].i32());
        assert_eq!(result, Some(expected), "{rounds} rounds");
    }
}

/// A loop that rotates this many values, and adds all of them up.
fn rotation(count: usize) -> String {
    let types = ["i32", "i64", "float", "double"];
    let phis = lines(count, |i| {
        let (ty, zero) = (types[i % 4], ["7", "7", "1.0", "1.0"][i % 4]);
        let other = (i + 4) % count;
        format!(" %v{i} = phi {ty} [ {zero}, %0 ], [ %v{other}, %m ]")
    });
    let sums = lines(count / 4, |i| {
        let (int, wide, float, double) = (4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3);
        format!(
            " %a{i} = trunc i64 %v{wide} to i32\n %b{i} = fptosi float %v{float} to i32\n %c{i} = fptosi double %v{double} to i32\n \
             %d{i} = add i32 %v{int}, %a{i}\n %e{i} = add i32 %b{i}, %c{i}\n %g{i} = mul i32 %d{i}, %e{i}\n %s{} = add i32 %s{i}, %g{i}",
            i + 1
        )
    });
    format!(
        "define i32 @f(i32 %n) \"wasm-export-name\"=\"f\" {{\n br label %m\nm:\n{phis} %k = phi i32 [ 0, %0 ], [ %next, %m ]\n \
         %next = add i32 %k, 1\n %again = icmp ult i32 %next, %n\n br i1 %again, label %m, label %e\ne:\n %s0 = add i32 %k, 0\n{sums} ret i32 %s{}\n}}\n",
        count / 4
    )
}

/// The value of a store. The engine of these tests takes some thousand different ones.
fn value(store: usize) -> i64 {
    i64::MAX - store as i64 % 1000
}

/// Stores to 64 places in memory, so many in all. It gives what is in one of them.
fn stores(count: usize) -> String {
    let places = lines(64, |i| {
        format!(" %p{i} = getelementptr [64 x i64], ptr @g, i32 0, i32 {i}")
    });
    let stores = lines(count, |i| {
        let value = value(i);
        format!(" store volatile i64 {value}, ptr %p{}", i * 7 % 64)
    });
    format!(
        "@g = global [64 x i64] zeroinitializer\n\
         define i32 @f(i32 %k) \"wasm-export-name\"=\"f\" {{\n{places}{stores} \
         %q = getelementptr [64 x i64], ptr @g, i32 0, i32 %k\n %v = load i64, ptr %q\n \
         %r = trunc i64 %v to i32\n ret i32 %r\n}}\n"
    )
}

#[test]
fn a_body_takes_seven_megabytes() {
    const COUNT: usize = 500_000;
    let read = |count| {
        let text = format!("{HEAD}{}", stores(count));
        unsnarl_llvm::read(&text).expect("the test is well formed")
    };
    let options = Options::default();
    let whole = compile(&read(100_000), &options).expect("it compiles");
    assert_eq!(whole.divided(), (0, 0));
    let module = read(COUNT);
    let linked = object(&module, &options).expect("it compiles");
    assert!(linked.bytes.len() > 7_654_321);
    assert_eq!(linked.divided().0, 1);
    let output = compile(&module, &options).expect("it compiles");
    let (divided, parts) = output.divided();
    assert!(divided == 1 && parts > 1, "{parts} parts");
    assert!(output.reports[0].verdict.is_proved());
    let mut instance = Instance::new(&output.bytes);
    for place in [0, 1, 17, 63] {
        let last = (0..COUNT).rev().find(|i| i * 7 % 64 == place);
        let expected = value(last.expect("all places are written")) as i32;
        let result = instance.call("f", &[Val::I32(place as i32)]);
        let result = result.as_deref().and_then(|values| values[0].i32());
        assert_eq!(result, Some(expected), "{place}");
    }
}

/// Nothing in a call with many arguments can be divided.
#[test]
fn what_cannot_be_divided_is_named() {
    let arguments = list(500, |i| format!("i64 {}", i64::MAX - i as i64));
    let text = format!(
        "{HEAD}define void @f(ptr %p) \"wasm-export-name\"=\"f\" {{\n \
         call void %p({arguments})\n ret void\n}}\n"
    );
    let module = unsnarl_llvm::read(&text).expect("the test is well formed");
    let options = Options {
        function_bytes: 2000,
        ..Options::default()
    };
    for made in [compile(&module, &options), object(&module, &options)] {
        let error = made.expect_err("it is one instruction").to_string();
        let start = "line 2: in function 'f': the function is too large and cannot be divided: ";
        let end = " bytes of code are left after division, but at most 2000 are possible";
        assert!(error.starts_with(start) && error.ends_with(end), "{error}");
    }
}

/// A few words of a type are a thousand numbers, so that a short text is a long function.
#[test]
fn instructions_are_counted_before_they_are_too_many() {
    let loads = lines(20_000, |i| {
        format!(" %v{i} = load volatile [1000 x i32], ptr %p")
    });
    let text =
        format!("define void @f(ptr %p) \"wasm-export-name\"=\"f\" {{\n{loads} ret void\n}}\n");
    let module = unsnarl_llvm::read(&format!("{HEAD}{text}")).expect("the test is well formed");
    let errors = compile(&module, &Options::default()).expect_err("it is too long");
    let errors = errors.to_string();
    let end = "instructions or more, but engines allow 7654321 bytes for a function";
    assert!(errors.ends_with(end), "{errors}");
}

/// An object has a segment for each variable; the linker joins them.
#[test]
fn a_hundred_thousand_variables() {
    let variables = lines(100_001, |i| format!("@g{i} = global i32 {}", i + 1));
    let table = list(100_001, |i| format!("ptr @g{i}"));
    let text = format!(
        "{variables}@t = global [100001 x ptr] [{table}]\n\
         define ptr @f() \"wasm-export-name\"=\"f\" {{\n ret ptr @t\n}}\n"
    );
    check(&text, "", "");
}

#[test]
fn a_name_that_others_see_has_a_hundred_thousand_bytes() {
    let (long, most) = ("f".repeat(100_001), "f".repeat(100_000));
    let start = "f".repeat(40);
    let error = format!(
        "line 2: '{start}…': the imported or exported name has 100001 bytes, but engines allow 100000 at most"
    );
    let exported = |name: &str| {
        format!("define void @g() \"wasm-export-name\"=\"{name}\" {{\n ret void\n}}\n")
    };
    check(&exported(&most), "", "");
    check(&exported(&long), &error, &error);
    let imported = |name: &str| {
        format!(
            "declare void @h() \"wasm-import-module\"=\"m\" \"wasm-import-name\"=\"{name}\"\n\
             define void @g() \"wasm-export-name\"=\"g\" {{\n call void @h()\n ret void\n}}\n"
        )
    };
    check(&imported(&most), "", "");
    check(&imported(&long), &error, &error);
    // Names that stay inside are only left out.
    let inside = format!(
        "define void @{long}() {{\n ret void\n}}\n\
         define void @g(i32 %{long}) \"wasm-export-name\"=\"g\" {{\n call void @{long}()\n ret void\n}}\n"
    );
    check(&inside, "", "");
}

/// Variables that are too large for memory: an error, and the rest of the function is checked all
/// the same.
#[test]
fn a_frame_of_two_gigabytes() {
    let function = |size: &str, rest: &str| {
        format!(
            "declare void @g(ptr)\ndefine void @f(i32 %n) \"wasm-export-name\"=\"f\" {{\n %v = alloca {size}\n \
             %w = alloca i32\n{rest} call void @g(ptr %v)\n call void @g(ptr %w)\n ret void\n}}\n"
        )
    };
    let module = |text: &str| text.replace("@g(ptr)\n", "@g(ptr) \"wasm-import-module\"=\"m\"\n");
    let check = |text: &str, error: &str| check(&module(text), error, error);
    check(&function("[2147483600 x i8]", ""), "");
    for (size, bytes) in [
        ("[2147483648 x i8]", 2_147_483_652_u64),
        ("[10000000000 x i8]", 10_000_000_004),
        ("i8, i64 10000000000", 10_000_000_004),
        ("[9223372036854775807 x i8], i64 3", u64::MAX),
    ] {
        let error = format!(
            "line 3: in function 'f': the stack frame needs {bytes} bytes, but at most 2 GiB are possible"
        );
        check(&function(size, ""), &error);
        let assembly = " call void asm sideeffect \"nop\", \"\"()\n";
        let second =
            "line 6: in function 'f': inline assembly with the text 'nop' is not supported";
        check(&function(size, assembly), &format!("{error}\n{second}"));
    }
}

/// More cases than entries of a table are several tables.
#[test]
fn a_switch_has_more_cases_than_a_table() {
    const CASES: usize = 200_000;
    let cases = lines(CASES, |i| format!("  i32 {i}, label %b{}", i * 7 % 5));
    let blocks = lines(5, |i| format!("b{i}:\n ret i32 {i}"));
    let text = format!(
        "define i32 @f(i32 %x) \"wasm-export-name\"=\"f\" {{\n switch i32 %x, label %d [\n{cases} ]\n{blocks}d:\n ret i32 -1\n}}\n"
    );
    let mut instance = build(&text);
    for value in [
        0, 1, 59_999, 60_000, 65_520, 65_521, 131_072, 199_999, 200_000, -1,
    ] {
        let expected = match usize::try_from(value) {
            Ok(value) if value < CASES => (value * 7 % 5) as i32,
            _ => -1,
        };
        let result = instance.call("f", &[Val::I32(value)]);
        let result = result.as_deref().and_then(|values| values[0].i32());
        assert_eq!(result, Some(expected), "{value}");
    }
}

/// Zeros take no bytes of a module, wherever they are.
#[test]
fn a_variable_of_two_gigabytes_that_is_zero_but_for_its_ends() {
    let text = "@g = global <{ i8, [2000000000 x i8], i8 }> <{ i8 5, [2000000000 x i8] zeroinitializer, i8 6 }>\n\
                define i32 @f(i32 %i) \"wasm-export-name\"=\"f\" {\n %p = getelementptr i8, ptr @g, i32 %i\n %b = load i8, ptr %p\n %r = zext i8 %b to i32\n ret i32 %r\n}\n";
    let module = unsnarl_llvm::read(&format!("{HEAD}{text}")).expect("the test is well formed");
    let output = compile(&module, &Options::default()).expect("it is less than 4 GiB");
    assert!(output.bytes.len() < 300, "{} bytes", output.bytes.len());
    let wat = unsnarl_wasm::wat(&output.bytes).expect("it is a module");
    assert_eq!(wat.matches("(data ").count(), 2, "{wat}");
    // In an object every byte of a variable is in the file.
    let errors = object(&module, &Options::default()).expect_err("it is larger than 1 GiB");
    assert_eq!(
        errors.to_string(),
        "line 2: cannot lay out the initial value of global 'g': constant c3 is larger than the \
         limit of 1073741824 bytes"
    );
}
