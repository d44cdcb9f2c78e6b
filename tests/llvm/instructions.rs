//! Every instruction, read and printed again.

use unsnarl_llvm::read;

/// Values of many types for the lines below to use.
const PARAMETERS: &str = "i1 %c, i8 %b, i32 %i, i32 %j, i64 %l, float %f, double %d, double %e, ptr %p, ptr %q, \
    ptr addrspace(3) %r, <4 x i32> %v, <4 x i32> %w, <4 x i1> %m, <4 x ptr> %n, {i32, [2 x i8]} %s, x86_fp80 %x";

#[track_caller]
fn check(line: &str, expected: &str) {
    let text = format!(
        "declare i32 @f(i32, ...)\ndeclare void @g(ptr)\ndeclare void @llvm.dbg.value(metadata, metadata, metadata)\n@v = global [4 x i32] zeroinitializer\n\
        define void @t({PARAMETERS}) {{\nb:\n  {line}\n  ret void\n}}\n"
    );
    let module = read(&text).unwrap_or_else(|error| panic!("{line}: {error}"));
    let printed = module.to_string();
    let body = printed
        .split_once("b:\n  ")
        .and_then(|(_, rest)| rest.split_once("\n  ret void"))
        .map(|(body, _)| body);
    assert_eq!(body, Some(expected));
}

/// The line is printed as it is.
#[track_caller]
fn same(line: &str) {
    check(line, line);
}

#[test]
fn arithmetic() {
    same("%0 = add i32 %i, %j");
    same("%0 = add nuw nsw i32 %i, -7");
    same("%0 = sub nsw <4 x i32> %v, %w");
    same("%0 = mul i64 %l, 9223372036854775807");
    same("%0 = udiv exact i32 %i, 3");
    same("%0 = srem i8 %b, -128");
    same("%0 = or disjoint i32 %i, 1");
    same("%0 = lshr exact i32 %i, 31");
    same("%0 = fadd nnan nsz double %d, %e");
    same("%0 = fneg arcp float %f");
    same("%0 = frem float %f, 0x3FB99999A0000000");
    check(
        "%0 = fmul fast float %f, 2.0",
        "%0 = fmul fast float %f, 0x4000000000000000",
    );
    same("%0 = fmul reassoc nnan arcp float %f, %f");
}

#[test]
fn comparisons_and_choices() {
    same("%0 = icmp ult i32 %i, %j");
    same("%0 = icmp samesign sge i32 %i, 0");
    same("%0 = icmp eq ptr %p, null");
    same("%0 = icmp ne <4 x i32> %v, zeroinitializer");
    same("%0 = fcmp one double %d, %e");
    same("%0 = fcmp ninf false float %f, %f");
    same("%0 = fcmp true float %f, %f");
    same("%0 = select i1 %c, i32 %i, i32 %j");
    same("%0 = select nnan i1 true, float %f, float %f");
    same("%0 = select <4 x i1> %m, <4 x i32> %v, <4 x i32> %w");
    same("%0 = freeze i32 %i");
}

#[test]
fn conversions() {
    same("%0 = trunc nuw i32 %i to i8");
    same("%0 = zext nneg i32 %i to i64");
    same("%0 = sext <4 x i1> %m to <4 x i8>");
    same("%0 = fptrunc double %d to float");
    same("%0 = fpext float %f to x86_fp80");
    same("%0 = fptosi double %d to i128");
    same("%0 = uitofp i1 %c to half");
    same("%0 = ptrtoint ptr %p to i32");
    same("%0 = inttoptr i64 %l to ptr");
    same("%0 = bitcast double %d to i64");
    same("%0 = bitcast <4 x i32> %v to i128");
    same("%0 = addrspacecast ptr addrspace(3) %r to ptr");
}

#[test]
fn memory() {
    check(
        "%0 = alloca i32, align 4",
        "%0 = alloca i32, i32 1, align 4",
    );
    same("%0 = alloca [3 x {i8, i64}], i64 %l, align 16");
    same("%0 = load i32, ptr %p, align 4");
    same("%0 = load volatile i1, ptr %p");
    same("%0 = load atomic i32, ptr %p syncscope(\"singlethread\") acquire, align 4");
    same("store i32 %i, ptr %p, align 1");
    same("store atomic volatile i32 7, ptr %p release, align 4");
    same("%0 = getelementptr i32, ptr %p, i64 -1");
    same("%0 = getelementptr inbounds nuw {i8, [4 x i16]}, ptr %p, i32 %i, i32 1, i64 %l");
    same("%0 = getelementptr i8, ptr %p, <4 x i32> %v");
    same("%0 = getelementptr i8, <4 x ptr> %n, i32 1");
    same("%0 = atomicrmw volatile umax ptr %p, i32 %i seq_cst, align 4");
    same("%0 = cmpxchg weak ptr %p, i32 %i, i32 %j acq_rel monotonic, align 4");
    same("fence syncscope(\"agent\") seq_cst");
    same("%0 = va_arg ptr %p, double");
}

#[test]
fn aggregates_and_vectors() {
    same("%0 = extractvalue {i32, [2 x i8]} %s, 1, 0");
    same("%0 = insertvalue {i32, [2 x i8]} %s, i8 7, 1, 1");
    same("%0 = extractelement <4 x i32> %v, i64 3");
    same("%0 = insertelement <4 x i32> poison, i32 %i, i32 %j");
    same("%0 = shufflevector <4 x i32> %v, <4 x i32> %w, <2 x i32> <i32 7, i32 poison>");
    check(
        "%0 = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> zeroinitializer",
        "%0 = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 0, i32 0>",
    );
    check(
        "%0 = add <4 x i32> %v, splat (i32 7)",
        "%0 = add <4 x i32> %v, <i32 7, i32 7, i32 7, i32 7>",
    );
}

#[test]
fn calls() {
    same("call void (ptr) @g(ptr %p)");
    check(
        "call void @g(ptr noundef nonnull align 8 captures(none) %p) #3",
        "call void (ptr) @g(ptr align 8 %p)",
    );
    check(
        "%0 = tail call signext i32 (i32, ...) @f(i32 signext 1, double %d) nounwind, !srcloc !4",
        "%0 = tail call signext i32 (i32, ...) @f(i32 signext 1, double %d) nounwind",
    );
    same("%0 = notail call cc 8 i32 (i32) %p(i32 %i)");
    check(
        "%0 = musttail call fastcc i32 %p(i32 %i)",
        "%0 = musttail call cc 8 i32 (i32) %p(i32 %i)",
    );
    check("%0 = call nnan float %p()", "%0 = call nnan float () %p()");
    check(
        "call void %p(ptr byval({i8, i32}) align 4 %q)",
        "call void (ptr) %p(ptr byval({i8, i32}) align 4 %q)",
    );
    check(
        "%0 = call range(i32 0, 9) i32 %p()",
        "%0 = call i32 () %p()",
    );
    check(
        "%0 = call somefuture(i32 1) i32 %p() otherfuture(\"x\")",
        "%0 = call i32 () %p()",
    );
    check(
        "call void @g(ptr %p) [ \"align\"(ptr %p, i64 8) ]",
        "call void (ptr) @g(ptr %p) [ \"align\"(ptr %p, i64 8) ]",
    );
    check(
        "call void asm sideeffect \"nop\", \"~{memory}\"()",
        "call void () asm sideeffect \"nop\", \"~{memory}\"()",
    );
    check(
        "call void @llvm.dbg.value(metadata i32 %i, metadata !7, metadata !DIExpression()), !dbg !9\n  fence acquire",
        "fence acquire",
    );
}

#[test]
fn old_versions_write_what_pointers_point_to() {
    check(
        "%0 = load i32, i32* %p, align 4",
        "%0 = load i32, ptr %p, align 4",
    );
    check("%0 = load i32* %p", "%0 = load i32, ptr %p");
    check(
        "%0 = load i8 addrspace(3)*, i8 addrspace(3)** %p",
        "%0 = load ptr addrspace(3), ptr %p",
    );
    check(
        "store void (i32*)* null, void (i32*)** %p",
        "store ptr null, ptr %p",
    );
    check(
        "%0 = getelementptr inbounds i32* %p, i32 1",
        "%0 = getelementptr inbounds i32, ptr %p, i32 1",
    );
    check("%0 = bitcast i8* %p to i32*", "%0 = bitcast ptr %p to ptr");
    check(
        "%0 = call i32 (i32, ...)* @f(i32 1)",
        "%0 = call i32 (i32, ...) @f(i32 1)",
    );
    check(
        "%0 = call i32 bitcast (void (i8*)* @g to i32 ()*)()",
        "%0 = call i32 () bitcast (ptr @g to ptr)()",
    );
}

#[test]
fn metadata_is_skipped() {
    check(
        "%0 = load i32, ptr %p, align 4, !tbaa !5, !noundef !{}",
        "%0 = load i32, ptr %p, align 4",
    );
    check(
        "store i32 1, ptr %p, !annotation !{!\"a}\"}",
        "store i32 1, ptr %p",
    );
    check(
        "#dbg_value(i32 %i, !7, !DIExpression(), !8)\n  %0 = add i32 %i, 1, !dbg !8",
        "%0 = add i32 %i, 1",
    );
    check(
        "%0 = extractvalue {i32, [2 x i8]} %s, 0, !dbg !DILocation(line: 3, scope: !4)",
        "%0 = extractvalue {i32, [2 x i8]} %s, 0",
    );
}

#[test]
fn constants() {
    let value = |constant: &str| same(&format!("store {constant}, ptr %p"));
    value("i1 true");
    value("i128 -170141183460469231731687303715884105728");
    value("i200 u0x0123456789ABCDEF00000000000000000000000000000000FF");
    value("half 0xH3C00");
    value("fp128 0xL00000000000000003FFF000000000000");
    value("ppc_fp128 0xM3FF00000000000000000000000000000");
    value("[3 x i8] c\"a\\00\\22\"");
    value("<{i8, i32}> <{i8 1, i32 2}>");
    value("[2 x {ptr, i64}] [{ptr, i64} {ptr null, i64 1}, {ptr, i64} zeroinitializer]");
    value("ptr getelementptr inbounds ([4 x i32], ptr @v, i64 0, i64 2)");
    value("ptr getelementptr inbounds inrange(-16, 8) (i8, ptr @v, i64 16)");
    value("i32 ptrtoint (ptr @v to i32)");
    value("i64 sub (i64 ptrtoint (ptr @v to i64), i64 ptrtoint (ptr @f to i64))");
    value("i1 icmp ne (ptr @v, ptr null)");
    check(
        "store i1 select (i1 icmp eq (ptr @v, ptr null), i1 true, i1 false), ptr %p",
        "store i1 select (i1 icmp eq (ptr @v, ptr null), i1 true, i1 false), ptr %p",
    );
    check(
        "store float 0x3FF8000000000000, ptr %p",
        "store float 0x3FF8000000000000, ptr %p",
    );
    check(
        "store ptr getelementptr ([4 x i32]* @v, i32 0, i32 1), ptr %p",
        "store ptr getelementptr ([4 x i32], ptr @v, i32 0, i32 1), ptr %p",
    );
}
