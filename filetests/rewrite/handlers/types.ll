; Handlers ask for their numbers, and types have theirs: the last type of a pad first, pads in the
; order of the graph. A pad for everything does not ask.
; claim: inside at most 0
target datalayout = "e-m:e-p:32:32-i64:64-n32:64-S128"
@A = external constant ptr
@B = external constant ptr
declare void @g()
declare void @take(i32)
declare i32 @__gxx_wasm_personality_v0(...)
declare ptr @llvm.wasm.get.exception(token)
declare i32 @llvm.wasm.get.ehselector(token)
declare i32 @llvm.eh.typeid.for.p0(ptr)
define void @f() personality ptr @__gxx_wasm_personality_v0 {
  invoke void @g() to label %end unwind label %s
s:
  %c = catchswitch within none [label %h] unwind label %outer
h:
  %p = catchpad within %c [ptr @A, ptr @B]
  %e = call ptr @llvm.wasm.get.exception(token %p)
  %n = call i32 @llvm.wasm.get.ehselector(token %p)
  %t = call i32 @llvm.eh.typeid.for.p0(ptr @A)
  %is = icmp eq i32 %n, %t
  br i1 %is, label %mine, label %other
mine:
  call void @take(i32 %n) [ "funclet"(token %p) ]
  catchret from %p to label %end
other:
  catchret from %p to label %end
outer:
  %d = catchswitch within none [label %all] unwind to caller
all:
  %q = catchpad within %d [ptr null]
  %x = call ptr @llvm.wasm.get.exception(token %q)
  %y = call i32 @llvm.wasm.get.ehselector(token %q)
  catchret from %q to label %end
end:
  ret void
}
; expect:
; define void @f() personality ptr @__gxx_wasm_personality_v0 {
; 0:
;   invoke void () @g() to label %end unwind label %s
; s:
;   %c = catchswitch within none [label %h] unwind label %outer
; h:
;   %p = catchpad within %c [ptr @A, ptr @B]
;   %e = call ptr (token) @llvm.wasm.get.exception(token %p)
;   store i32 0, ptr @__wasm_lpad_context, align 4
;   store ptr @GCC_except_table0, ptr getelementptr (i8, ptr @__wasm_lpad_context, i32 4), align 4
;   %new.0 = call ptr (token) @llvm.wasm.get.exception(token %p)
;   %new.1 = call i32 (ptr) @_Unwind_CallPersonality(ptr %new.0) [ "funclet"(token %p) ]
;   %n = load i32, ptr getelementptr (i8, ptr @__wasm_lpad_context, i32 8), align 4
;   %t = freeze i32 3
;   %is = icmp eq i32 %n, %t
;   br i1 %is, label %mine, label %other
; mine:
;   call void (i32) @take(i32 %n) [ "funclet"(token %p) ]
;   catchret from %p to label %end
; other:
;   catchret from %p to label %end
; outer:
;   %d = catchswitch within none [label %all] unwind to caller
; all:
;   %q = catchpad within %d [ptr null]
;   %x = call ptr (token) @llvm.wasm.get.exception(token %q)
;   %y = freeze i32 0
;   catchret from %q to label %end
; end:
;   ret void
; }
