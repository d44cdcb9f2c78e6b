//! How arguments are passed where the source leaves it to the target, and frames that are almost
//! empty.

use crate::engine;
use crate::engine::check;

/// Variable arguments are at least 4 bytes apart.
#[test]
fn small_variable_arguments_take_a_slot() {
    check(
        r#"
declare void @llvm.va_start.p0(ptr)
define internal i32 @digits(i32 %n, ...) {
  %list = alloca ptr
  call void @llvm.va_start.p0(ptr %list)
  %start = load ptr, ptr %list
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = phi i32 [ 0, %0 ], [ %more, %loop ]
  %at = getelementptr i8, ptr %start, i32 %i
  %byte = load i8, ptr %at
  %digit = zext i8 %byte to i32
  %shifted = shl i32 %sum, 4
  %more = add i32 %shifted, %digit
  %next = add i32 %i, 4
  %end = icmp eq i32 %next, %n
  br i1 %end, label %done, label %loop
done:
  ret i32 %more
}
define i32 @f(i32 %x) #f {
  %b = trunc i32 %x to i8
  %s = trunc i32 %x to i16
  %h = bitcast i16 %s to half
  %n = zext i32 %x to i40
  %r = call i32 (i32, ...) @digits(i32 32, i8 %b, i16 2, i1 true, half %h, {} zeroinitializer, i8 6, i24 4, [0 x i32] zeroinitializer, i40 %n)
  ret i32 %r
}"#,
        &[
            (&[5], Some(0x5215_6450)),
            (&[9], Some(0x9219_6490_u32 as i32)),
        ],
    );
}

/// As clang reads it, also where the layout aligns it to 8 bytes only.
#[test]
fn a_variable_argument_of_128_bits_is_aligned_to_16() {
    for layout in ["-i128:128", ""] {
        let text = r#"
declare void @llvm.va_start.p0(ptr)
define internal i32 @second(i32 %n, ...) {
  %list = alloca ptr
  call void @llvm.va_start.p0(ptr %list)
  %start = load ptr, ptr %list
  %a = va_arg ptr %list, i32
  %b = va_arg ptr %list, i128
  %c = va_arg ptr %list, i8
  %at = getelementptr i8, ptr %start, i32 16
  %low = load i32, ptr %at
  %d = trunc i128 %b to i32
  %same = icmp eq i32 %low, %d
  %e = select i1 %same, i32 %d, i32 0
  %f = zext i8 %c to i32
  %g = mul i32 %e, %f
  %h = add i32 %a, %g
  ret i32 %h
}
define i32 @f(i32 %x) "wasm-export-name"="f" {
  %b = zext i32 %x to i128
  %r = call i32 (i32, ...) @second(i32 0, i32 1000, i128 %b, i8 3)
  ret i32 %r
}"#;
        let head = engine::HEAD.replace("-i128:128", layout);
        let module = unsnarl_llvm::read(&format!("{head}{text}")).expect("the text is LLVM IR");
        let output = unsnarl_wasm::compile(&module, &unsnarl_wasm::Options::default());
        let mut instance = engine::Instance::new(&output.expect("it compiles").bytes);
        let result = instance.call("f", &[wasmi::Val::I32(5)]);
        assert!(
            matches!(result.as_deref(), Some([wasmi::Val::I32(1015)])),
            "{layout}: {result:?}"
        );
    }
}

/// The bits above are those that the call promises.
#[test]
fn variable_arguments_are_extended_as_the_call_says() {
    check(
        r#"
declare void @llvm.va_start.p0(ptr)
define internal i32 @second(i32 %n, ...) {
  %list = alloca ptr
  call void @llvm.va_start.p0(ptr %list)
  %a = va_arg ptr %list, i32
  %b = va_arg ptr %list, i32
  %c = sub i32 %a, %b
  ret i32 %c
}
define i32 @f(i32 %x) #f {
  %b = trunc i32 %x to i8
  %r = call i32 (i32, ...) @second(i32 0, i8 signext %b, i8 zeroext %b)
  ret i32 %r
}"#,
        &[
            (&[5], Some(0)),
            (&[255], Some(-256)),
            (&[0x7ff], Some(-256)),
        ],
    );
}

#[test]
fn variables_of_no_size_have_addresses() {
    for variable in ["{}", "[0 x i32]", "i32, i32 0", "[5 x {}], align 32"] {
        check(
            &format!(
                r#"
define internal i32 @is_there(ptr %p) noinline {{
  %is = icmp ne ptr %p, null
  %r = zext i1 %is to i32
  ret i32 %r
}}
define i32 @f(i32 %x) #f {{
  %a = alloca {variable}
  %b = alloca {variable}
  %r = call i32 @is_there(ptr %a)
  %distance = ptrtoint ptr %a to i32
  %other = ptrtoint ptr %b to i32
  %same = icmp eq i32 %distance, %other
  %s = zext i1 %same to i32
  %t = sub i32 %r, %s
  %u = mul i32 %t, %x
  ret i32 %u
}}"#
            ),
            &[(&[7], Some(7))],
        );
    }
}

/// Values that a call passes in memory may be empty, too.
#[test]
fn variable_arguments_of_no_size_need_no_frame() {
    check(
        r#"
declare void @llvm.va_start.p0(ptr)
define internal i32 @second(i32 %n, ...) {
  ret i32 %n
}
define i32 @f(i32 %x) #f {
  %r = call i32 (i32, ...) @second(i32 %x, {} zeroinitializer, [0 x i8] zeroinitializer)
  ret i32 %r
}"#,
        &[(&[5], Some(5))],
    );
}
