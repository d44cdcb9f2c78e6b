; Changes without an operation become loops around an exchange; the others stay, and so do those that
; the library makes.
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
define i64 @around_the_library(ptr %p, i64 %v, i128 %w) {
  %a = atomicrmw max ptr %p, i64 %v seq_cst, align 4
  %b = atomicrmw max ptr %p, i128 %w seq_cst, align 16
  ret i64 %a
}
define i64 @kept(ptr %p, i64 %v, i128 %w) {
  %a = atomicrmw xchg ptr %p, i64 %v seq_cst
  %b = atomicrmw xchg ptr %p, i64 %a seq_cst, align 1
  %c = atomicrmw nand ptr %p, i128 %w seq_cst, align 16
  ret i64 %b
}
; expect:
; define i32 @largest(ptr %p, i32 %v) {
; 0:
;   %new.3 = load atomic i32, ptr %p monotonic, align 4
;   br label %new.1
; new.0:
;   %before = freeze i32 %new.2
;   ret i32 %before
; new.1:
;   %new.2 = phi i32 [ %new.3, %0 ], [ %new.6, %new.1 ]
;   %new.4 = call i32 (i32, i32) @llvm.umax.i32(i32 %new.2, i32 %v)
;   %new.5 = cmpxchg ptr %p, i32 %new.2, i32 %new.4 seq_cst monotonic, align 4
;   %new.6 = extractvalue {i32, i1} %new.5, 0
;   %new.7 = extractvalue {i32, i1} %new.5, 1
;   br i1 %new.7, label %new.0, label %new.1
; }
; ; %new.0 is inside %0
; ; %new.1 is inside %0
; define i8 @wraps(ptr %p, i8 %v) {
; 0:
;   %new.3 = load atomic volatile i8, ptr %p monotonic, align 1
;   br label %new.1
; new.0:
;   %before = freeze i8 %new.2
;   ret i8 %before
; new.1:
;   %new.2 = phi i8 [ %new.3, %0 ], [ %new.8, %new.1 ]
;   %new.4 = icmp uge i8 %new.2, %v
;   %new.5 = add i8 %new.2, 1
;   %new.6 = select i1 %new.4, i8 0, i8 %new.5
;   %new.7 = cmpxchg volatile ptr %p, i8 %new.2, i8 %new.6 acquire monotonic, align 1
;   %new.8 = extractvalue {i8, i1} %new.7, 0
;   %new.9 = extractvalue {i8, i1} %new.7, 1
;   br i1 %new.9, label %new.0, label %new.1
; }
; ; %new.0 is inside %0
; ; %new.1 is inside %0
; define double @sum(ptr %p, double %v) {
; 0:
;   %new.3 = load atomic i64, ptr %p syncscope("singlethread") monotonic, align 8
;   br label %new.1
; new.0:
;   %before = bitcast i64 %new.2 to double
;   ret double %before
; new.1:
;   %new.2 = phi i64 [ %new.3, %0 ], [ %new.8, %new.1 ]
;   %new.4 = bitcast i64 %new.2 to double
;   %new.5 = fadd double %new.4, %v
;   %new.6 = bitcast double %new.5 to i64
;   %new.7 = cmpxchg ptr %p, i64 %new.2, i64 %new.6 syncscope("singlethread") monotonic monotonic, align 8
;   %new.8 = extractvalue {i64, i1} %new.7, 0
;   %new.9 = extractvalue {i64, i1} %new.7, 1
;   br i1 %new.9, label %new.0, label %new.1
; }
; ; %new.0 is inside %0
; ; %new.1 is inside %0
; define void @neither(ptr %p, i16 %v) {
; 0:
;   %new.3 = load atomic i16, ptr %p monotonic, align 2
;   br label %new.1
; new.0:
;   %a = freeze i16 %new.2
;   ret void
; new.1:
;   %new.2 = phi i16 [ %new.3, %0 ], [ %new.7, %new.1 ]
;   %new.4 = and i16 %new.2, %v
;   %new.5 = xor i16 %new.4, -1
;   %new.6 = cmpxchg ptr %p, i16 %new.2, i16 %new.5 seq_cst monotonic, align 2
;   %new.7 = extractvalue {i16, i1} %new.6, 0
;   %new.8 = extractvalue {i16, i1} %new.6, 1
;   br i1 %new.8, label %new.0, label %new.1
; }
; ; %new.0 is inside %0
; ; %new.1 is inside %0
; define i64 @around_the_library(ptr %p, i64 %v, i128 %w) {
; 0:
;   %new.11 = load i64, ptr %p, align 4
;   br label %new.9
; new.0:
;   %b = freeze i128 %new.2
;   ret i64 %a
; new.1:
;   %new.2 = phi i128 [ %new.3, %new.8 ], [ %new.6, %new.1 ]
;   %new.4 = call i128 (i128, i128) @llvm.smax.i128(i128 %new.2, i128 %w)
;   %new.5 = cmpxchg ptr %p, i128 %new.2, i128 %new.4 seq_cst monotonic, align 16
;   %new.6 = extractvalue {i128, i1} %new.5, 0
;   %new.7 = extractvalue {i128, i1} %new.5, 1
;   br i1 %new.7, label %new.0, label %new.1
; new.8:
;   %a = freeze i64 %new.10
;   %new.3 = load i128, ptr %p, align 16
;   br label %new.1
; new.9:
;   %new.10 = phi i64 [ %new.11, %0 ], [ %new.14, %new.9 ]
;   %new.12 = call i64 (i64, i64) @llvm.smax.i64(i64 %new.10, i64 %v)
;   %new.13 = cmpxchg ptr %p, i64 %new.10, i64 %new.12 seq_cst monotonic, align 4
;   %new.14 = extractvalue {i64, i1} %new.13, 0
;   %new.15 = extractvalue {i64, i1} %new.13, 1
;   br i1 %new.15, label %new.8, label %new.9
; }
; ; %new.0 is inside %0
; ; %new.1 is inside %0
; ; %new.8 is inside %0
; ; %new.9 is inside %0
; @kept stays as it is
