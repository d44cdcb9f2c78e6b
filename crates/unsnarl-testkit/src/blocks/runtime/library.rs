//! The library as LLVM IR: each function is one operation.

/// A function of one operation.
fn function(name: &str, result: &str, parameters: &[&str], body: &str) -> String {
    let parameters = parameters.iter().zip(["%a", "%b", "%c"]);
    let parameters: Vec<String> = parameters
        .map(|(ty, name)| format!("{ty} {name}"))
        .collect();
    let ty = result.trim_start_matches("zeroext ");
    format!(
        "define {result} @{name}({}) {{\n  {body}\n  ret {ty} %r\n}}\n",
        parameters.join(", ")
    )
}

/// The text of the module.
pub(super) fn text() -> String {
    let mut text = String::from(
        "target datalayout = \"e-m:e-p:32:32-p10:8:8-p20:8:8-i64:64-i128:128-n32:64-S128-ni:1:10:20\"\n",
    );
    let wide = ["i128"; 2];
    for (name, op) in [
        ("div", "sdiv"),
        ("udiv", "udiv"),
        ("mod", "srem"),
        ("umod", "urem"),
    ] {
        text += &function(
            &format!("__{name}ti3"),
            "i128",
            &wide,
            &format!("%r = {op} i128 %a, %b"),
        );
    }
    text += &function("__multi3", "i128", &wide, "%r = mul i128 %a, %b");
    let quads = ["fp128"; 2];
    for (name, op) in [
        ("add", "fadd"),
        ("sub", "fsub"),
        ("mul", "fmul"),
        ("div", "fdiv"),
    ] {
        let body = format!("%r = {op} fp128 %a, %b");
        text += &function(&format!("__{name}tf3"), "fp128", &quads, &body);
    }
    text += &conversions();
    text += &comparisons();
    text += &mathematics();
    text
}

fn conversions() -> String {
    let mut text = String::new();
    let floats = [("sf", "float"), ("df", "double"), ("tf", "fp128")];
    let ints = [("si", "i32"), ("di", "i64"), ("ti", "i128")];
    for (float, from) in floats {
        for (int, to) in ints {
            for (sign, op, back) in [("", "fptosi", "sitofp"), ("uns", "fptoui", "uitofp")] {
                let body = format!("%r = {op} {from} %a to {to}");
                text += &function(&format!("__fix{sign}{float}{int}"), to, &[from], &body);
                let sign = if sign.is_empty() { "" } else { "un" };
                let body = format!("%r = {back} {to} %a to {from}");
                text += &function(&format!("__float{sign}{int}{float}"), from, &[to], &body);
            }
        }
    }
    for (name, op, from, to) in [
        ("__extendsftf2", "fpext", "float", "fp128"),
        ("__extenddftf2", "fpext", "double", "fp128"),
        ("__trunctfsf2", "fptrunc", "fp128", "float"),
        ("__trunctfdf2", "fptrunc", "fp128", "double"),
    ] {
        text += &function(name, to, &[from], &format!("%r = {op} {from} %a to {to}"));
    }
    let body = "%h = bitcast i16 %a to half\n  %r = fpext half %h to float";
    text += &function("__extendhfsf2", "float", &["i16 zeroext"], body);
    for (name, from) in [("__truncsfhf2", "float"), ("__truncdfhf2", "double")] {
        let body = format!("%h = fptrunc {from} %a to half\n  %r = bitcast half %h to i16");
        text += &function(name, "zeroext i16", &[from], &body);
    }
    text
}

/// Below zero, zero or above, as the sign of the result; the last is what NaN gives.
fn comparisons() -> String {
    let mut text = String::new();
    for (name, unordered) in [
        ("eq", 1),
        ("ne", 1),
        ("lt", 1),
        ("le", 1),
        ("gt", -1),
        ("ge", -1),
    ] {
        let body = format!(
            "%l = fcmp olt fp128 %a, %b\n  %e = fcmp oeq fp128 %a, %b\n  \
             %g = fcmp ogt fp128 %a, %b\n  %x = select i1 %g, i32 7, i32 {unordered}\n  \
             %y = select i1 %e, i32 0, i32 %x\n  %r = select i1 %l, i32 -9, i32 %y"
        );
        text += &function(&format!("__{name}tf2"), "i32", &["fp128"; 2], &body);
    }
    let body = "%u = fcmp uno fp128 %a, %b\n  %r = select i1 %u, i32 5, i32 0";
    text += &function("__unordtf2", "i32", &["fp128"; 2], body);
    text
}

fn mathematics() -> String {
    let mut text = String::new();
    for (ty, suffix, ending) in [
        ("float", "f32", "f"),
        ("double", "f64", ""),
        ("fp128", "f128", "l"),
    ] {
        let body = format!("%r = frem {ty} %a, %b");
        text += &function(&format!("fmod{ending}"), ty, &[ty; 2], &body);
        let mut intrinsic = |name: &str, base: &str, count: usize| {
            let names = &["%a", "%b", "%c"][..count];
            let arguments: Vec<String> = names.iter().map(|name| format!("{ty} {name}")).collect();
            let arguments = arguments.join(", ");
            let callee = format!("@llvm.{base}.{suffix}");
            let types = vec![ty; count];
            let body = format!("%r = call {ty} {callee}({arguments})");
            text += &format!("declare {ty} {callee}({})\n", types.join(", "));
            text += &function(&format!("{name}{ending}"), ty, &types, &body);
        };
        intrinsic("fma", "fma", 3);
        intrinsic("fmax", "maxnum", 2);
        intrinsic("fmin", "minnum", 2);
        for name in [
            "ceil",
            "floor",
            "nearbyint",
            "rint",
            "round",
            "roundeven",
            "sqrt",
            "trunc",
        ] {
            intrinsic(name, name, 1);
        }
        let body = format!("%r = call {ty} @llvm.ldexp.{suffix}.i32({ty} %a, i32 %b)");
        text += &format!("declare {ty} @llvm.ldexp.{suffix}.i32({ty}, i32)\n");
        text += &function(&format!("ldexp{ending}"), ty, &[ty, "i32"], &body);
    }
    text
}
