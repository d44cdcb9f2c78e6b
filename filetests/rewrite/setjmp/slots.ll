; A value of one arm is read behind its setjmp, and calls that may jump come behind both arms too.
; claim: jumps 2
target datalayout = "e-m:e-p:32:32-i64:64-n32:64-S128"
declare i32 @setjmp(ptr)
declare i32 @g(i32)
define i32 @f(ptr %env, i32 %x, i1 %c) {
  br i1 %c, label %then, label %end
then:
  %k = mul i32 %x, 17
  %r = call i32 @setjmp(ptr %env)
  %s = call i32 @g(i32 %k)
  %t = add i32 %s, %r
  br label %end
end:
  %n = phi i32 [ %x, %0 ], [ %t, %then ]
  %late = alloca i64
  %m = call i32 @g(i32 %n)
  ret i32 %m
}
; expect:
; define i32 @f(ptr %env, i32 %x, i1 %c) personality ptr @__gxx_wasm_personality_v0 {
; 0:
;   %new.15 = alloca i32, i32 1
;   %new.0 = alloca i32, i32 1, align 4
;   br i1 %c, label %then, label %end
; then:
;   %k = mul i32 %x, 17
;   store i32 %k, ptr %new.15
;   call void (ptr, i32, ptr) @__wasm_setjmp(ptr %env, i32 1, ptr %new.0)
;   br label %new.13
; end:
;   %n = phi i32 [ %x, %0 ], [ %t, %new.12 ]
;   %late = alloca i64, i32 1
;   %m = invoke i32 (i32) @g(i32 %n) to label %new.14 unwind label %new.1
; new.1:
;   %new.5 = catchswitch within none [label %new.2] unwind to caller
; new.2:
;   %new.6 = catchpad within %new.5 []
;   %new.7 = call ptr (i32) @llvm.wasm.catch(i32 1)
;   %new.8 = load ptr, ptr %new.7
;   %new.9 = getelementptr i8, ptr %new.7, i32 4
;   %new.10 = load i32, ptr %new.9, align 4
;   catchret from %new.6 to label %new.3
; new.3:
;   %new.11 = call i32 (ptr, ptr) @__wasm_setjmp_test(ptr %new.8, ptr %new.0)
;   switch i32 %new.11, label %new.4 [ i32 1, label %new.13 ]
; new.4:
;   call void (ptr, i32) @__wasm_longjmp(ptr %new.8, i32 %new.10)
;   unreachable
; new.12:
;   %t = add i32 %s, %r
;   br label %end
; new.13:
;   %r = phi i32 [ 0, %then ], [ %new.10, %new.3 ]
;   %new.16 = load i32, ptr %new.15
;   %s = invoke i32 (i32) @g(i32 %new.16) to label %new.12 unwind label %new.1
; new.14:
;   ret i32 %m
; }
