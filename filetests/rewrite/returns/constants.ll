; A jump becomes a return, and a constant on a condition gets a block of its own.
; claim: copies 1
define i32 @f(i1 %c, i32 %x) {
entry:
  br i1 %c, label %r, label %g
g:
  %y = mul i32 %x, 3
  br label %r
r:
  %v = phi i32 [ -2, %entry ], [ %y, %g ]
  ret i32 %v
}
; expect:
; define i32 @f(i1 %c, i32 %x) {
; entry:
;   br i1 %c, label %new.0, label %g
; g:
;   %y = mul i32 %x, 3
;   ret i32 %y
; new.0:
;   ret i32 -2
; }
; ; %g ends as %r
; ; %new.0 is a copy of %r
