; Accesses that are too large or not aligned become calls of the library; the others stay, and so do
; changes that the library does not make.
target datalayout = "e-m:e-p:32:32-i64:64-n32:64-S128"

define i32 @load(ptr %p) {
  %r = load atomic i32, ptr %p acquire, align 2
  ret i32 %r
}
define i128 @large(ptr %p) {
  %r = load atomic i128, ptr %p seq_cst, align 16
  ret i128 %r
}
define i128 @not_aligned(ptr %p) {
  %r = load atomic i128, ptr %p seq_cst, align 8
  ret i128 %r
}
define void @stores(ptr %p, double %v, fp128 %w, ptr %q) {
  store atomic double %v, ptr %p release, align 4
  store atomic fp128 %w, ptr %p release, align 16
  store atomic ptr %q, ptr %p monotonic, align 1
  ret void
}
define i32 @exchange(ptr %p, i32 %v) {
  %r = atomicrmw xchg ptr %p, i32 %v monotonic, align 2
  ret i32 %r
}
define i128 @changes(ptr %p, i128 %v) {
  %a = atomicrmw add ptr %p, i128 %v seq_cst, align 16
  %b = atomicrmw nand ptr %p, i128 %a acq_rel, align 16
  %c = atomicrmw umax ptr %p, i128 %b acq_rel, align 16
  ret i128 %c
}
define i1 @compare(ptr %p, i64 %e, i64 %n) {
  %r = cmpxchg ptr %p, i64 %e, i64 %n acq_rel monotonic, align 4
  %b = extractvalue { i64, i1 } %r, 1
  ret i1 %b
}
define i128 @compare_large(ptr %p, i128 %e, i128 %n) {
  %r = cmpxchg weak ptr %p, i128 %e, i128 %n seq_cst acquire, align 16
  %b = extractvalue { i128, i1 } %r, 0
  ret i128 %b
}
define i64 @kept(ptr %p, i64 %v) {
  %a = load atomic i64, ptr %p seq_cst, align 8
  %b = atomicrmw sub ptr %p, i64 %a seq_cst
  %c = load i64, ptr %p, align 1
  ret i64 %b
}
