; Two divisions are two loops, and variables stay in the entry block. One of 128 bits is left to the library.
; claim: inside 4
declare void @use(ptr)
define i129 @rests(i129 %p, i129 %q, i128 %w) {
entry:
  %a = urem i129 %p, %q
  %v = alloca i129
  %b = urem i129 %a, %p
  store i129 %b, ptr %v
  %n = udiv i128 %w, 7
  call void @use(ptr %v)
  ret i129 %b
}
define i128 @narrow(i128 %p, i128 %q) {
  %r = udiv i128 %p, %q
  ret i128 %r
}
; expect:
; define i129 @rests(i129 %p, i129 %q, i128 %w) {
; entry:
;   %v = alloca i129, i32 1
;   br label %new.19
; new.0:
;   %b = freeze i129 %new.12
;   store i129 %b, ptr %v
;   %n = udiv i128 %w, 7
;   call void (ptr) @use(ptr %v)
;   ret i129 %b
; new.1:
;   %new.2 = phi i32 [ 129, %new.18 ], [ %new.16, %new.1 ]
;   %new.3 = phi i129 [ %a, %new.18 ], [ %new.15, %new.1 ]
;   %new.4 = phi i129 [ u0x0000000000000000000000000000000000, %new.18 ], [ %new.12, %new.1 ]
;   %new.5 = lshr i129 %new.3, u0x0000000000000000000000000000000080
;   %new.6 = shl i129 %new.4, u0x0000000000000000000000000000000001
;   %new.7 = or i129 %new.6, %new.5
;   %new.8 = icmp slt i129 %new.4, u0x0000000000000000000000000000000000
;   %new.9 = icmp uge i129 %new.7, %p
;   %new.10 = or i1 %new.8, %new.9
;   %new.11 = sub i129 %new.7, %p
;   %new.12 = select i1 %new.10, i129 %new.11, i129 %new.7
;   %new.13 = zext i1 %new.10 to i129
;   %new.14 = shl i129 %new.3, u0x0000000000000000000000000000000001
;   %new.15 = or i129 %new.14, %new.13
;   %new.16 = sub i32 %new.2, 1
;   %new.17 = icmp eq i32 %new.16, 0
;   br i1 %new.17, label %new.0, label %new.1
; new.18:
;   %a = freeze i129 %new.30
;   br label %new.1
; new.19:
;   %new.20 = phi i32 [ 129, %entry ], [ %new.34, %new.19 ]
;   %new.21 = phi i129 [ %p, %entry ], [ %new.33, %new.19 ]
;   %new.22 = phi i129 [ u0x0000000000000000000000000000000000, %entry ], [ %new.30, %new.19 ]
;   %new.23 = lshr i129 %new.21, u0x0000000000000000000000000000000080
;   %new.24 = shl i129 %new.22, u0x0000000000000000000000000000000001
;   %new.25 = or i129 %new.24, %new.23
;   %new.26 = icmp slt i129 %new.22, u0x0000000000000000000000000000000000
;   %new.27 = icmp uge i129 %new.25, %q
;   %new.28 = or i1 %new.26, %new.27
;   %new.29 = sub i129 %new.25, %q
;   %new.30 = select i1 %new.28, i129 %new.29, i129 %new.25
;   %new.31 = zext i1 %new.28 to i129
;   %new.32 = shl i129 %new.21, u0x0000000000000000000000000000000001
;   %new.33 = or i129 %new.32, %new.31
;   %new.34 = sub i32 %new.20, 1
;   %new.35 = icmp eq i32 %new.34, 0
;   br i1 %new.35, label %new.18, label %new.19
; }
; ; %new.0 is inside %entry
; ; %new.1 is inside %entry
; ; %new.18 is inside %entry
; ; %new.19 is inside %entry
; @narrow stays as it is
