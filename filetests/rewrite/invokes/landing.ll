; A call that would unwind to a landing pad returns, and what only exceptions reach is gone: a pad
; with several predecessors, a loop in it, and the operands of phis that it brought.
; claim: unwinds 3
declare i32 @g(i32)
declare void @destroy(i32)
declare i32 @personality(...)
define i32 @f(i32 %x, i1 %c) personality ptr @personality {
entry:
  %r = invoke i32 @g(i32 %x) to label %a unwind label %p
a:
  br i1 %c, label %b, label %end
b:
  %s = invoke i32 @g(i32 %r) to label %end unwind label %p
p:
  %n = phi i32 [ 1, %entry ], [ %r, %b ]
  %e = landingpad { ptr, i32 } cleanup
  br label %loop
loop:
  %i = phi i32 [ %n, %p ], [ %j, %loop ]
  call void @destroy(i32 %i)
  %j = sub i32 %i, 1
  %d = icmp eq i32 %j, 0
  br i1 %d, label %q, label %loop
q:
  br i1 %c, label %out, label %end
out:
  resume { ptr, i32 } %e
end:
  %t = phi i32 [ %r, %a ], [ %s, %b ], [ %i, %q ]
  ret i32 %t
}
define void @back(i1 %c) personality ptr @personality {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %j = invoke i32 @g(i32 %i) to label %loop unwind label %p
p:
  %e = landingpad i32 cleanup
  ret void
}
; expect:
; define i32 @f(i32 %x, i1 %c) personality ptr @personality {
; entry:
;   %r = call i32 (i32) @g(i32 %x)
;   br label %a
; a:
;   br i1 %c, label %b, label %end
; b:
;   %s = call i32 (i32) @g(i32 %r)
;   br label %end
; end:
;   %t = phi i32 [ %r, %a ], [ %s, %b ]
;   ret i32 %t
; }
; ; nothing leads to landing pads
; define void @back(i1 %c) personality ptr @personality {
; 0:
;   br label %loop
; loop:
;   %i = phi i32 [ 0, %0 ], [ %j, %loop ]
;   %j = call i32 (i32) @g(i32 %i)
;   br label %loop
; }
; ; nothing leads to landing pads
