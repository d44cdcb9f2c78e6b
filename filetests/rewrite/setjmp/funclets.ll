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
