; Another machine has exceptions.
; claim: unwinds 0
target triple = "i386-pc-linux-gnu"
declare void @g()
declare i32 @__gxx_personality_v0(...)
define void @f() personality ptr @__gxx_personality_v0 {
  invoke void @g() to label %end unwind label %p
p:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
end:
  ret void
}
; expect:
; @f stays as it is
