; Cases with the same high limb share a block; the phis behind the targets follow.
; claim: inside 2, copies 0
define i64 @pick(i128 %v) {
entry:
  switch i128 %v, label %d [ i128 5, label %b
    i128 6, label %c
    i128 18446744073709551621, label %c ]
b:
  br label %d
c:
  ret i64 7
d:
  %r = phi i64 [ 3, %entry ], [ 4, %b ]
  ret i64 %r
}
; expect:
; define i64 @pick(i128 %v) {
; entry:
;   %new.2 = lshr i128 %v, 64
;   %new.3 = trunc i128 %new.2 to i64
;   switch i64 %new.3, label %d [ i64 0, label %new.0 i64 1, label %new.1 ]
; b:
;   br label %d
; c:
;   ret i64 7
; d:
;   %r = phi i64 [ 4, %b ], [ 3, %entry ], [ 3, %new.0 ], [ 3, %new.1 ]
;   ret i64 %r
; new.0:
;   %new.6 = lshr i128 %v, 0
;   %new.7 = trunc i128 %new.6 to i64
;   switch i64 %new.7, label %d [ i64 5, label %b i64 6, label %c ]
; new.1:
;   %new.4 = lshr i128 %v, 0
;   %new.5 = trunc i128 %new.4 to i64
;   switch i64 %new.5, label %d [ i64 5, label %c ]
; }
; ; the decision of %entry is divided
; ; %new.0 is inside %entry
; ; %new.1 is inside %entry
