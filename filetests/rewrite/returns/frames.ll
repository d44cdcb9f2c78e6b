; Each return of a function with a frame restores the stack pointer, so that one is shorter.
declare { i32, i32 } @pair()
declare i32 @sum(i32, ...)
declare void @take(ptr byval(i64))
define i32 @variable(i1 %c) {
entry:
  %v = alloca i32
  store i32 5, ptr %v
  br i1 %c, label %r, label %g
g:
  br label %r
r:
  %x = phi i32 [ 1, %entry ], [ 2, %g ]
  ret i32 %x
}
define i32 @result(i1 %c) {
entry:
  %p = call { i32, i32 } @pair()
  br i1 %c, label %r, label %g
g:
  br label %r
r:
  %x = phi i32 [ 1, %entry ], [ 2, %g ]
  ret i32 %x
}
define i32 @arguments(i1 %c) {
entry:
  %p = call i32 (i32, ...) @sum(i32 1, i32 2)
  br i1 %c, label %r, label %g
g:
  br label %r
r:
  %x = phi i32 [ 1, %entry ], [ 2, %g ]
  ret i32 %x
}
define i32 @copy(i1 %c, ptr %p) {
entry:
  call void @take(ptr byval(i64) %p)
  br i1 %c, label %r, label %g
g:
  br label %r
r:
  %x = phi i32 [ 1, %entry ], [ 2, %g ]
  ret i32 %x
}
; expect:
; @variable stays as it is
; @result stays as it is
; @arguments stays as it is
; @copy stays as it is
