; A latch that only jumps is bypassed; it stays for a block that leads to the header, too.
; claim: bypasses 2
define void @f(i32 %x) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ 3, %c ], [ %j, %l ]
  switch i32 %i, label %out [ i32 0, label %a
    i32 1, label %b
    i32 2, label %c ]
a:
  br label %l
b:
  br label %l
c:
  %k = icmp eq i32 %x, 0
  br i1 %k, label %h, label %l
l:
  %j = phi i32 [ 1, %a ], [ 2, %b ], [ 4, %c ]
  br label %h
out:
  ret void
}
; expect:
; define void @f(i32 %x) {
; entry:
;   br label %h
; h:
;   %i = phi i32 [ 0, %entry ], [ 3, %c ], [ %j, %l ], [ 1, %a ], [ 2, %b ]
;   switch i32 %i, label %out [ i32 0, label %a i32 1, label %b i32 2, label %c ]
; a:
;   br label %h
; b:
;   br label %h
; c:
;   %k = icmp eq i32 %x, 0
;   br i1 %k, label %h, label %l
; l:
;   %j = phi i32 [ 4, %c ]
;   br label %h
; out:
;   ret void
; }
; ; %a leads past %l
; ; %b leads past %l
