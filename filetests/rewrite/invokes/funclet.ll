; What unwinds to a funclet is an exception that a model handles: it stays.
; claim: unwinds 0
declare void @g()
declare i32 @__gxx_wasm_personality_v0(...)
define void @f() personality ptr @__gxx_wasm_personality_v0 {
  invoke void @g() to label %end unwind label %p
p:
  %k = cleanuppad within none []
  cleanupret from %k unwind to caller
end:
  ret void
}
; expect:
; @f stays as it is
