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
; expect:
; define i32 @load(ptr %p) {
; 0:
;   %new.1 = alloca i8, i32 4, align 4
;   %new.0 = alloca i8, i32 4, align 4
;   call void (i32, ptr, ptr, i32) @__atomic_load(i32 4, ptr %p, ptr %new.0, i32 2)
;   %r = load i32, ptr %new.0, align 4
;   ret i32 %r
; }
; define i128 @large(ptr %p) {
; 0:
;   %new.1 = alloca i8, i32 16, align 16
;   %new.0 = alloca i8, i32 16, align 16
;   %new.2 = call i128 (ptr, i32) @__atomic_load_16(ptr %p, i32 5)
;   %r = freeze i128 %new.2
;   ret i128 %r
; }
; define i128 @not_aligned(ptr %p) {
; 0:
;   %new.1 = alloca i8, i32 16, align 16
;   %new.0 = alloca i8, i32 16, align 16
;   call void (i32, ptr, ptr, i32) @__atomic_load(i32 16, ptr %p, ptr %new.0, i32 5)
;   %r = load i128, ptr %new.0, align 16
;   ret i128 %r
; }
; define void @stores(ptr %p, double %v, fp128 %w, ptr %q) {
; 0:
;   %new.1 = alloca i8, i32 16, align 16
;   %new.0 = alloca i8, i32 16, align 16
;   store double %v, ptr %new.0, align 8
;   call void (i32, ptr, ptr, i32) @__atomic_store(i32 8, ptr %p, ptr %new.0, i32 3)
;   %new.2 = bitcast fp128 %w to i128
;   call void (ptr, i128, i32) @__atomic_store_16(ptr %p, i128 %new.2, i32 3)
;   store ptr %q, ptr %new.0, align 4
;   call void (i32, ptr, ptr, i32) @__atomic_store(i32 4, ptr %p, ptr %new.0, i32 0)
;   ret void
; }
; define i32 @exchange(ptr %p, i32 %v) {
; 0:
;   %new.1 = alloca i8, i32 4, align 4
;   %new.0 = alloca i8, i32 4, align 4
;   store i32 %v, ptr %new.1, align 4
;   call void (i32, ptr, ptr, ptr, i32) @__atomic_exchange(i32 4, ptr %p, ptr %new.1, ptr %new.0, i32 0)
;   %r = load i32, ptr %new.0, align 4
;   ret i32 %r
; }
; define i128 @changes(ptr %p, i128 %v) {
; 0:
;   %new.1 = alloca i8, i32 16, align 16
;   %new.0 = alloca i8, i32 16, align 16
;   %new.3 = call i128 (ptr, i128, i32) @__atomic_fetch_add_16(ptr %p, i128 %v, i32 5)
;   %a = freeze i128 %new.3
;   %new.2 = call i128 (ptr, i128, i32) @__atomic_fetch_nand_16(ptr %p, i128 %a, i32 4)
;   %b = freeze i128 %new.2
;   %c = atomicrmw umax ptr %p, i128 %b acq_rel, align 16
;   ret i128 %c
; }
; define i1 @compare(ptr %p, i64 %e, i64 %n) {
; 0:
;   %new.1 = alloca i8, i32 8, align 8
;   %new.0 = alloca i8, i32 8, align 8
;   store i64 %e, ptr %new.0, align 8
;   store i64 %n, ptr %new.1, align 8
;   %new.2 = call i1 (i32, ptr, ptr, ptr, i32, i32) @__atomic_compare_exchange(i32 8, ptr %p, ptr %new.0, ptr %new.1, i32 4, i32 0)
;   %new.3 = load i64, ptr %new.0, align 8
;   %new.4 = insertvalue {i64, i1} poison, i64 %new.3, 0
;   %r = insertvalue {i64, i1} %new.4, i1 %new.2, 1
;   %b = extractvalue {i64, i1} %r, 1
;   ret i1 %b
; }
; define i128 @compare_large(ptr %p, i128 %e, i128 %n) {
; 0:
;   %new.1 = alloca i8, i32 16, align 16
;   %new.0 = alloca i8, i32 16, align 16
;   store i128 %e, ptr %new.0, align 16
;   %new.2 = call i1 (ptr, ptr, i128, i32, i32) @__atomic_compare_exchange_16(ptr %p, ptr %new.0, i128 %n, i32 5, i32 2)
;   %new.3 = load i128, ptr %new.0, align 16
;   %new.4 = insertvalue {i128, i1} poison, i128 %new.3, 0
;   %r = insertvalue {i128, i1} %new.4, i1 %new.2, 1
;   %b = extractvalue {i128, i1} %r, 0
;   ret i128 %b
; }
; @kept stays as it is
