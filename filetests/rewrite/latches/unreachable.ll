; A latch stays for a block that leads there, though nothing leads to that one.
; claim: bypasses 2
define i32 @f(i1 %c, i1 %d) {
entry:
  br label %h
h:
  %x = phi i32 [ 0, %entry ], [ %y, %l ]
  br i1 %c, label %a, label %b
a:
  br label %l
b:
  br i1 %d, label %l, label %out
l:
  %y = phi i32 [ 1, %a ], [ 2, %b ], [ 3, %u ]
  br label %h
u:
  br i1 %d, label %l, label %out
out:
  ret i32 %x
}
; expect:
; define i32 @f(i1 %c, i1 %d) {
; entry:
;   br label %h
; h:
;   %x = phi i32 [ 0, %entry ], [ %y, %l ], [ 1, %a ], [ 2, %b ]
;   br i1 %c, label %a, label %b
; a:
;   br label %h
; b:
;   br i1 %d, label %h, label %out
; l:
;   %y = phi i32 [ 3, %u ]
;   br label %h
; u:
;   br i1 %d, label %l, label %out
; out:
;   ret i32 %x
; }
; ; %a leads past %l
; ; %b leads past %l
