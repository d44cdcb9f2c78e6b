; The graph stays as it is.
; claim: copies 0, bypasses 0, inside 0
declare { i200, i1 } @llvm.uadd.with.overflow.i200(i200, i200)
define i1 @carries(i200 %p, i200 %q) {
  %s = call { i200, i1 } @llvm.uadd.with.overflow.i200(i200 %p, i200 %q)
  %c = extractvalue { i200, i1 } %s, 1
  ret i1 %c
}
; expect:
; define i1 @carries(i200 %p, i200 %q) {
; 0:
;   %new.0 = add i200 %p, %q
;   %new.1 = icmp ult i200 %new.0, %p
;   %new.2 = insertvalue {i200, i1} poison, i200 %new.0, 0
;   %s = insertvalue {i200, i1} %new.2, i1 %new.1, 1
;   %c = extractvalue {i200, i1} %s, 1
;   ret i1 %c
; }
