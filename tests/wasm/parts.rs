//! Functions that become several: what the parts are called, and what passes between them.

use crate::engine::{HEAD, Instance, WIDE_HEAD};
use unsnarl_wasm::{BlockParameters, Options, Output, compile, object, wat};
use wasmi::Val;
use wasmparser::{KnownCustom, Linking, Parser, Payload, SymbolFlags, SymbolInfo};

/// Compiles a module with functions of at most so many bytes.
#[track_caller]
fn divided(text: &str, function_bytes: u64) -> Output {
    divided_with(HEAD, text, function_bytes)
}

/// The same of a module with this head.
#[track_caller]
fn divided_with(head: &str, text: &str, function_bytes: u64) -> Output {
    let module = unsnarl_llvm::read(&format!("{head}{text}")).expect("the test is well formed");
    let options = Options {
        function_bytes,
        ..Options::default()
    };
    compile(&module, &options).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs `@f` as a whole and divided, and compares, with addresses of 32 and of 64 bits.
#[track_caller]
fn check(text: &str, function_bytes: u64, least: usize) {
    check_with(HEAD, text, function_bytes, least);
    check_with(WIDE_HEAD, text, function_bytes, least);
}

#[track_caller]
fn check_with(head: &str, text: &str, function_bytes: u64, least: usize) {
    let text = text.replace("#f", "\"wasm-export-name\"=\"f\"");
    let whole = divided_with(head, &text, 7_654_321);
    assert_eq!(whole.divided(), (0, 0));
    let output = divided_with(head, &text, function_bytes);
    assert!(output.divided().1 >= least, "{:?}", output.divided());
    assert!(
        output
            .reports
            .iter()
            .all(|report| report.verdict.is_proved())
    );
    for length in lengths(&output.bytes) {
        assert!(length <= function_bytes, "a body of {length} bytes");
    }
    let (mut whole, mut parts) = (Instance::new(&whole.bytes), Instance::new(&output.bytes));
    for argument in [0, 1, 2, 5, 30, -1] {
        let of = |instance: &mut Instance| {
            let results = instance.call("f", &[Val::I32(argument)]);
            results.map(|results| results[0].i32())
        };
        assert_eq!(of(&mut parts), of(&mut whole), "{argument}");
    }
}

fn lengths(bytes: &[u8]) -> Vec<u64> {
    let payloads = Parser::new(0).parse_all(bytes);
    let bodies = payloads.filter_map(|payload| match payload {
        Ok(Payload::CodeSectionEntry(body)) => Some(body.range().end - body.range().start),
        _ => None,
    });
    bodies.collect()
}

/// A chain of branches, past which numbers of all types live.
fn chain(count: usize) -> String {
    let mut text = String::from(
        "define i32 @f(i32 %n) #f {\n %b = sext i32 %n to i64\n %c = sitofp i32 %n to float\n \
         %d = sitofp i32 %n to double\n br label %s0\n",
    );
    for i in 0..=count {
        text += &format!("s{i}:\n");
        for (name, ty) in [("a", "i32"), ("b", "i64"), ("c", "float"), ("d", "double")] {
            let Some(last) = i.checked_sub(1) else {
                let value = if name == "a" { "n" } else { name };
                text += &format!(" %{name}0 = phi {ty} [ %{value}, %0 ]\n");
                continue;
            };
            let changed = matches!(name, "a" | "b");
            let new = format!("%{name}{last}x");
            let old = format!("%{name}{last}");
            let (left, right) = if changed { (&new, &old) } else { (&old, &new) };
            text +=
                &format!(" %{name}{i} = phi {ty} [ {left}, %l{last} ], [ {right}, %r{last} ]\n");
        }
        if i < count {
            text += &format!(
                " %t{i} = and i32 %a{i}, {}\n %u{i} = icmp eq i32 %t{i}, 0\n \
                 br i1 %u{i}, label %l{i}, label %r{i}\nl{i}:\n %m{i} = mul i32 %a{i}, 31\n \
                 %a{i}x = add i32 %m{i}, {i}\n %b{i}x = add i64 %b{i}, {i}\n br label %s{next}\n\
                 r{i}:\n %c{i}x = fmul float %c{i}, 0.5\n %d{i}x = fadd double %d{i}, 1.5\n \
                 br label %s{next}\n",
                1 << (i % 5),
                next = i + 1,
            );
        }
    }
    text += &format!(
        " %v = trunc i64 %b{count} to i32\n %w = call i32 @llvm.fptosi.sat.i32.f32(float %c{count})\n \
         %x = call i32 @llvm.fptosi.sat.i32.f64(double %d{count})\n %p = xor i32 %a{count}, %v\n \
         %q = mul i32 %p, 31\n %r = xor i32 %q, %w\n %o = mul i32 %r, 31\n %z = xor i32 %o, %x\n \
         ret i32 %z\n}}\n\
         declare i32 @llvm.fptosi.sat.i32.f32(float)\ndeclare i32 @llvm.fptosi.sat.i32.f64(double)\n"
    );
    text
}

#[test]
fn numbers_of_all_types_pass() {
    check(&chain(60), 1000, 3);
}

/// Linkers know no variables of 128 bits, so these pass as their halves.
#[test]
fn vectors_pass() {
    let mut text = String::from(
        "define i32 @f(i32 %n) #0 {\n \
         %v = insertelement <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i32 %n, i32 1\n \
         %w = insertelement <4 x i32> <i32 7, i32 5, i32 3, i32 1>, i32 %n, i32 2\n br label %s0\n\
         s0:\n %v0 = phi <4 x i32> [ %v, %0 ]\n %w0 = phi <4 x i32> [ %w, %0 ]\n",
    );
    const COUNT: usize = 60;
    for i in 0..COUNT {
        text += &format!(
            " %m{i} = mul <4 x i32> %v{i}, %w{i}\n \
             %k{i} = extractelement <4 x i32> %m{i}, i32 {lane}\n %u{i} = icmp slt i32 %k{i}, %n\n \
             br i1 %u{i}, label %l{i}, label %r{i}\nl{i}:\n %a{i} = add <4 x i32> %m{i}, %w{i}\n \
             br label %s{next}\nr{i}:\n %b{i} = xor <4 x i32> %v{i}, %m{i}\n br label %s{next}\n\
             s{next}:\n %v{next} = phi <4 x i32> [ %a{i}, %l{i} ], [ %b{i}, %r{i} ]\n \
             %w{next} = phi <4 x i32> [ %v{i}, %l{i} ], [ %w{i}, %r{i} ]\n",
            lane = i % 4,
            next = i + 1,
        );
    }
    text += &format!(
        " %x = add <4 x i32> %v{COUNT}, %w{COUNT}\n %y = extractelement <4 x i32> %x, i32 1\n \
         %z = extractelement <4 x i32> %x, i32 2\n %r = xor i32 %y, %z\n ret i32 %r\n}}\n\
         attributes #0 = {{ \"target-features\"=\"+simd128\" \"wasm-export-name\"=\"f\" }}\n"
    );
    check(&text, 1500, 2);
}

/// A function that moves the stack pointer, in a loop with calls that get what lies there.
#[test]
fn variables_of_unknown_size() {
    let mut steps = String::new();
    let mut place = 0;
    for i in 0..40 {
        if i % 20 == 0 {
            steps += &format!(" %p{i} = alloca i8, i32 %size\n store i32 {i}, ptr %p{i}\n");
            place = i;
        }
        steps += &format!(
            " %g{i} = call i32 @get(ptr %p{place})\n %s{next} = add i32 %s{i}, %g{i}\n \
             %c{i} = icmp eq i32 %s{next}, 77\n br i1 %c{i}, label %early, label %b{next}\n\
             b{next}:\n",
            next = i + 1,
        );
    }
    let text = format!(
        "define internal i32 @get(ptr %p) noinline {{\n %v = load i32, ptr %p\n \
         %w = mul i32 %v, 3\n store i32 %w, ptr %p\n ret i32 %w\n}}\n\
         define i32 @f(i32 %n) #f {{\nentry:\n %m = and i32 %n, 31\n %size = add i32 %m, 4\n \
         br label %loop\nloop:\n %i = phi i32 [ 0, %entry ], [ %next, %b40 ]\n \
         %s0 = phi i32 [ %n, %entry ], [ %s40, %b40 ]\n{steps} %next = add i32 %i, 1\n \
         %last = call i32 @get(ptr %p20)\n %done = icmp sge i32 %i, 2\n \
         br i1 %done, label %out, label %loop\nearly:\n ret i32 -7\n\
         out:\n %r = add i32 %s40, %last\n ret i32 %r\n}}\n"
    );
    check(&text, 500, 1);
}

/// What the parts are called in modules, and the locals in them.
#[test]
fn parts_have_names() {
    let text = chain(60).replace("#f", "\"wasm-export-name\"=\"f\"");
    let text = wat(&divided(&text, 1000).bytes).expect("it is a module");
    for name in [
        "(func $f.part.0 ",
        "(func $f.part.1 ",
        "$passed.f64.0",
        "(param $a",
    ] {
        assert!(text.contains(name), "{name} is not in\n{text}");
    }
}

#[test]
fn parts_are_local_symbols_and_in_the_group_of_their_function() {
    let text = chain(60).replace("@f(i32 %n) #f", "@f(i32 %n) comdat");
    let module = unsnarl_llvm::read(&format!("{HEAD}$f = comdat any\n{text}"));
    let module = module.expect("the test is well formed");
    let options = Options {
        function_bytes: 1000,
        ..Options::default()
    };
    let output = object(&module, &options).expect("it compiles");
    let (divided, parts) = output.divided();
    assert!(divided == 1 && parts > 2);
    let (mut functions, mut globals, mut group) = (0, 0, 0);
    for payload in Parser::new(0).parse_all(&output.bytes) {
        let Payload::CustomSection(section) = payload.expect("objects are modules") else {
            continue;
        };
        let KnownCustom::Linking(linking) = section.as_known() else {
            continue;
        };
        for part in linking.subsections() {
            match part.expect("the section is well formed") {
                Linking::SymbolTable(symbols) => {
                    for symbol in symbols {
                        match symbol.expect("the table is well formed") {
                            SymbolInfo::Func {
                                flags,
                                name: Some(name),
                                ..
                            } if name != "f" => {
                                assert!(name.starts_with("f.part."), "{name}");
                                assert!(flags.contains(SymbolFlags::BINDING_LOCAL));
                                functions += 1;
                            }
                            SymbolInfo::Global {
                                flags,
                                name: Some(name),
                                ..
                            } if name.starts_with("passed.") => {
                                assert!(flags.contains(SymbolFlags::BINDING_LOCAL));
                                assert!(!flags.contains(SymbolFlags::UNDEFINED));
                                globals += 1;
                            }
                            _ => {}
                        }
                    }
                }
                Linking::ComdatInfo(groups) => {
                    for own in groups {
                        group += own.expect("the list is well formed").symbols.count() as usize;
                    }
                }
                _ => {}
            }
        }
    }
    assert_eq!((functions, group), (parts, 1 + parts));
    assert!(globals > 0);
}

#[test]
fn brackets_of_parts_may_have_parameters() {
    let text = chain(60).replace("#f", "\"wasm-export-name\"=\"f\"");
    let module = unsnarl_llvm::read(&format!("{HEAD}{text}")).expect("the test is well formed");
    let options = Options {
        function_bytes: 1000,
        block_parameters: BlockParameters::WhereShorter,
        ..Options::default()
    };
    let output = compile(&module, &options).expect("it compiles");
    assert!(output.divided().1 > 2);
}
