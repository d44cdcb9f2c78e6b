; Changes without an operation become loops around an exchange; the others stay, and so does what is
; wider than eight bytes or less aligned than its size.
target datalayout = "e-m:e-p:32:32-i64:64-n32:64-S128"

define i32 @largest(ptr %p, i32 %v) {
  %before = atomicrmw umax ptr %p, i32 %v seq_cst
  ret i32 %before
}
define i8 @wraps(ptr %p, i8 %v) {
  %before = atomicrmw volatile uinc_wrap ptr %p, i8 %v acquire
  ret i8 %before
}
define double @sum(ptr %p, double %v) {
  %before = atomicrmw fadd ptr %p, double %v syncscope("singlethread") monotonic
  ret double %before
}
define void @neither(ptr %p, i16 %v) {
  %a = atomicrmw nand ptr %p, i16 %v seq_cst
  ret void
}
define i64 @kept(ptr %p, i64 %v, i128 %w) {
  %a = atomicrmw xchg ptr %p, i64 %v seq_cst
  %b = atomicrmw max ptr %p, i64 %a seq_cst, align 4
  %c = atomicrmw max ptr %p, i128 %w seq_cst, align 16
  ret i64 %a
}
