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
