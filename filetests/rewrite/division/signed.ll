; A signed division divides magnitudes, and the sign is put on behind the loop.
; claim: copies 0, bypasses 0, inside 2
define i256 @quotient(i256 %p, i256 %q) {
entry:
  %r = sdiv i256 %p, %q
  ret i256 %r
}
; expect:
; define i256 @quotient(i256 %p, i256 %q) {
; entry:
;   %new.1 = ashr i256 %p, u0x00000000000000000000000000000000000000000000000000000000000000FF
;   %new.2 = xor i256 %p, %new.1
;   %new.3 = sub i256 %new.2, %new.1
;   %new.4 = ashr i256 %q, u0x00000000000000000000000000000000000000000000000000000000000000FF
;   %new.5 = xor i256 %q, %new.4
;   %new.6 = sub i256 %new.5, %new.4
;   %new.7 = xor i256 %new.1, %new.4
;   br label %new.8
; new.0:
;   %new.25 = xor i256 %new.22, %new.7
;   %r = sub i256 %new.25, %new.7
;   ret i256 %r
; new.8:
;   %new.9 = phi i32 [ 256, %entry ], [ %new.23, %new.8 ]
;   %new.10 = phi i256 [ %new.3, %entry ], [ %new.22, %new.8 ]
;   %new.11 = phi i256 [ u0x0000000000000000000000000000000000000000000000000000000000000000, %entry ], [ %new.19, %new.8 ]
;   %new.12 = lshr i256 %new.10, u0x00000000000000000000000000000000000000000000000000000000000000FF
;   %new.13 = shl i256 %new.11, u0x0000000000000000000000000000000000000000000000000000000000000001
;   %new.14 = or i256 %new.13, %new.12
;   %new.15 = icmp slt i256 %new.11, u0x0000000000000000000000000000000000000000000000000000000000000000
;   %new.16 = icmp uge i256 %new.14, %new.6
;   %new.17 = or i1 %new.15, %new.16
;   %new.18 = sub i256 %new.14, %new.6
;   %new.19 = select i1 %new.17, i256 %new.18, i256 %new.14
;   %new.20 = zext i1 %new.17 to i256
;   %new.21 = shl i256 %new.10, u0x0000000000000000000000000000000000000000000000000000000000000001
;   %new.22 = or i256 %new.21, %new.20
;   %new.23 = sub i32 %new.9, 1
;   %new.24 = icmp eq i32 %new.23, 0
;   br i1 %new.24, label %new.0, label %new.8
; }
; ; %new.0 is inside %entry
; ; %new.8 is inside %entry
