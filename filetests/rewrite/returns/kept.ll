; A value on a condition stays where it is; equal constants share a block.
; claim: copies 2
define i32 @f(i32 %x) {
entry:
  %c = icmp eq i32 %x, 1
  br i1 %c, label %r, label %a
a:
  switch i32 %x, label %b [ i32 2, label %r
    i32 3, label %r ]
b:
  %d = icmp eq i32 %x, 4
  br i1 %d, label %r, label %e
e:
  br label %r
r:
  %v = phi i32 [ %x, %entry ], [ 7, %a ], [ 7, %a ], [ 7, %b ], [ 8, %e ]
  ret i32 %v
}
; expect:
; define i32 @f(i32 %x) {
; entry:
;   %c = icmp eq i32 %x, 1
;   br i1 %c, label %r, label %a
; a:
;   switch i32 %x, label %b [ i32 2, label %new.0 i32 3, label %new.0 ]
; b:
;   %d = icmp eq i32 %x, 4
;   br i1 %d, label %new.0, label %e
; e:
;   ret i32 8
; r:
;   %v = phi i32 [ %x, %entry ]
;   ret i32 %v
; new.0:
;   ret i32 7
; }
; ; %e ends as %r
; ; %new.0 is a copy of %r
