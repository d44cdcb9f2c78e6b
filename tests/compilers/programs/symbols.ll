%op = type opaque
@hidden = external global %op
@"a-b" = global i32 5
@"my var \E2\98\83" = global i32 6
@c = constant i32 4
@st = constant { i32, i32 } { i32 1, i32 2 }
@"al-ias" = alias i32 (i32), ptr @"my func \E2\98\83"
define i32 @"my func \E2\98\83"(i32 %x) noinline {
  %a = load i32, ptr @"a-b"
  %b = load i32, ptr @"my var \E2\98\83"
  %s = add i32 %a, %b
  %t = add i32 %s, %x
  ret i32 %t
}
; Compilers name the rare part of a function after it.
declare void @abort() noreturn
define i32 @"rarely-ends"(i32 %x) {
  %is.bad = icmp slt i32 %x, 0
  br i1 %is.bad, label %bad, label %good
bad:
  store i32 %x, ptr @"a-b"
  call void @abort()
  unreachable
good:
  %more = mul i32 %x, 3
  ret i32 %more
}
define ptr @where() {
  ret ptr @hidden
}
define i32 @use(i1 %really) {
  %r = call i32 @"my func \E2\98\83"(i32 1)
  %s = call i32 @"al-ias"(i32 100)
  %u = call i32 @"rarely-ends"(i32 1000)
  %v = add i32 %r, %s
  %q = add i32 %u, %v
  br i1 %really, label %w, label %n
w:
  store i32 9, ptr @c
  store i32 9, ptr getelementptr ({ i32, i32 }, ptr @st, i32 0, i32 1)
  br label %n
n:
  ret i32 %q
}
define i1 @flag(i32 %a, i32 %b) {
  %r = call i32 asm "cmpl $2, $1", "={@ccz},r,r,~{dirflag},~{fpsr},~{flags}"(i32 %a, i32 %b)
  %z = icmp ne i32 %r, 0
  ret i1 %z
}
define i32 @bare(i32 %x) naked {
  call void asm sideeffect "leal 3(%edi), %eax\0Aret", ""()
  unreachable
}
define void @lanes(ptr %out) {
  store <2 x i64> insertelement (<2 x i64> zeroinitializer, i64 ptrtoint (ptr @c to i64), i32 1), ptr %out
  %p = getelementptr i8, ptr %out, i64 16
  store <2 x i64> shufflevector (<2 x i64> insertelement (<2 x i64> <i64 7, i64 9>, i64 ptrtoint (ptr @c to i64), i32 1), <2 x i64> <i64 3, i64 4>, <2 x i32> <i32 3, i32 1>), ptr %p
  ret void
}
define i32 @unknown(i32 %x) "target-features"="+sse2,+usermsr,+sse4.2,+evex512,+movrs" {
  %r = call i32 @llvm.ctpop.i32(i32 %x)
  ret i32 %r
}
declare i32 @llvm.ctpop.i32(i32)
