; Anything beyond 2^17 is infinite as a half, so that 64 bits are enough.
define half @from.int(i150 %p) {
  %r = sitofp i150 %p to half
  ret half %r
}
; expect:
; define half @from.int(i150 %p) {
; 0:
;   %new.0 = sub i150 u0x00000000000000000000000000000000000000, u0x00000000000000000000000000000000020000
;   %new.1 = icmp sgt i150 %p, %new.0
;   %new.2 = select i1 %new.1, i150 %p, i150 %new.0
;   %new.3 = icmp slt i150 %new.2, u0x00000000000000000000000000000000020000
;   %new.4 = select i1 %new.3, i150 %new.2, i150 u0x00000000000000000000000000000000020000
;   %new.5 = trunc i150 %new.4 to i64
;   %new.6 = sitofp i64 %new.5 to half
;   %r = freeze half %new.6
;   ret half %r
; }
