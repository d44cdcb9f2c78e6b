; Every instruction of an interpreter goes back to the header itself.
; claim: bypasses 3
define i32 @run(ptr %code) {
entry:
  br label %next
next:
  %pc = phi i32 [ 0, %entry ], [ %step, %latch ]
  %sum = phi i32 [ 0, %entry ], [ %new, %latch ]
  %at = getelementptr i8, ptr %code, i32 %pc
  %op = load i8, ptr %at
  %one = add i32 %pc, 1
  %two = add i32 %pc, 2
  switch i8 %op, label %halt [ i8 1, label %add
    i8 2, label %double
    i8 3, label %skip ]
add:
  %a = add i32 %sum, 1
  br label %latch
double:
  %d = shl i32 %sum, 1
  br label %latch
skip:
  br label %latch
latch:
  %step = phi i32 [ %one, %add ], [ %one, %double ], [ %two, %skip ]
  %new = phi i32 [ %a, %add ], [ %d, %double ], [ %sum, %skip ]
  br label %next
halt:
  ret i32 %sum
}
; expect:
; define i32 @run(ptr %code) {
; entry:
;   br label %next
; next:
;   %pc = phi i32 [ 0, %entry ], [ %one, %add ], [ %one, %double ], [ %two, %skip ]
;   %sum = phi i32 [ 0, %entry ], [ %a, %add ], [ %d, %double ], [ %sum, %skip ]
;   %at = getelementptr i8, ptr %code, i32 %pc
;   %op = load i8, ptr %at
;   %one = add i32 %pc, 1
;   %two = add i32 %pc, 2
;   switch i8 %op, label %halt [ i8 1, label %add i8 2, label %double i8 3, label %skip ]
; add:
;   %a = add i32 %sum, 1
;   br label %next
; double:
;   %d = shl i32 %sum, 1
;   br label %next
; skip:
;   br label %next
; halt:
;   ret i32 %sum
; }
; ; %add leads past %latch
; ; %double leads past %latch
; ; %skip leads past %latch
