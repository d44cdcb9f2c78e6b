; By limbs of 64 bits; the intrinsic for one of them is declared once.
declare i200 @llvm.cttz.i200(i200, i1)
define i200 @zeros(i200 %p) {
  %r = call i200 @llvm.cttz.i200(i200 %p, i1 false)
  ret i200 %r
}
; expect:
; define i200 @zeros(i200 %p) {
; 0:
;   %new.0 = lshr i200 %p, u0x00000000000000000000000000000000000000000000000000
;   %new.1 = trunc i200 %new.0 to i64
;   %new.2 = lshr i200 %p, u0x00000000000000000000000000000000000000000000000040
;   %new.3 = trunc i200 %new.2 to i64
;   %new.4 = lshr i200 %p, u0x00000000000000000000000000000000000000000000000080
;   %new.5 = trunc i200 %new.4 to i64
;   %new.6 = lshr i200 %p, u0x000000000000000000000000000000000000000000000000C0
;   %new.7 = trunc i200 %new.6 to i64
;   %new.8 = call i64 (i64, i1) @llvm.cttz.i64(i64 %new.7, i1 false)
;   %new.9 = add i64 %new.8, 192
;   %new.10 = icmp eq i64 %new.7, 0
;   %new.11 = select i1 %new.10, i64 200, i64 %new.9
;   %new.12 = call i64 (i64, i1) @llvm.cttz.i64(i64 %new.5, i1 false)
;   %new.13 = add i64 %new.12, 128
;   %new.14 = icmp eq i64 %new.5, 0
;   %new.15 = select i1 %new.14, i64 %new.11, i64 %new.13
;   %new.16 = call i64 (i64, i1) @llvm.cttz.i64(i64 %new.3, i1 false)
;   %new.17 = add i64 %new.16, 64
;   %new.18 = icmp eq i64 %new.3, 0
;   %new.19 = select i1 %new.18, i64 %new.15, i64 %new.17
;   %new.20 = call i64 (i64, i1) @llvm.cttz.i64(i64 %new.1, i1 false)
;   %new.21 = add i64 %new.20, 0
;   %new.22 = icmp eq i64 %new.1, 0
;   %new.23 = select i1 %new.22, i64 %new.19, i64 %new.21
;   %new.24 = zext i64 %new.23 to i200
;   %r = freeze i200 %new.24
;   ret i200 %r
; }
