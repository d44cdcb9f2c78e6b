; A jump leaves a handler and a cleanup as an exception would, and gets to the pad of jumps at last.
; claim: jumps 3
target datalayout = "e-m:e-p:32:32-i64:64-n32:64-S128"
declare i32 @setjmp(ptr)
declare void @longjmp(ptr, i32)
declare void @g()
declare i32 @__gxx_wasm_personality_v0(...)
define void @f(ptr %env) personality ptr @__gxx_wasm_personality_v0 {
  %r = call i32 @setjmp(ptr %env)
  invoke void @g() to label %done unwind label %cleanup
cleanup:
  %p = cleanuppad within none []
  call void @g() [ "funclet"(token %p) ]
  cleanupret from %p unwind label %catch
catch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %q = catchpad within %s [ptr null]
  call void @g() [ "funclet"(token %q) ]
  catchret from %q to label %done
done:
  call void @longjmp(ptr %env, i32 0)
  unreachable
}
define void @refused(ptr %env) personality ptr @__gxx_wasm_personality_v0 {
  invoke void @g() to label %done unwind label %catch
catch:
  %s = catchswitch within none [label %handler] unwind to caller
handler:
  %q = catchpad within %s [ptr null]
  %r = call i32 @setjmp(ptr %env) [ "funclet"(token %q) ]
  catchret from %q to label %done
done:
  ret void
}
define i32 @untouched(i32 %x) {
  ret i32 %x
}
; expect:
; define void @f(ptr %env) personality ptr @__gxx_wasm_personality_v0 {
; 0:
;   %new.0 = alloca i32, i32 1, align 4
;   call void (ptr, i32, ptr) @__wasm_setjmp(ptr %env, i32 1, ptr %new.0)
;   br label %new.12
; cleanup:
;   %p = cleanuppad within none []
;   invoke void () @g() [ "funclet"(token %p) ] to label %new.13 unwind label %catch
; catch:
;   %s = catchswitch within none [label %handler] unwind label %new.1
; handler:
;   %q = catchpad within %s [ptr null]
;   invoke void () @g() [ "funclet"(token %q) ] to label %new.14 unwind label %new.1
; done:
;   invoke void (ptr, i32) @__wasm_longjmp(ptr %env, i32 0) to label %new.15 unwind label %new.1
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
;   switch i32 %new.11, label %new.4 [ i32 1, label %new.12 ]
; new.4:
;   call void (ptr, i32) @__wasm_longjmp(ptr %new.8, i32 %new.10)
;   unreachable
; new.12:
;   %r = phi i32 [ 0, %0 ], [ %new.10, %new.3 ]
;   invoke void () @g() to label %done unwind label %cleanup
; new.13:
;   cleanupret from %p unwind label %catch
; new.14:
;   catchret from %q to label %done
; new.15:
;   unreachable
; }
; @refused: setjmp in a handler or a cleanup
; @untouched stays as it is
