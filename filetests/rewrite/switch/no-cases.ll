define void @none(i128 %v) {
entry:
  switch i128 %v, label %d []
d:
  ret void
}
; expect:
; define void @none(i128 %v) {
; entry:
;   br label %d
; d:
;   ret void
; }
; ; the decision of %entry is divided
