//! Random functions: accesses to memory, variables, and addresses.

use unsnarl_testkit::Rng;

/// A random function that reads and writes memory and variables, in a few blocks in a loop.
pub(crate) fn accesses(rng: &mut Rng) -> String {
    let mut lines = vec![
        "declare i32 @g(i32)".to_owned(),
        "declare i32 @llvm.umin.i32(i32, i32)".to_owned(),
        "declare void @llvm.assume(i1)".to_owned(),
        "define i32 @f(i32 %a, i32 %b, ptr %p) {".to_owned(),
        "entry:".to_owned(),
        "  %x = alloca i32".to_owned(),
        "  %y = alloca i32".to_owned(),
        "  %z = alloca [4 x i32]".to_owned(),
    ];
    if rng.chance(50) {
        lines.push("  store i32 %a, ptr %x".to_owned());
    }
    let mut next = 0;
    let blocks = 1 + rng.below(3);
    for block in 0..blocks {
        let mut values = vec!["1".to_owned(), "-7".to_owned()];
        if block > 0 {
            lines.push(format!("b{block}:"));
            let before = match block {
                1 => "entry".to_owned(),
                block => format!("b{}", block - 1),
            };
            lines.push(format!(
                "  %i{block} = phi i32 [ 3, %{before} ], [ %j{block}, %b{block} ]"
            ));
            lines.push(format!(
                "  %k{block} = phi i32 [ 4, %{before} ], [ %i{block}, %b{block} ]"
            ));
            values.extend([format!("%i{block}"), format!("%k{block}")]);
        } else {
            values.push("%b".to_owned());
        }
        let places = ["%x", "%y", "%z", "%p"];
        for _ in 0..rng.below(14) {
            let pick = |rng: &mut Rng| values[rng.below(values.len())].clone();
            let place = places[rng.below(4)];
            let (left, right) = (pick(rng), pick(rng));
            let line = match rng.below(10) {
                0..=2 => format!("load i32, ptr {place}"),
                3 | 4 => {
                    lines.push(format!("  store i32 {left}, ptr {place}"));
                    continue;
                }
                5 => format!("call i32 @g(i32 {left})"),
                6 => format!("call i32 @llvm.umin.i32(i32 {left}, i32 {right})"),
                // A call among the arms happens whatever is chosen.
                8 => {
                    let call = match rng.chance(50) {
                        true => {
                            lines.push(format!("  %g{next} = call i32 @g(i32 {right})"));
                            format!("%g{next}")
                        }
                        false => pick(rng),
                    };
                    lines.push(format!("  %d{next} = icmp slt i32 {left}, {right}"));
                    format!("select i1 %d{next}, i32 {call}, i32 {left}")
                }
                7 => {
                    lines.push(format!(
                        "  %q{next} = getelementptr i32, ptr {place}, i32 {left}"
                    ));
                    format!("load i32, ptr %q{next}")
                }
                _ => format!("sub i32 {left}, {right}"),
            };
            lines.push(format!("  %v{next} = {line}"));
            values.push(format!("%v{next}"));
            next += 1;
        }
        let last = values[rng.below(values.len())].clone();
        lines.push(format!("  %c{block} = icmp slt i32 {last}, 9"));
        if rng.chance(20) {
            lines.push(format!("  call void @llvm.assume(i1 %c{block})"));
        }
        let to = match block + 1 == blocks {
            true => "end".to_owned(),
            false => format!("b{}", block + 1),
        };
        if block == 0 {
            lines.push(format!("  br label %{to}"));
        } else {
            lines.push(format!("  %j{block} = add i32 {last}, 1"));
            lines.push(format!("  br i1 %c{block}, label %b{block}, label %{to}"));
        }
    }
    lines.push("end:".to_owned());
    lines.push("  %last = load i32, ptr %x".to_owned());
    lines.push("  ret i32 %last\n}".to_owned());
    lines.join("\n")
}

/// A random function of a few blocks that jump to each other, with three variables that every block
/// may change: each block has a phi for each of them. Addresses are used several times, those of
/// the first block in all.
pub(crate) fn webs(rng: &mut Rng) -> String {
    let count = 3 + rng.below(5);
    // Each block leads to the next one, and maybe to another one; nothing leads to the entry.
    let others: Vec<Option<usize>> = (0..count - 1)
        .map(|block| Some(1 + rng.below(count - 1)).filter(|&to| to != block + 1 && rng.chance(70)))
        .collect();
    let mut bodies = Vec::new();
    // By block, what the variables are at its end.
    let mut ends: Vec<[String; 3]> = Vec::new();
    // The addresses that all blocks may use: those of the first.
    let mut shared = vec!["%p".to_owned()];
    let mut next = 0;
    for block in 0..count {
        let mut own: [String; 3] = match block {
            0 => ["%a", "%b", "7"].map(str::to_owned),
            _ => [0, 1, 2].map(|variable| format!("%x{variable}.{block}")),
        };
        let mut values = own.to_vec();
        let mut addresses = shared.clone();
        let mut body = String::new();
        for _ in 0..rng.below(9) {
            let pick = |rng: &mut Rng, from: &[String]| from[rng.below(from.len())].clone();
            let (left, right) = (pick(rng, &values), pick(rng, &values));
            let place = pick(rng, &addresses);
            let line = match rng.below(10) {
                0 => {
                    body += &format!("  store i32 {left}, ptr {place}\n");
                    continue;
                }
                1 => format!("call i32 @g(i32 {left})"),
                2 | 3 => format!("load i32, ptr {place}"),
                4 => {
                    let address = format!("%q{next}");
                    body += &format!("  {address} = getelementptr i32, ptr {place}, i32 {left}\n");
                    next += 1;
                    addresses.push(address);
                    continue;
                }
                5 | 6 => format!("add i32 {left}, {}", 1 + rng.below(3)),
                _ => format!("sub i32 {left}, {right}"),
            };
            let value = format!("%v{next}");
            body += &format!("  {value} = {line}\n");
            next += 1;
            if rng.chance(60) {
                own[rng.below(3)].clone_from(&value);
            }
            values.push(value);
        }
        if rng.chance(30) {
            own.swap(rng.below(3), rng.below(3));
        }
        if block == 0 {
            shared = addresses;
        }
        let decided = values[rng.below(values.len())].clone();
        body += &match others.get(block) {
            None => format!("  ret i32 {decided}\n"),
            Some(None) => format!("  br label %b{}\n", block + 1),
            Some(Some(other)) => format!(
                "  %c{block} = icmp slt i32 {decided}, 9\n  br i1 %c{block}, label %b{}, label %b{other}\n",
                block + 1
            ),
        };
        bodies.push(body);
        ends.push(own);
    }
    let mut text = "declare i32 @g(i32)\ndefine i32 @f(i32 %a, i32 %b, ptr %p) {\n".to_owned();
    for (block, body) in bodies.iter().enumerate() {
        text += &format!("b{block}:\n");
        let from =
            |&before: &usize| before + 1 == block || others.get(before) == Some(&Some(block));
        let phis = (0..3).filter_map(|variable| {
            let incoming = (0..count).filter(from);
            let incoming: Vec<String> = incoming
                .map(|before| format!("[ {}, %b{before} ]", ends[before][variable]))
                .collect();
            let phi = format!("  %x{variable}.{block} = phi i32 {}\n", incoming.join(", "));
            (!incoming.is_empty()).then_some(phi)
        });
        text.extend(phis);
        text += body;
    }
    text + "}\n"
}
